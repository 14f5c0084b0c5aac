"""Lesson 05, third sitting: every number that its text quotes, its oracles against one another, and its figures."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
import torch.nn.functional as F
from references import cells_of, reference, text_of

from autograder.authoring import load_exercises
from utils.blocks.gpt import GPT, GPTConfig
from utils.topics.kv_cache import window_figures as plots
from utils.topics.kv_cache import windows

LESSON = Path(__file__).parents[3] / "source" / "05_kv_cache"
GIB = 2**30


@pytest.fixture(scope="module")
def lesson() -> dict[str, Any]:
    """The names that the notebook's reference solution defines."""
    return reference("05c_windows")


@pytest.fixture(scope="module")
def exercises() -> dict[str, Any]:
    return load_exercises(LESSON)


def inputs_of(exercise: Any, case: int) -> dict[str, Any]:
    return exercise.inputs(np.random.default_rng(case), **exercise.cases[case])


def test_growing_by_copies() -> None:
    assert sum(range(1, 1001)) == pytest.approx(1000**2 / 2, rel=2e-3)


def test_the_example_by_hand() -> None:
    first = math.exp(-2) + 1
    second = math.exp(-2) * first + math.exp(-3) + 1
    third = second + math.exp(-1) + math.exp(-5)
    assert [round(x, 3) for x in (math.exp(-2), first, second, third)] == [0.135, 1.135, 1.203, 1.578]
    assert third == pytest.approx(sum(math.exp(s - 5) for s in (1, 3, 2, 5, 4, 0)))


def test_where_float32_ends() -> None:
    assert torch.tensor(88.0).exp().isfinite() and torch.tensor(89.0).exp().isinf()
    assert torch.tensor(-103.0).exp() > 0 and torch.tensor(-104.0).exp() == 0


def test_the_table_of_scores() -> None:
    assert 32 * GIB == 2 * 131_072**2


def test_how_far_a_stack_sees() -> None:
    reach = windows.reach
    for n_layers in range(1, 9):
        assert int(reach(n_layers, 4, 64)[-1].sum()) == n_layers * (4 - 1) + 1
    assert 32 * (4096 - 1) + 1 == 131_041
    assert 32 * 4096 == 131_072
    assert int(reach(8, 5, 64)[-1].sum()) == 8 * 4 + 1  # W + 1 positions a layer: L·W + 1
    assert 32 * 4096 + 1 == 131_073


def test_how_far_the_real_model_could_see_through_its_layers() -> None:
    assert 30 * (128 - 1) == 3810 and "3,810 positions back" in text_of("05c_windows")


def test_a_window_holds_itself_as_in_transformers() -> None:
    from transformers.masking_utils import sliding_window_causal_mask_function

    mask = sliding_window_causal_mask_function(4)
    for query in range(10):
        seen = [key for key in range(10) if mask(0, 0, torch.tensor(query), torch.tensor(key))]
        assert seen == list(range(max(0, query - 3), query + 1))


def test_caches_are_those_of_transformers(lesson: dict[str, Any]) -> None:
    """Rows of equal length: its dynamic cache; a window: its last W."""
    from transformers import DynamicCache

    theirs, static = DynamicCache(), lesson["StaticKVCache"](2, 3, 10, 4)
    ring = lesson["SlidingWindowCache"](2, 3, 4, 4)
    for T in (5, 1, 1):
        k, v = torch.randn(2, 2, 3, T, 4)
        keys, values = theirs.update(k, v, 0)
        mine = static.append(k, v, torch.tensor([T, T]))
        torch.testing.assert_close(mine[0], keys)
        torch.testing.assert_close(mine[1], values)
        last = ring.append(k, v)
        torch.testing.assert_close(last[0], keys[:, :, -4:])
        torch.testing.assert_close(last[1], values[:, :, -4:])


def test_blocks_are_attention_at_once(lesson: dict[str, Any], exercises: dict[str, Any]) -> None:
    exercise = exercises["online_softmax"]
    for case in range(len(exercise.cases)):
        inputs = inputs_of(exercise, case)
        q, k, v = (torch.as_tensor(inputs[name]) for name in "qkv")
        y = lesson["online_softmax"](q, lesson["one_by_one"](k, v, inputs["sizes"]))
        torch.testing.assert_close(y, F.scaled_dot_product_attention(q, k, v))


def held_at_each_request(lesson: dict[str, Any], answer: Any) -> list[int]:
    """Bytes that are alive whenever the answer asks for a block, for eight blocks of 24 keys."""
    q, k, v = torch.randn(1, 1, 2, 4), torch.randn(1, 1, 192, 4), torch.randn(1, 1, 192, 2)
    alive, held = lesson["Alive"](), []
    with alive:
        answer(q, lesson["one_by_one"](k, v, [24] * 8, lambda: held.append(alive.bytes())))
    return held


def test_memory_of_the_blocks_is_counted(lesson: dict[str, Any]) -> None:
    """Nothing grows in the solution; a list, a copy, a joined tensor and scores that are kept do."""

    def kept(part: Any) -> Any:
        return lambda q, blocks: [part(q, k, v) for k, v in blocks]

    def joined(q: torch.Tensor, blocks: Any) -> torch.Tensor:
        every = torch.zeros(1, 1, 0, 4)
        for k, _ in blocks:
            every = torch.cat([every, k], dim=2)
        return every

    held = held_at_each_request(lesson, lesson["online_softmax"])
    assert len(held) == 9 and held[2] == held[-1] > 0
    scores = 24 * 2 * 4
    for answer in (
        kept(lambda q, k, v: k),
        kept(lambda q, k, v: v.clone()),
        kept(lambda q, k, v: q @ k.mT),
        joined,
    ):
        held = held_at_each_request(lesson, answer)
        assert held[-1] - held[2] >= 6 * scores


def test_the_regimes_of_the_blocks(exercises: dict[str, Any]) -> None:
    """Scores beyond what float32's exponential holds, on both sides, and blocks far apart."""
    exercise = exercises["online_softmax"]
    for case, test in [
        (1, lambda s: s.min() > 89),
        (2, lambda s: s.max() < -104),
        (8, lambda s: s.max() < -1e4),
    ]:
        for seed in range(20):
            inputs = exercise.inputs(np.random.default_rng(seed), **exercise.cases[case])
            scores = inputs["q"] @ np.swapaxes(inputs["k"], -1, -2) / 2
            assert np.mean(test(scores)) == 1, (case, seed)


def test_the_written_question() -> None:
    token = 2 * 32 * 32 * 128 * 2
    assert token == 512 * 2**10
    assert token * 32_768 == 16 * GIB
    assert token * 32_768 // 4 == 4 * GIB
    assert token * 4096 == 2 * GIB


def test_what_a_query_sees() -> None:
    """The last positions and the first tokens, and never the future."""
    assert torch.equal(windows.visible(5, 5), torch.ones(5, 5).tril().bool())
    assert windows.visible(6, 2, sinks=1)[5].tolist() == [True, False, False, False, True, True]
    assert windows.visible(6, 2, sinks=3)[1].tolist() == [True, True, False, False, False, False]


def test_a_window_as_wide_as_the_text_changes_no_gpt() -> None:
    torch.manual_seed(0)
    gpt = GPT(GPTConfig(50, 12, 24, 3, 2)).eval()
    gpt.reset_parameters(std=0.3)
    ids = torch.randint(50, (3, 12))
    with torch.no_grad():
        scores = gpt(ids)[:, windows.FIRST_SCORED : -1]
    plain = F.cross_entropy(scores.flatten(0, 1), ids[:, windows.FIRST_SCORED + 1 :].flatten()).item()
    assert windows.gpt_loss(gpt, ids, 12) == pytest.approx(plain, abs=1e-5)
    assert abs(windows.gpt_loss(gpt, ids, 2) - plain) > 0.001


def test_the_second_reading_is_scored_apart_from_the_first() -> None:
    """A model that knows the next token of the first copy only: all its loss is in the second reading."""

    class Knows(torch.nn.Module):
        device = torch.device("cpu")

        def forward(self, ids: torch.Tensor, attention_mask: torch.Tensor) -> Any:
            scores = torch.zeros(1, ids.shape[1], 20)
            n = ids.shape[1] // 2
            scores[0, torch.arange(n - 1), ids[0, 1:n]] = 100.0
            return type("Output", (), {"logits": scores})

    first, second = windows.losses(Knows(), [list(range(10)), list(range(5, 15))], 4, 0)
    assert first == pytest.approx(0, abs=1e-6) and second == pytest.approx(math.log(20))


def test_figures_draw() -> None:
    import matplotlib.pyplot as plt

    plots.memory(torch.tensor([[1, 1, 2, 0], [1, 2, 0, 0]]), filled=3)
    plots.append_time([64, 128], {"a": [1.0, 2], "b": [0.5, 0.5]})
    plots.ring([([0.0, 0], [0]), ([0.0, 1], [0, 1]), ([2.0, 1], [1, 2])])
    plots.reach({"a": torch.eye(4).bool(), "b": torch.ones(4, 4).bool()})
    plots.window_loss([16, 64], {0: [(2.0, 1), (1, 1)], 4: [(1.0, 1), (1, 1)]}, 40)
    plots.score_memory([1024, 2048], 128)
    plots.running(torch.randn(10), [0.1, 0.2], 0.2, 5)
    assert len(plt.get_fignums()) >= 7
    plt.close("all")


def test_the_find_the_error_moment_is_there() -> None:
    prose = " ".join(cell.source for cell in cells_of("05c_windows") if cell.kind == "markdown")
    assert "find the error" in prose.lower()
