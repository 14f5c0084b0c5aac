"""Choosing tokens and generating text."""
