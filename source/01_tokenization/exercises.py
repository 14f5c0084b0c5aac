"""Lesson 01: what decides that an answer is right, and the mistakes that are known by name.

Nothing here is the lesson's own solution run again: pieces come from tiktoken's form of GPT-2's pattern, merges from
tiktoken's educational trainer, ids from a `tiktoken.Encoding` made of those merges, the rest from plain double loops and
PyTorch's own loader.
"""

import functools

import numpy as np
import regex
import tiktoken
import torch
from tiktoken import _educational
from tiktoken_ext.openai_public import r50k_pat_str
from torch.utils.data import DataLoader, RandomSampler, SequentialSampler, TensorDataset

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
        else:
            text = ""
        return {"text": text}

    def oracle(text):
        return {"pieces": regex.findall(r50k_pat_str, text)}

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
    ]


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
        if n > 1:  # runs of one id, a pair in both orders
            words[1:3] = [[repeated] * 4, [other, repeated, other]]
        return {"words": words, "times": rng.integers(2, 30, size=n).tolist()}

    def oracle(words, times):
        places = [(w, (ids[i], ids[i + 1])) for w, ids in enumerate(words) for i in range(len(ids) - 1)]
        order = list(dict.fromkeys(pair for _, pair in places))
        counts = {pair: sum(times[w] for w, other in places if other == pair) for pair in order}
        return {"counts": counts, "order": order}

    slips = [
        slip(
            "how often a word occurs is ignored",
            edit=("+ n", "+ 1"),
            why="Training asks for the pair that is frequent in the text. A word that stands there a thousand times counts a "
            "thousand times.",
            look="Which of the two arguments does your loop never use?",
        ),
        slip(
            "each pair is counted once a word",
            edit=("in zip(ids, ids[1:])", "in set(zip(ids, ids[1:]))"),
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
    ]


@exercise("merge_pair", points=3)
class _:
    cases = [
        dict(length=14, ids=2),
        dict(length=25, ids=3),
        dict(length=7, ids=2, run=True),
        dict(length=1, ids=2),
        dict(length=9, ids=2, ending=True),
    ]

    def inputs(rng, length, ids, run=False, ending=False):
        line = rng.integers(0, ids, size=length).tolist()
        left, right = (1, 1) if run else (0, 1)
        if run:
            line = [0, 1, 1, 1, 0] + [1] * (2 * int(rng.integers(1, 4)) + 1)
        if ending:
            line = [1, 0, 0, 1, 1, 0, *line, 0, 1]
        names = rng.choice(250, size=ids, replace=False)
        return {
            "ids": [int(names[i]) for i in line],
            "pair": (int(names[left]), int(names[right])),
            "new_id": int(rng.integers(256, 400)),
        }

    def oracle(ids, pair, new_id):
        line = "".join(map(chr, ids)).replace(chr(pair[0]) + chr(pair[1]), chr(new_id))
        return {"merged": [ord(character) for character in line]}

    equivalent = {
        "while i != len(ids):": "i grows by two only where two tokens are left, so it never jumps over the end",
        "while i is not len(ids):": "the same, for small numbers, which are single objects in CPython",
    }
    slips = [
        slip(
            "the second half of a merged pair is read again",
            edit=("i += 2", "i += 1"),
            why="A pair that has become one token is used up. Read again, its second half stays in the text beside the merged "
            "token, or is merged once more: `aaa` becomes two tokens aa that overlap.",
            look="How far must you move on after a merge?",
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
    ]


@exercise("train_bpe", points=5, uses=["split_text", "count_pairs", "merge_pair"], forbid=LIBRARIES)
class _:
    cases = [
        dict(kind="prose", merges=(16, 27)),
        dict(kind="ties", merges=(16, 27)),
        dict(kind="runs", merges=(8, 16)),
        dict(kind="foreign", merges=(10, 18)),
        dict(kind="short", merges=(50, 50)),
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
        else:  # fewer pairs than merges are asked for
            text = letters(rng, 6, "abc", longest=4) + " " + letters(rng, 2, "xyz", longest=6)
        return {"text": text, "vocab_size": 256 + int(rng.integers(*merges, endpoint=True))}

    def oracle(text, vocab_size):
        merges = trained(text, vocab_size)
        return {"pairs": list(merges), "ids": list(merges.values())}

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
            "the words stand in the order of their frequency",
            edit=("Counter(split_text(text))", "dict(Counter(split_text(text)).most_common())"),
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
            why="There are 150,000 characters and 256 bytes. Starting from bytes is what makes every text encodable with a "
            "small vocabulary, and keeps ids below 256 for the start.",
            look="How many ids should `ü` have before the first merge?",
        ),
    ]
    equivalent = {
        "if promised >= rank(p):": "an entry that is old promises too much, never too little",
        "pair = next(p for p in zip(words[w], words[w][1:]) if counts[p] >= -n)": "no count is larger than the largest",
    }


# --- reading and writing ids --------------------------------------------------------------------------------------


@exercise("build_vocabulary", points=2, forbid=LIBRARIES)
class _:
    cases = [dict(n=30), dict(n=0)]

    def inputs(rng, n):
        merges, lengths = {}, [1] * 256
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
        return {"vocabulary": token_bytes(merges)}

    slips = [
        slip(
            "token i starts out as i zero bytes",
            edit=("bytes([i])", "bytes(i)"),
            why="`bytes(5)` makes five zero bytes; `bytes([5])` makes the one byte with value 5.",
            look="Print bytes(3) and bytes([3]).",
        ),
        slip(
            "the bytes from 128 on are written as two",
            edit=("bytes([i])", "chr(i).encode()"),
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
    ]


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


@exercise("encode", points=4, uses=["split_text", "merge_pair"], forbid=LIBRARIES)
class _:
    cases = [
        dict(kind="prose", n_merges=40),
        dict(kind="few letters", n_merges=40),
        dict(kind="white space", n_merges=30),
        dict(kind="foreign", n_merges=30),
        dict(kind="empty", n_merges=3),
    ]

    def inputs(rng, kind, n_merges):
        text = {
            "few letters": letters(rng, 25, "abc", longest=14),
            "white space": "  a's  'sa''s\n\nb    'ss  's" + letters(rng, 6, "ab's", longest=6),
            "foreign": prose(rng, 8) + " über żółte 水 🙂 πάν" + " ".join(rng.choice(FOREIGN, size=4)),
            "empty": "",
        }.get(kind, prose(rng, 20) + " " + "".join(rng.choice(SYLLABLES, size=9)))
        return {"text": text, "merges": merges_from(kind, n_merges)}

    def oracle(text, merges):
        return {"ids": encoding(token_bytes(merges)).encode_ordinary(text)}

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
            look="When does the loop over one piece end?",
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
    ]
    equivalent = {"while len(tokens) != 1:": "no piece is empty, so there is always a token"}


@exercise("decode", points=2, forbid=LIBRARIES)
class _:
    cases = [dict(kind="prose"), dict(kind="foreign"), dict(kind="broken"), dict(kind="none")]

    def inputs(rng, kind):
        single = sorted({bytes([b]) for b in "".join([*FOREIGN, " ."]).encode()} | {b"\xff"})
        longer = [*(part.encode() for part in SYLLABLES), "水".encode(), "żó".encode()[1:], " π".encode()]
        vocabulary = [*single, *longer]
        vocabulary = [vocabulary[i] for i in rng.permutation(len(vocabulary))]
        place = {token: i for i, token in enumerate(vocabulary)}
        ids = [
            place[token]
            for token in rng.permutation([part.encode() for part in SYLLABLES * 2] + [b" ", b"."] * 4)
        ]
        if kind == "foreign":
            ids = [place[bytes([b])] for b in " ".join(rng.permutation(FOREIGN)).encode()] + ids[:2]
        elif kind == "broken":
            half = [place[bytes([b])] for b in "水".encode()[: int(rng.integers(1, 3))]]
            ids = [place["żó".encode()[1:]], *ids[:5], *half, *ids[5:], place[b"\xff"], *half]
        return {"ids": [] if kind == "none" else ids, "vocabulary": vocabulary}

    def oracle(ids, vocabulary):
        ranks = {token: i for i, token in enumerate(vocabulary)}
        return {
            "text": tiktoken.Encoding(
                "check", pat_str=r50k_pat_str, mergeable_ranks=ranks, special_tokens={}
            ).decode(ids)
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
        ),
        slip(
            "every byte becomes one character",
            edit=('decode("utf-8", errors="replace")', 'decode("latin-1")'),
            why="In Latin-1 each byte is a character, so it never fails and turns `ü` into `Ã¼`.",
            look="In which encoding did the text become bytes?",
        ),
    ]


@exercise("encode_with_special", points=3, forbid=LIBRARIES)
class _:
    cases = [
        dict(n_allowed=1, repeats=3),
        dict(n_allowed=2, repeats=4),
        dict(n_allowed=0, repeats=2),
        dict(n_allowed=1, repeats=0),
        dict(n_allowed=3, repeats=3, edges=True),
    ]

    def inputs(rng, n_allowed, repeats, edges=False):
        names = ["<|endoftext|>", "<|user|>", "[SEP]"]
        ids = (1000 + rng.choice(900, size=3, replace=False)).tolist()
        parts = [word(rng)]
        for _ in range(repeats):
            for name in rng.permutation(names):
                parts += [str(name), f" {word(rng)}|text "]
        if edges:
            parts = [names[0], names[1], *parts, names[2], names[2]]
        allowed = [str(name) for name in rng.permutation(names)[:n_allowed]]
        return {
            "text": "".join(parts),
            "special_tokens": dict(zip(names, ids, strict=True)),
            "allowed": allowed,
        }

    def oracle(text, special_tokens, allowed):
        return {
            "ids": encoding(BYTES, special_tokens).encode(
                text, allowed_special=set(allowed), disallowed_special=()
            )
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
    ]


# --- from ids to minibatches --------------------------------------------------------------------------------------


@exercise("join_documents", points=2)
class _:
    cases = [dict(lengths=(4, 2, 5)), dict(lengths=(3,)), dict(lengths=(1, 0, 6, 2))]

    def inputs(rng, lengths):
        documents = [rng.integers(0, 900, size=n).tolist() for n in lengths]
        return {"documents": documents, "bos_id": int(rng.integers(1000, 1100))}

    def oracle(documents, bos_id):
        stream = np.full(sum(map(len, documents)) + len(documents), bos_id)
        end = 0
        for n, document in enumerate(documents, start=1):
            start, end = end + 1, end + 1 + len(document)
            stream[start:end] = document
            assert end == n + sum(map(len, documents[:n]))
        return {"stream": stream}

    slips = [
        slip(
            "BOS stands between the documents only",
            edit=("torch.tensor(stream)", "torch.tensor(stream[1:])"),
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
    ]


@exercise(
    "NextTokenDataset",
    points=4,
    forbid=["torch.utils.data.TensorDataset", ".unfold", "numpy.lib.stride_tricks"],
)
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
        inputs = [[ids[s + t] for t in range(context_length)] for s in starts]
        targets = [[ids[s + t + 1] for t in range(context_length)] for s in starts]
        return {
            "n_windows": len(starts),
            "inputs": inputs,
            "targets": targets,
            "iterated": [context_length for _ in starts],
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
            why="The windows then overlap almost completely, and the end of the text is never reached.",
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
    ]
    equivalent = {
        "if not 0 <= index != len(self):": "a loop asks for one index after the other and stops at the first IndexError",
        "if not 0 <= index is not len(self):": "the same, for small numbers, which are single objects in CPython",
        "if not -1 <= index < len(self):": "nothing is promised about negative indices",
    }


@exercise(
    "make_batches",
    points=3,
    forbid=["torch.utils.data.DataLoader", "torch.utils.data.BatchSampler", "torch.utils.data.RandomSampler"],
)
class _:
    cases = [dict(n=7, T=3, batch_size=3), dict(n=12, T=1, batch_size=2), dict(n=6, T=1, batch_size=10)]
    weights = {"inputs": 1, "targets": 1, "shuffled_inputs": 1, "shuffled_targets": 1}

    def inputs(rng, n, T, batch_size):
        ids = rng.permutation(900)[: n * (T + 1)].reshape(n, T + 1)
        return {"x": ids[:, :-1], "y": ids[:, 1:], "batch_size": batch_size, "seed": int(rng.integers(2**31))}

    def oracle(x, y, batch_size, seed):
        dataset = TensorDataset(torch.as_tensor(x), torch.as_tensor(y))
        random = RandomSampler(dataset, generator=torch.Generator().manual_seed(seed))
        in_order = list(DataLoader(dataset, batch_size, sampler=SequentialSampler(dataset)))
        shuffled = list(DataLoader(dataset, batch_size, sampler=random))
        return {
            "inputs": [inputs for inputs, _ in in_order],
            "targets": [targets for _, targets in in_order],
            "shuffled_inputs": [inputs for inputs, _ in shuffled],
            "shuffled_targets": [targets for _, targets in shuffled],
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
    ]
