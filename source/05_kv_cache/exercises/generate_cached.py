"""Greedy generation with a KV cache: every token goes through the model once.

Oracle: everything is recomputed for each new token, in float64, without a cache. The number of
tokens in each call of the model is checked as well.
"""

import numpy as np

from autograder.authoring import exercise, slip

from ._shared import FINISHED

# Lines of the solution that many mistakes change.
BEGIN = "cache, chunk, start = new_cache(), ids, 0"
CALL = "scores = model(chunk, start, cache)"
MOVE = "start += chunk.shape[1]"
CHOOSE = "scores[:, -1].argmax(dim=1, keepdim=True)"
KEEP_T = (BEGIN, f"{BEGIN}\n    T = ids.shape[1]")
END = (MOVE, "start = ids.shape[1]")
STOPS = [
    "        ids = torch.cat([ids, chunk], dim=1)\n        if (chunk == 0).any():\n            break\n",
    "        if (chunk == 0).all():\n            break\n        ids = torch.cat([ids, chunk], dim=1)\n",
    "        if (chunk == 0).any():\n            break\n        ids = torch.cat([ids, chunk], dim=1)\n",
]


@exercise("generate_cached", points=5, forbid=FINISHED)
class _:
    cases = [
        dict(B=4, T=(4, 7), V=23, D=6, n_new=(5, 8)),
        dict(B=1, T=(1, 1), V=19, D=5, n_new=(7, 10)),
        dict(B=5, T=(3, 8), V=19, D=5, n_new=(1, 1)),
        dict(B=3, T=(3, 6), V=29, D=6, n_new=(8, 11)),
        dict(B=1, T=(4, 4), V=7, D=5, n_new=(4, 4), zero=True),  # the first new token has id 0
    ]
    weights = {"ids": 3, "tokens in each call": 2}

    def inputs(rng, B, T, V, D, n_new, zero=False):
        T, n_new = (int(rng.integers(*each, endpoint=True)) for each in (T, n_new))
        # Rows to spare, so that a call at a wrong position gives a wrong token and not an error.
        places = (2 * (T + n_new) + 2, D)
        found = {
            "table": rng.standard_normal((V, D)),
            "places": rng.uniform(0.3, 2.0, places) * rng.choice([-1, 1], places),
            "head": rng.standard_normal((D, V)),
            "ids": rng.integers(0, V, (B, T)),
            "n_new": n_new,
        }
        if zero:
            state = (found["table"][found["ids"][0]] * found["places"][:T]).sum(0)
            best = int(np.argmax(np.tanh(state) @ found["head"]))
            found["head"][:, [0, best]] = found["head"][:, [best, 0]]
        return found

    def oracle(table, places, head, ids, n_new):
        """Everything is computed again for each token, in float64."""
        found = []
        for text in ids.tolist():
            for _ in range(n_new):
                state = sum(table[token] * places[t] for t, token in enumerate(text))
                text = [*text, int(np.argmax(np.tanh(state) @ head))]
            found.append(text)
        return {"ids": np.array(found), "tokens in each call": [ids.shape[1]] + [1] * (n_new - 1)}

    alternatives = {
        "prefill apart, then a loop": """
            cache = new_cache()
            last = model(ids, 0, cache)[:, -1]
            columns = list(ids.T)
            for _ in range(1, n_new):
                columns.append(last.max(-1).indices)
                last = model(columns[-1].unsqueeze(1), len(columns) - 1, cache).squeeze(1)
            columns.append(last.max(-1).indices)
            return torch.stack(columns, dim=1)
        """,
        "as many positions as were passed": """
            cache, passed = new_cache(), 0
            end = ids.shape[1] + n_new
            while ids.shape[1] < end:
                scores = model(ids[:, passed:], passed, cache)
                passed = ids.shape[1]
                ids = torch.hstack([ids, scores[:, -1:].argmax(2)])
            return ids
        """,
    }
    slips = [
        slip(
            "the whole sequence is recomputed for every token",
            edit=("scores = model(chunk, start, cache)", "scores = model(ids, 0, new_cache())"),
            why="The tokens are right, but the cache saves nothing: 100 tokens after a prompt of 100 take 14,950 positions instead of 199.",
            look="Which tokens go into the model at the second step, and which of those are new to it?",
        ),
        slip(
            "the whole sequence goes in again, on top of what the cache already holds",
            edit=("scores = model(chunk, start, cache)", "scores = model(ids, 0, cache)", "scores = model(ids, start, cache)"),
            why="The cache then holds the sequence twice, three times and so on, and attention sees every copy.",
            look="Which tokens are already in the cache when the second step begins?",
        ),
        slip(
            "positions start again from 0 at every call",
            edit=("scores = model(chunk, start, cache)", "scores = model(chunk, 0, cache)"),
            why="Every new token claims to be the first of the sequence.",
            look="What is the position of the first new token after a prompt of 5?",
        ),
        slip(
            "positions are one too large",
            edit=("start += chunk.shape[1]", "start = ids.shape[1] + 1"),
            why="Position T is skipped, so every new token gets a position one larger than it would have had in training.",
            look="Positions are counted from 0. What is the position of the first new token after a prompt of 5?",
        ),
        slip(
            "positions are one too small",
            edit=("start += chunk.shape[1]", "start = ids.shape[1] - 1"),
            why="The first new token gets the position of the last token of the prompt.",
            look="Positions are counted from 0. What is the position of the first new token after a prompt of 5?",
        ),
        slip(
            "the position counts calls",
            edit=("start += chunk.shape[1]", "start += 1"),
            also=[[KEEP_T, (MOVE, "start = ids.shape[1] - T")]],
            why="The prompt is one call but many tokens, so the new tokens would get positions inside the prompt.",
            look="What is the position of the first new token after a prompt of 5?",
        ),
        slip(
            "the prompt goes in token by token",
            edit=(
                "cache, chunk, start = new_cache(), ids, 0",
                "cache = new_cache()\n    for start in range(ids.shape[1] - 1):\n        model(ids[:, start : start + 1], start, cache)\n    chunk, start = ids[:, -1:], ids.shape[1] - 1",
                "cache = new_cache()\n    for start in range(ids.shape[1] - 1):\n        model(ids[:, start : start + 1], 0, cache)\n    chunk, start = ids[:, -1:], 0",
            ),
            also=[[(BEGIN, "cache = new_cache()\n    for start in range(ids.shape[1] - 1):\n        model(ids[:, start : start + 1], 0, cache)\n    chunk, start = ids[:, -1:], 0"), END]],
            why="The whole prompt is known from the start, so one call can read the weights once for all of it. Your code reads them once per token (section 5).",
            look="According to the docstring, how many calls does the prefill take?",
        ),
        slip(
            "the token predicted from the prompt is left out",
            edit=(
                "for _ in range(n_new):",
                "chunk, start = model(chunk, start, cache)[:, -1].argmax(dim=1, keepdim=True), ids.shape[1]\n    for _ in range(n_new):",
            ),
            also=[("return ids", "return torch.cat([ids[:, : ids.shape[1] - n_new], ids[:, ids.shape[1] - n_new + 1 :]], dim=1)")],
            why="It goes into the model but not into the result, which then has a gap.",
            look="Which call gives the first new token, and where do you append it?",
        ),
        slip(
            "the last token of the prompt goes in twice",
            edit=(
                "cache, chunk, start = new_cache(), ids, 0",
                "cache, chunk, start = new_cache(), ids[:, -1:], ids.shape[1] - 1\n    model(ids, 0, cache)",
                "cache, chunk, start = new_cache(), ids[:, -1:], ids.shape[1]\n    model(ids, 0, cache)",
            ),
            also=[[(BEGIN, "cache, chunk, start = new_cache(), ids[:, -1:], ids.shape[1]\n    model(ids, 0, cache)"), END]],
            why="The prefill has already read it and returned its scores. If you pass it again, the cache holds it twice.",
            look="What do the scores from the prefill predict, and do you use them?",
        ),
        slip(
            "every call gets a new, empty cache",
            edit=("scores = model(chunk, start, cache)", "scores = model(chunk, start, new_cache())"),
            why="The model then knows only the newest token.",
            look="How often do you call `new_cache`, and how often should you?",
        ),
        slip(
            "scores at positions other than the last are used",
            edit=("scores[:, -1]", "scores[:, 0]", "scores[:, -2]", "scores[:, -2:][:, 0]", "scores.mean(1)", "scores.sum(1)", "scores.amax(1)"),
            also=[(CHOOSE, "scores.argmax(dim=2)"), [(CHOOSE, "scores.argmax(dim=2)"), END], (CHOOSE, "scores.argmax(dim=2)[:, :1] if start == ids.shape[1] and chunk.shape[1] > 1 else scores[:, -1:].argmax(2)")],
            why="The scores at earlier positions of the prompt predict the prompt's own tokens, which you already have.",
            look="Which row of the scores predicts a token that you don't have yet?",
        ),
        slip(
            "one token too many is generated",
            edit=("range(n_new)", "range(n_new + 1)"),
            also=[[("range(n_new)", "range(n_new + 1)"), (MOVE, "start = ids.shape[1] - 1")], [("range(n_new)", "range(n_new + 1)"), (MOVE, "start = ids.shape[1] + 1")]],
            why="The prefill gives the first new token, and each later call gives one more.",
            look="How many tokens do you get from how many calls? Start with n_new = 1.",
        ),
        slip(
            "the last token is passed through the model for nothing",
            edit=("return ids", "model(chunk, start, cache)\n    return ids"),
            why="Nothing uses the scores that come out. In a service that is one wasted pass per request.",
            look="How many calls does n_new = 1 need?",
        ),
        slip(
            "the result does not start with the whole prompt",
            edit=("return ids", "return ids[:, -n_new:]", "return ids[:, -n_new - 1 :]", "return ids[:, 1:]"),
            why="The docstring asks for the whole sequence, prompt included.",
            look="What shape does the docstring promise?",
        ),
        slip(
            "one sequence decides for all of them",
            edit=("scores[:, -1].argmax(dim=1, keepdim=True)", "scores[:1, -1].argmax(dim=1, keepdim=True).expand(len(ids), 1)", "scores[-1:, -1].argmax(dim=1, keepdim=True).expand(len(ids), 1)", "scores[:, -1].mean(0).argmax().expand(len(ids), 1)"),
            also=[(CHOOSE, "(scores[:, -1].argmax() % scores.shape[2]).expand(len(ids), 1)")],
            why="Each row of the batch is a separate sequence with its own next token.",
            look="What shape does your choice of tokens have for B = 2?",
        ),
        slip(
            "one of the ids is treated as the end of the sequence",
            edit=("        ids = torch.cat([ids, chunk], dim=1)\n", "        ids = torch.cat([ids, chunk], dim=1)\n        if (chunk == 0).all():\n            break\n", "        if (chunk == 0).all():\n            chunk = chunk + 1\n        ids = torch.cat([ids, chunk], dim=1)\n", *STOPS),
            why="Here every id is an ordinary token, 0 included, and the caller asked for n_new of them.",
            look="Does your loop treat one id differently from the others?",
        ),
        slip(
            "one token too few is generated",
            edit=("range(n_new)", "range(n_new - 1)", "range(max(n_new - 1, 1))"),
            also=[[("range(n_new)", "range(max(n_new - 1, 1))"), (MOVE, "start = ids.shape[1] + 1")]],
            why="The prefill already gives one token, but that token counts as one of the n_new, so they take n_new calls.",
            look="How many calls does your loop make for n_new = 1?",
        ),
        slip(
            "the prompt goes in as two chunks",
            edit=("cache, chunk, start = new_cache(), ids, 0", "cache, chunk, start = new_cache(), ids[:, -1:], ids.shape[1] - 1\n    if start:\n        model(ids[:, :-1], 0, cache)"),
            also=[
                (BEGIN, "cache, chunk, start = new_cache(), ids[:, -1:], ids.shape[1] - 1\n    model(ids[:, :-1], 0, cache)"),
                (BEGIN, "cache, chunk, start = new_cache(), ids[:, 1:], 1\n    if ids.shape[1] == 1:\n        chunk, start = ids, 0\n    else:\n        model(ids[:, :1], 0, cache)"),
                (BEGIN, "cache, start = new_cache(), ids.shape[1] // 2\n    chunk = ids[:, start:]\n    if start:\n        model(ids[:, :start], 0, cache)"),
                (BEGIN, "cache, start = new_cache(), (ids.shape[1] + 1) // 2\n    chunk = ids[:, start:]\n    if ids.shape[1] == 1:\n        chunk, start = ids, 0\n    else:\n        model(ids[:, :start], 0, cache)"),
            ],
            why="The first call returns scores that nothing uses, although one call can read the whole prompt.",
            look="Which of your calls returns scores that you never use?",
        ),
        slip(
            "the sequences of the batch go in one at a time",
            edit="""
            def generate_cached(model, new_cache, ids, n_new):
                rows = []
                for text in ids.split(1):
                    cache, chunk, start = new_cache(), text, 0
                    for _ in range(n_new):
                        scores = model(chunk, start, cache)
                        start += chunk.shape[1]
                        chunk = scores[:, -1].argmax(dim=1, keepdim=True)
                        text = torch.cat([text, chunk], dim=1)
                    rows.append(text)
                return torch.cat(rows)
            """,
            also=["""
            def generate_cached(model, new_cache, ids, n_new):
                cache, rows = new_cache(), []
                for text in ids.split(1):
                    chunk, start = text, 0
                    for _ in range(n_new):
                        scores = model(chunk, start, cache)
                        start += chunk.shape[1]
                        chunk = scores[:, -1].argmax(dim=1, keepdim=True)
                        text = torch.cat([text, chunk], dim=1)
                    rows.append(text)
                return torch.cat(rows)
            """],
            why="All the weights are then read once for each sequence, but a batch reads them once for all sequences.",
            look="For B = 2 and n_new = 3, how many calls do you make?",
        ),
        slip(
            "the least likely token is chosen",
            edit=("argmax(dim=1", "argmin(dim=1"),
            why="Higher scores mean more likely tokens.",
            look="Does the most likely token have the highest score or the lowest?",
        ),
        slip(
            "n_new = 1 takes two calls",
            edit=("range(n_new)", "range(max(n_new, 2))"),
            also=[[("range(n_new)", "range(max(n_new, 2))"), ("return ids", "return ids[:, :-1] if n_new == 1 else ids")]],
            why="The prefill alone gives the first new token, so nothing is left to do.",
            look="For n_new = 1, how often does your decode loop run?",
        ),
        slip(
            "all new tokens get the same position",
            edit=[KEEP_T, (MOVE, "start = T")],
            also=[[KEEP_T, (MOVE, "start = T - 1")]],
            why="The model can't tell the order of tokens that share one position.",
            look="What is the position of the third new token after a prompt of 5?",
        ),
        slip(
            "the prompt does not start at position 0",
            edit=("new_cache(), ids, 0", "new_cache(), ids, 1", "new_cache(), ids, ids.shape[1]"),
            also=[
                [("new_cache(), ids, 0", "new_cache(), ids, 1"), END],
                [("new_cache(), ids, 0", "new_cache(), ids, ids.shape[1]"), END],
                [(CALL, f"{MOVE}\n        {CALL}"), (f"{MOVE}\n        chunk =", "chunk =")],
                [("new_cache(), ids, 0", "new_cache(), ids, ids.shape[1] - 1"), END],
            ],
            why="In training the first token of every sequence was at position 0.",
            look="Which position do you pass with the prompt, and which of its tokens is at that position?",
        ),
        slip(
            "the prompt goes in twice",
            edit=(BEGIN, f"{BEGIN}\n    model(ids, 0, cache)", f"{BEGIN}\n    model(ids, start, cache)\n    start = ids.shape[1]"),
            also=[[(BEGIN, f"{BEGIN}\n    model(ids, start, cache)\n    start = ids.shape[1]"), END]],
            why="The cache then holds it twice, and every later token sees both copies.",
            look="How many tokens are in the cache before the first new one goes in?",
        ),
        slip(
            "the prompt goes into a different cache",
            edit=(CALL, "scores = model(chunk, start, cache if start else new_cache())"),
            why="The new tokens then see one another, but not the prompt.",
            look="How often do you call `new_cache`, and where does each result go?",
        ),
        slip(
            "the cache does not come from `new_cache`",
            edit=("new_cache(), ids", "[], ids"),
            also=[("new_cache(), ids", "None, ids")],
            why="Each model has its own kind of cache, and only `new_cache` knows how to make an empty one.",
            look="According to the docstring, how do you get an empty cache?",
        ),
        slip(
            "`new_cache` itself is passed to the model, not what it returns",
            edit=("new_cache(), ids", "new_cache, ids"),
            why="`new_cache` is a function, but the model needs the empty cache that it returns.",
            look="According to the docstring, how do you get an empty cache?",
        ),
        slip(
            "a token of the prompt never goes in",
            edit=("new_cache(), ids, 0", "new_cache(), ids[:, :-1], 0", "new_cache(), ids[:, :-1] if ids.shape[1] > 1 else ids, 0", "new_cache(), ids[:, 1:], 0", "new_cache(), ids[:, 1:] if ids.shape[1] > 1 else ids, 0"),
            also=[
                [("new_cache(), ids, 0", "new_cache(), ids[:, :-1] if ids.shape[1] > 1 else ids, 0"), END],
                [("new_cache(), ids, 0", "new_cache(), ids[:, 1:] if ids.shape[1] > 1 else ids, 0"), END],
                [("new_cache(), ids, 0", "new_cache(), ids[:, :-1], 0"), END],
                [("new_cache(), ids, 0", "new_cache(), ids[:, 1:], 0"), END],
            ],
            why="The scores after the last token of the prompt are the ones that predict the first new token, and they depend on the whole prompt.",
            look="For a prompt of 5 tokens, how many go into your first call?",
        ),
        slip(
            "the next token is chosen only once",
            edit=[KEEP_T, (CHOOSE, f"{CHOOSE} if start == T else chunk")],
            why="The same token is then repeated until the end, whatever the model predicts.",
            look="Which variable holds the next token, and where in your loop does it get a new value?",
        ),
        slip(
            "a token that the model has already read goes in again",
            edit=(CALL, "scores = model(ids[:, -2:-1] if start else ids, start, cache)", "scores = model(ids[:, -2:] if start else ids, start - (start > 0), cache)", "scores = model(ids[:, -2:] if start else ids, start, cache)"),
            also=[[KEEP_T, (CALL, "scores = model(ids[:, T - 1 : T] if start else ids, start, cache)")], [KEEP_T, (CALL, "scores = model(ids[:, T : T + 1] if start else ids, start, cache)")]],
            why="Its key and value are already in the cache. The newest token is the only one that the model hasn't read yet.",
            look="Which token do you pass at the third call? Was it part of an earlier call?",
        ),
        slip(
            "`argmax` does not run over the vocabulary of each sequence",
            edit=(CHOOSE, "scores[:, -1].argmax(dim=0, keepdim=True)", "scores[:, -1:].argmax(dim=1)", "scores[:, -1].argmax().expand(len(ids), 1)", "scores.argmax(dim=1)"),
            why="Each sequence needs the token with its highest score, so each row needs its own choice among its V scores.",
            look="What is the shape of the scores you choose from, and which of its axes is the vocabulary?",
        ),
        slip(
            "the last new token is missing from the result",
            edit=("return ids", "return ids[:, :-1]"),
            why="The model has predicted it, so it needs no further call, but it is still one of the n_new tokens.",
            look="How many tokens are in your result for n_new = 1?",
        ),
        slip(
            "the new tokens are joined along the batch",
            edit=("torch.cat([ids, chunk], dim=1)", "torch.cat([ids, chunk], dim=0)"),
            why="A new token continues its sequence; it does not start another one.",
            look="Which axis of (B, T) grows?",
        ),
        slip(
            "new tokens come before the prompt",
            edit=("torch.cat([ids, chunk], dim=1)", "torch.cat([chunk, ids], dim=1)"),
            why="The result is the prompt and what follows it, oldest token first.",
            look="In which order does `torch.cat` join the tensors in its list?",
        ),
        slip(
            "the axis of positions is lost",
            edit=("argmax(dim=1, keepdim=True)", "argmax(dim=1)"),
            also=[[("argmax(dim=1, keepdim=True)", "argmax(dim=1)"), ("[ids, chunk]", "[ids, chunk[:, None]]"), END]],
            why="The model expects a chunk of shape (B, t), even when t is 1, and sequences are joined as (B, t) as well.",
            look="What is the shape of your next tokens?",
        ),
        slip(
            "two results are expected from the model",
            edit=(CALL, "scores, cache = model(chunk, start, cache)"),
            why="It returns only the scores, and it changes the cache that you passed.",
            look="What does the docstring say about the result of `model`?",
        ),
        slip(
            "`n_new` is taken as the length of the whole sequence",
            edit=("range(n_new)", "range(max(n_new - ids.shape[1], 0))"),
            why="The caller asks for n_new tokens on top of the prompt.",
            look="For a prompt of 6 and n_new = 5, how long should the result be?",
        ),
    ]  # fmt: skip
    promises = {
        "each sequence of a batch is continued on its own": dict(B=5),
        "a prompt of one token": dict(T=(1, 1)),
        "one new token: one call": dict(n_new=(1, 1)),
        "id 0 is a token like any other": dict(zero=True),
        "no token goes through the model twice": "tokens in each call",
    }
