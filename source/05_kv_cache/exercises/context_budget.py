"""Fit a text into the context window: keep a prefix, drop the oldest tokens after it.

Oracle: tokens are dropped one at a time until the reserved positions are free.
"""

from autograder.authoring import exercise, slip

from ._shared import FINISHED


@exercise("context_budget", points=4, forbid=FINISHED)
class _:
    cases = [
        # room: positions after the prefix. over: tokens too many, or (negative) positions to spare.
        dict(
            room=(10, 16), over=(-6, -2), reserve=(3, 7), n_prefix=3
        ),  # all of it fits, with positions to spare
        dict(room=(9, 14), over=(13, 19), reserve=(4, 8), n_prefix=3),
        dict(room=(0, 0), over=(6, 10), reserve=(3, 8), n_prefix=4),  # no room for anything but the prefix
        dict(room=(11, 15), over=(0, 0), reserve=(3, 7), n_prefix=2),  # fits exactly
        dict(room=(10, 14), over=(10, 16), reserve=(3, 7), n_prefix=0),
        dict(
            room=(10, 14), over=(1, 2), reserve=(4, 7), n_prefix=2
        ),  # shorter than the window, but the reserve is not free
        dict(
            room=(9, 14), over=(4, 8), reserve=(4, 8), n_prefix=2, repeated=True
        ),  # ids occur more than once
    ]
    weights = {"kept": 3, "dropped": 2, "left": 2, "ids unchanged": 1}

    def inputs(rng, room, over, reserve, n_prefix, repeated=False):
        room, over, reserve = (int(rng.integers(*each, endpoint=True)) for each in (room, over, reserve))
        T = n_prefix + room + over
        drawn = rng.integers(4, size=T) if repeated else rng.permutation(900)[:T]
        return {
            "ids": [int(i) for i in drawn + 100],
            "window": n_prefix + room + reserve,
            "reserve": reserve,
            "n_prefix": n_prefix,
        }

    def oracle(ids, window, reserve, n_prefix):
        """Tokens are dropped one by one, the oldest after the prefix first, until the reserve is free."""
        kept, dropped = [int(i) for i in ids], []
        while len(kept) + reserve > window:
            dropped.append(kept.pop(int(n_prefix)))
        found = {"kept": kept, "dropped": dropped, "left": window - len(kept)}
        return found | {"ids unchanged": {"kept": kept, "ids": ids}}

    alternatives = {
        "a mask of what falls out": """
            too_many = len(ids) + reserve - window
            falls = [n_prefix <= place < n_prefix + too_many for place in range(len(ids))]
            kept = [i for i, gone in zip(ids, falls) if not gone]
            return {"kept": kept, "dropped": [i for i, gone in zip(ids, falls) if gone], "left": window - len(kept)}
        """,
        "two branches": """
            if len(ids) + reserve <= window:
                return {"kept": ids, "dropped": [], "left": window - len(ids)}
            cut = len(ids) - (window - reserve - n_prefix)
            return {"kept": ids[:n_prefix] + ids[cut:], "dropped": ids[n_prefix:cut], "left": reserve}
        """,
    }
    slips = [
        slip(
            "the input may fill the whole window",
            edit=("window - reserve - n_prefix", "window - n_prefix"),
            why="Input and output share the window. If the input fills it, the model cannot write a single token.",
            look="How many positions must stay free after the tokens you keep?",
        ),
        slip(
            "the prefix is not counted",
            edit=("window - reserve - n_prefix", "window - reserve"),
            why="The prefix takes up positions like any other tokens.",
            look="If the input is far too long, how many tokens do you keep in total?",
        ),
        slip(
            "the prefix is dropped as well",
            edit=[("ids[:n_prefix], ids[n_prefix:]", "[], ids"), ("reserve - n_prefix", "reserve")],
            why="The prefix holds the instructions. If it is dropped, the model forgets its task in the middle of the work.",
            look="Which tokens have to stay, however long the input is?",
        ),
        slip(
            "the newest tokens are dropped, not the oldest",
            edit=[("rest[n_dropped:]", "rest[: len(rest) - n_dropped]"), ("rest[:n_dropped]", "rest[len(rest) - n_dropped :]")],
            why="The newest tokens hold the question that the model should answer.",
            look="Which part of a conversation can the model best do without?",
        ),
        slip(
            "there is room for nothing, and everything is kept",
            edit=("rest[n_dropped:]", "rest[-room:]"),
            also=[[("rest[n_dropped:]", "rest[-room:]"), ("rest[:n_dropped]", "(rest[:-room] if len(rest) > room else [])")], ("prefix + rest[n_dropped:]", "prefix + (ids[-room:] if n_dropped else rest)")],
            why="In Python −0 is 0, and a slice that starts at 0 is the whole list.",
            look="What is `[1, 2, 3][-n:]` for n = 2, 1 and 0?",
        ),
        slip(
            "`left` is the reserve, not the free space",
            edit=("window - len(kept)", "reserve"),
            why="A short input leaves more than the minimum that was asked for.",
            look="How many tokens can be written after an input of 10 in a window of 20?",
        ),
        slip(
            "the input is cut even if it fits",
            edit=[("prefix + rest[n_dropped:]", "prefix + ids[-room:]"), ("rest[:n_dropped]", "ids[n_prefix:-room]")],
            why="In a short input the last `room` tokens reach back into the prefix, which is then included twice. And when there is room for nothing, a slice that starts at −0 is everything.",
            look="If there are 10 tokens with a prefix of 3 and all of them fit, what do you keep?",
        ),
        slip(
            "the reserve is subtracted from `left`",
            edit=("window - len(kept)", "window - reserve - len(kept)"),
            why="The reserve is there for the answer. The model can use it, and any other free positions.",
            look="What are the reserved positions for?",
        ),
        slip(
            "`left` is counted before anything is dropped",
            edit=("window - len(kept)", "window - len(ids)", "max(0, window - len(ids))"),
            why="For a long input that is a negative number of tokens.",
            look="Does the model read `ids`, or only the tokens you keep?",
        ),
        slip(
            "everything but the prefix is dropped as soon as the input is too long",
            edit=("max(len(rest) - room, 0)", "len(rest) if len(rest) > room else 0"),
            why="The model forgets more than it has to.",
            look="How many tokens have to go before the rest just fits?",
        ),
        slip(
            "the caller's list is changed",
            edit=[("    kept = prefix + rest[n_dropped:]", "    del ids[n_prefix : n_prefix + n_dropped]\n    kept = ids")],

            why="The caller still needs the whole conversation, for display and for the next turn. The dropped tokens would be lost for good.",
            look="What does `ids` contain after your function has run?",
        ),
        slip(
            "one token more than necessary is dropped",
            edit=("window - reserve - n_prefix", "window - reserve - n_prefix - 1"),
            also=[("max(len(rest) - room, 0)", "max(len(rest) - room + 1, 0)"), ("max(len(rest) - room, 0)", "(len(rest) - room + 1 if len(rest) >= room else 0)")],
            why="Input and reserve may fill the window exactly.",
            look="With a window of 10 and a reserve of 3, how long may the input be?",
        ),
        slip(
            "one token too few is dropped",
            edit=("window - reserve - n_prefix", "window - reserve - n_prefix + 1"),
            why="The input then takes one of the reserved positions.",
            look="With a window of 10 and a reserve of 3, how long may the input be?",
        ),
        slip(
            "the dropped tokens are in the wrong order",
            edit=("rest[:n_dropped]", "rest[:n_dropped][::-1]"),
            why="Dropped tokens are still text. A program that stores or summarizes them needs their order.",
            look="In which order does your code collect the dropped tokens?",
        ),
        slip(
            "the number of dropped tokens is returned, not the tokens",
            edit=("rest[:n_dropped]", "n_dropped"),
            why="The caller may want to store or summarize what was dropped, and needs the ids for that.",
            look="What type should `dropped` have, according to the docstring?",
        ),
        slip(
            "the dropped tokens include the prefix",
            edit=("rest[:n_dropped]", "(ids[: n_prefix + n_dropped] if n_dropped else [])"),
            why="The prefix stays in the input, so it was not dropped.",
            look="Which tokens are in both of your lists?",
        ),
        slip(
            "the prefix is dropped when the input is too long",
            edit=("prefix + rest[n_dropped:]", "(prefix if not n_dropped else []) + rest[n_dropped:]"),
            why="The prefix holds the instructions. Long conversations are just where the model still needs them.",
            look="If the input is far too long, what are the first tokens you keep?",
        ),
    ]  # fmt: skip
    promises = {
        "nothing is dropped as long as everything fits": dict(over=(-6, -2)),
        "the prefix stays": dict(over=(13, 19), n_prefix=3),
        "room for the prefix only": dict(room=(0, 0), n_prefix=4),
        "it fits exactly": dict(over=(0, 0)),
        "no prefix": dict(n_prefix=0),
        "ids are not modified": "ids unchanged",
    }
