"""A training loop for language models, the finished form of what the lesson on GPT writes.

    trainer = Trainer(model, ids, Settings(steps=2000, batch_size=32, context=128), validation=held_out)
    trainer.run()
    trainer.save("run.safetensors")

Any module that maps ids (B, T) to scores (B, T, V) can be trained. Under `torchrun` each process takes its share of
every batch, and the result is that of one process up to rounding.

Imports from: blocks, checkpoints, corpora, plots, tokenizers.
"""

from utils.training.data import as_ids, draw_windows, evaluation_windows
from utils.training.loop import Settings, Trainer, evaluate, make_optimizer
from utils.training.schedule import warmup_cosine
from utils.training.speed import peak_flops, peak_memory

__all__ = [
    "Settings",
    "Trainer",
    "as_ids",
    "draw_windows",
    "evaluate",
    "evaluation_windows",
    "make_optimizer",
    "peak_flops",
    "peak_memory",
    "warmup_cosine",
]
