"""Multi-head cross-attention: queries from x, keys and values from a memory of another width.

Oracle: nn.MultiheadAttention in float64 with copied weights and an inverted mask.
Two cases shift all scores, to about −200 and −20,000, to catch masking with a finite number.
"""

import numpy as np

from autograder.authoring import exercise, slip

from ._shared import (
    ATTEND,
    ATTENTION_SLIPS,
    CAUSAL_IF_MASKED,
    MULTI_HEAD,
    lowered,
    projections,
    torch_attention,
)


@exercise("CrossAttention", points=4, uses=["split_heads", "merge_heads"], forbid=MULTI_HEAD)
class _:
    cases = [
        dict(B=2, T=3, S=5, H=2, d=3, d_memory=4, mask="padding"),
        dict(B=1, T=2, S=4, H=1, d=4, d_memory=5, mask=None),
        dict(B=2, T=4, S=4, H=3, d=2, d_memory=6, mask="random"),  # both sequences have the same sizes
        # as many queries as heads: an axis in the wrong place goes unnoticed; and all scores are low
        dict(B=3, T=2, S=3, H=2, d=2, d_memory=3, mask="one for all", low=200),
        dict(B=2, T=2, S=3, H=2, d=2, d_memory=3, mask="one key", low=20_000),
    ]

    def inputs(rng, B, T, S, H, d, d_memory, mask, low=None):
        D = H * d
        lengths = np.array([[[S - 1]], [[2]]])[:B]
        mask = {
            None: None,
            "padding": np.arange(S) < lengths,  # (B, 1, S): the padding of the memory
            "random": (rng.random((B, T, S)) < 0.6) | (np.arange(S) < 1),
            # softmax of a single score is 1, however coarse float32 is near −20,000
            "one key": np.eye(S, dtype=bool)[rng.integers(S, size=(B, T))],
            "one for all": np.arange(S) <= np.arange(T)[:, None],  # (T, S)
        }[mask]
        weights = projections(rng, q_proj=(D, D), k_proj=(D, d_memory), v_proj=(D, d_memory), out_proj=(D, D))
        return {
            "x": rng.standard_normal((B, T, D)),
            "memory": rng.standard_normal((B, S, d_memory)),
            "mask": mask,
            "d_model": D,
            "d_memory": d_memory,
            "n_heads": H,
            "weights": lowered(weights, D, H, low) if low else weights,
            "gradient": rng.standard_normal((B, T, D)),
        }

    def oracle(x, memory, mask, d_model, d_memory, n_heads, weights, gradient):
        output, grad_x, grad_memory, sizes = torch_attention(x, memory, mask, n_heads, weights, gradient)
        return {"output": output, "grad_x": grad_x, "grad_memory": grad_memory, "grad_weights": sizes}

    weights = {"output": 2, "grad_x": 1, "grad_memory": 0.5, "grad_weights": 0.5}
    promises = {
        "a mask (T, S), the same for all sequences": dict(mask="one for all"),
        "a mask (B, 1, S)": dict(mask="padding"),
        "a mask (B, T, S)": dict(mask="random"),
        "None: every token may look everywhere": dict(mask=None),
        "T and S differ, and so do the widths": dict(T=3, S=5, d_memory=4),
        "hidden keys get a weight of 0, however low the scores": dict(low=20_000),
        "the memory learns too": "grad_memory",
        "all four projections learn": "grad_weights",
    }

    alternatives = {
        "heads as part of the batch": """
            H = self.n_heads
            q, k, v = (
                torch.cat(y.chunk(H, -1)) for y in (self.q_proj(x), self.k_proj(memory), self.v_proj(memory))
            )
            if mask is not None:
                mask = mask.expand(x.shape[0], x.shape[1], memory.shape[1]).repeat(H, 1, 1)
            context = F.scaled_dot_product_attention(q, k, v, attn_mask=mask)  # (H·B, T, d)
            return self.out_proj(torch.cat(context.chunk(H), dim=-1))
        """,
        "scores and softmax written out": """
            (B, T, D), S = x.shape, memory.shape[1]
            d = D // self.n_heads
            q = self.q_proj(x).reshape(B, T, self.n_heads, d)
            k = self.k_proj(memory).reshape(B, S, self.n_heads, d)
            v = self.v_proj(memory).reshape(B, S, self.n_heads, d)
            scores = torch.einsum("bthd,bshd->bhts", q, k) / math.sqrt(d)
            if mask is not None:
                scores = scores + torch.where(mask, 0.0, -torch.inf).unsqueeze(-3)
            return self.out_proj(torch.einsum("bhts,bshd->bthd", scores.softmax(-1), v).flatten(2))
        """,
    }
    slips = [
        slip(
            "the queries come from the memory and the keys from x",
            edit=[
                ("self.q_proj(x)", "self.q_proj(memory)"),
                ("self.k_proj(memory)", "self.k_proj(x)"),
                ("self.v_proj(memory)", "self.v_proj(x)"),
            ],
            why="The queries come from x, because there is one output for each token of x. If the sizes are equal, no error is raised, "
            "but the output belongs to the wrong sequence.",
            look="Which of the two sequences decides how many rows the output has?",
            also=[
                [
                    ("self.q_proj(x)", "self.k_proj(memory)"),
                    ("k = split_heads(self.k_proj(memory)", "k = split_heads(self.q_proj(x)"),
                    ("self.v_proj(memory)", values),
                    ("mask.unsqueeze(-3)", "mask.transpose(-1, -2).unsqueeze(-3)"),
                ]
                for values in ("self.q_proj(x)", "self.v_proj(x)")
            ],
        ),
        slip(
            "the values come from x",
            edit=("self.v_proj(memory)", "self.v_proj(x)"),
            why="Keys and values belong together: the value has to come from the token whose key matched.",
            look="Which two of the three projections read the memory?",
        ),
        slip(
            "the memory is split with the length of x",
            edit=[
                (
                    "split_heads(self.k_proj(memory), self.n_heads)",
                    "self.k_proj(memory).reshape(*x.shape[:2], self.n_heads, -1).transpose(1, 2)",
                ),
                (
                    "split_heads(self.v_proj(memory), self.n_heads)",
                    "self.v_proj(memory).reshape(*x.shape[:2], self.n_heads, -1).transpose(1, 2)",
                ),
            ],
            also=[
                [
                    (
                        "split_heads(self.k_proj(memory), self.n_heads)",
                        "self.k_proj(memory).reshape(*x.shape[:2], self.n_heads, x.shape[2] // self.n_heads).transpose(1, 2)",
                    ),
                    (
                        "split_heads(self.v_proj(memory), self.n_heads)",
                        "self.v_proj(memory).reshape(*x.shape[:2], self.n_heads, x.shape[2] // self.n_heads).transpose(1, 2)",
                    ),
                ]
            ],
            why="The memory has S tokens and x has T. Where S is not T, the keys and values of the memory don't fit into T rows.",
            look="Which lengths do your reshapes use for the keys and values, and where do you get these lengths from?",
        ),
        slip(
            "the memory is not read at all",
            edit=[("self.k_proj(memory)", "self.k_proj(x)"), ("self.v_proj(memory)", "self.v_proj(x)")],
            why="This is self-attention. A decoder built on it would write without looking at the sentence it should translate.",
            look="Where does memory occur in your forward?",
        ),
        slip(
            "one projection is used twice, and another not at all",
            edit=("self.v_proj(memory)", "self.k_proj(memory)"),
            why="The same vector would have to say where to look and what to get from there.",
            look="__init__ creates four linear layers. Which of them does forward call, and how often?",
            also=[("self.k_proj(memory)", "self.v_proj(memory)")],
        ),
        slip(
            "the scores are divided by the root of the memory's width",
            edit=(
                ATTEND,
                ATTEND.replace(
                    "attn_mask=mask", "attn_mask=mask, scale=(memory.shape[-1] // self.n_heads) ** -0.5"
                ),
                ATTEND.replace("attn_mask=mask", "attn_mask=mask, scale=memory.shape[-1] ** -0.5"),
            ),
            why="A score is a sum of d products, where d is the width of one head's query. The width of the memory before its "
            "projection doesn't matter.",
            look="How wide are the two vectors whose dot product is a score?",
        ),
        *ATTENTION_SLIPS,
        slip(
            "every mask is taken for a padding mask",
            edit=("mask.unsqueeze(-3)", "mask.view(x.shape[0], 1, 1, k.shape[-2])"),
            also=[("mask.unsqueeze(-3)", "mask.reshape(x.shape[0], 1, 1, -1)")],
            why="A padding mask has one row for each sequence, but (T, S) and (B, T, S) have one for each query as well.",
            look="Which three shapes does the docstring allow, and which of them keep their rows in your code?",
        ),
        slip(
            "the attention is causal where there is no mask",
            edit=(ATTEND, ATTEND.replace("attn_mask=mask", "attn_mask=mask, is_causal=mask is None")),
            why="The memory is complete before the decoder starts, so no part of it is in the future.",
            look="What does None mean for the mask of this module?",
        ),
        CAUSAL_IF_MASKED,
        slip(
            "every sequence uses the memory of the first one",
            edit=[
                ("self.k_proj(memory)", "self.k_proj(memory[:1].expand_as(memory))"),
                ("self.v_proj(memory)", "self.v_proj(memory[:1].expand_as(memory))"),
            ],
            why="Each sequence is written while reading its own memory: a translation needs its own source sentence.",
            look="Is anything in your forward taken from one element of the batch only?",
        ),
        slip(
            "the keys and values of an earlier call are used again",
            edit=(
                "if mask is not None:",
                'self.kept = k, v = getattr(self, "kept", (k, v))\n        if mask is not None:',
            ),
            why="The next call brings a different memory, and its tokens would never be read.",
            look="What does your forward store in self, and what happens when a second batch arrives?",
        ),
    ]
