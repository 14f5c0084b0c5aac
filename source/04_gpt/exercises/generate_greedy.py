"""Greedy decoding: append the most probable token n_new times, within the context length.

Oracle: one sequence at a time in NumPy, with logits from a small model that sees positions.
"""

import numpy as np

from autograder.authoring import exercise, slip

from ._shared import FINISHED


@exercise("generate_greedy", points=4, forbid=FINISHED)
class _:
    cases = [
        dict(B=2, T=3, V=9, D=6, n_new=12, context=6),
        dict(B=3, T=8, V=7, D=5, n_new=8, context=4),  # the text is longer than the context from the start
        dict(B=1, T=1, V=6, D=4, n_new=9, context=16),
        dict(B=2, T=3, V=5, D=4, n_new=0, context=4),  # nothing to add
    ]

    def inputs(rng, B, T, V, D, n_new, context):
        return {
            "table": rng.standard_normal((V, D)),
            "places": rng.uniform(0.3, 2.0, (context, D)) * rng.choice([-1, 1], (context, D)),
            "head": rng.standard_normal((D, V)),
            "ids": rng.integers(0, V, (B, T)),
            "n_new": n_new,
            "context": context,
        }

    def oracle(table, places, head, ids, n_new, context):
        found = []
        for text in ids.tolist():
            for _ in range(n_new):
                seen = text[-context:]
                state = sum(table[token] * places[t] for t, token in enumerate(seen))
                text = [*text, int(np.argmax(np.tanh(state) @ head))]
            found.append(text)
        return {"ids": np.array(found)}

    alternatives = {
        "a list that grows": """
            columns = list(ids.T)
            while n_new > 0:
                scores = model(torch.stack(columns[-context:], dim=1))
                columns.append(scores[:, -1, :].max(-1).indices)
                n_new -= 1
            return torch.stack(columns, dim=1)
        """,
    }
    slips = [
        slip(
            "the first tokens are kept when the text is too long, not the last",
            edit=("ids[:, -context:]", "ids[:, :context]"),
            why="The model then keeps reading the same beginning and never sees what it has written.",
            look="Which part of a long text matters for the next token?",
        ),
        slip(
            "the text is not cut to the context",
            edit=("ids[:, -context:]", "ids"),
            why="A model has only `context` position vectors, so later positions have none.",
            look="How long may the model's input be?",
        ),
        slip(
            "the model reads only the newest token",
            edit=("ids[:, -context:]", "ids[:, -1:]"),
            why="Without the earlier tokens the model has no context at all. (With the cache of lesson 05, this becomes right.)",
            look="What does the model know about the text when it sees only one token?",
        ),
        slip(
            "the scores at a position other than the last are used",
            edit=("[:, -1]  # (B, V)", "[:, 0]", "[:, -2]"),
            also=[("scores = model(ids[:, -context:])[:, -1]", "scores = model(ids[:, -context:])\n        scores = scores[:, -2] if scores.shape[1] > 1 else scores[:, -1]")],
            why="Scores at an earlier position predict a token that is already there.",
            look="At which position does the model predict the next token?",
        ),
        slip(
            "only the new tokens come back",
            edit=("return ids\n", "return ids[:, -n_new:]\n", "return ids[:, ids.shape[1] - n_new :]\n"),
            why="The docstring asks for the whole text, prompt included, so it can be decoded or continued.",
            look="What shape does the docstring promise?",
        ),
        slip(
            "the text that comes back is cut to the context",
            edit=("torch.cat([ids, scores", "torch.cat([ids[:, 1 - context :], scores"),
            also=[("scores = model(ids[:, -context:])", "ids = ids[:, -context:]\n        scores = model(ids)")],
            why="You cut what the model reads, but not what you return.",
            look="Does your cut text overwrite the whole text?",
        ),
        slip(
            "one token too few is kept",
            edit=("ids[:, -context:]", "ids[:, 1 - context :]"),
            also=["""
            given = ids[:, -context:]
            for _ in range(n_new):
                new = model(given)[:, -1].argmax(dim=1, keepdim=True)
                given = torch.cat([given[:, 1:] if given.shape[1] >= context - 1 else given, new], dim=1)
                ids = torch.cat([ids, new], dim=1)
            return ids
            """],
            why="The model could read one more token, which changes its prediction.",
            look="How many tokens does your slice keep when context is 4?",
        ),
        slip(
            "a prompt that is too long loses only one token",
            edit="""
            given = ids
            for _ in range(n_new):
                if given.shape[1] > context:
                    given = given[:, 1:]
                new = model(given)[:, -1].argmax(dim=1, keepdim=True)
                given = torch.cat([given, new], dim=1)
                ids = torch.cat([ids, new], dim=1)
            return ids
            """,
            why="Dropping one token per round is enough if the text grows past the context one token at a time. A prompt may be much longer than that from the start.",
            look="With a context of 4 and a prompt of 8 tokens, how many tokens does the first call read?",
        ),
        slip(
            "the least likely token is chosen",
            edit=("argmax", "argmin"),
            why="The largest score belongs to the likeliest token.",
            look="Does a large score make a token likely or unlikely?",
        ),
        slip(
            "the number of new tokens is off by one",
            edit=("range(n_new)", "range(n_new + 1)", "range(n_new - 1)", "range(max(1, n_new))"),
            why="A caller who asks for n_new tokens relies on a text of length T + n_new.",
            look="How long is your text when n_new is 1?",
        ),
        slip(
            "the first text decides for the whole batch",
            edit=("scores.argmax(dim=1, keepdim=True)", "scores[:1].argmax(dim=1, keepdim=True).expand(len(ids), 1)"),
            why="Each row of the batch is a separate text.",
            look="What is the shape of your choice of tokens for B = 2?",
        ),
        slip(
            "a full context is emptied instead of shifted by one token",
            edit=("ids[:, -context:]", "ids[:, (ids.shape[1] - 1) // context * context :]", "(ids if ids.shape[1] <= context else ids[:, -1:])", "(ids if ids.shape[1] <= context else ids[:, -context // 2 :])", "(ids if ids.shape[1] <= context else ids[:, -(context // 2 + 1) :])", ),
            why="Just when the text has become long, the model loses most of the context it could still read.",
            look="The text has context + 1 tokens. How many of them could the model read?",
        ),
        slip(
            "all new tokens are chosen at once",
            edit="return torch.cat([ids, model(ids[:, -context:])[:, -1].topk(n_new, dim=1).indices], dim=1)",
            why="The n_new best tokens are n_new candidates for the same position. The second new token depends on the first.",
            look="How many times do you call the model for n_new = 2?",
        ),
        slip(
            "short texts are padded to the length of the context",
            edit=("model(ids[:, -context:])", "model(F.pad(ids[:, -context:], (max(0, context - ids.shape[1]), 0)))", "model(F.pad(ids[:, -context:], (0, max(0, context - ids.shape[1]))))"),
            why="The model takes any length up to `context`. Padding tokens are read like any others, and they shift the text to other positions.",
            look="How many tokens does the model read when the text has three?",
        ),
        slip(
            "the scores of all positions are combined",
            edit=("[:, -1]  # (B, V)", ".max(dim=1).values", ".mean(dim=1)"),
            why="The earlier positions predict tokens that are already there.",
            look="At which position does the model predict the next token?",
        ),
        slip(
            "the last token is never repeated",
            edit=("[:, -1]  # (B, V)", "[:, -1].scatter(1, ids[:, -1:], -torch.inf)"),
            why="Greedy decoding takes the largest score even if that repeats a token. Penalties against repetition come with sampling, in lesson 06.",
            look="Is the token that you forbid sometimes the likeliest?",
        ),
    ]  # fmt: skip
    promises = {
        "a text that grows beyond the context": dict(n_new=12, context=6),
        "a text that is longer from the start": dict(T=8, context=4),
        "a text that never fills the context": dict(context=16),
    }
