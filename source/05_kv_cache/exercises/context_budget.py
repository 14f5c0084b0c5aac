"""Fit a text into the context window: keep a prefix, drop the oldest tokens after it.

Oracle: tokens are dropped one at a time until the reserved positions are free.
"""

from autograder.authoring import exercise, slip

from ._shared import FINISHED


@exercise("context_budget", points=4, forbid=FINISHED)
class _:
    cases = [
        # room: places behind the prefix. over: tokens that are too many, or places to spare.
        dict(
            room=(10, 16), over=(-6, -2), reserve=(3, 7), n_prefix=3
        ),  # all of it fits, with places to spare
        dict(room=(9, 14), over=(13, 19), reserve=(4, 8), n_prefix=3),
        dict(room=(0, 0), over=(6, 10), reserve=(3, 8), n_prefix=4),  # no room for anything but the prefix
        dict(room=(11, 15), over=(0, 0), reserve=(3, 7), n_prefix=2),  # fits to the last place
        dict(room=(10, 14), over=(10, 16), reserve=(3, 7), n_prefix=0),
    ]
    weights = {"kept": 4, "dropped": 2, "left": 1, "ids unchanged": 1}

    def inputs(rng, room, over, reserve, n_prefix):
        room, over, reserve = (int(rng.integers(*each, endpoint=True)) for each in (room, over, reserve))
        return {
            "ids": [int(i) for i in rng.permutation(900)[: n_prefix + room + over] + 100],
            "window": n_prefix + room + reserve,
            "reserve": reserve,
            "n_prefix": n_prefix,
        }

    def oracle(ids, window, reserve, n_prefix):
        """Tokens fall out one by one, the oldest behind the prefix first, until the answer has its places."""
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
            why="Input and output share the window. With a full one the model cannot write a single token.",
            look="How many places must be free behind what you keep?",
        ),
        slip(
            "the places of the prefix are not counted",
            edit=("window - reserve - n_prefix", "window - reserve"),
            why="The prefix takes places like any other tokens.",
            look="How many tokens do you keep in all when the text is far too long?",
        ),
        slip(
            "the prefix falls out as well",
            edit=[("ids[:n_prefix], ids[n_prefix:]", "[], ids"), ("reserve - n_prefix", "reserve")],
            why="The prefix says what the model is to do. When it falls out, the model forgets its task in the middle of the work.",
            look="Which tokens have to stay, however long the text is?",
        ),
        slip(
            "the newest tokens fall out, not the oldest",
            edit=[("rest[n_dropped:]", "rest[: len(rest) - n_dropped]"), ("rest[:n_dropped]", "rest[len(rest) - n_dropped :]")],
            why="The newest tokens hold the question that is to be answered.",
            look="Which part of a conversation can the model do without?",
        ),
        slip(
            "with room for nothing, everything stays",
            edit=("rest[n_dropped:]", "rest[-room:]"),
            also=[[("rest[n_dropped:]", "rest[-room:]"), ("rest[:n_dropped]", "(rest[:-room] if len(rest) > room else [])")]],
            why="In Python −0 is 0, and a slice from 0 is the whole list.",
            look="What is `[1, 2, 3][-n:]` for n = 2, 1 and 0?",
        ),
        slip(
            "the places kept free are all that is left",
            edit=("window - len(kept)", "reserve"),
            why="A short input leaves more than the least that was asked for.",
            look="How many tokens may be written after an input of 10 in a window of 20?",
        ),
        slip(
            "the text is cut from behind whether it fits or not",
            edit=[("prefix + rest[n_dropped:]", "prefix + ids[-room:]"), ("rest[:n_dropped]", "ids[n_prefix:-room]")],
            why="In a short text the last tokens reach back into the prefix, which then goes in twice. And with room for nothing, a slice from −0 is everything.",
            look="What do you keep of 10 tokens with a prefix of 3 when all of them fit?",
        ),
        slip(
            "the reserve is taken off what is left",
            edit=("window - len(kept)", "window - reserve - len(kept)"),
            why="The reserve is there for the answer: the model may write into it, and into whatever else is free.",
            look="For whom are the reserved places kept free?",
        ),
        slip(
            "what is left is counted before anything fell out",
            edit=("window - len(kept)", "window - len(ids)", "max(0, window - len(ids))"),
            why="For a long text that is a negative number of tokens.",
            look="What does the model read: `ids`, or what you keep of them?",
        ),
        slip(
            "all but the prefix falls out as soon as the text is too long",
            edit=("max(len(rest) - room, 0)", "len(rest) if len(rest) > room else 0"),
            why="More is forgotten than has to be.",
            look="How many tokens have to go, so that the rest just fits?",
        ),
        slip(
            "the caller's list is changed",
            edit=[("    kept = prefix + rest[n_dropped:]", "    del ids[n_prefix : n_prefix + n_dropped]\n    kept = ids")],

            why="The whole text is still needed: for display, and for the next turn. What fell out of the window would be lost for good.",
            look="Print ids after your function has run.",
        ),
    ]  # fmt: skip
    promises = {
        "nothing falls out as long as all fits": dict(over=(-6, -2)),
        "the prefix stays": dict(over=(13, 19), n_prefix=3),
        "room for nothing but the prefix": dict(room=(0, 0), n_prefix=4),
        "it fits to the last place": dict(over=(0, 0)),
        "no prefix": dict(n_prefix=0),
        "ids stay as they are": "ids unchanged",
    }
