"""A KV cache in preallocated memory, for a batch of sequences of different lengths.

Oracle: one growing array per sequence, padded to the longest after each call. The memory must
stay where it is.
"""

import numpy as np

from autograder.authoring import exercise, slip


@exercise("StaticKVCache", points=5, forbid=["utils.blocks.cache"])
class _:
    cases = [
        dict(sizes=[3, 2, 24, 3], steps=[(10, "drawn"), (1, (1, 1, 1)), (1, (1, 1, 1))]),
        dict(sizes=[2, 2, 6, 2], steps=[(2, (1, 2)), (2, (2, 0)), (1, (1, 1))]),  # equal sizes: a wrong axis still fits
        dict(sizes=[1, 1, 3, 2], steps=[(1, (1,)), (1, (1,)), (1, (1,))]),  # filled to the last place
        dict(sizes=[2, 1, 12, 3], steps=[(3, (3, 3)), (3, (3, 3))]),  # a prompt in two pieces
        dict(sizes=[2, 2, 4, 2], steps=[(2, (2, 1)), (1, (1, 1))], size=0.0),  # tokens whose keys are zeros are tokens
    ]  # fmt: skip
    weights = {"keys": 3, "values": 2, "keep": 2, "memory": 2, "counts unchanged": 1}

    def inputs(rng, sizes, steps, size=1.0):
        B, H_kv, _, d = sizes
        draw = lambda T: size * rng.standard_normal((B, H_kv, T, d))
        rows, lengths = rng.permutation(B), lambda T: rng.permutation(T)[:B] + 1  # of different lengths
        counts = [lengths(T) if fixed == "drawn" else np.array(fixed)[rows] for T, fixed in steps]
        return {
            "sizes": sizes,
            "steps": [{"k": draw(T), "v": draw(T), "counts": n} for (T, _), n in zip(steps, counts)],
        }

    def oracle(sizes, steps):
        B, H_kv, _, d = sizes
        texts = {part: [np.zeros((H_kv, 0, d)) for _ in range(B)] for part in "kv"}
        found = {"keys": {}, "values": {}, "keep": {}}
        for number, step in enumerate(steps, start=1):
            for part, name in [("k", "keys"), ("v", "values")]:
                for b in range(B):
                    new = step[part][b, :, : int(step["counts"][b])]
                    texts[part][b] = np.concatenate([texts[part][b], new], axis=1)
                longest = max(text.shape[1] for text in texts[part])
                padded = [
                    np.pad(text, ((0, 0), (0, longest - text.shape[1]), (0, 0))) for text in texts[part]
                ]
                found[name][f"call {number}"] = np.stack(padded)
            filled = [np.arange(longest) < text.shape[1] for text in texts["k"]]
            found["keep"][f"call {number}"] = np.stack(filled)
        counts = [step["counts"] for step in steps]
        return found | {
            "memory": {"keys": found["keys"], "moved": False},
            "counts unchanged": {"keep": found["keep"], "counts": counts},
        }

    alternatives = {
        "all rows at once, by index": """
            rows, t = (torch.arange(k.shape[2], device=k.device) < counts[:, None]).nonzero(as_tuple=True)
            positions = self.lengths[rows] + t
            self.keys[rows, :, positions] = k[rows, :, t]
            self.values[rows, :, positions] = v[rows, :, t]
            self.lengths = self.lengths + counts
            S = self.lengths.max().item()
            keep = torch.arange(S, device=k.device).expand(len(counts), S) < self.lengths.unsqueeze(1)
            return self.keys[:, :, :S], self.values[:, :, :S], keep
        """,
        "token by token": """
            for b in range(len(counts)):
                for t in range(int(counts[b])):
                    place = int(self.lengths[b])
                    self.keys[b, :, place].copy_(k[b, :, t])
                    self.values[b, :, place].copy_(v[b, :, t])
                    self.lengths[b] += 1
            longest = max(self.lengths.tolist())
            keep = torch.zeros(len(counts), longest, dtype=torch.bool)
            for row, n in zip(keep, self.lengths.tolist()):
                row[:n] = True
            return self.keys.narrow(2, 0, longest), self.values.narrow(2, 0, longest), keep
        """,
    }
    slips = [
        slip(
            "every call writes at position 0",
            edit=("start = int(self.lengths[b])", "start = 0"),
            why="The new token replaces the first of the text, and the places behind hold zeros that are attended to.",
            look="Where does a row's next token go, when the row has three?",
        ),
        slip(
            "the tokens are written one place too late",
            edit=("start = int(self.lengths[b])", "start = int(self.lengths[b]) + 1"),
            why="A key of zeros stays in front of every token. Its score is 0, and exp(0) is not 0.",
            look="Which position does the first token of a text have?",
        ),
        slip(
            "the length grows before the tokens are written",
            edit=("start = int(self.lengths[b])", "start = int(self.lengths[b]) + n"),
            why="They land behind the place that was meant for them, with as many zeros before them as there are new tokens.",
            look="What does lengths hold at the moment when you use it as the start?",
        ),
        slip(
            "all of the memory is handed back",
            edit=("S = int(self.lengths.max())", "S = self.keys.shape[2]"),
            why="Attention then multiplies with places that nobody has filled: that costs time, and without the mask every one of them gets a weight.",
            look="How many positions should come back after the first call, when the longest row has four?",
        ),
        slip(
            "all rows are written where the longest one ends",
            edit=("start = int(self.lengths[b])", "start = int(self.lengths.max())"),
            why="A shorter row gets a hole of zeros between its prompt and what is written next.",
            look="Row 1 has two tokens, row 0 has four. Where does the next token of row 1 go?",
        ),
        slip(
            "the padding of the shorter rows is stored",
            edit=[
                ("self.keys[b, :, start : start + n] = k[b, :, :n]", "self.keys[b, :, start : start + k.shape[2]] = k[b]"),
                ("self.values[b, :, start : start + n] = v[b, :, :n]", "self.values[b, :, start : start + v.shape[2]] = v[b]"),
            ],
            why="What stands behind counts[b] is padding: it is no token, and it may not even fit.",
            look="How many of the T columns of row b are tokens?",
        ),
        slip(
            "every row counts all T columns as tokens",
            edit=[("enumerate(counts.tolist())", "enumerate([k.shape[2]] * len(counts))"), ("self.lengths += counts", "self.lengths += k.shape[2]")],
            why="What stands behind counts[b] is padding: it is no token, and the next one has to be written over it.",
            look="How many of the T columns of row b are tokens?",
        ),
        slip(
            "the lengths never grow",
            edit=("self.lengths += counts", "counts = self.lengths"),
            why="The cache does not know what it has, hands nothing back, and writes over it next time.",
            look="What do your lengths hold after the first call?",
        ),
        slip(
            "one length serves all rows",
            edit=[("start = int(self.lengths[b])", "start = int(self.lengths.max())"), ("self.lengths += counts", "self.lengths += counts.max()")],
            why="The rows have prompts of different length. A shorter one gets a hole of zeros, and keep says that the hole is text.",
            look="After the prompt in the table, what should lengths hold: one number, or two?",
        ),
        slip(
            "the last columns are taken for the tokens",
            edit=[("= k[b, :, :n]", "= k[b, :, k.shape[2] - n :]"), ("= v[b, :, :n]", "= v[b, :, v.shape[2] - n :]")],
            why="Here padding stands at the end of a row (other libraries pad in front), so that the first columns are tokens.",
            look="In the docstring: which counts[b] of the T columns does row b use?",
        ),
        slip(
            "keep counts one place too many",
            edit=("device=k.device) < self", "device=k.device) <= self"),
            why="Places count from 0: a row with two tokens fills the places 0 and 1. The next one holds zeros.",
            look="Which entries of keep should be True for a row of one token?",
        ),
        slip(
            "keep calls every row as long as the longest",
            edit=("self.lengths[:, None]", "self.lengths.max().expand(len(counts), 1)"),
            why="The places behind a shorter row hold zeros, and a score of 0 is a score like any other.",
            look="Which entries of keep should be False when the rows have 4, 2 and 3 tokens?",
        ),
        slip(
            "the values are the keys",
            edit=("= v[b, :, :n]", "= k[b, :, :n]"),
            why="A head looks by its keys and hands on its values; both have to be remembered.",
            look="Which argument does your code never use?",
        ),
        slip(
            "new memory is made at every call",
            edit=("S = int(self.lengths.max())", "S = int(self.lengths.max())\n        self.keys, self.values = self.keys.clone(), self.values.clone()"),
            why="Everything that is cached is copied for each new token, which is what memory that is allocated once was meant to avoid.",
            look="Which of your lines make a new tensor of the size of the cache?",
        ),
        slip(
            "keep knows the new tokens only",
            edit=("< self.lengths[:, None]", "< counts[:, None]"),
            why="What was cached before counts as padding, and a query can no longer see it.",
            look="After the second call in the table: how many entries of each row of keep should be True?",
        ),
        slip(
            "keep is told by zeros in the memory",
            edit=("keep = torch.arange(S, device=k.device) < self.lengths[:, None]", "keep = (self.keys[:, 0, :S] != 0).any(-1)"),
            why="A key may be zero like any other vector. Whether a place holds a token is known from the lengths.",
            look="Which attribute says how many tokens a row has?",
        ),
        slip(
            "keep holds numbers",
            edit=("keep = torch.arange(S, device=k.device) < self.lengths[:, None]", "keep = (torch.arange(S, device=k.device) < self.lengths[:, None]).float()"),
            why="`masked_fill` and `~` want True and False; added to scores, 0 and 1 hide nothing.",
            look="What does a comparison such as `a < b` give, and what did you make of it?",
        ),
        slip(
            "keep is True where there is no token",
            edit=("device=k.device) < self", "device=k.device) >= self"),
            why="In this course True means that a query may look; this hides the text and shows the empty places.",
            look="Which entries of keep does the table in the text have for row 1?",
        ),
        slip(
            "the lengths hold the newest call only",
            edit=("self.lengths += counts", "self.lengths = counts.clone()"),
            why="A row forgets how much it had; the next call writes into the middle of its text.",
            look="Row 0 had three tokens and gets one. What should lengths say?",
        ),
        slip(
            "only as many positions come back as are new",
            edit=("S = int(self.lengths.max())", "S = int(counts.max())"),
            why="A query looks at everything before it, not at the newest chunk alone.",
            look="How many positions does the longest row of the table have after the second call?",
        ),
        slip(
            "another row than the longest decides how many positions come back",
            edit=("S = int(self.lengths.max())", "S = int(self.lengths[0])", "S = int(self.lengths.min())", "S = int(self.lengths[-1])",),
            why="The tokens that a longer row has more are cut off.",
            look="How many positions should come back when the rows have 2 and 4 tokens?",
        ),
        slip(
            "the caller's counts are changed",
            edit=("self.lengths += counts", "counts += self.lengths\n        self.lengths = counts.clone()", ),
            why="Every layer of a model has a cache of its own and gets the same counts. The second one would be told a wrong number.",
            look="Which of your lines writes into an argument?",
        ),
    ]  # fmt: skip
    promises = {
        "row b uses the first counts[b] columns": dict(sizes=[3, 2, 24, 3]),
        "a row may get nothing": dict(sizes=[2, 2, 6, 2]),
        "the last place can be filled": dict(sizes=[1, 1, 3, 2]),
        "a prompt may come in pieces": dict(sizes=[2, 1, 12, 3]),
        "keep says where a token is, whatever its key": dict(size=0.0),
        "keep holds True and False": "keep",
        "views of memory that is allocated once": "memory",
        "counts stays as it is": "counts unchanged",
    }
