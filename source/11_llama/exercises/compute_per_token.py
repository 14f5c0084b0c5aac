"""Floating-point operations per token of a training step, attention included.

Oracle: torch's FlopCounterMode on a model on the meta device, forward and backward.
"""

import torch

from autograder.authoring import exercise, slip


@exercise("compute_per_token", points=2, forbid=["torch.utils.flop_counter"])
class _:
    tolerance = 1e-9  # whole numbers
    cases = [
        dict(groups=1, gated=False),
        dict(groups=3, gated=True),
        dict(groups=4, gated=False, long=True),
        dict(groups=1, gated=True, T=1),
    ]

    def inputs(rng, groups, gated, long=False, T=None):
        H_kv = int(rng.integers(1, 5))
        H = groups * H_kv
        return {
            "sizes": {
                "V": int(rng.integers(50, 400)),
                "D": H * 2 * int(rng.integers(2, 9)),
                "L": int(rng.integers(1, 4)),
                "H": H,
                "H_kv": H_kv,
                "F": int(rng.integers(20, 200)),
                "T": T or int(rng.integers(200, 400) if long else rng.integers(5, 40)),
                "gated": gated,
            }
        }

    def oracle(sizes):
        """Operations as PyTorch counts them in a model without numbers, forward and backward."""
        from torch.utils.flop_counter import FlopCounterMode

        V, D, L, H, H_kv, F, T = (int(sizes[name]) for name in ("V", "D", "L", "H", "H_kv", "F", "T"))
        d = D // H

        def matrix(n_out, n_in):
            return torch.nn.Linear(n_in, n_out, bias=False, device="meta")

        def layer(x):
            q = matrix(H * d, D)(x).view(T, H, d).transpose(0, 1)
            k, v = (matrix(H_kv * d, D)(x).view(T, H_kv, d).transpose(0, 1) for _ in range(2))
            k, v = (part.repeat_interleave(H // H_kv, dim=0) for part in (k, v))
            context = (q @ k.mT).softmax(-1) @ v
            x = x + matrix(D, D)(context.transpose(0, 1).reshape(T, D))
            hidden = matrix(F, D)(x).relu()
            if sizes["gated"]:
                hidden = hidden * matrix(F, D)(x)
            return x + matrix(D, F)(hidden)

        x = torch.empty(T, D, device="meta", requires_grad=True)
        with FlopCounterMode(display=False) as counter:
            y = x * 1
            for _ in range(L):
                y = layer(y)
            matrix(V, D)(y).sum().backward()
        total = counter.get_total_flops()
        assert total % T == 0
        return {"operations": total // T}

    equivalent = {"attention = 2 * D * D + 2 * D * D * H_kv / H": "D is a multiple of H"}
    alternatives = {
        "product by product": """
            d = D // H
            layer = D * H * d + 2 * D * H_kv * d + H * d * D + D * F * (2 + bool(gated)) + 2 * T * H * d
            return 6 * (L * layer + V * D)
        """,
        "a list": """
            products = [D * D, D * D, D * (D // H) * H_kv, D * (D // H) * H_kv, D * F, D * F, D * T, D * T]
            if gated:
                products += [D * F]
            return sum(products) * 2 * L * 3 + 6 * V * D
        """,
    }
    slips = [
        slip(
            "the backward pass is forgotten",
            edit=("return 3 * forward", "return forward"),
            why="A training step has a forward and a backward pass, and the backward pass needs two products for each one in the forward pass.",
            look="What does one training step consist of?",
        ),
        slip(
            "the backward pass is counted like a forward pass",
            edit=("return 3 * forward", "return 2 * forward"),
            why="Each product needs two gradients, one for its input and one for its weights.",
            look="How many products does the backward pass of y = W x need?",
        ),
        slip(
            "the factor 2 for a multiplication and an addition is missing",
            edit=("forward = 2 * (L * (attention + feed_forward) + V * D) + L * 4 * T * D", "forward = L * (attention + feed_forward) + V * D + L * 2 * T * D"),
            also=[("forward = 2 * (", "forward = (")],
            why="The quoted speed of a CPU or GPU counts both, so if you count only one of them, your estimate is off by a factor of two.",
            look="How many operations is a dot product of m numbers?",
        ),
        slip(
            "scores and weighted sums are left out",
            edit=(" + L * 4 * T * D", ""),
            why="For long sequences they cost more than the weights do.",
            look="Which two products of an attention layer have no weights?",
        ),
        slip(
            "scores and weighted sums are counted at half their cost",
            edit=("L * 4 * T * D", "L * 2 * (T + 1) * D"),
            also=[("L * 4 * T * D", "L * 2 * T * D")],
            why="Each of the two costs 2 T D per token and layer, because the masked half is computed as well.",
            look="Which two products does your number include, and over how many keys?",
        ),
        slip(
            "grouped queries make the scores cheaper",
            edit=("L * 4 * T * D", "L * 4 * T * D * H_kv // H"),
            why="Grouping saves storage and projections, but each query head still meets every key.",
            look="How many scores does one token compute, with H heads and T keys?",
        ),
        slip(
            "keys and values are counted with all heads",
            edit=("2 * D * D + 2 * D * D * H_kv // H", "4 * D * D"),
            why="With grouped queries, fewer heads of keys and values are projected.",
            look="Which of the arguments of your function does your code never use?",
        ),
        slip(
            "there is only one head of keys and of values",
            edit=("2 * D * D * H_kv // H", "2 * D * D // H"),
            why="There are H_kv heads of each.",
            look="Which of the arguments of your function does your code never use?",
        ),
        slip(
            "the gate is always counted, or never",
            edit=("(3 if gated else 2)", "3"),
            also=[("(3 if gated else 2)", "2"), ("(3 if gated else 2)", "(2 if gated else 3)")],
            why="The original feed-forward layer has two matrices, SwiGLU three.",
            look="How many matrices does your feed-forward layer have for each value of `gated`?",
        ),
        slip(
            "the token lookup is counted as a product",
            edit=("+ V * D)", "+ 2 * V * D)"),
            why="A row of the table is read, not multiplied. In a small model, counting it as a product would make a large difference.",
            look="What is computed when a token becomes a vector?",
        ),
        slip(
            "the head is left out",
            edit=(" + V * D)", ")"),
            why="It computes a score for every entry of the vocabulary, for every token. In a small model it is the largest product.",
            look="How are the logits computed?",
        ),
        slip(
            "the head is counted in every layer",
            edit=("2 * (L * (attention + feed_forward) + V * D)", "2 * L * (attention + feed_forward + V * D)"),
            why="There is only one, at the end.",
            look="How many heads does a model with L layers have?",
        ),
        slip(
            "the whole text is counted instead of one token",
            edit=("return 3 * forward", "return 3 * forward * T"),
            why="The result is per token, so models can be compared on texts of any length.",
            look="For how many tokens does the docstring count the operations?",
        ),
        slip(
            "scores are counted in one layer only",
            edit=("+ L * 4 * T * D", "+ 4 * T * D"),
            why="Every layer computes its own scores.",
            look="How many attention layers are there?",
        ),
        slip(
            "scores are counted with D features in every head",
            edit=("L * 4 * T * D", "L * 4 * T * D * H"),
            also=[("L * 4 * T * D", "L * 4 * T * (D // H)")],
            why="A head has D/H features, so H heads take D products per key in total.",
            look="How many multiplications does one score of one head take?",
        ),
        slip(
            "the output projection is forgotten",
            edit=("2 * D * D + 2 * D * D * H_kv // H", "D * D + 2 * D * D * H_kv // H"),
            why="After the heads are joined, they go through one more matrix.",
            look="Which projections are there in an attention layer?",
        ),
        slip(
            "scores are counted for all queries of the text",
            edit=("L * 4 * T * D", "L * 4 * T * T * D"),
            why="For each token you need the scores of one query with T keys.",
            look="How many queries does one token have?",
        ),
        slip(
            "every parameter is counted as if it were multiplied, vectors included",
            edit=("+ V * D) + L * 4 * T * D", "+ 2 * V * D + (2 * L + 1) * D) + L * 4 * T * D"),
            why="Lookups, gains and biases cost next to nothing.",
            look="Which of your weights are part of a matrix product?",
        ),
    ]  # fmt: skip
    promises = {
        "no gate, all heads": dict(groups=1, gated=False),
        "a gate and groups": dict(groups=3, gated=True),
        "a long text": dict(long=True),
        "a text of one token": dict(T=1),
        "operations per token": "operations",
    }
