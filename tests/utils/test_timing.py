"""The fastest of several rounds counts, the first call does not, and a GPU is waited for."""

from __future__ import annotations

import pytest
import torch

from utils import timing


class Clock:
    """Time that passes only where a call says so."""

    def __init__(self) -> None:
        self.now = 0.0

    def perf_counter(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    monkeypatch.setattr(timing, "time", made)
    return made


def test_the_first_call_and_slow_rounds_do_not_count(clock: Clock) -> None:
    costs = [100.0, 3.0, 3.0, 1.0, 3.0, 5.0, 5.0]  # the first, then three rounds of two

    def call() -> None:
        clock.now += costs.pop(0)

    assert timing.seconds(call, calls=2, rounds=3) == 2.0 and not costs


def test_a_timed_call_gives_its_value_and_is_made_once(clock: Clock) -> None:
    made = []

    def call() -> str:
        made.append(1)
        clock.now += 0.5
        return "value"

    assert timing.timed(call) == ("value", 0.5) and made == [1]


@pytest.mark.parametrize("wrong", [{"calls": 0}, {"rounds": 0}])
def test_nothing_to_measure_is_told(wrong: dict[str, int]) -> None:
    with pytest.raises(ValueError, match="At least one call in one round"):
        timing.seconds(lambda: None, **wrong)


@pytest.mark.parametrize("gpu", ["cuda", "mps"])
def test_the_clock_is_read_when_a_gpu_has_finished(
    clock: Clock, monkeypatch: pytest.MonkeyPatch, gpu: str
) -> None:
    def finish() -> None:
        clock.now += 2.0 * bool(begun)

    begun: list[int] = []
    monkeypatch.setattr(torch.cuda, "is_available", lambda: gpu == "cuda")
    monkeypatch.setattr(torch.cuda, "is_initialized", lambda: gpu == "cuda")
    monkeypatch.setattr(torch.backends.mps, "is_available", lambda: gpu == "mps")
    monkeypatch.setattr(getattr(torch, gpu), "synchronize", finish)
    assert timing.timed(lambda: begun.append(1))[1] == 2.0
