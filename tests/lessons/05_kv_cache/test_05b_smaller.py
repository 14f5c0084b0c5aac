"""Lesson 05, second sitting: every number that its text quotes, its oracles against one another, and its figures."""

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
from autograder.checks.forbidden import forbidden_uses
from utils.blocks import attention as finished
from utils.topics.kv_cache import window_figures as plots

LESSON = Path(__file__).parents[3] / "source" / "05_kv_cache"
GIB = 2**30


def cells() -> list[Any]:
    return cells_of("05b_smaller")


@pytest.fixture(scope="module")
def lesson() -> dict[str, Any]:
    """The names that the notebook's reference solution defines."""
    return reference("05b_smaller")


@pytest.fixture(scope="module")
def exercises() -> dict[str, Any]:
    return load_exercises(LESSON)


def explored(first: str) -> dict[str, Any]:
    """The names of the explore cell that begins with this line, its figure left undrawn."""
    (source,) = [cell.source for cell in cells() if cell.is_explored and cell.source.startswith(first)]
    kept = source.split("largest = plots.")[0]
    names: dict[str, Any] = {}
    exec(compile(kept, "05b", "exec"), names)
    return names


# --- numbers in the text ------------------------------------------------------------------------------------


def test_what_the_papers_of_grouped_queries_measured() -> None:
    assert pytest.approx(5.4, abs=0.05) == 1.51 / 0.28


def test_a_step_of_decoding() -> None:
    weights = 2 * (8_030_261_248 - 128_256 * 4096)  # the table of tokens is looked up
    cache = {kv: 2 * 32 * kv * 128 * 2 * 8192 * 16 for kv in (32, 8, 1)}
    assert cache[32] == 64 * GIB and cache[8] == 16 * GIB and cache[1] == 2 * GIB
    assert cache[32] / (2 * 8_030_261_248) > 4
    assert weights + cache[32] > 80e9 > weights + cache[8]
    assert pytest.approx(74.5, abs=0.05) == 80e9 / GIB
    assert (weights + cache[32]) / 3.35e12 == pytest.approx(25e-3, abs=0.5e-3)
    assert (weights + cache[8]) / 3.35e12 == pytest.approx(10e-3, abs=0.5e-3)


def test_published_sizes_are_those_of_transformers_and_of_lesson_04() -> None:
    from transformers import GPT2Config, LlamaConfig, MistralConfig

    models = explored("models = {")["models"]
    gpt2, llama, mistral = GPT2Config(), LlamaConfig(), MistralConfig()  # their defaults are these models
    assert models["GPT-2 small"] == (
        gpt2.n_layer,
        gpt2.n_head,
        gpt2.n_embd // gpt2.n_head,
        gpt2.n_positions,
        None,
    )
    seven = llama.num_hidden_layers, llama.num_attention_heads, llama.hidden_size // llama.num_attention_heads
    assert models["Llama 2 7B"][:3] == seven
    width = mistral.hidden_size // mistral.num_attention_heads
    assert models["Mistral 7B"][:3] == (mistral.num_hidden_layers, mistral.num_key_value_heads, width)
    assert models["Mistral 7B"][4] == mistral.sliding_window
    for name, (heads, d_model) in {
        "Llama 3.1 8B": (32, 4096),
        "Llama 3.1 70B": (64, 8192),
        "Llama 3.1 405B": (128, 16_384),
    }.items():
        assert models[name][2] == d_model // heads
        text = (LESSON.parent / "04_gpt" / "04b_costs.py").read_text(encoding="utf-8")
        (line,) = [line for line in text.splitlines() if f'"{name}": Config(' in line]
        assert f"n_kv_heads={models[name][1]}, n_layers={models[name][0]}" in line


def test_bytes_for_a_token() -> None:
    import matplotlib.pyplot as plt

    found = plots.cache_by_context(explored("models = {")["models"], gpu_bytes=80e9)
    plt.close("all")
    assert {name: per_token / 2**10 for name, (per_token, _) in found.items()} == {
        "GPT-2 small": 36,
        "SmolLM2 135M": 22.5,
        "Mistral 7B": 128,
        "Llama 2 7B": 512,
        "Llama 2 70B": 320,
        "Llama 3.1 8B": 128,
        "Llama 3.1 70B": 320,
        "Llama 3.1 405B": 504,
    }
    assert found["Mistral 7B"][1] == 0.5 * GIB
    assert found["Llama 3.1 405B"][1] == 63 * GIB


def test_the_written_question() -> None:
    token = 2 * 32 * 32 * 128 * 2
    assert token == 512 * 2**10
    assert token * 32_768 == 16 * GIB
    assert token * 32_768 // 4 == 4 * GIB
    assert token * 4096 == 2 * GIB


def test_what_sharing_saves() -> None:
    assert (2 + 2 / 4) / 4 == 0.625


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
    (source,) = [cell.source for cell in cells() if cell.source.startswith("def reach(")]
    names: dict[str, Any] = {"torch": torch, "where": "cpu", **vars(finished)}
    exec(source.split("\n\n\ninteractive.")[0], names)
    reach = names["reach"]
    for n_layers in range(1, 9):
        assert int(reach(n_layers, 4, 64)[-1].sum()) == n_layers * (4 - 1) + 1
    assert 32 * (4096 - 1) + 1 == 131_041
    assert 32 * 4096 == 131_072
    assert int(reach(8, 5, 64)[-1].sum()) == 8 * 4 + 1  # W + 1 positions a layer: L·W + 1
    assert 32 * 4096 + 1 == 131_073


def test_how_far_the_real_model_could_see_through_its_layers() -> None:
    assert 30 * (128 - 1) == 3810 and "3,810 positions back" in text_of("05b_smaller")


@pytest.mark.network
def test_the_sizes_of_smollm2_are_those_of_its_file() -> None:
    from transformers import AutoConfig

    from utils import assets

    gguf = Path(assets.path("smollm2"))
    config = AutoConfig.from_pretrained(str(gguf.parent), gguf_file=gguf.name)
    width = config.hidden_size // config.num_attention_heads
    assert (config.num_attention_heads, config.vocab_size) == (9, 49_152)
    sizes = config.num_hidden_layers, config.num_key_value_heads, width, config.max_position_embeddings, None
    assert explored("models = {")["models"]["SmolLM2 135M"] == sizes


def test_a_window_holds_itself_as_in_transformers() -> None:
    from transformers.masking_utils import sliding_window_causal_mask_function

    mask = sliding_window_causal_mask_function(4)
    for query in range(10):
        seen = [key for key in range(10) if mask(0, 0, torch.tensor(query), torch.tensor(key))]
        assert seen == list(range(max(0, query - 3), query + 1))


# --- oracles ------------------------------------------------------------------------------------------------


def inputs_of(exercise: Any, case: int) -> dict[str, Any]:
    return exercise.inputs(np.random.default_rng(case), **exercise.cases[case])


def test_repeat_kv_is_transformers_own(exercises: dict[str, Any]) -> None:
    from transformers.models.llama.modeling_llama import repeat_kv

    exercise = exercises["repeat_kv"]
    for case in range(len(exercise.cases)):
        inputs = inputs_of(exercise, case)
        x = torch.as_tensor(inputs["x"]).requires_grad_()
        y = repeat_kv(x, inputs["n"])
        y.backward(torch.as_tensor(inputs["gradient"]))
        found = exercise.oracle(**inputs)
        torch.testing.assert_close(y, torch.as_tensor(found["shared"]))
        torch.testing.assert_close(x.grad, torch.as_tensor(found["grad_x"]))


def test_grouped_attention_is_that_of_llama(exercises: dict[str, Any]) -> None:
    from transformers import LlamaConfig
    from transformers.models.llama.modeling_llama import LlamaAttention

    exercise = exercises["GroupedQueryAttention"]
    for case in range(len(exercise.cases)):
        inputs = inputs_of(exercise, case)
        D, H, H_kv = inputs["sizes"]
        config = LlamaConfig(
            hidden_size=D, num_attention_heads=H, num_key_value_heads=H_kv, attn_implementation="eager"
        )
        layer = LlamaAttention(config, layer_idx=0).double().eval()
        layer.load_state_dict(
            {k.replace("out_", "o_"): torch.as_tensor(v) for k, v in inputs["weights"].items()}
        )
        x = torch.as_tensor(inputs["x"])
        T = x.shape[1]
        future = torch.zeros(T, T).double().masked_fill(~finished.causal_mask(T), -torch.inf)[None, None]
        turn = torch.ones(1, T, D // H).double(), torch.zeros(1, T, D // H).double()
        y = layer(x, position_embeddings=turn, attention_mask=future)[0]
        expected = exercise.oracle(**inputs)["output"]
        torch.testing.assert_close(y, expected, atol=1e-5, rtol=1e-5)  # their softmax is in float32


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
        (7, lambda s: s.max() < -1e4),
    ]:
        for seed in range(20):
            inputs = exercise.inputs(np.random.default_rng(seed), **exercise.cases[case])
            scores = inputs["q"] @ np.swapaxes(inputs["k"], -1, -2) / 2
            assert np.mean(test(scores)) == 1, (case, seed)


def test_no_groups_is_the_layer_of_lesson_02(lesson: dict[str, Any]) -> None:
    torch.manual_seed(0)
    mine, theirs = lesson["GroupedQueryAttention"](12, 3, 3), finished.MultiHeadAttention(12, 3, bias=False)
    joined = torch.cat([mine.q_proj.weight, mine.k_proj.weight, mine.v_proj.weight])
    theirs.load_state_dict({"qkv_proj.weight": joined, "out_proj.weight": mine.out_proj.weight})
    x = torch.randn(2, 5, 12)
    torch.testing.assert_close(mine(x), theirs(x, is_causal=True))


def test_what_is_forbidden(exercises: dict[str, Any]) -> None:
    for name in ("GroupedQueryAttention", "online_softmax"):
        cell = "y = F.scaled_dot_product_attention(q, k, v, enable_gqa=True)"
        assert forbidden_uses(cell, exercises[name].forbid), name
    cell = "from transformers.models.llama.modeling_llama import repeat_kv as r\ny = r(x, 2)"
    assert forbidden_uses(cell, exercises["repeat_kv"].forbid)


# --- what the figures show ----------------------------------------------------------------------------------


def test_figures_draw() -> None:
    import matplotlib.pyplot as plt

    plots.heads(8, [8, 2, 1])
    plots.bytes_read({(1, 8): 1e9, (16, 8): 16e9}, 16e9, 8192)
    plots.cache_by_context({"a": (2, 2, 4, 1024, None), "b": (2, 2, 4, 1024, 64)}, 80e9)
    plots.what_sharing_saves({8: {"a": 4.0, "b": 2.0}, 1: {"a": 4.0, "b": 1.0}})
    plots.memory(torch.tensor([[1, 1, 2, 0], [1, 2, 0, 0]]), filled=3)
    plots.append_time({"a": [1.0, 2], "b": [0.5, 0.5]}, 10)
    plots.ring([([0.0, 0], [0]), ([0.0, 1], [0, 1]), ([2.0, 1], [1, 2])])
    plots.reach({"a": torch.eye(4).bool(), "b": torch.ones(4, 4).bool()})
    plots.window_loss([16, 64], {0: [(2.0, 1), (1, 1)], 4: [(1.0, 1), (1, 1)]}, 40)
    plots.score_memory([1024, 2048], 128)
    plots.running(torch.randn(10), [0.1, 0.2], 0.2, 5)
    assert len(plt.get_fignums()) >= 11
    plt.close("all")


def test_the_find_the_error_moments_are_there() -> None:
    prose = " ".join(cell.source for cell in cells() if cell.kind == "markdown")
    assert prose.lower().count("find the error") >= 2
