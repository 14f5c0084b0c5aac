"""A KV cache that grows: append keys and values of new tokens, return all so far.

Oracle: NumPy arrays of the full length, filled token by token.
"""

import numpy as np

from autograder.authoring import exercise, slip

from ._shared import FINISHED


@exercise("KVCache", points=3, forbid=FINISHED)
class _:
    # The second case has chunks of one size, H and d as large as them: every wrong axis fits.
    cases = [
        dict(B=2, H=3, chunks=[(4, 15), (1, 1), (1, 1)], d=5),
        dict(B=2, H=2, chunks=[(2, 2), (2, 2), (2, 2)], d=2),
        dict(B=1, H=4, chunks=[(1, 1), (20, 31), (2, 11), (1, 1)], d=3),  # more than a few
    ]

    def inputs(rng, B, H, chunks, d):
        chunks = [int(rng.integers(*each, endpoint=True)) for each in chunks]
        return {
            "keys": [rng.standard_normal((B, H, t, d)) for t in chunks],
            "values": [rng.standard_normal((B, H, t, d)) for t in chunks],
        }

    def oracle(keys, values):
        """Written token by token into arrays that are large enough from the start."""
        B, H, _, d = keys[0].shape
        S = sum(chunk.shape[2] for chunk in keys)
        store = np.zeros((2, B, H, S, d))
        lengths, end = [], 0
        for k, v in zip(keys, values):
            for t in range(k.shape[2]):
                store[0, :, :, end], store[1, :, :, end] = k[:, :, t], v[:, :, t]
                end += 1
            lengths.append(end)
        return {"keys": store[0], "values": store[1], "length after each chunk": lengths}

    alternatives = {
        "a list of chunks, joined on demand": """
            class KVCache:
                def __init__(self):
                    self.chunks = []
                    self.length = 0

                def append(self, k, v):
                    self.chunks.append((k, v))
                    self.length += k.size(-2)
                    keys, values = zip(*self.chunks)
                    return torch.cat(keys, -2), torch.cat(values, -2)
        """,
        "one tensor for both, token by token": """
            class KVCache:
                def __init__(self):
                    self.tokens = []
                    self.length = 0

                def append(self, k, v):
                    for both in torch.stack([k, v]).unbind(3):
                        self.tokens.append(both)
                    self.length = len(self.tokens)
                    store = torch.stack(self.tokens, dim=3)
                    return store[0], store[1]
        """,
    }
    slips = [
        slip(
            "the new chunk replaces the old ones",
            edit=("if self.k is not None:", "if False:"),
            why="The next query then sees only the newest tokens, so the model has forgotten the rest of the text.",
            look="What do `self.k` and `self.v` hold after the second call?",
        ),
        slip(
            "keys are joined and values overwritten",
            edit=("v = torch.cat([self.v, v], dim=2)", "v = v.clone()"),
            why="Attention computes a weight for every token, but finds values only for the newest ones.",
            look="Does your code treat keys and values the same way?",
        ),
        slip(
            "keys are stored where values belong",
            edit=("self.k, self.v, self.length = k, v,", "self.k, self.v, self.length = k, k,"),
            also=[[("if self.k is not None:", "new = k\n        if self.k is not None:"), ("torch.cat([self.v, v], dim=2)", "torch.cat([self.v, new], dim=2)")], ("            v = torch.cat([self.v, v], dim=2)", "            v = k")],
            why="The scores are right, but what attention then averages are keys, not values.",
            look="Which tensor do you keep under `self.v`?",
        ),
        slip(
            "the chunks are joined along the heads",
            edit=[("[self.k, k], dim=2", "[self.k, k], dim=1"), ("[self.v, v], dim=2", "[self.v, v], dim=1")],
            also=[[("[self.k, k], dim=2", "[self.k, k], dim=1"), ("[self.v, v], dim=2", "[self.v, v], dim=1"), ("if self.k is not None:", "self.length += k.shape[2]\n        if self.k is not None:"), ("self.k, self.v, self.length = k, v, k.shape[2]", "self.k, self.v = k, v")]],
            why="Every call then adds heads, and the sequences stay as short as they were.",
            look="Which of the four axes (B, H, t, d) counts tokens?",
        ),
        slip(
            "the chunks are joined along the features",
            edit=[("[self.k, k], dim=2", "[self.k, k], dim=3"), ("[self.v, v], dim=2", "[self.v, v], dim=3")],
            also=[[("[self.k, k], dim=2", "[self.k, k], dim=3"), ("[self.v, v], dim=2", "[self.v, v], dim=3"), ("if self.k is not None:", "self.length += k.shape[2]\n        if self.k is not None:"), ("self.k, self.v, self.length = k, v, k.shape[2]", "self.k, self.v = k, v")]],
            why="Every call then makes the keys wider, and the sequences stay as short as they were.",
            look="Which of the four axes (B, H, t, d) counts tokens?",
        ),
        slip(
            "the chunks are joined along the batch",
            edit=[("[self.k, k], dim=2", "[self.k, k], dim=0"), ("[self.v, v], dim=2", "[self.v, v], dim=0")],
            also=[[("[self.k, k], dim=2", "[self.k, k], dim=0"), ("[self.v, v], dim=2", "[self.v, v], dim=0"), ("if self.k is not None:", "self.length += k.shape[2]\n        if self.k is not None:"), ("self.k, self.v, self.length = k, v, k.shape[2]", "self.k, self.v = k, v")]],
            why="A chunk continues the sequences that are already there; it does not start new ones.",
            look="Which of the four axes (B, H, t, d) counts tokens?",
        ),
        slip(
            "the newest tokens come first",
            edit=[("[self.k, k]", "[k, self.k]"), ("[self.v, v]", "[v, self.v]")],
            why="A causal mask counts positions from the start, so it would hide the wrong tokens.",
            look="In which order does `torch.cat` join the tensors in its list?",
        ),
        slip(
            "the length counts calls",
            edit=("k.shape[2]", "self.length + 1"),
            why="After a prompt of a hundred tokens the next one would be given position 1.",
            look="What should the length be after one call with four tokens?",
        ),
        slip(
            "the length counts only the newest chunk",
            edit=[
                ("if self.k is not None:", "new = k.shape[2]\n        if self.k is not None:"),
                ("v, k.shape[2]", "v, new"),
            ],
            why="The position of the next token is the number of all tokens so far.",
            look="What should the length be after chunks of 4, 1 and 1 tokens?",
        ),
        slip(
            "the length is read from another axis",
            edit=("k.shape[2]", "k.shape[1]"),
            why="That axis is the number of heads, which never changes.",
            look="Which of the four axes (B, H, S, d) counts tokens?",
        ),
        slip(
            "the length stays 0",
            edit=("self.k, self.v, self.length = k, v, k.shape[2]", "self.k, self.v = k, v"),
            why="The length is the position of the next token, so every token would claim to be the first.",
            look="Which attributes does `__init__` create, and which of them does your code change?",
        ),
        slip(
            "only the new chunk is returned",
            edit=[
                ("if self.k is not None:", "new = k, v\n        if self.k is not None:"),
                ("return k, v", "return new"),
            ],
            why="Everything is stored, but attention never gets to see it.",
            look="What should the method return, according to its docstring?",
        ),
        slip(
            "the joined tensors are returned but not stored",
            edit=[
                ("if self.k is not None:", "self.length += k.shape[2]\n        if self.k is not None:"),
                ("self.k, self.v, self.length = k, v, k.shape[2]", "if self.k is None:\n            self.k, self.v = k, v"),
            ],
            also=[("self.k, self.v, self.length = k, v, k.shape[2]", "if self.k is None:\n            self.k, self.v = k, v\n        self.length = k.shape[2]")],
            why="The second chunk is seen once, and when the third arrives it is forgotten.",
            look="What do `self.k` and `self.v` hold after the second call?",
        ),
        slip(
            "values are returned before keys",
            edit=("return k, v", "return v, k"),
            why="The caller unpacks keys first, so it would score queries against values.",
            look="In which order does the docstring list them?",
        ),
        slip(
            "the length counts the tokens of all sequences together",
            edit=("v, k.shape[2]", "v, k.shape[0] * k.shape[2]"),
            why="The sequences of a batch grow side by side, so the next token has the same position in all of them.",
            look="What should the length be after one call with four tokens in each of two sequences?",
        ),
        slip(
            "the first chunk is not counted",
            edit=[("if self.k is not None:", "if self.k is not None:\n            self.length += k.shape[2]"), ("self.k, self.v, self.length = k, v, k.shape[2]", "self.k, self.v = k, v")],
            why="The prompt is where most tokens are. Without it, the first generated token would be given position 0.",
            look="What is the length after the very first call?",
        ),
        slip(
            "only the newest tokens are kept",
            edit=("self.k, self.v, self.length = k, v, k.shape[2]", "self.k, self.v, self.length = k[:, :, -8:], v[:, :, -8:], k.shape[2]", "k, v = k[:, :, -8:], v[:, :, -8:]\n        self.k, self.v, self.length = k, v, k.shape[2]", "k = k[:, :, -8:]\n        self.k, self.v, self.length = k, v, k.shape[2]"),
            why="Nothing may be lost, because a query looks at every token before it. (Windows come later in this lesson.)",
            look="How many tokens should be returned after 34 have been appended?",
        ),
        slip(
            "the length adds up the joined tokens",
            edit=("self.k, self.v, self.length = k, v, k.shape[2]", "self.k, self.v = k, v\n        self.length += k.shape[2]"),
            why="After the join, `k` already holds all tokens, so adding its length counts the old ones again.",
            look="After chunks of 4 and 1 tokens, how long is `k` when you add its length?",
        ),
        slip(
            "the values are joined in the reverse order",
            edit=("[self.v, v]", "[v, self.v]"),
            also=[("[self.k, k]", "[k, self.k]")],
            why="A key and its value then belong to different tokens.",
            look="Are keys and values joined in the same order?",
        ),
        slip(
            "values are joined and keys overwritten",
            edit=("            k = torch.cat([self.k, k], dim=2)  # (B, H, S, d)\n", ""),
            why="Attention then scores only the newest tokens, while the values of all tokens wait to be averaged.",
            look="Does your code treat keys and values the same way?",
        ),
    ]  # fmt: skip
    promises = {
        "chunks of any size": dict(B=2, H=3, d=5),
        "along the tokens, where every axis would fit": dict(H=2, d=2),
        "nothing is lost, however long the sequence": dict(H=4, d=3),
        "length counts tokens": "length after each chunk",
        "keys first, then values": "values",
    }
