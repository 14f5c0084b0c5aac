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
        dict(a=5, b=5, length=10),  # both, and an odd number of places
        dict(a=4, b=None, length=9),
        dict(a=9, b=None, length=6),
        dict(a=3, b=0, length=8),
    ]
    weights = {"ids": 3, "segments": 2, "mask": 2, "a unchanged": 1, "b unchanged": 1}

    def inputs(rng, a, b, length):
        """k tokens more in both texts and 2 k more places leave it as it is who has to give way."""
        k = int(rng.integers(0, 4))
        draw = lambda n: [int(x) for x in rng.integers(1000, 30000, n + k if n else 0)]
        return {"a": draw(a), "b": None if b is None else draw(b), "length": length + 2 * k}

    def oracle(a, b, length):
        """How many tokens stay is worked out, not popped: the shorter text keeps up to half of the room."""
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
            why="[SEP] ends a text. The model has seen one after every text, and many heads look at it.",
            look="How many [SEP] are in the table above?",
        ),
        slip(
            "the first [SEP] belongs to segment 1",
            edit=("[0] * len(first) + [1] * len(second)", "[0] * (len(first) - (not single)) + [1] * (len(second) + (not single))"),
            also=[("[0] * len(first) + [1] * len(second) + padding", "([0] * length if single else [0] * (len(first) - 1) + [1] * (length - len(first) + 1))")],
            why="It ends the first text and belongs to it. Its vector would be one that the model has never seen.",
            look="To which segment does the first [SEP] in the table belong?",
        ),
        slip(
            "segments begin to count at 1",
            edit=("[0] * len(first) + [1] * len(second) + padding", "[1] * len(first) + [2] * len(second) + padding"),
            why="There are two segment vectors, 0 and 1; a 2 has none.",
            look="Which two rows does the table of segment vectors have?",
        ),
        slip(
            "the padding has segment 1",
            edit=("[1] * len(second) + padding", "[1] * (length - len(first))", "([0] if single else [1]) * (length - len(first))"),
            why="BERT's padding has segment 0. It is hidden anyway, but two programs with the same text should make the same input.",
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
            why="[CLS] and [SEP] are real tokens: others look at them, and [CLS] answers for the whole.",
            look="Which tokens does the mask of the table hide?",
        ),
        slip(
            "[CLS] comes before both texts",
            edit=("[*second, SEP]", "[CLS, *second, SEP]"),
            why="There is one [CLS], whose feature answers for both.",
            look="How many [CLS] are in the table?",
        ),
        slip(
            "tokens go from the second text only",
            edit=("first if len(first) > len(second) else second", "second if second else first"),
            why="A long first text leaves nothing of the second, and the question about the pair has lost a half.",
            look="Which of the two texts is longer in the case that fails?",
        ),
        slip(
            "tokens go from the first text only",
            edit=("first if len(first) > len(second) else second", "first if first else second"),
            why="A short question before a long passage loses all its words.",
            look="Which of the two texts is longer in the case that fails?",
        ),
        slip(
            "the first text loses a token where both are equally long",
            edit=("len(first) > len(second)", "len(first) >= len(second)"),
            why="The docstring decides this case; otherwise two programs make two inputs of one pair.",
            look="What does the docstring say about texts that are equally long?",
        ),
        slip(
            "what is too long is cut off at the end, and [SEP] with it",
            edit=[
                ("while len(first) + len(second) > length - (2 if single else 3):", "while False:"),
                ("padding = [0] * (length - n)", "first, second = first[:length], second[: max(0, length - len(first))]\n    n = len(first) + len(second)\n    padding = [0] * (length - n)"),
            ],
            why="The last [SEP] is gone, and of a long first text's partner nothing may be left.",
            look="With which token does every text end?",
        ),
        slip(
            "tokens go from the front",
            edit=("longer.pop()", "longer.pop(0)"),
            why="Texts say first what they are about, most of the time, and the docstring says where tokens go.",
            look="Which tokens of the text that is too long are left in your ids?",
        ),
        slip(
            "nothing is cut off",
            edit=[("while len(first) + len(second) > length - (2 if single else 3):", "while False:")],
            why="Rows of different lengths do not fit into one tensor, and beyond 512 there is no position vector.",
            look="How many ids do you return?",
        ),
        slip(
            "nothing is padded",
            edit=[("padding = [0] * (length - n)", "padding = []"), ("[PAD] * (length - n)", "padding")],
            why="Rows of different lengths do not fit into one tensor.",
            look="How many ids do you return, and how many were asked for?",
        ),
        slip(
            "padding comes first",
            edit=("ids = first + second + [PAD] * (length - n)\n    return ids, [0] * len(first) + [1] * len(second) + padding, [1] * n + padding", "return [PAD] * (length - n) + first + second, padding + [0] * len(first) + [1] * len(second), padding + [1] * n"),
            why="Places are counted from the left. The same text would get other position vectors in a longer row.",
            look="What is the position of [CLS] in the table?",
        ),
        slip(
            "an empty second text is taken for none",
            edit=("b is None", "not b"),
            why="[CLS] a [SEP] [SEP] says that there was nothing, [CLS] a [SEP] without a question.",
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
            why="The next pair with the same text gets only its remainder.",
            look="Which of your operations change a list in place?",
        ),
        slip(
            "each text gets half of the room",
            edit=("    while len(first)", "    if not single:\n        first, second = first[: (length - 3) // 2], second[: (length - 3) // 2]\n    while len(first)"),
            also=[("    while len(first)", "    if not single and len(first) + len(second) > length - 3:\n        first, second = first[: (length - 2) // 2], second[: (length - 3) // 2]\n    while len(first)")],
            why="A long passage is cut although its short question leaves room.",
            look="A question of 2 tokens and a passage of 40 in 45 places: must anything go?",
        ),
        slip(
            "all that is too much goes from the text that was longer at first",
            edit=("    while len(first)", "    over = len(first) + len(second) - (length - 3)\n    if not single and over > 0:\n        longer, other = (first, second) if len(first) > len(second) else (second, first)\n        cut = min(over, len(longer))\n        del longer[len(longer) - cut :], other[len(other) - (over - cut) :]\n    while len(first)"),
            why="After some tokens it is the shorter one, and goes on paying.",
            look="How often do you ask which of the two is longer?",
        ),
        slip(
            "both texts lose a token in each round",
            edit=("        longer = first if len(first) > len(second) else second\n        longer.pop()", "        if second:\n            second.pop()\n        if len(first) + len(second) > length - (2 if single else 3) and first:\n            first.pop()"),
            why="A short question loses its words beside a long passage.",
            look="A question of 2 tokens and a passage of 40 in 43 places: how much of the question remains?",
        ),
        slip(
            "a single text that is too long is not cut",
            edit=("    while len(first)", "    while not single and len(first)"),
            why="Its row is longer than all others and does not fit into their tensor.",
            look="How many ids do you return where b is None and a is long?",
        ),
        slip(
            "a single text leaves room for three special tokens",
            edit=("(2 if single else 3)", "3"),
            why="It has two of them, so a word is thrown away for nothing.",
            look="Which special tokens does a single text get?",
        ),
    ]  # fmt: skip
    promises = {
        "padded to the length": dict(length=12),
        "a single text": dict(a=4, b=None),
        "a single text that is too long": dict(a=9),
        "the longer text pays": dict(a=6, b=2),
        "the longer text pays, whichever it is": dict(a=2, b=7),
        "b where both are equally long": dict(length=10),
        "an empty second text": dict(b=0),
        "a stays as it is": "a unchanged",
        "b stays as it is": "b unchanged",
    }
