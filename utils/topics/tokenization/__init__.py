"""For the lesson on tokenization: figures of tokens and windows.

Imports from: plots.
"""
