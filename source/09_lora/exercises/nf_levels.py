"""The levels of a NormalFloat data type: quantiles of the normal distribution, scaled to ±1.

Oracle: SciPy's normal quantiles, level by level.
"""

import numpy as np
from scipy.stats import norm

from autograder.authoring import exercise, slip

from ._shared import FINISHED, single


@exercise("nf_levels", points=2, forbid=FINISHED)
class _:
    cases = [
        dict(bits=4, offset=(0.95, 0.985)),
        dict(bits=2, offset=(0.93, 0.97)),
        dict(bits=3, offset=(0.9, 0.99)),
        dict(bits=5, offset=(0.97, 0.99)),
        dict(bits=4, offset=None),
    ]
    weights = {"levels": 3, "float32": 1}

    def inputs(rng, bits, offset):
        return {"bits": bits, "offset": None if offset is None else float(rng.uniform(*offset))}

    def oracle(bits, offset):
        edge = 0.9677083 if offset is None else offset
        half = 2 ** (bits - 1)
        found = np.zeros(2**bits)
        for i in range(1, half + 1):  # the i-th above 0
            found[half - 1 + i] = norm.isf(0.5 - (edge - 0.5) * i / half)
        for i in range(1, half):
            found[half - 1 - i] = norm.ppf(0.5 - (edge - 0.5) * i / (half - 1))
        found /= norm.isf(1 - edge)
        return {"levels": found, "float32": single(found, "torch.float32")}

    equivalent = {
        "positive = [normal.inv_cdf(p) for p in torch.linspace(offset, 0.5, n | 1).tolist()[:-1]]": "n is even",
        "positive = [normal.inv_cdf(p) for p in torch.linspace(offset, 0.5, n ^ 1).tolist()[:-1]]": "n is even",
    }
    alternatives = {
        "the error function's inverse": """
            def half(n):
                p = 0.5 + (offset - 0.5) * torch.arange(1, n + 1) / n
                return torch.erfinv(2 * p - 1)

            above, below = half(2 ** (bits - 1)), half(2 ** (bits - 1) - 1)
            return torch.cat([-below.flip(0), torch.zeros(1), above]) / above[-1]
        """,
        "sorted at the end": """
            q, n, found = NormalDist().inv_cdf, 2**bits // 2, {0.0}
            for i in range(n):
                found.add(q(offset + i * (0.5 - offset) / n) / q(offset))
            for i in range(n - 1):
                found.add(-q(offset + i * (0.5 - offset) / (n - 1)) / q(offset))
            return torch.tensor(sorted(found))
        """,
        "torch's own quantile function": """
            n = 2 ** (bits - 1)
            p = torch.cat([torch.linspace(1 - offset, 0.5, n)[:-1], torch.linspace(0.5, offset, n + 1)])
            z = torch.special.ndtri(p)
            return z / z[-1]
        """,
    }
    slips = [
        slip(
            "both halves have the same number of levels",
            edit=("torch.linspace(offset, 0.5, n + 1)", "torch.linspace(offset, 0.5, n)"),
            why="With 0 that makes an odd number, so one of the codes is never used.",
            look="How many levels can that number of bits distinguish, and how many did you return?",
        ),
        slip(
            "the extra level is below 0",
            edit=[("torch.linspace(offset, 0.5, n + 1)", "torch.linspace(offset, 0.5, N)"), ("torch.linspace(offset, 0.5, n).tolist()", "torch.linspace(offset, 0.5, n + 1).tolist()"), ("offset, 0.5, N", "offset, 0.5, n")],
            why="Either side would do, but programs that read such a file use the published levels: eight above 0 and seven below.",
            look="How many of your levels are above 0?",
        ),
        slip(
            "each half contributes a 0",
            edit=("torch.linspace(offset, 0.5, n + 1).tolist()[:-1]", "torch.linspace(offset, 0.5, n + 1).tolist()"),
            also=[[("torch.linspace(offset, 0.5, n + 1).tolist()[:-1]", "torch.linspace(offset, 0.5, n).tolist()"), ("torch.linspace(offset, 0.5, n).tolist()[:-1]", "torch.linspace(offset, 0.5, n).tolist()"), ("*negative, 0.0,", "*negative,")]],
            why="Two codes would mean the same number.",
            look="Which quantile belongs to the probability ½?",
        ),
        slip(
            "the levels are not divided by the largest",
            edit=("return levels / levels.max()", "return levels"),
            why="A block is scaled to lie between −1 and 1, and its largest weight should match a level exactly.",
            look="What is the last of your levels?",
        ),
        slip(
            "the levels are evenly spaced",
            edit=("levels = torch.tensor([*negative, 0.0, *positive[::-1]])", "levels = torch.linspace(-1, 1, 2**bits)"),
            also=[("levels = torch.tensor([*negative, 0.0, *positive[::-1]])", "levels = torch.cat([torch.arange(1 - n, 0) / (n - 1), torch.arange(n + 1) / n])")],
            why="That is plain int4. Most weights lie near 0, and there the levels should be dense.",
            look="Are your steps smaller in the middle than at the ends?",
        ),
        slip(
            "the largest comes first",
            edit=("return levels / levels.max()", "return levels.flip(0) / levels.max()"),
            why="Code 0 means −1 in every NF4 file that already exists.",
            look="Which level does code 0 stand for in your list?",
        ),
        slip(
            "the levels of a half are not in order",
            edit=("*positive[::-1]", "*positive"),
            why="Rounding looks for the two levels on either side of a weight, and those have to be neighbours in your list.",
            look="Print your levels. Is each one larger than the one before?",
        ),
        slip(
            "the offset is ignored",
            edit=[("n = 2 ** (bits - 1)", "n, offset = 2 ** (bits - 1), 0.9677083")],
            why="The offset fixes how far into the tails the outermost levels reach, and it is an argument of the function.",
            look="Which of the arguments of your function does your code never use?",
        ),
        slip(
            "densities are taken for quantiles",
            edit=[("[normal.inv_cdf(p) for", "[normal.cdf(p) for"), ("[-normal.inv_cdf(p) for", "[-normal.cdf(p) for")],
            also=[[("[normal.inv_cdf(p) for", "[normal.pdf(p) for"), ("[-normal.inv_cdf(p) for", "[-normal.pdf(p) for")]],
            why="A quantile is the number below which a given share of all values lies. The distribution function does the reverse.",
            look="What goes in and what comes out: a probability or a weight?",
        ),
        slip(
            "equal steps run from one end to the other, and no level is 0",
            edit="""
                z = torch.special.ndtri(torch.linspace(0, 1, 2**bits + 2)[1:-1])
                return z / z.max()
            """,
            also=["""
                z = torch.special.ndtri(torch.linspace(1 - offset, offset, 2**bits))
                return z / z.max()
            """],
            why="That has no level at 0, and a weight of exactly 0 should stay 0.",
            look="Is 0 among your levels?",
        ),
        slip(
            "the step of the other half is used",
            edit=("torch.linspace(offset, 0.5, n).tolist()[:-1]", "torch.linspace(offset, 0.5, n + 1).tolist()[:-2]"),
            also=[("torch.linspace(offset, 0.5, n).tolist()[:-1]", "torch.linspace(offset, 0.5, n + 1).tolist()[1:-1]")],
            why="Each half cuts its own share of probability into equal steps, and with one level fewer the steps are longer.",
            look="How many steps lie between ½ and the offset in the lower half?",
        ),
        slip(
            "one half is the mirror of the other, and no level is 0",
            edit="""
                n = 2 ** (bits - 1)
                p = torch.linspace(0.5, offset, n + 1)[1:]
                z = torch.special.ndtri(p)
                return torch.cat([-z.flip(0), z]) / z.max()
            """,
            why="A weight of exactly 0 should stay 0, and with an even number of levels the two halves can't be symmetric.",
            look="Is 0 among your levels?",
        ),
        slip(
            "the levels follow the rule that the paper prints",
            edit="""
                k = 2**bits
                q = NormalDist().inv_cdf
                v = torch.tensor([0.5 * (q(i / (k + 1)) + q((i + 1) / (k + 1))) for i in range(1, k)])
                v = torch.cat([v, v[-1:] * 1.1])
                return v / v.max()
            """,
            why="That rule doesn't produce the list in the paper's appendix, as the text above shows.",
            look="Which of the two rules above uses an offset?",
        ),
        slip(
            "the levels are float64",
            edit=("return levels / levels.max()", "return (levels / levels.max()).double()"),
            why="They are used together with 32-bit numbers.",
            look="Print the dtype of what you return.",
        ),
        slip(
            "the sixteen published numbers are returned, whatever the arguments are",
            edit="""
                return torch.tensor([-1.0, -0.6962, -0.5251, -0.3949, -0.2844, -0.1848, -0.0911, 0.0, 0.0796, 0.1609, 0.2461, 0.3379, 0.4407, 0.5626, 0.7230, 1.0])
            """,
            why="They are right only for four bits and one offset.",
            look="Which of the arguments of your function does your code never use?",
        ),
        slip(
            "there are always sixteen levels",
            edit=("n = 2 ** (bits - 1)", "n = 8"),
            why="Files with two, three or five bits per weight also exist.",
            look="Which of the arguments of your function does your code never use?",
        ),
        slip(
            "the levels are rounded to a few digits",
            edit=("return levels / levels.max()", "return (levels / levels.max() * 100).round() / 100", "return (levels / levels.max() * 1000).round() / 1000"),
            why="Each level stands for millions of weights, and all of them would be off.",
            look="How many digits of your levels are not 0?",
        ),
    ]  # fmt: skip
    promises = {
        "any number of bits": dict(bits=2),
        "the offset decides": dict(bits=3),
        "the published offset by default": dict(offset=None),
        "float32": "float32",
    }
