"""What a single lesson needs."""
