"""docs/authors.md and its reference, followed to the letter: their blocks are written, their commands typed, and the
lesson holds.

Also the skeleton of `autograder new-lesson`, which must hold from the first minute.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from autograder.lesson import facts

ROOT = Path(__file__).resolve().parents[2]
PAGE, REFERENCE = (
    (ROOT / "docs" / f"{name}.md").read_text("utf-8") for name in ("authors", "authors_reference")
)
GUIDE = PAGE + REFERENCE
BLOCK = re.compile(r"^```(?P<info>[^\n]*)\n(?P<body>.*?)^```$", re.MULTILINE | re.DOTALL)


@pytest.fixture
def course(tmp_path: Path) -> Path:
    """An empty course: nbgrader's configuration and a folder for lessons."""
    (tmp_path / "source").mkdir()
    shutil.copy(ROOT / "nbgrader_config.py", tmp_path)
    return tmp_path


def type_in(course: Path, line: str) -> str:
    """Run one command in the course's folder, as if typed, and return what it printed."""
    program, *arguments = line.partition("#")[0].split()
    assert program == "autograder", f"the guide types {program!r}"
    done = subprocess.run(
        [sys.executable, "-m", "autograder", *arguments],
        cwd=course,
        env=os.environ | {"AUTOGRADER_ROOT": str(course), "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, f"{line}\n{done.stdout}\n{done.stderr}"
    return done.stdout


def audited(course: Path) -> list[dict]:
    return json.loads((course / "build" / "audit.json").read_text(encoding="utf-8"))


@pytest.mark.slow
def test_the_guide_makes_a_lesson_that_holds(course: Path) -> None:
    files: dict[str, list[str]] = {}
    commands: list[str] = []
    for block in BLOCK.finditer(GUIDE):
        language, _, name = block["info"].partition(" file=")
        if language == "python" and not name:
            continue  # the sketch of a file, which the guide makes no use of
        if name:
            assert language == "python"
            files.setdefault(name, []).append(block["body"])
        else:
            assert language == "sh", f"a block is neither a file nor a command: {block['info']!r}"
            commands += block["body"].strip().splitlines()

    type_in(course, commands.pop(0))  # the skeleton, to which the guide's blocks are appended
    for name, parts in files.items():
        skeleton = [(course / name).read_text(encoding="utf-8")] if (course / name).exists() else []
        (course / name).write_text("\n".join([*skeleton, *parts]), encoding="utf-8")
    for line in commands:
        type_in(course, line)

    report = audited(course)
    assert [row["exercise"] for row in report] == ["moving_mean", "add_noise", "Gate", "sample_lengths"]
    assert all(row["ok"] and row["reference"] == 1 and row["empty"] == 0 for row in report)
    assert all(slip["named"] for row in report for slip in row["misconceptions"])
    (solved,) = json.loads((course / "build" / "solutions.json").read_text(encoding="utf-8"))
    assert solved["ok"] and solved["points"] == solved["max_points"] == 12
    assert {p.name for p in (course / "course" / "90_noise").iterdir()} == {
        "90_noise.ipynb",
        "90_noise.checks",
    }
    clean_up(course)


def clean_up(course: Path) -> None:
    """As the guide says at its end; nothing of the example stays."""
    (sentence,) = re.findall(r"When you are done with this example, (.*?)\.\n", GUIDE, re.DOTALL)
    *folders, command = re.findall(r"`(.*?)`", sentence)
    for folder in folders:
        shutil.rmtree(course / folder)
    program, *arguments = command.split()
    removed = subprocess.run(
        [Path(sys.executable).with_name(program), *arguments, "--force"], cwd=course, capture_output=True
    )
    assert removed.returncode == 0, removed.stderr
    assert not list(course.rglob("90_noise*"))


def test_the_guide_is_a_page() -> None:
    """What shows how an exercise is added stays short; everything else there is to know is in the reference."""
    adding, changing = PAGE.split("## Change a solution")
    assert len(adding.splitlines()) <= 100 and len(adding.split()) <= 800
    assert len(changing.splitlines()) <= 40


def test_the_numbers_in_the_guide() -> None:
    """SpanBERT's mean: 3.8 where longer lengths are left out, 4.5 where they are cut."""
    p, longest = 0.2, 10
    weights = [(1 - p) ** (k - 1) for k in range(1, longest + 1)]
    left_out = sum(k * w for k, w in enumerate(weights, 1)) / sum(weights)
    cut = sum((1 - p) ** k for k in range(longest))  # the sum of P(length > k)
    assert round(left_out, 1) == 3.8 and round(cut, 1) == 4.5


def test_the_guide_quotes_what_the_audit_says() -> None:
    code = "".join(
        (ROOT / "autograder" / name).read_text("utf-8")
        for name in ("proof/audit.py", "proof/cascades.py", "editing.py", "checks/recorded.py")
    )
    said = [
        "earns full marks on some inputs",
        "is named as",
        "a mutant survives",
        "also costs",
        "an answer that is",
    ]
    said += ["stands in the release", "would take", "occurs"]
    for words in said:
        assert words in code and words in GUIDE, words


# ---- the skeleton ----------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_new_lesson_holds_at_once(course: Path) -> None:
    told = type_in(course, "autograder new-lesson 04_gpt_model")
    assert "new  source/04_gpt_model/04_gpt_model.py" in told.replace("\\", "/")
    assert "# # 04 · Gpt model" in (course / "source/04_gpt_model/04_gpt_model.py").read_text(
        encoding="utf-8"
    )
    texts = [facts.PLACEHOLDER.sub("", p.read_text("utf-8")) for p in (course / "source").rglob("*.py")]
    assert not any("{{" in text for text in texts), "all but what the build fills in"
    type_in(course, "autograder audit 04_gpt_model --secrets 3")
    (row,) = audited(course)
    assert row["ok"] and row["mutants"]["survived"] == [] and row["mutants"]["equivalent"] == []
    type_in(course, "autograder release 04_gpt_model")
    assert (course / "course/04_gpt_model/04_gpt_model.ipynb").exists()


@pytest.mark.parametrize("name", ["gpt", "4_gpt", "04-gpt", "04_", "../04_gpt", "04_Gpt", "04_gpt/x"])
def test_a_name_that_is_none(name: str, tmp_path: Path) -> None:
    from autograder.errors import CourseError
    from autograder.lesson.new import create

    with pytest.raises(CourseError, match="is no lesson's name"):
        create(name, tmp_path)
    assert not list(tmp_path.iterdir())


def test_a_lesson_that_is_there_is_left_alone(tmp_path: Path) -> None:
    from autograder.errors import CourseError
    from autograder.lesson.new import create

    create("04_gpt", tmp_path)
    before = {p: p.read_bytes() for p in tmp_path.rglob("*.py")}
    for name in ("04_gpt", "04_other"):
        with pytest.raises(CourseError, match="has a lesson 04_gpt already"):
            create(name, tmp_path)
    assert {p: p.read_bytes() for p in tmp_path.rglob("*.py")} == before
    with pytest.raises(CourseError, match="clone of the course's repository"):
        create("05_x", tmp_path / "nowhere")
