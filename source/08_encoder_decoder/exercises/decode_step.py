"""One decoding step of a decoder block, with cached keys and values.

Oracle: the whole sequence at once in nn.TransformerDecoderLayer, in float64 with copied weights.
"""

import numpy as np
import torch
from torch import nn

from autograder.authoring import exercise, slip

from ._shared import TORCH, block_weights, tensor, torch_weights

QKV = "attention.qkv_proj(block.norm1(x)).chunk(3, dim=-1)"
APPEND = "past.append(new_k, new_v)"
SELF = "F.scaled_dot_product_attention(q, keys, values)"
CROSS_Q = "cross.q_proj(block.norm2(x))"
CROSS = "F.scaled_dot_product_attention(q, k, v, attn_mask=keep[:, None, None, :])"
LAST = "x + block.feed_forward(block.norm3(x))"


@exercise(
    "decode_step",
    points=4,
    forbid=[
        *TORCH,
        "utils.blocks.block",
        "utils.blocks.attention.MultiHeadAttention",
        "utils.blocks.attention.CrossAttention",
    ],
)
class _:
    cases = [
        dict(B=2, S=5, T=4, H=2, d=3, lengths=(5, 3)),
        dict(B=3, S=3, T=3, H=3, d=2, lengths=(1, 2, 3)),  # three of everything
        dict(B=1, S=4, T=2, H=1, d=4, lengths=(2,)),
        dict(B=2, S=2, T=5, H=2, d=2, lengths=(2, 2)),
    ]
    weights = {"first symbol": 1, "later symbols": 4, "symbols kept": 1, "arguments unchanged": 1}
    tolerance = 5e-4

    def inputs(rng, B, S, T, H, d, lengths):
        D = H * d
        return {
            "x": rng.standard_normal((B, T, D)) * 2 + 0.5,
            "memory": rng.standard_normal((B, S, D)) * 1.5,
            "keep": np.arange(S) < np.array(lengths)[:, None],
            "weights": {
                name.removeprefix("decoder.0."): w
                for name, w in block_weights(rng, "decoder.0", D, 2 * D, cross=True).items()
            },
            "n_heads": H,
        }

    def oracle(x, memory, keep, weights, n_heads):
        """The whole text at once in torch's own layer."""
        D = x.shape[2]
        layer = nn.TransformerDecoderLayer(
            D, n_heads, 2 * D, dropout=0.0, activation="relu", batch_first=True, norm_first=True
        ).double()
        named = torch_weights({f"decoder.0.{name}": w for name, w in weights.items()})
        layer.load_state_dict({name.removeprefix("decoder.layers.0."): w for name, w in named.items()})
        T = x.shape[1]
        future = torch.ones(T, T, dtype=torch.bool).triu(1)
        with torch.no_grad():
            y = layer(
                tensor(x), tensor(memory), tgt_mask=future, memory_key_padding_mask=~torch.as_tensor(keep)
            )  # fmt: skip
        return {
            "first symbol": y[:, :1],
            "later symbols": y[:, 1:],
            "symbols kept": {"first": y[:, :1], "kept": list(range(1, T + 1))},
            "arguments unchanged": {"first": y[:, :1], "x": x, "keep": keep, "k and v": True},
        }

    alternatives = {
        "attention by hand": """
            def attend(q, k, v, hidden=None):
                scores = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
                if hidden is not None:
                    scores = scores.masked_fill(hidden, float("-inf"))
                return merge_heads(scores.softmax(dim=-1) @ v)

            own = block.attention
            parts = own.qkv_proj(block.norm1(x)).split(x.shape[-1], dim=-1)
            q, new_k, new_v = [split_heads(part, own.n_heads) for part in parts]
            keys, values = past.append(new_k, new_v)
            x = x + own.out_proj(attend(q, keys, values))
            other = block.cross_attention
            q = split_heads(other.q_proj(block.norm2(x)), other.n_heads)
            x = x + other.out_proj(attend(q, k, v, ~keep[:, None, None]))
            return x + block.feed_forward(block.norm3(x))
        """,
        "einsum, one text at a time for the memory": """
            H = block.attention.n_heads
            B, _, D = x.shape
            q, a, b = block.attention.qkv_proj(block.norm1(x)).view(B, 1, 3, H, D // H).permute(2, 0, 3, 1, 4)
            keys, values = past.append(a, b)
            weights = torch.einsum("bhid,bhjd->bhij", q, keys).div((D // H) ** 0.5).softmax(-1)
            x = x + block.attention.out_proj(torch.einsum("bhij,bhjd->bihd", weights, values).reshape(B, 1, D))
            q = block.cross_attention.q_proj(block.norm2(x)).view(B, 1, H, D // H).transpose(1, 2)
            rows = []
            for i in range(B):
                seen = keep[i].nonzero().flatten()
                rows.append(F.scaled_dot_product_attention(q[i : i + 1], k[i : i + 1, :, seen], v[i : i + 1, :, seen]))
            x = x + block.cross_attention.out_proj(merge_heads(torch.cat(rows)))
            return x + block.feed_forward(block.norm3(x))
        """,
    }
    slips = [
        slip(
            "the new symbol sees only itself",
            edit=(SELF, "F.scaled_dot_product_attention(q, new_k, new_v)"),
            also=[("keys, values = " + APPEND, "keys, values = new_k, new_v")],
            why="Everything written before it is forgotten.",
            look="How many keys does the third symbol see?",
        ),
        slip(
            "the causal mask hides what was written before",
            edit=(SELF, "F.scaled_dot_product_attention(q, keys, values, is_causal=True)"),
            why="For one query and many keys, PyTorch lets the query see only the first key. But the newest symbol may see them all.",
            look="Which of the symbols so far come after the newest one?",
        ),
        slip(
            "the new symbol is added to the cache twice",
            edit=("keys, values = " + APPEND, APPEND + "\n    keys, values = " + APPEND),
            why="The cache then holds the newest symbol twice, and the query attends to both copies.",
            look="How many symbols does the cache hold after the first step?",
        ),
        slip(
            "self-attention has no norm",
            edit=(QKV, "attention.qkv_proj(x).chunk(3, dim=-1)"),
            why="In a pre-LN block, each branch reads the output of its norm.",
            look="What does self-attention read in the block?",
        ),
        slip(
            "cross-attention has no norm, or the wrong one",
            edit=(CROSS_Q, "cross.q_proj(x)"),
            also=[(CROSS_Q, "cross.q_proj(block.norm1(x))"), (CROSS_Q, "cross.q_proj(block.norm3(x))")],
            why="Each of the three branches has its own norm, in numerical order.",
            look="Which norm comes before cross-attention?",
        ),
        slip(
            "the feed-forward layer has no norm, or the wrong one",
            edit=(LAST, "x + block.feed_forward(x)"),
            also=[(LAST, "x + block.feed_forward(block.norm2(x))"), (LAST, "x + block.feed_forward(block.norm1(x))")],
            why="Each of the three branches has its own norm, in numerical order.",
            look="Which norm comes before the feed-forward layer?",
        ),
        slip(
            "a residual connection is missing",
            edit=("x = x + cross.out_proj", "x = cross.out_proj"),
            also=[("x = x + attention.out_proj", "x = attention.out_proj"), (LAST, "block.feed_forward(block.norm3(x))")],
            why="Without it, the result of this sublayer would overwrite what earlier ones have added.",
            look="How many additions does a block with three branches have?",
        ),
        slip(
            "cross-attention is left out",
            edit=("x = x + cross.out_proj(merge_heads(context))\n", "pass\n"),
            why="The symbol would be written without looking at the source.",
            look="Which arguments does your code never use?",
        ),
        slip(
            "the feed-forward layer is left out",
            edit=(LAST, "x"),
            why="A decoder block has three branches.",
            look="Which layers of the block does your code never call?",
        ),
        slip(
            "an output projection is left out",
            edit=("cross.out_proj(merge_heads(context))", "merge_heads(context)"),
            also=[("attention.out_proj(merge_heads(context))", "merge_heads(context)")],
            why="It mixes the heads before they join the residual stream.",
            look="Which parameters of the block does your code never use?",
        ),
        slip(
            "the padding of the memory is not hidden",
            edit=(CROSS, "F.scaled_dot_product_attention(q, k, v)"),
            why="The symbol would attend to letters that aren't in the word.",
            look="Which argument does your code never use?",
        ),
        slip(
            "the mask is inverted",
            edit=(CROSS, CROSS.replace("keep[", "~keep[")),
            why="Then only padding can be read.",
            look="What does True mean in `keep`?",
        ),
        slip(
            "the mask is on the wrong axis",
            edit=(CROSS, CROSS.replace("keep[:, None, None, :]", "keep")),
            also=[(CROSS, CROSS.replace("keep[:, None, None, :]", "keep[None, :, None, :]"))],
            why="A mask has shape (B, H, queries, keys), with size 1 on an axis that shares it.",
            look="Which of the four axes belongs to the texts, and which to the letters?",
        ),
        slip(
            "one mask is used for all texts",
            edit=(CROSS, CROSS.replace("keep[:, None, None, :]", "keep[:1, None, None, :]")),
            also=[(CROSS, CROSS.replace("keep[:, None, None, :]", "keep.any(0)"))],
            why="Words differ in length: what is padding in one is a letter in another.",
            look="Does your mask have a row for each text?",
        ),
        slip(
            "keys and values of the memory are swapped",
            edit=(CROSS, CROSS.replace("q, k, v", "q, v, k")),
            why="Queries would be compared with values, and keys would be read out.",
            look="In which order does attention take its arguments?",
        ),
        slip(
            "cross-attention reads the self-attention cache",
            edit=(CROSS, "F.scaled_dot_product_attention(q, keys, values)"),
            why="The cache holds the symbols written so far. Cross-attention should read the source.",
            look="Where do the keys of cross-attention come from?",
        ),
        slip(
            "the memory's keys are added to the self-attention cache",
            edit=("attention, cross = block.attention, block.cross_attention", "attention, cross = block.attention, block.cross_attention\n    past.append(k, v)"),
            why="The past grows with every symbol but the memory never does, so they are stored separately.",
            look="How many symbols does the cache hold after the first step?",
        ),
        slip(
            "the heads are split the wrong way",
            edit=("split_heads(" + CROSS_Q + ", cross.n_heads)", CROSS_Q + ".view(x.shape[0], 1, -1, cross.n_heads).permute(0, 3, 1, 2)"),
            why="Head h owns d neighbouring features.",
            look="Which features of the query does head 0 get?",
        ),
        slip(
            "the branches read the block's input",
            edit=("x = x + attention.out_proj(merge_heads(context))", "read = attention.out_proj(merge_heads(context))"),
            why="The branches run in sequence: each one reads what the earlier ones have added.",
            look="Which x does cross-attention's norm read?",
        ),
        slip(
            "the norms are applied to the sums",
            edit="""
            def decode_step(block, x, past, k, v, keep):
                own, cross = block.attention, block.cross_attention
                q, new_k, new_v = (split_heads(p, own.n_heads) for p in own.qkv_proj(x).chunk(3, dim=-1))
                all_k, all_v = past.append(new_k, new_v)
                x = block.norm1(x + own.out_proj(merge_heads(F.scaled_dot_product_attention(q, all_k, all_v))))
                q = split_heads(cross.q_proj(x), cross.n_heads)
                found = F.scaled_dot_product_attention(q, k, v, attn_mask=keep[:, None, None])
                x = block.norm2(x + cross.out_proj(merge_heads(found)))
                return block.norm3(x + block.feed_forward(x))
            """,
            why="That is the block of 2017. This one is pre-LN.",
            look="What does each branch read?",
        ),
        slip(
            "the branch is added to its normalized input",
            edit="""
            def decode_step(block, x, past, k, v, keep):
                own, cross = block.attention, block.cross_attention
                h = block.norm1(x)
                q, new_k, new_v = (split_heads(p, own.n_heads) for p in own.qkv_proj(h).chunk(3, dim=-1))
                all_k, all_v = past.append(new_k, new_v)
                h = h + own.out_proj(merge_heads(F.scaled_dot_product_attention(q, all_k, all_v)))
                h = block.norm2(h)
                q = split_heads(cross.q_proj(h), cross.n_heads)
                h = h + cross.out_proj(merge_heads(F.scaled_dot_product_attention(q, k, v, attn_mask=keep[:, None, None])))
                h = block.norm3(h)
                return h + block.feed_forward(h)
            """,
            why="The residual stream itself is never normalized.",
            look="What is each branch added to?",
        ),
        slip(
            "cross-attention comes first",
            edit="""
            def decode_step(block, x, past, k, v, keep):
                own, cross = block.attention, block.cross_attention
                q = split_heads(cross.q_proj(block.norm2(x)), cross.n_heads)
                x = x + cross.out_proj(merge_heads(F.scaled_dot_product_attention(q, k, v, attn_mask=keep[:, None, None])))
                q, new_k, new_v = (split_heads(p, own.n_heads) for p in own.qkv_proj(block.norm1(x)).chunk(3, dim=-1))
                x = x + own.out_proj(merge_heads(F.scaled_dot_product_attention(q, *past.append(new_k, new_v))))
                return x + block.feed_forward(block.norm3(x))
            """,
            why="In this block, self-attention comes first.",
            look="Which norm goes with which branch?",
        ),
        slip(
            "all branches read the same x",
            edit="""
            def decode_step(block, x, past, k, v, keep):
                own, cross = block.attention, block.cross_attention
                q, new_k, new_v = (split_heads(p, own.n_heads) for p in own.qkv_proj(block.norm1(x)).chunk(3, dim=-1))
                one = own.out_proj(merge_heads(F.scaled_dot_product_attention(q, *past.append(new_k, new_v))))
                q = split_heads(cross.q_proj(block.norm2(x)), cross.n_heads)
                two = cross.out_proj(merge_heads(F.scaled_dot_product_attention(q, k, v, attn_mask=keep[:, None, None])))
                return x + one + two + block.feed_forward(block.norm3(x))
            """,
            why="The branches run in sequence.",
            look="Which x does the second norm read?",
        ),
        slip(
            "scores are divided by √D",
            edit="""
            def decode_step(block, x, past, k, v, keep):
                own, cross = block.attention, block.cross_attention
                q, new_k, new_v = (split_heads(p, own.n_heads) for p in own.qkv_proj(block.norm1(x)).chunk(3, dim=-1))
                all_k, all_v = past.append(new_k, new_v)
                x = x + own.out_proj(merge_heads(F.scaled_dot_product_attention(q, all_k, all_v, scale=x.shape[-1] ** -0.5)))
                q = split_heads(cross.q_proj(block.norm2(x)), cross.n_heads)
                found = F.scaled_dot_product_attention(q, k, v, attn_mask=keep[:, None, None])
                x = x + cross.out_proj(merge_heads(found))
                return x + block.feed_forward(block.norm3(x))
            """,
            why="Each head compares d features.",
            look="How many products are summed in one score?",
        ),
        slip(
            "queries, keys and values are taken in the wrong order",
            edit="""
            def decode_step(block, x, past, k, v, keep):
                own, cross = block.attention, block.cross_attention
                new_k, q, new_v = (split_heads(p, own.n_heads) for p in own.qkv_proj(block.norm1(x)).chunk(3, dim=-1))
                all_k, all_v = past.append(new_k, new_v)
                x = x + own.out_proj(merge_heads(F.scaled_dot_product_attention(q, all_k, all_v)))
                q = split_heads(cross.q_proj(block.norm2(x)), cross.n_heads)
                found = F.scaled_dot_product_attention(q, k, v, attn_mask=keep[:, None, None])
                x = x + cross.out_proj(merge_heads(found))
                return x + block.feed_forward(block.norm3(x))
            """,
            why="`qkv_proj` gives queries first.",
            look="Which third of its features are queries?",
        ),
    ]  # fmt: skip
    promises = {
        "the memory has a different length": dict(S=5, T=4),
        "padding of the memory is hidden": dict(lengths=(5, 3)),
        "the same number of texts, letters and heads": dict(B=3, S=3, H=3),
        "one head": dict(H=1),
        "it continues from the cache": "later symbols",
        "each symbol is kept once": "symbols kept",
        "the arguments are not modified": "arguments unchanged",
    }
