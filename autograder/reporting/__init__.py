"""What a graded class can tell its instructor: the class at a glance, what to teach again, who has fallen behind.

Imports from: grading, judge, enrolment, lesson, checks, checks/forbidden, notebook, private_files, errors.

Each is one HTML page. Nothing is graded here: all of it is read from the gradebook and from what grading wrote into the
graded notebooks.
"""
