"""One opening line, continued by every model of the course, and the history of its continuations."""

from __future__ import annotations

import datetime
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any

import torch
from torch import nn

from utils.own_model.own_folder import own_model_folder, read_small, write_whole

OPENING_LINE = "What shall we do with the"
LONGEST = 2_000  # characters of one continuation
MOST_ENTRIES = 60
RECORDED = Path(__file__).resolve().parent / "openings.json"
_LESSON = re.compile(r"\d\d[a-z]?")


@torch.no_grad()
def continue_opening(
    model: nn.Module,
    tokenizer: Any,
    *,
    n_new: int = 40,
    seed: int = 0,
    temperature: float = 0.8,
    context: int | None = None,
) -> str:
    """OPENING_LINE and what the model writes after it; the same model and seed give the same text.

    model: ids (1, T) int64 to scores (1, T, V), or to an object with `.logits`. tokenizer: with `encode_ordinary` or
    `encode`, and `decode`. n_new: tokens to add. context: how many of the last tokens the model may read at once;
    `model.config.context` by default, otherwise all. Tokens are drawn on the CPU; the model's mode is left as it is.
    """
    encode = getattr(tokenizer, "encode_ordinary", tokenizer.encode)
    context = context or getattr(getattr(model, "config", None), "context", None)
    device = next((parameter.device for parameter in model.parameters()), torch.device("cpu"))
    generator = torch.Generator().manual_seed(seed)
    ids = list(encode(OPENING_LINE))
    known = getattr(tokenizer, "n_vocab", None)  # a model may have rows to spare, which no token stands for
    training = model.training
    model.eval()
    for _ in range(n_new):
        read = ids if context is None else ids[-context:]
        scores = model(torch.tensor([read], device=device))
        last = getattr(scores, "logits", scores)[0, -1, :known].float().cpu()  # (V,)
        chosen = torch.multinomial((last / temperature).softmax(-1), 1, generator=generator)
        ids.append(int(chosen))
    model.train(training)
    return tokenizer.decode(ids)


def note_opening(lesson: str, text: str, model: str) -> None:
    """Keep a continuation as this lesson's entry of the history; a later one takes the place of an earlier one.

    lesson: two digits, with the letter of the sitting if it has one. text: OPENING_LINE and what follows. model: what
    wrote it, in a few words ("the GPT with a cache"). Prints one sentence where the file cannot be written. Raises
    ValueError for a lesson that is none.
    """
    if not _LESSON.fullmatch(lesson):
        raise ValueError(f"{lesson!r} is no lesson: write two digits, and a letter for a sitting.")
    entry = {"date": datetime.date.today().isoformat(), "model": model[:100], "text": text[:LONGEST]}
    path = own_model_folder() / "openings.json"
    try:
        kept = _read(path)[0] | {lesson: entry}
        write_whole(path, json.dumps(dict(sorted(kept.items())), indent=1, ensure_ascii=False).encode())
    except OSError as error:
        print(f"This continuation could not be added to your history ({error}); everything else goes on.")


def recorded_openings() -> dict[str, dict[str, str]]:
    """The continuations of the reference solutions: lesson → date, model and text."""
    return _read(RECORDED)[0]


def show_openings(*, yours: bool = True) -> Openings:
    """The history of the opening line, a row for each lesson. For the last line of a cell.

    yours: put the student's own continuations in the place of the recorded ones where there are any.
    """
    own, told = _read(own_model_folder() / "openings.json") if yours else ({}, "")
    return Openings(recorded_openings(), own, told)


@dataclass(frozen=True)
class Openings:
    """The opening line's history as something that a notebook or a page shows: text, or HTML for both themes."""

    recorded: Mapping[str, Mapping[str, str]]
    own: Mapping[str, Mapping[str, str]]
    told: str = ""  # what was wrong with the student's file, as a sentence

    def rows(self) -> list[tuple[str, str, str, str]]:
        """Lesson, what wrote the line there, whose model it was, and the text."""
        found = {lesson: ("the course's", entry) for lesson, entry in self.recorded.items()}
        found |= {lesson: (f"yours, {entry['date']}", entry) for lesson, entry in self.own.items()}
        return [
            (lesson, entry["model"], whose, entry["text"]) for lesson, (whose, entry) in sorted(found.items())
        ]

    def text(self) -> str:
        """For a terminal."""
        rows = [f"{lesson:<4} {writer} ({whose})\n{text}\n" for lesson, writer, whose, text in self.rows()]
        return "\n".join([*([self.told] if self.told else []), *rows])

    def html(self) -> str:
        """A table without style sheets or scripts."""
        edge = "border-bottom: 1px solid rgba(128, 128, 128, .5); padding: .5em .8em; text-align: left"
        edge += "; vertical-align: top"
        head = "".join(
            f'<th scope="col" style="{edge}">{name}</th>' for name in ("Lesson", "Model", "What it writes")
        )
        body = "".join(
            f'<tr><th scope="row" style="{edge}">{escape(lesson)}</th>'
            f'<td style="{edge}">{escape(writer)}<br><small>{escape(whose)}</small></td>'
            f'<td style="{edge}; white-space: pre-wrap; overflow-wrap: anywhere">{self._marked(text)}</td></tr>'
            for lesson, writer, whose, text in self.rows()
        )
        said = f"<p>{escape(self.told)}</p>" if self.told else ""
        return (
            f'{said}<table style="border-collapse: collapse; max-width: 62em">'
            f"<caption>The same opening line, continued by one model after another</caption>"
            f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
        )

    @staticmethod
    def _marked(text: str) -> str:
        """The line itself in bold, so that the eye finds where the model begins."""
        cut = len(OPENING_LINE) if text.lower().startswith(OPENING_LINE.lower()) else 0
        return f"<strong>{escape(text[:cut])}</strong>{escape(text[cut:])}" if cut else escape(text)

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        return {"text/html": self.html(), "text/plain": self.text()}


def _read(path: Path) -> tuple[dict[str, dict[str, str]], str]:
    """The entries of a history file, and a sentence where it can't be used; both empty where there is none."""
    try:
        data = json.loads(read_small(path, MOST_ENTRIES * 4 * LONGEST))
        if not isinstance(data, dict) or len(data) > MOST_ENTRIES:
            raise ValueError("it holds no table of lessons")
        for lesson, entry in data.items():
            if (
                not _LESSON.fullmatch(lesson)
                or not isinstance(entry, dict)
                or set(entry) != {"date", "model", "text"}
            ):
                raise ValueError(f"{lesson!r:.20} is no entry")
            if not all(isinstance(value, str) and len(value) <= LONGEST for value in entry.values()):
                raise ValueError(f"the entry of {lesson} is no text, or too long")
            if not re.fullmatch(r"\d{4}-\d\d-\d\d", entry["date"]):
                raise ValueError(f"the entry of {lesson} has no date")
        return data, ""
    except FileNotFoundError:
        return {}, ""
    except (OSError, ValueError, RecursionError) as error:
        return (
            {},
            f"Your history of the opening line can't be used ({error}); a new one begins with the next entry.",
        )
