"""For the lesson on the KV cache: figures of what a cache costs and of ways to make it smaller.

Imports from: plots.
"""
