"""For the lesson on BERT: the head for masked tokens, and figures of encoders, fine-tuning and spans.

Imports from: assets, corpora, devices, finetuning, minilm, plots, training.
"""
