"""Write down the shapes of the tensors inside a transformer block.

Oracle: shapes read off torch modules of these sizes. No two sizes are equal.
"""

import torch
from torch import nn

from autograder.authoring import exercise, slip

from ._shared import FINISHED


@exercise("block_shapes", points=4, forbid=FINISHED)
class _:
    cases = [dict(), dict()]

    def inputs(rng):
        # No two sizes are equal, so any swap of axes shows.
        T, S = (int(n) for n in rng.permutation([5, 7, 9, 11, 13])[:2])
        H, d = int(rng.choice([2, 3, 4])), int(rng.choice([6, 8, 10]))
        B = int(rng.choice([14, 15, 17]))
        # F isn't 4·D, so an answer that assumes it is wrong.
        return {"sizes": [B, T, S, H * d, H, 3 * H * d + 1]}

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
            "the axis of heads comes after the axis of tokens",
            edit=('"queries": (B, H, T, d)', '"queries": (B, T, H, d)'),
            why="That is the shape after splitting and before swapping the axes. A product would then compare heads with heads, separately for each token.",
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
            why="The product of queries and keys sums over the width d, so one number remains for every pair of tokens.",
            look="(T, d) times (d, T): which axis disappears?",
        ),
        slip(
            "queries and keys are swapped in the cross scores",
            edit=('"cross_scores": (B, H, T, S)', '"cross_scores": (B, H, S, T)'),
            why="Softmax runs along the last axis, over the keys. With the axes swapped it would run over the queries.",
            look="Who asks in cross-attention, and along which axis must the weights sum to 1?",
        ),
        slip(
            "weights are written as (in, out)",
            edit=[
                ('"qkv_weight": (3 * D, D)', '"qkv_weight": (D, 3 * D)'),
                ('"up_weight": (F, D)', '"up_weight": (D, F)'),
            ],
            why="Papers often write xW; torch stores W so that y = xWᵀ. GPT-2's published weights are stored the other way, and loading them untransposed is a classic mistake.",
            look="What does nn.Linear(5, 7).weight.shape print?",
            also=[
                ('"qkv_weight": (3 * D, D)', '"qkv_weight": (D, 3 * D)'),
                ('"up_weight": (F, D)', '"up_weight": (D, F)'),
            ],
        ),
        slip(
            "every head has the full width",
            edit=('"queries": (B, H, T, d)', '"queries": (B, H, T, D)'),
            why="The heads share the width: H heads of D/H features cost as much as one head of D.",
            look="What does d stand for?",
        ),
        slip(
            "a norm leaves one number for each token",
            edit=('"normed": (B, T, D)', '"normed": (B, T, 1)'),
            why="There is one mean and one variance for each token, but the output is the whole token, rescaled.",
            look="What comes out of LayerNorm: the statistics or the token?",
            also=[('"normed": (B, T, D)', f'"normed": {shape}') for shape in ("(B, T)", "(D,)")],
        ),
        slip(
            "the hidden layer has the width of the model",
            edit=('"hidden": (B, T, F)', '"hidden": (B, T, D)'),
            why="The layer widens every token before the activation, and that is where two thirds of a block's weights are.",
            look="Which vector does the activation act on?",
        ),
        slip(
            "the hidden layer is taken to be 4·D wide",
            edit=('"hidden": (B, T, F)', '"hidden": (B, T, 4 * D)'),
            also=[
                ('"up_weight": (F, D)', '"up_weight": (4 * D, D)'),
                [
                    ('"hidden": (B, T, F)', '"hidden": (B, T, 4 * D)'),
                    ('"up_weight": (F, D)', '"up_weight": (4 * D, D)'),
                ],
            ],
            why="4·D is only the usual choice. The function is given F, which can be any width.",
            look="Which of the six arguments does your answer never use for this shape?",
        ),
        slip(
            "a size is not an integer",
            edit=("d = D // H", "d = D / H"),
            also=[[("d = D // H", "d = D / H"), ('"merged": (B, T, D)', '"merged": (B, T, H * d)')]],
            why="`/` gives a float, even where it divides evenly: 8.0. No tensor can be made with such a size.",
            look="What does Python print for 48 / 6, and which operator divides whole numbers?",
        ),
        slip(
            "letters are returned instead of numbers",
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
            edit=(
                '"merged": (B, T, D)',
                '"merged": (B, H, T, d)',
                '"merged": (B, T, H, d)',
                '"merged": (B, T, d)',
            ),
            why="After attention, the next layer expects tokens of width D: the outputs of all heads, side by side.",
            look="What does merge_heads of lesson 02 return?",
        ),
        slip(
            "the weight is that of one projection",
            edit=('"qkv_weight": (3 * D, D)', '"qkv_weight": (D, D)', '"qkv_weight": (3 * D, 3 * D)'),
            why="One product makes queries, keys and values together, so the weight has three times as many rows.",
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
        slip(
            "the heads aren't split off as an axis of their own",
            edit=[
                ('"queries": (B, H, T, d)', '"queries": (B, T, H, d)'),
                ('"scores": (B, H, T, T)', '"scores": (B, T, T)'),
                ('"cross_scores": (B, H, T, S)', '"cross_scores": (B, T, S)'),
            ],
            why="Each head has a table of scores of its own. For the product of queries and keys, the axis of heads has to come before the axis of tokens.",
            look="How many tables of weights does an attention layer with H heads compute for one text?",
        ),
        slip(
            "the memory's length is in a shape that has nothing to do with the memory",
            edit=('"hidden": (B, T, F)', '"hidden": (B, S, F)'),
            also=[('"scores": (B, H, T, T)', '"scores": (B, H, T, S)')],
            why="Only cross-attention reads the memory. Self-attention and the feed-forward layer get the T tokens of the text.",
            look="In which rows of the table is the memory mentioned?",
        ),
        slip(
            "the three projections have an axis of their own",
            edit=('"qkv_weight": (3 * D, D)', '"qkv_weight": (3, D, D)'),
            why="A linear layer has a weight of two axes. One product makes all three, so their rows follow one another.",
            look="How many axes does nn.Linear(5, 15).weight have?",
        ),
        slip(
            "the batch is left out",
            edit=[
                (f'"{name}": (B, ', f'"{name}": (')
                for name in ("normed", "queries", "scores", "merged", "cross_scores", "hidden")
            ],
            why="All texts of a batch go through a block at once. Only the weights have no batch axis.",
            look="How many texts are in the tensor that goes into the block?",
        ),
        slip(
            "the number of heads and the width of a head are swapped",
            edit=[
                ('"queries": (B, H, T, d)', '"queries": (B, d, T, H)'),
                ('"scores": (B, H, T, T)', '"scores": (B, d, T, T)'),
                ('"cross_scores": (B, H, T, S)', '"cross_scores": (B, d, T, S)'),
            ],
            why="H is how many heads there are, and each is d = D/H wide.",
            look="For D = 48 and 3 heads, how many tables of scores does a text have?",
        ),
        slip(
            "weights are written as (in, out), and the axis of heads comes after the axis of tokens",
            edit=[
                ('"queries": (B, H, T, d)', '"queries": (B, T, H, d)'),
                ('"qkv_weight": (3 * D, D)', '"qkv_weight": (D, 3 * D)'),
                ('"up_weight": (F, D)', '"up_weight": (D, F)'),
            ],
            why="These are two mistakes. torch stores W so that y = xWᵀ, and for the product of queries and keys the tokens come right before d.",
            look="What does nn.Linear(5, 7).weight.shape print? And which two axes must come last in the queries?",
        ),
    ]
