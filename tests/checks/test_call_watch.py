"""What is forbidden is seen where it happens, and nobody is blamed for what the check or a library calls."""

from __future__ import annotations

import builtins
import os
import subprocess
import sys
import textwrap
import threading
from collections.abc import Callable
from typing import Any

import commands
import pytest
import torch
import torch.nn.functional as F
from torch import nn

from autograder.checks.forbidden.call_watch import Watch
from autograder.checks.forbidden.counterparts import computation, computations, functions
from autograder.checks.forbidden.operators import operators
from autograder.lesson.folder import ROOT

X = torch.linspace(-2, 2, 12).reshape(3, 4)
NORM = ["nn.LayerNorm", "F.layer_norm"]


def seen(
    answer: str, forbid: list[str], check: str = "def probe(x):\n    return answer(x)", x: Any = X
) -> list[str]:
    """The forbidden names that an answer is found to use when its check calls it."""
    names: dict[str, Any] = {"torch": torch, "nn": nn, "F": F, "__name__": "__main__"}
    exec(compile(textwrap.dedent(answer), "<answer>", "exec"), names)
    exec(compile(textwrap.dedent(check), "<check>", "exec"), names)
    with Watch("answer", forbid, names["probe"]) as watch:
        names["probe"](x)
    assert watch.tampering == []
    return list(watch.used)


# --- names --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("forbidden", "others"),
    [
        ("nn.LayerNorm", ["layer_norm", "native_layer_norm"]),
        ("torch.softmax", ["softmax.int", "_softmax", "_safe_softmax", "special_softmax"]),
        ("F.scaled_dot_product_attention", ["_scaled_dot_product_flash_attention_for_cpu"]),
        ("F.cross_entropy", ["cross_entropy_loss"]),
        ("nn.NLLLoss", ["nll_loss_forward", "nll_loss2d"]),
        ("nn.BatchNorm1d", ["native_batch_norm", "_native_batch_norm_legit"]),
        (".unfold", ["unfold", "unfold_copy"]),
        ("torch.optim", ["_fused_adamw_", "_fused_sgd_"]),
        ("nn.MultiheadAttention", ["_native_multi_head_attention"]),
        ("nn.TransformerEncoderLayer", ["_transformer_encoder_layer_fwd"]),
        ("nn.Dropout", ["dropout", "native_dropout", "feature_dropout_"]),
    ],
)
def test_a_name_stands_for_all_operators_that_compute_it(forbidden: str, others: list[str]) -> None:
    found = {operator.name().removeprefix("aten::") for operator in operators(computations([forbidden]))}
    assert set(others) <= found
    assert not any("backward" in name for name in found)


@pytest.mark.parametrize(
    "shared", ["mm", "addmm", "matmul", "exp", "sum", "log_softmax", "gelu", "embedding"]
)
def test_shared_operators_are_nobodys(shared: str) -> None:
    forbidden = ["F.softmax", "nn.Linear", "nn.MultiheadAttention", "F.glu", "nn.Transformer", "utils.blocks"]
    assert computation(shared) not in computations(forbidden)


def test_functions_of_modules_and_classes() -> None:
    found = functions(["nn.Sequential", "numpy.lib.stride_tricks"])
    names = {function.__qualname__ for function in found}
    assert {"Sequential.forward", "sliding_window_view"} <= names and "Module.__call__" not in names


# --- found --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "answer",
    [
        "def answer(x):\n    return F.layer_norm(x, (4,))",
        "answer = nn.LayerNorm(4)",
        "def answer(x):\n    return torch.ops.aten.native_layer_norm(x, [4], None, None, 1e-5)[0]",
        "def answer(x):\n    with torch.inference_mode():\n        return torch.layer_norm(x, (4,))",
        "def answer(x):\n    return torch.func.vmap(lambda r: F.layer_norm(r, (4,)))(x)",
        "from functools import partial\nanswer = partial(F.layer_norm, normalized_shape=(4,))",
        "answer = lambda x, _f=F.layer_norm: _f(x, (4,))",
    ],
)
def test_found(answer: str) -> None:
    assert seen(answer, NORM)


def test_a_class_that_is_a_librarys() -> None:
    check = "def probe(x):\n    return answer(4)(x)"
    assert seen("answer = nn.LayerNorm", ["nn.LayerNorm"], check)
    assert seen("answer = nn.LayerNorm", ["F.layer_norm"], check)
    assert seen("class answer(nn.LayerNorm):\n    pass", ["nn.LayerNorm"], check)


def test_a_composite_operator() -> None:
    for spelling in (
        "F.linear(x, w)",
        "torch.ops.aten.linear(x, w)",
        "torch.func.vmap(lambda r: F.linear(r, w))(x)",
    ):
        assert seen(f"w = torch.ones(2, 4)\ndef answer(x):\n    return {spelling}", ["F.linear"]) == [
            "F.linear"
        ]


def test_a_thread_that_was_there_before() -> None:
    answer = """
    import queue, threading
    asked, told = queue.Queue(), queue.Queue()
    def work():
        told.put(F.gelu(asked.get()))
    threading.Thread(target=work, daemon=True).start()
    def answer(x):
        asked.put(x)
        return told.get()
    """
    assert seen(answer, ["F.gelu"]) == ["F.gelu"]


def test_a_kept_reference_to_a_finished_function() -> None:
    answer = "from utils.blocks.layers import activation as kept\ndef answer(x):\n    return kept('relu')(x)"
    assert seen(answer, ["utils.blocks"]) == ["utils.blocks"]


def test_past_the_dispatcher() -> None:
    answer = (
        "k = torch._C.DispatchKey.CPU\ndef answer(x):\n    return torch.ops.aten.gelu.default._op_dk(k, x)"
    )
    assert seen(answer, ["F.gelu"]) == ["F.gelu"]


# --- not blamed ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("answer", "forbid"),
    [
        ("def answer(x):\n    return x @ torch.ones(4, 2) + 1", ["nn.Linear", "F.linear"]),
        ("def answer(x):\n    return F.log_softmax(x, -1).exp()", ["torch.softmax", ".softmax"]),
        (
            "def answer(x):\n    e = x.exp()\n    return e / e.sum(-1, keepdim=True)",
            ["torch.softmax", ".softmax"],
        ),
        ("def answer(x):\n    return nn.GELU()(x)", [*NORM, "nn.Sequential"]),
    ],
)
def test_what_is_allowed(answer: str, forbid: list[str]) -> None:
    assert seen(answer, forbid) == []


def test_what_the_check_calls_for_itself() -> None:
    check = "def probe(x):\n    return answer(nn.LayerNorm(4)(F.layer_norm(x, (4,))))"
    assert seen("def answer(x):\n    return x + 1", NORM, check) == []
    assert seen("def answer(x):\n    return F.layer_norm(x, (4,))", NORM, check) != []


def test_what_the_check_hands_over() -> None:
    check = "def probe(x):\n    return answer(nn.LayerNorm(4), x)"
    assert seen("def answer(norm, x):\n    return norm(x)", NORM, check) == []
    assert seen("def answer(norm, x):\n    return type(norm)(4)(x)", NORM, check) != []


def test_a_checks_own_function_below_the_answer() -> None:
    check = "def probe(x):\n    return answer(x, lambda h: F.layer_norm(h, (4,)))"
    assert seen("def answer(x, f):\n    return f(x)", NORM, check) == []


# --- nothing is left behind ---------------------------------------------------------------------------------------


def test_everything_is_as_it_was() -> None:
    codes = [nn.LayerNorm.__init__.__code__, nn.LayerNorm.forward.__code__]
    seen("def answer(x):\n    return F.layer_norm(x, (4,))", NORM)
    assert codes == [nn.LayerNorm.__init__.__code__, nn.LayerNorm.forward.__code__]
    assert "redispatch" not in vars(torch.ops.aten.native_layer_norm.default)
    assert not hasattr(torch.ops.aten.native_layer_norm.default._op_dk, "original")


@pytest.mark.parametrize("function", [F.gelu, F.softmax, nn.Linear(4, 2), nn.LayerNorm(4), F.silu])
def test_values_and_gradients_are_the_same(function: Callable[..., torch.Tensor]) -> None:
    def run() -> list[torch.Tensor]:
        x = X.clone().requires_grad_()
        y = function(x, dim=-1) if function is F.softmax else function(x)
        y.square().sum().backward()
        assert x.grad is not None
        return [y.detach(), x.grad]

    plain = run()
    with Watch("answer", ["F.gelu", "F.softmax", "nn.Linear", "nn.LayerNorm", "F.silu"], run) as watch:
        heard = run()
    assert all(map(torch.equal, plain, heard)) and watch.used == {}


def test_an_error_passes_through_and_leaves_nothing() -> None:
    with pytest.raises(ZeroDivisionError):
        seen("def answer(x):\n    1 / 0", NORM)
    assert seen("def answer(x):\n    return x", NORM) == []
    assert threading.active_count() < 50 and builtins.__import__ is not None


# --- the guard, in a process of its own: there is no end to it -----------------------------------------------------

GUARDED = """
import sys, types
import torch
import torch.nn.functional as F
from autograder.checks.forbidden import tampering
from autograder.checks.forbidden.call_watch import Watch
tampering.start()
names = {"torch": torch, "F": F, "__name__": "__main__"}
exec(compile(sys.argv[1], "<answer>", "exec"), names)
exec(compile("def probe(x):\\n    return answer(x)", "<check>", "exec"), names)
with Watch("answer", ["F.silu", "utils.blocks"], names["probe"]) as watch:
    names["probe"](torch.ones(2))
print(list(watch.used), watch.tampering, tampering.take_odd())
"""
ANSWER = "\ndef answer(x):\n    return x * torch.sigmoid(x)"


def guarded(code: str, program: str = GUARDED) -> subprocess.CompletedProcess[str]:
    return commands.run([sys.executable, "-c", program, code], cwd=ROOT, env=os.environ, timeout=600)


@pytest.mark.parametrize(
    ("code", "told"),
    [
        (ANSWER, "[] [] []"),
        ("import scipy" + ANSWER, "[] [] []"),  # it is not used
        ("import torch.autograd.profiler, json, dataclasses" + ANSWER, "[] [] []"),
        ("import gc\ngc.get_objects()" + ANSWER, "searches all objects"),
        ("import ctypes\nctypes.pythonapi.Py_IncRef(ctypes.py_object(1))" + ANSWER, "uses ctypes"),
        ("import autograder.checks.forbidden.call_watch as w\nw.Watch.saw = lambda *a: 0" + ANSWER, "watch.Watch.saw"),
        ("import autograder.checks.notebook_api as c\nc._serve_judge = print" + ANSWER, "[] [] ['changes autograder"),
        ("F.silu.__code__ = (lambda *a: None).__code__" + ANSWER, "changes the code of torch.nn.functional.silu"),
        ("compile('1', torch.__file__, 'eval')" + ANSWER, "[] [] []"),  # as a traceback does to mark a place
        ("eval(compile('1', torch.__file__, 'eval'))" + ANSWER, "passes code off"),
        ("import utils.blocks.layers as m\nopen(m.__file__).read()" + ANSWER, "[] ['reads utils/blocks/layers.py'] ["),
        ("import utils.metrics as m\nopen(m.__file__).read()" + ANSWER, "[] [] ['reads utils/metrics.py']"),
        ("import os\ndef answer(x):\n    os.system('true')\n    return x", "starts another process"),
        ("f = torch.compile(F.silu, backend='eager')\ndef answer(x):\n    return f(x)", "torch.compile made"),
        ("f = torch.compile(F.silu, backend='eager')" + ANSWER, "[] [] []"),
        ("g = torch._C._ExcludeDispatchKeyGuard(torch._C.DispatchKeySet(torch._C.DispatchKey.BackendSelect))" + ANSWER,
         "calls torch._C._ExcludeDispatchKeyGuard"),
    ],
)  # fmt: skip
def test_the_guard_notes(code: str, told: str) -> None:
    done = guarded(code)
    assert told in done.stdout, done.stdout + done.stderr[-2000:]


@pytest.mark.parametrize(
    "code",
    [
        "import scipy\nscipy.special",
        "from transformers import pipeline",
        "import importlib\nimportlib.import_module('tiktoken')",
        "import pydoc\nassert pydoc.locate('peft.PeftModel') is not None",
        "import sys\nsys.modules['tiktoken']",
    ],
)
def test_libraries_are_out_of_reach(code: str) -> None:
    done = guarded(code, GUARDED.replace("tampering.start()", "import utils.tokenizers\ntampering.start()"))
    assert done.returncode != 0 and "Error" in done.stderr


def test_utils_may_still_use_them() -> None:
    code = "from utils import tokenizers\nassert tokenizers.tiktoken.Encoding" + ANSWER
    done = guarded(code)
    assert "[] [] []" in done.stdout, done.stderr[-2000:]
