"""Fit a chat into the context window: keep the system message and the newest exchanges.

Oracle: all subsets of the exchanges; of those allowed, the one with the most messages.
"""

import itertools

from autograder.authoring import exercise, slip

from ._shared import ROLES, said

ENDS = "if sum(lengths[:first]) + sum(lengths[start:]) <= window - reserve:"
STARTS = 'starts = [i for i, message in enumerate(messages) if message["role"] == "user"]'
HEAD = 'first = int(messages[0]["role"] == "system")'
GIVEN = "return messages[:first] + messages[start:], messages[first:start]"
NO_ROOM = 'raise ValueError("The last question does not fit into the window, even alone.")'


@exercise("fit_context", points=4)
class _:
    # roles: one letter per message; keep: how many exchanges there is room for; slack: how many more tokens.
    # order: "older shorter" makes old exchanges so short that they would fit where a newer one does not.
    cases = [
        dict(roles="suauau", keep=2),
        dict(roles="suauau", keep=3, slack=0),
        dict(roles="uauauau", keep=2, slack=0),
        dict(roles="su", keep=1, slack=0),
        dict(roles="u", keep=1),
        dict(roles="suauauau", keep=2, order="older shorter"),
        dict(roles="suatauatau", keep=2, slack="nearly one more"),
        dict(roles="suauau", keep=1, slack=0, reserve=0),
        dict(roles="uauu", keep=2),
        dict(roles="sua" + 6 * "ua" + "u", keep=4),
        dict(roles="suauau", keep=2, order="answers short"),
        dict(roles="uauu", keep=1),
        dict(roles="suauauat", keep=1, slack=0),
        dict(roles="suauauau", keep=2, alike=True),
    ]
    weights = {"kept": 4, "left out": 2, "no room": 1, "messages unchanged": 1}

    def inputs(rng, roles, keep, slack=None, reserve=None, order=None, alike=False):
        n = len(roles)
        lengths = [int(x) for x in rng.integers(8, 40, n)]
        starts = [i for i, role in enumerate(roles) if role == "u"]
        first = int(roles[0] == "s")
        if order == "older shorter":
            for i in range(first, starts[-keep - 1]):
                lengths[i] = int(rng.integers(1, 4))
            lengths[starts[-keep - 1]] += 30
        if order == "answers short":
            for i, role in enumerate(roles):
                if role == "a":
                    lengths[i] = int(rng.integers(2, 5))
        used = sum(lengths[:first]) + sum(lengths[starts[-keep] :])
        more = sum(lengths[starts[-keep - 1] : starts[-keep]]) if keep < len(starts) else 30
        if slack is None:
            slack = more - 1 if order else int(rng.integers(0, more))
        if slack == "nearly one more":
            slack = more - 1
        reserve = int(rng.integers(20, 60)) if reserve is None else reserve
        least = sum(lengths[:first]) + sum(lengths[starts[-1] :])
        messages = [{"role": ROLES[role], "content": said(rng)} for role in roles]
        if alike:  # the same question again, and the same answer
            messages[first : first + 2] = [dict(messages[-3]), dict(messages[-2])]
        return {
            "messages": messages,
            "lengths": lengths,
            "window": used + slack + reserve,
            "reserve": reserve,
            "tight": least + reserve - 1,
        }

    def oracle(messages, lengths, window, reserve, tight):
        """All subsets of the exchanges, if there are few; of those allowed, the longest."""
        system = [0] if messages[0]["role"] == "system" else []
        exchanges = []
        for i in range(len(system), len(messages)):
            if messages[i]["role"] == "user":
                exchanges.append([])
            exchanges[-1].append(i)
        best = None
        for chosen in itertools.product([False, True], repeat=len(exchanges)):
            if sorted(chosen) != list(chosen) or not chosen[-1]:
                continue  # with a hole, or without the last question
            kept = system + [i for one, exchange in zip(chosen, exchanges) if one for i in exchange]
            if sum(int(lengths[i]) for i in kept) + int(reserve) <= int(window) and len(kept) > len(
                best or []
            ):
                best = kept
        kept = [messages[i] for i in best]
        gone = [message for i, message in enumerate(messages) if i not in best]
        return {
            "kept": kept,
            "left out": {"kept": kept, "left out": gone},
            "no room": {"kept": kept, "said": "ValueError"},
            "messages unchanged": {"kept": kept, "messages": messages},
        }

    alternatives = {
        "from the newest on": """
            system = [m for m in messages[:1] if m["role"] == "system"]
            room = window - reserve - sum(lengths[: len(system)])
            end, i, kept_from = len(messages), len(messages), None
            while i > len(system):
                i -= 1
                room -= lengths[i]
                if room < 0:
                    break
                if messages[i]["role"] == "user":
                    kept_from = i
            if kept_from is None:
                raise ValueError("no room")
            return [*system, *messages[kept_from:]], messages[len(system) : kept_from]
        """,
        "exchanges as lists, the oldest dropped": """
            exchanges, system, costs = [], [], []
            for message, length in zip(messages, lengths):
                if message["role"] == "system" and not exchanges:
                    system.append(message)
                    window -= length
                    continue
                if message["role"] == "user":
                    exchanges.append([])
                    costs.append(0)
                exchanges[-1].append(message)
                costs[-1] += length
            gone = []
            while exchanges and sum(costs) > window - reserve:
                gone += exchanges.pop(0)
                costs.pop(0)
            if not exchanges:
                raise ValueError("The question is too long.")
            return system + [m for exchange in exchanges for m in exchange], gone
        """,
    }
    slips = [
        slip(
            "the oldest turns stay and the newest go",
            edit=("    for start in starts:\n", "    for end in [len(messages), *starts[:0:-1]]:\n        if sum(lengths[:end]) <= window - reserve:\n            return messages[:end], messages[end:]\n    for start in starts:\n"),
            also=["end = len(messages)\nwhile end and sum(lengths[:end]) > window - reserve:\n    end -= 1\nif end < 1 + (messages[0]['role'] == 'system'):\n    raise ValueError('no room')\nreturn messages[:end], messages[end:]"],
            why="The question to be answered comes last, so a chat that is cut at its end loses it.",
            look="Which message do you want to be answered?",
        ),
        slip(
            "the system message is dropped with the oldest turns",
            edit=(HEAD, "first = 0"),
            also=['def fit_context(messages, lengths, window, reserve):\n    m, l = list(messages), list(lengths)\n    gone = []\n    while sum(l) > window - reserve:\n        gone.append(m.pop(0))\n        l.pop(0)\n    if not m:\n        raise ValueError("no room")\n    return m, gone\n', (HEAD, 'first = int(messages[0]["role"] == "system")\n    if first and sum(lengths) > window - reserve:\n        first = 0')],
            why="The system message sets the model's role and its limits. If a chat loses it halfway, it becomes a different chat.",
            look="Which message of the chat has to stay, however old it is?",
        ),
        slip(
            "the system message is not counted",
            edit=("sum(lengths[:first]) + sum(lengths[start:])", "sum(lengths[start:])"),
            why="It takes up room in the window like any other message.",
            look="How many tokens do the messages that you keep have?",
        ),
        slip(
            "no room is reserved for the answer",
            edit=(ENDS, ENDS.replace("window - reserve", "window")),
            why="The window holds what the model reads and what it writes, so a full one has no room for a single token of the answer.",
            look="Which of your function's arguments does your code never use?",
        ),
        slip(
            "the reserve is added to the window",
            edit=(ENDS, ENDS.replace("window - reserve", "window + reserve")),
            why="Room for the answer comes out of the window.",
            look="How much room do messages get in a window of 100 with a reserve of 30?",
        ),
        slip(
            "the reserve is subtracted twice",
            edit=(ENDS, ENDS.replace("window - reserve", "window - 2 * reserve")),
            also=[(ENDS, ENDS.replace("window - reserve", "window - reserve * (1 + first)")), (ENDS, ENDS.replace("window - reserve", "min(window - reserve, reserve)"))],
            why="There was room for more of the chat.",
            look="How many tokens remain once the answer has its share?",
        ),
        slip(
            "a question and its answer are separated",
            edit=(STARTS, "starts = list(range(first, len(messages)))"),
            also=['def fit_context(messages, lengths, window, reserve):\n    s = int(messages[0]["role"] == "system")\n    last = max(i for i, m in enumerate(messages) if m["role"] == "user")\n    room = window - reserve - sum(lengths[:s])\n    if sum(lengths[last:]) > room:\n        raise ValueError("no room")\n    cut = next(i for i in range(s, last + 1) if sum(lengths[i:]) <= room)\n    return messages[:s] + messages[cut:], messages[s:cut]\n'],
            why="An answer without its question seems to come out of nowhere, and the model was not trained on chats that begin with one.",
            look="What is the role of the first message that you keep after the system message?",
        ),
        slip(
            "chats are cut two messages at a time",
            edit=(STARTS, "starts = list(range(first, len(messages), 2))"),
            also=['def fit_context(messages, lengths, window, reserve):\n    m, l = list(messages), list(lengths)\n    s = int(m[0]["role"] == "system")\n    gone = []\n    while sum(l) > window - reserve:\n        if len(m) <= s + 1:\n            raise ValueError("no room")\n        gone += m[s:s + 2]\n        del m[s:s + 2], l[s:s + 2]\n    return m, gone\n', (STARTS, "starts = list(range(len(messages) - 1, first - 1, -2))[::-1]")],
            why="An exchange may have more than two messages, because tool results come between a question and its answer. And some questions have no answer.",
            look="Where does the second exchange begin in a chat with a tool?",
        ),
        slip(
            "an exchange begins with the assistant's message",
            edit=(STARTS, 'starts = [i for i, message in enumerate(messages) if message["role"] != "user" and i >= first and i] + [len(messages) - 1]'),
            also=[(STARTS, 'starts = [i for i, message in enumerate(messages) if message["role"] != "assistant" and i >= first]'), (STARTS, 'starts = sorted({first, *[i for i, message in enumerate(messages) if message["role"] == "assistant"], len(messages) - 1})')],
            why="This separates a question from its answer, or a tool call from its result.",
            look="What is the role of the first message that you keep after the system message?",
        ),
        slip(
            "an older exchange fills the hole that a longer one left",
            edit=(GIVEN, "kept = list(range(start, len(messages)))\n            for a, b in list(zip(starts, starts[1:]))[::-1]:\n                if b <= start and sum(lengths[:first]) + sum(lengths[i] for i in [*kept, *range(a, b)]) <= window - reserve:\n                    kept = [*range(a, b), *kept]\n            kept = [*range(first), *kept]\n            return [messages[i] for i in kept], [m for i, m in enumerate(messages) if i not in kept]"),
            why="What was said in between is missing, so \"as I said\" refers to nothing.",
            look="May the messages that you keep have gaps?",
        ),
        slip(
            "a chat that fills the window to its end is cut",
            edit=(ENDS, ENDS.replace("<=", "<")),
            why="The last token of a window may be used as well.",
            look="Do 70 tokens fit into a window of 100 with a reserve of 30?",
        ),
        slip(
            "messages are counted instead of tokens",
            edit=(ENDS, "if first + len(messages) - start <= window - reserve:"),
            also=[(ENDS, 'if sum(len(m["content"]) for m in messages[:first] + messages[start:]) <= window - reserve:')],
            why="A window is measured in tokens, and `lengths` counts them, special tokens included.",
            look="Which of your function's arguments does your code never use?",
        ),
        slip(
            "lengths are read one message off",
            edit=("sum(lengths[start:])", "sum(lengths[start + 1 :])"),
            also=[("sum(lengths[start:])", "sum(lengths[start - first :])")],
            why="The first message that is kept is not counted, or the one before it is.",
            look="How many tokens do the messages that you keep have?",
        ),
        slip(
            "only the last question is kept",
            edit=("for start in starts:", "for start in starts[-1:]:"),
            why="There is room for more, and the question may refer to earlier turns.",
            look="How many tokens of the window are left?",
        ),
        slip(
            "either everything is kept or nearly nothing",
            edit=("for start in starts:", "for start in [starts[0], starts[-1]]:"),
            also=[("for start in starts:", "for start in starts[-2:]:"), ("for start in starts:", "for start in [starts[0], *starts[-2:]]:"), ("for start in starts:", "for start in starts[:2] + starts[-1:]:"), ("for start in starts:", "for start in starts[1:] or starts:")],
            why="There are other places to cut between the whole chat and the last question.",
            look="Which cuts does your loop try?",
        ),
        slip(
            "the messages kept come newest first",
            edit=(GIVEN, "return messages[:first] + messages[start:][::-1], messages[first:start]"),
            also=[(GIVEN, "return (messages[:first] + messages[start:])[::-1], messages[first:start]"), (GIVEN, "return messages[start:] + messages[:first], messages[first:start]")],
            why="The model reads a chat from the first message to the last.",
            look="Which message should be the last one that the model reads?",
        ),
        slip(
            "the messages left out come newest first",
            edit=(GIVEN, "return messages[:first] + messages[start:], messages[first:start][::-1]"),
            why="A summary is written from the messages in their original order.",
            look="Which message should be the first of the second list?",
        ),
        slip(
            "the messages left out are not returned",
            edit=(GIVEN, "return messages[:first] + messages[start:], []"),
            also=[(GIVEN, "return messages[:first] + messages[start:]"), (GIVEN, "return messages[:first] + messages[start:], start - first"), (GIVEN, "return messages[:first] + messages[start:], messages[:start]")],
            why="The caller wants to show them to the user or summarize them.",
            look="Which two things does the docstring promise?",
        ),
        slip(
            "the two lists are swapped",
            edit=(GIVEN, "return messages[first:start], messages[:first] + messages[start:]"),
            why="The caller unpacks them in the order that the docstring gives.",
            look="What does the docstring return first?",
        ),
        slip(
            "the first message is always taken for the system message",
            edit=(GIVEN, "return messages[:1] + messages[start:], messages[first:start]"),
            also=[("sum(lengths[:first]) + sum(lengths[start:])", "sum(lengths[:1]) + sum(lengths[start:])"), (GIVEN, "return messages[:1] + messages[max(start, 1):], messages[1:start]"), (HEAD, "first = 1")],
            why="A chat doesn't need a system message. If there is none, the first message is an ordinary one.",
            look="What do you take for the system message in a chat that begins with a user message?",
        ),
        slip(
            "numbers come back instead of messages",
            edit=(GIVEN, "return [*range(first), *range(start, len(messages))], list(range(first, start))"),
            also=[(GIVEN, 'return [m["content"] for m in messages[:first] + messages[start:]], [m["content"] for m in messages[first:start]]')],
            why="The chat template expects messages.",
            look="What does the docstring promise?",
        ),
        slip(
            "a last question that does not fit raises no ValueError",
            edit=(NO_ROOM, "return messages[:first], messages[first:]"),
            also=['def fit_context(messages, lengths, window, reserve):\n    s = int(messages[0]["role"] == "system")\n    starts = [i for i, m in enumerate(messages) if m["role"] == "user"]\n    if sum(lengths[:s]) + sum(lengths[starts[-1]:]) > window:\n        raise ValueError("no room")\n    for i in starts:\n        if sum(lengths[:s]) + sum(lengths[i:]) <= window - reserve:\n            return messages[:s] + messages[i:], messages[s:i]\n', (NO_ROOM, "assert False")],
            why="The model would answer a chat without a question, or one that the window cuts off somewhere.",
            look="What does the docstring promise when not even the last question fits?",
        ),
        slip(
            "the caller's messages are changed",
            edit=(GIVEN, "kept, gone = messages[:first] + messages[start:], messages[first:start]\n            del messages[first:start]\n            return kept, gone"),
            also=['def fit_context(messages, lengths, window, reserve):\n    system = [messages.pop(0)] if messages[0]["role"] == "system" else []\n    lengths = list(lengths)\n    used = lengths.pop(0) if system else 0\n    gone = []\n    while used + sum(lengths) > window - reserve:\n        if len(messages) < 3:\n            raise ValueError("no room")\n        gone += [messages.pop(0), messages.pop(0)]\n        del lengths[:2]\n    return system + messages, gone\n'],
            why="The chat on the screen would lose messages that merely didn't fit into the window.",
            look="Which of your operations modify `messages`?",
        ),
        slip(
            'messages with the same content are taken for the same message',
            edit=(GIVEN, "kept = messages[:first] + messages[start:]\n            return kept, [message for message in messages if message not in kept]"),
            also=[(GIVEN, "kept = messages[:first] + messages[start:]\n            return kept, [message for message in messages[first:] if message not in kept]"), (GIVEN, "gone = messages[first:start]\n            return [message for message in messages if message not in gone], gone")],
            why='A user may ask the same question twice. `in` compares what the messages say, so an old one that equals a kept one is in neither of your lists.',
            look='How many messages do your two lists have together, and how many does the chat have?',
        ),
    ]  # fmt: skip
    equivalent = {
        'first = int(messages[0]["role"] <= "system")': "a chat begins with the system or a user",
        'starts = [i for i, message in enumerate(messages) if message["role"] >= "user"]': "no role comes after it in the alphabet",
    }
    promises = {
        "everything fits": dict(keep=3, slack=0),
        "no system message": dict(roles="uauauau"),
        "only the question": dict(roles="u"),
        "exchanges with tools": dict(roles="suatauatau"),
        "a tool's result in the last exchange": dict(roles="suauauat"),
        "equal exchanges": dict(alike=True),
        "a question without an answer": dict(roles="uauu"),
        "nothing is reserved": dict(reserve=0),
        "filled to the last token": dict(roles="su", slack=0),
        "no holes": dict(order="older shorter"),
        "the messages left out": "left out",
        "a ValueError": "no room",
        "messages are left as they are": "messages unchanged",
    }
