"""Memory of a KV cache in bytes, from the sizes of the model, the context and the batch.

Oracle: nbytes of real tensors on the meta device.
"""

import torch

from autograder.authoring import exercise, slip

from ._shared import FINISHED


def sizes(rng, kind):
    """A model's sizes. No two of them are equal, so using the wrong one is always noticed."""
    if kind == "llama 8B":
        return dict(d_model=4096, n_layers=32, n_heads=32, n_kv_heads=8, head_dim=128)
    kv = int(rng.choice([3, 5, 7]))
    H, d, L = 2 * kv, int(rng.choice([16, 40, 56])), int(rng.choice([9, 11, 13]))
    if kind == "own keys":  # every query head has its own keys, and together they are as wide as the model
        return dict(d_model=H * d, n_layers=L, n_heads=H, n_kv_heads=H, head_dim=d)
    wide = 3 * d if kind == "wide heads" else d
    return dict(d_model=H * d, n_layers=L, n_heads=H, n_kv_heads=kv, head_dim=wide)


# Mistakes that are often made two at a time. Each has its own piece of the solution.
KEYS_ONLY, LAYER, BITS, SEQUENCE = (
    ("2 * ", ""),
    ("sizes.n_layers * ", ""),
    ("* bits // 8", "* bits"),
    (" * batch", ""),
)
QUERY_HEADS, WIDTH = (
    ("* sizes.n_kv_heads", "* sizes.n_heads"),
    ("* sizes.head_dim", "* (sizes.d_model // sizes.n_heads)"),
)
WHOLE_BYTES = ("* bits // 8", "* math.ceil(bits / 8)")
TWICE = [KEYS_ONLY, QUERY_HEADS, BITS, LAYER, SEQUENCE, WIDTH, WHOLE_BYTES]


def with_others(mistake):
    """The mistake together with each one that comes after it in the list, where both can be made."""
    later = TWICE[TWICE.index(mistake) + 1 :]
    same = [QUERY_HEADS, WIDTH]  # H heads of width D/H: that is D, a mistake of its own
    return [[mistake, other] for other in later if other[0] != mistake[0] and [mistake, other] != same]


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
        """The bytes of real tensors, without allocating their memory."""
        shape = (batch, sizes["n_kv_heads"], n_tokens, sizes["head_dim"])
        dtype = DTYPES[max(bits, 8)]
        total = 0
        for _ in range(sizes["n_layers"]):
            for _ in ("keys", "values"):
                total += torch.empty(shape, dtype=dtype, device="meta").nbytes
        return {"bytes": total if bits >= 8 else total // 2}  # two values of 4 bits share a byte

    equivalent = {
        "return values * bits / 8": "the docstring allows a whole number that is a float",
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
            "only keys or only values are counted",
            edit=("2 * sizes.n_layers", "sizes.n_layers"),
            also=with_others(KEYS_ONLY),
            why="For every token, attention needs a key to compute the score and a value to average.",
            look="What does one call of your `KVCache.append` store?",
        ),
        slip(
            "query heads are counted",
            edit=("sizes.n_kv_heads", "sizes.n_heads"),
            also=[*with_others(QUERY_HEADS), ("sizes.n_kv_heads", "sizes.n_kv_heads * sizes.n_heads")],
            why="Only keys and values are stored. If several query heads share a key/value head, the cache is smaller by that factor.",
            look="Which heads store something in the cache?",
        ),
        slip(
            "bits are not converted to bytes",
            edit=("values * bits // 8", "values * bits"),
            also=[*with_others(BITS), ("bits // 8", "bits * 8"), ("* bits // 8", "* 2**bits // 8"), ("* bits // 8", "// bits"), ("* bits // 8", "* bits // 4"), ("bits // 8", "bits // 8 * 2")],
            why="A value of 16 bits takes two bytes, and a value of 8 bits takes one.",
            look="How many bits are in a byte?",
        ),
        slip(
            "only one layer is counted",
            edit=("2 * sizes.n_layers", "2"),
            also=with_others(LAYER),
            why="Every layer has its own keys and values.",
            look="How many caches does a model with L layers need?",
        ),
        slip(
            "only one sequence is counted",
            edit=(" * n_tokens * batch", " * n_tokens"),
            also=with_others(SEQUENCE),
            why="Every sequence in a batch has its own cache. The weights are shared, but the cache is not.",
            look="Which argument of the function does your code never use?",
        ),
        slip(
            "the width of a head is assumed to be D/H",
            edit=("sizes.head_dim", "(sizes.d_model // sizes.n_heads)"),
            also=with_others(WIDTH),
            why="It often is, but not always: Qwen3 0.6B has D = 1,024 and 16 heads of width 128.",
            look="Which field of `sizes` is the width of a head?",
        ),
        slip(
            "all keys of a token together are assumed to be as wide as the model",
            edit=("sizes.n_kv_heads * sizes.head_dim", "sizes.d_model"),
            also=[[("sizes.n_kv_heads * sizes.head_dim", "sizes.d_model"), other] for other in (KEYS_ONLY, LAYER, BITS, SEQUENCE)],
            why="That was true of GPT-2. With grouped keys, it makes the result several times too large.",
            look="In one layer, how many numbers do the keys of one token contain?",
        ),
        slip(
            "values of 4 bits take no bytes",
            edit=("values * bits // 8", "values * (bits // 8)"),
            why="4 // 8 is 0, but two values of 4 bits share a byte.",
            look="Do you round for each value, or once for all of them?",
        ),
        slip(
            "the number of tokens is not counted",
            edit=(" * n_tokens * batch", " * batch"),
            also=[[(" * n_tokens", ""), other] for other in (KEYS_ONLY, LAYER, BITS, QUERY_HEADS)],
            why="That is the cache for one token per sequence. It grows with every token.",
            look="Which argument of the function does your code never use?",
        ),
        slip(
            "the heads, or their width, are not counted",
            edit=(" * sizes.n_kv_heads", ""),
            also=[(" * sizes.head_dim", ""), ("sizes.n_kv_heads", "sizes.head_dim"), ("sizes.head_dim", "sizes.n_kv_heads"), (" * sizes.n_kv_heads * sizes.head_dim", "")],
            why="In one layer, the key of a token has d numbers for each of the H_kv heads.",
            look="For one token and one layer, what is the shape of the keys?",
        ),
        slip(
            "numbers that should be multiplied are added",
            edit=("2 * sizes.n_layers", "(2 + sizes.n_layers)"),
            also=[("n_tokens * batch", "(n_tokens + batch)"), ("sizes.n_kv_heads * sizes.head_dim", "(sizes.n_kv_heads + sizes.head_dim)")],
            why="Each sequence has all of its tokens, each token has all layers, and each layer has a key and a value.",
            look="If you double one of the sizes, does your result double?",
        ),
        slip(
            "pairs of tokens are counted",
            edit=("* n_tokens", "* n_tokens**2"),
            also=[("* n_tokens", "* n_tokens * (n_tokens + 1) // 2")],
            why="Scores belong to pairs of tokens, but they are not kept. Keys and values belong to one token each.",
            look="If the text becomes twice as long, how much larger should the cache become?",
        ),
        slip(
            "the default number of bits or of sequences is not the one in the signature",
            edit=("bits=16", "bits=8", "bits=32", "bits=4"),
            also=[("batch=1", "batch=2"), ("batch=1", "batch=0")],
            why="A call without these arguments means one sequence in 16 bits, as the signature promises.",
            look="Compare your first line with the one that you were given: which defaults does yours have?",
        ),
        slip(
            "every key head is assumed to be as wide as the model",
            edit=("sizes.head_dim", "sizes.d_model"),
            why="The heads divide the width among themselves: each has only d features.",
            look="Which field of `sizes` is the width of a head?",
        ),
        slip(
            "every value is assumed to take the same number of bytes",
            edit=("values * bits // 8", "values * 2", "values * 4", "values"),
            why="Caches are stored in 32, 16, 8 or 4 bits, and all four are in use.",
            look="Which argument of the function does your code never use?",
        ),
        slip(
            "the result is in GB or GiB",
            edit=(
                "values * bits // 8",
                "values * bits / 8 / 2**30",
                "values * bits / 8 / 10**9",
                "values * bits / 8 / 2**20",
                "values * bits / 8 / 2**10",
                "values * bits / 8 / 10**6",
                "values * bits / 8 / 10**3",
                "values * bits // 8 // 2**10",
                "values * bits // 8 // 2**20",
                "round(values * bits / 8 / 10**9, 2)",
            ),
            why="The docstring asks for bytes. You can choose another unit when you print the number.",
            look="What should the result be for one token of GPT-2 small?",
        ),
        slip(
            "the sizes of the model are changed",
            edit=("values = 2 * sizes.n_layers", "sizes.n_layers *= 2\n    values = sizes.n_layers"),
            why="They belong to the caller and are needed again for the next cache, so they are frozen, and changing one raises an error.",
            look="Which line of your code assigns to a field of `sizes`?",
        ),
        slip(
            "queries are counted too",
            edit=(
                "2 * sizes.n_layers * sizes.n_kv_heads",
                "sizes.n_layers * (2 * sizes.n_kv_heads + sizes.n_heads)",
            ),
            also=[("2 * sizes.n_layers", "3 * sizes.n_layers"), ("2 * sizes.n_layers * sizes.n_kv_heads", "sizes.n_layers * (sizes.n_kv_heads + sizes.n_heads)")],
            why="A query is used once, for its own row of scores, and never needed again.",
            look="What does one call of your `KVCache.append` store?",
        ),
        slip(
            "query heads per key head are counted instead of key heads",
            edit=("sizes.n_kv_heads", "(sizes.n_heads // sizes.n_kv_heads)"),
            why="H/H_kv is how many query heads share one key head. The number of heads to store is H_kv.",
            look="Which field of `sizes` is the number of key heads?",
        ),
        slip(
            "numbers of 4 bits take a whole byte",
            edit=("values * bits // 8", "values * max(bits // 8, 1)"),
            also=[[WHOLE_BYTES, other] for other in (("sizes.n_kv_heads * sizes.head_dim", "sizes.d_model"),)],
            why="Two numbers of 4 bits share a byte, which is the whole point of using 4 bits.",
            look="For bits = 4, how many bytes does your function count per number?",
        ),
    ]  # fmt: skip
    promises = {
        "every query head has its own keys": dict(kind="own keys"),
        "heads share keys": dict(kind="grouped"),
        "a head may be wider than D/H": dict(kind="wide heads"),
        "half a byte": dict(bits=4),
        "every sequence of a batch": dict(batch=4),
        "a published size": dict(kind="llama 8B"),
        "one sequence in 16 bits, unless told otherwise": dict(batch=1, bits=16),
    }
