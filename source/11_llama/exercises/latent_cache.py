"""What latent attention caches per token: a compressed vector and a shared rotary key.

Oracle: vector by vector in float64, rotations as complex numbers, gradients by autograd.
"""

import torch

from autograder.authoring import exercise, slip

from ._shared import LIBRARY, complex_turn, leaf, tensor

CUT = "c, k_rot = (x @ down.T).tensor_split([len(gain)], dim=-1)"
LATENT = "size = (c.square().mean(dim=-1, keepdim=True) + eps).sqrt()"
KEPT = "return gain * c / size, turn(k_rot)"


@exercise("latent_cache", points=2, forbid=LIBRARY)
class _:
    # In the first case both parts are equally wide and the matrix is square; the third has vectors so small that eps matters.
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
        """Vector by vector in float64, gradients by autograd. A test compares both parts with DeepSeek's layer."""
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
            "the rotary part goes through the norm with the rest",
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
            why="The rotary key bypasses the norm, which applies only to the C numbers of the latent.",
            look="How many numbers enter your mean square, and what do you divide by its root?",
        ),
        slip(
            "more than the rotary key is rotated",
            edit=(KEPT, "return turn(gain * c / size), turn(k_rot)"),
            also=[
                (KEPT, "return gain * turn(c) / size, turn(k_rot)"),
                (CUT, "x = turn(x)\n    c, k_rot = (x @ down.T).tensor_split([len(gain)], dim=-1)"),
                [(CUT, "c, k_rot = turn(x @ down.T).tensor_split([len(gain)], dim=-1)"), (KEPT, "return gain * c / size, k_rot")],
            ],
            why="A rotation between c and the matrix that unpacks it would prevent folding, which is why there are two parts.",
            look="Which of the two parts is rotated in the formula?",
        ),
        slip(
            "nothing is rotated",
            edit=(KEPT, "return gain * c / size, k_rot"),
            why="Like every key cached with RoPE, the rotary key is stored rotated, because its position never changes.",
            look="Which of the arguments of your function does your code never use?",
        ),
        slip(
            "the latent isn't normalized",
            edit=(KEPT, "return c, turn(k_rot)"),
            also=[(KEPT, "return gain * c, turn(k_rot)")],
            why="The matrices that unpack the latent were trained on normalized vectors.",
            look="Which steps lead from c' to c?",
        ),
        slip(
            "the gain is missing",
            edit=(KEPT, "return c / size, turn(k_rot)"),
            why="The matrices that unpack the latent expect its features multiplied by the gain.",
            look="Where does your code use the values of gain, and not only its length?",
        ),
        slip(
            "the two parts are taken in the wrong order",
            edit=(CUT, "k_rot, c = (x @ down.T).tensor_split([len(down) - len(gain)], dim=-1)"),
            why="The first C rows produce the latent, the last r rows the rotary key.",
            look="Which rows of `down` belong to which part?",
        ),
        slip(
            "the two parts are returned in the wrong order",
            edit=(KEPT, "return turn(k_rot), gain * c / size"),
            why="The calling code would take each part for the other.",
            look="In which order does the docstring name the two results?",
        ),
        slip(
            "the projection is split in the middle",
            edit=(CUT, "c, k_rot = (x @ down.T).chunk(2, dim=-1)"),
            why="In DeepSeek-V3 the latent has 512 numbers, but the rotary key has only 64.",
            look="Which argument tells you how wide the latent is?",
        ),
        slip(
            "the matrix is used without being transposed",
            edit=("(x @ down.T)", "(x @ down)"),
            why="In this course, weights act as y = x Wᵀ. If the matrix isn't square, the shapes don't even fit.",
            look="Which axis of `down` has length D?",
        ),
        slip(
            "vectors are scaled to length 1",
            edit=(LATENT, "size = (c.square().sum(dim=-1, keepdim=True) + eps).sqrt()"),
            also=[(LATENT, "size = c.norm(dim=-1, keepdim=True) + eps")],
            why="After RMSNorm the root mean square is 1, so the length is √C.",
            look="Do you divide the sum of squares by the number of features?",
        ),
        slip(
            "the mean is subtracted as well",
            edit=(KEPT, "c = torch.nn.functional.layer_norm(c, c.shape[-1:], gain, eps=eps)\n    return c, turn(k_rot)"),
            also=[(KEPT, "return gain * (c - c.mean(dim=-1, keepdim=True)) / size, turn(k_rot)")],
            why="That is LayerNorm. RMSNorm doesn't subtract the mean.",
            look="Which of the two norms is in the formula?",
        ),
        slip(
            "the norm runs over the tokens",
            edit=(LATENT, "size = (c.square().mean(dim=1, keepdim=True) + eps).sqrt()"),
            also=[(LATENT, "size = (c.square().mean() + eps).sqrt()"), (LATENT, "size = (c.square().mean(dim=(1, 2), keepdim=True) + eps).sqrt()")],
            why="The cached values of one token would depend on the tokens around it, so the cache couldn't grow token by token.",
            look="How many numbers share one root mean square?",
        ),
        slip(
            "eps is added outside the root",
            edit=(LATENT, "size = c.square().mean(dim=-1, keepdim=True).sqrt() + eps"),
            why="For vectors of ordinary size this makes no difference. For small ones it does: the root of 10⁻⁶ is 10⁻³.",
            look="What is eps added to, according to the docstring?",
        ),
        slip(
            "the given eps isn't used",
            edit=("keepdim=True) + eps)", "keepdim=True) + 1e-6)"),
            also=[("keepdim=True) + eps)", "keepdim=True))"), ("keepdim=True) + eps)", "keepdim=True) + 1e-5)"), (KEPT, "return F.rms_norm(c, gain.shape, gain), turn(k_rot)")],
            why="Models use different values of eps, and weights fit only the one they were trained with.",
            look="Where is eps in your code, and which constants are next to it?",
        ),
        slip(
            "the root is missing",
            edit=("+ eps).sqrt()", "+ eps)"),
            why="Doubling a vector would then halve its result.",
            look="What do you get for 2x, compared with x?",
        ),
        slip(
            "x is normalized before it is projected",
            edit="""
                x = x / (x.square().mean(dim=-1, keepdim=True) + eps).sqrt()
                c, k_rot = (x @ down.T).tensor_split([len(gain)], dim=-1)
                return gain * c, turn(k_rot)
            """,
            why="The block has already normalized x. This norm belongs after the projection, to c'.",
            look="What is RMSNorm applied to in the formula?",
        ),
        slip(
            "no gradient flows through the norm's denominator",
            edit=("+ eps).sqrt()", "+ eps).sqrt().detach()"),
            why="The values are right, but the gradient keeps a component along the vector that the norm should remove.",
            look="Which operations cut a tensor off from autograd?",
        ),
        slip(
            "the rotary key is taken from the latent",
            edit=(KEPT, "r = k_rot.shape[-1]\n    return gain * c / size, turn((x @ down.T)[..., :r])"),
            also=[(KEPT, "r = k_rot.shape[-1]\n    return gain * c / size, turn((gain * c / size)[..., :r])")],
            why="It comes from its own rows of `down`, after the first C.",
            look="Which of the C + r numbers make up your rotary key?",
        ),
        slip(
            "the rotary key is projected from normalized tokens",
            edit=(KEPT, "normed = x / (x.square().mean(dim=-1, keepdim=True) + eps).sqrt()\n    return gain * c / size, turn(normed @ down[len(gain) :].T)"),
            why="The block has already normalized x, and the rotary key has no norm.",
            look="Which steps lead from x to k' in the formula?",
        ),
    ]  # fmt: skip
    promises = {
        "one part narrower than the other": dict(C=6, r=2),
        "both parts equally wide": dict(C=4, r=4),
        "tokens after a cache": dict(start=(10, 40)),
        "1e-6 unless another is given": dict(size=1e-3),
        "a given eps": dict(eps=(0.2, 0.6)),
        "the rotary key is not normalized": "rotary key",
        "gradients reach x, the matrix and the gain": "lengths of gradients",
    }
