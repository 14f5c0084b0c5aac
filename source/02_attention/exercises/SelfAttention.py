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
            "d_in": d_in,
            "d_head": d_head,
            "weights": weights,
            "gradient": rng.standard_normal((B, T, d_head)),
        }

    def oracle(x, mask, d_in, d_head, weights, gradient):
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
            why="They have the same shape, so nothing complains. A module trained from scratch would even learn, but no "
            "weights of another model fit into it.",
            look="Which projection decides where to look, and which one what is found there?",
        ),
        slip(
            "queries and keys share one projection",
            edit=("self.k_proj(x)", "self.q_proj(x)"),
            why="The scores become symmetric: if one token looks at another, that one has to look back as strongly. "
            "A pronoun looks for its noun; the noun does not look for the pronoun.",
            look="How many of your three projections does forward use?",
        ),
        slip(
            "the mask is not handed on",
            edit=("scaled_dot_product_attention(q, k, v, mask)", "scaled_dot_product_attention(q, k, v)"),
            why="Every token then sees the whole sequence, the tokens that it is to predict among them.",
            look="Follow mask through forward. Where does it end?",
        ),
        slip(
            "the scores are divided by the root of the input's width",
            edit=(
                "return scaled_dot_product_attention(q, k, v, mask)",
                "q = q * math.sqrt(q.shape[-1] / x.shape[-1])\n        return scaled_dot_product_attention(q, k, v, mask)",
            ),
            why="A score is a sum over the d entries of a query, and d is the width of the head. Slides that use a "
            "single head write √d_model, where both are the same.",
            look="How many products does one score add up?",
        ),
        slip(
            "the attention is always causal, whatever the mask",
            edit=(
                "scaled_dot_product_attention(q, k, v, mask)",
                "F.scaled_dot_product_attention(q, k, v, is_causal=True)",
            ),
            why="Who may look where is the caller's choice: the same module serves an encoder without a mask and a batch "
            "with padding.",
            look="Follow mask through forward. Where does it end?",
        ),
        slip(
            "queries and keys have changed places",
            edit=("(q, k, v, mask)", "(k, q, v, mask)"),
            why="A token then looks where others are looking for it. The shapes are the same, so nothing complains, and no weights of "
            "another model fit.",
            look="Which projection asks, which one answers, and in which order does attention take them?",
        ),
        slip(
            "the mask is read the other way round",
            edit=("(q, k, v, mask)", "(q, k, v, None if mask is None else ~mask)"),
            why="True means: may look, here as in exercise 9, which takes the mask as it is.",
            look="Do you do anything to the mask on its way?",
        ),
        slip(
            "without a mask the attention is causal",
            edit=(
                "        return scaled",
                "        if mask is None:\n            mask = torch.ones(x.shape[1], x.shape[1], dtype=torch.bool).tril()\n"
                "        return scaled",
            ),
            why="Without a mask every token sees every token. An encoder needs just that.",
            look="What should happen when mask is None?",
        ),
        slip(
            "the tokens themselves are averaged",
            edit=("self.v_proj(x)", "x"),
            why="What a token hands over is learned, too. With a head as wide as the tokens nothing complains.",
            look="How many of your three projections does forward use?",
        ),
        slip(
            "one of the projections stands for another",
            edit=("self.v_proj(x)", "self.k_proj(x)", "self.q_proj(x)"),
            why="What a token looks for, what it offers and what it hands over are learned separately.",
            look="How many of your three projections does forward use?",
        ),
        slip(
            "the biases are left out",
            edit=(
                "self.q_proj(x), self.k_proj(x), self.v_proj(x)",
                "(x @ p.weight.T for p in (self.q_proj, self.k_proj, self.v_proj))",
            ),
            why="nn.Linear has a bias, and the weights of a real head come with theirs. Left out, they never learn either.",
            look="What does a call of self.q_proj do besides the product?",
            also=[
                ("self.q_proj(x)", "x @ self.q_proj.weight.T"),
                ("self.v_proj(x)", "x @ self.v_proj.weight.T"),
            ],
        ),
        slip(
            "all sequences of the batch are read as one",
            edit=(
                "        q, k, v = self.q_proj(x), self.k_proj(x), self.v_proj(x)",
                "        shape, x = x.shape, x.reshape(1, -1, x.shape[-1])\n"
                "        q, k, v = self.q_proj(x), self.k_proj(x), self.v_proj(x)\n"
                "        return scaled_dot_product_attention(q, k, v).reshape(*shape[:2], -1)",
            ),
            why="Sequences of a batch have nothing to do with each other: a token sees the tokens of its own.",
            look="How many scores should two sequences of five tokens have?",
        ),
        slip(
            "the scores are scaled twice",
            edit=("(q, k, v, mask)", "(q / math.sqrt(q.shape[-1]), k, v, mask)"),
            why="Attention divides by √d already. Twice makes d, and every token looks everywhere alike.",
            look="What does your function of exercise 9 do to the scores?",
        ),
        slip(
            "the scores are not scaled",
            edit=("(q, k, v, mask)", "(q * math.sqrt(q.shape[-1]), k, v, mask)"),
            why="Unscaled scores have standard deviation √d, and softmax of them is nearly one-hot.",
            look="Compare your scores with those of exercise 4.",
        ),
        slip(
            "a token that may look nowhere gets nan",
            edit=(
                "return scaled_dot_product_attention(q, k, v, mask)",
                "scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])\n"
                "        scores = scores if mask is None else scores.masked_fill(~mask, -torch.inf)\n"
                "        return scores.softmax(-1) @ v",
            ),
            why="Softmax of a row of −∞ is 0/0. One such row, from one empty sequence in a batch, turns every gradient of the model "
            "into nan.",
            look="What did exercise 9 agree on for such a row?",
        ),
        slip(
            "a part is cut off from the gradient",
            edit=("self.q_proj(x), self.k_proj(x)", "self.q_proj(x.detach()), self.k_proj(x.detach())"),
            why="The output is right, and what lies before the cut can learn nothing. Nothing warns about it.",
            look="Which operation of yours leaves the trail that backward() follows?",
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
            "a curve is applied to the projections",
            edit=("self.q_proj(x)", "self.q_proj(x).relu()"),
            why="Queries, keys and values are linear views of the tokens. A curve is what the feed-forward part of a block is for.",
            look="Is there any function but the product and the bias in the three formulas?",
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
            why="Blocks add what came in to what attention gives, one lesson later. A head returns the average alone.",
            look="What does the last formula of exercise 9 add to its product?",
        ),
        slip(
            "every token counts alike",
            edit=(
                "return scaled_dot_product_attention(q, k, v, mask)",
                "return v.mean(dim=1, keepdim=True).expand_as(v)",
            ),
            why="Then queries, keys and mask have no say, and attention is a plain mean.",
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
