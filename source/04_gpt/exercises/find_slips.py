"""Find the wrong lines in a published parameter count, checking each line on its own.

Oracle: counts of torch modules for six of the lines, sums of the claimed numbers for the rest.
"""

from autograder.authoring import exercise, slip

from ._shared import FINISHED, count, drawn_config


@exercise("find_slips", points=4, forbid=FINISHED)
class _:
    cases = [
        dict(errors=True),
        dict(errors=True),
        dict(errors=False),
        dict(errors=True, large=True),  # sizes that float32 can't tell apart
    ]

    weights = {"lines from sizes": 2, "lines from other lines": 2, "claimed unchanged": 1}

    def inputs(rng, errors, large=False):
        config = drawn_config(rng, "llama")
        if large:
            config["d_model"] *= 64
            config["vocab_size"] *= 997
        config["d_hidden"] += 8 * int(rng.integers(1, 9))

        def slip_of():
            return int(rng.choice([-1, 1])) * int(rng.integers(10_000, 90_000)) if errors else 0

        c = count(config | dict(n_layers=1))
        claimed = {
            "embedding": c["embeddings"] + slip_of(),
            "attention": c["attention"] + slip_of(),
            "feed_forward": c["feed_forward"] + slip_of(),
            "norms": c["norms"] // 3 * 2 + slip_of(),
        }
        claimed["layer"] = claimed["attention"] + claimed["feed_forward"] + claimed["norms"] + slip_of()
        claimed["layers"] = config["n_layers"] * claimed["layer"] + slip_of()
        claimed["final_norm"] = config["d_model"] + slip_of()
        claimed["output"] = c["head"] + slip_of()
        parts = ["embedding", "layers", "final_norm", "output"]
        claimed["total"] = sum(claimed[name] for name in parts) + slip_of()
        if not errors:  # one only, in a line that others are computed from
            claimed["attention"] += 4242
        return {"config": config, "claimed": claimed}

    def oracle(config, claimed):
        one = count(config | dict(n_layers=1))
        width = config["d_model"]
        sizes = {
            "embedding": one["embeddings"],
            "attention": one["attention"],
            "feed_forward": one["feed_forward"],
            "norms": one["norms"] - width,
            "final_norm": width,
            "output": one["head"],
        }
        within = sum(claimed[name] for name in ("attention", "feed_forward", "norms"))
        outside = sum(claimed[name] for name in ("embedding", "layers", "final_norm", "output"))
        return {
            "lines from sizes": {name: claimed[name] - size for name, size in sizes.items()},
            "lines from other lines": (
                sums := {
                    "layer": claimed["layer"] - within,
                    "layers": claimed["layers"] - claimed["layer"] * config["n_layers"],
                    "total": claimed["total"] - outside,
                }
            ),
            "claimed unchanged": {"lines": sums, "claimed": claimed},
        }

    equivalent = {
        "kv = D / config.n_heads * config.n_kv_heads": "heads divide the width, so the quotient is whole, and 3.0 equals 3"
    }

    alternatives = {
        "line by line": """
            table = config.vocab_size * config.d_model
            head = config.d_model // config.n_heads
            queries, keys = config.n_heads * head, config.n_kv_heads * head
            found = dict(claimed)
            for line in ["embedding", "output"]:
                found[line] -= table
            found["attention"] -= config.d_model * (2 * queries + 2 * keys)
            found["feed_forward"] -= config.d_model * config.d_hidden * 3
            found["norms"] -= config.d_model + config.d_model
            found["final_norm"] -= config.d_model
            found["layer"] -= sum(claimed[line] for line in ["attention", "feed_forward", "norms"])
            found["layers"] -= claimed["layer"] * config.n_layers
            found["total"] -= sum(claimed[line] for line in ["embedding", "layers", "final_norm", "output"])
            return found
        """,
    }
    slips = [
        slip(
            "sums are compared with the correct parts, not with the claimed ones",
            edit=(
                "    return {line",
                '    right["layer"] = right["attention"] + right["feed_forward"] + right["norms"]\n'
                '    right["layers"] = L * right["layer"]\n'
                '    right["total"] = right["embedding"] + right["layers"] + D + right["output"]\n'
                "    return {line",
            ),
            also=[
                ('claimed["attention"] + claimed["feed_forward"] + claimed["norms"]', "2 * D * D + 2 * D * kv + 3 * D * config.d_hidden + 2 * D"),
                [
                    ('claimed["attention"] + claimed["feed_forward"] + claimed["norms"]', "2 * D * D + 2 * D * kv + 3 * D * config.d_hidden + 2 * D"),
                    ('L * claimed["layer"]', "L * (2 * D * D + 2 * D * kv + 3 * D * config.d_hidden + 2 * D)"),
                ],
                ('L * claimed["layer"]', "L * (2 * D * D + 2 * D * kv + 3 * D * config.d_hidden + 2 * D)"),
                ('L * claimed["layer"]', 'L * (claimed["attention"] + claimed["feed_forward"] + claimed["norms"])'),
                ('claimed["embedding"] + claimed["layers"]', 'claimed["embedding"] + L * claimed["layer"]'),
                (
                    'claimed["embedding"] + claimed["layers"] + claimed["final_norm"] + claimed["output"]',
                    "2 * config.vocab_size * D + L * (2 * D * D + 2 * D * kv + 3 * D * config.d_hidden + 2 * D) + D",
                ),
                [
                    ('L * claimed["layer"]', 'L * (claimed["attention"] + claimed["feed_forward"] + claimed["norms"])'),
                    ('claimed["embedding"] + claimed["layers"]', 'claimed["embedding"] + L * (claimed["attention"] + claimed["feed_forward"] + claimed["norms"])'),
                ],
            ],
            why="One early mistake then makes every later line look wrong, and a second mistake in those lines goes unnoticed.",
            look="Which numbers should layer, layers and total be computed from?",
        ),
        slip(
            "a layer is given three norms",
            edit=('"norms": 2 * D', '"norms": 3 * D'),
            why="That repeats the mistake of the published table. The third norm is the final one, which the model has only once.",
            look="Which sublayers of a block come after a norm?",
        ),
        slip(
            "right minus claimed is returned",
            edit=("claimed[line] - right[line]", "right[line] - claimed[line]"),
            why="The sign tells you whether the claim was too high or too low.",
            look="In the docstring, which number is subtracted from which?",
        ),
        slip(
            "keys and values are as wide as the queries",
            edit=('"attention": 2 * D * D + 2 * D * kv', '"attention": 4 * D * D'),
            why="With 8 key heads for 128 query heads, the maps to keys and values are 16 times smaller than those to the queries.",
            look="How many heads do the keys have, and how wide is each head?",
        ),
        slip(
            "the feed-forward layer has two maps",
            edit=('"feed_forward": 3 * D', '"feed_forward": 2 * D'),
            why="Llama's feed-forward layer is gated: gate, up and down.",
            look="How many maps does SwiGLU have?",
        ),
        slip(
            "a line is left out of the total",
            edit=(' + claimed["output"],', ","),
            also=[(' + claimed["final_norm"]', ""), ('claimed["embedding"] + claimed["layers"]', 'claimed["layers"]')],
            why="The total has four parts: the two tables, which are separate because the model is untied, all layers, and the final norm.",
            look="Which four lines make the total?",
        ),
        slip(
            "the final norm is given a bias, or counted in every layer",
            edit=('"final_norm": D', '"final_norm": 2 * D', '"final_norm": L * D'),
            why="RMSNorm has only a gain, and there is just one norm after the last block.",
            look="How many parameters does one RMSNorm have?",
        ),
        slip(
            "values are returned, not differences",
            edit=("claimed[line] - right[line]", "right[line]", "claimed[line]"),
            why="The audit should report by how much a line is wrong, and 0 where it is right.",
            look="What should the function return for a table without mistakes?",
        ),
        slip(
            "correct lines are left out of the result",
            edit=("for line in right}", "for line in right if claimed[line] != right[line]}"),
            why="The docstring asks for the same nine names; a line that is right gets 0.",
            look="How many entries does your result have for a table without mistakes?",
        ),
        slip(
            "the result only shows whether a line is wrong",
            edit=("claimed[line] - right[line]", "claimed[line] != right[line]", "claimed[line] == right[line]"),
            why="The size of an error often explains it: 16,384, for instance, is exactly one norm.",
            look="In the docstring, which number is subtracted from which?",
        ),
        slip(
            "the difference is returned without its sign",
            edit=("claimed[line] - right[line]", "abs(claimed[line] - right[line])"),
            why="The sign tells you whether the claim was too high or too low.",
            look="In the docstring, which number is subtracted from which?",
        ),
        slip(
            "a size from the lecture's model is hard-coded",
            edit=("D // config.n_heads * config.n_kv_heads", "D // config.n_heads * 8", "128 * config.n_kv_heads"),
            also=[('L * claimed["layer"]', '126 * claimed["layer"]')],
            why="The function should be able to audit any Llama, and the check uses models of other sizes.",
            look="Which numbers in your code are sizes, and in which field of config can you look up each of them?",
        ),
        slip(
            "the output is counted as if it were tied",
            edit=('"output": config.vocab_size * D', '"output": 0'),
            why="The model is untied, so the output has a table of its own with V·D numbers.",
            look="Which sizes does the table of this section give for `output`?",
        ),
        slip(
            "the output is compared with the claimed embedding",
            edit=('"output": config.vocab_size * D', '"output": claimed["embedding"]'),
            why="Both lines follow from the sizes. If the claim makes the same mistake in both, this comparison hides one of them.",
            look="Which three lines follow from other lines?",
        ),
        slip(
            "differences are divided by the right value",
            edit=("claimed[line] - right[line]", "(claimed[line] - right[line]) / right[line]"),
            why="The docstring asks for claimed minus right, a number of parameters. It often tells you what went wrong: 16,384, for instance, is exactly one norm.",
            look="In the docstring, is anything divided?",
        ),
        slip(
            "the caller's table is changed",
            edit=("    return {line: claimed[line] - right[line] for line in right}", "    for line in right:\n        claimed[line] -= right[line]\n    return claimed"),
            why="The differences are right, but the caller has lost the published numbers.",
            look="Is the dict that you return a new one?",
        ),
    ]  # fmt: skip
    promises = {
        "six lines follow from the sizes": "lines from sizes",
        "three lines follow from the claimed ones": "lines from other lines",
        "the published table is kept": "claimed unchanged",
        "one early slip makes no other line wrong": dict(errors=False),
    }
