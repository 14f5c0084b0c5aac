"""An agent loop: call the model, run its tool calls, append results until it answers.

Oracle: the chat by recursion, with results computed from the script of the model's turns.
"""

from autograder.authoring import exercise, slip

from ._shared import WORDS

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
            text = f"{key} ({len(chat)})\n"  # what a model writes often ends in a new line
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
            why="A model believes what it takes for its own words, so a page that was looked up would speak with the model's voice.",
            look="Who produced the result?",
        ),
        slip(
            "the tool's result comes as the user's turn",
            edit=('{"role": "tool", "content": result}', '{"role": "user", "content": result}'),
            also=[('{"role": "tool", "content": result}', '{"role": "system", "content": result}'), ('{"role": "tool", "content": result}', '{"role": "function", "content": result}'), ('{"role": "tool", "content": result}', '{"role": name, "content": result}')],
            why="A page that was looked up could then give orders in the user's voice.",
            look="Who produced the result?",
        ),
        slip(
            "the loop ignores the limit",
            edit=[("for turn in range(limit):", "for turn in range(40):"), (BREAK, "pass\n")],
            also=[[("for turn in range(limit):", "turn = -1\n    while len(messages) < 60:"), (BREAK, "pass\n")]],
            why="A model that never stops calling never stops costing money.",
            look="How many times does your code ask the model, at most?",
        ),
        slip(
            "the last call is run even though the limit is reached",
            edit=(BREAK, "pass\n"),

            why="The model will never read its result, and a call may change something in the world.",
            look="Who will read the result of the last call?",
        ),
        slip(
            "the loop ends one turn early",
            edit=("for turn in range(limit):", "for turn in range(limit - 1):"),
            also=[(BREAK, "if turn == limit - 2:\n            break\n"), ("for turn in range(limit):", "for turn in range(1, limit):"), (BREAK, "if turn >= max(limit - 2, 0):\n            break\n")],
            why="With a limit of 1, the model may still be asked once.",
            look="How many times does your code ask the model if limit = 1?",
        ),
        slip(
            "the last call is run, and its result is thrown away",
            edit=("        if turn == limit - 1:\n            break\n        try:", "        try:\n            if turn == limit - 1:\n                call = parse(text)\n                if call is not None:\n                    functions[call[0]](**call[1])\n                break"),
            why="A call can do something in the world, even if nobody reads what it returns. The limit-th text is the last thing that happens.",
            look="Does your code still run anything after the model has been asked limit times?",
        ),
        slip(
            "white space is removed from what the model writes",
            edit=("text = model(messages)", "text = model(messages).strip()"),
            why="The docstring asks for the text as it is. The next prompt is made of it, so a change is a change of what the model has said.",
            look="What does your list contain if the model writes \"Yes.\" and a new line?",
        ),
        slip(
            "an error stops the program",
            edit=("except Exception as error:", "except KeyboardInterrupt as error:"),
            also=[("        try:\n            call = parse(text)\n            if call is None:\n                break\n            name", "        call = parse(text)\n        if call is None:\n            break\n        try:\n            name"), ("except Exception as error:", "except ValueError as error:"), ("except Exception as error:", "except (ValueError, KeyError) as error:"), ("except Exception as error:", "except (ValueError, KeyError, TypeError) as error:")],
            why="The model could have tried again, but now the chat is lost.",
            look="Which errors can `parse` and a function that you didn't write raise?",
        ),
        slip(
            "an error ends the chat",
            edit=('result = f"Error: {error}"\n', 'messages.append({"role": "tool", "content": f"Error: {error}"})\n            break\n'),
            also=[('result = f"Error: {error}"\n', "break\n")],
            why="If the model had been told what was wrong, it could have tried again.",
            look="What does the model get to read after a failed call?",
        ),
        slip(
            "an error is passed over in silence",
            edit=('result = f"Error: {error}"\n', "continue\n"),
            also=[('result = f"Error: {error}"\n', 'result = ""\n'), ('result = f"Error: {error}"\n', 'result = "None"\n')],
            why="The model writes again without knowing what was wrong.",
            look="What does the model get to read after a failed call?",
        ),
        slip(
            "the model is not told which error it was",
            edit=('f"Error: {error}"', '"Error"'),
            also=[('f"Error: {error}"', 'f"{error}"'), ('f"Error: {error}"', 'f"Error: {type(error).__name__}"'), ('f"Error: {error}"', 'f"Error: {error!r}"'), ('f"Error: {error}"', 'f"Error: {type(error).__name__}: {error}"'), ('f"Error: {error}"', 'f"error: {error}"')],
            why="The error message is what helps the model fix its call.",
            look="Which text does the docstring promise after an error?",
        ),
        slip(
            "the caller's list grows",
            edit=("messages = list(messages)", "pass"),
            why="If the caller asks again, the chat already contains the answer.",
            look="Is your list a new one, or is it the caller's?",
        ),
        slip(
            "only the answer is returned",
            edit=("    return messages", "    return messages[-1:]"),
            why="The next question needs the whole chat.",
            look="With which message should the returned list begin?",
        ),
        slip(
            "the model sees only part of the chat",
            edit=("text = model(messages)", "text = model(messages[:1])"),
            also=[[("messages = list(messages)", "given, messages = messages, list(messages)"), ("text = model(messages)", "text = model(given)")], ("text = model(messages)", "text = model(messages[-1:])"), ("text = model(messages)", "text = model([m for m in messages if m['role'] != 'tool'])")],
            why="Without the question, or without the result in its context, the model can't answer.",
            look="What do you pass to the model the second time?",
        ),
        slip(
            "the text of a call is not kept",
            edit=('messages.append({"role": "tool", "content": result})', 'messages.pop()\n        messages.append({"role": "tool", "content": result})'),
            why="The model reads a result but doesn't know what it asked for.",
            look="Which message comes before a result?",
        ),
        slip(
            "the content of the tool's message isn't `str` of the result",
            edit=("str(functions[name](**arguments))", "functions[name](**arguments)"),
            also=[("str(functions[name](**arguments))", "json.dumps(functions[name](**arguments))"), ("str(functions[name](**arguments))", "repr([functions[name](**arguments)])"), ('"content": result', '"content": f"Result: {result}"')],
            why="The content of a message has to be a string, here `str` of what the function returned.",
            look="What type does your message's content have, and what exactly does it contain?",
        ),
        slip(
            "arguments are passed by position",
            edit=("(**arguments)", "(*arguments.values())"),
            why="The order of keys in JSON has no meaning. If the model writes b first, a and b get swapped.",
            look="What happens for {\"b\": 1, \"a\": 2}?",
        ),
        slip(
            "all arguments are passed as one",
            edit=("(**arguments)", "(arguments)"),
            why="The function has one parameter for each of these names.",
            look="How do you pass a dictionary's items by name?",
        ),
        slip(
            "a call is run twice",
            edit=("result = str(functions[name](**arguments))", "functions[name](**arguments)\n            result = str(functions[name](**arguments))"),
            why="The call may then change something in the world twice.",
            look="How many times does your code call the function for one text from the model?",
        ),
        slip(
            "only one call is run",
            edit=('messages.append({"role": "tool", "content": result})', 'messages.append({"role": "tool", "content": result})\n        limit = min(limit, 2) if turn else limit\n        if turn == 0 and limit > 1:\n            messages.append({"role": "assistant", "content": model(messages)})\n            break'),
            why="A question may take several calls.",
            look="What happens when the model's second text is also a call?",
        ),
        slip(
            "the error for an unknown name isn't the one that the lookup raises",
            edit=("            result = str(", "            if name not in functions:\n                raise ValueError(f'there is no function {name}')\n            result = str("),
            also=[("            result = str(", "            if name not in functions:\n                raise KeyError(f'there is no function {name}')\n            result = str("), ("            result = str(", "            if name not in functions:\n                messages.append({'role': 'tool', 'content': f'Error: unknown function {name}'})\n                continue\n            result = str("), ("functions[name]", "functions.get(name)")],
            why='The docstring asks for `str` of the error that the lookup itself raises. A friendlier message is a good idea, but then the docstring would have to ask for it.',
            look='What is `str` of the error that `{}["delete"]` raises?',
        ),
    ]  # fmt: skip
    equivalent = {
        "if turn >= limit - 1:": "a turn is never beyond the last",
        "if turn is limit - 1:": "small whole numbers are one object",
        "continue": "after the last turn the loop is over as well",
    }
    promises = {
        "an answer ends the loop": dict(script="-", limit=3),
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
