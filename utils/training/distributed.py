"""Several processes that train one model, started by `torchrun`; one process needs nothing of this."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

import torch
import torch.distributed as dist
from torch import Tensor


def rank() -> int:
    """The number of this process, 0 when there is one only."""
    return dist.get_rank() if dist.is_initialized() else 0


def world_size() -> int:
    """How many processes train together."""
    return dist.get_world_size() if dist.is_initialized() else 1


def mean(value: Tensor) -> Tensor:
    """The mean of a tensor over all processes."""
    if world_size() == 1:
        return value
    value = value.clone()
    dist.all_reduce(value)
    return value / world_size()


@contextmanager
def process_group() -> Iterator[None]:
    """Join the other processes when started by torchrun (nccl on GPUs, gloo on processors), and leave at the end."""
    if "RANK" not in os.environ or dist.is_initialized():
        yield
        return
    on_gpu = torch.cuda.is_available()
    if on_gpu:
        torch.cuda.set_device(int(os.environ.get("LOCAL_RANK", 0)))
    dist.init_process_group("nccl" if on_gpu else "gloo")
    try:
        yield
    finally:
        dist.destroy_process_group()
