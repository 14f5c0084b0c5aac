"""The subcommands of `autograder`: each module has add_arguments(parser) and run(options) → exit code.

Imports from: proof, reporting, practice, pages, grading, doctor, release, judge, enrolment, lesson, kernels,
progress, processes, private_files, errors, utils.
"""
