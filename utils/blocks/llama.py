"""The finished Llama, for the lessons after the one on it, and for that lesson's own benchmark.

Pre-norm blocks with RMSNorm, grouped queries, RoPE (feature k is paired with k + d/2), SwiGLU, no biases. Queries, keys
and values are one product, and so are gate and up; keys and values of a text that grows are kept in one place.
Shapes: B batch, T new tokens, S tokens so far, D width, H query heads, G key/value heads, d = D/H, V vocabulary.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Any

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from utils.blocks.layers import RMSNorm
from utils.blocks.memory_order import for_writing
from utils.blocks.sampling import greedy, sample_multinomial

__all__ = ["Cache", "Llama", "LlamaConfig", "config_of", "from_smollm2", "from_transformers", "in_halves"]


@dataclass(frozen=True)
class LlamaConfig:
    """The sizes of a Llama.

    vocab_size: V; d_model: D; n_heads: H; n_kv_heads: G, which divides H; d_hidden: F of SwiGLU; context: longest text
    in tokens; theta: base of RoPE; eps: of the norms; tied: the scores use the token vectors.
    """

    vocab_size: int
    d_model: int
    n_layers: int
    n_heads: int
    n_kv_heads: int
    d_hidden: int
    context: int = 2048
    theta: float = 10_000.0
    eps: float = 1e-5
    tied: bool = True

    def __post_init__(self) -> None:
        if self.d_model % (2 * self.n_heads):
            raise ValueError(
                f"A width of {self.d_model} does not divide into {self.n_heads} heads of pairs of features: "
                "choose d_model as a multiple of twice n_heads."
            )
        if self.n_heads % self.n_kv_heads:
            raise ValueError(
                f"{self.n_kv_heads} key/value heads cannot serve {self.n_heads} query heads evenly: "
                "choose a number that divides it."
            )

    @property
    def d_head(self) -> int:
        return self.d_model // self.n_heads


class Cache:
    """Keys and values of all layers, of B texts that grow together. Not for training.

    length: S, tokens so far, padding among them; padding: (B,) how many tokens at the start of each row are none, or
    None. The room doubles when it is full, up to the model's context.
    """

    def __init__(self, config: LlamaConfig, padding: Tensor | None = None, room: int = 256) -> None:
        self.config, self.padding, self.length = config, padding, 0
        self.room = min(room, config.context)
        self.keys: list[Tensor] = []  # a layer: (B, G, room, d)
        self.values: list[Tensor] = []

    def reserve(self, n_new: int) -> None:
        """Make room for so many tokens more. Raises ValueError past the context."""
        needed = self.length + n_new
        if needed > self.config.context:
            raise ValueError(
                f"The text would have {needed} tokens, and the context of this model ends at "
                f"{self.config.context}: pass fewer tokens, or begin a new text."
            )
        if needed > self.room:
            self.room = min(max(2 * self.room, needed), self.config.context)
            for store in (self.keys, self.values):
                store[:] = [self._larger(old) for old in store]

    def _larger(self, old: Tensor) -> Tensor:
        new = old.new_empty(*old.shape[:2], self.room, old.shape[3])
        new[:, :, : self.length] = old[:, :, : self.length]
        return new

    def append(self, layer: int, k: Tensor, v: Tensor) -> tuple[Tensor, Tensor]:
        """Keep one layer's keys and values (B, G, T, d).  Returns all of them so far, (B, G, S + T, d), as views."""
        if layer == len(self.keys):
            size = (*k.shape[:2], self.room, k.shape[3])
            self.keys.append(k.new_empty(size))
            self.values.append(v.new_empty(size))
        end = self.length + k.shape[2]
        keys, values = self.keys[layer], self.values[layer]
        keys[:, :, self.length : end] = k
        values[:, :, self.length : end] = v
        return keys[:, :, :end], values[:, :, :end]

    def forget(self, length: int) -> None:
        """Keep only the first `length` tokens."""
        self.length = min(self.length, length)


class _Turn:
    """cos and sin of each token's position, spread over all features of a head, and who may look where."""

    def __init__(self, cos: Tensor, sin: Tensor, mask: Tensor | None, is_causal: bool) -> None:
        self.cos, self.sin = cos, sin  # (T, 1, d), or (B, T, 1, d) where rows are padded; sin with the sign
        self.mask, self.is_causal = mask, is_causal


class LlamaAttention(nn.Module):
    """Grouped queries with RoPE (Ainslie et al. 2023; Su et al. 2021).

    Parameters: `qkv_proj.weight` ((H + 2G)·d, D), rows in the order queries, keys, values; `out_proj.weight` (D, D).
    """

    def __init__(self, config: LlamaConfig) -> None:
        super().__init__()
        self.H, self.G, self.d = config.n_heads, config.n_kv_heads, config.d_head
        self.qkv_proj = nn.Linear(config.d_model, (self.H + 2 * self.G) * self.d, bias=False)
        self.out_proj = nn.Linear(config.d_model, config.d_model, bias=False)

    def forward(self, x: Tensor, turn: _Turn, layer: int, cache: Cache | None) -> Tensor:
        """x: (B, T, D).  Returns (B, T, D)."""
        B, T, _ = x.shape
        H, G, d = self.H, self.G, self.d
        heads = self.qkv_proj(x).view(B, T, H + 2 * G, d)
        qk, v = heads[:, :, : H + G], heads[:, :, H + G :].transpose(1, 2)  # v: (B, G, T, d)
        qk = torch.addcmul(qk * turn.cos, qk.roll(d // 2, -1), turn.sin)  # queries and keys turn alike
        q, k = qk[:, :, :H].transpose(1, 2), qk[:, :, H:].transpose(1, 2)  # (B, H, T, d), (B, G, T, d)
        if cache is not None:
            k, v = cache.append(layer, k, v)  # (B, G, S, d)
        if T == 1:  # the queries of a group are rows of one product: keys are not copied for each head
            q = q.reshape(B, G, H // G, d)
            context = F.scaled_dot_product_attention(q, k, v, attn_mask=turn.mask).reshape(B, 1, H * d)
        else:
            context = F.scaled_dot_product_attention(
                q, k, v, attn_mask=turn.mask, is_causal=turn.is_causal, enable_gqa=H > G
            )
            context = context.transpose(1, 2).reshape(B, T, H * d)
        return self.out_proj(context)


class FusedSwiGLU(nn.Module):
    """down(silu(gate) · up).  Parameters: `gate_up.weight` (2F, D), the gate first; `down.weight` (D, F)."""

    def __init__(self, d_model: int, d_hidden: int) -> None:
        super().__init__()
        self.gate_up = nn.Linear(d_model, 2 * d_hidden, bias=False)
        self.down = nn.Linear(d_hidden, d_model, bias=False)

    def forward(self, x: Tensor) -> Tensor:
        gate, up = self.gate_up(x).chunk(2, dim=-1)
        return self.down(F.silu(gate) * up)


class LlamaBlock(nn.Module):
    """Attention, then SwiGLU, each behind an RMSNorm and added to x."""

    def __init__(self, config: LlamaConfig) -> None:
        super().__init__()
        self.norm1 = RMSNorm(config.d_model, config.eps)
        self.attention = LlamaAttention(config)
        self.norm2 = RMSNorm(config.d_model, config.eps)
        self.feed_forward = FusedSwiGLU(config.d_model, config.d_hidden)

    def forward(self, x: Tensor, turn: _Turn, layer: int, cache: Cache | None) -> Tensor:
        x = x + self.attention(self.norm1(x), turn, layer, cache)
        return x + self.feed_forward(self.norm2(x))


class Llama(nn.Module):
    """A decoder of Llama's design (Touvron et al. 2023).

    Parameters: `tokens.weight` (V, D), `blocks.i.norm1.weight`, `.attention.*`, `.norm2.weight`, `.feed_forward.*`,
    `norm.weight`, and `head.weight` (V, D) where the weights are not tied. They start normal with deviation 0.02.
    """

    cos: Tensor
    sin: Tensor

    def __init__(self, config: LlamaConfig) -> None:
        super().__init__()
        self.config = config
        self.tokens = nn.Embedding(config.vocab_size, config.d_model)
        self.blocks = nn.ModuleList(LlamaBlock(config) for _ in range(config.n_layers))
        self.norm = RMSNorm(config.d_model, config.eps)
        self.head = None if config.tied else nn.Linear(config.d_model, config.vocab_size, bias=False)
        for parameter in self.parameters():
            if parameter.ndim == 2:
                nn.init.normal_(parameter, std=0.02)
        cos, sin = _circle(config)
        self.register_buffer("cos", cos, persistent=False)  # (context, d)
        self.register_buffer("sin", sin, persistent=False)

    def new_cache(self, padding: Tensor | None = None) -> Cache:
        """An empty cache.  padding: (B,) how many tokens at the start of each row are none."""
        return Cache(self.config, padding)

    def forward(self, ids: Tensor, cache: Cache | None = None, last_only: bool = False) -> Tensor:
        """ids: (B, T) integers, behind what the cache holds, which keeps them.  Returns scores (B, T, V).

        last_only: scores of the last token alone, (B, 1, V). Raises ValueError when the text gets longer than the
        context.
        """
        x = self.features(ids, cache)
        # contiguous, or the product with the head first copies the head for each text
        return self.logits(x[:, -1:].contiguous() if last_only else x)

    def features(self, ids: Tensor, cache: Cache | None = None) -> Tensor:
        """What the scores are made of: the tokens after the final norm.  (B, T) to (B, T, D)."""
        n_new = ids.shape[1]
        (cache or Cache(self.config)).reserve(n_new)
        turn = self._turn(n_new, cache)
        x = self.tokens(ids)
        for number, block in enumerate(self.blocks):
            x = block(x, turn, number, cache)
        if cache is not None:
            cache.length += n_new
        return self.norm(x)

    def logits(self, features: Tensor) -> Tensor:
        """Scores of every entry of the vocabulary.  (..., D) to (..., V)."""
        return F.linear(features, self.tokens.weight if self.head is None else self.head.weight)

    def _turn(self, T: int, cache: Cache | None) -> _Turn:
        start, padding = (0, None) if cache is None else (cache.length, cache.padding)
        end = start + T
        if padding is None:
            cos, sin = self.cos[start:end, None], self.sin[start:end, None]  # (T, 1, d)
            if T == 1 or start == 0:
                return _Turn(cos, sin, None, is_causal=T > 1)
            mask = torch.ones(T, end, dtype=torch.bool, device=cos.device).tril(start)
            return _Turn(cos, sin, mask, is_causal=False)
        place = torch.arange(end, device=self.cos.device)
        padding = padding.to(place)[:, None]  # (B, 1)
        own = (place[start:] - padding).clamp(min=0)  # (B, T): each row counts from its own first token
        may = (place <= place[start:, None]) & (place >= padding)[:, None]  # (B, T, S)
        return _Turn(self.cos[own][:, :, None], self.sin[own][:, :, None], may[:, None], is_causal=False)

    # --- writing ------------------------------------------------------------------------------------------------

    @torch.no_grad()
    def write(
        self,
        ids: Tensor,
        n_new: int,
        stop: Collection[int] = (),
        generator: torch.Generator | None = None,
        cache: Cache | None = None,
    ) -> Iterator[int]:
        """Continue one text (1, T) token by token, until n_new are written or a token of `stop` is (not given out).

        Drawn with the generator, or the likeliest when it is None. The cache holds all but the last token given out;
        after a stop token it holds the whole text without it.
        """
        if ids.shape[0] != 1:
            raise ValueError(f"`write` continues one text, and here are {ids.shape[0]}: use `generate`.")
        cache = self.new_cache() if cache is None else cache
        for _ in range(n_new):
            chosen = self._choose(self(ids, cache, last_only=True)[:, -1], generator)
            token = int(chosen)
            if token in stop:
                return
            yield token
            ids = chosen[:, None]

    @torch.no_grad()
    def generate(
        self,
        ids: Tensor,
        n_new: int,
        generator: torch.Generator | None = None,
        padding: Tensor | None = None,
    ) -> Tensor:
        """Continue ids (B, T) by n_new tokens: drawn with the generator, or the likeliest when it is None.

        padding: (B,) how many tokens at the start of each row are none.  Returns (B, T + n_new).
        """
        cache, chunk, columns = self.new_cache(padding), ids, [ids]
        for _ in range(n_new):
            chunk = self._choose(self(chunk, cache, last_only=True)[:, -1], generator)[:, None]
            columns.append(chunk)
        return torch.cat(columns, dim=1)

    @staticmethod
    def _choose(scores: Tensor, generator: torch.Generator | None) -> Tensor:
        """(B, V) to (B,)."""
        if generator is None:
            return greedy(scores)
        p = scores.cpu().double().softmax(-1)  # on the CPU, because Apple's GPU has no float64
        return torch.cat([sample_multinomial(row, 1, generator) for row in p]).to(scores.device)


def _circle(config: LlamaConfig) -> tuple[Tensor, Tensor]:
    """cos and sin of each position and feature, (context, d) each, in float32 and in the order of transformers.

    At position 8,000 an error in the last bit of a frequency is an angle of 5e-4. The first half of the sines is
    negative: x·cos + roll(x)·sin then turns both halves.
    """
    steps = torch.arange(0, config.d_head, 2, dtype=torch.float32)
    frequencies = 1.0 / config.theta ** (steps / config.d_head)  # (d/2,)
    angles = torch.arange(config.context, dtype=torch.float32)[:, None] * frequencies
    cos, sin = angles.cos(), angles.sin()
    return torch.cat([cos, cos], dim=-1), torch.cat([-sin, sin], dim=-1)


# --- weights of transformers ------------------------------------------------------------------------------------


def config_of(model: Any) -> LlamaConfig:
    """The sizes of transformers' LlamaForCausalLM. Raises ValueError for one with biases or stretched positions."""
    theirs = model.config
    rope = theirs.rope_parameters
    if rope["rope_type"] != "default" or theirs.attention_bias or theirs.mlp_bias:
        raise ValueError(
            "This Llama has plain RoPE and no biases, and the model has others: "
            f"rope_type {rope['rope_type']!r}, attention_bias {theirs.attention_bias}, mlp_bias {theirs.mlp_bias}."
        )
    return LlamaConfig(
        vocab_size=theirs.vocab_size,
        d_model=theirs.hidden_size,
        n_layers=theirs.num_hidden_layers,
        n_heads=theirs.num_attention_heads,
        n_kv_heads=theirs.num_key_value_heads,
        d_hidden=theirs.intermediate_size,
        context=theirs.max_position_embeddings,
        theta=rope["rope_theta"],
        eps=theirs.rms_norm_eps,
        tied=theirs.tie_word_embeddings,
    )


def in_halves(weight: Tensor, n_heads: int) -> Tensor:
    """Rows of queries or keys (H · d, D), in pairs as a GGUF file stores them, in the order of RoPE on halves."""
    heads = weight.unflatten(0, (n_heads, -1))  # (H, d, D)
    return torch.cat([heads[:, ::2], heads[:, 1::2]], dim=1).flatten(0, 1)


def from_transformers(model: Any) -> Llama:
    """A copy of transformers' LlamaForCausalLM, on its device and in its type of numbers."""
    config = config_of(model)
    given = {name.removeprefix("model."): tensor for name, tensor in model.state_dict().items()}
    weights = {"tokens.weight": given["embed_tokens.weight"], "norm.weight": given["norm.weight"]}
    if not config.tied:
        weights["head.weight"] = given["lm_head.weight"]
    for number in range(config.n_layers):
        old, new = f"layers.{number}", f"blocks.{number}"
        attention = [given[f"{old}.self_attn.{which}_proj.weight"] for which in "qkv"]
        hidden = [given[f"{old}.mlp.{which}_proj.weight"] for which in ("gate", "up")]
        weights |= {
            f"{new}.norm1.weight": given[f"{old}.input_layernorm.weight"],
            f"{new}.attention.qkv_proj.weight": torch.cat(attention),
            f"{new}.attention.out_proj.weight": given[f"{old}.self_attn.o_proj.weight"],
            f"{new}.norm2.weight": given[f"{old}.post_attention_layernorm.weight"],
            f"{new}.feed_forward.gate_up.weight": torch.cat(hidden),
            f"{new}.feed_forward.down.weight": given[f"{old}.mlp.down_proj.weight"],
        }
    with torch.device("meta"):
        llama = Llama(config)
    llama.load_state_dict({name: tensor.clone() for name, tensor in weights.items()}, assign=True)
    dtype, device = weights["tokens.weight"].dtype, weights["tokens.weight"].device
    cos, sin = _circle(config)
    llama.cos, llama.sin = cos.to(device, dtype), sin.to(device, dtype)
    return llama.train(model.training)


def from_smollm2(device: torch.device | str = "cpu") -> tuple[Llama, Any]:
    """SmolLM2-135M-Instruct, ready to run on the device, and its tokenizer (see `utils.smollm2`)."""
    from utils import smollm2

    model, tokenizer = smollm2.load(device)
    return for_writing(from_transformers(model).requires_grad_(False)), tokenizer
