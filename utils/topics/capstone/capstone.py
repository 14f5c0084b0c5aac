"""The capstone: a small language model of any design, within a budget that is counted and not timed.

    text = capstone.text()                            tokens to learn from, and some held out for yourself
    run = capstone.train(model, text.train, ...)      stops where the budget does
    capstone.hand_in(model)                           the weights as text, in a cell of their own

A run costs parameters × tokens seen, so it costs the same on every machine. All models read the same tokens in windows
of the same length, so that their predictions can be held against each other. What is handed in is text, of a length
that is counted too. Shapes: N windows, T tokens in a window, V entries in the vocabulary.
"""

from __future__ import annotations

import base64
import functools
import math
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from safetensors.torch import load as read_tensors
from safetensors.torch import save as write_tensors
from torch import Tensor, nn

from utils.one_sentence import OneSentence
from utils.training import Settings, Trainer

VOCABULARY = 512  # entries, the 256 bytes among them
CONTEXT = 64  # tokens that a model may see before it predicts the next
BUDGET = 600_000_000_000  # parameters × tokens seen in training
CHARACTERS = 160_000  # of all answers and helpers in the notebook together, the weights among them
CODE = 5_000  # of these, what is left for code
OWN_SHARE = 20  # one article in so many of the training split is kept for measuring
TOKENS = Path(__file__).with_name("capstone_tokens.txt")  # what each merge makes, in hexadecimal digits
NAME = "WEIGHTS"  # what the text of the weights is called in its cell
BATCH = 64  # windows at once, where nothing is learned
LINE = 100  # characters in a line of weights


class CapstoneError(OneSentence, ValueError):
    """Something that cannot be trained, packed or loaded; the message says what to do."""


@dataclass(frozen=True)
class Text:
    """What everybody learns from.

    train, validation: (N,) token ids; token_bytes: (V,) how many bytes each token stands for; tokenizer: their
    encoding.
    """

    tokenizer: Any
    train: Tensor
    validation: Tensor
    token_bytes: Tensor


@functools.cache
def tokenizer():
    """The byte-pair tokenizer of the capstone, learned from Wikipedia's training split once and for all."""
    from utils import tokenizers

    learned = [bytes.fromhex(line) for line in TOKENS.read_text(encoding="ascii").split()]
    vocabulary = [*(bytes([byte]) for byte in range(256)), *learned]
    return tokenizers.from_vocabulary(vocabulary, {tokenizers.END_OF_TEXT: len(vocabulary)}, name="capstone")


@functools.cache
def text() -> Text:
    """The training split of Wikipedia's summaries in tokens. One article in twenty is kept for measuring.

    Raises utils.assets.AssetError where the text cannot be had.
    """
    from utils import corpora

    encoding = tokenizer()
    articles = corpora.wikipedia(quiet=True)["train"]
    cut = len(articles) - len(articles) // OWN_SHARE
    parts = [corpora.joined(articles.select(rows)) for rows in (range(cut), range(cut, len(articles)))]
    train, validation = (torch.tensor(encoding.encode_ordinary(part)) for part in parts)
    return Text(encoding, train, validation, token_bytes(encoding))


def token_bytes(encoding) -> Tensor:
    """How many bytes each entry of the vocabulary stands for; the mark for the end of a text, none.  (V,)"""
    plain = [len(encoding.decode_single_token_bytes(i)) for i in range(encoding.n_vocab - 1)]
    return torch.tensor([*plain, 0])


def n_parameters(model: nn.Module) -> int:
    """All numbers that a model has learned; a parameter shared by two layers counts once, a buffer not at all."""
    return sum(p.numel() for p in model.parameters())


# --- training -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Run:
    """What a training run has cost and how it went.  losses: nats per token, one a step."""

    parameters: int
    tokens: int
    losses: list[float]
    seconds: float

    @property
    def cost(self) -> int:
        """Parameters × tokens."""
        return self.parameters * self.tokens

    def __str__(self) -> str:
        return (
            f"{self.parameters:,} parameters × {self.tokens:,} tokens = {self.cost:.3g}, "
            f"{self.cost / BUDGET:.0%} of the whole budget"
        )


def train(
    model: nn.Module,
    ids: Tensor,
    budget: float = BUDGET,
    batch_size: int = 16,
    lr: float = 4e-3,
    warmup: int = 50,
    weight_decay: float = 0.1,
    seed: int = 0,
    device: torch.device | str = "cpu",
    optimizer: Callable[[nn.Module, float, float], torch.optim.Optimizer] | None = None,
    label_smoothing: float = 0.0,
    context: int = CONTEXT,
    progress: bool = True,
) -> Run:
    """Train until the budget is used up, and count what was used; the model is changed in place.

    model: ids (B, T) to scores (B, T, V); ids: (N,) the text; budget: parameters × tokens; batch_size: windows of
    `context` tokens per step. The learning rate warms up over `warmup` steps and falls along a cosine to a twentieth of
    lr. optimizer: makes one from the model, lr and weight_decay, such as `recipes.muon`; AdamW when None.
    label_smoothing: the share of each target that is spread over the vocabulary. On a GPU, products are in bfloat16.
    With progress, a sentence is printed first where the result could not be handed in.
    Raises CapstoneError where the budget is not enough for one step.
    """
    if progress and budget <= BUDGET and (warning := too_large(model)):
        print(f"This run can't be handed in. {warning}")
    parameters, a_step = n_parameters(model), batch_size * context
    steps = int(budget // (parameters * a_step))
    if steps < 1:
        raise CapstoneError(
            f"{parameters:,} parameters × {a_step:,} tokens of one step is more than the budget of {budget:.3g}: "
            "make the model or the batch smaller."
        )
    settings = Settings(
        steps=steps,
        batch_size=batch_size,
        context=context,
        lr=lr,
        warmup=min(warmup, steps // 4),
        final_lr=0.05,
        weight_decay=weight_decay,
        seed=seed,
        label_smoothing=label_smoothing,
        precision="bfloat16" if torch.device(device).type == "cuda" else "float32",
    )
    made = optimizer(model.to(device), lr, weight_decay) if optimizer else None
    trainer = Trainer(model, ids, settings, device=device, optimizer=made)
    history = trainer.run(progress=progress)
    return Run(
        parameters,
        steps * a_step,
        [row["loss"] for row in history],
        sum(row["seconds"] for row in history),
    )


# --- measuring ----------------------------------------------------------------------------------------------------


def windows(ids: Tensor, n: int, seed: int = 0, context: int = CONTEXT) -> tuple[Tensor, Tensor]:
    """Windows at random positions of a text and the token after each.  ids: (N,).  Returns (n, context) and (n,)."""
    generator = torch.Generator().manual_seed(seed)
    starts = torch.randint(len(ids) - context, (n, 1), generator=generator)
    found = ids[starts + torch.arange(context + 1)]  # (n, context + 1)
    return found[:, :-1], found[:, -1]


def bits_with_own_tokens(model: Any, encoding: Any, source: Text, n: int = 2048) -> float:
    """Bits per byte that the validation text costs a model with another tokenizer, over n windows of its own tokens.

    model: ids (B, T) to scores (B, T, V'), its `config.context` the length of a window; encoding: its tokenizer.
    """
    written = source.tokenizer.decode(source.validation.tolist())
    ids = torch.tensor(encoding.encode_ordinary(written))
    rows, targets = windows(ids, n, context=model.config.context)
    sizes = sum(len(encoding.decode_single_token_bytes(int(i))) for i in targets)
    device = next(model.parameters()).device
    log_p = last_scores(model, rows, device).log_softmax(-1)  # (n, V')
    return float(bits(log_p, targets).sum() / sizes)


@torch.no_grad()
def last_scores(model: nn.Module, rows: Tensor, device: torch.device | str = "cpu") -> Tensor:
    """A model's scores for the token after each window, in the order given.  rows: (n, T).  Returns (n, V)."""
    if isinstance(model, nn.Module):
        model.eval()
    found = []
    for part in rows.split(BATCH):
        scores = model(part.to(device))
        if not isinstance(scores, Tensor) or scores.ndim != 3 or scores.shape[:2] != part.shape:
            shape = tuple(scores.shape) if isinstance(scores, Tensor) else type(scores).__name__
            raise CapstoneError(
                f"for ids {tuple(part.shape)} the model gives {shape}; scores of shape "
                f"({', '.join(map(str, part.shape))}, V) are needed"
            )
        found.append(scores[:, -1].float().cpu())
    return torch.cat(found)


def over_seeds(
    build: Callable[[], nn.Module],
    source: Text,
    budget: float,
    seeds: int = 3,
    n: int = 4096,
    finish: Callable[[nn.Module], object] | None = None,
    **how: Any,
) -> Tensor:
    """The same design trained from several seeds, and what each needs on the validation text.  Returns (seeds,).

    build: makes a fresh model; budget: of each run; n: windows to measure on; finish: what is done to each model after
    its training, in place; how: passed on to `train`.
    """
    rows, targets = windows(source.validation, n)
    n_bytes, found = source.token_bytes[targets].sum(), []
    for seed in range(seeds):
        torch.manual_seed(seed)
        model = build()
        train(model, source.train, budget, seed=seed, **{"progress": False, **how})
        if finish is not None:
            finish(model)
        device = next(model.parameters()).device
        log_p = last_scores(model, rows, device).double().log_softmax(-1)  # (n, V)
        found.append(float(bits(log_p, targets).sum() / n_bytes))
    return torch.tensor(found, dtype=torch.float64)


class Bigram:
    """How often each token followed each other one, helped by how often it comes at all."""

    def __init__(self, ids: Tensor, strength: float = 100.0) -> None:
        """ids: (N,); strength: how many observations the frequencies of single tokens are worth."""
        V = VOCABULARY
        pairs = torch.bincount(ids[:-1] * V + ids[1:], minlength=V * V).view(V, V).double()
        singles = (torch.bincount(ids, minlength=V) + 1.0) / (len(ids) + V)
        self.p = (pairs + strength * singles) / (pairs.sum(1, keepdim=True) + strength)  # (V, V)

    def log_probs(self, rows: Tensor) -> Tensor:
        """rows: windows (n, T), or last tokens (n,).  Returns (n, V) natural logarithms."""
        last = rows if rows.ndim == 1 else rows[:, -1]
        return self.p[last].log()


# --- weights as text ----------------------------------------------------------------------------------------------


def to_text(model: nn.Module) -> str:
    """The weights as text: matrices in eight bits with a scale for each row, all else in sixteen, in base 64.

    Raises CapstoneError for a model with buffers that belong to its state, because they would be left out.
    """
    left_out = model.state_dict().keys() - dict(model.named_parameters(remove_duplicate=False)).keys()
    if left_out:
        raise CapstoneError(
            f"{sorted(left_out)[0]} is a buffer, and only parameters are handed in: make it a Parameter if it was "
            "learned or counted, or register it with persistent=False if the model computes it when it is built."
        )
    tensors: dict[str, Tensor] = {}
    for name, parameter in model.named_parameters():
        value = parameter.detach().cpu().float().contiguous()
        if value.ndim < 2:
            tensors[name] = value.half()
            continue
        rows = value.flatten(1)
        scale = (rows.abs().amax(1, keepdim=True) / 127).clamp(min=1e-6).half()
        tensors[name] = (rows / scale.float()).round().clamp(-127, 127).to(torch.int8).view(value.shape)
        tensors[f"{name}{SCALE}"] = scale
    return base64.urlsafe_b64encode(write_tensors(tensors)).decode()


SCALE = " scale"  # behind the name of a matrix: the scales of its rows


def load(model: nn.Module, weights: str) -> nn.Module:
    """Put weights that `to_text` wrote into a model of the same design, in place, and return that model.

    It stays on its device and in its mode, for training or for use. White space in the text does not count. Raises
    CapstoneError where the text is damaged or of another design.
    """
    try:
        tensors = read_tensors(base64.urlsafe_b64decode(re.sub(r"\s+", "", weights)))
    except Exception as error:
        raise CapstoneError(
            f"The text of the weights cannot be read ({type(error).__name__}): was it cut?"
        ) from None
    stored = {name: value for name, value in tensors.items() if not name.endswith(SCALE)}
    parameters = dict(model.named_parameters())
    if stored.keys() != parameters.keys():
        odd = sorted(stored.keys() ^ parameters.keys())[0]
        where = "the weights" if odd in stored else "the model"
        raise CapstoneError(f"{odd} is in {where} only: the weights are of a model of another design.")
    with torch.no_grad():
        for name, parameter in parameters.items():
            value = stored[name].float()
            if value.shape != parameter.shape:
                raise CapstoneError(
                    f"{name} has shape {tuple(parameter.shape)} in the model and {tuple(value.shape)} in the weights."
                )
            if f"{name}{SCALE}" in tensors:
                value = (value.flatten(1) * tensors[f"{name}{SCALE}"].float()).view(value.shape)
            parameter.copy_(value)
    return model


def cell_of(weights: str) -> str:
    """The cell that holds the weights of a model, short lines in one text."""
    lines = "\n".join(weights[i : i + LINE] for i in range(0, len(weights), LINE))
    return f'{NAME} = """\n{lines}\n"""\n'


def hand_in(model: nn.Module) -> None:
    """Put the weights into a new cell below this one, in a notebook, and say in one line how long they are.

    `to_text` returns them.

    Raises CapstoneError where they leave too little room for code in what may be handed in.
    """
    weights = to_text(model)
    if len(weights) > CHARACTERS - CODE:
        raise CapstoneError(_over_the_limit(len(weights)))
    print(
        f"{n_parameters(model):,} parameters in {len(weights):,} characters; at most {CHARACTERS:,} may be handed in"
    )
    from IPython.core.getipython import get_ipython

    shell = get_ipython()
    if shell is not None:
        if NAME in shell.user_ns:
            print(
                f"There is a cell with {NAME} already: delete it. It would count as well, and of two the lower wins."
            )
        shell.set_next_input(cell_of(weights))


def too_large(model: nn.Module) -> str:
    """Why a model of this design can't be handed in, in a sentence; empty where it can.

    Trained or not, its weights take the same number of characters.
    """
    try:
        length = len(to_text(model))
    except CapstoneError as error:
        return str(error)
    return _over_the_limit(length) if length > CHARACTERS - CODE else ""


def _over_the_limit(length: int) -> str:
    return (
        f"The weights take {length:,} characters. All that is handed in may take {CHARACTERS:,}, code and "
        f"all, so make the model smaller, until they take at most {CHARACTERS - CODE:,}."
    )


def bits(log_probs: Tensor, targets: Tensor) -> Tensor:
    """What each target costs in bits.  log_probs: (n, V); targets: (n,).  Returns (n,) bits."""
    return -log_probs.gather(1, targets[:, None])[:, 0] / math.log(2)
