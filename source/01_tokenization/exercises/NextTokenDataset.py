"""A dataset of token windows whose targets are the same windows shifted by one position.

Oracle: plain Python indexing over all window starts that fit.
"""

import numpy as np

from autograder.authoring import exercise, slip


@exercise("NextTokenDataset", points=4)
class _:
    cases = [
        dict(n=12, context_length=4, stride=4),
        dict(n=13, context_length=4, stride=4),
        dict(n=11, context_length=5, stride=2),
        dict(n=16, context_length=3, stride=5),
        dict(n=6, context_length=5, stride=3),
        dict(n=5, context_length=5, stride=1),
        dict(n=4, context_length=1, stride=1),
    ]
    weights = {"n_windows": 1, "inputs": 2, "targets": 2, "iterated": 1}

    def inputs(rng, n, context_length, stride):
        if n > context_length + 1:  # whole strides more, so the remainder at the end stays the same
            n += stride * int(rng.integers(8))
        return {"ids": rng.permutation(500)[:n], "context_length": context_length, "stride": stride}

    def oracle(ids, context_length, stride):
        starts = [s for s in range(len(ids)) if s % stride == 0 and s + context_length < len(ids)]
        inputs = [np.array([ids[s + t] for t in range(context_length)]) for s in starts]
        targets = [np.array([ids[s + t + 1] for t in range(context_length)]) for s in starts]
        return {
            "n_windows": {"of the stream": len(starts), "of a shorter one": 0},
            "inputs": inputs,
            "targets": targets,
            "iterated": [context_length for _ in starts],
        }

    alternatives = {
        "the list of starts": """
            class NextTokenDataset(Dataset):
                def __init__(self, ids, context_length, stride):
                    self.ids, self.context_length = ids, context_length
                    self.starts = list(range(0, len(ids) - context_length, stride))

                def __len__(self):
                    return len(self.starts)

                def __getitem__(self, index):
                    window = self.ids[self.starts[index] :][: self.context_length + 1]
                    return window[:-1], window[1:]
        """,
        "all windows made at once": """
            class NextTokenDataset(Dataset):
                def __init__(self, ids, context_length, stride):
                    self.inputs, self.targets = [], []
                    start = 0
                    while start + context_length + 1 <= len(ids):
                        self.inputs.append(ids[start : start + context_length])
                        self.targets.append(ids[start + 1 : start + 1 + context_length])
                        start += stride

                def __len__(self):
                    return len(self.inputs)

                def __getitem__(self, index):
                    return self.inputs[index], self.targets[index]
        """,
    }
    slips = [
        slip(
            "the targets are not shifted",
            edit=(
                "self.ids[start + 1 : start + self.context_length + 1]",
                "self.ids[start : start + self.context_length]",
            ),
            why="A model asked for the token that it sees learns to copy. Its loss falls to zero within minutes, and it can "
            "predict nothing.",
            look="Lay the first window's inputs and targets side by side. Which token follows the first input?",
        ),
        slip(
            "the last window is left out",
            edit=(
                "len(range(0, len(self.ids) - self.context_length, self.stride))",
                "max(0, (len(self.ids) - self.context_length - 1) // self.stride)",
            ),
            why="Some of the data is never used. With a short text, that can be all of it.",
            look="With six tokens and a context of five, how many windows are there? Are you counting the posts, or the gaps between them?",
            also=[
                (
                    "range(0, len(self.ids) - self.context_length, self.stride)",
                    "range(0, len(self.ids) - self.context_length - 1, self.stride)",
                )
            ],
        ),
        slip(
            "the last window is left out unless it ends exactly where the stream does",
            edit=(
                "len(range(0, len(self.ids) - self.context_length, self.stride))",
                "max(0, (len(self.ids) - self.context_length) // self.stride)",
            ),
            why="An integer division rounds down, so a window that would still have fitted is lost.",
            look="Write down the starts for 11 tokens, context length 5 and stride 2. How many are there?",
        ),
        slip(
            "the last window reads past the end",
            edit=(
                "len(self.ids) - self.context_length, self.stride",
                "len(self.ids) - self.context_length + 1, self.stride",
            ),
            also=[
                (
                    "len(self.ids) - self.context_length, self.stride",
                    "len(self.ids), self.stride",
                ),
            ],
            why="Every window needs one token more than its inputs, the target of its last position. A slice past the end is "
            "silently shorter, and batches cannot be stacked.",
            look="How many tokens does a window of length T touch, targets included?",
        ),
        slip(
            "windows start at every multiple of the context length",
            edit=("start = index * self.stride", "start = index * self.context_length"),
            why="The stride is the distance between the starts of two windows: if it is smaller than the context length, windows "
            "overlap, and if it is larger, tokens are skipped.",
            look="Which argument does your start not depend on?",
        ),
        slip(
            "windows start at every token",
            edit=("start = index * self.stride", "start = index"),
            also=[
                [
                    ("start = index * self.stride", "start = index"),
                    (
                        "len(self.ids) - self.context_length, self.stride",
                        "len(self.ids) - self.context_length",
                    ),
                    ("range(0, len", "range(len"),
                ]
            ],
            why="The stride is the distance from the start of one window to the start of the next. Without it, windows overlap almost "
            "completely.",
            look="Where should window 1 start if the stride is 4?",
        ),
        slip(
            "inputs and targets are one token short",
            edit=[
                (
                    "self.ids[start : start + self.context_length]",
                    "self.ids[start : start + self.context_length - 1]",
                ),
                (
                    "self.ids[start + 1 : start + self.context_length + 1]",
                    "self.ids[start + 1 : start + self.context_length]",
                ),
            ],
            why="A window of T inputs and T targets covers T + 1 tokens. If you cut it to T tokens in all, each window trains on one "
            "position fewer than the model can take.",
            look="How many positions should the inputs have?",
        ),
        slip(
            "reading past the last window raises no error",
            edit=("if not 0 <= index < len(self):", "if False:"),
            also=[
                ('raise IndexError(f"there is no window {index}; there are {len(self)}")', "return None"),
                ('raise IndexError(f"there is no window {index}; there are {len(self)}")', "return [], []"),
            ],
            why="Python's `for` ends when the next index raises IndexError. Slicing never raises one, so a loop over the dataset would "
            "go on forever with empty windows.",
            look="What does your dataset return for index len(dataset)?",
        ),
        slip(
            "the length takes no account of the stride",
            edit=(
                "len(range(0, len(self.ids) - self.context_length, self.stride))",
                "max(0, len(self.ids) - self.context_length)",
            ),
            why="With stride 4 a window starts at every fourth token, so there are about a quarter as many. Larger indices "
            "read past the end.",
            look="Write down the starts for 12 tokens, context length 4 and stride 4. How many are there?",
            also=[
                [
                    (
                        "len(range(0, len(self.ids) - self.context_length, self.stride))",
                        "max(0, len(self.ids) - self.context_length)",
                    ),
                    (
                        "not 0 <= index < len(self)",
                        "index * self.stride >= len(self.ids) - self.context_length",
                    ),
                ]
            ],
        ),
        slip(
            "the windows are counted by division alone",
            edit=(
                "len(range(0, len(self.ids) - self.context_length, self.stride))",
                "len(self.ids) // self.context_length",
                "len(self.ids) // self.stride",
                "(len(self.ids) - 1) // self.context_length",
            ),
            why="That is the number of whole blocks in the stream. It ignores the stride, or the token after the last input, which "
            "the last target needs.",
            look="Which starts are there for 11 tokens, context length 5 and stride 2, and how many does your formula give?",
        ),
        slip(
            "a stream that is shorter than a window has a negative number of windows",
            edit=(
                "len(range(0, len(self.ids) - self.context_length, self.stride))",
                "(len(self.ids) - self.context_length - 1) // self.stride + 1",
            ),
            why="Python refuses a negative length with an error that doesn't mention windows. A short document has none: 0.",
            look="What does your formula give for three tokens, context length 5 and stride 1?",
        ),
        slip(
            "one window past the last can be read",
            edit=("0 <= index < len(self)", "0 <= index <= len(self)"),
            why="Indices count from 0, so the last one is one below the length. A `for` over the dataset would end with a short "
            "window, which cannot be stacked.",
            look="What does your dataset return for index len(dataset)?",
        ),
        slip(
            "the targets are the window that follows",
            edit=(
                "self.ids[start + 1 : start + self.context_length + 1]",
                "self.ids[start + self.context_length : start + 2 * self.context_length]",
            ),
            why="Every position predicts its own next token. With the following block as targets, position 0 would have to guess a "
            "token that is T positions away.",
            look="Which token follows the first input, and where is it in your targets?",
        ),
        slip(
            "all datasets share one state",
            edit=(
                "        self.ids = ids  # (N,)\n        self.context_length = context_length\n        self.stride = stride\n",
                "        type(self).ids = ids\n        type(self).context_length = context_length\n        type(self).stride = stride\n",
            ),
            why="What is stored on the class belongs to all its objects. As soon as there is a second dataset, for validation say, the first "
            "one reads the second one's tokens.",
            look="Create two datasets and ask the first one for its length. What do you assign to in __init__?",
        ),
        slip(
            "inputs and targets are swapped",
            edit=("return inputs, targets", "return targets, inputs"),
            why="The model would see the next token and be asked for the one before it.",
            look="Which of the two comes first in the docstring?",
        ),
        slip(
            "there is only one target for a whole window",
            edit=(
                "self.ids[start + 1 : start + self.context_length + 1]",
                "self.ids[start + self.context_length]",
                "self.ids[start + self.context_length : start + self.context_length + 1]",
            ),
            why="Every position predicts its next token, so one window is T training examples at once. With one target, T − 1 of them are lost.",
            look="How many predictions does a model make for a window of T tokens?",
        ),
        slip(
            "the targets are not the inputs shifted by one to the left",
            edit=(
                "self.ids[start + 1 : start + self.context_length + 1]",
                "self.ids[start + 2 : start + self.context_length + 2]",
                "self.ids[max(start - 1, 0) : start + self.context_length - 1]",
                "self.ids[start : start + self.context_length].roll(-1)",
                "self.ids[start : start + self.context_length].roll(1)",
            ),
            why="Position t has to predict the very next token, and for the last position that token lies outside the inputs.",
            look="Write the inputs and the targets of one window below each other. Which token should be below the last input?",
        ),
        slip(
            "each window comes with an axis for the batch",
            edit=(
                "return inputs, targets",
                "return inputs[None], targets[None]",
                "return inputs[:, None], targets[:, None]",
            ),
            why="Stacking windows into a batch is the next step, and it adds that axis itself.",
            look="What is the shape of one of your inputs?",
        ),
        slip(
            "an item is not a pair of inputs and targets",
            edit=(
                "return inputs, targets",
                'return {"inputs": inputs, "targets": targets}',
                'return {"input_ids": inputs, "labels": targets}',
                "return inputs",
                "return self.ids[start : start + self.context_length + 1]",
            ),
            why="The loop that follows unpacks an item with `inputs, targets = dataset[i]`.",
            look="According to the docstring, what is dataset[i]?",
        ),
        slip(
            "the end is reported by an error other than IndexError",
            edit=("raise IndexError(", "raise ValueError(", "raise RuntimeError(", "raise KeyError("),
            why="Python's `for` stops at an IndexError and passes every other error on.",
            look="Which error does a list raise for an index that is too large?",
        ),
    ]
    equivalent = {
        "if not 0 <= index != len(self):": "a loop asks for one index after the other and stops at the first IndexError",
        "if not 0 <= index is not len(self):": "the same, for small numbers, which are single objects in CPython",
        "if not -1 <= index < len(self):": "nothing is promised about negative indices",
    }
    promises = {
        "the number of windows that fit": "n_windows",
        "none in a stream that is shorter": "n_windows",
        "windows that overlap": dict(context_length=5, stride=2),
        "windows that skip tokens": dict(context_length=3, stride=5),
        "one window that fits exactly": dict(n=6, context_length=5),
        "a stream of T tokens has no window": dict(n=5, context_length=5),
        "T inputs": "inputs",
        "T targets, one further on, int64": "targets",
        "IndexError where there is no window": "iterated",
    }
