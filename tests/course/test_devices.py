"""Where notebooks compute: a device that is not there is refused in one sentence, and one that is there is used."""

from __future__ import annotations

import ast
import contextlib
import runpy
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import apples_gpu
import device_runs
import elsewhere
import pytest
import torch
import torch.nn.functional as F
from torch import nn

from autograder.cli import main
from autograder.commands import solutions
from autograder.lesson.folder import ROOT, NotebookText, find_lessons
from utils import assets, devices
from utils.blocks.gpt import GPT, GPTConfig

NOTEBOOKS = {notebook.stem: notebook for lesson in find_lessons() for notebook in lesson.notebooks}
REFUSED = (
    r"^Nothing can be computed on device = 'cuda', because torch [^;]*; write device = \"auto\" or[^;]*\.$"
)
# Without the device here whole numbers are counted on the processor, and the spy takes what is counted for data.
EQUIVALENT = {
    "ids = torch.tensor(tokenizer.encode_ordinary(sample), device=where)",
    'prompt = tokenizer(beginning, return_tensors="pt").to(where)',
}
without_gpu = pytest.mark.skipif(torch.cuda.is_available(), reason="there is a GPU here")
each_notebook = pytest.mark.parametrize("stem", NOTEBOOKS)


# --- refusing ------------------------------------------------------------------------------------------------


@without_gpu
def test_what_is_there_is_chosen_and_what_is_not_is_refused() -> None:
    assert devices.choose("auto") == devices.choose("cpu") == "cpu"
    with pytest.raises(devices.DeviceError, match=REFUSED):
        devices.choose("cuda")
    with pytest.raises(
        devices.DeviceError, match="device = 'gpu', because torch says: Expected one of cpu, cuda"
    ):
        devices.choose("gpu")


def test_the_reason_for_refusing_a_gpu(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object, **__: object) -> None:
        raise RuntimeError("CUDA error: invalid device ordinal\nand more")

    monkeypatch.setattr(torch, "zeros", fails)
    monkeypatch.setattr(torch.version, "cuda", "13.0")
    for count, words in ((0, "no NVIDIA GPU that it can use"), (2, "there are 2 GPUs, counted from 0")):
        monkeypatch.setattr(torch.cuda, "is_available", lambda count=count: count > 0)
        monkeypatch.setattr(torch.cuda, "device_count", lambda count=count: count)
        with pytest.raises(devices.DeviceError, match=words) as error:
            devices.choose("cuda:7")
        assert "\n" not in str(error.value)
    monkeypatch.setattr(torch.version, "cuda", None)
    with pytest.raises(devices.DeviceError, match="is a build without CUDA"):
        devices.choose("cuda")


@pytest.mark.skipif(torch.backends.mps.is_available(), reason="there is an Apple GPU here")
def test_apples_gpu_is_refused_where_there_is_none() -> None:
    with pytest.raises(
        devices.DeviceError, match="'mps', because torch finds no Apple GPU that it can use"
    ) as error:
        devices.choose("mps")
    assert "\n" not in str(error.value)


def test_apples_gpu_is_taken_where_it_computes_what_the_cpu_does(monkeypatch: pytest.MonkeyPatch) -> None:
    """A stand-in: tensors that are sent there stay here, and one operation may give other numbers there."""
    to, there = torch.Tensor.to, []
    monkeypatch.setattr(torch, "zeros", lambda *_, **__: None)

    def send(tensor: torch.Tensor, place: str) -> torch.Tensor:
        there.append(place)
        return to(tensor, "cpu")

    monkeypatch.setattr(torch.Tensor, "to", send)
    assert devices.choose("mps") == "mps" and {"mps", "cpu"} <= set(there)
    attend = F.scaled_dot_product_attention

    def as_in_torch_2_11(q: torch.Tensor, *others: torch.Tensor, **more: bool) -> torch.Tensor:
        """Wrong for heads that a permute made, and for nothing else (pytorch issue 181133)."""
        wrong = there[-1] == "mps" and not q.is_contiguous()
        return attend(q.flip(0) if wrong else q, *others, **more)

    monkeypatch.setattr(F, "scaled_dot_product_attention", as_in_torch_2_11)
    with pytest.raises(devices.DeviceError, match="attention over several heads gives other numbers there"):
        devices.choose("mps")
    monkeypatch.setattr(F, "gelu", lambda x: x if there[-1] == "mps" else x.relu())
    with pytest.raises(devices.DeviceError, match="because gelu gives other numbers there than on the CPU"):
        devices.choose("mps")


@without_gpu
def test_solutions_are_refused_before_anything_runs(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(solutions, "run_lesson", lambda *_, **__: pytest.fail("a lesson is run"))
    assert main(["solutions", "00", "--device", "cuda"]) == 2
    told = capsys.readouterr()
    assert told.out == "" and told.err.count("\n") == 1
    assert told.err.startswith(
        "autograder solutions: Nothing can be computed on device = 'cuda', because torch"
    )


def test_solutions_say_where_they_ran(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    asked = []
    monkeypatch.setattr(solutions, "BUILD", tmp_path)
    monkeypatch.setattr(solutions, "run_lesson", lambda *given, **_: asked.append(given[2]) or [])
    solutions.run_lessons([next(iter(find_lessons(["00"])))], "auto", "small")
    assert asked == [devices.choose("auto")]


@each_notebook
def test_every_notebook_looks_for_its_device_first(stem: str) -> None:
    code = [cell for cell in NOTEBOOKS[stem].cells if cell.kind == "code"]
    place = next(place for place, cell in enumerate(code) if "parameters" in cell.tags)
    assert place == 1, "imports, parameters, and then the device"
    parameters, looks = code[1:3]
    assert looks.source.startswith("where = devices.choose(device)") and not looks.is_explored
    names: dict[str, object] = {"devices": devices}
    exec(parameters.source.replace('"auto"', '"nowhere"', 1), names)
    with pytest.raises(devices.DeviceError):
        exec(looks.source, names)


@pytest.mark.slow
@without_gpu
def test_papermill_stops_in_one_sentence(tmp_path: Path) -> None:
    import nbformat
    import papermill
    from papermill.exceptions import PapermillExecutionError

    from autograder.proof.classroom import reference_notebook

    text = NOTEBOOKS["00_welcome"]
    nbformat.write(reference_notebook(text), tmp_path / "in.ipynb")
    with pytest.raises(PapermillExecutionError, match="Nothing can be computed on device = 'cuda'"):
        papermill.execute_notebook(
            tmp_path / "in.ipynb",
            tmp_path / "out.ipynb",
            {"device": "cuda"},
            kernel_name="python3",
            progress_bar=False,
            cwd=text.path.parent,
        )
    cells = [c for c in nbformat.read(tmp_path / "out.ipynb", as_version=4).cells if c.cell_type == "code"]
    stopped = next(place for place, cell in enumerate(cells) if cell.source.startswith("where ="))
    (shown,) = [output for output in cells[stopped].outputs if output.output_type == "error"]
    assert len(shown.traceback) == 1 and shown.traceback[0].startswith("DeviceError: Nothing can be computed")
    assert not any(cell.outputs for cell in cells[stopped + 1 :]), "nothing was run after it"


# --- the device that needs no hardware -----------------------------------------------------------------------


@pytest.fixture
def spy() -> elsewhere.Spy:
    return elsewhere.Spy()


def test_a_model_trains_there_as_on_the_processor(spy: elsewhere.Spy) -> None:
    def losses(device: str) -> list[float]:
        torch.manual_seed(0)
        model = GPT(GPTConfig(20, 8, 12, 2, 2)).to(device)
        optimizer = torch.optim.AdamW(model.parameters(), lr=1e-2)
        ids = torch.randint(20, (4, 9)).to(device)
        found = []
        for _ in range(3):
            loss = F.cross_entropy(model(ids[:, :-1]).flatten(0, 1), ids[:, 1:].flatten())
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            found.append(loss.item())
        return [*found, *model.generate(ids[:1, :3], 4)[0].tolist()]

    with spy:
        there = losses(elsewhere.NAME)
    assert there == pytest.approx(losses("cpu"), rel=1e-5) and spy.left_behind == []


def test_devices_do_not_mix(spy: elsewhere.Spy) -> None:
    with spy:
        x, ids = torch.ones(2, 3, device=elsewhere.NAME), torch.tensor([0, 1], device=elsewhere.NAME)
        assert x.device == ids.device == torch.device(elsewhere.NAME)
        for mixed in (
            lambda: x + torch.ones(3),
            lambda: torch.ones(3, 2) @ x,
            lambda: torch.cat([x, torch.ones(1, 3)]),
            lambda: torch.ones(2)[ids],
            lambda: x.numpy(),
            lambda: nn.Linear(3, 2)(x),
        ):
            with pytest.raises((RuntimeError, TypeError)):
                mixed()
        assert (x + torch.tensor(1.0))[torch.tensor([1])].tolist() == [[2, 2, 2]], "as on a GPU"
        assert x.cpu().numpy().sum() == 6


@pytest.mark.parametrize(
    ("cell", "told"),
    [
        ("nn.Linear(3, 2)(torch.randn(4, 3))", "addmm"),
        ("nn.Embedding(9, 2)(torch.arange(3))", "embedding"),
        ("torch.linspace(0, 1, 9).exp()", "exp"),
        ("(torch.randn(5) * 2).to(where)", "mul"),
        ("torch.randn(5).to(where).cpu().exp()", None),  # what came back may be looked at
        ("torch.tensor([1.0, 2.0]).mean()", None),  # so may what was written down
        ("torch.cat([torch.randn(5), torch.zeros(2)]).to(where).exp()", None),
        ("nn.Linear(3, 2).to(where)(torch.randn(4, 3).to(where))", None),
        ("torch.bincount(torch.arange(9)) / 9", None),  # counting is no model's work
    ],
)
def test_what_is_computed_on_the_processor_is_written_down(
    spy: elsewhere.Spy, cell: str, told: str | None
) -> None:
    with spy:
        exec(compile(cell, "<cell 1>", "exec"), {"torch": torch, "nn": nn, "where": elsewhere.NAME})
    assert {name for name, *_ in spy.left_behind} == ({told} if told else set())


# --- the notebooks -------------------------------------------------------------------------------------------


def notebook(stem: str, request: pytest.FixtureRequest) -> NotebookText:
    """A notebook whose data are here, or may be fetched."""
    found = NOTEBOOKS[stem]
    needed = assets.mentioned_in("\n".join(cell.source for cell in found.cells))
    missing = [name for name in needed if not assets.cached(name)]
    if missing and not request.config.getoption("--everything"):
        pytest.skip(f"not fetched yet: {', '.join(missing)}; `autograder fetch` does it")
    return in_small(found)


def in_small(found: NotebookText) -> NotebookText:
    """A notebook with the sizes of its lesson's `smallest.py`, with as little to compute as the audit gives it."""
    path, cells = found.path.parent / "smallest.py", found.cells
    for old, new in runpy.run_path(str(path))["SMALLEST"].get(found.stem, []) if path.exists() else []:
        cells = [cell._replace(source=cell.source.replace(old, new)) for cell in cells]
    return replace(found, cells=cells)


@pytest.fixture(autouse=True)
def no_figures_left() -> contextlib.AbstractContextManager[None]:  # type: ignore[misc]
    yield  # type: ignore[misc]
    import matplotlib.pyplot as plt

    plt.close("all")


@pytest.mark.slow
@each_notebook
def test_a_notebook_computes_where_its_parameter_says(stem: str, request: pytest.FixtureRequest) -> None:
    """On a device that lacks what Apple's GPU lacks, so it can be that one or any other."""
    assert device_runs.run(notebook(stem, request), apples=True) == []


@pytest.mark.parametrize(
    ("error", "wrong"),
    [
        (TypeError, lambda: torch.ones(2, device=elsewhere.NAME).double()),
        (TypeError, lambda: torch.ones(2, dtype=torch.float64).to(elsewhere.NAME)),
        (TypeError, lambda: torch.linspace(0, 1, 5, dtype=torch.float64, device=elsewhere.NAME)),
        (TypeError, lambda: torch.ones(2, device=elsewhere.NAME).sum(dtype=torch.float64)),
        (NotImplementedError, lambda: torch.linalg.svdvals(torch.eye(3, device=elsewhere.NAME))),
        (NotImplementedError, lambda: torch.ones(3, device=elsewhere.NAME).mode()),
    ],
)
def test_what_apples_gpu_lacks_is_an_error(error: type[Exception], wrong: Callable[[], object]) -> None:
    with elsewhere.Spy():
        wrong()
    with elsewhere.Spy(apples=True):
        with pytest.raises(error, match="move it to the CPU"):
            wrong()
        assert torch.ones(2, device=elsewhere.NAME).cpu().double().tolist() == [1, 1]


def test_what_a_transformer_needs_is_in_torchs_list_for_apples_gpu() -> None:
    needed = "mm bmm addmm _softmax _log_softmax native_layer_norm gelu embedding sort topk gather cumsum where.self"
    assert not apples_gpu.missing() & set(needed.split())


def test_a_generator_draws_where_it_was_made() -> None:
    with elsewhere.Spy():
        there, here = torch.Generator(elsewhere.NAME), torch.Generator()
        assert torch.rand(3, generator=there, device=elsewhere.NAME).device == there.device
        assert torch.rand(3, generator=here).device == here.device
        with pytest.raises(RuntimeError, match="expected a 'cpu' generator"):
            torch.rand(3, generator=there)
        with pytest.raises(RuntimeError, match="expected a 'lazy' generator"):
            torch.multinomial(torch.ones(3, device=elsewhere.NAME), 1, generator=here)


# In these modules of utils the tensors are on the CPU already, or go to the generator's device, which is the CPU.
ALLOWED = {"capstone.py": 2, "sampling.py": 2, "recipes.py": 1}
# The same in cells, by notebook; the slow test runs them.
ON_THE_CPU = {
    "06a_choosing": {"(rank == 0).double()", "(rank < 10).double()"},
    "06d_judging": {"came.double()", "own_came.double()", "nats.double()"},
    "07a_encoder": {"train[0][train[0] > 4].bincount(minlength=V).double()"},
    "07b_finetuning": {
        "(predicted == actual).double()",
        "torch.tensor(train['label']).double()",
        "x.double()",
        "y.double()",
    },
    "07d_heads": {
        "right.double()",
        "right[new].double()",
        "right[~new].double()",
        "right[new & far].double()",
        "(j - i == 2)[new & far].double()",
        "(j - i == o)[new].double()",
        "((new > best) == labels['test'].bool()).double()",
        "((tried > cuts[:, None]) == labels['validation'].bool()).double()",
    },
    "09a_adapters": {"torch.linalg.svd(delta, full_matrices=False)"},
    "09b_four_bits": {"(sample.abs() < 0.5).double()"},
    "12a_prompts": {"(table.argmax(1) == is_).double()", "(places.cpu() == theirs).double()"},
    "12c_rewards": {"(k < 0).double()"},
}


def test_utils_compute_in_double_precision_on_the_cpu_alone() -> None:
    """Apple's GPU has no float64: a tensor leaves the device before it becomes double, in the utils of every lesson."""
    paths = sorted((ROOT / "utils").rglob("*.py"))
    found = {path.name: only_on_the_cpu(path.read_text(encoding="utf-8")) for path in paths}
    found = {name: calls for name, calls in found.items() if calls}
    assert {name: len(calls) for name, calls in found.items()} == ALLOWED, found


@each_notebook
def test_cells_compute_in_double_precision_on_the_cpu_alone(stem: str) -> None:
    """What the slow test sees when it runs a notebook, seen in its text: whatever isn't the student's or a check."""
    cells = [cell for cell in NOTEBOOKS[stem].cells if cell.kind == "code"]
    given = [cell.source for cell in cells if not (cell.is_answer or cell.is_check)]
    found = {call for source in given for call in only_on_the_cpu(source)}
    assert found == ON_THE_CPU.get(stem, set()), "other calls have to leave the device first, with .cpu()"


def only_on_the_cpu(source: str) -> list[str]:
    """Calls that Apple's GPU can't run, unless what they are called with comes from `.cpu()`."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
            continue
        name, text = node.func.attr, ast.unparse(node)
        asked = [*map(ast.unparse, node.args), *(ast.unparse(word.value) for word in node.keywords)]
        sent = name == "to" and "torch.float64" in asked and (len(asked) > 1 or not _is_cpu(node.func.value))
        made = "torch.float64" in asked and any(word.arg == "device" for word in node.keywords)
        made |= name == "to" and "torch.float64" in ast.unparse(node.func.value) and not sent
        doubled = name == "double" and not _is_cpu(node.func.value)
        factored = name.startswith(("svd", "eig")) and not (node.args and _is_cpu(node.args[0]))
        if sent or made or doubled or factored:
            found.append(text)
    return found


def _is_cpu(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "cpu"


@pytest.mark.slow
@each_notebook
def test_no_line_may_forget_the_device(stem: str, request: pytest.FixtureRequest) -> None:
    missed = device_runs.forgotten(notebook(stem, request))
    assert [line for line in missed if line.partition(": ")[2] not in EQUIVALENT] == []


def test_a_line_that_forgets_the_device_is_named(request: pytest.FixtureRequest) -> None:
    edit = ("    model = Affine(27, 27).to(where)\n", "    model = Affine(27, 27)\n")
    with pytest.raises(RuntimeError, match="on the same device") as error:
        device_runs.run(notebook("00_welcome", request), [edit])
    assert 'answered("Affine")' in error.value.__notes__[0]
    everything = [edit, (".to(where)", ""), (", device=where", "")]
    told = device_runs.run(notebook("00_welcome", request), everything)
    assert any(line.startswith("mm in cell") and "x @ self.weight.T" in line for line in told)


def test_one_thread_gives_the_others_back_after_an_error() -> None:
    before = torch.get_num_threads()
    torch.set_num_threads(2)
    try:
        with contextlib.suppress(ZeroDivisionError), devices.one_thread():
            assert torch.get_num_threads() == 1
            raise ZeroDivisionError
        assert torch.get_num_threads() == 2
    finally:
        torch.set_num_threads(before)
