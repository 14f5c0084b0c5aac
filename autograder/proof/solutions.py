"""Execute the reference notebooks with papermill and report: time, memory, points and the lesson's own metrics."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import nbformat
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell
from traitlets.config import Config

from autograder import kernels
from autograder.lesson.folder import Lesson, NotebookText
from autograder.notebook.cell import Cell
from autograder.notebook.transport import private_sockets
from autograder.proof.classroom import reference_notebook
from autograder.release.build import prepare
from utils.metrics import MIME as METRIC

# Run at the end inside the kernel itself, so that it holds for any kind of kernel.
_USED_CELL = """
import resource, sys
used = resource.getrusage(resource.RUSAGE_SELF)
print(used.ru_maxrss / (2**20 if sys.platform == "darwin" else 2**10), used.ru_utime + used.ru_stime)
"""
_USED_ID = "used"


@dataclass
class Result:
    """One executed notebook. ok: it ran to its end, earned full marks, and its metrics lie where it says."""

    lesson: str
    notebook: str
    ok: bool
    seconds: float  # by the clock
    cpu_seconds: (
        float | None
    )  # of the kernel, its imports included; other work on the machine changes them little
    peak_mb: float | None
    points: float
    max_points: float
    metrics: dict[str, float | None]  # None stands for nan and infinity, which JSON does not have
    device: str
    scale: str
    date: str
    faults: list[str] = field(default_factory=list)

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)


def run_lesson(
    lesson: Lesson,
    out: Path,
    device: str = "auto",
    scale: str = "small",
    kernel: str = "python3",
    progress: bool = True,
) -> Iterator[Result]:
    """Execute each notebook of a lesson, with its solutions, in the folder that students work in.

    Writes OUT/LESSON/NOTEBOOK.ipynb and .html, also when a cell fails.
    """
    prepare(lesson)  # the recorded cases, which the checks compare with, lie beside the lesson's text
    for text in lesson.notebooks:
        yield _run(lesson, text, out / lesson.name, device, scale, kernel, progress)


def _run(
    lesson: Lesson, text: NotebookText, folder: Path, device: str, scale: str, kernel: str, progress: bool
) -> Result:
    import papermill
    from nbclient.exceptions import DeadKernelError
    from papermill.exceptions import PapermillExecutionError

    kernels.add_kernelspec()  # so that --kernel autograder is the warm one, inside the sandbox
    folder.mkdir(parents=True, exist_ok=True)
    notebook = reference_notebook(text)
    notebook.cells.append(new_code_cell(_USED_CELL, id=_USED_ID))
    prepared, executed = folder / f".{text.stem}.prepared.ipynb", folder / f"{text.stem}.ipynb"
    nbformat.write(notebook, prepared)
    started, faults = time.perf_counter(), []
    sockets = TemporaryDirectory(prefix="autograder-")
    try:
        papermill.execute_notebook(
            prepared,
            executed,
            {"device": device, "scale": scale},
            kernel_name=kernel,
            cwd=lesson.folder,
            resources={
                "metadata": {"path": str(lesson.folder)}
            },  # what the kernel is told; cwd is papermill's own
            progress_bar=progress,
            config=_private_sockets(Path(sockets.name)),
        )
    except PapermillExecutionError as error:
        faults.append(f"cell {error.exec_count} stops with {error.ename}: {error.evalue}")
    except DeadKernelError:
        faults.append("the kernel ended while the notebook was run, perhaps for want of memory")
    finally:
        prepared.unlink()
        sockets.cleanup()
    seconds = time.perf_counter() - started
    done = nbformat.read(executed, as_version=4)
    peak, cpu_seconds = _take_used_cell(done)
    nbformat.write(done, executed)
    _write_html(done, executed.with_suffix(".html"))
    points, highest, missed = _points(done)
    metrics = list(_metrics(done))
    faults += [f"{name} earns less than its points" for name in missed]
    faults += [f"{m['name']} is {m['value']:.4g}, outside {m['expected']}" for m in metrics if not m["ok"]]
    faults += [
        f"{m['name']} is {m['value']:.4g}" for m in metrics if m["ok"] and not math.isfinite(m["value"])
    ]
    return Result(
        lesson.name,
        text.stem,
        not faults,
        round(seconds, 1),
        cpu_seconds,
        peak,
        points,
        highest,
        {m["name"]: m["value"] if math.isfinite(m["value"]) else None for m in metrics},
        device,
        scale,
        datetime.now(UTC).date().isoformat(),
        faults,
    )


def _private_sockets(folder: Path) -> Config:
    """The configuration of a kernel that has its sockets in this folder; nbclient names no connection file."""
    config = Config()
    if not private_sockets(config, folder):
        config.KernelManager.ip = str(folder / "kernel")
    return config


def _points(notebook: NotebookNode) -> tuple[float, float, list[str]]:
    """Points earned and to be had from checks, and the names of checks that fell short."""
    earned = highest = 0.0
    missed = []
    for cell in notebook.cells:
        check = Cell.of(cell)
        if not check.is_check:
            continue
        points = check.nbgrader["points"]
        highest += points
        got = next(
            (float(o.data["text/plain"]) for o in cell.outputs if o.output_type == "execute_result"), 0.0
        )
        earned += got
        if got < points:
            missed.append(check.exercise)
    return earned, highest, missed


def _metrics(notebook: NotebookNode) -> Iterator[dict[str, Any]]:
    for cell in notebook.cells:
        for output in cell.get("outputs", []):
            if METRIC in output.get("data", {}):
                found = output.data[METRIC]
                yield {**found, "value": float(found["value"])}  # Jupyter turns nan and infinity into text


def _take_used_cell(notebook: NotebookNode) -> tuple[float | None, float | None]:
    """Remove our last cell and return what it measured: peak memory in MiB, and seconds of CPU time."""
    last = notebook.cells[-1]
    if last.get("id") != _USED_ID:
        return None, None
    notebook.cells.pop()
    measured = "".join(output.get("text", "") for output in last.outputs).split()
    if len(measured) != 2:
        return None, None
    peak, seconds = (round(float(number), 1) for number in measured)
    return peak, seconds


def _write_html(notebook: NotebookNode, path: Path) -> None:
    from nbconvert.exporters import HTMLExporter

    html, _ = HTMLExporter().from_notebook_node(notebook)
    path.write_text(html, encoding="utf-8")
