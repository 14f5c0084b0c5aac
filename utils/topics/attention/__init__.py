"""Attention, from scores to several heads."""
