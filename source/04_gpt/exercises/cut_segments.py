"""Cut a long text into overlapping segments in which each target token is scored exactly once.

Oracle: segment starts first, then a set of the positions that have already been scored.
"""

import numpy as np

from autograder.authoring import exercise, slip


@exercise("cut_segments", points=5, forbid=["utils.training"])
class _:
    cases = [
        dict(n=18, context=4, overlap=1),
        dict(n=13, context=4, overlap=0),
        dict(n=20, context=6, overlap=3),
        dict(n=9, context=8, overlap=5),  # one segment is enough
        dict(n=11, context=5, overlap=4),
        dict(n=16, context=6, overlap=2, repeats=True),  # every token occurs twice
    ]

    def inputs(rng, n, context, overlap, repeats=False):
        ids = rng.permutation(100)[:n]
        if repeats:
            ids[n // 2 :] = ids[: n - n // 2]
        return {"ids": ids, "context": context, "overlap": overlap}

    def oracle(ids, context, overlap):
        """First where each segment begins, then which targets no earlier segment has scored."""
        last = len(ids) - 1 - context
        begins = [0]
        while begins[-1] < last:
            begins.append(min(begins[-1] + context - overlap, last))
        inputs, targets, judged = [], [], set()
        for begin in begins:
            places = range(begin + 1, begin + context + 1)
            inputs.append([ids[place - 1] for place in places])
            targets.append([-100 if place in judged else ids[place] for place in places])
            judged |= set(places)
        found = {"inputs": np.array(inputs), "targets": np.array(targets)}
        return found | {"ids unchanged": {"targets": found["targets"], "ids": ids}}

    weights = {"inputs": 2, "targets": 2, "ids unchanged": 1}

    equivalent = {
        "while done != n_targets:": "done never passes the end",
        "while done is not n_targets:": "small integers are one object in CPython, so `is not` is `!=` here",
    }

    alternatives = {
        "where segments begin, then masks": """
            last = len(ids) - 1 - context
            begins = list(range(0, last, context - overlap)) + [last]
            begins = torch.tensor(begins)
            places = begins.unsqueeze(1) + torch.arange(context)
            old = torch.cat([torch.zeros(1, dtype=torch.long), begins[:-1] + context])
            targets = ids[places + 1].masked_fill(places < old.unsqueeze(1), -100)
            return ids[places], targets
        """,
    }
    slips = [
        slip(
            "targets in the overlap are scored twice",
            edit=("        target[: done - begin] = -100\n", ""),
            why="Tokens in the overlap then count twice, one of those times with little context, so the mean mixes two different measurements.",
            look="What has to happen to targets that the previous segment has already scored?",
        ),
        slip(
            "the end of the text is dropped",
            edit=("    return torch.stack(inputs)", "    if len(inputs) > 1 and done - begin and (len(ids) - 1 - context) % (context - overlap):\n        inputs, targets = inputs[:-1], targets[:-1]\n    return torch.stack(inputs)"),
            also=[("while done < n_targets:", "while done == 0 or n_targets - done > overlap:")],
            why="The last tokens are never scored. That looks harmless, but for short texts they matter.",
            look="What is the last target of your last segment?",
        ),
        slip(
            "the targets are not shifted",
            edit=("ids[begin + 1 : end + 1]", "ids[begin:end]"),
            why="The model would be scored on repeating the token it has just read.",
            look="Which target belongs to the first input?",
        ),
        slip(
            "segments do not overlap",
            edit=("max(done - overlap, 0)", "done"),
            why="The first tokens of each segment then have no context.",
            look="Where does the second segment begin when overlap is 1?",
        ),
        slip(
            "the overlap is one token too short",
            edit=("max(done - overlap, 0)", "max(done - overlap + 1, 0)"),
            why="With overlap 1, the second segment begins with the last input of the first (see the table).",
            look="In the example, is 13 in both segments?",
        ),
        slip(
            "one target too many is hidden",
            edit=("target[: done - begin] = -100", "target[: done - begin + 1] = -100", "target[: done - begin + (done > 0)] = -100"),
            why="A target that no segment has scored yet is hidden, so it is never scored at all.",
            look="Count the targets that are not −100. Are there N − 1?",
        ),
        slip(
            "the inputs of the overlap are also hidden",
            edit=("        inputs.append(ids[begin:end])\n", "        source = ids[begin:end].clone()\n        source[: done - begin] = -100\n        inputs.append(source)\n"),
            also=[[("        inputs.append(ids[begin:end])\n", "        source = ids[begin:end].clone()\n        source[: done - begin] = -100\n        inputs.append(source)\n"), ("        target[: done - begin] = -100\n", "")]],
            why="The model should read the overlap as context. Only its targets are hidden, because they have been scored already.",
            look="In the table, are the × marks in an input row or a target row?",
        ),
        slip(
            "the last segment scores some targets twice",
            edit=("target[: done - begin] = -100", "target[: min(done - begin, overlap)] = -100", "target[: done - begin] = -100 if end < n_targets else target[: done - begin].clone()"),
            why="The last segment is moved back, so more of its targets than just the overlap have already been scored.",
            look="How many targets of the last segment did the previous one score?",
        ),
        slip(
            "the first segment loses the targets of an overlap that it does not have",
            edit=("target[: done - begin] = -100", "target[: max(done - begin, overlap)] = -100", "target[:overlap] = -100",),
            why="No earlier segment has scored the first tokens, so hiding them means they are never scored at all.",
            look="Count the targets that are not −100. Are there N − 1?",
        ),
        slip(
            "the last token is never scored",
            edit=("n_targets, done = len(ids) - 1, 0", "n_targets, done = len(ids) - 2, 0", "n_targets, done = max(len(ids) - 2, context), 0"),
            why="In a text of N tokens, N − 1 can be predicted, including the last one.",
            look="What is the last target of your last segment?",
        ),
        slip(
            "the last segment is padded, not moved back",
            edit=[
                ("end = min(max(done - overlap, 0) + context, n_targets)", "begin = max(done - overlap, 0)\n        end = min(begin + context, n_targets)"),
                ("        begin = end - context\n", ""),
                ("        inputs.append(ids[begin:end])", "        target = F.pad(target, (0, context - len(target)), value=-100)\n        inputs.append(F.pad(ids[begin:end], (0, begin + context - end)))"),
            ],
            why="The padding is not text, and the last real tokens have less context than they could have.",
            look="According to the text, where does the last segment end, and where does it begin?",
        ),
        slip(
            "there is an extra segment that scores nothing new",
            edit="n_targets, done = len(ids) - 1, 0\ninputs, targets = [], []\nfor begin in range(0, n_targets, context - overlap):\n    begin = min(begin, n_targets - context)\n    target = ids[begin + 1 : begin + context + 1].clone()\n    target[: max(0, done - begin)] = -100\n    inputs.append(ids[begin : begin + context])\n    targets.append(target)\n    done = begin + context\nreturn torch.stack(inputs), torch.stack(targets)",
            also=["n_targets, done = len(ids) - 1, 0\ninputs, targets = [], []\nfor begin in [*range(0, n_targets - context + 1, context - overlap), n_targets - context]:\n    begin = min(begin, n_targets - context)\n    target = ids[begin + 1 : begin + context + 1].clone()\n    target[: max(0, done - begin)] = -100\n    inputs.append(ids[begin : begin + context])\n    targets.append(target)\n    done = begin + context\nreturn torch.stack(inputs), torch.stack(targets)"],
            why="Once the text has been scored to its end, another segment only costs time. With a large overlap there can be many of them.",
            look="How many targets of your last segment are not −100?",
        ),
        slip(
            "targets are hidden with a number other than −100",
            edit=("= -100", "= -1", "= 0", "= 100"),
            why="`F.cross_entropy` ignores −100. Any other number causes an error or counts as a token.",
            look="What number does × stand for in the text?",
        ),
        slip(
            "the end of a segment is hidden, not its start",
            edit=("target[: done - begin] = -100", "target[len(target) - (done - begin) :] = -100"),
            why="The overlap is at the start of a segment, so the targets there have been scored already. Those at the end are new.",
            look="In the table, at which end of the second row is the ×?",
        ),
        slip(
            "one target too few is hidden",
            edit=("target[: done - begin] = -100", "target[: max(done - begin - 1, 0)] = -100"),
            why="The last target of each overlap then counts twice.",
            look="Count the targets that are not −100. Are there N − 1?",
        ),
        slip(
            "−100 is written into the text",
            edit=("ids[begin + 1 : end + 1].clone()", "ids[begin + 1 : end + 1]"),
            also=[[("        target = ids[begin + 1 : end + 1].clone()\n", "        source = ids[begin:end].clone()\n        target = ids[begin + 1 : end + 1]\n"), ("inputs.append(ids[begin:end])", "inputs.append(source)"), ("targets.append(target)", "targets.append(target.clone())")], [("ids[begin + 1 : end + 1].clone()", "ids[begin + 1 : end + 1]"), ("inputs.append(ids[begin:end])", "inputs.append(ids[begin:end].clone())"), ("targets.append(target)", "targets.append(target.clone())")]],
            why="A slice is a view, so from then on the caller's text and the next segment contain −100.",
            look="Print ids after your function has run.",
        ),
        slip(
            "targets are hidden if their token has occurred before",
            edit=("target[: done - begin] = -100", "target[torch.isin(target, ids[1 : done + 1])] = -100"),
            why="The same token can occur many times in a text. Each of these positions has a target of its own, and each must be scored once.",
            look="In a text where a token occurs twice, which of its two targets does your code hide?",
        ),
        slip(
            "the overlap is one token too long",
            edit=("max(done - overlap, 0)", "max(done - min(overlap + 1, context - 1), 0)"),
            why="With overlap 1, the second segment begins with the last input of the first (see the table).",
            look="In the example, which inputs are in both segments?",
        ),
        slip(
            "the earlier target is hidden, not the later one",
            edit=[("        target[: done - begin] = -100\n", "        if targets and done > begin:\n            targets[-1][begin - done :] = -100\n")],
            why="The later segment has less context for these targets, and the text asks it to hide what an earlier segment has scored.",
            look="In the table, is the × in the first row of targets or in the second?",
        ),
        slip(
            "the first segments are moved to make the text fit, not the last",
            edit="""
            def cut_segments(ids, context, overlap):
                n_targets = len(ids) - 1
                ends = [n_targets]
                while ends[0] > context:
                    ends.insert(0, max(ends[0] - (context - overlap), context))
                inputs, targets, done = [], [], 0
                for end in ends:
                    begin = end - context
                    target = ids[begin + 1 : end + 1].clone()
                    target[: done - begin] = -100
                    inputs.append(ids[begin:end])
                    targets.append(target)
                    done = end
                return torch.stack(inputs), torch.stack(targets)
            """,
            why="If you count back from the end, the second segment begins at an irregular distance from the first.",
            look="According to the text, from which end is the sequence cut?",
        ),
        slip(
            "a text that fits into one segment produces no segment",
            edit=("    n_targets, done = len(ids) - 1, 0\n", "    n_targets, done = len(ids) - 1, 0\n    if n_targets <= context:\n        return ids.new_zeros(0, context), ids.new_zeros(0, context)\n"),
            why="A text of context + 1 tokens has exactly enough targets for one segment.",
            look="With N = context + 1, how many times does your loop run?",
        ),
        slip(
            "each segment starts `overlap` tokens after the one before",
            edit="""
            def cut_segments(ids, context, overlap):
                n_targets, done, start = len(ids) - 1, 0, 0
                inputs, targets = [], []
                while done < n_targets:
                    end = min(start + context, n_targets)
                    begin = end - context
                    target = ids[begin + 1 : end + 1].clone()
                    target[: done - begin] = -100
                    inputs.append(ids[begin:end])
                    targets.append(target)
                    done = end
                    start += max(overlap, 1)
                return torch.stack(inputs), torch.stack(targets)
            """,
            why="`overlap` counts the tokens that two segments share. The distance between their starts is a different number.",
            look="With a context of 4 and an overlap of 1, how many new tokens does each segment add?",
        ),
    ]  # fmt: skip
    promises = {
        "a last segment that is moved back": dict(n=18, overlap=1),
        "no overlap": dict(overlap=0),
        "one segment": dict(n=9, context=8),
        "the largest overlap": dict(context=5, overlap=4),
        "tokens that occur more than once": dict(repeats=True),
        "ids stay as they are": "ids unchanged",
    }
