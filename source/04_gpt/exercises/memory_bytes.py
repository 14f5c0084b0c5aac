"""Memory that the parameters of a model take at a given precision, in bytes, GB and GiB.

Oracle: counts of torch modules, extrapolated to many layers so that models have realistic sizes.
"""

from autograder.authoring import exercise, slip

from ._shared import FINISHED, count, drawn_config


@exercise("memory_bytes", points=2, uses=["count_parameters"], forbid=FINISHED)
class _:
    cases = [
        dict(kind="gpt", bits=16, times=90_001),
        dict(kind="llama", bits=4, times=90_001),
        dict(kind="untied", bits=8, times=1),  # a small model: a hundredth of a GB
        dict(kind="gpt", bits=4, times=70_001),  # another model at a precision that came before
    ]

    def inputs(rng, kind, bits, times):
        # As large as real models, so that GiB are not 0 within tolerance.
        config = drawn_config(rng, kind)
        return {"config": config | dict(n_layers=config["n_layers"] * times), "bits": bits}

    def oracle(config, bits):
        layers = config["n_layers"]
        one, none = (count(config | dict(n_layers=n))["total"] for n in (1, 0))
        n_bytes = (none + layers * (one - none)) * bits / 8
        return {"bytes": n_bytes, "GB": n_bytes / 1e9, "GiB": n_bytes / 1024**3}

    tolerance = {"bytes": 1e-9, "GB": 1e-6, "GiB": 1e-6}

    equivalent = {
        'n_bytes = count_parameters(config)["total"] * bits // 8': "half a byte more or less, of billions: whole bytes are right too",
    }

    alternatives = {
        "powers of 1000 and 1024": """
            found = {"bytes": count_parameters(config)["total"] * (bits / 8)}
            found["GB"] = found["bytes"] / 1e3**3
            found["GiB"] = found["bytes"] / 1024 / 1024 / 1024
            return found
        """,
    }
    slips = [
        slip(
            "GB and GiB are the same",
            edit=("n_bytes / 2**30", "n_bytes / 10**9"),
            also=[("n_bytes / 10**9", "n_bytes / 2**30")],
            why="2³⁰ is 7.4 % more than 10⁹. For the largest Llama the difference is 56 GB, more than many graphics cards have.",
            look="What does the i in GiB stand for?",
        ),
        slip(
            "GB and GiB are swapped",
            edit=('"GB": n_bytes / 10**9, "GiB": n_bytes / 2**30', '"GB": n_bytes / 2**30, "GiB": n_bytes / 10**9'),
            why="A GiB is the larger unit, so the number of GiB is smaller.",
            look="Which of your two numbers should be larger?",
        ),
        slip(
            "bits are treated as bytes",
            edit=(" * bits / 8", " * bits"),
            why="A byte has 8 bits.",
            look="How many bytes does one parameter of 16 bits take?",
        ),
        slip(
            "every parameter takes four bytes",
            edit=(" * bits / 8", " * 4"),
            why="Four bytes are 32 bits. Most models are stored in 16, many in 4.",
            look="Does your result change with bits?",
        ),
        slip(
            "^ is used as the power operator",
            edit=("2**30", "(2 ^ 30)"),
            also=[[("2**30", "(2 ^ 30)"), ("10**9", "(10 ^ 9)")]],
            why="In Python, ^ is the bitwise XOR: 2 ^ 30 is 28.",
            look="Print 2 ^ 30 in a cell of its own.",
        ),
        slip(
            "the wrong power of 1024 or 1000 is used",
            edit=("2**30", "2**20"),
            also=[("10**9", "10**6"), [("2**30", "2**20"), ("10**9", "10**6")], ("2**30", "2**40"), ("2**30", "(1000 * 1024**2)"), ("2**30", "(1000**2 * 1024)")],
            why="2²⁰ bytes are a MiB, 2³⁰ a GiB, 2⁴⁰ a TiB.",
            look="Which power of 1024 do the letters Gi stand for?",
        ),
        slip(
            "bits // 8 is used, which is 0 for 4 bits",
            edit=("* bits / 8", "* (bits // 8)"),
            why="Half a byte per parameter is rounded down to nothing, so a 4-bit model seems to need no memory at all.",
            look="What is 4 // 8 in Python?",
        ),
        slip(
            "the numbers are rounded",
            edit=('"GB": n_bytes / 10**9, "GiB": n_bytes / 2**30', '"GB": round(n_bytes / 10**9, 2), "GiB": round(n_bytes / 2**30, 2)'),
            also=[('"GB": n_bytes / 10**9', '"GB": round(n_bytes / 10**9, 2)'), ('"GB": n_bytes / 10**9, "GiB": n_bytes / 2**30', '"GB": round(n_bytes / 10**9, 1), "GiB": round(n_bytes / 2**30, 1)'), ('"GB": n_bytes / 10**9, "GiB": n_bytes / 2**30', '"GB": n_bytes // 10**9, "GiB": n_bytes // 2**30')],
            why="A small model takes 0.01 GB. Round a number only when you print it.",
            look="What do you return for a model of 10 million bytes?",
        ),
        slip(
            "every parameter takes at least one byte",
            edit=("* bits / 8", "* max(1, bits // 8)", "* -(-bits // 8)"),
            why="Two parameters of 4 bits share a byte, so a parameter takes half a byte on average.",
            look="How many bytes do a thousand parameters of 4 bits take?",
        ),
        slip(
            "the total is added to its own parts",
            edit=('count_parameters(config)["total"]', 'sum(count_parameters(config).values())'),
            why="`total` is the sum of the five parts, so the sum of all six values counts everything twice.",
            look="How many values does the dict have, and which of them is already a sum?",
        ),
        slip(
            "the head is left out",
            edit=('count_parameters(config)["total"]', '(count_parameters(config)["total"] - count_parameters(config)["head"])'),
            why="An untied head is a table of its own, which takes memory like any other.",
            look="Which of the parts does your sum contain for an untied model?",
        ),
    ]  # fmt: skip
    promises = {
        "16 bits": dict(bits=16),
        "4 bits, half a byte": dict(bits=4),
        "small models as well": dict(times=1),
    }
