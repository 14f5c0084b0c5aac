"""A Llama model around given blocks: embeddings, blocks with caches, final RMSNorm, output head.

Oracle: the same steps in float64 with one-hot embeddings, the whole text at once.
"""

import torch

from autograder.authoring import exercise, slip

from ._shared import FINISHED, LIBRARY, leaf, rms, running_mean, sizes, tensor

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
