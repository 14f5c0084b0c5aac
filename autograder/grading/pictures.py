"""Pictures in what a student handed in: those that a browser may show, checked and encoded again by us.

JupyterLab keeps a picture that was pasted into a text cell as the cell's attachment: its name, then its type, then its
bytes in base64. A student's file may have anything in that place.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import re
import secrets
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from html import escape
from typing import Any
from urllib.parse import unquote

from markupsafe import Markup

PICTURES = {
    "image/png": b"\x89PNG\r\n\x1a\n",
    "image/jpeg": b"\xff\xd8\xff",
    "image/gif": b"GIF8",
}  # how each begins
MAX_ATTACHMENTS = 50  # of one answer
ATTACHMENT = "attachment:"  # how the address of a pasted picture begins
BROKEN = ""  # the content of a picture that was named and cannot be shown

Attachments = dict[str, dict[str, str]]  # name → type → base64, as nbformat has it


def checked(content: Any, kind: str) -> str | None:
    """The picture in base64, encoded again: the text goes into an attribute of a tag. None if it isn't of this type."""
    text = (
        "".join(map(str, content))
        if isinstance(content, list)
        else content
        if isinstance(content, str)
        else ""
    )
    try:
        raw = base64.b64decode("".join(text.split()), validate=True)
    except (binascii.Error, ValueError):
        return None
    return base64.b64encode(raw).decode() if raw.startswith(PICTURES[kind]) else None


def attachments(cells: Iterable[Mapping[str, Any]]) -> Attachments:
    """The pictures attached to these cells, which together are one answer.

    One that cannot be shown keeps its name, with BROKEN as its content, so that a page can say so.
    """
    found: Attachments = {}
    for cell in cells:
        told = cell.get("attachments")
        for name, bundle in told.items() if isinstance(told, Mapping) else ():
            if len(found) < MAX_ATTACHMENTS and isinstance(name, str):
                name = name.encode("utf-8", "replace").decode()
                found.setdefault(name, _first(bundle if isinstance(bundle, Mapping) else {}))
    return found


def _first(bundle: Mapping[str, Any]) -> dict[str, str]:
    for kind in PICTURES:
        if kind in bundle and (picture := checked(bundle[kind], kind)):
            return {kind: picture}
    return {"image/png": BROKEN}


def addresses(cell: Mapping[str, Any]) -> dict[str, str]:
    """Name → data: URL of each picture attached to a cell; BROKEN where it cannot be shown."""
    found = {}
    for name, bundle in attachments([cell]).items():
        ((kind, picture),) = bundle.items()
        found[name] = f"data:{kind};base64,{picture}" if picture else BROKEN
    return found


def fingerprint(cell: Mapping[str, Any]) -> str:
    """What tells the pictures of two answers apart, whatever they are called; empty where there are none."""
    pictures = [url for url in addresses(cell).values() if url]
    return hashlib.sha256("\n".join(sorted(pictures)).encode()).hexdigest() if pictures else ""


@dataclass
class Pasted:
    """The pictures of one answer on their way through Markdown: marks that no answer can contain stand for them.

    urls: as `addresses` gives them.
    """

    urls: Mapping[str, str]
    token: str = field(default_factory=lambda: f"picture{secrets.token_hex(16)}")
    tags: list[str] = field(default_factory=list)

    def image(self, text: str, url: str) -> str:
        """What Markdown's ![text](url) becomes: a mark, or a few words. text: HTML, what the picture is called."""
        if not url.startswith(ATTACHMENT):
            return f"[a picture that is not shown here: {text}]"
        name = url.removeprefix(ATTACHMENT)
        name = name if name in self.urls else unquote(name)
        if name not in self.urls:
            return f"[a picture that is missing from the file: {text}]"
        if not self.urls[name]:
            return f"[a picture that is damaged, or neither PNG, JPEG nor GIF: {text}]"
        called = escape(str(Markup(self.put_in(text, "")).striptags()))
        self.tags.append(f'<img src="{self.urls[name]}" alt="{called}" style="max-width: 100%">')
        return f"{self.token}n{len(self.tags) - 1}n"

    def put_in(self, html: str, instead: str | None = None) -> str:
        """HTML that has been cleaned, with the pictures, or with something instead, in place of their marks."""
        return re.sub(
            rf"{self.token}n(\d+)n",
            lambda found: self.tags[int(found[1])] if instead is None else instead,
            html,
        )
