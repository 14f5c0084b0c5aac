"""Text that is shown while it is written."""

from __future__ import annotations

import codecs
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from html import escape

__all__ = ["stream", "whole_text"]

BROKEN = "\N{REPLACEMENT CHARACTER}"  # what decoders put in the place of half a character
YOU = "You"
Turns = Sequence[tuple[str, str]]  # of a chat: who, and what
LONGEST = 4  # bytes of a character in UTF-8
PAUSE = 0.05  # seconds between two pictures of a growing text, so that messages do not slow the writing


def stream(pieces: Iterable[str | bytes], question: str = "", name: str = "Model") -> str:
    """Show a text piece by piece: in Jupyter as one output that grows, elsewhere on standard output.

    pieces: strings, or bytes in UTF-8, which may end inside a character: it is shown when it is whole. question: what
    you asked; then both of you are named, as in a chat. name: who answers.
    Returns the whole text of the answer. When it is interrupted, what has come so far stays to be seen.
    """
    turns = ((YOU, question), (name, "")) if question else (("", ""),)
    show = _Growing(turns) if _in_notebook() else _Printed(turns)
    decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")
    parts: list[str] = []
    try:
        for piece in pieces:
            parts.append(decoder.decode(piece) if isinstance(piece, bytes) else piece)
            show.add(parts[-1])
        parts.append(decoder.decode(b"", final=True))
        show.add(parts[-1])
    finally:
        show.end()
    return "".join(parts)


def whole_text(ids: Iterable[int], decode: Callable[[Sequence[int]], str]) -> Iterator[str]:
    """The text of tokens as it becomes whole, for `stream`: a token that ends inside a character waits for the next.

    ids: tokens as they come; decode: a row of ids → its text, as tokenizers offer it.
    """
    before: list[int] = []  # a piece's text may depend on the piece before it
    waiting: list[int] = []
    for token in ids:
        waiting.append(int(token))
        text = decode(before + waiting)[len(decode(before)) :]
        if text.endswith(BROKEN) and len(waiting) < LONGEST:
            continue
        yield text
        before, waiting = waiting, []
    if waiting:
        yield decode(before + waiting)[len(decode(before)) :]


def _in_notebook() -> bool:
    """Whether a kernel runs us; IPython in a terminal prints."""
    from IPython.core.getipython import get_ipython

    return hasattr(get_ipython(), "kernel")


class _Printed:
    def __init__(self, turns: Turns) -> None:
        print(_plain(turns), end="", flush=True)

    def add(self, text: str) -> None:
        print(text, end="", flush=True)

    def end(self) -> None:
        print()


class _Growing:
    """One output of a cell, replaced at most twenty times a second."""

    def __init__(self, turns: Turns) -> None:
        from IPython.display import display

        self.turns, self.text, self.shown_at = turns, "", 0.0
        self.handle = display(self._picture(), display_id=True, raw=True)

    def add(self, text: str) -> None:
        self.text += text
        if time.monotonic() - self.shown_at >= PAUSE:
            self._show()

    def end(self) -> None:
        self._show()

    def _show(self) -> None:
        self.handle.update(self._picture(), raw=True)  # type: ignore[union-attr]
        self.shown_at = time.monotonic()

    def _picture(self) -> dict[str, str]:
        *before, (name, _) = self.turns
        turns = (*before, (name, self.text))
        rows = "".join(_row(name, text) for name, text in turns)
        return {
            "text/plain": _plain(turns),
            "text/html": f'<div role="log" style="max-width: 55em">{rows}</div>',
        }


def _plain(turns: Turns) -> str:
    return "\n".join(f"{name + ': ' if name else ''}{text}" for name, text in turns)


def _row(name: str, text: str) -> str:
    """One turn of a chat: its name and its words; a text without a name stands alone."""
    words = f'<div style="white-space: pre-wrap">{escape(text)}</div>'
    if not name:
        return words
    edge = "currentcolor" if name == YOU else "#0072B2"
    return (
        f'<div style="margin: .4em 0; padding-left: .8em; border-left: 3px solid {edge}">'
        f"<strong>{escape(name)}</strong>{words}</div>"
    )
