"""Checkpoints: what is written comes back, what does not fit is refused, GPT-2's format is GPT-2's."""

from __future__ import annotations

from pathlib import Path

import pytest
import torch
from torch import nn
from transformers import GPT2Config, GPT2LMHeadModel

from utils import checkpoints
from utils.blocks.gpt import GPT, GPTConfig

SIZES = GPTConfig(vocab_size=23, context=9, d_model=12, n_heads=3, n_layers=2)


def theirs(seed: int = 0, **changes) -> GPT2LMHeadModel:
    torch.manual_seed(seed)
    sizes = dict(vocab_size=23, n_positions=9, n_embd=12, n_head=3, n_layer=2) | changes
    # Weights ten times as large as usual: exact and tanh GELU, or a missing norm, would show.
    config = GPT2Config(**sizes, initializer_range=0.2, bos_token_id=None, eos_token_id=None)
    return GPT2LMHeadModel(config).eval()


def ids(seed: int = 1, batch: int = 3, length: int = 9, vocabulary: int = 23) -> torch.Tensor:
    return torch.randint(vocabulary, (batch, length), generator=torch.Generator().manual_seed(seed))


@pytest.mark.parametrize("sizes", [(23, 9, 12, 3, 2), (40, 16, 8, 1, 1), (31, 12, 20, 5, 4)])
def test_gpt2_gives_the_same_scores(sizes: tuple[int, ...]) -> None:
    V, context, D, H, L = sizes
    model = theirs(vocab_size=V, n_positions=context, n_embd=D, n_head=H, n_layer=L)
    mine = GPT(GPTConfig(V, context, D, H, L)).eval()
    checkpoints.load_gpt2(mine, model.state_dict())
    text = ids(length=context, vocabulary=V)
    with torch.no_grad():
        expected = model(text).logits
        assert expected.abs().max() > 1
        torch.testing.assert_close(mine(text), expected, atol=1e-4, rtol=1e-4)


def test_gpt2_from_a_folder_that_transformers_saved(tmp_path: Path) -> None:
    model = theirs()
    model.save_pretrained(tmp_path)
    mine = checkpoints.load_gpt2(GPT(SIZES).eval(), tmp_path)
    with torch.no_grad():
        torch.testing.assert_close(mine(ids()), model(ids()).logits, atol=1e-4, rtol=1e-4)


def test_gpt2_without_prefix_and_with_the_masks_of_old_files() -> None:
    model = theirs()
    tensors = {
        k.removeprefix("transformer."): v for k, v in model.state_dict().items() if k != "lm_head.weight"
    }
    tensors |= {f"h.{i}.attn.bias": torch.ones(1, 1, 9, 9).tril() for i in range(2)}
    mine = checkpoints.load_gpt2(GPT(SIZES).eval(), tensors)
    with torch.no_grad():
        torch.testing.assert_close(mine(ids()), model(ids()).logits, atol=1e-4, rtol=1e-4)


def test_gpt2_into_an_untied_model() -> None:
    model = theirs()
    mine = GPT(GPTConfig(23, 9, 12, 3, 2, tied=False)).eval()
    checkpoints.load_gpt2(mine, model.transformer.state_dict())
    with torch.no_grad():
        torch.testing.assert_close(mine(ids()), model(ids()).logits, atol=1e-4, rtol=1e-4)


def test_gpt2_written_by_us_is_read_by_transformers(tmp_path: Path) -> None:
    torch.manual_seed(3)
    mine = GPT(SIZES).eval()
    mine.reset_parameters(std=0.3)
    model = theirs()
    model.save_pretrained(tmp_path)  # for config.json
    checkpoints.save_gpt2(mine, tmp_path / "model.safetensors")
    again = GPT2LMHeadModel.from_pretrained(tmp_path).eval()
    with torch.no_grad():
        torch.testing.assert_close(again(ids()).logits, mine(ids()), atol=1e-4, rtol=1e-4)


def test_tied_weights_are_written_once_and_stay_tied(tmp_path: Path) -> None:
    class Tied(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.tokens = nn.Embedding(50, 4)
            self.head = nn.Linear(4, 50, bias=False)
            self.head.weight = self.tokens.weight

    model, path = Tied(), tmp_path / "tied.safetensors"
    checkpoints.save(path, model)
    assert path.stat().st_size < 2 * 50 * 4 * 4
    again = Tied()
    checkpoints.load(path, again)
    assert torch.equal(again.tokens.weight, model.tokens.weight)
    assert again.head.weight is again.tokens.weight


def test_weights_without_memory_are_told_apart() -> None:
    with torch.device("meta"):
        model = GPT(SIZES)
    assert len(checkpoints._once(model.state_dict(keep_vars=True))) == len(list(model.parameters()))


@pytest.mark.parametrize("fused", [True, False])
def test_an_optimiser_goes_on_bit_for_bit(tmp_path: Path, fused: bool) -> None:
    def steps(model: nn.Module, optimizer: torch.optim.Optimizer, n: int) -> None:
        for _ in range(n):
            optimizer.zero_grad()
            model(ids()).square().mean().backward()
            optimizer.step()

    def fresh() -> tuple[nn.Module, torch.optim.Optimizer]:
        torch.manual_seed(0)
        model = GPT(SIZES)
        return model, torch.optim.AdamW(model.parameters(), lr=1e-2, amsgrad=not fused, fused=fused)

    model, optimizer = fresh()
    steps(model, optimizer, 3)
    checkpoints.save(tmp_path / "half", model, optimizer, notes={"step": 3, "why": "a test"})
    steps(model, optimizer, 3)
    again, its_optimizer = fresh()
    _, notes = checkpoints.load(tmp_path / "half", again, its_optimizer)
    assert notes == {"step": 3, "why": "a test"}
    steps(again, its_optimizer, 3)
    assert all(torch.equal(a, b) for a, b in zip(model.parameters(), again.parameters()))


def test_what_does_not_fit_is_refused_in_one_sentence(tmp_path: Path) -> None:
    path = tmp_path / "small.safetensors"
    checkpoints.save(path, GPT(SIZES))
    before = GPT(GPTConfig(23, 9, 24, 3, 2))
    weights = {name: parameter.clone() for name, parameter in before.named_parameters()}
    with pytest.raises(checkpoints.CheckpointError, match=r"is \(12,\) in .*, and \(24,\) in the model"):
        checkpoints.load(path, before)
    assert all(torch.equal(weights[name], parameter) for name, parameter in before.named_parameters())
    with pytest.raises(checkpoints.CheckpointError, match="lacks"):
        checkpoints.load(path, GPT(GPTConfig(23, 9, 12, 3, 3)))
    with pytest.raises(checkpoints.CheckpointError, match="holds no state of an optimiser"):
        model = GPT(SIZES)
        checkpoints.load(path, model, torch.optim.AdamW(model.parameters()))
    with pytest.raises(checkpoints.CheckpointError, match="There is no file"):
        checkpoints.load(tmp_path / "nowhere", GPT(SIZES))
    (tmp_path / "torn").write_bytes(path.read_bytes()[:200])
    with pytest.raises(checkpoints.CheckpointError, match="no complete safetensors file"):
        checkpoints.load(tmp_path / "torn", GPT(SIZES))
    with pytest.raises(checkpoints.CheckpointError, match="is another model's file"):
        checkpoints.load_gpt2(GPT(SIZES), {"model.layers.0.self_attn.q_proj.weight": torch.zeros(2)})


def test_no_half_file_stays_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object, **__: object) -> None:
        raise OSError("no space left")

    monkeypatch.setattr(checkpoints, "save_file", fails)
    with pytest.raises(OSError, match="no space"):
        checkpoints.save(tmp_path / "run", GPT(SIZES))
    assert list(tmp_path.iterdir()) == []


def make(name: str, parameters: list[nn.Parameter]) -> torch.optim.Optimizer:
    """An optimiser whose state dict holds something that JSON does not know."""
    return {
        "AdamW": lambda: torch.optim.AdamW(parameters, lr=1e-2),
        "tensor lr": lambda: torch.optim.AdamW(parameters, lr=torch.tensor(1e-2), foreach=False),
        "LBFGS": lambda: torch.optim.LBFGS(parameters, lr=0.1, max_iter=3),
        "groups": lambda: torch.optim.SGD(
            [{"params": parameters[:1], "lr": 0.2}, {"params": parameters[1:], "layers": (1, [2, None])}],
            momentum=0.9,
        ),
        "ASGD": lambda: torch.optim.ASGD(parameters),
        "Rprop": lambda: torch.optim.Rprop(parameters, etas=(0.4, 1.3)),
        "Adafactor": lambda: torch.optim.Adafactor(parameters),
    }[name]()


def same(one: object, other: object) -> bool:
    """Equal values of equal types, all the way down."""
    if type(one) is not type(other):
        return False
    if isinstance(one, torch.Tensor) and isinstance(other, torch.Tensor):
        return one.dtype == other.dtype and torch.equal(one, other)
    if isinstance(one, dict) and isinstance(other, dict):
        return list(one) == list(other) and all(same(one[key], other[key]) for key in one)
    if isinstance(one, (list, tuple)) and isinstance(other, (list, tuple)):
        return len(one) == len(other) and all(map(same, one, other))
    return one == other


@pytest.mark.parametrize("name", "AdamW|tensor lr|LBFGS|groups|ASGD|Rprop|Adafactor".split("|"))
def test_an_optimiser_comes_back_as_it_was(tmp_path: Path, name: str) -> None:
    def step(model: nn.Module, optimizer: torch.optim.Optimizer) -> None:
        def loss() -> torch.Tensor:
            optimizer.zero_grad()
            loss = (model(torch.linspace(-1, 1, 12).view(4, 3)) - 1).square().mean()
            loss.backward()
            return loss

        for _ in range(3):
            optimizer.step(loss)

    def fresh() -> tuple[nn.Module, torch.optim.Optimizer]:
        torch.manual_seed(0)
        model = nn.Linear(3, 2)
        return model, make(name, list(model.parameters()))

    model, optimizer = fresh()
    step(model, optimizer)
    checkpoints.save(tmp_path / "run", model, optimizer)
    again, its_optimizer = fresh()
    checkpoints.load(tmp_path / "run", again, its_optimizer)
    assert same(its_optimizer.state_dict(), optimizer.state_dict())
    step(model, optimizer)
    step(again, its_optimizer)
    assert all(torch.equal(a, b) for a, b in zip(model.parameters(), again.parameters()))


def test_what_cannot_be_written_is_named(tmp_path: Path) -> None:
    model, path = nn.Linear(3, 2), tmp_path / "run"

    def refused(optimizer: object, words: str, **more: object) -> None:
        with pytest.raises(checkpoints.CheckpointError, match=words) as error:
            checkpoints.save(path, model, optimizer, **more)  # type: ignore[arg-type]
        assert "\n" not in str(error.value) and list(tmp_path.iterdir()) == []

    groups = [{"params": [model.weight]}, {"params": [model.bias], "schedule": print}]
    refused(torch.optim.SGD(groups, lr=0.1), r"param_groups\[1\]\['schedule'\] is a builtin_function")
    sparse = torch.optim.SGD([model.weight], lr=0.1)
    sparse.state[model.weight]["seen"] = torch.eye(3).to_sparse()
    refused(sparse, r"state\[0\]\['seen'\] is a torch.sparse_coo tensor")
    refused(object(), "object has no state_dict")
    refused(None, "The notes cannot be written .* not JSON serializable", notes={"why": {1, 2}})


def test_an_optimiser_of_another_form_changes_nothing(tmp_path: Path) -> None:
    model, path = nn.Linear(3, 2), tmp_path / "run"
    checkpoints.save(path, model, torch.optim.SGD(model.parameters(), lr=0.1))
    other = nn.Linear(3, 2)
    before = other.weight.clone()
    with pytest.raises(checkpoints.CheckpointError, match=r"different numbers of parameters \(2 and 1, 1\)"):
        checkpoints.load(path, other, torch.optim.SGD([{"params": p} for p in other.parameters()], lr=0.1))
    assert torch.equal(other.weight, before)
