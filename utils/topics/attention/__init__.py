"""For the lesson on attention: scores of random vectors, and figures of scores, masks and heads.

Imports from: minilm, plots.
"""
