"""The head for masked places, trained on a tiny encoder; the real one where somebody has trained it."""

from __future__ import annotations

import math
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
import torch

from tests import tiny_bert
from utils import assets, minilm
from utils.topics.bert import masked_head

TEXTS = ["the cat sat on the mat .", "the dog ran , the dog sat .", "a very good film , not bad ."] * 20


def encoder() -> minilm.Encoder:
    """The tiny encoder with longer word vectors, which can tell pieces apart."""
    tiny = tiny_bert.encoder()
    tiny.model.embeddings.word_embeddings.weight.data *= 5
    return tiny


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache."""
    monkeypatch.setenv("AUTOGRADER_CACHE", str(tmp_path))
    return tmp_path


def test_it_is_bert_s_head() -> None:
    """Against the library's own, with the same numbers."""
    from transformers import BertConfig
    from transformers.models.bert.modeling_bert import BertLMPredictionHead

    torch.manual_seed(0)
    vectors = torch.randn(11, 8)
    ours = masked_head.MaskedHead(vectors)
    theirs = BertLMPredictionHead(
        BertConfig(vocab_size=11, hidden_size=8, num_attention_heads=1, layer_norm_eps=1e-12)
    )
    dense, _, norm = ours.transform
    with torch.no_grad():
        ours.bias.normal_()
        for theirs_, ours_ in ((theirs.transform.dense, dense), (theirs.transform.LayerNorm, norm)):
            theirs_.load_state_dict(ours_.state_dict())
        theirs.decoder.weight.copy_(vectors)
        theirs.decoder.bias.copy_(ours.bias)
    hidden = torch.randn(2, 5, 8)
    assert torch.allclose(ours(hidden), theirs(hidden), atol=1e-6)


def test_without_it_one_sentence_says_what_to_run(cache: Path) -> None:
    with pytest.raises(assets.AssetError) as caught:
        masked_head.load(encoder())
    text = str(caught.value)
    assert caught.value.kind == "untrained"
    assert "`python -m utils.topics.bert.masked_head`" in text and f"{masked_head.MINUTES} minutes" in text
    assert "\n" not in text and text.count(". ") == 0


def test_it_is_trained_measured_and_loaded(cache: Path) -> None:
    found = masked_head.train(encoder(), TEXTS * 8, TEXTS[:30], epochs=30)
    assert found["loss"] < found["unigram_loss"] - 0.1
    assert (found["rows"], found["held_out_rows"]) == (480, 30)
    assert masked_head.figures() == found
    hidden, labels = masked_head.states(encoder(), TEXTS[:30], seed=0)
    measured = masked_head.measure(masked_head.load(encoder()), hidden, labels, "cpu")
    assert measured == pytest.approx((found["loss"], found["accuracy"]))
    learnt_from = Counter(masked_head.states(encoder(), TEXTS * 8, seed=0)[1].tolist())
    ((commonest, _),) = learnt_from.most_common(1)
    assert found["unigram_accuracy"] == pytest.approx(labels.tolist().count(commonest) / len(labels))
    places = found["places"] + len(tiny_bert.PIECES)
    losses = [-math.log((learnt_from[label] + 1) / places) for label in labels.tolist()]
    assert found["unigram_loss"] == pytest.approx(sum(losses) / len(losses), rel=1e-5)
    assert not list((cache / "converted").glob("*work*"))


def test_an_interrupted_run_goes_on_where_it_was(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(masked_head, "PIECE", 10)
    seen: list[int] = []
    honest = masked_head.states

    def counted(encoder, texts, seed):
        seen.append(seed)
        if len(seen) == 4:
            raise KeyboardInterrupt
        return honest(encoder, texts, seed)

    monkeypatch.setattr(masked_head, "states", counted)
    with pytest.raises(KeyboardInterrupt):
        masked_head.train(encoder(), TEXTS, TEXTS[:6], epochs=1)
    with pytest.raises(assets.AssetError):
        masked_head.load(encoder())
    masked_head.train(encoder(), TEXTS, TEXTS[:6], epochs=1)
    assert seen == [0, 10, 20, 30, 30, 40, 50, 0]


def test_a_damaged_head_is_not_loaded(cache: Path) -> None:
    masked_head.train(encoder(), TEXTS, TEXTS[:6], epochs=1)
    file = masked_head.head_file()
    content = bytearray(file.read_bytes())
    content[-1] ^= 1
    file.write_bytes(content)
    with pytest.raises(assets.AssetError, match="not on this machine yet"):
        masked_head.load(encoder())


def test_masking_is_15_percent_80_10_10() -> None:
    generator = torch.Generator().manual_seed(0)
    ids = torch.arange(1000, 3000)
    special = torch.zeros(2000, dtype=torch.bool)
    special[::10] = True
    counts = torch.zeros(4)
    for _ in range(40):
        new, chosen = masked_head.masked(ids, special, 30_000, 103, generator)
        assert not (chosen & special).any() and torch.equal(new[~chosen], ids[~chosen])
        kinds = torch.where(new == 103, 0, torch.where(new == ids, 2, 1))[chosen]
        counts += torch.cat([torch.bincount(kinds, minlength=3), chosen.sum()[None]])
    share = counts[3] / (40 * 1800)
    assert abs(share - 0.15) < 0.005  # four standard deviations
    for got, expected in zip(counts[:3] / counts[3], (0.8, 0.1, 0.1)):
        assert abs(got - expected) < 0.02


def test_a_short_text_has_one_place_at_least() -> None:
    generator = torch.Generator().manual_seed(0)
    special = torch.tensor([True, False, True])
    for _ in range(50):
        _, chosen = masked_head.masked(torch.tensor([2, 7, 3]), special, 30, 4, generator)
        assert chosen.tolist() == [False, True, False]


def test_the_command_explains_itself() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "utils.topics.bert.masked_head", "--help"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert "--rows" in done.stdout and "in the cache folder" in " ".join(done.stdout.split())


@pytest.mark.slow
def test_the_real_head_fills_real_gaps() -> None:
    try:
        real = minilm.load()
        head = masked_head.load(real)
    except assets.AssetError as error:
        pytest.skip(str(error))
    found = masked_head.figures()
    assert found["loss"] < found["unigram_loss"] - 1 and found["accuracy"] > 2 * found["unigram_accuracy"]
    choices = {
        "The [MASK] barked all night.": ["dog", "cat", "piano"],
        "Paris is the capital of [MASK].": ["france", "japan", "spain"],
        "Tokyo is the capital of [MASK].": ["japan", "france", "spain"],
        "She is a famous [MASK] who sang in operas.": ["singer", "painter", "doctor"],
    }
    for sentence, words in choices.items():  # the right one is the first
        ids = real.tokenizer(sentence, return_tensors="pt")
        with torch.no_grad():
            scores = head(real.model(**ids).last_hidden_state)
        gap = scores[0, ids["input_ids"][0] == real.tokenizer.mask_token_id][0]
        assert gap[real.tokenizer.convert_tokens_to_ids(words)].argmax() == 0, sentence
