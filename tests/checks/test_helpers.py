"""What check cells call besides the student's code says in one sentence what is wrong with it."""

from __future__ import annotations

import pytest
import torch
from torch import nn

from autograder.checks import backward, gradient_sizes, load_weights
from autograder.checks.helpers import NoGradient


def test_weights_are_copied_by_name_into_parameters_and_buffers() -> None:
    layer = nn.BatchNorm1d(2)
    weights = {"weight": torch.tensor([1.0, 2.0]), "running_mean": torch.tensor([3.0, 4.0])}
    assert load_weights(layer, weights) is layer
    assert (
        layer.weight.tolist() == [1, 2]
        and layer.running_mean.tolist() == [3, 4]
        and layer.bias.tolist() == [0, 0]
    )
    weights["weight"][0] = 9
    assert layer.weight.tolist() == [1, 2] and layer.weight.requires_grad


def test_nested_names() -> None:
    net = nn.Sequential(nn.Linear(2, 3), nn.Linear(3, 1))
    load_weights(net, {"1.bias": torch.tensor([5.0])})
    assert net[1].bias.item() == 5


def test_a_missing_parameter_is_named_with_what_is_there() -> None:
    with pytest.raises(ValueError, match=r"^Linear has no parameter w; it has weight, bias$"):
        load_weights(nn.Linear(2, 3), {"w": torch.zeros(3, 2)})
    with pytest.raises(ValueError, match=r"^ReLU has no parameter w; it has no parameters$"):
        load_weights(nn.ReLU(), {"w": torch.zeros(3, 2)})


def test_a_transposed_parameter_is_said_to_be_one() -> None:
    with pytest.raises(
        ValueError, match=r"^Linear.weight has shape \(3, 2\), which is its transpose; it should be \(2, 3\)$"
    ):
        load_weights(nn.Linear(2, 3), {"weight": torch.zeros(2, 3)})
    with pytest.raises(ValueError, match=r"^Linear.weight has shape \(3, 2\); it should be \(4, 5\)$"):
        load_weights(nn.Linear(2, 3), {"weight": torch.zeros(4, 5)})
    with pytest.raises(ValueError, match=r"^Linear.bias has shape \(3,\); it should be \(4,\)$"):
        load_weights(nn.Linear(2, 3), {"bias": torch.zeros(4)})


def test_nothing_is_copied_when_one_does_not_fit() -> None:
    layer = nn.Linear(2, 3)
    before = layer.bias.tolist()
    with pytest.raises(ValueError, match="no parameter"):
        load_weights(layer, {"bias": torch.ones(3), "other": torch.ones(1)})
    assert layer.bias.tolist() == before


def test_what_is_no_module() -> None:
    with pytest.raises(TypeError, match=r"^function is no nn.Module, so it has no parameters to load$"):
        load_weights(lambda x: x, {"weight": torch.zeros(1)})  # type: ignore[type-var]


def test_backward_fills_gradients() -> None:
    x = torch.ones(2, requires_grad=True)
    backward(3 * x, torch.tensor([1.0, 2.0]))
    assert x.grad is not None and x.grad.tolist() == [3, 6]


def test_backward_tells_what_is_in_the_way() -> None:
    x = torch.ones(2, requires_grad=True)
    with pytest.raises(NoGradient, match="cut off from the parameters"):  # a type of its own names the slip
        backward((3 * x).detach(), torch.ones(2))
    with pytest.raises(TypeError, match="the output is a list, not a tensor"):
        backward([x], torch.ones(2))  # type: ignore[arg-type]
    with pytest.raises(RuntimeError, match=r"the output has shape \(2,\); it should be \(3,\)"):
        backward(3 * x, torch.ones(3))


def test_a_cut_output_is_an_error_of_its_own_type() -> None:
    """Slips that raise are told apart by type and case: a cut must not look like two shapes that do not fit."""
    with pytest.raises(RuntimeError) as cut:
        backward(torch.ones(2), torch.ones(2))
    assert cut.type.__name__ == "NoGradient"


def test_sizes_of_gradients_tell_a_cut_from_a_gradient_of_zero() -> None:
    layer = torch.nn.Linear(2, 1)
    assert gradient_sizes(layer) == {"weight": None, "bias": None}
    backward(layer.weight @ torch.tensor([[3.0], [4.0]]) + 0 * layer.bias, torch.ones(1, 1))
    assert gradient_sizes(layer) == {"weight": 5.0, "bias": 0.0}
