"""The k3 estimator of the KL divergence between policy and reference, per token.

Oracle: the formula token by token, with the gradient derived by hand. Its mean under the policy
must equal the exact divergence from torch.distributions.
"""

import itertools
import math

import numpy as np
import torch

from autograder.authoring import exercise, slip


@exercise("kl_k3", points=2)
class _:
    cases = [
        dict(N=2, T=5),
        dict(N=1, T=3),
        dict(N=4, T=4),
        dict(N=3, T=6, far=True),
        dict(N=2, T=4, same=True),
        dict(N=2, T=4, unlikely=True),
        dict(N=2, T=4, apart=True),
    ]
    weights = {"k3": 3, "mean over all tokens": 1, "grad_new": 1}

    def inputs(rng, N, T, far=False, same=False, unlikely=False, apart=False):
        scores = [rng.normal(0, 3 if far else 1, (N, T)) for _ in range(2)]
        if unlikely:  # for both models the token's probability is 0 in float32
            for each in scores:
                each[:, 1] -= 400
        if apart:  # one of the models finds a token likely, the other one all but impossible
            scores[1][:, 1] -= 60
            scores[0][:, 2] -= 40
        new, reference = (np.array(torch.log_softmax(torch.from_numpy(each), 1)) for each in scores)
        if same:
            reference[0] = new[0]
        return {
            "new": new,
            "reference": reference,
            "gradient": rng.standard_normal((N, T)),
            "weights": np.exp(new),
        }

    def oracle(new, reference, gradient, weights):
        values, slopes = np.zeros(new.shape), np.zeros(new.shape)
        for place in itertools.product(*map(range, new.shape)):
            quotient = math.exp(float(reference[place]) - float(new[place]))
            values[place] = quotient - math.log(quotient) - 1
            slopes[place] = gradient[place] * (1 - quotient)
        exact = [
            float(
                torch.distributions.kl_divergence(
                    torch.distributions.Categorical(logits=torch.from_numpy(np.asarray(a, dtype=np.float64))),
                    torch.distributions.Categorical(logits=torch.from_numpy(np.asarray(b, dtype=np.float64))),
                )
            )
            for a, b in zip(new, reference)
        ]
        return {
            "k3": values,
            "mean over all tokens": {"k3": values[:1], "mean": np.array(exact)},
            "grad_new": slopes,
        }

    alternatives = {
        "from the quotient": """
            quotient = torch.exp(reference - new)
            return quotient - 1 + (new - reference)
        """,
        "expm1": """
            return torch.expm1(reference - new) + new - reference
        """,
    }
    slips = [
        slip(
            "the two models are swapped",
            edit=("d = reference - new", "d = new - reference"),
            why="That is the divergence of the reference from the policy, but the tokens were drawn from the policy.",
            look="Which of the two models wrote the tokens?",
        ),
        slip(
            "k1 is computed",
            edit=("return d.exp() - d - 1", "return -d"),
            why="It is right on average, but often negative for a single token.",
            look="Are any of your estimates below 0?",
        ),
        slip(
            "k2 is computed",
            edit=("return d.exp() - d - 1", "return d ** 2 / 2"),
            also=[("return d.exp() - d - 1", "return d ** 2"), ("return d.exp() - d - 1", "return d.abs()")],
            why="It is never negative, but wrong on average.",
            look="What is the mean of your estimate over all tokens, compared with the exact divergence?",
        ),
        slip(
            "the difference is cut off",
            edit=("d = reference - new", "d = (reference - new).clamp(-20, 20)"),
            also=[
                ("d = reference - new", "d = (reference - new).clamp(max=20)"),
                ("d = reference - new", "d = (reference - new).clamp(min=-20)"),
                ("d.exp()", "d.clamp(max=20).exp()"),
                ("d.exp()", "d.clamp(-20, 20).exp()"),
                ("d = reference - new", "d = (reference - new).clamp(-10, 10)"),
                ("d = reference - new", "d = (reference - new).clamp(max=10)"),
            ],
            why="Where the two models are furthest apart, the estimate and its gradient stop growing, so the penalty no longer holds the policy back.",
            look="What does your estimate give for a token that one model finds likely and the other one all but impossible?",
        ),
        slip(
            "the 1 is left out",
            edit=("d.exp() - d - 1", "d.exp() - d"),
            why="Two equal models would be at a distance of 1.",
            look="What is your estimate when both models agree?",
        ),
        slip(
            "the difference is added",
            edit=("d.exp() - d - 1", "d.exp() + d - 1"),
            why="The estimate can become negative, and its mean is wrong.",
            look="Are any of your estimates below 0?",
        ),
        slip(
            "the exponent has the wrong sign",
            edit=("d.exp()", "(-d).exp()"),
            why="The reference is in the numerator of the quotient, so the quotient's mean under the policy is 1.",
            look="What is the mean of your exponential over all tokens of the policy?",
        ),
        slip(
            "the difference is left out",
            edit=("d.exp() - d - 1", "d.exp() - 1"),
            why="The mean under the policy is then 0, whatever the two models are.",
            look="What is the mean of your estimate over all tokens?",
        ),
        slip(
            "the sign is flipped",
            edit=("return d.exp() - d - 1", "return 1 + d - d.exp()"),
            why="If this distance is added to a loss, training makes it as large as possible.",
            look="Are any of your estimates below 0?",
        ),
        slip(
            "each token is weighted by its probability",
            edit=("return d.exp() - d - 1", "return new.exp() * (d.exp() - d - 1)"),
            also=[("return d.exp() - d - 1", "return -new.exp() * d")],
            why="The tokens were sampled, so likely ones already occur more often.",
            look="How does a likely token get its weight in a sample?",
        ),
        slip(
            "the gradient flows through only half of the estimate",
            edit=("d.exp()", "d.detach().exp()"),
            also=[("d.exp() - d", "d.exp() - d.detach()")],
            why="The value is right, but its gradient points elsewhere.",
            look="Which operation in your code stops the gradient?",
        ),
        slip(
            "probabilities are divided",
            edit=("return d.exp() - d - 1", "return reference.exp() / new.exp() - d - 1"),
            why="The probability of a very unlikely token is rounded to 0, and 0/0 is NaN.",
            look="How can you get the quotient without leaving the logarithms?",
        ),
        slip(
            "one number comes out for all tokens",
            edit=("return d.exp() - d - 1", "return (d.exp() - d - 1).mean()"),
            also=[("return d.exp() - d - 1", "return (d.exp() - d - 1).sum(dim=-1)")],
            why="The caller knows which of the tokens are padding and takes the mean of the rest.",
            look="What shape does the docstring promise?",
        ),
    ]  # fmt: skip
    promises = {
        "one answer": dict(N=1),
        "far apart": dict(far=True),
        "equal models": dict(same=True),
        "very unlikely tokens": dict(unlikely=True),
        "models that disagree": dict(apart=True),
        "right on average": "mean over all tokens",
        "the model learns": "grad_new",
    }
