"""The judge as another process over real sockets: right verdicts for honest kernels, and nothing for any other."""

from __future__ import annotations

import socket
import struct
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, suppress
from typing import Any

import psutil
import pytest
import tiny_lesson
import torch
from processes import patience

from autograder.authoring import Exercise
from autograder.checks.own_cell import CANNOT_READ
from autograder.checks.probe import run_probe
from autograder.checks.values import MAX_OUTCOME, pack, unpack
from autograder.judge import secret as secrets
from autograder.judge.bench import Bench
from autograder.judge.judge_client import Judge, JudgeError, JudgeLost
from autograder.judge.server import MAX_STRAYS
from autograder.lesson.folder import Lesson
from autograder.lesson.workspace import Workspace

from .conftest import SECRET, Kernel

Opened = Callable[..., AbstractContextManager[Kernel]]


@pytest.fixture(scope="module")
def workspace(lesson: Lesson) -> Workspace:
    return Workspace(lesson.notebooks[0])


@pytest.fixture
def honest(workspace: Workspace) -> Callable[[str], Callable[[bytes], bytes]]:
    """Exercise → what a right answer sends back for packed inputs."""
    return lambda exercise: lambda inputs: run_probe(workspace.probes[exercise], inputs)


def _rests(process: psutil.Process) -> bool:
    """Whether it waits for work, in no less than nine of ten looks, by a time that even a busy machine doesn't need."""
    end = time.monotonic() + patience(5)
    while time.monotonic() < end:
        if sum(process.status() == psutil.STATUS_SLEEPING for _ in range(10)) >= 9:
            return True
        time.sleep(0.01)
    return False


@pytest.fixture(autouse=True)
def _judge_is_well(judge: Judge) -> Iterator[None]:
    """After every test the same judge must be there, idle and of the same size."""
    yield
    process = psutil.Process(judge.process.pid)
    assert judge.alive
    assert _rests(process), "the judge is spinning"
    assert len(process.net_connections("unix")) < 40 and process.num_fds() < 60


# --- honest kernels -----------------------------------------------------------------------------------------------


def test_right_answers(opened: Opened, honest: Any) -> None:
    with opened() as kernel:
        for name, points in tiny_lesson.POINTS.items():
            verdict = kernel.answer(name, honest(name))
            assert (verdict.points, verdict.state) == (points, "right"), verdict


def test_every_slip_is_named(opened: Opened, lesson: Lesson, workspace: Workspace) -> None:
    cells = lesson.notebooks[0]
    for name, exercise in lesson.exercises.items():
        with opened() as kernel:
            for slip in exercise.slips:
                probe = workspace.probe(name, slip.apply(cells.cell(name).source))
                verdict = kernel.answer(name, lambda inputs, probe=probe: run_probe(probe, inputs))
                assert verdict.slip == slip.slip and verdict.points < verdict.max_points


def test_an_untouched_and_a_forbidden_cell_need_no_run(opened: Opened, lesson: Lesson) -> None:
    stub = tiny_lesson.released_cell("weighted_mean", lesson)
    with opened({**tiny_lesson.ANSWERS, "weighted_mean": stub + "\n\n"}) as kernel:
        verdict = kernel.session.begin("weighted_mean")
        assert verdict is not None and verdict.state == "not answered" and verdict.points == 0
    with opened({"weighted_mean": "def weighted_mean(x, w):\n    return np.average(x, -1, w)"}) as kernel:
        verdict = kernel.session.begin("weighted_mean")
        assert verdict is not None and verdict.state == "forbidden" and "numpy.average" in verdict.notes[0]


@pytest.mark.parametrize(
    "cell", ["# later", "while True:\n    pass", "def weighted_means(x, w):\n    return x"]
)
def test_a_cell_that_defines_nothing_is_refused_and_not_forbidden(opened: Opened, cell: str) -> None:
    with opened({"weighted_mean": cell}) as kernel:
        verdict = kernel.session.begin("weighted_mean")
        assert verdict is not None and (verdict.state, verdict.points) == ("refused", 0)
        assert verdict.notes == ["The cell of `weighted_mean` does not define it."]


def test_a_helper_of_the_students_own_is_searched_too(opened: Opened) -> None:
    helper = "import numpy as np\ndef mine(x, w):\n    return np.average(x, -1, w)"
    answers = {"students-helpers": helper, "weighted_mean": "def weighted_mean(x, w):\n    return mine(x, w)"}
    with opened(answers) as kernel:
        verdict = kernel.session.begin("weighted_mean")
        assert verdict is not None and verdict.state == "forbidden" and "in mine, line 3" in verdict.notes[0]


def test_what_failed_before_is_pointed_at(opened: Opened, honest: Any) -> None:
    with opened() as kernel:
        probe = lambda _: pack({"values": {"variance": 1}})
        verdict = kernel.answer("weighted_variance", probe, weak=["weighted_mean"])
        assert any("also calls weighted_mean, which is not right yet" in note for note in verdict.notes)
        assert kernel.answer("weighted_variance", probe).notes == []
        assert kernel.answer("weighted_variance", honest("weighted_variance")).notes == []


def test_an_error_is_told_in_the_students_terms(opened: Opened) -> None:
    error = {"type": "KeyError", "message": "'a'", "call": "f(x (3,))", "line": 2, "code": "return x['a']"}
    with opened() as kernel:
        verdict = kernel.answer("weighted_mean", lambda _: pack({"error": error}))
        assert verdict.state == "error" and verdict.error == error and verdict.points == 0


def test_an_error_tells_nothing_of_the_inputs(opened: Opened, honest: Any) -> None:
    """`raise ValueError(repr(arguments))`: the sentence comes back, the values do not."""

    def raising(inputs: bytes) -> bytes:
        def weighted_mean(x: Any, w: Any) -> Any:
            raise ValueError(f"x is {x.tolist()}, w is {w!r}, the first is {float(w[0]):.9f}")

        return run_probe(lambda x, w: {"mean": weighted_mean(x, w)}, inputs)

    with opened() as kernel:
        verdict = kernel.answer("weighted_mean", raising)
        numbers = unpack(kernel.received[0])["x"].flatten().tolist()
    assert verdict.error is not None and verdict.error["message"].startswith("x is [[…]], w is tensor([…")
    told = repr(verdict.as_dict())
    assert not [x for x in numbers if f"{x:.4f}" in told]


def test_how_far_a_number_is_off_is_told_to_two_digits(opened: Opened, lesson: Lesson) -> None:
    """With more, the expected number could be had from one's own and the factor between them."""

    def answer(inputs: bytes) -> bytes:
        return pack(
            {"values": {"mean": 12.345678 * lesson.exercises["weighted_mean"].expected(inputs)["mean"]}}
        )

    with opened() as kernel:
        told = kernel.answer("weighted_mean", answer).criteria[0].difference
    assert told.endswith("every value is 12 times too large")


def undefined(name: str) -> bytes:
    """What a check sends back where the answer's cell has defined nothing."""
    return pack({"error": {"type": "NameError", "message": f"name '{name}' is not defined"}})


def test_a_syntax_error_is_called_that_with_its_line(opened: Opened) -> None:
    answer = "%matplotlib inline\ndef weighted_mean(x, w:\n    return x\n"
    with opened({**tiny_lesson.ANSWERS, "weighted_mean": answer}) as kernel:
        verdict = kernel.answer("weighted_mean", lambda _: undefined("weighted_mean"))
    assert verdict.state == "error" and verdict.error and verdict.slip is None
    assert verdict.error["type"] == "SyntaxError"
    assert verdict.error["message"] == "'(' was never closed, line 2: `def weighted_mean(x, w:`"
    assert verdict.notes == [CANNOT_READ]


def test_a_cell_that_can_be_read_and_stops_is_no_syntax_error(opened: Opened) -> None:
    answer = "%matplotlib inline\nimport nothing_of_that_name\ndef weighted_mean(x, w):\n    return x\n"
    with opened({**tiny_lesson.ANSWERS, "weighted_mean": answer}) as kernel:
        verdict = kernel.answer("weighted_mean", lambda _: undefined("weighted_mean"))
    assert verdict.error and verdict.error["type"] == "NameError"
    assert verdict.notes == [
        "The cell of `weighted_mean` did not define it: it stopped with an error of its own."
    ]


def test_a_kernel_that_ends_early(opened: Opened, honest: Any) -> None:
    with opened() as kernel:
        kernel.session.begin("weighted_mean")
        inputs = kernel.ask("weighted_mean")
        assert inputs
        kernel.channel.send_frame(honest("weighted_mean")(inputs))
        kernel.close()
        verdict = kernel.session.finish("The kernel stopped: it used too much memory.")
        assert verdict.state == "unfinished" and verdict.points == 0
        assert verdict.notes == ["The kernel stopped: it used too much memory."]
        again = Kernel(kernel.session)
        assert again.answer("Scale", honest("Scale")).points == 3
        again.close()


# --- fresh values -------------------------------------------------------------------------------------------------


def inputs_of(opened: Opened, honest: Any, **who: str) -> list[bytes]:
    with opened(**who) as kernel:
        kernel.answer("weighted_mean", honest("weighted_mean"))
        return kernel.received


def test_inputs_differ_by_student_release_and_file_and_are_the_same_again(
    opened: Opened, honest: Any
) -> None:
    seen = [
        inputs_of(opened, honest, student=student, release=release, file=file)
        for student in ("ada", "emmy")
        for release in ("first", "second")
        for file in ("one", "another")
    ]
    firsts = {frames[0] for frames in seen}
    assert len(firsts) == 8 and all(len(frames) == 4 and frames[-1] == b"" for frames in seen)
    assert inputs_of(opened, honest, student="ada", release="first") == seen[0]


def test_recorded_inputs_are_others(opened: Opened, honest: Any, lesson: Lesson) -> None:
    from autograder.release.record import PUBLIC_SEED

    public = lesson.exercises["weighted_mean"].packed_inputs(PUBLIC_SEED, 0)
    assert public not in inputs_of(opened, honest)


def test_the_secret_is_in_nothing_that_a_kernel_gets(opened: Opened, honest: Any, lesson: Lesson) -> None:
    with opened() as kernel:
        for name in tiny_lesson.POINTS:
            kernel.answer(name, honest(name))
        verdict = kernel.answer("Scale", lambda _: pack({"values": {}}))
        sent = b"".join(kernel.received) + repr(verdict.as_dict()).encode()
        told = kernel.session.secret
    secret = SECRET.encode()
    seed = secrets.seed(secret, "first", "ada", "one")
    for hidden in (secret, bytes.fromhex(SECRET), seed, seed.hex().encode()):
        for start in range(0, len(hidden) - 8, 4):
            assert hidden[start : start + 8] not in sent
    assert told == secrets.secret_id(secret) and SECRET not in told


def test_only_inputs_are_sent_and_no_expected_value(opened: Opened, honest: Any, lesson: Lesson) -> None:
    exercise: Exercise = lesson.exercises["weighted_mean"]
    with opened() as kernel:
        kernel.answer("weighted_mean", honest("weighted_mean"))
        frames = [unpack(frame) for frame in kernel.received if frame]
    assert all(set(frame) == {"x", "w"} for frame in frames)
    for frame in frames:
        mean = exercise.expected(pack(frame))["mean"]
        assert not any(
            torch.isclose(v.double().flatten(), mean.flatten()[0]).any()
            for v in frame.values()
            if v.numel() > 1
        )


# --- dishonest kernels --------------------------------------------------------------------------------------------


def garbage() -> list[bytes]:
    length = struct.Struct("<Q")
    return [
        b"\xff" * 8,
        length.pack(MAX_OUTCOME + 1) + b"x" * 1000,
        length.pack(5) + b"hello",
        length.pack(0) * 50,
        length.pack(0) * 100_000,
        length.pack(100) + b"x" * 10,
        b"\x00",
        length.pack(2**63) + b"x",
        (length.pack(64) + b"\0" * 64) * 500,
    ]


@pytest.mark.parametrize("bytes_", garbage(), ids=range(len(garbage())))
@pytest.mark.parametrize("when", ["before", "instead of asking", "instead of an answer"])
def test_garbage(opened: Opened, honest: Any, bytes_: bytes, when: str) -> None:
    with opened() as kernel:
        if when == "before":
            with suppress(OSError):
                kernel.endpoint.sendall(bytes_)
        kernel.session.begin("weighted_mean")
        if when == "instead of an answer":
            kernel.ask("weighted_mean")
        with suppress(OSError):
            kernel.endpoint.sendall(bytes_)
        verdict = kernel.session.finish("It ran too long.")
        assert verdict.points == 0 and verdict.state in ("unfinished", "error")
        again = Kernel(kernel.session)
        assert again.answer("Scale", honest("Scale")).points == 3
        again.close()


def test_asking_for_another_exercise_gives_no_inputs(opened: Opened) -> None:
    with opened() as kernel:
        kernel.session.begin("weighted_mean")
        for name in ("Scale", "draw", "nothing", ""):
            assert kernel.ask(name) == b""
        assert kernel.session.finish("Nothing came.").state == "unfinished"


def test_asking_out_of_turn_gives_no_inputs_and_waits_for_nothing(opened: Opened, honest: Any) -> None:
    """A check in a cell of the student's own must end, not hang until the cell's deadline."""
    with opened() as kernel:
        assert kernel.ask("weighted_mean") == b""
        assert kernel.answer("weighted_mean", honest("weighted_mean")).points == 2
        assert kernel.ask("weighted_mean") == b""


def test_asking_twice_counts_as_an_answer(opened: Opened, honest: Any) -> None:
    with opened() as kernel:
        kernel.session.begin("weighted_mean")
        first = kernel.ask("weighted_mean")
        second = kernel.ask("weighted_mean")
        assert first and second and first != second
        third = kernel.ask("weighted_mean")
        assert third and kernel.ask("weighted_mean") == b""
        verdict = kernel.session.finish()
        assert verdict.points == 0 and verdict.state == "error"


def test_answers_are_taken_once(opened: Opened, honest: Any) -> None:
    """A kernel that answers wrongly cannot come back with better answers to the same inputs."""
    with opened() as kernel:
        kernel.session.begin("weighted_mean")
        inputs = [kernel.ask("weighted_mean")]
        while inputs[-1]:
            kernel.channel.send_frame(pack({"values": {"mean": 0}}))
            inputs.append(kernel.next())
        for frame in inputs[:-1]:
            kernel.channel.send_frame(honest("weighted_mean")(frame))
        assert kernel.session.finish().points == 0


def test_one_answer_for_every_case(opened: Opened, honest: Any) -> None:
    with opened() as kernel:
        kernel.session.begin("weighted_mean")
        inputs = kernel.ask("weighted_mean")
        answer = honest("weighted_mean")(inputs)
        while inputs:
            kernel.channel.send_frame(answer)
            inputs = kernel.next()
        assert kernel.session.finish().points == 0


def test_answers_before_the_questions(opened: Opened, honest: Any) -> None:
    """Answers recorded at an earlier grading and sent ahead are worth what they are: inputs come one at a time."""
    with opened() as kernel:
        kernel.answer("weighted_mean", honest("weighted_mean"))
        known = [honest("weighted_mean")(frame) for frame in kernel.received if frame]
    with opened(student="emmy") as kernel:
        kernel.session.begin("weighted_mean")
        kernel.channel.send({"ask": "weighted_mean"})
        for answer in known:
            kernel.channel.send_frame(answer)
        assert kernel.session.finish().points == 0


@pytest.mark.parametrize(
    "outcome",
    [
        {},
        [],
        3,
        "right",
        {"values": 3},
        {"values": []},
        {"values": {}},
        {"values": {"mean": {"a": [1, {"b": "x"}]}}},
        {"values": {"mean": torch.zeros(0)}},
        {"values": {"mean": torch.zeros(3, dtype=torch.bool)}},
        {"values": {"mean": torch.full((3,), float("nan"))}},
        {"values": {"mean": [[1], [2, 3]]}},
        {"values": {"mean": 10**3500}},
        {"values": {"mean": ["x"] * 1000}},
        {"values": {3: 4, (1, 2): 5, None: 6}},
        {"values": {"mean": 1}, "changed": {"a": 1}},
        {"values": {"mean": 1}, "changed": [torch.ones(2), 3, "\ud800", "x" * 10_000] * 20},
        {"error": {}},
        {
            "error": {
                "type": torch.ones(2),
                "message": [1],
                "call": {"a": 1},
                "line": torch.ones(3),
                "code": None,
            }
        },
        {"error": {"type": "\ud800", "message": "\0" * 10_000, "line": 10**3000}},
        {"error": 3},
        {"points": 2, "verdict": {"points": 2}},
    ],
)
def test_odd_outcomes_earn_nothing_and_harm_nothing(opened: Opened, outcome: Any) -> None:
    with opened() as kernel:
        verdict = kernel.answer("weighted_mean", lambda _: pack(outcome))
        assert verdict.points == 0 and verdict.state in ("wrong", "error")
        assert len(repr(verdict.as_dict())) < 8000
        repr(verdict.as_dict()).encode("utf-8")


def test_a_kernel_that_floods(opened: Opened, honest: Any, judge: Judge) -> None:
    """Hundreds of megabytes, sent while the grader waits for its verdict."""
    before = psutil.Process(judge.process.pid).memory_info().rss
    with opened() as kernel:
        kernel.session.begin("weighted_mean")
        stop = threading.Event()

        def flood() -> None:
            with suppress(OSError):
                while not stop.is_set():
                    kernel.endpoint.sendall(b"\0" * (1 << 20))

        thread = threading.Thread(target=flood)
        thread.start()
        time.sleep(0.3)
        started = time.perf_counter()
        verdict = kernel.session.finish("It ran too long.")
        assert verdict.points == 0 and time.perf_counter() - started < patience(5)
        stop.set()
        kernel.endpoint.shutdown(socket.SHUT_RDWR)
        thread.join(timeout=10)
        assert not thread.is_alive()
        again = Kernel(kernel.session)
        assert again.answer("Scale", honest("Scale")).points == 3
        again.close()
    assert psutil.Process(judge.process.pid).memory_info().rss - before < 300 * 2**20


def test_a_kernel_that_never_reads(opened: Opened, honest: Any) -> None:
    """It asks and asks; were each question answered, the answers would fill the socket and the judge would wait."""
    with opened() as kernel:
        kernel.session.begin("weighted_mean")
        question = pack({"ask": "Scale"})
        frame = struct.pack("<Q", len(question)) + question
        with suppress(OSError):
            for _ in range(20 * MAX_STRAYS):
                kernel.endpoint.sendall(frame)
        started = time.perf_counter()
        assert kernel.session.finish("It ran too long.").points == 0
        assert time.perf_counter() - started < patience(3)
        again = Kernel(kernel.session)
        assert again.answer("Scale", honest("Scale")).points == 3
        again.close()


def test_a_kernel_that_closes_in_the_middle_of_a_message(opened: Opened) -> None:
    with opened() as kernel:
        kernel.session.begin("weighted_mean")
        kernel.ask("weighted_mean")
        kernel.endpoint.sendall(struct.pack("<Q", 1000) + b"x" * 10)
        kernel.close()
        time.sleep(0.2)
        assert kernel.session.finish("The cell ended the process.").state == "unfinished"


# --- the grader's side --------------------------------------------------------------------------------------------


def test_a_fault_of_a_lesson_is_a_sentence_and_the_judge_goes_on(
    judge: Judge, opened: Opened, honest: Any, tmp_path: Any
) -> None:
    broken = tiny_lesson.write(
        tmp_path, exercises=[('return {"mean": np.average(x', 'return {"mean": np.averaged(x')]
    )
    with judge.session(
        broken.folder, "first", broken.notebooks[0].stem, "ada", tiny_lesson.ANSWERS
    ) as session:
        kernel = Kernel(session)
        session.begin("weighted_mean")
        with pytest.raises(JudgeError, match="the judge could not finish: AttributeError") as fault:
            session.finish()
        assert not isinstance(fault.value, JudgeLost), "another attempt would fail alike"
        kernel.close()
    with opened() as kernel:
        assert kernel.answer("Scale", honest("Scale")).points == 3


def test_a_judge_that_was_ended_is_a_sentence(lesson: Lesson) -> None:
    judge = Judge()
    judge.process.kill()
    judge.process.join()
    with pytest.raises(JudgeLost, match="grade this submission again"):
        with judge.session(lesson.folder, "first", lesson.notebooks[0].stem, "ada", {}):
            pass
    judge.stop()


def test_the_judge_leaves_with_its_grader(lesson: Lesson) -> None:
    judge = Judge()
    judge.control.close()
    judge.process.join(timeout=patience(60))
    assert judge.process.returncode == 0


# --- the record of what ran ---------------------------------------------------------------------------------------


def test_what_the_record_says_decides_where_something_is_forbidden(opened: Opened, honest: Any) -> None:
    with opened() as kernel:
        right = honest("weighted_mean")
        assert kernel.answer("weighted_mean", right, odd=["looks around"]).odd == ["looks around"]
        used = kernel.answer("weighted_mean", right, used=["np.average"])
        assert (used.points, used.state) == (0, "forbidden") and "np.average" in used.notes[0]
        undone = kernel.answer("weighted_mean", right, tampering=["uses ctypes"])
        assert (undone.points, undone.state) == (0, "refused") and "uses ctypes" in undone.notes[0]
        elsewhere = kernel.answer("weighted_mean", right, record="another run's")  # type: ignore[arg-type]
        assert elsewhere.points == 0 and "no record" in elsewhere.notes[0]
        assert (
            kernel.answer("Scale", honest("Scale"), tampering=["uses ctypes"]).points == 3
        )  # forbids nothing


def test_a_run_that_was_stopped_before_its_record_accuses_nobody(opened: Opened, honest: Any) -> None:
    """The kernel's time can be up between its last answer and the record; then the check is run again."""
    with opened() as kernel:
        assert kernel.session.begin("weighted_mean") is None
        kernel.rules("weighted_mean")
        inputs = kernel.ask("weighted_mean")
        while inputs:
            kernel.channel.send_frame(honest("weighted_mean")(inputs))
            inputs = kernel.next()
        stopped = kernel.session.finish("It ran for more than 5 s.")
    assert (stopped.points, stopped.state) == (0, "unfinished")
    assert stopped.odd == [] and stopped.notes == ["It ran for more than 5 s."]


def test_a_slip_that_is_not_asked_for_is_not_run(lesson: Lesson) -> None:
    """A class that slips would else cost every spelling of every mistake in every case."""
    bench, exercise = Bench(lesson, lesson.notebooks[0].stem), lesson.exercises["weighted_mean"]
    ran: list[int] = []
    bench._slips["weighted_mean"] = [lambda x, w, i=i: ran.append(i) or {"mean": i} for i in range(3)]
    outcomes = bench.slip_outcomes(exercise, exercise.packed_inputs(b"one", 0))
    assert len(outcomes) == 3 and ran == []
    assert outcomes[1]["values"] == {"mean": 1} and ran == [1]
