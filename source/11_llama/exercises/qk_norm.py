"""QK-norm as in Qwen3: RMSNorm of each head's queries and keys, then the rotation.

Oracle: vector by vector in float64, rotations as complex numbers, gradients by autograd.
"""

import torch

from autograder.authoring import exercise, slip

from ._shared import LIBRARY, complex_turn, leaf, tensor

NORMED = "size = (x.square().mean(dim=-1, keepdim=True) + eps).sqrt()"
RETURNED = "return turn(norm(q, q_gain)), turn(norm(k, k_gain))"


@exercise("qk_norm", points=2, forbid=LIBRARY)
class _:
    # The second case has as many heads as tokens and features, the third has tiny vectors, where eps matters.
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
        """Vector by vector in float64, gradients by autograd. A test compares the layer with Qwen3's."""
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
        "the gain after two rotations": """
            q = q / (q.norm(dim=-1, keepdim=True) ** 2 / q.shape[-1] + eps) ** 0.5
            k = k / (k.norm(dim=-1, keepdim=True) ** 2 / k.shape[-1] + eps) ** 0.5
            return tuple(turn(torch.einsum("bhtd,d->bhtd", x, g)) for x, g in ((q, q_gain), (k, k_gain)))
        """,
    }
    slips = [
        slip(
            "the mean square is taken over all heads of a token",
            edit=(NORMED, "size = (x.square().mean(dim=(1, 3), keepdim=True) + eps).sqrt()"),
            also=[(NORMED, "size = (x.square().mean(dim=1, keepdim=True) + eps).sqrt()")],
            why="That is a norm over all D features. A head that grows would shrink its token's other heads, and could still give all its attention to one token.",
            look="How many numbers share one root mean square: d or H · d?",
        ),
        slip(
            "the norm runs over the tokens",
            edit=(NORMED, "size = (x.square().mean(dim=2, keepdim=True) + eps).sqrt()"),
            also=[(NORMED, "size = (x.square().mean(dim=(2, 3), keepdim=True) + eps).sqrt()"), (NORMED, "size = (x.square().mean() + eps).sqrt()")],
            why="The size of a vector would depend on other tokens, including later ones.",
            look="Which axis of (B, H, T, d) runs over the features?",
        ),
        slip(
            "the rotation comes before the norm",
            edit=(RETURNED, "return norm(turn(q), q_gain), norm(turn(k), k_gain)"),
            also=[
                ("gain * x / size\n\n    " + RETURNED, "x / size\n\n    return q_gain * turn(norm(q, q_gain)), k_gain * turn(norm(k, k_gain))"),
            ],
            why="Each gain belongs to one feature, but after the rotation each feature is a mixture of two, and a different one at each position.",
            look="Which comes first in the text, norm or RoPE?",
        ),
        slip(
            "nothing is rotated",
            edit=(RETURNED, "return norm(q, q_gain), norm(k, k_gain)"),
            why="Queries and keys would carry no information about their positions.",
            look="Which of the arguments of your function does your code never use?",
        ),
        slip(
            "only queries or only keys are rotated",
            edit=(RETURNED, "return turn(norm(q, q_gain)), norm(k, k_gain)"),
            also=[(RETURNED, "return norm(q, q_gain), turn(norm(k, k_gain))")],
            why="A score depends on the distance only if both are rotated.",
            look="What becomes of i − j if only one of the two is rotated?",
        ),
        slip(
            "only queries or only keys are normalized",
            edit=(RETURNED, "return turn(norm(q, q_gain)), turn(k)"),
            also=[(RETURNED, "return turn(q), turn(norm(k, k_gain))"), (RETURNED, "return turn(norm(q, q_gain)), turn(k_gain * k)")],
            why="The vectors that aren't normalized can still grow without bound, and the scores grow with them.",
            look="Which steps do queries and keys each go through in Qwen3?",
        ),
        slip(
            "keys get the gain of the queries",
            edit=("turn(norm(k, k_gain))", "turn(norm(k, q_gain))"),
            also=[(RETURNED, "return turn(norm(q, k_gain)), turn(norm(k, q_gain))"), ("turn(norm(q, q_gain))", "turn(norm(q, k_gain))")],
            why="Queries and keys have separate gains.",
            look="Which of the four tensors are combined in each of your lines?",
        ),
        slip(
            "the gain is missing",
            edit=("return gain * x / size", "return x / size"),
            why="All heads would be equally sharp forever: between vectors of fixed length, a score can't exceed √d.",
            look="Which of the arguments of your function does your code never use?",
        ),
        slip(
            "vectors are scaled to length 1",
            edit=("return gain * x / size", "return gain * x / (x.norm(dim=-1, keepdim=True) + eps)"),
            also=[(NORMED, "size = (x.square().sum(dim=-1, keepdim=True) + eps).sqrt()"), ("return gain * x / size", "return gain * torch.nn.functional.normalize(x, dim=-1)")],
            why="After RMSNorm the root mean square is 1, so the length is √d. The gains of a published model expect that.",
            look="Do you divide the sum of squares by the number of features?",
        ),
        slip(
            "the root is missing",
            edit=("+ eps).sqrt()", "+ eps)"),
            why="Doubling a vector would then halve its result.",
            look="What do you get for 2x, compared with x?",
        ),
        slip(
            "the mean is subtracted as well",
            edit=("return gain * x / size", "x = x - x.mean(dim=-1, keepdim=True)\n        return gain * x / (x.square().mean(dim=-1, keepdim=True) + eps).sqrt()"),
            also=[("return gain * x / size", "return gain * torch.nn.functional.layer_norm(x, x.shape[-1:], eps=eps)"), ("return gain * x / size", "return gain * (x - x.mean(dim=-1, keepdim=True)) / size")],
            why="That is LayerNorm. RMSNorm doesn't subtract the mean.",
            look="Which of the two norms of lesson 03 does the formula show?",
        ),
        slip(
            "eps is added outside the root",
            edit=(NORMED, "size = x.square().mean(dim=-1, keepdim=True).sqrt() + eps"),
            why="For vectors of ordinary size this makes no difference. For small ones it does: the root of 10⁻⁶ is 10⁻³.",
            look="What is eps added to, according to the docstring?",
        ),
        slip(
            "the given eps isn't used",
            edit=("keepdim=True) + eps)", "keepdim=True) + 1e-6)"),
            also=[("keepdim=True) + eps)", "keepdim=True))"), ("keepdim=True) + eps)", "keepdim=True) + 1e-5)"), ("keepdim=True) + eps)", "keepdim=True) + 1e-8)"), "return turn(F.rms_norm(q, q_gain.shape, q_gain)), turn(F.rms_norm(k, k_gain.shape, k_gain))"],
            why="Qwen3 uses 10⁻⁶ and SmolLM2 10⁻⁵, and weights fit only the eps they were trained with.",
            look="Where is eps in your code, and which constants are next to it?",
        ),
        slip(
            "no gradient flows through the norm's denominator",
            edit=("keepdim=True) + eps).sqrt()", "keepdim=True) + eps).sqrt().detach()"),
            why="The values are right, but the gradient keeps a component along the vector that the norm should remove.",
            look="Which operations cut a tensor off from autograd?",
        ),
        slip(
            "keys and queries are swapped",
            edit=(RETURNED, "return turn(norm(k, k_gain)), turn(norm(q, q_gain))"),
            why="The calling code would use keys as queries and queries as keys.",
            look="In which order does the docstring name the two results?",
        ),
        slip(
            "one is added to the gain",
            edit=("gain * x / size", "(1 + gain) * x / size"),
            why="Gemma stores its gains minus one and adds the one back. Qwen3 stores them as they are.",
            look="What should a gain of 0 do?",
        ),
        slip(
            "the vectors are also divided by a power of d",
            edit=(RETURNED, "return turn(norm(q, q_gain)) / q.shape[-1] ** 0.5, turn(norm(k, k_gain))"),
            also=[(RETURNED, "return turn(norm(q, q_gain)) / q.shape[-1] ** 0.25, turn(norm(k, k_gain)) / q.shape[-1] ** 0.25"), (RETURNED, "return turn(norm(q, q_gain)) / q.shape[-1] ** 0.5, turn(norm(k, k_gain)) / q.shape[-1] ** 0.5")],
            why="The scores are divided by √d later, when they are computed, so here it would happen a second time.",
            look="Is there a √d in the notebook's formula?",
        ),
        slip(
            "the size is computed as a standard deviation",
            edit=(NORMED, "size = x.std(dim=-1, keepdim=True) + eps"),
            also=[(NORMED, "size = (x.square().sum(dim=-1, keepdim=True) / (x.shape[-1] - 1) + eps).sqrt()"), (NORMED, "size = x.std(dim=-1, keepdim=True, unbiased=False) + eps"), (NORMED, "size = (x.var(dim=-1, keepdim=True) + eps).sqrt()")],
            why="A standard deviation subtracts the mean and divides by d − 1. The root mean square subtracts nothing and divides by d.",
            look="Which numbers are squared in the formula, and what is their sum divided by?",
        ),
        slip(
            "vectors are rotated twice",
            edit=(RETURNED, "return turn(turn(norm(q, q_gain))), turn(turn(norm(k, k_gain)))"),
            also=[(RETURNED, "return turn(norm(turn(q), q_gain)), turn(norm(turn(k), k_gain))")],
            why="That doubles every frequency, and the model wasn't trained with those.",
            look="How many times does a query go through `turn`?",
        ),
        slip(
            "the arguments are overwritten without the gradient",
            edit="""
                with torch.no_grad():
                    q /= (q.square().mean(-1, keepdim=True) + eps).sqrt()
                    k /= (k.square().mean(-1, keepdim=True) + eps).sqrt()
                return turn(q_gain * q), turn(k_gain * k)
            """,
            why="Earlier layers then get gradients for vectors that no longer exist.",
            look="Which of your lines writes into q, and does autograd know about it?",
        ),
    ]  # fmt: skip
    promises = {
        "fewer KV heads than query heads": dict(H=4, G=2),
        "as many KV heads as query heads": dict(H=4, G=4),
        "a given eps": dict(eps=(0.2, 0.6)),
        "1e-6 unless another is given": dict(size=1e-3),
        "each head's vector on its own": dict(B=2, H=4),
        "gains and vectors learn": "lengths of gradients",
    }
