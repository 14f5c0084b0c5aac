"""For the welcome: Shakespeare's letters, from which the smallest language model counts its pairs.

Imports from: corpora, plots.
"""
