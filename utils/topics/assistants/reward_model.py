"""A small reward model: a linear layer on MiniLM's vectors, trained on rankings of human-written answers.

The task is that of `preferences`: describe an article in a few words, given its first sentence. Each prompt has three
candidates, all written by people, and a rule ranks them: first the article's own description, then the sentence
repeated, last the description of another article. So the model has to learn that an answer should be about the right
thing, and that it should be brief. Candidates are shown in an order drawn by chance, and a ranking names them from 1.

Shapes: P prompts, D = 384 features of a vector, three candidates to each prompt.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from utils.topics.assistants import retrieval

__all__ = ["Rankings", "RewardModel", "fit", "pairs_of", "rankings", "share_won"]

ToPairs = Callable[[list[int], str], Tensor]  # a ranking and its kind → (M, 2)
Loss = Callable[[Tensor, Tensor, Tensor], Tensor]  # rewards (N,), pairs (M, 2), prompts (M,) → a scalar
SHARPNESS = 10.0  # products of vectors of length 1 are small; this brings rewards to the size of logits


@dataclass(frozen=True)
class Rankings:
    """prompts: (P, D); answers: (P, 3, D), both of length 1; orders: P rankings, numbers from 1, the best first."""

    prompts: Tensor
    answers: Tensor
    orders: list[list[int]]

    def __len__(self) -> int:
        return len(self.orders)

    def some(self, rows: slice) -> Rankings:
        return Rankings(self.prompts[rows], self.answers[rows], self.orders[rows])


def rankings(
    where: torch.device | str = "cpu", n: int = 400, held_out: int = 200, seed: int = 0
) -> tuple[Rankings, Rankings]:
    """Rankings to learn from, and some of other articles.  The articles are embedded once.

    seed: of the split, of the articles that lend a description, and of the order of the candidates.
    Raises utils.assets.AssetError.
    """
    rows = [
        (first_sentence(page.text), page.description) for page in retrieval.pages(1000) if page.description
    ]
    rows = rows[: n + held_out]
    sentences = _vectors(tuple(row[0] for row in rows), where)  # (n + held_out, D)
    descriptions = _vectors(tuple(row[1] for row in rows), where)
    generator = random.Random(seed)
    places = list(range(len(rows)))
    generator.shuffle(places)
    rows, sentences, descriptions = [rows[i] for i in places], sentences[places], descriptions[places]
    first, rest = range(held_out), range(held_out, len(rows))
    answers, orders = torch.empty(len(rows), 3, sentences.shape[1], device=where), []
    for part in (first, rest):  # a description is lent within a part, so held-out texts stay unseen
        for i in part:
            other = generator.choice([j for j in part if rows[j][1] != rows[i][1]])
            ranked = torch.stack([descriptions[i], sentences[i], descriptions[other]])
            order = generator.sample(range(3), 3)  # the index of the best, of the second, of the last
            answers[i, order] = ranked
            orders.append([index + 1 for index in order])
    everything = Rankings(sentences, answers, orders)
    return everything.some(slice(held_out, None)), everything.some(slice(held_out))


def first_sentence(text: str) -> str:
    return text.partition(". ")[0].rstrip(".") + "."


@lru_cache(8)  # another seed splits the same articles
def _vectors(texts: tuple[str, ...], where: torch.device | str) -> Tensor:
    return F.normalize(retrieval.embed(texts, where).float(), dim=1)


class RewardModel(nn.Module):
    """A reward that is linear in the product of both vectors, feature by feature, and in the answer's vector."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.head = nn.Linear(2 * width, 1)

    def forward(self, prompts: Tensor, answers: Tensor) -> Tensor:
        """prompts: (P, D), answers: (P, n, D).  Returns (P, n)."""
        both = torch.cat([prompts[:, None] * answers, answers], dim=-1)  # (P, n, 2 D)
        return SHARPNESS * self.head(both)[..., 0]

    @torch.no_grad()
    def score(self, sentences: Sequence[str], answers: Sequence[str]) -> Tensor:
        """The reward of one answer to each sentence, (n,), on the CPU."""
        where = self.head.weight.device
        return self(_vectors(tuple(sentences), where), _vectors(tuple(answers), where)[:, None])[:, 0].cpu()


def pairs_of(ranked: Rankings, to_pairs: ToPairs) -> tuple[Tensor, Tensor]:
    """All pairs (M, 2) among the 3 P answers, row after row, and the prompt of each pair (M,)."""
    each = [to_pairs(list(order), "order") for order in ranked.orders]
    pairs = torch.cat([3 * prompt + rows.cpu() for prompt, rows in enumerate(each)])
    prompts = torch.cat([torch.full((len(rows),), prompt) for prompt, rows in enumerate(each)])
    return pairs, prompts


def fit(ranked: Rankings, to_pairs: ToPairs, loss_of: Loss, steps: int = 200, seed: int = 0) -> RewardModel:
    """A reward model trained on all rankings at once with AdamW; takes about a second."""
    where = ranked.answers.device
    pairs, prompts = (table.to(where) for table in pairs_of(ranked, to_pairs))
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        model = RewardModel(ranked.answers.shape[2]).to(where)
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-2, weight_decay=0.01)
    for _ in range(steps):
        loss = loss_of(model(ranked.prompts, ranked.answers).flatten(), pairs, prompts)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return model


def share_won(rewards: Tensor, pairs: Tensor) -> float:
    """The share of pairs in which the better answer has the higher reward.  rewards: (N,); pairs: (M, 2)."""
    better, worse = rewards.cpu()[pairs.cpu()].T
    return (better > worse).float().mean().item()
