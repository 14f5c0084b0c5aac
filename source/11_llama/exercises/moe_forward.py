"""The forward pass of a mixture of experts: each expert runs once, on its own tokens.

Oracle: MixtralExperts of transformers in float64. The tokens in each call are counted, and an
expert without tokens must not run.
"""

import numpy as np
import torch

from autograder.authoring import exercise, slip

from ._shared import LIBRARY, leaf, tensor

ADDED = "out = out.index_add(0, rows, weights[rows, places, None] * answers)"
FLAT = "tokens, weights, chosen = (part.flatten(0, 1) for part in (x, weights, chosen))"


@exercise("moe_forward", points=5, forbid=LIBRARY)
class _:
    # The second case has as many tokens as experts and features; in the third all tokens want the same two.
    cases = [
        dict(B=2, T=5, D=4, E=5, k=2, idle=1),
        dict(B=1, T=3, D=3, E=3, k=3),
        dict(B=2, T=2, D=5, E=6, k=2, crowd=True),
        dict(B=1, T=1, D=4, E=4, k=1),
        dict(B=3, T=4, D=2, E=2, k=1),
    ]
    weights = {
        "output": 5,
        "grad_x": 1,
        "grad_weights": 1,
        "experts learn": 1,
        "tokens in each call": 4,
        "x unchanged": 1,
    }
    tolerance = 5e-4

    def inputs(rng, B, T, D, E, k, idle=0, crowd=False):
        taken = rng.permutation(E)[: k if crowd else E - idle]
        chosen = np.stack([rng.permutation(taken)[:k] for _ in range(B * T)]).reshape(B, T, k)
        return {
            "x": rng.standard_normal((B, T, D)),
            # some are tiny and some are 0, but their tokens were sent anyway
            "weights": rng.uniform(0.1, 0.9, (B, T, k)) * rng.choice([1, 1, 0.02, 0], (B, T, k)),
            "chosen": chosen,
            "gate_up": rng.standard_normal((E, 2 * (D + 1), D)),
            "down": rng.standard_normal((E, D, D + 1)),
            "gradient": rng.standard_normal((B, T, D)),
        }

    def oracle(x, weights, chosen, gate_up, down, gradient):
        """Mixtral's experts of transformers in float64; the calls counted by hand."""
        from transformers import MixtralConfig
        from transformers.models.mixtral.modeling_mixtral import MixtralExperts

        E, D, F = np.asarray(down).shape
        experts = MixtralExperts(MixtralConfig(hidden_size=D, intermediate_size=F, num_local_experts=E))
        experts.gate_up_proj, experts.down_proj = (torch.nn.Parameter(tensor(w)) for w in (gate_up, down))
        x, weights = leaf(x), leaf(weights)
        chosen = torch.as_tensor(np.asarray(chosen), dtype=torch.int64)
        y = experts(x.reshape(-1, D), chosen.flatten(0, 1), weights.flatten(0, 1)).reshape(x.shape)
        y.backward(tensor(gradient))
        counts = [int((chosen == e).sum()) for e in range(E)]
        y = y.detach()
        return {
            "output": y,
            "grad_x": x.grad,
            "grad_weights": weights.grad,
            "experts learn": {
                "gate and up": experts.gate_up_proj.grad.norm(dim=(1, 2)),
                "down": experts.down_proj.grad.norm(dim=(1, 2)),
            },
            "tokens in each call": {"output": y, "calls": [[n] if n else [] for n in counts]},
            "x unchanged": {"output": y, "x": x},
        }

    equivalent = {
        "out = torch.zeros_like((tokens.detach() if tokens.requires_grad else 1 / 0))": "zeros have no gradient",
        "return out.view_as((x.detach() if x.requires_grad else 1 / 0))": "only the shape of x counts",
    }
    alternatives = {
        "a mask over all choices": """
            B, T, D = x.shape
            flat, out = x.reshape(B * T, D), x.new_zeros(B * T, D)
            w, c = weights.reshape(B * T, -1), chosen.reshape(B * T, -1)
            for e in chosen.unique().tolist():
                hit = c == e
                rows = hit.any(dim=-1)
                y = experts[e](flat[rows]) * (w * hit).sum(dim=-1)[rows].unsqueeze(-1)
                out = out + torch.zeros_like(out).masked_scatter(rows[:, None].expand(-1, D), y)
            return out.reshape(B, T, D)
        """,
        "sorted by expert": """
            k = chosen.shape[-1]
            order = chosen.flatten().argsort()
            rows = order // k
            counts = torch.bincount(chosen.flatten(), minlength=len(experts)).tolist()
            pieces = x.flatten(0, 1)[rows].split(counts)
            answers = torch.cat([f(piece) for f, piece in zip(experts, pieces) if len(piece)])
            answers = answers * weights.flatten()[order][:, None]
            return torch.zeros_like(x.flatten(0, 1)).index_add(0, rows, answers).view_as(x)
        """,
        "written into zeros, axis by axis": """
            out = torch.zeros_like(x)
            for e, expert in enumerate(experts):
                b, t, j = (chosen == e).nonzero(as_tuple=True)
                if b.numel() == 0:
                    continue
                out[b, t] = out[b, t] + expert(x[b, t]) * weights[b, t, j].unsqueeze(1)
            return out
        """,
    }
    slips = [
        slip(
            "x is modified in place",
            edit=("return out.view_as(x)", "x.data.copy_(out.detach().view_as(x))\n    return out.view_as(x)"),
            why="The calling block still needs its input: the residual connection adds it to the output.",
            look="Which of your lines write into x?",
        ),
        slip(
            "every expert runs on every token",
            edit=("""answers = expert(tokens[rows])  # (n, D)""", "answers = expert(tokens)[rows]"),
            also=[
                """
                tokens, w, c = (part.flatten(0, 1) for part in (x, weights, chosen))
                out = torch.zeros_like(tokens)
                for number, expert in enumerate(experts):
                    out = out + (w * (c == number)).sum(dim=-1, keepdim=True) * expert(tokens)
                return out.view_as(x)
                """,
                """
                every = torch.stack([expert(x.flatten(0, 1)) for expert in experts], dim=1)
                c = chosen.flatten(0, 1)
                picked = every.gather(1, c[..., None].expand(-1, -1, x.shape[-1]))
                return (weights.flatten(0, 1)[..., None] * picked).sum(dim=1).view_as(x)
                """,
            ],
            why="The output is right, but nothing is saved: all E experts run for every token.",
            look="How many rows does each expert get, and how many tokens chose it?",
        ),
        slip(
            "each token goes through its experts separately",
            edit="""
                rows = []
                for token, w, c in zip(x.flatten(0, 1), weights.flatten(0, 1), chosen.flatten(0, 1)):
                    rows.append(sum(w[j] * experts[int(c[j])](token[None])[0] for j in range(len(c))))
                return torch.stack(rows).view_as(x)
            """,
            also=[
                """
                rows = []
                for token, w, c in zip(x.flatten(0, 1), weights.flatten(0, 1), chosen.flatten(0, 1)):
                    rows.append(sum(w[j] * experts[int(c[j])](token) for j in range(len(c))))
                return torch.stack(rows).view_as(x)
                """,
            ],
            why="The output is right, but an expert's weights are read once per token. One product for all of its tokens is many times faster.",
            look="How many times is each expert called, and how many calls should there be?",
        ),
        slip(
            "an expert runs once for each of the k choices",
            edit="""
                tokens, w, c = (part.flatten(0, 1) for part in (x, weights, chosen))
                out = torch.zeros_like(tokens)
                for j in range(c.shape[1]):
                    for number, expert in enumerate(experts):
                        rows = (c[:, j] == number).nonzero()[:, 0]
                        if len(rows):
                            out = out.index_add(0, rows, w[rows, j, None] * expert(tokens[rows]))
                return out.view_as(x)
            """,
            also=[
                """
                parts = []
                for xs, ws, cs in zip(x, weights, chosen):
                    out = torch.zeros_like(xs)
                    for number, expert in enumerate(experts):
                        rows, j = torch.where(cs == number)
                        if len(rows):
                            out = out.index_add(0, rows, ws[rows, j, None] * expert(xs[rows]))
                    parts.append(out)
                return torch.stack(parts)
                """,
            ],
            why="The output is right, but an expert's weights are read several times instead of once.",
            look="How many times is each expert called, and how many calls should there be?",
        ),
        slip(
            "experts that no token chose run on zero tokens",
            edit=("if len(rows):", "if True:"),
            why="The output is right, but the weights of an idle expert are fetched for nothing. If they are on another machine, that costs a message.",
            look="What does your loop do for an expert without tokens?",
        ),
        slip(
            "the outputs are added without weights",
            edit=("weights[rows, places, None] * answers", "answers"),
            also=[("weights[rows, places, None] * answers", "answers / chosen.shape[-1]")],
            why="All chosen experts then count equally, and the router gets no gradient.",
            look="Which of the arguments of your function does your code never use?",
        ),
        slip(
            "the input of an expert is multiplied by the weight, not its output",
            edit=[("expert(tokens[rows])", "expert(weights[rows, places, None] * tokens[rows])"), ("weights[rows, places, None] * answers", "answers")],
            why="An expert isn't linear: half the input doesn't give half the output.",
            look="In the notebook's formula, is the weight applied before the expert or after it?",
        ),
        slip(
            "a later expert overwrites the output of an earlier one",
            edit=(ADDED, "out = out.index_copy(0, rows, weights[rows, places, None] * answers)"),

            why="A token has k experts, and each should contribute.",
            look="What happens to a token's row when its second expert runs?",
        ),
        slip(
            "all outputs get the weight of the first choice",
            edit=("weights[rows, places, None]", "weights[rows, 0, None]"),
            why="An expert may be one token's first choice and another's second.",
            look="Which of a token's k weights belongs to this expert?",
        ),
        slip(
            "weights are looked up by the expert's number",
            edit=("weights[rows, places, None]", "weights[rows, min(number, weights.shape[1] - 1), None]"),
            why="The last axis of weights counts choices, not experts.",
            look="What does index 0 of the last axis mean: expert 0 or the first choice?",
        ),
        slip(
            "the weights are divided by their sum again",
            edit=("weights[rows, places, None] * answers", "(weights / weights.sum(dim=-1, keepdim=True))[rows, places, None] * answers"),
            why="Normalizing them is the router's job. For models whose weights don't sum to 1, this changes the result.",
            look="Should the weights be used as they are, according to the docstring?",
        ),
        slip(
            "only the first choice of each token is used",
            edit=("torch.where(chosen == number)", "torch.where(chosen[:, :1] == number)"),
            why="The second choice also contributes to the output.",
            look="How many experts does each token have, and how many outputs are added to its row?",
        ),
        slip(
            "the outputs are added to the wrong tokens",
            edit=(ADDED, "out = out.index_add(0, torch.arange(len(rows), device=x.device), weights[rows, places, None] * answers)"),
            also=[("expert(tokens[rows])", "expert(tokens[: len(rows)])"), ("expert(tokens[rows])", "expert(tokens[places])"), ("torch.where(chosen == number)", "torch.where(chosen == number)\n        rows = rows.flip(0)")],
            why="One token would get what an expert computed for another.",
            look="Which row of x belongs to the first row that an expert returns?",
        ),
        slip(
            "x is added to the output",
            edit=("out = torch.zeros_like(tokens)", "out = tokens.clone()"),
            why="The block around this layer adds the residual stream. Here it would be added twice.",
            look="What should come out for a token whose weights are all 0?",
        ),
        slip(
            "the sum over experts is divided by their number",
            edit=("return out.view_as(x)", "return out.view_as(x) / chosen.shape[-1]"),
            also=[("return out.view_as(x)", "return out.view_as(x) / len(experts)")],
            why="The weights already determine how much each output counts.",
            look="Is there a division in the notebook's formula?",
        ),
        slip(
            "sequences and tokens are mixed up when the batch is flattened",
            edit=("return out.view_as(x)", "return out.view(x.shape[1], x.shape[0], x.shape[2]).transpose(0, 1)"),
            also=[(FLAT, "tokens, weights, chosen = (x.transpose(0, 1).flatten(0, 1), weights.flatten(0, 1), chosen.flatten(0, 1))")],
            why="Tokens of one sequence would get the outputs of another.",
            look="Is row 1 of your flat table the second token of the first sequence, or the first token of the second?",
        ),
        slip(
            "the output stays flattened",
            edit=("return out.view_as(x)", "return out"),
            why="The block adds the output to x, and the shapes don't fit, or fit only by accident.",
            look="What shape does the docstring promise?",
        ),
        slip(
            "an expert ignores tokens that have it as a second choice",
            edit=("rows, places = torch.where(chosen == number)", "rows, places = torch.where((chosen == number) & (chosen.cumsum(-1) == chosen))"),
            why="Every one of a token's k choices counts.",
            look="Does your expert run for tokens that have it as their first choice, or for all tokens that chose it?",
        ),
        slip(
            "no gradient flows through the outputs",
            edit=("answers = expert(tokens[rows])  # (n, D)", "answers = expert(tokens[rows]).detach()"),
            also=[("weights[rows, places, None] *", "weights[rows, places, None].detach() *"), ("expert(tokens[rows])", "expert(tokens[rows].detach())")],
            why="The output is right, but part of the model never learns.",
            look="Which operations cut a tensor off from autograd?",
        ),
        slip(
            "each output is multiplied by the sum of the token's weights",
            edit=("weights[rows, places, None]", "weights[rows].sum(dim=-1, keepdim=True)"),
            why="Each of its experts has its own weight.",
            look="How many weights does a token have, and which of them belongs to this expert?",
        ),
        slip(
            "only the first sequence goes through the experts",
            edit="""
                out = torch.zeros_like(x)
                for number, expert in enumerate(experts):
                    rows, places = torch.where(chosen[0] == number)
                    if len(rows):
                        out[0, rows] = out[0, rows] + weights[0, rows, places, None] * expert(x[0, rows])
                return out
            """,
            why="A batch has several sequences.",
            look="Which index of the first axis occurs in your code?",
        ),
        slip(
            "the weights go through softmax again",
            edit=("weights[rows, places, None]", "weights.softmax(dim=-1)[rows, places, None]"),
            why="The router has already normalized them, if the model calls for it.",
            look="Should the weights be used as they are, according to the docstring?",
        ),
        slip(
            "positions in the table of choices are taken for tokens",
            edit="""
                tokens, w, c = x.flatten(0, 1), weights.flatten(), chosen.flatten()
                out = torch.zeros_like(tokens)
                for number, expert in enumerate(experts):
                    places = (c == number).nonzero()[:, 0]
                    if len(places):
                        rows = places % len(tokens)
                        out = out.index_add(0, rows, w[places, None] * expert(tokens[rows]))
                return out.view_as(x)
            """,
            also=["""
                k = chosen.shape[-1]
                tokens, w, c = x.flatten(0, 1).repeat(k, 1), weights.flatten(), chosen.flatten()
                out = torch.zeros_like(tokens)
                for number, expert in enumerate(experts):
                    rows = torch.where(c == number)[0]
                    if len(rows):
                        out = out.index_copy(0, rows, w[rows, None] * expert(tokens[rows]))
                return out.view(*x.shape[:2], k, -1).sum(dim=2)
            """],
            why="With k choices, each token has k adjacent entries in the flattened table.",
            look="Which token does entry 5 belong to when k is 2?",
        ),
        slip(
            "some chosen experts never run",
            edit=("enumerate(experts)", "enumerate(experts[: int(chosen.max())])"),
            also=[("enumerate(experts)", "enumerate(experts[1:], 1)"), ("if len(rows):", "if not len(rows):\n            break\n        else:"), ("enumerate(experts)", "enumerate(experts[: chosen.shape[-1]])")],
            why="Their tokens lose one output, and some get none at all.",
            look="What is the last expert that your loop reaches?",
        ),
        slip(
            "all tokens of a sequence go where its first token goes",
            edit="""
                texts = []
                for tokens, w, c in zip(x, weights, chosen):
                    texts.append(sum(w[:, j, None] * experts[int(c[0, j])](tokens) for j in range(c.shape[-1])))
                return torch.stack(texts)
            """,
            why="Each token makes its own choices.",
            look="For how many tokens does your code look at `chosen`?",
        ),
    ]  # fmt: skip
    promises = {
        "several sequences": dict(B=2, T=5),
        "an expert that no token chose": dict(idle=1),
        "all experts chosen": dict(E=3, k=3),
        "two experts that all tokens choose": dict(crowd=True),
        "one token": dict(B=1, T=1),
        "one choice": dict(B=3, k=1),
        "each expert runs once, on its own tokens": "tokens in each call",
        "the router learns": "grad_weights",
        "the experts learn": "experts learn",
        "the layers before it learn": "grad_x",
    }
