"""Decode token ids to a string, with U+FFFD for invalid UTF-8.

Oracle: a tiktoken.Encoding built from the same vocabulary. In some cases a multi-byte character
is cut in half.
"""

import tiktoken
from tiktoken_ext.openai_public import r50k_pat_str

from autograder.authoring import exercise, slip

from ._shared import FOREIGN, SYLLABLES

COMBINED = ["cafe\u0301", "ﬁve", "x²"]  # Unicode normalization would change them


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
        single = sorted({bytes([b]) for b in "".join([*FOREIGN, *COMBINED, " ."]).encode()} | {b"\xff"})
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
            ids = [
                place[bytes([b])] for b in " ".join(rng.permutation([*FOREIGN, *COMBINED])).encode()
            ] + ids[:2]
            ids = [place[b"\xef\xbb\xbf"], *ids]  # a byte order mark is a character like any other
        elif kind == "broken":
            half = [place[bytes([b])] for b in "水".encode()[: int(rng.integers(1, 3))]]
            whole = [
                place[bytes([b])] for b in "ü".encode()
            ]  # a good character in two tokens, among broken ones
            ids = [place["żó".encode()[1:]], *ids[:5], *half, *ids[5:], *whole, place[b"\xff"], *half]
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
            "broken UTF-8 raises an error",
            edit=(', errors="replace"', ""),
            why="A model may write any sequence of tokens, and a text may be cut in the middle of a character. A strict decoder "
            "then stops the whole program.",
            look="Which argument of bytes.decode decides what happens to invalid bytes?",
        ),
        slip(
            "broken UTF-8 vanishes without a trace",
            edit=('errors="replace"', 'errors="ignore"'),
            why="The reader should see that something could not be read. The character for that is � (U+FFFD).",
            look="What do `ignore` and `replace` do with an invalid byte?",
        ),
        slip(
            "each token is decoded on its own",
            edit=(
                'b"".join(vocabulary[i] for i in ids).decode("utf-8", errors="replace")',
                '"".join(vocabulary[i].decode("utf-8", errors="replace") for i in ids)',
            ),
            why="A character may be spread over several tokens. None of these tokens is valid UTF-8 alone; only their bytes together are.",
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
            why="In Latin-1 and similar encodings each byte is a character, so `ü`, which is two bytes, becomes two characters.",
            look="In which encoding did the text become bytes?",
        ),
        slip(
            "broken UTF-8 is marked by a character other than �",
            edit=('errors="replace"', 'errors="backslashreplace"'),
            why="U+FFFD is the standard sign that something could not be read. Codes or question marks look as if the model "
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
            why="Most of the text can be read. Only the invalid bytes become �.",
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
            why="Spaces are part of the tokens that need them. Extra ones would cut words and characters apart.",
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
                'errors="replace").lower()',
                'errors="replace").rstrip()',
                'errors="replace").replace("\\ufeff", "")',
            ),
            why="Encoding and decoding must give back the same text, including white space, line breaks and capitals.",
            look="What else does your line do after the bytes have become text?",
            also=[
                ('decode("utf-8"', 'decode("utf-8-sig"'),
                """
def decode(ids, vocabulary):
    from unicodedata import normalize

    return normalize("NFC", b"".join(vocabulary[i] for i in ids).decode("utf-8", errors="replace"))
""",
                """
def decode(ids, vocabulary):
    from unicodedata import normalize

    return normalize("NFKC", b"".join(vocabulary[i] for i in ids).decode("utf-8", errors="replace"))
""",
                """
def decode(ids, vocabulary):
    return " ".join(b"".join(vocabulary[i] for i in ids).decode("utf-8", errors="replace").split())
""",
            ],
        ),
        slip(
            "several pieces come back instead of one string",
            edit=(
                'b"".join(vocabulary[i] for i in ids).decode("utf-8", errors="replace")',
                '[vocabulary[i].decode("utf-8", errors="replace") for i in ids]',
                "[vocabulary[i] for i in ids]",
            ),
            why="A reader wants one string, and a character whose bytes are spread over two tokens is in neither piece.",
            look="What does the docstring say about the result?",
        ),
        slip(
            "the bytes are not turned into a string",
            edit=('.decode("utf-8", errors="replace")', ""),
            why="Bytes print as b'...', with codes instead of accents. You have to decode them to get a string that people can read.",
            look="What is the type of your result?",
        ),
        slip(
            "several � in a row become one, or none",
            edit=(
                'errors="replace")',
                'errors="replace").strip("\\ufffd")',
                'errors="replace").rstrip("\\ufffd")',
            ),
            also=[
                """
def decode(ids, vocabulary):
    return regex.sub("\ufffd+", "\ufffd", b"".join(vocabulary[i] for i in ids).decode("utf-8", errors="replace"))
""",
            ],
            why="Each � marks a place where bytes were broken. Python's decoder decides how many there are; tidying them up hides "
            "where the text is damaged.",
            look="What else does your code do after the bytes have become text?",
        ),
        slip(
            "the ids are taken for bytes",
            edit=(
                'b"".join(vocabulary[i] for i in ids)',
                "bytes(i for i in ids if i < 256)",
                "bytes(i % 256 for i in ids)",
                "bytes(ids)",
            ),
            why="An id is a position in the vocabulary. Even an id below 256 stands for the byte with that value only in some tokenizers.",
            look="Which of your two arguments does your function never use?",
        ),
    ]
    promises = {
        "the bytes of all ids, read as UTF-8": dict(kind="foreign"),
        "bytes that are not valid become U+FFFD": dict(kind="broken"),
        "there and back must be the same text": dict(kind="white space"),
        "a str": "text",
        "without ids, no text": dict(kind="none"),
    }
