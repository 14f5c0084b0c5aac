"""T5's span corruption: inputs and targets with sentinels, for given spans.

Oracle: every id is marked with its span, then runs of equal marks are read off.
"""

import itertools

import numpy as np

from autograder.authoring import exercise, slip


def read_off(ids, spans, sentinel):
    """Inputs and targets as figure 2 of Raffel et al. 2020 shows them, read off a text in which each id is marked."""
    span_of = {}
    for number, (begin, length) in enumerate(spans):
        for place in range(begin, begin + length):
            span_of[place] = number
    marked = [(span_of.get(place), token) for place, token in enumerate(ids)]
    inputs, targets = [], []
    for number, group in itertools.groupby(marked, key=lambda pair: pair[0]):
        tokens = [token for _, token in group]
        if number is None:
            inputs += tokens
        else:
            inputs.append(sentinel - number)
            targets += [sentinel - number, *tokens]
    return inputs, [*targets, sentinel - len(spans)]


INPUTS = "inputs += ids[at:start] + [sentinel - number]"
TARGETS = "targets += [sentinel - number] + ids[start : start + length]"
RESULT = "inputs + ids[at:], targets + [sentinel - len(spans)]"


@exercise("span_corrupt", points=3)
class _:
    cases = [
        dict(n=12, lengths=(3, 1, 2)),
        dict(n=8, lengths=(2, 2), at="edges"),
        dict(n=6, lengths=()),
        dict(n=4, lengths=(4,), at="edges"),
        dict(n=15, lengths=(1, 1, 1, 1), at="close"),
        dict(n=9, lengths=(2, 2), same=True),
    ]
    weights = {"inputs": 3, "targets": 3, "arguments unchanged": 1}

    def inputs(rng, n, lengths, at="", same=False):
        """at: "edges", the first and last id are erased; "close", one id between two spans."""
        free = n - sum(lengths)
        gaps = len(lengths) + 1
        if at == "edges":
            between = [0, *[free // max(1, gaps - 2)] * (gaps - 2), 0]
        elif at == "close":
            between = [int(rng.integers(1, 4)), *[1] * (gaps - 2)]
            between.append(free - sum(between))
        else:
            cuts = sorted(int(c) for c in rng.choice(np.arange(1, free), gaps - 1, replace=False))
            between = [b - a for a, b in zip([0, *cuts], [*cuts, free])]
        spans, place = [], 0
        for gap, length in zip(between, lengths):
            place += gap
            spans.append([place, length])
            place += length
        values = rng.integers(10, 12, n) if same else rng.permutation(np.arange(10, 60))[:n]
        return {"ids": [int(v) for v in values], "spans": spans, "sentinel": int(rng.integers(90, 200))}

    def oracle(ids, spans, sentinel):
        inputs, targets = read_off(ids, spans, sentinel)
        return {
            "inputs": inputs,
            "targets": targets,
            "arguments unchanged": {"inputs": inputs, "targets": targets, "ids": ids, "spans": spans},
        }

    alternatives = {
        "one walk over all places": """
            begins = {start: (number, length) for number, (start, length) in enumerate(spans)}
            inputs, targets, place = [], [], 0
            while place < len(ids):
                if place in begins:
                    number, length = begins[place]
                    inputs.append(sentinel - number)
                    targets.append(sentinel - number)
                    targets.extend(ids[place : place + length])
                    place += length
                else:
                    inputs.append(ids[place])
                    place += 1
            targets.append(sentinel - len(begins))
            return inputs, targets
        """,
        "from the back, by slices": """
            inputs, targets = list(ids), [sentinel - len(spans)]
            for number in range(len(spans) - 1, -1, -1):
                start, length = spans[number]
                targets = [sentinel - number, *ids[start : start + length], *targets]
                inputs[start : start + length] = [sentinel - number]
            return inputs, targets
        """,
    }
    slips = [
        slip(
            "every erased id leaves a sentinel of its own",
            edit=(INPUTS, "inputs += ids[at:start] + [sentinel - number] * length"),
            why="The inputs would reveal how long each gap is, and they wouldn't be shorter than the text.",
            look="How many ids are in your inputs for a span of three?",
        ),
        slip(
            "sentinels count upwards",
            edit=[(INPUTS, INPUTS.replace("sentinel - number", "sentinel + number")), (TARGETS, TARGETS.replace("sentinel - number", "sentinel + number")), (RESULT, RESULT.replace("sentinel - len", "sentinel + len"))],
            why="The first one is the last id of T5's vocabulary, so the next ones count down from it.",
            look="What is the id of the second sentinel?",
        ),
        slip(
            "all spans share one sentinel",
            edit=[(INPUTS, INPUTS.replace("sentinel - number", "sentinel")), (TARGETS, TARGETS.replace("sentinel - number", "sentinel"))],
            also=[[(INPUTS, INPUTS.replace("sentinel - number", "sentinel")), (TARGETS, TARGETS.replace("sentinel - number", "sentinel")), (RESULT, RESULT.replace("sentinel - len(spans)", "sentinel"))]],
            why="Then it's impossible to tell which answer belongs to which gap.",
            look="Which sentinel is in your second gap?",
        ),
        slip(
            "the final sentinel is missing",
            edit=(RESULT, "inputs + ids[at:], targets"),
            why="It tells the model, and any reader, that the last span is over.",
            look="What is at the end of the targets in the example?",
        ),
        slip(
            "the final sentinel has already been used",
            edit=(RESULT, RESULT.replace("sentinel - len(spans)", "sentinel - len(spans) + 1")),
            also=[(RESULT, RESULT.replace("sentinel - len(spans)", "sentinel"))],
            why="The final sentinel is a new one, for a gap that doesn't exist.",
            look="How many different sentinels are in your targets?",
        ),
        slip(
            "the final sentinel is in the inputs as well",
            edit=(RESULT, "inputs + ids[at:] + [sentinel - len(spans)], targets + [sentinel - len(spans)]"),
            why="There is no gap at the end of the inputs.",
            look="How many sentinels are in your inputs?",
        ),
        slip(
            "the text after the last span is lost",
            edit=(RESULT, RESULT.replace("inputs + ids[at:]", "inputs")),
            why="Everything that isn't deleted stays in the inputs.",
            look="Which id do your inputs end with?",
        ),
        slip(
            "erased ids stay in the inputs",
            edit=("at = start + length", "at = start"),
            also=[(INPUTS, "inputs += ids[at : start + length] + [sentinel - number]")],
            why="The model could copy the answer.",
            look="Which ids are in both your inputs and your targets?",
        ),
        slip(
            "the length is taken for an end",
            edit=[(TARGETS, TARGETS.replace("ids[start : start + length]", "ids[start:length]")), ("at = start + length", "at = length")],
            also=[[(TARGETS, TARGETS.replace("start + length]", "start + length + 1]")), ("at = start + length", "at = start + length + 1")]],
            why="A span is a start and a length: (4, 2) erases the ids at positions 4 and 5.",
            look="How many ids does the span (4, 2) erase?",
        ),
        slip(
            "the targets hold no sentinels",
            edit=(TARGETS, TARGETS.replace("[sentinel - number] + ", "")),
            why="A reader couldn't tell where one span ends and the next begins.",
            look="How does a reader know which gap an id belongs to?",
        ),
        slip(
            "the sentinel comes after its span",
            edit=(TARGETS, "targets += ids[start : start + length] + [sentinel - number]"),
            why="The sentinel announces the span that follows it.",
            look="In the example, what do the targets begin with?",
        ),
        slip(
            "the targets are the whole text",
            edit=(RESULT, RESULT.replace("targets + [sentinel - len(spans)]", "list(ids)")),
            why="That is BART's objective. T5 writes only the erased spans, which is much shorter.",
            look="How long are your targets?",
        ),
        slip(
            "each erased id becomes a mask, as in BERT",
            edit=[(INPUTS, "inputs += ids[at:start] + [sentinel] * length"), (RESULT, "inputs + ids[at:], list(ids)")],
            why="BERT keeps the length and predicts each position by itself. Here a decoder writes the text.",
            look="How many ids are in your inputs for a span of three?",
        ),
        slip(
            "the ids are overwritten",
            edit="inputs, targets = ids, []\nfor number, (start, length) in reversed(list(enumerate(spans))):\n    targets = [sentinel - number] + ids[start : start + length] + targets\n    inputs[start : start + length] = [sentinel - number]\nreturn inputs, targets + [sentinel - len(spans)]",
            why="The caller's text is gone, and the next epoch would cut its spans from the shortened text.",
            look="What is in `ids` after the call?",
        ),
        slip(
            "the targets are empty where there are no spans",
            edit="""
            def span_corrupt(ids, spans, sentinel):
                if not spans:
                    return list(ids), []
                inputs, targets, last = [], [], 0
                for n, (start, length) in enumerate(spans):
                    inputs += ids[last:start] + [sentinel - n]
                    targets += [sentinel - n] + ids[start : start + length]
                    last = start + length
                return inputs + ids[last:], targets + [sentinel - len(spans)]
            """,
            why="The closing sentinel is there even without spans.",
            look="What are the targets of a text that stays whole?",
        ),
        slip(
            "the last span's sentinel also closes the targets",
            edit="""
            def span_corrupt(ids, spans, sentinel):
                inputs, targets, last, n = [], [], 0, 0
                for n, (start, length) in enumerate(spans):
                    inputs += ids[last:start] + [sentinel - n]
                    targets += [sentinel - n] + ids[start : start + length]
                    last = start + length
                return inputs + ids[last:], targets + [sentinel - n]
            """,
            why="The closing sentinel is new.",
            look="How many different sentinels are in your targets?",
        ),
        slip(
            "a span at the beginning is skipped",
            edit="""
            def span_corrupt(ids, spans, sentinel):
                inputs, targets, last, n = [], [], 0, 0
                for start, length in spans:
                    if ids[last:start]:
                        inputs += ids[last:start] + [sentinel - n]
                        targets += [sentinel - n] + ids[start : start + length]
                        n += 1
                    last = start + length
                return inputs + ids[last:], targets + [sentinel - n]
            """,
            why="A text may begin with a gap.",
            look="What does your code make of a span that starts at 0?",
        ),
        slip(
            "positions in the whole text are used after it has become shorter",
            edit="""
            def span_corrupt(ids, spans, sentinel):
                inputs, targets = list(ids), []
                for n, (start, length) in enumerate(spans):
                    targets += [sentinel - n] + inputs[start : start + length]
                    inputs[start : start + length] = [sentinel - n]
                return inputs, targets + [sentinel - len(spans)]
            """,
            why="Each deleted span moves everything after it.",
            look="Where is the second span after the first has been erased?",
        ),
        slip(
            "ids are erased wherever they occur",
            edit="""
            def span_corrupt(ids, spans, sentinel):
                inputs, targets = [], []
                first = {ids[start]: n for n, (start, length) in enumerate(spans)}
                gone = {i for start, length in spans for i in ids[start : start + length]}
                for i in ids:
                    if i in first:
                        inputs.append(sentinel - first[i])
                    elif i not in gone:
                        inputs.append(i)
                for n, (start, length) in enumerate(spans):
                    targets += [sentinel - n] + ids[start : start + length]
                return inputs, targets + [sentinel - len(spans)]
            """,
            why="A span means positions, not values.",
            look="What remains of a text in which an erased id occurs twice?",
        ),
        slip(
            "the caller's spans are used up",
            edit="""
            def span_corrupt(ids, spans, sentinel):
                inputs, targets, last, n = [], [], 0, 0
                while spans:
                    start, length = spans.pop(0)
                    inputs += ids[last:start] + [sentinel - n]
                    targets += [sentinel - n] + ids[start : start + length]
                    last, n = start + length, n + 1
                return inputs + ids[last:], targets + [sentinel - n]
            """,
            why="The caller needs them again for the next epoch.",
            look="What is in `spans` after the call?",
        ),
    ]  # fmt: skip
    promises = {
        "several spans": dict(lengths=(3, 1, 2)),
        "spans at both ends": dict(n=8, at="edges"),
        "no spans": dict(lengths=()),
        "the whole text": dict(n=4, at="edges"),
        "one id between two spans": dict(at="close"),
        "ids that occur more than once": dict(same=True),
        "the arguments are not modified": "arguments unchanged",
    }
