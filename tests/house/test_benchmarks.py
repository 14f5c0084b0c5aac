"""The benchmarks count what they say they count."""

from __future__ import annotations

from pathlib import Path

import pytest
import tiny_lesson
import torch
from houses import House

from benchmarks import _checks_alone, _graded_course, generation, lessons
from utils.blocks import llama
from utils.blocks.gpt import GPTConfig


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> House:
    house = House(tmp_path)
    house.autograder("release", tiny_lesson.NAME)
    monkeypatch.setenv("AUTOGRADER_SECRET_FILE", house.environment["AUTOGRADER_SECRET_FILE"])
    return house


def test_the_checks_alone_give_what_the_judge_gives(house: House) -> None:
    """What benchmarks/grading.py takes the cost of grading from: all points, some, none."""
    answers = tiny_lesson.ANSWERS
    wrong = "def weighted_mean(x, w):\n    return x.mean(dim=-1)"
    alone = {"weighted_mean": answers["weighted_mean"]}
    students = {"ada": answers, "emmy": {"weighted_mean": wrong}, "grace": alone, "mary": {}}
    for student, given in students.items():
        house.classroom().answering(student, given).write(house.root / "submitted", tiny_lesson.NAME)
    found = _checks_alone.run(house.lesson, house.root / "submitted")
    points = {name: points for name, points in tiny_lesson.POINTS.items() if name in answers}
    assert found["scores"] == {
        "ada": sum(points.values()),
        "emmy": 0,
        "grace": points["weighted_mean"],
        "mary": 0,
    }
    assert found["seconds"] > 0


@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16])
def test_all_ways_of_writing_write_the_same(dtype: torch.dtype) -> None:
    """With a cache, without, and by transformers; `measure` itself refuses to time ways that differ in float32."""
    config = GPTConfig(vocab_size=50, context=32, d_model=16, n_heads=2, n_layers=2)
    rows = generation.measure(config, "cpu", dtype, (1, 3), 1, 1e9, lengths=(5, 6, 3))
    assert rows.keys() == {"batch 1", "batch 3"}
    for row in rows.values():
        assert set(row["same tokens as ours"].values()) == {1.0} or dtype == torch.bfloat16
        assert min(row["tokens/s"].values()) > 0 and len(row["tokens/s"]) == 4


def test_bytes_that_a_step_reads() -> None:
    """The tied embedding once, as the head; keys and values of each layer and text."""
    weights = 124_439_808 - 1024 * 768
    assert generation.bytes_per_step(generation.GPT2, 4, 1, 0) == 4 * weights
    assert generation.bytes_per_step(generation.GPT2, 2, 8, 100) == 2 * (weights + 8 * 2 * 12 * 768 * 100)


@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16])
def test_all_ways_of_writing_with_a_llama_write_the_same(dtype: torch.dtype) -> None:
    from transformers import LlamaConfig, LlamaForCausalLM

    torch.manual_seed(0)
    sizes = dict(
        hidden_size=16,
        intermediate_size=24,
        num_hidden_layers=2,
        num_attention_heads=4,
        num_key_value_heads=2,
    )
    model = LlamaForCausalLM(LlamaConfig(vocab_size=50, initializer_range=0.2, **sizes)).to(dtype).eval()
    prompts = torch.randint(50, (3, 5))
    rows = generation.measure_llama(model, prompts, (1, 3), 1, 1e9, n_new=6)
    assert rows.keys() == {"batch 1", "batch 3"}
    for row in rows.values():
        assert set(row["same tokens as ours"].values()) == {1.0} or dtype == torch.bfloat16
        assert min(row["tokens/s"].values()) > 0 and len(row["tokens/s"]) == 3
        assert row["ours, share of the floor"] == row["tokens/s"]["ours"] / row["floor, tokens/s"]


def test_ways_that_differ_are_not_timed() -> None:
    ways = {generation.OURS: lambda ids, n: ids, "transformers, static": lambda ids, n: ids + 1}
    ids = torch.zeros(1, 2, dtype=torch.int64)
    with pytest.raises(RuntimeError, match="do not write the same tokens, batch 1"):
        generation._compare(ways, ids, 2, 0, 1, 1.0, torch.float32)
    assert generation._compare(ways, ids, 2, 0, 1, 1.0, torch.bfloat16)["same tokens as ours"]["ours"] == 1


def test_bytes_that_a_step_of_a_llama_reads() -> None:
    sizes = dict(vocab_size=49_152, d_model=576, n_layers=30, n_heads=9, n_kv_heads=3, d_hidden=1536)
    tied, free = (llama.LlamaConfig(**sizes, tied=tied) for tied in (True, False))
    weights = 134_515_008
    assert generation.llama_bytes_per_step(tied, 4, 1, 0) == 4 * weights
    assert generation.llama_bytes_per_step(free, 4, 1, 0) == 4 * weights, "of the other table one row is read"
    assert generation.llama_bytes_per_step(tied, 2, 8, 100) == 2 * (weights + 8 * 2 * 30 * 3 * 64 * 100)


def test_the_faster_cache_is_the_peer() -> None:
    speeds = {"ours": 6.0, "transformers, dynamic": 2.0, "transformers, static": 3.0, "ours, no cache": 9.0}
    assert generation._ratios({"float32": {"batch 1": {"tokens/s": speeds}}}) == {"float32, batch 1": 2.0}


@pytest.mark.slow
def test_a_lesson_s_row_has_both_classes_and_the_floor(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """The tiny lesson, graded as every lesson is; the points say that both classes were what they are called."""
    monkeypatch.setattr(_graded_course, "SOURCE", house.root / "source")
    monkeypatch.setattr(lessons, "STUDENTS", 2)
    row = lessons.measured(tiny_lesson.NAME)
    assert row.keys() == {"all right", "half wrong"}
    for found in row.values():
        assert (
            found["seconds"] > 0 and found["checks_cpu_seconds"] > 0 and found["points_are_as_they_should_be"]
        )
