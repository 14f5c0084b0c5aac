"""What the warm parent imports for a lesson (grading/imports.py)."""

from __future__ import annotations

from pathlib import Path

import pytest
from traitlets.config import Config

from autograder.grading import imports
from autograder.kernels import preload

CELLS = """# %% [markdown]
# # A lesson

# %%
import json
import regex
from torch.utils.data import DataLoader
from utils import plots

# %% nbgrader={"grade_id": "a", "solution": true}
def a():
    from statistics import mean
"""
EXPLORED = """
# %% tags=["explore"]
import transformers
"""


def lesson(folder: Path, text: str) -> Path:
    (folder / "01_a.py").write_text(text, encoding="utf-8")
    (folder / "exercises").mkdir(exist_ok=True)
    (folder / "exercises" / "one.py").write_text("import sklearn, torch.optim\n", encoding="utf-8")
    return folder


def test_libraries_of_its_own_cells(tmp_path):
    found = imports.modules(lesson(tmp_path, CELLS + EXPLORED))
    added = [name for name in found if name not in preload.MODULES]
    assert added == ["regex", "torch.utils.data"]


def test_no_optimizer_no_dynamo(tmp_path):
    assert preload.TRAINING not in imports.modules(lesson(tmp_path, CELLS))
    trains = CELLS + "    return torch.optim.AdamW([])\n"
    assert preload.TRAINING in imports.modules(lesson(tmp_path, trains))


@pytest.mark.parametrize(
    "line", ["from utils import training", "import utils.training", "from utils.training import train"]
)
def test_an_optimizer_in_a_module_of_ours_counts(tmp_path, monkeypatch, line):
    package = tmp_path / "packages" / "utils"
    package.mkdir(parents=True)
    (package / "training.py").write_text("from torch import optim\n", encoding="utf-8")

    class Found:
        submodule_search_locations = [str(package)]

    monkeypatch.setattr(imports.importlib.util, "find_spec", lambda name: Found)
    source = tmp_path / "source"
    source.mkdir()
    assert preload.TRAINING in imports.modules(lesson(source, f"# %%\n{line}\n"))


def test_a_text_that_cannot_be_read(tmp_path):
    assert imports.modules(lesson(tmp_path, "# %%\ndef (\n")) == list(preload.MODULES)


def test_what_the_course_has_set_stays(tmp_path):
    config = Config({"WarmProvisioner": {"preload": ["numpy"]}})
    imports.choose(config, lesson(tmp_path, CELLS))
    assert config.WarmProvisioner.preload == ["numpy"]
    fresh = Config()
    imports.choose(fresh, tmp_path)
    assert fresh.WarmProvisioner.preload == imports.modules(tmp_path)
