"""Keys and values that arrive in blocks, and the memory that is in use while they do.

Shapes: B batch, H heads, S keys, d width of a key or value.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from torch import Tensor
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_leaves

__all__ = ["Alive", "one_by_one"]


class Alive(TorchDispatchMode):
    """Counts the bytes of all tensors that were created while it was on and are still referenced.

    with Alive() as alive: …; alive.bytes()
    """

    def __init__(self) -> None:
        super().__init__()
        self._made: list[weakref.ref[Tensor]] = []

    def __torch_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        result = func(*args, **(kwargs or {}))
        self._made += [weakref.ref(part) for part in tree_leaves(result) if isinstance(part, Tensor)]
        return result

    def bytes(self) -> int:
        """Bytes in use now; views share their memory, which counts once."""
        memory = [tensor.untyped_storage() for made in self._made if (tensor := made()) is not None]
        return sum({part.data_ptr(): part.nbytes() for part in memory}.values())


def one_by_one(
    k: Tensor, v: Tensor, sizes: Sequence[int], asked: Callable[[], object] = lambda: None
) -> Iterator[tuple[Tensor, Tensor]]:
    """Pairs of keys and values, one block at a time, each created on request.

    k, v: (B, H, S, d).  sizes: lengths of the blocks.  asked: is called at every request, the last one included, which
    gets no block.  After that request the iterator raises a RuntimeError instead of looking empty.
    """
    return _ReadOnce(_pairs(k, v, list(sizes), asked))


def _pairs(
    k: Tensor, v: Tensor, sizes: list[int], asked: Callable[[], object]
) -> Iterator[tuple[Tensor, Tensor]]:
    for keys, values in zip(k.split(sizes, dim=2), v.split(sizes, dim=2), strict=True):
        asked()
        yield keys.clone(), values.clone()
    asked()


class _ReadOnce:
    """An iterator that tells when somebody reads it a second time."""

    def __init__(self, pairs: Iterator[tuple[Tensor, Tensor]]) -> None:
        self._pairs, self._ended = pairs, False

    def __iter__(self) -> Iterator[tuple[Tensor, Tensor]]:
        return self

    def __next__(self) -> tuple[Tensor, Tensor]:
        if self._ended:
            raise RuntimeError("the blocks have already been read to the end, and they can be read only once")
        try:
            return next(self._pairs)
        except StopIteration:
            self._ended = True
            raise
