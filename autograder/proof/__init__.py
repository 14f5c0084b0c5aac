"""The tests are tested: audit, mutants, wrong answers of people, reference notebooks, a made-up class.

Imports from: grading, release, lesson, authoring, kernels, checks, checks/forbidden, notebook, errors, utils.
"""
