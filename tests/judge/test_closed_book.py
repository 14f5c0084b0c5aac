"""What an exercise withholds from the probe, how much may be handed in, and what a kernel may look into."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

import pytest
import tiny_lesson
from traitlets.config import Config

from autograder.checks.probe import run_probe
from autograder.checks.values import pack, unpack
from autograder.judge.judge_client import Judge
from autograder.kernels.provisioner import WarmProvisioner
from autograder.lesson.folder import Lesson
from autograder.lesson.workspace import Workspace

from .conftest import Kernel

MOST = 2000
COMMAND = [sys.executable, "-m", "ipykernel_launcher", "-f", "connection.json"]
SECRETIVE = [
    (
        'return {"x": 1 + rng.standard_normal(shape), "w": rng.uniform(1, 3, shape[-1])}\n\n    def oracle(x, w):\n'
        '        return {"mean": np.average(x, axis=-1, weights=w)}\n\n    alternatives = {"a matrix product"',
        'return {"x": 1 + rng.standard_normal(shape), "w": rng.uniform(1, 3, shape[-1]), "came": 12345.678}\n\n'
        f'    withheld = ["came"]\n    closed_book = True\n    most_characters = {MOST}\n\n'
        "    def oracle(x, w, came):\n        assert came == 12345.678\n"
        '        return {"mean": np.average(x, axis=-1, weights=w)}\n\n    alternatives = {"a matrix product"',
    )
]


@pytest.fixture(scope="module")
def secretive(tmp_path_factory: pytest.TempPathFactory) -> Lesson:
    return tiny_lesson.write(tmp_path_factory.mktemp("closed") / "source", exercises=SECRETIVE)


def opened(judge: Judge, lesson: Lesson, answers: dict[str, str] = tiny_lesson.ANSWERS) -> Any:
    return judge.session(lesson.folder, "first", lesson.notebooks[0].stem, "ada", answers, "one")


def test_the_probe_never_gets_what_is_withheld(judge: Judge, secretive: Lesson) -> None:
    probe = Workspace(secretive.notebooks[0]).probes["weighted_mean"]
    with opened(judge, secretive) as session:
        kernel = Kernel(session)
        verdict = kernel.answer("weighted_mean", lambda inputs: run_probe(probe, inputs))
        assert verdict.state == "right", verdict
        asked = [frame for frame in kernel.received if frame]
        assert len(asked) == 3
        for frame in asked:
            assert unpack(frame).keys() == {"x", "w"} and b"came" not in frame and b"12345" not in frame
        kernel.close()


def test_it_goes_to_nobody_at_home_either(secretive: Lesson, tmp_path: Path) -> None:
    exercise = secretive.exercises["weighted_mean"]
    asked = exercise.packed_inputs(b"public", 0)
    assert unpack(asked).keys() == {"x", "w"} and exercise.expected(asked).keys() == {"mean"}
    with pytest.raises(TypeError):
        exercise.expected(pack(unpack(asked)))  # bytes that came back from somewhere have lost it
    assert b"12345.678" not in tiny_lesson.record(secretive, tmp_path).read_bytes()


def test_too_much_is_refused_before_it_runs(judge: Judge, secretive: Lesson) -> None:
    long = {**tiny_lesson.ANSWERS, "draw": tiny_lesson.ANSWERS["draw"] + "\n#" + "x" * MOST}
    helper = {**tiny_lesson.ANSWERS, "students-helpers-0": "WEIGHTS = '" + "x" * MOST + "'"}
    wide = {**tiny_lesson.ANSWERS, "students-helpers-0": "WEIGHTS = '" + "\U0001f600" * (MOST // 3) + "'"}
    for answers in (long, helper, wide):
        with opened(judge, secretive, answers) as session:
            verdict = session.begin("weighted_mean")
            assert verdict is not None and verdict.points == 0 and verdict.state == "refused"
            assert f"at most {MOST:,} are taken" in verdict.notes[0]
            assert session.begin("draw") is None  # the limit is that exercise's own


def test_a_session_says_whether_the_book_is_closed(judge: Judge, secretive: Lesson, lesson: Lesson) -> None:
    with opened(judge, secretive) as session:
        assert session.closed_book
    with opened(judge, lesson) as session:
        assert not session.closed_book


@pytest.mark.parametrize("closed", [True, False])
def test_with_a_closed_book_a_kernel_sees_no_data_and_no_other_files(tmp_path: Path, closed: bool) -> None:
    provisioner = WarmProvisioner(config=Config(), cache=str(tmp_path))
    provisioner.connection_info = {}
    provisioner._sockets = tmp_path
    environment = {"AUTOGRADER_CLOSED_BOOK": "1"} if closed else {}
    view = provisioner._request(COMMAND, environment, tmp_path, [])["view"]
    assert (view["assets"], view["submission"]) == (("", "") if closed else (str(tmp_path), str(tmp_path)))
    assert not any(os.path.samefile(path, tmp_path) for path in view["readable"] if os.path.exists(path))
