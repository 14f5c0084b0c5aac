"""A post-LN encoder block: bidirectional self-attention with a padding mask, feed-forward layer.

Oracle: nn.TransformerEncoderLayer in float64 with copied weights.
Dropout is checked with everything on the branches dropped; only the two norms are left then.
"""

import torch

from autograder.authoring import exercise, slip

from ._shared import (
    CUT,
    ENCODER_LAYER,
    FINISHED,
    block_weights,
    encoder_layer,
    padding,
    sizes_of_gradients,
    tensor,
)

ON_BRANCH = [
    (
        "self.norm1(x + self.dropout(self.attention(x, mask)))",
        "x + self.dropout(self.norm1(self.attention(x, mask)))",
    ),
    (
        "self.norm2(x + self.dropout(self.feed_forward(x)))",
        "x + self.dropout(self.norm2(self.feed_forward(x)))",
    ),
]
ALWAYS_ON = [
    ("self.dropout(self.attention(x, mask))", "F.dropout(self.attention(x, mask), self.dropout.p)"),
    ("self.dropout(self.feed_forward(x))", "F.dropout(self.feed_forward(x), self.dropout.p)"),
]


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
        "padding before the text": dict(left=True),
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
            why="A mask with two axes is read as (queries, keys), one for all texts. Yours is (texts, keys), so it fits by accident or not at all.",
            look="Which axis of (B, queries, keys) is missing, and what length may it have?",
        ),
        slip(
            "the mask is inverted",
            edit=("mask = keep.unsqueeze(1)", "mask = ~keep.unsqueeze(1)"),
            why="Only padding can be seen. torch's own nn.MultiheadAttention reads masks this way round, which is where this mistake often comes from.",
            look="What does True mean in this course's masks?",
        ),
        slip(
            "padded queries are masked instead of padded keys",
            edit=("keep.unsqueeze(1)", "keep.unsqueeze(2)"),
            why="The queries of padding tokens don't matter, because no real token reads their outputs. What matters is that no query attends to their keys.",
            look="The mask is (B, queries, keys): along which axis does your keep lie?",
        ),
        slip(
            "the block is causal",
            edit=("mask = keep.unsqueeze(1)", "mask = keep.unsqueeze(1) & causal_mask(x.shape[1])"),
            why="An encoder receives the whole text at once. If each token sees only the tokens before it, half of the context is lost.",
            look="Does this block have to predict what comes next?",
        ),
        slip(
            "the norms come before the layers, as in pre-LN",
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
            why="That is pre-LN. BERT and its relatives are post-LN, and their weights don't work in a pre-LN block (section 8 tries it).",
            look="What does the name post-LN say about the sum?",
        ),
        slip(
            "the norms are on the branches",
            edit=[*ON_BRANCH],
            also=[
                *([edit] for edit in ON_BRANCH),
                [
                    (
                        old,
                        new.replace("self.dropout(self.norm1(", "self.norm1(self.dropout(").replace(
                            "self.dropout(self.norm2(", "self.norm2(self.dropout("
                        ),
                    )
                    for old, new in ON_BRANCH
                ],
            ],
            why="A sum on the main path is then not normalized. Post means after the layer and after the addition.",
            look="What does the name post-LN say about the sum?",
        ),
        slip(
            "the second norm is missing",
            edit=(
                "return self.norm2(x + self.dropout(self.feed_forward(x)))",
                "return x + self.dropout(self.feed_forward(x))",
            ),
            why="The next block gets tokens that were not normalized, but it expects tokens that were.",
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
            why="A token of zeros still has a key and a value, because of the biases, and still gets a share of every query's attention.",
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
            why="No token reads the output at a padding position, so its value wouldn't matter; but this block computes it like all the others.",
            look="Which of your operations, besides the mask, uses keep?",
            also=[
                ("self.attention(x, mask))", "self.attention(x, mask) * keep.unsqueeze(-1))"),
            ],
        ),
        slip(
            "the queries at padding are masked along with the keys",
            edit=("mask = keep.unsqueeze(1)", "mask = keep.unsqueeze(1) & keep.unsqueeze(2)"),
            why="keep shows which keys may be seen, and every query sees the same ones. A query at padding then sees nothing, and all it gets from attention is the bias of the output projection.",
            look="The mask is (B, queries, keys). Along which of these two axes should all its rows be equal?",
        ),
        slip(
            "the queries at padding see different keys than the real tokens do",
            edit=(
                "mask = keep.unsqueeze(1)",
                "mask = keep.unsqueeze(1) | ~keep.unsqueeze(2)",
                "mask = keep.unsqueeze(1) == keep.unsqueeze(2)",
            ),
            why="keep shows which keys may be seen, and every query sees the same ones, even a query at padding.",
            look="The mask is (B, queries, keys). Along which of these two axes should all its rows be equal?",
        ),
        slip(
            "real tokens see the padding",
            edit=("mask = keep.unsqueeze(1)", "mask = keep.unsqueeze(1) | keep.unsqueeze(2)"),
            why="A pair is allowed as soon as one of its two tokens is real, but what counts is only whether the key is.",
            look="For a real query and a padded key, what does your mask hold?",
        ),
        slip(
            "all texts share one mask",
            edit=("mask = keep.unsqueeze(1)", "mask = keep.all(0).unsqueeze(0)"),
            why="Texts differ in length: what is padding in one is a word in another.",
            look="What is the shape of your mask? Is there a row in it for each text?",
            also=[
                ("mask = keep.unsqueeze(1)", f"mask = {one_row}")
                for one_row in ("keep.any(0).unsqueeze(0)", "keep[:1].unsqueeze(1)", "keep[0]")
            ],
        ),
        slip(
            "padding is assumed to be at the end",
            edit=(
                "mask = keep.unsqueeze(1)",
                "mask = (torch.arange(x.shape[1]) < keep.sum(1)[:, None]).unsqueeze(1)",
            ),
            why="Texts can be padded at the beginning as well; keep tells you token by token which ones are real.",
            look="Does your code use where keep is True, or only how often?",
        ),
        slip(
            "the mask holds numbers",
            edit=("keep.unsqueeze(1)", "keep.unsqueeze(1).to(x.dtype)"),
            why="A mask of floats is added to the scores, so real tokens get 1 more and nothing is hidden.",
            look="What does attention do with a mask of numbers, and what does it do with a boolean one?",
        ),
        slip(
            "the two norms are swapped",
            edit=[("self.norm2(x", "self.norm1(x"), ("x = self.norm1(x", "x = self.norm2(x")],
            why="New norms are all equal, so nothing shows before training, but trained norms differ.",
            look="Which norm follows which layer?",
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
            why="A layer mixes its inputs, so after it every feature carries some of the rest again, and its biases are added in any case. Dropout before the layer therefore doesn't empty the branch.",
            look="What is the last thing that happens on a branch, just before the addition?",
        ),
        slip(
            "dropout acts at evaluation too",
            edit=ALWAYS_ON,
            also=[[edit] for edit in ALWAYS_ON],
            why="The same text then gets a different answer each time, and a worse one.",
            look="How does your dropout know whether the block is being trained? What does F.dropout assume by default?",
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
            "part of the computation is cut off from the gradient",
            edit=("x + self.dropout(self.attention", "x.detach() + self.dropout(self.attention"),
            also=[
                ("self.attention(x, mask)", "self.attention(x.detach(), mask)"),
                ("self.attention(x, mask)", "self.attention(x, mask).detach()"),
                ("self.feed_forward(x)", "self.feed_forward(x).detach()"),
            ],
            **CUT,
        ),
        slip(
            "dropout comes after the norms, on the main path",
            edit=[
                (
                    "x = self.norm1(x + self.dropout(self.attention(x, mask)))",
                    "x = self.dropout(self.norm1(x + self.attention(x, mask)))",
                ),
                (
                    "return self.norm2(x + self.dropout(self.feed_forward(x)))",
                    "return self.dropout(self.norm2(x + self.feed_forward(x)))",
                ),
            ],
            why="Dropout then also hides what the earlier blocks wrote, and at rate 1 nothing is left of the tokens.",
            look="With dropout at rate 1, what should the block's output still contain?",
        ),
        slip(
            "padding may look at itself",
            edit=(
                "mask = keep.unsqueeze(1)",
                "mask = keep.unsqueeze(1) | torch.eye(x.shape[1], dtype=torch.bool, device=x.device)",
            ),
            why="No query may look at padding, not even the one at the same position.",
            look="Does your mask let any query see a padded key?",
        ),
        slip(
            "the feed-forward layer reads the sum before it is normalized",
            edit=(
                "x = self.norm1(x + self.dropout(self.attention(x, mask)))\n        return self.norm2(x + self.dropout(self.feed_forward(x)))",
                "h = x + self.dropout(self.attention(x, mask))\n        x = self.norm1(h)\n        return self.norm2(x + self.dropout(self.feed_forward(h)))",
            ),
            why="In post-LN the first norm is on the main path, so both the second branch and the second sum start after it.",
            look="Which tensor leaves the first plus sign in the drawing, and what does it pass through before the next layer?",
        ),
        slip(
            "the last norm is applied twice",
            edit=(
                "return self.norm2(x + self.dropout(self.feed_forward(x)))",
                "return self.norm2(self.norm2(x + self.dropout(self.feed_forward(x))))",
            ),
            why="A trained norm has a gain and a bias, so a second pass through it changes the tokens again.",
            look="How many norms does a post-LN block have, and how often does your code call one?",
        ),
        slip(
            "the block is causal, and a branch has no dropout",
            edit=[
                ("mask = keep.unsqueeze(1)", "mask = keep.unsqueeze(1) & causal_mask(x.shape[1])"),
                ("self.dropout(self.attention(x, mask))", "self.attention(x, mask)"),
            ],
            also=[
                [
                    ("mask = keep.unsqueeze(1)", "mask = keep.unsqueeze(1) & causal_mask(x.shape[1])"),
                    ("self.dropout(self.feed_forward(x))", "self.feed_forward(x)"),
                ]
            ],
            why="These are two mistakes. An encoder receives the whole text at once, and `dropout` is the rate on both branches.",
            look="Does this block have to predict what comes next? And how often does your code call self.dropout?",
        ),
    ]
