"""Figures of lesson 11, sitting a."""
