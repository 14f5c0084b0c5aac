"""The finished norms, feed-forward layers and blocks in utils.blocks, against torch's and transformers' own."""

from __future__ import annotations

import pytest
import torch
import torch.nn.functional as F
from torch import Tensor, nn

from utils.blocks.attention import causal_mask
from utils.blocks.block import DecoderBlock, EncoderBlock, TransformerBlock, residual
from utils.blocks.layers import FeedForward, LayerNorm, RMSNorm, SwiGLU

D, H, HIDDEN = 12, 3, 20


@pytest.fixture(autouse=True)
def _seed() -> None:
    torch.manual_seed(0)


def randomized(module: nn.Module) -> nn.Module:
    """The module in float64, with gains and biases away from their start values."""
    with torch.no_grad():
        for p in module.parameters():
            p.add_(torch.randn_like(p) * 0.3)
    return module.double()


def tokens(*shape: int) -> Tensor:
    return (torch.randn(*shape, dtype=torch.float64) * 2 + 0.5).requires_grad_()


def agree(ours: Tensor, theirs: Tensor, *inputs: Tensor) -> None:
    """Outputs are equal, and so are the gradients of the inputs."""
    torch.testing.assert_close(ours, theirs)
    gradient = torch.randn_like(ours)
    ours_grad = torch.autograd.grad(ours, inputs, gradient, retain_graph=True)
    theirs_grad = torch.autograd.grad(theirs, inputs, gradient)
    for a, b in zip(ours_grad, theirs_grad, strict=True):
        torch.testing.assert_close(a, b)


def as_torch(block: nn.Module) -> dict[str, Tensor]:
    """A block's parameters under the names of nn.TransformerEncoderLayer and nn.TransformerDecoderLayer."""
    prefixes = {
        "attention.qkv_proj.": "self_attn.in_proj_",
        "attention.out_proj.": "self_attn.out_proj.",
        "cross_attention.out_proj.": "multihead_attn.out_proj.",
        "feed_forward.up.": "linear1.",
        "feed_forward.down.": "linear2.",
    }
    found = {}
    for name, value in block.state_dict().items():
        prefix = next((p for p in prefixes if name.startswith(p)), None)
        if name.startswith(("cross_attention.q_proj", "cross_attention.kv_proj")):
            continue
        found[prefixes[prefix] + name.removeprefix(prefix) if prefix else name] = value
    if hasattr(block, "cross_attention"):
        cross = block.cross_attention
        for part in ("weight", "bias"):
            both = [getattr(cross.q_proj, part), getattr(cross.kv_proj, part)]
            found[f"multihead_attn.in_proj_{part}"] = torch.cat(both).detach()
    return found


@pytest.mark.parametrize("scale", [1.0, 1e-2, 0.0])
def test_norms_are_torchs_also_for_tiny_tokens(scale: float) -> None:
    x = (tokens(2, 3, D) * scale).detach().requires_grad_()
    ours, theirs = randomized(LayerNorm(D, eps=1e-4)), nn.LayerNorm(D, eps=1e-4).double()
    theirs.load_state_dict(ours.state_dict())
    agree(ours(x), theirs(x), x)
    ours, theirs = randomized(RMSNorm(D, eps=1e-4)), nn.RMSNorm(D, eps=1e-4).double()
    theirs.load_state_dict(ours.state_dict())
    agree(ours(x), theirs(x), x)


def test_rms_norm_takes_its_mean_in_float32_as_llama_does() -> None:
    from transformers.models.llama.modeling_llama import LlamaRMSNorm

    x = (torch.randn(4, 512) * 30).bfloat16()
    ours, theirs = RMSNorm(512, eps=1e-6).bfloat16(), LlamaRMSNorm(512, eps=1e-6).bfloat16()
    assert torch.equal(ours(x), theirs(x))


def test_feed_forward_layers() -> None:
    x = tokens(2, 3, D)
    layer = randomized(FeedForward(D))
    plain = nn.Sequential(nn.Linear(D, 4 * D), nn.GELU(), nn.Linear(4 * D, D)).double()
    plain.load_state_dict(dict(zip(plain.state_dict(), layer.state_dict().values(), strict=True)))
    agree(layer(x), plain(x), x)

    gated = randomized(SwiGLU(D))
    assert gated.gate.weight.shape == (8 * D // 3, D)
    gate, value = x @ gated.gate.weight.T, x @ gated.up.weight.T
    agree(gated(x), (gate * torch.sigmoid(gate) * value) @ gated.down.weight.T, x)


@pytest.mark.parametrize("place", ["pre", "post"])
@pytest.mark.parametrize("act", ["gelu", "relu"])
def test_transformer_block_is_torchs_encoder_layer(place: str, act: str) -> None:
    block = randomized(TransformerBlock(D, H, HIDDEN, norm=place, eps=1e-3, act=act))
    layer = nn.TransformerEncoderLayer(
        D, H, HIDDEN, 0.0, act, 1e-3, batch_first=True, norm_first=place == "pre"
    ).double()
    layer.load_state_dict(as_torch(block))
    x, mask = tokens(2, 5, D), causal_mask(5)
    agree(block(x, mask), layer(x, src_mask=~mask), x)
    agree(block(x, is_causal=True), block(x, mask), x)
    agree(block(x), layer(x), x)


@pytest.mark.parametrize("place", ["pre", "post"])
def test_encoder_block_does_not_see_padding(place: str) -> None:
    block = randomized(EncoderBlock(D, H, HIDDEN, norm=place))
    layer = nn.TransformerEncoderLayer(
        D, H, HIDDEN, 0.0, F.gelu, batch_first=True, norm_first=place == "pre"
    ).double()
    layer.load_state_dict(as_torch(block))
    x, keep = tokens(2, 5, D), torch.tensor([[1, 1, 1, 0, 0], [1, 1, 1, 1, 1]]).bool()
    agree(block(x, keep), layer(x, src_key_padding_mask=~keep), x)
    alone = block(x[:1, :3])
    torch.testing.assert_close(block(x, keep)[:1, :3], alone)


@pytest.mark.parametrize("place", ["pre", "post"])
def test_decoder_block_is_torchs_decoder_layer(place: str) -> None:
    block = randomized(DecoderBlock(D, H, HIDDEN, norm=place))
    layer = nn.TransformerDecoderLayer(
        D, H, HIDDEN, 0.0, F.gelu, batch_first=True, norm_first=place == "pre"
    ).double()
    layer.load_state_dict(as_torch(block))
    x, memory = tokens(2, 4, D), tokens(2, 6, D)
    keep = torch.tensor([[1, 1, 1, 0, 0, 0], [1, 1, 1, 1, 1, 1]]).bool()
    theirs = layer(x, memory, tgt_mask=~causal_mask(4), memory_key_padding_mask=~keep)
    agree(block(x, memory, keep), theirs, x, memory)


def test_peri_has_gemma_2s_four_norms() -> None:
    from transformers import Gemma2Config
    from transformers.models.gemma2.modeling_gemma2 import Gemma2DecoderLayer

    config = Gemma2Config(
        hidden_size=D, num_attention_heads=H, num_key_value_heads=H, head_dim=D // H,
        intermediate_size=HIDDEN, num_hidden_layers=1, vocab_size=7,
    )  # fmt: skip
    config._attn_implementation = "eager"
    layer = randomized(Gemma2DecoderLayer(config, layer_idx=0)).eval()
    x = tokens(2, 5, D)
    angles = torch.rand(1, 5, D // H, dtype=torch.float64)
    extras = {"position_embeddings": (angles.cos(), angles.sin()), "attention_mask": None}
    theirs = layer(x, **extras)
    theirs = theirs if isinstance(theirs, Tensor) else theirs[0]
    ours = residual(
        x,
        lambda h: layer.self_attn(h, **extras)[0],
        layer.input_layernorm,
        "peri",
        layer.post_attention_layernorm,
    )
    ours = residual(
        ours, layer.mlp, layer.pre_feedforward_layernorm, "peri", layer.post_feedforward_layernorm
    )
    agree(ours, theirs, x)


@pytest.mark.parametrize("norm_kind", ["layer", "rms"])
def test_peri_block_is_two_residual_branches(norm_kind: str) -> None:
    block = randomized(TransformerBlock(D, H, HIDDEN, norm="peri", norm_kind=norm_kind, act="swiglu"))
    assert sum("norm" in name for name, _ in block.named_children()) == 4
    x = tokens(2, 5, D)
    y = residual(x, block.attention, block.norm1, "peri", block.norm1_out)
    y = residual(y, block.feed_forward, block.norm2, "peri", block.norm2_out)
    agree(block(x), y, x)


@pytest.mark.parametrize("place", ["pre", "post", "peri"])
def test_dropout_leaves_the_main_path_alone(place: str) -> None:
    block = randomized(TransformerBlock(D, H, HIDDEN, norm=place, dropout=1.0))
    x = tokens(2, 5, D)
    expected = block.norm2(block.norm1(x)) if place == "post" else x
    torch.testing.assert_close(block.train()(x), expected)
    assert not torch.allclose(block.eval()(x), expected)


def test_a_wrong_choice_is_one_sentence() -> None:
    with pytest.raises(ValueError, match="choose one of pre, post, peri"):
        TransformerBlock(D, H, norm="middle")
    with pytest.raises(ValueError, match="choose one of layer, rms"):
        TransformerBlock(D, H, norm_kind="batch")
    with pytest.raises(ValueError, match="choose one of gelu"):
        TransformerBlock(D, H, act="tanh")
