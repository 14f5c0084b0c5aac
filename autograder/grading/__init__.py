"""From a submission to its score: read, rebuilt, executed beside the judge, recorded, reported.

Imports from: release, judge, enrolment, lesson, kernels, checks, sandbox, notebook, processes, private_files, errors.

nbgrader's own commands use it too: nbgrader_config.py puts reading, rebuilding, executing and stamping into them.
"""
