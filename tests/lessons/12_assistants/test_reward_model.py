"""The reward model of lesson 12: its rankings, its pairs, and whether it learns a preference that vectors can show."""

from __future__ import annotations

import pytest
import torch
from references import reference
from torch import Tensor

from utils.topics.assistants import retrieval, reward_model
from utils.topics.assistants.reward_model import Rankings


def made_up(P: int = 60, D: int = 12, seed: int = 0) -> Rankings:
    """Rankings of which the best answer resembles its prompt, and the last one least."""
    draw = torch.Generator().manual_seed(seed)
    prompts = torch.nn.functional.normalize(torch.randn(P, D, generator=draw), dim=1)
    answers, orders = torch.empty(P, 3, D), []
    for row in range(P):
        order = torch.randperm(3, generator=draw)
        for share, index in zip((1.0, 0.4, -0.5), order.tolist()):
            answers[row, index] = share * prompts[row] + 0.05 * torch.randn(D, generator=draw)
        orders.append((order + 1).tolist())
    return Rankings(prompts, answers, orders)


def test_the_best_candidate_is_the_first_of_each_order() -> None:
    ranked = made_up()
    pairs, prompts = reward_model.pairs_of(ranked, reference("12c_rewards")["ranking_pairs"])
    assert pairs.shape == (180, 2) and prompts.bincount().tolist() == [3] * 60
    assert (pairs // 3 == prompts[:, None]).all()
    cosines = (ranked.prompts[:, None] * ranked.answers).sum(2).flatten()
    assert reward_model.share_won(cosines, pairs) == 1
    assert reward_model.share_won(-cosines, pairs) == 0


def test_it_learns_a_preference_and_leaves_the_random_state_alone() -> None:
    c = reference("12c_rewards")
    train, held_out = made_up(seed=1), made_up(seed=2)
    before = torch.get_rng_state()
    model = reward_model.fit(train, c["ranking_pairs"], c["reward_model_loss"], steps=100)
    assert torch.equal(before, torch.get_rng_state())
    with torch.no_grad():
        rewards = model(held_out.prompts, held_out.answers).flatten()
    assert reward_model.share_won(rewards, reward_model.pairs_of(held_out, c["ranking_pairs"])[0]) > 0.95


def test_rankings_keep_held_out_articles_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each text gets a vector of its own, so it can be followed."""
    pages = [retrieval.Page(f"T{i}", f"Sentence {i}. More.", f"words {i}", "Arts") for i in range(12)]
    seen: dict[str, int] = {}

    def embed(texts: list[str], where: str = "cpu") -> Tensor:
        rows = [seen.setdefault(text, len(seen)) for text in texts]
        return torch.eye(24)[rows]

    monkeypatch.setattr(retrieval, "pages", lambda n: pages)
    monkeypatch.setattr(retrieval, "embed", embed)
    train, held_out = reward_model.rankings("cpu", 8, 4, seed=3)
    assert len(train) == 8 and len(held_out) == 4
    used = [set(part.answers.flatten(0, 1).argmax(1).tolist()) for part in (train, held_out)]
    assert not used[0] & used[1]
    for part in (train, held_out):
        for row, order in enumerate(part.orders):
            second = part.answers[row, order[1] - 1]
            assert torch.equal(second, part.prompts[row])  # the sentence, repeated
            assert sorted(order) == [1, 2, 3]
