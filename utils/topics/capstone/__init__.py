"""For the capstone: the budget, the texts that all models read, and how a model is handed in.

Imports from: corpora, plots, tokenizers, training.
"""
