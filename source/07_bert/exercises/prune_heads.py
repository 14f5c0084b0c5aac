"""Prune attention heads: the weights of a layer that keeps only some heads.

Oracle: rows split by head and picked in NumPy, columns for the output projection.
"""

import numpy as np

from autograder.authoring import exercise, slip


@exercise("prune_heads", points=3)
class _:
    cases = [
        dict(D=12, n_heads=4, keep=2),
        dict(D=9, n_heads=3, keep=2),
        dict(D=8, n_heads=2, keep=1),
        dict(D=6, n_heads=6, keep=3),
        dict(D=10, n_heads=5, keep=5),
    ]
    weights = {"out_proj.weight": 3, "q_proj.weight": 2, "k_proj.weight": 1, "v_proj.weight": 1, "q_proj.bias": 1,
               "k_proj.bias": 1, "v_proj.bias": 1, "out_proj.bias": 1, "weights unchanged": 1}  # fmt: skip

    def inputs(rng, D, n_heads, keep):
        parts = ("q_proj", "k_proj", "v_proj", "out_proj")
        weights = {f"{part}.weight": rng.standard_normal((D, D)) for part in parts}
        weights |= {f"{part}.bias": rng.standard_normal(D) for part in parts}
        chosen = rng.permutation(n_heads)[:keep]
        if keep > 1 and list(chosen) == sorted(chosen):  # their order shows
            chosen = chosen[::-1]
        return {"weights": weights, "keep": [int(h) for h in chosen], "n_heads": n_heads}

    def oracle(weights, keep, n_heads):
        def heads(w):  # rows by head
            return np.concatenate([np.split(np.asarray(w), n_heads)[h] for h in keep])

        pruned = {}
        for name, w in weights.items():
            if name == "out_proj.weight":
                pruned[name] = heads(np.asarray(w).T).T
            else:
                pruned[name] = np.asarray(w) if name == "out_proj.bias" else heads(w)
        return {**pruned, "weights unchanged": {"q": pruned["q_proj.weight"], "changed": 0}}

    alternatives = {
        "reshaped into heads": """
            new = {}
            for name, w in weights.items():
                D = w.shape[-1]
                if name == "out_proj.bias":
                    new[name] = w.clone()
                elif name == "out_proj.weight":
                    new[name] = w.reshape(D, n_heads, D // n_heads)[:, keep].flatten(1)
                elif name.endswith("weight"):
                    new[name] = w.view(n_heads, D // n_heads, D)[keep].flatten(0, 1)
                else:
                    new[name] = w.view(n_heads, -1)[keep].flatten()
            return new
        """,
        "slices joined": """
            d = weights["q_proj.weight"].shape[0] // n_heads
            cut = lambda w: torch.cat([w[h * d : h * d + d] for h in keep])
            new = dict(weights)
            for part in ("q_proj", "k_proj", "v_proj"):
                for kind in ("weight", "bias"):
                    new[f"{part}.{kind}"] = cut(new[f"{part}.{kind}"])
            new["out_proj.weight"] = cut(new["out_proj.weight"].T).T
            return new
        """,
        "an index for each place": """
            d = weights["q_proj.bias"].numel() // n_heads
            index = torch.tensor([h * d + j for h in keep for j in range(d)])
            return {
                name: w if name == "out_proj.bias" else w.index_select(1 if name == "out_proj.weight" else 0, index)
                for name, w in weights.items()
            }
        """,
    }
    OUT = 'weights["out_proj.weight"][:, rows]'
    slips = [
        slip(
            "the output projection loses rows, not columns",
            edit=(OUT, 'weights["out_proj.weight"][rows]'),
            also=[(OUT, 'weights["out_proj.weight"][rows].T')],
            why="Its inputs come from the heads, but its outputs go to the rest of the model, which is as wide as before.",
            look="In x Wᵀ, which axis of W meets the joined outputs of the heads?",
        ),
        slip(
            "the output projection stays whole",
            edit=(OUT, 'weights["out_proj.weight"]'),
            why="It would still expect inputs from heads that are gone.",
            look="How wide are the joined outputs of the heads that stay?",
        ),
        slip(
            "the heads that should stay are removed",
            edit=("for h in keep])", "for h in range(n_heads) if h not in keep])"),
            also=[("rows = torch.cat([torch.arange(h * d, (h + 1) * d) for h in keep])", "gone = [r for r in range(n_heads * d) if r // d not in keep]\n    rows = torch.tensor(gone if len(gone) else [0])"), ("for h in keep])", "for h in ([x for x in range(n_heads) if x not in keep] or keep)])")],
            why="`keep` lists the heads that should stay.",
            look="Which heads does your result contain for keep = [0]?",
        ),
        slip(
            "rows are dealt out to the heads in turn",
            edit=("torch.arange(h * d, (h + 1) * d)", "torch.arange(h, n_heads * d, n_heads)"),
            also=["""
                rows = torch.cat([torch.arange(h, len(weights["q_proj.weight"]), n_heads) for h in keep])
                for name in weights:
                    if name == "out_proj.weight":
                        weights[name] = weights[name][:, rows]
                    elif name != "out_proj.bias":
                        weights[name] = weights[name][rows]
                return weights
            """],
            why="Head h owns d consecutive rows. Taking every n-th row would give you a piece of each head.",
            look="Which rows belong to head 1, when d is 3?",
        ),
        slip(
            "one row stands for a head",
            edit=("torch.cat([torch.arange(h * d, (h + 1) * d) for h in keep])", "torch.tensor(keep)"),
            why="A head is d rows wide.",
            look="How many rows belong to one head?",
        ),
        slip(
            "the heads are in ascending order",
            edit=("for h in keep])", "for h in sorted(keep)])"),

            why="The layer computes the same, but the docstring promises an order, and code that relies on it would look at the wrong head.",
            look="Which head should come first for keep = [2, 0]?",
        ),
        slip(
            "heads are zeroed, not removed",
            edit=('pruned = {name: w[rows] for name, w in weights.items() if not name.startswith("out_proj")}', 'there = torch.zeros(n_heads * d).index_fill(0, rows, 1.0)\n    pruned = {name: (w.T * there).T for name, w in weights.items() if not name.startswith("out_proj")}\n    return pruned | {"out_proj.weight": weights["out_proj.weight"] * there, "out_proj.bias": weights["out_proj.bias"]}'),
            also=["""
                there = torch.zeros(n_heads).index_fill(0, torch.tensor(keep), 1.0)
                there = there.repeat_interleave(len(weights["q_proj.weight"]) // n_heads)
                return dict(weights) | {"out_proj.weight": weights["out_proj.weight"] * there}
            """],
            why="A head of zeros costs as much time and memory as any other.",
            look="What is the shape of `q_proj.weight` for half of the heads?",
        ),
        slip(
            "the biases stay whole",
            edit=("{name: w[rows] for name, w", '{name: w[rows] if name.endswith("weight") else w for name, w'),
            why="Each row of a projection has a bias of its own, which has to be removed with it.",
            look="How many outputs does q_proj have now, and how many biases?",
        ),
        slip(
            "the bias of the output projection is cut as well",
            edit=('"out_proj.bias": weights["out_proj.bias"]', '"out_proj.bias": weights["out_proj.bias"][rows]'),
            why="It is added to the output of the layer, which is as wide as before.",
            look="How wide is the output of the layer?",
        ),
        slip(
            "the bias of the output projection is shared out among the heads",
            edit=('"out_proj.bias": weights["out_proj.bias"]', '"out_proj.bias": weights["out_proj.bias"] * len(keep) / n_heads'),
            why="No head owns it, and the other heads should do exactly what they did before.",
            look="Does the bias depend on any head?",
        ),
        slip(
            "the projections lose columns as well",
            edit=("{name: w[rows] for name, w", '{name: w[rows][..., rows] if name.endswith("weight") else w[rows] for name, w'),
            also=[("{name: w[rows] for name, w", "{name: w[..., rows] for name, w")],
            why="Their columns read the tokens' vectors, which are as wide as before.",
            look="How wide are the vectors that q_proj reads?",
        ),
        slip(
            "the caller's weights are changed",
            edit=("return pruned | {", "for name, w in pruned.items():\n        weights[name].zero_()\n    return pruned | {"),
            also=[("rows = torch.cat([torch.arange(h * d, (h + 1) * d) for h in keep])", 'rows = torch.cat([torch.arange(h * d, (h + 1) * d) for h in keep])\n    for r in set(range(n_heads * d)) - set(rows.tolist()):\n        weights["q_proj.weight"][r] = 0'), """
                d = len(weights["q_proj.weight"]) // n_heads
                rows = torch.cat([torch.arange(h * d, (h + 1) * d) for h in keep])
                for name in weights:
                    if name == "out_proj.weight":
                        weights[name] = weights[name][:, rows]
                    elif name != "out_proj.bias":
                        weights[name] = weights[name][rows]
                return weights
            """],
            why="A caller who wants to try another choice of heads has nothing left to try it on.",
            look="Does your code write into a tensor that it was given?",
        ),
        slip(
            "the first heads stay, whichever were chosen",
            edit=("for h in keep])", "for h in range(len(keep))])"),
            why="The number of heads is right, but the choice isn't.",
            look="Where does your code read the numbers in `keep`?",
        ),
        slip(
            "the output projection keeps the old order",
            edit=(OUT, 'weights["out_proj.weight"][:, rows.sort().values]'),
            why="Its columns would read the outputs of other heads.",
            look="In which order are the heads joined, and in which order are the columns?",
        ),
        slip(
            "the output is scaled up to make up for the removed heads",
            edit=(OUT, 'weights["out_proj.weight"][:, rows] * n_heads / len(keep)'),
            why="Dropout does that during training. Here the remaining heads should do exactly what they did before.",
            look="Do the columns of a head that stays depend on how many heads are gone?",
        ),
        slip(
            "the width of a head is taken from the heads that stay",
            edit=[("// n_heads", "// len(keep)"), ("torch.cat([torch.arange(h * d, (h + 1) * d) for h in keep])", "torch.cat([torch.arange(h * d, (h + 1) * d) for h in keep]).clamp(max=len(weights['q_proj.weight']) - 1)")],
            also=[("// n_heads", "// len(keep)")],
            why="Heads keep their width when others are removed.",
            look="How wide was each head before any were removed?",
        ),
        slip(
            "the width of a head is fixed",
            edit=('d = len(weights["q_proj.weight"]) // n_heads', "d = 32"),
            why="Heads of another model may have another width.",
            look="According to the docstring, where does d come from?",
        ),
        slip(
            "keys and values keep the first heads",
            edit=("{name: w[rows] for name, w", '{name: w[rows if name.startswith("q") else slice(0, len(rows))] for name, w'),
            why="Queries of one head would meet keys of another.",
            look="Which of the four parts depend on `keep` in your code?",
        ),
        slip(
            "the output projection comes back transposed",
            edit=(OUT, 'weights["out_proj.weight"].T[rows]'),
            why="`F.linear` expects a weight of shape (outputs, inputs).",
            look="According to your table, which of its axes has length D?",
        ),
        slip(
            "everything from the first kept head to the last one is kept",
            edit=("torch.cat([torch.arange(h * d, (h + 1) * d) for h in keep])", "torch.arange(min(keep) * d, (max(keep) + 1) * d)"),
            why="Some of the heads in between may have to go, and the order of `keep` is lost.",
            look="Which heads does your result contain for keep = [0, 2]?",
        ),
    ]  # fmt: skip
    promises = {
        "as many heads as features per head": dict(D=9),
        "one head is left": dict(keep=1),
        "heads of width 1": dict(D=6),
        "all heads stay, in another order": dict(keep=5),
        "the order of keep": dict(keep=2),
        "weights are left as they are": "weights unchanged",
    }
