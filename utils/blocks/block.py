"""Finished transformer blocks, for the lessons after the one on them.

A block is a row of residual branches. `norm` says where their norms stand:

    "pre"   x + f(norm(x))                 GPT-2, Llama; the stack needs a final norm
    "post"  norm(x + f(x))                 the first transformer, BERT
    "peri"  x + norm_out(f(norm(x)))       Gemma 2; the stack needs a final norm

Masks are True where a query may look, (T, S) or (B, T, S); see `utils.blocks.attention`. Dropout acts on what
a branch adds, never on the main path. Shapes: B batch, T tokens, S tokens of the memory, D width.
"""

from __future__ import annotations

from collections.abc import Callable

from torch import Tensor, nn

from utils.blocks.attention import CrossAttention, MultiHeadAttention
from utils.blocks.layers import make_feed_forward, make_norm

__all__ = ["DecoderBlock", "EncoderBlock", "TransformerBlock", "residual"]

PLACES = ("pre", "post", "peri")
Layer = Callable[[Tensor], Tensor]


def residual(
    x: Tensor, layer: Layer, norm: Layer, place: str = "pre", norm_out: Layer | None = None
) -> Tensor:
    """One residual branch: add what `layer` finds to x, with the norm in its place.  (B, T, D) to (B, T, D).

    norm_out: the norm at the end of the branch, for "peri".
    """
    if place == "post":
        return norm(x + layer(x))
    found = layer(norm(x))
    return x + (found if norm_out is None else norm_out(found))


class _Block(nn.Module):
    """What all blocks share: a place for the norms, n branches, dropout."""

    def __init__(
        self, d_model: int, branches: int, norm: str, norm_kind: str, dropout: float, eps: float
    ) -> None:
        super().__init__()
        if norm not in PLACES:
            raise ValueError(f"There is no place {norm!r} for a norm: choose one of {', '.join(PLACES)}.")
        self.place = norm
        for number in range(1, branches + 1):
            setattr(self, f"norm{number}", make_norm(norm_kind, d_model, eps))
            if norm == "peri":
                setattr(self, f"norm{number}_out", make_norm(norm_kind, d_model, eps))
        self.dropout = nn.Dropout(dropout)

    def branch(self, number: int, x: Tensor, layer: Layer) -> Tensor:
        """Branch 1, 2, … of this block, with its own norms and with dropout."""
        norm: nn.Module = getattr(self, f"norm{number}")
        norm_out: nn.Module | None = getattr(self, f"norm{number}_out", None)
        if norm_out is None:
            return residual(x, lambda h: self.dropout(layer(h)), norm, self.place)
        return residual(x, layer, norm, self.place, lambda h: self.dropout(norm_out(h)))


class TransformerBlock(_Block):
    """Self-attention and a feed-forward layer: a block of GPT with a causal mask, of BERT without.

    d_model: D; n_heads: H; d_hidden: of the feed-forward layer (4·D, or 8/3·D for "swiglu", when None);
    norm: "pre", "post" or "peri"; norm_kind: "layer" or "rms"; act: "gelu", "gelu_tanh", "relu", "silu" or
    "swiglu"; dropout: of what the branches add and of attention weights; bias, qkv_bias: as in attention.
    Parameters: `attention.*`, `feed_forward.*`, `norm1.*`, `norm2.*`; for peri `norm1_out.*`, `norm2_out.*`.
    """

    def __init__(
        self,
        d_model: int,
        n_heads: int,
        d_hidden: int | None = None,
        norm: str = "pre",
        dropout: float = 0.0,
        eps: float = 1e-5,
        act: str = "gelu",
        norm_kind: str = "layer",
        bias: bool = True,
        qkv_bias: bool | None = None,
    ) -> None:
        super().__init__(d_model, 2, norm, norm_kind, dropout, eps)
        self.attention = MultiHeadAttention(d_model, n_heads, bias=bias, qkv_bias=qkv_bias, dropout=dropout)
        self.feed_forward = make_feed_forward(act, d_model, d_hidden, bias)

    def forward(self, x: Tensor, mask: Tensor | None = None, is_causal: bool = False) -> Tensor:
        """x: (B, T, D); mask: (T, T) or (B, T, T); is_causal: the causal mask without storing it.

        Returns (B, T, D).
        """
        x = self.branch(1, x, lambda h: self.attention(h, mask, is_causal))
        return self.branch(2, x, self.feed_forward)


class EncoderBlock(TransformerBlock):
    """A block that looks in both directions, past the padding; post-LN unless told otherwise."""

    def __init__(
        self, d_model: int, n_heads: int, d_hidden: int | None = None, norm: str = "post", **options
    ) -> None:
        super().__init__(d_model, n_heads, d_hidden, norm, **options)

    def forward(self, x: Tensor, keep: Tensor | None = None) -> Tensor:  # type: ignore[override]
        """x: (B, T, D); keep: (B, T), True at real tokens, None without padding.  Returns (B, T, D)."""
        return super().forward(x, None if keep is None else keep.unsqueeze(1))


class DecoderBlock(_Block):
    """Causal self-attention, cross-attention to a memory, a feed-forward layer.

    The options are those of `TransformerBlock`; d_memory: width of the memory (D when None).
    Parameters: `attention.*`, `cross_attention.*`, `feed_forward.*`, `norm1.*` to `norm3.*`.
    """

    def __init__(
        self,
        d_model: int,
        n_heads: int,
        d_hidden: int | None = None,
        norm: str = "pre",
        dropout: float = 0.0,
        eps: float = 1e-5,
        act: str = "gelu",
        norm_kind: str = "layer",
        bias: bool = True,
        d_memory: int | None = None,
    ) -> None:
        super().__init__(d_model, 3, norm, norm_kind, dropout, eps)
        self.attention = MultiHeadAttention(d_model, n_heads, bias=bias, dropout=dropout)
        self.cross_attention = CrossAttention(d_model, n_heads, d_memory, bias=bias, dropout=dropout)
        self.feed_forward = make_feed_forward(act, d_model, d_hidden, bias)

    def forward(
        self, x: Tensor, memory: Tensor, keep: Tensor | None = None, mask: Tensor | None = None
    ) -> Tensor:
        """x: (B, T, D); memory: (B, S, d_memory); keep: (B, S), True at real tokens of the memory.

        mask: of self-attention, causal when None.  Returns (B, T, D).
        """
        over_memory = None if keep is None else keep.unsqueeze(1)
        x = self.branch(1, x, lambda h: self.attention(h, mask, is_causal=mask is None))
        x = self.branch(2, x, lambda h: self.cross_attention(h, memory, over_memory))
        return self.branch(3, x, self.feed_forward)
