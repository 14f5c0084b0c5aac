"""What a figure shows, in words: for screen readers, terminals, and pages on which the picture is missing.

`describe` reads the finished figure, so a description cannot say other numbers than those that are drawn. What the
figure is about is the first paragraph of the docstring of the function that drew it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from types import FrameType
from typing import Any

import matplotlib.container as containers
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

LONGEST = 1200  # characters: a description is listened to
FEW = 12  # bars, labels or words that are named one by one


def describe(figure: Figure, about: str = "") -> str:
    """The figure as a few sentences, the most general first.  about: a sentence that goes before them."""
    drawn = [axes for axes in figure.axes if not hasattr(axes, "_colorbar") and _is_drawn(axes)]
    parts = [_sentence(about), _sentence(_text(figure.get_suptitle()))]
    for number, axes in enumerate(drawn, 1):
        place = f"Panel {number} of {len(drawn)}: " if len(drawn) > 1 else ""
        said = " ".join(filter(None, _axes(axes)))
        parts.append(place + said if said else "")
    whole = " ".join(filter(None, parts)) or "A drawing without words."
    return whole if len(whole) <= LONGEST else whole[:LONGEST].rsplit(" ", 1)[0] + " …"


def about(frame: FrameType | None) -> str:
    """What the docstring of the function in utils that is being called says first; of several, the innermost."""
    while frame is not None and str(frame.f_globals.get("__name__", "")).startswith("utils."):
        doc = getattr(frame.f_globals.get(frame.f_code.co_name), "__doc__", None)
        if doc:
            return first_paragraph(doc)
        frame = frame.f_back
    return ""


def first_paragraph(doc: str) -> str:
    """Of a docstring, without the arguments that may follow on its line after two spaces."""
    paragraph = doc.strip().split("\n\n")[0]
    return " ".join(re.split(r"(?<=[.:])  (?=[\w, ]+:)", paragraph)[0].split()).replace("`", "")


# --- one panel ----------------------------------------------------------------------------------------------------


def _axes(axes: Axes) -> Iterable[str]:
    yield _sentence(_text(axes.get_title("left") or axes.get_title()))
    for image in axes.images:
        yield _image(axes, np.ma.asarray(image.get_array()))
    bars = [one for one in axes.containers if isinstance(one, containers.BarContainer)]
    named_bars = [group for group in bars if _label(group.get_label())]
    for group in bars if len(bars) <= FEW // 2 else named_bars[:FEW]:
        yield _bars(axes, group)
    if len(bars) > FEW // 2:
        yield f"{sum(len(group.patches) for group in bars)} bars in all."
    named = _unlabelled(axes)
    for line in axes.lines:
        yield _line(line, named)
    for points in axes.collections:
        yield _collection(points)
    if axes.lines or axes.collections or bars:
        yield _axis("Across", axes, "x")
        yield _axis("Up", axes, "y")
    words = [_text(text.get_text()) for text in axes.texts]
    words = [word for word in dict.fromkeys(words) if re.search(r"\w", word)]
    if words:
        yield f"Written in it: {_listed(words)}."


def _is_drawn(axes: Axes) -> bool:
    return bool(axes.images or axes.lines or axes.patches or axes.collections or axes.texts)


def _image(axes: Axes, values: Any) -> str:
    rows, columns = values.shape[:2]
    told = f"A grid of {rows} rows and {columns} columns"
    if values.ndim == 2 and values.count():
        told += f", values from {_number(values.min())} to {_number(values.max())}"
    for which, axis in (("Rows", axes.yaxis), ("Columns", axes.xaxis)):
        labels = [_text(label.get_text()) for label in axis.get_ticklabels()]
        words = [label for label in labels if label and not re.fullmatch(r"[−-]?[\d.,]+", label)]
        title = _text(axis.get_label_text())
        if words:
            told += f". {which}: {_listed(words)}"
        elif title:
            told += f". {which}: {title}"
    return told + "."


def _bars(axes: Axes, group: Any) -> str:
    across = group.orientation == "horizontal"
    patches = list(group.patches)
    sizes = [patch.get_width() if across else patch.get_height() for patch in patches]
    if not sizes:
        return ""
    name = _label(group.get_label())
    told = f"Bars, {name}: " if name else "Bars: "
    places = [
        patch.get_y() + patch.get_height() / 2 if across else patch.get_x() + patch.get_width() / 2
        for patch in patches
    ]
    labels = _ticks(axes.yaxis if across else axes.xaxis)
    names = [labels.get(round(place, 3), "") or labels.get(float(round(place)), "") for place in places]
    if len(sizes) <= FEW:
        return told + ", ".join(f"{n} {_number(s)}".strip() for n, s in zip(names, sizes)) + "."
    low, high = int(np.argmin(sizes)), int(np.argmax(sizes))
    at = [f" at {names[i]}" if names[i] else "" for i in (low, high)]
    return told + (f"{len(sizes)}, from {_number(sizes[low])}{at[0]} to {_number(sizes[high])}{at[1]}.")


def _line(line: Any, named: bool) -> str:
    x, y = (_floats(values) for values in line.get_data(orig=False))
    keep = np.isfinite(x) & np.isfinite(y) if len(x) == len(y) else np.zeros(0, bool)
    if not keep.any() or (named and not _label(line.get_label())):
        return ""
    x, y = x[keep], y[keep]
    name = _label(line.get_label())
    told = f"{name}: " if name else "A line: " if len(y) > 1 else "A point: "
    if len(y) == 1 or (y == y[0]).all():
        return f"{told}{_number(y[0])}" + (f" at {_number(x[0])}." if len(y) == 1 else " all along.")
    said = f"{told}{_number(y[0])} at {_number(x[0])}, {_number(y[-1])} at {_number(x[-1])}"
    low, high = int(y.argmin()), int(y.argmax())
    for word, i in (("lowest", low), ("highest", high)):
        if i not in (0, len(y) - 1):
            said += f", {word} {_number(y[i])} at {_number(x[i])}"
    return said + "."


def _collection(points: Any) -> str:
    name = _label(points.get_label())
    offsets = np.ma.asarray(points.get_offsets()).reshape(-1, 2)
    return f"{name}: {len(offsets)} points." if name and len(offsets) > 1 else ""


def _axis(word: str, axes: Axes, which: str) -> str:
    axis = axes.xaxis if which == "x" else axes.yaxis
    title = _text(axis.get_label_text())
    if not title:
        return ""
    low, high = sorted(axes.get_xlim() if which == "x" else axes.get_ylim())
    scale = ", logarithmic" if axis.get_scale() == "log" else ""
    return f"{word}: {title}, {_number(low)} to {_number(high)}{scale}."


def _unlabelled(axes: Axes) -> bool:
    """Whether there are so many lines that only those with a name are worth a sentence."""
    return len(axes.lines) > 6


# --- words and numbers ----------------------------------------------------------------------------------------------


def _ticks(axis: Any) -> dict[float, str]:
    axis.get_major_ticks()
    places, labels = axis.get_ticklocs(), axis.get_ticklabels()
    return {round(float(place), 3): _text(label.get_text()) for place, label in zip(places, labels)}


def _floats(values: Any) -> np.ndarray:
    try:
        return np.asarray(values, dtype=float)
    except (TypeError, ValueError):
        return np.arange(len(values), dtype=float)


def _label(label: Any) -> str:
    """What a legend would show; matplotlib's own names begin with a line."""
    return "" if str(label).startswith("_") else _text(label)


def _text(text: Any) -> str:
    return " ".join(str(text).replace(r"\$", "$").split())


def _sentence(text: str) -> str:
    return text if not text or text[-1] in ".?:" else text + "."


def _listed(words: Sequence[str]) -> str:
    more = f" and {len(words) - FEW} more" if len(words) > FEW else ""
    return ", ".join(words[:FEW]) + more


def _number(value: Any) -> str:
    value = float(value)
    return "−" + f"{-value:.3g}" if value < 0 else f"{value:.3g}"
