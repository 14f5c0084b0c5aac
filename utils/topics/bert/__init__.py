"""BERT: encoders, fine-tuning, spans."""
