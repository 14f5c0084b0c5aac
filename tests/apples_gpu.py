"""What Apple's GPU ("mps") can't do, as `elsewhere.Spy` needs it: on any machine, from torch's own list of operations.

The list, `native_functions.yaml`, comes with torch and is of the same version. An operation runs on Apple's GPU if the
list has a function for "MPS", or one for all devices. Torch computes a few of the others on the CPU without being asked
to (which ones changes from version to version); here all of them are errors, so that no notebook needs that.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import torch
import torchgen
from torchgen.gen import get_grouped_native_functions, parse_native_yaml
from torchgen.model import DispatchKey, NativeFunctionsGroup

# https://developer.apple.com/documentation/metalperformanceshaders/mpsdatatype has no 64-bit floating-point numbers.
TYPES = frozenset({torch.float64, torch.complex128})


@cache
def missing() -> frozenset[str]:
    """Operations that have no function there, like "mode" or "take": about one in nine of torch's list.

    Operations that a CPU has no function for either (those of other makers' devices) are among them.
    """
    folder = Path(torchgen.__file__).parent / "packaged" / "ATen" / "native"
    parsed = parse_native_yaml(str(folder / "native_functions.yaml"), str(folder / "tags.yaml"))
    apples = parsed.backend_indices[DispatchKey.MPS]
    names = set()
    for group in get_grouped_native_functions(parsed.native_functions):
        together = isinstance(group, NativeFunctionsGroup)
        shared = together and group.structured and apples.has_kernel(group)
        for function in group.functions() if together else [group]:
            if not (shared or function.has_composite_kernel or apples.has_kernel(function)):
                names.add(str(function.func.name))
    return frozenset(names)
