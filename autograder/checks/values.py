"""What may cross between a student's process and the judge: data, never objects.

A value is packed as one safetensors file: tensors as they are, everything else as a JSON tree in the
file's metadata. Nothing is ever unpickled, so bytes from a student's process can be wrong but not harmful.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import torch
from safetensors.torch import load

from autograder.checks.expectations import Distribution, Predictions, SameAs

MAX_BYTES = 64 * 2**20  # one message among ourselves
MAX_OUTCOME = 4 * 2**20  # what a check gives back; the largest of the lessons' takes 0.1 MB
MAX_TREE = 2**20  # all of it but the tensors: as Python objects it takes some thirty times as much
MAX_DEPTH = 24
MAX_ITEMS = 1_000_000
MAX_DIGITS = 4000  # of a whole number; Python refuses to read longer ones

# What comparisons can work with, under safetensors' names and in the order in which it writes them. Others (8-bit
# floats, complex numbers, wide unsigned integers) lack operations.
DTYPES = {
    torch.int64: "I64", torch.float64: "F64", torch.float32: "F32", torch.int32: "I32", torch.bfloat16: "BF16",
    torch.float16: "F16", torch.int16: "I16", torch.int8: "I8", torch.uint8: "U8", torch.bool: "BOOL",
}  # fmt: skip
_ORDER = {dtype: place for place, dtype in enumerate(DTYPES)}

# Tags of the JSON tree. An object in the tree is always exactly one of these; a distribution may say how many draws.
TENSOR, ARRAY, MAPPING, SEQUENCE, BYTES = "$tensor", "$array", "$map", "$seq", "$bytes"
DISTRIBUTION, DRAWS, WORDS, SAME_AS = "$distribution", "$draws", "$words", "$same"
PREDICTIONS = "$predictions"


_PLAIN = {int, str}


class CannotCross(TypeError):
    """A value is of a kind, or a size, that a check cannot compare."""


def pack(value: Any, limit: int = MAX_BYTES, shared: bool = False, arrays: bool = False) -> bytes:
    """Turn tensors, arrays, numbers, text, bytes and nested lists, tuples and dicts of them into bytes.

    Floating-point numpy arrays become float32 tensors, because a student's code runs in float32.
    shared: equal tensors are stored once, and come back as one; only for values that nobody writes to.
    arrays: NumPy's arrays come back as arrays, and not as tensors; so a check can tell them apart.
    Raises CannotCross with a sentence for anything else, or for more than `limit` bytes.
    """
    packer = _Packer(limit, shared, arrays)
    tree = packer.encode(value, depth=0)
    blob = _saved(packer.tensors, {"tree": _json(tree)})
    if len(blob) > limit:
        raise CannotCross(f"the value takes {len(blob):,} bytes, and a check takes at most {limit:,}")
    return blob


def unpack(blob: bytes, limit: int = MAX_BYTES, trusted: bool = False) -> Any:
    """The value that `pack` was given, with tuples as lists and arrays as tensors, unless it was to keep them.

    Only a `trusted` blob, one that we wrote, may hold expectations. Raises CannotCross for bytes that
    are too many or are not what `pack` writes.
    """
    if len(blob) > limit:
        raise CannotCross(f"a message of {len(blob):,} bytes; at most {limit:,} are taken")
    try:
        header_length = int.from_bytes(blob[:8], "little")
        header = json.loads(blob[8 : 8 + header_length])
        tree = json.loads(header["__metadata__"]["tree"])
        tensors = load(blob)
        if any(tensor.dtype not in DTYPES for tensor in tensors.values()):
            raise CannotCross("a message with a tensor of a dtype that cannot be compared")
        return _Unpacker(tensors, trusted).decode(tree, depth=0)
    except CannotCross:
        raise
    except Exception as error:  # hostile bytes may fail anywhere above
        raise CannotCross(f"a message that is not a packed value ({type(error).__name__})") from None


def pack_outcome(value: Any) -> bytes:
    """As pack, for what a check gives back. Raises CannotCross for more than the judge takes of it."""
    blob = pack(value, MAX_OUTCOME, arrays=True)
    if int.from_bytes(blob[:8], "little") > MAX_TREE:
        raise CannotCross("the value has too many parts to compare; is it a list where a tensor belongs?")
    return blob


def unpack_outcome(blob: bytes) -> Any:
    """The value that `pack_outcome` was given, or by now anything: these bytes come from a student's process."""
    if len(blob) > MAX_OUTCOME or int.from_bytes(blob[:8], "little") > MAX_TREE:
        raise CannotCross("a message that is larger than any check's")
    return unpack(blob, MAX_OUTCOME)


class _Packer:
    def __init__(self, limit: int, shared: bool = False, arrays: bool = False) -> None:
        self.tensors: dict[str, torch.Tensor] = {}
        self.items, self.limit, self.arrays = 0, limit, arrays
        # Dtype, shape and bytes of a tensor → its name, where equal ones are stored once.
        self.known: dict[tuple[Any, ...], str] | None = {} if shared else None

    def encode(self, value: Any, depth: int) -> Any:
        self.items += 1
        if depth > MAX_DEPTH or self.items > MAX_ITEMS:
            raise CannotCross("the value is nested too deeply or has too many parts to compare")
        kind = type(value)
        if kind is str or kind is bool or (kind is int and -(2**63) <= value < 2**63):
            return value  # most values by far
        if isinstance(value, np.str_ | np.bytes_):
            value = value.item()
        if self.arrays and isinstance(value, np.ndarray) and value.ndim:
            return {ARRAY: self._store(_tensor_from_numpy(value))}
        if isinstance(value, np.ndarray | np.generic):
            value = _tensor_from_numpy(np.asarray(value))
        if isinstance(value, torch.Tensor):
            return {TENSOR: self._store(value)}
        if value is None or isinstance(value, bool | str):
            return value
        if isinstance(value, int) and value.bit_length() > 3.32 * MAX_DIGITS:
            raise CannotCross(f"a check cannot compare a whole number of more than {MAX_DIGITS} digits")
        if isinstance(value, int | float):
            return value + 0  # a subclass becomes a plain number
        if isinstance(value, bytes | bytearray):
            return {BYTES: bytes(value).hex()}
        if isinstance(value, Distribution):
            return {
                DISTRIBUTION: [float(p) for p in value.p],
                **({} if value.n is None else {DRAWS: value.n}),
                WORDS: value.words,
            }
        if isinstance(value, Predictions):
            parts = {name: getattr(value, name) for name in Predictions.__dataclass_fields__}
            return {PREDICTIONS: self.encode(parts, depth + 1)}
        if isinstance(value, SameAs):
            return {SAME_AS: value.criterion if value.first is None else [value.criterion, value.first]}
        if isinstance(value, Mapping):
            return {
                MAPPING: [[self.encode(k, depth + 1), self.encode(v, depth + 1)] for k, v in value.items()]
            }
        if isinstance(value, list | tuple):
            return {SEQUENCE: self._flat(value) or [self.encode(v, depth + 1) for v in value]}
        raise CannotCross(f"a check cannot compare a {type(value).__name__}")

    def _flat(self, values: Sequence[Any]) -> list[Any] | None:
        """A list of nothing but token ids, or but text, as it is: long ones are common, and JSON has them itself."""
        kinds = set(map(type, values))
        if not (kinds == {str} or (kinds == {int} and min(values) >= -(2**63) and max(values) < 2**63)):
            return None
        self.items += len(values)
        return list(values) if self.items <= MAX_ITEMS else None  # what is too much is said by encode

    def _store(self, tensor: torch.Tensor) -> str:
        if tensor.layout != torch.strided or tensor.dtype not in DTYPES:
            raise CannotCross(
                f"a check cannot compare a tensor of layout {tensor.layout}, dtype {tensor.dtype}"
            )
        # An expanded tensor may be larger than all memory.
        if tensor.numel() * tensor.element_size() > self.limit:
            raise CannotCross(f"a check cannot compare a tensor as large as {tuple(tensor.shape)}")
        kept = tensor.detach().cpu()
        name = str(len(self.tensors))
        if self.known is not None:
            name = self.known.setdefault((kept.dtype, kept.shape, _bytes_of(kept)), name)
        self.tensors.setdefault(name, kept)
        return name


def _saved(tensors: Mapping[str, torch.Tensor], metadata: Mapping[str, str]) -> bytes:
    """The bytes of safetensors.torch.save, which takes seven times as long for a few small tensors.

    The format: the length of a header, the header in JSON (padded to 8 bytes), then the tensors one after the other.
    https://huggingface.co/docs/safetensors/index#format
    """
    header: dict[str, Any] = {"__metadata__": metadata}
    parts, end = [], 0
    for name, tensor in sorted(tensors.items(), key=lambda item: (_ORDER[item[1].dtype], item[0])):
        parts.append(_bytes_of(tensor))
        start, end = end, end + len(parts[-1])
        header[name] = {
            "dtype": DTYPES[tensor.dtype],
            "shape": list(tensor.shape),
            "data_offsets": [start, end],
        }
    text = _json(header).encode()
    text += b" " * (-len(text) % 8)
    return b"".join([len(text).to_bytes(8, "little"), text, *parts])


def _json(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"))


def _bytes_of(tensor: torch.Tensor) -> bytes:
    if tensor.dtype == torch.bfloat16:  # numpy has none
        tensor = tensor.contiguous().view(torch.int16)
    return tensor.resolve_neg().numpy().tobytes()


class _Unpacker:
    def __init__(self, tensors: dict[str, torch.Tensor], trusted: bool) -> None:
        self.tensors, self.trusted = tensors, trusted

    def decode(self, tree: Any, depth: int) -> Any:
        if depth > MAX_DEPTH:
            raise CannotCross("a message that is nested too deeply")
        if isinstance(tree, list):
            raise CannotCross("a message with a bare list in it")
        if not isinstance(tree, dict):
            return tree
        if self.trusted and DISTRIBUTION in tree:
            words = {"words": tree[WORDS]} if WORDS in tree else {}  # earlier releases have none
            return Distribution(np.asarray(tree[DISTRIBUTION], dtype=np.float64), tree.get(DRAWS), **words)
        ((tag, content),) = tree.items()
        match tag:
            case "$tensor":
                return self.tensors[content]
            case "$array":
                return self.tensors[content].numpy()
            case "$seq":
                if set(map(type, content)) <= _PLAIN and depth < MAX_DEPTH:
                    return list(content)
                return [self.decode(item, depth + 1) for item in content]
            case "$map":
                return {_key(self.decode(k, depth + 1)): self.decode(v, depth + 1) for k, v in content}
            case "$bytes":
                return bytes.fromhex(content)
            case "$predictions" if self.trusted:
                return Predictions(**self.decode(content, depth + 1))
            case "$same" if self.trusted:
                return SameAs(*content) if isinstance(content, list) else SameAs(content)
        raise CannotCross(f"a message with the unknown part {tag!r}")


def _tensor_from_numpy(array: np.ndarray) -> torch.Tensor:
    if array.dtype.kind == "f":
        array = array.astype(np.float32)
    if array.dtype.kind not in "fiub":
        raise CannotCross(f"a check cannot compare an array of dtype {array.dtype}")
    return torch.from_numpy(np.array(array))  # a copy that torch may write to


def _key(value: Any) -> Any:
    """A dictionary's key: pairs of token ids come back as tuples, numbers of numpy and torch as plain ones."""
    if isinstance(value, torch.Tensor):
        return value.item()  # fails, as it should, for more than one number
    if not isinstance(value, list):
        return value
    return tuple(value) if set(map(type, value)) <= _PLAIN else tuple(_key(v) for v in value)
