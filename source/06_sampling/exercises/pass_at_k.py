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
            why="This draws the k tries with replacement, so on average it is too low, and it gets worse the fewer samples there are.",
            look="With n = 4, c = 1 and k = 2, what do you get by counting pairs?",
        ),
        slip(
            "k is ignored, and the share of right samples comes back",
            edit=("1 - math.comb(n - c, k) / math.comb(n, k)", "c / n"),
            why="That is pass@1.",
            look="Should more tries help?",
        ),
        slip(
            "a problem with fewer wrong samples than k counts as unsolved",
            edit=("1 - math.comb(n - c, k) / math.comb(n, k)", "(1 - math.comb(n - c, k) / math.comb(n, k) if n - c >= k else 0)"),
            why="If fewer than k samples are wrong, every choice of k includes a right one.",
            look="With n = 4, c = 3 and k = 2, how many pairs contain no right answer?",
        ),
        slip(
            "one try is missing",
            edit=("1 - math.comb(n - c, k) / math.comb(n, k)", "1 - math.comb(n - c, k - 1) / math.comb(n, k - 1)"),
            why="That is the result for k − 1 tries.",
            look="What does your code return for k = 1?",
        ),
        slip(
            "the number of samples stays at n from try to try",
            edit=("math.comb(n - c, k) / math.comb(n, k)", "math.perm(n - c, k) / n**k"),
            why="Once you draw a wrong sample, there is one fewer wrong sample and one fewer sample in total.",
            look="One of 4 samples has been drawn. From how many do you draw the second?",
        ),
        slip(
            "problems without a right sample are left out of the mean",
            edit=("for c in correct) / len(correct)", "for c in correct if c) / max(1, sum(c > 0 for c in correct))"),
            why="Those are the problems the model can't solve, so without them it looks better than it is.",
            look="By how many problems do you divide?",
        ),
        slip(
            "the result is rounded",
            edit=[("return sum(", "return round(sum("), ("/ len(correct)", "/ len(correct), 2)")],
            why="Round a number where it is printed, not before, because a computation needs all of its digits.",
            look="How many decimals does your result have?",
        ),
        slip(
            "all k answers have to be right",
            edit=("1 - math.comb(n - c, k) / math.comb(n, k)", "math.comb(c, k) / math.comb(n, k)"),
            why="One right answer among k is enough.",
            look="What is pass@2 when one of four samples is right?",
        ),
        slip(
            "the probability of failure comes back",
            edit=("1 - math.comb(n - c, k)", "math.comb(n - c, k)"),
            why="The share of choices without a right answer still has to be subtracted from 1.",
            look="What should come out when every sample is right?",
        ),
        slip(
            "exactly one right answer is counted",
            edit=("1 - math.comb(n - c, k) / math.comb(n, k)", "c * math.comb(n - c, k - 1) / math.comb(n, k)"),
            why="Two right answers are as good as one.",
            look="With k = 2, what should come out when every sample is right?",
        ),
        slip(
            "the share of right samples is multiplied by k",
            edit=("1 - math.comb(n - c, k) / math.comb(n, k)", "min(1, k * c / n)"),
            why="You can't add the probabilities of events that can happen together.",
            look="Half of the samples are right and k = 2. Is success certain?",
        ),
        slip(
            "all problems are pooled",
            edit=("sum(1 - math.comb(n - c, k) / math.comb(n, k) for c in correct) / len(correct)", "1 - math.comb(n * len(correct) - sum(correct), k) / math.comb(n * len(correct), k)", "1 - math.comb(n - round(sum(correct) / len(correct)), k) / math.comb(n, k)", "1 - (1 - sum(correct) / (n * len(correct))) ** k"),
            why="An easy problem that is solved doesn't make up for a hard one that isn't.",
            look="One problem is always solved and another never is. What is pass@10?",
        ),
        slip(
            "every problem with a right sample counts as solved",
            edit=("1 - math.comb(n - c, k) / math.comb(n, k)", "(c > 0)"),
            why="That is pass@n. With k tries, you may draw nothing but wrong samples.",
            look="One of 100 samples is right. Is a single try sure to find it?",
        ),
        slip(
            "a problem counts as solved with k right samples",
            edit=("1 - math.comb(n - c, k) / math.comb(n, k)", "(c >= k)"),
            why="One right answer among the k chosen samples is enough.",
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
            why="The mean runs over problems, and the formula already accounts for how many samples each problem has.",
            look="If every sample of every problem is right, what comes out for 3 problems and n = 10?",
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
        "fewer wrong samples than k": dict(n=9, k=4),
        "averaged over problems": "pass@k",
    }
