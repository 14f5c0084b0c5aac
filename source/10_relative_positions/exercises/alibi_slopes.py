"""ALiBi's slopes for any number of heads.

Oracle: MPT's rule: the slopes of the next power of two, every second one first.
"""

import numpy as np

from autograder.authoring import exercise, slip

from ._shared import FINISHED, TRANSFORMERS, single


@exercise("alibi_slopes", points=2, forbid=TRANSFORMERS + FINISHED)
class _:
    cases = [
        dict(heads=[4, 8, 16]),
        dict(heads=[1]),
        dict(heads=[3, 6, 12]),
        dict(heads=[5, 9, 11]),
        dict(heads=[7, 14, 15]),
    ]

    def inputs(rng, heads):
        return {"n_heads": int(rng.choice(heads)), "span": float(rng.uniform(4, 9))}

    def oracle(n_heads, span):
        """As MPT has it: the slopes of the next power of two, every second one first, then those between."""
        n = 1
        while n < n_heads:
            n *= 2
        steps = np.arange(1, n + 1) * span / n
        slopes = 1 / np.exp2(steps)
        if n > n_heads:
            slopes = np.concatenate([slopes[1::2], slopes[::2]])[:n_heads]
        return {"slopes": slopes, "float32": single(slopes)}

    weights = {"slopes": 4, "float32": 1}

    equivalent = {
        "return torch.tensor(slopes(n) + slopes(2 * n)[::2][: n_heads % n])": "n ≤ H < 2n",
        "return torch.tensor(slopes(n) + slopes(2 * n)[::2][: n_heads ^ n])": "n is the highest bit of H",
    }
    alternatives = {
        "powers of a ratio": """
            def of(n):
                ratio = 2 ** (-span / n)
                return ratio ** torch.arange(1, n + 1)
            n = 1 << (n_heads.bit_length() - 1)
            return torch.cat([of(n), of(2 * n)[0::2][: n_heads - n]])
        """,
        "the next power of two, sorted": """
            n = 2 ** math.ceil(math.log2(n_heads))
            all_of_them = 2.0 ** (-span * torch.arange(1, n + 1) / n)
            if n == n_heads:
                return all_of_them
            return torch.cat((all_of_them[1::2], all_of_them[::2]))[:n_heads]
        """,
        "one head after the other": """
            n = 2 ** math.floor(math.log2(n_heads))
            result = []
            for h in range(n_heads):
                e = (h + 1) / n if h < n else (2 * (h - n) + 1) / (2 * n)
                result.append(0.5 ** (span * e))
            return torch.tensor(result)
        """,
    }
    slips = [
        slip(
            "heads are counted from 0",
            edit=("range(1, n + 1)", "range(n)"),
            why="The first slope is then 1, and the last, gentlest one is missing.",
            look="Which slopes do eight heads have in the text?",
        ),
        slip(
            "a number of heads that isn't a power of two goes into the formula as it is",
            edit=("n = 2 ** int(math.log2(n_heads))  # the largest power of two that is not above H", "n = n_heads"),
            why="That would be a sound choice, but it isn't the one that models with 12 or 112 heads were trained with.",
            look="Which three slopes does the text give for three heads?",
        ),
        slip(
            "the first slopes of the next power of two are taken",
            edit=("return torch.tensor(slopes(n) + slopes(2 * n)[::2][: n_heads - n])", "return torch.tensor(slopes(n if n == n_heads else 2 * n)[:n_heads])"),
            why="The gentlest heads, the ones that hear far, are then missing.",
            look="Which three slopes does the text give for three heads?",
        ),
        slip(
            "the missing slopes are taken from the second on",
            edit=("[::2]", "[1::2]"),
            why="Those are the slopes that the first heads have already.",
            look="Write down the four slopes of 2n = 4 heads. Which of them are new?",
        ),
        slip(
            "the missing slopes are taken one after the other",
            edit=("[::2]", ""),
            why="The new heads should fill the gaps between the old ones, but here they crowd at the steep end, some of them twice.",
            look="Write down the slopes of 4 and of 8 heads side by side. Which are new?",
        ),
        slip(
            "the remaining heads get the last slopes",
            edit=("[::2][: n_heads - n]", "[::2][len(slopes(n)) - (n_heads - n) :]"),
            why="Which slopes to use is a convention, and trained weights depend on it.",
            look="For three heads: is the third slope 1/4 or 1/64?",
        ),
        slip(
            "all slopes are sorted",
            edit=("return torch.tensor(slopes(n) + slopes(2 * n)[::2][: n_heads - n])", "return torch.tensor(sorted(slopes(n) + slopes(2 * n)[::2][: n_heads - n], reverse=True))"),
            why="The numbers are right, but each belongs to a head, and the order of a model's heads is fixed.",
            look="In which order does the text give the slopes of three heads?",
        ),
        slip(
            "slopes fall in equal steps",
            edit=("2 ** (-span * h / n)", "(1 - h / n) + 2 ** -span"),
            also=[("2 ** (-span * h / n)", "h / n"), ("2 ** (-span * h / n)", "1 / h"), ("2 ** (-span * h / n)", "span * h / n")],
            why="Powers of two cover both near and far, but equal steps make nearly all heads short-sighted.",
            look="What is the ratio of two neighbouring slopes in the text?",
        ),
        slip(
            "the slopes grow with the head",
            edit=("2 ** (-span * h / n)", "2 ** (span * h / n)"),
            also=[("2 ** (-span * h / n)", "2 ** (-span * (n + 1 - h) / n)")],
            why="The first head is the steepest one, and its slope is never above 1.",
            look="Is the first slope of eight heads 1/2 or 1/256?",
        ),
        slip(
            "the span is always 8",
            edit=("2 ** (-span * h / n)", "2 ** (-8 * h / n)"),
            why="The span is a setting of the model.",
            look="Which of the arguments of your function does your code never use?",
        ),
        slip(
            "the slopes are negative",
            edit=("return torch.tensor(slopes(n)", "return -torch.tensor(slopes(n)"),
            why="A slope is the amount to subtract, and subtracting a negative slope adds.",
            look="What will `alibi` do with the sign?",
        ),
        slip(
            "the exponent is not divided by the number of heads",
            edit=("-span * h / n", "-h"),
            also=[("-span * h / n", "-span * h"), "return torch.tensor([2.0**-h for h in range(1, n_heads + 1)])", "return torch.tensor([2.0 ** (-span * h / 8) for h in range(1, n_heads + 1)])", ("-span * h / n", "-span * h / 8")],
            why="That works for eight heads. With sixteen, the last would hear everything; with two, neither would hear beyond a word or so.",
            look="For how many heads did you try it?",
        ),
        slip(
            "a power of two is treated as if it weren't one",
            edit=("n = 2 ** int(math.log2(n_heads))  # the largest power of two that is not above H", "n = 2 ** max(math.ceil(math.log2(n_heads)) - 1, 0)"),
            why="Eight heads get the slopes of four and then those missing: the right numbers, assigned to the wrong heads.",
            look="Which n does your code find for 8 heads, and which for 7?",
        ),
        slip(
            "the missing slopes have a different span",
            edit=("slopes(2 * n)[::2]", "[2 ** (-8 * h / (2 * n)) for h in range(1, 2 * n + 1)][::2]"),
            why="All heads share one span. With a second one for the missing heads, their slopes no longer fill the gaps.",
            look="Is the span passed on wherever your code makes slopes?",
        ),
        slip(
            "the missing slopes come first",
            edit=("return torch.tensor(slopes(n) + slopes(2 * n)[::2][: n_heads - n])", "return torch.tensor(slopes(2 * n)[::2][: n_heads - n] + slopes(n))"),
            why="The numbers are right, but each belongs to a head, and the order of a model's heads is fixed.",
            look="In which order does the text give the slopes of three heads?",
        ),
        slip(
            "the slopes are powers of e",
            edit=("2 ** (-span * h / n)", "math.exp(-span * h / n)"),
            why="With eight heads, the slope should halve from head to head, but here it falls to little more than a third.",
            look="Which number is raised to a power in the formula?",
        ),
        slip(
            "a single head gets a special slope",
            edit=("return torch.tensor(slopes(n) + slopes(2 * n)[::2][: n_heads - n])", "return torch.tensor([0.5] if n_heads == 1 else slopes(n) + slopes(2 * n)[::2][: n_heads - n])"),
            also=[("return torch.tensor(slopes(n) + slopes(2 * n)[::2][: n_heads - n])", "return torch.tensor([1.0] if n_heads == 1 else slopes(n) + slopes(2 * n)[::2][: n_heads - n])")],
            why="One is a power of two, so the formula covers it.",
            look="Put H = 1 and h = 1 into the formula. What comes out?",
        ),
        slip(
            "the slopes come back in float64",
            edit=("return torch.tensor(slopes(n) + slopes(2 * n)[::2][: n_heads - n])", "return torch.tensor(slopes(n) + slopes(2 * n)[::2][: n_heads - n], dtype=torch.float64)"),
            why="The scores they are added to become float64 as well, and multiplying those by values in float32 is an error.",
            look="Print the dtype of what you return. What does the docstring promise?",
        ),
    ]  # fmt: skip
    promises = {
        "powers of two": dict(heads=[4, 8, 16]),
        "one head": dict(heads=[1]),
        "any other number": dict(heads=[5, 9, 11]),
        "nearly twice a power of two": dict(heads=[7, 14, 15]),
        "the span": dict(heads=[3, 6, 12]),
        "float32": "float32",
    }
