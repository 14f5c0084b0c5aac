"""Multi-head self-attention with an optional mask.

Oracle: nn.MultiheadAttention in float64 with copied weights and an inverted mask.
Two cases shift all scores, to about −200 and −20,000, to catch masking with a finite number.
"""

import numpy as np

from autograder.authoring import exercise, slip

from ._shared import (
    ATTEND,
    ATTENTION_SLIPS,
    CAUSAL_IF_MASKED,
    MASK_AND_TRIANGLE,
    MULTI_HEAD,
    lowered,
    projections,
    torch_attention,
)


@exercise("MultiHeadAttention", points=5, uses=["split_heads", "merge_heads"], forbid=MULTI_HEAD)
class _:
    cases = [
        dict(B=2, T=5, H=3, d=2, mask="causal"),
        # as many sequences as heads: a mask on the wrong axis goes unnoticed; and all scores are low
        dict(B=2, T=3, H=2, d=3, mask="random", low=200),
        dict(B=2, T=3, H=2, d=2, mask="one key", low=20_000),
        dict(B=1, T=4, H=1, d=5, mask=None),
        dict(B=3, T=4, H=2, d=1, mask="padding"),
    ]

    def inputs(rng, B, T, H, d, mask, low=None):
        D = H * d
        allowed = {
            None: None,
            "causal": np.tril(np.ones((T, T), dtype=bool)),
            "random": rng.random((B, T, T)) < 0.5,
            "padding": np.arange(T) < np.array([[[T - 1]], [[2]], [[1]]])[:B],
            # softmax of a single score is 1, however coarse float32 is near −20,000
            "one key": np.eye(T, dtype=bool)[np.stack([rng.permutation(T) for _ in range(B)])],
        }[mask]
        if mask == "random":
            allowed[:, range(T), range(T)] = True  # every token sees a key
            allowed[0, 0, 1], allowed[1, 0, 1] = True, False  # and the sequences differ
        weights = projections(rng, q_proj=(D, D), k_proj=(D, D), v_proj=(D, D), out_proj=(D, D))
        return {
            "x": rng.standard_normal((B, T, D)),
            "mask": allowed,
            "d_model": D,
            "n_heads": H,
            "weights": lowered(weights, D, H, low) if low else weights,
            "gradient": rng.standard_normal((B, T, D)),
        }

    def oracle(x, mask, d_model, n_heads, weights, gradient):
        output, grad_x, grad_memory, sizes = torch_attention(x, x, mask, n_heads, weights, gradient)
        return {"output": output, "grad_x": grad_x + grad_memory, "grad_weights": sizes}

    weights = {"output": 3, "grad_x": 1, "grad_weights": 1}
    promises = {
        "a mask (T, T), the same for all sequences": dict(mask="causal"),
        "a mask (B, 1, T)": dict(mask="padding"),
        "a mask (B, T, T), the same for all heads": dict(mask="random", B=2, H=2),
        "None: every token may look everywhere": dict(mask=None),
        "hidden keys get a weight of 0, however low the scores": dict(low=20_000),
        "the scores are divided by √d": dict(H=3),
        "all four projections learn": "grad_weights",
    }

    alternatives = {
        "scores and softmax written out": """
            B, T, D = x.shape
            q, k, v = (
                f(x).view(B, T, self.n_heads, D // self.n_heads).transpose(1, 2)
                for f in (self.q_proj, self.k_proj, self.v_proj)
            )
            scores = q @ k.transpose(-2, -1) / math.sqrt(D / self.n_heads)
            if mask is not None:
                scores = scores.masked_fill(~mask.unsqueeze(-3), -torch.inf)
            context = scores.softmax(-1) @ v
            return self.out_proj(context.transpose(1, 2).contiguous().view(B, T, D))
        """,
        "one head after another, outputs summed": """
            d = x.shape[-1] // self.n_heads
            output = self.out_proj.bias
            for h in range(self.n_heads):
                own = slice(h * d, (h + 1) * d)
                q, k, v = self.q_proj(x)[..., own], self.k_proj(x)[..., own], self.v_proj(x)[..., own]
                # a block of columns of W_O belongs to each head: to lay heads side by side and project is to add projections
                output = (
                    output
                    + F.scaled_dot_product_attention(q, k, v, attn_mask=mask) @ self.out_proj.weight[:, own].T
                )
            return output
        """,
        "einsum": """
            B, T, _ = x.shape
            q, k, v = (f(x).reshape(B, T, self.n_heads, -1) for f in (self.q_proj, self.k_proj, self.v_proj))
            scores = torch.einsum("bthd,bshd->bhts", q, k) / q.shape[-1] ** 0.5
            if mask is not None:
                scores = torch.where(mask if mask.dim() < 3 else mask[:, None], scores, -torch.inf)
            return self.out_proj(torch.einsum("bhts,bshd->bthd", scores.softmax(-1), v).reshape(B, T, -1))
        """,
    }
    slips = [
        slip(
            "the heads are cut by a reshape without a transpose",
            edit=[
                (
                    f"split_heads(self.{n}_proj(x), self.n_heads)",
                    f"self.{n}_proj(x).reshape(x.shape[0], self.n_heads, x.shape[1], -1)",
                )
                for n in "qkv"
            ],
            why="Each head then holds whole tokens of one part of the text, so tokens of different parts never interact.",
            look="Print what one head gets for x = torch.arange(24.).reshape(1, 4, 6), before any projection.",
        ),
        slip(
            "queries and keys are swapped",
            edit=(ATTEND, ATTEND.replace("q, k, v", "k, q, v")),
            why="The rows of the scores then belong to keys, so the mask and softmax work along the wrong axis.",
            look="In which order does the attention function take its arguments?",
        ),
        slip(
            "one projection is used twice, and another not at all",
            edit=("self.v_proj(x)", "self.k_proj(x)"),
            why="The same vector would have to say where to look and what to get from there.",
            look="__init__ creates four linear layers. Which of them does forward call, and how often?",
            also=[
                (f"self.{n}_proj(x)", f"self.{other}_proj(x)") for n, other in ("kq", "qk", "vq", "kv", "qv")
            ],
        ),
        slip(
            "view is called on a tensor that is not contiguous",
            edit=("self.q_proj(x)", "self.q_proj(x.view(-1, x.shape[-1])).view(x.shape)"),
            why="The tokens may come from a transpose, which moves no numbers in memory and only changes the strides. "
            "view can't handle that; reshape copies the numbers when it has to.",
            look="Read the end of the error message: what does torch suggest?",
        ),
        *ATTENTION_SLIPS,
        slip(
            "the attention is always causal, whatever the mask",
            edit=(ATTEND, ATTEND.replace("attn_mask=mask", "is_causal=True")),
            also=[
                [
                    ("mask = mask.unsqueeze(-3)", MASK_AND_TRIANGLE),
                    (ATTEND, ATTEND.replace("attn_mask=mask", "attn_mask=mask, is_causal=mask is None")),
                ]
            ],
            why="The caller decides who may look where: the same module serves an encoder without a mask and a batch "
            "with padding.",
            look="Suppose every entry of the mask is True. Which keys does the first query see in your code?",
        ),
        slip(
            "the attention is causal where there is no mask",
            edit=(ATTEND, ATTEND.replace("attn_mask=mask", "attn_mask=mask, is_causal=mask is None")),
            why="None means that every token may look everywhere. An encoder calls this module without a mask, and its tokens "
            "would no longer see what comes after them.",
            look="What does None mean for the mask of this module?",
        ),
        CAUSAL_IF_MASKED,
        slip(
            "any mask makes the attention causal, and the heads are joined after the wrong transpose",
            edit=[
                (ATTEND, ATTEND.replace("attn_mask=mask", "is_causal=mask is not None")),
                ("merge_heads(context)", "context.transpose(2, 3).reshape(x.shape)"),
            ],
            also=[
                [
                    ("mask = mask.unsqueeze(-3)", MASK_AND_TRIANGLE),
                    ("merge_heads(context)", "context.transpose(2, 3).reshape(x.shape)"),
                ]
            ],
            why="These are two mistakes. The mask alone decides who may look where, and a row of the result has to hold the numbers "
            "of a single token.",
            look="Start with mask=None, where only the second mistake shows: in which order are the four axes when you join the heads?",
        ),
        slip(
            "every token may see itself, whatever the mask",
            edit=(
                "mask = mask.unsqueeze(-3)",
                "mask = (mask | torch.eye(x.shape[1], dtype=torch.bool, device=x.device)).unsqueeze(-3)",
            ),
            why="A mask decides about the diagonal as well: a padding token is hidden from every query, its own included.",
            look="Suppose every entry of the mask is False. Which keys does query 2 see in your code?",
        ),
        slip(
            "queries and keys are exchanged in the mask",
            edit=("mask = mask.unsqueeze(-3)", "mask = mask.mT.unsqueeze(-3)"),
            why="Row i of a mask lists the keys that query i sees. Transposed, a causal mask lets each token see itself and what "
            "comes after it.",
            look="Print your mask for three tokens. Which keys may the first one see?",
        ),
        slip(
            "the mask is combined with its transpose",
            edit=("mask = mask.unsqueeze(-3)", "mask = (mask & mask.mT).unsqueeze(-3)"),
            why="Row i of a mask lists the keys that query i sees. A causal mask allows each pair of tokens one way only, so "
            "here every token sees only itself.",
            look="Print your mask next to the caller's for three tokens and a causal mask. Which entries differ?",
        ),
    ]
