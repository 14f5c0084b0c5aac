"""Activation patching: a run of a model with one hidden state overwritten.

Oracle: the same layers in NumPy, one after the other, with the row put in between two of them.
"""

import numpy as np

from autograder.authoring import exercise, slip


def layer(x, weight):
    """What the notebook's class Mixing computes."""
    means = np.cumsum(x, axis=1) / np.arange(1, x.shape[1] + 1)[:, None]
    return x + np.tanh(np.einsum("btd,ed->bte", means, weight))


def through(x, weights, number=None, position=0, vector=None):
    """The whole stack and a final tanh, (B, T, D); after layer `number`, where 0 is the identity, one position is overwritten."""
    for n, weight in enumerate([None, *weights]):
        x = x if weight is None else layer(x, weight)
        if n == number:
            x = x.copy()
            x[:, position] = vector
    return np.tanh(x)


@exercise("patched_run", points=3)
class _:
    cases = [
        dict(B=2, T=5, D=4, L=3, number=1, position=2),
        dict(B=3, T=4, D=3, L=2, number=0, position=0, each=True),  # the identity, a vector for each sequence
        dict(B=1, T=6, D=5, L=2, number=2, position=5),  # the last layer, the last position
        dict(B=2, T=1, D=2, L=1, number=1, position=0),
        dict(
            B=4, T=4, D=4, L=3, number=2, position=1, each=True
        ),  # sizes that can be mistaken for one another
    ]
    weights = {"output": 3, "the model afterwards": 1, "after an error": 1, "unchanged": 1}

    def inputs(rng, B, T, D, L, number, position, each=False):
        return {
            "x": rng.standard_normal((B, T, D)),
            "weights": [1.5 * rng.standard_normal((D, D)) for _ in range(L)],
            "number": number,
            "position": position,
            "vector": 2 + 2 * rng.standard_normal((B, D) if each else (D,)),
        }

    def oracle(x, weights, number, position, vector):
        patched = through(x, weights, number, position, vector)
        plain = through(x, weights)
        return {
            "output": patched,
            "the model afterwards": {"patched": patched, "plain": plain},
            "after an error": {"patched": patched, "error passed on": True, "plain": plain},
            "unchanged": {"patched": patched, "x": x, "vector": vector},
        }

    alternatives = {
        "torch.where": """
            def hook(module, inputs, output):
                here = torch.arange(output.shape[1], device=output.device) == position
                new = vector if vector.dim() == 1 else vector[:, None]
                return torch.where(here[:, None], new, output)

            handle = module.register_forward_hook(hook)
            try:
                result = model(x)
            finally:
                handle.remove()
            return result
        """,
        "three parts joined": """
            def hook(module, inputs, output):
                new = vector.expand(len(output), output.shape[-1])[:, None]
                return torch.cat([output[:, :position], new, output[:, position + 1:]], dim=1)

            with module.register_forward_hook(hook):
                return model(x)
        """,
        "the module's forward is exchanged for a moment": """
            before = module.forward

            def patched(*inputs):
                output = before(*inputs).clone()
                output[:, position] = vector
                return output

            module.forward = patched
            try:
                return model(x)
            finally:
                module.forward = before
        """,
        "an error is caught and raised again": """
            def hook(module, inputs, output):
                output = torch.clone(output)
                output[:, position, :] = vector
                return output

            handle = module.register_forward_hook(hook)
            try:
                y = model(x)
            except Exception:
                handle.remove()
                raise
            handle.remove()
            return y
        """,
    }
    slips = [
        slip(
            "the hook stays on the model",
            edit=("        handle.remove()", "        pass"),
            why="Every later run of the model is patched too, long after you have forgotten why.",
            look="Run the model once more, without a patch. Is the output the one from before?",
        ),
        slip(
            "the hook stays on the model when the run ends with an error",
            edit=("    try:\n        return model(x)\n    finally:\n        handle.remove()", "    y = model(x)\n    handle.remove()\n    return y"),
            why="An interrupted run or a wrong shape leaves the model patched, and everything measured afterwards is wrong.",
            look="Which of your lines still runs when model(x) raises an error?",
        ),
        slip(
            "an error of the model is swallowed",
            edit=("    finally:\n        handle.remove()", "    except Exception:\n        return None\n    finally:\n        handle.remove()"),
            why="The caller gets None and learns nothing about what went wrong.",
            look="What does your function do after it has caught an error?",
        ),
        slip(
            "the vector is added to the state instead of replacing it",
            edit=("output[:, position] = vector", "output[:, position] += vector"),
            why="A patch replaces the hidden state. A sum still contains the old one, so the experiment mixes two inputs.",
            look="What is left of the old hidden state at this position?",
        ),
        slip(
            "all positions are overwritten",
            edit=("output[:, position] = vector", "output[:] = vector if vector.dim() == 1 else vector[:, None]"),
            why="Then the experiment no longer shows which position matters.",
            look="How many of the T positions does your assignment reach?",
        ),
        slip(
            "only the first sequence is patched",
            edit=("output[:, position] = vector", "output[0, position] = vector if vector.dim() == 1 else vector[0]"),
            why="The other sequences of the batch run as if nothing had happened.",
            look="Which axis of (B, T, D) does your index fix, and which should it leave free?",
        ),
        slip(
            "a neighbouring position is patched",
            edit=("output[:, position] = vector", "output[:, min(position + 1, output.shape[1] - 1)] = vector", "output[:, position - 1] = vector"),
            also=[("output[:, position] = vector", "output[:, (position + 1) % output.shape[1]] = vector")],
            why="Positions count from 0.",
            look="Which entry of the output differs from the plain run, for position 0?",
        ),
        slip(
            "positions are counted from the end",
            edit=("output[:, position] = vector", "output[:, -1 - position] = vector"),
            why="Position 0 is the first token.",
            look="Which token does your code change for position 0?",
        ),
        slip(
            "this position and all later ones are overwritten",
            edit=("output[:, position] = vector", "output[:, position:] = vector if vector.dim() == 1 else vector[:, None]"),
            also=[("output[:, position] = vector", "output[:, : position + 1] = vector if vector.dim() == 1 else vector[:, None]")],
            why="Later positions should change only through what they read from the patched one.",
            look="What does a slice do that a single index does not?",
        ),
        slip(
            "the input of the module is overwritten, not its output",
            edit=[("def overwrite(module, inputs, output):\n        output = output.clone()", "def overwrite(module, inputs):\n        output = inputs[0].clone()"), ("        return output\n", "        return (output,)\n"), ("register_forward_hook", "register_forward_pre_hook")],
            why="The module then still adds something to your vector before it is passed on.",
            look="When does PyTorch call your hook, before the module runs or after?",
        ),
        slip(
            "the hook changes nothing, because it returns nothing",
            edit=("        return output\n", ""),
            also=[("    handle = module.register_forward_hook(overwrite)\n    try:\n        return model(x)\n    finally:\n        handle.remove()", "    return model(x)")],
            why="You changed a copy. PyTorch goes on with the original unless the hook returns something else.",
            look="How does PyTorch learn about the tensor that you changed?",
        ),
        slip(
            "the caller's input is overwritten",
            edit=("        output = output.clone()  # (B, T, D)\n", ""),
            why="A module may return its input as it is. Then the tensor you write into belongs to the caller.",
            look="For a module that returns its input, which tensor do you write into?",
        ),
        slip(
            "the output of the whole model is overwritten",
            edit=("handle = module.register_forward_hook", "handle = model.register_forward_hook"),
            why="Nothing after the patch can react to it, so the experiment shows nothing.",
            look="On which of the arguments do you register the hook?",
        ),
        slip(
            "the module's output comes back instead of the model's",
            edit=("    handle = module.register_forward_hook(overwrite)\n    try:\n        return model(x)\n", "    kept = []\n    handle = module.register_forward_hook(lambda *args: kept.append(overwrite(*args)) or kept[0])\n    try:\n        model(x)\n        return kept[0]\n"),
            why="What counts is the effect on the answer, at the end of the model.",
            look="Which tensor does your function return, and which module computed it?",
        ),
        slip(
            "the vector is made longer or shorter",
            edit=("output[:, position] = vector", "output[:, position] = vector / vector.norm(dim=-1, keepdim=True)"),
            also=[("output[:, position] = vector", "output[:, position] = vector / vector.norm(dim=-1, keepdim=True) * output[:, position].norm(dim=-1, keepdim=True)")],
            why="The length of a hidden state carries information as well, so a patch keeps it unchanged.",
            look="Is what your code writes equal to the vector you were given?",
        ),
        slip(
            "the same vector goes to all sequences",
            edit=("output[:, position] = vector", "output[:, position] = vector if vector.dim() == 1 else vector[0]"),
            also=[("output[:, position] = vector", "output[:, position] = vector if vector.dim() == 1 else vector.mean(dim=0)")],
            why="A vector of shape (B, D) has a row for each sequence.",
            look="How many rows of a (B, D) vector does your code use?",
        ),
    ]  # fmt: skip
    promises = {
        "the first module, and one that returns its input": dict(number=0),
        "the last layer and the last position": dict(number=2, position=5),
        "a vector for each sequence": dict(each=True),
        "a single token": dict(T=1),
        "the hook is gone afterwards": "the model afterwards",
        "and after an error": "after an error",
        "x and vector are not modified": "unchanged",
    }
