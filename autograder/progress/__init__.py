"""What holds on this machine: remembered by every check, read again, and drawn for students. Needs no torch.

Imports from: notebook, errors.
"""

from autograder.progress.shown import show, text

__all__ = ["show", "text"]
