"""The finished attention layers against torch's own, with copied weights, outputs and gradients."""

import pytest
import torch
import torch.nn.functional as F
from torch import nn

from utils.blocks import attention


def generator(seed: int = 0) -> torch.Generator:
    return torch.Generator().manual_seed(seed)


def as_torch(layer: attention.MultiHeadAttention, d_model: int) -> nn.MultiheadAttention:
    other = nn.MultiheadAttention(d_model, layer.n_heads, batch_first=True, dtype=torch.float64)
    other.load_state_dict(
        {
            "in_proj_weight": layer.qkv_proj.weight,
            "in_proj_bias": layer.qkv_proj.bias,
            "out_proj.weight": layer.out_proj.weight,
            "out_proj.bias": layer.out_proj.bias,
        }
    )
    return other


@pytest.mark.parametrize(("B", "T", "D", "H"), [(2, 7, 12, 4), (1, 1, 6, 1), (3, 5, 15, 3)])
@pytest.mark.parametrize("causal", [False, True])
def test_multi_head_attention_is_torchs(B: int, T: int, D: int, H: int, causal: bool) -> None:
    torch.manual_seed(0)
    layer = attention.MultiHeadAttention(D, H).double()
    other = as_torch(layer, D)
    mask = attention.causal_mask(T) if causal else torch.ones(T, T, dtype=torch.bool)
    x = torch.randn(T, B, D, generator=generator(), dtype=torch.float64).transpose(0, 1)  # not contiguous
    gradient = torch.randn(B, T, D, generator=generator(1), dtype=torch.float64)

    ours, theirs = x.clone().requires_grad_(), x.clone().requires_grad_()
    y = layer(ours, mask)
    z, _ = other(theirs, theirs, theirs, attn_mask=~mask)
    y.backward(gradient)
    z.backward(gradient)

    torch.testing.assert_close(y, z)
    torch.testing.assert_close(ours.grad, theirs.grad)
    torch.testing.assert_close(layer.qkv_proj.weight.grad, other.in_proj_weight.grad)
    torch.testing.assert_close(layer.out_proj.weight.grad, other.out_proj.weight.grad)
    if causal:
        torch.testing.assert_close(layer(x, is_causal=True), y)


@pytest.mark.parametrize(("T", "S", "D", "M", "H"), [(4, 9, 12, 8, 3), (1, 3, 6, 6, 2), (5, 1, 8, 5, 1)])
def test_cross_attention_is_torchs(T: int, S: int, D: int, M: int, H: int) -> None:
    torch.manual_seed(0)
    layer = attention.CrossAttention(D, H, d_memory=M).double()
    other = nn.MultiheadAttention(D, H, kdim=M, vdim=M, batch_first=True, dtype=torch.float64)
    keys, values = layer.kv_proj.weight.chunk(2)
    with torch.no_grad():
        if M == D:
            other.in_proj_weight.copy_(torch.cat([layer.q_proj.weight, keys, values]))
        else:
            other.q_proj_weight.copy_(layer.q_proj.weight)
            other.k_proj_weight.copy_(keys)
            other.v_proj_weight.copy_(values)
        other.in_proj_bias.copy_(torch.cat([layer.q_proj.bias, layer.kv_proj.bias]))
        other.out_proj.load_state_dict(layer.out_proj.state_dict())
    x = torch.randn(2, T, D, generator=generator(), dtype=torch.float64)
    memory = torch.randn(2, S, M, generator=generator(1), dtype=torch.float64)
    lengths = torch.tensor([S, max(1, S - 2)])
    mask = attention.padding_mask(lengths, S)
    want, _ = other(x, memory, memory, key_padding_mask=~mask.squeeze(1))
    torch.testing.assert_close(layer(x, memory, mask), want)


def test_masks_of_two_three_and_four_axes() -> None:
    torch.manual_seed(0)
    layer = attention.MultiHeadAttention(8, 2)
    x = torch.randn(3, 5, 8)
    full = attention.causal_mask(5) & attention.padding_mask(torch.tensor([5, 3, 1]), 5)  # (3, 5, 5)
    torch.testing.assert_close(layer(x, full), layer(x, full.unsqueeze(1).expand(3, 2, 5, 5)))
    torch.testing.assert_close(layer(x, attention.causal_mask(5)), layer(x, is_causal=True))


def test_a_query_that_may_look_nowhere_gets_zeros() -> None:
    torch.manual_seed(0)
    layer = attention.MultiHeadAttention(8, 2)
    x = torch.randn(2, 4, 8, requires_grad=True)
    y = layer(x, attention.padding_mask(torch.tensor([4, 0]), 4))
    y.sum().backward()
    torch.testing.assert_close(y[1], layer.out_proj.bias.expand(4, 8))
    assert x.grad is not None and torch.isfinite(x.grad).all()


def test_masks() -> None:
    assert attention.causal_mask(2, 4).tolist() == [[True, True, True, False], [True, True, True, True]]
    assert attention.local_mask(4, 1).sum().item() == 10
    with pytest.raises(ValueError, match="at least as many keys"):
        attention.causal_mask(3, 2)
    with pytest.raises(ValueError, match="does not divide"):
        attention.MultiHeadAttention(10, 3)


def test_split_and_merge_undo_each_other() -> None:
    x = torch.randn(2, 5, 12, generator=generator())
    heads = attention.split_heads(x, 4)
    assert heads.shape == (2, 4, 5, 3)
    torch.testing.assert_close(heads[:, 1], x[..., 3:6])
    torch.testing.assert_close(attention.merge_heads(heads), x)


def test_positions() -> None:
    layer = attention.LearnedPositions(6, 4)
    x = torch.zeros(2, 3, 4)
    torch.testing.assert_close(layer(x, start=3)[1], layer.table[3:6])
    with pytest.raises(ValueError, match="Position 6 has no vector"):
        layer(x, start=4)
    table = attention.sinusoidal_positions(50, 7)
    assert table.shape == (50, 7)
    torch.testing.assert_close(table[:, 2] ** 2 + table[:, 3] ** 2, torch.ones(50))
    torch.testing.assert_close(
        table[:, 6], torch.sin(torch.arange(50) * 10000 ** (-6 / 7)), atol=1e-5, rtol=0
    )


def test_dropout_acts_only_while_training() -> None:
    torch.manual_seed(0)
    layer = attention.MultiHeadAttention(8, 2, dropout=0.5)
    x = torch.randn(2, 6, 8)
    assert not torch.equal(layer(x), layer(x))
    layer.eval()
    torch.testing.assert_close(layer(x), layer(x))
    q, k, v = (attention.split_heads(p, 2) for p in layer.qkv_proj(x).chunk(3, -1))
    torch.testing.assert_close(
        layer(x), layer.out_proj(attention.merge_heads(F.scaled_dot_product_attention(q, k, v)))
    )
