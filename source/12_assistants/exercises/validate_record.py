"""Validate a record of training data: its JSON Schema, then rules a schema can't express.

Oracle: errors of form by jsonschema, the order of turns by a table of who may speak next, the other
rules written out.
"""

import re

from autograder.authoring import exercise, slip

from ._shared import ROLES, said

ORDER = {  # one letter a message: s system, u user, c a call, t its result, a an answer
    "chat": {
        "valid": ["ua", "sua", "uaua", "suauaua"],
        "wrong": ["u", "uau", "au", "uua", "uuaa", "uaa", "usa", "s", "su", "ssua", "suasua", "saua"],
    },
    "tool": {
        "valid": ["ua", "ucta", "suctcta", "uaucta", "sucta", "uctaua"],
        "wrong": ["uta", "tua", "ctua", "uca", "uct", "uc", "uctta", "uccta", "uccttaa", "ucuta", "ucctta", "uactua", "uctua", "ucsta", "su", "uctact", "uucta", "uctaa"],
    },
}  # fmt: skip
SIMPLE = {
    "text": ["text"],
    "instruction": ["prompt", "response"],
    "preference": ["prompt", "chosen", "rejected"],
    "safety": ["user_request", "label", "preferred_response"],
    "expert": ["problem", "solution"],
}


def turn(rng, letter):
    if letter == "c":
        call = {"name": str(rng.choice(["clock", "look_up"])), "arguments": {"about": said(rng, 1, 3)}}
        return {"role": "assistant", "tool_call": call}
    return {"role": ROLES[letter], "content": said(rng)}


def simple(rng, kind):
    record = {key: f"{said(rng)} {place}" for place, key in enumerate(SIMPLE[kind])}
    return record | ({"label": str(rng.choice(["allowed", "disallowed"]))} if kind == "safety" else {})


def ranked(rng, n, ranking=None):
    ranking = [int(i) + 1 for i in rng.permutation(n)] if ranking is None else ranking
    return {"prompt": said(rng), "candidates": [f"{said(rng)} {i}" for i in range(n)], "ranking": ranking}


def without(record, key):
    return {name: value for name, value in record.items() if name != key}


def valid_records(rng, kind):
    if kind in ORDER:
        return [{"messages": [turn(rng, x) for x in letters]} for letters in ORDER[kind]["valid"]]
    if kind == "ranking":
        alike = ranked(rng, 2)
        alike["candidates"][1] = alike["candidates"][0]
        return [ranked(rng, n) for n in (2, 3, 4, 5)] + [alike]
    records = [simple(rng, kind) for _ in range(4)]
    if kind == "preference":  # these differ
        records += [
            simple(rng, kind) | {"chosen": "Yes.", "rejected": "yes."},
            simple(rng, kind) | {"chosen": "no", "rejected": "no."},
            simple(rng, kind) | {"chosen": "a  gain", "rejected": "a gain"},
        ]
        records.append(simple(rng, kind) | {"prompt": "Say no.", "chosen": "Say no."})
    return records


def misformed(rng, kind):
    """Records whose form is wrong, at one place or at two."""
    if kind in ORDER:
        good = [turn(rng, "u"), turn(rng, "a")]
        other = [turn(rng, "u"), {"role": "assistant"}, turn(rng, "a")]
        faults = [
            {"messages": [good[0] | {"role": "bot"}, good[1]]},
            {"messages": other},
            {"messages": [good[0], good[1] | {"content": "  "}]},
            {"messages": [good[0] | {"role": "Alice"}, good[1] | {"name": "Bob"}]},
            {"messages": [1, 1]},
            {"messages": [good[0] | {"role": "bot"}, 7], "source": said(rng, 1, 2)},
            {"messages": []},
            {"messages": said(rng)},
            {"messages": good, "source": said(rng, 1, 2)},
            {},
        ]
        if kind == "chat":
            faults.append({"messages": [turn(rng, x) for x in "ucta"]})
        else:
            call = turn(rng, "c")
            no_name = call | {"tool_call": without(call["tool_call"], "name")}
            text = call | {"tool_call": call["tool_call"] | {"arguments": "{}"}}
            faults += [
                {"messages": [turn(rng, "u"), c, turn(rng, "t"), turn(rng, "a")]} for c in (no_name, text)
            ]
        return faults
    if kind == "ranking":
        good = ranked(rng, 3)
        return [
            without(good, "ranking"),
            good | {"ranking": ["first", "second", "third"]},
            good | {"ranking": [1.5, 2, 3]},
            good | {"candidates": good["candidates"][:1], "ranking": [1]},
        ]
    good = simple(rng, kind)
    last = SIMPLE[kind][-1]
    faults = [without(good, last), good | {last: 3}, good | {last: "   "}, good | {"note": said(rng)}, {}]
    if len(good) > 1:
        faults.append(good | {SIMPLE[kind][0]: "", last: None})
    if kind == "safety":
        faults.append(good | {"label": "maybe"})
    return faults


def against_rules(rng, kind):
    """Records of the right form that break a rule."""
    if kind in ORDER:
        return [{"messages": [turn(rng, x) for x in letters]} for letters in ORDER[kind]["wrong"]]
    if kind == "ranking":
        shifted = [int(i) for i in rng.permutation(4)]
        return [
            ranked(rng, *way)
            for way in (
                (4, shifted),
                (3, [1, 2, 2]),
                (3, [1, 3]),
                (2, [2, 1, 3]),
                (3, [2, 1, 7]),
                (3, [-1, 2, 3]),
                (3, [3, 3, 3]),
                (3, [1, 2, 3, 3]),
                (4, [1, 4, 4, 1]),
            )
        ]
    if kind == "preference":
        same = said(rng)
        return [
            simple(rng, kind) | pair
            for pair in (
                {"chosen": same, "rejected": same},
                {"chosen": same, "rejected": f" {same}\n"},
                {"chosen": f"{same}  ", "rejected": same},
            )
        ]
    return []


def letters_of(messages):
    return "".join("c" if "tool_call" in m else m["role"][0] for m in messages)


def in_order(letters):
    """Turn by turn: who may speak next."""
    next_turns = {"": "su", "s": "u", "u": "ca", "c": "t", "t": "ca", "a": "u"}
    before = ""
    for letter in letters:
        if letter not in next_turns[before]:
            return False
        before = letter
    return before == "a"


def is_valid(record, kind):
    """Of records whose form is right."""
    if kind in ORDER:
        return in_order(letters_of(record["messages"]))
    if kind == "ranking":
        return len(record["ranking"]) == len(record["candidates"]) and all(
            i + 1 in record["ranking"] for i in range(len(record["candidates"]))
        )
    if kind == "preference":  # white space within an answer is a part of it
        bare = [re.sub(r"\A\s+|\s+\Z", "", record[key]) for key in ("chosen", "rejected")]
        return bare[0] != bare[1]
    return True


SCHEMA_ERRORS = "validator.iter_errors(record)"
ROLES_RULE = 'r"s?(u(ct)*a)+"'
RANKED = 'sorted(record["ranking"]) != list(range(1, len(record["candidates"]) + 1))'
SAME = 'record["chosen"].strip() == record["rejected"].strip()'
EARLY = "    if faults:\n        return faults\n"
LAST_RETURN = "    return rules\n"


@exercise("validate_record", points=3)
class _:
    cases = [
        dict(kind=kind)
        for kind in ("chat", "tool", "preference", "ranking", "text", "instruction", "safety", "expert")
    ]
    weights = {"which are valid": 4, "one sentence for each schema error": 2, "records unchanged": 1}

    def inputs(rng, kind):
        records = [(record, False) for record in valid_records(rng, kind) + against_rules(rng, kind)]
        records += [(record, True) for record in misformed(rng, kind)]
        records += [(valid_records(rng, kind)[0], False) for _ in range(int(rng.integers(1, 5)))]
        records = [records[i] for i in rng.permutation(len(records))]
        return {
            "kind": kind,
            "records": [record for record, _ in records],
            "misformed": [i for i, (_, wrong) in enumerate(records) if wrong],
        }

    def oracle(kind, records, misformed):
        import jsonschema

        from utils.topics.assistants.record_schemas import SCHEMAS

        validator = jsonschema.validators.validator_for(SCHEMAS[kind])(SCHEMAS[kind])
        verdicts, sentences = [], []
        for i, record in enumerate(records):
            faults = sum(1 for _ in validator.iter_errors(record))
            assert bool(faults) == (i in misformed), record
            verdicts.append("valid" if not faults and is_valid(record, kind) else "faulty")
            if faults:
                sentences.append(faults)
        return {
            "which are valid": verdicts,
            "one sentence for each schema error": {
                "verdicts": verdicts,
                "sentences": sentences,
                "text": True,
            },
            "records unchanged": {"verdicts": verdicts, "records": records},
        }

    alternatives = {
        "turn by turn": """
            faults = [str(error.message) for error in jsonschema.Draft202012Validator(SCHEMAS[kind]).iter_errors(record)]
            if not faults and kind in ("chat", "tool"):
                allowed = {"start": ("system", "user"), "system": ("user",), "user": ("call", "assistant"), "call": ("tool",),
                           "tool": ("call", "assistant"), "assistant": ("user",)}
                before = "start"
                for number, message in enumerate(record["messages"]):
                    now = "call" if "tool_call" in message else message["role"]
                    if now not in allowed[before]:
                        faults.append(f"Message {number} may not follow {before}.")
                    before = now
                if before != "assistant":
                    faults.append("The last message should be the assistant's answer.")
            elif not faults and kind == "ranking":
                places = set(range(1, 1 + len(record["candidates"])))
                if len(record["ranking"]) != len(places) or set(record["ranking"]) != places:
                    faults.append("The ranking is no permutation.")
            elif not faults and kind == "preference":
                if record["chosen"].strip() == record["rejected"].strip():
                    faults.append("Nothing is preferred.")
            return faults
        """,
        "pairs taken out": """
            faults = []
            for error in sorted(jsonschema.Draft202012Validator(SCHEMAS[kind]).iter_errors(record), key=str):
                faults.append("wrong form: " + error.message)
            if faults:
                return faults
            if kind == "preference" and record["chosen"].strip() == record["rejected"].strip():
                return ["same answers"]
            if kind == "ranking":
                n = len(record["candidates"])
                if len(record["ranking"]) != n or any(i + 1 not in record["ranking"] for i in range(n)):
                    return ["no permutation"]
            if kind in ("chat", "tool"):
                text = " ".join("call" if "tool_call" in m else m["role"] for m in record["messages"]) + " "
                if text.startswith("system "):
                    text = text[len("system "):]
                while "user call tool " in text:
                    text = text.replace("user call tool ", "user ")
                n = text.count("user ")
                if n == 0 or text != "user assistant " * n:
                    return ["The order is wrong."]
            return []
        """,
    }
    slips = [
        slip(
            "only one call is allowed before an answer",
            edit=(ROLES_RULE, 'r"s?(u(ct)?a)+"'),

            why="After looking something up, the assistant often has to calculate with it.",
            look="How many calls may there be between a question and its answer?",
        ),
        slip(
            "a ranking may name a candidate twice",
            edit=(RANKED, 'set(record["ranking"]) != set(range(1, len(record["candidates"]) + 1))'),
            why="The second time says nothing, or contradicts the first.",
            look="What does your function say about the ranking 1, 2, 3, 3 of three candidates?",
        ),
        slip(
            "spaces make two answers different",
            edit=(SAME, 'record["chosen"] == record["rejected"]'),
            also=[(SAME, 'record["chosen"].rstrip() == record["rejected"]'), (SAME, 'record["chosen"] == record["rejected"].strip()')],
            why="The model would learn to prefer a space.",
            look="Which differences between two answers do not count?",
        ),
        slip(
            "the last turn may have any role",
            edit=(ROLES_RULE, 'r"s?(u(ct)*a)*(u(ct)*c?)?"', 'r"s?(u(ct)*a)+u?"'),
            also=[(ROLES_RULE, 'r"s?(u(ct)*a)+.*"'), (ROLES_RULE, 'r"s?(u(ct)*a)*(u(ct)*)?"'), (ROLES_RULE, 'r"s?(u(ct)*a?)+"'), (ROLES_RULE, 'r"s?(u(ct)*a)*u(ct)*a?"'), (ROLES_RULE, 'r"s?(u(ct)*a)*"')],
            why="What is learned is the answer. A chat that ends with a question has none at its end.",
            look="Who speaks last in each of the examples?",
        ),
        slip(
            "calls and results are only counted",
            edit=('if not re.fullmatch(' + ROLES_RULE + ', letters):', 'if letters.count("c") != letters.count("t") or not re.fullmatch(r"s?(ua)+", letters.replace("c", "").replace("t", "")):', 'if letters.count("c") != letters.count("t") or not re.fullmatch(r"s?(u[ct]*a)+", letters):'),
            also=[(ROLES_RULE, 'r"s?(u[ct]*a)+"'), (ROLES_RULE, 'r"s?(u(c+t+)*a)+"'), ('if not re.fullmatch(' + ROLES_RULE + ', letters):', 'if letters.count("c") != letters.count("t") or not re.fullmatch(r"s?(uc*t*a)+", letters):')],
            why="A result belongs to the call before it. Two calls and then two results do not say which is whose.",
            look="What comes right after each call?",
        ),
        slip(
            "the schema is not asked",
            edit=(SCHEMA_ERRORS, "[]"),
            why="A missing field is found only when training reads it, hours later.",
            look="What does your function say about a record without any field?",
        ),
        slip(
            "the schema alone decides",
            edit=(EARLY, "    return faults\n"),

            why="A schema describes fields. That roles take turns, and that a ranking names each candidate once, it cannot say.",
            look="What does your function say about a chat in which the user speaks twice in a row?",
        ),
        slip(
            "only the first schema error is named",
            edit=("for error in " + SCHEMA_ERRORS, "for error in list(" + SCHEMA_ERRORS + ")[:1]"),

            why="To fix a record, you need to know everything at once, and not run the program again for each error.",
            look="How many sentences do you return for a record in which two fields are wrong?",
        ),
        slip(
            "a fault is raised, not returned",
            edit=("    validator = ", "    jsonschema.validate(record, SCHEMAS[kind])\n    validator = "),
            also=['def validate_record(record, kind):\n    out = [e.message for e in jsonschema.Draft202012Validator(SCHEMAS[kind]).iter_errors(record)]\n    if out:\n        return out\n    if kind in ("chat", "tool"):\n        s = "".join("c" if "tool_call" in m else m["role"][0] for m in record["messages"])\n        if not re.fullmatch("s?(u(ct)*a)+", s):\n            raise ValueError("order")\n    if kind == "ranking" and sorted(record["ranking"]) != [i + 1 for i in range(len(record["candidates"]))]:\n        raise ValueError("ranking")\n    if kind == "preference" and record["chosen"].strip() == record["rejected"].strip():\n        raise ValueError("same")\n    return []\n', (EARLY, "    if faults:\n        raise ValueError(faults[0])\n")],
            why="One bad record of a million would stop the program.",
            look="What does the docstring promise for a record that is wrong?",
        ),
        slip(
            "True or False comes back",
            edit=(LAST_RETURN, "    return not rules\n"),
            also=[[(EARLY, "    if faults:\n        return False\n"), (LAST_RETURN, "    return not rules\n")]],
            why="It says that something is wrong, and not what.",
            look="What does the docstring promise for a record that is valid?",
        ),
        slip(
            "nothing comes back for a valid record",
            edit=(LAST_RETURN, "    return rules or None\n"),
            also=[(LAST_RETURN, '    return rules or ["valid"]\n'), (LAST_RETURN, '    return rules or ""\n')],
            why="Code that counts faults takes the length of the list.",
            look="What does the docstring promise for a record that is valid?",
        ),
        slip(
            "a str comes back instead of a list",
            edit=[(EARLY, '    if faults:\n        return " ".join(faults)\n'), (LAST_RETURN, '    return " ".join(rules)\n')],
            also=[(EARLY, '    if faults:\n        return " ".join(faults)\n'), ('[f"{error.json_path}: {error.message}" for', "[error for"), [(EARLY, "    if faults:\n        return tuple(faults)\n"), (LAST_RETURN, "    return tuple(rules)\n")]],
            why="A list has as many sentences as there are faults; a text, or the library's own objects, has not.",
            look="Print the type of what you return, and of what is in it.",
        ),
        slip(
            "rules are applied to a record whose form is wrong",
            edit=[(EARLY, ""), ("    rules = []\n", "    rules = faults\n")],
            why="They read fields that may not be there, and stop with an error of their own.",
            look="What is `record[\"messages\"]` of a record without any field?",
        ),
        slip(
            "every record is taken for a chat",
            edit=("validator = jsonschema.Draft202012Validator(SCHEMAS[kind])", 'validator = jsonschema.Draft202012Validator(SCHEMAS["chat"])'),
            why="Each kind has a schema of its own.",
            look="Which of the arguments of your function decides about the schema?",
        ),
        slip(
            "one role may speak twice in a row",
            edit=(ROLES_RULE, 'r"s?u[uact]*a"', 'r"s?(u+(ct)*a+)+"', 'r"s?(u(ct)*a+)+"', 'r"s?(u+(ct)*a)+"', 'r"[suact]*a"'),
            also=[(ROLES_RULE, 'r"s?[uact]*a"'), (ROLES_RULE, 'r"s?[uact]+"'), (ROLES_RULE, 'r"s?u[uactc]*"'), (ROLES_RULE, 'r"s?u.*a"')],
            why="The template has never seen it, and the model would learn to wait for an answer that another turn gives.",
            look="Who may speak after a user?",
        ),
        slip(
            "the assistant may begin",
            edit=(ROLES_RULE, 'r"s?a?(u(ct)*a)+"'),
            also=[(ROLES_RULE, 'r"s?(u?(ct)*a)+"')],
            why="An answer without a question teaches to answer nothing.",
            look="Who speaks first, or first after the system?",
        ),
        slip(
            "the system may speak anywhere",
            edit=(ROLES_RULE, 'r"(s?u(ct)*a)+"', 'r"s*(u(ct)*a)+"'),
            also=[('m["role"][0] for m in record["messages"])', 'm["role"][0] for m in record["messages"] if m["role"] != "system")')],
            why="It sets the tone once, at the start. Later on it would be a turn that gets no answer.",
            look="Where may a system message be, and how often?",
        ),
        slip(
            "every chat needs the system",
            edit=(ROLES_RULE, 'r"s(u(ct)*a)+"'),
            why="Most records have none. The template then puts its default in front.",
            look="Is the example of a tool's record valid?",
        ),
        slip(
            "no chat may have the system",
            edit=(ROLES_RULE, 'r"(u(ct)*a)+"'),
            why="It is what makes one model speak in several ways.",
            look="Is the example of a chat valid?",
        ),
        slip(
            "only one exchange is allowed",
            edit=(ROLES_RULE, 'r"s?u(ct)*a"', 'r"s?(u(ct)?a)"'),
            why="A chat may go on as long as it likes.",
            look="Is the example of a chat valid?",
        ),
        slip(
            "a result may come without its call",
            edit=(ROLES_RULE, 'r"s?(u(c?t)*a)+"', 'r"s?(u(ct+)*a)+"'),
            also=[(ROLES_RULE, 'r"s?t?(u(c?t)*a)+"'), (ROLES_RULE, 'r"s?(ut?(ct)*a)+"')],
            why="The model would learn that results fall from the sky, and make some up.",
            look="Which message has to come before a tool's result?",
        ),
        slip(
            "a call may stay without a result",
            edit=(ROLES_RULE, 'r"s?(u(ct?)*a)+"', 'r"s?(u(c+t)*a)+"'),

            why="The model would learn to answer without waiting for what it asked for.",
            look="Which message has to come after a call?",
        ),
        slip(
            "tools are not thought of",
            edit=('if kind in ("chat", "tool"):', 'if kind == "chat":'),
            also=[(ROLES_RULE, 'r"s?(ua)+"')],
            why="A chat with tools has the same order, and more that can go wrong with it.",
            look="Which kinds of records have turns?",
        ),
        slip(
            "a call counts as an answer",
            edit=('"c" if "tool_call" in m else m["role"][0]', 'm["role"][0]'),
            also=[[('"c" if "tool_call" in m else m["role"][0]', 'm["role"][0]'), (ROLES_RULE, 'r"s?(u(at)*a)+"')]],
            why="Both are the assistant's, and only one of them is said to the user.",
            look="How do you tell a call from an answer?",
        ),
        slip(
            "a ranking is only looked through for doubles",
            edit=(RANKED, 'len(set(record["ranking"])) != len(record["ranking"])', 'len(set(record["ranking"])) != len(record["candidates"])'),
            also=[(RANKED, 'len(set(record["ranking"])) != len(record["ranking"]) or len(record["ranking"]) != len(record["candidates"])')],
            why="Numbers may be different from one another and still name no candidate.",
            look="What does your function say about the ranking 2, 1, 7 of three candidates?",
        ),
        slip(
            "a ranking is only measured by its length",
            edit=(RANKED, 'len(record["ranking"]) != len(record["candidates"])'),
            also=['def validate_record(record, kind):\n    out = [e.message for e in jsonschema.Draft202012Validator(SCHEMAS[kind]).iter_errors(record)]\n    if out:\n        return out\n    if kind in ("chat", "tool"):\n        s = "".join("c" if "tool_call" in m else m["role"][0] for m in record["messages"])\n        if not re.fullmatch("s?(u(ct)*a)+", s):\n            out.append("order")\n    if kind == "ranking" and not (min(record["ranking"]) == 1 and max(record["ranking"]) == len(record["candidates"])):\n        out.append("ranking")\n    if kind == "preference" and record["chosen"].strip() == record["rejected"].strip():\n        out.append("same")\n    return out\n', (RANKED, 'not all(1 <= i <= len(record["candidates"]) for i in record["ranking"])'), (RANKED, 'max(record["ranking"]) != len(record["candidates"])'), (RANKED, 'sum(record["ranking"]) != sum(range(1, len(record["candidates"]) + 1))'), (RANKED, 'len(record["ranking"]) != len(record["candidates"]) or not all(1 <= i <= len(record["candidates"]) for i in record["ranking"])')],
            why="Each candidate has to be named, and named once.",
            look="What does your function say about the ranking 1, 2, 2 of three candidates?",
        ),
        slip(
            "candidates are not counted",
            edit=(RANKED, 'sorted(record["ranking"]) != list(range(1, len(record["ranking"]) + 1))'),
            why="A ranking of two that names two is right, and of three candidates it leaves one out.",
            look="How many candidates does the record have?",
        ),
        slip(
            "candidates are counted from 0",
            edit=(RANKED, 'sorted(record["ranking"]) != list(range(len(record["candidates"])))'),
            also=[(RANKED, 'sorted(record["ranking"]) not in (list(range(len(record["candidates"]))), list(range(1, len(record["candidates"]) + 1)))')],
            why="The records count from 1. Read from 0, the best answer becomes another one, and nothing warns.",
            look="What is the number of the first candidate?",
        ),
        slip(
            "a ranking has to be in order already",
            edit=(RANKED, RANKED.replace("sorted(record[\"ranking\"])", "record[\"ranking\"]")),
            why="Then there would be nothing to learn from it: the best would always be the first.",
            look="Is the example of a ranking valid?",
        ),
        slip(
            "two answers that differ are called the same",
            edit=(SAME, 'record["chosen"].strip().lower() == record["rejected"].strip().lower()', 'record["chosen"].strip(" .\\n") == record["rejected"].strip(" .\\n")'),
            also=[(SAME, 'len({*record.values()}) < 3 or ' + SAME)],
            why="Capital letters and full stops may be the very thing that people preferred.",
            look="What does the docstring say about `Yes.` and `yes.`?",
        ),
        slip(
            "the two answers of a preference are not compared",
            edit=('if kind == "preference" and ' + SAME + ":", "if False:"),
            why="No answer is better than itself. Such a pair teaches nothing, and shows that it was never checked.",
            look="Which of the rules of the docstring does your code not have?",
        ),
        slip(
            "rankings are not looked at",
            edit=('if kind == "ranking" and ' + RANKED + ":", "if False:"),
            why="A schema holds each number to be a whole one, and does not see that they have to be all of them.",
            look="Which of the rules of the docstring does your code not have?",
        ),
        slip(
            "the turns are not looked at",
            edit=('if kind in ("chat", "tool"):', "if False:"),
            why="A schema sees one message after the other, and no order.",
            look="Which of the rules of the docstring does your code not have?",
        ),
        slip(
            "the record is changed",
            edit=(LAST_RETURN, '    record["checked"] = True\n    return rules\n'),
            also=[('    if kind in ("chat", "tool"):\n', '    if kind in ("chat", "tool"):\n        if record["messages"][0]["role"] == "system" and len(record["messages"]) > 1 and record["messages"][1]["role"] == "user":\n            record["messages"].pop(0)\n')],
            why="What was to be checked is another thing afterwards.",
            look="Which of your operations write into `record`?",
        ),
        slip(
            'a part of the chat in order is enough',
            edit=(ROLES_RULE, 'r".*u(ct)*a.*"'),
            also=[(ROLES_RULE, 'r".*(u(ct)*a)+"')],
            why='The model is trained on what comes before and after it as well.',
            look='Which part of the chat does your pattern not look at?',
        ),
        slip(
            'calls are allowed outside an exchange',
            edit=('if not re.fullmatch(' + ROLES_RULE + ', letters):', 'if not re.fullmatch(r"s?(ua)+", re.sub("(?<=.)ct", "", letters)):'),
            also=[('if not re.fullmatch(' + ROLES_RULE + ', letters):', 'if not re.fullmatch(r"s?(ua)+", letters.replace("ct", "")):'), 'def validate_record(record, kind):\n    out = [e.message for e in jsonschema.Draft202012Validator(SCHEMAS[kind]).iter_errors(record)]\n    if out:\n        return out\n    if kind in ("chat", "tool"):\n        ms, spoken = record["messages"], []\n        for i, m in enumerate(ms):\n            if m["role"] == "tool" and (i == 0 or "tool_call" not in ms[i - 1]):\n                out.append("no call")\n            elif "tool_call" in m and (i + 1 == len(ms) or ms[i + 1]["role"] != "tool"):\n                out.append("no result")\n            elif m["role"] != "tool" and "tool_call" not in m:\n                spoken.append(m["role"])\n        if spoken[:1] == ["system"]:\n            spoken = spoken[1:]\n        if not spoken or spoken != ["user", "assistant"] * (len(spoken) // 2):\n            out.append("order")\n    if kind == "ranking" and sorted(record["ranking"]) != [i + 1 for i in range(len(record["candidates"]))]:\n        out.append("ranking")\n    if kind == "preference" and record["chosen"].strip() == record["rejected"].strip():\n        out.append("same")\n    return out\n'],
            why='The assistant would call a tool before any question was asked, and then sit on the result until the next one.',
            look='Who speaks before the first call of an exchange?',
        ),
        slip(
            'only neighbours are compared',
            edit='def validate_record(record, kind):\n    out = [e.message for e in jsonschema.Draft202012Validator(SCHEMAS[kind]).iter_errors(record)]\n    if out:\n        return out\n    if kind in ("chat", "tool"):\n        roles = [m["role"] for m in record["messages"]]\n        if any(a == b for a, b in zip(roles, roles[1:])):\n            out.append("twice")\n        if roles[-1] != "assistant":\n            out.append("last")\n    if kind == "ranking" and sorted(record["ranking"]) != [i + 1 for i in range(len(record["candidates"]))]:\n        out.append("ranking")\n    if kind == "preference" and record["chosen"].strip() == record["rejected"].strip():\n        out.append("same")\n    return out\n',
            why="A chat may begin with the assistant, or have the system in its middle, without two neighbours with the same role. And a call and the answer after it are both the assistant's.",
            look='Which chats that the table forbids have no two equal neighbours?',
        ),
    ]  # fmt: skip
    promises = {
        "chats": dict(kind="chat"),
        "tools": dict(kind="tool"),
        "preferences": dict(kind="preference"),
        "rankings": dict(kind="ranking"),
        "kinds without rules of their own": dict(kind="expert"),
        "one sentence for each schema error": "one sentence for each schema error",
        "an empty list": "which are valid",
        "records are left as they are": "records unchanged",
    }
