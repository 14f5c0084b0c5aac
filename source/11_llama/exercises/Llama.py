"""A Llama model around given blocks: embeddings, blocks with caches, final RMSNorm, output head.

Oracle: the same steps in float64 with one-hot embeddings, the whole sequence at once.
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
            why="If a file has no output table, the token table is used a second time. A new table would hold random numbers.",
            look="What are the scores computed with when `self.head` is None?",
        ),
        slip(
            "the token table is used although there is a head",
            edit=(SCORES, "return F.linear(x, self.tokens.weight)"),
            why="Llama 3.1 8B and larger models have a separate output table.",
            look="Which parameter does your code never use when the model is not tied?",
        ),
        slip(
            "the final norm is missing",
            edit=(NORM, "pass"),
            why="With pre-norm, nothing normalizes the residual stream itself, and by the last block it has grown through all the layers.",
            look="Which parameter of the model does your code never use?",
        ),
        slip(
            "the gain of the final norm is left out",
            edit=(NORM, "x = F.rms_norm(x, x.shape[-1:], None, self.eps)"),
            why="RMSNorm ends by multiplying each feature by its own gain.",
            look="Which parameter of the model does your code never use?",
        ),
        slip(
            "a different eps is used",
            edit=(NORM, "x = F.rms_norm(x, x.shape[-1:], self.norm)"),
            also=[(NORM, "x = F.rms_norm(x, x.shape[-1:], self.norm, 1e-6)"), (NORM, "x = F.rms_norm(x, x.shape[-1:], self.norm, 1e-5)")],
            why="A model is trained with one value of eps, and its file records which.",
            look="Which eps does your final norm use?",
        ),
        slip(
            "the final norm subtracts the mean",
            edit=(NORM, "x = F.layer_norm(x, x.shape[-1:], self.norm, None, self.eps)"),
            why="RMSNorm only divides; it doesn't subtract the mean.",
            look="Which kind of norm does Llama use?",
        ),
        slip(
            "the norm comes before the blocks",
            edit=[(NORM, "pass"), ("x = self.tokens(ids)", "x = F.rms_norm(self.tokens(ids), self.norm.shape, self.norm, self.eps)")],
            also=[(LOOP, "for block, cache in zip(self.blocks, caches):\n            x = F.rms_norm(block(x, cache), self.norm.shape, self.norm, self.eps)")],
            why="The blocks have their own norms. This one belongs between the last block and the scores.",
            look="What is the input of the final norm?",
        ),
        slip(
            "token vectors are multiplied by √D",
            edit=("x = self.tokens(ids)", "x = self.tokens(ids) * self.norm.shape[0] ** 0.5"),
            also=[(SCORES, "return F.linear(x, self.tokens.weight if self.head is None else self.head.weight) / self.norm.shape[0] ** 0.5")],
            why="The original transformer and Gemma do this. Llama doesn't, and its weights don't expect it.",
            look="What is the input of the first block?",
        ),
        slip(
            "one cache serves all blocks",
            edit=(LOOP, "for block in self.blocks:\n            x = block(x, caches[0])"),
            why="The keys of one layer mean nothing to another layer.",
            look="How many caches are there, and how many does your loop use?",
        ),
        slip(
            "the caches aren't passed on",
            edit=(LOOP, "for block in self.blocks:\n            x = block(x)"),

            why="Each chunk is read as if nothing came before it.",
            look="Which of the arguments of `forward` does your code never use?",
        ),
        slip(
            "the blocks get each other's caches",
            edit=("zip(self.blocks, caches)", "zip(self.blocks, caches[1:] + caches[:1] if caches[0] and caches[0].length else caches)"),
            why="The keys of one layer mean nothing to another layer.",
            look="Which cache does block 0 get in the second call?",
        ),
        slip(
            "a block is left out",
            edit=("zip(self.blocks, caches)", "zip(self.blocks[:-1], caches)"),
            also=[("zip(self.blocks, caches)", "zip(self.blocks[1:], caches[1:])")],
            why="Each layer was trained on what all the layers before it had added.",
            look="How many times does your loop run?",
        ),
        slip(
            "blocks run from the last to the first",
            edit=("zip(self.blocks, caches)", "zip(reversed(self.blocks), reversed(caches))"),
            why="Each block was trained on the output of the block before it.",
            look="Which block gets the token vectors?",
        ),
        slip(
            "all blocks read the token vectors",
            edit=(LOOP, "tokens = x\n        for block, cache in zip(self.blocks, caches):\n            x = block(tokens, cache)"),
            why="Only the last block would have any effect.",
            look="What does the second block get?",
        ),
        slip(
            "`last` is ignored",
            edit=("if last:\n            x = x[:, -1:]", "pass"),
            why="For a prompt of a thousand tokens you would compute a thousand rows of 49,152 scores and use one.",
            look="Which of the arguments of `forward` does your code never use?",
        ),
        slip(
            "all scores are computed before the last is taken",
            edit=[("if last:\n            x = x[:, -1:]", "pass"), (SCORES, "scores = F.linear(x, self.tokens.weight if self.head is None else self.head.weight)\n        return scores[:, -1:] if last else scores")],
            why="The result is right, but no work is saved: the head is the largest matrix of a small model.",
            look="How many rows go through the head when `last` is True?",
        ),
        slip(
            "the scores of the last token have lost an axis",
            edit=("x = x[:, -1:]", "x = x[:, -1]"),
            why="Code that handles (B, T, V) can also handle (B, 1, V), but not (B, V).",
            look="What shape does the docstring promise?",
        ),
        slip(
            "the last sequence is taken instead of the last token",
            edit=("x = x[:, -1:]", "x = x[-1:]"),
            also=[("x = x[:, -1:]", "x = x[:, :1]")],
            why="In each sequence, the last token predicts the next one.",
            look="Which axis of (B, T, D) counts tokens, and which index is the last?",
        ),
        slip(
            "only the last token goes through the blocks",
            edit=[("x = self.tokens(ids)", "x = self.tokens(ids[:, -1:] if last else ids)")],
            why="The blocks need all new tokens: later tokens attend to them, and the caches have to hold them.",
            look="From which line on is one token enough?",
        ),
        slip(
            "probabilities are returned instead of scores",
            edit=(SCORES, SCORES + ".softmax(dim=-1)"),
            also=[(SCORES, SCORES + ".log_softmax(dim=-1)")],
            why="Losses and samplers expect scores and apply softmax themselves.",
            look="What does the docstring promise?",
        ),
        slip(
            "the output of a block is added to the stream once more",
            edit=(LOOP, LOOP.replace("x = block", "x = x + block")),
            why="A block does its own additions and returns the whole stream.",
            look="Does your `LlamaBlock` return only what its branches found, or the whole stream with that added?",
        ),
        slip(
            'positions are added to the token vectors',
            edit=("x = self.tokens(ids)", "x = self.tokens(ids) + torch.arange(ids.shape[1], device=ids.device)[:, None]"),
            why="In Llama only the rotation of queries and keys encodes positions.",
            look="Which part of the model encodes where a token is?",
        ),
    ]  # fmt: skip
    promises = {
        "a tied head": dict(tied=True),
        "a separate head": dict(tied=False),
        "any eps": dict(eps=(0.2, 0.5)),
        "chunk by chunk": "in chunks",
        "the last token alone, without computing the others": "the last token alone",
        "the table learns from both of its uses": "size of each gradient",
    }
