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
            "the way back is forgotten",
            edit=("return 3 * forward", "return forward"),
            why="A training step goes forward once and back once, and the way back has two products for each one.",
            look="What does one step of training consist of?",
        ),
        slip(
            "the way back costs as much as the way forward",
            edit=("return 3 * forward", "return 2 * forward"),
            why="Each product has two gradients, that of its input and that of its weights.",
            look="How many products does the way back of y = W x need?",
        ),
        slip(
            "the factor 2 of a multiplication and an addition is missing",
            edit=("forward = 2 * (L * (attention + feed_forward) + V * D) + L * 4 * T * D", "forward = L * (attention + feed_forward) + V * D + L * 2 * T * D"),
            also=[("forward = 2 * (", "forward = (")],
            why="Processors count both. A price that counts one beside a speed that counts two is wrong by half.",
            look="How many operations is a dot product of m numbers?",
        ),
        slip(
            "scores and sums of values are left out",
            edit=(" + L * 4 * T * D", ""),
            why="In long texts they cost more than the weights.",
            look="Which two products of an attention layer have no weights?",
        ),
        slip(
            "scores and sums of values are counted by half",
            edit=("L * 4 * T * D", "L * 2 * (T + 1) * D"),
            also=[("L * 4 * T * D", "L * 2 * T * D")],
            why="Both cost 2 T D for each token and layer, and the half that the mask hides is computed as well.",
            look="Which two products does your number hold, and over how many keys?",
        ),
        slip(
            "grouped queries make scores cheaper",
            edit=("L * 4 * T * D", "L * 4 * T * D * H_kv // H"),
            why="Each query head still meets every key. What is shared is what is stored and projected.",
            look="How many scores has one query token, with H heads and T keys?",
        ),
        slip(
            "keys and values are counted with all heads",
            edit=("2 * D * D + 2 * D * D * H_kv // H", "4 * D * D"),
            why="Grouped queries project fewer heads of them.",
            look="Which of the arguments of your function does your code never use?",
        ),
        slip(
            "keys and values have one head each",
            edit=("2 * D * D * H_kv // H", "2 * D * D // H"),
            why="There are H_kv of them.",
            look="Which of the arguments of your function does your code never use?",
        ),
        slip(
            "a gate is counted always, or never",
            edit=("(3 if gated else 2)", "3"),
            also=[("(3 if gated else 2)", "2"), ("(3 if gated else 2)", "(2 if gated else 3)")],
            why="The original has two matrices, SwiGLU three.",
            look="How many matrices does your feed-forward layer have for each value of `gated`?",
        ),
        slip(
            "looking tokens up is counted as a product",
            edit=("+ V * D)", "+ 2 * V * D)"),
            why="A row of a table is read, not multiplied. In small models the table would be a large part of the price.",
            look="What is computed when a token becomes a vector?",
        ),
        slip(
            "the head is left out",
            edit=(" + V * D)", ")"),
            why="It scores every entry of the vocabulary for every token. In small models it is the largest product.",
            look="How are the logits computed?",
        ),
        slip(
            "the head is counted in every layer",
            edit=("2 * (L * (attention + feed_forward) + V * D)", "2 * L * (attention + feed_forward + V * D)"),
            why="It stands once, at the end.",
            look="How many heads has a model of L layers?",
        ),
        slip(
            "a whole text is counted, not a token",
            edit=("return 3 * forward", "return 3 * forward * T"),
            why="Compute is compared for each token, so that texts of any length can be.",
            look="What does the docstring say that the number is for?",
        ),
        slip(
            "scores are counted in one layer only",
            edit=("+ L * 4 * T * D", "+ 4 * T * D"),
            why="Every layer has its own.",
            look="How many attention layers are there?",
        ),
        slip(
            "scores are counted with D features in every head",
            edit=("L * 4 * T * D", "L * 4 * T * D * H"),
            also=[("L * 4 * T * D", "L * 4 * T * (D // H)")],
            why="H heads of D/H features are D products for each key, all heads together.",
            look="How many multiplications has one head's score?",
        ),
        slip(
            "the output projection is forgotten",
            edit=("2 * D * D + 2 * D * D * H_kv // H", "D * D + 2 * D * D * H_kv // H"),
            why="The joined heads go through one more matrix.",
            look="Which projections has an attention layer?",
        ),
        slip(
            "scores are counted for all queries of the text",
            edit=("L * 4 * T * D", "L * 4 * T * T * D"),
            why="A price for each token holds the scores of one query, with T keys.",
            look="How many queries has one token?",
        ),
        slip(
            "every parameter is counted as if it were multiplied, and the vectors too",
            edit=("+ V * D) + L * 4 * T * D", "+ 2 * V * D + (2 * L + 1) * D) + L * 4 * T * D"),
            why="Tables that are looked up, gains and biases cost next to nothing.",
            look="Which of your weights take part in a product?",
        ),
    ]  # fmt: skip
    promises = {
        "no gate, all heads": dict(groups=1, gated=False),
        "a gate and groups": dict(groups=3, gated=True),
        "a long text": dict(long=True),
        "a text of one token": dict(T=1),
        "operations of a token": "operations",
    }
