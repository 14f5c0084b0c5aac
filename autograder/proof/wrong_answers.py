"""What a wrong answer does to the cells below it: each that uses it is run with it, and none may stop the notebook.

A notebook is run once with its own answers, in IPython, with less to read, train and draw (`smallest.py` in a lesson's
folder, and `_smaller_data` below). Then each wrong answer takes the right one's place in a fork, which goes on from
there: the check, other checks that call it, and the cells that use what it makes. A cell may end well or say which
answer to mend; it may not stop, take forever, or name another answer than the wrong one.

    with Trial([(lesson, {"exercise": ["name of a slip"]})]) as trial:
        for below in trial: ...

Everything happens in a process of its own (this file, run as a module), because only a process that has run nothing
with more than one thread can be forked.
"""

from __future__ import annotations

import atexit
import contextlib
import datetime
import json
import os
import random
import runpy
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import traceback
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass, field
from functools import cache
from io import BytesIO, StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from autograder.checks.forbidden import counterparts
from autograder.checks.limit import TooSlow
from autograder.errors import LessonError
from autograder.lesson.folder import Lesson, NotebookText
from autograder.notebook.stubs import stub, without_markers
from autograder.proof.cell_uses import CellUse, answers_reached, cell_uses

if TYPE_CHECKING:
    from matplotlib.figure import Figure

DAILY = 2  # wrong answers of an exercise that are tried on one day
PATIENCE = 20  # seconds of processor time for one cell, which takes less than two
LOADING = 120  # the same in the run with right answers, which loads what the others then have
LONGEST = 600  # seconds for all cells below one wrong answer, on however busy a machine
CHARACTERS = 3000  # of a corpus
LARGEST = (
    1 << 16
)  # pixels of a picture's side; matplotlib refuses 2^23, and long before that the memory is gone
Chosen = dict[str, list[str]]  # exercise → the names of the slips to try


@dataclass
class Below:
    """What was seen below the wrong answers to one exercise; `exercise` is empty for a notebook as a whole."""

    lesson: str
    notebook: str
    exercise: str = ""
    answers: int = 0  # wrong answers that were tried, the untouched cell among them
    cells: int = 0  # cells below that were run with them, checks among them
    lines: int = 0  # of these, how many said which answer to mend
    faults: list[str] = field(default_factory=list)
    seconds: float = 0.0


def drawn(lesson: Lesson, day: str | None = None, count: int | None = DAILY) -> Chosen:
    """The slips of each exercise for one day (today by default, in UTC), or all of them where count is None."""
    day = day or datetime.datetime.now(datetime.UTC).date().isoformat()
    chosen = {}
    for name, exercise in lesson.exercises.items():
        slips = [slip.slip.name for slip in exercise.slips]
        count_here = len(slips) if count is None else min(count, len(slips))
        chosen[name] = random.Random(f"{day} {lesson.name} {name}").sample(slips, count_here)
    return chosen


class Trial:
    """Tries the chosen wrong answers of lessons in a process of its own; iterate to get a Below for each exercise."""

    def __init__(self, plan: Sequence[tuple[Lesson, Chosen]]) -> None:
        wanted = json.dumps([[str(lesson.folder), chosen] for lesson, chosen in plan])
        alone = {"OMP_NUM_THREADS": "1", "CUDA_VISIBLE_DEVICES": "", "MPLBACKEND": "agg", "TQDM_DISABLE": "1"}
        # what a wrong answer trains must not take the place of a model that the author trained
        self.models = tempfile.TemporaryDirectory(prefix="wrong-models-", ignore_cleanup_errors=True)
        alone |= {"AUTOGRADER_OWN_MODEL": self.models.name}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "autograder.proof.wrong_answers"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, **alone, "AUTOGRADER_PROGRESS": "off"},
            start_new_session=True,  # so that its forks can be ended with it
        )
        assert self.process.stdin is not None
        self.process.stdin.write(wanted)
        self.process.stdin.close()

    def __enter__(self) -> Trial:
        return self

    def __iter__(self) -> Iterator[Below]:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            yield Below(**json.loads(line))
        if self.process.wait() != 0:
            raise LessonError("the trial of wrong answers ended before its end; what it printed stands above")

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        self.models.cleanup()


# --- in the process of its own ------------------------------------------------------------------------------------


def main() -> int:
    """Read the plan from standard input, and write a Below as a line of JSON for each exercise."""
    plan = [(Lesson(Path(folder)), chosen) for folder, chosen in json.load(sys.stdin)]
    report = _report_alone()
    _import_ahead([text for lesson, _ in plan for text in lesson.notebooks])
    counterparts.prepare()
    for lesson, chosen in plan:
        for text in lesson.notebooks:
            if not chosen.keys() & set(text.exercises):
                continue
            names = {"lesson": lesson.name, "notebook": text.stem}
            for below in _forked(_try_notebook, (lesson, text, chosen), LONGEST * 60):
                print(json.dumps({**names, **below}), file=report, flush=True)
    return 0


def _report_alone() -> TextIO:
    """The report's own way out: what lessons print, also from C and from other programs, goes to standard error."""
    report = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    return report


def _import_ahead(notebooks: Sequence[NotebookText]) -> None:
    """Import once what the notebooks import, before anything is forked."""
    lines = {
        line.strip()
        for text in notebooks
        for cell in text.cells
        if cell.kind == "code" and not cell.is_answer
        for line in cell.source.splitlines()
        if line.strip().startswith(("import ", "from ")) and line.count("(") == line.count(")")
    }
    for line in sorted(lines):
        with contextlib.suppress(Exception):  # the cell itself will say it
            exec(line, {})


def _forked(
    work: Callable[..., Iterator[dict[str, Any]]], arguments: tuple[Any, ...], seconds: float
) -> Iterator[dict[str, Any]]:
    """What `work` yields in a fork of this process, as data; a fault where it does not end in time or well."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        status = 1
        try:
            os.close(reading)
            with os.fdopen(writing, "w") as report:
                for found in work(*arguments):
                    report.write(json.dumps(found) + "\n")
                    report.flush()
            status = 0
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(status)
    os.close(writing)
    deadline, rest = time.monotonic() + seconds, b""
    while select.select([reading], [], [], max(0.0, deadline - time.monotonic()))[0]:
        piece = os.read(reading, 1 << 16)
        *lines, rest = (rest + piece).split(b"\n")
        yield from map(json.loads, lines)
        if not piece:
            break
    else:
        os.kill(child, signal.SIGKILL)
        yield {"faults": [f"the cells below it do not end within {seconds:.0f} s"]}
    os.close(reading)
    _, status = os.waitpid(child, 0)
    if os.waitstatus_to_exitcode(status) not in (0, -signal.SIGKILL):
        yield {"faults": ["the process that ran it ended early; what it printed stands above"]}


def _try_notebook(lesson: Lesson, text: NotebookText, chosen: Chosen) -> Iterator[dict[str, Any]]:
    yield from _NotebookTrial(lesson, text, chosen).rows()


class _NotebookTrial:
    """One notebook: run with its own answers, and then, in forks, from each exercise on with a wrong one."""

    def __init__(self, lesson: Lesson, text: NotebookText, chosen: Chosen) -> None:
        os.chdir(lesson.folder)  # where the recorded cases lie
        self.lesson, self.text, self.chosen = lesson, text, chosen
        self.uses = cell_uses(text)
        self.reached = answers_reached(self.uses)
        self.before: dict[str, dict[str, Any]] = {}  # exercise → the names there are when its cell is run
        self.shell = _Shell()

    def rows(self) -> Iterator[dict[str, Any]]:
        smaller = smallest(self.lesson, self.text)
        faults = list(self._reference(smaller))
        yield {"exercise": "", "faults": faults, "seconds": round(time.process_time(), 2)}
        for name in self.text.exercises:
            if name in self.chosen:
                yield from self._exercise(name, smaller)

    def _exercise(self, name: str, smaller: Mapping[int, str]) -> Iterator[dict[str, Any]]:
        solution = self.text.cell(name).source
        slips = {slip.slip.name: slip for slip in self.lesson.exercises[name].slips}
        answers = {"no answer": stub(solution)}
        answers |= {title: without_markers(slips[title].apply(solution)) for title in self.chosen[name]}
        row: dict[str, Any] = {"exercise": name, "answers": len(answers), "faults": []}
        row |= dict.fromkeys(_COUNTS, 0)
        for title, answer in answers.items():
            for found in _forked(self._below, (name, answer, smaller), LONGEST):
                row |= {count: round(row[count] + found.get(count, 0), 2) for count in _COUNTS}
                row["faults"] += [f"with {title!r} in its place, {fault}" for fault in found["faults"]]
        yield row

    def _reference(self, smaller: Mapping[int, str]) -> Iterator[str]:
        """Run what the trials need with the right answers. Yields what is wrong with that already."""
        needed = self._needed(0, lambda number: bool(self.uses[number].uses))
        for number, use in enumerate(self.uses):
            cell = use.cell
            if cell.is_answer:
                self.before[cell.grade_id] = dict(self.shell.user_ns)
            if cell.is_check or number not in needed:
                continue
            seen = self.shell.try_cell(without_markers(smaller.get(number, cell.source)), LOADING)
            if seen.error or seen.line:
                yield f"with right answers, {_cell(use)} {seen.error or seen.line}"

    def _below(self, name: str, answer: str, smaller: Mapping[int, str]) -> Iterator[dict[str, Any]]:
        """Put the answer in its place and run what is below it, in a fork that nobody needs afterwards."""
        self.shell.back_to(self.before[name])
        start = next(i for i, use in enumerate(self.uses) if use.cell.grade_id == name)
        needed = self._needed(start + 1, lambda number: name in self.reached[number])
        sources = {i: smaller.get(i, self.uses[i].cell.source) for i in needed}
        cells = lines = 0
        for number, source in {start: answer, **sources}.items():
            use = self.uses[number]
            seen = self.shell.try_cell(without_markers(source))
            cells += name in self.reached[number] and not use.cell.is_answer
            lines += bool(seen.line)
            if seen.error:
                yield {"faults": [f"{_cell(use)} {seen.error}"]}
            if seen.line and seen.named != name:
                yield {"faults": [f"{_cell(use)} names {seen.named or 'no answer'}: {seen.line}"]}
        yield {"cells": cells, "lines": lines, "seconds": time.process_time(), "faults": []}

    def _needed(self, start: int, wanted: Callable[[int], bool]) -> list[int]:
        """The cells from `start` on that are wanted, what they are made with, and what every notebook runs."""
        needed, names = [], set()
        for number in range(len(self.uses) - 1, start - 1, -1):
            use = self.uses[number]
            given = not use.cell.is_explored and not use.cell.is_check
            if given or wanted(number) or (use.cell.is_explored and use.binds & names):
                needed.append(number)
                names |= use.loads
        return needed[::-1]


_COUNTS = ("cells", "lines", "seconds")


@dataclass
class _Seen:
    """How a cell ended: with an error, or with a line that names an answer to mend, or well."""

    error: str = ""
    line: str = ""
    named: str | None = None


class _Shell:
    """IPython as a kernel has it, without a frontend, and smaller data."""

    def __init__(self) -> None:
        from IPython.core.interactiveshell import InteractiveShell
        from traitlets.config import Config

        from autograder.checks import cell_errors

        _smaller_data()
        quiet = Config({"HistoryManager": {"enabled": False}})
        self.ipython = InteractiveShell.instance(config=quiet, ipython_dir=tempfile.mkdtemp(prefix="wrong-"))
        atexit.register(shutil.rmtree, self.ipython.ipython_dir, True)
        self.ipython.showtraceback = lambda *_, **__: None
        self.ipython.display_pub.publish = self._take
        self.user_ns, self.mime, self.seen = self.ipython.user_ns, cell_errors.MIME, _Seen()

    def try_cell(self, source: str, seconds: float = PATIENCE) -> _Seen:
        """Run one cell as a frontend would."""
        self.seen = seen = _Seen()
        with redirect_stdout(StringIO()), redirect_stderr(StringIO()), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            with _processor_time(seconds):
                result = self.ipython.run_cell(source, store_history=True)
        error = result.error_before_exec or result.error_in_exec
        if isinstance(error, TooSlow):
            seen.error = f"does not end within {seconds:.0f} s"
        elif error is not None:
            seen.error = f"stops the notebook with {type(error).__name__}: {error}"
        return seen

    def back_to(self, names: Mapping[str, Any]) -> None:
        """Forget what was defined since, but not what IPython keeps for itself."""
        for name in [n for n in self.user_ns if n not in names and not n.startswith("_")]:
            del self.user_ns[name]
        self.user_ns.update({n: value for n, value in names.items() if not n.startswith("_")})

    def _take(self, data: dict[str, Any], *_: Any, **__: Any) -> None:
        if self.mime in data:
            self.seen.line, self.seen.named = data["text/plain"], data[self.mime]["exercise"]


@contextlib.contextmanager
def _processor_time(seconds: float) -> Iterator[None]:
    """Raise TooSlow in the block after so much processor time, which other work on the machine does not count for."""

    def stop(*_: object) -> None:
        raise TooSlow

    previous = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, previous)


def _smaller_data() -> None:
    """A page of each corpus, what is slow to load only once, and figures that are laid out and not painted.

    Of a slider's pictures, the first and the last.
    """
    import matplotlib.pyplot as plt

    from utils import corpora, tokenizers
    from utils.plots import interactive, style

    whole = corpora.joined

    def page(split: Any, characters: int | None = None, **options: Any) -> str:
        return whole(split, min(characters or CHARACTERS, CHARACTERS), **options)

    def close(*_: Any, **__: Any) -> None:
        plt.close("all")  # what goes wrong in drawing stops no cell: IPython catches it

    slide = interactive.slider

    def ends(
        draw: Any, values: Sequence[Any], label: str, names: Sequence[str] | None = None, **_: Any
    ) -> None:
        slide(draw, [values[0], values[-1]], label, names and [names[0], names[-1]])

    corpora.joined, plt.show, interactive.slider = page, close, ends
    style.render = without_pixels
    tokenizers.trained = cache(tokenizers.trained)
    for place in (corpora, "shakespeare"), (corpora, "wikipedia"):
        _load_once(*place)
    if "transformers" in sys.modules:
        import transformers

        for owner in (transformers.AutoModelForCausalLM, transformers.AutoTokenizer):
            _load_once(owner, "from_pretrained")


def without_pixels(fig: Figure, tight: bool) -> bytes:
    """Everything of drawing in which a value can stop a cell: layout, ticks, and how large the picture would be.

    In lesson 03 the pixels took 9 of 51 CPU seconds (28 November 2026).
    """
    fig.draw_without_rendering()
    box = fig.get_tightbbox() if tight else fig.bbox_inches  # inches
    if max(box.width, box.height) * fig.dpi >= LARGEST:
        raise ValueError(f"the picture is {box.width:.0f} by {box.height:.0f} inches")
    return _one_pixel()


@cache
def _one_pixel() -> bytes:
    """A picture for what shows pictures."""
    from PIL import Image

    data = BytesIO()
    Image.new("RGB", (1, 1)).save(data, format="png")
    return data.getvalue()


def _load_once(owner: Any, name: str) -> None:
    """Let a second call with equal arguments give what the first one gave."""
    load, loaded = getattr(owner, name), {}

    def once(*args: Any, **options: Any) -> Any:
        key = repr((args, sorted(options.items())))
        if key not in loaded:
            loaded[key] = load(*args, **options)
        return loaded[key]

    setattr(owner, name, once)


def smallest(lesson: Lesson, text: NotebookText) -> dict[int, str]:
    """Code cell → its source in the smallest size, where `smallest.py` in the lesson's folder says how."""
    path, sources = lesson.folder / "smallest.py", {}
    edits = runpy.run_path(str(path))["SMALLEST"].get(text.stem, []) if path.exists() else []
    cells = [cell for cell in text.cells if cell.kind == "code"]
    for old, new in edits:
        places = [i for i, cell in enumerate(cells) if sources.get(i, cell.source).count(old) == 1]
        if len(places) != 1 or sum(cell.source.count(old) for cell in cells) > 1:
            raise LessonError(f"{path}: {old!r} does not occur exactly once in {text.path.name}")
        (place,) = places
        sources[place] = sources.get(place, cells[place].source).replace(old, new)
    return sources


def _cell(use: CellUse) -> str:
    """A cell as an author finds it."""
    lines = [line for line in use.cell.source.splitlines() if line.strip() and not line.startswith("#")]
    return f"the cell {use.cell.grade_id or (lines[0][:60] if lines else '')!r}"


if __name__ == "__main__":
    sys.exit(main())
