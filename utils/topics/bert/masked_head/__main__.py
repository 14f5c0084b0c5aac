"""`python -m utils.topics.bert.masked_head`: train the head once, and say what it can do."""

from __future__ import annotations

import argparse
import sys

from utils import corpora, devices, minilm
from utils.topics.bert import masked_head


def main(arguments: list[str] | None = None) -> int:
    """Train the head on Wikipedia's summaries and print what was measured on held-out ones."""
    parser = argparse.ArgumentParser(
        prog="python -m utils.topics.bert.masked_head",
        description="Train the head that fills masked places, once, and keep it in the cache folder.",
    )
    parser.add_argument("--rows", type=int, help="summaries to learn from (default: all 8,027)")
    parser.add_argument("--epochs", type=int, default=3, help="times over all masked places (default: 3)")
    parser.add_argument("--device", default="auto", help="auto, cpu or cuda")
    options = parser.parse_args(arguments)
    data = corpora.wikipedia()
    texts, held_out = (data[split]["extract"][: options.rows] for split in ("train", "validation"))
    encoder = minilm.load(devices.choose(options.device))
    found = masked_head.train(encoder, list(texts), list(held_out), options.epochs)
    print(
        f"Held-out text: loss {found['loss']:.3f} nats, {found['accuracy']:.1%} right; unigrams: "
        f"{found['unigram_loss']:.3f} nats, {found['unigram_accuracy']:.1%}. "
        f"{found['minutes']:.1f} minutes. Written to {masked_head.head_file()}"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
