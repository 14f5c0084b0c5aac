"""Compile a JSON Schema into a regular expression, which constrained decoding can follow.

Oracle: a string matches if json reads it, the value fits the schema (types looked at one by one), and json writes the
value as the same string.
"""

import json

from autograder.authoring import exercise, slip

from ._shared import PROSE

ENUM = '"(" + "|".join(re.escape(json.dumps(value, ensure_ascii=False)) for value in schema["enum"]) + ")"'
KEY = "re.escape(json.dumps(key, ensure_ascii=False))"
INTEGER = 'r"-?(0|[1-9][0-9]*)"'
STRING = """r'"[^"\\\\\\x00-\\x1f]*"'"""

SIGN = {"enum": ["+", "-", "*"]}
ODD = {"enum": ["a.c", "(x)", "Zürich", 7, -1, True, None, "7", 'a "b"', "c\\d"]}
SCHEMAS = {
    "call": {"left": {"type": "integer"}, "sign": SIGN, "right": {"type": "integer"}},
    "nested": {"name": {"enum": ["look_up", "add"]}, "arguments": {"type": "object", "properties": {"c++": {"type": "string"}, "on.off": {"type": "boolean"}}}},
    "strings": {"größe": ODD, "note": {"type": "string"}},
    "empty": {},
}  # fmt: skip


def varied(rng, schema):
    """The keys and values in another order, and one more value in an enum: no pattern can be written down beforehand."""
    if "enum" in schema:
        values = [*schema["enum"], f"{rng.choice(PROSE)}.{rng.integers(100)}"]
        return {"enum": [values[place] for place in rng.permutation(len(values))]}
    if schema["type"] == "object":
        keys = list(schema["properties"])
        order = [keys[place] for place in rng.permutation(len(keys))]
        return {
            "type": "object",
            "properties": {key: varied(rng, schema["properties"][key]) for key in order},
        }
    return schema


def value_of(rng, schema):
    """A value that fits."""
    if "enum" in schema:
        return schema["enum"][int(rng.integers(len(schema["enum"])))]
    if schema["type"] == "object":
        return {key: value_of(rng, each) for key, each in schema["properties"].items()}
    if schema["type"] == "integer":
        return int(rng.choice([0, 7, -3, 10, 480, -1205, 37, int(rng.integers(-999, 999))]))
    if schema["type"] == "boolean":
        return bool(rng.integers(2))
    return str(rng.choice(["", "a lake", "x, y: {z}", "it's 5 > 3", "Ünal", " ", "[1] + (2)"]))


def fits(value, schema):
    if "enum" in schema:
        return any(type(value) is type(one) and value == one for one in schema["enum"])
    if schema["type"] == "object":
        keys = list(schema["properties"])
        return (
            isinstance(value, dict)
            and list(value) == keys
            and all(fits(value[key], schema["properties"][key]) for key in keys)
        )
    if schema["type"] == "string":
        return isinstance(value, str) and not any(one in '"\\' or one < " " for one in value)
    return type(value) is {"integer": int, "boolean": bool}[schema["type"]]


def matches(text, schema):
    try:
        value = json.loads(text)
    except ValueError:
        return False
    return fits(value, schema) and json.dumps(value, ensure_ascii=False) == text


def wrong(rng, schema):
    """Strings that are close to one that fits."""
    right = json.dumps(value_of(rng, schema), ensure_ascii=False)
    found = [
        right + " ",
        right[:-1],
        "",
        right.replace('"', ""),
        right.replace(": ", ":"),
        right.replace(", ", ","),
    ]
    found += [right.replace(" ", "  "), right.replace('"', "'"), right + right]
    kind = schema.get("type", "enum")
    if kind == "object":
        keys = list(schema["properties"])
        parts = {
            key: json.dumps(value_of(rng, each), ensure_ascii=False)
            for key, each in schema["properties"].items()
        }
        whole = lambda parts: "{" + ", ".join(f'"{key}": {text}' for key, text in parts.items()) + "}"
        found += [
            whole(dict(reversed(parts.items()))),
            whole(parts | {"more": "1"}),
            whole({key: parts[key] for key in keys[1:]}),
            right[:-1] + " }",
        ]
        first = {
            key: json.dumps(each["enum"][0]) for key, each in schema["properties"].items() if "enum" in each
        }
        for number, key in enumerate(keys):
            found.append(
                whole({one: (parts | first)[one] for one in keys[: number + 1]})[:-1]
            )  # ends with a value
            found += [whole(parts | {key: text}) for text in wrong(rng, schema["properties"][key])]
            found.append(whole({key.replace("+", "c").replace(".", "_"): parts[key] for key in keys}))
    elif kind == "integer":
        found += ["007", "-", "+4", "4.0", "4e2", "00", "-012", "1٣", "x", "true", '"4"', "1 2", "1,2"]
    elif kind == "boolean":
        found += ["True", "False", "1", "tru", "truefalse", "null", '"true"']
    elif kind == "string":
        found += [
            '"a "quoted" word"',
            '"a\\"b"',
            '"tab\tor"',
            '"line\nbreak"',
            '"back\\slash"',
            "bare",
            '"open',
            "5",
        ]
    else:
        found += [
            '"abc"',
            '"x"',
            "abc",
            '"a.c',
            "8",
            "true false",
            '"++"',
            '""',
            '"/"',
            "1",
            '"true"',
            '"+"-"',
            "None",
            "True",
        ]
    return found


@exercise("schema_pattern", points=3)
class _:
    cases = [
        dict(name="call"),
        dict(name="nested"),
        dict(name="strings"),
        dict(name="empty"),
        dict(name="call", field="left"),
        dict(name="strings", field="größe"),
        dict(name="strings", field="note"),
    ]

    def inputs(rng, name, field=None):
        schema = {"type": "object", "properties": SCHEMAS[name]} if field is None else SCHEMAS[name][field]
        schema = varied(rng, schema)
        right = [json.dumps(value_of(rng, schema), ensure_ascii=False) for _ in range(16)]
        if "enum" in schema:
            right = [json.dumps(value, ensure_ascii=False) for value in schema["enum"]]
        texts = [text for text in dict.fromkeys(right + wrong(rng, schema)) if text != "-0"]
        return {"schema": json.loads(json.dumps(schema)), "texts": texts}

    def oracle(schema, texts):
        found = [matches(text, schema) for text in texts]
        return {"matches": found, "schema unchanged": {"matches": found, "schema": schema}}

    alternatives = {
        "non-capturing groups": """
            if schema.get("type") == "object":
                inside = []
                for key in schema["properties"]:
                    inside.append(re.escape('"' + key + '": ') + schema_pattern(schema["properties"][key]))
                return "[{]" + ", ".join(inside) + "[}]"
            if "enum" in schema:
                return "(?:" + "|".join(re.escape(json.dumps(one, ensure_ascii=False)) for one in schema["enum"]) + ")"
            if schema["type"] == "boolean":
                return "(?:true|false)"
            if schema["type"] == "integer":
                return "(?:0|-?[1-9][0-9]*)"
            return '"(?:[^"' + re.escape(chr(92)) + chr(0) + "-" + chr(31) + '])*"'
        """,
    }
    slips = [
        slip(
            "values are not written as JSON",
            edit=("json.dumps(value, ensure_ascii=False)", "str(value)"),
            also=[("json.dumps(value, ensure_ascii=False)", "(json.dumps(value, ensure_ascii=False) if isinstance(value, str) else str(value))")],
            why="In JSON a string has quotes around it, and True is written true. Otherwise json can't parse what the model writes.",
            look="Print your pattern for {\"enum\": [\"+\", true]}.",
        ),
        slip(
            "strings of an enum are put between quotes as they are",
            edit=("json.dumps(value, ensure_ascii=False)", """(f'"{value}"' if isinstance(value, str) else json.dumps(value, ensure_ascii=False))"""),
            why="A string may contain a quotation mark or a backslash, and JSON writes a backslash before each of them.",
            look="What does json.dumps write for a string that contains a quotation mark?",
        ),
        slip(
            "special characters of values are not escaped",
            edit=(ENUM, '"(" + "|".join(json.dumps(value, ensure_ascii=False) for value in schema["enum"]) + ")"'),
            why="In a pattern, +, . and ( have special meanings.",
            look="Which strings does the pattern \"a.c\" match?",
        ),
        slip(
            "special characters of keys are not escaped",
            edit=(KEY, "json.dumps(key, ensure_ascii=False)"),
            also=[[(KEY, "json.dumps(key)"), ("json.dumps(value, ensure_ascii=False)", "json.dumps(value)")]],
            why="A key such as c++ or on.off contains characters that have a special meaning in patterns.",
            look="Which strings does the pattern \"on.off\" match?",
        ),
        slip(
            "keys are written without quotes",
            edit=(KEY, "re.escape(key)"),
            why="In JSON every key is a string in quotes.",
            look="Print your pattern for an object with one key, and compare it with what json.dumps writes.",
        ),
        slip(
            "alternatives are not grouped",
            edit=(ENUM, '"|".join(re.escape(json.dumps(value, ensure_ascii=False)) for value in schema["enum"])'),
            also=[('"(true|false)"', '"true|false"'), [(ENUM, '"|".join(re.escape(str(value)) for value in schema["enum"])'), ('"(true|false)"', '"true|false"')]],
            why="A | splits the whole pattern around it, so everything before it becomes part of the first alternative.",
            look="What does the pattern a|bc match, and what does (a|b)c match?",
        ),
        slip(
            "letters outside ASCII are escaped",
            edit=("json.dumps(value, ensure_ascii=False)", "json.dumps(value)"),
            also=[("json.dumps(key, ensure_ascii=False)", "json.dumps(key)"), [(KEY, "re.escape(json.dumps(key))"), ("json.dumps(value, ensure_ascii=False)", "json.dumps(value)")]],
            why="The model writes ü, not a backslash, a u and four digits.",
            look="What does json.dumps make of \"Zürich\"?",
        ),
        slip(
            "leading zeros pass",
            edit=(INTEGER, 'r"-?[0-9]+"'),
            why="JSON doesn't allow leading zeros, so json refuses 007.",
            look="What does json.loads(\"007\") return?",
        ),
        slip(
            "digits of other scripts match",
            edit=(INTEGER, 'r"-?(0|[1-9]\\d*)"'),
            why="In a str pattern, \\d matches any digit in Unicode, such as ٣ or ३, but JSON has only the ten from 0 to 9.",
            look="Does your pattern match \"1٣\", and what does json.loads(\"1٣\") do?",
        ),
        slip(
            "negative numbers don't match",
            edit=(INTEGER, 'r"(0|[1-9][0-9]*)"'),
            why="Integers can be negative.",
            look="Does your pattern match -3?",
        ),
        slip(
            "some integers don't match",
            edit=(INTEGER, 'r"-?[1-9][0-9]*"'),
            also=[(INTEGER, 'r"-?(0|[1-9]+)"'), (INTEGER, 'r"-?[0-9]"')],
            why="The model couldn't write these numbers, however likely it finds them.",
            look="Does your pattern match 0, 7 and 480?",
        ),
        slip(
            "a string may contain quotes or control characters",
            edit=(STRING, """r'".*"'"""),
            also=[(STRING, """r'"[^"]*"'"""), (STRING, """r'"[^"\\\\]*"'""")],
            why="json takes the first unescaped quote as the end of the string, and an unescaped line break is an error.",
            look="Which characters end a JSON string or have to be escaped in it?",
        ),
        slip(
            "the empty string doesn't match",
            edit=(STRING, """r'"[^"\\\\\\x00-\\x1f]+"'"""),
            why="An empty string is a string.",
            look="Does your pattern match two quotes with nothing between them?",
        ),
        slip(
            "strings are words only",
            edit=(STRING, """r'"\\w*"'"""),
            also=[(STRING, """r'"[a-zA-Z ]*"'""")],
            why="The model couldn't write a comma or a space in any string.",
            look="Does your pattern match \"x, y\"?",
        ),
        slip(
            "the spaces are not those of json.dumps",
            edit=('", ".join(fields)', '",".join(fields)'),
            also=[("}: {schema", "}:{schema")],
            why="The examples in the prompt were written by json.dumps, so the model expects the same spaces.",
            look="Print json.dumps of an object with two keys.",
        ),
        slip(
            "booleans are those of Python",
            edit=('"(true|false)"', '"(True|False)"'),
            why="JSON writes true and false in lower case.",
            look="What does json.dumps(True) return?",
        ),
        slip(
            'an object without keys has something between its braces',
            edit=('", ".join(fields)', '(", ".join(fields) or " ")'),
            also=[('", ".join(fields)', '(", ".join(fields) or " ?")'), ('", ".join(fields)', '(", ".join(fields) or ".*")')],
            why='json.dumps writes {} for an empty object, with nothing in it.',
            look='What does json.dumps({}) return?',
        ),
    ]  # fmt: skip
    equivalent = {
        'if schema["type"] <= "boolean":': "the only other type left is string, which comes after it in the alphabet",
    }
    promises = {
        "a nested object": dict(name="nested"),
        "an object without keys": dict(name="empty"),
        "an integer alone": dict(field="left"),
        "values of an enum": dict(field="größe"),
        "a string alone": dict(field="note"),
        "unchanged": "schema unchanged",
    }
