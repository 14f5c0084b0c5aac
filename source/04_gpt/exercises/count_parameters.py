"""Count the parameters of each part of a transformer in closed form.

Oracle: numel() of torch modules built on the meta device.
"""

from autograder.authoring import exercise, slip

from ._shared import FINISHED, count, drawn_config


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
            why="With tied weights the head is the token table: the same numbers, stored once. For GPT-2 small this mistake is worth 38,597,376 parameters.",
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
            why="A pre-LN model has one more norm, after the last block.",
            look="Which norm in the model doesn't belong to any block?",
        ),
        slip(
            "a norm has only a gain",
            edit=('2 * D if config.norm == "layer" else D', "D"),
            why="LayerNorm has a gain and a bias for each feature, RMSNorm only the gain.",
            look="Print the parameters of nn.LayerNorm(4).",
        ),
        slip(
            "three norms are counted in each layer",
            edit=("norm + 2 * L * norm", "3 * L * norm", "norm + 3 * L * norm"),
            why="A block has two norms. You will meet this mistake again in the published count of section 3.",
            look="Which sublayers of a block come after a norm?",
        ),
        slip(
            "keys and values are as wide as the queries",
            edit=("D // config.n_heads * config.n_kv_heads", "D"),
            why="With grouped heads, several query heads share one head of keys and values, so these two maps are smaller.",
            look="How many heads do the keys have, and how wide is each head?",
        ),
        slip(
            "the bias of queries, keys and values follows the other biases",
            edit=("config.qkv_bias * (D + 2 * kv)", "config.bias * (D + 2 * kv)"),
            why="qkv_bias decides about these three maps. Without their biases, GPT-2 small has 27,648 fewer parameters.",
            look="Which field applies to which map?",
        ),
        slip(
            "the norms have a bias only if config.bias is True",
            edit=('2 * D if config.norm == "layer" else D', 'D + config.bias * D if config.norm == "layer" else D'),
            why="`bias` applies to the linear maps. LayerNorm always has a gain and a bias here.",
            look="According to the text, which layers does `bias` apply to?",
        ),
        slip(
            "the output map of attention follows qkv_bias",
            edit=("config.qkv_bias * (D + 2 * kv) + config.bias * D", "config.qkv_bias * (2 * D + 2 * kv)"),
            why="qkv_bias applies to queries, keys and values. The output map of attention follows `bias`, as the feed-forward layer does.",
            look="How many maps of attention does qkv_bias apply to?",
        ),
        slip(
            "the gate has no bias",
            edit=("((maps - 1) * F + D)", "(F + D)"),
            why="A gated layer has two maps from D to F, and each of them has F biases.",
            look="With a gate, how many of the three maps have F outputs?",
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
            why="Four is GPT-2's choice. Llama's hidden layers are about 3.5 times as wide as the model.",
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
            look="Which two tables does GPT look up vectors in?",
        ),
        slip(
            "the head is given a bias",
            edit=("0 if config.tied else V * D", "0 if config.tied else V * D + V", "0 if config.tied else V * D + config.bias * V",),
            why="The head of these models has no bias.",
            look="What did the text tell you about the head?",
        ),
        slip(
            "a table of positions is always counted",
            edit=("config.learned_positions * config.context * D", "config.context * D"),
            why="Llama has no such table: it rotates queries and keys by their position (lesson 10).",
            look="Which field tells you whether there is such a table?",
        ),
        slip(
            "RMSNorm is given a bias",
            edit=('2 * D if config.norm == "layer" else D', "2 * D"),
            why="LayerNorm has a gain and a bias for each feature, RMSNorm only the gain.",
            look="What is in the last column of the table, in the row for norms?",
        ),
        slip(
            "only one layer is counted",
            edit=[('"attention": L * attention', '"attention": attention'), ('"feed_forward": L * feed_forward', '"feed_forward": feed_forward')],
            also=[('"attention": L * attention', '"attention": attention'), ('"feed_forward": L * feed_forward', '"feed_forward": feed_forward'), ("norm + 2 * L * norm", "norm + 2 * norm")],
            why="Every block has its own attention, feed-forward layer and norms.",
            look="Does each of your numbers double when n_layers doubles?",
        ),
        slip(
            "the total leaves a part out",
            edit=("sum(counts.values())", 'sum(counts.values()) - counts["head"]'),
            also=[("sum(counts.values())", f'sum(counts.values()) - counts["{part}"]') for part in ("embeddings", "norms")]
            + [("sum(counts.values())", "sum(counts.values()) - config.learned_positions * config.context * D")],
            why="Each part is right, but their sum is not. Published counts go wrong in just this way.",
            look="How many terms does your total have?",
        ),
        slip(
            "keys and values are given as many biases as queries",
            edit=("config.qkv_bias * (D + 2 * kv)", "config.qkv_bias * 3 * D"),
            why="Each map has as many biases as outputs, and with grouped heads the maps to keys and values have fewer outputs.",
            look="How many outputs does the map to the keys have?",
        ),
        slip(
            "the width of the keys is rounded down to 0",
            edit=("D // config.n_heads * config.n_kv_heads", "D * (config.n_kv_heads // config.n_heads)"),
            why="With 8 key heads for 128 query heads, 8 // 128 is 0. Divide the width first: one head has D // n_heads features.",
            look="What is 8 // 128 in Python?",
        ),
        slip(
            "a map has as many biases as inputs",
            edit=("((maps - 1) * F + D)", "((maps - 1) * D + F)"),
            why="A bias is added to an output, so a map from D to F has F biases.",
            look="Print the shape of nn.Linear(3, 5).bias.",
        ),
        slip(
            "a tied table is counted under head",
            edit=[("V * D + config.learned", "(not config.tied) * V * D + config.learned"), ("0 if config.tied else V * D", "V * D")],
            why="The total is right. But a tied model has its table under embeddings, and its head adds nothing.",
            look="In the table of this section, what does the row `head` give for GPT-2?",
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
