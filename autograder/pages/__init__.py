"""Pages that people get: what a student gets back, points and mistakes first, each answer beside what its check said.

Imports from: grading, release, lesson, checks, notebook, private_files, errors.
"""
