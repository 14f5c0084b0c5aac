"""Measure how much the logits at each position depend on the token at each position.

Oracle: the model in the check is linear, so the change of its logits has a closed form.
"""

import numpy as np

from autograder.authoring import exercise, slip


@exercise("dependence", points=3, forbid=["utils.training"])
class _:
    cases = [dict(T=5, V=6, D=3), dict(T=7, V=4, D=2), dict(T=1, V=3, D=4), dict(T=4, V=5, D=3, size=3e-4)]

    def inputs(rng, T, V, D, size=1.0):
        ids = rng.integers(0, V, T)
        if T > 1:
            ids[rng.integers(T)] = V - 1  # after the largest id comes 0
        return {
            "table": size * (rng.standard_normal((V, D)) + np.arange(V)[:, None]),
            "links": rng.standard_normal((T, T)) * (rng.random((T, T)) < 0.7) + 0.3 * np.eye(T),
            "ids": ids,
        }

    def oracle(table, links, ids):
        """The model is linear, so the change can be written down."""
        change = np.abs(table[(ids + 1) % len(table)] - table[ids]).max(-1)  # (T,)
        found = np.abs(links) * change
        return {"table": found, "ids unchanged": {"table": found, "ids": ids}}

    weights = {"table": 2, "ids unchanged": 1}

    equivalent = {
        "before = model(ids.unsqueeze(0))[ -1]": "the batch holds one text, which is its first and its last",
        "after = model(other.unsqueeze(0))[ -1]": "the batch holds one text, which is its first and its last",
    }

    alternatives = {
        "all replacements in one batch": """
            T = len(ids)
            others = (ids + torch.eye(T, dtype=torch.long)) % vocab_size
            before = model(ids[None])
            after = torch.cat([model(other[None]) for other in others])
            return (after - before).abs().max(-1).values.T
        """,
    }
    slips = [
        slip(
            "rows and columns are swapped",
            edit=("torch.stack(columns, dim=1)", "torch.stack(columns)"),
            why="A causal model then appears to look ahead.",
            look="Replacing one token changes the logits at many positions. Do these changes belong in a row or in a column?",
        ),
        slip(
            "more than one token is replaced at a time",
            edit=("        other = ids.clone()\n", "        other = ids.clone() if s == 0 else other\n", "        other = ids\n",),
            also=[("other[s] = (other[s] + 1) % vocab_size", "other[s:] = (other[s:] + 1) % vocab_size"), ("other[s] = (other[s] + 1) % vocab_size", "other[ids == ids[s]] = (ids[s] + 1) % vocab_size")],
            why="Several tokens are then replaced at once, and the table no longer tells you which of them a position depends on.",
            look="How many tokens of `other` differ from `ids`?",
        ),
        slip(
            "the sum of the changes is taken, not the largest one",
            edit=("amax(dim=1)", "sum(dim=1)"),
            why="The docstring asks for the largest change of any logit.",
            look="How do V changes become one number?",
        ),
        slip(
            "changes may be negative",
            edit=(".abs().amax(dim=1)", ".amax(dim=1)"),
            why="A logit that falls also counts as a change.",
            look="What happens if all logits at a position go down?",
        ),
        slip(
            "the largest id is not replaced by id 0",
            edit=("(other[s] + 1) % vocab_size", "(other[s] + 1).clamp(max=vocab_size - 1)", "other[s] + 1"),
            why="After the largest id of the vocabulary comes id 0. Otherwise a token stays as it was, or the new id doesn't exist.",
            look="What is (id + 1) mod V for the largest id?",
        ),
        slip(
            "the new id is not the next one modulo the size of the vocabulary",
            edit=("(other[s] + 1) % vocab_size", "(other[s] + 1) % len(ids)", "(other[s] + 1) % (vocab_size - 1)", "(other[s] - 1) % vocab_size", "(other[s] + 2) % vocab_size", "vocab_size - 1 - other[s]", "(s + 1) % vocab_size"),
            why="With a different id or modulus, some tokens are replaced by the wrong token, or by themselves.",
            look="For ids 0 to V − 1, which new ids does your line give, one by one?",
        ),
        slip(
            "entries are cut out of the table",
            edit=("torch.stack(columns, dim=1)", "torch.stack(columns, dim=1).tril()", "torch.stack(columns, dim=1).triu()", "torch.stack(columns, dim=1).tril(-1)", "torch.stack(columns, dim=1).fill_diagonal_(0)", "torch.stack(columns, dim=1).T.tril()"),
            why="The table is there to show whether a model looks ahead. If your code sets these entries to 0, every model looks causal.",
            look="Which entries should decide whether this model is causal?",
        ),
        slip(
            "the changes are squared, divided or otherwise rescaled",
            edit=(".abs().amax(dim=1)", ".pow(2).amax(dim=1)", ".norm(dim=1)", ".pow(2).sum(dim=1)", ".abs().amax(dim=1) / len(ids)"),
            also=[("torch.stack(columns, dim=1)", "torch.stack(columns, dim=1) / torch.stack(columns, dim=1).max()"), ("torch.stack(columns, dim=1)", "(torch.stack(columns, dim=1) > 1e-6).float()")],
            why="The docstring asks for the largest absolute change itself, which makes two models comparable.",
            look="If one logit changes by −3 and the others don't change, what should the entry be?",
        ),
        slip(
            "every token is replaced by the same id",
            edit=("(other[s] + 1) % vocab_size", "0", "vocab_size - 1"),
            why="If a token already has this id, nothing is replaced and its column is 0.",
            look="Which id should token s get, according to the docstring?",
        ),
        slip(
            "the change is measured after a softmax, not in the logits",
            edit=[("before = model(ids.unsqueeze(0))[0]", "before = model(ids.unsqueeze(0))[0].softmax(-1)"), ("after = model(other.unsqueeze(0))[0]", "after = model(other.unsqueeze(0))[0].softmax(-1)")],
            also=[[("before = model(ids.unsqueeze(0))[0]", "before = model(ids.unsqueeze(0))[0].log_softmax(-1)"), ("after = model(other.unsqueeze(0))[0]", "after = model(other.unsqueeze(0))[0].log_softmax(-1)")]],
            why="A softmax ignores what all logits at a position have in common, and where a model is confident, its probabilities hardly change.",
            look="Which quantities does the docstring compare?",
        ),
        slip(
            "the index of the largest change is returned, not its size",
            edit=(".amax(dim=1)", ".argmax(dim=1).float()", ".argmax(dim=1)"),
            why="The index of a logit tells you nothing about how much it changed.",
            look="What is the difference between amax and argmax?",
        ),
        slip(
            "the mean change is taken, not the largest",
            edit=("amax(dim=1)", "mean(dim=1)"),
            why="The docstring asks for the largest change of any logit.",
            look="How do V changes become one number?",
        ),
        slip(
            "the absolute value is not that of each logit's change",
            edit=(".abs().amax(dim=1)", ".amax(dim=1).abs()"),
            also=[("(after - before).abs()", "(after.abs() - before.abs()).abs()")],
            why="A logit that goes from −1 to 1 changes by 2, and one that falls by 3 changes more than one that rises by 1.",
            look="Which quantity does your code take the absolute value of, and when?",
        ),
        slip(
            "the largest logits are compared, not each logit with itself",
            edit=("(after - before).abs().amax(dim=1)", "(after.amax(dim=1) - before.amax(dim=1)).abs()"),
            why="Before and after the replacement, the largest logit may belong to different tokens, and other logits may change much more.",
            look="Which two numbers does your code subtract, and do they belong to the same token of the vocabulary?",
        ),
        slip(
            "each change is measured from the replacement before it",
            edit=("        columns.append((after - before).abs().amax(dim=1))  # (T,)\n", "        columns.append((after - before).abs().amax(dim=1))  # (T,)\n        before = after\n"),
            why="Two tokens then differ between the two sets of logits, so a column no longer belongs to one token.",
            look="In the second iteration of your loop, for which ids were the two sets of logits computed?",
        ),
        slip(
            "the largest change is taken over positions, not over the vocabulary",
            edit=("amax(dim=1)", "amax(dim=0)"),
            why="The table needs one number for each position, so the maximum is taken over the V logits there.",
            look="Which axis of the change counts the positions, and which one counts the vocabulary?",
        ),
        slip(
            "the table holds whole numbers, or True and False",
            edit=("torch.stack(columns, dim=1)", "torch.stack(columns, dim=1).long()", "torch.stack(columns, dim=1) > 0", "torch.stack(columns, dim=1).round()"),
            why="The table shows how much the logits change, and most changes aren't whole numbers.",
            look="What is the dtype of your table, and what happens to a change of 0.4?",
        ),
        slip(
            "small changes are set to 0",
            edit=("torch.stack(columns, dim=1)", "torch.where(torch.stack(columns, dim=1) < 1e-3, 0.0, torch.stack(columns, dim=1))"),
            why="How small a change has to be before you ignore it depends on the size of the logits. Leave that decision to the reader of the table.",
            look="If all logits were a thousand times smaller, what would your table show?",
        ),
        slip(
            "one position is never replaced",
            edit=[("for s in range(len(ids)):", "for s in range(len(ids) - 1):"), ("torch.stack(columns, dim=1)", "torch.stack([*columns, torch.zeros_like(before[:, 0])], dim=1)")],
            why="Every token of the input gets a column, including the last one.",
            look="For T tokens, how many times does your loop run?",
        ),
    ]  # fmt: skip
    promises = {
        "after the last id comes the first": dict(V=4),
        "one token": dict(T=1),
        "small changes count": dict(size=3e-4),
        "ids stay as they are": "ids unchanged",
        "entry (t, s) is about the logits at position t": "table",
    }
