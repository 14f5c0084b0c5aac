"""For the lesson on sampling: figures of how tokens are chosen and texts are generated.

Imports from: plots.
"""
