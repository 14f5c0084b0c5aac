"""Format a conversation with SmolLM2's chat template (ChatML), without jinja2.

Oracle: the template as published, rendered by Jinja2, with the default system prompt as a variable.
"""

from autograder.authoring import exercise, slip

from ._shared import FINISHED

TEMPLATE = (  # the template of SmolLM2's tokenizer, with the default as a variable
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
            why="In training, the model saw a newline between messages in every chat. Without it, the prompt is a different one.",
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
            why="Role and content would run together, so the model couldn't tell where the content begins.",
            look="What comes between the role and the content in the example?",
        ),
        slip(
            "no default is inserted",
            edit=('if messages[0]["role"] != "system":', "if False:"),
            why="The model was trained with a system message at the start of every chat, and it behaves differently without one.",
            look="What should the first line be if a chat begins with a user's message?",
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
            "a later system message keeps the default from being inserted",
            edit=('if messages[0]["role"] != "system":', 'if all(m["role"] != "system" for m in messages):'),
            why="Only the first message decides that.",
            look="What does the text ask you to check about the first message?",
        ),
        slip(
            "the generation prompt is missing",
            edit=(' + ("<|im_start|>assistant\\n" if generation_prompt else "")', ""),
            why="Without it, the model may well continue as the user.",
            look="What tells the model that it is the assistant's turn?",
        ),
        slip(
            "the generation prompt is always there",
            edit=('("<|im_start|>assistant\\n" if generation_prompt else "")', '"<|im_start|>assistant\\n"'),
            why="A finished chat that is used for training would end with an answer that was begun and never given.",
            look="Which of the arguments does your code never use?",
        ),
        slip(
            "the generation prompt is closed",
            edit=('"<|im_start|>assistant\\n" if', '"<|im_start|>assistant\\n<|im_end|>\\n" if'),
            why="That is a finished, empty answer, so the model has nothing left to write.",
            look="Where should the text stop if the model has to continue inside the answer?",
        ),
        slip(
            "the generation prompt lacks its newline",
            edit=('"<|im_start|>assistant\\n" if', '"<|im_start|>assistant" if'),
            why="The model would have to write the newline itself, which it was not trained to do there.",
            look="Compare the end of your text with the third `<|im_start|>` of the example.",
        ),
        slip(
            "contents are stripped",
            edit=("{m['content']}", "{m['content'].strip()}"),
            why="Whether spaces matter is for the caller to decide, and in code and poems they do.",
            look="What does the docstring say about spaces?",
        ),
        slip(
            "messages are not closed",
            edit=("{m['content']}<|im_end|>", "{m['content']}"),
            why="The model learns to stop by writing `<|im_end|>`.",
            look="Which marker ends a message?",
        ),
        slip(
            "an empty default is left out",
            edit=('messages[0]["role"] != "system":', 'messages[0]["role"] != "system" and system:'),
            why="The model was trained with a system message at the start of every chat. An empty one is still a system message.",
            look="What should the first line be for system=\"\" and a chat that begins with a user?",
        ),
        slip(
            "the chat's own empty system message counts as none",
            edit=('if messages[0]["role"] != "system":', 'if messages[0]["role"] != "system" or not messages[0]["content"]:'),
            also=[
                [
                    ('if messages[0]["role"] != "system":', 'if messages[0]["role"] != "system" or not messages[0]["content"]:'),
                    ("*messages]", '*[m for m in messages if m["role"] != "system" or m["content"]]]'),
                ],

            ],
            why="The caller may have left it empty on purpose. The default is only for chats that have no system message.",
            look="Does the first message's role decide, or its content?",
        ),
        slip(
            "empty messages are left out",
            edit=("for m in messages)", "for m in messages if m['content'])"),

            why="An empty turn is still a turn. Without it, two messages from the same speaker follow each other.",
            look="How many markers should a chat with an empty message have?",
        ),
        slip(
            "the generation prompt is only added after a user",
            edit=("if generation_prompt else", 'if generation_prompt and messages[-1]["role"] == "user" else'),
            also=[("if generation_prompt else", 'if generation_prompt and messages[-1]["role"] != "assistant" else')],
            why="The prompt is added if the caller asks for it, no matter which role spoke last.",
            look="Does the docstring let anything other than `generation_prompt` decide?",
        ),
        slip(
            "only the first of several system messages is kept",
            edit=("    text = ", '    messages = messages[:1] + [m for m in messages[1:] if m["role"] != "system"]\n    text = '),
            why="A system message may come at any time, to change the tone. It is a message like any other.",
            look="How many messages come in, and how many markers go out?",
        ),
        slip(
            "roles other than the three are changed or left out",
            edit=("for m in messages)", "for m in messages if m['role'] in ('system', 'user', 'assistant'))"),
            also=[("{m['role']}", "{m['role'] if m['role'] in ('system', 'user') else 'assistant'}"), ("{m['role']}", "{m['role'] if m['role'] in ('system', 'assistant') else 'user'}")],
            why="The template has no list of roles. It writes down whichever role it gets.",
            look="What does the docstring say about roles?",
        ),
        slip(
            "role and content are recognized by their order",
            edit=("{m['role']}\\n{m['content']}", "{list(m.values())[0]}\\n{list(m.values())[1]}"),
            why="Read a dictionary by its keys. Other code may write the content first.",
            look="Under which key is the role?",
        ),
        slip(
            "markers inside a message are changed",
            edit=("{m['content']}", "{m['content'].replace('<|im_end|>', '').replace('<|im_start|>', '')}"),
            also=[("{m['content']}", "{m['content'].replace('<|im_end|>', '')}"), ("{m['content']}", "{m['content'].split('<|im_end|>')[0]}")],
            why="Whether a user may write markers is for the caller to decide. This function changes nothing in a message.",
            look="What does the docstring say about contents?",
        ),
        slip(
            "the content of a message is taken for a template",
            edit=("f\"<|im_start|>{m['role']}\\n{m['content']}<|im_end|>\\n\"", "'<|im_start|>{role}\\n{content}<|im_end|>\\n'.replace('{content}', m['content']).replace('{role}', m['role'])"),
            also=[
                "if messages[0]['role'] != 'system':\n    messages = [{'role': 'system', 'content': system}, *messages]\n"
                "text = ''.join('{start}' + m['role'] + '\\n' + m['content'] + '{end}\\n' for m in messages)\n"
                "text += '{start}assistant\\n' if generation_prompt else ''\n"
                "return text.format(start='<|im_start|>', end='<|im_end|>')"
            ],
            why="What a user writes in braces is plain text, so nothing may be filled in there.",
            look="What does your code make of a user's message that contains {role}?",
        ),
        slip(
            "the text begins with something extra",
            edit=('return text', 'return "<|endoftext|>" + text'),
            also=[('return text', 'return "<s>" + text'), ('return text', 'return "\\n" + text')],
            why="The chats of some other models begin with a special token. SmolLM2's begin with `<|im_start|>`.",
            look="What is the first marker of the example?",
        ),
        slip(
            "roles are guessed from the position",
            edit=("for m in messages)", "for m in [{**m, 'role': ['user', 'assistant'][i % 2 == 0] if i else 'system'} for i, m in enumerate(messages)])"),
            why="A user may write twice in a row, and the assistant may begin. Every message has its own role.",
            look="Which key of a message does your code never read?",
        ),
        slip(
            "the last answer is removed before a generation prompt",
            edit=("    text = ", '    if generation_prompt:\n        messages = list(messages)\n        while len(messages) > 1 and messages[-1]["role"] == "assistant":\n            messages.pop()\n    text = '),
            why="A caller who wants a new last answer would remove the old one. Here the model would forget what it said.",
            look="How many messages come in, and how many markers go out?",
        ),
        slip(
            "newlines are tidied up",
            edit=("    return text", '    text = text.replace("\\n\\n", "\\n")\n    return text'),
            also=[("    return text", '    text = text.replace("\\n<|im_end|>", "<|im_end|>").replace("\\n\\n", "\\n")\n    return text')],
            why="A message may contain empty lines, and code and poems need them.",
            look="What happens to a message that ends in two newlines?",
        ),
        slip(
            "the default comes last",
            edit=('[{"role": "system", "content": system}, *messages]', '[*messages, {"role": "system", "content": system}]'),
            why="It sets the tone for what follows, so it comes first.",
            look="Where is the system message in the example?",
        ),
        slip(
            "the default is put into the caller's own list",
            edit=('messages = [{"role": "system", "content": system}, *messages]', 'messages.insert(0, {"role": "system", "content": system})'),
            why="If it is called twice, or with another default, the chat has changed in between.",
            look="Print the messages before and after the call.",
        ),
    ]  # fmt: skip
    promises = {
        "its own system message": dict(roles="sua"),
        "a default where there is none": dict(roles="uaua"),
        "the first message decides": dict(roles="us"),
        "any role may speak first": dict(roles="au"),
        "contents that must be inserted unchanged": dict(spaces=True),
        "an empty message": dict(empty=[0]),
        "any content, and the default": dict(system=""),
        "a system message alone": dict(roles="s"),
        "any role, as often as it comes": dict(roles="ssut"),
        "contents with markers and braces": dict(marks=True),
        "an answer is begun": "with a prompt",
        "messages are left alone": "messages unchanged",
    }
