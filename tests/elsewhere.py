"""A device that needs no hardware: its tensors hold their numbers on the processor, and do not mix with others.

Torch knows a device type "lazy" that no build of it computes on. Within `Spy` tensors are made on it and moved to it.
As on a GPU, an operation on tensors of two devices is an error, so is a generator of another device, and `.numpy()` is
refused. Besides, the spy writes down every operation that a notebook computes on the processor with numbers that it
made itself and did not move. With `Spy(apples=True)` the device lacks what Apple's GPU lacks: double precision, and the
operations that `apples_gpu` names.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import apples_gpu
import torch
from torch import Tensor
from torch.optim import optimizer
from torch.overrides import TorchFunctionMode
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_leaves, tree_map

NAME = "lazy"
UTILS = Path(__file__).parent.parent / "utils"
# What is computed there is drawn, and nothing else.
FIGURES = (str(UTILS / "plots"), *map(str, (UTILS / "topics").rglob("*figures.py")))
# Preparing data is the CPU's work.
DATA = (
    str(UTILS / "corpora"),
    str(UTILS / "topics" / "bigrams" / "letters.py"),
    str(UTILS / "topics" / "attention" / "random_scores.py"),
    str(UTILS / "topics" / "gpt" / "plays_texts.py"),
    str(UTILS / "topics" / "assistants" / "retrieval.py"),
    str(UTILS / "topics" / "capstone" / "trials.py"),
)
# Like torch.multinomial, it draws on the processor.
DRAWING = (str(UTILS / "blocks" / "sampling.py"), "sample_multinomial")
MAKING = {
    "__init__",
    "from_pretrained",
    "reset_parameters",
    "load_gpt2",
    "load_own_model",
    "too_large",
}  # weights are made, and moved afterwards

# What may be done to numbers before they are moved: drawing, filling, copying, counting, putting together, comparing.
PREPARING = set(
    "_to_copy copy_ clone detach lift_fresh fill_ zero_ uniform_ normal_ random_ bernoulli_ exponential_ cat stack "
    "index index_select index_put_ index_put scatter_ equal eq ne _local_scalar_dense resize_ set_ masked_fill_ tril "
    "triu constant_pad_nd zeros_like ones_like empty_like full_like rand_like randn_like new_zeros new_empty "
    "multinomial bernoulli _pin_memory isnan isfinite is_nonzero repeat flip roll".split()
)  # fmt: skip
MIXING = {
    "copy_",
    "index",
    "index_put_",
    "index_put",
    "_index_put_impl_",
    "_unsafe_index",
}  # indices may lie elsewhere


class Elsewhere(Tensor):
    """A tensor on the device; `inner` holds its numbers."""

    inner: Tensor

    @staticmethod
    def __new__(cls, inner: Tensor) -> Elsewhere:
        made = Tensor._make_wrapper_subclass(  # type: ignore[attr-defined]
            cls,
            inner.shape,
            strides=inner.stride(),
            storage_offset=inner.storage_offset(),
            dtype=inner.dtype,
            layout=inner.layout,
            device=torch.device(NAME),
        )
        made.inner = inner
        return made

    __torch_function__ = torch._C._disabled_torch_function_impl

    def __repr__(self) -> str:
        return repr(self.inner)

    def __format__(self, form: str) -> str:
        return self.inner.detach().__format__(form)

    def tolist(self) -> Any:
        return self.inner.tolist()

    @classmethod
    def __torch_dispatch__(cls, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        return _run(func, args, kwargs or {})


class _Written(TorchFunctionMode):
    """torch.tensor(..., device=...) copies to the device below any dispatch, so it is told to do so in two steps."""

    def __torch_function__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        kwargs = dict(kwargs or {})
        if func in (torch.tensor, torch.as_tensor) and str(kwargs.get("device")) == NAME:
            del kwargs["device"]
            return func(*args, **kwargs).to(NAME)
        if func in (Tensor.__getitem__, Tensor.__setitem__) and isinstance(args[0], Elsewhere):
            return func(args[0], _as_tensors(args[1]), *args[2:])
        if func is Tensor.tolist and isinstance(args[0], Elsewhere):
            return args[0].tolist()  # of map(torch.Tensor.tolist, …), which passes by the class
        return func(*args, **kwargs)


def _as_tensors(index: Any) -> Any:
    """An index whose lists of numbers are tensors; torch would make these below any dispatch."""
    if isinstance(index, tuple):
        return tuple(map(_as_tensors, index))
    return torch.tensor(index) if isinstance(index, list) and index else index


class _Generator(torch.Generator):
    """torch.Generator, which also makes one of this device. It draws on the processor, like everything here."""

    def __new__(cls, device: Any = "cpu") -> _Generator:
        there = torch.device(device).type == NAME
        made = super().__new__(cls, "cpu" if there else device)
        if there and Spy.current is not None:
            Spy.current.generators[made._cdata] = made
        return made

    @property
    def device(self) -> torch.device:  # type: ignore[override]
        return torch.device(NAME) if _is_there(self) else super().device


def _is_there(generator: torch.Generator) -> bool:
    """Operations are given another Python object than the notebook made, with the same generator inside."""
    return Spy.current is not None and generator._cdata in Spy.current.generators


class Spy(TorchDispatchMode):
    """Within it the device exists. `left_behind` says what was computed on the processor: (operation, cell, line)."""

    current: Spy | None = None

    def __init__(self, apples: bool = False) -> None:
        """apples: what Apple's GPU can't hold or compute is an error on the device."""
        super().__init__()
        self.refused = apples_gpu.TYPES if apples else frozenset()
        self.missing = apples_gpu.missing() if apples else frozenset()
        self.generators: dict[
            int, torch.Generator
        ] = {}  # those of the device, kept so that no address is used twice
        self.is_looking = True  # whether what is computed on the processor is written down
        self.left_behind: list[tuple[str, str, int]] = []
        self.written = _Written()
        self.at_home: dict[
            int, bool
        ] = {}  # memory of tensors that came back from the device, or are for figures

    def __enter__(self) -> Spy:
        Spy.current = self
        self.maker, torch.Generator = torch.Generator, _Generator  # type: ignore[misc]
        self.written.__enter__()
        self.fused = optimizer._get_fused_kernels_supported_devices
        optimizer._get_fused_kernels_supported_devices = lambda: [*self.fused(), NAME]
        return super().__enter__()

    def __exit__(self, *error: Any) -> None:
        Spy.current = None
        optimizer._get_fused_kernels_supported_devices = self.fused
        torch.Generator = self.maker  # type: ignore[misc]
        super().__exit__(*error)
        self.written.__exit__(*error)

    def __torch_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        return _run(func, args, kwargs or {})

    def is_own(self, tensor: Tensor) -> bool:
        """Whether these are numbers that the notebook made on the processor. Double precision belongs there."""
        home = self.at_home.get(tensor.untyped_storage().data_ptr(), False)
        single = tensor.is_floating_point() and tensor.dtype not in apples_gpu.TYPES
        return single and tensor.ndim > 0 and not home

    def remember(self, results: Any, home: bool) -> None:
        for tensor in tree_leaves(results):
            if isinstance(tensor, Tensor) and tensor.layout == torch.strided:
                self.at_home[tensor.untyped_storage().data_ptr()] = home


def _run(func: Any, args: Any, kwargs: dict[str, Any]) -> Any:
    name = func.overloadpacket.__name__
    leaves = [leaf for leaf in tree_leaves((args, kwargs)) if isinstance(leaf, Tensor)]
    there = [leaf for leaf in leaves if isinstance(leaf, Elsewhere)]
    here = [leaf for leaf in leaves if not isinstance(leaf, Elsewhere)]
    asked = kwargs.get("device")
    if there and name not in MIXING and any(leaf.ndim for leaf in here):
        raise RuntimeError(f"Expected all tensors to be on the same device, but {name} got {NAME} and cpu")
    if name.startswith("index") and here and here[0] is args[0] and there:
        raise RuntimeError(f"the tensor is on the cpu, and its indices are on {NAME}")
    onto = torch.device(asked).type == NAME if asked is not None else bool(there)
    _refuse(func, name, kwargs, onto)
    if asked is not None and torch.device(asked).type == NAME:
        kwargs = kwargs | {"device": torch.device("cpu")}
    results = func(*_inner(args), **_inner(kwargs))
    written = _written(func, args)
    if written is not None and there:
        return written
    if onto:
        return tree_map(lambda leaf: _moved(leaf, name) if isinstance(leaf, Tensor) else leaf, results)
    _notice(func, name, there, here, results)
    return results if written is None else written


def _moved(made: Tensor, name: str) -> Elsewhere:
    if Spy.current is not None and made.dtype in Spy.current.refused:
        complain(
            TypeError(f"{name}: the device cannot hold {made.dtype}; use float32, or move it to the CPU")
        )
    return Elsewhere(made)


def _refuse(func: Any, name: str, kwargs: dict[str, Any], onto: bool) -> None:
    """Errors of a GPU that the numbers themselves don't show. onto: whether the result is on the device."""
    generator = kwargs.get("generator")
    if generator is not None and onto != _is_there(generator):
        place, found = (NAME, "cpu") if onto else ("cpu", NAME)
        complain(RuntimeError(f"{name}: expected a {place!r} generator but found {found!r}"))
    if onto and Spy.current is not None and func._schema.name.startswith("aten::"):
        full = name + (f".{func._overloadname}" if func._overloadname != "default" else "")
        if full in Spy.current.missing:
            complain(NotImplementedError(f"{full}: the device has no such operation; move it to the CPU"))


def complain(error: Exception) -> None:
    """A single place for what the device refuses, so that a survey can count instead of stopping."""
    raise error


def _inner(tree: Any) -> Any:
    return tree_map(lambda leaf: leaf.inner if isinstance(leaf, Elsewhere) else leaf, tree)


def _written(func: Any, args: Any) -> Any:
    """The argument that an operation in place writes to and returns."""
    schema = func._schema
    first = schema.arguments[0].alias_info if schema.arguments else None
    in_place = first is not None and first.is_write and len(schema.returns) == 1
    return args[0] if in_place and isinstance(args[0], Tensor) else None


def _notice(func: Any, name: str, there: list[Tensor], here: list[Tensor], results: Any) -> None:
    """Write down whose numbers the results on the processor are, and what should have been computed elsewhere."""
    spy = Spy.current
    if spy is None or not any(isinstance(leaf, Tensor) for leaf in tree_leaves(results)):
        return
    own = any(spy.is_own(leaf) for leaf in here)
    files, names, cell = _stack()
    figure = any(file.startswith(FIGURES) for file in files)
    fresh = not here and not there and not figure and name != "lift_fresh"
    if name == "lift_fresh" or there:
        own = fresh = False  # numbers written down in a cell, and what came back from the device
    if not func.is_view or name == "lift_fresh":
        spy.remember(results, home=not (own or fresh or (figure and own)))
    data = any(file.startswith(DATA) for file in files)
    drawing = DRAWING[0] in files and DRAWING[1] in names
    if (
        spy.is_looking
        and own
        and not (func.is_view or name in PREPARING or data or drawing or MAKING & names)
        and cell
    ):
        spy.left_behind.append((name, *cell))


def _stack() -> tuple[set[str], set[str], tuple[str, int] | None]:
    """The files and functions that are running, and the cell and line among them that is nearest to the operation."""
    files, names, cell = set(), set(), None
    frame = sys._getframe(2)
    while frame is not None:
        code = frame.f_code
        files.add(code.co_filename)
        names.add(code.co_name)
        if cell is None and code.co_filename.startswith("<cell"):
            cell = (code.co_filename, frame.f_lineno)
        frame = frame.f_back
    return files, names, cell
