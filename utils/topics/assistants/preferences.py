"""Pairs of answers of which people would choose one, and a small run of direct preference optimisation.

A pair is made of one Wikipedia article. The question asks for a description in a few words and quotes the article's
first sentence. **Chosen** is the description that people wrote; **rejected** is the quoted sentence, given back. Both
are human text, so nothing is generated, and rejected is what SmolLM2 really tends to: before tuning it finds the copy
likelier. What such pairs teach is to be brief and not to copy; that a description is true they do not teach, since no
pair has a false one.

The lower blocks stay as they are and run once. A pair is one row, prompt, chosen, rejected, in which the rejected
answer cannot see the chosen one and takes its positions: so the prompt is read once for both. A copy of the upper
blocks gets LoRA (Hu et al. 2022) and is trained; without LoRA it is the reference. The log-probability of an answer and
the loss are the lesson's exercises and come in as arguments (Rafailov et al. 2023, *Direct Preference Optimization*,
equation 7). A high rate wins all pairs and ruins the text: both log-probabilities fall, the rejected one faster.

Shapes: B pairs, T tokens of a row, t of an answer and the token before it, D width, V vocabulary.
"""

from __future__ import annotations

import copy
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, NamedTuple

import torch
from torch import Tensor, nn

from utils.blocks.adapters import LoRALinear, inject
from utils.blocks.llama import Llama
from utils.topics.assistants.assistant import Assistant

__all__ = ["Pair", "Run", "dpo", "pairs"]

LINEAR = ("qkv_proj", "out_proj", "gate_up", "down")
LONGEST = 100  # characters of a first sentence

Logprob = Callable[[Tensor, Tensor, Tensor, Tensor], Tensor]  # logits, ids, prompt_lengths, lengths → (B,)
Loss = Callable[[Tensor, Tensor, Tensor, Tensor, float], tuple[Tensor, Tensor]]  # → a scalar, margins (B,)


@dataclass(frozen=True)
class Pair:
    """about: an article's title; messages: what is asked, a chat; chosen, rejected: two answers."""

    about: str
    messages: list[dict[str, str]]
    chosen: str
    rejected: str


def pairs(n: int = 48, held_out: int = 24, quiet: bool = True) -> tuple[list[Pair], list[Pair]]:
    """Pairs to learn from and pairs of other articles, in a fixed order by chance.

    quiet: do not show whose texts these are.  Raises utils.assets.AssetError.
    """
    from utils import instructions

    data = instructions.load(["describe"], quiet)
    return _pairs(data["train"], n), _pairs(data["validation"], held_out)


def _pairs(records: Any, n: int) -> list[Pair]:
    """The first n records whose sentence is short enough."""
    found: list[Pair] = []
    for record in records:
        *asked, answer = record["messages"]
        sentence = asked[-1]["content"].partition("\n")[2]
        if len(sentence) <= LONGEST:
            found.append(Pair(record["about"], asked, answer["content"], sentence))
        if len(found) == n:
            break
    return found


class _Turn(NamedTuple):
    """What a block of `utils.blocks.llama` asks: angles (B, T, 1, d), and who may look where (B, 1, T, T)."""

    cos: Tensor
    sin: Tensor
    mask: Tensor
    is_causal: bool = False


@dataclass(frozen=True)
class Rows:
    """Pairs as tokens, prompt, chosen and rejected behind each other, padded at the end.

    ids: (N, T); ends: (N, 3), how many tokens there are up to the end of each part; hidden: (N, T, D) what the lower
    blocks make of them, half precision on the processor, or None.
    """

    ids: Tensor
    ends: Tensor
    hidden: Tensor | None = None

    def __len__(self) -> int:
        return len(self.ids)

    def some(self, rows: Sequence[int], where: torch.device | str) -> Rows:
        """These rows alone, as wide as the longest of them, on a device, in float32."""
        chosen, width = list(rows), int(self.ends[list(rows), 2].max())
        hidden = None if self.hidden is None else self.hidden[chosen, :width].to(where).float()
        return Rows(self.ids[chosen, :width].to(where), self.ends[chosen].to(where), hidden)

    def turn(self, model: Llama) -> _Turn:
        """The rejected answer has the positions behind the prompt, and does not see the chosen one."""
        place = torch.arange(self.ids.shape[1], device=self.ids.device)  # (T,)
        prompt, chosen = self.ends[:, :1], self.ends[:, 1:2]  # (B, 1)
        second = place >= chosen  # (B, T)
        own = place - second * (chosen - prompt)  # (B, T) positions
        first = (place >= prompt) & ~second
        may = (place <= place[:, None]) & ~(second[:, :, None] & first[:, None, :])  # (B, T, T)
        return _Turn(model.cos[own][:, :, None], model.sin[own][:, :, None], may[:, None])

    def answer(self, which: int) -> tuple[Tensor, Tensor, Tensor]:
        """places (B, t) of the prompt's last token and an answer, 0 chosen or 1 rejected; ids (B, t), lengths (B,)."""
        prompt, start, end = self.ends[:, :1], self.ends[:, which, None], self.ends[:, which + 1, None]
        lengths = 1 + end - start  # (B, 1)
        step = torch.arange(int(lengths.max()), device=self.ids.device)  # (t,)
        places = torch.where(step == 0, prompt - 1, start + step - 1)  # (B, t)
        places = torch.where(step < lengths, places, prompt - 1)  # padding: any place will do
        return places, self.ids.gather(1, places), lengths[:, 0]


def encode(assistant: Assistant, found: Sequence[Pair]) -> Rows:
    """Both answers end with the mark that ends a turn: to stop is a part of the answer."""
    texts = []
    for pair in found:
        prompt = assistant.encode(assistant.prompt(pair.messages))
        answers = [[*assistant.encode(text), assistant.end] for text in (pair.chosen, pair.rejected)]
        texts.append([prompt, *answers])
    ends = torch.tensor([[len(part) for part in parts] for parts in texts]).cumsum(1)
    rows = [torch.tensor([token for part in parts for token in part]) for parts in texts]
    return Rows(nn.utils.rnn.pad_sequence(rows, batch_first=True, padding_value=assistant.end), ends)


class Run:
    """SmolLM2, pairs behind its lower blocks, and a copy of its upper ones that can learn.

    assistant: SmolLM2, which stays as it is; found, held_out: pairs to learn from, and others; blocks: how many of the
    upper ones get LoRA of rank r.  `tuned`: an Assistant with the copy in it, to be asked like the other one.
    """

    def __init__(
        self,
        assistant: Assistant,
        found: Sequence[Pair],
        held_out: Sequence[Pair],
        blocks: int = 3,
        r: int = 8,
        seed: int = 0,
        progress: bool = True,
    ) -> None:
        self.assistant, self.where = assistant, assistant.where
        model = assistant.model
        self.first = len(model.blocks) - blocks
        self.upper: Any = copy.deepcopy(model.blocks[self.first :])
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(seed)
            inject(self.upper, LINEAR, r, alpha=2 * r)
        self.tuned = Assistant(self.where, self._with_upper(model), assistant.tokenizer)
        rows = encode(assistant, [*found, *held_out])
        hidden = self._lower(rows, progress)
        self.train = Rows(rows.ids[: len(found)], rows.ends[: len(found)], hidden[: len(found)])
        self.held_out = Rows(rows.ids[len(found) :], rows.ends[len(found) :], hidden[len(found) :])

    def _with_upper(self, model: Llama) -> Llama:
        """A Llama that shares all weights with the model, except for the upper blocks."""
        with torch.device("meta"):
            tuned = Llama(model.config)
        tuned.tokens, tuned.norm, tuned.head = model.tokens, model.norm, model.head
        tuned.blocks = nn.ModuleList([*model.blocks[: self.first], *self.upper])
        tuned.cos, tuned.sin = model.cos, model.sin
        return tuned

    @torch.no_grad()
    def _lower(self, rows: Rows, progress: bool, batch: int = 8) -> Tensor:
        """(N, T, D) behind the blocks that do not learn; zeros for padding."""
        from tqdm import tqdm

        model = self.assistant.model
        hidden = torch.zeros(*rows.ids.shape, model.config.d_model, dtype=torch.float16)
        order = sorted(
            range(len(rows)), key=lambda row: int(rows.ends[row, 2])
        )  # rows of one length share a batch
        with tqdm(
            total=len(rows), desc="lower blocks", file=sys.stdout, mininterval=1, disable=not progress
        ) as bar:
            for start in range(0, len(order), batch):
                chosen = order[start : start + batch]
                part = rows.some(chosen, self.where)
                turn, x = part.turn(model), model.tokens(part.ids)
                for block in model.blocks[: self.first]:  # type: ignore[union-attr]
                    x = block(x, turn, 0, None)
                for row, states in zip(chosen, x.to("cpu", torch.float16)):
                    hidden[row, : rows.ends[row, 2]] = states[: rows.ends[row, 2]]
                bar.update(len(chosen))
        return hidden

    def logprobs(self, rows: Rows, completion_logprob: Logprob) -> tuple[Tensor, Tensor]:
        """Log-probabilities (B,) of chosen and of rejected answers under the copy.  rows: with hidden states.

        Of a prompt, only the last token is handed on to `completion_logprob`: the scores of a token cost more than a
        block does.
        """
        model = self.assistant.model
        assert rows.hidden is not None
        turn, x = rows.turn(model), rows.hidden
        for block in self.upper:
            x = block(x, turn, 0, None)
        found = []
        for which in (0, 1):
            places, ids, lengths = rows.answer(which)
            states = x.gather(1, places[:, :, None].expand(-1, -1, x.shape[2]))  # (B, t, D)
            logits = model.logits(model.norm(states))  # (B, t, V)
            found.append(completion_logprob(logits, ids, torch.ones_like(lengths), lengths))
        return found[0], found[1]

    @contextmanager
    def as_reference(self) -> Iterator[None]:
        """As long as this lasts, LoRA adds nothing."""
        adapters = [module for module in self.upper.modules() if isinstance(module, LoRALinear)]
        scales = [adapter.scale for adapter in adapters]
        for adapter in adapters:
            adapter.scale = 0.0
        try:
            yield
        finally:
            for adapter, scale in zip(adapters, scales):
                adapter.scale = scale

    @torch.no_grad()
    def reference(self, rows: Rows, completion_logprob: Logprob, batch: int = 8) -> Tensor:
        """Log-probabilities of all pairs under the model as it was: (N, 2), chosen and rejected."""
        with self.as_reference():
            return self._all(rows, completion_logprob, batch)

    @torch.no_grad()
    def _all(self, rows: Rows, completion_logprob: Logprob, batch: int = 8) -> Tensor:
        order = sorted(range(len(rows)), key=lambda row: int(rows.ends[row, 2]))
        table = torch.zeros(len(rows), 2, device=self.where)
        for start in range(0, len(order), batch):
            chosen = order[start : start + batch]
            table[chosen] = torch.stack(
                self.logprobs(rows.some(chosen, self.where), completion_logprob), dim=1
            )
        return table

    def answers(self, found: Sequence[Pair], tuned: bool = True, limit: int = 40) -> list[str]:
        """What is answered to the pairs' questions, always the likeliest token; tuned: by the copy, or as it was."""
        asked = self.tuned if tuned else self.assistant
        asked = Assistant(
            self.where, asked.model, asked.tokenizer
        )  # what it has read was read with other weights
        return [asked.chat(pair.messages, limit) for pair in found]


def dpo(
    run: Run,
    completion_logprob: Logprob,
    dpo_loss: Loss,
    beta: float = 0.1,
    steps: int = 12,
    batch: int = 8,
    lr: float = 2e-3,
    every: int = 4,
    seed: int = 0,
    progress: bool = True,
) -> list[dict[str, float]]:
    """Train the run's copy by direct preference optimisation, in place.

    every: after how many steps the held-out pairs are looked at.  Returns a row for step 0 and for each step: step;
    loss and margin (nats, β included) of its batch before the update. Where the held-out pairs were looked at, also
    held_out_loss; held_out_margin; accuracy: the share of pairs whose margin is above 0 (none is at step 0);
    likelier: the share in which the chosen answer as such is likelier; chosen, rejected: mean log-probabilities, nats.
    """
    from tqdm import tqdm

    trained = [p for p in run.upper.parameters() if p.requires_grad]
    optimizer = torch.optim.AdamW(trained, lr=lr, weight_decay=0.0)
    reference = run.reference(run.train, completion_logprob)  # (N, 2)
    on_held_out = run.reference(run.held_out, completion_logprob)
    history = [{"step": 0.0} | _measured(on_held_out, on_held_out, dpo_loss, beta)]
    order = _order(len(run.train), steps * batch, seed)
    for step in tqdm(
        range(1, steps + 1), "preferences", file=sys.stdout, mininterval=1, disable=not progress
    ):
        for group in optimizer.param_groups:
            group["lr"] = lr * min(1.0, step / 3) * (1 - 0.9 * (step - 1) / steps)
        rows = order[(step - 1) * batch : step * batch]
        chosen, rejected = run.logprobs(run.train.some(rows, run.where), completion_logprob)
        loss, margins = dpo_loss(chosen, rejected, reference[rows, 0], reference[rows, 1], beta)
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(trained, 1.0)
        optimizer.step()
        row = {"step": float(step), "loss": loss.item(), "margin": margins.mean().item()}
        if step % every == 0 or step == steps:
            row |= _measured(run._all(run.held_out, completion_logprob), on_held_out, dpo_loss, beta)
        history.append(row)
    return history


def _order(rows: int, n: int, seed: int) -> list[int]:
    """n numbers of rows: all in an order by chance, then all again in another."""
    generator = torch.Generator().manual_seed(seed)
    found: list[int] = []
    while len(found) < n:
        found += torch.randperm(rows, generator=generator).tolist()
    return found[:n]


def _measured(now: Tensor, before: Tensor, dpo_loss: Loss, beta: float) -> dict[str, float]:
    """Of pairs, by their log-probabilities (N, 2) now and under the reference."""
    loss, margins = dpo_loss(now[:, 0], now[:, 1], before[:, 0], before[:, 1], beta)
    return {
        "held_out_loss": loss.item(),
        "held_out_margin": margins.mean().item(),
        "accuracy": (margins > 0).cpu().double().mean().item(),
        "likelier": (now[:, 0] > now[:, 1]).cpu().double().mean().item(),
        "chosen": now[:, 0].mean().item(),
        "rejected": now[:, 1].mean().item(),
    }
