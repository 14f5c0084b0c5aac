"""The page that a student gets back: points and mistakes first, then each answer beside what its check said.

nbgrader_config.py puts `FeedbackExporter` into `nbgrader generate_feedback`, in place of the whole notebook as a page.
"""

from autograder.grading.feedback.exporter import FeedbackExporter

__all__ = ["FeedbackExporter"]
