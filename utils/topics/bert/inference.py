"""Pairs of sentences for natural language inference: a premise, a hypothesis and one of three labels.

A beagle is a dog, and a dog is an animal. So "a beagle" implies "a dog" (entailment), "a dog" may or may not be a
beagle (neutral), and "a beagle" can't be a bird (contradiction). The words were picked by hand from WordNet 3.0, in
which each of them is a kind of its group, and each group a kind of the thing above it; tests compare all of them with
WordNet. No word belongs to two groups, and no group to another.

Imports from: corpora.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch

from utils.corpora.tables import draw

LABELS = ("entailment", "neutral", "contradiction")
KINDS = {  # what all of a group is, and the group → its members
    (
        "animal",
        "dog",
    ): "beagle bulldog greyhound husky poodle collie spaniel terrier dachshund dalmatian pug hound",
    (
        "animal",
        "bird",
    ): "crow dove duck eagle falcon finch goose hawk owl parrot penguin pigeon robin sparrow swan",
    ("animal", "fish"): "salmon shark trout herring tuna cod eel carp sturgeon pike",
    ("animal", "insect"): "ant bee beetle butterfly mosquito moth wasp cricket flea",
    ("animal", "snake"): "cobra python viper rattlesnake boa mamba adder",
    ("animal", "horse"): "mare stallion pony mustang racehorse gelding",
    ("plant", "tree"): "oak elm beech cedar pine willow maple birch poplar cypress",
    ("plant", "flower"): "daisy orchid poppy carnation dahlia aster sunflower chrysanthemum",
    ("vehicle", "boat"): "barge canoe ferry lifeboat kayak gondola tugboat rowboat",
    ("vehicle", "car"): "ambulance convertible jeep limousine sedan taxi minivan hatchback",
    ("vehicle", "airplane"): "jet biplane bomber airliner seaplane monoplane",
    ("garment", "coat"): "jacket raincoat overcoat blazer parka anorak",
    ("weapon", "gun"): "pistol revolver rifle shotgun musket cannon",
    ("building", "house"): "bungalow cottage farmhouse villa mansion chalet",
}
FRAMES = (  # a premise and a hypothesis about one and the same thing
    ("There was only one thing in the picture: {}.", "The picture showed {}."),
    ("The answer to the riddle was {}.", "The riddle was about {}."),
    ("What Mia drew was {}.", "Mia made a drawing of {}."),
    ("The first prize was {}.", "The winner received {}."),
)
SHARES = {"train": 0.5, "validation": 0.7, "test": 1.0}  # members of a group are dealt out in this order


def sentence_pairs(split: str, n: int, seed: int = 0) -> tuple[list[tuple[str, str]], torch.Tensor]:
    """n pairs (premise, hypothesis) and their labels (n,): 0 entailment, 1 neutral, 2 contradiction.

    split: train, validation or test. No member of a group is in two splits; groups and what is above them are in all.
    The labels take turns, so each makes up a third of the rows.
    """
    if split not in SHARES:
        raise ValueError(f"There is no split {split!r}; there are {', '.join(SHARES)}.")
    dice = torch.Generator().manual_seed(seed)

    def pick(options: Sequence[Any]) -> Any:
        return options[int(torch.randint(len(options), (1,), generator=dice))]

    dealt = {group: members(*group, split) for group in KINDS}
    pairs: list[tuple[str, str]] = []
    labels = torch.arange(n) % len(LABELS)
    for label in labels.tolist():
        (above, name), (other_above, other) = pick(list(KINDS)), pick(list(KINDS))
        while other == name:
            other_above, other = pick(list(KINDS))
        member, stranger = pick(dealt[above, name]), pick(dealt[other_above, other])
        far = other_above if other_above != above else stranger
        words = (
            [(member, name), (member, name), (member, above)],
            [(name, member), (name, member), (above, member)],
            [(member, other), (other, member), (member, far)],
        )
        first, second = pick(words[label])
        premise, hypothesis = pick(FRAMES)
        pairs.append((premise.format(with_article(first)), hypothesis.format(with_article(second))))
    return pairs, labels


def members(above: str, name: str, split: str) -> list[str]:
    """The members of a group that belong to a split; the deal depends on the words alone."""
    words = sorted(KINDS[above, name].split(), key=lambda word: draw(f"kind {word}"))
    ends = [0.0, *SHARES.values()]
    which = list(SHARES).index(split)
    return words[round(ends[which] * len(words)) : round(ends[which + 1] * len(words))]


def with_article(noun: str) -> str:
    """The noun after "a" or "an"."""
    return f"{'an' if noun[0] in 'aeiou' else 'a'} {noun}"
