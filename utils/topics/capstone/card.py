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
    bigram model and the standard error of that; best: a passage that it wrote; refuted: an idea that did not work;
    class_bits: the numbers of others, where they are known.
    """

    model: nn.Module
    run: capstone.Run
    bits: Mapping[str, float]
    saved: float
    error: float
    best: str
    refuted: str = ""
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
            self._score(),
            self._design(),
            _history(),
        ]
        if self.refuted.strip():
            parts.append(f'<h2>An idea that did not work</h2><p class="text">{text_of(self.refuted)}</p>')
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
            f"<h2>How well it predicts</h2><figure>{bars}<figcaption>Bits per byte on text that it has not seen: how "
            "far each model would compress it. Fewer are better; plain text takes 8.</figcaption></figure>"
            f"<p>It saves {self.saved:.3f} ± {self.error:.3f} bits per byte against the bigram model, which only "
            "knows how often each token follows each other one.</p>"
        )

    def _design(self) -> str:
        config = getattr(self.model, "config", None)
        fields = dataclasses.asdict(config) if dataclasses.is_dataclass(config) else {}  # type: ignore[arg-type]
        told = ", ".join(f"{name} {value}" for name, value in fields.items())
        share = self.run.cost / capstone.BUDGET
        rows = {
            "Design": f"{type(self.model).__name__}{': ' if told else ''}{told}",
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
