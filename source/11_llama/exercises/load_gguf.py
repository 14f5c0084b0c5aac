"""Load the tensors of a GGUF file into a Llama, with errors that name what doesn't fit.

Oracle: a table of names, with rows of queries and keys put back in order. Weights are compared by
a checksum.
"""

import numpy as np

from autograder.authoring import exercise, slip

from ._shared import FINISHED, LIBRARY

PARTS = {
    "attn_norm": "attention_norm",
    "attn_q": "attention.q_proj.weight",
    "attn_k": "attention.k_proj.weight",
    "attn_v": "attention.v_proj.weight",
    "attn_output": "attention.o_proj.weight",
    "ffn_norm": "feed_forward_norm",
    "ffn_gate": "gate.weight",
    "ffn_up": "up.weight",
    "ffn_down": "down.weight",
}
OUTSIDE = {"token_embd": "tokens.weight", "output_norm": "norm", "output": "head.weight"}
UNDO = 'values = unpermute(values, heads["attn_q" in name])'
BROKEN = ["missing", "another shape", "no place in a layer", "no place outside"]


@exercise("load_gguf", points=3, forbid=LIBRARY + FINISHED)
class _:
    # In the second case layers have one and two digits; in the third keys and queries have the same number of heads.
    cases = [
        dict(L=2, H=2, G=1, d=6, F=8, V=9, tied=True),
        dict(L=12, H=1, G=1, d=2, F=3, V=4, tied=True),
        dict(L=1, H=2, G=2, d=6, F=12, V=12, tied=False),
    ]
    weights = {"queries and keys": 2, "all other weights": 2, "files that do not fit": 2}

    def inputs(rng, L, H, G, d, F, V, tied):
        D = H * d
        shapes = {"token_embd": (V, D), "output_norm": (D,)} | ({} if tied else {"output": (V, D)})
        of_a_layer = {"attn_norm": (D,), "ffn_norm": (D,), "attn_q": (D, D), "attn_output": (D, D)}
        of_a_layer |= {"attn_k": (G * d, D), "attn_v": (G * d, D)}
        of_a_layer |= {"ffn_gate": (F, D), "ffn_up": (F, D), "ffn_down": (D, F)}
        for i in range(L):
            shapes |= {f"blk.{i}.{part}": shape for part, shape in of_a_layer.items()}
        names = list(rng.permutation(list(shapes)))  # a file may list its tensors in any order
        sizes = {"vocab_size": V, "d_model": D, "n_layers": L, "n_heads": H, "n_kv_heads": G, "d_hidden": F}
        return {
            "weights": {f"{name}.weight": rng.standard_normal(shapes[name]) for name in names},
            "config": {**sizes, "theta": 10000.0, "eps": 1e-5, "tied": tied},
        }

    def oracle(weights, config):
        found = {}
        H, G, d = config["n_heads"], config["n_kv_heads"], config["d_model"] // config["n_heads"]
        for name, w in weights.items():
            w = np.asarray(w, dtype=np.float64)
            part = name.removesuffix(".weight").split(".")
            if part[0] == "blk":
                ours = f"blocks.{part[1]}.{PARTS[part[2]]}"
                if part[2] in ("attn_q", "attn_k"):
                    heads = w.reshape(H if part[2] == "attn_q" else G, d, -1)
                    w = np.concatenate([heads[:, ::2], heads[:, 1::2]], axis=1)
            else:
                ours = OUTSIDE[part[0]]
            found[ours] = float((w.ravel() * np.cos(np.arange(1, w.size + 1))).sum())
        pair = {name: n for name, n in found.items() if "q_proj" in name or "k_proj" in name}
        return {
            "queries and keys": pair,
            "all other weights": {name: n for name, n in found.items() if name not in pair},
            "files that do not fit": {"norm": found["norm"]}
            | dict.fromkeys(BROKEN, "an error that names it"),
        }

    alternatives = {
        "from the model's names": """
            inner = {theirs: ours for theirs, ours in PARTS.items()}
            wanted = {}
            for name, parameter in model.named_parameters():
                if name.startswith("blocks."):
                    _, layer, rest = name.split(".", 2)
                    (theirs,) = [t for t, ours in inner.items() if ours == rest]
                    wanted[f"blk.{layer}.{theirs}"] = parameter
                else:
                    (theirs,) = [t for t, ours in inner.items() if ours == name]
                    wanted[theirs] = parameter
            for name in set(wanted) ^ set(file.tensors):
                raise ValueError(f"{name} is in the file or in the model, not in both")
            for name, parameter in wanted.items():
                values = decode(file.tensors[name])
                if "attn_q." in name:
                    values = unpermute(values, file.fields["llama.attention.head_count"])
                if "attn_k." in name:
                    values = unpermute(values, file.fields["llama.attention.head_count_kv"])
                if values.shape != parameter.shape:
                    raise ValueError(f"{name} has shape {tuple(values.shape)}, not {tuple(parameter.shape)}")
                parameter.data.copy_(values)
            return model
        """,
        "replaced piece by piece": """
            state = {}
            for name, stored in file.tensors.items():
                ours, values = name, decode(stored)
                for theirs, replacement in PARTS.items():
                    if ours == theirs or ours.endswith("." + theirs):
                        ours = ours[: -len(theirs)] + replacement
                        break
                ours = ours.replace("blk.", "blocks.")
                if ours.endswith("q_proj.weight"):
                    values = unpermute(values, model.blocks[0].attention.n_heads)
                elif ours.endswith("k_proj.weight"):
                    values = unpermute(values, model.blocks[0].attention.n_kv_heads)
                state[ours] = values
            model.load_state_dict(state, strict=True)
            return model
        """,
    }
    slips = [
        slip(
            "rows of queries and keys stay as they are stored",
            edit=(UNDO, "pass"),
            why="The names fit, the shapes fit, nothing warns you, and the model is worse by more than a nat per token.",
            look="Which tensors did llama.cpp permute, and where does your code undo it?",
        ),
        slip(
            "only queries are put in order, or only keys",
            edit=('if name.endswith(("attn_q.weight", "attn_k.weight")):', 'if name.endswith("attn_q.weight"):'),
            also=[('if name.endswith(("attn_q.weight", "attn_k.weight")):', 'if name.endswith("attn_k.weight"):')],
            why="A score multiplies queries and keys feature by feature, so both need the same order.",
            look="Which tensors did llama.cpp permute?",
        ),
        slip(
            "values are permuted as well",
            edit=('("attn_q.weight", "attn_k.weight")', '("attn_q.weight", "attn_k.weight", "attn_v.weight")'),
            also=[('("attn_q.weight", "attn_k.weight")', '("attn_q.weight", "attn_k.weight", "attn_output.weight")'), ("values = decode(tensor)", 'values = decode(tensor)\n        if name.startswith("blk.") and len(tensor.shape) > 1 and not name.endswith(("attn_q.weight", "attn_k.weight")):\n            values = unpermute(values, 1)')],
            why="Only rows whose output is rotated were permuted.",
            look="Which two of the four projections are followed by RoPE?",
        ),
        slip(
            "keys are put in order with the number of query heads",
            edit=(UNDO, "values = unpermute(values, heads[True])"),
            also=[(UNDO, "values = unpermute(values, heads[False])"), (UNDO, 'values = unpermute(values, heads["attn_q" not in name])'), (UNDO, "values = unpermute(values, 1)")],
            why="Keys have fewer heads of the same width. If you assume the wrong number of heads, rows end up in the wrong place.",
            look="How many rows do queries and keys have, and how wide is a head in each?",
        ),
        slip(
            "stored numbers are used without being decoded",
            edit=("values = decode(tensor)", "values = tensor.data.reshape(tensor.shape).float()"),
            why="Most tensors of a file hold codes, which have to be decoded.",
            look="Which of the arguments of `load_gguf` does your code never use?",
        ),
        slip(
            "matrices are transposed",
            edit=("values = decode(tensor)", "values = decode(tensor).T if len(tensor.shape) > 1 else decode(tensor)"),
            why="`shape` is the shape of the weights, (out, in), as in `nn.Linear`. GPT-2's files had it the other way round.",
            look="What are the shapes of the tensor and of the model's parameter?",
        ),
        slip(
            "gate and up are swapped",
            edit=("model.load_state_dict(weights)", 'model.load_state_dict({n.replace(".gate.", ".?.").replace(".up.", ".gate.").replace(".?.", ".up."): w for n, w in weights.items()})'),
            why="Their shapes are the same, so nothing warns you.",
            look="Which of the file's names is the gate?",
        ),
        slip(
            "the two norms of a block are swapped",
            edit=("model.load_state_dict(weights)", 'model.load_state_dict({n.replace(".attention_norm", ".?").replace(".feed_forward_norm", ".attention_norm").replace(".?", ".feed_forward_norm"): w for n, w in weights.items()})'),
            why="Their shapes are the same, so nothing warns you.",
            look="Which name in the file belongs to the norm before attention?",
        ),
        slip(
            "a tensor that doesn't fit is silently skipped",
            edit=("model.load_state_dict(weights)", "model.load_state_dict(weights, strict=False)"),
            also=[("model.load_state_dict(weights)", "for name, parameter in model.named_parameters():\n        parameter.data = weights[name]"), ("model.load_state_dict(weights)", "for name, parameter in model.named_parameters():\n        parameter.data.copy_(weights[name])"), ("model.load_state_dict(weights)", "for name, parameter in model.named_parameters():\n        if name in weights:\n            parameter.data = weights[name]"), ("model.load_state_dict(weights)", "with torch.no_grad():\n        for name, parameter in model.named_parameters():\n            if name in weights:\n                parameter.copy_(weights[name])"), ("weights[PARTS[name]] = values", "if name in PARTS:\n                weights[PARTS[name]] = values"), ('weights[f"blocks.{layer}.{PARTS[part]}"] = values', 'if part in PARTS:\n                weights[f"blocks.{layer}.{PARTS[part]}"] = values')],
            why="If a tensor is missing, random numbers remain in the model. If one has nowhere to go, the file belongs to another architecture.",
            look="How does your code react to a tensor that is missing, misshapen or not expected?",
        ),
        slip(
            "layers are taken in the order of the file",
            edit=('_, layer, part = name.split(".", 2)', '_, layer, part = name.split(".", 2)\n            layer = sum(other.endswith(part) for other in list(file.tensors)[: list(file.tensors).index(name)])'),
            also=[('_, layer, part = name.split(".", 2)', '_, layer, part = name.split(".", 2)\n            layer = sorted({n.split(".")[1] for n in file.tensors if n.startswith("blk.")}).index(layer)')],
            why="A file may list its tensors in any order. Sorted as strings, layer 10 comes before layer 2.",
            look="Which part of a name tells you the layer?",
        ),
        slip(
            "only the first digit of the layer number is read",
            edit=('_, layer, part = name.split(".", 2)', '_, layer, part = name.split(".", 2)\n            layer = layer[0]'),

            why="SmolLM2 has 30 layers, so some numbers have two digits.",
            look="Which layer gets the tensors of layer 10?",
        ),
        slip(
            "the token table goes into the head as well",
            edit=("model.load_state_dict(weights)", 'if model.head is not None:\n        weights["head.weight"] = weights["tokens.weight"]\n    model.load_state_dict(weights)'),
            why="If a file has `output.weight`, its head is a separate table.",
            look="Which tensor of the file belongs to `head.weight`?",
        ),
        slip(
            "nothing is returned",
            edit=("return model", "return None"),

            why="The calling code continues with the returned model.",
            look="What does the docstring promise?",
        ),
        slip(
            "the model stays as it was",
            edit=("model.load_state_dict(weights)", "pass"),
            why="The names were translated, but no weight was copied into the model.",
            look="Which line of yours changes the model?",
        ),
        slip(
            "the error doesn't name the tensor or the parameter",
            edit=("    model.load_state_dict(weights)", "    try:\n        model.load_state_dict(weights)\n    except RuntimeError:\n        raise ValueError('wrong file') from None"),
            also=[("    model.load_state_dict(weights)", "    if len(weights) != len(list(model.parameters())):\n        raise ValueError('wrong file')\n    model.load_state_dict(weights)")],
            why="There are 272 tensors, so the user needs to know which one doesn't fit.",
            look="Which name is in the message of your error?",
        ),
    ]  # fmt: skip
    promises = {
        "any number of layers": dict(L=12),
        "a tied head": dict(L=2, tied=True),
        "a separate head": dict(tied=False),
        "rows in the model's order": "queries and keys",
        "an error that names a missing, unexpected or misshapen tensor": "files that do not fit",
    }
