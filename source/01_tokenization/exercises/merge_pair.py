"""Replace every occurrence of a token pair with one new token, from left to right.

Oracle: str.replace on a string with one character per token id.
"""

from autograder.authoring import exercise, slip


@exercise("merge_pair", points=3)
class _:
    cases = [
        dict(length=14, ids=2),
        dict(length=25, ids=3),
        dict(length=7, ids=2, run=True),
        dict(length=1, ids=2),
        dict(length=9, ids=2, ending=True),
        dict(length=6, ids=3, absent=True),
        dict(length=12, ids=4, digits=True),
    ]
    weights = {"merged": 2, "ids unchanged": 1}

    def inputs(rng, length, ids, run=False, ending=False, absent=False, digits=False):
        line = rng.integers(0, ids, size=length).tolist()
        left, right = (1, 1) if run else (0, 1)
        if run:
            line = [0, 1, 1, 1, 0] + [1] * (2 * int(rng.integers(1, 4)) + 1)
        if ending:
            line = [1, 0, 0, 1, 1, 0, *line, 0, 1]
        names = rng.choice(250, size=ids, replace=False)
        if absent:  # the pair occurs only the other way round
            line = [1, 0, 0, 2, 1, 0]
        if digits:  # 1 and 12 beside 11 and 2: written in a row, their digits could be cut in several ways
            line, names = [0, 1, 2, 3, 0, 3, 2, 1, *line], [1, 12, 11, 2]
        return {
            "ids": [int(names[i]) for i in line],
            "pair": (int(names[left]), int(names[right])),
            "new_id": int(rng.integers(256, 400)),
        }

    def oracle(ids, pair, new_id):
        line = "".join(map(chr, ids)).replace(chr(pair[0]) + chr(pair[1]), chr(new_id))
        merged = [ord(character) for character in line]
        # a list left alone is worth nothing by itself: it counts together with the right result
        return {"merged": merged, "ids unchanged": {"merged": merged, "ids": ids, "a_new_list": True}}

    equivalent = {
        "while i != len(ids):": "i grows by two only where two tokens are left, so it never jumps over the end",
        "while i is not len(ids):": "the same, for small numbers, which are single objects in CPython",
    }
    alternatives = {
        "look back at what is written": """
            merged = []
            for token in ids:
                if merged and (merged[-1], token) == pair:
                    merged[-1] = new_id
                else:
                    merged.append(token)
            return merged
        """,
        "a for loop with a flag": """
            merged, used = [], False
            for i, token in enumerate(ids):
                if used:
                    used = False
                elif i + 1 < len(ids) and token == pair[0] and ids[i + 1] == pair[1]:
                    merged.append(new_id)
                    used = True
                else:
                    merged.append(token)
            return merged
        """,
        "text replacement": """
            text = "".join(map(chr, ids)).replace(chr(pair[0]) + chr(pair[1]), chr(new_id))
            return [ord(c) for c in text]
        """,
    }
    slips = [
        slip(
            "the second half of a merged pair is read again",
            edit=("i += 2", "i += 1"),
            why="A pair that has become one token is used up. If its second half is read again, it stays in the text next to the merged "
            "token, or it is merged a second time: `aaa` becomes two tokens aa that overlap.",
            look="How far must you move on after a merge?",
            also=[
                """
def merge_pair(ids, pair, new_id):
    merged = []
    for i, token in enumerate(ids):
        if i + 1 < len(ids) and (token, ids[i + 1]) == pair:
            merged.append(new_id)
        elif i > 0 and (ids[i - 1], token) == pair:
            pass
        else:
            merged.append(token)
    return merged
"""
            ],
        ),
        slip(
            "the last token is lost",
            edit=("while i < len(ids):", "while i < len(ids) - 1:"),
            why="When the last token is not part of a pair it has to be copied like any other. Otherwise words lose their "
            "endings, and you get no error.",
            look="What does your function give for a word of one token?",
        ),
        slip(
            "a loop over all neighbouring pairs does not skip a token that is used up",
            edit=[("while i < len(ids):", "while i < len(ids) - 1:"), ("i += 2", "i += 1")],
            why="After a merge, a for loop still moves on by one, to the second half of the pair. And a loop over pairs ends "
            "before the last token, which is then lost.",
            look="Follow your loop over `a b` with the pair (a, b), and over a word of one token.",
        ),
        slip(
            "only the first occurrence is merged",
            edit=("i += 2", "i += 2\n            return merged + list(ids[i:])"),
            why="A merge is a rule for the whole text, and the counts assume that it is carried out everywhere.",
            look="When does your loop end?",
        ),
        slip(
            "pairs are merged from right to left",
            edit=(
                "    return merged",
                "    merged, i = [], len(ids) - 1\n    while i >= 0:\n"
                "        if i > 0 and (ids[i - 1], ids[i]) == tuple(pair):\n            merged.insert(0, new_id)\n"
                "            i -= 2\n        else:\n            merged.insert(0, ids[i])\n            i -= 1\n    return merged",
            ),
            why="By convention, the first two tokens in a run of three are joined. Trainer and encoder must agree on this, or the same text "
            "gets different tokens.",
            look="Merge (a, a) in `aaa`. Which a is left over?",
        ),
        slip(
            "the pair is merged in either order",
            edit=("== tuple(pair)", "in (tuple(pair), tuple(pair)[::-1])"),
            why="`th` and `ht` are different tokens; the new id stands for one of them, and decoding could not tell which it was.",
            look="Does your comparison check that the left id is on the left?",
        ),
        slip(
            "the caller's list is changed",
            edit=(
                "    return merged",
                "    ids[:] = merged\n    return ids",
                "    ids[:] = merged\n    return merged",
                "    ids[:] = merged",
            ),
            why="`train_bpe` needs the word as it was before the merge, to take its pairs out of the counts, but here that word is gone.",
            look="After the call, what is in the list that you passed in?",
        ),
        slip(
            "the caller's list comes back if there is nothing to merge",
            edit=(
                "    merged, i = [], 0\n",
                "    if tuple(pair) not in zip(ids, ids[1:]):\n        return ids\n    merged, i = [], 0\n",
            ),
            why="The result is sometimes a new list and sometimes the old one. Code that changes the result would then sometimes "
            "change the word as well.",
            look="According to the docstring, what is returned? Does every branch of your code return that?",
        ),
        slip(
            "ids are replaced as text",
            edit=(
                "    merged, i = [], 0\n",
                '    text = " ".join(map(str, ids)).replace(f"{pair[0]} {pair[1]}", str(new_id))\n'
                "    return [int(part) for part in text.split()]\n    merged, i = [], 0\n",
            ),
            why="As text, `11 2` contains `1 2`. Ids are numbers, and the digits of one id must not be mistaken for another.",
            look="Merge (1, 2) in [11, 2]. Is the pair there?",
        ),
        slip(
            "tokens from an earlier call are still there",
            edit=[
                ("def merge_pair(ids, pair, new_id):", "def merge_pair(ids, pair, new_id, merged=[]):"),
                ("    merged, i = [], 0\n", "    i = 0\n"),
            ],
            why="A default argument is created once, when the function is defined, and every call adds to the same list.",
            look="When is your list created, and how often?",
        ),
        slip(
            "a tuple comes back instead of a list",
            edit=("    return merged", "    return tuple(merged)"),
            why="The items are right, but a tuple can't be changed, and a tuple and a list with the same items aren't equal.",
            look="What does the docstring say about the result?",
        ),
        slip(
            "only the first pair of a run is merged",
            edit=(
                "if tuple(ids[i : i + 2]) == tuple(pair):",
                "if tuple(ids[i : i + 2]) == tuple(pair) and merged[-1:] != [new_id]:",
            ),
            why="`aaaa` contains two pairs, one after the other, and both are merged.",
            look="What does your condition check besides whether the pair is here?",
        ),
        slip(
            "the pair is still there next to the new token",
            edit=(
                "            merged.append(new_id)\n",
                "            merged += [*pair, new_id]\n",
                "            merged += [new_id, *pair]\n",
                "            merged += [new_id, pair[1]]\n",
                "            merged += [pair[0], new_id]\n",
            ),
            why="The new token replaces both halves. A half that stays would be decoded a second time.",
            look="How many tokens does a word of two tokens have after the merge?",
        ),
        slip(
            "the last token is copied although a pair has used it up",
            edit=[
                ("while i < len(ids):", "while i < len(ids) - 1:"),
                ("    return merged", "    return merged + list(ids[-1:])"),
            ],
            why="When the last two tokens are the pair, both are used up, and nothing is left to copy.",
            look="Merge (a, b) in `a b` by hand. How many tokens are left? And with your function?",
        ),
        slip(
            "half a pair is replaced as well",
            edit=(
                "        else:\n            merged.append(ids[i])",
                "        else:\n            merged.append(new_id if ids[i] in pair else ids[i])",
            ),
            why="A single `t` isn't `th`. Only the two tokens together, in this order, become the new one.",
            look="What does your function give for a word that has only the left half?",
        ),
    ]
    promises = {
        "everywhere in a word": "merged",
        "from left to right, a token that has gone into a pair is used up": dict(run=True),
        "the last token is kept": dict(ending=True),
        "leave the list that you are given as it is": "ids unchanged",
        "a new list, also where nothing is merged": dict(absent=True),
        "ids are numbers, not digits": dict(digits=True),
    }
