"""A Llama block: attention and SwiGLU, each on a residual branch that starts with an RMSNorm.

Oracle: the formulas in float64, with gradients by autograd; a running mean replaces
attention.
"""

from autograder.authoring import exercise, slip

from ._shared import FINISHED, LIBRARY, leaf, rms, running_mean, sizes, tensor

FIRST = "x = x + self.attention(F.rms_norm(x, D, self.attention_norm, self.eps), cache)"
SECOND = "return x + self.down(F.silu(self.gate(y)) * self.up(y))"
NORMED = "y = F.rms_norm(x, D, self.feed_forward_norm, self.eps)"


@exercise("LlamaBlock", points=3, forbid=LIBRARY + FINISHED)
class _:
    # The second case has tiny inputs, where eps matters; in the third all widths are equal.
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
            "the norms come after the additions",
            edit=[(FIRST, "x = F.rms_norm(x + self.attention(x, cache), D, self.attention_norm, self.eps)"), (NORMED, "y = x"), (SECOND, "return F.rms_norm(x + self.down(F.silu(self.gate(y)) * self.up(y)), D, self.feed_forward_norm, self.eps)")],
            why="That is the post-norm block of 2017, where nothing can pass through the stream unchanged.",
            look="What goes straight from the block's input to its output?",
        ),
        slip(
            "the norms are at the ends of the branches",
            edit=[(FIRST, "x = x + F.rms_norm(self.attention(x, cache), D, self.attention_norm, self.eps)"), (NORMED, "y = x"), (SECOND, "return x + F.rms_norm(self.down(F.silu(self.gate(y)) * self.up(y)), D, self.feed_forward_norm, self.eps)")],
            why="Attention would get the stream itself, which grows from layer to layer.",
            look="Do attention and the gate get the stream, or a normalized copy?",
        ),
        slip(
            "a different eps is used",
            edit=(NORMED, "y = F.rms_norm(x, D, self.feed_forward_norm)"),
            also=[(FIRST, "x = x + self.attention(F.rms_norm(x, D, self.attention_norm), cache)"), [(NORMED, "y = F.rms_norm(x, D, self.feed_forward_norm)"), (FIRST, "x = x + self.attention(F.rms_norm(x, D, self.attention_norm), cache)")], [(NORMED, "y = F.rms_norm(x, D, self.feed_forward_norm, 1e-6)"), (FIRST, "x = x + self.attention(F.rms_norm(x, D, self.attention_norm, 1e-6), cache)")], [(NORMED, "y = F.rms_norm(x, D, self.feed_forward_norm, 1e-5)"), (FIRST, "x = x + self.attention(F.rms_norm(x, D, self.attention_norm, 1e-5), cache)")]],
            why="For small vectors, eps decides how large the normalized vector is, and a model is trained with one particular value.",
            look="Which eps does `F.rms_norm` use if you pass none, and which one does the block have?",
        ),
        slip(
            "eps is added outside the root",
            edit=[(NORMED, "y = x / (x.pow(2).mean(-1, keepdim=True).sqrt() + self.eps) * self.feed_forward_norm"), (FIRST, "x = x + self.attention(x / (x.pow(2).mean(-1, keepdim=True).sqrt() + self.eps) * self.attention_norm, cache)")],
            why="Inside the root, eps is added to a mean square. Outside, the same number has a much larger effect.",
            look="Is eps inside or outside the root in the formula of RMSNorm?",
        ),
        slip(
            "the two gains are swapped, or one is used twice",
            edit=[(FIRST, "x = x + self.attention(F.rms_norm(x, D, self.feed_forward_norm, self.eps), cache)"), (NORMED, "y = F.rms_norm(x, D, self.attention_norm, self.eps)")],
            also=[(NORMED, "y = F.rms_norm(x, D, self.attention_norm, self.eps)"), (FIRST, "x = x + self.attention(F.rms_norm(x, D, self.feed_forward_norm, self.eps), cache)")],
            why="Each branch has learned its own weighting of the features.",
            look="Which gain belongs to which branch?",
        ),
        slip(
            "the gains are left out",
            edit=[(FIRST, "x = x + self.attention(F.rms_norm(x, D, None, self.eps), cache)"), (NORMED, "y = F.rms_norm(x, D, None, self.eps)")],
            also=[(FIRST, "x = x + self.attention(F.rms_norm(x, D, None, self.eps), cache)"), (NORMED, "y = F.rms_norm(x, D, None, self.eps)")],
            why="RMSNorm ends by multiplying each feature by its own gain.",
            look="Which parameters of the block does your code never use?",
        ),
        slip(
            "the mean is subtracted, as in LayerNorm",
            edit=[(FIRST, "x = x + self.attention(F.layer_norm(x, D, self.attention_norm, None, self.eps), cache)"), (NORMED, "y = F.layer_norm(x, D, self.feed_forward_norm, None, self.eps)")],
            why="RMSNorm only divides, and weights that were trained with one norm don't fit the other.",
            look="What does RMSNorm do to a vector whose entries are all 3?",
        ),
        slip(
            "both branches read the same stream",
            edit=[(FIRST, "first = x + self.attention(F.rms_norm(x, D, self.attention_norm, self.eps), cache)"), (SECOND, "return first + self.down(F.silu(self.gate(y)) * self.up(y))")],
            why="GPT-J is built this way. In Llama, the second branch reads the stream after the first has added to it.",
            look="Can the gate use what attention found?",
        ),
        slip(
            "a branch replaces the stream",
            edit=(FIRST, "x = self.attention(F.rms_norm(x, D, self.attention_norm, self.eps), cache)"),
            also=[(SECOND, "return self.down(F.silu(self.gate(y)) * self.up(y))"), [(FIRST, "x = self.attention(F.rms_norm(x, D, self.attention_norm, self.eps), cache)"), (SECOND, "return self.down(F.silu(self.gate(y)) * self.up(y))")]],
            why="A branch adds to the stream. Without the addition, gradients fade on their way through many layers.",
            look="Where are the two additions of a block?",
        ),
        slip(
            "the normalized copy replaces the stream",
            edit=(SECOND, "return y + self.down(F.silu(self.gate(y)) * self.up(y))"),
            also=[(FIRST, "x = F.rms_norm(x, D, self.attention_norm, self.eps)\n        x = x + self.attention(x, cache)"), [(FIRST, "x = F.rms_norm(x, D, self.attention_norm, self.eps)\n        x = x + self.attention(x, cache)"), (SECOND, "return y + self.down(F.silu(self.gate(y)) * self.up(y))")]],
            why="The normalized copy is for the branch only. The branch adds its result to the stream itself.",
            look="What is the result of the branch added to?",
        ),
        slip(
            "gate and up are swapped",
            edit=(SECOND, "return x + self.down(self.gate(y) * F.silu(self.up(y)))"),
            why="Their shapes are the same, so nothing warns you. But they were trained for different roles: only one of them goes through silu.",
            look="Which of the two products goes through silu?",
        ),
        slip(
            "silu is applied to the whole product",
            edit=(SECOND, "return x + self.down(F.silu(self.gate(y) * self.up(y)))"),
            why="Silu turns one of the two products into a gate; the other stays linear.",
            look="What is silu applied to in the formula of SwiGLU?",
        ),
        slip(
            "gate and up are added",
            edit=(SECOND, "return x + self.down(F.silu(self.gate(y)) + self.up(y))"),
            why="A gate multiplies what it controls; it doesn't add to it.",
            look="What should come out if the gate is closed?",
        ),
        slip(
            "another function is used for the gate",
            edit=(SECOND, "return x + self.down(F.gelu(self.gate(y)) * self.up(y))"),
            also=[(SECOND, "return x + self.down(torch.sigmoid(self.gate(y)) * self.up(y))"), (SECOND, "return x + self.down(F.relu(self.gate(y)) * self.up(y))"), (SECOND, "return x + self.down(self.gate(y) * self.up(y))")],
            why="With gelu this is GEGLU, with a sigmoid GLU and with relu ReGLU, but Llama uses SwiGLU.",
            look="What is silu(1)?",
        ),
        slip(
            "there is no gate",
            edit=(SECOND, "return x + self.down(F.silu(self.up(y)))"),
            also=[(SECOND, "return x + self.down(F.silu(self.gate(y)))")],
            why="A third of the layer's weights would never be used.",
            look="Which parameters of the block does your code never use?",
        ),
        slip(
            "the cache isn't passed on",
            edit=(FIRST, "x = x + self.attention(F.rms_norm(x, D, self.attention_norm, self.eps))"),
            why="Each chunk is read as if nothing came before it.",
            look="Which of the arguments of `forward` does your code never use?",
        ),
        slip(
            "one of the norms is missing",
            edit=(NORMED, "y = x"),
            also=[(FIRST, "x = x + self.attention(x, cache)"), [(NORMED, "y = x"), (FIRST, "x = x + self.attention(x, cache)")]],
            why="The stream grows from layer to layer. Without a norm, the input of the branches grows with it.",
            look="Which parameters of the block does your code never use?",
        ),
        slip(
            "the gate reads the first norm",
            edit=[(NORMED, "pass"), (FIRST, "y = F.rms_norm(x, D, self.attention_norm, self.eps)\n        x = x + self.attention(y, cache)")],
            why="The second branch reads the stream after attention has added to it, and uses the second norm.",
            look="What is the input of the gate?",
        ),
        slip(
            "the second branch reads only the output of attention",
            edit=[(FIRST, "found = self.attention(F.rms_norm(x, D, self.attention_norm, self.eps), cache)"), (NORMED, "y = F.rms_norm(found, D, self.feed_forward_norm, self.eps)")],
            also=[[(FIRST, "found = self.attention(F.rms_norm(x, D, self.attention_norm, self.eps), cache)\n        x = x + found"), (NORMED, "y = F.rms_norm(found, D, self.feed_forward_norm, self.eps)")]],
            why="The stream is the sum of everything found so far, and both branches read that sum.",
            look="What is the output of attention added to, and where does the sum go?",
        ),
        slip(
            "the mean is taken over something other than the features",
            edit=[(FIRST, "x = x + self.attention(x / (x.pow(2).mean(1, keepdim=True) + self.eps).sqrt() * self.attention_norm, cache)"), (NORMED, "y = x / (x.pow(2).mean(1, keepdim=True) + self.eps).sqrt() * self.feed_forward_norm")],
            also=[[(FIRST, "x = x + self.attention(x / (x.pow(2).sum(-1, keepdim=True) + self.eps).sqrt() * self.attention_norm, cache)"), (NORMED, "y = x / (x.pow(2).sum(-1, keepdim=True) + self.eps).sqrt() * self.feed_forward_norm")]],
            why="Each token is normalized separately, by the mean of the squares of its D features.",
            look="Over which axis does your norm average the squares, and is it a mean or a sum?",
        ),
    ]  # fmt: skip
    promises = {
        "eps": dict(size=2e-3),
        "any eps": dict(eps=(0.2, 0.5)),
        "chunk by chunk": "in chunks",
        "gradients": "grad_x",
        "all parameters learn": "size of each gradient",
        "all widths equal": dict(D=4, hidden=4),
    }
