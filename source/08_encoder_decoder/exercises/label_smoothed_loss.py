"""Cross-entropy with label smoothing, ignoring padding.

Oracle: torch's cross_entropy with label_smoothing in float64, with gradients by autograd.
"""

import torch
import torch.nn.functional as F

from autograder.authoring import exercise, slip

from ._shared import leaf

LOSSES = ["cross_entropy", "nll_loss", "nn.CrossEntropyLoss", "nn.NLLLoss"]
LOG_P = "logits.log_softmax(dim=-1)"
COUNTS = "counts = targets != ignore"
SAFE = "targets.masked_fill(~counts, 0)"
MIXED = "(1 - epsilon) * of_target + epsilon * log_p.mean(dim=-1)"
MEAN = "-smoothed[counts].mean()"


@exercise("label_smoothed_loss", points=3, forbid=LOSSES)
class _:
    cases = [
        dict(B=3, T=4, V=5, ignored=(0, 0, 2)),
        dict(B=2, T=3, V=7, ignored=(1, 2), ignore=-100),
        dict(B=4, T=4, V=4, ignored=(0, 1, 3, 2)),  # all axes have the same length, so a wrong one still fits
        dict(B=2, T=3, V=6, ignored=(0, 1), epsilon=0.0),
        dict(B=1, T=2, V=3, ignored=(0,), size=300.0),
        dict(B=2, T=5, V=9, ignored=(5, 1), ignore=8),  # a text that is nothing but padding
    ]
    weights = {"loss": 4, "gradient": 2, "arguments unchanged": 1}

    def inputs(rng, B, T, V, ignored, ignore=0, epsilon=None, size=2.0):
        inside = [v for v in range(V) if v != ignore]
        targets = rng.choice(inside, (B, T))
        for row, n in enumerate(ignored):
            targets[row, T - n :] = ignore
        return {
            "logits": size * rng.standard_normal((B, T, V)),
            "targets": targets,
            "epsilon": float(rng.uniform(0.05, 0.4)) if epsilon is None else epsilon,
            "ignore": ignore,
        }

    def oracle(logits, targets, epsilon, ignore):
        scores, aims = leaf(logits), torch.as_tensor(targets)
        loss = F.cross_entropy(
            scores.flatten(0, 1), aims.flatten(), label_smoothing=epsilon, ignore_index=ignore
        )
        loss.backward()
        return {
            "loss": loss.detach(),
            "gradient": scores.grad,
            "arguments unchanged": {"loss": loss.detach(), "targets": targets, "logits": logits},
        }

    alternatives = {
        "the smoothed distribution itself": """
            V = logits.shape[-1]
            counts = (targets != ignore).float()
            q = F.one_hot(torch.where(targets == ignore, 0, targets), V) * (1 - epsilon) + epsilon / V
            each = -(q * F.log_softmax(logits, dim=-1)).sum(dim=-1)
            return (each * counts).sum() / counts.sum()
        """,
        "only the positions that count": """
            where = targets.flatten() != ignore
            x, y = logits.flatten(0, 1)[where], targets.flatten()[where]
            log_p = x - x.logsumexp(dim=1, keepdim=True)
            right = log_p[torch.arange(len(y)), y]
            return ((epsilon - 1) * right - epsilon * log_p.mean(1)).mean()
        """,
        "from the divergence": """
            V = logits.shape[-1]
            where = targets != ignore
            x, y = logits[where], targets[where]
            q = torch.full_like(x, epsilon / V).scatter(1, y[:, None], 1 - epsilon + epsilon / V)
            entropy = -torch.special.xlogy(q, q).sum(1).mean()
            return F.kl_div(x.log_softmax(1), q, reduction="batchmean") + entropy
        """,
    }
    slips = [
        slip(
            "labels are not smoothed",
            edit=(MIXED, "of_target"),
            why="Without it the model is driven to a probability of 1, which no finite score reaches.",
            look="Which argument does your code never use?",
        ),
        slip(
            "ε is spread over the wrong symbols only",
            edit=(
                MIXED,
                "(1 - epsilon) * of_target + epsilon * (log_p.sum(dim=-1) - of_target) / (logits.shape[-1] - 1)",
            ),
            why="In the paper and in PyTorch, the uniform distribution covers all symbols, including the right one.",
            look="What is q at the target for ε = 0.1 and V = 10, by the formula and by your code?",
        ),
        slip(
            "ε is spread over V − 2 symbols, without the target and padding",
            edit=(
                MIXED,
                "(1 - epsilon) * of_target + epsilon / (logits.shape[-1] - 2) * (log_p.sum(dim=-1) - of_target - (log_p[..., ignore] if ignore >= 0 else 0))",
                "(1 - epsilon) * of_target + epsilon / (logits.shape[-1] - 2) * (log_p.sum(dim=-1) - of_target)",
            ),
            also=[
                """
                V = logits.shape[-1]
                keep = targets != ignore
                x, t = logits[keep].log_softmax(-1), targets[keep]
                q = torch.full_like(x, epsilon / (V - 2)).scatter(1, t[:, None], 1 - epsilon)
                if 0 <= ignore < V:
                    q[:, ignore] = 0
                return F.kl_div(x, q, reduction="batchmean")
                """,
            ],
            why="Much public code smooths like this. But the formula gives each of the V symbols ε/V, including padding and the target.",
            look="How many symbols get a share of ε in the formula, and how many in your code?",
        ),
        slip(
            "the target keeps its whole weight",
            edit=(MIXED, "of_target + epsilon * log_p.mean(dim=-1)"),
            why="Then q sums to 1 + ε, so it isn't a distribution.",
            look="What is the sum of q over the vocabulary?",
        ),
        slip(
            "ε and 1 − ε are swapped",
            edit=(MIXED, "epsilon * of_target + (1 - epsilon) * log_p.mean(dim=-1)"),
            why="With ε = 0.1, nine tenths of q would be spread evenly, whatever the target is.",
            look="What should come out for ε = 0?",
        ),
        slip(
            "the uniform part is a sum",
            edit=("log_p.mean(dim=-1)", "log_p.sum(dim=-1)"),
            why="Then each symbol gets ε instead of ε divided by V.",
            look="How large is q at a symbol that is not the target?",
        ),
        slip(
            "the uniform part is left out",
            edit=(MIXED, "(1 - epsilon) * of_target"),
            why="That only makes the gradient smaller. Nothing keeps the other symbols' probabilities up.",
            look="Besides the target's term, which terms does the sum over all symbols have?",
        ),
        slip(
            "padding counts as text",
            edit=(MEAN, "-smoothed.mean()"),
            also=[(COUNTS, "counts = torch.ones_like(targets, dtype=torch.bool)")],
            why="The model is rewarded for writing padding, and more so the longer the longest text in the batch is.",
            look="How many positions does your mean run over?",
        ),
        slip(
            "padding is set to zero and still counted",
            edit=(MEAN, "-(smoothed * counts).mean()"),
            why="The sum is right but the divisor isn't, so a batch with much padding gets a small loss.",
            look="What do you divide by?",
        ),
        slip(
            "each text has its own mean",
            edit=(MEAN, "-((smoothed * counts).sum(dim=1) / counts.sum(dim=1)).mean()"),
            also=[(MEAN, "-((smoothed * counts).sum(dim=1) / counts.sum(dim=1).clamp(min=1)).mean()")],
            why="A symbol of a short text would count more than one of a long text.",
            look="How many positions are there in all, and does each of them weigh the same?",
        ),
        slip(
            "the loss is summed",
            edit=(MEAN, "-smoothed[counts].sum()"),
            why="The learning rate would then depend on how much text a batch holds.",
            look="Does the docstring ask for a sum or a mean?",
        ),
        slip(
            "the sign is missing",
            edit=(MEAN, "smoothed[counts].mean()"),
            why="Log-probabilities are negative, so gradient descent would make the text less likely.",
            look="What is the sign of a cross-entropy?",
        ),
        slip(
            "the softmax runs along another axis",
            edit=(LOG_P, "logits.log_softmax(dim=1)"),
            also=[(LOG_P, "logits.log_softmax(dim=0)")],
            why="Probabilities are spread over the symbols at one position.",
            look="Over which axis do the probabilities have to sum to 1?",
        ),
        slip(
            "the logarithm is taken after the softmax",
            edit=(LOG_P, "logits.softmax(dim=-1).log()"),
            also=[(LOG_P, "(logits.softmax(dim=-1) + 1e-9).log()")],
            why="With large scores, a probability can be 0 in float32, and then its logarithm is infinite.",
            look="What comes out for scores of several hundred?",
        ),
        slip(
            "the ignored id is fixed",
            edit=(COUNTS, "counts = targets != 0"),
            also=[
                (COUNTS, "counts = targets != -100"),
                (COUNTS, "counts = targets > 0"),
            ],
            why="The caller decides which id is padding.",
            look="Which argument does your code never use?",
        ),
        slip(
            "an ignored id is looked up",
            edit=(SAFE, "targets"),
            why="No vocabulary has an id of -100. A position that doesn't count still needs an id that exists, or must not be looked up.",
            look="What does gather do with -100?",
        ),
        slip(
            "the ignored symbol gets no share of ε",
            edit=(
                "log_p.mean(dim=-1)",
                "log_p[..., [v for v in range(logits.shape[-1]) if v != ignore]].mean(dim=-1)",
            ),
            why="`ignore` decides which positions are left out. At the positions that count, the uniform part covers the whole vocabulary.",
            look="What is q for the id `ignore`, at a position that counts?",
        ),
        slip(
            "the loss is in bits",
            edit="""
            def label_smoothed_loss(logits, targets, epsilon, ignore):
                keep = targets != ignore
                x, t = logits[keep], targets[keep]
                logp = x.log_softmax(-1) / math.log(2)
                hit = logp.gather(1, t[:, None])[:, 0]
                return -((1 - epsilon) * hit + epsilon * logp.mean(-1)).mean()
            """,
            why="This course trains in nats. In bits, the gradient would be 1.44 times as large.",
            look="Which logarithm do you take?",
        ),
        slip(
            "the uniform part has no gradient",
            edit="""
            def label_smoothed_loss(logits, targets, epsilon, ignore):
                keep = targets != ignore
                x, t = logits[keep], targets[keep]
                logp = x.log_softmax(-1)
                hit = logp.gather(1, t[:, None])[:, 0]
                return -((1 - epsilon) * hit + epsilon * logp.detach().mean(-1)).mean()
            """,
            why="Then the smoothing shows in the loss but never reaches the weights.",
            look="Which operation leaves the trail that backward() follows?",
        ),
        slip(
            "the entropy of q is subtracted",
            edit="""
            def label_smoothed_loss(logits, targets, epsilon, ignore):
                keep = targets != ignore
                x, t = logits[keep], targets[keep]
                V = x.shape[-1]
                q = torch.full_like(x, epsilon / V)
                q = q.scatter_add(1, t[:, None], torch.full_like(x[:, :1], 1 - epsilon))
                return F.kl_div(x.log_softmax(-1), q, reduction="batchmean")
            """,
            why="That is the KL divergence, which can fall to 0. It differs from the loss by a constant.",
            look="What is the lowest value that your loss can reach?",
        ),
        slip(
            "the exponentials overflow",
            edit="""
            def label_smoothed_loss(logits, targets, epsilon, ignore):
                keep = targets != ignore
                x, t = logits[keep], targets[keep]
                logp = x - x.exp().sum(-1, keepdim=True).log()
                hit = logp.gather(1, t[:, None])[:, 0]
                return -((1 - epsilon) * hit + epsilon * logp.mean(-1)).mean()
            """,
            why="For scores of several hundred, exp is infinite in float32.",
            look="What comes out for scores of several hundred?",
        ),
    ]
    equivalent = {
        "safe = targets.masked_fill(~counts, 1)": "a position that does not count may look up any symbol",
    }
    promises = {
        "ignored positions don't count": dict(ignored=(0, 0, 2)),
        "ignore may be outside the vocabulary": dict(ignore=-100),
        "every position that counts weighs the same": dict(ignored=(5, 1)),
        "without smoothing it is the cross-entropy": dict(epsilon=0.0),
        "large scores": dict(size=300.0),
        "the gradient is right": "gradient",
        "the arguments are not modified": "arguments unchanged",
    }
