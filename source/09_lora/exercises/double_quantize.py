"""Double quantization: round the scales of blocks to 8 bits around their mean.

Oracle: one scale at a time, with the mean by math.fsum. No input is close to a rounding boundary.
"""

import math

import numpy as np
import torch

from autograder.authoring import exercise, slip

from ._shared import FINISHED, single


def unround(rng, draw, block):
    """Scales whose codes don't depend on how the last digits are rounded."""
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
            "each block gets its own mean",
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
            why="That is one more number per block, but the docstring asks for a single mean of all scales.",
            look="How many means does your function return?",
        ),
        slip(
            "one scale is used for all blocks",
            edit=("centred.abs().amax(dim=1) / 127", "centred.abs().amax().expand(len(centred)) / 127", "centred.abs().amax() / 127"),
            why="It is the same mistake as one scale for a whole tensor: the largest value decides for all blocks.",
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
            """],
            why="Once the mean is gone, half of the numbers are negative, and some of them are the largest.",
            look="What is the smallest code, and does it fit into 8 bits?",
        ),
        slip(
            "codes are truncated, not rounded",
            edit=(".round()", ".trunc()", ".floor()"),

            why="The error is up to a whole step instead of half a step.",
            look="Which code should 2.9 become?",
        ),
        slip(
            "the range is that of 8 unsigned bits",
            edit=("amax(dim=1) / 127", "amax(dim=1) / 255", "amax(dim=1) / 128", "amax(dim=1) / 127.5"),
            also=[[("amax(dim=1) / 127", f"amax(dim=1) / {top}"), (".round()", f".round().clamp({low}, 127)")] for top in (128, 255, 127.5) for low in (-128, -127)],
            why="int8 ends at 127, so anything larger comes out negative.",
            look="What do 128 and 255 become in int8?",
        ),
        slip(
            "the last block is dropped if it is not full",
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
            "the padding of the last block is counted as scales",
            edit=("F.pad(absmax - mean, (0, -len(absmax) % block))", "(F.pad(absmax, (0, -len(absmax) % block)) - mean)"),
            also=[("mean = absmax.mean()", "mean = F.pad(absmax, (0, -len(absmax) % block)).mean()")],
            why="Padding zeros aren't scales. They shift the mean, or stretch the range of the last block.",
            look="Subtract the mean from one of the zeros you added. Is the result still small compared with the rest?",
        ),
        slip(
            "the padding of the last block comes back as well",
            edit=("[: len(absmax)]", ""),
            why="Then there are more scales than there are blocks of weights.",
            look="How many codes come back for 21 numbers in blocks of 8?",
        ),
        slip(
            "the scales are the largest values, not the steps",
            edit=[("amax(dim=1) / 127", "amax(dim=1)"), ("(centred / scales", "(127 * centred / scales")],
            why="A code is restored by multiplying it by its step, so the result would be 127 times too large.",
            look="Multiply your largest code by its scale. Is that what you began with?",
        ),
        slip(
            "the codes are not int8",
            edit=(".to(torch.int8)", ""),
            also=[(".to(torch.int8)", ".long()"), (".to(torch.int8)", ".to(torch.int16)")],
            why="In float32 they take the same four bytes that each scale took before.",
            look="Print the dtype of your codes.",
        ),
        slip(
            "the codes have the shape of the blocks",
            edit=(".flatten()[: len(absmax)]", ""),
            why="The docstring asks for one code per number, of shape (n,).",
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
            why="That needs the smallest value of each block. Here all blocks share one mean, and codes have a sign.",
            look="What code should a value get that equals the mean?",
        ),
        slip(
            "the median is subtracted",
            edit=("absmax.mean()", "absmax.median()"),
            why="Either would do as long as it is kept, but the docstring asks for the mean.",
            look="Which number is written with a bar in the formula?",
        ),
        slip(
            "the step is taken before the mean is subtracted",
            edit=("scales = centred.abs().amax(dim=1) / 127", "scales = torch.stack([part.max() for part in absmax.split(block)]) / 127"),
            why="Then the codes stay far below 127, so the steps are coarser than they need to be.",
            look="What is the largest code in each of your blocks?",
        ),
        slip(
            "blocks always have 256 scales",
            edit=("tiny = torch", "block = 256\n    tiny = torch"),
            why="256 is only the default.",
            look="Which of the arguments of your function does your code never use?",
        ),
        slip(
            "the steps are upside down",
            edit=("return codes, scales, mean", "return codes, torch.where(scales > 0, 1 / scales, 0.0), mean"),
            why="A code is restored by multiplying it by its step.",
            look="Multiply your largest code by its step. Is that what you began with?",
        ),
        slip(
            "something is added to each step",
            edit=("amax(dim=1) / 127", "amax(dim=1) / 127 + 1e-3", "amax(dim=1) / 127 + 1e-4"),
            also=[("scales.clamp(min=tiny)", "scales.clamp(min=1e-3)"), ("scales.clamp(min=tiny)", "(scales + 1e-3)")],
            why="A guard against 0/0 must not affect other blocks, because real steps are near 0.0001.",
            look="What is the largest code in each of your blocks?",
        ),
        slip(
            "the mean keeps an extra axis",
            edit=("return codes, scales, mean", "return codes, scales, mean.reshape(1)"),
            why="The docstring asks for one number of shape ().",
            look="Print the shape of your mean.",
        ),
        slip(
            "all blocks are given the same length",
            edit="""
                mean, out, steps = absmax.mean(), [], []
                for part in (absmax - mean).chunk(math.ceil(len(absmax) / block)):
                    steps.append(part.abs().max() / 127)
                    out.append(torch.nan_to_num(part / steps[-1]).round())
                return torch.cat(out).to(torch.int8), torch.stack(steps), mean
            """,
            why="When scales are restored, the first step belongs to the first `block` codes. Only the last block may be shorter.",
            look="How many numbers are in the first block for 21 numbers and block = 8?",
        ),
    ]  # fmt: skip
    promises = {
        "the last block may be short": dict(n=21),
        "blocks of 256 by default": dict(block=None),
        "all equal": dict(equal=True),
        "int8": "int8",
        "the argument is not modified": "absmax unchanged",
        "scales as small as real ones": dict(size=0.05),
    }
