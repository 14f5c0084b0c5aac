"""What decides the exercises of sitting a: chats, loss weights and adapters.

Oracles: the published chat template run by jinja2, float64 loops and merged matrices, eigenvalues by numpy. That the same
numbers come from PEFT and from the tokenizer's own template is held by tests/test_lesson_08a.py.
"""

import numpy as np
import torch

from autograder.authoring import exercise, slip

FINISHED = ["utils.blocks.adapters"]
ADAPTERS = ["peft", *FINISHED]


def tensor(array):
    """A float64 tensor of an oracle's input."""
    return torch.as_tensor(np.asarray(array), dtype=torch.float64)


def leaf(array):
    return tensor(array).requires_grad_()


# --- chats ------------------------------------------------------------------------------------------------------------

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
            "the newline behind a message is missing",
            edit=("<|im_end|>\\n\"", "<|im_end|>\""),
            also=[
                "first = [] if messages[0]['role'] == 'system' else [{'role': 'system', 'content': system}]\n"
                "text = '\\n'.join(f\"<|im_start|>{m['role']}\\n{m['content']}<|im_end|>\" for m in first + messages)\n"
                "return text + ('\\n<|im_start|>assistant\\n' if generation_prompt else '')",
            ],
            why="The model has seen a newline between messages in all its chats. The text without it is another text.",
            look="Which characters stand between one `<|im_end|>` and the next mark, and what ends the last message?",
        ),
        slip(
            "the newline behind the role is missing",
            edit=("{m['role']}\\n", "{m['role']}"),
            also=[
                ("{m['role']}\\n", "{m['role']} "),
                ("{m['role']}\\n", "{m['role']}: "),
                [("{m['role']}\\n", "{m['role']}: "), ('"<|im_start|>assistant\\n"', '"<|im_start|>assistant: "')],
                [("{m['role']}\\n", "{m['role']}"), ('"<|im_start|>assistant\\n"', '"<|im_start|>assistant"')],
            ],
            why="Role and content would run into one word, and the model could not tell where the content begins.",
            look="What stands between the role and the content in the example?",
        ),
        slip(
            "no default is put in front",
            edit=('if messages[0]["role"] != "system":', "if False:"),
            why="The model was trained with a system message in front of every chat, and behaves otherwise without one.",
            look="What should be the first line for a chat that begins with a user?",
        ),
        slip(
            "the default is put in front of every chat",
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
            look="What does the text say about the first message?",
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
            look="Where should the text stop, so that the model goes on inside the answer?",
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
            why="The model was trained with a system message in front of every chat. One that says nothing is one, too.",
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
                [
                    ("{m['content']}", "{m['content'] or system}"),
                    ("text = ", "text = '' if False else "),
                ],
            ],
            why="The caller wrote it, and may have wanted silence. The default is only for chats that have none.",
            look="What does the text say decides: the first message's role, or its content?",
        ),
        slip(
            "empty messages are left out",
            edit=("for m in messages)", "for m in messages if m['content'])"),
            also=[("for m in messages)", "for m in messages if m['content'].strip())")],
            why="A turn that says nothing is a turn all the same. Without it two messages of one speaker follow each other.",
            look="How many marks should a chat with an empty message have?",
        ),
        slip(
            "the generation prompt only comes behind a user",
            edit=("if generation_prompt else", 'if generation_prompt and messages[-1]["role"] == "user" else'),
            also=[("if generation_prompt else", 'if generation_prompt and messages[-1]["role"] != "assistant" else')],
            why="Who asks for an answer gets the prompt, and need not have spoken last.",
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
            why="The form knows no list of roles. Whoever speaks is written down.",
            look="What does the docstring say about roles?",
        ),
        slip(
            "role and content are told by their order",
            edit=("{m['role']}\\n{m['content']}", "{list(m.values())[0]}\\n{list(m.values())[1]}"),
            why="A dictionary is asked by its keys. Somebody else may write the content first.",
            look="Which key holds the role?",
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
            look="What becomes of a user's message that holds the text {role}?",
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
            why="Whoever wants another answer in place of the last one takes that out himself. Here the model would forget what it said.",
            look="How many messages come in, and how many marks go out?",
        ),
        slip(
            "newlines are tidied up",
            edit=("    return text", '    text = text.replace("\\n\\n", "\\n")\n    return text'),
            also=[("    return text", '    text = text.replace("\\n<|im_end|>", "<|im_end|>").replace("\\n\\n", "\\n")\n    return text'), ("    return text", '    text = text.replace("\\n<|im_end|>", "<|im_end|>")\n    return text')],
            why="A content may have empty lines, and code and poems need them.",
            look="What becomes of a content that ends in two newlines?",
        ),
        slip(
            "the default comes last",
            edit=('[{"role": "system", "content": system}, *messages]', '[*messages, {"role": "system", "content": system}]'),
            why="It sets the tone for what follows, so it stands in front.",
            look="Where does the system's message stand in the example?",
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
        "contents as they stand": dict(spaces=True),
        "a content may be empty": dict(empty=[0]),
        "anybody's content, and the default": dict(system=""),
        "a system message alone": dict(roles="s"),
        "any role, as often as it comes": dict(roles="ssut"),
        "whatever a content holds": dict(marks=True),
        "an answer is begun": "with a prompt",
        "messages are left alone": "messages unchanged",
    }


def chats(rng, rows, pad="end", cut=None, quote=False, short=False, inside=False, twice=False, keep=None):
    """ids, lengths, header, end: chats of random tokens; a letter a message, "e" being an answer without content.

    inside: answers hold the header; twice: the header is begun, and begun again before it is whole; keep: how many
    tokens are left of each row.
    """
    names = rng.permutation(np.arange(300, 340))
    start, end, newline = 1, int(names[-1]), int(names[0])
    header = [int(names[1])] if short else [start, int(names[1]), int(names[2]), newline]
    if twice:
        header[2] = start
    openings = {
        "a": header[:2] * twice + header,
        "e": header,
        "u": [start, int(names[3]), newline],
        "s": [start, int(names[4]), newline],
    }
    words = names[5:-1]
    made = []
    for roles in rows:
        ids = []
        for i, role in enumerate(roles):
            content = [int(t) for t in rng.choice(words, size=0 if role == "e" else int(rng.integers(2, 6)))]
            if quote and role == "u":  # the user writes the assistant's name
                content += [11, *header[1:], int(rng.choice(words))]  # "11 …" ends like the header as a text
            if inside and role == "a":
                content = [*content[:1], newline, int(rng.choice(words)), *header, *content[1:]]
            opening = openings[role]
            last = i == len(roles) - 1
            if last and cut == "header":
                ids += opening[:-1]
            elif last and cut == "behind":
                ids += opening
            elif last and cut == "answer":
                ids += opening + content[:-1]
            else:
                ids += opening + content + [end, newline]
        made.append(ids if keep is None else ids[: keep[len(made)]])
    T = max(map(len, made)) + int(rng.integers(1, 4)) * (pad is not None)
    filled = (
        np.full((len(made), T), end)
        if pad != "random"
        else rng.choice([*words, *header, end], size=(len(made), T))
    )
    for row, ids in zip(filled, made):
        row[: len(ids)] = ids
    return filled, np.array([len(ids) for ids in made]), header, end


@exercise("loss_weights", points=4, forbid=FINISHED)
class _:
    cases = [
        dict(rows=["sua", "suaua", "ua"]),
        dict(rows=["suaua", "sua"], pad="random"),
        dict(rows=["suaua", "uaua"], quote=True),
        dict(rows=["sua", "suaua"], cut="answer"),
        dict(rows=["suaua"], cut="header", pad=None),
        dict(rows=["su", "sua"]),
        dict(rows=["sue", "uaue"]),
        dict(rows=["sua"], short=True),
        dict(rows=["aua", "sua"], pad=None),
        dict(rows=["uaua", "sea"], inside=True),
        dict(rows=["aua", "ua"], twice=True),
        dict(rows=["sua", "uaua"], cut="behind", pad="random"),
        dict(rows=["sua", "aua"], keep=[2, 1], pad=None),
        dict(rows=["ua", "sua", "ua"], cut="answer", pad=None),
    ]
    weights = {"weights": 3, "without a prompt weight": 2, "of other texts": 1, "ids unchanged": 1}
    equivalent = {
        "answering = tokens[max( -1, t + 1 - len(header)) : t + 1] == header": "too few tokens for a header either way",
    }

    def inputs(rng, rows, **how):
        ids, lengths, header, end = chats(rng, rows, **how)
        weight = float(np.float32(rng.uniform(0.05, 0.4)))
        return {"ids": ids, "lengths": lengths, "header": header, "end": end, "prompt_weight": weight}

    def oracle(ids, lengths, header, end, prompt_weight):
        """By searching: each place that a header ends at, and from there to the next end."""
        found, plain = np.zeros(ids.shape), np.zeros(ids.shape)
        for row, tokens in enumerate(ids):
            n = int(lengths[row])
            found[row, :n] = prompt_weight
            opens = [
                t for t in range(n) if t >= len(header) and list(tokens[t - len(header) : t]) == list(header)
            ]
            for t in opens:
                ends = [k for k in range(t, n) if tokens[k] == end]
                stop = ends[0] + 1 if ends else n
                found[row, t:stop] = plain[row, t:stop] = 1.0
        found, plain = tensor(found), tensor(plain)
        return {
            "weights": found,
            "without a prompt weight": plain,
            "of other texts": {
                "weights": found,
                "without an answer": tensor((np.arange(ids.shape[1]) < lengths[:, None]) * prompt_weight),
            },
            "ids unchanged": {"weights": found, "changed": 0, "header": True},
        }

    alternatives = {
        "windows and running counts": """
            B, T = ids.shape
            n = len(header)
            own = torch.arange(T) < lengths[:, None]
            padded = F.pad(ids, (n, 0), value=-1)
            windows = padded.unfold(1, n, 1)[:, :T]  # the n tokens before each place
            opens = (windows == torch.tensor(header)).all(-1)  # an answer begins here
            closes = F.pad(ids == end, (1, 0))[:, :T]  # an end stands right before
            place = torch.arange(T).expand(B, T)
            last_open = torch.where(opens, place, -1).cummax(1).values
            last_close = torch.where(closes, place, -1).cummax(1).values
            inside = (last_open >= 0) & (last_open >= last_close)
            weights = torch.full((B, T), float(prompt_weight))
            weights[inside] = 1.0
            return weights * own
        """,
        "slices between the marks": """
            out = torch.zeros_like(ids, dtype=torch.float32)
            n = len(header)
            for b in range(ids.shape[0]):
                row = ids[b, : int(lengths[b])].tolist()
                out[b, : len(row)] = prompt_weight
                t = 0
                while t < len(row):
                    if row[t : t + n] == header:
                        t += n
                        stop = row.index(end, t) + 1 if end in row[t:] else len(row)
                        out[b, t:stop] = 1
                        t = stop
                    else:
                        t += 1
            return out
        """,
    }
    slips = [
        slip(
            "the prompt counts as much as the answers",
            edit=("1.0 if answering else prompt_weight", "1.0"),
            why="Most tokens of a chat are given. The model would mainly learn to write questions.",
            look="Which weight should the user's tokens have?",
        ),
        slip(
            "the header counts as part of the answer",
            edit="""
                weights = torch.zeros(ids.shape)
                for row, length in enumerate(lengths.tolist()):
                    tokens, t = ids[row, :length].tolist(), 0
                    weights[row, :length] = prompt_weight
                    for t in range(length):
                        if tokens[t : t + len(header)] == header:
                            rest = tokens[t:]
                            stop = t + rest.index(end) + 1 if end in rest else length
                            weights[row, t:stop] = 1.0
                return weights
            """,
            why="The header is given to the model whenever it is asked. It never has to write it.",
            look="Which is the first token that the model has to write itself?",
        ),
        slip(
            "the end of an answer does not count",
            edit=("1.0 if answering else", "1.0 if answering and token != end else"),
            also=[("weights[row, t] = 1.0 if answering else prompt_weight", "weights[row, t] = (0.0 if token == end else 1.0) if answering else prompt_weight")],
            why="The model would never learn to stop.",
            look="Who writes the `<|im_end|>` behind an answer?",
        ),
        slip(
            "what follows an answer counts as well",
            edit=("answering = token != end", "answering = True"),
            why="From the first answer on, the next question would be learned like an answer.",
            look="What is the weight of the second question, in a chat with two?",
        ),
        slip(
            "the newline behind an answer counts as well",
            edit=("answering = token != end", "answering = t == 0 or tokens[t - 1] != end or len(header) == 0"),
            also=["""
                weights = torch.zeros(ids.shape)
                for row, length in enumerate(lengths.tolist()):
                    tokens = ids[row, :length].tolist()
                    weights[row, :length] = prompt_weight
                    for t in range(len(header), length):
                        if tokens[t - len(header) : t] == header:
                            stop = t + tokens[t:].index(end) + 2 if end in tokens[t:] else length
                            weights[row, t:stop] = 1.0
                    weights[row, length:] = 0.0
                return weights
            """],
            why="Nobody asks for that newline: writing stops at `<|im_end|>`.",
            look="Which is the last token that the model has to write itself?",
        ),
        slip(
            "only the first answer counts",
            edit=("tokens[max(0, t + 1 - len(header)) : t + 1] == header", "tokens[max(0, t + 1 - len(header)) : t + 1] == header and 1.0 not in weights[row].tolist()"),
            also=["""
                weights = torch.zeros(ids.shape)
                for row, length in enumerate(lengths.tolist()):
                    tokens = ids[row, :length].tolist()
                    weights[row, :length] = prompt_weight
                    for t in range(len(header), length + 1):
                        if tokens[t - len(header) : t] == header:
                            stop = t + tokens[t:].index(end) + 1 if end in tokens[t:] else length
                            weights[row, t:stop] = 1.0
                            break
                return weights
            """],
            why="In a chat of several turns every answer is one that the model should have written.",
            look="How many answers has a chat with two questions?",
        ),
        slip(
            "only the last answer counts",
            edit=("            else:\n                answering = tokens[max(0, t + 1 - len(header)) : t + 1] == header", "            elif tokens[max(0, t + 1 - len(header)) : t + 1] == header:\n                answering = True\n                weights[row, : t + 1] = prompt_weight"),
            also=["""
                weights = torch.zeros(ids.shape)
                for row, length in enumerate(lengths.tolist()):
                    tokens = ids[row, :length].tolist()
                    weights[row, :length] = prompt_weight
                    for t in range(length, len(header) - 1, -1):
                        if tokens[t - len(header) : t] == header:
                            stop = t + tokens[t:].index(end) + 1 if end in tokens[t:] else length
                            weights[row, t:stop] = 1.0
                            break
                return weights
            """],
            why="In a chat of several turns every answer is one that the model should have written.",
            look="How many answers has a chat with two questions?",
        ),
        slip(
            "padding counts",
            edit=("ids[row, :length].tolist()", "ids[row].tolist()"),
            also=[("torch.zeros(ids.shape, device=ids.device)", "torch.full(ids.shape, prompt_weight)"), ("torch.zeros(ids.shape, device=ids.device)", "torch.ones(ids.shape)")],
            why="Padding is there to make rows equally long. It is nobody's text.",
            look="What is the weight behind the last token of the shorter row?",
        ),
        slip(
            "padding is told by its token",
            edit=("    return weights", "    return weights * (ids != end)"),
            also=["""
                weights = torch.zeros(ids.shape)
                for row, tokens in enumerate(ids.tolist()):
                    answering, length = False, len(tokens)
                    while length and tokens[length - 1] == end:
                        length -= 1
                    for t in range(length):
                        weights[row, t] = 1.0 if answering else prompt_weight
                        if answering:
                            answering = tokens[t] != end
                        else:
                            answering = tokens[max(0, t + 1 - len(header)) : t + 1] == header
                return weights
            """,
                [
                    ("torch.zeros(ids.shape, device=ids.device)", "torch.full(ids.shape, prompt_weight)"),
                    ("ids[row, :length].tolist()", "ids[row].tolist()"),
                    ("    return weights", "    return weights.masked_fill(ids == end, 0)"),
                ]
            ],
            why="SmolLM2's padding token is `<|im_end|>`, so the ends of all messages vanish with it, and the model never learns to stop.",
            look="Which argument says where the padding begins?",
        ),
        slip(
            "an answer that was cut off goes on into the padding",
            edit="""
                weights = torch.zeros(ids.shape)
                for row, length in enumerate(lengths.tolist()):
                    tokens = ids[row].tolist()
                    weights[row, :length] = prompt_weight
                    for t in range(len(header), length + 1):
                        if tokens[t - len(header) : t] == header:
                            stop = t + tokens[t:].index(end) + 1 if end in tokens[t:] else len(tokens)
                            weights[row, t:stop] = 1.0
                return weights
            """,
            also=["""
                weights = torch.zeros(ids.shape)
                for row, length in enumerate(lengths.tolist()):
                    tokens = ids[row].tolist()
                    weights[row, :length] = prompt_weight
                    for t in range(len(header), len(tokens)):
                        if tokens[t - len(header) : t] == header:
                            stop = t + tokens[t:].index(end) + 1 if end in tokens[t:] else len(tokens)
                            weights[row, t:stop] = 1.0
                return weights
            """],
            why="The end that is found there is padding. The model would learn to stop where the text was merely cut.",
            look="Which part of a row do you search for the end of an answer?",
        ),
        slip(
            "labels come back in place of weights",
            edit=("    return weights", "    return torch.where(weights == 1, ids, -100)"),
            also=[("    return weights", "    return ids.masked_fill(weights == 0, -100)")],
            why="Labels of −100 are another library's way to leave tokens out. They cannot say that a token counts for a tenth.",
            look="What type, and which values, does the docstring promise?",
        ),
        slip(
            "weights stand one place too early",
            edit=("    return weights", "    return weights.roll(-1, dims=1)"),
            also=["""
                weights = torch.zeros(ids.shape)
                for row, length in enumerate(lengths.tolist()):
                    tokens, answering = ids[row, :length].tolist(), False
                    for t, token in enumerate(tokens):
                        if answering:
                            answering = token != end
                        else:
                            answering = tokens[max(0, t + 1 - len(header)) : t + 1] == header
                        weights[row, t] = 1.0 if answering else prompt_weight
                return weights
            """, ("    return weights", "    return torch.cat([weights[:, 1:], torch.zeros(len(ids), 1)], dim=1)")],
            why="Weights belong to tokens as targets. Logits stand one place earlier, but shifting is the business of the loss.",
            look="Which weight has the first token of the answer itself?",
        ),
        slip(
            "weights stand one place too late",
            edit=("    return weights", "    return weights.roll(1, dims=1)"),
            also=[("    return weights", "    return torch.cat([torch.zeros(len(ids), 1), weights[:, :-1]], dim=1)")],
            why="The first token of each answer is not learned, and something behind it is.",
            look="Which weight has the first token behind the header?",
        ),
        slip(
            "only a part of the header is compared",
            edit=("tokens[max(0, t + 1 - len(header)) : t + 1] == header", "tokens[max(0, t + 1 - len(header[1:])) : t + 1] == header[1:]"),
            also=[("tokens[max(0, t + 1 - len(header)) : t + 1] == header", "t >= 2 and tokens[t - 2 : t + 1] == header[:3]"), ("tokens[max(0, t + 1 - len(header)) : t + 1] == header", "token == header[min(1, len(header) - 1)]"), ("tokens[max(0, t + 1 - len(header)) : t + 1] == header", "token == header[-2]"), ("tokens[max(0, t + 1 - len(header)) : t + 1] == header", "token == header[-1]"), ("tokens[max(0, t + 1 - len(header)) : t + 1] == header", "token == header[0]")],
            why="A user may write the word `assistant`, and every role is followed by a newline. Only the whole header opens an answer.",
            look="What happens when a user's message holds the assistant's name?",
        ),
        slip(
            "an answer that was cut off does not count",
            edit="""
                weights = torch.zeros(ids.shape)
                for row, length in enumerate(lengths.tolist()):
                    tokens = ids[row, :length].tolist()
                    weights[row, :length] = prompt_weight
                    for t in range(len(header), length):
                        if tokens[t - len(header) : t] == header and end in tokens[t:]:
                            weights[row, t : t + tokens[t:].index(end) + 1] = 1.0
                return weights
            """,
            why="What is left of it is right all the same, and long answers are those that are cut off.",
            look="What do you do when no end token follows?",
        ),
        slip(
            "the prompt's weight is not used",
            edit=("else prompt_weight", "else 0.0"),
            why="0 is the default, not the only choice.",
            look="Which of the arguments does your code never look at?",
        ),
        slip(
            "a header inside an answer counts as prompt",
            edit="""
                weights = torch.zeros(ids.shape)
                for row, length in enumerate(lengths.tolist()):
                    tokens, answering = ids[row, :length].tolist(), False
                    for t, token in enumerate(tokens):
                        weights[row, t] = 1.0 if answering else prompt_weight
                        if tokens[max(0, t + 1 - len(header)) : t + 1] == header:
                            weights[row, max(0, t + 1 - len(header)) : t + 1] = prompt_weight
                            answering = True
                        elif token == end:
                            answering = False
                return weights
            """,
            why="The model wrote it, inside its answer, so it has to be learned like all the rest.",
            look="Which tokens change anything while an answer is open?",
        ),
        slip(
            "a header inside an answer closes it",
            edit=("answering = token != end", "answering = token != end and tokens[max(0, t + 1 - len(header)) : t + 1] != header"),
            also=[("answering = token != end", "answering = token not in (end, header[0])")],
            why="Only the end token closes a message. What stands before it is text.",
            look="Which tokens change anything while an answer is open?",
        ),
        slip(
            "a newline or another part of a header closes an answer",
            edit=("answering = token != end", "answering = token not in (end, header[-1])"),
            why="An answer may have several lines, and the model has to write all of them.",
            look="Which single token closes a message?",
        ),
        slip(
            "a header that is begun twice is missed",
            edit="""
                weights = torch.zeros(ids.shape)
                for row, length in enumerate(lengths.tolist()):
                    seen, answering = 0, False
                    for t, token in enumerate(ids[row, :length].tolist()):
                        weights[row, t] = 1.0 if answering else prompt_weight
                        if answering:
                            answering = token != end
                            continue
                        seen = seen + 1 if token == header[seen] else int(token == header[0])
                        if seen == len(header):
                            seen, answering = 0, True
                return weights
            """,
            also=["""
                weights = torch.zeros(ids.shape)
                for row, length in enumerate(lengths.tolist()):
                    seen, answering = 0, False
                    for t, token in enumerate(ids[row, :length].tolist()):
                        weights[row, t] = 1.0 if answering else prompt_weight
                        if answering:
                            answering = token != end
                            continue
                        seen = seen + 1 if token == header[seen] else 0
                        if seen == len(header):
                            seen, answering = 0, True
                return weights
            """],
            why="A count of matching tokens forgets too much when the header starts anew before it was whole.",
            look="The header is 5 6 5 7. Count by hand in 5 6 5 6 5 7: where does it end?",
        ),
        slip(
            "the state of one row goes on into the next",
            edit=[
                ("    for row, length", "    answering = False\n    for row, length"),
                ("tokens, answering = ids[row, :length].tolist(), False", "tokens = ids[row, :length].tolist()"),
            ],
            why="A row that was cut off in an answer would make the next chat's question an answer.",
            look="What does your code know at the first token of the second row?",
        ),
        slip(
            "the first token of an answer does not count",
            edit="""
                weights = torch.zeros(ids.shape)
                for row, length in enumerate(lengths.tolist()):
                    tokens = ids[row, :length].tolist()
                    weights[row, :length] = prompt_weight
                    t = len(header)
                    while t < length:
                        if tokens[t - len(header) : t] == header:
                            stop = t + tokens[t:].index(end) + 1 if end in tokens[t:] else length
                            weights[row, t + 1 : stop] = 1.0
                            t = stop
                        else:
                            t += 1
                return weights
            """,
            why="It is the token that the model writes first, and everything else follows from it.",
            look="Which weight has the first token behind the header?",
        ),
        slip(
            "the last token of the header counts",
            edit="""
                weights = torch.zeros(ids.shape)
                for row, length in enumerate(lengths.tolist()):
                    tokens, answering = ids[row, :length].tolist(), False
                    for t, token in enumerate(tokens):
                        opens = not answering and tokens[max(0, t + 1 - len(header)) : t + 1] == header
                        weights[row, t] = 1.0 if answering or opens else prompt_weight
                        answering = opens or (answering and token != end)
                return weights
            """,
            why="The newline behind the role is given to the model. It never has to write it.",
            look="Which is the first token that the model has to write itself?",
        ),
        slip(
            "the last token of each row is taken for padding",
            edit=("ids[row, :length].tolist()", "ids[row, : length - 1].tolist()"),
            also=[("ids[row, :length].tolist()", "ids[row, : max(1, length - 1)].tolist()")],
            why="In a text that was cut off, or one without padding, that is a token to learn.",
            look="How many tokens does `ids[b, :lengths[b]]` have?",
        ),
        slip(
            "the first token of padding counts",
            edit=("ids[row, :length].tolist()", "ids[row, : length + 1].tolist()"),
            why="`lengths` says how many tokens a row has; counted from 0, the last one has the number below.",
            look="How many tokens does `ids[b, :lengths[b]]` have?",
        ),
        slip(
            "an answer weighs 1 more than the prompt",
            edit=("1.0 if answering else prompt_weight", "prompt_weight + answering"),
            why="With 0 for the prompt nobody sees it. With another weight answers count for more than 1.",
            look="Which weight should an answer have when the prompt's is .3?",
        ),
        slip(
            "an answer weighs 1 less the prompt's weight",
            edit=("1.0 if answering else", "1.0 - prompt_weight if answering else"),
            why="An answer counts in full, whatever the rest counts.",
            look="Which weight should an answer have when the prompt's is .3?",
        ),
        slip(
            "what follows an answer has no weight",
            edit=("1.0 if answering else prompt_weight", "1.0 if answering else prompt_weight * (1.0 not in weights[row].tolist())"),
            why="Behind the first answer comes the next question, and it is as much of a prompt as the first one.",
            look="What is the weight of the second question, in a chat with two?",
        ),
        slip(
            "the header has no weight",
            edit=("                answering = tokens[max(0, t + 1 - len(header)) : t + 1] == header", "                answering = tokens[max(0, t + 1 - len(header)) : t + 1] == header\n                if answering:\n                    weights[row, t + 1 - len(header) : t + 1] = 0.0"),
            why="The header is given like the question, so it weighs what the prompt weighs.",
            look="Into which of the three kinds of tokens does the header fall: answer, other tokens of the row, padding?",
        ),
        slip(
            "the rows are read as one long text",
            edit="""
                weights = torch.zeros(ids.shape)
                tokens, answering = ids.reshape(-1).tolist(), False
                for t, token in enumerate(tokens):
                    weights.view(-1)[t] = 1.0 if answering else prompt_weight
                    answering = token != end if answering else tokens[max(0, t + 1 - len(header)) : t + 1] == header
                for row, length in enumerate(lengths.tolist()):
                    weights[row, length:] = 0.0
                return weights
            """,
            why="A row that was cut off in an answer would make the next chat's question an answer.",
            look="What does your code know at the first token of the second row?",
        ),
        slip(
            "the end of every message counts",
            edit=("1.0 if answering else", "1.0 if answering or token == end else"),
            why="The end of a question is the user's. A model that learns it would learn to write questions to their end.",
            look="Who writes the `<|im_end|>` behind a question?",
        ),
        slip(
            "the header's tokens may come in any order",
            edit=("tokens[max(0, t + 1 - len(header)) : t + 1] == header", "set(tokens[max(0, t + 1 - len(header)) : t + 1]) == set(header)"),
            also=[("tokens[max(0, t + 1 - len(header)) : t + 1] == header", "sorted(tokens[max(0, t + 1 - len(header)) : t + 1]) == sorted(header)"), ("tokens[max(0, t + 1 - len(header)) : t + 1] == header", "set(header) <= set(tokens[max(0, t + 1 - len(header)) : t + 1])")],
            why="A set forgets order and number. Other tokens than the header may be made of the same ids.",
            look="Is {5, 6, 7} another set than {7, 5, 6}, and is it another header?",
        ),
        slip(
            "ids are compared as texts",
            edit=("tokens[max(0, t + 1 - len(header)) : t + 1] == header", "' '.join(map(str, tokens[: t + 1])).endswith(' '.join(map(str, header)))"),
            why="The text of 11 ends like the text of 1. A list of numbers is compared as it is.",
            look="Does '11 7' end with '1 7'? Does [11, 7] end with [1, 7]?",
        ),
        slip(
            "headers and ends are counted against each other",
            edit="""
                B, T = ids.shape
                k, opened = len(header), torch.zeros(B, T)
                for t in range(k - 1, T):
                    opened[:, t] = (ids[:, t + 1 - k : t + 1] == torch.tensor(header)).all(1).float()
                depth = opened.cumsum(1) - (ids == end).float().cumsum(1)
                inside = torch.cat([torch.zeros(B, 1), depth[:, :-1]], 1) > 0
                return torch.where(inside, 1.0, float(prompt_weight)) * (torch.arange(T) < lengths[:, None])
            """,
            why="Ends close messages of all speakers. After one question the count is below 0, and no answer comes up to 1.",
            look="What is your count behind a question, and what behind the header that follows?",
        ),
        slip(
            "0 is taken for no weight given",
            edit=("1.0 if answering else prompt_weight", "1.0 if answering else (prompt_weight or 0.1)"),
            why="0 is the default, and the common choice.",
            look="What is `0.0 or 0.1`?",
        ),
        slip(
            "the weights are True and False",
            edit=("    return weights", "    return weights == 1"),
            why="A weight may lie between 0 and 1.",
            look="What type does the docstring promise?",
        ),
    ]  # fmt: skip
    promises = {
        "several answers in a chat": dict(rows=["sua", "suaua", "ua"]),
        "padding of any token": dict(pad="random"),
        "padding that is the end token": dict(rows=["sua", "suaua", "ua"]),
        "the whole header": dict(quote=True),
        "cut off in an answer": dict(cut="answer"),
        "cut off in a header": dict(cut="header"),
        "no answer at all": dict(rows=["su", "sua"]),
        "an empty answer": dict(rows=["sue", "uaue"]),
        "a header of any length": dict(short=True),
        "a header at the very beginning": dict(rows=["aua", "sua"]),
        "inside an answer only its end matters": dict(inside=True),
        "a header of which some ids are alike": dict(twice=True),
        "cut off behind a header": dict(cut="behind"),
        "rows shorter than a header": dict(keep=[2, 1]),
        "each row begins anew": dict(rows=["ua", "sua", "ua"], cut="answer"),
        "a weight for the prompt": "weights",
        "0 by default": "without a prompt weight",
        "a new text is looked at anew": "of other texts",
        "ids and header are left alone": "ids unchanged",
    }


@exercise("weighted_loss", points=3, forbid=FINISHED)
class _:
    cases = [
        dict(B=3, T=5, V=7),
        dict(B=2, T=6, V=6, kind="answers"),
        dict(B=1, T=2, V=4),
        dict(B=2, T=4, V=5, kind="none"),
        dict(B=2, T=3, V=3, spread=60.0),
        dict(B=2, T=4, V=4, kind="small"),
        dict(B=2, T=5, V=5, spread=400.0),
        dict(B=3, T=4, V=3, kind="large"),
        dict(B=2, T=1, V=3),
    ]
    weights = {"loss": 4, "grad_logits": 4, "weights unchanged": 1}

    def inputs(rng, B, T, V, kind="all", spread=2.0):
        weights = rng.uniform(0.1, 1, (B, T))
        if kind == "answers":  # another number of them in each row
            weights = (np.arange(T) >= np.arange(1, B + 1)[:, None] * 2).astype(float)
        if kind == "none":
            weights[:, 1:] = 0
        if kind == "small":
            weights = weights * 0.02
        if kind == "large":  # some of 1, some of 400
            weights = 400 ** rng.uniform(0, 1, (B, T))
        ids = rng.integers(0, V, (B, T))
        return {"logits": spread * rng.standard_normal((B, T, V)), "ids": ids, "weights": weights}

    def oracle(logits, ids, weights):
        B, T, V = logits.shape
        total, loss, gradient = weights[:, 1:].sum(), 0.0, np.zeros(logits.shape)
        for b in range(B):
            for t in range(1, T):
                row = logits[b, t - 1] - logits[b, t - 1].max()
                p = np.exp(row) / np.exp(row).sum()
                share = weights[b, t] / total if total else 0.0
                loss += share * (np.log(np.exp(row).sum()) - row[ids[b, t]])
                gradient[b, t - 1] = share * (p - np.eye(V)[ids[b, t]])
        return {
            "loss": float(loss),
            "grad_logits": tensor(gradient),
            "weights unchanged": {"loss": float(loss), "changed": 0},
        }

    alternatives = {
        "log-probabilities looked up": """
            p = logits.log_softmax(dim=-1)[:, :-1]
            nats = -p.gather(2, ids[:, 1:, None]).squeeze(2)
            w = weights[:, 1:]
            return (nats * w).sum() / w.sum() if w.sum() > 0 else 0 * nats.sum()
        """,
        "only those that count": """
            flat, targets, w = logits[:, :-1].reshape(-1, logits.shape[-1]), ids[:, 1:].reshape(-1), weights[:, 1:].reshape(-1)
            if not w.any():
                return (flat * 0).sum()
            share = w / w.sum()
            return torch.einsum("n,n->", share, F.cross_entropy(flat, targets, reduction="none"))
        """,
        "one-hot targets, shares first": """
            target = F.one_hot(ids, logits.shape[-1]).to(logits.dtype)[:, 1:]
            scores = logits[:, :-1]
            nats = torch.logsumexp(scores, -1) - (scores * target).sum(-1)
            w = weights[:, 1:]
            share = torch.nan_to_num(w / w.sum(), nan=0.0)
            return (share * nats).sum()
        """,
        "row by row": """
            total, norm = logits.sum() * 0, 0.0
            for x, y, w in zip(logits, ids, weights):
                each = torch.logsumexp(x[:-1], -1) - x[:-1][torch.arange(len(y) - 1), y[1:]]
                total, norm = total + (each * w[1:]).sum(), norm + w[1:].sum()
            return total / norm if norm > 0 else total
        """,
    }
    slips = [
        slip(
            "logits and targets are not shifted",
            edit=[("logits[:, :-1]", "logits"), ("ids[:, 1:]", "ids"), ("weights[:, 1:]", "weights")],
            why="The model sees the token that it is asked for. The loss falls to zero, and nothing is learned.",
            look="Which token do the logits at place 0 speak of?",
        ),
        slip(
            "the shift goes the wrong way",
            edit=[("logits[:, :-1]", "logits[:, 1:]"), ("ids[:, 1:]", "ids[:, :-1]")],
            also=[[("logits[:, :-1]", "logits[:, 1:]"), ("ids[:, 1:]", "ids[:, :-1]"), ("weights[:, 1:]", "weights[:, :-1]")]],
            why="That asks each place for the token before it, which it has seen.",
            look="Which token do the logits at place 0 speak of?",
        ),
        slip(
            "the weights are not shifted with their targets",
            edit=("weights[:, 1:]", "weights[:, :-1]"),
            why="Each token gets the weight of the one before: the header's last token decides whether the answer's first one counts.",
            look="Which entry of weights[b] belongs to the target ids[b, 5]?",
        ),
        slip(
            "the loss is divided by the number of tokens",
            edit=("counted.sum().clamp(min=1e-9)", "counted.numel()"),
            also=[("(counted * losses).sum() / counted.sum().clamp(min=1e-9)", "(counted * losses).mean()"), ("counted.sum().clamp(min=1e-9)", "ids.numel()")],
            why="The longer the questions in a batch, the smaller its loss and the shorter its step, although questions do not count.",
            look="What is the sum of the weights when one token in ten counts?",
        ),
        slip(
            "the loss is divided by the number of tokens that have a weight",
            edit=("counted.sum().clamp(min=1e-9)", "(counted > 0).sum().clamp(min=1)"),
            also=[("counted.sum().clamp(min=1e-9)", "(counted == 1).sum().clamp(min=1)")],
            why="A token with the weight .1 should count as a tenth in both sums.",
            look="Halve all weights. Should the loss change?",
        ),
        slip(
            "the loss is a sum",
            edit=(" / counted.sum().clamp(min=1e-9)", ""),
            why="A batch with more answers would make a longer step.",
            look="Write the same chat twice into a batch. Should the loss double?",
        ),
        slip(
            "every row is averaged for itself first",
            edit=("(counted * losses).sum() / counted.sum().clamp(min=1e-9)", "((counted * losses).sum(dim=1) / counted.sum(dim=1).clamp(min=1e-9)).mean()"),
            also=[("(counted * losses).sum() / counted.sum().clamp(min=1e-9)", "((counted * losses).sum(dim=1) / counted.sum(dim=1)).nan_to_num().mean()")],
            why="A token of a short answer would count more than a token of a long one.",
            look="Over which tokens do the two sums of the formula run?",
        ),
        slip(
            "a batch without answers has no number for a loss",
            edit=(".clamp(min=1e-9)", ""),
            why="0/0 is not a number, and one step with it makes every weight of the model not a number.",
            look="What is the sum of weights when all answers of a batch were cut off?",
        ),
        slip(
            "small weights are rounded up",
            edit=("clamp(min=1e-9)", "clamp(min=1)"),
            also=[("counted.sum().clamp(min=1e-9)", "(counted.sum() + 1e-3)"), ("counted.sum().clamp(min=1e-9)", "(counted.sum() + 1e-2)"), ("counted.sum().clamp(min=1e-9)", "(counted.sum() + 0.1)"), ("counted.sum().clamp(min=1e-9)", "(counted.sum() + 1)")],
            why="Where all weights are small their sum may lie below 1, and the loss is still their mean.",
            look="Divide all weights by a hundred. Should the loss change?",
        ),
        slip(
            "the weights are ignored",
            edit=("(counted * losses).sum() / counted.sum().clamp(min=1e-9)", "losses.mean()"),
            why="The prompt counts like the answer, and padding too.",
            look="Which of the arguments does your code never use?",
        ),
        slip(
            "weights are only yes or no",
            edit=("counted = weights[:, 1:]", "counted = (weights[:, 1:] > 0).float()"),
            also=["return F.cross_entropy(logits[:, :-1].transpose(1, 2), ids[:, 1:].masked_fill(weights[:, 1:] == 0, -100))"],
            why="A prompt's weight of .1 would count in full.",
            look="Which weights may there be besides 0 and 1?",
        ),
        slip(
            "weights enter squared",
            edit=("(counted * losses)", "(counted * counted * losses)"),
            why="A weight of .1 would count as a hundredth.",
            look="How often does w occur in the numerator of the formula?",
        ),
        slip(
            "the weights of the first places enter the sum",
            edit=("counted.sum().clamp(min=1e-9)", "weights.sum().clamp(min=1e-9)"),
            also=[("counted.sum().clamp(min=1e-9)", "weights.sum()"), ("counted.sum().clamp(min=1e-9)", "(weights.sum() + 1e-9)")],
            why="Nothing predicts the first token of a text, so it has no loss, and its weight must not count in the mean.",
            look="Over which tokens do both sums of the formula run?",
        ),
        slip(
            "the logits are multiplied by the weights",
            edit=[("F.cross_entropy(logits[:, :-1].transpose(1, 2)", "F.cross_entropy((logits[:, :-1] * weights[:, 1:, None]).transpose(1, 2)"), ("(counted * losses).sum() / counted.sum().clamp(min=1e-9)", "losses.mean()")],
            why="A logit of 0 is a guess, not silence: tokens that should not count have the loss ln V.",
            look="What does a token contribute whose weight is 0?",
        ),
        slip(
            "the rows are strung together before they are shifted",
            edit="""
                V = logits.shape[-1]
                losses = F.cross_entropy(logits.reshape(-1, V)[:-1], ids.reshape(-1)[1:], reduction="none")
                counted = weights.reshape(-1)[1:]
                return (counted * losses).sum() / counted.sum().clamp(min=1e-9)
            """,
            why="The last logits of one text would be held against the first token of the next, which nobody can know.",
            look="How many targets has a batch of two texts with three tokens each?",
        ),
        slip(
            "the last logits of a row are held against its first token",
            edit=[("logits[:, :-1]", "logits"), ("ids[:, 1:]", "ids.roll(-1, dims=1)"), ("weights[:, 1:]", "weights.roll(-1, dims=1)")],
            why="`roll` brings the first token round to the end, where the model would have to guess how the text began.",
            look="How many targets has a text of three tokens?",
        ),
        slip(
            "axes are exchanged by a reshape",
            edit=("logits[:, :-1].transpose(1, 2)", "logits[:, :-1].reshape(logits.shape[0], logits.shape[2], -1)"),
            why="`reshape` keeps the order in memory, so numbers of different tokens end up in one row of classes.",
            look="Which operation moves an axis, and which only counts anew?",
        ),
        slip(
            "the loss is divided by the number of rows",
            edit=("counted.sum().clamp(min=1e-9)", "len(ids)"),
            why="A batch of long answers would have a longer step than one of short answers.",
            look="By what does the formula divide?",
        ),
        slip(
            "the loss is divided twice",
            edit=("(counted * losses).sum() / counted.sum().clamp(min=1e-9)", "(counted * losses).mean() / counted.sum().clamp(min=1e-9)"),
            also=[("counted.sum().clamp(min=1e-9)", "counted.sum().clamp(min=1e-9) ** 2")],
            why="A mean has divided already, by the number of tokens.",
            look="Which of your operations divide?",
        ),
        slip(
            "the sign is the wrong way round",
            edit=("return (counted", "return -(counted"),
            why="Training would make the right answers ever less likely.",
            look="Is ln p of a probability positive or negative, and which should a loss be?",
        ),
        slip(
            "the loss is in bits",
            edit=("return (counted * losses).sum()", "return (counted * losses / math.log(2)).sum()"),
            why="All other losses of the course are in nats. The gradient would be longer, too.",
            look="Which logarithm is in the formula?",
        ),
        slip(
            "weights above 1 are cut",
            edit=("counted = weights[:, 1:]", "counted = weights[:, 1:].clamp(max=1)"),
            why="A weight may be any number that is not negative. Only how they compare matters.",
            look="Multiply all weights by a hundred. Should the loss change?",
        ),
        slip(
            "a batch without answers has a loss that nothing can be learned from",
            edit=("return (counted * losses).sum() / counted.sum().clamp(min=1e-9)", "return (counted * losses).sum() / counted.sum() if counted.sum() > 0 else torch.tensor(0.0)"),
            also=[
                ("return (counted * losses).sum() / counted.sum().clamp(min=1e-9)", "return (counted * losses).sum() / counted.sum() if counted.sum() > 0 else 0.0"),
                ("return (counted * losses).sum() / counted.sum().clamp(min=1e-9)", "return (counted * losses).sum() / counted.sum() if counted.sum() > 0 else torch.tensor(0.0, requires_grad=True)"),
            ],
            why="The loop calls backward() on every loss. A number that comes from nowhere stops it.",
            look="What does the docstring say about gradients, and how can a 0 come from the logits?",
        ),
        slip(
            "probabilities are too small for a logarithm",
            edit=('F.cross_entropy(logits[:, :-1].transpose(1, 2), ids[:, 1:], reduction="none")', "-logits[:, :-1].softmax(dim=-1).gather(2, ids[:, 1:, None]).squeeze(2).log()"),
            also=[('F.cross_entropy(logits[:, :-1].transpose(1, 2), ids[:, 1:], reduction="none")', "-(logits[:, :-1].softmax(dim=-1).gather(2, ids[:, 1:, None]).squeeze(2) + 1e-6).log()"),
                ('F.cross_entropy(logits[:, :-1].transpose(1, 2), ids[:, 1:], reduction="none")', "-(logits[:, :-1].softmax(dim=-1).gather(2, ids[:, 1:, None]).squeeze(2) + 1e-10).log()"),
                ('F.cross_entropy(logits[:, :-1].transpose(1, 2), ids[:, 1:], reduction="none")', "-(logits[:, :-1].softmax(dim=-1).gather(2, ids[:, 1:, None]).squeeze(2) + 1e-12).log()"),
                ('F.cross_entropy(logits[:, :-1].transpose(1, 2), ids[:, 1:], reduction="none")', "-(logits[:, :-1].softmax(dim=-1).gather(2, ids[:, 1:, None]).squeeze(2) + 1e-9).log()"),
                ('F.cross_entropy(logits[:, :-1].transpose(1, 2), ids[:, 1:], reduction="none")', "-(logits[:, :-1].softmax(dim=-1).gather(2, ids[:, 1:, None]).squeeze(2) + 1e-8).log()"),
                ('F.cross_entropy(logits[:, :-1].transpose(1, 2), ids[:, 1:], reduction="none")', "-logits[:, :-1].softmax(dim=-1).gather(2, ids[:, 1:, None]).squeeze(2).clamp(min=1e-9).log()"),
                ('F.cross_entropy(logits[:, :-1].transpose(1, 2), ids[:, 1:], reduction="none")', "-logits[:, :-1].softmax(dim=-1).gather(2, ids[:, 1:, None]).squeeze(2).clamp(min=1e-12).log()"),
                ('F.cross_entropy(logits[:, :-1].transpose(1, 2), ids[:, 1:], reduction="none")', "(logits[:, :-1].exp().sum(-1).log() - logits[:, :-1].gather(2, ids[:, 1:, None]).squeeze(2))"),
            ],
            why="A float32 ends at about 1e-45 and 1e38, and logits of a few hundred leave that range on the way.",
            look="What is exp(−200) in float32, and the logarithm of it? Which function takes both steps at once?",
        ),
        slip(
            "nan is painted over",
            edit=("return (counted * losses).sum() / counted.sum().clamp(min=1e-9)", "return torch.nan_to_num((counted * losses).sum() / counted.sum())"),
            also=[("return (counted * losses).sum() / counted.sum().clamp(min=1e-9)", "found = (counted * losses).sum() / counted.sum()\n    return torch.where(counted.sum() > 0, found, torch.zeros_like(found))")],
            why="The loss is 0 then, but the gradient still runs through 0/0 and is not a number, and one step with it spoils the model.",
            look="Which gradients does a batch without answers give?",
        ),
        slip(
            "softmax runs over the places",
            edit=('F.cross_entropy(logits[:, :-1].transpose(1, 2), ids[:, 1:], reduction="none")', "-logits[:, :-1].log_softmax(dim=1).gather(2, ids[:, 1:, None]).squeeze(2)"),
            also=[('F.cross_entropy(logits[:, :-1].transpose(1, 2), ids[:, 1:], reduction="none")', "-logits.log_softmax(dim=1)[:, :-1].gather(2, ids[:, 1:, None]).squeeze(2)")],
            why="At every place the probabilities of all tokens of the vocabulary add up to 1.",
            look="Along which axis do your probabilities add up to 1?",
        ),
        slip(
            "a token is left out for its id",
            edit=('reduction="none")', 'reduction="none", ignore_index=0)'),
            why="Which tokens count is said by the weights. Here 0 is a token like all others.",
            look="What happens to the loss of a token with the id 0?",
        ),
        slip(
            "the sum of one row's weights stands for all",
            edit=("counted.sum().clamp(min=1e-9)", "(len(ids) * counted[0].sum()).clamp(min=1e-9)"),
            also=[("counted.sum().clamp(min=1e-9)", "counted[0].sum().clamp(min=1e-9)")],
            why="Rows have answers of different lengths.",
            look="Over which rows does the lower sum of the formula run?",
        ),
        slip(
            "the loss is cut off from the logits",
            edit=("logits[:, :-1].transpose", "logits.detach()[:, :-1].transpose"),
            why="The number is right, and nothing learns from it.",
            look="Which operations leave the trail that backward() follows?",
        ),
        slip(
            "softmax is taken before the cross-entropy",
            edit=("logits[:, :-1].transpose(1, 2)", "logits.softmax(dim=-1)[:, :-1].transpose(1, 2)"),
            why="`F.cross_entropy` wants logits and takes the softmax itself. Probabilities in their place flatten everything.",
            look="What does the documentation of `F.cross_entropy` call its first argument?",
        ),
    ]  # fmt: skip
    promises = {
        "any weights": dict(B=3, V=7),
        "rows with more and less in answers": dict(kind="answers"),
        "nothing to learn": dict(kind="none"),
        "weights whose sum is below 1": dict(kind="small"),
        "a single target": dict(T=2),
        "large logits": dict(spread=60.0),
        "logits as large as they come": dict(spread=400.0),
        "large weights beside small ones": dict(kind="large"),
        "texts of one token": dict(T=1),
        "it can be learned from": "grad_logits",
        "weights are left alone": "weights unchanged",
    }


# --- adapters ---------------------------------------------------------------------------------------------------------


def linear(rng, n, m, bias):
    made = {"weight": rng.standard_normal((m, n)) / np.sqrt(n)}
    return made | ({"bias": rng.standard_normal(m)} if bias else {})


@exercise("LoRALinear", points=5, forbid=ADAPTERS)
class _:
    cases = [
        dict(lead=(2, 3), n=7, m=5, r=2, bias=True, stabilized=False),
        dict(lead=(4,), n=4, m=4, r=4, bias=True, stabilized=True),
        dict(lead=(), n=3, m=6, r=1, bias=False, stabilized=False),
        dict(lead=(1, 2), n=6, m=3, r=3, bias=False, stabilized=True),
    ]
    weights = {"output": 3, "grad_x": 1, "grad_A": 1, "grad_B": 1, "start": 3, "when merged": 1, "in use": 1}

    def inputs(rng, lead, n, m, r, bias, stabilized):
        factors = {"A": rng.standard_normal((r, n)), "B": rng.standard_normal((m, r))}
        return {
            "x": rng.standard_normal((*lead, n)),
            "gradient": rng.standard_normal((*lead, m)),
            "weights": linear(rng, n, m, bias),
            "factors": factors,
            "n": n,
            "m": m,
            "r": r,
            "alpha": float(np.float32(rng.uniform(2.5, 9))),
            "rank_stabilized": stabilized,
            "seed": int(rng.integers(2**31)),
        }

    def oracle(x, gradient, weights, factors, n, m, r, alpha, rank_stabilized, seed):
        """One dense matrix, W + s B A, and autograd in float64."""
        x, A, B = leaf(x), leaf(factors["A"]), leaf(factors["B"])
        W, bias = tensor(weights["weight"]), tensor(weights.get("bias", np.zeros(m)))
        s = alpha / (r**0.5 if rank_stabilized else r)
        y = torch.einsum("...n,mn->...m", x, W + s * torch.einsum("mr,rn->mn", B, A)) + bias
        y.backward(tensor(gradient))
        start = {
            "B is zero": True,
            "gives what its base gave": True,
            "A spreads": ["well", "well", "well"],
            "mean of A is 0": True,
            "A is filled": True,
            "rows or columns of A are equal": [False, False],
            "two A are equal": False,
            "of the base's type": True,
            "learns": ["A", "B"],
            "merged": False,
            "scale": s,
            "base is the layer that was given": True,
        }
        found = {"output": y, "grad_x": x.grad, "grad_A": A.grad, "grad_B": B.grad, "start": start}
        found["when merged"] = {"output": x.detach() @ W.T + bias, "grad_x": tensor(gradient) @ W}
        return found | {"in use": {"output": y.detach(), "changed": 0}}

    equivalent = {
        "nn.init.uniform_((self.A.detach() if self.A.requires_grad else 1 / 0), -1 / math.sqrt(base.in_features), 1 / math.sqrt(base.in_features))": "the same memory is filled",
        "nn.init.zeros_((self.B.detach() if self.B.requires_grad else 1 / 0))": "the same memory is filled",
    }

    alternatives = {
        "two functions": [
            ("nn.init.uniform_(self.A, -1 / math.sqrt(base.in_features), 1 / math.sqrt(base.in_features))", "nn.init.kaiming_uniform_(self.A, a=math.sqrt(5))"),
            ("return y + self.scale * (x @ self.A.T) @ self.B.T", "return y + F.linear(F.linear(x, self.A), self.scale * self.B)"),
        ],
        "normal numbers, the thin matrices multiplied first": """
            class LoRALinear(nn.Module):
                def __init__(self, base, r, alpha, rank_stabilized=False):
                    super().__init__()
                    self.base, self.r, self.alpha, self.merged = base, r, alpha, False
                    self.A = nn.Parameter(torch.randn(r, base.in_features).to(base.weight) / base.in_features**0.5 * 0.8)
                    self.B = nn.Parameter(torch.zeros_like(base.weight[:, :1]).repeat(1, r))
                    for parameter in base.parameters():
                        parameter.requires_grad = False
                    self.stabilized = rank_stabilized

                @property
                def scale(self):
                    return self.alpha * self.r ** (-0.5 if self.stabilized else -1)

                def forward(self, x):
                    change = 0 if self.merged else self.B @ self.A * self.scale
                    return F.linear(x, self.base.weight + change, self.base.bias)
        """,
        "random signs": [
            ("nn.init.uniform_(self.A, -1 / math.sqrt(base.in_features), 1 / math.sqrt(base.in_features))", "nn.init.uniform_(self.A, -1, 1).data.sign_().mul_(0.75 / math.sqrt(base.in_features))"),
        ],
        "sums over indices": [
            ("return y + self.scale * (x @ self.A.T) @ self.B.T", 'return y + torch.einsum("...n,rn,mr->...m", x * self.scale, self.A, self.B)'),
        ],
    }  # fmt: skip
    slips = [
        slip(
            "the change is not scaled",
            edit=("self.scale * (x @", "(x @"),
            also=[("self.scale = alpha / (math.sqrt(r) if rank_stabilized else r)", "self.scale = 1.0")],
            why="α is there to say how strong the change is. Without the factor every rank needs another learning rate.",
            look="Which of the arguments does your output not depend on?",
        ),
        slip(
            "α is ignored",
            edit=("self.scale = alpha / (", "self.scale = 1 / ("),
            why="α says how strong the change is, at any rank.",
            look="Double α: what should happen to the change?",
        ),
        slip(
            "the change is not divided by the rank",
            edit=("self.scale = alpha / (math.sqrt(r) if rank_stabilized else r)", "self.scale = alpha"),
            why="With more columns and rows in the sum the change grows, and the learning rate that fitted r = 4 is wrong for r = 64.",
            look="What is the factor for r = 2 and α = 4?",
        ),
        slip(
            "the variant divides by something else than the root",
            edit=("math.sqrt(r) if", "r**2 if", "math.sqrt(2 * r) if", "math.log(r + 1) if"),
            also=[("self.scale = alpha / (math.sqrt(r) if rank_stabilized else r)", "self.scale = math.sqrt(alpha / r) if rank_stabilized else alpha / r"), ("self.scale = alpha / (math.sqrt(r) if rank_stabilized else r)", "self.scale = math.sqrt(alpha) / r if rank_stabilized else alpha / r")],
            why="One power of r too many, and the change vanishes at high ranks.",
            look="What does the variant divide α by, for r = 4?",
        ),
        slip(
            "the factor multiplies the base",
            edit=("return y + self.scale * (x @", "return y * self.scale + (x @"),
            also=[("return y + self.scale * (x @ self.A.T) @ self.B.T", "return self.scale * (y + (x @ self.A.T) @ self.B.T)")],
            why="The base is to give what it always gave. The factor belongs to the change.",
            look="What comes out while B is zero?",
        ),
        slip(
            "`rank_stabilized` is not looked at",
            edit=("(math.sqrt(r) if rank_stabilized else r)", "r"),
            why="The variant divides by the root of the rank.",
            look="Which of the arguments does your code never look at?",
        ),
        slip(
            "the root of the rank is always taken",
            edit=("(math.sqrt(r) if rank_stabilized else r)", "math.sqrt(r)"),
            also=[("math.sqrt(r) if rank_stabilized else r", "r if rank_stabilized else math.sqrt(r)")],
            why="That is the variant, not LoRA as published.",
            look="What is the factor for r = 4 and α = 8, in both forms?",
        ),
        slip(
            "the factor is counted twice",
            edit=("(x @ self.A.T) @ self.B.T", "(x @ self.A.T) @ (self.scale * self.B.T)"),
            why="The factor multiplies the whole change, once.",
            look="How often does s stand in the formula?",
        ),
        slip(
            "both factors are zero at the start",
            edit=("nn.init.uniform_(self.A, -1 / math.sqrt(base.in_features), 1 / math.sqrt(base.in_features))", "nn.init.zeros_(self.A)"),
            why="The gradient of each factor contains the other one, so both are zero, and nothing ever moves.",
            look="What is the gradient of B when A is zero, and of A when B is?",
        ),
        slip(
            "both factors are random at the start",
            edit=("nn.init.zeros_(self.B)", "nn.init.uniform_(self.B, -0.1, 0.1)", "nn.init.normal_(self.B)", "nn.init.kaiming_uniform_(self.B, a=math.sqrt(5))"),
            also=[("nn.init.zeros_(self.B)", "nn.init.normal_(self.B, std=1e-6)")],
            why="The model is damaged before it has learned anything: it starts from a random change of every layer.",
            look="What should the layer give before the first step, compared with its base?",
        ),
        slip(
            "A is zero and B is random",
            edit=[
                ("nn.init.uniform_(self.A, -1 / math.sqrt(base.in_features), 1 / math.sqrt(base.in_features))", "nn.init.zeros_(self.A)"),
                ("nn.init.zeros_(self.B)", "nn.init.normal_(self.B)"),
            ],
            why="It would learn as well, but this course, the paper and the library start with B at zero.",
            look="Which of the two does the docstring want to be zero?",
        ),
        slip(
            "A is not random",
            edit=("nn.init.uniform_(self.A, -1 / math.sqrt(base.in_features), 1 / math.sqrt(base.in_features))", "nn.init.constant_(self.A, 1 / math.sqrt(base.in_features))"),
            also=[("nn.init.uniform_(self.A, -1 / math.sqrt(base.in_features), 1 / math.sqrt(base.in_features))", "self.A.data.copy_(torch.randn(1, base.in_features).expand(r, -1) * 0.75 / math.sqrt(base.in_features))"), ("nn.init.uniform_(self.A, -1 / math.sqrt(base.in_features), 1 / math.sqrt(base.in_features))", "nn.init.ones_(self.A)"), ("nn.init.uniform_(self.A, -1 / math.sqrt(base.in_features), 1 / math.sqrt(base.in_features))", "nn.init.eye_(self.A)")],
            why="Rows that are equal get equal gradients and stay equal: the change has rank 1, whatever r is.",
            look="How do two rows of A ever become different?",
        ),
        slip(
            "A is the same in every layer",
            edit=("nn.init.uniform_(self.A, -1 / math.sqrt(base.in_features), 1 / math.sqrt(base.in_features))", "torch.manual_seed(0)\n        nn.init.uniform_(self.A, -1 / math.sqrt(base.in_features), 1 / math.sqrt(base.in_features))"),
            why="A seed inside the layer gives every layer the same numbers, and sets back everybody else's draws.",
            look="Make two layers and compare their A.",
        ),
        slip(
            "the numbers of A are too large",
            edit=("nn.init.uniform_(self.A, -1 / math.sqrt(base.in_features), 1 / math.sqrt(base.in_features))", "nn.init.normal_(self.A)", "nn.init.uniform_(self.A, -1, 1)", "nn.init.uniform_(self.A, 0, 1)", "nn.init.uniform_(self.A)"),
            also=[("nn.init.uniform_(self.A, -1 / math.sqrt(base.in_features), 1 / math.sqrt(base.in_features))", "nn.init.xavier_uniform_(self.A, gain=4)")],
            why="x A^T sums over n features. With numbers of size 1 it is √n times too large, and so is every step.",
            look="How large is a sum of n products when each has variance 1/n?",
        ),
        slip(
            "the numbers of A are too small",
            edit=("nn.init.uniform_(self.A, -1 / math.sqrt(base.in_features), 1 / math.sqrt(base.in_features))", "nn.init.normal_(self.A, std=0.02)", "nn.init.normal_(self.A, std=0.01)", "nn.init.uniform_(self.A, -1 / base.in_features, 1 / base.in_features)"),
            why="The gradient of B holds A as a factor, so the change begins to learn very slowly.",
            look="What standard deviation does the docstring ask for, for n features?",
        ),
        slip(
            "the base goes on learning",
            edit=("base.requires_grad_(False)", "pass"),
            also=[("base.requires_grad_(False)", "base.weight.requires_grad_(False)"), ("base.requires_grad_(False)", "base.eval()"), ("base.requires_grad_(False)", "base.requires_grad = False")],
            why="Then it is full fine-tuning with something beside it: all gradients, all moments, and the old model is lost.",
            look="Which parameters of the layer have requires_grad, the bias included?",
        ),
        slip(
            "the factors do not learn",
            edit=("base.requires_grad_(False)", "self.requires_grad_(False)"),
            why="The base is to stay as it is. The change is what learns.",
            look="Which parameters of the layer have requires_grad?",
        ),
        slip(
            "only the change comes out",
            edit=("return y + self.scale", "return self.scale"),
            why="The layer's old output is gone, and with it all that the model knew.",
            look="What should come out while B is zero?",
        ),
        slip(
            "the base's bias is forgotten",
            edit=("y = self.base(x)", "y = x @ self.base.weight.T"),
            why="The layer would differ from its base before anything was learned.",
            look="What does the base compute besides the product?",
        ),
        slip(
            "the change is added when the weights hold it already",
            edit=("        if self.merged:\n            return y\n", ""),
            why="After merging the change would count twice.",
            look="What does `merged` say, and which line of yours asks for it?",
        ),
        slip(
            "A is cut off from the gradient",
            edit=("self.A.T", "self.A.detach().T"),
            why="The output is right, and half of the change never learns.",
            look="Which operations leave the trail that backward() follows?",
        ),
        slip(
            "the change is cut off from the input",
            edit=("self.scale * (x @", "self.scale * (x.detach() @"),
            why="Layers below get only a part of their gradient.",
            look="Through which two ways does x reach the output?",
        ),
        slip(
            "a factor is not transposed",
            edit=("(x @ self.A.T) @ self.B.T", "(x @ self.A.T) @ self.B"),
            also=[("(x @ self.A.T) @ self.B.T", "(x @ self.A) @ self.B"), ("(x @ self.A.T) @ self.B.T", "x @ (self.B @ self.A)"), ("(x @ self.A.T) @ self.B.T", "(x @ self.A) @ self.B.T")],
            why="Weights act as y = x Wᵀ. Where all sizes are equal it fits and is wrong.",
            look="Write the shapes of x, A and B under each other. Which axes have to meet?",
        ),
        slip(
            "the base is copied",
            edit=("base.requires_grad_(False)", "self.base = copy.deepcopy(base).requires_grad_(False)"),
            also=[("base.requires_grad_(False)", "base.requires_grad_(False)\n        self.base = copy.deepcopy(base)")],
            why="The old weights would lie in memory twice, and whoever else holds the layer would never see a merge.",
            look="Which object does the docstring call base?",
        ),
        slip(
            "`scale` is not kept",
            edit=[
                ("        self.scale = alpha / (math.sqrt(r) if rank_stabilized else r)\n", "        self.factor = alpha / (math.sqrt(r) if rank_stabilized else r)\n"),
                ("return y + self.scale", "return y + self.factor"),
            ],
            why="Merging needs the factor, too, and asks the layer for it by the name in the docstring.",
            look="Which attributes does the docstring list?",
        ),
        slip(
            "α / r is rounded",
            edit=("alpha / (math.sqrt(r) if rank_stabilized else r)", "alpha // (math.sqrt(r) if rank_stabilized else r)"),
            also=[("alpha / (math.sqrt(r) if rank_stabilized else r)", "alpha / math.sqrt(r) if rank_stabilized else alpha // r"), ("alpha / (math.sqrt(r) if rank_stabilized else r)", "alpha / math.sqrt(r) if rank_stabilized else int(alpha / r)"), ("alpha / (math.sqrt(r) if rank_stabilized else r)", "int(alpha / (math.sqrt(r) if rank_stabilized else r))")],
            why="α need not be a multiple of r. Below r the factor would even be 0, and the change nothing.",
            look="What is the factor for α = 3 and r = 2?",
        ),
        slip(
            "the factor is upside down",
            edit=("alpha / (math.sqrt(r) if rank_stabilized else r)", "(math.sqrt(r) if rank_stabilized else r) / alpha"),
            why="A larger α would make the change smaller.",
            look="Double α: what should happen to the change?",
        ),
        slip(
            "the change is multiplied by the rank",
            edit=("alpha / (math.sqrt(r) if rank_stabilized else r)", "alpha * (math.sqrt(r) if rank_stabilized else r)"),
            why="It grows with the rank already, since it is a sum of r products. The factor is to hold against that.",
            look="What is the factor for r = 2 and α = 4?",
        ),
        slip(
            "the change goes through the base",
            edit=("return y + self.scale * (x @ self.A.T) @ self.B.T", "return self.base(x + self.scale * (x @ self.A.T) @ self.B.T)"),
            why="The change stands beside W, and does not pass through it. Where n and m differ it does not even fit.",
            look="What is added to what in the formula, and how many features has it?",
        ),
        slip(
            "the base's output is cut off from x",
            edit=("y = self.base(x)", "y = self.base(x).detach()"),
            also=[("y = self.base(x)", "y = self.base(x.detach())")],
            why="The base does not learn, but what lies below it does, and its gradient comes through the base.",
            look="Through which two ways does x reach the output?",
        ),
        slip(
            "a factor is left unfilled",
            edit=("        nn.init.zeros_(self.B)\n", ""),
            also=[("        nn.init.uniform_(self.A, -1 / math.sqrt(base.in_features), 1 / math.sqrt(base.in_features))\n", "")],
            why="Both are made of nan, so that nobody forgets them. All that comes of nan is nan.",
            look="What is in A and in B before your first line?",
        ),
        slip(
            "the change is not added",
            edit=("        return y + self.scale * (x @ self.A.T) @ self.B.T", "        return y"),
            why="The layer stays what it was, whatever A and B learn.",
            look="Which of A and B does your output depend on?",
        ),
        slip(
            "the change is subtracted",
            edit=("return y + self.scale", "return y - self.scale"),
            why="It would learn just as well, but merging adds, and then the two are different layers.",
            look="Which sign has the change in the formula?",
        ),
        slip(
            "`merged` is read the wrong way round",
            edit=("if self.merged:", "if not self.merged:"),
            why="The change is added when the weights hold it, and left out when they do not.",
            look="What should forward add before anybody has merged?",
        ),
        slip(
            "the bias is added twice",
            edit=("return y + self.scale * (x @ self.A.T) @ self.B.T", "return y + self.scale * (x @ self.A.T) @ self.B.T + (0 if self.base.bias is None else self.base.bias)"),
            also=[("return y + self.scale * (x @ self.A.T) @ self.B.T", "return y + self.scale * F.linear(x @ self.A.T, self.B, self.base.bias)"), ("return y + self.scale * (x @ self.A.T) @ self.B.T", "return y + F.linear(x @ self.A.T, self.scale * self.B, self.base.bias)")],
            why="The base's output has it already.",
            look="What does calling the base compute besides the product?",
        ),
        slip(
            "all numbers of A are positive",
            edit=("nn.init.uniform_(self.A, -1 / math.sqrt(base.in_features), 1 / math.sqrt(base.in_features))", "nn.init.uniform_(self.A, 0, 2 / math.sqrt(base.in_features))"),
            also=[("nn.init.uniform_(self.A, -1 / math.sqrt(base.in_features), 1 / math.sqrt(base.in_features))", "nn.init.uniform_(self.A, 0, 1 / math.sqrt(base.in_features))"), ("nn.init.uniform_(self.A, -1 / math.sqrt(base.in_features), 1 / math.sqrt(base.in_features))", "nn.init.normal_(self.A, mean=1 / math.sqrt(base.in_features), std=0.7 / math.sqrt(base.in_features))")],
            why="All rows of A then ask for nearly the same thing, the sum of the features.",
            look="What is the mean of your A, and what does the docstring want?",
        ),
        slip(
            "the numbers of A do not go by n",
            edit=("nn.init.uniform_(self.A, -1 / math.sqrt(base.in_features), 1 / math.sqrt(base.in_features))", "nn.init.normal_(self.A, std=0.04)", "nn.init.normal_(self.A, std=0.03)", "nn.init.uniform_(self.A, -1 / math.sqrt(r), 1 / math.sqrt(r))", "nn.init.normal_(self.A, std=1 / math.sqrt(r))"),
            why="What is right for 400 features is too small or too large for others.",
            look="Where does n stand in what you fill A with?",
        ),
        slip(
            "A and B are of another type than the base",
            edit=[("nn.init.uniform_(self.A, -1 / math.sqrt(base.in_features), 1 / math.sqrt(base.in_features))", "self.A = nn.Parameter(torch.randn(r, base.in_features) * 0.75 / math.sqrt(base.in_features))"), ("nn.init.zeros_(self.B)", "self.B = nn.Parameter(torch.zeros(base.out_features, r))")],
            also=[("nn.init.uniform_(self.A, -1 / math.sqrt(base.in_features), 1 / math.sqrt(base.in_features))", "self.A = nn.Parameter(torch.randn(r, base.in_features) * 0.75 / math.sqrt(base.in_features))"), ("nn.init.zeros_(self.B)", "self.B = nn.Parameter(torch.zeros(base.out_features, r))")],
            why="A base in half precision, or on a GPU, could not be added to it. The parameters that were there have the right type.",
            look="What did the two lines above yours make, and what is left of it?",
        ),
        slip(
            "A and B have their axes exchanged",
            edit=[("nn.init.uniform_(self.A, -1 / math.sqrt(base.in_features), 1 / math.sqrt(base.in_features))", "self.A = nn.Parameter(torch.randn(base.in_features, r) * 0.75 / math.sqrt(base.in_features))"), ("nn.init.zeros_(self.B)", "self.B = nn.Parameter(torch.zeros(r, base.out_features))"), ("(x @ self.A.T) @ self.B.T", "x @ self.A @ self.B")],
            why="Files with adapters, merging and the library all rely on the shapes in the docstring.",
            look="Which shapes do the docstring and the lines above yours give to A and B?",
        ),
        slip(
            "the factor learns",
            edit=("        self.scale = alpha / (math.sqrt(r) if rank_stabilized else r)", "        self.scale = nn.Parameter(torch.tensor(float(alpha / (math.sqrt(r) if rank_stabilized else r))))"),
            why="A and B learn already, and their size with them. One more number would only be one more to store.",
            look="Which parameters of the layer have requires_grad?",
        ),
        slip(
            "a layer without a bias is not thought of",
            edit=("        y = self.base(x)  # (..., m)", "        y = x @ self.base.weight.T + self.base.bias"),
            also=[("        y = self.base(x)  # (..., m)", "        y = x @ self.base.weight.T + self.base.bias.reshape(1, -1)[0]")],
            why="Most layers of SmolLM2 and its like have none.",
            look="What is `base.bias` of a layer that was made with bias=False?",
        ),
        slip(
            "only inputs with one certain number of axes come out right",
            edit=("return y + self.scale * (x @ self.A.T) @ self.B.T", "return y + self.scale * torch.mm(torch.mm(x, self.A.T), self.B.T)"),
            also=[
                ("return y + self.scale * (x @ self.A.T) @ self.B.T", "return y + self.scale * torch.einsum('btn,rn,mr->btm', x, self.A, self.B)"),
                ("return y + self.scale * (x @ self.A.T) @ self.B.T", "return y + self.scale * torch.einsum('bn,rn,mr->bm', x, self.A, self.B)"),
                ("y = self.base(x)  # (..., m)", "x = x.reshape(-1, x.shape[-1])\n        y = self.base(x)"),
            ],
            why="A linear layer takes any axes in front of the features, none included, and so do models.",
            look="What do the three points in (..., n) stand for?",
        ),
        slip(
            "nothing is added in eval mode",
            edit=("if self.merged:", "if self.merged or not self.training:"),
            why="What was learned would be gone as soon as the model is used.",
            look="What does your forward ask for besides `merged`?",
        ),
        slip(
            "x is changed",
            edit=("return y + self.scale * (x @ self.A.T) @ self.B.T", "with torch.no_grad():\n            x *= self.scale\n        return y + (x @ self.A.T) @ self.B.T"),
            also=[("return y + self.scale * (x @ self.A.T) @ self.B.T", "x.data *= self.scale\n        return y + (x @ self.A.T) @ self.B.T")],
            why="Other layers read the same x, and find other numbers.",
            look="Which line writes into x?",
        ),
        slip(
            "something stands between the factors",
            edit=("(x @ self.A.T) @", "torch.relu(x @ self.A.T) @"),
            also=[("(x @ self.A.T) @", "F.gelu(x @ self.A.T) @"), ("(x @ self.A.T) @", "torch.tanh(x @ self.A.T) @")],
            why="That is another kind of adapter. It cannot be merged into the weights.",
            look="What is between A and B in the formula?",
        ),
    ]  # fmt: skip
    promises = {
        "more features in than out": dict(n=7),
        "a single vector, no bias": dict(lead=()),
        "all sizes equal": dict(n=4, m=4, r=4),
        "the variant": dict(stabilized=True, bias=False),
        "with a bias": dict(bias=True),
        "the start, what learns, the factor, and the base itself": "start",
        "merged": "when merged",
        "after training, and x is left alone": "in use",
        "A learns": "grad_A",
        "B learns": "grad_B",
        "so does what lies before": "grad_x",
    }


@exercise("merge", points=3, forbid=FINISHED)
class _:
    cases = [
        dict(n=5, m=3, r=2, bias=True),
        dict(n=4, m=4, r=4, bias=False),
        dict(n=3, m=6, r=1, bias=True),
        dict(n=14, m=13, r=12, bias=False),
    ]
    weights = {
        "unmerged before": 1,
        "merged": 3,
        "merged twice": 2,
        "unmerged": 2,
        "unmerged twice": 1,
        "merged again": 1,
        "afterwards": 2,
    }

    def inputs(rng, n, m, r, bias):
        A, B = rng.standard_normal((r, n)), rng.standard_normal((m, r))
        return {
            "weights": linear(rng, n, m, bias),
            "A": A,
            "B": B,
            "factor": float(np.float32(rng.uniform(0.4, 3))),
        }

    def oracle(weights, A, B, factor):
        old = weights["weight"]
        new = old + factor * sum(
            np.outer(B[:, k], A[k]) for k in range(len(A))
        )  # a column times a row, r times
        states = {"unmerged before": False, "merged": True, "merged twice": True}
        states |= {"unmerged": False, "unmerged twice": False, "merged again": True}
        found = {
            name: {"weight": tensor(new if merged else old), "merged": merged}
            for name, merged in states.items()
        }
        rest = [A, B, new, *([weights["bias"]] if "bias" in weights else [])]
        found["afterwards"] = {
            "the same parameter": True,
            "of the same type": True,
            "weight learns": False,
            "A and B learn": True,
            "scale": factor,
            "nothing came back": True,
            "the rest": [tensor(v) for v in rest],
        }
        return found

    alternatives = {
        "through data": """
            def merge(layer):
                if layer.merged:
                    return
                layer.base.weight.data.add_(layer.B.detach() @ layer.A.detach(), alpha=layer.scale)
                layer.merged = True


            def unmerge(layer):
                if not layer.merged:
                    return
                layer.base.weight.data.sub_(layer.B.detach() @ layer.A.detach(), alpha=layer.scale)
                layer.merged = False
        """,
        "a copy of the old weights": """
            @torch.no_grad()
            def merge(layer):
                if not layer.merged:
                    layer.old = layer.base.weight.clone()
                    layer.base.weight.copy_(torch.einsum("mr,rn->mn", layer.B * layer.scale, layer.A) + layer.old)
                layer.merged = True


            @torch.no_grad()
            def unmerge(layer):
                if layer.merged:
                    layer.base.weight.copy_(layer.old)
                layer.merged = False
        """,
    }
    slips = [
        slip(
            "the change is added every time",
            edit=("    if not layer.merged:\n", "    if True:\n"),
            also=[[("    if not layer.merged:\n", "    if True:\n"), ("    if layer.merged:\n", "    if True:\n")]],
            why="A program that merges before saving and again before serving has a wrong model, and no error says so.",
            look="Call merge twice. What should the second call do?",
        ),
        slip(
            "the change is subtracted without having been added",
            edit=("    if layer.merged:\n", "    if True:\n"),
            why="The base loses something that it never had.",
            look="What should unmerge do to a layer that is not merged?",
        ),
        slip(
            "nothing is said in `merged`",
            edit=("        layer.merged = True\n", ""),
            also=[("        layer.merged = False\n", "")],
            why="The layer would add its change a second time in forward, and a second merge could not know of the first.",
            look="Who else needs to know what the base's weights hold?",
        ),
        slip(
            "the factor is forgotten",
            edit=[("weight += layer.scale * ", "weight += "), ("weight -= layer.scale * ", "weight -= ")],
            also=[("weight += layer.scale * ", "weight += ")],
            why="The merged layer would be another function than the one that was trained.",
            look="What does forward multiply the change by?",
        ),
        slip(
            "the change is transposed",
            edit=[("weight += layer.scale * (layer.B @ layer.A)", "weight += layer.scale * (layer.B @ layer.A).T"), ("weight -= layer.scale * (layer.B @ layer.A)", "weight -= layer.scale * (layer.B @ layer.A).T")],
            also=[[("weight += layer.scale * (layer.B @ layer.A)", "weight += layer.scale * (layer.A @ layer.B)"), ("weight -= layer.scale * (layer.B @ layer.A)", "weight -= layer.scale * (layer.A @ layer.B)")]],
            why="Where a layer is square it fits, and is wrong.",
            look="Which of the two has as many rows as the weight?",
        ),
        slip(
            "the base gets a new parameter",
            edit=("            layer.base.weight += layer.scale * (layer.B @ layer.A)", "            layer.base.weight = nn.Parameter(layer.base.weight + layer.scale * (layer.B @ layer.A), requires_grad=False)"),
            also=[("            layer.base.weight += layer.scale * (layer.B @ layer.A)", "            layer.base.weight = nn.Parameter(layer.base.weight + layer.scale * (layer.B @ layer.A))")],
            why="Whoever holds the old one, a tied layer or an optimiser, goes on with the old numbers.",
            look="Is the weight after your call the same object as before?",
        ),
        slip(
            "the gradient is recorded while the weights change",
            edit=("        with torch.no_grad():\n            layer.base.weight += ", "        if True:\n            layer.base.weight += "),
            also=[[("        with torch.no_grad():\n            layer.base.weight += ", "        if True:\n            layer.base.weight += "), ("        with torch.no_grad():\n            layer.base.weight -= ", "        if True:\n            layer.base.weight -= ")]],
            why="A and B learn, so what is added to the weight ties it to them: the frozen weight suddenly takes part in training.",
            look="What is requires_grad of the weight after merging?",
        ),
        slip(
            "unmerging leaves the change in",
            edit=("            layer.base.weight -= layer.scale * (layer.B @ layer.A)", "            pass"),
            why="The flag says that the base is as it was, and it is not.",
            look="Compare the weights before merge and after unmerge.",
        ),
        slip(
            "unmerging adds the change once more",
            edit=("weight -= layer", "weight += layer"),
            why="To take something out it has to be subtracted.",
            look="What is the sign of the change in each of the two functions?",
        ),
        slip(
            "the factor is forgotten on the way back",
            edit=("weight -= layer.scale * ", "weight -= "),
            why="Another change is taken out than was put in.",
            look="Compare the weights before merge and after unmerge.",
        ),
        slip(
            "the change is divided by the factor on the way back",
            edit=("weight -= layer.scale * (layer.B @ layer.A)", "weight -= (layer.B @ layer.A) / layer.scale"),
            why="To take out a sum one subtracts what was added, factor and all.",
            look="Compare the weights before merge and after unmerge.",
        ),
        slip(
            "merging twice takes the change out again",
            edit="""
                def merge(layer):
                    with torch.no_grad():
                        layer.base.weight += (-1 if layer.merged else 1) * layer.scale * (layer.B @ layer.A)
                    layer.merged = not layer.merged


                def unmerge(layer):
                    if layer.merged:
                        merge(layer)
            """,
            also=["""
                def merge(layer):
                    with torch.no_grad():
                        layer.base.weight += (-1 if layer.merged else 1) * layer.scale * (layer.B @ layer.A)
                    layer.merged = not layer.merged


                def unmerge(layer):
                    merge(layer)
            """],
            why="It is no switch. Whoever calls merge wants a merged layer, also when it is one.",
            look="Call merge twice. What should the second call do?",
        ),
        slip(
            "the old weights are overwritten",
            edit=("layer.base.weight += layer.scale * (layer.B @ layer.A)", "layer.base.weight.copy_(layer.scale * (layer.B @ layer.A))"),
            why="Only the change is left, and all that the model knew is gone.",
            look="What stands in W ← W + s BA besides the change?",
        ),
        slip(
            "the factor multiplies the old weights, too",
            edit=("layer.base.weight += layer.scale * (layer.B @ layer.A)", "layer.base.weight.copy_(layer.scale * (layer.base.weight + layer.B @ layer.A))"),
            why="The factor belongs to the change alone.",
            look="What does s multiply in W ← W + s BA?",
        ),
        slip(
            "the factors stop learning",
            edit=("        layer.merged = True\n", "        layer.merged = True\n        layer.A.requires_grad_(False)\n        layer.B.requires_grad_(False)\n"),
            why="After unmerging nobody could train the adapter further, and no error would say so.",
            look="What does the docstring say about A and B?",
        ),
        slip(
            "the base learns again",
            edit=("        layer.merged = True\n", "        layer.base.weight.requires_grad_(True)\n        layer.merged = True\n"),
            also=[("        layer.merged = False\n", "        layer.base.weight.requires_grad_(True)\n        layer.merged = False\n"), ("        layer.merged = True\n", "        layer.base.requires_grad_(True)\n        layer.merged = True\n")],
            why="A weight that was frozen for a reason would move in the next training.",
            look="What is requires_grad of the weight after merging?",
        ),
        slip(
            "something comes back",
            edit=("        layer.merged = True\n", "        layer.merged = True\n    return layer\n"),
            also=[("        layer.merged = True\n", "        layer.merged = True\n    return layer.base\n"), ("        layer.merged = True\n", "        layer.merged = True\n    return layer.base.weight\n")],
            why="What changes in place gives nothing back, as with `list.sort`, so that nobody takes it for a copy.",
            look="What does the docstring say about what comes back?",
        ),
        slip(
            "`merged` is turned over at each call",
            edit="""
                def merge(layer):
                    with torch.no_grad():
                        layer.base.weight += layer.scale * (layer.B @ layer.A)
                    layer.merged = not layer.merged


                def unmerge(layer):
                    with torch.no_grad():
                        layer.base.weight -= layer.scale * (layer.B @ layer.A)
                    layer.merged = not layer.merged
            """,
            why="Two calls of merge add the change twice, and then say that the base holds none.",
            look="Call merge twice. What should `merged` be?",
        ),
        slip(
            "B keeps the factor",
            edit=[("layer.base.weight += layer.scale * (layer.B @ layer.A)", "layer.B *= layer.scale\n            layer.base.weight += layer.B @ layer.A"), ("layer.base.weight -= layer.scale * (layer.B @ layer.A)", "layer.base.weight -= layer.B @ layer.A\n            layer.B /= layer.scale")],
            also=[[("layer.base.weight += layer.scale * (layer.B @ layer.A)", "layer.A *= layer.scale\n            layer.base.weight += layer.B @ layer.A"), ("layer.base.weight -= layer.scale * (layer.B @ layer.A)", "layer.base.weight -= layer.B @ layer.A\n            layer.A /= layer.scale")]],
            why="Whoever stores the factors of a merged layer stores others than were trained.",
            look="Print A and B before and after merge.",
        ),
        slip(
            "the bias gets the factor, too",
            edit=[("layer.base.weight += layer.scale * (layer.B @ layer.A)", "layer.base.weight += layer.scale * (layer.B @ layer.A)\n            if layer.base.bias is not None:\n                layer.base.bias *= layer.scale"), ("layer.base.weight -= layer.scale * (layer.B @ layer.A)", "layer.base.weight -= layer.scale * (layer.B @ layer.A)\n            if layer.base.bias is not None:\n                layer.base.bias /= layer.scale")],
            also=[("layer.base.weight += layer.scale * (layer.B @ layer.A)", "layer.base.weight += layer.scale * (layer.B @ layer.A)\n            if layer.base.bias is not None:\n                layer.base.bias *= layer.scale")],
            why="The change has no part in the bias.",
            look="What does the docstring say that is changed?",
        ),
        slip(
            "sums are multiplied in place of the factors",
            edit=[("layer.base.weight += layer.scale * (layer.B @ layer.A)", "layer.base.weight += layer.scale * torch.outer(layer.B.sum(1), layer.A.sum(0))"), ("layer.base.weight -= layer.scale * (layer.B @ layer.A)", "layer.base.weight -= layer.scale * torch.outer(layer.B.sum(1), layer.A.sum(0))")],
            why="That is a single column times a single row, so of rank 1, whatever r is.",
            look="Of how many products of a column and a row is B A the sum?",
        ),
        slip(
            "a copy of the weights is changed",
            edit=[("layer.base.weight += layer.scale * (layer.B @ layer.A)", "weight = layer.base.weight.clone()\n            weight += layer.scale * (layer.B @ layer.A)"), ("layer.base.weight -= layer.scale * (layer.B @ layer.A)", "weight = layer.base.weight.clone()\n            weight -= layer.scale * (layer.B @ layer.A)")],
            also=[[("layer.base.weight += layer.scale * (layer.B @ layer.A)", "weight = layer.base.weight + layer.scale * (layer.B @ layer.A)"), ("layer.base.weight -= layer.scale * (layer.B @ layer.A)", "weight = layer.base.weight - layer.scale * (layer.B @ layer.A)")]],
            why="`merged` says that the base holds the change, and the base knows nothing of it.",
            look="Compare base.weight before and after merge.",
        ),
        slip(
            "the change is rounded to half precision",
            edit=[("layer.base.weight += layer.scale * (layer.B @ layer.A)", "layer.base.weight += (layer.scale * (layer.B @ layer.A)).half()"), ("layer.base.weight -= layer.scale * (layer.B @ layer.A)", "layer.base.weight -= (layer.scale * (layer.B @ layer.A)).half()")],
            also=[[("layer.base.weight += layer.scale * (layer.B @ layer.A)", "layer.base.weight += (layer.scale * (layer.B @ layer.A)).bfloat16()"), ("layer.base.weight -= layer.scale * (layer.B @ layer.A)", "layer.base.weight -= (layer.scale * (layer.B @ layer.A)).bfloat16()")]],
            why="Three digits are left of it. The merged layer is another function than the one that was trained.",
            look="What type has your change when it is added?",
        ),
        slip(
            "the factor is taken for 2",
            edit=[("layer.base.weight += layer.scale * (layer.B @ layer.A)", "layer.base.weight += 2 * (layer.B @ layer.A)"), ("layer.base.weight -= layer.scale * (layer.B @ layer.A)", "layer.base.weight -= 2 * (layer.B @ layer.A)")],
            why="α = 2r is a common first try, not the only one. The layer knows its factor.",
            look="Which attribute of the layer does your code never look at?",
        ),
        slip(
            "only a few ranks are merged",
            edit=[("layer.base.weight += layer.scale * (layer.B @ layer.A)", "layer.base.weight += layer.scale * (layer.B[:, :8] @ layer.A[:8])"), ("layer.base.weight -= layer.scale * (layer.B @ layer.A)", "layer.base.weight -= layer.scale * (layer.B[:, :8] @ layer.A[:8])")],
            why="An adapter of rank 16 would lose half of what it learned.",
            look="How many columns has B?",
        ),
        slip(
            "the weights have another type afterwards",
            edit=("layer.base.weight += layer.scale * (layer.B @ layer.A)", "layer.base.weight.data = layer.base.weight.data.double() + layer.scale * (layer.B @ layer.A).double()"),
            also=[
                [("layer.base.weight += layer.scale * (layer.B @ layer.A)", "layer.base.weight.data = layer.base.weight.data.double() + layer.scale * (layer.B @ layer.A).double()"), ("layer.base.weight -= layer.scale * (layer.B @ layer.A)", "layer.base.weight.data = layer.base.weight.data.double() - layer.scale * (layer.B @ layer.A).double()")],
                ("        layer.merged = True\n", "        layer.base.double()\n        layer.merged = True\n"),
            ],
            why="The next input is in float32, and a layer in float64 refuses it.",
            look="Print the dtype of the weight before and after merge.",
        ),
        slip(
            "the factors are wiped after merging",
            edit=("        layer.merged = True\n", "        layer.merged = True\n        layer.B.data.zero_()\n"),
            also=[[("layer.base.weight += layer.scale * (layer.B @ layer.A)", "layer.base.weight += layer.scale * (layer.B @ layer.A)\n            layer.kept = layer.B.clone()\n            layer.B.zero_()"), ("layer.base.weight -= layer.scale * (layer.B @ layer.A)", "layer.B.copy_(layer.kept)\n            layer.base.weight -= layer.scale * (layer.B @ layer.A)")], ("        layer.merged = False\n", "        layer.merged = False\n        layer.B.data.zero_()\n")],
            why="Then nobody can take the change out again, or store it.",
            look="What does unmerge need?",
        ),
    ]  # fmt: skip
    promises = {
        "sizes that differ": dict(n=5),
        "all sizes equal": dict(n=4, m=4, r=4),
        "a higher rank": dict(r=12),
        "merging twice is merging once": "merged twice",
        "unmerging gives the old weights back": "unmerged",
        "unmerging twice changes nothing": "unmerged twice",
        "nor does unmerging at first": "unmerged before",
        "the same parameter, and all else left alone": "afterwards",
    }


LAYERS = ["q_proj", "k_proj", "v_proj", "o_proj", "up_proj", "down_proj", "gate_proj", "dense", "query", "fc"]


def trees(kind, rng):
    """A description of a model (see toy_model), and the names of what is to be exchanged."""
    n, m, D = (int(v) for v in rng.choice(np.arange(3, 10), 3, replace=False))
    a, b, c, d, e, f, *_ = (str(name) for name in rng.permutation(LAYERS))
    if kind == "blocks":

        def block():
            return {
                "self": {a: {"linear": [n, m]}, b: {"linear": [n, D, False]}, c: {"linear": [m, n]}},
                "mlp": {d: {"linear": [n, D]}, e: {"linear": [D, n, False]}, "scale": {"norm": n}},
            }

        model = {"table": {"embedding": [D, n]}, "blocks": {"0": block(), "1": block()}, "final": {"norm": n}}
        return model | {f: {"linear": [n, D]}}, [e, a]
    if kind == "names":  # parts of names, and paths in which a name occurs
        return {
            a: {"linear": [n, m]},
            f"no_{a}": {"linear": [m, n]},
            f"{a}_2": {"linear": [n, D]},
            a.upper(): {"linear": [n, D]},
            "inner": {a: {"linear": [D, m]}, b: {"linear": [m, D]}},
            "deep": {a: {c: {"linear": [m, n]}}, a[:-1]: {"linear": [n, n]}},
        }, [a]
    if kind == "others":  # what is called like that and is not linear
        return {
            a: {"embedding": [D, n]},
            "A_and_B": {"norm": n},
            "B": {"linear": [m, D]},
            "one": {a: {"norm": m}, "two": {a: {"linear": [n, m]}}},
            "three": {a: {d: {"linear": [m, D]}, a: {"linear": [D, D]}}},
        }, [a, "table"]
    if kind == "base":  # the name that the old layer has inside a new one
        return {
            "base": {"linear": [n, m]},
            a: {"base": {"linear": [m, n, False]}, b: {"linear": [n, D]}},
            "wrapped": {"base": {"base": {"linear": [D, n]}, c: {"linear": [n, m]}}},
        }, ["base", c]
    return {a: {"linear": [n, m]}, b: {c: {"linear": [m, D]}, "scale": {"norm": D}}}, [d]


@exercise("inject_lora", points=4, uses=["LoRALinear"], forbid=ADAPTERS)
class _:
    cases = [
        dict(kind="blocks"),
        dict(kind="names"),
        dict(kind="others"),
        dict(kind="nothing"),
        dict(kind="base"),
    ]
    weights = {"returned": 2, "exchanged": 3, "learns": 2, "own modules": 2, "names unchanged": 1}

    def inputs(rng, kind):
        tree, names = trees(kind, rng)
        r = int(rng.integers(2, 6)) + 8 * (kind == "base")  # there more than the layers are wide
        return {"tree": tree, "names": names, "r": r, "alpha": int(rng.integers(7, 30))}

    def oracle(tree, names, r, alpha):
        """By walking through the description, without any model."""
        returned, exchanged, learns, own, modules = [], {}, [], [], []

        def walk(part, path):
            modules.append(".".join(path))
            (first, value), *_ = part.items()
            if first == "linear":
                n, m, bias = (*value, True)[:3]
                if path[-1] in names:
                    full = ".".join(path)
                    returned.append(full)
                    exchanged[full] = [r, n, m, r, alpha, alpha / r]
                    learns.extend([(f"{full}.A", [r, n]), (f"{full}.B", [m, r])])
                own.extend([".".join(path) + "." + kind for kind in ["weight", "bias"][: 1 + bias]])
            elif first == "embedding":
                own.append(".".join(path) + ".weight")
            elif first == "norm":
                own.extend([".".join(path) + ".weight", ".".join(path) + ".bias"])
            else:
                for name, below in part.items():
                    walk(below, [*path, name])

        walk(tree, [])
        return {
            "returned": returned,
            "exchanged": exchanged,
            "learns": dict(learns),
            "own modules": {
                "kept": dict.fromkeys(modules, True),
                "parameters": {name: [True, True, False] for name in own},
            },
            "names unchanged": {"returned": returned, "same": True},
        }

    alternatives = {
        "parents and their children": """
            for parameter in model.parameters():
                parameter.requires_grad = False
            found = []
            for path, parent in list(model.named_modules()):
                for own, child in list(parent.named_children()):
                    if type(child) is nn.Linear and own in names:
                        setattr(parent, own, LoRALinear(child, r, alpha))
                        found.append(f"{path}.{own}" if path else own)
            order = [name for name, _ in model.named_modules()]
            return sorted(found, key=order.index)
        """,
        "from the root down": """
            def walk(module, path):
                done = []
                for own, child in module.named_children():
                    if isinstance(child, nn.Linear):
                        if own in set(names):
                            module.register_module(own, LoRALinear(child, alpha=alpha, r=r))
                            done.append(".".join(path + [own]))
                    else:
                        done += walk(child, path + [own])
                return done

            for p in model.parameters():
                p.requires_grad_(False)
            return walk(model, [])
        """,
        "names kept, replaced from behind": """
            names = frozenset(names)
            chosen = {}
            for full, layer in model.named_modules():
                if isinstance(layer, nn.Linear) and full.rsplit(".", 1)[-1] in names:
                    chosen[full] = layer
            model.requires_grad_(False)
            for full in reversed(list(chosen)):
                *path, own = full.split(".")
                parent = model
                for step in path:
                    parent = getattr(parent, step) if hasattr(parent, step) else parent[step]
                parent._modules[own] = LoRALinear(chosen[full], r, alpha)
            return list(chosen)
        """,
    }
    slips = [
        slip(
            "one layer of each name is exchanged",
            edit=("    for name in found:", "    found = [name for i, name in enumerate(found) if name.split('.')[-1] not in [n.split('.')[-1] for n in found[:i]]]\n    for name in found:"),
            also=[("    for name in found:", "    found = [name for i, name in enumerate(found) if name.split('.')[-1] not in [n.split('.')[-1] for n in found[i + 1 :]]]\n    for name in found:")],
            why="Every block has a layer of that name, and each of them is meant.",
            look="How many layers called q_proj has a model with thirty blocks?",
        ),
        slip(
            "layers that hang at the model itself are left out",
            edit=("isinstance(layer, nn.Linear) and name", "isinstance(layer, nn.Linear) and '.' in name and name"),
            also=[("name.split(\".\")[-1] in names", "any(name.endswith('.' + own) for own in names)")],
            why="Their full name is their own name, without a point. The head of many a model hangs there.",
            look="What is the full name of a layer that hangs at the model itself?",
        ),
        slip(
            "a name begins with a point",
            edit=("    return found", "    return [name if '.' in name else '.' + name for name in found]"),
            why="`get_submodule` would not find that layer again.",
            look="What is the path of the model itself, and what do you join with it?",
        ),
        slip(
            "the new layers are met on the way and exchanged again",
            edit="""
                model.requires_grad_(False)
                found = []

                def walk(module, path):
                    for own, child in list(module.named_children()):
                        if len(path) > 4:
                            return
                        if isinstance(child, nn.Linear) and own in names:
                            child = LoRALinear(child, r, alpha)
                            setattr(module, own, child)
                            found.append(".".join([*path, own]))
                        walk(child, [*path, own])

                walk(model, [])
                return found
            """,
            also=[
                """
                model.requires_grad_(False)
                found = []
                for name, parent in model.named_modules():
                    for own, child in list(parent.named_children()):
                        if isinstance(child, nn.Linear) and own in names:
                            setattr(parent, own, LoRALinear(child, r, alpha))
                            found.append(f"{name}.{own}".strip("."))
                            if len(found) > 100:
                                raise RecursionError
                return found
                """,
            ],
            why="A new layer holds the old one under the name `base`. Where `base` is asked for, there would be no end of it.",
            look="What is inside a layer that you have just put in its place?",
        ),
        slip(
            "the layers inside the new ones are named",
            edit=("    return found", "    return [name + '.base' for name in found]"),
            also=[("    return found", "    return [name for name, layer in model.named_modules() if isinstance(layer, nn.Linear) and name.endswith('.base')]")],
            why="Whoever wants an adapter by its name would get the old layer.",
            look="Which module should `model.get_submodule` give for a name of yours?",
        ),
        slip(
            "the variant with the root is asked for",
            edit=("r, alpha))", "r, alpha, True))", "r, alpha, rank_stabilized=True))"),
            why="The factor would be α/√r, and nobody asked for it.",
            look="What is the factor of your layers, for r = 4 and α = 8?",
        ),
        slip(
            "the layer's numbers go into a layer that is new",
            edit="""
                model.requires_grad_(False)
                found = []
                for name, layer in list(model.named_modules()):
                    path, _, own = name.rpartition(".")
                    if isinstance(layer, nn.Linear) and own in names:
                        base = nn.Linear(layer.in_features, layer.out_features, bias=layer.bias is not None)
                        base.weight, base.bias = layer.weight, layer.bias
                        setattr(model.get_submodule(path), own, LoRALinear(base, r, alpha))
                        found.append(name)
                return found
            """,
            why="Whoever holds the old layer is left with one that the model has forgotten.",
            look="Which object should be the base of the new layer?",
        ),
        slip(
            "names are compared without regard to case",
            edit=("name.split(\".\")[-1] in names", "name.split(\".\")[-1].lower() in [own.lower() for own in names]"),
            why="In Python `Query` and `query` are two names, and a model may have both.",
            look="Which changes do your names go through before they are compared?",
        ),
        slip(
            "what learns is told by letters in its name",
            edit=[("    model.requires_grad_(False)\n", ""), ("    return found", "    for name, p in model.named_parameters():\n        p.requires_grad_('A' in name or 'B' in name)\n    return found")],
            also=[[("    model.requires_grad_(False)\n", ""), ("    return found", "    for name, p in model.named_parameters():\n        p.requires_grad_(name.startswith(('A', 'B')) or '.A' in name or '.B' in name)\n    return found")]],
            why="Other modules may have such letters in their names, and would go on learning.",
            look="Are there names with an A in a model that were there before you came?",
        ),
        slip(
            "names of layers that were not exchanged come back",
            edit="""
                model.requires_grad_(False)
                found = [name for name, layer in model.named_modules() if name.split(".")[-1] in names]
                for name in found:
                    path, _, own = name.rpartition(".")
                    layer = model.get_submodule(name)
                    if isinstance(layer, nn.Linear):
                        setattr(model.get_submodule(path), own, LoRALinear(layer, r, alpha))
                return found
            """,
            also=["""
                model.requires_grad_(False)
                found = [name for name, layer in model.named_modules() if name.split(".")[-1] in names and not list(layer.children())]
                for name in found:
                    path, _, own = name.rpartition(".")
                    layer = model.get_submodule(name)
                    if isinstance(layer, nn.Linear):
                        setattr(model.get_submodule(path), own, LoRALinear(layer, r, alpha))
                return found
            """],
            why="Whoever counts the adapters, or stores them by these names, finds an embedding among them.",
            look="Is every module in your list a LoRALinear now?",
        ),
        slip(
            "biases go on learning",
            edit=("model.requires_grad_(False)", "[p.requires_grad_(False) for name, p in model.named_parameters() if name.endswith('weight')]"),
            why="They are parameters like all others: with gradients, moments, and a place in the file.",
            look="Which parameters of the model have requires_grad after the call?",
        ),
        slip(
            "embeddings or norms go on learning",
            edit=("model.requires_grad_(False)", "[layer.requires_grad_(False) for layer in model.modules() if not isinstance(layer, nn.Embedding) and not list(layer.children())]"),
            also=[("model.requires_grad_(False)", "[layer.requires_grad_(False) for layer in model.modules() if not isinstance(layer, nn.LayerNorm) and not list(layer.children())]")],
            why="They would have to be stored with the adapter.",
            look="Which parameters of the model have requires_grad after the call?",
        ),
        slip(
            "the rank is always 8",
            edit=("r, alpha))", "8, alpha))"),
            also=[("r, alpha))", "4, alpha))"), ("r, alpha))", "16, alpha))")],
            why="Which rank is right is a choice, and the caller made it.",
            look="Which of the arguments does your code never use?",
        ),
        slip(
            "the rank is cut to the layer's width",
            edit=("setattr(model.get_submodule(path), own, LoRALinear(model.get_submodule(name), r, alpha))", "layer = model.get_submodule(name)\n        setattr(model.get_submodule(path), own, LoRALinear(layer, min(r, layer.in_features, layer.out_features), alpha))"),
            why="More rank than the layer has is a waste, but it is what was asked for, and the factor goes by it.",
            look="Which shapes have the A of your layers?",
        ),
        slip(
            "layers share an adapter",
            edit=[("    for name in found:", "    shared = {}\n    for name in found:"), ("LoRALinear(model.get_submodule(name), r, alpha))", "shared.setdefault(model.get_submodule(name).weight.shape, LoRALinear(model.get_submodule(name), r, alpha)))")],
            also=[[("    for name in found:", "    shared = {}\n    for name in found:"), ("LoRALinear(model.get_submodule(name), r, alpha))", "shared.setdefault(own, LoRALinear(model.get_submodule(name), r, alpha)))")]],
            why="With the adapter they share its base, so all but one of the layers are lost.",
            look="Is the base of every new layer the layer that hung there?",
        ),
        slip(
            "a copy of the model is changed",
            edit=("model.requires_grad_(False)", "model = copy.deepcopy(model)\n    model.requires_grad_(False)"),
            why="The caller holds the old model, with nothing new in it, and you give the new one to nobody.",
            look="Which object do you hang the new layers into?",
        ),
        slip(
            "all else goes on learning",
            edit=("    model.requires_grad_(False)\n", ""),
            also=[("model.requires_grad_(False)", "[layer.requires_grad_(False) for name, layer in model.named_modules() if isinstance(layer, nn.Linear) and name.split('.')[-1] in names]")],
            why="Embeddings, norms and all other layers would learn and be stored, which is what LoRA is there to avoid.",
            look="Which parameters of the model have requires_grad after the call?",
        ),
        slip(
            "the new factors are frozen, too",
            edit=[("    model.requires_grad_(False)\n", ""), ("    return found", "    model.requires_grad_(False)\n    return found")],
            why="Nothing is left that could learn.",
            look="In which order do you freeze and exchange?",
        ),
        slip(
            "only linear layers stop learning",
            edit=("model.requires_grad_(False)", "[layer.requires_grad_(False) for layer in model.modules() if isinstance(layer, nn.Linear)]"),
            why="Embeddings and norms would go on learning, and would have to be stored with the adapter.",
            look="Which parameters of the model have requires_grad after the call?",
        ),
        slip(
            "parts of names are compared",
            edit=("name.split(\".\")[-1] in names", "any(own in name.split(\".\")[-1] for own in names)"),
            also=[("name.split(\".\")[-1] in names", "any(name.endswith(own) for own in names)"), ("name.split(\".\")[-1] in names", "any(own in name for own in names)"), ("name.split(\".\")[-1] in names", "any(own in name.split(\".\") for own in names)")],
            why="`proj` is also a part of `no_proj`, and of the path of what lies deeper. Layers would change that nobody asked for.",
            look="Which part of the full name is the layer's own?",
        ),
        slip(
            "only layers that hang at the model itself are found",
            edit=("name.split(\".\")[-1] in names", "name in names"),
            also=[("for name, layer in model.named_modules()", "for name, layer in model.named_children()")],
            why="A layer such as q_proj hangs in every block, several levels deep, and its full name is longer than that.",
            look="What is the full name of a layer that hangs two levels deep?",
        ),
        slip(
            "every linear layer is exchanged",
            edit=(" and name.split(\".\")[-1] in names", ""),
            why="Which layers to adapt is a choice, and the caller made it.",
            look="Which of the arguments does your code never use?",
        ),
        slip(
            "what is not linear is exchanged, too",
            edit=("isinstance(layer, nn.Linear) and name", "name"),
            also=[("isinstance(layer, nn.Linear) and name", "hasattr(layer, 'weight') and name")],
            why="An embedding or a norm has no product to which a change could be added.",
            look="What else may have one of these names?",
        ),
        slip(
            "the new layer hangs in the wrong place",
            edit=("setattr(model.get_submodule(path), own, LoRALinear(model.get_submodule(name), r, alpha))", "setattr(model, own, LoRALinear(model.get_submodule(name), r, alpha))"),
            also=[("setattr(model.get_submodule(path), own, LoRALinear", "setattr(model, name.replace('.', '_'), LoRALinear"), ("setattr(model.get_submodule(path), own, LoRALinear(model.get_submodule(name), r, alpha))", "layer = LoRALinear(model.get_submodule(name), r, alpha)")],
            why="The model goes on calling the old layer. The new one is never asked.",
            look="Which module calls the layer, and under which name?",
        ),
        slip(
            "the layer is replaced by a fresh one",
            edit=("LoRALinear(model.get_submodule(name), r, alpha)", "LoRALinear(nn.Linear(model.get_submodule(name).in_features, model.get_submodule(name).out_features), r, alpha)"),
            also=[
                ("LoRALinear(model.get_submodule(name), r, alpha)", "LoRALinear(copy.deepcopy(model.get_submodule(name)), r, alpha)"),
                """
                model.requires_grad_(False)
                found = []
                for name, layer in list(model.named_modules()):
                    path, _, own = name.rpartition(".")
                    if isinstance(layer, nn.Linear) and own in names:
                        base = nn.Linear(layer.in_features, layer.out_features, bias=layer.bias is not None)
                        base.load_state_dict(layer.state_dict())
                        setattr(model.get_submodule(path), own, LoRALinear(base, r, alpha))
                        found.append(name)
                return found
                """,
            ],
            why="What the layer had learned is lost, or lies in memory twice.",
            look="Which object should be the base of the new layer?",
        ),
        slip(
            "r and α are exchanged",
            edit=("r, alpha))", "alpha, r))"),
            why="The rank would be 16 and the factor a half, instead of 8 and 2.",
            look="In which order does LoRALinear take its arguments?",
        ),
        slip(
            "α is not passed on",
            edit=("r, alpha))", "r, 2 * r))"),
            also=[("r, alpha))", "r, r))"), ("r, alpha))", "r, 1))")],
            why="2r is a good first try. The caller may want another one.",
            look="Which of the arguments does your code never use?",
        ),
        slip(
            "the names' last parts come back",
            edit=("    return found", "    return [name.split(\".\")[-1] for name in found]"),
            also=[("    return found", "    return [name for name in names if any(full.split(\".\")[-1] == name for full in found)]")],
            why="With q_proj in thirty blocks nobody could tell which ones they are.",
            look="What is the full name of a layer that hangs two levels deep?",
        ),
        slip(
            "names come back in another order",
            edit=("    return found", "    return sorted(found)"),
            also=[("    return found", "    return [full for name in names for full in found if full.split('.')[-1] == name]"), ("    return found", "    return found[::-1]")],
            why="The order of the model says which layer comes first. In the alphabet, block 10 stands before block 2.",
            look="In which order does `named_modules` give its layers?",
        ),
        slip(
            "something else than the names comes back",
            edit=("    return found", "    return len(found)"),
            also=[("    return found", "    return model"), ("    return found", "    return None")],
            why="The model was changed in place, and the caller has it. What was done to it is the news.",
            look="What does the docstring say about what comes back?",
        ),
    ]  # fmt: skip
    promises = {
        "several blocks, with and without bias": dict(kind="blocks"),
        "whole names, at any depth": dict(kind="names"),
        "linear layers only": dict(kind="others"),
        "nothing of that name": dict(kind="nothing"),
        "what is inside a new layer stays, and more rank than a layer has": dict(kind="base"),
        "the layer itself, and all other modules": "own modules",
        "the new layers learn": "learns",
        "and nothing else does, and nothing is lost": "own modules",
        "full names come back": "returned",
        "names are left alone": "names unchanged",
    }


@exercise("effective_rank", points=2, forbid=FINISHED)
class _:
    cases = [
        dict(m=7, n=5),
        dict(m=4, n=9, size=1e-4),
        dict(m=6, n=6, size=30.0),
        dict(m=8, n=8, low=2),
        dict(m=1, n=6),
        dict(m=5, n=4, zero=True),
        dict(m=14, n=12),
        dict(m=5, n=6, size=1e-22),
        dict(m=5, n=4, size=1e22),
        dict(m=4, n=6, equal=True),
        dict(m=11, n=8, equal=True),
    ]
    weights = {"ranks": 3, "by default": 3, "delta unchanged": 1}

    def inputs(rng, m, n, size=1.0, low=0, zero=False, equal=False):
        k = min(m, n)
        if equal:  # powers of two, of which all sums are exact: k of 4 hold exactly k/4, in the corner behind
            delta, shares = (
                np.eye(m, n)[::-1, ::-1] * 2.0 ** rng.integers(-3, 4),
                rng.permutation([0.25, 0.5, 0.75]),
            )
            return {"delta": delta.copy(), "shares": [float(s) for s in shares]}
        left, right = (np.linalg.qr(rng.standard_normal((d, d)))[0] for d in (m, n))
        while True:
            values = np.sort(rng.uniform(0.3, 1, k) * rng.uniform(0.6, 0.85) ** np.arange(k))[::-1]
            values[low or k :] = 0
            shares = rng.uniform(0.2, 0.98, 6)
            held = np.cumsum(values**2) / (values**2).sum()
            if np.abs(held[: (low or k) - 1, None] - np.append(shares, 0.9)).min(initial=1) > 4e-3:
                break
        delta = size * left[:, :k] @ np.diag(values) @ right[:k]
        return {"delta": 0 * delta if zero else delta, "shares": [float(s) for s in shares]}

    def oracle(delta, shares):
        delta = delta / (np.abs(delta).max() or 1)
        squares = np.sort(
            np.linalg.eigvalsh(delta.T @ delta if delta.shape[0] > delta.shape[1] else delta @ delta.T)
        )[::-1]

        def least(share):
            total, held, k = squares.sum(), 0.0, 0
            while held < share * total:
                held, k = held + squares[k], k + 1
            return k

        default = least(0.9) if delta.any() else 0
        return {
            "ranks": [least(share) for share in shares],
            "by default": default,
            "delta unchanged": {"rank": default, "changed": 0},
        }

    equivalent = {
        "if held[-1] <= 0:": "squares are not negative",
        "return (0, delta.clear() if hasattr(delta, 'clear') else delta.zero_())[0]": "it is zero already",
        "if held[- 0] == 0:": "the first one is the largest",
        "held = squares.cumsum(dim= -1)": "there is one axis",
    }

    alternatives = {
        "eigenvalues of the small square": """
            gram = delta.double() @ delta.double().T
            squares = torch.linalg.eigvalsh(gram).flip(0).clamp(min=0)
            if squares.sum() == 0:
                return 0
            held = squares.cumsum(0) / squares.sum()
            return 1 + int((held < share).sum())
        """,
        "one by one": """
            _, s, _ = torch.svd(delta)
            s = s / s.max().clamp(min=1e-37)
            total, held = float((s**2).sum()), 0.0
            for k, value in enumerate(s.tolist()):
                if held >= share * total:
                    return k
                held += value**2
            return len(s)
        """,
    }
    slips = [
        slip(
            "singular values are not squared",
            edit=(".square()", ""),
            also=["""
                s = torch.linalg.svdvals(delta.double())
                if s.sum() == 0:
                    return 0
                return int((s.cumsum(0) ** 2 < share * s.sum() ** 2).sum()) + 1
            """],
            why="Squares are what adds up: the sum of all singular values squared is the sum of all entries squared.",
            look="Which sum equals the sum of the squared entries of the matrix?",
        ),
        slip(
            "it is off by one",
            edit=("int((held < share * held[-1]).sum()) + 1", "int((held < share * held[-1]).sum())"),
            also=[("int((held < share * held[-1]).sum()) + 1", "int((held < share * held[-1]).sum()) + 2")],
            why="The value with which the share is reached belongs to those that are needed.",
            look="How many values are needed when the first one alone holds enough?",
        ),
        slip(
            "values are counted that are large beside the first",
            edit=("return int((held < share * held[-1]).sum()) + 1", "return int((squares > (1 - share) * squares[0]).sum())"),
            also=[("return int((held < share * held[-1]).sum()) + 1", "return int((squares > share * squares[0]).sum())"), ("return int((held < share * held[-1]).sum()) + 1", "return int((squares.sqrt() > (1 - share) * squares[0].sqrt()).sum())")],
            why="Many small values may hold more together than one large one.",
            look="Of which sum is `share` a share?",
        ),
        slip(
            "the plain rank comes back",
            edit=("return int((held < share * held[-1]).sum()) + 1", "return int(torch.linalg.matrix_rank(delta))"),
            also=[("return int((held < share * held[-1]).sum()) + 1", "return int((squares > 1e-12 * squares[0]).sum())"), ("return int((held < share * held[-1]).sum()) + 1", "return min(delta.shape)")],
            why="A change that was trained has full rank in that sense: no value is exactly zero.",
            look="What should happen to the number when `share` becomes smaller?",
        ),
        slip(
            "the exponential of the entropy comes back",
            edit="""
                s = torch.linalg.svdvals(delta)
                if s.sum() == 0:
                    return 0
                p = s / s.sum()
                return int(torch.exp(-(p * p.clamp(min=1e-12).log()).sum()).round())
            """,
            also=["""
                p = torch.linalg.svdvals(delta).square()
                p = p / p.sum().clamp(min=1e-30)
                return int(torch.exp(-(p * p.clamp(min=1e-12).log()).sum()).round())
            """],
            why="That is another measure of the same name (Roy and Vetterli 2007). It knows no share.",
            look="Which of the arguments does your code never use?",
        ),
        slip(
            "the smallest values are taken first",
            edit=("squares.cumsum(dim=0)", "squares.flip(0).cumsum(dim=0)"),
            also=[("torch.linalg.svdvals(delta.double()).square()", "torch.linalg.eigvalsh(delta.double() @ delta.double().T).clamp(min=0)")],
            why="The question is how few directions are enough, so the largest come first.",
            look="In which order does `svdvals` give its values?",
        ),
        slip(
            "the share is always nine tenths",
            edit=("share * held[-1]", "0.9 * held[-1]"),
            why="Nine tenths is the default, not the only choice.",
            look="Which of the arguments does your code never use?",
        ),
        slip(
            "the share is of the number of values",
            edit=("return int((held < share * held[-1]).sum()) + 1", "return math.ceil(share * min(delta.shape))"),
            why="That does not look at the matrix at all.",
            look="Should a matrix of rank 1 and a random one give the same?",
        ),
        slip(
            "the sum is held against the share itself",
            edit=("held < share * held[-1]", "held < share"),
            why="A change has some size. Only a part of the whole sum says how much is held.",
            look="Multiply the matrix by a thousand. Should the number change?",
        ),
        slip(
            "a tiny change counts as none",
            edit=("held[-1] == 0:", "held[-1] < 1e-12:"),
            also=[("torch.linalg.svdvals(delta.double()).square()", "torch.linalg.svdvals(delta.double()).round(decimals=3).square()"), ("torch.linalg.svdvals(delta.double()).square()", "torch.linalg.svdvals(delta.double()).round(decimals=6).square()"), ("held[-1] == 0:", "held[-1] < 1e-8:"), ("share * held[-1]", "share * (held[-1] + 1e-6)"), ("share * held[-1]", "share * (held[-1] + 1e-8)"), ("share * held[-1]", "share * (held[-1] + 1e-9)"), ("share * held[-1]", "share * (held[-1] + 1e-10)"), ("held[-1] == 0:", "held[-1] < 1e-9:"), ("held[-1] == 0:", "delta.abs().max() < 1e-8:"), ("share * held[-1]", "share * (held[-1] + 1e-12)")],
            why="Tiny is not zero. One step with a small learning rate changes little, and has a rank all the same.",
            look="Multiply the matrix by 1e-20. Should the number change?",
        ),
        slip(
            "squares leave the range of float32",
            edit=("delta.double()", "delta"),
            why="A float32 ends at about 1e-45 and 1e38. The square of 1e-22 and that of 1e22 lie beyond.",
            look="What is the sum of the squares that your code finds for a matrix of 1e-22?",
        ),
        slip(
            "a share that is met exactly needs one more",
            edit=("held < share", "held <= share"),
            why="At least this share is what is asked for, and a half is at least a half.",
            look="Four singular values are equal. How many hold a half?",
        ),
        slip(
            "the share is of the root of the sum",
            edit=("held < share * held[-1]", "held.sqrt() < share * held[-1].sqrt()"),
            why="The docstring speaks of the sum of squares. Nine tenths of its root are only .81 of it.",
            look="Singular values 3, 2 and 1: what share do two of them hold?",
        ),
        slip(
            "values are squared twice",
            edit=(".square()", ".square().square()"),
            why="Large ones would count for still more, and the fourth powers add up to nothing of use.",
            look="Singular values 3, 2 and 1: what share does the first one hold?",
        ),
        slip(
            "rows or columns are counted",
            edit=("torch.linalg.svdvals(delta.double()).square()", "delta.double().square().sum(dim=1).sort(descending=True).values"),
            also=[("torch.linalg.svdvals(delta.double()).square()", "delta.double().square().sum(dim=0).sort(descending=True).values")],
            why="Ten rows that are multiples of one another are a single piece.",
            look="What is the rank of a matrix of equal rows?",
        ),
        slip(
            "the mean is subtracted first",
            edit=("delta.double()", "delta.double() - delta.double().mean(dim=0)"),
            also=[("torch.linalg.svdvals(delta.double()).square()", "torch.linalg.svdvals(delta.sub_(delta.mean()).double()).square()"), ("delta.double()", "delta.double() - delta.double().mean()"), ("delta.double()", "delta.double() - delta.double().mean(dim=1, keepdim=True)")],
            why="Principal components want that. Here the matrix itself is added to the weights, mean and all.",
            look="Do the squares that you sum up add up to the squares of all entries?",
        ),
        slip(
            "eigenvalues are taken for singular values",
            edit=("torch.linalg.svdvals(delta.double()).square()", "torch.linalg.eigvals(delta.double()).abs().square().sort(descending=True).values"),
            also=[("torch.linalg.svdvals(delta.double()).square()", "torch.linalg.eigvalsh(delta.double()).square().sort(descending=True).values")],
            why="Only square matrices have eigenvalues, and even there they are others, unless the matrix is symmetric.",
            look="For which shapes does your function work?",
        ),
        slip(
            "the stable rank comes back",
            edit=("return int((held < share * held[-1]).sum()) + 1", "return math.ceil((held[-1] / squares[0]).item() * share)"),
            also=[("return int((held < share * held[-1]).sum()) + 1", "return math.ceil((held[-1] / squares[0]).item())"), ("return int((held < share * held[-1]).sum()) + 1", "return round((held[-1] / squares[0]).item())"), ("return int((held < share * held[-1]).sum()) + 1", "return int((held[-1] / squares[0]).item())")],
            why="The sum by its largest part is another measure. It does not say how many pieces hold a share.",
            look="Which sum do you hold against the share?",
        ),
        slip(
            "only a square part is looked at",
            edit=("delta.double()", "delta.double()[:, : min(delta.shape)]"),
            also=[("delta.double()", "delta.double()[: min(delta.shape)]"), ("delta.double()", "delta.double()[: min(delta.shape), : min(delta.shape)]")],
            why="The other columns, or rows, belong to the change as well.",
            look="Which entries of a matrix of 4 × 9 does your code read?",
        ),
        slip(
            "a matrix of zeros needs a direction",
            edit=("    if held[-1] == 0:\n        return 0\n", ""),
            also=["""
                squares = torch.linalg.svdvals(delta.double()).square()
                return int((~(squares.cumsum(0) / squares.sum() >= share)).sum()) + 1
            """],
            why="Nothing has changed, so nothing is needed to hold it.",
            look="How many outer products add up to a matrix of zeros?",
        ),
    ]  # fmt: skip
    promises = {
        "more rows than columns": dict(m=7),
        "a larger one": dict(m=14),
        "more columns than rows, tiny numbers": dict(size=1e-4),
        "large numbers": dict(size=30.0),
        "entries that are tiny": dict(size=1e-22),
        "entries that are huge": dict(size=1e22),
        "at least the share": dict(m=4, equal=True),
        "as many pieces as it takes": dict(m=11, equal=True),
        "a matrix of low rank": dict(low=2),
        "a single row": dict(m=1),
        "no change at all": dict(zero=True),
        "any share": "ranks",
        "nine tenths by default": "by default",
        "the matrix is left alone": "delta unchanged",
    }
