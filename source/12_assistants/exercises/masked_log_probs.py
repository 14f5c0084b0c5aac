"""Log-probabilities renormalized over the allowed tokens.

Oracle: row by row with math.fsum, with the gradient derived by hand. Allowed logits can be hundreds
below forbidden ones.
"""

import math

import numpy as np

from autograder.authoring import exercise, slip

FILLED = "logits.masked_fill(~mask, -math.inf)"


@exercise("masked_log_probs", points=2)
class _:
    cases = [
        dict(shape=(3, 6)),
        dict(shape=(7,)),
        dict(shape=(2, 3, 5)),
        dict(shape=(4, 6), one_mask=True),
        dict(shape=(3, 5), spread=200),
        dict(shape=(5, 5), one_mask=True, spread=200),
        dict(shape=(3, 6), apart=300),
        dict(shape=(2, 4), all_allowed=True),
        dict(shape=(3, 4), only_one=True),
        dict(shape=(3, 6), dwarfed=True),
    ]
    weights = {
        "log-probabilities": 3,
        "forbidden": 1,
        "grad_logits": 1,
        "nothing allowed": 1,
        "logits unchanged": 1,
    }

    def inputs(
        rng, shape, one_mask=False, spread=1, apart=0, all_allowed=False, only_one=False, dwarfed=False
    ):
        lead = shape[-1:] if one_mask else shape
        mask = rng.random(lead) < 0.5
        if only_one:
            mask[:] = False
        rows = mask.reshape(-1, lead[-1])
        for row in rows:
            row[int(rng.integers(lead[-1]))] = True
            if not only_one:
                places = rng.permutation(lead[-1])
                row[places[:2]], row[places[2]] = True, False
        if all_allowed:
            mask[:] = True
        logits = rng.standard_normal(shape)
        if spread > 1:  # allowed tokens are far below the others
            logits = logits * 3 + np.where(mask, -spread, spread)
        if dwarfed:  # next to the forbidden ones, the differences between allowed tokens are lost in rounding
            logits = logits + np.where(mask, 0, 1e7)
        if apart:  # allowed tokens are far from each other
            logits = logits + rng.permuted(np.linspace(0, apart, shape[-1]) + np.zeros(shape), axis=-1)
        nothing = mask.copy()
        nothing.reshape(-1, lead[-1])[-1] = False
        return {"logits": logits, "mask": mask, "gradient": rng.standard_normal(shape), "nothing": nothing}

    def oracle(logits, mask, gradient, nothing):
        wide = np.broadcast_to(mask, logits.shape)
        rows = zip(
            logits.reshape(-1, logits.shape[-1]),
            wide.reshape(-1, logits.shape[-1]),
            gradient.reshape(-1, logits.shape[-1]),
        )
        values, slopes = [], []
        for row, allowed, pull in rows:
            top = max(float(x) for x, ok in zip(row, allowed) if ok)
            total = math.fsum(math.exp(float(x) - top) for x, ok in zip(row, allowed) if ok)
            values.append([float(x) - top - math.log(total) if ok else 0.0 for x, ok in zip(row, allowed)])
            weight = math.fsum(float(g) for g, ok in zip(pull, allowed) if ok)
            slopes.append(
                [
                    float(g) - math.exp(v) * weight if ok else 0.0
                    for g, v, ok in zip(pull, values[-1], allowed)
                ]
            )
        kept = np.array(values).reshape(logits.shape)
        return {
            "log-probabilities": kept,
            "forbidden": {"kept": kept, "minus infinity": ~wide},
            "grad_logits": np.array(slopes).reshape(logits.shape),
            "nothing allowed": {"kept": kept, "said": "ValueError"},
            "logits unchanged": {"kept": kept, "logits": logits},
        }  # fmt: skip

    alternatives = {
        "the normaliser by hand": """
            if not bool(mask.any(-1).all()):
                raise ValueError("nothing is allowed")
            low = torch.where(mask, logits, torch.full_like(logits, float("-inf")))
            return low - low.logsumexp(-1, keepdim=True)
        """,
        "minus infinity is added": """
            if (mask.sum(-1) == 0).any():
                raise ValueError("no token left")
            bias = torch.zeros(mask.shape, device=logits.device).masked_fill(mask.logical_not(), -torch.inf)
            return F.log_softmax(logits + bias, dim=-1)
        """,
    }
    slips = [
        slip(
            "the mask comes after the softmax",
            edit=(f"{FILLED}.log_softmax(dim=-1)", "logits.log_softmax(dim=-1).masked_fill(~mask, -math.inf)"),
            also=[(f"{FILLED}.log_softmax(dim=-1)", "(logits.softmax(dim=-1) * mask).log()"), (f"{FILLED}.log_softmax(dim=-1)", "logits.log_softmax(dim=-1) * mask"), (".log_softmax(dim=-1)", " - logits.logsumexp(dim=-1, keepdim=True)")],
            why="The remaining probabilities sum to less than 1, because the forbidden tokens have taken their share.",
            look="What do your probabilities sum to?",
        ),
        slip(
            "the forbidden tokens take part in a first softmax",
            edit=(f"{FILLED}.log_softmax(dim=-1)", "logits.log_softmax(dim=-1).masked_fill(~mask, -math.inf).log_softmax(dim=-1)"),
            why="On paper this is right. But next to a far larger forbidden logit, the differences between the allowed ones are rounded away before you can use them.",
            look="How many digits does float32 keep of the number −10,000,001.3?",
        ),
        slip(
            "probabilities are masked and divided by their sum",
            edit=(f"{FILLED}.log_softmax(dim=-1)", "((logits.softmax(dim=-1) * mask) / (logits.softmax(dim=-1) * mask).sum(-1, keepdim=True)).log()"),
            also=[(f"{FILLED}.log_softmax(dim=-1)", "((logits.softmax(dim=-1) * mask) / ((logits.softmax(dim=-1) * mask).sum(-1, keepdim=True) + 1e-9)).log()"), (f"{FILLED}.log_softmax(dim=-1)", "((logits.exp() * mask) / (logits.exp() * mask).sum(-1, keepdim=True)).log()")],
            why="On paper this is right. But if the allowed tokens are very unlikely, their probabilities are rounded to 0, and 0 divided by 0 is NaN.",
            look="How large is e to the power of −200 in float32?",
        ),
        slip(
            "the logarithm is taken after a softmax",
            edit=(".log_softmax(dim=-1)", ".softmax(dim=-1).log()"),
            also=[(".log_softmax(dim=-1)", ".softmax(dim=-1).masked_fill(~mask, 1).log().masked_fill(~mask, -math.inf)")],
            why="If one allowed logit is far below another, its probability is rounded to 0, so the logarithm is lost.",
            look="Which PyTorch function does both in one step?",
        ),
        slip(
            "forbidden logits become 0",
            edit=(FILLED, "(logits * mask)"),
            also=[(FILLED, "logits.masked_fill(~mask, 0)"), (f"{FILLED}.log_softmax(dim=-1)", "(logits * mask).log_softmax(dim=-1).masked_fill(~mask, -math.inf)")],
            why="A logit of 0 is a logit like any other, and often the highest.",
            look="What does the softmax make of a logit of 0?",
        ),
        slip(
            "the mask is inverted",
            edit=("masked_fill(~mask,", "masked_fill(mask,"),
            why="True means that a token is allowed.",
            look="Which logits does your code set to minus infinity?",
        ),
        slip(
            "forbidden tokens keep a finite logit",
            edit=("-math.inf", "-1e9"),
            also=[("-math.inf", "-100")],
            why="A forbidden token should be impossible, not merely unlikely.",
            look="What is your result for a forbidden token?",
        ),
        slip(
            "forbidden logits become plus infinity",
            edit=("-math.inf", "math.inf"),
            also=[("-math.inf", "math.nan")],
            why="A logit of plus infinity makes its whole row NaN.",
            look="Which logit leads to a probability of 0?",
        ),
        slip(
            "probabilities come back instead of their logarithms",
            edit=(".log_softmax(dim=-1)", ".softmax(dim=-1)"),
            why="The logarithm of a probability is at most 0.",
            look="Are your numbers above or below 0?",
        ),
        slip(
            "the softmax runs along the wrong axis",
            edit=("log_softmax(dim=-1)", "log_softmax(dim=0)"),
            also=[("log_softmax(dim=-1)", "flatten().log_softmax(0).view(logits.shape)"), ("log_softmax(dim=-1)", "log_softmax(dim=1 if logits.dim() > 1 else 0)")],
            why="Each row of V logits gives a distribution of its own.",
            look="Over which axis should the probabilities sum to 1?",
        ),
        slip(
            "logits are returned without being normalized",
            edit=(".log_softmax(dim=-1)", ""),
            also=[(".log_softmax(dim=-1)", " - logits.max(dim=-1, keepdim=True).values")],
            why="The probabilities have to sum to 1 over the allowed tokens.",
            look="What do your probabilities sum to?",
        ),
        slip(
            "only a mask that allows nothing at all is an error",
            edit=("if not mask.any(dim=-1).all():", "if not mask.any():"),
            also=[("if not mask.any(dim=-1).all():", "if False:"), ("if not mask.any(dim=-1).all():", "if not mask.any(dim=0).all():"), ("raise ValueError(", "raise RuntimeError("), ("if not mask.any(dim=-1).all():", "if mask.sum() < logits.numel() // logits.shape[-1]:")],
            why="A single row that allows nothing gives NaN, no matter how many others allow something.",
            look="What does your code return for a row in which every token is forbidden?",
        ),
        slip(
            "every forbidden token is an error",
            edit=("if not mask.any(dim=-1).all():", "if not mask.all():"),
            also=[("if not mask.any(dim=-1).all():", "if not mask.all(dim=-1).any():")],
            why="Forbidding some tokens is what a mask is for.",
            look="When does a row leave no token to choose?",
        ),
        slip(
            "the caller's logits are overwritten",
            edit=("    return " + FILLED, "    with torch.no_grad():\n        logits.masked_fill_(~mask, -math.inf)\n    return logits"),
            also=[("logits.masked_fill(", "logits.detach().masked_fill_(")],
            why="The caller may still want to know what the model would have preferred.",
            look="What does an underscore at the end of a name mean in torch?",
        ),
        slip(
            "all allowed tokens get the same share",
            edit=(f"{FILLED}.log_softmax(dim=-1)", "torch.zeros_like(logits).masked_fill(~mask, -math.inf).log_softmax(dim=-1) + 0 * logits"),
            why="How likely the model finds each of them still counts.",
            look="Does your result depend on the logits?",
        ),
    ]  # fmt: skip
    promises = {
        "any leading axes": dict(shape=(2, 3, 5)),
        "one row": dict(shape=(7,)),
        "far below a forbidden token": dict(dwarfed=True),
        "one mask for all rows": dict(one_mask=True),
        "unlikely tokens": dict(spread=200),
        "one far below another": dict(apart=300),
        "minus infinity": "forbidden",
        "nothing allowed in a row": "nothing allowed",
        "all allowed": dict(all_allowed=True),
        "one allowed": dict(only_one=True),
        "logits are left as they are": "logits unchanged",
    }
