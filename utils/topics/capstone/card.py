"""The page to show a friend: one HTML file about a model, without scripts and without a network.

Whatever a student typed, or a model wrote, is text on it and never markup: it is escaped, and the page's own policy
forbids scripts and anything from elsewhere.
"""

from __future__ import annotations

import dataclasses
import datetime
import math
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
    """What the page says of a model.

    bits: name → bits per byte on the same text, `mine` among the names; saved, error: what the model saves against the
    bigram model and the standard error of that; best: a passage that it wrote; worked, refuted: an idea that helped and
    one that did not; game: for each text its end, the model's guess and what came next; class_bits: the numbers of
    others, where they are known.
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
            f'<p class="quiet">{capstone.n_parameters(self.model):,} parameters, trained on summaries from Wikipedia, '
            f"{datetime.date.today().isoformat()}</p>",
            f'<h2>The best it wrote</h2><blockquote class="text">{text_of(self.best)}</blockquote>',
            f'<p class="quiet">It has learned how English tends to continue, from {self.run.tokens:,} short pieces of '
            "text, but no facts. A photo from a phone holds many more numbers than this whole model.</p>",
            self._score(),
        ]
        for title_of, words in (
            ("An idea that worked", self.worked),
            ("An idea that did not work", self.refuted),
        ):
            if words.strip():
                parts.append(f'<h2>{title_of}</h2><p class="text">{text_of(words)}</p>')
        parts += [self._game(), self._design(), _history()]
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
        rows = {**self.bits}
        others = sorted(float(value) for value in self.class_bits if 0 < float(value) < MOST_BITS)
        if others:
            rows[f"median of {len(others)} in the class"] = others[len(others) // 2]
        most = max(rows.values())
        bars = "".join(
            f'<div class="bar{" mine" if name == self.mine else ""}"><span>{text_of(name)}</span>'
            f'<span class="value"><span class="fill" style="width: {80 * value / most:.1f}%"></span>'
            f"{value:.3f}</span></div>"
            for name, value in rows.items()
        )
        return (
            f"<h2>How well it predicts</h2><figure>{bars}<figcaption>Bits per byte on text that it has not seen: the "
            "better a model predicts a text, the fewer bits are needed to store it. Plain English takes 8 for each "
            "letter.</figcaption></figure>"
            "<p>With its predictions, 1,000 letters of text would shrink to the size of "
            f"{125 * self.bits[self.mine]:.0f}. It {'saves' if self.saved >= 0 else 'needs'} "
            f"{abs(self.saved):.3f} ± {self.error:.3f} {'' if self.saved >= 0 else 'more '}bits per byte "
            f"{'compared with' if self.saved >= 0 else 'than'} the bigram model, a table of how often each piece of a "
            "word follows each other one.</p>"
        )

    def _game(self) -> str:
        """Texts to guess; a closed `details` needs no script."""
        if not self.game:
            return ""
        rows = "".join(
            f'<li><div class="text">…{text_of(end)}</div><details><summary>What comes next?</summary>'
            f"It was <code>{_shown(truth)}</code>, and the model guessed <code>{_shown(guess)}</code>.</details></li>"
            for end, guess, truth in self.game
        )
        return (
            '<h2>Can you beat it?</h2><p class="quiet">Guess how each text continues: one piece, usually one to four '
            "characters. The model did nothing else in its training. Then open the answer to see its guess. It saw "
            f"a little more of each text than you do.</p><ol>{rows}</ol>"
        )

    def _design(self) -> str:
        config = getattr(self.model, "config", None)
        fields = dataclasses.asdict(config) if dataclasses.is_dataclass(config) else {}  # type: ignore[arg-type]
        told = ", ".join(f"{name} {value}" for name, value in fields.items())
        layers, width = fields.get("n_layers"), fields.get("d_model")
        plain = (
            f"{layers} layer{'' if layers == 1 else 's'}, which turns each piece of text into {width} numbers"
            if layers and width
            else ""
        )
        share = self.run.cost / capstone.BUDGET
        rows = {
            "Design": f"A transformer with {plain}" if plain else type(self.model).__name__,
            "For colleagues": f"{type(self.model).__name__}{': ' if told else ''}{told}",
            "Budget": f"{self.run} (parameters × tokens)",
            "Time": f"{self.run.seconds / 60:.1f} minutes of training",
        }
        if not math.isclose(share, 1, rel_tol=0.05):
            rows["Budget"] += ". The model that is handed in gets all of it."
        return (
            "<h2>How it was made</h2><dl>"
            + "".join(f"<dt>{name}</dt><dd>{text_of(value)}</dd>" for name, value in rows.items())
            + "</dl>"
        )


def text_of(words: str) -> str:
    """A text as HTML shows it: escaped, cut, and without characters that a page can't hold or that reorder others."""
    kept = "".join(c for c in words.strip()[:LONGEST] if c in "\n\t" or c.isprintable())
    return escape(kept, quote=True)


def _shown(piece: str) -> str:
    """A piece of text with its white space in view."""
    return text_of("".join({" ": "␣", "\n": "↵", "\t": "⇥"}.get(c, c) for c in piece))


def _history() -> str:
    """The opening line's continuations; one that repeats the row before it says so."""
    rows, before = [], ""
    for lesson, model, whose, text in own_model.show_openings().rows():
        said = "the same words" if text == before else text
        owner = whose.replace("yours", "mine")
        rows.append(
            f'<li><span class="who">Lesson {text_of(lesson)}: {text_of(model)} ({text_of(owner)})</span>'
            f'<div class="text">{text_of(said)}</div></li>'
        )
        before = text
    return (
        "<h2>One line, from the first lesson to the last</h2>"
        '<p class="quiet">Every model of the course continues the same line. The first one only knows which letter '
        f"follows which.</p><ol>{''.join(rows)}</ol>"
    )
