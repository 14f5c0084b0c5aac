"""Low-rank adapters for linear layers: LoRA, DoRA, and LoRA over a layer with four bits per weight.

Everywhere W is (out, in), A (r, in) is random and B (out, r) zero, so that a fresh adapter changes nothing; the change
is (α / r)·B A. The layer that is adapted stays in `base`, frozen.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from statistics import NormalDist

import torch
import torch.nn.functional as F
from torch import Tensor, nn

BLOCK, GROUP = 64, 256  # weights that share a scale, and scales that share one


class LoRALinear(nn.Module):
    """A frozen linear layer and a trainable change of rank r.  x: (…, in) → (…, out).

    rank_stabilized: α / √r in the place of α / r.
    """

    def __init__(self, base: nn.Linear, r: int, alpha: float, rank_stabilized: bool = False) -> None:
        super().__init__()
        self.base, self.scale, self.merged = base.requires_grad_(False), alpha / r, False
        if rank_stabilized:
            self.scale = alpha / math.sqrt(r)
        place = {"device": base.weight.device, "dtype": base.weight.dtype}
        self.A = nn.Parameter(torch.empty(r, base.in_features, **place))
        self.B = nn.Parameter(torch.zeros(base.out_features, r, **place))
        nn.init.kaiming_uniform_(self.A, a=math.sqrt(5))

    def forward(self, x: Tensor) -> Tensor:
        out = self.base(x)
        return out if self.merged else self.added(out, x)

    def added(self, out: Tensor, x: Tensor) -> Tensor:
        """out + scale·x Aᵀ Bᵀ, in one pass over out."""
        low = F.linear(x, self.A).flatten(0, -2)  # (N, r)
        return torch.addmm(out.flatten(0, -2), low, self.B.T, alpha=self.scale).view(out.shape)

    @torch.no_grad()
    def merge(self) -> None:
        """Put the change into the base's weights, once."""
        if not self.merged:
            self.base.weight += self.scale * self.B @ self.A
            self.merged = True

    @torch.no_grad()
    def unmerge(self) -> None:
        """Take it out again."""
        if self.merged:
            self.base.weight -= self.scale * self.B @ self.A
            self.merged = False


class DoRALinear(LoRALinear):
    """LoRA that keeps the length of each row of W apart from its direction: m · (W + ΔW) / ‖W + ΔW‖, row by row.

    m: (out,), trained, at the start the rows' lengths. The length below the line counts as a constant for the gradient,
    as the paper (section 4.3) and PEFT have it.
    """

    squares: Tensor

    def __init__(self, base: nn.Linear, r: int, alpha: float, rank_stabilized: bool = False) -> None:
        super().__init__(base, r, alpha, rank_stabilized)
        self.m = nn.Parameter(base.weight.detach().norm(dim=1))
        self.register_buffer("squares", base.weight.detach().square().sum(1), persistent=False)

    def forward(self, x: Tensor) -> Tensor:
        if self.merged:
            return self.base(x)
        out = self.added(F.linear(x, self.base.weight), x) * (self.m / self.lengths())
        return out if self.base.bias is None else out + self.base.bias

    @torch.no_grad()
    def lengths(self) -> Tensor:
        """‖W + ΔW‖ of each row, (out,), without ever making ΔW, which is as large as W."""
        crossed = self.base.weight @ self.A.T  # (out, r)
        within = self.B @ (self.A @ self.A.T)
        products = ((2 * self.scale) * crossed + self.scale**2 * within) * self.B
        return (self.squares + products.sum(1)).clamp(min=0).sqrt()

    @torch.no_grad()
    def merge(self) -> None:
        if not self.merged:
            self.original = self.base.weight.clone()
            changed = self.base.weight + self.scale * self.B @ self.A
            self.base.weight.copy_((self.m / changed.norm(dim=1))[:, None] * changed)
            self.merged = True

    @torch.no_grad()
    def unmerge(self) -> None:
        if self.merged:
            self.base.weight.copy_(self.original)
            del self.original
            self.merged = False


# --- four bits ------------------------------------------------------------------------------------------------------


def nf4_levels() -> Tensor:
    """The sixteen values of NF4 (Dettmers et al. 2023): quantiles of a normal distribution, 0 among them, −1 to 1."""
    offset, quantile = 0.9677083, NormalDist().inv_cdf
    above = [quantile(offset + (0.5 - offset) * i / 8) for i in range(8)]
    below = [-quantile(offset + (0.5 - offset) * i / 7) for i in range(7)]
    levels = torch.tensor(sorted([*below, 0.0, *above]), dtype=torch.float64)
    return (levels / levels.max()).float()


def two_in_a_byte(codes: Tensor) -> Tensor:
    """Codes from 0 to 15, an even number in any shape, as bytes (n / 2,), the first of two in the upper half."""
    first, second = codes.reshape(-1, 2).unbind(dim=1)
    return ((first << 4) | second).to(torch.uint8)


class NF4Linear(nn.Linear):
    """A frozen linear layer whose weights take up four bits each, and their scales about an eighth of a bit.

    The last block is filled up with zeros. `weight` is computed anew whenever it is asked for. Neither pass keeps it:
    the backward pass computes it again, as it would not fit where this layer is wanted.
    """

    codes: Tensor
    scales: Tensor
    steps: Tensor
    mean: Tensor
    pairs: Tensor

    def __init__(self, layer: nn.Linear) -> None:
        nn.Module.__init__(self)
        self.in_features, self.out_features = layer.in_features, layer.out_features
        weight = layer.weight.detach()
        self.dtype = weight.dtype
        blocks = F.pad(weight.flatten().float(), (0, -weight.numel() % BLOCK)).view(-1, BLOCK)
        largest = blocks.abs().amax(1)  # (N / 64,)
        levels = nf4_levels().to(weight.device)
        middles = (levels[1:] + levels[:-1]) / 2
        numbers = torch.bucketize(blocks / largest.clamp(min=1e-30)[:, None], middles).to(torch.uint8)
        self.register_buffer("codes", two_in_a_byte(numbers).view(len(numbers), -1))
        groups = F.pad(largest, (0, -len(largest) % GROUP)).view(-1, GROUP)
        mean = largest.mean()
        steps = (groups - mean).abs().amax(1, keepdim=True).clamp(min=1e-30) / 127
        self.register_buffer(
            "scales", ((groups - mean) / steps).round().to(torch.int8).flatten()[: len(largest)]
        )
        self.register_buffer("steps", steps.flatten())
        self.register_buffer("mean", mean)
        pairs = torch.cartesian_prod(levels, levels)
        self.register_buffer("pairs", pairs.to(self.dtype), persistent=False)  # byte → two levels
        self.bias = layer.bias

    @property
    def weight(self) -> Tensor:  # type: ignore[override]
        """(out, in), as near as four bits come."""
        steps = self.steps.repeat_interleave(GROUP)[: len(self.scales)]
        largest = (self.scales * steps + self.mean).to(self.dtype)  # (N / 64,)
        blocks = F.embedding(self.codes.int(), self.pairs).view(-1, BLOCK) * largest[:, None]
        return blocks.flatten()[: self.out_features * self.in_features].view(
            self.out_features, self.in_features
        )

    def forward(self, x: Tensor) -> Tensor:  # type: ignore[override]
        out = _Forgetful.apply(x, self)
        return out if self.bias is None else out + self.bias


class _Forgetful(torch.autograd.Function):
    """x Wᵀ, with W computed again for the backward pass."""

    @staticmethod
    def forward(ctx, x: Tensor, layer: NF4Linear) -> Tensor:
        ctx.layer = layer
        return F.linear(x, layer.weight)

    @staticmethod
    def backward(ctx, grad: Tensor) -> tuple[Tensor, None]:  # type: ignore[override]
        return grad @ ctx.layer.weight, None


def qlora_linear(layer: nn.Linear, r: int, alpha: float) -> LoRALinear:
    """LoRA over a layer whose own weights are brought down to four bits."""
    return LoRALinear(NF4Linear(layer), r, alpha)


def inject(
    model: nn.Module,
    names: Iterable[str],
    r: int,
    alpha: float,
    adapter: Callable[[nn.Linear, int, float], nn.Module] = LoRALinear,
) -> list[str]:
    """Freeze the model and adapt, in place, its linear layers whose last name is one of `names`; returns full names."""
    wanted = set(names)
    model.requires_grad_(False)
    found = [
        name
        for name, module in model.named_modules()
        if name.rpartition(".")[2] in wanted and isinstance(module, nn.Linear)
    ]
    for name in found:
        parent, _, own = name.rpartition(".")
        holder = model.get_submodule(parent)
        setattr(holder, own, adapter(getattr(holder, own), r, alpha))
    return found
