"""Memory of weights, gradients and AdamW's state in a training run with frozen weights.

Oracle: sums over single weights (or thousands of them), as exact fractions.
"""

from fractions import Fraction

from autograder.authoring import exercise, slip

from ._shared import FINISHED


@exercise("training_memory", points=2, forbid=FINISHED)
class _:
    cases = [
        dict(frozen=(0, 0), trained=(900, 1000), bits=16, trained_bits=16),
        dict(frozen=(900, 1000), trained=(40, 60), bits=16, trained_bits=32),
        dict(frozen=(900, 1000), trained=(40, 60), bits=4.127, trained_bits=16),
        dict(frozen=(400, 500), trained=(200, 300), bits=8, trained_bits=None),
        dict(frozen=(21, 29), trained=(3, 5), bits=4.127, trained_bits=16, unit=1),
    ]

    def inputs(rng, frozen, trained, bits, trained_bits, unit=1000):
        n_frozen, n_trained = (unit * int(rng.integers(*each, endpoint=True)) for each in (frozen, trained))
        return {"n_frozen": n_frozen, "n_trained": n_trained, "bits": bits, "trained_bits": trained_bits}

    def oracle(n_frozen, n_trained, bits, trained_bits):
        width = Fraction(32 if trained_bits is None else trained_bits)
        unit = 1 if n_trained < 1000 else 1000
        kept = {"weights": [Fraction(bits)] * (n_frozen // unit), "gradients": [], "AdamW": []}
        for _ in range(n_trained // unit):  # each one, or every thousand, adds all its numbers
            kept["weights"].append(width)
            kept["gradients"].append(width)
            kept["AdamW"] += [Fraction(32), Fraction(32)]
        found = {name: float(unit * sum(each) / 8) for name, each in kept.items()}
        return found | {"nothing else": found}

    equivalent = {
        'return {"weights": weights / 8, "gradients": gradients // 8, "AdamW": averages / 8}': "16 and 32 bits are whole bytes",
        'return {"weights": weights / 8, "gradients": gradients / 8, "AdamW": averages // 8}': "32 bits are whole bytes",
    }  # fmt: skip
    alternatives = {
        "byte by byte": """
            each = trained_bits / 8
            return dict(
                weights=n_frozen / 8 * bits + n_trained * each, gradients=n_trained * each, AdamW=8 * n_trained
            )
        """,
        "the weights from the rest of the total": """
            total = n_frozen * bits + n_trained * (2 * trained_bits + 64)
            learning = n_trained * trained_bits / 8
            return {"AdamW": n_trained * 64 / 8, "gradients": learning, "weights": total / 8 - learning - 8 * n_trained}
        """,
    }
    slips = [
        slip(
            "frozen weights get a gradient as well",
            edit=("gradients = n_trained * trained_bits", "gradients = (n_frozen + n_trained) * trained_bits", "gradients = n_frozen * bits + n_trained * trained_bits"),
            why="Only weights that learn need a gradient. Having none for the frozen weights is half of what an adapter saves.",
            look="For which weights does `backward` leave something in `.grad`?",
        ),
        slip(
            "AdamW keeps averages for the frozen weights as well",
            edit=("averages = 2 * 32 * n_trained", "averages = 2 * 32 * (n_frozen + n_trained)"),
            why="The optimizer only has the parameters that it was given.",
            look="Which parameters does an optimiser get when the base is frozen?",
        ),
        slip(
            "AdamW keeps one average",
            edit=("averages = 2 * 32 * n_trained", "averages = 32 * n_trained"),
            why="It keeps two: one of the gradients and one of their squares (lesson 04).",
            look="Which two running averages did your AdamW in lesson 04 keep for each weight?",
        ),
        slip(
            "AdamW's averages have the precision of the weights",
            edit=("averages = 2 * 32 * n_trained", "averages = 2 * trained_bits * n_trained"),
            why="The docstring gives each of them 32 bits, even if weights and gradients have 16.",
            look="How many bits does an average have if trained_bits is 16?",
        ),
        slip(
            "the frozen weights are not counted",
            edit=("weights = n_frozen * bits + n_trained * trained_bits", "weights = n_trained * trained_bits"),
            why="They are not trained, but the forward pass needs each of them.",
            look="What has to be in memory to compute a prediction at all?",
        ),
        slip(
            "the weights that learn are missing among the weights",
            edit=("weights = n_frozen * bits + n_trained * trained_bits", "weights = n_frozen * bits"),
            why="An adapter is made of weights as well. If nothing were frozen, you would count no weights at all.",
            look="What should come out for n_frozen = 0?",
        ),
        slip(
            "frozen weights are counted with the bits of those that learn",
            edit=("weights = n_frozen * bits +", "weights = n_frozen * trained_bits +"),
            why="Holding them in fewer bits is the point of the second half of this sitting.",
            look="Which of the arguments of your function does your code never use?",
        ),
        slip(
            "the weights that learn are counted with the bits of the frozen ones",
            edit=[("n_frozen * bits + n_trained * trained_bits", "(n_frozen + n_trained) * bits"), ("gradients = n_trained * trained_bits", "gradients = n_trained * bits")],
            also=[("n_frozen * bits + n_trained * trained_bits", "(n_frozen + n_trained) * bits")],
            why="Training in 4 bits doesn't work, because a step is far smaller than the distance between two levels.",
            look="How many bits does one number of the adapter have?",
        ),
        slip(
            "bits come back, not bytes",
            edit=('{"weights": weights / 8, "gradients": gradients / 8, "AdamW": averages / 8}', '{"weights": weights, "gradients": gradients, "AdamW": averages}'),
            why="That is eight times too much.",
            look="How many bits are in a byte?",
        ),
        slip(
            "gigabytes come back, not bytes",
            edit=('{"weights": weights / 8, "gradients": gradients / 8, "AdamW": averages / 8}', '{"weights": weights / 8e9, "gradients": gradients / 8e9, "AdamW": averages / 8e9}', '{"weights": weights / 8 / 2**30, "gradients": gradients / 8 / 2**30, "AdamW": averages / 8 / 2**30}'),
            why="The docstring asks for bytes. Code that prints them can divide.",
            look="What unit does the docstring promise?",
        ),
        slip(
            "each weight is rounded to whole bytes",
            edit=("weights = n_frozen * bits + n_trained * trained_bits", "weights = 8 * (n_frozen * (bits // 8) + n_trained * (trained_bits // 8))"),
            also=[("weights = n_frozen * bits", "weights = n_frozen * int(bits)"), ("weights = n_frozen * bits", "weights = n_frozen * round(bits + 0.4)")],
            why="Two weights of four bits share a byte, and scales add a fraction of a bit to each weight.",
            look="Is your result right for bits = 4.127?",
        ),
        slip(
            "everything learns",
            edit="""
                n = n_frozen + n_trained
                return {"weights": n * bits / 8, "gradients": n * bits / 8, "AdamW": n * 8}
            """,
            also=[("weights = n_frozen * bits + n_trained", "n_trained = n_frozen + n_trained\n    weights = n_trained")],
            why="That is full fine-tuning, and the frozen weights are paid for four times.",
            look="Which of the two numbers of weights gets a gradient?",
        ),
        slip(
            "a copy of each weight is counted with the averages",
            edit=("averages = 2 * 32 * n_trained", "averages = 3 * 32 * n_trained"),
            why="The weight itself is already counted in the first entry.",
            look="Which numbers does AdamW keep that are not the weight and not its gradient?",
        ),
        slip(
            "trained weights have 16 bits by default",
            edit=("trained_bits=32", "trained_bits=16"),
            why="The function's signature gives a default, and later cells rely on it.",
            look="Compare your first line with the one that you were given.",
        ),
        slip(
            "there are more than the three entries",
            edit=("return {", 'return {"total": (weights + gradients + averages) / 8, '),
            also=[("return {", 'return {"all": 0.0, ')],
            why="The next cell adds up all the entries, so some bytes would be counted twice.",
            look="Which names does the docstring list?",
        ),
    ]  # fmt: skip
    promises = {
        "nothing is frozen: full fine-tuning": dict(frozen=(0, 0)),
        "a fraction of a bit": dict(bits=4.127),
        "a few weights": dict(unit=1),
        "averages have 32 bits even if weights have 16": dict(trained_bits=16),
        "32 bits by default": dict(trained_bits=None),
        "three entries": "nothing else",
    }
