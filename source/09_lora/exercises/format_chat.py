"""Format a conversation with SmolLM2's chat template (ChatML), without jinja2.

Oracle: the template as published, rendered by Jinja2, with the default system prompt as a variable.
"""

from autograder.authoring import exercise, slip

from ._shared import FINISHED

TEMPLATE = (  # what stands in SmolLM2's tokenizer, with the default as a variable
    "{% for message in messages %}{% if loop.first and messages[0]['role'] != 'system' %}"
    "{{ '<|im_start|>system\n' + system + '<|im_end|>\n' }}{% endif %}"
    "{{'<|im_start|>' + message['role'] + '\n' + message['content'] + '<|im_end|>' + '\n'}}{% endfor %}"
    "{% if add_generation_prompt %}{{ '<|im_start|>assistant\n' }}{% endif %}"
)
ROLES = {"s": "system", "u": "user", "a": "assistant", "t": "tool"}
MARKS = ["<|im_end|>", "{content}", "{role}", "%s", "<|im_start|>system", "{}", "100 %", "content"]
WORDS = "a lake is water that stands still and the river moves; what? who! Tell me, in few words. 1994 – <b>".split()


def said(rng, spaces):
    words = " ".join(rng.choice(WORDS, size=int(rng.integers(3, 9))))
    return f"  {words}\n\n" if spaces else words


@exercise("format_chat", points=2, forbid=["jinja2", "transformers", ".apply_chat_template", *FINISHED])
class _:
    cases = [
        dict(roles="sua"),
        dict(roles="u"),
        dict(roles="uaua"),
        dict(roles="sua", spaces=True),
        dict(roles="suau", empty=[0]),
        dict(roles="us"),
        dict(roles="au"),
        dict(roles="uaua", empty=[1, 2], system=""),
        dict(roles="s"),
        dict(roles="ssut", swapped=True),
        dict(roles="uau", marks=True),
    ]
    weights = {"text": 3, "with a prompt": 2, "messages unchanged": 1}

    def inputs(rng, roles, spaces=False, empty=(), system=None, swapped=False, marks=False):
        messages = [{"role": ROLES[role], "content": said(rng, spaces)} for role in roles]
        for i in empty:
            messages[i]["content"] = ""
        if swapped:
            messages = [dict(reversed(m.items())) for m in messages]
        if marks:
            for m in messages:
                m["content"] += " ".join(["", *(str(mark) for mark in rng.permutation(MARKS))])
        return {"messages": messages, "system": said(rng, spaces) if system is None else system}

    def oracle(messages, system):
        from jinja2 import Environment

        template = Environment(keep_trailing_newline=True).from_string(TEMPLATE)
        text, asked = (
            template.render(messages=messages, system=system, add_generation_prompt=p) for p in (False, True)
        )
        return {"text": text, "with a prompt": asked, "messages unchanged": {"text": text, "same": True}}

    alternatives = {
        "line by line": """
            lines = []
            if messages[0]["role"] != "system":
                lines += ["<|im_start|>system", system + "<|im_end|>"]
            for message in messages:
                lines.append("<|im_start|>" + message["role"])
                lines.append(message["content"] + "<|im_end|>")
            if generation_prompt:
                lines.append("<|im_start|>assistant")
            return "\\n".join(lines) + "\\n"
        """,
        "cut from a chat with an empty answer": """
            first = [] if messages[0]["role"] == "system" else [dict(role="system", content=system)]
            text = ""
            for turn in first + list(messages) + [dict(role="assistant", content="")] * bool(generation_prompt):
                text += "<|im_start|>{role}\\n{content}<|im_end|>\\n".format(**turn)
            return text[: -len("<|im_end|>\\n")] if generation_prompt else text
        """,
    }
    slips = [
        slip(
            "the newline after a message is missing",
            edit=("<|im_end|>\\n\"", "<|im_end|>\""),
            also=[
                "first = [] if messages[0]['role'] == 'system' else [{'role': 'system', 'content': system}]\n"
                "text = '\\n'.join(f\"<|im_start|>{m['role']}\\n{m['content']}<|im_end|>\" for m in first + messages)\n"
                "return text + ('\\n<|im_start|>assistant\\n' if generation_prompt else '')",
            ],
            why="The model has seen a newline between messages in all its chats. The text without it is another text.",
            look="Which characters come between one `<|im_end|>` and the next marker, and which end the last message?",
        ),
        slip(
            "the newline after the role is missing",
            edit=("{m['role']}\\n", "{m['role']}"),
            also=[
                ("{m['role']}\\n", "{m['role']} "),
                ("{m['role']}\\n", "{m['role']}: "),
                [("{m['role']}\\n", "{m['role']}: "), ('"<|im_start|>assistant\\n"', '"<|im_start|>assistant: "')],
                [("{m['role']}\\n", "{m['role']}"), ('"<|im_start|>assistant\\n"', '"<|im_start|>assistant"')],
            ],
            why="Role and content would run into one word, and the model could not tell where the content begins.",
            look="What comes between the role and the content in the example?",
        ),
        slip(
            "no default is put in front",
            edit=('if messages[0]["role"] != "system":', "if False:"),
            why="The model was trained with a system message at the start of every chat, and it behaves differently without one.",
            look="What should be the first line for a chat that begins with a user?",
        ),
        slip(
            "the default is inserted before every chat",
            edit=('if messages[0]["role"] != "system":', "if True:"),
            why="A chat that brings its own system message would have two, which need not agree.",
            look="When is the default needed?",
        ),
        slip(
            "the chat's own system message is thrown away",
            edit=[('if messages[0]["role"] != "system":', "if True:"), ("*messages]", "*[m for m in messages if m['role'] != 'system']]")],
            also=[[('if messages[0]["role"] != "system":', "if True:"), ("*messages]", "*messages[messages[0]['role'] == 'system' :]]")]],
            why="The caller wrote it, and the default is only for chats that have none.",
            look="When is the default needed?",
        ),
        slip(
            "a system message further on keeps the default away",
            edit=('if messages[0]["role"] != "system":', 'if all(m["role"] != "system" for m in messages):'),
            why="It is the first message that decides.",
            look="What does the text ask you to check about the first message?",
        ),
        slip(
            "the generation prompt is missing",
            edit=(' + ("<|im_start|>assistant\\n" if generation_prompt else "")', ""),
            why="Without it the model may well go on as the user.",
            look="What tells the model that it is the assistant's turn?",
        ),
        slip(
            "the generation prompt is always there",
            edit=('("<|im_start|>assistant\\n" if generation_prompt else "")', '"<|im_start|>assistant\\n"'),
            why="A finished chat, as one learns from it, would end with an answer that was begun and never given.",
            look="Which of the arguments does your code never look at?",
        ),
        slip(
            "the generation prompt is closed",
            edit=('"<|im_start|>assistant\\n" if', '"<|im_start|>assistant\\n<|im_end|>\\n" if'),
            why="That is a finished answer, an empty one. The model has nothing left to write.",
            look="Where should the text stop if the model has to continue inside the answer?",
        ),
        slip(
            "the generation prompt lacks its newline",
            edit=('"<|im_start|>assistant\\n" if', '"<|im_start|>assistant" if'),
            why="The model would have to write the newline itself, which it was not trained to do there.",
            look="Compare the end of your text with the third mark of the example.",
        ),
        slip(
            "contents are stripped",
            edit=("{m['content']}", "{m['content'].strip()}"),
            why="Whether spaces matter is the caller's business; code and poems have some.",
            look="What does the docstring say about spaces?",
        ),
        slip(
            "messages are not closed",
            edit=("{m['content']}<|im_end|>", "{m['content']}"),
            why="`<|im_end|>` is what the model learns to stop with.",
            look="Which mark ends a message?",
        ),
        slip(
            "an empty default is left out",
            edit=('messages[0]["role"] != "system":', 'messages[0]["role"] != "system" and system:'),
            why="The model was trained with a system message at the start of every chat. An empty one is a system message as well.",
            look="What should the first line be for system=\"\" and a chat that begins with a user?",
        ),
        slip(
            "an empty system message of the chat's own counts as none",
            edit=('if messages[0]["role"] != "system":', 'if messages[0]["role"] != "system" or not messages[0]["content"]:'),
            also=[
                [
                    ('if messages[0]["role"] != "system":', 'if messages[0]["role"] != "system" or not messages[0]["content"]:'),
                    ("*messages]", '*[m for m in messages if m["role"] != "system" or m["content"]]]'),
                ],

            ],
            why="The caller wrote it, and may have wanted silence. The default is only for chats that have none.",
            look="Does the first message's role decide, or its content?",
        ),
        slip(
            "empty messages are left out",
            edit=("for m in messages)", "for m in messages if m['content'])"),

            why="A turn that says nothing is a turn all the same. Without it two messages of one speaker follow each other.",
            look="How many marks should a chat with an empty message have?",
        ),
        slip(
            "the generation prompt is only added after a user",
            edit=("if generation_prompt else", 'if generation_prompt and messages[-1]["role"] == "user" else'),
            also=[("if generation_prompt else", 'if generation_prompt and messages[-1]["role"] != "assistant" else')],
            why="The prompt is added if the caller asks for it, no matter which role spoke last.",
            look="Does the docstring let anything else than `generation_prompt` decide?",
        ),
        slip(
            "only the first of several system messages is kept",
            edit=("    text = ", '    messages = messages[:1] + [m for m in messages[1:] if m["role"] != "system"]\n    text = '),
            why="A system message may come at any time, to change the tone. It is a message like all others.",
            look="How many messages come in, and how many marks go out?",
        ),
        slip(
            "roles other than the three are changed or left out",
            edit=("for m in messages)", "for m in messages if m['role'] in ('system', 'user', 'assistant'))"),
            also=[("{m['role']}", "{m['role'] if m['role'] in ('system', 'user') else 'assistant'}"), ("{m['role']}", "{m['role'] if m['role'] in ('system', 'assistant') else 'user'}")],
            why="The template has no list of roles. It writes down any role that it gets.",
            look="What does the docstring say about roles?",
        ),
        slip(
            "role and content are recognized by their order",
            edit=("{m['role']}\\n{m['content']}", "{list(m.values())[0]}\\n{list(m.values())[1]}"),
            why="Read a dictionary by its keys. Other code may write the content first.",
            look="Which key has the role?",
        ),
        slip(
            "marks in a content are changed",
            edit=("{m['content']}", "{m['content'].replace('<|im_end|>', '').replace('<|im_start|>', '')}"),
            also=[("{m['content']}", "{m['content'].replace('<|im_end|>', '')}"), ("{m['content']}", "{m['content'].split('<|im_end|>')[0]}")],
            why="Whether a user may write marks is a question for the caller. This function changes no words.",
            look="What does the docstring say about contents?",
        ),
        slip(
            "a content is taken for a pattern",
            edit=("f\"<|im_start|>{m['role']}\\n{m['content']}<|im_end|>\\n\"", "'<|im_start|>{role}\\n{content}<|im_end|>\\n'.replace('{content}', m['content']).replace('{role}', m['role'])"),
            also=[
                "if messages[0]['role'] != 'system':\n    messages = [{'role': 'system', 'content': system}, *messages]\n"
                "text = ''.join('{start}' + m['role'] + '\\n' + m['content'] + '{end}\\n' for m in messages)\n"
                "text += '{start}assistant\\n' if generation_prompt else ''\n"
                "return text.format(start='<|im_start|>', end='<|im_end|>')"
            ],
            why="What a user writes in braces is text, and must not be filled in.",
            look="What does your code make of a user's message that contains {role}?",
        ),
        slip(
            "the text begins with a mark too many",
            edit=('return text', 'return "<|endoftext|>" + text'),
            also=[('return text', 'return "<s>" + text'), ('return text', 'return "\\n" + text')],
            why="Other models begin with a token of their own. SmolLM2's chats begin with `<|im_start|>`.",
            look="What is the first mark of the example?",
        ),
        slip(
            "roles are guessed from the place",
            edit=("for m in messages)", "for m in [{**m, 'role': ['user', 'assistant'][i % 2 == 0] if i else 'system'} for i, m in enumerate(messages)])"),
            why="Users may write twice, and the assistant may begin. Every message says itself whose it is.",
            look="Which key of a message does your code never ask for?",
        ),
        slip(
            "the last answer is taken out before a prompt",
            edit=("    text = ", '    if generation_prompt:\n        messages = list(messages)\n        while len(messages) > 1 and messages[-1]["role"] == "assistant":\n            messages.pop()\n    text = '),
            why="To replace the last answer, the caller would remove it. Here the model would forget what it said.",
            look="How many messages come in, and how many marks go out?",
        ),
        slip(
            "newlines are tidied up",
            edit=("    return text", '    text = text.replace("\\n\\n", "\\n")\n    return text'),
            also=[("    return text", '    text = text.replace("\\n<|im_end|>", "<|im_end|>").replace("\\n\\n", "\\n")\n    return text')],
            why="A content may have empty lines, and code and poems need them.",
            look="What becomes of a content that ends in two newlines?",
        ),
        slip(
            "the default comes last",
            edit=('[{"role": "system", "content": system}, *messages]', '[*messages, {"role": "system", "content": system}]'),
            why="It sets the tone for what follows, so it comes first.",
            look="Where is the system's message in the example?",
        ),
        slip(
            "the default is put into the caller's own list",
            edit=('messages = [{"role": "system", "content": system}, *messages]', 'messages.insert(0, {"role": "system", "content": system})'),
            why="Call it twice, or with another default, and the chat has changed in between.",
            look="Print the messages before and after the call.",
        ),
    ]  # fmt: skip
    promises = {
        "its own system message": dict(roles="sua"),
        "a default where there is none": dict(roles="uaua"),
        "the first message decides": dict(roles="us"),
        "whoever speaks first": dict(roles="au"),
        "contents that must be inserted unchanged": dict(spaces=True),
        "a content may be empty": dict(empty=[0]),
        "any content, and the default": dict(system=""),
        "a system message alone": dict(roles="s"),
        "any role, as often as it comes": dict(roles="ssut"),
        "whatever a content holds": dict(marks=True),
        "an answer is begun": "with a prompt",
        "messages are left alone": "messages unchanged",
    }
