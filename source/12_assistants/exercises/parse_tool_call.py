"""Parse and validate a tool call in a model's output.

Oracle: a separate strict parser: tags found by splitting, repeated keys by keeping pairs,
arguments checked by fastjsonschema.
"""

import json

from autograder.authoring import exercise, slip

from ._shared import WORDS

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
    """Texts by name; the calls among them get new arguments each time."""
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
        "number words": marked(put('{"name": "look_up", "arguments": {"title": "NaN, -Infinity $a"}}')),
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
        "closed, then opened": f"</tool_call><tool_call>{add}",
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
         "a title in front", "space behind", "number words", "escapes"]  # fmt: skip
NO_CALL = ["no call", "nothing", "brackets"]
MARKS = ["words behind", "twice", "twice the same", "not closed", "not opened", "wrong order",
         "closed, then opened", "opened twice", "opened before", "closed twice", "marks in a title"]  # fmt: skip
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
    """Read a call another way: split at the tags, keep the pairs of each object, validate with fastjsonschema."""
    import fastjsonschema

    opened, closed = text.split("<tool_call>"), text.split("</tool_call>")
    if len(opened) == len(closed) == 1:
        return None
    if not len(opened) == len(closed) == 2 or closed[1].strip() or len(opened[0]) > len(closed[0]):
        return "ValueError"
    inner, words = closed[0][len(opened[0]) + len("<tool_call>") :], []
    try:
        kept = json.JSONDecoder(object_pairs_hook=lambda items: ("object", items)).decode(inner)
        whole = json.JSONDecoder(parse_constant=words.append).decode(inner)
    except json.JSONDecodeError:
        return "ValueError"

    def repeated(part):
        if isinstance(part, tuple):
            keys = [key for key, _ in part[1]]
            return len(keys) != len(set(keys)) or any(repeated(value) for _, value in part[1])
        return isinstance(part, list) and any(map(repeated, part))

    if repeated(kept) or words:
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


LOADS = "json.loads(inner, object_pairs_hook=pairs, parse_constant=no_number)"
ERRORS = "if errors:"
FRONT = """    marks = re.findall("</?tool_call>", text)
    if not marks:
        return None
    if marks != ["<tool_call>", "</tool_call>"]:
        raise ValueError("A call is between one <tool_call> and one </tool_call>.")
    _, inner, behind = re.split("</?tool_call>", text)
    if behind.strip():
        raise ValueError("Nothing may come after a call.")
"""


def front(
    none="not re.search('</?tool_call>', text)",
    pattern=r".*<tool_call>(.*)</tool_call>\s*",
    how="fullmatch",
    flags=", re.DOTALL",
    once=True,
    wrong="raise ValueError",
):
    """Code that finds the call with a single pattern, as many people write it, but with a mistake."""
    test = ' or text.count("<tool_call>") != 1 or text.count("</tool_call>") != 1' if once else ""
    return f"""    if {none}:
        return None
    found = re.{how}(r"{pattern}", text{flags})
    if not found{test}:
        {wrong}
    inner = found[1]
"""


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
            also=[(LOADS, "eval(inner, {'true': True, 'false': False, 'null': None})")],
            why="If the model has read a page, the page's author can get any expression into the call, and your program would run it.",
            look="What does your code do with `2 + 3` where a number belongs?",
        ),
        slip(
            "a call is read as a Python literal",
            edit=(LOADS, "__import__('ast').literal_eval(inner.strip())"),
            also=[(LOADS, 'json.loads(inner.replace("\'", \'"\'), object_pairs_hook=pairs, parse_constant=no_number)')],
            why="Python and JSON look the same but differ where it hurts: in quotes, true, null and repeated keys.",
            look="Which of the two has single quotes, Python or JSON?",
        ),
        slip(
            "a repeated key passes silently",
            edit=(LOADS, "json.loads(inner, parse_constant=no_number)"),
            also=[("if len(dict(items)) != len(items):", "if len(dict(items)) != len(items) and not dict(items).get('name'):"), ("if len(dict(items)) != len(items):", "if any(items[i][0] == key and items[i][1] != value for key, value in items for i in range(len(items))):"), (LOADS, "json.loads(inner, parse_constant=no_number)\n    if inner.count('\"name\"') > 1 or inner.count('\"arguments\"') > 1:\n        raise ValueError('twice')")],
            why="Here the last value wins, but in another program the first one may. So the call that was checked may not be the call that runs.",
            look="What does json.loads return for {\"a\": 1, \"a\": 2}, and which argument of json.loads lets you see both values?",
        ),
        slip(
            "NaN and Infinity are taken for numbers",
            edit=(LOADS, "json.loads(inner, object_pairs_hook=pairs)"),
            also=[("raise ValueError(f\"{word} is no number in JSON.\")", "return None")],
            why="JSON doesn't have these words, but Python's parser accepts them, and a comparison such as NaN < 5 is never true.",
            look="What does json.loads('NaN') return, and which of its arguments lets you decide about such words?",
        ),
        slip(
            "the letters NaN are refused inside a string as well",
            edit=(LOADS, "json.loads(inner, object_pairs_hook=pairs)\n    if 'NaN' in inner or 'Infinity' in inner:\n        raise ValueError('not JSON')"),
            why="A title may contain these letters. They are invalid only as a value outside a string, and a JSON parser can tell the two apart.",
            look="What does your code do with a call that looks up the title \"NaN\"?",
        ),
        slip(
            "the order of the two tags is not checked",
            edit=(FRONT, '    if "<tool_call>" not in text and "</tool_call>" not in text:\n        return None\n    if text.count("<tool_call>") != 1 or text.count("</tool_call>") != 1:\n        raise ValueError("tags")\n    inner, _, behind = text.partition("<tool_call>")[2].partition("</tool_call>")\n    if behind.strip():\n        raise ValueError("behind")\n'),
            why="Each tag can occur once and still be in the wrong place: a call that is opened after the closing tag is never closed.",
            look="What does your code return for </tool_call><tool_call>{…}, where {…} is a valid call?",
        ),
        slip(
            "NaN and repeated keys both pass",
            edit=(LOADS, "json.loads(inner)"),
            why="Python's parser is more lenient than JSON: the last of two equal keys wins, and NaN counts as a number.",
            look="Which two functions can you pass to json.loads?",
        ),
        slip(
            "a text without a call is an error",
            edit=("return None", 'raise ValueError("There is no call.")'),
            why="Most texts are answers. The model would be told that its answer is wrong, so the agent loop would never end.",
            look="According to the docstring, what comes back for a text without tags?",
        ),
        slip(
            "half a call counts as no call",
            edit=(FRONT, front(none="'<tool_call>' not in text or '</tool_call>' not in text")),
            also=[(FRONT, front(none="not re.search(r'<tool_call>.*</tool_call>', text, re.DOTALL)")), (FRONT, front(none="'<tool_call>' not in text"))],
            why="A model that was cut off in the middle of a call hasn't answered yet, but the loop would pass on the broken text as its answer.",
            look="What should happen for a text with only one of the two tags?",
        ),
        slip(
            "a broken call gives None",
            edit=(FRONT, front(wrong="return None")),
            also=[(LOADS, LOADS + " if inner.strip()[:1] == '{' else None\n    if call is None:\n        return None")],
            why="None means that there was no call and that the text is the answer.",
            look="How does the caller tell an answer from a call that couldn't be parsed?",
        ),
        slip(
            "only the first of several calls is seen",
            edit=(FRONT, front(pattern="<tool_call>(.*?)</tool_call>", how="search", once=False)),
            why="The model will believe that all of them were run.",
            look="What should happen for a text with two calls?",
        ),
        slip(
            "only the last of several calls is seen",
            edit=(FRONT, front(once=False)),
            why="The start of the pattern matches as much as it can, so it swallows the earlier calls.",
            look="How many times may each tag occur?",
        ),
        slip(
            "tags inside the call go unnoticed",
            edit=(FRONT, front(pattern=r".*?<tool_call>(.*)</tool_call>\s*", once=False)),
            why="A pattern from the first opening tag to the last closing one takes everything between them for one call, even further tags.",
            look="What does your code do with a tag inside a title?",
        ),
        slip(
            "words after the call go unnoticed",
            edit=(BEHIND, "if False:"),

            why="A model that keeps writing after its call has made up the result.",
            look="What may come after the closing tag?",
        ),
        slip(
            "words before the call are refused",
            edit=(FRONT, front(pattern=r"\s*<tool_call>(.*)</tool_call>\s*")),

            why="The model may first say what it is going to do, and models that do so make better calls.",
            look="What may come before the opening tag?",
        ),
        slip(
            "a call over several lines is not found",
            edit=(FRONT, front(flags="")),
            why="A dot in a pattern matches any character except a line break, unless a flag tells it otherwise.",
            look="Which flag of re do you need for a text of several lines?",
        ),
        slip(
            "white space after the call is refused",
            edit=(BEHIND, "if behind:"),
            why="Models often end their text with a newline.",
            look="What may come after the closing tag?",
        ),
        slip(
            "additional keys are accepted",
            edit=('set(call) != {"name", "arguments"}', '"name" not in call or "arguments" not in call'),

            why="An id, a second tool, a comment: the model shouldn't write what no one will read.",
            look="May there be a third key?",
        ),
        slip(
            "a missing key gives no ValueError",
            edit=('not isinstance(call, dict) or set(call) != {"name", "arguments"}', "not isinstance(call, dict) or len(call) > 2"),
            also=[('not isinstance(call, dict) or set(call) != {"name", "arguments"}', "len(call) != 2")],
            why="The loop shows the model the message of a ValueError, but a KeyError or TypeError may end the program.",
            look="What does your code do with {\"name\": \"clock\"}?",
        ),
        slip(
            "missing arguments are replaced by an empty object",
            edit=('if not isinstance(call, dict) or set(call) != {"name", "arguments"}:', 'if isinstance(call, dict):\n        call.setdefault("arguments", {})\n    if not isinstance(call, dict) or set(call) != {"name", "arguments"}:'),
            why="That is a guess, so your code would run a call that the model never wrote.",
            look="Which keys does the docstring ask for?",
        ),
        slip(
            "JSON that isn't an object gives no ValueError",
            edit=("not isinstance(call, dict) or ", ""),
            why="JSON may be a list, a string or a number. Asking a number for its keys raises a different error, and a list of the two words even passes.",
            look="What is json.loads('7'), and what does your code do with it?",
        ),
        slip(
            "a list around the call is unwrapped",
            edit=('if not isinstance(call, dict)', 'if isinstance(call, list) and len(call) == 1:\n        call = call[0]\n    if not isinstance(call, dict)'),
            why="The parser repairs nothing: if you accept two forms, you have to check two forms.",
            look="What should be between the tags?",
        ),
        slip(
            "an unknown tool gives no ValueError",
            edit=('if not isinstance(name, str) or name not in tools:', 'if not isinstance(name, str):'),
            also=[('if not isinstance(name, str) or name not in tools:', 'if False:')],
            why="The loop shows the model the message of a ValueError, but a KeyError or TypeError may end the program.",
            look="What does your code do with a name that isn't in the list?",
        ),
        slip(
            "a name that isn't a string gives no ValueError",
            edit=("not isinstance(name, str) or ", ""),
            why="A list or an object can't be looked up in a dictionary, so Python raises a TypeError.",
            look="What is `[\"add\"] in tools`?",
        ),
        slip(
            "names are repaired before they are looked up",
            edit=('name, arguments = call["name"], call["arguments"]', 'name, arguments = call["name"], call["arguments"]\n    if isinstance(name, str):\n        name = name.strip().lower()'),
            also=[('or name not in tools:', 'or name.strip() not in tools:\n        raise ValueError("no tool")\n    name = name.strip()\n    if False:')],
            why="The parser guesses nothing: if you repair names, one day you'll run the wrong tool.",
            look="Is \" Add\" the name of a tool?",
        ),
        slip(
            "the arguments are not compared with the schema",
            edit=(ERRORS, "if False:"),
            also=[(ERRORS, "if not isinstance(arguments, dict):"), (ERRORS, "if not isinstance(arguments, dict) or not set(tools[name].get('required', [])) <= set(arguments):"), (ERRORS, "if not isinstance(arguments, dict) or not set(tools[name].get('required', [])) <= set(arguments) or not set(arguments) <= set(tools[name].get('properties', {})) and name != 'note':")],
            why="The function would get a string where it needs a number, or an argument that it doesn't have.",
            look="Where does your code use the schema of the tool?",
        ),
        slip(
            "the arguments are compared with another tool's schema",
            edit=("Draft202012Validator(tools[name])", "Draft202012Validator(next(iter(tools.values())))"),
            also=[("Draft202012Validator(tools[name])", "Draft202012Validator(list(tools.values())[-1])")],
            why="Each tool has a schema of its own.",
            look="How does your code choose the schema?",
        ),
        slip(
            "the whole call is compared with the schema",
            edit=("iter_errors(arguments)", "iter_errors(call)"),
            why="The schema describes only the arguments.",
            look="Which object does the tool's schema describe?",
        ),
        slip(
            "a schema error isn't a ValueError",
            edit=("errors = [error.message for error in jsonschema.Draft202012Validator(tools[name]).iter_errors(arguments)]", "errors = []\n    jsonschema.Draft202012Validator(tools[name]).validate(arguments)"),

            why="jsonschema raises errors of its own class, but your function promises a ValueError.",
            look="From which class is jsonschema.ValidationError derived?",
        ),
        slip(
            "the call is returned as one object",
            edit=("return name, arguments", "return call"),
            also=[("return name, arguments", "return {name: arguments}"), ("return name, arguments", "return name"), ("return name, arguments", "return arguments, name"), ("return name, arguments", "return name, list(arguments.values())"), ("return name, arguments", "return name, json.dumps(arguments)")],
            why="The caller unpacks a pair: the name, and the arguments as a dictionary.",
            look="Which two things does the docstring promise, and in which order?",
        ),
        slip(
            'anything around the first complete call goes unnoticed',
            edit=(FRONT, '    found = re.search(r"<tool_call>(.*?)</tool_call>", text, re.DOTALL)\n    if not found:\n        return None\n    inner = found[1]\n'),
            why='A text with a single tag passes for an answer, and a second call or a sentence after the first call is dropped silently. The docstring asks for a ValueError, because the model has to be told.',
            look='What does your code return for a text with only one of the two tags, and for a text with two calls?',
        ),
    ]  # fmt: skip
    equivalent = {
        'if marks < ["<tool_call>", "</tool_call>"]:': "a text with three or more tags can't be unpacked into three parts, which raises a ValueError as well",
        "if len(dict(items)) < len(items):": "a dictionary never has more keys than there are pairs",
        "if len(dict(items)) is not len(items):": "small whole numbers are one object",
    }
    promises = {
        "words before, white space after": dict(kinds=SOUND + NO_CALL),
        "tags once and in order": dict(kinds=["call", *MARKS, "title"]),
        "JSON and nothing else": dict(kinds=["call", *NO_JSON, "title"]),
        "two keys": dict(kinds=["call", *NO_FORM, "title"]),
        "names of tools": dict(kinds=["call", *NAMES, "title"]),
        "the tool's schema": dict(kinds=["call", *ARGUMENTS, "title"]),
        "no key twice": dict(kinds=["call", *DOUBLE, "nested"]),
        "NaN, Infinity": dict(kinds=["call", *NUMBERS, "nested"]),
        "tools are left as they are": "tools unchanged",
    }
