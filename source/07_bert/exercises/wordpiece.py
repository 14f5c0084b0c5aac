"""WordPiece: split a word into the longest matching pieces from left to right.

Oracle: the WordPiece model of the tokenizers library.
"""

from autograder.authoring import exercise, slip

from ._shared import CUTTERS


def strings(rng, n, letters, sizes):
    """n strings of these letters, of sizes within a range."""
    return ["".join(rng.choice(list(letters), size=rng.integers(*sizes, endpoint=True))) for _ in range(n)]


@exercise("wordpiece", points=4, forbid=CUTTERS)
class _:
    cases = [
        dict(kind="all letters"),
        dict(kind="all letters", letters="cdx", words=8),
        dict(kind="no piece"),
        dict(kind="greedy fails"),
        dict(kind="seams"),
        dict(kind="inside only"),
        dict(kind="long", longest=(5, 8)),
        dict(kind="hundred"),
        dict(kind="script", longest=(4, 6)),
    ]

    def inputs(rng, kind, letters="abcdef", words=6, longest=None):
        letters = "水火木金" if kind == "script" else letters
        longest = None if longest is None else int(rng.integers(*longest, endpoint=True))
        starts = [*letters, *strings(rng, 12, letters, (2, 4))]
        insides = [*letters, *strings(rng, 12, letters, (2, 4))]
        found = strings(rng, words, letters, (1, 9))
        if kind == "no piece":  # z at the start, inside, at the end; and one word without
            found = ["z" + found[0], found[1] + "z" + found[2], found[3] + "z", "z", found[4]]
        if kind == "greedy fails":
            p, q, r, s = rng.permutation(list("abcdefgh"))[:4]
            starts, insides = [p + q, p, s], [q + r, s, p]
            found = [p + q + r, p + q + s, p + s + q + r, s + p + q, p + q + s + r]
        if kind == "seams":  # a whole word, a last piece of two characters, one of one
            p, q, r, s = (str(x) for x in rng.permutation(list("abcdefgh"))[:4])
            starts, insides = [p + q, q + p + p], [r + s, s]
            found = [q + p + p, p + q + r + s, q + p + p + s, p + q + s, p + q]
        if kind == "inside only":
            p, q, r, s = (str(x) for x in rng.permutation(list("abcdefgh"))[:4])
            starts, insides = [p, p + q, r], [q, q + r, s]
            found = [p + r, s + q, p + q + r, p + q + s, q, q + r, p + q + q, r + s]
        if kind in ("long", "script"):
            found = ["".join(rng.choice(list(letters), size=longest + more)) for more in (-1, 0, 1, 2)]
        if kind == "hundred":
            starts, insides = [*"ab", "ab"], [*"ab", "ba", "bba"]
            found = ["".join(rng.choice(list("ab"), size=n)) for n in (99, 100, 101)]
        pieces = [*starts, *("##" + piece for piece in insides), "[UNK]"]  # id 0 is a piece that is needed
        vocab = {str(piece): i for i, piece in enumerate(dict.fromkeys(pieces))}
        return {"words": list(dict.fromkeys(map(str, found))), "vocab": vocab, "longest": longest}

    def oracle(words, vocab, longest):
        from tokenizers.models import WordPiece

        model = WordPiece(vocab, unk_token="[UNK]", max_input_chars_per_word=longest or 100)
        return {"pieces": {word: [token.value for token in model.tokenize(word)] for word in words}}

    equivalent = {
        "while start != len(word):": "the start never passes the end",
        "while start is not len(word):": "small whole numbers are one object each, and the start never passes the end",
    }

    alternatives = {
        "the piece is shortened from its end": """
            pieces, rest = [], word
            while rest and len(word) <= longest:
                piece = rest if not pieces else "##" + rest
                while piece not in vocab and piece not in ("", "##"):
                    piece = piece[:-1]
                if piece in ("", "##"):
                    return ["[UNK]"]
                pieces.append(piece)
                rest = rest[len(piece.removeprefix("##") if len(pieces) > 1 else piece):]
            return pieces or ["[UNK]"]
        """,
        "all beginnings, the longest by max": """
            if not len(word) <= longest:
                return ["[UNK]"]
            found = []
            while word:
                mark = "##" if found else ""
                fits = [word[:n] for n in range(1, len(word) + 1) if mark + word[:n] in vocab]
                if not fits:
                    return ["[UNK]"]
                best = max(fits, key=len)
                found += [mark + best]
                word = word[len(best):]
            return found
        """,
        "recursion": """
            def cut(rest, mark):
                if not rest:
                    return []
                for n in reversed(range(1, len(rest) + 1)):
                    if mark + rest[:n] in vocab:
                        tail = cut(rest[n:], "##")
                        return None if tail is None else [mark + rest[:n]] + tail
                return None

            return (cut(word, "") if len(word) <= longest else None) or ["[UNK]"]
        """,
    }
    slips = [
        slip(
            "the shortest piece is taken",
            edit=("range(len(word), start, -1)", "range(start + 1, len(word) + 1)"),
            why="Every word falls apart into single letters, and the features of whole words are never used.",
            look="Which end do you try first, the near one or the far one?",
        ),
        slip(
            "pieces inside a word have no ##",
            edit=('inside = "##" if pieces else ""', 'inside = ""'),
            why="\"less\" is a word of its own, and ##less is an ending. The vocabulary keeps them apart, and so do their vectors.",
            look="How is the second piece of \"flightless\" written in the vocabulary?",
        ),
        slip(
            "pieces are looked up with ## and come back without",
            edit=("pieces.append(inside + word[start:end])", "pieces.append(word[start:end])"),
            why="The pieces are then looked up in the embedding table, where \"less\" and ##less are two different rows.",
            look="Which of the strings that you return are keys of the vocabulary?",
        ),
        slip(
            "pieces are looked up without ## and come back with it",
            edit=("if inside + word[start:end] in vocab", "if word[start:end] in vocab"),
            also=[[("if inside + word[start:end] in vocab", "if word[start:end] in vocab"), ("len(word) > longest", "len(word) >= longest")]],
            why="The vocabulary may contain \"less\" but not ##less, and then you return a piece that has no vector.",
            look="Which string do you look up for the second piece of a word, and which one do you return?",
        ),
        slip(
            "the first piece has ## too",
            edit=('"##" if pieces else ""', '"##"'),
            why="## marks a piece that continues a word, and at the beginning there is nothing to continue.",
            look="What should come out for a word that is in the vocabulary as a whole?",
        ),
        slip(
            "what was found before the unknown part is kept",
            edit=("        if end is None:\n            return [\"[UNK]\"]", "        if end is None:\n            return pieces + [\"[UNK]\"]"),
            also=[("        if end is None:\n            return [\"[UNK]\"]", "        if end is None:\n            return pieces or [\"[UNK]\"]")],
            why="In training the whole word was [UNK], so the model has never seen half a word with a hole in it.",
            look="What should come out for a word whose last letter is in no piece?",
        ),
        slip(
            "only the unknown character becomes [UNK], and the word goes on",
            edit=("        if end is None:\n            return [\"[UNK]\"]", "        if end is None:\n            pieces.append(\"[UNK]\")\n            start += 1\n            continue"),
            why="BERT gives up the whole word if any part of it fits no piece, and its vectors were trained that way.",
            look="How many [UNK] tokens can one word give?",
        ),
        slip(
            "a word that cannot be cut gives no pieces at all",
            edit=("        if end is None:\n            return [\"[UNK]\"]", "        if end is None:\n            return []"),
            why="The word would vanish from the text without a trace.",
            look="What appears in the text where a word is unknown?",
        ),
        slip(
            "another way to cut is tried where the longest piece leads nowhere",
            edit="""
                def cut(rest, mark):
                    if not rest:
                        return []
                    for n in range(len(rest), 0, -1):
                        tail = cut(rest[n:], "##") if mark + rest[:n] in vocab else None
                        if tail is not None:
                            return [mark + rest[:n]] + tail

                return (cut(word, "") if len(word) <= longest else None) or ["[UNK]"]
            """,
            why="It can split more words than BERT does, but the weights were trained with the greedy rule, where such a word is unknown.",
            look="Suppose nothing fits after the longest piece. What does the rule do then?",
        ),
        slip(
            "long words are cut all the same",
            edit=("if len(word) > longest:", "if False:", "if len(word) > 100:"),
            why="A web address of 300 characters would become 150 pieces and push the text out of the window.",
            look="Which argument of your function does your code never use?",
        ),
        slip(
            "a word of exactly the longest length is unknown",
            edit=("len(word) > longest", "len(word) >= longest"),
            why="The limit is the length that is still allowed.",
            look="\"With more characters than this\": is that > or ≥?",
        ),
        slip(
            "long words are shortened, not unknown",
            edit=("    if len(word) > longest:\n        return [\"[UNK]\"]\n", "    word = word[:longest]\n"),
            why="The beginning of a word is a different word.",
            look="According to the docstring, what comes back for a word that is too long?",
        ),
        slip(
            "bytes are counted, not characters",
            edit=("len(word) > longest", "len(word.encode()) > longest"),
            why="A Chinese character takes three bytes in UTF-8, so a short word seems too long.",
            look="How long is 水火 for your code?",
        ),
        slip(
            "ids come back instead of pieces",
            edit=("    return pieces\n", "    return [vocab[piece] for piece in pieces]\n"),
            also=[[("    return pieces\n", "    return [vocab[piece] for piece in pieces]\n"), ("    if len(word) > longest:\n        return [\"[UNK]\"]", "    if len(word) > longest:\n        return [vocab[\"[UNK]\"]]"), ("        if end is None:\n            return [\"[UNK]\"]", "        if end is None:\n            return [vocab[\"[UNK]\"]]")]],
            why="The next step looks the pieces up, but a number is not a key of the vocabulary.",
            look="According to the docstring, what does the list contain?",
        ),
        slip(
            "[UNK] comes back without a list",
            edit=("    if len(word) > longest:\n        return [\"[UNK]\"]", "    if len(word) > longest:\n        return \"[UNK]\""),
            also=[("        if end is None:\n            return [\"[UNK]\"]", "        if end is None:\n            return \"[UNK]\""), [("    if len(word) > longest:\n        return [\"[UNK]\"]", "    if len(word) > longest:\n        return \"[UNK]\""), ("        if end is None:\n            return [\"[UNK]\"]", "        if end is None:\n            return \"[UNK]\"")]],
            why="Code that joins the pieces of a text would loop over five characters: [, U, N, K and ].",
            look="What is the type of your result for a word that is known, and for one that is not?",
        ),
        slip(
            "only words that are in the vocabulary as a whole are known",
            edit=("    pieces, start = [], 0", "    if word not in vocab:\n        return [\"[UNK]\"]\n    pieces, start = [], 0"),
            why="That is a vocabulary of whole words, and every rare word is lost.",
            look="What should happen to a word that is made of two pieces, and under which key do you look up the second one?",
        ),
        slip(
            "a last piece of one character is never tried",
            edit=("range(len(word), start, -1)", "range(len(word), start + 1, -1)"),
            also=[[("range(len(word), start, -1)", "range(len(word), start + 1, -1)"), ("    pieces, start = [], 0", "    if word in vocab:\n        return [word]\n    pieces, start = [], 0")]],
            why="Many words end in a piece of a single letter, above all ##s.",
            look="Where does the loop over ends stop, and how long is the shortest piece that it tries?",
        ),
        slip(
            "the whole rest is never tried",
            edit=("range(len(word), start, -1)", "range(len(word) - 1, start, -1)"),
            why="The last piece of every word ends where the word ends. Without it, no word can be completed.",
            look="`word[start:end]` ends before `end`. Which `end` includes the last character?",
        ),
        slip(
            "characters that fit no piece are left out",
            edit=("        if end is None:\n            return [\"[UNK]\"]", "        if end is None:\n            start += 1\n            continue"),
            why="The word turns into a different one without any warning.",
            look="What should come out for a word with a letter that is in no piece?",
        ),
        slip(
            "the piece with id 0 is never found",
            edit=("inside + word[start:end] in vocab", "vocab.get(inside + word[start:end])"),
            why="Ids begin at 0, and Python treats 0 as false.",
            look="What is the result of your test for a piece in the vocabulary whose id is 0?",
        ),
        slip(
            "pieces are chosen with the rest of the word in mind",
            edit="""
                if len(word) > longest:
                    return ["[UNK]"]
                best = [[]] + [None] * len(word)
                for end in range(1, len(word) + 1):
                    for start in range(end):
                        piece = ("##" if start else "") + word[start:end]
                        if best[start] is not None and piece in vocab:
                            if best[end] is None or len(best[start]) + 1 < len(best[end]):
                                best[end] = best[start] + [piece]
                return ["[UNK]"] if best[-1] is None else best[-1]
            """,

            why="Choosing the fewest pieces or the longest ending isn't BERT's rule, and it gives combinations of pieces that BERT never saw.",
            look="Does the choice of your first piece depend on what comes after it?",
        ),
        slip(
            "pieces without ## are also taken inside a word",
            edit="""
                pieces, start = [], 0
                while start < len(word) <= longest:
                    for end in range(len(word), start, -1):
                        part = word[start:end]
                        piece = "##" + part if start and "##" + part in vocab else part
                        if piece in vocab:
                            break
                    else:
                        return ["[UNK]"]
                    pieces.append(piece)
                    start = end
                return pieces or ["[UNK]"]
            """,
            why="A piece without ## occurs only at the beginning of a word, so its vector was only trained there.",
            look="Which pieces may follow the first one?",
        ),
        slip(
            "a word has two pieces at most",
            edit="""
                if len(word) > longest:
                    return ["[UNK]"]
                if word in vocab:
                    return [word]
                end = next((end for end in range(len(word) - 1, 0, -1) if word[:end] in vocab), None)
                found = end is not None and "##" + word[end:] in vocab
                return [word[:end], "##" + word[end:]] if found else ["[UNK]"]
            """,
            why="\"flightless\" has two pieces, but rare words have four or five.",
            look="What does your code do if the rest is two pieces, not one?",
        ),
    ]  # fmt: skip
    promises = {
        "the longest piece first": dict(kind="all letters"),
        "a part that fits no piece": dict(kind="no piece"),
        "no second try": dict(kind="greedy fails"),
        "whole words, and short last pieces": dict(kind="seams"),
        "ids begin at 0": dict(kind="seams"),
        "pieces at the beginning and inside a word are not the same": dict(kind="inside only"),
        "words that are too long": dict(kind="long"),
        "a hundred characters unless told otherwise": dict(kind="hundred"),
        "characters, not bytes": dict(kind="script"),
    }
