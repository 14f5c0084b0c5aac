"""For the lesson on LoRA: a pretrained decoder that is adapted on a laptop, and figures of adapters and quantization.

Imports from: finetuning, minilm, plots, training.
"""
