"""Loss weights for a batch of chats: 1 on answers, a smaller weight on prompts, 0 on padding.

Oracle: a search for every position where an answer's header ends, and from there to the next end.
Inputs have truncated chats, quoted headers and padding made of special tokens.
"""

import numpy as np

from autograder.authoring import exercise, slip

from ._shared import FINISHED, tensor


def chats(rng, rows, pad="end", cut=None, quote=False, short=False, inside=False, twice=False, keep=None):
    """ids, lengths, header, end: chats of random tokens; one letter per message, "e" for an answer without content.

    inside: answers contain the header; twice: the header starts, and starts again before it is complete; keep: how many
    tokens of each row are kept.
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
            if quote and role == "u":  # the user quotes the assistant's header
                content += [11, *header[1:], int(rng.choice(words))]  # as a string it ends like the header
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
        """By searching: each position where a header ends, and from there to the next end."""
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
            closes = F.pad(ids == end, (1, 0))[:, :T]  # the token before is an end
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
            why="Most tokens of a chat belong to the prompt, so the model would mainly learn to write questions.",
            look="What weight should the user's tokens have?",
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
            why="The header is always given to the model as part of the prompt, so it never has to write it.",
            look="What is the first token that the model has to write itself?",
        ),
        slip(
            "the end of an answer does not count",
            edit=("1.0 if answering else", "1.0 if answering and token != end else"),
            also=[("weights[row, t] = 1.0 if answering else prompt_weight", "weights[row, t] = (0.0 if token == end else 1.0) if answering else prompt_weight")],
            why="The model would never learn to stop.",
            look="Who writes the `<|im_end|>` that ends an answer?",
        ),
        slip(
            "what follows an answer counts as well",
            edit=("answering = token != end", "answering = True"),
            why="After the first answer, the model would also learn the next question as if it were an answer.",
            look="In a chat with two questions, what is the weight of the second one?",
        ),
        slip(
            "the newline after an answer counts as well",
            edit=("answering = token != end", "answering = t == 0 or tokens[t - 1] != end or len(header) == 0"),

            why="The model never has to write that newline, because generation stops at `<|im_end|>`.",
            look="What is the last token that the model has to write itself?",
        ),
        slip(
            "only the first answer counts",
            edit=("tokens[max(0, t + 1 - len(header)) : t + 1] == header", "tokens[max(0, t + 1 - len(header)) : t + 1] == header and 1.0 not in weights[row].tolist()"),

            why="In a chat with several turns, every answer is one that the model should have written.",
            look="How many answers does a chat with two questions have?",
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
            why="In a chat with several turns, every answer is one that the model should have written.",
            look="How many answers does a chat with two questions have?",
        ),
        slip(
            "padding counts",
            edit=("ids[row, :length].tolist()", "ids[row].tolist()"),
            also=[("torch.zeros(ids.shape, device=ids.device)", "torch.full(ids.shape, prompt_weight)"), ("torch.zeros(ids.shape, device=ids.device)", "torch.ones(ids.shape)")],
            why="Padding only fills rows up to the same length. It belongs to no message.",
            look="What is the weight after the last token of the shorter row?",
        ),
        slip(
            "padding is recognized by its token",
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
            "an answer that was cut off continues into the padding",
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

            why="The end token found there is padding, so the model would learn to stop where the text was merely cut off.",
            look="Which part of a row do you search for the end of an answer?",
        ),
        slip(
            "labels are returned instead of weights",
            edit=("    return weights", "    return torch.where(weights == 1, ids, -100)"),
            also=[("    return weights", "    return ids.masked_fill(weights == 0, -100)")],
            why="Labels of −100 are how some libraries leave tokens out, but they can't express that a token counts for a tenth.",
            look="What type, and which values, does the docstring promise?",
        ),
        slip(
            "weights are one position too early",
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
            why="Weights belong to tokens as targets. Logits are one position earlier, but shifting is the job of the loss.",
            look="What is the weight of the first token of the answer itself?",
        ),
        slip(
            "weights are one position too late",
            edit=("    return weights", "    return weights.roll(1, dims=1)"),
            also=[("    return weights", "    return torch.cat([torch.zeros(len(ids), 1), weights[:, :-1]], dim=1)")],
            why="The first token of each answer isn't learned, and a token after the answer is.",
            look="What is the weight of the first token after the header?",
        ),
        slip(
            "only a part of the header is compared",
            edit=("tokens[max(0, t + 1 - len(header)) : t + 1] == header", "tokens[max(0, t + 1 - len(header[1:])) : t + 1] == header[1:]"),
            also=[("tokens[max(0, t + 1 - len(header)) : t + 1] == header", "t >= 2 and tokens[t - 2 : t + 1] == header[:3]"), ("tokens[max(0, t + 1 - len(header)) : t + 1] == header", "token == header[min(1, len(header) - 1)]"), ("tokens[max(0, t + 1 - len(header)) : t + 1] == header", "token == header[-2]"), ("tokens[max(0, t + 1 - len(header)) : t + 1] == header", "token == header[-1]"), ("tokens[max(0, t + 1 - len(header)) : t + 1] == header", "token == header[0]")],
            why="A user may write the word `assistant`, and every role is followed by a newline. Only the whole header opens an answer.",
            look="What happens if a user's message contains the assistant's name?",
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
            why="The part that is there is still a correct target, and long answers are the ones that get cut off.",
            look="What do you do when no end token follows?",
        ),
        slip(
            "the prompt's weight is not used",
            edit=("else prompt_weight", "else 0.0"),
            why="0 is the default, not the only choice.",
            look="Which of the arguments does your code never use?",
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
            why="It is part of an answer, so the model has to learn it like the rest of that answer.",
            look="Which tokens change anything while an answer is open?",
        ),
        slip(
            "a header inside an answer closes it",
            edit=("answering = token != end", "answering = token != end and tokens[max(0, t + 1 - len(header)) : t + 1] != header"),
            also=[("answering = token != end", "answering = token not in (end, header[0])")],
            why="Only the end token closes a message. Anything before it is text.",
            look="Which tokens change anything while an answer is open?",
        ),
        slip(
            "a newline or another part of a header closes an answer",
            edit=("answering = token != end", "answering = token not in (end, header[-1])"),
            why="An answer may have several lines, and the model has to write all of them.",
            look="Which single token closes a message?",
        ),
        slip(
            "a header that starts over halfway is missed",
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

            why="A count of matching tokens forgets too much when the header starts again before it is complete.",
            look="The header is 5 6 5 7. Count by hand in 5 6 5 6 5 7: where does it end?",
        ),
        slip(
            "the state of one row carries over into the next",
            edit=[
                ("    for row, length", "    answering = False\n    for row, length"),
                ("tokens, answering = ids[row, :length].tolist(), False", "tokens = ids[row, :length].tolist()"),
            ],
            why="If a row was cut off inside an answer, the next chat's question would count as an answer.",
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
            why="It is the first token that the model has to write, and everything else follows from it.",
            look="What is the weight of the first token after the header?",
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
            why="The newline after the role is given to the model, which never has to write it.",
            look="What is the first token that the model has to write itself?",
        ),
        slip(
            "the last token of each row is taken for padding",
            edit=("ids[row, :length].tolist()", "ids[row, : length - 1].tolist()"),
            also=[("ids[row, :length].tolist()", "ids[row, : max(1, length - 1)].tolist()")],
            why="In a chat that was cut off, or a row without padding, that is a token the model should learn.",
            look="How many tokens does `ids[b, :lengths[b]]` have?",
        ),
        slip(
            "the first token of padding counts",
            edit=("ids[row, :length].tolist()", "ids[row, : length + 1].tolist()"),
            why="`lengths` gives the number of tokens in a row. Counting from 0, the last of them has index length − 1.",
            look="How many tokens does `ids[b, :lengths[b]]` have?",
        ),
        slip(
            "an answer weighs 1 more than the prompt",
            edit=("1.0 if answering else prompt_weight", "prompt_weight + answering"),
            why="With a weight of 0 for the prompt the mistake doesn't show. With any other weight, answers count for more than 1.",
            look="What weight should an answer have when the prompt's is .3?",
        ),
        slip(
            "an answer weighs 1 minus the prompt's weight",
            edit=("1.0 if answering else", "1.0 - prompt_weight if answering else"),
            why="An answer counts in full, whatever weight the rest has.",
            look="What weight should an answer have when the prompt's is .3?",
        ),
        slip(
            "what follows an answer has no weight",
            edit=("1.0 if answering else prompt_weight", "1.0 if answering else prompt_weight * (1.0 not in weights[row].tolist())"),
            why="After the first answer comes the next question, which is as much a part of the prompt as the first one.",
            look="In a chat with two questions, what is the weight of the second one?",
        ),
        slip(
            "the header has no weight",
            edit=("                answering = tokens[max(0, t + 1 - len(header)) : t + 1] == header", "                answering = tokens[max(0, t + 1 - len(header)) : t + 1] == header\n                if answering:\n                    weights[row, t + 1 - len(header) : t + 1] = 0.0"),
            why="The header is given, just like the question, so it has the prompt's weight.",
            look="Which of the three kinds of tokens does the header belong to: answer, other tokens of the row, or padding?",
        ),
        slip(
            "the rows are read as one long sequence",
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
            why="If a row was cut off inside an answer, the next chat's question would count as an answer.",
            look="What does your code know at the first token of the second row?",
        ),
        slip(
            "the end of every message counts",
            edit=("1.0 if answering else", "1.0 if answering or token == end else"),
            why="The end of a question belongs to the user. A model that learns it learns to finish questions.",
            look="Who writes the `<|im_end|>` that ends a question?",
        ),
        slip(
            "the header's tokens may come in any order",
            edit=("tokens[max(0, t + 1 - len(header)) : t + 1] == header", "set(tokens[max(0, t + 1 - len(header)) : t + 1]) == set(header)"),
            also=[("tokens[max(0, t + 1 - len(header)) : t + 1] == header", "set(header) <= set(tokens[max(0, t + 1 - len(header)) : t + 1])")],
            why="A set forgets order and repetition, and tokens other than the header may have the same ids.",
            look="Are {5, 6, 7} and {7, 5, 6} different sets, and are they different headers?",
        ),
        slip(
            "ids are compared as strings",
            edit=("tokens[max(0, t + 1 - len(header)) : t + 1] == header", "' '.join(map(str, tokens[: t + 1])).endswith(' '.join(map(str, header)))"),
            why="As a string, 11 ends like 1. Lists of numbers can be compared as they are.",
            look="Does '11 7' end with '1 7'? Does [11, 7] end with [1, 7]?",
        ),
        slip(
            "the number of ends is subtracted from the number of headers",
            edit="""
                B, T = ids.shape
                k, opened = len(header), torch.zeros(B, T)
                for t in range(k - 1, T):
                    opened[:, t] = (ids[:, t + 1 - k : t + 1] == torch.tensor(header)).all(1).float()
                depth = opened.cumsum(1) - (ids == end).float().cumsum(1)
                inside = torch.cat([torch.zeros(B, 1), depth[:, :-1]], 1) > 0
                return torch.where(inside, 1.0, float(prompt_weight)) * (torch.arange(T) < lengths[:, None])
            """,
            why="The messages of all speakers have an end. After one question the count is below 0, so no answer ever brings it up to 1.",
            look="What is your count after a question, and what is it after the header that follows?",
        ),
        slip(
            "a prompt weight of 0 is taken for no weight at all",
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
        "a header with equal ids": dict(twice=True),
        "cut off after a header": dict(cut="behind"),
        "rows shorter than a header": dict(keep=[2, 1]),
        "each row starts afresh": dict(rows=["ua", "sua", "ua"], cut="answer"),
        "a weight for the prompt": "weights",
        "0 by default": "without a prompt weight",
        "a new batch is read afresh": "of other texts",
        "ids and header are left alone": "ids unchanged",
    }
