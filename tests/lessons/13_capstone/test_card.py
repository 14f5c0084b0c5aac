"""The page to show a friend: whole, without a network, and safe whatever is typed into it."""

from __future__ import annotations

from html.parser import HTMLParser
from pathlib import Path

import pytest
import torch

from utils import own_model
from utils.blocks.gpt import GPT, GPTConfig
from utils.topics.capstone import capstone
from utils.topics.capstone.card import LETTERS, LONGEST, Card

EVIL = '"><script>alert(1)</script><img src=x onerror=alert(2)>&amp;\u202e\x00'


class Parts(HTMLParser):
    """The tags of a page, and whatever could run or be fetched."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.loud: list[tuple[str, str | None]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.loud += [
            (k, v) for k, v in attrs if k.startswith("on") or k in ("src", "href", "srcset", "action")
        ]


def card(**change: object) -> Card:
    torch.manual_seed(0)
    model = GPT(GPTConfig(512, 64, 8, 2, 1))
    run = capstone.Run(capstone.n_parameters(model), 1024, [6.0], 90.0)
    given = dict(bits={"bigram model": 2.6, "this model": 2.1}, saved=0.5, error=0.02, best="The city of …")
    return Card(model, run, **{**given, **change})  # type: ignore[arg-type]


def test_what_is_typed_is_text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AUTOGRADER_OWN_MODEL", str(tmp_path))
    page = card(
        name=EVIL,
        best=EVIL,
        worked=EVIL,
        refuted=EVIL,
        game=[(EVIL, EVIL, EVIL)],
        bits={EVIL: 2.6, "this model": 2.1},
    ).html()
    parts = Parts(page)
    assert not {"script", "img", "link", "iframe", "form", "a"} & set(parts.tags) and parts.loud == []
    assert "&lt;script&gt;" in page and "\u202e" not in page and "\x00" not in page
    assert "default-src 'none'" in page and "http://" not in page and "https://" not in page


def test_it_says_what_was_measured(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AUTOGRADER_OWN_MODEL", str(tmp_path))
    page = card(refuted="Dropout cost bits.", class_bits=[2.4, 2.2, 2.3, -1]).html()
    for words in (
        "0.500 ± 0.020",
        "2.60<",
        "d_model 8",
        "Dropout cost bits.",
        "the middle of 3 in the class",
        "2.30<",
        "What shall we do",
    ):
        assert words in page, words
    assert "An idea that did not work" not in card(refuted="  ").html()
    assert page.count("2.30</span>") == 1  # the middle one of those that can be
    assert "An idea that worked" not in page and "Taps saved" in card(worked="Taps saved 0.03.").html()
    assert "Can you beat it?" not in page
    game = card(game=[("the river ", " is", "\n")]).html()
    assert "guessed “<code>␣is</code>”" in game and "It was “<code>↵</code>”" in game
    assert "1 of 1." in card(game=[("the river ", " is", " is")]).html()
    assert "fits into the space of 262" in page and "needs the space of 325" in page
    assert "My model beats a simple table" in page and "it has had" not in page
    assert "gets 15% right" in card(game=[("the river ", " is", " is")], guessed=0.15).html()
    assert "with 1 layer. " in page and "90 seconds" not in page and "2 minutes of computing" in page
    behind = card(saved=-0.18, bits={"bigram model": 2.6, "this model": 2.78}).html()
    assert "0.180 ± 0.020 bits per byte more than" in behind and "needs the space of 325" in behind
    assert "doesn't beat a simple table" in behind and "yet; it has had 0% of the training" in behind
    assert "does about as well as a simple table" in card(saved=0.039).html()  # less than two errors of .02
    # the longest bar comes first
    assert behind.index("this model</span>") < behind.index("bigram model</span>")
    assert len(card(best="x" * 10 * LONGEST).html()) < 40_000


def test_the_history_repeats_nothing_and_speaks_of_the_student(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The KV cache leaves the words as they were; what the course calls yours is mine on a student's page."""
    monkeypatch.setenv("AUTOGRADER_OWN_MODEL", str(tmp_path))
    history = card().html().partition("One line, from the first lesson")[2]
    history = history.partition("<h2>")[0]
    assert history.count('class="who"') == len({row[3] for row in own_model.show_openings().rows()})
    assert "with the course&#x27;s settings (a copy" in history and "your" not in history
    assert history.count("<b>") == history.count('class="who"')
    # the letters and the GPT are shown, and the capstone's model comes after those that are folded
    shown, _, after = history.partition("<details>")
    assert shown.count('class="who"') == 2
    assert after.partition("</details>")[2].count('class="who"') == 1
    assert "the model of this page" not in history  # the one shown comes with the course
    own_model.note_opening("13", own_model.OPENING_LINE + " end", "the capstone's model")
    assert "the model of this page" in card().html()


def test_how_long_a_piece_of_text_is() -> None:
    """The page counts the text that was read in letters."""
    text = capstone.text()
    assert round(text.token_bytes[text.train].double().mean().item()) == LETTERS


def test_it_is_written_beside_the_notebook(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("AUTOGRADER_OWN_MODEL", str(tmp_path / "own"))
    assert card().write() == tmp_path / "my_model.html"
    (tmp_path / "exercises").mkdir()
    (tmp_path / "exercises" / "a.py").write_text("")  # an author's folder, whose files would be released
    assert card().write() == tmp_path / "own" / "my_model.html"
