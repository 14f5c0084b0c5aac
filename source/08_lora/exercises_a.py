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
ROLES = {"s": "system", "u": "user", "a": "assistant"}
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
        dict(roles="suau", empty=True),
        dict(roles="us"),
        dict(roles="au"),
    ]
    weights = {"text": 3, "with a prompt": 2, "messages unchanged": 1}

    def inputs(rng, roles, spaces=False, empty=False):
        messages = [{"role": ROLES[role], "content": said(rng, spaces)} for role in roles]
        if empty:
            messages[0]["content"] = ""
        return {"messages": messages, "system": said(rng, spaces)}

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
        "a content may be empty": dict(empty=True),
        "an answer is begun": "with a prompt",
        "messages are left alone": "messages unchanged",
    }


def chats(rng, rows, pad="end", cut=None, quote=False, short=False):
    """ids, lengths, header, end: chats of random tokens; a letter a message, "e" being an answer without content."""
    names = rng.permutation(np.arange(300, 340))
    start, end, newline = 1, int(names[-1]), int(names[0])
    header = [int(names[1])] if short else [start, int(names[1]), int(names[2]), newline]
    openings = {
        "a": header,
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
                content += header[1:] + [int(rng.choice(words))]
            opening = openings[role]
            last = i == len(roles) - 1
            if last and cut == "header":
                ids += opening[:-1]
            elif last and cut == "answer":
                ids += opening + content[:-1]
            else:
                ids += opening + content + [end, newline]
        made.append(ids)
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
    ]
    weights = {"weights": 3, "without a prompt weight": 2, "ids unchanged": 1}
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
            "ids unchanged": {"weights": found, "changed": 0},
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
            also=[
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
            also=[("    return weights", "    return torch.cat([weights[:, 1:], torch.zeros(len(ids), 1)], dim=1)")],
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
            also=[("tokens[max(0, t + 1 - len(header)) : t + 1] == header", "token == header[-2]"), ("tokens[max(0, t + 1 - len(header)) : t + 1] == header", "token == header[-1]"), ("tokens[max(0, t + 1 - len(header)) : t + 1] == header", "token == header[0]")],
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
        "a weight for the prompt": "weights",
        "0 by default": "without a prompt weight",
        "ids are left alone": "ids unchanged",
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
    ]

    def inputs(rng, B, T, V, kind="all", spread=2.0):
        weights = rng.uniform(0.1, 1, (B, T))
        if kind == "answers":  # another number of them in each row
            weights = (np.arange(T) >= np.arange(1, B + 1)[:, None] * 2).astype(float)
        if kind == "none":
            weights[:, 1:] = 0
        if kind == "small":
            weights = weights * 0.02
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
        return {"loss": float(loss), "grad_logits": tensor(gradient)}

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
            also=[("counted.sum().clamp(min=1e-9)", "(counted.sum() + 1)")],
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
        "it can be learned from": "grad_logits",
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
    weights = {"output": 3, "grad_x": 1, "grad_A": 1, "grad_B": 1, "start": 3, "when merged": 1}

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
            "output": x.detach() @ W.T + bias,
            "A spreads": ["well", "well"],
            "mean of A is 0": True,
            "numbers of A occur twice": False,
            "two A are equal": False,
            "learns": ["A", "B"],
            "merged": False,
        }
        found = {"output": y, "grad_x": x.grad, "grad_A": A.grad, "grad_B": B.grad, "start": start}
        return found | {"when merged": {"output": x.detach() @ W.T + bias, "grad_x": tensor(gradient) @ W}}

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
                    self.A = nn.Parameter(torch.randn(r, base.in_features) / base.in_features**0.5 * 0.8)
                    self.B = nn.Parameter(torch.zeros(base.out_features, r))
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
            also=[("nn.init.uniform_(self.A, -1 / math.sqrt(base.in_features), 1 / math.sqrt(base.in_features))", "nn.init.ones_(self.A)"), ("nn.init.uniform_(self.A, -1 / math.sqrt(base.in_features), 1 / math.sqrt(base.in_features))", "nn.init.eye_(self.A)")],
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
            edit=("nn.init.uniform_(self.A, -1 / math.sqrt(base.in_features), 1 / math.sqrt(base.in_features))", "nn.init.normal_(self.A)", "nn.init.uniform_(self.A, -1, 1)", "nn.init.uniform_(self.A, 0, 1)", "nn.init.uniform_(self.A)", "nn.init.uniform_(self.A, -1 / math.sqrt(r), 1 / math.sqrt(r))"),
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
        "the start, and what learns": "start",
        "merged": "when merged",
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
            "weight learns": False,
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
            also=[("weight += layer.scale * ", "weight += "), ("weight -= layer.scale * ", "weight -= ")],
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
            "the factors are wiped after merging",
            edit=("        layer.merged = True\n", "        layer.merged = True\n        layer.B.data.zero_()\n"),
            why="Then nobody can take the change out again, or store it.",
            look="What does unmerge need?",
        ),
    ]  # fmt: skip
    promises = {
        "sizes that differ": dict(n=5),
        "all sizes equal": dict(n=4, m=4, r=4),
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
            "inner": {a: {"linear": [D, m]}, b: {"linear": [m, D]}},
            "deep": {a: {c: {"linear": [m, n]}}, a[:-1]: {"linear": [n, n]}},
        }, [a]
    if kind == "others":  # what is called like that and is not linear
        return {
            a: {"embedding": [D, n]},
            "one": {a: {"norm": m}, "two": {a: {"linear": [n, m]}}},
            "three": {a: {d: {"linear": [m, D]}, a: {"linear": [D, D]}}},
        }, [a, "table"]
    return {a: {"linear": [n, m]}, b: {c: {"linear": [m, D]}, "scale": {"norm": D}}}, [d]


@exercise("inject_lora", points=4, uses=["LoRALinear"], forbid=ADAPTERS)
class _:
    cases = [dict(kind="blocks"), dict(kind="names"), dict(kind="others"), dict(kind="nothing")]
    weights = {"returned": 2, "exchanged": 3, "learns": 2, "own parameters": 2, "names unchanged": 1}

    def inputs(rng, kind):
        tree, names = trees(kind, rng)
        return {"tree": tree, "names": names, "r": int(rng.integers(2, 6)), "alpha": int(rng.integers(7, 30))}

    def oracle(tree, names, r, alpha):
        """By walking through the description, without any model."""
        returned, exchanged, learns, own = [], {}, [], []

        def walk(part, path):
            (first, value), *_ = part.items()
            if first == "linear":
                n, m, bias = (*value, True)[:3]
                if path[-1] in names:
                    full = ".".join(path)
                    returned.append(full)
                    exchanged[full] = [r, n, m, r, alpha]
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
            "own parameters": {name: [True, True, False] for name in own},
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
            "full names are compared",
            edit=("name.split(\".\")[-1] in names", "name in names"),
            why="A name such as q_proj occurs in every block, and none of them is called that in full.",
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
            also=[("LoRALinear(model.get_submodule(name), r, alpha)", "LoRALinear(copy.deepcopy(model.get_submodule(name)), r, alpha)")],
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
            also=[("    return found", "    return found[::-1]")],
            why="The order of the model says which layer comes first. In the alphabet, block 10 stands before block 2.",
            look="In which order does `named_modules` give its layers?",
        ),
        slip(
            "something else than the names comes back",
            edit=("    return found", "    return len(found)"),
            also=[("    return found", "    return None")],
            why="The model was changed in place, and the caller has it. What was done to it is the news.",
            look="What does the docstring say about what comes back?",
        ),
    ]  # fmt: skip
    promises = {
        "several blocks, with and without bias": dict(kind="blocks"),
        "whole names, at any depth": dict(kind="names"),
        "linear layers only": dict(kind="others"),
        "nothing of that name": dict(kind="nothing"),
        "the new layers learn": "learns",
        "and nothing else does, and nothing is lost": "own parameters",
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
    ]

    def inputs(rng, m, n, size=1.0, low=0, zero=False):
        k = min(m, n)
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
        squares = np.sort(
            np.linalg.eigvalsh(delta.T @ delta if delta.shape[0] > delta.shape[1] else delta @ delta.T)
        )[::-1]

        def least(share):
            total, held, k = squares.sum(), 0.0, 0
            while held < share * total:
                held, k = held + squares[k], k + 1
            return k

        return {"ranks": [least(share) for share in shares], "by default": least(0.9) if delta.any() else 0}

    equivalent = {
        "if held[-1] <= 0:": "squares are not negative",
        "if held[- 0] == 0:": "the first one is the largest",
        "return int((held <= share * held[-1]).sum()) + 1": "no sum meets its share exactly",
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
            "a matrix of zeros needs a direction",
            edit=("    if held[-1] == 0:\n        return 0\n", ""),
            why="Nothing has changed, so nothing is needed to hold it.",
            look="How many outer products add up to a matrix of zeros?",
        ),
    ]  # fmt: skip
    promises = {
        "more rows than columns": dict(m=7),
        "a larger one": dict(m=14),
        "more columns than rows, tiny numbers": dict(size=1e-4),
        "large numbers": dict(size=30.0),
        "a matrix of low rank": dict(low=2),
        "a single row": dict(m=1),
        "no change at all": dict(zero=True),
        "any share": "ranks",
        "nine tenths by default": "by default",
    }
