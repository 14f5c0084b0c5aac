"""Pack two 4-bit codes into each byte, the first in the upper half.

Oracle: the codes as hexadecimal digits, read by bytes.fromhex.
"""

import numpy as np
import torch

from autograder.authoring import exercise, slip

from ._shared import FINISHED, single


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
            "the second code of a pair is in the upper half",
            edit=("pairs[:, 0] * 16 + pairs[:, 1]", "pairs[:, 1] * 16 + pairs[:, 0]"),
            why="Either order would do, but packing and unpacking have to use the same one.",
            look="Codes 15 and 1: should the byte be 241 or 31?",
        ),
        slip(
            "codes from the two halves of the tensor are paired",
            edit=("pairs = codes.reshape(-1, 2)", "pairs = codes.reshape(2, -1).T"),
            why="Neighbours belong together; otherwise you can't read a block without also reading the far end of the tensor.",
            look="Which two codes share the first byte?",
        ),
        slip(
            "the upper code is not shifted by four bits",
            edit=("* 16 +", "* 15 +", "* 8 +", "* 4 +", "* 10 +"),
            also=[("* 16 +", "* 256 +")],
            why="Two different pairs get the same byte, and unpacking can't tell them apart.",
            look="What is the largest code, and what is the next number after it?",
        ),
        slip(
            "the bytes are not uint8",
            edit=(".to(torch.uint8)", ""),
            also=[(".to(torch.uint8)", ".float()"), (".to(torch.uint8)", ".to(torch.int32)")],
            why="In int64 each pair takes eight bytes: eight times as much as it needs, and twice what the float32 of one weight takes.",
            look="Print the dtype and `element_size()` of what you return.",
        ),
        slip(
            "bytes above 127 turn negative",
            edit=(".to(torch.uint8)", ".to(torch.int8)"),
            why="int8 goes from −128 to 127, but a byte with two codes goes from 0 to 255.",
            look="What does your function return for the codes 15 and 15?",
        ),
        slip(
            "every code gets a byte of its own",
            edit=("return (pairs[:, 0] * 16 + pairs[:, 1]).to(torch.uint8)", "return codes.flatten().to(torch.uint8)"),
            also=["return codes.to(torch.uint8)"],
            why="Then a weight takes 8 bits, not 4.",
            look="How many bytes should 12 codes need?",
        ),
        slip(
            "the codes of a pair are added",
            edit=("* 16 +", "+"),
            why="15 + 1 and 14 + 2 would give the same byte.",
            look="How many different pairs are there, and how many different sums?",
        ),
        slip(
            "pairs are made of rows, not of neighbours",
            edit="return (codes[::2] * 16 + codes[1::2]).to(torch.uint8).flatten()",
            why="`[::2]` takes every second row of a matrix. Codes that are neighbours in memory are in the same row.",
            look="Which codes are `codes[::2]` for a matrix?",
        ),
        slip(
            "a list comes back",
            edit=("return (pairs[:, 0] * 16 + pairs[:, 1]).to(torch.uint8)", "return (pairs[:, 0] * 16 + pairs[:, 1]).tolist()"),
            why="A number in a list takes more memory than the weight did.",
            look="What type does the docstring promise?",
        ),
        slip(
            "pairs end with the row",
            edit=("return (pairs[:, 0] * 16 + pairs[:, 1])", "return (codes[..., 0::2] * 16 + codes[..., 1::2]).flatten()"),
            also=["""
                pairs = codes.unflatten(-1, (-1, 2))
                return (pairs[..., 0] * 16 + pairs[..., 1]).flatten().to(torch.uint8)
            """],
            why="A row may have an odd number of codes. Then its last one shares a byte with the first of the next row.",
            look="Does your code run if each row has three codes?",
        ),
        slip(
            "the bytes keep the rows of the codes",
            edit="""
                pairs = codes.unflatten(-1, (-1, 2))
                return (pairs[..., 0] * 16 + pairs[..., 1]).to(torch.uint8)
            """,
            also=["return (codes[..., 0::2] * 16 + codes[..., 1::2]).to(torch.uint8)"],
            why="The docstring asks for a single run of bytes, (n / 2,). If a row has an odd number of codes, nothing else is possible.",
            look="Print the shape of what you return.",
        ),
        slip(
            "pairs run down the columns",
            edit=("pairs = codes.reshape(-1, 2)", "pairs = codes.transpose(0, -1).reshape(-1, 2)"),
            why="Neighbours in a row belong together; otherwise the bytes unpack to a different matrix.",
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
        "the codes are not modified": "codes unchanged",
        "any shape": dict(shape=(2, 3, 3)),
        "one byte": dict(shape=(2,)),
        "bytes above 127": dict(high=True),
        "uint8": "uint8",
    }
