"""The student's own GPT with Llama's parts: each version makes one change, and the kept comparison is fair."""

from __future__ import annotations

import json
import math
import statistics
from itertools import pairwise
from pathlib import Path

import pytest
import torch
from references import text_of

from utils import own_model
from utils.blocks.gpt import GPT, GPTConfig
from utils.blocks.llama import Llama, LlamaConfig
from utils.topics.llama import own_parts, race
from utils.topics.llama.own_parts import Plays

SOURCE = Path(__file__).parents[3] / "source"
V = 19
TINY = GPTConfig(vocab_size=V, context=8, d_model=16, n_heads=2, n_layers=2)
TWO_STEPS = 2 * GPT(TINY).flops_per_token() * own_parts.BATCH * TINY.context

each_version = pytest.mark.parametrize("name", own_parts.VERSIONS)


def tiny_plays() -> Plays:
    """A text with a rule: each id is the one before it plus 1."""
    ids = torch.arange(2000) % V
    return Plays(ids, ids[:200], 2.0)


# --- the versions ---------------------------------------------------------------------------------------------------


def test_each_version_makes_one_change() -> None:
    assert own_parts.VERSIONS["your GPT"] == {}
    for old, new in pairwise(own_parts.VERSIONS.values()):
        assert len(new) == len(old) + 1 and old.items() <= new.items()


def test_the_first_version_is_the_gpt_itself() -> None:
    """At GPT-2's width it even begins as GPT does; at others the products are as large as there."""
    config = GPTConfig(V, context=8, d_model=768, n_heads=2, n_layers=1, d_hidden=4)
    gpt = GPT(config)
    torch.manual_seed(5)
    gpt.reset_parameters()
    model = own_parts.version("your GPT", config, seed=5)
    for (name, ours), (other, theirs) in zip(model.named_parameters(), gpt.named_parameters(), strict=True):
        assert name == other and torch.equal(ours, theirs)
    narrow = own_parts.version("your GPT", GPTConfig(5000, context=8, d_model=128, n_heads=2, n_layers=1))
    assert narrow.tokens.weight.std().item() == pytest.approx(0.02 * math.sqrt(6), rel=0.01)


def test_the_last_version_is_llama() -> None:
    """It gives the scores of the course's Llama with the same weights."""
    model = own_parts.version("no biases", TINY)
    model.reset_parameters(0.3)
    weights = model.state_dict()
    for i in range(TINY.n_layers):
        gate, up = (weights.pop(f"blocks.{i}.feed_forward.{name}.weight") for name in ("gate", "up"))
        weights[f"blocks.{i}.feed_forward.gate_up.weight"] = torch.cat([gate, up])
    llama = Llama(LlamaConfig(V, d_model=16, n_layers=2, n_heads=2, n_kv_heads=2, d_hidden=8 * 16 // 3))
    llama.load_state_dict(weights)
    ids = torch.randint(V, (2, 8), generator=torch.Generator().manual_seed(1))
    torch.testing.assert_close(model(ids), llama(ids))


@each_version
def test_every_version_costs_the_same_operations(name: str) -> None:
    """SwiGLU's hidden width is rounded, so its count may differ a little, also where the config names a width."""
    config = GPTConfig(V, context=8, d_model=96, n_heads=2, n_layers=2, d_hidden=384)
    assert own_parts.version(name, config).flops_per_token() == pytest.approx(
        GPT(config).flops_per_token(), rel=0.01
    )


@each_version
def test_every_version_looks_back_only_and_knows_positions(name: str) -> None:
    model = own_parts.version(name, TINY)
    model.reset_parameters(0.3)
    ids = torch.randint(V, (2, 8), generator=torch.Generator().manual_seed(1))
    ids[:, 1] = (ids[:, 0] + 1) % V
    changed, swapped = ids.clone(), ids.clone()
    changed[:, 5] = (changed[:, 5] + 1) % V
    swapped[:, [0, 1]] = ids[:, [1, 0]]
    before, after = model(ids), model(changed)  # (2, 8, V)
    torch.testing.assert_close(after[:, :5], before[:, :5])
    assert ((after - before)[:, 5:].abs().amax(-1) > 1e-4).all()
    assert ((model(swapped) - before)[:, 7].abs().amax(-1) > 1e-5).all()


# --- training -------------------------------------------------------------------------------------------------------


@each_version
def test_two_steps_of_each_version(name: str) -> None:
    model, row = own_parts.train_version(name, TINY, tiny_plays(), TWO_STEPS, 1e-2, seed=3)
    assert row["steps"] == 2 and row["compute"] == pytest.approx(TWO_STEPS, rel=0.05)
    start = own_parts.version(name, TINY, seed=3)
    assert all(not torch.equal(old, new) for old, new in zip(start.parameters(), model.parameters()))
    assert math.isfinite(row["bits_per_byte"]) and model(torch.zeros(1, 8, dtype=torch.long)).shape == (
        1,
        8,
        V,
    )
    again = own_parts.train_version(name, TINY, tiny_plays(), TWO_STEPS, 1e-2, seed=3)[1]
    assert again["bits_per_byte"] == row["bits_per_byte"]


def test_a_comparison_that_was_stopped_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Kept runs aren't repeated, and rates are added while the best is the lowest or the highest."""
    monkeypatch.setattr(own_parts, "plays", lambda tokenizer: tiny_plays())
    monkeypatch.setattr(own_model, "load_own_model", lambda: (GPT(TINY), None, None))
    monkeypatch.setattr(own_model, "continue_opening", lambda model, tokenizer, context: "What shall we")
    trained: list[tuple[str, float, int]] = []

    def pretended(name: str, config: GPTConfig, texts: Plays, compute: float, lr: float, seed: int):
        if len(trained) == 12 and not stopped:
            stopped.append(True)
            raise KeyboardInterrupt
        trained.append((name, lr, seed))
        row = {"version": name, "lr": lr, "seed": seed, "bits_per_byte": 2 + abs(math.log2(lr / 0.016))}
        return GPT(TINY), row

    stopped: list[bool] = []
    monkeypatch.setattr(own_parts, "train_version", pretended)
    book = tmp_path / "book.json"
    with pytest.raises(KeyboardInterrupt):
        own_parts.whole(book)
    assert len(json.loads(book.read_text())) == 12
    figures = own_parts.whole(book)
    assert len(trained) == len(set(trained)) == len(own_parts.VERSIONS) * 9, "six rates and three seeds"
    assert set(figures["chosen"].values()) == {0.016}
    assert [run["version"] for run in figures["runs"]] == [
        name for name in own_parts.VERSIONS for _ in range(3)
    ]
    assert all(run["opening"] == "What shall we" for run in figures["runs"])


# --- kept figures ---------------------------------------------------------------------------------------------------


def test_the_kept_comparison_is_fair() -> None:
    """Equal compute, one grid of rates, the best of which isn't at its end, and a seed of its own for the search."""
    figures = own_parts.kept()
    runs, search = figures["runs"], figures["search"]
    assert {(run["version"], run["seed"]) for run in runs} == {
        (name, seed) for name in own_parts.VERSIONS for seed in own_parts.SEEDS
    }
    computes = [run["compute"] for run in runs + search]
    assert max(computes) / min(computes) < 1.01 and max(computes) == pytest.approx(
        own_parts.COMPUTE, rel=0.01
    )
    for name in own_parts.VERSIONS:
        tried = {row["lr"]: row["bits_per_byte"] for row in search if row["version"] == name}
        best = min(tried, key=tried.__getitem__)
        assert set(own_parts.RATES) <= tried.keys() and min(tried) < best < max(tried)
        assert {run["lr"] for run in runs if run["version"] == name} == {best} == {figures["chosen"][name]}
    assert {row["seed"] for row in search} == {
        own_parts.SEARCH_SEED
    } and own_parts.SEARCH_SEED not in own_parts.SEEDS


def test_what_the_text_claims_holds_for_every_seed() -> None:
    """RoPE helps and SwiGLU costs by more than seeds differ by; nothing else can be told from chance."""
    seeds = {name: [] for name in own_parts.VERSIONS}
    for run in own_parts.kept()["runs"]:
        seeds[run["version"]].append(run["bits_per_byte"])
    assert max(seeds["RoPE"]) < min(seeds["SwiGLU"]) and max(seeds["RMSNorm"]) < min(seeds["SwiGLU"])
    assert max(seeds["no biases"]) < min(seeds["your GPT"]), "the last version is better than the first"
    for old, new in (("your GPT", "RMSNorm"), ("RoPE", "no biases")):
        assert max(min(seeds[old]), min(seeds[new])) < min(max(seeds[old]), max(seeds[new])), "they overlap"
    text, means = text_of("11c_race"), {name: statistics.fmean(values) for name, values in seeds.items()}
    changes = {new: f"{abs(means[new] - means[old]):.3f}"[1:] for old, new in pairwise(means)}
    assert changes == {"RMSNorm": ".008", "SwiGLU": ".089", "RoPE": ".166", "no biases": ".003"}
    assert all(change in text for change in changes.values())
    assert f"{means['your GPT']:.3f} {means['no biases']:.3f}" == "3.027 2.961"
    assert "from 3.027 to 2.961" in text
    assert {run["steps"] for run in own_parts.kept()["runs"]} == {
        117
    } and "117 steps; lesson 04 took 1,000" in text
    assert (
        "steps, batch_size, peak, warmup = (1000, 16, " in (SOURCE / "04_gpt" / "04c_training.py").read_text()
    )
    assert own_parts.BATCH == 16, "as there"
    notes = " ".join((SOURCE / "11_llama" / "notes.md").read_text().split())
    assert "2.568 at 0.004; with SwiGLU it had 2.630 and 2.553" in notes
    assert "2.553 with the gate, 2.568 without" in text


def test_what_the_text_says_of_the_race() -> None:
    _, before = race.of_block("RMSNorm")
    _, gated = race.of_block("SwiGLU")
    brought = (before - gated)[-3:].mean().item()  # nats, at the largest size
    text = text_of("11c_race")
    assert f"{brought:.3f} {brought / math.log(2):.3f}" == "0.060 0.087" and ".060 nats, or .087 bits" in text
    steps = [run["steps"] for run in race.kept()["runs"]]
    assert (min(steps), max(steps)) == (465, 698) and "for 465 to 698 steps" in text


def test_the_table_gives_means_deviations_and_changes() -> None:
    rows = [
        {"version": name, "bits_per_byte": x} for name, x in (("a", 3.0), ("a", 3.2), ("b", 2.8), ("b", 2.9))
    ]
    lines = own_parts.table(rows).splitlines()
    assert lines[1].split() == ["a", "3.100", f"{statistics.stdev([3.0, 3.2]):.3f}"]
    assert lines[2].split() == ["b", "2.850", f"{statistics.stdev([2.8, 2.9]):.3f}", "-0.250"]
