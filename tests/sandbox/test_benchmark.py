"""The two numbers that warm kernels are for."""

from __future__ import annotations

import pytest

pytestmark = pytest.mark.usefixtures("_level")


@pytest.mark.slow
def test_a_quarter_of_the_time_and_a_fifth_of_the_memory():
    from benchmarks import kernels

    found = kernels.run(rounds=3)
    assert found["ratio"] >= 4, found
    assert found["detail"]["memory ratio"] >= 5, found
