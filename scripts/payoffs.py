"""Make the pictures of what students will have built, from notebooks that were really run.

    python scripts/payoffs.py             writes docs/images/payoffs.png, preview.png and payoffs.json
    python scripts/payoffs.py --check     compares the words in the pictures with the runs; exit code 1 if they differ

Both read build/solutions, which `make solutions LESSONS="04 06 11 12"` fills. payoffs.json keeps every word that the
pictures show and the pictures' hashes, so a test can tell that a picture, its alternative text and its lesson agree.
Training gives other words on another machine, which is why no CI compares them with a run of its own.
"""

from __future__ import annotations

import hashlib
import json
import re
import string
import sys
from dataclasses import dataclass
from html import escape, unescape
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
IMAGES = ROOT / "docs" / "images"
RECORD = IMAGES / "payoffs.json"
SOLUTIONS = ROOT / "build" / "solutions"
ASKED = re.compile(r"asked = \[([^\]]+)\]")
ANSWERED = "\nYour Llama: "  # between a question and its answer, in what the cell shows as text
PICTURES = ("payoffs", "preview")
PLAY_LINES = 10  # of the scene that the trained GPT writes


@dataclass(frozen=True)
class Source:
    """The cell of a lesson whose output is shown: the first of its notebook that holds `phrase`."""

    notebook: str  # folder/name, without its ending
    phrase: str

    def outputs(self, solutions: Path) -> list[dict[str, Any]]:
        """What the cell put out when the notebook was run. Raises SystemExit where it was not."""
        path = solutions / f"{self.notebook}.ipynb"
        if not path.is_file():
            raise SystemExit(f"{path} is not here: type make solutions LESSONS={self.notebook.split('/')[0]}")
        return self.cell(json.loads(path.read_text(encoding="utf-8")))["outputs"]

    def cell(self, notebook: dict[str, Any]) -> dict[str, Any]:
        found = [cell for cell in notebook["cells"] if self.phrase in "".join(cell["source"])]
        if not found:
            raise SystemExit(f"No cell of {self.notebook} holds {self.phrase!r}: change scripts/payoffs.py.")
        return found[0]


SOURCES = {
    "chat": Source("11_llama/11a_llama", 'asked = ["What is the capital of France?"'),
    "paragraph": Source("06_sampling/06a_choosing", "paragraph = ("),
    "scene": Source("04_gpt/04c_training", 'print(sample(model, "JULIET:"'),
    "sums": Source("12_assistants/12c_rewards", "reward_plots.gamed(history)"),
}


def words(solutions: Path) -> dict[str, list[str]]:
    """Every word that the pictures show and a run wrote, as lines."""
    outputs = {name: source.outputs(solutions) for name, source in SOURCES.items()}
    shaded = _html(outputs["paragraph"])
    return {
        "asked": re.findall(r'"([^"]+)"', ASKED.findall(_source(SOURCES["chat"], solutions))[0]),
        "answered": [_plain(o).partition(ANSWERED)[2] for o in outputs["chat"] if ANSWERED in _plain(o)],
        "paragraph": [unescape(re.sub(r"<[^>]+>", "", shaded.partition("</div>")[2])).strip()],
        "scene": _streamed(outputs["scene"]).splitlines()[:PLAY_LINES],
        "sums": re.findall(r"^\d+\+\d+=\d+$", _streamed(outputs["sums"]), re.MULTILINE),
    }


def page(solutions: Path) -> str:
    """Both pictures as one page of HTML."""
    shown = words(solutions)
    pairs = zip(shown["asked"], shown["answered"], strict=True)
    curve = next(o for o in SOURCES["sums"].outputs(solutions) if "image/png" in o.get("data", {}))
    template = (ROOT / "scripts" / "payoffs.html").read_text(encoding="utf-8")
    return string.Template(template).substitute(
        chat="".join(
            f'<div class="asked">{escape(asked)}</div><div class="answered">{escape(said)}</div>'
            for asked, said in pairs
        ),
        paragraph=_html(SOURCES["paragraph"].outputs(solutions)),
        scene=escape("\n".join(shown["scene"])),
        curve=f'<img src="data:image/png;base64,{"".join(curve["data"]["image/png"])}">',
        sums=escape("\n".join(shown["sums"])),
    )


def take(solutions: Path, folder: Path) -> dict[str, Any]:
    """Write the pictures into `folder`, and return the record of what they show."""
    from PIL import Image
    from playwright.sync_api import sync_playwright

    sys.path.insert(0, str(ROOT))
    from tests.browser.lab import launch

    with sync_playwright() as playwright:
        browser = launch(playwright.chromium)
        view = browser.new_page(viewport={"width": 1210, "height": 1000}, device_scale_factor=1.5)
        view.set_content(page(solutions))
        for name in PICTURES:
            path = folder / f"{name}.png"
            view.locator(f"#{name}").screenshot(path=path)
            Image.open(path).convert("RGB").quantize(128, dither=Image.Dither.NONE).save(path, optimize=True)
        browser.close()
    return {"words": words(solutions), "pictures": {name: sha(folder / f"{name}.png") for name in PICTURES}}


def sha(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _source(source: Source, solutions: Path) -> str:
    path = solutions / f"{source.notebook}.ipynb"
    return "".join(source.cell(json.loads(path.read_text(encoding="utf-8")))["source"])


def _plain(output: dict[str, Any]) -> str:
    return "".join(output.get("data", {}).get("text/plain", "")).strip()


def _html(outputs: list[dict[str, Any]]) -> str:
    return next("".join(o["data"]["text/html"]) for o in outputs if "text/html" in o.get("data", {}))


def _streamed(outputs: list[dict[str, Any]]) -> str:
    return "".join("".join(o["text"]) for o in outputs if o.get("name") == "stdout")


def main(arguments: list[str]) -> int:
    if arguments == ["--check"]:
        recorded, now = json.loads(RECORD.read_text(encoding="utf-8"))["words"], words(SOLUTIONS)
        changed = [name for name in now if now[name] != recorded.get(name)]
        for name in changed:
            print(f"The pictures show {recorded.get(name)}, and the run wrote {now[name]}.", file=sys.stderr)
        if changed:
            print("Type python scripts/payoffs.py to make the pictures again.", file=sys.stderr)
        return 1 if changed else 0
    if arguments:
        print(__doc__, file=sys.stderr)
        return 2
    record = take(SOLUTIONS, IMAGES)
    RECORD.write_text(json.dumps(record, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
