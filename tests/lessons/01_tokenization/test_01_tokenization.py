"""Lesson 01 against tiktoken and against any text at all; the numbers that it quotes; utils.tokenizers."""

from __future__ import annotations

import ast
import itertools
from pathlib import Path
from typing import Any

import matplotlib.pyplot as plt
import pytest
import regex
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from references import reference
from tiktoken import _educational
from torch.utils.data import DataLoader, RandomSampler

from autograder.lesson.folder import read_cells
from utils import assets, corpora, tokenizers
from utils.topics.tokenization import figures as plots

LESSON = Path(__file__).parents[3] / "source" / "01_tokenization" / "01_tokenization.py"
PATTERN = tokenizers.gpt2_pattern()
SPECIAL = {"<|endoftext|>": 50256, "<|user|>": 50257, "[SEP]": 50258}

# Any Unicode text. Lone surrogates (category Cs) are halves of characters: they have no UTF-8, so no tokenizer
# that works on bytes can encode them.
anything = st.text(st.characters(exclude_categories=["Cs"]))
wordy = st.text(alphabet="ab'st é\n  1_水", max_size=60)
repetitive = st.lists(st.text(alphabet="ab", min_size=1, max_size=8), max_size=12).map(" ".join)


@pytest.fixture(scope="module")
def lesson() -> dict[str, Any]:
    """The names that the reference solution defines."""
    return reference(LESSON.stem)


@pytest.fixture(scope="module")
def data(request: pytest.FixtureRequest) -> None:
    """The corpora and GPT-2's files; the quick run does not fetch them."""
    needed = ["wikipedia", "shakespeare", "gpt2-vocab", "gpt2-encoder"]
    missing = [name for name in needed if not assets.cached(name)]
    if missing and not request.config.getoption("--everything"):
        pytest.skip(f"not fetched yet: {', '.join(missing)}; `autograder fetch 01_tokenization` does it")


def learned(merges: dict[tuple[int, int], int]) -> list[bytes]:
    """The bytes of each token, in the order of ids."""
    tokens = [bytes([i]) for i in range(256)]
    for left, right in merges:
        tokens.append(tokens[left] + tokens[right])
    return tokens


def educational(text: str, vocab_size: int) -> list[bytes]:
    ranks = _educational.bpe_train(text, vocab_size, PATTERN, visualise=None)
    return sorted(ranks, key=ranks.__getitem__)


def by_gpt2(lesson: dict[str, Any], text: str) -> list[int]:
    """The lesson's encoder with GPT-2's merges, in GPT-2's numbering."""
    order = tokenizers.gpt2_byte_ids()
    return [order[i] if i < 256 else i for i in lesson["encode"](text, tokenizers.gpt2_merges())]


# --- the reference against tiktoken -------------------------------------------------------------------------


@given(text=anything | wordy)
@settings(max_examples=200, deadline=None)
def test_pieces_are_those_of_tiktokens_pattern(lesson: dict[str, Any], text: str) -> None:
    assert lesson["split_text"](text) == regex.findall(PATTERN, text)


@given(text=repetitive | wordy, n_merges=st.integers(1, 40))
@settings(max_examples=150, deadline=None)
def test_merges_equal_those_of_the_educational_trainer(
    lesson: dict[str, Any], text: str, n_merges: int
) -> None:
    """Runs, overlaps, ties, and texts that run out of pairs, where the educational trainer raises."""
    merges = lesson["train_bpe"](text, 256 + n_merges)
    assert list(merges.values()) == list(range(256, 256 + len(merges)))
    assert learned(merges) == educational(text, 256 + len(merges))
    if len(merges) < n_merges:
        with pytest.raises(ValueError):
            educational(text, 256 + len(merges) + 1)


@given(text=repetitive | wordy, other=anything | repetitive)
@settings(max_examples=100, deadline=None)
def test_ids_equal_those_of_an_encoding_made_of_the_merges(
    lesson: dict[str, Any], text: str, other: str
) -> None:
    merges = lesson["train_bpe"](text, 300)
    encoding = tokenizers.from_vocabulary(lesson["build_vocabulary"](merges))
    assert lesson["encode"](other, merges) == encoding.encode_ordinary(other)


@given(text=anything | wordy)
@settings(max_examples=300, deadline=None)
def test_decoding_gives_the_text_back(lesson: dict[str, Any], text: str) -> None:
    merges = lesson["train_bpe"]("naïve  żółw 水の中\n\n the theatre's 'state' 1234 aaaa", 330)
    vocabulary = lesson["build_vocabulary"](merges)
    assert lesson["decode"](lesson["encode"](text, merges), vocabulary) == text


def test_lone_surrogates_are_refused_aloud(lesson: dict[str, Any]) -> None:
    with pytest.raises(UnicodeEncodeError):
        lesson["encode"]("\ud800", {})


@given(ids=st.lists(st.integers(0, 299), max_size=30))
@settings(max_examples=200, deadline=None)
def test_any_ids_can_be_decoded(lesson: dict[str, Any], ids: list[int]) -> None:
    vocabulary = lesson["build_vocabulary"](
        lesson["train_bpe"]("żółw 水の中 the theatre's state 1234 水の中", 300)
    )
    ids = [i for i in ids if i < len(vocabulary)]
    assert lesson["decode"](ids, vocabulary) == tokenizers.from_vocabulary(vocabulary).decode(ids)


@given(
    parts=st.lists(st.sampled_from([*SPECIAL, "a", " b|", "<|", "|>", "é"]), max_size=8),
    allowed=st.sets(st.sampled_from(list(SPECIAL))),
)
@settings(max_examples=200, deadline=None)
def test_special_tokens_as_in_tiktoken(lesson: dict[str, Any], parts: list[str], allowed: set[str]) -> None:
    single = [bytes([i]) for i in range(256)]
    want = tokenizers.from_vocabulary(single, SPECIAL).encode(
        "".join(parts), allowed_special=allowed, disallowed_special=()
    )
    ordinary = lambda text: list(text.encode())
    assert lesson["encode_with_special"]("".join(parts), ordinary, SPECIAL, sorted(allowed)) == want


def test_batches_are_those_of_a_data_loader(lesson: dict[str, Any]) -> None:
    stream = lesson["join_documents"]([list(range(20)), [], list(range(30))], bos_id=99)
    dataset = lesson["NextTokenDataset"](stream, context_length=4, stride=3)
    ours = list(lesson["make_batches"](dataset, 5))
    theirs = list(DataLoader(dataset, batch_size=5))
    assert len(ours) == len(theirs)
    assert all(a.equal(b) for pair in zip(ours, theirs) for a, b in zip(*pair))


# --- real text ----------------------------------------------------------------------------------------------


def test_merges_of_real_text(lesson: dict[str, Any], data: None) -> None:
    text = corpora.joined(corpora.wikipedia(quiet=True)["train"], characters=15_000)
    assert learned(lesson["train_bpe"](text, 500)) == educational(text, 500)


@pytest.mark.slow
def test_merges_of_200_000_characters(lesson: dict[str, Any], data: None) -> None:
    text = corpora.joined(corpora.wikipedia(quiet=True)["train"], characters=200_000)
    assert len(text) == 200_000
    assert learned(lesson["train_bpe"](text, 2_000)) == educational(text, 2_000)


def test_ids_equal_gpt2s_on_a_sample(lesson: dict[str, Any], data: None) -> None:
    records = [
        *corpora.wikipedia(quiet=True)["validation"]["extract"][:200],
        *corpora.shakespeare()["validation"]["text"][:200],
    ]
    for record in records:
        assert by_gpt2(lesson, record) == tokenizers.gpt2().encode_ordinary(record)


@pytest.mark.slow
def test_ids_equal_gpt2s_on_every_record_of_both_corpora(lesson: dict[str, Any], data: None) -> None:
    wikipedia, shakespeare = corpora.wikipedia(quiet=True), corpora.shakespeare()
    texts = itertools.chain(
        *([row for split in wikipedia.values() for row in split[column]] for column in ("extract", "title")),
        (row for split in shakespeare.values() for row in split["text"]),
    )
    gpt2, n_records = tokenizers.gpt2(), 0
    for record in texts:
        assert by_gpt2(lesson, record) == gpt2.encode_ordinary(record)
        n_records += 1
    assert n_records > 2 * 10_000 + 20_000


@given(text=anything | wordy)
@settings(max_examples=200, deadline=None)
def test_ids_equal_gpt2s_on_any_text(lesson: dict[str, Any], data: None, text: str) -> None:
    assert by_gpt2(lesson, text) == tokenizers.gpt2().encode_ordinary(text)


# --- numbers and examples in the text -----------------------------------------------------------------------


def prose() -> str:
    return " ".join(cell.source for cell in read_cells(LESSON) if cell.kind == "markdown")


def test_three_merges_by_hand(lesson: dict[str, Any]) -> None:
    a, n, t, space = b"ant "
    assert list(lesson["train_bpe"]("an ant and a banana", 259)) == [(a, n), (space, 256), (257, t)]
    words = [list(word.encode()) for word in lesson["split_text"]("an ant and a banana")]
    counts = lesson["count_pairs"](words, [1] * 5)
    assert (counts.pop((a, n)), counts.pop((space, a)), counts.pop((n, a))) == (5, 3, 2)
    assert set(counts.values()) == {1}


def test_the_example_of_two_orders(lesson: dict[str, Any]) -> None:
    h, i, n, t, space = b"hint "
    merges = {(h, i): 256, (i, n): 257, (space, 256): 258, (257, t): 259}
    assert lesson["encode"](" hint", merges) == [258, n, t]


def test_the_example_of_pieces(lesson: dict[str, Any]) -> None:
    pieces = lesson["split_text"]("It's  2 p.m.,\n\n said Zoë_1")
    assert " ".join(f"`{piece}`".replace(" ", "␣").replace("\n", "⏎") for piece in pieces) in " ".join(
        prose().split()
    )


def test_marks_cut_a_hindi_word(lesson: dict[str, Any]) -> None:
    assert lesson["split_text"]("बिल्ली") == list("बिल्ली") and len("बिल्ली") == 6
    assert "बिल्ली (*cat*) becomes six pieces" in " ".join(prose().split())


def test_gpt2s_numbers() -> None:
    layers = 12 * (12 * 768**2 + 13 * 768)
    assert 50_257 * 768 + 1_024 * 768 + layers + 2 * 768 == 124_439_808
    assert 50_257 * 768 == 38_597_376
    assert "38,597,376" in prose() and "124,439,808" in prose()


def test_numbers_of_the_corpus(lesson: dict[str, Any], data: None) -> None:
    text = corpora.joined(corpora.wikipedia(quiet=True)["train"], characters=200_000)
    pieces = lesson["split_text"](text)
    assert f"{len(pieces):,} pieces" in prose() and f"{len(set(pieces)):,} distinct ones" in prose()
    held_out = corpora.joined(corpora.wikipedia(quiet=True)["test"], characters=30_000).split()
    known = set(text.split())
    new = sum(word not in known for word in held_out) / len(held_out)
    assert new == pytest.approx(1 / 4, abs=0.02)  # "one in four"


def test_the_lectures_six_tokens(data: None) -> None:
    ids = tokenizers.gpt2().encode_ordinary("The wind moves the sand.")
    assert len(ids) == 6 and len(ids[:-1]) == len(ids[1:]) == 5


def seven_languages() -> dict[str, str]:
    """The sentences of section 14, read from its cell."""
    (cell,) = (cell for cell in read_cells(LESSON) if "sentences = {" in cell.source)
    assigned = next(
        node
        for node in ast.walk(ast.parse(cell.source))
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "sentences"
    )
    return ast.literal_eval(assigned.value)


def test_the_opening_table_is_what_gpt2_makes_of_the_sentences(data: None) -> None:
    sentences = seven_languages()
    counts = {name: len(tokenizers.gpt2().encode_ordinary(sentence)) for name, sentence in sentences.items()}
    assert list(counts.values()) == sorted(counts.values())
    opening = read_cells(LESSON)[0].source
    assert "| " + " | ".join(counts) + " |" in opening.replace("# ", "")
    assert f"| {counts.pop('English')} tokens | " + " | ".join(map(str, counts.values())) + " |" in opening


def test_numbers_of_the_written_question(data: None) -> None:
    english, greek = (seven_languages()[name] for name in ("English", "Greek"))
    tokens = [len(tokenizers.gpt2().encode_ordinary(sentence)) for sentence in (english, greek)]
    n_bytes = [len(sentence.encode()) for sentence in (english, greek)]
    asked = " ".join(prose().split())
    assert (
        f"takes {tokens[0]} tokens in English ({n_bytes[0]} bytes) "
        f"and {tokens[1]} in Greek ({n_bytes[1]} bytes)" in asked
    )
    assert tokens[1] / tokens[0] == 5.5  # the model answer's numbers
    assert [round(n / t, 1) for n, t in zip(n_bytes, tokens)] == [4.1, 1.5]


def test_batches_are_those_of_a_random_sampler(lesson: dict[str, Any]) -> None:
    dataset = lesson["NextTokenDataset"](torch.arange(40), context_length=3, stride=2)
    sampler = RandomSampler(dataset, generator=torch.Generator().manual_seed(0))
    theirs = list(DataLoader(dataset, batch_size=4, sampler=sampler))
    ours = list(lesson["make_batches"](dataset, 4, torch.Generator().manual_seed(0)))
    assert len(ours) == len(theirs)
    assert all(a.equal(b) for pair in zip(ours, theirs) for a, b in zip(*pair))


def test_the_figure_of_languages_gives_every_number_and_the_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = []
    monkeypatch.setattr(plt, "show", lambda: drawn.append(plt.gcf()))
    plots.languages(["English", "Hindi"], {"GPT-2": [8, 48], "yours": [12, 77]}, [33, 77])
    axes = drawn[0].axes[0]
    assert sorted(int(text.get_text()) for text in axes.texts) == [8, 12, 48, 77]
    assert [bar.get_height() for bar in axes.patches] == [8, 48, 12, 77]
    assert [segment[0][1] for segment in axes.collections[0].get_segments()] == [33, 77]


def test_transformers_takes_special_names_in_every_text() -> None:
    from tokenizers import Tokenizer, models, pre_tokenizers
    from transformers import PreTrainedTokenizerFast

    alphabet = {c: i for i, c in enumerate(sorted(pre_tokenizers.ByteLevel.alphabet()))}
    inner = Tokenizer(models.BPE(vocab=alphabet, merges=[]))
    inner.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer = PreTrainedTokenizerFast(tokenizer_object=inner, eos_token="<|endoftext|>")
    assert tokenizer.eos_token_id in tokenizer("a<|endoftext|>b").input_ids
    assert tokenizer.eos_token_id not in tokenizer("a<|endoftext|>b", split_special_tokens=True).input_ids


# --- utils.tokenizers ---------------------------------------------------------------------------------------


def test_gpt2_offline(data: None) -> None:
    gpt2 = tokenizers.gpt2()
    ids = [15496, 11, 995, 0, 39185, 389, 1257, 13]
    assert gpt2.encode("Hello, world! Transformers are fun.") == ids
    assert len(tokenizers.gpt2_merges()) == 50_000 and gpt2.n_vocab == 256 + 50_000 + 1
    order = tokenizers.gpt2_byte_ids()
    for token_id, token in enumerate(learned(tokenizers.gpt2_merges())):
        assert gpt2.encode_single_token(token) == (order[token_id] if token_id < 256 else token_id)


def test_vocabularies_that_cannot_be() -> None:
    single = [bytes([i]) for i in range(256)]
    with pytest.raises(ValueError, match="twice"):
        tokenizers.from_vocabulary([*single, b"a"])
    with pytest.raises(ValueError, match="byte 255"):
        tokenizers.from_vocabulary(single[:255])


@given(text=anything)
@settings(max_examples=100, deadline=None)
def test_a_trained_encoding_reads_everything(text: str) -> None:
    encoding = tokenizers.trained("the theatre's state and the sea at the shore " * 3, 278)
    assert encoding.decode(encoding.encode_ordinary(text)) == text
    assert encoding.encode("<|endoftext|>", allowed_special="all") == [encoding.n_vocab - 1]


def test_trained_merges_without_ties_are_the_lessons(lesson: dict[str, Any]) -> None:
    text = " abcdef" * 10 + " abcde" * 20 + " abcd" * 40 + " abc" * 80 + " ab" * 160 + " a" * 320
    assert tokenizers.train(text, 262) == lesson["train_bpe"](text, 262)


def test_coloured_tokens_escape_what_they_show() -> None:
    html = plots.coloured([b"<b>", b" x", "水".encode()[:1], b"\n"], [1, 2, 3, 4]).data
    assert "<b>" not in html and "&lt;b&gt;" in html and "·x" in html and "e6" in html and "⏎" in html
    table = plots.inputs_and_targets([b"a<", b" b"], [b" b", b"\xff"]).data
    assert "a&lt;" in table and table.count("·b") == 2


def test_gpt2_is_what_tiktoken_makes_of_the_two_files(data: None, monkeypatch: pytest.MonkeyPatch) -> None:
    from tiktoken.load import data_gym_to_mergeable_bpe_ranks

    monkeypatch.setenv("TIKTOKEN_CACHE_DIR", "")  # no copies of local files
    ranks = data_gym_to_mergeable_bpe_ranks(
        str(assets.path("gpt2-vocab")), str(assets.path("gpt2-encoder")), None, None
    )
    gpt2 = tokenizers.gpt2()
    assert {token: gpt2.encode_single_token(token) for token in ranks} == ranks
    assert gpt2.encode("<|endoftext|>", allowed_special="all") == [50_256]


def test_tiktoken_never_reaches_for_the_network(
    data: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import shutil
    import socket

    def refuse(*_: object, **__: object) -> None:
        pytest.fail("somebody reaches for the network")

    original = assets.path("gpt2-vocab")
    copy = tmp_path / "assets" / original.parent.name / original.name
    copy.parent.mkdir(parents=True)
    shutil.copy(original, copy)
    monkeypatch.setenv("AUTOGRADER_CACHE", str(tmp_path))
    monkeypatch.setattr(socket.socket, "connect", refuse)
    tokenizers.gpt2.cache_clear()
    try:
        assert tokenizers.gpt2().encode("Hello, world!") == [15496, 11, 995, 0]
        content = bytearray(copy.read_bytes())
        content[300_000] ^= 1
        copy.write_bytes(content)
        for load in (tokenizers.gpt2, tokenizers.gpt2_merges):
            load.cache_clear()
            with pytest.raises(assets.AssetError, match=r"is damaged: .*vocab.bpe .* `autograder fetch gpt2"):
                load()
    finally:
        tokenizers.gpt2.cache_clear()
        tokenizers.gpt2_merges.cache_clear()


def test_a_vocabulary_is_as_large_as_asked_or_says_so() -> None:
    with pytest.raises(
        ValueError, match="100 tokens are too few: the 256 bytes and 1 special tokens need 257"
    ):
        tokenizers.trained("abc", 100)
    assert tokenizers.trained("abc", 257).n_vocab == 257
    with pytest.warns(UserWarning, match="pairs for 259 tokens only, not for 300"):
        assert tokenizers.trained("abc", 300).n_vocab == 259
