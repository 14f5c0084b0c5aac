"""What a graded class can tell its instructor: what to teach again, and who has fallen behind, as one HTML page each.

Imports from: grading, judge, lesson, notebook, errors.

Nothing is graded here: all of it is read from the gradebook and from what grading wrote into the graded notebooks.
"""
