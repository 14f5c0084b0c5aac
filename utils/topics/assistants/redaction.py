"""Personal data to be taken out of a text, with a check: it was planted, so a program knows what must be gone.

The people do not exist. Telephone numbers are of ranges that are kept for films (Ofcom's 01632 960 and 020 7946 0), the
addresses end in example.org and its like (RFC 2606), and IBANs have check digits that are right.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

__all__ = ["KINDS", "Planted", "Secret", "damage", "plant", "redact", "survived"]

KINDS = ("name", "email", "telephone", "iban")

FIRST = ("Alma", "Bruno", "Carla", "Dario", "Edith", "Farid", "Greta", "Hugo", "Ines", "Jonas",
         "Kirsten", "Luis", "Maren", "Nadia", "Oskar", "Petra", "Rafael", "Sofie", "Tarek", "Vera")  # fmt: skip
LAST = ("Ahlberg", "Brandt", "Castellan", "Dvorak", "Eriksen", "Fontaine", "Gruber", "Halloran", "Ivanova",
        "Jansen", "Kowalski", "Lindqvist", "Moreau", "Novak", "Okafor", "Petersen", "Rossi", "Schubert")  # fmt: skip
DOMAINS = ("example.org", "example.net", "mail.example.com")
COUNTRIES = {"DE": 18, "AT": 16, "BE": 12}  # digits behind the two check digits

SENTENCES = {
    "name": ("{} asked about this.", "The note was written by {}.", "Please tell {} about it."),
    "email": ("Write to {} for more.", "Questions go to {}."),
    "telephone": ("The number is {}.", "Call {} before noon."),
    "iban": ("The fee goes to {}.", "Pay into {} by Friday."),
}


@dataclass(frozen=True)
class Secret:
    """kind: one of `KINDS`; value: as it stands in the text."""

    kind: str
    value: str


@dataclass(frozen=True)
class Planted:
    """text: with personal data in it; original: without; secrets: what was put in."""

    text: str
    original: str
    secrets: tuple[Secret, ...]


def plant(texts: Sequence[str], seed: int = 0, each: int = 2) -> list[Planted]:
    """Put sentences with personal data between the sentences of each text: `each` of them, of kinds in turn.

    The same seed gives the same texts on every machine. Numbers come in several spellings.
    """
    draws = random.Random(seed)
    found, turn = [], 0
    for text in texts:
        parts = re.split(r"(?<=[.!?])\s+", text.strip())
        secrets = []
        for _ in range(each):
            kind = KINDS[turn % len(KINDS)]
            turn += 1
            secret = Secret(kind, _value(kind, draws))
            secrets.append(secret)
            sentence = draws.choice(SENTENCES[kind]).format(secret.value)
            parts.insert(draws.randint(0, len(parts)), sentence)
        found.append(Planted(" ".join(parts), text, tuple(secrets)))
    return found


def _value(kind: str, draws: random.Random) -> str:
    first, last = draws.choice(FIRST), draws.choice(LAST)
    if kind == "name":
        return draws.choice((f"{first} {last}", f"Dr {last}", f"{first[0]}. {last}"))
    if kind == "email":
        name = draws.choice((f"{first}.{last}", f"{first[0]}{last}", f"{last}+{draws.randint(2, 99)}"))
        return f"{name.lower()}@{draws.choice(DOMAINS)}"
    if kind == "telephone":
        digits = f"{draws.randint(0, 999):03}"
        return draws.choice(
            (f"01632 960{digits}", f"+44 1632 960 {digits}", f"020 7946 0{digits}", f"(020) 7946-0{digits}")
        )
    return _iban(draws)


def _iban(draws: random.Random) -> str:
    """With check digits as ISO 7064 has them, in groups of four or in one piece."""
    country = draws.choice(sorted(COUNTRIES))
    account = "".join(draws.choice("0123456789") for _ in range(COUNTRIES[country]))
    moved = "".join(str(int(letter, 36)) for letter in f"{account}{country}00")
    whole = f"{country}{98 - int(moved) % 97:02}{account}"
    grouped = " ".join(whole[i : i + 4] for i in range(0, len(whole), 4))
    return draws.choice((whole, grouped))


# --- taking it out ---------------------------------------------------------------------------------------------------

RULES = (  # in this order: an IBAN has digits that look like a telephone number
    ("email", re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")),
    ("iban", re.compile(r"\b[A-Z]{2}\d{2}(?: ?[A-Z\d]{4}){2,7}(?: ?[A-Z\d]{1,3})?\b")),
    ("telephone", re.compile(r"(?<![\w.])(?:\+\d{1,3}[ -]?)?\(?\d{2,5}\)?(?:[ /-]\d{2,8}){1,4}\b")),
)


def redact(text: str, names: Iterable[str] = ()) -> str:
    """The text with [EMAIL], [IBAN], [TELEPHONE] where patterns find one, and [NAME] where a name of the list stands.

    Patterns know the form of a number. No pattern knows which two words are a person: a name that is not on the list
    stays, and digits that only look like a telephone number go.
    """
    for kind, pattern in RULES:
        text = pattern.sub(f"[{kind.upper()}]", text)
    for name in sorted(names, key=len, reverse=True):
        text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", "[NAME]", text)
    return text


def survived(planted: Sequence[Planted], redacted: Sequence[str]) -> list[Secret]:
    """What can still be read in the redacted texts, in order.

    Spelling does not hide anything: numbers are compared digit by digit, the rest without case and spaces. Of a number
    half is enough, of a name the last word, and of an address what stands before the @.
    Raises ValueError when there are not as many texts as were planted.
    """
    if len(planted) != len(redacted):
        raise ValueError(
            f"{len(redacted)} redacted texts cannot be checked against {len(planted)}: pass one for each."
        )
    return [
        secret
        for was, text in zip(planted, redacted)
        for secret in was.secrets
        if _stands_in(secret, text, was.original)
    ]


def _stands_in(secret: Secret, text: str, original: str) -> bool:
    if secret.kind in ("telephone", "iban"):
        digits, written = re.sub(r"\D", "", secret.value), re.sub(r"\D", "", text)
        half = -(-len(digits) // 2)
        return digits[-half:] in written or digits[:half] in written
    marks = secret.value.split("@")[0] if secret.kind == "email" else secret.value.split()[-1]
    return marks.casefold() in text.casefold() and marks.casefold() not in original.casefold()


def damage(planted: Sequence[Planted], redacted: Sequence[str]) -> float:
    """The share of the original texts' words that are no longer there, 0 to 1: what was taken out by mistake."""
    gone = total = 0
    for was, text in zip(planted, redacted, strict=True):
        left = re.findall(r"\w+", text)
        for word in re.findall(r"\w+", was.original):
            total += 1
            if word in left:
                left.remove(word)
            else:
                gone += 1
    return gone / total if total else 0.0
