"""Random weights of whole blocks, torch's encoder layer in float64 with these weights under its own
parameter names, and the norms of the gradients of its parameters.
"""

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

FINISHED = ["utils.blocks.block", "utils.blocks.layers"]
ENCODER_LAYER = "torch.nn.TransformerEncoderLayer"


def tensor(array, grad=False):
    """A float64 tensor of an oracle's input."""
    return torch.as_tensor(array, dtype=torch.float64).requires_grad_(grad)


def linear_weights(rng, name, d_in, d_out):
    """A weight (d_out, d_in) that keeps the size of what passes through it, and a bias."""
    return {
        f"{name}.weight": rng.standard_normal((d_out, d_in)) / np.sqrt(d_in),
        f"{name}.bias": rng.standard_normal(d_out) * 0.5,
    }


def norm_weights(rng, name, d_model):
    """A gain and a bias away from 1 and 0, where a missing or doubled norm shows."""
    return {
        f"{name}.weight": rng.uniform(0.5, 1.5, d_model),
        f"{name}.bias": rng.standard_normal(d_model) * 0.5,
    }


def block_weights(rng, D, F_, norms, cross=False):
    """All weights of a block, by parameter name."""
    found = linear_weights(rng, "attention.qkv_proj", D, 3 * D) | linear_weights(
        rng, "attention.out_proj", D, D
    )
    # Larger queries and keys make attention weights uneven, so that a wrong mask shows.
    found["attention.qkv_proj.weight"][: 2 * D] *= 1.5
    if cross:
        found |= linear_weights(rng, "cross_attention.q_proj", D, D)
        found |= linear_weights(rng, "cross_attention.kv_proj", D, 2 * D)
        found |= linear_weights(rng, "cross_attention.out_proj", D, D)
    found |= linear_weights(rng, "feed_forward.up", D, F_) | linear_weights(rng, "feed_forward.down", F_, D)
    for name in norms:
        found |= norm_weights(rng, name, D)
    return found


RENAMED = {
    "attention.qkv_proj.weight": "self_attn.in_proj_weight",
    "attention.qkv_proj.bias": "self_attn.in_proj_bias",
    "attention.out_proj.weight": "self_attn.out_proj.weight",
    "attention.out_proj.bias": "self_attn.out_proj.bias",
    "cross_attention.out_proj.weight": "multihead_attn.out_proj.weight",
    "cross_attention.out_proj.bias": "multihead_attn.out_proj.bias",
    "feed_forward.up.weight": "linear1.weight",
    "feed_forward.up.bias": "linear1.bias",
    "feed_forward.down.weight": "linear2.weight",
    "feed_forward.down.bias": "linear2.bias",
}


def torch_names(weights, cross=False):
    """Our parameter names and weights as nn.TransformerEncoderLayer and nn.TransformerDecoderLayer call them."""
    found = {
        RENAMED.get(name, name): tensor(value)
        for name, value in weights.items()
        if "cross_attention.q_proj" not in name and "cross_attention.kv_proj" not in name
    }
    if cross:
        for part in ("weight", "bias"):
            found[f"multihead_attn.in_proj_{part}"] = torch.cat(
                [
                    tensor(weights[f"cross_attention.q_proj.{part}"]),
                    tensor(weights[f"cross_attention.kv_proj.{part}"]),
                ]
            )
    return found


def encoder_layer(weights, sizes, norm_first, eps=1e-5):
    """nn.TransformerEncoderLayer in float64 with the given weights."""
    D, H, F_ = sizes
    layer = nn.TransformerEncoderLayer(
        D, H, F_, dropout=0.0, activation=F.gelu, layer_norm_eps=eps, batch_first=True, norm_first=norm_first
    ).double()
    layer.load_state_dict(torch_names(weights))
    return layer.train()  # in evaluation it takes a shortcut that has no gradients


def sizes_of_gradients(module, cross=False):
    """The norm of the gradient of each parameter of a torch layer, under our names."""
    names = {theirs: ours for ours, theirs in RENAMED.items()}
    named = {name.removeprefix("base."): p for name, p in module.named_parameters()}
    found = {
        names.get(name, name): float(p.grad.norm())
        for name, p in named.items()
        if "multihead_attn.in_proj" not in name
    }
    if cross:
        for part in ("weight", "bias"):
            whole = getattr(module.multihead_attn, f"in_proj_{part}").grad
            queries = len(whole) // 3
            found[f"cross_attention.q_proj.{part}"] = float(whole[:queries].norm())
            found[f"cross_attention.kv_proj.{part}"] = float(whole[queries:].norm())
    return found


CUT = dict(
    why="The output is right, but no gradient gets past the cut, so nothing before it learns.",
    look="Do any of your operations stop the gradient, such as .detach(), .data or torch.no_grad()?",
)


def size(expression):
    """An edit: another measure of the stream's size, in both places."""
    old = "x.pow(2).mean() ** 0.5"
    return [(f"[{old}]", f"[{expression}]"), (f"append({old})", f"append({expression})")]


def padding(lengths, T, left=False):
    """(B, T) bool, True at real tokens; padding on the right, or on the left."""
    keep = np.arange(T) < np.asarray(lengths)[:, None]
    return np.ascontiguousarray(keep[:, ::-1]) if left else keep


def rows(rng, shape, scale, offset, constant):
    """Token vectors of a chosen size: the regime in which a slip shows.  Returns (…, D)."""
    x = rng.standard_normal(shape) * scale + offset
    if constant:
        x[..., :] = x[..., :1]  # a token whose features are all equal has no deviation at all
    return x


def mlp_weights(rng, names, d_model, d_hidden, bias, scale=1.0):
    """Weights of a feed-forward layer by parameter name; those named down lead back from d_hidden to d_model."""
    found = {}
    for name in names:
        rows_, columns = (d_model, d_hidden) if name == "down" else (d_hidden, d_model)
        found[f"{name}.weight"] = rng.standard_normal((rows_, columns)) * scale / np.sqrt(columns)
        if bias:
            found[f"{name}.bias"] = rng.standard_normal(rows_)
    return found
