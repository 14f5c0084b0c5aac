"""The parts of the capstone: what is counted, what is measured, and weights that travel as text."""

from __future__ import annotations

import math
from types import SimpleNamespace

import pytest
import torch
from torch import nn

from utils.blocks.gpt import GPT, GPTConfig
from utils.blocks.llama import Llama, LlamaConfig
from utils.topics.capstone import capstone
from utils.topics.capstone import figures as plots


def small(tied: bool = True, seed: int = 0) -> GPT:
    torch.manual_seed(seed)
    return GPT(GPTConfig(capstone.VOCABULARY, capstone.CONTEXT, 8, 2, 1, tied=tied))


IDS = torch.randint(0, 200, (5000,), generator=torch.Generator().manual_seed(1))


def test_the_tokenizer_has_every_byte_and_gives_text_back() -> None:
    encoding = capstone.tokenizer()
    assert encoding.n_vocab == capstone.VOCABULARY
    words = "Zürich, 1848; naïve – 漢字"
    assert encoding.decode(encoding.encode_ordinary(words)) == words
    sizes = capstone.token_bytes(encoding)
    assert int(sizes[encoding.encode_ordinary(words)].sum()) == len(words.encode())
    assert sizes[:256].eq(1).all() and sizes[-1] == 0 and sizes[256:-1].min() >= 2


def test_the_tokens_are_those_that_the_training_split_teaches() -> None:
    from utils import corpora, tokenizers

    learned = tokenizers.trained(corpora.joined(corpora.wikipedia(quiet=True)["train"]), capstone.VOCABULARY)
    own = {capstone.tokenizer().decode_single_token_bytes(i) for i in range(capstone.VOCABULARY - 1)}
    theirs = {learned.decode_single_token_bytes(i) for i in range(capstone.VOCABULARY - 1)}
    assert len(own & theirs) > 505  # pairs that are equally frequent may be taken in another order


def test_training_and_measuring_texts_share_no_article() -> None:
    text = capstone.text()
    assert len(text.train) > 15 * len(text.validation) > 1_000_000
    train = text.tokenizer.decode(text.train.tolist())
    for article in text.tokenizer.decode(text.validation.tolist()).split("\n\n")[1:-1][:50]:
        assert article[:200] not in train


def test_a_run_stops_within_its_budget_and_says_what_it_cost() -> None:
    model = small()
    a_step = capstone.n_parameters(model) * 4 * capstone.CONTEXT
    run = capstone.train(model, IDS, 5.9 * a_step, batch_size=4, progress=False)
    assert len(run.losses) == 5 and run.cost == 5 * a_step
    assert f"{run.tokens:,} tokens" in str(run)
    with pytest.raises(capstone.CapstoneError, match="make the model or the batch smaller"):
        capstone.train(model, IDS, 0.9 * a_step, batch_size=4, progress=False)


def test_the_same_seed_makes_the_same_run() -> None:
    models = [small(), small()]
    for model in models:
        capstone.train(model, IDS, 2e7, batch_size=4, progress=False)
    for one, other in zip(*(model.parameters() for model in models), strict=True):
        assert torch.equal(one, other)


def test_a_tied_table_counts_once() -> None:
    assert (
        capstone.n_parameters(small(tied=False)) - capstone.n_parameters(small()) == capstone.VOCABULARY * 8
    )


@pytest.mark.parametrize("tied", [True, False])
def test_weights_come_back_in_eight_bits(tied: bool) -> None:
    model, other = small(tied), small(tied, seed=5)
    text = capstone.to_text(model)
    assert set(text) <= set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_=")
    assert capstone.load(other, "\n  ".join([text[:50], text[50:]])) is other
    for before, after in zip(model.parameters(), other.parameters(), strict=True):
        rows = before.detach() if before.ndim > 1 else before.detach()[:, None]  # half a step of 127 in a row
        step = rows.abs().amax(1) / 127 if before.ndim > 1 else torch.tensor(2e-3)
        off = (before - after).detach().abs().view(rows.shape).amax(1)
        assert (off <= 0.6 * step + 1e-6).all()
    assert len(text) < 2.5 * capstone.n_parameters(model)  # of a large model, 1.4 times


def test_the_cell_of_weights_is_read_as_it_was_written() -> None:
    names: dict[str, str] = {}
    text = capstone.to_text(small())
    exec(capstone.cell_of(text), names)
    assert names["WEIGHTS"].replace("\n", "") == text
    assert max(map(len, capstone.cell_of(text).splitlines())) <= capstone.LINE


def test_weights_of_another_design_are_refused() -> None:
    text = capstone.to_text(small())
    with pytest.raises(capstone.CapstoneError, match=r"in the model only"):
        capstone.load(small(tied=False), text)
    wide = GPT(GPTConfig(capstone.VOCABULARY, capstone.CONTEXT, 16, 2, 1))
    with pytest.raises(capstone.CapstoneError, match=r"has shape"):
        capstone.load(wide, text)
    for damaged in (text[:-40], "", "hello"):
        with pytest.raises(capstone.CapstoneError, match="cannot be read"):
            capstone.load(small(), damaged)


def test_a_model_that_is_too_large_cannot_be_handed_in() -> None:
    model = Llama(LlamaConfig(capstone.VOCABULARY, 64, 3, 4, 4, 160))
    with pytest.raises(capstone.CapstoneError, match="make the model smaller"):
        capstone.hand_in(model)


def test_a_model_that_is_too_large_is_told_before_it_is_trained(capsys: pytest.CaptureFixture[str]) -> None:
    large = GPT(GPTConfig(capstone.VOCABULARY, capstone.CONTEXT, 64, 2, 3))
    one_step = capstone.n_parameters(large) * capstone.CONTEXT
    capstone.train(large, IDS, one_step, batch_size=1)
    assert "This run can't be handed in. The weights take" in capsys.readouterr().out
    capstone.train(small(), IDS, one_step, batch_size=1)
    assert "handed in" not in capsys.readouterr().out
    buffered = small()
    buffered.register_buffer("table", torch.zeros(3))
    assert "table is a buffer" in capstone.too_large(buffered) and not capstone.too_large(small())


def test_weights_leave_room_for_code() -> None:
    """What is handed in is counted with its code, so weights that fill all of it would earn nothing."""
    a_row = 4 / 3 * 40  # characters that a row of the table takes, without its scale
    rows = int((capstone.CHARACTERS - capstone.CODE / 2) / a_row * 40 / 42)
    model = nn.Embedding(rows, 40)
    size = len(capstone.to_text(model))
    assert capstone.CHARACTERS - capstone.CODE < size < capstone.CHARACTERS
    with pytest.raises(capstone.CapstoneError, match="code and all"):
        capstone.hand_in(model)


def test_an_older_cell_of_weights_is_told_of(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A new cell stands above the older one, which would run last and count as well."""
    from IPython.core import getipython

    written: list[str] = []
    shell = SimpleNamespace(user_ns={}, set_next_input=written.append)
    monkeypatch.setattr(getipython, "get_ipython", lambda: shell)
    model = small()
    weights = capstone.to_text(model)
    assert capstone.hand_in(model) is None, "a notebook would show all of it"
    assert written == [capstone.cell_of(weights)]
    printed = capsys.readouterr().out
    assert printed.count("\n") == 1 and "already" not in printed
    shell.user_ns[capstone.NAME] = weights
    capstone.hand_in(small())
    assert "There is a cell with WEIGHTS already: delete it." in capsys.readouterr().out


def test_scores_are_those_of_the_last_place() -> None:
    rows, targets = capstone.windows(IDS, 70, seed=3)
    model = small()
    found = capstone.last_scores(model, rows)
    assert torch.allclose(found, model(rows)[:, -1], atol=1e-5) and not model.training
    whole = torch.cat([rows, targets[:, None]], dim=1).unfold(1, 65, 1)[:, 0]
    text = IDS.unfold(0, 65, 1)
    assert (text == whole[0]).all(1).any()
    with pytest.raises(capstone.CapstoneError, match="scores of shape"):
        capstone.last_scores(nn.Embedding(capstone.VOCABULARY, 3), rows[:, :1].expand(-1, 2)[:, :, None])


def test_the_bigram_model_adds_up_and_counts() -> None:
    bigram = capstone.Bigram(IDS, strength=0.001)
    assert torch.allclose(bigram.p.sum(1), torch.ones(512, dtype=torch.float64))
    first, second = int(IDS[0]), int(IDS[1])
    pairs = int(((IDS[:-1] == first) & (IDS[1:] == second)).sum())
    assert float(bigram.p[first, second]) == pytest.approx(pairs / int((IDS[:-1] == first).sum()), rel=1e-2)
    assert torch.equal(bigram.log_probs(torch.tensor([[7, first]])), bigram.log_probs(torch.tensor([first])))


def test_bits_of_a_half_are_one() -> None:
    log_p = torch.full((3, 2), math.log(0.5))
    assert capstone.bits(log_p, torch.tensor([0, 1, 1])).tolist() == pytest.approx([1, 1, 1])


def test_seeds_differ_and_come_again() -> None:
    source = capstone.Text(None, IDS, IDS[:500], torch.ones(512, dtype=torch.int64))
    once, again = (capstone.over_seeds(small, source, 2e7, 2, n=64, batch_size=4) for _ in range(2))
    assert torch.equal(once, again) and once[0] != once[1] and (once < 9.5).all()


def test_figures_are_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    import matplotlib.pyplot as plt

    drawn = []
    monkeypatch.setattr(plt, "show", lambda: drawn.append(plt.gcf()))
    plots.pairs({"GPT": torch.tensor([2.4, 2.5]), "modern": torch.tensor([2.3, 2.35])})
    plots.worth(
        {"10b · RoPE": (0.1, 0.02), "dropout": (-0.05, 0.03)}, {"RoPE": (0.3, 0.1), "Muon": (0.2, 0.01)}
    )
    plots.run([6.0, 5.0, 4.0], 2.2, 2.6)
    plots.ladder({"bigram model": 2.6, "GPT": 3.7})
    assert len(drawn) == 4
    said = [text.get_text() for text in drawn[1].axes[0].texts]
    assert said == ["+0.100 ± 0.020", "-0.050 ± 0.030", "+0.200 ± 0.010"]
    plt.close("all")


def test_bits_with_another_tokenizer_are_per_byte_of_the_same_text() -> None:
    """A model that finds all tokens equally likely: log2 V per token, over the bytes of the tokens it was asked."""
    from utils import own_model

    own = own_model.load_own_model(quiet=True)
    own.model.requires_grad_(False)
    for parameter in own.model.parameters():
        parameter.zero_()
    encoding = capstone.tokenizer()
    source = capstone.Text(
        encoding, IDS, torch.tensor(encoding.encode_ordinary("To be, or not to be. " * 40)), IDS
    )
    found = capstone.bits_with_own_tokens(own.model, own.tokenizer, source, n=64)
    ids = torch.tensor(own.tokenizer.encode_ordinary("To be, or not to be. " * 40))
    _, targets = capstone.windows(ids, 64, context=own.model.config.context)
    n_bytes = sum(len(own.tokenizer.decode_single_token_bytes(int(i))) for i in targets)
    assert found == pytest.approx(64 * math.log2(own.model.config.vocab_size) / n_bytes, rel=1e-5)
