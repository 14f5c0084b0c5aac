"""A residual connection around a layer, with the norm before the layer or after the sum.

Oracle: the formula in float64 with F.layer_norm; the layer is tanh of a linear map.
"""

import numpy as np
import torch
import torch.nn.functional as F

from autograder.authoring import exercise, slip

from ._shared import CUT, FINISHED, norm_weights, tensor


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
        "x stays as it is, for the next call": "output",  # the check calls it twice on the same tokens
        "pre: the norm is on the branch": dict(place="pre"),
        "post: the norm is applied to the sum": dict(place="post"),
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
            "the residual starts after the norm in pre-LN",
            edit=("return x + layer(norm(x))", "x = norm(x)\n        return x + layer(x)"),
            why="The token itself is normalized in every block, and the free main path, the reason for pre-LN, is gone.",
            look="What runs along the main path of the left drawing, and does it meet a norm?",
        ),
        slip(
            "the norm is applied to the sum in pre-LN",
            edit=("return x + layer(norm(x))", "return norm(x + layer(x))"),
            why="That is post-LN. Models of the two kinds need different learning rates, and their weights aren't interchangeable.",
            look="In the formula for pre, what is inside the bracket of the norm?",
        ),
        slip(
            "the norm is on the branch in post-LN",
            edit=("return norm(x + layer(x))", "return x + norm(layer(x))"),
            why="That is variant C in the table below: the norm comes right after the layer, but the sum is never normalized.",
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
            "pre and post are swapped",
            edit=('place == "pre"', 'place == "post"'),
            why="The names give the norm's position relative to the layer: before it, or after it and the addition.",
            look="Which of your two expressions normalizes the sum?",
        ),
        slip(
            "x is changed in place",
            edit=[
                ("return x + layer(norm(x))", "x += layer(norm(x))\n        return x"),
                ("return norm(x + layer(x))", "x += layer(x)\n    return norm(x)"),
            ],
            also=[
                ("return x + layer(norm(x))", "return x.add_(layer(norm(x)))"),
                ("return norm(x + layer(x))", "return norm(x.add_(layer(x)))"),
            ],
            why="The caller's tensor is overwritten, so whatever reads it next finds different tokens. Where backpropagation needs the original values, torch raises an error.",
            look="What is the difference between x += y and x = x + y for a tensor?",
        ),
        slip(
            "every block is pre-LN, or every block is post-LN",
            edit=("return norm(x + layer(x))", "return x + layer(norm(x))"),
            why="The caller chooses where the norm goes, but your function does the same thing for both choices.",
            look="Which argument tells the two apart, and what happens in your code when it changes?",
        ),
        slip(
            "the norm comes after the layer in pre-LN",
            edit=("return x + layer(norm(x))", "return x + norm(layer(x))"),
            why="The layer then reads a stream that grows with every block. In pre-LN the norm comes before the layer.",
            look="In the formula for pre, what is inside the bracket of the norm?",
        ),
        slip(
            "there is a second norm before the layer in post-LN",
            edit=("return norm(x + layer(x))", "return norm(x + layer(norm(x)))"),
            why="In post-LN the layer reads the tokens as they are, because the previous block has normalized them.",
            look="How many norms are in the formula for post?",
        ),
        slip(
            "the token is normalized in post-LN, not the sum",
            edit=("return norm(x + layer(x))", "return norm(x) + layer(x)"),
            why="What the layer adds is then outside the norm, so the stream may grow.",
            look="In the formula for post, where does the bracket of the norm close?",
        ),
        slip(
            "part of the computation is cut off from the gradient",
            edit=[
                ("return x + layer", "return x.detach() + layer"),
                ("norm(x + layer", "norm(x.detach() + layer"),
            ],
            also=[
                ("return x + layer", "return x.detach() + layer"),
                ("norm(x + layer", "norm(x.detach() + layer"),
                [("layer(norm(x))", "layer(norm(x)).detach()"), ("+ layer(x)", "+ layer(x).detach()")],
                ("layer(norm(x))", "layer(norm(x)).detach()"),
                ("+ layer(x)", "+ layer(x).detach()"),
            ],
            **CUT,
        ),
        slip(
            "the sum is normalized as well in pre-LN",
            edit=("return x + layer(norm(x))", "return norm(x + layer(norm(x)))"),
            why="The norm on the sum is on the main path, and the point of pre-LN is to have none there.",
            look="How many norms are in the formula for pre?",
        ),
        slip(
            "there is a norm at both ends of the branch in pre-LN",
            edit=("return x + layer(norm(x))", "return x + norm(layer(norm(x)))"),
            why="That is peri-LN, which comes later in this sitting. In pre-LN nothing limits what the layer adds.",
            look="How many norms are in the formula for pre?",
        ),
        slip(
            "the input is subtracted",
            edit=[
                ("return x + layer(norm(x))", "return layer(norm(x)) - x"),
                ("norm(x + layer(x))", "norm(layer(x) - x)"),
            ],
            why="The token then changes its sign in every block.",
            look="What should come out when the layer gives zeros?",
        ),
        slip(
            "the layer is called twice in a row",
            edit=[
                ("return x + layer(norm(x))", "return x + layer(layer(norm(x)))"),
                ("norm(x + layer(x))", "norm(x + layer(layer(x)))"),
            ],
            why="The output is then that of two layers with the same weights.",
            look="How often do you call layer?",
        ),
        slip(
            "the sum is divided by √2",
            edit=[
                ("return x + layer(norm(x))", "return (x + layer(norm(x))) / 2**0.5"),
                ("norm(x + layer(x))", "norm((x + layer(x)) / 2**0.5)"),
            ],
            why="This keeps the variance of a sum of two independent terms, but it shrinks the token in every block, so the main path is no longer free.",
            look="What should come out when the layer gives zeros?",
        ),
        slip(
            "the residual starts after the norm in pre-LN, and the norm is on the branch in post-LN",
            edit=[
                ("return x + layer(norm(x))", "return norm(x) + layer(norm(x))"),
                ("return norm(x + layer(x))", "return x + norm(layer(x))"),
            ],
            why="These are two mistakes. In pre-LN the token itself is left as it is, and in post-LN the sum is normalized.",
            look="In each of the two formulas, what is inside the bracket of the norm?",
        ),
    ]
