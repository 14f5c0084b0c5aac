"""Shift and scale a tensor to mean 0 and standard deviation 1 along one dimension.

Oracle: NumPy's mean and std (dividing by n) in float64.
"""

import numpy as np

from autograder.authoring import exercise, slip


@exercise("standardize", points=3, forbid=["F.layer_norm", "nn.LayerNorm", "F.batch_norm", "F.instance_norm"])
class _:
    cases = [
        dict(shape=(5, 3), dim=0, spread=1.0),
        dict(shape=(4, 7), dim=1, spread=30.0),
        dict(shape=(2, 3, 4), dim=-1, spread=0.01),
        dict(shape=(3, 4, 2), dim=1, spread=1.0),
        dict(shape=(6,), dim=0, spread=1.0),
        dict(shape=(4, 5), dim=1, spread=3e-7, centre=0),
        dict(shape=(3, 5), dim=0, spread=1e6, centre=0),
    ]

    weights = {"standardized": 2, "x unchanged": 1}

    def inputs(rng, shape, dim, spread, centre=2):
        z = rng.standard_normal(shape)
        while np.std(z, axis=dim).min() < 0.6:  # float32 would round the differences within a slice away
            z = rng.standard_normal(shape)
        return {"x": centre + spread * z, "dim": dim}

    def oracle(x, dim):
        z = (x - np.mean(x, axis=dim, keepdims=True)) / np.std(x, axis=dim, keepdims=True)
        # an x left alone is worth nothing by itself: it counts together with the right result
        return {"standardized": z, "x unchanged": {"standardized": z, "x": x, "a tensor": True}}

    alternatives = {
        "torch.std with correction=0": "return (x - x.mean(dim, keepdim=True)) / x.std(dim, keepdim=True, correction=0)",
        "E[x²] − E[x]² after moving the axis, in double precision": """
            y = x.movedim(dim, 0).double()
            mean = y.sum(0) / y.shape[0]
            variance = (y * y).sum(0) / y.shape[0] - mean * mean
            return ((y - mean) / variance**0.5).movedim(0, dim).to(x.dtype)
        """,
        "divided by the norm of what is centred": """
            centred = x - x.mean(dim, keepdim=True)
            return centred / centred.norm(dim=dim, keepdim=True) * x.shape[dim] ** 0.5
        """,
        "var_mean with correction=0": """
            variance, mean = torch.var_mean(x, dim, correction=0, keepdim=True)
            return (x - mean) / variance.sqrt()
        """,
    }
    slips = [
        slip(
            "the standard deviation divides by n − 1",
            edit=("centred.square().mean(dim=dim, keepdim=True)", "x.var(dim=dim, keepdim=True)"),
            why="By default, torch.std and torch.var treat the numbers as a sample. A normalization layer sees all the numbers, "
            "not a sample of them, so it divides by n; on short axes the difference is large.",
            look="What does the argument `correction` of torch.std do, and what is its default?",
        ),
        slip(
            "the mean is not subtracted",
            edit=("return centred /", "return x /"),
            why="Dividing by the standard deviation alone scales the numbers but leaves them where they were, far from zero.",
            look="What should the mean of your result along `dim` be, and what is it?",
        ),
        slip(
            "only the mean is divided by the standard deviation",
            edit=("return centred /", "return x - x.mean(dim=dim, keepdim=True) /"),
            why="Division comes before subtraction, so the numbers themselves keep their scale.",
            look="Which two numbers does the first operation of your last line combine?",
        ),
        slip(
            "the numbers are divided by the variance",
            edit=("variance.sqrt()", "variance"),
            why="The variance is in squared units. Only its square root has the units of x, so only the root gives a standard deviation of 1.",
            look="Multiply x by 10. Should the result change?",
        ),
        slip(
            "the mean or the standard deviation is taken over the whole tensor",
            edit=[
                ("x.mean(dim=dim, keepdim=True)", "x.mean()"),
                ("centred.square().mean(dim=dim, keepdim=True)", "centred.square().mean()"),
            ],
            why="One mean or one standard deviation for the whole tensor doesn't make the slices along the axis comparable: those "
            "that differ in level or in spread stay different.",
            look="How many means should there be for a tensor of shape (5, 3) along dim 0? And how many standard deviations?",
            also=[
                ("centred.square().mean(dim=dim, keepdim=True)", "centred.square().mean()"),
                ("x.mean(dim=dim, keepdim=True)", "x.mean()"),
                ("variance.sqrt()", "x.std(correction=0)"),
            ],
        ),
        slip(
            "an axis other than the one asked for is used",
            edit=[
                ("x.mean(dim=dim, keepdim=True)", "x.mean(dim=dim - 1, keepdim=True)"),
                (
                    "centred.square().mean(dim=dim, keepdim=True)",
                    "centred.square().mean(dim=dim - 1, keepdim=True)",
                ),
            ],
            why="The axis says which numbers belong together. Along the wrong one, you compare numbers that don't belong together.",
            look="Take x of shape (5, 3) and dim 0, and print the mean of your result along each of its axes.",
            also=[
                [
                    ("x.mean(dim=dim, keepdim=True)", "x.mean(dim=0, keepdim=True)"),
                    (
                        "centred.square().mean(dim=dim, keepdim=True)",
                        "centred.square().mean(dim=0, keepdim=True)",
                    ),
                ],
                [
                    ("x.mean(dim=dim, keepdim=True)", "x.mean(dim=-1, keepdim=True)"),
                    (
                        "centred.square().mean(dim=dim, keepdim=True)",
                        "centred.square().mean(dim=-1, keepdim=True)",
                    ),
                ],
                ("x.mean(dim=dim, keepdim=True)", "x.mean(dim=0, keepdim=True)"),
                ("x.mean(dim=dim, keepdim=True)", "x.mean(dim=-1, keepdim=True)"),
            ],
        ),
        slip(
            "a small number is added to the denominator",
            edit=(
                "variance.sqrt()",
                "(variance + 1e-5).sqrt()",
                "(variance + 1e-6).sqrt()",
                "(variance.sqrt() + 1e-5)",
                "(variance.sqrt() + 1e-3)",
                "(variance + 1e-8).sqrt()",
                "(variance + 1e-12).sqrt()",
                "(variance.sqrt() + 1e-6)",
                "(variance.sqrt() + 1e-7)",
                "(variance.sqrt() + 1e-8)",
                "variance.sqrt().clamp(min=1e-3)",
                "variance.sqrt().clamp(min=1e-4)",
                "variance.sqrt().clamp(min=1e-5)",
                "variance.sqrt().clamp(min=1e-6)",
                "variance.clamp(min=1e-8).sqrt()",
            ),
            why="Layers add it because a slice of equal numbers would give 0/0. Here no slice is constant, and where the numbers "
            "lie close together, even 1e-8 is not small compared with their variance.",
            look="What is the standard deviation of your result when x varies by a millionth?",
        ),
        slip(
            "the axis that was reduced is gone",
            edit=[
                ("x.mean(dim=dim, keepdim=True)", "x.mean(dim=dim)"),
                ("centred.square().mean(dim=dim, keepdim=True)", "centred.square().mean(dim=dim)"),
            ],
            why="Without that axis, broadcasting lines the means up with another one. On a square table you get no error, only wrong numbers.",
            look="Print the shape of your means beside that of x.",
            also=[
                ("x.mean(dim=dim, keepdim=True)", "x.mean(dim=dim)"),
                ("centred.square().mean(dim=dim, keepdim=True)", "centred.square().mean(dim=dim)"),
                [
                    ("x.mean(dim=dim, keepdim=True)", "x.mean(dim=dim)"),
                    ("variance.sqrt()", "x.std(dim=dim, correction=0)"),
                ],
            ],
        ),
        slip(
            "the mean distance is taken for the standard deviation",
            edit=("centred / variance.sqrt()", "centred / centred.abs().mean(dim=dim, keepdim=True)"),
            why="The mean of the distances is smaller than the root of the mean of their squares, so the numbers come out too large.",
            look="In which order does the formula square, average and take the root?",
        ),
        slip(
            "the numbers are squeezed between 0 and 1",
            edit=(
                "return centred / variance.sqrt()",
                "low, high = x.amin(dim, keepdim=True), x.amax(dim, keepdim=True)\n    return (x - low) / (high - low)",
            ),
            why="Then the two extreme values decide where all the others end up, and the mean isn't 0.",
            look="What are the mean and the standard deviation of your result?",
        ),
        slip(
            "the squares are added up, not averaged",
            edit=("centred.square().mean(", "centred.square().sum("),
            why="The sum of the squares grows with the length of the axis, so long rows come out smaller than short ones.",
            look="The formula for σ² begins with 1/n. What divides by n in your code?",
        ),
        slip(
            "the squares are taken before the mean is subtracted",
            edit=("centred.square()", "x.square()"),
            why="The variance measures distances from the mean. The squares of x itself also contain the mean, and far from "
            "zero they contain little else.",
            look="Add 100 to every number in x. Should the result change?",
        ),
        slip(
            "the variance is a small difference of two large numbers",
            edit=(
                "variance = centred.square().mean(dim=dim, keepdim=True)",
                "variance = x.square().mean(dim=dim, keepdim=True) - x.mean(dim=dim, keepdim=True) ** 2",
            ),
            also=[
                (
                    "variance = centred.square().mean(dim=dim, keepdim=True)",
                    "variance = (x.square().mean(dim=dim, keepdim=True) - x.mean(dim=dim, keepdim=True) ** 2).clamp(min=1e-12)",
                )
            ],
            why="On paper, the mean of the squares minus the square of the mean is the variance. In float32, both are rounded to "
            "seven digits, and where the standard deviation is small compared with the mean, these digits cancel.",
            look="What are the two numbers that you subtract when x is near 2 and varies by 0.01?",
        ),
        slip(
            "the median is subtracted instead of the mean",
            edit=("x.mean(dim=dim, keepdim=True)", "x.median(dim=dim, keepdim=True).values"),
            why="The median is the number in the middle. On a skewed row it is far from the mean, and the result's mean isn't 0.",
            look="What is the mean of your result along `dim`?",
        ),
        slip(
            "the result is not a tensor",
            edit=(
                "return centred / variance.sqrt()",
                "return (centred / variance.sqrt()).numpy()",
                "return (centred / variance.sqrt()).tolist()",
                "return x.sub(x.mean(dim, keepdim=True)).numpy() / x.numpy().std(axis=dim, keepdims=True)",
            ),
            why="The numbers are right, but a NumPy array or a list has no gradient and can't move to a GPU, so the next layer has "
            "no use for it.",
            look="What is the type of your result, and what type does the docstring promise?",
        ),
    ]
    promises = {
        "mean 0 and standard deviation 1": "standardized",
        "along dim, whichever it is": dict(dim=-1),
        "any shape": dict(shape=(6,)),
        "also where numbers lie close together": dict(spread=0.01),
        "and where they are tiny, or huge": dict(spread=3e-7),
        "x is not modified, and a tensor comes back": "x unchanged",
        "the standard deviation divides by n": dict(shape=(5, 3)),
    }
