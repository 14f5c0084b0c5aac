"""Memory of a KV cache in bytes, from the sizes of the model, the context and the batch.

Oracle: nbytes of real tensors on the meta device.
"""

import torch

from autograder.authoring import exercise, slip

from ._shared import FINISHED


def sizes(rng, kind):
    """A model's sizes: no two of them are equal, so that none can stand in for another."""
    if kind == "llama 8B":
        return dict(d_model=4096, n_layers=32, n_heads=32, n_kv_heads=8, head_dim=128)
    kv = int(rng.choice([3, 5, 7]))
    H, d, L = 2 * kv, int(rng.choice([16, 40, 56])), int(rng.choice([9, 11, 13]))
    if kind == "own keys":  # every query head has keys of its own, and together they are as wide as the model
        return dict(d_model=H * d, n_layers=L, n_heads=H, n_kv_heads=H, head_dim=d)
    wide = 3 * d if kind == "wide heads" else d
    return dict(d_model=H * d, n_layers=L, n_heads=H, n_kv_heads=kv, head_dim=wide)


DTYPES = {32: torch.float32, 16: torch.bfloat16, 8: torch.int8}


@exercise("cache_bytes", points=3, forbid=FINISHED)
class _:
    cases = [
        dict(kind="own keys", batch=1, bits=16),
        dict(kind="grouped", batch=3, bits=32),
        dict(kind="wide heads", batch=4, bits=8),
        dict(kind="llama 8B", batch=1, bits=16),
        dict(kind="grouped", batch=2, bits=4),
    ]

    def inputs(rng, kind, batch, bits):
        return {
            "sizes": sizes(rng, kind),
            "n_tokens": int(rng.integers(100, 3000)),
            "batch": batch,
            "bits": bits,
        }

    def oracle(sizes, n_tokens, batch, bits):
        """The bytes of real tensors, made without memory."""
        shape = (batch, sizes["n_kv_heads"], n_tokens, sizes["head_dim"])
        dtype = DTYPES[max(bits, 8)]
        total = 0
        for _ in range(sizes["n_layers"]):
            for _ in ("keys", "values"):
                total += torch.empty(shape, dtype=dtype, device="meta").nbytes
        return {"bytes": total if bits >= 8 else total // 2}  # two values of 4 bits share a byte

    equivalent = {
        "return values * bits / 8": "the quotient is whole, and 3.0 equals 3",
    }

    alternatives = {
        "layer by layer, bytes as a fraction": """
            token = sizes.n_kv_heads * sizes.head_dim * (bits / 8)
            total = 0
            for _ in range(sizes.n_layers):
                total += token + token
            return batch * n_tokens * total
        """,
    }
    slips = [
        slip(
            "keys or values are counted, not both",
            edit=("2 * sizes.n_layers", "sizes.n_layers"),
            why="A query needs a key to be scored and a value to be read, for every token.",
            look="What does one call of your `KVCache.append` keep?",
        ),
        slip(
            "the heads of the queries are counted",
            edit=("sizes.n_kv_heads", "sizes.n_heads"),
            why="Only keys and values are kept. Where several query heads share one head of keys, the cache is smaller by as much.",
            look="Which heads have something in the cache?",
        ),
        slip(
            "the result is in bits",
            edit=("values * bits // 8", "values * bits"),
            why="A value of 16 bits takes two bytes.",
            look="How many bits has a byte?",
        ),
        slip(
            "one layer is counted",
            edit=("2 * sizes.n_layers", "2"),
            why="Every layer has keys and values of its own.",
            look="How many caches does a model need?",
        ),
        slip(
            "one text is counted",
            edit=(" * n_tokens * batch", " * n_tokens"),
            why="Every text of a batch has a cache of its own. The weights are shared, the cache is not.",
            look="Which of the arguments of your function does your code never use?",
        ),
        slip(
            "the width of a head is taken to be D/H",
            edit=("sizes.head_dim", "(sizes.d_model // sizes.n_heads)"),
            why="It often is, and not always: Qwen3 0.6B has D = 1,024 and 16 heads of width 128.",
            look="Which field of `sizes` says how wide a head is?",
        ),
        slip(
            "a key is taken to be as wide as the model",
            edit=("sizes.n_kv_heads * sizes.head_dim", "sizes.d_model"),
            why="That was so in GPT-2. With grouped keys it is several times too much.",
            look="How many numbers are in the keys of one token, in one layer?",
        ),
        slip(
            "values of 4 bits take no bytes",
            edit=("values * bits // 8", "values * (bits // 8)"),
            why="4 // 8 is 0. Two values of 4 bits share a byte.",
            look="When do you round: for one value, or for all of them?",
        ),
        slip(
            "the number of tokens is not counted",
            edit=(" * n_tokens * batch", " * batch"),
            why="That is the cache of one token in each text. It grows with every one.",
            look="Which of the arguments of your function does your code never use?",
        ),
        slip(
            "every head of keys is taken to be as wide as the model",
            edit=("sizes.head_dim", "sizes.d_model"),
            why="The heads share the width; each of them is d wide.",
            look="Which field of `sizes` says how wide a head is?",
        ),
        slip(
            "every value is taken to have two bytes",
            edit=("values * bits // 8", "values * 2"),
            why="A cache can be kept in 32, 16, 8 or 4 bits, and people do all of it.",
            look="Which of the arguments of your function does your code never use?",
        ),
        slip(
            "the result is in GB or GiB",
            edit=(
                "values * bits // 8",
                "values * bits / 8 / 2**30",
                "values * bits / 8 / 10**9",
                "values * bits / 8 / 2**20",
                "values * bits / 8 / 2**10",
            ),
            why="The docstring asks for bytes; whoever prints the number chooses the unit.",
            look="What should come out for one token of GPT-2 small?",
        ),
        slip(
            "queries are counted too",
            edit=(
                "2 * sizes.n_layers * sizes.n_kv_heads",
                "sizes.n_layers * (2 * sizes.n_kv_heads + sizes.n_heads)",
            ),
            also=[("2 * sizes.n_layers", "3 * sizes.n_layers")],
            why="A query is used once, in its own row, and nobody asks for it again.",
            look="What does one call of your `KVCache.append` keep?",
        ),
        slip(
            "the number of query heads for each key head is taken for that of key heads",
            edit=("sizes.n_kv_heads", "(sizes.n_heads // sizes.n_kv_heads)"),
            why="H/H_kv says how many share one head; how many heads there are to keep is H_kv.",
            look="Which field of `sizes` says how many heads have keys?",
        ),
    ]
    promises = {
        "every query head has keys of its own": dict(kind="own keys"),
        "heads share keys": dict(kind="grouped"),
        "a head may be wider than D/H": dict(kind="wide heads"),
        "half a byte": dict(bits=4),
        "texts of a batch": dict(batch=4),
        "a published size": dict(kind="llama 8B"),
    }
