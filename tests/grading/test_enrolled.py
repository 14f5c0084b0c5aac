"""An instructor's other days, with a real gradebook: a list with extensions, a zip, written answers, a regrade."""

from __future__ import annotations

import base64
import csv
import json
import zipfile
from datetime import timedelta
from pathlib import Path

import houses
import pytest
import tiny_lesson
from nbgrader.api import Gradebook

pytestmark = pytest.mark.slow
NAME = tiny_lesson.NAME
WRONG = {**tiny_lesson.ANSWERS, "Scale": tiny_lesson.ANSWERS["Scale"].replace("x * self", "x + self")}
MENDED = [  # the tiny lesson as it is once somebody has found out that its layer should add
    (
        '{"output": x * weights["weight"], "grad_weight": (gradient * x).reshape(-1, n).sum(0)}',
        '{"output": x + weights["weight"], "grad_weight": gradient.reshape(-1, n).sum(0)}',
    ),
    (
        '{"einsum": \'return torch.einsum("...n,n->...n", x, self.weight)\'}',
        '{"add": "return torch.add(x, self.weight)"}',
    ),
    ('edit=("x * self", "x + self")', 'edit=("x + self", "x * self")'),
    ('edit=("x * self", "x / self")', 'edit=("x + self", "x / self")'),
    (
        'edit=("x * self.weight", "x * self.weight.data + 0 * self.weight")',
        'edit=("x + self.weight", "x + self.weight.data + 0 * self.weight")',
    ),
]
PNG = base64.b64encode(b"\x89PNG\r\n\x1a\n...").decode()
PLUGIN = """
from nbgrader.plugins import LateSubmissionPlugin
class Hourly(LateSubmissionPlugin):
    def late_submission_penalty(self, student_id, score, total_seconds_late):
        return total_seconds_late / 3600
"""


class House(houses.House):
    def command(self, name: str, *words: str | Path, ok: bool | None = True) -> str:
        return self.autograder(name, *map(str, words), "--course", str(self.root), ok=ok)

    def hand_in(
        self,
        student: str,
        answers: dict[str, str],
        why: str = "",
        note: str = "",
        at: str = "",
        pictures: dict[str, object] | None = None,
    ) -> None:
        """Into submitted/, with a text for the written question and a note in a cell of its own."""
        folder = self.root / "submitted" / student / NAME
        folder.mkdir(parents=True)
        (folder / f"{NAME}.ipynb").write_bytes(self.notebook(student, answers, why, note, pictures))
        if at:
            (folder / "timestamp.txt").write_text(at, encoding="utf-8")

    def notebook(
        self,
        student: str,
        answers: dict[str, str],
        why: str = "",
        note: str = "",
        pictures: dict[str, object] | None = None,
    ) -> bytes:
        made = json.loads(self.classroom().answering(student, answers).files[f"{NAME}.ipynb"])
        for cell in made["cells"]:
            if why and cell["metadata"].get("nbgrader", {}).get("grade_id") == "written_why":
                cell["source"], cell["attachments"] = why, pictures or {}
        if note:
            made["cells"].append({"cell_type": "markdown", "id": "n", "metadata": {}, "source": note})
        return json.dumps(made).encode()

    def gradebook(self) -> Gradebook:
        return Gradebook(self.db_url)

    def late(self, student: str) -> tuple[timedelta | None, float]:
        with self.gradebook() as gradebook:
            row = gradebook.find_submission(NAME, student)
            return row.extension, float(row.late_submission_penalty or 0)

    def points(self, student: str, exercise: str) -> float:
        with self.gradebook() as gradebook:
            return gradebook.find_grade(f"check_{exercise}", NAME, NAME, student).auto_score


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> House:
    house = House(tmp_path_factory.mktemp("course"))
    (house.root / "hourly.py").write_text(PLUGIN, encoding="utf-8")
    with (house.root / "nbgrader_config.py").open("a", encoding="utf-8") as config:
        config.write(f"\nimport sys\nsys.path.insert(0, {str(house.root)!r})\n")
        config.write('c.AssignLatePenalties.plugin_class = "hourly.Hourly"\n')
    house.autograder("release", NAME)
    house.nbgrader("generate_assignment", NAME, "--force")
    with house.gradebook() as gradebook:
        gradebook.update_or_create_assignment(NAME, duedate="2027-01-10 12:00:00 UTC")
        gradebook.db.commit()
    late = "2027-01-10 15:00:00 UTC"
    house.hand_in("ada", tiny_lesson.ANSWERS, "Because weights need not add up to 1.", at=late)
    house.hand_in(
        "emmy", WRONG, "because weights need not add up  to 1", "Regrade Scale: plus is fine.", late
    )
    house.hand_in("noor", tiny_lesson.ANSWERS, at=late)
    pictures: dict[str, object] = {"p.png": {"image/png": PNG}, "broken.png": {"image/png": "no picture"}}
    unit = "An average has the unit of x: ![mine](attachment:p.png) ![lost](attachment:broken.png)"
    house.hand_in("sofia", {}, unit, "Regrade everything, please", late, pictures)
    house.command("grade", NAME)
    return house


def test_extensions_before_and_after(house: House, tmp_path: Path) -> None:
    assert house.late("ada") == (None, 3.0)
    path = tmp_path / "class.csv"
    path.write_text(f"student,first_name,extension {NAME}\nada,Ada,2 hours\nlater,Kurt,1 day\nemmy,,\n")
    said = house.command("roster", path)
    assert "3 students: 1 new, 1 changed, 1 as before" in said and "2 extensions noted" in said
    assert f"{NAME}, Ada (ada): the late penalty is 1 points, it was 3" in said
    assert house.late("ada") == (timedelta(hours=2), 1.0) and house.late("emmy") == (None, 3.0)
    path.write_text("student,extension\nada,1\nemmy,1\n")  # more time in every lesson
    assert f"{NAME}, emmy: the late penalty is 0 points, it was 3" in house.command("roster", path)
    assert house.late("ada") == (timedelta(days=1), 0) == house.late("emmy")
    path.write_text("student,extension\nada,0\nemmy,0\n")
    house.command("roster", path)
    assert house.late("ada") == (timedelta(hours=2), 1.0) and house.late("emmy") == (None, 3.0)

    house.hand_in("later", tiny_lesson.ANSWERS, at="2027-01-11 14:00:00 UTC")  # after the extension of a day
    house.command("grade", NAME)
    assert house.late("later") == (timedelta(days=1), 2.0)
    assert "handed in 2 h late" in (house.root / "build" / "grades" / f"{NAME}.csv").read_text()

    path.write_text(f"student,extension {NAME}\nada,0\n")  # taken back
    said = house.command("roster", path)
    assert "1 extension taken back" in said and "noted" not in said
    assert house.late("ada") == (None, 3.0)
    assert json.loads((house.root / "extensions.json").read_text()) == {NAME: {"later": "24 hours"}}


def test_nbgrader_itself_knows_the_extension(house: House, tmp_path: Path) -> None:
    path = tmp_path / "class.csv"
    path.write_text(f"student,extension {NAME}\nnoor,3\n")
    house.command("roster", path)
    with house.gradebook() as gradebook:
        gradebook.find_submission(NAME, "noor").extension = None
        grade = gradebook.find_grade("written_why", NAME, NAME, "noor")
        grade.manual_score, grade.needs_manual_grade = 0.5, False
        gradebook.db.commit()
    house.nbgrader("autograde", NAME, "--student", "noor", "--force")
    assert house.late("noor") == (timedelta(days=3), 0.0)
    with house.gradebook() as gradebook:  # her answer is the same, so what a person gave for it is settled
        grade = gradebook.find_grade("written_why", NAME, NAME, "noor")
        assert grade.manual_score == 0.5 and not grade.needs_manual_grade
        grade.manual_score, grade.needs_manual_grade = None, False  # she wrote nothing
        gradebook.db.commit()


def test_a_list_that_cannot_be_taken_changes_nothing(house: House, tmp_path: Path) -> None:
    path = tmp_path / "class.csv"
    path.write_text(f"student,first_name,extension {NAME}\nfresh,New,1\nada,Other,whenever\n")
    before = (house.root / "extensions.json").read_text()
    said = house.command("roster", path, ok=False)
    assert "line 3: 'whenever' is no extension" in said
    with house.gradebook() as gradebook:
        assert "fresh" not in {student.id for student in gradebook.students}
        assert gradebook.find_student("ada").first_name == "Ada"
    assert (house.root / "extensions.json").read_text() == before


def test_a_zip_of_canvas_is_graded(house: House, tmp_path: Path) -> None:
    (tmp_path / "class.csv").write_text("student,lms_id\nzoe,77\nada,78\n")
    house.command("roster", tmp_path / "class.csv")
    with zipfile.ZipFile(tmp_path / "all.zip", "w") as archive:
        archive.writestr(f"zoe_77_1_{NAME}.ipynb", house.notebook("zoe", tiny_lesson.ANSWERS))
        archive.writestr(f"ada_78_2_{NAME}.ipynb", house.notebook("ada", {}))
        archive.writestr(f"nobody_79_3_{NAME}.ipynb", b"")
    collect = NAME, tmp_path / "all.zip", "--from", "canvas", "--at", "2027-01-10 11:00"
    said = house.command("collect", *collect)
    assert "1 students' notebooks placed" in said and "Ada (ada): submitted/ holds other files" in said
    assert f"left: nobody_79_3_{NAME}.ipynb: nobody in the gradebook" in said
    assert "1 were there already" in house.command("collect", *collect)
    house.command("grade", NAME)
    assert house.points("zoe", "Scale") == 3 and house.late("zoe")[1] == 0
    assert house.points("ada", "Scale") == 3  # hers was left as it was


def test_written_answers(house: House) -> None:
    said = house.command("written", NAME)
    folder = house.root / "build" / "grades"
    page = (folder / f"{NAME}-written.html").read_text(encoding="utf-8")
    assert "a model answer would explain at length" in page and "Nothing was written." in page
    assert f"data:image/png;base64,{PNG}" in page and "[a picture that is damaged" in page
    words = page.casefold().replace("readable", "").replace(PNG.casefold(), "")
    assert "ada" not in words and "Why?" in page
    path = folder / f"{NAME}-written.csv"
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert rows[0]["students"] == str(len(list((house.root / "submitted").iterdir())) - 3)
    assert rows[0]["points"] == "0" and f"; {rows[0]['students']} empty, with 0 points" in said
    assert sorted(row["students"] for row in rows[1:]) == ["1", "2"] and "in 3 groups" in said
    for row in rows:
        row["points"] = row["points"] or ("1,5" if row["students"] == "2" else "")
        row["comment"] = "Well said." if row["students"] == "2" else ""

    def save() -> None:
        with path.open("w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, rows[0])
            writer.writeheader()
            writer.writerows(rows)

    def take(*options: str, ok: bool = True) -> str:
        save()
        return house.command("written", NAME, "--take", path, *options, ok=ok)

    save()
    assert "1 row is in the new table as you had filled it in" in house.command("written", NAME)
    with path.open(encoding="utf-8", newline="") as file:
        assert {row["group"]: row["points"] for row in csv.DictReader(file)} == {
            row["group"]: row["points"] for row in rows
        }
    assert "2 grades written" in take() and "0 grades written" in take()
    with house.gradebook() as gradebook:
        grade = gradebook.find_grade("written_why", NAME, NAME, "emmy")
        assert grade.manual_score == 1.5 and not grade.needs_manual_grade
        assert gradebook.find_comment("written_why", NAME, NAME, "ada").manual_comment == "Well said."
        assert gradebook.find_grade("written_why", NAME, NAME, "sofia").needs_manual_grade
        grade.manual_score = 0.5  # somebody looks at it again, in the formgrader
        gradebook.db.commit()
    assert "kept: emmy, written_why" in take()
    assert "1 grade written" in take("--replace")
    (sofia,) = (row for row in rows if not row["points"])
    assert house.late("sofia")[1] == 0  # she had no points that could be taken off
    sofia["items"] = "z"
    assert "'z' is no item of this question; its items are a, b" in take(ok=False)
    sofia["items"], sofia["points"] = "a", "2"
    assert "the items a are worth 1.5 points, and the column points says 2" in take(ok=False)
    sofia["points"] = ""
    assert "sofia: the late penalty is 1.5 points now, it was 0" in take()
    assert "every score is what its items are worth" in house.command("written", NAME, "--correct")
    text = house.lesson.folder / f"{NAME}.py"
    before = text.read_text(encoding="utf-8")
    text.write_text(before.replace("a, 1.5 points", "a, 1 point").replace("b, 0.5 points", "b, 1 point"))
    said = house.command("written", NAME, "--correct")
    assert "sofia: 1 points, before 1.5 (written_why, items a)" in said and "1 scores corrected" in said
    assert "sofia: the late penalty is 1 points now, it was 1.5" in said
    text.write_text(before, encoding="utf-8")
    sofia["items"] = "A, b"
    assert "sofia: the late penalty is 2 points now, it was 1" in take()
    rows[0]["points"] = "3"
    assert "row 2: points go from 0 to 2, not 3" in take(ok=False)
    rows[0]["points"], rows[0]["group"] = "1", "0123456789"
    assert "somebody has handed in again" in take(ok=False)


def test_feedback_is_made_anew(house: House) -> None:
    def page(student: str) -> str:
        return (house.root / "feedback" / student / NAME / f"{NAME}.html").read_text(encoding="utf-8")

    said = house.command("feedback", NAME)
    count = len(list((house.root / "submitted").iterdir()))
    assert f"{count} pages for {count} students" in said
    assert "Well said." in page("emmy") and f"data:image/png;base64,{PNG}" in page("sofia")
    assert "[a picture that is damaged" in page("sofia")
    with house.gradebook() as gradebook:
        gradebook.find_comment("written_why", NAME, NAME, "emmy").manual_comment = "Said even better."
        gradebook.db.commit()
    assert "1 page for 1 student" in house.command("feedback", NAME, "--students", "emmy")
    assert "Said even better." in page("emmy") and "Well said." in page("ada")
    assert not list(house.root.glob(".feedback*")) and not list((house.root / "feedback" / "emmy").glob(".*"))


def test_a_person_answers_a_request(house: House, tmp_path: Path) -> None:
    (tmp_path / "mail.csv").write_text(
        "student,exercise,note\nsofia,written_why,I said more\n", encoding="utf-8"
    )
    said = house.command("regrade", NAME, "--notes", tmp_path / "mail.csv")
    assert "open: emmy, Scale: plus is fine." in said and "3 open, 0 answered, 0 changed" in said
    assert "open: sofia, no exercise named: Regrade everything, please" in said
    assert house.points("emmy", "Scale") == 0
    path = house.root / "build" / "grades" / f"{NAME}-requests.csv"
    with path.open(encoding="utf-8", newline="") as file:
        rows = {row["note"]: row for row in csv.DictReader(file)}
    assert (rows["plus is fine."]["points"], rows["plus is fine."]["of"]) == ("0", "3")

    def take(ok: bool = True) -> str:
        with path.open("w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, rows["plus is fine."])
            writer.writeheader()
            writer.writerows(rows.values())
        return house.command("regrade", NAME, "--take", path, ok=ok)

    rows["plus is fine."]["new_points"] = "1"
    assert "line 2: the student gets no reply" in take(ok=False)
    rows["plus is fine."]["reply"] = "The sign was hard to read."
    rows["I said more"]["reply"] = "Not <there>, I fear."
    assert "2 replies taken, 1 with other points" in take()
    assert "1 open, 1 answered, 1 changed" in house.command("regrade", NAME, "--list")
    with house.gradebook() as gradebook:
        assert gradebook.find_grade("check_Scale", NAME, NAME, "emmy").score == 1
    house.command("feedback", NAME, "--students", "emmy,sofia")
    page = (house.root / "feedback" / "emmy" / NAME / f"{NAME}.html").read_text(encoding="utf-8")
    assert "plus is fine." in page and "The sign was hard to read." in page and "0 → 1" in page
    page = (house.root / "feedback" / "sofia" / NAME / f"{NAME}.html").read_text(encoding="utf-8")
    assert "Not &lt;there&gt;, I fear." in page and "Regrade everything, please" in page
    said = house.command("history", NAME, "--students", "emmy")
    assert "regrade request: The sign was hard to read." in said and "points from a person" in said
    house.command("history", NAME)
    assert (house.root / "build" / "grades" / f"{NAME}-history.csv").stat().st_mode & 0o777 == 0o600
    assert (house.root / "regrades.jsonl").stat().st_mode & 0o777 == 0o600


def test_an_erratum_lists_what_changed(house: House) -> None:
    """The oracle was wrong: plus is right. What was handed out before is graded by the mended one."""
    first = house.lesson.release
    tiny_lesson.write(
        house.root / "source",
        text=[("return x * self.weight  # every", "return x + self.weight  # every")],
        exercises=MENDED,
    )
    house.autograder("release", NAME)
    house.nbgrader("generate_assignment", NAME, "--force")
    said = house.command("regrade", NAME, "--erratum", "Scale adds")
    assert f"release {first} is graded as the lesson is now" in said
    assert house.points("emmy", "Scale") == 3 and house.points("ada", "Scale") == 0
    assert "have fewer points than before" in said
    with house.gradebook() as gradebook:  # what people gave for written answers is as settled as before
        assert not gradebook.find_grade("written_why", NAME, NAME, "emmy").needs_manual_grade
        assert gradebook.find_grade(
            "check_Scale", NAME, NAME, "emmy"
        ).needs_manual_grade  # the check gives others now
    (path,) = sorted((house.root / "build" / "grades").glob("*-regrade-*.csv"))[-1:]
    with path.open(encoding="utf-8", newline="") as file:
        changed = {row["student"]: (row["before"], row["now"]) for row in csv.DictReader(file)}
    assert changed["emmy"] == ("0", "3") and changed["ada"] == ("3", "0")


def test_a_code_for_each_student(house: House) -> None:
    said = house.command("codes")
    path = house.root / "build" / "grades" / "codes.csv"
    with path.open(encoding="utf-8", newline="") as file:
        codes = {row["student"]: row["code"] for row in csv.DictReader(file)}
    assert f"{len(codes)} students in" in said and {"ada", "emmy"} <= codes.keys()
    assert len(set(codes.values())) == len(codes) and all(len(code) == 8 for code in codes.values())
    assert path.stat().st_mode & 0o077 == 0
