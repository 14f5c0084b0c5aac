"""A Llama block: attention and SwiGLU, each on a residual branch that starts with an RMSNorm.

Oracle: the formulas in float64, with gradients by autograd; a running mean stands in for
attention.
"""

from autograder.authoring import exercise, slip

from ._shared import FINISHED, LIBRARY, leaf, rms, running_mean, sizes, tensor

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
