"""Count adjacent token pairs in a list of words, weighted by how often each word occurs.

Oracle: for every pair, a sum over all positions at which it occurs, counted one by one.
"""

from autograder.authoring import exercise, slip


@exercise("count_pairs", points=2)
class _:
    cases = [
        dict(n=6, length=6, ids=4),
        dict(n=12, length=4, ids=9),
        dict(n=1, length=1, ids=3),
        dict(n=5, length=5, ids=300),
    ]
    weights = {"counts": 2, "order": 1, "words unchanged": 1}

    def inputs(rng, n, length, ids):
        words = [rng.integers(0, ids, size=rng.integers(1, length + 1)).tolist() for _ in range(n)]
        repeated, other = rng.choice(ids, size=2, replace=False).tolist()
        if n > 1:  # a run of one id, a pair in both orders, a frequent pair that is met late
            words += [[repeated] * 4 + [other], [other, repeated, other], [ids + 2, ids + 3], [ids, ids + 1]]
        words = [list(different) for different in dict.fromkeys(map(tuple, words))]
        times = rng.integers(2, 30, size=len(words))
        times[-1] += 100
        if n > 1:
            times[-2] = 1  # a pair that occurs only once is counted like any other
        return {"words": words, "times": times.tolist()}

    def oracle(words, times):
        places = [(w, (ids[i], ids[i + 1])) for w, ids in enumerate(words) for i in range(len(ids) - 1)]
        order = list(dict.fromkeys(pair for _, pair in places))
        counts = {pair: sum(times[w] for w, other in places if other == pair) for pair in order}
        # words left alone are worth nothing by themselves: they count together with the right counts
        unchanged = {"counts": counts, "words": words, "times": times}
        return {"counts": counts, "order": order, "words unchanged": unchanged}

    alternatives = {
        "Counter and an index": """
            counts = Counter()
            for w in range(len(words)):
                for i in range(len(words[w]) - 1):
                    counts[words[w][i], words[w][i + 1]] += times[w]
            return counts
        """,
        "defaultdict, with zip of both": """
            counts = defaultdict(int)
            for n, ids in zip(times, words):
                for left, right in zip(ids[:-1], ids[1:]):
                    counts[(left, right)] += n
            return dict(counts)
        """,
    }
    slips = [
        slip(
            "how often a word occurs is ignored",
            edit=("+ n", "+ 1"),
            why="Training looks for the pair that is frequent in the text. A word that occurs a thousand times there counts a "
            "thousand times.",
            look="Which of the two arguments does your loop never use?",
        ),
        slip(
            "only the first occurrence of a pair counts as often as its word",
            edit=("counts.get(pair, 0) + n", "counts[pair] + 1 if pair in counts else n"),
            why="Each occurrence of a pair in a word counts as often as the word does, the second as well as the first.",
            look="Your count grows in two branches. Do both use how often the word occurs?",
        ),
        slip(
            "a pair gets only the count of the last word that contains it",
            edit=("counts.get(pair, 0) + n", "n"),
            why="A pair occurs in many words, and its count is the sum over all of them.",
            look="What happens to the count of a pair when it is met for the second time?",
        ),
        slip(
            "each pair is counted once per word",
            edit=("in zip(ids, ids[1:])", "in dict.fromkeys(zip(ids, ids[1:]))", "in set(zip(ids, ids[1:]))"),
            why="Merging a pair that occurs twice in a word, as (a, n) does in `banana`, saves two tokens there.",
            look="Count the pairs of `banana` by hand. How often does (a, n) occur?",
        ),
        slip(
            "a run such as aaa counts its pair once",
            edit=(
                "        for pair in zip(ids, ids[1:]):\n            counts[pair] = counts.get(pair, 0) + n",
                "        counted = {}\n        for i, pair in enumerate(zip(ids, ids[1:])):\n"
                "            if counted.get(pair) != i - 1:\n                counted[pair] = i\n"
                "                counts[pair] = counts.get(pair, 0) + n",
                "        i = 0\n        while i < len(ids) - 1:\n            pair = (ids[i], ids[i + 1])\n"
                "            counts[pair] = counts.get(pair, 0) + n\n            i += 2 if pair[0] == pair[1] else 1",
            ),
            why="The convention here, as in tiktoken's and minbpe's trainers, is to count every position where two neighbours are "
            "equal to the pair, even where occurrences overlap. A different convention leads to different merges.",
            look="In `aaa`, the neighbours are at positions (0, 1) and (1, 2). How many of these pairs does your code count?",
        ),
        slip(
            "pairs reach from one word into the next",
            edit=(
                "    for ids, n in zip(words, times):\n        for pair in zip(ids, ids[1:]):\n"
                "            counts[pair] = counts.get(pair, 0) + n",
                "    line = [i for ids, n in zip(words, times) for _ in range(n) for i in ids]\n"
                "    for pair in zip(line, line[1:]):\n        counts[pair] = counts.get(pair, 0) + 1",
            ),
            why="`split_text` cuts the text so no token reaches past the end of a word.",
            look="Take two words of one id each. How many pairs should there be?",
            also=[
                [
                    ("    counts = {}\n", "    counts, last = {}, None\n"),
                    (
                        "        for pair in zip(ids, ids[1:]):\n            counts[pair] = counts.get(pair, 0) + n",
                        "        for pair in zip([last, *ids], ids):\n            if pair[0] is not None:\n"
                        "                counts[pair] = counts.get(pair, 0) + n\n        last = ids[-1]",
                    ),
                ],
            ],
        ),
        slip(
            "the order within a pair is lost",
            edit=(
                "counts[pair] = counts.get(pair, 0) + n",
                "pair = min(pair), max(pair)\n            counts[pair] = counts.get(pair, 0) + n",
            ),
            why="`th` and `ht` are two different tokens, and only one of them is frequent in English.",
            look="Are (1, 2) and (2, 1) one key or two?",
        ),
        slip(
            "the last pair of each word is left out",
            edit=("zip(ids, ids[1:])", "zip(ids, ids[1:-1])"),
            why="A word of n tokens has n − 1 pairs of neighbours. The ones you lose are word endings, which are among the most frequent tokens of all.",
            look="How many pairs are there in a word of two tokens, and how often does your loop run on it?",
        ),
        slip(
            "the pairs are not in the order in which they are first met",
            edit=(
                "    return counts",
                "    return dict(sorted(counts.items(), key=lambda entry: -entry[1]))",
                "    return dict(sorted(counts.items(), key=lambda entry: entry[1]))",
                "    return dict(sorted(counts.items()))",
                "    return dict(reversed(counts.items()))",
            ),
            why="Of several pairs with equal counts, training takes the one that was met first. Once the keys have been sorted or "
            "moved, there is no way to tell which one that was.",
            look="A dictionary keeps the order in which its keys arrive. What in your code changes that order?",
            also=[("counts.get(pair, 0) + n", "counts.pop(pair, 0) + n")],
        ),
        slip(
            "counts from an earlier call are still there",
            edit=[
                ("def count_pairs(words, times):", "def count_pairs(words, times, counts={}):"),
                ("    counts = {}\n", ""),
            ],
            also=[
                "counts = Counter()\ndef count_pairs(words, times):\n    for ids, n in zip(words, times):\n        for pair in zip(ids, ids[1:]):\n            counts[pair] += n\n    return counts"
            ],
            why="Training counts again after every merge. A dictionary that outlives the call, such as a global one or a default "
            "argument, adds the new counts to the old ones.",
            look="Where is your dictionary created: inside the function, each time it is called, or only once?",
        ),
        slip(
            "a list comes back instead of a dict",
            edit=(
                "    return counts",
                "    return list(counts.items())",
                "    return sorted(counts.items(), key=lambda p: -p[1])",
            ),
            why="Training asks for the count of a given pair, which a dict answers at once. A list has to be searched.",
            look="What does the docstring say about the result?",
        ),
        slip(
            "the keys are not pairs of ids",
            edit=(
                "counts[pair] = counts.get(pair, 0) + n",
                'key = f"{pair[0]},{pair[1]}"\n            counts[key] = counts.get(key, 0) + n',
                'key = f"{pair[0]} {pair[1]}"\n            counts[key] = counts.get(key, 0) + n',
                "counts[str(pair)] = counts.get(str(pair), 0) + n",
            ),
            why="A merge needs the two ids, and here it would have to parse them from a string again.",
            look="What is the type of the first key in your dict?",
        ),
        slip(
            "left and right are swapped in the keys",
            edit=("for pair in zip(ids, ids[1:]):", "for pair in zip(ids[1:], ids):"),
            why="The first id of a key is the left neighbour. If the two are swapped, the merge looks for `ht` where the text has `th`.",
            look="For the word [1, 2], which key do you get?",
        ),
        slip(
            "tokens that are not next to each other are counted as pairs",
            edit=(
                "for pair in zip(ids, ids[1:]):",
                "for pair in [(a, b) for i, a in enumerate(ids) for b in ids[i + 1 :]]:",
                "for pair in [(a, b) for a in ids for b in ids]:",
            ),
            why="A merge joins neighbours. A pair of distant tokens can't be merged, however frequent it is.",
            look="How many pairs do you count in a word of four tokens, and how many neighbours are there?",
        ),
        slip(
            "the counts start at 1",
            edit=("counts.get(pair, 0)", "counts.get(pair, 1)"),
            why="Every count is too large by one, and a rare pair gains more from that than a frequent one.",
            look="What is the count of a pair before it has been met?",
        ),
        slip(
            "pairs that occur only once are left out",
            edit=("    return counts", "    return {pair: n for pair, n in counts.items() if n > 1}"),
            why="Whether a rare pair is worth a merge is for the training loop to decide. This function only counts.",
            look="Does the docstring make an exception for rare pairs?",
        ),
    ]
    promises = {
        "how often each of the words occurs in the text": "counts",
        "every occurrence, even where occurrences overlap": dict(n=6),
        "within words only": dict(n=12),
        "keys in the order in which the pairs are first met": "order",
        "a word of one token has no pair": dict(n=1, length=1),
        "ids of any size": dict(ids=300),
        "words and times are not modified": "words unchanged",
    }
