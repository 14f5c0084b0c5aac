"""The subcommands of `autograder`: each module has add_arguments(parser) and run(options) → exit code.

Imports from: proof, reporting, grading, doctor, release, judge, lesson, kernels, progress, processes, errors, utils.
"""
