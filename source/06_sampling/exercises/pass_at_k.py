"""The unbiased estimator of pass@k, averaged over problems.

Oracle: every choice of k among n samples, counted; for large n, the product of the conditional
probabilities that each further sample is wrong.
"""

import itertools
import math

from autograder.authoring import exercise, slip


@exercise("pass_at_k", points=2)
class _:
    cases = [
        dict(P=(4, 7), n=6, k=2),
        dict(P=(3, 6), n=9, k=4),
        dict(P=(5, 9), n=7, k=7),  # as many tries as samples
        dict(P=(3, 5), n=200, k=100, most=20),
        dict(P=(4, 9), n=8, k=1),
        dict(P=(3, 5), n=1100, k=500, most=20),  # a binomial beyond the largest float
    ]

    def inputs(rng, P, n, k, most=None):
        correct = rng.integers(0, (most or n - 1) + 1, int(rng.integers(*P, endpoint=True)))
        correct[0], correct[1] = rng.integers(1, 3), 0
        return {"correct": rng.permutation(correct).tolist(), "n": n, "k": k}

    def oracle(correct, n, k):
        found = []
        for c in correct:
            if n <= 10:  # every choice of k among n samples, of which the first c are right
                choices = list(itertools.combinations(range(n), k))
                found.append(sum(min(choice) < c for choice in choices) / len(choices))
            else:  # one try after the other: the chance that all are wrong
                wrong = math.prod(max(n - c - i, 0) / (n - i) for i in range(k))
                found.append(1 - wrong)
        return {"pass@k": math.fsum(found) / len(found)}

    alternatives = {
        "the product of the paper": """
            total = 0.0
            for c in correct:
                wrong = 1.0
                for i in range(n - c + 1, n + 1):
                    wrong *= max(0.0, 1 - k / i)
                total += 1 - wrong
            return total / len(correct)
        """,
        "logarithms of factorials": """
            def log_choose(a, b):
                return math.lgamma(a + 1) - math.lgamma(b + 1) - math.lgamma(a - b + 1)
            chances = [1.0 if n - c < k else 1 - math.exp(log_choose(n - c, k) - log_choose(n, k)) for c in correct]
            return sum(chances) / len(chances)
        """,
    }
    slips = [
        slip(
            "pass@k is taken as 1 − (1 − c/n)ᵏ",
            edit=("math.comb(n - c, k) / math.comb(n, k)", "(1 - c / n) ** k"),
            why="This draws the k tries with replacement: on average it is too low, the more so the fewer samples there are.",
            look="n = 4, c = 1, k = 2: what is it by counting pairs?",
        ),
        slip(
            "k is ignored: the share of right samples",
            edit=("1 - math.comb(n - c, k) / math.comb(n, k)", "c / n"),
            why="That is pass@1.",
            look="Should more tries help?",
        ),
        slip(
            "a problem with fewer wrong samples than k counts as unsolved",
            edit=("1 - math.comb(n - c, k) / math.comb(n, k)", "(1 - math.comb(n - c, k) / math.comb(n, k) if n - c >= k else 0)"),
            why="Where fewer than k are wrong, every choice of k holds a right one.",
            look="n = 4, c = 3, k = 2: how many pairs hold no right answer?",
        ),
        slip(
            "one try is missing",
            edit=("1 - math.comb(n - c, k) / math.comb(n, k)", "1 - math.comb(n - c, k - 1) / math.comb(n, k - 1)"),
            why="That is the chance with k − 1 tries.",
            look="What comes out of your code for k = 1?",
        ),
        slip(
            "samples do not become fewer from try to try",
            edit=("math.comb(n - c, k) / math.comb(n, k)", "math.perm(n - c, k) / n**k"),
            why="A wrong sample that was drawn is gone from the wrong ones, and from all of them.",
            look="The first of 4 samples was drawn. Of how many is the second one?",
        ),
        slip(
            "problems without a right sample are left out of the mean",
            edit=("for c in correct) / len(correct)", "for c in correct if c) / max(1, sum(c > 0 for c in correct))"),
            why="They are the ones that the model cannot solve; without them it looks better than it is.",
            look="By how many problems do you divide?",
        ),
        slip(
            "the result is rounded",
            edit=[("return sum(", "return round(sum("), ("/ len(correct)", "/ len(correct), 2)")],
            why="Rounding belongs to the page on which a number is printed; a computation needs the rest.",
            look="How many places has your result?",
        ),
        slip(
            "all k answers have to be right",
            edit=("1 - math.comb(n - c, k) / math.comb(n, k)", "math.comb(c, k) / math.comb(n, k)"),
            why="One right answer among k is enough.",
            look="What is pass@2 for one right sample of four?",
        ),
        slip(
            "the chance of failing comes back",
            edit=("1 - math.comb(n - c, k)", "math.comb(n - c, k)"),
            why="The share of choices without a right answer is what has to be taken from 1.",
            look="What should come out when every sample is right?",
        ),
        slip(
            "exactly one right answer is counted",
            edit=("1 - math.comb(n - c, k) / math.comb(n, k)", "c * math.comb(n - c, k - 1) / math.comb(n, k)"),
            why="Two right answers are as good as one.",
            look="What should come out when every sample is right, for k = 2?",
        ),
        slip(
            "k times the share of right samples",
            edit=("1 - math.comb(n - c, k) / math.comb(n, k)", "min(1, k * c / n)"),
            why="Chances of events that can happen together do not add up.",
            look="Half of the samples are right and k = 2. Is success certain?",
        ),
        slip(
            "all problems are thrown together",
            edit=("sum(1 - math.comb(n - c, k) / math.comb(n, k) for c in correct) / len(correct)", "1 - math.comb(n * len(correct) - sum(correct), k) / math.comb(n * len(correct), k)", "1 - math.comb(n - round(sum(correct) / len(correct)), k) / math.comb(n, k)", "1 - (1 - sum(correct) / (n * len(correct))) ** k"),
            why="An easy problem that is solved doesn't make up for a hard one that isn't.",
            look="One problem is always solved and one never. What is pass@10?",
        ),
        slip(
            "every problem with a right sample counts as solved",
            edit=("1 - math.comb(n - c, k) / math.comb(n, k)", "(c > 0)"),
            why="That is pass@n. With k tries one may draw the wrong ones only.",
            look="One of 100 samples is right. Is a single try sure to find it?",
        ),
        slip(
            "a problem counts as solved with k right samples",
            edit=("1 - math.comb(n - c, k) / math.comb(n, k)", "(c >= k)"),
            why="One right answer among the k that are chosen is enough.",
            look="One of four samples is right. What is pass@2?",
        ),
        slip(
            "a value for each problem comes back",
            edit=("sum(1 - math.comb(n - c, k) / math.comb(n, k) for c in correct) / len(correct)", "[1 - math.comb(n - c, k) / math.comb(n, k) for c in correct]"),
            why="The docstring promises one number, averaged over problems.",
            look="What does the mean in the formula run over?",
        ),
        slip(
            "the sum over problems is divided by the number of samples",
            edit=("/ len(correct)", "/ n"),
            why="The mean is over problems; how many samples each of them has is in the formula already.",
            look="Every sample of every problem is right. What comes out for 3 problems and n = 10?",
        ),
        slip(
            "the sum over problems comes back, not the mean",
            edit=(" / len(correct)", ""),
            why="A probability is at most 1.",
            look="How large can your result become with ten problems?",
        ),
    ]  # fmt: skip
    promises = {
        "k = 1": dict(k=1),
        "k = n": dict(n=7, k=7),
        "many samples": dict(n=200),
        "fewer wrong ones than k": dict(n=9, k=4),
        "averaged over problems": "pass@k",
    }
