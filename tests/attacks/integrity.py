"""Files that are broken, twisted or merely odd; and honest work that must not suffer for being noisy."""

# ruff: noqa: E501  payloads are text, and dense

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

from nbformat.v4 import new_code_cell, new_markdown_cell

from autograder.proof.classroom import Submission

from .field import Attack, Field, checks, code_cells, copied, find


def whole_file(make: Callable[[str], str]) -> Callable[[Field], Submission]:
    """Everything right, and the text of the first file changed."""

    def submit(f: Field) -> Submission:
        submission = f.edited(lambda nb: None)
        name = f.first_file(submission)
        submission.files[name] = make(submission.files[name])
        return submission

    return submit


def data(change: Callable[[dict], object]) -> Callable[[Field], Submission]:
    """The same, on the parsed file."""

    def make(text: str) -> str:
        parsed = json.loads(text)
        change(parsed)
        return json.dumps(parsed)

    return whole_file(make)


class _Special(Submission):
    """A submission that is written by a function."""

    def __init__(self, submission: Submission, place: Callable[[Path, dict[str, str]], None]) -> None:
        super().__init__(submission.student, submission.files)
        self.place = place

    def write(self, submitted: Path, lesson: str) -> None:
        folder = submitted / self.student / lesson
        folder.mkdir(parents=True)
        self.place(folder, self.files)


def special(place: Callable[[Path, dict[str, str]], None]) -> Callable[[Field], Submission]:
    return lambda f: _Special(f.edited(lambda nb: None), place)


def _version_3(text: str) -> str:
    import nbformat

    return nbformat.writes(nbformat.convert(nbformat.reads(text, as_version=4), 3), version=3)


def _delete_checks(nb) -> None:
    for cell in checks(nb):
        nb.cells.remove(cell)


def _duplicate_all(nb) -> None:
    nb.cells = [each for cell in nb.cells for each in (cell, copied(cell))]


def _reversed(nb) -> None:
    nb.cells = nb.cells[::-1]


def _merged(nb) -> None:
    """All code in one cell that belongs to nobody, without what explores: that needs data, and is not graded."""
    text = "\n\n".join(
        c.source
        for c in code_cells(nb)
        if "explore" not in c.metadata.get("tags", []) and "check(" not in c.source
    )
    nb.cells = [c for c in nb.cells if c.cell_type != "code"] + [new_code_cell(text)]


def _split(f: Field) -> Submission:
    """Each answer cell split behind its first statement: a constant above, the answer in a cell without an id."""

    def edit(nb) -> None:
        cell = find(nb, f.target)
        text = cell.source
        cell.source = "# continued below"
        nb.cells.insert(nb.cells.index(cell) + 1, new_code_cell(text))

    return f.edited(edit)


def _ids_gone(nb) -> None:
    for cell in nb.cells:
        cell.pop("id", None)


def _metadata_gone(nb) -> None:
    for cell in nb.cells:
        cell.metadata = {}
    nb.metadata = {}


def _strange_metadata(nb: dict) -> None:
    for number, cell in enumerate(nb["cells"]):
        if cell["metadata"].get("nbgrader", {}).get("solution"):
            continue
        cell["metadata"]["nbgrader"] = [
            ["x"],
            "x",
            3,
            {"grade_id": ["x"]},
            {"grade_id": {}, "grade": True},
            None,
        ][number % 6]
        cell["metadata"]["tags"] = 7
    nb["metadata"]["autograder"] = ["x"]
    nb["metadata"]["kernelspec"] = 3


def _other_kernel(nb) -> None:
    nb.metadata["kernelspec"] = {"name": "no-such-kernel", "display_name": "R", "language": "R"}
    nb.metadata["language_info"] = {"name": "R"}


def _unreadable_mark(nb) -> None:
    nb.metadata["autograder"] = {"unreadable": "<script>", "release": "..", "folder": "/", "changes": "x"}


def _surrogates(f: Field) -> Submission:
    return f.wrong("_text = 'SURROGATE'", lambda nb: _replace_in(nb, f.target, "SURROGATE", "\ud800\x00"))


def _replace_in(nb, grade_id: str, old: str, new: str) -> None:
    cell = find(nb, grade_id)
    cell.source = cell.source.replace(old, new)


def _huge_cell(f: Field) -> Submission:
    return f.wrong("# " + "x" * 3_000_000)


def _many_cells(text: str) -> str:
    parsed = json.loads(text)
    parsed["cells"] += [
        {
            "cell_type": "code",
            "metadata": {},
            "source": "a = 1",
            "outputs": [],
            "execution_count": None,
            "id": str(i),
        }
        for i in range(100_000)
    ]
    return json.dumps(parsed)


def _twisted_helpers(nb) -> None:
    """Helper cells that are hard to read: deep, long, huge numbers."""
    for text in (
        "helper = " + "+".join(["1"] * 3000), "number = 0x" + "f" * 100_000, "((((" * 100, "x" + ".a" * 20_000,
        "def helper(:\n", "\x00", "match = " + "[" * 150 + "]" * 150,
    ):  # fmt: skip
        nb.cells.insert(2, new_code_cell(text))


def _chained_helpers(f: Field) -> Submission:
    """Ten thousand helpers, each of which needs the next."""
    chain = "\n".join(f"h{i} = h{i + 1}" for i in reversed(range(10_000))).replace(
        "h9999 = h10000", "h9999 = 1"
    )
    answers = {**f.right, f.target: f.right[f.target] + "\n_last = h0"}
    return f.answering("x", answers, lambda nb: nb.cells.insert(2, new_code_cell(chain)))


def _uses_twisted(f: Field) -> Submission:
    return f.answering(
        "x",
        {**f.right, f.neighbour: f.right[f.neighbour] + "\n_uses = lambda: (helper, number, match)"},
        _twisted_helpers,
    )


def _fifo(folder: Path, files: dict[str, str]) -> None:
    for name in files:
        os.mkfifo(folder / name)


def _folder(folder: Path, files: dict[str, str]) -> None:
    for name in files:
        (folder / name).mkdir()


def _link(folder: Path, files: dict[str, str]) -> None:
    for name in files:
        (folder / name).symlink_to("../../0 honest/" + folder.name + "/" + name)


def _more_files(folder: Path, files: dict[str, str]) -> None:
    """Things beside the notebook: links out of the folder, a module that shadows torch, a deep tree, a wrong time."""
    for name, text in files.items():
        (folder / name).write_text(text)
    (folder / "notes.txt").write_text("as it should be")
    (folder / "link").symlink_to("/etc")
    (folder / "gradebook").symlink_to("../../../gradebook.db")
    os.mkfifo(folder / "pipe")
    (folder / "torch.py").write_text("raise SystemExit('shadowed')")
    (folder / "autograder").mkdir()
    (folder / "autograder" / "__init__.py").write_text("raise SystemExit('shadowed')")
    (folder / "sitecustomize.py").write_text("raise SystemExit('shadowed')")
    deep = folder
    for _ in range(40):
        deep = deep / "d"
    deep.mkdir(parents=True)
    with (folder / "sparse").open("wb") as file:
        file.truncate(10 * 2**30)


def _odd_names(folder: Path, files: dict[str, str]) -> None:
    """Right work, and beside it notebooks whose names no text can hold, or that move a terminal's cursor."""
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    for odd in (b"\xff\xfe.ipynb", b"two\nlines \x1b[2J.ipynb"):
        with open(os.fsencode(folder) + b"/" + odd, "w") as file:
            file.write("{}")


def _oddly_named(folder: Path, files: dict[str, str]) -> None:
    """Right work under names that no text can hold."""
    for number, text in enumerate(files.values()):
        with open(os.fsencode(folder) + b"/\xff\x1b[31m%d.ipynb" % number, "w", encoding="utf-8") as file:
            file.write(text)


def _hard_link(folder: Path, files: dict[str, str]) -> None:
    """Right work, and the gradebook under another name."""
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    os.link(folder.parents[2] / "gradebook.db", folder / "hard link")


def _in_utf_16(folder: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-16")


def _formula(nb: dict) -> None:
    """A file without cells that says itself why it cannot be read."""
    nb["cells"] = []
    nb["metadata"]["autograder"] = {"unreadable": "=HYPERLINK(1)"}


_ODD_WORDS = r"""
class _E(Exception):
    pass
_E.__name__ = "=1+1\x1b[31m\nred\u202e"
def <TARGET>(*a, **k):
    raise _E("=2+2\x1b[2J\r\nanother row,with,commas\x85")
"""


def _timestamp(text: str) -> Callable[[Path, dict[str, str]], None]:
    def place(folder: Path, files: dict[str, str]) -> None:
        for name, content in files.items():
            (folder / name).write_text(content)
        (folder / "timestamp.txt").write_text(text)

    return place


def _two_hundred_megabytes(folder: Path, files: dict[str, str]) -> None:
    for name in files:
        with (folder / name).open("wb") as file:
            file.truncate(200_000_000)


def _renamed(f: Field) -> Submission:
    submission = f.edited(lambda nb: None)
    submission.files = {f"copy of {name}": text for name, text in submission.files.items()}
    return submission


def _deep(text: str) -> str:
    return (
        '{"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": ' + "[" * 100_000 + "]" * 100_000 + "}"
    )


def _not_the_first(nb: dict) -> None:
    nb["cells"].insert(0, "a cell that is text")
    nb["cells"].insert(0, {"cell_type": "code", "metadata": {}, "source": ["a = 1\n", "b = 2"], "outputs": 3})
    nb["cells"].insert(0, {"cell_type": "strange", "metadata": {}, "source": ""})


# Honest work

NOISE = {
    "warnings": "import warnings\nwarnings.warn('this is deprecated')\nimport sys\nprint('careful', file=sys.stderr)",
    "progress": "from tqdm import tqdm\nfor _ in tqdm(range(50)):\n    pass\nfrom tqdm.auto import tqdm as _t\nfor _ in _t(range(5)):\n    pass",
    "logging": "import logging\nlogging.getLogger().warning('a warning')\nlogging.basicConfig(level=0)",
    "prints": "print('x = 3 of 3 points')\nfor _i in range(2000):\n    print(_i)",
    "slow": "import time\ntime.sleep(2)",
    "a result": "3 + 4",
    "an error behind it": "raise ValueError('this is below the answer')",
    "plots": "import matplotlib.pyplot as plt\nfor _ in range(3):\n    plt.plot([1, 2])\n    plt.show()",
    "seeds": "import random, numpy, torch\nrandom.seed(0)\nnumpy.random.seed(0)\ntorch.manual_seed(0)",
    "settings": "import torch\ntorch.set_printoptions(precision=2)\ntorch.set_num_threads(2)\n%matplotlib inline\n%time 1 + 1",
    "a shell command": "!echo hello\n%pwd",
    "asynchronous": "import asyncio\nawait asyncio.sleep(0.01)",
    "grad mode": "import torch\nwith torch.no_grad():\n    _x = torch.ones(2)",
}

_NOISY_CALL = """
import functools as _functools, sys as _sys, warnings as _warnings
def _noisy(f):
    @_functools.wraps(f)
    def g(*a, **k):
        _warnings.warn("called")
        print("called", file=_sys.stderr)
        print("called with", a)
        return f(*a, **k)
    return g
"""


def _noisy_everywhere(f: Field) -> Submission:
    """Prints and warnings from inside the answers, while the checks call them."""
    answers = {}
    for name, text in f.right.items():
        lines = text.splitlines()
        wrap = lines[0].startswith("def ")
        answers[name] = _NOISY_CALL + "\n@_noisy\n" + text if wrap else text + "\nprint('done')"
    return f.answering("x", answers)


def _own_cells(nb) -> None:
    """Cells of the student's own: a helper, a scratch cell that fails, markdown, an endless one that nobody needs."""
    nb.cells.insert(3, new_code_cell("1 / 0"))
    nb.cells.insert(3, new_code_cell("while True:\n    pass"))
    nb.cells.insert(3, new_markdown_cell("my notes <script>alert(1)</script>"))


def _helper(f: Field) -> Submission:
    """An answer that needs a helper and an import of the student's own cell."""
    answers = {**f.right, f.target: f.right[f.target] + "\n_checked = my_helper(MY_NUMBER)"}
    helper = "import math as my_math\nMY_NUMBER = 3\n\ndef my_helper(x):\n    return my_math.sqrt(x)"
    return f.answering("x", answers, lambda nb: nb.cells.insert(2, new_code_cell(helper)))


def _saved_elsewhere(nb) -> None:
    """As Colab and VS Code save: other metadata, execution counts, outputs, collapsed cells, no ids."""
    nb.metadata.update(colab={"provenance": []}, vscode={"interpreter": {}}, accelerator="GPU")
    nb.nbformat_minor = 0
    for cell in nb.cells:
        cell.pop("id", None)
        cell.metadata["collapsed"] = True
        cell.metadata["outputId"] = "x"


_BROKEN = [
    ("empty file", "be an empty file", whole_file(lambda text: ""), "empty"),
    ("cut off", "end in the middle", whole_file(lambda text: text[: len(text) // 2]), "not JSON"),
    ("no JSON", "be something else", whole_file(lambda text: "# My notebook"), "not JSON"),
    (
        "JSON of something else",
        "be another kind of JSON",
        whole_file(lambda text: '{"a": [1]}'),
        "not a notebook",
    ),
    ("nested", "nest a hundred thousand brackets", whole_file(_deep), "nested too deeply"),
    ("binary", "be a picture", whole_file(lambda text: "\x89PNG\r\n\x1a\n\0\0\0"), "not JSON"),
    ("200 MB", "be too large", special(_two_hundred_megabytes), "200|19[01] MB"),
    ("many cells", "have a hundred thousand cells", whole_file(_many_cells), "cells"),
    ("pipe", "be a named pipe", special(_fifo), "file"),
    ("folder", "be a folder", special(_folder), "file"),
    ("link", "be a link to somebody else's work", special(_link), "link"),
    ("formula", "put a formula into the instructor's table", data(_formula), "has no cells"),
    ("nothing", "hand in nothing", special(lambda folder, files: None), "no notebook"),
]
_ODD = [
    ("nbformat 3", "be of an old format", whole_file(_version_3), ""),
    ("checks deleted", "delete the checks", lambda f: f.edited(_delete_checks), "was deleted"),
    ("everything twice", "duplicate every cell", lambda f: f.edited(_duplicate_all), "is there 2 times"),
    ("backwards", "turn the order round", lambda f: f.edited(_reversed), ""),
    ("merged", "merge all code into one cell", lambda f: f.edited(_merged), "was deleted"),
    ("split", "split the answer from its cell", _split, "another cell"),
    ("no ids", "drop the ids of cells", lambda f: f.edited(_ids_gone), ""),
    ("no metadata", "drop all metadata", lambda f: f.edited(_metadata_gone), "was deleted"),
    ("strange metadata", "put metadata of the wrong kinds", data(_strange_metadata), "was deleted"),
    ("strange cells", "have cells that are none", data(_not_the_first), ""),
    ("other kernel", "ask for a kernel that is not there", lambda f: f.edited(_other_kernel), ""),
    ("marked unreadable", "mark itself as unreadable", lambda f: f.edited(_unreadable_mark), ""),
    ("twisted helpers", "have cells that are hard to read", _uses_twisted, ""),
    ("chained helpers", "have ten thousand helpers in a row", _chained_helpers, ""),
    ("more files", "hand in links, pipes and modules beside the notebook", special(_more_files), ""),
    ("byte order mark", "begin with a byte order mark", whole_file(lambda text: "\ufeff" + text), ""),
    ("in UTF-16", "be written in UTF-16", special(_in_utf_16), ""),
    ("odd file names", "hand in files whose names no report can hold", special(_odd_names), ""),
    ("hard link", "get the gradebook back as feedback", special(_hard_link), ""),
    ("a wrong time", "have a time of submission that is none", special(_timestamp("yesterday")), ""),
    (
        "a far time",
        "have been handed in in the year 9999",
        special(_timestamp("9999-12-31 23:59:59 -1200")),
        "",
    ),
    ("a huge time", "have a time of a gigabyte", special(_timestamp("1" * 100_000)), ""),
]
ATTACKS = [
    *(Attack(name, tries, make, earns="nothing", told=told) for name, tries, make, told in _BROKEN),
    *(Attack(name, tries, make, earns="all", told=told) for name, tries, make, told in _ODD),
    Attack("renamed", "have another file name", _renamed, earns="all, if there is one notebook", told="called"),
    Attack(
        "oddly named", "have a file name that is no text", special(_oddly_named),
        earns="all, if there is one notebook", told=r"called .*\\\\xff",
    ),
    Attack("odd words", "move the cursor of who reads the report, and count in a table", lambda f: f.wrong(_ODD_WORDS)),
    Attack("surrogates", "have characters that are none", _surrogates),
    Attack("huge cell", "have a cell of 3 MB", _huge_cell, told="longer than"),
    *(
        Attack(
            f"honest, {name}", "make noise, with right answers",
            lambda f, n=noise: f.answering("x", {**f.right, f.target: f"{f.right[f.target]}\n\n{n}"}),
            earns="all",
        )
        for name, noise in NOISE.items()
    ),
    Attack("honest, noisy answers", "print and warn inside the answers", _noisy_everywhere, earns="all"),
    Attack("honest, own cells", "have scratch cells of its own", lambda f: f.edited(_own_cells), earns="all"),
    Attack("honest, helper", "call a helper of its own", _helper, earns="all"),
    Attack("honest, saved elsewhere", "come from another editor", lambda f: f.edited(_saved_elsewhere), earns="all"),
]  # fmt: skip

__all__ = ["ATTACKS"]
