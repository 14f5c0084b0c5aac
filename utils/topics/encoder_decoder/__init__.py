"""For the lesson on the encoder–decoder: spellings to phonemes, and span corruption.

Imports from: blocks, corpora, plots.
"""
