"""Tests of kernels that run notebooks nobody has read."""
