"""One slider over a row of pictures that are drawn beforehand: it moves in a notebook and on a page without a kernel.

All pictures are in the HTML. Where no script runs, the one in the middle stands there and the others are folded away
above and below it; where no HTML is shown, it is a picture, or its description.
"""

from __future__ import annotations

import hashlib
import io
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from html import escape
from typing import Any

from IPython.display import display
from PIL import Image

from utils.plots import style

# Of a picture in its palette: a quarter of a file in full colour, and no eye tells them apart.
COLOURS = 128

# Whatever holds the element may be shown twice, so the script looks beside itself before it looks for a name.
_SCRIPT = """
(() => {
  const root = document.currentScript?.closest('.frames') ?? document.getElementById('NAME');
  const frames = [...root.querySelectorAll('.frame')], names = frames.map(one => one.dataset.name);
  if (root.dataset.ready || frames.length < 2) return;
  root.dataset.ready = 'yes';
  const label = document.createElement('label'), slider = document.createElement('input');
  const value = document.createElement('output');
  label.append(root.dataset.label + ' ', slider);
  Object.assign(slider, {type: 'range', min: 0, max: names.length - 1, step: 1, value: root.dataset.start});
  slider.style.cssText = 'width: min(22em, 60%); vertical-align: middle; margin: 0 .6em; accent-color: #0072B2';
  value.style.fontWeight = 'bold';
  const control = document.createElement('div');
  control.style.cssText = 'margin: .4em 0';
  control.append(label, value);
  const move = () => {
    frames.forEach((one, i) => { one.hidden = i != slider.value; });
    value.textContent = names[slider.value];
    slider.setAttribute('aria-valuetext', names[slider.value]);
  };
  const folded = [...root.querySelectorAll('details')];
  root.append(control, ...frames);
  folded.forEach(one => one.remove());
  frames.forEach(one => one.querySelector('.name').remove());
  slider.addEventListener('input', move);
  // JupyterLab listens on the document and would move between cells at an arrow key; its own way of leaving keys alone
  // (data-lm-suppress-shortcuts) would leave Ctrl+S alone as well.
  const ours = event => {
    const plain = !(event.ctrlKey || event.metaKey || event.altKey);
    if (event.target === slider && plain && /^(Arrow|Home|End|Page)/.test(event.key)) event.stopPropagation();
  };
  slider.addEventListener('focus', () => window.addEventListener('keydown', ours, true));
  slider.addEventListener('blur', () => window.removeEventListener('keydown', ours, true));
  move();
})();
"""


@dataclass(frozen=True)
class Frame:
    """What one value of the slider shows."""

    name: str
    html: str
    text: str
    png: bytes | None = None


@dataclass(frozen=True)
class Frames:
    """A slider and what it shows.  start: the frame that stands there at first."""

    label: str
    frames: tuple[Frame, ...]
    start: int

    def html(self) -> str:
        """The whole as one element, with its styles and its script."""
        shown = [self._frame(frame) for frame in self.frames]
        before, after = shown[: self.start], shown[self.start + 1 :]
        inside = self._folded(before, self.frames[: self.start]) + shown[self.start]
        inside += self._folded(after, self.frames[self.start + 1 :])
        name = "frames-" + hashlib.sha256(inside.encode()).hexdigest()[:12]
        return (
            f'<div class="frames" id="{name}" role="group" aria-label="{escape(self.label)}: a slider and its picture" '
            f'data-label="{escape(self.label)}" data-start="{self.start}" style="margin: .4em 0">'
            f"{inside}<script>{_SCRIPT.replace('NAME', name)}</script></div>"
        )

    def _frame(self, frame: Frame) -> str:
        name = escape(frame.name)
        return (
            f'<div class="frame" data-name="{name}"><div class="name" style="margin: .4em 0">'
            f"{escape(self.label)}: <strong>{name}</strong></div>{frame.html}</div>"
        )

    def _folded(self, shown: Sequence[str], frames: Sequence[Frame]) -> str:
        names = ", ".join(escape(frame.name) for frame in frames)
        told = f"<summary>{escape(self.label)}: {names}</summary>"
        return f"<details>{told}{''.join(shown)}</details>" if shown else ""

    def text(self) -> str:
        """For a terminal: every value, with what its picture shows."""
        return "\n".join(f"{self.label} {frame.name}: {frame.text}" for frame in self.frames)

    def _repr_mimebundle_(
        self, include: Any = None, exclude: Any = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        middle = self.frames[self.start]
        data: dict[str, Any] = {"text/html": self.html(), "text/plain": self.text()}
        if middle.png is not None:
            data["image/png"] = middle.png
        return data, {"alt": f"{self.label} {middle.name}: {middle.text}", "frames": len(self.frames)}


def slider(
    draw: Callable[[Any], Any],
    values: Sequence[Any],
    label: str,
    names: Sequence[str] | None = None,
    start: int | None = None,
) -> None:
    """Show what `draw` draws for each of `values`, one at a time, with a slider that chooses.

    draw: called with a value; it draws figures, or returns HTML for the notebook. label: what the slider changes.
    names: how the values are called, as written in Python unless given. start: the place of the value that is shown
    at first, the middle one unless given.
    """
    names = (
        [f"{value:g}" if isinstance(value, float) else str(value) for value in values]
        if names is None
        else names
    )
    if len(names) != len(values) or len(values) < 2:
        raise ValueError(
            f"A slider needs two values or more and a name for each: {len(values)} and {len(names)}."
        )
    frames = tuple(_frame(draw, value, name) for value, name in zip(values, names, strict=True))
    display(Frames(label, frames, len(values) // 2 if start is None else start % len(values)))


def _frame(draw: Callable[[Any], Any], value: Any, name: str) -> Frame:
    with style.collected() as pictures:
        returned = draw(value)
    if pictures:
        small = [replace(one, data=_few_colours(one.data)) for one in pictures]
        html = "".join(one.html() for one in small)
        return Frame(name, html, " ".join(one.alt for one in small), small[0].data)
    html = getattr(returned, "data", None)
    if not isinstance(html, str):
        raise TypeError(
            f"{name}: `draw` has to draw a figure or to return HTML; it gave {type(returned).__name__}."
        )
    return Frame(name, html, "text in colours; open this notebook in JupyterLab to see it")


def _few_colours(png: bytes) -> bytes:
    """The same picture in a palette, without transparency."""
    buffer = io.BytesIO()
    full = Image.open(io.BytesIO(png)).convert("RGB")
    # the other methods give thin lines their neighbours' colour
    few = full.quantize(COLOURS, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    few.save(buffer, format="PNG", optimize=True)
    return buffer.getvalue()
