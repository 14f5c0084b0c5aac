"""A real Jupyter server over a small course: opening builds the notebook, saving writes the text."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

TEXT = """\
# %% [markdown]
# # A lesson

# %% nbgrader={"grade_id": "double", "solution": true}
def double(x):
    ### BEGIN SOLUTION
    return 2 * x
    ### END SOLUTION


# %% nbgrader={"grade_id": "check_double", "grade": true, "locked": true, "points": 3}
double(2)
"""
NOTEBOOK = "source/00_x/00_x.ipynb"


class Server:
    """Jupyter Server in a subprocess, asked through its contents API as JupyterLab asks it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.log = (folder / "server.log").open("w")
        environment = os.environ | {"JUPYTER_TOKEN": "token", "JUPYTER_ALLOW_INSECURE_WRITES": "1"}
        flags = ["--no-browser", "--allow-root", f"--port={self.port}", "--ServerApp.port_retries=0"]
        self.process = subprocess.Popen(
            [sys.executable, "-m", "jupyter", "server", *flags],
            cwd=folder,
            env=environment,
            stdout=self.log,
            stderr=subprocess.STDOUT,
        )
        deadline = time.monotonic() + 60
        while True:
            try:
                self.ask("GET", "")
                return
            except (urllib.error.URLError, ConnectionError):
                if time.monotonic() > deadline or self.process.poll() is not None:
                    self.stop()
                    raise
                time.sleep(0.1)

    def ask(self, method: str, path: str, model: dict[str, Any] | None = None) -> dict[str, Any]:
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.port}/api/contents/{path}",
            method=method,
            data=None if model is None else json.dumps(model).encode(),
            headers={"Authorization": "token token", "Content-Type": "application/json"},
        )
        with urllib.request.urlopen(request, timeout=30) as answer:
            return json.load(answer)

    def open(self, path: str = NOTEBOOK) -> dict[str, Any]:
        return self.ask("GET", f"{path}?content=1")["content"]

    def save(self, content: Any, path: str = NOTEBOOK, kind: str = "notebook") -> None:
        form = "json" if kind == "notebook" else "text"
        self.ask("PUT", path, {"type": kind, "format": form, "content": content})

    def refusal(self, content: Any) -> str:
        with pytest.raises(urllib.error.HTTPError) as error:
            self.save(content)
        return json.load(error.value)["message"]

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(timeout=20)
        self.log.close()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("course")
    (folder / "source" / "00_x").mkdir(parents=True)
    (folder / "source" / "00_x" / "00_x.py").write_text(TEXT, encoding="utf-8")
    running = Server(folder)
    yield running
    running.stop()


@pytest.fixture
def text(server: Server) -> Path:
    """The lesson's text as it was, however the test before left it."""
    path = server.folder / "source" / "00_x" / "00_x.py"
    path.write_text(TEXT, encoding="utf-8")
    path.with_suffix(".ipynb").unlink(missing_ok=True)
    return path


def test_saving_twice_without_edits_leaves_the_text_alone(server: Server, text: Path) -> None:
    before = text.stat().st_mtime_ns
    content = server.open()
    assert (
        content["cells"][1]["id"] == "double" and content["cells"][1]["metadata"]["nbgrader"]["task"] is False
    )
    server.save(content)
    server.save(content)
    assert text.read_text(encoding="utf-8") == TEXT
    assert text.stat().st_mtime_ns == before


def test_saving_an_edit_changes_that_cell_only(server: Server, text: Path) -> None:
    content = server.open()
    content["cells"][1]["source"] = content["cells"][1]["source"].replace("2 * x", "x + x")
    server.save(content)
    assert text.read_text(encoding="utf-8") == TEXT.replace("2 * x", "x + x")
    content["cells"][0]["source"] += "\n\nMore."  # a second save of the same window
    server.save(content)
    wanted = TEXT.replace("2 * x", "x + x").replace("# # A lesson\n", "# # A lesson\n#\n# More.\n")
    assert text.read_text(encoding="utf-8") == wanted
    assert server.open()["cells"][0]["source"].endswith("More."), "opening again shows what was saved"


def test_opening_shows_an_edit_of_the_text(server: Server, text: Path) -> None:
    server.open()
    text.write_text(TEXT.replace("A lesson", "Another"), encoding="utf-8")
    assert server.open()["cells"][0]["source"] == "# Another"


def test_a_window_older_than_the_text_cannot_overwrite_it(server: Server, text: Path) -> None:
    content = server.open()
    newer = TEXT.replace("A lesson", "Another")
    text.write_text(newer, encoding="utf-8")
    assert "changed by another program" in server.refusal(content)
    assert text.read_text(encoding="utf-8") == newer


def test_what_a_text_cannot_hold_is_refused_in_one_sentence(server: Server, text: Path) -> None:
    content = server.open()
    content["cells"][0]["attachments"] = {"image.png": {"image/png": "AAAA"}}
    assert "image.png" in server.refusal(content)
    assert text.read_text(encoding="utf-8") == TEXT


def test_the_text_opened_as_a_notebook_keeps_its_form_too(server: Server, text: Path) -> None:
    path = "source/00_x/00_x.py"
    model = server.ask("GET", f"{path}?content=1&type=notebook")
    assert model["type"] == "notebook", "jupytext offers texts as notebooks"
    server.save(model["content"], path)
    assert text.read_text(encoding="utf-8") == TEXT


def test_other_notebooks_and_files_are_none_of_our_business(server: Server, text: Path) -> None:
    server.save(server.open(), "course.ipynb")
    server.save(server.open(), "source/00_x/draft.ipynb")
    server.save("x = 1\n", "source/00_x/exercises.py", "file")
    names = sorted(path.name for path in text.parent.iterdir() if not path.name.startswith("."))
    assert names == ["00_x.ipynb", "00_x.py", "draft.ipynb", "exercises.py"]
    assert not (server.folder / "course.py").exists()
