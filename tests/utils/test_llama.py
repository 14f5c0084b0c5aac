"""The finished Llama against transformers' with copied weights, and against itself with and without a cache."""

from __future__ import annotations

from typing import Any

import pytest
import torch
from torch import Tensor

from utils.blocks import llama
from utils.blocks.llama import Llama, LlamaConfig
from utils.blocks.memory_order import for_writing

V = 40


def theirs(tied: bool = True, **changes: Any) -> Any:
    """A small random Llama of transformers in float64, with queries in groups of three and gains that are not 1."""
    from transformers import LlamaConfig, LlamaForCausalLM

    torch.manual_seed(0)
    sizes = dict(
        vocab_size=V, hidden_size=48, intermediate_size=56, num_hidden_layers=3, num_attention_heads=6,
        num_key_value_heads=2, max_position_embeddings=64, rms_norm_eps=1e-3, initializer_range=0.2,
        rope_parameters={"rope_type": "default", "rope_theta": 500.0}, tie_word_embeddings=tied,
    )  # fmt: skip
    model = LlamaForCausalLM(LlamaConfig(**(sizes | changes))).double().eval().requires_grad_(False)
    for name, parameter in model.named_parameters():
        if "norm" in name:
            parameter.uniform_(0.5, 1.5)
    return model


def drawn(B: int, T: int, seed: int = 0) -> Tensor:
    return torch.randint(V, (B, T), generator=torch.Generator().manual_seed(seed))


def close(ours: Tensor, expected: Tensor) -> None:
    # transformers takes cos and sin, and the norms' squares, in float32 whatever the model's type
    torch.testing.assert_close(ours, expected, rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize(
    "changes", [{}, {"tied": False}, {"num_key_value_heads": 6}, {"num_key_value_heads": 1}]
)
def test_scores_are_those_of_transformers(changes: dict[str, Any]) -> None:
    model = theirs(**changes)
    ours = llama.from_transformers(model)
    for ids in (drawn(2, 17), drawn(1, 1), drawn(1, 64)):
        close(ours(ids), model(ids).logits)
        close(ours(ids, last_only=True), model(ids).logits[:, -1:])
    assert sum(p.numel() for p in ours.parameters()) == sum(p.numel() for p in model.parameters())


def test_gradients_are_those_of_transformers() -> None:
    model = theirs().requires_grad_(True)
    ours = llama.from_transformers(model)
    ids, gradient = drawn(2, 9), torch.randn(2, 9, V, generator=torch.Generator().manual_seed(1)).double()
    model(ids).logits.backward(gradient)
    ours(ids).backward(gradient)
    layer, block = model.model.layers[1], ours.blocks[1]
    attention: Any = layer.self_attn
    fused = torch.cat(
        [attention.q_proj.weight.grad, attention.k_proj.weight.grad, attention.v_proj.weight.grad]
    )
    torch.testing.assert_close(block.attention.qkv_proj.weight.grad, fused, rtol=1e-4, atol=1e-4)
    torch.testing.assert_close(
        ours.tokens.weight.grad, model.model.embed_tokens.weight.grad, rtol=1e-4, atol=1e-4
    )


@pytest.mark.parametrize("sizes", [[1] * 20, [20], [7, 1, 12], [1, 18, 1], [3, 3, 14]])
def test_any_chunks_give_the_same(sizes: list[int]) -> None:
    ours = llama.from_transformers(theirs())
    ids = drawn(2, 20)
    cache = ours.new_cache()
    with torch.no_grad():
        chunks = [ours(part, cache) for part in ids.split(sizes, dim=1)]
        torch.testing.assert_close(torch.cat(chunks, dim=1), ours(ids))
    assert cache.length == 20


def test_the_cache_grows_past_its_room_and_ends_at_the_context() -> None:
    ours = llama.from_transformers(theirs())
    cache = llama.Cache(ours.config, room=2)
    ids = drawn(1, 64)
    with torch.no_grad():
        found = torch.cat([ours(part, cache) for part in ids.split(5, dim=1)], dim=1)
        torch.testing.assert_close(found, ours(ids))
        with pytest.raises(ValueError, match="65 tokens, and the context of this model ends at 64"):
            ours(ids[:, :1], cache)
        with pytest.raises(ValueError, match="70 tokens"):
            ours(drawn(1, 70))


def test_what_is_forgotten_leaves_no_trace() -> None:
    ours = llama.from_transformers(theirs())
    ids, other = drawn(1, 12), drawn(1, 12, seed=1)
    cache = ours.new_cache()
    with torch.no_grad():
        ours(torch.cat([ids[:, :8], other], dim=1), cache)
        cache.forget(8)
        torch.testing.assert_close(ours(ids[:, 8:], cache), ours(ids)[:, 8:])


def test_rows_of_different_length() -> None:
    """Padding at the start changes nothing, whatever stands in it."""
    ours = llama.from_transformers(theirs())
    lengths = [9, 4, 1]
    alone = [drawn(1, 15, seed=n) for n in lengths]
    for filler in (0, 7):
        padding = torch.tensor([9 - n for n in lengths])
        ids = torch.full((3, 15), filler)
        for row, (n, text) in enumerate(zip(lengths, alone)):
            ids[row, 9 - n :] = text[0, : n + 6]
        cache = ours.new_cache(padding)
        with torch.no_grad():
            found = torch.cat([ours(part, cache) for part in ids.split([9, 1, 5], dim=1)], dim=1)
        for row, (n, text) in enumerate(zip(lengths, alone)):
            torch.testing.assert_close(found[row, 9 - n :], ours(text[:, : n + 6])[0])
        written = ours.generate(ids[:, :9], 5, padding=padding)
        for row, (n, text) in enumerate(zip(lengths, alone)):
            assert torch.equal(written[row, 9:], ours.generate(text[:, :n], 5)[0, n:])


def test_greedy_text_is_that_of_transformers() -> None:
    model = theirs()
    ours = llama.from_transformers(model)
    ids = drawn(3, 6)
    expected = model.generate(ids, attention_mask=torch.ones_like(ids), max_new_tokens=20, do_sample=False,
                              eos_token_id=None, pad_token_id=0)  # fmt: skip
    assert torch.equal(ours.generate(ids, 20), expected)
    assert list(ours.write(ids[:1], 20)) == expected[0, 6:].tolist()


def test_writing_stops_at_a_stop_token_and_goes_on_with_the_cache() -> None:
    ours = llama.from_transformers(theirs())
    ids = drawn(1, 6)
    text = list(ours.write(ids, 20))
    stop = text[8]
    cache = ours.new_cache()
    first = list(ours.write(ids, 20, stop={stop}, cache=cache))
    assert first == text[: text.index(stop)] and stop not in first
    assert cache.length == 6 + len(first), "the whole text, without the stop token"
    again = list(ours.write(torch.tensor([[stop]]), 5, cache=cache))
    assert again == text[len(first) + 1 :][:5]
    with pytest.raises(ValueError, match="continues one text, and here are 2"):
        next(ours.write(drawn(2, 3), 1))


def test_draws_follow_the_scores_and_the_generator() -> None:
    ours = llama.from_transformers(theirs())
    ids = drawn(1, 6)
    rows = [ours.generate(ids, 8, torch.Generator().manual_seed(seed)) for seed in (1, 1, 2)]
    assert torch.equal(rows[0], rows[1]) and not torch.equal(rows[0], rows[2])
    many = ours.generate(ids.expand(4000, -1), 1, torch.Generator().manual_seed(0))[:, -1]
    p = ours(ids)[0, -1].softmax(-1)
    assert (many.bincount(minlength=V) / 4000 - p).abs().max() < 4 * (0.25 / 4000) ** 0.5


def test_the_order_in_memory_changes_nothing_but_the_time() -> None:
    ours, other = (llama.from_transformers(theirs(tied=False).float()) for _ in range(2))
    for_writing(other)
    ids = drawn(2, 7)
    torch.testing.assert_close(other(ids), ours(ids))
    assert torch.equal(other.generate(ids, 9), ours.generate(ids, 9))
    for a, b in zip(ours.parameters(), other.parameters()):
        assert torch.equal(a, b) and (b.ndim == 1 or b.T.is_contiguous())
    assert all(parameter.is_contiguous() for parameter in for_writing(other, n_texts=2).parameters())
    assert all(parameter.is_contiguous() for parameter in for_writing(other.bfloat16()).parameters())


def test_it_holds_one_store_for_each_group_of_queries() -> None:
    ours = llama.from_transformers(theirs())
    cache = ours.new_cache()
    with torch.no_grad():
        ours(drawn(2, 5), cache)
    assert [tuple(keys.shape) for keys in cache.keys] == [(2, 2, 64, 8)] * 3
    assert len(cache.values) == 3


def test_half_precision_is_no_worse_than_that_of_transformers() -> None:
    model = theirs()
    ids = drawn(4, 30)
    exact = model(ids).logits
    model = model.bfloat16()
    ours = llama.from_transformers(model)(ids)
    assert ours.dtype == torch.bfloat16
    off, their_off = ((found.double() - exact).abs().mean() for found in (ours, model(ids).logits))
    assert 0 < off < 1.2 * their_off


def test_a_fresh_model_learns() -> None:
    torch.manual_seed(0)
    model = Llama(LlamaConfig(V, d_model=32, n_layers=2, n_heads=4, n_kv_heads=2, d_hidden=48, context=16))
    ids = drawn(4, 17)
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-2)
    losses = []
    for _ in range(60):
        loss = torch.nn.functional.cross_entropy(model(ids[:, :-1]).flatten(0, 1), ids[:, 1:].flatten())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    assert abs(losses[0] - torch.tensor(float(V)).log().item()) < 0.3 and losses[-1] < 0.5


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"d_model": 50}, "width of 50 does not divide into 4 heads of pairs"),
        ({"d_model": 36}, "width of 36 does not divide into 4 heads of pairs"),
        ({"n_kv_heads": 3}, "3 key/value heads cannot serve 4 query heads"),
    ],
)
def test_sizes_that_do_not_fit(changes: dict[str, int], sentence: str) -> None:
    sizes = dict(vocab_size=V, d_model=32, n_layers=1, n_heads=4, n_kv_heads=2, d_hidden=8) | changes
    with pytest.raises(ValueError, match=sentence):
        LlamaConfig(**sizes)


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"attention_bias": True}, "attention_bias True"),
        (
            {"rope_parameters": {"rope_type": "linear", "rope_theta": 1e4, "factor": 2.0}},
            "rope_type 'linear'",
        ),
    ],
)
def test_a_model_of_another_kind_is_refused(changes: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError, match=f"plain RoPE and no biases.*{sentence}"):
        llama.from_transformers(theirs(**changes))


@pytest.mark.slow
@pytest.mark.network
def test_smollm2() -> None:
    from utils import smollm2

    model, tokenizer = smollm2.load()
    ours, _ = llama.from_smollm2()
    text = "RoPE turns each pair of features by an angle that grows with the position. " * 20
    ids = tokenizer(text, return_tensors="pt")["input_ids"]
    with torch.inference_mode():
        expected = model(ids).logits
        assert (ours(ids) - expected).abs().max() < 1e-4
        cache = ours.new_cache()
        cached = torch.cat([ours(part, cache) for part in ids.split(64, dim=1)], dim=1)
        assert (cached - expected).abs().max() < 1e-4
    chat = [{"role": "user", "content": "What is the capital of France?"}]
    ids = tokenizer.apply_chat_template(
        chat, add_generation_prompt=True, return_tensors="pt", return_dict=True
    )
    ids = ids["input_ids"]
    answer = list(ours.write(ids, 20, stop={tokenizer.eos_token_id}))
    assert tokenizer.decode(answer) == "The capital of France is Paris."
    theirs = model.generate(ids, attention_mask=torch.ones_like(ids), max_new_tokens=20, do_sample=False)
    assert theirs[0, ids.shape[1] :].tolist() == [*answer, tokenizer.eos_token_id]
