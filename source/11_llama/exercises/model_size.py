"""Parameters and bytes of a Llama, with block-wise quantization.

Oracle: transformers' LlamaForCausalLM on the meta device; bytes in whole numbers, rounded up.
"""

import torch

from autograder.authoring import exercise, slip

from ._shared import FINISHED, LIBRARY

ATTENTION = "2 * D * D + 2 * D * narrow"
TABLES = '(1 if config["tied"] else 2) * config["vocab_size"] * D'


def parameters(config):
    """Counted in the library's model, which needs no memory on the device "meta"."""
    from transformers import LlamaConfig, LlamaForCausalLM

    sizes = LlamaConfig(
        vocab_size=config["vocab_size"],
        hidden_size=config["d_model"],
        num_hidden_layers=config["n_layers"],
        num_attention_heads=config["n_heads"],
        num_key_value_heads=config["n_kv_heads"],
        intermediate_size=config["d_hidden"],
        tie_word_embeddings=config["tied"],
    )
    with torch.device("meta"):
        model = LlamaForCausalLM(sizes)
    return sum(p.numel() for p in model.parameters())


@exercise("model_size", points=1, forbid=LIBRARY + FINISHED)
class _:
    cases = [
        dict(group=[2, 3, 4], tied=True, bits=16, block=None),
        dict(group=[2, 4], tied=False, bits=4, block=32),
        dict(group=[1], tied=False, bits=8, block=64),
        dict(group=[5, 7], tied=True, bits=3, block=17),
    ]
    weights = {"parameters": 2, "bytes": 2, "whole numbers": 1}
    tolerance = 1e-9

    def inputs(rng, group, tied, bits, block):
        n_kv_heads, group = int(rng.integers(2, 9)), int(rng.choice(group))
        d = 2 * int(rng.integers(2, 9))
        config = {
            "vocab_size": int(rng.integers(50, 400)),
            "d_model": n_kv_heads * group * d,
            "n_layers": int(rng.integers(2, 9)),
            "n_heads": n_kv_heads * group,
            "n_kv_heads": n_kv_heads,
            "d_hidden": int(rng.integers(30, 300)),
            "tied": tied,
        }
        scale_bits = int(rng.choice([8, 16, 32]))
        if bits == 3:  # the last byte is less than half full
            n = parameters(config)
            while n % block == 0 or (3 * n - n // -block * scale_bits) % 8 not in (1, 2, 3):
                block, scale_bits = int(rng.integers(11, 40)), int(rng.integers(5, 33))
        return {"config": config, "bits": bits, "block": block, "scale_bits": scale_bits}

    def oracle(config, bits, block, scale_bits):
        n = parameters(config)
        total = n * bits + (0 if block is None else -(-n // block) * scale_bits)
        whole = {"parameters": n, "types": ["int", "int"]}
        return {"parameters": n, "bytes": -(-total // 8), "whole numbers": whole}

    alternatives = {
        "by hand, layer by layer": """
            V, D, H, G, F = (config[k] for k in ("vocab_size", "d_model", "n_heads", "n_kv_heads", "d_hidden"))
            n = V * D + D
            for _ in range(config["n_layers"]):
                n += D + D * D + D * (D * G // H) + D * (D * G // H) + D * D
                n += D + 3 * D * F
            if not config["tied"]:
                n += V * D
            blocks = 0 if not block else (n + block - 1) // block
            return n, (n * bits + blocks * scale_bits + 7) // 8
        """,
        "math.ceil": """
            D, d = config["d_model"], config["d_model"] // config["n_heads"]
            heads = 2 * config["n_heads"] + 2 * config["n_kv_heads"]
            a_layer = D * (heads * d + 3 * config["d_hidden"] + 2)
            tables = config["vocab_size"] * D * (2 - config["tied"])
            n = tables + config["n_layers"] * a_layer + D
            size = n * bits
            if block is not None:
                size += math.ceil(n / block) * scale_bits
            return n, math.ceil(size / 8)
        """,
    }
    slips = [
        slip(
            "keys and values are as wide as queries",
            edit=(ATTENTION, "4 * D * D"),
            why="With grouped queries there are fewer heads of keys and values, so two of the four matrices are narrower.",
            look="How many rows does the matrix of keys have?",
        ),
        slip(
            "the head is always counted, or never",
            edit=(TABLES, "2 * config[\"vocab_size\"] * D"),
            also=[(TABLES, "config[\"vocab_size\"] * D"), (TABLES, "(2 if config[\"tied\"] else 1) * config[\"vocab_size\"] * D")],
            why="A tied model has one token table, an untied one has two. For 8B, that is a difference of half a billion parameters.",
            look="How many token tables does a tied model have?",
        ),
        slip(
            "a feed-forward layer has two matrices",
            edit=("3 * D * config[\"d_hidden\"]", "2 * D * config[\"d_hidden\"]"),
            why="SwiGLU has three: gate, up and down.",
            look="Which matrices does SwiGLU have?",
        ),
        slip(
            "the number of norms per layer isn't two",
            edit=("+ 2 * D)", "+ 3 * D)"),
            also=[("+ 2 * D)", "+ D)"), ("+ 2 * D)", ")"), ("+ 2 * D)", "+ 4 * D)")],
            why="There is one gain before each branch, and RMSNorm has no bias. The lecture counts three.",
            look="Which vectors are parameters of your `LlamaBlock`?",
        ),
        slip(
            "the final norm is forgotten",
            edit=("+ D  # ", "# "),
            also=[("+ D  # ", "+ 2 * D  # ")],
            why="It has only D numbers, but without them the count doesn't match the model.",
            look="What comes between the last block and the scores?",
        ),
        slip(
            "biases are counted",
            edit=("+ 2 * D)", "+ 2 * D + 2 * D + 2 * narrow)"),
            also=[("+ 2 * D)", "+ 2 * D + 2 * D + 2 * narrow + 2 * config[\"d_hidden\"] + D)")],
            why="Llama has no biases.",
            look="Do any of your modules have a bias?",
        ),
        slip(
            "the output projection is forgotten",
            edit=(ATTENTION, "D * D + 2 * D * narrow"),
            why="Attention ends with a D × D matrix.",
            look="Which four matrices does attention have?",
        ),
        slip(
            "a single layer is counted",
            edit=("config[\"n_layers\"] * (", "1 * ("),
            why="All layers have the same sizes, but each has its own weights.",
            look="Which entry of the config does your code never use?",
        ),
        slip(
            "the matrix of keys has the rows of a single head",
            edit=("narrow = D // config[\"n_heads\"] * config[\"n_kv_heads\"]", "narrow = D // config[\"n_heads\"]"),
            also=[("narrow = D // config[\"n_heads\"] * config[\"n_kv_heads\"]", "narrow = D // config[\"n_kv_heads\"]")],
            why="The matrix of keys has d rows for each KV head.",
            look="How many rows does the matrix of keys have?",
        ),
        slip(
            "scales are left out",
            edit=("+ blocks * scale_bits", ""),
            why="With a 16-bit scale and a 16-bit minimum for every 32 weights, four bits become five, a quarter more.",
            look="Which of the arguments of your function does your code never use?",
        ),
        slip(
            "each weight gets its own scale",
            edit=("+ blocks * scale_bits", "+ n * scale_bits"),
            also=[("+ blocks * scale_bits", "+ scale_bits"), ("+ blocks * scale_bits", "+ blocks * 8 * scale_bits"), ("+ blocks * scale_bits", "+ blocks * block * scale_bits if block else 0")],
            why="All weights of a block share one scale.",
            look="How many scales are there for 64 weights in blocks of 32?",
        ),
        slip(
            "a last block that isn't full gets no scale",
            edit=("blocks = -(-n // block) if block else 0", "blocks = n // block if block else 0"),
            why="Its weights need a scale as well.",
            look="How many blocks do 33 weights need?",
        ),
        slip(
            "bits are returned as bytes",
            edit=("return n, -(-(n * bits + blocks * scale_bits) // 8)", "return n, n * bits + blocks * scale_bits"),
            why="A byte has eight bits.",
            look="How many bytes do 8 parameters of 16 bits need?",
        ),
        slip(
            "the last byte is lost, or only a fraction of it is counted",
            edit=("-(-(n * bits + blocks * scale_bits) // 8)", "(n * bits + blocks * scale_bits) // 8"),
            also=[("-(-(n * bits + blocks * scale_bits) // 8)", "(n * bits + blocks * scale_bits) / 8")],
            why="If a single bit of a byte is used, the whole byte is.",
            look="How many bytes do 9 bits need?",
        ),
        slip(
            "a float is returned instead of an int",
            edit=("return n, -(-(n * bits + blocks * scale_bits) // 8)", "return n, float(-(-(n * bits + blocks * scale_bits) // 8))"),
            also=[("narrow = D // config[\"n_heads\"] * config[\"n_kv_heads\"]", "narrow = D / config[\"n_heads\"] * config[\"n_kv_heads\"]")],
            why="Parameters and bytes are whole numbers, but a float is exact only up to 2⁵³.",
            look="Which of your divisions gives a float?",
        ),
        slip(
            "bytes are returned in a larger unit",
            edit=("return n, -(-(n * bits + blocks * scale_bits) // 8)", "return n, (n * bits + blocks * scale_bits) / 8 / 2**30"),
            also=[("return n, -(-(n * bits + blocks * scale_bits) // 8)", "return n, (n * bits + blocks * scale_bits) / 8 / 1e9"), ("return n, -(-(n * bits + blocks * scale_bits) // 8)", "return n, (n * bits + blocks * scale_bits) / 8 / 1024")],
            why="The docstring asks for bytes. Convert to GB or GiB when you print them.",
            look="What is the unit of your second number?",
        ),
        slip(
            'scales are counted where there are no blocks',
            edit=("if block else 0", "if block else 1"),
            also=[("blocks = -(-n // block) if block else 0", "blocks = -(-n // (block or 1))")],
            why='Without blocks there is nothing to scale, whatever `scale_bits` is.',
            look='How many blocks are there when block is None?',
        ),
    ]  # fmt: skip
    promises = {
        "a tied head": dict(tied=True),
        "a separate head": dict(tied=False),
        "no blocks": dict(block=None),
        "a last block and a last byte that are not full": dict(bits=3, block=17),
        "as many KV heads as query heads": dict(group=[1]),
        "two ints": "whole numbers",
    }
