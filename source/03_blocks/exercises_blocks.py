"""What decides the exercises of sitting b: shapes, residual connections, blocks."""

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

from autograder.authoring import exercise, slip

FINISHED = ["utils.blocks.block", "utils.blocks.layers"]
ENCODER_LAYER = "torch.nn.TransformerEncoderLayer"
DECODER_LAYER = "torch.nn.TransformerDecoderLayer"


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
    """A gain and a bias away from 1 and 0, so that a missing or doubled norm shows."""
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


class PeriBlock(nn.Module):
    """A peri-LN block written with torch's attention: there is none in torch. Held against Gemma 2 in the tests."""

    def __init__(self, weights, sizes):
        super().__init__()
        D, H, F_ = sizes
        self.base = encoder_layer(
            {k: v for k, v in weights.items() if "_out." not in k}, sizes, norm_first=True
        )
        self.norm1_out = nn.LayerNorm(D).double()
        self.norm2_out = nn.LayerNorm(D).double()
        for name in ("norm1_out", "norm2_out"):
            getattr(self, name).load_state_dict(
                {part: tensor(weights[f"{name}.{part}"]) for part in ("weight", "bias")}
            )

    def forward(self, x, src_mask=None):
        base = self.base
        h = base.norm1(x)
        attended, _ = base.self_attn(h, h, h, attn_mask=src_mask, need_weights=False)
        x = x + self.norm1_out(attended)
        worked = base.linear2(F.gelu(base.linear1(base.norm2(x))))
        return x + self.norm2_out(worked)


def sizes_of_gradients(module, cross=False):
    """How long the gradient of each parameter of a torch layer is, under our names."""
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
    why="The output is right, and nothing behind the cut learns: no gradient passes it.",
    look="Which of your operations leave the way back out: .detach(), .data, torch.no_grad()?",
)


@exercise("block_shapes", points=4, forbid=FINISHED)
class _:
    cases = [dict(), dict()]

    def inputs(rng):
        # No two sizes are equal, so that every exchange of axes shows.
        T, S = (int(n) for n in rng.permutation([5, 7, 9, 11, 13])[:2])
        H, d = int(rng.choice([2, 3, 4])), int(rng.choice([6, 8, 10]))
        B = int(rng.choice([14, 15, 17]))
        return {"sizes": [B, T, S, H * d, H, 4 * H * d]}

    def oracle(sizes):
        B, T, S, D, H, F_ = sizes
        x, memory = torch.zeros(B, T, D), torch.zeros(B, S, D)
        attention = nn.MultiheadAttention(D, H, batch_first=True)
        merged, scores = attention(x, x, x, average_attn_weights=False)
        _, cross = attention(x, memory, memory, average_attn_weights=False)
        up = nn.Linear(D, F_)
        shapes = {
            "normed": nn.LayerNorm(D)(x).shape,
            "queries": torch.stack(x.chunk(H, dim=-1), dim=1).shape,
            "scores": scores.shape,
            "merged": merged.shape,
            "cross_scores": cross.shape,
            "hidden": up(x).shape,
            "qkv_weight": attention.in_proj_weight.shape,
            "up_weight": up.weight.shape,
        }
        return {name: list(shape) for name, shape in shapes.items()}

    promises = {
        "a tuple of integers for each name": "queries",
        "queries are split into heads": "queries",
        "a norm keeps the shape": "normed",
        "T queries against S tokens": "cross_scores",
        "a weight acts as y = xWᵀ": "up_weight",
    }

    alternatives = {
        "read off tensors of zeros": """
            x, memory = torch.zeros(B, T, D), torch.zeros(B, S, D)
            queries = x.reshape(B, T, H, D // H).transpose(1, 2)
            keys = memory.reshape(B, S, H, -1).transpose(1, 2)
            up = nn.Linear(D, F)
            return {
                "normed": x.shape,
                "queries": queries.shape,
                "scores": (queries @ queries.transpose(-2, -1)).shape,
                "merged": queries.transpose(1, 2).flatten(-2).shape,
                "cross_scores": (queries @ keys.mT).shape,
                "hidden": up(x).shape,
                "qkv_weight": MultiHeadAttention(D, H).qkv_proj.weight.shape,
                "up_weight": up.weight.shape,
            }
        """,
        "lists": """
            tokens = [B, T, D]
            shapes = dict(normed=tokens, merged=tokens, hidden=[B, T, F], up_weight=[F, D], qkv_weight=[D * 3, D])
            shapes |= dict(queries=[B, H, T, D // H], scores=[B, H, T, T], cross_scores=[B, H, T, S])
            return shapes
        """,
    }
    slips = [
        slip(
            "the axis of heads stands behind that of tokens",
            edit=('"queries": (B, H, T, d)', '"queries": (B, T, H, d)'),
            why="That is the shape after splitting and before exchanging the axes. A product would then match heads with heads, at each token by itself.",
            look="Which two axes must come last so that queries can meet keys?",
        ),
        slip(
            "the scores have no axis of heads",
            edit=('"scores": (B, H, T, T)', '"scores": (B, T, T)'),
            why="Each head has its own table of scores; that is what makes them different heads.",
            look="How many tables of scores does a layer with H heads compute for one text?",
            also=[
                [
                    ('"scores": (B, H, T, T)', '"scores": (B, T, T)'),
                    ('"cross_scores": (B, H, T, S)', '"cross_scores": (B, T, S)'),
                ],
                ('"cross_scores": (B, H, T, S)', '"cross_scores": (B, T, S)'),
            ],
        ),
        slip(
            "the scores have the width of a head",
            edit=('"scores": (B, H, T, T)', '"scores": (B, H, T, d)'),
            also=[
                ('"cross_scores": (B, H, T, S)', '"cross_scores": (B, H, T, d)'),
                ('"scores": (B, H, T, T)', '"scores": (B, H, d, d)'),
            ],
            why="In queries times keys the width d is summed away; what stays is one number for every pair of tokens.",
            look="(T, d) times (d, T): which axis disappears?",
        ),
        slip(
            "queries and keys are exchanged in the cross scores",
            edit=('"cross_scores": (B, H, T, S)', '"cross_scores": (B, H, S, T)'),
            why="Softmax runs along the last axis, over the keys. With the axes exchanged it would run over the queries.",
            look="Who asks in cross-attention, and along which axis must the weights sum to 1?",
        ),
        slip(
            "weights are written as (in, out)",
            edit=[
                ('"qkv_weight": (3 * D, D)', '"qkv_weight": (D, 3 * D)'),
                ('"up_weight": (F, D)', '"up_weight": (D, F)'),
            ],
            why="Papers often write xW; torch stores W so that y = xWᵀ. GPT-2's published weights are stored the other way, and loading them untransposed is a classic.",
            look="What does nn.Linear(5, 7).weight.shape print?",
            also=[
                ('"qkv_weight": (3 * D, D)', '"qkv_weight": (D, 3 * D)'),
                ('"up_weight": (F, D)', '"up_weight": (D, F)'),
            ],
        ),
        slip(
            "every head has the full width",
            edit=('"queries": (B, H, T, d)', '"queries": (B, H, T, D)'),
            why="The heads share the width among them: H heads of D/H features cost as much as one head of D.",
            look="What does d stand for?",
        ),
        slip(
            "a norm leaves one number for each token",
            edit=('"normed": (B, T, D)', '"normed": (B, T, 1)'),
            why="Mean and variance are one number for each token, but the output is the whole token, rescaled.",
            look="What comes out of LayerNorm: the statistics or the token?",
            also=[('"normed": (B, T, D)', f'"normed": {shape}') for shape in ("(B, T)", "(D,)")],
        ),
        slip(
            "the hidden layer has the width of the model",
            edit=('"hidden": (B, T, F)', '"hidden": (B, T, D)'),
            why="The layer widens every token before it switches; that is where two thirds of a block's weights are.",
            look="Which vector is it that the activation acts on?",
        ),
        slip(
            "a size is no whole number",
            edit=("d = D // H", "d = D / H"),
            why="`/` gives a float, even where it divides evenly: 8.0. No tensor can be made with such a size.",
            look="What does Python print for 48 / 6, and which operator divides whole numbers?",
        ),
        slip(
            "letters stand in place of numbers",
            edit="""
def block_shapes(B, T, S, D, H, F):
    return {"normed": "BTD", "queries": "BHTd", "scores": "BHTT", "merged": "BTD", "cross_scores": "BHTS",
            "hidden": "BTF", "qkv_weight": "3DD", "up_weight": "FD"}
""",
            why="The function gets the sizes as numbers and should give tuples of numbers back.",
            look="What does (B, T, D) without quotes give inside the function?",
            also=[
                """
def block_shapes(B, T, S, D, H, F):
    return {"normed": ("B", "T", "D"), "queries": ("B", "H", "T", "d"), "scores": ("B", "H", "T", "T"),
            "merged": ("B", "T", "D"), "cross_scores": ("B", "H", "T", "S"), "hidden": ("B", "T", "F"),
            "qkv_weight": ("3D", "D"), "up_weight": ("F", "D")}
"""
            ],
        ),
        slip(
            "the heads are not put together again",
            edit=('"merged": (B, T, D)', '"merged": (B, H, T, d)', '"merged": (B, T, H, d)'),
            why="Behind attention the next layer expects tokens of width D: the heads are laid side by side.",
            look="What does merge_heads of lesson 02 return?",
        ),
        slip(
            "the weight is that of one projection",
            edit=('"qkv_weight": (3 * D, D)', '"qkv_weight": (D, D)', '"qkv_weight": (3 * D, 3 * D)'),
            why="One product makes queries, keys and values together: three times as many rows.",
            look="How many features does that one layer give for a token?",
        ),
        slip(
            "a row of the table is missing",
            edit=('        "normed": (B, T, D),\n', ""),
            why="Later lessons look all eight up by their names.",
            look="Which name in the table is not a key of your dict? Mind its spelling.",
            also=[
                (f'        "{name}": {shape},\n', "")
                for name, shape in [
                    ("queries", "(B, H, T, d)"),
                    ("scores", "(B, H, T, T)"),
                    ("merged", "(B, T, D)"),
                    ("cross_scores", "(B, H, T, S)"),
                    ("hidden", "(B, T, F)"),
                    ("qkv_weight", "(3 * D, D)"),
                    ("up_weight", "(F, D)"),
                ]
            ],
        ),
    ]


@exercise("residual", points=2, forbid=FINISHED)
class _:
    cases = [
        dict(shape=(2, 3, 6), place="pre"),
        dict(shape=(2, 3, 6), place="post"),
        dict(shape=(1, 1, 4), place="pre"),
    ]

    def inputs(rng, shape, place):
        D = shape[-1]
        norm = norm_weights(rng, "norm", D)
        return {
            "x": rng.standard_normal(shape) * 2 + 1,
            "gradient": rng.standard_normal(shape),
            "matrix": rng.standard_normal((D, D)) / np.sqrt(D),
            "norm_weights": {name.removeprefix("norm."): value for name, value in norm.items()},
            "place": place,
        }

    def oracle(x, gradient, matrix, norm_weights, place):
        x, matrix = tensor(x, grad=True), tensor(matrix)
        gain, bias = tensor(norm_weights["weight"]), tensor(norm_weights["bias"])

        def norm(h):
            return F.layer_norm(h, (h.shape[-1],), gain, bias, eps=1e-5)

        inside = norm(x) if place == "pre" else x
        y = torch.tanh(torch.einsum("btd,ed->bte", inside, matrix)).add(x)
        y = norm(y) if place == "post" else y
        y.backward(tensor(gradient))
        return {"output": y, "grad_x": x.grad}

    weights = {"output": 1, "grad_x": 1}
    equivalent = {'if place >= "pre":': "the only other value, post, comes before pre in the alphabet"}

    promises = {
        "pre: the norm stands on the branch": dict(place="pre"),
        "post: the norm stands on the sum": dict(place="post"),
        "x is left as it is": "output",  # the check calls twice with the same tokens
        "the main path carries the gradient": "grad_x",
    }

    alternatives = {
        "branch in a variable": """
            branch = layer(norm(x) if place == "pre" else x)
            x = branch + x
            return norm(x) if place == "post" else x
        """,
        "torch.add": """
            if place == "post":
                return norm(torch.add(layer(x), x))
            return torch.add(layer(norm(x)), x)
        """,
    }
    slips = [
        slip(
            "in pre-LN the residual starts after the norm",
            edit=("return x + layer(norm(x))", "x = norm(x)\n        return x + layer(x)"),
            why="The token itself is normalised in every block, and the free main path, the reason for pre-LN, is gone.",
            look="What runs along the main path of the left drawing, and does it meet a norm?",
        ),
        slip(
            "in pre-LN the norm stands on the sum",
            edit=("return x + layer(norm(x))", "return norm(x + layer(x))"),
            why="That is post-LN. Models of the two kinds need different learning rates, and their weights do not fit each other.",
            look="In the formula for pre, what is inside the bracket of the norm?",
        ),
        slip(
            "in post-LN the norm stands on the branch",
            edit=("return norm(x + layer(x))", "return x + norm(layer(x))"),
            why="That is the variant C of the table below: the norm stands after the layer, but the sum is never normalised.",
            look="In the formula for post, what is inside the bracket of the norm?",
        ),
        slip(
            "the input is not added",
            edit=[
                ("return x + layer(norm(x))", "return layer(norm(x))"),
                ("norm(x + layer(x))", "norm(layer(x))"),
            ],
            also=[
                ("return x + layer(norm(x))", "return layer(norm(x))"),
                ("norm(x + layer(x))", "norm(layer(x))"),
            ],
            why="Without the addition the layer has to rebuild everything that it does not want to change, and gradients shrink or grow with every layer.",
            look="What should come out when the layer gives zeros?",
        ),
        slip(
            "pre and post have changed places",
            edit=('place == "pre"', 'place == "post"'),
            why="The names say where the norm stands, seen from the layer: before it, or after it and the addition.",
            look="Which of your two expressions normalises the sum?",
        ),
        slip(
            "x is changed in place",
            edit=[
                ("return x + layer(norm(x))", "x += layer(norm(x))\n        return x"),
                ("return norm(x + layer(x))", "x += layer(x)\n    return norm(x)"),
            ],
            also=[
                [
                    ("return x + layer(norm(x))", "h = layer(norm(x))\n        x += h\n        return x"),
                    ("return norm(x + layer(x))", "h = layer(x)\n    x += h\n    return norm(x)"),
                ],
                ("return x + layer(norm(x))", "return x.add_(layer(norm(x)))"),
                ("return norm(x + layer(x))", "return norm(x.add_(layer(x)))"),
            ],
            why="The caller's tensor is overwritten. Whoever reads it again finds other tokens; where the way back needs its old values, torch refuses.",
            look="What is the difference between x += y and x = x + y for a tensor?",
        ),
        slip(
            "every block is pre-LN, or every block is post-LN",
            edit=("return norm(x + layer(x))", "return x + layer(norm(x))"),
            why="Who calls says where the norm should stand; here the answer is the same for both.",
            look="Which argument tells the two apart, and what happens in your code when it changes?",
        ),
        slip(
            "in pre-LN the norm stands behind the layer",
            edit=("return x + layer(norm(x))", "return x + norm(layer(x))"),
            why="The layer then reads a stream that grows with every block. Pre means in front of the layer.",
            look="In the formula for pre, what is inside the bracket of the norm?",
        ),
        slip(
            "in post-LN there is a norm in front of the layer as well",
            edit=("return norm(x + layer(x))", "return norm(x + layer(norm(x)))"),
            why="In post-LN the layer reads the tokens as they are: the block before has normalised them.",
            look="How many norms are in the formula for post?",
        ),
        slip(
            "in post-LN the token is normalised, not the sum",
            edit=("return norm(x + layer(x))", "return norm(x) + layer(x)"),
            why="What the layer adds is then outside of the norm, and the stream may grow.",
            look="In the formula for post, where does the bracket of the norm close?",
        ),
        slip(
            "the way back is cut",
            edit=[
                ("return x + layer", "return x.detach() + layer"),
                ("norm(x + layer", "norm(x.detach() + layer"),
            ],
            also=[
                ("return x + layer", "return x.detach() + layer"),
                ("norm(x + layer", "norm(x.detach() + layer"),
                [("layer(norm(x))", "layer(norm(x)).detach()"), ("+ layer(x)", "+ layer(x).detach()")],
                [("layer(norm(x))", "layer(norm(x.detach()))"), ("+ layer(x)", "+ layer(x.detach())")],
            ],
            **CUT,
        ),
    ]


LINES = {
    "pre": (
        "x = x + self.dropout(self.attention(self.norm1(x), mask))",
        "return x + self.dropout(self.feed_forward(self.norm2(x)))",
    ),
    "post": (
        "x = self.norm1(x + self.dropout(self.attention(x, mask)))",
        "return self.norm2(x + self.dropout(self.feed_forward(x)))",
    ),
    "peri": (
        "x = x + self.dropout(self.norm1_out(self.attention(self.norm1(x), mask)))",
        "return x + self.dropout(self.norm2_out(self.feed_forward(self.norm2(x))))",
    ),
}


def edited(place, first, second):
    """The edit that puts other lines into one place of the solution; None leaves a line as it is."""
    old = LINES[place]
    return [(line, new) for line, new in zip(old, (first, second), strict=True) if new is not None]


def each(**places):
    """Several edits: all these places with other lines, and then each place alone.  places: name=(first, second)."""
    alone = [edited(place, *lines) for place, lines in places.items()]
    return [[edit for edits in alone for edit in edits], *alone]


@exercise("TransformerBlock", points=6, forbid=[*FINISHED, ENCODER_LAYER])
class _:
    cases = [
        dict(B=2, T=4, mask="causal"),
        dict(B=1, T=2, mask=None),
        dict(B=2, T=3, mask="one for each text"),
    ]

    def inputs(rng, B, T, mask, D=6, H=2, F_=8):
        masks = {
            "causal": np.tri(T, dtype=bool),
            "one for each text": (rng.random((B, T, T)) < 0.5) | np.eye(T, dtype=bool),
        }
        return {
            "x": rng.standard_normal((B, T, D)) * 2 + 0.5,
            "gradient": rng.standard_normal((B, T, D)),
            "weights": block_weights(rng, D, F_, ["norm1", "norm2", "norm1_out", "norm2_out"]),
            "sizes": [D, H, F_],
            "mask": masks.get(mask),
        }

    def oracle(x, gradient, weights, sizes, mask):
        hidden = None if mask is None else ~torch.as_tensor(mask)
        if hidden is not None and hidden.ndim == 3:
            hidden = hidden.repeat_interleave(sizes[1], dim=0)  # torch wants (B·H, T, T)
        two_norms = {name: value for name, value in weights.items() if "_out." not in name}
        blocks = {
            "pre": encoder_layer(two_norms, sizes, norm_first=True),
            "post": encoder_layer(two_norms, sizes, norm_first=False),
            "peri": PeriBlock(weights, sizes),
        }
        found = {"grad_weights": {}, "dropped": {}, "evaluation": {}}
        for place, block in blocks.items():
            leaf = tensor(x, grad=True)
            y = block(leaf, src_mask=hidden)
            y.backward(tensor(gradient))
            found |= {place: y, f"grad_{place}": leaf.grad}
            sizes_here = sizes_of_gradients(block)
            found["grad_weights"] |= {f"{place} {name}": size for name, size in sizes_here.items()}
            # With everything on the branches gone, pre and peri return x; post still normalises twice.
            found["dropped"][place] = block.norm2(block.norm1(leaf)) if place == "post" else leaf
            found["evaluation"][place] = y
        return found

    equivalent = {
        'if self.place >= "pre":': "the other values, peri and post, come before pre in the alphabet",
        'if self.place >= "post":': "when this line is reached only post and peri are left, and peri comes first",
        'if self.place is "pre":': "Python keeps one object for equal literals",
        'if self.place is "post":': "Python keeps one object for equal literals",
    }
    weights = {
        **{"pre": 2, "grad_pre": 0.5, "post": 2, "grad_post": 0.5, "peri": 2, "grad_peri": 0.5},
        **{"grad_weights": 1.5, "dropped": 2, "evaluation": 1},
    }
    promises = {
        "the norm in three places": "peri",
        "a mask (T, T)": dict(mask="causal"),
        "a mask (B, T, T)": dict(mask="one for each text"),
        "None: every token may look everywhere": dict(mask=None),
        "dropout comes last on each branch": "dropped",
        "dropout acts in training only": "evaluation",
        "every weight learns": "grad_weights",
    }

    alternatives = {
        "one function for a branch": """
            class TransformerBlock(nn.Module):
                def __init__(self, d_model, n_heads, d_hidden, norm="pre", dropout=0.0):
                    super().__init__()
                    self.place = norm
                    self.attention = MultiHeadAttention(d_model, n_heads)
                    self.feed_forward = feed_forward(d_model, d_hidden)
                    self.norm1 = nn.LayerNorm(d_model)
                    self.norm2 = nn.LayerNorm(d_model)
                    if norm == "peri":
                        self.norm1_out = nn.LayerNorm(d_model)
                        self.norm2_out = nn.LayerNorm(d_model)
                    self.dropout = nn.Dropout(dropout)

                def branch(self, x, layer, norm, norm_out):
                    y = layer(x if self.place == "post" else norm(x))
                    if self.place == "peri":
                        y = norm_out(y)
                    y = x + self.dropout(y)
                    return norm(y) if self.place == "post" else y

                def forward(self, x, mask=None):
                    x = self.branch(x, lambda h: self.attention(h, mask), self.norm1, getattr(self, "norm1_out", None))
                    return self.branch(x, self.feed_forward, self.norm2, getattr(self, "norm2_out", None))
        """,
        "match, step by step, the lecture's shortcut variable": """
            for layer, number in [(self.attention, 1), (self.feed_forward, 2)]:
                norm = {1: self.norm1, 2: self.norm2}[number]
                shortcut = x
                match self.place:
                    case "pre" | "peri":
                        h = norm(x)
                    case _:
                        h = x
                h = layer(h, mask) if number == 1 else layer(h)
                if self.place == "peri":
                    h = (self.norm1_out if number == 1 else self.norm2_out)(h)
                x = self.dropout(h) + shortcut
                if self.place == "post":
                    x = norm(x)
            return x
        """,
    }
    slips = [
        slip(
            "in pre-LN the norm stands on the sum",
            edit=[
                (
                    "x = x + self.dropout(self.attention(self.norm1(x), mask))\n            return x + self.dropout(self.feed_forward(self.norm2(x)))",
                    "x = self.norm1(x + self.dropout(self.attention(x, mask)))\n            return self.norm2(x + self.dropout(self.feed_forward(x)))",
                ),
            ],
            why="That is post-LN under the name of pre-LN: it needs a warmup, and its weights fit no pre-LN model.",
            look="In the row of the table for pre, what is inside the bracket of each norm?",
        ),
        slip(
            "in pre-LN the residual starts after the norm",
            edit=(
                "x = x + self.dropout(self.attention(self.norm1(x), mask))\n            return x + self.dropout(self.feed_forward(self.norm2(x)))",
                "x = self.norm1(x)\n            x = x + self.dropout(self.attention(x, mask))\n            x = self.norm2(x)\n            return x + self.dropout(self.feed_forward(x))",
            ),
            why="Overwriting x with its norm puts the norm on the main path. What the earlier blocks wrote there is rescaled again and again.",
            look="Is the x that you add the x that came in?",
        ),
        slip(
            "in post-LN the norms stand on the branches",
            edit=[
                (
                    "self.norm1(x + self.dropout(self.attention(x, mask)))",
                    "x + self.dropout(self.norm1(self.attention(x, mask)))",
                ),
                (
                    "self.norm2(x + self.dropout(self.feed_forward(x)))",
                    "x + self.dropout(self.norm2(self.feed_forward(x)))",
                ),
            ],
            why="The sum is then never normalised. Post means after the layer and after the addition.",
            look="In the row of the table for post, what is inside the bracket of each norm?",
        ),
        slip(
            "in peri-LN the second norm of each branch is missing",
            edit=[
                (
                    "self.norm1_out(self.attention(self.norm1(x), mask))",
                    "self.attention(self.norm1(x), mask)",
                ),
                ("self.norm2_out(self.feed_forward(self.norm2(x)))", "self.feed_forward(self.norm2(x))"),
            ],
            also=[
                edited("peri", "x = x + self.dropout(self.attention(self.norm1(x), mask))", None),
                edited("peri", None, "return x + self.dropout(self.feed_forward(self.norm2(x)))"),
            ],
            why="What is left is pre-LN: nothing bounds what a branch adds, and two norms of the four are never used.",
            look="How many norms does a peri block own, and how many does your code call?",
        ),
        slip(
            "in peri-LN the outer norms stand on the sum",
            edit=[
                (
                    "x = x + self.dropout(self.norm1_out(self.attention(self.norm1(x), mask)))",
                    "x = self.norm1_out(x + self.dropout(self.attention(self.norm1(x), mask)))",
                ),
                (
                    "return x + self.dropout(self.norm2_out(self.feed_forward(self.norm2(x))))",
                    "return self.norm2_out(x + self.dropout(self.feed_forward(self.norm2(x))))",
                ),
            ],
            why="The outer norm belongs to the branch: it bounds what is added. On the sum it closes the free main path, as in post-LN.",
            look="In the drawing of peri-LN, on which of the two lines do all four norms stand?",
        ),
        slip(
            "the first norm is used for both branches",
            edit=[
                (
                    "return x + self.dropout(self.feed_forward(self.norm2(x)))",
                    "return x + self.dropout(self.feed_forward(self.norm1(x)))",
                ),
                ("return self.norm2(x", "return self.norm1(x"),
                ("self.feed_forward(self.norm2(x))))", "self.feed_forward(self.norm1(x))))"),
            ],
            also=each(
                pre=(None, "return x + self.dropout(self.feed_forward(self.norm1(x)))"),
                post=(None, "return self.norm1(x + self.dropout(self.feed_forward(x)))"),
                peri=(None, "return x + self.dropout(self.norm1_out(self.feed_forward(self.norm1(x))))"),
            ),
            why="Fresh norms are equal, so nothing shows before training; trained ones are not.",
            look="Which of your norms never gets a gradient?",
        ),
        slip(
            "the feed-forward layer reads the block's input",
            edit=[
                (
                    'if self.place == "pre":\n            x = x + self.dropout(self.attention(self.norm1(x), mask))\n            return x + self.dropout(self.feed_forward(self.norm2(x)))',
                    'start = x\n        if self.place == "pre":\n            x = x + self.dropout(self.attention(self.norm1(x), mask))\n            return x + self.dropout(self.feed_forward(self.norm2(start)))',
                ),
                (
                    "self.norm2(x + self.dropout(self.feed_forward(x)))",
                    "self.norm2(x + self.dropout(self.feed_forward(start)))",
                ),
                (
                    "self.norm2_out(self.feed_forward(self.norm2(x)))",
                    "self.norm2_out(self.feed_forward(self.norm2(start)))",
                ),
            ],
            also=each(
                pre=(
                    "y = x + self.dropout(self.attention(self.norm1(x), mask))",
                    "return y + self.dropout(self.feed_forward(self.norm2(x)))",
                ),
                post=(
                    "y = self.norm1(x + self.dropout(self.attention(x, mask)))",
                    "return self.norm2(y + self.dropout(self.feed_forward(x)))",
                ),
                peri=(
                    "y = x + self.dropout(self.norm1_out(self.attention(self.norm1(x), mask)))",
                    "return y + self.dropout(self.norm2_out(self.feed_forward(self.norm2(x))))",
                ),
            )[1:],
            why="The two branches then run side by side (GPT-J and PaLM chose that on purpose), and the feed-forward layer cannot use what attention has just gathered.",
            look="Which x does the second branch read: the one before or the one after the first addition?",
        ),
        slip(
            "the mask is not passed on",
            edit=[
                (
                    "            x = x + self.dropout(self.attention(self.norm1(x), mask))\n            return",
                    "            x = x + self.dropout(self.attention(self.norm1(x)))\n            return",
                ),
                ("self.attention(x, mask)", "self.attention(x)"),
                (
                    "self.norm1_out(self.attention(self.norm1(x), mask))",
                    "self.norm1_out(self.attention(self.norm1(x)))",
                ),
            ],
            also=each(
                pre=("x = x + self.dropout(self.attention(self.norm1(x)))", None),
                post=("x = self.norm1(x + self.dropout(self.attention(x)))", None),
                peri=("x = x + self.dropout(self.norm1_out(self.attention(self.norm1(x))))", None),
            )[1:],
            why="A language model that sees the next token copies it. The training loss looks wonderful, and the model writes nonsense.",
            look="Which layer needs to know where a query may look?",
        ),
        slip(
            "dropout acts on the main path",
            edit=[
                (
                    "x = x + self.dropout(self.attention(self.norm1(x), mask))\n            return x + self.dropout(self.feed_forward(self.norm2(x)))",
                    "x = self.dropout(x + self.attention(self.norm1(x), mask))\n            return self.dropout(x + self.feed_forward(self.norm2(x)))",
                ),
                (
                    "self.norm1(x + self.dropout(self.attention(x, mask)))",
                    "self.norm1(self.dropout(x + self.attention(x, mask)))",
                ),
                (
                    "self.norm2(x + self.dropout(self.feed_forward(x)))",
                    "self.norm2(self.dropout(x + self.feed_forward(x)))",
                ),
                (
                    "x = x + self.dropout(self.norm1_out(self.attention(self.norm1(x), mask)))",
                    "x = self.dropout(x + self.norm1_out(self.attention(self.norm1(x), mask)))",
                ),
                (
                    "return x + self.dropout(self.norm2_out(self.feed_forward(self.norm2(x))))",
                    "return self.dropout(x + self.norm2_out(self.feed_forward(self.norm2(x))))",
                ),
            ],
            also=each(
                pre=(
                    "x = self.dropout(x + self.attention(self.norm1(x), mask))",
                    "return self.dropout(x + self.feed_forward(self.norm2(x)))",
                ),
                post=(
                    "x = self.norm1(self.dropout(x + self.attention(x, mask)))",
                    "return self.norm2(self.dropout(x + self.feed_forward(x)))",
                ),
                peri=(
                    "x = self.dropout(x + self.norm1_out(self.attention(self.norm1(x), mask)))",
                    "return self.dropout(x + self.norm2_out(self.feed_forward(self.norm2(x))))",
                ),
            )[1:],
            why="On the main path a feature that is dropped in one block is lost for all blocks after it: with p = 0.1, after 24 blocks 99 % of the numbers have been lost once.",
            look="Is dropout inside or outside of your addition?",
        ),
        slip(
            "only one place is written, and it serves for all",
            edit=each(
                post=(
                    "x = x + self.dropout(self.attention(self.norm1(x), mask))",
                    "return x + self.dropout(self.feed_forward(self.norm2(x)))",
                ),
                peri=(
                    "x = x + self.dropout(self.attention(self.norm1(x), mask))",
                    "return x + self.dropout(self.feed_forward(self.norm2(x)))",
                ),
            )[0],
            why="Who makes a block says where its norms stand; here the answer is the same for all three.",
            look="Where does your forward read self.place?",
        ),
        slip(
            "post and peri are not written yet",
            edit=each(post=("return None", "return None"), peri=("return None", "return None"))[0],
            why="The check looks at the three places one by one, and finds nothing for two of them.",
            look='What does your forward return when `norm` is not "pre"?',
            also=each(peri=("return None", "return None"))[:1],
        ),
        slip(
            "in peri-LN the first norm of each branch is missing",
            edit=edited(
                "peri",
                "x = x + self.dropout(self.norm1_out(self.attention(x, mask)))",
                "return x + self.dropout(self.norm2_out(self.feed_forward(x)))",
            ),
            why="The layers then read the stream as it is, large where it has grown.",
            look="In the drawing of peri-LN, how many norms does each branch pass?",
        ),
        slip(
            "in peri-LN dropout stands before the last norm of the branch",
            edit=edited(
                "peri",
                "x = x + self.norm1_out(self.dropout(self.attention(self.norm1(x), mask)))",
                "return x + self.norm2_out(self.dropout(self.feed_forward(self.norm2(x))))",
            ),
            why="A norm behind dropout fills up again what was dropped, and its bias is added to it.",
            look="What is the last thing that happens on a branch, just before the addition?",
        ),
        slip(
            "a branch has no dropout",
            edit=each(
                pre=(None, "return x + self.feed_forward(self.norm2(x))"),
                post=(None, "return self.norm2(x + self.feed_forward(x))"),
                peri=(None, "return x + self.norm2_out(self.feed_forward(self.norm2(x)))"),
            )[0],
            why="`dropout` is the rate on both branches. Where it is missing, the rate that the caller chose does nothing.",
            look="How often does your code call self.dropout, for each place?",
            also=[
                *each(
                    pre=(None, "return x + self.feed_forward(self.norm2(x))"),
                    post=(None, "return self.norm2(x + self.feed_forward(x))"),
                    peri=(None, "return x + self.norm2_out(self.feed_forward(self.norm2(x)))"),
                )[1:],
                *each(
                    pre=("x = x + self.attention(self.norm1(x), mask)", None),
                    post=("x = self.norm1(x + self.attention(x, mask))", None),
                    peri=("x = x + self.norm1_out(self.attention(self.norm1(x), mask))", None),
                )[:1],
                *each(
                    pre=(
                        "x = x + self.attention(self.norm1(x), mask)",
                        "return x + self.feed_forward(self.norm2(x))",
                    ),
                    post=(
                        "x = self.norm1(x + self.attention(x, mask))",
                        "return self.norm2(x + self.feed_forward(x))",
                    ),
                    peri=(
                        "x = x + self.norm1_out(self.attention(self.norm1(x), mask))",
                        "return x + self.norm2_out(self.feed_forward(self.norm2(x)))",
                    ),
                ),
            ],
        ),
        slip(
            "dropout acts on what a layer reads",
            edit=each(
                pre=(
                    "x = x + self.attention(self.dropout(self.norm1(x)), mask)",
                    "return x + self.feed_forward(self.dropout(self.norm2(x)))",
                ),
                post=(
                    "x = self.norm1(x + self.attention(self.dropout(x), mask))",
                    "return self.norm2(x + self.feed_forward(self.dropout(x)))",
                ),
                peri=(
                    "x = x + self.norm1_out(self.attention(self.dropout(self.norm1(x)), mask))",
                    "return x + self.norm2_out(self.feed_forward(self.dropout(self.norm2(x))))",
                ),
            )[0],
            why="A layer mixes what it reads, so behind it no feature is missing any more; and its biases are always there.",
            look="What is the last thing that happens on a branch, just before the addition?",
        ),
        slip(
            "dropout acts at evaluation too",
            edit=[
                (
                    '        if self.place == "pre":',
                    '        drop = lambda h: F.dropout(h, self.dropout.p)\n        if self.place == "pre":',
                ),
                *each(
                    pre=(
                        "x = x + drop(self.attention(self.norm1(x), mask))",
                        "return x + drop(self.feed_forward(self.norm2(x)))",
                    ),
                    post=(
                        "x = self.norm1(x + drop(self.attention(x, mask)))",
                        "return self.norm2(x + drop(self.feed_forward(x)))",
                    ),
                    peri=(
                        "x = x + drop(self.norm1_out(self.attention(self.norm1(x), mask)))",
                        "return x + drop(self.norm2_out(self.feed_forward(self.norm2(x))))",
                    ),
                )[0],
            ],
            why="The same text then gets another answer each time, and a worse one.",
            look="Who tells your dropout whether the block is being trained? What does F.dropout take by default?",
        ),
        slip(
            "the feed-forward layer comes first",
            edit=each(
                pre=(
                    "x = x + self.dropout(self.feed_forward(self.norm2(x)))",
                    "return x + self.dropout(self.attention(self.norm1(x), mask))",
                ),
                post=(
                    "x = self.norm2(x + self.dropout(self.feed_forward(x)))",
                    "return self.norm1(x + self.dropout(self.attention(x, mask)))",
                ),
                peri=(
                    "x = x + self.dropout(self.norm2_out(self.feed_forward(self.norm2(x))))",
                    "return x + self.dropout(self.norm1_out(self.attention(self.norm1(x), mask)))",
                ),
            )[0],
            why="First the tokens exchange what they know, then each works on what it got.",
            look="Which of the two columns of the table comes first?",
            also=each(
                pre=(
                    "x = x + self.dropout(self.feed_forward(self.norm1(x)))",
                    "return x + self.dropout(self.attention(self.norm2(x), mask))",
                ),
                post=(
                    "x = self.norm1(x + self.dropout(self.feed_forward(x)))",
                    "return self.norm2(x + self.dropout(self.attention(x, mask)))",
                ),
                peri=(
                    "x = x + self.dropout(self.norm1_out(self.feed_forward(self.norm1(x))))",
                    "return x + self.dropout(self.norm2_out(self.attention(self.norm2(x), mask)))",
                ),
            )[:1],
        ),
        slip(
            "the second branch is added to the block's input",
            edit=each(
                pre=(
                    "y = x + self.dropout(self.attention(self.norm1(x), mask))",
                    "return x + self.dropout(self.feed_forward(self.norm2(y)))",
                ),
                post=(
                    "y = self.norm1(x + self.dropout(self.attention(x, mask)))",
                    "return self.norm2(x + self.dropout(self.feed_forward(y)))",
                ),
                peri=(
                    "y = x + self.dropout(self.norm1_out(self.attention(self.norm1(x), mask)))",
                    "return x + self.dropout(self.norm2_out(self.feed_forward(self.norm2(y))))",
                ),
            )[0],
            why="What attention has added is then lost again: the main path goes round it.",
            look="Which x does your second addition start from?",
            also=each(
                pre=(
                    "y = x + self.dropout(self.attention(self.norm1(x), mask))",
                    "return x + self.dropout(self.feed_forward(self.norm2(y)))",
                ),
                post=(
                    "y = self.norm1(x + self.dropout(self.attention(x, mask)))",
                    "return self.norm2(x + self.dropout(self.feed_forward(y)))",
                ),
                peri=(
                    "y = x + self.dropout(self.norm1_out(self.attention(self.norm1(x), mask)))",
                    "return x + self.dropout(self.norm2_out(self.feed_forward(self.norm2(y))))",
                ),
            )[1:],
        ),
        slip(
            "a residual connection is missing",
            edit=each(
                pre=(
                    "x = self.dropout(self.attention(self.norm1(x), mask))",
                    "return self.dropout(self.feed_forward(self.norm2(x)))",
                ),
                post=(
                    "x = self.norm1(self.dropout(self.attention(x, mask)))",
                    "return self.norm2(self.dropout(self.feed_forward(x)))",
                ),
                peri=(
                    "x = self.dropout(self.norm1_out(self.attention(self.norm1(x), mask)))",
                    "return self.dropout(self.norm2_out(self.feed_forward(self.norm2(x))))",
                ),
            )[0],
            why="Without the addition a layer has to rebuild everything that it does not want to change.",
            look="How many additions does a block with two branches have?",
            also=each(
                pre=(None, "return self.dropout(self.feed_forward(self.norm2(x)))"),
                post=(None, "return self.norm2(self.dropout(self.feed_forward(x)))"),
                peri=(None, "return self.dropout(self.norm2_out(self.feed_forward(self.norm2(x))))"),
            )[:1],
        ),
        slip(
            "the way back is cut",
            edit=each(
                pre=("x = x.detach() + self.dropout(self.attention(self.norm1(x), mask))", None),
                post=("x = self.norm1(x.detach() + self.dropout(self.attention(x, mask)))", None),
                peri=(
                    "x = x.detach() + self.dropout(self.norm1_out(self.attention(self.norm1(x), mask)))",
                    None,
                ),
            )[0],
            also=each(
                pre=("x = x + self.dropout(self.attention(self.norm1(x), mask)).detach()", None),
                post=("x = self.norm1(x + self.dropout(self.attention(x, mask)).detach())", None),
                peri=(
                    "x = x + self.dropout(self.norm1_out(self.attention(self.norm1(x), mask))).detach()",
                    None,
                ),
            )[:1],
            **CUT,
        ),
    ]


def size(expression):
    """An edit: another measure of the stream's size, in both places."""
    old = "x.pow(2).mean() ** 0.5"
    return [(f"[{old}]", f"[{expression}]"), (f"append({old})", f"append({expression})")]


@exercise("run_blocks", points=3, forbid=FINISHED)
class _:
    cases = [dict(shape=(2, 3, 6), depth=4), dict(shape=(1, 1, 5), depth=1), dict(shape=(2, 4, 4), depth=2)]

    def inputs(rng, shape, depth):
        D = shape[-1]
        norm = norm_weights(rng, "norm", D)
        return {
            "x": rng.standard_normal(shape) + 0.5,
            "gradient": rng.standard_normal(shape),
            "matrices": [rng.standard_normal((D, D)) * 2 / np.sqrt(D) for _ in range(depth)],
            "norm_weights": {name.removeprefix("norm."): value for name, value in norm.items()},
        }

    def oracle(x, gradient, matrices, norm_weights):
        leaf = tensor(x, grad=True)
        stream = [leaf]
        for matrix in matrices:
            stream.append(stream[-1] + torch.tanh(stream[-1] @ tensor(matrix).T))
        gain, bias = tensor(norm_weights["weight"]), tensor(norm_weights["bias"])
        output = F.layer_norm(stream[-1], gain.shape, gain, bias, eps=1e-5)
        output.backward(tensor(gradient))
        sizes = np.sqrt([np.mean(h.detach().numpy() ** 2) for h in stream])
        return {"output": output, "sizes": sizes, "grad_x": leaf.grad}

    weights = {"output": 1, "sizes": 1, "grad_x": 1}
    equivalent = {
        "sizes.append((x.detach() if x.requires_grad else 1 / 0).pow(2).mean() ** 0.5)": "sizes are measured; nothing learns from them",
        "sizes = [(x.detach() if x.requires_grad else 1 / 0).pow(2).mean() ** 0.5]": "sizes are measured; nothing learns from them",
    }
    promises = {
        "the output is normalised at the very end": "output",
        "a size before the first block and after each": "sizes",
        "one block is enough": dict(depth=1),
        "a stack can be trained": "grad_x",
    }

    alternatives = {
        "all states first, a list of numbers": """
            states = [x]
            for block in blocks:
                states.append(block(states[-1]))
            sizes = [math.sqrt(state.square().mean().item()) for state in states]
            return final_norm(states[-1]), sizes
        """,
        "by the length of the whole tensor": """
            sizes = torch.zeros(len(blocks) + 1)
            for i, block in enumerate(blocks):
                sizes[i] = x.norm() / x.numel() ** 0.5
                x = block(x)
            sizes[-1] = x.norm() / x.numel() ** 0.5
            return final_norm(x), sizes
        """,
    }
    slips = [
        slip(
            "the final norm is missing",
            edit=("return final_norm(x),", "return x,"),
            why="The stream grows with every block, the logits with it: the first loss of a deep model lies far above ln V.",
            look="What did the published model leave out?",
        ),
        slip(
            "the norm acts after every block",
            edit=("x = block(x)", "x = final_norm(block(x))"),
            also=[
                [("x = block(x)", "x = final_norm(block(x))"), ("return final_norm(x),", "return x,")],
                ("x = block(x)", "x = block(final_norm(x))"),
            ],
            why="One norm in the middle of the main path, shared by all blocks: the stream cannot grow, and the free path is gone.",
            look="How often should final_norm be called?",
        ),
        slip(
            "the norm comes first, not last",
            edit=[
                ("sizes = [x.pow(2)", "x = final_norm(x)\n    sizes = [x.pow(2)"),
                ("return final_norm(x),", "return x,"),
            ],
            why="Normalising the input does not help: it is the output that has grown.",
            look="Between which two parts of the model does a final norm stand?",
        ),
        slip(
            "every block reads the input of the stack",
            edit=[
                ("sizes = [x.pow(2)", "start = x\n    sizes = [x.pow(2)"),
                ("x = block(x)", "x = block(start)"),
            ],
            why="Then only the last block has an effect, whatever the depth.",
            look="What should the second block get?",
        ),
        slip(
            "the size before the first block is missing",
            edit=("sizes = [x.pow(2).mean() ** 0.5]", "sizes = []"),
            why="Without the starting value one cannot say how much the stack has added.",
            look="How many sizes does a stack of three blocks have?",
        ),
        slip(
            "the sizes are standard deviations",
            edit=[
                ("[x.pow(2).mean() ** 0.5]", "[x.std()]"),
                ("append(x.pow(2).mean() ** 0.5)", "append(x.std())"),
            ],
            also=[
                [
                    ("[x.pow(2).mean() ** 0.5]", "[x.std(unbiased=False)]"),
                    ("append(x.pow(2).mean() ** 0.5)", "append(x.std(unbiased=False))"),
                ]
            ],
            why="A standard deviation leaves out the mean, and a stream may well drift away from 0.",
            look="Does the formula subtract anything before it squares?",
        ),
        slip(
            "the root is missing",
            edit=[
                ("[x.pow(2).mean() ** 0.5]", "[x.pow(2).mean()]"),
                ("append(x.pow(2).mean() ** 0.5)", "append(x.pow(2).mean())"),
            ],
            why="The mean square grows like the depth, its root like the square root of the depth; only the root has the unit of the features.",
            look="What does the R in RMS stand for?",
        ),
        slip(
            "the last size is taken after the norm",
            edit=(
                "return final_norm(x), torch.stack(sizes)",
                "x = final_norm(x)\n    sizes[-1] = x.pow(2).mean() ** 0.5\n    return x, torch.stack(sizes)",
                "x = final_norm(x)\n    sizes.append(x.pow(2).mean() ** 0.5)\n    return x, torch.stack(sizes)",
            ),
            why="The sizes should show how the stream grows; behind a norm there is nothing to see of it.",
            look="Which tensor does final_norm get, and is that the one that you measured?",
        ),
        slip(
            "the size after the last block is missing",
            edit=("torch.stack(sizes)", "torch.stack(sizes[:-1])"),
            why="What the whole stack has added shows in its last size only.",
            look="How many sizes does a stack of three blocks have?",
        ),
        slip(
            "the size is a mean over sizes of single tokens",
            edit=size("x.pow(2).mean(-1).sqrt().mean()"),
            why="A root of a mean is not the mean of roots: large tokens count less.",
            look="Over which numbers does the formula take its mean, and how often?",
            also=[size("x.pow(2).mean((1, 2)).sqrt().mean()"), size("x.pow(2).mean((0, 1)).sqrt().mean()")],
        ),
        slip(
            "the size is a length",
            edit=size("x.norm()"),
            why="A length grows with the number of numbers in the tensor. The root mean square can be compared between tensors.",
            look="What does the M in RMS stand for?",
            also=[size("x.norm(dim=-1).mean()")],
        ),
        slip(
            "the size is the mean of the absolute values",
            edit=size("x.abs().mean()"),
            why="It is a size, but another one: for normal numbers it is 0.8 of the root mean square.",
            look="Read the name backwards: root of the mean of the squares.",
            also=[size("x.mean().abs()")],
        ),
        slip(
            "every block is run twice",
            edit=("x = block(x)", "x = block(block(x))"),
            why="The output is then that of another, deeper stack.",
            look="How often do you call each block?",
        ),
        slip(
            "the way back is cut",
            edit=("return final_norm(x),", "return final_norm(x).detach(),"),
            also=[("x = block(x)", "x = block(x).detach()"), ("x = block(x)", "x = block(x.detach())")],
            **CUT,
        ),
    ]


def padding(lengths, T, left=False):
    """(B, T) bool, True at real tokens; padding on the right, or on the left."""
    keep = np.arange(T) < np.asarray(lengths)[:, None]
    return np.ascontiguousarray(keep[:, ::-1]) if left else keep


@exercise("EncoderBlock", points=4, forbid=[*FINISHED, ENCODER_LAYER])
class _:
    cases = [
        dict(lengths=(4, 3), T=5),
        dict(lengths=(2, 4, 1), T=4, left=True),
        dict(lengths=(1,), T=1),
    ]

    def inputs(rng, lengths, T, left=False, D=6, H=2, F_=8):
        B = len(lengths)
        return {
            "x": rng.standard_normal((B, T, D)) * 2 + 0.5,
            "gradient": rng.standard_normal((B, T, D)),
            "weights": block_weights(rng, D, F_, ["norm1", "norm2"]),
            "sizes": [D, H, F_],
            "keep": padding(lengths, T, left),
        }

    def oracle(x, gradient, weights, sizes, keep):
        layer = encoder_layer(weights, sizes, norm_first=False)
        x = tensor(x, grad=True)
        y = layer(x, src_key_padding_mask=~torch.as_tensor(keep))
        y.backward(tensor(gradient))
        return {
            "output": y,
            "grad_x": x.grad,
            "grad_weights": sizes_of_gradients(layer),
            "dropped": layer.norm2(layer.norm1(x)),
            "evaluation": y,
        }

    weights = {"output": 4, "grad_x": 1, "grad_weights": 1, "dropped": 1, "evaluation": 1}
    promises = {
        "texts of several lengths, each with its own padding": dict(lengths=(4, 3), T=5),
        "padding in front": dict(left=True),
        "every token may look at every other, to the left and to the right": "output",
        "dropout on both branches": "dropped",
        "dropout acts in training only": "evaluation",
        "every weight learns": "grad_weights",
    }

    alternatives = {
        "mask with all four axes": """
            attended = self.attention(x, keep[:, None, None, :])
            x = self.norm1(self.dropout(attended) + x)
            worked = self.feed_forward(x)
            x = self.norm2(self.dropout(worked) + x)
            return x
        """,
        "mask expanded to every query": """
            B, T, D = x.shape
            mask = keep[:, None, :].expand(B, T, T)
            x = self.norm1(x + self.dropout(self.attention(x, mask=mask)))
            return self.norm2(x + self.dropout(self.feed_forward(x)))
        """,
    }
    slips = [
        slip(
            "the padding is not hidden",
            edit=("self.attention(x, mask)", "self.attention(x)"),
            why="The answer for a text then depends on how long the other texts in its batch are.",
            look="Which argument tells attention where it may look?",
        ),
        slip(
            "the mask has no axis for the queries",
            edit=("mask = keep.unsqueeze(1)", "mask = keep"),
            why="A mask with two axes is read as (queries, keys), one for all texts. Yours is (texts, keys): it fits by accident or not at all.",
            look="Which axis of (B, queries, keys) is missing, and which length may it have?",
        ),
        slip(
            "the mask is inverted",
            edit=("mask = keep.unsqueeze(1)", "mask = ~keep.unsqueeze(1)"),
            why="Only padding can be seen. torch's own nn.MultiheadAttention reads masks this way round, which is where the slip comes from.",
            look="What does True mean in this course's masks?",
        ),
        slip(
            "padded queries are hidden in place of padded keys",
            edit=("keep.unsqueeze(1)", "keep.unsqueeze(2)"),
            why="What a padding token asks does not matter, since nobody reads its output. What matters is that the others do not read it.",
            look="The mask is (B, queries, keys): on which axis does your keep lie?",
        ),
        slip(
            "the block is causal",
            edit=("mask = keep.unsqueeze(1)", "mask = keep.unsqueeze(1) & causal_mask(x.shape[1])"),
            why="An encoder has the whole text in front of it; looking only back throws half of it away.",
            look="Does this block have to predict what comes next?",
        ),
        slip(
            "the norms stand in front of the layers",
            edit=[
                (
                    "self.norm1(x + self.dropout(self.attention(x, mask)))",
                    "x + self.dropout(self.attention(self.norm1(x), mask))",
                ),
                (
                    "self.norm2(x + self.dropout(self.feed_forward(x)))",
                    "x + self.dropout(self.feed_forward(self.norm2(x)))",
                ),
            ],
            why="That is pre-LN. BERT and its relatives are post-LN, and their weights give nonsense in a pre-LN block (the last figure shows it).",
            look="What does the name post-LN say about the sum?",
        ),
        slip(
            "the second norm is missing",
            edit=(
                "return self.norm2(x + self.dropout(self.feed_forward(x)))",
                "return x + self.dropout(self.feed_forward(x))",
            ),
            why="The next block gets tokens that were not normalised, and expects tokens that were.",
            look="How many norms does the block own, and how many does your code call?",
        ),
        slip(
            "dropout acts on the main path",
            edit=[
                (
                    "self.norm1(x + self.dropout(self.attention(x, mask)))",
                    "self.norm1(self.dropout(x + self.attention(x, mask)))",
                ),
                (
                    "self.norm2(x + self.dropout(self.feed_forward(x)))",
                    "self.norm2(self.dropout(x + self.feed_forward(x)))",
                ),
            ],
            why="On the main path a feature that is dropped in one block is lost for all blocks after it.",
            look="Is dropout inside or outside of your addition?",
        ),
        slip(
            "padding is set to zero, not hidden",
            edit=[
                ("mask = keep.unsqueeze(1)", "x = x * keep.unsqueeze(-1)"),
                ("self.attention(x, mask)", "self.attention(x)"),
            ],
            why="A token of zeros still has a key and a value, by the biases, and still gets a share of every query.",
            look="What weight does a key of zeros get?",
            also=[
                ("mask = keep.unsqueeze(1)", "mask = keep.unsqueeze(1)\n        x = x * keep.unsqueeze(-1)"),
                [
                    ("mask = keep.unsqueeze(1)", "mask = None"),
                    ("self.attention(x, mask)", "self.attention(x * keep.unsqueeze(-1), mask)"),
                ],
            ],
        ),
        slip(
            "the outputs of padding are changed as well",
            edit=("self.feed_forward(x)))", "self.feed_forward(x))) * keep.unsqueeze(-1)"),
            why="Nobody reads what comes out for a padding token, so it may be anything; this block treats it like the others.",
            look="Which of your operations, besides the mask, uses keep?",
            also=[
                ("self.attention(x, mask))", "self.attention(x, mask) * keep.unsqueeze(-1))"),
                ("mask = keep.unsqueeze(1)", "mask = keep.unsqueeze(1) & keep.unsqueeze(2)"),
            ],
        ),
        slip(
            "one mask serves all texts",
            edit=("mask = keep.unsqueeze(1)", "mask = keep.all(0).unsqueeze(0)"),
            why="Texts differ in length: what is padding in one is a word in another.",
            look="Which shape has your mask, and is there a row of it for each text?",
            also=[
                ("mask = keep.unsqueeze(1)", f"mask = {one_row}")
                for one_row in ("keep.any(0).unsqueeze(0)", "keep[:1].unsqueeze(1)", "keep[0]")
            ],
        ),
        slip(
            "padding is taken to stand at the end",
            edit=(
                "mask = keep.unsqueeze(1)",
                "mask = (torch.arange(x.shape[1]) < keep.sum(1)[:, None]).unsqueeze(1)",
            ),
            why="Texts can be filled up in front as well; keep says token by token which ones are real.",
            look="Does your code read where keep is True, or only how often?",
        ),
        slip(
            "the mask holds numbers",
            edit=("keep.unsqueeze(1)", "keep.unsqueeze(1).to(x.dtype)"),
            why="A mask of floats is added to the scores: real tokens get 1 more, and nothing is hidden.",
            look="What does attention do with a mask of numbers, and what with one of True and False?",
        ),
        slip(
            "the two norms have changed places",
            edit=[("self.norm2(x", "self.norm1(x"), ("x = self.norm1(x", "x = self.norm2(x")],
            why="Fresh norms are equal, so nothing shows before training; trained ones are not.",
            look="Which norm stands behind which layer?",
            also=[("self.norm2(x", "self.norm1(x"), ("x = self.norm1(x", "x = self.norm2(x")],
        ),
        slip(
            "a branch has no dropout",
            edit=("self.dropout(self.feed_forward(x))", "self.feed_forward(x)"),
            why="`dropout` is the rate on both branches. Where it is missing, the rate that the caller chose does nothing.",
            look="How often does your code call self.dropout?",
            also=[
                ("self.dropout(self.attention(x, mask))", "self.attention(x, mask)"),
                [
                    ("self.dropout(self.attention(x, mask))", "self.attention(x, mask)"),
                    ("self.dropout(self.feed_forward(x))", "self.feed_forward(x)"),
                ],
            ],
        ),
        slip(
            "dropout acts on what a layer reads",
            edit=[
                ("self.dropout(self.attention(x, mask))", "self.attention(self.dropout(x), mask)"),
                ("self.dropout(self.feed_forward(x))", "self.feed_forward(self.dropout(x))"),
            ],
            why="A layer mixes what it reads, so behind it no feature is missing any more; and its biases are always there.",
            look="What is the last thing that happens on a branch, just before the addition?",
        ),
        slip(
            "dropout acts at evaluation too",
            edit=[
                (
                    "self.dropout(self.attention(x, mask))",
                    "F.dropout(self.attention(x, mask), self.dropout.p)",
                ),
                ("self.dropout(self.feed_forward(x))", "F.dropout(self.feed_forward(x), self.dropout.p)"),
            ],
            why="The same text then gets another answer each time, and a worse one.",
            look="Who tells your dropout whether the block is being trained? What does F.dropout take by default?",
        ),
        slip(
            "a residual connection is missing",
            edit=[
                ("x + self.dropout(self.attention", "self.dropout(self.attention"),
                ("x + self.dropout(self.feed", "self.dropout(self.feed"),
            ],
            why="Without the addition a layer has to rebuild everything that it does not want to change.",
            look="How many additions does a block with two branches have?",
            also=[
                ("x + self.dropout(self.attention", "self.dropout(self.attention"),
                ("x + self.dropout(self.feed", "self.dropout(self.feed"),
            ],
        ),
        slip(
            "the way back is cut",
            edit=("x + self.dropout(self.attention", "x.detach() + self.dropout(self.attention"),
            also=[
                ("self.attention(x, mask)", "self.attention(x.detach(), mask)"),
                ("self.attention(x, mask)", "self.attention(x, mask).detach()"),
                ("self.feed_forward(x)", "self.feed_forward(x).detach()"),
            ],
            **CUT,
        ),
    ]


NO_DROPOUT = [
    ("self.dropout(self.attention(self.norm1(x), causal))", "self.attention(self.norm1(x), causal)"),
    (
        "self.dropout(self.cross_attention(self.norm2(x), memory, keep.unsqueeze(1)))",
        "self.cross_attention(self.norm2(x), memory, keep.unsqueeze(1))",
    ),
    ("self.dropout(self.feed_forward(self.norm3(x)))", "self.feed_forward(self.norm3(x))"),
]


@exercise("DecoderBlock", points=5, forbid=[*FINISHED, DECODER_LAYER])
class _:
    cases = [
        dict(B=2, T=4, S=5, lengths=(4, 2)),
        dict(B=2, T=3, S=3, lengths=(1, 2)),  # T = S: what is exchanged by mistake still fits
        dict(B=1, T=1, S=4, lengths=(3,)),
    ]

    def inputs(rng, B, T, S, lengths, D=6, H=2, F_=8):
        return {
            "x": rng.standard_normal((B, T, D)) * 2 + 0.5,
            "memory": rng.standard_normal((B, S, D)) * 1.5 - 0.5,
            "gradient": rng.standard_normal((B, T, D)),
            "weights": block_weights(rng, D, F_, ["norm1", "norm2", "norm3"], cross=True),
            "sizes": [D, H, F_],
            "keep": padding(lengths, S),
        }

    def oracle(x, memory, gradient, weights, sizes, keep):
        D, H, F_ = sizes
        layer = nn.TransformerDecoderLayer(
            D, H, F_, dropout=0.0, activation=F.gelu, batch_first=True, norm_first=True
        ).double()
        layer.load_state_dict(torch_names(weights, cross=True))
        x, memory = tensor(x, grad=True), tensor(memory, grad=True)
        future = torch.ones(x.shape[1], x.shape[1], dtype=torch.bool).triu(1)
        y = layer(x, memory, tgt_mask=future, memory_key_padding_mask=~torch.as_tensor(keep))
        y.backward(tensor(gradient))
        return {
            "output": y,
            "grad_x": x.grad,
            "grad_memory": memory.grad,
            "grad_weights": sizes_of_gradients(layer, cross=True),
            "dropout": {"training": x, "evaluation": y},
        }

    weights = {"output": 5, "grad_x": 1, "grad_memory": 1, "grad_weights": 1, "dropout": 2}
    promises = {
        "the memory has another length": dict(T=4, S=5),
        "the memory is hidden where it is padding": dict(lengths=(4, 2)),
        "self-attention is causal, cross-attention is not": dict(T=3, S=3),
        "dropout comes last on all three branches, in training only": "dropout",
        "the memory learns too": "grad_memory",
        "every weight learns": "grad_weights",
    }

    alternatives = {
        "is_causal, mask with all four axes": """
            x = x + self.dropout(self.attention(self.norm1(x), is_causal=True))
            read = self.cross_attention(self.norm2(x), memory, keep[:, None, None, :])
            x = x + self.dropout(read)
            return x + self.dropout(self.feed_forward(self.norm3(x)))
        """,
        "own triangle, mask expanded to every query": """
            T = x.shape[1]
            past = torch.arange(T)[:, None] >= torch.arange(T)
            h = self.norm1(x)
            x = x + self.dropout(self.attention(h, mask=past))
            h = self.norm2(x)
            x = x + self.dropout(self.cross_attention(h, memory, mask=keep[:, None].expand(-1, T, -1)))
            h = self.norm3(x)
            return x + self.dropout(self.feed_forward(h))
        """,
    }
    slips = [
        slip(
            "self-attention is not causal",
            edit=("self.attention(self.norm1(x), causal)", "self.attention(self.norm1(x))"),
            why="While it is trained, the decoder has the whole target text at hand. Without the mask it copies the next token in place of predicting it.",
            look="Which tokens may position t look at in the text that is being written?",
        ),
        slip(
            "cross-attention reads the decoder's own tokens",
            edit=(
                "self.cross_attention(self.norm2(x), memory, keep.unsqueeze(1))",
                "self.cross_attention(self.norm2(x), self.norm2(x), keep.unsqueeze(1))",
                "self.cross_attention(self.norm2(x), self.norm2(x))",
                "self.cross_attention(self.norm2(x), x)",
                "self.attention(self.norm2(x))",
            ),
            why="Then the block never sees the text that it should translate, and has self-attention twice.",
            look="Where do the keys and values of cross-attention come from?",
        ),
        slip(
            "queries and memory are exchanged",
            edit=(
                "self.cross_attention(self.norm2(x), memory, keep.unsqueeze(1))",
                "self.cross_attention(memory, self.norm2(x), keep.unsqueeze(1))",
                "self.cross_attention(memory, self.norm2(x))",
            ),
            why="The memory would ask and the decoder answer. The result has the memory's length.",
            look="Who asks in cross-attention?",
        ),
        slip(
            "the memory is normalised in the block",
            edit=(
                "self.cross_attention(self.norm2(x), memory,",
                "self.cross_attention(self.norm2(x), self.norm2(memory),",
            ),
            also=[("self.norm2(x), memory,", f"self.norm2(x), self.norm{n}(memory),") for n in (1, 3)],
            why="The encoder has normalised its output already; norm2 belongs to the decoder's tokens and would be trained for two things at once.",
            look="In the formula, which of the two arguments of cross has a norm around it?",
        ),
        slip(
            "the padding of the memory is not hidden",
            edit=("memory, keep.unsqueeze(1))", "memory)"),
            why="The decoder then reads tokens that mean nothing, more of them the longer the other texts of the batch are.",
            look="Which attention is keep meant for?",
        ),
        slip(
            "cross-attention is causal",
            edit=("memory, keep.unsqueeze(1))", "memory, keep.unsqueeze(1) & causal)"),
            why="The text that is read is complete: the first word written may look at its last word. Where both lengths differ, the mask does not even fit.",
            look="Which of the two texts is not finished yet?",
        ),
        slip(
            "cross-attention gets the causal mask in place of the padding",
            edit=("memory, keep.unsqueeze(1))", "memory, causal)"),
            why="The causal mask belongs to the text that is being written. Over the memory it hides what should be read and shows the padding, where it fits at all.",
            look="Which of the two masks is about the memory?",
        ),
        slip(
            "cross-attention has no residual connection",
            edit=("x = x + self.dropout(self.cross_attention", "x = self.dropout(self.cross_attention"),
            why="What self-attention found is overwritten by what was read in the memory.",
            look="How many additions does a block with three branches have?",
        ),
        slip(
            "a norm is missing",
            edit=("self.cross_attention(self.norm2(x),", "self.cross_attention(x,"),
            also=[("self.attention(self.norm1(x)", "self.attention(x"), ("self.norm3(x)", "x")],
            why="The residual stream grows with depth; read without a norm, its queries become so large that softmax picks a single token.",
            look="How many norms does the block own, and how many does your code call?",
        ),
        slip(
            "the mask of the memory has no axis for the queries",
            edit=("keep.unsqueeze(1)", "keep"),
            why="A mask with two axes is read as (queries, keys), one for all texts. Yours is (texts, keys): it fits by accident or not at all.",
            look="Which axis of (B, queries, keys) is missing, and which length may it have?",
        ),
        slip(
            "the mask of the memory is inverted",
            edit=("keep.unsqueeze(1)", "~keep.unsqueeze(1)"),
            why="Only padding can be read. torch's own nn.MultiheadAttention reads masks this way round.",
            look="What does True mean in this course's masks?",
        ),
        slip(
            "the padding of the memory is set to zero, not hidden",
            edit=("memory, keep.unsqueeze(1))", "memory * keep.unsqueeze(-1))"),
            why="A token of zeros still has a key and a value, by the biases, and still gets a share of every query.",
            look="What weight does a key of zeros get?",
        ),
        slip(
            "one mask serves all texts",
            edit=("keep.unsqueeze(1)", "keep.any(0).unsqueeze(0)"),
            why="Texts differ in length: what is padding in one is a word in another.",
            look="Which shape has your mask, and is there a row of it for each text?",
            also=[
                ("keep.unsqueeze(1)", row) for row in ("keep.all(0).unsqueeze(0)", "keep[:1].unsqueeze(1)")
            ],
        ),
        slip(
            "the causal mask is turned round",
            edit=(
                "causal = causal_mask(x.shape[1], device=x.device)",
                "causal = causal_mask(x.shape[1]).T",
                "causal = ~causal_mask(x.shape[1])",
            ),
            why="Each token then looks at itself and at what comes, and never back.",
            look="Print your mask for three tokens. What may the first one see?",
        ),
        slip(
            "a token may not look at itself",
            edit=(
                "causal = causal_mask(x.shape[1], device=x.device)",
                "causal = causal_mask(x.shape[1]).tril(-1)",
                "causal = causal_mask(x.shape[1]).tril(-1)\n        causal[0, 0] = True",
            ),
            why="The diagonal belongs to what a token may see; without it the first token sees nothing at all.",
            look="Print your mask for three tokens. What may the first one see?",
        ),
        slip(
            "the norms stand on the sums, as in post-LN",
            edit=[
                (
                    "x = x + self.dropout(self.attention(self.norm1(x), causal))",
                    "x = self.norm1(x + self.dropout(self.attention(x, causal)))",
                ),
                (
                    "x = x + self.dropout(self.cross_attention(self.norm2(x), memory, keep.unsqueeze(1)))",
                    "x = self.norm2(x + self.dropout(self.cross_attention(x, memory, keep.unsqueeze(1))))",
                ),
                (
                    "return x + self.dropout(self.feed_forward(self.norm3(x)))",
                    "return self.norm3(x + self.dropout(self.feed_forward(x)))",
                ),
            ],
            why="That is the decoder of 2017. This one is pre-LN: what a layer reads is normalised, and the main path is free.",
            look="In the formulas, what stands inside the brackets of the norms?",
        ),
        slip(
            "a norm serves two branches, or stands in the wrong one",
            edit=("self.norm3(x)", "self.norm2(x)", "self.norm1(x)"),
            why="Fresh norms are equal, so nothing shows before training; trained ones are not.",
            look="Which of your three norms never gets a gradient, or stands in front of the wrong layer?",
            also=[
                ("self.norm2(x)", "self.norm1(x)"),
                [("self.norm3(x)", "self.norm1(x)"), ("self.norm2(x)", "self.norm1(x)")],
                [
                    ("self.feed_forward(self.norm3(x))", "self.feed_forward(self.norm2(x))"),
                    ("self.cross_attention(self.norm2(x)", "self.cross_attention(self.norm3(x)"),
                ],
            ],
        ),
        slip(
            "a branch reads the block's input",
            edit=[
                (
                    "x = x + self.dropout(self.attention(self.norm1(x), causal))",
                    "y = x + self.dropout(self.attention(self.norm1(x), causal))",
                ),
                (
                    "x = x + self.dropout(self.cross_attention(self.norm2(x), memory",
                    "y = y + self.dropout(self.cross_attention(self.norm2(x), memory",
                ),
                (
                    "return x + self.dropout(self.feed_forward(self.norm3(x)))",
                    "return y + self.dropout(self.feed_forward(self.norm3(y)))",
                ),
            ],
            why="The branches follow one another: each reads what the ones before it have added.",
            look="Which x does each of your three norms read?",
            also=[
                [
                    (
                        "x = x + self.dropout(self.attention(self.norm1(x), causal))",
                        "y = x + self.dropout(self.attention(self.norm1(x), causal))",
                    ),
                    (
                        "x = x + self.dropout(self.cross_attention(self.norm2(x), memory",
                        "y = y + self.dropout(self.cross_attention(self.norm2(x), memory",
                    ),
                    (
                        "return x + self.dropout(self.feed_forward(self.norm3(x)))",
                        "return y + self.dropout(self.feed_forward(self.norm3(x)))",
                    ),
                ],
            ],
        ),
        slip(
            "the order of the branches is another",
            edit=[
                ("        x = x + self.dropout(self.attention(self.norm1(x), causal))\n", ""),
                (
                    "        return x",
                    "        x = x + self.dropout(self.attention(self.norm1(x), causal))\n        return x",
                ),
            ],
            why="First the decoder's tokens exchange what they know, then they read the memory, then each works on what it got.",
            look="In which order do the three formulas stand?",
        ),
        slip(
            "dropout acts on the main path",
            edit=[
                (
                    "x = x + self.dropout(self.attention(self.norm1(x), causal))",
                    "x = self.dropout(x + self.attention(self.norm1(x), causal))",
                ),
                (
                    "x = x + self.dropout(self.cross_attention(self.norm2(x), memory, keep.unsqueeze(1)))",
                    "x = self.dropout(x + self.cross_attention(self.norm2(x), memory, keep.unsqueeze(1)))",
                ),
                (
                    "return x + self.dropout(self.feed_forward(self.norm3(x)))",
                    "return self.dropout(x + self.feed_forward(self.norm3(x)))",
                ),
            ],
            why="On the main path a feature that is dropped in one block is lost for all blocks after it.",
            look="Is dropout inside or outside of your addition?",
        ),
        slip(
            "dropout acts on what a layer reads",
            edit=[
                (
                    "self.dropout(self.attention(self.norm1(x), causal))",
                    "self.attention(self.dropout(self.norm1(x)), causal)",
                ),
                (
                    "self.dropout(self.cross_attention(self.norm2(x), memory, keep.unsqueeze(1)))",
                    "self.cross_attention(self.dropout(self.norm2(x)), memory, keep.unsqueeze(1))",
                ),
                (
                    "self.dropout(self.feed_forward(self.norm3(x)))",
                    "self.feed_forward(self.dropout(self.norm3(x)))",
                ),
            ],
            why="A layer mixes what it reads, so behind it no feature is missing any more; and its biases are always there.",
            look="What is the last thing that happens on a branch, just before the addition?",
        ),
        slip(
            "a branch has no dropout",
            edit=NO_DROPOUT,
            why="`dropout` is the rate on all three branches. Where it is missing, the rate that the caller chose does nothing.",
            look="How often does your code call self.dropout?",
            also=[*NO_DROPOUT, NO_DROPOUT[:2], NO_DROPOUT[1:], NO_DROPOUT[::2]],
        ),
        slip(
            "dropout acts at evaluation too",
            edit=[
                (
                    "        causal =",
                    "        drop = lambda h: F.dropout(h, self.dropout.p)\n        causal =",
                ),
                *[(with_it, with_it.replace("self.dropout(", "drop(")) for with_it, _ in NO_DROPOUT],
            ],
            why="The same text then gets another answer each time, and a worse one.",
            look="Who tells your dropout whether the block is being trained? What does F.dropout take by default?",
        ),
        slip(
            "the way back is cut",
            edit=("memory, keep.unsqueeze(1))", "memory.detach(), keep.unsqueeze(1))"),
            also=[
                ("x = x + self.dropout(self.attention", "x = x.detach() + self.dropout(self.attention"),
                ("x = x + self.dropout(self.cross", "x = x.detach() + self.dropout(self.cross"),
                ("return x + self", "return x.detach() + self"),
            ],
            **CUT,
        ),
    ]
