"""The head that fills masked places, for an encoder that came without one; trained once, on this machine.

    python -m utils.topics.bert.masked_head

A tenth of Wikipedia's summaries is held out. The encoder stays as it is: it reads each summary once with 15 % of its
tokens chosen as BERT chooses them (80 % masked, 10 % exchanged, 10 % left), and what it says at the chosen places is
written to the cache folder, in pieces, so that an interrupted run goes on where it was. Then the head learns from the
pieces. `load` gives the result to an encoder.
"""

from __future__ import annotations

import json
import shutil
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from utils import assets
from utils.assets import stamps
from utils.training.schedule import warmup_cosine

if TYPE_CHECKING:
    from utils.minilm import Encoder

VERSION = 1  # of how the head is trained; a head of another version is not loaded
SHARE = 0.15
MAX_LENGTH = 128
PIECE = 500  # rows whose states are written together
MINUTES = 10  # 660 seconds of a processor core, shared by two


class MaskedHead(nn.Module):
    """BERT's head: D → D, GELU, norm, then the table of word vectors as a classifier, with a bias for each piece.

    forward: hidden states (…, D) → scores (…, V). word_vectors: (V, D), the encoder's own, which stay as they are.
    """

    def __init__(self, word_vectors: Tensor) -> None:
        super().__init__()
        vocab_size, width = word_vectors.shape
        self.transform = nn.Sequential(nn.Linear(width, width), nn.GELU(), nn.LayerNorm(width, eps=1e-12))
        self.bias = nn.Parameter(torch.zeros(vocab_size))
        self.register_buffer("word_vectors", word_vectors.detach(), persistent=False)

    def forward(self, hidden: Tensor) -> Tensor:
        return F.linear(self.transform(hidden), self.word_vectors, self.bias)  # type: ignore[arg-type]


def load(encoder: Encoder) -> MaskedHead:
    """The trained head of an encoder, on its device. Raises assets.AssetError where there is none yet."""
    file = head_file()
    written = stamps.recorded(_stamp(file)).get(file.name)
    try:
        whole = written is not None and not stamps.damaged(file.parent, {file.name: written}, _stamp(file))
    except OSError:
        whole = False
    if not whole:
        raise assets.AssetError(
            "untrained",
            "The head that fills masked places is not on this machine yet: type "
            "`python -m utils.topics.bert.masked_head` in the "
            f"course folder, which trains it once (about {MINUTES} minutes on two processor cores).",
        )
    from safetensors.torch import load_file

    head = MaskedHead(_word_vectors(encoder))
    head.load_state_dict(load_file(file))
    return head.to(encoder.model.device).eval()


def figures() -> dict[str, float]:
    """What was measured when the head was trained: rows, loss and accuracy of head and unigrams on held-out text."""
    from safetensors import safe_open

    with safe_open(head_file(), "pt") as file:
        return json.loads(file.metadata()["figures"])


def head_file() -> Path:
    """Where the trained head lies."""
    key = assets.ASSETS["minilm"].key
    return assets.cache_folder() / "converted" / f"masked-head-{key}-{VERSION}.safetensors"


def masked(
    ids: Tensor, special: Tensor, vocab_size: int, mask_id: int, generator: torch.Generator
) -> tuple[Tensor, Tensor]:
    """One row of ids (T,) as BERT trains on it, and which places were chosen (T,) bool; at least one of them."""
    chance = torch.rand(len(ids), generator=generator).masked_fill(special, 2.0)
    chosen = chance <= chance.min().clamp_min(SHARE)
    fate = torch.rand(len(ids), generator=generator)
    other = torch.randint(vocab_size, (len(ids),), generator=generator)
    new = torch.where(chosen & (fate < 0.8), torch.full_like(ids, mask_id), ids)
    return torch.where(chosen & (fate >= 0.9), other, new), chosen


def states(encoder: Encoder, texts: list[str], seed: int) -> tuple[Tensor, Tensor]:
    """What the encoder says at the chosen places of texts, (N, D) float16, and the pieces that stood there, (N,)."""
    from utils.finetuning.features import through

    generator = torch.Generator().manual_seed(seed)
    tokenizer, model = encoder.tokenizer, encoder.model
    rows = [
        torch.tensor(row)
        for row in tokenizer(texts, truncation=True, max_length=MAX_LENGTH, padding=False)["input_ids"]
    ]
    rows = sorted((row for row in rows if len(row) > 2), key=len)
    hidden: list[Tensor] = []
    labels: list[Tensor] = []
    for start in range(0, len(rows), 32):
        batch = rows[start : start + 32]
        changed, chosen = [], []
        for row in batch:
            special = torch.zeros(len(row), dtype=torch.bool)
            special[[0, -1]] = True  # [CLS] and [SEP]
            new, places = masked(row, special, tokenizer.vocab_size, tokenizer.mask_token_id, generator)
            changed.append(new)
            chosen.append(places)
            labels.append(row[places])
        ids = nn.utils.rnn.pad_sequence(changed, batch_first=True).to(model.device)
        mask = nn.utils.rnn.pad_sequence([torch.ones_like(row) for row in batch], batch_first=True)
        places = nn.utils.rnn.pad_sequence(chosen, batch_first=True).to(model.device)
        with torch.no_grad():
            out = through(model.encoder.layer, model.embeddings(input_ids=ids), mask.to(model.device))
        hidden.append(out[places].to("cpu", torch.float16))
    return torch.cat(hidden), torch.cat(labels)


def unigram(labels: Tensor, vocab_size: int) -> Tensor:
    """Logarithm of each piece's share among labels, with one added to each count, (V,)."""
    counts = torch.bincount(labels, minlength=vocab_size).cpu().double() + 1
    return (counts / counts.sum()).log().float()


@torch.no_grad()
def measure(head: nn.Module, hidden: Tensor, labels: Tensor, device: Any) -> tuple[float, float]:
    """Mean loss in nats, and the share of places where the likeliest piece is right."""
    loss, right = 0.0, 0
    for start in range(0, len(labels), 512):
        scores = head(hidden[start : start + 512].float().to(device))
        wanted = labels[start : start + 512].to(device)
        loss += F.cross_entropy(scores, wanted, reduction="sum").item()
        right += int((scores.argmax(-1) == wanted).sum())
    return loss / len(labels), right / len(labels)


def fit(
    head: MaskedHead, hidden: Tensor, labels: Tensor, epochs: int, device: Any, batch_size: int = 256
) -> None:
    """Train the head on places; shows a bar. The bias starts at how frequent each piece is."""
    from tqdm import tqdm

    head.bias.data.copy_(unigram(labels, len(head.bias)))
    generator = torch.Generator().manual_seed(0)
    optimizer = torch.optim.AdamW(head.parameters(), lr=1e-3, weight_decay=0.01)
    steps = epochs * -(-len(labels) // batch_size)
    with tqdm(total=steps, desc="training", file=sys.stdout, mininterval=2) as bar:
        for _ in range(epochs):
            for rows in torch.randperm(len(labels), generator=generator).split(batch_size):
                for group in optimizer.param_groups:
                    group["lr"] = warmup_cosine(bar.n, steps, steps // 20, 2e-3, 1e-4)
                loss = F.cross_entropy(head(hidden[rows].float().to(device)), labels[rows].to(device))
                optimizer.zero_grad(set_to_none=True)
                loss.backward()
                optimizer.step()
                bar.update()
                if bar.n % 20 == 0:
                    bar.set_postfix_str(f"loss {loss.item():.3f}", refresh=False)


def train(encoder: Encoder, texts: list[str], held_out: list[str], epochs: int = 3) -> dict[str, float]:
    """Make the head from texts, write it to the cache folder, and return what was measured."""
    started, device = time.perf_counter(), encoder.model.device
    work = head_file().parent / f"masked-head-work-{assets.ASSETS['minilm'].key}-{VERSION}"
    work.mkdir(parents=True, exist_ok=True)
    hidden, labels = _all_states(encoder, texts, work, "train")
    new_hidden, new_labels = _all_states(encoder, held_out, work, "held-out")
    torch.manual_seed(0)
    head = MaskedHead(_word_vectors(encoder)).to(device)
    fit(head, hidden, labels, epochs, device)
    loss, accuracy = measure(head, new_hidden, new_labels, device)
    shares = unigram(labels, len(head.bias))
    found = {
        "rows": len(texts),
        "places": len(labels),
        "held_out_rows": len(held_out),
        "held_out_places": len(new_labels),
        "epochs": epochs,
        "loss": loss,
        "accuracy": accuracy,
        "unigram_loss": -shares[new_labels].mean().item(),
        "unigram_accuracy": (new_labels == shares.argmax()).cpu().double().mean().item(),
        "minutes": (time.perf_counter() - started) / 60,
    }
    _write(head, found)
    shutil.rmtree(work, ignore_errors=True)
    return found


def _all_states(encoder: Encoder, texts: list[str], work: Path, name: str) -> tuple[Tensor, Tensor]:
    """States of all texts, piece by piece; a piece that was written before is read."""
    from safetensors.torch import load_file, save_file
    from tqdm import tqdm

    pieces = []
    for start in tqdm(range(0, len(texts), PIECE), desc=f"encoder, {name}", file=sys.stdout):
        chosen = texts[start : start + PIECE]
        file = work / f"{name}-{start}-{len(chosen)}.safetensors"
        if not file.exists():
            hidden, labels = states(encoder, chosen, seed=start)
            new = file.with_suffix(".new")
            save_file({"hidden": hidden, "labels": labels}, new)
            new.replace(file)  # whole, or not there
        pieces.append(load_file(file))
    return torch.cat([piece["hidden"] for piece in pieces]), torch.cat([piece["labels"] for piece in pieces])


def _write(head: MaskedHead, found: dict[str, float]) -> None:
    """Put the head into the cache, whole or not at all, and its hash into a stamp."""
    from safetensors.torch import save_file

    file = head_file()
    new = file.with_suffix(".new")
    weights = {name: value.cpu().contiguous() for name, value in head.state_dict().items()}
    save_file(weights, new, metadata={"figures": json.dumps(found)})
    new.chmod(0o644)  # kernels of other users read it too
    sha256 = stamps.sha256_of(new)
    new.replace(file)
    stamps.write(file.parent, {file.name: sha256}, _stamp(file))


def _stamp(file: Path) -> Path:
    return assets.cache_folder() / "stamps" / f"{file.stem}.json"


def _word_vectors(encoder: Encoder) -> Tensor:
    return encoder.model.embeddings.word_embeddings.weight
