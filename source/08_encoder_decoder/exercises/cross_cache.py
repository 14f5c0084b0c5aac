"""Compute the keys and values of a memory for each decoder block, once.

Oracle: the projections by einsum in float64, split into heads one at a time.
"""

import torch

from autograder.authoring import exercise, slip

from ._shared import TORCH, leaf, linear_weights, tensor

PROJECTED = "attention.kv_proj(memory).chunk(2, dim=-1)"


def in_heads(x, n_heads):
    """(B, S, D) to (B, H, S, d), entry by entry."""
    B, S, D = x.shape
    d = D // n_heads
    found = torch.zeros(B, n_heads, S, d, dtype=x.dtype)
    for h in range(n_heads):
        found[:, h] = x[:, :, h * d : (h + 1) * d]
    return found


@exercise("cross_cache", points=2, forbid=[*TORCH, "utils.blocks.attention.CrossAttention"])
class _:
    cases = [
        dict(B=2, S=5, H=2, d=3, layers=2),
        dict(B=1, S=4, H=4, d=1, layers=3),
        dict(B=3, S=1, H=1, d=4, layers=1, d_memory=6),
        dict(B=2, S=3, H=3, d=2, layers=2, d_memory=4),
    ]
    weights = {"keys": 2, "values": 2, "gradient of the memory": 1, "memory unchanged": 1}

    def inputs(rng, B, S, H, d, layers, d_memory=None):
        D = H * d
        width = d_memory or D
        weights = {}
        for i in range(layers):
            weights |= linear_weights(rng, f"{i}.kv_proj", width, 2 * D)
            weights |= linear_weights(rng, f"{i}.q_proj", D, D) | linear_weights(rng, f"{i}.out_proj", D, D)
        return {
            "memory": rng.standard_normal((B, S, width)),
            "weights": weights,
            "sizes": [D, H, width, layers],
        }

    def oracle(memory, weights, sizes):
        D, H, _, layers = sizes
        m = leaf(memory)
        keys, values = [], []
        for i in range(layers):
            both = torch.einsum("bsm,jm->bsj", m, tensor(weights[f"{i}.kv_proj.weight"])) + tensor(
                weights[f"{i}.kv_proj.bias"]
            )
            keys.append(in_heads(both[..., :D], H))
            values.append(in_heads(both[..., D:], H))
        (sum((k * 2).sum() for k in keys) + sum(v.sum() for v in values)).backward()
        keys, values = torch.stack(keys).detach(), torch.stack(values).detach()
        return {
            "keys": keys,
            "values": values,
            "gradient of the memory": m.grad,
            "memory unchanged": {"keys": keys[0, :, :, 0], "memory": memory},
        }

    alternatives = {
        "views": """
            found = []
            for block in blocks:
                layer = block.cross_attention
                B, S, _ = memory.shape
                both = layer.kv_proj(memory).view(B, S, 2, layer.n_heads, -1)
                found.append((both[:, :, 0].transpose(1, 2), both[:, :, 1].transpose(1, 2)))
            return found
        """,
        "two products": """
            def heads(x, H):
                return torch.stack(x.chunk(H, dim=-1), dim=1)

            layers = [block.cross_attention for block in blocks]
            return [
                tuple(
                    heads(F.linear(memory, W, b), layer.n_heads)
                    for W, b in zip(layer.kv_proj.weight.chunk(2), layer.kv_proj.bias.chunk(2))
                )
                for layer in layers
            ]
        """,
    }
    slips = [
        slip(
            "keys and values are swapped",
            edit=("found.append((k, v))", "found.append((v, k))"),
            why="Queries would be compared with values, and keys would be read out.",
            look="Which half of `kv_proj` comes first?",
        ),
        slip(
            "all blocks get the first block's keys",
            edit=(
                "for block in blocks:\n        attention = block.cross_attention",
                "for block in blocks:\n        attention = blocks[0].cross_attention",
            ),
            also=[
                (
                    "for block in blocks:\n        attention = block.cross_attention",
                    "for block in blocks:\n        attention = blocks[-1].cross_attention",
                )
            ],
            why="Each block has its own projections, so its keys and values differ.",
            look="Whose `kv_proj` does your loop call for the second block?",
        ),
        slip(
            "heads are not split",
            edit=("split_heads(part, attention.n_heads)", "part"),
            also=[("split_heads(part, attention.n_heads)", "part.unsqueeze(1)")],
            why="Attention runs within each head, on d of the D features.",
            look="What is the shape of your keys, and where is the axis of heads?",
        ),
        slip(
            "heads are split without moving their axis",
            edit=("split_heads(part, attention.n_heads)", "part.unflatten(-1, (attention.n_heads, -1))"),
            also=[
                (
                    "split_heads(part, attention.n_heads)",
                    "part.reshape(part.shape[0], attention.n_heads, part.shape[1], -1)",
                )
            ],
            why="If S and H are swapped, attention takes positions for heads.",
            look="In (B, H, S, d), which axis follows the batch?",
        ),
        slip(
            "features are dealt out to the heads like cards",
            edit=(
                "split_heads(part, attention.n_heads)",
                "part.unflatten(-1, (-1, attention.n_heads)).permute(0, 3, 1, 2)",
            ),
            why="Head h owns d neighbouring features.",
            look="Which features does head 0 get?",
        ),
        slip(
            "keys and values are split along the positions",
            edit=(
                PROJECTED,
                "attention.kv_proj(torch.cat([memory, memory], dim=1)).narrow(-1, 0, attention.q_proj.out_features).chunk(2, dim=1)",
            ),
            why="The projection gives 2 · D features: keys first, then values.",
            look="Along which axis are keys and values side by side?",
        ),
        slip(
            "the query projection is used",
            edit=(PROJECTED, "attention.q_proj(memory).repeat(1, 1, 2).chunk(2, dim=-1)"),
            also=[("block.cross_attention\n", "block.attention\n")],
            why="Queries come from the text being written, but keys and values come from the memory.",
            look="Which of the three projections reads the memory?",
        ),
        slip(
            "the bias is forgotten",
            edit=(PROJECTED, "F.linear(memory, attention.kv_proj.weight).chunk(2, dim=-1)"),
            why="A projection is a product plus a bias.",
            look="Which parameter does your code never use?",
        ),
        slip(
            "the memory is normalised first",
            edit=(PROJECTED, "attention.kv_proj(F.layer_norm(memory, memory.shape[-1:])).chunk(2, dim=-1)"),
            why="The encoder has already done that. Decoder blocks take the memory as it is.",
            look="What does a decoder block do to the memory before it projects it?",
        ),
        slip(
            "the gradient is cut off",
            edit=(PROJECTED, "attention.kv_proj(memory.detach()).chunk(2, dim=-1)"),
            also=[("found.append((k, v))", "found.append((k.detach(), v.detach()))")],
            why="The same cache can be used in training, where the encoder learns through it.",
            look="Which operation leaves the trail that backward() follows?",
        ),
        slip(
            "keys are already scaled",
            edit=("found.append((k, v))", "found.append((k / k.shape[-1] ** 0.5, v))"),
            why="Attention divides by √d when it computes scores, so here it would happen twice.",
            look="Where do we divide by √d?",
        ),
        slip(
            "only one pair comes back",
            edit=("return found", "return found[-1:]"),
            also=[("return found", "return found[:1]")],
            why="There is one pair per block.",
            look="How many entries does your list have?",
        ),
        slip(
            "keys and values are split within the heads",
            edit="""
            def cross_cache(blocks, memory):
                found = []
                for block in blocks:
                    n = block.cross_attention.n_heads
                    k, v = split_heads(block.cross_attention.kv_proj(memory), n).chunk(2, dim=-1)
                    found.append((k, v))
                return found
            """,
            why="All keys come first, then all values, and each half is split into heads.",
            look="Which features of `kv_proj` are keys?",
        ),
        slip(
            "keys and values alternate",
            edit="""
            def cross_cache(blocks, memory):
                found = []
                for block in blocks:
                    n, both = block.cross_attention.n_heads, block.cross_attention.kv_proj(memory)
                    found.append((split_heads(both[..., ::2], n), split_heads(both[..., 1::2], n)))
                return found
            """,
            why="All keys come first, then all values.",
            look="Which features of `kv_proj` are keys?",
        ),
        slip(
            "the values have no gradient",
            edit="""
            def cross_cache(blocks, memory):
                found = []
                for block in blocks:
                    n = block.cross_attention.n_heads
                    k, v = (split_heads(p, n) for p in block.cross_attention.kv_proj(memory).chunk(2, dim=-1))
                    found.append((k, v.detach()))
                return found
            """,
            why="The encoder learns through both keys and values.",
            look="Which operation leaves the trail that backward() follows?",
        ),
    ]
    promises = {
        "one pair for each block": dict(layers=3),
        "a memory of a different width": dict(d_memory=4),
        "one head, one letter": dict(S=1, H=1),
        "the encoder learns through it": "gradient of the memory",
        "the memory is not modified": "memory unchanged",
    }
