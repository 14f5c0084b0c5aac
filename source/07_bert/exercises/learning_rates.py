"""Learning rates with layer-wise decay and frozen layers, by parameter name.

Oracle: a table of levels filled from the head down by repeated multiplication.
"""

from autograder.authoring import exercise, slip


def parameter_names(rng, n_layers, lacking):
    """Parameter names of an encoder with a head, in an order that no code should rely on.

    lacking: this many layers at the top have no name in the list.
    """
    parts = ["attention.self.query.weight", "output.dense.bias", "output.LayerNorm.weight"]
    inside = [f"encoder.layer.{k}.{parts[rng.integers(len(parts))]}" for k in range(n_layers - lacking)]
    outside = ["embeddings.word_embeddings.weight", "embeddings.LayerNorm.bias"]
    heads = [
        "pooler.dense.weight",
        "head.dense.weight",
        "head.classifier.bias",
        "scorer.layer.0.weight",
        "head.embeddings.weight",
    ]
    names = inside + outside + [heads[i] for i in sorted(rng.permutation(len(heads) - 2)[:2])] + heads[-2:]
    return [names[i] for i in rng.permutation(len(names))]


@exercise("learning_rates", points=3, forbid=["utils.finetuning"])
class _:
    cases = [
        dict(n_layers=6, decay=0.9, frozen=None),
        dict(n_layers=12, decay=0.85, frozen=0),
        dict(n_layers=6, decay=0.8, frozen=4),
        dict(n_layers=12, decay=0.95, frozen=11),
        dict(n_layers=3, decay=0.7, frozen=3),
        dict(n_layers=4, decay=1.0, frozen=1),
        dict(n_layers=7, decay=0.85, frozen=1, lacking=2),
    ]
    tolerance = 1e-4

    def inputs(rng, n_layers, decay, frozen, lacking=0):
        return {
            "names": parameter_names(rng, n_layers, lacking),
            "n_layers": n_layers,
            "lr": float(10 ** rng.uniform(-4, -2)),
            "decay": decay if decay == 1 else float(decay + rng.uniform(-0.03, 0.03)),
            "frozen": frozen,
        }

    def oracle(names, n_layers, lr, decay, frozen):
        """By a table of levels from the top down, filled by repeated multiplication."""
        ladder, rate = {"head": 1.0}, 1.0
        for k in reversed(range(n_layers)):
            rate *= decay
            ladder[str(k)] = 0.0 if k < (frozen or 0) else rate
        ladder["embeddings"] = 0.0 if frozen else rate * decay
        shares = []
        for name in names:
            level = "head"
            if name.startswith("embeddings."):
                level = "embeddings"
            elif name.startswith("encoder.layer."):
                level = name[len("encoder.layer.") :].partition(".")[0]
            shares.append(ladder[level])
        return {"shares of lr": shares, "names unchanged": {"rates": shares, "names": True}}

    weights = {"shares of lr": 3, "names unchanged": 1}
    equivalent = {
        'if parts[0] <= "embeddings":': "no name of the promised ones comes before it in the alphabet",
        "still = level < frozen and frozen != 0": "frozen is never negative",
    }

    alternatives = {
        "a regular expression": """
            import re

            def rate(name):
                found = re.match(r"encoder\\.layer\\.(\\d+)\\.", name)
                if found:
                    k = int(found[1])
                    return 0.0 if k < frozen else lr * decay ** (n_layers - k)
                if name.startswith("embeddings"):
                    return 0.0 if frozen else lr * decay ** (n_layers + 1)
                return lr

            return [rate(name) for name in names]
        """,
        "a table of all beginnings": """
            table = {"embeddings.": 0.0 if frozen else lr * decay ** (n_layers + 1)}
            for k in range(n_layers):
                table[f"encoder.layer.{k}."] = lr * decay ** (n_layers - k) if k >= frozen else 0.0
            rates = [lr] * len(names)
            for i, name in enumerate(names):
                for beginning, rate in table.items():
                    if name.startswith(beginning):
                        rates[i] = rate
            return rates
        """,
    }
    slips = [
        slip(
            "the top layer gets the rate of the head",
            edit=("decay ** (n_layers - level)", "decay ** max(0, n_layers - level - 1)"),
            why="Each level should learn more slowly than the one above it, and the head is above the top layer.",
            look="How many times is the decay applied to the rate of the top layer?",
        ),
        slip(
            "layers are counted from the top",
            edit=("decay ** (n_layers - level)", "decay ** ((level + 1) if level < n_layers else 0)"),
            also=[
                ("decay ** (n_layers - level)", "decay ** (level + 1 if 0 <= level < n_layers else n_layers - level)")],
            why="The layers next to the words then change fastest, and those that know about sentences hardly change at all.",
            look="Is layer 0 next to the words or next to the head?",
        ),
        slip(
            "the head decays as well",
            edit=("decay ** (n_layers - level)", "decay ** (n_layers - level + 1)"),
            why="The head starts from random numbers, so it is the part with the longest way to go.",
            look="Which rate does the docstring give the head?",
        ),
        slip(
            "layers 10 and 11 are taken for layer 1",
            edit=("int(parts[2])", "int(parts[2][0])"),

            why="BERT has twelve layers, and the top two would get a rate meant for the bottom.",
            look="How many digits can the number of a layer have?",
        ),
        slip(
            "the embeddings get the rate of layer 0",
            edit=("level = -1", "level = 0"),
            why="The embeddings are one level below layer 0.",
            look="How many levels are there in all, including the head and the embeddings?",
        ),
        slip(
            "the embeddings get the rate of the head",
            edit=("        level = -1\n", "        level = n_layers\n"),
            why="The word vectors would change the most, but only those of words that occur in the training rows.",
            look="Are the embeddings above the layers or below them?",
        ),
        slip(
            "the embeddings go on learning under frozen layers",
            edit=("still = level < frozen and frozen > 0", "still = -1 < level < frozen"),
            also=[
                ("level < frozen and frozen > 0", "0 <= level < frozen or level < 0 < n_layers <= frozen"),
            ],
            why="The outputs of the frozen layers can then no longer be computed once and kept, because their inputs change with every step.",
            look="What does the docstring say about the embeddings when a layer is frozen?",
        ),
        slip(
            "the embeddings are always frozen",
            edit=("level < frozen and frozen > 0", "level < frozen"),
            why="With frozen = 0, everything should be trained.",
            look="Which rate do the embeddings get for frozen = 0?",
        ),
        slip(
            "one layer too many is frozen",
            edit=("level < frozen and", "level <= frozen and"),
            also=[
                ("level < frozen and frozen > 0", "level < min(frozen + 1, n_layers) and frozen > 0"),
                ("level < frozen and frozen > 0", "level <= frozen and level < n_layers and (level >= 0 or frozen > 0)"),
            ],
            why="frozen = 4 means layers 0, 1, 2 and 3.",
            look="How many layers stay as they are for frozen = 1?",
        ),
        slip(
            "one layer too few is frozen",
            edit=("level < frozen and", "level < frozen - 1 and"),
            why="frozen = 4 means layers 0, 1, 2 and 3.",
            look="How many layers stay as they are for frozen = 1?",
        ),
        slip(
            "the layers at the top are frozen",
            edit=("level < frozen and frozen > 0", "n_layers - frozen <= level < n_layers"),
            also=[("level < frozen and frozen > 0", "(n_layers - frozen <= level < n_layers) or (level < 0 < frozen)")],
            why="The layers at the top are nearest to the task and have the most to learn.",
            look="Which layers are at the bottom?",
        ),
        slip(
            "frozen is ignored",
            edit=("0.0 if still else lr", "lr"),
            why="Every layer would be trained, so the features of the lower ones couldn't be computed once and kept.",
            look="Which argument of your function does your code never use?",
        ),
        slip(
            "the rate falls by equal steps",
            edit=("lr * decay ** (n_layers - level)", "lr * (1 - (1 - decay) * (n_layers - level))"),
            also=[
                ("lr * decay ** (n_layers - level)", "max(0.0, lr * (1 - (1 - decay) * (n_layers - level)))"),
                ("lr * decay ** (n_layers - level)", "lr * (decay * (n_layers - level) if level < n_layers else 1)")],
            why="Each level should get a fixed share of the rate above it. If you subtract instead, a rate can even become negative.",
            look="What is the rate two levels below the head?",
        ),
        slip(
            "anything called a layer is taken for a layer of the encoder",
            edit=("name.startswith(\"encoder.layer.\")", "parts[1] == \"layer\""),

            why="A head may have layers of its own.",
            look="According to the docstring, how does the name of an encoder layer begin?",
        ),
        slip(
            'the rates come back in a different order from the names',
            edit=("return rates", "return [rate for _, rate in sorted(zip(names, rates))]", "return sorted(rates)", "return sorted(rates, reverse=True)"),
            also=[
                ("rates = []", 'names.sort()\n    rates = []'),
            ],
            why='The caller pairs the first rate with the first name.',
            look='Which name does your third rate belong to?',
        ),
        slip(
            "the embeddings are two levels below layer 0",
            edit=("level = -1", "level = -2"),
            why="Each level is one decay slower than the one above it, including the lowest.",
            look="How many levels are there between layer 0 and the embeddings?",
        ),
        slip(
            "layers are counted from 1",
            edit=("int(parts[2])", "int(parts[2]) - 1"),
            also=[
                """
                    rates = []
                    for name in names:
                        if name.startswith("embeddings."):
                            rates.append(0.0 if frozen else lr * decay ** (n_layers + 1))
                        elif name.startswith("encoder.layer."):
                            k = int(name.split(".")[2])
                            rates.append(0.0 if k - 1 < frozen else lr * decay ** (n_layers - k + 1))
                        else:
                            rates.append(lr)
                    return rates
                """,
            ],
            why="The names begin with layer 0, so every layer gets the rate of the one below it.",
            look="Which number does the lowest layer have in its name?",
        ),
        slip(
            "the number of layers is taken for granted",
            edit=("decay ** (n_layers - level)", "decay ** (12 - level if level < n_layers else 0)"),
            also=[
                ("decay ** (n_layers - level)", "decay ** (6 - level if level < n_layers else 0)"),
            ],
            why="BERT has twelve layers but MiniLM has six, so the caller passes the number.",
            look="Which argument of your function does your code never use?",
        ),
        slip(
            "the number of layers is read from the names",
            edit=("rates = []", 'rates, n_layers = [], 1 + max(int(name.split(".")[2]) for name in names if name.startswith("encoder.layer."))'),
            why="The names may belong to only a part of the model, so the caller passes the number of layers.",
            look="Which argument of your function does your code never use?",
        ),
        slip(
            "frozen layers keep a small rate",
            edit=("0.0 if still", "1e-3 * lr if still"),
            why="However slowly these layers change, outputs that you computed from them once are no longer right.",
            look="Which rate does the docstring give frozen layers?",
        ),
        slip(
            "anything with embeddings in its name is taken for the encoder's embeddings",
            edit=('parts[0] == "embeddings"', '"embeddings" in name'),
            why="A head may have embeddings of its own.",
            look="According to the docstring, how do the names of the embeddings begin?",
        ),
        slip(
            "only parameters that are called head are taken for the head",
            edit=('parts[0] == "embeddings"', 'parts[0] not in ("encoder", "head", "classifier")'),
            why="A pooler or a scorer also belongs to the head, whatever it is called.",
            look="Which names belong to the head, according to the docstring?",
        ),
        slip(
            "frozen parameters are left out",
            edit=("rates.append(0.0 if still else lr * decay ** (n_layers - level))", 'if not still:\n            rates.append(lr * decay ** (n_layers - level))'),
            why="The caller pairs the first rate with the first name, so every name needs one.",
            look="How many rates should there be for twenty names?",
        ),
        slip(
            "there is one rate for each level, not for each name",
            edit="""
                layers = [0.0 if k < frozen else lr * decay ** (n_layers - k) for k in range(n_layers)]
                return [0.0 if frozen else lr * decay ** (n_layers + 1), *layers, lr]
            """,
            why="A level has many parameters, and the caller pairs every name with its own rate.",
            look="How many rates should there be for twenty names?",
        ),
        slip(
            "the rate falls from name to name",
            edit="""
                rates, rate = [], lr
                for name in reversed(names):
                    parts = name.split(".")
                    inside = parts[:2] == ["encoder", "layer"]
                    if inside or parts[0] == "embeddings":
                        rate = rate * decay
                    still = (inside and int(parts[2]) < frozen) or (frozen and parts[0] == "embeddings")
                    rates.append(0.0 if still else rate)
                return rates[::-1]
            """,
            why="A level has many parameters, which all share one rate, and the names come in any order.",
            look="Which rates do the weight and the bias of one layer get?",
        ),
    ]  # fmt: skip
    promises = {
        "no layer is frozen by default": dict(frozen=None),
        "twelve layers": dict(n_layers=12, frozen=0),
        "some layers frozen": dict(frozen=4),
        "all but one frozen": dict(frozen=11),
        "all layers frozen": dict(n_layers=3, frozen=3),
        "no decay": dict(decay=1.0),
        "names of only some layers": dict(lacking=2),
        "the list of names stays as it is": "names unchanged",
    }
