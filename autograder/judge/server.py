"""The judge's process: it has one end of a socket pair, and the grader the other.

One thread waits on the grader and on the kernels. The grader is trusted and is answered message by message; a kernel is
not: what it sends is parsed as data, bounded in size, and ends its connection when it makes no sense.
"""

from __future__ import annotations

import os
import selectors
import signal
import socket
import struct
import sys
from collections.abc import Callable, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

import torch

from autograder import processes
from autograder.checks.channel import Channel
from autograder.checks.limit import Budget, TooSlow, time_limit
from autograder.checks.values import MAX_OUTCOME, CannotCross, unpack
from autograder.errors import CourseError
from autograder.judge.bench import Bench
from autograder.judge.secret import kernel_seed, load_secret, secret_id, seed
from autograder.judge.trial import Questions, Trial
from autograder.lesson.folder import Lesson

SEND_SECONDS = 10.0  # a kernel that does not read its inputs is given up after this
MAX_STRAYS = 100  # questions out of turn that are answered in one session
MAX_WAITING = 100  # frames at once; a check waits for an answer to each of its own
READING_SECONDS = 30.0  # of the processor, to read one notebook's answers for what they may not use
COMPARING_SECONDS = 60.0  # of the processor, for one exercise's verdict
MEGABYTES = 2000  # beyond what the judge has when it starts; values of a student's may cost no more
_LENGTH = struct.Struct("<Q")


class Link:
    """The socket to one kernel: frames in as they come, frames out within a time limit."""

    def __init__(self, endpoint: socket.socket) -> None:
        self.endpoint = endpoint
        self.buffer = bytearray()
        self.ended = False  # the kernel has hung up, or sends what no check sends

    def frames(self) -> list[bytes]:
        """The frames that have arrived whole."""
        while len(self.buffer) <= _LENGTH.size + MAX_OUTCOME:
            try:
                piece = self.endpoint.recv(1 << 20, socket.MSG_DONTWAIT)
            except BlockingIOError:
                break
            except OSError:
                piece = b""
            if not piece:
                self.ended = True
                break
            self.buffer += piece
        found: list[bytes] = []
        while len(self.buffer) >= _LENGTH.size:
            (length,) = _LENGTH.unpack_from(self.buffer)
            if length > MAX_OUTCOME or len(found) == MAX_WAITING:
                self.ended = True
                break
            if len(self.buffer) < _LENGTH.size + length:
                break
            found.append(bytes(self.buffer[_LENGTH.size : _LENGTH.size + length]))
            del self.buffer[: _LENGTH.size + length]
        return found

    def send(self, frame: bytes) -> bool:
        """Whether the kernel took the frame."""
        try:
            self.endpoint.settimeout(SEND_SECONDS)
            self.endpoint.sendall(_LENGTH.pack(len(frame)) + frame)
        except OSError:
            return False
        finally:
            self.endpoint.settimeout(None)  # reading relies on a blocking socket with MSG_DONTWAIT
        return True


class Session:
    """One submission's notebook: its answers, the exercise on trial and the verdicts so far."""

    def __init__(self, bench: Bench, inputs_seed: bytes, answers: dict[str, str]) -> None:
        self.bench, self.seed, self.answers = bench, inputs_seed, answers
        self.questions: dict[str, Questions] = {}
        self.trial: Trial | None = None
        self.strays = 0
        self.reading = Budget(READING_SECONDS)

    def begin(
        self, exercise: str, without: Sequence[str] = (), weak: Sequence[str] = ()
    ) -> dict[str, Any] | None:
        """Put an exercise on trial; returns its verdict at once where no run is needed.

        without: exercises whose answers do not run this time. weak: earlier ones that it calls and that failed.
        """
        answers = {name: text for name, text in self.answers.items() if name not in without}
        if exercise not in self.questions:
            self.questions[exercise] = Questions(self.bench, self.bench.lesson.exercises[exercise], self.seed)
        self.trial = Trial(self.questions[exercise], answers, weak)
        try:
            with self.reading.spend():
                settled = self.trial.settled()
        except (TooSlow, MemoryError, RecursionError) as error:
            settled = self.trial.without_verdict(
                f"The answers could not be read {_within(error, READING_SECONDS)}."
            )
        if settled is None:
            return None
        self.trial = None
        return settled.as_dict()

    def finish(self, reason: str | None) -> dict[str, Any]:
        """Close the trial with its verdict."""
        assert self.trial is not None
        trial, self.trial = self.trial, None
        try:
            with time_limit(COMPARING_SECONDS, processor=True):
                verdict = trial.verdict(reason)
        except (TooSlow, MemoryError) as error:
            note = f"What came back could not be compared {_within(error, COMPARING_SECONDS)}."
            verdict = trial.without_verdict(note)
        return verdict.as_dict()

    def hear(self, frame: bytes) -> bytes | None:
        """What to send back for a kernel's frame; None where nothing is being asked of it."""
        trial = self.trial
        if trial is not None and trial.asked and trial.is_answered:
            trial.take_record(frame)
        if trial is None or not trial.asked or trial.is_answered:
            return self._hear_question(trial, frame)
        trial.take(frame)
        return trial.next_inputs()

    def _hear_question(self, trial: Trial | None, frame: bytes) -> bytes | None:
        """Inputs for the exercise on trial; none, at once, for a check that a student's own cell runs."""
        question, asked = _asked_for(frame)
        if trial is not None and not trial.asked and asked == trial.exercise.name:
            if question == "rules":
                return trial.rules()
            trial.asked = True
            return trial.next_inputs()
        if asked is None or self.strays == MAX_STRAYS:
            return None
        self.strays += 1
        return b""


class Server:
    """Waits on the grader and on kernels until the grader hangs up."""

    def __init__(self, control: Channel) -> None:
        self.control = control
        self.sessions: dict[str, Session] = {}
        self.links: dict[str, Link] = {}
        self.benches: dict[tuple[str, str, str], Bench] = {}
        self.waiting = selectors.DefaultSelector()
        self.waiting.register(control.endpoint, selectors.EVENT_READ, None)
        # Everything that the grader may ask (judge_client.py). What a kernel may send is Session.hear's business.
        self.requests: dict[str, Callable[..., dict[str, Any]]] = {
            "open": self._on_open,
            "attach": self._on_attach,
            "begin": self._on_begin,
            "linked": self._on_linked,
            "finish": self._on_finish,
            "reference": self._on_reference,
            "close": self._on_close,
        }

    @cached_property
    def secret(self) -> bytes:
        """Read when the first submission comes, so that whoever asks is told what is wrong with it."""
        return load_secret()

    def run(self) -> None:
        while True:
            for key, _ in self.waiting.select():
                if key.data is not None:
                    self._hear_kernel(key.data)
                elif not self._obey():
                    return

    def _obey(self) -> bool:
        """Do one thing that the grader asks; False when the grader is gone."""
        request = self.control.receive()
        if request is None:
            return False
        act = self.requests[request.pop("do")]
        try:
            reply = act(**request)
        except Exception as error:  # a fault of a lesson's exercises must not take the other submissions down
            ours = isinstance(error, CourseError)  # its message is a sentence
            reply = {"fault": str(error) if ours else f"{type(error).__name__}: {error}"}
        try:
            self.control.send(reply)
        except OSError:
            return False
        return True

    def _on_open(
        self,
        session: str,
        folder: str,
        release: str,
        notebook: str,
        student: str,
        answers: dict[str, str],
        file: str,
    ) -> dict[str, Any]:
        """Begin a session for one notebook of one submission; its lesson is loaded once for all of them."""
        key = (folder, release, notebook)
        if key not in self.benches:
            self.benches[key] = Bench(Lesson(Path(folder)), notebook)
        self.sessions[session] = Session(
            self.benches[key], seed(self.secret, release, student, file), answers
        )
        return {
            "secret": secret_id(self.secret),
            "seed": kernel_seed(self.secret, release, student, file),
            "closed_book": self.benches[key].closed_book,
        }

    def _on_attach(self, session: str) -> dict[str, Any]:
        """Take the judge's end of a new kernel's socket, which follows the message."""
        _, (fd, *_), _, _ = socket.recv_fds(self.control.endpoint, 1, 1)
        self._drop(session)
        self.links[session] = Link(socket.socket(fileno=fd))
        self.waiting.register(fd, selectors.EVENT_READ, session)
        return {}

    def _on_begin(self, session: str, exercise: str, without: list[str], weak: list[str]) -> dict[str, Any]:
        """Put an exercise on trial; answers with its verdict where no run is needed."""
        self._hear_kernel(session)
        if session in self.links:
            self.links[session].buffer.clear()  # half a message from before: what comes next begins anew
        return {"verdict": self.sessions[session].begin(exercise, without, weak)}

    def _on_linked(self, session: str) -> dict[str, Any]:
        """Whether the kernel's next check can be heard: the line is open and holds no half of a message."""
        self._hear_kernel(session)
        link = self.links.get(session)
        return {"linked": link is not None and not link.buffer}

    def _on_finish(self, session: str, reason: str | None) -> dict[str, Any]:
        """End the trial with its verdict, and tell whether the kernel can still be heard."""
        self._hear_kernel(session)  # what was sent before the cell ended counts
        verdict = self.sessions[session].finish(reason)
        return {"verdict": verdict, **self._on_linked(session)}

    def _on_reference(self, session: str, exercise: str) -> dict[str, Any]:
        """The reference solution's cell, for an answer that has been tried for the last time."""
        return {"cell": self.sessions[session].bench.notebook.cell(exercise).source}

    def _on_close(self, session: str) -> dict[str, Any]:
        """Forget a session and hang up on its kernel."""
        self._drop(session)
        self.sessions.pop(session, None)
        return {}

    def _hear_kernel(self, session: str) -> None:
        """Answer all that has arrived from a session's kernel; a link that makes no sense ends here."""
        link = self.links.get(session)
        if link is None:
            return
        for frame in link.frames():
            try:
                reply = self.sessions[session].hear(frame)
            except Exception:  # nothing that a kernel sends may end the judge
                link.ended = True
                break
            if reply is not None and not link.send(reply):
                link.ended = True
                break
        if link.ended:
            self._drop(session)

    def _drop(self, session: str) -> None:
        link = self.links.pop(session, None)
        if link is not None:
            self.waiting.unregister(link.endpoint)
            link.endpoint.close()


def _within(error: BaseException, seconds: float) -> str:
    if isinstance(error, TooSlow):
        return f"within {seconds:g} seconds"
    return f"within {MEGABYTES:,} MB of memory" if isinstance(error, MemoryError) else "(nested too deeply)"


def _asked_for(frame: bytes) -> tuple[str, str | None]:
    """("rules" or "ask", the exercise whose rules or inputs a frame asks for); None where it asks for nothing."""
    try:
        message = unpack(frame, limit=10_000)
    except CannotCross:
        message = None
    message = message if isinstance(message, dict) else {}
    question = "rules" if "rules" in message else "ask"
    asked = message.get(question)
    return question, asked if isinstance(asked, str) else None


def _bound_memory() -> None:
    """Bound this process's memory, so that a huge value from a student is an error that ends one verdict only."""
    if sys.platform != "linux":
        return
    import resource

    from autograder.sandbox.limits import MEGABYTE, address_space

    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    wanted = address_space() + MEGABYTES * MEGABYTE
    resource.setrlimit(resource.RLIMIT_AS, (wanted if hard < 0 else min(wanted, hard), hard))


def main(grader: socket.socket) -> None:
    """Be the judge of the grader at the other end of a socket, until it hangs up."""
    processes.be_called("judge")
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the grader's affair, which then hangs up
    os.environ.update(MPLBACKEND="agg", TOKENIZERS_PARALLELISM="false")
    torch.set_num_threads(1)
    _bound_memory()
    Server(Channel(grader)).run()


if __name__ == "__main__":
    main(socket.socket(fileno=int(sys.argv[1])))
