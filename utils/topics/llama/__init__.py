"""For the lesson on Llama: GGUF files, streaming, mixtures of experts, published layers, a race of two blocks, and the
student's own GPT with the newer one's parts.

Imports from: assets, blocks, corpora, own_model, plots, timing, training.
"""
