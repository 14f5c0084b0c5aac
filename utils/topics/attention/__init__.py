"""For the lesson on attention: scores of random vectors, a model that copies, and figures of scores, masks and heads.

Imports from: blocks, corpora, devices, minilm, plots, timing.
"""
