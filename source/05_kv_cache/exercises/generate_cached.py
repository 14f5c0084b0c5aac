"""Greedy generation with a KV cache, so that every token goes through the model once.

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
            "the whole text is computed again for every token",
            edit=("scores = model(chunk, start, cache)", "scores = model(ids, 0, new_cache())"),
            why="The text is right and the cache saves nothing: 100 tokens after a prompt of 100 are 14,950 positions in place of 199.",
            look="How many tokens go into the model at the second step, and how many of them are new to it?",
        ),
        slip(
            "the whole text goes in again, on top of what is in the cache",
            edit=("scores = model(chunk, start, cache)", "scores = model(ids, 0, cache)"),
            why="The cache then holds the text twice, three times, and so on, and attention sees all of them.",
            look="Which tokens are in the cache already when the second step begins?",
        ),
        slip(
            "positions begin at 0 again with every call",
            edit=("scores = model(chunk, start, cache)", "scores = model(chunk, 0, cache)"),
            why="Every new token claims to be the first of the text.",
            look="At which position stands the first new token after a prompt of 5?",
        ),
        slip(
            "positions run one ahead",
            edit=("start += chunk.shape[1]", "start = ids.shape[1] + 1"),
            why="Position T is left out, and every new token is one further than it was in training.",
            look="Positions count from 0. At which position stands the first new token after a prompt of 5?",
        ),
        slip(
            "positions run one behind",
            edit=("start += chunk.shape[1]", "start = ids.shape[1] - 1"),
            why="The first new token gets the position of the prompt's last one.",
            look="Positions count from 0. At which position stands the first new token after a prompt of 5?",
        ),
        slip(
            "the position counts calls",
            edit=("start += chunk.shape[1]", "start += 1"),
            why="The prompt is one call and many tokens. What comes after it would be read as if it stood inside it.",
            look="At which position stands the first new token after a prompt of 5?",
        ),
        slip(
            "the prompt goes in token by token",
            edit=(
                "cache, chunk, start = new_cache(), ids, 0",
                "cache = new_cache()\n    for start in range(ids.shape[1] - 1):\n        model(ids[:, start : start + 1], start, cache)\n    chunk, start = ids[:, -1:], ids.shape[1] - 1",
            ),
            why="The text is right. But the prompt is known from the start, and one call for all of it reads the weights once; this reads them once for every token of it (section 5).",
            look="How many calls does the prefill need, according to the docstring?",
        ),
        slip(
            "the token that the prompt predicts is not written",
            edit=(
                "for _ in range(n_new):",
                "chunk, start = model(chunk, start, cache)[:, -1].argmax(dim=1, keepdim=True), ids.shape[1]\n    for _ in range(n_new):",
            ),
            why="It goes into the model and not into the text, which has a gap then.",
            look="Which call gives the first new token, and where does it join the text?",
        ),
        slip(
            "the last token of the prompt goes in twice",
            edit=(
                "cache, chunk, start = new_cache(), ids, 0",
                "cache, chunk, start = new_cache(), ids[:, -1:], ids.shape[1] - 1\n    model(ids, 0, cache)",
            ),
            why="Prefill has read it and its scores are there. Passed once more, it stands in the cache twice.",
            look="What do the scores of the prefill predict, and do you use them?",
        ),
        slip(
            "every call gets a new, empty cache",
            edit=("scores = model(chunk, start, cache)", "scores = model(chunk, start, new_cache())"),
            why="Each new token is then the only one that the model knows.",
            look="How often is `new_cache` called for one text?",
        ),
        slip(
            "the scores after the first token are read",
            edit=("scores[:, -1]", "scores[:, 0]"),
            why="After the prompt they predict its second token, which is there already.",
            look="Which row of the scores is about the token that is not there yet?",
        ),
        slip(
            "one token too many is written",
            edit=("range(n_new)", "range(n_new + 1)"),
            why="The prefill gives the first new token; each call after it gives one more.",
            look="How many calls give how many tokens? Write it down for n_new = 1.",
        ),
        slip(
            "the last token is passed through the model for nothing",
            edit=("return ids", "model(chunk, start, cache)\n    return ids"),
            why="Nobody reads what the model says after it. In a service this is one wasted pass for each request.",
            look="How many calls does n_new = 1 need?",
        ),
        slip(
            "only the new tokens come back",
            edit=("return ids", "return ids[:, -n_new:]"),
            why="The docstring asks for the whole text.",
            look="What shape does the docstring promise?",
        ),
        slip(
            "the first text decides for all",
            edit=("scores[:, -1].argmax(dim=1, keepdim=True)", "scores[:1, -1].argmax(dim=1, keepdim=True).expand(len(ids), 1)"),
            why="Each row of the batch is a text of its own.",
            look="What shape does your choice of tokens have for B = 2?",
        ),
        slip(
            "a token is treated as the end of the text",
            edit=("        ids = torch.cat([ids, chunk], dim=1)\n", "        ids = torch.cat([ids, chunk], dim=1)\n        if (chunk == 0).all():\n            break\n", "        if (chunk == 0).all():\n            chunk = chunk + 1\n        ids = torch.cat([ids, chunk], dim=1)\n",),
            why="Here every id is a token like any other, 0 as well, and n_new of them are asked for.",
            look="Does your loop do anything with one id that it does not do with others?",
        ),
    ]  # fmt: skip
    promises = {
        "texts of a batch, each its own": dict(B=3),
        "a prompt of one token": dict(T=(1, 1)),
        "one new token: one call": dict(n_new=(1, 1)),
        "id 0 is a token like any other": dict(zero=True),
        "no token goes through the model twice": "tokens in each call",
    }
