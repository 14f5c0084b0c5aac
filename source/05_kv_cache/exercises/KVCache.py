"""A KV cache that grows: append the keys and values of new tokens, and return all so far.

Oracle: NumPy arrays of the full length, filled token by token.
"""

import numpy as np

from autograder.authoring import exercise, slip

from ._shared import FINISHED

# Lines of the solution that many mistakes change.
IF = "if self.k is not None:"
JOIN_K, JOIN_V = "k = torch.cat([self.k, k], dim=2)", "v = torch.cat([self.v, v], dim=2)"
STORE = "self.k, self.v, self.length = k, v, k.shape[2]"
# The length counted chunk by chunk, so it is right whatever happens to the tensors.
COUNTED = [(IF, f"self.length += k.shape[2]\n        {IF}"), (STORE, "self.k, self.v = k, v")]


def counted(start, *edits):
    """Edits that begin the branch with `start` instead of the solution's condition, with a length that is right."""
    return [(IF, f"self.length += k.shape[2]\n        {start}"), (STORE, "self.k, self.v = k, v"), *edits]


def only_one(axis):
    """Only the keys, or only the values, joined along another axis."""
    keys, values = (
        (JOIN_K, JOIN_K.replace("dim=2", f"dim={axis}")),
        (JOIN_V, JOIN_V.replace("dim=2", f"dim={axis}")),
    )
    return [keys, [keys, *COUNTED], values]


@exercise("KVCache", points=3, forbid=FINISHED)
class _:
    # The second case has chunks of one size, H and d as large as them: every wrong axis fits.
    cases = [
        dict(B=2, H=3, chunks=[(4, 15), (1, 1), (1, 1)], d=5),
        dict(B=2, H=2, chunks=[(2, 2), (2, 2), (2, 2)], d=2),
        dict(B=1, H=4, chunks=[(1, 1), (20, 31), (2, 11), (1, 1)], d=3),  # more than a few
    ]

    axes = {name: ["example", "head", "token", "feature"] for name in ("keys", "values")}

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
            "all keys are returned, but only the newest values",
            edit=("v = torch.cat([self.v, v], dim=2)", "v = v.clone()"),
            why="Attention computes a weight for every token, but finds values only for the newest ones.",
            look="Does your code treat keys and values the same way?",
        ),
        slip(
            "keys are returned where values belong",
            edit=("self.k, self.v, self.length = k, v,", "self.k, self.v, self.length = k, k,"),
            also=[[("if self.k is not None:", "new = k\n        if self.k is not None:"), ("torch.cat([self.v, v], dim=2)", "torch.cat([self.v, new], dim=2)")], ("            v = torch.cat([self.v, v], dim=2)", "            v = k")],
            why="The scores are right, but attention then averages keys instead of values.",
            look="Which tensor do you store in `self.v`, and which two do you return?",
        ),
        slip(
            "the chunks are joined along the heads",
            edit=[("[self.k, k], dim=2", "[self.k, k], dim=1"), ("[self.v, v], dim=2", "[self.v, v], dim=1")],
            also=[[("[self.k, k], dim=2", "[self.k, k], dim=1"), ("[self.v, v], dim=2", "[self.v, v], dim=1"), ("if self.k is not None:", "self.length += k.shape[2]\n        if self.k is not None:"), ("self.k, self.v, self.length = k, v, k.shape[2]", "self.k, self.v = k, v")], *only_one(1)],
            why="Every call then adds heads, but the sequences never get any longer.",
            look="Which of the four axes (B, H, t, d) counts tokens?",
        ),
        slip(
            "the chunks are joined along the features",
            edit=[("[self.k, k], dim=2", "[self.k, k], dim=3"), ("[self.v, v], dim=2", "[self.v, v], dim=3")],
            also=[[("[self.k, k], dim=2", "[self.k, k], dim=3"), ("[self.v, v], dim=2", "[self.v, v], dim=3"), ("if self.k is not None:", "self.length += k.shape[2]\n        if self.k is not None:"), ("self.k, self.v, self.length = k, v, k.shape[2]", "self.k, self.v = k, v")], *only_one(3)],
            why="Every call then makes the keys wider, but the sequences never get any longer.",
            look="Which of the four axes (B, H, t, d) counts tokens?",
        ),
        slip(
            "the chunks are joined along the batch",
            edit=[("[self.k, k], dim=2", "[self.k, k], dim=0"), ("[self.v, v], dim=2", "[self.v, v], dim=0")],
            also=[[("[self.k, k], dim=2", "[self.k, k], dim=0"), ("[self.v, v], dim=2", "[self.v, v], dim=0"), ("if self.k is not None:", "self.length += k.shape[2]\n        if self.k is not None:"), ("self.k, self.v, self.length = k, v, k.shape[2]", "self.k, self.v = k, v")], *only_one(0)],
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
            why="After a prompt of a hundred tokens, the next token would get position 1.",
            look="What should the length be after one call with four tokens?",
        ),
        slip(
            "the length counts only the newest chunk",
            edit=[
                ("if self.k is not None:", "new = k.shape[2]\n        if self.k is not None:"),
                ("v, k.shape[2]", "v, new"),
            ],
            why="The position of the next token is the number of tokens in all chunks so far.",
            look="What should the length be after chunks of 4, 1 and 1 tokens?",
        ),
        slip(
            "the length is not a number of tokens",
            edit=("k.shape[2]", "k.shape[1]", "k.shape[0]", "k.shape[3]", "k.numel()", "self.length + k.shape[1]", "self.length + k.shape[0]", "self.length + k.shape[3]", "k.shape"),
            why="Three of the four axes count sequences, heads and features, and those numbers never change.",
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
            edit=(IF, "if False:"),
            also=[counted("if False:")],
            why="The next query then sees only the newest tokens, so the model has forgotten the rest of the text.",
            look="What do `self.k` and `self.v` hold after the second call, and what do you return?",
        ),
        slip(
            "joined keys or values are returned but not stored",
            edit=[
                ("if self.k is not None:", "self.length += k.shape[2]\n        if self.k is not None:"),
                ("self.k, self.v, self.length = k, v, k.shape[2]", "if self.k is None:\n            self.k, self.v = k, v"),
            ],
            also=[
                ("self.k, self.v, self.length = k, v, k.shape[2]", "if self.k is None:\n            self.k, self.v = k, v\n        self.length = k.shape[2]"),
                (STORE, "self.k, self.length = k, k.shape[2]\n        if self.v is None:\n            self.v = v"),
                (STORE, "self.v, self.length = v, k.shape[2]\n        if self.k is None:\n            self.k = k"),
            ],
            why="The second chunk is returned once, but it is lost as soon as the third arrives.",
            look="What do `self.k` and `self.v` hold after the second call?",
        ),
        slip(
            "values are returned before keys",
            edit=("return k, v", "return v, k"),
            why="The caller unpacks keys first, so it would score queries against values.",
            look="In which order does the docstring list them?",
        ),
        slip(
            "the length counts every token several times",
            edit=("v, k.shape[2]", "v, k.shape[0] * k.shape[2]", "v, k.shape[1] * k.shape[2]", "v, 2 * k.shape[2]"),
            why="All sequences and all heads grow side by side, so the next token has the same position in all of them.",
            look="What should the length be after one call with four tokens in each of two sequences?",
        ),
        slip(
            "the first chunk is not counted",
            edit=[("if self.k is not None:", "if self.k is not None:\n            self.length += k.shape[2]"), ("self.k, self.v, self.length = k, v, k.shape[2]", "self.k, self.v = k, v")],
            why="Most tokens are in the prompt. If it isn't counted, the first generated token gets position 0.",
            look="What is the length after the very first call?",
        ),
        slip(
            "only the newest tokens are kept",
            edit=("self.k, self.v, self.length = k, v, k.shape[2]", "self.k, self.v, self.length = k[:, :, -8:], v[:, :, -8:], k.shape[2]", "k, v = k[:, :, -8:], v[:, :, -8:]\n        self.k, self.v, self.length = k, v, k.shape[2]", "k = k[:, :, -8:]\n        self.k, self.v, self.length = k, v, k.shape[2]"),
            also=[[(JOIN_K, f"{JOIN_K}[:, :, -8:]"), (JOIN_V, f"{JOIN_V}[:, :, -8:]"), *COUNTED]],
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
            "keys and values are joined in different orders",
            edit=("[self.v, v]", "[v, self.v]"),
            also=[("[self.k, k]", "[k, self.k]")],
            why="A key and its value then belong to different tokens.",
            look="Are keys and values joined in the same order?",
        ),
        slip(
            "all values are returned, but only the newest keys",
            edit=(JOIN_K, "pass"),
            also=[[(JOIN_K, "pass"), *COUNTED]],
            why="Attention then has scores for the newest tokens only, but values for all tokens.",
            look="Does your code treat keys and values the same way?",
        ),
        slip(
            "values are returned where keys belong",
            edit=(STORE, "self.k, self.v, self.length = v, v, k.shape[2]\n        k = v"),
            also=[("return k, v", "return v, v")],
            why="Queries would then be compared with values, which were never meant for that.",
            look="Which tensor do you store in `self.k`, and which two do you return?",
        ),
        slip(
            "keys and values are mixed up in some of the chunks",
            edit=(IF, "if self.k is None:\n            k, v = v, k\n        else:"),
            also=[
                [(JOIN_K, f"new = k\n            {JOIN_K.replace('[self.k, k]', '[self.k, v]')}"), (JOIN_V, JOIN_V.replace("[self.v, v]", "[self.v, new]"))],
                (JOIN_K, JOIN_K.replace("[self.k, k]", "[self.k, v]")),
                (JOIN_V, JOIN_V.replace("[self.v, v]", "[k, v]")),
            ],
            why="Keys decide how much a token counts, and values are what it passes on, so the two must never be joined to each other.",
            look="Which tensor is joined to which, for the first chunk and for the next?",
        ),
        slip(
            "a chunk of several tokens starts the cache over",
            edit=(IF, "if self.k is not None and k.shape[2] == 1:"),
            also=[counted("if self.k is not None and k.shape[2] == 1:")],
            why="A prompt is often read in several chunks, so a long chunk may also continue a sequence.",
            look="How does your code find out that the cache is still empty?",
        ),
        slip(
            "the length is off by one",
            edit=("v, k.shape[2]", "v, k.shape[2] - 1", "v, k.shape[2] + 1"),
            why="Positions are counted from 0, so the position of the next token is exactly the number of tokens so far.",
            look="What should the length be after one call with four tokens?",
        ),
        slip(
            "chunks after the first are not counted, or only as one token",
            edit=[(IF, "if self.k is None:\n            self.length = k.shape[2]\n        else:"), (STORE, "self.k, self.v = k, v")],
            also=[[(IF, "if self.k is None:\n            self.length = k.shape[2]\n        else:\n            self.length += 1"), (STORE, "self.k, self.v = k, v")]],
            why="Every token moves the position of the next one, no matter which chunk it arrives in.",
            look="What should the length be after chunks of 4, 3 and 2 tokens?",
        ),
        slip(
            "the newest chunk is not counted",
            edit=[(IF, f"before = 0 if self.k is None else self.k.shape[2]\n        {IF}"), ("v, k.shape[2]", "v, before")],
            why="The length would then be the position of that chunk's first token, not of the token that comes next.",
            look="Do you take the length before or after the new chunk is joined?",
        ),
        slip(
            "two chunks of different lengths can't be joined",
            edit=[(JOIN_K, JOIN_K.replace("cat", "stack")), (JOIN_V, JOIN_V.replace("cat", "stack"))],
            why="Chunks differ only in their number of tokens, so they can be joined along that axis, but not stacked, and not joined after only one of them was transposed.",
            look="Print both shapes just before the line that fails. In which axis do they differ, and along which one do you join them?",
        ),
        slip(
            "the chunks are added up",
            edit=[(JOIN_K, "k = self.k + k"), (JOIN_V, "v = self.v + v")],
            also=[[(JOIN_K, "k = self.k + k"), (JOIN_V, "v = self.v + v"), *COUNTED]],
            why="Several tokens then share one key, so they can't be told apart any more.",
            look="What does + do to two tensors, and to two lists?",
        ),
        slip(
            "the chunks are returned as a list",
            edit=[(JOIN_K, "k = [self.k, k]"), (JOIN_V, "v = [self.v, v]"), (STORE, "self.k, self.v = k, v\n        self.length += (k[-1] if isinstance(k, list) else k).shape[2]")],
            also=["""
                self.length += k.shape[2]
                self.k, self.v = [*(self.k or []), k], [*(self.v or []), v]
                return self.k, self.v
            """],
            why="Keeping chunks in a list is fine, but attention needs a single tensor.",
            look="What type does the docstring promise?",
        ),
        slip(
            "nothing is returned",
            edit=("return k, v", "pass"),
            also=[(IF, "if self.k is None:\n            self.k, self.v, self.length = k, v, k.shape[2]\n            return\n        else:")],
            why="The caller needs the keys and values after every call, including the first.",
            look="Is there a `return` on every path through your method?",
        ),
        slip(
            "one tensor is returned, not two",
            edit=("return k, v", "return k", "return torch.stack([k, v], dim=1)"),
            why="Attention needs the keys for its scores and the values for its sum.",
            look="How many results does the docstring promise?",
        ),
        slip(
            "more than two values are returned",
            edit=("return k, v", "return k, v, self.length"),
            why="The caller unpacks two tensors and reads the length from the attribute.",
            look="How many results does the docstring promise?",
        ),
        slip(
            "the new chunk is missing from what is returned",
            edit=[(IF, f"old = (k, v) if self.k is None else (self.k, self.v)\n        {IF}"), ("return k, v", "return old")],
            why="A token has to see itself, so its own key and value are needed right away.",
            look="Do you return the tensors from before or after the join?",
        ),
        slip(
            "the first chunk is joined to an empty cache",
            edit=(IF, "if True:", "if self.k is None:"),
            why="At first `self.k` is None, so there is no tensor yet to join the chunk to.",
            look="What do `self.k` and `self.v` hold when the first chunk arrives, and what does your condition do then?",
        ),
        slip(
            "the cache starts with more than the first chunk",
            edit=(IF, "if self.k is None:\n            self.k, self.v = k, v\n        if True:", "if self.k is None:\n            self.k, self.v = torch.zeros_like(k), torch.zeros_like(v)\n        if True:"),
            also=[counted("if self.k is None:\n            self.k, self.v = k, v\n        if True:"), counted("if self.k is None:\n            self.k, self.v = torch.zeros_like(k), torch.zeros_like(v)\n        if True:")],
            why="Those extra keys get some of the weight, and all later positions are too large.",
            look="How many tokens are in the cache after a first chunk of 4?",
        ),
        slip(
            "only one token of a chunk is kept",
            edit=(IF, f"k, v = k[:, :, -1:], v[:, :, -1:]\n        {IF}", f"k, v = k[:, :, :1], v[:, :, :1]\n        {IF}", f"{IF}\n            k, v = k[:, :, -1:], v[:, :, -1:]", f"{IF}\n            k, v = k[:, :, :1], v[:, :, :1]"),
            also=[
                counted(f"k, v = k[:, :, -1:], v[:, :, -1:]\n        {IF}"),
                counted(f"k, v = k[:, :, :1], v[:, :, :1]\n        {IF}"),
                counted(f"{IF}\n            k, v = k[:, :, -1:], v[:, :, -1:]"),
                counted(f"{IF}\n            k, v = k[:, :, :1], v[:, :, :1]"),
            ],
            why="A chunk may bring many tokens, and later queries look at all of them.",
            look="How many tokens should be in the cache after chunks of 4, 3 and 2 tokens?",
        ),
    ]  # fmt: skip
    promises = {
        "chunks of any size": dict(B=2, H=3, d=5),
        "joined along the tokens, even where every axis would fit": dict(H=2, d=2),
        "nothing is lost, however long the sequence": dict(H=4, d=3),
        "length counts tokens": "length after each chunk",
        "keys first, then values": "values",
    }
