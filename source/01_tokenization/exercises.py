"""Lesson 01: what decides that an answer is right, and the mistakes that are known by name.

Nothing here is the lesson's own solution run again: pieces come from tiktoken's form of GPT-2's pattern, merges from
tiktoken's educational trainer, ids from a `tiktoken.Encoding` made of those merges, the rest from plain double loops and
PyTorch's own loader.
"""

import functools
import itertools

import numpy as np
import regex
import tiktoken
import torch
from tiktoken import _educational
from tiktoken_ext.openai_public import r50k_pat_str
from torch.utils.data import DataLoader, SequentialSampler, TensorDataset

from autograder.authoring import exercise, slip

LIBRARIES = ["tiktoken", "tokenizers", "transformers", "utils.tokenizers"]
BYTES = [bytes([i]) for i in range(256)]

SYLLABLES = ["an", "ri", "the", "lo", "ing", "sta", "me", "or", "ed", "ly"]
ACCENTED = ["naïve", "Zürich", "żółw", "coöperate"]
FOREIGN = [*ACCENTED, "πάντα", "水の中", "🙂🙃"]


def word(rng, syllables=3):
    return "".join(rng.choice(SYLLABLES, size=rng.integers(1, syllables + 1)))


def prose(rng, n, different=12):
    """n words, of which few are frequent, with a full stop or a comma now and then."""
    known = [word(rng) for _ in range(different)]
    share = 1 / np.arange(1, different + 1)
    drawn = rng.choice(known, size=n, p=share / share.sum())
    return " ".join(w + (rng.choice([".", ","]) if rng.random() < 0.1 else "") for w in drawn)


def letters(rng, n_words, alphabet, longest):
    """Short random words of few letters: many pairs that occur equally often."""
    return " ".join(
        "".join(rng.choice(list(alphabet), size=rng.integers(2, longest + 1))) for _ in range(n_words)
    )


def trained(text, vocab_size):
    """(left id, right id) -> new id, learned by tiktoken's educational trainer."""

    def learn(size):
        return _educational.bpe_train(text, size, r50k_pat_str, visualise=None)

    try:
        return as_merges(learn(vocab_size))
    except ValueError:  # it stops with an error when no pair is left: find the largest size that it can reach
        possible, impossible = 256, vocab_size
        while impossible - possible > 1:
            middle = (possible + impossible) // 2
            try:
                learn(middle)
                possible = middle
            except ValueError:
                impossible = middle
        return as_merges(learn(possible))


def as_merges(ranks):
    """The trainer keeps bytes only; the two halves of a token are what its bytes were just before it was learned."""
    merges, earlier = {}, {}
    for token, new_id in ranks.items():
        if len(token) > 1:
            merges[tuple(_educational.bpe_encode(earlier, token, visualise=None))] = new_id
        earlier[token] = new_id
    return merges


def token_bytes(merges):
    """What each token stands for, by taking it apart down to single bytes."""
    halves = {new_id: pair for pair, new_id in merges.items()}

    def spelled(token_id):
        waiting, found = [token_id], []
        while waiting:
            token = waiting.pop()
            if token in halves:
                waiting += reversed(halves[token])
            else:
                found.append(token)
        return bytes(found)

    return [spelled(token_id) for token_id in range(256 + len(merges))]


def encoding(tokens, special_tokens=None):
    """tiktoken's encoder for these tokens, cut by GPT-2's pattern."""
    ranks = {token: rank for rank, token in enumerate(tokens)}
    return tiktoken.Encoding(
        "check", pat_str=r50k_pat_str, mergeable_ranks=ranks, special_tokens=special_tokens or {}
    )


# --- cutting, counting, merging -----------------------------------------------------------------------------------


@exercise("split_text", points=3, forbid=LIBRARIES)
class _:
    cases = [
        dict(kind="sentence"),
        dict(kind="sentence"),
        dict(kind="spaces"),
        dict(kind="code"),
        dict(kind="scripts"),
        dict(kind="endings"),
        dict(kind="empty"),
    ]

    def inputs(rng, kind):
        w = [word(rng) for _ in range(8)]
        digits = "".join(rng.choice(list("0123456789"), size=3))
        ending = rng.choice(["'s", "'re", "'ll", "'ve", "'d", "'m", "'t"])
        if kind == "sentence":
            text = f"{w[0].title()} {w[1]}{ending} {rng.choice(ACCENTED)}, {digits} {w[2]}{digits[:2]} ({w[3]}): "
            text += f"{rng.choice(FOREIGN)} {w[4]}'S!"
        elif kind == "spaces":
            text = f" {w[0]}  {w[1]}   {w[2]} \n\n{w[3]}\t{w[4]}\n \n" + " " * int(rng.integers(1, 4))
        elif kind == "code":
            text = f"def {w[0]}_{w[1]}(x):\n    return x**{digits} + {w[2]}['{w[3]}']  # {w[4]}{ending}!?\n"
        elif (
            kind == "scripts"
        ):  # accents that stand alone, digits that are no decimals, other apostrophes and spaces
            parts = [
                f"{w[0]}e\u0301",
                "हिन्दी",
                "x²",
                "½",
                "Ⅷ٣४5",
                f"{digits}{digits}7",
                f"{w[1]}’s",
                "\u00a0水",
            ]
            text = " " + " ".join(rng.permutation(parts)) + f" {w[2]}\u3000{w[3]}\r\n"
        elif kind == "endings":  # each behind a word, behind a space, in capitals, and in front of a word
            seven = rng.permutation(["'s", "'t", "'re", "'ve", "'m", "'ll", "'d"])
            text = "".join(f"{word(rng)}{e} {e} {e.upper()}\n{e}" for e in seven)
        else:
            text = ""
        return {"text": text}

    def oracle(text):
        return {"pieces": regex.findall(r50k_pat_str, text)}

    alternatives = {
        "one line": r"""
            return regex.findall(
                r"'s|'t|'re|'ve|'m|'ll|'d| ?[\p{L}]+| ?[\p{N}]+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+", text
            )
        """,
        "compiled, possessive, by finditer": r"""
            PATTERN = regex.compile(r"'(?:[sdmt]|ll|ve|re)| ?\p{L}++| ?\p{N}++| ?[^\s\p{L}\p{N}]++|\s++$|\s+(?!\S)|\s")

            def split_text(text):
                return [match.group() for match in PATTERN.finditer(text)]
        """,
        "Python's re and str methods": r"""
            import re

            def split_text(text):
                def kind(c):
                    return (
                        "space"
                        if c.isspace()
                        else "letter"
                        if regex.match(r"\p{L}", c)
                        else "digit"
                        if regex.match(r"\p{N}", c)
                        else "other"
                    )

                pieces, i = [], 0
                while i < len(text):
                    ending = re.match("'(s|t|re|ve|m|ll|d)", text[i:])
                    if ending:
                        j = i + ending.end()
                    elif kind(text[i]) == "space" and not (
                        text[i] == " " and i + 1 < len(text) and kind(text[i + 1]) != "space"
                    ):
                        j = i
                        while j < len(text) and kind(text[j]) == "space":
                            j += 1
                        if j < len(text) and j - i > 1:
                            j -= 1
                    else:
                        j = i + 1 if text[i] == " " else i
                        k = kind(text[j])
                        while j < len(text) and kind(text[j]) == k:
                            j += 1
                    pieces.append(text[i:j])
                    i = j
                return pieces
        """,
    }
    slips = [
        slip(
            "the space stands alone, apart from its word",
            edit=[(r'r" ?\p{L}+"', r'r"\p{L}+"'), (r'r" ?\p{N}+"', r'r"\p{N}+"'), (r'r" ?[^\s', r'r"[^\s')],
            why="Nearly every word has a space before it. Apart from its word, each space is a token more: the same text gets "
            "almost twice as long.",
            look="Which piece does the space in `the cat` belong to in rule 2?",
        ),
        slip(
            "only the letters a to z count as letters",
            edit=[(r"\p{L}+", "[A-Za-z]+"), (r"[^\s\p{L}", r"[^\sA-Za-z")],
            also=[
                [
                    (r"\p{L}+", "[A-Za-z]+"),
                    (r'r" ?\p{N}+"', 'r" ?[0-9]+"'),
                    (r"[^\s\p{L}\p{N}]", r"[^\sA-Za-z0-9]"),
                ],
                [
                    (r"\p{L}+", "[a-zA-Z]+"),
                    (r'r" ?\p{N}+"', r'r" ?\d+"'),
                    (r"[^\s\p{L}\p{N}]", r"[^\sa-zA-Z\d]"),
                ],
            ],
            why="Most of the world's text has other letters. Cut at every ä and every Greek letter, its words fall to pieces "
            "before any merge can join them.",
            look="What does your pattern do with `naïve`? The `regex` package knows the class of all letters.",
        ),
        slip(
            "letters and digits are cut as one kind",
            edit=[(r'r" ?\p{L}+",', r'r" ?[\p{L}\p{N}]+",')],
            why="Then `room12` is one piece, and numbers glued to words become words of their own. GPT-2 keeps the two apart.",
            look="Rules 2 and 3 are two rules. What does your pattern make of `room12`?",
        ),
        slip(
            "letters, digits and the underscore are cut as one kind",
            edit=[(r'r" ?\p{L}+",', r'r" ?\w+",'), (r'r" ?[^\s\p{L}\p{N}]+",', r'r" ?[^\s\w]+",')],
            why="In a pattern, \\w is a character of a name in a program: letters, digits and `_`. GPT-2 keeps letters and "
            "digits apart and counts `_` among the punctuation.",
            look="Which piece does `a_1` become, and which three should it become?",
        ),
        slip(
            "a run of white space keeps its last space",
            edit=(r'r"\s+(?!\S)",', ""),
            why="The last space of a run belongs to the word that follows, as any single space does. Otherwise the word after "
            "two spaces has another token than the same word after one.",
            look="Rule 5: where must a run of white space stop when a word follows?",
        ),
        slip(
            "the endings of contractions are not cut off",
            edit=(r"""r"'(?:s|t|re|ve|m|ll|d)",""", ""),
            why="Without rule 1 the apostrophe is punctuation and `s` a word, so `it's` becomes three pieces rather than two.",
            look="Which of the six rules must be tried first, and is it there?",
        ),
        slip(
            "capital endings count as contractions",
            edit=("regex.findall(pattern, text)", "regex.findall(pattern, text, regex.IGNORECASE)"),
            why="GPT-2's rule knows lower-case endings only. That may be an oversight of its authors, but its merges were "
            "learned with it, so whoever reads with them has to cut the same way.",
            look="What happens to `IT'S`, and which argument of yours is about case?",
        ),
        slip(
            "the text is cut at white space, and the white space is lost",
            edit=("regex.findall(pattern, text)", "text.split()"),
            why="What is not in a piece cannot come back: no decoder can know whether there was one space, two, or a new line.",
            look="Join your pieces. Is the result the text?",
        ),
        slip(
            "a group in the pattern swallows the pieces",
            edit=("'(?:s", "'(s"),
            why="When a pattern has a capturing group, findall returns what the group caught rather than the whole match.",
            look="What is the difference between ( … ) and (?: … )?",
        ),
        slip(
            "a group around the endings swallows the pieces",
            edit=(
                """r"'(?:s|t|re|ve|m|ll|d)",""",
                """r"('s|'t|'re|'ve|'m|'ll|'d)",""",
            ),
            why="When a pattern has a capturing group, findall returns what the group caught rather than the whole match.",
            look="What is the difference between ( … ) and (?: … )?",
        ),
        slip(
            "a single white space that is no plain space is lost",
            edit=('            r"\\s+",\n', ""),
            why="Rule 5 leaves the last character of a run alone, and only a plain space goes with the word behind it. A new line "
            "or a tab then fits no rule, and no decoder can bring it back.",
            look="Join the pieces of two lines of text. Is the line break still there?",
        ),
        slip(
            "a word takes any white space before it, not only a space",
            edit=[
                (r'r" ?\p{L}+"', r'r"\s?\p{L}+"'),
                (r'r" ?\p{N}+"', r'r"\s?\p{N}+"'),
                (r'r" ?[^\s', r'r"\s?[^\s'),
            ],
            why="A word at the start of a line is then glued to the line break, and gets another token than the same word in "
            "the middle of a line.",
            look="Rule 2: which character may stand before the letters?",
        ),
        slip(
            "a word takes all the spaces before it",
            edit=[
                (r'r" ?\p{L}+"', r'r" *\p{L}+"'),
                (r'r" ?\p{N}+"', r'r" *\p{N}+"'),
                (r'r" ?[^\s', r'r" *[^\s'),
            ],
            why="One space belongs to the word. With all of them, the word behind four spaces and the word behind eight have "
            "nothing in common.",
            look='How many spaces does " ?" take, and how many " *"?',
        ),
        slip(
            "rule 5 knows spaces, and no other white space",
            edit=(r'r"\s+(?!\S)"', r'r" +(?!\S)"'),
            why="In a run of several kinds of white space, line breaks and tabs among them, the last character then goes to the "
            "wrong piece.",
            look="Which characters does rule 5 speak of, and which of them does your pattern have there?",
        ),
        slip(
            "the underscore fits no rule",
            edit=(r'r" ?[^\s\p{L}\p{N}]+"', r'r" ?[^\s\w]+"'),
            why="\\w counts the underscore among letters and digits, so the class of what is not \\w leaves it out, and findall "
            "steps over what no rule fits.",
            look="Join the pieces of `a_1`. Is the result `a_1`?",
        ),
        slip(
            "only decimal digits count as digits",
            edit=[(r'r" ?\p{N}+"', r'r" ?\d+"'), (r"[^\s\p{L}\p{N}]", r"[^\s\p{L}\d]")],
            why="\\d is 0 to 9 and its like in other scripts. ², ½ and Ⅷ are digits to \\p{N}, and to GPT-2.",
            look="Which piece does `x²` become, and which two should it become?",
            also=[
                [
                    (r'r" ?\p{L}+"', r'r" ?[^\W\d_]+"'),
                    (r'r" ?\p{N}+"', r'r" ?\d+"'),
                    (r'r" ?[^\s\p{L}\p{N}]+"', r'r" ?(?:[^\s\w]|_)+"'),
                ],
                [(r'r" ?\p{N}+"', r'r" ?[0-9]+"'), (r"[^\s\p{L}\p{N}]", r"[^\s\p{L}0-9]")],
            ],
        ),
        slip(
            "long numbers are cut into short ones",
            edit=(r'r" ?\p{N}+"', r'r" ?\p{N}{1,3}"', r'r"\p{N}{1,3}"', r'r" ?\p{N}"'),
            why="GPT-4 cuts numbers in threes. GPT-2's merges were learned from whole numbers, and a year such as 1999 is one "
            "token there.",
            look="How many characters does each rule take?",
        ),
        slip(
            "one of the endings is missing",
            edit=("|ll|d)", "|ll)", "|d)"),
            why="Seven endings were cut off when GPT-2's merges were learned. Without one of them its words are cut in another "
            "place.",
            look="Count the endings in rule 1, and those in your pattern.",
            also=[("|ve|m", "|ve"), ("|re|ve", "|re"), ("|t|re", "|t")],
        ),
        slip(
            "an ending takes the space before it",
            edit=("""r"'(?:s""", """r" ?'(?:s"""),
            why="Rules 2 to 4 speak of a space, rule 1 does not: an ending stands behind its word without a gap.",
            look='Which of the six rules say "with one space before them"?',
        ),
        slip(
            "accents that are characters of their own count as letters",
            edit=[(r'r" ?\p{L}+"', r'r" ?[\p{L}\p{M}]+"'), (r"[^\s\p{L}\p{N}]", r"[^\s\p{L}\p{M}\p{N}]")],
            why="That would be kinder to many scripts, and it is not what GPT-2 does: a combining accent or a vowel sign of Hindi is "
            "neither letter nor digit nor white space, so rule 4 takes it.",
            look="To which class does the character U+0301 belong, and which of the six rules fits it?",
        ),
        slip(
            "the text is changed before it is cut",
            edit=(
                "findall(pattern, text)",
                'findall(pattern, __import__("unicodedata").normalize("NFC", text))',
                'findall(pattern, __import__("unicodedata").normalize("NFKC", text))',
                "findall(pattern, text.strip())",
                "findall(pattern, text.lower())",
            ),
            why="Joined, the pieces are the text, character by character. What is tidied up before the cut, no decoder can bring "
            "back.",
            look="Compare the joined pieces with the text. Where do they part?",
        ),
    ]
    promises = {
        "rules 1 to 6, on prose": dict(kind="sentence"),
        "white space, but if something else follows, all except its last character": dict(kind="spaces"),
        "characters that are neither white space nor letters nor digits": dict(kind="code"),
        "letters and digits of any script, as many as there are": dict(kind="scripts"),
        "the seven endings, in lower case, without a space": dict(kind="endings"),
        "joined, the pieces are the text": "pieces",
        "an empty text has no pieces": dict(kind="empty"),
    }


@exercise("count_pairs", points=2)
class _:
    cases = [
        dict(n=6, length=6, ids=4),
        dict(n=12, length=4, ids=9),
        dict(n=1, length=1, ids=3),
        dict(n=5, length=5, ids=300),
    ]
    weights = {"counts": 2, "order": 1}

    def inputs(rng, n, length, ids):
        words = [rng.integers(0, ids, size=rng.integers(1, length + 1)).tolist() for _ in range(n)]
        repeated, other = rng.choice(ids, size=2, replace=False).tolist()
        if n > 1:  # a run of one id, a pair in both orders, a frequent pair that is met late
            words += [[repeated] * 4 + [other], [other, repeated, other], [ids, ids + 1]]
        words = [list(different) for different in dict.fromkeys(map(tuple, words))]
        times = rng.integers(2, 30, size=len(words))
        times[-1] += 100
        return {"words": words, "times": times.tolist()}

    def oracle(words, times):
        places = [(w, (ids[i], ids[i + 1])) for w, ids in enumerate(words) for i in range(len(ids) - 1)]
        order = list(dict.fromkeys(pair for _, pair in places))
        counts = {pair: sum(times[w] for w, other in places if other == pair) for pair in order}
        return {"counts": counts, "order": order}

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
            why="Training asks for the pair that is frequent in the text. A word that stands there a thousand times counts a "
            "thousand times.",
            look="Which of the two arguments does your loop never use?",
        ),
        slip(
            "only the first place of a pair counts as often as its word",
            edit=("counts.get(pair, 0) + n", "counts[pair] + 1 if pair in counts else n"),
            why="Each place of a pair stands in the text as often as its word does, the second place as well as the first.",
            look="Two branches add to your count. Does the number of the word stand in both?",
        ),
        slip(
            "a pair keeps the number of the last word that holds it",
            edit=("counts.get(pair, 0) + n", "n"),
            why="A pair stands in many words, and its count is the sum over all of them.",
            look="What happens to the count of a pair when it is met for the second time?",
        ),
        slip(
            "each pair is counted once a word",
            edit=("in zip(ids, ids[1:])", "in dict.fromkeys(zip(ids, ids[1:]))", "in set(zip(ids, ids[1:]))"),
            why="A pair that stands twice in a word, as (a, n) in `banana`, saves two tokens there when it is merged.",
            look="Count the pairs of `banana` by hand. How often is (a, n) there?",
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
                "        before = None\n        for pair in zip(ids, ids[1:]):\n            if pair == before:\n"
                "                before = None\n                continue\n            before = pair\n"
                "            counts[pair] = counts.get(pair, 0) + n",
            ),
            why="The convention here, as in tiktoken's and minbpe's trainers, is to count every place where two neighbours are "
            "equal to the pair, even where places overlap. Another convention leads to other merges.",
            look="`aaa` has neighbours at places (0, 1) and (1, 2). How many places does your count see?",
        ),
        slip(
            "pairs reach from one word into the next",
            edit=(
                "    for ids, n in zip(words, times):\n        for pair in zip(ids, ids[1:]):\n"
                "            counts[pair] = counts.get(pair, 0) + n",
                "    line = [i for ids, n in zip(words, times) for _ in range(n) for i in ids]\n"
                "    for pair in zip(line, line[1:]):\n        counts[pair] = counts.get(pair, 0) + 1",
            ),
            why="The cuts of `split_text` are there so that no token reaches over the end of a word.",
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
                (
                    "    for ids, n in zip(words, times):\n        for pair in zip(ids, ids[1:]):\n"
                    "            counts[pair] = counts.get(pair, 0) + n",
                    "    line = [(i, n) for ids, n in zip(words, times) for i in ids]\n"
                    "    for (left, _), (right, n) in zip(line, line[1:]):\n"
                    "        counts[left, right] = counts.get((left, right), 0) + n",
                ),
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
            why="A word of n tokens has n − 1 neighbours. Word endings, among the most frequent tokens of all, are what is lost.",
            look="How many pairs has a word of two tokens, and how often does your loop run on it?",
        ),
        slip(
            "the pairs stand in another order than that in which they are first met",
            edit=(
                "    return counts",
                "    return dict(sorted(counts.items(), key=lambda entry: -entry[1]))",
                "    return dict(sorted(counts.items(), key=lambda entry: entry[1]))",
                "    return dict(sorted(counts.items()))",
                "    return dict(reversed(counts.items()))",
            ),
            why="Of several pairs with equal counts, training takes the one that was met first. Nobody can tell which that was once "
            "the keys have been sorted, or have moved.",
            look="A dictionary keeps the order in which its keys arrive. What in your code changes that order?",
            also=[("counts.get(pair, 0) + n", "counts.pop(pair, 0) + n")],
        ),
    ]
    promises = {
        "how often each of the words stands in the text": "counts",
        "every place, even where places overlap": dict(n=6),
        "within words only": dict(n=12),
        "keys in the order in which the pairs are first met": "order",
        "a word of one token has no pair": dict(n=1, length=1),
        "ids of any size": dict(ids=300),
    }


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
        if absent:  # the pair stands nowhere, the other way round it does
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
            why="A pair that has become one token is used up. Read again, its second half stays in the text beside the merged "
            "token, or is merged once more: `aaa` becomes two tokens aa that overlap.",
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
            why="When the last token is not part of a pair it has to be copied like any other. Words lose their endings "
            "otherwise, and nothing complains.",
            look="What does your function give for a word of one token?",
        ),
        slip(
            "a loop over all neighbours does not know what is used up",
            edit=[("while i < len(ids):", "while i < len(ids) - 1:"), ("i += 2", "i += 1")],
            why="A for loop goes to the next place after a merge too, where the second half waits. And a loop over pairs "
            "ends before the last token, which then is lost.",
            look="Follow your loop over `a b` with the pair (a, b), and over a word of one token.",
        ),
        slip(
            "only the first occurrence is merged",
            edit=("i += 2", "i += 2\n            return merged + list(ids[i:])"),
            why="A merge is a rule for the whole text. Counts assume that it is carried out everywhere.",
            look="When does your loop end?",
        ),
        slip(
            "the merging runs from right to left",
            edit=(
                "    return merged",
                "    merged, i = [], len(ids) - 1\n    while i >= 0:\n"
                "        if i > 0 and (ids[i - 1], ids[i]) == tuple(pair):\n            merged.insert(0, new_id)\n"
                "            i -= 2\n        else:\n            merged.insert(0, ids[i])\n            i -= 1\n    return merged",
            ),
            why="In a run of three the first two join, by convention. Trainer and encoder must agree on it, or the same text "
            "gets different tokens.",
            look="Merge (a, a) in `aaa`. Which a is left over?",
        ),
        slip(
            "the pair is merged in either order",
            edit=("== tuple(pair)", "in (tuple(pair), tuple(pair)[::-1])"),
            why="`th` and `ht` are different tokens; the new id stands for one of them, and decoding could not tell which it was.",
            look="Does your comparison ask for the left id on the left?",
        ),
        slip(
            "the list that was given is changed",
            edit=(
                "    return merged",
                "    ids[:] = merged\n    return ids",
                "    ids[:] = merged\n    return merged",
            ),
            why="`train_bpe` needs the word as it was before the merge, to take its pairs out of the counts. Here it is gone.",
            look="After a call, what does the list hold that you handed over?",
            also=[
                """
def merge_pair(ids, pair, new_id):
    i = 0
    while i < len(ids) - 1:
        if (ids[i], ids[i + 1]) == pair:
            ids[i] = new_id
            ids.pop(i + 1)
        i += 1
    return list(ids)
"""
            ],
        ),
        slip(
            "without a place to merge, the list that was given comes back",
            edit=(
                "    merged, i = [], 0\n",
                "    if tuple(pair) not in zip(ids, ids[1:]):\n        return ids\n    merged, i = [], 0\n",
            ),
            why="Sometimes a new list and sometimes the old one: whoever changes the result then changes the word as well, now "
            "and then.",
            look="What does the docstring say that is returned, and does it hold in every branch?",
        ),
        slip(
            "ids are replaced as text",
            edit=(
                "    merged, i = [], 0\n",
                '    text = " ".join(map(str, ids)).replace(f"{pair[0]} {pair[1]}", str(new_id))\n'
                "    return [int(part) for part in text.split()]\n    merged, i = [], 0\n",
            ),
            why="In `11 2` stands `1 2`, as text. Ids are numbers, and digits of one must not be taken for another.",
            look="Merge (1, 2) in [11, 2]. Is the pair there?",
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


@exercise("train_bpe", points=5, uses=["split_text", "count_pairs", "merge_pair"], forbid=LIBRARIES)
class _:
    cases = [
        dict(kind="prose", merges=(16, 27)),
        dict(kind="ties", merges=(16, 27)),
        dict(kind="runs", merges=(8, 16)),
        dict(kind="foreign", merges=(10, 18)),
        dict(kind="short", merges=(70, 70)),
        dict(kind="short", merges=(0, 0)),
        dict(kind="empty", merges=(3, 3)),
    ]
    weights = {"pairs": 4, "ids": 1}

    def inputs(rng, kind, merges):
        if kind == "prose":
            text = prose(rng, 70) + " a" * 260  # more than any counting by fingers
        elif kind == "ties":
            text = letters(rng, 24, "abcdef", longest=4)
        elif kind == "runs":
            text = letters(rng, 20, "ab", longest=8) + "  " + "a" * 7 + "    b" * 3
        elif kind == "foreign":
            text = " ".join(rng.choice(FOREIGN, size=30))
        elif (
            kind == "short"
        ):  # fewer pairs than merges are asked for, so that nothing of the text can be lost unseen
            text = letters(rng, 6, "abC", longest=4) + " " + letters(rng, 2, "xyZ", longest=6)
            text = " \r\n " + text + " cafe\u0301 \t\n "
        else:
            text = ""
        return {"text": text, "vocab_size": 256 + int(rng.integers(*merges, endpoint=True))}

    def oracle(text, vocab_size):
        merges = trained(text, vocab_size)
        return {"pairs": list(merges), "ids": list(merges.values())}

    alternatives = {
        "count again, each different word once": """
            table = Counter(split_text(text))
            words, times = [list(word.encode()) for word in table], list(table.values())
            merges = {}
            while 256 + len(merges) < vocab_size:
                counts = count_pairs(words, times)
                if not counts:
                    break
                pair = max(counts, key=counts.get)
                merges[pair] = 256 + len(merges)
                words = [merge_pair(ids, pair, merges[pair]) for ids in words]
            return merges
        """,
        "count again, every piece of the text": """
            pieces = [list(piece.encode("utf-8")) for piece in split_text(text)]
            merges = {}
            for new_id in range(256, vocab_size):
                counts = count_pairs(pieces, [1] * len(pieces))
                if len(counts) == 0:
                    return merges
                best = None
                for pair, n in counts.items():
                    if best is None or n > counts[best]:
                        best = pair
                merges[best] = new_id
                pieces = [merge_pair(ids, best, new_id) for ids in pieces]
            return merges
        """,
        "linked positions in the whole text": """
            pieces = [piece.encode("utf-8") for piece in split_text(text)]
            token = [b for piece in pieces for b in piece]
            before, after = list(range(-1, len(token) - 1)), list(range(1, len(token) + 1))
            start = 0
            for piece in pieces:
                before[start] = -1
                start += len(piece)
                after[start - 1] = -1
            places = {}  # pair -> positions of its left tokens
            for i in range(len(token)):
                if after[i] >= 0:
                    places.setdefault((token[i], token[after[i]]), set()).add(i)
            merges = {}
            while 256 + len(merges) < vocab_size and any(places.values()):
                pair = min(places, key=lambda p: (-len(places[p]), min(places[p], default=0)))
                new_id = merges[pair] = 256 + len(merges)
                for i in sorted(places[pair]):
                    j = after[i]
                    if token[i] != pair[0] or j < 0 or token[j] != pair[1]:
                        continue  # an overlapping place that is gone
                    for left, right in ((before[i], i), (i, j), (j, after[j])):
                        if left >= 0 and right >= 0:
                            places[token[left], token[right]].discard(left)
                    token[i], token[j], after[i] = new_id, -1, after[j]
                    if after[j] >= 0:
                        before[after[j]] = i
                    for left, right in ((before[i], i), (i, after[i])):
                        if left >= 0 and right >= 0:
                            places.setdefault((token[left], token[right]), set()).add(left)
                del places[pair]
            return merges
        """,
    }
    slips = [
        slip(
            "a tie goes to the pair that is met last",
            edit=(
                "pair = next(p for p in zip(words[w], words[w][1:]) if counts[p] == -n)",
                "pair = [p for p in count_pairs(words, times) if counts[p] == -n][-1]",
            ),
            why="Equal counts are common, and each choice changes what is counted next. Whoever wants the same tokenizer needs "
            "the same rule; here it is the pair met first in the text as it stands now.",
            look="Where you compare counts: what happens when they are equal?",
        ),
        slip(
            "a tie goes to the pair with the larger ids",
            edit=(
                "pair = next(p for p in zip(words[w], words[w][1:]) if counts[p] == -n)",
                "pair = max(p for p in counts if counts[p] == -n)",
            ),
            why="Then the alphabet decides between pairs that are equally frequent. The rule here is the text's own order: "
            "the pair met first.",
            look="What does max compare when you give it tuples of (count, pair)?",
        ),
        slip(
            "a tie goes to the pair with the smaller ids",
            edit=(
                "pair = next(p for p in zip(words[w], words[w][1:]) if counts[p] == -n)",
                "pair = min(p for p in counts if counts[p] == -n)",
            ),
            why="Then the alphabet decides between pairs that are equally frequent. The rule here is the text's own order: "
            "the pair met first.",
            look="What else than the count does your sorting, or your heap, compare?",
        ),
        slip(
            "the words do not stand in the order of the text",
            edit=(
                "Counter(split_text(text))",
                "dict(Counter(split_text(text)).most_common())",
                "dict(sorted(Counter(split_text(text)).items()))",
                "Counter(sorted(split_text(text), key=len))",
                "Counter(reversed(split_text(text)))",
            ),
            why="Ties go to the pair that is met first in the text. Once the words are sorted, or kept in a set, nobody knows "
            "any more which came first.",
            look="In which order do your words stand, and which function of yours changed it?",
        ),
        slip(
            "the text is not cut into words first",
            edit=("Counter(split_text(text))", "Counter([text])"),
            why="Merges then reach across spaces and punctuation, and the vocabulary fills with things like `. The` and `of the`.",
            look="Which of your functions decides where no merge may reach across, and do you call it?",
        ),
        slip(
            "each different word counts once",
            edit=("times = list(table.values())", "times = [1] * len(table)"),
            also=[("Counter(split_text(text))", "Counter(sorted(set(split_text(text))))")],
            why="Then a word that occurs once weighs as much as `the`. Frequent words are the ones that should become one token.",
            look="What do you hand to count_pairs as `times`?",
        ),
        slip(
            "the counts are those of the text before any merge",
            edit=("        for w in where.pop(pair):", "        counts[pair] = 0\n        for w in []:"),
            why="A merge changes its neighbours: after `t`+`h`, the pair (h, e) has become rarer and (th, e) is new. Without "
            "counting again no token ever gets longer than two bytes.",
            look="When, in your loop, do the counts learn of the last merge?",
        ),
        slip(
            "there are `vocab_size` merges",
            edit=("range(256, vocab_size)", "range(256, 256 + vocab_size)"),
            why="The 256 bytes are tokens too. The size of the vocabulary is what later decides the shape of the embedding table.",
            look="How many tokens are there before the first merge?",
        ),
        slip(
            "there is one merge too many",
            edit=("range(256, vocab_size)", "range(256, vocab_size + 1)"),
            why="An id equal to the size of the vocabulary is one past the end of the embedding table.",
            look="With vocab_size = 256, how many merges should there be?",
        ),
        slip(
            "the new ids collide with those of the bytes",
            edit=("        merges[pair] = new_id", "        new_id -= 256\n        merges[pair] = new_id"),
            why="Ids 0 to 255 are taken by the bytes. A merge with id 97 could not be told from the letter a.",
            look="What is the first id that no byte has?",
        ),
        slip(
            "it stops as soon as every pair occurs only once",
            edit=("if not n:", "if n >= -1:"),
            why="A sensible rule for a real tokenizer, but not what is asked for here: a pair that occurs once is still a pair.",
            look="What does the description say about when to stop?",
        ),
        slip(
            "it fails when no pair is left",
            edit=("if not n:", "if not n and not max([]):"),
            why="A short text runs out of pairs: every word has become one token. tiktoken's own educational trainer stops with "
            "an error there; a tool should hand over what it has.",
            look="What does your code do when there is nothing to choose from?",
        ),
        slip(
            "it starts from characters instead of bytes",
            edit=('list(word.encode("utf-8"))', "[ord(c) for c in word]"),
            also=[
                ('word.encode("utf-8")', 'word.encode("latin-1", errors="replace")'),
                ('word.encode("utf-8")', 'word.encode("ascii", errors="replace")'),
                ('word.encode("utf-8")', 'word.encode("ascii", errors="ignore")'),
            ],
            why="There are 150,000 characters and 256 bytes. Starting from bytes is what makes every text encodable with a "
            "small vocabulary, and keeps ids below 256 for the start.",
            look="How many ids should `ü` have before the first merge?",
        ),
        slip(
            "the first new id is 257",
            edit=("range(256, vocab_size)", "range(257, vocab_size + 1)"),
            why="The bytes have the ids 0 to 255. An id that is skipped is a row of the embedding table that nothing ever trains, and "
            "the last one lies behind its end.",
            look="Which is the largest id that a byte has?",
        ),
        slip(
            "the text is changed before it is cut",
            edit=(
                "split_text(text)",
                "split_text(text.strip())",
                "split_text(text.lower())",
                'split_text(__import__("unicodedata").normalize("NFC", text))',
            ),
            why="White space at the ends, capitals and accents are part of the text that the tokenizer will have to read.",
            look="Between the argument and split_text: what happens to the text?",
        ),
        slip(
            "a tie goes to the pair that was met first before any merge",
            edit="""
def train_bpe(text, vocab_size):
    table = Counter(split_text(text))
    words, times = [list(word.encode("utf-8")) for word in table], list(table.values())
    counts = Counter(count_pairs(words, times))
    merges = {}
    while len(merges) + 256 < vocab_size:
        pair = max(counts, key=counts.get, default=None)
        if pair is None or counts[pair] <= 0:
            break
        merges[pair] = new_id = 256 + len(merges)
        for w, before in enumerate(words):
            after = merge_pair(before, pair, new_id)
            if len(after) < len(before):
                for p in zip(before, before[1:]):
                    counts[p] -= times[w]
                for p in zip(after, after[1:]):
                    counts[p] += times[w]
                words[w] = after
    return merges
""",
            why="A dictionary that is only corrected keeps its keys where they were. The rule asks for the pair that is met first in "
            "the text as it stands now, after the merges so far.",
            look="After a merge, is the order of your dictionary still that of the text?",
        ),
        slip(
            "pairs that a merge has broken up keep their counts",
            edit="""
def train_bpe(text, vocab_size):
    table = Counter(split_text(text))
    words, times = [list(word.encode("utf-8")) for word in table], list(table.values())
    counts = dict(count_pairs(words, times))
    merges = {}
    while len(merges) + 256 < vocab_size and counts:
        pair = max(counts, key=counts.get)
        merges[pair] = new_id = 256 + len(merges)
        words = [merge_pair(ids, pair, new_id) for ids in words]
        counts |= {p: n for p, n in count_pairs(words, times).items() if new_id in p}
        del counts[pair]
    return merges
""",
            why="After `t`+`h` the pair (h, e) has become rarer, because many of its places are gone. Left at its old count, it is "
            "chosen too early, or when it no longer stands anywhere.",
            look="Which counts fall with a merge, and where does your code lower them?",
        ),
        slip(
            "the new id is the key",
            edit=[
                ("            return merges\n", "            return {i: p for p, i in merges.items()}\n"),
                ("    return merges\n    ###", "    return {i: p for p, i in merges.items()}\n    ###"),
            ],
            why="Whoever encodes has a pair and wants its id. A dictionary answers that when the pair is the key.",
            look="What does the docstring put to the left of the arrow?",
        ),
    ]
    equivalent = {
        "if promised >= rank(p):": "an entry that is old promises too much, never too little",
        "pair = next(p for p in zip(words[w], words[w][1:]) if counts[p] >= -n)": "no count is larger than the largest",
    }
    promises = {
        "the most frequent pair first": dict(kind="prose"),
        "of several, the one met first in the text as it stands then": dict(kind="ties"),
        "overlapping places": dict(kind="runs"),
        "each word into its UTF-8 bytes": dict(kind="foreign"),
        "fewer merges when the text has no more pairs, and nothing of the text lost": dict(
            kind="short", merges=(70, 70)
        ),
        "the 256 bytes are among the tokens wanted": dict(kind="short", merges=(0, 0)),
        "a text without pairs has no merges": dict(kind="empty"),
        "in the order of learning": "pairs",
        "new ids 256, 257, …": "ids",
    }


# --- reading and writing ids --------------------------------------------------------------------------------------


@exercise("build_vocabulary", points=2)
class _:
    cases = [dict(n=30), dict(n=0)]
    weights = {"vocabulary": 3, "types": 1}

    def inputs(rng, n):
        merges, lengths = {}, [1] * 256
        if n:  # two ways to one word: position is id for both
            x, y, z = (int(i) for i in rng.permutation(256)[:3])
            merges = {(x, y): 256, (256, z): 257, (y, z): 258, (x, 258): 259}
            lengths += [2, 3, 2, 3]
        while len(merges) < n:
            pair = tuple(int(i) for i in rng.integers(0, len(lengths), size=2))
            if merges and rng.random() < 0.7:  # build on earlier merges, so that tokens of many bytes arise
                pair = (256 + int(rng.integers(len(merges))), pair[1])
            if pair in merges or pair[0] == pair[1] or lengths[pair[0]] + lengths[pair[1]] > 12:
                continue
            merges[pair] = len(lengths)
            lengths.append(lengths[pair[0]] + lengths[pair[1]])
        return {"merges": merges}

    def oracle(merges):
        tokens = token_bytes(merges)
        # of the right type and with the wrong bytes is worth nothing
        return {"vocabulary": tokens, "types": {"vocabulary": tokens, "all_bytes": True}}

    alternatives = {
        "dictionary first": """
            spelled = {i: i.to_bytes(1, "big") for i in range(256)}
            for (left, right), new_id in merges.items():
                spelled[new_id] = spelled[left] + spelled[right]
            return [spelled[i] for i in range(len(spelled))]
        """,
        "recursion": """
            halves = {new_id: pair for pair, new_id in merges.items()}

            def spelled(i):
                return bytes([i]) if i < 256 else spelled(halves[i][0]) + spelled(halves[i][1])

            return [spelled(i) for i in range(256 + len(merges))]
        """,
    }
    slips = [
        slip(
            "token i starts out as i zero bytes",
            edit=("bytes([i])", "bytes(i)"),
            why="`bytes(5)` makes five zero bytes; `bytes([5])` makes the one byte with value 5.",
            look="Print bytes(3) and bytes([3]).",
        ),
        slip(
            "the bytes from 128 on come out as several",
            edit=("bytes([i])", "chr(i).encode()", 'bytes([i]).decode("utf-8", errors="replace").encode()'),
            why="Character 228, ä, is two bytes in UTF-8, and neither of them is 228. Half of the 256 entries would be wrong, and "
            "plain English would never show it.",
            look="How many bytes does your entry 200 have?",
        ),
        slip(
            "the right half comes first",
            edit=("vocabulary[left] + vocabulary[right]", "vocabulary[right] + vocabulary[left]"),
            why="The pair (t, h) stands for `th`. Text decoded this way has its letters in another order.",
            look="Which half of a pair was read first?",
        ),
        slip(
            "the merged tokens hold single bytes only",
            edit=("vocabulary[left] + vocabulary[right]", "bytes([left % 256, right % 256])"),
            why="A half can be a merged token itself. Its id is no byte, and what it stands for is already in your list.",
            look="What does a half with id 300 stand for, and where could you look it up?",
        ),
        slip(
            "the 256 bytes are missing",
            edit=("    return vocabulary", "    return vocabulary[256:]"),
            why="Position in the list is the id. Without the bytes in front every id points at another token.",
            look="What should vocabulary[97] be?",
        ),
        slip(
            "the tokens are not of the type bytes",
            edit=[("bytes([i])", "[i]")],
            why="Bytes can be joined, decoded, and looked up in a dictionary. Text, lists and bytearrays can do some of that, and "
            "text cannot hold half a character at all.",
            look="What is type(vocabulary[97])?",
            also=[
                ("bytes([i])", "chr(i)"),
                ("bytes([i])", "bytearray([i])"),
                ("bytes([i])", "(i,)"),
                ("bytes([i])", 'bytes([i]).decode("latin-1")'),
                ("bytes([i])", 'bytes([i]).decode("utf-8", errors="replace")'),
            ],
        ),
        slip(
            "a dictionary by id comes back",
            edit=("    return vocabulary", "    return dict(enumerate(vocabulary))"),
            why="The ids are 0, 1, 2, … without a gap, so position in a list says as much, and a list knows its length and order.",
            look="What does the docstring say that is returned?",
        ),
        slip(
            "the merges are sorted before they are followed",
            edit=("in merges:", "in sorted(merges):"),
            why="Merges stand in the order of learning, and the n-th of them has the id 255 + n. Sorted by their pairs, each id stands "
            "for the bytes of another.",
            look="In which order does a dictionary give its keys, and which order do the ids need?",
        ),
        slip(
            "one of the 256 bytes is missing",
            edit=("range(256)", "range(255)", "range(1, 256)"),
            why="A byte has 256 values, 0 and 255 among them. Without one of them every later id is off by one.",
            look="What is the last number in range(n)?",
        ),
    ]
    promises = {
        "the bytes of the left half followed by those of the right": dict(n=30),
        "256 + len(merges) entries, position is id": "vocabulary",
        "without merges, the bytes": dict(n=0),
        "a list of bytes": "types",
    }


@functools.cache
def merges_from(kind, n_merges):
    """Merges of a text that is the same for everybody; what is encoded with them is not."""
    rng = np.random.default_rng(1)
    text = {
        "few letters": letters(rng, 60, "abc", longest=9),
        "white space": letters(rng, 20, "ab", longest=4)
        + "\n\n\n    \n\n        a"
        + "'s 's'" * 4
        + letters(rng, 9, "s'", longest=3),
        "foreign": " ".join(rng.choice(FOREIGN, size=40)) + prose(rng, 20),
    }.get(kind, prose(rng, 120))
    return trained(text, 256 + n_merges)


PAIRED = "abcdefghijklmnopqrstuvwxyzABCD"


@functools.cache
def pairs_of_letters(n_merges):
    """A vocabulary of more than a thousand tokens: every two of 30 letters have a merge, in no order at all."""
    pairs = [(ord(a), ord(b)) for a in PAIRED for b in PAIRED]
    order = np.random.default_rng(2).permutation(len(pairs))[:n_merges]
    return {pairs[i]: 256 + n for n, i in enumerate(order)}


def late_pairs(rng, merges, n_words):
    """Words of an early pair and one of the last: when that is joined, the pair beside it has no merge."""
    early, late = list(merges)[:30], [pair for pair, new_id in merges.items() if new_id > 1000]
    words = [(*first, *last) for first in early for last in late]
    words = [w for w in words if merges.get(w[1:3], len(merges) + 256) > merges[w[:2]]]
    return " ".join("".join(map(chr, words[i])) for i in rng.integers(len(words), size=n_words))


@exercise("encode", points=4, uses=["split_text", "merge_pair"], forbid=LIBRARIES)
class _:
    cases = [
        dict(kind="prose", n_merges=40),
        dict(kind="few letters", n_merges=40),
        dict(kind="white space", n_merges=30),
        dict(kind="foreign", n_merges=30),
        dict(kind="empty", n_merges=3),
        dict(kind="many", n_merges=900),
    ]
    weights = {"ids": 2, "ids_by_half_the_merges": 1}

    def inputs(rng, kind, n_merges):
        if kind == "many":
            many = pairs_of_letters(n_merges)
            text = letters(rng, 12, PAIRED, longest=12) + " " + late_pairs(rng, many, 3)
            return {"text": text, "merges": many}
        text = {
            "few letters": letters(rng, 25, "abc", longest=14),
            "white space": "  a's  'sa''s\n\nb    'ss  's" + letters(rng, 6, "ab's", longest=6),
            "foreign": prose(rng, 8) + " über żółte 水 🙂 πάν" + " ".join(rng.choice(FOREIGN, size=4)),
            "empty": "",
        }.get(kind, prose(rng, 20) + " <|endoftext|>" + "".join(rng.choice(SYLLABLES, size=9)))
        return {"text": text, "merges": merges_from(kind, n_merges)}

    def oracle(text, merges):
        half = dict(list(merges.items())[: len(merges) // 2])
        return {
            "ids": encoding(token_bytes(merges)).encode_ordinary(text),
            "ids_by_half_the_merges": encoding(token_bytes(half)).encode_ordinary(text),
        }

    alternatives = {
        "repeat every merge in the order of learning": """
            ids = []
            for piece in split_text(text):
                tokens = list(piece.encode())
                for pair, new_id in merges.items():
                    tokens = merge_pair(tokens, pair, new_id)
                ids.extend(tokens)
            return ids
        """,
        "one place at a time, with a memory for pieces": """
            known = {}

            def encode_piece(piece):
                tokens = list(piece.encode("utf-8"))
                while True:
                    ranked = [(merges[p], i) for i, p in enumerate(zip(tokens, tokens[1:])) if p in merges]
                    if not ranked:
                        return tokens
                    new_id, i = min(ranked)
                    tokens[i : i + 2] = [new_id]

            out = []
            for piece in split_text(text):
                if piece not in known:
                    known[piece] = encode_piece(piece)
                out += known[piece]
            return out
        """,
    }
    slips = [
        slip(
            "the ranks are ignored and pairs are merged from left to right",
            edit=(
                "pair = min(zip(tokens, tokens[1:]), key=lambda p: merges.get(p, math.inf))",
                "pair = next((p for p in zip(tokens, tokens[1:]) if p in merges), None)",
            ),
            why="Merges were learned in an order, and a token only arises when its halves do. Merged in another order, the "
            "text gets ids that training never produced.",
            look="Of all pairs in the piece that could be merged, which has the lowest id?",
        ),
        slip(
            "the merge learned last is tried first",
            edit=(
                "min(zip(tokens, tokens[1:]), key=lambda p: merges.get(p, math.inf))",
                "max(zip(tokens, tokens[1:]), key=lambda p: merges.get(p, -1))",
            ),
            why="The newest merges join tokens that older merges make. Tried first, they take bytes away from the more "
            "frequent pairs.",
            look="Which merge did training carry out first?",
        ),
        slip(
            "the longest token in the vocabulary is taken from the left",
            edit=(
                '        tokens = list(piece.encode("utf-8"))',
                '        raw, tokens = piece.encode("utf-8"), []\n'
                "        spelled = {i: bytes([i]) for i in range(256)}\n"
                "        for (left, right), new_id in merges.items():\n"
                "            spelled[new_id] = spelled[left] + spelled[right]\n"
                "        while raw:\n"
                "            best = max((i for i in spelled if raw.startswith(spelled[i])), key=lambda i: len(spelled[i]))\n"
                "            ids.append(best)\n"
                "            raw = raw[len(spelled[best]):]\n",
            ),
            why="That is how WordPiece reads (lesson 07). Byte-pair encoding repeats its merges in the order of learning, and "
            "the two disagree on some words.",
            look="Does your loop look at the whole piece before it decides on the next merge?",
        ),
        slip(
            "the text is not cut into pieces first",
            edit=("in split_text(text):", "in [text] if text else []:"),
            why="Merges then reach over cuts that they never crossed in training: two spaces before a word become one token, "
            "and the word loses its own.",
            look="What did train_bpe do with the text before anything else?",
        ),
        slip(
            "each piece is merged once only",
            edit=(
                "tokens = merge_pair(tokens, pair, merges[pair])",
                "tokens = merge_pair(tokens, pair, merges[pair])\n            break",
            ),
            why="Every merge can make the next one possible. Long tokens need many steps.",
            look="When do you look for pairs again, and when does the loop over one piece end?",
            also=[
                (
                    "        while len(tokens) > 1:",
                    "        for pair in sorted(merges.keys() & set(zip(tokens, tokens[1:])), key=merges.get):\n"
                    "            tokens = merge_pair(tokens, pair, merges[pair])\n        while False:",
                )
            ],
        ),
        slip(
            "the ids of each piece stay in a list of their own",
            edit=("ids += tokens", "ids.append(tokens)"),
            why="A model reads one line of ids. Where the pieces were does not matter any more.",
            look="What is the type of the first item of your result?",
        ),
        slip(
            "it starts from characters instead of bytes",
            edit=('list(piece.encode("utf-8"))', "[ord(c) for c in piece]"),
            why="Ids below 256 are bytes. `ü` is two of them in UTF-8, and a Chinese character, at 0x6C34, would get an id "
            "that belongs to a merge or to nothing.",
            look="How many ids has `ü` when there are no merges?",
        ),
        slip(
            "the most frequent pair of the piece is merged first",
            edit=(
                "min(zip(tokens, tokens[1:]), key=lambda p: merges.get(p, math.inf))",
                "max(zip(tokens, tokens[1:]), key=lambda p: (p in merges) * list(zip(tokens, tokens[1:])).count(p))",
                "max(zip(tokens, tokens[1:]), key=lambda p: ((p in merges) * list(zip(tokens, tokens[1:])).count(p), "
                "-merges.get(p, math.inf)))",
            ),
            why="Counting was for training. Its result is the order of the merges, and whoever encodes follows that order, however "
            "often a pair stands in this piece.",
            look="Which number says how early a merge was learned?",
        ),
        slip(
            "a piece of two tokens is left as it is",
            edit=("len(tokens) > 1", "len(tokens) > 2"),
            why="Two tokens are one pair, and that pair may have a merge. Many of the most frequent words end as one token.",
            look="How many pairs does a piece of two tokens have?",
        ),
        slip(
            "of a pair's places the last is merged first",
            edit=(
                "tokens = merge_pair(tokens, pair, merges[pair])",
                "i = max(i for i, p in enumerate(zip(tokens, tokens[1:])) if p == pair)\n"
                "            tokens[i : i + 2] = [merges[pair]]",
            ),
            why="In a run of three the first two join, in training as in encoding. From the other end another token is left over.",
            look="Merge (a, a) in `aaa`. Which a is left over, and which was it in exercise 3?",
        ),
        slip(
            "the name of a special token becomes its id",
            edit=(
                "    ids = []\n",
                '    before, name, after = text.partition("<|endoftext|>")\n    if name:\n'
                "        return encode(before, merges) + [256 + len(merges)] + encode(after, merges)\n    ids = []\n",
            ),
            why="Whoever can type into your program could then end the document. Special ids are put in by the program (section 9).",
            look="What does the docstring say about text that looks like a special token?",
        ),
        slip(
            "ids from 1000 on are never reached",
            edit=("merges.get(p, math.inf)", "merges.get(p, 1000)"),
            why="A pair without a merge has to sort behind every pair that has one, whatever its id. GPT-2's ids go to 50,256.",
            look="Which number do you give to a pair without a merge, and can an id be larger?",
        ),
        slip(
            "the text is changed before it is encoded",
            edit=("split_text(text)", "split_text(text.strip())", "split_text(text.lower())"),
            why="What is tidied up here is lost for good: decoding has to give the text back, to the last byte.",
            look="Does decoding your ids give the text, white space at both ends included?",
        ),
    ]
    equivalent = {"while len(tokens) != 1:": "no piece is empty, so there is always a token"}
    promises = {
        "the pair with the lowest id, of those that have a merge": dict(kind="few letters"),
        "within the pieces of split_text": dict(kind="white space"),
        "from bytes": dict(kind="foreign"),
        "text that looks like a special token is ordinary": dict(kind="prose"),
        "the merges that are handed over, and no others": "ids_by_half_the_merges",
        "ids of any size": dict(kind="many"),
        "an empty text has no ids": dict(kind="empty"),
        "a list of int": "ids",
    }


@exercise("decode", points=2)
class _:
    cases = [
        dict(kind="prose"),
        dict(kind="foreign"),
        dict(kind="broken"),
        dict(kind="white space"),
        dict(kind="none"),
    ]

    def inputs(rng, kind):
        single = sorted({bytes([b]) for b in "".join([*FOREIGN, " ."]).encode()} | {b"\xff"})
        longer = [*(part.encode() for part in SYLLABLES), "水".encode(), "żó".encode()[1:], " π".encode()]
        longer += [b"\r\n", b"\n", b"\t", b"  ", b" The", b"\x00", b"\xef\xbb\xbf"]
        vocabulary = [*single, *longer]
        vocabulary = [vocabulary[i] for i in rng.permutation(len(vocabulary))]
        place = {token: i for i, token in enumerate(vocabulary)}
        ids = [
            place[token]
            for token in rng.permutation([part.encode() for part in SYLLABLES * 2] + [b" ", b"."] * 4)
        ]
        if kind == "foreign":
            ids = [place[bytes([b])] for b in " ".join(rng.permutation(FOREIGN)).encode()] + ids[:2]
            ids = [place[b"\xef\xbb\xbf"], *ids]  # a mark of byte order is a character like any other
        elif kind == "broken":
            half = [place[bytes([b])] for b in "水".encode()[: int(rng.integers(1, 3))]]
            ids = [place["żó".encode()[1:]], *ids[:5], *half, *ids[5:], place[b"\xff"], *half]
        elif kind == "white space":  # at both ends and in between, of every sort
            some = [b"\r\n", b"\n", b"  ", b" The", b"\t", b"\x00"]
            rng.shuffle(some)
            ids = [
                place[b"  "],
                *(place[token] for token in some),
                ids[0],
                place[b"\r\n"],
            ]
        return {"ids": [] if kind == "none" else ids, "vocabulary": vocabulary}

    def oracle(ids, vocabulary):
        ranks = {token: i for i, token in enumerate(vocabulary)}
        return {
            "text": tiktoken.Encoding(
                "check", pat_str=r50k_pat_str, mergeable_ranks=ranks, special_tokens={}
            ).decode(ids)
        }

    alternatives = {
        "a bytearray": """
            raw = bytearray()
            for i in ids:
                raw += vocabulary[i]
            return str(raw, "utf-8", "replace")
        """,
        "an incremental decoder": """
            import codecs

            def decode(ids, vocabulary):
                decoder = codecs.getincrementaldecoder("utf-8")("replace")
                return "".join([decoder.decode(vocabulary[i]) for i in ids]) + decoder.decode(b"", final=True)
        """,
    }
    slips = [
        slip(
            "broken UTF-8 stops it",
            edit=(', errors="replace"', ""),
            why="A model may write any sequence of tokens, and a text may be cut in the middle of a character. A strict decoder "
            "then ends the program of whoever uses it.",
            look="Which argument of bytes.decode says what to do with bytes that are not valid?",
        ),
        slip(
            "broken UTF-8 vanishes without a trace",
            edit=('errors="replace"', 'errors="ignore"'),
            why="The reader should see that something could not be read. The sign for it is � (U+FFFD).",
            look="What do `ignore` and `replace` do with a byte that does not fit?",
        ),
        slip(
            "each token is decoded on its own",
            edit=(
                'b"".join(vocabulary[i] for i in ids).decode("utf-8", errors="replace")',
                '"".join(vocabulary[i].decode("utf-8", errors="replace") for i in ids)',
            ),
            why="A character may be spread over several tokens. None of them is valid alone; only their bytes together are.",
            look="What comes first: joining, or decoding?",
            also=[
                """
def decode(ids, vocabulary):
    text = ""
    for i in ids:
        try:
            text += vocabulary[i].decode("utf-8")
        except UnicodeDecodeError:
            text += "\\ufffd"
    return text
""",
                (
                    'b"".join(vocabulary[i] for i in ids).decode("utf-8", errors="replace")',
                    '"".join(vocabulary[i].decode("utf-8", errors="ignore") for i in ids)',
                ),
                (
                    'b"".join(vocabulary[i] for i in ids).decode("utf-8", errors="replace")',
                    '"".join(vocabulary[i].decode("utf-8") for i in ids)',
                ),
            ],
        ),
        slip(
            "every byte becomes one character",
            edit=(
                'decode("utf-8", errors="replace")',
                'decode("latin-1")',
                'decode("ascii", errors="replace")',
                'decode("cp1252", errors="replace")',
            ),
            why="In Latin-1 and its like each byte is a character, so `ü`, which is two bytes, comes out as two signs.",
            look="In which encoding did the text become bytes?",
        ),
        slip(
            "broken UTF-8 is marked by another sign than �",
            edit=('errors="replace"', 'errors="backslashreplace"'),
            why="One sign, U+FFFD, says everywhere that something could not be read. Codes or question marks look as if the model "
            "had written them.",
            look="Which character does the docstring name?",
            also=[
                ('errors="replace")', 'errors="replace").replace("\\ufffd", "?")'),
                ('errors="replace"', 'errors="surrogateescape"'),
            ],
        ),
        slip(
            "one broken byte takes the whole text with it",
            edit="""
def decode(ids, vocabulary):
    try:
        return b"".join(vocabulary[i] for i in ids).decode("utf-8")
    except UnicodeDecodeError:
        return "\\ufffd"
""",
            why="Most of the text can be read. Only the bytes that do not fit become �.",
            look="What does your function return for a good sentence with one bad byte in the middle?",
            also=[
                """
def decode(ids, vocabulary):
    try:
        return b"".join(vocabulary[i] for i in ids).decode("utf-8")
    except UnicodeDecodeError:
        return ""
"""
            ],
        ),
        slip(
            "something is put between the tokens",
            edit=('b"".join', 'b" ".join'),
            why="Spaces are part of the tokens that need them. More of them would cut words and characters apart.",
            look="Decode two tokens that are halves of one word.",
        ),
        slip(
            "the text is changed after it is decoded",
            edit=(
                'errors="replace")',
                'errors="replace").replace("\\r\\n", "\\n")',
                'errors="replace").strip()',
                'errors="replace").lstrip()',
                'errors="replace").replace("\\x00", "")',
            ),
            why="There and back must be the same text, white space, line breaks and capitals included.",
            look="After the bytes have become text: what else does your line do?",
            also=[('decode("utf-8"', 'decode("utf-8-sig"')],
        ),
    ]
    promises = {
        "the bytes of all ids, read as UTF-8": dict(kind="foreign"),
        "bytes that are not valid become U+FFFD": dict(kind="broken"),
        "there and back must be the same text": dict(kind="white space"),
        "a str": "text",
        "without ids, no text": dict(kind="none"),
    }


@exercise("encode_with_special", points=3)
class _:
    cases = [
        dict(n_allowed=1, repeats=3),
        dict(n_allowed=2, repeats=4),
        dict(n_allowed=0, repeats=2),
        dict(n_allowed=1, repeats=0),
        dict(n_allowed=3, repeats=3, edges=True),
        dict(n_allowed=1, repeats=0, alone=True),
    ]
    weights = {"ids": 2, "special_tokens unchanged": 1}

    def inputs(rng, n_allowed, repeats, edges=False, alone=False):
        names = ["<|endoftext|>", "<|user|>", "[SEP]"]
        ids = (1000 + rng.choice(900, size=3, replace=False)).tolist()
        parts = [word(rng)]
        for _ in range(repeats):
            for name in rng.permutation(names):
                parts += [str(name), f" {word(rng)}|text "]
        if edges:
            parts = [names[0], names[1], *parts, names[2], names[2]]
        allowed = [str(name) for name in rng.permutation(names)[:n_allowed]]
        if alone:  # between two allowed names stands nothing but one that is not, first in capitals
            other = next(name for name in names if name not in allowed)
            parts = [allowed[0].swapcase(), allowed[0], other, allowed[0], f" {word(rng)} "]
        return {
            "text": "".join(parts),
            "special_tokens": dict(zip(names, ids, strict=True)),
            "allowed": allowed,
        }

    def oracle(text, special_tokens, allowed):
        found = encoding(BYTES, special_tokens).encode(
            text, allowed_special=set(allowed), disallowed_special=()
        )
        ids = []
        for is_byte, run in itertools.groupby(found, lambda i: i < 256):
            run = list(run)
            ids += [len(bytes(run).decode()), *run] if is_byte else run
        # a dictionary left alone is worth nothing by itself: it counts together with the right ids
        return {"ids": ids, "special_tokens unchanged": {"ids": ids, "special_tokens": special_tokens}}

    alternatives = {
        "the nearest name, again and again": """
            ids = []
            while True:
                found = [(text.find(name), name) for name in special_tokens if name in allowed and name in text]
                if not found:
                    return ids + ordinary(text)
                start, name = min(found)
                ids += ordinary(text[:start]) + [special_tokens[name]]
                text = text[start + len(name) :]
        """,
        "finditer": """
            wanted = {name: i for name, i in special_tokens.items() if name in set(allowed)}
            ids, start = [], 0
            if wanted:
                for match in regex.finditer("|".join(regex.escape(name) for name in wanted), text):
                    ids.extend(ordinary(text[start : match.start()]))
                    ids.append(wanted[match.group()])
                    start = match.end()
            return ids + list(ordinary(text[start:]))
        """,
    }
    slips = [
        slip(
            "every special token is taken, allowed or not",
            edit=("if name in allowed", "if name"),
            why="Then anyone who can type into your program can end the document, or speak in the system's name.",
            look="Which of your arguments says whom the text came from, and do you use it?",
        ),
        slip(
            "no special token is ever recognised",
            edit=("regex.split(pattern, text)", "[text]"),
            also=[
                ("map(regex.escape, names)", "names"),
                [("map(regex.escape, names)", "allowed"), ("part in names", "part in special_tokens")],
            ],
            why="The model has learned what the one id means. The same characters as ordinary tokens tell it nothing.",
            look="If you build a pattern from the names: what does | mean in one? If you compare whole texts: can a name stand "
            "in the middle?",
        ),
        slip(
            "the special tokens vanish from the text",
            edit=('"(" + "|".join(map(regex.escape, names)) + ")"', '"|".join(map(regex.escape, names))'),
            why="The cut is right, but what was cut out is the very thing that should become an id.",
            look="What does split return when the pattern has a group, and what without?",
        ),
        slip(
            "the names that are not allowed are deleted from the text",
            edit=(
                "    if not names:",
                '    for name in special_tokens:\n        text = text if name in allowed else text.replace(name, "")\n'
                "    if not names:",
            ),
            why="Text from a stranger is still text: it is to be read as the characters that it is, and decoding has to give it "
            "back.",
            look="Decode your ids. Is the text complete?",
        ),
        slip(
            "what follows the last special token is lost",
            edit=("regex.split(pattern, text)", "regex.split(pattern, text)[:-1]"),
            why="The text goes on behind the last special token, and so must the ids.",
            look="After your loop: is anything of the text left over?",
        ),
        slip(
            "only the first name in the text becomes its id",
            edit=("regex.split(pattern, text)", "regex.split(pattern, text, maxsplit=1)"),
            why="A conversation has many turns, each with its special token. All of them count.",
            look="Does your code go on looking behind the first name that it finds?",
        ),
        slip(
            "a name that is not allowed stops it",
            edit=(
                "    if not names:",
                "    for name in special_tokens:\n        if name in text and name not in allowed:\n"
                "            raise ValueError(name)\n    if not names:",
            ),
            why="tiktoken does that, and a program then has to deal with the error. Here the name is text like any other.",
            look="What does the text above the exercise say of a name that exists but is not allowed?",
        ),
        slip(
            "white space beside a special token is lost",
            edit=("else ordinary(part)", "else ordinary(part.strip())"),
            why="Between two names stands text, and its spaces and line breaks belong to it.",
            look="Decode your ids. Is the text complete?",
        ),
        slip(
            "names are found only between white space",
            edit=("regex.split(pattern, text)", 'regex.split(r"(\\s+)", text)', 'regex.split(r"( )", text)'),
            why="A special token needs no space around it: `nice day.<|endoftext|>` ends the document.",
            look="At which places of the text do you look for a name?",
            also=[
                [
                    ("    if not names:\n        return ordinary(text)\n", ""),
                    ("regex.split(pattern, text)", 'regex.split(r"(\\s+)", text)'),
                ]
            ],
        ),
        slip(
            "the text between the names is handed over in small pieces",
            edit=(
                "    if not names:\n        return ordinary(text)\n",
                "",
            ),
            why="The ordinary encoder decides what belongs together. Given single characters it can merge nothing, and every "
            "word becomes as many tokens as it has letters.",
            look="How often do you call `ordinary` for a text without any name in it?",
            also=[
                """
def encode_with_special(text, ordinary, special_tokens, allowed):
    ids, i = [], 0
    while i < len(text):
        name = next((name for name in allowed if text.startswith(name, i)), None)
        ids += [special_tokens[name]] if name else ordinary(text[i])
        i += len(name) if name else 1
    return ids
""",
                (
                    "else ordinary(part)",
                    'else [i for word in regex.split(r"(\\s+)", part) for i in ordinary(word)]',
                ),
            ],
        ),
        slip(
            "the text is cut at names that are not allowed, too",
            edit=[
                ("    if not names:\n        return ordinary(text)\n", ""),
                ("map(regex.escape, names)", "map(regex.escape, special_tokens)"),
            ],
            why="A name that is not allowed is ordinary text, and what stands before and behind it belongs together with it. Cut "
            "there, the encoder merges otherwise than it would.",
            look="Which names go into your pattern, and which of them should?",
            also=[
                ("map(regex.escape, names)", "map(regex.escape, special_tokens)"),
            ],
        ),
        slip(
            "a name that is not allowed gets its id when it stands alone",
            edit=("if part in names else", "if part in special_tokens else"),
            why="Text between two special tokens can be exactly such a name, and a stranger can see to it that it is. That is the "
            "attack which the list of allowed names is meant to stop.",
            look="After the cut: with which collection do you compare a part, and does it hold only what is allowed?",
        ),
        slip(
            "names count in capitals, too",
            edit=[
                ("regex.split(pattern, text)", "regex.split(pattern, text, flags=regex.IGNORECASE)"),
                (
                    "[special_tokens[part]] if part in names else",
                    "[special_tokens[next(n for n in names if n.lower() == part.lower())]] "
                    "if part.lower() in [n.lower() for n in names] else",
                ),
            ],
            also=[
                [
                    ("regex.split(pattern, text)", "regex.split(pattern, text, flags=regex.IGNORECASE)"),
                    (
                        "[special_tokens[part]] if part in names else",
                        "[{n.lower(): i for n, i in special_tokens.items()}[part.lower()]] "
                        "if part.lower() in [n.lower() for n in special_tokens] else",
                    ),
                ]
            ],
            why="A special token has one spelling. Another one is text, and decoding has to give it back.",
            look="What becomes of `<|ENDOFTEXT|>`?",
        ),
        slip(
            "the dictionary of special tokens is changed",
            edit=(
                "    if not names:",
                "    for name in set(special_tokens) - set(names):\n        del special_tokens[name]\n    if not names:",
            ),
            why="The dictionary belongs to the tokenizer and serves every text. After this call the other names are gone for good.",
            look="Call your function twice with the same dictionary, and other names allowed.",
        ),
    ]
    promises = {
        "each name that is allowed becomes its id": dict(n_allowed=2),
        "several in a row, at both ends": dict(edges=True),
        "a name that is not allowed is ordinary text": dict(n_allowed=0),
        "also where it stands alone": dict(alone=True),
        "everything between them goes through the ordinary encoder, in one piece": "ids",
        "text without any name": dict(n_allowed=1, repeats=0),
        "special_tokens is left as it is": "special_tokens unchanged",
    }


# --- from ids to minibatches --------------------------------------------------------------------------------------


@exercise("join_documents", points=2)
class _:
    cases = [
        dict(lengths=(4, 2, 5)),
        dict(lengths=(3,)),
        dict(lengths=(1, 0, 6, 2)),
        dict(lengths=(3, 2), has_bos=True),
    ]
    weights = {"stream": 2, "documents unchanged": 1}

    def inputs(rng, lengths, has_bos=False):
        documents = [rng.integers(0, 900, size=n).tolist() for n in lengths]
        bos_id = int(rng.integers(1000, 1100))
        if has_bos:  # the id of BOS may stand in a document, which gets one of its own all the same
            documents[0][0] = documents[1][-1] = bos_id
        return {"documents": documents, "bos_id": bos_id}

    def oracle(documents, bos_id):
        stream = np.full(sum(map(len, documents)) + len(documents), bos_id, dtype=np.int64)
        end = 0
        for n, document in enumerate(documents, start=1):
            start, end = end + 1, end + 1 + len(document)
            stream[start:end] = document
            assert end == n + sum(map(len, documents[:n]))
        # documents left alone are worth nothing by themselves: they count together with the right stream
        return {"stream": stream, "documents unchanged": {"stream": stream, "documents": documents}}

    alternatives = {
        "torch.cat": """
            parts = [torch.tensor([bos_id, *document], dtype=torch.long) for document in documents]
            return torch.cat(parts)
        """,
        "a comprehension": "return torch.tensor([i for document in documents for i in [bos_id] + list(document)], dtype=torch.int64)",
    }
    slips = [
        slip(
            "BOS stands between the documents only",
            edit=("torch.tensor(stream, dtype=torch.int64)", "torch.tensor(stream[1:])"),
            why="The first document then has no beginning: its first token is never predicted from anything.",
            look="How many documents are there, and how many times does your stream hold BOS?",
        ),
        slip(
            "BOS stands behind each document",
            edit=("[bos_id, *document]", "[*document, bos_id]"),
            why="A token behind a document marks its end. In this course every sequence starts with one, so that the first "
            "real token has something to be predicted from.",
            look="What is the first number of your stream?",
        ),
        slip(
            "there is one BOS for everything",
            edit=[("    stream = []\n", "    stream = [bos_id]\n"), ("[bos_id, *document]", "document")],
            why="Without a mark between them, the end of one document seems to lead to the beginning of the next.",
            look="How many times should BOS be there for three documents?",
        ),
        slip(
            "a document goes into the stream as one item",
            edit=("[bos_id, *document]", "[bos_id, document]"),
            why="A tensor holds numbers. A list among them has no place in it.",
            look="What is the difference between `append` and `extend`?",
        ),
        slip(
            "there is no BOS",
            edit=("[bos_id, *document]", "document"),
            why="The chain rule then has only T − 1 factors: nothing predicts the first token of a document, and documents run "
            "into one another.",
            look="Do you use both arguments?",
        ),
        slip(
            "the stream is no int64 tensor",
            edit=(
                "torch.tensor(stream, dtype=torch.int64)",
                "torch.tensor(stream, dtype=torch.int32)",
                "stream",
                "torch.tensor(stream, dtype=torch.float32)",
                "torch.tensor(stream, dtype=torch.int16)",
            ),
            why="PyTorch takes class numbers in int64: the loss of lesson 04 refuses other targets, and a list has neither shape nor "
            "slices that stack.",
            look="What are the type and the dtype of your result?",
        ),
        slip(
            "an empty document gets no BOS",
            edit=(
                "        stream += [bos_id, *document]",
                "        stream += [bos_id, *document] if document else []",
            ),
            why="An empty document is one, too: it begins, and then the next one does. The length of the stream would no longer be "
            "the number of tokens plus the number of documents.",
            look="How long should the stream of [[5], [], [7]] be?",
        ),
        slip(
            "one more BOS stands at the end",
            edit=("torch.tensor(stream, dtype=torch.int64)", "torch.tensor([*stream, bos_id])"),
            why="A BOS with nothing behind it begins a document that does not exist.",
            look="How many documents are there, and how many BOS?",
        ),
        slip(
            "the id of BOS is built in",
            edit=(
                "[bos_id, *document]",
                "[0, *document]",
                "[256, *document]",
                "[50256, *document]",
                "[1, *document]",
            ),
            why="Which id BOS has depends on the vocabulary; 0 is a byte there.",
            look="Do you use both arguments?",
        ),
        slip(
            "BOS is written into the documents themselves",
            edit=(
                "        stream += [bos_id, *document]",
                "        document.insert(0, bos_id)\n        stream += document",
            ),
            why="The documents belong to the caller. The second time they are joined they start with two BOS.",
            look="What do the documents hold after a call?",
        ),
        slip(
            "a document that starts with the id of BOS gets none of its own",
            edit=(
                "        stream += [bos_id, *document]",
                "        stream += document if document[:1] == [bos_id] else [bos_id, *document]",
            ),
            why="Each document gets one of its own, whatever it holds. Then the stream has a known length, and no document can pass "
            "for the rest of another.",
            look="How long is your stream, and how long should it be?",
        ),
    ]
    promises = {
        "each behind a BOS of its own": dict(lengths=(4, 2, 5)),
        "a document may be empty": dict(lengths=(1, 0, 6, 2)),
        "and may hold the id of BOS": dict(has_bos=True),
        "an int64 tensor": "stream",
        "the documents are left as they are": "documents unchanged",
    }


@exercise("NextTokenDataset", points=4)
class _:
    cases = [
        dict(n=12, context_length=4, stride=4),
        dict(n=13, context_length=4, stride=4),
        dict(n=11, context_length=5, stride=2),
        dict(n=16, context_length=3, stride=5),
        dict(n=6, context_length=5, stride=3),
        dict(n=5, context_length=5, stride=1),
        dict(n=4, context_length=1, stride=1),
    ]
    weights = {"n_windows": 1, "inputs": 2, "targets": 2, "iterated": 1}

    def inputs(rng, n, context_length, stride):
        if n > context_length + 1:  # whole strides more: what is left over at the end stays
            n += stride * int(rng.integers(8))
        return {"ids": rng.permutation(500)[:n], "context_length": context_length, "stride": stride}

    def oracle(ids, context_length, stride):
        starts = [s for s in range(len(ids)) if s % stride == 0 and s + context_length < len(ids)]
        inputs = [np.array([ids[s + t] for t in range(context_length)]) for s in starts]
        targets = [np.array([ids[s + t + 1] for t in range(context_length)]) for s in starts]
        return {
            "n_windows": {"of the stream": len(starts), "of a shorter one": 0},
            "inputs": inputs,
            "targets": targets,
            "iterated": [context_length for _ in starts],
        }

    alternatives = {
        "the list of starts": """
            class NextTokenDataset(Dataset):
                def __init__(self, ids, context_length, stride):
                    self.ids, self.context_length = ids, context_length
                    self.starts = list(range(0, len(ids) - context_length, stride))

                def __len__(self):
                    return len(self.starts)

                def __getitem__(self, index):
                    window = self.ids[self.starts[index] :][: self.context_length + 1]
                    return window[:-1], window[1:]
        """,
        "all windows made at once": """
            class NextTokenDataset(Dataset):
                def __init__(self, ids, context_length, stride):
                    self.inputs, self.targets = [], []
                    start = 0
                    while start + context_length + 1 <= len(ids):
                        self.inputs.append(ids[start : start + context_length])
                        self.targets.append(ids[start + 1 : start + 1 + context_length])
                        start += stride

                def __len__(self):
                    return len(self.inputs)

                def __getitem__(self, index):
                    return self.inputs[index], self.targets[index]
        """,
    }
    slips = [
        slip(
            "the targets are not shifted",
            edit=(
                "self.ids[start + 1 : start + self.context_length + 1]",
                "self.ids[start : start + self.context_length]",
            ),
            why="A model asked for the token that it sees learns to copy. Its loss falls to zero within minutes, and it can "
            "predict nothing.",
            look="Lay the first window's inputs and targets side by side. Which token follows the first input?",
        ),
        slip(
            "the last window is left out",
            edit=(
                "len(range(0, len(self.ids) - self.context_length, self.stride))",
                "max(0, (len(self.ids) - self.context_length - 1) // self.stride)",
            ),
            why="Data that is there is never seen. On a short text that can be all of it.",
            look="With six tokens and a context of five, how many windows are there? Count posts, or the gaps between them?",
            also=[
                (
                    "range(0, len(self.ids) - self.context_length, self.stride)",
                    "range(0, len(self.ids) - self.context_length - 1, self.stride)",
                )
            ],
        ),
        slip(
            "the last window is left out unless it ends exactly where the stream does",
            edit=(
                "len(range(0, len(self.ids) - self.context_length, self.stride))",
                "max(0, (len(self.ids) - self.context_length) // self.stride)",
            ),
            why="A whole division rounds down, and with it goes a window that would have fitted.",
            look="Write down the starts for 11 tokens, context length 5 and stride 2. How many are there?",
        ),
        slip(
            "the last window reads past the end",
            edit=(
                "len(self.ids) - self.context_length, self.stride",
                "len(self.ids) - self.context_length + 1, self.stride",
            ),
            also=[
                (
                    "len(range(0, len(self.ids) - self.context_length, self.stride))",
                    "(len(self.ids) - self.context_length) // self.stride + 1",
                ),
                (
                    "len(self.ids) - self.context_length, self.stride",
                    "len(self.ids), self.stride",
                ),
            ],
            why="Every window needs one token more than its inputs, the target of its last position. A slice past the end is "
            "silently shorter, and batches cannot be stacked.",
            look="How many tokens does a window of length T touch, targets included?",
        ),
        slip(
            "windows start at every multiple of the context length",
            edit=("start = index * self.stride", "start = index * self.context_length"),
            why="The stride says how far one window starts from the next: less than the context length and windows overlap, more "
            "and tokens are skipped.",
            look="Which argument have you not used to find the start?",
        ),
        slip(
            "windows start at every token",
            edit=("start = index * self.stride", "start = index"),
            also=[
                [
                    ("start = index * self.stride", "start = index"),
                    (
                        "len(self.ids) - self.context_length, self.stride",
                        "len(self.ids) - self.context_length",
                    ),
                    ("range(0, len", "range(len"),
                ]
            ],
            why="The stride says how far one window starts behind the one before. Without it windows overlap almost completely.",
            look="Where should window 1 start if the stride is 4?",
        ),
        slip(
            "inputs and targets are one token short",
            edit=[
                (
                    "self.ids[start : start + self.context_length]",
                    "self.ids[start : start + self.context_length - 1]",
                ),
                (
                    "self.ids[start + 1 : start + self.context_length + 1]",
                    "self.ids[start + 1 : start + self.context_length]",
                ),
            ],
            why="A window of T inputs and T targets covers T + 1 tokens. Cut to T tokens in all, each window trains on one "
            "position less than the model can take.",
            look="How many positions should the inputs have?",
        ),
        slip(
            "reading behind the last window raises nothing",
            edit=("if not 0 <= index < len(self):", "if False:"),
            why="Python's `for` ends when the next index raises IndexError. Slices never do, so a loop over the dataset would "
            "go on for ever with empty windows.",
            look="What does your dataset return for index len(dataset)?",
        ),
        slip(
            "the length takes no account of the stride",
            edit=(
                "len(range(0, len(self.ids) - self.context_length, self.stride))",
                "max(0, len(self.ids) - self.context_length)",
            ),
            why="With stride 4 a window starts at every fourth token, so there are about a quarter as many. Indices behind the last "
            "window read past the end.",
            look="Write down the starts for 12 tokens, context length 4 and stride 4. How many are there?",
            also=[
                [
                    (
                        "len(range(0, len(self.ids) - self.context_length, self.stride))",
                        "max(0, len(self.ids) - self.context_length)",
                    ),
                    (
                        "not 0 <= index < len(self)",
                        "index * self.stride >= len(self.ids) - self.context_length",
                    ),
                ]
            ],
        ),
        slip(
            "the windows are counted by division alone",
            edit=(
                "len(range(0, len(self.ids) - self.context_length, self.stride))",
                "len(self.ids) // self.context_length",
                "len(self.ids) // self.stride",
                "(len(self.ids) - 1) // self.context_length",
            ),
            why="That is the number of whole blocks in the stream. It knows neither of the stride nor of the token behind the last "
            "input, which the last target needs.",
            look="Which starts are there for 11 tokens, context length 5 and stride 2, and how many does your formula give?",
        ),
        slip(
            "a stream that is shorter than a window has a number of windows below zero",
            edit=(
                "len(range(0, len(self.ids) - self.context_length, self.stride))",
                "(len(self.ids) - self.context_length - 1) // self.stride + 1",
            ),
            why="Python refuses a negative length with an error that says nothing of windows. A short document has none: 0.",
            look="What does your formula give for three tokens, context length 5 and stride 1?",
        ),
        slip(
            "one window behind the last can be read",
            edit=("0 <= index < len(self)", "0 <= index <= len(self)"),
            why="Indices count from 0, so the last one is one below the length. A `for` over the dataset would end with a short "
            "window, which cannot be stacked.",
            look="What does your dataset return for index len(dataset)?",
        ),
        slip(
            "the targets are the window that follows",
            edit=(
                "self.ids[start + 1 : start + self.context_length + 1]",
                "self.ids[start + self.context_length : start + 2 * self.context_length]",
            ),
            why="Every position predicts its own next token. With the block behind, position 0 would have to guess a token that is T "
            "places away.",
            look="Which token follows the first input, and where does it stand in your targets?",
        ),
    ]
    equivalent = {
        "if not 0 <= index != len(self):": "a loop asks for one index after the other and stops at the first IndexError",
        "if not 0 <= index is not len(self):": "the same, for small numbers, which are single objects in CPython",
        "if not -1 <= index < len(self):": "nothing is promised about negative indices",
    }
    promises = {
        "the number of windows that fit": "n_windows",
        "none in a stream that is shorter": "n_windows",
        "windows that overlap": dict(context_length=5, stride=2),
        "windows that skip tokens": dict(context_length=3, stride=5),
        "one window that fits exactly": dict(n=6, context_length=5),
        "a stream of T tokens has no window": dict(n=5, context_length=5),
        "T inputs": "inputs",
        "T targets, one further on, int64": "targets",
        "IndexError where there is no window": "iterated",
    }


@exercise("make_batches", points=3, forbid=["torch.utils.data.DataLoader"])
class _:
    cases = [dict(n=7, T=3, batch_size=3), dict(n=12, T=1, batch_size=2), dict(n=6, T=1, batch_size=10)]
    weights = {"inputs": 1, "targets": 1, "shuffled_inputs": 1, "shuffled_targets": 1, "next_epoch": 1}

    def inputs(rng, n, T, batch_size):
        ids = rng.permutation(900)[: n * (T + 1)].reshape(n, T + 1)
        return {"x": ids[:, :-1], "y": ids[:, 1:], "batch_size": batch_size, "seed": int(rng.integers(2**31))}

    def oracle(x, y, batch_size, seed):
        dataset = TensorDataset(torch.as_tensor(x), torch.as_tensor(y))
        generator = torch.Generator().manual_seed(seed)
        epochs = [torch.randperm(len(x), generator=generator).tolist() for _ in range(2)]
        in_order = list(DataLoader(dataset, batch_size, sampler=SequentialSampler(dataset)))
        shuffled, once_more = (list(DataLoader(dataset, batch_size, sampler=order)) for order in epochs)
        return {
            "inputs": [inputs for inputs, _ in in_order],
            "targets": [targets for _, targets in in_order],
            "shuffled_inputs": [inputs for inputs, _ in shuffled],
            "shuffled_targets": [targets for _, targets in shuffled],
            "next_epoch": [inputs for inputs, _ in once_more],
        }

    alternatives = {
        "collect, then return an iterator": """
            n = len(dataset)
            order = list(range(n)) if generator is None else torch.randperm(n, generator=generator).tolist()
            batches = []
            while order:
                chosen, order = order[:batch_size], order[batch_size:]
                inputs, targets = zip(*(dataset[i] for i in chosen))
                batches.append((torch.stack(inputs), torch.stack(targets)))
            return iter(batches)
        """,
        "split and index all at once": """
            inputs = torch.stack([dataset[i][0] for i in range(len(dataset))])
            targets = torch.stack([dataset[i][1] for i in range(len(dataset))])
            order = (
                torch.arange(len(dataset)) if generator is None else torch.randperm(len(dataset), generator=generator)
            )
            for chosen in order.split(batch_size):
                yield inputs[chosen], targets[chosen]
        """,
    }
    slips = [
        slip(
            "the last batch is dropped when it is not full",
            edit=("range(0, n, batch_size)", "range(0, n - batch_size + 1, batch_size)"),
            why="Windows at the end are then never seen, and a dataset smaller than a batch gives nothing at all.",
            look="Seven windows in batches of three: how many batches, and how large is the last?",
        ),
        slip(
            "the windows are not shuffled",
            edit=("torch.randperm(n, generator=generator)", "torch.arange(n)"),
            why="Neighbouring windows come from one document. A batch of them is far less varied than one drawn from everywhere, "
            "and every epoch repeats the same order.",
            look="What happens in your code when a generator is given?",
        ),
        slip(
            "the windows are shuffled even when no generator is given",
            edit=("torch.arange(n) if generator is None else torch.randperm", "torch.randperm"),
            why="Evaluation wants the same order every time, and gets it by leaving the generator out.",
            look="What does your function do when `generator` is None?",
        ),
        slip(
            "the generator is ignored",
            edit=(", generator=generator)", ")"),
            why="The order is random, but nobody can repeat it: it comes from torch's global stream.",
            look="To which function must the generator be handed?",
        ),
        slip(
            "inputs and targets are shuffled apart from each other",
            edit=[
                (
                    "    for start in range(0, n, batch_size):",
                    "    other = torch.arange(n) if generator is None else torch.randperm(n, generator=generator)\n"
                    "    for start in range(0, n, batch_size):",
                ),
                (
                    "torch.stack([y for _, y in windows])",
                    "torch.stack([dataset[int(i)][1] for i in other[start : start + batch_size]])",
                ),
            ],
            why="Each input then has the targets of another window. Nothing fails, and the loss never falls.",
            look="How many permutations do you draw?",
        ),
        slip(
            "windows are drawn with replacement",
            edit=("torch.randperm(n, generator=generator)", "torch.randint(n, (n,), generator=generator)"),
            why="In one pass some windows then come twice and about a third (1/e) never.",
            look="Collect all first tokens of one pass. Is every window there once?",
        ),
        slip(
            "whole batches change places, and windows stay together",
            edit=(
                "torch.randperm(n, generator=generator)",
                "torch.cat([torch.arange(n).split(batch_size)[b] for b in "
                "torch.randperm(-(-n // batch_size), generator=generator).tolist()])",
            ),
            why="Neighbours are still always in the same batch, which is what shuffling is meant to end.",
            look="Do you permute the windows, or the places where batches start?",
        ),
        slip(
            "every pass takes the windows in the same order",
            edit=(
                "generator=generator)",
                "generator=torch.Generator().manual_seed(generator.initial_seed()))",
                "generator=generator.clone_state())",
                "generator=generator.manual_seed(0))",
            ),
            why="A generator is a stream: what was drawn is gone, and the next pass draws anew. Started over, each epoch makes the same "
            "batches, and the gradients average over the same neighbours again and again.",
            look="Does anything in your code set the generator back, or copy it?",
        ),
        slip(
            "the windows of a batch are joined end to end",
            edit=(
                "yield torch.stack([x for x, _ in windows]), torch.stack([y for _, y in windows])",
                "yield torch.cat([x for x, _ in windows]), torch.cat([y for _, y in windows])",
            ),
            why="A batch is a table with one row for each window. In one long row nobody knows where a window ends.",
            look="Which shape should a batch of three windows of length 4 have?",
        ),
        slip(
            "the windows stand in the columns of a batch",
            edit=(
                "yield torch.stack([x for x, _ in windows]), torch.stack([y for _, y in windows])",
                "yield torch.stack([x for x, _ in windows], 1), torch.stack([y for _, y in windows], 1)",
            ),
            why="In this course the batch is the first axis: row b is window b, and position t stands in column t.",
            look="Along which axis does torch.stack put what it joins?",
        ),
        slip(
            "a batch is a list of windows",
            edit=(
                "yield torch.stack([x for x, _ in windows]), torch.stack([y for _, y in windows])",
                "yield [x for x, _ in windows], [y for _, y in windows]",
                "yield [x.tolist() for x, _ in windows], [y.tolist() for _, y in windows]",
            ),
            why="The windows of a batch are computed together, as one tensor (B, T). A list would be one window after the other.",
            look="What makes one tensor of several of the same shape?",
        ),
        slip(
            "the dataset is asked for several windows at once",
            edit=(
                "        windows = [dataset[int(i)] for i in order[start : start + batch_size]]\n",
                "        windows = [dataset[order[start : start + batch_size].tolist()]]\n",
                "        windows = [dataset[start : start + batch_size]]\n",
            ),
            why="A dataset promises an item for one index. Some take a list of them; yours of exercise 10 does not.",
            look="What is an index in your code, a number or several?",
        ),
        slip(
            "the permutation says where each window goes, not which one comes",
            edit=("generator=generator)", "generator=generator).argsort()"),
            why="Both are random orders, but they are not the same one. Whoever repeats a run with the same seed expects window "
            "order[0] to come first.",
            look="With the order 2, 0, 1: which window should stand first?",
        ),
        slip(
            "the generator has drawn something before the order",
            edit=(
                "    n = len(dataset)\n",
                "    n = len(dataset)\n    generator and torch.rand(1, generator=generator)\n",
                "    n = len(dataset)\n    generator and torch.randperm(n, generator=generator)\n",
            ),
            why="Each draw moves the generator on. With one more than agreed, the same seed gives another order.",
            look="How many draws does one pass take, and from which function?",
        ),
    ]
    promises = {
        "without a generator the order is 0, 1, 2, …": "inputs",
        "with one it is torch.randperm(len(dataset), generator=generator)": "shuffled_inputs",
        "targets stay with their inputs": "shuffled_targets",
        "a fresh order in each pass": "next_epoch",
        "the last batch may be smaller": dict(n=7, batch_size=3),
        "the last batch may be full": dict(n=12, batch_size=2),
        "fewer windows than a batch holds": dict(n=6, batch_size=10),
    }
