"""Bits per byte of a text, from the log-probabilities of its tokens.

Oracle: base-2 logarithms of the probabilities, summed with math.fsum, over the UTF-8 length.
"""

import math

import numpy as np

from autograder.authoring import exercise, slip

from ._shared import FINISHED


@exercise("bits_per_byte", points=2, forbid=FINISHED)
class _:
    cases = [
        dict(n=6, text="naïve café déjà vu"),
        dict(n=11, text="To be, or not to be"),
        dict(n=4, text="Привет, мир 𝄞🌍"),
        dict(
            n=400, text="The quality of mercy is not strain'd. " * 20
        ),  # its probability is 0, even in float64
        # stripping or normalizing this text changes its bytes
        dict(n=5, text="\n\tCafe\u0301 re\u0301sume\u0301 ne\u0301 ﬁx ﬁn ﬂag İstanbul \u2028Straße\r\n "),
    ]

    def inputs(rng, n, text):
        return {"log_probs": -rng.exponential(3.0, n) - 0.2, "text": text}

    def oracle(log_probs, text):
        return {"bits per byte": math.fsum(-np.log2(np.exp(log_probs))) / len(bytes(text, "utf-8"))}

    tolerance = 1e-5

    alternatives = {
        "base 2 from the start": 'return (-log_probs * math.log2(math.e)).sum().item() / len(bytes(text, "utf-8"))',
    }
    slips = [
        slip(
            "characters are counted, not bytes",
            edit=('len(text.encode("utf-8"))', "len(text)"),
            why="é is one character but two bytes, and so is и. Bits per character is a different unit, and it favours some scripts over others.",
            look='How long are "é" and "é".encode("utf-8")?',
        ),
        slip(
            "the result is in nats",
            edit=(" / math.log(2)", ""),
            why="Nats and bits differ by a factor of ln 2, which is 0.693.",
            look="How many nats is a probability of 1/2, and how many bits?",
        ),
        slip(
            "the bits are divided by the number of tokens",
            edit=('len(text.encode("utf-8"))', "len(log_probs)"),
            why="Bits per token depend on the tokenizer, and avoiding that is the whole point of bits per byte.",
            look="What is the last factor in the denominator of the formula?",
        ),
        slip(
            "the mean is taken instead of the sum",
            edit=("-log_probs.sum()", "-log_probs.mean()"),
            why="The cost of a text is the total cost of its tokens.",
            look="What does it cost to send two tokens of 3 bits each?",
        ),
        slip(
            "ln 2 multiplies",
            edit=("/ math.log(2)", "* math.log(2)"),
            why="A bit is smaller than a nat, so there are more of them.",
            look="How many bits is a probability of 1/8 worth? What does your formula give?",
        ),
        slip(
            "the sign is missing",
            edit=("-log_probs", "log_probs"),
            why="A log-probability is never above 0, and a cost is never below 0.",
            look="What is the sign of ln(1/8), and of a number of bits?",
        ),
        slip(
            "a byte is counted as eight",
            edit=('len(text.encode("utf-8"))', 'len(text.encode("utf-8")) / 8', ),
            why="The unit is bits of cost per byte of text. The number of bits in a byte doesn't come into it.",
            look="Is there an 8 in the formula?",
        ),
        slip(
            "the logarithm is taken twice",
            edit=("-log_probs.sum() / math.log(2)", "-log_probs.neg().log2().sum()", "log_probs.neg().log2().sum()",),
            why="The inputs are logarithms already. To change the base you need a factor, not another logarithm.",
            look="Are the numbers in log_probs probabilities?",
        ),
        slip(
            "the text is encoded in something other than UTF-8",
            edit=('"utf-8"', '"utf-16"', '"utf-16-le"', '"utf-32"', '"utf-8-sig"', '"ascii", "ignore"'),
            why="UTF-16 takes two bytes for most letters, utf-8-sig adds three bytes at the start, and ASCII has none for é. Results are comparable only if all of us count UTF-8 bytes.",
            look="Which encoding does the docstring name?",
        ),
        slip(
            "nats are converted to a unit other than bits",
            edit=("math.log(2)", "math.log10(2)", "math.log(10)"),
            why="A bit is ln 2 nats, with the natural logarithm.",
            look="What is the base of the logarithm in the formula, and in your code?",
        ),
        slip(
            "the text is changed before its bytes are counted",
            edit=("text.encode", "text.strip().encode"),
            also=[("text.encode", f"text.{call}.encode") for call in ('replace("\\r\\n", "\\n")', "casefold()", "lower()", 'replace("\\r\\n", "\\n").casefold()', 'replace("\\n", "")', "lstrip()", "rstrip()")]
            + [("text.encode", '"".join(text.splitlines()).encode'), ("text.encode", '" ".join(text.split()).encode')],
            why="Spaces, line ends and capitals are part of the text, and the model has paid for them.",
            look="Compare the number of bytes you divide by with the length of the encoded text.",
        ),
        slip(
            "the text is normalized before its bytes are counted",
            edit=('text.encode("utf-8")', '__import__("unicodedata").normalize("NFC", text).encode("utf-8")', '__import__("unicodedata").normalize("NFD", text).encode("utf-8")', '__import__("unicodedata").normalize("NFKC", text).encode("utf-8")', '__import__("unicodedata").normalize("NFKD", text).encode("utf-8")'),
            why="Unicode can write é as one character or as e and an accent, which are two and three bytes. Count the bytes of the text as it is.",
            look="Does unicodedata.normalize change the number of bytes?",
        ),
        slip(
            "probabilities are multiplied",
            edit=("-log_probs.sum() / math.log(2)", "-log_probs.exp().prod().log2()", "-log_probs.double().exp().prod().log2()"),
            why="The product of 400 small numbers underflows to 0, and the logarithm of 0 is −∞. The text then seems to cost infinitely many bits.",
            look="Where does your code stop working with logarithms?",
        ),
        slip(
            "the first token costs nothing",
            edit=("-log_probs.sum()", "-log_probs[1:].sum()"),
            why="log_probs has one entry for each token of the text, and all of them have to be paid for.",
            look="How many terms does your sum have for a text of two tokens?",
        ),
    ]  # fmt: skip
    promises = {
        "bytes, not characters": dict(n=6),
        "one byte per character": dict(n=11),
        "a long text": dict(n=400),
        "the text as it is, including its ends": dict(n=5),
    }
