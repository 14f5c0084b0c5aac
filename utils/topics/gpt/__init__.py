"""For the lesson on GPT: training runs of seconds, runs with a mistake in them, and figures of costs and losses.

Imports from: blocks, corpora, plots, tokenizers, training.
"""
