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
            why="The rotary key is stored turned, as every cache of lesson 10 does. Its position never changes.",
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
