"""Where a notebook computes: what its parameter `device` asks for, or one sentence saying that this is not there."""

from __future__ import annotations

import torch

from utils.one_sentence import OneSentence


class DeviceError(OneSentence, RuntimeError):
    """The device that was asked for is not there. The text is one sentence that says what to do."""


def choose(device: str = "auto") -> str:
    """The device to put models and tensors on: "cuda" or "cpu" for "auto", any other name as it is.

    device: "auto", "cpu", "cuda", "cuda:1", or another name that torch knows. Raises DeviceError when the device
    cannot hold a number here, so that nothing runs for an hour in another place than it was told to.
    """
    if device == "auto":
        return "cuda" if torch.cuda.is_available() else "cpu"
    try:
        torch.zeros(1, device=device)
    except (RuntimeError, AssertionError, NotImplementedError) as error:
        raise DeviceError(_sentence(device, error)) from None
    return device


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
    else:
        why = f"torch says: {str(error).splitlines()[0].rstrip('.')}"
    return f"Nothing can be computed on device = {device!r}, because {why}; {instead}."
