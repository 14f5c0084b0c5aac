"""What an exercise forbids: read in a cell (reading.py), and recorded while it runs (watch.py, operators.py, guard.py).

Imports from: no other room.
"""

from autograder.checks.forbidden.reading import defines, forbidden_uses, parse

__all__ = ["defines", "forbidden_uses", "parse"]
