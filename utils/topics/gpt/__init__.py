"""GPT: what a model costs and how it learns."""
