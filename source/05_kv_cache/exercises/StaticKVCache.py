"""A KV cache in preallocated memory, for a batch of sequences of different lengths.

Oracle: one growing array per sequence, padded to the longest after each call. The memory must
stay where it is.
"""

import numpy as np

from autograder.authoring import exercise, slip

KEYS, VALUES = (
    "self.keys[b, :, start : start + n] = k[b, :, :n]",
    "self.values[b, :, start : start + n] = v[b, :, :n]",
)
START, COUNTED = "start = int(self.lengths[b])", "self.lengths += counts"
LONGEST = "S = int(self.lengths.max())"
KEEP = "keep = torch.arange(S, device=k.device) < self.lengths[:, None]"
RETURNED = "return self.keys[:, :, :S], self.values[:, :, :S], keep"
ROWS = "enumerate(counts.tolist())"
# Column by column: {slot} is where column t of row b goes, {mask} what it is multiplied by.
BY_COLUMN = """
    for b, n in enumerate(counts.tolist()):
        for t in range(k.shape[2]):
            slot = {slot}
            self.keys[b, :, slot] = k[b, :, t] * {mask}
            self.values[b, :, slot] = v[b, :, t] * {mask}
    self.lengths += counts
    S = int(self.lengths.max())
    keep = torch.arange(S, device=k.device) < self.lengths[:, None]
    return self.keys[:, :, :S], self.values[:, :, :S], keep
"""
CLAMPED = "min(int(self.lengths[b]) + t, self.keys.shape[2] - 1)"
WRAPPED = "(int(self.lengths[b]) + t) % self.keys.shape[2]"
# All rows at one position, as one rectangle.
RECTANGLE = """
    start = int(self.lengths.max())
    self.keys[:, :, start : start + {T}] = k[:, :, :{T}]
    self.values[:, :, start : start + {T}] = v[:, :, :{T}]
    {counted}
    S = int(self.lengths.max())
    keep = torch.arange(S, device=k.device) < self.lengths[:, None]
    return self.keys[:, :, :S], self.values[:, :, :S], keep
"""
CROPPED = """
    for b in range(len(counts)):
        start = int(self.lengths[b])
        end = min(start + k.shape[2], self.keys.shape[2])
        self.keys[b, :, start:end] = k[b, :, : end - start]
        self.values[b, :, start:end] = v[b, :, : end - start]
    self.lengths += counts
    S = int(self.lengths.max())
    keep = torch.arange(S, device=k.device) < self.lengths[:, None]
    return self.keys[:, :, :S], self.values[:, :, :S], keep
"""
RIGHT_ALIGNED = """
    M = self.keys.shape[2]
    for b, n in enumerate(counts.tolist()):
        for memory, new in [(self.keys, k), (self.values, v)]:
            memory[b] = torch.cat([memory[b, :, n:], new[b, :, :n]], dim=1)
    self.lengths += counts
    S = int(self.lengths.max())
    keep = torch.arange(M - S, M, device=k.device) >= M - self.lengths[:, None]
    return self.keys[:, :, M - S :], self.values[:, :, M - S :], keep
"""


@exercise("StaticKVCache", points=5, forbid=["utils.blocks.cache"])
class _:
    cases = [
        dict(sizes=[3, 2, 24, 3], steps=[(10, "drawn"), (1, (1, 1, 1)), (1, (1, 1, 1))]),
        dict(sizes=[2, 2, 6, 2], steps=[(2, (1, 2)), (2, (2, 0)), (1, (1, 1))]),  # equal sizes: a wrong axis still fits
        dict(sizes=[1, 1, 3, 2], steps=[(1, (1,)), (1, (1,)), (1, (1,))]),  # filled to the last slot
        dict(sizes=[2, 1, 12, 3], steps=[(3, (3, 3)), (3, (3, 3))]),  # a prompt in two pieces
        dict(sizes=[2, 2, 4, 2], steps=[(2, (2, 1)), (1, (1, 1))], size=0.0),  # tokens whose keys are zeros are tokens
        dict(sizes=[3, 1, 5, 2], steps=[(2, (1, 0, 2)), (2, (0, 1, 1))], shuffled=False),  # an empty row before others
        dict(sizes=[2, 2, 4, 2], steps=[(3, (3, 1)), (3, (1, 2))]),  # a row is full, and its padding has no room
    ]  # fmt: skip
    weights = {"keys": 3, "values": 2, "keep": 2, "memory": 2, "counts unchanged": 1}

    def inputs(rng, sizes, steps, size=1.0, shuffled=True):
        B, H_kv, _, d = sizes
        draw = lambda T: size * rng.standard_normal((B, H_kv, T, d))
        rows = rng.permutation(B) if shuffled else np.arange(B)
        lengths = lambda T: rng.permutation(T)[:B] + 1  # of different lengths
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
            why="The new token overwrites the first one, and the slots after it hold zeros that attention then sees.",
            look="If a row has three tokens, where does its next one go?",
        ),
        slip(
            "the tokens are written one slot too late",
            edit=("start = int(self.lengths[b])", "start = int(self.lengths[b]) + 1"),
            why="That leaves a key of zeros before the tokens. Its score is 0, but exp(0) is not 0.",
            look="What is the position of the first token of a sequence?",
        ),
        slip(
            "the length grows before the tokens are written",
            edit=("start = int(self.lengths[b])", "start = int(self.lengths[b]) + n"),
            why="The tokens land too far to the right, after a gap of zeros as long as the chunk itself.",
            look="What does `lengths` hold at the moment you use it as the start?",
        ),
        slip(
            "the whole memory is returned",
            edit=("S = int(self.lengths.max())", "S = self.keys.shape[2]"),
            why="Attention then computes with slots that were never filled. That costs time, and without the mask each of them gets some weight.",
            look="If the longest row has four tokens after the first call, how many positions should be returned?",
        ),
        slip(
            "all rows are written at the same position",
            edit=("start = int(self.lengths[b])", "start = int(self.lengths.max())", "start = int(self.lengths[0])", "start = int(self.lengths[-1])", "start = int(self.lengths.min())"),
            also=[
                RECTANGLE.format(T="k.shape[2]", counted=COUNTED),
                RECTANGLE.format(T="counts.max()", counted=COUNTED),
                [(START, "start = int(self.lengths.max())"), (VALUES, VALUES + "\n            self.lengths[b] += n"), (COUNTED, "pass")],
                [(START, "start = int(self.lengths[0])"), (VALUES, VALUES + "\n            self.lengths[b] += n"), (COUNTED, "pass")],
            ],
            why="The rows have different lengths. A row that ends before that position gets a gap of zeros, and a longer row loses tokens.",
            look="Row 1 has two tokens, row 0 has four. Where does the next token of row 1 go?",
        ),
        slip(
            "the padding of shorter rows is stored",
            edit=[
                ("self.keys[b, :, start : start + n] = k[b, :, :n]", "self.keys[b, :, start : start + k.shape[2]] = k[b]"),
                ("self.values[b, :, start : start + n] = v[b, :, :n]", "self.values[b, :, start : start + v.shape[2]] = v[b]"),
            ],
            also=[CROPPED, BY_COLUMN.format(slot=CLAMPED, mask=1), BY_COLUMN.format(slot=WRAPPED, mask=1)],
            why="The columns from counts[b] on are padding, not tokens, and they may not even fit.",
            look="How many of the T columns of row b are tokens?",
        ),
        slip(
            "zeros for the padding are written where there may be no room for them",
            edit=[
                (KEYS, "used = (torch.arange(k.shape[2]) < n)[:, None]\n            self.keys[b, :, start : start + k.shape[2]] = k[b] * used"),
                (VALUES, "self.values[b, :, start : start + k.shape[2]] = v[b] * used"),
            ],
            why="All T columns are written, and in a row that is almost full the last of them would run past the end of the memory.",
            look="A row has 2 free slots, T is 3 and counts[b] is 2. How long is the slice that you write to?",
        ),
        slip(
            "the padding is cut off by a negative index, which may be −0",
            edit=[(KEYS, KEYS.replace("k[b, :, :n]", "k[b, :, : -(k.shape[2] - n)]")), (VALUES, VALUES.replace("v[b, :, :n]", "v[b, :, : -(k.shape[2] - n)]"))],
            why="If a row uses all T columns, there is no padding, but a slice that ends at −0 is empty.",
            look="What is `[1, 2, 3][:-n]` for n = 2, 1 and 0?",
        ),
        slip(
            "the count of one row is used for all rows",
            edit=(ROWS, "enumerate([counts.tolist()[0]] * len(counts))"),
            also=[
                [(ROWS, "enumerate([counts.tolist()[0]] * len(counts))"), (START, "start = int(self.lengths[0])")],
            ],
            why="Each row has its own number of new tokens. If another row has fewer, its padding is stored, and if it has more, tokens are lost.",
            look="Which element of `counts` does your code read for row 1?",
        ),
        slip(
            "zeros for the padding overwrite a token of a full row",
            edit=BY_COLUMN.format(slot=CLAMPED, mask="(t < n)"),
            also=[BY_COLUMN.format(slot=WRAPPED, mask="(t < n)")],
            why="A full row has no free slot for the padding, so whichever slot you write it to already holds a token.",
            look="A row has max_length tokens after this call, and its chunk has another column. Which slot does that column go to?",
        ),
        slip(
            "every row counts all T columns as tokens",
            edit=[("enumerate(counts.tolist())", "enumerate([k.shape[2]] * len(counts))"), ("self.lengths += counts", "self.lengths += k.shape[2]")],
            also=[("self.lengths += counts", "self.lengths += k.shape[2]")],
            why="The columns from counts[b] on are padding, not tokens, and the next token has to overwrite them.",
            look="How many of the T columns of row b are tokens?",
        ),
        slip(
            "the lengths never grow",
            edit=("self.lengths += counts", "counts = self.lengths"),
            also=[[(COUNTED, "S = int((self.lengths + counts).max())"), (LONGEST + "\n", "\n"), (KEEP, KEEP.replace("self.lengths", "(self.lengths + counts)"))]],
            why="The cache then doesn't know what it holds, so the next call starts from the first slot again.",
            look="What does `lengths` hold after your first call?",
        ),
        slip(
            "one length is used for all rows",
            edit=[("start = int(self.lengths[b])", "start = int(self.lengths.max())"), ("self.lengths += counts", "self.lengths += counts.max()")],
            also=[RECTANGLE.format(T="counts.max()", counted="self.lengths += counts.max()")],
            why="The rows have prompts of different lengths. A shorter row gets a gap of zeros, and `keep` marks that gap as tokens.",
            look="After the prompt in the table, should `lengths` hold one number or two?",
        ),
        slip(
            "the last columns are used as the tokens",
            edit=[("= k[b, :, :n]", "= k[b, :, k.shape[2] - n :]"), ("= v[b, :, :n]", "= v[b, :, v.shape[2] - n :]")],
            why="Here the padding is at the end of a row, so the first columns are the tokens. (Other libraries pad on the left.)",
            look="According to the docstring, which counts[b] of the T columns does row b use?",
        ),
        slip(
            "keep marks one slot too many",
            edit=("device=k.device) < self", "device=k.device) <= self"),
            why="Slots are counted from 0, so a row with two tokens fills slots 0 and 1. The next slot holds zeros.",
            look="Which entries of keep should be True for a row of one token?",
        ),
        slip(
            "keep marks one slot too few",
            edit=(KEEP, "keep = torch.arange(1, S + 1, device=k.device) < self.lengths[:, None]", "keep = torch.arange(S, device=k.device) < self.lengths[:, None] - 1"),
            why="Slots are counted from 0, so a row with two tokens fills slots 0 and 1. The last token of each row would be hidden.",
            look="Which entries of keep should be True for a row of one token?",
        ),
        slip(
            "keep treats every row as if it were the longest",
            edit=("self.lengths[:, None]", "self.lengths.max().expand(len(counts), 1)"),
            why="The slots after the end of a shorter row hold zeros, and a score of 0 still gets some weight.",
            look="If the rows have 4, 2 and 3 tokens, which entries of `keep` should be False?",
        ),
        slip(
            "keys are stored where values belong",
            edit=("= v[b, :, :n]", "= k[b, :, :n]"),
            why="A head chooses by its keys and passes on its values, so both have to be stored.",
            look="Which argument does your code never use?",
        ),
        slip(
            "the cache is copied at every call",
            edit=("S = int(self.lengths.max())", "S = int(self.lengths.max())\n        self.keys, self.values = self.keys.clone(), self.values.clone()"),
            also=[("return self.keys[:, :, :S], self.values[:, :, :S], keep", "return self.keys[:, :, :S].clone(), self.values[:, :, :S].clone(), keep"), ("return self.keys[:, :, :S], self.values[:, :, :S], keep", "return self.keys[:, :, torch.arange(S)], self.values[:, :, torch.arange(S)], keep"), (RETURNED, "return self.keys[:, :, :S].contiguous(), self.values[:, :, :S].contiguous(), keep")],
            why="The whole cache is copied for each new token, which is exactly what allocating the memory once was meant to avoid.",
            look="Which of your operations create a new tensor as large as the cache, and which give a view of it?",
        ),
        slip(
            "keep does not have the shape (B, S)",
            edit=(KEEP, KEEP.replace("arange(S,", "arange(self.keys.shape[2],"), KEEP + "\n        keep = keep[:, None]", KEEP + "\n        keep = keep[:, None, None]", KEEP + "\n        keep = keep.T", KEEP + "\n        keep = keep[:, :, None]"),
            why="`keep` has one entry for each row and each position returned. With another shape it doesn't fit the keys it belongs to.",
            look="Print `keep.shape` next to the shape of the keys you return. How many rows and positions does each have?",
        ),
        slip(
            "keep is not returned",
            edit=(RETURNED, "return self.keys[:, :, :S], self.values[:, :, :S]"),
            why="Without it, attention can't tell a token from an empty slot of a shorter row.",
            look="How many results does the docstring list?",
        ),
        slip(
            "keep marks only the new tokens",
            edit=("< self.lengths[:, None]", "< counts[:, None]"),
            why="The tokens from earlier calls then count as padding, so a query can no longer see them.",
            look="After the second call in the table, how many entries in each row of `keep` should be True?",
        ),
        slip(
            "keep is computed from zeros in the memory",
            edit=("keep = torch.arange(S, device=k.device) < self.lengths[:, None]", "keep = (self.keys[:, 0, :S] != 0).any(-1)"),
            why="A key can happen to be all zeros, like any other vector. Only the lengths tell whether a slot holds a token.",
            look="Which attribute counts the tokens of each row?",
        ),
        slip(
            "keep holds numbers, not booleans",
            edit=("keep = torch.arange(S, device=k.device) < self.lengths[:, None]", "keep = (torch.arange(S, device=k.device) < self.lengths[:, None]).float()"),
            also=[(KEEP, KEEP + "\n        keep = torch.where(keep, 0.0, -torch.inf)")],
            why="`masked_fill` and `~` need True and False, and adding 0 or 1 to the scores hides nothing.",
            look="What does a comparison such as `a < b` return, and what do you do with it?",
        ),
        slip(
            "keep is inverted",
            edit=("device=k.device) < self", "device=k.device) >= self"),
            why="In this course True means that a query may look. Inverted, it hides the tokens and shows the empty slots.",
            look="Which entries does the table in the text show for row 1 of `keep`?",
        ),
        slip(
            "the lengths hold only the newest call",
            edit=("self.lengths += counts", "self.lengths = counts.clone()"),
            also=[(COUNTED, "self.lengths = torch.full_like(self.lengths, k.shape[2])")],
            why="A row forgets how many tokens it had, so the next call writes into the middle of them.",
            look="Row 0 had three tokens and gets one more. What should its entry in `lengths` be?",
        ),
        slip(
            "only as many positions are returned as there are new tokens",
            edit=("S = int(self.lengths.max())", "S = int(counts.max())"),
            why="A query looks at everything before it, not only at the newest chunk.",
            look="After the second call, how long is the longest row of the table?",
        ),
        slip(
            "the number of positions returned is not that of the longest row",
            edit=(LONGEST, "S = int(self.lengths[0])", "S = int(self.lengths.min())", "S = int(self.lengths[-1])", "S = int(self.lengths.max()) + 1", "S = int(self.lengths.max()) - 1", "S = int((self.lengths - counts).max())", "S = int((self.lengths - counts).max()) + k.shape[2]", "S = int((self.lengths - counts).max() + counts.max())", "S = int(self.lengths.sum())", "S = k.shape[2]"),
            also=[[(LONGEST, "S = int(self.lengths.max()) + 1"), (KEEP, KEEP.replace("arange(S,", "arange(S - 1,"))]],
            why="With fewer positions the last tokens of the longest row are cut off, and with more, attention computes with slots that hold no token.",
            look="If the rows have 2 and 4 tokens, how many positions should be returned?",
        ),
        slip(
            "the caller's counts are modified",
            edit=("self.lengths += counts", "counts += self.lengths\n        self.lengths = counts.clone()", "counts += self.lengths\n        self.lengths = counts"),
            also=[(COUNTED, "if self.lengths.any():\n            self.lengths += counts\n        else:\n            self.lengths = counts")],
            why="Every layer of a model has its own cache and gets the same counts, so the second layer would get wrong ones.",
            look="Which of your lines writes into an argument?",
        ),
        slip(
            "keep leaves out the newest tokens",
            edit=("< self.lengths[:, None]", "< (self.lengths - counts)[:, None]"),
            why="A query has to see its own token, so the new tokens count as well.",
            look="Do you compute `keep` from the lengths before or after this call?",
        ),
        slip(
            "the memory is cleared at every call",
            edit=("S = int(self.lengths.max())", "S = int(self.lengths.max())\n        for b, n in enumerate((self.lengths - counts).tolist()):\n            self.keys[b, :, :n], self.values[b, :, :n] = 0, 0"),
            why="Everything before the newest call is lost.",
            look="After the second call, what is in the first slot of your memory?",
        ),
        slip(
            "the values are written at position 0",
            edit=("self.values[b, :, start : start + n]", "self.values[b, :, :n]"),
            why="A key and its value have to be in the same slot.",
            look="Do keys and values use the same start?",
        ),
        slip(
            "keys or values are not written into the memory",
            edit=[(KEYS, "place = k[b, :, :n]"), (VALUES, "place = v[b, :, :n]")],
            also=[(KEYS, "place = k[b, :, :n]"), (VALUES, "place = v[b, :, :n]")],
            why="Their slots still hold zeros. Assigning to a slice of the memory writes into it, but assigning to a name only renames a tensor.",
            look="After your first call, which of `self.keys` and `self.values` hold anything other than zeros?",
        ),
        slip(
            "the rows after an empty one are skipped",
            edit=(START, "if n == 0:\n                break\n            " + START),
            also=[[(ROWS, "reversed(list(enumerate(counts.tolist())))"), (START, "if n == 0:\n                break\n            " + START)],
                [(START, "if n == 0:\n                break\n            " + START), (VALUES, VALUES + "\n            self.lengths[b] += n"), (COUNTED, "pass")],
                (START, "if n == 0:\n                return self.keys[:, :, : self.lengths.max()], self.values[:, :, : self.lengths.max()], torch.arange(int(self.lengths.max())) < self.lengths[:, None]\n            " + START),
            ],
            why="A row without new tokens tells you nothing about the rows after it, and their tokens are lost.",
            look="For counts of (1, 0, 2), which rows does your loop reach?",
        ),
        slip(
            "a row without new tokens gets one all the same",
            edit=[(ROWS, "enumerate(counts.clamp(min=1).tolist())"), (COUNTED, "self.lengths += counts.clamp(min=1)")],
            also=[(ROWS, "enumerate(counts.clamp(min=1).tolist())"), (COUNTED, "self.lengths += counts.clamp(min=1)")],
            why="With counts[b] = 0, all T columns of the row are padding.",
            look="For counts[b] = 0, what should change in row b?",
        ),
        slip(
            "only one token of each row is written",
            edit=[(KEYS, "self.keys[b, :, start : start + 1] = k[b, :, max(n - 1, 0) : n]" ), (VALUES, "self.values[b, :, start : start + 1] = v[b, :, max(n - 1, 0) : n]"), (ROWS, "[(b, n) for b, n in enumerate(counts.tolist()) if n]"), (COUNTED, "self.lengths += counts > 0")],
            also=[
                [(KEYS, "self.keys[b, :, start] = k[b, :, 0]"), (VALUES, "self.values[b, :, start] = v[b, :, 0]"), (ROWS, "[(b, n) for b, n in enumerate(counts.tolist()) if n]"), (COUNTED, "self.lengths += counts > 0")],
                [(KEYS, "self.keys[b, :, start] = k[b, :, 0]"), (VALUES, "self.values[b, :, start] = v[b, :, 0]"), (ROWS, "[(b, n) for b, n in enumerate(counts.tolist()) if n]")],
                [(KEYS, "self.keys[b, :, start] = k[b, :, n - 1]"), (VALUES, "self.values[b, :, start] = v[b, :, n - 1]"), (ROWS, "[(b, n) for b, n in enumerate(counts.tolist()) if n]")],
            ],
            why="A prompt brings several tokens in one call, and each needs a slot of its own.",
            look="For counts[b] = 3, how many slots of row b should change?",
        ),
        slip(
            "keys and values are swapped",
            edit=[(KEYS, KEYS.replace("= k", "= v")), (VALUES, VALUES.replace("= v", "= k"))],
            also=[(RETURNED, "return self.values[:, :, :S], self.keys[:, :, :S], keep")],
            why="A head compares its query with keys and averages values, so keys have to come back as keys and values as values.",
            look="Follow `k` from your first line to the result. Does it end up in the memory for keys, and is it returned first?",
        ),
        slip(
            "every row gets the tokens of one row",
            edit=[(KEYS, KEYS.replace("= k[b", "= k[0")), (VALUES, VALUES.replace("= v[b", "= v[0"))],
            also=[(KEYS, KEYS.replace("= k[b", "= k[0")), (VALUES, VALUES.replace("= v[b", "= v[0"))],
            why="Each sequence of the batch has its own tokens.",
            look="Which row of k and of v does your code read for row 1?",
        ),
        slip(
            "the results are in the wrong order",
            edit=(RETURNED, "return keep, self.keys[:, :, :S], self.values[:, :, :S]"),
            why="The caller unpacks them in the order that the docstring gives.",
            look="In which order does the docstring list the results?",
        ),
        slip(
            "only the first head is written",
            edit=[(KEYS, KEYS.replace("[b, :,", "[b, 0,")), (VALUES, VALUES.replace("[b, :,", "[b, 0,"))],
            why="Each key/value head has keys and values of its own.",
            look="After your first call, what does the memory of the last head hold?",
        ),
        slip(
            "the rows are right-aligned in the memory",
            edit=RIGHT_ALIGNED,
            why="Here each row is filled from the left, so writing a token moves nothing. Shifting a row instead copies all of it for every token.",
            look="In the table, which slot holds `p`, before and after the second call?",
        ),
        slip(
            "every token is counted twice",
            edit=(VALUES, VALUES + "\n            self.lengths[b] += n"),
            why="The next token is then written too far to the right, after a gap of zeros.",
            look="In how many of your lines does `lengths` grow?",
        ),
        slip(
            "only the first row is written",
            edit=("enumerate(counts.tolist())", "enumerate(counts[:1].tolist())"),
            why="Every sequence of the batch has new tokens to store.",
            look="How many rows of the memory does your code write to?",
        ),
    ]  # fmt: skip
    promises = {
        "row b uses the first counts[b] columns": dict(sizes=[3, 2, 24, 3]),
        "a row may get no token": dict(sizes=[2, 2, 6, 2]),
        "the last slot can be filled": dict(sizes=[1, 1, 3, 2]),
        "a prompt may come in pieces": dict(sizes=[2, 1, 12, 3]),
        "keep marks a token whatever its key is": dict(size=0.0),
        "keep holds True and False": "keep",
        "views of memory that is allocated once": "memory",
        "counts is not modified": "counts unchanged",
        "rows after an empty one": dict(shuffled=False),
        "padding after the last slot": dict(steps=[(3, (3, 1)), (3, (1, 2))]),
    }
