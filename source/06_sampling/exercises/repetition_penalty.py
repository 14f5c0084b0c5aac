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
        dict(B=3, V=9, T=6, penalty=(1.3, 2.0)),  # with tokens that come several times
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
            why="−3 / 1.2 is −2.5: a token with a negative logit is rewarded for having occurred.",
            look="Is −3 divided by 1.2 larger or smaller than −3?",
        ),
        slip(
            "positive logits are multiplied too",
            edit=("torch.where(own > 0, own / penalty, own * penalty)", "own * penalty"),
            why="A token with a positive logit becomes likelier each time it is looked at: a loop that feeds itself.",
            look="Is 3 times 1.2 larger or smaller than 3?",
        ),
        slip(
            "repetition is rewarded",
            edit=("own > 0", "own < 0"),
            why="The penalty has the wrong direction for both signs.",
            look="Should a logit of a seen token rise or fall?",
        ),
        slip(
            "a token is penalised once for each time that it occurred",
            edit=("own = logits.gather(1, seen)", "result = logits.clone()\n    for b in range(len(seen)):\n        for token in seen[b].tolist():\n            value = result[b, token]\n            result[b, token] = value / penalty if value > 0 else value * penalty\n    return result\n    own = logits.gather(1, seen)"),
            also=[
                ("return logits.scatter(1, seen, own)", "return logits.scatter_add(1, seen, (own - logits.gather(1, seen)).nan_to_num())"),
                ("return logits.scatter(1, seen, own)", "return logits.scatter_add(1, seen, own - logits.gather(1, seen))"),
            ],
            why="A comma that came thirty times would be divided thirty times, and never come again.",
            look="What should a token get that came three times, and one that came once?",
        ),
        slip(
            "all tokens are penalised",
            edit=("return logits.scatter(1, seen, own)", "return torch.where(logits > 0, logits / penalty, logits * penalty)"),
            why="That is a change for all of them, seen or not, and makes no difference between them.",
            look="Which of the arguments of your function does your code never use?",
        ),
        slip(
            "the tokens that have not occurred are penalised",
            edit=("return logits.scatter(1, seen, own)", "rest = torch.where(logits > 0, logits / penalty, logits * penalty)\n    return rest.scatter(1, seen, logits.gather(1, seen))"),
            why="That pushes a text into its loop.",
            look="Which logits of your result are as they were?",
        ),
        slip(
            "the tokens of one text are penalised in all of them",
            edit=("own = logits.gather(1, seen)", "seen = seen.reshape(1, -1).expand(len(logits), -1)\n    own = logits.gather(1, seen)", "seen = seen[:1].expand(len(logits), -1)\n    own = logits.gather(1, seen)"),
            why="Every row of a batch is a text of its own, and knows nothing of the others.",
            look="Row 0 has seen token 5. Should row 1 care?",
        ),
        slip(
            "only the last token is penalised",
            edit=("own = logits.gather(1, seen)", "seen = seen[:, -1:]\n    own = logits.gather(1, seen)"),
            why="A loop is longer than one token.",
            look="Which part of `seen` does your code read?",
        ),
        slip(
            "the penalty is subtracted",
            edit=("torch.where(own > 0, own / penalty, own * penalty)", "own - penalty"),
            also=[("torch.where(own > 0, own / penalty, own * penalty)", "own - math.log(penalty)"), ("torch.where(own > 0, own / penalty, own * penalty)", "own - (penalty - 1)")],
            why="That is another penalty (the presence penalty of some services), and another number belongs to it.",
            look="What becomes of a logit of 3 with a penalty of 1.5?",
        ),
        slip(
            "only tokens that occurred more than once are penalised",
            edit=("own = torch.where(own > 0, own / penalty, own * penalty)", "often = (seen.unsqueeze(1) == seen.unsqueeze(2)).sum(dim=2) > 1\n    own = torch.where(often, torch.where(own > 0, own / penalty, own * penalty), own)"),
            why="A token that has occurred once would be repeated if it came again.",
            look="What should happen to a token that came exactly once?",
        ),
        slip(
            "the probabilities are divided, not the logits",
            edit=("return logits.scatter(1, seen, own)", "p = logits.softmax(dim=1)\n    return p.scatter(1, seen, p.gather(1, seen) / penalty).log()"),
            why="That takes the same amount, ln θ, from every logit. Here what is large is to lose more than what is small.",
            look="On which numbers does the text above say that the factor acts?",
        ),
        slip(
            "log-probabilities are penalised, not logits",
            edit=("own = logits.gather(1, seen)", "logits = logits.log_softmax(dim=1)\n    own = logits.gather(1, seen)"),
            why="They are all negative, so that the penalty of a token depends on how likely the others are. Programs and the paper "
            "act on the logits as they are.",
            look="Which of your numbers are positive when the rule of the two signs is applied?",
        ),
        slip(
            "the penalty is 1.2, whatever was asked for",
            edit=("torch.where(own > 0, own / penalty, own * penalty)", "torch.where(own > 0, own / 1.2, own * 1.2)"),
            why="A penalty of 1 should change nothing, and whoever asks for more should get more.",
            look="Which of the arguments of your function does your code never use?",
        ),
        slip(
            "an empty text is an error",
            edit=("own = logits.gather(1, seen)", "first = seen[:, 0]\n    own = logits.gather(1, seen)"),
            also=[("own = logits.gather(1, seen)", "there = torch.nn.functional.one_hot(seen)\n    own = logits.gather(1, seen)"), ("own = logits.gather(1, seen)", "there = seen[:, :1] == torch.arange(logits.shape[1])\n    own = logits.gather(1, seen)")],
            why="Nothing has been said before the first token, and then there is nothing to penalise.",
            look="What does your code do first with `seen` of shape (2, 0)?",
        ),
        slip(
            "tokens that have occurred are ruled out",
            edit=("return logits.scatter(1, seen, own)", "return logits.scatter(1, seen, -math.inf)", "return logits.scatter(1, seen, -math.inf) if penalty > 1 else logits.clone()"),
            why="Then no comma and no name could ever come again.",
            look="What should a logit of 3 become with a penalty of 1.5?",
        ),
        slip(
            "arithmetic with −∞ gives nan",
            edit=("return logits.scatter(1, seen, own)", "there = torch.zeros_like(logits).scatter(1, seen, 1.0)\n    less = torch.where(logits > 0, logits / penalty, logits * penalty)\n    return there * less + (1 - there) * logits"),
            also=[("return logits.scatter(1, seen, own)", "return logits.scatter(1, seen, logits.gather(1, seen) + (own - logits.gather(1, seen)))")],
            why="0 times −∞ is not a number, nor is ∞ − ∞, and one nan spoils the whole row.",
            look="Which function of torch picks from two tensors without computing with what is not picked?",
        ),
        slip(
            "the caller's logits are changed",
            edit=("logits.scatter(", "logits.scatter_("),
            why="The model's own opinion is lost then, and whoever wants to measure surprise measures the penalty.",
            look="Which of torch's methods end with an underscore?",
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
