"""Draw letter indices from a given probability distribution, using a generator.

The expected values are distributions, of single letters and of pairs; one seed must give the
same draws again.
"""

import numpy as np

from autograder.authoring import Distribution, SameAs, exercise, slip


@exercise("sample_letters", points=3)
class _:
    cases = [dict(V=4, n=2000), dict(V=26, n=2000), dict(V=3, n=2000)]
    weights = {"letters": 1, "pairs": 1, "again": 1}

    def inputs(rng, V, n):
        weights = rng.gamma(1.0, size=V) + 0.05
        weights[V // 2] = 0.0  # a letter that must never come
        return {"probs": weights / weights.sum(), "n": n, "seed": int(rng.integers(2**31))}

    def oracle(probs, n, seed):
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
            why="The draws are right, but nobody can repeat them: they come from torch's global stream.",
            look="Which of the arguments of your function does your code never use?",
        ),
        slip(
            "the probabilities are ignored",
            edit=("multinomial(probs,", "multinomial((probs > 0).float(),"),
            why="Every letter comes equally often, so nothing of what a model has learned would reach the text.",
            look="Count how often each index comes and lay it beside probs.",
        ),
        slip(
            "the generator starts anew on every call",
            edit=(
                "generator=generator)",
                "generator=generator.manual_seed(0))",
                "generator=torch.Generator().manual_seed(generator.initial_seed()))",
            ),
            why="A stream that is set back on every call gives the same draws for ever: a model would write one letter again "
            "and again.",
            look="Call your function twice with the same generator. Should the second result equal the first?",
        ),
        slip(
            "letters are drawn without replacement",
            edit=("replacement=True", "replacement=False"),
            why="Without replacement each letter comes once at most, so there can be no more draws than letters.",
            look="In a text the same letter may come again. Which argument says so?",
        ),
        slip(
            "the indices are not int64",
            edit=("generator=generator)", "generator=generator).int()", "generator=generator).float()"),
            why="int64 is what torch takes as an index, and a table of letters cannot be read with numbers that have fractions.",
            look="Print the dtype of your result.",
        ),
    ]
    promises = {
        "index i with probability probs[i]": "letters",
        "independently, from one call to the next as well": "pairs",
        "drawn from the generator": "again",
        "more draws than letters": dict(V=3, n=2000),
    }
