"""What decides the exercises of sitting a: a file of 4-bit blocks, Llama's parts, a chat, sizes and machines.

Oracles: the package gguf's own decoder, the rows as llama.cpp permutes them, attention score by score with one matrix
for each distance, formulas in float64 with autograd, the chat template as Jinja renders it, all ways to cut a row.
"""

import math
from itertools import combinations_with_replacement

import numpy as np
import torch

from autograder.authoring import exercise, slip

LIBRARY = ["transformers"]
FINISHED = ["utils.blocks.llama"]


def tensor(array):
    """A float64 tensor of an oracle's input."""
    return torch.as_tensor(array, dtype=torch.float64)


def leaf(array):
    return tensor(array).requires_grad_()


def rms(x, gain, eps):
    """Each vector by its root mean square."""
    return x / (x.pow(2).mean(-1, keepdim=True) + eps).sqrt() * gain


def running_mean(x, weight):
    """What utils.stand_ins.RunningMean computes, token by token."""
    new = torch.tanh(x @ weight.T)
    return torch.stack([new[:, : t + 1].mean(1) for t in range(x.shape[1])], dim=1)


def sizes(leaves):
    return {name: float(part.grad.norm()) for name, part in leaves.items()}


# --- the file -----------------------------------------------------------------------------------------------------

CODES = "torch.cat([blocks[:, 4:] & 15, blocks[:, 4:] >> 4], dim=1)"
HALVES = "blocks[:, :4].contiguous().view(torch.float16).float()"


@exercise("dequantize_q4", points=3, forbid=["gguf", *LIBRARY, *FINISHED])
class _:
    # In the third case there are as many blocks as weights in a block; in the last, products leave half precision, and
    # scales and minima have either sign.
    cases = [dict(n=3), dict(n=1), dict(n=32), dict(n=5, large=True)]
    weights = {"weights": 5, "float32": 1, "blocks unchanged": 1}
    tolerance = {"weights": 1e-5, "float32": 1e-5, "blocks unchanged": 1e-5}

    def inputs(rng, n, large=False):
        d = rng.uniform(0.01, 0.2, n) * (50_000 if large else 1)
        m = rng.uniform(-1.5, -0.3, n) * (20_000 if large else 1)
        if large:
            d[1::2] *= -1
            m[::2] *= -1
        numbers = np.stack([d, m], axis=1).astype("<f2")
        codes = rng.integers(0, 256, (n, 16), dtype=np.uint8)
        return {"blocks": np.concatenate([numbers.view(np.uint8), codes], axis=1)}

    def oracle(blocks):
        from gguf import GGMLQuantizationType
        from gguf.quants import dequantize

        blocks = np.array(blocks, dtype=np.uint8)
        w = dequantize(blocks, GGMLQuantizationType.Q4_1).astype(np.float64)
        single = {"values": w[:1], "type": "torch.float32"}
        return {
            "weights": w,
            "float32": single,
            "blocks unchanged": {"weights": w[:1], "blocks": blocks.astype(np.int64)},
        }

    equivalent = {
        "d, m = blocks[:, :4].contiguous().view(torch.float16).float().chunk( 3, dim=1)": "two columns make no more than two chunks",
    }
    alternatives = {
        "through numpy": """
            import numpy as np
            rows = blocks.cpu().numpy()
            d, m = rows[:, 0:2].copy().view("<f2"), rows[:, 2:4].copy().view("<f2")
            q = np.concatenate([rows[:, 4:] % 16, rows[:, 4:] // 16], axis=1)
            return torch.from_numpy(d.astype("float32") * q + m.astype("float32"))
        """,
        "block by block, with struct": """
            import struct
            out = torch.zeros(len(blocks), 32)
            for i, row in enumerate(blocks.tolist()):
                d, m = struct.unpack("<2e", bytes(row[:4]))
                for j, byte in enumerate(row[4:]):
                    out[i, j] = d * (byte % 16) + m
                    out[i, j + 16] = d * (byte // 16) + m
            return out
        """,
        "shifts over a new axis": """
            head, codes = blocks[:, :4], blocks[:, 4:]
            d, m = head.clone().view(torch.float16).float().unbind(1)
            q = (codes[:, None] >> torch.tensor([0, 4], dtype=torch.uint8, device=blocks.device)[:, None]) & 15
            return torch.addcmul(m[:, None], d[:, None], q.reshape(-1, 32).float())
        """,
    }
    slips = [
        slip(
            "the two halves of a byte become neighbours",
            edit=(CODES, "torch.stack([blocks[:, 4:] & 15, blocks[:, 4:] >> 4], dim=2).flatten(1)"),
            why="All weights are there and nearly all stand in another column, so every product is with the wrong number.",
            look="Which weight is the upper half of the first byte: number 1 or number 16?",
        ),
        slip(
            "upper halves come first",
            edit=(CODES, "torch.cat([blocks[:, 4:] >> 4, blocks[:, 4:] & 15], dim=1)"),
            also=[(CODES, "torch.stack([blocks[:, 4:] >> 4, blocks[:, 4:] & 15], dim=2).flatten(1)")],
            why="The two halves of each block have changed places, or the two of each byte.",
            look="Which half of byte 4 is weight 0?",
        ),
        slip(
            "upper halves are not shifted down",
            edit=(CODES, "torch.cat([blocks[:, 4:] & 15, blocks[:, 4:] & 240], dim=1)"),
            also=[(CODES, "torch.cat([blocks[:, 4:] & 15, blocks[:, 4:]], dim=1)")],
            why="A number of 4 bits is at most 15. Half of the weights become up to 16 times too large.",
            look="Which values can your codes of weights 16 to 31 have?",
        ),
        slip(
            "lower halves still carry their upper bits",
            edit=("blocks[:, 4:] & 15", "blocks[:, 4:]"),
            why="A number of 4 bits is at most 15.",
            look="What is left of the byte 0xA7 when its lower half is taken?",
        ),
        slip(
            "codes are taken for signed numbers",
            edit=("return d * codes + m", "return d * (codes.float() - 8) + m"),
            also=[("return d * codes + m", "return d * (codes - 7.5) + m"), (CODES, "torch.cat([blocks[:, 4:] & 15, (blocks[:, 4:].contiguous().view(torch.int8) >> 4)], dim=1)"), ("return d * codes + m", "return d * (codes.float() - 8)"), ("return d * codes + m", "return d * torch.where(codes > 7, codes.float() - 16, codes.float()) + m")],
            why="That is how Q4_0 counts, which has no minimum. Here code 0 is the smallest weight, m itself.",
            look="Which weight should come out for q = 0?",
        ),
        slip(
            "scale and minimum have changed places",
            edit=("d, m = " + HALVES, "m, d = " + HALVES),
            why="The 16 levels of a block then lie elsewhere, and each other as far apart.",
            look="Which of the two stands in bytes 0 and 1?",
        ),
        slip(
            "the minimum is scaled as well",
            edit=("return d * codes + m", "return d * (codes + m)"),
            why="m is a weight already, the smallest of its block. It needs no scale.",
            look="What unit have d, q and m?",
        ),
        slip(
            "the minimum is subtracted",
            edit=("return d * codes + m", "return d * codes - m"),
            why="Formats with a positive minimum do so (Q4_K is one). In Q4_1 it is added.",
            look="Is m positive or negative in most blocks, and where should zero lie?",
        ),
        slip(
            "the minimum is left out",
            edit=("return d * codes + m", "return d * codes"),
            why="All weights would be positive.",
            look="Which of the 20 bytes does your code never use?",
        ),
        slip(
            "the higher byte of d and m is read first",
            edit=(HALVES, "blocks[:, [1, 0, 3, 2]].contiguous().view(torch.float16).float()"),
            why="The two bytes of a number have an order. Exchanged, they are another number, of any size.",
            look="Which of bytes 0 and 1 holds the sign?",
        ),
        slip(
            "d and m are taken for bfloat16",
            edit=("view(torch.float16)", "view(torch.bfloat16)"),
            why="Both types have two bytes and divide them in another way between exponent and fraction.",
            look="Which type does the docstring name for d and m?",
        ),
        slip(
            "d and m are taken for whole numbers",
            edit=("view(torch.float16)", "view(torch.int16)"),
            also=[(HALVES, "blocks[:, [0, 2]].half()"), (HALVES, "blocks[:, [0, 2]].float()"), (HALVES, "(blocks[:, [0, 2]].float() + 256 * blocks[:, [1, 3]].float())"), ("view(torch.float16).float()", "to(torch.float16)[:, ::2].float()")],
            why="The bytes of a float are no number of steps: sign, exponent and fraction share them.",
            look="What turns two bytes into the float16 that they spell, without converting their values?",
        ),
        slip(
            "one block's scale serves all blocks",
            edit=("return d * codes + m", "return d[0] * codes + m[0]"),
            also=[("return d * codes + m", "return d[-1] * codes + m[-1]"), ("return d * codes + m", "return d.mean() * codes + m.mean()")],
            why="The point of blocks is that each 32 weights have a scale of their own.",
            look="What shapes have d and m before they meet the codes?",
        ),
        slip(
            "scales run along the weights",
            edit=("return d * codes + m", "return d.T * codes + m.T"),
            why="Each weight of a block then gets the scale of another block. Where there are 32 blocks nothing warns.",
            look="Write (n, 32) and the shape of your d one below the other. What meets what?",
        ),
        slip(
            "the arithmetic is in half precision",
            edit=("view(torch.float16).float()", "view(torch.float16)"),
            also=[("return d * codes + m", "return (d.half() * codes + m.half()).float()")],
            why="The products are rounded to 11 bits, and large ones become infinite.",
            look="Which dtype has d when it meets the codes?",
        ),
        slip(
            "a scale or a minimum loses its sign",
            edit=("return d * codes + m", "return d.abs() * codes + m"),
            also=[("return d * codes + m", "return d * codes - m.abs()"), ("return d * codes + m", "return d.abs() * codes - m.abs()")],
            why="The formula takes both as they are. Nothing in it says that a scale is positive, or a minimum negative.",
            look="What do you do to d and m between reading and using them?",
        ),
        slip(
            "codes are read from the wrong byte on",
            edit=(CODES, "torch.cat([blocks[:, 2:18] & 15, blocks[:, 2:18] >> 4], dim=1)"),
            also=[(CODES, "torch.cat([blocks[:, :16] & 15, blocks[:, :16] >> 4], dim=1)"), (CODES, "torch.cat([blocks[:, 3:19] & 15, blocks[:, 3:19] >> 4], dim=1)")],
            why="Bytes of d and m are then read as weights, and the last weights are lost.",
            look="Which bytes of a row hold codes, and how many are there?",
        ),
        slip(
            "codes are brought to between 0 and 1",
            edit=("return d * codes + m", "return d * codes / 15 + m"),
            also=[("return d * codes + m", "return d * codes / 16 + m")],
            why="d is one step, not the range of a block.",
            look="How far apart are the weights for q = 3 and q = 4?",
        ),
        slip(
            "all weights come in one row",
            edit=("return d * codes + m", "return (d * codes + m).flatten()"),
            why="Whoever calls this gives the weights their shape. It expects a row for each block.",
            look="What shape does the docstring promise?",
        ),
        slip(
            "the weights come back in another type than float32",
            edit=("return d * codes + m", "return (d * codes + m).double()"),
            also=[("return d * codes + m", "return (d * codes + m).numpy()"), ("return d * codes + m", "return (d.double() * codes + m).half()") , ("return d * codes + m", "return (d * codes + m).bfloat16()")],
            why="A model in float32 takes weights in float32.",
            look="Print the dtype of what you return.",
        ),
        slip(
            "the caller's bytes are changed",
            edit=("return d * codes + m", "blocks[:, 4:] >>= 4\n    return d * codes + m"),
            also=[("return d * codes + m", "blocks[:, 4:] &= 15\n    return d * codes + m")],
            why="The file in memory would be another one after it was read.",
            look="Which of your operations write into `blocks`?",
        ),
        slip(
            'bytes are cut at 15, not at 16',
            edit=(CODES, "torch.cat([blocks[:, 4:] % 15, blocks[:, 4:] // 15], dim=1)"),
            why='Four bits have 16 values. With 15, most bytes fall apart into other numbers.',
            look='What are the two halves of the byte 0x2F?',
        ),
    ]  # fmt: skip
    promises = {
        "a scale for each block": dict(n=32),
        "a single block": dict(n=1),
        "arithmetic in float32": dict(large=True),
        "float32": "float32",
        "blocks are left as they are": "blocks unchanged",
    }


@exercise("unpermute_qk", points=2, forbid=LIBRARY + FINISHED)
class _:
    # With d = 4 the permutation is its own inverse, with d = 2 it does nothing; the others tell directions apart.
    cases = [
        dict(H=2, d=6, D=5),
        dict(H=1, d=10, D=3),
        dict(H=4, d=8, D=32),
        dict(H=3, d=4, D=7),
        dict(H=3, d=2, D=4),
        dict(H=2, d=64, D=2),
    ]
    weights = {"rows": 4, "weight unchanged": 1}

    def inputs(rng, H, d, D):
        return {"weight": rng.standard_normal((H * d, D)), "n_heads": H}

    def oracle(weight, n_heads):
        """Row by row: the file has feature k at row 2k and feature k + d/2 at row 2k + 1."""
        weight = np.asarray(weight)
        d = len(weight) // n_heads
        rows = np.empty_like(weight)
        for h in range(n_heads):
            for k in range(d // 2):
                rows[h * d + k] = weight[h * d + 2 * k]
                rows[h * d + k + d // 2] = weight[h * d + 2 * k + 1]
        return {"rows": rows, "weight unchanged": {"rows": rows, "weight": weight}}

    alternatives = {
        "even rows, then odd ones": """
            heads = weight.reshape(n_heads, -1, weight.shape[1])
            return torch.cat([heads[:, ::2], heads[:, 1::2]], dim=1).flatten(0, 1)
        """,
        "a list of row numbers": """
            d = weight.shape[0] // n_heads
            order = [h * d + r for h in range(n_heads) for r in [*range(0, d, 2), *range(1, d, 2)]]
            return weight[order]
        """,
        "the library's": """
            dim = weight.shape[0] // n_heads // 2
            w = weight.reshape(n_heads, dim, 2, *weight.shape[1:])
            return w.swapaxes(2, 1).reshape(weight.shape)
        """,
    }
    slips = [
        slip(
            "the permutation is done once more, not undone",
            edit=("view(n_heads, d // 2, 2, -1)", "view(n_heads, 2, d // 2, -1)"),
            also=["d = len(weight) // n_heads\nout = torch.empty_like(weight)\nfor h in range(n_heads):\n    for k in range(d // 2):\n        out[h * d + 2 * k] = weight[h * d + k]\n        out[h * d + 2 * k + 1] = weight[h * d + k + d // 2]\nreturn out"],
            why="With d = 4 both are the same; with d = 64 all rows but two of each head stand elsewhere.",
            look="Where does row 1 of a head go: to feature 1 or to feature d/2?",
        ),
        slip(
            "rows come back as they are stored",
            edit=(".transpose(1, 2).reshape(weight.shape)", ".reshape(weight.shape).clone()"),
            why="Queries and keys are then turned in pairs that were never trained together.",
            look="Which two rows of the file make a pair, and which two does `rope` turn?",
        ),
        slip(
            "all heads are treated as one",
            edit=("view(n_heads, d // 2, 2, -1)", "view(1, -1, 2, weight.shape[1])"),
            why="The first heads get all even rows and the last ones all odd rows, of any head.",
            look="To which rows may row 1 of the first head go?",
        ),
        slip(
            "odd rows come first",
            edit=(".transpose(1, 2).reshape", ".transpose(1, 2).flip(1).reshape"),
            why="The first and the second of each pair have changed places, which turns them backwards.",
            look="Which feature is row 0 of a head?",
        ),
        slip(
            "columns are sorted, not rows",
            edit=("return weight.view(n_heads, d // 2, 2, -1).transpose(1, 2).reshape(weight.shape)", "return torch.cat([weight[:, ::2], weight[:, 1::2]], dim=1)"),
            why="Rows are features of queries or keys. Columns are features of the stream, which nobody permuted.",
            look="Which axis of (H·d, D) is cut into heads?",
        ),
        slip(
            "heads are sorted among each other",
            edit=("view(n_heads, d // 2, 2, -1).transpose(1, 2)", "view(d // 2, 2, n_heads, -1).permute(2, 1, 0, 3)"),
            also=[("view(n_heads, d // 2, 2, -1).transpose(1, 2)", "view(d, n_heads, -1).transpose(0, 1)"), ("view(n_heads, d // 2, 2, -1).transpose(1, 2)", "view(d // 2, 2, n_heads, -1).transpose(0, 1)")],
            why="A head's rows stand together in the file, and they still do when they are sorted.",
            look="Which rows belong to head 1?",
        ),
        slip(
            "the width of a head is a fixed number",
            edit=("d = weight.shape[0] // n_heads", "d = 64\n    n_heads = weight.shape[0] // 64"),
            also=[("d = weight.shape[0] // n_heads", "d = 128\n    n_heads = weight.shape[0] // 128")],
            why="SmolLM2 has heads of 64 features and Llama 3 of 128. Others have others.",
            look="Which d does your code use for 12 rows and 2 heads?",
        ),
        slip(
            "rows are turned round within each head",
            edit=(".transpose(1, 2).reshape", ".flip(1, 2).reshape"),
            also=[(".transpose(1, 2).reshape", ".flip(2).reshape"), (".transpose(1, 2).reshape", ".flip(1).reshape")],
            why="Each row has one place where it belongs: even ones in front in their order, odd ones behind in theirs.",
            look="Write down where rows 0 to 5 of a head with d = 6 should go.",
        ),
        slip(
            "each head comes in a matrix of its own",
            edit=(".reshape(weight.shape)", ".reshape(n_heads, d, -1)"),
            why="The weight has to fit the layer that it came from.",
            look="What shape does the docstring promise?",
        ),
        slip(
            "the weight comes back transposed",
            edit=(".reshape(weight.shape)", ".reshape(weight.shape).T"),
            why="The file has (out, in), as `nn.Linear` does. There is nothing to transpose.",
            look="What shape does the docstring promise?",
        ),
        slip(
            "the caller's weight is changed",
            edit=("return weight.view(n_heads, d // 2, 2, -1).transpose(1, 2).reshape(weight.shape)", "return weight.copy_(weight.clone().view(n_heads, d // 2, 2, -1).transpose(1, 2).reshape(weight.shape))"),
            why="Called twice on the same tensor it would sort what was sorted.",
            look="Which of your operations write into `weight`?",
        ),
    ]  # fmt: skip
    promises = {
        "head by head": dict(H=2),
        "one head": dict(H=1),
        "as many rows as columns": dict(H=4, d=8, D=32),
        "any width of a head": dict(H=2, d=64),
        "weight is left as it is": "weight unchanged",
    }


# --- the model ----------------------------------------------------------------------------------------------------

TURN = "q, k = rope(q, positions, self.theta), rope(k, positions, self.theta)"
REPEAT = "k, v = (part.repeat_interleave(n, dim=1) for part in (k, v))"
ATTEND = "F.scaled_dot_product_attention(q, k, v, attn_mask=mask)"


@exercise("LlamaAttention", points=4, forbid=[*LIBRARY, *FINISHED, "nn.MultiheadAttention"])
class _:
    # The second case has as many heads as tokens, the third a single head of keys, the fourth one for each query head.
    cases = [
        dict(B=2, chunks=[3, 2, 1], d=2, H=6, G=2),
        dict(B=1, chunks=[1, 3], d=2, H=4, G=2),
        dict(B=1, chunks=[2, 3], d=6, H=3, G=1),
        dict(B=3, chunks=[2], d=4, H=2, G=2),
    ]
    weights = {
        "output": 3,
        "grad_x": 1,
        "size of each gradient": 1,
        "in chunks": 3,
        "what the cache holds": 1,
    }
    tolerance = 5e-4

    def inputs(rng, B, chunks, d, H, G):
        T, D = sum(chunks), H * d
        return {
            "x": rng.standard_normal((B, T, D)),
            "gradient": rng.standard_normal((B, T, D)),
            "chunks": chunks,
            "weights": {
                "q_proj.weight": 1.5 * rng.standard_normal((D, D)) / D**0.5,
                "k_proj.weight": 1.5 * rng.standard_normal((G * d, D)) / D**0.5,
                "v_proj.weight": rng.standard_normal((G * d, D)) / D**0.5,
                "o_proj.weight": rng.standard_normal((D, D)) / D**0.5,
            },
            "theta": rng.uniform(0.2, 1.5, d // 2),
            "n_heads": H,
            "n_kv_heads": G,
        }

    def oracle(x, gradient, chunks, weights, theta, n_heads, n_kv_heads):
        """Each score from one matrix that knows i − j and nothing else; no cache, no chunks, no copies of heads."""
        x, theta = leaf(x), np.asarray(theta)
        parts = {name: leaf(w) for name, w in weights.items()}
        wq, wk, wv, wo = (parts[f"{name}_proj.weight"] for name in "qkvo")
        B, T, D = x.shape
        d, group = D // n_heads, n_heads // n_kv_heads

        def turn(distance):
            c, s = np.diag(np.cos(distance * theta)), np.diag(np.sin(distance * theta))
            return tensor(np.block([[c, -s], [s, c]]))  # (d, d)

        heads = []
        for h in range(n_heads):
            g = h // group
            q = x @ wq[h * d : (h + 1) * d].T
            k, v = (x @ w[g * d : (g + 1) * d].T for w in (wk, wv))
            rows = []
            for i in range(T):
                scores = [(q[:, i] * (k[:, j] @ turn(j - i).T)).sum(-1) for j in range(i + 1)]
                p = (torch.stack(scores, dim=-1) / math.sqrt(d)).softmax(-1)
                rows.append((p.unsqueeze(-1) * v[:, : i + 1]).sum(1))
            heads.append(torch.stack(rows, dim=1))
        y = torch.cat(heads, dim=-1) @ wo.T
        y.backward(tensor(gradient))
        y = y.detach()
        with torch.no_grad():
            keys = [
                torch.stack([(x[:, t] @ wk[g * d : (g + 1) * d].T) @ turn(t).T for t in range(T)], dim=1)
                for g in range(n_kv_heads)
            ]
            values = [x @ wv[g * d : (g + 1) * d].T for g in range(n_kv_heads)]
        kept = {"keys": torch.stack(keys, dim=1), "values": torch.stack(values, dim=1)}
        return {
            "output": y,
            "grad_x": x.grad,
            "size of each gradient": sizes(parts),
            "in chunks": y,
            "what the cache holds": kept,
        }

    equivalent = {
        "start, T = ( 1 if cache is None else cache.length), x.shape[1]": "without a cache only differences of positions count",
        "start, T = ( -1 if cache is None else cache.length), x.shape[1]": "the same",
    }
    alternatives = {
        "heads in groups, by einsum": """
            B, T, D = x.shape
            G, n = self.n_kv_heads, self.n_heads // self.n_kv_heads
            seen = 0 if cache is None else cache.length
            places = torch.arange(T, device=x.device) + seen
            q = self.q_proj(x).view(B, T, self.n_heads, -1).permute(0, 2, 1, 3)
            k = self.k_proj(x).view(B, T, G, -1).permute(0, 2, 1, 3)
            v = self.v_proj(x).view(B, T, G, -1).permute(0, 2, 1, 3)
            q, k = rope(q, places, self.theta), rope(k, places, self.theta)
            if cache is not None:
                k, v = cache.append(k, v)
            scores = torch.einsum("bgntd,bgsd->bgnts", q.reshape(B, G, n, T, -1), k) / q.shape[-1] ** 0.5
            later = torch.arange(k.shape[2], device=x.device) > places[:, None]
            context = torch.einsum("bgnts,bgsd->btgnd", scores.masked_fill(later, float("-inf")).softmax(-1), v)
            return self.o_proj(context.reshape(B, T, D))
        """,
        "the kernel repeats": [(REPEAT, "pass"), (ATTEND, "F.scaled_dot_product_attention(q, k, v, attn_mask=mask, enable_gqa=True)")],
        "by expand": (REPEAT, "k, v = (part[:, :, None].expand(-1, -1, n, -1, -1).flatten(1, 2) for part in (k, v))"),
        "an index of heads": (REPEAT, "k, v = (part[:, torch.arange(self.n_heads) // n] for part in (k, v))"),
    }  # fmt: skip
    slips = [
        slip(
            "heads of keys are laid down one after the other, again and again",
            edit=(REPEAT, "k, v = (part.repeat(1, n, 1, 1) for part in (k, v))"),
            also=[(REPEAT, "k, v = (torch.cat([part] * n, dim=1) for part in (k, v))"), (REPEAT, "k, v = (part[:, torch.arange(self.n_heads, device=x.device) % self.n_kv_heads] for part in (k, v))")],
            why="Neighbours share a head of keys. Laid down as a whole, nearly all query heads meet keys that they were not trained with.",
            look="Six query heads, two heads of keys: which one does query head 1 read?",
        ),
        slip(
            "keys and values are repeated in different orders",
            edit=(REPEAT, "k, v = k.repeat_interleave(n, dim=1), v.repeat(1, n, 1, 1)"),
            also=[(REPEAT, "k, v = k.repeat(1, n, 1, 1), v.repeat_interleave(n, dim=1)")],
            why="A head would look with one group's keys and read another group's values.",
            look="Which head of values belongs to the keys that query head 1 meets?",
        ),
        slip(
            "all query heads read the first head of keys",
            edit=(REPEAT, "k, v = (part[:, :1].expand(-1, self.n_heads, -1, -1) for part in (k, v))"),
            also=[(REPEAT, "k, v = (part.mean(1, keepdim=True).expand(-1, self.n_heads, -1, -1) for part in (k, v))")],
            why="That is multi-query attention, with a part of the weights left unused.",
            look="How many different heads of keys do your queries meet?",
        ),
        slip(
            "tokens are repeated, not heads",
            edit=(REPEAT, "k, v = (part.repeat_interleave(n, dim=2).reshape(part.shape[0], self.n_heads, -1, part.shape[3]) for part in (k, v))"),
            why="Keys of several tokens then stand where one should, and heads are mixed.",
            look="Which axis of (B, G, S, d) counts heads?",
        ),
        slip(
            "the angles of another model are used",
            edit=(TURN, "theta = 10000.0 ** (-torch.arange(0, q.shape[-1], 2, device=x.device) / q.shape[-1])\n        q, k = rope(q, positions, theta), rope(k, positions, theta)"),
            also=[(TURN, "theta = 100000.0 ** (-torch.arange(0, q.shape[-1], 2, device=x.device) / q.shape[-1])\n        q, k = rope(q, positions, theta), rope(k, positions, theta)"), (TURN, "theta = self.theta[:1].expand_as(self.theta)\n        q, k = rope(q, positions, theta), rope(k, positions, theta)")],
            why="The base is 10,000 in Llama 2, 500,000 in Llama 3 and 100,000 in SmolLM2. With another one every distance looks a little different.",
            look="Where do the angles of your layer come from?",
        ),
        slip(
            "neighbours are turned as pairs",
            edit=(TURN, "q, k = rope(q, positions, self.theta, adjacent=True), rope(k, positions, self.theta, adjacent=True)"),
            why="The weights come with halves as pairs. There is no error message, only worse text.",
            look="Which feature is turned together with feature 0?",
        ),
        slip(
            "values are turned as well",
            edit=(TURN, TURN + "\n        v = rope(v, positions, self.theta)"),
            why="What a token says would depend on where it stands.",
            look="Which of the three decide *where* a head looks?",
        ),
        slip(
            "only one of queries and keys is turned",
            edit=(TURN, "q = rope(q, positions, self.theta)"),
            also=[(TURN, "k = rope(k, positions, self.theta)")],
            why="A score then depends on one position and not on the distance.",
            look="What is left of i − j when only one of the two turns?",
        ),
        slip(
            "nothing is turned",
            edit=(TURN, "pass"),
            why="The model knows no order, apart from the mask.",
            look="Which line of yours uses `positions`?",
        ),
        slip(
            "each chunk starts again at position 0",
            edit=("torch.arange(start, start + T, device=x.device)", "torch.arange(T, device=x.device)"),
            also=[("(0 if cache is None else cache.length)", "0")],
            why="New tokens are laid on top of the first ones.",
            look="At which position stands the first token behind 40 others?",
        ),
        slip(
            "positions are counted one too far",
            edit=("torch.arange(start, start + T, device=x.device)", "torch.arange(start, start + T, device=x.device) + 1"),
            also=[("torch.arange(start, start + T, device=x.device)", "torch.arange(start, start + T, device=x.device) + (start > 0)"), ("torch.arange(start, start + T, device=x.device)", "torch.arange(start, start + T, device=x.device) + (T if cache is not None else 0)")],
            why="Scores survive it as long as all move alike; a cache that another program filled does not.",
            look="Which positions have the tokens of the first chunk?",
        ),
        slip(
            "all tokens of a chunk stand at one position",
            edit=("torch.arange(start, start + T, device=x.device)", "torch.full((T,), start, device=x.device)"),
            also=[("torch.arange(start, start + T, device=x.device)", "torch.arange(start, start + T, device=x.device)[:1]"), ("torch.arange(start, start + T, device=x.device)", "torch.arange(T, device=x.device) if cache is None else torch.full((T,), start, device=x.device)")],
            why="A chunk may have many tokens, and their order would be lost.",
            look="At which positions stand three new tokens behind 40 others?",
        ),
        slip(
            "heads are repeated before they go into the cache",
            edit=[("if cache is not None:\n            k, v = cache.append(k, v)", "k, v = (part.repeat_interleave(self.n_heads // self.n_kv_heads, dim=1) for part in (k, v))\n        if cache is not None:\n            k, v = cache.append(k, v)"), (REPEAT, "pass")],
            why="The outputs are right, and the cache is as large as with a head of keys for each query head. Grouped queries were made against that.",
            look="How many heads does your cache hold?",
        ),
        slip(
            "keys go into the cache before they are turned",
            edit=[(TURN, "q = rope(q, positions, self.theta)"), (REPEAT, "k = rope(k, torch.arange(k.shape[2], device=x.device), self.theta)\n        " + REPEAT)],
            why="The outputs are right, but all keys are turned again for each new token.",
            look="In which state do keys go into your cache, and in which do they come out?",
        ),
        slip(
            "keys from the cache are turned once more",
            edit=(REPEAT, "if cache is not None:\n            k = rope(k, torch.arange(k.shape[2], device=x.device), self.theta)\n        " + REPEAT),
            why="They were turned when they came. Twice gives twice the angle.",
            look="In which state do keys go into your cache, and in which do they come out?",
        ),
        slip(
            "the mask takes the queries of a chunk for the first ones",
            edit=(ATTEND, "F.scaled_dot_product_attention(q, k, v, is_causal=True)"),
            also=[(ATTEND, "F.scaled_dot_product_attention(q, k, v, is_causal=T > 1)"), ("causal_mask(T, k.shape[2], x.device)", "torch.ones(T, k.shape[2], dtype=torch.bool, device=x.device).tril()")],
            why="Query 0 of a chunk behind 40 tokens may look at 41 of them, and here it sees one.",
            look="Which keys may the only query of the last chunk see?",
        ),
        slip(
            "tokens look ahead",
            edit=(ATTEND, "F.scaled_dot_product_attention(q, k, v)"),
            also=[(ATTEND, "F.scaled_dot_product_attention(q, k, v, is_causal=cache is None)"), (ATTEND, "F.scaled_dot_product_attention(q, k, v, is_causal=start == 0)")],
            why="A model that has seen the next token learns nothing by predicting it.",
            look="What keeps a query from the keys that come later?",
        ),
        slip(
            "the mask is turned over",
            edit=(ATTEND, "F.scaled_dot_product_attention(q, k, v, attn_mask=~mask)"),
            also=[(ATTEND, "(q @ k.mT / q.shape[-1] ** 0.5).masked_fill(mask, -1e9).softmax(-1) @ v")],
            why="Each token then reads what comes later and nothing of what was said.",
            look="Does True in `causal_mask` mean that a query may look, or that it may not?",
        ),
        slip(
            "True and False are added to the scores as numbers",
            edit=(ATTEND, "F.scaled_dot_product_attention(q, k, v, attn_mask=mask.float())"),
            why="A key that comes later is then only a little less likely.",
            look="What does softmax need in place of a score so that the weight becomes 0?",
        ),
        slip(
            "the cache is never filled",
            edit=("if cache is not None:\n            k, v = cache.append(k, v)", "pass"),
            also=[("k, v = cache.append(k, v)  #", "cache.append(k, v)  #"), ("if cache is not None:\n", "if cache is not None and start:\n")],
            why="Every chunk is read as if nothing stood before it.",
            look="Where do the keys of earlier chunks come from, and do your scores see them?",
        ),
        slip(
            "scores have another scale than 1/√d",
            edit=(ATTEND, "F.scaled_dot_product_attention(q, k, v, attn_mask=mask, scale=1.0)"),
            also=[(ATTEND, "F.scaled_dot_product_attention(q, k, v, attn_mask=mask, scale=x.shape[-1] ** -0.5)"), (ATTEND, "F.scaled_dot_product_attention(q / q.shape[-1] ** 0.5, k, v, attn_mask=mask)")],
            why="d is the width of a head. `F.scaled_dot_product_attention` divides by √d itself, once.",
            look="By what are your scores divided, and how often?",
        ),
        slip(
            "the output projection is missing",
            edit=("return self.o_proj(merge_heads(context))", "return merge_heads(context)"),
            why="The heads stay side by side, and none learns what another found.",
            look="Which parameter of the layer does your code never use?",
        ),
        slip(
            "the heads are joined without their axis being moved back",
            edit=("merge_heads(context)", "context.reshape(x.shape)"),
            why="Rows are then filled with one head's features of several tokens.",
            look="In which order do the axes of the context stand, and which two of them have to be neighbours?",
        ),
        slip(
            "features are turned before they are cut into heads",
            edit=(TURN, "whole = torch.cat([self.theta] * self.n_heads), torch.cat([self.theta] * self.n_kv_heads)\n        q = split_heads(rope(merge_heads(q), positions, whole[0]), self.n_heads)\n        k = split_heads(rope(merge_heads(k), positions, whole[1]), self.n_kv_heads)"),
            why="Halves of the whole width are then turned as pairs, and the two of a pair belong to different heads.",
            look="How wide is what you give to `rope`?",
        ),
        slip(
            'the length of the cache is read after the chunk was appended',
            edit=[("q, k = rope(q, positions, self.theta), rope(k, positions, self.theta)", "pass"), ("k, v = cache.append(k, v)  #", "k, v = cache.append(k, v)\n            positions = positions - start + cache.length  #"), (REPEAT, "q, k = rope(q, positions, self.theta), rope(k, torch.arange(k.shape[2], device=x.device), self.theta)\n        " + REPEAT)],
            why='Queries of a chunk then stand behind themselves.',
            look='What is `cache.length` before the first call, and what after it?',
        ),
        slip(
            'heads are cut by a view alone',
            edit=("k, v = (split_heads(f(x), self.n_kv_heads) for f in (self.k_proj, self.v_proj))", "k, v = (f(x).view(x.shape[0], self.n_kv_heads, T, -1) for f in (self.k_proj, self.v_proj))"),
            also=[("q = split_heads(self.q_proj(x), self.n_heads)", "q = self.q_proj(x).view(x.shape[0], self.n_heads, T, -1)"), ("for f in (self.k_proj, self.v_proj))", "for f in (self.k_proj, self.v_proj))\n        k = self.k_proj(x).view(x.shape[0], self.n_kv_heads, T, -1)"), ("for f in (self.k_proj, self.v_proj))", "for f in (self.k_proj, self.v_proj))\n        v = self.v_proj(x).view(x.shape[0], self.n_kv_heads, T, -1)"), [("q = split_heads(self.q_proj(x), self.n_heads)", "q = self.q_proj(x).view(x.shape[0], self.n_heads, T, -1)"), ("k, v = (split_heads(f(x), self.n_kv_heads) for f in (self.k_proj, self.v_proj))", "k, v = (f(x).view(x.shape[0], self.n_kv_heads, T, -1) for f in (self.k_proj, self.v_proj))")]],
            why='A view keeps the order of numbers. Where tokens and heads should change places, rows of several tokens are cut into pieces.',
            look='In which order do the numbers of (B, T, n · d) lie, and which axis has to move?',
        ),
        slip(
            'softmax runs over the queries',
            edit=(ATTEND, "(q @ k.mT / q.shape[-1] ** 0.5).masked_fill(~mask, -1e9).softmax(-2) @ v"),
            why='Each query spreads a weight of 1 over the keys. Here each key spreads it over the queries, and chunks change the result.',
            look='Which axis of (T, S) should sum to 1?',
        ),
        slip(
            'hidden scores become a number that softmax still counts',
            edit=(ATTEND, "(q @ k.mT / q.shape[-1] ** 0.5).masked_fill(~mask, 0.0).softmax(-1) @ v"),
            also=[(ATTEND, "((q @ k.mT / q.shape[-1] ** 0.5).softmax(-1) * mask) @ v")],
            why='A score of 0 is an ordinary score, and what comes later is heard.',
            look='What does softmax need in place of a score so that the weight becomes 0?',
        ),
        slip(
            'values come from the projection of keys',
            edit=("(self.k_proj, self.v_proj))", "(self.k_proj, self.k_proj))"),
            also=[("(self.k_proj, self.v_proj))", "(self.v_proj, self.v_proj))"), ("(self.k_proj, self.v_proj))", "(self.v_proj, self.k_proj))")],
            why='Keys say what a token can be found by, values what it says.',
            look='Which parameter of the layer does your code never use?',
        ),
    ]  # fmt: skip
    promises = {
        "without a cache": "output",
        "with a cache, chunk after chunk": "in chunks",
        "a first chunk of one token": dict(chunks=[1, 3]),
        "one head of keys": dict(G=1),
        "a head of keys for each query head": dict(H=2, G=2),
        "gradients": "grad_x",
        "all four projections learn": "size of each gradient",
        "the cache holds G heads, and keys turned": "what the cache holds",
    }


FIRST = "x = x + self.attention(F.rms_norm(x, D, self.attention_norm, self.eps), cache)"
SECOND = "return x + self.down(F.silu(self.gate(y)) * self.up(y))"
NORMED = "y = F.rms_norm(x, D, self.feed_forward_norm, self.eps)"


@exercise("LlamaBlock", points=3, forbid=LIBRARY + FINISHED)
class _:
    # The second case has tiny inputs, where eps counts; in the third all widths are equal.
    cases = [
        dict(B=2, chunks=[3, 2], D=6, hidden=10),
        dict(B=1, chunks=[2, 1, 1], D=8, hidden=5, size=2e-3),
        dict(B=2, chunks=[1, 3], D=4, hidden=4),
        dict(B=1, chunks=[1], D=4, hidden=6, eps=(0.2, 0.5)),
    ]
    weights = {"output": 3, "grad_x": 1, "size of each gradient": 1, "in chunks": 2}
    tolerance = 5e-4

    def inputs(rng, B, chunks, D, hidden, size=1.0, eps=None):
        T = sum(chunks)
        return {
            "x": size * rng.standard_normal((B, T, D)) * rng.uniform(0.5, 2, (B, T, 1)),
            "gradient": rng.standard_normal((B, T, D)),
            "chunks": chunks,
            "weights": {
                "attention.mix.weight": 1.5 * rng.standard_normal((D, D)) / D**0.5,
                "attention_norm": rng.uniform(0.4, 2, D),
                "feed_forward_norm": rng.uniform(0.4, 2, D),
                "gate.weight": 1.5 * rng.standard_normal((hidden, D)) / D**0.5,
                "up.weight": rng.standard_normal((hidden, D)) / D**0.5,
                "down.weight": rng.standard_normal((D, hidden)) / hidden**0.5,
            },
            "eps": None if eps is None else float(rng.uniform(*eps)),
        }

    def oracle(x, gradient, chunks, weights, eps):
        eps = 1e-5 if eps is None else eps
        x, parts = leaf(x), {name: leaf(w) for name, w in weights.items()}
        w = {name.removesuffix(".weight"): part for name, part in parts.items()}
        middle = x + running_mean(rms(x, w["attention_norm"], eps), w["attention.mix"])
        normed = rms(middle, w["feed_forward_norm"], eps)
        gate = normed @ w["gate"].T
        y = middle + (gate / (1 + (-gate).exp()) * (normed @ w["up"].T)) @ w["down"].T
        y.backward(tensor(gradient))
        return {
            "output": y.detach(),
            "grad_x": x.grad,
            "size of each gradient": sizes(parts),
            "in chunks": y.detach(),
        }

    alternatives = {
        "norms by hand": """
            def norm(x, gain):
                return gain * (x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + self.eps))
            h = x + self.attention(norm(x, self.attention_norm), cache)
            n = norm(h, self.feed_forward_norm)
            g = self.gate(n)
            return h + self.down(g * torch.sigmoid(g) * self.up(n))
        """,
        "branches first": """
            skip = x
            x = F.rms_norm(x, (x.shape[-1],), self.attention_norm, self.eps)
            x = skip + self.attention(x, cache=cache)
            skip = x
            x = F.rms_norm(x, self.feed_forward_norm.shape, self.feed_forward_norm, self.eps)
            return torch.add(skip, self.down(self.up(x).mul(F.silu(self.gate(x)))))
        """,
    }
    slips = [
        slip(
            "the norms stand behind the sums",
            edit=[(FIRST, "x = F.rms_norm(x + self.attention(x, cache), D, self.attention_norm, self.eps)"), (NORMED, "y = x"), (SECOND, "return F.rms_norm(x + self.down(F.silu(self.gate(y)) * self.up(y)), D, self.feed_forward_norm, self.eps)")],
            why="That is the block of 2017. Nothing could then pass through the stream unchanged.",
            look="What goes straight from the block's input to its output?",
        ),
        slip(
            "the norms stand at the ends of the branches",
            edit=[(FIRST, "x = x + F.rms_norm(self.attention(x, cache), D, self.attention_norm, self.eps)"), (NORMED, "y = x"), (SECOND, "return x + F.rms_norm(self.down(F.silu(self.gate(y)) * self.up(y)), D, self.feed_forward_norm, self.eps)")],
            why="Attention would see the stream as it is, which grows from layer to layer.",
            look="What do attention and the gate get: the stream, or its norm?",
        ),
        slip(
            "eps is another one",
            edit=(NORMED, "y = F.rms_norm(x, D, self.feed_forward_norm)"),
            also=[(FIRST, "x = x + self.attention(F.rms_norm(x, D, self.attention_norm), cache)"), [(NORMED, "y = F.rms_norm(x, D, self.feed_forward_norm)"), (FIRST, "x = x + self.attention(F.rms_norm(x, D, self.attention_norm), cache)")], [(NORMED, "y = F.rms_norm(x, D, self.feed_forward_norm, 1e-6)"), (FIRST, "x = x + self.attention(F.rms_norm(x, D, self.attention_norm, 1e-6), cache)")], [(NORMED, "y = F.rms_norm(x, D, self.feed_forward_norm, 1e-5)"), (FIRST, "x = x + self.attention(F.rms_norm(x, D, self.attention_norm, 1e-5), cache)")]],
            why="Where a vector is small, eps decides how large its norm becomes. A model was trained with one of them.",
            look="Which eps does `F.rms_norm` take when it is given none, and which one has the block?",
        ),
        slip(
            "eps is added behind the root",
            edit=[(NORMED, "y = x / (x.pow(2).mean(-1, keepdim=True).sqrt() + self.eps) * self.feed_forward_norm"), (FIRST, "x = x + self.attention(x / (x.pow(2).mean(-1, keepdim=True).sqrt() + self.eps) * self.attention_norm, cache)")],
            why="Under the root it is added to a square, and has another size.",
            look="Does eps stand inside or outside of the root in RMSNorm's formula?",
        ),
        slip(
            "the two gains are exchanged, or one serves both",
            edit=[(FIRST, "x = x + self.attention(F.rms_norm(x, D, self.feed_forward_norm, self.eps), cache)"), (NORMED, "y = F.rms_norm(x, D, self.attention_norm, self.eps)")],
            also=[(NORMED, "y = F.rms_norm(x, D, self.attention_norm, self.eps)"), (FIRST, "x = x + self.attention(F.rms_norm(x, D, self.feed_forward_norm, self.eps), cache)")],
            why="Each branch has learned which features it wants loud.",
            look="Which gain belongs to which branch?",
        ),
        slip(
            "the gains are left out",
            edit=[(FIRST, "x = x + self.attention(F.rms_norm(x, D, None, self.eps), cache)"), (NORMED, "y = F.rms_norm(x, D, None, self.eps)")],
            also=[(FIRST, "x = x + self.attention(F.rms_norm(x, D, None, self.eps), cache)"), (NORMED, "y = F.rms_norm(x, D, None, self.eps)")],
            why="RMSNorm ends in a gain for each feature.",
            look="Which parameters of the block does your code never use?",
        ),
        slip(
            "the mean is taken away as LayerNorm does",
            edit=[(FIRST, "x = x + self.attention(F.layer_norm(x, D, self.attention_norm, None, self.eps), cache)"), (NORMED, "y = F.layer_norm(x, D, self.feed_forward_norm, None, self.eps)")],
            why="RMSNorm divides and takes nothing away. Weights that were trained with one do not fit the other.",
            look="What does RMSNorm do to a vector whose entries are all 3?",
        ),
        slip(
            "both branches read the same stream",
            edit=[(FIRST, "first = x + self.attention(F.rms_norm(x, D, self.attention_norm, self.eps), cache)"), (SECOND, "return first + self.down(F.silu(self.gate(y)) * self.up(y))")],
            why="GPT-J is built so. In Llama the second branch reads what the first one has added.",
            look="Does the gate know what attention found?",
        ),
        slip(
            "a branch takes the place of the stream",
            edit=(FIRST, "x = self.attention(F.rms_norm(x, D, self.attention_norm, self.eps), cache)"),
            also=[(SECOND, "return self.down(F.silu(self.gate(y)) * self.up(y))"), [(FIRST, "x = self.attention(F.rms_norm(x, D, self.attention_norm, self.eps), cache)"), (SECOND, "return self.down(F.silu(self.gate(y)) * self.up(y))")]],
            why="A branch adds to the stream. Without the sum, gradients of deep layers fade.",
            look="Which two plus signs does a block have?",
        ),
        slip(
            "the normed stream is carried on",
            edit=(SECOND, "return y + self.down(F.silu(self.gate(y)) * self.up(y))"),
            also=[(FIRST, "x = F.rms_norm(x, D, self.attention_norm, self.eps)\n        x = x + self.attention(x, cache)"), [(FIRST, "x = F.rms_norm(x, D, self.attention_norm, self.eps)\n        x = x + self.attention(x, cache)"), (SECOND, "return y + self.down(F.silu(self.gate(y)) * self.up(y))")]],
            why="The norm is for the branch alone. What the branch adds to is the stream as it was.",
            look="To what is the branch's result added?",
        ),
        slip(
            "the gate and the other half have changed places",
            edit=(SECOND, "return x + self.down(self.gate(y) * F.silu(self.up(y)))"),
            why="Both have one shape, so nothing warns. The weights know which of them goes through silu.",
            look="Which of the two products is bent by silu?",
        ),
        slip(
            "the product is bent as a whole",
            edit=(SECOND, "return x + self.down(F.silu(self.gate(y) * self.up(y)))"),
            why="Silu makes a gate of one half; the other half goes through it as it is.",
            look="What is silu taken of in SwiGLU's formula?",
        ),
        slip(
            "the two halves are added",
            edit=(SECOND, "return x + self.down(F.silu(self.gate(y)) + self.up(y))"),
            why="A gate multiplies.",
            look="What should come out where the gate is closed?",
        ),
        slip(
            "another function bends the gate",
            edit=(SECOND, "return x + self.down(F.gelu(self.gate(y)) * self.up(y))"),
            also=[(SECOND, "return x + self.down(torch.sigmoid(self.gate(y)) * self.up(y))"), (SECOND, "return x + self.down(F.relu(self.gate(y)) * self.up(y))"), (SECOND, "return x + self.down(self.gate(y) * self.up(y))")],
            why="With gelu it is GEGLU, with a sigmoid GLU, with relu ReGLU. Llama has SwiGLU.",
            look="What is silu(1)?",
        ),
        slip(
            "there is no gate",
            edit=(SECOND, "return x + self.down(F.silu(self.up(y)))"),
            also=[(SECOND, "return x + self.down(F.silu(self.gate(y)))")],
            why="A third of the layer's weights would rest.",
            look="Which parameters of the block does your code never use?",
        ),
        slip(
            "the cache is not handed on",
            edit=(FIRST, "x = x + self.attention(F.rms_norm(x, D, self.attention_norm, self.eps))"),
            why="Each chunk is read as if nothing stood before it.",
            look="Which of the arguments of `forward` does your code never use?",
        ),
        slip(
            "the second norm is missing, or the first",
            edit=(NORMED, "y = x"),
            also=[(FIRST, "x = x + self.attention(x, cache)"), [(NORMED, "y = x"), (FIRST, "x = x + self.attention(x, cache)")]],
            why="The stream grows from layer to layer, and without a norm so do the branches.",
            look="Which parameters of the block does your code never use?",
        ),
        slip(
            'the gate reads the first norm',
            edit=[(NORMED, "pass"), (FIRST, "y = F.rms_norm(x, D, self.attention_norm, self.eps)\n        x = x + self.attention(y, cache)")],
            why='The second branch reads the stream after attention has added to it, through a norm of its own.',
            look='What does the gate get?',
        ),
        slip(
            'the second branch reads only what attention found',
            edit=[(FIRST, "found = self.attention(F.rms_norm(x, D, self.attention_norm, self.eps), cache)"), (NORMED, "y = F.rms_norm(found, D, self.feed_forward_norm, self.eps)")],
            also=[[(FIRST, "found = self.attention(F.rms_norm(x, D, self.attention_norm, self.eps), cache)\n        x = x + found"), (NORMED, "y = F.rms_norm(found, D, self.feed_forward_norm, self.eps)")]],
            why='The stream is the sum of all that was found so far, and the sum is what both branches read.',
            look='To what is the result of attention added, and where does the sum go?',
        ),
        slip(
            'another mean is taken than that over the features',
            edit=[(FIRST, "x = x + self.attention(x / (x.pow(2).mean(1, keepdim=True) + self.eps).sqrt() * self.attention_norm, cache)"), (NORMED, "y = x / (x.pow(2).mean(1, keepdim=True) + self.eps).sqrt() * self.feed_forward_norm")],
            also=[[(FIRST, "x = x + self.attention(x / (x.pow(2).sum(-1, keepdim=True) + self.eps).sqrt() * self.attention_norm, cache)"), (NORMED, "y = x / (x.pow(2).sum(-1, keepdim=True) + self.eps).sqrt() * self.feed_forward_norm")]],
            why='Each token is normed by itself: by the mean of the squares of its own D features.',
            look='Over which axis, and as sum or as mean, does your norm add squares?',
        ),
    ]  # fmt: skip
    promises = {
        "eps": dict(size=2e-3),
        "any eps": dict(eps=(0.2, 0.5)),
        "chunk after chunk": "in chunks",
        "gradients": "grad_x",
        "all parameters learn": "size of each gradient",
        "all widths equal": dict(D=4, hidden=4),
    }


SCORES = "return F.linear(x, self.tokens.weight if self.head is None else self.head.weight)"
NORM = "x = F.rms_norm(x, x.shape[-1:], self.norm, self.eps)"
LOOP = "for block, cache in zip(self.blocks, caches):\n            x = block(x, cache)"


@exercise("Llama", points=2, forbid=LIBRARY + FINISHED)
class _:
    cases = [
        dict(B=2, chunks=[3, 2], V=16, D=6, L=2, tied=True),
        dict(B=1, chunks=[1, 4, 1], V=13, D=4, L=3, tied=False),
        dict(B=3, chunks=[2], V=40, D=5, L=1, tied=True, eps=(0.2, 0.5)),
    ]
    weights = {"scores": 3, "size of each gradient": 1, "in chunks": 2, "the last token alone": 1}
    tolerance = 5e-4

    def inputs(rng, B, chunks, V, D, L, tied, eps=None):
        T = sum(chunks)
        weights = {"tokens.weight": rng.standard_normal((V, D)), "norm": rng.uniform(0.4, 2, D)}
        for i in range(L):
            weights[f"blocks.{i}.mix.weight"] = 1.5 * rng.standard_normal((D, D)) / D**0.5
        if not tied:
            weights["head.weight"] = rng.standard_normal((V, D))
        return {
            "ids": rng.integers(0, V, (B, T)),
            "gradient": rng.standard_normal((B, T, V)),
            "chunks": chunks,
            "weights": weights,
            "n_layers": L,
            "eps": None if eps is None else float(rng.uniform(*eps)),
        }

    def oracle(ids, gradient, chunks, weights, n_layers, eps):
        parts = {name: leaf(w) for name, w in weights.items()}
        one_hot = torch.nn.functional.one_hot(torch.as_tensor(ids), len(weights["tokens.weight"])).double()
        x = one_hot @ parts["tokens.weight"]
        for i in range(n_layers):
            x = running_mean(x, parts[f"blocks.{i}.mix.weight"])
        x = rms(x, parts["norm"], 1e-5 if eps is None else eps)
        y = torch.einsum("btd,vd->btv", x, parts.get("head.weight", parts["tokens.weight"]))
        y.backward(tensor(gradient))
        y = y.detach()
        return {
            "scores": y,
            "size of each gradient": sizes(parts),
            "in chunks": y,
            "the last token alone": {"scores": y[:, -1:], "scores of other tokens computed": False},
        }

    alternatives = {
        "by index": """
            x = self.tokens(ids)
            for i in range(len(self.blocks)):
                x = self.blocks[i](x, None if caches is None else caches[i])
            x = x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + self.eps) * self.norm
            x = x[:, [-1]] if last else x
            return x @ self.tokens.weight.T if self.head is None else self.head(x)
        """,
        "the table looked up": """
            x = self.tokens.weight[ids]
            if caches is None:
                caches = self.new_caches()
            for cache, block in zip(caches, self.blocks):
                x = block(x, cache)
            start = x.shape[1] - 1 if last else 0
            x = F.rms_norm(x[:, start:], self.norm.shape, weight=self.norm, eps=self.eps)
            head = self.tokens if self.head is None else self.head
            return torch.einsum("btd,vd->btv", x, head.weight)
        """,
    }
    slips = [
        slip(
            "the tied head is forgotten",
            edit=(SCORES, "head = nn.Linear(x.shape[-1], len(self.tokens.weight), bias=False).requires_grad_(False).to(x) if self.head is None else self.head\n        return head(x)"),
            also=[(SCORES, "return x if self.head is None else self.head(x)"), (SCORES, "return self.head(x)")],
            why="A file without an output table means that the token table is read a second time. New random numbers say nothing.",
            look="With what are the scores computed where `self.head` is None?",
        ),
        slip(
            "the token table is used where there is a head",
            edit=(SCORES, "return F.linear(x, self.tokens.weight)"),
            why="Llama 3.1 8B and larger have an output table of their own.",
            look="Which parameter does your code never use when the model is not tied?",
        ),
        slip(
            "the final norm is missing",
            edit=(NORM, "pass"),
            why="With pre-norm the stream itself was never normed, and it has grown through all layers.",
            look="Which parameter of the model does your code never use?",
        ),
        slip(
            "the gain of the final norm is left out",
            edit=(NORM, "x = F.rms_norm(x, x.shape[-1:], None, self.eps)"),
            why="RMSNorm ends in a gain for each feature.",
            look="Which parameter of the model does your code never use?",
        ),
        slip(
            "eps is another one",
            edit=(NORM, "x = F.rms_norm(x, x.shape[-1:], self.norm)"),
            also=[(NORM, "x = F.rms_norm(x, x.shape[-1:], self.norm, 1e-6)"), (NORM, "x = F.rms_norm(x, x.shape[-1:], self.norm, 1e-5)")],
            why="A model was trained with one eps, and files say which.",
            look="Which eps does your final norm take?",
        ),
        slip(
            "the final norm takes the mean away",
            edit=(NORM, "x = F.layer_norm(x, x.shape[-1:], self.norm, None, self.eps)"),
            why="RMSNorm divides and takes nothing away.",
            look="Which kind of norm has Llama?",
        ),
        slip(
            "the norm stands in front of the blocks",
            edit=[(NORM, "pass"), ("x = self.tokens(ids)", "x = F.rms_norm(self.tokens(ids), self.norm.shape, self.norm, self.eps)")],
            also=[(LOOP, "for block, cache in zip(self.blocks, caches):\n            x = F.rms_norm(block(x, cache), self.norm.shape, self.norm, self.eps)")],
            why="Each block has norms of its own. This one belongs between the last block and the scores.",
            look="What does the final norm get?",
        ),
        slip(
            "token vectors are multiplied by √D",
            edit=("x = self.tokens(ids)", "x = self.tokens(ids) * self.norm.shape[0] ** 0.5"),
            also=[(SCORES, "return F.linear(x, self.tokens.weight if self.head is None else self.head.weight) / self.norm.shape[0] ** 0.5")],
            why="The first transformer and Gemma do so. Llama does not, and its weights expect it.",
            look="What does the first block get?",
        ),
        slip(
            "one cache serves all blocks",
            edit=(LOOP, "for block in self.blocks:\n            x = block(x, caches[0])"),
            why="Keys of one layer mean nothing to another.",
            look="How many caches are there, and how many does your loop use?",
        ),
        slip(
            "the caches are not handed on",
            edit=(LOOP, "for block in self.blocks:\n            x = block(x)"),
            also=[("caches or [None] * len(self.blocks)", "[None] * len(self.blocks)")],
            why="Each chunk is read as if nothing stood before it.",
            look="Which of the arguments of `forward` does your code never use?",
        ),
        slip(
            "caches go to the blocks in another order",
            edit=("zip(self.blocks, caches)", "zip(self.blocks, caches[1:] + caches[:1] if caches[0] and caches[0].length else caches)"),
            why="Keys of one layer mean nothing to another.",
            look="Which cache does block 0 get in the second call?",
        ),
        slip(
            "a block is left out",
            edit=("zip(self.blocks, caches)", "zip(self.blocks[:-1], caches)"),
            also=[("zip(self.blocks, caches)", "zip(self.blocks[1:], caches[1:])")],
            why="Each layer was trained with what all layers before it have added.",
            look="How often does your loop run?",
        ),
        slip(
            "blocks run from the last to the first",
            edit=("zip(self.blocks, caches)", "zip(reversed(self.blocks), reversed(caches))"),
            why="Each block was trained behind the one before it.",
            look="Which block gets the token vectors?",
        ),
        slip(
            "all blocks read the token vectors",
            edit=(LOOP, "tokens = x\n        for block, cache in zip(self.blocks, caches):\n            x = block(tokens, cache)"),
            why="Only the last block would count.",
            look="What does the second block get?",
        ),
        slip(
            "`last` is not looked at",
            edit=("if last:\n            x = x[:, -1:]", "pass"),
            why="For a text of a thousand tokens, a thousand rows of 49,152 scores would be computed, and one is read.",
            look="Which of the arguments of `forward` does your code never use?",
        ),
        slip(
            "all scores are computed before the last is taken",
            edit=[("if last:\n            x = x[:, -1:]", "pass"), (SCORES, "scores = F.linear(x, self.tokens.weight if self.head is None else self.head.weight)\n        return scores[:, -1:] if last else scores")],
            why="The result is right. The work was to be saved: the head is the largest matrix of a small model.",
            look="How many rows go through the head when `last` is True?",
        ),
        slip(
            "the last token's scores have lost their axis",
            edit=("x = x[:, -1:]", "x = x[:, -1]"),
            why="(B, 1, V) and (B, T, V) can be used alike; (B, V) cannot.",
            look="What shape does the docstring promise?",
        ),
        slip(
            "the last text is taken, not the last token",
            edit=("x = x[:, -1:]", "x = x[-1:]"),
            also=[("x = x[:, -1:]", "x = x[:, :1]")],
            why="The token that follows is decided by the last one of each text.",
            look="Which axis of (B, T, D) counts tokens, and which of them is the last?",
        ),
        slip(
            "only the last token goes through the blocks",
            edit=[("x = self.tokens(ids)", "x = self.tokens(ids[:, -1:] if last else ids)")],
            why="The blocks need all new tokens: later ones look back at them, and caches keep them.",
            look="From which line on is one token enough?",
        ),
        slip(
            "probabilities come back",
            edit=(SCORES, SCORES + ".softmax(dim=-1)"),
            also=[(SCORES, SCORES + ".log_softmax(dim=-1)")],
            why="Losses and samplers expect scores, and take softmax themselves.",
            look="What does the docstring promise?",
        ),
        slip(
            'what a block returns is added to the stream once more',
            edit=(LOOP, LOOP.replace("x = block", "x = x + block")),
            why='A block does its own additions. What it returns is the stream.',
            look='What does your `LlamaBlock` return: what it found, or the stream with it?',
        ),
        slip(
            'positions are added to the token vectors',
            edit=("x = self.tokens(ids)", "x = self.tokens(ids) + torch.arange(ids.shape[1], device=ids.device)[:, None]"),
            why='Llama knows positions by the turns of queries and keys, and by nothing else.',
            look='Who tells the model where a token stands?',
        ),
    ]  # fmt: skip
    promises = {
        "a tied head": dict(tied=True),
        "a head of its own": dict(tied=False),
        "any eps": dict(eps=(0.2, 0.5)),
        "chunk after chunk": "in chunks",
        "the last token alone, without the work for others": "the last token alone",
        "the table learns from both of its uses": "size of each gradient",
    }


PARTS = {
    "attn_norm": "attention_norm",
    "attn_q": "attention.q_proj.weight",
    "attn_k": "attention.k_proj.weight",
    "attn_v": "attention.v_proj.weight",
    "attn_output": "attention.o_proj.weight",
    "ffn_norm": "feed_forward_norm",
    "ffn_gate": "gate.weight",
    "ffn_up": "up.weight",
    "ffn_down": "down.weight",
}
OUTSIDE = {"token_embd": "tokens.weight", "output_norm": "norm", "output": "head.weight"}
UNDO = 'values = unpermute(values, heads["attn_q" in name])'
BROKEN = ["missing", "another shape", "no place in a layer", "no place outside"]


@exercise("load_gguf", points=3, forbid=LIBRARY + FINISHED)
class _:
    # In the second case layers have one and two digits; in the third keys and queries have as many heads.
    cases = [
        dict(L=2, H=2, G=1, d=6, F=8, V=9, tied=True),
        dict(L=12, H=1, G=1, d=2, F=3, V=4, tied=True),
        dict(L=1, H=2, G=2, d=6, F=12, V=12, tied=False),
    ]
    weights = {"queries and keys": 2, "all other weights": 2, "files that do not fit": 2}

    def inputs(rng, L, H, G, d, F, V, tied):
        D = H * d
        shapes = {"token_embd": (V, D), "output_norm": (D,)} | ({} if tied else {"output": (V, D)})
        of_a_layer = {"attn_norm": (D,), "ffn_norm": (D,), "attn_q": (D, D), "attn_output": (D, D)}
        of_a_layer |= {"attn_k": (G * d, D), "attn_v": (G * d, D)}
        of_a_layer |= {"ffn_gate": (F, D), "ffn_up": (F, D), "ffn_down": (D, F)}
        for i in range(L):
            shapes |= {f"blk.{i}.{part}": shape for part, shape in of_a_layer.items()}
        names = list(rng.permutation(list(shapes)))  # files keep to no order
        sizes = {"vocab_size": V, "d_model": D, "n_layers": L, "n_heads": H, "n_kv_heads": G, "d_hidden": F}
        return {
            "weights": {f"{name}.weight": rng.standard_normal(shapes[name]) for name in names},
            "config": {**sizes, "theta": 10000.0, "eps": 1e-5, "tied": tied},
        }

    def oracle(weights, config):
        found = {}
        H, G, d = config["n_heads"], config["n_kv_heads"], config["d_model"] // config["n_heads"]
        for name, w in weights.items():
            w = np.asarray(w, dtype=np.float64)
            part = name.removesuffix(".weight").split(".")
            if part[0] == "blk":
                ours = f"blocks.{part[1]}.{PARTS[part[2]]}"
                if part[2] in ("attn_q", "attn_k"):
                    heads = w.reshape(H if part[2] == "attn_q" else G, d, -1)
                    w = np.concatenate([heads[:, ::2], heads[:, 1::2]], axis=1)
            else:
                ours = OUTSIDE[part[0]]
            found[ours] = float((w.ravel() * np.cos(np.arange(1, w.size + 1))).sum())
        pair = {name: n for name, n in found.items() if "q_proj" in name or "k_proj" in name}
        return {
            "queries and keys": pair,
            "all other weights": {name: n for name, n in found.items() if name not in pair},
            "files that do not fit": {"norm": found["norm"]}
            | dict.fromkeys(BROKEN, "an error that names it"),
        }

    alternatives = {
        "from the model's names": """
            inner = {theirs: ours for theirs, ours in PARTS.items()}
            wanted = {}
            for name, parameter in model.named_parameters():
                if name.startswith("blocks."):
                    _, layer, rest = name.split(".", 2)
                    (theirs,) = [t for t, ours in inner.items() if ours == rest]
                    wanted[f"blk.{layer}.{theirs}"] = parameter
                else:
                    (theirs,) = [t for t, ours in inner.items() if ours == name]
                    wanted[theirs] = parameter
            for name in set(wanted) ^ set(file.tensors):
                raise ValueError(f"{name} is in the file or in the model, not in both")
            for name, parameter in wanted.items():
                values = decode(file.tensors[name])
                if "attn_q." in name:
                    values = unpermute(values, file.fields["llama.attention.head_count"])
                if "attn_k." in name:
                    values = unpermute(values, file.fields["llama.attention.head_count_kv"])
                if values.shape != parameter.shape:
                    raise ValueError(f"{name} has shape {tuple(values.shape)}, not {tuple(parameter.shape)}")
                parameter.data.copy_(values)
            return model
        """,
        "replaced piece by piece": """
            state = {}
            for name, stored in file.tensors.items():
                ours, values = name, decode(stored)
                for theirs, replacement in PARTS.items():
                    if ours == theirs or ours.endswith("." + theirs):
                        ours = ours[: -len(theirs)] + replacement
                        break
                ours = ours.replace("blk.", "blocks.")
                if ours.endswith("q_proj.weight"):
                    values = unpermute(values, model.blocks[0].attention.n_heads)
                elif ours.endswith("k_proj.weight"):
                    values = unpermute(values, model.blocks[0].attention.n_kv_heads)
                state[ours] = values
            model.load_state_dict(state, strict=True)
            return model
        """,
    }
    slips = [
        slip(
            "rows of queries and keys stay as they are stored",
            edit=(UNDO, "pass"),
            why="The names fit, the shapes fit, nothing warns, and the model is worse by more than a nat a token.",
            look="Which tensors did llama.cpp permute, and where does your code undo it?",
        ),
        slip(
            "only queries are put in order, or only keys",
            edit=('if name.endswith(("attn_q.weight", "attn_k.weight")):', 'if name.endswith("attn_q.weight"):'),
            also=[('if name.endswith(("attn_q.weight", "attn_k.weight")):', 'if name.endswith("attn_k.weight"):')],
            why="A score is a product of a query and a key, feature by feature; both need one order.",
            look="Which tensors did llama.cpp permute?",
        ),
        slip(
            "values are permuted as well",
            edit=('("attn_q.weight", "attn_k.weight")', '("attn_q.weight", "attn_k.weight", "attn_v.weight")'),
            also=[('("attn_q.weight", "attn_k.weight")', '("attn_q.weight", "attn_k.weight", "attn_output.weight")'), ("values = decode(tensor)", 'values = decode(tensor)\n        if name.startswith("blk.") and len(tensor.shape) > 1 and not name.endswith(("attn_q.weight", "attn_k.weight")):\n            values = unpermute(values, 1)')],
            why="Only what is turned was permuted.",
            look="Which two of the four projections meet RoPE?",
        ),
        slip(
            "keys are put in order with the number of query heads",
            edit=(UNDO, "values = unpermute(values, heads[True])"),
            also=[(UNDO, "values = unpermute(values, heads[False])"), (UNDO, 'values = unpermute(values, heads["attn_q" not in name])'), (UNDO, "values = unpermute(values, 1)")],
            why="The rows of keys are fewer heads of the same width. Cut into another number of heads, rows land elsewhere.",
            look="How many rows have queries and keys, and how wide is a head in each?",
        ),
        slip(
            "numbers are taken as they are stored",
            edit=("values = decode(tensor)", "values = tensor.data.reshape(tensor.shape).float()"),
            why="Most tensors of a file are codes. They have to be decoded.",
            look="Which of the arguments of `load_gguf` does your code never use?",
        ),
        slip(
            "matrices are transposed",
            edit=("values = decode(tensor)", "values = decode(tensor).T if len(tensor.shape) > 1 else decode(tensor)"),
            why="`shape` is that of the weights, (out, in), as `nn.Linear` has them. GPT-2's files were the other way round.",
            look="Which shapes have `tensor.shape` and the model's parameter?",
        ),
        slip(
            "the gate and the other half have changed places",
            edit=("model.load_state_dict(weights)", 'model.load_state_dict({n.replace(".gate.", ".?.").replace(".up.", ".gate.").replace(".?.", ".up."): w for n, w in weights.items()})'),
            why="Both have one shape, so nothing warns.",
            look="Which of the file's names is the gate?",
        ),
        slip(
            "the two norms of a block have changed places",
            edit=("model.load_state_dict(weights)", 'model.load_state_dict({n.replace(".attention_norm", ".?").replace(".feed_forward_norm", ".attention_norm").replace(".?", ".feed_forward_norm"): w for n, w in weights.items()})'),
            why="Both have one shape, so nothing warns.",
            look="Which of the file's names is the norm in front of attention?",
        ),
        slip(
            "what does not fit is passed over",
            edit=("model.load_state_dict(weights)", "model.load_state_dict(weights, strict=False)"),
            also=[("model.load_state_dict(weights)", "for name, parameter in model.named_parameters():\n        parameter.data = weights[name]"), ("model.load_state_dict(weights)", "for name, parameter in model.named_parameters():\n        parameter.data.copy_(weights[name])"), ("model.load_state_dict(weights)", "for name, parameter in model.named_parameters():\n        if name in weights:\n            parameter.data = weights[name]"), ("model.load_state_dict(weights)", "with torch.no_grad():\n        for name, parameter in model.named_parameters():\n            if name in weights:\n                parameter.copy_(weights[name])"), ("model.load_state_dict(weights)", "with torch.no_grad():\n        for name, parameter in model.named_parameters():\n            if name in weights and weights[name].shape != parameter.shape:\n                raise ValueError(name)\n            if name in weights:\n                parameter.copy_(weights[name])"), ("weights[PARTS[name]] = values", "if name in PARTS:\n                weights[PARTS[name]] = values"), ('weights[f"blocks.{layer}.{PARTS[part]}"] = values', 'if part in PARTS:\n                weights[f"blocks.{layer}.{PARTS[part]}"] = values'), ("model.load_state_dict(weights)", "with torch.no_grad():\n        for name, parameter in model.named_parameters():\n            if name in weights and weights[name].shape == parameter.shape:\n                parameter.copy_(weights[name])")],
            why="A tensor that is missing leaves random numbers in the model, and one without a place changes what it should compute.",
            look="What does your code say when a tensor is missing, when one has another shape, and when one is too many?",
        ),
        slip(
            "layers are taken in the order of the file",
            edit=('_, layer, part = name.split(".", 2)', '_, layer, part = name.split(".", 2)\n            layer = sum(other.endswith(part) for other in list(file.tensors)[: list(file.tensors).index(name)])'),
            also=[('_, layer, part = name.split(".", 2)', '_, layer, part = name.split(".", 2)\n            layer = sorted({n.split(".")[1] for n in file.tensors if n.startswith("blk.")}).index(layer)')],
            why="A file may hold its tensors in any order; sorted as text, layer 10 comes before layer 2.",
            look="Which part of a name says which layer it belongs to?",
        ),
        slip(
            "only the first digit of a layer is read",
            edit=('_, layer, part = name.split(".", 2)', '_, layer, part = name.split(".", 2)\n            layer = layer[0]'),
            also=[('_, layer, part = name.split(".", 2)', '_, layer, part = name.split(".", 2)\n            layer = layer[-1]')],
            why="SmolLM2 has 30 layers.",
            look="Into which layer do tensors of layer 10 go?",
        ),
        slip(
            "the token table goes into the head as well",
            edit=("model.load_state_dict(weights)", 'if model.head is not None:\n        weights["head.weight"] = weights["tokens.weight"]\n    model.load_state_dict(weights)'),
            why="A file with `output.weight` has a head of its own.",
            look="Which tensor of the file belongs to `head.weight`?",
        ),
        slip(
            "nothing comes back",
            edit=("return model", "return None"),
            also=[("return model", "return weights")],
            why="Whoever calls it goes on with what it returns.",
            look="What does the docstring promise?",
        ),
        slip(
            "the model stays as it was",
            edit=("model.load_state_dict(weights)", "pass"),
            why="The names are ready, and nothing was copied.",
            look="Which line of yours changes the model?",
        ),
        slip(
            'the error does not say what does not fit',
            edit=("    model.load_state_dict(weights)", "    try:\n        model.load_state_dict(weights)\n    except RuntimeError:\n        raise ValueError('wrong file') from None"),
            also=[("    model.load_state_dict(weights)", "    if len(weights) != len(list(model.parameters())):\n        raise ValueError('wrong file')\n    model.load_state_dict(weights)")],
            why='Whoever reads it has 272 tensors to choose from.',
            look="Which name stands in your error's message?",
        ),
    ]  # fmt: skip
    promises = {
        "any number of layers": dict(L=12),
        "a tied head": dict(L=2, tied=True),
        "a head of its own": dict(tied=False),
        "rows in the order of the model": "queries and keys",
        "an error that names what is missing, superfluous or of another shape": "files that do not fit",
    }


# --- a chat -------------------------------------------------------------------------------------------------------

TEMPLATE = (
    "{% for message in messages %}{{ '<|im_start|>' + message['role'] + '\n' + message['content'] + '<|im_end|>\n' }}"
    "{% endfor %}<|im_start|>assistant\n"
)
MARKS = ["<|im_start|>", "<|im_end|>"]


def letters(text):
    """The tokens of utils.stand_ins.encode."""
    parts = text.replace(MARKS[0], "\x80").replace(MARKS[1], "\x81")
    return [ord(c) - 64 if c in "\x80\x81" else ord(c) + 2 * (ord(c) >= 64) for c in parts]


STOPS = "if token == self.stop:\n                break"
LATER = "self.unread = ending if ids == [self.stop] else ids + ending"
ASK = 'self.encode(f"<|im_start|>user\\n{text}<|im_end|>\\n<|im_start|>assistant\\n")'
MODEL = "scores = self.model(torch.tensor([ids]), self.caches)[0, -1]"


@exercise("Chat", points=3, forbid=["jinja2", *LIBRARY, *FINISHED])
class _:
    # Answers that end by themselves, that are cut, that are empty, and that would end right behind the cut.
    cases = [
        dict(lengths=[5, 3, 4], longest=[20, 20, 20]),
        dict(lengths=[9, 4, 2], longest=[6, 20, 20]),
        dict(lengths=[0, 6], longest=[10, 10]),
        dict(lengths=[4, 1, 3], longest=[4, 1, 9]),
    ]
    weights = {"answers": 2, "what the model reads": 3, "calls for a question": 1, "first token": 1}

    def inputs(rng, lengths, longest):
        def words(n):
            return "".join(rng.choice(list("abcdefgh01234567"), n))

        return {
            "system": f"You are {words(5)}.",
            "questions": [f" {words(4)} {words(3)}\n{words(2)}?\n" for _ in lengths],
            "answers": [words(n) for n in lengths],
            "longest": longest,
        }

    def oracle(system, questions, answers, longest):
        from jinja2 import Template

        said = [answer[:n] for answer, n in zip(answers, longest)]
        messages = [{"role": "system", "content": system}]
        for question, answer in zip(questions, said):
            messages += [{"role": "user", "content": question}, {"role": "assistant", "content": answer}]
        whole = Template(TEMPLATE, keep_trailing_newline=True).render(messages=messages[:-1])
        spelled_out = [letters(answer) for answer in said]
        return {
            "answers": spelled_out,
            "what the model reads": {"answers": spelled_out, "text": whole},
            "calls for a question": {"answers": spelled_out, "calls with several tokens": len(questions)},
            "first token": {"answers": spelled_out, "calls before it": 1},
        }

    equivalent = {
        "if token is self.stop:": "small numbers are one object in CPython",
        "scores = self.model(torch.tensor([ids]), self.caches)[ -1, -1]": "there is one text",
    }
    alternatives = {
        "a list that grows": """
            ids = self.unread + self.encode("<|im_start|>user\\n" + text + "<|im_end|>\\n<|im_start|>assistant\\n")
            said, last = [], None
            while len(said) < longest:
                scores = self.model(torch.tensor(ids).unsqueeze(0), self.caches)
                last = self.choose(scores[0, -1, :])
                if last == self.stop:
                    break
                said.append(last)
                ids = [last]
                yield last
            self.unread = said[-1:] if last != self.stop else []
            self.unread = self.unread + [self.stop] + self.encode("\\n")
        """,
        "the last token is read at once": """
            feed = [*self.unread, *self.encode(f"<|im_start|>user\\n{text}<|im_end|>\\n<|im_start|>assistant\\n")]
            count = 0
            scores = self.model(torch.tensor([feed]), self.caches)
            while True:
                token = int(self.choose(scores.squeeze(0)[-1]))
                if token == self.stop:
                    break
                count += 1
                yield token
                scores = self.model(torch.tensor([[token]]), self.caches)
                if count == longest:
                    break
            self.unread = self.encode("<|im_end|>\\n")
        """,
    }
    slips = [
        slip(
            "the end of an answer is never read",
            edit=(LATER, "self.unread = []"),
            also=[(LATER, "self.unread = [] if ids == [self.stop] else ids"), (LATER, 'self.unread = self.encode("\\n")'), (LATER, 'self.unread = self.encode("\\n") if ids == [self.stop] else ids + self.encode("\\n")')],
            why="The stop token was chosen, and the model has not read it. For the model the next question then stands inside its own answer.",
            look="Which tokens stand between an answer and the next question, and which of them has the model read?",
        ),
        slip(
            "the newline behind an answer is forgotten",
            edit=('ending = self.encode("<|im_end|>\\n")', 'ending = self.encode("<|im_end|>")'),
            why="The model was trained on a newline there.",
            look="What does the template put behind <|im_end|>?",
        ),
        slip(
            "the last token of an answer that was cut is lost",
            edit=(LATER, "self.unread = ending"),
            why="It was given to the user and never read by the model, which then remembers another answer.",
            look="Which tokens has the model read when the loop ends at `longest`?",
        ),
        slip(
            "the stop token is read twice",
            edit=(LATER, "self.unread = ids + ending"),
            why="One answer has one end.",
            look="What does `ids` hold when the loop ends with the stop token?",
        ),
        slip(
            "the system's text is read again in each turn",
            edit=(LATER, "self.unread = self.unread + (ending if ids == [self.stop] else ids + ending)"),
            why="What stands in the cache has been read. Read again, it stands there twice.",
            look="What is left in `unread` after a turn?",
        ),
        slip(
            "the system's text is never read",
            edit=("ids = self.unread + ", "ids = ([] if len(self.unread) > 20 else self.unread) + "),
            also=[("ids = self.unread + ", "ids = ")],
            why="The model was trained on chats that begin with it.",
            look="What does `unread` hold before the first turn?",
        ),
        slip(
            "the whole conversation is read for each token",
            edit=("ids = [token]", "ids = ids + [token]"),
            also=[[("ids = [token]", "pass"), ("yield token", "ids = ids + [token]\n            yield token")]],
            why="With a cache each token is read once; these stand in it many times.",
            look="What does the model get in its second call?",
        ),
        slip(
            "the caches are new in each turn",
            edit=("ids = self.unread", "for cache in self.caches:\n            cache.__init__()\n        ids = self.unread"),
            also=[(MODEL, "scores = self.model(torch.tensor([ids]), [])[0, -1]"), (MODEL, "scores = self.model(torch.tensor([ids]), [type(c)() for c in self.caches])[0, -1]")],
            why="The model has forgotten what was said.",
            look="What stands in the caches when the second question comes?",
        ),
        slip(
            "the stop token is given to the user",
            edit=[(STOPS, "pass"), ("yield token", "yield token\n            if token == self.stop:\n                break")],
            why="It is a mark for the program, not a part of the answer.",
            look="In which order do your loop's lines give a token and look whether it is the end?",
        ),
        slip(
            "the stop token is not looked for",
            edit=(STOPS, "pass"),
            why="The model goes on and plays both sides.",
            look="Which line of yours ends an answer?",
        ),
        slip(
            "the most likely token is taken, whatever `choose` says",
            edit=("self.choose(scores)", "int(scores.argmax())"),
            why="A chat that always takes the most likely token cannot be told to sample.",
            look="Which attribute of the chat does your code never use?",
        ),
        slip(
            "scores of another token than the last one are read",
            edit=("self.caches)[0, -1]", "self.caches)[0, 0]"),
            why="The row of the last token says what comes next.",
            look="Which row of (1, T, V) belongs to the last token?",
        ),
        slip(
            "`choose` gets all rows of scores",
            edit=("self.caches)[0, -1]", "self.caches)[0]"),
            also=[("self.caches)[0, -1]", "self.caches)"), ("self.caches)[0, -1]", "self.caches)[:, -1]")],
            why="It decides one token from one row of V scores.",
            look="What shape does the docstring give to what `choose` gets?",
        ),
        slip(
            "an answer is one token longer than allowed, or shorter",
            edit=("range(longest)", "range(longest + 1)"),
            also=[("range(longest)", "range(longest - 1)")],
            why="`longest` counts the ids that are given.",
            look="How many ids come out for longest = 1?",
        ),
        slip(
            "`longest` is not looked at",
            edit=("for _ in range(longest):", "for _ in range(200):"),
            why="A model that never stops would be waited for.",
            look="Which of the arguments of `reply` does your code never use?",
        ),
        slip(
            "the header of the answer is missing",
            edit=(ASK, 'self.encode(f"<|im_start|>user\\n{text}<|im_end|>\\n")'),
            also=[(ASK, 'self.encode(f"<|im_start|>user\\n{text}<|im_end|>\\n<|im_start|>")'), (ASK, 'self.encode(f"<|im_start|>user\\n{text}<|im_end|>\\n<|im_start|>assistant")')],
            why="The model does not know that it is its turn, and may go on for the user.",
            look="What stands in front of an answer in the template?",
        ),
        slip(
            "the question has no marks",
            edit=(ASK, 'self.encode(text + "\\n<|im_start|>assistant\\n")'),
            also=[(ASK, 'self.encode(f"{text}<|im_end|>\\n<|im_start|>assistant\\n")'), (ASK, 'self.encode(f"<|im_start|>user\\n{text}\\n<|im_start|>assistant\\n")'), (ASK, 'self.encode(f"user\\n{text}\\nassistant\\n")'), (ASK, 'self.encode(f"<|im_start|>user {text}<|im_end|>\\n<|im_start|>assistant\\n")'), (ASK, 'self.encode(f"<|im_start|>user\\n{text}<|im_end|><|im_start|>assistant\\n")')],
            why="The marks tell who speaks. Without them, or without their newlines, the question is text like any other.",
            look="Write a turn down, with all its marks and newlines. Which of them does your code leave out?",
        ),
        slip(
            "the question is trimmed",
            edit=(ASK, ASK.replace("{text}", "{' '.join(text.split())}")),
            also=[(ASK, ASK.replace("{text}", "{text.strip()}"))],
            why="What the user says goes to the model as it is, newlines included.",
            look="What becomes of a newline in a question?",
        ),
        slip(
            "the answer comes when it is whole",
            edit=[("yield token", "said.append(token)"), ("for _ in range(longest)", "said = []\n        for _ in range(longest)"), (LATER, LATER + "\n        yield from said")],
            why="The user waits in front of an empty screen, and has nothing to read meanwhile.",
            look="How many tokens are chosen before the first one is given?",
        ),
        slip(
            "tokens of the question are read one by one",
            edit=(MODEL, "for one in ids:\n                scores = self.model(torch.tensor([[one]]), self.caches)[0, -1]"),
            why="The result is right, and a question of a hundred tokens costs a hundred readings of all weights in place of one.",
            look="How often is the model called before the first token of the answer?",
        ),
        slip(
            'what is unread stays as it was',
            edit=(LATER, "pass"),
            also=[(STOPS, "if token == self.stop:\n                return")],
            why='The next turn begins as the first one did, and the end of this answer is never read.',
            look='What should `unread` hold after a turn, and which line of yours sets it?',
        ),
        slip(
            'the answer is read a second time',
            edit=[("for _ in range(longest)", "said = []\n        for _ in range(longest)"), ("yield token", "said.append(token)\n            yield token"), (LATER, "self.unread = said + ending")],
            why='All of it but its last token was read when the next one was chosen.',
            look='Which tokens of the answer stand in the caches when the loop ends?',
        ),
        slip(
            'text is given in place of ids',
            edit=("yield token", "yield str(token)"),
            also=[("yield token", "yield chr(token)")],
            why='Several ids may make one letter, so whoever shows the answer decodes it.',
            look='What does the docstring promise?',
        ),
    ]  # fmt: skip
    promises = {
        "up to the stop token": dict(lengths=[5, 3, 4]),
        "an answer that is cut": dict(lengths=[9, 4, 2]),
        "an empty answer": dict(lengths=[0, 6]),
        "an answer that would end right behind the cut": dict(lengths=[4, 1, 3]),
        "each token is read once": "what the model reads",
        "a question in one call": "calls for a question",
        "ids come one by one": "first token",
    }


# --- sizes --------------------------------------------------------------------------------------------------------

ATTENTION = "2 * D * D + 2 * D * narrow"
TABLES = '(1 if config["tied"] else 2) * config["vocab_size"] * D'


def parameters(config):
    """Those of the library's model, which needs no memory on the device "meta"."""
    from transformers import LlamaConfig, LlamaForCausalLM

    sizes = LlamaConfig(
        vocab_size=config["vocab_size"],
        hidden_size=config["d_model"],
        num_hidden_layers=config["n_layers"],
        num_attention_heads=config["n_heads"],
        num_key_value_heads=config["n_kv_heads"],
        intermediate_size=config["d_hidden"],
        tie_word_embeddings=config["tied"],
    )
    with torch.device("meta"):
        model = LlamaForCausalLM(sizes)
    return sum(p.numel() for p in model.parameters())


@exercise("model_size", points=1, forbid=LIBRARY + FINISHED)
class _:
    cases = [
        dict(group=[2, 3, 4], tied=True, bits=16, block=None),
        dict(group=[2, 4], tied=False, bits=4, block=32),
        dict(group=[1], tied=False, bits=8, block=64),
        dict(group=[5, 7], tied=True, bits=3, block=17),
    ]
    weights = {"parameters": 2, "bytes": 2, "whole numbers": 1}
    tolerance = 1e-9

    def inputs(rng, group, tied, bits, block):
        n_kv_heads, group = int(rng.integers(2, 9)), int(rng.choice(group))
        d = 2 * int(rng.integers(2, 9))
        config = {
            "vocab_size": int(rng.integers(50, 400)),
            "d_model": n_kv_heads * group * d,
            "n_layers": int(rng.integers(2, 9)),
            "n_heads": n_kv_heads * group,
            "n_kv_heads": n_kv_heads,
            "d_hidden": int(rng.integers(30, 300)),
            "tied": tied,
        }
        scale_bits = int(rng.choice([8, 16, 32]))
        if bits == 3:  # a byte that is begun and less than half full
            n = parameters(config)
            while n % block == 0 or (3 * n - n // -block * scale_bits) % 8 not in (1, 2, 3):
                block, scale_bits = int(rng.integers(11, 40)), int(rng.integers(5, 33))
        return {"config": config, "bits": bits, "block": block, "scale_bits": scale_bits}

    def oracle(config, bits, block, scale_bits):
        n = parameters(config)
        total = n * bits + (0 if block is None else -(-n // block) * scale_bits)
        whole = {"parameters": n, "types": ["int", "int"]}
        return {"parameters": n, "bytes": -(-total // 8), "whole numbers": whole}

    alternatives = {
        "by hand, layer by layer": """
            V, D, H, G, F = (config[k] for k in ("vocab_size", "d_model", "n_heads", "n_kv_heads", "d_hidden"))
            n = V * D + D
            for _ in range(config["n_layers"]):
                n += D + D * D + D * (D * G // H) + D * (D * G // H) + D * D
                n += D + 3 * D * F
            if not config["tied"]:
                n += V * D
            blocks = 0 if not block else (n + block - 1) // block
            return n, (n * bits + blocks * scale_bits + 7) // 8
        """,
        "math.ceil": """
            D, d = config["d_model"], config["d_model"] // config["n_heads"]
            heads = 2 * config["n_heads"] + 2 * config["n_kv_heads"]
            a_layer = D * (heads * d + 3 * config["d_hidden"] + 2)
            tables = config["vocab_size"] * D * (2 - config["tied"])
            n = tables + config["n_layers"] * a_layer + D
            size = n * bits
            if block is not None:
                size += math.ceil(n / block) * scale_bits
            return n, math.ceil(size / 8)
        """,
    }
    slips = [
        slip(
            "keys and values are as wide as queries",
            edit=(ATTENTION, "4 * D * D"),
            why="Grouped queries have fewer heads of keys and values, which makes two of the four matrices narrow.",
            look="How many rows has the matrix of keys?",
        ),
        slip(
            "the head is always counted, or never",
            edit=(TABLES, "2 * config[\"vocab_size\"] * D"),
            also=[(TABLES, "config[\"vocab_size\"] * D"), (TABLES, "(2 if config[\"tied\"] else 1) * config[\"vocab_size\"] * D")],
            why="A tied model has one table of tokens, others have two. At 8 billion that is half a billion.",
            look="How many tables of tokens has a tied model?",
        ),
        slip(
            "a feed-forward layer has two matrices",
            edit=("3 * D * config[\"d_hidden\"]", "2 * D * config[\"d_hidden\"]"),
            why="SwiGLU has three: gate, up and down.",
            look="Which matrices has SwiGLU?",
        ),
        slip(
            "a layer has another number of norms than two",
            edit=("+ 2 * D)", "+ 3 * D)"),
            also=[("+ 2 * D)", "+ D)"), ("+ 2 * D)", ")"), ("+ 2 * D)", "+ 4 * D)")],
            why="One gain stands in front of each branch, and RMSNorm has no bias. The lecture counts three.",
            look="Which vectors has your `LlamaBlock`?",
        ),
        slip(
            "the final norm is forgotten",
            edit=("+ D  # ", "# "),
            also=[("+ D  # ", "+ 2 * D  # ")],
            why="Only D numbers, and the count is no longer that of the model.",
            look="What stands between the last block and the scores?",
        ),
        slip(
            "biases are counted",
            edit=("+ 2 * D)", "+ 2 * D + 2 * D + 2 * narrow)"),
            also=[("+ 2 * D)", "+ 2 * D + 2 * D + 2 * narrow + 2 * config[\"d_hidden\"] + D)")],
            why="Llama has none.",
            look="Which of your modules has a bias?",
        ),
        slip(
            "the output projection is forgotten",
            edit=(ATTENTION, "D * D + 2 * D * narrow"),
            why="Attention ends in a matrix of D × D.",
            look="Which four matrices has attention?",
        ),
        slip(
            "a single layer is counted",
            edit=("config[\"n_layers\"] * (", "1 * ("),
            why="All layers have the same sizes and none shares its weights.",
            look="Which entry of the config does your code never use?",
        ),
        slip(
            "the width of a head takes the place of that of all heads of keys",
            edit=("narrow = D // config[\"n_heads\"] * config[\"n_kv_heads\"]", "narrow = D // config[\"n_heads\"]"),
            also=[("narrow = D // config[\"n_heads\"] * config[\"n_kv_heads\"]", "narrow = D // config[\"n_kv_heads\"]")],
            why="The matrix of keys has d rows for each of its heads.",
            look="How many rows has the matrix of keys?",
        ),
        slip(
            "scales are left out",
            edit=("+ blocks * scale_bits", ""),
            why="4 bits with a scale and a minimum of 16 bits for each 32 weights are 5 bits a weight, a quarter more.",
            look="Which of the arguments of your function does your code never use?",
        ),
        slip(
            "each weight has scales of its own",
            edit=("+ blocks * scale_bits", "+ n * scale_bits"),
            also=[("+ blocks * scale_bits", "+ scale_bits"), ("+ blocks * scale_bits", "+ blocks * 8 * scale_bits"), ("+ blocks * scale_bits", "+ blocks * block * scale_bits if block else 0")],
            why="A block shares them.",
            look="How many scales are there for 64 weights in blocks of 32?",
        ),
        slip(
            "a last block that is not full has no scales",
            edit=("blocks = -(-n // block) if block else 0", "blocks = n // block if block else 0"),
            why="Its weights need them as well.",
            look="How many blocks do 33 weights need?",
        ),
        slip(
            "bits are given as bytes",
            edit=("return n, -(-(n * bits + blocks * scale_bits) // 8)", "return n, n * bits + blocks * scale_bits"),
            why="A byte has eight bits.",
            look="How many bytes take 8 parameters of 16 bits?",
        ),
        slip(
            "the last byte is lost, or not whole",
            edit=("-(-(n * bits + blocks * scale_bits) // 8)", "(n * bits + blocks * scale_bits) // 8"),
            also=[("-(-(n * bits + blocks * scale_bits) // 8)", "(n * bits + blocks * scale_bits) / 8"), ("-(-(n * bits + blocks * scale_bits) // 8)", "round((n * bits + blocks * scale_bits) / 8)")],
            why="What has begun a byte needs the whole byte.",
            look="How many bytes do 9 bits need?",
        ),
        slip(
            "a count is no whole number",
            edit=("return n, -(-(n * bits + blocks * scale_bits) // 8)", "return n, float(-(-(n * bits + blocks * scale_bits) // 8))"),
            also=[("narrow = D // config[\"n_heads\"] * config[\"n_kv_heads\"]", "narrow = D / config[\"n_heads\"] * config[\"n_kv_heads\"]")],
            why="Parameters and bytes can be counted. A float is exact up to 2⁵³ only, and prints itself with a point.",
            look="Which of your divisions gives a float?",
        ),
        slip(
            "bytes are counted in thousands or larger units",
            edit=("return n, -(-(n * bits + blocks * scale_bits) // 8)", "return n, (n * bits + blocks * scale_bits) / 8 / 2**30"),
            also=[("return n, -(-(n * bits + blocks * scale_bits) // 8)", "return n, (n * bits + blocks * scale_bits) / 8 / 1e9"), ("return n, -(-(n * bits + blocks * scale_bits) // 8)", "return n, (n * bits + blocks * scale_bits) / 8 / 1024")],
            why="The docstring asks for bytes. GB and GiB are for those who print it.",
            look="What unit has your second number?",
        ),
        slip(
            'scales are counted where there are no blocks',
            edit=("if block else 0", "if block else 1"),
            also=[("blocks = -(-n // block) if block else 0", "blocks = -(-n // (block or 1))")],
            why='Without blocks there is nothing to scale, whatever `scale_bits` says.',
            look='How many blocks are there when block is None?',
        ),
    ]  # fmt: skip
    promises = {
        "a tied head": dict(tied=True),
        "a head of its own": dict(tied=False),
        "no blocks": dict(block=None),
        "a last block that is not full, and a byte that is not": dict(bits=3, block=17),
        "as many heads of keys as of queries": dict(group=[1]),
        "two ints": "whole numbers",
    }


# --- machines -----------------------------------------------------------------------------------------------------

BEST = "share = max(sum(parts[start:end]) / memory[machine], rest)"
CHECKED = "if share > 1:"


def best_share(parts, memory):
    """The share of its memory that the fullest machine needs, over all ways to cut the row."""
    n, best = len(parts), math.inf
    for cuts in combinations_with_replacement(range(n + 1), len(memory) - 1):
        edges = [0, *cuts, n]
        best = min(best, max(sum(parts[a:b]) / m for a, b, m in zip(edges, edges[1:], memory)))
    return best


def share_of(edges, parts, memory):
    return max(sum(parts[a:b]) / m for a, b, m in zip(edges, edges[1:], memory))


def same_number(parts, memory):
    n, k = len(parts), len(memory)
    even, full = [round(i * n / k) for i in range(k + 1)], [min(i * -(-n // k), n) for i in range(k + 1)]
    return min(share_of(even, parts, memory), share_of(full, parts, memory))


def up_to_the_mean(parts, memory):
    found, mean = [], sum(parts) / sum(memory)
    for middle in (False, True):
        edges, room = [0], 0.0
        for m in memory[:-1]:
            end, room = edges[-1], room + mean * m
            while end < len(parts):
                held = (
                    sum(parts[: end + 1]) - parts[end] / 2 <= room
                    if middle
                    else sum(parts[edges[-1] : end + 1]) <= mean * m
                )
                if not held:
                    break
                end += 1
            edges.append(end)
        found.append(share_of([*edges, len(parts)], parts, memory))
    return min(found)


RULES = [same_number, up_to_the_mean]


@exercise("split_layers", points=2, forbid=LIBRARY + FINISHED)
class _:
    cases = [
        dict(n=12, machines=3, memory=(1.0, 1.0), slack=1.6),
        dict(n=14, machines=4, memory=(0.4, 2.0), slack=2.0),
        dict(n=9, machines=3, memory=(1.0, 1.0), slack=1.8, tables=4),
        dict(n=5, machines=1, memory=(1.0, 1.0), slack=1.0),
        dict(n=3, machines=5, memory=(0.6, 1.4), slack=9.0),
        dict(n=10, machines=4, memory=(0.1, 3.0), slack=2.5),
    ]
    weights = {"the fullest machine": 3, "parts in their order": 1, "a model that is too large": 1}

    def inputs(rng, n, machines, memory, slack, tables=1):
        while True:
            parts = rng.integers(40, 160, n)
            parts[0], parts[-1] = tables * rng.integers(60, 200), tables * rng.integers(60, 200)
            sizes = rng.uniform(*memory, machines)
            sizes *= slack * parts.sum() / sizes.sum()
            row, rooms = [int(p) for p in parts], [round(m) for m in sizes]
            best = best_share(row, rooms)
            if n <= 5 or all(rule(row, rooms) > 1.001 * best for rule in RULES):
                break  # no rule of thumb finds the best cut
        return {"parts": row, "memory": rooms, "tight": [int(0.98 * best * m) for m in rooms]}

    def oracle(parts, memory, tight):
        n, best = len(parts), best_share(parts, memory)
        return {
            "the fullest machine": best,
            "parts in their order": {"share": best, "parts": list(range(n)), "pairs": len(memory)},
            "a model that is too large": {"share": best, "said": "ValueError"},
        }

    equivalent = {
        "for end in range(start, len(parts) << 1):": "an end beyond the last part leaves no way for those behind",
        "for end in range(start, len(parts) + 2):": "the same",
        "if machine >= len(memory):": "machines are counted one by one",
        "if machine is len(memory):": "small numbers are one object in CPython",
        "return (0, []) if start >= len(parts) else (math.inf, [])": "a run ends at the last part at the latest",
        "return (0, []) if start is len(parts) else (math.inf, [])": "small numbers are one object in CPython",
        "return ( -1, []) if start == len(parts) else (math.inf, [])": "shares are not negative, and the largest counts",
    }
    alternatives = {
        "guess the share, then fill": """
            def fill(share):
                cuts, start = [], 0
                for m in memory:
                    end, held = start, 0
                    while end < len(parts) and held + parts[end] <= share * m * (1 + 1e-12):
                        held += parts[end]
                        end += 1
                    cuts.append((start, end))
                    start = end
                return cuts if start == len(parts) else None
            n = len(parts)
            shares = sorted({sum(parts[i:j]) / m for i in range(n) for j in range(i + 1, n + 1) for m in memory})
            for share in shares:
                found = fill(share)
                if found:
                    if share > 1:
                        raise ValueError(f"the fullest machine would need {share:.2f} of its memory")
                    return found
        """,
        "all ways": """
            from itertools import combinations_with_replacement
            best = None
            for cuts in combinations_with_replacement(range(len(parts) + 1), len(memory) - 1):
                edges = [0, *cuts, len(parts)]
                split = list(zip(edges[:-1], edges[1:]))
                share = max(sum(parts[a:b]) / m for (a, b), m in zip(split, memory))
                if best is None or share < best[0]:
                    best = share, split
            if best[0] > 1:
                raise ValueError("the model does not fit")
            return [list(pair) for pair in best[1]]
        """,
    }
    slips = [
        slip(
            "all machines get as many parts",
            edit="""
                n, k = len(parts), len(memory)
                edges = [round(i * n / k) for i in range(k + 1)]
                split = list(zip(edges, edges[1:]))
                if max(sum(parts[a:b]) / m for (a, b), m in zip(split, memory)) > 1 and sum(parts) > sum(memory):
                    raise ValueError("too large")
                return split
            """,
            also=["""
                n, k = len(parts), len(memory)
                return [(i * n // k, (i + 1) * n // k) for i in range(k)]
            """, """
                n, k = len(parts), len(memory)
                size = -(-n // k)
                if sum(parts) > sum(memory):
                    raise ValueError("too large")
                return [(min(i * size, n), min((i + 1) * size, n)) for i in range(k)]
            """],
            why="The tables of tokens are larger than a layer, and machines differ.",
            look="What does your code do with the numbers in `parts` and in `memory`?",
        ),
        slip(
            "machines are filled one after the other",
            edit="""
                split, start = [], 0
                for m in memory:
                    end = start
                    while end < len(parts) and sum(parts[start : end + 1]) <= m:
                        end += 1
                    split.append((start, end))
                    start = end
                if start < len(parts):
                    raise ValueError("too large")
                return split
            """,
            why="It fits, and the first machines are full to the last byte, while the last one rests. There is no room for a cache.",
            look="How full is your first machine, and how full the last?",
        ),
        slip(
            "each machine is filled up to the mean",
            edit="""
                share, split, start = sum(parts) / sum(memory), [], 0
                for i, m in enumerate(memory):
                    end = start
                    while end < len(parts) and sum(parts[start : end + 1]) <= share * m:
                        end += 1
                    end = len(parts) if i == len(memory) - 1 else end
                    split.append((start, end))
                    start = end
                if max(sum(parts[a:b]) / m for (a, b), m in zip(split, memory)) > 1:
                    raise ValueError("too large")
                return split
            """,
            also=["""
                total, split, start, seen, room = sum(parts), [], 0, 0, 0
                for i, m in enumerate(memory):
                    room += m
                    end = start
                    while end < len(parts) and (seen + parts[end] / 2) / total <= room / sum(memory):
                        seen += parts[end]
                        end += 1
                    end = len(parts) if i == len(memory) - 1 else end
                    split.append((start, end))
                    start = end
                if max(sum(parts[a:b]) / m for (a, b), m in zip(split, memory)) > 1:
                    raise ValueError("too large")
                return split
            """],
            why="Parts are not divisible, so nobody is exactly at the mean, and what is left piles up on the last machine.",
            look="Which machine is the fullest in your result, and could it give a part away?",
        ),
        slip(
            "memory is not looked at",
            edit=(BEST, "share = max(sum(parts[start:end]) / (sum(memory) / len(memory)), rest)"),
            why="A machine with twice the memory can hold twice as much.",
            look="Which of the arguments of your function does your code never use?",
        ),
        slip(
            "the tables of tokens are not counted",
            edit=(BEST, "share = max(sum(parts[max(start, 1) : min(end, len(parts) - 1)]) / memory[machine], rest)"),
            why="The first and the last machine hold them, and they are as large as several layers of a small model.",
            look="Which entries of `parts` does your sum leave out?",
        ),
        slip(
            "free bytes are balanced, not shares",
            edit=(BEST, "share = max(1 + (sum(parts[start:end]) - memory[machine]) / sum(memory), rest)"),
            why="What is asked for is the share of its own memory that each machine uses.",
            look="What do you divide the bytes of a machine by?",
        ),
        slip(
            "the sum of all shares is made small, not the largest",
            edit=(BEST, "share = sum(parts[start:end]) / memory[machine] + rest"),
            why="A single machine that is too full stops them all.",
            look="Whose share decides whether the model fits?",
        ),
        slip(
            "the emptiest machine decides",
            edit=(BEST, "share = min(sum(parts[start:end]) / memory[machine], rest)"),
            why="A machine that rests says nothing about the one that is full.",
            look="Whose share decides whether the model fits?",
        ),
        slip(
            "a model that does not fit raises nothing",
            edit=(CHECKED, "if False:"),
            also=[("raise ValueError(", "return print(")],
            why="The error would come later, on one of the machines, when it is full.",
            look="What should happen when the fullest machine would need more than it has?",
        ),
        slip(
            "only the sum is compared with the memory",
            edit=(CHECKED, "if sum(parts) > sum(memory):"),
            why="Enough memory in all may still be too little for each: parts cannot be cut.",
            look="Two parts of 6 bytes, two machines of 8 and 4: does it fit?",
        ),
        slip(
            "the last parts are forgotten",
            edit=("return split", "return [*split[:-1], (split[-1][0], max(split[-1][0], len(parts) - 1))]"),
            why="A model without one of its parts computes something else.",
            look="Does each number from 0 to the last stand in one of your ranges?",
        ),
        slip(
            "ends are counted in",
            edit=("return split", "return [(a, b - 1) for a, b in split]"),
            why="The docstring's end is the first part of the next machine, as in Python's slices.",
            look="Which parts does (0, 4) stand for?",
        ),
        slip(
            "machines that get nothing are left out",
            edit=("return split", "return [(a, b) for a, b in split if b > a]"),
            why="Whoever reads the list goes through it machine by machine.",
            look="How many pairs are there for five machines?",
        ),
        slip(
            "machines are put in order of their memory",
            edit=("def split_layers(parts, memory):", "def split_layers(parts, memory):\n    memory = sorted(memory)"),
            also=[("def split_layers(parts, memory):", "def split_layers(parts, memory):\n    memory = sorted(memory, reverse=True)")],
            why="The pairs belong to the machines as they were given.",
            look="To which machine belongs your first pair?",
        ),
        slip(
            "numbers of parts come back, not ranges",
            edit=("return split", "return [b - a for a, b in split]"),
            also=[("return split", "return [b for a, b in split]"), ("return split", "return [list(range(a, b)) for a, b in split]")],
            why="Each machine has to know where its run begins and ends.",
            look="What does the docstring promise for each machine?",
        ),
        slip(
            'the largest number of bytes decides, not the largest share',
            edit=[(BEST, "share = max(sum(parts[start:end]), rest)"), (CHECKED, "if max(sum(parts[a:b]) / m for (a, b), m in zip(split, memory)) > 1:")],
            why='A machine with twice the memory can hold twice as much.',
            look='What do you divide the bytes of a machine by?',
        ),
    ]  # fmt: skip
    promises = {
        "one machine": dict(machines=1),
        "machines of any size": dict(memory=(0.4, 2.0)),
        "tables larger than a layer": dict(tables=4),
        "more machines than parts": dict(n=3, machines=5),
        "a machine that is full to the last byte": dict(machines=1, slack=1.0),
        "a ValueError": "a model that is too large",
        "each part once, in order": "parts in their order",
    }
