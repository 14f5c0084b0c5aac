"""Mask for a local (sliding) window: positions at most radius apart may see each other.

Oracle: the definition, entry by entry.
"""

import numpy as np

from autograder.authoring import exercise, slip

from ._shared import BLOCKS


@exercise("local_mask", points=2, forbid=BLOCKS)
class _:
    cases = [
        dict(length=(7, 22), radius=(2, 5)),
        dict(length=(5, 12), radius=(0, 0)),
        dict(length=(1, 1), radius=(1, 1)),
        dict(length=(6, 6), radius=(3, 3)),
        dict(length=(4, 4), radius=(1, 1)),
    ]

    def inputs(rng, length, radius):
        length, radius = (int(rng.integers(*each, endpoint=True)) for each in (length, radius))
        return {"length": length, "radius": radius}

    def oracle(length, radius):
        mask = np.array([[abs(i - j) <= radius for j in range(length)] for i in range(length)])
        return {"mask": mask, "hidden": ~mask}

    alternatives = {
        "a band of triangles": """
            ones = torch.ones(length, length, dtype=torch.bool)
            return ones.tril(radius) & ones.triu(-radius)
        """,
        "lists": "return torch.tensor([[-radius <= i - j <= radius for j in range(length)] for i in range(length)])",
    }
    slips = [
        slip(
            "the key at distance radius is left out",
            edit=("<= radius", "< radius"),
            why="With radius 0 a token should still see itself. Here it sees nothing, so its output is zeros.",
            look="How many keys does a token in the middle see, for radius 2?",
        ),
        slip(
            "the distance has a sign",
            edit=(".abs()", ""),
            why="The difference i − j is negative for every key that comes later, so the whole future counts as near.",
            look="Print the mask for length 5 and radius 1. Is it symmetric?",
        ),
        slip(
            "radius is taken to be the width of the whole window",
            edit=("<= radius", "<= radius // 2"),
            why="A radius counts to one side. The window has 2·radius + 1 keys.",
            look="How many keys does a token in the middle see, for radius 2?",
        ),
        slip(
            "True and False are swapped",
            edit=("<= radius", "> radius"),
            why="True means that a query may look. Here a token sees everything except its neighbors.",
            look="Is the diagonal of your mask True?",
        ),
        slip(
            "the mask is not a boolean tensor",
            edit=(
                ".abs() <= radius",
                ".abs().le(radius).int()",
                ".abs().le(radius).float()",
                ".abs().le(radius).tolist()",
            ),
            why="F.scaled_dot_product_attention adds a mask of numbers to the scores, so nothing is hidden. ~mask, masked_fill and & "
            "need a boolean mask.",
            look="Print the dtype of your mask.",
        ),
        slip(
            "the square of the distance is compared",
            edit=(".abs()", ".square()"),
            why="Squares grow faster: with radius 2 a key at distance 2 is left out, because 4 is more than 2.",
            look="For radius 2, how many keys does a token in the middle see?",
        ),
        slip(
            "the window is more than twice as wide",
            edit=("<= radius", "<= 2 * radius + 1", "<= 2 * radius", "<= radius + 1"),
            why="2·radius + 1 is the number of keys in the whole window: radius on each side, and the token itself.",
            look="How far away is the farthest key that a token may see?",
        ),
        slip(
            "a window at the start of the text wraps around to its end",
            edit="""
def local_mask(length, radius):
    mask = torch.zeros(length, length, dtype=torch.bool)
    for i in range(length):
        mask[i, i - radius : i + radius + 1] = True
    return mask
""",
            why="A negative start of a slice counts from the end. The first tokens then see nothing, or they see the end of the text.",
            look="For position 0 and radius 2, which slice do you take?",
            also=[
                """
def local_mask(length, radius):
    mask = torch.zeros(length, length, dtype=torch.bool)
    for i in range(length):
        for step in range(-radius, radius + 1):
            mask[i, (i + step) % length] = True
    return mask
"""
            ],
        ),
        slip(
            "a token may not look at itself",
            edit=(".abs() <= radius", ".abs().sub(1).abs() <= radius - 1"),
            why="The docstring counts the position itself: with radius 0 it is the only key.",
            look="Is the diagonal of your mask True?",
            also=[
                (
                    "return (position.unsqueeze(1) - position).abs() <= radius",
                    "distance = (position.unsqueeze(1) - position).abs()\n    return (distance <= radius) & (distance > 0)",
                )
            ],
        ),
        slip(
            "the conditions for the two sides are joined by `or`",
            edit=(
                "(position.unsqueeze(1) - position).abs() <= radius",
                "(position.unsqueeze(1) - position <= radius) | (position.unsqueeze(1) - position >= -radius)",
            ),
            why="Every key is either not too far to the left or not too far to the right. Both conditions have to hold.",
            look="Which key does your mask hide?",
        ),
        slip(
            "the narrow table of windows is returned",
            edit=(
                "return (position.unsqueeze(1) - position).abs() <= radius",
                "return torch.ones(length, 2 * radius + 1, dtype=torch.bool)",
            ),
            why="The narrow table belongs to exercise 4. A mask has one column for each key.",
            look="What is the shape of the mask for five tokens?",
        ),
        slip(
            "the last key of the window is left out",
            edit=(
                "(position.unsqueeze(1) - position).abs() <= radius",
                "(position.unsqueeze(1) - position <= radius) & (position.unsqueeze(1) - position > -radius)",
                "(position.unsqueeze(1) - position < radius) & (position.unsqueeze(1) - position >= -radius)",
            ),
            why="A slice that ends at i + radius excludes position i + radius, because Python leaves out the end.",
            look="For radius 0, does a token see itself?",
        ),
    ]
    promises = {
        "at most radius away, to both sides": dict(length=(7, 22)),
        "itself among them": dict(radius=(0, 0)),
        "one token": dict(length=(1, 1)),
        "a window that is wider than the text": dict(length=(6, 6), radius=(3, 3)),
        "bool, which ~ inverts": "hidden",
    }
