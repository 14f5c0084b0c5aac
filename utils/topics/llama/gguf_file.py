"""GGUF files as dictionaries: what a file says about its model, and each tensor as it is stored.

A thin layer over the package `gguf`. Quantised tensors stay blocks of bytes; to decode them is left to who reads them
(`gguf.dequantize` does it for every kind).
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from math import prod
from pathlib import Path
from typing import Any

import torch

from utils import assets

__all__ = ["File", "Tensor", "read", "smollm2"]

PLAIN = {
    "F64": torch.float64,
    "F32": torch.float32,
    "F16": torch.float16,
    "BF16": torch.bfloat16,
    "I64": torch.int64,
    "I32": torch.int32,
    "I16": torch.int16,
    "I8": torch.int8,
}


@dataclass(frozen=True)
class Tensor:
    """A tensor as the file stores it.

    kind: "Q4_1", "Q8_0", "F32", …; shape: of the weights, slowest axis first as in torch, so (out, in) for a matrix;
    data: of a quantised kind (n_blocks, bytes a block) uint8, row after row, otherwise the numbers in that shape.
    """

    kind: str
    shape: tuple[int, ...]
    data: torch.Tensor

    @property
    def n_bytes(self) -> int:
        """Bytes that the tensor takes up in the file."""
        return self.data.numel() * self.data.element_size()

    @property
    def n_weights(self) -> int:
        """How many numbers it stands for."""
        return prod(self.shape)


@dataclass(frozen=True)
class File:
    """fields: what the file says about the model, as plain values of Python; tensors: in the file's order."""

    fields: dict[str, Any]
    tensors: dict[str, Tensor]


def smollm2() -> File:
    """SmolLM2-135M-Instruct as it was published for llama.cpp, 93 MB. Raises utils.assets.AssetError."""
    return read(assets.path("smollm2"))


def read(path: str | Path) -> File:
    """All of a GGUF file, copied into memory (two seconds for one with a vocabulary of 49,152 tokens).

    Raises FileNotFoundError, and ValueError where the file is no GGUF file, or only part of one.
    """
    path = Path(path)
    if not path.is_file():
        raise FileNotFoundError(f"There is no file {path}: check the path.")
    with path.open("rb") as file:
        begins = file.read(4)
    if begins != b"GGUF":
        raise ValueError(f"{path} is no GGUF file: it does not begin with the letters GGUF.")
    from gguf import GGUFReader

    try:
        reader = GGUFReader(path)
        fields = {name: field.contents() for name, field in reader.fields.items() if name[:5] != "GGUF."}
        return File(fields, {tensor.name: _stored(tensor) for tensor in reader.tensors})
    except (ValueError, IndexError, KeyError, OverflowError, struct.error) as error:
        raise ValueError(f"{path} cannot be read ({error}): it may be cut short; fetch it again.") from error


def _stored(tensor: Any) -> Tensor:
    from gguf import GGML_QUANT_SIZES

    kind = tensor.tensor_type.name
    shape = tuple(int(n) for n in reversed(tensor.shape))  # the file counts from the fastest axis
    content = torch.from_numpy(
        tensor.data.copy()
    )  # the reader's is a view of the file, which nobody may write to
    if kind in PLAIN:
        return Tensor(kind, shape, content.view(PLAIN[kind]).view(shape))
    return Tensor(kind, shape, content.view(torch.uint8).view(-1, GGML_QUANT_SIZES[tensor.tensor_type][1]))
