"""What decides the exercises of sitting a: an encoder and how it is pretrained.

Oracles: the WordPiece of the library `tokenizers` (in Rust), modules of transformers in float64, numpy, and exact probabilities.
"""

import math

import numpy as np
import torch
from scipy import stats
from transformers import BertConfig, BertModel
from transformers.models.bert.modeling_bert import BertEmbeddings, BertOnlyNSPHead, BertPooler

from autograder.authoring import Distribution, SameAs, exercise, slip

CUTTERS = ["transformers", "tokenizers"]
LIBRARY = ["transformers"]
CLS, SEP = 101, 102


def tensor(array, grad=False):
    """A float64 tensor of an oracle's input."""
    return torch.as_tensor(array, dtype=torch.float64).requires_grad_(grad)


def length_of(*gradients):
    """The length of several gradients together, as if they were one vector."""
    return math.sqrt(sum(float((g**2).sum()) for g in gradients))


# --- pieces of words -------------------------------------------------------------------------------------------------


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
        if kind == "no piece":  # z in front, inside, at the end; and one word without
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
            why="Every word falls into single letters, and the features of whole words are never used.",
            look="Which end do you try first, the near one or the far one?",
        ),
        slip(
            "pieces inside a word have no ##",
            edit=('inside = "##" if pieces else ""', 'inside = ""'),
            why="\"less\" is a word of its own, and ##less is an ending. The vocabulary keeps them apart, and so do their vectors.",
            look="How does the second piece of \"flightless\" stand in the vocabulary?",
        ),
        slip(
            "pieces are looked up with ## and come back without",
            edit=("pieces.append(inside + word[start:end])", "pieces.append(word[start:end])"),
            why="What comes back is looked up in the table of vectors, where \"less\" and ##less are two rows.",
            look="Which of the strings that you return are keys of the vocabulary?",
        ),
        slip(
            "the first piece has ## too",
            edit=('"##" if pieces else ""', '"##"'),
            why="## marks a piece that goes on inside a word. At the beginning nothing goes on.",
            look="What should come out for a word that is in the vocabulary as a whole?",
        ),
        slip(
            "what was found before the unknown part is kept",
            edit=("        if end is None:\n            return [\"[UNK]\"]", "        if end is None:\n            return pieces + [\"[UNK]\"]"),
            also=[("        if end is None:\n            return [\"[UNK]\"]", "        if end is None:\n            return pieces or [\"[UNK]\"]")],
            why="Half a word with a hole is another text for the model than it was in training, where the whole word was [UNK].",
            look="What should come out for a word whose last letter no piece has?",
        ),
        slip(
            "only the unknown character becomes [UNK], and the word goes on",
            edit=("        if end is None:\n            return [\"[UNK]\"]", "        if end is None:\n            pieces.append(\"[UNK]\")\n            start += 1\n            continue"),
            why="BERT throws the whole word away where some part fits no piece, and its vectors were trained that way.",
            look="How many [UNK] can one word give?",
        ),
        slip(
            "a word that cannot be cut gives no pieces at all",
            edit=("        if end is None:\n            return [\"[UNK]\"]", "        if end is None:\n            return []"),
            why="The word would vanish from the text without a trace.",
            look="What stands in the text where a word is unknown?",
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
            why="It finds more words than BERT does. The weights were trained with the greedy rule, where such a word is unknown.",
            look="After the longest piece nothing fits. What does the rule do then?",
        ),
        slip(
            "long words are cut all the same",
            edit=("if len(word) > longest:", "if False:", "if len(word) > 100:"),
            why="A web address of 300 characters would become 150 pieces and push the text out of the window.",
            look="Which of the arguments of your function does your code never use?",
        ),
        slip(
            "a word of exactly the longest length is unknown",
            edit=("len(word) > longest", "len(word) >= longest"),
            why="The limit is the length that is still allowed.",
            look="\"Of more characters\": is that > or ≥?",
        ),
        slip(
            "long words are shortened, not unknown",
            edit=("    if len(word) > longest:\n        return [\"[UNK]\"]\n", "    word = word[:longest]\n"),
            why="The beginning of a word is another word.",
            look="What does the docstring say comes back for a word that is too long?",
        ),
        slip(
            "bytes are counted, not characters",
            edit=("len(word) > longest", "len(word.encode()) > longest"),
            why="A Chinese character has three bytes in UTF-8, so a short word seems too long.",
            look="How long is 水火 for your code?",
        ),
        slip(
            "ids come back in place of pieces",
            edit=("    return pieces\n", "    return [vocab[piece] for piece in pieces]\n"),
            also=[[("    return pieces\n", "    return [vocab[piece] for piece in pieces]\n"), ("    if len(word) > longest:\n        return [\"[UNK]\"]", "    if len(word) > longest:\n        return [vocab[\"[UNK]\"]]"), ("        if end is None:\n            return [\"[UNK]\"]", "        if end is None:\n            return [vocab[\"[UNK]\"]]")]],
            why="The next step looks pieces up; a number is no key of the vocabulary.",
            look="What does the docstring say that the list holds?",
        ),
        slip(
            "[UNK] comes back without a list",
            edit=("    if len(word) > longest:\n        return [\"[UNK]\"]", "    if len(word) > longest:\n        return \"[UNK]\""),
            also=[("        if end is None:\n            return [\"[UNK]\"]", "        if end is None:\n            return \"[UNK]\""), [("    if len(word) > longest:\n        return [\"[UNK]\"]", "    if len(word) > longest:\n        return \"[UNK]\""), ("        if end is None:\n            return [\"[UNK]\"]", "        if end is None:\n            return \"[UNK]\"")]],
            why="Whoever puts the pieces of a text together runs over five characters: [, U, N, K and ].",
            look="What is the type of your result for a word that is known, and for one that is not?",
        ),
        slip(
            "a word that is in the vocabulary is the only one that is known",
            edit=("    pieces, start = [], 0", "    if word not in vocab:\n        return [\"[UNK]\"]\n    pieces, start = [], 0"),
            why="That is a vocabulary of whole words, and every rare word is lost.",
            look="What should become of a word that is made of two pieces, and under which key do you look the second one up?",
        ),
        slip(
            "a last piece of one character is never tried",
            edit=("range(len(word), start, -1)", "range(len(word), start + 1, -1)"),
            also=[[("range(len(word), start, -1)", "range(len(word), start + 1, -1)"), ("    pieces, start = [], 0", "    if word in vocab:\n        return [word]\n    pieces, start = [], 0")]],
            why="Many words end in a single letter, ##s above all.",
            look="Where does the loop over ends stop, and how long is the shortest piece that it tries?",
        ),
        slip(
            "the whole rest is never tried",
            edit=("range(len(word), start, -1)", "range(len(word) - 1, start, -1)"),
            why="The last piece of every word ends where the word ends. Without it no word can be finished.",
            look="`word[start:end]` ends before `end`. Which `end` takes in the last character?",
        ),
        slip(
            "characters that fit no piece are left out",
            edit=("        if end is None:\n            return [\"[UNK]\"]", "        if end is None:\n            start += 1\n            continue"),
            why="The word changes into another one, and nobody is told.",
            look="What should come out for a word with a letter that no piece has?",
        ),
        slip(
            "the piece with id 0 is never found",
            edit=("inside + word[start:end] in vocab", "vocab.get(inside + word[start:end])"),
            why="Ids begin at 0, and Python takes 0 for False.",
            look="What does your test say of a piece that is there and has the id 0?",
        ),
        slip(
            "a piece is chosen with the end of the word in view",
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
            also=["""
                if len(word) > longest:
                    return ["[UNK]"]
                pieces, end = [], len(word)
                while end > 0:
                    start = next((s for s in range(end) if ("##" if s else "") + word[s:end] in vocab), None)
                    if start is None:
                        return ["[UNK]"]
                    pieces.insert(0, ("##" if start else "") + word[start:end])
                    end = start
                return pieces
            """],
            why="The fewest pieces, or the longest ending, are other rules than BERT's, and they cut into pieces that it never saw together.",
            look="Does the choice of your first piece depend on what stands behind it?",
        ),
        slip(
            "inside a word pieces without ## are taken too",
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
            why="A piece without ## stands at the beginning of a word only, and its vector was trained there.",
            look="Which pieces may stand behind the first one?",
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
            why="\"flightless\" has two; rare words have four or five.",
            look="What does your code do where the rest is not one piece, but two?",
        ),
    ]  # fmt: skip
    promises = {
        "the longest piece first": dict(kind="all letters"),
        "a part that fits no piece": dict(kind="no piece"),
        "no second try": dict(kind="greedy fails"),
        "whole words, and short last pieces": dict(kind="seams"),
        "ids begin at 0": dict(kind="seams"),
        "pieces inside and in front are not the same": dict(kind="inside only"),
        "words that are too long": dict(kind="long"),
        "a hundred characters unless told otherwise": dict(kind="hundred"),
        "characters, not bytes": dict(kind="script"),
    }


# --- two texts in one --------------------------------------------------------------------------------------------------


@exercise("encode_pair", points=3, forbid=CUTTERS)
class _:
    cases = [
        dict(a=3, b=4, length=12),
        dict(a=2, b=1, length=30),
        dict(a=3, b=3, length=9),  # fits exactly
        dict(a=6, b=2, length=8),  # only a is too long
        dict(a=2, b=7, length=9),  # only b
        dict(a=6, b=5, length=11),  # both
        dict(a=5, b=5, length=10),  # both, and an odd number of places
        dict(a=4, b=None, length=9),
        dict(a=9, b=None, length=6),
        dict(a=3, b=0, length=8),
    ]
    weights = {"ids": 3, "segments": 2, "mask": 2, "a unchanged": 1, "b unchanged": 1}

    def inputs(rng, a, b, length):
        """k tokens more in both texts and 2 k more places leave it as it is who has to give way."""
        k = int(rng.integers(0, 4))
        draw = lambda n: [int(x) for x in rng.integers(1000, 30000, n + k if n else 0)]
        return {"a": draw(a), "b": None if b is None else draw(b), "length": length + 2 * k}

    def oracle(a, b, length):
        """How many tokens stay is worked out, not popped: the shorter text keeps up to half of the room."""
        n_a, n_b, room = len(a), len(b or []), length - (2 if b is None else 3)
        if b is None:
            n_a = min(n_a, room)
        elif n_a + n_b > room:
            if n_a <= room // 2:
                n_b = room - n_a
            elif n_b <= room // 2:
                n_a = room - n_b
            else:
                n_a, n_b = room - room // 2, room // 2
        ids = np.zeros(length, dtype=np.int64)
        segments, mask = ids.copy(), ids.copy()
        ids[0], ids[1 : 1 + n_a], ids[1 + n_a] = CLS, a[:n_a], SEP
        end = n_a + 2
        if b is not None:
            ids[end : end + n_b], ids[end + n_b] = b[:n_b], SEP
            segments[end : end + n_b + 1] = 1
            end += n_b + 1
        mask[:end] = 1
        ids = ids.tolist()
        return {
            "ids": ids,
            "segments": segments.tolist(),
            "mask": mask.tolist(),
            "a unchanged": {"ids": ids, "a": list(a)},
            "b unchanged": {"ids": ids, "b": None if b is None else list(b)},
        }

    alternatives = {
        "slices instead of pop": """
            n_a, n_b = len(a), 0 if b is None else len(b)
            special = 2 if b is None else 3
            while n_a + n_b + special > length:
                if n_a > n_b:
                    n_a -= 1
                else:
                    n_b -= 1
            pairs = [(CLS, 0)] + [(x, 0) for x in a[:n_a]] + [(SEP, 0)]
            if b is not None:
                pairs += [(x, 1) for x in b[:n_b]] + [(SEP, 1)]
            real = len(pairs)
            pairs += [(PAD, 0)] * (length - real)
            return [p[0] for p in pairs], [p[1] for p in pairs], [int(i < real) for i in range(length)]
        """,
        "one text by a call to itself": """
            if b is None:
                ids = [CLS] + a[: length - 2] + [SEP]
                gap = length - len(ids)
                return ids + [PAD] * gap, [0] * length, [1] * len(ids) + [0] * gap
            while len(a) + len(b) + 3 > length:
                a, b = (a[:-1], b) if len(a) > len(b) else (a, b[:-1])
            used = len(a) + len(b) + 3
            segments = [0] * (len(a) + 2) + [1] * (len(b) + 1) + [0] * (length - used)
            ids = [CLS, *a, SEP, *b, SEP] + [PAD] * (length - used)
            return ids, segments, [1] * used + [0] * (length - used)
        """,
    }
    slips = [
        slip(
            "there is no [SEP] behind the second text",
            edit=("[] if single else [*second, SEP]", "[] if single else second"),
            also=[[("[] if single else [*second, SEP]", "[] if single else second"), ("(2 if single else 3)", "2")]],
            why="[SEP] ends a text. The model has seen one behind every text, and many heads look at it.",
            look="How many [SEP] are in the table above?",
        ),
        slip(
            "the first [SEP] belongs to segment 1",
            edit=("[0] * len(first) + [1] * len(second)", "[0] * (len(first) - (not single)) + [1] * (len(second) + (not single))"),
            why="It ends the first text and belongs to it. Its vector would be one that the model has never seen.",
            look="Which segment has the first [SEP] in the table?",
        ),
        slip(
            "segments begin to count at 1",
            edit=("[0] * len(first) + [1] * len(second) + padding", "[1] * len(first) + [2] * len(second) + padding"),
            why="There are two segment vectors, 0 and 1; a 2 has none.",
            look="Which two rows does the table of segment vectors have?",
        ),
        slip(
            "the padding has segment 1",
            edit=("[1] * len(second) + padding", "[1] * (length - len(first))", "([0] if single else [1]) * (length - len(first))"),
            why="BERT's padding has segment 0. It is hidden anyway, but two programs with the same text should make the same input.",
            look="What does the docstring say about segments of padding?",
        ),
        slip(
            "the mask is 1 at the padding",
            edit=("[1] * n + padding", "[0] * n + [1] * (length - n)"),
            why="The model would read the padding and nothing else.",
            look="What does 1 mean in the mask?",
        ),
        slip(
            "the mask leaves out the special tokens",
            edit=("[1] * n + padding", "[0 if x in (CLS, SEP, PAD) else 1 for x in ids]"),
            why="[CLS] and [SEP] are real tokens: others look at them, and [CLS] answers for the whole.",
            look="Which tokens does the mask of the table hide?",
        ),
        slip(
            "[CLS] stands in front of both texts",
            edit=("[*second, SEP]", "[CLS, *second, SEP]"),
            why="There is one [CLS], whose feature answers for both.",
            look="How many [CLS] are in the table?",
        ),
        slip(
            "tokens go from the second text only",
            edit=("first if len(first) > len(second) else second", "second if second else first"),
            why="A long first text leaves nothing of the second, and the question about the pair has lost a half.",
            look="Which of the two texts is longer in the case that fails?",
        ),
        slip(
            "tokens go from the first text only",
            edit=("first if len(first) > len(second) else second", "first if first else second"),
            why="A short question in front of a long passage loses all its words.",
            look="Which of the two texts is longer in the case that fails?",
        ),
        slip(
            "the first text loses a token where both are equally long",
            edit=("len(first) > len(second)", "len(first) >= len(second)"),
            why="Somebody has to decide, and the docstring does; otherwise two programs make two inputs of one pair.",
            look="What does the docstring say about texts that are equally long?",
        ),
        slip(
            "what is too long is cut off at the end, and [SEP] with it",
            edit=[
                ("while len(first) + len(second) > length - (2 if single else 3):", "while False:"),
                ("padding = [0] * (length - n)", "first, second = first[:length], second[: max(0, length - len(first))]\n    n = len(first) + len(second)\n    padding = [0] * (length - n)"),
            ],
            why="The last [SEP] is gone, and of a long first text's partner nothing may be left.",
            look="With which token does every text end?",
        ),
        slip(
            "tokens go from the front",
            edit=("longer.pop()", "longer.pop(0)"),
            why="Texts say first what they are about, most of the time, and the docstring says where tokens go.",
            look="Which tokens of the text that is too long are left in your ids?",
        ),
        slip(
            "nothing is cut off",
            edit=[("while len(first) + len(second) > length - (2 if single else 3):", "while False:")],
            why="Rows of different lengths do not fit into one tensor, and beyond 512 there is no position vector.",
            look="How many ids do you return?",
        ),
        slip(
            "nothing is padded",
            edit=[("padding = [0] * (length - n)", "padding = []"), ("[PAD] * (length - n)", "padding")],
            why="Rows of different lengths do not fit into one tensor.",
            look="How many ids do you return, and how many were asked for?",
        ),
        slip(
            "padding stands in front",
            edit=("ids = first + second + [PAD] * (length - n)\n    return ids, [0] * len(first) + [1] * len(second) + padding, [1] * n + padding", "return [PAD] * (length - n) + first + second, padding + [0] * len(first) + [1] * len(second), padding + [1] * n"),
            why="Places are counted from the left. The same text would get other position vectors in a longer row.",
            look="At which place does [CLS] stand in the table?",
        ),
        slip(
            "an empty second text is taken for none",
            edit=("b is None", "not b"),
            why="[CLS] a [SEP] [SEP] says that there was nothing, [CLS] a [SEP] that nobody asked.",
            look="Is [] None?",
        ),
        slip(
            "the caller's lists are changed",
            edit=("list(a), list(b or []), b is None", "a, b if b is not None else [], b is None"),
            also=["""
                a = list(a)
                if b is None:
                    ids, segments = [CLS] + a[: length - 2] + [SEP], [0] * min(length, len(a) + 2)
                else:
                    short = b[:]
                    while len(a) + len(short) > length - 3:
                        (a if len(a) > len(short) else short).pop()
                    short = b if len(short) == len(b) else short
                    short += [SEP]
                    ids, segments = [CLS] + a + [SEP] + short, [0] * (len(a) + 2) + [1] * len(short)
                n = length - len(ids)
                return ids + [PAD] * n, segments + [0] * n, [1] * len(ids) + [0] * n
            """],
            why="The next pair with the same text gets what is left of it.",
            look="Which of your operations change a list in place?",
        ),
        slip(
            "each text gets half of the room",
            edit=("    while len(first)", "    if not single:\n        first, second = first[: (length - 3) // 2], second[: (length - 3) // 2]\n    while len(first)"),
            also=[("    while len(first)", "    if not single and len(first) + len(second) > length - 3:\n        first, second = first[: (length - 2) // 2], second[: (length - 3) // 2]\n    while len(first)")],
            why="A long passage is cut although its short question leaves room.",
            look="A question of 2 tokens and a passage of 40 in 45 places: must anything go?",
        ),
        slip(
            "all that is too much goes from the text that was longer at first",
            edit=("    while len(first)", "    over = len(first) + len(second) - (length - 3)\n    if not single and over > 0:\n        longer, other = (first, second) if len(first) > len(second) else (second, first)\n        cut = min(over, len(longer))\n        del longer[len(longer) - cut :], other[len(other) - (over - cut) :]\n    while len(first)"),
            why="After some tokens it is the shorter one, and goes on paying.",
            look="How often do you ask which of the two is longer?",
        ),
        slip(
            "both texts lose a token in each round",
            edit=("        longer = first if len(first) > len(second) else second\n        longer.pop()", "        if second:\n            second.pop()\n        if len(first) + len(second) > length - (2 if single else 3) and first:\n            first.pop()"),
            why="A short question loses its words beside a long passage.",
            look="A question of 2 tokens and a passage of 40 in 43 places: what is left of the question?",
        ),
        slip(
            "a single text that is too long is not cut",
            edit=("    while len(first)", "    while not single and len(first)"),
            why="Its row is longer than all others and does not fit into their tensor.",
            look="How many ids do you return where b is None and a is long?",
        ),
        slip(
            "a single text leaves room for three special tokens",
            edit=("(2 if single else 3)", "3"),
            why="It has two of them, so a word is thrown away for nothing.",
            look="Which special tokens has a single text?",
        ),
    ]  # fmt: skip
    promises = {
        "padded to the length": dict(length=12),
        "a single text": dict(a=4, b=None),
        "a single text that is too long": dict(a=9),
        "the longer text pays": dict(a=6, b=2),
        "the longer text pays, whichever it is": dict(a=2, b=7),
        "b where both are equally long": dict(length=10),
        "an empty second text": dict(b=0),
        "a stays as it is": "a unchanged",
        "b stays as it is": "b unchanged",
    }


# --- the encoder ---------------------------------------------------------------------------------------------------------


def normal(rng, *shape, size=1.0):
    return rng.standard_normal(shape) * size


def embedding_weights(rng, V, context, D, prefix=""):
    """Tables of one size, so that none drowns the others, and a norm away from 1 and 0."""
    return {
        f"{prefix}tokens.weight": normal(rng, V, D),
        f"{prefix}positions.weight": normal(rng, context, D),
        f"{prefix}segments.weight": normal(rng, 2, D),
        f"{prefix}norm.weight": rng.uniform(0.5, 1.5, D),
        f"{prefix}norm.bias": normal(rng, D, size=0.5),
    }


TABLES = {
    "tokens.weight": "word_embeddings.weight",
    "positions.weight": "position_embeddings.weight",
    "segments.weight": "token_type_embeddings.weight",
    "norm.weight": "LayerNorm.weight",
    "norm.bias": "LayerNorm.bias",
}


def bert_config(V, context, D, H=1, L=1, F=4):
    """A configuration of the library for these sizes, without dropout; id 0 learns like all others."""
    return BertConfig(
        vocab_size=V,
        hidden_size=D,
        num_hidden_layers=L,
        num_attention_heads=H,
        intermediate_size=F,
        max_position_embeddings=context,
        hidden_dropout_prob=0.0,
        attention_probs_dropout_prob=0.0,
        layer_norm_eps=1e-12,
        pad_token_id=None,
        attn_implementation="eager",
    )


@exercise("BertEmbeddings", points=3, forbid=LIBRARY)
class _:
    cases = [
        dict(B=2, T=5, V=11, context=8, D=6),
        dict(B=3, T=4, V=9, context=4, D=4),  # as long as the context
        dict(B=2, T=3, V=7, context=6, D=5, segments=False),
        dict(B=1, T=1, V=5, context=3, D=4),
    ]
    weights = {"output": 4, "gradients": 1, "training": 1}

    def inputs(rng, B, T, V, context, D, segments=True):
        ids = rng.integers(0, V, (B, T))
        ids[0, T // 2] = 0  # an entry like any other here
        return {
            "ids": ids,
            "segments": rng.integers(0, 2, (B, T)) if segments else None,
            "gradient": normal(rng, B, T, D),
            "weights": embedding_weights(rng, V, context, D),
            "sizes": [V, context, D],
        }

    def oracle(ids, segments, gradient, weights, sizes):
        layer = BertEmbeddings(bert_config(*sizes)).double()
        layer.load_state_dict({TABLES[name]: tensor(w) for name, w in weights.items()}, strict=False)
        segments = None if segments is None else torch.as_tensor(segments)
        output = layer(input_ids=torch.as_tensor(ids), token_type_ids=segments)
        output.backward(tensor(gradient))
        theirs = dict(layer.named_parameters())
        gradients = {name: theirs[TABLES[name]].grad.norm().item() for name in weights}
        left = {"what is left, times": 2.0, "gone": "about half", "number by number": True}
        return {"output": output, "gradients": gradients, "training": {"not training": output, **left}}

    tolerance = {"gradients": 1e-3}

    alternatives = {
        "a slice of the table of places": """
            x = self.tokens(ids) + self.positions.weight[: ids.shape[-1]]
            x = x + (self.segments.weight[0] if segments is None else self.segments(segments))
            return self.dropout(self.norm(x))
        """,
        "looked up by F.embedding, summed by a stack": """
            segments = ids * 0 if segments is None else segments
            places = torch.arange(ids.size(1)).expand_as(ids)
            parts = [(ids, self.tokens), (places, self.positions), (segments, self.segments)]
            x = torch.stack([F.embedding(index, table.weight) for index, table in parts]).sum(dim=0)
            return self.dropout(F.layer_norm(x, x.shape[-1:], self.norm.weight, self.norm.bias, 1e-12))
        """,
    }
    slips = [
        slip(
            "the segments are left out",
            edit=(" + self.segments(segments)", ""),
            why="The model cannot tell which text a token came from, and of a pair only [SEP] says where one ends.",
            look="How many tables does the sum have in the formula, and how many in your code?",
        ),
        slip(
            "the places are left out",
            edit=(" + self.positions(places)", ""),
            why="Attention does not know order: \"dog bites man\" and \"man bites dog\" would get the same features.",
            look="How many tables does the sum have in the formula, and how many in your code?",
        ),
        slip(
            "the norm is left out",
            edit=("self.dropout(self.norm(x))", "self.dropout(x)"),
            why="GPT has none here, but the first block of BERT expects what the norm gives.",
            look="What does the formula do with the sum?",
        ),
        slip(
            "dropout is left out",
            edit=("self.dropout(self.norm(x))", "self.norm(x)"),
            why="Nothing shows at evaluation, but the model is trained with less noise than it was asked to have.",
            look="Which of the five parts that `__init__` makes does your code never use?",
        ),
        slip(
            "dropout stands in front of the norm",
            edit=("self.dropout(self.norm(x))", "self.norm(self.dropout(x))"),
            why="The norm then measures the holes as well, and what comes out is no feature that dropout has thinned.",
            look="What is 0 in your output while training?",
        ),
        slip(
            "the pieces are normalised before places and segments are added",
            edit=[("x = self.tokens(ids) + ", "x = self.norm(self.tokens(ids)) + "), ("self.dropout(self.norm(x))", "self.dropout(x)")],
            why="The norm is there to bring the sum to one size.",
            look="What stands inside the brackets of LayerNorm in the formula?",
        ),
        slip(
            "the norm is applied twice",
            edit=("self.dropout(self.norm(x))", "self.dropout(self.norm(self.norm(x)))"),
            why="Its gain and bias act twice.",
            look="How often does LayerNorm occur in the formula?",
        ),
        slip(
            "places are counted from 1",
            edit=("torch.arange(ids.shape[1], device=ids.device)", "torch.arange(1, ids.shape[1] + 1, device=ids.device)", "torch.arange(1, ids.shape[1] + 1, device=ids.device) % self.positions.num_embeddings"),
            why="Each token gets the vector of its neighbour's place, and the last place of the context has none.",
            look="Which place has [CLS]?",
        ),
        slip(
            "the segment is 1 where none is given",
            edit=("torch.zeros_like(ids)", "torch.ones_like(ids)"),
            why="A single text is the first text.",
            look="What does the docstring say about None?",
        ),
        slip(
            "without segments none is added",
            edit=("    if segments is None:\n            segments = torch.zeros_like(ids)", "    extra = 0 if segments is None else self.segments(segments)"),
            also=[[("    if segments is None:\n            segments = torch.zeros_like(ids)", "    extra = 0 if segments is None else self.segments(segments)"), (" + self.segments(segments)", " + extra")]],
            why="None stands for segment 0, and segment 0 has a vector: every single text in training had it.",
            look="What does the docstring say about None, and is the vector of segment 0 zero?",
        ),
        slip(
            "places are looked up by token, not by place",
            edit=("self.positions(places)", "self.positions(ids % self.positions.num_embeddings)", "self.positions(ids.clamp(max=self.positions.num_embeddings - 1))"),
            why="The second table then says again which token it is, and nobody says where.",
            look="By which index do you look up the row of a place?",
        ),
        slip(
            "the three vectors are multiplied",
            edit=("self.tokens(ids) + self.positions(places) + self.segments(segments)", "self.tokens(ids) * self.positions(places) * self.segments(segments)"),
            why="A product loses a feature wherever one factor is small.",
            look="Which sign stands between the three in the formula?",
        ),
        slip(
            "the tables are cut off from the gradient",
            edit=("self.dropout(self.norm(x))", "self.dropout(self.norm(x.detach()))"),
            also=[("self.positions(places)", "self.positions(places).detach()"), ("self.segments(segments)", "self.segments(segments).detach()"), ("self.tokens(ids) +", "self.tokens(ids).detach() +"), ("self.tokens(ids) +", "self.tokens.weight.data[ids] +")],
            why="The output is right, but a table never learns, and nothing warns about it.",
            look="Which of .data, .detach() and torch.no_grad() is in your code?",
        ),
        slip(
            "each of the three vectors is normalised by itself",
            edit=("x = self.tokens(ids) + self.positions(places) + self.segments(segments)  # (B, T, D)\n        return self.dropout(self.norm(x))", "return self.dropout(self.norm(self.tokens(ids)) + self.norm(self.positions(places)) + self.norm(self.segments(segments)))"),
            why="Then all three count alike, and the norm's bias is added three times. The formula has one norm, of the sum.",
            look="What stands inside the brackets of LayerNorm in the formula?",
        ),
        slip(
            "the vectors of pieces are multiplied by √D",
            edit=("self.tokens(ids) +", "self.tokens(ids) * self.tokens.embedding_dim**0.5 +"),
            why="The first transformer did that. BERT does not, and its tables were trained without.",
            look="Is there a factor in the formula?",
        ),
        slip(
            "dropout takes away whole tokens",
            edit=("self.dropout(self.norm(x))", "self.norm(x) * self.dropout(torch.ones_like(x[..., :1]))"),
            why="Dropout decides for each number by itself, so that every token keeps some of its features.",
            look="How many coins do you toss for one token of D features?",
        ),
        slip(
            "all tokens belong to segment 0, whatever is given",
            edit=("    if segments is None:\n            segments = torch.zeros_like(ids)", "    segments = torch.zeros_like(ids)"),
            why="The second text of a pair is told to be the first.",
            look="Which of the arguments of `forward` does your code never use?",
        ),
        slip(
            "places are counted from the end of the table",
            edit=("self.positions(places)", "self.positions.weight[-ids.shape[1] :]"),
            why="The place of [CLS] then depends on how long the text is.",
            look="Which row of the table does the first token get?",
        ),
        slip(
            "the whole table of places is added",
            edit=("self.positions(places)", "self.positions.weight"),
            why="It fits only where the text is as long as the context.",
            look="How many rows has the table, and how many tokens the text?",
        ),
        slip(
            "places are counted along the texts of the batch",
            edit=("torch.arange(ids.shape[1], device=ids.device)", "torch.arange(ids.shape[0], device=ids.device)[:, None]"),
            why="All tokens of a text get the same place, and order is lost.",
            look="Which axis of (B, T) is the place?",
        ),
        slip(
            "places start anew in the second segment",
            edit=("places = torch.arange(ids.shape[1], device=ids.device)", "places = torch.arange(ids.shape[1], device=ids.device).expand_as(ids)\n        places = torch.where(segments == 1, (places - (segments == 0).sum(dim=1, keepdim=True)) % self.positions.num_embeddings, places)"),
            why="Segments say which text it is; places run through the whole sequence.",
            look="Which place has the first token of the second text?",
        ),
        slip(
            "tokens with id 0 are not counted as places",
            edit=("torch.arange(ids.shape[1], device=ids.device)", "((ids != 0).cumsum(dim=1) - 1).clamp(min=0)"),
            why="RoBERTa skips padding when it counts. Here a place is a place.",
            look="Which place has a token behind one with id 0?",
        ),
        slip(
            "the norm divides by n − 1",
            edit=("self.norm(x))", "(x - x.mean(-1, keepdim=True)) / (x.var(-1, keepdim=True) + 1e-12).sqrt() * self.norm.weight + self.norm.bias)"),
            why="LayerNorm takes the mean of the squares, over all n.",
            look="What does `var` divide by unless it is told otherwise?",
        ),
        slip(
            "dropout has a rate of its own",
            edit=("self.dropout(self.norm(x))", "F.dropout(self.norm(x), 0.1, self.training)", "F.dropout(self.norm(x), 0.2, self.training)"),
            why="Whoever asks for another rate gets this one.",
            look="Which of the five parts that `__init__` makes does your code never use?",
        ),
        slip(
            "the vectors of pieces pass through dropout twice",
            edit=("self.tokens(ids) +", "self.dropout(self.tokens(ids)) +"),
            why="The formula has one dropout, behind the norm.",
            look="How often does dropout occur in the formula?",
        ),
    ]  # fmt: skip
    promises = {
        "a text as long as the context": dict(T=4, context=4),
        "segments are 0 where none are given": dict(segments=False),
        "a single token": dict(T=1),
        "all tables learn": "gradients",
        "dropout while training, number by number": "training",
        "an id of 0 as any other": dict(T=5),
    }


@exercise("extended_mask", points=2, forbid=LIBRARY)
class _:
    cases = [
        dict(B=3, S=5),
        dict(B=2, S=4, low=-math.inf),
        dict(B=4, S=4, low=(-9, -3)),
        dict(B=1, S=6, low=-math.inf),
        dict(B=2, S=3, full=True, low=-math.inf),
        dict(B=3, S=4, low=(-9, -3), empty=True),
    ]
    weights = {"mask": 3, "attention": 1}

    def inputs(rng, B, S, low=None, full=False, empty=False, H=2, T=3):
        mask = np.ones((B, S), dtype=np.int64)
        for row in mask:
            if not full:
                row[rng.permutation(S)[: rng.integers(1, S)]] = 0
        mask[1:2] *= not empty  # a text that is all padding
        low = float(rng.uniform(*low)) if isinstance(low, tuple) else low
        return {"mask": mask, "low": low, "scores": 2 * normal(rng, B, H, T, S)}

    def oracle(mask, low, scores):
        value = -10000.0 if low is None else low
        added = np.array([[[[0.0 if m else value for m in row]]] for row in mask])  # (B, 1, 1, S)
        shares = np.exp(scores - scores.max(axis=-1, keepdims=True)) * np.exp(added)
        return {
            "mask": torch.tensor(added, dtype=torch.float32),
            "attention": {"shares": shares / shares.sum(axis=-1, keepdims=True), "type": "torch.float32"},
        }

    equivalent = {
        "added = torch.zeros(mask.shape, device=mask.device).masked_fill(mask <= 0, low)": "the mask has only 0 and 1",
    }

    alternatives = {
        "where, and two axes": """
            m = torch.where(mask.bool(), torch.tensor(0.0), torch.tensor(low))
            return m.unsqueeze(1).unsqueeze(1)
        """,
        "written into the places": """
            B, S = mask.shape
            result = torch.zeros(B, 1, 1, S)
            result[(mask < 1).view(B, 1, 1, S)] = low
            return result
        """,
        "a table of two numbers": """
            return torch.tensor([low, 0.0])[mask].reshape(len(mask), 1, 1, -1)
        """,
    }
    slips = [
        slip(
            "0 is multiplied by −∞",
            edit=("added = torch.zeros(mask.shape, device=mask.device).masked_fill(mask == 0, low)", "added = (1.0 - mask) * low"),
            why="For −10,000 it is right. With −∞ every real token gets nan, and after softmax the whole row has it.",
            look="What is your result where the mask is 1 and `low` is -math.inf?",
        ),
        slip(
            "real tokens are hidden, padding is seen",
            edit=("mask == 0", "mask == 1"),
            also=[("added = torch.zeros(mask.shape, device=mask.device).masked_fill(mask == 0, low)", "added = mask * low")],
            why="Features would be made of padding only.",
            look="What does 1 mean in the mask, and what is added there?",
        ),
        slip(
            "padding always gets −10,000",
            edit=("(mask == 0, low)", "(mask == 0, -10000.0)"),
            why="Whoever asks for −∞, or for another number, gets it nowhere.",
            look="Which of the arguments of your function does your code never use?",
        ),
        slip(
            "the axes for heads and queries are missing",
            edit=("added[:, None, None, :]", "added"),
            why="(B, S) under (B, H, T, S), flush right, puts texts where queries are: it fits by accident or not at all.",
            look="Write both shapes under each other. What stands under what?",
        ),
        slip(
            "one of the two axes is missing",
            edit=("added[:, None, None, :]", "added[:, None, :]"),
            why="(B, 1, S) under (B, H, T, S), flush right, puts texts where heads are.",
            look="How many axes should come back, and how many do you return?",
        ),
        slip(
            "queries are hidden, not keys",
            edit=("added[:, None, None, :]", "added[:, None, :, None]"),
            why="The last axis of the scores is what a query looks at. Adding one number to a whole row changes nothing after softmax.",
            look="Which axis does softmax run over?",
        ),
        slip(
            "the axis of texts stands in the wrong place",
            edit=("added[:, None, None, :]", "added[None, None, :, :]"),
            why="Texts take the place of queries, and every text gets the padding of all.",
            look="Which axis of (B, H, T, S) is the text?",
        ),
        slip(
            "the mask is True and False",
            edit=("return added[:, None, None, :]", "return (mask == 1)[:, None, None, :]"),
            why="Added to scores, True is 1: real tokens become a little likelier, and nothing is hidden.",
            look="What does score + True give?",
        ),
        slip(
            "the mask is ones and zeros still",
            edit=("return added[:, None, None, :]", "return mask[:, None, None, :].float()"),
            also=[("return added[:, None, None, :]", "return (1 - mask)[:, None, None, :].float()")],
            why="A score that gets 1 more or less is hardly hidden.",
            look="What has to be added to a score so that softmax gives 0?",
        ),
        slip(
            "low has the wrong sign",
            edit=("(mask == 0, low)", "(mask == 0, -low)"),
            why="Padding gets all of the attention.",
            look="Is the number at padding large or small?",
        ),
        slip(
            "a very small number takes the place of −∞",
            edit=("(mask == 0, low)", "(mask == 0, max(low, torch.finfo(torch.float32).min))"),
            also=[("(mask == 0, low)", "(mask == 0, max(low, -1e9))")],
            why="Softmax hardly sees the difference where something else is visible, but the docstring lets the caller choose.",
            look="What comes back at padding for low = -math.inf?",
        ),
        slip(
            "the heads' axis is missing at the front and doubled behind",
            edit=("added[:, None, None, :]", "added[:, :, None, None]"),
            why="The last axis of the scores is the keys; here it has length 1 and hides everything or nothing.",
            look="Where should S stand?",
        ),
        slip(
            "real tokens get 1, not 0",
            edit=("torch.zeros(mask.shape, device=mask.device).masked_fill", "mask.float().masked_fill"),
            why="It is the same for all real tokens, so softmax hides it; another program that adds two masks sees it.",
            look="What should be added to a score that stays as it is?",
        ),
        slip(
            "padding always gets −∞",
            edit=("(mask == 0, low)", "(mask == 0, -math.inf)"),
            also=[("added = torch.zeros(mask.shape, device=mask.device).masked_fill(mask == 0, low)", "added = mask.float().log()")],
            why="Whoever asks for −10,000 wants numbers that can be added to others.",
            look="Which of the arguments of your function does your code never use?",
        ),
        slip(
            "a text that is all padding is left visible",
            edit=("return added[:, None, None, :]", "added[(mask == 0).all(dim=1)] = 0.0\n    return added[:, None, None, :]"),
            why="Nobody asked for an exception, and whoever adds two masks relies on what each hides.",
            look="What comes back for a row of zeros?",
        ),
        slip(
            "padding is counted, and taken to stand at the end",
            edit=("mask == 0", "torch.arange(mask.shape[1], device=mask.device) >= mask.sum(dim=1, keepdim=True)"),
            why="The mask says where padding is. It may stand in front.",
            look="What comes back where the mask is 0, 1, 1?",
        ),
        slip(
            "the first text's padding is hidden in all texts",
            edit=("mask == 0", "(mask[:1] == 0).expand_as(mask)"),
            why="Each text of a batch has its own length.",
            look="Which rows of the mask does your code look at?",
        ),
        slip(
            "what comes later is hidden too",
            edit="""
                T = mask.shape[1]
                keep = (mask == 1)[:, None, None, :] & torch.ones(T, T, dtype=torch.bool).tril()
                return torch.zeros(keep.shape).masked_fill(~keep, low)
            """,
            why="Nothing is causal in an encoder.",
            look="Which axes should have length 1?",
        ),
        slip(
            "padding is hidden as a query too",
            edit="""
                both = mask[:, None, :, None] * mask[:, None, None, :]
                return torch.zeros(both.shape).masked_fill(both == 0, low)
            """,
            why="One row for all queries was asked for. What padding looks at does no harm.",
            look="Which axes should have length 1?",
        ),
        slip(
            "axes of length 1 get lost",
            edit=("return added[:, None, None, :]", "added = added.squeeze()\n    return added[:, None, None, :] if added.ndim == 2 else added[None, None, :]"),
            why="`squeeze()` takes every axis of length 1, also that of a batch of one text.",
            look="What is the shape for a batch of one text?",
        ),
        slip(
            "whole numbers come back",
            edit=("return added[:, None, None, :]", "if math.isinf(low):\n        return added[:, None, None, :]\n    return ((1 - mask) * int(low))[:, None, None, :]"),
            why="The docstring promises float32, and a number between −4 and −3 is neither.",
            look="Print the dtype of your result, for low = −3.5.",
        ),
        slip(
            "float64 comes back",
            edit=("torch.zeros(mask.shape, device=mask.device)", "torch.zeros(mask.shape, device=mask.device, dtype=torch.float64)"),
            why="Added to scores, it makes them float64 too, and everything after them slow.",
            look="Print the dtype of your result. Which one does the docstring promise?",
        ),
    ]  # fmt: skip
    promises = {
        "−10,000 unless told otherwise": dict(B=3, S=5),
        "−∞": dict(low=-math.inf),
        "any other number": dict(low=(-9, -3)),
        "as many texts as keys": dict(B=4, S=4),
        "no padding at all": dict(full=True),
        "a text that is all padding": dict(empty=True),
        "fits scores (B, H, T, S)": "attention",
        "float32": "attention",
    }


BLOCKS = {
    "attention.out_proj": "attention.output.dense",
    "feed_forward.up": "intermediate.dense",
    "feed_forward.down": "output.dense",
    "norm1": "attention.output.LayerNorm",
    "norm2": "output.LayerNorm",
}


def encoder_weights(rng, V, context, D, L, F):
    """Weights of an encoder, of a size at which no part is a detail."""
    found = embedding_weights(rng, V, context, D, "embeddings.")
    shapes = {"attention.qkv_proj": (3 * D, D), "attention.out_proj": (D, D), "feed_forward.up": (F, D), "feed_forward.down": (D, F)}  # fmt: skip
    for i in range(L):
        for name, (rows, columns) in shapes.items():
            found[f"blocks.{i}.{name}.weight"] = normal(rng, rows, columns, size=1.5 / math.sqrt(columns))
            found[f"blocks.{i}.{name}.bias"] = normal(rng, rows, size=0.3)
        for name in ("norm1", "norm2"):
            found[f"blocks.{i}.{name}.weight"] = rng.uniform(0.5, 1.5, D)
            found[f"blocks.{i}.{name}.bias"] = normal(rng, D, size=0.3)
    return found


def library_names(name):
    """Under which names the library keeps a parameter: three where it is queries, keys and values."""
    if name.startswith("embeddings."):
        return ["embeddings." + TABLES[name.removeprefix("embeddings.")]]
    _, i, rest = name.split(".", 2)
    part, kind = rest.rsplit(".", 1)
    if part == "attention.qkv_proj":
        return [f"encoder.layer.{i}.attention.self.{which}.{kind}" for which in ("query", "key", "value")]
    return [f"encoder.layer.{i}.{BLOCKS[part]}.{kind}"]


def padding(lengths, T, left=False):
    """1 at real tokens, (B, T)."""
    rows = [[1] * n + [0] * (T - n) for n in lengths]
    return np.array([row[::-1] for row in rows] if left else rows)


@exercise("BertEncoder", points=3, uses=["BertEmbeddings"], forbid=LIBRARY)
class _:
    cases = [
        dict(lengths=(6, 4), T=6, L=2),
        dict(lengths=(3, 5, 2), T=5, L=3, left=True),
        dict(lengths=None, T=4, L=2),
    ]
    weights = {"features": 3, "gradients": 1}

    def inputs(rng, lengths, T, L, left=False, V=9, D=6, H=2, F=8):
        B, context = len(lengths or (1, 1)), T + 2
        ids = rng.integers(0, V, (B, T))
        ids[0, T // 2] = 0  # a real token: only the mask says what is padding
        return {
            "ids": ids,
            "segments": rng.integers(0, 2, (B, T)) if lengths else None,
            "mask": padding(lengths, T, left) if lengths else None,
            "gradient": normal(rng, B, T, D),
            "weights": encoder_weights(rng, V, context, D, L, F),
            "sizes": [V, context, D, H, L, F],
        }

    def oracle(ids, segments, mask, gradient, weights, sizes):
        """The library's BertModel in float64."""
        model = BertModel(bert_config(*sizes), add_pooling_layer=False).double()
        state = {}
        for name, w in weights.items():
            names = library_names(name)
            state |= dict(zip(names, tensor(w).chunk(len(names))))
        model.load_state_dict(state, strict=False)
        model.eval()
        given = {"input_ids": ids, "token_type_ids": segments, "attention_mask": mask}
        given = {name: torch.as_tensor(x) for name, x in given.items() if x is not None}
        features = model(**given).last_hidden_state
        features.backward(tensor(gradient))
        theirs = dict(model.named_parameters())
        lengths = {name: length_of(*(theirs[n].grad for n in library_names(name))) for name in weights}
        return {"features": features, "gradients": lengths}

    tolerance = {"gradients": 1e-3}

    equivalent = {
        "keep = None if mask is None else mask >= 1": "the mask has only 0 and 1",
    }

    alternatives = {
        "by number, bool()": """
            x = self.embeddings(ids, segments)
            for i in range(len(self.blocks)):
                x = self.blocks[i](x, keep=mask.bool() if mask is not None else None)
            return x
        """,
        "a mask of ones where none is given": """
            real = torch.ones_like(ids) if mask is None else mask
            x = self.embeddings(ids) if segments is None else self.embeddings(ids, segments)
            for layer in self.blocks:
                h = layer(x, real != 0)
                x = h
            return x
        """,
    }
    slips = [
        slip(
            "the padding is not hidden",
            edit=("x = block(x, keep)", "x = block(x)"),
            why="The features of a text then depend on how long the other texts in its batch are.",
            look="What tells a block which tokens are real?",
        ),
        slip(
            "only padding is seen",
            edit=("mask == 1", "mask == 0"),
            why="True means that a token may be looked at. nn.MultiheadAttention reads masks the other way round.",
            look="What does True mean in `keep`?",
        ),
        slip(
            "the padding is hidden in the first block only",
            edit=("x = block(x, keep)", "x, keep = block(x, keep), None"),
            why="From the second block on real tokens look at features of padding.",
            look="Does every block get the same arguments?",
        ),
        slip(
            "the segments get lost",
            edit=("self.embeddings(ids, segments)", "self.embeddings(ids)"),
            why="Both texts become one: every token says that it belongs to the first.",
            look="Which of the arguments of `forward` does your code never use?",
        ),
        slip(
            "the mask takes the place of the segments",
            edit=("self.embeddings(ids, segments)", "self.embeddings(ids, mask)"),
            why="The tables get 1 at real tokens, and so every real token seems to belong to the second text.",
            look="In which order do the embeddings want their arguments?",
        ),
        slip(
            "only the first block is used",
            edit=("        return x\n", "            break\n        return x\n"),
            also=[("        return x\n", "            return x\n")],
            why="Five sixths of the model are paid for and never asked.",
            look="How far is your return statement indented?",
        ),
        slip(
            "only the last block is used",
            edit=("x = block(x, keep)", "y = block(x, keep)\n        x = y"),
            why="Each block works on what the one before has made.",
            look="What goes into the second block?",
        ),
        slip(
            "the input is added around each block once more",
            edit=("x = block(x, keep)", "x = x + block(x, keep)"),
            why="The block has both of its residual connections inside.",
            look="Where is the sum in the block of lesson 03?",
        ),
        slip(
            "there is a norm too many at the end",
            edit=("        return x\n", "        return F.layer_norm(x, x.shape[-1:])\n"),
            also=[("        return x\n", "        return self.embeddings.norm(x)\n")],
            why="The last block ends in a norm with a gain and a bias, and a second one takes both away.",
            look="With what does a post-LN block end?",
        ),
        slip(
            "every token sees only what came before",
            edit=("keep = None if mask is None else mask == 1  # (B, T)", "T = ids.shape[1]\n        causal = torch.ones(T, T, dtype=torch.bool).tril().expand(len(ids), T, T)\n        keep = causal if mask is None else causal & (mask == 1).unsqueeze(1)"),
            also=[[("x = block(x, keep)", "x = TransformerBlock.forward(block, x, is_causal=True)"), ("keep = None", "from utils.blocks.block import TransformerBlock\n\n        keep = None")]],
            why="That is GPT. An encoder reads in both directions.",
            look="May token 1 look at token 3 in your code?",
        ),
        slip(
            "what comes back is not one feature for each token",
            also=[("x = self.embeddings(ids, segments)  # (B, T, D)\n        for block in self.blocks:\n            x = block(x, keep)\n        return x\n", "layers = [self.embeddings(ids, segments)]\n        for block in self.blocks:\n            layers.append(block(layers[-1], keep))\n        return torch.stack(layers)\n")],
            edit=("        return x\n", "        return x[:, 0]\n"),
            why="Masked tokens are predicted from the features at their own places.",
            look="Which shape does the docstring promise?",
        ),
        slip(
            "features of padding are set to 0",
            edit=("        return x\n", "        return x if mask is None else x * mask.unsqueeze(-1)\n"),
            why="It does no harm to real tokens, but the library does not do it, and the docstring promises what the last block gives.",
            look="Which rows of your features differ from the expected ones?",
        ),
        slip(
            "the mask is multiplied into the embeddings",
            edit=[("x = block(x, keep)", "x = block(x)"), ("x = self.embeddings(ids, segments)", "x = self.embeddings(ids, segments)\n        x = x if mask is None else x * mask.unsqueeze(-1)")],
            also=[("x = block(x, keep)", "x = block(x if mask is None else x * mask.unsqueeze(-1))")],
            why="A vector of zeros is still a token: it has keys (the biases) and takes its share of the attention.",
            look="What does softmax give to a score of 0?",
        ),
        slip(
            "ones and zeros are passed where True and False are wanted",
            edit=("mask == 1", "mask"),
            also=[("mask == 1", "mask.float()"), ("mask == 1", "mask.long()"), ("mask == 1", "(1.0 - mask[:, None, None, :].float()) * -10000.0")],
            why="A mask of numbers is *added* to the scores, and 1 more or less hides nothing. Other numbers are refused.",
            look="Which type does `EncoderBlock` want `keep` to have?",
        ),
        slip(
            "it fails where all tokens are real",
            edit=("None if mask is None else mask == 1", "mask.bool()"),
            why="None is promised to mean that all tokens are real.",
            look="What does your code do with mask = None?",
        ),
        slip(
            "padding is guessed from the ids",
            edit=("None if mask is None else mask == 1", "ids != 0 if mask is None else mask == 1", "ids != 0"),
            why="The mask says what is padding. Where there is none, nothing is.",
            look="What does the docstring say about ids where the mask is None?",
        ),
        slip(
            "the last block is left out",
            edit=("in self.blocks:", "in self.blocks[:-1]:"),
            why="A sixth of the work is missing, and the features are those of a layer below.",
            look="How many blocks does your loop run through?",
        ),
        slip(
            "real tokens are counted, and taken to stand in front",
            edit=("mask == 1", "torch.arange(mask.shape[1], device=mask.device) < mask.sum(dim=1, keepdim=True)"),
            why="The mask says where they are. Padding may stand in front.",
            look="What is `keep` where the mask is 0, 1, 1?",
        ),
        slip(
            "no padding is hidden where the first text has none",
            edit=("None if mask is None else", "None if mask is None or bool(mask[0].all()) else"),
            why="The other texts of the batch may be shorter.",
            look="Which rows of the mask does your code look at?",
        ),
        slip(
            "the embeddings are cut off from the gradient",
            edit=("x = self.embeddings(ids, segments)", "x = self.embeddings(ids, segments).detach()"),
            why="The output is right, but the tables never learn, and nothing warns about it.",
            look="Which of .data, .detach() and torch.no_grad() is in your code?",
        ),
        slip(
            "the norms stand in front of the branches",
            edit=("norm=\"post\"", "norm=\"pre\""),
            why="That is GPT's block. BERT's weights were trained with the norms behind each sum.",
            look="Did you change what `__init__` makes?",
        ),
        slip(
            "all layers are one and the same block",
            edit=[("            EncoderBlock(", "            [EncoderBlock("), ("eps=1e-12)\n            for _ in range(n_layers)", "eps=1e-12)] * n_layers")],
            why="A list times n repeats the same object: the layers share their weights.",
            look="Did you change what `__init__` makes?",
        ),
    ]  # fmt: skip
    promises = {
        "texts of several lengths": dict(lengths=(6, 4)),
        "padding in front": dict(left=True),
        "segments and mask may be missing": dict(lengths=None),
        "an id of 0 is no padding where the mask does not say so": dict(lengths=None),
        "every token looks in both directions": "features",
        "all weights learn": "gradients",
    }


# --- pretraining ---------------------------------------------------------------------------------------------------------


@exercise("mask_tokens", points=5, forbid=["transformers", "utils.masked_head", "numpy.random"])
class _:
    cases = [
        dict(V=9, share=None, B=4, T=30),
        dict(V=12, share=(0.4, 0.6), B=3, T=20),
        dict(V=7, share=(0.6, 0.8), B=12, T=12),
    ]
    weights = {
        "fates": 2,
        "tokens": 1,
        "chosen in a text": 1,
        "again": 1,
        "two calls": 1,
        "two random tokens": 1,
        "random ids": 1,
        "neighbours": 1,
        "fates side by side": 1,
        "a lone token": 1,
        "targets": 2,
        "what is not chosen": 1,
        "special tokens": 2,
        "ids unchanged": 1,
    }

    def inputs(rng, V, share, B, T):
        word, mask_id = (int(x) for x in rng.permutation(V)[:2])
        special = rng.random((B, T)) < 0.35
        special[:, 0] = True
        return {
            "ids": rng.integers(0, V, (B, T)),
            "special": special,
            "word": word,
            "vocab_size": V,
            "mask_id": mask_id,
            "share": 0.15 if share is None else float(rng.uniform(*share)),
            "seed": int(rng.integers(2**31)),
        }

    def oracle(ids, special, word, vocab_size, mask_id, share, seed):
        p = np.full(vocab_size, 0.1 / vocab_size)  # what stands at a chosen place, where every id was `word`
        p[mask_id] += 0.8
        p[word] += 0.1
        fates = np.array([1 - share, share * p[mask_id], share * p[word], share * (1 - p[mask_id] - p[word])])
        known = np.array([0, p[mask_id], p[word], 1 - p[mask_id] - p[word]])  # fates of a chosen token
        both = np.outer([1 - share, share], [1 - share, share]).ravel()
        twice = (0.1 * (vocab_size - 2) / vocab_size) ** 2  # where all tokens are chosen
        fate = "had fate {}{} (0: not chosen, 1: masked, 2: as it was, 3: another token)"
        said = "made code {} (0: not chosen, else 1 + the id that stands there now)"
        return {
            "fates": Distribution(fates, 4000, fate.replace("{}{}", "{}")),
            "tokens": Distribution(np.concatenate([[1 - share], share * p]), 2000, said),
            "chosen in a text": Distribution(
                stats.binom.pmf(range(51), 50, share), 240, "chose {} of 50 tokens of a text"
            ),
            "again": SameAs("tokens"),
            "two calls": Distribution(
                np.outer(fates, fates).ravel(),
                2000,
                fate.replace("{}{}", "{} in one call and {} in the next"),
            ),
            "two random tokens": Distribution(
                np.array([1 - twice, twice * (1 - 1 / (vocab_size - 2)), twice / (vocab_size - 2)]),
                12_000,
                "gave code {} (1: two calls put two random tokens into one place, 2: twice the same one, 0: neither)",
            ),
            "random ids": Distribution(np.concatenate([[0], p]), 12_000, said + ", where all are chosen"),
            "neighbours": Distribution(both, 2000, "chose one token {} times and its neighbour {}"),
            "fates side by side": Distribution(
                np.outer(known, known).ravel(), 12_000, fate.replace("{}{}", "{} beside a token with fate {}")
            ),
            "a lone token": Distribution(
                fates, 160, fate.replace("{}{}", "{}") + " in texts of one special token and another"
            ),
            "targets": {"true ids": torch.as_tensor(ids), "some are chosen": True},
            "what is not chosen": {"inputs": torch.as_tensor(ids), "some are chosen": True},
            "special tokens": {
                "chosen": torch.zeros(int(special.sum()), dtype=torch.bool),
                "some others are chosen": True,
            },
            "ids unchanged": {"true ids": torch.as_tensor(ids), "changed": 0},
        }

    alternatives = {
        "one dart for everything": """
            u = torch.rand(ids.shape, generator=generator).masked_fill(special, 1.0)
            labels = torch.where(u < share, ids, -100)
            inputs = ids.clone()
            inputs[u < 0.8 * share] = mask_id
            swap = (u >= 0.8 * share) & (u < 0.9 * share)
            inputs[swap] = torch.randint(0, vocab_size, (int(swap.sum()),), generator=generator)
            return inputs, labels
        """,
        "Bernoulli draws, one after the other": """
            def coin(p):
                return torch.bernoulli(torch.full(ids.shape, p), generator=generator).bool()

            picked = coin(share) & ~special
            labels = ids.clone()
            labels[~picked] = -100
            hidden = picked & coin(0.8)
            changed = picked & ~hidden & coin(0.5)
            words = torch.randint(vocab_size, ids.shape, generator=generator)
            return torch.where(hidden, mask_id, torch.where(changed, words, ids)), labels
        """,
        "token by token": """
            inputs, labels = ids.clone(), torch.full_like(ids, -100)
            darts = torch.rand(2, *ids.shape, generator=generator)
            words = torch.randint(vocab_size, ids.shape, generator=generator)
            for b, t in (special == False).nonzero().tolist():
                if darts[0, b, t] < share:
                    labels[b, t] = ids[b, t]
                    if darts[1, b, t] > 0.2:
                        inputs[b, t] = mask_id
                    elif darts[1, b, t] > 0.1:
                        inputs[b, t] = words[b, t]
            return inputs, labels
        """,
    }
    slips = [
        slip(
            "special tokens are chosen too",
            edit=(" & ~special", ""),
            why="[CLS], [SEP] and padding would have to be predicted, which is no question, and masked padding looks like text.",
            look="Which of the arguments of your function does your code never use?",
        ),
        slip(
            "only special tokens are chosen",
            edit=("& ~special", "& special"),
            why="`special` is True at tokens that are never chosen.",
            look="What does True mean in `special`?",
        ),
        slip(
            "80, 10 and 10 % are shares of all tokens",
            also=[[("chosen & (dice < 0.8)", "~special & (dice < 0.8)"), ("chosen & (dice >= 0.9)", "~special & (dice >= 0.9)")]],
            edit=[("(torch.rand(ids.shape, generator=generator).to(ids.device) < share) & ~special", "~special"), ("torch.where(chosen & (dice >= 0.9), drawn, inputs)", "torch.where(chosen & (dice >= 0.9), drawn, inputs)\n    torch.rand(1, generator=generator)")],
            why="Four words in five are gone, and nobody could read the rest. The three shares are of the chosen tokens.",
            look="How many of 100 tokens become [MASK] in your code, and how many should?",
        ),
        slip(
            "every chosen token becomes [MASK]",
            edit=("inputs = torch.where(chosen & (dice >= 0.9), drawn, inputs)\n    return inputs", "return ids.masked_fill(chosen, mask_id)"),
            also=[
                [("chosen & (dice < 0.8)", "chosen"), ("inputs = torch.where(chosen & (dice >= 0.9), drawn, inputs)\n", "\n")],
                [("chosen = (torch.rand(ids.shape, generator=generator).to(ids.device) < share) & ~special\n    dice = torch.rand(ids.shape, generator=generator).to(ids.device)", "dice = torch.rand(ids.shape, generator=generator).to(ids.device) * (1 - 1e-7)\n    chosen = (dice < share) & ~special")],
            ],
            why="The model then works only where it sees [MASK], and nobody writes that after pretraining.",
            look="Which two other things can happen to a chosen token? And where one dart decides both questions: can it be below 15 % and above 80 %?",
        ),
        slip(
            "a tenth of what is left is drawn, not half",
            edit=("chosen & (dice >= 0.9)", "chosen & (dice >= 0.98)"),
            why="After 80 % became [MASK], 20 % are left; a tenth of *these* is 2 % of the chosen tokens. Half of them is meant.",
            look="Of 100 chosen tokens, how many become a random one in your code?",
        ),
        slip(
            "no chosen token stays as it is",
            edit=("dice >= 0.9", "dice >= 0.8"),
            why="Then a token that is no [MASK] and fits is surely right, and its feature need not be checked against its neighbours.",
            look="Do your three shares leave a tenth over?",
        ),
        slip(
            "no chosen token becomes a random one",
            edit=("inputs = torch.where(chosen & (dice >= 0.9), drawn, inputs)\n", "\n"),
            why="The model may then trust every token that it sees.",
            look="What are the three things that can happen to a chosen token?",
        ),
        slip(
            "tokens that were not chosen are replaced by random ones",
            edit=("torch.where(chosen & (dice >= 0.9), drawn, inputs)", "torch.where(dice >= 0.9, drawn, inputs)"),
            also=[("torch.where(chosen & (dice >= 0.9), drawn, inputs)", "torch.where(~special & (dice >= 0.9), drawn, inputs)")],
            why="A tenth of the text becomes noise that no label mentions.",
            look="Which tokens may change at all?",
        ),
        slip(
            "targets stand everywhere",
            edit=("return inputs, ids.masked_fill(~chosen, -100)", "return inputs, ids.clone()"),
            why="85 % of the questions have their answer in the input.",
            look="What is the label where no token was chosen?",
        ),
        slip(
            "targets stand only where a [MASK] is",
            edit=("ids.masked_fill(~chosen, -100)", "ids.masked_fill(inputs != mask_id, -100)"),
            also=[("ids.masked_fill(~chosen, -100)", "ids.masked_fill(~(chosen & (dice < 0.8)), -100)")],
            why="Tokens that were replaced or stayed are questions too. Without them they are noise, and the 20 % do no good.",
            look="Of 100 chosen tokens, how many have a target in your labels?",
        ),
        slip(
            "targets stand only where a token was changed",
            edit=("ids.masked_fill(~chosen, -100)", "ids.masked_fill(inputs == ids, -100)", "ids.masked_fill(~chosen | ((dice >= 0.8) & (dice < 0.9)), -100)"),
            why="The tenth that stays is chosen as well: it asks the model to keep an eye on every token.",
            look="What is the label of a chosen token that stayed as it is?",
        ),
        slip(
            "targets stand where nothing was chosen",
            edit=("ids.masked_fill(~chosen, -100)", "ids.masked_fill(chosen, -100)"),
            why="The loss skips exactly what it should ask.",
            look="What is the label of a chosen token?",
        ),
        slip(
            "the targets are what the input shows, not what was there",
            edit=("return inputs, ids.masked_fill(~chosen, -100)", "return inputs, inputs.masked_fill(~chosen, -100)"),
            why="The right answer to every question would be [MASK].",
            look="From which tensor do you take the labels, and was it changed before?",
        ),
        slip(
            "0 marks what is not asked",
            edit=("ids.masked_fill(~chosen, -100)", "ids.masked_fill(~chosen, 0)"),
            also=[("ids.masked_fill(~chosen, -100)", "ids.masked_fill(~chosen, -1)")],
            why="Losses skip −100. A 0 is the id of a real entry, and −1 is no id at all.",
            look="Which number does the docstring name?",
        ),
        slip(
            "all texts are hidden in the same places",
            edit=("chosen = (torch.rand(ids.shape, generator=generator)", "chosen = (torch.rand(ids.shape[1:], generator=generator).expand(ids.shape)"),
            why="Each token of each text is chosen independently. Otherwise a batch teaches as little as a single text.",
            look="How many darts do you throw for the choice?",
        ),
        slip(
            "a text is chosen as a whole or not at all",
            edit=("chosen = (torch.rand(ids.shape, generator=generator)", "chosen = (torch.rand(len(ids), 1, generator=generator).expand(ids.shape)"),
            why="Nothing is left to predict from.",
            look="How many darts do you throw for the choice?",
        ),
        slip(
            "one random token serves for all",
            edit=("torch.randint(vocab_size, ids.shape, generator=generator)", "torch.randint(vocab_size, (1,), generator=generator).expand(ids.shape)"),
            why="A random token is drawn for each place.",
            look="How many random ids do you draw?",
        ),
        slip(
            "the generator is ignored",
            edit=("torch.randint(vocab_size, ids.shape, generator=generator)", "torch.randint(vocab_size, ids.shape)"),
            also=[
                ("dice = torch.rand(ids.shape, generator=generator)", "dice = torch.rand(ids.shape)"),
                ("chosen = (torch.rand(ids.shape, generator=generator)", "chosen = (torch.rand(ids.shape)"),
                [("torch.randint(vocab_size, ids.shape, generator=generator)", "torch.randint(vocab_size, ids.shape)"), ("dice = torch.rand(ids.shape, generator=generator)", "dice = torch.rand(ids.shape)"), ("chosen = (torch.rand(ids.shape, generator=generator)", "chosen = (torch.rand(ids.shape)")],
            ],
            why="The shares are right, but nobody can repeat the draw.",
            look="Which of your draws do not name the generator?",
        ),
        slip(
            "the generator starts anew on every call",
            edit=("chosen = (torch.rand(ids.shape, generator=generator)", "generator = torch.Generator().manual_seed(generator.initial_seed())\n    chosen = (torch.rand(ids.shape, generator=generator)"),
            why="Every epoch would hide the same tokens.",
            look="Call your function twice with the same generator. Should both hide the same tokens?",
        ),
        slip(
            "15 % are chosen, whatever was asked for",
            edit=("< share", "< 0.15"),
            why="Who asks for 50 % gets 15.",
            look="Which of the arguments of your function does your code never use?",
        ),
        slip(
            "the caller's ids are changed",
            edit=("inputs = ids.masked_fill(chosen", "inputs = ids.masked_fill_(chosen"),
            also=[[("inputs = ids.masked_fill(chosen", "labels = ids.masked_fill(~chosen, -100)\n    inputs = ids.masked_fill_(chosen"), ("return inputs, ids.masked_fill(~chosen, -100)", "return inputs, labels")], [("inputs = ids.masked_fill(chosen", "labels = ids.masked_fill(~chosen, -100)\n    inputs = ids\n    inputs[...] = ids.masked_fill(chosen"), ("return inputs, ids.masked_fill(~chosen, -100)", "return inputs, labels")]],
            why="The next epoch hides the same text again, and finds it full of [MASK].",
            look="Which of torch's methods end with an underscore?",
        ),
        slip(
            "inputs and labels are exchanged",
            edit=("return inputs, ids.masked_fill(~chosen, -100)", "return ids.masked_fill(~chosen, -100), inputs"),
            why="The model would get −100 as an id.",
            look="In which order does the docstring name the two results?",
        ),
        slip(
            "the same number of tokens is chosen in every text",
            edit=("chosen = (torch.rand(ids.shape, generator=generator).to(ids.device) < share) & ~special", "order = torch.rand(ids.shape, generator=generator).masked_fill(special, 2.0).argsort(dim=1).argsort(dim=1)\n    chosen = (order < (share * (~special).sum(dim=1, keepdim=True)).round()) & ~special"),
            why="The original code does it, too. The docstring asks for a coin for each token, and then the number varies.",
            look="Can your function choose 5 tokens of one text and 9 of the next?",
        ),
        slip(
            "one fate for all chosen tokens of a text",
            edit=("dice = torch.rand(ids.shape, generator=generator)", "dice = torch.rand(len(ids), 1, generator=generator)"),
            also=[("dice = torch.rand(ids.shape, generator=generator)", "dice = torch.rand(1, ids.shape[1], generator=generator)"), ("dice = torch.rand(ids.shape, generator=generator)", "dice = torch.rand(1, 1, generator=generator)")],
            why="Some texts then hold no [MASK] at all, and some nothing else.",
            look="How many darts do you throw for what becomes of the chosen tokens?",
        ),
        slip(
            "the three fates are dealt out in exact numbers",
            edit="""
                chosen = (torch.rand(ids.shape, generator=generator) < share) & ~special
                places = chosen.nonzero()
                places = places[torch.randperm(len(places), generator=generator)]
                inputs, n, m = ids.clone(), int(0.8 * len(places)), int(0.1 * len(places))
                inputs[places[:n, 0], places[:n, 1]] = mask_id
                swap = places[n : n + m]
                inputs[swap[:, 0], swap[:, 1]] = torch.randint(vocab_size, (m,), generator=generator)
                return inputs, ids.masked_fill(~chosen, -100)
            """,
            why="Where few tokens are chosen, some fates never come: of one token, 80 % are none.",
            look="What becomes of a token that is the only one chosen?",
        ),
        slip(
            "at least one token of each text is chosen",
            edit="""
                darts = torch.rand(ids.shape, generator=generator).masked_fill(special, 2.0)
                chosen = ((darts < share) | (darts == darts.min(dim=1, keepdim=True).values)) & ~special
                dice = torch.rand(ids.shape, generator=generator)
                drawn = torch.randint(vocab_size, ids.shape, generator=generator)
                inputs = ids.masked_fill(chosen & (dice < 0.8), mask_id)
                inputs = torch.where(chosen & (dice >= 0.9), drawn, inputs)
                return inputs, ids.masked_fill(~chosen, -100)
            """,
            why="In short texts tokens are then chosen far more often than in long ones. A text may have no question.",
            look="How likely is it that the only word of a text is chosen?",
        ),
        slip(
            "the share is taken of all tokens, special ones too",
            edit=("< share", "< share * special.numel() / max(1, int((~special).sum()))"),
            why="The more padding a batch has, the more of its words are hidden.",
            look="Does the chance of a word depend on how many special tokens stand beside it?",
        ),
        slip(
            "the random id is made from the dart that decides the fate",
            edit=[("torch.randint(vocab_size, ids.shape, generator=generator).to(ids.device)", "(dice * vocab_size).long()")],
            also=[[("torch.randint(vocab_size, ids.shape, generator=generator).to(ids.device)", "(dice * vocab_size).long()"), ("dice >= 0.9", "(dice >= 0.8) & (dice < 0.9)")]],
            why="That dart is known to lie in one tenth of its range, so only a tenth of the vocabulary ever comes.",
            look="Between which numbers does your dart lie when a random id is needed?",
        ),
        slip(
            "one id of the vocabulary is never drawn",
            edit=("torch.randint(vocab_size, ids.shape", "torch.randint(1, vocab_size, ids.shape", "torch.randint(vocab_size - 1, ids.shape"),
            why="The docstring counts from 0 to vocab_size − 1, both of them included.",
            look="Which is the smallest id that you can draw, and which the largest?",
        ),
        slip(
            "a random id is never the true one",
            edit=("    inputs = torch.where(chosen & (dice >= 0.9)", "    drawn = torch.where(drawn == ids, (drawn + 1) % vocab_size, drawn)\n    inputs = torch.where(chosen & (dice >= 0.9)"),
            why="All ids are equally likely, the true one as well. What moves on by one makes the next id twice as likely.",
            look="May a random id happen to be what was there?",
        ),
        slip(
            "103 is put in, whatever `mask_id` says",
            edit=("chosen & (dice < 0.8), mask_id)", "chosen & (dice < 0.8), MASK)"),
            why="In another vocabulary, as in section 12, [MASK] has another id.",
            look="Which of the arguments of your function does your code never use?",
        ),
    ]  # fmt: skip
    promises = {
        "15 in 100, or any other share": dict(share=(0.4, 0.6)),
        ".8, .1 and .1 of the chosen": "fates",
        "any id may take its place": "tokens",
        "special tokens never": "special tokens",
        "true ids where chosen, in int64": "targets",
        "nothing changes elsewhere, in int64": "what is not chosen",
        "each token independently": "neighbours",
        "what becomes of one says nothing of the next": "fates side by side",
        "all ids equally likely, the true one too": "random ids",
        "short texts as long ones": "a lone token",
        "not a fixed number of each text": "chosen in a text",
        "one seed, one result": "again",
        "two calls differ": "two calls",
        "ids stay as they are": "ids unchanged",
    }
    same = "a product of True and False is `and`"
    never = "a dart hardly ever meets a number exactly"
    equivalent = {
        "chosen = (torch.rand(ids.shape, generator=generator).to(ids.device) < share) * ~special": same,
        "inputs = ids.masked_fill(chosen * (dice < 0.8), mask_id)": same,
        "inputs = torch.where(chosen * (dice >= 0.9), drawn, inputs)": same,
        "chosen = (torch.rand(ids.shape, generator=generator).to(ids.device) <= share) & ~special": never,
        "inputs = ids.masked_fill(chosen & (dice <= 0.8), mask_id)": never,
        "inputs = torch.where(chosen & (dice > 0.9), drawn, inputs)": never,
    }


@exercise("mlm_loss", points=2, forbid=["F.cross_entropy", "nn.CrossEntropyLoss", "F.nll_loss", "nn.NLLLoss"])
class _:
    cases = [
        dict(shape=(3, 6), V=7),
        dict(shape=(9,), V=5),
        dict(shape=(2, 3), V=4, asked="none"),
        dict(shape=(2, 4), V=4, asked="all"),
        dict(shape=(2, 5), V=6, size=80.0),
        dict(shape=(3, 5), V=5, asked="one row"),
        dict(shape=(2, 4), V=6, asked="one place"),
    ]
    weights = {"losses": 2, "gradient": 1}

    def inputs(rng, shape, V, asked="some", size=2.0):
        labels = rng.integers(0, V, shape)
        keep = np.zeros(shape, dtype=bool)
        if asked == "some":  # most of them in the first row, so that a mean of means shows
            keep.ravel()[: max(2, keep.size // 3)] = True
            keep.ravel()[-1] = True
        keep |= asked == "all"
        if asked == "one row":
            keep[1] = True
        if asked == "one place":
            keep[1, 2] = True
        logits = normal(rng, *shape, V, size=size)
        return {"logits": logits, "labels": np.where(keep, labels, -100)}

    def oracle(logits, labels):
        """Row by row, for the logits and for their negatives."""
        flat, ids = np.asarray(logits, dtype=np.float64).reshape(-1, logits.shape[-1]), labels.ravel()
        totals, gradient, n = [0.0, 0.0], np.zeros_like(flat), max(1, int((ids >= 0).sum()))
        for row, label, out in zip(flat, ids, gradient):
            if label >= 0:
                for i, x in enumerate((row, -row)):
                    totals[i] += np.log(np.exp(x - x.max()).sum()) + x.max() - x[label]
                e = np.exp(row - row.max())
                out += e / e.sum() / n
                out[label] -= 1 / n
        return {"losses": np.array(totals) / n, "gradient": gradient.reshape(logits.shape)}

    equivalent = {
        "chosen = labels > -100": "no label is less than −100",
        "log_p = logits[chosen].log_softmax(dim=+1)": "the places that were picked have two axes",
        "log_p = logits[chosen].log_softmax(dim=1)": "the places that were picked have two axes",
        "return -found.sum() / max(len((found.detach() if found.requires_grad else 1 / 0)), 1)": "a length has no gradient",
    }

    alternatives = {
        "logsumexp, and a mask that is multiplied": """
            asked = (labels != -100).float()
            true = logits.gather(-1, labels.clamp(min=0).unsqueeze(-1)).squeeze(-1)
            return ((logits.logsumexp(-1) - true) * asked).sum() / asked.sum().clamp(min=1)
        """,
        "one-hot targets": """
            asked = labels >= 0
            if not asked.any():
                return logits.sum() * 0.0
            hot = F.one_hot(labels[asked], logits.shape[-1])
            return -(hot * torch.log_softmax(logits[asked], -1)).sum(-1).mean()
        """,
    }
    slips = [
        slip(
            "the mean runs over all places",
            edit=("max(len(found), 1)", "labels.numel()"),
            why="The loss then depends on how much is padding, and with 15 % asked it is about seven times too small.",
            look="By which number do you divide?",
        ),
        slip(
            "the loss is summed, not averaged",
            edit=(" / max(len(found), 1)", ""),
            why="A batch with more questions would take a larger step.",
            look="What does the formula divide by?",
        ),
        slip(
            "a question is asked at every place",
            edit="return -logits.log_softmax(-1).gather(-1, labels.clamp(min=0).unsqueeze(-1)).mean()",
            also=["return -logits.log_softmax(-1).gather(-1, (labels % logits.shape[-1]).unsqueeze(-1)).mean()"],
            why="Places that were not chosen count as questions for some entry that nobody meant.",
            look="What happens to −100 in your code?",
        ),
        slip(
            "with nothing asked the loss is not a number",
            edit=("-found.sum() / max(len(found), 1)", "-found.mean()", "-found.sum() / len(found)"),
            why="One such batch makes every weight nan.",
            look="What is the mean of no numbers?",
        ),
        slip(
            "the loss has the wrong sign",
            edit=("return -found.sum()", "return found.sum()"),
            why="Training would make the right answers less likely.",
            look="Is the logarithm of a probability positive or negative?",
        ),
        slip(
            "softmax and logarithm are taken one after the other",
            edit=("log_softmax(dim=-1)", "softmax(dim=-1).log()"),
            why="A probability that is too small for float32 becomes 0, and its logarithm −∞.",
            look="What is the logarithm of a probability of 10⁻⁵⁰ in float32?",
        ),
        slip(
            "probabilities are taken for log-probabilities",
            edit=("log_softmax(dim=-1)", "softmax(dim=-1)"),
            why="The loss of a sure answer is −1, and that of a hopeless one 0: it has no slope where it is most wrong.",
            look="Where is the logarithm of the formula?",
        ),
        slip(
            "logits are taken for log-probabilities",
            edit=(".log_softmax(dim=-1)", ""),
            why="The loss can fall without end by making all logits of true tokens larger.",
            look="Do the probabilities that you use add up to 1?",
        ),
        slip(
            "softmax runs over places, not over the vocabulary",
            edit=("log_softmax(dim=-1)", "log_softmax(dim=0)"),
            also=[("logits[chosen].log_softmax(dim=-1)", "logits.log_softmax(dim=1)[chosen]"), ("logits[chosen].log_softmax(dim=-1)", "logits.log_softmax(dim=0)[chosen]")],
            why="The probabilities of one place have to add up to 1.",
            look="Along which axis stand the V entries?",
        ),
        slip(
            "the mean of each text is averaged again",
            edit="""
                logits, labels = logits.reshape(-1, *logits.shape[-2:]), labels.reshape(-1, labels.shape[-1])
                means = []
                for x, y in zip(logits, labels):
                    if (y != -100).any():
                        log_p = x[y != -100].log_softmax(-1)
                        means.append(-log_p.gather(1, y[y != -100].unsqueeze(1)).mean())
                return torch.stack(means).mean() if means else logits.sum() * 0
            """,
            why="A question in a text with few questions counts more than one in a text with many.",
            look="Two texts, one with 1 question and one with 9. What is the weight of each question?",
        ),
        slip(
            "what comes back is no scalar",
            also=[("found.sum()", "found.sum(dim=0)")],
            edit=("return -found.sum() / max(len(found), 1)", "return -found.squeeze(1)"),
            why="`backward()` needs one number.",
            look="Which shape does the docstring promise?",
        ),
        slip(
            "the logarithm has base 2",
            edit=("return -found.sum() /", "return -found.sum() / math.log(2) /"),
            why="Bits are a fine unit, but the formula has ln, and every other loss of the course is in nats.",
            look="By which constant factor are you off?",
        ),
        slip(
            "the loss is cut off from the model where nothing is asked",
            edit=("    log_p = logits[chosen]", "    if not chosen.any():\n        return torch.tensor(0.0)\n    log_p = logits[chosen]"),
            also=[("    log_p = logits[chosen]", "    if not chosen.any():\n        return logits.new_zeros(())\n    log_p = logits[chosen]")],
            why="`backward()` on a bare number is an error, and it stops the training.",
            look="What was your 0 made of?",
        ),
        slip(
            "entry 0 is never asked",
            edit=("labels != -100", "labels > 0"),
            why="The ids count from 0, and 0 is a token like any other here.",
            look="Which labels does your comparison leave out?",
        ),
        slip(
            "a small number is added before the logarithm",
            edit=("log_softmax(dim=-1)", "softmax(dim=-1).add(1e-9).log()"),
            also=[("log_softmax(dim=-1)", "softmax(dim=-1).clamp(min=1e-9).log()"), ("log_softmax(dim=-1)", "softmax(dim=-1).add(1e-12).log()")],
            why="It hides −∞, but caps the loss: where the model is most wrong, the slope is gone.",
            look="What is the largest loss that your code can give for one place?",
        ),
        slip(
            "the caller's labels are changed",
            edit="""
                chosen = labels != -100
                labels[~chosen] = 0
                found = logits.log_softmax(-1).gather(-1, labels.unsqueeze(-1)).squeeze(-1)
                return -(found * chosen).sum() / max(int(chosen.sum()), 1)
            """,
            why="Whoever asks again with the same labels asks everywhere.",
            look="Which of your lines writes into an argument?",
        ),
        slip(
            "it is divided by one too many",
            edit=("max(len(found), 1)", "(len(found) + 1)"),
            why="That avoids 0/0, but every loss is too small, most of all with few questions.",
            look="What is the mean of a single number in your code?",
        ),
        slip(
            "labels are moved by one place",
            edit=("    chosen = labels != -100", "    logits, labels = logits[..., :-1, :], labels[..., 1:]\n    chosen = labels != -100"),
            why="GPT's feature predicts the next token. BERT's predicts what stood at its own place.",
            look="Which place do the scores at place t speak of?",
        ),
        slip(
            "one text without a question makes the loss 0",
            edit=("    log_p = logits[chosen]", "    if not chosen.any(dim=-1).all():\n        return logits.sum() * 0\n    log_p = logits[chosen]"),
            why="The questions of all other texts in the batch are lost.",
            look="Over which axes does nothing have to be asked before the loss is 0?",
        ),
        slip(
            "the loss is cut off from the logits",
            edit=("return -found.sum() / max(len(found), 1)", "return torch.tensor(-found.sum().item() / max(len(found), 1), requires_grad=True)"),
            why="The number is right, and nothing can be learned from it.",
            look="Which of your operations leave the trail that backward() follows?",
        ),
        slip(
            "1 − p takes the place of −ln p",
            edit=[("log_softmax(dim=-1)", "softmax(dim=-1)"), ("return -found.sum()", "return (1 - found).sum()")],
            why="It is 1 at most, and hardly falls where the model is most wrong.",
            look="Where is the logarithm of the formula?",
        ),
    ]  # fmt: skip
    promises = {
        "any axes in front": dict(shape=(9,)),
        "nothing is asked": dict(asked="none"),
        "all is asked": dict(asked="all"),
        "large logits": dict(size=80.0),
        "the mean is over places, not texts": dict(asked="one row"),
        "a single place": dict(asked="one place"),
        "labels stay as they are: they are used twice": "losses",
        "it can be trained with, also where nothing is asked": "gradient",
    }


@exercise("next_sentence_pairs", points=4)
class _:
    cases = [
        dict(sizes=(3, 1, 4), calls=160),
        dict(sizes=(2, 3), calls=300),
        dict(sizes=(2, 5, 1, 3), calls=120),
    ]
    weights = {
        "pairs": 3,
        "firsts": 1,
        "labels": 2,
        "two in a row": 1,
        "two strangers": 1,
        "strangers' documents": 1,
        "again": 1,
        "documents unchanged": 1,
    }

    def inputs(rng, sizes, calls):
        sizes = [int(n) for n in rng.permutation(sizes)]
        names = iter(rng.permutation([f"{a}{b}" for a in "bdfgklmnprst" for b in "aeiou"]))
        documents = [[f"{next(names)}." for _ in range(n)] for n in sizes]
        return {"documents": documents, "calls": calls, "seed": int(rng.integers(2**31))}

    def oracle(documents, calls, seed):
        owner = [d for d, document in enumerate(documents) for _ in document]
        n, D = len(owner), len(documents)
        p, firsts = np.zeros((n, n)), []
        for i in range(n - 1):
            if owner[i] == owner[i + 1]:
                firsts.append(i)
                p[i, i + 1] = 0.5
                for j in range(n):
                    if owner[j] != owner[i]:
                        p[i, j] = 0.5 / (D - 1) / len(documents[owner[j]])
        flat = [sentence for document in documents for sentence in document]
        names = [flat[i] for i in firsts]
        total = calls * len(firsts)
        return {
            "pairs": Distribution(
                p.ravel(), total, "paired sentence {} with sentence {} (counted through all documents)"
            ),
            "firsts": names,
            "labels": {"firsts": names, "all are right": True, "one label": "bool"},
            "two in a row": Distribution(
                np.full(4, 0.25), total // 2, "gave the labels {} and {} one after the other"
            ),
            "two strangers": Distribution(
                np.array([3 * (D - 1), 1, D - 2]),
                calls * sum(len(document) > 2 for document in documents),
                "gave code {} for two pairs in a row (1: strangers from one document, 2: from two, 0: not two strangers)",
            ),
            "strangers' documents": Distribution(
                np.array([0.0] + [1.0] * (D - 1)),
                words="took a stranger {} documents behind that of the first (0: its own), counted in a circle",
            ),
            "again": {"firsts": names, "the same": True},
            "documents unchanged": {"firsts": names, "the same": True},
        }

    coin = "a coin has two sides, and both are equally likely"
    equivalent = {
        "other = documents[(d + 1 + draw(len(documents) - 1)) - len(documents)]": "indices below 0 count from the end",
        "is_next = draw(2) != 1": coin,
        "is_next = draw(2) < 1": coin,
        "is_next = draw(2) >= 1": coin,
        "is_next = draw(2) == 0": coin,
    }

    alternatives = {
        "a list of the others, a coin as a float": """
            found = []
            for i in range(len(documents)):
                others = documents[:i] + documents[i + 1 :]
                for k in range(len(documents[i]) - 1):
                    if torch.rand((), generator=generator).item() < 0.5:
                        found.append((documents[i][k], documents[i][k + 1], True))
                    else:
                        stranger = others[torch.randint(len(others), (), generator=generator).item()]
                        j = torch.randint(0, len(stranger), (), generator=generator).item()
                        found.append((documents[i][k], stranger[j], False))
            return found
        """,
        "drawn until it is another document": """
            def pick(n):
                return torch.randperm(n, generator=generator)[0].item()

            def stranger(own):
                d = pick(len(documents))
                return stranger(own) if d == own else documents[d][pick(len(documents[d]))]

            pairs = [(d, a, b) for d, text in enumerate(documents) for a, b in zip(text[:-1], text[1:])]
            return [(a, b, True) if pick(2) else (a, stranger(d), False) for d, a, b in pairs]
        """,
    }
    slips = [
        slip(
            "the stranger may come from the same document",
            edit=("documents[(d + 1 + draw(len(documents) - 1)) % len(documents)]", "documents[draw(len(documents))]"),
            also=[("other = documents[(d + 1 + draw(len(documents) - 1)) % len(documents)]", "other = [s for text in documents for s in text]")],
            why="It may even be the true neighbour, with the label that it is none.",
            look="Can your draw hit the document of the first sentence?",
        ),
        slip(
            "the stranger always comes from the same document",
            edit=("documents[(d + 1 + draw(len(documents) - 1)) % len(documents)]", "document"),
            why="Sentences of one text share a topic, and often the stranger is the neighbour itself.",
            look="From which document is the stranger to come?",
        ),
        slip(
            "every sentence is equally likely, not every document",
            edit=("other = documents[(d + 1 + draw(len(documents) - 1)) % len(documents)]", "other = [s for e, text in enumerate(documents) if e != d for s in text]"),
            why="Long documents would supply most of the strangers. The docstring draws the document first.",
            look="How likely is the only sentence of a short document in your code?",
        ),
        slip(
            "one document is never drawn",
            edit=("draw(len(documents) - 1)", "draw(max(1, len(documents) - 2))"),
            also=[("documents[(d + 1 + draw(len(documents) - 1)) % len(documents)]", "documents[(d + 1) % len(documents)]"), ("documents[(d + 1 + draw(len(documents) - 1)) % len(documents)]", "documents[draw(len(documents) - 1)]")],
            why="Each of the others should come equally often.",
            look="Which numbers can your draw give, and which documents do they stand for?",
        ),
        slip(
            "the stranger is always the first sentence of its document",
            edit=("other[draw(len(other))]", "other[0]"),
            why="First sentences are easy to recognise (\"X is a …\"), and the model would learn that and nothing else.",
            look="How many sentences of a document can your draw hit?",
        ),
        slip(
            "the last sentence of a document is never a stranger",
            edit=("other[draw(len(other))]", "other[draw(max(1, len(other) - 1))]"),
            why="Each sentence of the document should be equally likely.",
            look="Which numbers can your draw give for a document of n sentences?",
        ),
        slip(
            "documents are joined, and neighbours stand across their ends",
            edit="""
                draw = lambda n: int(torch.randint(n, (1,), generator=generator))
                flat = [(d, s) for d, document in enumerate(documents) for s in document]
                examples = []
                for (d, first), (_, second) in zip(flat, flat[1:]):
                    is_next = draw(2) == 1
                    if not is_next:
                        other = documents[(d + 1 + draw(len(documents) - 1)) % len(documents)]
                        second = other[draw(len(other))]
                    examples.append((first, second, is_next))
                return examples
            """,
            why="The end of one article and the beginning of another are no neighbours. This is why BERT needs documents.",
            look="What do you pair with the last sentence of a document?",
        ),
        slip(
            "the label is turned round",
            edit=("examples.append((first, second, is_next))", "examples.append((first, second, not is_next))"),
            why="The released BERT counts this way, but here True means that the second follows.",
            look="What is the label of two neighbours?",
        ),
        slip(
            "the label is 1 or 0",
            edit=("examples.append((first, second, is_next))", "examples.append((first, second, int(is_next)))"),
            why="They count the same, but the docstring promises True or False.",
            look="Print one of your examples. Which type has its last entry?",
        ),
        slip(
            "all pairs are neighbours",
            edit=("draw(2) == 1", "True"),
            why="A question with one answer teaches nothing.",
            look="How many of your labels are False?",
        ),
        slip(
            "neighbours and strangers take turns",
            edit=("is_next = draw(2) == 1", "is_next = (len(examples) + draw(2) * 0) % 2 == 0"),
            why="The order gives the answer away, and a sentence has the same kind of partner in every epoch.",
            look="Is there a coin for each pair in your code?",
        ),
        slip(
            "neighbours come two times in three",
            edit=("draw(2) == 1", "draw(3) > 0"),
            also=[("draw(2) == 1", "draw(4) > 0"), ("draw(2) == 1", "draw(3) == 0")],
            why="A model that always says the same would be right more often than not.",
            look="How likely is True in your draw?",
        ),
        slip(
            "one coin for all",
            edit=[("examples = []", "examples, coin = [], draw(2) == 1"), ("is_next = draw(2) == 1", "is_next = coin")],
            also=[[("        for first, second in", "        coin = draw(2)\n        for first, second in"), ("is_next = draw(2) == 1", "is_next = coin == 1")]],
            why="Each pair has a coin of its own.",
            look="How often is your coin tossed in one call?",
        ),
        slip(
            "every pair gets two examples",
            edit=("            examples.append((first, second, is_next))", "            examples.append((first, second, is_next))\n            examples.append((first, second, is_next))"),
            also=[[("            if not is_next:\n", "            examples.append((first, second, True))\n            if True:\n"), ("examples.append((first, second, is_next))", "examples.append((first, second, False))")]],
            why="One example for every two neighbours was asked for.",
            look="How many examples does a document of three sentences give?",
        ),
        slip(
            "every second sentence is left out as a first one",
            edit=("zip(document, document[1:])", "zip(document[::2], document[1::2])"),
            why="Sentences 1 and 2 are neighbours, and so are 2 and 3.",
            look="How many pairs of neighbours has a document of three sentences?",
        ),
        slip(
            "the generator is ignored",
            edit=("torch.randint(n, (1,), generator=generator)", "torch.randint(n, (1,))"),
            also=[("is_next = draw(2) == 1", "is_next = bool(torch.rand(1) < 0.5)"), ("int(torch.randint(n, (1,), generator=generator))", "__import__(\"random\").randrange(n)")],
            why="Nobody can make the same pairs again.",
            look="Which of the arguments of your function does your code never use?",
        ),
        slip(
            "the generator starts anew on every call",
            edit=("examples = []", "examples = []\n    generator.manual_seed(0)"),
            also=[("examples = []", "examples = []\n    generator = torch.Generator().manual_seed(generator.initial_seed())")],
            why="Every epoch would have the same strangers.",
            look="Call your function twice with the same generator. Should the results be equal?",
        ),
        slip(
            "the documents are mixed",
            edit=("    examples = []", "    examples = []\n    documents.append(documents.pop(0))"),
            also=[("    examples = []", "    examples = []\n    documents.sort()")],
            why="The caller's list is in another order after the call.",
            look="Which of your operations change a list in place?",
        ),
        slip(
            "the label is a tensor",
            edit=("examples.append((first, second, is_next))", "examples.append((first, second, torch.tensor(is_next)))"),
            why="It looks like True, but a list of examples with tensors in it cannot be counted, sorted or stored as one would expect.",
            look="Print one of your examples. Which type has its last entry?",
        ),
        slip(
            "the strangers of a document all come from one other document",
            edit="""
                draw = lambda n: int(torch.randint(n, (1,), generator=generator))
                examples = []
                for d, document in enumerate(documents):
                    other = documents[(d + 1 + draw(len(documents) - 1)) % len(documents)]
                    for first, second in zip(document, document[1:]):
                        is_next = draw(2) == 1
                        examples.append((first, second if is_next else other[draw(len(other))], is_next))
                return examples
            """,
            why="The second stranger should say nothing of the third: each is drawn anew.",
            look="How often in one call do you draw a document?",
        ),
        slip(
            "the neighbour takes over where the own document was drawn",
            edit=("other = documents[(d + 1 + draw(len(documents) - 1)) % len(documents)]", "e = draw(len(documents))\n                other = documents[(e + (e == d)) % len(documents)]"),
            why="The document behind comes twice as often as the others.",
            look="For how many of the numbers that you draw does each document come?",
        ),
        slip(
            "exactly half of the pairs are neighbours",
            edit=[("    examples = []", "    n = sum(len(document) - 1 for document in documents)\n    coins = (torch.randperm(n, generator=generator) < (n + 1) // 2).tolist()\n    examples = []"), ("is_next = draw(2) == 1", "is_next = coins[len(examples)]")],
            why="A coin does not remember. Here the last label follows from all others.",
            look="Can all pairs of a call be neighbours in your code?",
        ),
        slip(
            "the last two sentences of a document are no pair",
            edit=("zip(document, document[1:])", "zip(document[:-2], document[1:])"),
            why="n sentences have n − 1 pairs of neighbours.",
            look="How many examples does a document of two sentences give?",
        ),
        slip(
            "documents of one sentence lend no stranger",
            edit=("other = documents[(d + 1 + draw(len(documents) - 1)) % len(documents)]", "others = [text for e, text in enumerate(documents) if e != d]\n                others = [text for text in others if len(text) > 1] or others\n                other = others[draw(len(others))]"),
            why="They have no pair of their own, but their sentence is as strange as any.",
            look="Which documents can your draw hit?",
        ),
        slip(
            "the stranger stands in front",
            edit=("examples.append((first, second, is_next))", "examples.append((first, second, True) if is_next else (second, first, False))"),
            why="The first of a pair is always a sentence that has a neighbour behind it.",
            look="In which order does the docstring name what is in a tuple?",
        ),
        slip(
            "the examples are shuffled",
            edit=("return examples", "return [examples[i] for i in torch.randperm(len(examples), generator=generator).tolist()]"),
            why="They are promised in the order of the firsts; whoever wants another order shuffles later.",
            look="What does the docstring say about the order?",
        ),
        slip(
            "the documents are used up",
            edit="""
                draw = lambda n: int(torch.randint(n, (1,), generator=generator))
                examples = []
                for d, document in enumerate(documents):
                    while len(document) > 1:
                        first, second = document.pop(0), document[0]
                        is_next = draw(2) == 1
                        if not is_next:
                            other = documents[(d + 1 + draw(len(documents) - 1)) % len(documents)]
                            second = other[draw(len(other))]
                        examples.append((first, second, is_next))
                return examples
            """,
            why="The second call finds documents of one sentence, and makes no pairs.",
            look="Which of your operations change a list in place?",
        ),
    ]  # fmt: skip
    promises = {
        "two documents are enough": dict(sizes=(2, 3)),
        "a stranger is drawn anew each time": "two strangers",
        "every other document is equally likely": "strangers' documents",
        "a document of one sentence": dict(sizes=(3, 1, 4)),
        "a half are neighbours, strangers as told": "pairs",
        "in order, and never across documents": "firsts",
        "labels": "labels",
        "a coin for each pair": "two in a row",
        "one seed, one result": "again",
        "documents stay as they are": "documents unchanged",
    }


@exercise("NspHead", points=2, forbid=LIBRARY)
class _:
    cases = [dict(B=2, T=5, D=6), dict(B=3, T=3, D=3), dict(B=1, T=1, D=4), dict(B=4, T=2, D=5, size=4.0)]
    weights = {"scores": 3, "grad_features": 1, "gradients": 1}

    def inputs(rng, B, T, D, size=1.0):
        return {
            "features": normal(rng, B, T, D, size=size),
            "gradient": normal(rng, B, 2),
            "weights": {
                "pooler.weight": normal(rng, D, D, size=1 / math.sqrt(D)),
                "pooler.bias": normal(rng, D),
                "classifier.weight": normal(rng, 2, D),
                "classifier.bias": normal(rng, 2),
            },
            "d_model": D,
        }

    def oracle(features, gradient, weights, d_model):
        config = bert_config(5, 5, d_model)
        parts = {"pooler": BertPooler(config).double(), "classifier": BertOnlyNSPHead(config).double()}
        for name, (part, inner) in {"pooler": (parts["pooler"], "dense"), "classifier": (parts["classifier"], "seq_relationship")}.items():  # fmt: skip
            part.load_state_dict(
                {f"{inner}.{kind}": tensor(weights[f"{name}.{kind}"]) for kind in ("weight", "bias")}
            )
        x = tensor(features, grad=True)
        scores = parts["classifier"](parts["pooler"](x))
        scores.backward(tensor(gradient))
        found = {f"{name}.{kind}": getattr(next(iter(part.children())), kind).grad.norm().item() for name, part in parts.items() for kind in ("weight", "bias")}  # fmt: skip
        return {"scores": scores, "grad_features": x.grad, "gradients": found}

    alternatives = {
        "all tokens, then the first": """
            everything = self.classifier(torch.tanh(self.pooler(features)))
            return everything[:, 0, :]
        """,
        "products by hand, tanh by sigmoid": """
            first = features.select(1, 0)
            pooled = 2 * torch.sigmoid(2 * (first @ self.pooler.weight.T + self.pooler.bias)) - 1
            return F.linear(pooled, self.classifier.weight, self.classifier.bias)
        """,
    }
    slips = [
        slip(
            "the mean of all tokens takes the place of [CLS]",
            edit=("features[:, 0]", "features.mean(dim=1)"),
            why="A mean is a fair summary, but padding is part of it, and [CLS] was pretrained for this.",
            look="Which place does h₀ mean?",
        ),
        slip(
            "the last token is taken",
            edit=("features[:, 0]", "features[:, -1]"),
            why="The last token answers in a decoder, since only it has seen everything. Here it is most often padding.",
            look="Where does [CLS] stand?",
        ),
        slip(
            "the first text is taken, not the first token",
            edit=("features[:, 0]", "features[0]"),
            why="One index too early: what is left is (T, D), the tokens of one text.",
            look="What shape has your pooled tensor for B = 2, T = 5?",
        ),
        slip(
            "the first feature is taken, not the first token",
            edit=("self.pooler(features[:, 0])", "self.pooler(features[..., 0])"),
            why="(B, T) is one number for each token, and the pooler wants D for each text.",
            look="Along which axis stand the tokens?",
        ),
        slip(
            "the tanh is left out",
            edit=(".tanh()", ""),
            why="Two linear maps in a row are one linear map, and the pooler adds nothing.",
            look="What stands between the two products in the formula?",
        ),
        slip(
            "another function takes the place of tanh",
            edit=(".tanh()", ".relu()", ".sigmoid()"),
            also=[("self.pooler(features[:, 0]).tanh()", "F.gelu(self.pooler(features[:, 0]))")],
            why="The released weights were trained with tanh, which is odd and stays within −1 and 1.",
            look="Which function does the formula name?",
        ),
        slip(
            "the pooler is left out",
            edit=("self.pooler(features[:, 0]).tanh()", "features[:, 0]"),
            also=[("self.pooler(features[:, 0]).tanh()", "features[:, 0].tanh()")],
            why="The head gets the raw feature and has one layer less than BERT's.",
            look="Which of the two layers that `__init__` makes does your code never use?",
        ),
        slip(
            "probabilities come back in place of scores",
            edit=("self.classifier(pooled)", "self.classifier(pooled).softmax(dim=-1)"),
            also=[("self.classifier(pooled)", "self.classifier(pooled).log_softmax(dim=-1)")],
            why="The loss takes softmax itself; of probabilities it makes numbers close to one half.",
            look="What does the docstring say about softmax?",
        ),
        slip(
            "the scores pass through tanh too",
            edit=("self.classifier(pooled)", "self.classifier(pooled).tanh()"),
            also=[[("self.classifier(pooled)", "self.classifier(pooled).tanh()"), ("self.pooler(features[:, 0]).tanh()", "self.pooler(features[:, 0])")]],
            why="Scores between −1 and 1 cannot say that they are sure: softmax of them stays between .12 and .88.",
            look="Which values may a score have?",
        ),
        slip(
            "the two scores are exchanged",
            edit=("self.classifier(pooled)", "self.classifier(pooled).flip(-1)"),
            why="Index 1 is \"is next\" here, and the layer's rows are in that order already.",
            look="Does anything in the formula change the order of the scores?",
        ),
        slip(
            "the scores do not have the shape (B, 2)",
            edit=("features[:, 0]", "features", "features[:, :1]"),
            also=[("self.classifier(pooled)", "self.classifier(pooled)[:, 1]"), ("self.classifier(pooled)", "self.classifier(pooled).squeeze()")],
            why="The question is about the pair: one answer for each text, and a score for each of the two possible ones.",
            look="Which shape does the docstring promise?",
        ),
        slip(
            "the encoder is cut off from the gradient",
            edit=("self.pooler(features[:, 0])", "self.pooler(features[:, 0].detach())"),
            why="The head learns, the encoder below it never does.",
            look="Which operations leave the trail that backward() follows?",
        ),
        slip(
            "tanh stands in front of the pooler",
            edit=("self.pooler(features[:, 0]).tanh()", "self.pooler(features[:, 0].tanh())"),
            why="It squashes the features, and behind it two linear maps are one.",
            look="What is inside the brackets of tanh in the formula?",
        ),
        slip(
            "the feature is added to what the pooler gives",
            edit=("self.pooler(features[:, 0]).tanh()", "features[:, 0] + self.pooler(features[:, 0]).tanh()"),
            why="Blocks have such a bypass. The pooler has none, and its weights were trained without.",
            look="How many terms has p in the formula?",
        ),
        slip(
            "the pooler's matrix is turned over",
            edit=("self.pooler(features[:, 0])", "(features[:, 0] @ self.pooler.weight + self.pooler.bias)"),
            why="nn.Linear keeps a weight as (out, in) and multiplies by its transpose. For a square one nothing warns you.",
            look="Which axis of the weight belongs to what comes in?",
        ),
    ]  # fmt: skip
    promises = {
        "a single token, a single text": dict(B=1, T=1),
        "as many texts as tokens": dict(B=3, T=3),
        "large features": dict(size=4.0),
        "the encoder below learns": "grad_features",
        "the head learns": "gradients",
    }


@exercise("warmup_linear", points=2, forbid=["transformers", "torch.optim"])
class _:
    cases = [
        dict(warmup=(3, 6), falling=(7, 12)),
        dict(warmup=(0, 0), falling=(8, 14)),
        dict(warmup=(1, 1), falling=(5, 10)),
        dict(warmup=(3, 6), falling=(1, 1)),
    ]

    def inputs(rng, warmup, falling):
        warmup, falling = (int(rng.integers(*each, endpoint=True)) for each in (warmup, falling))
        return {"steps": warmup + falling, "warmup": warmup, "lr": float(rng.uniform(0.2, 3))}

    def oracle(steps, warmup, lr):
        """Straight lines between three corners, by numpy's interpolation."""
        s = np.arange(steps + 3)
        up = np.interp(s, [-1, max(warmup - 1, -0.5)], [0, lr])
        down = np.interp(s, [warmup, steps], [lr, 0])
        rates = torch.tensor(np.where(s < warmup, up, down), dtype=torch.float32)
        return {"rates": rates, "small rates": rates}

    weights = {"rates": 3, "small rates": 1}
    tolerance = 1e-5

    alternatives = {
        "the smaller of two lines": """
            rise = (step + 1) / warmup if warmup else 1
            fall = (steps - step) / (steps - warmup)
            return max(0, min(rise, fall, 1)) * lr + 0.0
        """,
        "three branches": """
            if step >= steps:
                return 0.0
            if step + 1 > warmup:
                return lr - lr * (step - warmup) / (steps - warmup)
            return (1 + step) * (lr / warmup)
        """,
    }
    slips = [
        slip(
            "the warmup begins at 0",
            edit=("lr * (step + 1) / warmup", "lr * step / warmup"),
            why="The first step is wasted. The library counts this way; the formula above does not.",
            look="Which rate should step 0 have when w = 4?",
        ),
        slip(
            "the fall is measured from step 0",
            edit=("(steps - step) / (steps - warmup)", "(steps - step) / steps"),
            why="After the warmup the rate jumps down, and the full rate comes once.",
            look="What is the rate of step w in the formula?",
        ),
        slip(
            "the rate goes below 0 at the end",
            edit=("max(0.0, (steps - step) / (steps - warmup))", "((steps - step) / (steps - warmup))"),
            why="A negative rate climbs: the model unlearns.",
            look="What is the rate of step n + 1?",
        ),
        slip(
            "there is no warmup",
            edit=("if step < warmup:", "if False:"),
            also=[("if step < warmup:\n        return lr * (step + 1) / warmup\n    return lr * max(0.0, (steps - step) / (steps - warmup))", "return lr * max(0.0, 1 - step / steps)")],
            why="The first steps of Adam, taken with a full rate, can throw a post-LN model off for good (lesson 04).",
            look="What is the rate of step 0?",
        ),
        slip(
            "the rate stays where the warmup left it",
            edit=("return lr * max(0.0, (steps - step) / (steps - warmup))", "return lr if step < steps else 0.0"),
            why="The last steps should be small ones, so that the model settles.",
            look="What is the rate of the last step?",
        ),
        slip(
            "the rate falls along a cosine",
            edit=("max(0.0, (steps - step) / (steps - warmup))", "(1 + math.cos(math.pi * min(1, (step - warmup) / (steps - warmup)))) / 2"),
            why="That is the schedule of lesson 04. BERT's is a straight line.",
            look="What is the rate halfway down?",
        ),
        slip(
            "the warmup is one step longer",
            edit=("step < warmup", "step <= warmup"),
            also=[[("step < warmup", "step <= warmup"), ("lr * (step + 1) / warmup", "lr * (step + 1) / max(1, warmup)")]],
            why="Step w belongs to the fall. On the rise it has more than the full rate, or a division by 0.",
            look="What is your rate at step w?",
        ),
        slip(
            "the warmup ends one step early",
            edit=("lr * (step + 1) / warmup", "lr * min(1, (step + 2) / (warmup + 1))"),
            also=[("lr * (step + 1) / warmup", "lr * (step + 1) / (warmup + 1)")],
            why="w steps rise, each by the same amount, and the last of them has the full rate.",
            look="Which rates have steps 0 and w − 1 in the formula?",
        ),
        slip(
            "zero is reached one step early",
            edit=("(steps - step) / (steps - warmup)", "(steps - 1 - step) / max(1, steps - 1 - warmup)", "(steps - 1 - step) / (steps - warmup)"),
            why="The last step is wasted: at rate 0 nothing is learned.",
            look="At which step does the formula reach 0?",
        ),
        slip(
            "without a warmup it divides by 0",
            edit=("    if step < warmup:\n", "    share = (step + 1) / warmup\n    if step < warmup:\n"),
            why="A warmup of 0 steps is promised to work.",
            look="What does your code compute before it asks whether there is a warmup?",
        ),
        slip(
            "a factor comes back, not the rate",
            edit=[("return lr * (step + 1) / warmup", "return (step + 1) / warmup"), ("return lr * max(", "return max(")],
            why="The optimiser would run at a rate of up to 1.",
            look="Which of the arguments of your function does your code never use?",
        ),
        slip(
            "the rate never reaches the ground: it ends where it began",
            edit=("lr * max(0.0, (steps - step) / (steps - warmup))", "lr * max(1 / steps, (steps - step) / (steps - warmup))"),
            also=[("    if step < warmup:", "    step = min(step, steps - 1)\n    if step < warmup:")],
            why="From step n on the rate is 0.",
            look="What do you return for step n?",
        ),
        slip(
            "there is always a warmup of at least one step",
            edit=("    if step < warmup:", "    warmup = max(1, warmup)\n    if step < warmup:"),
            why="With w = 0 the fall begins at step 0, and here it begins a step later.",
            look="Which rates have steps 0 and 1 in the formula, for w = 0?",
        ),
        slip(
            "the rate is rounded",
            edit=[("return lr * (step + 1) / warmup", "return round(lr * (step + 1) / warmup, 6)"), ("return lr * max(0.0, (steps - step) / (steps - warmup))", "return round(lr * max(0.0, (steps - step) / (steps - warmup)), 6)")],
            why="Rates are small: at 10⁻⁵ six decimals are a single digit.",
            look="What is left of a rate of 0.0000124?",
        ),
        slip(
            "the highest rate is 10⁻⁴, whatever was asked for",
            edit=[("return lr * (step + 1)", "return 1e-4 * (step + 1)"), ("return lr * max(", "return 1e-4 * max(")],
            why="Who asks for another rate gets this one.",
            look="Which of the arguments of your function does your code never use?",
        ),
        slip(
            "whole numbers are divided",
            edit=[("lr * (step + 1) / warmup", "lr * ((step + 1) // warmup)"), ("(steps - step) / (steps - warmup)", "(steps - step) // (steps - warmup)")],
            why="The rate is 0 until the last step of the warmup, and right after the first step of the fall.",
            look="What does `//` do with 3 and 4?",
        ),
        slip(
            "the rate falls with the root of the step",
            edit=("    return lr * max(0.0, (steps - step) / (steps - warmup))", "    return lr * math.sqrt(max(1, warmup) / (step + 1)) if step < steps else 0.0"),
            why="The first transformer was trained that way. BERT's rate falls in a straight line.",
            look="What is the rate halfway down?",
        ),
    ]  # fmt: skip
    promises = {
        "without a warmup": dict(warmup=(0, 0)),
        "a warmup of one step": dict(warmup=(1, 1)),
        "rates as small as they are in practice": "small rates",
        "a fall of one step": dict(falling=(1, 1)),
        "0 from the last step on, and both lines": "rates",
    }
