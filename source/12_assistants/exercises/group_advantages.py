"""GRPO's advantages: rewards standardized within each group of answers to a prompt.

Oracle: group by group with math.fsum, dividing by G − 1.
"""

import math

import numpy as np

from autograder.authoring import exercise, slip

DEVIATION = "rewards.std(dim=1, keepdim=True)"
AVERAGE = "rewards.mean(dim=1, keepdim=True)"


@exercise("group_advantages", points=2)
class _:
    cases = [
        dict(P=3, G=4),
        dict(P=4, G=4),
        dict(P=1, G=6),
        dict(P=5, G=2),
        dict(P=3, G=8, binary=True),
        dict(P=3, G=5, equal=True),
        dict(P=3, G=4, small=True),
    ]
    weights = {"advantages": 4, "rewards unchanged": 1}

    def inputs(rng, P, G, binary=False, equal=False, small=False):
        rewards = rng.normal(0, 1, (P, G)) * rng.uniform(0.5, 3, (P, 1)) + rng.uniform(-3, 3, (P, 1))
        if binary:
            rewards = (rng.random((P, G)) < 0.4).astype(np.float64)
            rewards[:, 0], rewards[:, 1] = 1, 0
        if equal:
            rewards[0] = 0
            rewards[1] = 1
        if small:
            rewards = rewards * 1e-4
        return {"rewards": rewards}

    def oracle(rewards):
        out = np.zeros(rewards.shape)
        for p, group in enumerate(rewards.astype(np.float64)):
            mean = math.fsum(group) / len(group)
            deviation = math.sqrt(math.fsum((r - mean) ** 2 for r in group) / (len(group) - 1))
            for g, r in enumerate(group):
                out[p, g] = (r - mean) / (deviation + 1e-4)
        return {
            "advantages": out,
            "rewards unchanged": {"first": out[:1], "rewards": np.zeros(rewards.shape)},
        }

    alternatives = {
        "the formula": """
            away = rewards - rewards.sum(1, keepdim=True) / rewards.shape[1]
            s = (away.square().sum(1, keepdim=True) / (rewards.shape[1] - 1)).sqrt()
            return away / (s + 0.0001)
        """,
        "group by group": """
            return torch.stack([(group - group.mean()) / (group.std() + 1e-4) for group in rewards])
        """,
    }
    slips = [
        slip(
            "deviation and mean are taken over the batch",
            edit=[(AVERAGE, "rewards.mean()"), (DEVIATION, "rewards.std()")],
            why="Answers to a hard prompt would all count as bad, and those to an easy one as good.",
            look="Which answers is each answer compared with?",
        ),
        slip(
            "the deviation is that of the batch",
            edit=(DEVIATION, "rewards.std()"),
            also=[(DEVIATION, "rewards.std(dim=1, keepdim=True).mean()"), (DEVIATION, "(rewards - mean).std()")],
            why="Each group has a spread of its own, and a group whose answers are all right has none.",
            look="How many deviations does your code compute?",
        ),
        slip(
            "the mean is that of the batch",
            edit=(AVERAGE, "rewards.mean()"),
            why="Answers to a hard prompt would all count as bad.",
            look="How many means does your code compute?",
        ),
        slip(
            "groups run along the wrong axis",
            edit=[(AVERAGE, "rewards.mean(dim=0, keepdim=True)"), (DEVIATION, "rewards.std(dim=0, keepdim=True)")],
            why="The first answers to all prompts have nothing in common.",
            look="Along which axis of (P, G) are the answers to one prompt?",
        ),
        slip(
            "the deviation is computed with G, not G − 1",
            edit=(DEVIATION, "rewards.std(dim=1, keepdim=True, correction=0)"),
            also=[(DEVIATION, "(rewards - mean).square().mean(dim=1, keepdim=True).sqrt()")],
            why="With few answers per group, the difference matters: for two answers, it is a factor of 1.41.",
            look="What do you divide the sum of squares by?",
        ),
        slip(
            "the rewards are divided by the variance",
            edit=(DEVIATION, "rewards.var(dim=1, keepdim=True)"),
            why="The variance has the unit of a squared reward, so rewards ten times as large would pull a tenth as hard.",
            look="What happens to your advantages when all rewards double?",
        ),
        slip(
            "the small number is left out",
            edit=("(deviation + 1e-4)", "deviation"),
            why="A group in which all rewards are equal gives 0 divided by 0.",
            look="What comes out for a group of equal rewards?",
        ),
        slip(
            "the small number is a different one, or is added elsewhere",
            edit=("(deviation + 1e-4)", "(deviation + 1e-8)"),
            also=[("(deviation + 1e-4)", "(deviation + 1e-6)"), ("(deviation + 1e-4)", "(deviation.square() + 1e-4).sqrt()"), ("(deviation + 1e-4)", "deviation.clamp(min=1e-4)"), ("(deviation + 1e-4)", "(deviation.square() + 1e-8).sqrt()"), ("(deviation + 1e-4)", "(deviation + 1e-5)"), ("(deviation + 1e-4)", "(deviation + 1e-3)")],
            why="Where rewards differ only a little, this number decides how hard they pull.",
            look="Which number does the docstring add, and to what?",
        ),
        slip(
            "the mean is not subtracted",
            edit=("(rewards - mean)", "rewards"),
            why="Every answer with a reward above 0 would be made more likely, even the worst one of the group.",
            look="What do the advantages of one group sum to?",
        ),
        slip(
            "the rewards are not divided by the deviation",
            edit=(" / (deviation + 1e-4)", ""),
            why="Some authors leave the division out (Liu et al. 2025), but the docstring asks for it.",
            look="What is the spread of the advantages of one group?",
        ),
        slip(
            "the rewards are multiplied by the deviation",
            edit=("/ (deviation + 1e-4)", "* (deviation + 1e-4)"),
            why="Groups with a large spread would pull even harder.",
            look="What happens to your advantages when all rewards double?",
        ),
        slip(
            "the sign is flipped",
            edit=("(rewards - mean)", "(mean - rewards)"),
            why="The best answer of the group would be made less likely.",
            look="What is the sign of the best answer's advantage?",
        ),
        slip(
            "an answer is compared only with the other answers",
            edit=(AVERAGE, "(rewards.sum(dim=1, keepdim=True) - rewards) / (rewards.shape[1] - 1)"),
            why="That is a different method (leave-one-out, RLOO). Here, the group's mean includes the answer itself.",
            look="How many rewards go into your mean?",
        ),
        slip(
            "the best of the group is the baseline",
            edit=(AVERAGE, "rewards.max(dim=1, keepdim=True).values"),
            also=[(AVERAGE, "rewards.median(dim=1, keepdim=True).values"), (AVERAGE, "rewards.min(dim=1, keepdim=True).values"), (AVERAGE, "rewards[:, :1]")],
            why="The advantages of a group should sum to 0.",
            look="What do the advantages of one group sum to?",
        ),
        slip(
            "the result has a different shape",
            edit=("return (rewards - mean) / (deviation + 1e-4)", "return ((rewards - mean) / (deviation + 1e-4)).flatten()"),
            also=[("return (rewards - mean) / (deviation + 1e-4)", "return ((rewards - mean) / (deviation + 1e-4)).tolist()"), ("return (rewards - mean) / (deviation + 1e-4)", "return ((rewards - mean) / (deviation + 1e-4)).T")],
            why="There is one advantage for each reward, at the same position.",
            look="What shape does the docstring promise?",
        ),
        slip(
            "the caller's rewards are overwritten",
            edit=("return (rewards - mean) /", "rewards -= mean\n    return rewards /"),
            why="The caller's reward curve would be drawn from advantages.",
            look="Which of your operations modify `rewards`?",
        ),
    ]  # fmt: skip
    promises = {
        "groups of two": dict(G=2),
        "one prompt": dict(P=1),
        "as many prompts as answers": dict(P=4, G=4),
        "equal rewards give 0": dict(equal=True),
        "the small number": dict(small=True),
        "right and wrong": dict(binary=True),
        "rewards are left as they are": "rewards unchanged",
    }
