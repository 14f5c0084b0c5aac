"""A real pretrained encoder of BERT's design, small enough for a laptop: 6 layers of 12 heads, each 32 wide.

It shows what attention looks at after training, and lends its weights to layers that students write. The weights are
those of all-MiniLM-L6-v2 (Apache-2.0), fetched by `utils.assets`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

import torch
from torch import Tensor

from utils import assets


@dataclass(frozen=True)
class Part:
    """One head, or one whole attention layer, at work on one sentence.

    weights: name → parameter, as a module of the course calls them; x: (1, T, D) what the layer read;
    output: (1, T, d) for a head or (1, T, D) for a layer, what the library computed from x;
    attention: (T, T) or (H, T, T), rows summing to one, on the processor; tokens: the T tokens.
    """

    weights: dict[str, Tensor]
    x: Tensor
    output: Tensor
    attention: Tensor
    tokens: list[str]


class Encoder:
    """The encoder with its tokenizer. Nothing here is trained. What is there to be looked at comes to the processor."""

    def __init__(self, model: Any, tokenizer: Any) -> None:
        self.model, self.tokenizer = model, tokenizer
        self.n_layers, self.n_heads = model.config.num_hidden_layers, model.config.num_attention_heads

    @property
    def position_table(self) -> Tensor:
        """The learned position vectors, (512, D)."""
        return self.model.embeddings.position_embeddings.weight.detach().cpu()

    @torch.no_grad()
    def attention(self, sentence: str) -> tuple[Tensor, list[str]]:
        """All attention weights for a sentence, (L, H, T, T), and its T tokens."""
        outputs = self.model(**self._encode(sentence), output_attentions=True)
        return torch.cat(outputs.attentions).cpu(), self._tokens(sentence)

    def head(self, sentence: str, layer: int, head: int) -> Part:
        """One head: `q_proj`, `k_proj`, `v_proj` with 32 rows each, and its 32 columns of the layer's context."""
        self._must_exist(layer, head)
        inner, x, context, attention = self._run(sentence, layer)
        width = inner.query.out_features // self.n_heads
        own = slice(head * width, (head + 1) * width)
        weights = {}
        for name, projection in (("q_proj", inner.query), ("k_proj", inner.key), ("v_proj", inner.value)):
            weights[f"{name}.weight"] = projection.weight.detach()[own].clone()
            weights[f"{name}.bias"] = projection.bias.detach()[own].clone()
        return Part(weights, x, context[..., own], attention[head], self._tokens(sentence))

    @torch.no_grad()
    def layer(self, sentence: str, layer: int) -> Part:
        """All heads of a layer with the output projection: `q_proj`, `k_proj`, `v_proj`, `out_proj`."""
        self._must_exist(layer, 0)
        inner, x, context, attention = self._run(sentence, layer)
        outer = self.model.encoder.layer[layer].attention.output.dense
        layers = {"q_proj": inner.query, "k_proj": inner.key, "v_proj": inner.value, "out_proj": outer}
        weights = {f"{n}.{p}": v.detach().clone() for n, m in layers.items() for p, v in m.named_parameters()}
        return Part(weights, x, outer(context), attention, self._tokens(sentence))

    @torch.no_grad()
    def _run(self, sentence: str, layer: int) -> tuple[Any, Tensor, Tensor, Tensor]:
        """The attention layer, what it read (1, T, D), its heads' outputs side by side (1, T, D), and its weights."""
        inner = self.model.encoder.layer[layer].attention.self
        seen: dict[str, Tensor] = {}

        def keep(module: Any, arguments: tuple, result: tuple) -> None:
            seen["x"], seen["context"] = arguments[0], result[0]

        handle = inner.register_forward_hook(keep)
        try:
            outputs = self.model(**self._encode(sentence), output_attentions=True)
        finally:
            handle.remove()
        return inner, seen["x"], seen["context"], outputs.attentions[layer][0].cpu()

    def _encode(self, sentence: str) -> dict[str, Tensor]:
        ids = self.tokenizer(sentence, return_tensors="pt", truncation=True, max_length=64)
        return {name: tensor.to(self.model.device) for name, tensor in ids.items()}

    def _tokens(self, sentence: str) -> list[str]:
        return self.tokenizer.convert_ids_to_tokens(self._encode(sentence)["input_ids"][0].tolist())

    def _must_exist(self, layer: int, head: int) -> None:
        for name, index, count in (("layer", layer, self.n_layers), ("head", head, self.n_heads)):
            if not 0 <= index < count:
                raise IndexError(f"There is no {name} {index}: the encoder has {count}, counted from 0.")


def untrained(seed: int = 0, device: str = "cpu") -> Encoder:
    """An encoder of the same sizes and with the same tokenizer, whose weights were just drawn as BERT's were."""
    import transformers

    trained = load()
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        model: Any = transformers.BertModel(trained.model.config)
    return Encoder(model.to(device).eval(), trained.tokenizer)


@cache
def load(device: str = "cpu") -> Encoder:
    """The encoder on a device, loaded once a session, from the user's cache folder; fetched (84 MB) the first time.

    Raises what `utils.assets.path` raises when it cannot be fetched.
    """
    import transformers  # two seconds, needed only here
    from transformers.utils import logging

    folder = assets.path("minilm")
    before = logging.get_verbosity()
    logging.set_verbosity_error()
    logging.disable_progress_bar()
    try:
        model: Any = transformers.BertModel.from_pretrained(folder, attn_implementation="eager")
        tokenizer = transformers.AutoTokenizer.from_pretrained(folder)
    finally:
        logging.set_verbosity(before)
        logging.enable_progress_bar()
    return Encoder(model.to(device).eval(), tokenizer)
