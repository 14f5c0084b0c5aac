"""The grader of the course: checks, judge, sandbox, grading, release and audit.

It knows nothing of any single lesson: what a lesson needs stands in its own folder under source/.
"""

__version__ = "0.1.0"
