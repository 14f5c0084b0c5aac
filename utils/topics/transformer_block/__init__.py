"""The layers of a transformer block."""
