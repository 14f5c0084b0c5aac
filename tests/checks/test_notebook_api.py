"""`@check` and `answered` as a student meets them: in a real kernel, and in a plain interpreter."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import tiny_lesson

from autograder.lesson.folder import Lesson, find_lessons

ANSWERS = tiny_lesson.ANSWERS


@pytest.fixture(scope="module")
def lesson(tmp_path_factory: pytest.TempPathFactory) -> Lesson:
    return tiny_lesson.write(tmp_path_factory.mktemp("client") / "source")


@pytest.fixture(scope="module")
def folder(lesson: Lesson, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What lies beside a student's notebook."""
    folder = tmp_path_factory.mktemp("course")
    tiny_lesson.record(lesson, folder)
    return folder


class Kernel:
    """A plain IPython kernel in a student's folder."""

    def __init__(self, folder: Path) -> None:
        from jupyter_client.manager import start_new_kernel

        self.manager, self.client = start_new_kernel(
            cwd=str(folder), env={**os.environ, "OMP_NUM_THREADS": "1"}
        )

    def run(self, code: str, seconds: float = 60) -> dict[str, Any]:
        """What a cell shows: text printed, panel as text and HTML, result, error."""
        shown: dict[str, Any] = {"printed": "", "result": None, "error": None}
        displays: list[dict[str, Any]] = []

        def take(message: dict[str, Any]) -> None:
            content = message["content"]
            match message["msg_type"]:
                case "stream":
                    shown["printed"] += content["text"]
                case "display_data":
                    displays.append(content)
                case "update_display_data":
                    for old in displays:
                        if old["transient"] == content["transient"]:
                            old["data"] = content["data"]
                case "execute_result":
                    shown["result"] = content["data"]["text/plain"]
                case "error":
                    shown["error"], shown["traceback"] = content["ename"], content["traceback"]

        self.client.execute_interactive(code, timeout=seconds, output_hook=take, store_history=True)
        for kind, name in (("text/plain", "panel"), ("text/html", "html")):
            shown[name] = "".join(each["data"][kind] for each in displays)
        return shown

    def close(self) -> None:
        self.client.stop_channels()
        self.manager.shutdown_kernel(now=True)


@pytest.fixture(scope="module")
def shared(folder: Path, lesson: Lesson) -> Iterator[Kernel]:
    kernel = Kernel(folder)
    yield kernel
    kernel.close()


@pytest.fixture
def kernel(shared: Kernel, lesson: Lesson, folder: Path) -> Kernel:
    """A kernel without history in which the lesson's first cell was run."""
    names = "[globals().pop(name, None) for name in NAMES]".replace("NAMES", repr(list(ANSWERS)))
    shared.run(f"import os\nos.chdir({str(folder)!r})\n{names}\nIn.clear()")
    assert shared.run(tiny_lesson.released_cell("imports", lesson))["error"] is None
    return shared


def check(lesson: Lesson, exercise: str) -> str:
    return tiny_lesson.released_cell(f"check_{exercise}", lesson)


def test_a_right_answer(kernel: Kernel, lesson: Lesson) -> None:
    kernel.run(ANSWERS["weighted_mean"])
    shown = kernel.run(check(lesson, "weighted_mean"))
    assert shown["panel"] == "weighted_mean · 2 of 2 points · mean agrees with the reference on 3 inputs"
    assert shown["result"] == "2" and shown["error"] is None and shown["printed"] == ""
    assert "ag-right" in shown["html"]


def test_an_untouched_notebook_stops_nowhere(kernel: Kernel, lesson: Lesson) -> None:
    for name in ANSWERS:
        assert kernel.run(tiny_lesson.released_cell(name, lesson))["error"] is None
        shown = kernel.run(check(lesson, name))
        assert (
            shown["panel"] == f"{name} · not answered yet"
            and shown["result"] == "0"
            and shown["error"] is None
        )
    (explore,) = [c.source for n in lesson.notebooks for c in n.cells if c.is_explored]
    assert kernel.run(explore)["printed"] == "Answer weighted_mean first, then run this cell.\n"


def test_answered_opens_what_builds_on_it(kernel: Kernel, lesson: Lesson) -> None:
    kernel.run(ANSWERS["weighted_mean"])
    (explore,) = [c.source for n in lesson.notebooks for c in n.cells if c.is_explored]
    assert kernel.run(explore)["printed"].startswith("explored tensor")
    assert kernel.run("answered('weighted_mean', 'Scale', 'draw')")["printed"].startswith(
        "Answer Scale first"
    )


def test_a_known_slip_and_partial_credit(kernel: Kernel, lesson: Lesson) -> None:
    kernel.run(ANSWERS["weighted_mean"].replace(" / w.sum()", ""))
    shown = kernel.run(check(lesson, "weighted_mean"))
    assert "This is what comes out when the sum is not divided." in shown["panel"] and shown["result"] == "0"
    kernel.run(
        ANSWERS["Scale"].replace("x * self.weight", "x * (2 * self.weight.data - self.weight) + 0 * x")
    )
    shown = kernel.run(check(lesson, "Scale"))
    assert shown["result"] == "2" and "grad_weight" in shown["panel"] and "wrong sign" in shown["panel"]


def test_an_answer_that_raises(kernel: Kernel, lesson: Lesson) -> None:
    kernel.run("def weighted_mean(x, w):\n    y = x * w\n    return y.nothing()")
    shown = kernel.run(check(lesson, "weighted_mean"))
    assert shown["error"] is None and shown["result"] == "0"
    panel = " ".join(shown["panel"].split())
    assert "weighted_mean(x (3, 4), w (4,)) stopped at line 3 of your cell: return y.nothing()" in panel
    assert "AttributeError: 'Tensor' object has no attribute 'nothing'" in panel and "autograder" not in panel


def test_an_answer_whose_cell_was_not_run(kernel: Kernel, lesson: Lesson) -> None:
    shown = kernel.run(check(lesson, "weighted_mean"))
    assert shown["panel"].startswith("weighted_mean · not answered yet") and shown["result"] == "0"
    assert "weighted_mean is not defined: run its cell above" in " ".join(shown["panel"].split())


def test_an_answer_that_python_cannot_read(kernel: Kernel, lesson: Lesson) -> None:
    assert kernel.run("def weighted_mean(x, w:\n    return x")["error"] == "SyntaxError"
    shown = kernel.run(check(lesson, "weighted_mean"))
    panel = " ".join(shown["panel"].split())
    assert (
        shown["result"] == "0"
        and panel.count("Python can't read your cell: '(' was never closed, line 1: def weighted_mean(x, w:")
        == 1
        and "Fix that cell and run it" in panel
    )


def test_an_older_definition_does_not_stand_in_for_what_python_cannot_read(
    kernel: Kernel, lesson: Lesson
) -> None:
    kernel.run(ANSWERS["weighted_mean"])
    kernel.run(ANSWERS["weighted_mean"] + ")")
    assert kernel.run(check(lesson, "weighted_mean"))["result"] == "0"
    kernel.run(ANSWERS["weighted_mean"])
    assert kernel.run(check(lesson, "weighted_mean"))["result"] == "2"


def test_what_is_forbidden_here_and_in_helpers(kernel: Kernel, lesson: Lesson) -> None:
    kernel.run(
        "def helper(x, w):\n    return np.average(x.numpy(), axis=-1, weights=w.numpy())\nimport numpy as np"
    )
    kernel.run("def weighted_mean(x, w):\n    return torch.tensor(helper(x, w))")
    shown = kernel.run(check(lesson, "weighted_mean"))
    assert shown["result"] == "0" and "in helper, line 2: numpy.average" in " ".join(shown["panel"].split())
    kernel.run(ANSWERS["weighted_mean"])  # the helper is still there, and no longer used
    assert kernel.run(check(lesson, "weighted_mean"))["result"] == "2"


def test_an_answer_without_code_of_its_own(kernel: Kernel, lesson: Lesson) -> None:
    kernel.run(
        "from functools import partial, lru_cache\ndef general(x, w, n):\n    return (x * w).sum(-1) / w.sum()"
    )
    kernel.run("weighted_mean = partial(general, n=1)")
    assert kernel.run(check(lesson, "weighted_mean"))["result"] == "2"
    kernel.run("@torch.no_grad()\n" + ANSWERS["weighted_mean"])
    assert kernel.run(check(lesson, "weighted_mean"))["result"] == "2"
    kernel.run("weighted_mean = 3")
    assert "not callable" in kernel.run(check(lesson, "weighted_mean"))["panel"]


def test_an_earlier_exercise_that_is_not_answered_is_pointed_at(kernel: Kernel, lesson: Lesson) -> None:
    kernel.run(tiny_lesson.released_cell("weighted_mean", lesson))
    kernel.run(ANSWERS["weighted_variance"])
    panel = " ".join(kernel.run(check(lesson, "weighted_variance"))["panel"].split())
    assert "This check also calls weighted_mean, which is not answered yet: answer that one first." in panel


def test_an_exercise_that_is_named_and_not_called_is_not_pointed_at(kernel: Kernel, lesson: Lesson) -> None:
    kernel.run(tiny_lesson.released_cell("weighted_mean", lesson))
    kernel.run("def weighted_variance(x, w):\n    return x if True else weighted_mean(x, w)")
    panel = " ".join(kernel.run(check(lesson, "weighted_variance"))["panel"].split())
    assert "weighted_variance · 0 of" in panel and "also calls" not in panel


def test_an_earlier_exercise_that_is_wrong_is_pointed_at(kernel: Kernel, lesson: Lesson) -> None:
    """And no slip is named, which may be the other one's; an answer that does not call it is told its own."""
    kernel.run(ANSWERS["weighted_mean"].replace(" / w.sum()", ""))
    kernel.run("def squared(x):\n    return weighted_mean(x, torch.ones(x.shape[-1])) and x * x")
    kernel.run(ANSWERS["weighted_variance"])
    note = "This check also calls weighted_mean, which its own check finds wrong: fix that one first."
    first = " ".join(kernel.run(check(lesson, "weighted_variance"))["panel"].split())
    assert note not in first  # nobody knows yet
    kernel.run(check(lesson, "weighted_mean"))
    slipped = ANSWERS["weighted_variance"].replace("distance**2", "distance")
    for answer in (slipped, "def weighted_variance(x, w):\n    return squared(x)"):
        kernel.run(answer)
        panel = " ".join(kernel.run(check(lesson, "weighted_variance"))["panel"].split())
        assert note in panel and "costs its points once" in panel and "This is what comes out" not in panel
    kernel.run(slipped.replace("weighted_mean(", "(lambda x, w: (x * w).sum(-1) / w.sum())("))
    panel = " ".join(kernel.run(check(lesson, "weighted_variance"))["panel"].split())
    assert note not in panel and "when distances are not squared" in panel


def test_an_argument_changed_in_place_is_noted_and_costs_nothing(kernel: Kernel, lesson: Lesson) -> None:
    kernel.run("def weighted_mean(x, w):\n    y = x.mul_(w).sum(-1)\n    return y / w.sum()")
    shown = kernel.run(check(lesson, "weighted_mean"))
    assert shown["result"] == "2" and "changes its argument x in place" in " ".join(shown["panel"].split())


def test_a_missing_file_is_one_sentence(kernel: Kernel, lesson: Lesson, tmp_path: Path) -> None:
    kernel.run(f"import os\nos.chdir({str(tmp_path)!r})")
    kernel.run(ANSWERS["weighted_mean"])
    shown = kernel.run(check(lesson, "weighted_mean"))
    assert shown["error"] is None and shown["result"] == "0" and shown["printed"].count("\n") == 1
    assert "weighted_mean · cannot be checked: no .checks file lies in" in shown["printed"]


@pytest.mark.parametrize(
    "odd",
    [
        "{'a': {1, 2}}",
        "10**5000",
        "(n for n in x)",
        "type",
        "float('nan')",
        "[[1], [2, 3]]",
        "'\\ud800'",
        "{(1,): x}",
    ],
)
def test_a_check_never_raises(kernel: Kernel, lesson: Lesson, odd: str) -> None:
    kernel.run(f"def weighted_mean(x, w):\n    return {odd}")
    shown = kernel.run(check(lesson, "weighted_mean"))
    assert (
        shown["error"] is None
        and shown["result"] == "0"
        and shown["panel"].startswith("weighted_mean · 0 of 2")
    )


def test_a_fault_of_the_course_is_said_to_be_one(kernel: Kernel, lesson: Lesson) -> None:
    kernel.run(ANSWERS["weighted_mean"])
    kernel.run(
        "import autograder.checks.local_check as local\nkept, local.score = local.score, lambda *_: 1 / 0"
    )
    shown = kernel.run(check(lesson, "weighted_mean"))
    kernel.run("local.score = kept")
    assert shown["error"] is None and shown["result"] == "0"
    assert "The fault is the course's, not yours: please report ZeroDivisionError" in shown["printed"]


def test_a_check_is_quick(kernel: Kernel, lesson: Lesson) -> None:
    kernel.run(ANSWERS["weighted_mean"])
    kernel.run(check(lesson, "weighted_mean"))
    kernel.run("import time\nstarted = time.process_time()")
    kernel.run(check(lesson, "weighted_mean"))
    assert float(kernel.run("time.process_time() - started")["result"]) < 2


def test_in_a_plain_interpreter(folder: Path, lesson: Lesson) -> None:
    cells = [
        tiny_lesson.released_cell("imports", lesson),
        ANSWERS["weighted_mean"],
        check(lesson, "weighted_mean"),
    ]
    cells += [tiny_lesson.released_cell("Scale", lesson), check(lesson, "draw")]
    script = "\n".join(cells)
    (folder / "script.py").write_text(script, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "script.py"], cwd=folder, capture_output=True, text=True, timeout=600
    )
    assert done.returncode == 0, done.stderr
    first, second, *_ = done.stdout.splitlines()
    assert first == "weighted_mean · 2 of 2 points · mean agrees with the reference on 3 inputs"
    assert second == "draw · not answered yet"


def test_a_missing_package_is_one_sentence(tmp_path: Path) -> None:
    """The first cell of a real lesson, in a Python that lacks the course."""
    cells = [
        c.source for found in find_lessons() for n in found.notebooks for c in n.cells if c.kind == "code"
    ]
    guarded = [cell for cell in cells if "except ModuleNotFoundError" in cell]
    assert guarded
    for cell in guarded:
        guard = cell[cell.index("try:") : cell.index("from None") + len("from None")]
        done = subprocess.run(
            [sys.executable, "-I", "-S", "-c", guard], cwd=tmp_path, capture_output=True, text=True
        )
        assert (
            done.stderr.strip()
            .splitlines()[-1]
            .startswith("ModuleNotFoundError: This notebook needs the course")
        )
        assert (
            "`make lab`" in done.stderr and "START.md" in done.stderr and "During handling" not in done.stderr
        )
