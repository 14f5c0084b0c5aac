"""Replace the linear layers with given names in a model by LoRA layers, in place.

Oracle: a walk through the nested dictionary that describes the model, without building it.
Some names occur as parts of others, in paths, or on modules that aren't linear.
"""

import numpy as np

from autograder.authoring import exercise, slip

from ._shared import ADAPTERS

LAYERS = ["q_proj", "k_proj", "v_proj", "o_proj", "up_proj", "down_proj", "gate_proj", "dense", "query", "fc"]


def trees(kind, rng):
    """A description of a model (see toy_model), and the names of the layers to replace."""
    n, m, D = (int(v) for v in rng.choice(np.arange(3, 10), 3, replace=False))
    a, b, c, d, e, f, *_ = (str(name) for name in rng.permutation(LAYERS))
    if kind == "blocks":

        def block():
            return {
                "self": {a: {"linear": [n, m]}, b: {"linear": [n, D, False]}, c: {"linear": [m, n]}},
                "mlp": {d: {"linear": [n, D]}, e: {"linear": [D, n, False]}, "scale": {"norm": n}},
            }

        model = {"table": {"embedding": [D, n]}, "blocks": {"0": block(), "1": block()}, "final": {"norm": n}}
        return model | {f: {"linear": [n, D]}}, [e, a]
    if kind == "names":  # parts of names, and paths in which a name occurs
        return {
            a: {"linear": [n, m]},
            f"no_{a}": {"linear": [m, n]},
            f"{a}_2": {"linear": [n, D]},
            a.upper(): {"linear": [n, D]},
            "inner": {a: {"linear": [D, m]}, b: {"linear": [m, D]}},
            "deep": {a: {c: {"linear": [m, n]}}, a[:-1]: {"linear": [n, n]}},
        }, [a]
    if kind == "others":  # modules with such a name that aren't linear
        return {
            a: {"embedding": [D, n]},
            "A_and_B": {"norm": n},
            "B": {"linear": [m, D]},
            "one": {a: {"norm": m}, "two": {a: {"linear": [n, m]}}},
            "three": {a: {d: {"linear": [m, D]}, a: {"linear": [D, D]}}},
        }, [a, "table"]
    if kind == "base":  # the name of the old layer inside a new one
        return {
            "base": {"linear": [n, m]},
            a: {"base": {"linear": [m, n, False]}, b: {"linear": [n, D]}},
            "wrapped": {"base": {"base": {"linear": [D, n]}, c: {"linear": [n, m]}}},
        }, ["base", c]
    return {a: {"linear": [n, m]}, b: {c: {"linear": [m, D]}, "scale": {"norm": D}}}, [d]


@exercise("inject_lora", points=4, uses=["LoRALinear"], forbid=ADAPTERS)
class _:
    cases = [
        dict(kind="blocks"),
        dict(kind="names"),
        dict(kind="others"),
        dict(kind="nothing"),
        dict(kind="base"),
    ]
    weights = {"returned": 2, "exchanged": 3, "learns": 2, "own modules": 2, "names unchanged": 1}

    def inputs(rng, kind):
        tree, names = trees(kind, rng)
        r = int(rng.integers(2, 6)) + 8 * (kind == "base")  # there, more than the layers' width
        return {"tree": tree, "names": names, "r": r, "alpha": int(rng.integers(7, 30))}

    def oracle(tree, names, r, alpha):
        """By walking through the description, without any model."""
        returned, exchanged, learns, own, modules = [], {}, [], [], []

        def walk(part, path):
            modules.append(".".join(path))
            (first, value), *_ = part.items()
            if first == "linear":
                n, m, bias = (*value, True)[:3]
                if path[-1] in names:
                    full = ".".join(path)
                    returned.append(full)
                    exchanged[full] = [r, n, m, r, alpha, alpha / r]
                    learns.extend([(f"{full}.A", [r, n]), (f"{full}.B", [m, r])])
                own.extend([".".join(path) + "." + kind for kind in ["weight", "bias"][: 1 + bias]])
            elif first == "embedding":
                own.append(".".join(path) + ".weight")
            elif first == "norm":
                own.extend([".".join(path) + ".weight", ".".join(path) + ".bias"])
            else:
                for name, below in part.items():
                    walk(below, [*path, name])

        walk(tree, [])
        return {
            "returned": returned,
            "exchanged": exchanged,
            "learns": dict(learns),
            "own modules": {
                "kept": dict.fromkeys(modules, True),
                "parameters": {name: [True, True, False] for name in own},
            },
            "names unchanged": {"returned": returned, "same": True},
        }

    alternatives = {
        "parents and their children": """
            for parameter in model.parameters():
                parameter.requires_grad = False
            found = []
            for path, parent in list(model.named_modules()):
                for own, child in list(parent.named_children()):
                    if type(child) is nn.Linear and own in names:
                        setattr(parent, own, LoRALinear(child, r, alpha))
                        found.append(f"{path}.{own}" if path else own)
            order = [name for name, _ in model.named_modules()]
            return sorted(found, key=order.index)
        """,
        "from the root down": """
            def walk(module, path):
                done = []
                for own, child in module.named_children():
                    if isinstance(child, nn.Linear):
                        if own in set(names):
                            module.register_module(own, LoRALinear(child, alpha=alpha, r=r))
                            done.append(".".join(path + [own]))
                    else:
                        done += walk(child, path + [own])
                return done

            for p in model.parameters():
                p.requires_grad_(False)
            return walk(model, [])
        """,
        "names kept, replaced in reverse order": """
            names = frozenset(names)
            chosen = {}
            for full, layer in model.named_modules():
                if isinstance(layer, nn.Linear) and full.rsplit(".", 1)[-1] in names:
                    chosen[full] = layer
            model.requires_grad_(False)
            for full in reversed(list(chosen)):
                *path, own = full.split(".")
                parent = model
                for step in path:
                    parent = getattr(parent, step) if hasattr(parent, step) else parent[step]
                parent._modules[own] = LoRALinear(chosen[full], r, alpha)
            return list(chosen)
        """,
    }
    slips = [
        slip(
            "only one layer of each name is replaced",
            edit=("    for name in found:", "    found = [name for i, name in enumerate(found) if name.split('.')[-1] not in [n.split('.')[-1] for n in found[:i]]]\n    for name in found:"),
            also=[("    for name in found:", "    found = [name for i, name in enumerate(found) if name.split('.')[-1] not in [n.split('.')[-1] for n in found[i + 1 :]]]\n    for name in found:")],
            why="Every block has a layer with that name, and all of them should be replaced.",
            look="How many layers called q_proj does a model of thirty blocks have?",
        ),
        slip(
            "layers directly under the model are left out",
            edit=("isinstance(layer, nn.Linear) and name", "isinstance(layer, nn.Linear) and '.' in name and name"),

            why="Their full name is just their own name, without a dot. In many models, the head is such a layer.",
            look="What is the full name of a layer directly under the model?",
        ),
        slip(
            "a name begins with a dot",
            edit=("    return found", "    return [name if '.' in name else '.' + name for name in found]"),
            why="With that name, `get_submodule` would not find the layer.",
            look="What is the path of the model itself, and what do you join to it?",
        ),
        slip(
            "the new layers are visited and replaced again",
            edit="""
                model.requires_grad_(False)
                found = []

                def walk(module, path):
                    for own, child in list(module.named_children()):
                        if len(path) > 4:
                            return
                        if isinstance(child, nn.Linear) and own in names:
                            child = LoRALinear(child, r, alpha)
                            setattr(module, own, child)
                            found.append(".".join([*path, own]))
                        walk(child, [*path, own])

                walk(model, [])
                return found
            """,
            also=[
                """
                model.requires_grad_(False)
                found = []
                for name, parent in model.named_modules():
                    for own, child in list(parent.named_children()):
                        if isinstance(child, nn.Linear) and own in names:
                            setattr(parent, own, LoRALinear(child, r, alpha))
                            found.append(f"{name}.{own}".strip("."))
                            if len(found) > 100:
                                raise RecursionError
                return found
                """,
            ],
            why="A new layer holds the old one under the name `base`. If `base` is one of the names, replacing would never end.",
            look="What is inside a new layer that you have just inserted?",
        ),
        slip(
            "the names of the layers inside the new ones come back",
            edit=("    return found", "    return [name + '.base' for name in found]"),

            why="Code that looks the adapter up by its name would get the old layer.",
            look="Which module should `model.get_submodule` return for one of your names?",
        ),
        slip(
            "the variant with the root is used",
            edit=("r, alpha))", "r, alpha, True))"),
            why="The factor would be α/√r, although the call didn't ask for rank stabilization.",
            look="What is the factor of your layers for r = 4 and α = 8?",
        ),
        slip(
            "the layer's parameters are moved into a new linear layer",
            edit="""
                model.requires_grad_(False)
                found = []
                for name, layer in list(model.named_modules()):
                    path, _, own = name.rpartition(".")
                    if isinstance(layer, nn.Linear) and own in names:
                        base = nn.Linear(layer.in_features, layer.out_features, bias=layer.bias is not None)
                        base.weight, base.bias = layer.weight, layer.bias
                        setattr(model.get_submodule(path), own, LoRALinear(base, r, alpha))
                        found.append(name)
                return found
            """,
            why="Other code that uses the old layer would be left with one that is no longer part of the model.",
            look="Which object should be the base of the new layer?",
        ),
        slip(
            "names are compared without regard to case",
            edit=("name.split(\".\")[-1] in names", "name.split(\".\")[-1].lower() in [own.lower() for own in names]"),
            why="In Python `Query` and `query` are two names, and a model may have both.",
            look="How do your names change before they are compared?",
        ),
        slip(
            "trained parameters are recognized by letters in their names",
            edit=[("    model.requires_grad_(False)\n", ""), ("    return found", "    for name, p in model.named_parameters():\n        p.requires_grad_('A' in name or 'B' in name)\n    return found")],

            why="Other modules may have these letters in their names, and they would keep learning.",
            look="Could a model have names with an A before your function changes it?",
        ),
        slip(
            "names of modules that were not replaced come back",
            edit="""
                model.requires_grad_(False)
                found = [name for name, layer in model.named_modules() if name.split(".")[-1] in names]
                for name in found:
                    path, _, own = name.rpartition(".")
                    layer = model.get_submodule(name)
                    if isinstance(layer, nn.Linear):
                        setattr(model.get_submodule(path), own, LoRALinear(layer, r, alpha))
                return found
            """,
            also=["""
                model.requires_grad_(False)
                found = [name for name, layer in model.named_modules() if name.split(".")[-1] in names and not list(layer.children())]
                for name in found:
                    path, _, own = name.rpartition(".")
                    layer = model.get_submodule(name)
                    if isinstance(layer, nn.Linear):
                        setattr(model.get_submodule(path), own, LoRALinear(layer, r, alpha))
                return found
            """],
            why="Code that counts adapters, or stores them by these names, would find an embedding among them.",
            look="Is every module in your list a LoRALinear now?",
        ),
        slip(
            "biases keep learning",
            edit=("model.requires_grad_(False)", "[p.requires_grad_(False) for name, p in model.named_parameters() if name.endswith('weight')]"),
            why="They are parameters like any others, with gradients, moments and room in the adapter's file.",
            look="Which parameters of the model have requires_grad after the call?",
        ),
        slip(
            "embeddings or norms keep learning",
            edit=("model.requires_grad_(False)", "[layer.requires_grad_(False) for layer in model.modules() if not isinstance(layer, nn.Embedding) and not list(layer.children())]"),
            also=[("model.requires_grad_(False)", "[layer.requires_grad_(False) for layer in model.modules() if not isinstance(layer, nn.LayerNorm) and not list(layer.children())]")],
            why="They would have to be stored with the adapter.",
            look="Which parameters of the model have requires_grad after the call?",
        ),
        slip(
            "the rank is always 8",
            edit=("r, alpha))", "8, alpha))"),
            also=[("r, alpha))", "4, alpha))"), ("r, alpha))", "16, alpha))")],
            why="The rank is a choice, and the caller made it.",
            look="Which of the arguments does your code never use?",
        ),
        slip(
            "the rank is capped at the layer's width",
            edit=("setattr(model.get_submodule(path), own, LoRALinear(model.get_submodule(name), r, alpha))", "layer = model.get_submodule(name)\n        setattr(model.get_submodule(path), own, LoRALinear(layer, min(r, layer.in_features, layer.out_features), alpha))"),
            why="A rank above the layer's width is a waste, but the caller asked for it, and the factor depends on it.",
            look="What are the shapes of A in your layers?",
        ),
        slip(
            "layers share an adapter",
            edit=[("    for name in found:", "    shared = {}\n    for name in found:"), ("LoRALinear(model.get_submodule(name), r, alpha))", "shared.setdefault(model.get_submodule(name).weight.shape, LoRALinear(model.get_submodule(name), r, alpha)))")],
            also=[[("    for name in found:", "    shared = {}\n    for name in found:"), ("LoRALinear(model.get_submodule(name), r, alpha))", "shared.setdefault(own, LoRALinear(model.get_submodule(name), r, alpha)))")]],
            why="Layers that share an adapter also share its base, so all but one of them are lost.",
            look="Is the base of every new layer the layer that was there before?",
        ),
        slip(
            "a copy of the model is changed",
            edit=("model.requires_grad_(False)", "model = copy.deepcopy(model)\n    model.requires_grad_(False)"),
            why="The caller still has the old model, without adapters, and your new model is lost when the function returns.",
            look="Which object do you put the new layers into?",
        ),
        slip(
            "all other parameters are still trained",
            edit=("    model.requires_grad_(False)\n", ""),

            why="Embeddings, norms and all other layers would learn and be stored, which is what LoRA is meant to avoid.",
            look="Which parameters of the model have requires_grad after the call?",
        ),
        slip(
            "the new factors are frozen as well",
            edit=[("    model.requires_grad_(False)\n", ""), ("    return found", "    model.requires_grad_(False)\n    return found")],
            why="No parameter is trained any more.",
            look="In which order do you freeze and replace?",
        ),
        slip(
            "only linear layers stop learning",
            edit=("model.requires_grad_(False)", "[layer.requires_grad_(False) for layer in model.modules() if isinstance(layer, nn.Linear)]"),
            why="Embeddings and norms would keep learning, and would have to be stored with the adapter.",
            look="Which parameters of the model have requires_grad after the call?",
        ),
        slip(
            "parts of names are compared",
            edit=("name.split(\".\")[-1] in names", "any(own in name.split(\".\")[-1] for own in names)"),
            also=[("name.split(\".\")[-1] in names", "any(name.endswith(own) for own in names)"), ("name.split(\".\")[-1] in names", "any(own in name for own in names)"), ("name.split(\".\")[-1] in names", "any(own in name.split(\".\") for own in names)")],
            why="`proj` is also part of `no_proj`, and of the paths of deeper modules. You would replace layers that aren't in the list.",
            look="Which part of the full name is the layer's own?",
        ),
        slip(
            "only layers directly under the model are found",
            edit=("name.split(\".\")[-1] in names", "name in names"),

            why="A layer such as q_proj is in every block, several levels deep, so its full name is longer than that.",
            look="What is the full name of a layer that is two levels deep?",
        ),
        slip(
            "every linear layer is replaced",
            edit=(" and name.split(\".\")[-1] in names", ""),
            why="Which layers to adapt is a choice, and the caller made it.",
            look="Which of the arguments does your code never use?",
        ),
        slip(
            "modules that are not linear are replaced as well",
            edit=("isinstance(layer, nn.Linear) and name", "name"),
            also=[("isinstance(layer, nn.Linear) and name", "hasattr(layer, 'weight') and name")],
            why="An embedding or a norm has no product to which a change could be added.",
            look="What other kinds of modules might use one of these names?",
        ),
        slip(
            "the new layer ends up in the wrong place",
            edit=("setattr(model.get_submodule(path), own, LoRALinear(model.get_submodule(name), r, alpha))", "setattr(model, own, LoRALinear(model.get_submodule(name), r, alpha))"),
            also=[("setattr(model.get_submodule(path), own, LoRALinear", "setattr(model, name.replace('.', '_'), LoRALinear"), ("setattr(model.get_submodule(path), own, LoRALinear(model.get_submodule(name), r, alpha))", "layer = LoRALinear(model.get_submodule(name), r, alpha)")],
            why="The model still calls the old layer, and the new one is never used.",
            look="Which module calls the layer, and under which name?",
        ),
        slip(
            "the layer is replaced by a fresh one",
            edit=("LoRALinear(model.get_submodule(name), r, alpha)", "LoRALinear(nn.Linear(model.get_submodule(name).in_features, model.get_submodule(name).out_features), r, alpha)"),

            why="The layer's weights are lost, or they are in memory twice.",
            look="Which object should be the base of the new layer?",
        ),
        slip(
            "r and α are swapped",
            edit=("r, alpha))", "alpha, r))"),
            why="The rank would be 16 and the factor a half, instead of 8 and 2.",
            look="In which order does LoRALinear take its arguments?",
        ),
        slip(
            "α is not passed on",
            edit=("r, alpha))", "r, 2 * r))"),
            also=[("r, alpha))", "r, r))"), ("r, alpha))", "r, 1))")],
            why="2r is a good first choice, but the caller may want another value.",
            look="Which of the arguments does your code never use?",
        ),
        slip(
            "only the last parts of the names come back",
            edit=("    return found", "    return [name.split(\".\")[-1] for name in found]"),
            also=[("    return found", "    return [name for name in names if any(full.split(\".\")[-1] == name for full in found)]")],
            why="With q_proj in each of thirty blocks, the short names don't tell which layers they are.",
            look="What is the full name of a layer that is two levels deep?",
        ),
        slip(
            "names come back in another order",
            edit=("    return found", "    return sorted(found)"),
            also=[("    return found", "    return [full for name in names for full in found if full.split('.')[-1] == name]"), ("    return found", "    return found[::-1]")],
            why="The order should be that of the model. In alphabetical order, block 10 comes before block 2.",
            look="In which order does `named_modules` return the layers?",
        ),
        slip(
            "something other than the names comes back",
            edit=("    return found", "    return len(found)"),
            also=[("    return found", "    return model"), ("    return found", "    return None")],
            why="The model was changed in place, so the caller already has it, but doesn't know which layers are new.",
            look="What does the docstring say about the return value?",
        ),
    ]  # fmt: skip
    promises = {
        "several blocks, with and without bias": dict(kind="blocks"),
        "whole names, at any depth": dict(kind="names"),
        "linear layers only": dict(kind="others"),
        "no layer with such a name": dict(kind="nothing"),
        "what is inside a new layer stays, and the rank may exceed a layer's width": dict(kind="base"),
        "the layer itself, and all other modules": "own modules",
        "the new layers learn": "learns",
        "and nothing else does, and nothing is lost": "own modules",
        "full names come back": "returned",
        "names are left alone": "names unchanged",
    }
