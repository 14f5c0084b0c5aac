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
            room=(14, 18), over=(-6, -2), reserve=(3, 7), n_prefix=3
        ),  # everything fits, with positions to spare
        dict(room=(9, 14), over=(13, 19), reserve=(4, 8), n_prefix=3),
        dict(room=(0, 0), over=(6, 10), reserve=(3, 8), n_prefix=4),  # no room for anything but the prefix
        dict(room=(11, 15), over=(0, 0), reserve=(3, 7), n_prefix=2),  # fits exactly
        dict(room=(10, 14), over=(10, 16), reserve=(3, 7), n_prefix=0),
        # Shorter than the window, but the reserve is not free.
        dict(room=(10, 14), over=(3, 4), reserve=(5, 7), n_prefix=2),
        # Too long by less than the prefix.
        dict(room=(10, 14), over=(3, 4), reserve=(1, 2), n_prefix=5),
        # Ids occur more than once, including those of the prefix.
        dict(room=(9, 14), over=(8, 12), reserve=(4, 8), n_prefix=12, repeated=True),
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
            also=[
                ("max(len(rest) - room, 0)", "(len(rest) - room if len(rest) + reserve > window else 0)"),
                [("window - reserve - n_prefix", "window - reserve"), ("max(len(rest) - room, 0)", "max(len(ids) - room, 0)"), ("prefix + rest[n_dropped:]", "prefix + (ids[-room:] if n_dropped else rest)"), ("rest[:n_dropped]", "(ids[n_prefix:-room] if n_dropped else [])")],
            ],
            why="The prefix takes up positions like any other tokens.",
            look="If the input is far too long, how many tokens do you keep in total?",
        ),
        slip(
            "the prefix is dropped as well",
            edit=[("ids[:n_prefix], ids[n_prefix:]", "[], ids"), ("reserve - n_prefix", "reserve")],
            also=[("prefix + rest[n_dropped:]", "rest[n_dropped:]")],
            why="The prefix holds the instructions. If it is dropped, the model forgets its task in the middle of the work.",
            look="Which tokens have to stay, however long the input is?",
        ),
        slip(
            "the newest tokens are dropped, not the oldest",
            edit=[("rest[n_dropped:]", "rest[: len(rest) - n_dropped]"), ("rest[:n_dropped]", "rest[len(rest) - n_dropped :]")],
            also=[[("rest[n_dropped:]", "rest[: len(rest) - n_dropped]"), ("rest[:n_dropped]", "rest[len(rest) - n_dropped :][::-1]")]],
            why="The newest tokens hold the question that the model should answer.",
            look="Which part of a conversation can the model best do without?",
        ),
        slip(
            "there is no room left, but everything is kept",
            edit=("rest[n_dropped:]", "rest[-room:]"),
            also=[
                [("rest[n_dropped:]", "rest[-room:]"), ("rest[:n_dropped]", "(rest[:-room] if len(rest) > room else [])")],
                ("prefix + rest[n_dropped:]", "prefix + (ids[-room:] if n_dropped else rest)"),
                [("prefix + rest[n_dropped:]", "prefix + (ids[-room:] if n_dropped else rest)"), ("rest[:n_dropped]", "(ids[n_prefix:-room] if n_dropped else [])")],
            ],
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
            "an input that fits is not kept as it is",
            edit=[("prefix + rest[n_dropped:]", "prefix + ids[-room:]"), ("rest[:n_dropped]", "ids[n_prefix:-room]")],
            also=[
                ("prefix + rest[n_dropped:]", "prefix + ids[max(len(ids) - room, 0) :]"),
                [("prefix + rest[n_dropped:]", "prefix + (ids[-room:] if room else [])"), ("rest[:n_dropped]", "ids[n_prefix : len(ids) - room]")],
                [("prefix + rest[n_dropped:]", "prefix + (ids[-room:] if room else [])")],
                [("max(len(rest) - room, 0)", "len(rest) - room"), ("prefix + rest[n_dropped:]", "prefix + ids[n_prefix + n_dropped :]"), ("rest[:n_dropped]", "ids[n_prefix : n_prefix + n_dropped]")],
                ("max(len(rest) - room, 0)", "len(rest) - room"),
            ],
            why="If there is room to spare, the number of tokens to drop is negative. A slice then counts from the other end, so tokens are lost or appear twice.",
            look="If there are 10 tokens with a prefix of 3 and all of them fit, what do you keep?",
        ),
        slip(
            "the reserve is subtracted from `left`",
            edit=("window - len(kept)", "window - reserve - len(kept)"),
            also=[("window - len(kept)", "(window - len(kept) if n_dropped else window - len(kept) - reserve)")],
            why="The reserve is there for the answer, so the model can use it, along with any other free positions.",
            look="What are the reserved positions for?",
        ),
        slip(
            "`left` is counted before anything is dropped",
            edit=("window - len(kept)", "window - len(ids)", "max(0, window - len(ids))"),
            why="For a long input, that gives a negative number of tokens.",
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
            also=[("max(len(rest) - room, 0)", "max(len(rest) - room + 1, 0)"), ("max(len(rest) - room, 0)", "(len(rest) - room + 1 if len(rest) >= room else 0)"), ("max(len(rest) - room, 0)", "(len(rest) - room + 1 if len(rest) > room else 0)"), """
kept, dropped = list(ids), []
while len(kept) >= window - reserve:
    dropped.append(kept.pop(n_prefix))
return {"kept": kept, "dropped": dropped, "left": window - len(kept)}
"""],
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
            edit=("rest[:n_dropped]", "rest[:n_dropped][::-1]", "sorted(rest[:n_dropped])"),
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
            edit=("rest[:n_dropped]", "(ids[: n_prefix + n_dropped] if n_dropped else [])", "ids[:n_dropped]"),
            why="The prefix stays in the input, so it was not dropped.",
            look="Which tokens are in both of your lists?",
        ),
        slip(
            "the prefix is dropped when the input is too long",
            edit=("prefix + rest[n_dropped:]", "(prefix if not n_dropped else []) + rest[n_dropped:]"),
            why="The prefix holds the instructions. In a long conversation, the model needs them just as much.",
            look="If the input is far too long, what are the first tokens you keep?",
        ),
        slip(
            "the reserve only counts once the input is longer than the window",
            edit=("max(len(rest) - room, 0)", "(max(len(rest) - room, 0) if len(ids) > window else 0)"),
            also=[[("max(len(rest) - room, 0)", "(max(len(rest) - room, 0) if len(ids) > window else 0)"), ("window - len(kept)", "(window - len(kept) if n_dropped else reserve)")]],
            why="An input that is almost as long as the window then leaves less room than the answer was promised.",
            look="With a window of 10 and a reserve of 3, what does your code do with an input of 9 tokens?",
        ),
        slip(
            "tokens are told apart by their ids",
            edit=("prefix + rest[n_dropped:]", "prefix + [i for i in rest if i not in rest[:n_dropped]]", "[i for i in ids if i not in rest[:n_dropped]]", "list(dict.fromkeys(prefix + rest[n_dropped:]))", "prefix + list(dict.fromkeys(rest[n_dropped:]))", "sorted(set(prefix + rest[n_dropped:]), key=ids.index)"),
            also=[
                ("rest[:n_dropped]", "[i for i in ids if i not in kept]"),
                [("prefix + rest[n_dropped:]", "list(ids)\n    for i in rest[:n_dropped]:\n        kept.remove(i)")],
                [("prefix + rest[n_dropped:]", "[i for i in ids if not n_prefix <= ids.index(i) < n_prefix + n_dropped]"), ("rest[:n_dropped]", "[i for i in ids if n_prefix <= ids.index(i) < n_prefix + n_dropped]")],
                [("prefix + rest[n_dropped:]", "[i for i in ids if not n_prefix <= ids.index(i) < n_prefix + n_dropped]")],
                [("prefix + rest[n_dropped:]", "list(dict.fromkeys(prefix + rest[n_dropped:]))"), ("rest[:n_dropped]", "[i for i in ids if i not in kept]")],
            ],
            why="The same word has the same id each time it occurs, so looking for an id finds, removes or skips the wrong occurrences.",
            look="For `[7, 5, 7, 6, 5]` with a prefix of 1, what do you keep if one token has to go?",
        ),
        slip(
            "the prefix is counted twice",
            edit=("window - reserve - n_prefix", "window - reserve - 2 * n_prefix"),
            why="Tokens are then dropped although there is room for them.",
            look="If the input is far too long, how many tokens do you keep in total?",
        ),
        slip(
            "one token is in both lists, or in neither",
            edit=("rest[n_dropped:]", "rest[n_dropped + (n_dropped > 0) :]", "rest[n_dropped + 1 :]", "rest[max(n_dropped - 1, 0) :]"),
            also=[("rest[:n_dropped]", "rest[: n_dropped + (n_dropped > 0)]"), ("rest[:n_dropped]", "rest[: max(n_dropped - 1, 0)]"), ("rest[:n_dropped]", "rest[: n_dropped + 1]")],
            why="Every token is either kept or dropped, so the two lists have to meet at the same position.",
            look="Where does your slice of dropped tokens end, and where does the slice of kept ones begin?",
        ),
        slip(
            "the prefix comes after the rest",
            edit=("prefix + rest[n_dropped:]", "rest[n_dropped:] + prefix", "(rest[n_dropped:] + prefix if n_dropped else list(ids))"),
            why="The model reads the tokens in this order, and the instructions come first.",
            look="What is the first token of the input, and what is the first token you keep?",
        ),
        slip(
            "the tokens that are kept are in the wrong order",
            edit=("prefix + rest[n_dropped:]", "prefix + rest[n_dropped:][::-1]"),
            also=[("prefix + rest[n_dropped:]", "(prefix + rest[n_dropped:])[::-1]")],
            why="The model would read the conversation backward.",
            look="For an input that fits, is `kept` equal to `ids`?",
        ),
        slip(
            "`dropped` is not a list when nothing is dropped",
            edit=("rest[:n_dropped]", "(rest[:n_dropped] or None)"),
            why="The caller may loop over it or join it to another list, and None allows neither.",
            look="What does your code return as `dropped` for an input that fits?",
        ),
        slip(
            "`dropped` stays empty",
            edit=("rest[:n_dropped]", "[]"),
            why="The caller may want to store or summarize what was dropped.",
            look="Which of your lines puts something into the second list?",
        ),
        slip(
            "`dropped` holds the newest tokens",
            edit=("rest[:n_dropped]", "rest[len(rest) - n_dropped :]"),
            why="Those were kept. The ones that had to go are the oldest after the prefix.",
            look="Which tokens are in both of your lists?",
        ),
        slip(
            "the prefix is counted wrongly in `left`",
            edit=("window - len(kept)", "window - len(kept) + n_prefix", "window - len(kept) - n_prefix"),
            why="The prefix is part of the input, so it takes up its positions exactly once.",
            look="How many tokens go into the model, prefix included?",
        ),
        slip(
            "the reserve is added to `left`",
            edit=("window - len(kept)", "window - len(kept) + reserve"),
            also=[("window - len(kept)", "(window - len(kept) + reserve if not n_dropped else reserve)")],
            why="The reserved positions are part of the window, so they are free already.",
            look="Can input and answer together be longer than the window?",
        ),
        slip(
            "`left` is off by one",
            edit=("window - len(kept)", "window - len(kept) - 1", "window - len(kept) + 1"),
            also=[("window - len(kept)", "(window - len(kept) - 1 if n_dropped else window - len(kept))"), ("window - len(kept)", "(window - len(kept) + 1 if n_dropped else window - len(kept))")],
            why="Input and answer may fill the window exactly; in this exercise every token of the answer takes one position.",
            look="With a window of 10, how many tokens can be written after an input of 8?",
        ),
        slip(
            "`left` measures the input, not what is free",
            edit=("window - len(kept)", "len(kept)", "n_dropped", "room", "window - reserve"),
            also=[("window - len(kept)", "(n_dropped if n_dropped else window - len(kept))"), ("window - len(kept)", "(len(kept) if n_dropped else window - len(kept))")],
            why="What matters to the caller is how long the answer can be.",
            look="With a window of 10, how many tokens can be written after an input of 7?",
        ),
        slip(
            "`left` is 0 once something is dropped",
            edit=("window - len(kept)", "(0 if n_dropped else window - len(kept))"),
            why="Tokens were dropped to keep the reserve free, and the reserve is exactly what can be written.",
            look="What is the reserve for?",
        ),
        slip(
            "the reserve is used as the room for the input",
            edit=("window - reserve - n_prefix", "reserve - n_prefix", "reserve"),
            why="The reserve is for the answer. The input may take everything else.",
            look="With a window of 100 and a reserve of 10, how long may the input be?",
        ),
        slip(
            "three values are returned instead of a dictionary",
            edit=('return {"kept": kept, "dropped": rest[:n_dropped], "left": window - len(kept)}', "return kept, rest[:n_dropped], window - len(kept)"),
            why="The caller looks up each of them by name.",
            look="What does the docstring say about the type of the result?",
        ),
        slip(
            "`n_prefix` has a different default value, or none",
            edit=("n_prefix=0", "n_prefix=1", "n_prefix"),
            why="Callers without a system prompt leave it out and expect no token to be protected.",
            look="Compare your first line with the one you were given.",
        ),
    ]  # fmt: skip
    promises = {
        "nothing is dropped as long as everything fits": dict(over=(-6, -2)),
        "the prefix stays": dict(over=(13, 19), n_prefix=3),
        "room for the prefix only": dict(room=(0, 0), n_prefix=4),
        "it fits exactly": dict(over=(0, 0)),
        "no prefix": dict(n_prefix=0),
        "ids are not modified": "ids unchanged",
        "ids may repeat": dict(repeated=True),
        "the reserve is free even if the input fits into the window": dict(over=(3, 4), reserve=(5, 7)),
        "no prefix by default": dict(n_prefix=0),
    }
