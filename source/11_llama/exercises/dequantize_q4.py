"""Dequantize GGUF's Q4_1 blocks of 32 weights.

Oracle: the decoder of the gguf package.
"""

import numpy as np

from autograder.authoring import exercise, slip

from ._shared import FINISHED, LIBRARY

CODES = "torch.cat([blocks[:, 4:] & 15, blocks[:, 4:] >> 4], dim=1)"
HALVES = "blocks[:, :4].contiguous().view(torch.float16).float()"


@exercise("dequantize_q4", points=3, forbid=["gguf", *LIBRARY, *FINISHED])
class _:
    # In the third case there are as many blocks as weights in a block; in the last, products overflow half precision, and
    # scales and minima have either sign.
    cases = [dict(n=3), dict(n=1), dict(n=32), dict(n=5, large=True)]
    weights = {"weights": 5, "float32": 1, "blocks unchanged": 1}
    tolerance = {"weights": 1e-5, "float32": 1e-5, "blocks unchanged": 1e-5}

    def inputs(rng, n, large=False):
        d = rng.uniform(0.01, 0.2, n) * (50_000 if large else 1)
        m = rng.uniform(-1.5, -0.3, n) * (20_000 if large else 1)
        if large:
            d[1::2] *= -1
            m[::2] *= -1
        numbers = np.stack([d, m], axis=1).astype("<f2")
        codes = rng.integers(0, 256, (n, 16), dtype=np.uint8)
        return {"blocks": np.concatenate([numbers.view(np.uint8), codes], axis=1)}

    def oracle(blocks):
        from gguf import GGMLQuantizationType
        from gguf.quants import dequantize

        blocks = np.array(blocks, dtype=np.uint8)
        w = dequantize(blocks, GGMLQuantizationType.Q4_1).astype(np.float64)
        single = {"values": w[:1], "type": "torch.float32"}
        return {
            "weights": w,
            "float32": single,
            "blocks unchanged": {"weights": w[:1], "blocks": blocks.astype(np.int64)},
        }

    equivalent = {
        "d, m = blocks[:, :4].contiguous().view(torch.float16).float().chunk( 3, dim=1)": "two columns make no more than two chunks",
    }
    alternatives = {
        "through numpy": """
            import numpy as np
            rows = blocks.cpu().numpy()
            d, m = rows[:, 0:2].copy().view("<f2"), rows[:, 2:4].copy().view("<f2")
            q = np.concatenate([rows[:, 4:] % 16, rows[:, 4:] // 16], axis=1)
            return torch.from_numpy(d.astype("float32") * q + m.astype("float32"))
        """,
        "block by block, with struct": """
            import struct
            out = torch.zeros(len(blocks), 32)
            for i, row in enumerate(blocks.tolist()):
                d, m = struct.unpack("<2e", bytes(row[:4]))
                for j, byte in enumerate(row[4:]):
                    out[i, j] = d * (byte % 16) + m
                    out[i, j + 16] = d * (byte // 16) + m
            return out
        """,
        "shifts over a new axis": """
            head, codes = blocks[:, :4], blocks[:, 4:]
            d, m = head.clone().view(torch.float16).float().unbind(1)
            q = (codes[:, None] >> torch.tensor([0, 4], dtype=torch.uint8, device=blocks.device)[:, None]) & 15
            return torch.addcmul(m[:, None], d[:, None], q.reshape(-1, 32).float())
        """,
    }
    slips = [
        slip(
            "the two halves of a byte become neighbours",
            edit=(CODES, "torch.stack([blocks[:, 4:] & 15, blocks[:, 4:] >> 4], dim=2).flatten(1)"),
            why="All the weights are there, but most are in the wrong column, so products use the wrong numbers.",
            look="Which weight is the upper half of the first byte: number 1 or number 16?",
        ),
        slip(
            "upper halves come first",
            edit=(CODES, "torch.cat([blocks[:, 4:] >> 4, blocks[:, 4:] & 15], dim=1)"),
            also=[(CODES, "torch.stack([blocks[:, 4:] >> 4, blocks[:, 4:] & 15], dim=2).flatten(1)")],
            why="The halves are in the wrong order, within each block or within each byte.",
            look="Which half of byte 4 belongs to weight 0?",
        ),
        slip(
            "the upper halves aren't shifted down",
            edit=(CODES, "torch.cat([blocks[:, 4:] & 15, blocks[:, 4:] & 240], dim=1)"),
            also=[(CODES, "torch.cat([blocks[:, 4:] & 15, blocks[:, 4:]], dim=1)")],
            why="A four-bit number is at most 15. Half of your weights are up to 16 times too large.",
            look="Which values can your codes of weights 16 to 31 take?",
        ),
        slip(
            "the lower halves still contain the upper bits",
            edit=("blocks[:, 4:] & 15", "blocks[:, 4:]"),
            why="A four-bit number is at most 15.",
            look="What is the lower half of the byte 0xA7?",
        ),
        slip(
            "codes are treated as signed numbers",
            edit=("return d * codes + m", "return d * (codes.float() - 8) + m"),
            also=[("return d * codes + m", "return d * (codes - 7.5) + m"), (CODES, "torch.cat([blocks[:, 4:] & 15, (blocks[:, 4:].contiguous().view(torch.int8) >> 4)], dim=1)"), ("return d * codes + m", "return d * (codes.float() - 8)"), ("return d * codes + m", "return d * torch.where(codes > 7, codes.float() - 16, codes.float()) + m")],
            why="Q4_0, which has no minimum, works that way. Here code 0 is the smallest weight, which is m.",
            look="Which weight should come out for q = 0?",
        ),
        slip(
            "scale and minimum are swapped",
            edit=("d, m = " + HALVES, "m, d = " + HALVES),
            why="The 16 levels of each block are then in the wrong places and the wrong distance apart.",
            look="Which is in bytes 0 and 1, the scale or the minimum?",
        ),
        slip(
            "the minimum is also multiplied by the scale",
            edit=("return d * codes + m", "return d * (codes + m)"),
            why="m is already a weight, the smallest of its block, so it needs no scale.",
            look="What are the units of d, q and m?",
        ),
        slip(
            "the minimum is subtracted",
            edit=("return d * codes + m", "return d * codes - m"),
            why="Some formats, such as Q4_K, store a positive minimum and subtract it. In Q4_1 the minimum is added.",
            look="Is m positive or negative in most blocks, and where should zero be?",
        ),
        slip(
            "the minimum is left out",
            edit=("return d * codes + m", "return d * codes"),
            why="All weights would be positive.",
            look="Which of the 20 bytes does your code never use?",
        ),
        slip(
            "the bytes of d and m are read in the wrong order",
            edit=(HALVES, "blocks[:, [1, 0, 3, 2]].contiguous().view(torch.float16).float()"),
            why="The order of the two bytes matters: if you swap them, they encode an unrelated number of any size.",
            look="Is the sign in byte 0 or in byte 1?",
        ),
        slip(
            "d and m are read as bfloat16",
            edit=("view(torch.float16)", "view(torch.bfloat16)"),
            why="Both types have two bytes but split them differently between exponent and fraction.",
            look="Which type does the docstring name for d and m?",
        ),
        slip(
            "d and m are read as integers",
            edit=("view(torch.float16)", "view(torch.int16)"),
            also=[(HALVES, "blocks[:, [0, 2]].half()"), (HALVES, "blocks[:, [0, 2]].float()"), (HALVES, "(blocks[:, [0, 2]].float() + 256 * blocks[:, [1, 3]].float())")],
            why="The bits of a float are divided between sign, exponent and fraction, so reading them as an integer gives nonsense.",
            look="How do you read two bytes as the float16 that they encode, without converting their values?",
        ),
        slip(
            "one block's scale serves all blocks",
            edit=("return d * codes + m", "return d[0] * codes + m[0]"),
            also=[("return d * codes + m", "return d[-1] * codes + m[-1]"), ("return d * codes + m", "return d.mean() * codes + m.mean()")],
            why="The point of blocks is that every 32 weights have their own scale.",
            look="What are the shapes of d and m before they are combined with the codes?",
        ),
        slip(
            "scales are applied along the wrong axis",
            edit=("return d * codes + m", "return d.T * codes + m.T"),
            why="Each weight then gets the scale of some other block, and with exactly 32 blocks no error warns you.",
            look="Write (n, 32) and the shape of your d one below the other. Which axes line up?",
        ),
        slip(
            "the arithmetic is in half precision",
            edit=("view(torch.float16).float()", "view(torch.float16)"),
            also=[("return d * codes + m", "return (d.half() * codes + m.half()).float()")],
            why="The products are rounded to 11 bits, and large ones become infinite.",
            look="What is the dtype of d when it is multiplied by the codes?",
        ),
        slip(
            "a scale or a minimum loses its sign",
            edit=("return d * codes + m", "return d.abs() * codes + m"),
            also=[("return d * codes + m", "return d * codes - m.abs()"), ("return d * codes + m", "return d.abs() * codes - m.abs()")],
            why="The formula uses both unchanged, because a scale can be negative and a minimum positive.",
            look="What do you do to d and m between reading and using them?",
        ),
        slip(
            "the codes are read starting at the wrong byte",
            edit=(CODES, "torch.cat([blocks[:, 2:18] & 15, blocks[:, 2:18] >> 4], dim=1)"),
            also=[(CODES, "torch.cat([blocks[:, :16] & 15, blocks[:, :16] >> 4], dim=1)"), (CODES, "torch.cat([blocks[:, 3:19] & 15, blocks[:, 3:19] >> 4], dim=1)")],
            why="Bytes of d and m are then read as weights, and the last weights are lost.",
            look="Which bytes of a row hold codes, and how many are there?",
        ),
        slip(
            "codes are scaled to between 0 and 1",
            edit=("return d * codes + m", "return d * codes / 15 + m"),
            also=[("return d * codes + m", "return d * codes / 16 + m")],
            why="d is the size of one step, not the range of the block.",
            look="How far apart are the weights for q = 3 and q = 4?",
        ),
        slip(
            "all weights are returned in a single row",
            edit=("return d * codes + m", "return (d * codes + m).flatten()"),
            why="The calling code gives the weights their final shape, and it expects one row per block.",
            look="What shape does the docstring promise?",
        ),
        slip(
            "the weights aren't float32",
            edit=("return d * codes + m", "return (d * codes + m).double()"),
            also=[("return d * codes + m", "return (d * codes + m).numpy()"), ("return d * codes + m", "return (d.double() * codes + m).half()") , ("return d * codes + m", "return (d * codes + m).bfloat16()")],
            why="A float32 model needs float32 weights.",
            look="Print the dtype of what you return.",
        ),
        slip(
            "the argument is changed in place",
            edit=("return d * codes + m", "blocks[:, 4:] >>= 4\n    return d * codes + m"),
            also=[("return d * codes + m", "blocks[:, 4:] &= 15\n    return d * codes + m")],
            why="After decoding, the file in memory would hold different bytes.",
            look="Which of your operations write into `blocks`?",
        ),
        slip(
            "bytes are split at 15 instead of 16",
            edit=(CODES, "torch.cat([blocks[:, 4:] % 15, blocks[:, 4:] // 15], dim=1)"),
            why="Four bits have 16 values. If you split at 15, most bytes give the wrong two numbers.",
            look='What are the two halves of the byte 0x2F?',
        ),
    ]  # fmt: skip
    promises = {
        "a scale for each block": dict(n=32),
        "a single block": dict(n=1),
        "arithmetic in float32": dict(large=True),
        "float32": "float32",
        "blocks are left as they are": "blocks unchanged",
    }
