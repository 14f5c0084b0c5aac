"""Bug hunts for after the deadline: known mistakes in notebooks of their own, chosen for each student.

Imports from: grading, lesson, authoring, checks, notebook, private_files, errors.
"""
