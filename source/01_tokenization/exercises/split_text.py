"""Split text into the pieces that no token may cross (GPT-2's pre-tokenization rules).

Oracle: GPT-2's pattern from tiktoken, run by the regex package. The inputs mix scripts, digits,
whitespace and contractions, where simpler patterns differ.
"""

import regex
from tiktoken_ext.openai_public import r50k_pat_str

from autograder.authoring import exercise, slip

from ._shared import ACCENTED, FOREIGN, GPT4_PATTERN, GPT4_PATTERN_COPIED, LIBRARIES, word


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
        ):  # accents that are separate characters, digits that are no decimals, other apostrophes and spaces
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
        elif kind == "endings":  # each after a word, after a space, in capitals, and before a word
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
            "a space is cut off from what follows it",
            edit=[(r'r" ?\p{L}+"', r'r"\p{L}+"'), (r'r" ?\p{N}+"', r'r"\p{N}+"'), (r'r" ?[^\s', r'r"[^\s')],
            why="Nearly every word has a space before it. If each space becomes a piece of its own, the same text takes almost "
            "twice as many tokens. Rules 2, 3 and 4 all take one space along.",
            look="Which piece does the space in `the cat` belong to? And the space in `in 1999`, and in `a (b)`?",
            also=[
                [(r'r" ?\p{N}+"', r'r"\p{N}+"'), (r'r" ?[^\s', r'r"[^\s')],
                (r'r" ?\p{L}+"', r'r"\p{L}+"'),
                (r'r" ?\p{N}+"', r'r"\p{N}+"'),
                (r'r" ?[^\s', r'r"[^\s'),
            ],
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
            why="Most of the world's text has other letters. If you cut at every ä and every Greek letter, its words fall to pieces "
            "before any merge can join them.",
            look="What does your pattern do with `naïve`? The `regex` package knows the class of all letters.",
        ),
        slip(
            "letters and digits are treated as one kind",
            edit=[(r'r" ?\p{L}+",', r'r" ?[\p{L}\p{N}]+",')],
            why="Then `room12` is one piece, and numbers glued to words become words of their own. GPT-2 keeps the two apart.",
            look="Rules 2 and 3 are two rules. What does your pattern make of `room12`?",
        ),
        slip(
            "letters, digits and the underscore are treated as one kind",
            edit=[(r'r" ?\p{L}+",', r'r" ?\w+",'), (r'r" ?[^\s\p{L}\p{N}]+",', r'r" ?[^\s\w]+",')],
            why="In a pattern, \\w means any character that a name in a program may have: letters, digits and `_`. GPT-2 keeps letters and "
            "digits apart and counts `_` among the punctuation.",
            look="Which piece does `a_1` become, and which three should it become?",
        ),
        slip(
            "a run of white space keeps its last space",
            edit=(r'r"\s+(?!\S)",', ""),
            why="The last space of a run belongs to the word that follows, as any single space does. Otherwise the word after "
            "two spaces gets a different token from the same word after one.",
            look="According to rule 5, where must a run of white space stop when a word follows?",
        ),
        slip(
            "the endings of contractions are not cut off",
            edit=(r"""r"'(?:s|t|re|ve|m|ll|d)",""", ""),
            why="Without rule 1 the apostrophe is punctuation and `s` is a word, so `it's` becomes three pieces rather than two.",
            look="Which of the six rules must be tried first, and is it there?",
        ),
        slip(
            "capital endings count as contractions",
            edit=("regex.findall(pattern, text)", "regex.findall(pattern, text, regex.IGNORECASE)"),
            why="GPT-2's rule knows lower-case endings only. That may be an oversight of its authors, but its merges were "
            "learned with it, so anyone who uses these merges has to cut the same way.",
            look="What happens to `IT'S`, and which of your arguments is about case?",
        ),
        slip(
            "the text is cut at white space, and the white space is lost",
            edit=("regex.findall(pattern, text)", "text.split()"),
            why="Whatever isn't in a piece is lost: no decoder can know whether there was one space, two, or a newline.",
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
            "a single white-space character other than a space is lost",
            edit=('            r"\\s+",\n', ""),
            why="Rule 5 leaves the last character of a run alone, and only a plain space can join the word that follows. A line break "
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
            why="A word at the start of a line is then glued to the line break, and gets a different token from the same word in "
            "the middle of a line.",
            look="According to rule 2, which character may come before the letters?",
        ),
        slip(
            "a word takes all the spaces before it",
            edit=[
                (r'r" ?\p{L}+"', r'r" *\p{L}+"'),
                (r'r" ?\p{N}+"', r'r" *\p{N}+"'),
                (r'r" ?[^\s', r'r" *[^\s'),
            ],
            why="One space belongs to the word. If the word took all of them, the same word after four spaces and after eight would "
            "have nothing in common.",
            look='How many spaces does " ?" take, and how many " *"?',
        ),
        slip(
            "rule 5 covers spaces but no other white space",
            edit=(r'r"\s+(?!\S)"', r'r" +(?!\S)"'),
            why="In a run of several kinds of white space, line breaks and tabs among them, the last character then goes to the "
            "wrong piece.",
            look="Which characters does rule 5 mention, and which of them does your pattern have there?",
        ),
        slip(
            "the underscore fits no rule",
            edit=(r'r" ?[^\s\p{L}\p{N}]+"', r'r" ?[^\s\w]+"'),
            why="\\w counts the underscore among letters and digits, so the class of characters that are not \\w leaves it out, and findall "
            "skips whatever no rule fits.",
            look="Join the pieces of `a_1`. Is the result `a_1`?",
        ),
        slip(
            "only decimal digits count as digits",
            edit=[(r'r" ?\p{N}+"', r'r" ?\d+"'), (r"[^\s\p{L}\p{N}]", r"[^\s\p{L}\d]")],
            why="\\d is 0 to 9 and the same ten digits in other scripts. For \\p{N}, and for GPT-2, ², ½ and Ⅷ are digits as well.",
            look="Which piece does `x²` become, and which two should it become?",
            also=[
                [
                    (r'r" ?\p{L}+"', r'r" ?[^\W\d_]+"'),
                    (r'r" ?\p{N}+"', r'r" ?\d+"'),
                    (r'r" ?[^\s\p{L}\p{N}]+"', r'r" ?(?:[^\s\w]|_)+"'),
                ],
                [(r'r" ?\p{N}+"', r'r" ?[0-9]+"'), (r"[^\s\p{L}\p{N}]", r"[^\s\p{L}0-9]")],
                [  # in Python's own re, where a letter is what \w is without digits and the underscore
                    (r'r" ?\p{L}+"', r'r" ?[^\W\d_]+"'),
                    (r'r" ?\p{N}+"', r'r" ?\d+"'),
                    (r'r" ?[^\s\p{L}\p{N}]+"', r'r" ?(?:[^\s\w]|_)+"'),
                    ("return regex.findall", "import re\n\n    return re.findall"),
                ],
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
            why="Seven endings were cut off when GPT-2's merges were learned. Without one of them, its words are cut in the wrong "
            "place.",
            look="Count the endings in rule 1, and those in your pattern.",
            also=[("|ve|m", "|ve"), ("|re|ve", "|re"), ("|t|re", "|t")],
        ),
        slip(
            "an ending takes the space before it",
            edit=("""r"'(?:s""", """r" ?'(?:s"""),
            why="Rules 2 to 4 mention a space and rule 1 doesn't: an ending follows its word without a gap.",
            look='Which of the six rules say "with one space before them"?',
        ),
        slip(
            "accents that are characters of their own count as letters",
            edit=[(r'r" ?\p{L}+"', r'r" ?[\p{L}\p{M}]+"'), (r"[^\s\p{L}\p{N}]", r"[^\s\p{L}\p{M}\p{N}]")],
            why="That would be kinder to many scripts, but it is not what GPT-2 does: a combining accent or a vowel sign of Hindi is "
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
                "findall(pattern, text.casefold())",
                'findall(pattern, text.replace("\\r\\n", "\\n"))',
                "findall(pattern, text.expandtabs())",
                'findall(pattern, " ".join(text.split()))',
                'findall(pattern, __import__("unicodedata").normalize("NFD", text))',
                "findall(pattern, text.lower())",
            ),
            why="Joined, the pieces are the text, character by character. A decoder can't bring back what was tidied up before "
            "the cut.",
            look="Compare the joined pieces with the text. Where do they first differ?",
        ),
        slip(
            "the text is cut by GPT-4's pattern or a descendant of it",
            edit=(
                "regex.findall(pattern, text)",
                f"regex.findall({GPT4_PATTERN!r}, text)",
                f"regex.findall({GPT4_PATTERN_COPIED!r}, text)",
            ),
            also=[  # one digit per piece, as in Qwen 2, and at most two, as in nanochat
                (
                    "regex.findall(pattern, text)",
                    f"regex.findall({GPT4_PATTERN_COPIED.replace('{1,3}+', digits)!r}, text)",
                )
                for digits in ("", "{1,2}")
            ],
            why="GPT-4's tokenizer uses other rules: numbers in groups of a few digits, endings in capitals, and any single character before "
            "a word, not only a space. GPT-2's merges were learned on pieces cut by GPT-2's rules.",
            look="Where does your pattern come from, and which of the six rules does it differ from?",
        ),
        slip(
            "a curly apostrophe begins an ending",
            edit=("\"'(?:s", "\"['’](?:s"),
            why="Rule 1 lists endings with the straight apostrophe only. GPT-2 cuts `it’s` into three pieces, and its merges "
            "were learned that way.",
            look="Which apostrophe do the seven endings in rule 1 have?",
        ),
        slip(
            "an ending counts only where the word ends",
            edit=("|ll|d)", "|ll|d)\\b"),
            why="Rule 1 doesn't ask what comes next: in `'small` it takes `'s`. That looks odd, but GPT-2 does it too, and its "
            "ids depend on it.",
            look="Which condition do you check that rule 1 doesn't mention?",
        ),
        slip(
            "punctuation is cut character by character",
            edit=(r'[^\s\p{L}\p{N}]+"', r'[^\s\p{L}\p{N}]"'),
            why="`...` and `);` are single pieces under rule 4, so they can become single tokens. If you cut them into characters, they never can.",
            look="How many characters does each rule take, at most?",
        ),
        slip(
            "white space is removed from the pieces",
            edit=(
                "return regex.findall(pattern, text)",
                "return [piece.strip() for piece in regex.findall(pattern, text)]",
                "return [piece for piece in regex.findall(pattern, text) if piece.strip()]",
                "return [piece.strip() for piece in regex.findall(pattern, text) if piece.strip()]",
            ),
            why="White space is part of the pieces. Without it, no decoder can tell whether there was one space before a word, several, "
            "or a line break.",
            look="Join your pieces. Is the result the text?",
        ),
        slip(
            "each distinct piece is listed only once",
            edit=(
                "return regex.findall(pattern, text)",
                "return list(dict.fromkeys(regex.findall(pattern, text)))",
                "return sorted(set(regex.findall(pattern, text)))",
            ),
            why="Repeated words are part of the text. Counting how often each piece occurs comes later, in training.",
            look="Join the pieces of `no, no`. Is the result the text?",
        ),
        slip(
            "the pieces are not of type str",
            edit=(
                "return regex.findall(pattern, text)",
                "return [piece.encode() for piece in regex.findall(pattern, text)]",
                "return list(regex.finditer(pattern, text))",
            ),
            why="The next functions turn pieces into bytes themselves, so they need strings.",
            look="What is the type of the first item in your list?",
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
