"""Checks: what a notebook imports, and the comparison that decides what an answer is worth."""

from autograder.checks.client import answered, check
from autograder.checks.helpers import backward, gradient_sizes, load_weights

__all__ = ["answered", "backward", "check", "gradient_sizes", "load_weights"]
