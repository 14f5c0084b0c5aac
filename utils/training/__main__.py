"""Train a GPT from the command line, on one device or on several.

python -m utils.training --corpus shakespeare --steps 500 --out run.safetensors
torchrun --nproc_per_node 2 -m utils.training --corpus shakespeare --steps 500 --out run.safetensors
"""

from __future__ import annotations

import argparse

import torch

from utils import corpora, tokenizers
from utils.blocks.gpt import GPT, GPTConfig
from utils.training import Settings, Trainer, as_ids, distributed


def main() -> None:
    """Parse the arguments, train, save."""
    parser = argparse.ArgumentParser(prog="python -m utils.training", description="Train a GPT.")
    parser.add_argument("--corpus", choices=["shakespeare", "wikipedia"], default="shakespeare")
    parser.add_argument("--vocabulary", type=int, default=1024)
    parser.add_argument("--width", type=int, default=128)
    parser.add_argument("--layers", type=int, default=4)
    parser.add_argument("--heads", type=int, default=4)
    parser.add_argument("--context", type=int, default=64)
    parser.add_argument("--batch", type=int, default=32, help="windows of all processes together")
    parser.add_argument("--accumulate", type=int, default=1, help="micro-batches of a step")
    parser.add_argument("--steps", type=int, default=500)
    parser.add_argument("--lr", type=float, default=2e-3)
    parser.add_argument("--precision", choices=["float32", "bfloat16", "float16"], default="float32")
    parser.add_argument("--compile", action="store_true")
    parser.add_argument("--characters", type=int, help="use so much of the text only")
    parser.add_argument("--resume", metavar="FILE", help="go on with this run")
    parser.add_argument("--out", metavar="FILE", help="write the run here")
    args = parser.parse_args()

    with distributed.process_group():
        data = getattr(corpora, args.corpus)(quiet=distributed.rank() > 0)
        text = corpora.joined(data["train"], characters=args.characters)
        held_out = corpora.joined(data["validation"], characters=100_000)
        tokenizer = tokenizers.trained(text, args.vocabulary)
        ids, validation = (as_ids(tokenizer.encode_ordinary(part)) for part in (text, held_out))
        torch.manual_seed(0)
        model = GPT(GPTConfig(args.vocabulary, args.context, args.width, args.heads, args.layers))
        settings = Settings(
            steps=args.steps,
            batch_size=args.batch,
            context=args.context,
            lr=args.lr,
            accumulate=args.accumulate,
            precision=args.precision,
            compile=args.compile,
            evaluate_every=max(1, args.steps // 5),
        )
        trainer = Trainer(model, ids, settings, validation, len(held_out.encode()) / len(validation))
        if args.resume:
            trainer.load(args.resume)
        trainer.run()
        if args.out:
            trainer.save(args.out)
        if distributed.rank() == 0 and trainer.history:
            last = trainer.history[-1]
            print(f"validation loss {last.get('val_loss', float('nan')):.4f}, "
                  f"{last.get('bits_per_byte', float('nan')):.3f} bits per byte, "
                  f"{trainer.tokens_per_second():,.0f} tokens/s")  # fmt: skip


if __name__ == "__main__":
    main()
