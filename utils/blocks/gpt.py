"""The finished GPT, for the lessons after the one on it.

Token and position vectors are added, a stack of pre-LN blocks follows, then a final norm and one score for every
entry of the vocabulary. GPT-2's weights fit as they are (`utils.checkpoints.load_gpt2`).
Shapes: B batch, T tokens, D width, L layers, V vocabulary.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import torch
from torch import Tensor, nn

from utils.blocks.block import TransformerBlock
from utils.blocks.layers import make_norm

__all__ = ["GPT", "GPTConfig"]


@dataclass(frozen=True)
class GPTConfig:
    """The sizes of a GPT, and where it may differ from GPT-2.

    vocab_size: V; context: longest text in tokens; d_model: D; n_heads: H; n_layers: L; d_hidden: 4·D when None;
    dropout: of embeddings, branches and attention; bias: of the linear maps in the blocks; qkv_bias: of the first
    map of attention (as `bias` when None); tied: the scores use the token vectors; norm: "pre", "post", "peri".
    """

    vocab_size: int
    context: int
    d_model: int
    n_heads: int
    n_layers: int
    d_hidden: int | None = None
    dropout: float = 0.0
    bias: bool = True
    qkv_bias: bool | None = None
    tied: bool = True
    norm: str = "pre"
    norm_kind: str = "layer"
    act: str = "gelu_tanh"
    eps: float = 1e-5


class GPT(nn.Module):
    """A decoder-only transformer with learned positions (Radford et al. 2019).

    Parameters: `tokens.weight` (V, D), `positions.weight` (context, D), `blocks.i.*` (see `TransformerBlock`),
    `norm.*` (absent with norm="post"), `head.weight` (V, D) where the weights are not tied.
    They start as GPT-2's: normal with deviation 0.02, and what a branch adds smaller by √(2L), so that the size
    of the residual stream does not depend on the depth; norms start at 1, biases at 0.
    """

    def __init__(self, config: GPTConfig) -> None:
        super().__init__()
        self.config = config
        self.tokens = nn.Embedding(config.vocab_size, config.d_model)
        self.positions = nn.Embedding(config.context, config.d_model)
        self.dropout = nn.Dropout(config.dropout)
        self.blocks = nn.ModuleList(
            TransformerBlock(
                config.d_model,
                config.n_heads,
                config.d_hidden,
                norm=config.norm,
                dropout=config.dropout,
                eps=config.eps,
                act=config.act,
                norm_kind=config.norm_kind,
                bias=config.bias,
                qkv_bias=config.qkv_bias,
            )
            for _ in range(config.n_layers)
        )
        post = config.norm == "post"  # its blocks end in a norm already
        self.norm = nn.Identity() if post else make_norm(config.norm_kind, config.d_model, config.eps)
        self.head = None if config.tied else nn.Linear(config.d_model, config.vocab_size, bias=False)
        self.reset_parameters()

    def reset_parameters(self, std: float = 0.02) -> None:
        """Draw all weights anew; `torch.manual_seed` decides which."""
        for name, parameter in self.named_parameters():
            if parameter.ndim == 2:
                adds = name.endswith(("out_proj.weight", "down.weight"))
                nn.init.normal_(parameter, std=std / math.sqrt(2 * self.config.n_layers) if adds else std)
            elif name.endswith("bias"):
                nn.init.zeros_(parameter)
            else:
                nn.init.ones_(parameter)

    def forward(self, ids: Tensor, start: int = 0) -> Tensor:
        """ids: (B, T) integers, the first of them at position `start`.  Returns scores (B, T, V).

        Raises ValueError when the text is longer than the context.
        """
        return self.logits(self.features(ids, start))

    def features(self, ids: Tensor, start: int = 0) -> Tensor:
        """What the scores are made of: the tokens after the final norm.  (B, T) to (B, T, D)."""
        end = start + ids.shape[1]
        if end > self.config.context:
            raise ValueError(
                f"Position {end - 1} has no vector: the context of this model ends at {self.config.context - 1}. "
                "Pass the last tokens only."
            )
        x = self.tokens(ids) + self.positions.weight[start:end]  # (B, T, D)
        x = self.dropout(x)
        for block in self.blocks:
            x = block(x, is_causal=True)
        return self.norm(x)

    def logits(self, features: Tensor) -> Tensor:
        """Scores of every entry of the vocabulary.  (..., D) to (..., V)."""
        weight = self.tokens.weight if self.head is None else self.head.weight
        return nn.functional.linear(features, weight)

    @torch.no_grad()
    def generate(self, ids: Tensor, n_new: int, generator: torch.Generator | None = None) -> Tensor:
        """Continue ids (B, T) by n_new tokens: drawn with the generator, or the likeliest when it is None.

        Returns (B, T + n_new). Reads at most the last `context` tokens; recomputes all of them for each new one.
        """
        training = self.training
        self.eval()
        for _ in range(n_new):
            last = self.logits(self.features(ids[:, -self.config.context :])[:, -1])  # (B, V)
            if generator is None:
                chosen = last.argmax(-1, keepdim=True)
            else:
                p = last.float().softmax(-1).to(generator.device)
                chosen = torch.multinomial(p, 1, generator=generator).to(ids.device)
            ids = torch.cat([ids, chosen], dim=1)
        self.train(training)
        return ids

    def flops_per_token(self, length: int | None = None) -> float:
        """Floating-point operations of one training step for one token: forward, and twice that backward.

        Each weight that takes part in a product costs 2 forward, scores and weighted values 4·T·D a layer. Norms,
        activations and look-ups are left out, as usual (Kaplan et al. 2020; Chowdhery et al. 2022, appendix B).
        """
        length = self.config.context if length is None else length
        matrices = sum(p.numel() for p in self.blocks.parameters() if p.ndim == 2)
        forward = 2 * (matrices + self.config.vocab_size * self.config.d_model)
        return 3.0 * (forward + 4 * length * self.config.d_model * self.config.n_layers)
