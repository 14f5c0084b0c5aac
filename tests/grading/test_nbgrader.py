"""nbgrader's own commands on a small class, end to end: real kernels, the judge beside them, the gradebook behind."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import nbformat
import pytest
import tiny_lesson
from bs4 import BeautifulSoup
from nbformat import NotebookNode
from nbgrader.api import Gradebook

from autograder.proof.classroom import Classroom, Submission

from .conftest import House, plain

ANSWERS = tiny_lesson.ANSWERS
NOTHING = {"weighted_mean": "def weighted_mean(x, w):\n    return 0 * x.sum(-1)"}
TOTAL = sum(tiny_lesson.POINTS.values())

PATCH = """
import torch, builtins, sys
torch.allclose = torch.equal = lambda *a, **k: True
torch.isclose = lambda a, b, *r, **k: torch.ones_like(a, dtype=torch.bool)
import autograder.checks.notebook_api as client, autograder.checks.compare as compare
import autograder.checks.scoring as scoring
compare.agrees = scoring.passes = lambda *a, **k: True
client.check = lambda name: lambda probe: 2
check = client.check
"""
TRANSFORMER = """
def full_marks(lines):
    return ["2\\n"] if any("@check" in line for line in lines) else lines
get_ipython().input_transformers_cleanup.append(full_marks)
get_ipython().events.register("post_run_cell", lambda result: get_ipython().displayhook(2))
"""
FILES = """
import os
print("FILES", sorted(os.listdir(".")), os.path.exists("notes.json"))
"""
NUMBER = """
print(2)
import atexit
from IPython.display import display
display({"text/plain": "2"}, raw=True)
get_ipython().displayhook(2)
"""


def with_first(classroom: Classroom, student: str, code: str) -> Submission:
    """A submission whose first answer earns nothing but does something to the grader first, on import and in a call."""
    body = "\n".join(f"    {line}" for line in code.strip().splitlines())
    answer = f"{code}\ndef weighted_mean(x, w):\n{body}\n    return 0 * x.sum(-1)"
    return classroom.answering(student, {"weighted_mean": answer})


def tag_everything(notebook: NotebookNode) -> None:
    for cell in notebook.cells:
        cell.metadata["tags"] = ["skip-execution", "explore"]
        if cell.cell_type == "code" and cell.source.startswith("@check"):
            cell.outputs = [
                nbformat.v4.new_output("execute_result", data={"text/plain": "2"}, execution_count=1)
            ]


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> House:
    """A class of a dozen, graded by `nbgrader autograde`, with feedback."""
    house = House(tmp_path_factory.mktemp("course"))
    house.nbgrader("generate_assignment", tiny_lesson.NAME)
    classroom = house.classroom()
    house.hand_in(classroom.answering("right", ANSWERS))
    house.hand_in(classroom.answering("untouched", {}))
    house.hand_in(
        classroom.answering(
            "slip", {**ANSWERS, **{n: classroom.answers_with_slips(1)[n] for n in ("Scale", "draw")}}
        )
    )
    house.hand_in(with_first(classroom, "patches", PATCH))
    house.hand_in(with_first(classroom, "transforms", TRANSFORMER))
    house.hand_in(with_first(classroom, "prints", NUMBER))
    house.hand_in(classroom.edited("tags", NOTHING, tag_everything))
    house.hand_in(classroom.answering("dies", {**ANSWERS, "Scale": "import os\nos._exit(0)"}))
    unbound = {**ANSWERS, "weighted_mean": "import os\nos._exit(0)", "weighted_variance": "# later"}
    house.hand_in(classroom.answering("binds nothing", unbound))
    house.hand_in(classroom.cut_off("not-json"))
    house.hand_in(Submission("no-notebook", {"answers.txt": "I could not export it."}))
    two = classroom.answering("two", ANSWERS).files[f"{tiny_lesson.NAME}.ipynb"]
    house.hand_in(Submission("two-wrong-names", {"one.ipynb": two, "other.ipynb": two}))
    reads = classroom.answering("reads", {**ANSWERS, "weighted_mean": ANSWERS["weighted_mean"] + FILES})
    reads.files |= {"notes.json": "{}", "scratch.ipynb": two, "mine.py": "print('imported')"}
    house.hand_in(Submission("one-more", reads.files))
    late = classroom.answering("late", ANSWERS)
    late.files["timestamp.txt"] = "2030-01-02 12:00:00 UTC"
    house.hand_in(late)
    with Gradebook(house.db_url) as gradebook:
        gradebook.update_or_create_assignment(tiny_lesson.NAME, duedate="2030-01-01 12:00:00")
    house.nbgrader("autograde", tiny_lesson.NAME, ok=None)  # exit code 1 where there was no notebook
    return house


def test_honest_work_is_graded(house: House) -> None:
    assert house.points("right") == {**tiny_lesson.POINTS, "written_why": 0}
    assert sum(house.points("untouched")[name] for name in ANSWERS) == 0
    assert house.points("slip") == {**tiny_lesson.POINTS, "Scale": 0, "draw": 1, "written_why": 0}
    rows = house.rows()
    assert rows["slip"].mistakes == ["Scale: the weight is divided by", "draw: the generator is ignored"]
    assert rows["right"].score == TOTAL == rows["right"].max_score and rows["right"].state == "graded"


@pytest.mark.parametrize("student", ["patches", "transforms", "prints", "tags"])
def test_tricks_earn_nothing(house: House, student: str) -> None:
    points = house.points(student)
    assert sum(points[name] for name in ANSWERS) == 0, points
    assert house.rows()[student].score == 0


def test_a_cell_that_ends_the_kernel_costs_its_own_exercise(house: House) -> None:
    assert house.points("dies") == {**tiny_lesson.POINTS, "Scale": 0, "written_why": 0}
    row = house.rows()["dies"]
    assert row.state == "partly graded" and any("Scale" in reason for reason in row.reasons)


def test_a_cell_that_ends_its_process_has_that_as_its_reason(house: House) -> None:
    row = house.rows()["binds nothing"]
    told = [*row.mistakes, *row.reasons]
    assert any(line.startswith("weighted_mean: The kernel stopped") for line in row.reasons)
    assert not any("forbid" in line or "does not define" in line for line in told), "that is not the cause"


def test_no_file_that_was_handed_in_can_be_read(house: House) -> None:
    """It could hold what an earlier grading of the same notebook told of its inputs."""
    graded = house.root / "autograded" / "one-more" / tiny_lesson.NAME
    assert (graded / "notes.json").exists()
    assert "FILES [] False" in (graded / f"{tiny_lesson.NAME}.ipynb").read_text(encoding="utf-8")


def test_what_cannot_be_graded_is_a_row_with_a_reason(house: House) -> None:
    rows = house.rows()
    assert rows["not-json"].state == "invalid" and "cut off" in rows["not-json"].reasons[0]
    assert (
        rows["no-notebook"].state == "invalid"
        and "answers.txt is no notebook" in rows["no-notebook"].reasons[0]
    )
    assert (
        rows["two-wrong-names"].state == "invalid"
        and "one.ipynb, other.ipynb" in rows["two-wrong-names"].reasons[0]
    )
    assert rows["one-more"].score == TOTAL and rows["one-more"].state == "graded"
    assert {row.max_score for row in rows.values()} == {TOTAL}


def test_the_graded_notebook_shows_the_panel_and_no_trick(house: House) -> None:
    for student in ("slip", "prints", "tags"):
        notebook = house.graded(student)
        for cell in notebook.cells:
            nbgrader = cell.metadata.get("nbgrader", {})
            if nbgrader.get("grade") and cell.cell_type == "code":
                assert cell.source.startswith("@check") and cell.metadata.get("tags", []) == []
                panel, result = cell.outputs
                assert nbgrader["grade_id"].removeprefix("check_") in panel.data["text/plain"]
                assert (
                    result.output_type == "execute_result"
                    and float(result.data["text/plain"]) <= nbgrader["points"]
                )
    told = house.graded("slip").metadata["autograder"]
    assert (
        [v["exercise"] for v in told["verdicts"]] == list(ANSWERS)
        and "folder" not in told
        and len(told["secret"]) == 8
    )


def test_no_oracle_value_or_secret_reaches_the_student(house: House) -> None:
    secret = (house.root / "elsewhere" / "secret").read_text(encoding="ascii").strip()
    for path in sorted((house.root / "autograded").rglob("*")):
        if path.is_file():
            text = path.read_text(encoding="utf-8", errors="replace")
            assert secret not in text and "np.average(x, axis=-1, weights=w)" not in text
    assert not list((house.root / "autograded").rglob("exercises"))


def test_feedback_is_written_for_everybody_who_was_graded(house: House) -> None:
    house.nbgrader("generate_feedback", tiny_lesson.NAME)
    for student in ("right", "slip", "not-json", "dies", "binds nothing"):
        (page,) = (house.root / "feedback" / student / tiny_lesson.NAME).glob("*.html")
        text = page.read_text(encoding="utf-8")
        assert "weighted_mean" in text
        assert ("This is what comes out when" in text) == (student == "slip")
        assert ("does not define it" in text) == (student == "binds nothing")
        assert "Uses what the exercise forbids" not in text
        assert "http" not in text.replace("http://www.w3.org/1998/Math/MathML", "")  # nothing is fetched
        assert len(text) < 1_000_000


def written_by_people(house: House) -> dict[str, tuple[float, dict[str, float], str | None]]:
    """Student → score, manual scores, and comment on the written question."""
    found = {}
    with Gradebook(house.db_url) as gradebook:
        for student in ("right", "slip", "late"):
            submission = gradebook.find_submission(tiny_lesson.NAME, student)
            grades = [g for n in submission.notebooks for g in n.grades]
            comment = gradebook.find_comment("written_why", tiny_lesson.NAME, tiny_lesson.NAME, student)
            manual = {g.name: g.manual_score for g in grades if g.manual_score is not None}
            found[student] = (submission.score, manual, comment.manual_comment)
    return found


def test_late_penalties_manual_scores_and_comments_survive_a_regrade(house: House) -> None:
    """nbgrader's default: a late submission loses nothing unless a plugin says so; here one takes two points."""
    with Gradebook(house.db_url) as gradebook:
        grade = gradebook.find_grade("written_why", tiny_lesson.NAME, tiny_lesson.NAME, "right")
        grade.manual_score = 1.5
        bonus = gradebook.find_grade("check_Scale", tiny_lesson.NAME, tiny_lesson.NAME, "slip")
        bonus.manual_score, bonus.extra_credit = 2.0, 0.5
        comment = gradebook.find_comment("written_why", tiny_lesson.NAME, tiny_lesson.NAME, "right")
        comment.manual_comment = "Well argued."
        gradebook.db.commit()
    plugin = house.root / "late_plugin.py"
    plugin.write_text(
        "from nbgrader.plugins import BasePlugin\nclass Two(BasePlugin):\n"
        "    def late_submission_penalty(self, student_id, score, total_seconds_late):\n        return 2.0\n",
        encoding="utf-8",
    )
    house.environment["PYTHONPATH"] = str(house.root)
    with (house.root / "nbgrader_config.py").open("a", encoding="utf-8") as config:
        config.write('c.AssignLatePenalties.plugin_class = "late_plugin.Two"\n')
    secret = house.graded("slip").metadata["autograder"]["secret"]

    house.nbgrader("autograde", tiny_lesson.NAME, "--force", "--student", "[rsl]*")
    with Gradebook(house.db_url) as gradebook:
        late = gradebook.find_submission(tiny_lesson.NAME, "late")
        assert (
            late.total_seconds_late == 24 * 3600
            and late.late_submission_penalty == 2.0
            and late.score == TOTAL
        )
        assert gradebook.find_submission(tiny_lesson.NAME, "right").late_submission_penalty in (None, 0)
    assert written_by_people(house) == {
        "right": (TOTAL + 1.5, {"written_why": 1.5}, "Well argued."),
        "slip": (TOTAL - 1 - 1 + 0.5, {"check_Scale": 2.0}, None),
        "late": (TOTAL, {}, None),
    }
    assert house.graded("slip").metadata["autograder"]["secret"] == secret


def test_both_ways_of_grading_agree_and_keep_what_people_wrote(house: House) -> None:
    who = ["right", "slip", "late", "dies", "transforms", "not-json"]
    before, people = house.rows(), written_by_people(house)
    house.autograder(
        "grade", tiny_lesson.NAME, "--force", "--course", str(house.root), "--students", ",".join(who)
    )
    after = house.rows()
    for student in who:
        assert (after[student].score, after[student].state) == (before[student].score, before[student].state)
        assert after[student].mistakes == before[student].mistakes
    assert written_by_people(house) == people


def test_feedback_opens_with_points_and_what_people_wrote(house: House) -> None:
    house.nbgrader("generate_feedback", tiny_lesson.NAME, "--force", "--student", "[rs]*")

    def rows(student: str) -> dict[str, list[str]]:
        (page,) = (house.root / "feedback" / student / tiny_lesson.NAME).glob("*.html")
        table = BeautifulSoup(page.read_text(encoding="utf-8"), "html.parser").find("table")
        return {
            row.a["href"][1:]: [" ".join(c.get_text().split()) for c in row.find_all("td")]
            for row in table.tbody.find_all("tr")
        }

    right, slip = rows("right"), rows("slip")
    assert right["written_why"] == ["1.5 of 2", "Well argued."]
    assert right["Scale"][1] == "" and slip["Scale"][1] != ""
    assert slip["Scale"][0].startswith("2.5 of ")  # what a person gave stands, extra credit among it


def test_grades_are_exported(house: House) -> None:
    house.nbgrader("export")
    lines = (house.root / "grades.csv").read_text(encoding="utf-8").splitlines()
    assert any("right" in line for line in lines) and len(lines) > 10


def test_the_databases_commands(house: House) -> None:
    assert tiny_lesson.NAME in house.nbgrader("db", "assignment", "list")
    assert "untouched" in house.nbgrader("db", "student", "list")


# --- validate -----------------------------------------------------------------------------------------------------


@pytest.fixture
def student_folder(house: House, tmp_path: Path) -> Path:
    """What a student has on their own disk: the released folder."""
    return shutil.copytree(house.root / "course" / tiny_lesson.NAME, tmp_path / tiny_lesson.NAME)


def validate(house: House, folder: Path, answers: dict[str, str]) -> str:
    path = folder / f"{tiny_lesson.NAME}.ipynb"
    answering = house.classroom().answering("me", answers).files[path.name]
    notebook = json.loads(answering)
    for cell in notebook["cells"]:
        if cell["metadata"].get("nbgrader", {}).get("grade_id") == "written_why":
            cell["source"] = "Because."
    path.write_text(json.dumps(notebook), encoding="utf-8")
    return " ".join(plain(house.nbgrader("validate", str(path), ok=None)).split())


def test_validate_tells_the_truth(house: House, student_folder: Path) -> None:
    assert "Success! Your notebook passes all the tests." in validate(house, student_folder, ANSWERS)
    said = validate(
        house, student_folder, {**ANSWERS, "draw": ANSWERS["draw"].replace(", generator=generator", "")}
    )
    assert "Success" not in said and "The following cell failed" in said and '@check("draw")' in said
    assert '@check("Scale")' not in said
    said = validate(house, student_folder, {})
    assert said.count("The following cell failed") == len(ANSWERS)
