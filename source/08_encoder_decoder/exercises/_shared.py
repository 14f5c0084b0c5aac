"""Weights of encoder and decoder blocks under our names and nn.Transformer's, and edit distance by the
plain recursion.
"""

import functools

import numpy as np
import torch

TORCH = ["torch.nn.Transformer", "torch.nn.TransformerEncoder", "torch.nn.TransformerDecoder",
         "torch.nn.TransformerEncoderLayer", "torch.nn.TransformerDecoderLayer"]  # fmt: skip


def tensor(array):
    """A float64 tensor of an oracle's input."""
    return torch.as_tensor(array, dtype=torch.float64)


def leaf(array):
    return tensor(array).requires_grad_()


def linear_weights(rng, name, d_in, d_out, gain=1.0):
    return {
        f"{name}.weight": gain * rng.standard_normal((d_out, d_in)) / np.sqrt(d_in),
        f"{name}.bias": rng.standard_normal(d_out) * 0.5,
    }


def norm_weights(rng, name, D):
    return {f"{name}.weight": rng.uniform(0.5, 1.5, D), f"{name}.bias": rng.standard_normal(D) * 0.5}


def block_weights(rng, name, D, hidden, cross):
    """All weights of a block of utils.blocks; those of queries and keys are larger, so a wrong mask shows."""
    found = linear_weights(rng, f"{name}.attention.qkv_proj", D, 3 * D, 1.5)
    found |= linear_weights(rng, f"{name}.attention.out_proj", D, D)
    if cross:
        found |= linear_weights(rng, f"{name}.cross_attention.q_proj", D, D, 1.5)
        found |= linear_weights(rng, f"{name}.cross_attention.kv_proj", D, 2 * D, 1.5)
        found |= linear_weights(rng, f"{name}.cross_attention.out_proj", D, D)
    found |= linear_weights(rng, f"{name}.feed_forward.up", D, hidden)
    found |= linear_weights(rng, f"{name}.feed_forward.down", hidden, D)
    for number in range(1, 4 if cross else 3):
        found |= norm_weights(rng, f"{name}.norm{number}", D)
    return found


def torch_name(name):
    """What nn.Transformer calls a parameter; cross-attention's projections are joined by `torch_weights`."""
    for ours, theirs in {
        "encoder_norm": "encoder.norm",
        "decoder_norm": "decoder.norm",
        "cross_attention.out_proj": "multihead_attn.out_proj",
        "attention.qkv_proj.weight": "self_attn.in_proj_weight",
        "attention.qkv_proj.bias": "self_attn.in_proj_bias",
        "attention.out_proj": "self_attn.out_proj",
        "feed_forward.up": "linear1",
        "feed_forward.down": "linear2",
    }.items():
        if ours in name:
            name = name.replace(ours, theirs)
            break
    for side in ("encoder", "decoder"):
        if name.startswith(side) and name.split(".")[1].isdigit():
            name = name.replace(side, f"{side}.layers", 1)
    return name


def torch_weights(weights):
    """The weights of an EncoderDecoder, or of blocks called decoder.0, …, under the names of nn.Transformer."""
    found = {}
    for name, value in weights.items():
        if name.endswith(("cross_attention.q_proj.weight", "cross_attention.q_proj.bias")):
            other = weights[name.replace("q_proj", "kv_proj")]
            base = torch_name(name.split(".cross_attention")[0] + ".x").removesuffix(".x")
            kind = name.rsplit(".", 1)[1]
            found[f"{base}.multihead_attn.in_proj_{kind}"] = tensor(np.concatenate([value, other]))
        elif "kv_proj" not in name or "cross" not in name:
            found[torch_name(name)] = tensor(value)
    return found


def all_edits(a, b):
    """The recursion itself: what remains to be done from each pair of positions."""

    @functools.cache
    def rest(i, j):
        if i == len(a) or j == len(b):
            return len(a) - i + len(b) - j
        if a[i] == b[j]:
            return rest(i + 1, j + 1)
        return 1 + min(rest(i + 1, j), rest(i, j + 1), rest(i + 1, j + 1))

    return rest(0, 0)


SYMBOLS = ["AA", "B", "CH", "D", "EH", "F"]
