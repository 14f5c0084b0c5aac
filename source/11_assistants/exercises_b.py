"""What decides the exercises of sitting b: calls of tools, decoding that keeps a form, preferences and rewards.

Oracles: a strict reader of its own with fastjsonschema, a chat told by recursion, all texts that a vocabulary can spell,
double loops in float64 with gradients worked out by hand, and the exact divergence of two distributions.
"""

import itertools
import json
import math

import numpy as np
import torch

from autograder.authoring import exercise, slip

WORDS = ["river", "Cairo", "moon", "a lake", "42", "Ünal", "x < y", "nobody"]


# --- calls ------------------------------------------------------------------------------------------------------------

INTEGER = {"type": "integer"}
TOOLS = {
    "add": {
        "type": "object",
        "properties": {"a": INTEGER, "b": INTEGER},
        "required": ["a", "b"],
        "additionalProperties": False,
    },
    "look_up": {
        "type": "object",
        "properties": {"title": {"type": "string", "minLength": 1}, "language": {"enum": ["en", "de"]}},
        "required": ["title"],
        "additionalProperties": False,
    },
    "note": {"type": "object", "properties": {"lines": {"type": "array", "items": {"type": "object"}}}},
    "clock": {"type": "object", "maxProperties": 0},
}


def marked(inner):
    return f"<tool_call>{inner}</tool_call>"


def texts(rng):
    """Texts by name; those that are calls have arguments of their own each time."""
    a, b = (int(n) for n in rng.integers(-999, 999, 2))
    title = f"{rng.choice(WORDS)} {rng.integers(1000)}"
    add = json.dumps({"name": "add", "arguments": {"a": a, "b": b}})
    look = json.dumps({"name": "look_up", "arguments": {"title": title}}, ensure_ascii=False)

    def put(text):
        return text.replace("$a", str(a)).replace("$b", str(b))

    named = '{"name": "add", "arguments": {"a": $a, "b": $b}}'
    return {
        "call": marked(add),
        "title": marked(look),
        "turned": marked(put('{"arguments": {"b": $b, "a": $a}, "name": "add"}')),
        "enumeration": marked(put('{"name": "look_up", "arguments": {"title": "$a", "language": "de"}}')),
        "no arguments": marked('{"name": "clock", "arguments": {}}'),
        "nested": marked(put('{"name": "note", "arguments": {"lines": [{"a": $a}, {"a": {"a": $b}}]}}')),
        "spaces inside": f"<tool_call>\n  {json.dumps(json.loads(add), indent=2)}\n</tool_call>",
        "words before": f"I need {a} and\n{b}. {{so}} {marked(add)}",
        "a title in front": f"Let me\n\nsee.\n{marked(look)}",
        "space behind": marked(add) + " \n\t\n",
        "escapes": marked(json.dumps({"name": "look_up", "arguments": {"title": f'"{title}"\n\\ü/'}})),
        "no call": f"It is {a}. {add}",
        "nothing": "",
        "brackets": f"<tool>{add}</tool> <toolcall> tool_call {b}",
        # refused
        "words behind": marked(add) + " Thank you.",
        "twice": marked(add) + marked(look),
        "twice the same": f"{marked(add)}\n{marked(add)}",
        "not closed": f"<tool_call>{add}",
        "not opened": f"{add}</tool_call>",
        "wrong order": f"</tool_call>{add}<tool_call>",
        "opened twice": f"<tool_call><tool_call>{add}</tool_call>",
        "opened before": f"I write <tool_call> now. {marked(add)}",
        "closed twice": f"{marked(add)}</tool_call>",
        "marks in a title": marked(
            put('{"name": "look_up", "arguments": {"title": "<tool_call>$a</tool_call>"}}')
        ),
        "empty": marked(""),
        "python": marked(str({"name": "add", "arguments": {"a": a, "b": b}})),
        "evaluated": marked(put('{"name": "add", "arguments": {"a": $a + 1, "b": $b}}')),
        "python words": marked(put('{"name": "look_up", "arguments": {"title": "$a"}, }')),
        "function": marked(f"add({a}, {b})"),
        "single quotes": marked(look.replace('"', "'")),
        "json twice": marked(add + look),
        "words and json": marked(f"Here it is: {add}"),
        "fenced": marked(f"```json\n{add}\n```"),
        "list": marked(f"[{add}]"),
        "number": marked(str(a)),
        "string": marked('"name arguments"'),
        "two keys in a list": marked('["name", "arguments"]'),
        "null": marked("null"),
        "no name": marked(put('{"arguments": {"a": $a, "b": $b}}')),
        "no arguments key": marked('{"name": "clock"}'),
        "one key more": marked(put('{"name": "add", "arguments": {"a": $a, "b": $b}, "id": 1}')),
        "other key": marked(put('{"name": "add", "parameters": {"a": $a, "b": $b}}')),
        "unknown": marked(put(named.replace("add", "delete"))),
        "upper case": marked(put(named.replace("add", "Add"))),
        "spaces in name": marked(put(named.replace("add", " add"))),
        "part of a name": marked(put(named.replace("add", "ad"))),
        "name is a list": marked(put(named.replace('"add"', '["add"]'))),
        "name is a number": marked(put(named.replace('"add"', "7"))),
        "name is null": marked(put(named.replace('"add"', "null"))),
        "name is an object": marked(put(named.replace('"add"', "{}"))),
        "arguments a list": marked(put('{"name": "add", "arguments": [$a, $b]}')),
        "arguments a text": marked(json.dumps({"name": "add", "arguments": json.dumps({"a": a, "b": b})})),
        "arguments null": marked('{"name": "clock", "arguments": null}'),
        "one missing": marked(put('{"name": "add", "arguments": {"a": $a}}')),
        "one too many": marked(put('{"name": "add", "arguments": {"a": $a, "b": $b, "c": 1}}')),
        "number as text": marked(put('{"name": "add", "arguments": {"a": "$a", "b": $b}}')),
        "a fraction": marked(put('{"name": "add", "arguments": {"a": $a.5, "b": $b}}')),
        "true": marked(put('{"name": "add", "arguments": {"a": true, "b": $b}}')),
        "empty title": marked('{"name": "look_up", "arguments": {"title": ""}}'),
        "not in the list": marked(put('{"name": "look_up", "arguments": {"title": "$a", "language": "fr"}}')),
        "name twice": marked(put('{"name": "look_up", "name": "add", "arguments": {"a": $a, "b": $b}}')),
        "name twice alike": marked(put('{"name": "add", "name": "add", "arguments": {"a": $a, "b": $b}}')),
        "argument twice": marked(put('{"name": "add", "arguments": {"a": $a, "a": 1, "b": $b}}')),
        "deep twice": marked(put('{"name": "note", "arguments": {"lines": [{"a": $a, "b": 1, "a": 2}]}}')),
        "nan": marked('{"name": "note", "arguments": {"lines": [], "x": NaN}}'),
        "infinity": marked('{"name": "note", "arguments": {"x": -Infinity}}'),
    }  # fmt: skip


SOUND = ["call", "title", "turned", "enumeration", "no arguments", "nested", "spaces inside", "words before",
         "a title in front", "space behind", "escapes"]  # fmt: skip
NO_CALL = ["no call", "nothing", "brackets"]
MARKS = ["words behind", "twice", "twice the same", "not closed", "not opened", "wrong order", "opened twice",
         "opened before", "closed twice", "marks in a title"]  # fmt: skip
NO_JSON = ["empty", "python", "evaluated", "python words", "function", "single quotes", "json twice",
           "words and json", "fenced"]  # fmt: skip
NO_FORM = ["list", "number", "string", "two keys in a list", "null", "no name", "no arguments key", "one key more",
           "other key"]  # fmt: skip
NAMES = ["unknown", "upper case", "spaces in name", "part of a name", "name is a list", "name is a number",
         "name is null", "name is an object"]  # fmt: skip
ARGUMENTS = ["arguments a list", "arguments a text", "arguments null", "one missing", "one too many", "number as text",
             "a fraction", "true", "empty title", "not in the list"]  # fmt: skip
DOUBLE = ["name twice", "name twice alike", "argument twice", "deep twice"]
NUMBERS = ["nan", "infinity"]


def read_strictly(text, tools):
    """Another way: the marks by cutting, the keys by keeping pairs, the schema by fastjsonschema."""
    import fastjsonschema

    opened, closed = text.split("<tool_call>"), text.split("</tool_call>")
    if len(opened) == len(closed) == 1:
        return None
    if not len(opened) == len(closed) == 2 or closed[1].strip() or len(opened[0]) > len(closed[0]):
        return "ValueError"
    inner = closed[0][len(opened[0]) + len("<tool_call>") :]
    try:
        kept = json.JSONDecoder(object_pairs_hook=lambda items: ("object", items)).decode(inner)
        whole = json.JSONDecoder(parse_constant=lambda word: math.nan).decode(inner)
    except json.JSONDecodeError:
        return "ValueError"

    def repeated(part):
        if isinstance(part, tuple):
            keys = [key for key, _ in part[1]]
            return len(keys) != len(set(keys)) or any(repeated(value) for _, value in part[1])
        return isinstance(part, list) and any(map(repeated, part))

    if repeated(kept) or "NaN" in inner or "Infinity" in inner:
        return "ValueError"
    if not isinstance(whole, dict) or sorted(whole) != ["arguments", "name"]:
        return "ValueError"
    if not any(whole["name"] == name for name in tools):
        return "ValueError"
    try:
        fastjsonschema.validate(tools[whole["name"]], whole["arguments"])
    except fastjsonschema.JsonSchemaException:
        return "ValueError"
    return [whole["name"], whole["arguments"]]


MARK_TEST = 'if marks != ["<tool_call>", "</tool_call>"]:'
LOADS = "json.loads(inner, object_pairs_hook=pairs, parse_constant=no_number)"
ERRORS = "if errors:"
FRONT = """    marks = re.findall("</?tool_call>", text)
    if not marks:
        return None
    if marks != ["<tool_call>", "</tool_call>"]:
        raise ValueError("A call stands between one <tool_call> and one </tool_call>.")
    _, inner, behind = re.split("</?tool_call>", text)
    if behind.strip():
        raise ValueError("Nothing may stand behind a call.")
"""


def front(
    none="not re.search('</?tool_call>', text)",
    pattern=r".*<tool_call>(.*)</tool_call>\s*",
    how="fullmatch",
    flags=", re.DOTALL",
    once=True,
    wrong="raise ValueError",
):
    """The search for the call by one pattern, as many write it, with something wrong in it."""
    test = ' or text.count("<tool_call>") != 1 or text.count("</tool_call>") != 1' if once else ""
    return f"""    if {none}:
        return None
    found = re.{how}(r"{pattern}", text{flags})
    if not found{test}:
        {wrong}
    inner = found[1]
"""


SPLIT = '_, inner, behind = re.split("</?tool_call>", text)'
BEHIND = "if behind.strip():"


@exercise("parse_tool_call", points=4)
class _:
    cases = [
        dict(kinds=SOUND + NO_CALL),
        dict(kinds=["call", *MARKS, "title"]),
        dict(kinds=["call", *NO_JSON, "title"]),
        dict(kinds=["call", *NO_FORM, "title"]),
        dict(kinds=["call", *NAMES, "title"]),
        dict(kinds=["call", *ARGUMENTS, "title"]),
        dict(kinds=["call", *DOUBLE, "nested"]),
        dict(kinds=["call", *NUMBERS, "nested"]),
    ]
    weights = {"calls": 6, "tools unchanged": 1}

    def inputs(rng, kinds):
        return {"texts": [texts(rng)[kind] for kind in kinds], "tools": TOOLS}

    def oracle(texts, tools):
        calls = [read_strictly(text, tools) for text in texts]
        return {"calls": calls, "tools unchanged": {"calls": calls, "same": True}}

    alternatives = {
        "cut by partition, keys counted in a class": """
            before, opened, rest = text.partition("<tool_call>")
            if not opened and "</tool_call>" not in rest + before:
                return None
            inner, closed, behind = rest.partition("</tool_call>")
            if not opened or not closed or behind.strip() or "</tool_call>" in before or "<tool_call>" in inner:
                raise ValueError("marks")

            def once(items):
                found = {}
                for key, value in items:
                    if key in found:
                        raise ValueError("twice " + key)
                    found[key] = value
                return found

            def never(word):
                raise ValueError(word)

            call = json.loads(inner, object_pairs_hook=once, parse_constant=never)
            if type(call) is not dict or sorted(call) != ["arguments", "name"]:
                raise ValueError("keys")
            if type(call["name"]) is not str or call["name"] not in list(tools):
                raise ValueError("name")
            try:
                jsonschema.validate(call["arguments"], tools[call["name"]], cls=jsonschema.Draft202012Validator)
            except jsonschema.ValidationError as error:
                raise ValueError(error.message) from None
            return call["name"], call["arguments"]
        """,
        "one schema for all": """
            marks = re.findall(r"</?tool_call>", text)
            if not marks:
                return None
            if marks != ["<tool_call>", "</tool_call>"] or not text.rstrip().endswith(marks[1]):
                raise ValueError("One call, at the end.")
            inner = text[text.index(marks[0]) + len(marks[0]) : text.index(marks[1])]
            seen = []

            def hook(items):
                seen.append(len(items) == len({key for key, _ in items}))
                return dict(items)

            call = json.loads(inner, object_pairs_hook=hook, parse_constant=lambda word: seen.append(False))
            if not all(seen):
                raise ValueError("A key twice, or no number.")
            forms = [
                {"properties": {"name": {"const": name}, "arguments": schema}} for name, schema in tools.items()
            ]
            schema = {"type": "object", "required": ["name", "arguments"], "additionalProperties": False}
            schema["properties"] = {"name": {"type": "string"}, "arguments": {}}
            schema["anyOf"] = forms
            if not jsonschema.Draft202012Validator(schema).is_valid(call):
                raise ValueError("no such call")
            return call["name"], call["arguments"]
        """,
    }
    slips = [
        slip(
            "a call is evaluated as Python",
            edit=(LOADS, "eval(inner, {})"),
            also=[(LOADS, "eval(inner, {'true': True, 'false': False, 'null': None})"), (LOADS, "eval(inner)")],
            why="Whoever wrote a page that the model read can write any expression into the call, and it would run.",
            look="What does your reader make of `2 + 3` in place of a number?",
        ),
        slip(
            "a call is read as a Python literal",
            edit=(LOADS, "__import__('ast').literal_eval(inner.strip())"),
            also=[(LOADS, 'json.loads(inner.replace("\'", \'"\'), object_pairs_hook=pairs, parse_constant=no_number)')],
            why="Two languages that look alike differ where it hurts: quotes, true, null, keys that stand twice.",
            look="Which of the two has single quotes, Python or JSON?",
        ),
        slip(
            "a key that stands twice is taken silently",
            edit=(LOADS, "json.loads(inner, parse_constant=no_number)"),
            also=[("if len(dict(items)) != len(items):", "if len(dict(items)) != len(items) and not dict(items).get('name'):"), (LOADS, "json.loads(inner, parse_constant=no_number)\n    if inner.count('\"name\"') > 1 or inner.count('\"arguments\"') > 1:\n        raise ValueError('twice')")],
            why="The last one wins here, the first one elsewhere. A check in between may have seen another call than the one that runs.",
            look="What does json.loads return for {\"a\": 1, \"a\": 2}, and which of its arguments sees both?",
        ),
        slip(
            "NaN and Infinity are taken for numbers",
            edit=(LOADS, "json.loads(inner, object_pairs_hook=pairs)"),
            also=[("raise ValueError(f\"{word} is no number in JSON.\")", "return None")],
            why="JSON does not know these words, Python's reader does, and a comparison with NaN is never true.",
            look="What is json.loads('NaN'), and which argument of it is asked about such words?",
        ),
        slip(
            "NaN and keys that stand twice are both taken",
            edit=(LOADS, "json.loads(inner)"),
            why="Python's reader is more generous than JSON: the last of two equal keys wins, and NaN is a number.",
            look="Which two functions can you hand to json.loads?",
        ),
        slip(
            "a text without a call is an error",
            edit=("return None", 'raise ValueError("There is no call.")'),
            why="Most texts are answers. A loop would never end, since the model is told that its answer is wrong.",
            look="What does the docstring return for a text without marks?",
        ),
        slip(
            "half a call passes for none",
            edit=(FRONT, front(none="'<tool_call>' not in text or '</tool_call>' not in text")),
            also=[(FRONT, front(none="not re.search(r'<tool_call>.*</tool_call>', text, re.DOTALL)")), (FRONT, front(none="'<tool_call>' not in text"))],
            why="A model that was cut off within a call gave no answer. The loop would hand the broken text to the reader.",
            look="What should come out for a text with one of the two marks?",
        ),
        slip(
            "a broken call gives None",
            edit=(FRONT, front(wrong="return None")),
            also=[(LOADS, LOADS + " if inner.strip()[:1] == '{' else None\n    if call is None:\n        return None")],
            why="None means: there was no call, and this is the answer.",
            look="How does the caller tell an answer from a call that could not be read?",
        ),
        slip(
            "only the first of several calls is seen",
            edit=(FRONT, front(pattern="<tool_call>(.*?)</tool_call>", how="search", once=False)),
            why="The model believes that both were run.",
            look="What should come out for a text with two calls?",
        ),
        slip(
            "only the last of several calls is seen",
            edit=(FRONT, front(once=False)),
            why="The pattern takes as much as it can in front, so earlier calls vanish there.",
            look="How often may each mark occur?",
        ),
        slip(
            "words behind the call are not seen",
            edit=(BEHIND, "if False:"),
            also=[(FRONT, front(how="match"))],
            why="A model that goes on behind its call has made the result up.",
            look="What may stand behind the second mark?",
        ),
        slip(
            "words in front of the call are refused",
            edit=(FRONT, front(pattern=r"\s*<tool_call>(.*)</tool_call>\s*")),
            also=[(FRONT, front(pattern=r"<tool_call>(.*)</tool_call>\s*"))],
            why="A model that says first what it is going to do calls better, and may.",
            look="What may stand in front of the first mark?",
        ),
        slip(
            "a call over several lines is not found",
            edit=(FRONT, front(flags="")),
            why="A point in a pattern stands for any character but a line's end, unless it is told otherwise.",
            look="Which flag does re need for texts of several lines?",
        ),
        slip(
            "white space behind the call is refused",
            edit=(BEHIND, "if behind:"),
            why="Models like to end with a new line.",
            look="What may stand behind the second mark?",
        ),
        slip(
            "more keys than the two are taken",
            edit=('set(call) != {"name", "arguments"}', '"name" not in call or "arguments" not in call'),
            also=[('set(call) != {"name", "arguments"}', 'not set(call) >= {"name", "arguments"}')],
            why="An id, a second tool, a comment: what nobody reads should not be written.",
            look="May there be a third key?",
        ),
        slip(
            "a missing key gives no ValueError",
            edit=('not isinstance(call, dict) or set(call) != {"name", "arguments"}', "not isinstance(call, dict) or len(call) > 2"),
            also=[('not isinstance(call, dict) or set(call) != {"name", "arguments"}', "len(call) != 2")],
            why="The loop tells the model what a ValueError says. A KeyError or TypeError ends the program.",
            look="What happens for {\"name\": \"clock\"}?",
        ),
        slip(
            "missing arguments become none",
            edit=('if not isinstance(call, dict) or set(call) != {"name", "arguments"}:', 'if isinstance(call, dict):\n        call.setdefault("arguments", {})\n    if not isinstance(call, dict) or set(call) != {"name", "arguments"}:'),
            why="That is a guess, and a repaired call is one that nobody wrote.",
            look="Which keys does the docstring ask for?",
        ),
        slip(
            "what is no object gives no ValueError",
            edit=("not isinstance(call, dict) or ", ""),
            why="JSON may be a list, a text or a number. Asked for its keys, a number raises something else; a list of the two words even passes.",
            look="What is json.loads('7'), and what does your code do with it?",
        ),
        slip(
            "a list around the call is opened",
            edit=('if not isinstance(call, dict)', 'if isinstance(call, list) and len(call) == 1:\n        call = call[0]\n    if not isinstance(call, dict)'),
            why="Nothing is repaired: who accepts two forms has to check two forms.",
            look="What should stand between the marks?",
        ),
        slip(
            "an unknown tool gives no ValueError",
            edit=('if not isinstance(name, str) or name not in tools:', 'if not isinstance(name, str):'),
            also=[('if not isinstance(name, str) or name not in tools:', 'if False:')],
            why="The loop tells the model what a ValueError says. A KeyError or TypeError ends the program.",
            look="What happens for a name that is in nobody's list?",
        ),
        slip(
            "a name that is no text gives no ValueError",
            edit=("not isinstance(name, str) or ", ""),
            why="A list or an object cannot be looked up in a dictionary: that is a TypeError.",
            look="What is `[\"add\"] in tools`?",
        ),
        slip(
            "names are looked up in another spelling",
            edit=('name, arguments = call["name"], call["arguments"]', 'name, arguments = call["name"], call["arguments"]\n    if isinstance(name, str):\n        name = name.strip().lower()'),
            also=[('name not in tools:', 'not any(tool.lower() == name.lower().strip() for tool in tools):\n        raise ValueError("no tool")\n    name = name.lower().strip()\n    if False:'), ('or name not in tools:', 'or name.strip() not in tools:\n        raise ValueError("no tool")\n    name = name.strip()\n    if False:')],
            why="Nothing is guessed: who repairs names will one day run the wrong tool.",
            look="Is \" Add\" the name of a tool?",
        ),
        slip(
            "the arguments are not held against the schema",
            edit=(ERRORS, "if False:"),
            also=[(ERRORS, "if not isinstance(arguments, dict):"), (ERRORS, "if not isinstance(arguments, dict) or not set(tools[name].get('required', [])) <= set(arguments):"), (ERRORS, "if not isinstance(arguments, dict) or not set(tools[name].get('required', [])) <= set(arguments) or not set(arguments) <= set(tools[name].get('properties', {})) and name != 'note':")],
            why="The function would get a text for a number, or an argument that it does not have.",
            look="Which of the schemas does your code ask?",
        ),
        slip(
            "the arguments are held against another tool's schema",
            edit=("Draft202012Validator(tools[name])", "Draft202012Validator(next(iter(tools.values())))"),
            also=[("Draft202012Validator(tools[name])", "Draft202012Validator(list(tools.values())[-1])")],
            why="Each tool has its own.",
            look="How does your code choose the schema?",
        ),
        slip(
            "the whole call is held against the schema",
            edit=("iter_errors(arguments)", "iter_errors(call)"),
            why="The schema describes the arguments alone.",
            look="Which object does the tool's schema describe?",
        ),
        slip(
            "an error of the schema is no ValueError",
            edit=("errors = [error.message for error in jsonschema.Draft202012Validator(tools[name]).iter_errors(arguments)]", "errors = []\n    jsonschema.Draft202012Validator(tools[name]).validate(arguments)"),
            also=[("errors = [error.message for error in jsonschema.Draft202012Validator(tools[name]).iter_errors(arguments)]", "errors = []\n    jsonschema.validate(arguments, tools[name])")],
            why="jsonschema has errors of its own. The loop is promised a ValueError.",
            look="Of which class is jsonschema.ValidationError?",
        ),
        slip(
            "the call is returned as one object",
            edit=("return name, arguments", "return call"),
            also=[("return name, arguments", "return {name: arguments}"), ("return name, arguments", "return name"), ("return name, arguments", "return arguments, name"), ("return name, arguments", "return name, list(arguments.values())"), ("return name, arguments", "return name, json.dumps(arguments)")],
            why="The caller unpacks a pair: the name, and the arguments as a dictionary.",
            look="What two things does the docstring return, and in which order?",
        ),
    ]  # fmt: skip
    equivalent = {
        'if marks < ["<tool_call>", "</tool_call>"]:': "three and more marks cannot be taken apart into three pieces, which is a ValueError as well",
        "if len(dict(items)) < len(items):": "a dictionary has never more keys than there are pairs",
        "if len(dict(items)) is not len(items):": "small whole numbers are one object",
    }
    promises = {
        "words in front, white space behind": dict(kinds=SOUND + NO_CALL),
        "marks once and in order": dict(kinds=["call", *MARKS, "title"]),
        "JSON and nothing else": dict(kinds=["call", *NO_JSON, "title"]),
        "two keys": dict(kinds=["call", *NO_FORM, "title"]),
        "names of tools": dict(kinds=["call", *NAMES, "title"]),
        "the tool's schema": dict(kinds=["call", *ARGUMENTS, "title"]),
        "no key twice": dict(kinds=["call", *DOUBLE, "nested"]),
        "NaN, Infinity": dict(kinds=["call", *NUMBERS, "nested"]),
        "tools are left as they are": "tools unchanged",
    }


# --- the loop -----------------------------------------------------------------------------------------------------------

BREAK = "if turn == limit - 1:\n            break\n"


@exercise("tool_loop", points=3)
class _:
    # script: what the model says in turn. a, b: calls that work; w: parse refuses it; u: no such function; m: an argument
    # is missing; z: division by zero; - : an answer.
    cases = [
        dict(script="a-", limit=5),
        dict(script="-", limit=3),
        dict(script="ab-", limit=4),
        dict(script="aab", limit=3),
        dict(script="wa-", limit=6),
        dict(script="um-", limit=5),
        dict(script="za-", limit=5),
        dict(script="a", limit=1),
        dict(script="-a", limit=4, length=4),
        dict(script="ab-", limit=3),
        dict(script="aw", limit=2),
        dict(script="w", limit=3),
    ]
    weights = {"chat": 4, "what the model was given": 1, "what was run": 2, "messages unchanged": 1}

    def inputs(rng, script, limit, length=1):
        calls, said = {}, []
        for place, kind in enumerate(script):
            text = f"{rng.choice(WORDS)} {place}"
            x, y = int(rng.integers(20, 90)), int(rng.integers(2, 19))
            calls[text] = {
                "a": ["add", {"a": x, "b": y}],
                "b": ["divide", {"b": y, "a": x}],
                "w": "wrong",
                "u": ["subtract", {"a": x, "b": y}],
                "m": ["add", {"a": x}],
                "z": ["divide", {"a": x, "b": 0}],
                "-": None,
            }[kind]
            said.append(text)
        roles = (["system", "user", "assistant"] * 3)[:length]
        messages = [{"role": role, "content": f"{rng.choice(WORDS)} {rng.integers(99)}"} for role in roles]
        messages[-1]["role"] = "user"
        return {"messages": messages, "script": said, "calls": calls, "limit": limit}

    def oracle(messages, script, calls, limit):
        asked, ran = [], []

        def told(chat, left):
            """The chat from here on, by recursion."""
            asked.append(chat)
            key = script[(len(asked) - 1) % len(script)]
            text = f"{key} ({len(chat)})"
            chat, call = [*chat, ["assistant", text]], calls[key]
            if left == 1 or call is None:
                return chat
            if call == "wrong":
                result = f"Error: no call at all: {text}"
            elif call[0] == "subtract":
                result = "Error: 'subtract'"
            elif "b" not in call[1]:
                result = "Error: b is missing"
            elif call[0] == "divide" and call[1]["b"] == 0:
                ran.append([call[1]["a"], 0])
                result = "Error: integer division or modulo by zero"
            else:
                a, b = call[1]["a"], call[1]["b"]
                ran.append([a, b])
                result = str(a + b) if call[0] == "add" else str(divmod(a, b)[0])
                if call[0] == "divide":
                    result = f"({result}, {{'rest': {a % b}}})"
            return told([*chat, ["tool", result]], left - 1)

        chat = told([[m["role"], m["content"]] for m in messages], int(limit))
        return {
            "chat": chat,
            "what the model was given": asked,
            "what was run": {"times asked": len(asked), "arguments": ran},
            "messages unchanged": {"last": chat[-1][1], "same": True},
        }

    alternatives = {
        "a while loop, and a function for one call": """
            def run(text):
                try:
                    call = parse(text)
                    return None if call is None else str(functions[call[0]](**call[1]))
                except Exception as error:
                    return "Error: " + str(error)

            chat, left = messages[:], limit
            while left > 0:
                left -= 1
                said = model(chat)
                chat = chat + [dict(role="assistant", content=said)]
                if left == 0:
                    return chat
                result = run(said)
                if result is None:
                    return chat
                chat = chat + [dict(role="tool", content=result)]
            return chat
        """,
        "by recursion": """
            text = model(messages)
            chat = [*messages, {"role": "assistant", "content": text}]
            if limit == 1:
                return chat
            try:
                call = parse(text)
                if call is None:
                    return chat
                function, keywords = functions[call[0]], call[1]
                result = f"{function(**keywords)}"
            except Exception as problem:
                result = f"Error: {problem}"
            return tool_loop(model, parse, functions, chat + [{"role": "tool", "content": result}], limit - 1)
        """,
    }
    slips = [
        slip(
            "the tool's result comes as the assistant's turn",
            edit=('{"role": "tool", "content": result}', '{"role": "assistant", "content": result}'),
            also=[('messages.append({"role": "tool", "content": result})', 'messages[-1]["content"] += result')],
            why="What the model reads as its own words it believes, and a page that was looked up would speak with its voice.",
            look="Who said the result?",
        ),
        slip(
            "the tool's result comes as the user's turn",
            edit=('{"role": "tool", "content": result}', '{"role": "user", "content": result}'),
            also=[('{"role": "tool", "content": result}', '{"role": "system", "content": result}'), ('{"role": "tool", "content": result}', '{"role": "function", "content": result}'), ('{"role": "tool", "content": result}', '{"role": name, "content": result}')],
            why="A page that was looked up would give orders with the user's voice.",
            look="Who said the result?",
        ),
        slip(
            "the loop ends without its limit",
            edit=[("for turn in range(limit):", "for turn in range(40):"), (BREAK, "pass\n")],
            also=[[("for turn in range(limit):", "turn = -1\n    while len(messages) < 60:"), (BREAK, "pass\n")]],
            why="A model that calls for ever costs money for ever.",
            look="How often is the model asked, at most?",
        ),
        slip(
            "the call with which the limit is reached is run",
            edit=(BREAK, "pass\n"),
            also=[("if turn == limit - 1:", "if turn == limit:")],
            why="Nobody reads its result, and a call may do something in the world.",
            look="Who will read what comes out of the last call?",
        ),
        slip(
            "the loop ends one question early",
            edit=("for turn in range(limit):", "for turn in range(limit - 1):"),
            also=[(BREAK, "if turn == limit - 2:\n            break\n"), ("for turn in range(limit):", "for turn in range(1, limit):"), (BREAK, "if turn >= max(limit - 2, 0):\n            break\n")],
            why="With a limit of 1 the model may be asked once.",
            look="How often is the model asked for limit = 1?",
        ),
        slip(
            "an error stops the program",
            edit=("except Exception as error:", "except KeyboardInterrupt as error:"),
            also=[("        try:\n            call = parse(text)\n            if call is None:\n                break\n            name", "        call = parse(text)\n        if call is None:\n            break\n        try:\n            name"), ("except Exception as error:", "except ValueError as error:"), ("except Exception as error:", "except (ValueError, KeyError) as error:"), ("except Exception as error:", "except (ValueError, KeyError, TypeError) as error:")],
            why="The model could have tried again. Now the chat is lost.",
            look="Which errors can `parse` and a function of somebody else raise?",
        ),
        slip(
            "an error ends the chat",
            edit=('result = f"Error: {error}"\n', 'messages.append({"role": "tool", "content": f"Error: {error}"})\n            break\n'),
            also=[('result = f"Error: {error}"\n', "break\n")],
            why="Told what was wrong, the model could have tried again.",
            look="What does the model get to read after a call that failed?",
        ),
        slip(
            "an error is passed over in silence",
            edit=('result = f"Error: {error}"\n', "continue\n"),
            also=[('result = f"Error: {error}"\n', 'result = ""\n'), ('result = f"Error: {error}"\n', 'result = "None"\n')],
            why="The model writes again and does not know what was wrong.",
            look="What does the model get to read after a call that failed?",
        ),
        slip(
            "the model is not told which error it was",
            edit=('f"Error: {error}"', '"Error"'),
            also=[('f"Error: {error}"', 'f"{error}"'), ('f"Error: {error}"', 'f"Error: {type(error).__name__}"'), ('f"Error: {error}"', 'f"Error: {error!r}"'), ('f"Error: {error}"', 'f"Error: {type(error).__name__}: {error}"'), ('f"Error: {error}"', 'f"error: {error}"')],
            why="The sentence of the error is what helps to mend the call.",
            look="Which text does the docstring promise after an error?",
        ),
        slip(
            "the caller's list grows",
            edit=("messages = list(messages)", "pass"),
            why="The same question asked twice would begin with the answer.",
            look="Is your list another one than the caller's?",
        ),
        slip(
            "only the answer is returned",
            edit=("    return messages", "    return messages[-1:]"),
            why="The next question needs the whole chat.",
            look="With which message should the returned list begin?",
        ),
        slip(
            "the model sees a part of the chat",
            edit=("text = model(messages)", "text = model(messages[:1])"),
            also=[("text = model(messages)", "text = model(messages[-1:])"), ("text = model(messages)", "text = model([m for m in messages if m['role'] != 'tool'])")],
            why="Without the question, or without the result before its eyes, it cannot answer.",
            look="What do you give to the model the second time?",
        ),
        slip(
            "the text of a call is not kept",
            edit=('messages.append({"role": "tool", "content": result})', 'messages.pop()\n        messages.append({"role": "tool", "content": result})'),
            why="The model reads a result and does not know what it asked for.",
            look="Which message stands in front of a result?",
        ),
        slip(
            "a result is no text",
            edit=("str(functions[name](**arguments))", "functions[name](**arguments)"),
            also=[("str(functions[name](**arguments))", "json.dumps(functions[name](**arguments))"), ("str(functions[name](**arguments))", "repr([functions[name](**arguments)])"), ('"content": result', '"content": f"Result: {result}"')],
            why="The content of a message is a text: `str` of what the function returned.",
            look="What type and what words has the content of your message?",
        ),
        slip(
            "arguments are passed by their order",
            edit=("(**arguments)", "(*arguments.values())"),
            why="The order of keys in JSON means nothing. Where b is written first, a and b change places.",
            look="What happens for {\"b\": 1, \"a\": 2}?",
        ),
        slip(
            "all arguments are passed as one",
            edit=("(**arguments)", "(arguments)"),
            why="The function has parameters with these names.",
            look="How is a dictionary passed by name?",
        ),
        slip(
            "a call is run twice",
            edit=("result = str(functions[name](**arguments))", "functions[name](**arguments)\n            result = str(functions[name](**arguments))"),
            why="A call may do something in the world.",
            look="How often does your code call the function for one text of the model?",
        ),
        slip(
            "only one call is run",
            edit=('messages.append({"role": "tool", "content": result})', 'messages.append({"role": "tool", "content": result})\n        limit = min(limit, 2) if turn else limit\n        if turn == 0 and limit > 1:\n            messages.append({"role": "assistant", "content": model(messages)})\n            break'),
            why="A question may need several steps.",
            look="What happens when the second text is a call, too?",
        ),
    ]  # fmt: skip
    equivalent = {
        "if turn >= limit - 1:": "a turn is never beyond the last",
        "if turn is limit - 1:": "small whole numbers are one object",
        "continue": "after the last turn the loop is over, too",
    }
    promises = {
        "an answer ends it": dict(script="-", limit=3),
        "a limit of one": dict(script="a", limit=1),
        "the last call is not run": dict(script="aab", limit=3),
        "an answer with the last text": dict(script="ab-", limit=3),
        "errors of parse": dict(script="wa-"),
        "an unknown function, a missing argument": dict(script="um-"),
        "errors of a function": dict(script="za-"),
        "arguments by name": dict(script="ab-", limit=4),
        "a longer chat": dict(length=4),
        "what is run, and how often": "what was run",
        "messages are left as they are": "messages unchanged",
    }


# --- constrained decoding -----------------------------------------------------------------------------------------------

LETTERS = list("abcdefgh")
GROWS = "choice.startswith(piece, len(prefix)) and len(prefix) + len(piece) in good"
USABLE = "if piece and n != end and piece in choice]"
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
        dict(choices=["ab", "", "b"], pieces=["a", "b"], at=["", "a", "b"], first_end=True),
        dict(choices=["aaaa", "aab"], pieces=["a", "aa", "aaa", "b", "aaaaa", "a"], at=["", "a", "aa", "aaa"]),
        dict(choices=["aaa", "b"], pieces=["a", "b"], at=["", "a"]),  # one token, again and again
        dict(choices=["abc", "abd"], pieces=["", "z", "a", "b", "c", "d", "abe"], at=["", "ab"], first_end=True),
    ]  # fmt: skip
    weights = {"allowed": 4, "no way on": 1, "choices unchanged": 1}

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
            "no way on": {"allowed": masks, "errors": errors},
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
            also=["mask = torch.tensor([bool(p) and n != end and any(c.startswith(prefix + p) for c in choices) for n, p in enumerate(vocabulary)])\nmask[end] = prefix in choices\nif not mask.any():\n    raise ValueError('nothing')\nreturn mask"],
            why="The token fits, and nothing spells what is then left. The text can never become a choice.",
            look="Which tokens can follow after the one that you allow?",
        ),
        slip(
            "only the next token but one is looked at",
            edit=(GROWS, 'choice.startswith(piece, len(prefix)) and (len(prefix) + len(piece) == len(choice) or any(choice.startswith(p, len(prefix) + len(piece)) for _, p in usable))'),
            why="A dead end may lie several tokens ahead.",
            look="How far ahead does your code look?",
        ),
        slip(
            "a text is complete where its last letter is spelt, by one token more",
            edit=(GROWS, 'choice.startswith(piece, len(prefix)) and choice[len(prefix) + len(piece):] in ["", *vocabulary]'),
            why="The rest may need several tokens.",
            look="How many tokens may follow after the one that you allow?",
        ),
        slip(
            "only tokens of one letter are used",
            edit=("[(n, piece) for n, piece in enumerate(vocabulary) if piece and n != end and piece in choice]", "[(n, piece) for n, piece in enumerate(vocabulary) if len(piece) == 1 and n != end and piece in choice]"),
            why="Longer tokens spell, too, and often they alone can.",
            look="Which tokens of the vocabulary does your code never use?",
        ),
        slip(
            "the end is never allowed",
            edit=(COMPLETE, "if False:"),
            also=[(f"{COMPLETE}\n            mask[end] = True", f"{COMPLETE}\n            continue")],
            why="A complete choice has to end. Without it the text must go on, and there is nothing to go on with.",
            look="What may follow when the text is one of the choices?",
        ),
        slip(
            "a complete choice must end",
            edit=(f"{COMPLETE}\n            mask[end] = True", f"{COMPLETE}\n            mask[:] = False\n            mask[end] = True\n            return mask"),
            also=[("    mask = torch.zeros(len(vocabulary), dtype=torch.bool)  # (V,)\n", "    mask = torch.zeros(len(vocabulary), dtype=torch.bool)  # (V,)\n    if prefix in choices:\n        mask[end] = True\n        return mask\n")],
            why="One choice may be the beginning of another, as \"in\" is of \"into\".",
            look="What may follow \"ab\" when \"ab\" and \"abab\" are choices?",
        ),
        slip(
            "a choice that others continue may not end",
            edit=(COMPLETE, "if choice == prefix and not any(c != prefix and c.startswith(prefix) for c in choices):"),
            why="It is one of the choices, however it might go on.",
            look="What may follow \"ab\" when \"ab\" and \"abab\" are choices?",
        ),
        slip(
            "the end is always allowed",
            edit=("    for choice in choices:\n", "    mask[end] = True\n    for choice in choices:\n"),
            also=[(COMPLETE, "if choice.startswith(prefix):")],
            why="The text would stop in the middle of a choice.",
            look="Is the text so far one of the choices?",
        ),
        slip(
            "the end's own text counts",
            edit=("piece and n != end and piece", "piece and piece"),
            also=[("vocabulary) if piece and n != end and piece in choice]\n        good", "vocabulary) if piece and n != end and piece in choice]\n        usable += [(end, vocabulary[end])] if vocabulary[end] in choice else []\n        good")],
            why="It ends the text and is not read. What is written on it says nothing.",
            look="Is any text spelt by the end token?",
        ),
        slip(
            "empty tokens are allowed",
            edit=("    if not mask.any():", '    for n, piece in enumerate(vocabulary):\n        if piece == "" and n != end and mask.any():\n            mask[n] = True\n    if not mask.any():'),
            also=["pieces = [p if n != end else '\\0' for n, p in enumerate(vocabulary)]\ndef ok(t):\n    return t in choices or any(p and any(c.startswith(t + p) for c in choices) and ok(t + p) for p in pieces)\nmask = torch.tensor([any(c.startswith(prefix + p) for c in choices) and ok(prefix + p) for p in pieces])\nmask[end] = prefix in choices\nif not mask.any():\n    raise ValueError('none')\nreturn mask"],
            why="They are marks of the template. A text that gets one stays what it is, and may stay so for ever.",
            look="How long is the text after a token that writes nothing?",
        ),
        slip(
            "a token has to be within the choice, anywhere",
            edit=(GROWS, "len(prefix) in good or choice.startswith(piece, len(prefix))"),
            also=[(GROWS, "piece in choice[len(prefix):]"), (GROWS, "piece in choice")],
            why="It comes next: right behind the prefix.",
            look="At which letter of the choice does the next token begin?",
        ),
        slip(
            "the prefix is not held against the choice",
            edit=("if not choice.startswith(prefix):", "if len(choice) < len(prefix):"),
            why="A choice that began in another way is not to be had any more.",
            look="Which choices are left after this prefix?",
        ),
        slip(
            "only the first choice that fits is followed",
            edit=("    if not mask.any():", "        break\n    if not mask.any():"),
            also=[("        if choice == prefix:", "        if mask.any():\n            break\n        if choice == prefix:")],
            why="Several choices begin alike. The token may belong to any of them.",
            look="How many choices begin with this prefix?",
        ),
        slip(
            "tokens have to fit all choices",
            edit=("    mask = torch.zeros(len(vocabulary), dtype=torch.bool)  # (V,)\n    for choice in choices:\n", "    choices = [c for c in choices if c.startswith(prefix)]\n    if len(choices) > 1:\n        return torch.stack([allowed_tokens(prefix, [c], vocabulary, end) for c in choices]).all(0)\n    mask = torch.zeros(len(vocabulary), dtype=torch.bool)  # (V,)\n    for choice in choices:\n"),
            why="The text is to become one of them.",
            look="For how many of the choices must a token be good?",
        ),
        slip(
            "tokens may run over the end of a choice",
            edit=("        for n, piece in usable:\n", '        for n, piece in enumerate(vocabulary):\n            if piece and n != end and len(piece) > len(choice) - len(prefix) > 0 and piece.startswith(choice[len(prefix) :]):\n                mask[n] = True\n        for n, piece in usable:\n'),
            why="The text would be longer than the choice.",
            look="What is the text after this token, and is it a beginning of a choice?",
        ),
        slip(
            "a token of several letters is allowed by its first",
            edit=("        for n, piece in usable:\n", '        for n, piece in enumerate(vocabulary):\n            if piece and n != end and choice[len(prefix) : len(prefix) + 1] == piece[0]:\n                mask[n] = True\n        for n, piece in usable:\n'),
            why="All of its letters are written.",
            look="What is the text after this token, and is it a beginning of a choice?",
        ),
        slip(
            "only the longest token is allowed",
            edit=("    if not mask.any():", "    longest = max((len(vocabulary[n]) for n in mask.nonzero()[:, 0].tolist() if n != end), default=0)\n    for n, piece in enumerate(vocabulary):\n        mask[n] &= n == end or len(piece) == longest\n    if not mask.any():"),
            also=[("    if not mask.any():", "    shortest = min((len(vocabulary[n]) for n in mask.nonzero()[:, 0].tolist() if n != end), default=0)\n    for n, piece in enumerate(vocabulary):\n        mask[n] &= n == end or len(piece) == shortest\n    if not mask.any():"), ("    if not mask.any():", "    first = mask.nonzero()[:1, 0]\n    mask[:] = False\n    mask[first] = True\n    if not mask.any():")],
            why="The model chooses among the ways to spell. A mask that leaves one of them chooses for it.",
            look="Which tokens could begin the rest, long and short?",
        ),
        slip(
            "no way on raises no ValueError",
            edit=("if not mask.any():", "if False:"),
            also=[("raise ValueError(f\"No token can follow {prefix!r}: it begins none of the choices that can be spelt.\")", "mask[end] = True"), ("raise ValueError(f\"No token can follow {prefix!r}: it begins none of the choices that can be spelt.\")", "return None"), ("if not mask.any():", "if not any(choice.startswith(prefix) for choice in choices):")],
            why="A softmax over nothing gives NaN, far from the place where it went wrong.",
            look="What does your code return when nothing fits?",
        ),
        slip(
            "the mask is turned round",
            edit=("return mask", "return ~mask"),
            why="True stands for a token that is allowed.",
            look="What does True mean in what is returned?",
        ),
        slip(
            "numbers of tokens come back in place of a mask",
            edit=("return mask", "return mask.nonzero()[:, 0]"),
            also=[("return mask", "return mask.nonzero()[:, 0].tolist()"), ("return mask", "return mask.tolist()"), ("return mask", "return mask.float()"), ("return mask", "return mask.long()")],
            why="What comes next adds it to V scores.",
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
        "tokens of equal text": dict(choices=["aaaa", "aab"]),
        "choices are left as they are": "choices unchanged",
    }


FILLED = "logits.masked_fill(~mask, -math.inf)"


@exercise("masked_log_probs", points=2)
class _:
    cases = [
        dict(shape=(3, 6)),
        dict(shape=(7,)),
        dict(shape=(2, 3, 5)),
        dict(shape=(4, 6), one_mask=True),
        dict(shape=(3, 5), spread=200),
        dict(shape=(5, 5), one_mask=True, spread=200),
        dict(shape=(3, 6), apart=300),
        dict(shape=(2, 4), all_allowed=True),
        dict(shape=(3, 4), only_one=True),
    ]
    weights = {
        "log-probabilities": 3,
        "forbidden": 1,
        "grad_logits": 1,
        "nothing allowed": 1,
        "logits unchanged": 1,
    }

    def inputs(rng, shape, one_mask=False, spread=1, apart=0, all_allowed=False, only_one=False):
        lead = shape[-1:] if one_mask else shape
        mask = rng.random(lead) < 0.5
        if only_one:
            mask[:] = False
        rows = mask.reshape(-1, lead[-1])
        for row in rows:
            row[int(rng.integers(lead[-1]))] = True
            if not only_one:
                places = rng.permutation(lead[-1])
                row[places[:2]], row[places[2]] = True, False
        if all_allowed:
            mask[:] = True
        logits = rng.standard_normal(shape)
        if spread > 1:  # allowed tokens are far below the others
            logits = logits * 3 + np.where(mask, -spread, spread)
        if apart:  # allowed tokens are far from each other
            logits = logits + rng.permuted(np.linspace(0, apart, shape[-1]) + np.zeros(shape), axis=-1)
        nothing = mask.copy()
        nothing.reshape(-1, lead[-1])[-1] = False
        return {"logits": logits, "mask": mask, "gradient": rng.standard_normal(shape), "nothing": nothing}

    def oracle(logits, mask, gradient, nothing):
        wide = np.broadcast_to(mask, logits.shape)
        rows = zip(
            logits.reshape(-1, logits.shape[-1]),
            wide.reshape(-1, logits.shape[-1]),
            gradient.reshape(-1, logits.shape[-1]),
        )
        values, slopes = [], []
        for row, allowed, pull in rows:
            top = max(float(x) for x, ok in zip(row, allowed) if ok)
            total = math.fsum(math.exp(float(x) - top) for x, ok in zip(row, allowed) if ok)
            values.append([float(x) - top - math.log(total) if ok else 0.0 for x, ok in zip(row, allowed)])
            weight = math.fsum(float(g) for g, ok in zip(pull, allowed) if ok)
            slopes.append(
                [
                    float(g) - math.exp(v) * weight if ok else 0.0
                    for g, v, ok in zip(pull, values[-1], allowed)
                ]
            )
        kept = np.array(values).reshape(logits.shape)
        return {
            "log-probabilities": kept,
            "forbidden": {"kept": kept, "minus infinity": ~wide},
            "grad_logits": np.array(slopes).reshape(logits.shape),
            "nothing allowed": {"kept": kept, "said": "ValueError"},
            "logits unchanged": {"kept": kept, "logits": logits},
        }  # fmt: skip

    alternatives = {
        "the normaliser by hand": """
            if not bool(mask.any(-1).all()):
                raise ValueError("nothing is allowed")
            low = torch.where(mask, logits, torch.full_like(logits, float("-inf")))
            return low - low.logsumexp(-1, keepdim=True)
        """,
        "minus infinity is added": """
            if (mask.sum(-1) == 0).any():
                raise ValueError("no token left")
            bias = torch.zeros(mask.shape, device=logits.device).masked_fill(mask.logical_not(), -torch.inf)
            return F.log_softmax(logits + bias, dim=-1)
        """,
    }
    slips = [
        slip(
            "the mask comes behind the softmax",
            edit=(f"{FILLED}.log_softmax(dim=-1)", "logits.log_softmax(dim=-1).masked_fill(~mask, -math.inf)"),
            also=[(f"{FILLED}.log_softmax(dim=-1)", "(logits.softmax(dim=-1) * mask).log()"), (f"{FILLED}.log_softmax(dim=-1)", "logits.log_softmax(dim=-1) * mask"), (".log_softmax(dim=-1)", " - logits.logsumexp(dim=-1, keepdim=True)")],
            why="What is left sums to less than 1: the forbidden tokens have taken their share.",
            look="What do your probabilities sum to?",
        ),
        slip(
            "probabilities are masked and divided by their sum",
            edit=(f"{FILLED}.log_softmax(dim=-1)", "((logits.softmax(dim=-1) * mask) / (logits.softmax(dim=-1) * mask).sum(-1, keepdim=True)).log()"),
            also=[(f"{FILLED}.log_softmax(dim=-1)", "((logits.softmax(dim=-1) * mask) / ((logits.softmax(dim=-1) * mask).sum(-1, keepdim=True) + 1e-9)).log()"), (f"{FILLED}.log_softmax(dim=-1)", "((logits.exp() * mask) / (logits.exp() * mask).sum(-1, keepdim=True)).log()")],
            why="Right on paper. Where the allowed tokens are unlikely ones, they are rounded to 0, and 0 divided by 0 is NaN.",
            look="How large is e to the power of −200 in float32?",
        ),
        slip(
            "a softmax and then a logarithm",
            edit=(".log_softmax(dim=-1)", ".softmax(dim=-1).log()"),
            why="Where one allowed token is far below another, its probability is rounded to 0, and its logarithm is lost.",
            look="Which function of the library does both in one step?",
        ),
        slip(
            "forbidden scores become 0",
            edit=(FILLED, "(logits * mask)"),
            also=[(FILLED, "logits.masked_fill(~mask, 0)"), (FILLED, "torch.where(mask, logits, torch.zeros_like(logits))")],
            why="A score of 0 is one like any other, and often the highest.",
            look="Which probability does a score of 0 get?",
        ),
        slip(
            "the forbidden ones are left",
            edit=("masked_fill(~mask,", "masked_fill(mask,"),
            why="True stands for a token that is allowed.",
            look="Which tokens does your code send to minus infinity?",
        ),
        slip(
            "forbidden tokens keep a finite score",
            edit=("-math.inf", "-1e9"),
            also=[("-math.inf", "-1e4"), ("-math.inf", "torch.finfo(logits.dtype).min"), ("-math.inf", "-100")],
            why="A forbidden token should be impossible, and not merely unlikely.",
            look="What is your result for a forbidden token?",
        ),
        slip(
            "forbidden tokens go to plus infinity",
            edit=("-math.inf", "math.inf"),
            also=[("-math.inf", "math.nan")],
            why="Infinity in a softmax is NaN everywhere.",
            look="Which score has the probability 0?",
        ),
        slip(
            "probabilities come back in place of their logarithms",
            edit=(".log_softmax(dim=-1)", ".softmax(dim=-1)"),
            why="The logarithm of a probability is at most 0.",
            look="Are your numbers above or below 0?",
        ),
        slip(
            "the softmax runs along the wrong axis",
            edit=("log_softmax(dim=-1)", "log_softmax(dim=0)"),
            also=[("log_softmax(dim=-1)", "flatten().log_softmax(0).view(logits.shape)"), ("log_softmax(dim=-1)", "log_softmax(dim=1 if logits.dim() > 1 else 0)")],
            why="Each row of V scores is a distribution of its own.",
            look="Over which axis should the probabilities sum to 1?",
        ),
        slip(
            "scores come back without being normalised",
            edit=(".log_softmax(dim=-1)", ""),
            also=[(".log_softmax(dim=-1)", " - logits.max(dim=-1, keepdim=True).values")],
            why="The probabilities have to sum to 1 over what is allowed.",
            look="What do your probabilities sum to?",
        ),
        slip(
            "only a mask without any token is an error",
            edit=("if not mask.any(dim=-1).all():", "if not mask.any():"),
            also=[("if not mask.any(dim=-1).all():", "if False:"), ("if not mask.any(dim=-1).all():", "if not mask.any(dim=0).all():"), ("raise ValueError(", "raise RuntimeError("), ("if not mask.any(dim=-1).all():", "if mask.sum() < logits.numel() // logits.shape[-1]:"), ("raise ValueError(\"There is a row in which no token is allowed.\")", "return torch.full_like(logits, -math.inf)")],
            why="One row with nothing to choose gives NaN, however many others have something.",
            look="What comes out for a row in which all is forbidden?",
        ),
        slip(
            "every forbidden token is an error",
            edit=("if not mask.any(dim=-1).all():", "if not mask.all():"),
            also=[("if not mask.any(dim=-1).all():", "if not mask.all(dim=-1).any():")],
            why="To forbid some is what a mask is for.",
            look="When is nothing left to choose?",
        ),
        slip(
            "the caller's scores are overwritten",
            edit=("logits.masked_fill(", "logits.detach().masked_fill_("),
            also=[(FILLED, "logits.data.masked_fill_(~mask, -math.inf)")],
            why="The caller may want to know what the model would have said.",
            look="What does an underscore at the end of a name mean in torch?",
        ),
        slip(
            "the allowed tokens share alike",
            edit=(f"{FILLED}.log_softmax(dim=-1)", "torch.zeros_like(logits).masked_fill(~mask, -math.inf).log_softmax(dim=-1) + 0 * logits"),
            why="What the model thinks of them still counts.",
            look="Does your result depend on the logits?",
        ),
    ]  # fmt: skip
    promises = {
        "any leading axes": dict(shape=(2, 3, 5)),
        "one row": dict(shape=(7,)),
        "one mask for all rows": dict(one_mask=True),
        "unlikely tokens": dict(spread=200),
        "one far below another": dict(apart=300),
        "minus infinity": "forbidden",
        "nothing allowed in a row": "nothing allowed",
        "all allowed": dict(all_allowed=True),
        "one allowed": dict(only_one=True),
        "logits are left as they are": "logits unchanged",
    }


# --- preferences --------------------------------------------------------------------------------------------------------

SCORES = "logits[:, :-1].log_softmax(dim=-1).gather(2, ids[:, 1:, None])[..., 0]"
WITHIN = "(place >= prompt_lengths[:, None]) & (place < lengths[:, None])"


@exercise("completion_logprob", points=3)
class _:
    cases = [
        dict(B=3, T=7, V=5),
        dict(B=1, T=6, V=4),
        dict(B=4, T=6, V=6),
        dict(B=2, T=5, V=7, padded=False),
        dict(B=3, T=6, V=5, empty=True),
        dict(B=2, T=8, V=3, prompt=1),
        dict(B=3, T=7, V=5, large=True),
        dict(B=2, T=2, V=4, prompt=1, padded=False),
    ]
    weights = {"sums": 4, "grad_logits": 2, "arguments unchanged": 1}

    def inputs(rng, B, T, V, padded=True, empty=False, prompt=None, large=False):
        prompts = rng.integers(1, max(T - 2, 2), B) if prompt is None else np.full(B, prompt)
        if B > 1 and prompt is None:
            prompts[:2] = 1, T - 3
        ends = np.array([int(rng.integers(p + 1, T)) if padded and p + 1 < T else T for p in prompts])
        if padded:
            ends[-1] = T if B > 1 else T - 1
            if B > 2:
                ends[1] = T - 2  # two tokens of padding behind a long prompt
        if empty:
            ends[0] = prompts[0]
        logits = rng.standard_normal((B, T, V)) * 2
        if large:
            logits = logits * 60 + 500
        return {
            "logits": logits,
            "ids": rng.integers(0, V, (B, T)),
            "prompt_lengths": prompts.astype(np.int64),
            "lengths": ends.astype(np.int64),
            "gradient": rng.standard_normal(B),
        }

    def oracle(logits, ids, prompt_lengths, lengths, gradient):
        sums, slope = [], np.zeros(logits.shape)
        for b in range(len(ids)):
            total = 0.0
            for t in range(int(prompt_lengths[b]), int(lengths[b])):
                row = logits[b, t - 1].astype(np.float64)
                top = row.max()
                log_p = row - top - math.log(math.fsum(math.exp(x - top) for x in row))
                total += log_p[ids[b, t]]
                slope[b, t - 1] -= gradient[b] * np.exp(log_p)
                slope[b, t - 1, ids[b, t]] += gradient[b]
            sums.append(total)
        return {
            "sums": np.array(sums),
            "grad_logits": slope,
            "arguments unchanged": {"sums": np.array(sums), "same": [True] * 4},
        }

    alternatives = {
        "by cross_entropy": """
            B, T, V = logits.shape
            nll = F.cross_entropy(logits[:, :-1].reshape(-1, V), ids[:, 1:].reshape(-1), reduction="none").view(B, T - 1)
            t = torch.arange(T - 1, device=ids.device)[None]
            keep = (t + 1 >= prompt_lengths[:, None]) * (t + 1 < lengths[:, None])
            return -torch.where(keep, nll, torch.zeros_like(nll)).sum(1)
        """,
        "row by row": """
            out = []
            for row, tokens, start, stop in zip(logits, ids, prompt_lengths.tolist(), lengths.tolist()):
                log_p = row.log_softmax(-1)
                picked = [log_p[t - 1, tokens[t]] for t in range(start, stop)]
                out.append(torch.stack(picked).sum() if picked else row.sum() * 0)
            return torch.stack(out)
        """,
    }
    slips = [
        slip(
            "each token is scored by its own logits",
            edit=(SCORES, "logits[:, 1:].log_softmax(dim=-1).gather(2, ids[:, 1:, None])[..., 0]"),
            why="The logits of place t say what comes *after* token t. Nothing is predicted by what has seen it.",
            look="Which logits were computed before the model saw this token?",
        ),
        slip(
            "logits are shifted the other way",
            edit=(SCORES, "logits[:, 1:].log_softmax(dim=-1).gather(2, ids[:, :-1, None])[..., 0]"),
            also=[(SCORES, "logits[:, :-1].log_softmax(dim=-1).gather(2, ids[:, :-1, None])[..., 0]")],
            why="Each token is scored by logits that have seen it, or by those of another place.",
            look="Which logits were computed before the model saw this token?",
        ),
        slip(
            "the prompt is counted",
            edit=(WITHIN, "place < lengths[:, None]"),
            also=[(WITHIN, "(place >= 1) & (place < lengths[:, None])"), (WITHIN, "(place >= prompt_lengths.min()) & (place < lengths[:, None])")],
            why="The prompt was not the model's choice. In a loss it would be learned by heart.",
            look="Which of the arguments of your function does your code never use?",
        ),
        slip(
            "padding is counted",
            edit=(WITHIN, "place >= prompt_lengths[:, None]"),
            also=[(WITHIN, "(place >= prompt_lengths[:, None]) & (place < lengths.max())")],
            why="It was nobody's choice, and the shorter answer of a batch gets the more of it.",
            look="Which of the arguments of your function does your code never use?",
        ),
        slip(
            "the first token of the answer is left out",
            edit=("place >= prompt_lengths", "place > prompt_lengths"),
            why="It is predicted by the last token of the prompt, and it counts.",
            look="How many tokens of the first row do you count, and how many are there?",
        ),
        slip(
            "the last token of the prompt is counted",
            edit=("place >= prompt_lengths[:, None]", "place >= prompt_lengths[:, None] - 1"),
            why="The answer begins at place prompt_lengths.",
            look="How many tokens of the first row do you count, and how many are there?",
        ),
        slip(
            "the last token of the answer is left out",
            edit=("place < lengths[:, None]", "place < lengths[:, None] - 1"),
            why="It counts like all others; in a chat it is the one that ends the turn.",
            look="How many tokens of the first row do you count, and how many are there?",
        ),
        slip(
            "one token behind the answer is counted",
            edit=("place < lengths", "place <= lengths"),
            why="The tokens of the answer end at place lengths − 1.",
            look="How many tokens of the first row do you count, and how many are there?",
        ),
        slip(
            "places are counted from 0 behind the shift",
            edit=("torch.arange(1, ids.shape[1], device=ids.device)", "torch.arange(ids.shape[1] - 1, device=ids.device)"),
            why="The first of the shifted scores belongs to token 1. The whole window moves by one.",
            look="Which token does the first column of your scores belong to?",
        ),
        slip(
            "lengths is taken for the length of the answer",
            edit=("place < lengths[:, None]", "place < (prompt_lengths + lengths)[:, None]"),
            why="It counts prompt and answer together.",
            look="What does the docstring say that lengths counts?",
        ),
        slip(
            "the mean of the tokens is taken",
            edit=("(scores * counts).sum(dim=1)", "(scores * counts).sum(dim=1) / counts.sum(dim=1).clamp(min=1)"),
            also=[("(scores * counts).sum(dim=1)", "(scores * counts).mean(dim=1)"), ("(scores * counts).sum(dim=1)", "(scores * counts).sum(dim=1) / counts.sum(dim=1)"), ("(scores * counts).sum(dim=1)", "(scores * counts).sum(dim=1) / lengths")],
            why="The probability of a text is the product over its tokens, so their logarithms add.",
            look="How does the formula combine the tokens?",
        ),
        slip(
            "one number comes out for the whole batch",
            edit=("(scores * counts).sum(dim=1)", "(scores * counts).sum()"),
            also=[("(scores * counts).sum(dim=1)", "(scores * counts).sum(dim=1).mean()"), ("(scores * counts).sum(dim=1)", "(scores * counts).sum(dim=1, keepdim=True)"), ("(scores * counts).sum(dim=1)", "(scores * counts)"), ("(scores * counts).sum(dim=1)", "(scores * counts).sum(dim=0)")],
            why="Each row is an answer of its own.",
            look="Which shape does the docstring promise?",
        ),
        slip(
            "the sign is turned",
            edit=("(scores * counts).sum(dim=1)", "-(scores * counts).sum(dim=1)"),
            why="A log-probability is at most 0. Its negative is a loss.",
            look="Are your numbers above or below 0?",
        ),
        slip(
            "scores are not normalised",
            edit=(".log_softmax(dim=-1)", ""),
            why="A logit means nothing by itself. Added to all V of a place, a constant changes no probability.",
            look="What do your probabilities of one place sum to?",
        ),
        slip(
            "probabilities are added",
            edit=(".log_softmax(dim=-1)", ".softmax(dim=-1)"),
            why="Probabilities multiply, their logarithms add.",
            look="Are your numbers above or below 0?",
        ),
        slip(
            "a softmax and then a logarithm",
            edit=(".log_softmax(dim=-1)", ".softmax(dim=-1).log()"),
            also=[(".log_softmax(dim=-1)", ".exp().div(logits[:, :-1].exp().sum(-1, keepdim=True)).log()"), (".log_softmax(dim=-1)", ".softmax(dim=-1).clamp(min=1e-9).log()"), (".log_softmax(dim=-1)", ".softmax(dim=-1).add(1e-9).log()")],
            why="A probability that is rounded to 0 has no logarithm any more.",
            look="Which function of the library does both in one step?",
        ),
        slip(
            "the softmax runs along the wrong axis",
            edit=("log_softmax(dim=-1)", "log_softmax(dim=1)"),
            also=[("log_softmax(dim=-1)", "log_softmax(dim=0)")],
            why="The V scores of one place are a distribution.",
            look="Which axis of (B, T, V) holds the scores of one place?",
        ),
        slip(
            "the likeliest token is scored in place of the one that stands there",
            edit=("gather(2, ids[:, 1:, None])[..., 0]", "max(dim=-1).values"),
            why="The answer was given. How likely would the model have written *it*?",
            look="Which of the arguments of your function does your code never use?",
        ),
        slip(
            "the lengths of the first row serve all",
            edit=(WITHIN, "(place >= prompt_lengths[0]) & (place < lengths[0])"),
            also=[(WITHIN, "(place >= prompt_lengths.max()) & (place < lengths[:, None])")],
            why="Each row has a prompt and an answer of its own.",
            look="What shapes have the two bounds before they meet the places?",
        ),
        slip(
            "the caller's tokens are changed",
            edit=("    place = torch", "    ids[:, 0] = 0\n    ids[:, -1] = 0\n    place = torch"),
            also=[("    place = torch", "    lengths -= 1\n    lengths = lengths + 1\n    place = torch"), ("    place = torch", "    prompt_lengths -= 1\n    prompt_lengths = prompt_lengths + 1\n    place = torch")],
            why="The same batch is used again, for the reference model.",
            look="Which of your operations write into an argument?",
        ),
    ]  # fmt: skip
    equivalent = {
        "counts = (place >= prompt_lengths[:, None]) * (place < lengths[:, None])": "for truth values the same",
        "scores = logits[:, :-1].log_softmax(dim=-1).gather(2, ids[:, 1:, None])[..., -1]": "that axis has length 1",
    }
    promises = {
        "one row": dict(B=1),
        "an empty completion": dict(empty=True),
        "no padding": dict(padded=False),
        "a prompt of one token": dict(prompt=1),
        "large logits": dict(large=True),
        "the logits learn": "grad_logits",
        "arguments are left as they are": "arguments unchanged",
    }


CHOSEN = "beta * (policy_chosen - reference_chosen)"
REJECTED = "beta * (policy_rejected - reference_rejected)"


@exercise("dpo_loss", points=3)
class _:
    cases = [
        dict(B=4),
        dict(B=1),
        dict(B=3, beta=0.5),
        dict(B=5, large=True),
        dict(B=3, same=True),
        dict(B=4, beta=2.5),
    ]
    weights = {"loss": 2, "margins": 2, "grad_policy_chosen": 1, "grad_policy_rejected": 1}

    def inputs(rng, B, beta=0.1, large=False, same=False):
        sizes = [rng.uniform(-60, -20, B) for _ in range(2)]
        changes = [rng.normal(0, 6 if not large else 3000, B) for _ in range(2)]
        if large:
            changes[0][:2] = 4000, -4000
            changes[1][:2] = -4000, 4000
        if same:
            changes = [np.zeros(B), np.zeros(B)]
            changes[0][0] = rng.uniform(0.5, 2)
        beta = float(beta * rng.uniform(0.8, 1.2))
        return {
            "policy_chosen": sizes[0] + changes[0],
            "policy_rejected": sizes[1] + changes[1],
            "reference_chosen": sizes[0],
            "reference_rejected": sizes[1],
            "beta": beta,
        }

    def oracle(policy_chosen, policy_rejected, reference_chosen, reference_rejected, beta):
        B = len(policy_chosen)
        margins, losses, slopes = [], [], []
        for i in range(B):
            won = float(policy_chosen[i]) - float(reference_chosen[i])
            lost = float(policy_rejected[i]) - float(reference_rejected[i])
            margin = float(beta) * (won - lost)
            margins.append(margin)
            losses.append(max(-margin, 0.0) + math.log1p(math.exp(-abs(margin))))  # log(1 + e^−m)
            slopes.append(-float(beta) / B * (1 / (1 + math.exp(min(margin, 700.0)))))
        return {
            "loss": {"margins": np.array(margins), "loss": np.float64(math.fsum(losses) / B)},
            "margins": np.array(margins),
            "grad_policy_chosen": np.array(slopes),
            "grad_policy_rejected": -np.array(slopes),
        }

    alternatives = {
        "by ratios of the pairs, softplus": """
            policy = policy_chosen - policy_rejected
            reference = reference_chosen - reference_rejected
            gap = (policy - reference) * beta
            return F.softplus(-gap).mean(), gap
        """,
        "as a classification": """
            margins = beta * (policy_chosen - reference_chosen - policy_rejected + reference_rejected)
            return F.binary_cross_entropy_with_logits(margins, torch.ones_like(margins)), margins
        """,
    }
    slips = [
        slip(
            "the preference is turned round",
            edit=("margins = chosen - rejected", "margins = rejected - chosen"),
            also=[("-F.logsigmoid(margins)", "-F.logsigmoid(-margins)"), ("return -F.logsigmoid(margins).mean(), margins", "return -F.logsigmoid(rejected - chosen).mean(), margins"), [(CHOSEN, "beta * (reference_chosen - policy_chosen)"), (REJECTED, "beta * (reference_rejected - policy_rejected)")]],
            why="The model would learn to write what people rejected.",
            look="Does the loss fall when the chosen answer becomes more likely?",
        ),
        slip(
            "the loss has the wrong sign",
            edit=("-F.logsigmoid", "F.logsigmoid"),
            why="A loss that is minimised would fall without an end, away from what people chose.",
            look="Is your loss above or below 0?",
        ),
        slip(
            "the reference is left out",
            edit=[(CHOSEN, "beta * policy_chosen"), (REJECTED, "beta * policy_rejected")],
            why="Long answers are unlikely and rare words are unlikely. Only what changed since the start says what was learned.",
            look="What are your margins when the policy is the reference?",
        ),
        slip(
            "the references enter with the wrong sign",
            edit=[(CHOSEN, "beta * (policy_chosen + reference_chosen)"), (REJECTED, "beta * (policy_rejected + reference_rejected)")],
            also=[[(CHOSEN, "beta * (policy_chosen - reference_rejected)"), (REJECTED, "beta * (policy_rejected - reference_chosen)")]],
            why="The logarithm of a quotient is a difference.",
            look="What are your margins when the policy is the reference?",
        ),
        slip(
            "β is left out",
            edit=[(CHOSEN, "policy_chosen - reference_chosen"), (REJECTED, "policy_rejected - reference_rejected")],
            why="Without it the loss is content after a small change, or never.",
            look="Which of the arguments of your function does your code never use?",
        ),
        slip(
            "margins come back without β",
            edit=("mean(), margins", "mean(), margins / beta"),
            why="They are differences of rewards, and β is a part of the reward.",
            look="What does the docstring say of β?",
        ),
        slip(
            "β divides",
            edit=[(CHOSEN, "(policy_chosen - reference_chosen) / beta"), (REJECTED, "(policy_rejected - reference_rejected) / beta")],
            why="The reward is β times the logarithm.",
            look="What happens to your margins when β doubles?",
        ),
        slip(
            "β stands outside of the logarithm",
            edit=[(CHOSEN, "policy_chosen - reference_chosen"), (REJECTED, "policy_rejected - reference_rejected"), ("return -F.logsigmoid(margins).mean(), margins", "return -beta * F.logsigmoid(margins).mean(), beta * margins")],
            why="β scales the rewards before they are compared. Outside it would be a learning rate.",
            look="Where does β stand in the formula of the reward?",
        ),
        slip(
            "β counts twice",
            edit=("margins = chosen - rejected", "margins = beta * (chosen - rejected)"),
            why="The rewards carry it already.",
            look="What happens to your margins when β doubles?",
        ),
        slip(
            "β counts for one of the two only",
            edit=(REJECTED, "policy_rejected - reference_rejected"),
            also=[(CHOSEN, "policy_chosen - reference_chosen")],
            why="Both answers get a reward of the same kind.",
            look="Which of your two rewards contains β?",
        ),
        slip(
            "the losses of the pairs are added",
            edit=("F.logsigmoid(margins).mean()", "F.logsigmoid(margins).sum()"),
            why="A batch of twice the size would take steps of twice the size.",
            look="How does the docstring combine the pairs?",
        ),
        slip(
            "the loss is not combined over the pairs",
            edit=("-F.logsigmoid(margins).mean()", "-F.logsigmoid(margins)"),
            why="The optimiser needs one number.",
            look="Which shape has your loss?",
        ),
        slip(
            "the mean is taken before the logarithm",
            edit=("-F.logsigmoid(margins).mean()", "-F.logsigmoid(margins.mean())"),
            also=[("-F.logsigmoid(margins).mean()", "-margins.sigmoid().mean().log()")],
            why="One pair that is won by far would make up for many that are lost.",
            look="What is averaged, margins or losses?",
        ),
        slip(
            "a sigmoid and then a logarithm",
            edit=("F.logsigmoid(margins)", "margins.sigmoid().log()"),
            also=[("-F.logsigmoid(margins)", "(1 + (-margins).exp()).log()"), ("F.logsigmoid(margins)", "(margins.sigmoid() + 1e-8).log()"), ("F.logsigmoid(margins)", "margins.sigmoid().clamp(min=1e-6).log()")],
            why="For a pair that is lost by far the sigmoid is rounded to 0, and the loss becomes infinite.",
            look="How large is σ(−200) in float32?",
        ),
        slip(
            "the sigmoid is left out",
            edit=("-F.logsigmoid(margins).mean()", "-margins.mean()"),
            also=[("-F.logsigmoid(margins).mean()", "F.relu(1 - margins).mean()"), ("-F.logsigmoid(margins).mean()", "F.relu(-margins).mean()")],
            why="Without it a pair that is won already pulls as hard as one that is lost.",
            look="How much should a pair count that is won by far?",
        ),
        slip(
            "the logarithm is left out",
            edit=("-F.logsigmoid(margins).mean()", "-margins.sigmoid().mean()"),
            also=[("-F.logsigmoid(margins).mean()", "(1 - margins.sigmoid()).mean()"), ("-F.logsigmoid(margins).mean()", "((1 - margins.sigmoid()) ** 2).mean()")],
            why="A pair that is lost by far would pull hardly at all.",
            look="What is the loss when both answers are rewarded alike?",
        ),
        slip(
            "probabilities are divided",
            edit=[(CHOSEN, "beta * (policy_chosen.exp() - reference_chosen.exp())"), (REJECTED, "beta * (policy_rejected.exp() - reference_rejected.exp())")],
            also=[[(CHOSEN, "beta * (policy_chosen.exp() / reference_chosen.exp())"), (REJECTED, "beta * (policy_rejected.exp() / reference_rejected.exp())")], [(CHOSEN, "beta * (policy_chosen / reference_chosen)"), (REJECTED, "beta * (policy_rejected / reference_rejected)")]],
            why="The arguments are logarithms already. Their differences are the logarithms of quotients.",
            look="What is the logarithm of a quotient?",
        ),
        slip(
            "the margin is that of the policy alone",
            edit=("mean(), margins", "mean(), policy_chosen - policy_rejected"),
            also=[("mean(), margins", "mean(), chosen"), ("mean(), margins", "mean(), beta * (policy_chosen - policy_rejected)"), ("mean(), margins", "mean(), (margins > 0).float()"), ("mean(), margins", "mean(), margins.mean()"), ("mean(), margins", "mean(), margins.sigmoid()"), ("mean(), margins", "mean(), margins.abs()")],
            why="It should say by how much the pair is won: reward minus reward.",
            look="What are your margins when the policy is the reference?",
        ),
        slip(
            "only the chosen answer learns",
            edit=(REJECTED, "beta * (policy_rejected - reference_rejected).detach()"),
            why="Half of the lesson lies in what was rejected.",
            look="Which operations leave the trail that backward() follows?",
        ),
        slip(
            "only the rejected answer learns",
            edit=(CHOSEN, "beta * (policy_chosen - reference_chosen).detach()"),
            why="Half of the lesson lies in what was chosen.",
            look="Which operations leave the trail that backward() follows?",
        ),
    ]  # fmt: skip
    equivalent = {
        "return -F.logsigmoid(margins).mean(), (margins.detach() if margins.requires_grad else 1 / 0)": "margins are looked at, and learned from by the loss alone",
    }
    promises = {
        "one pair": dict(B=1),
        "other β": dict(beta=2.5),
        "finite for large differences": dict(large=True),
        "policy and reference equal": dict(same=True),
        "β is in the margins": "margins",
        "both answers learn": "grad_policy_rejected",
    }


# --- rewards ------------------------------------------------------------------------------------------------------------

DEVIATION = "rewards.std(dim=1, keepdim=True)"
AVERAGE = "rewards.mean(dim=1, keepdim=True)"


@exercise("group_advantages", points=2)
class _:
    cases = [
        dict(P=3, G=4),
        dict(P=4, G=4),
        dict(P=1, G=6),
        dict(P=5, G=2),
        dict(P=3, G=8, binary=True),
        dict(P=3, G=5, equal=True),
        dict(P=3, G=4, small=True),
    ]
    weights = {"advantages": 4, "rewards unchanged": 1}

    def inputs(rng, P, G, binary=False, equal=False, small=False):
        rewards = rng.normal(0, 1, (P, G)) * rng.uniform(0.5, 3, (P, 1)) + rng.uniform(-3, 3, (P, 1))
        if binary:
            rewards = (rng.random((P, G)) < 0.4).astype(np.float64)
            rewards[:, 0], rewards[:, 1] = 1, 0
        if equal:
            rewards[0] = 0
            rewards[1] = 1
        if small:
            rewards = rewards * 1e-4
        return {"rewards": rewards}

    def oracle(rewards):
        out = np.zeros(rewards.shape)
        for p, group in enumerate(rewards.astype(np.float64)):
            mean = math.fsum(group) / len(group)
            deviation = math.sqrt(math.fsum((r - mean) ** 2 for r in group) / (len(group) - 1))
            for g, r in enumerate(group):
                out[p, g] = (r - mean) / (deviation + 1e-4)
        return {
            "advantages": out,
            "rewards unchanged": {"first": out[:1], "rewards": np.zeros(rewards.shape)},
        }

    alternatives = {
        "the formula": """
            away = rewards - rewards.sum(1, keepdim=True) / rewards.shape[1]
            s = (away.square().sum(1, keepdim=True) / (rewards.shape[1] - 1)).sqrt()
            return away / (s + 0.0001)
        """,
        "group by group": """
            return torch.stack([(group - group.mean()) / (group.std() + 1e-4) for group in rewards])
        """,
    }
    slips = [
        slip(
            "deviation and mean are taken over the batch",
            edit=[(AVERAGE, "rewards.mean()"), (DEVIATION, "rewards.std()")],
            why="Answers to a hard prompt would all count as bad, and those to an easy one as good.",
            look="With which answers is an answer compared?",
        ),
        slip(
            "the deviation is that of the batch",
            edit=(DEVIATION, "rewards.std()"),
            also=[(DEVIATION, "rewards.std(dim=1, keepdim=True).mean()"), (DEVIATION, "(rewards - mean).std()")],
            why="Each group has a spread of its own. A group in which all are right has none.",
            look="How many deviations does your code compute?",
        ),
        slip(
            "the mean is that of the batch",
            edit=(AVERAGE, "rewards.mean()"),
            why="Answers to a hard prompt would all count as bad.",
            look="How many means does your code compute?",
        ),
        slip(
            "groups run along the wrong axis",
            edit=[(AVERAGE, "rewards.mean(dim=0, keepdim=True)"), (DEVIATION, "rewards.std(dim=0, keepdim=True)")],
            why="The first answers to all prompts have nothing in common.",
            look="Which axis of (P, G) holds the answers to one prompt?",
        ),
        slip(
            "the deviation is that with G",
            edit=(DEVIATION, "rewards.std(dim=1, keepdim=True, correction=0)"),
            also=[(DEVIATION, "rewards.std(dim=1, keepdim=True, unbiased=False)"), (DEVIATION, "(rewards - mean).square().mean(dim=1, keepdim=True).sqrt()")],
            why="With few answers a group the difference is seen: for two of them a factor of 1.41.",
            look="By what do you divide the sum of squares?",
        ),
        slip(
            "the variance divides",
            edit=(DEVIATION, "rewards.var(dim=1, keepdim=True)"),
            why="It has the unit of a squared reward. Rewards ten times as large would then pull ten times less.",
            look="What happens to your advantages when all rewards double?",
        ),
        slip(
            "the small number is left out",
            edit=("(deviation + 1e-4)", "deviation"),
            why="A group in which all are equal gives 0 divided by 0.",
            look="What comes out for a group of equal rewards?",
        ),
        slip(
            "the small number is another one, or stands elsewhere",
            edit=("(deviation + 1e-4)", "(deviation + 1e-8)"),
            also=[("(deviation + 1e-4)", "(deviation + 1e-6)"), ("(deviation + 1e-4)", "(deviation.square() + 1e-4).sqrt()"), ("(deviation + 1e-4)", "deviation.clamp(min=1e-4)"), ("(deviation + 1e-4)", "(deviation.square() + 1e-8).sqrt()"), ("(deviation + 1e-4)", "(deviation + 1e-5)"), ("(deviation + 1e-4)", "(deviation + 1e-3)")],
            why="Where rewards differ by little it decides how hard they pull.",
            look="Which number does the docstring add, and to what?",
        ),
        slip(
            "the mean is not taken off",
            edit=("(rewards - mean)", "rewards"),
            why="Every answer with a reward above 0 would be made more likely, the worst of the group among them.",
            look="What do the advantages of one group sum to?",
        ),
        slip(
            "the deviation does not divide",
            edit=(" / (deviation + 1e-4)", ""),
            why="Some leave it out (Liu et al. 2025). The docstring here asks for it.",
            look="What is the spread of the advantages of one group?",
        ),
        slip(
            "the deviation multiplies",
            edit=("/ (deviation + 1e-4)", "* (deviation + 1e-4)"),
            why="Groups with a large spread would pull even harder.",
            look="What happens to your advantages when all rewards double?",
        ),
        slip(
            "the sign is turned",
            edit=("(rewards - mean)", "(mean - rewards)"),
            why="The best answer of the group would be made less likely.",
            look="What sign has the advantage of the best answer?",
        ),
        slip(
            "an answer is held against the others without itself",
            edit=(AVERAGE, "(rewards.sum(dim=1, keepdim=True) - rewards) / (rewards.shape[1] - 1)"),
            why="That is another method (leave one out, RLOO). Here the group's mean contains the answer.",
            look="How many rewards go into your mean?",
        ),
        slip(
            "the best of the group is the measure",
            edit=(AVERAGE, "rewards.max(dim=1, keepdim=True).values"),
            also=[(AVERAGE, "rewards.median(dim=1, keepdim=True).values"), (AVERAGE, "rewards.min(dim=1, keepdim=True).values"), (AVERAGE, "rewards[:, :1]")],
            why="Advantages of a group should sum to 0.",
            look="What do the advantages of one group sum to?",
        ),
        slip(
            "the result has another shape",
            edit=("return (rewards - mean) / (deviation + 1e-4)", "return ((rewards - mean) / (deviation + 1e-4)).flatten()"),
            also=[("return (rewards - mean) / (deviation + 1e-4)", "return ((rewards - mean) / (deviation + 1e-4)).tolist()"), ("return (rewards - mean) / (deviation + 1e-4)", "return ((rewards - mean) / (deviation + 1e-4)).T")],
            why="There is one advantage for each reward, in its place.",
            look="Which shape does the docstring promise?",
        ),
        slip(
            "the caller's rewards are overwritten",
            edit=("return (rewards - mean) /", "rewards -= mean\n    return rewards /"),
            why="The curve of the rewards would be drawn from advantages.",
            look="Which of your operations write into `rewards`?",
        ),
    ]  # fmt: skip
    promises = {
        "groups of two": dict(G=2),
        "one prompt": dict(P=1),
        "as many prompts as answers": dict(P=4, G=4),
        "equal rewards give 0": dict(equal=True),
        "the small number": dict(small=True),
        "right and wrong": dict(binary=True),
        "rewards are left as they are": "rewards unchanged",
    }


RATIO = "(new - old).masked_fill(~mask, 0).exp()"
GAIN = "torch.minimum(ratio * advantages[:, None], clipped * advantages[:, None])"
OVER = "-((gain * mask).sum(dim=1) / tokens).mean()"


@exercise("clipped_policy_loss", points=4)
class _:
    # inside: ratios within the range; garbage: what padding holds is huge; empty: one answer has no token
    cases = [
        dict(N=4, T=5),
        dict(N=1, T=4),
        dict(N=4, T=4),
        dict(N=3, T=6, inside=True),
        dict(N=4, T=5, garbage=True),
        dict(N=4, T=5, empty=True),
        dict(N=5, T=4, low=0.1, high=0.4),
        dict(N=3, T=4, full=True),
        dict(N=4, T=6, on_policy=True),
    ]
    weights = {"loss": 2, "grad_new": 2}
    tolerance = {"loss": 1e-5, "grad_new": 2e-4}

    def inputs(
        rng, N, T, low=0.2, high=0.2, inside=False, garbage=False, empty=False, full=False, on_policy=False
    ):
        old = rng.uniform(-4, -0.2, (N, T))
        gaps = rng.choice([-0.9, -0.5, -0.05, 0.04, 0.6, 1.1], (N, T)) + rng.uniform(-0.03, 0.03, (N, T))
        if inside:
            gaps = rng.uniform(-0.15, 0.15, (N, T))
        if on_policy:
            gaps = np.zeros((N, T))
        ends = rng.integers(1, T + 1, N)
        if N > 1:
            ends[:2] = 1, T
        mask = np.arange(T) < ends[:, None]
        if full:
            mask[:] = True
        else:
            mask[-1, 0] &= (
                N == 1 or T == 1 or bool(mask[-1].sum() == 1)
            )  # a hole, too: a mask need not begin at 0
        if empty:
            mask[-1] = False
        new = old + gaps
        if garbage:
            new = np.where(mask, new, rng.choice([-300.0, 300.0], (N, T)))
            new[0, -1], old[0, -1] = 400.0, -400.0
        advantages = rng.uniform(0.5, 2, N) * np.where(np.arange(N) % 2, -1, 1) * rng.choice([-1, 1])
        return {
            "new": new,
            "old": old,
            "advantages": advantages,
            "mask": mask,
            "low": float(low * rng.uniform(0.9, 1.1)),
            "high": float(high * rng.uniform(0.9, 1.1)),
        }

    def oracle(new, old, advantages, mask, low, high):
        N, T = new.shape
        by_one, slope = [0.0] * N, np.zeros((N, T))
        for i in range(N):
            count = int(mask[i].sum())
            for t in range(T):
                if not mask[i, t]:
                    continue
                ratio, A = math.exp(float(new[i, t]) - float(old[i, t])), float(advantages[i])
                bounded = min(max(ratio, 1 - float(low)), 1 + float(high))
                plain, cut = ratio * A, bounded * A
                by_one[i] -= min(plain, cut) / count
                if plain <= cut:  # the clipped one is a constant
                    slope[i, t] = -plain / count / N
        loss = {"answer by answer": by_one, "loss": math.fsum(by_one) / N}
        return {"loss": loss, "grad_new": slope}

    alternatives = {
        "where instead of minimum": """
            gap = torch.where(mask, new - old, torch.zeros_like(new))
            A = advantages.unsqueeze(1).expand_as(new)
            ratio = torch.exp(gap)
            bound = torch.where(A > 0, torch.full_like(new, 1 + high), torch.full_like(new, 1 - low))
            beyond = torch.where(A > 0, ratio > bound, ratio < bound)
            gain = torch.where(beyond, bound, ratio) * A
            gain = torch.where(mask, gain, torch.zeros_like(gain))
            return -(gain.sum(1) / mask.sum(1).clamp(min=1)).sum() / len(new)
        """,
        "answer by answer": """
            losses = []
            for row, before, a, on in zip(new, old, advantages, mask):
                if not on.any():
                    losses.append(row.new_zeros(()))
                    continue
                rho = torch.exp(row[on] - before[on])
                losses.append(torch.max(-a * rho, -a * rho.clamp(1 - low, 1 + high)).mean())
            return torch.stack(losses).mean()
        """,
    }
    slips = [
        slip(
            "the loss has the wrong sign",
            edit=(OVER, OVER[1:]),
            why="What was good would be made less likely.",
            look="Does the loss fall when a good answer becomes more likely?",
        ),
        slip(
            "the ratio is turned round",
            edit=("(new - old)", "(old - new)"),
            why="It says how much more likely the token is *now*.",
            look="Which of the two models stands in the numerator?",
        ),
        slip(
            "log-probabilities stand for their ratio",
            edit=(".masked_fill(~mask, 0).exp()", ".masked_fill(~mask, 0)"),
            also=[(RATIO, "(new / old).masked_fill(~mask, 0)")],
            why="The arguments are logarithms: their difference is the logarithm of the ratio.",
            look="What is the ratio when both models agree?",
        ),
        slip(
            "the larger of both is taken",
            edit=("torch.minimum", "torch.maximum"),
            why="The bolder one of both: tokens that went too far are pulled further.",
            look="Which of the two is the cautious one?",
        ),
        slip(
            "only the clipped ratio is used",
            edit=(GAIN, "clipped * advantages[:, None]"),
            why="A bad token that became too likely gets no gradient, and stays.",
            look="What pulls back a token of A < 0 whose ratio is 3?",
        ),
        slip(
            "the smaller ratio is taken before the advantage comes in",
            edit=(GAIN, "torch.minimum(ratio, clipped) * advantages[:, None]"),
            why="For a negative advantage the smaller ratio is the bolder one.",
            look="Which of the two is the smaller for A < 0?",
        ),
        slip(
            "nothing is clipped",
            edit=(GAIN, "ratio * advantages[:, None]"),
            why="A few steps on one batch then go as far as they like.",
            look="Which of the arguments of your function does your code never use?",
        ),
        slip(
            "both bounds are the lower one",
            edit=("clamp(1 - low, 1 + high)", "clamp(1 - low, 1 + low)"),
            why="They may differ: room to rise may be wider than room to fall (Yu et al. 2025, DAPO).",
            look="Which of the arguments of your function does your code never use?",
        ),
        slip(
            "both bounds are the upper one",
            edit=("clamp(1 - low, 1 + high)", "clamp(1 - high, 1 + high)"),
            why="They may differ.",
            look="Which of the arguments of your function does your code never use?",
        ),
        slip(
            "the bounds have changed places",
            edit=("clamp(1 - low, 1 + high)", "clamp(1 - high, 1 + low)"),
            why="`low` says how far below 1, `high` how far above.",
            look="Which ratios are within the range for low = 0.1 and high = 0.4?",
        ),
        slip(
            "the bounds are taken for the ratios themselves",
            edit=("clamp(1 - low, 1 + high)", "clamp(low, high)"),
            also=[("clamp(1 - low, 1 + high)", "clamp(-low, high)"), ("clamp(1 - low, 1 + high)", "clamp(low, 1 + high)")],
            why="They say how far a ratio may go from 1.",
            look="Is a ratio of 1 within your range?",
        ),
        slip(
            "the logarithm is clipped",
            edit=("clipped = ratio.clamp(1 - low, 1 + high)", "clipped = (new - old).masked_fill(~mask, 0).clamp(-low, high).exp()"),
            also=[("clipped = ratio.clamp(1 - low, 1 + high)", "clipped = (new - old).masked_fill(~mask, 0).clamp(1 - low, 1 + high).exp()")],
            why="Near 1 it is nearly the same; at 1.2 and 0.8 it is not.",
            look="What is clipped in the formula, ρ or its logarithm?",
        ),
        slip(
            "all tokens of the batch are averaged at once",
            edit=(OVER, "-(gain * mask).sum() / mask.sum()"),
            also=[(OVER, "-gain[mask].mean()")],
            why="A long answer then counts more than a short one. Some want that (Yu et al. 2025); equation 3 does not.",
            look="What is averaged first, tokens or answers?",
        ),
        slip(
            "padding counts in the mean",
            edit=(OVER, "-(gain * mask).mean(dim=1).mean()"),
            also=[(OVER, "-(gain * mask).mean()")],
            why="Divide by the tokens that an answer has: a short one in a long batch would hardly count.",
            look="By which number do you divide for each answer?",
        ),
        slip(
            "the tokens of an answer are added",
            edit=(OVER, "-(gain * mask).sum(dim=1).mean()"),
            why="Long answers would pull harder.",
            look="By which number do you divide for each answer?",
        ),
        slip(
            "the answers are added",
            edit=("/ tokens).mean()", "/ tokens).sum()"),
            also=[(OVER, "-(gain * mask).sum()"), (OVER, "-((gain * mask).sum(dim=1) / tokens)")],
            why="A batch of twice the size would take steps of twice the size.",
            look="How are the answers combined in the formula?",
        ),
        slip(
            "the mask is ignored",
            edit=[(RATIO, "(new - old).exp()"), (OVER, "-gain.mean()")],
            also=[[(RATIO, "(new - old).exp()"), (OVER, "-(gain.sum(dim=1) / tokens).mean()")]],
            why="Padding was nobody's choice.",
            look="Which of the arguments of your function does your code never use?",
        ),
        slip(
            "what padding holds overflows",
            edit=(RATIO, "(new - old).exp()"),
            also=[[(RATIO, "(new - old).exp()"), (OVER, "-((gain.masked_fill(~mask, 0)).sum(dim=1) / tokens).mean()")], [(RATIO, "((new - old) * mask).exp()"), (OVER, "-((gain / mask).sum(dim=1) / tokens).mean()")], [(RATIO, "(new - old).exp()"), (OVER, "-(torch.where(mask, gain, torch.zeros_like(gain)).sum(dim=1) / tokens).mean()")]],
            why="Infinity times 0 is NaN, in the loss or in its gradient. Make it harmless before the exponential.",
            look="How large is e to the power of 800, and what is it times 0?",
        ),
        slip(
            "an answer without a token breaks the mean",
            edit=(".clamp(min=1)", ""),
            also=[("mask.sum(dim=1).clamp(min=1)", "mask.sum(dim=1) + 1")],
            why="0 divided by 0 is NaN. A number added to every length changes all the others.",
            look="By what do you divide for an answer without a token?",
        ),
        slip(
            "answers without a token are not counted",
            edit=(OVER, "-((gain * mask).sum(dim=1) / tokens).sum() / mask.any(dim=1).sum()"),
            also=[(OVER, "-((gain * mask).sum(dim=1) / tokens)[mask.any(dim=1)].mean()")],
            why="The docstring counts them as 0: the mean is over all N answers.",
            look="Over how many answers is your mean?",
        ),
        slip(
            "advantages belong to the tokens",
            edit=(GAIN, "torch.minimum(ratio * advantages[: ratio.shape[1]], clipped * advantages[: ratio.shape[1]]) if len(advantages) >= ratio.shape[1] else torch.minimum(ratio * advantages[0], clipped * advantages[0])"),
            also=[(GAIN, "torch.minimum(ratio * advantages, clipped * advantages)")],
            why="There is one advantage for each answer, and all its tokens share it.",
            look="Write (N, T) and (N,) one below the other. What meets what?",
        ),
        slip(
            "advantages are standardised again",
            edit=("    ratio = ", "    advantages = (advantages - advantages.mean()) / (advantages.std() + 1e-4) if len(advantages) > 1 else advantages\n    ratio = "),
            also=[("    ratio = ", "    advantages = advantages - advantages.mean()\n    ratio = ")],
            why="They were held against their group already. Over the batch it is another comparison.",
            look="What are the advantages when they come in?",
        ),
        slip(
            "the ratio is that of whole answers",
            edit=(RATIO, "(new - old).masked_fill(~mask, 0).sum(dim=1, keepdim=True).exp().expand_as(new)"),
            also=[(RATIO, "((new - old).masked_fill(~mask, 0).sum(dim=1, keepdim=True) / mask.sum(dim=1, keepdim=True).clamp(min=1)).exp().expand_as(new)")],
            why="That is another method (GSPO, Zheng et al. 2025). Here each token has its own.",
            look="How many ratios has an answer of five tokens?",
        ),
        slip(
            "the ratio is against the model itself",
            edit=("(new - old)", "(new - new.detach())"),
            why="It is 1 then, always, and nothing is ever clipped: the second step on a batch goes as far as it likes.",
            look="Which of the arguments of your function does your code never use?",
        ),
        slip(
            "the log-probability is weighted, without a ratio",
            edit=(GAIN, "new.masked_fill(~mask, 0) * advantages[:, None]"),
            why="That is REINFORCE: right for the first step on a batch only.",
            look="Where does the old model come in?",
        ),
        slip(
            "the gradient is cut off",
            edit=(RATIO, "(new.detach() - old + 0 * new.masked_fill(~mask, 0)).masked_fill(~mask, 0).exp()"),
            also=[("clipped = ratio.clamp(1 - low, 1 + high)", "clipped = ratio.clamp(1 - low, 1 + high)\n    ratio = ratio.detach() + 0 * clipped")],
            why="The loss is right, and nothing is learned from it.",
            look="Which operations leave the trail that backward() follows?",
        ),
    ]  # fmt: skip
    equivalent = {
        "ratio = (new - old).masked_fill(~mask, 1).exp()": "what stands outside of the mask is left out below",
        "ratio = (new - old).masked_fill(~mask, -1).exp()": "what stands outside of the mask is left out below",
    }
    promises = {
        "one answer": dict(N=1),
        "as many answers as tokens": dict(N=4, T=4),
        "ratios within the range": dict(inside=True),
        "what padding holds": dict(garbage=True),
        "an answer without a token": dict(empty=True),
        "two bounds": dict(low=0.1, high=0.4),
        "no padding": dict(full=True),
        "both models agree": dict(on_policy=True),
        "the model learns": "grad_new",
    }


@exercise("kl_k3", points=2)
class _:
    cases = [
        dict(N=2, T=5),
        dict(N=1, T=3),
        dict(N=4, T=4),
        dict(N=3, T=6, far=True),
        dict(N=2, T=4, same=True),
    ]
    weights = {"k3": 3, "mean over all tokens": 1, "grad_new": 1}

    def inputs(rng, N, T, far=False, same=False):
        width = 3 if far else 1
        new, reference = (
            np.array(torch.log_softmax(torch.from_numpy(rng.normal(0, width, (N, T))), 1)) for _ in range(2)
        )
        if same:
            reference[0] = new[0]
        return {
            "new": new,
            "reference": reference,
            "gradient": rng.standard_normal((N, T)),
            "weights": np.exp(new),
        }

    def oracle(new, reference, gradient, weights):
        values, slopes = np.zeros(new.shape), np.zeros(new.shape)
        for place in itertools.product(*map(range, new.shape)):
            quotient = math.exp(float(reference[place])) / math.exp(float(new[place]))
            values[place] = quotient - math.log(quotient) - 1
            slopes[place] = gradient[place] * (1 - quotient)
        exact = [
            float(
                torch.distributions.kl_divergence(
                    torch.distributions.Categorical(logits=torch.from_numpy(np.asarray(a, dtype=np.float64))),
                    torch.distributions.Categorical(logits=torch.from_numpy(np.asarray(b, dtype=np.float64))),
                )
            )
            for a, b in zip(new, reference)
        ]
        return {
            "k3": values,
            "mean over all tokens": {"k3": values[:1], "mean": np.array(exact)},
            "grad_new": slopes,
        }

    alternatives = {
        "from the quotient": """
            quotient = torch.exp(reference) / torch.exp(new)
            return quotient - 1 + (new - reference)
        """,
        "expm1": """
            return torch.expm1(reference - new) + new - reference
        """,
    }
    slips = [
        slip(
            "the two models have changed places",
            edit=("d = reference - new", "d = new - reference"),
            why="That is the divergence of the reference from the policy, and the tokens were drawn from the policy.",
            look="Which of the two models wrote the tokens?",
        ),
        slip(
            "k1 is computed",
            edit=("return d.exp() - d - 1", "return -d"),
            why="Right in the mean, and often negative for a single token.",
            look="Is any of your estimates below 0?",
        ),
        slip(
            "k2 is computed",
            edit=("return d.exp() - d - 1", "return d ** 2 / 2"),
            also=[("return d.exp() - d - 1", "return d ** 2"), ("return d.exp() - d - 1", "return d.abs()")],
            why="Never negative, and wrong in the mean.",
            look="What is the mean of your estimate over all tokens, beside the exact divergence?",
        ),
        slip(
            "the 1 is left out",
            edit=("d.exp() - d - 1", "d.exp() - d"),
            why="Two equal models would be at a distance of 1.",
            look="What is your estimate when both models agree?",
        ),
        slip(
            "the difference is added",
            edit=("d.exp() - d - 1", "d.exp() + d - 1"),
            why="The estimate becomes negative, and its mean is another one.",
            look="Is any of your estimates below 0?",
        ),
        slip(
            "the exponential is taken of the other sign",
            edit=("d.exp()", "(-d).exp()"),
            why="The quotient has the reference above, so that its mean over the policy is 1.",
            look="What is the mean of your exponential over all tokens of the policy?",
        ),
        slip(
            "the difference is left out",
            edit=("d.exp() - d - 1", "d.exp() - 1"),
            why="Its mean over the policy is 0, whatever the two models are.",
            look="What is the mean of your estimate over all tokens?",
        ),
        slip(
            "the sign is turned",
            edit=("return d.exp() - d - 1", "return 1 + d - d.exp()"),
            why="A distance that is added to a loss would be made as large as it can be.",
            look="Is any of your estimates below 0?",
        ),
        slip(
            "each token is weighted by its probability",
            edit=("return d.exp() - d - 1", "return new.exp() * (d.exp() - d - 1)"),
            also=[("return d.exp() - d - 1", "return -new.exp() * d")],
            why="The tokens were drawn: likely ones come often by themselves.",
            look="How does a likely token get its weight among samples?",
        ),
        slip(
            "the gradient goes through half of it",
            edit=("d.exp()", "d.detach().exp()"),
            also=[("d.exp() - d", "d.exp() - d.detach()")],
            why="The value is right and pulls in another direction.",
            look="Which operations leave the trail that backward() follows?",
        ),
        slip(
            "one number comes out for all tokens",
            edit=("return d.exp() - d - 1", "return (d.exp() - d - 1).mean()"),
            also=[("return d.exp() - d - 1", "return (d.exp() - d - 1).sum(dim=-1)"), ("return d.exp() - d - 1", "return (d.exp() - d - 1).mean(dim=-1)")],
            why="Whoever calls it knows which of the tokens are padding, and takes the mean of the others.",
            look="Which shape does the docstring promise?",
        ),
    ]  # fmt: skip
    promises = {
        "one answer": dict(N=1),
        "far apart": dict(far=True),
        "equal models": dict(same=True),
        "right in the mean": "mean over all tokens",
        "the model learns": "grad_new",
    }
