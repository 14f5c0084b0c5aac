"""Is everything here? For everyone (lesson 00 asks this room for `environment`), and for instructors.

Imports from: release, judge, lesson, progress, sandbox, notebook, processes, errors, utils.
"""

from autograder.doctor.everyone import environment

__all__ = ["environment"]
