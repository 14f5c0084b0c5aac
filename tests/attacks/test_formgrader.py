"""The formgrader as instructors use it: a Jupyter server that grades and shows hostile submissions over HTTP."""

from __future__ import annotations

import http.cookiejar
import json
import os
import re
import secrets
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import pytest

from .confidentiality import SCRIPT
from .conftest import Battle
from .field import UNSOLVED, Field, lessons
from .groups import ALL
from .test_feedback import executable

pytestmark = pytest.mark.slow
ATTACKS = ["rich outputs", "displayhook", "endless loop", "a wrong time"]
SECONDS = 120  # for a server to start, or one submission to be graded


class Formgrader:
    """A Jupyter server with nbgrader's extension over a course, and a browser's part of the talk with it."""

    def __init__(self, field: Field) -> None:
        self.field, self.token = field, secrets.token_hex(8)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.base = f"http://127.0.0.1:{free.getsockname()[1]}"
        private = field.root / "home"
        folders = {
            f"JUPYTER_{name}_DIR": str(private / name.lower()) for name in ("CONFIG", "DATA", "RUNTIME")
        }
        self.log = private / "server.log"
        with self.log.open("w") as log:
            self.process = subprocess.Popen(
                [
                    sys.executable, "-m", "jupyter", "server", "--no-browser", "--allow-root",
                    f"--port={self.base.rpartition(':')[2]}", "--ServerApp.port_retries=0",
                ],
                cwd=field.root,
                env={**field.environment, **folders, "JUPYTER_TOKEN": self.token},
                stdout=log,
                stderr=subprocess.STDOUT,
            )  # fmt: skip
        self.cookies = http.cookiejar.CookieJar()
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.cookies))
        end = time.monotonic() + SECONDS
        while not self._answers():
            assert self.process.poll() is None and time.monotonic() < end, self.log.read_text()[-3000:]
            time.sleep(0.2)

    def _answers(self) -> bool:
        try:
            self.get("/formgrader")
        except OSError:  # not listening yet, or listening and still without its extensions
            return False
        return True

    def get(self, path: str) -> str:
        return self._open(path).decode()

    def autograde(self, student: str) -> dict:
        """What the button in the list of submissions does."""
        path = f"/formgrader/api/submission/{self.field.name}/{quote(student)}/autograde"
        return json.loads(self._open(path, data=b""))

    def _open(self, path: str, data: bytes | None = None) -> bytes:
        request = urllib.request.Request(
            self.base + path, data=data, headers={"Authorization": f"token {self.token}"}
        )
        try:
            with self.opener.open(request, timeout=SECONDS) as answer:
                return answer.read()
        except urllib.error.HTTPError as error:
            error.add_note(self.log.read_text()[-3000:])
            raise

    def page(self, student: str) -> str:
        """A graded notebook as the formgrader shows it."""
        from nbgrader.api import Gradebook

        with Gradebook(f"sqlite:///{self.field.root / 'gradebook.db'}") as gradebook:
            stem = self.field.lesson.notebooks[0].stem
            found = gradebook.find_submission_notebook(stem, self.field.name, student)
        return self.get(f"/formgrader/submissions/{found.id}/")

    def stop(self) -> None:
        self.process.terminate()
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


@pytest.fixture(scope="module")
def formgrader() -> Iterator[Formgrader]:
    with tempfile.TemporaryDirectory(prefix="ag-", dir="/tmp") as folder:
        field = Field(Path(folder), lessons()[0])
        field.release()
        field.hand_in_attacks([attack for attack in ALL if attack.name in ATTACKS])
        server = Formgrader(field)
        try:
            yield server
        finally:
            server.stop()


@pytest.fixture(scope="module")
def battle(formgrader: Formgrader) -> Battle:
    """The class, graded one by one at the press of a button; the honest last, after all harm was done."""
    for student in (UNSOLVED, *ATTACKS, "z honest"):
        answer = formgrader.autograde(student)
        assert answer["success"], (student, answer)
    found = Battle(formgrader.field)
    found.results = formgrader.field.results()
    return found


def test_the_button_gives_what_was_earned(battle: Battle):
    for attack in ALL:
        if attack.name in ATTACKS:
            result = battle.results[attack.name]
            assert result.points == battle.expected(attack), (attack.name, result.told)
            assert re.search(attack.told, result.told), (attack.name, result.told)
            assert result.notebooks[0]["metadata"]["autograder"]["kernels"] >= 1
    assert battle.results["z honest"].points == battle.field.max_points


def test_the_page_runs_no_script(battle: Battle, formgrader: Formgrader):
    text = formgrader.page("rich outputs")
    assert "student_script_ran" in text, "the page shows none of what the student wrote"
    assert [place for place in executable(text) if SCRIPT in place] == []
    assert "a line &lt;b&gt;of text" in text and "data:image/png;base64" in text


@pytest.mark.parametrize("page", ["manage_students/{}", "manage_submissions/{}", "gradebook/{}"])
@pytest.mark.parametrize("name", ["</script><script>alert(1)</script>", '"-alert(1)-"', '\\";alert(1)'])
def test_a_link_runs_no_script(formgrader: Formgrader, page: str, name: str):
    """The formgrader writes the names in an address into its page."""
    with pytest.raises(urllib.error.HTTPError, match="404"):
        formgrader.get("/formgrader/" + page.format(quote(name, safe="")))


def test_the_server_is_alive_afterwards(battle: Battle, formgrader: Formgrader):
    """A cell that hangs once took the server's own tasks with it."""
    assert formgrader.process.poll() is None
    rows = json.loads(formgrader.get(f"/formgrader/api/submissions/{formgrader.field.name}"))
    states = {row["student"]: row["autograded"] for row in rows}
    assert all(states[name] for name in ATTACKS), states


def test_nothing_of_the_formgrader_is_left(battle: Battle, formgrader: Formgrader):
    """Kernels end with each submission; what stays is the server, its judge and the warm parent."""
    found = [
        Path(p).read_bytes()
        for p in map("/proc/{}/cmdline".format, os.listdir("/proc"))
        if _is_ours(p, battle)
    ]
    assert len(found) <= 1, found


def _is_ours(path: str, battle: Battle) -> bool:
    try:
        return os.fsencode(battle.field.root / "run") in Path(path).read_bytes()
    except OSError:
        return False
