"""The lower layers run once, the upper ones as often as one likes."""

from __future__ import annotations

import copy
import sys
from collections.abc import Iterable, Sequence
from typing import Any

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from utils.minilm import Encoder

Row = str | tuple[str, str]

# Tokens of a batch that is only read, on a CPU. With 64 rows of 200 tokens the tensors no longer fit into its caches,
# and the memory for each is asked for anew: the same rows take half as long again.
AT_ONCE = 2048


class Features:
    """Hidden states of rows of text after some layers of an encoder; in half precision, without padding.

    ids, segments: the tokens of each row, with [CLS] and [SEP]; offsets: of each token, the characters (from, to)
    of its text, (0, 0) for special tokens; layers: how many layers have run.
    """

    def __init__(
        self, layers: int, ids: list[list[int]], segments: list[list[int]], offsets: list, width: int
    ) -> None:
        self.layers, self.ids, self.segments, self.offsets = layers, ids, segments, offsets
        self.lengths = [len(row) for row in ids]
        self._starts = [0]
        for length in self.lengths:
            self._starts.append(self._starts[-1] + length)
        self._hidden = torch.empty(self._starts[-1], width, dtype=torch.float16)

    def __len__(self) -> int:
        return len(self.ids)

    def __getitem__(self, row: int) -> Tensor:
        """The hidden states of one row, (T, D) float32."""
        return self._hidden[self._starts[row] : self._starts[row + 1]].float()

    def __setitem__(self, row: int, hidden: Tensor) -> None:
        self._hidden[self._starts[row] : self._starts[row + 1]] = hidden.to("cpu", torch.float16)

    def first(self, n: int) -> Features:
        """The first n rows, or all where there are fewer; the hidden states are shared, not copied."""
        some = copy.copy(self)
        some.ids, some.segments, some.offsets = self.ids[:n], self.segments[:n], self.offsets[:n]
        some.lengths = self.lengths[:n]
        return some

    def second(self, row: int) -> list[int]:
        """Places of the tokens of a pair's second text, without its [SEP]."""
        return [t for t, segment in enumerate(self.segments[row]) if segment == 1][:-1]

    @property
    def megabytes(self) -> float:
        """What the hidden states take up in memory."""
        return self._hidden.nbytes / 1e6

    def batch(self, rows: Sequence[int], device: torch.device | str = "cpu") -> tuple[Tensor, Tensor]:
        """Some rows, padded at the end: hidden (B, T, D) float32, zeros at padding, and mask (B, T) int64, 1 and 0."""
        hidden = nn.utils.rnn.pad_sequence([self[row] for row in rows], batch_first=True)
        lengths = torch.tensor([self.lengths[row] for row in rows])
        mask = (torch.arange(hidden.shape[1]) < lengths[:, None]).long()
        return hidden.to(device), mask.to(device)


def lower_features(
    encoder: Encoder,
    rows: Iterable[Row],
    layers: int,
    max_length: int = 128,
    batch_size: int = 64,
    progress: bool = True,
) -> Features:
    """Run the embeddings and the first layers of an encoder over rows, and keep what comes out.

    rows: texts, or pairs of texts, [CLS] a [SEP] b [SEP]. layers: 0 (the embeddings only) to all of them.
    max_length: tokens of a row; of what is longer, the longer text loses its end.
    """
    if not 0 <= layers <= encoder.n_layers:
        raise ValueError(
            f"The encoder has {encoder.n_layers} layers: choose layers from 0 to {encoder.n_layers}."
        )
    coded = _tokens(encoder, list(rows), max_length)
    found = Features(layers, *coded, width=encoder.model.config.hidden_size)
    lower = list(encoder.model.encoder.layer[:layers])
    device = encoder.model.device
    from tqdm import tqdm

    with tqdm(
        total=len(found), desc="lower layers", file=sys.stdout, mininterval=2, disable=not progress
    ) as bar:
        for chosen in reading_batches(found.lengths, batch_size, device):
            ids, segments, mask = (
                _padded([table[row] for row in chosen]).to(device) for table in _inputs(found)
            )
            with torch.no_grad():
                hidden = encoder.model.embeddings(input_ids=ids, token_type_ids=segments)
                hidden = through(lower, hidden, mask)
            for row, states in zip(chosen, hidden):
                found[row] = states[: found.lengths[row]]
            bar.update(len(chosen))
    return found


def reading_batches(lengths: Sequence[int], batch_size: int, device: torch.device) -> list[list[int]]:
    """All rows once, rows of similar length together, in batches that are not too large for a CPU."""
    batches: list[list[int]] = []
    for row in sorted(
        range(len(lengths)), key=lambda row: lengths[row]
    ):  # so the last row of a batch is the longest
        full = not batches or len(batches[-1]) == batch_size
        if full or (device.type == "cpu" and (len(batches[-1]) + 1) * lengths[row] > AT_ONCE):
            batches.append([])
        batches[-1].append(row)
    return batches


class UpperLayers(nn.Module):
    """A trainable copy of the upper layers of an encoder.  hidden (B, T, D), mask (B, T) → (B, T, D).

    first: the lowest of them, counted from 0; as many as `lower_features` has run. Parameters are named as in BERT,
    `layer.4.attention.self.query.weight`. gates: (layers here, heads), by which each head's output is multiplied
    before the layer joins its heads; None for no gates. In training, hidden states are dropped out as in BERT, and
    attention weights are not. only_cls: whether the last layer computes [CLS] alone, → (B, 1, D). It still reads all
    tokens, and a head that looks at [CLS] gets the same vector for about half of the layer's work.
    """

    def __init__(self, encoder: Encoder, first: int, only_cls: bool = False) -> None:
        super().__init__()
        layers = copy.deepcopy(encoder.model.encoder.layer[first:])
        self.layer = nn.ModuleDict({str(first + i): layer for i, layer in enumerate(layers)})
        self.n_heads, self.only_cls = encoder.n_heads, only_cls
        self.gates: Tensor | None = None
        for i, layer in enumerate(self.layer.values()):
            layer.attention.output.dense.register_forward_pre_hook(self._gated(i))  # type: ignore[union-attr]
        self.requires_grad_(True)

    def forward(self, hidden: Tensor, mask: Tensor) -> Tensor:
        return through(list(self.layer.values()), hidden, mask, self.only_cls)

    def _gated(self, layer: int):
        def multiply(module: nn.Module, arguments: tuple[Tensor, ...]) -> tuple[Tensor, ...] | None:
            if self.gates is None:
                return None
            context = arguments[0]  # (B, T, H·d), the heads side by side
            return (context * self.gates[layer].repeat_interleave(context.shape[-1] // self.n_heads),)

        return multiply


def through(layers: Sequence[nn.Module], hidden: Tensor, mask: Tensor, only_cls: bool = False) -> Tensor:
    """Hidden states through some of the library's layers; only_cls: the last one computes the first token alone.

    The library's own forward would keep all attention weights, which nobody needs here.
    """
    low = torch.finfo(hidden.dtype).min
    added = torch.zeros_like(mask, dtype=hidden.dtype).masked_fill(mask == 0, low)[:, None, None, :]
    for number, layer in enumerate(layers, start=1):
        asking = hidden[:, :1] if only_cls and number == len(layers) else hidden
        hidden = _layer(layer, asking, hidden, added)
    return hidden


def _layer(layer: Any, asking: Tensor, hidden: Tensor, added: Tensor) -> Tensor:
    """One layer, for the tokens that ask; all of hidden is read.  added: to the scores, (B, 1, 1, T)."""
    own = layer.attention.self
    queries, keys, values = (
        projection(x).unflatten(-1, (own.num_attention_heads, -1)).transpose(1, 2)  # (B, H, T, d)
        for projection, x in ((own.query, asking), (own.key, hidden), (own.value, hidden))
    )
    context = F.scaled_dot_product_attention(queries, keys, values, attn_mask=added)
    attended = layer.attention.output(context.transpose(1, 2).flatten(2), asking)
    return layer.output(layer.intermediate(attended), attended)


def _tokens(encoder: Encoder, rows: list[Row], max_length: int) -> tuple[list, list, list]:
    """Ids, segments and offsets of all rows."""
    if not rows:
        raise ValueError("There are no rows to encode: pass at least one text.")
    first = [row if isinstance(row, str) else row[0] for row in rows]
    second = None if isinstance(rows[0], str) else [row[1] for row in rows]
    coded = encoder.tokenizer(
        first,
        second,
        truncation=True,
        max_length=max_length,
        padding=False,
        return_offsets_mapping=True,
        return_token_type_ids=True,
    )
    return coded["input_ids"], coded["token_type_ids"], coded["offset_mapping"]


def _inputs(features: Features) -> tuple[list, list, list]:
    return features.ids, features.segments, [[1] * length for length in features.lengths]


def _padded(rows: list[list[int]]) -> Tensor:
    """Rows of numbers as one (B, T) tensor, zeros at the end: [PAD] has id 0, and no segment or mask of its own."""
    return nn.utils.rnn.pad_sequence([torch.tensor(row) for row in rows], batch_first=True)
