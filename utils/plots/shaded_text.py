"""Text whose tokens are shaded by how much they surprise a model, for a notebook."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any

import numpy as np
from IPython.display import HTML
from torch import Tensor


def surprise(tokens: Sequence[str], nats: Any, title: str = "", darkest: float = 8.0) -> HTML:
    """Text with each token on a shade that grows with its surprise, for the notebook. Point at a token to read it.

    tokens: texts of the tokens; nats: the surprise of each, (T,); darkest: nats of the darkest shade. From half of
    that on tokens are underlined as well, so that colour is not all there is to see.
    """
    spans = []
    numbers = nats.detach().cpu().numpy() if isinstance(nats, Tensor) else np.asarray(nats)
    for token, value in zip(tokens, numbers.tolist(), strict=True):
        depth = min(value / darkest, 1)
        line = "border-bottom: 2px solid; " if depth >= 0.5 else ""
        about = f"{token!r}: {value:.2f} nats, probability {np.exp(-value):.2g}"
        spans.append(
            f'<span title="{escape(about, quote=True)}" style="{line}background: rgba(213, 94, 0, {0.75 * depth:.2f}); '
            f'border-radius: 3px; padding: 1px 0">{escape(token).replace(chr(10), "⏎<br>")}</span>'
        )
    heading = f'<div style="opacity: .75; margin-bottom: .2em">{escape(title)}</div>' if title else ""
    return HTML(
        f'<div style="margin: .4em 0">{heading}<div style="font: 15px/1.9 var(--jp-content-font-family, serif); '
        f'max-width: 46em; overflow-wrap: anywhere; white-space: pre-wrap">{"".join(spans)}</div></div>'
    )
