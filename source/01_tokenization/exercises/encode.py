"""Encode text as token ids by applying BPE merges in order of rank.

Oracle: tiktoken's encoder built from the same merges. Every text is encoded a second time with
only the first half of the merges, so none can be hard-coded.
"""

import functools

import numpy as np

from autograder.authoring import exercise, slip

from ._shared import FOREIGN, LIBRARIES, SYLLABLES, encoding, letters, prose, token_bytes, trained


@functools.cache
def merges_from(kind, n_merges):
    """Merges of a text that is the same for all students; what is encoded with them differs."""
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
    """A vocabulary of more than a thousand tokens: every two of 30 letters have a merge, in random order."""
    pairs = [(ord(a), ord(b)) for a in PAIRED for b in PAIRED]
    order = np.random.default_rng(2).permutation(len(pairs))[:n_merges]
    return {pairs[i]: 256 + n for n, i in enumerate(order)}


def late_pairs(rng, merges, n_words):
    """Words made of an early pair and a late one: by the time the late one is joined, the pair beside it has no merge."""
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
    weights = {"ids": 2, "ids_by_half_the_merges": 1, "types": 1}

    def inputs(rng, kind, n_merges):
        if kind == "many":
            many = pairs_of_letters(n_merges)
            text = letters(rng, 12, PAIRED, longest=12) + " " + late_pairs(rng, many, 3)
            return {"text": text, "merges": many}
        text = {
            "few letters": letters(rng, 25, "abc", longest=14),
            "white space": "  a's  'sa''s\n\nb    'ss  's" + letters(rng, 6, "ab's", longest=6),
            "foreign": prose(rng, 8)
            + " über żółte 水 🙂 πάν cafe\u0301 ﬁ\r\n"
            + " ".join(rng.choice(FOREIGN, size=4)),
            "empty": "",
        }.get(kind, prose(rng, 20) + " <|endoftext|>" + "".join(rng.choice(SYLLABLES, size=9)))
        return {"text": text, "merges": merges_from(kind, n_merges)}

    def oracle(text, merges):
        half = dict(list(merges.items())[: len(merges) // 2])
        ids = encoding(token_bytes(merges)).encode_ordinary(text)
        return {
            "ids": ids,
            "ids_by_half_the_merges": encoding(token_bytes(half)).encode_ordinary(text),
            "types": {"ids": ids, "a_list": True},  # a list of wrong ids is worth nothing
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
            why="Merges were learned in a fixed order, and a token can only arise once its halves exist. If you merge in another order, the "
            "text gets ids that training never produced.",
            look="Several pairs in the piece could be merged. Which of them was learned first?",
        ),
        slip(
            "the merge learned last is tried first",
            edit=(
                "min(zip(tokens, tokens[1:]), key=lambda p: merges.get(p, math.inf))",
                "max(zip(tokens, tokens[1:]), key=lambda p: merges.get(p, -1))",
            ),
            why="The newest merges join tokens that older merges make. If they are tried first, they take bytes away from the more "
            "frequent pairs.",
            look="Which merge did training carry out first?",
        ),
        slip(
            "a pair without a merge is chosen before those that have one",
            edit=(
                "min(zip(tokens, tokens[1:]), key=lambda p: merges.get(p, math.inf))",
                "max(zip(tokens, tokens[1:]), key=lambda p: merges.get(p, math.inf))",
                "min(zip(tokens, tokens[1:]), key=lambda p: merges.get(p, -1))",
                "min(zip(tokens, tokens[1:]), key=lambda p: merges.get(p, 0))",
            ),
            why="As soon as one pair of a piece has no merge, the loop stops, although other pairs could still be merged.",
            look="If one pair of a piece has a merge and another has none, which does your code choose?",
        ),
        slip(
            "the merges of the first call are used in every later one",
            edit=[
                ("def encode(text, merges):", "def encode(text, merges, seen={}):"),
                ("    ids = []\n", "    merges = seen.setdefault(0, merges)\n    ids = []\n"),
            ],
            why="A different tokenizer has different merges, and what a function keeps from an earlier call must not replace its arguments.",
            look="Call your function with two different dictionaries of merges. Which one does the second call use?",
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
            why="That is how WordPiece works (lesson 07). Byte-pair encoding repeats its merges in the order in "
            "which they were learned, and the two disagree on some words.",
            look="Does your loop look at the whole piece before it decides on the next merge?",
        ),
        slip(
            "the text is not cut into pieces by split_text",
            edit=(
                "in split_text(text):",
                "in [text] if text else []:",
                "in text.split():",
                'in text.split(" "):',
            ),
            why="Merges were learned within the pieces of split_text. In other pieces, they cross boundaries that they never crossed in "
            "training, or they miss the spaces that belong to the words.",
            look="What did train_bpe do with the text before anything else?",
        ),
        slip(
            "each piece is merged only once",
            edit=(
                "tokens = merge_pair(tokens, pair, merges[pair])",
                "tokens = merge_pair(tokens, pair, merges[pair])\n            break",
            ),
            why="Every merge can make the next one possible, so long tokens need many steps.",
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
            "the ids of each piece stay in their own list",
            edit=("ids += tokens", "ids.append(tokens)"),
            why="A model reads one flat list of ids, and it doesn't matter any more where the pieces were.",
            look="What is the type of the first item of your result?",
        ),
        slip(
            "it starts from characters instead of bytes",
            edit=('list(piece.encode("utf-8"))', "[ord(c) for c in piece]"),
            also=[
                ('"utf-8"', '"ascii", errors="ignore"'),
                ('"utf-8"', '"ascii", errors="replace"'),
                ('"utf-8"', '"latin-1", errors="replace"'),
                ('"utf-8"', '"utf-16"'),
            ],
            why="Ids below 256 are bytes. `ü` is two of them in UTF-8, and a Chinese character such as 0x6C34 would get an id "
            "that belongs to some merge or to nothing at all.",
            look="How many ids should `ü` have when there are no merges?",
        ),
        slip(
            "the most frequent pair of the piece is merged first",
            edit=(
                "min(zip(tokens, tokens[1:]), key=lambda p: merges.get(p, math.inf))",
                "max(zip(tokens, tokens[1:]), key=lambda p: (p in merges) * list(zip(tokens, tokens[1:])).count(p))",
                "max(zip(tokens, tokens[1:]), key=lambda p: ((p in merges) * list(zip(tokens, tokens[1:])).count(p), "
                "-merges.get(p, math.inf)))",
            ),
            why="Counting was for training. Its result is the order of the merges, and an encoder follows that order, however often a "
            "pair occurs in this piece.",
            look="Which number shows how early a merge was learned?",
        ),
        slip(
            "a piece of two tokens is left as it is",
            edit=("len(tokens) > 1", "len(tokens) > 2"),
            why="Two tokens are one pair, and that pair may have a merge. Many of the most frequent words end as one token.",
            look="How many pairs does a piece of two tokens have?",
        ),
        slip(
            "the last occurrence of a pair is merged first",
            edit=(
                "tokens = merge_pair(tokens, pair, merges[pair])",
                "i = max(i for i, p in enumerate(zip(tokens, tokens[1:])) if p == pair)\n"
                "            tokens[i : i + 2] = [merges[pair]]",
            ),
            why="In a run of three, the first two tokens are joined, in encoding as in training. If you start at the other end, a different token is left over.",
            look="Merge (a, a) in `aaa`. Which a is left over, and which was it in exercise 3?",
        ),
        slip(
            "the name of a special token becomes its id",
            edit=(
                "    ids = []\n",
                '    before, name, after = text.partition("<|endoftext|>")\n    if name:\n'
                "        return encode(before, merges) + [256 + len(merges)] + encode(after, merges)\n    ids = []\n",
            ),
            why="Anyone who can type into your program could then end the document. Only the program should insert special ids (section 9).",
            look="What does the docstring say about text that looks like a special token?",
        ),
        slip(
            "ids from 1000 on are never reached",
            edit=("merges.get(p, math.inf)", "merges.get(p, 1000)"),
            why="A pair without a merge has to come after every pair that has one, whatever its id. GPT-2's ids go up to 50,256.",
            look="Which number do you give to a pair without a merge, and can an id be larger?",
        ),
        slip(
            "the text is changed before it is encoded",
            edit=(
                "split_text(text)",
                "split_text(text.strip())",
                "split_text(text.lower())",
                "split_text(text.casefold())",
                'split_text(text.replace("\\r\\n", "\\n"))',
                'split_text(" ".join(text.split()))',
                'split_text(__import__("unicodedata").normalize("NFC", text))',
                'split_text(__import__("unicodedata").normalize("NFKC", text))',
                'split_text(__import__("unicodedata").normalize("NFD", text))',
            ),
            why="What is tidied up here is lost for good: decoding has to give the text back, to the last byte.",
            look="Does decoding your ids give the text, white space at both ends included?",
        ),
        slip(
            "the ids do not come back in a list",
            edit=(
                "    return ids",
                "    return tuple(ids)",
                "    return torch.tensor(ids)",
                "    return iter(ids)",
            ),
            why="The ids are right, but a tuple or a tensor isn't equal to a list with the same items, so comparing it with "
            "tiktoken's ids would report a difference.",
            look="What does the docstring say about the result?",
        ),
        slip(
            "pieces are remembered from a call with other merges",
            edit="""
known = {}

def encode(text, merges):
    ids = []
    for piece in split_text(text):
        if piece not in known:
            tokens = list(piece.encode("utf-8"))
            while len(tokens) > 1:
                pair = min(zip(tokens, tokens[1:]), key=lambda p: merges.get(p, math.inf))
                if pair not in merges:
                    break
                tokens = merge_pair(tokens, pair, merges[pair])
            known[piece] = tokens
        ids += known[piece]
    return ids
""",
            why="A cache makes an encoder much faster, but what it holds is only right for the merges it was made with.",
            look="Call your function twice with the same text and different merges. Should the ids be the same?",
        ),
        slip(
            "ids from an earlier call are still there",
            edit=[("def encode(text, merges):", "def encode(text, merges, ids=[]):"), ("    ids = []\n", "")],
            why="A default argument is created once, when the function is defined, and every call adds to the same list.",
            look="When is your list created, and how often?",
        ),
        slip(
            "a special id is added",
            edit=(
                "    ids = []\n",
                "    ids = [256 + len(merges)]\n",
                "    ids = [0]\n",
                "    ids = [50256]\n",
            ),
            also=[("    return ids", "    return [*ids, 256 + len(merges)]")],
            why="Marking the beginning or the end of a document is the program's job (sections 9 and 10). This function encodes a text and "
            "nothing else.",
            look="Decode your ids. Is there anything before or after the text?",
        ),
        slip(
            "the merges are not tried in the order of learning",
            edit=(
                "        while len(tokens) > 1:",
                "        for pair in sorted(merges):\n            tokens = merge_pair(tokens, pair, merges[pair])\n        while False:",
            ),
            also=[
                (
                    "        while len(tokens) > 1:",
                    "        for pair in reversed(list(merges)):\n            tokens = merge_pair(tokens, pair, merges[pair])\n        while False:",
                ),
                (
                    "        while len(tokens) > 1:",
                    "        for pair in set(merges):\n            tokens = merge_pair(tokens, pair, merges[pair])\n        while False:",
                ),
            ],
            why="A merge takes tokens away from its neighbours, so a different order gives different tokens, which training never produced.",
            look="In what order does your loop go through the merges?",
        ),
        slip(
            "the tokens come back as bytes, not as ids",
            edit=(
                "    return ids",
                "    spelled = [bytes([i]) for i in range(256)]\n    for left, right in merges:\n"
                "        spelled.append(spelled[left] + spelled[right])\n    return [spelled[i] for i in ids]",
            ),
            why="A model looks up a row of its table by number. Turning the numbers back into bytes is the job of `decode`.",
            look="What is the type of the first item in your result?",
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
        "a list of int": "types",
    }
