"""Relative positions."""
