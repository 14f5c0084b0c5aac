"""The loss of a reward model on pairs, averaged by prompt (Bradley and Terry 1952; Ouyang et al. 2022, equation 1).

Oracle: prompt by prompt and pair by pair in float64, with the gradient derived by hand; some margins overflow exp.
"""

import math

import numpy as np

from autograder.authoring import exercise, slip

MARGINS = "margins = rewards[pairs[:, 0]] - rewards[pairs[:, 1]]"
LOSSES = "losses = -F.logsigmoid(margins)"
MEAN = "return (losses / times[which]).sum() / len(times)"
GROUPS = "_, which = prompts.unique(return_inverse=True)"


@exercise("reward_model_loss", points=3)
class _:
    cases = [
        dict(sizes=(4, 2, 3)),
        dict(sizes=(3,)),
        dict(sizes=(2, 2, 2, 5)),
        dict(sizes=(3, 4), far=True),
        dict(sizes=(2, 3), same=True),
        dict(sizes=(2, 4, 3), mixed=True),
    ]
    weights = {"loss": 2, "grad_rewards": 1}

    def inputs(rng, sizes, far=False, same=False, mixed=False):
        """sizes: candidates of each prompt. mixed: pairs of different prompts in turn, and a few of them missing."""
        N = sum(sizes)
        rewards = rng.normal(0, 1.5, N)
        if far:
            rewards = rng.permutation(np.linspace(-1e7, 1e7, N))
        if same:
            rewards[:] = rng.normal()
        rows, prompts, start = [], [], 0
        names = rng.choice(np.arange(1, 40), len(sizes), replace=False)  # numbers of prompts, with gaps
        for name, size in zip(names, sizes):
            order = start + rng.permutation(size)
            rows += [[int(order[a]), int(order[b])] for a in range(size) for b in range(a + 1, size)]
            prompts += [int(name)] * (size * (size - 1) // 2)
            start += size
        pairs, prompts = np.array(rows), np.array(prompts)
        if mixed:
            keep = rng.permutation(len(pairs))[:-2]
            while (np.diff(prompts[keep]) != 0).sum() < len(set(prompts[keep])):  # no prompt has pairs apart
                keep = rng.permutation(len(pairs))[:-2]
            pairs, prompts = pairs[keep], prompts[keep]
        return {"rewards": rewards, "pairs": pairs, "prompts": prompts}

    def oracle(rewards, pairs, prompts):
        by_prompt = {}
        for (better, worse), prompt in zip(pairs.tolist(), prompts.tolist()):
            by_prompt.setdefault(prompt, []).append((better, worse))
        means, slopes = [], np.zeros(len(rewards))
        for rows in by_prompt.values():
            losses = []
            for better, worse in rows:
                margin = float(rewards[better]) - float(rewards[worse])
                losses.append(max(-margin, 0.0) + math.log1p(math.exp(-abs(margin))))  # log(1 + e^−m)
                pull = 1 / (1 + math.exp(min(margin, 700.0))) / len(rows) / len(by_prompt)
                slopes[better] -= pull
                slopes[worse] += pull
            means.append(math.fsum(losses) / len(losses))
        return {"loss": np.float64(math.fsum(means) / len(means)), "grad_rewards": slopes}

    alternatives = {
        "prompt by prompt": """
            means = []
            for prompt in prompts.unique():
                better, worse = pairs[prompts == prompt].T
                means.append(F.softplus(rewards[worse] - rewards[better]).mean())
            return torch.stack(means).mean()
        """,
        "as a classification with weights": """
            margins = rewards[pairs[:, 0]] - rewards[pairs[:, 1]]
            weights = 1 / (prompts[:, None] == prompts).sum(1)
            loss = F.binary_cross_entropy_with_logits(margins, torch.ones_like(margins), weights, reduction="sum")
            return loss / weights.sum()
        """,
    }
    slips = [
        slip(
            "the preference is reversed",
            edit=(MARGINS, "margins = rewards[pairs[:, 1]] - rewards[pairs[:, 0]]"),
            also=[(LOSSES, "losses = -F.logsigmoid(-margins)")],
            why="The reward model would give the highest reward to what people liked least.",
            look="Does your loss fall when the reward of the better answer rises?",
        ),
        slip(
            "the loss has the wrong sign",
            edit=(LOSSES, "losses = F.logsigmoid(margins)"),
            why="Training minimizes the loss, and this one falls without end when the worse answers win.",
            look="Is your loss above or below 0?",
        ),
        slip(
            "every pair counts the same, whatever its prompt",
            edit=(MEAN, "return losses.mean()"),
            why="A prompt with nine candidates has 36 pairs, so it would count 36 times as much as a prompt with two.",
            look="How many pairs does each of your prompts have, and how much does each prompt weigh?",
        ),
        slip(
            "the losses of the prompts are summed",
            edit=(MEAN, "return (losses / times[which]).sum()"),
            also=[(MEAN, "return losses.sum()")],
            why="A batch with twice as many prompts would take steps twice as large.",
            look="What happens to your loss when every prompt comes twice, under two numbers?",
        ),
        slip(
            "the pairs of a prompt are summed",
            edit=(MEAN, "return losses.sum() / len(times)"),
            why="A prompt with nine candidates has 36 pairs, so it would count 36 times as much as a prompt with two.",
            look="What is averaged first, and over what?",
        ),
        slip(
            "prompts without a pair are counted",
            edit=[(GROUPS, "which = prompts")],
            why="The prompts' numbers have gaps, and a number that no pair has does not belong to any prompt of this batch.",
            look="What number do you divide by at the end, and how many different prompts are there?",
        ),
        slip(
            "a prompt counts again wherever its pairs are apart",
            edit=(GROUPS, GROUPS.replace("unique(", "unique_consecutive(")),
            why="The pairs of one prompt can be anywhere in the list. Split into several groups, they weigh more than those of another prompt.",
            look="How many prompts does your code count in the list [0, 1, 0]?",
        ),
        slip(
            "large differences are cut off",
            edit=(MARGINS, MARGINS.replace("margins = ", "margins = (") + ").clamp(-50, 50)"),
            why="For the pairs that the model gets most wrong, the loss is too small and there is no gradient, so it can't learn from them.",
            look="What is the gradient of your loss for a pair with a difference of −60?",
        ),
        slip(
            "the logarithm is taken after a sigmoid",
            edit=(LOSSES, "losses = -margins.sigmoid().log()"),
            also=[(LOSSES, "losses = (1 + (-margins).exp()).log()"), (LOSSES, "losses = -(margins.sigmoid() + 1e-8).log()")],
            why="If a pair is lost by a wide margin, the sigmoid is rounded to 0 and the loss becomes infinite.",
            look="How large is σ(−200) in float32?",
        ),
        slip(
            "the sigmoid is left out",
            edit=(LOSSES, "losses = -margins"),
            also=[(LOSSES, "losses = F.relu(1 - margins)")],
            why="A pair that is already clearly won would pull as hard as one that is lost.",
            look="How much should a pair count once it is clearly won?",
        ),
        slip(
            "the logarithm is left out",
            edit=(LOSSES, "losses = 1 - margins.sigmoid()"),
            also=[(LOSSES, "losses = -margins.sigmoid()")],
            why="A pair that is lost by a wide margin would hardly pull at all, although it has the most to teach.",
            look="What is the loss of a pair with equal rewards?",
        ),
        slip(
            "the mean is taken before the logarithm",
            edit=(MEAN, "return -F.logsigmoid(margins.mean())"),
            also=[(MEAN, "return -F.logsigmoid(torch.zeros(len(times), device=rewards.device).index_add(0, which, margins / times[which])).mean()"), (MEAN, "return -(torch.zeros(len(times), device=rewards.device).index_add(0, which, margins / times[which]).sigmoid() + 1e-8).log().mean()")],
            why="One pair that is won by a wide margin would make up for many that are lost.",
            look="What is averaged, the margins or the losses?",
        ),
        slip(
            "only the better answer learns",
            edit=(MARGINS, "margins = rewards[pairs[:, 0]] - rewards[pairs[:, 1]].detach()"),
            also=[(MARGINS, "margins = rewards[pairs[:, 0]].detach() - rewards[pairs[:, 1]]")],
            why="A reward is only meaningful compared with another one, and both of them should move.",
            look="Which operation in your code stops the gradient?",
        ),
        slip(
            "the losses are not combined",
            edit=(MEAN, "return losses"),
            also=[(MEAN, "return losses / times[which]")],
            why="The optimizer needs one number for the batch.",
            look="What is the shape of your loss?",
        ),
    ]  # fmt: skip
    promises = {
        "one prompt": dict(sizes=(3,)),
        "finite for rewards far apart": dict(far=True),
        "equal rewards": dict(same=True),
        "pairs in any order": dict(mixed=True),
        "both answers learn": "grad_rewards",
    }
