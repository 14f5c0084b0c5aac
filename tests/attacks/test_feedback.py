"""nbgrader's own commands on attacks: autograde gives what `autograder grade` gives, and feedback runs no script."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from bs4 import BeautifulSoup

from .confidentiality import SCRIPT
from .conftest import Battle
from .field import Field, lessons
from .groups import ALL

QUICK = [
    "displayhook", "late update", "recorded answers", "closed line", "edited, tags", "edited, emptied checks",
    "forbidden, getattr", "files", "rich outputs", "segfault", "cut off", "everything twice", "checks deleted",
    "honest, warnings", "honest, noisy answers", "a wrong time", "more files", "byte order mark", "odd file names",
    "hard link", "odd words", "formula", "slow page", "big map", "renamed", "oddly named",
]  # fmt: skip


def named(names: list[str]) -> list:
    found = [attack for attack in ALL if attack.name in names]
    assert len(found) == len(names)
    return found


class NbgraderBattle(Battle):
    """The same battle, graded by `nbgrader autograde` in one process: a selection, and every attack in the slow run."""

    def run(self, attacks: list) -> None:
        self.field.release()
        self.field.hand_in_attacks(attacks)
        done = self.field.command("nbgrader", "autograde", self.field.name, timeout=2400, check=False)
        self.log = done.stdout + done.stderr
        self.results = self.field.results()


@pytest.fixture(scope="module", params=["quick", pytest.param("all", marks=pytest.mark.slow)])
def battle(request: pytest.FixtureRequest) -> Iterator[NbgraderBattle]:
    with tempfile.TemporaryDirectory(prefix="ag-", dir="/tmp") as folder:
        found = NbgraderBattle(Field(Path(folder), lessons()[0]))
        found.run(named(QUICK) if request.param == "quick" else ALL)
        yield found


def test_autograde_gives_what_was_earned(battle: NbgraderBattle):
    wrong = {}
    for attack in ALL:
        if attack.name in battle.results and attack.earns != "nothing":
            result = battle.results[attack.name]
            # nbgrader takes a file by its name only, and the instructor's row says which name it should have
            if attack.earns == "all, if there is one notebook":
                assert result.row.state == "invalid" and "is expected" in result.told, result.told
            elif result.points != battle.expected(attack):
                wrong[attack.name] = (result.points, result.told)
            elif attack.told and not re.search(attack.told, result.told):
                wrong[attack.name] = result.told
    assert wrong == {}, battle.log[-3000:]
    for name in ("0 honest", "m honest", "z honest"):
        assert battle.results[name].points == battle.field.max_points
    unreadable = battle.results["cut off"]
    assert sum(unreadable.points.values()) == 0 and unreadable.row.state == "invalid"


def test_files_beside_the_notebook_are_copied_if_they_are_files(battle: NbgraderBattle):
    """A link to the gradebook must not come back to the student as feedback."""
    folder = battle.field.root / "autograded" / "more files" / battle.field.name
    names = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if not path.is_dir()}
    assert "notes.txt" in names and f"{battle.field.lesson.notebooks[0].stem}.ipynb" in names
    assert not names & {"gradebook", "pipe", "sparse"} and not any(name.startswith("link") for name in names)


def test_a_file_of_somebody_elses_is_not_copied(battle: NbgraderBattle):
    assert not list((battle.field.root / "autograded").glob("hard link/*/hard link"))


def test_feedback_runs_no_script(battle: NbgraderBattle):
    battle.field.command("nbgrader", "generate_feedback", battle.field.name, "--force")
    slow = sorted((battle.field.root / "feedback" / "slow page" / battle.field.name).glob("*.html"))
    assert slow and "takes too long to set as Markdown" in slow[-1].read_text(encoding="utf-8")
    pages = sorted((battle.field.root / "feedback" / "rich outputs" / battle.field.name).glob("*.html"))
    assert pages
    texts = [page.read_text(encoding="utf-8") for page in pages]
    for text in texts:
        assert not executable(text)
    assert not any("data:image" in text or "<script" in text for text in texts)  # the page shows no outputs
    assert any("<em>good</em>" in text for text in texts)  # written answers keep their Markdown


def test_the_formgrader_runs_no_script(battle: NbgraderBattle):
    """Its page is nbconvert's HTML with another template, over the same configuration."""
    import nbgrader.server_extensions.formgrader as formgrader
    from nbconvert.exporters import HTMLExporter

    from autograder.release.build import nbgrader_config

    config = nbgrader_config(battle.field.root / "nbgrader_config.py")
    template = Path(formgrader.__file__).parent / "templates"
    config.HTMLExporter.template_name = "formgrade"
    config.HTMLExporter.extra_template_basedirs = [str(template)]
    exporter = HTMLExporter(config=config)
    filters = exporter.environment.filters
    assert filters["markdown2html"].__module__ == "autograder.grading.outputs"


def executable(page: str) -> list[str]:
    """Every place of a page where a browser would run the student's script."""
    soup = BeautifulSoup(page, "html.parser")
    # MathJax leaves alone what stands in <pre> and <code>
    mathematics = (
        text for text in soup.find_all(string=re.compile(r"\\href")) if not text.find_parent(["pre", "code"])
    )
    found = [f"href in mathematics: {text}" for text in mathematics]
    for tag in soup.find_all(True):
        if tag.name in ("script", "style", "iframe", "object", "embed", "svg", "math", "template"):
            found += [str(tag)[:200]] if SCRIPT in tag.get_text() else []
        for name, value in tag.attrs.items():
            value = " ".join(value) if isinstance(value, list) else str(value)
            found += [f"{tag.name} {name}={value[:200]}"] if SCRIPT in value or name.startswith("on") else []
    return found


def test_the_search_for_scripts_finds_them():
    assert (
        len(executable(f"<script>{SCRIPT}</script><img onerror={SCRIPT}><a href='javascript:{SCRIPT}'>x</a>"))
        == 3
    )
    assert executable(f"<p>&lt;script&gt;{SCRIPT}&lt;/script&gt;</p>") == []
