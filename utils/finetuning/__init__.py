"""Fine-tuning a small pretrained encoder on a laptop.

Most of the time goes into the lower layers, which change least. So they run once over all rows, their output is
kept (`lower_features`), and only the upper layers with a head on top are trained (`UpperLayers`, `fine_tune`).
The cheap baselines that this has to beat are here too.

Imports from: minilm, plots, training.
"""

from utils.finetuning.baselines import tfidf_classifier, tfidf_cosine
from utils.finetuning.examples import Examples, SpanExamples
from utils.finetuning.features import Features, UpperLayers, lower_features
from utils.finetuning.lines import at_tokens, line_likeness
from utils.finetuning.loop import Run, Settings, fine_tune, predict

__all__ = [
    "Examples",
    "Features",
    "Run",
    "Settings",
    "SpanExamples",
    "UpperLayers",
    "at_tokens",
    "fine_tune",
    "line_likeness",
    "lower_features",
    "predict",
    "tfidf_classifier",
    "tfidf_cosine",
]
