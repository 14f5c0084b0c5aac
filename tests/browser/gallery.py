"""A notebook that shows what can stand in an output: the panel in each state, the progress, a figure, a widget."""

from __future__ import annotations

from pathlib import Path

import nbformat
from nbformat.v4 import new_code_cell, new_notebook

NAME = "gallery.ipynb"
PANELS = ["right", "part", "slip", "error", "forbidden", "not_answered"]

_SETUP = """
from autograder.checks.local_check import show
from autograder.checks.scoring import Criterion, Slip, Verdict

passed = Criterion("output", True)
missed = Criterion("grad_weight", False, "(3, 4) is the right shape; every value is 8.0 times too large")
slip = Slip(
    "the bias is <cut> off",
    "The output is right, but `bias.grad` never arrives, so training would leave it where it was.",
    "Which operations in your line leave the trail that `backward()` follows?",
)
error = {
    "type": "RuntimeError", "message": "mat1 and mat2 shapes cannot be multiplied (5x4 and 3x4)", "line": 12,
    "code": "return x @ self.weight + self.bias", "call": "Affine(x (5, 4), gradient (5, 3), n_in=4, n_out=3)",
}
note = (
    "Your code changes its argument `x` in place, but the caller may still need the original values. "
    "Make a new object instead of writing into `x`."
)
"""
_CELLS = {
    "setup": _SETUP,
    "right": 'show(Verdict("Affine", 3, 3, "right", [passed, Criterion("grad_x", True)], 4))',
    "part": 'show(Verdict("Affine", 1.5, 3, "wrong", [passed, missed], 4, notes=[note]))',
    "slip": 'show(Verdict("Affine", 1.5, 3, "wrong", [passed, missed], 4, slip=slip))',
    "error": 'show(Verdict("Affine", 0, 3, "error", [Criterion("output", False)], 4, error=error))',
    "forbidden": 'show(Verdict("Affine", 0, 3, "forbidden", notes=["Your cell may not use `torch.nn.Linear`."]))',
    "not_answered": 'show(Verdict("Affine", 0, 3, "not answered"))',
    "progress": "from autograder.progress import show\nshow()",
    "figure": "from utils.plots import style\nwith style.figure() as (_, axes):\n    axes.plot([1, 2, 4])",
    "slider": (
        "from utils.plots import interactive\n"
        "def draw(y):\n    with style.figure() as (_, axes):\n        axes.plot([0, y])\n"
        "interactive.slider(draw, [1, 2, 3], 'height', ['low', 'middle', 'high'])"
    ),
    "widget": "import ipywidgets\nipywidgets.IntSlider(3, description='heads')",
}


def write(folder: Path) -> str:
    """Write the notebook into a folder and return its name."""
    cells = [
        new_code_cell(code.strip(), metadata={"nbgrader": {"grade_id": name}})
        for name, code in _CELLS.items()
    ]
    kernel = {"name": "python3", "display_name": "Python 3 (ipykernel)", "language": "python"}
    nbformat.write(new_notebook(cells=cells, metadata={"kernelspec": kernel}), folder / NAME)
    return NAME
