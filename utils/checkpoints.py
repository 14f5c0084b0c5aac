"""Models and optimiser states on disk, as safetensors: numbers and names, no code that runs when a file is opened.

`save` and `load` keep a whole training run; `load_gpt2` and `save_gpt2` speak the format of GPT-2's files.
"""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import torch
from safetensors import safe_open
from safetensors.torch import save_file
from torch import Tensor, nn

from utils import optimizer_state
from utils.one_sentence import OneSentence

__all__ = ["CheckpointError", "load", "load_gpt2", "save", "save_gpt2"]

MODEL, OPTIMIZER, EXTRA = "model.", "optimizer.", "extra."

# GPT-2's name of each part of a block, and ours
BLOCK_PARTS = {
    "ln_1": "norm1",
    "ln_2": "norm2",
    "attn.c_attn": "attention.qkv_proj",
    "attn.c_proj": "attention.out_proj",
    "mlp.c_fc": "feed_forward.up",
    "mlp.c_proj": "feed_forward.down",
}
OUTSIDE = {"wte": "tokens", "wpe": "positions", "ln_f": "norm"}


class CheckpointError(OneSentence, ValueError):
    """A file does not fit the model; the message names the file and the tensor."""


def save(
    path: str | os.PathLike[str],
    model: nn.Module,
    optimizer: torch.optim.Optimizer | None = None,
    *,
    tensors: Mapping[str, Tensor] | None = None,
    notes: Mapping[str, Any] | None = None,
) -> None:
    """Write a model, an optimiser's state, further tensors and notes (anything that JSON holds) into one file.

    Tied parameters are written once. The file appears under its name only when it is complete. The optimiser may be
    any with a state_dict of numbers, strings, tensors, and tuples, lists and dicts of these.
    Raises CheckpointError, which says which value it is, when something cannot be written; there is no file then.
    """
    weights = model.state_dict()
    for name, tensor in weights.items():
        if not isinstance(tensor, Tensor):
            raise CheckpointError(
                f"{name} of the model is a {type(tensor).__name__}, which {path} cannot hold."
            )
    found = {MODEL + name: tensor for name, tensor in _once(weights).items()}
    found |= {EXTRA + name: tensor for name, tensor in (tensors or {}).items()}
    facts: dict[str, Any] = {"notes": dict(notes or {})}
    if optimizer is not None:
        try:
            facts["optimizer"], of_optimizer = optimizer_state.pack(optimizer)
        except optimizer_state.Unfit as error:
            raise CheckpointError(f"The optimiser cannot be written to {path}: {error}.") from None
        found |= {OPTIMIZER + name: tensor for name, tensor in of_optimizer.items()}
    _write({name: tensor.detach().contiguous() for name, tensor in found.items()}, Path(path), facts)


def load(
    path: str | os.PathLike[str], model: nn.Module, optimizer: torch.optim.Optimizer | None = None
) -> tuple[dict[str, Tensor], dict[str, Any]]:
    """Read what `save` wrote into a model and an optimiser of the same form.  Returns (tensors, notes).

    Raises CheckpointError when the file does not fit, and then leaves the model as it was.
    """
    found, facts = _read(Path(path))
    state = None if optimizer is None else _optimizer_state(found, facts, optimizer, Path(path))
    _fit(model, _below(MODEL, found), Path(path))
    if optimizer is not None and state is not None:
        optimizer.load_state_dict(state)
    return _below(EXTRA, found), facts["notes"]


def _optimizer_state(
    found: Mapping[str, Tensor], facts: Mapping[str, Any], optimizer: torch.optim.Optimizer, path: Path
) -> dict[str, Any]:
    if "optimizer" not in facts:
        raise CheckpointError(f"{path} holds no state of an optimiser; load it without one.")
    try:
        return optimizer_state.unpack(facts["optimizer"], _below(OPTIMIZER, found), optimizer)
    except optimizer_state.Unfit as error:
        raise CheckpointError(f"{path} does not fit the optimiser: {error}.") from None


def _below(prefix: str, found: Mapping[str, Tensor]) -> dict[str, Tensor]:
    return {name.removeprefix(prefix): tensor for name, tensor in found.items() if name.startswith(prefix)}


def load_gpt2(model: nn.Module, source: str | os.PathLike[str] | Mapping[str, Tensor]) -> nn.Module:
    """Copy weights in GPT-2's format into a GPT (`utils.blocks.gpt`, or one with the same parameter names).

    source: a .safetensors file, a folder with model.safetensors, or a dict of tensors. Names may carry the prefix
    "transformer."; the causal masks that old files hold are passed over. GPT-2 stores its maps as (in, out), so
    they are transposed. Returns the model. Raises CheckpointError when the file does not fit.
    """
    if isinstance(source, Mapping):
        tensors, where = dict(source), Path("the given tensors")
    else:
        where = Path(source)
        where = where / "model.safetensors" if where.is_dir() else where
        tensors, _ = _read(where)
    tensors = {name.removeprefix("transformer."): tensor for name, tensor in tensors.items()}
    weights = {}
    for name, tensor in tensors.items():
        ours = _from_gpt2(name)
        if ours is not None:
            weights[ours] = tensor.T if _is_map(name) else tensor
    if getattr(model, "head", None) is None:
        weights.pop("head.weight", None)  # the same numbers as the token table
    elif "head.weight" not in weights and "tokens.weight" in weights:
        weights["head.weight"] = weights["tokens.weight"]
    _fit(model, weights, where)
    return model


def save_gpt2(model: nn.Module, path: str | os.PathLike[str]) -> None:
    """Write a GPT in GPT-2's format, as `transformers` reads it. The blocks need biases everywhere."""
    back = {ours: theirs for theirs, ours in BLOCK_PARTS.items()}
    outside = {ours: theirs for theirs, ours in OUTSIDE.items()}
    found = {}
    for name, tensor in model.state_dict().items():
        module, part = name.rsplit(".", 1)
        if module == "head":
            theirs = "lm_head"
        elif module in outside:
            theirs = f"transformer.{outside[module]}"
        else:
            _, number, inside = module.split(".", 2)
            if inside not in back:
                raise CheckpointError(
                    f"GPT-2's format has no place for {name}: only its own form can be saved."
                )
            theirs = f"transformer.h.{number}.{back[inside]}"
        is_map = _is_map(f"{theirs}.{part}")
        found[f"{theirs}.{part}"] = (tensor.T if is_map else tensor).detach().contiguous()
    _write(found, Path(path), {})


def _from_gpt2(name: str) -> str | None:
    """Our name for a tensor of a GPT-2 file; None for a causal mask. Raises CheckpointError for anything else."""
    if name == "lm_head.weight":
        return "head.weight"
    if name.endswith((".attn.bias", ".attn.masked_bias")):
        return None
    module, _, part = name.rpartition(".")
    if module in OUTSIDE:
        return f"{OUTSIDE[module]}.{part}"
    pieces = module.split(".", 2)
    if len(pieces) == 3 and pieces[0] == "h" and pieces[2] in BLOCK_PARTS:
        return f"blocks.{pieces[1]}.{BLOCK_PARTS[pieces[2]]}.{part}"
    raise CheckpointError(f"{name} is no tensor of a GPT-2 file; is this another model's file?")


def _is_map(name: str) -> bool:
    return ".c_" in name and name.endswith(".weight")


def _fit(model: nn.Module, weights: Mapping[str, Tensor], path: Path) -> None:
    """Copy weights into a model after looking whether all of them fit."""
    wanted = _once(model.state_dict(keep_vars=True))
    missing = sorted(wanted.keys() - weights.keys())
    surplus = sorted(weights.keys() - wanted.keys())
    if missing or surplus:
        word, names = ("lacks", missing) if missing else ("has no place in the model for", surplus)
        more = f" and {len(names) - 1} more" if len(names) > 1 else ""
        raise CheckpointError(f"{path} {word} {names[0]}{more}; the model has another form than the file.")
    for name, tensor in weights.items():
        if tensor.shape != wanted[name].shape:
            raise CheckpointError(
                f"{name} is {tuple(tensor.shape)} in {path}, and {tuple(wanted[name].shape)} in the model; "
                "make the model with the sizes of the file."
            )
    with torch.no_grad():
        for name, tensor in weights.items():
            wanted[name].copy_(tensor)


def _once(state: Mapping[str, Tensor]) -> dict[str, Tensor]:
    """A state dict in which shared tensors stand under their first name only."""
    seen: set[tuple[int, int]] = set()

    def place(tensor: Tensor) -> tuple[int, int]:  # not data_ptr, which is 0 on the device "meta"
        return tensor.untyped_storage()._cdata, int(tensor.storage_offset())

    return {n: t for n, t in state.items() if not (place(t) in seen and t.numel()) and not seen.add(place(t))}


def _write(tensors: dict[str, Tensor], path: Path, facts: Mapping[str, Any]) -> None:
    try:
        text = json.dumps(facts)
    except (TypeError, ValueError) as error:
        raise CheckpointError(f"The notes cannot be written to {path}: {error}.") from None
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, suffix=".part")
    os.close(handle)
    try:
        save_file(tensors, name, metadata={"format": "pt", "facts": text})
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def _read(path: Path) -> tuple[dict[str, Tensor], dict[str, Any]]:
    if not path.is_file():
        raise CheckpointError(f"There is no file {path}.")
    try:
        with safe_open(path, framework="pt") as file:
            names = list(file.keys())
            facts = json.loads((file.metadata() or {}).get("facts", "{}"))
            return {name: file.get_tensor(name) for name in names}, facts
    except Exception as error:
        raise CheckpointError(f"{path} is no complete safetensors file ({error}); save it again.") from None
