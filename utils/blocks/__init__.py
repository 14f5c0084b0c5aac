"""Finished parts of earlier lessons, in the form that production code gives them.

A lesson may use what lessons before it have built, never its own subject: exercises forbid their counterpart.

Imports from: smollm2.
"""
