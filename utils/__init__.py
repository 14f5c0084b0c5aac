"""What lessons build on: a core that several lessons share, and in `topics/` what a single lesson needs.

The core is data (assets, corpora, tokenizers), pretrained models, finished blocks of earlier lessons, training,
fine-tuning and figures.
"""
