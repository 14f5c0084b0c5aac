"""Floating-point operations per token, for the forward pass alone or for training.

Oracle: torch's FlopCounterMode on a forward pass written out on the meta device.
"""

import torch
from torch import nn
from torch.utils.flop_counter import FlopCounterMode

from autograder.authoring import exercise, slip

from ._shared import FINISHED, drawn_config, filled


@exercise("flops_per_token", points=4, forbid=FINISHED)
class _:
    cases = [dict(T=16, wide=False), dict(T=301, wide=False), dict(T=64, wide=True)]
    tolerance = 1e-9  # whole numbers

    def inputs(rng, T, wide):
        config = drawn_config(rng, "gpt") | dict(tied=bool(rng.integers(2)))
        return {"config": config | (dict(d_hidden=5 * config["d_model"] + 2) if wide else {}), "T": T}

    def oracle(config, T):
        """torch's own counter, on a forward pass that is written out."""
        c = filled(config)
        D, H, L = c["d_model"], c["n_heads"], c["n_layers"]
        with FlopCounterMode(display=False) as counter, torch.device("meta"), torch.no_grad():
            x = nn.Embedding(c["vocab_size"], D)(torch.zeros(T, dtype=torch.long))
            q, k, v = (nn.Linear(D, D)(x).view(T, H, D // H).transpose(0, 1) for _ in range(3))
            x = nn.Linear(D, D)(((q @ k.transpose(1, 2)).softmax(-1) @ v).transpose(0, 1).reshape(T, D))
            x = nn.Linear(c["d_hidden"], D)(nn.Linear(D, c["d_hidden"])(x))
            layer = counter.get_total_flops()
            nn.Linear(D, c["vocab_size"], bias=False)(x)
            head = counter.get_total_flops() - layer
        forward = (L * layer + head) // T
        return {"training": 3 * forward, "forward": forward}

    alternatives = {
        "product by product": """
            D = config.d_model
            product = lambda n_in, n_out: 2 * n_in * n_out
            layer = 3 * product(D, D) + product(D, T) + product(T, D) + product(D, D)
            layer += product(D, config.d_hidden) + product(config.d_hidden, D)
            forward = sum(layer for _ in range(config.n_layers)) + product(D, config.vocab_size)
            return forward * (1 + 2 * training)
        """,
    }
    slips = [
        slip(
            "a product counts one operation for each weight",
            edit=("forward = 2 * weights", "forward = weights"),
            why="Each weight costs a multiplication and an addition.",
            look="How many operations does it take to add 3·4 and 5·6 to a running sum? Two products and two additions.",
        ),
        slip(
            "the backward pass is counted like the forward pass",
            edit=("3 * forward if training", "2 * forward if training"),
            why="For each product in the forward pass, the backward pass needs two: one for the gradient of the input and one for the gradient of the weight. That makes three in all.",
            look="For y = Wx, which two gradients are computed?",
        ),
        slip(
            "the backward pass is left out",
            edit=("3 * forward if training else forward", "forward"),
            why="The backward pass does two thirds of the work of training.",
            look="What is the argument `training` for?",
        ),
        slip(
            "attention itself is left out",
            edit=(" + 4 * T * D * L", ""),
            why="The attention scores and weighted sums have no parameters, but they are products. In short texts they hardly count; in long ones they are most of the work.",
            look="Does your number depend on T?",
        ),
        slip(
            "half of the work of attention is counted",
            edit=("4 * T * D * L", "2 * T * D * L"),
            why="After the scores comes the weighted sum of the values, which costs just as much. And the scores that the mask discards are still computed.",
            look="Which two products are inside attention, and how many scores are computed for one query?",
        ),
        slip(
            "only the scores that the mask keeps are counted",
            edit=("4 * T * D * L", "2 * (T + 1) * D * L", "4 * ((T + 1) // 2) * D * L"),
            why="A causal mask keeps (T + 1)/2 scores per query on average. But the scores that it discards are usually computed as well, and the convention is to count them.",
            look="According to the text, how many scores does one query have?",
        ),
        slip(
            "the head is left out",
            edit=(" + config.vocab_size * D", ""),
            why="The product with the head is computed whether or not its weights are tied. In a small model it is a large share of the work.",
            look="How are the scores computed from the last vectors?",
        ),
        slip(
            "the head is left out when it is tied",
            edit=(" + config.vocab_size * D", " + (not config.tied) * config.vocab_size * D"),
            why="Tied weights save parameters, not operations: the product that makes the scores is computed either way.",
            look="How are the scores of a tied model computed?",
        ),
        slip(
            "every parameter counts as a weight in a product",
            edit=("weights = L * (4 * D * D + 2 * D * config.d_hidden) + config.vocab_size * D", "weights = count_parameters(config)['total']"),
            why="6N with all parameters is a good estimate for large models, but here you count only products. Biases, norms and the table of positions are not part of any product.",
            look="Which parameters are never part of a matrix product?",
        ),
        slip(
            "the backward pass of attention is left out",
            edit=("    forward = 2 * weights + 4 * T * D * L\n    return 3 * forward if training else forward", "    return (6 if training else 2) * weights + 4 * T * D * L"),
            why="The two products inside attention also have a backward pass, and it costs twice as much as the forward pass.",
            look="By what factor does each of your two terms grow when training is True?",
        ),
        slip(
            "looking up a token is counted as a product",
            edit=("+ config.vocab_size * D", "+ 2 * config.vocab_size * D"),
            why="A lookup copies a row. Nothing is multiplied.",
            look="Compare with the third point of the list.",
        ),
        slip(
            "the hidden layer is taken to be four times as wide",
            edit=("2 * D * config.d_hidden", "8 * D * D"),
            why="Four is GPT-2's choice; other models use other widths.",
            look="Which field of the config holds F?",
        ),
        slip(
            "the whole text is counted, not one token",
            edit=("3 * forward if training else forward", "3 * T * forward if training else T * forward"),
            why="You can multiply the cost per token by any number of tokens, such as the length of a whole training run.",
            look="What does the name of the function promise?",
        ),
        slip(
            "the work of attention depends on the number of heads",
            edit=("4 * T * D * L", "4 * T * D * L * config.n_heads", "4 * T * D * L // config.n_heads"),
            why="H heads of width D/H cost as much as one head of width D.",
            look="How wide is one head, and how many are there?",
        ),
        slip(
            "only one layer is counted",
            edit=[("weights = L * (", "weights = ("), ("4 * T * D * L", "4 * T * D")],
            also=[("weights = L * (", "weights = ("), ("4 * T * D * L", "4 * T * D")],
            why="Every block processes every token.",
            look="Does your number grow with n_layers?",
        ),
        slip(
            "the backward pass is always counted",
            edit=("3 * forward if training else forward", "3 * forward"),
            why="With training=False, the caller asks for the forward pass alone.",
            look="What is the argument `training` for?",
        ),
        slip(
            "attention reads the whole context, not T tokens",
            edit=("4 * T * D", "4 * config.context * D"),
            why="The context is the longest text that the model can read, but the cost depends on how long this text is.",
            look="Does your number depend on T?",
        ),
        slip(
            "biases are counted",
            edit=("forward = 2 * weights + 4 * T * D * L", "forward = 2 * weights + 4 * T * D * L + config.bias * L * (config.d_hidden + 5 * D)", "forward = 2 * weights + 4 * T * D * L + config.bias * L * (config.d_hidden + D) + config.qkv_bias * L * 3 * D + config.bias * L * D"),
            why="Adding a bias takes one operation per output, which is so little that it is usually left out, as it is here.",
            look="Compare with the third point of the list.",
        ),
    ]  # fmt: skip
    promises = {
        "short texts": dict(T=16),
        "long texts": dict(T=301),
        "any width of the hidden layer": dict(wide=True),
        "training is three times forward": "training",
        "forward only, when asked": "forward",
    }
