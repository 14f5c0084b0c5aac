"""Preferences: packed pairs against the model on each answer alone, and a small run that learns to prefer."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import pytest
import torch
import torch.nn.functional as F
from torch import Tensor

from utils.blocks.llama import Llama, LlamaConfig
from utils.topics.assistants import preferences
from utils.topics.assistants.assistant import Assistant
from utils.topics.assistants.preferences import Pair, Run

WORDS = ["<end>", "<bot>", *"abcdefghijklmnop"]


class Words:
    """As much of a tokenizer as an Assistant asks for: words with spaces between them."""

    eos_token_id = 0

    def apply_chat_template(self, messages: Any, **_: Any) -> str:
        return " ".join(message["content"] for message in messages) + " <bot>"

    def __call__(self, text: str, **_: Any) -> dict[str, list[int]]:
        return {"input_ids": [WORDS.index(word) for word in re.findall(r"\S+", text)]}

    def decode(self, ids: list[int], **_: Any) -> str:
        return " ".join(WORDS[i] for i in ids)


@cache
def assistant() -> Assistant:
    torch.manual_seed(0)
    model = Llama(LlamaConfig(len(WORDS), 16, 3, 4, 2, 24, context=64)).requires_grad_(False)
    for parameter in model.parameters():
        if parameter.ndim == 2:
            torch.nn.init.normal_(parameter, std=0.3)
    return Assistant("cpu", model, Words())


def some_pairs(n: int, seed: int = 0) -> list[Pair]:
    """Asked for some letters; "a" is chosen, with some more or less, "b …" is rejected."""
    generator = torch.Generator().manual_seed(seed)

    def letters(count: int) -> str:
        return " ".join("cdefghij"[i] for i in torch.randint(8, (count,), generator=generator).tolist())

    return [
        Pair(
            str(i),
            [{"role": "user", "content": letters(1 + i % 4)}],
            "a " + letters(i % 3),
            "b " + letters(2 + i % 5),
        )
        for i in range(n)
    ]


def run(blocks: int = 2) -> Run:
    return Run(assistant(), some_pairs(30), some_pairs(7, seed=1), blocks, progress=False)


def logprob(logits: Tensor, ids: Tensor, prompt_lengths: Tensor, lengths: Tensor) -> Tensor:
    scores = logits[:, :-1].log_softmax(-1).gather(2, ids[:, 1:, None])[..., 0]
    place = torch.arange(1, ids.shape[1])
    return (scores * ((place >= prompt_lengths[:, None]) & (place < lengths[:, None]))).sum(1)


def loss(pc: Tensor, pr: Tensor, rc: Tensor, rr: Tensor, beta: float) -> tuple[Tensor, Tensor]:
    margins = beta * (pc - rc - pr + rr)
    return -F.logsigmoid(margins).mean(), margins


@pytest.mark.parametrize("blocks", [1, 3])
def test_packed_pairs_are_as_likely_as_each_answer_alone(blocks: int) -> None:
    made = run(blocks)
    table = made.reference(made.held_out, logprob, batch=3)
    for pair, found in zip(some_pairs(7, seed=1), table):
        for text, value in zip((pair.chosen, pair.rejected), found):
            expected = assistant().log_likelihood(pair.messages, [text + " <end>"])[0].float()
            torch.testing.assert_close(
                value, expected, rtol=2e-3, atol=5e-3
            )  # states are kept in half precision


def test_the_copy_is_the_model_until_it_learns_and_then_the_reference_stays() -> None:
    made = run()
    before = {name: value.clone() for name, value in assistant().model.state_dict().items()}
    at_first = made.reference(made.held_out, logprob)
    torch.testing.assert_close(made._all(made.held_out, logprob), at_first)
    history = preferences.dpo(made, logprob, loss, steps=6, batch=5, lr=1e-2, every=3, progress=False)
    torch.testing.assert_close(made.reference(made.held_out, logprob), at_first)
    assert (made._all(made.held_out, logprob) - at_first).abs().max() > 0.5
    assert all(torch.equal(value, before[name]) for name, value in assistant().model.state_dict().items())
    assert history[0]["chosen"] == pytest.approx(at_first[:, 0].mean().item())


def test_pairs_teach_what_to_prefer() -> None:
    made = run()
    history = preferences.dpo(made, logprob, loss, steps=25, batch=10, lr=1e-2, every=10, progress=False)
    assert [row["step"] for row in history if "accuracy" in row] == [0, 10, 20, 25]
    assert [history[0]["held_out_loss"], history[1]["loss"]] == pytest.approx([0.693147] * 2, abs=1e-5)
    assert history[0]["held_out_margin"] == history[0]["accuracy"] == 0
    last = history[-1]
    assert last["accuracy"] > 0.8 and last["held_out_loss"] < 0.6 and last["loss"] < 0.5
    gained = {name: last[name] - history[0][name] for name in ("chosen", "rejected")}
    assert gained["chosen"] - gained["rejected"] > 5


def test_answers_come_from_the_copy_and_from_the_model() -> None:
    made, asked = run(), some_pairs(3)
    assert made.answers(asked, tuned=False, limit=5) == made.answers(asked, limit=5)
    preferences.dpo(made, logprob, loss, steps=40, batch=10, lr=2e-2, every=40, progress=False)
    as_it_was = [assistant().chat(pair.messages, limit=5) for pair in asked]
    assert made.answers(asked, tuned=False, limit=5) == as_it_was != made.answers(asked, limit=5)


def test_every_row_comes_once_before_any_comes_again() -> None:
    order = preferences._order(5, 12, seed=0)
    assert len(order) == 12 and sorted(order[:5]) == sorted(order[5:10]) == [0, 1, 2, 3, 4]


def test_pairs_are_made_of_short_sentences_and_their_descriptions() -> None:
    def record(about: str, sentence: str) -> dict[str, Any]:
        said = ("Briefly.", f"Describe {about}.\n{sentence}", f"{about}, in short")
        roles = ("system", "user", "assistant")
        return {"about": about, "messages": [{"role": r, "content": s} for r, s in zip(roles, said)]}

    found = preferences._pairs(
        [record("A", "A is long. " * 20), record("B", "B is b."), record("C", "C."), record("D", "")], 2
    )
    assert [pair.about for pair in found] == ["B", "C"]
    assert (found[0].chosen, found[0].rejected) == ("B, in short", "B is b.")
    assert [message["role"] for message in found[0].messages] == ["system", "user"]
