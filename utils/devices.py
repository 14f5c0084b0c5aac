"""Where a notebook computes: what its parameter `device` asks for, or one sentence saying that this is not there.

Apple's GPU ("mps") is taken only where it is named, and only if a few operations give there what they give on the CPU.
It has no double precision; what lessons measure with it is measured on the CPU.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import torch
import torch.nn.functional as F

from utils.one_sentence import OneSentence


class DeviceError(OneSentence, RuntimeError):
    """The device that was asked for is not there. The text is one sentence that says what to do."""


@contextmanager
def one_thread() -> Iterator[None]:
    """PyTorch computes on one CPU thread inside: small tensors gain nothing from more, and lose on a busy machine."""
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(threads)


def choose(device: str = "auto") -> str:
    """The device to put models and tensors on: "cuda" or "cpu" for "auto", any other name as it is.

    device: "auto", "cpu", "cuda", "cuda:1", "mps", or another name that torch knows. Raises DeviceError when the device
    cannot hold a number here, so that nothing runs for an hour in another place than it was told to; for "mps" also
    when it computes something else than the CPU.
    """
    if device == "auto":
        return "cuda" if torch.cuda.is_available() else "cpu"
    try:
        torch.zeros(1, device=device)
    except (RuntimeError, AssertionError, NotImplementedError) as error:
        raise DeviceError(_sentence(device, error)) from None
    if torch.device(device).type == "mps" and (wrong := _differs(device)):
        raise DeviceError(
            f"Nothing is computed on device = {device!r}, because {wrong} gives other numbers there than on the CPU; "
            'write device = "cpu".'
        )
    return device


def _differs(device: str) -> str | None:
    """The first operation of a transformer that gives other numbers on a device than on the CPU, beyond rounding.

    Views are among them, because that is where Apple's GPU went wrong without an error: attention over heads that come
    from a permute (https://github.com/pytorch/pytorch/issues/181133, in torch 2.11), `where` with a transposed
    condition (issue 150967), a product with transposed keys (issue 78511).
    """
    generator = torch.Generator().manual_seed(0)
    heads = torch.randn(84, 3, 3, 64, generator=generator)  # (B, T, H, d), the shape in issue 181133
    x, w = torch.randn(3, 7, 16, generator=generator), torch.randn(16, 16, generator=generator)
    ids, mask = torch.tensor([[1, 0, 5, 5, 2, 3, 6]]), torch.ones(7, 7).tril().bool()
    trials: dict[str, Callable[[str], torch.Tensor]] = {
        "a matrix product": lambda on: x.to(on) @ w.to(on),
        "softmax": lambda on: (30 * x.to(on)).softmax(-1),
        "layer_norm": lambda on: F.layer_norm(x.to(on), (16,)),
        "gelu": lambda on: F.gelu(x.to(on)),
        "an embedding": lambda on: F.embedding(ids.to(on), w.to(on)),
        "cumsum": lambda on: x.to(on).cumsum(-1),
        "masked attention": lambda on: F.scaled_dot_product_attention(
            x.to(on), x.to(on), x.to(on), mask.to(on)
        ),
        "attention over several heads": lambda on: _attention(heads.to(on), False),
        "causal attention over several heads": lambda on: _attention(heads.to(on), True),
        "a product with transposed keys": lambda on: (
            heads.to(on).permute(0, 2, 1, 3) @ heads.to(on).permute(0, 2, 3, 1)
        ),
        "where": lambda on: torch.where(mask.to(on).T, x.to(on)[..., :7], 0.0),
        "sort": lambda on: x.to(on).sort(dim=1).values,
        "a gradient": lambda on: _gradient(x.to(on), w.to(on), ids.to(on)),
        "the gradient of an embedding": lambda on: _embedding_gradient(w.to(on), ids.to(on)),
    }
    for name, compute in trials.items():
        if not torch.allclose(compute(device).cpu(), compute("cpu"), rtol=1e-3, atol=1e-4):
            return name
    return None


def _gradient(x: torch.Tensor, w: torch.Tensor, ids: torch.Tensor) -> torch.Tensor:
    """Of a cross-entropy.  x: (B, T, D); w: (V, D); ids: (1, T).  Returns (V, D)."""
    w = w.detach().requires_grad_()
    F.cross_entropy((x[0] @ w.T), ids[0]).backward()
    assert w.grad is not None
    return w.grad


def _attention(heads: torch.Tensor, is_causal: bool) -> torch.Tensor:
    """As a block computes it: heads that lie next to each other in memory, token by token.  heads: (B, T, H, d)."""
    q = k = v = heads.permute(0, 2, 1, 3)  # (B, H, T, d)
    return F.scaled_dot_product_attention(q, k, v, is_causal=is_causal)


def _embedding_gradient(w: torch.Tensor, ids: torch.Tensor) -> torch.Tensor:
    """Of a sum over rows, one of which is taken twice.  w: (V, D); ids: (1, T).  Returns (V, D)."""
    w = w.detach().requires_grad_()
    (F.embedding(ids, w) * w[: ids.shape[1]]).sum().backward()
    assert w.grad is not None
    return w.grad


def _sentence(device: str, error: Exception) -> str:
    instead = 'write device = "auto" or device = "cpu"'
    if device.partition(":")[0] == "cuda":
        if torch.version.cuda is None:
            why = f"torch {torch.__version__} is a build without CUDA"
            instead += ", or install a build with CUDA on a machine with an NVIDIA GPU"
        elif not torch.cuda.is_available():
            why = "torch finds no NVIDIA GPU that it can use on this machine"
        else:
            why = f"there are {torch.cuda.device_count()} GPUs, counted from 0"
    elif device == "mps" and not torch.backends.mps.is_available():
        why = "torch finds no Apple GPU that it can use on this machine"
    else:
        why = f"torch says: {str(error).splitlines()[0].rstrip('.')}"
    return f"Nothing can be computed on device = {device!r}, because {why}; {instead}."
