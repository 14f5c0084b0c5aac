"""What a machine could do, and what it had to hold."""

from __future__ import annotations

import sys

import psutil
import torch

# Dense bfloat16 (float16 where there is no bfloat16) in the makers' data sheets, operations a second.
PEAKS = {
    "B200": 2250e12,
    "H200": 989e12,
    "H100 PCIe": 756e12,
    "H100": 989e12,
    "A100": 312e12,
    "A10G": 70e12,
    "A10": 125e12,
    "L40S": 362e12,
    "L4": 121e12,
    "T4": 65e12,
    "V100": 125e12,
    "RTX 4090": 165e12,
    "RTX 3090": 71e12,
}


def peak_flops(device: torch.device | str) -> float | None:
    """The listed peak of a GPU in operations a second, or None where it is not known (and on processors)."""
    device = torch.device(device)
    if device.type != "cuda":
        return None
    name = torch.cuda.get_device_name(device)
    return next((peak for part, peak in PEAKS.items() if part in name), None)


def peak_memory(device: torch.device | str) -> float:
    """The largest memory so far in bytes: of tensors on an NVIDIA GPU, elsewhere of the whole process."""
    device = torch.device(device)
    if device.type == "cuda":
        return float(torch.cuda.max_memory_allocated(device))
    try:
        import resource  # Unix only
    except ModuleNotFoundError:
        return float(psutil.Process().memory_info().peak_wset)  # type: ignore[attr-defined]  # Windows
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1.0 if sys.platform == "darwin" else 1024.0)
