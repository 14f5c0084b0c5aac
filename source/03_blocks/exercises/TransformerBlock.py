"""A transformer block with the norms in pre-LN, post-LN or peri-LN position.

Oracle: nn.TransformerEncoderLayer in float64 with copied weights; for peri-LN, which torch doesn't
have, a small module around torch's attention.
"""

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

from autograder.authoring import exercise, slip

from ._shared import (
    CUT,
    ENCODER_LAYER,
    FINISHED,
    block_weights,
    encoder_layer,
    sizes_of_gradients,
    tensor,
)


class PeriBlock(nn.Module):
    """A peri-LN block written with torch's attention; torch has no such block. Compared with Gemma 2 in the tests."""

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


def always_on(places=("pre", "post", "peri"), branches=(0, 1)):
    """The edit that lets dropout act at evaluation as well, on these branches (0 attention, 1 feed-forward) of these places."""
    return [
        (LINES[place][branch], LINES[place][branch].replace("self.dropout(", "nn.Dropout(self.dropout.p)("))
        for place in places
        for branch in branches
    ]


DROPOUT_BEFORE_OUT = edited(
    "peri",
    "x = x + self.norm1_out(self.dropout(self.attention(self.norm1(x), mask)))",
    "return x + self.norm2_out(self.dropout(self.feed_forward(self.norm2(x))))",
)


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
            # With everything on the branches gone, pre and peri return x; post still normalizes twice.
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
            "the norm is applied to the sum in pre-LN",
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
            "the residual starts after the norm in pre-LN",
            edit=(
                "x = x + self.dropout(self.attention(self.norm1(x), mask))\n            return x + self.dropout(self.feed_forward(self.norm2(x)))",
                "x = self.norm1(x)\n            x = x + self.dropout(self.attention(x, mask))\n            x = self.norm2(x)\n            return x + self.dropout(self.feed_forward(x))",
            ),
            why="Overwriting x with its norm puts the norm on the main path. What the earlier blocks wrote there is rescaled again and again.",
            look="Is the x that you add the x that came in?",
        ),
        slip(
            "the norms are on the branches in post-LN",
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
            also=[
                edited(
                    "post",
                    "x = x + self.norm1(self.dropout(self.attention(x, mask)))",
                    "return x + self.norm2(self.dropout(self.feed_forward(x)))",
                ),
                edited("post", "x = x + self.dropout(self.norm1(self.attention(x, mask)))", None),
                edited("post", None, "return x + self.dropout(self.norm2(self.feed_forward(x)))"),
                edited("post", "x = x + self.norm1(self.dropout(self.attention(x, mask)))", None),
                edited("post", None, "return x + self.norm2(self.dropout(self.feed_forward(x)))"),
            ],
            why="A sum on the main path is then not normalized. Post means after the layer and after the addition.",
            look="In the row of the table for post, what is inside the bracket of each norm?",
        ),
        slip(
            "the norms come before the layers in post-LN",
            edit=edited("post", *LINES["pre"]),
            also=[edited("post", LINES["pre"][0], None), edited("post", None, LINES["pre"][1])],
            why="A sum on the main path is then not normalized, as in pre-LN, and the weights of a post-LN model don't fit.",
            look="In the row of the table for post, what is inside the bracket of each norm?",
        ),
        slip(
            "the token is normalized in post-LN, not the sum",
            edit=edited(
                "post",
                "x = self.norm1(x) + self.dropout(self.attention(x, mask))",
                "return self.norm2(x) + self.dropout(self.feed_forward(x))",
            ),
            also=[
                edited("post", "x = self.norm1(x) + self.dropout(self.attention(x, mask))", None),
                edited("post", None, "return self.norm2(x) + self.dropout(self.feed_forward(x))"),
            ],
            why="What the layer adds then gets past the norm, so the tokens that leave the branch have no fixed size.",
            look="In the row of the table for post, what is inside the bracket of each norm?",
        ),
        slip(
            "the norms are on the branches in post-LN, and dropout comes before the last norm in peri-LN",
            edit=edited(
                "post",
                "x = x + self.dropout(self.norm1(self.attention(x, mask)))",
                "return x + self.dropout(self.norm2(self.feed_forward(x)))",
            )
            + DROPOUT_BEFORE_OUT,
            also=[
                edited(
                    "post",
                    "x = x + self.norm1(self.dropout(self.attention(x, mask)))",
                    "return x + self.norm2(self.dropout(self.feed_forward(x)))",
                )
                + DROPOUT_BEFORE_OUT
            ],
            why="These are two mistakes. In post-LN the sum has to be normalized, and in all three places dropout is the last step before the addition.",
            look="Compare both rows of the table with your code, from the inside out. What is added to x in each?",
        ),
        slip(
            "the second norm of each branch is missing in peri-LN",
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
            why="What is left is pre-LN: nothing bounds what a branch adds, and two of the four norms are never used.",
            look="How many norms does a peri block own, and how many does your code call?",
        ),
        slip(
            "the outer norms are applied to the sum in peri-LN",
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
            why="The outer norm belongs to the branch: it bounds what is added. On the sum it blocks the free main path, as in post-LN.",
            look="In the drawing of peri-LN, are the four norms on the main path or on the branches?",
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
            why="New norms are all equal, so nothing shows before training, but trained norms differ.",
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
            "the norms are placed the same way for all three choices",
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
            why="The caller chooses where the norms go, but your block does the same thing for all three choices.",
            look="Where does your forward read self.place?",
        ),
        slip(
            "post and peri are not written yet",
            edit=each(post=("return None", "return None"), peri=("return None", "return None"))[0],
            why="The check looks at the three variants one by one, and your block returns nothing for at least one of them.",
            look='What does your forward return when `norm` is not "pre"?',
            also=each(peri=("return None", "return None"))[:1],
        ),
        slip(
            "the first norm of each branch is missing in peri-LN",
            edit=edited(
                "peri",
                "x = x + self.dropout(self.norm1_out(self.attention(x, mask)))",
                "return x + self.dropout(self.norm2_out(self.feed_forward(x)))",
            ),
            why="The layers then read the stream as it is, however large it has grown.",
            look="In the drawing of peri-LN, how many norms does each branch pass through?",
        ),
        slip(
            "dropout comes before the last norm of the branch in peri-LN",
            edit=DROPOUT_BEFORE_OUT,
            also=[[edit] for edit in DROPOUT_BEFORE_OUT],
            why="A norm after dropout rescales the features and adds its bias, so dropped features are no longer 0.",
            look="What is the last thing that happens on a branch, just before the addition?",
        ),
        slip(
            "dropout does nothing on a branch in training",
            edit=each(
                pre=(None, "return x + self.feed_forward(self.norm2(x))"),
                post=(None, "return self.norm2(x + self.feed_forward(x))"),
                peri=(None, "return x + self.norm2_out(self.feed_forward(self.norm2(x)))"),
            )[0],
            why="`dropout` is the rate on both branches. Where it is missing, the rate that the caller chose does nothing.",
            look="How often does your code call self.dropout for each of the three choices? And is the block still in training mode when it does?",
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
            why="A layer mixes its inputs, so after it every feature carries some of the rest again, and its biases are added in any case. Dropout before the layer therefore doesn't empty the branch.",
            look="What is the last thing that happens on a branch, just before the addition?",
        ),
        slip(
            "dropout acts at evaluation too",
            edit=always_on(),
            also=[
                *(always_on(branches=(branch,)) for branch in (0, 1)),
                *(always_on([place], branches) for place in LINES for branches in ((0, 1), (0,), (1,))),
            ],
            why="The same text then gets a different answer each time, and a worse one.",
            look="How does your dropout know whether the block is being trained? What does F.dropout assume by default?",
        ),
        slip(
            "dropout acts at evaluation too, and in post-LN the norms are on the branches",
            edit=always_on(["pre", "peri"])
            + edited(
                "post",
                "x = x + F.dropout(self.norm1(self.attention(x, mask)), self.dropout.p)",
                "return x + F.dropout(self.norm2(self.feed_forward(x)), self.dropout.p)",
            ),
            also=[
                always_on(["pre", "peri"])
                + edited(
                    "post",
                    "x = x + self.norm1(F.dropout(self.attention(x, mask), self.dropout.p))",
                    "return x + self.norm2(F.dropout(self.feed_forward(x), self.dropout.p))",
                )
            ],
            why="These are two mistakes. A trained model should give a text the same answer each time, and in post-LN the sum has to be normalized.",
            look="What does F.dropout assume if you don't tell it otherwise? And in the row of the table for post, what is inside the bracket of each norm?",
        ),
        slip(
            "dropout acts at evaluation too, and in peri-LN before the last norm of the branch",
            edit=always_on(["pre", "post"])
            + edited(
                "peri",
                "x = x + self.norm1_out(F.dropout(self.attention(self.norm1(x), mask), self.dropout.p))",
                "return x + self.norm2_out(F.dropout(self.feed_forward(self.norm2(x)), self.dropout.p))",
            ),
            why="These are two mistakes. A trained model should give a text the same answer each time, and a norm after dropout adds its bias, so dropped features are no longer 0.",
            look="What does F.dropout assume if you don't tell it otherwise? And what is the last step on a branch?",
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
            why="First the tokens exchange what they know, and then each works on what it got.",
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
            why="What attention has added is then lost again, because the main path bypasses it.",
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
            "part of the computation is cut off from the gradient",
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
        slip(
            "the norms are placed the same way for all three choices, and dropout is missing",
            edit="""
            x = x + self.attention(self.norm1(x), mask)
            return x + self.feed_forward(self.norm2(x))
            """,
            also=[
                """
                x = self.norm1(x + self.attention(x, mask))
                return self.norm2(x + self.feed_forward(x))
                """
            ],
            why="The caller chooses where the norms go, but your block does the same thing for all three choices. It also never uses its dropout, so training and evaluation don't differ.",
            look="Which attributes made in __init__ does your forward pass never read?",
        ),
        slip(
            "the block is causal without a mask",
            edit=(
                '        if self.place == "pre":',
                '        mask = causal_mask(x.shape[1], device=x.device) if mask is None else mask\n        if self.place == "pre":',
            ),
            why="None means that every query may attend to every position, as in BERT. Only the caller knows whether the block is part of a decoder.",
            look="What should a block without a mask do with the last token of a text?",
        ),
        slip(
            "a causal mask is added to the caller's mask",
            edit=(
                '        if self.place == "pre":',
                "        causal = causal_mask(x.shape[1], device=x.device)\n"
                '        mask = causal if mask is None else mask & causal\n        if self.place == "pre":',
            ),
            why="The block uses the mask that it is given. With a causal one on top it can't serve as an encoder.",
            look="According to the text above the exercise, who makes the causal mask?",
        ),
        slip(
            "any mask makes the block causal",
            edit=(
                '        if self.place == "pre":',
                "        mask = mask if mask is None else causal_mask(x.shape[1], device=x.device)\n"
                '        if self.place == "pre":',
                "        mask = mask if mask is None else mask & causal_mask(x.shape[1], device=x.device)\n"
                '        if self.place == "pre":',
            ),
            why="The mask alone decides who may look where. A mask that hides padding must not hide later tokens as well.",
            look="Suppose every entry of the mask is True. Which keys does the first query see in your code?",
        ),
        slip(
            "the mask is combined with its transpose",
            edit=(
                '        if self.place == "pre":',
                '        mask = mask if mask is None else mask & mask.mT\n        if self.place == "pre":',
            ),
            why="Row i of a mask lists the keys that query i sees. A causal mask allows each pair of tokens one way only, so here every token sees only itself.",
            look="Print your mask next to the caller's for three tokens and a causal mask. Which entries differ?",
        ),
        slip(
            "queries and keys are swapped in the mask",
            edit=(
                '        if self.place == "pre":',
                '        mask = mask if mask is None else mask.mT\n        if self.place == "pre":',
            ),
            why="Row i of a mask lists the keys that query i sees. Transposed, a causal mask lets each token see itself and what comes after it.",
            look="Print your mask for three tokens. Which tokens may the first one see?",
        ),
        slip(
            "the mask is inverted",
            edit=(
                '        if self.place == "pre":',
                '        mask = mask if mask is None else ~mask\n        if self.place == "pre":',
            ),
            why="In this course True means that a query may look. If the mask is inverted, every query sees exactly what it should not see.",
            look="What does True mean to the attention layer that gets your mask?",
        ),
        slip(
            "the mask has to have a batch axis",
            edit=(
                '        if self.place == "pre":',
                '        B, T, S = (1, 1, 1) if mask is None else mask.shape\n        if self.place == "pre":',
            ),
            why="A mask of shape (T, T) applies to all texts, and the docstring allows it.",
            look="Which two shapes does the docstring allow for the mask?",
        ),
        slip(
            "all texts share one mask",
            edit=(
                '        if self.place == "pre":',
                "        mask = mask[0] if mask is not None and mask.ndim == 3 else mask\n"
                '        if self.place == "pre":',
            ),
            why="A mask (B, T, T) has a table for each text: what is padding in one is a word in another.",
            look="Does your forward take anything from only one element of the batch?",
        ),
        slip(
            "the block ends with an extra norm in pre-LN",
            edit=edited("pre", None, "return self.norm2(x + self.dropout(self.feed_forward(self.norm2(x))))"),
            why="A norm at the end of each block is a norm on the main path. A pre-LN model has a single final norm, after the last block.",
            look="In the row of the table for pre, how many norms does each branch have?",
        ),
        slip(
            "the norms before and after the layers are swapped in peri-LN",
            edit=edited(
                "peri",
                "x = x + self.dropout(self.norm1(self.attention(self.norm1_out(x), mask)))",
                "return x + self.dropout(self.norm2(self.feed_forward(self.norm2_out(x))))",
            ),
            why="New norms are all equal, so nothing shows before training, but trained norms differ.",
            look="Which of the four norms have `out` in their names, and what does it stand for?",
        ),
        slip(
            "the outer norms are missing in peri-LN, and the second norm in post-LN",
            edit=[
                *edited("post", None, "return x + self.dropout(self.feed_forward(x))"),
                *edited(
                    "peri",
                    "x = x + self.dropout(self.attention(self.norm1(x), mask))",
                    "return x + self.dropout(self.feed_forward(self.norm2(x)))",
                ),
            ],
            why="These are two mistakes. In peri-LN nothing bounds what a branch adds, and in post-LN the last sum is not normalized.",
            look="For each place, how many norms does the block own, and how many does your code call?",
        ),
    ]
