"""Written questions whose numbers differ from student to student: what each may be, and what follows from them.

The numbers are those of the call `own_numbers("QUESTION", student="", name=[…], …)` in the lesson's notebook. What
follows is stated in the question's own cell, after the model answer and before the rubric: a paragraph that begins with
**Expected.**, and a list of lines such as `- bytes per token: 4 * theirs / ours`.
"""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from autograder.errors import LessonError
from autograder.notebook.cell import Cell
from autograder.notebook.own_numbers import Numbers, draw

CALL = "own_numbers"
NUMERAL = re.compile(r"(?<![\w.,])-?\d+(?:[.,]\d+)?(?![.,]?\d)")
NEAR = 0.01  # a number in an answer counts as the expected one within this share of it: people round
OPERATORS: dict[type[ast.AST], Callable[..., Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.Pow: operator.pow,
    ast.USub: operator.neg,
}


@dataclass(frozen=True)
class Variant:
    """One question's numbers.

    choices: for each name, what it may be. expected: for each result, by what it is called, the formula.
    """

    question: str
    choices: Mapping[str, list[float]]
    expected: Mapping[str, str]

    def numbers(self, who: str) -> Numbers:
        """The numbers of the student with this id or code."""
        return draw(self.question, who, self.choices)

    def results(self, who: str) -> dict[str, float]:
        """What the expected results are with that student's numbers."""
        numbers = self.numbers(who)
        return {name: computed(formula, numbers) for name, formula in self.expected.items()}


def variant_of(question: str, cells: Iterable[Cell], expected: str) -> Variant | None:
    """The variant of a written question in a notebook's cells; None where all students have the same numbers.

    expected: the paragraph after **Expected.**. Raises LessonError where the two do not fit.
    """
    call = next((found for cell in cells if (found := call_in(cell.source, question))), None)
    lines = [line[2:].rpartition(":") for line in expected.splitlines() if line.startswith("- ")]
    formulas = {name.strip(): formula.strip() for name, _, formula in lines}
    if call is None:
        if formulas:
            raise LessonError(
                f"{question}: it has **Expected.**, and no cell calls {CALL}({question!r}, student='', …)"
            )
        return None
    found = Variant(question, choices_in(call, question), formulas)
    found.results("")  # a formula that cannot be computed is told here
    return found


def call_in(source: str, question: str) -> ast.Call | None:
    """The call of own_numbers for a question, in a cell's code; None where there is none, or where it is no Python."""
    try:
        tree = ast.parse(source) if CALL in source else None
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    for node in ast.walk(tree) if tree else ():
        match node:
            case ast.Call(func=ast.Name(id=name), args=[ast.Constant(value=asked), *_]):
                if (name, asked) == (CALL, question):
                    return node
    return None


def choices_in(call: ast.Call, question: str) -> dict[str, list[float]]:
    """The lists of numbers in a lesson's call. Raises LessonError where they are not written out."""
    try:
        found = {
            word.arg: [float(number) for number in ast.literal_eval(word.value)]
            for word in call.keywords
            if word.arg and word.arg != "student"
        }
    except (ValueError, TypeError):
        raise LessonError(f"{question}: the numbers in {CALL}(…) have to be written out as lists") from None
    if not found or not all(found.values()):
        raise LessonError(f"{question}: {CALL}(…) names no numbers to choose from")
    return found


def typed_in(cells: Iterable[Cell], question: str) -> str:
    """Whose numbers a handed-in notebook drew: what the student typed, at most 100 characters; empty for nothing."""
    for cell in cells:
        call = call_in(cell.source, question) if cell.kind == "code" else None
        for word in call.keywords if call else ():
            if word.arg == "student" and isinstance(word.value, ast.Constant):
                return str(word.value.value).strip()[:100]
    return ""


def computed(formula: str, numbers: Mapping[str, float]) -> float:
    """A formula of + - * / ** with these names. Raises LessonError where it is anything else."""
    try:
        return _value(ast.parse(formula, mode="eval").body, numbers)
    except (SyntaxError, ValueError, KeyError, ZeroDivisionError, OverflowError):
        known = ", ".join(numbers)
        raise LessonError(
            f"{formula!r} cannot be computed: write numbers, {known}, and + - * / ** alone"
        ) from None


def holds(answer: str, result: float) -> bool:
    """Whether a number in this text is the result, as people round."""
    numerals = [float(found.replace(",", ".")) for found in NUMERAL.findall(answer)]
    return any(abs(number - result) <= NEAR * abs(result) for number in numerals)


def _value(node: Any, numbers: Mapping[str, float]) -> float:
    match node:
        case ast.Constant(value=int() | float() as value):
            return float(value)
        case ast.Name(id=name):
            return numbers[name]
        case ast.BinOp(left=left, op=op, right=right):
            return OPERATORS[type(op)](_value(left, numbers), _value(right, numbers))
        case ast.UnaryOp(op=op, operand=operand):
            return OPERATORS[type(op)](_value(operand, numbers))
    raise ValueError("another kind of expression")
