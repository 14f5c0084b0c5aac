"""Llama and mixtures of experts."""
