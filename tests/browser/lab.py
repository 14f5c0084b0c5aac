"""JupyterLab in headless Chromium, as a student has it: a server over a copy of course/, and one open notebook.

Cells are found by their place: a released notebook has an order, and JupyterLab keeps every cell in the page. Text is
put in through the keyboard, cells are run by Shift+Enter, the rest by the buttons that a student presses.
"""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

import nbformat
from playwright.sync_api import Browser, BrowserType, Locator, Page, expect

ROOT = Path(__file__).resolve().parents[2]
THEMES = {"light": "JupyterLab Light", "dark": "JupyterLab Dark"}
SECONDS = 1000  # Playwright counts in milliseconds
# A star while a cell waits or runs, its number when it has ended.
_PROMPTS = """[...document.querySelectorAll('.jp-NotebookPanel:not(.lm-mod-hidden) .jp-CodeCell')]
    .map(cell => cell.querySelector('.jp-InputPrompt').textContent)"""


def chromium() -> str | None:
    """Where the system keeps Chromium or Chrome; AUTOGRADER_CHROMIUM names another one."""
    names = (os.environ.get("AUTOGRADER_CHROMIUM"), "chromium", "chromium-browser", "google-chrome")
    return next((found for name in names if name and (found := shutil.which(name))), None)


def launch(kind: BrowserType) -> Browser:
    """The system's Chromium, without a window; Playwright downloads nothing."""
    return kind.launch(executable_path=chromium(), args=["--force-color-profile=srgb", "--hide-scrollbars"])


class Lab:
    """JupyterLab on a free loopback port, in its own folders, over `folder`."""

    def __init__(
        self, folder: Path, private: Path, asks: bool = False, environment: dict[str, str] | None = None
    ) -> None:
        """asks: as on the first day, with no setting that keeps JupyterLab from asking about news.

        environment: in place of this process's.
        """
        self.folder, self.token, self.asks = folder, "token", asks
        self.settings = private / "settings"
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.set_theme("light")
        private.mkdir(parents=True, exist_ok=True)
        self.log = (private / "lab.log").open("w")
        folders = {
            "JUPYTERLAB_SETTINGS_DIR": self.settings,
            "JUPYTERLAB_WORKSPACES_DIR": private / "workspaces",
            "JUPYTER_CONFIG_DIR": private / "config",
            "JUPYTER_DATA_DIR": private / "data",
            "JUPYTER_RUNTIME_DIR": private / "runtime",
            "IPYTHONDIR": private / "ipython",
        }
        self.progress = private / "progress"
        environment = {**(environment or os.environ)} | {name: str(path) for name, path in folders.items()}
        environment |= {"AUTOGRADER_PROGRESS": str(self.progress)}
        # What installing the course puts into the environment, as it is in this tree.
        environment |= {name: str(ROOT / "autograder") for name in ("JUPYTER_CONFIG_PATH", "JUPYTER_PATH")}
        environment |= {
            "JUPYTER_TOKEN": self.token,
            "MPLBACKEND": "module://matplotlib_inline.backend_inline",
        }
        flags = ["--no-browser", "--allow-root", f"--port={self.port}", "--ServerApp.port_retries=0"]
        self.process = subprocess.Popen(
            [sys.executable, "-m", "jupyter", "lab", *flags],
            cwd=folder,
            env=environment,
            stdout=self.log,
            stderr=subprocess.STDOUT,
        )
        self._wait()

    def set_theme(self, theme: str) -> None:
        """Light or dark from the next page on; no question about news is asked."""
        folder = self.settings / "@jupyterlab" / "apputils-extension"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "themes.jupyterlab-settings").write_text(json.dumps({"theme": THEMES[theme]}))
        if self.asks:
            return
        quiet = {"fetchNews": "false", "checkForUpdates": False}
        (folder / "notification.jupyterlab-settings").write_text(json.dumps(quiet))

    def address(self, path: str) -> str:
        """The page that shows the file `path` alone, in a workspace of its own."""
        return f"http://127.0.0.1:{self.port}/lab/tree/{path}?reset&token={self.token}"

    def stop(self) -> None:
        """End the server. A busy machine can keep it asking its kernels to end; they notice, too, when it is gone."""
        self.process.terminate()
        try:
            self.process.wait(timeout=60)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.log.close()

    def _wait(self) -> None:
        deadline = time.monotonic() + 300  # a busy machine takes a minute
        while True:
            try:
                with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/api", timeout=5):
                    return
            except (urllib.error.URLError, ConnectionError):
                if time.monotonic() > deadline or self.process.poll() is not None:
                    self.stop()
                    raise
                time.sleep(0.1)


class Notebook:
    """A notebook that is open in a page."""

    def __init__(self, page: Page, lab: Lab, path: str) -> None:
        self.page, self.lab, self.file = page, lab, lab.folder / path
        self.typed: dict[str, str] = {}
        self.released = nbformat.read(self.file, as_version=4)
        page.goto(lab.address(path))
        self.panel = page.locator(".jp-NotebookPanel:not(.lm-mod-hidden)")
        self.cells = self.panel.locator(".jp-Notebook .jp-Cell")
        expect(self.cells).to_have_count(len(self.released.cells), timeout=60 * SECONDS)
        self.ready()

    def ready(self, seconds: float = 60) -> None:
        """Wait until the kernel is there and idle."""
        status = self.page.locator("#jp-main-statusbar")
        expect(status).to_contain_text("| Idle", timeout=seconds * SECONDS)

    def place(self, grade_id: str) -> int:
        """Where the cell with this grade_id stands."""
        ids = [cell.metadata.get("nbgrader", {}).get("grade_id") for cell in self.released.cells]
        return ids.index(grade_id)

    def cell(self, grade_id: str) -> Locator:
        return self.cells.nth(self.place(grade_id))

    def output(self, grade_id: str) -> Locator:
        return self.cell(grade_id).locator(".jp-OutputArea")

    def panel_of(self, exercise: str) -> Locator:
        """What the check of an exercise shows."""
        return self.output(f"check_{exercise}").locator(".ag-panel")

    def shown(self, exercise: str) -> str:
        """The words of the panel that the check of an exercise shows."""
        return self.panel_of(exercise).text_content() or ""

    def result(self, grade_id: str) -> str:
        """The points that a check's cell has as its result: hidden, because the panel shows them."""
        return self.output(grade_id).locator(".jp-OutputArea-executeResult .ag-points").text_content().strip()

    def errors(self) -> list[str]:
        """What went wrong anywhere: tracebacks, and outputs that JupyterLab could not show."""
        selector = (
            "[data-mime-type='application/vnd.jupyter.error'], .jp-mod-error, .jp-RenderedJavaScript-error"
        )
        return self.panel.locator(".jp-OutputArea").locator(selector).all_text_contents()

    def figures(self) -> list[tuple[int, int]]:
        """Width and height of every picture that an output shows."""
        script = "all => all.map(one => [one.naturalWidth ?? one.clientWidth, one.naturalHeight ?? one.clientHeight])"
        pictures = self.panel.locator(".jp-OutputArea-output").locator("img, svg:not(.ag-panel svg)")
        return [tuple(size) for size in pictures.evaluate_all(script)]

    def broken_widgets(self) -> list[str]:
        """Widgets for which JupyterLab shows their text or an error in their place."""
        shown = self.panel.locator("[data-mime-type='application/vnd.jupyter.widget-view+json']")
        script = (
            "all => all.filter(one => !one.querySelector('.jupyter-widgets')).map(one => one.textContent)"
        )
        return shown.evaluate_all(script)

    def type_answer(self, exercise: str, answer: str) -> None:
        """Replace what stands in the exercise's cell, as if it were typed."""
        if self.typed.get(exercise) == answer:
            return
        self.typed[exercise] = answer
        editor = self.cell(exercise).locator(".cm-content")
        editor.scroll_into_view_if_needed()
        editor.click()
        self.page.keyboard.press("Control+A")
        self.page.keyboard.insert_text(answer)

    def write_text(self, grade_id: str, words: str) -> None:
        """Answer a question in words: open the rendered cell, replace what is in it, and render it again."""
        cell = self.cell(grade_id)
        cell.scroll_into_view_if_needed()
        cell.locator(".jp-MarkdownOutput").dblclick()
        cell.locator(".cm-content").click()
        self.page.keyboard.press("Control+A")
        self.page.keyboard.insert_text(words)
        self.page.keyboard.press("Control+Enter")
        expect(cell.locator(".jp-MarkdownOutput")).to_have_text(words)

    def validate(self, seconds: float = 90) -> str:
        """Press nbgrader's Validate button and return what its dialog says."""
        self.panel.get_by_text("Validate", exact=True).click()
        dialog = self.page.locator(".jp-Dialog")
        expect(dialog).to_contain_text("Validation Results", timeout=seconds * SECONDS)
        told = dialog.inner_text()
        dialog.locator("button.jp-mod-accept").click()
        return told

    def run(self, grade_id: str, seconds: float = 60) -> None:
        """Run one cell by Shift+Enter and wait for its end."""
        self._run_at(self.place(grade_id), seconds)

    def run_the_rest(self, end: int | None = None) -> None:
        """Run what has not run yet, up to the cell at `end`, without what explores."""
        for place, cell in enumerate(self.released.cells[:end]):
            given = cell.cell_type == "code" and not _explores(cell)
            if given and not any(character.isdigit() for character in self._prompt(place)):
                self._run_at(place)

    def run_what_is_given(self) -> None:
        """Run what stands before the first exercise, without what explores."""
        self.run_the_rest(self._first_exercise())

    def restart_and_run_all(self, seconds: float = 120, exploring: float | None = None) -> bool:
        """Press the button with two arrows, agree, and wait until every code cell has run.

        exploring: press the square when cells that explore have taken so many seconds together. Returns whether all
        cells ran to their end.
        """
        self._press("restart-run-all")
        self.page.locator(".jp-Dialog button.jp-mod-accept").click()
        self.page.wait_for_function(f"{_PROMPTS}.some(prompt => prompt.includes('*'))")
        explores = [_explores(cell) for cell in self.released.cells if cell.cell_type == "code"]
        explored, before = 0.0, time.monotonic()
        deadline = before + seconds
        while time.monotonic() < deadline:
            prompts = self.page.evaluate(_PROMPTS)
            running = next((explore for explore, prompt in zip(explores, prompts) if "*" in prompt), None)
            if running is None and all(any(map(str.isdigit, prompt)) for prompt in prompts):
                return True
            now = time.monotonic()
            explored, before = explored + (now - before) * bool(running), now
            if exploring is not None and running and explored > exploring:
                self._press("interrupt-kernel")
                self.ready()
                return False
            self.page.wait_for_timeout(100)
        raise TimeoutError(f"{self.file.name} did not run to its end within {seconds} s: {prompts}")

    def _press(self, command: str) -> None:
        """A button of the notebook's toolbar."""
        self.panel.locator(f".jp-NotebookPanel-toolbar [data-command='notebook:{command}']").click()

    def _first_exercise(self) -> int:
        graded = [cell.metadata.get("nbgrader", {}) for cell in self.released.cells]
        return next(i for i, metadata in enumerate(graded) if metadata.get("solution"))

    def use_theme(self, theme: str) -> None:
        """Settings, Theme, and one of the two."""
        self.page.locator("#jp-MainMenu").get_by_text("Settings", exact=True).click()
        self.page.locator(".lm-Menu-item[data-type='submenu']").get_by_text("Theme", exact=True).click()
        self.page.locator(".lm-Menu-item").get_by_text(THEMES[theme], exact=True).click()
        expect(self.page.locator(f"body[data-jp-theme-name='{THEMES[theme]}']")).to_have_count(1)

    def close(self) -> None:
        """End the kernel, so that the next notebook has the processor to itself."""
        server = f"http://127.0.0.1:{self.lab.port}/api/sessions"
        headers = {"Authorization": f"token {self.lab.token}"}
        for session in self.page.request.get(server, headers=headers).json():
            self.page.request.delete(f"{server}/{session['id']}", headers=headers)
        self.page.goto("about:blank")

    def save(self) -> None:
        """Until the tab's mark of unsaved changes is gone; where JupyterLab has saved by itself, there is none."""
        self.page.keyboard.press("Control+S")
        expect(self.page.locator(".lm-TabBar-tab.jp-mod-dirty")).to_have_count(0)

    def _prompt(self, place: int) -> str:
        """The cell's execution count as its prompt shows it."""
        return self.cells.nth(place).locator(".jp-InputPrompt").text_content() or ""

    def _run_at(self, place: int, seconds: float = 60) -> None:
        editor = self.cells.nth(place).locator(".cm-content")
        editor.scroll_into_view_if_needed()
        editor.click()
        before = self._prompt(place)
        self.page.keyboard.press("Shift+Enter")
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            now = self._prompt(place)
            if now != before and any(character.isdigit() for character in now):
                return
            self.page.wait_for_timeout(50)
        raise TimeoutError(f"a cell of {self.file.name} did not end within {seconds} s")


def _explores(cell: nbformat.NotebookNode) -> bool:
    """Whether grading leaves the cell out: long training, and plots."""
    return "explore" in cell.metadata.get("tags", [])
