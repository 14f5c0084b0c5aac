"""Checks: what a notebook imports, and the comparison that decides what an answer is worth.

Imports from: checks/forbidden, progress, notebook, errors.
"""

from autograder.checks.helpers import backward, gradient_sizes, load_weights
from autograder.checks.notebook_api import answered, check, guard_cells
from autograder.notebook.own_numbers import own_numbers

__all__ = ["answered", "backward", "check", "gradient_sizes", "load_weights", "own_numbers"]

guard_cells()  # from the first cell of a notebook on
