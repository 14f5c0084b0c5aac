"""One head of self-attention: query, key and value projections, then masked attention.

Oracle: F.linear and F.scaled_dot_product_attention in float64, with gradients by autograd.
In one case a sequence is all padding, so its output must be 0.
"""

import numpy as np
import torch
import torch.nn.functional as F

from autograder.authoring import exercise, slip

from ._shared import BLOCKS, float64_attention


@exercise(
    "SelfAttention",
    points=3,
    forbid=["nn.MultiheadAttention", *BLOCKS],
)
class _:
    cases = [
        dict(B=2, T=5, d_in=6, d_head=4, mask="causal"),
        dict(B=1, T=1, d_in=3, d_head=5, mask=None),
        dict(B=3, T=4, d_in=5, d_head=5, mask="random"),
        dict(B=2, T=3, d_in=4, d_head=3, mask=None),
        dict(B=2, T=3, d_in=3, d_head=2, mask="padding"),
    ]

    def inputs(rng, B, T, d_in, d_head, mask):
        allowed = {
            None: None,
            "causal": np.tril(np.ones((T, T), dtype=bool)),
            "random": rng.random((B, T, T)) < 0.5,
            "padding": np.arange(T)
            < rng.permutation([2, 0])[:, None, None],  # one of the two sequences is empty
        }[mask]
        if mask == "random":
            allowed[:, range(T), range(T)] = True
            allowed[:, 0, 1] = False
        weights = {}
        for name in ("q_proj", "k_proj", "v_proj"):
            weights[f"{name}.weight"] = rng.standard_normal((d_head, d_in)) / np.sqrt(d_in) * 1.5
            weights[f"{name}.bias"] = rng.standard_normal(d_head)
        return {
            "x": rng.standard_normal((B, T, d_in)),
            "mask": allowed,
            "earlier_mask": np.triu(np.ones((T, T), dtype=bool)),  # another one than any of these
            "d_in": d_in,
            "d_head": d_head,
            "weights": weights,
            "gradient": rng.standard_normal((B, T, d_head)),
        }

    def oracle(x, mask, earlier_mask, d_in, d_head, weights, gradient):
        w = {name: torch.tensor(value, requires_grad=True) for name, value in weights.items()}
        x = torch.tensor(x, requires_grad=True)
        q, k, v = (F.linear(x, w[f"{name}_proj.weight"], w[f"{name}_proj.bias"]) for name in "qkv")
        output = float64_attention(q, k, v, mask)
        output.backward(torch.as_tensor(gradient))
        gradients = {name: value.grad for name, value in w.items()}
        return {"output": output.detach(), "grad_x": x.grad, "gradients": gradients}

    weights = {"output": 3, "grad_x": 1, "gradients": 1}

    alternatives = {
        "torch's attention": "return F.scaled_dot_product_attention(self.q_proj(x), self.k_proj(x), self.v_proj(x), attn_mask=mask)",
        "weights by hand": """
            q = x @ self.q_proj.weight.T + self.q_proj.bias
            k = x @ self.k_proj.weight.T + self.k_proj.bias
            scores = torch.einsum("btd,bsd->bts", q, k) / self.q_proj.out_features**0.5
            if mask is not None:
                scores = scores.masked_fill(mask.logical_not(), float("-inf"))
            weights = scores.softmax(dim=2).nan_to_num(0.0)
            # the average of projected tokens is the projection of the average; the bias counts as often as weights sum to one
            return weights @ x @ self.v_proj.weight.T + weights.sum(dim=2, keepdim=True) * self.v_proj.bias
        """,
    }
    slips = [
        slip(
            "keys and values have changed places",
            edit=(
                "q, k, v = self.q_proj(x), self.k_proj(x), self.v_proj(x)",
                "q, v, k = self.q_proj(x), self.k_proj(x), self.v_proj(x)",
            ),
            why="They have the same shape, so no error is raised. A module trained from scratch would even learn, but the "
            "weights of a published model wouldn't fit.",
            look="Which projection decides where to look, and which one what a token gets from there?",
        ),
        slip(
            "queries and keys share one projection",
            edit=("self.k_proj(x)", "self.q_proj(x)"),
            why="The scores become symmetric: if a pronoun scores high with its noun, the noun scores just as high with the "
            "pronoun. Attention needs a direction.",
            look="How many of your three projections does forward use?",
        ),
        slip(
            "the mask is not passed on",
            edit=("scaled_dot_product_attention(q, k, v, mask)", "scaled_dot_product_attention(q, k, v)"),
            why="Every token then sees the whole sequence, including the tokens it is supposed to predict.",
            look="Follow mask through forward. Where does it end?",
        ),
        slip(
            "the scores are divided by the root of the input's width",
            edit=(
                "return scaled_dot_product_attention(q, k, v, mask)",
                "q = q * math.sqrt(q.shape[-1] / x.shape[-1])\n        return scaled_dot_product_attention(q, k, v, mask)",
            ),
            why="A score is a sum over the d entries of a query, and d is the width of the head. Slides that show a "
            "single head write √d_model, because there both are equal.",
            look="How many products does one score add up?",
        ),
        slip(
            "the attention is always causal, whatever the mask",
            edit=(
                "scaled_dot_product_attention(q, k, v, mask)",
                "F.scaled_dot_product_attention(q, k, v, is_causal=True)",
            ),
            why="The caller decides who may look where: the same module serves an encoder without a mask and a batch "
            "with padding.",
            look="Follow mask through forward. Where does it end?",
        ),
        slip(
            "queries and keys have changed places",
            edit=("(q, k, v, mask)", "(k, q, v, mask)"),
            why="Row t of the scores then belongs to key t instead of query t. The shapes are the same, so no error is raised, but the "
            "weights of a published model wouldn't fit.",
            look="In which order does the attention function take queries and keys?",
        ),
        slip(
            "the mask is inverted",
            edit=("(q, k, v, mask)", "(q, k, v, None if mask is None else ~mask)"),
            why="True means that a token may look, here as in the first sitting, and the attention function takes the mask unchanged.",
            look="Do you change the mask before you pass it on?",
        ),
        slip(
            "without a mask the attention is causal",
            edit=(
                "        return scaled",
                "        if mask is None:\n            mask = torch.ones(x.shape[1], x.shape[1], dtype=torch.bool).tril()\n"
                "        return scaled",
            ),
            why="Without a mask every token sees every token. Encoders rely on it.",
            look="What should happen when mask is None?",
        ),
        slip(
            "the tokens themselves are averaged",
            edit=("self.v_proj(x)", "x"),
            why="The values are a learned projection as well. If the head is as wide as the tokens, no error is raised.",
            look="How many of your three projections does forward use?",
        ),
        slip(
            "one projection is used twice, and another not at all",
            edit=("self.v_proj(x)", "self.k_proj(x)", "self.q_proj(x)"),
            why="Queries, keys and values are learned separately.",
            look="How many of your three projections does forward use?",
        ),
        slip(
            "the biases are left out",
            edit=(
                "self.q_proj(x), self.k_proj(x), self.v_proj(x)",
                "(x @ p.weight.T for p in (self.q_proj, self.k_proj, self.v_proj))",
            ),
            why="nn.Linear has a bias, and so does a real head. Biases that forward doesn't use never learn.",
            look="What does a call of self.q_proj do besides the product?",
            also=[
                ("self.q_proj(x)", "x @ self.q_proj.weight.T"),
                ("self.v_proj(x)", "x @ self.v_proj.weight.T"),
            ],
        ),
        slip(
            "the batch is read as one long sequence",
            edit=(
                "        q, k, v = self.q_proj(x), self.k_proj(x), self.v_proj(x)",
                "        shape, x = x.shape, x.reshape(1, -1, x.shape[-1])\n"
                "        q, k, v = self.q_proj(x), self.k_proj(x), self.v_proj(x)\n"
                "        return scaled_dot_product_attention(q, k, v).reshape(*shape[:2], -1)",
            ),
            also=[
                (
                    "return scaled_dot_product_attention(q, k, v, mask)",
                    "flat = [y.reshape(-1, y.shape[-1]) for y in (q, k, v)]\n"
                    "        causal = torch.ones(len(flat[0]), len(flat[0])).tril().bool()\n"
                    "        out = scaled_dot_product_attention(*flat, None if mask is None else causal)\n"
                    "        return out.reshape(v.shape)",
                ),
            ],
            why="The sequences of a batch are independent: a token may see only the tokens of its own sequence.",
            look="How many scores should two sequences of five tokens have?",
        ),
        slip(
            "the scores are scaled twice",
            edit=("(q, k, v, mask)", "(q / math.sqrt(q.shape[-1]), k, v, mask)"),
            why="Attention already divides by √d. Dividing twice makes it d, and the weights become nearly uniform.",
            look="What does scaled_dot_product_attention do to the scores?",
        ),
        slip(
            "the scores are not scaled",
            edit=("(q, k, v, mask)", "(q * math.sqrt(q.shape[-1]), k, v, mask)"),
            why="Unscaled scores have standard deviation √d, and softmax of them is nearly one-hot.",
            look="Which scale does the attention function apply on its own?",
        ),
        slip(
            "a token that may look nowhere gets nan",
            edit=(
                "return scaled_dot_product_attention(q, k, v, mask)",
                "scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])\n"
                "        scores = scores if mask is None else scores.masked_fill(~mask, -torch.inf)\n"
                "        return scores.softmax(-1) @ v",
            ),
            why="Softmax of a row of −∞ is 0/0. One such row, from one empty sequence in a batch, can turn every gradient of the "
            "model into nan.",
            look="What did the first sitting agree on for such a row?",
        ),
        slip(
            "a part is cut off from the gradient",
            edit=("self.q_proj(x), self.k_proj(x)", "self.q_proj(x.detach()), self.k_proj(x.detach())"),
            why="The output is right, but nothing before the cut can learn, and no warning tells you.",
            look="Which of your operations cuts a tensor out of the graph that backward() follows?",
            also=[
                ("self.q_proj(x)", "self.q_proj(x).detach()"),
                ("self.k_proj(x)", "self.k_proj(x).detach()"),
                ("self.v_proj(x)", "self.v_proj(x).detach()"),
                (
                    "self.q_proj(x), self.k_proj(x), self.v_proj(x)",
                    "(p(x.detach()) for p in (self.q_proj, self.k_proj, self.v_proj))",
                ),
                ("self.v_proj(x)", "self.v_proj(x.detach())"),
            ],
        ),
        slip(
            "a nonlinearity is applied to the projections",
            edit=("self.q_proj(x)", "self.q_proj(x).relu()"),
            why="Queries, keys and values are linear projections of the tokens. The nonlinearity of a block is in its feed-forward layer.",
            look="What do the three formulas apply to x besides a product and a bias?",
            also=[
                ("self.k_proj(x)", "self.k_proj(x).relu()"),
                ("self.v_proj(x)", "self.v_proj(x).relu()"),
                (
                    "self.q_proj(x), self.k_proj(x), self.v_proj(x)",
                    "(p(x).relu() for p in (self.q_proj, self.k_proj, self.v_proj))",
                ),
            ],
        ),
        slip(
            "a token's own value is added to the average",
            edit=("        return scaled", "        return v + scaled"),
            why="Adding the input back is the job of the block around attention (lesson 03). A head returns only the average.",
            look="Is there a sum in the formula of attention, besides the average?",
        ),
        slip(
            "every token gets the same weight",
            edit=(
                "return scaled_dot_product_attention(q, k, v, mask)",
                "return v.mean(dim=1, keepdim=True).expand_as(v)",
            ),
            why="Then queries, keys and mask have no influence, and attention is a plain average.",
            look="How do q and k enter your output?",
        ),
    ]
    promises = {
        "Q, K and V are three linear views of x, with their biases": "output",
        "a mask without a batch": dict(mask="causal"),
        "one for each sequence": dict(mask="random"),
        "one that broadcasts over the queries, zeros where a token may look nowhere": dict(mask="padding"),
        "without a mask, every token": dict(B=2, T=3, mask=None),
        "a head of another width than the tokens": dict(d_in=6, d_head=4),
        "what is learned separately is there to learn": "gradients",
        "the tokens learn through all three": "grad_x",
    }
