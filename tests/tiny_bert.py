"""A BERT of a few thousand parameters with a tokenizer of thirty pieces: what takes minutes takes milliseconds."""

from __future__ import annotations

from typing import Any

import torch

from utils.minilm import Encoder

WORDS = "the a cat dog sat ran on mat good bad film very not is was it who where red blue , . ?".split()
PIECES = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *WORDS, "##s"]


def encoder(layers: int = 3) -> Encoder:
    """Two heads, width 16; the same weights each time."""
    from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors
    from transformers import BertConfig, BertModel, PreTrainedTokenizerFast

    vocab = {piece: i for i, piece in enumerate(PIECES)}
    words = Tokenizer(models.WordPiece(vocab, unk_token="[UNK]"))
    words.normalizer = normalizers.BertNormalizer()  # type: ignore[assignment]
    words.pre_tokenizer = pre_tokenizers.BertPreTokenizer()  # type: ignore[assignment]
    words.post_processor = processors.TemplateProcessing(  # type: ignore[assignment]
        single="[CLS] $A [SEP]",
        pair="[CLS] $A [SEP] $B:1 [SEP]:1",
        special_tokens=[("[CLS]", 2), ("[SEP]", 3)],
    )
    names = {f"{name}_token": f"[{name.upper()}]" for name in ("pad", "unk", "cls", "sep", "mask")}
    tokenizer = PreTrainedTokenizerFast(tokenizer_object=words, **names)
    sizes: dict[str, Any] = dict(vocab_size=len(PIECES), hidden_size=16, intermediate_size=32)
    sizes |= dict(num_hidden_layers=layers, num_attention_heads=2, max_position_embeddings=40)
    torch.manual_seed(0)
    return Encoder(BertModel(BertConfig(attn_implementation="eager", **sizes)).eval(), tokenizer)
