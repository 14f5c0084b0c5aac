"""Hostile and unlucky submissions, graded for real."""
