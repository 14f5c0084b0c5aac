"""Is everything here? For everyone (lessons ask this room for `environment` and `memory`), and for instructors.

Imports from: release, judge, lesson, progress, sandbox, processes, errors, utils.
"""

from autograder.doctor.everyone import environment, memory

__all__ = ["environment", "memory"]
