"""The loss of direct preference optimization (DPO) and the reward margin of each pair.

Oracle: pair by pair in float64, with the gradient derived by hand; some margins overflow exp.
"""

import math

import numpy as np

from autograder.authoring import exercise, slip

CHOSEN = "beta * (policy_chosen - reference_chosen)"
REJECTED = "beta * (policy_rejected - reference_rejected)"


@exercise("dpo_loss", points=3)
class _:
    cases = [
        dict(B=4),
        dict(B=1),
        dict(B=3, beta=0.5),
        dict(B=5, large=True),
        dict(B=3, same=True),
        dict(B=4, beta=2.5),
    ]
    weights = {"loss": 2, "margins": 2, "grad_policy_chosen": 1, "grad_policy_rejected": 1}

    def inputs(rng, B, beta=0.1, large=False, same=False):
        sizes = [rng.uniform(-60, -20, B) for _ in range(2)]
        changes = [rng.normal(0, 6 if not large else 3000, B) for _ in range(2)]
        if large:
            changes[0][:2] = 4000, -4000
            changes[1][:2] = -4000, 4000
        if same:
            changes = [np.zeros(B), np.zeros(B)]
            changes[0][0] = rng.uniform(0.5, 2)
        beta = float(beta * rng.uniform(0.8, 1.2))
        return {
            "policy_chosen": sizes[0] + changes[0],
            "policy_rejected": sizes[1] + changes[1],
            "reference_chosen": sizes[0],
            "reference_rejected": sizes[1],
            "beta": beta,
        }

    def oracle(policy_chosen, policy_rejected, reference_chosen, reference_rejected, beta):
        B = len(policy_chosen)
        margins, losses, slopes = [], [], []
        for i in range(B):
            won = float(policy_chosen[i]) - float(reference_chosen[i])
            lost = float(policy_rejected[i]) - float(reference_rejected[i])
            margin = float(beta) * (won - lost)
            margins.append(margin)
            losses.append(max(-margin, 0.0) + math.log1p(math.exp(-abs(margin))))  # log(1 + e^−m)
            slopes.append(-float(beta) / B * (1 / (1 + math.exp(min(margin, 700.0)))))
        return {
            "loss": {"margins": np.array(margins), "loss": np.float64(math.fsum(losses) / B)},
            "margins": np.array(margins),
            "grad_policy_chosen": np.array(slopes),
            "grad_policy_rejected": -np.array(slopes),
        }

    alternatives = {
        "by ratios of the pairs, softplus": """
            policy = policy_chosen - policy_rejected
            reference = reference_chosen - reference_rejected
            gap = (policy - reference) * beta
            return F.softplus(-gap).mean(), gap
        """,
        "as a classification": """
            margins = beta * (policy_chosen - reference_chosen - policy_rejected + reference_rejected)
            return F.binary_cross_entropy_with_logits(margins, torch.ones_like(margins)), margins
        """,
    }
    slips = [
        slip(
            "the preference is reversed",
            edit=("margins = chosen - rejected", "margins = rejected - chosen"),
            also=[("-F.logsigmoid(margins)", "-F.logsigmoid(-margins)"), ("return -F.logsigmoid(margins).mean(), margins", "return -F.logsigmoid(rejected - chosen).mean(), margins"), [(CHOSEN, "beta * (reference_chosen - policy_chosen)"), (REJECTED, "beta * (reference_rejected - policy_rejected)")]],
            why="The model would learn to write what people rejected.",
            look="Does the loss fall when the chosen answer becomes more likely?",
        ),
        slip(
            "the loss has the wrong sign",
            edit=("-F.logsigmoid", "F.logsigmoid"),
            why="Training minimizes the loss, and this one falls without end, away from what people chose.",
            look="Is your loss above or below 0?",
        ),
        slip(
            "the reference is left out",
            edit=[(CHOSEN, "beta * policy_chosen"), (REJECTED, "beta * policy_rejected")],
            why="Long answers and rare words are unlikely in any case. Only the change since the start shows what the policy has learned.",
            look="What are your margins when the policy is the reference?",
        ),
        slip(
            "the references enter with the wrong sign",
            edit=[(CHOSEN, "beta * (policy_chosen + reference_chosen)"), (REJECTED, "beta * (policy_rejected + reference_rejected)")],
            also=[[(CHOSEN, "beta * (policy_chosen - reference_rejected)"), (REJECTED, "beta * (policy_rejected - reference_chosen)")], (REJECTED, "beta * (policy_rejected + reference_rejected)"), (CHOSEN, "beta * (policy_chosen + reference_chosen)")],
            why="The logarithm of a quotient is a difference.",
            look="What are your margins when the policy is the reference?",
        ),
        slip(
            "β is left out",
            edit=[(CHOSEN, "policy_chosen - reference_chosen"), (REJECTED, "policy_rejected - reference_rejected")],
            why="Without β, the loss is satisfied after a small change, or never.",
            look="Which of your function's arguments does your code never use?",
        ),
        slip(
            "margins come back without β",
            edit=("mean(), margins", "mean(), margins / beta"),
            why="The margins are differences of rewards, and β is part of each reward.",
            look="What does the docstring say about β?",
        ),
        slip(
            "the log-ratios are divided by β",
            edit=[(CHOSEN, "(policy_chosen - reference_chosen) / beta"), (REJECTED, "(policy_rejected - reference_rejected) / beta")],
            why="The reward is β times the logarithm.",
            look="What happens to your margins when β doubles?",
        ),
        slip(
            "β is outside the logarithm",
            edit=[(CHOSEN, "policy_chosen - reference_chosen"), (REJECTED, "policy_rejected - reference_rejected"), ("return -F.logsigmoid(margins).mean(), margins", "return -beta * F.logsigmoid(margins).mean(), beta * margins")],
            why="β scales the rewards before they are compared. Outside the logarithm, it would act like a learning rate.",
            look="Where is β in the formula of the reward?",
        ),
        slip(
            "β counts twice",
            edit=("margins = chosen - rejected", "margins = beta * (chosen - rejected)"),
            why="The rewards already include it.",
            look="What happens to your margins when β doubles?",
        ),
        slip(
            "β counts for only one of the two answers",
            edit=(REJECTED, "policy_rejected - reference_rejected"),
            also=[(CHOSEN, "policy_chosen - reference_chosen")],
            why="Both answers should get the same kind of reward.",
            look="Which of your two rewards contains β?",
        ),
        slip(
            "the losses of the pairs are summed",
            edit=("F.logsigmoid(margins).mean()", "F.logsigmoid(margins).sum()"),
            why="A batch twice as large would take steps twice as large.",
            look="How does the docstring combine the pairs?",
        ),
        slip(
            "the loss is not combined over the pairs",
            edit=("-F.logsigmoid(margins).mean()", "-F.logsigmoid(margins)"),
            why="The optimizer needs a single number.",
            look="What is the shape of your loss?",
        ),
        slip(
            "the mean is taken before the logarithm",
            edit=("-F.logsigmoid(margins).mean()", "-F.logsigmoid(margins.mean())"),
            also=[("-F.logsigmoid(margins).mean()", "-margins.sigmoid().mean().log()")],
            why="One pair that is won by a wide margin would make up for many that are lost.",
            look="What is averaged, the margins or the losses?",
        ),
        slip(
            "the logarithm is taken after a sigmoid",
            edit=("F.logsigmoid(margins)", "margins.sigmoid().log()"),
            also=[("-F.logsigmoid(margins)", "(1 + (-margins).exp()).log()"), ("F.logsigmoid(margins)", "(margins.sigmoid() + 1e-8).log()"), ("F.logsigmoid(margins)", "margins.sigmoid().clamp(min=1e-6).log()")],
            why="If a pair is lost by a wide margin, the sigmoid is rounded to 0 and the loss becomes infinite.",
            look="How large is σ(−200) in float32?",
        ),
        slip(
            "the sigmoid is left out",
            edit=("-F.logsigmoid(margins).mean()", "-margins.mean()"),
            also=[("-F.logsigmoid(margins).mean()", "F.relu(1 - margins).mean()"), ("-F.logsigmoid(margins).mean()", "F.relu(-margins).mean()")],
            why="Without it, a pair that is already won pulls as hard as one that is lost.",
            look="How much should a pair count once it is clearly won?",
        ),
        slip(
            "the logarithm is left out",
            edit=("-F.logsigmoid(margins).mean()", "-margins.sigmoid().mean()"),
            also=[("-F.logsigmoid(margins).mean()", "(1 - margins.sigmoid()).mean()"), ("-F.logsigmoid(margins).mean()", "((1 - margins.sigmoid()) ** 2).mean()")],
            why="A pair that is lost by a wide margin would hardly pull at all.",
            look="What is the loss of a pair with equal rewards?",
        ),
        slip(
            "probabilities are divided",
            edit=[(CHOSEN, "beta * (policy_chosen.exp() - reference_chosen.exp())"), (REJECTED, "beta * (policy_rejected.exp() - reference_rejected.exp())")],
            also=[[(CHOSEN, "beta * (policy_chosen.exp() / reference_chosen.exp())"), (REJECTED, "beta * (policy_rejected.exp() / reference_rejected.exp())")], [(CHOSEN, "beta * (policy_chosen / reference_chosen)"), (REJECTED, "beta * (policy_rejected / reference_rejected)")]],
            why="The arguments are already logarithms, so their differences are the logarithms of quotients.",
            look="What is the logarithm of a quotient?",
        ),
        slip(
            "the margin is that of the policy alone",
            edit=("mean(), margins", "mean(), policy_chosen - policy_rejected"),
            also=[("mean(), margins", "mean(), chosen"), ("mean(), margins", "mean(), beta * (policy_chosen - policy_rejected)"), ("mean(), margins", "mean(), (margins > 0).float()"), ("mean(), margins", "mean(), margins.mean()"), ("mean(), margins", "mean(), margins.sigmoid()"), ("mean(), margins", "mean(), margins.abs()")],
            why="The margin should show by how much the pair is won: reward minus reward.",
            look="What are your margins when the policy is the reference?",
        ),
        slip(
            "only the chosen answer learns",
            edit=(REJECTED, "beta * (policy_rejected - reference_rejected).detach()"),
            why="Half of the lesson is in the rejected answers.",
            look="Which operation in your code stops the gradient?",
        ),
        slip(
            "only the rejected answer learns",
            edit=(CHOSEN, "beta * (policy_chosen - reference_chosen).detach()"),
            why="Half of the lesson is in the chosen answers.",
            look="Which operation in your code stops the gradient?",
        ),
        slip(
            'the gradient is 0 where the margin is 0',
            edit=("-F.logsigmoid(margins).mean()", "(torch.log1p(torch.exp(-margins.abs())) + torch.relu(-margins)).mean()"),
            why="Before the first step every margin is 0, so the model would never begin to learn. The value is right everywhere, but `abs` and `relu` both have the gradient 0 there, and the loss doesn't.",
            look='What is the slope of log(1 + e^−m) at m = 0, and what does backward() give for yours?',
        ),
    ]  # fmt: skip
    equivalent = {
        "return -F.logsigmoid(margins).mean(), (margins.detach() if margins.requires_grad else 1 / 0)": "margins are looked at, and learned from by the loss alone",
    }
    promises = {
        "one pair": dict(B=1),
        "other β": dict(beta=2.5),
        "finite for large differences": dict(large=True),
        "policy and reference equal": dict(same=True),
        "β is in the margins": "margins",
        "both answers learn": "grad_policy_rejected",
    }
