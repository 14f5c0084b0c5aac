"""A task whose answers a program can check, and the loop that rewards a small model for them.

The task is sums, "17+25=" and then "42" and the end of a line. A small GPT has seen too few of them to be good. From
then on nobody shows it a right answer: it writes several to each prompt, a program rewards each, and what was better
than the others of its group is made more likely (GRPO: Shao et al. 2024, *DeepSeekMath*, section 4.1). The three
functions that decide about it are the lesson's exercises and come in as arguments.

Shapes: P prompts, G answers to each, N = P · G, T tokens of an answer, V = 13 letters.
"""

from __future__ import annotations

import copy
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import torch
import torch.nn.functional as F
from torch import Tensor

from utils.blocks.gpt import GPT, GPTConfig

__all__ = ["Answers", "Rules", "Sums", "digits_found", "exact", "grpo", "log_probs", "pretrained", "sample"]

LETTERS = "0123456789+=\n"
END = LETTERS.index("\n")
PROMPT = 6  # letters of "17+25="
LONGEST = 8  # letters of an answer, its end included
WARM_UP = 5  # steps: AdamW's first ones would throw the model far off

Reward = Callable[[str, str], float]  # the prompt, what was written (without its end) → a number


def encode(text: str) -> list[int]:
    return [LETTERS.index(letter) for letter in text]


def decode(ids: Sequence[int]) -> str:
    return "".join(LETTERS[i] for i in ids)


@dataclass(frozen=True)
class Sums:
    """All sums of two numbers from 10 to 59, in a fixed order by chance: for training, and 300 held out."""

    train: tuple[str, ...]
    held_out: tuple[str, ...]

    @classmethod
    def all(cls, seed: int = 0) -> Sums:
        prompts = [f"{a}+{b}=" for a in range(10, 60) for b in range(10, 60)]
        order = torch.randperm(len(prompts), generator=torch.Generator().manual_seed(seed)).tolist()
        mixed = [prompts[i] for i in order]
        return cls(tuple(mixed[300:]), tuple(mixed[:300]))


def answer_of(prompt: str) -> str:
    """The right answer to "17+25=": "42"."""
    a, b = prompt.rstrip("=").split("+")
    return str(int(a) + int(b))


def exact(prompt: str, written: str) -> float:
    """1 for the right number and nothing else, 0 otherwise."""
    return float(written == answer_of(prompt))


def digits_found(prompt: str, written: str) -> float:
    """The share of the right answer's digits that occur somewhere in what was written. It looks fair, and is not."""
    right = answer_of(prompt)
    return sum(digit in written for digit in right) / len(right)


# --- the model ------------------------------------------------------------------------------------------------------


def pretrained(
    sums: Sums, where: torch.device | str = "cpu", steps: int = 150, seed: int = 0, progress: bool = True
) -> GPT:
    """A GPT of 2 layers, D = 64, after a little supervised training: each sum comes with its right answer.

    About two seconds on one core; stopped where a drawn answer is right about one time in five. The rate does not fall:
    a model that has settled is no better at this point and learns less from rewards afterwards.
    """
    from tqdm import tqdm

    torch.manual_seed(seed)
    model = GPT(GPTConfig(len(LETTERS), PROMPT + LONGEST, d_model=64, n_heads=4, n_layers=2)).to(where)
    rows = torch.tensor([encode(f"{prompt}{answer_of(prompt):\n<4}") for prompt in sums.train])  # (N, 10)
    generator = torch.Generator().manual_seed(seed)
    optimizer = torch.optim.AdamW(model.parameters(), lr=2e-3, weight_decay=0.1)
    for _ in tqdm(range(steps), "supervised", file=sys.stdout, mininterval=1, disable=not progress):
        batch = rows[torch.randint(len(rows), (64,), generator=generator)].to(where)
        logits = model(batch[:, :-1])[:, PROMPT - 1 :]  # (64, 4, V) of the answer alone
        loss = F.cross_entropy(logits.flatten(0, 1), batch[:, PROMPT:].flatten())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return model.eval()


def log_probs(model: GPT, ids: Tensor) -> Tensor:
    """Log-probabilities of the letters behind each prompt.  ids: (N, PROMPT + T).  Returns (N, T)."""
    scores = model(ids[:, :-1])[:, PROMPT - 1 :].log_softmax(dim=-1)  # (N, T, V)
    return scores.gather(2, ids[:, PROMPT:, None])[..., 0]


@dataclass(frozen=True)
class Answers:
    """Answers as they were drawn.  ids: (N, PROMPT + T); old: (N, T) log-probabilities; mask: (N, T), up to the end."""

    prompts: list[str]
    ids: Tensor
    old: Tensor
    mask: Tensor

    @property
    def texts(self) -> list[str]:
        """What was written to each prompt, without its end."""
        return [decode(row[PROMPT:].tolist()).partition("\n")[0] for row in self.ids]

    def rewarded(self, reward: Reward) -> Tensor:
        """(N,) float32, on the model's device."""
        values = [reward(prompt, text) for prompt, text in zip(self.prompts, self.texts)]
        return torch.tensor(values, dtype=torch.float32, device=self.ids.device)


@torch.no_grad()
def sample(
    model: GPT, prompts: Sequence[str], group: int = 1, generator: torch.Generator | None = None
) -> Answers:
    """`group` answers to each prompt, one prompt's behind each other: drawn, or the likeliest without a generator."""
    each = [prompt for prompt in prompts for _ in range(group)]
    where = model.tokens.weight.device
    ids = torch.tensor([encode(prompt) for prompt in each], device=where)  # (N, PROMPT)
    ended = torch.zeros(len(each), dtype=torch.bool, device=where)
    masks, old = [], []
    for _ in range(LONGEST):
        logits = model(ids)[:, -1]  # (N, V)
        if generator is None:
            new = logits.argmax(dim=-1)
        else:
            new = torch.multinomial(logits.softmax(dim=-1).cpu(), 1, generator=generator)[:, 0].to(where)
        masks.append(~ended)
        new = torch.where(ended, END, new)
        ended = ended | (new == END)
        ids = torch.cat([ids, new[:, None]], dim=1)
        old.append(logits.log_softmax(dim=-1).gather(1, new[:, None])[:, 0])
        if bool(ended.all()):
            break
    return Answers(each, ids, torch.stack(old, dim=1), torch.stack(masks, dim=1))


# --- learning from rewards ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Rules:
    """What the lesson's exercises decide.

    advantages: rewards (P, G) → (P, G).  loss: new, old (N, T), advantages (N,), mask (N, T), low, high → a scalar.
    divergence: new, reference (N, T) → (N, T).
    """

    advantages: Callable[[Tensor], Tensor]
    loss: Callable[[Tensor, Tensor, Tensor, Tensor, float, float], Tensor]
    divergence: Callable[[Tensor, Tensor], Tensor]


def grpo(
    model: GPT,
    sums: Sums,
    reward: Reward,
    rules: Rules,
    steps: int = 120,
    prompts: int = 32,
    group: int = 8,
    beta: float = 0.01,
    lr: float = 1e-3,
    clip: float = 0.2,
    every: int = 10,
    seed: int = 0,
    progress: bool = True,
) -> tuple[GPT, list[dict[str, float]]]:
    """Train a copy of the model on rewards (Shao et al. 2024, algorithm 1; clipping as in Schulman et al. 2017).

    Two updates for each batch of answers, so that the ratio leaves 1. beta: how much the divergence from the model at
    the start counts; clip: how far a ratio may go below and above 1; every: after how many steps the held-out prompts
    are asked.  Returns the copy, in mode eval, and a row a step, all of the batch as it was drawn, before its updates:
    step; reward, the mean; right, the share that is exactly right; length, letters of an answer, its end included;
    divergence, nats a letter. And of the second update: clipped, the share of letters whose ratio has left the range.
    In the first row, in each that `every` divides and in the last: held_out, the share of held-out prompts that get
    the right number when always the likeliest letter is taken, before this step, or after it in the last.
    """
    from tqdm import tqdm

    reference, model = model, copy.deepcopy(model)
    optimizer = torch.optim.AdamW(model.parameters(), lr=lr, weight_decay=0.0)
    generator = torch.Generator().manual_seed(seed)
    history = []
    for step in tqdm(range(steps), "rewards", file=sys.stdout, mininterval=1, disable=not progress):
        row = {"step": float(step + 1)}
        if step == 0 or (step + 1) % every == 0:
            row["held_out"] = share_right(model, sums.held_out)
        for settings in optimizer.param_groups:
            settings["lr"] = lr * min(1.0, (step + 1) / WARM_UP) * (1 - 0.9 * step / steps)
        asked = [sums.train[i] for i in torch.randint(len(sums.train), (prompts,), generator=generator)]
        answers = sample(model, asked, group, generator)
        mask = answers.mask  # (N, T)
        rewards = answers.rewarded(reward)  # (N,)
        advantages = rules.advantages(rewards.view(prompts, group)).flatten()  # (N,)
        with torch.no_grad():
            start = log_probs(reference, answers.ids)  # (N, T)
        for update in range(2):
            new = log_probs(model, answers.ids)  # (N, T)
            away = rules.divergence(new, start)[mask].mean()
            if update == 0:
                row["divergence"] = away.item()
            loss = rules.loss(new, answers.old, advantages, mask, clip, clip) + beta * away
            optimizer.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
        ratio = (new - answers.old)[mask].exp()
        row["clipped"] = ((ratio - 1).abs() > clip).cpu().double().mean().item()
        row |= {"reward": rewards.mean().item(), "right": answers.rewarded(exact).mean().item()}
        row["length"] = mask.sum(dim=1).cpu().double().mean().item()
        history.append(row)
    history[-1]["held_out"] = share_right(model, sums.held_out)
    return model.eval(), history


def share_right(model: GPT, prompts: Sequence[str]) -> float:
    """How many of the prompts get exactly the right number, when always the likeliest letter is taken."""
    return sample(model, prompts).rewarded(exact).mean().item()
