"""Greedy generation with a KV cache: every token goes through the model once.

Oracle: everything is recomputed for each new token, in float64, without a cache. The number of
tokens in each call of the model is checked as well.
"""

import numpy as np

from autograder.authoring import exercise, slip

from ._shared import FINISHED


@exercise("generate_cached", points=5, forbid=FINISHED)
class _:
    cases = [
        dict(B=2, T=(4, 7), V=11, D=6, n_new=(5, 8)),
        dict(B=1, T=(1, 1), V=9, D=5, n_new=(7, 10)),
        dict(B=3, T=(3, 8), V=9, D=5, n_new=(1, 1)),
        dict(B=2, T=(3, 6), V=13, D=6, n_new=(8, 11)),
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
        """Everything computed again for each token, in float64."""
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
            edit=("scores = model(chunk, start, cache)", "scores = model(ids, 0, cache)"),
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
            why="Position T is skipped, so every new token gets a position one larger than it had in training.",
            look="Positions count from 0. What is the position of the first new token after a prompt of 5?",
        ),
        slip(
            "positions are one too small",
            edit=("start += chunk.shape[1]", "start = ids.shape[1] - 1"),
            why="The first new token gets the position of the last token of the prompt.",
            look="Positions count from 0. What is the position of the first new token after a prompt of 5?",
        ),
        slip(
            "the position counts calls",
            edit=("start += chunk.shape[1]", "start += 1"),
            why="The prompt is one call but many tokens, so the new tokens would get positions inside the prompt.",
            look="What is the position of the first new token after a prompt of 5?",
        ),
        slip(
            "the prompt goes in token by token",
            edit=(
                "cache, chunk, start = new_cache(), ids, 0",
                "cache = new_cache()\n    for start in range(ids.shape[1] - 1):\n        model(ids[:, start : start + 1], start, cache)\n    chunk, start = ids[:, -1:], ids.shape[1] - 1",
            ),
            why="The tokens are right. But the prompt is known from the start: one call for all of it reads the weights once, while this reads them once per token (section 5).",
            look="According to the docstring, how many calls does the prefill take?",
        ),
        slip(
            "the token predicted from the prompt is left out",
            edit=(
                "for _ in range(n_new):",
                "chunk, start = model(chunk, start, cache)[:, -1].argmax(dim=1, keepdim=True), ids.shape[1]\n    for _ in range(n_new):",
            ),
            why="It goes into the model but not into the result, which then has a gap.",
            look="Which call gives the first new token, and where do you append it?",
        ),
        slip(
            "the last token of the prompt goes in twice",
            edit=(
                "cache, chunk, start = new_cache(), ids, 0",
                "cache, chunk, start = new_cache(), ids[:, -1:], ids.shape[1] - 1\n    model(ids, 0, cache)",
            ),
            why="Prefill has already read it and returned its scores. If it is passed again, the cache holds it twice.",
            look="What do the scores from the prefill predict, and do you use them?",
        ),
        slip(
            "every call gets a new, empty cache",
            edit=("scores = model(chunk, start, cache)", "scores = model(chunk, start, new_cache())"),
            why="The model then knows no token but the newest one.",
            look="How often do you call `new_cache`, and how often should you?",
        ),
        slip(
            "the scores after the first token are read",
            edit=("scores[:, -1]", "scores[:, 0]"),
            why="After the prompt they predict its second token, which you already have.",
            look="Which row of the scores predicts a token that you don't have yet?",
        ),
        slip(
            "one token too many is generated",
            edit=("range(n_new)", "range(n_new + 1)"),
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
            "only the new tokens are returned",
            edit=("return ids", "return ids[:, -n_new:]"),
            why="The docstring asks for the whole sequence, prompt included.",
            look="What shape does the docstring promise?",
        ),
        slip(
            "the first sequence decides for all of them",
            edit=("scores[:, -1].argmax(dim=1, keepdim=True)", "scores[:1, -1].argmax(dim=1, keepdim=True).expand(len(ids), 1)"),
            why="Each row of the batch is a separate sequence with its own next token.",
            look="What shape does your choice of tokens have for B = 2?",
        ),
        slip(
            "one of the ids is treated as the end of the sequence",
            edit=("        ids = torch.cat([ids, chunk], dim=1)\n", "        ids = torch.cat([ids, chunk], dim=1)\n        if (chunk == 0).all():\n            break\n", "        if (chunk == 0).all():\n            chunk = chunk + 1\n        ids = torch.cat([ids, chunk], dim=1)\n",),
            why="Here every id is an ordinary token, 0 included, and the caller asked for n_new of them.",
            look="Does your loop treat one id differently from the others?",
        ),
        slip(
            "one token too few is generated",
            edit=("range(n_new)", "range(n_new - 1)"),
            why="The prefill already gives one token, but that one is counted too: n_new tokens take n_new calls.",
            look="How many calls does your loop make for n_new = 1?",
        ),
        slip(
            "the prompt goes in as two chunks",
            edit=("cache, chunk, start = new_cache(), ids, 0", "cache, chunk, start = new_cache(), ids[:, -1:], ids.shape[1] - 1\n    if start:\n        model(ids[:, :-1], 0, cache)"),
            why="The tokens are right, but the first call returns scores that nothing uses. One call can read the whole prompt.",
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
            why="The tokens are right, but each sequence reads all the weights for itself. A batch reads them once for all.",
            look="For B = 2 and n_new = 3, how many calls do you make?",
        ),
        slip(
            "the least likely token is chosen",
            edit=("argmax(dim=1", "argmin(dim=1"),
            why="Higher scores mean more likely tokens.",
            look="Which token should the highest score stand for?",
        ),
    ]  # fmt: skip
    promises = {
        "each sequence of a batch is continued on its own": dict(B=3),
        "a prompt of one token": dict(T=(1, 1)),
        "one new token: one call": dict(n_new=(1, 1)),
        "id 0 is a token like any other": dict(zero=True),
        "no token goes through the model twice": "tokens in each call",
    }
