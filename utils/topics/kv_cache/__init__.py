"""For the lesson on the KV cache: a GPT with a cache, what windows and rounding cost a model, and figures of both.

Imports from: blocks, corpora, plots.
"""
