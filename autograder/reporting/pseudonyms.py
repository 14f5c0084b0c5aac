"""Names for a report that is shown to others: the same student always gets the same one, and it leads to nobody."""

from __future__ import annotations

import hmac
from collections.abc import Callable

from autograder.judge.secret import load_secret

CONSONANTS, VOWELS = "bdfghjklmnprstvz", "aiou"


def of_this_course() -> Callable[[str], str]:
    """Student → pseudonym, by the secret that this user grades with."""
    secret = load_secret()
    return lambda student: pseudonym(secret, student)


def pseudonym(secret: bytes, student: str) -> str:
    """Two words that can be spoken, of 32 bits: `lusab-babad`, as proquints are written (D. Wilkerson, 2009).

    They are drawn from the grading secret, so who has a list of students and no secret cannot try them out.
    """
    digest = hmac.digest(secret, b"pseudonym of " + student.encode("utf-8", "surrogatepass"), "sha256")
    return "-".join(_word(int.from_bytes(digest[i : i + 2], "big")) for i in (0, 2))


def _word(number: int) -> str:
    """Sixteen bits as consonant, vowel, consonant, vowel, consonant."""
    letters = []
    for kind, bits in ((CONSONANTS, 4), (VOWELS, 2), (CONSONANTS, 4), (VOWELS, 2), (CONSONANTS, 4)):
        letters.append(kind[number % 2**bits])
        number //= 2**bits
    return "".join(letters)
