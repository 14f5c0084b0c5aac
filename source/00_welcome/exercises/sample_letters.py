"""Draw letter indices from a given probability distribution, using a generator.

The expected values are distributions, of single letters and of pairs; one seed must give the
same draws again.
"""

import numpy as np

from autograder.authoring import Distribution, SameAs, exercise, slip


@exercise("sample_letters", points=3)
class _:
    cases = [dict(V=4, n=2000), dict(V=26, n=2000), dict(V=3, n=2000), dict(V=8, n=6, calls=400)]
    weights = {"letters": 1, "pairs": 1, "again": 1}

    def inputs(rng, V, n, calls=1):
        weights = rng.gamma(1.0, size=V) + 0.05
        weights[V // 2] = 0.0  # a letter that must never come up
        return {"probs": weights / weights.sum(), "n": n, "calls": calls, "seed": int(rng.integers(2**31))}

    def oracle(probs, n, calls, seed):
        return {
            "letters": Distribution(probs, words="drew letter {}"),
            "pairs": Distribution(np.outer(probs, probs).ravel(), words="drew letter {}, then letter {}"),
            "again": SameAs("letters"),
        }

    alternatives = {
        "inverse of the running sum": """
            edges = probs.double().cumsum(0)
            u = torch.rand(n, generator=generator, dtype=torch.float64) * edges[-1]
            return torch.searchsorted(edges, u, right=True)
        """,
        "largest of noisy log-probabilities": """
            # The Gumbel trick: the index with the largest log p + noise is distributed as p.
            noise = -torch.log(-torch.log(torch.rand(n, len(probs), generator=generator)))  # (n, V)
            return (probs.log() + noise).argmax(dim=-1)  # (n,)
        """,
        "how many edges lie below each number": """
            edges = probs.double().cumsum(0)
            u = torch.rand(n, 1, generator=generator, dtype=torch.float64) * edges[-1]
            return (u >= edges).sum(dim=-1)
        """,
    }
    slips = [
        slip(
            "the most probable letter is taken every time",
            edit=(
                "torch.multinomial(probs, n, replacement=True, generator=generator)",
                "probs.argmax().repeat(n)",
            ),
            why="The most probable symbol is a choice, not a draw. Text made this way repeats itself at once.",
            look="How many different letters are in your result?",
        ),
        slip(
            "the generator is ignored",
            edit=(", generator=generator", ""),
            why="The draws are right, but you can't repeat them: they don't come from the generator that you were given.",
            look="Which of the arguments of your function does your code never use?",
        ),
        slip(
            "the probabilities are ignored",
            edit=("multinomial(probs,", "multinomial((probs > 0).float(),"),
            also=[
                (
                    "torch.multinomial(probs, n, replacement=True, generator=generator)",
                    "torch.randint(len(probs), (n,), generator=generator)",
                )
            ],
            why="Every letter comes up equally often, so nothing that a model has learned would reach the text.",
            look="Count how often each index comes up. How do the shares compare with probs?",
        ),
        slip(
            "the generator starts anew on every call",
            edit=(
                "generator=generator)",
                "generator=generator.manual_seed(0))",
                "generator=torch.Generator().manual_seed(generator.initial_seed()))",
            ),
            why="A stream that is reset on every call always gives the same draws: a model would write one letter again "
            "and again.",
            look="Call your function twice with the same generator. Should the second result equal the first?",
        ),
        slip(
            "letters are drawn without replacement",
            edit=("replacement=True", "replacement=False"),
            also=[("replacement=True", "replacement=n > len(probs)")],
            why="Without replacement each letter comes up at most once, so there can be no more draws than letters.",
            look="In a text the same letter may come up again. Which argument allows that?",
        ),
        slip(
            "the indices are not int64",
            edit=("generator=generator)", "generator=generator).int()", "generator=generator).float()"),
            why="torch uses int64 for indices, and a number with a fraction can't be a position in a table of letters.",
            look="Print the dtype of your result.",
        ),
        slip(
            "one draw is repeated n times",
            edit=(
                "torch.multinomial(probs, n, replacement=True, generator=generator)",
                "torch.multinomial(probs, 1, replacement=True, generator=generator).repeat(n)",
                "torch.multinomial(probs, 1, replacement=True, generator=generator).expand(n)",
            ),
            why="n draws have to be independent. Copies of a single draw look like a model that is stuck on one letter.",
            look="How many random numbers does your function use for n = 1,000?",
        ),
        slip(
            "the draws are sorted",
            edit=("generator=generator)", "generator=generator).sort().values"),
            why="Each letter comes up as often as it should, but the order of the draws is part of the result: a text whose letters are "
            "sorted isn't a text.",
            look="Look at the first ten draws. Are they in a random order?",
        ),
        slip(
            "the probabilities are changed before the draw",
            edit=(
                "multinomial(probs,",
                "multinomial(probs.softmax(-1),",
                "multinomial(probs + 1e-2,",
                "multinomial(probs**2,",
                "multinomial(probs.sqrt(),",
            ),
            why="The argument already holds probabilities. A second softmax, a constant or a power moves some of the probability to "
            "other letters, even to letters that must never come up.",
            look="Which weights does your draw use, and are they the ones that you were given?",
        ),
        slip(
            "the indices start at 1",
            edit=("generator=generator)", "generator=generator) + 1"),
            why="Python and torch count from 0, so the first letter would never come up, and the last index doesn't exist.",
            look="What are the smallest and the largest index in your result?",
        ),
        slip(
            "the result is a list",
            edit=("generator=generator)", "generator=generator).tolist()"),
            why="The docstring promises a tensor. Multiplying a list repeats it, and it can't be used to index a table of letters.",
            look="What is the type of your result?",
        ),
    ]
    promises = {
        "no more draws than letters, and still with replacement": dict(V=8, n=6, calls=400),
        "index i with probability probs[i]": "letters",
        "independently, from one call to the next as well": "pairs",
        "drawn from the generator": "again",
        "more draws than letters": dict(V=3, n=2000),
    }
