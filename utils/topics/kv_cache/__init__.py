"""The cache of keys and values, and ways to make it smaller."""
