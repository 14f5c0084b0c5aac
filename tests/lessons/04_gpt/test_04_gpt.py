"""Lesson 04: every number that its text quotes, its oracles against one another, the finished parts, its figures."""

from __future__ import annotations

import inspect
import math
from pathlib import Path
from typing import Any

import matplotlib
import numpy as np
import pytest
import torch
import torch.nn.functional as F
from references import reference, text_of
from torch import nn

from autograder.authoring import load_exercises
from utils import training
from utils.blocks import gpt as finished
from utils.plots import style
from utils.plots.losses import LiveLosses
from utils.topics.gpt import (
    broken_runs,
    model_figures,
    plays_texts,
    published,
    scaling_figures,
    small_runs,
    valley_walks,
    warmup_trials,
)
from utils.topics.gpt import training_figures as plots

LESSON = Path(__file__).parents[3] / "source" / "04_gpt"
LLAMA = dict(
    vocab_size=128_256, context=8192, bias=False, gated=True, norm="rms", learned_positions=False, tied=False
)
LLAMA_SIZES = {
    8_030_261_248: dict(d_model=4096, n_heads=32, n_kv_heads=8, n_layers=32, d_hidden=14_336),
    70_553_706_496: dict(d_model=8192, n_heads=64, n_kv_heads=8, n_layers=80, d_hidden=28_672),
    405_853_388_800: dict(d_model=16_384, n_heads=128, n_kv_heads=8, n_layers=126, d_hidden=53_248),
}


@pytest.fixture(scope="module")
def a() -> dict[str, Any]:
    return reference("04a_model")


@pytest.fixture(scope="module")
def b() -> dict[str, Any]:
    return reference("04b_costs")


@pytest.fixture(scope="module")
def c() -> dict[str, Any]:
    return reference("04c_training")


@pytest.fixture(scope="module")
def diagnosis() -> dict[str, Any]:
    return reference("04d_diagnosis")


@pytest.fixture(scope="module")
def d() -> dict[str, Any]:
    return reference("04e_scaling")


@pytest.fixture(scope="module")
def exercises() -> dict[str, Any]:
    return load_exercises(LESSON)


# --- counting -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("sizes", "expected"),
    [
        (dict(vocab_size=27, context=6, d_model=48, n_heads=3, n_layers=3), 86_496),
        (dict(vocab_size=50_257, context=1024, d_model=768, n_heads=12, n_layers=12), 124_439_808),
        (
            dict(
                vocab_size=50_257,
                context=1024,
                d_model=768,
                n_heads=12,
                n_layers=12,
                tied=False,
                qkv_bias=False,
            ),
            163_009_536,
        ),
    ],
)
def test_gpt_counts_by_formula_and_by_tensors(
    a: dict[str, Any], b: dict[str, Any], sizes: dict[str, Any], expected: int
) -> None:
    assert b["count_parameters"](b["Config"](**sizes))["total"] == expected
    with torch.device("meta"):
        student, ours = a["GPT"](a["Config"](**sizes)), finished.GPT(finished.GPTConfig(**sizes))
    for model in (student, ours):
        assert sum(p.numel() for p in model.parameters()) == expected


@pytest.mark.parametrize("expected", LLAMA_SIZES)
def test_llama_counts_by_formula_and_by_tensors(b: dict[str, Any], expected: int) -> None:
    from transformers import LlamaConfig, LlamaForCausalLM

    c = b["Config"](**LLAMA, **LLAMA_SIZES[expected])
    assert b["count_parameters"](c)["total"] == expected
    with torch.device("meta"):
        model = LlamaForCausalLM(
            LlamaConfig(
                vocab_size=c.vocab_size, hidden_size=c.d_model, intermediate_size=c.d_hidden,
                num_hidden_layers=c.n_layers,
                num_attention_heads=c.n_heads, num_key_value_heads=c.n_kv_heads, tie_word_embeddings=False,
            )
        )  # fmt: skip
    assert sum(p.numel() for p in model.parameters()) == expected


def test_share_of_the_feed_forward_layers(b: dict[str, Any]) -> None:
    shares = []
    for sizes in LLAMA_SIZES.values():
        counts = b["count_parameters"](b["Config"](**LLAMA, **sizes))
        shares.append(round(100 * counts["feed_forward"] / counts["total"]))
    assert sorted(shares) == [70, 80, 81] and "70 to 81 %" in text_of("04b_costs")


def test_the_lecture_count_is_explained(b: dict[str, Any]) -> None:
    claimed = {
        "embedding": 2_102_231_552,
        "attention": 570_425_344,
        "feed_forward": 2_618_499_072,
        "norms": 49_152,
        "layer": 3_188_973_568,
        "layers": 401_811_667_488,
        "final_norm": 16_384,
        "output": 2_102_231_552,
        "total": 405_855_453_248,
    }
    found = b["find_slips"](b["Config"](**LLAMA, **LLAMA_SIZES[405_853_388_800]), claimed)
    assert found == {
        "embedding": 885_248, "attention": 0, "feed_forward": 1_253_376, "norms": 16_384, "layer": 0,
        "layers": 997_920, "final_norm": 0, "output": 885_248, "total": -160_693_728,
    }  # fmt: skip
    text = text_of("04b_costs")
    for number in [*claimed.values(), 885_248, 1_253_376, 997_920, 160_693_728, 406_016_146_976, 2_064_448]:
        assert f"{number:,}" in text
    assert claimed["total"] - 405_853_388_800 == 2_064_448
    assert (
        claimed["embedding"] + claimed["layers"] + claimed["final_norm"] + claimed["output"]
        == 406_016_146_976
    )
    assert 128_256 * 16_384 == 2_101_346_304
    assert 3 * 16_384 * 53_248 == 2_617_245_696
    assert 126 * 3_188_973_568 == 401_810_669_568
    assert pytest.approx(0.000005, rel=0.05) == 2_064_448 / 405_853_388_800
    n_bytes = claimed["total"] * 2
    assert n_bytes == 811_710_906_496
    assert round(n_bytes / 2**30) == 756
    assert round(n_bytes / 10**9) == 812


def test_small_numbers_in_the_hints() -> None:
    assert (9 * 48 * 16, 9 * 16, 48 * 48 + 48, 27 * 48) == (6_912, 144, 2_352, 1_296)
    assert 50_257 * 768 == 38_597_376
    assert 12 * 3 * 768 == 27_648
    assert pytest.approx(1.074, abs=5e-4) == 2**30 / 10**9
    assert pytest.approx(56, abs=0.5) == 405_853_388_800 * 2 / 10**9 - 405_853_388_800 * 2 / 2**30


# --- loss and units -----------------------------------------------------------------------------------------


def test_three_tokens_by_hand(a: dict[str, Any]) -> None:
    scores = torch.tensor([[[0.0, 0.0], [0.0, math.log(3)], [5.0, 5.0]]])
    loss = a["next_token_loss"](scores, torch.tensor([[1, 0, 1]])).item()
    assert math.log(2) == pytest.approx(0.693, abs=5e-4)
    assert math.log(4 / 3) == pytest.approx(0.288, abs=5e-4)
    assert loss == pytest.approx(0.490, abs=1e-3)
    assert loss * 2 / 3 == pytest.approx(0.327, abs=1e-3)
    assert math.exp(loss) == pytest.approx(1.63, abs=5e-3)
    assert math.exp(loss * 2 / 3) == pytest.approx(1.39, abs=5e-3)


def test_the_finished_loop_and_the_lesson_agree_on_the_loss(a: dict[str, Any]) -> None:
    torch.manual_seed(0)
    table = nn.Embedding(9, 9)
    ids = torch.randint(9, (4, 12))
    expected = F.cross_entropy(table(ids)[:, :-1].flatten(0, 1), ids[:, 1:].flatten())
    assert a["next_token_loss"](table(ids), ids).item() == pytest.approx(expected.item())
    total = a["sequence_log_prob"](table, ids).sum().item()
    assert -total / (4 * 11) == pytest.approx(expected.item(), rel=1e-5)


# --- the model ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(4))
def test_scores_equal_transformers(a: dict[str, Any], seed: int) -> None:
    from transformers import GPT2Config, GPT2LMHeadModel

    V, context, D, H, L = [(100, 16, 24, 2, 2), (300, 32, 60, 5, 3), (64, 8, 32, 4, 6), (50, 10, 12, 1, 1)][
        seed
    ]
    torch.manual_seed(seed)
    sizes = dict(vocab_size=V, n_positions=context, n_embd=D, n_head=H, n_layer=L, initializer_range=0.2)
    theirs = GPT2LMHeadModel(GPT2Config(**sizes, bos_token_id=None, eos_token_id=None)).eval()
    tensors = {name.removeprefix("transformer."): tensor for name, tensor in theirs.state_dict().items()}
    mine = a["load_gpt2"](a["GPT"](a["Config"](V, context, D, H, L)), tensors).eval()
    ids = torch.randint(V, (3, context))
    with torch.no_grad():
        expected = theirs(ids).logits
        torch.testing.assert_close(mine(ids), expected, atol=1e-4, rtol=1e-4)
        exact = GPT2LMHeadModel(
            GPT2Config(**sizes, activation_function="gelu", bos_token_id=None, eos_token_id=None)
        )
        exact.load_state_dict(theirs.state_dict())
        assert (exact.eval()(ids).logits - expected).abs().max() > 2e-4  # the wrong GELU would show


def test_finished_gpt_equals_the_lesson(a: dict[str, Any]) -> None:
    torch.manual_seed(0)
    mine, ours = a["GPT"](a["Config"](31, 9, 12, 3, 2)), finished.GPT(finished.GPTConfig(31, 9, 12, 3, 2))
    ours.load_state_dict(mine.state_dict())
    ids = torch.randint(31, (2, 6))
    torch.testing.assert_close(mine(ids, start=2), ours(ids, start=2), atol=1e-5, rtol=1e-5)
    greedy = a["generate_greedy"](mine, ids, 8, context=9)
    assert torch.equal(greedy, ours.generate(ids, 8))


def test_the_quoted_flops(b: dict[str, Any]) -> None:
    sizes = dict(vocab_size=1000, context=64, d_model=96, n_heads=4, n_layers=3)
    assert f"{b['flops_per_token'](b['Config'](**sizes), 64):,}" in text_of("04b_costs")


@pytest.mark.parametrize("tied", [True, False])
def test_finished_flops_equal_the_lesson(b: dict[str, Any], tied: bool) -> None:
    sizes = dict(vocab_size=31, context=9, d_model=12, n_heads=3, n_layers=2, tied=tied)
    expected = b["flops_per_token"](b["Config"](**sizes), 7)
    assert finished.GPT(finished.GPTConfig(**sizes)).flops_per_token(7) == expected


def test_the_library_s_small_gpt2_is_decided_by_its_seed() -> None:
    ids = torch.arange(6)[None]
    with torch.no_grad():
        one, same, other = (published.random_gpt2(11, 8, 12, 3, 1, seed=s)(ids).logits for s in (0, 0, 1))
    assert torch.equal(one, same) and not torch.allclose(one, other)
    assert one.std() > 0.5  # weights with the usual deviation of 0.02 give scores near 0


def test_perplexity_and_bits_by_hand(a: dict[str, Any]) -> None:
    log_probs = torch.tensor([1 / 8, 1 / 2]).log()
    assert a["perplexity"](log_probs).item() == pytest.approx(4)
    assert a["bits_per_byte"](log_probs, "né").item() == pytest.approx(4 / 3)


def test_the_picture_of_the_decoder_grows(monkeypatch: pytest.MonkeyPatch) -> None:
    matplotlib.use("Agg")
    with style.collected() as pictures:
        for stage in model_figures.STAGES:
            model_figures.decoder(stage)
    skeleton, gpt, loss, text = (picture.alt for picture in pictures)
    assert "do nothing yet" in skeleton and "attention" not in skeleton
    assert "attention" in gpt and "causal mask" in gpt
    assert "next id" in loss and "goes in again" in text
    with pytest.raises(ValueError, match="one of skeleton, GPT, loss, text"):
        model_figures.decoder("blocks")


def test_first_loss_is_that_of_chance(a: dict[str, Any]) -> None:
    torch.manual_seed(0)
    ids = torch.randint(1000, (16, 33))
    for model in (
        a["init_gpt2"](a["GPT"](a["Config"](1000, 33, 64, 4, 4))),
        finished.GPT(finished.GPTConfig(1000, 33, 64, 4, 4)),
    ):
        with torch.no_grad():
            assert a["next_token_loss"](model(ids), ids).item() == pytest.approx(math.log(1000), abs=0.1)


# --- optimisers and the step --------------------------------------------------------------------------------


@pytest.mark.parametrize(("weight_decay", "eps"), [(0.1, 1e-8), (0.0, 1e-3), (0.5, 0.1)])
def test_adamw_equals_torch_over_twenty_steps(c: dict[str, Any], weight_decay: float, eps: float) -> None:
    def losses(make: Any) -> list[float]:
        torch.manual_seed(0)
        model = finished.GPT(finished.GPTConfig(17, 8, 16, 2, 2)).double()
        optimizer = make(model.parameters(), lr=1e-2, betas=(0.9, 0.95), eps=eps, weight_decay=weight_decay)
        found = []
        for step in range(20):
            ids = torch.randint(17, (4, 9), generator=torch.Generator().manual_seed(step))
            loss, _ = c["train_step"](model, optimizer, [(ids[:, :-1], ids[:, 1:])], max_norm=1.0)
            found.append(loss)
        return found

    assert losses(c["AdamW"]) == pytest.approx(losses(torch.optim.AdamW), abs=1e-9)


def test_the_short_form_of_adam_makes_eps_larger_at_first(exercises: dict[str, Any]) -> None:
    """The slip's edit is Kingma and Ba's short form, and the factors that its reason quotes are right."""
    slips = [edited.slip for edited in exercises["AdamW"].slips]
    slip = next(slip for slip in slips if slip.name == "eps is added to √v, not to √v̂")
    factors = [1 / math.sqrt(1 - 0.999**t) for t in (1, 1000, 3000)]
    assert [f"{factor:.3g}" for factor in factors] == ["31.6", "1.26", "1.03"]
    for told in ("that is 32", "1.26 after 1,000", "1.03 after 3,000"):
        assert told in slip.why
    m, v, eps, t, beta1, beta2 = 0.3, 0.02, 0.1, 3, 0.9, 0.99
    short = math.sqrt(1 - beta2**t) / (1 - beta1**t) * m / (math.sqrt(v) + eps)
    m_hat, v_hat = m / (1 - beta1**t), v / (1 - beta2**t)
    assert m_hat / (math.sqrt(v_hat) + eps / (1 - beta2**t) ** 0.5) == pytest.approx(short)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("case", range(4))
def test_the_path_of_muon_is_that_of_torch(exercises: dict[str, Any], case: int, seed: int) -> None:
    """The oracle computes in float64, PyTorch in bfloat16, which keeps three digits."""
    exercise = exercises["muon_step"]
    given = exercise.inputs(np.random.default_rng(seed), **exercise.cases[case])
    leaf = nn.Parameter(torch.tensor(given["parameter"]))
    theirs, path = torch.optim.Muon([leaf], **given["options"]), []
    for gradient, lr in zip(given["gradients"], given["rates"]):
        theirs.param_groups[0]["lr"] = float(lr)
        leaf.grad = torch.as_tensor(gradient)
        theirs.step()
        path.append(leaf.detach().numpy().copy())
    ours = exercise.oracle(**given)["path"]
    assert np.abs(np.stack(path) - ours).max() < 0.05 * given["rates"].sum() < 0.05 * np.abs(ours).max()


def test_the_defaults_of_muon_are_torch_s(d: dict[str, Any]) -> None:
    theirs = inspect.signature(torch.optim.Muon).parameters
    ours = inspect.signature(d["muon_step"]).parameters
    for name in ("momentum", "weight_decay", "nesterov"):
        assert ours[name].default == theirs[name].default
    rounds = inspect.signature(d["newton_schulz"]).parameters
    assert (
        rounds["steps"].default == theirs["ns_steps"].default
        and rounds["eps"].default == theirs["eps"].default
    )
    assert theirs["ns_coefficients"].default == (3.4445, -4.7750, 2.0315)


def test_rounds_by_hand_and_where_they_end(d: dict[str, Any]) -> None:
    once = d["newton_schulz"](torch.tensor([[3.0, 0.0], [0.0, 4.0]]), steps=1)
    assert once.diagonal().tolist() == pytest.approx([1.193, 0.976], abs=5e-4)
    x = np.geomspace(0.01, 1, 20_001)
    for _ in range(5):
        x = 3.4445 * x - 4.7750 * x**3 + 2.0315 * x**5
    assert (x.min().round(2), x.max().round(2)) == (0.68, 1.13)


def test_the_table_of_starts_is_that_of_the_notes(d: dict[str, Any]) -> None:
    """The text quotes, for each start, the best mean of each optimizer; the notes have every run."""
    runs: dict[tuple[str, str], dict[float, list[float]]] = {}
    for line in (LESSON / "notes.md").read_text(encoding="utf-8").splitlines():
        cells = [cell.strip(" *") for cell in line.strip("|").split("|")]
        if len(cells) == 5 and cells[1] in ("AdamW", "Muon"):
            seeds = [float(bits) for bits in cells[3].split(",")]
            assert float(cells[4]) == pytest.approx(np.mean(seeds), abs=1e-3)
            runs.setdefault((cells[0], cells[1]), {})[float(cells[2])] = seeds
    for start in ("0.02", "0.05", "0.1"):
        found = {name: runs[start, name] for name in ("AdamW", "Muon")}
        best = {
            name: min(tried, key=lambda lr, tried=tried: np.mean(tried[lr])) for name, tried in found.items()
        }
        for name, lr in best.items():
            assert min(found[name]) < lr < max(found[name])  # not at the edge of what was tried
        lead = d["lead"]({name: list(tried.values()) for name, tried in found.items()})
        assert (lead > 0).all()
        adamw, muon = (
            f"{np.mean(found[name][best[name]]):.2f} ({best[name]:g})" for name in ("AdamW", "Muon")
        )
        assert f"| {start} | {adamw} | {muon} | {lead.mean():.2f} |" in text_of("04e_scaling")


def test_the_size_of_outputs_by_width() -> None:
    sizes = [f"{std * math.sqrt(width):.2f}" for std, width in [(0.02, 768), (0.02, 48), (0.1, 48)]]
    assert sizes == ["0.55", "0.14", "0.69"]


def test_two_laws_find_what_they_were_made_of(d: dict[str, Any]) -> None:
    compute = np.array([1e9, 4e9, 2e10, 6e10])
    for floor, floors in [(0.0, [0.0]), (1.5, np.linspace(0, 2, 41))]:
        bits = floor + 30 * compute**-0.15
        assert d["predicted"](compute, bits, 1e12, floors) == pytest.approx(
            floor + 30 * 1e12**-0.15, rel=1e-6
        )


def test_small_runs_learn_and_repeat() -> None:
    ids = torch.arange(4000) % 7
    found = []
    for _ in range(2):
        torch.manual_seed(0)
        model = finished.GPT(finished.GPTConfig(small_runs.VOCABULARY, 8, 8, 2, 1))
        adam = torch.optim.AdamW(model.parameters(), lr=0.02)
        losses = small_runs.train(model, [adam], ids, 150, seed=1, context=8)
        found.append((losses, small_runs.bits_per_byte(model, ids, context=8)))
    assert found[0] == found[1]
    assert found[0][0][0] == pytest.approx(math.log(256), abs=0.1) and found[0][0][-1] < 1
    assert found[0][1] == pytest.approx(found[0][0][-1] / math.log(2), abs=0.2)
    assert adam.param_groups[0]["lr"] < 1e-4


def test_momentum_by_hand_and_against_torch(c: dict[str, Any]) -> None:
    p, m, means = torch.zeros(1), torch.zeros(1), []
    for gradient in (1.0, 1.0, -1.0):
        p, m = c["sgd_momentum"](p, torch.tensor([gradient]), m, lr=1.0)
        means.append(m.item())
    assert means == pytest.approx([0.1, 0.19, 0.071])
    leaf = nn.Parameter(torch.zeros(1))
    theirs = torch.optim.SGD([leaf], lr=0.1, momentum=0.9)  # a sum in place of a mean: a tenth of the rate
    for gradient in (1.0, 1.0, -1.0):
        leaf.grad = torch.tensor([gradient])
        theirs.step()
    assert leaf.item() == pytest.approx(p.item())


def test_schedule_of_the_lesson_is_that_of_utils(c: dict[str, Any]) -> None:
    for step in range(20):
        mine = c["warmup_cosine"](step, 20, 5, 1e-3, 1e-4)
        assert mine == pytest.approx(training.warmup_cosine(step, 20, 5, 1e-3, 1e-4))


def test_segments_of_the_example(diagnosis: dict[str, Any]) -> None:
    inputs, targets = diagnosis["cut_segments"](torch.arange(10, 18), 4, 1)
    assert inputs.tolist() == [[10, 11, 12, 13], [13, 14, 15, 16]]
    assert targets.tolist() == [[11, 12, 13, 14], [-100, 15, 16, 17]]


@pytest.mark.parametrize("n", [6, 17, 40, 41])
@pytest.mark.parametrize("overlap", [0, 1, 3, 4])
def test_segments_judge_every_token_once(diagnosis: dict[str, Any], n: int, overlap: int) -> None:
    _, targets = diagnosis["cut_segments"](torch.arange(n), 5, overlap)
    assert targets[targets != -100].tolist() == list(range(1, n))


def test_dependence_of_a_gpt_is_a_triangle(diagnosis: dict[str, Any]) -> None:
    torch.manual_seed(0)
    model = finished.GPT(finished.GPTConfig(17, 8, 16, 2, 2)).eval()
    table = diagnosis["dependence"](model, torch.randint(17, (8,)), 17)
    assert table.triu(1).max() == 0
    assert (table.diagonal() > 1e-4).all()
    blind = broken_runs._Unmasked(model.config).eval()
    blind.load_state_dict(model.state_dict())
    assert diagnosis["dependence"](blind, torch.randint(17, (8,)), 17).triu(1).max() > 1e-6


def test_levels_are_those_of_counting() -> None:
    train_ids, ids = torch.tensor([0, 1, 0, 1, 0, 2]), torch.tensor([0, 1])
    levels = plays_texts._levels(train_ids, ids, 3)
    singles = np.array([4, 3, 2]) / 9  # counts plus one
    assert levels["single tokens"] == pytest.approx(-np.log(singles[:2]).mean())
    pairs = [(2 + strength * singles[1]) / (3 + strength) for strength in (1, 10, 100, 1000)]
    assert levels["bigram"] == pytest.approx(-np.log(max(pairs)))


def test_walks_start_together_and_the_best_rate_is_kept(c: dict[str, Any]) -> None:
    steepness = torch.tensor([1.0, 25.0])
    walks = valley_walks.best_walks(steepness, c["sgd_momentum"], c["rmsprop"], c["AdamW"], steps=6)
    assert [name.split(",")[0] for name in walks] == ["gradient descent", "momentum", "RMSprop", "AdamW"]
    assert all(path.shape == (7, 2) and path[0].tolist() == [-4.0, 1.5] for path in walks.values())
    name, path = next(iter(walks.items()))
    lr = float(name.split("lr ")[1])
    factors = {rate: (1 - rate * steepness) ** 6 * path[0] for rate in valley_walks.RATES}  # in closed form
    torch.testing.assert_close(path[-1], factors[lr], rtol=1e-4, atol=1e-6)
    heights = {rate: (steepness * end**2).sum().item() for rate, end in factors.items()}
    assert min(heights, key=lambda rate: heights[rate]) == lr


def test_trials_of_warmup_differ_in_norm_and_rate_only() -> None:
    ids = torch.arange(500) % 11
    found = warmup_trials.run_all(ids, 11, "cpu", seeds=2, steps=3)
    assert found.keys() == warmup_trials.PLANS.keys() and all(run.shape == (2, 3) for run in found.values())
    none, some, pre = found.values()
    assert torch.equal(none[:, 0], some[:, 0])  # before the first step the rate plays no part
    assert not torch.allclose(none[:, 2], some[:, 2]) and not torch.allclose(none[:, 0], pre[:, 0])
    assert torch.equal(none, warmup_trials.run_all(ids, 11, "cpu", seeds=2, steps=3)["post-LN, no warmup"])


def test_the_six_models_are_broken_in_six_ways() -> None:
    generator = torch.Generator().manual_seed(0)
    steps = torch.where(torch.rand(6000, generator=generator) < 0.7, 1, 7)
    patients = broken_runs.train_all(steps.cumsum(0) % 40, 40, steps=30)
    first = {name: patient.history[0]["loss"] for name, patient in patients.items()}
    last = {name: np.mean([row["loss"] for row in p.history[-5:]]) for name, p in patients.items()}
    norm = {name: p.history[-1]["grad_norm"] for name, p in patients.items()}
    chance = math.log(40)
    for name in "HABCF":
        assert first[name] == pytest.approx(chance, abs=0.2)
    assert first["E"] > chance + 3
    assert first["D"] < chance - 0.3  # with tied weights a token is its own likeliest successor
    assert last["D"] < 0.5 < last["H"]
    assert last["C"] > chance - 0.9
    assert last["F"] > chance - 0.3
    assert norm["B"] > 3 * norm["H"]


# --- the lesson as a whole ----------------------------------------------------------------------------------


def test_figures_draw(monkeypatch: pytest.MonkeyPatch) -> None:
    matplotlib.use("Agg")
    history = [{"step": i + 1, "loss": 3 / (i + 1), "grad_norm": 1.0 + i} for i in range(10)]
    history[4]["val_loss"] = 1.0
    plots.two_units([(257, 20.0, 4.5), (1000, 300.0, 3.3)])
    plots.parameters_by_part(
        {"one": dict(embeddings=4, attention=3, feed_forward=2, norms=1, head=0, total=10)}
    )
    plots.operations([64, 128, 256, 512], [0.1, 0.2, 0.3, 0.4], {16: 1.0, 32: 2.0, 64: 3.0})
    plots.one_page([5.0, 1.0, 0.1], math.log(500))
    plots.valley(torch.tensor([1.0, 25.0]), {"walk": torch.zeros(5, 2)})
    plots.run_with_levels(history, {"bigram": 2.0})
    plots.loss_by_place(torch.rand(8), 0.5)
    plots.warmup_runs({"one": torch.rand(3, 12)}, 0.5)
    plots.laboratory(dict.fromkeys("HABCDEF", history), 5.0, 4.0)
    plots.dependences({name: torch.rand(4, 4) for name in "HA"})
    LiveLosses(10).update(history)
    scaling_figures.rounds(1.5, -0.5, 0.0, [1, 2])
    scaling_figures.singular_values([2.0, 1.0], [1.0, 0.9])
    scaling_figures.race(
        {"AdamW": [0.1, 0.2], "Muon": [0.3]}, {"AdamW": [[1.0, 2.0], [3.0, 4.0]], "Muon": [[1.0, 1.5]]}
    )
    scaling_figures.law(
        np.array([1e9, 2e9]), np.array([[4.0, 4.1], [3.0, 3.1]]), 4e9, {"a": np.array([2.0, 2.5])}, 2.2
    )
