"""What lessons lean on: assets, corpora, tokenizers, finished blocks of earlier lessons, training, plots."""
