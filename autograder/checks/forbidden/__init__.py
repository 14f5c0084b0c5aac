"""What an exercise forbids: read in a cell before it runs, and recorded while it runs.

Imports from: private.

source_scan.py (with syntax_trees.py) reads the cell. call_watch.py records a check: functions written in Python by
replaced_code.py, operators of torch by operators.py; counterparts.py knows which of them a forbidden name means.
loaded.py writes down what was there before the student's first line, files.py knows a library's files, and frames.py
tells from both whose code a call comes from. tampering.py notes what would undo the record, and hidden_modules.py keeps
libraries that would do the exercise out of reach.
"""

from autograder.checks.forbidden.source_scan import forbidden_uses
from autograder.checks.forbidden.syntax_trees import defines, parse, same_code

__all__ = ["defines", "forbidden_uses", "parse", "same_code"]
