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
        dict(length=(5, 6), radius=(12, 13)),  # wider than twice the text
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
            also=[("(position.unsqueeze(1) - position).abs()", "(position - position.unsqueeze(1))")],
            why="A difference is negative on one side of the diagonal, so the whole future, or the whole past, counts as near.",
            look="Print the mask for length 5 and radius 1. Is it symmetric?",
        ),
        slip(
            "radius is taken to be the width of the whole window",
            edit=("<= radius", "<= radius // 2"),
            why="The radius counts the keys on one side. The whole window has 2·radius + 1 keys.",
            look="How many keys does a token in the middle see, for radius 2?",
        ),
        slip(
            "True and False are swapped",
            edit=("<= radius", "> radius"),
            why="True means that a query may look. Here a token sees everything except its neighbours.",
            look="Is the diagonal of your mask True?",
        ),
        slip(
            "the mask is not a boolean tensor",
            edit=(
                ".abs() <= radius",
                ".abs().le(radius).int()",
                ".abs().le(radius).to(torch.uint8)",
                ".abs().le(radius).float()",
                ".abs().le(radius).tolist()",
                ".abs().lt(radius).long()",
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
            "the window is wider than it should be",
            edit=("<= radius", "<= 2 * radius + 1", "<= 2 * radius", "<= radius + 1", "<= max(radius, 1)"),
            why="2·radius + 1 is the number of keys in the whole window: radius on each side, and the token itself.",
            look="How far away is the farthest key that a token may see?",
        ),
        slip(
            "windows at the start of the text are cut out with a negative index",
            edit="""
def local_mask(length, radius):
    mask = torch.zeros(length, length, dtype=torch.bool)
    for i in range(length):
        mask[i, i - radius : i + radius + 1] = True
    return mask
""",
            also=[
                """
                mask = torch.zeros(length, length, dtype=torch.bool)
                for i in range(length):
                    for j in range(i - radius, min(length, i + radius + 1)):
                        mask[i, j] = True
                return mask
                """
            ],
            why="A negative index counts from the end. The first tokens then see nothing, or they see the end of the text.",
            look="For position 0 and radius 2, which indices does your code use?",
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
            "every position sees every other one",
            edit=(
                "(position.unsqueeze(1) - position).abs() <= radius",
                "(position.unsqueeze(1) - position <= radius) | (position.unsqueeze(1) - position >= -radius)",
            ),
            why="If the conditions for the two sides are joined by `or`, for example, every key meets one of them: it is not too far to the left "
            "or not too far to the right. Both have to hold.",
            look="Which key does your mask hide?",
        ),
        slip(
            "the narrow table of windows is returned",
            edit=(
                "return (position.unsqueeze(1) - position).abs() <= radius",
                "return torch.ones(length, 2 * radius + 1, dtype=torch.bool)",
                "near = torch.arange(-radius, radius + 1) + position.unsqueeze(1)\n    return (near >= 0) & (near < length)",
                "return torch.arange(2 * radius + 1) - radius + position.unsqueeze(1) >= 0",
            ),
            why="The narrow table belongs to section 4. A mask has one column for each key.",
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
        slip(
            "every position looks back only, or ahead only",
            edit=(
                "(position.unsqueeze(1) - position).abs() <= radius",
                "torch.ones(length, length, dtype=torch.bool).tril().triu(-radius)",
                "torch.ones(length, length, dtype=torch.bool).triu().tril(radius)",
                "torch.ones(length, length, dtype=torch.bool).tril().triu(1 - radius)",
            ),
            why="The window extends to both sides of a position. A model that generates text combines this mask with a causal one.",
            look="Print the mask for length 5 and radius 1. Is it symmetric?",
        ),
        slip(
            "positions are counted around a circle",
            edit=(
                "return (position.unsqueeze(1) - position).abs() <= radius",
                "away = (position.unsqueeze(1) - position).abs()\n    return torch.minimum(away, length - away) <= radius",
                "return (position.unsqueeze(1) - position) % length <= radius",
                "return (position - position.unsqueeze(1)) % length <= radius",
            ),
            also=[
                f"""
                mask = torch.zeros(length, length, dtype=torch.bool)
                for i in range(length):
                    for j in {keys}:
                        mask[i, j % length] = True
                return mask
                """
                for keys in (
                    "range(i - radius, i + radius + 1)",
                    "range(max(0, i - radius), i + radius + 1)",
                    "range(i - radius, min(length, i + radius + 1))",
                )
            ],
            why="A text isn't a ring: the first position is as far from the last as the text is long.",
            look="For length 9 and radius 2, does position 0 see position 8 in your mask?",
        ),
        slip(
            "a window that is wider than the text goes wrong",
            edit=(
                "    position = torch.arange(length)\n",
                "    if radius >= length:\n        return torch.zeros(length, length, dtype=torch.bool)\n    position = torch.arange(length)\n",
                "    if radius > length:\n        return torch.zeros(length, length, dtype=torch.bool)\n    position = torch.arange(length)\n",
                "    if 2 * radius + 1 > length:\n        return torch.zeros(length, length, dtype=torch.bool)\n    position = torch.arange(length)\n",
                "    radius = min(radius, length // 2)\n    position = torch.arange(length)\n",
                "    radius = min(radius, (length - 1) // 2)\n    position = torch.arange(length)\n",
                "    radius = min(radius, max(length - 2, 0))\n    position = torch.arange(length)\n",
                "    assert radius < length\n    position = torch.arange(length)\n",
                '    if radius > length:\n        raise ValueError("too wide")\n    position = torch.arange(length)\n',
                "    radius = radius % length\n    position = torch.arange(length)\n",
            ),
            also=[
                """
                mask = torch.zeros(length, length)
                for r in range(-radius, radius + 1):
                    mask += torch.diag(torch.ones(length - abs(r)), r)
                return mask.bool()
                """,
            ],
            why="Texts can be short, and in a text of four tokens a radius of 6 reaches everything.",
            look="For length 4 and radius 6, which keys does position 0 see?",
        ),
        slip(
            "radius 0 is taken to mean that there is no limit",
            edit=(
                "    position = torch.arange(length)\n",
                "    radius = radius or length\n    position = torch.arange(length)\n",
            ),
            why="With radius 0 a position sees only itself.",
            look="How many keys does each position see for radius 0, by the formula 2 · radius + 1?",
        ),
        slip(
            "an index runs past the end of the text",
            edit="""
                mask = torch.zeros(length, length, dtype=torch.bool)
                for i in range(length):
                    for j in range(max(0, i - radius), i + radius + 1):
                        mask[i, j] = True
                return mask
                """,
            also=[
                """
                mask = torch.zeros(length, length, dtype=torch.bool)
                for i in range(length):
                    for j in range(i - radius, i + radius + 1):
                        mask[i, j] = True
                return mask
                """
            ],
            why="The windows of the last positions contain positions that don't exist.",
            look="For the last position and radius 2, which values does j take?",
        ),
        slip(
            "the text is cut into blocks",
            edit=(
                "(position.unsqueeze(1) - position).abs() <= radius",
                "position.unsqueeze(1) // (2 * radius + 1) == position // (2 * radius + 1)",
                "position.unsqueeze(1) // (radius + 1) == position // (radius + 1)",
                "position.unsqueeze(1) // max(radius, 1) == position // max(radius, 1)",
            ),
            why="Every position has a window of its own, with itself in the middle. In blocks, two neighbours on either side of a border "
            "can't see each other.",
            look="For radius 1, does each position see the one after it in your mask?",
        ),
        slip(
            "only one distance is visible",
            edit=(
                "(position.unsqueeze(1) - position).abs() <= radius",
                "(position.unsqueeze(1) - position).abs() == radius",
                "position.unsqueeze(1) == position",
            ),
            why="A window contains all distances from 0 to radius.",
            look="For radius 2, how many keys does a token in the middle see?",
        ),
        slip(
            "the two diagonals that bound the window are mixed up",
            edit=(
                "(position.unsqueeze(1) - position).abs() <= radius",
                "torch.ones(length, length, dtype=torch.bool).triu(radius) & torch.ones(length, length, dtype=torch.bool).tril(-radius)",
                "torch.ones(length, length, dtype=torch.bool).triu(radius) | torch.ones(length, length, dtype=torch.bool).tril(-radius)",
                "torch.ones(length, length, dtype=torch.bool).tril(-radius) & torch.ones(length, length, dtype=torch.bool).triu(-radius)",
                "torch.ones(length, length, dtype=torch.bool).tril(radius) & torch.ones(length, length, dtype=torch.bool).triu(radius)",
            ),
            why="tril keeps the entries on and below a diagonal, triu those on and above it. The window lies below one diagonal and above "
            "another.",
            look="Which diagonal bounds the window on the right, and which of the two functions keeps the entries below it?",
        ),
        slip(
            "windows near the ends are handled differently",
            edit="""
                mask = torch.zeros(length, length, dtype=torch.bool)
                for i in range(radius, length - radius):
                    mask[i, i - radius : i + radius + 1] = True
                return mask
                """,
            also=[
                """
                position = torch.arange(length)
                start = (position - radius).clamp(0, max(0, length - 2 * radius - 1)).unsqueeze(1)
                return (position >= start) & (position <= start + 2 * radius)
                """,
            ],
            why="Near an end, a window has fewer keys, because some positions don't exist. The window is neither moved nor left out.",
            look="For length 5 and radius 1, which keys should position 0 see, and which does it see in your mask?",
        ),
        slip(
            "an axis has been added or dropped",
            edit=(
                "return (position.unsqueeze(1) - position).abs() <= radius",
                "return ((position.unsqueeze(1) - position).abs() <= radius).unsqueeze(0)",
                "return ((position.unsqueeze(1) - position).abs() <= radius)[None, None]",
                "return ((position.unsqueeze(1) - position).abs() <= radius).squeeze()",
            ),
            why="The docstring promises (T, T), for one token as well.",
            look="What is the shape of your mask for one token?",
        ),
    ]
    promises = {
        "at most radius away, to both sides": dict(length=(7, 22)),
        "itself among them": dict(radius=(0, 0)),
        "one token": dict(length=(1, 1)),
        "a window that is wider than the text": dict(length=(5, 6), radius=(12, 13)),
        "a window as wide as the text": dict(length=(6, 6), radius=(3, 3)),
        "bool, which ~ inverts": "hidden",
    }
