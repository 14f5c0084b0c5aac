"""What decides the exercises of sitting b: the norm of heads, experts, latents, and a race at equal compute.

Oracles: Qwen3's norm and rotation, Mixtral's router, experts, loss and parameter count of transformers, operations as
PyTorch counts them, DeepSeek's attention as a double loop with unpacked keys, numpy's fit of a line.
"""

import math

import numpy as np
import torch

from autograder.authoring import exercise, slip

LIBRARY = ["transformers"]


def tensor(array):
    """A float64 tensor of an oracle's input."""
    return torch.as_tensor(array, dtype=torch.float64)


def leaf(array):
    return tensor(array).requires_grad_()


def complex_turn(x, theta, start):
    """Halves of the last axis as complex numbers, each times its own turn.  x: (..., T, d) float64 tensor."""
    places = start + torch.arange(x.shape[-2], dtype=torch.float64)
    angles = places[:, None] * tensor(theta)
    half = x.shape[-1] // 2
    z = torch.complex(x[..., :half], x[..., half:]) * torch.polar(torch.ones_like(angles), angles)
    return torch.cat([z.real, z.imag], dim=-1)


# --- heads --------------------------------------------------------------------------------------------------------

NORMED = "size = (x.square().mean(dim=-1, keepdim=True) + eps).sqrt()"
RETURNED = "return turn(norm(q, q_gain)), turn(norm(k, k_gain))"


@exercise("qk_norm", points=2, forbid=LIBRARY)
class _:
    # The second case has as many heads as tokens and features, the third tiny vectors, where eps counts.
    cases = [
        dict(B=2, H=4, G=2, T=3, d=6),
        dict(B=1, H=4, G=4, T=4, d=4, start=(20, 60)),
        dict(B=1, H=2, G=1, T=3, d=8, size=1e-3),
        dict(B=2, H=3, G=3, T=1, d=2, eps=(0.2, 0.6), start=(1, 9)),
    ]

    def inputs(rng, B, H, G, T, d, size=1.0, eps=None, start=(0, 3)):
        return {
            "q": size * rng.standard_normal((B, H, T, d)) * rng.uniform(0.5, 3, (B, H, T, 1)),
            "k": size * rng.standard_normal((B, G, T, d)) * rng.uniform(0.5, 3, (B, G, T, 1)),
            "q_gain": rng.uniform(0.3, 2.5, d),
            "k_gain": rng.uniform(0.3, 2.5, d),
            "theta": rng.uniform(0.1, 1.5, d // 2),
            "start": int(rng.integers(*start, endpoint=True)),
            "eps": None if eps is None else float(rng.uniform(*eps)),
            "gradient": size * rng.standard_normal(B * (H + G) * T * d),
        }

    def oracle(q, k, q_gain, k_gain, theta, start, eps, gradient):
        """Vector by vector in float64, gradients by autograd. A test holds the layer against Qwen3's."""
        eps = 1e-6 if eps is None else eps
        given = {"q": leaf(q), "k": leaf(k), "q_gain": leaf(q_gain), "k_gain": leaf(k_gain)}
        found = []
        for x, gain in ((given["q"], given["q_gain"]), (given["k"], given["k_gain"])):
            vectors = [v / torch.sqrt(v.dot(v) / len(v) + eps) * gain for v in x.reshape(-1, x.shape[-1])]
            found.append(complex_turn(torch.stack(vectors).reshape(x.shape), theta, start))
        torch.cat([part.flatten() for part in found]).backward(tensor(gradient))
        return {
            "queries": found[0].detach(),
            "keys": found[1].detach(),
            "lengths of gradients": {name: value.grad.norm() for name, value in given.items()},
        }

    alternatives = {
        "torch's own norm": """
            d = q.shape[-1]
            q = torch.nn.functional.rms_norm(q, (d,), q_gain, eps)
            k = torch.nn.functional.rms_norm(k, (d,), k_gain, eps)
            return turn(q), turn(k)
        """,
        "by rsqrt, in a loop": """
            out = []
            for x, gain in [(q, q_gain), (k, k_gain)]:
                x = x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + eps)
                out.append(turn(x * gain.view(1, 1, 1, -1)))
            return out[0], out[1]
        """,
        "the gain behind two turns": """
            q = q / (q.norm(dim=-1, keepdim=True) ** 2 / q.shape[-1] + eps) ** 0.5
            k = k / (k.norm(dim=-1, keepdim=True) ** 2 / k.shape[-1] + eps) ** 0.5
            return tuple(turn(torch.einsum("bhtd,d->bhtd", x, g)) for x, g in ((q, q_gain), (k, k_gain)))
        """,
    }
    slips = [
        slip(
            "the norm runs over all heads of a token together",
            edit=(NORMED, "size = (x.square().mean(dim=(1, 3), keepdim=True) + eps).sqrt()"),
            also=[(NORMED, "size = (x.square().mean(dim=1, keepdim=True) + eps).sqrt()")],
            why="That is the norm over D. A head that grew would make all others of its token small, and could still win everything.",
            look="How many numbers share one root mean square: d or H · d?",
        ),
        slip(
            "the norm runs over the tokens",
            edit=(NORMED, "size = (x.square().mean(dim=2, keepdim=True) + eps).sqrt()"),
            also=[(NORMED, "size = (x.square().mean(dim=(2, 3), keepdim=True) + eps).sqrt()"), (NORMED, "size = (x.square().mean() + eps).sqrt()")],
            why="A vector's size would hang on the tokens beside it, later ones included.",
            look="Which axis of (B, H, T, d) holds the features?",
        ),
        slip(
            "the turn comes before the norm",
            edit=(RETURNED, "return norm(turn(q), q_gain), norm(turn(k), k_gain)"),
            also=[
                ("gain * x / size\n\n    " + RETURNED, "x / size\n\n    return q_gain * turn(norm(q, q_gain)), k_gain * turn(norm(k, k_gain))"),
            ],
            why="The gain belongs to features. Behind the rotation each feature is a mixture of two, another one at each position.",
            look="Which comes first in the text, norm or RoPE?",
        ),
        slip(
            "nothing is turned",
            edit=(RETURNED, "return norm(q, q_gain), norm(k, k_gain)"),
            why="The queries and keys would not know where they stand.",
            look="Which of the arguments of your function does your code never use?",
        ),
        slip(
            "only one of the two is turned",
            edit=(RETURNED, "return turn(norm(q, q_gain)), norm(k, k_gain)"),
            also=[(RETURNED, "return norm(q, q_gain), turn(norm(k, k_gain))")],
            why="A score sees the distance only when both turn.",
            look="What is left of i − j when one of them stands still?",
        ),
        slip(
            "only one of the two is normed",
            edit=(RETURNED, "return turn(norm(q, q_gain)), turn(k)"),
            also=[(RETURNED, "return turn(q), turn(norm(k, k_gain))"), (RETURNED, "return turn(norm(q, q_gain)), turn(k_gain * k)")],
            why="The other one can still grow without bound, and with it the scores.",
            look="Through which steps does each of the two go in Qwen3?",
        ),
        slip(
            "keys get the gain of the queries",
            edit=("turn(norm(k, k_gain))", "turn(norm(k, q_gain))"),
            also=[(RETURNED, "return turn(norm(q, k_gain)), turn(norm(k, q_gain))"), ("turn(norm(q, q_gain))", "turn(norm(q, k_gain))")],
            why="Both have learned gains of their own.",
            look="Which of the four tensors meet in each of your lines?",
        ),
        slip(
            "the gain is missing",
            edit=("return gain * x / size", "return x / size"),
            why="All heads would be equally sharp for ever: with vectors of one length a score cannot pass √d.",
            look="Which of the arguments of your function does your code never use?",
        ),
        slip(
            "vectors are made one long",
            edit=("return gain * x / size", "return gain * x / (x.norm(dim=-1, keepdim=True) + eps)"),
            also=[(NORMED, "size = (x.square().sum(dim=-1, keepdim=True) + eps).sqrt()"), ("return gain * x / size", "return gain * torch.nn.functional.normalize(x, dim=-1)")],
            why="RMSNorm gives the root mean square 1, and so the length √d. Gains of a published model belong to that.",
            look="Is the sum of squares divided by anything in your code?",
        ),
        slip(
            "the root is missing",
            edit=("+ eps).sqrt()", "+ eps)"),
            why="A vector twice as long then comes out half as long.",
            look="What comes out for 2x, and what for x?",
        ),
        slip(
            "the mean is taken away as well",
            edit=("return gain * x / size", "x = x - x.mean(dim=-1, keepdim=True)\n        return gain * x / (x.square().mean(dim=-1, keepdim=True) + eps).sqrt()"),
            also=[("return gain * x / size", "return gain * torch.nn.functional.layer_norm(x, x.shape[-1:], eps=eps)"), ("return gain * x / size", "return gain * (x - x.mean(dim=-1, keepdim=True)) / size")],
            why="That is LayerNorm. RMSNorm leaves the mean where it is.",
            look="Which of the two norms of lesson 03 does the formula show?",
        ),
        slip(
            "eps is added outside of the root",
            edit=(NORMED, "size = x.square().mean(dim=-1, keepdim=True).sqrt() + eps"),
            why="For vectors of ordinary size nothing changes. For small ones it does: the root of 10⁻⁶ is 10⁻³.",
            look="What does the docstring say that eps is added to?",
        ),
        slip(
            "eps is not the one that was given",
            edit=("keepdim=True) + eps)", "keepdim=True) + 1e-6)"),
            also=[("keepdim=True) + eps)", "keepdim=True))"), ("keepdim=True) + eps)", "keepdim=True) + 1e-5)"), ("keepdim=True) + eps)", "keepdim=True) + 1e-8)"), "return turn(F.rms_norm(q, q_gain.shape, q_gain)), turn(F.rms_norm(k, k_gain.shape, k_gain))"],
            why="Qwen3 has 10⁻⁶ and SmolLM2 10⁻⁵; weights belong to one of them.",
            look="Where does eps stand in your code, and which numbers stand beside it?",
        ),
        slip(
            "the size is cut off from the gradient",
            edit=("keepdim=True) + eps).sqrt()", "keepdim=True) + eps).sqrt().detach()"),
            why="The values are right. But the gradient then has a part along the vector itself, which the norm should take out.",
            look="Which operations leave the trail that backward() follows?",
        ),
        slip(
            "keys and queries have changed places",
            edit=(RETURNED, "return turn(norm(k, k_gain)), turn(norm(q, q_gain))"),
            why="Whoever calls the function asks with keys and is answered by queries.",
            look="In which order does the docstring name what comes back?",
        ),
        slip(
            "one is added to the gain",
            edit=("gain * x / size", "(1 + gain) * x / size"),
            why="Gemma stores gains less one and adds it back. Qwen3 stores them as they are.",
            look="What should a gain of 0 do?",
        ),
        slip(
            "the vectors are scaled as well",
            edit=(RETURNED, "return turn(norm(q, q_gain)) / q.shape[-1] ** 0.5, turn(norm(k, k_gain))"),
            also=[(RETURNED, "return turn(norm(q, q_gain)) / q.shape[-1] ** 0.25, turn(norm(k, k_gain)) / q.shape[-1] ** 0.25"), (RETURNED, "return turn(norm(q, q_gain)) / q.shape[-1] ** 0.5, turn(norm(k, k_gain)) / q.shape[-1] ** 0.5")],
            why="The scores are divided by √d later, where they are made. Here it would happen a second time.",
            look="Is there a √d in the formula of the text?",
        ),
        slip(
            "the size is computed as a standard deviation",
            edit=(NORMED, "size = x.std(dim=-1, keepdim=True) + eps"),
            also=[(NORMED, "size = (x.square().sum(dim=-1, keepdim=True) / (x.shape[-1] - 1) + eps).sqrt()"), (NORMED, "size = x.std(dim=-1, keepdim=True, unbiased=False) + eps"), (NORMED, "size = (x.var(dim=-1, keepdim=True) + eps).sqrt()")],
            why="A deviation is taken from the mean and divided by d − 1. The root mean square knows no mean and divides by d.",
            look="Which numbers are squared in the formula, and by what is their sum divided?",
        ),
        slip(
            "vectors are turned twice",
            edit=(RETURNED, "return turn(turn(norm(q, q_gain))), turn(turn(norm(k, k_gain)))"),
            also=[(RETURNED, "return turn(norm(turn(q), q_gain)), turn(norm(turn(k), k_gain))")],
            why="Twice the angle is another model's frequency.",
            look="How often does a query go through `turn`?",
        ),
        slip(
            "the caller's vectors are overwritten without the gradient",
            edit="""
                with torch.no_grad():
                    q /= (q.square().mean(-1, keepdim=True) + eps).sqrt()
                    k /= (k.square().mean(-1, keepdim=True) + eps).sqrt()
                return turn(q_gain * q), turn(k_gain * k)
            """,
            why="What lies before learns from a vector that no longer exists.",
            look="Which of your lines writes into q, and what does autograd see of it?",
        ),
    ]  # fmt: skip
    promises = {
        "fewer heads of keys than of queries": dict(H=4, G=2),
        "as many": dict(H=4, G=4),
        "an eps of one's own": dict(eps=(0.2, 0.6)),
        "1e-6 unless another is given": dict(size=1e-3),
        "each head's vector by itself": dict(B=2, H=4),
        "gains and vectors learn": "lengths of gradients",
    }


# --- experts ------------------------------------------------------------------------------------------------------


def spread_logits(rng, lead, E, offset=0.0, size=1.0):
    """Scores without ties: for each token another order, neighbours at least .3 apart."""
    steps = np.arange(E) * 0.6 + rng.uniform(0, 0.3, (*lead, E))
    return size * rng.permuted(steps, axis=-1) + offset


def mixtral_router(logits, k):
    """Weights and numbers of the library's router, whose matrix is the identity."""
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
    # In the second case tokens, experts and choices are as many; scores of the fourth are too large for exp.
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
        "softmax behind the choice where that is the same": """
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
            "the weights sum to 1, whatever was asked for",
            edit=(TOP, "values, chosen = logits.topk(k, dim=-1)\n    weights = values.softmax(dim=-1)"),
            why="Those weights always sum to 1. With k = 1 they are 1, and the router has no gradient at all.",
            look="Among how many experts does the docstring want the probabilities, when they are not made to sum to 1?",
        ),
        slip(
            "the weights are not divided by their sum",
            edit=(DIVIDED, "pass"),
            why="Mixtral's experts were trained with weights that sum to 1. With less, every layer adds too little.",
            look="What should the weights of a token sum to?",
        ),
        slip(
            "True and False are exchanged in renormalize",
            edit=("if renormalize:", "if not renormalize:"),
            why="Models of both kinds exist, and each would get the other's weights.",
            look="For which value of `renormalize` do the weights sum to 1?",
        ),
        slip(
            "the weights are divided by the sum of all tokens",
            edit=(DIVIDED, "weights = weights / weights.sum()"),
            also=[(DIVIDED, "weights = weights / weights.sum(dim=0, keepdim=True)")],
            why="One token's weights would hang on the others'.",
            look="How many sums are there for (2, 3) tokens?",
        ),
        slip(
            "the scores themselves are the weights",
            edit=("logits.softmax(dim=-1).topk", "logits.topk"),
            why="Scores may be negative, and then a token would subtract what an expert says.",
            look="Which function makes probabilities of scores?",
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
            also=[(TOP, "weights, chosen = (part[..., :k] for part in logits.softmax(dim=-1).sort(dim=-1))")],
            why="Each token goes where the router is surest that it does not belong.",
            look="Which expert should come first for the scores 1, 3, 2?",
        ),
        slip(
            "the chosen come in the order of their numbers",
            edit=("return weights, chosen", "chosen, order = chosen.sort(dim=-1)\n    return weights.gather(-1, order), chosen"),
            why="The sum over experts is the same. But who reads the first choice gets another one.",
            look="Which one does the docstring want first?",
        ),
        slip(
            "the likeliest comes last",
            edit=("return weights, chosen", "return weights.flip(-1), chosen.flip(-1)"),
            why="The sum over experts is the same. But who reads the first choice gets the last.",
            look="Which one does the docstring want first?",
        ),
        slip(
            "weights and numbers are exchanged",
            edit=("return weights, chosen", "return chosen, weights"),
            why="Whoever unpacks the two takes numbers of experts for weights.",
            look="In which order does the docstring name what comes back?",
        ),
        slip(
            "a table of all experts comes back, with zeros",
            edit=("return weights, chosen", "return torch.zeros_like(logits).scatter(-1, chosen, weights), chosen"),
            why="What was not chosen should not be there at all: that is what saves the work.",
            look="What shape does the docstring promise?",
        ),
        slip(
            "exponentials are taken without care for their size",
            edit=("logits.softmax(dim=-1)", "(logits.exp() / logits.exp().sum(dim=-1, keepdim=True))"),
            why="The exponential of 90 does not fit into float32, and infinity divided by infinity is not a number.",
            look="What is torch.exp of the largest score in this case?",
        ),
        slip(
            "the choice is cut off from the gradient",
            edit=("if renormalize:", "weights = weights.detach() + 0 * logits.sum()\n    if renormalize:"),
            also=[("if renormalize:", "weights = weights.detach()\n    if renormalize:")],
            why="The weights are the only way by which the router learns.",
            look="Which operations leave the trail that backward() follows?",
        ),
        slip(
            "two experts are taken, however many were asked for",
            edit=(".topk(k, dim=-1)", ".topk(min(2, logits.shape[-1]), dim=-1)"),
            why="Mixtral takes two, Switch one and DeepSeek-V3 eight.",
            look="Which of the arguments of your function does your code never use?",
        ),
        slip(
            "the sum is cut off from the gradient",
            edit=(DIVIDED, "weights = weights / weights.sum(dim=-1, keepdim=True).detach()"),
            why="The weights are right. But they are then free to grow together, and with k = 1 the router seems to learn.",
            look="What is the gradient of a weight that is always 1?",
        ),
        slip(
            "weights that are not divided are the ones that sum to 1 over the chosen and a rest",
            edit=(TOP, "values, chosen = logits.topk(k, dim=-1)\n    weights = torch.cat([values, 0 * values[..., :1]], dim=-1).softmax(dim=-1)[..., :k]"),
            why="The probability of an expert hangs on the scores of all others.",
            look="How many scores enter your softmax?",
        ),
        slip(
            "each expert is scored by itself, by a sigmoid",
            edit=("logits.softmax(dim=-1)", "logits.sigmoid()"),
            why="DeepSeek-V3 does so. Here the experts compete: what one wins the others lose.",
            look="What do the probabilities of all E experts sum to?",
        ),
        slip(
            "the weights are divided by k",
            edit=(DIVIDED, "weights = weights / k"),
            why="They sum to less than 1 then, and to another number for each token.",
            look="What should the weights of a token sum to?",
        ),
        slip(
            "softmax is taken twice",
            edit=(DIVIDED, "weights = weights.softmax(dim=-1)"),
            also=[("logits.softmax(dim=-1)", "logits.softmax(dim=-1).softmax(dim=-1)")],
            why="Softmax of probabilities is nearly even, whatever the router thinks.",
            look="What goes into your second softmax, scores or probabilities?",
        ),
        slip(
            "logarithms of probabilities are the weights",
            edit=("logits.softmax(dim=-1)", "logits.log_softmax(dim=-1)"),
            why="They are negative, and a token would subtract what an expert says.",
            look="What is the smallest number in your weights?",
        ),
        slip(
            "a single choice loses its axis",
            edit=("return weights, chosen", "return (weights[..., 0], chosen[..., 0]) if k == 1 else (weights, chosen)"),
            also=[(TOP, "p = logits.softmax(dim=-1)\n    if k == 1 and not renormalize:\n        return p.max(dim=-1)\n    weights, chosen = p.topk(k, dim=-1)")],
            why="The next step indexes that axis whatever k is.",
            look="What shape does the docstring promise for k = 1?",
        ),
    ]  # fmt: skip
    promises = {
        "any axes in front": dict(lead=(2, 3)),
        "a single token": dict(lead=()),
        "all experts chosen": dict(E=4, k=4),
        "one choice that is not divided": dict(k=1, renormalize=False),
        "one choice that is": dict(lead=(1, 1), k=1),
        "the probabilities among all E": dict(lead=(), renormalize=False),
        "large scores": dict(offset=(95, 130)),
        "the likeliest first": "chosen",
        "the router learns": "grad_logits",
    }


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
            # some hardly count, and one not at all; their tokens were sent all the same
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
            "x itself is overwritten",
            edit=("return out.view_as(x)", "x.data.copy_(out.detach().view_as(x))\n    return out.view_as(x)"),
            why="The layer's input is still needed: the residual adds it to what comes out here.",
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
            why="The output is right, and nothing is saved: all E experts work for k answers.",
            look="How many rows does each expert get, and how many tokens chose it?",
        ),
        slip(
            "each token goes through its experts by itself",
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
            why="The output is right, and an expert reads its weights once for each token. One product with all of them at once is many times faster.",
            look="How often is each expert called, and how often should it be?",
        ),
        slip(
            "an expert runs once for each place among the choices",
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
            why="The output is right. But an expert's weights are read several times where once would do.",
            look="How often is each expert called, and how often should it be?",
        ),
        slip(
            "experts that nobody chose run on no tokens",
            edit=("if len(rows):", "if True:"),
            why="The output is right. But the weights of an idle expert are fetched for nothing, and where they lie on another machine that is a message.",
            look="What does your loop do for an expert without tokens?",
        ),
        slip(
            "the answers are not weighed",
            edit=("weights[rows, places, None] * answers", "answers"),
            also=[("weights[rows, places, None] * answers", "answers / chosen.shape[-1]")],
            why="Then all chosen experts count alike, and the router has no gradient.",
            look="Which of the arguments of your function does your code never use?",
        ),
        slip(
            "what goes into an expert is weighed, not what comes out",
            edit=[("expert(tokens[rows])", "expert(weights[rows, places, None] * tokens[rows])"), ("weights[rows, places, None] * answers", "answers")],
            why="An expert is no linear map: half the input does not give half the answer.",
            look="Where does the weight stand in the sum of the text, before the expert or behind it?",
        ),
        slip(
            "a later expert overwrites what an earlier one gave",
            edit=(ADDED, "out = out.index_copy(0, rows, weights[rows, places, None] * answers)"),
            also=[(ADDED, "out = out.clone()\n            out[rows] = weights[rows, places, None] * answers")],
            why="A token has k experts, and each should contribute.",
            look="What happens to a token's row when its second expert comes?",
        ),
        slip(
            "all answers get the weight of the first choice",
            edit=("weights[rows, places, None]", "weights[rows, 0, None]"),
            why="An expert may be one token's first choice and another's second.",
            look="Which of a token's k weights belongs to this expert?",
        ),
        slip(
            "weights are looked up by the expert's number",
            edit=("weights[rows, places, None]", "weights[rows, min(number, weights.shape[1] - 1), None]"),
            why="The second axis of weights counts choices, not experts.",
            look="What does place 0 of the last axis mean: expert 0 or the first choice?",
        ),
        slip(
            "the weights are divided by their sum once more",
            edit=("weights[rows, places, None] * answers", "(weights / weights.sum(dim=-1, keepdim=True))[rows, places, None] * answers"),
            why="Whether they sum to 1 is the router's business. Models whose weights do not would be changed.",
            look="Which weights does the docstring want: as they are, or changed?",
        ),
        slip(
            "only the first choice of each token is used",
            edit=("torch.where(chosen == number)", "torch.where(chosen[:, :1] == number)"),
            why="The second expert was chosen to help as well.",
            look="How many experts does each token have, and how many answers does its row get?",
        ),
        slip(
            "the answers are added to the wrong tokens",
            edit=(ADDED, "out = out.index_add(0, torch.arange(len(rows), device=x.device), weights[rows, places, None] * answers)"),
            also=[("expert(tokens[rows])", "expert(tokens[: len(rows)])"), ("expert(tokens[rows])", "expert(tokens[places])"), ("torch.where(chosen == number)", "torch.where(chosen == number)\n        rows = rows.flip(0)")],
            why="What an expert says about one word would be written beside another.",
            look="To which row does the first row belong that an expert returns?",
        ),
        slip(
            "x is added to the answers",
            edit=("out = torch.zeros_like(tokens)", "out = tokens.clone()"),
            why="The residual stream is added by the block around this layer. Here it would come in twice.",
            look="What should come out for a token all of whose weights are 0?",
        ),
        slip(
            "the sum over experts becomes a mean",
            edit=("return out.view_as(x)", "return out.view_as(x) / chosen.shape[-1]"),
            also=[("return out.view_as(x)", "return out.view_as(x) / len(experts)")],
            why="The weights already say how much each answer counts.",
            look="Is there a division in the sum of the text?",
        ),
        slip(
            "texts and tokens are mixed up when the batch is flattened",
            edit=("return out.view_as(x)", "return out.view(x.shape[1], x.shape[0], x.shape[2]).transpose(0, 1)"),
            also=[(FLAT, "tokens, weights, chosen = (x.transpose(0, 1).flatten(0, 1), weights.flatten(0, 1), chosen.flatten(0, 1))")],
            why="Tokens of one text would get the answers of another.",
            look="Is row 1 of your flat table the second token of the first text, or the first of the second?",
        ),
        slip(
            "a flat table comes back",
            edit=("return out.view_as(x)", "return out"),
            why="The block adds it to x, and the shapes no longer fit, or fit by accident.",
            look="What shape does the docstring promise?",
        ),
        slip(
            "a token that has an expert second is forgotten by it",
            edit=("rows, places = torch.where(chosen == number)", "rows, places = torch.where((chosen == number) & (chosen.cumsum(-1) == chosen))"),
            why="Every one of a token's k choices counts.",
            look="For which tokens does your expert run: those that have it first, or all that have it?",
        ),
        slip(
            "the answers are cut off from the gradient",
            edit=("answers = expert(tokens[rows])  # (n, D)", "answers = expert(tokens[rows]).detach()"),
            also=[("weights[rows, places, None] *", "weights[rows, places, None].detach() *"), ("expert(tokens[rows])", "expert(tokens[rows].detach())")],
            why="The output is right, but a part of the model never learns.",
            look="Which operations leave the trail that backward() follows?",
        ),
        slip(
            "each answer gets the sum of the token's weights",
            edit=("weights[rows, places, None]", "weights[rows].sum(dim=-1, keepdim=True)"),
            why="Each expert has a weight of its own.",
            look="How many weights does a token have, and which of them belongs to this expert?",
        ),
        slip(
            "only the first text is sent through experts",
            edit="""
                out = torch.zeros_like(x)
                for number, expert in enumerate(experts):
                    rows, places = torch.where(chosen[0] == number)
                    if len(rows):
                        out[0, rows] = out[0, rows] + weights[0, rows, places, None] * expert(x[0, rows])
                return out
            """,
            why="A batch has several texts.",
            look="Which index of the first axis occurs in your code?",
        ),
        slip(
            "the weights go through softmax once more",
            edit=("weights[rows, places, None]", "weights.softmax(dim=-1)[rows, places, None]"),
            why="They come from the router, which has done what it takes.",
            look="Which weights does the docstring want: as they are, or changed?",
        ),
        slip(
            "places in the table of choices are taken for tokens",
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
            why="With k choices a token has k places in that table, one behind the other.",
            look="Which token has place 5 when k is 2?",
        ),
        slip(
            "some experts that were chosen never run",
            edit=("enumerate(experts)", "enumerate(experts[: int(chosen.max())])"),
            also=[("enumerate(experts)", "enumerate(experts[1:], 1)"), ("if len(rows):", "if not len(rows):\n            break\n        else:"), ("enumerate(experts)", "enumerate(experts[: chosen.shape[-1]])")],
            why="Their tokens lose an answer, and some get none at all.",
            look="At which expert does your loop end?",
        ),
        slip(
            "all tokens of a text go where its first one goes",
            edit="""
                texts = []
                for tokens, w, c in zip(x, weights, chosen):
                    texts.append(sum(w[:, j, None] * experts[int(c[0, j])](tokens) for j in range(c.shape[-1])))
                return torch.stack(texts)
            """,
            why="Each token has choices of its own.",
            look="For how many tokens does your code look at `chosen`?",
        ),
    ]  # fmt: skip
    promises = {
        "several texts": dict(B=2, T=5),
        "an expert that nobody chose": dict(idle=1),
        "all experts chosen": dict(E=3, k=3),
        "two that all want": dict(crowd=True),
        "one token": dict(B=1, T=1),
        "one choice": dict(B=3, k=1),
        "each runs once, on its tokens": "tokens in each call",
        "the router learns": "grad_weights",
        "the experts learn": "experts learn",
        "what lies before learns": "grad_x",
    }


COUNTED = "f = F.one_hot(chosen, E).sum(dim=1).float().mean(dim=0)"
LOSS = "return E * (f * probabilities.mean(dim=0)).sum()"


@exercise("load_balancing_loss", points=3, forbid=LIBRARY)
class _:
    # In the second case there are as many tokens as experts; the fourth is uneven, and large scores are too large for exp.
    cases = [
        dict(N=12, E=5, k=2),
        dict(N=4, E=4, k=1),
        dict(N=9, E=4, k=2, hidden=4),
        dict(N=10, E=6, k=3, favourite=3.0, offset=(95, 120)),
        dict(N=1, E=3, k=1, hidden=0),
        dict(N=6, E=3, k=3),
    ]

    def inputs(rng, N, E, k, hidden=None, favourite=0.0, offset=None):
        logits = spread_logits(rng, (N,), E)
        logits[:, int(rng.integers(E))] += favourite
        keep = None
        if hidden is not None:
            keep = np.ones(N, dtype=bool)
            keep[rng.permutation(N)[:hidden]] = False
            logits[~keep] = 3 * spread_logits(rng, (int((~keep).sum()),), E)
        return {
            "logits": logits + (0.0 if offset is None else float(rng.uniform(*offset))),
            "k": k,
            "keep": keep,
        }

    def oracle(logits, k, keep):
        """The loss of transformers, in float64."""
        from transformers.models.mixtral.modeling_mixtral import load_balancing_loss_func

        scores = leaf(logits)
        mask = None if keep is None else torch.as_tensor(np.asarray(keep), dtype=torch.bool)[None]
        loss, flatter = (load_balancing_loss_func((s,), s.shape[-1], k, mask) for s in (scores, scores / 2))
        loss.backward()
        both = torch.stack([loss.detach(), flatter.detach()]).double()
        return {"losses": both, "grad_logits": 100 * scores.grad}

    equivalent = {
        "probabilities = logits.softmax(dim=+1)": "logits has two axes",
        "chosen = probabilities.topk(k, dim=+1).indices": "the same",
        "probabilities = logits.softmax(dim=1)": "the same",
        "chosen = probabilities.topk(k, dim=1).indices": "the same",
        "chosen = (probabilities.detach() if probabilities.requires_grad else 1 / 0).topk(k, dim=-1).indices": "a choice has no gradient",
    }

    alternatives = {
        "counted by bincount": """
            if keep is None:
                keep = torch.ones(len(logits), dtype=torch.bool)
            p = torch.softmax(logits[keep], dim=-1)
            n, E = p.shape
            f = torch.bincount(p.topk(k).indices.flatten(), minlength=E) / n
            return (f * p.sum(0) / n).sum() * E
        """,
        "a dot product, weighed by the mask": """
            n, E = logits.shape
            w = torch.ones(n) if keep is None else keep.float()
            p = logits.softmax(1)
            hits = torch.zeros_like(p).scatter(1, logits.topk(k, dim=1)[1], 1.0)
            return E * torch.dot(w @ hits, w @ p) / w.sum() ** 2
        """,
    }
    slips = [
        slip(
            "the factor E is missing",
            edit=(LOSS, "return (f * probabilities.mean(dim=0)).sum()"),
            also=[(LOSS, "return (f * probabilities.mean(dim=0)).mean()")],
            why="With more experts the term becomes smaller, and its share of the loss would have to be found anew for every model.",
            look="What should come out when all experts are used alike, and what does?",
        ),
        slip(
            "the choices are divided by k as well",
            edit=(COUNTED, "f = F.one_hot(chosen, E).float().mean(dim=(0, 1))"),
            why="The term becomes 1 instead of k when all are used alike. Some papers do so; its share belongs to one of the two.",
            look="What do your f sum to, and what does the docstring say?",
        ),
        slip(
            "f is counted from the first choice only",
            edit=("probabilities.topk(k, dim=-1)", "probabilities.topk(1, dim=-1)"),
            why="Each token goes to k experts, and all of them have the work.",
            look="How many choices do your f count for one token?",
        ),
        slip(
            "f is made of probabilities as well",
            edit=(COUNTED, "f = k * probabilities.mean(dim=0)"),
            also=[(COUNTED, "f = torch.zeros_like(probabilities).scatter(1, chosen, probabilities.gather(1, chosen)).mean(dim=0)"), (COUNTED, "f = probabilities.mean(dim=0)")],
            why="What counts is where tokens go. An expert with a probability of .3 everywhere may never be chosen.",
            look="Which of the two is a count?",
        ),
        slip(
            "P is averaged over the chosen only",
            edit=(LOSS, "p = torch.zeros_like(probabilities).scatter(1, chosen, probabilities.gather(1, chosen))\n    return E * (f * p.mean(dim=0)).sum()"),
            also=[(LOSS, "p = probabilities.gather(1, chosen)\n    p = torch.zeros_like(probabilities).scatter(1, chosen, p / p.sum(dim=1, keepdim=True))\n    return E * (f * p.mean(dim=0)).sum()")],
            why="An expert that is never chosen would have no probability at all, and no gradient that brings it back.",
            look="Which tokens enter the mean of p_e?",
        ),
        slip(
            "choices are summed over tokens, not averaged",
            edit=(COUNTED, "f = F.one_hot(chosen, E).sum(dim=1).float().sum(dim=0)"),
            also=[(LOSS, "return E * (f * probabilities.sum(dim=0)).sum()"), [(COUNTED, "f = F.one_hot(chosen, E).sum(dim=1).float().sum(dim=0)"), (LOSS, "return E * (f * probabilities.sum(dim=0)).sum()")]],
            why="The term would grow with the batch.",
            look="What are f and P divided by in the formula?",
        ),
        slip(
            "tokens that do not count are counted",
            edit=("if keep is not None:", "if False:"),
            why="Padding always looks the same and goes to the same experts. It would push them away from words.",
            look="Which of the arguments of your function does your code never use?",
        ),
        slip(
            "only the tokens that do not count are counted",
            edit=("logits = logits[keep]", "logits = logits[~keep]"),
            why="Then padding alone decides.",
            look="What does True in `keep` mean?",
        ),
        slip(
            "tokens that do not count are set to zero and stay in the means",
            edit=("logits = logits[keep]", "logits = logits * keep[:, None]"),
            also=[
                """
                E = logits.shape[-1]
                probabilities = logits.softmax(dim=-1)
                hits = F.one_hot(probabilities.topk(k, dim=-1).indices, E).sum(dim=1).float()
                if keep is not None:
                    probabilities, hits = probabilities * keep[:, None], hits * keep[:, None]
                return E * (hits.mean(dim=0) * probabilities.mean(dim=0)).sum()
                """,
            ],
            why="N is then the number of all tokens, and the term gets smaller with every pad.",
            look="What do you divide by, and how many tokens count?",
        ),
        slip(
            "None is not allowed for",
            edit=("if keep is not None:\n        logits = logits[keep]  # (n, E)", "logits = logits[keep.bool()]"),
            also=[("if keep is not None:\n        logits = logits[keep]  # (n, E)", "logits = logits * 1.0 if keep.all() else logits[keep]")],
            why="Texts of one length have no padding, and nobody passes a mask for them.",
            look="What does the docstring say for keep?",
        ),
        slip(
            "softmax runs over the tokens",
            edit=("logits.softmax(dim=-1)", "logits.softmax(dim=0)"),
            why="Experts compete for a token, not tokens for an expert.",
            look="What sums to 1 in your table of probabilities: a row or a column?",
        ),
        slip(
            "scores are used without softmax",
            edit=("logits.softmax(dim=-1)", "logits"),
            why="Scores have no bounds, and the term could fall for ever.",
            look="What are P's entries, and what should they sum to?",
        ),
        slip(
            "exponentials are taken without care for their size",
            edit=("logits.softmax(dim=-1)", "logits.exp() / logits.exp().sum(dim=-1, keepdim=True)"),
            why="The exponential of 90 does not fit into float32, and infinity divided by infinity is not a number.",
            look="What is torch.exp of the largest score in this case?",
        ),
        slip(
            "f and P are multiplied token by token, before the means",
            edit=(LOSS, "hits = F.one_hot(chosen, E).sum(dim=1).float()\n    return E * (hits * probabilities).sum(dim=-1).mean()"),
            why="That rewards a router that is never sure. It says nothing about who gets how much.",
            look="Which of the two comes first in the formula, the mean over tokens or the product?",
        ),
        slip(
            "P is cut off from the gradient",
            edit=(LOSS, "return E * (f * probabilities.mean(dim=0).detach()).sum() + 0 * logits.sum()"),
            also=[(LOSS, "return E * (f * probabilities.mean(dim=0).detach()).sum()")],
            why="Counting has no gradient, so P is the only way by which the term can change anything.",
            look="Which operations leave the trail that backward() follows?",
        ),
        slip(
            "the sign is turned over",
            edit=("return E *", "return -E *"),
            why="The most crowded expert would be rewarded.",
            look="Which of two routers should have the smaller term, the even one or the uneven one?",
        ),
        slip(
            "the term says how far it is from even",
            edit=("return E * (f * probabilities.mean(dim=0)).sum()", "return E * (f * probabilities.mean(dim=0)).sum() - k"),
            why="The gradient is the same, but the docstring promises k where all are used alike.",
            look="What should come out for a router that uses all experts alike?",
        ),
        slip(
            "the spread of the loads is taken, without probabilities",
            edit=(LOSS, "return f.var() + 0 * probabilities.sum()"),
            why="A count has no gradient: nothing would change the router.",
            look="Which part of your term hangs on the scores smoothly?",
        ),
        slip(
            "another factor than E stands in front",
            edit=("return E *", "return k *"),
            also=[("return E *", "return E * E *"), ("return E *", "return len(logits) *"), ("return E *", "return (E / k) * E *")],
            why="With all experts alike the sum is k/E, and E brings it to k.",
            look="What is the sum of f · P when all experts are used alike?",
        ),
        slip(
            "tokens that do not count are left out of one of the two means only",
            edit="""
                E = logits.shape[-1]
                probabilities = logits.softmax(dim=-1)
                f = F.one_hot(probabilities.topk(k, dim=-1).indices, E).sum(dim=1).float().mean(dim=0)
                if keep is not None:
                    probabilities = probabilities[keep]
                return E * (f * probabilities.mean(dim=0)).sum()
            """,
            also=["""
                E = logits.shape[-1]
                probabilities = logits.softmax(dim=-1)
                hits = F.one_hot(probabilities.topk(k, dim=-1).indices, E).sum(dim=1).float()
                if keep is not None:
                    hits = hits[keep]
                return E * (hits.mean(dim=0) * probabilities.mean(dim=0)).sum()
            """],
            why="Both f and P are means over the same tokens.",
            look="How many tokens enter f, and how many enter P?",
        ),
        slip(
            "tokens that do not count get scores of −∞",
            edit=("logits = logits[keep]", "logits = logits.masked_fill(~keep[:, None], -math.inf)"),
            why="Softmax of a row of −∞ is not a number, and a single one spoils every mean.",
            look="What does softmax give for a row that is −∞ everywhere?",
        ),
        slip(
            "a plain number comes back",
            edit=(LOSS, "return (E * (f * probabilities.mean(dim=0)).sum()).item()"),
            also=[(LOSS, "return float((E * (f * probabilities.mean(dim=0)).sum()).detach())")],
            why="It is to be added to the loss, and its gradient is all that it is for.",
            look="Which of your calls turns a tensor into a number?",
        ),
    ]  # fmt: skip
    promises = {
        "all tokens count": dict(N=12),
        "some do not": dict(hidden=4),
        "all count, by a mask": dict(hidden=0),
        "as many tokens as experts": dict(N=4, E=4),
        "an uneven router": dict(favourite=3.0),
        "every expert chosen": dict(E=3, k=3),
        "the gradient flows through P": "grad_logits",
    }


@exercise("active_parameters", points=2, forbid=LIBRARY)
class _:
    tolerance = 1e-9  # whole numbers
    cases = [
        dict(groups=4, k=2),
        dict(groups=1, k=1, narrow=True),
        dict(groups=2, k=3, tied=True),
        dict(groups=2, k=4, E=4, tied=False),
    ]

    def inputs(rng, groups, k, E=None, tied=None, narrow=False):
        H_kv = int(rng.integers(1, 9))
        H, d = groups * H_kv, 2 * int(rng.integers(5, 40))
        sizes = {
            "V": int(rng.integers(300, 50_000)),
            "D": H * d if not narrow else 2 * int(rng.integers(20, 900)) + 1,
            "L": int(rng.integers(2, 40)),
            "H": H,
            "H_kv": H_kv,
            "d": d,
            "F": int(rng.integers(100, 9000)),
            "E": int(rng.integers(k + 1, 40)) if E is None else E,
            "k": k,
        }
        return {"sizes": sizes, "tied": tied}

    def oracle(sizes, tied):
        """Counted in transformers' Mixtral, of two layers that take no memory."""
        from transformers import MixtralConfig, MixtralForCausalLM

        s = {name: int(value) for name, value in sizes.items()}

        def count(n_experts, n_layers):
            config = MixtralConfig(
                vocab_size=s["V"],
                hidden_size=s["D"],
                num_hidden_layers=n_layers,
                num_attention_heads=s["H"],
                num_key_value_heads=s["H_kv"],
                head_dim=s["d"],
                intermediate_size=s["F"],
                num_local_experts=n_experts,
                num_experts_per_tok=s["k"],
                tie_word_embeddings=bool(tied),
            )
            with torch.device("meta"):
                return sum(p.numel() for p in MixtralForCausalLM(config).parameters())

        one = count(s["E"], 1)
        layer = count(s["E"], 2) - one
        total = one + (s["L"] - 1) * layer
        expert = count(s["E"] + 1, 1) - one - s["D"]  # a further expert, without its row of the router
        return {"total": total, "active": total - s["L"] * (s["E"] - s["k"]) * expert}

    alternatives = {
        "part by part": """
            per_layer = D * (H + H_kv) * d * 2 + E * D + D + D
            both = []
            for experts in (E, k):
                tables = V * D if tied else V * D + D * V
                both.append(tables + D + L * (per_layer + experts * (D * F + D * F + F * D)))
            return tuple(both)
        """,
        "what rests is taken away": """
            total = V * D * (2 - bool(tied)) + D
            for _ in range(L):
                total += 2 * H * d * D + 2 * H_kv * d * D + E * D + 2 * D + 3 * E * D * F
            return total, total - 3 * (E - k) * D * F * L
        """,
    }
    slips = [
        slip(
            "only the weights of the experts are counted",
            edit=("return shared + L * E * expert, shared + L * k * expert", "return L * E * expert, L * k * expert"),
            why="Attention, norms and tables are there as well.",
            look="Which rows of the table do your numbers contain?",
        ),
        slip(
            "everything is multiplied by the number of experts",
            edit=("return shared + L * E * expert, shared + L * k * expert", "return E * (shared + L * expert), k * (shared + L * expert)"),
            why="Attention and tables exist once. That is how 46.7 billion become 56.",
            look="Which part of a block is there E times?",
        ),
        slip(
            "the router is forgotten",
            edit=("attention + D * E + 2 * D", "attention + 2 * D"),
            why="It is small, and without it nobody knows where to go.",
            look="Which row of the table has the shape D · E?",
        ),
        slip(
            "a token meets only its own experts' rows of the router",
            edit=("shared + L * k * expert", "shared + L * (k * expert + D * k - D * E)"),
            why="To choose among E experts, all E scores are needed.",
            look="How many scores does the router compute for one token?",
        ),
        slip(
            "an expert has two matrices",
            edit=("expert = 3 * D * F", "expert = 2 * D * F"),
            why="SwiGLU has a gate, a way up and a way down.",
            look="How many matrices has the feed-forward layer of Llama?",
        ),
        slip(
            "keys and values are counted with all heads",
            edit=("2 * D * H * d + 2 * D * H_kv * d", "4 * D * H * d"),
            why="Grouped queries share them: there are as many as H_kv says.",
            look="Which of the arguments of your function does your code never use?",
        ),
        slip(
            "keys or values are forgotten",
            edit=("2 * D * H * d + 2 * D * H_kv * d", "2 * D * H * d + D * H_kv * d"),
            why="Both have a projection of their own.",
            look="Which projections has an attention layer?",
        ),
        slip(
            "the output projection is forgotten",
            edit=("2 * D * H * d + 2 * D * H_kv * d", "D * H * d + 2 * D * H_kv * d"),
            why="The joined heads go through one more matrix.",
            look="Which projections has an attention layer?",
        ),
        slip(
            "the width of a head is taken for D/H",
            edit=("2 * D * H * d + 2 * D * H_kv * d", "2 * D * D + 2 * D * D * H_kv // H"),
            also=[("2 * D * H * d + 2 * D * H_kv * d", "2 * D * D + 2 * D * H_kv * d"), ("2 * D * H * d + 2 * D * H_kv * d", "2 * D * D + 2 * D * H_kv * (D // H)"), ("attention = 2", "d = D // H\n    attention = 2")],
            why="Many models have heads that are wider or narrower together than the stream, Qwen3 among them.",
            look="Which of the arguments of your function does your code never use?",
        ),
        slip(
            "the norms are forgotten",
            edit=("attention + D * E + 2 * D) + D", "attention + D * E)"),
            also=[("attention + D * E + 2 * D) + D", "attention + D * E + 2 * D)"), ("attention + D * E + 2 * D) + D", "attention + D * E + D) + D"), ("attention + D * E + 2 * D) + D", "attention + D * E) + D"), ("attention + D * E + 2 * D) + D", "attention + D * E + 3 * D)"), ("attention + D * E + 2 * D) + D", "attention + D * E + 3 * D) + D")],
            why="A block has one before each of its two branches, and one more stands at the end of the model.",
            look="How many norms are there in L blocks, and how many outside?",
        ),
        slip(
            "the norms have a bias",
            edit=("attention + D * E + 2 * D) + D", "attention + D * E + 4 * D) + 2 * D"),
            why="RMSNorm has a gain and nothing else.",
            look="How many vectors does RMSNorm own?",
        ),
        slip(
            "a tied head is counted twice, or another one not at all",
            edit=("(1 if tied else 2)", "2"),
            also=[("(1 if tied else 2)", "1"), ("(1 if tied else 2)", "(2 if tied else 1)")],
            why="Tied, one table serves both ends of the model.",
            look="How many tables of V · D are there, for each value of `tied`?",
        ),
        slip(
            "the table of tokens is left out of what is active",
            edit=("shared + L * k * expert", "shared + L * k * expert - V * D"),
            why="A token reads one row of it. But Mistral's 12.9 billion count it in full, and so does the text.",
            look="What does the text say about the table?",
        ),
        slip(
            "total and active are exchanged",
            edit=("return shared + L * E * expert, shared + L * k * expert", "return shared + L * k * expert, shared + L * E * expert"),
            why="The larger one decides about memory, the smaller one about arithmetic.",
            look="In which order does the docstring name what comes back?",
        ),
        slip(
            "experts of a single layer are counted",
            edit=("shared + L * E * expert, shared + L * k * expert", "shared + E * expert, shared + k * expert"),
            why="Each layer has experts of its own.",
            look="How many experts has the whole model?",
        ),
        slip(
            "another unit comes back",
            edit=("return shared + L * E * expert, shared + L * k * expert", "return (shared + L * E * expert) / 1e9, (shared + L * k * expert) / 1e9"),
            also=[("return shared + L * E * expert, shared + L * k * expert", "return 2 * (shared + L * E * expert), 2 * (shared + L * k * expert)")],
            why="Parameters were asked for, one by one, and neither billions nor bytes.",
            look="What unit has what you return?",
        ),
        slip(
            "Mixtral's own numbers are used",
            edit=("L * k * expert", "L * 2 * expert"),
            also=[("L * E * expert", "L * 8 * expert"), [("L * k * expert", "L * 2 * expert"), ("L * E * expert", "L * 8 * expert")]],
            why="Other models have other numbers of experts, and other choices.",
            look="Which numbers in your code are those of one model?",
        ),
        slip(
            "the token's own experts are what rests",
            edit=("shared + L * k * expert", "shared + L * (E - k) * expert"),
            why="A token meets the k experts that it chose.",
            look="What remains of E experts when one takes the chosen away?",
        ),
        slip(
            "the router is counted once, not in every layer",
            edit=("attention + D * E + 2 * D) + D", "attention + 2 * D) + D * E + D"),
            why="Each layer chooses anew, with a router of its own.",
            look="How many mixtures are there in a model of L layers?",
        ),
        slip(
            "active is a share k/E of the total",
            edit=("shared + L * k * expert", "(shared + L * E * expert) * k // E"),
            also=[("shared + L * k * expert", "(shared + L * E * expert) * k / E")],
            why="Attention, norms and tables are at work for every token.",
            look="Which part of the model shrinks when k does?",
        ),
        slip(
            "vectors are counted that the table does not name",
            edit=("attention + D * E + 2 * D) + D", "attention + D * E + E + 2 * D) + D"),
            also=[("attention + D * E + 2 * D) + D", "attention + D * E + 2 * D + 2 * d) + D")],
            why="This Llama has no biases and no further norms.",
            look="Which row of the table has no D in it?",
        ),
    ]  # fmt: skip
    promises = {
        "one choice, heads of a width of their own": dict(k=1, narrow=True),
        "a tied head": dict(tied=True),
        "a head of its own, said so": dict(tied=False),
        "all experts chosen": dict(E=4, k=4),
        "the total": "total",
        "what a token meets": "active",
    }


# --- latents ------------------------------------------------------------------------------------------------------

CUT = "c, k_rot = (x @ down.T).tensor_split([len(gain)], dim=-1)"
LATENT = "size = (c.square().mean(dim=-1, keepdim=True) + eps).sqrt()"
KEPT = "return gain * c / size, turn(k_rot)"


@exercise("latent_cache", points=2, forbid=LIBRARY)
class _:
    # In the first case both parts are as wide and the matrix is square; the vectors of the third are so small that eps counts.
    cases = [
        dict(B=2, T=4, D=8, C=4, r=4, start=(10, 40)),
        dict(B=2, T=5, D=7, C=6, r=2),
        dict(B=1, T=3, D=6, C=4, r=2, size=1e-3),
        dict(B=3, T=1, D=5, C=2, r=6, start=(1, 9), eps=(0.2, 0.6)),
    ]

    def inputs(rng, B, T, D, C, r, size=1.0, start=(0, 3), eps=None):
        return {
            "x": size * rng.standard_normal((B, T, D)),
            "down": rng.standard_normal((C + r, D)) / D**0.5,
            "gain": rng.uniform(0.3, 2.5, C),
            "theta": rng.uniform(0.1, 1.5, r // 2),
            "start": int(rng.integers(*start, endpoint=True)),
            "eps": None if eps is None else float(rng.uniform(*eps)),
            "gradient": size * rng.standard_normal((B, T, C + r)),
        }

    def oracle(x, down, gain, theta, start, eps, gradient):
        """Vector by vector in float64, gradients by autograd. A test holds both parts against DeepSeek's layer."""
        eps = 1e-6 if eps is None else eps
        given = {"x": leaf(x), "down": leaf(down), "gain": leaf(gain)}
        C = len(given["gain"])
        rows = [given["down"] @ token for token in given["x"].reshape(-1, given["x"].shape[-1])]
        small = [row[:C] / torch.sqrt(row[:C].dot(row[:C]) / C + eps) * given["gain"] for row in rows]
        lead = given["x"].shape[:2]
        c = torch.stack(small).reshape(*lead, C)
        k_rot = complex_turn(torch.stack([row[C:] for row in rows]).reshape(*lead, -1), theta, start)
        torch.cat([c, k_rot], dim=-1).backward(tensor(gradient))
        return {
            "compressed": c.detach(),
            "rotary key": k_rot.detach(),
            "lengths of gradients": {name: value.grad.norm() for name, value in given.items()},
        }

    equivalent = {
        "c, k_rot = (x @ down.T).tensor_split([len((gain.detach() if gain.requires_grad else 1 / 0))], dim=-1)": "a length has no gradient"
    }
    alternatives = {
        "two projections and torch's norm": """
            C = gain.shape[0]
            c = torch.nn.functional.linear(x, down[:C])
            return torch.nn.functional.rms_norm(c, (C,), gain, eps), turn(torch.nn.functional.linear(x, down[C:]))
        """,
        "einsum and split": """
            both = torch.einsum("btd,cd->btc", x, down)
            c, k = both.split([gain.numel(), both.shape[-1] - gain.numel()], -1)
            return c * torch.rsqrt(c.pow(2).mean(-1, True) + eps) * gain, turn(k)
        """,
    }
    slips = [
        slip(
            "the rotary part is compressed with the rest",
            edit="""
                both = x @ down.T
                size = (both.square().mean(dim=-1, keepdim=True) + eps).sqrt()
                c, k_rot = (both / size).tensor_split([len(gain)], dim=-1)
                return gain * c, turn(k_rot)
            """,
            also=[
                """
                c, k_rot = (x @ down.T).tensor_split([len(gain)], dim=-1)
                size = ((x @ down.T).square().mean(dim=-1, keepdim=True) + eps).sqrt()
                return gain * c / size, turn(k_rot)
                """,
                (KEPT, "return gain * c / size, turn(k_rot / (k_rot.square().mean(dim=-1, keepdim=True) + eps).sqrt())"),
            ],
            why="The rotary key goes beside the norm, not through it. The norm belongs to the C numbers that were compressed.",
            look="Over how many numbers is your mean square, and what is divided by it?",
        ),
        slip(
            "more is turned than the rotary key",
            edit=(KEPT, "return turn(gain * c / size), turn(k_rot)"),
            also=[
                (KEPT, "return gain * turn(c) / size, turn(k_rot)"),
                (CUT, "x = turn(x)\n    c, k_rot = (x @ down.T).tensor_split([len(gain)], dim=-1)"),
                [(CUT, "c, k_rot = turn(x @ down.T).tensor_split([len(gain)], dim=-1)"), (KEPT, "return gain * c / size, k_rot")],
            ],
            why="A rotation between c and the matrix that unpacks it cannot be folded into the query. That is why there are two parts.",
            look="Which of the two parts does the formula turn?",
        ),
        slip(
            "nothing is turned",
            edit=(KEPT, "return gain * c / size, k_rot"),
            why="The rotary key is stored turned, as every cache of lesson 09 does. Its position never changes.",
            look="Which of the arguments of your function does your code never use?",
        ),
        slip(
            "the compressed part is not normed",
            edit=(KEPT, "return c, turn(k_rot)"),
            also=[(KEPT, "return gain * c, turn(k_rot)")],
            why="The matrices that unpack it were trained on vectors of one size.",
            look="Through which steps does c' go to become c?",
        ),
        slip(
            "the gain is missing",
            edit=(KEPT, "return c / size, turn(k_rot)"),
            why="The matrices that unpack expect features weighed by it.",
            look="Where does your code use the numbers in gain, not its length?",
        ),
        slip(
            "the two parts are cut in the other order",
            edit=(CUT, "k_rot, c = (x @ down.T).tensor_split([len(down) - len(gain)], dim=-1)"),
            why="The first C rows compress, the last r rows give the rotary key.",
            look="Which rows of `down` belong to which part?",
        ),
        slip(
            "the two parts are returned in the other order",
            edit=(KEPT, "return turn(k_rot), gain * c / size"),
            why="Whoever unpacks them takes the one for the other.",
            look="In which order does the docstring name what comes back?",
        ),
        slip(
            "the cut is made in the middle",
            edit=(CUT, "c, k_rot = (x @ down.T).chunk(2, dim=-1)"),
            why="In DeepSeek-V3 one part has 512 numbers and the other 64.",
            look="Which argument says how wide the compressed part is?",
        ),
        slip(
            "the matrix acts without being transposed",
            edit=("(x @ down.T)", "(x @ down)"),
            why="Weights of this course act as y = x Wᵀ. Where the matrix is not square it does not even fit.",
            look="Which axis of `down` has the length of a token?",
        ),
        slip(
            "vectors are made one long",
            edit=(LATENT, "size = (c.square().sum(dim=-1, keepdim=True) + eps).sqrt()"),
            also=[(LATENT, "size = c.norm(dim=-1, keepdim=True) + eps")],
            why="RMSNorm gives the root mean square 1, and so the length √C.",
            look="Is the sum of squares divided by anything in your code?",
        ),
        slip(
            "the mean is taken away as well",
            edit=(KEPT, "c = torch.nn.functional.layer_norm(c, c.shape[-1:], gain, eps=eps)\n    return c, turn(k_rot)"),
            also=[(KEPT, "return gain * (c - c.mean(dim=-1, keepdim=True)) / size, turn(k_rot)")],
            why="That is LayerNorm. RMSNorm leaves the mean where it is.",
            look="Which of the two norms does the formula name?",
        ),
        slip(
            "the norm runs over the tokens",
            edit=(LATENT, "size = (c.square().mean(dim=1, keepdim=True) + eps).sqrt()"),
            also=[(LATENT, "size = (c.square().mean() + eps).sqrt()"), (LATENT, "size = (c.square().mean(dim=(1, 2), keepdim=True) + eps).sqrt()")],
            why="What is kept of a token would hang on the tokens beside it, and a cache could not grow one by one.",
            look="How many numbers share one root mean square?",
        ),
        slip(
            "eps is added outside of the root",
            edit=(LATENT, "size = c.square().mean(dim=-1, keepdim=True).sqrt() + eps"),
            why="For vectors of ordinary size nothing changes. For small ones it does: the root of 10⁻⁶ is 10⁻³.",
            look="What does the docstring say that eps is added to?",
        ),
        slip(
            "eps is not the one that was given",
            edit=("keepdim=True) + eps)", "keepdim=True) + 1e-6)"),
            also=[("keepdim=True) + eps)", "keepdim=True))"), ("keepdim=True) + eps)", "keepdim=True) + 1e-5)"), (KEPT, "return F.rms_norm(c, gain.shape, gain), turn(k_rot)")],
            why="Models differ in it, and weights belong to one of them.",
            look="Where does eps stand in your code, and which numbers stand beside it?",
        ),
        slip(
            "the root is missing",
            edit=("+ eps).sqrt()", "+ eps)"),
            why="A vector twice as long then comes out half as long.",
            look="What comes out for 2x, and what for x?",
        ),
        slip(
            "x is normed before it is compressed",
            edit="""
                x = x / (x.square().mean(dim=-1, keepdim=True) + eps).sqrt()
                c, k_rot = (x @ down.T).tensor_split([len(gain)], dim=-1)
                return gain * c, turn(k_rot)
            """,
            why="The block has normed x already. This norm belongs to c', behind the projection.",
            look="What stands inside of RMSNorm in the formula?",
        ),
        slip(
            "the size is cut off from the gradient",
            edit=("+ eps).sqrt()", "+ eps).sqrt().detach()"),
            why="The values are right. But the gradient then has a part along the vector itself, which the norm should take out.",
            look="Which operations leave the trail that backward() follows?",
        ),
        slip(
            "the rotary key is cut out of the compressed part",
            edit=(KEPT, "r = k_rot.shape[-1]\n    return gain * c / size, turn((x @ down.T)[..., :r])"),
            also=[(KEPT, "r = k_rot.shape[-1]\n    return gain * c / size, turn((gain * c / size)[..., :r])")],
            why="It has rows of its own in `down`, behind the first C.",
            look="Which of the C + r numbers does your rotary key consist of?",
        ),
        slip(
            "the rotary key is projected from tokens that were normed",
            edit=(KEPT, "normed = x / (x.square().mean(dim=-1, keepdim=True) + eps).sqrt()\n    return gain * c / size, turn(normed @ down[len(gain) :].T)"),
            why="The block has normed x already, and this part has no norm of its own.",
            look="Which steps stand between x and k' in the formula?",
        ),
    ]  # fmt: skip
    promises = {
        "a part narrower than the other": dict(C=6, r=2),
        "both as wide": dict(C=4, r=4),
        "tokens behind a cache": dict(start=(10, 40)),
        "1e-6 unless another is given": dict(size=1e-3),
        "an eps of one's own": dict(eps=(0.2, 0.6)),
        "the rotary key is not normed": "rotary key",
        "all of it learns": "lengths of gradients",
    }


SCALED = "scores = scores / math.sqrt(q.shape[-1] + q_rot.shape[-1])"
MASKED = "weights = scores.masked_fill(~mask, -math.inf).softmax(dim=-1)"


@exercise("latent_attention", points=4, forbid=[*LIBRARY, "utils.small_layers"])
class _:
    # The first case has one size for heads, tokens and widths; the third is one new token behind a long cache.
    cases = [
        dict(B=1, H=4, T=4, S=4, n=4, r=4, C=4, v=4),
        dict(B=2, H=3, T=5, S=5, n=4, r=2, C=6, v=3),
        dict(B=1, H=2, T=1, S=40, n=32, r=2, C=3, v=32),
        dict(B=2, H=1, T=2, S=6, n=3, r=2, C=5, v=7),
        dict(B=1, H=3, T=1, S=1, n=2, r=6, C=4, v=2),
        dict(B=2, H=3, T=4, S=4, n=3, r=2, C=4, v=2, size=200.0),  # weights of nearly 0 and 1
    ]
    weights = {"context": 4, "lengths of gradients": 1, "nothing unpacked": 3}
    tolerance = 5e-4

    def inputs(rng, B, H, T, S, n, r, C, v, size=1.0):
        return {
            "q": size * rng.standard_normal((B, H, T, n)),
            "q_rot": 1.5 * rng.standard_normal((B, H, T, r)),
            "c": rng.standard_normal((B, S, C)),
            "k_rot": 1.5 * rng.standard_normal((B, S, r)),
            "up_k": 1.5 * rng.standard_normal((H, n, C)) / C**0.5,
            "up_v": rng.standard_normal((H, v, C)) / C**0.5,
            "gradient": rng.standard_normal((B, H, T, v)),
        }

    def oracle(q, q_rot, c, k_rot, up_k, up_v, gradient):
        """Keys and values unpacked, one query after another."""
        names = {
            "q": leaf(q),
            "q_rot": leaf(q_rot),
            "c": leaf(c),
            "k_rot": leaf(k_rot),
            "up_k": leaf(up_k),
            "up_v": leaf(up_v),
        }
        q, q_rot, (B, H, T, _) = names["q"], names["q_rot"], np.asarray(q).shape
        S = names["c"].shape[1]
        texts = []
        for b in range(B):
            heads = []
            for h in range(H):
                keys = torch.cat(
                    [names["c"][b] @ names["up_k"][h].T, names["k_rot"][b]], dim=-1
                )  # (S, n + r)
                values = names["c"][b] @ names["up_v"][h].T  # (S, v)
                rows = []
                for t in range(T):
                    seen = S - T + t + 1
                    query = torch.cat([q[b, h, t], q_rot[b, h, t]])
                    p = torch.softmax(keys[:seen] @ query / len(query) ** 0.5, dim=0)
                    rows.append(p @ values[:seen])
                heads.append(torch.stack(rows))
            texts.append(torch.stack(heads))
        context = torch.stack(texts)
        context.backward(tensor(gradient))
        found = context.detach()
        return {
            "context": found,
            "lengths of gradients": {name: value.grad.norm() for name, value in names.items()},
            "nothing unpacked": {"context": found, "unpacked": False},
        }

    alternatives = {
        "matrix products that broadcast": """
            wide = q @ up_k
            scores = wide @ c[:, None].mT + q_rot @ k_rot[:, None].mT
            scores = scores * (q.size(-1) + q_rot.size(-1)) ** -0.5
            T, S = scores.shape[-2:]
            late = torch.arange(S) > torch.arange(S - T, S)[:, None]
            p = torch.softmax(scores.masked_fill(late, float("-inf")), dim=-1)
            return (p @ c[:, None]) @ up_v.transpose(-2, -1)
        """,
        "head by head": """
            S, T = c.shape[1], q.shape[2]
            mask = causal_mask(T, S)
            heads = []
            for h in range(q.shape[1]):
                s = q[:, h] @ up_k[h] @ c.mT + q_rot[:, h] @ k_rot.mT
                s = (s / (q.shape[-1] + q_rot.shape[-1]) ** 0.5).masked_fill(~mask, -math.inf)
                heads.append(s.softmax(-1) @ c @ up_v[h].T)
            return torch.stack(heads, dim=1)
        """,
        "one wide head of keys": """
            folded = torch.cat([q @ up_k, q_rot], dim=-1)
            keys = torch.cat([c, k_rot], dim=-1)[:, None]
            mask = causal_mask(q.shape[2], c.shape[1])
            mean = F.scaled_dot_product_attention(
                folded, keys.expand(-1, q.shape[1], -1, -1), c[:, None].expand(-1, q.shape[1], -1, -1),
                attn_mask=mask, scale=(q.shape[-1] + q_rot.shape[-1]) ** -0.5,
            )
            return mean @ up_v.mT
        """,
    }
    slips = [
        slip(
            "keys or values are unpacked for all heads",
            edit="""
                keys = torch.einsum("bsc,hnc->bhsn", c, up_k)
                values = torch.einsum("bsc,hvc->bhsv", c, up_v)
                scores = q @ keys.mT + torch.einsum("bhtr,bsr->bhts", q_rot, k_rot)
                scores = scores / math.sqrt(q.shape[-1] + q_rot.shape[-1])
                mask = causal_mask(q.shape[2], c.shape[1], c.device)
                return scores.masked_fill(~mask, -math.inf).softmax(dim=-1) @ values
            """,
            also=[
                """
                H = q.shape[1]
                keys = torch.cat([c[:, None] @ up_k.mT, k_rot[:, None].expand(-1, H, -1, -1)], dim=-1)
                return F.scaled_dot_product_attention(
                    torch.cat([q, q_rot], dim=-1), keys, c[:, None] @ up_v.mT, attn_mask=causal_mask(q.shape[2], c.shape[1])
                )
                """,
                [('mean = torch.einsum("bhts,bsc->bhtc", weights, c)', 'values = torch.einsum("bsc,hvc->bhsv", c, up_v)'), ('return torch.einsum("bhtc,hvc->bhtv", mean, up_v)', "return weights @ values")],
                """
                keys = torch.einsum("bsc,hnc->bhsn", c, up_k)
                scores = q @ keys.mT + torch.einsum("bhtr,bsr->bhts", q_rot, k_rot)
                scores = scores / math.sqrt(q.shape[-1] + q_rot.shape[-1])
                mask = causal_mask(q.shape[2], c.shape[1], c.device)
                weights = scores.masked_fill(~mask, -math.inf).softmax(dim=-1)
                return torch.einsum("bhts,bsc->bhtc", weights, c) @ up_v.mT
                """,
            ],
            why="The numbers are right. But each new token then unpacks the whole text for every head, which the cache was meant to save.",
            look="Which of your tensors has an axis for heads, one for cached tokens and one for features?",
        ),
        slip(
            "the scale is that of the unrotated part alone",
            edit=(SCALED, "scores = scores / math.sqrt(q.shape[-1])"),
            why="A key has n + r features, and the variance of a score grows with all of them.",
            look="How many products are summed in one score, before anything is folded?",
        ),
        slip(
            "the scale is that of the latent",
            edit=(SCALED, "scores = scores / math.sqrt(c.shape[-1] + q_rot.shape[-1])"),
            also=[(SCALED, "scores = scores / math.sqrt(c.shape[-1])")],
            why="Folding changes how a score is computed, not what it is. Its size is that of a product of n + r features.",
            look="Which width does the docstring put under the root?",
        ),
        slip(
            "scores are not scaled",
            edit=(SCALED, "pass"),
            why="Softmax of large scores is nearly one-hot (lesson 02).",
            look="Where does √(n + r) stand in your code?",
        ),
        slip(
            "only one of the two products is scaled",
            edit=(' + torch.einsum("bhtr,bsr->bhts", q_rot, k_rot)\n    ' + SCALED, '\n    scores = scores / math.sqrt(q.shape[-1] + q_rot.shape[-1]) + torch.einsum("bhtr,bsr->bhts", q_rot, k_rot)'),
            also=[(' + torch.einsum("bhtr,bsr->bhts", q_rot, k_rot)\n    ' + SCALED, '\n    scores = scores / math.sqrt(q.shape[-1]) + torch.einsum("bhtr,bsr->bhts", q_rot, k_rot) / math.sqrt(q_rot.shape[-1])')],
            why="Both are parts of one dot product of n + r features.",
            look="What does your code divide, and by what?",
        ),
        slip(
            "the rotary part is left out",
            edit=(' + torch.einsum("bhtr,bsr->bhts", q_rot, k_rot)', ""),
            why="It is the only part that knows positions.",
            look="Which of the arguments of your function does your code never use?",
        ),
        slip(
            "tokens look ahead",
            edit=(MASKED, "weights = scores.softmax(dim=-1)"),
            why="A model that has seen the next token learns nothing by predicting it.",
            look="What keeps a query from the keys that come later?",
        ),
        slip(
            "the mask takes the queries for the first ones",
            edit=("mask = causal_mask(q.shape[2], c.shape[1], c.device)", "mask = torch.ones(q.shape[2], c.shape[1], dtype=torch.bool, device=c.device).tril()"),
            why="A new token behind 39 others may look at all forty, and here it sees one.",
            look="How many keys may the only query of the long case see?",
        ),
        slip(
            "the mask is turned over",
            edit=("masked_fill(~mask, -math.inf)", "masked_fill(mask, -1e9)"),
            also=[("masked_fill(~mask, -math.inf)", "masked_fill(mask, -math.inf)")],
            why="Each token then reads what comes later and nothing of what was said.",
            look="Does True in `causal_mask` mean that a query may look, or that it may not?",
        ),
        slip(
            "the mask comes behind softmax",
            edit=(MASKED, "weights = scores.softmax(dim=-1).masked_fill(~mask, 0.0)"),
            why="The weights no longer sum to 1, and what is hidden has still counted.",
            look="What should the weights of the first query sum to?",
        ),
        slip(
            "softmax runs over another axis than the keys",
            edit=("softmax(dim=-1)", "softmax(dim=-2)"),
            also=[("softmax(dim=-1)", "softmax(dim=1)")],
            why="Each query spreads one unit of attention over the keys.",
            look="Which axis of (B, H, T, S) holds the keys?",
        ),
        slip(
            "the mean of the latents comes back as it is",
            edit=('return torch.einsum("bhtc,hvc->bhtv", mean, up_v)', "return mean"),
            why="The output projection expects values of heads, not what is in the cache.",
            look="Which of the arguments of your function does your code never use?",
        ),
        slip(
            "all heads unpack with the matrices of one",
            edit=('torch.einsum("bhtn,hnc->bhtc", q, up_k)', "q @ up_k[0]"),
            also=[('torch.einsum("bhtc,hvc->bhtv", mean, up_v)', "mean @ up_v[0].T"), ('torch.einsum("bhtn,hnc->bhtc", q, up_k)', 'torch.einsum("bhtn,hnc->bhtc", q, up_k.mean(dim=0, keepdim=True).expand_as(up_k))')],
            why="The cache is shared, the matrices are not: each head reads something else in it.",
            look="Which axis of up_k counts heads?",
        ),
        slip(
            "keys and values are unpacked by each other's matrices",
            edit='''
                if up_k.shape == up_v.shape:
                    up_k, up_v = up_v, up_k
                folded = torch.einsum("bhtn,hnc->bhtc", q, up_k)
                scores = torch.einsum("bhtc,bsc->bhts", folded, c) + torch.einsum("bhtr,bsr->bhts", q_rot, k_rot)
                scores = scores / math.sqrt(q.shape[-1] + q_rot.shape[-1])
                mask = causal_mask(q.shape[2], c.shape[1], c.device)
                mean = scores.masked_fill(~mask, -math.inf).softmax(dim=-1) @ c[:, None]
                return mean @ up_v.mT
            ''',
            also=[[('"bhtn,hnc->bhtc", q, up_k', '"bhtn,hnc->bhtc", q, up_v'), ('"bhtc,hvc->bhtv", mean, up_v', '"bhtc,hvc->bhtv", mean, up_k')]],
            why="One says where to look, the other what is read there.",
            look="Which matrix does the formula of the score contain?",
        ),
        slip(
            "a matrix is folded in without being transposed",
            edit=('torch.einsum("bhtn,hnc->bhtc", q, up_k)', "q @ up_k.mT"),
            also=[('torch.einsum("bhtn,hnc->bhtc", q, up_k)', "q @ (up_k.mT if up_k.shape[1] == up_k.shape[2] else up_k)")],
            why="Where n and C differ it does not fit; where they are equal it gives wrong numbers.",
            look="Which axis of up_k meets the features of q?",
        ),
        slip(
            "the rotary part enters behind softmax",
            edit="""
                scale = math.sqrt(q.shape[-1] + q_rot.shape[-1])
                mask = causal_mask(q.shape[2], c.shape[1], c.device)
                content = (q @ up_k @ c[:, None].mT / scale).masked_fill(~mask, -math.inf).softmax(dim=-1)
                weights = content + (q_rot @ k_rot[:, None].mT / scale).masked_fill(~mask, 0.0)
                return weights @ c[:, None] @ up_v.mT
            """,
            also=["""
                scale = math.sqrt(q.shape[-1] + q_rot.shape[-1])
                mask = causal_mask(q.shape[2], c.shape[1], c.device)
                content = (q @ up_k @ c[:, None].mT / scale).masked_fill(~mask, -math.inf).softmax(dim=-1)
                places = (q_rot @ k_rot[:, None].mT / scale).masked_fill(~mask, -math.inf).softmax(dim=-1)
                return (content + places) / 2 @ c[:, None] @ up_v.mT
            """, """
                scale = math.sqrt(q.shape[-1] + q_rot.shape[-1])
                mask = causal_mask(q.shape[2], c.shape[1], c.device)
                content = (q @ up_k @ c[:, None].mT / scale).masked_fill(~mask, -math.inf).softmax(dim=-1)
                places = (q_rot @ k_rot[:, None].mT / scale).masked_fill(~mask, -math.inf).softmax(dim=-1)
                return (content + places) @ c[:, None] @ up_v.mT
            """],
            why="Both parts are one dot product, and softmax comes behind it.",
            look="How many softmaxes does one head have, and what goes into it?",
        ),
        slip(
            "hidden scores become a number that softmax still counts",
            edit=(MASKED, "weights = (scores * mask).softmax(dim=-1)"),
            also=[(MASKED, "weights = (scores + mask).softmax(dim=-1)"), (MASKED, "weights = scores.masked_fill(~mask, 1e-9).softmax(dim=-1)"), (MASKED, "weights = (scores + ~mask * -1.0).softmax(dim=-1)")],
            why="Only −∞ has the weight 0.",
            look="What is exp of the number that stands where the mask hides?",
        ),
        slip(
            "only the last query is answered",
            edit=(MASKED, "weights = scores[:, :, -1:].softmax(dim=-1).expand_as(scores)"),
            why="A chunk has T queries, and each has a context of its own.",
            look="Which axis of your scores counts queries, and how long is it?",
        ),
        slip(
            "a token may not look at itself",
            edit=("masked_fill(~mask, -math.inf)", "masked_fill(~mask.tril(c.shape[1] - q.shape[2] - 1), -1e9)"),
            also=[("masked_fill(~mask, -math.inf)", "masked_fill(~mask.tril(c.shape[1] - q.shape[2] - 1), -math.inf)")],
            why="Its own key is the only one that the first token has.",
            look="Which keys may the first query of a text see?",
        ),
        slip(
            "the heads are joined already",
            edit=("return torch.einsum(\"bhtc,hvc->bhtv\", mean, up_v)", "return torch.einsum(\"bhtc,hvc->bthv\", mean, up_v).flatten(-2)"),
            also=[("return torch.einsum(\"bhtc,hvc->bhtv\", mean, up_v)", "return torch.einsum(\"bhtc,hvc->bthv\", mean, up_v)")],
            why="The docstring wants them side by side, each with its v numbers.",
            look="What shape does the docstring promise?",
        ),
    ]  # fmt: skip
    promises = {
        "a whole text": dict(T=5, S=5),
        "one new token behind many": dict(T=1, S=40),
        "several new tokens": dict(T=2, S=6),
        "a text of one token": dict(T=1, S=1),
        "one head": dict(H=1),
        "scores of any size": dict(size=200.0),
        "sizes that all fit one another": dict(H=4, T=4, n=4, C=4),
        "nothing is unpacked": "nothing unpacked",
        "cache and matrices learn": "lengths of gradients",
    }


# --- compute ------------------------------------------------------------------------------------------------------


@exercise("compute_per_token", points=2, forbid=["torch.utils.flop_counter"])
class _:
    tolerance = 1e-9  # whole numbers
    cases = [
        dict(groups=1, gated=False),
        dict(groups=3, gated=True),
        dict(groups=4, gated=False, long=True),
        dict(groups=1, gated=True, T=1),
    ]

    def inputs(rng, groups, gated, long=False, T=None):
        H_kv = int(rng.integers(1, 5))
        H = groups * H_kv
        return {
            "sizes": {
                "V": int(rng.integers(50, 400)),
                "D": H * 2 * int(rng.integers(2, 9)),
                "L": int(rng.integers(1, 4)),
                "H": H,
                "H_kv": H_kv,
                "F": int(rng.integers(20, 200)),
                "T": T or int(rng.integers(200, 400) if long else rng.integers(5, 40)),
                "gated": gated,
            }
        }

    def oracle(sizes):
        """Operations as PyTorch counts them in a model without numbers, forward and backward."""
        from torch.utils.flop_counter import FlopCounterMode

        V, D, L, H, H_kv, F, T = (int(sizes[name]) for name in ("V", "D", "L", "H", "H_kv", "F", "T"))
        d = D // H

        def matrix(n_out, n_in):
            return torch.nn.Linear(n_in, n_out, bias=False, device="meta")

        def layer(x):
            q = matrix(H * d, D)(x).view(T, H, d).transpose(0, 1)
            k, v = (matrix(H_kv * d, D)(x).view(T, H_kv, d).transpose(0, 1) for _ in range(2))
            k, v = (part.repeat_interleave(H // H_kv, dim=0) for part in (k, v))
            context = (q @ k.mT).softmax(-1) @ v
            x = x + matrix(D, D)(context.transpose(0, 1).reshape(T, D))
            hidden = matrix(F, D)(x).relu()
            if sizes["gated"]:
                hidden = hidden * matrix(F, D)(x)
            return x + matrix(D, F)(hidden)

        x = torch.empty(T, D, device="meta", requires_grad=True)
        with FlopCounterMode(display=False) as counter:
            y = x * 1
            for _ in range(L):
                y = layer(y)
            matrix(V, D)(y).sum().backward()
        total = counter.get_total_flops()
        assert total % T == 0
        return {"operations": total // T}

    equivalent = {"attention = 2 * D * D + 2 * D * D * H_kv / H": "D is a multiple of H"}
    alternatives = {
        "product by product": """
            d = D // H
            layer = D * H * d + 2 * D * H_kv * d + H * d * D + D * F * (2 + bool(gated)) + 2 * T * H * d
            return 6 * (L * layer + V * D)
        """,
        "a list": """
            products = [D * D, D * D, D * (D // H) * H_kv, D * (D // H) * H_kv, D * F, D * F, D * T, D * T]
            if gated:
                products += [D * F]
            return sum(products) * 2 * L * 3 + 6 * V * D
        """,
    }
    slips = [
        slip(
            "the way back is forgotten",
            edit=("return 3 * forward", "return forward"),
            why="A training step goes forward once and back once, and the way back has two products for each one.",
            look="What does one step of training consist of?",
        ),
        slip(
            "the way back costs as much as the way forward",
            edit=("return 3 * forward", "return 2 * forward"),
            why="Each product has two gradients, that of its input and that of its weights.",
            look="How many products does the way back of y = W x need?",
        ),
        slip(
            "the factor 2 of a multiplication and an addition is missing",
            edit=("forward = 2 * (L * (attention + feed_forward) + V * D) + L * 4 * T * D", "forward = L * (attention + feed_forward) + V * D + L * 2 * T * D"),
            also=[("forward = 2 * (", "forward = (")],
            why="Processors count both. A price that counts one beside a speed that counts two is wrong by half.",
            look="How many operations is a dot product of m numbers?",
        ),
        slip(
            "scores and sums of values are left out",
            edit=(" + L * 4 * T * D", ""),
            why="In long texts they cost more than the weights.",
            look="Which two products of an attention layer have no weights?",
        ),
        slip(
            "scores and sums of values are counted by half",
            edit=("L * 4 * T * D", "L * 2 * (T + 1) * D"),
            also=[("L * 4 * T * D", "L * 2 * T * D")],
            why="Both cost 2 T D for each token and layer, and the half that the mask hides is computed as well.",
            look="Which two products does your number hold, and over how many keys?",
        ),
        slip(
            "grouped queries make scores cheaper",
            edit=("L * 4 * T * D", "L * 4 * T * D * H_kv // H"),
            why="Each query head still meets every key. What is shared is what is stored and projected.",
            look="How many scores has one query token, with H heads and T keys?",
        ),
        slip(
            "keys and values are counted with all heads",
            edit=("2 * D * D + 2 * D * D * H_kv // H", "4 * D * D"),
            why="Grouped queries project fewer heads of them.",
            look="Which of the arguments of your function does your code never use?",
        ),
        slip(
            "keys and values have one head each",
            edit=("2 * D * D * H_kv // H", "2 * D * D // H"),
            why="There are H_kv of them.",
            look="Which of the arguments of your function does your code never use?",
        ),
        slip(
            "a gate is counted always, or never",
            edit=("(3 if gated else 2)", "3"),
            also=[("(3 if gated else 2)", "2"), ("(3 if gated else 2)", "(2 if gated else 3)")],
            why="The original has two matrices, SwiGLU three.",
            look="How many matrices does your feed-forward layer have for each value of `gated`?",
        ),
        slip(
            "looking tokens up is counted as a product",
            edit=("+ V * D)", "+ 2 * V * D)"),
            why="A row of a table is read, not multiplied. In small models the table would be a large part of the price.",
            look="What is computed when a token becomes a vector?",
        ),
        slip(
            "the head is left out",
            edit=(" + V * D)", ")"),
            why="It scores every entry of the vocabulary for every token. In small models it is the largest product.",
            look="How are the logits computed?",
        ),
        slip(
            "the head is counted in every layer",
            edit=("2 * (L * (attention + feed_forward) + V * D)", "2 * L * (attention + feed_forward + V * D)"),
            why="It stands once, at the end.",
            look="How many heads has a model of L layers?",
        ),
        slip(
            "a whole text is counted, not a token",
            edit=("return 3 * forward", "return 3 * forward * T"),
            why="Compute is compared for each token, so that texts of any length can be.",
            look="What does the docstring say that the number is for?",
        ),
        slip(
            "scores are counted in one layer only",
            edit=("+ L * 4 * T * D", "+ 4 * T * D"),
            why="Every layer has its own.",
            look="How many attention layers are there?",
        ),
        slip(
            "scores are counted with D features in every head",
            edit=("L * 4 * T * D", "L * 4 * T * D * H"),
            also=[("L * 4 * T * D", "L * 4 * T * (D // H)")],
            why="H heads of D/H features are D products for each key, all heads together.",
            look="How many multiplications has one head's score?",
        ),
        slip(
            "the output projection is forgotten",
            edit=("2 * D * D + 2 * D * D * H_kv // H", "D * D + 2 * D * D * H_kv // H"),
            why="The joined heads go through one more matrix.",
            look="Which projections has an attention layer?",
        ),
        slip(
            "scores are counted for all queries of the text",
            edit=("L * 4 * T * D", "L * 4 * T * T * D"),
            why="A price for each token holds the scores of one query, with T keys.",
            look="How many queries has one token?",
        ),
        slip(
            "every parameter is counted as if it were multiplied, and the vectors too",
            edit=("+ V * D) + L * 4 * T * D", "+ 2 * V * D + (2 * L + 1) * D) + L * 4 * T * D"),
            why="Tables that are looked up, gains and biases cost next to nothing.",
            look="Which of your weights take part in a product?",
        ),
    ]  # fmt: skip
    promises = {
        "no gate, all heads": dict(groups=1, gated=False),
        "a gate and groups": dict(groups=3, gated=True),
        "a long text": dict(long=True),
        "a text of one token": dict(T=1),
        "operations of a token": "operations",
    }


READ = "return (10 ** ((reached - start) / slope)).item()"


@exercise("times_compute", points=2)
class _:
    # The first is far from the middle of the runs, the third lies on one line each.
    cases = [
        dict(sizes=3, seeds=3, at=(13.2, 14)),
        dict(sizes=4, seeds=1, at=(10.5, 11.5), uneven=True),
        dict(sizes=2, seeds=1, at=(12, 13)),
        dict(sizes=3, seeds=2, at=(11.5, 12.5), worse=True),
    ]
    tolerance = 2e-3

    def inputs(rng, sizes, seeds, at, uneven=False, worse=False):
        powers = 11 + np.cumsum(rng.uniform(0.4, 0.9, sizes))
        powers = np.repeat(powers, seeds)
        if uneven:
            powers = np.append(powers, powers[-1] + 0.9)
        gain = rng.uniform(0.1, 0.25) * (-1 if worse else 1)
        slopes = rng.uniform(-0.7, -0.4, 2)
        noise = 0.03 * rng.standard_normal((2, len(powers)))
        middle = powers - powers.mean()
        return {
            "compute": 10**powers,
            "original": 3 + slopes[0] * middle + noise[0],
            "modern": 3 - gain + slopes[1] * middle + noise[1],
            "at": float(10 ** rng.uniform(*at)),
        }

    def oracle(compute, original, modern, at):
        """numpy's fit, and bisection along the original's line."""
        x = np.log10(np.asarray(compute, dtype=np.float64))
        old, new = (np.polyfit(x, np.asarray(y, dtype=np.float64), 1) for y in (original, modern))
        reached = np.polyval(new, math.log10(at))
        low, high = -60.0, 90.0
        for _ in range(200):
            middle = (low + high) / 2
            low, high = (middle, high) if np.polyval(old, middle) > reached else (low, middle)
        return {"factor": float(10 ** (low - math.log10(at)))}

    alternatives = {
        "least squares of torch": """
            x = torch.log10(compute.double())
            table = torch.stack([torch.ones_like(x), x], dim=1)
            both = torch.linalg.lstsq(table, torch.stack([original, modern], dim=1).double()).solution
            (a, a2), (b, b2) = both.tolist()
            here = math.log10(at)
            return 10 ** ((a2 + b2 * here - a) / b - here)
        """,
        "numpy's fit": """
            import numpy as np
            x = np.log10(compute.cpu().numpy().astype(float))
            b, a = np.polyfit(x, original.cpu().numpy().astype(float), 1)
            d, c = np.polyfit(x, modern.cpu().numpy().astype(float), 1)
            level = c + d * np.log10(at)
            return float(10 ** ((level - a) / b) / at)
        """,
    }
    slips = [
        slip(
            "the lines are compared at one compute, as a ratio of losses",
            edit=(READ, "return (start / reached).item()"),
            also=[(READ, "return (original.mean() / modern.mean()).item()"), (READ, "return (start - reached).item()"), (READ, "return (10 ** (start - reached)).item()")],
            why="How much lower the loss is says nothing about compute. The question is how far along its line the original has to go.",
            look="Which axis is the factor measured along?",
        ),
        slip(
            "the modern block's slope is used",
            edit=("(reached, _) = line(original.double()), line(modern.double())", "(reached, slope) = line(original.double()), line(modern.double())"),
            why="It is the original that has to catch up, along its own line.",
            look="Along whose line do you go to the same loss?",
        ),
        slip(
            "the factor is turned over",
            edit=(READ, "return (10 ** ((start - reached) / slope)).item()"),
            also=[("line(original.double()), line(modern.double())", "line(modern.double()), line(original.double())")],
            why="A better block should make the original need more, a factor above 1.",
            look="Is your factor above 1 where the modern losses are lower?",
        ),
        slip(
            "the power of ten comes back, not the factor",
            edit=(READ, "return ((reached - start) / slope).item()"),
            also=[(READ, "return ((reached - start) / slope).exp().item()")],
            why="A distance along log₁₀ of compute is not yet a factor.",
            look="By what is C multiplied when log₁₀ C grows by 1?",
        ),
        slip(
            "compute is not taken as a logarithm",
            edit=("x = compute.double().log10()  # (n,)\n    x = x - math.log10(at)", "x = compute.double()\n    x = x / at - 1"),
            why="Loss falls by about the same amount with each doubling, not with each further operation.",
            look="What stands on the axis of the straight line?",
        ),
        slip(
            "the natural logarithm meets powers of ten",
            edit=("compute.double().log10()", "compute.double().log()"),
            also=[("x = x - math.log10(at)", "x = x - math.log(at)"), [("compute.double().log10()", "compute.double().log()"), ("x = x - math.log10(at)", "x = x - math.log(at)")]],
            why="What was taken as one logarithm has to come back by the power of the same base.",
            look="Which bases do your logarithms and powers have?",
        ),
        slip(
            "the line goes through the first and the last run",
            edit=("slope = (deviation * losses).sum() / deviation.square().sum()\n        return losses.mean() - slope * x.mean(), slope", "slope = (losses[-1] - losses[0]) / (x[-1] - x[0])\n        return losses[0] - slope * x[0], slope"),
            also=[("slope = (deviation * losses).sum() / deviation.square().sum()", "slope = (losses[-1] - losses[0]) / (x[-1] - x[0])")],
            why="The runs between them count as well. With two only, the noise of both is in the line.",
            look="Which of the runs decide your slope?",
        ),
        slip(
            "the line is forced through zero",
            edit="""
                x = compute.double().log10()
                old, new = ((x * losses).sum() / x.square().sum() for losses in (original, modern))
                here = math.log10(at)
                return 10 ** (new * here / old - here).item()
            """,
            also=[("slope = (deviation * losses).sum() / deviation.square().sum()\n        return losses.mean() - slope * x.mean(), slope", "slope = (x * losses).sum() / x.square().sum()\n        return losses.mean() - slope * x.mean(), slope")],
            why="A line has a height and a slope, and both are fitted.",
            look="Does your line go through the point of both means?",
        ),
        slip(
            "the answer is read at the middle of the runs",
            edit=("x = x - math.log10(at)", "x = x - x.mean()"),
            why="The lines are not parallel, so the factor is another one at each compute.",
            look="Which of the arguments of your function does your code never use?",
        ),
        slip(
            "the answer is read at the largest run",
            edit=("x = x - math.log10(at)", "x = x - x.max()"),
            why="The lines are not parallel, so the factor is another one at each compute.",
            look="Which of the arguments of your function does your code never use?",
        ),
        slip(
            "the original's own compute comes back",
            edit=(READ, "return (at * 10 ** ((reached - start) / slope)).item()"),
            why="How many times as much was asked, not how much.",
            look="What unit has your number?",
        ),
        slip(
            "the slope is divided by deviations that are not squared",
            edit=("deviation.square().sum()", "deviation.abs().sum()"),
            why="A slope of least squares is a mean product, divided by a mean square.",
            look="What is the slope of losses that are exactly 2x?",
        ),
        slip(
            "the losses are taken as logarithms as well",
            edit=("line(original.double()), line(modern.double())", "line(original.double().log()), line(modern.double().log())"),
            why="A law of powers is straight that way. The text fits loss itself, over a short range.",
            look="What stands on the other axis of the straight line?",
        ),
        slip(
            "the factor never falls below 1",
            edit=(READ, "return max(1.0, (10 ** ((reached - start) / slope)).item())"),
            also=[(READ, "return (10 ** ((reached - start) / slope).abs()).item()")],
            why="The modern block may be worse at some compute. Then the original needs less, and the number should say so.",
            look="What should come out where the original's losses are lower?",
        ),
        slip(
            "the loss of a single run is taken, not the line's",
            edit=(", (reached, _) = line(original.double()), line(modern.double())", " = line(original.double())\n    reached = modern.double()[x.abs().argmin()]"),
            also=[(", (reached, _) = line(original.double()), line(modern.double())", " = line(original.double())\n    reached = modern.double()[-1]")],
            why="One run is lucky or unlucky. The line has the mean of all of them.",
            look="Where is your loss read off: from a run or from the line?",
        ),
        slip(
            "both lines get one slope",
            edit=(READ, "z = x - x.mean()\n    slope = ((z * original).sum() + (z * modern).sum()) / (2 * z.square().sum())\n    reached, start = modern.double().mean(), original.double().mean()\n    return (10 ** ((reached - start) / slope)).item()"),
            why="The blocks may gain by compute at different rates, and then the factor hangs on where one asks.",
            look="How many slopes do you fit?",
        ),
        slip(
            "neighbouring runs are joined, and no line is fitted",
            edit="""
                import numpy as np

                x, here = compute.double().log10().numpy(), math.log10(at)
                reached = np.interp(here, x, modern.double().numpy())
                return float(10 ** (np.interp(-reached, -original.double().numpy(), x) - here))
            """,
            why="Between two runs lies their noise. A line takes the mean of all.",
            look="How many runs decide your answer?",
        ),
        slip(
            "the line is fitted the other way round",
            edit="""
                x, o = compute.double().log10() - math.log10(at), original.double()
                z, deviation = x - x.mean(), o - o.mean()
                reached = modern.double().mean() - (z * modern.double()).sum() / z.square().sum() * x.mean()
                along = (deviation * z).sum() / deviation.square().sum()
                return (10 ** (x.mean() + along * (reached - o.mean()))).item()
            """,
            why="Least squares of compute on loss is another line than that of loss on compute. The noise is in the losses.",
            look="Whose distances from the line are squared in your fit?",
        ),
    ]  # fmt: skip
    promises = {
        "several runs of one size": dict(seeds=3),
        "steps that are not even": dict(uneven=True),
        "two runs": dict(sizes=2),
        "a block that is worse": dict(worse=True),
        "beyond the runs": dict(at=(10.5, 11.5)),
        "the factor": "factor",
    }
