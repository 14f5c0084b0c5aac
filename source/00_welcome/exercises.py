"""Lesson 00: what decides that an answer is right, and the mistakes that are known by name."""

import numpy as np
import torch
from torch import nn

from autograder.authoring import Distribution, SameAs, exercise, slip


@exercise("standardize", points=3, forbid=["F.layer_norm", "nn.LayerNorm", "F.batch_norm", "F.instance_norm"])
class _:
    cases = [
        dict(shape=(5, 3), dim=0, spread=1.0),
        dict(shape=(4, 7), dim=1, spread=30.0),
        dict(shape=(2, 3, 4), dim=-1, spread=0.01),
        dict(shape=(3, 4, 2), dim=1, spread=1.0),
        dict(shape=(6,), dim=0, spread=1.0),
    ]

    def inputs(rng, shape, dim, spread):
        return {"x": 2 + spread * rng.standard_normal(shape), "dim": dim}

    def oracle(x, dim):
        return {
            "standardized": (x - np.mean(x, axis=dim, keepdims=True)) / np.std(x, axis=dim, keepdims=True)
        }

    alternatives = {
        "torch.std with correction=0": "return (x - x.mean(dim, keepdim=True)) / x.std(dim, keepdim=True, correction=0)",
        "E[x²] − E[x]² after moving the axis, in double precision": """
            y = x.movedim(dim, 0).double()
            mean = y.sum(0) / y.shape[0]
            variance = (y * y).sum(0) / y.shape[0] - mean * mean
            return ((y - mean) / variance**0.5).movedim(0, dim).to(x.dtype)
        """,
    }
    slips = [
        slip(
            "the deviation divides by n − 1",
            edit=("centred.square().mean(dim=dim, keepdim=True)", "x.var(dim=dim, keepdim=True)"),
            why="torch.std and torch.var estimate from a sample by default. Normalisation layers describe the numbers they "
            "have, so they divide by n; on short axes the difference is large.",
            look="What does the argument `correction` of torch.std do, and what is its default?",
        ),
        slip(
            "the mean is not subtracted",
            edit=("return centred /", "return x /"),
            why="Dividing by the deviation alone scales the numbers but leaves them where they were, far from zero.",
            look="What should the mean of your result along `dim` be, and what is it?",
        ),
        slip(
            "it is divided by the variance",
            edit=("variance.sqrt()", "variance"),
            why="The variance is in squared units. Only its root has the units of x, so only the root gives deviation 1.",
            look="Multiply x by 10. Should the result change?",
        ),
        slip(
            "mean and deviation are taken over the whole tensor",
            edit=[
                ("x.mean(dim=dim, keepdim=True)", "x.mean()"),
                ("centred.square().mean(dim=dim, keepdim=True)", "centred.square().mean()"),
            ],
            why="One mean for everything mixes what should be compared: rows that differ in level stay apart.",
            look="How many means should there be for a tensor of shape (5, 3) along dim 0?",
        ),
        slip(
            "another axis is used than the one asked for",
            edit=[
                ("x.mean(dim=dim, keepdim=True)", "x.mean(dim=dim - 1, keepdim=True)"),
                (
                    "centred.square().mean(dim=dim, keepdim=True)",
                    "centred.square().mean(dim=dim - 1, keepdim=True)",
                ),
            ],
            why="The axis says which numbers belong together. Along the wrong one, other things are made comparable.",
            look="Take x of shape (5, 3) and dim 0, and print the mean of your result along each of its axes.",
        ),
        slip(
            "a small number is added below the fraction",
            edit=(
                "variance.sqrt()",
                "(variance + 1e-5).sqrt()",
                "(variance + 1e-6).sqrt()",
                "(variance.sqrt() + 1e-5)",
                "(variance.sqrt() + 1e-3)",
            ),
            why="Layers add it so that a slice of equal numbers does no harm. Here no slice is constant, and where the numbers lie close "
            "together the small number is not small.",
            look="What is the deviation of your result when x varies by a hundredth?",
        ),
        slip(
            "the axis that was reduced is gone",
            edit=[
                ("x.mean(dim=dim, keepdim=True)", "x.mean(dim=dim)"),
                ("centred.square().mean(dim=dim, keepdim=True)", "centred.square().mean(dim=dim)"),
            ],
            why="Without it, broadcasting lines the means up with another axis. On a square table nothing complains.",
            look="Print the shape of your means beside that of x.",
            also=[
                ("centred.square().mean(dim=dim, keepdim=True)", "centred.square().mean(dim=dim)"),
                ("x.mean(dim=dim, keepdim=True)", "x.mean(dim=dim)"),
            ],
        ),
        slip(
            "the mean distance is taken for the deviation",
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
            why="Then the two extremes decide where all others lie, and the mean is not 0.",
            look="What are the mean and the deviation of your result?",
        ),
    ]
    promises = {
        "mean 0 and standard deviation 1": "standardized",
        "along dim, whichever it is": dict(dim=-1),
        "any shape": dict(shape=(6,)),
        "also where numbers lie close together": dict(spread=0.01),
        "the deviation divides by n": dict(shape=(5, 3)),
    }


@exercise("Affine", points=3, forbid=["nn.Linear", "F.linear", "nn.Bilinear", "nn.LazyLinear"])
class _:
    cases = [
        dict(lead=(5,), n_in=4, n_out=3),
        dict(lead=(3,), n_in=3, n_out=3),
        dict(lead=(2, 3), n_in=2, n_out=3),
        dict(lead=(1,), n_in=1, n_out=2),
        dict(lead=(), n_in=3, n_out=2),
    ]
    weights = {"output": 3, "grad_x": 1, "grad_weight": 1, "grad_bias": 1}

    def inputs(rng, lead, n_in, n_out):
        return {
            "x": rng.standard_normal((*lead, n_in)),
            "gradient": rng.standard_normal((*lead, n_out)),
            "weights": {"weight": rng.standard_normal((n_out, n_in)), "bias": rng.standard_normal(n_out)},
            "n_in": n_in,
            "n_out": n_out,
        }

    def oracle(x, gradient, weights, n_in, n_out):
        layer = nn.Linear(n_in, n_out, dtype=torch.float64)
        layer.load_state_dict({name: torch.as_tensor(value) for name, value in weights.items()})
        x = torch.as_tensor(x).requires_grad_()
        y = layer(x)
        y.backward(torch.as_tensor(gradient))
        return {"output": y, "grad_x": x.grad, "grad_weight": layer.weight.grad, "grad_bias": layer.bias.grad}

    alternatives = {
        "einsum": 'return torch.einsum("...i,oi->...o", x, self.weight) + self.bias',
        "one output at a time": """
            outputs = [(x * row).sum(-1) + b for row, b in zip(self.weight, self.bias)]
            return torch.stack(outputs, dim=-1)
        """,
    }
    slips = [
        slip(
            "the weight is not transposed",
            edit=("self.weight.T", "self.weight"),
            why="PyTorch stores a weight with one row per output. Without the transpose every output reads a column that "
            "belongs to others, and where n_in differs from n_out nothing fits at all.",
            look="Write the shapes of x and of the weight next to each other. Which two sizes must be equal?",
        ),
        slip(
            "the bias is forgotten",
            edit=(" + self.bias", ""),
            why="Without a bias the layer maps zero to zero whatever it learns, and the bias never gets a gradient.",
            look="What should the layer give for x = 0?",
        ),
        slip(
            "the bias is added along the wrong axis",
            edit=("+ self.bias", "+ self.bias[:, None]"),
            why="There is one bias per output, and outputs lie along the last axis. Down the rows, each row of the batch "
            "would get its own.",
            look="Broadcasting lines shapes up from the right. What does (n_out, 1) line up with?",
        ),
        slip(
            "a part is cut off from the gradient",
            edit=("+ self.bias", "+ self.bias.data"),
            why="The output is right, but the gradient of that part never arrives, so training would leave it, or what lies before "
            "it, as it was at the start. Nothing warns about it.",
            look="Which operations in your line leave the trail that backward() follows?",
            also=[
                ("self.weight.T", "self.weight.data.T"),
                ("return x @", "return x.detach() @"),
                ("x @ self.weight.T + self.bias", "(x @ self.weight.T).detach() + self.bias"),
            ],
        ),
        slip(
            "the weight is reshaped, not transposed",
            edit=("self.weight.T", "self.weight.reshape(self.weight.shape[::-1])"),
            why="The shapes fit, but a new shape keeps the order of the numbers, so each output is made of pieces of several rows.",
            look="Make a small weight with the numbers 0 to 5 and print both.",
        ),
        slip(
            "only tables are taken",
            edit=("x @ self.weight.T", "(self.weight @ x.T).T", "torch.mm(x, self.weight.T)"),
            why="In later lessons x has a batch and a sequence in front of its last axis. A layer works along the last axis and "
            "leaves the others alone.",
            look="What does .T do to a tensor of three axes?",
        ),
    ]
    promises = {
        "y = x Wᵀ + b": "output",
        "along the last axis, whatever stands in front": dict(lead=(2, 3)),
        "a single vector": dict(lead=()),
        "as many outputs as inputs, or not": dict(n_in=4, n_out=3),
        "x gets its gradient": "grad_x",
        "the weight gets its gradient": "grad_weight",
        "and so does the bias": "grad_bias",
    }


@exercise("sample_letters", points=3)
class _:
    cases = [dict(V=4, n=2000), dict(V=26, n=2000), dict(V=3, n=2000)]
    weights = {"letters": 1, "pairs": 1, "again": 1}

    def inputs(rng, V, n):
        weights = rng.gamma(1.0, size=V) + 0.05
        weights[V // 2] = 0.0  # a letter that must never come
        return {"probs": weights / weights.sum(), "n": n, "seed": int(rng.integers(2**31))}

    def oracle(probs, n, seed):
        return {
            "letters": Distribution(probs, words="drew letter {}"),
            "pairs": Distribution(np.outer(probs, probs).ravel(), words="drew letter {}, then letter {}"),
            "again": SameAs("letters"),
        }

    alternatives = {
        "inverse of the running sum": """
            edges = probs.double().cumsum(0)
            u = torch.rand(n, generator=generator, dtype=torch.float64) * edges[-1]
            return torch.searchsorted(edges, u, right=True)
        """,
        "largest of noisy log-probabilities": """
            # The Gumbel trick: the index with the largest log p + noise is distributed as p.
            noise = -torch.log(-torch.log(torch.rand(n, len(probs), generator=generator)))  # (n, V)
            return (probs.log() + noise).argmax(dim=-1)  # (n,)
        """,
    }
    slips = [
        slip(
            "the most probable letter is taken every time",
            edit=(
                "torch.multinomial(probs, n, replacement=True, generator=generator)",
                "probs.argmax().repeat(n)",
            ),
            why="The most probable symbol is a choice, not a draw. Text made this way repeats itself at once.",
            look="How many different letters are in your result?",
        ),
        slip(
            "the generator is ignored",
            edit=(", generator=generator", ""),
            why="The draws are right, but nobody can repeat them: they come from torch's global stream.",
            look="Which of the arguments of your function does your code never use?",
        ),
        slip(
            "the probabilities are ignored",
            edit=("multinomial(probs,", "multinomial((probs > 0).float(),"),
            why="Every letter comes equally often, so nothing of what a model has learned would reach the text.",
            look="Count how often each index comes and lay it beside probs.",
        ),
        slip(
            "the generator starts anew on every call",
            edit=(
                "generator=generator)",
                "generator=generator.manual_seed(0))",
                "generator=torch.Generator().manual_seed(generator.initial_seed()))",
                "generator=generator.clone_state())",
            ),
            why="A stream that is set back on every call gives the same draws for ever: a model would write one letter again "
            "and again.",
            look="Call your function twice with the same generator. Should the second result equal the first?",
        ),
        slip(
            "letters are drawn without replacement",
            edit=("replacement=True", "replacement=False"),
            why="Without replacement each letter comes once at most, so there can be no more draws than letters.",
            look="In a text the same letter may come again. Which argument says so?",
        ),
        slip(
            "the indices are not int64",
            edit=("generator=generator)", "generator=generator).int()", "generator=generator).float()"),
            why="int64 is what torch takes as an index, and a table of letters cannot be read with numbers that have fractions.",
            look="Print the dtype of your result.",
        ),
    ]
    promises = {
        "index i with probability probs[i]": "letters",
        "independently, from one call to the next as well": "pairs",
        "drawn from the generator": "again",
        "more draws than letters": dict(V=3, n=2000),
    }
