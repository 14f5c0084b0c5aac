"""Short runs of four blocks with the norms in one place or the other, with and without warmup."""

from __future__ import annotations

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from utils.blocks.gpt import GPT, GPTConfig
from utils.training.data import draw_windows
from utils.training.schedule import warmup_cosine

PLANS = {
    "post-LN, no warmup": ("post", 0),
    "post-LN, warmup of 80 steps": ("post", 80),
    "pre-LN, no warmup": ("pre", 0),
}


def run(
    ids: Tensor,
    vocab_size: int,
    norm: str,
    warmup: int,
    seed: int,
    steps: int,
    device: str,
    peak: float = 4e-3,
) -> Tensor:
    """Training losses of one run, (steps,), with `torch.optim.AdamW`.  ids: (N,); norm: "pre" or "post"."""
    torch.manual_seed(seed)
    model = GPT(GPTConfig(vocab_size, 32, d_model=64, n_heads=2, n_layers=4, norm=norm)).to(device)
    for parameter in model.blocks.parameters():
        if parameter.ndim == 2:
            nn.init.xavier_uniform_(parameter)  # as the first transformer
    optimizer = torch.optim.AdamW(model.parameters(), betas=(0.9, 0.95), weight_decay=0.0)
    losses = []
    for step in range(steps):
        optimizer.param_groups[0]["lr"] = warmup_cosine(step, steps, warmup, peak)
        windows = draw_windows(ids, 16, 32, seed=seed, step=step).to(device)
        loss = F.cross_entropy(model(windows[:, :-1]).flatten(0, 1), windows[:, 1:].flatten())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return torch.tensor(losses)


def run_all(ids: Tensor, vocab_size: int, device: str, seeds: int = 3, steps: int = 180) -> dict[str, Tensor]:
    """Each plan with several seeds: name → losses (seeds, steps)."""
    return {
        name: torch.stack([run(ids, vocab_size, norm, warmup, seed, steps, device) for seed in range(seeds)])
        for name, (norm, warmup) in PLANS.items()
    }
