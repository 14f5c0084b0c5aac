"""What workers and judges import, in the fork server (processes.py) and before there is any of them."""

import os

os.environ.setdefault(
    "OMP_NUM_THREADS", "1"
)  # torch reads it when it is loaded; other processes are the parallelism
os.environ["MPLBACKEND"] = "agg"
os.environ["TOKENIZERS_PARALLELISM"] = "false"

import jupytext
import matplotlib.pyplot as plt

from autograder.grading import worker
from autograder.grading.execute import JudgedExecute
from autograder.judge import server

__all__ = ["JudgedExecute", "jupytext", "plt", "server", "worker"]
