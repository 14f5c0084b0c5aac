"""Check feedback that a model wrote by a rubric: its form, its ratings, its quotations, its reasons.

Oracle: types looked at one by one, without jsonschema; a quotation is searched as a string between spaces.
"""

import json

from autograder.authoring import exercise, slip

from ._shared import PROSE, said

FORM = """return ["form"]"""
QUOTED = "if n < 3 or not any(words[i : i + n] == quoted for i in range(len(words))):"
INTEGER = '"rating": {"type": "integer"}'
REASON = 'if not each["reason"].strip():'


def sound(rng, text, criteria):
    words, feedback = text.split(), {}
    for name in criteria:
        n = int(rng.integers(3, 6))
        start = int(rng.integers(0, len(words) - n + 1))
        rating = int(rng.integers(1, 6))
        feedback[name] = {
            "rating": rating,
            "quotation": " ".join(words[start : start + n]),
            "reason": said(rng),
        }
    return feedback


def changed(rng, text, criteria, **fields):
    """Sound feedback, except for some fields of one criterion."""
    feedback = sound(rng, text, criteria)
    feedback[str(rng.choice(criteria))] |= fields
    return feedback


def of_form(rng, text, criteria):
    """Strings of a wrong form."""
    good = sound(rng, text, criteria)
    first = good[criteria[0]]
    without = {key: value for key, value in first.items() if key != "reason"}
    objects = [
        [good],
        {name: each for name, each in good.items() if name != criteria[-1]},
        good | {"overall": first},
        good | {criteria[0]: without},
        good | {criteria[0]: first | {"note": "a note"}},
        good | {criteria[-1]: 4},
        *(good | {criteria[0]: first | {"rating": rating}} for rating in (True, "4", 3.5, None)),
        good | {criteria[0]: first | {"quotation": first["quotation"].split()}},
        good | {criteria[0]: first | {"reason": None}},
        7,
    ]
    whole = json.dumps(good)
    return [json.dumps(each) for each in objects] + [
        "",
        whole[:-1],
        f"Sure! {whole}",
        "Good.",
        whole.replace('"', "'"),
    ]


def against_rules(rng, text, criteria):
    """Strings of the right form that break a rule, or several."""
    words = text.split()
    make = lambda **fields: changed(rng, text, criteria, **fields)
    at = int(rng.integers(2, len(words) - 4))
    four = words[at : at + 4]
    many = sound(rng, text, criteria)
    for each in many.values():
        each |= {"rating": 6, "quotation": "no such words", "reason": " "}
    records = [
        *(make(rating=rating) for rating in (0, 6, -3, 10)),
        *(make(quotation=quotation) for quotation in ("", "  ", words[at], " ".join(four[:2]), words[at][0])),
        make(quotation=" ".join(four[::-1])),
        make(quotation=" ".join([four[0], *four[2:]])),
        make(quotation=" ".join(four)[1:]),
        make(quotation=" ".join(four)[:-1]),
        make(quotation=" ".join(four).swapcase()),
        make(quotation=" ".join(words[-3:]) + " and"),
        make(quotation=said(rng, 4, 5)),
        make(reason=""),
        make(reason=" \n "),
        make(rating=0, reason=""),
        make(rating=7, quotation="nowhere to be found"),
        many,
        dict(reversed(many.items())),
    ]
    return [json.dumps(each) for each in records]


def of_sound(rng, text, criteria):
    words = text.split()
    spaced = changed(rng, text, criteria, quotation="  " + "\n ".join(words[1:5]) + " ")
    backward = sound(rng, text, criteria)
    records = [sound(rng, text, criteria) for _ in range(3)] + [spaced, dict(reversed(backward.items()))]
    records += [
        changed(rng, text, criteria, quotation=" ".join(part)) for part in (words[:3], words[-3:], words)
    ]
    records += [changed(rng, text, criteria, rating=rating) for rating in (1, 5)]
    return [json.dumps(each) for each in records] + [json.dumps(records[0], indent=2)]


@exercise("feedback_faults", points=3)
class _:
    # before the form was checked by `read_feedback`
    edited = r"""
    kinds = {"rating": {"type": "integer"}, "quotation": {"type": "string"}, "reason": {"type": "string"}}
    part = {"type": "object", "properties": kinds, "required": list(kinds), "additionalProperties": False}
    schema = {
        "type": "object",
        "properties": dict.fromkeys(criteria, part),
        "required": list(criteria),
        "additionalProperties": False,
    }
    try:
        feedback = json.loads(written)
    except ValueError:
        return ["form"]
    if not jsonschema.Draft202012Validator(schema).is_valid(feedback):
        return ["form"]
    faults, words = [], text.split()
    for name in criteria:
        each = feedback[name]
        if not 1 <= each["rating"] <= 5:
            faults.append(f"{name}: rating")
        quoted = each["quotation"].split()
        n = len(quoted)
        if n < 3 or not any(words[i : i + n] == quoted for i in range(len(words))):
            faults.append(f"{name}: quotation")
        if not each["reason"].strip():
            faults.append(f"{name}: reason")
    return faults
"""

    cases = [
        dict(n=2, kind="sound"),
        dict(n=1, kind="form"),
        dict(n=3, kind="form"),
        dict(n=2, kind="rules"),
        dict(n=1, kind="rules"),
    ]

    def inputs(rng, n, kind):
        criteria = [str(name) for name in rng.permutation(["style", "grammar", "clarity", "structure"])[:n]]
        words = [f"{rng.choice(PROSE)}{place}" for place in range(16)]  # no word occurs twice
        words = [word.capitalize() if place % 5 == 0 else word for place, word in enumerate(words)]
        text = " ".join(words[:8]) + "\n\n" + " ".join(words[8:])
        make = {"sound": of_sound, "form": of_form, "rules": against_rules}[kind]
        return {"written": make(rng, text, criteria), "text": text, "criteria": criteria}

    def oracle(written, text, criteria):
        spaced = f" {' '.join(text.split())} "
        found = []
        for each in written:
            try:
                feedback = json.loads(each)
            except ValueError:
                found.append(["form"])
                continue
            right = isinstance(feedback, dict) and sorted(feedback) == sorted(criteria)
            for part in feedback.values() if right else ():
                right = right and isinstance(part, dict) and sorted(part) == ["quotation", "rating", "reason"]
                right = right and type(part["rating"]) is int
                right = right and isinstance(part["quotation"], str) and isinstance(part["reason"], str)
            if not right:
                found.append(["form"])
                continue
            faults = []
            for name in criteria:
                part = feedback[name]
                quoted = part["quotation"].split()
                broken = {
                    "rating": part["rating"] not in (1, 2, 3, 4, 5),
                    "quotation": len(quoted) < 3 or f" {' '.join(quoted)} " not in spaced,
                    "reason": part["reason"].strip() == "",
                }
                faults += [f"{name}: {rule}" for rule, is_broken in broken.items() if is_broken]
            found.append(faults)
        return {"faults": found, "criteria unchanged": {"faults": found, "criteria": list(criteria)}}

    alternatives = {
        "types by hand": """
            try:
                feedback = json.loads(written)
            except ValueError:
                return ["form"]
            if not isinstance(feedback, dict) or set(feedback) != set(criteria):
                return ["form"]
            for part in feedback.values():
                if not isinstance(part, dict) or set(part) != {"rating", "quotation", "reason"}:
                    return ["form"]
                if isinstance(part["rating"], bool) or not isinstance(part["rating"], int):
                    return ["form"]
                if not (isinstance(part["quotation"], str) and isinstance(part["reason"], str)):
                    return ["form"]
            faults = []
            spaced = " " + " ".join(text.split()) + " "
            for name in criteria:
                part = feedback[name]
                if part["rating"] not in range(1, 6):
                    faults.append(name + ": rating")
                quoted = part["quotation"].split()
                if len(quoted) < 3 or " " + " ".join(quoted) + " " not in spaced:
                    faults.append(name + ": quotation")
                if part["reason"].isspace() or part["reason"] == "":
                    faults.append(name + ": reason")
            return faults
        """,
    }
    slips = [
        slip(
            "a quotation is compared letter by letter, not word by word",
            edit=(QUOTED, 'if n < 3 or each["quotation"] not in text:'),
            also=[(QUOTED, 'if n < 3 or " ".join(quoted) not in " ".join(words):')],
            why="A line break would make a real quotation fail, or half a word at its end would pass.",
            look="Try a quotation that begins in the middle of a word, and one across a line break.",
        ),
        slip(
            "a short quotation passes",
            edit=("if n < 3 or not", "if not"),
            also=[("n < 3", "n < 2"), ("n < 3", "n < 1")],
            why="One or two words occur in almost any text, so they prove nothing. An empty quotation occurs in every text.",
            look="What does your function return for the quotation \"\"?",
        ),
        slip(
            "quotations aren't looked up in the text",
            edit=(QUOTED, "if n < 3:"),
            why="Models invent quotations. Whether one is real is the easiest thing to check.",
            look="Where in your code does the text occur?",
        ),
        slip(
            "the words of a quotation may come in any order",
            edit=(QUOTED, "if n < 3 or not set(quoted) <= set(words):"),
            also=[(QUOTED, "rest = iter(words)\n        if n < 3 or not all(word in rest for word in quoted):")],
            why="The same words in another order mean something else, so it isn't a quotation.",
            look="Quote four words backward. Does it pass?",
        ),
        slip(
            "capital letters don't count",
            edit=("words = [], text.split()", "words = [], text.lower().split()"),
            also=[[("words = [], text.split()", "words = [], text.lower().split()"), ('each["quotation"].split()', 'each["quotation"].lower().split()')]],
            why="The docstring asks for an exact match, because a quotation shouldn't be edited.",
            look="Does your code change the letters of the text or of the quotation?",
        ),
        slip(
            "the range of ratings is wrong",
            edit=("1 <= each", "0 <= each"),
            also=[('["rating"] <= 5', '["rating"] <= 10'), ('["rating"] <= 5', '["rating"] < 5'), ("1 <= each", "1 < each")],
            why="On a scale from 1 to 5, a 0 or a 6 would slip into the average unnoticed.",
            look="Which of the ratings 0, 1, 5 and 6 pass?",
        ),
        slip(
            "a rating that isn't an integer passes",
            edit=(INTEGER, '"rating": {"type": "number"}'),
            also=[(INTEGER, '"rating": {"type": ["integer", "boolean"]}')],
            why="The rubric has five steps. In Python, true even counts as 1.",
            look="What does your function return for the ratings 3.5 and true?",
        ),
        slip(
            "an extra key passes",
            edit=('"additionalProperties": False}\n', '"additionalProperties": True}\n'),
            also=[('"additionalProperties": False,\n', '"additionalProperties": True,\n')],
            why="A criterion that no one asked for would slip into the report.",
            look="What does a JSON Schema allow for keys that it doesn't name?",
        ),
        slip(
            "a blank reason passes",
            edit=(REASON, "if False:"),
            also=[(REASON, 'if not each["reason"]:')],
            why="A rating without a reason can't be discussed.",
            look="What does your function return for a reason of one space?",
        ),
        slip(
            "text that isn't JSON raises an error",
            edit=("except ValueError:\n        " + FORM, "except ValueError:\n        raise"),
            why="A model wrote it, so you have to expect anything. One bad reply shouldn't stop the check of a thousand.",
            look="What does your function do with the string \"Good.\"?",
        ),
        slip(
            "only the first fault is reported",
            edit=("return faults", "return faults[:1]"),
            why="The model, or a person, needs to know everything that has to be fixed.",
            look="How many faults does your function find if every field of every criterion is wrong?",
        ),
        slip(
            "each criterion has one fault at most",
            edit='def feedback_faults(written, text, criteria):\n    feedback = read_feedback(written, criteria)\n    if feedback is None:\n        return ["form"]\n    faults, words = [], text.split()\n    for name in criteria:\n        each = feedback[name]\n        quoted = each["quotation"].split()\n        n = len(quoted)\n        if not 1 <= each["rating"] <= 5:\n            faults.append(f"{name}: rating")\n        elif n < 3 or not any(words[i : i + n] == quoted for i in range(len(words))):\n            faults.append(f"{name}: quotation")\n        elif not each["reason"].strip():\n            faults.append(f"{name}: reason")\n    return faults',
            why="The rules don't depend on one another, so a rating out of range mustn't hide a made-up quotation.",
            look="What does your function return for a criterion that breaks two rules?",
        ),
        slip(
            "a quotation at the very end of the text is not found",
            edit=("range(len(words))", "range(len(words) - n)"),
            why="A text of w words has w − n + 1 positions at which n words can begin. Your loop leaves out the last one.",
            look="For a text of four words and a quotation of three, at which positions does your code look?",
        ),
        slip(
            "faults don't name their criterion",
            edit=('f"{name}: quotation"', '"quotation"'),
            also=[[('f"{name}: quotation"', '"quotation"'), ('f"{name}: rating"', '"rating"'), ('f"{name}: reason"', '"reason"')]],
            why="With several criteria, it would be unclear which of them to fix.",
            look="What should a fault look like, according to the docstring?",
        ),
        slip(
            "the faults are in the order of the feedback",
            edit=("for name in criteria:", "for name in feedback:"),
            why="Two replies with the same faults should get the same list.",
            look="In which order does the docstring want the faults?",
        ),
        slip(
            'feedback without the agreed form raises an error',
            edit='def feedback_faults(written, text, criteria):\n    feedback, faults = read_feedback(written, criteria), []\n    words = text.split()\n    for name in criteria:\n        each = feedback[name]\n        quoted = each["quotation"].split()\n        if not 1 <= each["rating"] <= 5:\n            faults.append(f"{name}: rating")\n        if len(quoted) < 3 or not any(words[i : i + len(quoted)] == quoted for i in range(len(words))):\n            faults.append(f"{name}: quotation")\n        if not each["reason"].strip():\n            faults.append(f"{name}: reason")\n    return faults\n',
            why='In that case `read_feedback` returns None, and None has no criteria.',
            look='What does your function do with the string "Good."?',
        ),
    ]  # fmt: skip
    promises = {
        "sound feedback": dict(kind="sound"),
        "wrong form": dict(kind="form"),
        "several criteria": dict(n=3),
        "one criterion": dict(n=1),
        "unchanged": "criteria unchanged",
    }
