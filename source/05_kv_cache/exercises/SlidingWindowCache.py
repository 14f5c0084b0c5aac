"""A KV cache that keeps only the last positions in a ring buffer.

Oracle: all keys and values so far, cut to the window; the ring has position p in slot p mod window.
Inputs stop while the ring is out of order, so shifting the memory instead is noticed.
"""

import numpy as np

from autograder.authoring import exercise, slip

RING = """
class SlidingWindowCache:
    def __init__(self, batch, n_kv_heads, window, d_head, device=None):
        self.window, self.length = window, 0
        self.keys = torch.zeros(batch, n_kv_heads, window, d_head, device=device)
        self.values = torch.zeros_like(self.keys)

    def append(self, k, v):
        T, W = k.shape[2], self.window
        {line}
        {counted}
        S = min(self.length, W)
        positions = {positions}
        return self.keys[:, :, -S:], self.values[:, :, -S:], positions
"""
IN_PLACE = """for memory, new in [(self.keys, k), (self.values, v)]:
            memory.copy_(torch.cat([memory, new], dim=2)[:, :, -W:])"""
REPLACED = """self.keys = torch.cat([self.keys, k], dim=2)[:, :, -W:]
        self.values = torch.cat([self.values, v], dim=2)[:, :, -W:]"""
KEPT = """self.keys = torch.cat([self.keys, k], dim=2)
        self.values = torch.cat([self.values, v], dim=2)"""  # never cut to the window
FROM_NOTHING = """self.keys = k if self.length == 0 else torch.cat([self.keys, k], dim=2)
        self.values = v if self.length == 0 else torch.cat([self.values, v], dim=2)"""
RIGHT, FROM_0, ALL = "torch.arange(self.length - S, self.length)", "torch.arange(S)", "self.length += T"
CAPPED = "self.length = min(self.length + T, W)"


def ring(line, counted=ALL, positions=RIGHT):
    """An answer that keeps the window in the order of the sequence."""
    return RING.format(line=line, counted=counted, positions=positions)


# The pieces of the solution that edits replace.
LOOP, SLOT, GROWN = (
    "for t in range(k.shape[2]):",
    "slot = self.length % self.window",
    "            self.length += 1\n",
)
PUT_K, PUT_V = "self.keys[:, :, slot] = k[:, :, t]", "self.values[:, :, slot] = v[:, :, t]"
FROM = "positions = torch.arange(max(0, self.length - self.window), self.length)"
SLOTS = "slots = positions % self.window"
RETURNED = "return self.keys[:, :, slots], self.values[:, :, slots], positions"
READ_ONLY = f"""
    {FROM}
    {SLOTS}
    {RETURNED}
"""


def written(lines):
    """An answer that writes in its own way, but counts and reads like the solution."""
    return (
        lines.strip("\n")
        + "\nself.length += T\n"
        + "\n".join(line.strip() for line in READ_ONLY.strip().splitlines())
    )


SLICE = written("""
T, start = k.shape[2], self.length % self.window
self.keys[:, :, start : start + T] = k
self.values[:, :, start : start + T] = v
""")
ONE_SLOT = written("""
T, start = k.shape[2], self.length % self.window
self.keys[:, :, start : start + 1] = k
self.values[:, :, start : start + 1] = v
""")
WRAPPED_ONCE = written("""
T, start = k.shape[2], self.length % self.window
n = min(T, self.window - start)
self.keys[:, :, start : start + n], self.keys[:, :, : T - n] = k[:, :, :n], k[:, :, n:]
self.values[:, :, start : start + n], self.values[:, :, : T - n] = v[:, :, :n], v[:, :, n:]
""")
CUT_AT_THE_END = written("""
T, start = k.shape[2], self.length % self.window
n = min(T, self.window - start)
self.keys[:, :, start : start + n] = k[:, :, :n]
self.values[:, :, start : start + n] = v[:, :, :n]
""")
CUT_NOT_MOVED = written("""
T, W = k.shape[2], self.window
for t in range(min(T, W)):
    self.keys[:, :, (self.length + t) % W] = k[:, :, -W:][:, :, t]
    self.values[:, :, (self.length + t) % W] = v[:, :, -W:][:, :, t]
""")
FROM_SLOT_0 = written("""
T, W = k.shape[2], self.window
for t in range(min(T, W)):
    slot = t if T > W else (self.length + t) % W
    self.keys[:, :, slot] = k[:, :, -W:][:, :, t]
    self.values[:, :, slot] = v[:, :, -W:][:, :, t]
""")


@exercise("SlidingWindowCache", points=4, forbid=["utils.blocks.cache"])
class _:
    cases = [
        # chunks: their lengths, or the range of one. more: how many chunks of one token follow.
        dict(sizes=[2, 2, 4, 3], chunks=[1] * 6, more=(0, 6)),
        dict(sizes=[1, 2, 3, 2], chunks=[(7, 12)], more=(2, 4)),  # a prompt of more than two windows
        dict(
            sizes=[2, 1, 4, 2], chunks=[(2, 3), (3, 4), (5, 8)], more=(1, 3)
        ),  # past the end of the ring, then all of it
        dict(sizes=[1, 1, 1, 2], chunks=[1, 2], more=(0, 0)),  # a token that sees itself only
    ]
    weights = {"keys": 2, "values": 1, "positions": 1, "memory": 1}

    def inputs(rng, sizes, chunks, more):
        B, H_kv, W, d = sizes
        whole = lambda each: int(rng.integers(*each, endpoint=True)) if isinstance(each, tuple) else each
        chunks = [whole(each) for each in chunks] + [1] * whole(more)
        # If a prompt fills the ring a whole number of times, its end gets the right slots wherever writing begins.
        chunks = [T + 1 if T > W > 1 and T % W == 0 else T for T in chunks]
        # A ring that has just wrapped around is in order, which looks the same as a shifted window.
        if W > 1 and sum(chunks) % W == 0:
            chunks.append(1)
        draw = lambda T: rng.standard_normal((B, H_kv, T, d))
        return {"sizes": sizes, "steps": [{"k": draw(T), "v": draw(T)} for T in chunks]}

    def oracle(sizes, steps):
        W, found = sizes[2], {"keys": {}, "values": {}, "positions": {}}
        for t in range(1, len(steps) + 1):
            for part, name in [("k", "keys"), ("v", "values")]:
                whole = np.concatenate([step[part] for step in steps[:t]], axis=2)
                found[name][f"call {t}"] = whole[:, :, -W:]
            found["positions"][f"call {t}"] = np.arange(whole.shape[2])[-W:]
        ring = {part: np.zeros((*steps[0][part].shape[:2], *sizes[2:])) for part in "kv"}
        for p in range(whole.shape[2]):
            for part in "kv":
                ring[part][:, :, p % W] = np.concatenate([step[part] for step in steps], axis=2)[:, :, p]
        return found | {"memory": {"keys": ring["k"], "values": ring["v"], "moved": False}}

    alternatives = {
        "rolled into order": """
            for key, value in zip(k.unbind(2), v.unbind(2)):
                self.keys[:, :, self.length % self.window] = key
                self.values[:, :, self.length % self.window] = value
                self.length += 1
            if self.length <= self.window:
                return self.keys[:, :, : self.length], self.values[:, :, : self.length], list(range(self.length))
            oldest = self.length % self.window
            keys, values = (part.roll(-oldest, dims=2) for part in (self.keys, self.values))
            return keys, values, list(range(self.length - self.window, self.length))
        """,
        "the last W of a chunk at once, by index": """
            end = self.length + k.shape[2]
            new = torch.arange(self.length, end)[-self.window :]
            self.keys[:, :, new % self.window] = k[:, :, -self.window :]
            self.values[:, :, new % self.window] = v[:, :, -self.window :]
            self.length = end
            positions = torch.arange(end)[-self.window :]
            order = positions.remainder(self.window)
            return self.keys.index_select(2, order), self.values.index_select(2, order), positions
        """,
    }
    slips = [
        slip(
            "the window is one too long",
            edit=("self.length - self.window), self.length", "self.length - self.window - 1), self.length"),
            why="There are only W slots. The position W steps back has already been overwritten, so the newest token appears twice.",
            look="With W = 4 and newest position 6, what is the oldest position that may be read?",
        ),
        slip(
            "the window is one too short",
            edit=("self.length - self.window), self.length", "self.length - self.window + 1), self.length"),
            why="The newest token counts as one of the W, so here the oldest slot is stored but never read.",
            look="With W = 4 and newest position 6, what is the oldest position that may be read?",
        ),
        slip(
            "keys or values are returned in ring order",
            edit=("slots = positions % self.window", "slots = torch.arange(len(positions))"),
            also=[(RETURNED, RETURNED.replace("keys[:, :, slots]", "keys[:, :, : len(slots)]")), (RETURNED, RETURNED.replace("values[:, :, slots]", "values[:, :, : len(slots)]"))],
            why="The newest token is then somewhere in the middle. Attention itself does not care about the order, but the positions you return belong to other keys.",
            look="With W = 4, six tokens have arrived. In which slot is the oldest position?",
        ),
        slip(
            "positions start from 0 in every window",
            edit=("self.values[:, :, slots], positions", "self.values[:, :, slots], torch.arange(len(positions))"),
            also=[ring(IN_PLACE, positions=FROM_0), ring(REPLACED, positions=FROM_0), ring(KEPT, positions=FROM_0), ring(IN_PLACE, CAPPED), ring(REPLACED, CAPPED)],
            why="Once the ring is full, all tokens claim to be at the start of the sequence, and nothing that depends on positions works any more.",
            look="After ten tokens, what is the position of the newest one?",
        ),
        slip(
            "the positions are only those of the new tokens",
            edit=(RETURNED, RETURNED.replace("slots], positions", "slots], positions[-k.shape[2] :]")),
            also=[(RETURNED, RETURNED.replace("slots], positions", "slots], torch.arange(min(k.shape[2], self.window))"))],
            why="Every key that is returned needs its position, including the keys of earlier calls.",
            look="After six calls with one token each, how many keys do you return, and how many positions?",
        ),
        slip(
            "there is a row of positions for every sequence",
            edit=(RETURNED, RETURNED.replace("slots], positions", "slots], positions.expand(k.shape[0], -1)")),
            why="All sequences have the same length here, so one row of positions is enough for all of them.",
            look="What shape does the docstring promise for the positions?",
        ),
        slip(
            "a long prompt is returned but not stored",
            edit=(LOOP, """if k.shape[2] >= self.window:
            self.length += k.shape[2]
            return k[:, :, -self.window :], v[:, :, -self.window :], torch.arange(self.length - self.window, self.length)
        for t in range(k.shape[2]):"""),
            why="The first result is right, but the next call finds no trace of the prompt in the memory.",
            look="After a prompt longer than the window, what do `self.keys` and `self.values` hold?",
        ),
        slip(
            "more keys than fit into the window are returned",
            edit=[(LOOP, """held = torch.arange(max(0, self.length - self.window + 1), self.length)
        keys = torch.cat([self.keys[:, :, held % self.window], k], dim=2)
        values = torch.cat([self.values[:, :, held % self.window], v], dim=2)
        for t in range(k.shape[2]):"""), (RETURNED, "return keys, values, torch.arange(self.length - keys.shape[2], self.length)")],
            why="The first queries of a chunk could use those keys, but this method returns what the newest query may see.",
            look="What is S for a prompt of 8 tokens and a window of 3, according to the docstring?",
        ),
        slip(
            "the memory itself is rotated",
            edit=[(SLOTS, """shift = self.length % self.window if self.length > self.window else 0
        self.keys, self.values = self.keys.roll(-shift, 2), self.values.roll(-shift, 2)
        slots = torch.arange(len(positions))""")],
            why="Position p belongs in slot p mod W. After the rotation it is somewhere else, so the next call overwrites the wrong token.",
            look="Which line changes `self.keys` after the new tokens have been written?",
        ),
        slip(
            "positions count from 1",
            edit=("self.values[:, :, slots], positions", "self.values[:, :, slots], positions + 1"),
            also=[(RETURNED, RETURNED.replace("positions", "torch.arange(1, len(slots) + 1)")), ring(IN_PLACE, positions=RIGHT + " + 1"), ring(REPLACED, positions=RIGHT + " + 1")],
            why="In this course the first token of a sequence has position 0.",
            look="What position should be returned for the very first token?",
        ),
        slip(
            "the newest token comes first",
            edit=[("slots = positions % self.window", "positions = positions.flip(0)\n        slots = positions % self.window")],
            why="The caller expects the order of the sequence, oldest first. A causal mask over the reversed order would hide the wrong tokens.",
            look="Which position should come first in your result?",
        ),
        slip(
            "each call starts at slot 0",
            edit=("slot = self.length % self.window", "slot = t % self.window", "slot = min(t, self.window - 1)"),
            why="With one token at a time, the same slot is overwritten again and again, and the other slots never change.",
            look="Which attribute counts the tokens of earlier calls?",
        ),
        slip(
            "the slot in the ring is returned as the position",
            edit=("self.values[:, :, slots], positions", "self.values[:, :, slots], slots"),
            why="A slot is reused again and again, but a token keeps its position in the sequence.",
            look="After ten tokens, what is the position of the newest one?",
        ),
        slip(
            "a full ring writes only to its last slot",
            edit=("slot = self.length % self.window", "slot = min(self.length, self.window - 1)"),
            why="The oldest tokens are never dropped, and everything newer than the first W − 1 is lost.",
            look="With W = 4, which slot should position 4 take, and which should position 5 take?",
        ),
        slip(
            "slots are counted from 1",
            edit=("slot = self.length % self.window", "slot = (self.length + 1) % self.window"),
            also=[[("slot = self.length % self.window", "slot = (self.length + 1) % self.window"), ("slots = positions % self.window", "slots = (positions + 1) % self.window")]],
            why="Position 0 belongs in slot 0, and other code that reads the memory relies on it. Writing and reading have to use the same rule.",
            look="Which slot does position 0 take?",
        ),
        slip(
            "a call counts as one token, however many it has",
            edit=("slot = self.length % self.window", "slot = self.length % self.window\n            self.length -= t > 0"),
            also=[
                (LOOP, "for t in range(1):"),
                [(SLOT, "slot = (self.length + t) % self.window"), (GROWN, ""), (FROM, "self.length += 1\n        " + FROM)],
                [(SLOT, "slot = min(self.length + t, self.window - 1)"), (GROWN, ""), (FROM, "self.length += 1\n        " + FROM)],
            ],
            why="Slots and positions depend on the length. If it is too small, tokens overwrite each other, and the positions are too small as well.",
            look="When a prompt of five tokens arrives, by how much must the length grow?",
        ),
        slip(
            "only one token of each call is stored",
            edit=[(PUT_K, PUT_K.replace("k[:, :, t]", "k[:, :, 0]")), (PUT_V, PUT_V.replace("v[:, :, t]", "v[:, :, 0]"))],
            also=[
                [(PUT_K, PUT_K.replace("k[:, :, t]", "k[:, :, -1]")), (PUT_V, PUT_V.replace("v[:, :, t]", "v[:, :, -1]"))],
                [(LOOP, "for t in range(1):"), (GROWN, "            self.length += k.shape[2]\n")],
                [(LOOP, "for t in range(1):"), (GROWN, "            self.length += k.shape[2]\n"), (PUT_K, PUT_K.replace("k[:, :, t]", "k[:, :, -1]")), (PUT_V, PUT_V.replace("v[:, :, t]", "v[:, :, -1]"))],
            ],
            why="A prompt brings many tokens in one call, and each of the last W needs a slot of its own.",
            look="When a prompt of three tokens arrives and W = 4, how many slots should change?",
        ),
        slip(
            "the beginning of a long prompt is kept, not its end",
            edit=("range(k.shape[2])", "range(min(k.shape[2], self.window))"),
            also=[[(LOOP, "for t in range(min(k.shape[2], self.window)):"), (SLOT, "slot = (self.length + t) % self.window"), (GROWN, ""), (FROM, "self.length += k.shape[2]\n        " + FROM)]],
            why="The next tokens look back at the end of the prompt, not at its beginning.",
            look="A prompt of five tokens arrives, and W = 3. Which three of them must be kept?",
        ),
        slip(
            "a window that is not full yet is returned whole",
            edit=("max(0, self.length - self.window)", "self.length - self.window"),
            also=[ring(IN_PLACE).replace("[:, :, -S:]", ""), ring(REPLACED).replace("[:, :, -S:]", ""), (RETURNED, "return self.keys, self.values, positions"), (RETURNED, "return self.keys.roll(-self.length, 2), self.values.roll(-self.length, 2), positions"), (RETURNED, "slots = torch.arange(self.length, self.length + self.window) % self.window\n        " + RETURNED)],
            why="Slots that no token has filled yet are then returned as keys of zeros.",
            look="After a first call with one token, how many tokens should be returned?",
        ),
        slip(
            "keys are stored where values belong",
            edit=("= v[:, :, t]", "= k[:, :, t]"),
            why="A head chooses by its keys and passes on its values, so both have to be stored.",
            look="Which argument does your code never use?",
        ),
        slip(
            "new memory is allocated at every call",
            edit=("slots = positions % self.window", "slots = positions % self.window\n        self.keys, self.values = self.keys.clone(), self.values.clone()"),
            also=[
                [("slots = positions % self.window", """slots = positions % self.window
        ordered = self.keys[:, :, slots], self.values[:, :, slots]
        self.keys = torch.cat([torch.zeros_like(self.keys[:, :, len(slots) :]), ordered[0]], dim=2)
        self.values = torch.cat([torch.zeros_like(self.values[:, :, len(slots) :]), ordered[1]], dim=2)
        return *ordered, positions""")],
                ring(REPLACED),
            ],
            why="The whole window is copied for each new token, but a ring writes one slot and moves nothing.",
            look="Which of your lines create a new tensor as large as the cache?",
        ),
        slip(
            "the whole window is shifted at every call",
            edit=ring(IN_PLACE),
            why="Every stored token is rewritten for each new one, but a ring writes one slot and moves nothing.",
            look="With W = 4, position 5 arrives. Which slots of the memory should change?",
        ),
        slip(
            "the length stops growing when the ring is full",
            edit=("self.length += 1", "self.length = min(self.length + 1, self.window)", "self.length += self.length < self.window", "self.length = (self.length + 1) % self.window"),
            also=[
                [(SLOT, "slot = (self.length + t) % self.window"), (GROWN, ""), (FROM, "self.length = min(self.length + k.shape[2], self.window)\n        " + FROM)],
                [(SLOT, "slot = min(self.length, self.window - 1)"), ("self.length += 1", "self.length = min(self.length + 1, self.window)")],
            ],
            why="Slots and positions follow from the length of the whole sequence. If it stops growing, tokens land in the wrong slots and positions repeat.",
            look="With W = 4, what should the length be after ten tokens?",
        ),
        slip(
            "keys and values are swapped",
            edit=(RETURNED, "return self.values[:, :, slots], self.keys[:, :, slots], positions"),
            also=[[(PUT_K, PUT_K.replace("= k", "= v")), (PUT_V, PUT_V.replace("= v", "= k"))]],
            why="A head compares its query with keys and averages values, so keys have to come back as keys and values as values.",
            look="Follow `k` from your first line to the result. Does it end up in the memory for keys, and is it returned first?",
        ),
        slip(
            "the length never grows",
            edit=("self.length += 1", "pass"),
            also=[[(SLOT, "slot = (self.length + t) % self.window"), ("self.length += 1", "pass")]],
            why="Nothing is returned, and every call starts writing at the same slot.",
            look="What is the length after your first call?",
        ),
        slip(
            "keys or values are not written into the memory",
            edit=[(PUT_K, "place = k[:, :, t]"), (PUT_V, "place = v[:, :, t]")],
            also=[(PUT_K, "place = k[:, :, t]"), (PUT_V, "place = v[:, :, t]")],
            why="Their slots still hold zeros. Assigning to a slice of the memory writes into it, but assigning to a name only renames a tensor.",
            look="After your first call, which of `self.keys` and `self.values` hold anything other than zeros?",
        ),
        slip(
            "several tokens are written to a slice of the ring that is too short for them",
            edit=SLICE,
            also=[ONE_SLOT, WRAPPED_ONCE],
            why="A chunk may go past the end of the ring, and it may be longer than the whole ring.",
            look="W = 4, five tokens have been seen, and a chunk of six arrives. Which slots do they go to, one by one?",
        ),
        slip(
            "the tokens of a chunk that go past the end of the ring are not written",
            edit=CUT_AT_THE_END,
            why="After the last slot comes slot 0 again, and the rest of the chunk belongs there.",
            look="W = 4, three tokens have been seen, and a chunk of two arrives. Which slots do they go to?",
        ),
        slip(
            "keys or values are read from the wrong slots",
            edit=(RETURNED, RETURNED.replace("keys[:, :, slots]", "keys.roll(-self.length, 2)[:, :, : len(slots)]").replace("values[:, :, slots]", "values.roll(-self.length, 2)[:, :, : len(slots)]")),
            also=[
                (SLOTS, "slots = positions.flip(0) % self.window"),
                (SLOTS, "slots = (positions + 1) % self.window"),
                (SLOTS, "slots = (positions - 1) % self.window"),
                (SLOTS, "slots = torch.arange(len(positions)) if self.length <= self.window else (torch.arange(self.window) - self.length) % self.window"),
                (SLOTS, "slots = torch.arange(len(positions)) if self.length <= self.window else (torch.arange(self.window) + self.length - 1) % self.window"),
                (SLOTS, "slots = torch.arange(len(positions)) if self.length <= self.window else (torch.arange(self.window) + self.length + 1) % self.window"),
            ],
            why="The positions are right, but position p is in slot p mod W, so reading by any other rule returns keys of other positions or empty slots.",
            look="With W = 4 and six tokens seen, in which slots are positions 2, 3, 4 and 5?",
        ),
        slip(
            "keys, values and positions are all in ring order",
            edit=(SLOTS, "positions = positions[(positions % self.window).argsort()]\n        " + SLOTS),
            why="They do belong together, but the caller expects the order of the sequence, oldest first.",
            look="With W = 4 and six tokens seen, which position should come first?",
        ),
        slip(
            "the memory grows with the sequence",
            edit=ring(KEPT),
            also=[ring(FROM_NOTHING), ring(KEPT, positions="torch.arange(max(0, self.length - W), self.length)")],
            why="What is returned is right, but the memory still holds every token there ever was, which is what a window is meant to prevent.",
            look="What is the shape of `self.keys` after 100 tokens?",
        ),
        slip(
            "every position so far is returned",
            edit=("max(0, self.length - self.window)", "0"),
            also=[ring(KEPT, positions="torch.arange(self.length)"), ring(IN_PLACE, positions="torch.arange(self.length)")],
            why="Only the last W positions are still in memory. Each older one would share a slot with a newer one.",
            look="With W = 4, how many positions should be returned after ten tokens?",
        ),
        slip(
            "the positions are those from before the call",
            edit=[(FROM, "pass"), (LOOP, FROM + "\n        " + LOOP)],
            also=[[(LOOP, FROM.replace("positions =", "earlier =") + "\n        " + LOOP), (RETURNED, RETURNED.replace("positions", "earlier"))]],
            why="A query sees its own position as well, so the new tokens count.",
            look="What should be returned after the very first token?",
        ),
        slip(
            "the positions are not returned",
            edit=(RETURNED, "return self.keys[:, :, slots], self.values[:, :, slots]"),
            why="A slot doesn't show a token's position in the sequence, so the caller has no other way to know it.",
            look="How many results does the docstring list?",
        ),
        slip(
            "the tokens of a long prompt that are not stored are not counted",
            edit=("range(k.shape[2])", "range(max(0, k.shape[2] - self.window), k.shape[2])"),
            why="They are gone from the memory but not from the sequence, so all later positions are too small and the later slots are wrong.",
            look="A prompt of five tokens arrives, and W = 3. What is the position of its last token?",
        ),
        slip(
            "keys and values are written to different slots",
            edit=("self.values[:, :, slot]", "self.values[:, :, (slot + 1) % self.window]"),
            also=[("self.values[:, :, slot]", "self.values[:, :, slot - 1]")],
            why="A key and its value have to be in the same slot, because one index reads both.",
            look="Do keys and values use the same slot?",
        ),
        slip(
            "the end of a prompt longer than the window is written to the wrong slots",
            also=[CUT_NOT_MOVED, FROM_SLOT_0],
            edit="""
            class SlidingWindowCache:
                def __init__(self, batch, n_kv_heads, window, d_head, device=None):
                    self.window, self.length = window, 0
                    self.keys = torch.zeros(batch, n_kv_heads, window, d_head, device=device)
                    self.values = torch.zeros_like(self.keys)

                def append(self, k, v):
                    T, W = k.shape[2], self.window
                    if T >= W:
                        self.keys[:], self.values[:] = k[:, :, -W:], v[:, :, -W:]
                        self.length += T
                        return self.keys.clone(), self.values.clone(), torch.arange(self.length - W, self.length)
                    for t in range(T):
                        self.keys[:, :, self.length % W], self.values[:, :, self.length % W] = k[:, :, t], v[:, :, t]
                        self.length += 1
                    positions = torch.arange(max(0, self.length - W), self.length)
                    return self.keys[:, :, positions % W], self.values[:, :, positions % W], positions
            """,
            why="Only its last W tokens are kept, and each belongs in the slot of its own position. If it is anywhere else, the next token overwrites the wrong one.",
            look="A prompt of 6 tokens arrives, and W = 4. Which slot should position 5 be in?",
        ),
        slip(
            "only the new tokens are returned",
            edit=("max(0, self.length - self.window)", "max(0, self.length - self.window, self.length - k.shape[2])"),
            why="A query looks at the whole window, not only at its own chunk.",
            look="With W = 4, how many tokens should be returned after six single tokens?",
        ),
        slip(
            "the ring uses one slot too few",
            edit=[("slot = self.length % self.window", "slot = self.length % max(self.window - 1, 1)"), ("slots = positions % self.window", "slots = positions % max(self.window - 1, 1)")],
            why="One slot is never used, and the oldest position of the window has already been overwritten.",
            look="With W = 4, how many different slots does your rule use?",
        ),
    ]  # fmt: skip
    promises = {
        "one token at a time, once around the ring": dict(sizes=[2, 2, 4, 3]),
        "T may be larger than the window": dict(chunks=[(7, 12)]),
        "several tokens across the end of the ring": dict(chunks=[(2, 3), (3, 4), (5, 8)]),
        "a window of one": dict(sizes=[1, 1, 1, 2]),
        "position p is in slot p mod W, and nothing is moved": "memory",
        "positions are whole numbers": "positions",
    }
