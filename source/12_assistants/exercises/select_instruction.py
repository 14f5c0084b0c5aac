"""Choose a prompt on development questions and evaluate it on test questions.

Oracle: means by math.fsum. In nearly all inputs, the best on development isn't the best on test.
"""

import math

import numpy as np

from autograder.authoring import exercise, slip

MEANS = "on_dev, on_test = dev.float().mean(dim=1), test.float().mean(dim=1)"
SPREAD = "on_test.std().item() if len(on_test) > 1 else 0.0"


@exercise("select_instruction", points=3)
class _:
    # n differs from m in most cases, P equals both in one, so that a wrong axis fits. In the fifth, several are best.
    cases = [
        dict(P=5, n=7, m=9),
        dict(P=4, n=4, m=4),
        dict(P=6, n=3, m=40),
        dict(P=1, n=3, m=6),
        dict(P=6, n=10, m=8, hits=True),
        dict(P=2, n=5, m=1),
        dict(P=7, n=1, m=12, hits="whole"),
        dict(P=4, n=6, m=7, far=True),
        dict(P=4, n=40, m=5, narrow=True),
    ]
    weights = {"chosen": 3, "on test": 3, "mean": 1, "spread": 2}

    def inputs(rng, P, n, m, hits=False, far=False, narrow=False):
        while True:
            better = rng.normal(0, 0.6, P)[:, None]  # paraphrases differ, so there is something to choose
            dev, test = (rng.normal(-2, 1, (P, size)) + better for size in (n, m))
            if far:  # long answers have log-likelihoods like this, which differ only a little
                dev, test = dev - 3000, test - 3000
            if narrow:
                dev, test = -0.1 - 0.01 * np.abs(dev), -0.1 - 0.01 * np.abs(test)
            if hits:
                dev, test = dev > -2, test > -2
                best = dev.sum(axis=1)
                if (best == best.max()).sum() < 2 or best.argmax() == 0:
                    continue
                if hits == "whole":
                    dev, test = dev.astype(np.int64), test.astype(np.int64)
            means = dev.mean(axis=1), test.mean(axis=1)
            if P == 1 or (means[0].argmax() != means[1].argmax() and np.argmax(means[0]) > 0):
                return {"dev": dev, "test": test}

    def oracle(dev, test):
        dev, test = (np.asarray(part, dtype=np.float64) for part in (dev, test))
        sums = [math.fsum(row) for row in dev]
        chosen = next(i for i, total in enumerate(sums) if total == max(sums))
        means = [math.fsum(row) / len(row) for row in test]
        mean = math.fsum(means) / len(means)
        spread = math.sqrt(sum((x - mean) ** 2 for x in means) / (len(means) - 1)) if len(means) > 1 else 0.0
        return {"chosen": chosen, "on test": means[chosen], "mean": mean, "spread": spread}

    alternatives = {
        "through numpy": """
            import numpy as np
            d, t = (x.cpu().numpy().astype(float).mean(axis=1) for x in (dev, test))
            best = int(np.argmax(d))
            return best, float(t[best]), float(t.mean()), float(t.std(ddof=1)) if len(t) > 1 else 0.0
        """,
        "the statistics module": """
            import statistics
            rows = [sum(row) / len(row) for row in dev.tolist()]
            best = rows.index(max(rows))
            tests = [sum(map(float, row)) / len(row) for row in test.tolist()]
            return best, tests[best], statistics.mean(tests), statistics.stdev(tests) if len(tests) > 1 else 0.0
        """,
        "tensors instead of numbers": """
            scores = torch.stack([row.double().mean() for row in test])
            best = torch.stack([row.double().mean() for row in dev]).argmax()
            spread = torch.zeros(()) if len(scores) == 1 else scores.var(correction=1).sqrt()
            return best, scores[best], scores.mean(), spread
        """,
    }
    slips = [
        slip(
            "the paraphrase is chosen on the test questions",
            edit=("on_dev.argmax()", "on_test.argmax()"),
            why="The best of many paraphrases on these questions is partly just the luckiest, so it won't do as well on new ones.",
            look="Which questions must you not look at before you have chosen?",
        ),
        slip(
            "the result is reported on the questions that chose it",
            edit=("on_test[chosen].item()", "on_dev[chosen].item()"),

            why="That number decided the choice, so it is too good on average: the more paraphrases, the more so.",
            look="Which questions did not take part in the choice?",
        ),
        slip(
            "the best result on the test questions is reported",
            edit=("on_test[chosen].item()", "on_test.max().item()"),
            why="The best result belongs to another paraphrase, and there was no way to know in advance which one.",
            look="Whose mean is the second number?",
        ),
        slip(
            "the spread is that of the questions",
            edit=(SPREAD, "test.float().mean(dim=0).std().item() if test.shape[1] > 1 else 0.0", "test.float()[chosen].std().item() if test.shape[1] > 1 else 0.0"),
            also=[(SPREAD, "test.float().std().item() if test.numel() > 1 else 0.0"), (SPREAD, "test.float().std(dim=1).mean().item() if test.shape[1] > 1 else 0.0")],
            why="Questions differ more than paraphrases do, but the spread should show how much depends on the wording of the instruction.",
            look="How many numbers should the deviation be taken over?",
        ),
        slip(
            "the deviation is divided by P",
            edit=("on_test.std()", "on_test.std(correction=0)"),
            why="The mean was estimated from the same P numbers, so their distances from it are a little too small.",
            look="What do you divide by for P = 2?",
        ),
        slip(
            "the standard error comes back",
            edit=(SPREAD, "(on_test.std() / len(on_test) ** 0.5).item() if len(on_test) > 1 else 0.0"),
            why="It tells you how well the mean is known, but the docstring asks how far a single paraphrase may be from it.",
            look="What should happen to the fourth number when there are more and more paraphrases?",
        ),
        slip(
            "the variance comes back",
            edit=("on_test.std()", "on_test.var()"),
            why="Its unit is the square of the mean's unit, so it can't follow a ±.",
            look="What is the unit of the fourth number?",
        ),
        slip(
            "the range comes back as the spread",
            edit=(SPREAD, "(on_test.max() - on_test.min()).item()"),
            why="The more paraphrases you try, the larger their range becomes.",
            look="Which measure of spread does the docstring name?",
        ),
        slip(
            "a single paraphrase has a spread that is not a number",
            edit=(SPREAD, "on_test.std().item()"),
            also=[(SPREAD, "on_test.std().item() if len(on_test) > 1 else None")],
            why="An average over several tasks that include this one becomes nan.",
            look="What should the last number be for P = 1?",
        ),
        slip(
            "the worst paraphrase is chosen",
            edit=("on_dev.argmax()", "on_dev.argmin()"),
            why="For both hits and log-likelihoods, larger is better: −1 is more likely than −2.",
            look="Is a log-likelihood of −5 better or worse than one of −2?",
        ),
        slip(
            "the last one of a tie is chosen",
            edit=("int(on_dev.argmax())", "len(on_dev) - 1 - int(on_dev.flip(0).argmax())"),

            why="With hits on only a few questions, ties are common. A rule has to settle them, or the choice can't be reproduced.",
            look="What does the docstring say about ties?",
        ),
        slip(
            "ties on dev are broken with the test questions",
            edit=("int(on_dev.argmax())", "max(range(len(on_dev)), key=lambda i: (on_dev[i].item(), on_test[i].item()))"),
            why="The test questions then take part in the choice after all.",
            look="What does the docstring say about ties?",
        ),
        slip(
            "one question decides",
            edit=("on_dev.argmax()", "dev.float().max(dim=1).values.argmax()", "dev.float()[:, 0].argmax()"),
            also=[("on_dev.argmax()", "dev.float().argmax()"), ("on_dev.argmax()", "dev.float().median(dim=1).values.argmax()")],
            why="A paraphrase that shines on one question may fail on the others.",
            look="Which number of each paraphrase do you compare?",
        ),
        slip(
            "means run over the paraphrases",
            edit=(MEANS, "on_dev, on_test = dev.float().mean(dim=0), test.float().mean(dim=0)"),
            also=[(MEANS, "on_dev, on_test = dev.float().mean(dim=0)[: len(dev)], test.float().mean(dim=0)[: len(dev)]")],
            why="This averages away the very thing that you want to compare.",
            look="How many means should there be: one for each question, or one for each paraphrase?",
        ),
        slip(
            "development and test questions are one pool",
            edit=(MEANS, "import torch\n    on_dev = on_test = torch.cat([dev, test], dim=1).float().mean(dim=1)"),
            also=[(MEANS, "import torch\n    on_dev, on_test = torch.cat([dev, test], dim=1).float().mean(dim=1), test.float().mean(dim=1)"), (MEANS, "import torch\n    on_dev, on_test = dev.float().mean(dim=1), torch.cat([dev, test], dim=1).float().mean(dim=1)")],
            why="The choice and the measurement then share the same questions.",
            look="Which questions are for choosing, and which for measuring?",
        ),
        slip(
            "mean and spread come from the development questions",
            edit=("on_test.mean().item(), " + "spread", "on_dev.mean().item(), spread"),
            also=[[("on_test.mean().item(), spread", "on_dev.mean().item(), spread"), (SPREAD, "on_dev.std().item() if len(on_dev) > 1 else 0.0")], (SPREAD, "on_dev.std().item() if len(on_dev) > 1 else 0.0")],
            why="The chosen paraphrase should be compared with the others on the same questions.",
            look="On which questions was the second number measured?",
        ),
        slip(
            "sums come back instead of means",
            edit=(MEANS, "on_dev, on_test = dev.float().sum(dim=1), test.float().sum(dim=1)"),
            why="A sum grows with the number of questions, and without that number it means nothing.",
            look="What should the second number be when all scores are equal?",
        ),
        slip(
            "the chosen one is left out of mean and spread",
            edit=[("on_test.mean().item(), spread", "(sum(on_test.tolist()) - on_test[chosen].item()) / max(len(on_test) - 1, 1), spread")],
            also=['def select_instruction(dev, test):\n    d, t = dev.float().mean(1), test.float().mean(1)\n    i = int(d.argmax())\n    o = torch.cat([t[:i], t[i + 1:]])\n    return i, t[i].item(), o.mean().item(), o.std().item() if len(o) > 1 else 0.0\n'],
            why="The docstring asks for all paraphrases, since the chosen one is one of them.",
            look="How many numbers is the mean taken over?",
        ),
        slip(
            "paraphrases are counted from 1",
            edit=("return chosen,", "return chosen + 1,"),
            why="Used as an index into the list of paraphrases, it picks the next one.",
            look="What is the index of the first paraphrase?",
        ),
        slip(
            'the search for the best begins at 0',
            edit='def select_instruction(dev, test):\n    best, i = 0, 0\n    for p, row in enumerate(dev.float()):\n        if row.mean() > best:\n            best, i = row.mean(), p\n    t = test.float().mean(1)\n    return i, t[i].item(), t.mean().item(), t.std().item() if len(t) > 1 else 0.0\n',
            why='Log-likelihoods are negative. None of them is larger than 0, so the first paraphrase always wins.',
            look='What values can a log-likelihood take?',
        ),
        slip(
            'the numbers are rounded',
            edit=('return chosen, on_test[chosen].item(), on_test.mean().item(), spread', 'return chosen, round(on_test[chosen].item(), 2), round(on_test.mean().item(), 2), round(spread, 2)'),
            also=[('return chosen, on_test[chosen].item(), on_test.mean().item(), spread', 'return chosen, round(on_test[chosen].item(), 1), round(on_test.mean().item(), 1), round(spread, 1)'), ('return chosen, on_test[chosen].item(), on_test.mean().item(), spread', 'return chosen, round(on_test[chosen].item(), 3), round(on_test.mean().item(), 3), round(spread, 3)')],
            why='Later code computes with these numbers. Round them only for printing.',
            look='How many digits do your numbers have?',
        ),
        slip(
            'log-likelihoods become probabilities',
            edit=(MEANS, MEANS.replace(".float()", ".float().exp()")),
            why='A mean of probabilities is dominated by the few questions that are easy. The docstring asks for means of the scores in the tables.',
            look='What do you do to the numbers before you take their mean?',
        ),
        slip(
            'the numbers come back in a dict',
            edit='def select_instruction(dev, test):\n    d, t = dev.float().mean(1), test.float().mean(1)\n    i = int(d.argmax())\n    return {"chosen": i, "test": t[i].item(), "mean": t.mean().item(), "std": t.std().item() if len(t) > 1 else 0.0}\n',
            why='The caller unpacks four numbers.',
            look='What does the docstring promise?',
        ),
        slip(
            "the spread is that of questions",
            edit='def select_instruction(dev, test):\n    d, t = dev.double().mean(dim=1), test.double().mean(dim=1)\n    best = int((d == d.max()).nonzero()[0, 0])\n    spread = test.double().std().item() if len(t) > 1 else 0.0\n    return best, t[best].item(), t.mean().item(), spread\n',
            also=['def select_instruction(dev, test):\n    d, t = dev.double().mean(dim=1), test.double().mean(dim=1)\n    best = int((d == d.max()).nonzero()[0, 0])\n    spread = test[best].double().std().item() if len(t) > 1 else 0.0\n    return best, t[best].item(), t.mean().item(), spread\n'],
            why="The spread of the P means, one for each paraphrase, shows how much depends on the wording.",
            look="How many numbers do you take the deviation of?",
        ),
        slip(
            "the search for the best begins at a fixed number",
            edit='def select_instruction(dev, test):\n    best, top = 0, -100.0\n    for i, row in enumerate(dev.double()):\n        if row.mean() > top:\n            best, top = i, row.mean()\n    t = test.double().mean(1)\n    return best, t[best].item(), t.mean().item(), t.std().item() if len(t) > 1 else 0.0\n',
            why="The log-likelihood of a long answer can be below any number that seemed low enough.",
            look="What is chosen when all means are below your first value?",
        ),
        slip(
            "values are rounded or truncated before they are averaged",
            edit='def select_instruction(dev, test):\n    d, t = dev.long().double().mean(dim=1), test.double().mean(dim=1)\n    best = int((d == d.max()).nonzero()[0, 0])\n    spread = t.std().item() if len(t) > 1 else 0.0\n    return best, t[best].item(), t.mean().item(), spread\n',
            also=['def select_instruction(dev, test):\n    d, t = dev.double().mean(dim=1), (test > 0.5).double().mean(dim=1)\n    best = int((d == d.max()).nonzero()[0, 0])\n    spread = t.std().item() if len(t) > 1 else 0.0\n    return best, t[best].item(), t.mean().item(), spread\n'],
            why="Log-likelihoods differ by fractions, so the digits that were cut off may decide between two paraphrases.",
            look="What becomes of −0.11 and −0.12 in your code?",
        ),
        slip(
            "the mean leaves the chosen one out",
            edit='def select_instruction(dev, test):\n    d, t = dev.double().mean(dim=1), test.double().mean(dim=1)\n    best = int((d == d.max()).nonzero()[0, 0])\n    spread = t.std().item() if len(t) > 1 else 0.0\n    return best, t[best].item(), (t[torch.arange(len(t)) != best].mean().item() if len(t) > 1 else t.item()), spread\n',
            why="The mean is over all P paraphrases, the chosen one among them.",
            look="How many paraphrases do you average over?",
        ),
        slip(
            "the test questions help to choose",
            edit='def select_instruction(dev, test):\n    d, t = dev.double().mean(dim=1), test.double().mean(dim=1)\n    best = int(((d + t) == (d + t).max()).nonzero()[0, 0])\n    spread = t.std().item() if len(t) > 1 else 0.0\n    return best, t[best].item(), t.mean().item(), spread\n',
            why="Then they are development questions, and there are no test questions left.",
            look="Which of the two tables may your choice look at?",
        ),
        slip(
            "a sum is divided by a number that belongs elsewhere",
            edit='def select_instruction(dev, test):\n    d, t = dev.double().mean(dim=1), test.double().sum(dim=1) / dev.shape[1]\n    best = int((d == d.max()).nonzero()[0, 0])\n    spread = t.std().item() if len(t) > 1 else 0.0\n    return best, t[best].item(), t.mean().item(), spread\n',
            also=['def select_instruction(dev, test):\n    d, t = dev.double().mean(dim=1), test.double().mean(dim=1)\n    best = int((d == d.max()).nonzero()[0, 0])\n    spread = ((t - t.mean()) ** 2).sum().div(5).sqrt().item() if len(t) > 1 else 0.0\n    return best, t[best].item(), t.mean().item(), spread\n'],
            why="The two tables may have different widths, and there may be any number of paraphrases.",
            look="What do you divide each of the sums by?",
        ),
        slip(
            "two paraphrases have no spread",
            edit='def select_instruction(dev, test):\n    d, t = dev.double().mean(dim=1), test.double().mean(dim=1)\n    best = int((d == d.max()).nonzero()[0, 0])\n    spread = t.std().item() if len(t) > 2 else 0.0\n    return best, t[best].item(), t.mean().item(), spread\n',
            why="Two numbers that differ have a deviation. Only one number has none.",
            look="For which P is P − 1 zero?",
        ),
        slip(
            "the arithmetic loses digits",
            edit='def select_instruction(dev, test):\n    d, t = dev.double().mean(dim=1), test.double().mean(dim=1)\n    best = int((d == d.max()).nonzero()[0, 0])\n    spread = ((t * t).float().mean() - t.float().mean() ** 2).clamp(min=0).mul(len(t) / (len(t) - 1)).sqrt().item() if len(t) > 1 else 0.0\n    return best, t[best].item(), t.mean().item(), spread\n',
            also=['def select_instruction(dev, test):\n    d, t = dev.half().mean(dim=1), test.half().mean(dim=1)\n    best = int((d == d.max()).nonzero()[0, 0])\n    spread = t.std().item() if len(t) > 1 else 0.0\n    return best, t[best].item(), t.mean().item(), spread\n'],
            why="When large numbers differ only a little, the difference is lost in float16, or when their squares are subtracted.",
            look="Subtract the mean first, in float32 or finer: does the result change?",
        ),
    ]  # fmt: skip
    equivalent = {
        "spread = on_test.std().item() if len(on_test) != 1 else 0.0": "there is always at least one paraphrase",
        "on_dev, on_test = (dev.float()).sum(dim=1), test.float().mean(dim=1)": "on dev means are only compared, and all rows are equally long",
    }
    promises = {
        "hits as True and False": dict(hits=True),
        "hits as whole numbers": dict(hits="whole"),
        "the first one of a tie": dict(P=6, n=10, m=8, hits=True),
        "one paraphrase": dict(P=1),
        "one test question": dict(m=1),
        "as many questions as paraphrases": dict(P=4, n=4, m=4),
        "other questions for the test": dict(n=3, m=40),
    }
