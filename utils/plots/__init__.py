"""Figures, one module for each topic."""
