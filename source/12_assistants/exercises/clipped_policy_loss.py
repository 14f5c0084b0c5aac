"""The clipped policy loss of PPO, with one advantage per answer as in GRPO.

Oracle: a loop over answers and tokens in float64, with the gradient derived by hand. Padding can
hold values that overflow if they aren't masked before exp.
"""

import math

import numpy as np

from autograder.authoring import exercise, slip

RATIO = "(new - old).masked_fill(~mask, 0).exp()"
GAIN = "torch.minimum(ratio * advantages[:, None], clipped * advantages[:, None])"
OVER = "-((gain * mask).sum(dim=1) / tokens).mean()"


@exercise("clipped_policy_loss", points=4)
class _:
    # inside: ratios within the range; garbage: huge values in the padding; empty: one answer has no token
    cases = [
        dict(N=4, T=5),
        dict(N=1, T=4),
        dict(N=4, T=4),
        dict(N=3, T=6, inside=True),
        dict(N=4, T=5, garbage=True),
        dict(N=4, T=5, empty=True),
        dict(N=5, T=4, low=0.1, high=0.4),
        dict(N=3, T=4, full=True),
        dict(N=4, T=6, on_policy=True),
    ]
    weights = {"loss": 2, "grad_new": 2}
    tolerance = {"loss": 1e-5, "grad_new": 2e-4}

    def inputs(
        rng, N, T, low=0.2, high=0.2, inside=False, garbage=False, empty=False, full=False, on_policy=False
    ):
        old = rng.uniform(-4, -0.2, (N, T))
        gaps = rng.choice([-0.9, -0.5, -0.05, 0.04, 0.6, 1.1], (N, T)) + rng.uniform(-0.03, 0.03, (N, T))
        if inside:
            gaps = rng.uniform(-0.15, 0.15, (N, T))
        if on_policy:
            gaps = np.zeros((N, T))
        ends = rng.integers(1, T + 1, N)
        if N > 1:
            ends[:2] = 1, T
        mask = np.arange(T) < ends[:, None]
        if full:
            mask[:] = True
        else:
            mask[-1, 0] &= (
                N == 1 or T == 1 or bool(mask[-1].sum() == 1)
            )  # also a hole: a mask need not begin at 0
        if empty:
            mask[-1] = False
        new = old + gaps
        if garbage:
            new = np.where(mask, new, rng.choice([-300.0, 300.0], (N, T)))
            new[0, -1], old[0, -1] = 400.0, -400.0
        advantages = rng.uniform(0.5, 2, N) * np.where(np.arange(N) % 2, -1, 1) * rng.choice([-1, 1])
        return {
            "new": new,
            "old": old,
            "advantages": advantages,
            "mask": mask,
            "low": float(low * rng.uniform(0.9, 1.1)),
            "high": float(high * rng.uniform(0.9, 1.1)),
        }

    def oracle(new, old, advantages, mask, low, high):
        N, T = new.shape
        by_one, slope = [0.0] * N, np.zeros((N, T))
        for i in range(N):
            count = int(mask[i].sum())
            for t in range(T):
                if not mask[i, t]:
                    continue
                ratio, A = math.exp(float(new[i, t]) - float(old[i, t])), float(advantages[i])
                bounded = min(max(ratio, 1 - float(low)), 1 + float(high))
                plain, cut = ratio * A, bounded * A
                by_one[i] -= min(plain, cut) / count
                if plain <= cut:  # the clipped one is a constant
                    slope[i, t] = -plain / count / N
        loss = {"answer by answer": by_one, "loss": math.fsum(by_one) / N}
        return {"loss": loss, "grad_new": slope}

    alternatives = {
        "where instead of minimum": """
            gap = torch.where(mask, new - old, torch.zeros_like(new))
            A = advantages.unsqueeze(1).expand_as(new)
            ratio = torch.exp(gap)
            bound = torch.where(A > 0, torch.full_like(new, 1 + high), torch.full_like(new, 1 - low))
            beyond = torch.where(A > 0, ratio > bound, ratio < bound)
            gain = torch.where(beyond, bound, ratio) * A
            gain = torch.where(mask, gain, torch.zeros_like(gain))
            return -(gain.sum(1) / mask.sum(1).clamp(min=1)).sum() / len(new)
        """,
        "answer by answer": """
            losses = []
            for row, before, a, on in zip(new, old, advantages, mask):
                if not on.any():
                    losses.append(row.new_zeros(()))
                    continue
                rho = torch.exp(row[on] - before[on])
                losses.append(torch.max(-a * rho, -a * rho.clamp(1 - low, 1 + high)).mean())
            return torch.stack(losses).mean()
        """,
    }
    slips = [
        slip(
            "the loss has the wrong sign",
            edit=(OVER, OVER[1:]),
            why="Good answers would become less likely.",
            look="Does the loss fall when a good answer becomes more likely?",
        ),
        slip(
            "the ratio is inverted",
            edit=("(new - old)", "(old - new)"),
            why="The ratio should show how much more likely the token is *now*.",
            look="Which of the two models is in the numerator?",
        ),
        slip(
            "the ratio is left in logarithms",
            edit=(".masked_fill(~mask, 0).exp()", ".masked_fill(~mask, 0)"),
            also=[(RATIO, "(new / old).masked_fill(~mask, 0)")],
            why="The arguments are logarithms, so their difference is the logarithm of the ratio.",
            look="What is the ratio when both models agree?",
        ),
        slip(
            "the larger of the two is taken",
            edit=("torch.minimum", "torch.maximum"),
            why="The larger one is the bolder one: tokens that went too far are pulled even further.",
            look="Which of the two terms is the cautious one?",
        ),
        slip(
            "only the clipped ratio is used",
            edit=(GAIN, "clipped * advantages[:, None]"),
            why="A bad token that became too likely gets no gradient, so it stays that way.",
            look="What pulls back a token with A < 0 and a ratio of 3?",
        ),
        slip(
            "the smaller ratio is taken before the advantage comes in",
            edit=(GAIN, "torch.minimum(ratio, clipped) * advantages[:, None]"),
            why="For a negative advantage, the smaller ratio is the bolder one.",
            look="Which of the two products is smaller for A < 0?",
        ),
        slip(
            "nothing is clipped",
            edit=(GAIN, "ratio * advantages[:, None]"),
            why="A few steps on one batch can then go as far as they like.",
            look="Which of your function's arguments does your code never use?",
        ),
        slip(
            "both bounds are the lower one",
            edit=("clamp(1 - low, 1 + high)", "clamp(1 - low, 1 + low)"),
            why="The two bounds may differ, for example to leave more room to rise than to fall (Yu et al. 2025, DAPO).",
            look="Which of your function's arguments does your code never use?",
        ),
        slip(
            "both bounds are the upper one",
            edit=("clamp(1 - low, 1 + high)", "clamp(1 - high, 1 + high)"),
            why="The two may differ.",
            look="Which of your function's arguments does your code never use?",
        ),
        slip(
            "the bounds are swapped",
            edit=("clamp(1 - low, 1 + high)", "clamp(1 - high, 1 + low)"),
            why="`low` is how far a ratio may go below 1, `high` how far above.",
            look="Which ratios are within the range for low = 0.1 and high = 0.4?",
        ),
        slip(
            "the bounds are taken for the ratios themselves",
            edit=("clamp(1 - low, 1 + high)", "clamp(low, high)"),
            also=[("clamp(1 - low, 1 + high)", "clamp(low, 1 + high)")],
            why="The bounds limit how far a ratio may go from 1.",
            look="Is a ratio of 1 within your range?",
        ),
        slip(
            "the logarithm is clipped",
            edit=("clipped = ratio.clamp(1 - low, 1 + high)", "clipped = (new - old).masked_fill(~mask, 0).clamp(-low, high).exp()"),
            also=[("clipped = ratio.clamp(1 - low, 1 + high)", "clipped = (new - old).masked_fill(~mask, 0).clamp(1 - low, 1 + high).exp()")],
            why="Near 1 this is nearly the same, but at 1.2 and 0.8 it is not.",
            look="What is clipped in the formula, ρ or its logarithm?",
        ),
        slip(
            "all tokens of the batch are averaged at once",
            edit=(OVER, "-(gain * mask).sum() / mask.sum()"),
            also=[(OVER, "-gain[mask].mean()")],
            why="A long answer then counts more than a short one. Some methods want that (Yu et al. 2025), but equation 3 does not.",
            look="What is averaged first, tokens or answers?",
        ),
        slip(
            "padding counts in the mean",
            edit=(OVER, "-(gain * mask).mean(dim=1).mean()"),
            also=[(OVER, "-(gain * mask).mean()")],
            why="A short answer in a long batch would hardly count, so divide by the number of tokens that each answer has.",
            look="For each answer, what number do you divide by?",
        ),
        slip(
            "the tokens of an answer are summed, not averaged",
            edit=(OVER, "-(gain * mask).sum(dim=1).mean()"),
            why="Longer answers would pull harder.",
            look="For each answer, what number do you divide by?",
        ),
        slip(
            "the answers are summed, not averaged",
            edit=("/ tokens).mean()", "/ tokens).sum()"),
            also=[(OVER, "-(gain * mask).sum()"), (OVER, "-((gain * mask).sum(dim=1) / tokens)")],
            why="A batch twice as large would take steps twice as large.",
            look="How are the answers combined in the formula?",
        ),
        slip(
            "the mask is ignored",
            edit=[(RATIO, "(new - old).exp()"), (OVER, "-gain.mean()")],
            also=[[(RATIO, "(new - old).exp()"), (OVER, "-(gain.sum(dim=1) / tokens).mean()")]],
            why="The model did not choose the padding.",
            look="Which of your function's arguments does your code never use?",
        ),
        slip(
            "values in the padding overflow",
            edit=(RATIO, "(new - old).exp()"),
            also=[[(RATIO, "(new - old).exp()"), (OVER, "-((gain.masked_fill(~mask, 0)).sum(dim=1) / tokens).mean()")], [(RATIO, "((new - old) * mask).exp()"), (OVER, "-((gain / mask).sum(dim=1) / tokens).mean()")]],
            why="Infinity times 0 is NaN, in the loss or in its gradient, so make the padding harmless before the exponential.",
            look="How large is e to the power of 800, and what is it times 0?",
        ),
        slip(
            "values in the padding overflow, and an answer without a token breaks the mean",
            edit=[(RATIO, "(new - old).exp()"), (".clamp(min=1)", "")],
            also=[
                [(RATIO, "(new - old).exp()"), (OVER, "-(gain.masked_fill(~mask, 0).sum(dim=1) / tokens).mean()"), (".clamp(min=1)", "")],
                [(RATIO, "(new - old).exp()"), (OVER, "-((gain * mask).nan_to_num(0.0).sum(dim=1) / tokens).nan_to_num(0.0).mean()"), (".clamp(min=1)", "")],
            ],
            why="These are two separate mistakes. Infinity times 0 is NaN, in the loss or in its gradient, so make padding harmless before the exponential. And 0 divided by 0 is NaN as well.",
            look="How large is e to the power of 800, and what is it times 0? What do you divide by for an answer without a token?",
        ),
        slip(
            "an answer without a token breaks the mean",
            edit=(".clamp(min=1)", ""),
            also=[("mask.sum(dim=1).clamp(min=1)", "mask.sum(dim=1) + 1")],
            why="0 divided by 0 is NaN. But if you add a number to every length, all the other answers change.",
            look="What do you divide by for an answer without a token?",
        ),
        slip(
            "answers without a token are not counted",
            edit=(OVER, "-((gain * mask).sum(dim=1) / tokens).sum() / mask.any(dim=1).sum()"),
            also=[(OVER, "-((gain * mask).sum(dim=1) / tokens)[mask.any(dim=1)].mean()")],
            why="The docstring counts them as 0, so the mean is over all N answers.",
            look="How many answers do you average over?",
        ),
        slip(
            "advantages are matched with tokens instead of answers",
            edit=(GAIN, "torch.minimum(ratio * advantages[: ratio.shape[1]], clipped * advantages[: ratio.shape[1]]) if len(advantages) >= ratio.shape[1] else torch.minimum(ratio * advantages[0], clipped * advantages[0])"),
            also=[(GAIN, "torch.minimum(ratio * advantages, clipped * advantages)")],
            why="There is one advantage for each answer, and all its tokens share it.",
            look="Write (N,) below (N, T), aligned on the right. Which axes line up?",
        ),
        slip(
            "advantages are standardised again",
            edit=("    ratio = ", "    advantages = (advantages - advantages.mean()) / (advantages.std() + 1e-4) if len(advantages) > 1 else advantages\n    ratio = "),
            also=[("    ratio = ", "    advantages = advantages - advantages.mean()\n    ratio = ")],
            why="Each advantage is already a comparison with the group. Comparing across the batch measures something else.",
            look="What do the advantages that you are given measure?",
        ),
        slip(
            "the ratio is that of whole answers",
            edit=(RATIO, "(new - old).masked_fill(~mask, 0).sum(dim=1, keepdim=True).exp().expand_as(new)"),
            also=[(RATIO, "((new - old).masked_fill(~mask, 0).sum(dim=1, keepdim=True) / mask.sum(dim=1, keepdim=True).clamp(min=1)).exp().expand_as(new)")],
            why="That is a different method (GSPO, Zheng et al. 2025). Here, each token has a ratio of its own.",
            look="How many ratios does an answer of five tokens have?",
        ),
        slip(
            "the ratio compares the model with itself",
            edit=("(new - old)", "(new - new.detach())"),
            why="The ratio is then always 1 and nothing is ever clipped, so the second step on a batch goes as far as it likes.",
            look="Which of your function's arguments does your code never use?",
        ),
        slip(
            "the log-probability is weighted, without a ratio",
            edit=(GAIN, "new.masked_fill(~mask, 0) * advantages[:, None]"),
            why="That is REINFORCE, which is right only for the first step on a batch.",
            look="Where does the old model come in?",
        ),
        slip(
            "the gradient is cut off",
            edit=(RATIO, "(new.detach() - old + 0 * new.masked_fill(~mask, 0)).masked_fill(~mask, 0).exp()"),
            also=[("clipped = ratio.clamp(1 - low, 1 + high)", "clipped = ratio.clamp(1 - low, 1 + high)\n    ratio = ratio.detach() + 0 * clipped")],
            why="The loss is right, but the model learns nothing from it.",
            look="Which operation in your code stops the gradient?",
        ),
    ]  # fmt: skip
    equivalent = {
        "ratio = (new - old).masked_fill(~mask, 1).exp()": "everything outside the mask is left out below",
        "ratio = (new - old).masked_fill(~mask, -1).exp()": "everything outside the mask is left out below",
    }
    promises = {
        "one answer": dict(N=1),
        "as many answers as tokens": dict(N=4, T=4),
        "ratios within the range": dict(inside=True),
        "huge values in the padding": dict(garbage=True),
        "an answer without a token": dict(empty=True),
        "two bounds": dict(low=0.1, high=0.4),
        "no padding": dict(full=True),
        "both models agree": dict(on_policy=True),
        "the model learns": "grad_new",
    }
