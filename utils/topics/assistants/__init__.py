"""Prompts, retrieval, preferences and rewards."""
