"""Learn byte-pair encoding (BPE) merges from a text.

Oracle: tiktoken's educational BPE trainer with GPT-2's pattern; both break ties by first
occurrence. If the text runs out of pairs, the largest vocabulary it can reach is used.
"""

from autograder.authoring import exercise, slip

from ._shared import FOREIGN, GPT4_PATTERN, LIBRARIES, letters, prose, trained


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
        ):  # fewer pairs than the merges asked for, so any part of the text that is lost shows
            text = letters(rng, 6, "abC", longest=4) + " " + letters(rng, 2, "xyZ", longest=6)
            text = " \r\n " + text + " cafe\u0301 \t\n 20261125"
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
            why="Equal counts are common, and each choice changes what is counted next, so two trainers agree only if they have the same rule. "
            "Here it is: the pair met first in the text as it is now.",
            look="What happens in your comparison when two counts are equal?",
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
            look="Besides the count, what does your sort or your heap compare?",
        ),
        slip(
            "the words are not in the order of the text",
            edit=(
                "Counter(split_text(text))",
                "dict(Counter(split_text(text)).most_common())",
                "dict(sorted(Counter(split_text(text)).items()))",
                "Counter(sorted(split_text(text), key=len))",
                "Counter(reversed(split_text(text)))",
            ),
            why="Ties go to the pair that is met first in the text. Once the words are sorted, or kept in a set, their order is "
            "lost, and with it which pair came first.",
            look="In what order are your words, and which of your functions changed it?",
        ),
        slip(
            "the text is not cut into words first",
            edit=("Counter(split_text(text))", "Counter([text])"),
            also=[
                """
def train_bpe(text, vocab_size):
    ids = list(text.encode("utf-8"))
    merges = {}
    for new_id in range(256, vocab_size):
        counts = count_pairs([ids], [1])
        pair = max(counts, key=counts.get)
        ids = merge_pair(ids, pair, new_id)
        merges[pair] = new_id
    return merges
""",
            ],
            why="Merges then reach across spaces and punctuation, and the vocabulary fills with things like `. The` and `of the`.",
            look="Which of your functions decides which boundaries a merge may not cross, and do you call it?",
        ),
        slip(
            "each distinct word counts only once",
            edit=("times = list(table.values())", "times = [1] * len(table)"),
            also=[("Counter(split_text(text))", "Counter(sorted(set(split_text(text))))")],
            why="Then a word that occurs once weighs as much as `the`. Frequent words are the ones that should become one token.",
            look="What do you pass to count_pairs as `times`?",
        ),
        slip(
            "the counts are those of the text before any merge",
            edit=("        for w in where.pop(pair):", "        counts[pair] = 0\n        for w in []:"),
            why="A merge changes its neighbours: after `t`+`h`, the pair (h, e) has become rarer and (th, e) is new. If you don't "
            "count again, no token ever gets longer than two bytes.",
            look="At which point in your loop are the counts updated after a merge?",
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
            why="Ids 0 to 255 are taken by the bytes. A merge with id 97 couldn't be distinguished from the letter a.",
            look="What is the first id that no byte has?",
        ),
        slip(
            "it stops as soon as every pair occurs only once",
            edit=("if not n:", "if n >= -1:"),
            why="That is a sensible rule for a real tokenizer, but it isn't what is asked for here: a pair that occurs once is still a pair.",
            look="What does the description say about when to stop?",
        ),
        slip(
            "it fails when no pair is left",
            edit=("if not n:", "if not n and not max([]):"),
            why="A short text runs out of pairs: every word has become one token. tiktoken's own educational trainer stops with "
            "an error there, but a tool should return what it has.",
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
            "small vocabulary, with all ids below 256 at the start.",
            look="How many ids should `ü` have before the first merge?",
        ),
        slip(
            "the first new id is 257",
            edit=("range(256, vocab_size)", "range(257, vocab_size + 1)"),
            why="The bytes have the ids 0 to 255. An id that is skipped is a row of the embedding table that nothing ever trains, and "
            "the last id is one past its end.",
            look="What is the largest id of a byte?",
        ),
        slip(
            "the text is changed before it is cut",
            edit=(
                "split_text(text)",
                "split_text(text.strip())",
                "split_text(text.lower())",
                'split_text(text.replace("\\r\\n", "\\n"))',
                'split_text(" ".join(text.split()))',
                'split_text(__import__("unicodedata").normalize("NFKC", text))',
                'split_text(__import__("unicodedata").normalize("NFC", text))',
            ),
            why="White space at the ends, capitals and accents are part of the text that the tokenizer will have to read.",
            look="What happens to the text between the argument and split_text?",
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
            why="A dictionary whose counts are only updated keeps its keys in the old order. The rule asks for the pair that is met first in "
            "the current text, after the merges so far.",
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
            why="After `t`+`h` the pair (h, e) has become rarer, because many of its occurrences are gone. With its old count, it is "
            "chosen too early, or even when it no longer occurs.",
            look="Which counts fall with a merge, and where does your code lower them?",
        ),
        slip(
            "the new id is the key",
            edit=[
                ("            return merges\n", "            return {i: p for p, i in merges.items()}\n"),
                ("    return merges\n    ###", "    return {i: p for p, i in merges.items()}\n    ###"),
            ],
            why="An encoder has a pair and needs its id. A dictionary answers that when the pair is the key.",
            look="What does the docstring put to the left of the arrow?",
        ),
        slip(
            "ties are broken by the bytes of the two tokens, in alphabetical order",
            edit=[
                ("    merges = {}\n", "    merges, spelled = {}, [bytes([i]) for i in range(256)]\n"),
                (
                    "pair = next(p for p in zip(words[w], words[w][1:]) if counts[p] == -n)",
                    "pair = max((p for p in counts if counts[p] == -n), key=lambda p: (spelled[p[0]], spelled[p[1]]))\n"
                    "        spelled.append(spelled[pair[0]] + spelled[pair[1]])",
                ),
            ],
            also=[
                [
                    ("    merges = {}\n", "    merges, spelled = {}, [bytes([i]) for i in range(256)]\n"),
                    (
                        "pair = next(p for p in zip(words[w], words[w][1:]) if counts[p] == -n)",
                        "pair = max((p for p in counts if counts[p] == -n), key=lambda p: spelled[p[0]] + spelled[p[1]])\n"
                        "        spelled.append(spelled[pair[0]] + spelled[pair[1]])",
                    ),
                ],
                [
                    ("    merges = {}\n", "    merges, spelled = {}, [bytes([i]) for i in range(256)]\n"),
                    (
                        "pair = next(p for p in zip(words[w], words[w][1:]) if counts[p] == -n)",
                        "pair = min((p for p in counts if counts[p] == -n), key=lambda p: (spelled[p[0]], spelled[p[1]]))\n"
                        "        spelled.append(spelled[pair[0]] + spelled[pair[1]])",
                    ),
                ],
            ],
            why="Other courses have such a rule: in Stanford's CS336, the lexicographically greatest pair wins. It is as good as ours, but it "
            "leads to different merges. The rule here is the order of the text.",
            look="With equal counts, what does your comparison look at next, and what does the docstring ask for?",
        ),
        slip(
            "the text is cut at white space, not by split_text",
            edit=(
                "split_text(text)",
                "text.split()",
                'text.split(" ")',
                'regex.findall(r"\\s*\\S+", text)',
                'regex.findall(r"\\S+\\s*", text)',
                'regex.findall(r"\\s+|\\S+", text)',
                'regex.findall(r"\\w+|[^\\w\\s]", text)',
            ),
            why="An encoder will cut new text with `split_text`. Merges learned on other pieces, without their spaces or with their "
            "punctuation, hardly ever fit its pieces.",
            look="Print the first pieces that you count. Are they those of split_text?",
        ),
        slip(
            "the text is cut by GPT-4's pattern",
            edit=("split_text(text)", f"regex.findall({GPT4_PATTERN!r}, text)"),
            why="The lesson's encoder cuts by GPT-2's rules, so merges learned on other pieces don't fit.",
            look="Which function cuts your text, and is it the one from exercise 1?",
        ),
        slip(
            "the keys hold bytes instead of ids",
            edit="""
def train_bpe(text, vocab_size):
    table = Counter(split_text(text))
    words, times = [list(word.encode("utf-8")) for word in table], list(table.values())
    merges, spelled = {}, [bytes([i]) for i in range(256)]
    while len(spelled) < vocab_size:
        counts = count_pairs(words, times)
        if not counts:
            break
        pair = max(counts, key=counts.get)
        merges[spelled[pair[0]], spelled[pair[1]]] = len(spelled)
        words = [merge_pair(word, pair, len(spelled)) for word in words]
        spelled.append(spelled[pair[0]] + spelled[pair[1]])
    return merges
""",
            why="Some libraries store merges as pairs of bytes, but our `encode` looks up ids, and two tokens may even have the same bytes.",
            look="What is the type of the two halves of your first key?",
        ),
        slip(
            "a list of merges comes back instead of a dict",
            edit=[
                ("            return merges\n", "            return list(merges)\n"),
                ("    return merges\n    ###", "    return list(merges)\n    ###"),
            ],
            also=[
                [
                    ("            return merges\n", "            return list(merges.items())\n"),
                    ("    return merges\n    ###", "    return list(merges.items())\n    ###"),
                ],
            ],
            why="The encoder asks for the id of a pair thousands of times. A dict answers at once, but a list has to be searched.",
            look="What does the docstring say about the result?",
        ),
        slip(
            "the vocabulary comes back instead of the merges",
            edit="""
def train_bpe(text, vocab_size):
    table = Counter(split_text(text))
    words, times = [list(word.encode("utf-8")) for word in table], list(table.values())
    spelled = {i: bytes([i]) for i in range(256)}
    while len(spelled) < vocab_size:
        counts = count_pairs(words, times)
        if not counts:
            break
        pair = max(counts, key=counts.get)
        words = [merge_pair(word, pair, len(spelled)) for word in words]
        spelled[len(spelled)] = spelled[pair[0]] + spelled[pair[1]]
    return spelled
""",
            why="From the bytes of a token you can't tell which two halves it was merged from. The merges give both: "
            "`build_vocabulary` turns them into bytes in section 5.",
            look="What are the keys and the values of the dict that the docstring describes?",
        ),
        slip(
            "merges from an earlier call are still there",
            edit="""
def train_bpe(text, vocab_size, merges={}):
    table = Counter(split_text(text))
    words, times = [list(word.encode("utf-8")) for word in table], list(table.values())
    while 256 + len(merges) < vocab_size:
        counts = count_pairs(words, times)
        if not counts:
            break
        pair = max(counts, key=counts.get)
        merges[pair] = 256 + len(merges)
        words = [merge_pair(word, pair, merges[pair]) for word in words]
    return merges
""",
            why="A dictionary that outlives the call, such as a global one or a default argument, carries the merges of one text "
            "into the next.",
            look="When is your dictionary created: on every call, or once?",
        ),
        slip(
            "words that occur only once are left out",
            edit=(
                "    table = Counter(split_text(text))",
                "    table = Counter({word: n for word, n in Counter(split_text(text)).items() if n > 1})",
            ),
            why="Real trainers often have such a limit. Here every word counts, and in a short text most words are rare.",
            look="How many words are left after your first line, and how many different pieces does the text have?",
        ),
        slip(
            "the words lose their spaces",
            edit=(
                'word.encode("utf-8")',
                'word.strip().encode("utf-8")',
                'word.lstrip().encode("utf-8")',
                'word.strip(" ").encode("utf-8")',
            ),
            why="The space is part of the piece, and ` the` with its space is one of the most frequent tokens of all.",
            look="Take your first word that has a space before it. Which byte does it start with?",
        ),
    ]
    equivalent = {
        "if promised >= rank(p):": "an entry that is old promises too much, never too little",
        "pair = next(p for p in zip(words[w], words[w][1:]) if counts[p] >= -n)": "no count is larger than the largest",
    }
    promises = {
        "the most frequent pair first": dict(kind="prose"),
        "of several with equal counts, the one met first in the text at that point": dict(kind="ties"),
        "overlapping occurrences": dict(kind="runs"),
        "each word into its UTF-8 bytes": dict(kind="foreign"),
        "fewer merges when the text has no more pairs, and no part of the text is lost": dict(
            kind="short", merges=(70, 70)
        ),
        "the 256 bytes are among the tokens wanted": dict(kind="short", merges=(0, 0)),
        "a text without pairs has no merges": dict(kind="empty"),
        "in the order of learning": "pairs",
        "new ids 256, 257, …": "ids",
    }
