"""Quantize keys or values to a few bits, with a scale and a minimum per group.

Oracle: group by group, every number is compared with all levels. No input lies halfway between
two levels, so rounding errors decide nothing.
"""

import numpy as np

from autograder.authoring import exercise, slip

ENDS = "x.amin(dim=dim, keepdim=True), x.amax(dim=dim, keepdim=True)"
STEPS = "((x - low) / scale)"
RETURNED = "return steps.round().to(torch.uint8), scale, low"
SCALE = "scale = (high - low) / (2**bits - 1)"
GUARDED = f"{STEPS}.nan_to_num(0.0)"  # the solution's way around 0/0
CLAMPED = ("steps.round()", "steps.round().clamp(0, 2**bits - 1)")  # what many add to be safe


def and_clamped(*edits):
    """Each edit, and again with codes clamped to the range that is allowed, which gives a different result."""
    for edit in edits:
        together = edit if isinstance(edit, list) else [edit]
        yield together
        if not any(old.startswith("steps") for old, _ in together):
            yield [*together, CLAMPED]


def in_every_style(*edits):
    """Each way to compute the steps, with 0/0 replaced afterwards or avoided before, and with and without a clamp."""
    safe = (SCALE, SCALE + "\n    safe = scale.where(scale > 0, 1)")
    for old, new in edits:
        yield from and_clamped((old, new))
        yield from and_clamped([safe, (old, new.replace("scale", "safe"))])


# Mistakes that are often made two at a time. Each has its own piece of the solution.
LAST, SECOND_LAST = (ENDS, ENDS.replace("dim=dim", "dim=-1")), (ENDS, ENDS.replace("dim=dim", "dim=-2"))
LEVELS, DROPPED, SWAPPED = (
    ("(2**bits - 1)", "2**bits"),
    ("steps.round()", "steps"),
    ("scale, low", "low, scale"),
)
TWICE = [
    LAST,
    SECOND_LAST,
    LEVELS,
    DROPPED,
    ("torch.uint8", "torch.int64"),
    ("torch.uint8", "torch.int8"),
    SWAPPED,
]


def with_others(mistake):
    """The mistake together with each one that comes after it in the list, where both can be made."""
    return [[mistake, other] for other in TWICE[TWICE.index(mistake) + 1 :] if other[0] != mistake[0]]


# One lower limit or one number added, wherever it is put. From 1e-9 to 1e-5 they all give the same codes.
SMALL = [1e-12, 1e-10, 1e-9]
KEPT_FROM_0 = [
    *[(GUARDED, f"((x - low) / (scale + {small}))") for small in SMALL],
    *[(GUARDED, f"((x - low) / scale.clamp(min={small}))") for small in SMALL],
    *[(GUARDED, f"((x - low) / (high - low + {small}) * (2**bits - 1))") for small in SMALL],
    *[(GUARDED, f"((x - low) / (high - low).clamp(min={small}) * (2**bits - 1))") for small in SMALL[1:]],
    *[(GUARDED, f"((x - low) / scale.where(scale > {small}, 1))") for small in SMALL],
    *[(SCALE, f"{SCALE} + {small}") for small in SMALL],
    (SCALE, f"{SCALE}\n    scale = scale.where(scale >= 1e-9, 0)"),
    *[(SCALE, f"scale = ((high - low) / (2**bits - 1)).clamp(min={small})") for small in SMALL],
    *[(SCALE, f"scale = (high - low + {small}) / (2**bits - 1)") for small in SMALL],
    *[(SCALE, f"scale = (high - low).clamp(min={small}) / (2**bits - 1)") for small in SMALL[1:]],
]


@exercise(
    "quantize_kv", points=3, forbid=["torch.quantize_per_channel", "torch.fake_quantize_per_channel_affine"]
)
class _:
    cases = [
        dict(shape=(2, 3, 5, 2), bits=4, dim=-2),
        dict(shape=(2, 1, 4, 5), bits=2, dim=-1),
        dict(shape=(1, 2, 4, 4), bits=8, dim=3, equal=True),  # equal sizes: a wrong axis still fits
        dict(shape=(3, 1, 5, 2), bits=1, dim=-2, equal=True),
        dict(shape=(1, 2, 1, 4), bits=3, dim=-2),  # one token: every group has one number
        dict(shape=(1, 2, 5, 4), bits=4, dim=-2, size=1e-10),  # small, and still spread over all levels
        dict(shape=(1, 1, 6, 3), bits=8, dim=-1, size=1e-10),
    ]
    weights = {
        "codes": 4,
        "scale": 2,
        "minimum": 1,
        "read back": 1,
        "bytes": 1,
        "scales of 0": 1,
        "x unchanged": 1,
    }
    tolerance = 1e-4

    def inputs(rng, shape, bits, dim, equal=False, size=1.0):
        """Numbers clearly nearer to one level than to the next, so rounding errors decide nothing."""
        grouped = np.moveaxis(np.empty(shape), dim, -1).shape
        top, n = 2**bits - 1, grouped[-1]
        codes = rng.integers(0, top, grouped, endpoint=True)
        off = rng.uniform(-0.4, 0.4, grouped)
        off = np.where(codes == 0, abs(off), np.where(codes == top, -abs(off), off))
        ends = rng.permuted(np.broadcast_to(np.arange(n), grouped), axis=-1)
        codes, off = np.where(ends == 0, 0, codes), np.where(ends < 2, 0.0, off)
        codes = np.where(ends == 1, top, codes)
        x = rng.uniform(-3, 3, (*grouped[:-1], 1)) + rng.uniform(0.2, 2, (*grouped[:-1], 1)) * (codes + off)
        if size != 1:
            x = x / (3 + 2 * top)  # then no number of a small group is larger than `size`
        if equal:
            x[0, 0, 1] = x[0, 0, 1, 0]  # one group of equal numbers
        return {"x": size * np.moveaxis(x, -1, dim), "bits": bits, "dim": dim}

    def oracle(x, bits, dim):
        """Group by group, each number against all levels."""
        rows = np.moveaxis(x, dim, -1)
        codes = np.zeros(rows.shape, dtype=np.int64)
        scale, low = np.zeros((*rows.shape[:-1], 1)), np.zeros((*rows.shape[:-1], 1))
        for place in np.ndindex(rows.shape[:-1]):
            levels = np.linspace(rows[place].min(), rows[place].max(), 2**bits)
            scale[place], low[place] = levels[1] - levels[0], levels[0]
            codes[place] = abs(rows[place][:, None] - levels).argmin(axis=-1)
        codes, scale, low = (np.moveaxis(part, -1, dim) for part in (codes, scale, low))
        return {
            "codes": codes,
            "scale": scale,
            "minimum": low,
            "read back": codes * scale + low,
            "bytes": {"codes": codes, "type": "torch.uint8"},
            "scales of 0": {"codes": codes, "zero": scale == 0},
            "x unchanged": {"codes": codes, "x": x},
        }

    alternatives = {
        "the axis moved to the end": """
            rows = x.movedim(dim, -1)
            low = rows.min(dim=-1, keepdim=True).values
            spread = rows.max(dim=-1, keepdim=True).values - low
            levels = 2**bits - 1
            codes = ((rows - low) * levels / spread).nan_to_num(0.0).add(0.5).floor()
            parts = codes.to(torch.uint8), spread / levels, low
            return tuple(part.movedim(-1, dim) for part in parts)
        """,
        "aminmax, half a step added": """
            low, high = torch.aminmax(x, dim=dim, keepdim=True)
            scale = (high - low) / (2**bits - 1)
            codes = torch.zeros_like(x).where(scale == 0, (x - low) / scale)
            return (codes + 0.5).byte(), scale, low
        """,
    }
    slips = [
        slip(
            "groups run along the wrong axis",
            edit=(ENDS, "x.amin(dim=-1, keepdim=True), x.amax(dim=-1, keepdim=True)"),
            also=[*with_others(LAST), *with_others(SECOND_LAST), (ENDS, "x.amin(dim=-2, keepdim=True), x.amax(dim=-2, keepdim=True)"), (ENDS, "x.amin(dim=-3 - dim if dim < 0 else 5 - dim, keepdim=True), x.amax(dim=-3 - dim if dim < 0 else 5 - dim, keepdim=True)")],
            why="Keys and values need groups along different axes, so the caller chooses the axis with `dim`.",
            look="Which argument does your code never use?",
        ),
        slip(
            "all heads, or all sequences, share a scale",
            edit=(ENDS, "x.amin(dim=(1, dim), keepdim=True).expand_as(x.amin(dim=dim, keepdim=True)), x.amax(dim=(1, dim), keepdim=True).expand_as(x.amin(dim=dim, keepdim=True))"),
            also=[(ENDS, ENDS.replace("dim=dim", "dim=(1, dim)")), (ENDS, ENDS.replace("dim=dim", "dim=(0, dim)")), (ENDS, ENDS.replace("dim=dim", "dim=(0, 1, dim)")), (ENDS, "x.amin(dim=(0, dim), keepdim=True).expand_as(x.amin(dim=dim, keepdim=True)), x.amax(dim=(0, dim), keepdim=True).expand_as(x.amin(dim=dim, keepdim=True))")],
            why="The numbers of one head or sequence would then set the levels of another.",
            look="How many scales should there be for two sequences with three heads each?",
        ),
        slip(
            "everything shares one scale",
            edit=(ENDS, "x.min() + 0 * x.amin(dim=dim, keepdim=True), x.max() + 0 * x.amin(dim=dim, keepdim=True)"),
            also=[(ENDS, "x.min(), x.max()"), (ENDS, "x.amin((0, 1, 2, 3), keepdim=True), x.amax((0, 1, 2, 3), keepdim=True)")],
            why="The single largest number would then set the step of every group.",
            look="How many scales should there be for two sequences with three heads each?",
        ),
        slip(
            "the number of steps is not one less than the number of levels",
            edit=("(2**bits - 1)", "2**bits"),
            also=[*and_clamped(("(2**bits - 1)", "max(2 ** (bits - 1) - 1, 1)")), *with_others(LEVELS), *and_clamped(*[("(2**bits - 1)", new) for new in ("(2**bits - 2)", "(2 ** (bits - 1) - 1)", "(2 ^ bits)", "(2 ^ bits - 1)", "(2 * bits - 1)")]), *[[("(2**bits - 1)", new), CLAMPED] for new in ("(2**bits + 1)", "2 ** (bits - 1)", "(2 * bits)", "bits", "(2 << bits)", "bits**2")], ("(2**bits - 1)", "(2**bits + 1)"), ("(2**bits - 1)", "2 ** (bits - 1)"), ("(2**bits - 1)", "(2 ** (bits - 1) - 0.5)"), ("(2**bits - 1)", "(2 * bits)"), ("(2**bits - 1)", "bits"), ("(2**bits - 1)", "(10**bits - 1)"), ("(2**bits - 1)", "(2 << bits)"), [("(2**bits - 1)", "2**bits"), ("steps.round().to", "steps.to")]],
            why="Between 4 levels there are 3 steps, and the largest number has the code 2**bits − 1.",
            look="Which code does the largest number of a group get?",
        ),
        slip(
            "codes are not rounded to the nearest level",
            edit=("steps.round().to", "steps.to"),
            also=[*with_others(DROPPED), ("steps.round()", "steps.ceil()"), ("steps.round()", "steps.ceil().clamp(0, 2**bits - 1)")],
            why="Dropping the decimals moves every number down, by half a step on average, and rounding up moves it up. Rounding to the nearest level has no such bias.",
            look="Which code is nearest to 1.9 steps?",
        ),
        slip(
            "something other than the minimum is subtracted",
            edit=(STEPS, "(x / scale).clamp(0, 255)"),
            also=[*in_every_style(*[(STEPS, new) for new in ("(x / scale)", "((x + low) / scale)", "(x / scale - low)", "(x - low / scale)", "((x - x.mean(dim=dim, keepdim=True)) / scale)")]), (STEPS, "(x / scale - low).clamp(0, 255)")],
            why="A code counts the steps above the smallest number of its group.",
            look="Which code does the smallest number of a group get?",
        ),
        slip(
            "the range is taken around zero",
            edit=("(high - low)", "2 * torch.maximum(high.abs(), low.abs())"),
            also=[*and_clamped(("(high - low)", "x.abs().amax(dim=dim, keepdim=True)")), ("(high - low)", "high"), ("(high - low)", "high.abs()"), (ENDS, "x.amin(dim=dim, keepdim=True), x.abs().amax(dim=dim, keepdim=True)")],
            why="If a group is entirely on one side of zero, half of the levels are never used.",
            look="If the numbers of a group run from 2 to 3, where should its lowest and highest levels be?",
        ),
        slip(
            "zero is always inside the range",
            edit=(ENDS, "x.amin(dim=dim, keepdim=True).clamp(max=0), x.amax(dim=dim, keepdim=True).clamp(min=0)"),
            also=[*and_clamped((ENDS, "x.amin(dim=dim, keepdim=True).clamp(max=0), x.amax(dim=dim, keepdim=True)"), (ENDS, "x.amin(dim=dim, keepdim=True), x.amax(dim=dim, keepdim=True).clamp(min=0)"))],
            why="If all numbers of a group are far from zero, most levels are where there are no numbers.",
            look="If the numbers of a group run from 2 to 3, where should its lowest and highest levels be?",
        ),
        slip(
            "the range is not the largest number minus the smallest",
            edit=("(high - low) /", "x.std(dim=dim, keepdim=True, correction=0) /"),
            also=[
                ("(high - low) /", "(high - x.mean(dim=dim, keepdim=True)) /"),
                *[[("(high - low) /", new), CLAMPED] for new in ("x.std(dim=dim, keepdim=True, correction=0) /", "(high - x.mean(dim=dim, keepdim=True)) /", "high /", "(high + low) /", "high.abs() /")],
                ("(high - low) /", "(high + low) /"),
                *[[(ENDS, f"x.quantile({p}, dim=dim, keepdim=True), x.quantile({1 - p:g}, dim=dim, keepdim=True)"), CLAMPED] for p in (0.01, 0.05)],
                *[[(ENDS, ENDS + f"\n    high = low + {n} * x.std(dim=dim, keepdim=True)"), CLAMPED] for n in (1, 2, 3)],
            ],
            why="The levels have to cover everything from the smallest number to the largest.",
            look="Which code does the largest number of a group get?",
        ),
        slip(
            "the number of bits is fixed",
            edit=("(2**bits - 1)", "(2**4 - 1)"),
            also=[("(2**bits - 1)", "(2**8 - 1)"), ("(2**bits - 1)", "(2**2 - 1)"), ("(2**bits - 1)", "(2 ** min(bits, 4) - 1)"), *[[("(2**bits - 1)", f"(2**{n} - 1)"), CLAMPED] for n in (4, 8, 2)], ("steps.round()", "steps.round().clamp(0, 15)"), ("steps.round()", "steps.round().clamp(0, 127)")],
            why="The number of levels depends on `bits`.",
            look="Which argument does your code never use?",
        ),
        slip(
            "a group of equal numbers does not get a scale of 0",
            edit=(RETURNED, "return steps.round().to(torch.uint8), torch.where(scale > 0, scale, 1.0), low"),
            also=[("scale = (high - low) / (2**bits - 1)", "scale = ((high - low) / (2**bits - 1)).clamp_min(1e-2)"), ("scale = (high - low) / (2**bits - 1)", "scale = (high - low) / (2**bits - 1) + 1e-2"), *[(SCALE, f"scale = (high - low).clamp(min={small}) / (2**bits - 1)") for small in (1e-30, 1e-12)]],
            why="The docstring promises a scale of 0 there, because that makes a constant group easy to recognize.",
            look="If all numbers of a group are equal, what scale do you return?",
        ),
        slip(
            "one group of equal numbers decides for all groups",
            edit=(SCALE, f"{SCALE}\n    if (scale == 0).any():\n        return torch.zeros_like(x, dtype=torch.uint8), torch.zeros_like(scale), low"),
            why="Each group has its own scale. The other groups still have different numbers to tell apart.",
            look="If one group of two holds equal numbers, what are the codes of the other one?",
        ),
        slip(
            "a group of equal numbers does not get codes of 0",
            edit=("nan_to_num(0.0)", "nan_to_num(1.0)", "nan_to_num(2.0**bits - 1)", "nan_to_num(2.0 ** (bits - 1))"),
            why="0/0 is nan, and the docstring gives the code for this case.",
            look="If all numbers of a group are equal, what should their codes be?",
        ),
        slip(
            "scale and minimum lose the axis they were computed along",
            edit=(RETURNED, "return steps.round().to(torch.uint8), scale.squeeze(dim), low.squeeze(dim)"),
            also=[*and_clamped((ENDS, "x.amin(dim=dim), x.amax(dim=dim)"), [(ENDS, "x.amin(dim=dim), x.amax(dim=dim)"), (STEPS, "((x - low) / scale.where(scale > 0, 1))")]), [(RETURNED, "return steps.round().to(torch.uint8), scale.squeeze(dim), low.squeeze(dim)"), ("torch.uint8", "torch.int64")]],
            why="Without it, they can't be broadcast against the codes, or they line up with the wrong axis.",
            look="What is the shape of your scale for x of shape (2, 3, 5, 2) and dim −2?",
        ),
        slip(
            "the results are in the wrong order",
            edit=("uint8), scale, low", "uint8), low, scale"),
            also=[(RETURNED, "return scale, low, steps.round().to(torch.uint8)"), (RETURNED, "return low, scale, steps.round().to(torch.uint8)")],
            why="The docstring lists codes, scale and minimum, and the caller unpacks them in that order.",
            look="In which order does the docstring list the results?",
        ),
        slip(
            "the range is returned instead of the scale",
            edit=("uint8), scale, low", "uint8), high - low, low"),
            also=[("uint8), scale, low", "uint8), high, low"), ("uint8), scale, low", "uint8), low, high")],
            why="A code is read back as scale · code + minimum, so the scale is the size of one step.",
            look="For your results, what is scale · code + minimum for the largest number of a group?",
        ),
        slip(
            "the minimum that is returned is not the smallest number",
            edit=("uint8), scale, low", "uint8), scale, high"),
            also=[*and_clamped(*[(ENDS, f"x.{middle}, x.amax(dim=dim, keepdim=True)") for middle in ("mean(dim=dim, keepdim=True)", "median(dim=dim, keepdim=True).values")]), ("uint8), scale, low", "uint8), scale, (high + low) / 2"), ("uint8), scale, low", "uint8), scale, (-low / scale).nan_to_num()"), ("uint8), scale, low", "uint8), scale, (-low / scale).nan_to_num().round()"), ("uint8), scale, low", "uint8), scale, (-low / scale.masked_fill(scale == 0, 1)).round()")],
            why="A code is read back as scale · code + minimum.",
            look="Which number does code 0 stand for?",
        ),
        slip(
            "the rounded numbers are returned instead of the codes",
            edit=("return steps.round().to(torch.uint8)", "return steps.round() * scale + low"),
            why="The cache stores codes. They are turned back into numbers only when they are read.",
            look="What is the dtype of your first result?",
        ),
        slip(
            "codes take more than a byte each",
            edit=("steps.round().to(torch.uint8)", "steps.round()"),
            also=[*with_others(("torch.uint8", "torch.int64")), ("torch.uint8", "torch.int64"), ("torch.uint8", "torch.int32"), ("torch.uint8", "torch.int16")],
            why="A cache of 32-bit codes is as large as a cache of 32-bit numbers.",
            look="How many bytes does one of your codes take?",
        ),
        slip(
            "codes do not count up from the smallest number",
            edit=("steps.round()", "(steps.round() - 2 ** (bits - 1)).clamp(0, 255)"),
            also=[("steps.round()", "((high - x) / scale).nan_to_num().round()"), ("steps.round().to(torch.uint8)", "(steps.round() - 2 ** (bits - 1)).to(torch.int8)"), ("steps.round()", "(steps.round() + 1)"), ("steps.round()", "(x / scale).nan_to_num().round() - (low / scale).nan_to_num().round()"), ("steps.round()", "((x / scale).nan_to_num().round() - (low / scale).nan_to_num().round()).clamp(0, 2**bits - 1)"), ("steps.round()", "((x / scale.where(scale > 0, 1)).round() - (low / scale.where(scale > 0, 1)).round()).clamp(0, 2**bits - 1)")],
            why="The smallest number of a group has code 0, and codes grow with the numbers.",
            look="Which code does the smallest number of a group get?",
        ),
        slip(
            "x is modified in place",
            edit=(STEPS, "x.sub_(low).div_(scale)"),
            also=[(STEPS, "(x.sub_(low) / scale)"), (SCALE, SCALE + "\n    x -= low\n    low_, low = low, 0"), (STEPS, "x.div_(scale).sub_(low / scale)")],
            why="The caller still needs the keys and values it passed in.",
            look="Which of your calls end in an underscore?",
        ),
        slip(
            "the highest level is never used",
            edit=("steps.round()", "steps.round().clamp(max=2**bits - 2)"),
            why="There are 2**bits codes, and the last of them belongs to the largest number.",
            look="Which code does the largest number of a group get?",
        ),
        slip(
            "there is one step too many",
            edit="""
            def quantize_kv(x, bits, dim):
                low, high = x.amin(dim, keepdim=True), x.amax(dim, keepdim=True)
                scale = (high - low) / 2**bits
                steps = (x - low) / torch.where(scale > 0, scale, torch.ones_like(scale))
                return steps.round().clamp(max=2**bits - 1).to(torch.uint8), scale, low
            """,
            why="2**bits levels have one step fewer between them.",
            look="How many steps are there between four levels?",
        ),
        slip(
            "the scale is computed from the standard deviation",
            edit="""
            def quantize_kv(x, bits, dim):
                low, high = x.amin(dim, keepdim=True), x.amax(dim, keepdim=True)
                scale = 4 * x.std(dim, keepdim=True) / (2**bits - 1)
                steps = (x - low) / torch.where(scale > 0, scale, torch.ones_like(scale))
                return steps.round().clamp(0, 2**bits - 1).to(torch.uint8), scale, low
            """,
            why="The smallest and the largest number of a group both have to be levels.",
            look="Which number gets the highest code?",
        ),
        slip(
            "the levels are symmetric around zero",
            edit="""
            def quantize_kv(x, bits, dim):
                top = x.abs().amax(dim, keepdim=True)
                scale = 2 * top / (2**bits - 1)
                return ((x + top) / scale.masked_fill(scale == 0, 1)).round().to(torch.uint8), scale, -top
            """,
            also=[
                """
                top = x.abs().amax(dim, keepdim=True)
                scale = top / 2 ** (bits - 1)
                codes = (x / scale.masked_fill(scale == 0, 1)).round() + 2 ** (bits - 1)
                return codes.clamp(0, 2**bits - 1).to(torch.uint8), scale, -top
                """,
                """
                top = x.abs().amax(dim, keepdim=True)
                scale = 2 * top / (2**bits - 1)
                return ((x + top) / scale.masked_fill(scale == 0, 1)).round().clamp(0, 2**bits - 1).to(torch.uint8), scale, -top
                """,
                """
                top = x.abs().amax(dim, keepdim=True)
                scale = top / max(2 ** (bits - 1) - 1, 1)
                codes = (x / scale.masked_fill(scale == 0, 1)).round().clamp(-(2 ** (bits - 1)), 2 ** (bits - 1) - 1)
                return codes.to(torch.int8), scale, torch.zeros_like(scale)
                """,
            ],
            why="A feature that is always positive would waste half of its levels.",
            look="Which number should get code 0?",
        ),
        slip(
            "the first and last numbers are used as the range",
            edit="""
            def quantize_kv(x, bits, dim):
                lo = x.narrow(dim, 0, 1)
                hi = x.narrow(dim, x.shape[dim] - 1, 1)
                scale = (hi - lo) / (2**bits - 1)
                safe = scale.clone()
                safe[safe == 0] = 1
                codes = torch.round((x - lo) / safe)
                return codes.to(torch.uint8), scale, lo
            """,
            why="Numbers in between may fall outside that range.",
            look="Between which two numbers of a group do your levels run?",
        ),
        slip(
            "groups run along all other axes",
            edit="""
            def quantize_kv(x, bits, dim):
                rest = [d for d in range(x.ndim) if d != dim % x.ndim]
                low, high = x.amin(rest, keepdim=True), x.amax(rest, keepdim=True)
                scale = (high - low) / (2**bits - 1)
                return ((x - low) / scale.masked_fill(scale == 0, 1)).round().to(torch.uint8), scale, low
            """,
            why="`dim` is the one axis along which numbers form a group.",
            look="How many numbers should one group contain?",
        ),
        slip(
            "groups run along two axes",
            edit="""
            def quantize_kv(x, bits, dim):
                lo = x.amin((-2, -1), keepdim=True).expand_as(torch.min(x, dim, keepdim=True)[0])
                hi = x.amax((-2, -1), keepdim=True).expand_as(lo)
                scale = (hi - lo) / (2**bits - 1)
                safe = scale.clone()
                safe[safe == 0] = 1
                codes = torch.round((x - lo) / safe)
                return codes.to(torch.uint8), scale, lo
            """,
            also=[(ENDS, ENDS.replace("dim=dim", "dim=(-2, -1)"))],
            why="A group runs along one axis only.",
            look="How many numbers should one group contain?",
        ),
        slip(
            "small numbers do not use all levels",
            edit="""
            def quantize_kv(x, bits, dim):
                low, high = x.amin(dim, keepdim=True), x.amax(dim, keepdim=True)
                scale = (high - low) / (2**bits - 1)
                steps = (x - low) / scale.clamp(min=1e-3)
                return steps.round().to(torch.uint8), scale, low
            """,
            also=KEPT_FROM_0,
            why="A lower limit or a number added to avoid 0/0 can be larger than the scale itself, and then it determines the codes.",
            look="What are scale and codes for a group of numbers around 1e-10, as in the docstring?",
        ),
        slip(
            "scale and minimum are repeated for every number of a group",
            edit=(RETURNED, RETURNED.replace("scale, low", "scale.expand_as(x), low.expand_as(x)")),
            why="The scale would then take more memory than the codes. Broadcasting repeats it for free when the codes are read back.",
            look="What size does the docstring promise for scale and minimum along dim?",
        ),
        slip(
            "numbers are clamped to ±1",
            edit="""
            def quantize_kv(x, bits, dim):
                x = x.clamp(-1, 1)
                lo = torch.min(x, dim, keepdim=True)[0]
                hi = torch.max(x, dim, keepdim=True)[0]
                scale = (hi - lo) / (2**bits - 1)
                safe = scale.clone()
                safe[safe == 0] = 1
                codes = torch.round((x - lo) / safe)
                return codes.to(torch.uint8), scale, lo
            """,
            why="Keys and values can be of any size.",
            look="What happens to the number 3?",
        ),
        slip(
            "the inverse of the scale is returned",
            edit="""
            def quantize_kv(x, bits, dim):
                lo = torch.min(x, dim, keepdim=True)[0]
                hi = torch.max(x, dim, keepdim=True)[0]
                scale = (hi - lo) / (2**bits - 1)
                safe = scale.clone()
                safe[safe == 0] = 1
                codes = torch.round((x - lo) / safe)
                return codes.to(torch.uint8), 1 / safe, lo
            """,
            why="Codes are read back by multiplying by the scale.",
            look="For your results, what is codes · scale + minimum?",
        ),
        slip(
            "the minimum is rounded",
            edit="""
            def quantize_kv(x, bits, dim):
                lo = torch.min(x, dim, keepdim=True)[0].floor()
                hi = torch.max(x, dim, keepdim=True)[0]
                scale = (hi - lo) / (2**bits - 1)
                safe = scale.clone()
                safe[safe == 0] = 1
                codes = torch.round((x - lo) / safe)
                return codes.to(torch.uint8), scale, lo
            """,
            also=[("scale = (high - low) / (2**bits - 1)", "scale = (high - low) / (2**bits - 1)\n    low = (low / scale).nan_to_num().round() * scale"), [("scale = (high - low) / (2**bits - 1)", "scale = (high - low) / (2**bits - 1)\n    safe = scale.masked_fill(scale == 0, 1)\n    low = (low / safe).round() * safe"), ("steps.round()", "steps.round().clamp(0, 2**bits - 1)")]],
            why="The minimum has to be exactly the smallest number of the group.",
            look="Is your minimum one of the numbers?",
        ),
        slip(
            "codes are signed bytes",
            edit=("torch.uint8", "torch.int8"),
            also=[*with_others(("torch.uint8", "torch.int8"))],
            why="A signed byte goes only up to 127, so the upper half of the 8-bit codes becomes negative.",
            look="What is the largest number your dtype can hold?",
        ),
        slip(
            "half a step is added before rounding",
            edit=("steps.round()", "(steps + 0.5).round()"),
            why="Adding one half and dropping the decimals rounds to the nearest level, and so does round() on its own. Together they round too high.",
            look="What does your code make of 1.2 steps?",
        ),
        slip(
            "numbers are rounded before they are divided",
            edit=("((x - low) / scale).nan_to_num(0.0)", "((x - low).round() / scale).nan_to_num(0.0)"),
            also=[[("((x - low) / scale).nan_to_num(0.0)", "((x - low).round() / scale).nan_to_num(0.0)"), ("steps.round()", "steps")]],
            why="Steps can be smaller than 1, so rounding first throws away what the levels were meant to keep.",
            look="What does your rounding do to a group with numbers from 0 to 0.4?",
        ),
        slip(
            "the minimum is not returned",
            edit=("uint8), scale, low", "uint8), scale"),
            also=[(RETURNED, "return steps.round().to(torch.uint8)")],
            why="Codes are counted from the minimum, so the numbers can't be read back without it.",
            look="How many results does the docstring promise?",
        ),
        slip(
            "scale and minimum are rounded to 16 bits",
            edit=("scale = (high - low) / (2**bits - 1)", "scale, low = ((high - low) / (2**bits - 1)).half().to(x.dtype), low.half().to(x.dtype)"),
            also=[(RETURNED, "return steps.round().to(torch.uint8), scale.half(), low.half()"), (RETURNED, "return steps.round().to(torch.uint8), scale.half(), low")],
            why="Half precision has only about three digits, and very small scales become 0. The docstring promises the dtype of x.",
            look="What does torch.tensor(1e-10).half() give?",
        ),
    ]  # fmt: skip
    apart = ["numbers around 1e-10 use all levels"]
    promises = {
        "x is not modified": "x unchanged",
        "bits from 1": dict(bits=1),
        "up to 8 bits": dict(bits=8),
        "groups along tokens": dict(dim=-2),
        "groups along features": dict(dim=-1),
        "the nearest level": "codes",
        "uint8": "bytes",
        "size 1 along the axis": "scale",
        "a group of equal numbers": dict(equal=True),
        "its scale is exactly 0": "scales of 0",
        "numbers around 1e-10 use all levels": dict(size=1e-10),
    }
