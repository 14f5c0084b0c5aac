"""Text that is shown while it is written: whole characters only, one output, nothing lost."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

from utils.topics.llama import streaming

TEXT = "naïve 水 🙂!"


def byte_tokens(text: str) -> tuple[list[int], Any]:
    """Every byte a token, so that most tokens are half a character."""
    return list(text.encode()), lambda ids: bytes(ids).decode(errors="replace")


def test_elsewhere_it_is_printed_at_once(capsys: pytest.CaptureFixture[str]) -> None:
    seen: list[str] = []

    def pieces() -> Iterator[str]:
        for piece in ("Once ", "upon\n", "a time"):
            seen.append(capsys.readouterr().out)
            yield piece

    assert streaming.stream(pieces()) == "Once upon\na time"
    assert [*seen, capsys.readouterr().out] == ["", "Once ", "upon\n", "a time\n"]


def test_a_chat_shows_the_question_and_names_both(capsys: pytest.CaptureFixture[str]) -> None:
    assert streaming.stream(["Par", "is."], "Where <am> I?", "Your Llama") == "Paris."
    assert capsys.readouterr().out == "You: Where <am> I?\nYour Llama: Paris.\n"


def test_bytes_wait_until_a_character_is_whole(capsys: pytest.CaptureFixture[str]) -> None:
    content = TEXT.encode()
    assert streaming.stream(content[i : i + 1] for i in range(len(content))) == TEXT
    assert capsys.readouterr().out == TEXT + "\n"
    assert streaming.stream([b"a\xe6\xb0"]) == "a\ufffd", "a text that ends inside a character"


def test_tokens_that_are_half_a_character_wait() -> None:
    ids, decode = byte_tokens(TEXT)
    assert list(streaming.whole_text(ids, decode)) == list(TEXT)
    assert "".join(streaming.whole_text(ids[:-3], decode)) == TEXT[:-2] + "\ufffd", "cut inside a character"


def test_bytes_that_are_no_text_do_not_stop_the_stream() -> None:
    _, decode = byte_tokens("")
    pieces = streaming.whole_text([0x80] * 9 + list(b"ab"), decode)
    assert [next(pieces), next(pieces)] == ["\ufffd" * 4] * 2
    assert "".join(pieces) == "\ufffdab"


def test_a_space_that_depends_on_the_token_before() -> None:
    words = ["the", "cat", "sat"]
    pieces = streaming.whole_text(iter([0, 1, 2]), lambda ids: " ".join(words[i] for i in ids))
    assert list(pieces) == ["the", " cat", " sat"]


def test_an_interrupted_text_stays(capsys: pytest.CaptureFixture[str]) -> None:
    def pieces() -> Iterator[str]:
        yield "so far"
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        streaming.stream(pieces())
    assert capsys.readouterr().out == "so far\n"


def test_a_notebook_has_one_output_that_grows() -> None:
    code = (
        "import time; from utils.topics.llama.streaming import stream\n"
        "def slowly():\n"
        "    for piece in ['a <b>', ' & ', 'c']:\n"
        "        time.sleep(0.06); yield piece\n"
        "text = stream(slowly())\n"
    )
    chat = "stream(slowly(), 'Where <am> I?', 'Your Llama');"
    notebook = nbformat.v4.new_notebook(
        cells=[nbformat.v4.new_code_cell(code), nbformat.v4.new_code_cell(chat)]
    )
    messages: list[dict[str, Any]] = []

    class Listening(NotebookClient):
        def process_message(self, msg: Any, cell: Any, cell_index: int) -> Any:
            if cell_index == 0 and msg["msg_type"] in ("display_data", "update_display_data", "stream"):
                messages.append(msg)
            return super().process_message(msg, cell, cell_index)

    Listening(notebook, kernel_name="python3", timeout=60).execute()
    kinds = [message["msg_type"] for message in messages]
    assert kinds[0] == "display_data" and set(kinds[1:]) == {"update_display_data"}
    texts = [message["content"]["data"]["text/plain"] for message in messages]
    assert texts == sorted(texts, key=len) and len(set(texts)) >= 3, "it grows"
    (output,) = notebook.cells[0].outputs
    assert output["data"]["text/plain"] == "a <b> & c"
    assert "a &lt;b&gt; &amp; c" in output["data"]["text/html"]
    (output,) = notebook.cells[1].outputs
    assert output["data"]["text/plain"] == "You: Where <am> I?\nYour Llama: a <b> & c"
    for told in ("<strong>You</strong>", "Where &lt;am&gt; I?", "<strong>Your Llama</strong>"):
        assert told in output["data"]["text/html"]


def test_it_costs_nothing_to_import() -> None:
    heavy = "{'torch', 'IPython', 'transformers'}"
    code = f"import sys, utils.topics.llama.streaming; print(sorted({heavy} & set(sys.modules)))"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "[]"
