"""What students type: answers from a lesson's own bank, each with what grading has to say about it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import cycle, islice

from autograder.lesson.folder import Lesson
from autograder.notebook.stubs import without_markers
from autograder.proof.classroom import ENDED, ENDLESS

# An exercise of each lesson that forbids something, and an answer that uses it.
FORBIDDEN = {
    "standardize": "def standardize(x, dim):\n    return nn.functional.layer_norm(x, x.shape[-1:])",
    "softmax": "def softmax(x, dim=-1):\n    return torch.softmax(x, dim=dim)",
}
MISTAKENLY = "einsum"  # what a release of the walk forbids in `Affine`, until an erratum allows it again
STOPS = "raise ValueError('I will do this later')"
BROKEN = {  # what is typed → what the row has to say
    "syntax": ("def {name}(:\n    return\n", "SyntaxError"),
    "endless": (ENDLESS, "ran longer than"),
    "ended": (ENDED, "process"),
    "comment": ("# I will do this later", "does not define it"),
    "renamed": ("def my_answer(*given):\n    return given", "does not define it"),
    "stops": (STOPS, "ValueError|does not define it"),
    "undefined": ("{name} = not_there", "not_there"),
    "hoards": ("{name} = [bytearray(2**30) for _ in range(2**10)]", ""),
    "floods": ("for _ in range(2**21):\n    print('printed' * 4)", ""),
}


@dataclass(frozen=True)
class Typed:
    """Answers by exercise, and for each one that is wrong, what its row must say."""

    answers: Mapping[str, str]
    lost: Mapping[str, str] = field(default_factory=dict)


class Bank:
    """The answers that a lesson's exercises know, for one of its notebooks."""

    def __init__(self, lesson: Lesson, stem: str) -> None:
        self.stem = stem
        (text,) = (notebook for notebook in lesson.notebooks if notebook.stem == stem)
        self.names = text.exercises
        self.right = {name: without_markers(text.cell(name).source) for name in self.names}
        self.others = {
            name: {
                title: without_markers(answer)
                for title, answer in lesson.exercises[name].right_answers(text.cell(name).source).items()
            }
            for name in self.names
        }
        self.slips = [
            (name, slip.slip.name, without_markers(slip.apply(text.cell(name).source)))
            for name in self.names
            for slip in {each.slip.name: each for each in reversed(lesson.exercises[name].slips)}.values()
        ]

    def untouched(self) -> Typed:
        return Typed({}, dict.fromkeys(self.names, "not answered"))

    def half(self) -> Typed:
        begun = self.names[: len(self.names) // 2]
        return Typed(
            {name: self.right[name] for name in begun},
            {name: "not answered" for name in self.names if name not in begun},
        )

    def solved(self, number: int = 0) -> Typed:
        """The solution, or the same with the alternative of this number in every exercise."""
        others = {
            name: [answer for answer in self.others[name].values() if MISTAKENLY not in answer]
            for name in self.names
        }
        found = {
            name: several[number % len(several)] for name, several in others.items() if several and number
        }
        return Typed({**self.right, **found})

    def with_slip(self, number: int) -> Typed:
        """One known mistake, and all else right."""
        name, mistake, answer = self.slips[number % len(self.slips)]
        return Typed({**self.right, name: answer}, {name: _told(mistake)})

    def with_slips(self, number: int) -> Typed:
        """A known mistake in every exercise."""
        answers, lost = {}, {}
        for name in self.names:
            known = [each for each in self.slips if each[0] == name]
            _, mistake, answers[name] = next(islice(cycle(known), number, None))
            lost[name] = _told(mistake)
        return Typed(answers, lost)

    def broken(self, kind: str, number: int) -> Typed:
        """One cell in which something else than an answer is."""
        source, said = BROKEN[kind]
        name = self.names[number % len(self.names)]
        return Typed({**self.right, name: source.format(name=name)}, {name: said})

    def mistakenly_forbidden(self) -> Typed:
        """Right, and refused by the release that forbids too much; just right where the lesson has no such exercise."""
        if "Affine" not in self.names:
            return self.solved()
        answer = next(answer for answer in self.others["Affine"].values() if MISTAKENLY in answer)
        return Typed({**self.right, "Affine": answer}, {"Affine": "uses what the exercise forbids"})

    def forbidden(self) -> Typed:
        (name,) = FORBIDDEN.keys() & set(self.names)
        return Typed({**self.right, name: FORBIDDEN[name]}, {name: "uses what the exercise forbids"})


def _told(mistake: str) -> str:
    """How a row tells a mistake. What is drawn at random has no name on some draws: then the row tells what differs."""
    return f"{mistake}|is the right shape" if "random" in mistake else mistake
