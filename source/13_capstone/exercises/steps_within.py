"""The number of training steps that a compute budget (parameters × tokens) allows.

Oracle: the parameters of a small GPT, counted by hand. Tied ones count once, and buffers don't count.
"""

from autograder.authoring import exercise, slip


def _of_gpt(V, D, layers, context, tied):
    """The parameters of utils.blocks.gpt.GPT with biases and a hidden width of 4·D, counted by hand."""
    block = 4 * D * D + 4 * D + 8 * D * D + 5 * D + 4 * D  # attention, feed-forward, two norms
    return V * D * (1 if tied else 2) + context * D + layers * block + 2 * D


@exercise(
    "steps_within",
    points=2,
    forbid=["utils.topics.capstone.capstone.n_parameters", "utils.topics.capstone.capstone.train"],
)
class _:
    cases = [
        dict(V=20, D=8, heads=2, layers=2, batch=4, context=16),
        dict(V=31, D=4, heads=1, layers=1, batch=3, context=3, tied=False),
        dict(V=12, D=8, heads=4, layers=1, batch=5, context=7, frozen=True),
        dict(V=12, D=8, heads=4, layers=1, batch=2, context=9, buffer=True),
        dict(V=20, D=8, heads=2, layers=1, batch=4, context=16, exact=True),
        dict(V=20, D=8, heads=2, layers=1, batch=6, context=5, poor=True),
        dict(V=20, D=8, heads=2, layers=1, batch=4, context=6, huge=True),  # more than floats can count
    ]

    def inputs(
        rng,
        V,
        D,
        heads,
        layers,
        batch,
        context,
        tied=True,
        frozen=False,
        buffer=False,
        exact=False,
        poor=False,
        huge=False,
    ):
        V += int(rng.integers(0, 400))
        own = int(rng.integers(V, 2 * V))  # numbers that belong to the model itself, and to no layer
        a_step = (_of_gpt(V, D, layers, context, tied) + own) * batch * context
        steps = int(rng.integers(2**60, 2**61)) if huge else int(rng.integers(500, 9000))
        rest = 0 if exact else int(rng.integers(a_step // 2, a_step))
        return {
            "budget": int(rng.integers(a_step // 2, a_step)) if poor else steps * a_step + rest,
            "sizes": {
                "vocab_size": V,
                "context": context,
                "d_model": D,
                "n_heads": heads,
                "n_layers": layers,
                "tied": tied,
            },
            "frozen": frozen,
            "buffer": int(rng.integers(3000, 9000)) if buffer else 0,
            "own": own,
            "batch_size": batch,
        }

    def oracle(budget, sizes, frozen, buffer, own, batch_size):
        n = own + _of_gpt(*(sizes[name] for name in ("vocab_size", "d_model", "n_layers", "context", "tied")))
        steps = budget // (n * batch_size * sizes["context"])
        return {
            "steps": {"steps": steps, "budget": budget},
            "a whole number": {"budget": budget, "steps": steps, "type": "int"},
            "model unchanged": {"steps": steps, "budget": budget, "changed": 0},
        }

    weights = {"steps": 2, "a whole number": 1, "model unchanged": 1}
    alternatives = {
        "a loop over parameters": """
            n = 0
            for parameter in model.parameters():
                n += math.prod(parameter.shape)
            return int(budget) // n // (batch_size * context)
        """,
        "identities": """
            seen = {id(p): p.numel() for p in model.state_dict(keep_vars=True).values() if isinstance(p, nn.Parameter)}
            tokens = budget // sum(seen.values())
            return tokens // (batch_size * context)
        """,
    }
    slips = [
        slip(
            "a table that two layers share counts twice",
            edit=("p in model.parameters())", "_, p in model.named_parameters(remove_duplicate=False))"),
            why="A tied table is stored once and learned once. Counting it twice would cost a small model a third of its steps.",
            look="Which object is the matrix that makes the scores?",
        ),
        slip(
            "buffers count as parameters",
            edit=(
                "sum(p.numel() for p in model.parameters())",
                "sum(t.numel() for t in model.state_dict().values())",
            ),
            why="Masks and tables of angles are computed, not learned.",
            look="What is in `state_dict` that an optimiser never changes?",
        ),
        slip(
            "frozen parameters do not count",
            edit=("model.parameters())", "model.parameters() if p.requires_grad)"),
            why="Every token passes through them as well. The budget counts what the model has, not what is trained.",
            look="Read again which parameters the budget counts.",
        ),
        slip(
            "only matrices count",
            edit=("model.parameters())", "model.parameters() if p.ndim > 1)"),
            why="There are few biases and gains, but they are parameters as well.",
            look="How many parameters does nn.Linear(3, 2) have?",
        ),
        slip(
            "tensors are counted, not the numbers in them",
            edit=("p.numel() for p", "1 for p"),
            why="A table of a million numbers is one tensor.",
            look="What does `numel` give for a tensor of shape (3, 4)?",
        ),
        slip(
            "a step is one window, not a batch of them",
            edit=("n * batch_size * context", "n * context"),
            why="The model reads every window of a batch.",
            look="How many tokens does one step read?",
        ),
        slip(
            "a window counts as one token",
            edit=("n * batch_size * context", "n * batch_size"),
            why="Each window has as many tokens as the context is long.",
            look="How many tokens does one step read?",
        ),
        slip(
            "the last step is rounded up",
            edit=(
                "budget // (n * batch_size * context)",
                "math.ceil(budget / (n * batch_size * context))",
            ),
            why="A step that the budget doesn't fully pay for can't be taken.",
            look="What should come out when the budget is half a step?",
            also=[("budget // (n * batch_size * context)", "-(-budget // (n * batch_size * context))")],
        ),
        slip(
            "one step is always taken",
            edit=(
                "budget // (n * batch_size * context)",
                "max(1, budget // (n * batch_size * context))",
            ),
            also=[
                ("budget // (n * batch_size * context)", "max(1, int(budget / (n * batch_size * context)))")
            ],
            why="A budget that is not enough for one step pays for none.",
            look="What should come out when the budget is half a step?",
        ),
        slip(
            "the result is not a whole number",
            edit=("budget // (n * batch_size * context)", "budget / (n * batch_size * context)"),
            why="You can't take 812.6 steps, and `range` only takes whole numbers.",
            look="Which type does the docstring promise?",
            also=[("budget // (n * batch_size * context)", "float(budget // (n * batch_size * context))")],
        ),
        slip(
            "parameters are forgotten",
            edit=("(n * batch_size * context)", "(batch_size * context)"),
            why="For the same budget, a small model may read more than a large one, and that choice is yours.",
            look="What does a token cost with a model of a hundred parameters, and with one of a million?",
        ),
        slip(
            "tokens are counted, not steps",
            edit=("budget // (n * batch_size * context)", "budget // n"),
            why="A step reads many tokens, and the budget pays for each of them.",
            look="What does one step cost?",
        ),
        slip(
            "only parameters inside layers count",
            edit=(
                "for p in model.parameters())",
                "for layer in model.children() for p in layer.parameters())",
            ),
            why="A parameter may belong to the model itself. And if you go through the layers one by one, a table that two of them share counts twice.",
            look="Which list has every parameter once, wherever it is?",
        ),
        slip(
            "parameters of nested layers count several times",
            edit=("for p in model.parameters())", "for part in model.modules() for p in part.parameters())"),
            why="`parameters()` of a block lists those of its layers as well.",
            look="Print the names of what you count. Does one occur twice?",
        ),
        slip(
            "the last token of a window is not counted",
            edit=("batch_size * context)", "batch_size * (context - 1))"),
            why="The model reads it like all others, even though nothing in the window comes after it.",
            look="How many tokens does one step read?",
        ),
        slip(
            "the cost has a factor of six",
            edit=("(n * batch_size * context)", "(6 * n * batch_size * context)"),
            why="A computer does six operations per parameter and token, but the budget counts parameters times tokens.",
            look="Read again how the cost is defined.",
        ),
        slip(
            "the result is a tensor",
            edit=(
                "return budget // (n * batch_size * context)",
                "return torch.tensor(budget // (n * batch_size * context))",
            ),
            why="A number of steps is a plain integer. `range` accepts a tensor only by luck.",
            look="Which type does the docstring promise?",
        ),
        slip(
            "the budget is always that of the capstone",
            edit=(
                "budget // (n * batch_size * context)",
                "int(capstone.BUDGET) // (n * batch_size * context)",
            ),
            why="A trial run gets only a tenth of it.",
            look="Which argument does your code never use?",
        ),
        slip(
            "the token embeddings do not count",
            edit=(
                "for p in model.parameters())",
                'for name, p in model.named_parameters() if "tokens" not in name)',
            ),
            why="In a model this small, the embeddings are a large part of what it learns.",
            look="Which parameters does the docstring leave out?",
            also=[
                (
                    "for p in model.parameters())",
                    'for name, p in model.named_parameters() if "tokens" not in name and "positions" not in name)',
                ),
                (
                    "for p in model.parameters())",
                    'for name, p in model.named_parameters() if "tokens" not in name and "positions" not in name and "head" not in name)',
                ),
            ],
        ),
        slip(
            "the division is done in floats",
            edit=("budget // (n * batch_size * context)", "int(budget / (n * batch_size * context))"),
            why="A float holds about sixteen digits, so above 2⁵³ the quotient of a large budget is rounded.",
            look="Compare `2**60 // 3` with `int(2**60 / 3)`. Which operator stays exact?",
        ),
        slip(
            "the model's parameters are unfrozen",
            edit=("in model.parameters())", "in model.requires_grad_(True).parameters())"),
            why="A caller who froze them would now train them by accident.",
            look="Which line of yours changes the model instead of reading it?",
        ),
        slip(
            "parameters with equal values count as one",
            edit=(
                "sum(p.numel() for p in model.parameters())",
                "sum({tuple(p.flatten().tolist()): p.numel() for p in model.parameters()}.values())",
            ),
            why="Fresh biases are all zero and fresh gains are all one, but each of them is learned separately.",
            look="Two parameters start with the same numbers. Are they the same object?",
        ),
        slip(
            "the result is a NumPy number",
            edit=(
                "return budget // (n * batch_size * context)",
                "import numpy\n    return numpy.int64(budget // (n * batch_size * context))",
            ),
            why="NumPy's integers end at 2⁶³, while Python's have no limit.",
            look="Which type does the docstring promise?",
        ),
        slip(
            "the last step that is paid for isn't taken",
            edit=("budget // (n * batch_size * context)", "(budget - 1) // (n * batch_size * context)"),
            why="A budget for exactly seven steps pays for seven.",
            look="What should come out when the budget is exactly one step?",
        ),
    ]
    promises = {
        "a tied table counts once": dict(V=20, layers=2),
        "two untied tables both count": dict(tied=False),
        "frozen parameters count": dict(frozen=True),
        "buffers do not": dict(buffer=True),
        "a budget for a whole number of steps": dict(exact=True),
        "a budget for less than one": dict(poor=True),
        "a budget of any size": dict(huge=True),
        "an int": "a whole number",
        "left as it is": "model unchanged",
    }
