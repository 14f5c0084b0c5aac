"""What decides the exercises of sitting b: memory, levels, blocks, adapters over four bits, DoRA, equal budgets.

Oracles: sums over single numbers, scipy's normal distribution, loops over single weights, gradients worked out by hand.
"""

import math
from fractions import Fraction

import numpy as np
import torch
from scipy.stats import norm

from autograder.authoring import exercise, slip

FINISHED = ["utils.blocks.adapters"]
LIBRARY = ["peft", "transformers"]


def single(values, kind):
    """What a criterion of a type compares: right values, and the type that the docstring promises."""
    return {"values": values, "type": kind}


# --- what it costs ------------------------------------------------------------------------------------------------


@exercise("training_memory", points=2, forbid=FINISHED)
class _:
    cases = [
        dict(frozen=(0, 0), trained=(900, 1000), bits=16, trained_bits=16),
        dict(frozen=(900, 1000), trained=(40, 60), bits=16, trained_bits=32),
        dict(frozen=(900, 1000), trained=(40, 60), bits=4.127, trained_bits=16),
        dict(frozen=(400, 500), trained=(200, 300), bits=8, trained_bits=None),
        dict(frozen=(21, 29), trained=(3, 5), bits=4.127, trained_bits=16, unit=1),
    ]

    def inputs(rng, frozen, trained, bits, trained_bits, unit=1000):
        n_frozen, n_trained = (unit * int(rng.integers(*each, endpoint=True)) for each in (frozen, trained))
        return {"n_frozen": n_frozen, "n_trained": n_trained, "bits": bits, "trained_bits": trained_bits}

    def oracle(n_frozen, n_trained, bits, trained_bits):
        width = Fraction(32 if trained_bits is None else trained_bits)
        unit = 1 if n_trained < 1000 else 1000
        kept = {"weights": [Fraction(bits)] * (n_frozen // unit), "gradients": [], "AdamW": []}
        for _ in range(n_trained // unit):  # each, or every thousand, brings all its numbers along
            kept["weights"].append(width)
            kept["gradients"].append(width)
            kept["AdamW"] += [Fraction(32), Fraction(32)]
        found = {name: float(unit * sum(each) / 8) for name, each in kept.items()}
        return found | {"nothing else": found}

    equivalent = {
        'return {"weights": weights / 8, "gradients": gradients // 8, "AdamW": averages / 8}': "16 and 32 bits are whole bytes",
        'return {"weights": weights / 8, "gradients": gradients / 8, "AdamW": averages // 8}': "32 bits are whole bytes",
    }  # fmt: skip
    alternatives = {
        "byte by byte": """
            each = trained_bits / 8
            return dict(
                weights=n_frozen / 8 * bits + n_trained * each, gradients=n_trained * each, AdamW=8 * n_trained
            )
        """,
        "the weights from what is left of all": """
            total = n_frozen * bits + n_trained * (2 * trained_bits + 64)
            learning = n_trained * trained_bits / 8
            return {"AdamW": n_trained * 64 / 8, "gradients": learning, "weights": total / 8 - learning - 8 * n_trained}
        """,
    }
    slips = [
        slip(
            "frozen weights get a gradient, too",
            edit=("gradients = n_trained * trained_bits", "gradients = (n_frozen + n_trained) * trained_bits", "gradients = n_frozen * bits + n_trained * trained_bits"),
            why="A gradient is kept for what learns. That frozen weights need none is half of what an adapter saves.",
            look="For which weights does `backward` leave something in `.grad`?",
        ),
        slip(
            "AdamW keeps averages for the frozen weights, too",
            edit=("averages = 2 * 32 * n_trained", "averages = 2 * 32 * (n_frozen + n_trained)"),
            why="The optimiser knows only the parameters that it was given.",
            look="Which parameters does an optimiser get when the base is frozen?",
        ),
        slip(
            "AdamW keeps one average",
            edit=("averages = 2 * 32 * n_trained", "averages = 32 * n_trained"),
            why="It keeps one of gradients and one of their squares (lesson 04).",
            look="Which two running averages did AdamW of lesson 04 hold for each weight?",
        ),
        slip(
            "AdamW's averages have the precision of the weights",
            edit=("averages = 2 * 32 * n_trained", "averages = 2 * trained_bits * n_trained"),
            why="The docstring says 32 bits for each, also where weights and gradients have 16.",
            look="How many bits has an average when trained_bits is 16?",
        ),
        slip(
            "the frozen weights are not counted",
            edit=("weights = n_frozen * bits + n_trained * trained_bits", "weights = n_trained * trained_bits"),
            why="They are not trained, but the forward pass needs each of them.",
            look="What has to lie in memory to compute a prediction at all?",
        ),
        slip(
            "the weights that learn are missing among the weights",
            edit=("weights = n_frozen * bits + n_trained * trained_bits", "weights = n_frozen * bits"),
            why="An adapter is made of weights as well. With nothing frozen, none would be left.",
            look="What should come out for n_frozen = 0?",
        ),
        slip(
            "frozen weights are counted with the bits of those that learn",
            edit=("weights = n_frozen * bits +", "weights = n_frozen * trained_bits +"),
            why="To hold them in fewer bits is the point of the second half of this sitting.",
            look="Which of the arguments of your function does your code never use?",
        ),
        slip(
            "the weights that learn are counted with the bits of the frozen ones",
            edit=[("n_frozen * bits + n_trained * trained_bits", "(n_frozen + n_trained) * bits"), ("gradients = n_trained * trained_bits", "gradients = n_trained * bits")],
            also=[("n_frozen * bits + n_trained * trained_bits", "(n_frozen + n_trained) * bits")],
            why="Nobody can train in 4 bits: a step is far smaller than the distance of two levels.",
            look="How many bits does one number of the adapter have?",
        ),
        slip(
            "bits come back, not bytes",
            edit=('{"weights": weights / 8, "gradients": gradients / 8, "AdamW": averages / 8}', '{"weights": weights, "gradients": gradients, "AdamW": averages}'),
            why="Eight times too much.",
            look="How many bits has a byte?",
        ),
        slip(
            "gigabytes come back, not bytes",
            edit=('{"weights": weights / 8, "gradients": gradients / 8, "AdamW": averages / 8}', '{"weights": weights / 8e9, "gradients": gradients / 8e9, "AdamW": averages / 8e9}', '{"weights": weights / 8 / 2**30, "gradients": gradients / 8 / 2**30, "AdamW": averages / 8 / 2**30}'),
            why="The docstring says bytes. Whoever prints them may divide.",
            look="What unit does the docstring promise?",
        ),
        slip(
            "bytes are cut to whole ones for each weight",
            edit=("weights = n_frozen * bits + n_trained * trained_bits", "weights = 8 * (n_frozen * (bits // 8) + n_trained * (trained_bits // 8))"),
            also=[("weights = n_frozen * bits", "weights = n_frozen * int(bits)"), ("weights = n_frozen * bits", "weights = n_frozen * round(bits + 0.4)")],
            why="Two weights of four bits share a byte, and scales add a fraction of a bit to each.",
            look="Is your result right for bits = 4.127?",
        ),
        slip(
            "everything learns",
            edit="""
                n = n_frozen + n_trained
                return {"weights": n * bits / 8, "gradients": n * bits / 8, "AdamW": n * 8}
            """,
            also=[("weights = n_frozen * bits + n_trained", "n_trained = n_frozen + n_trained\n    weights = n_trained")],
            why="That is full fine-tuning, and the frozen weights are paid for four times.",
            look="Which of the two numbers of weights gets a gradient?",
        ),
        slip(
            "a copy of each weight is counted with the averages",
            edit=("averages = 2 * 32 * n_trained", "averages = 3 * 32 * n_trained"),
            why="The weight itself stands in the first entry already.",
            look="Which numbers does AdamW keep that are not the weight and not its gradient?",
        ),
        slip(
            "weights that learn have 16 bits where nothing is said",
            edit=("trained_bits=32", "trained_bits=16"),
            why="The first line of the function promises what is taken when nobody says it, and later cells rely on that.",
            look="Compare your first line with the one that you were given.",
        ),
        slip(
            "there is an entry more than the three",
            edit=("return {", 'return {"total": (weights + gradients + averages) / 8, '),
            also=[("return {", 'return {"all": 0.0, ')],
            why="Whoever adds up all entries of the bill, as the next cell does, would pay twice.",
            look="Which names does the docstring list?",
        ),
    ]  # fmt: skip
    promises = {
        "nothing is frozen: full fine-tuning": dict(frozen=(0, 0)),
        "a fraction of a bit": dict(bits=4.127),
        "a few weights": dict(unit=1),
        "averages have 32 bits beside weights of 16": dict(trained_bits=16),
        "32 bits where nothing is said": dict(trained_bits=None),
        "three entries": "nothing else",
    }


# --- levels and blocks --------------------------------------------------------------------------------------------


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
            "both halves have equally many levels",
            edit=("torch.linspace(offset, 0.5, n + 1)", "torch.linspace(offset, 0.5, n)"),
            why="With 0 that makes an odd number, so one of the codes is never used.",
            look="How many levels can be told apart with the bits, and how many did you return?",
        ),
        slip(
            "the extra level stands below 0",
            edit=[("torch.linspace(offset, 0.5, n + 1)", "torch.linspace(offset, 0.5, N)"), ("torch.linspace(offset, 0.5, n).tolist()", "torch.linspace(offset, 0.5, n + 1).tolist()"), ("offset, 0.5, N", "offset, 0.5, n")],
            why="Either side would do, but everybody who reads such a file takes the published levels: eight above 0 and seven below.",
            look="How many of your levels are above 0?",
        ),
        slip(
            "there is a 0 from each half",
            edit=("torch.linspace(offset, 0.5, n + 1).tolist()[:-1]", "torch.linspace(offset, 0.5, n + 1).tolist()"),
            also=[[("torch.linspace(offset, 0.5, n + 1).tolist()[:-1]", "torch.linspace(offset, 0.5, n).tolist()"), ("torch.linspace(offset, 0.5, n).tolist()[:-1]", "torch.linspace(offset, 0.5, n).tolist()"), ("*negative, 0.0,", "*negative,")]],
            why="Two codes would mean the same number.",
            look="Which quantile belongs to the probability ½?",
        ),
        slip(
            "the levels are not divided by the largest",
            edit=("return levels / levels.max()", "return levels"),
            why="A block is scaled to lie between −1 and 1, and its largest weight should meet a level exactly.",
            look="What is the last of your levels?",
        ),
        slip(
            "the levels are equally far apart",
            edit=("levels = torch.tensor([*negative, 0.0, *positive[::-1]])", "levels = torch.linspace(-1, 1, 2**bits)"),
            also=[("levels = torch.tensor([*negative, 0.0, *positive[::-1]])", "levels = torch.cat([torch.arange(1 - n, 0) / (n - 1), torch.arange(n + 1) / n])")],
            why="That is plain int4. Most weights lie near 0, and there the levels should be dense.",
            look="Are your steps smaller in the middle than at the ends?",
        ),
        slip(
            "the largest comes first",
            edit=("return levels / levels.max()", "return levels.flip(0) / levels.max()"),
            why="Code 0 belongs to −1 in every file that others have written.",
            look="Which level has the number 0?",
        ),
        slip(
            "the levels of a half are not in order",
            edit=("*positive[::-1]", "*positive"),
            why="Rounding looks for the two levels on both sides of a weight, which have to be neighbours.",
            look="Print your levels. Does each one lie above the one before?",
        ),
        slip(
            "the offset is ignored",
            edit=[("n = 2 ** (bits - 1)", "n, offset = 2 ** (bits - 1), 0.9677083")],
            why="The offset says how far into the tails the outermost levels reach, and it hangs on the number of bits.",
            look="Which of the arguments of your function does your code never use?",
        ),
        slip(
            "densities are taken for quantiles",
            edit=[("[normal.inv_cdf(p) for", "[normal.cdf(p) for"), ("[-normal.inv_cdf(p) for", "[-normal.cdf(p) for")],
            also=[[("[normal.inv_cdf(p) for", "[normal.pdf(p) for"), ("[-normal.inv_cdf(p) for", "[-normal.pdf(p) for")]],
            why="A quantile answers: below which number lies this share of all? The distribution function answers the reverse.",
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
            "the step is that of the other half",
            edit=("torch.linspace(offset, 0.5, n).tolist()[:-1]", "torch.linspace(offset, 0.5, n + 1).tolist()[:-2]"),
            also=[("torch.linspace(offset, 0.5, n).tolist()[:-1]", "torch.linspace(offset, 0.5, n + 1).tolist()[1:-1]")],
            why="Each half cuts its own share of probability into equal steps; with one level fewer the steps are longer.",
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
            why="A weight of exactly 0 should stay 0, and with an even number of levels the halves cannot be alike.",
            look="Is 0 among your levels?",
        ),
        slip(
            "the levels are those of the rule that the paper prints",
            edit="""
                k = 2**bits
                q = NormalDist().inv_cdf
                v = torch.tensor([0.5 * (q(i / (k + 1)) + q((i + 1) / (k + 1))) for i in range(1, k)])
                v = torch.cat([v, v[-1:] * 1.1])
                return v / v.max()
            """,
            why="That rule does not give the list in the paper's appendix, as the text above shows.",
            look="Which of the two rules above has an offset?",
        ),
        slip(
            "the levels are float64",
            edit=("return levels / levels.max()", "return (levels / levels.max()).double()"),
            why="They are multiplied with weights of 32 bits.",
            look="Print the dtype of what you return.",
        ),
        slip(
            "the sixteen published numbers are returned whatever was asked for",
            edit="""
                return torch.tensor([-1.0, -0.6962, -0.5251, -0.3949, -0.2844, -0.1848, -0.0911, 0.0, 0.0796, 0.1609, 0.2461, 0.3379, 0.4407, 0.5626, 0.7230, 1.0])
            """,
            why="They belong to four bits and one offset.",
            look="Which of the arguments of your function does your code never use?",
        ),
        slip(
            "there are sixteen levels whatever was asked for",
            edit=("n = 2 ** (bits - 1)", "n = 8"),
            why="Files with two, three or five bits a weight exist, too.",
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
        "the published one where nothing is said": dict(offset=None),
        "float32": "float32",
    }


def some_levels(rng, n, zero=True):
    """n levels from −1 to 1 in ascending order, 0 among them, no two closer than 0.4/n."""
    steps = rng.uniform(0.5, 2, n)
    below = n // 2 - 1
    down, up = np.cumsum(steps[:below]), np.cumsum(steps[below : n - 1])
    return np.concatenate([-(down / down[-1])[::-1], [0.0], up / up[-1]])


def clear_of_the_middle(weights, levels, block):
    """The weights with those that lie nearly half way between two levels moved onto one of them."""
    blocks = np.float32(weights).astype(np.float64).reshape(-1, block)
    middles = (levels[1:] + levels[:-1]) / 2
    for row in blocks:
        top = np.abs(row).max()
        for j, w in enumerate(row):
            if top and np.abs(w / top - middles).min() < 1e-3:
                row[j] = top * levels[np.abs(w / top - levels).argmin()]
    return blocks.reshape(weights.shape)


@exercise("quantize_nf4", points=3, forbid=FINISHED)
class _:
    cases = [
        dict(shape=(6, 12), block=8, n=16),
        dict(shape=(4, 4), block=4, n=8),  # as many blocks as weights in one
        dict(shape=(5, 3), block=5, n=16, empty=True),
        dict(shape=(2, 64), block=None, n=16),
        dict(shape=(3, 2, 4), block=24, n=8),
        dict(shape=(2, 8), block=4, n=16, size=3e-5),
    ]
    weights = {"codes": 3, "absmax": 2, "weight unchanged": 1}

    def inputs(rng, shape, block, n, empty=False, size=0.05):
        levels, length = np.float32(some_levels(rng, n)).astype(np.float64), block or 64
        w = rng.standard_normal(shape) * size
        blocks = w.reshape(-1, length)
        blocks *= np.exp(rng.standard_normal(len(blocks)))[:, None]  # of unlike sizes
        largest = np.abs(blocks).argmax(axis=1)
        blocks[np.arange(len(blocks)), largest] = -np.abs(blocks).max(axis=1)  # negative in some, not in all
        blocks[0] *= -1
        if empty:
            blocks[1] = 0.0
        return {"weight": clear_of_the_middle(w, levels, length), "levels": levels, "block": block}

    def oracle(weight, levels, block):
        flat, size = weight.ravel(), block or 64
        absmax = np.array([max(abs(w) for w in flat[i : i + size]) for i in range(0, len(flat), size)])
        codes = [
            min(range(len(levels)), key=lambda c: abs((w / (absmax[i // size] or 1.0)) - levels[c]))
            for i, w in enumerate(flat)
        ]
        codes = torch.tensor(codes).reshape(weight.shape)
        return {"codes": codes, "absmax": absmax, "weight unchanged": {"codes": codes, "changed": 0}}

    alternatives = {
        "the nearest of all levels": """
            rows = weight.reshape(-1, block)
            top = rows.abs().max(dim=1, keepdim=True).values
            scaled = torch.where(top > 0, rows / top, torch.zeros_like(rows))
            codes = (scaled.unsqueeze(-1) - levels).abs().argmin(dim=-1)
            return codes.view(weight.shape), top.squeeze(1)
        """,
        "levels brought to the weights": """
            codes, absmax = [], []
            for piece in weight.flatten().split(block):
                absmax.append(piece.abs().max())
                codes.append((piece[:, None] - absmax[-1] * levels).abs().min(dim=1).indices if absmax[-1] else levels.abs().argmin().repeat(block))
            return torch.cat(codes).reshape(weight.shape), torch.stack(absmax)
        """,
        "how many middles lie below": """
            rows = weight.flatten().unflatten(0, (-1, block))
            absmax = torch.maximum(rows.amax(1), -rows.amin(1))
            middles = levels[:-1] + levels.diff() / 2
            scaled = torch.nan_to_num(rows / absmax[:, None])
            return (scaled[..., None] > middles).sum(-1).reshape(weight.shape), absmax
        """,
    }  # fmt: skip
    slips = [
        slip(
            "one scale serves the whole tensor",
            edit=("absmax = blocks.abs().amax(dim=1)", "absmax = blocks.abs().amax().expand(len(blocks))"),
            also=["""
                absmax = weight.abs().max()
                codes = ((weight / absmax)[..., None] - levels).abs().argmin(-1)
                return codes, absmax
            """, ("absmax = blocks.abs().amax(dim=1)", "absmax = blocks.abs().amax().reshape(1)")],
            why="One large weight anywhere then decides how coarse all others are.",
            look="How many numbers are in `absmax` for 72 weights in blocks of 8, and are they different?",
        ),
        slip(
            "a block is scaled by its maximum, not by its largest absolute value",
            edit=("blocks.abs().amax(dim=1)", "blocks.amax(dim=1)"),
            also=["""
                b = weight.reshape(-1, block)
                absmax = b.max(dim=1).values
                x = torch.nan_to_num(b / absmax[:, None])
                return (x[..., None] - levels).abs().argmin(-1).reshape(weight.shape), absmax
            """],
            why="Where the largest weight is negative, it flies out of the range of the levels.",
            look="A block 0.1, −0.4, 0.2: by what is it divided?",
        ),
        slip(
            "the blocks run along another axis",
            edit=("blocks = weight.reshape(-1, block)", "blocks = weight.reshape(block, -1).T.contiguous()"),
            also=[("blocks = weight.reshape(-1, block)", "blocks = weight.transpose(0, -1).reshape(-1, block)"), """
                columns = weight.reshape(block, -1)
                absmax = columns.abs().amax(dim=0)
                scaled = columns / torch.where(absmax == 0, 1.0, absmax)
                return (scaled[..., None] - levels).abs().argmin(-1).reshape(weight.shape), absmax
            """],
            why="A block is a run of weights that follow one another, row by row.",
            look="Which weights are in the first block?",
        ),
        slip(
            "`block` is taken for the number of blocks",
            edit=("blocks = weight.reshape(-1, block)", "blocks = weight.reshape(block, -1)"),
            why="The blocks have another size, and the number of scales no longer follows from that of the weights.",
            look="How many weights should share one scale?",
        ),
        slip(
            "each row of the matrix is a block",
            edit=("blocks = weight.reshape(-1, block)", "blocks = weight.reshape(-1, weight.shape[-1])"),
            also=["""
                absmax = weight.abs().amax(dim=-1)
                codes = ((weight / absmax[..., None])[..., None] - levels).abs().argmin(-1)
                return codes, absmax
            """],
            why="Rows may have thousands of weights. The size of a block is chosen, whatever the shape.",
            look="Which of the arguments of your function does your code never use?",
        ),
        slip(
            "weights are rounded down to the level below",
            edit=("torch.bucketize(scaled, middles)", "(torch.bucketize(scaled, levels, right=True) - 1).clamp(min=0)"),
            why="The error is up to a whole step in place of half a step, and all weights shrink to one side.",
            look="Levels 0 and 1: which code should .9 get?",
        ),
        slip(
            "weights are rounded up to the level above",
            edit=("torch.bucketize(scaled, middles)", "torch.bucketize(scaled, levels).clamp(max=len(levels) - 1)"),
            why="The error is up to a whole step in place of half a step, and all weights grow to one side.",
            look="Levels 0 and 1: which code should .1 get?",
        ),
        slip(
            "a block of zeros is divided by 0",
            edit=("absmax.clamp(min=tiny)[:, None]", "absmax[:, None]"),
            also=[[("absmax.clamp(min=tiny)[:, None]", "absmax[:, None]"), ("torch.bucketize(scaled, middles)", "(scaled[..., None] - levels).abs().argmin(-1)")]],
            why="0/0 is not a number, and no level is nearest to that.",
            look="Which code should a weight of 0 get, and which one do you give it when its whole block is 0?",
        ),
        slip(
            "levels come back, not their numbers",
            edit=("codes.reshape(weight.shape)", "levels[codes].reshape(weight.shape)"),
            why="A level has 32 bits. Its number fits into 4, which is why all this is done.",
            look="Which values may a code have?",
        ),
        slip(
            "the codes have the shape of the blocks",
            edit=("codes.reshape(weight.shape)", "codes"),
            also=[("codes.reshape(weight.shape)", "codes.flatten()")],
            why="Whoever restores the matrix needs to know which weight stands where.",
            look="Print the shapes of the weights and of your codes.",
        ),
        slip(
            "the weights are not scaled before they are rounded",
            edit=("blocks / absmax.clamp(min=tiny)[:, None]", "blocks"),
            why="Weights of a real layer are near 0.05; beside levels from −1 to 1 all of them are 0.",
            look="Which level is the nearest to 0.03, before and after scaling?",
        ),
        slip(
            "the mean size of a block is taken for its largest",
            edit=("blocks.abs().amax(dim=1)", "blocks.abs().mean(dim=1)"),
            also=[("blocks.abs().amax(dim=1)", "blocks.std(dim=1)")],
            why="Everything beyond the last level is cut off, and the largest weights matter most.",
            look="Does a scaled block reach beyond 1?",
        ),
        slip(
            "the codes count evenly spaced steps",
            edit=("torch.bucketize(scaled, middles)", "((scaled + 1) / 2 * (len(levels) - 1)).round().long()"),
            why="That is plain int4, whatever levels are asked for.",
            look="Where does your code look at `levels`?",
        ),
        slip(
            "the scales keep an axis",
            edit=("codes.reshape(weight.shape), absmax", "codes.reshape(weight.shape), absmax[:, None]"),
            why="One number for each block, in a row, was asked for.",
            look="Print the shape of your scales.",
        ),
        slip(
            "the smallest difference is looked for, not the smallest distance",
            edit=("torch.bucketize(scaled, middles)", "(scaled[..., None] - levels).argmin(-1)"),
            why="The largest level is always the one with the most negative difference.",
            look="How far is 0.1 from the level 1, and how far from 0?",
        ),
        slip(
            "small weights are divided by more than their largest",
            edit=("absmax.clamp(min=tiny)", "absmax.clamp(min=1e-3)", "(absmax + 1e-3)", "absmax.clamp(min=1e-2)", "(absmax + 1e-2)", "(absmax + 1e-4)"),
            why="What guards against 0/0 must not touch other blocks. Here blocks of small weights all become 0.",
            look="What is the smallest scale that a layer may have, and by what does your code divide it?",
        ),
        slip(
            "the scale of a block of zeros is 1",
            edit=("reshape(weight.shape), absmax", "reshape(weight.shape), torch.where(absmax == 0, 1.0, absmax)"),
            why="The formula says the largest absolute value, and that is 0. By what you divide is another matter.",
            look="Which is the largest absolute value of 0, 0, 0?",
        ),
        slip(
            "a block of zeros gets the code in the middle",
            edit=("return codes.reshape", "codes[absmax == 0] = len(levels) // 2\n    return codes.reshape"),
            why="The level 0 need not stand in the middle of the list. In NF4 there are seven levels below it and eight above.",
            look="Which level has the code that you give to zeros?",
        ),
        slip(
            "blocks have 64 weights whatever was said",
            edit=("blocks = weight.reshape(-1, block)", "blocks = weight.reshape(-1, 64)"),
            why="64 is only what is taken when nothing is said.",
            look="Which of the arguments of your function does your code never use?",
        ),
        slip(
            "blocks end with the row",
            edit=("blocks = weight.reshape(-1, block)", "blocks = weight.unflatten(-1, (-1, block)).reshape(-1, block)"),
            why="A block may span two rows or ten. Only the number of all weights is a multiple of its length.",
            look="How many weights has a row, and how many a block?",
        ),
    ]  # fmt: skip
    promises = {
        "any shape": dict(shape=(3, 2, 4)),
        "any set of levels": dict(n=8),
        "a block may cross rows": dict(shape=(5, 3)),
        "a block of zeros": dict(empty=True),
        "blocks of 64 where nothing is said": dict(block=None),
        "one block": dict(block=24),
        "the weights are left as they are": "weight unchanged",
        "small weights": dict(size=3e-5),
    }


@exercise("dequantize_nf4", points=2, forbid=FINISHED)
class _:
    cases = [
        dict(shape=(6, 12), block=8, n=16),
        dict(shape=(4, 4), block=4, n=8),
        dict(shape=(5, 3), block=5, n=16),
        dict(shape=(2, 64), block=None, n=16),
        dict(shape=(3, 2, 4), block=24, n=8),
    ]

    def inputs(rng, shape, block, n):
        codes = rng.integers(0, n, shape)
        absmax = rng.uniform(0.1, 2.0, codes.size // (block or 64))
        return {"codes": codes, "absmax": absmax, "levels": some_levels(rng, n), "block": block}

    def oracle(codes, absmax, levels, block):
        flat = [levels[int(c)] * absmax[i // (block or 64)] for i, c in enumerate(np.asarray(codes).ravel())]
        return {"weight": np.array(flat).reshape(np.asarray(codes).shape)}

    alternatives = {
        "each scale written out": "return levels[codes] * absmax.repeat_interleave(block).reshape(codes.shape)",
        "looked up, then scaled row by row": """
            rows = torch.take(levels, codes.reshape(-1, block))
            return torch.einsum("nb,n->nb", rows, absmax).view(codes.shape)
        """,
        "block by block": """
            parts = [scale * levels[piece] for scale, piece in zip(absmax, codes.flatten().split(block))]
            return torch.cat(parts).reshape(codes.shape)
        """,
    }
    slips = [
        slip(
            "the scales are forgotten",
            edit=(" * absmax[:, None]", ""),
            why="The levels lie between −1 and 1, and real weights near 0.05.",
            look="Which of the arguments of your function does your code never use?",
        ),
        slip(
            "the scales are repeated in the wrong order",
            edit=("levels[codes].reshape(-1, block) * absmax[:, None]", "levels[codes].flatten() * absmax.repeat(block)"),
            also=[("levels[codes].reshape(-1, block) * absmax[:, None]", "levels[codes].reshape(block, -1) * absmax")],
            why="Each weight gets the scale of another block.",
            look="Which scale belongs to the second weight: the first or the second?",
        ),
        slip(
            "it is divided by the scales",
            edit=(" * absmax[:, None]", " / absmax[:, None]"),
            why="Rounding divided by them, so restoring has to undo that.",
            look="What should come out where a code stands for the level 1?",
        ),
        slip(
            "one scale serves all",
            edit=("absmax[:, None]", "absmax.max()", "absmax[0]", "absmax.mean()"),
            why="Blocks with small weights come back too large.",
            look="Which scale does the last weight get?",
        ),
        slip(
            "the codes are taken for evenly spaced steps",
            edit=("levels[codes]", "(codes / (len(levels) - 1) * 2 - 1)", "codes.float()"),
            also=[("levels[codes]", "(codes / 15 * 2 - 1)"), ("levels[codes]", "((codes - len(levels) // 2) / (len(levels) // 2))")],
            why="A code is the number of a level, and levels are not equally far apart.",
            look="Where does your code look at `levels`?",
        ),
        slip(
            "the weights have the shape of the blocks",
            edit=("return values.reshape(codes.shape)", "return values"),
            also=[("return values.reshape(codes.shape)", "return values.flatten()")],
            why="A layer needs its matrix back, (out, in).",
            look="Print the shapes of the codes and of what you return.",
        ),
        slip(
            "the blocks run along another axis",
            edit=("levels[codes].reshape(-1, block) * absmax[:, None]", "(levels[codes].reshape(block, -1) * absmax).T"),
            also=[("return values.reshape(codes.shape)", "return values.reshape(codes.shape[::-1]).permute(*range(codes.ndim - 1, -1, -1))")],
            why="A block is a run of neighbours in memory, row by row.",
            look="Which weights does the first scale belong to?",
        ),
        slip(
            "the scales are multiplied with the codes' own shape",
            edit="return levels[codes] * absmax",
            also=["return levels[codes] * absmax[:, None]"],
            why="A block is no row and no column of the matrix. Where the shapes happen to fit, each weight gets a scale of another block.",
            look="In which shape does each block have a row of its own?",
        ),
        slip(
            "blocks have 64 weights whatever was said",
            edit=("reshape(-1, block)", "reshape(-1, 64)"),
            why="64 is only what is taken when nothing is said.",
            look="Which of the arguments of your function does your code never use?",
        ),
        slip(
            "blocks end with the row",
            edit="""
                rows = levels[codes].unflatten(-1, (-1, block))
                return (rows * absmax.reshape(*rows.shape[:-1], 1)).flatten(-2)
            """,
            why="A block may span two rows or ten. Only the number of all weights is a multiple of its length.",
            look="How many weights has a row, and how many a block?",
        ),
        slip(
            "the code 0 is taken for the weight 0",
            edit=("return values.reshape(codes.shape)", "return values.reshape(codes.shape).masked_fill(codes == 0, 0.0)"),
            why="Code 0 is the number of the lowest level, which is −1: the largest weights of all would be lost.",
            look="Which level has the number 0?",
        ),
        slip(
            "only a matrix can be restored",
            edit=("return values.reshape(codes.shape)", "out, width = codes.shape\n    return values.reshape(out, width)"),
            why="A convolution has weights with four axes. The docstring says any shape.",
            look="For how many axes is your code written?",
        ),
    ]  # fmt: skip
    promises = {
        "any shape": dict(shape=(3, 2, 4)),
        "any set of levels": dict(n=8),
        "a block may cross rows": dict(shape=(5, 3)),
        "blocks of 64 where nothing is said": dict(block=None),
    }


@exercise("pack_codes", points=1, forbid=FINISHED)
class _:
    cases = [dict(shape=(3, 4)), dict(shape=(14,)), dict(shape=(2, 3, 3)), dict(shape=(2,)), dict(shape=(5, 6), high=True)]  # fmt: skip
    weights = {"bytes": 3, "uint8": 1, "codes unchanged": 0.5}

    def inputs(rng, shape, high=False):
        codes = rng.integers(8 if high else 0, 16, shape)
        if codes.size > 2:
            codes.flat[:4] = [15, 1, 0, 9]
        else:
            codes.flat[:2] = [int(rng.integers(9, 16)), int(rng.integers(1, 8))]
        return {"codes": codes}

    def oracle(codes):
        digits = "".join(f"{int(c):x}" for c in np.asarray(codes).ravel())
        found = torch.tensor(list(bytes.fromhex(digits)))
        unchanged = {"bytes": found, "changed": 0}
        return {"bytes": found, "uint8": single(found, "torch.uint8"), "codes unchanged": unchanged}

    equivalent = {
        "return (pairs[:, 0] * 16 | pairs[:, 1]).to(torch.uint8)": "the lower four bits are 0",
        "return (pairs[:, 0] * 16 ^ pairs[:, 1]).to(torch.uint8)": "the lower four bits are 0",
    }
    alternatives = {
        "shifted and joined": """
            flat = codes.flatten().to(torch.uint8)
            return (flat[::2] << 4) | flat[1::2]
        """,
        "a product with 16 and 1": "return (codes.reshape(-1, 2) * torch.tensor([16, 1])).sum(dim=1).byte()",
        "in Python": """
            flat = codes.flatten().tolist()
            return torch.tensor([16 * a + b for a, b in zip(flat[0::2], flat[1::2])], dtype=torch.uint8)
        """,
    }
    slips = [
        slip(
            "the second code of a pair lies in the upper half",
            edit=("pairs[:, 0] * 16 + pairs[:, 1]", "pairs[:, 1] * 16 + pairs[:, 0]"),
            why="Either order would do, as long as whoever unpacks has the same.",
            look="Codes 15 and 1: should the byte be 241 or 31?",
        ),
        slip(
            "pairs are made of the two halves of all codes",
            edit=("pairs = codes.reshape(-1, 2)", "pairs = codes.reshape(2, -1).T"),
            why="Neighbours belong together; otherwise a block cannot be read without reading the far end of the tensor.",
            look="Which two codes share the first byte?",
        ),
        slip(
            "the upper code is not shifted by four bits",
            edit=("* 16 +", "* 15 +", "* 8 +", "* 4 +", "* 10 +"),
            also=[("* 16 +", "* 256 +")],
            why="Two different pairs get the same byte, and nobody can take them apart again.",
            look="What is the largest code, and what is the next number after it?",
        ),
        slip(
            "the bytes are not uint8",
            edit=(".to(torch.uint8)", ""),
            also=[(".to(torch.uint8)", ".float()"), (".to(torch.uint8)", ".to(torch.int32)")],
            why="In int64 each pair takes eight bytes: sixteen times as much as it needs, and four times what the float32 of one weight takes.",
            look="Print the dtype and `element_size()` of what you return.",
        ),
        slip(
            "bytes above 127 turn negative",
            edit=(".to(torch.uint8)", ".to(torch.int8)"),
            why="int8 goes from −128 to 127, a byte of two codes from 0 to 255.",
            look="What does your function return for the codes 15 and 15?",
        ),
        slip(
            "every code gets a byte of its own",
            edit=("return (pairs[:, 0] * 16 + pairs[:, 1]).to(torch.uint8)", "return codes.flatten().to(torch.uint8)"),
            also=["return codes.to(torch.uint8)"],
            why="Then a weight takes 8 bits.",
            look="How many bytes should 12 codes need?",
        ),
        slip(
            "the codes of a pair are added",
            edit=("* 16 +", "+"),
            why="15 + 1 and 14 + 2 are the same byte.",
            look="How many different pairs are there, and how many different sums?",
        ),
        slip(
            "pairs are made of rows, not of neighbours",
            edit="return (codes[::2] * 16 + codes[1::2]).to(torch.uint8).flatten()",
            why="`[::2]` takes every second row of a matrix. Neighbours in memory stand in one row.",
            look="Which codes are `codes[::2]` for a matrix?",
        ),
        slip(
            "a list comes back",
            edit=("return (pairs[:, 0] * 16 + pairs[:, 1]).to(torch.uint8)", "return (pairs[:, 0] * 16 + pairs[:, 1]).tolist()"),
            why="A number in a list takes more room than the weight did.",
            look="What kind of thing does the docstring promise?",
        ),
        slip(
            "pairs end with the row",
            edit=("return (pairs[:, 0] * 16 + pairs[:, 1])", "return (codes[..., 0::2] * 16 + codes[..., 1::2]).flatten()"),
            also=["""
                pairs = codes.unflatten(-1, (-1, 2))
                return (pairs[..., 0] * 16 + pairs[..., 1]).flatten().to(torch.uint8)
            """],
            why="A row may have an odd number of codes. Then its last one shares a byte with the first of the next row.",
            look="Does your code run where each row has three codes?",
        ),
        slip(
            "the bytes keep the rows of the codes",
            edit="""
                pairs = codes.unflatten(-1, (-1, 2))
                return (pairs[..., 0] * 16 + pairs[..., 1]).to(torch.uint8)
            """,
            also=["return (codes[..., 0::2] * 16 + codes[..., 1::2]).to(torch.uint8)"],
            why="One run of bytes was asked for, (n / 2,). Where a row has an odd number of codes, nothing else is possible.",
            look="Print the shape of what you return.",
        ),
        slip(
            "pairs run down the columns",
            edit=("pairs = codes.reshape(-1, 2)", "pairs = codes.transpose(0, -1).reshape(-1, 2)"),
            why="Neighbours in a row belong together, or the bytes come back as another matrix.",
            look="Which two codes share the first byte?",
        ),
        slip(
            "the sum is shifted, not the first code",
            edit=("pairs[:, 0] * 16 + pairs[:, 1]", "pairs[:, 0] << 4 + pairs[:, 1]"),
            also=[("pairs[:, 0] * 16 + pairs[:, 1]", "pairs[:, 0] * (16 + pairs[:, 1])"), ("pairs[:, 0] * 16 + pairs[:, 1]", "(pairs[:, 0] + pairs[:, 1]) * 16")],
            why="In Python a sum is computed before a shift.",
            look="What is 1 << 4 + 1 in Python?",
        ),
    ]  # fmt: skip
    promises = {
        "the codes are left as they are": "codes unchanged",
        "any shape": dict(shape=(2, 3, 3)),
        "one byte": dict(shape=(2,)),
        "bytes above 127": dict(high=True),
        "uint8": "uint8",
    }


def unround(rng, draw, block):
    """Scales none of whose codes is decided by rounding in the last digits."""
    while True:
        absmax = np.float32(draw(rng)).astype(np.float64)
        x = absmax - absmax.mean()
        tops = [np.abs(x[i : i + block]).max() for i in range(0, len(x), block)]
        steps = np.array([127 * w / (tops[i // block] or 1.0) for i, w in enumerate(x)])
        if np.abs(np.abs(steps - np.floor(steps)) - 0.5).min() > 2e-2:
            return absmax


@exercise("double_quantize", points=3, forbid=FINISHED)
class _:
    cases = [
        dict(n=24, block=8),
        dict(n=21, block=8),
        dict(n=16, block=4, size=0.05),
        dict(n=5, block=None),
        dict(n=16, block=4, equal=True),
    ]
    weights = {"codes": 3, "scales": 2, "mean": 1, "int8": 1, "absmax unchanged": 1}

    def inputs(rng, n, block, equal=False, size=1.0):
        length = block or 256
        if equal:  # their mean is exact in float32
            return {"absmax": np.full(n, int(rng.integers(1, 64)) / 64), "block": block}

        def draw(rng):
            x = size * rng.uniform(0.5, 1.0, n)
            x[length // 2 :: length] *= rng.uniform(1.3, 1.6)  # an outlier in each block
            x[: min(length, n)] *= 0.3  # and the first block far below the mean
            return x

        return {"absmax": unround(rng, draw, length), "block": block}

    def oracle(absmax, block):
        size, mean = block or 256, math.fsum(absmax) / len(absmax)
        scales = [max(abs(a - mean) for a in absmax[i : i + size]) / 127 for i in range(0, len(absmax), size)]
        codes = torch.tensor([round((a - mean) / (scales[i // size] or 1.0)) for i, a in enumerate(absmax)])
        return {
            "codes": codes,
            "scales": np.array(scales),
            "mean": mean,
            "int8": single(codes, "torch.int8"),
            "absmax unchanged": {"codes": codes, "changed": 0},
        }

    alternatives = {
        "block by block": """
            mean, codes, scales = absmax.mean(), [], []
            for piece in (absmax - mean).split(block):
                scale = piece.abs().max() / 127
                scales.append(scale)
                codes.append((piece / scale).round() if scale > 0 else torch.zeros_like(piece))
            return torch.cat(codes).to(torch.int8), torch.stack(scales), mean
        """,
        "each scale written out": """
            mean = absmax.sum() / absmax.numel()
            x = absmax - mean
            scales = torch.stack([part.abs().max() for part in x.split(block)]) / 127
            wide = scales.repeat_interleave(block)[: len(x)]
            return torch.nan_to_num(x / wide).round().char(), scales, mean
        """,
    }
    slips = [
        slip(
            "the mean is not subtracted",
            edit=("absmax - mean, (0,", "absmax, (0,"),
            also=[[("absmax - mean, (0,", "absmax, (0,"), ("return codes, scales, mean", "return codes, scales, 0 * mean")]],
            why="Scales are positive, so the negative half of the codes would never be used.",
            look="Which of your codes are negative?",
        ),
        slip(
            "the mean is that of each block",
            edit=("mean = absmax.mean()", "mean = torch.stack([part.mean() for part in absmax.split(block)]).repeat_interleave(block)[: len(absmax)]"),
            also=["""
                out, steps, means = [], [], []
                for part in absmax.split(block):
                    m = part.mean()
                    s = (part - m).abs().max() / 127
                    out.append(torch.nan_to_num((part - m) / s).round()); steps.append(s); means.append(m)
                return torch.cat(out).to(torch.int8), torch.stack(steps), torch.stack(means)
            """, """
                out, steps = [], []
                for part in absmax.split(block):
                    rest = part - part.mean()
                    steps.append(rest.abs().max() / 127)
                    out.append(torch.nan_to_num(rest / steps[-1]).round())
                return torch.cat(out).to(torch.int8), torch.stack(steps), absmax.mean()
            """],
            why="That is one more number a block, and who restores gets one mean. One for all was asked for.",
            look="How many means does your function return?",
        ),
        slip(
            "one scale serves all blocks",
            edit=("centred.abs().amax(dim=1) / 127", "centred.abs().amax().expand(len(centred)) / 127", "centred.abs().amax() / 127"),
            why="It is the same mistake as one scale for a whole tensor: the largest decides for all.",
            look="How many scales are there for 24 numbers in blocks of 8?",
        ),
        slip(
            "the maximum is taken for the largest absolute value",
            edit=("centred.abs().amax(dim=1)", "centred.amax(dim=1)"),
            also=["""
                mean, out, steps = absmax.mean(), [], []
                for part in (absmax - mean).split(block):
                    step = part.max() / 127
                    steps.append(step)
                    out.append((part / step).round().clamp(-127, 127) if step > 0 else torch.zeros_like(part))
                return torch.cat(out).to(torch.int8), torch.stack(steps), mean
            """, """
                mean, out, steps = absmax.mean(), [], []
                for part in (absmax - mean).split(block):
                    step = part.max() / 127
                    steps.append(step)
                    out.append((part / step).round() if step > 0 else torch.zeros_like(part))
                return torch.cat(out).to(torch.int8), torch.stack(steps), mean
            """],
            why="Once the mean is gone, half of the numbers are negative, and some of them are the largest.",
            look="What is the smallest code, and does it fit into 8 bits?",
        ),
        slip(
            "codes are cut off, not rounded",
            edit=(".round()", ".trunc()", ".floor()"),
            also=[(".round()", "")],
            why="The error is up to a whole step in place of half a step.",
            look="Which code should 2.9 become?",
        ),
        slip(
            "the range is that of 8 bits without a sign",
            edit=("amax(dim=1) / 127", "amax(dim=1) / 255", "amax(dim=1) / 128", "amax(dim=1) / 127.5"),
            also=[[("amax(dim=1) / 127", f"amax(dim=1) / {top}"), (".round()", f".round().clamp({low}, 127)")] for top in (128, 255, 127.5) for low in (-128, -127)],
            why="int8 ends at 127. What is larger comes out negative.",
            look="What does torch make of 128 or 255 in int8?",
        ),
        slip(
            "the last block is dropped where it is not full",
            edit=("F.pad(absmax - mean, (0, -len(absmax) % block))", "(absmax - mean)[: max(block, len(absmax) // block * block)]"),
            also=["""
                mean, out, steps = absmax.mean(), [], []
                for part in (absmax - mean)[: max(len(absmax) // block * block, min(block, len(absmax)))].split(block):
                    steps.append(part.abs().max() / 127)
                    out.append(torch.nan_to_num(part / steps[-1]).round())
                return torch.cat(out).to(torch.int8), torch.stack(steps), mean
            """],
            why="A layer of 576 × 576 weights has 5184 scales, and 5184 is not a multiple of 256.",
            look="How many codes come back for 21 numbers in blocks of 8?",
        ),
        slip(
            "what fills up the last block takes part",
            edit=("F.pad(absmax - mean, (0, -len(absmax) % block))", "(F.pad(absmax, (0, -len(absmax) % block)) - mean)"),
            also=[("mean = absmax.mean()", "mean = F.pad(absmax, (0, -len(absmax) % block)).mean()")],
            why="Zeros that are nobody's scale shift the mean or stretch the last block.",
            look="Subtract the mean from a 0 that you have added. Is it still small beside the others?",
        ),
        slip(
            "what fills up the last block comes back as well",
            edit=("[: len(absmax)]", ""),
            why="Then there are more scales than blocks of weights.",
            look="How many codes come back for 21 numbers in blocks of 8?",
        ),
        slip(
            "the scales are the largest values, not the steps",
            edit=[("amax(dim=1) / 127", "amax(dim=1)"), ("(centred / scales", "(127 * centred / scales")],
            why="Whoever restores multiplies a code by its scale, and would get 127 times too much.",
            look="Multiply your largest code by its scale. Is that what you began with?",
        ),
        slip(
            "the codes are not int8",
            edit=(".to(torch.int8)", ""),
            also=[(".to(torch.int8)", ".long()"), (".to(torch.int8)", ".to(torch.int16)")],
            why="As float32 they take the four bytes that the scale had before.",
            look="Print the dtype of your codes.",
        ),
        slip(
            "the codes have the shape of the blocks",
            edit=(".flatten()[: len(absmax)]", ""),
            why="One code for each number was asked for, in a row.",
            look="Print the shape of your codes.",
        ),
        slip(
            "every block is taken to be full",
            edit="""
                m = absmax.mean()
                c = (absmax - m).reshape(-1, block)
                s = c.abs().amax(1) / 127
                return (c / s[:, None]).round().flatten().to(torch.int8), s, m
            """,
            why="A layer of 576 × 576 weights has 5184 scales, and 5184 is not a multiple of 256.",
            look="How many blocks do 21 numbers make in blocks of 8, and how long is the last?",
        ),
        slip(
            "codes count from the smallest value",
            edit="""
                m = absmax.mean(); out, steps = [], []
                for part in (absmax - m).split(block):
                    s = (part.max() - part.min()) / 255
                    out.append(torch.nan_to_num((part - part.min()) / s).round()); steps.append(s)
                return torch.cat(out).to(torch.uint8), torch.stack(steps), m
            """,
            why="That needs a smallest value for each block. Here all share one mean, and codes have a sign.",
            look="What should the code of a value be that equals the mean?",
        ),
        slip(
            "the median is subtracted",
            edit=("absmax.mean()", "absmax.median()"),
            why="Either would do as long as it is kept, but the docstring says mean.",
            look="Which number does the formula write with a bar?",
        ),
        slip(
            "the step is taken before the mean is subtracted",
            edit=("scales = centred.abs().amax(dim=1) / 127", "scales = torch.stack([part.max() for part in absmax.split(block)]) / 127"),
            why="The codes stay far below 127 then, and the steps are coarser than they need to be.",
            look="Which is the largest code of each of your blocks?",
        ),
        slip(
            "blocks have 256 scales whatever was said",
            edit=("tiny = torch", "block = 256\n    tiny = torch"),
            why="256 is only what is taken when nothing is said.",
            look="Which of the arguments of your function does your code never use?",
        ),
        slip(
            "the steps are turned upside down",
            edit=("return codes, scales, mean", "return codes, torch.where(scales > 0, 1 / scales, 0.0), mean"),
            why="Whoever restores multiplies a code by its step.",
            look="Multiply your largest code by its step. Is that what you began with?",
        ),
        slip(
            "something is added to each step",
            edit=("amax(dim=1) / 127", "amax(dim=1) / 127 + 1e-3", "amax(dim=1) / 127 + 1e-4"),
            also=[("scales.clamp(min=tiny)", "scales.clamp(min=1e-3)"), ("scales.clamp(min=tiny)", "(scales + 1e-3)")],
            why="What guards against 0/0 must not touch other blocks. Real steps are near 0.0001.",
            look="Which is the largest code of each of your blocks?",
        ),
        slip(
            "the mean keeps an axis",
            edit=("return codes, scales, mean", "return codes, scales, mean.reshape(1)"),
            why="One number was asked for, of shape ().",
            look="Print the shape of your mean.",
        ),
        slip(
            "the blocks are made equally long",
            edit="""
                mean, out, steps = absmax.mean(), [], []
                for part in (absmax - mean).chunk(math.ceil(len(absmax) / block)):
                    steps.append(part.abs().max() / 127)
                    out.append(torch.nan_to_num(part / steps[-1]).round())
                return torch.cat(out).to(torch.int8), torch.stack(steps), mean
            """,
            why="Whoever restores takes the first step for the first `block` codes. Only the last block may be shorter.",
            look="How many numbers are in the first block for 21 numbers and block = 8?",
        ),
    ]  # fmt: skip
    promises = {
        "the last block may be short": dict(n=21),
        "blocks of 256 where nothing is said": dict(block=None),
        "all equal": dict(equal=True),
        "int8": "int8",
        "the argument is left as it is": "absmax unchanged",
        "scales as small as real ones": dict(size=0.05),
    }


# --- layers -------------------------------------------------------------------------------------------------------


def by_rows(x):
    return x.reshape(-1, x.shape[-1])


@exercise("QLoRALinear", points=3, uses=["dequantize_nf4"], forbid=LIBRARY + FINISHED)
class _:
    cases = [
        dict(lead=(2, 3), out=6, width=4, r=2, alpha=(3.0, 5.0), block=8),
        dict(lead=(5,), out=4, width=4, r=4, alpha=(1.0, 2.0), block=4),
        dict(lead=(1,), out=2, width=32, r=1, alpha=(6.0, 8.0), block=None, bias=False),
        dict(lead=(3,), out=5, width=2, r=3, alpha=(10.0, 12.0), block=5),
    ]
    weights = {"output": 3, "grad_x": 2, "grad_A": 2, "grad_B": 2, "learns": 1, "restored again": 1}

    def inputs(rng, lead, out, width, r, alpha, block, bias=True):
        return {
            "x": rng.standard_normal((*lead, width)),
            "gradient": rng.standard_normal((*lead, out)),
            "codes": rng.integers(0, 16, (out, width)),
            "absmax": rng.uniform(0.5, 2.0, out * width // (block or 64)),
            "levels": some_levels(rng, 16),
            "bias": rng.standard_normal(out) if bias else None,
            "weights": {"A": rng.standard_normal((r, width)), "B": rng.standard_normal((out, r))},
            "alpha": float(rng.uniform(*alpha)),
            "block": block,
        }

    def oracle(x, gradient, codes, absmax, levels, bias, weights, alpha, block):
        codes, A, B = np.asarray(codes), weights["A"], weights["B"]
        size, s = block or 64, alpha / len(A)
        flat = [levels[int(c)] * absmax[i // size] for i, c in enumerate(codes.ravel())]
        W = np.array(flat).reshape(codes.shape) + s * np.einsum("or,ri->oi", B, A)
        G, X = by_rows(gradient), by_rows(x)
        by_weight = np.einsum("no,ni->oi", G, X)
        other = codes.reshape(-1, 2)[::-1].ravel()  # the bytes in reverse order
        flat = [levels[int(c)] * absmax[i // size] for i, c in enumerate(other)]
        W_other = np.array(flat).reshape(codes.shape) + s * np.einsum("or,ri->oi", B, A)
        return {
            "restored again": np.einsum("...i,oi->...o", x, W_other) + (0 if bias is None else bias),
            "output": np.einsum("...i,oi->...o", x, W) + (0 if bias is None else bias),
            "grad_x": np.einsum("...o,oi->...i", gradient, W),
            "grad_A": s * np.einsum("or,oi->ri", B, by_weight),
            "grad_B": s * np.einsum("oi,ri->or", by_weight, A),
            "learns": {"grad_B": s * np.einsum("oi,ri->or", by_weight, A), "names": ["A", "B"]},
        }

    alternatives = {
        "one matrix of both": """
            frozen = dequantize_nf4(unpack_codes(self.packed).view(*self.shape), self.absmax, self.levels, self.block)
            weight = frozen + (self.alpha / self.r) * (self.B @ self.A)
            y = torch.einsum("...i,oi->...o", x, weight)
            return y if self.bias is None else y + self.bias
        """,
        "unpacked by hand": """
            high, low = self.packed.long() // 16, self.packed.long() % 16
            values = self.levels[torch.stack([high, low], dim=1).flatten()].reshape(-1, self.block)
            W = (values * self.absmax[:, None]).reshape(self.shape).detach()
            extra = F.linear(F.linear(x, self.A), self.B * self.alpha / self.r)
            return F.linear(x, W, self.bias) + extra
        """,
    }
    slips = [
        slip(
            "α/r is missing",
            edit=("self.alpha / self.r * (x @ self.A.T @ self.B.T)", "x @ self.A.T @ self.B.T"),
            why="An adapter that was trained with the factor does something else without it.",
            look="Which of the numbers that `__init__` keeps does your code never use?",
        ),
        slip(
            "the update is multiplied by α and not divided by r",
            edit=("self.alpha / self.r * (x", "self.alpha * (x"),
            why="Whoever doubles the rank would have to search for a new learning rate.",
            look="What is the factor for α = 16 and r = 8?",
        ),
        slip(
            "the bias is forgotten",
            edit=("F.linear(x, weight, self.bias)", "F.linear(x, weight)"),
            why="The bias is not rounded and not trained, but it acts.",
            look="What comes out for x = 0?",
        ),
        slip(
            "the bias is added twice",
            edit=("self.alpha / self.r * (x @ self.A.T @ self.B.T)", "self.alpha / self.r * (x @ self.A.T @ self.B.T) + (0 if self.bias is None else self.bias)"),
            also=[("(x @ self.A.T @ self.B.T)", "F.linear(x @ self.A.T, self.B, self.bias)")],
            why="The frozen layer has it already.",
            look="What comes out for x = 0?",
        ),
        slip(
            "the frozen layer is forgotten",
            edit=("F.linear(x, weight, self.bias) +", "(0 if self.bias is None else self.bias) +"),
            also=["return self.alpha / self.r * (x @ self.A.T @ self.B.T)"],
            why="The adapter is a correction. With B = 0, the start, nothing would be left.",
            look="What should come out when B is 0?",
        ),
        slip(
            "no gradient passes through the frozen layer",
            edit=("F.linear(x, weight, self.bias)", "F.linear(x, weight, self.bias).detach()", "F.linear(x.detach(), weight, self.bias)"),
            why="The weights stay, but what lies below has to learn through them. Here all layers below get the adapter's part of the gradient only.",
            look="Which of the two paths from x to the output does `backward` still see?",
        ),
        slip(
            "no gradient passes through the adapter to what lies below",
            edit=("(x @ self.A.T", "(x.detach() @ self.A.T"),
            why="A and B learn, and the layers below get the wrong gradient, in silence.",
            look="Which of the two paths from x to the output does `backward` still see?",
        ),
        slip(
            "the adapter is rounded to the levels, too",
            edit=("(x @ self.A.T @ self.B.T)", "(x @ (self.levels[(self.A.detach()[..., None] - self.levels).abs().argmin(-1)] + self.A - self.A.detach()).T @ self.B.T)"),
            also=["""
                codes = unpack_codes(self.packed).reshape(self.shape)
                weight = dequantize_nf4(codes, self.absmax, self.levels, self.block)
                runs = (weight + self.alpha / self.r * self.B @ self.A).reshape(-1, self.block)
                top = runs.detach().abs().amax(1, keepdim=True)
                near = self.levels[((runs / top)[..., None] - self.levels).abs().argmin(-1)] * top
                return F.linear(x, near.reshape(self.shape), self.bias) + 0 * (self.A.sum() + self.B.sum())
            """],
            why="Steps of the optimiser are far smaller than the distance of two levels.",
            look="Which parts of this layer have four bits, and which 32?",
        ),
        slip(
            "codes are taken for weights",
            edit=("weight = dequantize_nf4(codes, self.absmax, self.levels, self.block)", "weight = codes.float()"),
            also=[("weight = dequantize_nf4(codes, self.absmax, self.levels, self.block)", "weight = self.levels[codes]")],
            why="A code is the number of a level, and a level knows nothing of the scale of its block.",
            look="Which of the steps that made the codes have you not undone?",
        ),
        slip(
            "blocks have 64 weights whatever was said",
            edit=("self.levels, self.block)", "self.levels)"),
            why="A layer that was cut into other blocks gets scales that belong elsewhere.",
            look="What did `__init__` keep that your code never uses?",
        ),
        slip(
            "bytes are taken for codes",
            edit="""
                W = dequantize_nf4(self.packed.long(), self.absmax, self.levels, self.block)
                return F.linear(x, W.reshape(self.shape), self.bias)
            """,
            why="A byte holds two codes.",
            look="How many bytes are in `self.packed`, and how many weights has the layer?",
        ),
        slip(
            "the weight is not transposed",
            edit=("F.linear(x, weight, self.bias)", "(x @ weight + (0 if self.bias is None else self.bias))"),
            why="The weight is (out, in), and x ends in `in`.",
            look="Which two axes meet in your product?",
        ),
        slip(
            "the factor is that of rsLoRA",
            edit=("self.alpha / self.r *", "self.alpha / math.sqrt(self.r) *"),
            why="α/√r is right for rsLoRA. Here the factor is α/r.",
            look="What is the factor for α = 16 and r = 4?",
        ),
        slip(
            "the factor is turned upside down",
            edit=("self.alpha / self.r *", "self.r / self.alpha *"),
            why="A larger α should make the update larger.",
            look="What is the factor for α = 16 and r = 8?",
        ),
        slip(
            "α/r multiplies the frozen weight as well",
            edit="""
                c = unpack_codes(self.packed).reshape(self.shape)
                W = dequantize_nf4(c, self.absmax, self.levels, self.block)
                return F.linear(x, self.alpha / self.r * (W + self.B @ self.A), self.bias)
            """,
            why="At the start, with B = 0, the layer should be the frozen one.",
            look="What should come out when B is 0?",
        ),
        slip(
            "a bias of None is added",
            edit=("F.linear(x, weight, self.bias)", "x @ weight.T + self.bias"),
            why="Most layers of a language model have no bias, those of SmolLM2 among them.",
            look="What does the docstring say that bias may be?",
        ),
        slip(
            "the codes are laid out as (in, out)",
            edit=[("reshape(self.shape)", "reshape(self.shape[::-1])"), ("self.levels, self.block)", "self.levels, self.block).T")],
            why="The bytes hold the rows of an (out, in) matrix one after the other. Read in another shape, weights land in other rows.",
            look="Where does the second row of the weight begin in the run of codes?",
        ),
        slip(
            "the halves of a byte are exchanged",
            edit=("unpack_codes(self.packed)", "torch.stack([self.packed & 15, self.packed >> 4], dim=1).flatten().long()"),
            why="The first code of a pair lies in the upper half. Here all weights change places with their neighbours.",
            look="Codes 4 and 7 are the byte 71. What does your code make of it?",
        ),
        slip(
            "only x with two axes passes",
            edit=("return F.linear(x, weight, self.bias) + self.alpha / self.r * (x @ self.A.T @ self.B.T)", "return torch.addmm(F.linear(x, weight, self.bias), x @ self.A.T, self.B.T, alpha=self.alpha / self.r)"),
            also=[("(x @ self.A.T @ self.B.T)", "torch.mm(torch.mm(x, self.A.T), self.B.T)")],
            why="Inside a model x is (batch, tokens, in).",
            look="Which of your operations takes matrices only?",
        ),
        slip(
            "the restored weight learns",
            edit=("weight = dequantize_nf4(codes, self.absmax, self.levels, self.block)", "self.weight = weight = self.weight if hasattr(self, 'weight') else nn.Parameter(dequantize_nf4(codes, self.absmax, self.levels, self.block))"),
            why="A parameter of (out, in) in 32 bits, with a gradient and two averages, is all that four bits should save.",
            look="Which names does `named_parameters()` of your layer list?",
        ),
        slip(
            "one of the two factors never learns",
            edit=("x @ self.A.T", "x @ self.A.detach().T"),
            also=[("self.B.T", "self.B.detach().T"), ("x @ self.A.T", "x @ self.A.data.T")],
            why="A and B both belong to the adapter, and the optimiser gets both.",
            look="Which parameters get no gradient?",
        ),
        slip(
            "the restored weight is kept",
            edit=("weight = dequantize_nf4(codes, self.absmax, self.levels, self.block)", "weight = self.__dict__.setdefault('kept', dequantize_nf4(codes, self.absmax, self.levels, self.block))"),
            why="After one pass every layer would lie there in 32 bits as well, and nothing is saved.",
            look="What does your layer hold after a pass that it did not hold before?",
        ),
    ]  # fmt: skip
    promises = {
        "any axes in front": dict(lead=(5,)),
        "without a bias": dict(bias=False),
        "blocks of another size": dict(block=5),
        "blocks of 64 where nothing is said": dict(block=None),
        "what lies below learns": "grad_x",
        "A and B learn, and nothing else": "learns",
        "restored in every pass": "restored again",
    }


@exercise("decompose", points=1, forbid=LIBRARY + FINISHED)
class _:
    cases = [
        dict(out=4, width=7, size=1.0),
        dict(out=5, width=5, size=0.05),
        dict(out=1, width=3, size=20.0),
        dict(out=6, width=1, size=2.0),
    ]

    def inputs(rng, out, width, size):
        w = rng.uniform(0.3, 1.0, (out, width)) * rng.choice([-1, 1], (out, width))
        return {"weight": size * w * np.exp(rng.uniform(-1, 1, out))[:, None]}

    def oracle(weight):
        m = np.array([math.hypot(*row) for row in weight])
        direction = np.stack([row / length for row, length in zip(weight, m)])
        return {"m": m, "direction": direction, "weight unchanged": {"m": m, "changed": 0}}

    weights = {"m": 2, "direction": 2, "weight unchanged": 1}

    alternatives = {
        "squares, summed": """
            m = (weight * weight).sum(dim=-1).sqrt()
            return m, (weight.T / m).T
        """,
        "each row by itself": """
            m = torch.stack([row.norm() for row in weight])
            return m, torch.stack([row / length for row, length in zip(weight, m)])
        """,
        "normalised by torch": "return weight.norm(dim=1), F.normalize(weight, dim=1)",
    }
    slips = [
        slip(
            "the norm runs over the wrong axis",
            edit=[("dim=1)", "dim=0)"), ("m[:, None]", "m")],
            why="That is one number for each input. A row of the weight holds what one output reads, and its length says how loud that output is.",
            look="How many numbers has m, and how many outputs has the layer?",
        ),
        slip(
            "there is one number for the whole matrix",
            edit=[("torch.linalg.vector_norm(weight, dim=1)", "torch.linalg.vector_norm(weight)"), ("m[:, None]", "m")],
            also=[[("torch.linalg.vector_norm(weight, dim=1)", "torch.linalg.vector_norm(weight).repeat(len(weight))")]],
            why="All rows would have to grow together.",
            look="How many numbers has your m?",
        ),
        slip(
            "the length is squared",
            edit=("torch.linalg.vector_norm(weight, dim=1)", "weight.square().sum(dim=1)"),
            why="Length times direction is then no longer the weight.",
            look="How long is the vector (3, 4)?",
        ),
        slip(
            "absolute values are summed",
            edit=("dim=1)", "ord=1, dim=1)"),
            why="A direction of which the absolute values sum to 1 has another length in every direction.",
            look="How long is the vector (3, 4)?",
        ),
        slip(
            "the largest absolute value is taken for the length",
            edit=("dim=1)", "ord=float('inf'), dim=1)"),
            why="That was for four bits. A length adds up squares.",
            look="How long is the vector (3, 4)?",
        ),
        slip(
            "the direction still has the length of the weight",
            edit=("weight / m[:, None]", "weight"),
            why="Length times direction would count the length twice.",
            look="How long is each row of your direction?",
        ),
        slip(
            "the weight is multiplied by its length",
            edit=("weight / m[:, None]", "weight * m[:, None]"),
            why="A long row becomes longer still, and a direction has length 1.",
            look="How long is each row of your direction?",
        ),
        slip(
            "something is added to the lengths",
            edit=("weight / m[:, None]", "weight / (m[:, None] + 1e-3)", "weight / (m[:, None] + 1e-2)"),
            also=[("vector_norm(weight, dim=1)", "vector_norm(weight, dim=1) + 1e-2"), ("vector_norm(weight, dim=1)", "vector_norm(weight, dim=1) + 1e-3")],
            why="Small rows come out too short. No row is zero, so nothing has to be guarded against.",
            look="How long is each row of your direction, to four digits?",
        ),
        slip(
            "the numbers of a direction add up to 1",
            edit=("weight / m[:, None]", "weight.softmax(dim=1)", "weight / weight.abs().sum(dim=1, keepdim=True)", "weight / weight.sum(dim=1, keepdim=True)"),
            why="That is what probabilities do. A direction has length 1: its squares add up to 1.",
            look="How long is each row of your direction?",
        ),
        slip(
            "the lengths are lined up with the columns",
            edit=("m[:, None]", "m[None, :]"),
            why="Each column is divided by the length of a row.",
            look="Write (out,) under (out, in), flush right. What stands under what?",
        ),
        slip(
            "the lengths keep an axis",
            edit=[("dim=1)", "dim=1, keepdim=True)"), ("m[:, None]", "m")],
            why="One number for each output, (out,), was asked for.",
            look="Print the shape of your m.",
        ),
        slip(
            "length and direction are exchanged",
            edit=("return m, weight / m[:, None]", "return weight / m[:, None], m"),
            why="The next line unpacks them in the order of the docstring.",
            look="What does the docstring say comes first?",
        ),
        slip(
            "the mean of squares is taken for their sum",
            edit=("torch.linalg.vector_norm(weight, dim=1)", "weight.square().mean(dim=1).sqrt()"),
            why="That is a typical entry, not a length.",
            look="How long is the vector (3, 4)?",
        ),
    ]  # fmt: skip
    promises = {
        "wide": dict(out=4),
        "square": dict(out=5),
        "one output": dict(out=1),
        "one input": dict(width=1),
        "small and large weights": dict(size=20.0),
        "the weight is left as it is": "weight unchanged",
    }


@exercise("DoRALinear", points=4, uses=["decompose"], forbid=LIBRARY + FINISHED)
class _:
    cases = [
        dict(lead=(2, 3), out=6, width=4, r=2, alpha=(3.0, 5.0)),
        dict(lead=(4,), out=4, width=4, r=4, alpha=(1.0, 2.0)),
        dict(lead=(2,), out=3, width=8, r=1, alpha=(6.0, 8.0), bias=False),
        dict(lead=(1,), out=1, width=5, r=3, alpha=(10.0, 12.0)),
    ]
    weights = {
        "output": 3,
        "grad_x": 1,
        "grad_A": 2,
        "grad_B": 2,
        "grad_m": 2,
        "merged": 1,
        "at the start": 1,
        "learns": 1,
    }

    def inputs(rng, lead, out, width, r, alpha, bias=True):
        return {
            "x": rng.standard_normal((*lead, width)),
            "gradient": rng.standard_normal((*lead, out)),
            "weight": rng.standard_normal((out, width)),
            "bias": rng.standard_normal(out) if bias else None,
            "weights": {
                "A": rng.standard_normal((r, width)),
                "B": rng.standard_normal((out, r)),
                "m": rng.uniform(0.5, 3.0, out),
            },
            "alpha": float(rng.uniform(*alpha)),
        }

    def oracle(x, gradient, weight, bias, weights, alpha):
        A, B, m = weights["A"], weights["B"], weights["m"]
        s, b = alpha / len(A), 0 if bias is None else bias
        adapted = weight + s * np.einsum("or,ri->oi", B, A)
        c = np.array([math.hypot(*row) for row in adapted])  # a constant for the gradient
        acting = np.einsum("o,oi->oi", m / c, adapted)
        by_acting = np.einsum("no,ni->oi", by_rows(gradient), by_rows(x))
        by_adapted = np.einsum("o,oi->oi", m / c, by_acting)
        grad_m = (by_acting * adapted).sum(axis=1) / c
        return {
            "learns": {"grad_m": grad_m, "names": ["A", "B", "m"]},
            "output": np.einsum("...i,oi->...o", x, acting) + b,
            "grad_x": np.einsum("...o,oi->...i", gradient, acting),
            "grad_A": s * np.einsum("or,oi->ri", B, by_adapted),
            "grad_B": s * np.einsum("oi,ri->or", by_adapted, A),
            "grad_m": grad_m,
            "merged": acting,
            "at the start": np.einsum("...i,oi->...o", x, weight) + b,
        }

    alternatives = {
        "the factor of each row": """
            update = (self.alpha / self.r) * (self.B @ self.A)
            with torch.no_grad():
                length = (self.base.weight + update).square().sum(1, keepdim=True).sqrt()
            return self.m.unsqueeze(1) * (self.base.weight + update) / length
        """,
        "both parts apart": """
            s = self.alpha / self.r
            BA = torch.einsum("or,ri->oi", self.B, self.A)
            c = torch.linalg.vector_norm(self.base.weight + s * BA, dim=-1).data
            factor = torch.diag(self.m / c)
            return factor @ self.base.weight + factor @ (s * BA)
        """,
    }
    slips = [
        slip(
            "the norm runs over the wrong axis",
            edit=("(self.m / length)[:, None] * adapted", "self.m[:, None] * adapted / adapted.detach().norm(dim=0)"),
            why="That makes each input's column one long. The number m belongs to an output, whose weights stand in a row.",
            look="Over which axis do you sum squares, and which one is left?",
        ),
        slip(
            "the gradient runs through the norm",
            edit=("vector_norm(adapted.detach(), dim=1)", "vector_norm(adapted, dim=1)"),
            also=[("vector_norm(adapted.detach(), dim=1)", "vector_norm(self.base.weight + self.alpha / self.r * self.B.detach() @ self.A, dim=1)"), ("vector_norm(adapted.detach(), dim=1)", "vector_norm(self.base.weight + self.alpha / self.r * self.B @ self.A.detach(), dim=1)")],
            why="The output is the same, the gradients of A and B are not. The paper treats the norm as a constant, and PEFT does.",
            look="Which of your gradients differ? What would change if the length were a number, not a function of A and B?",
        ),
        slip(
            "α/r is missing",
            edit=("self.alpha / self.r * self.B @ self.A", "self.B @ self.A"),
            why="Formulas leave it out, PEFT does not. An adapter of PEFT's loaded into this layer would do something else.",
            look="Which of the numbers that `__init__` keeps does your code never use?",
        ),
        slip(
            "the update is multiplied by α and not divided by r",
            edit=("self.alpha / self.r * self.B", "self.alpha * self.B"),
            why="With another rank the same α would mean another size of step.",
            look="What is the factor for α = 16 and r = 8?",
        ),
        slip(
            "the length is that of the frozen weight",
            edit=("vector_norm(adapted.detach(), dim=1)", "vector_norm(self.base.weight, dim=1)"),
            why="As soon as B moves, the rows are no longer m long, and the two parts are not apart.",
            look="How long should the first row of the acting weight be?",
        ),
        slip(
            "the frozen weight is made a direction before the update is added",
            edit="""
                W = self.base.weight
                direction = W / torch.linalg.vector_norm(W, dim=1, keepdim=True)
                return self.m[:, None] * (direction + self.alpha / self.r * self.B @ self.A)
            """,
            also=["""
                W = self.base.weight
                return self.m[:, None] * W / W.norm(dim=1, keepdim=True) + self.alpha / self.r * self.B @ self.A
            """],
            why="The sum of a direction and something else has no length 1.",
            look="In the formula, what stands below the fraction bar?",
        ),
        slip(
            "m is one number for the whole matrix",
            edit=[("(self.m / length)[:, None] * adapted", "self.m.mean() * adapted / torch.linalg.vector_norm(adapted.detach())")],
            also=[("(self.m / length)[:, None] * adapted", "(self.m / torch.linalg.vector_norm(adapted.detach()))[:, None] * adapted"), ("(self.m / length)[:, None]", "(self.m.mean() / length)[:, None]")],
            why="So says a lecture. In the paper m is a vector, and the rows may grow and shrink one by one.",
            look="How many numbers has `self.m`?",
        ),
        slip(
            "the rows are not made one long",
            edit=("(self.m / length)[:, None] * adapted", "self.m[:, None] * adapted"),
            why="The weight would have its old length and m on top.",
            look="What should come out at the start, when m is the length of the rows?",
        ),
        slip(
            "m is forgotten",
            edit=("(self.m / length)[:, None] * adapted", "adapted / length[:, None]"),
            also=[("(self.m / length)[:, None] * adapted", "adapted"), ("(self.m / length)", "(self.base.weight.norm(dim=1) / length)"), ("(self.m / length)", "((self.base.weight.norm(dim=1) + 0 * self.m) / length)")],
            why="Without the trained lengths only directions learn, or it is LoRA.",
            look="Which parameter never gets a gradient?",
        ),
        slip(
            "the direction is cut off from the gradient",
            edit=("(self.m / length)[:, None] * adapted", "(self.m / length)[:, None] * adapted.detach()"),
            why="m learns, A and B never do.",
            look="Which parameters get no gradient?",
        ),
        slip(
            "the lengths are lined up with the columns",
            edit=("(self.m / length)[:, None] * adapted", "(self.m / length) * adapted"),
            why="Each input is scaled by a number that belongs to an output. Where both are equally many, nothing warns.",
            look="Write (out,) under (out, in), flush right. What stands under what?",
        ),
        slip(
            "the frozen weight is forgotten",
            edit=("self.base.weight + self.alpha", "self.alpha"),
            why="With B = 0, the start, there is no direction at all.",
            look="What should come out when B is 0?",
        ),
        slip(
            "the root of the length is missing",
            edit=("torch.linalg.vector_norm(adapted.detach(), dim=1)", "adapted.detach().square().sum(dim=1)"),
            why="Rows are then shorter the longer they were.",
            look="How long is each row of your result beside m?",
        ),
        slip(
            "the factor is that of rsLoRA",
            edit=("self.alpha / self.r *", "self.alpha / math.sqrt(self.r) *"),
            why="α/√r is right for rsLoRA. Here the factor is α/r.",
            look="What is the factor for α = 16 and r = 4?",
        ),
        slip(
            "the frozen weight learns",
            edit=("base.requires_grad_(False)", "base"),
            why="Its gradient and its averages would take more memory than all adapters together.",
            look="Which parameters of your layer have a gradient after a pass back?",
        ),
        slip(
            "the update is added to the frozen weight itself",
            edit="""
                update = self.alpha / self.r * self.B @ self.A
                self.base.weight.data += update.detach()
                adapted = self.base.weight + update - update.detach()
                return adapted * (self.m / adapted.detach().norm(dim=1))[:, None]
            """,
            also=["""
                update = self.alpha / self.r * self.B @ self.A
                self.base.weight.data += update
                adapted = self.base.weight
                return adapted * (self.m / adapted.detach().norm(dim=1))[:, None]
            """],
            why="Each pass adds it once more, and the old weight is lost.",
            look="Call your layer twice with the same x. Is the result the same?",
        ),
        slip(
            "m is set to the length of the sum in every pass",
            edit=("return (self.m / length)", "self.m.data = length\n        return (self.m / length)"),
            why="Whatever the optimiser had made of m is thrown away. What is left is LoRA.",
            look="Who may change m?",
        ),
    ]  # fmt: skip
    promises = {
        "A, B and m learn, and nothing else": "learns",
        "any axes in front": dict(lead=(4,)),
        "wide": dict(width=8),
        "one output": dict(out=1),
        "without a bias": dict(bias=False),
        "it begins as the layer that it adapts": "at the start",
        "m learns": "grad_m",
        "the weight that acts can be merged": "merged",
        "the norm is a constant for the gradient": "grad_B",
    }


@exercise("rank_for_budget", points=1, forbid=LIBRARY + FINISHED)
class _:
    cases = [
        dict(n=3, r=(3, 9)),
        dict(n=1, r=(2, 6)),
        dict(n=2, r=(0, 0)),
        dict(n=3, r=(200, 300)),
        dict(n=4, r=(4, 12), exact=True),
        dict(n=2, r=(8, 12), uneven=True),
        dict(n=2, r=(3, 9), alike=True),
    ]

    def inputs(rng, n, r, exact=False, uneven=False, alike=False):
        shapes = [[int(rng.integers(40, 90)), int(rng.integers(100, 200))] for _ in range(n)]
        shapes[0] = shapes[0][::-1]
        if uneven:
            shapes[-1] = [5 * side for side in shapes[-1]]
        if n > 2:
            shapes[-1][0] = int(rng.integers(20, 30))
        if alike:
            shapes = [list(shapes[0]) for _ in range(3)]
        one = sum(out + width for out, width in shapes)
        more = 0 if exact else int(rng.integers(one // 2, one - one // 10))
        return {"shapes": shapes, "budget": one * int(rng.integers(*r, endpoint=True)) + more}

    def oracle(shapes, budget):
        sides = [side for shape in shapes for side in shape]
        r = 0
        while r < min(sides) and (r + 1) * sum(sides) <= budget:
            r += 1
        return {"rank": r}

    alternatives = {
        "counted downwards": """
            for r in range(min(min(shape) for shape in shapes), 0, -1):
                if sum(r * width + out * r for out, width in shapes) <= budget:
                    return r
            return 0
        """,
        "a quotient of floats, rounded down": """
            sides = torch.tensor(shapes)
            return min(int(math.floor(budget / sides.sum().item())), int(sides.min()))
        """,
    }
    slips = [
        slip(
            "the full matrices are counted",
            edit=("out + width for out, width in shapes)", "out * width for out, width in shapes)"),
            why="An adapter has two thin matrices, r · in and out · r numbers; that is why it is small.",
            look="How many numbers has A, and how many has B?",
        ),
        slip(
            "only one of the two factors is counted",
            edit=("out + width for out, width in shapes)", "width for out, width in shapes)", "out for out, width in shapes)"),
            why="Both learn.",
            look="How many numbers has A, and how many has B?",
        ),
        slip(
            "only one of the layers is counted",
            edit=("one = sum(out + width for out, width in shapes)", "one = sum(shapes[0])"),
            also=["""
                return min(budget // sum(shapes[0]), min(shapes[0]))
            """],
            why="Every layer in the list gets an adapter of this rank.",
            look="How many adapters are there?",
        ),
        slip(
            "the rank is rounded up",
            edit=("budget // one", "math.ceil(budget / one)", "-(-budget // one)"),
            also=["""
                r = 0
                while r * sum(o + w for o, w in shapes) <= budget:
                    r += 1
                return min(r, min(map(min, shapes)))
            """, ("budget // one", "round(budget / one)")],
            why="That costs more than the budget.",
            look="Count the numbers of adapters of the rank that you return.",
        ),
        slip(
            "the rank goes beyond the shortest side",
            edit=("min(budget // one, min(min(shape) for shape in shapes))", "budget // one"),
            also=[("min(min(shape) for shape in shapes)", "max(min(shape) for shape in shapes)")],
            why="A product B A of a 20-row B and anything has at most rank 20: more columns cost and give nothing.",
            look="What is the highest rank that a matrix with 20 rows can have?",
        ),
        slip(
            "a rank of 0 is never returned",
            edit=("min(budget // one, min(min(shape) for shape in shapes))", "max(1, min(budget // one, min(min(shape) for shape in shapes)))"),
            why="It costs more than the budget. Whoever asks should hear that it does not fit.",
            look="What does rank 1 cost here, beside the budget?",
        ),
        slip(
            "a rank below the budget is returned where it fits exactly",
            edit=("budget // one", "(budget - 1) // one"),
            why="The budget may be used up.",
            look="What should come out when the budget is exactly three times what rank 1 costs?",
        ),
        slip(
            "the rank is a fraction",
            edit=("budget // one", "budget / one"),
            why="A matrix has a whole number of rows.",
            look="What type has your result?",
        ),
        slip(
            "each layer gets an equal share of the budget",
            edit="""
                return min(min(budget // len(shapes) // (o + w), o, w) for o, w in shapes)
            """,
            why="The rank is the same everywhere, the price is not: what small matrices leave over is lost.",
            look="What do adapters of the next higher rank cost, all together?",
        ),
        slip(
            "matrices of the same shape are counted once",
            edit=("for out, width in shapes)", "for out, width in set(map(tuple, shapes)))"),
            why="Six layers have six adapters, however alike they are.",
            look="How many adapters do three matrices of 64 × 128 get?",
        ),
        slip(
            "each adapter gets all of the budget",
            edit="return min(min(budget // (out + width), out, width) for out, width in shapes)",
            why="The budget is for all of them together.",
            look="Count the numbers of all adapters of the rank that you return.",
        ),
        slip(
            "the shortest side itself is not reached",
            edit=("min(min(shape) for shape in shapes))", "min(min(shape) for shape in shapes) - 1)"),
            why="A matrix with 20 rows can have rank 20.",
            look="What is the highest rank that a matrix with 20 rows can have?",
        ),
        slip(
            "the rank ends at half the shortest side",
            edit=("min(min(shape) for shape in shapes))", "min(min(shape) for shape in shapes) // 2)"),
            why="Whether a high rank still saves anything is another question, and the docstring does not ask it.",
            look="What does the docstring say that the rank never exceeds?",
        ),
    ]  # fmt: skip
    promises = {
        "one layer": dict(n=1),
        "0 where nothing fits": dict(r=(0, 0)),
        "never above the shortest side": dict(r=(200, 300)),
        "the budget may be used up": dict(exact=True),
        "matrices of one shape": dict(alike=True),
        "small and large matrices together": dict(uneven=True),
    }
