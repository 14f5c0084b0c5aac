"""The pages of a made-up class: what they say, what they must not say, and that they stand alone."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from datetime import datetime, timedelta
from html import unescape
from pathlib import Path

import classes
import pytest
from bs4 import BeautifulSoup
from nbgrader.api import Gradebook

from autograder.checks.scoring import Criterion, Slip, Verdict
from autograder.enrolment import extensions
from autograder.enrolment.extensions import Extension
from autograder.errors import CourseError
from autograder.grading.submissions import Course
from autograder.reporting import gather, measures, page
from autograder.reporting.pseudonyms import pseudonym

pytestmark = pytest.mark.filterwarnings("ignore::sqlalchemy.exc.SAWarning")  # of nbgrader's own
LESSON = "02_made"
EXERCISES = classes.five()
STUDENTS = [f"kunigunde{i:02}" for i in range(60)]
ABSENT = "absentia99"
SPECIAL = {
    "tamper": "tampered",
    "killed": "partly graded",
    "broken": "invalid",
    "signed": "graded",
    "wrongname": "invalid",
}


def right(**points: float) -> list[Verdict]:
    return [Verdict(m.name, points.get(m.name, m.points), m.points, "right") for m in EXERCISES]


def fill_in(school: classes.School) -> None:
    """Sixty of all kinds, five in some trouble, and one who hands in nothing."""
    school.students = STUDENTS
    school.fill(LESSON, EXERCISES)
    code = {made.name: made.right for made in EXERCISES}
    school.hand_in(
        "tamper", LESSON, right(), code, edited=["check_mask"], changes=["the cell check_mask was edited"]
    )
    ended = [Verdict("scores", 0, 2, "unfinished"), *right()[1:]]
    ended[1].odd = ["tamperer Eulalia loaded ctypes"]
    killed = {"scores": "The kernel stopped: it used more memory than it may."}
    school.hand_in("killed", LESSON, ended, code, incidents=killed, ends={"scores": "memory"}, kernels=3)
    lost = [Verdict(m.name, 0, m.points, "unfinished") for m in EXERCISES]
    school.hand_in("broken", LESSON, lost, code, invalid="the file is no notebook (JSONDecodeError: Eulalia)")
    signed = right()
    signed[0] = Verdict(
        "scores", 0, 2, "error", error={"type": "ValueError", "message": "signed, Eulalia <b>"}
    )
    signed[1] = Verdict("weights", 0, 3, "wrong", [Criterion("output", False, "is 'Eulalia'")])
    signed[2] = Verdict("mask", 0, 4, "error", error={"type": "EulaliaError", "message": "no"})
    changes = ["the notebook was called Eulalia's.ipynb"]
    school.hand_in("signed", LESSON, signed, code, changes=changes, hours=27)
    school.hand_in("wrongname", LESSON, [], file="Eulalia.ipynb")
    (school.root / "autograded" / "wrongname" / LESSON / f"{LESSON}.ipynb").unlink()


@pytest.fixture(scope="module")
def school(tmp_path_factory: pytest.TempPathFactory) -> classes.School:
    made = classes.School(tmp_path_factory.mktemp("school"), [*STUDENTS, *SPECIAL, ABSENT])
    made.add_lesson(LESSON, EXERCISES)
    fill_in(made)
    with Gradebook(made.url) as gradebook:
        gradebook.update_or_create_student(
            "signed", first_name="Eulalia", last_name="Pumpernickel", email="pumper@example.org"
        )
    return made


def hidden(student: str) -> str:
    return pseudonym(b"a secret", student)


@pytest.fixture(scope="module")
def group(school: classes.School) -> gather.Class:
    return gather.one_lesson(school.course, LESSON, [LESSON])


@pytest.fixture(scope="module")
def text(group: gather.Class) -> str:
    return page.lesson_page(group)


@pytest.fixture(scope="module")
def soup(text: str) -> BeautifulSoup:
    return BeautifulSoup(text, "html.parser")


def words(node: object) -> str:
    return " ".join(node.get_text(" ").split())  # type: ignore[attr-defined]


def section(soup: BeautifulSoup, name: str) -> BeautifulSoup:
    found = soup.find("section", {"aria-labelledby": name})
    assert found is not None, name
    return found  # type: ignore[return-value]


def test_sixty_students_stay_below_one_megabyte(text: str) -> None:
    assert 50_000 < len(text.encode()) < 1_000_000


def test_it_stands_alone(text: str) -> None:
    assert "<script" not in text
    namespaces = {"http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"}
    assert set(re.findall(r"""https?://[^\s"'<)]+""", text)) <= namespaces
    assert set(re.findall(r'(?:src|href)="([^#"][^"]*)"', text)) == set()
    assert re.findall(r"#0100\d\d|DejaVu|@import|url\((?!#)", text) == []


def test_its_marks_are_whole(soup: BeautifulSoup) -> None:
    ids = [node["id"] for node in soup.find_all(id=True)]
    assert len(ids) == len(set(ids)) > 50
    links = [a["href"][1:] for a in soup.select('a[href^="#"]')]
    labels = [node["aria-labelledby"] for node in soup.find_all(attrs={"aria-labelledby": True})]
    assert links and labels and set(links + labels) <= set(ids)
    figures = soup.find_all("svg")
    assert len(figures) == 4 and all(f["role"] == "img" and len(f["aria-label"]) > 40 for f in figures)
    assert [h.name for h in soup.find_all(["h1", "h2"])] == ["h1", *["h2"] * 8]
    assert all(th.get("scope") for th in soup.find_all("th"))


def test_what_to_teach_again_is_on_top(soup: BeautifulSoup, group: gather.Class) -> None:
    assert soup.find("section")["aria-labelledby"] == "teach"  # type: ignore[index]
    cards = section(soup, "teach").select("ol > li")
    rates = {
        name: [each.answers[name].is_right for each in group.measured].count(True) for name in group.exercises
    }
    worst = min(rates, key=lambda name: rates[name])
    first = words(cards[0])
    assert 1 <= len(cards) <= 3 and first.startswith(worst)
    assert f"{rates[worst]} of {len(group.measured)}" in first
    slips = [each.answers[worst].cause for each in group.measured if each.answers[worst].cause]
    common = max(sorted(set(slips)), key=slips.count)
    assert f"{slips.count(common)} students: when {common}. Ask: What does" in first


def test_everybody_has_a_row_that_says_why(soup: BeautifulSoup, group: gather.Class) -> None:
    rows = {words(tr.th): tr.find_all("td") for tr in section(soup, "everybody").select("tbody tr")}
    assert set(rows) == {*STUDENTS, *SPECIAL, ABSENT}
    lost = 0
    for student, (points, state, why) in rows.items():
        if student == ABSENT:
            assert (words(state), words(why)) == ("absent", "nothing was handed in")
            continue
        shown, most = words(points).split(" of ")
        assert (shown == "–") == (SPECIAL.get(student) == "invalid")
        earned, most = 0.0 if shown == "–" else float(shown), float(most)
        assert most == sum(made.points for made in EXERCISES)
        lost += earned < most
        assert words(why) or earned == most, student
        assert words(state) == SPECIAL.get(student, "graded")
    assert lost > 20
    for each in group.measured:
        told = words(rows[each.student][2])
        assert all(answer.is_right or name in told for name, answer in each.answers.items()), each.student
    assert "handed in 1 d 3 h late" in words(rows["signed"][2])
    assert words(rows["broken"][2]) == "the file is no notebook (JSONDecodeError: Eulalia)"


def test_points_that_nothing_explains_say_so(group: gather.Class) -> None:
    each = gather.Handed("a", gather.student_rows.Row("a", 1, 2, "graded"))
    assert each.why == [
        "the gradebook holds fewer points than the checks gave: grade this submission again, with --force"
    ]
    each.row.score = 2
    assert each.why == []


def test_what_needs_a_human_eye(soup: BeautifulSoup) -> None:
    found = section(soup, "eye")
    listed = {words(h): [words(li) for li in h.find_next("ul").find_all("li")] for h in found.find_all("h3")}  # type: ignore[union-attr]
    assert listed == {
        "Looks like tampering": ["killed : weights"],
        "Checks were edited": ["tamper : the cell check_mask was edited"],
        "Could not be read": [
            "broken : the file is no notebook (JSONDecodeError: Eulalia)",
            f"wrongname : the notebook is called Eulalia.ipynb; {LESSON}.ipynb is expected",
        ],
        "Stopped while it ran": ["killed : scores: stopped (memory)"],
        "Nothing handed in": [ABSENT],
    }


def test_what_a_student_wrote_is_text(text: str) -> None:
    assert "signed, Eulalia &lt;b&gt;" in text and "Eulalia <b>" not in text


def test_written_answers_wait_for_a_person(school: classes.School) -> None:
    with Gradebook(school.url) as gradebook:
        submission = gradebook.find_submission(LESSON, STUDENTS[0])
        grade = submission.notebooks[0].grades[0]
        grade.needs_manual_grade = True
        gradebook.db.commit()
        try:
            found = gather.one_lesson(school.course, LESSON, [LESSON])
            assert [each.by_hand for each in found.handed if each.by_hand] == [1]
            assert "To be graded by hand" in page.lesson_page(found)
            for each in found.handed:  # where the whole class waits, its names are folded
                each.by_hand = 1
            folded = r"To be graded by hand</h3>\s*<details><summary>\d\d students</summary>"
            assert re.search(folded, page.lesson_page(found))
        finally:
            grade.needs_manual_grade = False
            gradebook.db.commit()


def test_the_report_and_the_class_page_count_the_same_causes(tmp_path: Path) -> None:
    """The commonest may be no named mistake at all."""
    school = classes.School(tmp_path, ["a", "b", "c"])
    school.add_lesson(LESSON, [classes.Made("f", 2, "")])
    late = Slip("it is late", "It matters.", "When?")
    for student in ("a", "b"):
        school.hand_in(student, LESSON, [Verdict("f", 0, 2, "forbidden", notes=["no"])])
    school.hand_in("c", LESSON, [Verdict("f", 1, 2, "wrong", [Criterion("y", False)], slip=late)])
    found = gather.one_lesson(school.course, LESSON, [LESSON])
    (item,) = measures.items(found)
    causes = [("it uses what the exercise forbids", 2), ("it is late", 1)]
    assert [(mistake.name, mistake.count) for mistake in item.mistakes] == causes and item.unnamed == 0
    counted = Counter(cause for each in found.handed for cause in each.row.causes)
    assert counted.most_common() == [(f"f, when {name}", count) for name, count in causes]
    report = page.lesson_page(found)
    assert "2 students:</strong> when it uses what the exercise forbids." in report and "Ask: When?" in report


NAMES = re.compile("|".join([*STUDENTS, ABSENT, "eulalia", "pumper", *SPECIAL]), re.IGNORECASE)


@pytest.fixture(scope="module")
def shown_to_others(school: classes.School) -> dict[str, str]:
    one = gather.one_lesson(school.course, LESSON, [LESSON], hidden, own_words=False)
    everything = gather.all_lessons(school.course, hidden)
    return {
        "lesson": page.lesson_page(one, pseudonyms=True),
        "course": page.course_page(everything, pseudonyms=True),
    }


def test_under_pseudonyms_no_name_is_in_the_file(shown_to_others: dict[str, str], text: str) -> None:
    assert len(set(NAMES.findall(text))) > 60, "the search finds names where they are"
    for made in shown_to_others.values():
        # our own words: "broken" and so on are names here, and a state of the class page is called "tampered"
        plain = unescape(made).replace("tampered", "").replace("tampering", "")
        assert NAMES.findall(plain) == []


def test_pseudonyms_are_stable_and_in_their_own_order(
    shown_to_others: dict[str, str], school: classes.School
) -> None:
    soup = BeautifulSoup(shown_to_others["lesson"], "html.parser")
    rows = [words(th) for th in section(soup, "everybody").select("tbody th")]
    handed_in = rows[:-1]
    assert set(rows) == {hidden(student) for student in [*STUDENTS, *SPECIAL, ABSENT]}
    assert handed_in == sorted(handed_in), "not in the order of the names"
    assert all(name in shown_to_others["course"] for name in rows)
    assert hidden("ada") == hidden("ada") != pseudonym(b"another", "ada")
    assert re.fullmatch(r"[a-z]{5}-[a-z]{5}", hidden("ada"))
    many = {pseudonym(b"x", str(i)) for i in range(5000)}
    assert len(many) == 5000


def test_pseudonyms_keep_the_reasons(shown_to_others: dict[str, str]) -> None:
    soup = BeautifulSoup(shown_to_others["lesson"], "html.parser")
    rows = {words(tr.th): words(tr.find_all("td")[2]) for tr in section(soup, "everybody").select("tbody tr")}
    signed = rows[hidden("signed")]
    for told in (
        "scores: stops with ValueError",
        "mask: stops with an error",
        "weights: 0 of 3 points: output differs",
    ):
        assert told in signed
    assert "the notebook had another name" in signed
    assert rows[hidden("wrongname")] == f"the notebook has another name; {LESSON}.ipynb is expected"
    assert rows[hidden("broken")] == "the notebook could not be read"


def test_the_course_page(tmp_path: Path) -> None:
    school = classes.School(tmp_path, [f"s{i}" for i in range(12)])
    lessons = ["01_one", "02_two", "03_three"]
    for lesson in lessons:
        school.add_lesson(lesson, EXERCISES)
        school.students = [f"s{i}" for i in range(12) if i != 4 or lesson == "01_one"]
        school.fill(lesson, EXERCISES, level=0.5)
    school.add_lesson("04_four", EXERCISES)  # released, and nobody has handed in
    text = page.course_page(gather.all_lessons(school.course))
    soup = BeautifulSoup(text, "html.parser")
    cards = [words(li) for li in section(soup, "behind").select("ol > li")]
    assert any(card.startswith("s4 nothing handed in for 2 lessons: 02_two, 03_three") for card in cards)
    rows = {
        words(tr.th): [words(td) for td in tr.find_all("td")]
        for tr in section(soup, "everybody").select("tbody tr")
    }
    assert len(rows) == 12 and all(len(cells) == 4 for cells in rows.values())
    assert rows["s4"][1:3] == ["–", "–"] and rows["s4"][0] != "–"
    assert "04_four" not in text and len(soup.find_all("svg")) == 1
    lines = [words(tr) for tr in section(soup, "class").select("tbody tr")]
    assert [line.split(" %")[0].rsplit(" ", 1)[0] for line in lines] == [
        "01_one 12 of 12", "02_two 11 of 12", "03_three 11 of 12",
    ]  # fmt: skip


def test_who_has_an_extension_is_not_said_to_have_handed_in_nothing(tmp_path: Path) -> None:
    school = classes.School(tmp_path, ["ada", "noor", "rena"])
    for lesson in ("01_one", "02_two"):
        school.add_lesson(lesson, EXERCISES)
        school.hand_in("ada", lesson, right())
    school.hand_in("rena", "01_one", right())
    extensions.write(tmp_path, {"02_two": {"rena": Extension(until=datetime(2026, 12, 5, 18))}})
    now = classes.DUE + timedelta(days=3)
    found = gather.all_lessons(school.course)
    soup = BeautifulSoup(page.course_page(found, now=now), "html.parser")
    cards = [words(li.h3) for li in section(soup, "behind").select("ol > li")]
    rows = {
        words(tr.th): [words(td) for td in tr.find_all("td")]
        for tr in section(soup, "everybody").select("tbody tr")
    }
    assert cards == ["noor"]
    assert rows["rena"] == ["100", "not due yet", "0"] and rows["noor"] == ["–", "–", "–"]
    soup = BeautifulSoup(page.lesson_page(found[1], now=now), "html.parser")
    told = {words(tr.th): words(tr) for tr in section(soup, "everybody").select("tbody tr")}
    assert told["rena"] == "rena – not due yet nothing was handed in so far; due 2026-12-05 18:00 UTC"
    assert told["noor"] == "noor – absent nothing was handed in"
    assert "rena" not in words(section(soup, "eye")) and "noor" in words(section(soup, "eye"))
    assert "1 submissions, nothing from 1, 1 not due yet" in words(soup)
    later = BeautifulSoup(page.course_page(found, now=datetime(2026, 12, 6)), "html.parser")
    assert "nothing handed in for 02_two" in words(section(later, "behind"))


def test_a_class_of_one(tmp_path: Path) -> None:
    """No exercise can be judged, nobody compared, and the page says so."""
    school = classes.School(tmp_path, ["ada"])
    school.add_lesson(LESSON, EXERCISES)
    school.hand_in("ada", LESSON, right(), {m.name: m.right for m in EXERCISES})
    text = page.lesson_page(gather.one_lesson(school.course, LESSON, [LESSON]))
    told = words(BeautifulSoup(text, "html.parser"))
    assert "Nothing: every exercise was right for at least 80 % of the class." in told
    assert told.count("too few") >= 5 and "Too few people have answered enough" in told
    assert "No times were recorded." in told
    page.course_page(gather.all_lessons(school.course))


def test_a_class_that_nobody_could_read(tmp_path: Path) -> None:
    school = classes.School(tmp_path, ["ada"])
    school.add_lesson(LESSON, EXERCISES)
    lost = [Verdict(m.name, 0, m.points, "unfinished") for m in EXERCISES]
    school.hand_in("ada", LESSON, lost, invalid="the file is empty")
    told = words(
        BeautifulSoup(page.lesson_page(gather.one_lesson(school.course, LESSON, [LESSON])), "html.parser")
    )
    assert "no submission could be graded" in told and "the file is empty" in told
    assert "did not run to its end" not in told


def no_gradebook(root: Path) -> Course:
    return Course(root, f"sqlite:///{root / 'gradebook.db'}")


def damaged(root: Path) -> Course:
    (root / "gradebook.db").write_bytes(b"SQLite format 3\0" + b"nonsense" * 500)
    return no_gradebook(root)


def empty(root: Path) -> Course:
    school = classes.School(root, ["ada"])
    school.add_lesson(LESSON, EXERCISES)
    return school.course


def not_graded(root: Path) -> Course:
    course = empty(root)
    folder = root / "submitted" / "ada" / LESSON
    folder.mkdir(parents=True)
    (folder / f"{LESSON}.ipynb").write_text("{}", encoding="utf-8")
    return course


@pytest.mark.parametrize(
    ("prepare", "of_one", "of_all"),
    [
        (
            no_gradebook,
            "there is no gradebook .*gradebook.db: type autograder grade",
            "there is no gradebook",
        ),
        (damaged, "gradebook.db (is damaged|cannot be opened)", "(is damaged|cannot be opened)"),
        (
            empty,
            f"nothing of {LESSON} is graded yet: type autograder grade {LESSON}",
            "no lesson is graded yet",
        ),
        (not_graded, f"nothing of {LESSON} is graded yet", "no lesson is graded yet"),
    ],
)
def test_one_sentence_where_there_is_nothing(
    tmp_path: Path, prepare: Callable[[Path], Course], of_one: str, of_all: str
) -> None:
    course = prepare(tmp_path)
    was_there = (tmp_path / "gradebook.db").exists()
    with pytest.raises(CourseError, match=of_one):
        gather.one_lesson(course, LESSON, [LESSON])
    with pytest.raises(CourseError, match=of_all):
        gather.all_lessons(course)
    assert (tmp_path / "gradebook.db").exists() == was_there, "looking makes no gradebook"
