"""For the lesson on the transformer block: figures of norms, activations and residual branches.

Imports from: assets, blocks, plots.
"""
