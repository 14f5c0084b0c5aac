"""A top-k router of a mixture of experts, with or without renormalized weights.

Oracle: MixtralTopKRouter of transformers with the identity as its matrix; without renormalizing,
softmax entry by entry.
"""

import torch

from autograder.authoring import exercise, slip

from ._shared import LIBRARY, leaf, spread_logits, tensor


def mixtral_router(logits, k):
    """Weights and expert numbers from the library's router, whose matrix is the identity."""
    from transformers import MixtralConfig
    from transformers.models.mixtral.modeling_mixtral import MixtralTopKRouter

    E = logits.shape[-1]
    router = MixtralTopKRouter(MixtralConfig(hidden_size=E, num_local_experts=E, num_experts_per_tok=k))
    router.weight = torch.nn.Parameter(torch.eye(E, dtype=torch.float64))
    _, weights, chosen = router(logits)
    return (part.reshape(*logits.shape[:-1], k) for part in (weights, chosen))


TOP = "weights, chosen = logits.softmax(dim=-1).topk(k, dim=-1)"
DIVIDED = "weights = weights / weights.sum(dim=-1, keepdim=True)"


@exercise("top_k_router", points=3, forbid=LIBRARY)
class _:
    # The second case has as many tokens as experts and choices; scores of the fourth are too large for exp.
    cases = [
        dict(lead=(2, 3), E=6, k=2),
        dict(lead=(4,), E=4, k=4, renormalize=False),
        dict(lead=(5,), E=5, k=1, renormalize=False),
        dict(lead=(3,), E=4, k=2, renormalize=True, offset=(95, 130)),
        dict(lead=(), E=7, k=3, renormalize=False),
        dict(lead=(1, 1), E=8, k=1),
    ]
    weights = {"weights": 3, "chosen": 2, "grad_logits": 1}

    def inputs(rng, lead, E, k, renormalize=None, offset=None):
        added = 0.0 if offset is None else float(rng.uniform(*offset))
        return {
            "logits": spread_logits(rng, lead, E, added),
            "k": k,
            "renormalize": renormalize,
            "gradient": 1 + rng.standard_normal((*lead, k)),
        }

    def oracle(logits, k, renormalize, gradient):
        scores = leaf(logits)
        if renormalize in (None, True):
            weights, chosen = mixtral_router(scores, k)
        else:  # entry by entry
            rows, order = [], []
            for row in scores.reshape(-1, scores.shape[-1]):
                best = sorted(range(len(row)), key=lambda e: -row[e].item())[:k]
                rows.append(torch.stack([1 / (row - row[e]).exp().sum() for e in best]))
                order.append(best)
            shape = (*scores.shape[:-1], k)
            weights, chosen = torch.stack(rows).reshape(shape), torch.tensor(order).reshape(shape)
        weights.backward(tensor(gradient).to(weights.dtype))
        return {"weights": weights.detach().double(), "chosen": chosen, "grad_logits": scores.grad}

    alternatives = {
        "sorted": """
            p = torch.softmax(logits, -1)
            p, order = p.sort(dim=-1, descending=True)
            p = p[..., :k]
            return (p / p.sum(-1, keepdim=True) if renormalize else p), order[..., :k]
        """,
        "softmax after the choice, where that is the same": """
            values, chosen = torch.topk(logits, k, dim=-1)
            if renormalize:
                return torch.softmax(values, dim=-1), chosen
            return (values - logits.logsumexp(dim=-1, keepdim=True)).exp(), chosen
        """,
        "gathered": """
            chosen = logits.argsort(dim=-1, descending=True)[..., :k]
            weights = torch.gather(logits.softmax(-1), -1, chosen)
            return (weights / weights.sum(-1, True)) if renormalize else weights, chosen
        """,
    }
    slips = [
        slip(
            "the weights always sum to 1",
            edit=(TOP, "values, chosen = logits.topk(k, dim=-1)\n    weights = values.softmax(dim=-1)"),
            why="Some models use the probabilities among all experts. With k = 1, a weight that has to sum to 1 is always 1, so the router gets no gradient.",
            look="Among how many experts should the weights be probabilities if `renormalize` is False?",
        ),
        slip(
            "the weights are not divided by their sum",
            edit=(DIVIDED, "pass"),
            why="Mixtral's experts were trained with weights that sum to 1. With smaller weights, every layer adds too little.",
            look="What should the weights of a token sum to?",
        ),
        slip(
            "True and False are swapped in renormalize",
            edit=("if renormalize:", "if not renormalize:"),
            why="Models of both kinds exist, and each would get the weights of the other kind.",
            look="For which value of `renormalize` do the weights sum to 1?",
        ),
        slip(
            "the weights are divided by the sum over all tokens",
            edit=(DIVIDED, "weights = weights / weights.sum()"),
            also=[(DIVIDED, "weights = weights / weights.sum(dim=0, keepdim=True)")],
            why="The weights of one token would depend on other tokens.",
            look="How many sums are there for (2, 3) tokens?",
        ),
        slip(
            "the scores themselves are used as weights",
            edit=("logits.softmax(dim=-1).topk", "logits.topk"),
            why="Scores may be negative, and then an expert's output would be subtracted.",
            look="Which function turns scores into probabilities?",
        ),
        slip(
            "softmax runs over the tokens",
            edit=("logits.softmax(dim=-1)", "logits.softmax(dim=0)"),
            also=[("logits.softmax(dim=-1)", "logits.softmax(dim=-2 if logits.dim() > 1 else -1)")],
            why="Tokens would compete for an expert. Experts should compete for a token.",
            look="What sums to 1 in your table of probabilities: a row or a column?",
        ),
        slip(
            "the least likely experts are chosen",
            edit=(".topk(k, dim=-1)", ".topk(k, dim=-1, largest=False)"),

            why="Each token goes to the experts that the router considers least suitable.",
            look="Which expert should come first for the scores 1, 3, 2?",
        ),
        slip(
            "the chosen experts are sorted by their numbers",
            edit=("return weights, chosen", "chosen, order = chosen.sort(dim=-1)\n    return weights.gather(-1, order), chosen"),
            why="The sum over experts is the same, but code that reads the first choice gets the wrong one.",
            look="Which expert does the docstring want first?",
        ),
        slip(
            "the most likely expert comes last",
            edit=("return weights, chosen", "return weights.flip(-1), chosen.flip(-1)"),
            why="The sum over experts is the same, but code that reads the first choice gets the last.",
            look="Which expert does the docstring want first?",
        ),
        slip(
            "the chosen experts come in no particular order",
            edit=(".topk(k, dim=-1)", ".topk(k, dim=-1, sorted=False)"),
            why="The sum over experts is the same, but code that reads the first choice gets any of the k.",
            look="Which expert does the docstring want first, and does topk promise that with the arguments you pass?",
        ),
        slip(
            "the weight of a single expert is not divided by the sum",
            edit=("if renormalize:", "if renormalize and k > 1:"),
            why="With one expert the weight divided by the sum is 1. Whether that is useful is up to the caller, who can pass `renormalize=False`.",
            look="What does the docstring say about k = 1?",
        ),
        slip(
            "weights and expert numbers are swapped",
            edit=("return weights, chosen", "return chosen, weights"),
            why="The calling code would take expert numbers for weights.",
            look="In which order does the docstring name the two results?",
        ),
        slip(
            "a table of all experts comes back, with zeros",
            edit=("return weights, chosen", "return torch.zeros_like(logits).scatter(-1, chosen, weights), chosen"),
            why="Experts that weren't chosen shouldn't appear at all: that is what saves the work.",
            look="What shape does the docstring promise?",
        ),
        slip(
            "exponentials are computed without protection against overflow",
            edit=("logits.softmax(dim=-1)", "(logits.exp() / logits.exp().sum(dim=-1, keepdim=True))"),
            why="exp(90) doesn't fit into float32, and infinity divided by infinity is NaN.",
            look="What is torch.exp of the largest score in this case?",
        ),
        slip(
            "no gradient flows through the weights",
            edit=("if renormalize:", "weights = weights.detach() + 0 * logits.sum()\n    if renormalize:"),
            also=[("if renormalize:", "weights = weights.detach()\n    if renormalize:")],
            why="The router learns only through the weights.",
            look="Which operations cut a tensor off from autograd?",
        ),
        slip(
            "two experts are taken, however many were asked for",
            edit=(".topk(k, dim=-1)", ".topk(min(2, logits.shape[-1]), dim=-1)"),
            why="Mixtral takes two, Switch one and DeepSeek-V3 eight.",
            look="Which of the arguments of your function does your code never use?",
        ),
        slip(
            "no gradient flows through the sum",
            edit=(DIVIDED, "weights = weights / weights.sum(dim=-1, keepdim=True).detach()"),
            why="The weights are right, but nothing stops all of them from growing together, and with k = 1 the router seems to learn.",
            look="What is the gradient of a weight that is always 1?",
        ),
        slip(
            "weights that aren't renormalized come from a softmax over the chosen experts and an extra 0",
            edit=(TOP, "values, chosen = logits.topk(k, dim=-1)\n    weights = torch.cat([values, 0 * values[..., :1]], dim=-1).softmax(dim=-1)[..., :k]"),
            why="The probability of an expert depends on the scores of all the others.",
            look="How many scores enter your softmax?",
        ),
        slip(
            "each expert is scored on its own, by a sigmoid",
            edit=("logits.softmax(dim=-1)", "logits.sigmoid()"),
            why="DeepSeek-V3 does this. Here the experts compete: if one gains, the others lose.",
            look="What do the probabilities of all E experts sum to?",
        ),
        slip(
            "the weights are divided by k",
            edit=(DIVIDED, "weights = weights / k"),
            why="They then sum to less than 1, by a different amount for each token.",
            look="What should the weights of a token sum to?",
        ),
        slip(
            "softmax is taken twice",
            edit=(DIVIDED, "weights = weights.softmax(dim=-1)"),
            also=[("logits.softmax(dim=-1)", "logits.softmax(dim=-1).softmax(dim=-1)")],
            why="Softmax of probabilities is almost uniform, whatever the router computed.",
            look="What goes into your second softmax, scores or probabilities?",
        ),
        slip(
            "log-probabilities are used as weights",
            edit=("logits.softmax(dim=-1)", "logits.log_softmax(dim=-1)"),
            why="They are negative, so an expert's output would be subtracted.",
            look="What is the smallest number in your weights?",
        ),
        slip(
            "a single choice loses its axis",
            edit=("return weights, chosen", "return (weights[..., 0], chosen[..., 0]) if k == 1 else (weights, chosen)"),
            also=[(TOP, "p = logits.softmax(dim=-1)\n    if k == 1 and not renormalize:\n        return p.max(dim=-1)\n    weights, chosen = p.topk(k, dim=-1)")],
            why="Later code indexes that axis for every k.",
            look="What shape does the docstring promise for k = 1?",
        ),
    ]  # fmt: skip
    promises = {
        "any leading axes": dict(lead=(2, 3)),
        "a single token": dict(lead=()),
        "all experts chosen": dict(E=4, k=4),
        "one choice, not renormalized": dict(k=1, renormalize=False),
        "one choice, renormalized": dict(lead=(1, 1), k=1),
        "the probabilities among all E": dict(lead=(), renormalize=False),
        "large scores": dict(offset=(95, 130)),
        "the likeliest first": "chosen",
        "the router learns": "grad_logits",
    }
