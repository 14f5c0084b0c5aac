"""Merge a LoRA update into the base weights, and undo it.

Oracle: the update as a sum of r outer products, through a sequence of merges and unmerges.
"""

import numpy as np

from autograder.authoring import exercise, slip

from ._shared import FINISHED, linear, tensor


@exercise("merge", points=3, forbid=FINISHED)
class _:
    cases = [
        dict(n=5, m=3, r=2, bias=True),
        dict(n=4, m=4, r=4, bias=False),
        dict(n=3, m=6, r=1, bias=True),
        dict(n=14, m=13, r=12, bias=False),
    ]
    weights = {
        "unmerged before": 1,
        "merged": 3,
        "merged twice": 2,
        "unmerged": 2,
        "unmerged twice": 1,
        "merged again": 1,
        "afterwards": 2,
    }

    def inputs(rng, n, m, r, bias):
        A, B = rng.standard_normal((r, n)), rng.standard_normal((m, r))
        return {
            "weights": linear(rng, n, m, bias),
            "A": A,
            "B": B,
            "factor": float(np.float32(rng.uniform(0.4, 3))),
        }

    def oracle(weights, A, B, factor):
        old = weights["weight"]
        new = old + factor * sum(
            np.outer(B[:, k], A[k]) for k in range(len(A))
        )  # a column times a row, r times
        states = {"unmerged before": False, "merged": True, "merged twice": True}
        states |= {"unmerged": False, "unmerged twice": False, "merged again": True}
        found = {
            name: {"weight": tensor(new if merged else old), "merged": merged}
            for name, merged in states.items()
        }
        rest = [A, B, new, *([weights["bias"]] if "bias" in weights else [])]
        found["afterwards"] = {
            "the same parameter": True,
            "of the same type": True,
            "weight learns": False,
            "A and B learn": True,
            "scale": factor,
            "nothing came back": True,
            "the rest": [tensor(v) for v in rest],
        }
        return found

    alternatives = {
        "through data": """
            def merge(layer):
                if layer.merged:
                    return
                layer.base.weight.data.add_(layer.B.detach() @ layer.A.detach(), alpha=layer.scale)
                layer.merged = True


            def unmerge(layer):
                if not layer.merged:
                    return
                layer.base.weight.data.sub_(layer.B.detach() @ layer.A.detach(), alpha=layer.scale)
                layer.merged = False
        """,
        "a copy of the old weights": """
            @torch.no_grad()
            def merge(layer):
                if not layer.merged:
                    layer.old = layer.base.weight.clone()
                    layer.base.weight.copy_(torch.einsum("mr,rn->mn", layer.B * layer.scale, layer.A) + layer.old)
                layer.merged = True


            @torch.no_grad()
            def unmerge(layer):
                if layer.merged:
                    layer.base.weight.copy_(layer.old)
                layer.merged = False
        """,
    }
    slips = [
        slip(
            "the change is added every time",
            edit=("    if not layer.merged:\n", "    if True:\n"),
            also=[[("    if not layer.merged:\n", "    if True:\n"), ("    if layer.merged:\n", "    if True:\n")]],
            why="A program that merges before saving and again before serving ends up with a wrong model, and no error tells you.",
            look="If you call merge twice, what should the second call do?",
        ),
        slip(
            "the change is subtracted without having been added",
            edit=("    if layer.merged:\n", "    if True:\n"),
            why="The base loses a change that it never contained.",
            look="What should unmerge do to a layer that is not merged?",
        ),
        slip(
            "`merged` is not updated",
            edit=("        layer.merged = True\n", ""),
            also=[("        layer.merged = False\n", "")],
            why="The layer would add its change a second time in forward, and a second merge couldn't know about the first.",
            look="Who else needs to know what the base's weights hold?",
        ),
        slip(
            "the factor is forgotten",
            edit=[("weight += layer.scale * ", "weight += "), ("weight -= layer.scale * ", "weight -= ")],
            also=[("weight += layer.scale * ", "weight += ")],
            why="The merged layer would compute a different function from the one that was trained.",
            look="What does forward multiply the change by?",
        ),
        slip(
            "the change is transposed",
            edit=[("weight += layer.scale * (layer.B @ layer.A)", "weight += layer.scale * (layer.B @ layer.A).T"), ("weight -= layer.scale * (layer.B @ layer.A)", "weight -= layer.scale * (layer.B @ layer.A).T")],
            also=[[("weight += layer.scale * (layer.B @ layer.A)", "weight += layer.scale * (layer.A @ layer.B)"), ("weight -= layer.scale * (layer.B @ layer.A)", "weight -= layer.scale * (layer.A @ layer.B)")]],
            why="For a square layer the shapes fit, but it is wrong.",
            look="Which of A and B has as many rows as the weight?",
        ),
        slip(
            "the base gets a new parameter",
            edit=("            layer.base.weight += layer.scale * (layer.B @ layer.A)", "            layer.base.weight = nn.Parameter(layer.base.weight + layer.scale * (layer.B @ layer.A), requires_grad=False)"),
            also=[("            layer.base.weight += layer.scale * (layer.B @ layer.A)", "            layer.base.weight = nn.Parameter(layer.base.weight + layer.scale * (layer.B @ layer.A))")],
            why="A tied layer or an optimizer that refers to the old parameter keeps using the old numbers.",
            look="Is the weight after your call the same object as before?",
        ),
        slip(
            "the gradient is recorded while the weights change",
            edit=("        with torch.no_grad():\n            layer.base.weight += ", "        if True:\n            layer.base.weight += "),

            why="A and B learn, so adding their product ties the weight to them: the frozen weight suddenly takes part in training.",
            look="What is requires_grad of the weight after merging?",
        ),
        slip(
            "unmerging leaves the change in",
            edit=("            layer.base.weight -= layer.scale * (layer.B @ layer.A)", "            pass"),
            why="The flag says that the base is as it was, but it isn't.",
            look="Compare the weights before merge and after unmerge.",
        ),
        slip(
            "unmerging adds the change once more",
            edit=("weight -= layer", "weight += layer"),
            why="To take something out, you have to subtract it.",
            look="What is the sign of the change in each of the two functions?",
        ),
        slip(
            "the factor is forgotten on the way back",
            edit=("weight -= layer.scale * ", "weight -= "),
            why="What is taken out isn't what was put in.",
            look="Compare the weights before merge and after unmerge.",
        ),
        slip(
            "the change is divided by the factor on the way back",
            edit=("weight -= layer.scale * (layer.B @ layer.A)", "weight -= (layer.B @ layer.A) / layer.scale"),
            why="To undo an addition, you subtract what was added, factor and all.",
            look="Compare the weights before merge and after unmerge.",
        ),
        slip(
            "merging twice takes the change out again",
            edit="""
                def merge(layer):
                    with torch.no_grad():
                        layer.base.weight += (-1 if layer.merged else 1) * layer.scale * (layer.B @ layer.A)
                    layer.merged = not layer.merged


                def unmerge(layer):
                    if layer.merged:
                        merge(layer)
            """,
            also=["""
                def merge(layer):
                    with torch.no_grad():
                        layer.base.weight += (-1 if layer.merged else 1) * layer.scale * (layer.B @ layer.A)
                    layer.merged = not layer.merged


                def unmerge(layer):
                    merge(layer)
            """],
            why="merge isn't a switch. After a call the layer should be merged, even if it was merged before.",
            look="If you call merge twice, what should the second call do?",
        ),
        slip(
            "the old weights are overwritten",
            edit=("layer.base.weight += layer.scale * (layer.B @ layer.A)", "layer.base.weight.copy_(layer.scale * (layer.B @ layer.A))"),
            why="Only the update is left, and everything the model had learned is gone.",
            look="Besides the update, what is on the right-hand side of W ← W + s BA?",
        ),
        slip(
            "the factor also multiplies the old weights",
            edit=("layer.base.weight += layer.scale * (layer.B @ layer.A)", "layer.base.weight.copy_(layer.scale * (layer.base.weight + layer.B @ layer.A))"),
            why="The factor belongs to the change alone.",
            look="What does s multiply in W ← W + s BA?",
        ),
        slip(
            "the factors stop learning",
            edit=("        layer.merged = True\n", "        layer.merged = True\n        layer.A.requires_grad_(False)\n        layer.B.requires_grad_(False)\n"),
            why="After unmerging, the adapter couldn't be trained further, and no error would tell you.",
            look="What does the docstring say about A and B?",
        ),
        slip(
            "the base learns again",
            edit=("        layer.merged = True\n", "        layer.base.weight.requires_grad_(True)\n        layer.merged = True\n"),

            why="A weight that was frozen for a reason would change in the next training run.",
            look="What is requires_grad of the weight after merging?",
        ),
        slip(
            "something is returned",
            edit=("        layer.merged = True\n", "        layer.merged = True\n    return layer\n"),

            why="A function that works in place returns None, like `list.sort`, so its result can't be mistaken for a copy.",
            look="What does the docstring say about the return value?",
        ),
        slip(
            "`merged` is flipped at each call",
            edit="""
                def merge(layer):
                    with torch.no_grad():
                        layer.base.weight += layer.scale * (layer.B @ layer.A)
                    layer.merged = not layer.merged


                def unmerge(layer):
                    with torch.no_grad():
                        layer.base.weight -= layer.scale * (layer.B @ layer.A)
                    layer.merged = not layer.merged
            """,
            why="Two calls of merge add the change twice, but then `merged` says that the base contains none.",
            look="If you call merge twice, what should `merged` be?",
        ),
        slip(
            "B keeps the factor",
            edit=[("layer.base.weight += layer.scale * (layer.B @ layer.A)", "layer.B *= layer.scale\n            layer.base.weight += layer.B @ layer.A"), ("layer.base.weight -= layer.scale * (layer.B @ layer.A)", "layer.base.weight -= layer.B @ layer.A\n            layer.B /= layer.scale")],
            also=[[("layer.base.weight += layer.scale * (layer.B @ layer.A)", "layer.A *= layer.scale\n            layer.base.weight += layer.B @ layer.A"), ("layer.base.weight -= layer.scale * (layer.B @ layer.A)", "layer.base.weight -= layer.B @ layer.A\n            layer.A /= layer.scale")]],
            why="If you saved the factors of a merged layer, they wouldn't be those that were trained.",
            look="Print A and B before and after merge.",
        ),
        slip(
            "the bias is multiplied by the factor as well",
            edit=[("layer.base.weight += layer.scale * (layer.B @ layer.A)", "layer.base.weight += layer.scale * (layer.B @ layer.A)\n            if layer.base.bias is not None:\n                layer.base.bias *= layer.scale"), ("layer.base.weight -= layer.scale * (layer.B @ layer.A)", "layer.base.weight -= layer.scale * (layer.B @ layer.A)\n            if layer.base.bias is not None:\n                layer.base.bias /= layer.scale")],
            also=[("layer.base.weight += layer.scale * (layer.B @ layer.A)", "layer.base.weight += layer.scale * (layer.B @ layer.A)\n            if layer.base.bias is not None:\n                layer.base.bias *= layer.scale")],
            why="The bias isn't part of the update.",
            look="According to the docstring, what is changed?",
        ),
        slip(
            "sums are multiplied instead of the factors",
            edit=[("layer.base.weight += layer.scale * (layer.B @ layer.A)", "layer.base.weight += layer.scale * torch.outer(layer.B.sum(1), layer.A.sum(0))"), ("layer.base.weight -= layer.scale * (layer.B @ layer.A)", "layer.base.weight -= layer.scale * torch.outer(layer.B.sum(1), layer.A.sum(0))")],
            why="That is a single column times a single row, so it has rank 1, whatever r is.",
            look="B A is a sum of columns times rows. How many such products are there?",
        ),
        slip(
            "a copy of the weights is changed",
            edit=[("layer.base.weight += layer.scale * (layer.B @ layer.A)", "weight = layer.base.weight.clone()\n            weight += layer.scale * (layer.B @ layer.A)"), ("layer.base.weight -= layer.scale * (layer.B @ layer.A)", "weight = layer.base.weight.clone()\n            weight -= layer.scale * (layer.B @ layer.A)")],

            why="`merged` says that the base contains the change, but the base itself was never changed.",
            look="Compare base.weight before and after merge.",
        ),
        slip(
            "the change is rounded to half precision",
            edit=[("layer.base.weight += layer.scale * (layer.B @ layer.A)", "layer.base.weight += (layer.scale * (layer.B @ layer.A)).half()"), ("layer.base.weight -= layer.scale * (layer.B @ layer.A)", "layer.base.weight -= (layer.scale * (layer.B @ layer.A)).half()")],
            also=[[("layer.base.weight += layer.scale * (layer.B @ layer.A)", "layer.base.weight += (layer.scale * (layer.B @ layer.A)).bfloat16()"), ("layer.base.weight -= layer.scale * (layer.B @ layer.A)", "layer.base.weight -= (layer.scale * (layer.B @ layer.A)).bfloat16()")]],
            why="Only three digits of it are left, so the merged layer computes a different function from the trained one.",
            look="What is the dtype of your update when it is added?",
        ),
        slip(
            "the factor is assumed to be 2",
            edit=[("layer.base.weight += layer.scale * (layer.B @ layer.A)", "layer.base.weight += 2 * (layer.B @ layer.A)"), ("layer.base.weight -= layer.scale * (layer.B @ layer.A)", "layer.base.weight -= 2 * (layer.B @ layer.A)")],
            why="α = 2r is a common first choice, but not the only one. The layer has its own factor.",
            look="Which attribute of the layer does your code never use?",
        ),
        slip(
            "only a few ranks are merged",
            edit=[("layer.base.weight += layer.scale * (layer.B @ layer.A)", "layer.base.weight += layer.scale * (layer.B[:, :8] @ layer.A[:8])"), ("layer.base.weight -= layer.scale * (layer.B @ layer.A)", "layer.base.weight -= layer.scale * (layer.B[:, :8] @ layer.A[:8])")],
            why="An adapter of rank 16 would lose half of what it learned.",
            look="How many columns does B have?",
        ),
        slip(
            "the weights have a different type afterwards",
            edit=("layer.base.weight += layer.scale * (layer.B @ layer.A)", "layer.base.weight.data = layer.base.weight.data.double() + layer.scale * (layer.B @ layer.A).double()"),
            also=[
                [("layer.base.weight += layer.scale * (layer.B @ layer.A)", "layer.base.weight.data = layer.base.weight.data.double() + layer.scale * (layer.B @ layer.A).double()"), ("layer.base.weight -= layer.scale * (layer.B @ layer.A)", "layer.base.weight.data = layer.base.weight.data.double() - layer.scale * (layer.B @ layer.A).double()")],
                ("        layer.merged = True\n", "        layer.base.double()\n        layer.merged = True\n"),
            ],
            why="The next input is in float32, and a layer in float64 won't accept it.",
            look="Print the dtype of the weight before and after merge.",
        ),
        slip(
            "the factors are wiped after merging",
            edit=("        layer.merged = True\n", "        layer.merged = True\n        layer.B.data.zero_()\n"),
            also=[[("layer.base.weight += layer.scale * (layer.B @ layer.A)", "layer.base.weight += layer.scale * (layer.B @ layer.A)\n            layer.kept = layer.B.clone()\n            layer.B.zero_()"), ("layer.base.weight -= layer.scale * (layer.B @ layer.A)", "layer.B.copy_(layer.kept)\n            layer.base.weight -= layer.scale * (layer.B @ layer.A)")], ("        layer.merged = False\n", "        layer.merged = False\n        layer.B.data.zero_()\n")],
            why="Then the update can't be taken out again, or saved.",
            look="What does unmerge need?",
        ),
    ]  # fmt: skip
    promises = {
        "sizes that differ": dict(n=5),
        "all sizes equal": dict(n=4, m=4, r=4),
        "a higher rank": dict(r=12),
        "merging twice is merging once": "merged twice",
        "unmerging gives the old weights back": "unmerged",
        "unmerging twice changes nothing": "unmerged twice",
        "nor does unmerging at first": "unmerged before",
        "the same parameter, and all else left alone": "afterwards",
    }
