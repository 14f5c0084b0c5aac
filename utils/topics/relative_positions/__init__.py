"""For the lesson on relative positions: a race on associative recall, exchanged positions, pretended ones, and figures.

Imports from: blocks, corpora, plots, training.
"""
