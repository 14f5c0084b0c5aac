"""For the lesson on assistants: a chat, retrieval, redaction, preferences and rewards.

Imports from: assets, blocks, corpora, finetuning, instructions, minilm, plots.
"""
