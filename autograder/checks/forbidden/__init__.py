"""What an exercise forbids: read in a cell (source_scan.py), and recorded while it runs (call_watch.py,
operators.py, tampering.py).

Imports from: no other room.
"""

from autograder.checks.forbidden.source_scan import defines, forbidden_uses, parse

__all__ = ["defines", "forbidden_uses", "parse"]
