"""The tests are tested: what must hold of every exercise of every lesson, proved by running it.

The reference earns everything and the empty notebook nothing; every misconception is rejected and named as itself;
every alternative right answer earns everything; answers that know nothing, or only the recorded cases, earn nothing;
a slip costs no other exercise a point, and stops no cell below it; generated mutants are killed or explained; and the
release holds no line of a solution.
"""

from __future__ import annotations

import ast
import re
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field, replace
from typing import Any

import torch

from autograder.authoring import Exercise
from autograder.checks.forbidden import forbidden_uses
from autograder.checks.limit import TooSlow, time_limit
from autograder.checks.probe import Probe, run_probe
from autograder.checks.scoring import Verdict
from autograder.lesson.folder import Lesson, NotebookText
from autograder.lesson.workspace import Workspace, outcome_of, quiet
from autograder.notebook.stubs import BEGIN, solution_lines, stub
from autograder.proof import cell_uses, copies, texts
from autograder.proof.answers import Answer, answers_of
from autograder.proof.cascades import Cascades
from autograder.proof.draws import Draw
from autograder.proof.lookup import Lookup
from autograder.proof.mutants import mutants
from autograder.proof.null_answers import NULL_ANSWERS
from autograder.proof.slips_report import Judged, judged, words
from autograder.proof.wrong_answers import Below
from autograder.release.record import PUBLIC_SEED

SECRETS = 50
MUTANT_SECRETS = 3
EQUIVALENT_SHARE = 0.1  # of all mutants, at most, may survive with a reason
ANSWER_SECRETS = 2
ANSWER_SECONDS = 10  # of CPU time
WAITING = 30  # how many times longer by the clock, for code that waits and never computes
NAMED_SHARE = 0.7  # of the wrong answers that people wrote, at least, get the name of their mistake


@dataclass
class ExerciseAudit:
    """What the audit found of one exercise; scores are shares of 1."""

    lesson: str
    exercise: str
    points: float
    reference: float = 0.0
    empty: float = 0.0
    null: float = 0.0
    misconceptions: list[dict[str, Any]] = field(default_factory=list)
    alternatives: list[dict[str, Any]] = field(default_factory=list)
    mutants: dict[str, Any] = field(default_factory=dict)
    answers: dict[str, int] = field(default_factory=dict)
    typed: list[Judged] = field(default_factory=list)  # for the page of slips; too long for audit.json
    below: dict[str, Any] = field(default_factory=dict)  # what wrong answers did to the cells below
    faults: list[str] = field(default_factory=list)
    seconds: float = 0.0  # of CPU time

    @property
    def ok(self) -> bool:
        return not self.faults


def audit(
    lesson: Lesson,
    secrets: int = SECRETS,
    with_mutants: bool = True,
    only: str | None = None,
    on_exercise: Callable[[str], None] | None = None,
) -> Iterator[ExerciseAudit]:
    """Audit one lesson, exercise by exercise, or `only` one of its exercises."""
    lesson.require_fitting_edits()
    names = [name for notebook in lesson.notebooks for name in notebook.exercises]
    answers = answers_of(lesson)
    yield from _lesson_faults(lesson, names, answers)
    results: list[ExerciseAudit] = []
    for notebook in lesson.notebooks:
        workspace = Workspace(notebook)
        cascades = Cascades(lesson, workspace)
        for name in notebook.exercises:
            if name not in lesson.exercises or only not in (None, name):
                continue
            if on_exercise:
                on_exercise(name)
            started = time.process_time()
            with quiet():
                auditor = _Auditor(
                    lesson, workspace, lesson.exercises[name], secrets, answers.get(name, []), cascades
                )
                result = auditor.run(with_mutants)
            result.seconds = round(time.process_time() - started, 2)
            results.append(result)
            yield result
    if only is None:
        yield from _unnamed(lesson, results)


def add_below(results: list[ExerciseAudit], seen: Below) -> None:
    """Put what a trial saw below the wrong answers to an exercise into its row, or into one of its own."""
    found = next((r for r in results if (r.lesson, r.exercise) == (seen.lesson, seen.exercise)), None)
    if found is None and seen.faults:
        found = ExerciseAudit(seen.lesson, seen.exercise or seen.notebook, 0, reference=1)
        results.append(found)
    if found is not None:
        found.below = {"answers": seen.answers, "cells": seen.cells, "lines": seen.lines}
        found.seconds = round(found.seconds + seen.seconds, 2)
        found.faults += seen.faults


@contextmanager
def _limited(seconds: float) -> Iterator[None]:
    """Raise TooSlow after so much CPU time, so that a busy machine makes nothing too slow."""
    with time_limit(seconds, processor=True), time_limit(WAITING * seconds):
        yield


class _Auditor:
    """One exercise under audit: its cases for every secret, drawn once, and everything that is held against them."""

    def __init__(
        self,
        lesson: Lesson,
        workspace: Workspace,
        exercise: Exercise,
        secrets: int,
        answers: Sequence[Answer],
        cascades: Cascades,
    ) -> None:
        self.lesson, self.workspace, self.exercise, self.answers = lesson, workspace, exercise, answers
        self.cascades = cascades
        self.cell = workspace.notebook.cell(exercise.name).source
        self.report = ExerciseAudit(lesson.name, exercise.name, exercise.points)
        self.slips = [slip.slip for slip in exercise.slips]
        self.slip_probes = workspace.slip_probes(exercise)
        self.draws = [Draw(exercise, self.slip_probes, f"secret {i}".encode()) for i in range(secrets)]
        self.recorded = Draw(exercise, [], PUBLIC_SEED)
        self.rubric = exercise.rubric(list(self.draws[0].cases[0].oracle))

    def run(self, with_mutants: bool) -> ExerciseAudit:
        self._reference()
        self._empty()
        self._null_answers()
        self._recorded_values()
        self._recorded_calls()
        self._misconceptions()
        self._alternatives()
        self.report.faults += self.cascades.faults(self.exercise)
        self._promises()
        self._answers()
        if with_mutants:
            self._mutants()
        self.report.faults += _exercise_faults(self.workspace.notebook, self.exercise)
        return self.report

    def _reference(self) -> None:
        self.report.reference = self._worst(self.workspace.probe(self.exercise.name), self.draws)
        if self.report.reference < 1:
            verdict = self._first_miss(self.workspace.probe(self.exercise.name))
            self._fault(f"the reference solution earns {self.report.reference:.2f}: {verdict}")
        uses = forbidden_uses(self.cell, self.exercise.forbid)
        if uses:
            self._fault(f"the reference solution uses what the exercise forbids: {', '.join(uses)}")

    def _empty(self) -> None:
        try:
            probe = self.workspace.probe(self.exercise.name, stub(self.cell))
        except Exception as error:
            self._fault(f"the released cell stops by itself: {type(error).__name__}: {error}")
            return
        self.report.empty = max(draw.share_of(self.rubric, probe) for draw in self.draws[:3])
        if self.report.empty > 0:
            self._fault(f"the untouched cell earns {self.report.empty:.2f}")

    def _null_answers(self) -> None:
        draw = self.draws[0]
        asked = list(zip(draw.cases, draw.arguments, strict=True))
        for name, answer in NULL_ANSWERS.items():
            outcomes = [
                {"values": {k: answer(v, arguments) for k, v in case.oracle.items()}}
                for case, arguments in asked
            ]
            earned = draw.share(self.rubric, outcomes)
            self.report.null = max(self.report.null, earned)
            if earned > 0:
                self._fault(f"an answer that is {name} earns {earned:.2f}")

    def _recorded_values(self) -> None:
        """What the recorded cases hold, handed in case by case, is worth nothing on any other inputs."""
        recorded = [{"values": case.oracle} for case in self.recorded.cases]
        earned, always = 0.0, dict.fromkeys(self.rubric.weights, True)
        for draw in self.draws:
            holds = draw.holds(self.rubric, recorded)
            earned = max(earned, draw.share(self.rubric, recorded))
            for name, passed in holds.items():
                always[name] &= passed
        self.report.null = max(self.report.null, earned)
        fixed = [name for name, passed in always.items() if passed]
        if fixed:
            self._fault(f"the expected values of {', '.join(fixed)} do not vary with the secret")
        elif earned > 0:
            self._fault(f"the recorded values, case by case, earn {earned:.2f} on some inputs")

    def _recorded_calls(self) -> None:
        """An answer that knows its calls on the recorded cases again, by their arguments or by their order."""
        lookup = Lookup()
        listening = self.workspace.probe(self.exercise.name, self.cell, lookup.listen)
        for inputs in self.recorded.inputs:
            run_probe(listening, inputs)
        for name, recall in (("arguments", lookup.by_arguments), ("order", lookup.by_order)):
            try:
                probe = self.workspace.probe(self.exercise.name, stub(self.cell), recall)
            except Exception:
                return  # the released cell stops by itself, which is said already
            earned = max(self._share_of_all_cases(probe, draw, lookup) for draw in self.draws[:3])
            self.report.null = max(self.report.null, earned)
            if earned > 0:
                self._fault(f"an answer that recalls the recorded cases by {name} earns {earned:.2f}")

    def _misconceptions(self) -> None:
        known = {slip.name for slip in self.slips}
        if len(known) < 2:
            self._fault(f"{len(known)} slips; an exercise has at least two")
        for number, slip in enumerate(self.slips):
            found = [draw.slip_named(self.rubric, self.slips, number) for draw in self.draws]
            rejected = all(name is not None for name in found)
            named = all(name == slip for name in found)
            self.report.misconceptions.append({"name": slip.name, "rejected": rejected, "named": named})
            if not rejected:
                self._fault(f"slip {slip.name!r} earns full marks on some inputs")
            elif not named:
                others = {name.name for name in found if name is not None and name != slip}
                self._fault(f"slip {slip.name!r} is named as {', '.join(sorted(others))}")

    def _alternatives(self) -> None:
        answers = self.exercise.right_answers(self.cell)
        if not answers:
            self._fault("no alternative correct solution")
        for name, answer in answers.items():
            try:
                probe = self.workspace.probe(self.exercise.name, answer)
            except Exception as error:
                self.report.alternatives.append({"name": name, "score": 0.0})
                self._fault(f"alternative {name!r} cannot be run: {type(error).__name__}: {error}")
                continue
            worst = self._worst(probe, self.draws)
            self.report.alternatives.append({"name": name, "score": worst})
            if worst < 1:
                self._fault(f"alternative {name!r} earns {worst:.2f}: {self._first_miss(probe)}")
            uses = forbidden_uses(answer, self.exercise.forbid)
            if uses:
                self._fault(f"alternative {name!r} uses what the exercise forbids: {', '.join(uses)}")

    def _promises(self) -> None:
        """What the text promises, each held by a case or a criterion that is there."""
        if not self.exercise.promises:
            self._fault("no promises: list what its text and docstring promise, and what holds each")
        criteria = list(self.draws[0].cases[0].oracle)
        for promise, carrier in self.exercise.promises.items():
            if not self.exercise.carries(carrier, criteria):
                self._fault(
                    f"the promise {promise!r} is held by {carrier!r}, which is neither a case nor a criterion"
                )

    def _answers(self) -> None:
        """Answers of people who had seen the released notebook only: right ones pass, wrong ones do not."""
        counts: dict[str, int] = dict.fromkeys(
            ("right", "accepted", "wrong", "rejected", "named", "allowed"), 0
        )
        for answer in self.answers:
            if uses := forbidden_uses(answer.code, self.exercise.forbid):
                said = f"it uses what the exercise forbids: {', '.join(uses)}"
                self.report.typed.append(Judged(answer, 0, self.exercise.points, said))
                continue  # the text says before they write what may not be called
            verdict = self._verdict_on(answer)
            self.report.typed.append(judged(answer, self.exercise, verdict))
            if answer.allowed:
                counts["allowed"] += 1
                continue
            full = verdict is not None and verdict.points == verdict.max_points
            if answer.is_right:
                counts["right"] += 1
                counts["accepted"] += full
            else:
                counts["wrong"] += 1
                counts["rejected"] += not full
                counts["named"] += verdict is not None and verdict.slip is not None
            if full != answer.is_right:
                word = "right" if answer.is_right else "wrong"
                self._fault(f"the {word} answer {answer.name!r} earns {'full marks' if full else 'less'}")
        self.report.answers = counts

    def _verdict_on(self, answer: Answer) -> Verdict | None:
        """The worst verdict over a few secrets; None for an answer that does not run at all."""
        try:
            # an answer may switch gradients off and forget them: on leaving, they are as they were
            with _limited(ANSWER_SECONDS), torch.enable_grad():
                probe = self.workspace.probe(self.exercise.name, answer.code)
                first, *others = self.draws[:ANSWER_SECRETS]
                found = first.verdict(self.rubric, probe, self.slips)
                for draw in others:
                    found = draw.worst(self.rubric, found, probe, self.slips)
        except (Exception, TooSlow):
            return None
        return found

    def _mutants(self) -> None:
        draws = self.draws[:MUTANT_SECRETS]
        reference = self.workspace.probe(self.exercise.name)
        started = time.process_time()
        self._worst(reference, draws)
        limit = max(0.5, 20 * (time.process_time() - started))
        total, killed, equivalent, survived = 0, 0, [], []
        for mutant in mutants(self.exercise.base(self.cell), self.rubric.weights):
            total += 1
            if self._survives(mutant.source, draws, limit):
                reason = self.exercise.equivalent.get(mutant.new)
                if reason:
                    equivalent.append({"mutant": mutant.change, "reason": reason})
                else:
                    survived.append(mutant.change)
            else:
                killed += 1
        self.report.mutants = {
            "total": total,
            "killed": killed,
            "equivalent": equivalent,
            "survived": survived,
        }
        for change in survived:
            self._fault(f"a mutant survives: {change}")
        if len(equivalent) > max(1, EQUIVALENT_SHARE * total):
            self._fault(
                f"{len(equivalent)} of {total} mutants are called equivalent; at most one in ten may be"
            )

    def _survives(self, source: str, draws: Sequence[Draw], limit: float) -> bool:
        try:
            with _limited(limit):
                probe = self.workspace.probe(self.exercise.name, source)
                return all(draw.passes(self.rubric, probe) for draw in draws)
        except (Exception, TooSlow):
            return False

    # --- scoring ----------------------------------------------------------------------------------------------

    def _worst(self, probe: Probe, draws: Sequence[Draw]) -> float:
        worst = 1.0
        for draw in draws:
            worst = min(worst, draw.share_of(self.rubric, probe))
            if worst == 0:
                break
        return worst

    def _share_of_all_cases(self, probe: Probe, draw: Draw, lookup: Lookup) -> float:
        """The share of the points of an answer that counts its calls: no case is left out."""
        lookup.asked = 0
        return draw.share(self.rubric, [outcome_of(probe, inputs, told=False) for inputs in draw.inputs])

    def _first_miss(self, probe: Probe) -> str:
        for draw in self.draws:
            verdict = draw.verdict(self.rubric, probe, [])
            if verdict.points < verdict.max_points:
                return words(verdict)
        return "nothing"

    def _fault(self, sentence: str) -> None:
        self.report.faults.append(sentence)


# --- structure ----------------------------------------------------------------------------------------------------


def _lesson_faults(
    lesson: Lesson, names: list[str], answers: dict[str, list[Answer]]
) -> Iterator[ExerciseAudit]:
    """Faults of a lesson as a whole, told as one row without an exercise."""
    row = ExerciseAudit(lesson.name, "(lesson)", 0, reference=1)
    per_notebook = [[c.grade_id for c in n.cells if c.grade_id] for n in lesson.notebooks]
    row.faults += [f"the grade_id {i!r} occurs twice" for found in per_notebook for i in _doubles(found)]
    row.faults += [f"two checks are called {i!r}" for i in _doubles(names)]
    row.faults += [f"check_{n} has no file exercises/{n}.py" for n in names if n not in lesson.exercises]
    row.faults += [f"exercise {n!r} has no check cell" for n in lesson.exercises if n not in names]
    if not any(cell.is_written for notebook in lesson.notebooks for cell in notebook.cells):
        row.faults.append("no written question graded by hand")
    slips = sum(len({s.slip.name for s in e.slips}) for e in lesson.exercises.values())
    if lesson.exercises and slips < 3 * len(lesson.exercises):
        row.faults.append(f"{slips} slips for {len(lesson.exercises)} exercises; three on average are needed")
    row.faults += texts.faults(lesson)
    row.faults += copies.faults(lesson, answers)
    row.faults += released_solution_lines(lesson)
    row.faults += [fault for notebook in lesson.notebooks for fault in cell_uses.faults(notebook)]
    if row.faults:
        yield row


def _unnamed(lesson: Lesson, results: Sequence[ExerciseAudit]) -> Iterator[ExerciseAudit]:
    """A lesson in which too many of the wrong answers that people wrote are rejected without a name."""
    rejected, named = (sum(r.answers.get(key, 0) for r in results) for key in ("rejected", "named"))
    if named < NAMED_SHARE * rejected:
        sentence = f"{named} of {rejected} wrong answers are named; {NAMED_SHARE:.0%} should be"
        yield ExerciseAudit(lesson.name, "(answers)", 0, reference=1, faults=[sentence])


def _exercise_faults(notebook: NotebookText, exercise: Exercise) -> Iterator[str]:
    answer, check = notebook.cell(exercise.name), notebook.cell(f"check_{exercise.name}")
    if check.nbgrader.get("points") != exercise.points:
        yield f"the check cell says {check.nbgrader.get('points')} points, its exercise says {exercise.points}"
    if not answer.is_answer or BEGIN not in answer.source:
        yield "its answer cell is no solution cell with BEGIN SOLUTION"
    if _signatures(answer.source) != _signatures(stub(answer.source)):
        yield "stub and solution differ in a signature"
    order = [cell.grade_id for cell in notebook.cells]
    position = order.index(exercise.name)
    lead = "\n".join(_texts_before(notebook, position))
    line = re.search(r"\*(Easy|Medium|Hard|Challenge) · \d+ minutes.*", lead)
    if not line:
        yield "no lead-in with a line such as *Medium · 10 minutes* before it"
    elif hidden := _unannounced(line[0], exercise.forbid):
        yield f"its line does not say that it is to be written without {', '.join(hidden)}"
    hints = [cell for cell in notebook.cells if cell.grade_id == f"{exercise.name}_hints"]
    if not hints or hints[0].source.count("<details>") < 2:
        yield f"no cell {exercise.name}_hints with at least two folded hints"


def _unannounced(line: str, forbid: Sequence[str]) -> list[str]:
    """What an exercise forbids and its line does not name behind "without".

    A name stands for its relatives: `softmax` announces torch.softmax, F.log_softmax and nn.Softmax, a module what is
    in it. That utils solves no exercise for you is said once, in lesson 00.
    """
    named = re.findall(r"`([^`]+)`", line.partition("without")[2])
    words = [_last_part(name) for name in named]
    return [
        name
        for name in forbid
        if name.partition(".")[0] != "utils"
        and not any(word in _last_part(name) for word in words)
        and not any(name.startswith(f"{module}.") for module in named)
    ]


def _last_part(name: str) -> str:
    return name.rpartition(".")[2].lower().replace("_", "")


def _texts_before(notebook: NotebookText, position: int) -> Iterator[str]:
    """Text cells between the check before and this exercise."""
    for cell in reversed(notebook.cells[:position]):
        if cell.is_check:
            return
        if cell.kind == "markdown":
            yield cell.source


def released_solution_lines(lesson: Lesson) -> list[str]:
    """Lines of a solution that stand in what students get."""
    released = "\n".join(p.read_text(encoding="utf-8") for p in sorted(lesson.course_folder.glob("*.ipynb")))
    stubs = "\n".join(stub(c.source) for n in lesson.notebooks for c in n.cells if c.is_answer)
    texts = "\n".join(
        c.source for n in lesson.notebooks for c in n.cells if not c.is_answer and c.kind == "code"
    )
    faults = []
    for notebook in lesson.notebooks:
        for cell in notebook.cells:
            for line in solution_lines(cell.source):
                if len(line) >= 30 and line not in stubs and line not in texts and _as_json(line) in released:
                    faults.append(
                        f"a line of the solution of {cell.grade_id} stands in the release: {line[:60]}"
                    )
    return faults


def _as_json(line: str) -> str:
    return line.replace("\\", "\\\\").replace('"', '\\"')


def _signatures(source: str) -> list[str]:
    """Name and arguments of everything that a cell defines at its top level or in a class."""
    try:
        body = ast.parse(source).body
    except SyntaxError:
        return ["what Python cannot read"]
    found = []
    for node in body:
        parts = [node, *node.body] if isinstance(node, ast.ClassDef) else [node]
        found += [f"{p.name}({ast.unparse(p.args)})" for p in parts if isinstance(p, ast.FunctionDef)]
    return found


def _doubles(names: Sequence[str]) -> list[str]:
    return sorted({name for name in names if names.count(name) > 1})


def as_json(results: Sequence[ExerciseAudit]) -> list[dict[str, Any]]:
    """The rows of build/audit.json."""
    rows = [{**asdict(replace(result, typed=[])), "ok": result.ok} for result in results]
    return [{key: value for key, value in row.items() if key != "typed"} for row in rows]
