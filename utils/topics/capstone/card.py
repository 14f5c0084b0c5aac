"""The page to show a friend: one HTML file about a model, without scripts and without a network.

Whatever a student typed, or a model wrote, is text on it and never markup: it is escaped, and the page's own policy
forbids scripts and anything from elsewhere.
"""

from __future__ import annotations

import dataclasses
import datetime
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from pathlib import Path

from torch import nn

from utils import own_model
from utils.own_model.own_folder import own_model_folder, write_whole
from utils.topics.capstone import capstone

LONGEST = 4_000  # characters of one text
MOST_BITS = 100.0
MOST_SHARE = 0.9  # of the budget; a run below it is told as a short one
LETTERS = 2  # of a piece of text, on average (9 bits for one of 512 pieces, 4.4 bits for each letter)
COURSE = "the course's"  # as the history of the opening line has it
_YOUR = re.compile(r"\byour\b")  # a student's, in the words of the course
STYLE = """
:root { color-scheme: light dark; --ink: #1b1b1b; --page: #fff; --quiet: #595959; --line: #d5d5d5; --blue: #0072b2; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e8e8e8; --page: #16181c; --quiet: #adb0b5; --line: #3b3f46; --blue: #56b4e9; }
}
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 44rem; padding: 2rem 1.2rem 4rem; background: var(--page); color: var(--ink);
  font: 1.05rem/1.6 Georgia, "Noto Serif", serif; overflow-wrap: anywhere; }
h1 { font-size: 2rem; line-height: 1.2; margin: 0 0 .3rem; }
h2 { font-size: 1.2rem; margin: 2.4rem 0 .6rem; }
p.quiet, figcaption, dt, .who { color: var(--quiet); font-size: .9rem; }
.text { white-space: pre-wrap; }
blockquote { margin: 0; padding: .2rem 0 .2rem 1.1rem; border-left: 4px solid var(--blue); font-size: 1.1rem; }
figure { margin: 1rem 0; }
.bar { display: grid; grid-template-columns: 11rem 1fr; gap: .2rem .8rem; align-items: center; margin: .35rem 0; }
.bar .value { display: flex; gap: .6rem; align-items: center; }
.bar .fill { flex: none; height: 1.5rem; background: var(--quiet); border-radius: 2px; min-width: 2px; }
.bar.mine .fill { background: var(--blue); }
.bar .value { font-variant-numeric: tabular-nums; }
dl { display: grid; grid-template-columns: 11rem 1fr; gap: .3rem .8rem; margin: 0; }
dd { margin: 0; }
ol { list-style: none; margin: 0; padding: 0; }
li { border-top: 1px solid var(--line); padding: .7rem 0; }
@media (max-width: 34rem) { .bar, dl { grid-template-columns: 1fr; gap: 0 } dd { margin-bottom: .5rem } }
"""


@dataclass(frozen=True)
class Card:
    """What the page says of a model. Its reader has never heard of a token; the last rows are for those who have.

    bits: name → bits per byte on the same text, `mine` among the names; saved, error: what the model saves against the
    bigram model and the standard error of that; best: a passage that it wrote; worked, refuted: an idea that helped and
    one that did not, left out where empty; game: for each text its end, the model's guess and what came next; guessed:
    the share of many such texts that the model guesses right, 0 where it isn't known; class_bits: the numbers of others
    from the leaderboard, where they are known.
    """

    model: nn.Module
    run: capstone.Run
    bits: Mapping[str, float]
    saved: float
    error: float
    best: str
    worked: str = ""
    refuted: str = ""
    game: Sequence[tuple[str, str, str]] = ()
    name: str = ""
    mine: str = "this model"
    guessed: float = 0.0
    class_bits: Sequence[float] = field(default_factory=list)

    def html(self) -> str:
        """The page."""
        title = (
            f"A language model by {text_of(self.name)}" if self.name.strip() else "A language model of my own"
        )
        parts = [
            "<!doctype html>",
            '<html lang="en"><head><meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">",
            f"<title>{title}</title><style>{STYLE}</style></head><body><main>",
            f"<h1>{title}</h1>",
            f'<p class="quiet">{datetime.date.today().isoformat()}</p>',
            "<p>I designed and trained this model in a course on transformers, the models behind today's chatbots. "
            "A chatbot has billions of parameters, the numbers that a model learns; mine has "
            f"{capstone.n_parameters(self.model):,}. So it is tiny: a single photo from a phone takes up more "
            "space.</p>",
            f'<h2>What it writes</h2><blockquote class="text">{text_of(self.best)}</blockquote>',
            "<p>I gave it the first words. The rest is made up, and many of the words don't exist: a model this small "
            "learns how English is spelled long before it learns what words mean. It began as random numbers, and "
            f"then spent {_time(self.run.seconds)} on {_amount(self.run.tokens)} of Wikipedia, a few letters at a "
            "time, always guessing what comes next. All that it knows comes from there.</p>",
            self._score(),
        ]
        for title_of, words in (
            ("An idea that worked", self.worked),
            ("An idea that did not work", self.refuted),
        ):
            if words.strip():
                parts.append(f'<h2>{title_of}</h2><p class="text">{text_of(words)}</p>')
        parts += [_history(), self._game(), self._design()]
        return "\n".join([*parts, "</main></body></html>\n"])

    def write(self, name: str = "my_model.html") -> Path:
        """Write the page beside the notebook and return its path. Raises OSError.

        A reference notebook, which runs in its lesson's source folder, writes it where its other files go.
        """
        here = Path.cwd()
        path = (own_model_folder() if any(here.glob("exercises/*.py")) else here) / name
        write_whole(path, self.html().encode())
        return path

    def _score(self) -> str:
        rows, mine = {**self.bits}, self.bits[self.mine]
        others = sorted(float(value) for value in self.class_bits if 0 < float(value) < MOST_BITS)
        if others:
            rows[f"the middle of {len(others)} in the class (on another text)"] = others[len(others) // 2]
        most = max(rows.values())
        bars = "".join(
            f'<div class="bar{" mine" if name == self.mine else ""}"><span>{text_of(name)}</span>'
            f'<span class="value"><span class="fill" style="width: {80 * value / most:.1f}%"></span>'
            f"{value:.2f}</span></div>"
            for name, value in sorted(rows.items(), key=lambda row: -row[1])
        )
        return (
            f"<h2>How well it predicts</h2><p>Shorter bars are better. My model {self._verdict()}.</p>"
            f"<figure>{bars}<figcaption>If you can guess what comes next in a text, you can store it in less space. "
            "Each bar shows how many bits (zeros and ones) are needed for a letter, on average, with the guesses of "
            "one model, on texts that none of them has seen. An ordinary file uses 8.</figcaption></figure>"
            f"<p>With the guesses of my model, a text of 1,000 letters fits into the space of {125 * mine:.0f}. The "
            f"table needs the space of {125 * (mine + self.saved):.0f}.</p>"
        )

    def _verdict(self) -> str:
        """How it compares with the bigram model, which its score must clear by two standard errors."""
        table = "a simple table of which piece of text follows which"
        if self.saved > 2 * self.error:
            return f"beats {table}"
        verdict = (
            f"doesn't beat {table} yet" if self.saved < -2 * self.error else f"does about as well as {table}"
        )
        share = self.run.cost / capstone.BUDGET
        if share < MOST_SHARE:
            verdict += f"; it has had {share:.0%} of the training that the course's rules allow"
        return verdict

    def _game(self) -> str:
        """Texts to guess; a closed `details` needs no script."""
        if not self.game:
            return ""
        rows = "".join(
            f'<li><div class="text">…{text_of(end)}</div><details><summary>What comes next?</summary>'
            f"It was “<code>{_shown(truth)}</code>”. The model guessed “<code>{_shown(guess)}</code>”.</details></li>"
            for end, guess, truth in self.game
        )
        right = sum(guess == truth for _, guess, truth in self.game)
        return (
            "<h2>Can you beat it?</h2><p>Each text breaks off, sometimes in the middle of a word. Guess how it goes "
            "on, then open the answer, which is the next one to four letters or so (␣ is a space, ↵ a new line). "
            f"You are right if your guess begins with them.{self._usually()}</p>"
            f"<ol>{rows}<li><details><summary>How many did the model get right?</summary>{right} of {len(self.game)}."
            "</details></li></ol>"
        )

    def _usually(self) -> str:
        return (
            f" Of many such texts, my model gets {self.guessed:.0%} right. With blind guesses it would be 1 in "
            f"{capstone.VOCABULARY}."
            if self.guessed > 0
            else ""
        )

    def _design(self) -> str:
        config = getattr(self.model, "config", None)
        fields = dataclasses.asdict(config) if dataclasses.is_dataclass(config) else {}  # type: ignore[arg-type]
        told = ", ".join(f"{name} {value}" for name, value in fields.items())
        layers, width = fields.get("n_layers"), fields.get("d_model")
        plain = (
            f"A transformer with {layers} layer{'' if layers == 1 else 's'}. "
            f"Inside it, each piece of text is a list of {width} numbers."
            if layers and width
            else type(self.model).__name__
        )
        expert = (
            f"{type(self.model).__name__}{': ' if told else ''}{told}. {self.run} (parameters × tokens). "
            f"{abs(self.saved):.3f} ± {self.error:.3f} bits per byte {'fewer' if self.saved >= 0 else 'more'} than a "
            "bigram model."
        )
        rows = {"Design": plain, "Training": f"{_time(self.run.seconds)} of computing", "For experts": expert}
        return (
            "<h2>How it was made</h2><dl>"
            + "".join(f"<dt>{name}</dt><dd>{text_of(value)}</dd>" for name, value in rows.items())
            + "</dl>"
        )


def _amount(tokens: int) -> str:
    """How much text that is, in pages of a book, 2,000 letters each."""
    pages = LETTERS * tokens / 2000
    digits = 10 ** max(0, len(str(int(pages))) - 2)
    return f"about {int(pages / digits + 0.5) * digits:,} book pages" if pages >= 2 else "a page or less"


def _time(seconds: float) -> str:
    return f"{seconds:.0f} seconds" if seconds < 90 else f"{seconds / 60:.0f} minutes"


def text_of(words: str, *, ends: bool = True) -> str:
    """A text as HTML shows it: escaped, cut, and without characters that a page can't hold or that reorder others.

    ends: whether white space at its ends goes.
    """
    words = words.strip() if ends else words
    kept = "".join(c for c in words[:LONGEST] if c in "\n\t" or c.isprintable())
    return escape(kept, quote=True)


def _shown(piece: str) -> str:
    """A piece of text with its white space in view."""
    return text_of("".join({" ": "␣", "\n": "↵", "\t": "⇥"}.get(c, c) for c in piece))


def _history() -> str:
    """The opening line's continuations, without those that repeat the one before; those in the middle are folded."""
    rows, before, whose = [], "", ""
    for lesson, model, whose, text in own_model.show_openings().rows():
        if text != before:
            rows.append(_opening(lesson, model, whose, text))
        before = text
    shown, folded, last = rows[:2], rows[2:-1], rows[2:][-1:]
    more = (
        f"<li><details><summary>{len(folded)} more from the lessons in between</summary>"
        f"<ol>{''.join(folded)}</ol></details></li>"
    )
    mine = (
        " The last one is the model of this page. It has only read an encyclopedia, so the line is foreign to it."
        if whose != COURSE  # the last row is the capstone's, which the course has too
        else ""
    )
    return (
        "<h2>One line, from the first lesson to the last</h2>"
        "<p>In each lesson with a new model, that model had to continue the line in bold. It stops after a fixed "
        "number of pieces, even in the middle of a word. The first model only knows which letter follows which. The "
        "GPT (the name for a transformer that writes) has read nothing but plays, and the line could come from a play."
        f"{mine}</p><ol>{''.join(shown)}{more if folded else ''}{''.join(last)}</ol>"
    )


def _opening(lesson: str, model: str, whose: str, text: str) -> str:
    """One row of the history: who wrote it, and the line with its continuation."""
    the_courses = whose == COURSE
    owner = "a copy that comes with the course" if the_courses else whose.replace("yours", "mine")
    writer = f"Lesson {int(lesson[:2])}: {_YOUR.sub(COURSE if the_courses else 'my', model)} ({owner})"
    length = len(own_model.OPENING_LINE)
    return (
        f'<li><span class="who">{text_of(writer)}</span>'
        f'<div class="text"><b>{text_of(text[:length])}</b>{text_of(text[length:], ends=False)}</div></li>'
    )
