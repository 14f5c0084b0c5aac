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
    # inside: ratios within the range; garbage: what padding holds is huge; empty: one answer has no token
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
            )  # a hole, too: a mask need not begin at 0
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
            why="What was good would be made less likely.",
            look="Does the loss fall when a good answer becomes more likely?",
        ),
        slip(
            "the ratio is turned round",
            edit=("(new - old)", "(old - new)"),
            why="It says how much more likely the token is *now*.",
            look="Which of the two models is in the numerator?",
        ),
        slip(
            "log-probabilities stand for their ratio",
            edit=(".masked_fill(~mask, 0).exp()", ".masked_fill(~mask, 0)"),
            also=[(RATIO, "(new / old).masked_fill(~mask, 0)")],
            why="The arguments are logarithms: their difference is the logarithm of the ratio.",
            look="What is the ratio when both models agree?",
        ),
        slip(
            "the larger of both is taken",
            edit=("torch.minimum", "torch.maximum"),
            why="The bolder one of both: tokens that went too far are pulled further.",
            look="Which of the two is the cautious one?",
        ),
        slip(
            "only the clipped ratio is used",
            edit=(GAIN, "clipped * advantages[:, None]"),
            why="A bad token that became too likely gets no gradient, and stays.",
            look="What pulls back a token of A < 0 whose ratio is 3?",
        ),
        slip(
            "the smaller ratio is taken before the advantage comes in",
            edit=(GAIN, "torch.minimum(ratio, clipped) * advantages[:, None]"),
            why="For a negative advantage the smaller ratio is the bolder one.",
            look="Which of the two is the smaller for A < 0?",
        ),
        slip(
            "nothing is clipped",
            edit=(GAIN, "ratio * advantages[:, None]"),
            why="A few steps on one batch then go as far as they like.",
            look="Which of the arguments of your function does your code never use?",
        ),
        slip(
            "both bounds are the lower one",
            edit=("clamp(1 - low, 1 + high)", "clamp(1 - low, 1 + low)"),
            why="They may differ: room to rise may be wider than room to fall (Yu et al. 2025, DAPO).",
            look="Which of the arguments of your function does your code never use?",
        ),
        slip(
            "both bounds are the upper one",
            edit=("clamp(1 - low, 1 + high)", "clamp(1 - high, 1 + high)"),
            why="They may differ.",
            look="Which of the arguments of your function does your code never use?",
        ),
        slip(
            "the bounds have changed places",
            edit=("clamp(1 - low, 1 + high)", "clamp(1 - high, 1 + low)"),
            why="`low` says how far below 1, `high` how far above.",
            look="Which ratios are within the range for low = 0.1 and high = 0.4?",
        ),
        slip(
            "the bounds are taken for the ratios themselves",
            edit=("clamp(1 - low, 1 + high)", "clamp(low, high)"),
            also=[("clamp(1 - low, 1 + high)", "clamp(low, 1 + high)")],
            why="They say how far a ratio may go from 1.",
            look="Is a ratio of 1 within your range?",
        ),
        slip(
            "the logarithm is clipped",
            edit=("clipped = ratio.clamp(1 - low, 1 + high)", "clipped = (new - old).masked_fill(~mask, 0).clamp(-low, high).exp()"),
            also=[("clipped = ratio.clamp(1 - low, 1 + high)", "clipped = (new - old).masked_fill(~mask, 0).clamp(1 - low, 1 + high).exp()")],
            why="Near 1 it is nearly the same; at 1.2 and 0.8 it is not.",
            look="What is clipped in the formula, ρ or its logarithm?",
        ),
        slip(
            "all tokens of the batch are averaged at once",
            edit=(OVER, "-(gain * mask).sum() / mask.sum()"),
            also=[(OVER, "-gain[mask].mean()")],
            why="A long answer then counts more than a short one. Some want that (Yu et al. 2025); equation 3 does not.",
            look="What is averaged first, tokens or answers?",
        ),
        slip(
            "padding counts in the mean",
            edit=(OVER, "-(gain * mask).mean(dim=1).mean()"),
            also=[(OVER, "-(gain * mask).mean()")],
            why="Divide by the tokens that an answer has: a short one in a long batch would hardly count.",
            look="By which number do you divide for each answer?",
        ),
        slip(
            "the tokens of an answer are added",
            edit=(OVER, "-(gain * mask).sum(dim=1).mean()"),
            why="Long answers would pull harder.",
            look="By which number do you divide for each answer?",
        ),
        slip(
            "the answers are added",
            edit=("/ tokens).mean()", "/ tokens).sum()"),
            also=[(OVER, "-(gain * mask).sum()"), (OVER, "-((gain * mask).sum(dim=1) / tokens)")],
            why="A batch of twice the size would take steps of twice the size.",
            look="How are the answers combined in the formula?",
        ),
        slip(
            "the mask is ignored",
            edit=[(RATIO, "(new - old).exp()"), (OVER, "-gain.mean()")],
            also=[[(RATIO, "(new - old).exp()"), (OVER, "-(gain.sum(dim=1) / tokens).mean()")]],
            why="The model did not choose the padding.",
            look="Which of the arguments of your function does your code never use?",
        ),
        slip(
            "what padding holds overflows",
            edit=(RATIO, "(new - old).exp()"),
            also=[[(RATIO, "(new - old).exp()"), (OVER, "-((gain.masked_fill(~mask, 0)).sum(dim=1) / tokens).mean()")], [(RATIO, "((new - old) * mask).exp()"), (OVER, "-((gain / mask).sum(dim=1) / tokens).mean()")]],
            why="Infinity times 0 is NaN, in the loss or in its gradient. Make it harmless before the exponential.",
            look="How large is e to the power of 800, and what is it times 0?",
        ),
        slip(
            "what padding holds overflows, and an answer without a token breaks the mean",
            edit=[(RATIO, "(new - old).exp()"), (".clamp(min=1)", "")],
            also=[
                [(RATIO, "(new - old).exp()"), (OVER, "-(gain.masked_fill(~mask, 0).sum(dim=1) / tokens).mean()"), (".clamp(min=1)", "")],
                [(RATIO, "(new - old).exp()"), (OVER, "-((gain * mask).nan_to_num(0.0).sum(dim=1) / tokens).nan_to_num(0.0).mean()"), (".clamp(min=1)", "")],
            ],
            why="These are two separate mistakes. Infinity times 0 is NaN, in the loss or in its gradient, so make padding harmless before the exponential. And 0 divided by 0 is NaN as well.",
            look="How large is e to the power of 800, and what is it times 0? By what do you divide for an answer without a token?",
        ),
        slip(
            "an answer without a token breaks the mean",
            edit=(".clamp(min=1)", ""),
            also=[("mask.sum(dim=1).clamp(min=1)", "mask.sum(dim=1) + 1")],
            why="0 divided by 0 is NaN. A number added to every length changes all the others.",
            look="By what do you divide for an answer without a token?",
        ),
        slip(
            "answers without a token are not counted",
            edit=(OVER, "-((gain * mask).sum(dim=1) / tokens).sum() / mask.any(dim=1).sum()"),
            also=[(OVER, "-((gain * mask).sum(dim=1) / tokens)[mask.any(dim=1)].mean()")],
            why="The docstring counts them as 0: the mean is over all N answers.",
            look="Over how many answers is your mean?",
        ),
        slip(
            "advantages belong to the tokens",
            edit=(GAIN, "torch.minimum(ratio * advantages[: ratio.shape[1]], clipped * advantages[: ratio.shape[1]]) if len(advantages) >= ratio.shape[1] else torch.minimum(ratio * advantages[0], clipped * advantages[0])"),
            also=[(GAIN, "torch.minimum(ratio * advantages, clipped * advantages)")],
            why="There is one advantage for each answer, and all its tokens share it.",
            look="Write (N, T) and (N,) one below the other. What meets what?",
        ),
        slip(
            "advantages are standardised again",
            edit=("    ratio = ", "    advantages = (advantages - advantages.mean()) / (advantages.std() + 1e-4) if len(advantages) > 1 else advantages\n    ratio = "),
            also=[("    ratio = ", "    advantages = advantages - advantages.mean()\n    ratio = ")],
            why="They have been compared with their group already. Over the batch it is another comparison.",
            look="What are the advantages when they come in?",
        ),
        slip(
            "the ratio is that of whole answers",
            edit=(RATIO, "(new - old).masked_fill(~mask, 0).sum(dim=1, keepdim=True).exp().expand_as(new)"),
            also=[(RATIO, "((new - old).masked_fill(~mask, 0).sum(dim=1, keepdim=True) / mask.sum(dim=1, keepdim=True).clamp(min=1)).exp().expand_as(new)")],
            why="That is another method (GSPO, Zheng et al. 2025). Here each token has its own.",
            look="How many ratios does an answer of five tokens have?",
        ),
        slip(
            "the ratio is against the model itself",
            edit=("(new - old)", "(new - new.detach())"),
            why="It is 1 then, always, and nothing is ever clipped: the second step on a batch goes as far as it likes.",
            look="Which of the arguments of your function does your code never use?",
        ),
        slip(
            "the log-probability is weighted, without a ratio",
            edit=(GAIN, "new.masked_fill(~mask, 0) * advantages[:, None]"),
            why="That is REINFORCE: right for the first step on a batch only.",
            look="Where does the old model come in?",
        ),
        slip(
            "the gradient is cut off",
            edit=(RATIO, "(new.detach() - old + 0 * new.masked_fill(~mask, 0)).masked_fill(~mask, 0).exp()"),
            also=[("clipped = ratio.clamp(1 - low, 1 + high)", "clipped = ratio.clamp(1 - low, 1 + high)\n    ratio = ratio.detach() + 0 * clipped")],
            why="The loss is right, and nothing is learned from it.",
            look="Which operations leave the trail that backward() follows?",
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
        "what padding holds": dict(garbage=True),
        "an answer without a token": dict(empty=True),
        "two bounds": dict(low=0.1, high=0.4),
        "no padding": dict(full=True),
        "both models agree": dict(on_policy=True),
        "the model learns": "grad_new",
    }
