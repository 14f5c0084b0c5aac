"""One exercise of one submission on trial: which inputs it gets, what came back, what that is worth."""

from __future__ import annotations

import secrets
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property, partial
from typing import Any

from autograder.authoring import Exercise
from autograder.checks.forbidden import defines, forbidden_uses, same_code
from autograder.checks.limit import TooSlow, time_limit
from autograder.checks.own_cell import CANNOT_READ, unreadable
from autograder.checks.reassembly import characters, too_long
from autograder.checks.recorded import fingerprint
from autograder.checks.scoring import Case, Outcome, Verdict, forbidden_verdict, score
from autograder.checks.values import CannotCross, pack, unpack, unpack_outcome
from autograder.judge.bench import Bench
from autograder.judge.discreet import without_values
from autograder.judge.recorded_questions import RecordedQuestions
from autograder.judge.repeats import Repeats

QUICK_SECONDS = 5.0  # an answer that took longer than this, or whose verdict did, is asked no more
TEXT_LIMIT = 600  # characters of a student's own words that reach a verdict


def look_first(name: str) -> str:
    """The note on a failed check that calls another answer which is wrong itself."""
    return f"This check also calls {name}, which is not right yet: look there first."


@dataclass
class Record:
    """What a kernel says that an answer called. It comes from the student's process: see docs/instructors.md."""

    used: list[str] = field(default_factory=list)  # of what the exercise forbids
    tampering: list[str] = field(default_factory=list)  # why it proves nothing
    odd: list[str] = field(default_factory=list)  # what an instructor may want to look at


class Questions:
    """What one submission is asked in one exercise, and what is expected: drawn once, however often it is tried."""

    def __init__(self, bench: Bench, exercise: Exercise, seed: bytes) -> None:
        self.bench, self.exercise = bench, exercise
        self.packed = [exercise.packed_inputs(seed, case) for case in range(len(exercise.cases))]
        self.repeats = Repeats(exercise, seed, self.packed[0])
        self.inputs = [*self.packed, *self.repeats.inputs]

    @cached_property
    def cases(self) -> list[Case]:
        """The oracle's values for each case, and what a slip gives there, computed when it is asked for."""
        return [
            Case(
                self.exercise.expected(inputs),
                cache(partial(self.bench.slip_outcomes, self.exercise, inputs)),
                partial(unpack, inputs),
                size=len(inputs),
            )
            for inputs in self.packed
        ]


class Trial:
    """The state machine of one exercise: inputs go out one at a time, each answered before the next is shown."""

    def __init__(self, questions: Questions, answers: Mapping[str, str], weak: Sequence[str] = ()) -> None:
        """weak: earlier exercises that the answer calls and that failed. Then what looks like a mistake here may be
        theirs, so none is named, and none is looked for.
        """
        self.weak = weak
        self.bench, self.exercise, self.answers = questions.bench, questions.exercise, answers
        self.questions, self.inputs = questions, list(questions.inputs)
        self.outcomes: list[Outcome] = []
        self.found: Verdict | None = None  # of what came back so far, once it was needed
        self.recorded: RecordedQuestions | None = None  # asked where no one mistake explains all
        self.began = time.monotonic()
        self.asked = False
        self.number = secrets.token_hex(8)  # a record of what ran names it, and so belongs to this run
        self.record: Record | None = None

    @property
    def answer(self) -> str:
        return self.answers.get(self.exercise.name, "")

    def settled(self) -> Verdict | None:
        """The verdict that needs no run: an untouched cell, or one that uses what it should have written."""
        name, points = self.exercise.name, self.exercise.points
        stub = self.bench.stub(name)
        if fingerprint(self.answer) == fingerprint(stub) or same_code(self.answer, stub):
            return Verdict(name, 0, points, "not answered")
        most, found = self.exercise.most_characters, characters(self.answers.values())
        if most is not None and found > most:
            return Verdict(name, 0, points, "refused", notes=[too_long(found, most)])
        others = [text for key, text in self.answers.items() if key != name]
        uses = forbidden_uses(self.answer, self.exercise.forbid, others, self.bench.notebook.exercises)
        if uses:
            return forbidden_verdict(name, points, uses)
        if self.exercise.forbid and not defines(self.answer, name):
            note = f"The cell of `{name}` does not define it."  # then somebody else's code would be checked
            return Verdict(name, 0, points, "refused", notes=[note])
        return None

    def without_verdict(self, note: str) -> Verdict:
        """No points, and the reason: the work of judging would be more than any answer needs."""
        return Verdict(self.exercise.name, 0, self.exercise.points, "unfinished", notes=[note])

    @property
    def is_answered(self) -> bool:
        """Whether something came back for every question."""
        return len(self.outcomes) == len(self.inputs)

    def next_inputs(self) -> bytes:
        """The inputs of the next question; empty when all have been answered."""
        return b"" if self.is_answered else self.inputs[len(self.outcomes)]

    def take(self, frame: bytes) -> None:
        """Keep what came back for the current question."""
        if self.asked and not self.is_answered:
            self.outcomes.append(_read_outcome(frame))
            if self.is_answered and self.recorded is None:
                self._ask_what_is_recorded()

    def _ask_what_is_recorded(self) -> None:
        """Where no one mistake explains all, go on with the recorded inputs: what two at once give there is known.

        All points are decided by then, and an answer that took long is left alone.
        """
        if self.weak or time.monotonic() - self.began > QUICK_SECONDS:
            return
        try:
            with time_limit(QUICK_SECONDS, processor=True):
                self.found = self._score()
                if self.found.state not in ("wrong", "error") or self.found.has_one_name:
                    return
                recording = self.bench.recording(self.exercise)
        except (Exception, TooSlow):  # said when the trial is closed
            self.found = None
            return
        if recording is not None:
            self.recorded = RecordedQuestions(recording)
            self.inputs += self.recorded.inputs

    def rules(self) -> bytes:
        """What the kernel has to look for while the check runs."""
        return pack({"forbid": self.exercise.forbid, "record": self.number})

    def take_record(self, frame: bytes) -> None:
        """Keep what the kernel says of this run, when it has answered everything."""
        try:
            message = unpack(frame, limit=50_000)
        except CannotCross:
            return
        if isinstance(message, dict) and message.get("record") == self.number and self.record is None:
            self.record = Record(*(_texts(message.get(key)) for key in ("used", "tampering", "odd")))

    def verdict(self, reason: str | None = None) -> Verdict:
        """What the outcomes are worth, and whether what ran may be paid.

        reason: why the run ended early, if it did.
        """
        verdict = self._scored(reason)
        record = self.record or Record()
        if self.exercise.forbid and len(self.outcomes) >= len(self.questions.inputs):
            stopped = self.record is None and reason is not None  # after its last answer, by nobody's fault
            if stopped and verdict.points:
                return Verdict(self.exercise.name, 0, self.exercise.points, "unfinished", notes=[str(reason)])
            if self.record is None and not stopped:
                record.tampering.append("there is no record of what ran")
            if record.used:
                verdict = forbidden_verdict(self.exercise.name, self.exercise.points, record.used)
            elif record.tampering and verdict.points:
                verdict = unrecorded_verdict(self.exercise.name, self.exercise.points, record.tampering)
        verdict.odd = list(dict.fromkeys([*record.tampering, *record.odd]))
        return verdict

    def _scored(self, reason: str | None) -> Verdict:
        cases = self.questions.cases  # a fault of these is the lesson's, and not the answer's
        self.exercise.rubric(list(cases[0].oracle))
        try:
            verdict = self.found or self._score()
            if self.recorded is not None:
                self.recorded.name(verdict, self.outcomes[len(self.questions.inputs) :])
        except Exception as error:  # of values that no honest answer gives; the grading goes on
            note = f"What came back could not be compared ({type(error).__name__})."
            verdict = Verdict(self.exercise.name, 0, self.exercise.points, "error", notes=[note])
        if verdict.state == "unfinished":
            verdict.notes.insert(0, reason or "The check did not run to its end.")
        if _undefined(verdict):
            self._say_why_undefined(verdict)
        if verdict.state != "right":
            if self.weak:
                verdict.unname()
            verdict.notes += [look_first(name) for name in self.weak]
        return verdict

    def _score(self) -> Verdict:
        cases, asked = self.questions.cases, len(self.questions.inputs)
        rubric = self.exercise.rubric(list(cases[0].oracle))
        came = self.outcomes[:asked]
        answers = [*came, *[None] * (asked - len(came))]
        outcomes, repeats = answers[: len(cases)], answers[len(cases) :]
        slips = [] if self.weak else [slip.slip for slip in self.exercise.slips]
        verdict = score(rubric, cases, outcomes, slips)
        self.questions.repeats.apply(verdict, rubric, outcomes[0] or {}, repeats)
        return verdict

    def _say_why_undefined(self, verdict: Verdict) -> None:
        """Explain why the check found nothing to call: the line of a syntax error, or else the answer's cell."""
        from IPython.core.inputtransformer2 import TransformerManager

        verdict.unname()
        broken = unreadable(self.answer, TransformerManager().transform_cell)
        if broken is None:
            verdict.notes.append(
                f"The cell of `{verdict.exercise}` did not define it: it stopped with an error of its own."
            )
            return
        verdict.error = {**broken, "message": _text(broken["message"], TEXT_LIMIT)}
        verdict.notes.append(CANNOT_READ)


def unrecorded_verdict(exercise: str, points: float, reasons: Sequence[str]) -> Verdict:
    """No points where it could not be seen whether the answer calls what it should have written."""
    note = f"It could not be seen whether your code calls what this exercise is about: {'; '.join(reasons)}."
    return Verdict(exercise, 0, points, "refused", notes=[note])


def _undefined(verdict: Verdict) -> bool:
    """Whether the check found no answer to call: the answer's own cell has a syntax error, say."""
    error = verdict.error or {}
    return error.get("type") == "NameError" and f"'{verdict.exercise}'" in error.get("message", "")


def _read_outcome(frame: bytes) -> Outcome:
    """An outcome as a student's process sent it, cut down to what an outcome may be."""
    try:
        outcome = unpack_outcome(frame)
    except CannotCross as error:
        return _failed("CannotCross", str(error))
    if isinstance(outcome, dict) and isinstance(outcome.get("values"), dict):
        changed = outcome.get("changed")
        names = [_text(name, 40) for name in changed[:10]] if isinstance(changed, list) else []
        return {"values": outcome["values"], "changed": names}
    error = outcome.get("error") if isinstance(outcome, dict) else None
    return (
        {"error": _read_error(error)}
        if isinstance(error, dict)
        else _failed("CannotCross", "no values came back")
    )


def _read_error(error: Mapping[str, Any]) -> dict[str, Any]:
    kept: dict[str, Any] = {
        key: _text(error[key], TEXT_LIMIT)
        for key in ("type", "message", "call", "code", "gave")
        if key in error
    }
    for key in ("message", "call", "gave"):
        if key in kept:
            kept[key] = without_values(kept[key])
    line = error.get("line")
    line = line if isinstance(line, int) and 0 <= line < 1_000_000 else 0
    if error.get("raised") is True:
        kept["raised"] = True
    return {"type": "Exception", "message": "", **kept, "line": line}


def _text(value: Any, limit: int) -> str:
    """A student's own words, cut, and without what no file can hold."""
    return value[:limit].encode("utf-8", "replace").decode() if isinstance(value, str) else ""


def _texts(value: Any) -> list[str]:
    """A list of short texts, whatever came."""
    return [_text(each, 120) for each in value[:10] if _text(each, 120)] if isinstance(value, list) else []


def _failed(kind: str, message: str) -> Outcome:
    return {"error": {"type": kind, "message": message}}
