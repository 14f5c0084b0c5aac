"""A lesson on a real JupyterHub: released, fetched, answered, handed in, graded, given back; and who may read what.

All of it is done over HTTP, as browsers do it: the hub's own pages, nbgrader's assignment list, Validate button and
formgrader in each person's server, terminals and kernels of JupyterLab. The hub is that of docs/hub/.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest

from autograder.lesson.folder import find_lessons
from tests.hub import machine
from tests.hub.account import Account, Refused
from utils import assets

pytestmark = [pytest.mark.slow, pytest.mark.network]

LESSON = next(lesson for lesson in find_lessons() if lesson.course_folder.exists())
(TEXT,) = LESSON.notebooks
NAME, NOTEBOOK = LESSON.name, f"{LESSON.name}/{TEXT.stem}.ipynb"
FIRST = TEXT.exercises[0]
SLIP = LESSON.exercises[FIRST].slips[0]
POINTS = sum(LESSON.exercises[exercise].points for exercise in TEXT.exercises)
HOMES = "/home"
IRA = f"{HOMES}/ira"
ASSIGNMENT = {"course_id": "transformers", "assignment_id": NAME}
GRADER = f"formgrader/api/assignment/{NAME}"
MARKS = {"ada": "what-ada-alone-has-written", "emmy": "what-emmy-alone-has-written"}


@dataclass
class Day:
    """What happened on the hub, to be looked at by tests."""

    ira: Account
    ada: Account
    emmy: Account
    seen: dict[str, Any] = field(default_factory=dict)

    def collected(self) -> str:
        return self.grader("collect")["log"]

    def grader(self, what: str) -> dict[str, Any]:
        """A button of the formgrader."""
        done = self.ira.ask("POST", f"{GRADER}/{what}")
        assert done["success"], done
        return done

    def scores(self) -> dict[str, float]:
        submissions = self.ira.ask("GET", f"formgrader/api/submissions/{NAME}")
        return {each["student"]: each["code_score"] for each in submissions}

    def give_back(self) -> None:
        self.grader("generate_feedback")
        self.grader("release_feedback")
        self.ada.ask("POST", "assignments/fetch_feedback", ASSIGNMENT)


def answer(student: Account, slip: bool) -> None:
    """Fill in every exercise, the first with a slip or without, and save."""
    notebook = student.read(NOTEBOOK)
    for cell in notebook["cells"]:
        grade_id = cell["metadata"].get("nbgrader", {}).get("grade_id")
        if grade_id in TEXT.exercises:
            source = TEXT.cell(grade_id).source
            cell["source"] = SLIP.apply(source) if slip and grade_id == FIRST else source
        elif cell["cell_type"] == "markdown" and cell["metadata"].get("nbgrader", {}).get("solution"):
            cell["source"] = f"One letter of context says no more. {MARKS[student.name]}"
    student.save(NOTEBOOK, notebook)


@pytest.fixture(scope="module")
def day(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Day]:
    if reason := machine.why_not():
        pytest.skip(reason)
    assets.path(
        "shakespeare", progress=False
    )  # what the lesson reads, in the cache that the hub's users share
    hub = machine.Machine(tmp_path_factory.mktemp("hub"), NAME, "ira", ["ada", "emmy"])
    try:
        day = Day(*(Account(hub.address, name, machine.PASSWORD) for name in ("ira", "ada", "emmy")))
        live_through(day)
        yield day
    finally:
        hub.stop()


def live_through(day: Day) -> None:
    ira, ada, emmy, seen = day.ira, day.ada, day.emmy, day.seen
    ira.wait_for_server()
    seen["generated"] = ira.type(f"umask 077; cd ~/transformers && nbgrader generate_assignment {NAME}")
    day.grader("release")
    for student in (ada, emmy):
        student.wait_for_server()
        seen["listed", student.name] = student.ask("GET", "assignments", course_id="transformers")
        student.ask("POST", "assignments/fetch", ASSIGNMENT)
    answer(ada, slip=True)
    seen["validated"] = ada.ask("POST", "assignments/validate", {"path": NOTEBOOK})
    answer(emmy, slip=False)
    for student in (ada, emmy):
        seen["submitted", student.name] = student.ask("POST", "assignments/submit", ASSIGNMENT)
    seen["forged"] = ada.python(FORGE)

    seen["collected"] = day.collected()
    seen["in submitted"] = ira.type("find ~/transformers/submitted -printf '%P %u %y\\n'")
    seen["graded"] = ira.type(f"cd ~/transformers && autograder grade {NAME} --workers 2")
    seen["scores"] = day.scores()
    day.give_back()
    seen["feedback"] = ada.type(f"cat {NAME}/feedback/*/*.html")

    answer(ada, slip=False)
    ada.ask("POST", "assignments/submit", ASSIGNMENT)
    seen["collected again"] = day.collected()
    seen["graded again"] = ira.ask("POST", f"formgrader/api/submission/{NAME}/ada/autograde")
    seen["scores again"] = day.scores()
    day.give_back()
    seen["feedback again"] = ada.type(f'cat "$(ls -d {NAME}/feedback/*/ | tail -1)"*.html')


ENDING = "YWJjZGVmZ2hp"  # in the place of one that nbgrader draws
# Typed by ada, past nbgrader: her answers under emmy's name, newer than emmy's; her own once more, with links to what
# the instructor alone may read; and a name that holds no time.
FORGE = f"""
import datetime, glob, os, shutil
inbound = "/srv/nbgrader/exchange/transformers/inbound/"
handed_in = glob.glob(os.path.expanduser("~/.local/share/jupyter/nbgrader_cache/transformers/ada+*"))[0]
shutil.copytree(handed_in, inbound + "emmy+{NAME}+2099-01-01 00:00:00.000000 UTC+{ENDING}")
now = datetime.datetime.now(datetime.timezone.utc).strftime("%F %T.%f UTC")
shutil.copytree(handed_in, inbound + "ada+{NAME}+" + now + "+{ENDING}")
os.symlink("{IRA}/.local/share/autograder/secret", inbound + "ada+{NAME}+" + now + "+{ENDING}/notes.txt")
os.symlink("{IRA}/transformers/source", inbound + "ada+{NAME}+" + now + "+{ENDING}/more")
os.mkdir(inbound + "ada+{NAME}+yesterday+{ENDING}")
print("handed in by force")
"""

# Typed by ada: everything that she can read on this machine, for words that only other people's files have.
SEARCH = """
import json, os
found = {word: [] for word in WORDS}
for top in ("/home", "/srv", "/tmp", "/root", "/run", "/dev/shm", "/var/tmp", "/etc", ROOT + "/source"):
    for folder, _, names in os.walk(top):
        for name in names:
            path = os.path.join(folder, name)
            if not os.path.isfile(path) or path.startswith("/srv/transformers/cache"):
                continue
            try:
                content = open(path, "rb").read()
            except OSError:
                continue
            for word in WORDS:
                if word.encode() in content:
                    found[word].append(path)
print(json.dumps(found))
"""

# Typed by ada: what she gets where other people's things lie; the files' names, she may have guessed.
TRY = """
import json, os
def tried(path):
    try:
        return str(os.listdir(path) if os.path.isdir(path) else open(path, 'rb').read(9))
    except OSError as error:
        return type(error).__name__
print(json.dumps({path: tried(path) for path in PATHS}))
"""


def test_the_lesson_goes_to_students_and_their_answers_come_back(day: Day) -> None:
    assert "ended: 0" in day.seen["generated"] and "Traceback" not in day.seen["generated"]
    for name in ("ada", "emmy"):
        (listed,) = day.seen["listed", name]["value"]
        assert (listed["assignment_id"], listed["status"]) == (NAME, "released")
        assert day.seen["submitted", name]["success"]
        assert f"Collecting submission: {name} {NAME}" in day.seen["collected"]
    there = {each["name"] for each in day.ada.ask("GET", f"api/contents/{NAME}")["content"]}
    assert there == {f"{TEXT.stem}.ipynb", f"{TEXT.stem}.checks", "feedback"}


def test_validate_says_which_answer_is_wrong(day: Day) -> None:
    assert day.seen["validated"]["success"]
    (failed,) = day.seen["validated"]["value"]["failed"]
    assert f'@check("{FIRST}")' in failed["source"]


def test_grades_and_feedback_by_either_way(day: Day) -> None:
    """First by `autograder grade` in a terminal, then, for what was handed in again, by the formgrader's button."""
    assert "2 graded now" in day.seen["graded"]
    first = day.seen["scores"]
    assert first["emmy"] == POINTS and 0 < first["ada"] < POINTS
    assert SLIP.slip.name in day.seen["feedback"] and "ended: 0" in day.seen["feedback"]
    assert f"Updating submission: ada {NAME}" in day.seen["collected again"]
    assert day.seen["graded again"]["success"], day.seen["graded again"]
    assert day.seen["scores again"] == {"ada": POINTS, "emmy": POINTS}
    assert SLIP.slip.name not in day.seen["feedback again"] and "ended: 0" in day.seen["feedback again"]


def test_nobody_hands_in_under_another_name_or_by_links(day: Day) -> None:
    """And what one student put into the exchange kept nobody's work from being collected, graded and given back."""
    assert "handed in by force" in day.seen["forged"]
    assert "bears the name of emmy and belongs to somebody else" in day.seen["collected"]
    assert "yesterday" in day.seen["collected"] and "has no time in its name" in day.seen["collected"]
    collected = day.ira.type(f"cat transformers/submitted/emmy/{NAME}/*.ipynb")
    assert MARKS["emmy"] in collected and MARKS["ada"] not in collected
    assert "Left out: notes.txt" in day.seen["collected"] and "Left out: more" in day.seen["collected"]
    there = day.seen["in submitted"]
    assert f"ada/{NAME}/{TEXT.stem}.ipynb ira f" in there
    assert "notes.txt" not in there and "more" not in there


def test_a_student_reads_nothing_of_others_and_no_solution(day: Day) -> None:
    """Neither the grading secret, nor the gradebook, nor another's work: not by its name, and not by searching."""
    inbound, secret = (
        "/srv/nbgrader/exchange/transformers/inbound",
        f"{IRA}/.local/share/autograder/secret",
    )
    hers = [
        secret,
        f"{IRA}/transformers/gradebook.db",
        f"{IRA}/transformers/source/{NAME}/exercises/{FIRST}.py",
    ]
    hers += [inbound, "/srv/nbgrader/exchange/transformers/feedback"]
    others = [f"{HOMES}/emmy/{NOTEBOOK}", "/srv/jupyterhub/jupyterhub.sqlite"]
    tried = json.loads(day.ira.python(f"PATHS = {hers}\n{TRY}"))
    assert not any("Error" in told for told in tried.values()), tried
    tried = json.loads(day.ada.python(f"PATHS = {hers + others}\n{TRY}"))
    assert tried == dict.fromkeys(hers + others, "PermissionError")
    # What is handed in can be read by whoever knows its name, so that cannot be guessed.
    names = day.ira.python(f"import os; print(*os.listdir({inbound!r}), sep='\\n')").splitlines()
    endings = [name.rpartition("+")[2] for name in names if not name.endswith(ENDING)]
    assert len(set(endings)) == 3 and all(len(ending) == 12 for ending in endings)

    kept = day.ira.python(f"print(open({secret!r}).read())").strip()
    oracle = next(iter(LESSON.exercises[FIRST].alternatives))
    words = [kept, oracle, *MARKS.values()]
    code = f"WORDS, ROOT = {words!r}, {str(machine.ROOT)!r}\n{SEARCH}"
    assert all(json.loads(day.ira.python(code)).values()), "an instructor finds each of these words"
    found = json.loads(day.ada.python(code))
    assert found.pop(MARKS["ada"]), "the search finds what is hers"
    assert found == {kept: [], oracle: [], MARKS["emmy"]: []}


def test_each_has_the_tools_that_are_theirs(day: Day) -> None:
    """Students have no formgrader and no sandboxed kernel; the machine's cache is read by all and written by none."""
    assert day.ira.ask("GET", "formgrader/api/status") == {"status": True}
    with pytest.raises(Refused) as refused:
        day.ada.ask("GET", "formgrader/api/status")
    assert refused.value.code == 404
    assert set(day.ada.ask("GET", "api/kernelspecs")["kernelspecs"]) == {"python3"}
    with pytest.raises(Refused) as refused:
        day.ada._ask("GET", "/user/emmy/api/contents")
    assert refused.value.code in (403, 404)
    looked = day.ada.type("touch /srv/transformers/cache/mine; autograder doctor; autograder progress")
    assert "Read-only" in looked and "which you can only read" in looked.replace(
        "\r\n                      ", " "
    )
    assert "ended: 0" in looked
    # The clone is found where one stands in it, too; its packages are the environment's.
    stood = day.ira.type("cd ~/transformers && env -u AUTOGRADER_ROOT autograder doctor")
    assert f"in {IRA}/transformers/course" in stood and f"{IRA}/transformers/gradebook.db" in stood
