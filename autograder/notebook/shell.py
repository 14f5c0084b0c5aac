"""The IPython shell that a notebook's cells run in, for code that is also called from plain Python."""

from __future__ import annotations

import sys
from typing import Any


def current_shell() -> Any:
    """The running IPython shell; None in plain Python. Imports nothing that is not there already."""
    if "IPython" not in sys.modules:
        return None
    from IPython.core.getipython import get_ipython

    return get_ipython()
