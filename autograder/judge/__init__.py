"""The judge: a trusted process that alone knows the inputs, the oracles and the secret, and alone gives points.

Imports from: lesson, authoring, checks, checks/forbidden, sandbox, notebook, processes, errors.

The grader starts it and tells it which exercise a kernel is about to answer; the kernel, which runs a student's code,
gets inputs over a socket of its own and sends outcomes back, as data. Nothing that the kernel prints, patches or claims
reaches the score.
"""
