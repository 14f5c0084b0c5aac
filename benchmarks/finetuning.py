"""What does fine-tuning the small encoder give over word counts, on the tasks of lesson 07?

Three tasks, each on test rows that nothing was fitted to, with the same training rows for both sides: sentiment of
film snippets (accuracy), whether a description is true of a summary (accuracy), which of four articles is described
or none of them (exact match and F1). Word counts: TF-IDF with logistic regression; a threshold on TF-IDF's cosine; the
first words of the line that TF-IDF finds nearest, or nothing below a threshold.

    python benchmarks/finetuning.py                          all three tasks, small, one seed: minutes
    python benchmarks/finetuning.py --scale full --seeds 3   the long runs; sentiment alone: half an hour on two cores
    python benchmarks/finetuning.py sentiment --write        also put the figures into benchmarks/finetuning.json
"""

from __future__ import annotations

import argparse
import json
import os
import re
import resource
import string
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import mean, stdev
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT)] if str(ROOT) not in sys.path else []
os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")

import torch  # noqa: E402
import torch.nn.functional as F  # noqa: E402
from torch import Tensor, nn  # noqa: E402

from utils import corpora, minilm  # noqa: E402
from utils.finetuning import (  # noqa: E402
    Examples,
    Settings,
    SpanExamples,
    UpperLayers,
    at_tokens,
    fine_tune,
    line_likeness,
    lower_features,
    predict,
    tfidf_classifier,
    tfidf_cosine,
)

FIGURES = Path(__file__).with_suffix(".json")
LONGEST = 12  # tokens of an answer
MAX_LENGTH = 224  # tokens of a row
HEAD_LR = 5e-3  # of what finds answers and starts at random


@dataclass(frozen=True)
class Scale:
    """rows: to learn from; held_out: of validation and test, at most; first: the lowest layer that is trained."""

    rows: int
    held_out: int
    first: int
    settings: Settings


SCALES = {
    "small": {
        "sentiment": Scale(2000, 5000, 4, Settings(epochs=2, lr=3e-4)),
        "pairs": Scale(2000, 600, 4, Settings(epochs=3, lr=3e-4)),
        "spans": Scale(480, 300, 4, Settings(epochs=3, batch_size=16, lr=3e-4, patience=0)),
    },
    "full": {
        "sentiment": Scale(10_000, 5000, 0, Settings(epochs=2, lr=1e-4, evaluate=2, patience=0)),
        "pairs": Scale(6000, 1500, 3, Settings(epochs=3, lr=2e-4)),
        "spans": Scale(3000, 750, 4, Settings(epochs=3, batch_size=16, lr=2e-4)),
    },
}


class Classifier(nn.Module):
    """The upper layers and BERT's head on [CLS].  hidden, mask → logits (B, 2)."""

    def __init__(self, encoder: minilm.Encoder, first: int) -> None:
        super().__init__()
        width = encoder.model.config.hidden_size
        self.encoder = UpperLayers(encoder, first)
        self.head = nn.Sequential(nn.Linear(width, width), nn.Tanh(), nn.Dropout(0.1), nn.Linear(width, 2))

    def forward(self, hidden: Tensor, mask: Tensor) -> Tensor:
        return self.head(self.encoder(hidden, mask)[:, 0])


class Reader(nn.Module):
    """The upper layers, two scores a token, and the lesson's nudge: how like the question a token's line is.

    hidden, mask, may, alike → start, end (B, T), −∞ where no answer may be.
    """

    def __init__(self, encoder: minilm.Encoder, first: int) -> None:
        super().__init__()
        self.upper, self.head = UpperLayers(encoder, first), nn.Linear(encoder.model.config.hidden_size, 2)
        self.alike = nn.Parameter(torch.tensor(15.0))  # what a cosine of 1 is worth
        self.nothing = nn.Parameter(torch.tensor(7.0))  # what [CLS] gets against it

    def forward(self, hidden: Tensor, mask: Tensor, may: Tensor, alike: Tensor) -> tuple[Tensor, Tensor]:
        nudge = self.alike * alike
        nudge = torch.cat([nudge[:, :1] + self.nothing, nudge[:, 1:]], dim=1)
        scores = self.head(self.upper(hidden, mask)) + nudge[..., None]  # (B, T, 2)
        start, end = scores.masked_fill(~may[..., None], -torch.inf).unbind(-1)
        return start, end


def accuracy(logits: Tensor, labels: Tensor) -> float:
    return (logits.argmax(1) == labels).double().mean().item()


def best_threshold(scores: Tensor, gains: Tensor) -> float:
    """The threshold for which the gains (positive or negative) of the rows above it sum to the most."""
    candidates = torch.cat([scores.min()[None] - 1, scores])  # (N + 1,)
    sums = torch.where(scores > candidates[:, None], gains, 0).sum(1)  # (N + 1,)
    return candidates[sums.argmax()].item()


def classify(texts: Callable, data, scale: Scale, encoder, seeds: int) -> tuple[list[dict[str, float]], dict]:
    """Accuracy on the test rows for each seed, and the rows of each split.  texts: split → rows to encode."""
    parts = {name: part.select(range(min(scale.held_out, len(part)))) for name, part in data.items()}
    parts["train"] = data["train"].select(range(min(scale.rows, len(data["train"]))))
    rows = {
        name: Examples(features(encoder, texts(part), scale), part["label"]) for name, part in parts.items()
    }
    runs = []
    for seed in range(seeds):
        torch.manual_seed(seed)
        model = Classifier(encoder, scale.first).to(encoder.model.device)
        settings = Settings(**{**vars(scale.settings), "seed": seed})
        run = fine_tune(model, rows["train"], rows["validation"], F.cross_entropy, accuracy, settings)
        found = accuracy(predict(model, rows["test"]), rows["test"].targets)
        runs.append({"accuracy": found, "epochs": run.best["epoch"], "seconds": run.history[-1]["seconds"]})
    return runs, parts


def features(encoder: minilm.Encoder, rows: Sequence, scale: Scale):
    return lower_features(encoder, rows, scale.first, max_length=MAX_LENGTH)


def sentiment(scale: Scale, encoder: minilm.Encoder, seeds: int) -> dict[str, Any]:
    """Praise or scorn: accuracy."""
    runs, parts = classify(lambda part: list(part["text"]), corpora.sentiment(), scale, encoder, seeds)
    train, test = parts["train"], parts["test"]
    counted = tfidf_classifier(train["text"], train["label"], test["text"])
    return {"rows": len(train), "test rows": len(test), "runs": runs} | compared(
        [run["accuracy"] for run in runs], (counted == torch.tensor(test["label"])).double().mean().item()
    )


def pairs(scale: Scale, encoder: minilm.Encoder, seeds: int) -> dict[str, Any]:
    """Is the description true of the summary? Accuracy."""
    both = ("description", "summary")
    runs, parts = classify(
        lambda part: list(zip(*(part[column] for column in both))),
        corpora.description_pairs(),
        scale,
        encoder,
        seeds,
    )
    train, test = parts["train"], parts["test"]
    fit_on = train["summary"]
    threshold = best_threshold(
        tfidf_cosine(fit_on, *(train[c] for c in both)), 2.0 * torch.tensor(train["label"]) - 1
    )
    said = tfidf_cosine(fit_on, *(test[c] for c in both)) > threshold
    return {"rows": len(train), "test rows": len(test), "runs": runs} | compared(
        [run["accuracy"] for run in runs], (said == torch.tensor(test["label"])).double().mean().item()
    )


def spans(scale: Scale, encoder: minilm.Encoder, seeds: int) -> dict[str, Any]:
    """Which article is described? F1 and exact match, with a threshold for "none" fitted on validation rows."""
    data = corpora.questions()
    parts = {name: part.select(range(min(scale.held_out, len(part)))) for name, part in data.items()}
    parts["train"] = data["train"].select(range(min(scale.rows, len(data["train"]))))
    rows, alike = {}, {}
    for name, part in parts.items():
        found = features(encoder, list(zip(part["question"], part["context"])), scale)
        alike[name] = line_likeness(encoder, part["question"], part["context"])  # (lines,) for each row
        nudges = at_tokens(found, part["context"], alike[name])
        rows[name] = SpanExamples(found, part["answer"], part["start"], nudges)
    runs = []
    for seed in range(seeds):
        torch.manual_seed(seed)
        model = Reader(encoder, scale.first).to(encoder.model.device)
        settings = Settings(**{**vars(scale.settings), "seed": seed})
        rates = [  # the head begins at random, the layers do not
            settings.lr if name.startswith("upper") else HEAD_LR for name, _ in model.named_parameters()
        ]
        run = fine_tune(model, rows["train"], rows["validation"], span_loss, settings=settings, rates=rates)
        margins, texts = {}, {}
        for name in ("validation", "test"):
            read = [best_span(*scores) for scores in predict(model, rows[name])]
            margins[name] = torch.tensor([margin for *_, margin in read])
            texts[name] = [
                rows[name].text(i, parts[name][i]["context"], a, b) for i, (a, b, _) in enumerate(read)
            ]
        em, f1 = judged(margins, texts, parts)
        runs.append({"exact match": em, "F1": f1, "seconds": run.history[-1]["seconds"]})
    held_out = ("validation", "test")
    by_words = {name: words_alike(parts[name], data["train"]["context"][:2000]) for name in held_out}
    em, f1 = ruled(by_words, parts)
    em_of_rule, f1_of_rule = ruled({name: alike[name] for name in held_out}, parts)
    return {
        "rows": len(parts["train"]),
        "test rows": len(parts["test"]),
        "runs": runs,
        "exact match": mean(run["exact match"] for run in runs),
        "word counts, exact match": em,
        "cosines, the same rule": {"exact match": em_of_rule, "F1": f1_of_rule},
    } | compared([run["F1"] for run in runs], f1)


def span_loss(scores: tuple[Tensor, Tensor], places: Tensor) -> Tensor:
    return (F.cross_entropy(scores[0], places[:, 0]) + F.cross_entropy(scores[1], places[:, 1])) / 2


def best_span(start: Tensor, end: Tensor) -> tuple[int, int, float]:
    """The best span of at most `LONGEST` tokens after [CLS], and by how much it beats [CLS]."""
    sums = (start[1:, None] + end[None, 1:]).masked_fill(
        ~torch.ones(len(start) - 1, len(start) - 1, dtype=torch.bool).triu().tril(LONGEST - 1), -torch.inf
    )
    a, b = divmod(int(sums.argmax()), len(sums))
    return a + 1, b + 1, (sums[a, b] - start[0] - end[0]).item()


def words_alike(part, fit_on: Sequence[str]) -> list[Tensor]:
    """How like each line is to the question, by its words: (lines,) for each row."""
    pages = [context.split("\n") for context in part["context"]]
    questions = [question for question, lines in zip(part["question"], pages) for _ in lines]
    alike = tfidf_cosine(fit_on, questions, [line for lines in pages for line in lines])
    return list(alike.split([len(lines) for lines in pages]))


def ruled(alike: dict[str, list[Tensor]], parts: dict) -> tuple[float, float]:
    """Exact match and F1 of what stands before the verb of the line that is most like the question."""
    margins, texts = {}, {}
    for name, rows in alike.items():
        lines = [c.split("\n")[int(a.argmax())] for c, a in zip(parts[name]["context"], rows)]
        margins[name] = torch.stack([a.max() for a in rows])
        texts[name] = [re.split(r" (?:is|was|are|were)\b| \(|,", line)[0] for line in lines]
    return judged(margins, texts, parts)


def judged(margins: dict[str, Tensor], texts: dict[str, list[str]], parts: dict) -> tuple[float, float]:
    """Exact match and F1 on test rows, with the threshold that is best for F1 on validation rows."""
    tables = {}
    for name in ("validation", "test"):
        answers = parts[name]["answer"]
        tables[name] = [
            torch.tensor([points(text, answer) for text, answer in zip(said, answers)])
            for said in (texts[name], [""] * len(answers))
        ]
    spoken, silent = tables["validation"]
    threshold = best_threshold(margins["validation"], spoken[:, 1] - silent[:, 1])
    spoken, silent = tables["test"]
    em, f1 = torch.where((margins["test"] > threshold)[:, None], spoken, silent).mean(0).tolist()
    return em, f1


def points(said: str, answer: str) -> tuple[float, float]:
    """Exact match and token F1, as in SQuAD: without case, punctuation and articles."""
    a, b = (
        re.sub(
            r"\b(a|an|the)\b", " ", "".join(c for c in text.lower() if c not in string.punctuation)
        ).split()
        for text in (said, answer)
    )
    common = (Counter(a) & Counter(b)).total()
    return float(a == b), 2 * common / (len(a) + len(b)) if a and b else float(a == b)


def compared(ours: list[float], counts: float) -> dict[str, float]:
    """Mean and spread over seeds, and what that is above word counts."""
    spread = stdev(ours) if len(ours) > 1 else 0.0
    return {"fine-tuned": mean(ours), "spread": spread, "word counts": counts, "gain": mean(ours) - counts}


TASKS = {"sentiment": sentiment, "pairs": pairs, "spans": spans}


def measure(task: str, scale: str = "small", seeds: int = 1, device: str = "cpu") -> dict[str, Any]:
    """One task at one scale, with the CPU seconds that it took."""
    before = _cpu_seconds()
    found = TASKS[task](SCALES[scale][task], minilm.load(device), seeds)
    return found | {"cpu seconds": _cpu_seconds() - before, "device": device, "torch": torch.__version__}


def _cpu_seconds() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def run() -> dict[str, Any]:
    """Sentiment at scale small, for `make bench`."""
    found = measure("sentiment")
    return {
        "ratio": found["fine-tuned"] / found["word counts"],
        "ours": found["fine-tuned"],
        "peer": found["word counts"],
        "unit": "accuracy",
        "detail": {"what": "sentiment of film snippets; peer: TF-IDF and logistic regression, same rows"}
        | found,
    }


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python benchmarks/finetuning.py", description=__doc__.split("\n")[0]
    )
    parser.add_argument("tasks", nargs="*", metavar="TASK", help=f"of {', '.join(TASKS)}; default: all")
    parser.add_argument("--scale", choices=list(SCALES), default="small")
    parser.add_argument("--seeds", type=int, default=1)
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--write", action="store_true", help=f"put the figures into {FIGURES.name}")
    options = parser.parse_args()
    unknown = set(options.tasks) - TASKS.keys()
    if unknown:
        parser.error(f"there is no task {', '.join(sorted(unknown))}; there are {', '.join(TASKS)}")
    for task in options.tasks or TASKS:
        found = measure(task, options.scale, options.seeds, options.device)
        print(json.dumps({task: found}, indent=1, ensure_ascii=False), flush=True)
        if options.write:
            kept = json.loads(FIGURES.read_text(encoding="utf-8")) if FIGURES.exists() else {}
            kept[f"{task}, {options.scale}"] = {"command": " ".join(["python", *sys.argv])} | found
            FIGURES.write_text(json.dumps(kept, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
