"""What a reader has to carry: texts, cells that are only read, minutes, hints, and answers that stay folded.

The lists of exceptions below are what was there when the limits were set. They may only shrink: a number in them may
fall, and an entry that is within its limit has to go. To see what is measured now: python tests/test_reading_load.py.
What lessons show, and descriptions of figures, is held by tests/test_teaching.py.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from autograder.lesson.text import lesson_texts

ROOT = Path(__file__).resolve().parent.parent
NOTEBOOKS = {path.stem: path for path in lesson_texts(ROOT / "source")}

LONGEST_TEXT = 170  # words that a text cell shows, without what is folded
LONGEST_CELL = 25  # lines of a code cell that students only read
LONGEST_SITTING = 120  # minutes: those stated for the exercises, and reading
WORDS_A_MINUTE = 200
RUNGS = ["A question to start from", "A pointer", "In pseudocode"]
OTHER_NAMES = re.compile(
    r"(in words|in one line|pseudo|(the )?steps|(a )?hint|(a )?question|(a )?pointer)\b", re.I
)

LONG_TEXTS: dict[str, dict[str, int]] = {}
LONG_CELLS: dict[str, dict[str, int]] = {
    "02c_heads": {"def train_to_reverse(with_positions, steps, seed, ": 41},
    "03a_layers": {'if answered("FeedForward"):': 43},
    "03b_blocks": {
        'if answered("TransformerBlock"):': 31,
        'if answered("TransformerBlock", "run_blocks"):': 38,
        'if answered("EncoderBlock"):': 38,
        'if answered("run_blocks"):': 42,
    },
    "04a_model": {
        'if answered("GPT", "load_gpt2"):': 30,
        'if answered("GPT", "next_token_loss", "generate_gr': 28,
    },
    "04c_training": {
        'if answered("sgd_momentum", "rmsprop", "AdamW"):': 30,
        "sizes = {": 29,
        'if answered("AdamW", "warmup_cosine", "train_step"': 36,
    },
    "05a_cache": {
        "CachedGPT": 28,
        'if answered("KVCache", "CachedAttention"):': 33,
        'if answered("generate_cached"):': 26,
    },
    "05b_smaller": {
        'if answered("GroupedQueryAttention"):': 28,
        'if answered("StaticKVCache"):': 29,
        'if answered("SlidingWindowCache"):': 40,
    },
    "06b_generating": {"speculate": 40},
    "07a_encoder": {
        "weights_from_library": 26,
        'if answered("BertEmbeddings", "BertEncoder"):': 26,
        "from torch.autograd.functional import jacobian": 29,
        "if answered(": 32,
    },
    "10b_rotations": {'if answered("rope_frequencies", "scaled_frequencie': 26},
}
LONG_SITTINGS: dict[str, int] = {}
STOP = "**A good place to stop.**"  # a text that says so ends one sitting, and the next begins behind it
OTHER_RUNGS: dict[str, int] = {}  # sets of hints
OPEN_ANSWERS = {  # how many: a text behind the cell that begins something else
    "07c_spans": 1,
    "09a_adapters": 1,
    "10b_rotations": 1,
}
FEW_QUESTIONS = {"00_welcome"}  # there is no lesson before the first


@dataclass(frozen=True)
class Cell:
    kind: str  # "text", "read" (code that is only read), "work" (an exercise or its check)
    name: str  # its grade_id, or how it begins
    source: str


@cache
def cells(stem: str) -> list[Cell]:
    """The cells of a notebook's text, split at its lines of "# %%"."""
    found = []
    for block in re.split(r"^(?=# %%)", NOTEBOOKS[stem].read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]:
        header, _, source = block.partition("\n")
        source = source.strip("\n")
        name = re.search(r'"grade_id": "([^"]+)"', header)
        if "[markdown]" in header:
            kind, source = "text", re.sub(r"^# ?", "", source, flags=re.MULTILINE)
        else:
            kind = "work" if '"solution": true' in header or '"grade": true' in header else "read"
        begins = next((line for line in source.splitlines() if line.strip()), "")
        found.append(Cell(kind, name.group(1) if name else begins.strip("# ")[:50], source))
    return found


def texts(stem: str) -> list[Cell]:
    return [cell for cell in cells(stem) if cell.kind == "text"]


def is_hints(cell: Cell) -> bool:
    return cell.name.endswith("_hints")


def to_readers(source: str) -> str:
    """Without the model answer, which only instructors get."""
    return source.partition("### BEGIN SOLUTION")[0]


def unfolded(source: str) -> str:
    return re.sub(r"<details>.*?</details>", " ", to_readers(source), flags=re.DOTALL)


def words(source: str) -> int:
    return len(re.sub(r"<[^>]*>|\$[^$]*\$|[|#*-]", " ", source).split())


def beyond(limit: int, lengths: Iterable[tuple[str, int]]) -> dict[str, int]:
    """Those beyond a limit; of cells of one name, the longest."""
    found: dict[str, int] = {}
    for name, n in lengths:
        if n > limit:
            found[name] = max(n, found.get(name, 0))
    return found


def long_texts(stem: str) -> dict[str, int]:
    shown = [cell for cell in texts(stem) if "**Sources.**" not in cell.source]
    return beyond(LONGEST_TEXT, ((cell.name, words(unfolded(cell.source))) for cell in shown))


def lines(cell: Cell) -> int:
    return sum(bool(line.strip()) for line in cell.source.splitlines())


def long_cells(stem: str) -> dict[str, int]:
    return beyond(LONGEST_CELL, ((cell.name, lines(cell)) for cell in cells(stem) if cell.kind == "read"))


def sittings(stem: str) -> list[int]:
    """Minutes of each sitting: of the exercises as stated, and of the reading, which is all texts but the hints."""
    found = [0.0]
    for text in [to_readers(cell.source) for cell in texts(stem) if not is_hints(cell)]:
        stated = re.findall(r"\*(?:Easy|Medium|Hard|Challenge) · (\d+) minutes", text)
        found[-1] += sum(map(int, stated)) + words(text) / WORDS_A_MINUTE
        if STOP in text:
            found.append(0.0)
    return [round(one) for one in found]


def summaries(source: str) -> list[str]:
    return re.findall(r"<summary>(.*?)</summary>", source, flags=re.DOTALL)


def wrong_rungs(stem: str) -> list[str]:
    """Hints whose rungs have other names or another order. What comes behind them quotes what somebody sees."""
    wrong = []
    for cell in filter(is_hints, texts(stem)):
        named = summaries(cell.source)
        rungs = [name for name in named if name in RUNGS]
        other = [name for name in named if OTHER_NAMES.match(name) and name not in RUNGS]
        if len(rungs) < 2 or rungs != RUNGS[: len(rungs)] or named[: len(rungs)] != rungs or other:
            wrong.append(cell.name)
    return wrong


def open_answers(stem: str) -> list[str]:
    """Texts behind the cells that show what was to be predicted, and that do not begin with a folded answer."""
    found: list[str] = []
    asked: Cell | None = None
    for cell in cells(stem):
        if cell.kind == "work" or (cell.kind == "text" and re.match(r"#{1,3} ", cell.source)):
            asked = None  # a new section: what was asked needs no words
        if cell.kind == "text" and asked and asked.kind == "read":
            if not re.match(r"\s*(\*\*[^*]*\*\*\s*)?<details>", cell.source):
                found.append(cell.name)
            asked = None
        if cell.kind == "text":
            prediction = re.search(r"\bPredict\b|\bGuess\b|Before you run", unfolded(cell.source))
            asked = cell if prediction and not is_hints(cell) else None
        elif cell.kind == "read" and asked:
            asked = Cell("read", asked.name, "")
    return found


@pytest.mark.parametrize("stem", NOTEBOOKS)
def test_texts_are_short(stem: str) -> None:
    check_exceptions(long_texts(stem), LONG_TEXTS.get(stem, {}))


@pytest.mark.parametrize("stem", NOTEBOOKS)
def test_cells_that_are_only_read_are_short(stem: str) -> None:
    check_exceptions(long_cells(stem), LONG_CELLS.get(stem, {}))


@pytest.mark.parametrize("stem", NOTEBOOKS)
def test_a_sitting_takes_two_hours(stem: str) -> None:
    longest = max(sittings(stem))
    found = {stem: longest} if longest > LONGEST_SITTING else {}
    check_exceptions(found, {stem: LONG_SITTINGS[stem]} if stem in LONG_SITTINGS else {})


@pytest.mark.parametrize("stem", [stem for stem in NOTEBOOKS if len(sittings(stem)) > 1])
def test_a_notebook_of_two_sittings_says_so(stem: str) -> None:
    """Both are worth sitting down for, and its first lines name the place to stop."""
    (opening,) = re.findall(r"^\| Time \| (.*) \|$", texts(stem)[0].source, re.MULTILINE)
    assert min(sittings(stem)) >= 40 and "a good place to stop is after section" in opening
    stated = [int(n) for n in re.findall(r"of (\d+)\b", opening.partition("two sittings")[2])]
    assert all(abs(said - found) <= 5 for said, found in zip(stated, sittings(stem)))


@pytest.mark.parametrize("stem", NOTEBOOKS)
def test_rungs_of_hints_have_the_same_names(stem: str) -> None:
    check_count(wrong_rungs(stem), OTHER_RUNGS.get(stem, 0))


@pytest.mark.parametrize("stem", NOTEBOOKS)
def test_answers_to_predictions_are_folded(stem: str) -> None:
    check_count(open_answers(stem), OPEN_ANSWERS.get(stem, 0))


@pytest.mark.parametrize("stem", NOTEBOOKS)
def test_marks_within_html_are_html(stem: str) -> None:
    """Up to the next empty line, what follows <details> is HTML: *stars* and `ticks` would be shown as such."""
    for cell in texts(stem):
        for block in re.findall(r"^<details>.*?(?=\n\s*\n|\Z)", cell.source, flags=re.DOTALL | re.MULTILINE):
            plain = re.sub(r"<code>.*?</code>|\$[^$]*\$", "", block, flags=re.DOTALL)
            assert not re.search(r"`[^`\n]+`|(?<![\w*·])\*[^*\s·][^*\n]*\*(?!\*)|\*\*[^*]+\*\*", plain), (
                block[:80]
            )


@pytest.mark.parametrize("stem", NOTEBOOKS)
def test_a_lesson_begins_with_five_questions_on_those_before(stem: str) -> None:
    first = next(i for i, cell in enumerate(cells(stem)) if cell.kind != "text")
    asked = [
        name for cell in cells(stem)[: first + 1] if cell.kind == "text" for name in summaries(cell.source)
    ]
    numbers = [int(name.partition(".")[0]) for name in asked if re.match(r"\d\. ", name)]
    assert (numbers != [1, 2, 3, 4, 5]) == (stem in FEW_QUESTIONS), numbers


def check_exceptions(found: dict[str, int], allowed: dict[str, int]) -> None:
    longer = {name: n for name, n in found.items() if n > allowed.get(name, 0)}
    assert not longer, "too long; split it, or say it in fewer words"
    assert not allowed.keys() - found.keys(), "within the limit now: take it off the list"


def check_count(found: list[str], allowed: int) -> None:
    assert len(found) <= allowed, found
    assert len(found) == allowed, f"only {len(found)} are left: write that number into the list"


def main() -> None:
    for stem in NOTEBOOKS:
        print(stem, sittings(stem), "minutes; rungs:", wrong_rungs(stem))
        print("   texts", long_texts(stem))
        print("   cells", long_cells(stem))
        print("   open ", open_answers(stem))


if __name__ == "__main__":
    main()
