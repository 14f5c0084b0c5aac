"""What workers and judges import, in the fork server (processes.py) and before there is any of them."""

import gc
import os

gc.disable()  # what is imported stays, and looking through it again and again is a third of the time that it takes

# Read when torch and matplotlib are loaded. Other submissions are the parallelism, not threads.
os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ["MPLBACKEND"] = "agg"

import jupytext  # noqa: E402
import matplotlib.pyplot as plt  # noqa: E402

from autograder.grading import worker  # noqa: E402
from autograder.grading.execute import JudgedExecute  # noqa: E402
from autograder.judge import server  # noqa: E402

__all__ = ["JudgedExecute", "jupytext", "plt", "server", "worker"]

gc.enable()
gc.freeze()  # no collection in a worker or judge looks at it, and its memory stays shared
