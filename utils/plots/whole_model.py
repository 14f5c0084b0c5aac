"""The whole model as one picture that grows: which of its parts a reader has by a lesson, and which are to come.

HTML as that of the map of the course: a list of links in the page's own colours, and plain text in a terminal. The site
shows it at the head of each lesson.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from html import escape
from typing import Any

from utils.plots.course_map import Box, find


@dataclass(frozen=True)
class Stage:
    """Parts that stand side by side. repeated: they make up the block, of which a model has many."""

    title: str
    parts: tuple[Box, ...]
    repeated: bool = False


def _part(title: str, on_the_map: str = "") -> Box:
    """A part and the notebook in which it is written: that of the map's box, which may have another title."""
    return replace(find(on_the_map or title), title=title)


STAGES = (
    Stage("Text goes in", (_part("Tokens", "Tokenizer"),)),
    Stage(
        "Tokens become vectors",
        (
            _part("A table of tokens", "GPT writes"),
            _part("Absolute positions", "Tables and waves"),
        ),
    ),
    Stage("Norm", (_part("LayerNorm and RMSNorm", "Norms and feed-forward"),), repeated=True),
    Stage(
        "Attention: tokens look at one another",
        (
            _part("Scores and masks"),
            _part("One head"),
            _part("Many heads"),
            _part("Keys and values kept", "KV cache"),
            _part("Shared key heads", "Fewer key heads"),
            _part("Relative positions", "Distances"),
            _part("Rotations", "Rotations and slopes"),
        ),
        repeated=True,
    ),
    Stage(
        "Added to the main path, then a norm again",
        (_part("Residuals", "Blocks"),),
        repeated=True,
    ),
    Stage(
        "Feed-forward: each token by itself",
        (
            _part("GELU and SwiGLU", "Norms and feed-forward"),
            _part("Experts"),
        ),
        repeated=True,
    ),
    Stage(
        "Vectors become scores of all tokens",
        (
            _part("GPT's head", "GPT writes"),
            _part("BERT's heads", "BERT reads"),
        ),
    ),
    Stage(
        "A token is chosen, and goes in again",
        (
            _part("Choosing", "Choosing a token"),
            _part("Whole texts"),
        ),
    ),
    Stage(
        "Weights",
        (
            _part("Learned from text", "Training"),
            _part("Tuned to a task", "Fine-tuning"),
            _part("Adapters"),
            _part("Four bits"),
            _part("Read from a file", "Llama talks"),
            _part("Rewarded", "Preferences and rewards"),
        ),
    ),
    Stage(
        "Around the model",
        (
            _part("Prompts and pages", "Prompts and retrieval"),
            _part("A second stack that reads", "Encoder–decoder transcribes"),
            _part("Your own design", "Capstone"),
        ),
    ),
)
"""From above to below, as text goes through a decoder; weights and what is around it at the end."""

MARKS = {"before": "built", "now": "in this lesson", "later": "to come"}


def parts() -> Iterator[Box]:
    """All parts, in order."""
    for stage in STAGES:
        yield from stage.parts


class WholeModel:
    """The picture as something that a notebook shows.  lesson: "04", which is being read."""

    def __init__(self, lesson: str) -> None:
        self.lesson = lesson

    def state(self, part: Box) -> str:
        """ "before", "now" or "later"."""
        number = part.lesson[:2]
        return "now" if number == self.lesson else "before" if number < self.lesson else "later"

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        return {"text/html": self.html(), "text/plain": self.text()}

    def text(self) -> str:
        """For a terminal: a line for each part."""
        lines = []
        for stage in STAGES:
            lines.append(stage.title + (" (in each block)" if stage.repeated else ""))
            lines += [f"  {part.lesson:<4} {part.title}: {MARKS[self.state(part)]}" for part in stage.parts]
        return "\n".join(lines)

    def html(self) -> str:
        """The picture as one element, without style sheets or scripts; the parts of the block share a frame."""
        rows, block = [], []
        for stage in STAGES:
            (block if stage.repeated else rows).append(self._stage(stage))
            if stage.repeated and not STAGES[STAGES.index(stage) + 1].repeated:
                rows.append(
                    '<li style="margin: .4em 0; padding: .4em; border: 2px solid rgba(128, 128, 128, .8); '
                    'border-radius: 10px"><strong>A block; a model stacks many of them</strong>'
                    f'<ul style="list-style: none; margin: 0; padding: 0">{"".join(block)}</ul></li>'
                )
        there, of = sum(self.state(part) != "later" for part in parts()), len(list(parts()))
        told = (
            f"after this lesson {there} of its {of} parts are built"
            if there
            else f"{of} parts, all of them to come"
        )
        return (
            f'<nav aria-label="The whole model, and what you have of it by lesson {self.lesson}" '
            'style="font-family: var(--jp-content-font-family, system-ui, sans-serif); max-width: 62em">'
            f"<details open><summary>The whole model: {told}</summary>"
            f'<ul style="list-style: none; margin: 0; padding: 0">{"".join(rows)}</ul></details></nav>'
        )

    def _stage(self, stage: Stage) -> str:
        cells = "".join(self._part(part) for part in stage.parts)
        return (
            '<li style="margin: .3em 0; padding: .3em .6em .5em; border-radius: 8px; '
            f'background: rgba(128, 128, 128, .1)"><div>{escape(stage.title)}</div>'
            '<ul style="list-style: none; margin: .3em 0 0; padding: 0; display: flex; flex-wrap: wrap; gap: .4em">'
            f"{cells}</ul></li>"
        )

    def _part(self, part: Box) -> str:
        state = self.state(part)
        edge = {
            "before": "2px solid #0072B2; background: rgba(0, 114, 178, .15)",
            "now": "3px solid #D55E00",
            "later": "1px dashed rgba(128, 128, 128, .9)",
        }[state]
        return (
            f'<li style="margin: 0; padding: .2em .6em; border-radius: 6px; border: {edge}">{part.lesson} · '
            f'<a href="{escape(part.link)}" style="color: inherit; text-decoration: underline">{escape(part.title)}</a>'
            f' <span style="font-size: .85em">({MARKS[state]})</span></li>'
        )


def show(lesson: str) -> WholeModel:
    """The whole model as a reader of a lesson has it.  lesson: its two digits.  For the last line of a cell."""
    if not (len(lesson) == 2 and lesson.isdecimal()):
        raise ValueError(f"A lesson is two digits, such as '04'; this is {lesson!r}.")
    return WholeModel(lesson)
