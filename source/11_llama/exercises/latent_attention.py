"""Multi-head latent attention over a compressed cache that is never decompressed.

Oracle: keys and values decompressed, one query at a time in float64, gradients by autograd.
The check notices when keys or values of cached tokens are decompressed.
"""

import numpy as np
import torch

from autograder.authoring import exercise, slip

from ._shared import LIBRARY, leaf, tensor

SCALED = "scores = scores / math.sqrt(q.shape[-1] + q_rot.shape[-1])"
MASKED = "weights = scores.masked_fill(~mask, -math.inf).softmax(dim=-1)"


@exercise("latent_attention", points=4, forbid=[*LIBRARY, "utils.topics.llama.published_layers"])
class _:
    # The first case has one size for heads, tokens and widths; the third is one new token after a long cache.
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
            why="The numbers are right, but each new token unpacks the whole text for every head. The latent cache exists to avoid that.",
            look="Which of your tensors has an axis for heads, one for cached tokens and one for features?",
        ),
        slip(
            "the scale is that of the unrotated part alone",
            edit=(SCALED, "scores = scores / math.sqrt(q.shape[-1])"),
            why="A key has n + r features, and the variance of a score grows with all of them.",
            look="How many products are added up in one score, before anything is folded?",
        ),
        slip(
            "the scale is that of the latent",
            edit=(SCALED, "scores = scores / math.sqrt(c.shape[-1] + q_rot.shape[-1])"),
            also=[(SCALED, "scores = scores / math.sqrt(c.shape[-1])")],
            why="Folding changes how a score is computed, not what it is. It is still a sum of n + r products.",
            look="Which width does the docstring give under the root?",
        ),
        slip(
            "scores are not divided by the root",
            edit=(SCALED, "pass"),
            why="Softmax of large scores is nearly one-hot (lesson 02).",
            look="Where in your code is √(n + r)?",
        ),
        slip(
            "only one of the two products is divided by the root",
            edit=(' + torch.einsum("bhtr,bsr->bhts", q_rot, k_rot)\n    ' + SCALED, '\n    scores = scores / math.sqrt(q.shape[-1] + q_rot.shape[-1]) + torch.einsum("bhtr,bsr->bhts", q_rot, k_rot)'),
            also=[(' + torch.einsum("bhtr,bsr->bhts", q_rot, k_rot)\n    ' + SCALED, '\n    scores = scores / math.sqrt(q.shape[-1]) + torch.einsum("bhtr,bsr->bhts", q_rot, k_rot) / math.sqrt(q_rot.shape[-1])')],
            why="Both are parts of a single dot product over n + r features.",
            look="What does your code divide, and by what?",
        ),
        slip(
            "the rotary part is left out",
            edit=(' + torch.einsum("bhtr,bsr->bhts", q_rot, k_rot)', ""),
            why="Only this part encodes positions.",
            look="Which of the arguments of your function does your code never use?",
        ),
        slip(
            "tokens look ahead",
            edit=(MASKED, "weights = scores.softmax(dim=-1)"),
            why="A model that has seen the next token learns nothing by predicting it.",
            look="What keeps a query from seeing later keys?",
        ),
        slip(
            "the mask treats the queries as the first ones",
            edit=("mask = causal_mask(q.shape[2], c.shape[1], c.device)", "mask = torch.ones(q.shape[2], c.shape[1], dtype=torch.bool, device=c.device).tril()"),
            also=[
                ("mask = causal_mask(q.shape[2], c.shape[1], c.device)", "mask = torch.ones(q.shape[2], c.shape[1], dtype=torch.bool).tril(0 if q.shape[2] > 1 else c.shape[1])"),
                ("mask = causal_mask(q.shape[2], c.shape[1], c.device)", "mask = torch.ones(q.shape[2], q.shape[2] if q.shape[2] > 1 else c.shape[1], dtype=torch.bool).tril(0 if q.shape[2] > 1 else c.shape[1])"),
            ],
            why="The queries are the last T of the S cached tokens, so even the first of them may see every key that was cached before it.",
            look="Two new tokens come after four cached ones. How many keys may each of them see, and how many does your mask allow?",
        ),
        slip(
            "the mask is inverted",
            edit=("masked_fill(~mask, -math.inf)", "masked_fill(mask, -1e9)"),
            also=[("masked_fill(~mask, -math.inf)", "masked_fill(mask, -math.inf)")],
            why="Each token then sees only what comes later.",
            look="Does True in `causal_mask` mean that a query may look, or that it may not?",
        ),
        slip(
            "the mask is applied after softmax",
            edit=(MASKED, "weights = scores.softmax(dim=-1).masked_fill(~mask, 0.0)"),
            why="The masked scores have already affected the other weights, which no longer sum to 1.",
            look="What should the weights of the first query sum to?",
        ),
        slip(
            "softmax runs over an axis other than the keys",
            edit=("softmax(dim=-1)", "softmax(dim=-2)"),
            also=[("softmax(dim=-1)", "softmax(dim=1)")],
            why="Each query spreads one unit of attention over the keys.",
            look="Which axis of (B, H, T, S) runs over the keys?",
        ),
        slip(
            "the average of the latents is returned as it is",
            edit=('return torch.einsum("bhtc,hvc->bhtv", mean, up_v)', "return mean"),
            why="The output projection expects the values of the heads, not latents.",
            look="Which of the arguments of your function does your code never use?",
        ),
        slip(
            "all heads unpack with one head's matrices",
            edit=('torch.einsum("bhtn,hnc->bhtc", q, up_k)', "q @ up_k[0]"),
            also=[('torch.einsum("bhtc,hvc->bhtv", mean, up_v)', "mean @ up_v[0].T"), ('torch.einsum("bhtn,hnc->bhtc", q, up_k)', 'torch.einsum("bhtn,hnc->bhtc", q, up_k.mean(dim=0, keepdim=True).expand_as(up_k))')],
            why="The heads share the cache but not the matrices: each extracts something different from it.",
            look="Which axis of up_k counts heads?",
        ),
        slip(
            "keys and values are unpacked with each other's matrices",
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
            why="Keys determine where a head looks, values what it reads there.",
            look="Which matrix appears in the formula for the score?",
        ),
        slip(
            "a matrix is folded in without being transposed",
            edit=('torch.einsum("bhtn,hnc->bhtc", q, up_k)', "q @ up_k.mT"),
            also=[('torch.einsum("bhtn,hnc->bhtc", q, up_k)', "q @ (up_k.mT if up_k.shape[1] == up_k.shape[2] else up_k)")],
            why="If n and C differ, the shapes don't fit; if they are equal, the numbers are wrong.",
            look="Which axis of up_k is summed over together with the features of q?",
        ),
        slip(
            "the rotary part is added after softmax",
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
            why="Both parts belong to one dot product, so add them before softmax.",
            look="How many softmaxes are there per head, and what is their input?",
        ),
        slip(
            "masked scores get a number that softmax still counts",
            edit=(MASKED, "weights = (scores * mask).softmax(dim=-1)"),
            also=[(MASKED, "weights = (scores + mask).softmax(dim=-1)"), (MASKED, "weights = (scores + ~mask * -1.0).softmax(dim=-1)")],
            why="Only −∞ leads to a weight of 0.",
            look="What is exp of the number that you put where the mask hides a key?",
        ),
        slip(
            "only the last query is answered",
            edit=(MASKED, "weights = scores[:, :, -1:].softmax(dim=-1).expand_as(scores)"),
            why="A chunk has T queries, and each has its own output.",
            look="Which axis of your scores counts queries, and how long is it?",
        ),
        slip(
            "a token may not attend to itself",
            edit=("masked_fill(~mask, -math.inf)", "masked_fill(~mask.tril(c.shape[1] - q.shape[2] - 1), -1e9)"),
            also=[("masked_fill(~mask, -math.inf)", "masked_fill(~mask.tril(c.shape[1] - q.shape[2] - 1), -math.inf)")],
            why="The first token has no other key to look at.",
            look="Which keys may the first query of a text see?",
        ),
        slip(
            "the heads are already joined",
            edit=("return torch.einsum(\"bhtc,hvc->bhtv\", mean, up_v)", "return torch.einsum(\"bhtc,hvc->bthv\", mean, up_v).flatten(-2)"),
            also=[("return torch.einsum(\"bhtc,hvc->bhtv\", mean, up_v)", "return torch.einsum(\"bhtc,hvc->bthv\", mean, up_v)")],
            why="The docstring asks for separate heads, each with its v numbers.",
            look="What shape does the docstring promise?",
        ),
    ]  # fmt: skip
    promises = {
        "a whole text": dict(T=5, S=5),
        "one new token after many": dict(T=1, S=40),
        "several new tokens": dict(T=2, S=6),
        "a text of one token": dict(T=1, S=1),
        "one head": dict(H=1),
        "scores of any size": dict(size=200.0),
        "sizes that are all equal": dict(H=4, T=4, n=4, C=4),
        "nothing is unpacked": "nothing unpacked",
        "gradients reach the cache and the matrices": "lengths of gradients",
    }
