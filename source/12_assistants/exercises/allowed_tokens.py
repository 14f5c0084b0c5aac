"""Constrained decoding: which tokens may come next if the text is to become one of the choices.

Oracle: brute force over all ways to spell a choice with the vocabulary, so dead ends are found.
"""

import numpy as np

from autograder.authoring import exercise, slip

GROWS = "choice.startswith(piece, len(prefix)) and len(prefix) + len(piece) in good"
COMPLETE = "if choice == prefix:"


def spelt(prefix, choices, pieces):
    """Brute force: whether some choice comes out of prefix with these pieces, trying every text on the way."""
    known = {}

    def reaches(text):
        if text not in known:
            known[text] = text in choices or any(
                reaches(text + piece)
                for piece in pieces
                if piece and any(choice.startswith(text + piece) for choice in choices)
            )
        return known[text]

    return any(choice.startswith(prefix) for choice in choices) and reaches(prefix)


@exercise("allowed_tokens", points=4)
class _:
    # a to h stand for other letters each time
    cases = [
        dict(choices=["abc", "abd", "e"], pieces=["a", "b", "c", "d", "e", "ab", "bc", "abcd"], at=["", "a", "ab"]),
        dict(choices=["ac", "abb"], pieces=["a", "ab", "c", "abc", "bbb"], at=["", "a"]),
        dict(choices=["abab", "ab"], pieces=["a", "b", "ba", "ab", ""], at=["", "ab", "aba", "abab"]),
        dict(choices=["abc", "d"], pieces=["ab", "d", "b"], at=["", "d", "a"]),
        dict(choices=["ab", "cd"], pieces=["a", "b", "c", "d"], at=["b", "ae", "abc", "ab"]),
        dict(choices=["a b", "a  c", "aé\n"], pieces=["a", " ", "b", "  ", "c", " b", "é", "\n", "é\n"], at=["", "a", "a ", "aé"]),
        dict(choices=["abcbd", "abcae"], pieces=["a", "abc", "b", "cb", "d", "ae", "cae"], at=["", "ab", "abc"]),
        dict(choices=["abcdef"], pieces=["a", "b", "c", "d", "e", "cdef"], at=["", "ab"]),
        dict(choices=["abcd"], pieces=["a", "b", "cd", "bc", "abc"], at=["", "a", "ab"], end_text="d"),
        dict(choices=["abc", "abd"], pieces=["a", "b", "d"], at=["", "a"]),  # the first can't be spelled, the second can
        dict(choices=["abd", "c"], pieces=["a", "b", "c", "d", "bd"], at=["", "ab", "abd"], end_text="d"),
        dict(choices=["ab", "", "b"], pieces=["a", "b"], at=["", "a", "b"], first_end=True),
        dict(choices=["aaaa", "aab"], pieces=["a", "aa", "aaa", "b", "aaaaa", "a"], at=["", "a", "aa", "aaa"]),
        dict(choices=["aaa", "b"], pieces=["a", "b"], at=["", "a"]),  # one token, again and again
        dict(choices=["abc", "abd"], pieces=["", "z", "a", "b", "c", "d", "abe"], at=["", "ab"], first_end=True),
    ]  # fmt: skip
    weights = {"allowed": 4, "no token allowed": 1, "choices unchanged": 1}

    def inputs(rng, choices, pieces, at, end_text="<end>", first_end=False):
        letters = dict(zip("abcdefghz", (chr(ord("a") + int(n)) for n in rng.permutation(26))))

        def other(text):
            return "".join(letters.get(letter, letter) for letter in text)

        vocabulary = [other(piece) for piece in pieces]
        vocabulary = [vocabulary[i] for i in rng.permutation(len(vocabulary))]
        end = 0 if first_end else int(rng.integers(len(vocabulary) + 1))
        vocabulary.insert(end, end_text if end_text == "<end>" else other(end_text))
        return {
            "prefixes": [other(prefix) for prefix in at],
            "choices": [other(choice) for choice in choices],
            "vocabulary": vocabulary,
            "end": end,
        }

    def oracle(prefixes, choices, vocabulary, end):
        masks, errors = [], []
        pieces = [piece for n, piece in enumerate(vocabulary) if n != end]
        for prefix in prefixes:
            mask = [
                prefix in choices if n == end else piece != "" and spelt(prefix + piece, choices, pieces)
                for n, piece in enumerate(vocabulary)
            ]
            masks.append(np.array(mask) if any(mask) else [])
            errors.append("nothing" if any(mask) else "ValueError")
        return {
            "allowed": masks,
            "no token allowed": {"allowed": masks, "errors": errors},
            "choices unchanged": {"allowed": masks, "same": True},
        }

    alternatives = {
        "forward, with a memory": """
            from functools import cache

            pieces = [piece if n != end else "" for n, piece in enumerate(vocabulary)]

            @cache
            def possible(rest):
                return rest == "" or any(rest.startswith(p) and possible(rest[len(p) :]) for p in pieces if p)

            rests = [choice[len(prefix) :] for choice in choices if choice[: len(prefix)] == prefix]
            out = [
                any(p != "" and rest.startswith(p) and possible(rest[len(p) :]) for rest in rests) for p in pieces
            ]
            out[end] = "" in rests
            if True not in out:
                raise ValueError("nothing may follow")
            return torch.tensor(out)
        """,
        "all beginnings that can be finished, from the ends": """
            pieces = {p for n, p in enumerate(vocabulary) if n != end and p}
            good, grew = set(choices), True
            while grew:
                more = {text[: -len(p)] for text in good for p in pieces if text.endswith(p)} - good
                grew = bool(more)
                good |= more
            allowed = torch.zeros(len(vocabulary), dtype=torch.bool)
            for n, p in enumerate(vocabulary):
                allowed[n] = (prefix in choices) if n == end else (p != "" and prefix + p in good)
            if not bool(allowed.any()):
                raise ValueError(prefix)
            return allowed
        """,
    }
    slips = [
        slip(
            "dead ends are allowed",
            edit=(GROWS, "choice.startswith(piece, len(prefix))"),

            why="The token fits the choice, but then no tokens can spell the remainder, so the text can never become a choice.",
            look="Which tokens can follow the one that you allow?",
        ),
        slip(
            "only the token after the next is checked",
            edit=(GROWS, 'choice.startswith(piece, len(prefix)) and (len(prefix) + len(piece) == len(choice) or any(choice.startswith(p, len(prefix) + len(piece)) for _, p in usable))'),
            why="A dead end may be several tokens away.",
            look="How far ahead does your code look?",
        ),
        slip(
            "the remainder after a token has to be empty or a single token",
            edit=(GROWS, 'choice.startswith(piece, len(prefix)) and choice[len(prefix) + len(piece):] in ["", *vocabulary]'),
            why="The remainder may need several tokens.",
            look="How many tokens may follow the one that you allow?",
        ),
        slip(
            "the remainder is spelled with the longest token that fits, without going back",
            edit=("        for n, piece in usable:\n", "        good = set()\n        for start in range(len(choice) + 1):\n            at = start\n            while at < len(choice) and (step := max((len(p) for _, p in usable if choice.startswith(p, at)), default=0)):\n                at += step\n            if at == len(choice):\n                good.add(start)\n        for n, piece in usable:\n"),
            why="The longest token can lead into a dead end where a shorter one wouldn't.",
            look="How do you spell \"abbb\" with the tokens \"a\", \"ab\" and \"bbb\"?",
        ),
        slip(
            "only tokens of one letter are used",
            edit=("[(n, piece) for n, piece in enumerate(vocabulary) if piece and n != end and piece in choice]", "[(n, piece) for n, piece in enumerate(vocabulary) if len(piece) == 1 and n != end and piece in choice]"),
            why="Longer tokens can spell a choice as well, and often only they can.",
            look="Which tokens of the vocabulary does your code never use?",
        ),
        slip(
            "the end is never allowed",
            edit=(COMPLETE, "if False:"),

            why="A complete choice has to be able to end. Without the end token the text must go on, but nothing is left to write.",
            look="What may follow when the text is one of the choices?",
        ),
        slip(
            "a complete choice must end",
            edit=(f"{COMPLETE}\n            mask[end] = True", f"{COMPLETE}\n            mask[:] = False\n            mask[end] = True\n            return mask"),

            why="One choice may be the beginning of another, as \"in\" is of \"into\".",
            look="What may follow \"ab\" when \"ab\" and \"abab\" are choices?",
        ),
        slip(
            "a choice that others continue may not end",
            edit=(COMPLETE, "if choice == prefix and not any(c != prefix and c.startswith(prefix) for c in choices):"),
            why="It is a complete choice, even if a longer choice begins with it.",
            look="What may follow \"ab\" when \"ab\" and \"abab\" are choices?",
        ),
        slip(
            "the end is always allowed",
            edit=("    for choice in choices:\n", "    mask[end] = True\n    for choice in choices:\n"),
            also=[(COMPLETE, "if choice.startswith(prefix):")],
            why="The text could then stop in the middle of a choice.",
            look="Is the text so far one of the choices?",
        ),
        slip(
            "the end token's own text is used for spelling",
            edit=("piece and n != end and piece", "piece and piece"),
            also=[("        for n, piece in usable:\n", "        if vocabulary[end] and choice.startswith(vocabulary[end], len(prefix)) and len(prefix) + len(vocabulary[end]) in good:\n            mask[end] = True\n        for n, piece in usable:\n"), ("in good for _, piece in usable)", "in good for piece in vocabulary if piece)")],
            why="The end token ends the text and adds nothing to it, whatever its own text is.",
            look="Does the end token add any text to a choice?",
        ),
        slip(
            "empty tokens are allowed",
            edit=("for n, piece in enumerate(vocabulary) if piece and n != end", "for n, piece in enumerate(vocabulary) if n != end"),
            also=[("    if not mask.any():", '    for n, piece in enumerate(vocabulary):\n        if piece == "" and n != end and mask.any():\n            mask[n] = True\n    if not mask.any():')],
            why="These are special tokens of the template. They don't change the text, so the model might go on writing them forever.",
            look="How much longer does an empty token make the text?",
        ),
        slip(
            "a token may come from anywhere in the choice",
            edit=(GROWS, "len(prefix) in good or choice.startswith(piece, len(prefix))"),
            also=[(GROWS, "piece in choice[len(prefix):]"), (GROWS, "piece in choice")],
            why="The next token comes directly after the prefix.",
            look="At which position of the choice does the next token begin?",
        ),
        slip(
            "the prefix is not compared with the choice",
            edit=("if not choice.startswith(prefix):", "if len(choice) < len(prefix):"),
            why="A choice that doesn't begin with the prefix can no longer be reached.",
            look="Which choices can this prefix still become?",
        ),
        slip(
            "only the first choice that fits is followed",
            edit=("    if not mask.any():", "        break\n    if not mask.any():"),
            also=[("        if choice == prefix:", "        if mask.any():\n            break\n        if choice == prefix:")],
            why="Several choices can begin the same way, and the token may belong to any of them.",
            look="How many choices begin with this prefix?",
        ),
        slip(
            "a token is judged by the first choice that it fits",
            edit=[("    for choice in choices:\n", "    tried = set()\n    for choice in choices:\n"), ("            if choice.startswith(piece, len(prefix)) and len(prefix) + len(piece) in good:\n                mask[n] = True", "            if n not in tried and choice.startswith(piece, len(prefix)):\n                tried.add(n)\n                mask[n] = len(prefix) + len(piece) in good")],
            why="A later choice that begins with the same text may be spelled to its end where the first one can't.",
            look="If one choice rules a token out, do you still look at the others?",
        ),
        slip(
            "only one of several tokens with the same text is allowed",
            edit=("    if not mask.any():", "    last = {piece: n for n, piece in enumerate(vocabulary)}\n    for n, piece in enumerate(vocabulary):\n        mask[n] &= n == end or last[piece] in (n, end)\n    if not mask.any():"),
            why="Each of them adds the same text, so each is as good as the others. The model chooses.",
            look="If two tokens have the same text, which of them can your code allow?",
        ),
        slip(
            "tokens have to fit all choices",
            edit=("    mask = torch.zeros(len(vocabulary), dtype=torch.bool)  # (V,)\n    for choice in choices:\n", "    choices = [c for c in choices if c.startswith(prefix)]\n    if len(choices) > 1:\n        return torch.stack([allowed_tokens(prefix, [c], vocabulary, end) for c in choices]).all(0)\n    mask = torch.zeros(len(vocabulary), dtype=torch.bool)  # (V,)\n    for choice in choices:\n"),
            why="The text has to become only one of the choices.",
            look="How many of the choices does a token have to fit?",
        ),
        slip(
            "tokens may run past the end of a choice",
            edit=("        for n, piece in usable:\n", '        for n, piece in enumerate(vocabulary):\n            if piece and n != end and len(piece) > len(choice) - len(prefix) > 0 and piece.startswith(choice[len(prefix) :]):\n                mask[n] = True\n        for n, piece in usable:\n'),
            why="The text would then be longer than the choice.",
            look="What is the text after this token, and does any choice begin with it?",
        ),
        slip(
            "a token of several letters is allowed if its first letter fits",
            edit=("        for n, piece in usable:\n", '        for n, piece in enumerate(vocabulary):\n            if piece and n != end and choice[len(prefix) : len(prefix) + 1] == piece[0]:\n                mask[n] = True\n        for n, piece in usable:\n'),
            why="The token adds all of its letters.",
            look="What is the text after this token, and does any choice begin with it?",
        ),
        slip(
            "only the longest token is allowed",
            edit=("    if not mask.any():", "    longest = max((len(vocabulary[n]) for n in mask.nonzero()[:, 0].tolist() if n != end), default=0)\n    for n, piece in enumerate(vocabulary):\n        mask[n] &= n == end or len(piece) == longest\n    if not mask.any():"),
            also=[("    if not mask.any():", "    shortest = min((len(vocabulary[n]) for n in mask.nonzero()[:, 0].tolist() if n != end), default=0)\n    for n, piece in enumerate(vocabulary):\n        mask[n] &= n == end or len(piece) == shortest\n    if not mask.any():"), ("    if not mask.any():", "    first = mask.nonzero()[:1, 0]\n    mask[:] = False\n    mask[first] = True\n    if not mask.any():")],
            why="The model should pick one of the ways to spell a choice. A mask that leaves only one of them picks for it.",
            look="Which tokens, long or short, can the remainder begin with?",
        ),
        slip(
            "there is no ValueError for a prefix that allows no token",
            edit=("if not mask.any():", "if False:"),
            also=[("raise ValueError(f\"No token can follow {prefix!r}: it begins none of the choices that can be spelt.\")", "mask[end] = True"), ("raise ValueError(f\"No token can follow {prefix!r}: it begins none of the choices that can be spelt.\")", "return None"), ("if not mask.any():", "if not any(choice.startswith(prefix) for choice in choices):")],
            why="A softmax over no tokens gives NaN, and you notice it only far from where things went wrong.",
            look="What does your code return when no token fits?",
        ),
        slip(
            "the mask is inverted",
            edit=("return mask", "return ~mask"),
            why="True means that a token is allowed.",
            look="What does True mean in the mask that you return?",
        ),
        slip(
            "the result isn't a boolean tensor with one entry per token",
            edit=("return mask", "return mask.nonzero()[:, 0]"),
            also=[("return mask", "return mask.nonzero()[:, 0].tolist()"), ("return mask", "return mask.tolist()"), ("return mask", "return mask.float()"), ("return mask", "return mask.long()")],
            why="The next step uses your result to mask V logits.",
            look="Which shape and type does the docstring promise?",
        ),
    ]  # fmt: skip
    equivalent = {
        "if choice <= prefix:": "a choice that begins with the prefix never comes before it in the alphabet",
        "usable = [(n, piece) for n, piece in enumerate(vocabulary) if piece and n is not end and piece in choice]": "small whole numbers are one object",
    }
    promises = {
        "dead ends": dict(choices=["ac", "abb"]),
        "dead ends far ahead": dict(choices=["abcbd", "abcae"]),
        "a choice within another": dict(choices=["abab", "ab"]),
        "nothing allowed": dict(at=["b", "ae", "abc", "ab"]),
        "the end's own text": dict(end_text="d"),
        "an empty choice": dict(choices=["ab", "", "b"]),
        "empty tokens": dict(choices=["abc", "abd"]),
        "tokens with the same text": dict(choices=["aaaa", "aab"]),
        "choices are left as they are": "choices unchanged",
    }
