"""What decides the exercises of sitting b: parameters, bytes and operations."""

import torch
from torch import nn
from torch.utils.flop_counter import FlopCounterMode

from autograder.authoring import exercise, slip

FINISHED = ["utils.blocks.gpt", "utils.checkpoints", "utils.training"]


def small_config(V, context, D, H, L, **changes):
    return dict(vocab_size=V, context=context, d_model=D, n_heads=H, n_layers=L) | changes


# --- counting -------------------------------------------------------------------------------------------------


def llama(V, D, H, kv, L, F):
    return small_config(V, 32, D, H, L) | dict(
        n_kv_heads=kv, d_hidden=F, bias=False, gated=True, norm="rms", learned_positions=False, tied=False
    )


def filled(config):
    """A config with the defaults that depend on other fields."""
    config = (
        dict(tied=True, bias=True, gated=False, norm="layer", learned_positions=True)
        | dict(d_hidden=4 * config["d_model"], n_kv_heads=config["n_heads"])
        | config
    )
    return dict(qkv_bias=config["bias"]) | config


def tensors_by_part(config):
    """The parameters of a model, part by part, counted on tensors without memory."""
    c = filled(config)
    V, D, L, F_ = c["vocab_size"], c["d_model"], c["n_layers"], c["d_hidden"]
    kv = D * c["n_kv_heads"] // c["n_heads"]
    with torch.device("meta"):
        attention = [
            nn.Linear(D, D, bias=c["qkv_bias"]),
            nn.Linear(D, kv, bias=c["qkv_bias"]),
            nn.Linear(D, kv, bias=c["qkv_bias"]),
            nn.Linear(D, D, bias=c["bias"]),
        ]
        ups = [nn.Linear(D, F_, bias=c["bias"]) for _ in range(2 if c["gated"] else 1)]
        norm_ = nn.LayerNorm(D) if c["norm"] == "layer" else nn.RMSNorm(D)
        return {
            "embeddings": [nn.Embedding(V, D)]
            + ([nn.Embedding(c["context"], D)] if c["learned_positions"] else []),
            "attention": attention * L,
            "feed_forward": [*ups, nn.Linear(F_, D, bias=c["bias"])] * L,
            "norms": [norm_] * (2 * L + 1),
            "head": [] if c["tied"] else [nn.Linear(D, V, bias=False)],
        }


def count(config):
    parts = {
        name: sum(p.numel() for module in modules for p in module.parameters())
        for name, modules in tensors_by_part(config).items()
    }
    return parts | {"total": sum(parts.values())}


def drawn_config(rng, kind):
    """A config of one kind with sizes from the generator; no two sizes are equal or multiples by accident."""
    H, d, L = int(rng.choice([4, 6, 8])), int(rng.choice([10, 14, 22])), int(rng.choice([3, 5, 7]))
    V, context = int(rng.integers(1000, 9000)) * 2 + 1, int(rng.integers(50, 400)) * 2 + 1
    D = H * d
    config = small_config(V, context, D, H, L)
    if kind == "gpt":
        return config
    if kind == "untied":
        return config | dict(tied=False, qkv_bias=False, d_hidden=3 * D + 1)
    if kind == "llama":
        return llama(V, D, H, H // 2, L, 3 * D + 5)
    return config | dict(
        n_kv_heads=2, gated=True, norm="layer", d_hidden=2 * D + 3, qkv_bias=True, bias=kind == "biased gate"
    )


@exercise("count_parameters", points=5, forbid=FINISHED)
class _:
    cases = [
        dict(kind="gpt"),
        dict(kind="untied"),
        dict(kind="llama"),
        dict(kind="biased gate"),
        dict(kind="bias of qkv only"),
    ]

    def inputs(rng, kind):
        return {"config": drawn_config(rng, kind)}

    def oracle(config):
        return count(config)

    equivalent = {
        "kv = D / config.n_heads * config.n_kv_heads": "heads divide the width, so the quotient is whole, and 3.0 equals 3",
        'norm = 2 * D if config.norm <= "layer" else D': "the only other value, rms, comes after layer in the alphabet",
    }

    alternatives = {
        "head by head, as the lecture counts": """
            d = config.d_model // config.n_heads
            linear = lambda n_in, n_out, bias: n_in * n_out + (n_out if bias else 0)
            attention = config.n_heads * linear(config.d_model, d, config.qkv_bias)
            attention += 2 * config.n_kv_heads * linear(config.d_model, d, config.qkv_bias)
            attention += linear(config.d_model, config.d_model, config.bias)
            hidden = (1 + config.gated) * linear(config.d_model, config.d_hidden, config.bias)
            hidden += linear(config.d_hidden, config.d_model, config.bias)
            norm = config.d_model * {"layer": 2, "rms": 1}[config.norm]
            table = config.vocab_size * config.d_model
            found = dict(embeddings=table, attention=0, feed_forward=0, norms=norm, head=0)
            if config.learned_positions:
                found["embeddings"] += config.context * config.d_model
            for _ in range(config.n_layers):
                found["attention"] += attention
                found["feed_forward"] += hidden
                found["norms"] += 2 * norm
            if not config.tied:
                found["head"] = table
            found["total"] = sum(found.values())
            return found
        """,
    }
    slips = [
        slip(
            "the tied table is counted twice",
            edit=("0 if config.tied else V * D", "V * D"),
            why="Tied means that the head is the table of tokens: the same numbers, there once. For GPT-2 small the slip is 38,597,376.",
            look="How many tables (V, D) does a tied model own?",
        ),
        slip(
            "the head is never counted",
            edit=("0 if config.tied else V * D", "0"),
            why="An untied model owns a second table.",
            look="What does tied=False add?",
        ),
        slip(
            "the final norm is forgotten",
            edit=("norm + 2 * L * norm", "2 * L * norm"),
            why="A pre-LN model has one more norm, behind the last block.",
            look="Where in the model is a norm that belongs to no block?",
        ),
        slip(
            "a norm has a gain only",
            edit=('2 * D if config.norm == "layer" else D', "D"),
            why="LayerNorm has a gain and a bias for each feature; RMSNorm the gain only.",
            look="Print the parameters of nn.LayerNorm(4).",
        ),
        slip(
            "three norms are counted in each layer",
            edit=("norm + 2 * L * norm", "3 * L * norm", "norm + 3 * L * norm"),
            why="A block has two. This is one of the slips of the published count in section 9.",
            look="Which sublayers of a block have a norm in front?",
        ),
        slip(
            "keys and values are as wide as the queries",
            edit=("D // config.n_heads * config.n_kv_heads", "D"),
            why="With grouped heads several queries share keys and values, and these maps are smaller.",
            look="How many heads do keys have, and how wide is each?",
        ),
        slip(
            "the bias of queries, keys and values follows the other biases",
            edit=("config.qkv_bias * (D + 2 * kv)", "config.bias * (D + 2 * kv)"),
            why="qkv_bias decides for these three maps. GPT-2 small without it has 27,648 parameters less.",
            look="Which field decides about which map?",
        ),
        slip(
            "the gate is not counted",
            edit=("3 if config.gated else 2", "2"),
            why="SwiGLU has three maps: gate, up and down.",
            look="How many arrows lead into and out of the hidden layer in lesson 03?",
        ),
        slip(
            "the hidden layer is taken to be four times as wide",
            edit=("config.n_layers, config.d_hidden", "config.n_layers, 4 * config.d_model"),
            why="Four is GPT-2's habit; Llama's hidden layers are about 3.5 times as wide.",
            look="Which field of the config holds F?",
        ),
        slip(
            "biases are left out of the feed-forward layer",
            edit=(" + config.bias * ((maps - 1) * F + D)", ""),
            why="Each map has as many biases as it has outputs.",
            look="Count the parameters of nn.Linear(48, 192).",
        ),
        slip(
            "the table of positions is forgotten",
            edit=(" + config.learned_positions * config.context * D", ""),
            why="GPT-2 learns a vector for each of its positions.",
            look="Which two tables does GPT look up?",
        ),
        slip(
            "the head is said to have a bias",
            edit=("0 if config.tied else V * D", "0 if config.tied else V * D + V", "0 if config.tied else V * D + config.bias * V",),
            why="The head of these models has none.",
            look="What does the text say about the head?",
        ),
        slip(
            "a table of positions is always counted",
            edit=("config.learned_positions * config.context * D", "config.context * D"),
            why="Llama has none: it turns queries and keys by their position (lesson 09).",
            look="Which field says whether there is such a table?",
        ),
        slip(
            "RMSNorm is given a bias",
            edit=('2 * D if config.norm == "layer" else D', "2 * D"),
            why="LayerNorm has a gain and a bias for each feature; RMSNorm the gain only.",
            look="What does the last column of the table say about norms?",
        ),
        slip(
            "one layer is counted",
            edit=[('"attention": L * attention', '"attention": attention'), ('"feed_forward": L * feed_forward', '"feed_forward": feed_forward')],
            also=[('"attention": L * attention', '"attention": attention'), ('"feed_forward": L * feed_forward', '"feed_forward": feed_forward'), ("norm + 2 * L * norm", "norm + 2 * norm")],
            why="Every block has its own attention, feed-forward layer and norms.",
            look="Does each of your numbers double when n_layers doubles?",
        ),
        slip(
            "the total leaves a part out",
            edit=("sum(counts.values())", 'sum(counts.values()) - counts["head"]'),
            also=[("sum(counts.values())", f'sum(counts.values()) - counts["{part}"]') for part in ("embeddings", "norms")],
            why="Each part is right and the sum is not, which is how published counts go wrong.",
            look="How many terms does your total have?",
        ),
        slip(
            "keys and values are given as many biases as queries",
            edit=("config.qkv_bias * (D + 2 * kv)", "config.qkv_bias * 3 * D"),
            why="Each map has as many biases as it has outputs; with grouped heads keys and values have fewer.",
            look="How many outputs has the map to the keys?",
        ),
    ]  # fmt: skip
    promises = {
        "GPT-2": dict(kind="gpt"),
        "untied, and queries, keys and values without biases": dict(kind="untied"),
        "grouped heads, gate, RMSNorm, no positions": dict(kind="llama"),
        "a gate with biases": dict(kind="biased gate"),
        "biases of queries, keys and values only": dict(kind="bias of qkv only"),
        "total is their sum": "total",
    }


@exercise("memory_bytes", points=2, uses=["count_parameters"], forbid=FINISHED)
class _:
    cases = [
        dict(kind="gpt", bits=16, times=90_001),
        dict(kind="llama", bits=4, times=90_001),
        dict(kind="untied", bits=8, times=1),  # a small model: a hundredth of a GB
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
            "GB and GiB are exchanged",
            edit=('"GB": n_bytes / 10**9, "GiB": n_bytes / 2**30', '"GB": n_bytes / 2**30, "GiB": n_bytes / 10**9'),
            why="A GiB is the larger unit, so there are fewer of them.",
            look="Which of your two numbers should be larger?",
        ),
        slip(
            "bits are taken for bytes",
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
            "^ is taken for a power",
            edit=("2**30", "(2 ^ 30)"),
            also=[[("2**30", "(2 ^ 30)"), ("10**9", "(10 ^ 9)")]],
            why="In Python ^ compares bits: 2 ^ 30 is 28.",
            look="Print 2 ^ 30 in a cell of its own.",
        ),
        slip(
            "another power of 1024, or of 1000, is taken",
            edit=("2**30", "2**20"),
            also=[("10**9", "10**6"), [("2**30", "2**20"), ("10**9", "10**6")], ("2**30", "2**40")],
            why="2²⁰ bytes are a MiB, 2³⁰ a GiB, 2⁴⁰ a TiB.",
            look="Which power of 1024 do the letters Gi stand for?",
        ),
        slip(
            "the numbers are rounded",
            edit=('"GB": n_bytes / 10**9, "GiB": n_bytes / 2**30', '"GB": round(n_bytes / 10**9, 2), "GiB": round(n_bytes / 2**30, 2)'),
            also=[('"GB": n_bytes / 10**9', '"GB": round(n_bytes / 10**9, 2)'), ('"GB": n_bytes / 10**9, "GiB": n_bytes / 2**30', '"GB": round(n_bytes / 10**9, 1), "GiB": round(n_bytes / 2**30, 1)'), ('"GB": n_bytes / 10**9, "GiB": n_bytes / 2**30', '"GB": n_bytes // 10**9, "GiB": n_bytes // 2**30')],
            why="A small model takes 0.01 GB. Rounding belongs to the place where a number is printed.",
            look="What do you return for a model of 10 million bytes?",
        ),
    ]  # fmt: skip
    promises = {
        "16 bits": dict(bits=16),
        "4 bits, half a byte": dict(bits=4),
        "small models too": dict(times=1),
    }


@exercise("find_slips", points=4, forbid=FINISHED)
class _:
    cases = [dict(errors=True), dict(errors=True), dict(errors=False)]

    def inputs(rng, errors):
        config = drawn_config(rng, "llama")
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
            "lines from other lines": {
                "layer": claimed["layer"] - within,
                "layers": claimed["layers"] - claimed["layer"] * config["n_layers"],
                "total": claimed["total"] - outside,
            },
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
            "sums are held against the right parts, not the claimed ones",
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
            ],
            why="One early slip then makes every line after it look wrong, and a second slip in those lines cannot be seen.",
            look="From which numbers should layer, layers and total follow?",
        ),
        slip(
            "a layer is given three norms",
            edit=('"norms": 2 * D', '"norms": 3 * D'),
            why="That repeats the slip of the published table: the third norm is the final one, once for the model.",
            look="Which sublayers of a block have a norm in front?",
        ),
        slip(
            "right minus claimed is returned",
            edit=("claimed[line] - right[line]", "right[line] - claimed[line]"),
            why="The sign says whether too many or too few were claimed.",
            look="What does the docstring say is subtracted from what?",
        ),
        slip(
            "keys and values are as wide as the queries",
            edit=('"attention": 2 * D * D + 2 * D * kv', '"attention": 4 * D * D'),
            why="With 8 of 128 heads, the maps to keys and values are 16 times smaller than those to the queries.",
            look="How many heads do keys have, and how wide is each?",
        ),
        slip(
            "the feed-forward layer has two maps",
            edit=('"feed_forward": 3 * D', '"feed_forward": 2 * D'),
            why="Llama's feed-forward layer is gated: gate, up and down.",
            look="How many maps does SwiGLU have?",
        ),
        slip(
            "the output is left out of the total",
            edit=(' + claimed["output"],', ","),
            why="The model is untied, and the output is a table of its own.",
            look="Which four lines make the total?",
        ),
        slip(
            "the final norm is given a bias, or counted in every layer",
            edit=('"final_norm": D', '"final_norm": 2 * D', '"final_norm": L * D'),
            why="RMSNorm has a gain only, and the norm behind the last block is there once.",
            look="How many numbers does one RMSNorm hold?",
        ),
        slip(
            "values come back, not differences",
            edit=("claimed[line] - right[line]", "right[line]", "claimed[line]"),
            why="The audit is to say by how much a line is wrong, and 0 where it is right.",
            look="What should come back for a table without a slip?",
        ),
        slip(
            "only whether a line is wrong is told",
            edit=("claimed[line] - right[line]", "claimed[line] != right[line]", "claimed[line] == right[line]"),
            why="By how much a line is wrong often says why: 16,384 is one norm.",
            look="What does the docstring say is subtracted from what?",
        ),
        slip(
            "the distance is returned without its sign",
            edit=("claimed[line] - right[line]", "abs(claimed[line] - right[line])"),
            why="The sign says whether too many or too few were claimed.",
            look="What does the docstring say is subtracted from what?",
        ),
    ]  # fmt: skip
    promises = {
        "six lines follow from the sizes": "lines from sizes",
        "three lines follow from the claimed ones": "lines from other lines",
        "one early slip makes no other line wrong": dict(errors=False),
    }


@exercise("flops_per_token", points=4, forbid=FINISHED)
class _:
    cases = [dict(T=16, wide=False), dict(T=300, wide=False), dict(T=64, wide=True)]

    def inputs(rng, T, wide):
        config = drawn_config(rng, "gpt") | dict(tied=bool(rng.integers(2)))
        return {"config": config | (dict(d_hidden=5 * config["d_model"] + 2) if wide else {}), "T": T}

    def oracle(config, T):
        """torch's own counter, on a forward pass that is written out."""
        c = filled(config)
        D, H, L = c["d_model"], c["n_heads"], c["n_layers"]
        with FlopCounterMode(display=False) as counter, torch.device("meta"), torch.no_grad():
            x = nn.Embedding(c["vocab_size"], D)(torch.zeros(T, dtype=torch.long))
            q, k, v = (nn.Linear(D, D)(x).view(T, H, D // H).transpose(0, 1) for _ in range(3))
            x = nn.Linear(D, D)(((q @ k.transpose(1, 2)).softmax(-1) @ v).transpose(0, 1).reshape(T, D))
            x = nn.Linear(c["d_hidden"], D)(nn.Linear(D, c["d_hidden"])(x))
            layer = counter.get_total_flops()
            nn.Linear(D, c["vocab_size"], bias=False)(x)
            head = counter.get_total_flops() - layer
        forward = (L * layer + head) // T
        return {"training": 3 * forward, "forward": forward}

    alternatives = {
        "product by product": """
            D = config.d_model
            product = lambda n_in, n_out: 2 * n_in * n_out
            layer = 3 * product(D, D) + product(D, T) + product(T, D) + product(D, D)
            layer += product(D, config.d_hidden) + product(config.d_hidden, D)
            forward = sum(layer for _ in range(config.n_layers)) + product(D, config.vocab_size)
            return forward * (1 + 2 * training)
        """,
    }
    slips = [
        slip(
            "a product counts one operation for each weight",
            edit=("forward = 2 * weights", "forward = weights"),
            why="Each weight costs a multiplication and an addition.",
            look="How many operations are in 3·4 + 5·6? Two products and one sum, and one more sum to add it to what is there.",
        ),
        slip(
            "the backward pass is counted like the forward pass",
            edit=("3 * forward if training", "2 * forward if training"),
            why="Backward needs two products for each one forward: the gradient of the input, and that of the weight. Together three.",
            look="For y = Wx, which two gradients are computed?",
        ),
        slip(
            "the backward pass is left out",
            edit=("3 * forward if training else forward", "forward"),
            why="Two thirds of the work of training are in the backward pass.",
            look="What is the argument `training` for?",
        ),
        slip(
            "attention itself is left out",
            edit=(" + 4 * T * D * L", ""),
            why="Scores and weighted sums have no weights but are products. For short texts one may neglect them, for long ones they are most of the work.",
            look="Does your number depend on T?",
        ),
        slip(
            "half of the work of attention is counted",
            edit=("4 * T * D * L", "2 * T * D * L", "2 * (T + 1) * D * L"),
            why="After the scores comes the weighted sum of the values, which costs the same; and what the mask throws away is computed all the same.",
            look="Which two products are inside attention, and how many scores are computed for one query?",
        ),
        slip(
            "the head is left out",
            edit=(" + config.vocab_size * D", ""),
            why="Its product is computed whether its weights are its own or tied. In a small model it is a large part.",
            look="How are the scores made from the last vectors?",
        ),
        slip(
            "looking up a token is counted as a product",
            edit=("+ config.vocab_size * D", "+ 2 * config.vocab_size * D"),
            why="A lookup copies a row. Nothing is multiplied.",
            look="Compare with the third point of the list.",
        ),
        slip(
            "the hidden layer is taken to be four times as wide",
            edit=("2 * D * config.d_hidden", "8 * D * D"),
            why="Four is GPT-2's habit; other models have other widths.",
            look="Which field of the config holds F?",
        ),
        slip(
            "the whole text is counted, not one token",
            edit=("3 * forward if training else forward", "3 * T * forward if training else T * forward"),
            why="A number for each token can be multiplied by any number of tokens, those of a whole training run, say.",
            look="What does the name of the function promise?",
        ),
        slip(
            "heads change the work of attention",
            edit=("4 * T * D * L", "4 * T * D * L * config.n_heads", "4 * T * D * L // config.n_heads"),
            why="H heads of width D/H multiply as much as one head of width D.",
            look="How wide is one head, and how many are there?",
        ),
        slip(
            "one layer is counted",
            edit=[("weights = L * (", "weights = ("), ("4 * T * D * L", "4 * T * D")],
            also=[("weights = L * (", "weights = ("), ("4 * T * D * L", "4 * T * D")],
            why="Every block works on every token.",
            look="Does your number grow with n_layers?",
        ),
    ]  # fmt: skip
    promises = {
        "short texts": dict(T=16),
        "long texts": dict(T=300),
        "any width of the hidden layer": dict(wide=True),
        "training is three times forward": "training",
        "forward only, when asked": "forward",
    }
