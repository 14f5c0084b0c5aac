"""Copy the tensors of a GPT-2 checkpoint into our GPT, renaming and transposing them.

Oracle: the renaming as a table of prefixes, with every Conv1D weight transposed.
"""

import numpy as np

from autograder.authoring import exercise, slip

from ._shared import FINISHED, gpt2_tensors, ours_from_gpt2, small_config


@exercise("load_gpt2", points=5, forbid=[*FINISHED, "transformers"])
class _:
    cases = [dict(V=5, context=3, D=4, H=2, L=2), dict(V=3, context=2, D=3, H=1, L=1)]
    cases += [dict(V=3, context=2, D=2, H=1, L=11)]  # by name, h.10 stands before h.2

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
            edit=('".c_" in name and', '".c_" in name and "attn.c_proj" not in name and'),
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
            why="The final norm keeps gain 1 and bias 0, so every score is wrong.",
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
            why="Linear maps and norms of GPT-2 have biases, and they are not zero.",
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
            also=[("    return load_weights(model, found)", "    found = {n: found[f'blocks.0.{n.split(\".\", 2)[2]}'] if n.startswith('blocks.') else t for n, t in found.items()}\n    return load_weights(model, found)")],
            why="Each block was trained on the output of the block before it. Here the later blocks are copies of the first, or keep their random weights.",
            look="Is the number of the layer in both names?",
        ),
        slip(
            "the parameters are the file's own tensors",
            edit=(
                "    return load_weights(model, found)",
                "    for name, parameter in model.named_parameters():\n        parameter.data = found[name]\n    return model",
            ),
            why="A training step would then write into the file's tensors, and the caller may still need the original values.",
            look="Does your code copy values, or does it give a tensor a second name?",
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
    ]  # fmt: skip
    promises = {
        "Conv1D is transposed, the square map too": dict(D=4),
        "one layer": dict(L=1),
        "every parameter is copied": "weights",
    }
