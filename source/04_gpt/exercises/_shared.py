"""Small GPT-2 and Llama configs, weights under GPT-2's and our names, parameter counts from torch
modules without memory, and references for the optimizers.
"""

import numpy as np
import torch
from torch import nn

from autograder.authoring import slip

FINISHED = ["utils.blocks.gpt", "utils.checkpoints", "utils.training"]


def tensor(array):
    """A float64 tensor of an oracle's input."""
    return torch.as_tensor(array, dtype=torch.float64)


def gpt2_tensors(rng, V, context, D, L, size=1.0):
    """Random tensors under the names of a GPT-2 file, large enough that every slip shows."""

    def map_(d_in, d_out):
        return size * rng.standard_normal((d_in, d_out)) / np.sqrt(d_in)

    found = {"wte.weight": rng.standard_normal((V, D)), "wpe.weight": rng.standard_normal((context, D))}
    for i in range(L):
        for name, d_in, d_out in [
            ("attn.c_attn", D, 3 * D),
            ("attn.c_proj", D, D),
            ("mlp.c_fc", D, 4 * D),
            ("mlp.c_proj", 4 * D, D),
        ]:
            found[f"h.{i}.{name}.weight"] = map_(d_in, d_out)
            found[f"h.{i}.{name}.bias"] = rng.standard_normal(d_out) * 0.5
        for name in ["ln_1", "ln_2"]:
            found |= norm(rng, f"h.{i}.{name}", D)
    return found | norm(rng, "ln_f", D)


def norm(rng, name, D):
    """A gain and a bias away from 1 and 0, so a missing norm shows."""
    return {f"{name}.weight": rng.uniform(0.5, 1.5, D), f"{name}.bias": rng.standard_normal(D) * 0.5}


RENAMED = [
    ("wte.", "tokens."),
    ("wpe.", "positions."),
    ("ln_f.", "norm."),
    ("h.", "blocks."),
    ("ln_1.", "norm1."),
    ("ln_2.", "norm2."),
    ("attn.c_attn.", "attention.qkv_proj."),
    ("attn.c_proj.", "attention.out_proj."),
    ("mlp.c_fc.", "feed_forward.up."),
    ("mlp.c_proj.", "feed_forward.down."),
]


def our_name(name):
    """GPT-2's name of a parameter as our model calls it."""
    for theirs, ours in RENAMED:
        name = name.replace(theirs, ours) if theirs != "h." or name.startswith("h.") else name
    return name


def ours_from_gpt2(tensors):
    """GPT-2's tensors as parameters of our model: other names, and maps as (out, in)."""
    return {our_name(k): v.T if ".c_" in k and v.ndim == 2 else v for k, v in tensors.items()}


def small_config(V, context, D, H, L, **changes):
    return dict(vocab_size=V, context=context, d_model=D, n_heads=H, n_layers=L) | changes


def llama(V, D, H, kv, L, F):
    return small_config(V, 32, D, H, L) | dict(
        n_kv_heads=kv, d_hidden=F, bias=False, gated=True, norm="rms", learned_positions=False, tied=False
    )


def filled(config):
    """A config with the defaults that depend on other fields."""
    config = (
        dict(tied=True, bias=True, gated=False, norm="layer", learned_positions=True)
        | dict(d_hidden=4 * config["d_model"], n_kv_heads=config["n_heads"])
        | config
    )
    return dict(qkv_bias=config["bias"]) | config


def tensors_by_part(config):
    """The parameters of a model, part by part, counted on tensors without memory."""
    c = filled(config)
    V, D, L, F_ = c["vocab_size"], c["d_model"], c["n_layers"], c["d_hidden"]
    kv = D * c["n_kv_heads"] // c["n_heads"]
    with torch.device("meta"):
        attention = [
            nn.Linear(D, D, bias=c["qkv_bias"]),
            nn.Linear(D, kv, bias=c["qkv_bias"]),
            nn.Linear(D, kv, bias=c["qkv_bias"]),
            nn.Linear(D, D, bias=c["bias"]),
        ]
        ups = [nn.Linear(D, F_, bias=c["bias"]) for _ in range(2 if c["gated"] else 1)]
        norm_ = nn.LayerNorm(D) if c["norm"] == "layer" else nn.RMSNorm(D)
        return {
            "embeddings": [nn.Embedding(V, D)]
            + ([nn.Embedding(c["context"], D)] if c["learned_positions"] else []),
            "attention": attention * L,
            "feed_forward": [*ups, nn.Linear(F_, D, bias=c["bias"])] * L,
            "norms": [norm_] * (2 * L + 1),
            "head": [] if c["tied"] else [nn.Linear(D, V, bias=False)],
        }


def count(config):
    parts = {
        name: sum(p.numel() for module in modules for p in module.parameters())
        for name, modules in tensors_by_part(config).items()
    }
    return parts | {"total": sum(parts.values())}


def drawn_config(rng, kind):
    """A config of one kind with sizes from the generator; no two sizes are equal or multiples by accident."""
    H, d, L = int(rng.choice([4, 6, 8])), int(rng.choice([10, 14, 22])), int(rng.choice([3, 5, 7]))
    V, context = int(rng.integers(1000, 9000)) * 2 + 1, int(rng.integers(50, 400)) * 2 + 1
    D = H * d
    config = small_config(V, context, D, H, L)
    if kind == "gpt":
        return config
    if kind == "untied":
        return config | dict(tied=False, qkv_bias=False, d_hidden=3 * D + 1)
    if kind == "llama":
        return llama(V, D, H, H // 2, L, 3 * D + 5)
    return config | dict(
        n_kv_heads=2, gated=True, norm="layer", d_hidden=2 * D + 3, qkv_bias=True, bias=kind == "biased gate"
    )


OPTIMIZERS = ["torch.optim", "utils.training", "utils.checkpoints"]


def trained(make, start, gradients, rates):
    """The path of the parameters under one of torch's optimizers, in float64.

    gradients: for each parameter, one per step, or None where it has none. rates: (steps,). As in the lesson, one
    counter of steps serves all parameters; torch counts, for each parameter, the steps in which it had a gradient.
    """
    parameters = [nn.Parameter(tensor(p)) for p in start]
    optimizer = make(parameters)
    paths = [[] for _ in parameters]
    for step, lr in enumerate(rates):
        optimizer.param_groups[0]["lr"] = float(lr)
        for p, given in zip(parameters, gradients):
            p.grad = None if given[step] is None else tensor(given[step])
        for state in optimizer.state.values():
            state["step"].fill_(step)  # which the optimizer then increases by one
        optimizer.step()
        for p, path in zip(parameters, paths):
            path.append(p.detach().clone())
    return [torch.stack(path) for path in paths]


def drawn_rates(rng, lr, steps):
    """A learning rate that changes from step to step, as it does in training."""
    return lr * rng.uniform(0.5, 1.5, steps)


BY_SINGULAR_VALUES = [
    "torch.svd", "torch.linalg.svd", "torch.linalg.eigh", "torch.linalg.qr", ".svd", ".qr",
]  # fmt: skip
A, B, C = 3.4445, -4.7750, 2.0315


def orthogonal(G, steps=5, eps=1e-7):
    """What the rounds do to a matrix, written down for its singular values one by one, in float64."""
    if not G.any():
        return np.zeros_like(G)
    U, s, Vt = np.linalg.svd(G, full_matrices=False)
    s = s / max(np.sqrt((s**2).sum()), eps)
    for _ in range(steps):
        s = A * s + B * s**3 + C * s**5
    return U * s @ Vt


def both(one, other):
    """The slip of a student who made two mistakes, in two places of the solution."""
    edits = [
        edit for each in (one, other) for edit in (each.edit if isinstance(each.edit, list) else [each.edit])
    ]
    why = f"These are two separate mistakes. {one.slip.why} {other.slip.why}"
    return slip(f"{one.slip.name}, and {other.slip.name}", edits, why, f"{one.slip.look} {other.slip.look}")
