"""What the capstone's trials compare: each idea changes one thing, and results are kept and come again."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
import torch
from references import cells_of
from torch import nn

from utils import own_model
from utils.blocks.llama import Llama, LlamaConfig
from utils.topics.capstone import capstone, recipes, trials

IDS = torch.randint(0, 200, (4000,), generator=torch.Generator().manual_seed(1))
SOURCE = capstone.Text(None, IDS, IDS[:600], torch.ones(512, dtype=torch.int64))


def small(kind: type[Llama] = Llama) -> Llama:
    torch.manual_seed(0)
    return kind(LlamaConfig(capstone.VOCABULARY, 16, 2, 2, 2, 24, context=64))


def test_muon_moves_the_matrices_of_the_blocks_and_adamw_the_rest() -> None:
    model = small()
    optimizer = recipes.muon(model, 0.01, 0.1)
    assert isinstance(optimizer, recipes.Together)
    inside, *others = optimizer.param_groups
    matrices = {id(p) for name, p in model.named_parameters() if "blocks" in name and p.ndim == 2}
    assert {id(p) for p in inside["params"]} == matrices
    assert sum(len(g["params"]) for g in optimizer.param_groups) == len(list(model.parameters()))
    for parameter in model.parameters():
        parameter.grad = torch.ones_like(parameter)
    before = [p.detach().clone() for p in model.parameters()]
    for group in optimizer.param_groups:
        group["lr"] = 0.003  # as the loop does before each step
    optimizer.step()
    assert inside["lr"] == pytest.approx(0.003 * recipes.MUON_FACTOR) and all(
        g["lr"] == 0.003 for g in others
    )
    assert all(not torch.equal(old, new) for old, new in zip(before, model.parameters(), strict=True))
    optimizer.zero_grad()
    assert all(parameter.grad is None for parameter in model.parameters())


def test_without_positions_order_shows_only_in_the_mask() -> None:
    model, ids = small(recipes.NoPositions).eval(), torch.tensor([[3, 5, 7, 9]])
    swapped = ids[:, [1, 0, 2, 3]]
    one_block = nn.ModuleList(model.blocks[:1])
    model.blocks = one_block  # with one block the last token sees a set
    assert torch.allclose(model(ids)[:, -1], model(swapped)[:, -1], atol=1e-5)
    rotated = small().eval()
    rotated.blocks = nn.ModuleList(rotated.blocks[:1])
    assert not torch.allclose(rotated(ids)[:, -1], rotated(swapped)[:, -1], atol=1e-5)


def test_a_looped_model_is_its_blocks_in_a_row_twice() -> None:
    looped, plain, ids = small(recipes.Looped).eval(), small().eval(), IDS[None, :20]
    assert capstone.n_parameters(looped) == capstone.n_parameters(plain)
    plain.load_state_dict(looped.state_dict())
    plain.blocks = nn.ModuleList([*plain.blocks, *plain.blocks])
    assert torch.allclose(looped(ids), plain(ids), atol=1e-5)
    with pytest.raises(ValueError, match="no cache"):
        looped(ids, looped.new_cache())


def test_rounding_leaves_fifteen_values_in_a_group() -> None:
    model = recipes.rounded(small())
    for parameter in model.parameters():
        if parameter.ndim == 2:
            group = parameter[0, :32]
            assert len(group.unique()) <= 15
    gains = [p for p in small().parameters() if p.ndim == 1]
    assert all(
        torch.equal(a, b) for a, b in zip(gains, (p for p in model.parameters() if p.ndim == 1), strict=True)
    )


def test_token_vectors_of_another_tokenizer_start_the_table() -> None:
    own, model = own_model.load_own_model(quiet=True), small()
    before = model.tokens.weight.detach().clone()
    recipes.from_own_tokens(model, own.model, own.tokenizer)
    table = model.tokens.weight.detach()
    assert table.std() == pytest.approx(float(before.std()), rel=1e-3) and not torch.equal(table, before)
    encoding = capstone.tokenizer()
    # letters are tokens of both, and a projection onto the main directions keeps most of their distances
    letters = [encoding.encode_single_token(bytes([b])) for b in b"abcdefgh"]
    theirs = [own.tokenizer.encode_single_token(bytes([b])) for b in b"abcdefgh"]
    far = torch.cdist(
        own.model.tokens.weight[theirs].detach(), own.model.tokens.weight[theirs].detach()
    ).flatten()
    near = torch.cdist(table[letters], table[letters]).flatten()
    assert torch.corrcoef(torch.stack([far, near]))[0, 1] > 0.5


def test_results_are_kept_and_another_design_is_another_result(tmp_path: Path) -> None:
    path = tmp_path / "trials.json"
    trial = trials.Trials(SOURCE, share=1e-5, seeds=2, n=32, path=path)
    first = trial(small, batch_size=2)
    assert first.shape == (2,) and first.dtype == torch.float64
    kept = json.loads(path.read_text())
    assert list(kept.values()) == [first.tolist()]
    path.write_text(json.dumps({key: [1.5, 2.5] for key in kept}))
    again = trials.Trials(SOURCE, share=1e-5, seeds=2, n=32, path=path)
    assert again(small, batch_size=2).tolist() == [1.5, 2.5]
    other = again(small, batch_size=2, finish=recipes.rounded)
    assert other.tolist() != [1.5, 2.5] and len(json.loads(path.read_text())) == 2
    path.write_text('{"a": "b", "c": [1, "x"], "d": [1e9]}')
    assert again(small, batch_size=2).tolist() == first.tolist()


def test_the_notebook_has_the_ideas_of_the_record_with_the_same_baselines() -> None:
    (cell,) = [cell.source for cell in cells_of("13_capstone") if "ideas = {" in cell.source]
    shown = re.findall(r'"\w+ · ([^"]+)": \((\w+), ', cell)
    names = {"plain": "GPT", "modern": "modern"}
    assert {idea: names[before] for idea, before in shown} == {
        idea: before for idea, (before, _, _) in trials.ideas().items()
    }
    assert len(shown) >= 16


def test_recorded_savings_are_paired_over_three_seeds() -> None:
    found = trials.recorded()
    for idea, (saved, error) in found.saved.items():
        before = found.bits[trials.ideas()[idea][0]]
        after = found.bits[idea]
        assert len(before) == len(after) == trials.SEEDS
        assert saved == pytest.approx(sum(before) / 3 - sum(after) / 3) and error >= 0


def test_recorded_runs_can_stand_in_for_the_baseline() -> None:
    runs = trials.recorded_runs("GPT")
    assert runs.shape == (trials.SEEDS,) and float(runs.std()) < 0.05
    with pytest.raises(ValueError, match="'LSTM' was not recorded; these were: GPT, modern"):
        trials.recorded_runs("LSTM")


def test_every_idea_is_recorded() -> None:
    assert trials.recorded().saved.keys() == trials.ideas().keys()


BEGINNING = """
import torch
from torch import nn
from functools import partial
from utils.blocks.llama import Llama, LlamaConfig
scale = 1.0
def helper(x): return x * scale
class Part(nn.Module):
    def forward(self, x): return x
class Mine(Llama):
    strength = 1.0
    def __init__(self, config, times=1):
        super().__init__(config)
        self.part, self.times = Part(), times
    def features(self, ids, cache=None):
        return helper(self.part(super().features(ids)))
def llama(kind=Mine):
    return kind(LlamaConfig(512, 16, 1, 2, 2, 24, context=64))
def finish(model): return model
"""


def keys_after(tmp_path: Path, *edits: str) -> list[str | None]:
    """The key of the same trial after each cell was run again with an edit, as in a notebook."""
    names: dict[str, object] = {"__name__": "__main__"}
    trial, found = trials.Trials(SOURCE, path=tmp_path / "kept.json"), []
    for cell in (BEGINNING, *edits):
        exec(cell, names)
        build, finish = names["llama"], names["finish"]
        torch.manual_seed(0)
        found.append(trial._key(build, build(), {"lr": 1e-3, "finish": finish}))  # type: ignore[operator, arg-type]
    return found


@pytest.mark.parametrize(
    "edit",
    [
        "Mine.features = lambda self, ids, cache=None: 0 * Llama.features(self, ids)",
        BEGINNING.replace("return helper(self.part", "return 0 * helper(self.part"),
        BEGINNING.replace("def forward(self, x): return x", "def forward(self, x): return 0 * x"),
        "def helper(x): return 0 * x",
        "scale = 0.0",
        "Mine.strength = 2.0",
        "llama = partial(llama, partial(Mine, times=2))",
        "def finish(model): return model.half()",
        "Llama.own = lambda self: 1",  # what is put onto one of the course's classes
    ],
)
def test_edited_code_is_another_trial(edit: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where all names and the initial weights stay the same; a cell that only ran again is the same trial."""
    if edit.startswith("Llama.own"):
        monkeypatch.setattr(Llama, "own", None, raising=False)  # which takes it off again
    first, same, other = keys_after(tmp_path, BEGINNING, edit)
    assert first is not None and first == same and other not in (None, first)


def test_what_cannot_be_looked_into_is_run_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (_, key) = keys_after(
        tmp_path, "lock = __import__('threading').Lock()\ndef finish(model): lock.acquire(False)"
    )
    assert key is None and "uses lock, which can't be looked into" in capsys.readouterr().out


def test_the_fingerprint_is_the_same_in_a_fresh_python(tmp_path: Path) -> None:
    """Else nothing would be remembered after a restart."""
    code = f"{BEGINNING}\nfrom utils.topics.capstone import fingerprint, recipes\n"
    code += "m, how = llama(), {'finish': finish, 'optimizer': recipes.muon}\n"
    code += "print(fingerprint.of(llama, m, how, apart_from=list(m.parameters())))"
    found = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(found) == 1 and len(found.pop().strip()) == 16
