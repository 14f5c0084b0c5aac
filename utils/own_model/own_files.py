"""A trained GPT and its tokenizer on disk, written whole and read as untrusted input.

`model.json` holds the sizes, the tokenizer and where the model comes from; it names, by hash, one safetensors file with
the weights. It is written last, so a run that is interrupted leaves the earlier pair in use.
"""

from __future__ import annotations

import base64
import dataclasses
import hashlib
import importlib.metadata
import json
import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import safetensors.torch
import tiktoken
import torch
from safetensors import SafetensorError
from torch import Tensor, nn

from utils import tokenizers
from utils.blocks.gpt import GPT, GPTConfig
from utils.own_model.own_folder import own_model_folder, read_small, write_whole

FORMAT = 1  # to be raised when a file of the old form can no longer be read
MOST_JSON = 4_000_000  # bytes; a vocabulary of 65,536 tokens needs about half of that
MOST_PARAMETERS = 64_000_000  # twice as many as the model of the GPU run has
HERE = Path(__file__).resolve().parent

# The largest value of each size; together with MOST_PARAMETERS they bound what is allocated before the file is read.
LARGEST = {
    "vocab_size": 65_536,
    "context": 8_192,
    "d_model": 4_096,
    "n_heads": 128,
    "n_layers": 64,
    "d_hidden": 16_384,
}
CHOICES = {
    "norm": ("pre", "post", "peri"),
    "norm_kind": ("layer", "rms"),
    "act": ("gelu", "gelu_tanh", "silu", "relu", "swiglu"),
}


class Unusable(ValueError):
    """A file that cannot be used; the message is a clause that says why."""


class OtherRelease(Unusable):
    """A file in the form of another release of the course."""


@dataclass(frozen=True)
class ModelFacts:
    """Where a model comes from. bits_per_byte: on held-out text, None where it was not measured."""

    yours: bool
    lesson: str
    trained_on: str
    bits_per_byte: float | None
    torch_version: str
    course_version: str


class OwnModel(NamedTuple):
    """What `load_own_model` returns: `model, tokenizer, facts = load_own_model()`."""

    model: Any  # a GPT, or what `model_class` builds
    tokenizer: tiktoken.Encoding
    facts: ModelFacts


# --- writing ------------------------------------------------------------------------------------------------------


def save_own_model(
    model: nn.Module,
    tokenizer: tiktoken.Encoding,
    *,
    trained_on: str,
    lesson: str,
    bits_per_byte: float | None = None,
) -> Path | None:
    """Keep a trained GPT and its tokenizer for the lessons to come, and print one sentence about it.

    model: a `GPT` of utils.blocks.gpt, on any device, or one with the same parameters and a `config` with the same
    fields; left as it is. tokenizer: with GPT-2's pattern, as `utils.tokenizers.trained` makes it. trained_on: a few
    words. lesson: number and letter of the sitting. bits_per_byte: on text that it wasn't trained on.
    Returns the folder, or None where nothing could be saved; the earlier model, if there is one, then stays.
    """
    folder = own_model_folder()
    weights = {name: tensor.detach().cpu().contiguous() for name, tensor in model.state_dict().items()}
    try:
        facts: dict[str, Any] = {
            "format": FORMAT,
            "lesson": lesson,
            "trained_on": trained_on,
            "bits_per_byte": bits_per_byte,
            "torch_version": str(torch.__version__),
            "course_version": _course_version(),
            "config": _config_of(model),
            "tokenizer": _tokenizer_facts(tokenizer),
        }
        _checked_facts(facts)
        _check_weights(weights, _checked_config(facts["config"]))
        data = safetensors.torch.save(weights)
        facts["sha256"] = hashlib.sha256(data).hexdigest()
        write_whole(folder / _weights_name(facts["sha256"]), data)
        write_whole(folder / "model.json", json.dumps(facts, indent=1).encode())
    except (Unusable, OSError) as error:
        print(
            f"Your model could not be saved in {folder} ({error}); later lessons will use the course's model."
        )
        return None
    for old in folder.glob("weights-*.safetensors"):
        if old.name != _weights_name(facts["sha256"]):
            old.unlink(missing_ok=True)
    print(f"Your model is saved in {folder}; later lessons will load it from there.")
    return folder


def _config_of(model: nn.Module) -> dict[str, Any]:
    config = getattr(model, "config", None)
    fields = {field.name: field.default for field in dataclasses.fields(GPTConfig)}
    if config is None or not all(hasattr(config, name) for name in list(fields)[:5]):
        raise Unusable("the model has no config with the sizes of a GPT")
    return {name: getattr(config, name, default) for name, default in fields.items()}


def _tokenizer_facts(tokenizer: tiktoken.Encoding) -> dict[str, Any]:
    special = {name: tokenizer.encode_single_token(name) for name in sorted(tokenizer.special_tokens_set)}
    ordinary = tokenizer.n_vocab - len(special)
    tokens = [tokenizer.decode_single_token_bytes(i) for i in range(ordinary)]
    return {"vocabulary": [base64.b64encode(token).decode() for token in tokens], "special": special}


def _course_version() -> str:
    try:
        return importlib.metadata.version("transformer-course")
    except importlib.metadata.PackageNotFoundError:
        return "unknown"


def _weights_name(sha256: str) -> str:
    return f"weights-{sha256[:12]}.safetensors"


# --- reading ------------------------------------------------------------------------------------------------------


def load_own_model(
    device: str | torch.device = "cpu",
    model_class: Callable[[GPTConfig], nn.Module] = GPT,
    *,
    quiet: bool = False,
) -> OwnModel:
    """The model that the student trained, or else the one that the reference solution trained.

    device: where the model goes. model_class: what builds the model from a GPTConfig, with the parameter names and
    shapes of `utils.blocks.gpt.GPT`, whose place it takes; a notebook may pass its own class. quiet: don't print the
    sentence that says which model it is.
    Returns (model, tokenizer, facts), the model in eval mode. Raises ValueError when
    `model_class` has other parameters.
    """
    folder = own_model_folder()
    told = ""
    try:
        facts, weights = _read(folder)
        yours = True
    except FileNotFoundError:
        told = "You have no saved model yet (the lesson on GPT saves one), so this is"
    except OtherRelease as error:
        told = f"Your saved model comes from another release of the course ({error}), so this is"
    except (Unusable, OSError) as error:
        told = f"Your saved model in {folder} can't be used ({error}), so this is"
    if told:
        facts, weights = _reference()
        yours = False
    config, tokenizer = _checked_config(facts["config"]), _checked_tokenizer(facts["tokenizer"])
    model = model_class(config)
    try:
        model.load_state_dict(weights)
    except RuntimeError as error:
        raise ValueError(
            f"{getattr(model_class, '__name__', 'The class')} has other parameters than utils.blocks.gpt.GPT: {error}"
        ) from None
    about = ModelFacts(
        yours,
        *(
            facts[name]
            for name in ("lesson", "trained_on", "bits_per_byte", "torch_version", "course_version")
        ),
    )
    if not quiet:
        score = "" if about.bits_per_byte is None else f", {about.bits_per_byte:.2f} bits per byte"
        which = f"{told} the course's own:" if told else f"This is your model from lesson {facts['lesson']}:"
        print(f"{which} a GPT trained on {about.trained_on}{score}.")
    return OwnModel(model.to(device).eval(), tokenizer, about)


def _read(folder: Path) -> tuple[dict[str, Any], dict[str, Tensor]]:
    """What was saved, after every check. Raises FileNotFoundError where nothing was, Unusable or OSError."""
    try:
        data = read_small(folder / "model.json", MOST_JSON)
        facts = json.loads(data)
    except (ValueError, RecursionError) as error:
        why = (
            str(error)
            if not isinstance(error, (json.JSONDecodeError, UnicodeDecodeError, RecursionError))
            else ""
        )
        raise Unusable(why or "model.json is not JSON") from None
    facts = _checked_facts(facts)
    sha256 = facts.get("sha256")
    if not isinstance(sha256, str) or not re.fullmatch("[0-9a-f]{64}", sha256):
        raise Unusable("model.json names no weights")
    config = _checked_config(facts["config"])
    wanted = _wanted(config)
    name = _weights_name(sha256)
    most = 4 * sum(math.prod(shape) for shape in wanted.values()) + 1000 * (len(wanted) + 1)
    try:
        data = read_small(folder / name, most)
    except FileNotFoundError:
        raise Unusable(f"{name} is missing") from None
    except ValueError as error:
        raise Unusable(str(error)) from None
    if hashlib.sha256(data).hexdigest() != sha256:
        raise Unusable(f"{name} is damaged")
    try:
        weights = safetensors.torch.load(data)
    except (SafetensorError, ValueError, KeyError, TypeError):  # what its parser raises for a wrong header
        raise Unusable(f"{name} is no safetensors file") from None
    _check_weights(weights, config)
    return facts, weights


def _checked_facts(facts: Any) -> dict[str, Any]:
    """The content of model.json, with every type checked. Raises Unusable."""
    if not isinstance(facts, dict):
        raise Unusable("model.json holds no object")
    found = facts.get("format")
    if type(found) is not int:
        raise Unusable("model.json has no format")
    if found != FORMAT:
        raise OtherRelease(f"format {found!r:.9}; this release reads format {FORMAT}")
    for name, most in {"lesson": 10, "trained_on": 200, "torch_version": 60, "course_version": 60}.items():
        text = facts.get(name)
        if not isinstance(text, str) or len(text) > most or not text.isprintable():
            raise Unusable(f"model.json has no usable {name!r}")
    bits = facts.get("bits_per_byte")
    if bits is not None and not (type(bits) in (int, float) and 0 <= bits <= 100):
        raise Unusable("model.json has no usable 'bits_per_byte'")
    config = _checked_config(facts.get("config"))
    if _checked_tokenizer(facts.get("tokenizer")).n_vocab > config.vocab_size:
        raise Unusable("its tokenizer has more tokens than the model")
    return facts


def _checked_config(config: Any) -> GPTConfig:
    """Sizes within bounds and nothing else. Raises Unusable."""
    fields = [field.name for field in dataclasses.fields(GPTConfig)]
    if not isinstance(config, Mapping):
        raise Unusable("model.json has no config")
    if set(config) != set(fields):
        raise OtherRelease("its config has other entries")
    for name, value in config.items():
        if name in LARGEST:
            good = (type(value) is int and 1 <= value <= LARGEST[name]) or (
                name == "d_hidden" and value is None
            )
        elif name in CHOICES:
            good = value in CHOICES[name]
        elif name in ("dropout", "eps"):
            good = type(value) in (int, float) and 0 <= value < 1
        else:  # bias, qkv_bias, tied
            good = type(value) is bool or (name == "qkv_bias" and value is None)
        if not good:
            raise Unusable(f"{name} = {value!r:.40} is no size or setting of a GPT")
    made = GPTConfig(**config)
    if made.d_model % made.n_heads:
        raise Unusable("its width can't be divided among its heads")
    hidden = made.d_hidden or 4 * made.d_model
    inside = made.n_layers * (4 * made.d_model**2 + 3 * made.d_model * hidden)  # SwiGLU has three maps
    if inside + made.d_model * (2 * made.vocab_size + made.context) > MOST_PARAMETERS:
        raise Unusable(f"its config asks for more than {MOST_PARAMETERS:,} parameters")
    return made


def _checked_tokenizer(facts: Any) -> tiktoken.Encoding:
    """The tokenizer of model.json. Raises Unusable."""
    if not isinstance(facts, Mapping) or set(facts) != {"vocabulary", "special"}:
        raise Unusable("model.json has no tokenizer")
    tokens, special = facts["vocabulary"], facts["special"]
    if not isinstance(tokens, list) or not all(isinstance(token, str) for token in tokens):
        raise Unusable("its vocabulary is no list of strings")
    if not isinstance(special, Mapping) or len(tokens) + len(special) > LARGEST["vocab_size"]:
        raise Unusable("its vocabulary is too large")
    if not all(0 < len(name) <= 100 for name in special):
        raise Unusable("the name of a special token is empty or very long")
    ids = list(special.values())
    if not all(type(i) is int for i in ids) or sorted(ids) != list(
        range(len(tokens), len(tokens) + len(ids))
    ):
        raise Unusable("its special tokens don't follow its vocabulary")
    try:
        vocabulary = [base64.b64decode(token, validate=True) for token in tokens]
        if not all(0 < len(token) <= 256 for token in vocabulary):
            raise ValueError("a token is empty or very long")
        return tokenizers.from_vocabulary(vocabulary, dict(special), name="own model")
    except ValueError as error:
        raise Unusable(f"its vocabulary is damaged: {error}") from None


def _wanted(config: GPTConfig) -> dict[str, tuple[int, ...]]:
    """Name and shape of each parameter, without room for any of them."""
    with torch.device("meta"):
        return {name: tuple(tensor.shape) for name, tensor in GPT(config).state_dict().items()}


def _check_weights(weights: Mapping[str, Tensor], config: GPTConfig) -> None:
    """All names, shapes and types as the config has them, and every value finite. Raises Unusable."""
    wanted = _wanted(config)
    wrong = sorted(wanted.keys() ^ weights.keys())
    if wrong:
        raise Unusable(f"{wrong[0]!r:.60} is {'missing' if wrong[0] in wanted else 'no tensor of a GPT'}")
    for name, shape in wanted.items():
        tensor = weights[name]
        if tuple(tensor.shape) != shape:
            raise Unusable(f"{name} is {tuple(tensor.shape)} and should be {shape}")
        if tensor.dtype not in (torch.float32, torch.bfloat16, torch.float16):
            raise Unusable(f"{name} holds {str(tensor.dtype).removeprefix('torch.')}")
        if not tensor.isfinite().all():
            raise Unusable(f"{name} holds values that are no numbers")


# --- the reference ------------------------------------------------------------------------------------------------


def pack(weights: Mapping[str, Tensor]) -> dict[str, Tensor]:
    """Each matrix as int8 with one scale per row, a quarter of its size; vectors stay as they are."""
    packed = {}
    for name, tensor in weights.items():
        if tensor.ndim == 2:
            scale = tensor.abs().amax(1, keepdim=True).clamp(min=1e-12) / 127  # (rows, 1)
            packed[name] = (tensor / scale).round().to(torch.int8)
            packed[name + ".scale"] = scale
        else:
            packed[name] = tensor.clone()
    return packed


def unpack(packed: Mapping[str, Tensor]) -> dict[str, Tensor]:
    """What `pack` was given, rounded."""
    return {
        name: tensor * packed[name + ".scale"] if tensor.dtype == torch.int8 else tensor
        for name, tensor in packed.items()
        if not name.endswith(".scale")
    }


def _reference() -> tuple[dict[str, Any], dict[str, Tensor]]:
    facts = _checked_facts(json.loads((HERE / "reference.json").read_bytes()))
    return facts, unpack(safetensors.torch.load((HERE / "reference.safetensors").read_bytes()))
