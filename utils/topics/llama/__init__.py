"""For the lesson on Llama: GGUF files, streaming, mixtures of experts, published layers, and a race of two blocks.

Imports from: assets, blocks, corpora, plots, training.
"""
