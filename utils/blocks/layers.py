"""Finished norms and feed-forward layers, for the lessons after the one on them.

They hold the parameters under the names that the lesson uses and compute with torch's fused functions.
Weights act as y = x Wᵀ. Shapes: D model width, F hidden width; all layers take (..., D) and return (..., D).
"""

from __future__ import annotations

from collections.abc import Callable

import torch
import torch.nn.functional as F
from torch import Tensor, nn

ACTIVATIONS: dict[str, Callable[[Tensor], Tensor]] = {
    "gelu": F.gelu,
    "gelu_tanh": lambda x: F.gelu(x, approximate="tanh"),
    "silu": F.silu,
    "relu": F.relu,
}


def activation(name: str) -> Callable[[Tensor], Tensor]:
    """The activation of that name: gelu (exact, BERT), gelu_tanh (GPT-2), silu, relu."""
    if name not in ACTIVATIONS:
        raise ValueError(f"There is no activation {name!r}: choose one of {', '.join(ACTIVATIONS)}.")
    return ACTIVATIONS[name]


class LayerNorm(nn.Module):
    """Every token to mean 0 and variance 1, then a gain and a bias for each feature (Ba et al. 2016).

    d_model: D; eps: added to the variance, under the root; bias: whether there is one.
    Parameters: `weight` (D,), `bias` (D,) or none.
    """

    def __init__(self, d_model: int, eps: float = 1e-5, bias: bool = True) -> None:
        super().__init__()
        self.eps = eps
        self.weight = nn.Parameter(torch.ones(d_model))
        self.bias = nn.Parameter(torch.zeros(d_model)) if bias else None

    def forward(self, x: Tensor) -> Tensor:
        return F.layer_norm(x, self.weight.shape, self.weight, self.bias, self.eps)


class RMSNorm(nn.Module):
    """Every token to root mean square 1, then a gain for each feature (Zhang and Sennrich 2019).

    The mean square is taken in float32 whatever the type of x, as Llama does. Parameter: `weight` (D,).
    """

    def __init__(self, d_model: int, eps: float = 1e-6) -> None:
        super().__init__()
        self.eps = eps
        self.weight = nn.Parameter(torch.ones(d_model))

    def forward(self, x: Tensor) -> Tensor:
        if x.dtype in (torch.float16, torch.bfloat16):
            return self.weight * F.rms_norm(x.float(), self.weight.shape, eps=self.eps).to(x.dtype)
        return F.rms_norm(x, self.weight.shape, self.weight, self.eps)


NORMS: dict[str, Callable[..., nn.Module]] = {"layer": LayerNorm, "rms": RMSNorm}


def make_norm(kind: str, d_model: int, eps: float) -> nn.Module:
    """A norm by its kind, "layer" or "rms"."""
    if kind not in NORMS:
        raise ValueError(f"There is no norm {kind!r}: choose one of {', '.join(NORMS)}.")
    return NORMS[kind](d_model, eps=eps)


class FeedForward(nn.Module):
    """Widen each token, apply an activation, come back.

    d_hidden: F (4·D when None); act: see `activation`.
    Parameters: `up.weight` (F, D), `up.bias` (F,), `down.weight` (D, F), `down.bias` (D,).
    """

    def __init__(
        self, d_model: int, d_hidden: int | None = None, act: str = "gelu", bias: bool = True
    ) -> None:
        super().__init__()
        d_hidden = 4 * d_model if d_hidden is None else d_hidden
        self.act = act
        activation(act)  # an unknown name is an error now, not in the first forward pass
        self.up = nn.Linear(d_model, d_hidden, bias=bias)
        self.down = nn.Linear(d_hidden, d_model, bias=bias)

    def forward(self, x: Tensor) -> Tensor:
        return self.down(activation(self.act)(self.up(x)))


class SwiGLU(nn.Module):
    """A feed-forward layer with a gate (Shazeer 2020): down(silu(gate(x)) · up(x)).

    d_hidden: F (8/3·D, rounded down, when None: as many weights as a plain layer with F = 4·D).
    Parameters: `gate.weight`, `up.weight` (F, D), `down.weight` (D, F), and biases where bias is True.
    """

    def __init__(self, d_model: int, d_hidden: int | None = None, bias: bool = False) -> None:
        super().__init__()
        d_hidden = 8 * d_model // 3 if d_hidden is None else d_hidden
        self.gate = nn.Linear(d_model, d_hidden, bias=bias)
        self.up = nn.Linear(d_model, d_hidden, bias=bias)
        self.down = nn.Linear(d_hidden, d_model, bias=bias)

    def forward(self, x: Tensor) -> Tensor:
        return self.down(F.silu(self.gate(x)) * self.up(x))


def make_feed_forward(kind: str, d_model: int, d_hidden: int | None, bias: bool = True) -> nn.Module:
    """A feed-forward layer by its kind: "swiglu" (no biases), or the name of an activation."""
    return SwiGLU(d_model, d_hidden) if kind == "swiglu" else FeedForward(d_model, d_hidden, kind, bias)
