"""Validate a record of training data: its JSON Schema, then rules a schema can't express.

Oracle: errors of form by jsonschema, the order of turns by a table of who may speak next, the other
rules written out.
"""

import re

from autograder.authoring import exercise, slip

from ._shared import ROLES, said

ORDER = {  # one letter per message: s system, u user, c a call, t its result, a an answer
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
    """Records whose form is wrong, in one place or in two."""
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
    """Whether a record of the right form also keeps the rules."""
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
            why="The second mention adds nothing or contradicts the first.",
            look="What does your function return for the ranking 1, 2, 3, 3 of three candidates?",
        ),
        slip(
            "spaces make two answers different",
            edit=(SAME, 'record["chosen"] == record["rejected"]'),
            also=[(SAME, 'record["chosen"].rstrip() == record["rejected"]'), (SAME, 'record["chosen"] == record["rejected"].strip()')],
            why="The model would learn to prefer a space.",
            look="Which differences between two answers don't count?",
        ),
        slip(
            "the last turn may have any role",
            edit=(ROLES_RULE, 'r"s?(u(ct)*a)*(u(ct)*c?)?"', 'r"s?(u(ct)*a)+u?"'),
            also=[(ROLES_RULE, 'r"s?(u(ct)*a)+.*"'), (ROLES_RULE, 'r"s?(u(ct)*a)*(u(ct)*)?"'), (ROLES_RULE, 'r"s?(u(ct)*a?)+"'), (ROLES_RULE, 'r"s?(u(ct)*a)*u(ct)*a?"'), (ROLES_RULE, 'r"s?(u(ct)*a)*"')],
            why="The model learns from the answers, but a chat that ends with a question has no answer to it.",
            look="Who speaks last in each of the examples?",
        ),
        slip(
            "calls and results are only counted",
            edit=('if not re.fullmatch(' + ROLES_RULE + ', letters):', 'if letters.count("c") != letters.count("t") or not re.fullmatch(r"s?(ua)+", letters.replace("c", "").replace("t", "")):', 'if letters.count("c") != letters.count("t") or not re.fullmatch(r"s?(u[ct]*a)+", letters):'),
            also=[(ROLES_RULE, 'r"s?(u[ct]*a)+"'), (ROLES_RULE, 'r"s?(u(c+t+)*a)+"'), ('if not re.fullmatch(' + ROLES_RULE + ', letters):', 'if letters.count("c") != letters.count("t") or not re.fullmatch(r"s?(uc*t*a)+", letters):')],
            why="A result belongs to the call before it. If two calls come before two results, you can't tell which result belongs to which call.",
            look="What comes right after each call?",
        ),
        slip(
            "the schema is never used",
            edit=(SCHEMA_ERRORS, "[]"),
            why="A missing field would be noticed only when training needs it, hours later.",
            look="What does your function return for a record without any fields?",
        ),
        slip(
            "the rules are checked even where the schema finds errors",
            edit='def validate_record(record, kind):\n    faults = [e.message for e in jsonschema.Draft202012Validator(SCHEMAS[kind]).iter_errors(record)]\n    try:\n        if kind in ("chat", "tool"):\n            letters = "".join("c" if "tool_call" in m else m["role"][0] for m in record["messages"])\n            if not re.fullmatch(r"s?(u(ct)*a)+", letters):\n                faults.append("order")\n        elif kind == "preference" and record["chosen"].strip() == record["rejected"].strip():\n            faults.append("the same")\n        elif kind == "ranking" and sorted(record["ranking"]) != list(range(1, len(record["candidates"]) + 1)):\n            faults.append("ranking")\n    except (KeyError, TypeError, AttributeError, IndexError):\n        pass\n    return faults',
            why="A record that doesn't match its schema gets one sentence for each schema error and nothing else, because the rules assume fields that may not be there.",
            look="How many sentences does your function return for a record with one schema error?",
        ),
        slip(
            "the schema alone decides",
            edit=(EARLY, "    return faults\n"),

            why="A schema describes fields. It can't express that roles take turns, or that a ranking names each candidate once.",
            look="What does your function return for a chat in which the user speaks twice in a row?",
        ),
        slip(
            "only the first schema error is reported",
            edit=("for error in " + SCHEMA_ERRORS, "for error in list(" + SCHEMA_ERRORS + ")[:1]"),

            why="To fix a record, you want to see all of its errors at once instead of running the program again for each one.",
            look="How many sentences do you return for a record in which two fields are wrong?",
        ),
        slip(
            "a fault is raised, not returned",
            edit=("    validator = ", "    jsonschema.validate(record, SCHEMAS[kind])\n    validator = "),
            also=['def validate_record(record, kind):\n    out = [e.message for e in jsonschema.Draft202012Validator(SCHEMAS[kind]).iter_errors(record)]\n    if out:\n        return out\n    if kind in ("chat", "tool"):\n        s = "".join("c" if "tool_call" in m else m["role"][0] for m in record["messages"])\n        if not re.fullmatch("s?(u(ct)*a)+", s):\n            raise ValueError("order")\n    if kind == "ranking" and sorted(record["ranking"]) != [i + 1 for i in range(len(record["candidates"]))]:\n        raise ValueError("ranking")\n    if kind == "preference" and record["chosen"].strip() == record["rejected"].strip():\n        raise ValueError("same")\n    return []\n', (EARLY, "    if faults:\n        raise ValueError(faults[0])\n")],
            why="One bad record in a million would stop the program.",
            look="What does the docstring promise for a faulty record?",
        ),
        slip(
            "True or False comes back",
            edit=(LAST_RETURN, "    return not rules\n"),
            also=[[(EARLY, "    if faults:\n        return False\n"), (LAST_RETURN, "    return not rules\n")]],
            why="That tells you that something is wrong, but not what.",
            look="What does the docstring promise for a valid record?",
        ),
        slip(
            "nothing comes back for a valid record",
            edit=(LAST_RETURN, "    return rules or None\n"),
            also=[(LAST_RETURN, '    return rules or ["valid"]\n'), (LAST_RETURN, '    return rules or ""\n')],
            why="Code that counts faults takes the length of the list.",
            look="What does the docstring promise for a valid record?",
        ),
        slip(
            "a str comes back instead of a list",
            edit=[(EARLY, '    if faults:\n        return " ".join(faults)\n'), (LAST_RETURN, '    return " ".join(rules)\n')],
            also=[(EARLY, '    if faults:\n        return " ".join(faults)\n'), ('[f"{error.json_path}: {error.message}" for', "[error for"), [(EARLY, "    if faults:\n        return tuple(faults)\n"), (LAST_RETURN, "    return tuple(rules)\n")]],
            why="The docstring promises a list with a str for each fault, not one long str, a tuple or the library's own error objects.",
            look="Print the type of what you return, and the types of its items.",
        ),
        slip(
            "rules are applied to a record whose form is wrong",
            edit=[(EARLY, ""), ("    rules = []\n", "    rules = faults\n")],
            why="The rules read fields that may be missing, so your function stops with an error of its own.",
            look="What does `record[\"messages\"]` do if the record has no fields?",
        ),
        slip(
            "every record is treated as a chat",
            edit=("validator = jsonschema.Draft202012Validator(SCHEMAS[kind])", 'validator = jsonschema.Draft202012Validator(SCHEMAS["chat"])'),
            why="Each kind of record has a schema of its own.",
            look="Which argument of your function decides which schema to use?",
        ),
        slip(
            "one role may speak twice in a row",
            edit=(ROLES_RULE, 'r"s?u[uact]*a"', 'r"s?(u+(ct)*a+)+"', 'r"s?(u(ct)*a+)+"', 'r"s?(u+(ct)*a)+"', 'r"[suact]*a"'),
            also=[(ROLES_RULE, 'r"s?[uact]*a"'), (ROLES_RULE, 'r"s?[uact]+"'), (ROLES_RULE, 'r"s?u[uactc]*"'), (ROLES_RULE, 'r"s?u.*a"')],
            why="Chat templates aren't made for that, and the model would learn to wait for another turn instead of answering.",
            look="Who may speak after the user?",
        ),
        slip(
            "the assistant may begin",
            edit=(ROLES_RULE, 'r"s?a?(u(ct)*a)+"'),
            also=[(ROLES_RULE, 'r"s?(u?(ct)*a)+"')],
            why="The model would learn to answer before anyone has asked.",
            look="Who speaks first, or first after the system message?",
        ),
        slip(
            "a system message may be anywhere",
            edit=(ROLES_RULE, 'r"(s?u(ct)*a)+"', 'r"s*(u(ct)*a)+"'),
            also=[('m["role"][0] for m in record["messages"])', 'm["role"][0] for m in record["messages"] if m["role"] != "system")')],
            why="The system message sets the tone once, at the start. Later on, it would be a turn that gets no answer.",
            look="Where may a system message be, and how many may there be?",
        ),
        slip(
            "every chat needs a system message",
            edit=(ROLES_RULE, 'r"s(u(ct)*a)+"'),
            why="Most records have none, and the template then begins with its default.",
            look="Does your function accept the example of a tool record?",
        ),
        slip(
            "no chat may have a system message",
            edit=(ROLES_RULE, 'r"(u(ct)*a)+"'),
            why="The system message is what lets one model speak in several ways.",
            look="Does your function accept the example of a chat?",
        ),
        slip(
            "only one exchange is allowed",
            edit=(ROLES_RULE, 'r"s?u(ct)*a"', 'r"s?(u(ct)?a)"'),
            why="A chat may go on as long as it likes.",
            look="Does your function accept the example of a chat?",
        ),
        slip(
            "a result may come without its call",
            edit=(ROLES_RULE, 'r"s?(u(c?t)*a)+"', 'r"s?(u(ct+)*a)+"'),
            also=[(ROLES_RULE, 'r"s?t?(u(c?t)*a)+"'), (ROLES_RULE, 'r"s?(ut?(ct)*a)+"')],
            why="The model would learn that results fall from the sky, and make some up.",
            look="Which message has to come before a tool's result?",
        ),
        slip(
            "a call may go without a result",
            edit=(ROLES_RULE, 'r"s?(u(ct?)*a)+"', 'r"s?(u(c+t)*a)+"'),

            why="The model would learn to answer without waiting for what it asked for.",
            look="Which message has to come after a call?",
        ),
        slip(
            "records with tools are forgotten",
            edit=('if kind in ("chat", "tool"):', 'if kind == "chat":'),
            also=[(ROLES_RULE, 'r"s?(ua)+"')],
            why="A chat with tools follows the same order, and even more can go wrong in it.",
            look="Which kinds of records have turns?",
        ),
        slip(
            "a call counts as an answer",
            edit=('"c" if "tool_call" in m else m["role"][0]', 'm["role"][0]'),
            also=[[('"c" if "tool_call" in m else m["role"][0]', 'm["role"][0]'), (ROLES_RULE, 'r"s?(u(at)*a)+"')]],
            why="The assistant writes both, but only the answer is meant for the user.",
            look="How do you tell a call from an answer?",
        ),
        slip(
            "a ranking is only checked for duplicates",
            edit=(RANKED, 'len(set(record["ranking"])) != len(record["ranking"])', 'len(set(record["ranking"])) != len(record["candidates"])'),
            also=[(RANKED, 'len(set(record["ranking"])) != len(record["ranking"]) or len(record["ranking"]) != len(record["candidates"])')],
            why="The numbers may all be different, but one of them may still name no candidate.",
            look="What does your function return for the ranking 2, 1, 7 of three candidates?",
        ),
        slip(
            "only the length or the range of a ranking is checked",
            edit=(RANKED, 'len(record["ranking"]) != len(record["candidates"])'),
            also=['def validate_record(record, kind):\n    out = [e.message for e in jsonschema.Draft202012Validator(SCHEMAS[kind]).iter_errors(record)]\n    if out:\n        return out\n    if kind in ("chat", "tool"):\n        s = "".join("c" if "tool_call" in m else m["role"][0] for m in record["messages"])\n        if not re.fullmatch("s?(u(ct)*a)+", s):\n            out.append("order")\n    if kind == "ranking" and not (min(record["ranking"]) == 1 and max(record["ranking"]) == len(record["candidates"])):\n        out.append("ranking")\n    if kind == "preference" and record["chosen"].strip() == record["rejected"].strip():\n        out.append("same")\n    return out\n', (RANKED, 'not all(1 <= i <= len(record["candidates"]) for i in record["ranking"])'), (RANKED, 'max(record["ranking"]) != len(record["candidates"])'), (RANKED, 'sum(record["ranking"]) != sum(range(1, len(record["candidates"]) + 1))'), (RANKED, 'len(record["ranking"]) != len(record["candidates"]) or not all(1 <= i <= len(record["candidates"]) for i in record["ranking"])')],
            why="Each candidate has to be named exactly once.",
            look="What does your function return for the ranking 1, 2, 2 of three candidates?",
        ),
        slip(
            "candidates are not counted",
            edit=(RANKED, 'sorted(record["ranking"]) != list(range(1, len(record["ranking"]) + 1))'),
            why="The ranking 2, 1 is right for two candidates, but with three candidates it leaves one out.",
            look="How many candidates does the record have?",
        ),
        slip(
            "candidates are counted from 0",
            edit=(RANKED, 'sorted(record["ranking"]) != list(range(len(record["candidates"])))'),
            also=[(RANKED, 'sorted(record["ranking"]) not in (list(range(len(record["candidates"]))), list(range(1, len(record["candidates"]) + 1)))')],
            why="The records count from 1. If you count from 0, a different answer becomes the best one, and nothing warns you.",
            look="What is the number of the first candidate?",
        ),
        slip(
            "a ranking has to be in order already",
            edit=(RANKED, RANKED.replace("sorted(record[\"ranking\"])", "record[\"ranking\"]")),
            why="Then there would be nothing to learn from it, because the best candidate would always come first.",
            look="Does your function accept the example of a ranking?",
        ),
        slip(
            "two different answers count as the same",
            edit=(SAME, 'record["chosen"].strip().lower() == record["rejected"].strip().lower()', 'record["chosen"].strip(" .\\n") == record["rejected"].strip(" .\\n")'),
            also=[(SAME, 'len({*record.values()}) < 3 or ' + SAME), (SAME, 'record["chosen"].split() == record["rejected"].split()')],
            why="Capital letters, full stops and line breaks may be exactly what people preferred.",
            look="By the rule in the table, are `Yes.` and `yes.` different answers?",
        ),
        slip(
            "the two answers of a preference are not compared",
            edit=('if kind == "preference" and ' + SAME + ":", "if False:"),
            why="No answer is better than itself. Such a pair teaches the model nothing, and it shows that no one checked the data.",
            look="Which rule in the table does your code never check?",
        ),
        slip(
            "rankings aren't checked",
            edit=('if kind == "ranking" and ' + RANKED + ":", "if False:"),
            why="A schema can require every number to be an integer, but not that the numbers name all candidates.",
            look="Which rule in the table does your code never check?",
        ),
        slip(
            "the order of turns isn't checked",
            edit=('if kind in ("chat", "tool"):', "if False:"),
            why="A schema checks each message on its own, so it can't see their order.",
            look="Which rule in the table does your code never check?",
        ),
        slip(
            "the record is changed",
            edit=(LAST_RETURN, '    record["checked"] = True\n    return rules\n'),
            also=[('    if kind in ("chat", "tool"):\n', '    if kind in ("chat", "tool"):\n        if record["messages"][0]["role"] == "system" and len(record["messages"]) > 1 and record["messages"][1]["role"] == "user":\n            record["messages"].pop(0)\n')],
            why="After the check, the record is no longer the one you were given.",
            look="Which of your operations change `record`?",
        ),
        slip(
            'it is enough if part of the chat is in order',
            edit=(ROLES_RULE, 'r".*u(ct)*a.*"'),
            also=[(ROLES_RULE, 'r".*(u(ct)*a)+"')],
            why='The model is also trained on the messages before and after that part.',
            look='Which part of the chat does your pattern never check?',
        ),
        slip(
            'calls are allowed outside an exchange',
            edit=('if not re.fullmatch(' + ROLES_RULE + ', letters):', 'if not re.fullmatch(r"s?(ua)+", re.sub("(?<=.)ct", "", letters)):'),
            also=[('if not re.fullmatch(' + ROLES_RULE + ', letters):', 'if not re.fullmatch(r"s?(ua)+", letters.replace("ct", "")):'), 'def validate_record(record, kind):\n    out = [e.message for e in jsonschema.Draft202012Validator(SCHEMAS[kind]).iter_errors(record)]\n    if out:\n        return out\n    if kind in ("chat", "tool"):\n        ms, spoken = record["messages"], []\n        for i, m in enumerate(ms):\n            if m["role"] == "tool" and (i == 0 or "tool_call" not in ms[i - 1]):\n                out.append("no call")\n            elif "tool_call" in m and (i + 1 == len(ms) or ms[i + 1]["role"] != "tool"):\n                out.append("no result")\n            elif m["role"] != "tool" and "tool_call" not in m:\n                spoken.append(m["role"])\n        if spoken[:1] == ["system"]:\n            spoken = spoken[1:]\n        if not spoken or spoken != ["user", "assistant"] * (len(spoken) // 2):\n            out.append("order")\n    if kind == "ranking" and sorted(record["ranking"]) != [i + 1 for i in range(len(record["candidates"]))]:\n        out.append("ranking")\n    if kind == "preference" and record["chosen"].strip() == record["rejected"].strip():\n        out.append("same")\n    return out\n'],
            why='The assistant would call a tool before any question was asked, and then sit on the result until the next one.',
            look='Who speaks before the first call of an exchange?',
        ),
        slip(
            'only neighbouring messages are compared',
            edit='def validate_record(record, kind):\n    out = [e.message for e in jsonschema.Draft202012Validator(SCHEMAS[kind]).iter_errors(record)]\n    if out:\n        return out\n    if kind in ("chat", "tool"):\n        roles = [m["role"] for m in record["messages"]]\n        if any(a == b for a, b in zip(roles, roles[1:])):\n            out.append("twice")\n        if roles[-1] != "assistant":\n            out.append("last")\n    if kind == "ranking" and sorted(record["ranking"]) != [i + 1 for i in range(len(record["candidates"]))]:\n        out.append("ranking")\n    if kind == "preference" and record["chosen"].strip() == record["rejected"].strip():\n        out.append("same")\n    return out\n',
            why="A chat can begin with the assistant, or have a system message in the middle, without two neighbouring messages of the same role. And a call and the answer after it both have the role assistant.",
            look='Which of the chats that the table forbids have no two neighbours with the same role?',
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
