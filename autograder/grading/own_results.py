"""What a written answer has to arrive at where each student has numbers of their own, beside what it does say."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from autograder.grading.safe_text import readable
from autograder.grading.submissions import Course, Submission
from autograder.judge.secret import load_secret, own_code, secret_path
from autograder.lesson.variants import Variant, holds, typed_in
from autograder.lesson.written_questions import Question
from autograder.notebook.cell import Cell
from autograder.notebook.own_numbers import in_words


@dataclass(frozen=True)
class Own:
    """One student's numbers and results.

    who: the id or the code that they were drawn from. typed: what the notebook says there, where that is neither.
    """

    variant: Variant
    who: str
    typed: str = ""

    @property
    def numbers(self) -> str:
        return in_words(self.variant.numbers(self.who))

    @property
    def results(self) -> dict[str, float]:
        return self.variant.results(self.who)

    def lines(self, answer: str) -> list[str]:
        """What a grader reads: the numbers, each result and whether the answer has it, and whose numbers were drawn."""
        found = [f"This student's numbers: {self.numbers}."]
        for name, result in self.results.items():
            said = "the answer has it" if holds(answer, result) else "the answer does not have it"
            found.append(f"Expected, {name}: {result:.3g}; {said}.")
        if self.typed:
            theirs = self.variant.results(self.typed)
            also = ", and the answer has what follows from those" if _all(answer, theirs) else ""
            drawn = in_words(self.variant.numbers(self.typed))
            found.append(
                f"The notebook drew numbers for “{readable(self.typed)}”, which is neither this student's id nor their "
                f"code: {drawn}{also}."
            )
        return found


def own(question: Question, student: str, submitted: Path | None, secret: bytes | None) -> Own | None:
    """A student's own numbers; None where the question has the same ones for everybody.

    submitted: the notebook that was handed in. secret: None where this machine has none, so that a code is not known.
    """
    if question.variant is None:
        return None
    typed = _typed(submitted, question.grade_id)
    if secret is not None and typed.casefold() == own_code(secret, student):
        return Own(question.variant, typed)
    known = not typed or question.variant.numbers(typed) == question.variant.numbers(student)
    return Own(question.variant, student, "" if known else typed)


def of_class(course: Course, lesson: str, question: Question) -> dict[str, Own]:
    """The numbers of everybody who has handed in."""
    secret = secret_if_any()
    found = {}
    for student, folder in course.submitted_by(lesson).items():
        handed_in = Submission(student, lesson, folder, (question.notebook,)).notebooks
        mine = own(question, student, handed_in.get(question.notebook), secret)
        if mine is not None:
            found[student] = mine
    return found


def lines(everybody: Mapping[str, Own], student: str, answer: str) -> list[str]:
    """What a grader reads about one student's answer, and whether it fits the numbers of others."""
    found = everybody[student].lines(answer)
    others = of_others(everybody, student, answer)
    if others:
        whom = "another student" if others == 1 else f"{others} other students"
        found.append(f"It has the result that the numbers of {whom} give.")
    return found


def of_others(all_of_them: Mapping[str, Own], student: str, answer: str) -> int:
    """How many students have other results than this one, and the answer has those and not its own."""
    mine = all_of_them[student].results
    if _all(answer, mine):
        return 0
    others = (other.results for name, other in all_of_them.items() if name != student)
    return sum(results != mine and _all(answer, results) for results in others)


def secret_if_any() -> bytes | None:
    """The grading secret, where there is one on this machine."""
    return load_secret() if secret_path().exists() else None


def _all(answer: str, results: Mapping[str, float]) -> bool:
    return bool(results) and all(holds(answer, result) for result in results.values())


def _typed(path: Path | None, question: str) -> str:
    import nbformat

    if path is None:
        return ""
    try:
        cells = nbformat.read(path, as_version=4).cells
    except (OSError, ValueError, KeyError, AttributeError):
        return ""
    return typed_in((Cell.of(cell) for cell in cells), question)
