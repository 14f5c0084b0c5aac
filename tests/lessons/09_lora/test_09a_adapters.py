"""Lesson 09, sitting a: its answers against PEFT and transformers, the numbers of its text, its real run."""

from __future__ import annotations

import copy
import math
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
import torch.nn.functional as F
from hypothesis import given, settings
from hypothesis import strategies as st
from references import randn, reference, text_of
from torch import Tensor, nn

from autograder.authoring import load_exercises

LESSON = Path(__file__).parents[3] / "source" / "09_lora"
NOTEBOOK = LESSON / "09a_adapters.py"
EVERYWHERE = ["q_proj", "k_proj", "v_proj", "o_proj", "gate_proj", "up_proj", "down_proj"]
HEADER, END = [1, 520, 9531, 198], 2  # of SmolLM2


@lru_cache
def solution() -> dict[str, Any]:
    """The names that the reference solution defines."""
    return reference(NOTEBOOK.stem)


@pytest.fixture(scope="module")
def a() -> dict[str, Any]:
    return solution()


@pytest.fixture(scope="module")
def text() -> str:
    """All prose of the notebook, on one line."""
    return text_of(NOTEBOOK.stem)


# --- PEFT -----------------------------------------------------------------------------------------------------------


class One(nn.Module):
    """A model of a single linear layer."""

    def __init__(self, n: int, m: int, bias: bool) -> None:
        super().__init__()
        self.layer = nn.Linear(n, m, bias=bias)

    def forward(self, x: Tensor) -> Tensor:
        return self.layer(x)


def both(n: int, m: int, r: int, alpha: float, stabilized: bool, bias: bool) -> tuple[Any, Any]:
    """Our layer and a model of PEFT's, with the same weights, neither factor zero; float64."""
    peft = pytest.importorskip("peft")
    torch.manual_seed(n * m)
    model = One(n, m, bias).double()
    ours = solution()["LoRALinear"](copy.deepcopy(model.layer), r, alpha, stabilized)
    config = peft.LoraConfig(
        r=r, lora_alpha=alpha, target_modules=["layer"], use_rslora=stabilized, lora_dropout=0
    )
    theirs = peft.get_peft_model(model, config)
    with torch.no_grad():
        nn.init.normal_(ours.A)
        nn.init.normal_(ours.B)
        layer = theirs.base_model.model.layer
        layer.lora_A["default"].weight.copy_(ours.A)
        layer.lora_B["default"].weight.copy_(ours.B)
        layer.to(torch.float64)
    return ours, theirs


@pytest.mark.parametrize("stabilized", [False, True])
@pytest.mark.parametrize(("n", "m", "r", "bias"), [(7, 5, 2, True), (3, 11, 3, False), (6, 6, 1, True)])
def test_the_layer_is_that_of_peft(n: int, m: int, r: int, bias: bool, stabilized: bool) -> None:
    ours, theirs = both(n, m, r, 5.0, stabilized, bias)
    x, gradient = randn(4, 3, n).double(), randn(4, 3, m, seed=1).double()
    found = []
    for model in (ours, theirs):
        leaf = x.clone().requires_grad_()
        y = model(leaf)
        y.backward(gradient)
        found.append((y.detach(), leaf.grad))
    torch.testing.assert_close(found[0], found[1], atol=1e-10, rtol=1e-8)
    layer = theirs.base_model.model.layer
    torch.testing.assert_close(ours.A.grad, layer.lora_A["default"].weight.grad, atol=1e-10, rtol=1e-8)
    torch.testing.assert_close(ours.B.grad, layer.lora_B["default"].weight.grad, atol=1e-10, rtol=1e-8)
    assert ours.base.weight.grad is None
    merged = theirs.merge_and_unload()
    ours.merge()
    torch.testing.assert_close(ours.base.weight.data, merged.layer.weight.data)
    torch.testing.assert_close(ours(x), found[0][0])


def test_the_start_is_that_of_peft() -> None:
    """B at zero, and A drawn from the same interval, ±1/√n."""
    peft = pytest.importorskip("peft")
    theirs = peft.get_peft_model(One(400, 30, True), peft.LoraConfig(r=64, target_modules=["layer"]))
    layer = theirs.base_model.model.layer
    ours = solution()["LoRALinear"](nn.Linear(400, 30), 64, 8)
    assert (layer.lora_B["default"].weight == 0).all() and (ours.B == 0).all()
    for A in (layer.lora_A["default"].weight, ours.A):
        assert A.abs().max().item() == pytest.approx(1 / 20, rel=0.01)
        assert A.std().item() == pytest.approx(1 / 20 / math.sqrt(3), rel=0.02)


def llama(layers: int = 2) -> Any:
    from transformers import LlamaConfig, LlamaForCausalLM

    torch.manual_seed(0)
    config = LlamaConfig(
        vocab_size=50,
        hidden_size=12,
        intermediate_size=20,
        num_hidden_layers=layers,
        num_attention_heads=3,
        num_key_value_heads=1,
        max_position_embeddings=16,
    )
    return LlamaForCausalLM(config).eval()


@pytest.mark.parametrize("names", [EVERYWHERE, ["q_proj", "v_proj"], ["lm_head"]])
def test_a_model_is_adapted_where_peft_adapts_it(a: dict[str, Any], names: list[str]) -> None:
    peft = pytest.importorskip("peft")
    ours, ids = llama(), torch.arange(14).reshape(2, 7)
    before = ours(ids).logits
    found = a["inject_lora"](ours, names, 3, 7)
    torch.testing.assert_close(ours(ids).logits, before)
    theirs = peft.get_peft_model(llama(), peft.LoraConfig(r=3, lora_alpha=7, target_modules=names))
    modules = {name for name, _ in theirs.base_model.model.named_modules() if name.endswith("lora_A")}
    assert {f"{name}.lora_A" for name in found} == modules
    trained = sum(p.numel() for p in ours.parameters() if p.requires_grad)
    assert trained == theirs.get_nb_trainable_parameters()[0]
    layers = dict(theirs.base_model.model.named_modules())
    with torch.no_grad():
        for name in found:
            layer = ours.get_submodule(name)
            nn.init.normal_(layer.B)
            layers[f"{name}.lora_A"]["default"].weight.copy_(layer.A)
            layers[f"{name}.lora_B"]["default"].weight.copy_(layer.B)
    torch.testing.assert_close(ours(ids).logits, theirs(ids).logits, atol=1e-5, rtol=1e-5)
    assert (ours(ids).logits - before).abs().max() > 1e-3
    for name in found:
        ours.get_submodule(name).merge()
    torch.testing.assert_close(ours(ids).logits, theirs(ids).logits, atol=1e-5, rtol=1e-5)


# --- chats ----------------------------------------------------------------------------------------------------------

CHATS = [
    [{"role": "user", "content": "Hi"}],
    [
        {"role": "system", "content": ""},
        {"role": "user", "content": " a \n"},
        {"role": "assistant", "content": "b"},
    ],
    [
        {"role": "user", "content": "a"},
        {"role": "assistant", "content": "b"},
        {"role": "system", "content": "c"},
    ],
]
DEFAULT = "You are a helpful AI assistant named SmolLM, trained by Hugging Face"


@pytest.mark.network
def test_the_template_is_that_of_the_tokenizer(a: dict[str, Any]) -> None:
    from transformers import AutoTokenizer

    from utils import smollm2

    smollm2.load()
    tokenizer = AutoTokenizer.from_pretrained(smollm2._folder(), local_files_only=True)
    for chat in CHATS:
        for asked in (False, True):
            theirs = tokenizer.apply_chat_template(chat, tokenize=False, add_generation_prompt=asked)
            assert a["format_chat"](chat, DEFAULT, asked) == theirs
    assert tokenizer.encode("<|im_start|>assistant\n") == HEADER
    assert tokenizer.pad_token_id == tokenizer.convert_tokens_to_ids("<|im_end|>") == END
    ids = tokenizer.encode(a["format_chat"]([*CHATS[1], {"role": "user", "content": "so?"}], ""))
    weights = a["loss_weights"](torch.tensor([ids]), torch.tensor([len(ids)]), HEADER, END)[0]
    learned = [token for token, weight in zip(ids, weights, strict=True) if weight == 1]
    assert tokenizer.decode(learned) == "b<|im_end|>"


def test_the_template_of_the_oracle_is_that_of_the_lesson(a: dict[str, Any]) -> None:
    exercise = load_exercises(LESSON)["format_chat"]
    for chat in CHATS:
        expected = exercise.oracle(messages=chat, system=DEFAULT)
        assert a["format_chat"](chat, DEFAULT) == expected["text"]


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from("sua"), min_size=1, max_size=6), st.integers(0, 40), st.integers(0, 5))
def test_weights_follow_what_was_put_together(roles: list[str], cut: int, padding: int) -> None:
    """The weights are known while a chat is being put together; no search is needed."""
    a = solution()
    ids: list[int] = []
    expected: list[float] = []
    for i, role in enumerate(roles):
        content = [100 + i, *HEADER[1:], 200 + i]
        opening = HEADER if role == "a" else [1, 50 + ord(role), 198]
        ids += opening + content + [END, 198]
        learned = float(role == "a")
        expected += [0.25] * len(opening) + [learned or 0.25] * (len(content) + 1) + [0.25]
    length = max(1, min(cut, len(ids)))
    row = torch.tensor([ids[:length] + [END] * padding])
    found = a["loss_weights"](row, torch.tensor([length]), HEADER, END, 0.25)
    assert found.tolist() == [expected[:length] + [0.0] * padding]


def test_the_loss_is_that_of_the_library_where_weights_are_0_and_1(a: dict[str, Any]) -> None:
    """transformers masks with labels of −100 and divides by the number of the others."""
    model, ids = llama(), torch.randint(50, (3, 9), generator=torch.Generator().manual_seed(0))
    weights = (torch.rand(3, 9, generator=torch.Generator().manual_seed(1)) < 0.4).float()
    found = model(ids, labels=ids.masked_fill(weights == 0, -100))
    torch.testing.assert_close(a["weighted_loss"](found.logits, ids, weights), found.loss)


def test_a_batch_of_mostly_questions_would_have_a_small_loss(a: dict[str, Any], text: str) -> None:
    logits, ids, weights = randn(8, 61, 30), torch.zeros(8, 61, dtype=torch.long), torch.zeros(8, 61)
    weights[:, -6:] = 1
    losses = F.cross_entropy(logits[:, :-1].transpose(1, 2), ids[:, 1:], reduction="none")
    mean = (losses * weights[:, 1:]).mean()
    assert weights[:, 1:].numel() == 480 and weights.sum() == 48
    assert (a["weighted_loss"](logits, ids, weights) / mean).item() == pytest.approx(10, rel=1e-4)
    assert "a batch of 480 tokens with 48 in answers would have a loss ten times too small" in text


# --- numbers of the text --------------------------------------------------------------------------------------------


def test_sizes_of_the_text(a: dict[str, Any], text: str) -> None:
    layer = a["LoRALinear"](nn.Linear(1000, 1000, bias=False), 50, 100)
    assert sum(p.numel() for p in layer.parameters() if p.requires_grad) == 100_000
    assert 500 * 2000 == layer.base.weight.numel() == 1_000_000
    assert "50 · 1000 + 1000 · 50 = 100,000 of 1,000,000. At r = 500 nothing is saved" in text
    widths = {"q": (576, 576), "o": (576, 576), "k": (576, 192), "v": (576, 192)}
    widths |= {"gate": (576, 1536), "up": (576, 1536), "down": (1536, 576)}
    adapters = sum(8 * (n + m) for n, m in widths.values())
    block = sum(n * m for n, m in widths.values()) + 2 * 576  # and two norms
    assert (adapters, 6 * adapters, 6 * block) == (81_408, 488_448, 21_240_576)
    assert adapters == 8 * (2 * 1152 + 2 * 768 + 3 * 2112)
    assert round(100 * adapters / block, 1) == 2.3
    for number in ("81,408", "488,448", "21,240,576", "2.3 %", "3,540,096"):
        assert number in text


def test_the_three_singular_values_of_the_text(a: dict[str, Any], text: str) -> None:
    matrix = torch.diag(torch.tensor([1.0, 3.0, 2.0]))
    assert [a["effective_rank"](matrix, share) for share in (0.9, 0.5)] == [2, 1]
    assert (round(13 / 14, 2), round(9 / 14, 2)) == (0.93, 0.64)
    assert "13/14 = .93, one holds 9/14 = .64: so two, and one" in text


def test_singular_values_squared_add_up_to_the_entries_squared() -> None:
    matrix = randn(7, 4)
    torch.testing.assert_close(torch.linalg.svdvals(matrix).square().sum(), matrix.square().sum())


def test_the_cut_is_the_best_of_its_rank(a: dict[str, Any]) -> None:
    """Its distance is what the dropped singular values hold, and no other matrix of that rank is nearer."""
    delta = randn(9, 6).double()
    left_out = (delta - a["cut"](delta, 2)).square().sum()
    torch.testing.assert_close(left_out, torch.linalg.svdvals(delta)[2:].square().sum())
    for seed in range(50):
        B = randn(9, 2, seed=seed).double()
        A = torch.linalg.lstsq(B, delta).solution
        assert (delta - B @ A).square().sum() >= left_out


def test_gradients_of_the_four_starts(a: dict[str, Any], text: str) -> None:
    """The gradient of each factor holds the other one."""
    x = randn(5, 8)
    for zero_a, zero_b in [(False, True), (True, False), (True, True)]:
        layer = a["LoRALinear"](nn.Linear(8, 6), 2, 4)
        with torch.no_grad():
            layer.A.mul_(0 if zero_a else 1)
            layer.B.copy_(torch.zeros(6, 2) if zero_b else randn(6, 2))
        torch.testing.assert_close(layer(x), layer.base(x))
        layer(x).square().sum().backward()
        assert bool((layer.A.grad == 0).all()) == zero_b
        assert bool((layer.B.grad == 0).all()) == zero_a
    assert "Both zero: both gradients are zero" in text


@pytest.mark.parametrize("stabilized", [False, True])
def test_one_step_of_gradient_descent_moves_the_output_by_s_squared_times_r(
    a: dict[str, Any], stabilized: bool
) -> None:
    """The text's α²/r and α², averaged over starts; a rank of 64 against a rank of 1."""
    found = {}
    for r in (1, 64):
        moved = []
        for seed in range(40 if r == 1 else 4):
            torch.manual_seed(seed)
            layer, x, goal = (
                a["LoRALinear"](nn.Linear(64, 64), r, 3.0, stabilized),
                randn(1, 64),
                randn(1, 64, seed=1),
            )
            before = layer(x)
            loss = (before - goal).square().sum()
            (gradient,) = torch.autograd.grad(loss, layer.B)
            with torch.no_grad():
                layer.B -= 1e-3 * gradient
            moved.append(((layer(x) - before).norm() / (2 * (before - goal).norm())).item())
        found[r] = np.mean(moved)
    assert found[1] / found[64] == pytest.approx(1 if stabilized else 64, rel=0.35)


# --- the form -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(5))
def test_no_share_is_met_exactly(seed: int) -> None:
    """Where a running sum met the share, rounding would decide."""
    exercise = load_exercises(LESSON)["effective_rank"]
    for case in exercise.cases:
        inputs = exercise.inputs(np.random.default_rng(seed), **case)
        if not inputs["delta"].any() or "equal" in case:  # met exactly, on purpose, by sums without rounding
            continue
        squares = np.linalg.svd(inputs["delta"].astype(np.float32), compute_uv=False).astype(float) ** 2
        held = np.cumsum(squares) / squares.sum()
        held = held[held < 1 - 1e-6]
        assert np.abs(held[:, None] - [*inputs["shares"], 0.9]).min(initial=1) > 1e-3


@pytest.mark.parametrize("seed", range(5))
def test_every_chat_of_the_cases_is_cut_as_its_case_says(seed: int) -> None:
    exercise = load_exercises(LESSON)["loss_weights"]
    for case in exercise.cases:
        inputs = exercise.inputs(np.random.default_rng(seed), **case)
        own = [row[:n].tolist() for row, n in zip(inputs["ids"], inputs["lengths"], strict=True)]
        if case.get("cut") == "answer":
            assert all(inputs["end"] != row[-1] for row in own)
        if case.get("cut") == "header":
            header = inputs["header"]
            assert own[-1][-len(header) + 1 :] == header[:-1]
        if case.get("quote"):
            tail, header = inputs["header"][1:], inputs["header"]
            hits = sum(row[i : i + len(tail)] == tail for row in own for i in range(len(row)))
            whole = sum(row[i : i + len(header)] == header for row in own for i in range(len(row)))
            assert hits > whole, "somebody else writes the assistant's name"


# --- the real model -------------------------------------------------------------------------------------------------


@lru_cache
def real() -> dict[str, Any]:
    """The model, the states of 256 cards to learn from and 64 to be judged by, and what the untuned model answers."""
    from utils import instructions, smollm2
    from utils.topics.lora import adapting

    a, found = solution(), {}
    found["model"], found["tokenizer"] = smollm2.load()
    cards = instructions.load(["describe"], quiet=True)
    for name, n in [("train", 256), ("test", 64)]:
        chats = [row["messages"] for row in cards[name].select(range(n))]
        texts = [a["format_chat"](chat, "") for chat in chats]
        ids, lengths = adapting.encode(found["tokenizer"], texts)
        found[name] = adapting.lower_states(found["model"], ids, lengths, progress=False), ids, lengths
    found["asked"] = [
        a["format_chat"](instructions.prompt(chat), "", generation_prompt=True) for chat in chats
    ]
    found["people"] = [instructions.reply(chat) for chat in chats]
    return found


def tuned(prompt_weight: float, seed: int, steps: int = 60) -> tuple[Any, float, float]:
    """Upper blocks with adapters of rank 8, and the held-out losses of answers and of all else."""
    from utils.topics.lora import adapting

    a, found = solution(), real()
    weigh = [a["loss_weights"](*found[name][1:], HEADER, END, prompt_weight) for name in ("train", "test")]
    answers = a["loss_weights"](*found["test"][1:], HEADER, END)
    everything = a["loss_weights"](*found["test"][1:], HEADER, END, 1.0)
    torch.manual_seed(seed)
    upper = adapting.Upper(found["model"])
    a["inject_lora"](upper, EVERYWHERE, 8, 16)
    chosen = adapting.Settings(steps=steps, batch_size=8, lr=2e-3, seed=seed)
    adapting.train(upper, found["train"][0], weigh[0], a["weighted_loss"], chosen, progress=False)
    losses = [adapting.held_out_loss(upper, found["test"][0], w) for w in (answers, everything - answers)]
    return upper, losses[0], losses[1]


@pytest.mark.network
@pytest.mark.slow
def test_tuning_makes_answers_shorter_and_nearer_to_people(text: str) -> None:
    """Means of three seeds over 64 articles that no run has seen."""
    from utils.topics.lora import adapting

    found = real()
    options = {"n_new": 30, "progress": False}
    before = adapting.reply(found["model"], None, found["tokenizer"], found["asked"], **options)
    old = adapting.summary(adapting.measures(before, found["people"]))
    gains = []
    for seed in range(3):
        upper, loss, _ = tuned(0.0, seed)
        assert loss < 2.3, "3.73 before"
        after = adapting.reply(found["model"], upper, found["tokenizer"], found["asked"], **options)
        new = adapting.summary(adapting.measures(after, found["people"]))
        gains.append([new[name] - old[name] for name in ("words", "f1", "cosine")])
    words, f1, cosine = np.mean(gains, axis=0)
    assert words < -10 and f1 > 0.08 and cosine > 0.04


@pytest.mark.network
@pytest.mark.slow
def test_a_weight_for_questions_teaches_questions() -> None:
    """The more they count, the better they are predicted; the answers gain nothing by it."""
    (_, answers, questions), (_, answers_too, questions_too) = tuned(0.0, 0), tuned(1.0, 0)
    assert questions_too < questions
    assert answers_too > answers - 0.1
