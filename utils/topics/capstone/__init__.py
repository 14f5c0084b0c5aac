"""For the capstone: the budget, the texts that all models read, and how a model is handed in.

Imports from: blocks, corpora, devices, one_sentence, own_model, plots, tokenizers, training.
"""
