"""What crosses between processes comes back as it was, and bytes that are no message do no harm."""

from __future__ import annotations

import json
from collections import Counter, OrderedDict, namedtuple
from contextlib import suppress
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from safetensors.torch import save

from autograder.checks.expectations import Distribution, SameAs
from autograder.checks.values import (
    DTYPES,
    CannotCross,
    pack,
    pack_outcome,
    unpack,
    unpack_outcome,
)

# --- round trip ---------------------------------------------------------------------------------------------------

NUMBERS = st.integers(-(2**80), 2**80) | st.floats(allow_nan=False) | st.booleans() | st.none()
TEXT = st.text(st.characters(), max_size=20)  # every code point, lone surrogates and NUL among them
SHAPES = st.lists(st.integers(0, 3), max_size=3).map(tuple)
TENSORS = st.builds(
    lambda dtype, shape, seed: _tensor(dtype, shape, seed),
    st.sampled_from(sorted(DTYPES, key=str)),
    SHAPES,
    st.integers(0, 2**31),
)
ARRAYS = st.builds(
    lambda dtype, shape, seed: np.random.default_rng(seed).integers(0, 2, shape).astype(dtype),
    st.sampled_from(["float64", "float32", "float16", "int64", "int8", "uint8", "bool"]),
    SHAPES,
    st.integers(0, 2**31),
)
KEYS = st.recursive(
    st.integers() | TEXT | st.booleans() | st.binary(max_size=4),
    lambda keys: st.tuples(keys, keys),
    max_leaves=4,
)
VALUES = st.recursive(
    NUMBERS | TEXT | st.binary(max_size=20) | TENSORS | ARRAYS,
    lambda inner: (
        st.lists(inner, max_size=4) | st.tuples(inner, inner) | st.dictionaries(KEYS, inner, max_size=4)
    ),
    max_leaves=12,
)


def _tensor(dtype: torch.dtype, shape: tuple[int, ...], seed: int) -> torch.Tensor:
    generator = torch.Generator().manual_seed(seed)
    return (torch.randn(shape, generator=generator) * 3).abs().to(dtype)


def same(got: Any, sent: Any) -> bool:
    """Equal after the changes that crossing makes: tuples are lists, arrays are tensors, float arrays float32."""
    if isinstance(sent, np.ndarray):
        sent = torch.from_numpy(sent.astype(np.float32) if sent.dtype.kind == "f" else sent)
    if isinstance(sent, torch.Tensor):
        return isinstance(got, torch.Tensor) and got.dtype == sent.dtype and torch.equal(got, sent)
    if isinstance(sent, list | tuple):
        return isinstance(got, list) and len(got) == len(sent) and all(map(same, got, sent))
    if isinstance(sent, dict):
        return isinstance(got, dict) and list(got) == list(sent) and all(same(got[k], sent[k]) for k in sent)
    return type(got) is type(sent) and got == sent


@given(VALUES)
@settings(deadline=None, max_examples=150)
def test_a_value_comes_back_as_it_was(value: Any) -> None:
    assert same(unpack(pack(value)), value)


@given(st.lists(TENSORS, max_size=12))
@settings(deadline=None, max_examples=100)
def test_it_is_what_safetensors_writes(tensors: list[torch.Tensor]) -> None:
    """Recorded cases are compared with what an earlier build wrote, and other programs can read them."""
    blob = pack(tensors)
    header = json.loads(blob[8 : 8 + int.from_bytes(blob[:8], "little")])
    assert blob == save({str(i): tensor for i, tensor in enumerate(tensors)}, header["__metadata__"])


def test_views_cross_as_what_they_show() -> None:
    complex_pair = torch.view_as_complex(torch.randn(4, 2)).conj()
    for view in (complex_pair.imag, torch.randn(3, 1).expand(3, 4).t(), torch.arange(12).view(3, 4)[:, ::2]):
        assert torch.equal(unpack(pack(view)), view)


def test_not_a_number_and_infinity_cross_in_tensors_and_alone() -> None:
    back = unpack(
        pack([float("nan"), float("inf"), -float("inf"), torch.tensor([float("nan"), float("-inf")])])
    )
    assert back[0] != back[0] and back[1:3] == [float("inf"), -float("inf")]
    assert back[3].isnan().tolist() == [True, False] and back[3][1] == -float("inf")


def test_kinds_that_mean_the_same_become_the_same() -> None:
    pair = namedtuple("pair", "a b")
    assert unpack(pack(pair(1, 2))) == [1, 2]
    assert unpack(pack(Counter("aab"))) == {"a": 2, "b": 1}
    assert unpack(pack(OrderedDict(b=1, a=2))) == {"b": 1, "a": 2}
    assert unpack(pack(bytearray(b"\0\xff"))) == b"\0\xff"
    assert unpack(pack(np.str_("é"))) == "é"
    assert unpack(pack(torch.Size([2, 3]))) == [2, 3]
    assert unpack(pack(np.float64(0.1))).dtype == torch.float32


def test_keys_counted_with_numpy_or_torch_are_plain_numbers() -> None:
    ids = np.array([3, 3, 5])
    assert unpack(pack(dict(Counter(pairwise(ids))))) == {(3, 3): 1, (3, 5): 1}
    assert unpack(pack({torch.tensor(7): "x"})) == {7: "x"}


def test_a_parameter_crosses_without_its_gradient_and_without_sharing_memory() -> None:
    weight = torch.nn.Parameter(torch.ones(2, 2))
    back = unpack(pack({"weight": weight, "transposed": weight.T, "same": weight}))
    assert not back["weight"].requires_grad and back["transposed"].is_contiguous()
    back["weight"][0, 0] = 5
    assert back["same"][0, 0] == 1


def test_expectations_cross_only_where_we_wrote_them() -> None:
    blob = pack(
        {"draws": Distribution(np.array([1.0, 3.0])), "again": SameAs("draws"), "some": SameAs("draws", 50)}
    )
    trusted = unpack(blob, trusted=True)
    told = unpack(pack(Distribution(np.ones(2), words="drew letter {}")), trusted=True)
    assert told.words == "drew letter {}" and trusted["draws"].words == "drew index {}"
    assert trusted["draws"].p.tolist() == [0.25, 0.75] and trusted["again"] == SameAs("draws")
    assert trusted["some"] == SameAs("draws", first=50)
    with pytest.raises(CannotCross):
        unpack(blob)


@pytest.mark.parametrize(
    "value",
    [
        {1, 2},
        range(3),
        object(),
        (n for n in "ab"),
        1 + 2j,
        torch.tensor([1j]),
        torch.eye(2).to_sparse(),
        torch.zeros(2).to(torch.float8_e4m3fn),
        np.array(["a"]),
        np.array([1j]),
        torch.nn.Linear(1, 1),
        {frozenset([1]): 2},
        10**5000,
    ],
    ids=lambda value: type(value).__name__,
)
def test_what_a_check_cannot_compare_is_a_sentence(value: Any) -> None:
    with pytest.raises(CannotCross, match=r"^a check cannot compare"):
        pack(value)


def test_loops_and_depth_end() -> None:
    endless: list[Any] = []
    endless.append(endless)
    for value in (endless, {"a": endless}):
        with pytest.raises(CannotCross, match="nested too deeply"):
            pack(value)


def test_size_is_limited_both_ways() -> None:
    with pytest.raises(CannotCross, match="at most 1,000"):
        pack("x" * 2000, limit=1000)
    with pytest.raises(CannotCross, match="as large as"):
        pack(torch.zeros(1).expand(2**40))  # four terabytes, were it copied
    with pytest.raises(CannotCross, match="at most 10"):
        unpack(pack([1] * 20), limit=10)
    with pytest.raises(CannotCross, match="too many parts"):
        pack([0] * 1_000_001)


# --- bytes from a hostile process ---------------------------------------------------------------------------------


def forged(tree: Any, tensors: dict[str, torch.Tensor] | None = None) -> bytes:
    """A message that our own `pack` would not write."""
    return save(tensors or {}, {"tree": tree if isinstance(tree, str) else json.dumps(tree)})


@pytest.mark.parametrize(
    "blob",
    [
        b"",
        b"\0" * 7,
        b"\xff" * 200,
        pack([1, 2])[:-1],
        pack(torch.ones(3))[:-1],
        b"\x10" + b"\0" * 7 + b"{}" + b" " * 14,
        forged("[" * 100_000),
        forged("[" * 100_000 + "]" * 100_000),
        forged("1" * 10_000),
        forged([1]),
        forged({"$tensor": "0"}),
        forged({"$tensor": ["0"]}),
        forged({"$seq": 3}),
        forged({"$map": [[1]]}),
        forged({"$map": [[{"$map": []}, 1]]}),
        forged({"$map": [[{"$tensor": "0"}, 1]]}, {"0": torch.ones(2)}),
        forged({"$bytes": "zz"}),
        forged({"$bytes": 5}),
        forged({"$same": "draws"}),
        forged({"$distribution": [1, 2]}),
        forged({"$unknown": 1}),
        forged({}),
        forged({"$seq": [], "$map": []}),
        forged({"$tensor": "0"}, {"0": torch.ones(2).to(torch.float8_e5m2)}),
        forged({"$tensor": "0"}, {"0": torch.ones(2, dtype=torch.uint64)}),
        save({}, {"other": "1"}),
        save({}),
    ],
)
def test_hostile_bytes_are_refused_with_one_kind_of_error(blob: bytes) -> None:
    with pytest.raises(CannotCross):
        unpack(blob)


@given(st.binary(max_size=300))
@settings(deadline=None, max_examples=200)
def test_random_bytes_raise_nothing_else(blob: bytes) -> None:
    with pytest.raises(CannotCross):
        unpack(blob)


@given(VALUES, st.data())
@settings(deadline=None, max_examples=150)
def test_damaged_messages_raise_nothing_else(value: Any, data: st.DataObject) -> None:
    blob = bytearray(pack(value))
    for _ in range(data.draw(st.integers(1, 4))):
        blob[data.draw(st.integers(0, len(blob) - 1))] = data.draw(st.integers(0, 255))
    with suppress(CannotCross):
        unpack(bytes(blob))


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["$tensor", "$map", "$seq", "$bytes", "$distribution", "$same", "x"]),
            inner,
            max_size=2,
        )
    ),
    max_leaves=15,
)


@given(JSON)
@settings(deadline=None, max_examples=200)
def test_forged_trees_raise_nothing_else(tree: Any) -> None:
    with suppress(CannotCross):
        unpack(forged(tree, {"0": torch.ones(2)}))


def test_equal_tensors_are_stored_once_where_that_is_asked_for() -> None:
    one, other = torch.randn(50, 20), torch.tensor([True, False])
    value = {"a": one, "b": [one.clone(), one.reshape(20, 50)], "c": one.to(torch.float64), "d": other}
    value |= {"e": torch.tensor([1, 0], dtype=torch.uint8), "f": torch.tensor(3.0), "g": torch.zeros(0, 3)}
    short, long = pack(value, shared=True), pack(value)
    assert len(long) - len(short) > one.nbytes - 100
    for blob in (short, long):
        back = unpack(blob)
        assert torch.equal(back["a"], one) and torch.equal(back["b"][0], one)
        assert back["b"][1].shape == (20, 50) and back["c"].dtype == torch.float64
        assert back["d"].dtype == torch.bool and back["e"].tolist() == [1, 0]
        assert back["f"] == 3 and back["g"].shape == (0, 3)


def test_an_outcome_tells_an_array_from_a_tensor_and_inputs_do_not() -> None:
    array = np.arange(6, dtype=np.float32).reshape(2, 3)
    kept = unpack_outcome(pack_outcome({"values": {"y": array, "parts": [array, torch.ones(2)]}}))["values"]
    assert isinstance(kept["y"], np.ndarray) and np.array_equal(kept["y"], array)
    assert [type(part) for part in kept["parts"]] == [np.ndarray, torch.Tensor]
    assert isinstance(unpack(pack(array)), torch.Tensor)  # an author's inputs are tensors to a student
    assert unpack(pack_outcome(np.float64(0.5))) == 0.5  # a single number is a number


def test_an_array_that_numpy_does_not_have_does_not_cross() -> None:
    forged = pack(torch.ones(2, dtype=torch.bfloat16)).replace(b"$tensor", b"$array")
    length = int.from_bytes(forged[:8], "little") - 1
    with pytest.raises(CannotCross):
        unpack(length.to_bytes(8, "little") + forged[8:])
