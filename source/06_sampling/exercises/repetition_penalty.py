"""Repetition penalty: divide positive logits of seen tokens, multiply negative ones.

Oracle: transformers' RepetitionPenaltyLogitsProcessor in float64.
"""

import numpy as np

from autograder.authoring import exercise, slip

from ._shared import INF, KNOB, processed, unchanged


@exercise("repetition_penalty", points=3, forbid=KNOB)
class _:
    cases = [
        dict(B=1, V=10, T=4, penalty=(1.2, 1.6)),
        dict(B=3, V=9, T=6, penalty=(1.3, 2.0)),  # with tokens that occur several times
        dict(B=2, V=8, T=0, penalty=(1.3, 2.0)),
        dict(B=4, V=4, T=4, penalty=(1.1, 1.3)),
        dict(B=2, V=12, T=5, penalty=(1.2, 2.0), negative=True),
        dict(B=3, V=9, T=5, penalty=(1.2, 2.0), out=True),
        dict(B=2, V=6, T=4, penalty=(1, 1)),
    ]
    weights = {"logits": 3, "logits unchanged": 1}

    def inputs(rng, B, V, T, penalty, negative=False, out=False):
        x = rng.uniform(0.5, 4, (B, V)) * rng.permuted(np.where(np.arange(B * V) % 2, 1, -1)).reshape(B, V)
        if negative:
            x = -np.abs(x)
        seen = np.zeros((B, T), dtype=np.int64)
        for b in range(B):
            few = rng.permutation(V)[: max(3, V // 2)]
            x[b, few[0]] = abs(x[b, few[0]]) * (-1 if negative else 1)
            x[b, few[1]] = -abs(x[b, few[1]])
            if T:  # the first of them at least twice, the second exactly once
                others = rng.choice(np.delete(few, 1), T - 3)
                seen[b] = rng.permutation([few[0], few[0], few[1], *others])
            if out:  # one that has occurred, and some that have not
                x[b, [few[1], *np.setdiff1d(np.arange(V), few)[:2]]] = -INF
        return {"logits": x, "seen": seen, "penalty": float(rng.uniform(*penalty))}

    def oracle(logits, seen, penalty):
        from transformers import RepetitionPenaltyLogitsProcessor

        result = processed(RepetitionPenaltyLogitsProcessor(float(penalty)), logits, seen)
        return {"logits": result, "logits unchanged": unchanged(result, "logits")}

    equivalent = {
        "own = torch.where(own >= 0, own / penalty, own * penalty)": "0 is the same, divided or multiplied",
    }

    alternatives = {
        "a table of what has occurred": """
            there = torch.zeros_like(logits, dtype=torch.bool).scatter(1, seen, True)  # (B, V)
            less = torch.where(logits > 0, logits / penalty, logits * penalty)
            return torch.where(there, less, logits)
        """,
        "sets, one text at a time": """
            result = logits.clone()
            for b, ids in enumerate(seen.tolist()):
                for token in set(ids):
                    result[b, token] = min(logits[b, token] * penalty, logits[b, token] / penalty)
            return result
        """,
        "the size of the logit moved down": """
            there = (seen.unsqueeze(-1) == torch.arange(logits.shape[-1])).any(dim=1)  # (B, V)
            return logits * torch.pow(penalty, -logits.sign() * there)
        """,
    }
    slips = [
        slip(
            "negative logits are divided too",
            edit=("torch.where(own > 0, own / penalty, own * penalty)", "own / penalty"),
            why="−3 / 1.2 is −2.5, so a token with a negative logit is rewarded for having occurred.",
            look="Is −3 divided by 1.2 larger or smaller than −3?",
        ),
        slip(
            "positive logits are multiplied too",
            edit=("torch.where(own > 0, own / penalty, own * penalty)", "own * penalty"),
            why="A token with a positive logit becomes even likelier once it has occurred, so a loop feeds itself.",
            look="Is 3 times 1.2 larger or smaller than 3?",
        ),
        slip(
            "repetition is rewarded",
            edit=("own > 0", "own < 0"),
            why="The penalty goes in the wrong direction for both signs.",
            look="Should the logit of a seen token rise or fall?",
        ),
        slip(
            "a token is penalised once for each time that it occurred",
            edit=("own = logits.gather(1, seen)", "result = logits.clone()\n    for b in range(len(seen)):\n        for token in seen[b].tolist():\n            value = result[b, token]\n            result[b, token] = value / penalty if value > 0 else value * penalty\n    return result\n    own = logits.gather(1, seen)"),
            also=[
                ("return logits.scatter(1, seen, own)", "return logits.scatter_add(1, seen, (own - logits.gather(1, seen)).nan_to_num())"),
                ("return logits.scatter(1, seen, own)", "return logits.scatter_add(1, seen, own - logits.gather(1, seen))"),
            ],
            why="A comma that occurred thirty times would be penalised thirty times, and never appear again.",
            look="What should happen to a token that occurred three times, and to one that occurred once?",
        ),
        slip(
            "all tokens are penalised",
            edit=("return logits.scatter(1, seen, own)", "return torch.where(logits > 0, logits / penalty, logits * penalty)"),
            why="Every logit changes, whether its token was seen or not, so repetition costs nothing extra.",
            look="Which argument of your function does your code never use?",
        ),
        slip(
            "the tokens that have not occurred are penalised",
            edit=("return logits.scatter(1, seen, own)", "rest = torch.where(logits > 0, logits / penalty, logits * penalty)\n    return rest.scatter(1, seen, logits.gather(1, seen))"),
            why="That pushes the text further into its loop.",
            look="Which logits are unchanged in your result?",
        ),
        slip(
            "the tokens of one text are penalised in every row",
            edit=("own = logits.gather(1, seen)", "seen = seen.reshape(1, -1).expand(len(logits), -1)\n    own = logits.gather(1, seen)", "seen = seen[:1].expand(len(logits), -1)\n    own = logits.gather(1, seen)"),
            why="Every row of a batch is a separate text and knows nothing about the other rows.",
            look="Row 0 has seen token 5. Should row 1 care?",
        ),
        slip(
            "only the last token is penalised",
            edit=("own = logits.gather(1, seen)", "seen = seen[:, -1:]\n    own = logits.gather(1, seen)"),
            why="A loop is usually longer than one token.",
            look="Which part of `seen` does your code read?",
        ),
        slip(
            "the penalty is subtracted",
            edit=("torch.where(own > 0, own / penalty, own * penalty)", "own - penalty"),
            also=[("torch.where(own > 0, own / penalty, own * penalty)", "own - math.log(penalty)"), ("torch.where(own > 0, own / penalty, own * penalty)", "own - (penalty - 1)")],
            why="That is a different penalty (some services call it the presence penalty), and it needs a different number.",
            look="What should a logit of 3 become with a penalty of 1.5?",
        ),
        slip(
            "only tokens that occurred more than once are penalised",
            edit=("own = torch.where(own > 0, own / penalty, own * penalty)", "often = (seen.unsqueeze(1) == seen.unsqueeze(2)).sum(dim=2) > 1\n    own = torch.where(often, torch.where(own > 0, own / penalty, own * penalty), own)"),
            why="Even a token that has occurred only once would be repeated if it came again.",
            look="What should happen to a token that occurred exactly once?",
        ),
        slip(
            "the probabilities are divided, not the logits",
            edit=("return logits.scatter(1, seen, own)", "p = logits.softmax(dim=1)\n    return p.scatter(1, seen, p.gather(1, seen) / penalty).log()"),
            why="That takes the same amount, ln θ, from the logit of every seen token. Here a large logit should lose more than a small one.",
            look="According to the text above, which numbers does the factor apply to?",
        ),
        slip(
            "log-probabilities are penalised, not logits",
            edit=("own = logits.gather(1, seen)", "logits = logits.log_softmax(dim=1)\n    own = logits.gather(1, seen)"),
            why="They are all negative, so the penalty on a token depends on how likely the other tokens are. Programs and the paper "
            "use the logits as they are.",
            look="When your code applies the rule for the two signs, which of its numbers are positive?",
        ),
        slip(
            "the penalty is always 1.2, whatever the caller asks for",
            edit=("torch.where(own > 0, own / penalty, own * penalty)", "torch.where(own > 0, own / 1.2, own * 1.2)"),
            why="A penalty of 1 should change nothing, and a larger one should have a larger effect.",
            look="Which argument of your function does your code never use?",
        ),
        slip(
            "an empty text raises an error",
            edit=("own = logits.gather(1, seen)", "first = seen[:, 0]\n    own = logits.gather(1, seen)"),
            also=[("own = logits.gather(1, seen)", "there = torch.nn.functional.one_hot(seen)\n    own = logits.gather(1, seen)"), ("own = logits.gather(1, seen)", "there = seen[:, :1] == torch.arange(logits.shape[1])\n    own = logits.gather(1, seen)")],
            why="Before the first token there is no text yet, so there is nothing to penalise.",
            look="What is the first thing your code does with a `seen` of shape (2, 0)?",
        ),
        slip(
            "tokens that have occurred are ruled out",
            edit=("return logits.scatter(1, seen, own)", "return logits.scatter(1, seen, -math.inf)", "return logits.scatter(1, seen, -math.inf) if penalty > 1 else logits.clone()"),
            why="Then no comma and no name could ever appear a second time.",
            look="What should a logit of 3 become with a penalty of 1.5?",
        ),
        slip(
            "arithmetic with −∞ gives nan",
            edit=("return logits.scatter(1, seen, own)", "there = torch.zeros_like(logits).scatter(1, seen, 1.0)\n    less = torch.where(logits > 0, logits / penalty, logits * penalty)\n    return there * less + (1 - there) * logits"),
            also=[("return logits.scatter(1, seen, own)", "return logits.scatter(1, seen, logits.gather(1, seen) + (own - logits.gather(1, seen)))")],
            why="0 times −∞ is not a number, nor is ∞ − ∞, and a single nan spoils the whole row.",
            look="Which torch function picks values from two tensors without doing arithmetic on the ones it doesn't pick?",
        ),
        slip(
            "the caller's logits are changed",
            edit=("logits.scatter(", "logits.scatter_("),
            why="The model's own logits are then lost, so if you measure surprise later, you measure the penalty instead.",
            look="What does an underscore after a torch method's name mean?",
        ),
    ]  # fmt: skip
    promises = {
        "positive and negative logits": dict(B=1, V=10),
        "once, however often it occurred": dict(B=3, V=9),
        "each text by itself": dict(B=4, V=4),
        "nothing has been said yet": dict(T=0),
        "all logits negative": dict(negative=True),
        "after a cut": dict(out=True),
        "a penalty of 1 changes nothing": dict(penalty=(1, 1)),
        "logits stay as they are": "logits unchanged",
    }
