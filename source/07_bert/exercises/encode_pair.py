"""Encode one or two texts as BERT input: special tokens, truncation, segments, padding.

Oracle: the truncated lengths are computed directly, then copied into NumPy arrays.
"""

import numpy as np

from autograder.authoring import exercise, slip

from ._shared import CUTTERS

CLS, SEP = 101, 102


@exercise("encode_pair", points=3, forbid=CUTTERS)
class _:
    cases = [
        dict(a=3, b=4, length=12),
        dict(a=2, b=1, length=30),
        dict(a=3, b=3, length=9),  # fits exactly
        dict(a=6, b=2, length=8),  # only a is too long
        dict(a=2, b=7, length=9),  # only b
        dict(a=6, b=5, length=11),  # both
        dict(a=5, b=5, length=10),  # both, and an odd number of positions
        dict(a=4, b=None, length=9),
        dict(a=9, b=None, length=6),
        dict(a=3, b=0, length=8),
    ]
    weights = {"ids": 3, "segments": 2, "mask": 2, "a unchanged": 1, "b unchanged": 1}

    def inputs(rng, a, b, length):
        """Adding k tokens to both texts and 2 k to the length doesn't change which text is cut."""
        k = int(rng.integers(0, 4))
        draw = lambda n: [int(x) for x in rng.integers(1000, 30000, n + k if n else 0)]
        return {"a": draw(a), "b": None if b is None else draw(b), "length": length + 2 * k}

    def oracle(a, b, length):
        """The number of tokens that stay is computed, not found by popping: the shorter text keeps up to half of the room."""
        n_a, n_b, room = len(a), len(b or []), length - (2 if b is None else 3)
        if b is None:
            n_a = min(n_a, room)
        elif n_a + n_b > room:
            if n_a <= room // 2:
                n_b = room - n_a
            elif n_b <= room // 2:
                n_a = room - n_b
            else:
                n_a, n_b = room - room // 2, room // 2
        ids = np.zeros(length, dtype=np.int64)
        segments, mask = ids.copy(), ids.copy()
        ids[0], ids[1 : 1 + n_a], ids[1 + n_a] = CLS, a[:n_a], SEP
        end = n_a + 2
        if b is not None:
            ids[end : end + n_b], ids[end + n_b] = b[:n_b], SEP
            segments[end : end + n_b + 1] = 1
            end += n_b + 1
        mask[:end] = 1
        ids = ids.tolist()
        return {
            "ids": ids,
            "segments": segments.tolist(),
            "mask": mask.tolist(),
            "a unchanged": {"ids": ids, "a": list(a)},
            "b unchanged": {"ids": ids, "b": None if b is None else list(b)},
        }

    alternatives = {
        "slices instead of pop": """
            n_a, n_b = len(a), 0 if b is None else len(b)
            special = 2 if b is None else 3
            while n_a + n_b + special > length:
                if n_a > n_b:
                    n_a -= 1
                else:
                    n_b -= 1
            pairs = [(CLS, 0)] + [(x, 0) for x in a[:n_a]] + [(SEP, 0)]
            if b is not None:
                pairs += [(x, 1) for x in b[:n_b]] + [(SEP, 1)]
            real = len(pairs)
            pairs += [(PAD, 0)] * (length - real)
            return [p[0] for p in pairs], [p[1] for p in pairs], [int(i < real) for i in range(length)]
        """,
        "one text by a call to itself": """
            if b is None:
                ids = [CLS] + a[: length - 2] + [SEP]
                gap = length - len(ids)
                return ids + [PAD] * gap, [0] * length, [1] * len(ids) + [0] * gap
            while len(a) + len(b) + 3 > length:
                a, b = (a[:-1], b) if len(a) > len(b) else (a, b[:-1])
            used = len(a) + len(b) + 3
            segments = [0] * (len(a) + 2) + [1] * (len(b) + 1) + [0] * (length - used)
            ids = [CLS, *a, SEP, *b, SEP] + [PAD] * (length - used)
            return ids, segments, [1] * used + [0] * (length - used)
        """,
    }
    slips = [
        slip(
            "there is no [SEP] after the second text",
            edit=("[] if single else [*second, SEP]", "[] if single else second"),
            also=[[("[] if single else [*second, SEP]", "[] if single else second"), ("(2 if single else 3)", "2")]],
            why="[SEP] ends a text. The model has seen one after every text, and many heads attend to it.",
            look="How many [SEP] tokens are in the table above?",
        ),
        slip(
            "the first [SEP] belongs to segment 1",
            edit=("[0] * len(first) + [1] * len(second)", "[0] * (len(first) - (not single)) + [1] * (len(second) + (not single))"),
            also=[("[0] * len(first) + [1] * len(second) + padding", "([0] * length if single else [0] * (len(first) - 1) + [1] * (length - len(first) + 1))")],
            why="It ends the first text and belongs to it. With segment 1, it would get an embedding that the model has never seen.",
            look="To which segment does the first [SEP] in the table belong?",
        ),
        slip(
            "segments are counted from 1",
            edit=("[0] * len(first) + [1] * len(second) + padding", "[1] * len(first) + [2] * len(second) + padding"),
            why="There are two segment vectors, 0 and 1, so a 2 has none.",
            look="Which two rows does the table of segment vectors have?",
        ),
        slip(
            "the padding has segment 1",
            edit=("[1] * len(second) + padding", "[1] * (length - len(first))", "([0] if single else [1]) * (length - len(first))"),
            why="BERT's padding has segment 0. It is hidden anyway, but two programs should turn the same text into the same input.",
            look="What does the docstring say about segments of padding?",
        ),
        slip(
            "the mask is 1 at the padding",
            edit=("[1] * n + padding", "[0] * n + [1] * (length - n)"),
            why="The model would read the padding and nothing else.",
            look="What does 1 mean in the mask?",
        ),
        slip(
            "the mask leaves out the special tokens",
            edit=("[1] * n + padding", "[0 if x in (CLS, SEP, PAD) else 1 for x in ids]"),
            why="[CLS] and [SEP] are real tokens: other tokens attend to them, and [CLS] represents the whole sequence.",
            look="Which tokens does the mask of the table hide?",
        ),
        slip(
            "each text gets a [CLS] of its own",
            edit=("[*second, SEP]", "[CLS, *second, SEP]"),
            why="There is only one [CLS], and its features represent both texts.",
            look="How many [CLS] tokens are in the table?",
        ),
        slip(
            "tokens are removed from the second text only",
            edit=("first if len(first) > len(second) else second", "second if second else first"),
            why="A long first text then leaves nothing of the second, so half of the pair is lost.",
            look="Which of the two texts is longer in the case that fails?",
        ),
        slip(
            "tokens are removed from the first text only",
            edit=("first if len(first) > len(second) else second", "first if first else second"),
            why="A short question before a long passage loses all its words.",
            look="Which of the two texts is longer in the case that fails?",
        ),
        slip(
            "the first text loses a token when both have the same length",
            edit=("len(first) > len(second)", "len(first) >= len(second)"),
            why="The docstring settles this case; otherwise, two programs could make different inputs from the same pair.",
            look="What does the docstring say about texts of the same length?",
        ),
        slip(
            "the end of a sequence that is too long is cut off, and [SEP] with it",
            edit=[
                ("while len(first) + len(second) > length - (2 if single else 3):", "while False:"),
                ("padding = [0] * (length - n)", "first, second = first[:length], second[: max(0, length - len(first))]\n    n = len(first) + len(second)\n    padding = [0] * (length - n)"),
            ],
            why="The last [SEP] is gone, and after a long first text there may be nothing left of the second.",
            look="Which token does every text end with?",
        ),
        slip(
            "tokens are removed from the front",
            edit=("longer.pop()", "longer.pop(0)"),
            why="Most texts begin with what they are about, and the docstring says where to remove tokens.",
            look="Which tokens of the text that is too long remain in your ids?",
        ),
        slip(
            "nothing is cut off",
            edit=[("while len(first) + len(second) > length - (2 if single else 3):", "while False:")],
            why="Rows of different lengths don't fit into one tensor, and beyond 512 tokens there are no position vectors.",
            look="How many ids do you return?",
        ),
        slip(
            "nothing is padded",
            edit=[("padding = [0] * (length - n)", "padding = []"), ("[PAD] * (length - n)", "padding")],
            why="Rows of different lengths don't fit into one tensor.",
            look="How many ids do you return, and how many were asked for?",
        ),
        slip(
            "padding comes first",
            edit=("ids = first + second + [PAD] * (length - n)\n    return ids, [0] * len(first) + [1] * len(second) + padding, [1] * n + padding", "return [PAD] * (length - n) + first + second, padding + [0] * len(first) + [1] * len(second), padding + [1] * n"),
            why="Positions are counted from the left, so the same text would get different position vectors in a longer row.",
            look="What is the position of [CLS] in the table?",
        ),
        slip(
            "an empty second text is taken for none",
            edit=("b is None", "not b"),
            why="[CLS] a [SEP] [SEP] is a pair whose second text is empty, and [CLS] a [SEP] is a single text.",
            look="Is [] None?",
        ),
        slip(
            "the caller's lists are changed",
            edit=("list(a), list(b or []), b is None", "a, b if b is not None else [], b is None"),
            also=["""
                a = list(a)
                if b is None:
                    ids, segments = [CLS] + a[: length - 2] + [SEP], [0] * min(length, len(a) + 2)
                else:
                    short = b[:]
                    while len(a) + len(short) > length - 3:
                        (a if len(a) > len(short) else short).pop()
                    short = b if len(short) == len(b) else short
                    short += [SEP]
                    ids, segments = [CLS] + a + [SEP] + short, [0] * (len(a) + 2) + [1] * len(short)
                n = length - len(ids)
                return ids + [PAD] * n, segments + [0] * n, [1] * len(ids) + [0] * n
            """],
            why="The next pair that uses the same list gets a shortened text.",
            look="Which of your operations change a list in place?",
        ),
        slip(
            "each text gets half of the room",
            edit=("    while len(first)", "    if not single:\n        first, second = first[: (length - 3) // 2], second[: (length - 3) // 2]\n    while len(first)"),
            also=[("    while len(first)", "    if not single and len(first) + len(second) > length - 3:\n        first, second = first[: (length - 2) // 2], second[: (length - 3) // 2]\n    while len(first)")],
            why="A long passage is cut although its short question leaves room.",
            look="With 45 positions for a question of 2 tokens and a passage of 40, does anything have to go?",
        ),
        slip(
            "all surplus tokens are removed from the text that was longer at first",
            edit=("    while len(first)", "    over = len(first) + len(second) - (length - 3)\n    if not single and over > 0:\n        longer, other = (first, second) if len(first) > len(second) else (second, first)\n        cut = min(over, len(longer))\n        del longer[len(longer) - cut :], other[len(other) - (over - cut) :]\n    while len(first)"),
            why="After a few tokens it is the shorter text, but it goes on losing them.",
            look="How often does your code check which of the two is longer?",
        ),
        slip(
            "both texts lose a token in each round",
            edit=("        longer = first if len(first) > len(second) else second\n        longer.pop()", "        if second:\n            second.pop()\n        if len(first) + len(second) > length - (2 if single else 3) and first:\n            first.pop()"),
            why="A short question next to a long passage loses its words.",
            look="With 43 positions for a question of 2 tokens and a passage of 40, how much of the question remains?",
        ),
        slip(
            "a single text that is too long is not cut",
            edit=("    while len(first)", "    while not single and len(first)"),
            why="Its row is longer than the others, so it doesn't fit into the same tensor.",
            look="How many ids do you return when b is None and a is long?",
        ),
        slip(
            "a single text leaves room for three special tokens",
            edit=("(2 if single else 3)", "3"),
            why="It has only two of them, so a token is thrown away for nothing.",
            look="Which special tokens does a single text get?",
        ),
    ]  # fmt: skip
    promises = {
        "padded to the length": dict(length=12),
        "a single text": dict(a=4, b=None),
        "a single text that is too long": dict(a=9),
        "the longer text is cut": dict(a=6, b=2),
        "the longer text is cut, whichever it is": dict(a=2, b=7),
        "b is cut if both have the same length": dict(length=10),
        "an empty second text": dict(b=0),
        "a stays as it is": "a unchanged",
        "b stays as it is": "b unchanged",
    }
