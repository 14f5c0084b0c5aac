"""T5's self-attention: unscaled scores plus a position bias.

Oracle: transformers' T5Attention in float64 with copied weights. In one case all scores are near
−200, to catch masking with a finite number.
"""

import numpy as np
import torch
from transformers import T5Config
from transformers.models.t5.modeling_t5 import T5Attention

from autograder.authoring import exercise, slip

from ._shared import ATTENTION_SLIPS, CUT, LIBRARY, MASKED, gradients, matrices, random_mask

BIASED = "scores = q @ k.mT + bias"


@exercise("T5Attention", points=3, forbid=LIBRARY)
class _:
    cases = [
        dict(B=2, T=5, D=6, H=2, d=4, mask="causal"),
        dict(B=1, T=3, D=4, H=3, d=3, mask=None),
        dict(B=2, T=4, D=8, H=4, d=2, mask="random", low=200),
    ]
    weights = {"output": 3, "grad_x": 1, "grad_bias": 1, "grad_weights": 1, "bias unchanged": 1}

    def inputs(rng, B, T, D, H, d, mask, low=0):
        shapes = {f"{n}_proj": (H * d, D) for n in "qkv"} | {"out_proj": (D, H * d)}
        return {
            "x": rng.standard_normal((B, T, D)),
            "bias": rng.standard_normal((H, T, T)) - low,
            "mask": random_mask(rng, mask, T),
            "d_model": D,
            "n_heads": H,
            "d_head": d,
            "weights": matrices(rng, **shapes),
            "gradient": rng.standard_normal((B, T, D)),
        }

    def oracle(x, bias, mask, d_model, n_heads, d_head, weights, gradient):
        config = T5Config(d_model=d_model, d_kv=d_head, num_heads=n_heads, dropout_rate=0.0)
        config._attn_implementation = "eager"
        layer = T5Attention(config, layer_idx=0).double().eval()
        ours = {"q": "q_proj", "k": "k_proj", "v": "v_proj", "o": "out_proj"}
        layer.load_state_dict({f"{n}.weight": torch.as_tensor(weights[f"{ours[n]}.weight"]) for n in ours})
        x, bias = (torch.tensor(value, dtype=torch.float64, requires_grad=True) for value in (x, bias))
        hidden = torch.zeros(bias.shape[1:], dtype=torch.bool) if mask is None else ~torch.as_tensor(mask)
        output = layer(x, position_bias=bias.masked_fill(hidden, -np.inf)[None])[0]
        output.backward(torch.as_tensor(gradient, dtype=torch.float64))
        found = {f"{ours[n]}.weight": getattr(layer, n).weight for n in ours}
        unchanged = {"output": output.detach(), "bias": bias.detach()}
        found = gradients(weights, found, x.grad, grad_bias=bias.grad)
        return found | {"output": output.detach(), "bias unchanged": unchanged}

    promises = {
        "H·d need not be D": dict(D=6, H=2, d=4),
        "not scaled": dict(d=4),
        "a bias for each head": dict(H=3),
        "a causal mask": dict(mask="causal"),
        "any mask (T, T)": dict(mask="random"),
        "hidden keys get a weight of 0, however low the scores": dict(low=200),
        "None: every query may look everywhere": dict(mask=None),
        "the bias learns": "grad_bias",
        "the bias stays as it is": "bias unchanged",
        "all projections learn": "grad_weights",
    }
    alternatives = {
        "the fused function": """
            q, k, v = (split_heads(f(x), self.n_heads) for f in (self.q_proj, self.k_proj, self.v_proj))
            added = bias if mask is None else bias.masked_fill(mask.logical_not(), -torch.inf)
            context = F.scaled_dot_product_attention(q, k, v, attn_mask=added.expand(len(x), -1, -1, -1), scale=1.0)
            return self.out_proj(merge_heads(context))
        """,
        "the mask first, einsum": """
            B, T, D = x.shape
            q, k, v = (f(x).view(B, T, self.n_heads, -1) for f in (self.q_proj, self.k_proj, self.v_proj))
            e = torch.einsum("bihd,bjhd->bhij", q, k)
            if mask is not None:
                e = torch.where(mask[None, None], e, -1e9)
            a = torch.softmax(e + bias[None], dim=3)
            return torch.einsum("bhij,bjhd->bihd", a, v).reshape(B, T, -1) @ self.out_proj.weight.T
        """,
        "head by head, softmax written out": """
            out, d = 0, self.q_proj.weight.shape[0] // self.n_heads
            for h in range(self.n_heads):
                q, k, v = (f(x)[..., h * d : (h + 1) * d] for f in (self.q_proj, self.k_proj, self.v_proj))
                e = q @ k.transpose(1, 2) + bias[h]
                e = (e - e.amax(-1, keepdim=True)).exp()
                e = e if mask is None else e * mask
                out = out + (e / e.sum(-1, keepdim=True)) @ v @ self.out_proj.weight[:, h * d : (h + 1) * d].T
            return out
        """,
    }
    slips = [
        slip(
            "the products are divided by √d",
            edit=(BIASED, "scores = q @ k.mT / math.sqrt(q.shape[-1]) + bias"),
            also=[
                """
                q, k, v = (split_heads(f(x), self.n_heads) for f in (self.q_proj, self.k_proj, self.v_proj))
                added = bias if mask is None else bias.masked_fill(~mask, -math.inf)
                return self.out_proj(merge_heads(F.scaled_dot_product_attention(q, k, v, attn_mask=added.expand(len(x), -1, -1, -1))))
                """,
            ],
            why="T5's weights were trained without this factor. With it, the bias is √d times too loud next to the products.",
            look="What happened to √d in T5, according to the section?",
        ),
        slip(
            "products and bias are divided by √d",
            edit=(BIASED, "scores = (q @ k.mT + bias) / math.sqrt(q.shape[-1])"),
            why="T5 doesn't divide anything; its queries start out smaller instead.",
            look="What happened to √d in T5, according to the section?",
        ),
        slip(
            "the products are divided by √D",
            edit=(BIASED, "scores = q @ k.mT / math.sqrt(x.shape[-1]) + bias"),
            why="T5 doesn't divide anything; its queries start out smaller instead.",
            look="What happened to √d in T5, according to the section?",
        ),
        slip(
            "the bias is added to the weights, after softmax",
            edit=[(BIASED, "scores = q @ k.mT"), ("scores.softmax(dim=-1) @ v", "(scores.softmax(dim=-1) + bias) @ v")],
            why="The weights may then be negative and no longer sum to 1, and the mask doesn't hide what the bias lets in.",
            look="What goes into softmax?",
        ),
        slip(
            "the bias also acts on the values",
            edit=("scores.softmax(dim=-1) @ v", "scores.softmax(dim=-1) @ v + (scores.softmax(dim=-1) * bias).sum(-1, keepdim=True)"),
            why="That is Shaw's second table. In T5, values know nothing about positions.",
            look="How often does the bias occur in your forward, and how often in the formula?",
        ),
        slip(
            "the bias is not used",
            edit=(BIASED, "scores = q @ k.mT"),
            why="Without it the layer does not know where anything is.",
            look="Follow bias through forward. Where does it end?",
        ),
        slip(
            "the bias is left out where there is a mask",
            edit=(BIASED, "scores = q @ k.mT + (bias if mask is None else 0)"),
            why="The mask decides what may be seen, and the bias tells the query how far away it is. A decoder needs both.",
            look="What happens to bias on the way through forward when a mask is given?",
        ),
        slip(
            "the caller's bias is masked in place",
            edit=[(BIASED, "if mask is not None:\n            bias.data.masked_fill_(~mask, -math.inf)\n        scores = q @ k.mT + bias"), (MASKED, "pass")],
            why="All layers share this matrix, and after this one it is full of −∞.",
            look="Which of your operations end in an underscore, or write into an argument?",
        ),
        slip(
            "the head axis of the bias is aligned with the sequences",
            edit=(BIASED, "scores = q @ k.mT + bias[:, None]"),
            also=[
                [
                    (BIASED, "scores = q @ k.mT + bias[:, None]"),
                    ("merge_heads(scores.softmax(dim=-1) @ v)", "(scores.softmax(dim=-1) @ v).transpose(1, 2).reshape(*x.shape[:2], -1)"),
                ],
            ],
            why="Every sequence would get the numbers of a different head, if the sizes fit at all.",
            look="Write (H, T, T) under (B, H, T, T), flush right. Is an axis missing, and where?",
        ),
        slip(
            "one bias serves all heads",
            edit=(BIASED, "scores = q @ k.mT + bias[0]", "scores = q @ k.mT + bias.mean(dim=0)", "scores = q @ k.mT + bias.sum(dim=0)"),
            why="Heads should differ in where they look, and a bias of their own is what lets them.",
            look="Which axis of bias do you remove?",
        ),
        slip(
            "the width of a head is taken from D",
            edit=("split_heads(f(x), self.n_heads)", "f(x).view(*x.shape[:2], self.n_heads, x.shape[-1] // self.n_heads).transpose(1, 2)"),
            why="H heads of width d need not add up to D, so D // H may differ from d.",
            look="How many columns does the output of q_proj have, and which d follows from that?",
        ),
        slip(
            "the rows of the bias are those of the keys",
            edit=(BIASED, "scores = q @ k.mT + bias.mT"),
            why="Past and future are then swapped.",
            look="Which of the two axes (T, T) belongs to the queries, in the scores and in the bias?",
        ),
        slip(
            "the bias multiplies the scores",
            edit=(BIASED, "scores = q @ k.mT * bias"),
            why="A bias of 0 should change nothing, but here it wipes out the words.",
            look="What should come out for a bias of zeros?",
        ),
        *ATTENTION_SLIPS,
        slip(
            "the output projection is missing",
            edit=("self.out_proj(merge_heads(scores.softmax(dim=-1) @ v))", "merge_heads(scores.softmax(dim=-1) @ v)"),
            also=[("return self.out_proj(merge_heads(scores.softmax(dim=-1) @ v))", "z = merge_heads(scores.softmax(dim=-1) @ v)\n        return z if z.shape == x.shape else self.out_proj(z)")],
            why="The heads' columns lie side by side, and there may be more or fewer of them than D.",
            look="Four linear layers are made in __init__. How many does forward call?",
        ),
        slip(
            "heads are merged by a reshape without a transpose",
            edit=("merge_heads(scores.softmax(dim=-1) @ v)", "(scores.softmax(dim=-1) @ v).reshape(*x.shape[:2], -1)"),
            why="Numbers of different tokens then end up in the same row.",
            look="What is the order of the axes in the context, and what is it in the output?",
        ),
        slip("the bias is cut off from the gradient", edit=(BIASED, "scores = q @ k.mT + bias.detach()"), **CUT),
    ]  # fmt: skip
