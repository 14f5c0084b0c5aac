"""Copy the tensors of a GPT-2 checkpoint into our GPT, renaming and transposing them.

Oracle: the renaming as a table of prefixes, with every Conv1D weight transposed.
"""

import numpy as np

from autograder.authoring import exercise, slip

from ._shared import FINISHED, gpt2_tensors, ours_from_gpt2, small_config


@exercise("load_gpt2", points=5, forbid=[*FINISHED, "transformers"])
class _:
    cases = [dict(V=5, context=3, D=4, H=2, L=2), dict(V=3, context=2, D=3, H=1, L=1)]
    cases += [dict(V=3, context=2, D=2, H=1, L=11)]  # sorted by name, h.10 comes before h.2

    def inputs(rng, V, context, D, H, L):
        tensors = gpt2_tensors(rng, V, context, D, L)
        for i in range(L):
            tensors[f"h.{i}.attn.bias"] = np.tril(np.ones((1, 1, context, context)))
        return {"tensors": tensors, "config": small_config(V, context, D, H, L)}

    def oracle(tensors, config):
        return {"weights": ours_from_gpt2({k: v for k, v in tensors.items() if not k.endswith(".attn.bias")})}

    alternatives = {
        "part by part, in place": """
            def copy(parameter, name, transposed=False):
                with torch.no_grad():
                    parameter.copy_(tensors[name].t() if transposed else tensors[name])

            def both(module, name, transposed=False):
                copy(module.weight, f"{name}.weight", transposed)
                copy(module.bias, f"{name}.bias")

            copy(model.tokens.weight, "wte.weight")
            copy(model.positions.weight, "wpe.weight")
            for i, block in enumerate(model.blocks):
                both(block.norm1, f"h.{i}.ln_1")
                both(block.attention.qkv_proj, f"h.{i}.attn.c_attn", True)
                both(block.attention.out_proj, f"h.{i}.attn.c_proj", True)
                both(block.norm2, f"h.{i}.ln_2")
                both(block.feed_forward.up, f"h.{i}.mlp.c_fc", True)
                both(block.feed_forward.down, f"h.{i}.mlp.c_proj", True)
            both(model.norm, "ln_f")
            return model
        """,
    }
    slips = [
        slip(
            "the square map of attention's output is not transposed",
            edit=('".c_" in name and', '".c_" in name and "attn.c_proj" not in name and', '".c_" in name and ("h.0." in name or "attn.c_proj" not in name) and'),
            why="Conv1D stores all its weights as (in, out). This one is square, so there is no error message, only a model that writes nonsense.",
            look="How many of the four maps of a layer did you transpose?",
        ),
        slip(
            "the two norms of a block are swapped",
            edit=[('"ln_1": "norm1"', '"ln_1": "norm2"'), ('"ln_2": "norm2"', '"ln_2": "norm1"')],
            why="Both have the same shape, so there is no error message. The first norm comes before attention.",
            look="Which norm in the file comes before attention?",
        ),
        slip(
            "the final norm is not loaded",
            edit=('    names |= {f"ln_f.{part}": f"norm.{part}" for part in ["weight", "bias"]}\n', ""),
            why="The final norm keeps a gain of 1 and a bias of 0, so every score is wrong.",
            look="Does your dict contain every parameter of the model?",
        ),
        slip(
            "the positions are not loaded",
            edit=(', "wpe.weight": "positions.weight"', ""),
            why="The table of positions stays random.",
            look="Does your dict contain every parameter of the model?",
        ),
        slip(
            "the biases are not loaded",
            edit=[('            for part in ["weight", "bias"]:', '            for part in ["weight"]:')],
            why="The linear maps and norms of GPT-2 have biases, and they are not zero.",
            look="Does your dict contain every parameter of the model?",
        ),
        slip(
            "the biases of the maps are not loaded",
            edit=("    return load_weights(model, found)", "    return load_weights(model, {n: t for n, t in found.items() if not n.endswith('.bias') or 'norm' in n})"),
            why="The linear maps of GPT-2 have biases, and they are not zero.",
            look="Does your dict contain the biases of attention and of the feed-forward layer?",
        ),
        slip(
            "every block gets the weights of the first",
            edit=('names[f"h.{i}.{theirs}.{part}"] = f"blocks.{i}.{ours}.{part}"', 'names[f"h.0.{theirs}.{part}"] = f"blocks.0.{ours}.{part}"'),
            also=[("    return load_weights(model, found)", "    found = {n: found[f'blocks.0.{n.split(\".\", 2)[2]}'] if n.startswith('blocks.') else t for n, t in found.items()}\n    return load_weights(model, found)"), ('names[f"h.{i}.{theirs}.{part}"] = f"blocks.{i}.{ours}.{part}"', 'names[f"h.{i}.{theirs}.{part}"] = f"blocks.{i}.{ours}.{part}"\n    first = {theirs: theirs.replace(theirs[: theirs.find(".", 2)], "h.0") if theirs.startswith("h.") and theirs.endswith("weight") else theirs for theirs in names}\n    tensors = {theirs: tensors[first[theirs]] for theirs in names}')],
            why="Each block was trained on the output of the block before it. Here the later blocks are copies of the first, or keep their random weights.",
            look="Does the number of the layer appear in both names?",
        ),
        slip(
            "the parameters are the file's own tensors",
            edit=(
                "    return load_weights(model, found)",
                "    for name, parameter in model.named_parameters():\n        parameter.data = found[name]\n    return model",
                "    for name, parameter in model.named_parameters():\n        parameter.data = found[name].contiguous()\n    return model",
            ),
            why="A training step would then write into the file's tensors, and the caller may still need the original values. The check overwrites the file with nan after your call; wherever the model then contains nan, it shares memory with the file.",
            look="Does your code copy values, or does it give a tensor a second name? (`.contiguous()` copies only if it has to.)",
        ),
        slip(
            "queries and keys are swapped",
            edit=("    return load_weights(model, found)", "    for name in found:\n        if 'qkv_proj' in name:\n            q, k, v = found[name].chunk(3)\n            found[name] = torch.cat([k, q, v])\n    return load_weights(model, found)", "    for name in found:\n        if name.endswith('qkv_proj.weight'):\n            q, k, v = found[name].chunk(3)\n            found[name] = torch.cat([k, q, v])\n    return load_weights(model, found)",),
            why="The shapes are the same, so there is no error message, but every query now acts as a key and every key as a query.",
            look="In which order does the table of this section name the rows?",
        ),
        slip(
            "one layer is not loaded",
            edit=("range(len(model.blocks))", "range(len(model.blocks) - 1)", "range(1, len(model.blocks))"),
            also=[("    return load_weights(model, found)", "    last = f'blocks.{len(model.blocks) - 1}.'\n    some = {n: t for n, t in found.items() if not n.startswith(last) or len(model.blocks) == 1}\n    model.load_state_dict(some, strict=False)\n    return model")],
            why="That layer keeps its random initial weights.",
            look="Which indices does your loop over layers run through?",
        ),
        slip(
            "the biases of queries, keys and values are mistaken for the old mask",
            edit=("    return load_weights(model, found)", "    return load_weights(model, {n: t for n, t in found.items() if not n.endswith('qkv_proj.bias')})"),
            why="`h.0.attn.c_attn.bias` ends in `attn.bias`, just as the mask does, but it is a bias.",
            look="Which names of the file end in `attn.bias`?",
        ),
        slip(
            "the model is not returned",
            edit=("    return load_weights(model, found)", "    load_weights(model, found)"),
            why="After `model = load_gpt2(model, tensors)` the caller is left with None.",
            look="What should the function return, according to the docstring?",
        ),
        slip(
            "the biases of the norms are not loaded",
            edit=("    return load_weights(model, found)", "    model.load_state_dict({n: t for n, t in found.items() if not ('norm' in n and n.endswith('bias'))}, strict=False)\n    return model"),
            why="The norms of GPT-2 have biases that aren't zero. With strict=False, PyTorch doesn't report what is missing.",
            look="Does your dict contain every parameter of the model?",
        ),
        slip(
            "only one digit of a layer's number is read",
            edit="""
            parts = {"ln_1": "norm1", "attn.c_attn": "attention.qkv_proj", "attn.c_proj": "attention.out_proj"}
            parts |= {"ln_2": "norm2", "mlp.c_fc": "feed_forward.up", "mlp.c_proj": "feed_forward.down"}
            found = {"tokens.weight": tensors["wte.weight"], "positions.weight": tensors["wpe.weight"]}
            found |= {"norm.weight": tensors["ln_f.weight"], "norm.bias": tensors["ln_f.bias"]}
            for name, tensor in tensors.items():
                part, _, kind = name[4:].rpartition(".")
                if name.startswith("h.") and part in parts:
                    is_map = "c_" in part and kind == "weight"
                    found[f"blocks.{name[2]}.{parts[part]}.{kind}"] = tensor.T if is_map else tensor
            model.load_state_dict(found, strict=False)
            return model
            """,
            also=["""
            parts = {"ln_1": "norm1", "attn.c_attn": "attention.qkv_proj", "attn.c_proj": "attention.out_proj"}
            parts |= {"ln_2": "norm2", "mlp.c_fc": "feed_forward.up", "mlp.c_proj": "feed_forward.down"}
            found = {"tokens.weight": tensors["wte.weight"], "positions.weight": tensors["wpe.weight"]}
            found |= {"norm.weight": tensors["ln_f.weight"], "norm.bias": tensors["ln_f.bias"]}
            for name, tensor in tensors.items():
                if name.startswith("h."):
                    part, kind = name.split(".", 2)[2].rsplit(".", 1)
                    if part in parts:
                        found[f"blocks.{name[2]}.{parts[part]}.{kind}"] = tensor.T if tensor.ndim == 2 else tensor
            return load_weights(model, found)
            """],
            why="The layer number in h.10.ln_1.weight has two digits, so a fixed index finds layer 1 and cuts the rest of the name in the wrong place. With strict=False, PyTorch doesn't report what is missing.",
            look="What does your code make of the name h.10.ln_1.weight?",
        ),
        slip(
            "the rows are sorted head by head",
            edit=("    return load_weights(model, found)", "    H = model.config.n_heads\n    for name in found:\n        if 'qkv_proj' in name:\n            w = found[name]\n            found[name] = w.reshape(3, H, -1, *w.shape[1:]).transpose(0, 1).reshape(w.shape)\n    return load_weights(model, found)"),
            why="Some models store query, key and value of the first head, then those of the second. Here all queries come first, as in GPT-2, so the rows keep their order.",
            look="In which order does the table of this section name the rows?",
        ),
        slip(
            "the weights are rounded to half precision",
            edit=("    return load_weights(model, found)", "    return load_weights(model, {n: t.half().float() for n, t in found.items()})", "    return load_weights(model, {n: t.bfloat16().float() for n, t in found.items()})"),
            why="Half precision keeps about three digits. The file is in float32, and so is the model.",
            look="What is the dtype of each tensor on its way from the file into the model?",
        ),
        slip(
            "the maps are reshaped, not transposed",
            edit=("tensors[theirs].T if is_map", "tensors[theirs].reshape(tensors[theirs].shape[::-1]) if is_map"),
            why="reshape reads the numbers in the order in which they are stored and puts them into rows of a different length. The shape is then right, but the matrix is not.",
            look="What do .T and .reshape(2, 3) turn a tensor with rows (1, 2), (3, 4), (5, 6) into?",
        ),
        slip(
            "the tensors are loaded into a copy of the model",
            edit=("    return load_weights(model, found)", "    return load_weights(__import__('copy').deepcopy(model), found)"),
            why="The caller's model keeps its random weights. The docstring asks you to copy the tensors into the model that you were given, and to return that model.",
            look="Is the model that you return the caller's model?",
        ),
    ]  # fmt: skip
    promises = {
        "Conv1D is transposed, including the square map": dict(D=4),
        "one layer": dict(L=1),
        "every parameter is copied": "weights",
    }
