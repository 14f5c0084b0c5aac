"""A pre-LN decoder block: causal self-attention, cross-attention, feed-forward layer.

Oracle: nn.TransformerDecoderLayer in float64 with copied weights.
"""

import torch
import torch.nn.functional as F
from torch import nn

from autograder.authoring import exercise, slip

from ._shared import CUT, FINISHED, block_weights, padding, sizes_of_gradients, tensor, torch_names

DECODER_LAYER = "torch.nn.TransformerDecoderLayer"
NO_DROPOUT = [
    ("self.dropout(self.attention(self.norm1(x), causal))", "self.attention(self.norm1(x), causal)"),
    (
        "self.dropout(self.cross_attention(self.norm2(x), memory, keep.unsqueeze(1)))",
        "self.cross_attention(self.norm2(x), memory, keep.unsqueeze(1))",
    ),
    ("self.dropout(self.feed_forward(self.norm3(x)))", "self.feed_forward(self.norm3(x))"),
]

ALWAYS_ON = [
    (with_it, with_it.replace("self.dropout(", "nn.Dropout(self.dropout.p)(")) for with_it, _ in NO_DROPOUT
]
ON_BRANCH = [
    (
        "self.dropout(self.attention(self.norm1(x), causal))",
        "self.dropout(self.norm1(self.attention(x, causal)))",
    ),
    (
        "self.dropout(self.cross_attention(self.norm2(x), memory, keep.unsqueeze(1)))",
        "self.dropout(self.norm2(self.cross_attention(x, memory, keep.unsqueeze(1))))",
    ),
    ("self.dropout(self.feed_forward(self.norm3(x)))", "self.dropout(self.norm3(self.feed_forward(x)))"),
]


@exercise("DecoderBlock", points=5, forbid=[*FINISHED, DECODER_LAYER])
class _:
    cases = [
        dict(B=2, T=4, S=5, lengths=(4, 2)),
        dict(B=2, T=3, S=3, lengths=(1, 2)),  # T = S: what is swapped by mistake still fits
        dict(B=1, T=1, S=4, lengths=(3,)),
        dict(B=2, T=2, S=5, lengths=(3, 4), left=True),
    ]

    def inputs(rng, B, T, S, lengths, left=False, D=6, H=2, F_=8):
        return {
            "x": rng.standard_normal((B, T, D)) * 2 + 0.5,
            "memory": rng.standard_normal((B, S, D)) * 1.5 - 0.5,
            "gradient": rng.standard_normal((B, T, D)),
            "weights": block_weights(rng, D, F_, ["norm1", "norm2", "norm3"], cross=True),
            "sizes": [D, H, F_],
            "keep": padding(lengths, S, left),
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
        "the memory has a different length": dict(T=4, S=5),
        "the memory is hidden where it is padding": dict(lengths=(4, 2)),
        "padding before the text": dict(left=True),
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
            why="During training the decoder receives the whole target sequence. Without the mask it copies the next token instead of predicting it.",
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
            "queries and memory are swapped",
            edit=(
                "self.cross_attention(self.norm2(x), memory, keep.unsqueeze(1))",
                "self.cross_attention(memory, self.norm2(x), keep.unsqueeze(1))",
                "self.cross_attention(memory, self.norm2(x))",
            ),
            why="The memory would then ask and the decoder would answer, so the result has the memory's length.",
            look="Who asks in cross-attention?",
        ),
        slip(
            "the memory is normalized in the block",
            edit=(
                "self.cross_attention(self.norm2(x), memory,",
                "self.cross_attention(self.norm2(x), self.norm2(memory),",
            ),
            also=[("self.norm2(x), memory,", f"self.norm2(x), self.norm{n}(memory),") for n in (1, 3)],
            why="The encoder has already normalized its output. norm2 belongs to the decoder's tokens, and here it would be trained for two things at once.",
            look="In the formula, does cross-attention normalize the tokens, the memory, or both?",
        ),
        slip(
            "the padding of the memory is not hidden",
            edit=("memory, keep.unsqueeze(1))", "memory)"),
            why="The decoder then reads tokens that mean nothing, and the longer the other texts in the batch are, the more of them it reads.",
            look="Which of the two attentions is keep meant for?",
        ),
        slip(
            "cross-attention is causal",
            edit=("memory, keep.unsqueeze(1))", "memory, keep.unsqueeze(1) & causal)"),
            why="The text that is read is complete, so the first word written may look at its last word. If the two lengths differ, the mask doesn't even fit.",
            look="Which of the two texts is not finished yet?",
        ),
        slip(
            "cross-attention gets the causal mask instead of the padding mask",
            edit=("memory, keep.unsqueeze(1))", "memory, causal)"),
            why="The causal mask belongs to the text that is being written. Used on the memory, it hides what should be read and shows the padding, if it fits at all.",
            look="Which of the two masks is about the memory?",
        ),
        slip(
            "cross-attention has no residual connection",
            edit=("x = x + self.dropout(self.cross_attention", "x = self.dropout(self.cross_attention"),
            why="Whatever self-attention found is overwritten by what was read from the memory.",
            look="How many additions does a block with three branches have?",
        ),
        slip(
            "a norm is missing",
            edit=("self.cross_attention(self.norm2(x),", "self.cross_attention(x,"),
            also=[("self.attention(self.norm1(x)", "self.attention(x"), ("self.norm3(x)", "x")],
            why="The residual stream grows with depth. If attention reads it without a norm, the queries become so large that softmax picks a single token.",
            look="How many norms does the block own, and how many does your code call?",
        ),
        slip(
            "the mask of the memory has no axis for the queries",
            edit=("keep.unsqueeze(1)", "keep"),
            why="A mask with two axes is read as (queries, keys), one for all texts. Yours is (texts, keys), so it fits by accident or not at all.",
            look="Which axis of (B, queries, keys) is missing, and what length may it have?",
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
            why="A token of zeros still has a key and a value, because of the biases, and still gets a share of every query's attention.",
            look="What weight does a key of zeros get?",
        ),
        slip(
            "padding is assumed to be at the end",
            edit=(
                "keep.unsqueeze(1)",
                "(torch.arange(memory.shape[1]) < keep.sum(1)[:, None]).unsqueeze(1)",
            ),
            also=[
                (
                    "self.cross_attention(self.norm2(x), memory, keep.unsqueeze(1))",
                    "self.cross_attention(self.norm2(x), memory[:, : keep.sum(1).max()], "
                    "(torch.arange(keep.sum(1).max()) < keep.sum(1)[:, None]).unsqueeze(1))",
                ),
                (
                    "self.cross_attention(self.norm2(x), memory, keep.unsqueeze(1))",
                    "self.cross_attention(self.norm2(x), memory[:, : keep.sum(1).max()], "
                    "keep[:, : keep.sum(1).max()].unsqueeze(1))",
                ),
            ],
            why="A memory can be padded before the text as well; keep tells you token by token which ones are real.",
            look="Does your code use where keep is True, or only how often?",
        ),
        slip(
            "every text sees the same positions of the memory",
            edit=("keep.unsqueeze(1)", "keep.any(0).unsqueeze(0)"),
            why="Texts differ in length: what is padding in one is a word in another.",
            look="For each text, which positions of the memory can be read in your code? Compare them with its row of keep.",
            also=[
                ("keep.unsqueeze(1)", row) for row in ("keep.all(0).unsqueeze(0)", "keep[:1].unsqueeze(1)")
            ],
        ),
        slip(
            "the causal mask is reversed",
            edit=(
                "causal = causal_mask(x.shape[1], device=x.device)",
                "causal = causal_mask(x.shape[1]).T",
                "causal = ~causal_mask(x.shape[1])",
            ),
            why="Each token then looks only ahead and never back.",
            look="Print your mask for three tokens. Which tokens may the first one see?",
        ),
        slip(
            "a token may not look at itself",
            edit=(
                "causal = causal_mask(x.shape[1], device=x.device)",
                "causal = causal_mask(x.shape[1]).tril(-1)",
                "causal = causal_mask(x.shape[1]).tril(-1)\n        causal[0, 0] = True",
            ),
            why="The diagonal is part of what a token may see. Without it, the first token sees nothing at all.",
            look="Print your mask for three tokens. Which tokens may the first one see?",
        ),
        slip(
            "the norms are applied to the sums, as in post-LN",
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
            why="That is the decoder of 2017. This one is pre-LN: what a layer reads is normalized, and the main path is free.",
            look="In the formulas, what does each norm take as its input?",
        ),
        slip(
            "the norms come after the layers, on the branches",
            edit=ON_BRANCH,
            also=[[edit] for edit in ON_BRANCH],
            why="In pre-LN a norm sets the size of what a layer reads. Here a layer reads the stream as it is, however large it has grown.",
            look="In the formulas, what does each norm take as its input?",
        ),
        slip(
            "a norm is used in two branches, or in the wrong one",
            edit=("self.norm3(x)", "self.norm2(x)", "self.norm1(x)"),
            why="New norms are all equal, so nothing shows before training, but trained norms differ.",
            look="Does one of your three norms never get a gradient, or come before the wrong layer?",
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
            "the branches are in the wrong order",
            edit=[
                ("        x = x + self.dropout(self.attention(self.norm1(x), causal))\n", ""),
                (
                    "        return x",
                    "        x = x + self.dropout(self.attention(self.norm1(x), causal))\n        return x",
                ),
            ],
            why="First the decoder's tokens exchange what they know, then they read the memory, and then each works on what it got.",
            look="In which order does the text give the three formulas?",
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
            also=[
                (
                    "self.dropout(self.cross_attention(self.norm2(x), memory, keep.unsqueeze(1)))",
                    "self.cross_attention(self.norm2(x), self.dropout(memory), keep.unsqueeze(1))",
                )
            ],
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
            why="A layer mixes its inputs, so after it every feature carries some of the rest again, and its biases are added in any case. Dropout before the layer therefore doesn't empty the branch.",
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
            edit=ALWAYS_ON,
            also=[[edit] for edit in ALWAYS_ON],
            why="The same text then gets a different answer each time, and a worse one.",
            look="How does your dropout know whether the block is being trained? What does F.dropout assume by default?",
        ),
        slip(
            "part of the computation is cut off from the gradient",
            edit=("memory, keep.unsqueeze(1))", "memory.detach(), keep.unsqueeze(1))"),
            also=[
                ("x = x + self.dropout(self.attention", "x = x.detach() + self.dropout(self.attention"),
                ("x = x + self.dropout(self.cross", "x = x.detach() + self.dropout(self.cross"),
                ("return x + self", "return x.detach() + self"),
            ],
            **CUT,
        ),
        slip(
            "the causal mask is as long as the memory",
            edit=(
                "causal_mask(x.shape[1], device=x.device)",
                "causal_mask(memory.shape[1], device=x.device)",
            ),
            why="Self-attention compares the decoder's tokens with each other, and there are T of them. The memory's length S only fits when both happen to be equal.",
            look="How many queries and how many keys does the decoder's self-attention have?",
        ),
        slip(
            "a token sees the memory only up to its own position",
            edit=(
                "memory, keep.unsqueeze(1))",
                "memory, keep.unsqueeze(1) & torch.ones(x.shape[1], memory.shape[1], dtype=torch.bool).tril())",
            ),
            why="The memory is a finished text, so every token may read all of it. Position 1 of a translation may need the last word of the source.",
            look="Does the order of the memory's tokens have anything to do with the order of the decoder's?",
        ),
        slip(
            "each token sees the one after it",
            edit=(
                "causal = causal_mask(x.shape[1], device=x.device)",
                "causal = torch.ones(x.shape[1], x.shape[1], dtype=torch.bool).tril(1)",
            ),
            why="The next token is what the decoder has to predict. If the decoder can see it, it simply copies it.",
            look="Print your mask for three tokens. Which tokens may the first one see?",
        ),
        slip(
            "the block ends with an extra norm",
            edit=(
                "return x + self.dropout(self.feed_forward(self.norm3(x)))",
                "return self.norm3(x + self.dropout(self.feed_forward(self.norm3(x))))",
            ),
            why="A norm at the end of each block is a norm on the main path. A pre-LN model has a single final norm, after the last block.",
            look="How many norms are in the three formulas, and how often does your code call one?",
        ),
        slip(
            "every text reads the memory of the first one",
            edit=("self.norm2(x), memory,", "self.norm2(x), memory[:1].expand_as(memory),"),
            why="Each text has its own memory, just as each translation has its own source sentence.",
            look="Does your forward take anything from only one element of the batch?",
        ),
        slip(
            "self-attention is not causal, and the padding of the memory is not hidden",
            edit=[
                ("self.attention(self.norm1(x), causal)", "self.attention(self.norm1(x))"),
                ("memory, keep.unsqueeze(1))", "memory)"),
            ],
            why="These are two mistakes: both attentions have a mask. One hides the future of the text, the other the padding of the memory.",
            look="Which argument of your two attention calls tells them where they may look?",
        ),
        slip(
            "the masks of an earlier call are used again",
            edit=(
                "        causal = causal_mask(x.shape[1], device=x.device)",
                "        if not hasattr(self, 'kept'):\n            self.kept = causal_mask(x.shape[1], device=x.device), keep\n"
                "        causal, keep = self.kept",
            ),
            also=[
                (
                    "        causal = causal_mask(x.shape[1], device=x.device)",
                    "        self.kept = keep = getattr(self, 'kept', keep)\n        causal = causal_mask(x.shape[1], device=x.device)",
                )
            ],
            why="The texts of the next batch have different lengths, so their padding is somewhere else.",
            look="What does your forward store in self, and what happens when a second batch arrives?",
        ),
        slip(
            "the memory of an earlier call is read again",
            edit=(
                "        causal =",
                '        self.read = memory, keep = getattr(self, "read", (memory, keep))\n        causal =',
            ),
            why="The next batch has a different memory, whose tokens would never be read.",
            look="What does your forward store in self, and what happens when a second batch arrives?",
        ),
    ]
