"""What workers and judges import, in the fork server (processes.py) and before there is any of them."""

import os

# Read when torch and matplotlib are loaded. Other submissions are the parallelism, not threads.
os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ["MPLBACKEND"] = "agg"

import jupytext
import matplotlib.pyplot as plt

from autograder.grading import worker
from autograder.grading.execute import JudgedExecute
from autograder.judge import server

__all__ = ["JudgedExecute", "jupytext", "plt", "server", "worker"]
