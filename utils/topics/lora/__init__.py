"""LoRA, DoRA and quantization."""
