"""Ways to train and to build that the trials compare: Muon beside AdamW, no positions, looped blocks, rounded weights.

Each one changes one thing in the GPT or the Llama of `utils.blocks`. Shapes: B batch, T tokens, D width, V vocabulary.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import tiktoken
import torch
from torch import Tensor, nn

from utils.blocks.gpt import GPT
from utils.blocks.llama import Cache, Llama, LlamaConfig
from utils.topics.capstone import capstone

MUON_FACTOR = 20 / 3  # Muon's rate over AdamW's, as in the lesson on training


class Together(torch.optim.Optimizer):
    """Several optimizers that a loop treats as one. Each keeps its own share of the rate that the loop sets."""

    def __init__(self, *parts: torch.optim.Optimizer) -> None:
        self.parts = parts
        self.defaults, self.state = {}, {}  # type: ignore[assignment]

    @property
    def param_groups(self) -> list[dict[str, Any]]:  # type: ignore[override]
        """The groups of all parts, which are set in place."""
        return [group for part in self.parts for group in part.param_groups]

    def zero_grad(self, set_to_none: bool = True) -> None:
        for part in self.parts:
            part.zero_grad(set_to_none)

    @torch.no_grad()
    def step(self, closure: Callable[[], float] | None = None) -> None:  # type: ignore[override]
        """One step of each part, at the group's rate times its factor."""
        for part in self.parts:
            for group in part.param_groups:
                group["lr"] *= group.get("factor", 1.0)
            part.step()


def muon(model: nn.Module, lr: float, weight_decay: float = 0.1) -> torch.optim.Optimizer:
    """PyTorch's Muon for the matrices inside the blocks, at 20/3 of the rate; AdamW for everything else.

    lr: AdamW's rate. The split and the factor are those of the lesson on training.
    """
    if not isinstance(getattr(model, "blocks", None), nn.Module):
        raise capstone.CapstoneError(
            f"{type(model).__name__} has no `blocks`: call the ModuleList of your layers `blocks`, so that Muon knows "
            "which matrices are its own."
        )
    inside = [p for p in model.get_submodule("blocks").parameters() if p.ndim == 2 and p.requires_grad]
    known = {id(p) for p in inside}
    others = [p for p in model.parameters() if id(p) not in known and p.requires_grad]
    groups = [
        {"params": [p for p in others if p.ndim >= 2], "weight_decay": weight_decay},
        {"params": [p for p in others if p.ndim < 2], "weight_decay": 0.0},
    ]
    matrices: Any = torch.optim.Muon(inside, lr=lr, weight_decay=weight_decay)
    for group in matrices.param_groups:
        group["factor"] = MUON_FACTOR
    return Together(matrices, torch.optim.AdamW(groups, lr=lr, betas=(0.9, 0.95), fused=True))


class NoPositions(Llama):
    """A Llama whose queries and keys are not rotated: only the causal mask tells it about order."""

    def __init__(self, config: LlamaConfig) -> None:
        super().__init__(config)
        self.cos.fill_(1.0)
        self.sin.zero_()


class Looped(Llama):
    """A Llama that passes through its blocks `times` times: as deep as more blocks, for the weights of fewer.

    Sharing all layers is ALBERT's idea (Lan et al. 2020, section 3.1). Training only; it keeps no cache.
    """

    def __init__(self, config: LlamaConfig, times: int = 2) -> None:
        super().__init__(config)
        self.times = times

    def features(self, ids: Tensor, cache: Cache | None = None) -> Tensor:
        """(B, T) to (B, T, D)."""
        if cache is not None:
            raise ValueError("A looped model keeps no cache: pass the whole window.")
        turn, x = self._turn(ids.shape[1], None), self.tokens(ids)
        for _ in range(self.times):
            for number, block in enumerate(self.blocks):
                x = block(x, turn, number, None)
        return self.norm(x)


def from_own_tokens(model: nn.Module, own: GPT, tokenizer: tiktoken.Encoding) -> nn.Module:
    """Start a model's token vectors from those of your own GPT, whose tokenizer is another; returns the model.

    A capstone token gets the mean vector of the pieces that the other tokenizer cuts it into, projected onto the D
    directions in which these vectors vary most, and scaled to the deviation that the model's own vectors have.
    """
    encoding = capstone.tokenizer()
    table: Tensor = model.get_parameter("tokens.weight")  # (V, D)
    vectors = own.tokens.weight.detach().float().cpu()  # (V', D')
    found = torch.zeros(len(table), vectors.shape[1])
    for i in range(encoding.n_vocab - 1):
        pieces = _pieces(tokenizer, encoding.decode_single_token_bytes(i))
        found[i] = vectors[pieces].mean(0)
    centred = found - found.mean(0)
    directions = torch.linalg.svd(centred, full_matrices=False).Vh[: table.shape[1]]  # (D, D')
    start = centred @ directions.T  # (V, D)
    with torch.no_grad():
        table.copy_(start * (table.std() / start.std()))
    return model


def _pieces(tokenizer: tiktoken.Encoding, token: bytes) -> list[int]:
    """The ids that a tokenizer cuts some bytes into; byte by byte where they are no text."""
    try:
        return tokenizer.encode_ordinary(token.decode())
    except UnicodeDecodeError:
        return [tokenizer.encode_single_token(bytes([byte])) for byte in token]


@torch.no_grad()
def rounded(model: nn.Module, bits: int = 4, group: int = 32) -> nn.Module:
    """Round each matrix to so many bits in place, with one scale for every `group` weights of a row; returns the model.

    Symmetric integers, as in the lesson on four bits. The last group of a row may be shorter.
    """
    most = 2 ** (bits - 1) - 1
    for parameter in model.parameters():
        if parameter.ndim == 2:
            parts = [
                (part / (scale := part.abs().amax(1, keepdim=True).clamp(min=1e-8) / most)).round() * scale
                for part in parameter.split(group, dim=1)
            ]
            parameter.copy_(torch.cat(parts, dim=1))
    return model
