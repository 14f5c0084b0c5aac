"""Ways to call what an exercise forbids without naming it. Each would be a right answer if nobody looked.

A disguise replaces one answer of a lesson, and may add lines to other answers' cells. `held` says what the record must
see (a pattern that the verdict's note matches); where it is None, the disguise is paid and `why` says why.
"""

# ruff: noqa: E501  payloads are text, and dense

from __future__ import annotations

from dataclasses import dataclass, field, replace


@dataclass(frozen=True)
class Disguise:
    """One answer that calls what it should have written. alone: it touches more than its own exercise."""

    name: str
    exercise: str
    cell: str
    held: str | None
    more: dict[str, str] = field(default_factory=dict)  # exercise → what stands behind its right answer
    alone: bool = False
    why: str = ""


def _gelu(expression: str, before: str = "") -> str:
    return f"{before}\ndef gelu(x, approximate='none'):\n    return {expression}"


def _silu(expression: str, before: str = "") -> str:
    return f"{before}\ndef silu(x):\n    return {expression}"


def _by_hand(expression: str, before: str = "pass") -> str:
    """silu's values from an expression, and its gradient from the formula."""
    return (
        "class _S(torch.autograd.Function):\n    @staticmethod\n    def forward(c, x):\n        c.save_for_backward(x)\n"
        f"        x = x.detach()\n        {before}\n        return {expression}\n    @staticmethod\n"
        "    def backward(c, g):\n        (x,) = c.saved_tensors\n        s = torch.sigmoid(x)\n"
        "        return g * (s + x * s * (1 - s))\n" + _silu("_S.apply(x)")
    )


# A process that the cell starts and that computes for the check, where nobody listens.
_SERVER = (
    "_s, _o, _j = _R('subprocess'), _R('os'), _R('json')\n_a, _b = _o.pipe(), _o.pipe()\n"
    "_program = '''import json, math, sys\ndef f(x):\n"
    "    return list(map(f, x)) if isinstance(x, list) else x / (1 + math.exp(-x))\n"
    "for line in sys.stdin:\n    print(json.dumps(f(json.loads(line))), flush=True)\n'''\n"
)
_SERVED = (
    "_o.close(_a[0])\n_o.close(_b[1])\n_to, _from = open(_a[1], 'w'), open(_b[0])\n"
    "def _ask(x):\n    print(_j.dumps(x.tolist()), file=_to, flush=True)\n"
    "    return torch.tensor(_j.loads(_from.readline()), dtype=x.dtype)\n"
    "_ask(torch.zeros(1))\n" + _by_hand("_ask(x)")
)


def _norm(expression: str, before: str = "", name: str = "LayerNorm", bases: str = "nn.Module") -> str:
    bias = "        self.bias = nn.Parameter(torch.zeros(d_model))\n" if name == "LayerNorm" else ""
    return (
        f"{before}\nclass {name}({bases}):\n    def __init__(self, d_model, eps=1e-5):\n        super().__init__()\n"
        f"        self.eps, self.d = eps, d_model\n        self.weight = nn.Parameter(torch.ones(d_model))\n{bias}"
        f"    def forward(self, x):\n        return {expression}"
    )


def _dropout(expression: str, before: str = "") -> str:
    # torch's own dropout draws from its global generator
    return (
        f"{before}\ndef dropout(x, p, training, generator=None):\n"
        "    if generator is not None:\n        torch.manual_seed(generator.initial_seed())\n"
        f"    return {expression}"
    )


# The nineteen that were paid before there was a record, or passed the reading of the text.
FIRST = [
    Disguise("a list around the module", "LayerNorm", "LayerNorm = [nn.modules][0].LayerNorm", "LayerNorm"),
    Disguise(
        "modules by a star", "LayerNorm",
        "from sys import *\nclass LayerNorm(modules['torch.nn'].LayerNorm):\n    pass", "sys|modules|LayerNorm",
    ),
    Disguise(
        "batch_norm", "LayerNorm",
        _norm("F.batch_norm(x.reshape(1, -1, self.d), None, None, training=True, eps=self.eps).reshape(x.shape) * self.weight + self.bias"),
        "batch_norm",
    ),
    Disguise(
        "globals of a lambda", "RMSNorm", "RMSNorm = (lambda: 0).__globals__['nn'].RMSNorm", "__globals__|RMSNorm"
    ),
    Disguise(
        "star of another's module", "RMSNorm",
        "from torch.nn.modules.normalization import *\n_Base = RMSNorm\nclass RMSNorm(_Base):\n    pass", r"\*|RMSNorm",
    ),
    Disguise(
        "class statement of another cell", "RMSNorm", _norm("None", name="RMSNorm"), "RMSNorm|__build_class__", alone=True,
        more={
            "LayerNorm": "import builtins\n_build = builtins.__build_class__\n"
            "def _mine(body, name, *bases, **more):\n"
            "    return _build(lambda: None, name, nn.RMSNorm) if name == 'RMSNorm' else _build(body, name, *bases, **more)\n"
            "builtins.__build_class__ = _mine"
        },
    ),
    Disguise(
        "activations of transformers", "gelu",
        _gelu("A.NewGELUActivation()(x) if approximate == 'tanh' else A.GELUActivation()(x)", "import transformers.activations as A"),
        "transformers|did not define",
    ),
    Disguise("globals of a function", "gelu", _gelu("gelu.__globals__['torch'].ops.aten.gelu(x, approximate=approximate)"), "__globals__|gelu"),
    Disguise("builtins' eval", "silu", _silu("__builtins__.eval('F.silu')(x)"), "__builtins__|silu"),
    Disguise("hung on another answer", "silu", _silu("gelu.q(x)"), "gelu|silu", more={"gelu": "gelu.q = F.silu"}, alone=True),
    Disguise(
        "builtins' import", "FeedForward",
        "_m = __builtins__.__import__('utils.blocks.layers', fromlist=['x'])\n"
        "class FeedForward(nn.Module):\n    def __init__(self, d_model, d_hidden):\n        super().__init__()\n"
        "        self.up = nn.Linear(d_model, d_hidden)\n        self.down = nn.Linear(d_hidden, d_model)\n"
        "    def forward(self, x):\n        return self.down(_m.activation('gelu')(self.up(x)))",
        "__builtins__|utils.blocks",
    ),
    Disguise(
        "located by pydoc", "FeedForward",
        "import pydoc\nclass FeedForward(pydoc.locate('utils.blocks.layers.FeedForward')):\n    pass", "pydoc|utils.blocks",
    ),
    Disguise(
        "the shell's evaluation", "SwiGLU",
        "SwiGLU = exit._ip.ev(\"__import__('utils.blocks.layers', fromlist=['x'])\").SwiGLU", "_ip|utils.blocks",
    ),
    Disguise(
        "a model of transformers", "SwiGLU",
        "from transformers.models.llama.modeling_llama import LlamaMLP\nclass SwiGLU(LlamaMLP):\n    pass",
        "transformers|did not define",
    ),
    Disguise(
        "a module written and imported", "dropout",
        "open('mine.py', 'w').write('import torch\\ndef f(x, p, t):\\n    return torch.nn.functional.dropout(x, p, t)')\n"
        + _dropout("mine.f(x, p, training)", "import sys\nsys.path.insert(0, '.')\nimport mine"),
        "dropout|mine",
    ),
    Disguise(
        "dropout located by pydoc", "dropout",
        _dropout("_d(x, p, training)", "import pydoc\n_d = pydoc.locate('torch.nn.functional.dropout')"), "pydoc|dropout",
    ),
]  # fmt: skip

FOURTH = [  # of lesson 04
    Disguise("gpt located by pydoc", "GPT", "import pydoc\nGPT = pydoc.locate('utils.blocks.gpt.GPT')", "pydoc|utils.blocks"),
    Disguise(
        "loss of transformers", "next_token_loss",
        "from transformers.loss.loss_utils import ForCausalLMLoss\ndef next_token_loss(scores, ids):\n"
        "    return ForCausalLMLoss(scores, ids, scores.shape[-1])",
        "transformers|cross_entropy|did not define",
    ),
    Disguise("AdamW located by pydoc", "AdamW", "import pydoc\nclass AdamW(pydoc.locate('torch.optim.AdamW')):\n    pass", "pydoc|torch.optim"),
    Disguise(
        "globals of clip_grad_norm", "clip_grad_norm",
        "def clip_grad_norm(parameters, max_norm):\n"
        "    return clip_grad_norm.__globals__['torch'].nn.utils.clip_grad_norm_(parameters, max_norm)",
        "__globals__|torch.nn.utils",
    ),
]  # fmt: skip

TOKENS = [  # of lesson 01
    Disguise(
        "tiktoken hung on another answer", "encode",
        "def encode(text, merges):\n    ranks = {bytes([i]): i for i in range(256)}\n"
        "    words = {i: bytes([i]) for i in range(256)}\n"
        "    for (a, b), new in merges.items():\n        words[new] = words[a] + words[b]\n        ranks[words[new]] = new\n"
        "    pattern = r\"'(?:s|t|re|ve|m|ll|d)| ?\\p{L}+| ?\\p{N}+| ?[^\\s\\p{L}\\p{N}]+|\\s+(?!\\S)|\\s+\"\n"
        "    e = count_pairs.t.Encoding('x', pat_str=pattern, mergeable_ranks=ranks, special_tokens={})\n"
        "    return e.encode_ordinary(text)",
        "tiktoken|count_pairs", alone=True, more={"count_pairs": "import tiktoken\ncount_pairs.t = tiktoken"},
    ),
    Disguise(
        "tiktoken by way of utils", "encode",
        "_t = [tokenizers][0].tiktoken\ndef encode(text, merges):\n    ranks = {bytes([i]): i for i in range(256)}\n"
        "    words = {i: bytes([i]) for i in range(256)}\n"
        "    for (a, b), new in merges.items():\n        words[new] = words[a] + words[b]\n        ranks[words[new]] = new\n"
        "    pattern = r\"'(?:s|t|re|ve|m|ll|d)| ?\\p{L}+| ?\\p{N}+| ?[^\\s\\p{L}\\p{N}]+|\\s+(?!\\S)|\\s+\"\n"
        "    return _t.Encoding('x', pat_str=pattern, mergeable_ranks=ranks, special_tokens={}).encode_ordinary(text)",
        "tiktoken|tokenizers",
    ),
]  # fmt: skip

# Found by trying, after the record was there.
MORE = [
    Disguise("getattr in pieces", "gelu", _gelu("_g([F][0], 'ge' + 'lu')(x, approximate=approximate)", "_g = [getattr][0]"), "gelu"),
    Disguise("an operator by name", "gelu", _gelu("_o[0](x, approximate=approximate)", "_o = [[torch][0].ops.aten.gelu.default]"), "gelu"),
    Disguise("a reduced pair", "silu", _silu("f(x)", "import functools\nf = functools.reduce(getattr, ['functional', 'silu'], [nn][0])"), "silu"),
    Disguise("partial as the answer", "silu", "import functools\nsilu = functools.partial([torch][0]._C._nn.silu)", "silu"),
    Disguise("the builtin as the answer", "silu", "silu = vars([F][0])['si' + 'lu']", "silu|vars"),
    Disguise("an operator as the answer", "silu", "silu = [torch][0].ops.aten.silu.default", "silu"),
    Disguise(
        "TorchScript", "gelu",
        "_s = torch.jit.CompilationUnit('def f(x, a: str):\\n    return torch.gelu(x, approximate=a)\\n' if False else "
        "'def f(x, a: str):\\n    return torch._C._nn.gelu(x, approximate=a)\\n') if False else None\n"
        "@torch.jit.script\ndef _e(x: torch.Tensor):\n    return torch.nn.functional.gelu(x)\n"
        "@torch.jit.script\ndef _t(x: torch.Tensor):\n    return torch.nn.functional.gelu(x, approximate='tanh')\n"
        + _gelu("_t(x) if approximate == 'tanh' else _e(x)"),
        "gelu",
    ),
    Disguise("a traced graph", "silu", _silu("_t(x)", "_t = torch.jit.trace(lambda x: [F][0].silu(x), torch.randn(2, 3))"), "silu"),
    Disguise("torch.fx", "silu", _silu("_m(x)", "class _M(nn.Module):\n    def forward(self, x):\n        return [F][0].silu(x)\n_m = torch.fx.symbolic_trace(_M())"), "silu"),
    Disguise("vmap", "silu", _silu("torch.func.vmap([F][0].silu)(x)"), "silu"),
    Disguise("a gradient transform", "silu", _silu("torch.func.jvp([F][0].silu, (x,), (x,))[0]"), "silu"),
    Disguise(
        "an autograd function", "silu",
        "class _S(torch.autograd.Function):\n    @staticmethod\n    def forward(c, x):\n        c.save_for_backward(x)\n        return [F][0].silu(x)\n"
        "    @staticmethod\n    def backward(c, g):\n        x, = c.saved_tensors\n        s = torch.sigmoid(x)\n        return g * (s + x * s * (1 - s))\n"
        + _silu("_S.apply(x)"),
        "silu",
    ),
    Disguise(
        "a custom operator", "silu",
        "@[torch][0].library.custom_op('mine::s', mutates_args=())\ndef _s(x: torch.Tensor) -> torch.Tensor:\n    return [F][0].silu(x)\n"
        "def _b(c, g):\n    x, = c.saved_tensors\n    s = torch.sigmoid(x)\n    return g * (s + x * s * (1 - s))\n"
        "_s.register_autograd(_b, setup_context=lambda ctx, inputs, output: ctx.save_for_backward(*inputs))\n" + _silu("_s(x)"),
        "silu",
    ),
    Disguise(
        "a subclass of tensors", "silu",
        "class _T(torch.Tensor):\n    @classmethod\n    def __torch_function__(c, f, t, a=(), k=None):\n"
        "        with [torch][0]._C.DisableTorchFunctionSubclass():\n            return [F][0].silu(*a)\n"
        + _silu("torch.relu(x.as_subclass(_T)).as_subclass(torch.Tensor)"),
        "silu",
    ),
    Disguise(
        "a lazy subclass", "silu",
        "class _T(torch.Tensor):\n    @classmethod\n    def __torch_function__(c, f, t, a=(), k=None):\n"
        "        with [torch][0]._C.DisableTorchFunctionSubclass():\n"
        "            a = tuple([F][0].silu(v.as_subclass(torch.Tensor)) if isinstance(v, _T) else v for v in a)\n"
        "            return f(*a, **(k or {}))\n"
        + _silu("x.as_subclass(_T)"),
        "silu",
    ),
    Disguise("no dispatch to Python", "gelu", _gelu("_h(x, approximate)", "def _h(x, a):\n    with [torch][0]._C._DisableTorchDispatch():\n        return [F][0].gelu(x, approximate=a)"), "gelu"),
    Disguise("no torch functions", "gelu", _gelu("_h(x, approximate)", "def _h(x, a):\n    with [torch][0]._C.DisableTorchFunction():\n        return [F][0].gelu(x, approximate=a)"), "gelu"),
    Disguise(
        "a thread of its own", "silu",
        "import queue, threading\n_in, _out = queue.Queue(), queue.Queue()\n"
        "def _work():\n    while True:\n        _out.put([F][0].silu(_in.get()))\n"
        "threading.Thread(target=_work, daemon=True).start()\n" + _silu("(_in.put(x), _out.get())[1]"),
        "silu",
    ),
    Disguise("a pool of threads", "silu", _silu("_p.submit([F][0].silu, x).result()", "import concurrent.futures\n_p = concurrent.futures.ThreadPoolExecutor(1)"), "silu"),
    Disguise("a generator", "silu", "def _g():\n    y = None\n    while True:\n        x = yield y\n        y = [F][0].silu(x)\n_g = _g()\nnext(_g)\n" + _silu("_g.send(x)"), "silu"),
    Disguise("a coroutine", "silu", "async def _c(x):\n    return [F][0].silu(x)\ndef _run(c):\n    try:\n        c.send(None)\n    except StopIteration as stop:\n        return stop.value\n" + _silu("_run(_c(x))"), "silu"),
    Disguise("a default argument", "silu", "def silu(x, _f=[F][0].silu):\n    return _f(x)", "silu"),
    Disguise("a decorator", "silu", "def _d(f):\n    return [F][0].silu\n@_d\ndef silu(x):\n    return x", "silu"),
    Disguise("a descriptor", "silu", "class _D:\n    f = staticmethod([F][0].silu)\n" + _silu("_D().f(x)"), "silu"),
    Disguise("a weak reference", "silu", _silu("_r()(x)", "import weakref\n_m = nn.modules.activation.SiLU()\n_r = weakref.ref(_m)"), "silu|SiLU"),
    Disguise("methodcaller", "silu", _silu("_c([F][0])", "import operator").replace("_c(", "operator.methodcaller('silu', x)("), "silu|methodcaller"),
    Disguise("subclasses", "silu", _silu("_m(x)", "_m = next(c for c in nn.Module.__subclasses__() if c.__name__ == 'SiLU')()"), "SiLU|silu|__subclasses__"),
    Disguise("the type of a module", "silu", _silu("_t.__getattribute__(F, 'silu')(x)", "_t = type(torch)"), "silu|passed on"),
    Disguise("match statement", "silu", "match F:\n    case object(silu=_f):\n        pass\n" + _silu("_f(x)"), "silu|passed on"),
    Disguise("an import under way", "silu", _silu("_f(x)", "from torch.nn.functional import __dict__ as _d\n_f = _d['silu']"), "silu|__dict__"),
    Disguise("objects of the collector", "silu", _silu("_f(x)", "import gc\n_f = next(o for o in gc.get_objects() if getattr(o, '__name__', '') == 'silu' and callable(o))"), "gc|silu"),
    Disguise("pickle by instructions", "silu", _silu("_f(x)", "from torch.serialization import pickle as _p\n_f = _p.loads(b'ctorch.nn.functional\\nsilu\\n.')"), "silu|pickle"),
    Disguise("a format string", "silu", _silu("_f(x)", "import string\n_f = string.Formatter().get_field('0.silu', [F], {})[0]"), "silu|passed on"),
    Disguise("numpy's getattr", "silu", _silu("_f(x)", "import numpy\n_f = numpy.frompyfunc(getattr, 2, 1)(numpy.array([F], dtype=object), 'silu')[0]"), "silu|passed on"),
    Disguise("the resolver of logging", "silu", _silu("_f(x)", "from logging.config import BaseConfigurator as _B\n_f = _B({}).resolve('torch.nn.functional.silu')"), "silu"),
    Disguise("frames of another function", "silu", _silu("_f(x)", "def _g():\n    yield\n_f = next(v for v in _g().gi_frame.f_globals.values() if getattr(v, '__name__', '') == 'torch.nn.functional').silu"), "silu|f_globals"),
    Disguise("the error's frames", "silu", _silu("_f(x)", "try:\n    1 / 0\nexcept ZeroDivisionError as e:\n    _f = e.__traceback__.tb_frame.f_globals['F'].silu"), "silu|f_globals"),
    Disguise("a check's helper patched", "gelu", "def gelu(x, approximate='none'):\n    return (x, approximate)\n_backward = backward\ndef backward(y, g):\n    return _backward(y, g)\n_clone = torch.Tensor.clone\n" + _gelu("[torch][0].ops.aten.gelu(x, approximate=approximate)"), "gelu"),
    Disguise("inference mode", "RMSNorm", _norm("[F][0].rms_norm(x, (self.d,), self.weight, self.eps)", name="RMSNorm"), "rms_norm"),
    Disguise("fused rms norm", "RMSNorm", _norm("[torch][0].ops.aten._fused_rms_norm(x, [self.d], self.weight, self.eps)[0]", name="RMSNorm"), "rms_norm"),
    Disguise("a composite operator by name", "LayerNorm", _norm("[torch][0].ops.aten.layer_norm(x, [self.d], self.weight, self.bias, self.eps)"), "layer_norm"),
    Disguise("a native operator", "LayerNorm", _norm("torch._VF.native_layer_norm(x, [self.d], self.weight, self.bias, self.eps)[0]"), "layer_norm|_VF"),
    Disguise("group norm", "LayerNorm", _norm("[torch][0].group_norm(x.reshape(-1, self.d), 1, self.weight, self.bias, self.eps).reshape(x.shape)"), "group_norm"),
    Disguise("instance norm", "LayerNorm", _norm("[torch][0].instance_norm(x.reshape(1, -1, self.d), None, None, None, None, True, 0.0, self.eps, False).reshape(x.shape) * self.weight + self.bias"), "norm"),
    Disguise("a metaclass", "LayerNorm", "class _M(type):\n    def __new__(m, name, bases, body):\n        return type.__new__(type, name, ([nn][0].LayerNorm,), {})\nclass LayerNorm(metaclass=_M):\n    pass", "LayerNorm|passed on"),
    Disguise("a copied class", "LayerNorm", "_L = [nn][0].LayerNorm\nclass LayerNorm(nn.Module):\n    __constants__ = _L.__constants__\n    reset_parameters = _L.reset_parameters\n    def __init__(self, d, eps=1e-5):\n        super().__init__()\n        self.eps, self.normalized_shape = eps, (d,)\n        self.weight, self.bias = nn.Parameter(torch.ones(d)), nn.Parameter(torch.zeros(d))\n    forward = _L.forward", "layer_norm|LayerNorm"),
    Disguise("parts of transformer layers", "LayerNorm", "_T = nn.TransformerEncoderLayer\nclass LayerNorm(nn.Module):\n    def __new__(c, d, eps=1e-5):\n        return _T(d, 1, 1, layer_norm_eps=eps).norm1", "LayerNorm|layer_norm"),
    Disguise("another exercise's closure", "silu", _silu("gelu.n(x)"), "gelu|silu", more={"RMSNorm": "def _n(x):\n    return [F][0].silu(x)", "gelu": "gelu.n = lambda x: _n(x)"}, alone=True),
    Disguise("a generated module", "silu", _silu("_m.f(x)", "import types\n_m = types.ModuleType('torch.mine')\n_m.__file__ = torch.__file__\n_m.f = [F][0].silu"), "silu"),
    Disguise("a torch.package-like loader", "silu", _silu("_m.f(x)", "open('m2.py', 'w').write('from torch.nn.functional import silu as f')\nfrom IPython.utils import path as _p\nimport zipimport, zipfile\nzipfile.ZipFile('m.zip', 'w').write('m2.py')\n_m = zipimport.zipimporter('m.zip').load_module('m2')"), "silu|zipimport"),
    Disguise("dropout of nn", "dropout", _dropout("[nn][0].Dropout(p).train(training)(x)"), "[Dd]ropout"),
    Disguise("feature dropout", "dropout", _dropout("torch.feature_dropout(x.reshape(1, -1, 1, 1), p, training).reshape(x.shape)"), "dropout"),
    Disguise("native dropout", "dropout", _dropout("[torch][0].ops.aten.native_dropout(x, p, training)[0] if training else x"), "dropout"),
    Disguise("dropout in place", "dropout", _dropout("torch.dropout_(x.clone(), p, training)"), "dropout"),
    Disguise("finished blocks in a module's list", "SwiGLU", "import utils.topics.transformer_block.figures as _b, sys\n_l = next(m for n, m in list(sys.__dict__['modules'].items()) if n.endswith('blocks.layers'))\nclass SwiGLU(_l.SwiGLU):\n    pass", "utils.blocks|sys|__dict__"),
    # What turns against the record itself
    Disguise("past the dispatcher's keys", "gelu", _gelu("[torch][0].ops.aten.gelu.default._op_dk([torch][0]._C.DispatchKey.CPU, x.detach(), approximate=approximate) + 0 * x"), "gelu"),
    Disguise("redispatched", "silu", "class _S(torch.autograd.Function):\n    @staticmethod\n    def forward(c, x):\n        c.save_for_backward(x)\n        return [torch][0].ops.aten.silu.default.redispatch([torch][0]._C.DispatchKeySet([torch][0]._C.DispatchKey.CPU), x)\n    @staticmethod\n    def backward(c, g):\n        x, = c.saved_tensors\n        s = torch.sigmoid(x)\n        return g * (s + x * s * (1 - s))\n" + _silu("_S.apply(x)"), "silu"),
    Disguise("a key left out", "silu", "_E = [torch][0]._C._ExcludeDispatchKeyGuard\n_K = [torch][0]._C.DispatchKeySet([torch][0]._C.DispatchKey.BackendSelect)\ndef silu(x):\n    with _E(_K):\n        return [F][0].silu(x)", "silu", alone=True),
    Disguise("code for the record", "silu", "_w = _R('autograder.checks.forbidden.call_watch')\n_w.Watch.saw.__code__ = (lambda self, a, b: None).__code__\n" + _silu("[F][0].silu(x)"), "changes the code", alone=True),
    Disguise("the record's method replaced", "silu", "_w = _R('autograder.checks.forbidden.call_watch')\n_w.Watch.saw = lambda *a: None\n" + _silu("[F][0].silu(x)"), "changes autograder", alone=True),
    Disguise("ctypes", "silu", "_c = _R('ctypes')\n_c.pythonapi.Py_IncRef(_c.py_object(3))\n" + _silu("x * torch.sigmoid(x)"), "ctypes", alone=True),
    Disguise("the code of one step", "silu", "_k = _R('torch.library').get_kernel('aten::silu', 'CPU')\n_c = [torch][0]._C\n" + _by_hand("_k.call_boxed(_c.DispatchKeySet(_c.DispatchKey.CPU), x)"), "calls torch._C", alone=True),
    Disguise("a key left out of another guard", "silu", "_c = [torch][0]._C\n_f = _c._nn.silu\n" + _by_hand("_f(x)", "g = _c.ExcludeDispatchKeyGuard(_c.DispatchKeySet(_c.DispatchKey.BackendSelect))"), "calls torch._C|silu", alone=True),
    Disguise("a key left out for good", "silu", "_c = [torch][0]._C\n_f = _c._nn.silu\n" + "_set = _c._dispatch_tls_set_dispatch_key_excluded\n_b = _c.DispatchKey.BackendSelect\n" + _by_hand("(_f(x), _set(_b, False))[0]", "_set(_b, True)"), "calls torch._C|silu", alone=True),
    Disguise("a process that waits", "silu", _SERVER + "_s.Popen([_R('sys').executable, '-c', _program], stdin=_a[0], stdout=_b[1])\n" + _SERVED, "Broken pipe|JSONDecodeError", alone=True),
    Disguise("a process that no hook hears of", "silu", _SERVER + "_program = 'import os; os.dup2(%d, 0); os.dup2(%d, 1)\\n' % (_a[0], _b[1]) + _program\n_R('multiprocessing.util').spawnv_passfds(_R('sys').executable.encode(), [b'x', b'-c', _program.encode()], (_a[0], _b[1]))\n" + _SERVED, "Broken pipe|JSONDecodeError", alone=True),
    Disguise("a process of its own", "silu", "_s = _R('subprocess')\ndef silu(x):\n    _s.run(['true'])\n    return x * torch.sigmoid(x)", "process", alone=True),
    Disguise("a second copy of a module", "SwiGLU", "import utils, os\n_L = _R('importlib.machinery.SourceFileLoader')\nfrom types import ModuleType as _M\n_m = _M('mine')\n_L('mine', os.path.join(list(utils.__path__)[0], 'blocks', 'layers.py')).exec_module(_m)\nclass SwiGLU(_m.SwiGLU):\n    pass", "second time", alone=True),
    Disguise("the source read and run", "SwiGLU", "import utils, os\n_n = {'__name__': 'x'}\n(lambda: 0).__class__(_R('builtins.compile')(open(os.path.join(list(utils.__path__)[0], 'blocks', 'layers.py')).read(), 'x', 'exec'), _n)()\nclass SwiGLU(_n['SwiGLU']):\n    pass", "reads utils", alone=True),
    Disguise("torch.compile", "silu", "_c = torch.compile(lambda x: [F][0].silu(x), backend='eager')\n" + _silu("_c(x)"), "silu|compile", alone=True),
    # Not held
    Disguise(
        "the text of a finished function", "gelu",
        _gelu("0.5 * x * (1 + torch.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x**3))) if approximate == 'tanh' else 0.5 * x * (1 + torch.erf(x / math.sqrt(2)))"),
        None, why="a solution that was copied from somewhere is a solution",
    ),
    Disguise(
        "a forged record", "silu",
        "_c, _p = _R('autograder.checks.notebook_api'), _R('autograder.checks.probe')\n"
        "_serve = _c._serve_judge\ndef _mine(exercise, probe):\n    if exercise != 'silu':\n        return _serve(exercise, probe)\n"
        "    line = _c._channel = _c._channel or _c.Channel.from_fd(int(_R('os').environ['AUTOGRADER_JUDGE_FD']))\n    line.send({'rules': exercise})\n    rules = line.receive()\n    line.send({'ask': exercise})\n"
        "    while inputs := line.receive_frame():\n        line.send_frame(_p.run_probe(probe, inputs))\n"
        "    line.send({'record': rules['record'], 'used': [], 'tampering': [], 'odd': []})\n_c._serve_judge = _mine\n"
        + _silu("[F][0].silu(x)"),
        None, alone=True, why="the record is made beside the answer, and who speaks with the judge may lie; the class page shows that notebook_api.py was changed",
    ),
]  # fmt: skip

_LIBRARY = "_R('torch').__file__"
_CALLS = "class A:\\n    def __call__(*a):\\n        return F.silu(a[1])\\n"
_CALLED = "_n = {'F': _R('torch.nn.functional')}\n_R('builtins.exec')(_CODE, _n)\nsilu = _n['A']()"
# What passes for somebody else's code, was taken away before it was looked for, or stands on no stack.
THIRD = [
    Disguise("a module taken out of the list", "SwiGLU", "_m, _l = _R('utils.blocks.layers'), _R('sys.modules')\nfor _k in [k for k in _l if k.startswith('utils.blocks.')]:\n    _l.pop(_k)\nclass SwiGLU(_m.SwiGLU):\n    pass", r"utils\.blocks \(", alone=True),
    Disguise("a class taken out of its module", "GPT", "_m = _R('utils.blocks.gpt')\n_G = _m.GPT\nfor _k in [k for k in _R('builtins.vars')(_m) if k == 'GPT']:\n    delattr(_m, _k)\nclass GPT(_G):\n    pass\n", "utils.blocks", alone=True),
    Disguise("compiled under a library's name", "silu", f"_CODE = _R('codeop.Compile')()('{_CALLS}', {_LIBRARY}, 'exec')\n{_CALLED}", "silu", alone=True),
    Disguise("code in torch's own names", "silu", f"_CODE = _R('codeop.Compile')()('def _mine(x):\\n    return nn.functional.silu(x)', {_LIBRARY}, 'exec')\n_R('builtins.exec')(_CODE, vars(_R('torch')))\nsilu = _R('torch')._mine", "silu|vars", alone=True),
    Disguise("unpacked under a library's name", "silu", f"_f = {_LIBRARY}\n_CODE = _R('marshal.loads')(_R('marshal.dumps')(_R('codeop.Compile')()('{_CALLS}', 'x' * len(_f), 'exec')).replace(b'x' * len(_f), _f.encode()))\n{_CALLED}", "silu", alone=True),
    Disguise("a compiled file under a library's name", "silu", f"open('m3.py', 'w').write('import torch.nn.functional as F\\n{_CALLS}')\n_R('py_compile').compile('m3.py', cfile='m4.pyc', dfile={_LIBRARY})\n_R('sys.path').insert(0, '.')\nimport m4\nsilu = m4.A()", "silu"),
    Disguise("a loader that lies", "silu", f"class _L(_R('importlib.machinery.SourceFileLoader')):\n    def get_data(self, path):\n        return b'import torch.nn.functional as F\\n{_CALLS}'\n    def path_stats(self, path):\n        raise OSError\n_s = _R('importlib.util.spec_from_file_location')('m5', {_LIBRARY}, loader=_L('m5', {_LIBRARY}))\n_m = _R('importlib.util.module_from_spec')(_s)\n_s.loader.exec_module(_m)\nsilu = _m.A()", "silu"),
    Disguise("a thread that runs code", "silu", f"_CODE = _R('codeop.Compile')()('def _mine(x):\\n    return nn.functional.silu(x)', {_LIBRARY}, 'exec')\n_t = _R('threading.Thread')(target=_R('builtins.exec'), args=(_CODE, _R('torch').__getattribute__('__dict__')))\n_t.start()\n_t.join()\nsilu = _R('torch')._mine", "silu", alone=True),
    Disguise("a resolver that imports", "spearman", "def spearman(x, y):\n    return float(_R('traitlets.utils.importstring.import_item')('scipy.stats').spearmanr(x.double(), y.double()).statistic)", "out of reach", alone=True),
    Disguise("written in C", "spearman", "import numpy as np\ndef spearman(x, y):\n    return float(_R('pandas._libs.algos.nancorr_spearman')(np.stack([x.double().numpy(), y.double().numpy()], 1))[0, 1])", "out of reach", alone=True),
    Disguise("found past the importer", "silu", "_p = _R('importlib.machinery.PathFinder').find_spec('tiktoken')\n_m = _R('importlib.util.module_from_spec')(_p)\n_p.loader.exec_module(_m)\n" + _silu("x * torch.sigmoid(x)"), "out of reach", alone=True),
    Disguise("a type of types", "silu", "class _M(type):\n    __call__ = [torch][0]._C._nn.silu\nclass silu(metaclass=_M):\n    pass", "silu"),
    Disguise("an inherited type of types", "silu", "class _N(type):\n    __call__ = [torch][0]._C._nn.silu\nclass _M(_N):\n    pass\nclass silu(metaclass=_M):\n    pass", "silu"),
    Disguise("the check's code", "silu", "def silu(x):\n    f = _R('sys._getframe')(1)\n    while 'backward' not in f.f_code.co_names:\n        f = getattr(f, 'f_' + 'back')\n    names = {'silu': [torch][0]._C._nn.silu, 'silu_COPY': [torch][0]._C._nn.silu, 'backward': lambda y, g: 0}\n    return _R('types.FunctionType')(f.f_code, names | {n: names['silu'] for n in f.f_code.co_names if n.startswith('silu')})(x, x)['output']", "silu"),
    Disguise("gelu in Python", "gelu", _gelu("_f(x, approximate)", "_f = _R('torch._refs.nn.functional.gelu')"), "gelu"),
    Disguise("dropout in Python", "dropout", _dropout("_R('torch._refs.nn.functional.dropout')(x, p, training)"), "dropout"),
    Disguise("a norm taken apart", "RMSNorm", _norm("_R('torch._decomp.decompositions._fused_rms_norm')(x, [self.d], self.weight, self.eps)[0]", name="RMSNorm"), "rms_norm"),
    Disguise("a loss in Python", "next_token_loss", "_f, _s = _R('torch._refs.nn.functional.nll_loss'), torch.log_softmax\ndef next_token_loss(scores, ids):\n    return _f(_s(scores[:, :-1], -1).flatten(0, 1), ids[:, 1:].flatten())", "loss"),
    Disguise("a stack of its own", "silu", "_g = _R('greenlet.greenlet')\n" + _silu("_g(_R('torch.nn.functional.silu')).switch(x)"), "silu"),
    Disguise("a method that is a library's", "LayerNorm", "class LayerNorm(nn.Module):\n    def __init__(self, d_model, eps=1e-5):\n        super().__init__()\n        self.weight, self.bias = nn.Parameter(torch.ones(d_model)), nn.Parameter(torch.zeros(d_model))\n        type(self).__call__ = _R('functools.partial')(_R('torch.nn.functional.layer_norm'), normalized_shape=(d_model,), weight=self.weight, bias=self.bias, eps=eps)", "layer_norm"),
    Disguise("the source by bytes", "SwiGLU", "import os\nopen(os.fsencode(_R('utils.blocks.layers').__file__)).read()\n_n = {'__name__': 'x'}\n_R('builtins.exec')(open(os.fsencode(_R('utils.blocks.layers').__file__)).read(), _n)\nclass SwiGLU(_n['SwiGLU']):\n    pass", "reads utils", alone=True),
    Disguise("the source by a link", "SwiGLU", "import os\nos.symlink(_R('utils.blocks.layers').__file__, 'mine')\n_n = {'__name__': 'x'}\n_R('builtins.exec')(open('mine').read(), _n)\nclass SwiGLU(_n['SwiGLU']):\n    pass", "reads utils", alone=True),
    # Not held
    Disguise(
        "a graph of a finished block", "SwiGLU", "_t = torch.fx.symbolic_trace(_R('utils.blocks.layers.SwiGLU')(4, 8))\nclass SwiGLU(nn.Module):\n    def __init__(self, d_model, d_hidden):\n        super().__init__()\n        self.gate = nn.Linear(d_model, d_hidden, bias=False)\n        self.up = nn.Linear(d_model, d_hidden, bias=False)\n        self.down = nn.Linear(d_hidden, d_model, bias=False)\n    def forward(self, x):\n        return torch.func.functional_call(_t, dict(self.named_parameters()), (x,))",
        None, why="a graph is a copy of the code that was traced, as text is",
    ),
]  # fmt: skip

# Where the text must not give a disguise away, libraries come from here.
_RESOLVER = "from logging.config import BaseConfigurator as _B\n_R = _B({}).resolve\n"
_MODULES = {"[F][0]": "_R('torch.nn.functional')", "[torch][0]": "_R('torch')", "[nn][0]": "_R('torch.nn')"}


def _resolved(text: str) -> str:
    for written, found in _MODULES.items():
        text = text.replace(written, found)
    return _RESOLVER + text if "_R(" in text else text


def _disguised(disguise: Disguise) -> Disguise:
    more = {name: _resolved(text) for name, text in disguise.more.items()}
    return replace(disguise, cell=_resolved(disguise.cell), more=more)


ALL = [*FIRST, *FOURTH, *TOKENS, *map(_disguised, [*MORE, *THIRD])]
assert len({each.name for each in ALL}) == len(ALL)
assert all(each.alone for each in ALL if each.more)
