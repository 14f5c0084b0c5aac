"""A slip's words name PyTorch's stream; an answer that draws with NumPy is told of NumPy's."""

from __future__ import annotations

import pytest

from autograder.checks.random_streams import name_the_stream
from autograder.checks.scoring import Slip, Verdict


@pytest.mark.parametrize(
    ("cell", "stream"),
    [
        (
            "import numpy as np\ndef f(p, n):\n    return np.random.choice(len(p), n, p=p)",
            "NumPy's random numbers",
        ),
        (
            "import numpy\ndef f(p, n):\n    return numpy.random.default_rng().choice(n)",
            "NumPy's random numbers",
        ),
        ("def f(p, n):\n    return torch.multinomial(p, n)  # not np.random", "torch's global stream"),
        ("def f(:", "torch's global stream"),
    ],
)
def test_the_stream_has_its_own_name(cell: str, stream: str) -> None:
    slip = Slip("the generator is ignored", "They come from torch's global stream.", "Which argument?")
    verdict = Verdict("f", 0, 1, "wrong", slip=slip)
    name_the_stream(verdict, cell)
    assert verdict.slip is not None and verdict.slip.why == f"They come from {stream}."
    assert slip.why == "They come from torch's global stream."
