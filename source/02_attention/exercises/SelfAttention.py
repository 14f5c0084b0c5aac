"""One head of self-attention: query, key and value projections, then masked attention.

Oracle: F.linear and F.scaled_dot_product_attention in float64, with gradients by autograd.
In one case a sequence is all padding, so its output must be 0.
"""

import numpy as np
import torch
import torch.nn.functional as F

from autograder.authoring import exercise, slip

from ._shared import BLOCKS, float64_attention

PROJECT = "q, k, v = self.q_proj(x), self.k_proj(x), self.v_proj(x)"
ATTEND = "return scaled_dot_product_attention(q, k, v, mask)"


def by_hand(
    score="q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])",
    hide="scores.masked_fill(~mask, -torch.inf)",
    weights="scores.softmax(-1).nan_to_num(0.0)",
    output="weights @ v",
):
    """An edit: the attention written out, with room for a mistake inside it."""
    return (
        ATTEND,
        f"scores = {score}\n"
        f"        scores = scores if mask is None else {hide}\n"
        f"        weights = {weights}\n"
        f"        return {output}",
    )


NO_REPAIR = "scores.softmax(-1)"  # a token that may look nowhere gets nan


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
        dict(B=1, T=4, d_in=4, d_head=3, mask="causal"),
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
            "earlier_mask": np.triu(np.ones((T, T), dtype=bool)),  # different from all of these
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
            "keys and values are swapped",
            edit=(
                "q, k, v = self.q_proj(x), self.k_proj(x), self.v_proj(x)",
                "q, v, k = self.q_proj(x), self.k_proj(x), self.v_proj(x)",
            ),
            why="They have the same shape, so no error is raised. A module trained from scratch would even learn, but the "
            "weights of a published model wouldn't fit.",
            look="Which projection decides where to look, and which one decides what a token gets from there?",
        ),
        slip(
            "queries and keys share one projection",
            edit=("self.k_proj(x)", "self.q_proj(x)"),
            also=[("self.q_proj(x)", "self.k_proj(x)"), (PROJECT, "q = k = v = self.q_proj(x)")],
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
            also=[by_hand("q @ k.transpose(-2, -1) / math.sqrt(x.shape[-1])", weights=NO_REPAIR)],
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
            "queries and keys are swapped",
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
            "the attention is causal without a mask",
            edit=(
                "        return scaled",
                "        if mask is None:\n            mask = torch.ones(x.shape[1], x.shape[1], dtype=torch.bool).tril()\n"
                "        return scaled",
            ),
            why="Without a mask every token sees every token. Encoders rely on it.",
            look="What should happen when mask is None?",
        ),
        slip(
            "the tokens themselves are used instead of a projection",
            edit=("self.v_proj(x)", "x"),
            also=[(PROJECT, "q = k = v = x"), ("self.q_proj(x)", "x"), ("self.k_proj(x)", "x")],
            why="Queries, keys and values are all learned projections. If the head is as wide as the tokens, no error is raised.",
            look="How many of your three projections does forward use?",
        ),
        slip(
            "one projection is used twice, and another not at all",
            edit=("self.v_proj(x)", "self.k_proj(x)", "self.q_proj(x)"),
            also=[
                ("self.k_proj(x)", "self.v_proj(x)"),
                ("self.q_proj(x)", "self.v_proj(x)"),
                (PROJECT, "q = k = v = self.k_proj(x)"),
                (PROJECT, "q = k = v = self.v_proj(x)"),
            ],
            why="Queries, keys and values each have their own projection.",
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
                ("self.k_proj(x)", "x @ self.k_proj.weight.T"),
                [
                    ("self.q_proj(x)", "x @ self.q_proj.weight.T"),
                    ("self.k_proj(x)", "x @ self.k_proj.weight.T"),
                ],
                [
                    (
                        "self.q_proj(x), self.k_proj(x), self.v_proj(x)",
                        "(x @ p.weight.T for p in (self.q_proj, self.k_proj, self.v_proj))",
                    ),
                    by_hand(score="q @ k.transpose(-2, -1)"),
                ],
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
                """
                B, T, _ = x.shape
                flat = x.reshape(1, B * T, -1)
                if mask is not None:
                    mask = mask.expand(B, T, T).repeat(1, 1, B).reshape(1, B * T, B * T)
                out = scaled_dot_product_attention(self.q_proj(flat), self.k_proj(flat), self.v_proj(flat), mask)
                return out.reshape(B, T, -1)
                """,
            ],
            why="The sequences of a batch are independent: a token may see only the tokens of its own sequence.",
            look="How many scores should two sequences of five tokens have?",
        ),
        slip(
            "the scores are scaled twice",
            edit=("(q, k, v, mask)", "(q / math.sqrt(q.shape[-1]), k, v, mask)"),
            also=[by_hand("q @ k.transpose(-2, -1) / q.shape[-1]", weights=NO_REPAIR)],
            why="Attention already divides by √d. Dividing again makes that d, and the weights become nearly uniform.",
            look="What does scaled_dot_product_attention do to the scores?",
        ),
        slip(
            "the scores are not scaled",
            edit=("(q, k, v, mask)", "(q * math.sqrt(q.shape[-1]), k, v, mask)"),
            also=[by_hand("q @ k.transpose(-2, -1)", weights=NO_REPAIR)],
            why="Unscaled scores have standard deviation √d, so their softmax is nearly one-hot.",
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
            look="What did we agree on for such a row in the first sitting?",
        ),
        slip(
            "the empty row is fixed in the output, not in the weights",
            edit=by_hand(weights=NO_REPAIR, output="(weights @ v).nan_to_num(0.0)"),
            also=[by_hand(weights=NO_REPAIR, output="torch.where((weights @ v).isnan(), 0.0, weights @ v)")],
            why="The output is right, but in the backward pass the nan weights are multiplied by the output's gradient, and 0 · nan is nan.",
            look="Which gradient is nan, and what is that tensor multiplied by in your last line?",
        ),
        slip(
            "the mask is transposed",
            edit=(ATTEND, ATTEND.replace("mask", "mask if mask is None or mask.shape[-2] == 1 else mask.mT")),
            also=[(ATTEND, ATTEND.replace("mask", "None if mask is None else mask.mT"))],
            why="Rows are queries and columns are keys. Transposed, a causal mask shows every token the future and hides the past.",
            look="Which of the two axes of the mask belongs to the token that looks?",
        ),
        slip(
            "part of the computation is cut off from the gradient",
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
                [
                    ("self.q_proj(x)", "self.q_proj(x).detach()"),
                    ("self.k_proj(x)", "self.k_proj(x).detach()"),
                ],
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
        slip(
            "something is kept from one call to the next",
            edit=[
                (
                    "self.v_proj = nn.Linear(d_in, d_head)",
                    "self.v_proj = nn.Linear(d_in, d_head)\n        self.kept = None",
                ),
                (
                    ATTEND,
                    "self.kept = self.kept if mask is None else mask\n        "
                    + ATTEND.replace("mask", "self.kept"),
                ),
            ],
            also=[
                [
                    (
                        "self.v_proj = nn.Linear(d_in, d_head)",
                        "self.v_proj = nn.Linear(d_in, d_head)\n        self.kept = None",
                    ),
                    (
                        ATTEND,
                        "self.kept = mask if self.kept is None else self.kept\n        "
                        + ATTEND.replace("mask", "self.kept"),
                    ),
                ],
                [
                    (
                        "self.v_proj = nn.Linear(d_in, d_head)",
                        "self.v_proj = nn.Linear(d_in, d_head)\n        self.kept = None",
                    ),
                    (
                        ATTEND,
                        "if mask is not None:\n"
                        "            self.kept = mask if self.kept is None else self.kept & mask\n"
                        "            mask = self.kept\n        " + ATTEND,
                    ),
                ],
                [
                    (
                        "self.v_proj = nn.Linear(d_in, d_head)",
                        "self.v_proj = nn.Linear(d_in, d_head)\n        self.kept = None",
                    ),
                    (
                        ATTEND,
                        "self.kept = self.kept or (k, v)\n        k, v = self.kept\n        " + ATTEND,
                    ),
                ],
                [
                    (
                        "self.v_proj = nn.Linear(d_in, d_head)",
                        "self.v_proj = nn.Linear(d_in, d_head)\n        self.kept = None",
                    ),
                    (
                        ATTEND,
                        "if self.kept is not None:\n"
                        "            k, v = (torch.cat([old, new], 1) for old, new in zip(self.kept, (k, v)))\n"
                        f"        self.kept = k.detach(), v.detach()\n        {ATTEND}",
                    ),
                ],
            ],
            why="The same layer serves many batches. A call that depends on the ones before it gives a different result each time, and "
            "its own arguments don't show why.",
            look="What does your forward write into self, and which later call reads it?",
        ),
        slip(
            "the mask is added to the scores as numbers",
            edit=(
                ATTEND,
                ATTEND.replace("mask", "None if mask is None else mask.float()"),
                ATTEND.replace("mask", "None if mask is None else (~mask).float()"),
            ),
            also=[
                by_hand(hide="scores + mask"),
                by_hand(hide="scores + mask.float()", weights=NO_REPAIR),
            ],
            why="Only a boolean mask hides anything. A mask of numbers is added to the scores: a visible key gets 1 more, or 1 less than the "
            "hidden ones, and every key keeps some weight.",
            look="What is the dtype of the mask that reaches the attention function, and what does the function do with it?",
        ),
        slip(
            "the bias of the values is added after the average",
            edit=[
                ("self.v_proj(x)", "x @ self.v_proj.weight.T"),
                (ATTEND, ATTEND + " + self.v_proj.bias"),
            ],
            also=[
                [
                    ("self.v_proj(x)", "x"),
                    (ATTEND, "return self.v_proj(scaled_dot_product_attention(q, k, v, mask))"),
                ],
            ],
            why="As long as the weights sum to one, this makes no difference. But a token with no visible keys has no weights, and its output should "
            "be zeros, not the bias.",
            look="What does your module return for a token with no visible keys?",
        ),
        slip(
            "`view` is called on a tensor that isn't contiguous",
            edit=(
                PROJECT,
                "flat = x.view(-1, x.shape[-1])\n"
                "        q, k, v = (p(flat).reshape(*x.shape[:2], -1) for p in (self.q_proj, self.k_proj, self.v_proj))",
            ),
            why="x may come from a transpose, which changes only the strides and moves no numbers. view needs them in order; reshape copies "
            "them when it has to. And nn.Linear accepts any number of axes before the last.",
            look="Read the end of the error message: what does torch suggest? And do you need to flatten at all?",
        ),
        slip(
            "the weights are applied without transposing them",
            edit=(
                PROJECT,
                "q, k, v = (x @ p.weight + p.bias for p in (self.q_proj, self.k_proj, self.v_proj))",
                "q, k, v = (\n"
                "            x @ (p.weight if p.weight.shape[0] == p.weight.shape[1] else p.weight.T) + p.bias\n"
                "            for p in (self.q_proj, self.k_proj, self.v_proj)\n"
                "        )",
            ),
            why="The rows of W are its outputs: y = x Wᵀ. A square matrix hides the mistake.",
            look="What does a call of self.q_proj do with its weight?",
        ),
        slip(
            "queries, keys and values are passed in the wrong order",
            edit=("(q, k, v, mask)", "(v, q, k, mask)", "(v, k, q, mask)", "(k, v, q, mask)"),
            why="They have the same shape, so no error is raised, but the weights of a published model wouldn't fit.",
            look="In which order does the attention function take its arguments?",
        ),
        slip(
            "one projection is applied to the result of another",
            edit=(
                "self.k_proj(x)",
                "self.k_proj(self.q_proj(x) if self.q_proj.weight.shape[0] == x.shape[-1] else x)",
            ),
            also=[
                (
                    ATTEND,
                    "output = scaled_dot_product_attention(q, k, v, mask)\n"
                    "        return self.v_proj(output) if output.shape == x.shape else output",
                ),
                (
                    "self.v_proj(x)",
                    "self.v_proj(self.k_proj(x) if self.k_proj.weight.shape[0] == x.shape[-1] else x)",
                ),
            ],
            why="All three are projections of the tokens themselves. If the head is as wide as the tokens, no error is raised.",
            look="What does each of your projections get as its input?",
        ),
        slip(
            "the attention is causal on top of the mask",
            edit=(
                "        return scaled",
                "        past = torch.ones(x.shape[1], x.shape[1]).tril().bool()\n"
                "        mask = past if mask is None else mask & past\n"
                "        return scaled",
            ),
            why="The caller decides who may look where. A mask that is not causal means that later tokens may be seen.",
            look="Which keys does your module hide that the mask doesn't?",
        ),
        slip(
            "a token that may look nowhere gets an average",
            edit=by_hand(hide="scores.masked_fill(~mask, -1e9)", weights=NO_REPAIR),
            also=[
                (ATTEND, ATTEND.replace("mask", "None if mask is None else torch.where(mask, 0.0, -1e9)")),
                by_hand(hide="scores.masked_fill(~(mask | ~mask.any(-1, keepdim=True)), -torch.inf)"),
            ],
            why="An empty sequence has nothing to look at, but its output looks like a real one. In the first sitting we agreed on zeros.",
            look="What is softmax of four scores that are all −1e9?",
        ),
        slip(
            "every token sees itself, whatever the mask",
            edit=(
                "        return scaled",
                "        if mask is not None:\n            mask = mask | torch.eye(x.shape[1], dtype=torch.bool)\n        return scaled",
            ),
            why="The mask alone decides. Padding tokens, for example, should stay hidden from every query.",
            look="Do you change the mask before you pass it on?",
        ),
        slip(
            "softmax runs along an axis other than the keys",
            edit=by_hand(weights="scores.softmax(1).nan_to_num(0.0)"),
            also=[
                by_hand(weights="scores.softmax(0).nan_to_num(0.0)"),
                by_hand(weights="scores.softmax(1)"),
                by_hand(weights="scores.softmax(0)"),
            ],
            why="The weights of one query over its keys have to sum to one.",
            look="Along which axis of (B, T, T) do the keys lie?",
        ),
        slip(
            "hidden weights are set to zero after softmax, and the rest are not renormalized",
            edit=by_hand(hide="scores", weights="scores.softmax(-1) * (1 if mask is None else mask)"),
            why="The hidden keys still count in the denominator, so they leak, and the weights no longer sum to one.",
            look="Add up one row of your weights.",
        ),
        slip(
            "hidden scores are set to 0 instead of −∞",
            edit=by_hand(hide="scores.masked_fill(~mask, 0.0)"),
            also=[by_hand(hide="scores * mask"), by_hand(hide="scores.masked_fill(~mask, 1e-9)")],
            why="A score of 0 is an ordinary score: e⁰ is 1, so a hidden key still gets some weight.",
            look="For which score x is exp(x) = 0?",
        ),
        slip(
            "the code fails if there is no mask",
            edit=(ATTEND, by_hand()[1].replace("scores if mask is None else ", "")),
            also=[
                (ATTEND, ATTEND.replace("mask", "~~mask")),
                (ATTEND, ATTEND.replace("mask", "mask.bool()")),
            ],
            why="The default is None, and then every token sees every token.",
            look="Call your module without a mask. Which line fails first?",
        ),
        slip(
            "the mask is tested with `if mask`",
            edit=(
                "        return scaled",
                "        if not mask:\n            mask = None\n        return scaled",
            ),
            why="A tensor with several entries is neither true nor false as a whole, so torch refuses to decide.",
            look="What do you want to know in that line: whether there is a mask, or what is in it?",
        ),
        slip(
            "something is added to the average",
            edit=(
                ATTEND,
                ATTEND + " + q",
                "output = scaled_dot_product_attention(q, k, v, mask)\n        return output + x if output.shape == x.shape else output",
            ),
            why="Adding the input back is the job of the block around attention (lesson 03). A head returns only the average.",
            look="Is there a sum in the formula of attention, besides the average?",
        ),
        slip(
            "something more is done to the tokens, the projections or the output",
            edit=(
                ATTEND,
                ATTEND + ".relu()",
                ATTEND + ".tanh()",
                "return F.layer_norm(scaled_dot_product_attention(q, k, v, mask), v.shape[-1:])",
            ),
            also=[
                ("self.q_proj(x), self.k_proj(x)", "self.q_proj(x).tanh(), self.k_proj(x)"),
                ("self.q_proj(x), self.k_proj(x)", "self.q_proj(x).tanh(), self.k_proj(x).tanh()"),
                (
                    "self.q_proj(x), self.k_proj(x)",
                    "F.normalize(self.q_proj(x), dim=-1), F.normalize(self.k_proj(x), dim=-1)",
                ),
                (PROJECT, "x = F.layer_norm(x, x.shape[-1:])\n        " + PROJECT),
            ],
            why="A head projects, compares and averages. Normalization and nonlinearities belong to the block around it (lesson 03).",
            look="Which of your operations isn't in the formulas?",
        ),
        slip(
            "an axis of heads has been added",
            edit=(PROJECT, "q, k, v = (p(x).unsqueeze(1) for p in (self.q_proj, self.k_proj, self.v_proj))"),
            why="One head needs no axis of its own. With one, a mask (B, T, T) lines up its sequences with the heads.",
            look="What is the shape of your output, and what does the docstring promise?",
        ),
        slip(
            "the axes of the mask do not line up with those of the scores",
            edit=[
                (PROJECT, "q, k, v = (p(x).unsqueeze(1) for p in (self.q_proj, self.k_proj, self.v_proj))"),
                (ATTEND, ATTEND + ".squeeze(1)"),
            ],
            also=[
                (ATTEND, ATTEND.replace("mask", "None if mask is None else mask.unsqueeze(0)")),
                (ATTEND, ATTEND.replace("mask", "None if mask is None else mask.unsqueeze(1)")),
            ],
            why="Broadcasting lines shapes up from the right. An axis that is added to the scores only, or to the mask only, moves all axes "
            "before it.",
            look="Which shapes do your scores and the mask have, written one below the other and flush right?",
        ),
        slip(
            "tokens attend across the batch",
            edit=[
                (PROJECT, "x = x.transpose(0, 1)\n        " + PROJECT),
                (ATTEND, "return scaled_dot_product_attention(q, k, v).transpose(0, 1)"),
            ],
            why="A score compares two entries of the second-last axis. After that transpose, these are two sequences of the batch, not two tokens.",
            look="Which tokens are compared with each other in your scores?",
        ),
        slip(
            "all sequences, or all tokens, get the same mask",
            edit=(
                ATTEND,
                ATTEND.replace("mask", "mask[0] if mask is not None and mask.ndim == 3 else mask"),
                ATTEND.replace("mask", "None if mask is None else mask.any(-2, keepdim=True)"),
                ATTEND.replace("mask", "None if mask is None else mask[..., :1, :]"),
            ),
            why="Each token of each sequence has its own row in the mask, unless the caller has left an axis at length 1.",
            look="Which parts of the mask does your code read?",
        ),
        slip(
            "every visible token gets the same weight",
            edit=by_hand(
                weights="(scores > -torch.inf) / (scores > -torch.inf).sum(-1, keepdim=True).clamp(min=1)"
            ),
            also=[by_hand(weights="(scores > -torch.inf) / (scores > -torch.inf).sum(-1, keepdim=True)")],
            why="Then queries and keys have no influence, and attention is a plain average.",
            look="How do q and k enter your output?",
        ),
        slip(
            "no attention takes place",
            edit=(ATTEND, "return v"),
            why="Each token gets its own value and nothing from the others.",
            look="How do the other tokens enter the output of a token?",
        ),
        slip(
            "attention is computed in half precision",
            edit=(
                ATTEND,
                "return scaled_dot_product_attention(q.bfloat16(), k.bfloat16(), v.bfloat16(), mask).float()",
                "return scaled_dot_product_attention(q.half(), k.half(), v.half(), mask).float()",
            ),
            why="A 16-bit float keeps only two or three digits.",
            look="What is the dtype of each of your tensors?",
        ),
        slip(
            "the output is not a single tensor",
            edit=(ATTEND, ATTEND + ", None", ATTEND + ", v"),
            why="Without a return, Python gives None. And unlike nn.MultiheadAttention, this module promises the output alone, without the weights.",
            look="What does the docstring promise to return?",
        ),
    ]
    promises = {
        "Q, K and V are three linear views of x, with their biases": "output",
        "a mask without a batch": dict(mask="causal"),
        "one for each sequence": dict(mask="random"),
        "one that broadcasts over the queries, zeros where a token may look nowhere": dict(mask="padding"),
        "without a mask, every token": dict(B=2, T=3, mask=None),
        "a head whose width differs from that of the tokens": dict(d_in=6, d_head=4),
        "all three projections learn": "gradients",
        "the tokens learn through all three": "grad_x",
        "nothing is kept from one call to the next": "output",
    }
