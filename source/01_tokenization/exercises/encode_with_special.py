"""Encode text in which only the allowed special tokens are recognized by name.

Oracle: tiktoken with allowed_special. The ordinary encoder in the check returns each string's
length, then its bytes, which shows whether text between names was passed on in one piece.
"""

import itertools

from autograder.authoring import exercise, slip

from ._shared import encoding, word

BYTES = [bytes([i]) for i in range(256)]


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
    weights = {"ids": 2, "special_tokens unchanged": 1, "allowed unchanged": 1}

    def inputs(rng, n_allowed, repeats, edges=False, alone=False):
        names = ["<|endoftext|>", "<|user|>", "[SEP]"]
        ids = (1000 + rng.choice(900, size=3, replace=False)).tolist()
        parts = [word(rng)]
        for _ in range(repeats):
            for name in rng.permutation(names):
                parts += [str(name), f" {word(rng).title()}|cafe\u0301 "]
        if edges:
            parts = [names[0], names[1], *parts, names[2], names[2]]
        allowed = [str(name) for name in rng.permutation(names)[:n_allowed]]
        if alone:  # one name that isn't allowed between two that are; before them, one in the wrong case
            other = next(name for name in names if name not in allowed)
            parts = [word(rng), allowed[0].swapcase(), allowed[0], other, allowed[0], f" {word(rng)} "]
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
        # arguments left alone are worth nothing by themselves: they count together with the right ids
        return {
            "ids": ids,
            "special_tokens unchanged": {"ids": ids, "special_tokens": special_tokens},
            "allowed unchanged": {"ids": ids, "allowed": allowed},
        }

    equivalent = {
        "return (ordinary(text), allowed.clear() if hasattr(allowed, 'clear') else allowed.zero_())[0]": "on this path `allowed` is empty already",
    }

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
            "every special token is recognized, allowed or not",
            edit=("if name in allowed", "if name"),
            why="Then anyone who can type into your program can end the document, or speak in the system's name.",
            look="Which of your arguments depends on who wrote the text, and do you use it?",
        ),
        slip(
            "no special token is ever recognized",
            edit=("regex.split(pattern, text)", "[text]"),
            also=[
                ("map(regex.escape, names)", "names"),
            ],
            why="The model has learned what that single id means, but the same characters as ordinary tokens tell it nothing.",
            look="If you build a pattern from the names, what does | mean in it? If you compare whole strings, can a name come "
            "in the middle?",
        ),
        slip(
            "the special tokens vanish from the text",
            edit=('"(" + "|".join(map(regex.escape, names)) + ")"', '"|".join(map(regex.escape, names))'),
            why="The cut is right, but what was cut out is the very thing that should become an id.",
            look="What does split return when the pattern has a group, and what does it return without one?",
        ),
        slip(
            "the names that are not allowed are deleted from the text",
            edit=(
                "    if not names:",
                '    for name in special_tokens:\n        text = text if name in allowed else text.replace(name, "")\n'
                "    if not names:",
            ),
            why="Text from a stranger is still text: it has to be read as plain characters, and decoding has to give it "
            "back.",
            look="Decode your ids. Is the text complete?",
        ),
        slip(
            "the text after the last special token is lost",
            edit=("regex.split(pattern, text)", "regex.split(pattern, text)[:-1]"),
            why="The text goes on after the last special token, and so must the ids.",
            look="Is any of the text left over after your loop?",
        ),
        slip(
            "only the first name in the text becomes its id",
            edit=("regex.split(pattern, text)", "regex.split(pattern, text, maxsplit=1)"),
            why="A conversation has many turns, each with its special token. All of them count.",
            look="Does your code go on looking after the first name that it finds?",
        ),
        slip(
            "a name that is not allowed raises an error",
            edit=(
                "    if not names:",
                "    for name in special_tokens:\n        if name in text and name not in allowed:\n"
                "            raise ValueError(name)\n    if not names:",
            ),
            why="tiktoken does that, and a program then has to deal with the error. Here the name is text like any other.",
            look="According to the text above the exercise, what happens to a name that exists but isn't allowed?",
        ),
        slip(
            "white space beside a special token is lost",
            edit=("else ordinary(part)", "else ordinary(part.strip())"),
            why="Between two names there is text, and its spaces and line breaks belong to it.",
            look="Decode your ids. Is the text complete?",
        ),
        slip(
            "names are found only between white space",
            edit=("regex.split(pattern, text)", 'regex.split(r"(\\s+)", text)'),
            why="A special token needs no space around it: `nice day.<|endoftext|>` ends the document.",
            look="Where in the text do you look for a name?",
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
            why="The ordinary encoder decides what belongs together. If it gets single characters, it can't merge anything, and every "
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
            "the text is also cut at names that are not allowed",
            edit=[
                ("    if not names:\n        return ordinary(text)\n", ""),
                ("map(regex.escape, names)", "map(regex.escape, special_tokens)"),
            ],
            why="A name that is not allowed is ordinary text and belongs together with what comes before and after it. If you cut "
            "there, the encoder can't merge across the cut, and the ids change.",
            look="Which names go into your pattern, and which of them should?",
            also=[
                ("map(regex.escape, names)", "map(regex.escape, special_tokens)"),
            ],
        ),
        slip(
            "a name that is not allowed gets its id when nothing else is around it",
            edit=("if part in names else", "if part in special_tokens else"),
            why="Text between two special tokens can be exactly such a name, and a stranger can arrange that. This is the "
            "attack that the list of allowed names is meant to stop.",
            look="After the cut, which collection do you compare a part with, and does it hold only allowed names?",
        ),
        slip(
            "names are also recognized in capitals",
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
                ],
                ("regex.split(pattern, text)", "regex.split(pattern, text, flags=regex.IGNORECASE)"),
            ],
            why="A special token has one spelling. Any other spelling is text, and decoding has to give it back.",
            look="What becomes of `<|ENDOFTEXT|>`?",
        ),
        slip(
            "the dictionary of special tokens is changed",
            edit=(
                "    if not names:",
                "    for name in set(special_tokens) - set(names):\n        del special_tokens[name]\n    if not names:",
            ),
            also=[("[special_tokens[part]]", "[special_tokens.pop(part)]")],
            why="The dictionary belongs to the tokenizer and serves every text. After this call the other names are gone for good.",
            look="Call your function twice with the same dictionary but different allowed names. Are both results right?",
        ),
        slip(
            "only one of the allowed names is looked for",
            edit=(
                "if name in allowed]",
                "if name in allowed][:1]",
                "if name in allowed][-1:]",
                "if name in allowed[:1]]",
            ),
            why="A chat has several special tokens: one for each role, one for the end of a turn. Every allowed name counts.",
            look="With two allowed names in the text, how many of them become their id?",
        ),
        slip(
            "the ids of each part stay in their own list",
            edit=(
                "        ids += [special_tokens[part]] if part in names else ordinary(part)",
                "        ids.append([special_tokens[part]] if part in names else ordinary(part))",
                "        ids.append(special_tokens[part] if part in names else ordinary(part))",
            ),
            why="A model reads one flat list of ids and doesn't know where the parts were.",
            look="What is the type of the first item in your result?",
        ),
        slip(
            "a name becomes its position in a list instead of its id",
            edit=(
                "[special_tokens[part]]",
                "[names.index(part)]",
                "[list(special_tokens).index(part)]",
                "[allowed.index(part)]",
            ),
            why="The id of a special token was chosen with the vocabulary. A small number such as 0 already belongs to a byte.",
            look="Which argument tells you the id of a name?",
        ),
        slip(
            "the text is changed before it is encoded",
            edit=(
                "regex.split(pattern, text)",
                "regex.split(pattern, text.lower())",
                "regex.split(pattern, text.strip())",
                'regex.split(pattern, __import__("unicodedata").normalize("NFC", text))',
                'regex.split(pattern, __import__("unicodedata").normalize("NFKC", text))',
            ),
            also=[
                ("else ordinary(part)", 'else ordinary(__import__("unicodedata").normalize("NFC", part))'),
                ("else ordinary(part)", "else ordinary(part.lower())"),
            ],
            why="Apart from the names, decoding has to give the text back, capitals and accents included.",
            look="Decode your ids. Is the text the same?",
        ),
        slip(
            "the same name several times in a row counts once",
            edit=('map(regex.escape, names)) + ")"', 'map(regex.escape, names)) + ")+"'),
            why="Two special tokens in a row mean something, an empty document for example. Each of them gets its id.",
            look="How many ids do you get for a name that is written twice in a row?",
        ),
        slip(
            "ids from an earlier call are still there",
            edit=[
                (
                    "def encode_with_special(text, ordinary, special_tokens, allowed):",
                    "def encode_with_special(text, ordinary, special_tokens, allowed, ids=[]):",
                ),
                ("    ids = []\n", ""),
            ],
            why="A default argument is created once, when the function is defined, and every call adds to the same list.",
            look="When is your list created, and how often?",
        ),
        slip(
            "the text ends at the first name that is not allowed",
            edit=(
                "    if not names:",
                "    for name in set(special_tokens) - set(names):\n        text = text.partition(name)[0]\n    if not names:",
            ),
            why="Then a stranger could make the rest of a message disappear. A name that isn't allowed is text like any other.",
            look="Decode your ids. Where does the text stop?",
        ),
        slip(
            "the characters of a name are encoded in addition to its id",
            edit=(
                "[special_tokens[part]] if part in names",
                "[special_tokens[part], *ordinary(part)] if part in names",
                "[*ordinary(part), special_tokens[part]] if part in names",
            ),
            why="The id replaces the name. With both, the model reads the end of a text and then the letters of that token's name.",
            look="How many ids do you get for a text that is nothing but an allowed name?",
        ),
    ]
    promises = {
        "each name that is allowed becomes its id": dict(n_allowed=2),
        "several in a row, at both ends": dict(edges=True),
        "a name that is not allowed is ordinary text": dict(n_allowed=0),
        "also where nothing else is around it": dict(alone=True),
        "everything between them goes through the ordinary encoder, in one piece": "ids",
        "text without any name": dict(n_allowed=1, repeats=0),
        "special_tokens is not modified": "special_tokens unchanged",
        "nor is allowed": "allowed unchanged",
    }
