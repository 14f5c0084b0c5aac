"""Lesson 05, second sitting: every number that its text quotes, its oracles against one another, and its figures."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from references import cells_of, reference, text_of

from autograder.authoring import load_exercises
from autograder.checks.forbidden import forbidden_uses
from utils.blocks import attention as finished
from utils.topics.kv_cache import grouped, rounding
from utils.topics.kv_cache import window_figures as plots

LESSON = Path(__file__).parents[3] / "source" / "05_kv_cache"
GIB = 2**30
MODELS = {  # D, L, H, key/value heads, d
    "GPT-2 small": (768, 12, 12, 12, 64),
    "OPT-13B": (5120, 40, 40, 40, 128),
    "8B": (4096, 32, 32, 8, 128),
    "70B": (8192, 80, 64, 8, 128),
    "405B": (16_384, 126, 128, 8, 128),
}


def size(lesson: dict[str, Any], name: str) -> Any:
    return lesson["Sizes"](*MODELS[name])


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


def test_what_sharing_saves() -> None:
    assert (2 + 2 / 4) / 4 == 0.625


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


@pytest.mark.parametrize("name", ["8B", "70B", "405B"])
def test_the_published_table(lesson: dict[str, Any], name: str) -> None:
    row = {"8B": (0.125, 1.95, 15.62), "70B": (0.313, 4.88, 39.06), "405B": (0.984, 15.38, 123.05)}[name]
    assert f"| {name} | {' | '.join(map(str, row))} |" in text_of("05b_smaller")
    factor = 2 if name == "405B" else 1
    for n, published in zip((1024, 16_000, 128_000), row, strict=True):
        assert factor * lesson["cache_bytes"](size(lesson, name), n) / 2**30 == pytest.approx(
            published, rel=4e-3
        )


def test_other_published_sizes(lesson: dict[str, Any]) -> None:
    assert lesson["cache_bytes"](size(lesson, "OPT-13B"), 1) == 800 * 1024
    assert lesson["cache_bytes"](size(lesson, "OPT-13B"), 2048) == pytest.approx(1.6 * 2**30, rel=0.03)
    assert lesson["cache_bytes"](size(lesson, "GPT-2 small"), 1) == 36_864
    assert lesson["cache_bytes"](size(lesson, "405B"), 128_000) / 2**30 == pytest.approx(61.5, abs=0.05)
    assert lesson["cache_bytes"](size(lesson, "405B"), 1) == 504 * 1024
    assert 405_853_388_800 / 12_853_473_280 > 30 and 128 // 8 == 16
    assert 64 * 2000 == 128_000
    for number in ("800 KB", "1.6 GB", "36,864", "61.5 GiB"):
        assert number in text_of("05b_smaller")


@pytest.mark.parametrize(("n", "name"), [(12_853_473_280, "OPT-13B"), (124_439_808, "GPT-2 small")])
def test_weights_that_the_cache_is_compared_with(n: int, name: str) -> None:
    from transformers import GPT2Config, GPT2LMHeadModel, OPTConfig, OPTForCausalLM

    D, L, H, _, _ = MODELS[name]
    with torch.device("meta"):
        if name == "OPT-13B":
            shape = dict(hidden_size=D, num_hidden_layers=L, num_attention_heads=H, word_embed_proj_dim=D)
            model = OPTForCausalLM(OPTConfig(**shape, ffn_dim=4 * D))
        else:
            model = GPT2LMHeadModel(GPT2Config())
    assert sum(p.numel() for p in model.parameters()) == n
    assert f"{n:_}" in (LESSON / "05b_smaller.py").read_text(encoding="utf-8")


def test_the_cache_of_a_real_model_has_as_many_bytes(lesson: dict[str, Any]) -> None:
    from transformers import DynamicCache, LlamaConfig, LlamaForCausalLM

    config = LlamaConfig(
        vocab_size=50, hidden_size=48, intermediate_size=64, num_hidden_layers=3, num_attention_heads=6,
        num_key_value_heads=2, head_dim=16,
    )  # fmt: skip
    cache = DynamicCache()
    LlamaForCausalLM(config)(torch.zeros(2, 11, dtype=torch.long), past_key_values=cache, use_cache=True)
    n_bytes = sum(layer.keys.nbytes + layer.values.nbytes for layer in cache.layers)
    assert n_bytes == lesson["cache_bytes"](lesson["Sizes"](48, 3, 6, 2, 16), 11, batch=2, bits=32)


def test_a_head_is_not_always_d_over_h() -> None:
    """Qwen3 0.6B as its library has it: 16 heads of width 128 at D = 1,024."""
    (slip,) = {s.slip for s in load_exercises(LESSON)["cache_bytes"].slips if "D/H" in s.slip.name}
    assert "D = 1,024 and 16 heads of width 128" in slip.why
    assert 16 * 128 != 1024


def test_the_opening_table() -> None:
    """A page of 500 tokens in SmolLM2: 30 layers, heads of width 64, and 9 or 3 of them."""
    whole, shared = (2 * 30 * heads * 64 * 2 * 500 / 2**20 for heads in (9, 3))
    assert (round(whole), round(shared)) == (33, 11)
    values, keys = 4 + 2 * 16 / 64, 4 + 2 * 16 / 500  # bits per number, scale and minimum included
    rounded = shared * (values + keys) / 2 / 16
    assert round(rounded) == 3 and whole / rounded > 10
    for row in ("33 MiB", "11 MiB", "3 MiB"):
        assert row in text_of("05b_smaller")


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


# --- what the notebook compares with -------------------------------------------------------------------------


def test_torch_and_llama_compute_the_lesson_s_attention(lesson: dict[str, Any]) -> None:
    torch.manual_seed(0)
    layer, x = lesson["GroupedQueryAttention"](24, 6, 2), torch.randn(2, 5, 24)
    with torch.no_grad():
        torch.testing.assert_close(grouped.by_torch(layer, x), layer(x))
        torch.testing.assert_close(grouped.by_llama(layer, x), layer(x))
        assert (grouped.by_llama(layer, x, tiled=True) - layer(x)).abs().max() > 0.01


def test_multiplications_of_a_projection() -> None:
    assert grouped.multiplications(torch.nn.Linear(8, 3, bias=False), torch.randn(2, 5, 8)) == 2 * 5 * 8 * 3


def test_rounding_reaches_the_cache_of_a_gpt_and_leaves_no_trace() -> None:
    """Nothing rounded gives the plain loss; keys of zero change it; the model is as before afterwards."""
    from utils.blocks.gpt import GPT, GPTConfig

    torch.manual_seed(0)
    gpt = GPT(GPTConfig(50, 16, 24, 3, 2)).eval()
    gpt.reset_parameters(std=0.3)
    ids, shapes = torch.randint(50, (4, 16)), []

    def noted(x: torch.Tensor, dim: int) -> torch.Tensor:
        shapes.append((tuple(x.shape), dim))
        return x

    plain = rounding.gpt_loss(gpt, ids)
    assert rounding.gpt_loss(gpt, ids, noted) == pytest.approx(plain, abs=1e-5)
    assert shapes == [((4, 3, 16, 8), -2), ((4, 3, 16, 8), -1)] * 2
    assert abs(rounding.gpt_loss(gpt, ids, lambda x, dim: x * 0) - plain) > 0.01
    assert rounding.gpt_loss(gpt, ids) == plain


def test_rounding_reaches_the_cache_of_transformers() -> None:
    from transformers import LlamaConfig, LlamaForCausalLM

    torch.manual_seed(0)
    sizes = dict(
        vocab_size=50, hidden_size=24, intermediate_size=32, num_hidden_layers=2, num_attention_heads=3
    )
    model = LlamaForCausalLM(LlamaConfig(**sizes, num_key_value_heads=1, initializer_range=0.3)).eval()
    texts, dims = [torch.randint(50, (1, 9)), torch.randint(50, (1, 7))], []
    plain = rounding.loss(model, texts)
    kept = rounding.loss(model, texts, lambda x, dim: (dims.append(dim), x)[1], key_dim=-2)
    assert kept == pytest.approx(plain, abs=1e-5) and dims == [-2, -1] * 4
    assert abs(rounding.loss(model, texts, lambda x, dim: x * 0) - plain) > 0.01


# --- what the figures show ----------------------------------------------------------------------------------


def test_figures_draw() -> None:
    import matplotlib.pyplot as plt

    plots.heads(8, [8, 2, 1])
    plots.bytes_read({(1, 8): 1e9, (16, 8): 16e9}, 16e9, 8192)
    plots.cache_by_context({"a": (2, 2, 4, 1024, None), "b": (2, 2, 4, 1024, 64)}, 80e9)
    plots.what_sharing_saves({8: {"a": 4.0, "b": 2.0}, 1: {"a": 4.0, "b": 1.0}})
    plots.cached_numbers(torch.randn(6, 4), torch.randn(6, 4))
    plots.rounded_cache([8, 2], {"a": [1.0, 2.0], "b": [1.0, 3.0]}, 1.0)
    assert len(plt.get_fignums()) >= 6
    plt.close("all")


def test_the_find_the_error_moments_are_there() -> None:
    prose = " ".join(cell.source for cell in cells() if cell.kind == "markdown")
    assert prose.lower().count("find the error") >= 2
