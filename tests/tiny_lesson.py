"""A lesson small enough to read at a glance, written into a test's own folder, so that no test hangs on a real one.

Four exercises of four kinds: a function, a module with gradients, draws at random, and one that uses an earlier one.
"""

# ruff: noqa: E501  the lesson below is text, and dense

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from autograder.lesson.folder import Lesson

NAME = "00_tiny"
Edits = Sequence[tuple[str, str]]

TEXT = '''# %% [markdown]
# # A tiny lesson
#
# | Time | {{minutes}} minutes |
# | Points | {{points}} for {{exercises}}, {{written_points}} for the question |

# %% nbgrader={"grade_id": "imports", "locked": true}
import torch
from torch import nn

from autograder.checks import answered, backward, check, load_weights

# %% tags=["parameters"]
device = "auto"
scale = "small"

# %% [markdown]
# ## 1 · A mean
#
# *Easy · 5 minutes · without `np.average`, `torch.softmax`*

# %% nbgrader={"grade_id": "weighted_mean", "solution": true}
def weighted_mean(x, w):
    """The mean of x along its last axis, with weights w.  x: (..., n), w: (n,).  Returns (...)."""
    ### BEGIN SOLUTION
    weighted_total_of_rows = (x * w).sum(dim=-1)
    return weighted_total_of_rows / w.sum()
    ### END SOLUTION

# %% [markdown] nbgrader={"grade_id": "weighted_mean_hints", "locked": true}
# <details><summary>A question to start from</summary>What do the weights add up to?</details>
# <details><summary>A pointer</summary>One sum over another.</details>

# %% nbgrader={"grade_id": "check_weighted_mean", "grade": true, "locked": true, "points": 2}
@check("weighted_mean")
def _(x, w):
    return {"mean": weighted_mean(x, w)}

# %% tags=["explore"]
if answered("weighted_mean"):
    print("explored", weighted_mean(torch.eye(2), torch.ones(2)))

# %% [markdown]
# ## 2 · A module
#
# *Medium · 5 minutes*

# %% nbgrader={"grade_id": "Scale", "solution": true}
class Scale(nn.Module):
    """Each feature times a number of its own.  weight: (n,).  forward: (..., n) → (..., n)."""

    def __init__(self, n):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(n))  # (n,)

    def forward(self, x):
        ### BEGIN SOLUTION
        return x * self.weight  # every feature by its own
        ### END SOLUTION

# %% [markdown] nbgrader={"grade_id": "Scale_hints", "locked": true}
# <details><summary>A question to start from</summary>How many weights are there?</details>
# <details><summary>A pointer</summary>Shapes line up from the right.</details>

# %% nbgrader={"grade_id": "check_Scale", "grade": true, "locked": true, "points": 3}
@check("Scale")
def _(x, gradient, weights, n):
    layer = load_weights(Scale(n), weights)
    x.requires_grad_()
    y = layer(x)
    backward(y, gradient)
    return {"output": y, "grad_weight": layer.weight.grad}

# %% [markdown]
# ## 3 · Draws
#
# *Easy · 5 minutes*

# %% nbgrader={"grade_id": "draw", "solution": true}
def draw(p, n, generator):
    """n indices, index i with probability p[i].  Returns (n,) int64."""
    ### BEGIN SOLUTION
    return torch.multinomial(p, n, replacement=True, generator=generator)  # one line is enough
    ### END SOLUTION

# %% [markdown] nbgrader={"grade_id": "draw_hints", "locked": true}
# <details><summary>A question to start from</summary>May an index come twice?</details>
# <details><summary>A pointer</summary>Look for the arguments of multinomial.</details>

# %% nbgrader={"grade_id": "check_draw", "grade": true, "locked": true, "points": 2}
@check("draw")
def _(p, n, seed):
    first = draw(p, n, torch.Generator().manual_seed(seed))
    return {"draws": first, "again": draw(p, n, torch.Generator().manual_seed(seed))}

# %% [markdown]
# ## 4 · One on top of another
#
# *Challenge · 5 minutes · uses `weighted_mean`*

# %% nbgrader={"grade_id": "weighted_variance", "solution": true}
def weighted_variance(x, w):
    """The weighted mean of squared distances from the weighted mean.  x: (..., n), w: (n,).  Returns (...)."""
    ### BEGIN SOLUTION
    distance = x - weighted_mean(x, w).unsqueeze(-1)
    return weighted_mean(distance * distance, w)  # the mean of squares
    ### END SOLUTION

# %% [markdown] nbgrader={"grade_id": "weighted_variance_hints", "locked": true}
# <details><summary>A question to start from</summary>Which shape has the mean?</details>
# <details><summary>A pointer</summary>Call the first exercise twice.</details>

# %% nbgrader={"grade_id": "check_weighted_variance", "grade": true, "locked": true, "points": 3}
@check("weighted_variance")
def _(x, w):
    return {"variance": weighted_variance(x, w)}

# %% [markdown]
# ## 5 · In words
#
# *Easy · 5 minutes*
#
# Why?

# %% [markdown] nbgrader={"grade_id": "written_why", "grade": true, "solution": true, "points": 2}
# ### BEGIN SOLUTION
# Because weights need not add up to one, which a model answer would explain at length.
#
# **Rubric.**
#
# - a, 1.5 points: says that weights need not add up to $1$, whatever
#   they are
# - b, 0.5 points: gives a reason
# ### END SOLUTION
'''

EXERCISES = """
import numpy as np
import torch

from autograder.authoring import Distribution, SameAs, exercise, slip


@exercise("weighted_mean", points=2, forbid=["np.average", "torch.softmax", ".softmax"])
class _:
    cases = [dict(shape=(3, 4)), dict(shape=(2, 2, 5)), dict(shape=(1,))]

    def inputs(rng, shape):
        return {"x": 1 + rng.standard_normal(shape), "w": rng.uniform(1, 3, shape[-1])}

    def oracle(x, w):
        return {"mean": np.average(x, axis=-1, weights=w)}

    alternatives = {"a matrix product": "return x @ w / w.sum()"}
    slips = [
        slip("the weights are ignored", edit=[("(x * w)", "x"), (" / w.sum()", " / len(w)")], why="They matter.", look="Is w used?"),
        slip("the sum is not divided", edit=(" / w.sum()", ""), why="A mean divides.", look="What do the weights add up to?"),
        slip("it is divided by how many there are", edit=("w.sum()", "len(w)"), why="Weights count.", look="How heavy are all?"),
    ]
    promises = {"one number is enough": dict(shape=(1,)), "the mean": "mean"}


@exercise("Scale", points=3)
class _:
    cases = [dict(shape=(2, 3)), dict(shape=(2, 1, 4))]
    weights = {"output": 2, "grad_weight": 1}

    def inputs(rng, shape):
        n = shape[-1]
        return {
            "x": rng.standard_normal(shape), "gradient": rng.standard_normal(shape),
            "weights": {"weight": rng.standard_normal(n)}, "n": n,
        }

    def oracle(x, gradient, weights, n):
        return {"output": x * weights["weight"], "grad_weight": (gradient * x).reshape(-1, n).sum(0)}

    alternatives = {"einsum": 'return torch.einsum("...n,n->...n", x, self.weight)'}
    slips = [
        slip("the weight is added", edit=("x * self", "x + self"), why="Scaling multiplies.", look="What does x = 0 give?"),
        slip("the weight is divided by", edit=("x * self", "x / self"), why="Scaling multiplies.", look="What does 2 do?"),
        slip("the weight is cut off", edit=("x * self.weight", "x * self.weight.data + 0 * self.weight"), why="It never learns.", look="Where is .data?"),
    ]
    promises = {"the weight learns": "grad_weight"}
    equivalent = {
        "return (x.detach() if x.requires_grad else 1 / 0) * self.weight": "this small check asks for one gradient only"
    }


@exercise("draw", points=2)
class _:
    cases = [dict(p=[0.5, 0.25, 0.25], n=2000), dict(p=[0.1, 0.0, 0.6, 0.3], n=2000)]

    def inputs(rng, p, n):
        p = np.array(p) * rng.uniform(0.5, 2, len(p))
        return {"p": p / p.sum(), "n": n, "seed": int(rng.integers(2**31))}

    def oracle(p, n, seed):
        return {"draws": Distribution(p / p.sum()), "again": SameAs("draws")}

    alternatives = {
        "running sums": '''
            edges = p.double().cumsum(0)
            u = torch.rand(n, generator=generator, dtype=torch.float64) * edges[-1]
            return torch.searchsorted(edges, u, right=True)
        ''',
    }
    slips = [
        slip("the likeliest comes every time", edit=("torch.multinomial(p, n, replacement=True, generator=generator)", "p.argmax().repeat(n)"), why="No draw.", look="Count them."),
        slip("the generator is ignored", edit=(", generator=generator", ""), why="Nobody can repeat it.", look="Which argument is idle?"),
        slip("nothing comes twice", edit=("=True", "=False"), why="There are too few.", look="May one come again?"),
    ]
    promises = {"one seed, one result": "again"}
    equivalent = {
        "return torch.multinomial(p, n, replacement=True, generator=torch.Generator().manual_seed(0))":
            "this small check draws once from each generator"
    }


@exercise("weighted_variance", points=3, uses=["weighted_mean"])
class _:
    cases = [dict(shape=(3, 4)), dict(shape=(2, 2, 5))]
    tolerance = 1e-3

    def inputs(rng, shape):
        return {"x": 1 + rng.standard_normal(shape), "w": rng.uniform(1, 3, shape[-1])}

    def oracle(x, w):
        mean = np.average(x, axis=-1, weights=w)
        return {"variance": np.average((x - mean[..., None]) ** 2, axis=-1, weights=w)}

    alternatives = {
        "mean of squares less square of mean": '''
            def weighted_variance(x, w):
                x = x.double()
                return weighted_mean(x * x, w.double()) - weighted_mean(x, w.double()) ** 2
        ''',
    }
    slips = [
        slip("the mean is not subtracted", edit=("x - weighted_mean(x, w).unsqueeze(-1)", "x"), why="Squares of what?", look="Add 10 to x."),
        slip("distances are not squared", edit=("distance * distance", "distance"), why="They cancel.", look="What is their mean?"),
        slip("the root is taken", edit=("return weighted_mean(distance * distance, w)", "return weighted_mean(distance * distance, w).sqrt()"), why="That is the deviation.", look="Which unit has it?"),
    ]
    equivalent = {}
    promises = {"any leading axes": dict(shape=(2, 2, 5))}
"""

# What a student types: right answers, without nbgrader's markers.
ANSWERS = {
    "weighted_mean": "def weighted_mean(x, w):\n    return (x * w).sum(dim=-1) / w.sum()",
    "Scale": (
        "class Scale(nn.Module):\n    def __init__(self, n):\n        super().__init__()\n"
        "        self.weight = nn.Parameter(torch.ones(n))\n\n    def forward(self, x):\n        return x * self.weight"
    ),
    "draw": "def draw(p, n, generator):\n    return torch.multinomial(p, n, replacement=True, generator=generator)",
    "weighted_variance": (
        "def weighted_variance(x, w):\n    distance = x - weighted_mean(x, w).unsqueeze(-1)\n"
        "    return weighted_mean(distance**2, w)"
    ),
}
POINTS = {"weighted_mean": 2, "Scale": 3, "draw": 2, "weighted_variance": 3}


def write(source: Path, name: str = NAME, text: Edits = (), exercises: Edits = ()) -> Lesson:
    """Write the tiny lesson below `source`, with some passages replaced, each of which must be there."""
    folder = source / name
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{name}.py").write_text(edited(TEXT, text), encoding="utf-8")
    for path in (folder / "exercises").glob("*.py"):
        path.unlink()
    (folder / "exercises").mkdir(exist_ok=True)
    head, *bodies = re.split(r"^(?=@exercise\()", edited(EXERCISES, exercises), flags=re.MULTILINE)
    for body in bodies:
        name = body.split('"')[1]
        path = folder / "exercises" / f"{name}.py"
        before = (
            path.read_text(encoding="utf-8") if path.exists() else head
        )  # two of one name are a fault of a test
        path.write_text(before + body, encoding="utf-8")
    return Lesson(folder)


def edited(text: str, edits: Edits) -> str:
    """The text with every (old, new) applied; a test that replaces nothing would prove nothing."""
    for old, new in edits:
        assert old in text, f"{old!r} is not in the tiny lesson"
        text = text.replace(old, new)
    return text


def record(lesson: Lesson, folder: Path) -> Path:
    """Put the recorded cases of a lesson of one notebook into a folder, as a release does."""
    from autograder.notebook.stubs import stub
    from autograder.release import record

    (text,) = lesson.notebooks
    stubs = {name: stub(text.cell(name).source) for name in text.exercises}
    path = folder / f"{text.stem}.checks"
    record.record(text, lesson.exercises, stubs, path, lesson.release)
    return path


def released_cell(grade_id: str, lesson: Lesson) -> str:
    """A cell as students get it."""
    from autograder.notebook.stubs import stub

    (text,) = lesson.notebooks
    return stub(text.cell(grade_id).source)
