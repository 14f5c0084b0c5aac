"""A mixture of experts small enough to be trained while one waits, on Shakespeare letter by letter.

The router, the way through the experts and the balancing loss are those of whoever calls; attention, norms and the
loop are finished. Shapes: B texts, T letters, D width, E experts, k choices a letter, L layers, V letters.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from utils import timing
from utils.blocks import positions
from utils.blocks.attention import merge_heads, split_heads
from utils.blocks.layers import RMSNorm, SwiGLU

__all__ = ["Letters", "TinyMixture", "seconds", "train"]

Router = Callable[[Tensor, int], tuple[Tensor, Tensor]]  # logits (…, E), k → weights, chosen (…, k)
Forward = Callable[[Tensor, Tensor, Tensor, list[Any]], Tensor]  # x, weights, chosen, experts → (B, T, D)
Balance = Callable[[Tensor, int], Tensor]  # logits (N, E), k → a scalar


def seconds(function: Callable[[], Any], times: int = 5) -> float:
    """The shortest of several runs: what else the machine does can only make a run longer."""
    return min(timing.timed(function)[1] for _ in range(times))


class Letters:
    """The text as numbers of letters.

    alphabet: the V letters in order; train: (N,) int64; validation: (texts, length) of plays that are not trained on.
    """

    def __init__(self, length: int = 96) -> None:
        from utils import corpora

        rows = corpora.shakespeare()
        texts = ["\n".join(rows[split]["text"]) for split in ("train", "validation")]
        self.alphabet = sorted(set(texts[0]))
        self.train, held_out = (self.encode(text) for text in texts)
        self.validation = held_out[: len(held_out) // length * length].view(-1, length)

    @property
    def size(self) -> int:
        """V."""
        return len(self.alphabet)

    def encode(self, text: str) -> Tensor:
        """The numbers of a text's letters, (T,); what does not occur in Shakespeare is left out."""
        number = {letter: n for n, letter in enumerate(self.alphabet)}
        return torch.tensor([number[letter] for letter in text if letter in number])

    def draw(self, batch: int, generator: torch.Generator) -> Tensor:
        """Windows at random places.  Returns (batch, length)."""
        length = self.validation.shape[1]
        starts = torch.randint(len(self.train) - length, (batch, 1), generator=generator)
        return self.train[starts + torch.arange(length)]


class _Layer(nn.Module):
    def __init__(self, d_model: int, n_heads: int, d_hidden: int, n_experts: int) -> None:
        super().__init__()
        self.n_heads = n_heads
        self.norm1, self.norm2 = RMSNorm(d_model), RMSNorm(d_model)
        self.qkv_proj = nn.Linear(d_model, 3 * d_model, bias=False)
        self.out_proj = nn.Linear(d_model, d_model, bias=False)
        self.router = nn.Linear(d_model, n_experts, bias=False)
        self.experts = nn.ModuleList(SwiGLU(d_model, d_hidden) for _ in range(n_experts))
        self.register_buffer("theta", positions.rope_frequencies(d_model // n_heads))

    def attend(self, x: Tensor) -> Tensor:
        q, k, v = (split_heads(part, self.n_heads) for part in self.qkv_proj(self.norm1(x)).chunk(3, dim=-1))
        places = torch.arange(x.shape[1], device=x.device)
        q, k = (positions.rope(part, places, self.theta) for part in (q, k))  # type: ignore[arg-type]
        return self.out_proj(merge_heads(F.scaled_dot_product_attention(q, k, v, is_causal=True)))


class TinyMixture(nn.Module):
    """A decoder whose feed-forward layers are mixtures of experts.  ids (B, T) → scores (B, T, V).

    After a pass, `logits` holds the router's scores of each layer, (B·T, E).
    """

    def __init__(
        self,
        n_letters: int,
        n_experts: int,
        k: int,
        route: Router,
        forward: Forward,
        d_model: int = 64,
        d_hidden: int = 64,
        n_layers: int = 2,
        n_heads: int = 4,
    ) -> None:
        super().__init__()
        self.k, self.route, self.through = k, route, forward
        self.tokens = nn.Embedding(n_letters, d_model)
        self.layers = nn.ModuleList(_Layer(d_model, n_heads, d_hidden, n_experts) for _ in range(n_layers))
        self.norm = RMSNorm(d_model)
        self.logits: list[Tensor] = []
        for parameter in self.parameters():
            if parameter.ndim == 2:
                nn.init.normal_(parameter, std=0.05)

    def forward(self, ids: Tensor) -> Tensor:
        x = self.tokens(ids)  # (B, T, D)
        self.logits = []
        for layer in self.layers:
            x = x + layer.attend(x)  # type: ignore[operator]
            normed = layer.norm2(x)  # type: ignore[operator]
            scores = layer.router(normed)  # type: ignore[operator]  # (B, T, E)
            self.logits.append(scores.flatten(0, 1))
            weights, chosen = self.route(scores, self.k)
            x = x + self.through(normed, weights, chosen, list(layer.experts))  # type: ignore[arg-type]
        return self.norm(x) @ self.tokens.weight.T

    @property
    def where(self) -> torch.device:
        return self.tokens.weight.device

    @torch.no_grad()
    def choices(self, ids: Tensor) -> Tensor:
        """Which letters of the texts go to which experts: (L, B, T, E) zeros and ones, on the model's device."""
        self(ids.to(self.where))
        tables = [
            F.one_hot(scores.topk(self.k, dim=-1).indices, scores.shape[-1]).sum(1) for scores in self.logits
        ]
        return torch.stack(tables).view(len(tables), *ids.shape, -1)

    @torch.no_grad()
    def first_choices(self, ids: Tensor, layer: int = 0) -> Tensor:
        """The likeliest expert of each letter of one text.  ids: (T,).  Returns (T,)."""
        self(ids[None].to(self.where))
        return self.logits[layer].argmax(dim=-1).cpu()

    def loads(self, ids: Tensor) -> Tensor:
        """Choices of each expert for each letter read, (L, E); they sum to k in each layer."""
        return self.choices(ids).float().mean(dim=(1, 2)).cpu()

    def by_letter(self, letters: Letters, layer: int = 0, texts: int = 60) -> Tensor:
        """The share of each letter's choices that goes to each expert, (V, E); nan where a letter does not occur."""
        ids = letters.validation[:texts]
        chosen = self.choices(ids)[layer].flatten(0, 1).float()  # (N, E)
        table = chosen.new_zeros(letters.size, chosen.shape[1])
        table = table.index_add(0, ids.flatten().to(self.where), chosen)
        return (table / table.sum(dim=1, keepdim=True)).cpu()

    @torch.no_grad()
    def held_out(self, letters: Letters, texts: int = 60) -> float:
        """The loss on plays that were not trained on, nats a letter."""
        ids = letters.validation[:texts].to(self.where)
        return F.cross_entropy(self(ids[:, :-1]).flatten(0, 1), ids[:, 1:].flatten()).item()


def train(
    model: TinyMixture,
    letters: Letters,
    steps: int,
    balance: Balance,
    share: float,
    batch: int = 16,
    lr: float = 3e-3,
    seed: int = 0,
) -> Tensor:
    """Train on the next letter, plus `share` times the balancing loss, the mean over the layers.

    Returns the loads of the first layer at every tenth step, (steps / 10, E).
    """
    generator = torch.Generator().manual_seed(seed)
    optimizer = torch.optim.AdamW(model.parameters(), lr=lr, betas=(0.9, 0.95), weight_decay=0.1)
    history = []
    for step in range(steps):
        for group in optimizer.param_groups:
            group["lr"] = lr * min(1.0, (step + 1) / 30) * (1 - 0.9 * step / steps)
        ids = letters.draw(batch, generator).to(model.where)
        loss = F.cross_entropy(model(ids[:, :-1]).flatten(0, 1), ids[:, 1:].flatten())
        if share:
            loss = loss + share * sum(balance(scores, model.k) for scores in model.logits) / len(model.logits)
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        if step % 10 == 0:
            chosen = model.logits[0].detach().topk(model.k, dim=-1).indices
            history.append(torch.bincount(chosen.flatten(), minlength=model.logits[0].shape[1]) / len(chosen))
    return torch.stack(history).cpu()
