"""What decides the exercises of sitting b: grouped heads, memory that does not grow, attention in blocks, fewer bits."""

import numpy as np
import torch
import torch.nn.functional as F

from autograder.authoring import exercise, slip

FUSED = [
    "torch.nn.functional.scaled_dot_product_attention",
    "torch.nn.attention",
    "torch.nn.MultiheadAttention",
]
THEIRS = ["transformers", "utils.blocks.attention.MultiHeadAttention"]


def tensor(array, grad=False):
    """A float64 tensor of an oracle's input."""
    return torch.as_tensor(array, dtype=torch.float64).requires_grad_(grad)


@exercise("repeat_kv", points=2, forbid=["transformers"])
class _:
    cases = [
        dict(B=2, H_kv=2, T=5, d=3, n=3),
        dict(B=3, H_kv=3, T=3, d=3, n=2),  # equal sizes: a wrong axis still fits
        dict(B=1, H_kv=4, T=1, d=2, n=1),  # nothing to share
        dict(B=2, H_kv=1, T=3, d=2, n=4),  # one head for all
    ]
    weights = {"shared": 3, "grad_x": 1}

    def inputs(rng, B, H_kv, T, d, n):
        return {
            "x": rng.standard_normal((B, H_kv, T, d)),
            "n": n,
            "gradient": rng.standard_normal((B, H_kv * n, T, d)),
        }

    def oracle(x, n, gradient):
        grad = np.zeros_like(x)
        for h in range(x.shape[1] * n):
            grad[:, h // n] += gradient[:, h]  # a shared head hears from all that read it
        return {"shared": np.stack([x[:, h // n] for h in range(x.shape[1] * n)], axis=1), "grad_x": grad}

    alternatives = {
        "a new axis, expanded and joined": """
            B, H_kv, T, d = x.shape
            return x[:, :, None].expand(B, H_kv, n, T, d).reshape(B, H_kv * n, T, d)
        """,
        "looked up by index": "return x[:, torch.arange(x.shape[1] * n) // n]",
        "a list of heads": "return torch.stack([head for head in x.unbind(1) for _ in range(n)], dim=1)",
    }
    slips = [
        slip(
            "the heads are laid down in turn: 0 1 2 0 1 2",
            edit=("x.repeat_interleave(n, dim=1)", "x.repeat(1, n, 1, 1)"),
            why="The shape is right and nothing complains, but most query heads read a key head that they were not trained with.",
            look="In the drawing, which key head do query heads 0 and 1 read?",
        ),
        slip(
            "tokens are repeated in place of heads",
            edit=("dim=1", "dim=2"),
            why="Every query would then see each position several times.",
            look="Which of the four axes counts heads?",
        ),
        slip(
            "tokens are repeated, and the result is cut into heads anew",
            edit=("x.repeat_interleave(n, dim=1)", "x.repeat_interleave(n, dim=2).reshape(x.shape[0], -1, *x.shape[2:])"),
            why="The shape comes out right, and the positions of one head are spread over several.",
            look="Print the result for x that holds 0 in head 0 and 1 in head 1, with three tokens.",
        ),
        slip(
            "texts are repeated in place of heads",
            edit=("dim=1", "dim=0"),
            why="The batch grows and the heads stay as few as they were.",
            look="Which of the four axes counts heads?",
        ),
        slip(
            "features are repeated in place of heads",
            edit=("dim=1", "dim=-1"),
            why="Keys then have another width than the queries that they should meet.",
            look="Which of the four axes counts heads?",
        ),
        slip(
            "each head is there once too often",
            edit=("x.repeat_interleave(n,", "x.repeat_interleave(n + 1,"),
            why="n is the number of query heads for each key head, the original included.",
            look="What should come out for n = 1?",
        ),
        slip(
            "one copy is missing",
            edit=("x.repeat_interleave(n,", "x.repeat_interleave(n - 1,"),
            why="n is the number of query heads for each key head; with n = 1 every head must still be there.",
            look="What should come out for n = 1?",
        ),
        slip(
            "each copy gets a share of the head, not the whole of it",
            edit=("x.repeat_interleave(n, dim=1)", "x.repeat_interleave(n, dim=1) / n", "x.repeat_interleave(n, dim=1) / math.sqrt(n)",),
            why="Each query head reads the shared keys as they are; smaller ones would give smaller scores.",
            look="Compare one head of the result with the head that it comes from.",
        ),
        slip(
            "the copies are cut off from x",
            edit=("return x.", "return x.detach()."),
            why="The projections to keys and values are trained through these copies; without a way back they never learn.",
            look="Which of your calls makes numbers without a history?",
        ),
    ]  # fmt: skip
    promises = {
        "neighbours share a head": dict(H_kv=3, n=2),
        "one head for all": dict(H_kv=1),
        "n = 1 changes nothing": dict(n=1),
        "a shared head hears from all that read it": "grad_x",
    }


@exercise("GroupedQueryAttention", points=5, forbid=[*FUSED, *THEIRS])
class _:
    cases = [
        dict(B=2, T=5, D=12, H=6, H_kv=2),
        dict(B=1, T=4, D=8, H=4, H_kv=1),
        dict(B=2, T=3, D=12, H=6, H_kv=3, size=3.0),  # T = H_kv, and scores that are far apart
        dict(B=1, T=1, D=6, H=2, H_kv=2),
        dict(B=1, T=3, D=6, H=2, H_kv=1, low=9.0),  # what may be seen scores about −140
    ]
    weights = {"output": 3, "grad_x": 1, "grad_weights": 1}
    # scores about −140 have few digits behind them in float32, and a gradient is a difference of such
    tolerance = {"output": 5e-4, "grad_x": 3e-3, "grad_weights": 3e-3}

    def inputs(rng, B, T, D, H, H_kv, size=1.5, low=0.0):
        kv = D // H * H_kv
        weights = {
            "q_proj.weight": size * rng.standard_normal((D, D)) / np.sqrt(D),
            "k_proj.weight": size * rng.standard_normal((kv, D)) / np.sqrt(D),
            "v_proj.weight": rng.standard_normal((kv, D)) / np.sqrt(D),
            "out_proj.weight": rng.standard_normal((D, D)) / np.sqrt(D),
        }
        x = rng.standard_normal((B, T, D))
        if low:  # a feature that is 1 in every token, and that queries and keys see with opposite signs
            x[..., 0] = 1
            weights["q_proj.weight"][:, 0], weights["k_proj.weight"][:, 0] = low, -low
        return {
            "x": x,
            "gradient": rng.standard_normal((B, T, D)),
            "weights": weights,
            "sizes": [D, H, H_kv],
        }

    def oracle(x, gradient, weights, sizes):
        D, H, H_kv = sizes
        x = tensor(x, grad=True)
        w = {name: tensor(value, grad=True) for name, value in weights.items()}

        def heads(name, n):
            return torch.stack((x @ w[f"{name}.weight"].T).chunk(n, dim=-1), dim=1)  # (B, n, T, d)

        context = F.scaled_dot_product_attention(
            heads("q_proj", H), heads("k_proj", H_kv), heads("v_proj", H_kv), is_causal=True, enable_gqa=True
        )
        y = torch.cat(context.unbind(1), dim=-1) @ w["out_proj.weight"].T
        y.backward(tensor(gradient))
        return {"output": y, "grad_x": x.grad, "grad_weights": {name: part.grad for name, part in w.items()}}

    alternatives = {
        "queries get an axis of groups, nothing is copied": """
            B, T, D = x.shape
            q = self.q_proj(x).view(
                B, T, self.n_kv_heads, self.n_heads // self.n_kv_heads, -1
            )  # (B, T, H_kv, n, d)
            k = self.k_proj(x).view(B, T, self.n_kv_heads, -1)
            v = self.v_proj(x).view(B, T, self.n_kv_heads, -1)
            scores = torch.einsum("btgnd,bsgd->bgnts", q, k) * q.shape[-1] ** -0.5
            future = torch.ones(T, T, dtype=torch.bool, device=x.device).triu(1)
            weights = torch.softmax(scores.masked_fill(future, float("-inf")), dim=-1)
            return self.out_proj(torch.einsum("bgnts,bsgd->btgnd", weights, v).reshape(B, T, D))
        """,
        "one query head after the other": """
            queries = self.q_proj(x).chunk(self.n_heads, dim=-1)
            keys, values = (
                self.k_proj(x).chunk(self.n_kv_heads, dim=-1),
                self.v_proj(x).chunk(self.n_kv_heads, dim=-1),
            )
            past = causal_mask(x.shape[1], device=x.device)
            found = []
            for h, q in enumerate(queries):
                g = h * self.n_kv_heads // self.n_heads
                scores = (q @ keys[g].mT / math.sqrt(q.shape[-1])).where(past, -torch.inf)
                found.append(scores.softmax(-1) @ values[g])
            return self.out_proj(torch.cat(found, dim=-1))
        """,
        "by repeat_kv": """
            q = split_heads(self.q_proj(x), self.n_heads)
            k, v = (split_heads(projected(x), self.n_kv_heads) for projected in (self.k_proj, self.v_proj))
            k, v = (repeat_kv(part, self.n_heads // self.n_kv_heads) for part in (k, v))
            scores = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
            scores = scores.masked_fill(causal_mask(x.shape[1], device=x.device).logical_not(), -1e30)
            return self.out_proj(merge_heads(scores.softmax(-1) @ v))
        """,
    }
    slips = [
        slip(
            "the key and value heads are laid down in turn: 0 1 2 0 1 2",
            edit=[
                ("self.k_proj(x), self.n_kv_heads).repeat_interleave(n, dim=1)", "self.k_proj(x), self.n_kv_heads).repeat(1, n, 1, 1)"),
                ("self.v_proj(x), self.n_kv_heads).repeat_interleave(n, dim=1)", "self.v_proj(x), self.n_kv_heads).repeat(1, n, 1, 1)"),
            ],
            also=[
                ("self.k_proj(x), self.n_kv_heads).repeat_interleave(n, dim=1)", "self.k_proj(x), self.n_kv_heads).repeat(1, n, 1, 1)"),
                ("self.v_proj(x), self.n_kv_heads).repeat_interleave(n, dim=1)", "self.v_proj(x), self.n_kv_heads).repeat(1, n, 1, 1)"),
            ],
            why="Trained from the start this would be as good; with the weights of a published model nearly every query head reads a stranger.",
            look="Which key head should query heads 0 and 1 read?",
        ),
        slip(
            "the scores are divided by the root of the model's width",
            edit=("math.sqrt(q.shape[-1])", "math.sqrt(x.shape[-1])"),
            why="A score is a sum over the d features of one head, not over the D of the whole token; the weights come out too even.",
            look="How many products are added up in one score?",
        ),
        slip(
            "the scores are divided by the root of the width of all keys",
            edit=("math.sqrt(q.shape[-1])", "math.sqrt(self.k_proj.out_features)"),
            why="The width of one head decides, and sharing heads does not change it.",
            look="How many products are added up in one score?",
        ),
        slip(
            "the scores are not divided",
            edit=(" / math.sqrt(q.shape[-1])", ""),
            why="Lesson 02 measured it: the variance of a score grows with d, and softmax becomes one-hot.",
            look="Which factor stands under the product in the formula?",
        ),
        slip(
            "nothing hides the future",
            edit=("scores = scores.masked_fill(~causal, -torch.inf)", "scores = scores + 0"),
            why="While it is trained, every token could read the one that it should predict.",
            look="Which keys may the first query look at?",
        ),
        slip(
            "the mask is the wrong way round",
            edit=("~causal", "causal", "causal.tril(-1)"),
            why="masked_fill writes where its mask is True, and in this course True means that a query may look.",
            look="Print the mask for three tokens. Where do you write −∞?",
        ),
        slip(
            "the mask comes after softmax",
            edit=[("scores = scores.masked_fill(~causal, -torch.inf)", "scores = scores + 0"), ("scores.softmax(dim=-1) @ v", "(scores.softmax(dim=-1) * causal) @ v")],
            why="The denominator has already run over the future, and the weights that are left do not sum to 1.",
            look="What is the sum of the first row of your weights?",
        ),
        slip(
            "the future is given a score of 0",
            edit=("-torch.inf", "0"),
            why="exp(0) is 1, so that a hidden key gets more weight than many that may be seen.",
            look="Which score makes a weight of exactly 0?",
        ),
        slip(
            "heads are cut out by view alone",
            edit=[
                ("split_heads(self.q_proj(x), self.n_heads)", "self.q_proj(x).view(x.shape[0], self.n_heads, x.shape[1], -1)"),
                ("split_heads(self.k_proj(x), self.n_kv_heads)", "self.k_proj(x).view(x.shape[0], self.n_kv_heads, x.shape[1], -1)"),
                ("split_heads(self.v_proj(x), self.n_kv_heads)", "self.v_proj(x).view(x.shape[0], self.n_kv_heads, x.shape[1], -1)"),
            ],
            why="view reads the numbers in the order in which they lie, token after token. A head then holds pieces of several tokens.",
            look="Which axis stands next to the features before the split, and which one after it?",
        ),
        slip(
            "softmax runs over the queries",
            edit=("scores.softmax(dim=-1)", "scores.softmax(dim=-2)"),
            why="The weights of one query have to sum to 1; here those of one key do.",
            look="The scores are (B, H, queries, keys). Along which axis should a sum be 1?",
        ),
        slip(
            "all queries of a group are replaced by their mean",
            edit=("self.q_proj(x), self.n_heads)", "self.q_proj(x), self.n_heads).unflatten(1, (-1, n)).mean(2).repeat_interleave(n, dim=1)"),
            why="Only keys and values are shared. A group whose heads all ask the same question is one head.",
            look="How many different tables of weights should a layer with H query heads have?",
        ),
        slip(
            "the values are the keys",
            edit=("self.v_proj(x)", "self.k_proj(x)"),
            why="A head looks by its keys and hands on its values; v_proj never learns.",
            look="Which of the four projections does your code never call?",
        ),
        slip(
            "the heads are joined without exchanging axes back",
            edit=("merge_heads(scores.softmax(dim=-1) @ v)", "(scores.softmax(dim=-1) @ v).reshape(x.shape)"),
            why="The numbers of different tokens end up in one row, and nothing complains because the count is right.",
            look="In which order do the axes stand before you join the heads?",
        ),
        slip(
            "the output projection is missing",
            edit=("return self.out_proj(merge_heads(scores.softmax(dim=-1) @ v))", "return merge_heads(scores.softmax(dim=-1) @ v)"),
            why="Without it the heads stand side by side, and nothing mixes what they found.",
            look="How many projections does the layer own, and how many does your code call?",
        ),
        slip(
            "hidden scores get a number that is not low enough",
            edit=("-torch.inf", "-50.0", "-100.0"),
            why="Where the scores that may be seen lie at −250, a score of −100 is the highest of the row, and all weight goes to the future.",
            look="Which score gives a weight of 0, whatever the other scores are?",
        ),
        slip(
            "a query may not look at itself",
            edit=("~causal", "~causal.tril(-1)"),
            why="The first query then has nothing to look at, and its softmax is 0/0.",
            look="Print your mask for three tokens. What stands on its diagonal?",
        ),
        slip(
            "a query may look one step ahead",
            edit=("causal = causal_mask(x.shape[1], device=x.device)", "causal = torch.ones_like(scores[0, 0]).tril(1).bool()"),
            why="The next token is what the model has to predict; each row sees exactly that.",
            look="Print your mask for three tokens. How many entries of its first row are True?",
        ),
        slip(
            "the number of shared heads stands under the root",
            edit=("math.sqrt(q.shape[-1])", "math.sqrt(q.shape[-1] * n)"),
            why="A score is a sum over the d features of one head; how many heads share a key changes nothing in it.",
            look="How many products are added up in one score?",
        ),
        slip(
            "the scores are divided by d itself",
            edit=("math.sqrt(q.shape[-1])", "q.shape[-1]"),
            why="The spread of a score grows with the root of d; divided by d, the weights become too even.",
            look="Compare your line for the scores with the formula.",
        ),
        slip(
            "keys and values are exchanged",
            edit=[("self.k_proj(x)", "self.swapped(x)"), ("self.v_proj(x)", "self.k_proj(x)"), ("self.swapped(x)", "self.v_proj(x)")],
            why="With fresh weights nobody would notice; with the weights of a published model nothing fits any more.",
            look="Which projection should the scores be made with?",
        ),
        slip(
            "keys and values are cut off from their projections",
            edit=[("split_heads(self.k_proj(x),", "split_heads(self.k_proj(x).detach(),"), ("split_heads(self.v_proj(x),", "split_heads(self.v_proj(x).detach(),")],
            also=[("split_heads(self.k_proj(x),", "split_heads(self.k_proj(x).detach(),"), ("split_heads(self.v_proj(x),", "split_heads(self.v_proj(x).detach(),")],
            why="The output is right and two of the four projections never learn.",
            look="Which of your calls makes numbers without a history?",
        ),
    ]  # fmt: skip
    promises = {
        "neighbours share a head, n is no power of two": dict(H=6, H_kv=2),
        "one key head for all": dict(H_kv=1),
        "no sharing, one token": dict(H=2, H_kv=2, T=1),
        "scores that are far apart": dict(size=3.0),
        "what is hidden gets no weight, however low the rest is": dict(low=9.0),
        "every projection learns": "grad_weights",
        "x hears back": "grad_x",
    }


@exercise("StaticKVCache", points=5, forbid=["utils.blocks.cache"])
class _:
    cases = [
        dict(sizes=[3, 2, 24, 3], steps=[(10, "drawn"), (1, (1, 1, 1)), (1, (1, 1, 1))]),
        dict(sizes=[2, 2, 6, 2], steps=[(2, (1, 2)), (2, (2, 0)), (1, (1, 1))]),  # equal sizes: a wrong axis still fits
        dict(sizes=[1, 1, 3, 2], steps=[(1, (1,)), (1, (1,)), (1, (1,))]),  # filled to the last place
        dict(sizes=[2, 1, 12, 3], steps=[(3, (3, 3)), (3, (3, 3))]),  # a prompt in two pieces
        dict(sizes=[2, 2, 4, 2], steps=[(2, (2, 1)), (1, (1, 1))], size=0.0),  # tokens whose keys are zeros are tokens
    ]  # fmt: skip
    weights = {"keys": 3, "values": 2, "keep": 2, "memory": 2, "counts unchanged": 1}

    def inputs(rng, sizes, steps, size=1.0):
        B, H_kv, _, d = sizes
        draw = lambda T: size * rng.standard_normal((B, H_kv, T, d))
        rows, lengths = rng.permutation(B), lambda T: rng.permutation(T)[:B] + 1  # of different lengths
        counts = [lengths(T) if fixed == "drawn" else np.array(fixed)[rows] for T, fixed in steps]
        return {
            "sizes": sizes,
            "steps": [{"k": draw(T), "v": draw(T), "counts": n} for (T, _), n in zip(steps, counts)],
        }

    def oracle(sizes, steps):
        B, H_kv, _, d = sizes
        texts = {part: [np.zeros((H_kv, 0, d)) for _ in range(B)] for part in "kv"}
        found = {"keys": {}, "values": {}, "keep": {}}
        for number, step in enumerate(steps, start=1):
            for part, name in [("k", "keys"), ("v", "values")]:
                for b in range(B):
                    new = step[part][b, :, : int(step["counts"][b])]
                    texts[part][b] = np.concatenate([texts[part][b], new], axis=1)
                longest = max(text.shape[1] for text in texts[part])
                padded = [
                    np.pad(text, ((0, 0), (0, longest - text.shape[1]), (0, 0))) for text in texts[part]
                ]
                found[name][f"call {number}"] = np.stack(padded)
            filled = [np.arange(longest) < text.shape[1] for text in texts["k"]]
            found["keep"][f"call {number}"] = np.stack(filled)
        counts = [step["counts"] for step in steps]
        return found | {
            "memory": {"keys": found["keys"], "moved": False},
            "counts unchanged": {"keep": found["keep"], "counts": counts},
        }

    alternatives = {
        "all rows at once, by index": """
            rows, t = (torch.arange(k.shape[2], device=k.device) < counts[:, None]).nonzero(as_tuple=True)
            positions = self.lengths[rows] + t
            self.keys[rows, :, positions] = k[rows, :, t]
            self.values[rows, :, positions] = v[rows, :, t]
            self.lengths = self.lengths + counts
            S = self.lengths.max().item()
            keep = torch.arange(S, device=k.device).expand(len(counts), S) < self.lengths.unsqueeze(1)
            return self.keys[:, :, :S], self.values[:, :, :S], keep
        """,
        "token by token": """
            for b in range(len(counts)):
                for t in range(int(counts[b])):
                    place = int(self.lengths[b])
                    self.keys[b, :, place].copy_(k[b, :, t])
                    self.values[b, :, place].copy_(v[b, :, t])
                    self.lengths[b] += 1
            longest = max(self.lengths.tolist())
            keep = torch.zeros(len(counts), longest, dtype=torch.bool)
            for row, n in zip(keep, self.lengths.tolist()):
                row[:n] = True
            return self.keys.narrow(2, 0, longest), self.values.narrow(2, 0, longest), keep
        """,
    }
    slips = [
        slip(
            "every call writes at position 0",
            edit=("start = int(self.lengths[b])", "start = 0"),
            why="The new token replaces the first of the text, and the places behind hold zeros that are attended to.",
            look="Where does a row's next token go, when the row has three?",
        ),
        slip(
            "the tokens are written one place too late",
            edit=("start = int(self.lengths[b])", "start = int(self.lengths[b]) + 1"),
            why="A key of zeros stays in front of every token. Its score is 0, and exp(0) is not 0.",
            look="Which position does the first token of a text have?",
        ),
        slip(
            "the length grows before the tokens are written",
            edit=("start = int(self.lengths[b])", "start = int(self.lengths[b]) + n"),
            why="They land behind the place that was meant for them, with as many zeros before them as there are new tokens.",
            look="What does lengths hold at the moment when you use it as the start?",
        ),
        slip(
            "all of the memory is handed back",
            edit=("S = int(self.lengths.max())", "S = self.keys.shape[2]"),
            why="Attention then multiplies with places that nobody has filled: that costs time, and without the mask every one of them gets a weight.",
            look="How many positions should come back after the first call, when the longest row has four?",
        ),
        slip(
            "all rows are written where the longest one ends",
            edit=("start = int(self.lengths[b])", "start = int(self.lengths.max())"),
            why="A shorter row gets a hole of zeros between its prompt and what is written next.",
            look="Row 1 has two tokens, row 0 has four. Where does the next token of row 1 go?",
        ),
        slip(
            "the padding of the shorter rows is stored",
            edit=[
                ("self.keys[b, :, start : start + n] = k[b, :, :n]", "self.keys[b, :, start : start + k.shape[2]] = k[b]"),
                ("self.values[b, :, start : start + n] = v[b, :, :n]", "self.values[b, :, start : start + v.shape[2]] = v[b]"),
            ],
            why="What stands behind counts[b] is padding: it is no token, and it may not even fit.",
            look="How many of the T columns of row b are tokens?",
        ),
        slip(
            "every row counts all T columns as tokens",
            edit=[("enumerate(counts.tolist())", "enumerate([k.shape[2]] * len(counts))"), ("self.lengths += counts", "self.lengths += k.shape[2]")],
            why="What stands behind counts[b] is padding: it is no token, and the next one has to be written over it.",
            look="How many of the T columns of row b are tokens?",
        ),
        slip(
            "the lengths never grow",
            edit=("self.lengths += counts", "counts = self.lengths"),
            why="The cache does not know what it has, hands nothing back, and writes over it next time.",
            look="What do your lengths hold after the first call?",
        ),
        slip(
            "one length serves all rows",
            edit=[("start = int(self.lengths[b])", "start = int(self.lengths.max())"), ("self.lengths += counts", "self.lengths += counts.max()")],
            why="The rows have prompts of different length. A shorter one gets a hole of zeros, and keep says that the hole is text.",
            look="After the prompt in the table, what should lengths hold: one number, or two?",
        ),
        slip(
            "the last columns are taken for the tokens",
            edit=[("= k[b, :, :n]", "= k[b, :, k.shape[2] - n :]"), ("= v[b, :, :n]", "= v[b, :, v.shape[2] - n :]")],
            why="Here padding stands at the end of a row (other libraries pad in front), so that the first columns are tokens.",
            look="In the docstring: which counts[b] of the T columns does row b use?",
        ),
        slip(
            "keep counts one place too many",
            edit=("device=k.device) < self", "device=k.device) <= self"),
            why="Places count from 0: a row with two tokens fills the places 0 and 1. The next one holds zeros.",
            look="Which entries of keep should be True for a row of one token?",
        ),
        slip(
            "keep calls every row as long as the longest",
            edit=("self.lengths[:, None]", "self.lengths.max().expand(len(counts), 1)"),
            why="The places behind a shorter row hold zeros, and a score of 0 is a score like any other.",
            look="Which entries of keep should be False when the rows have 4, 2 and 3 tokens?",
        ),
        slip(
            "the values are the keys",
            edit=("= v[b, :, :n]", "= k[b, :, :n]"),
            why="A head looks by its keys and hands on its values; both have to be remembered.",
            look="Which argument does your code never use?",
        ),
        slip(
            "new memory is made at every call",
            edit=("S = int(self.lengths.max())", "S = int(self.lengths.max())\n        self.keys, self.values = self.keys.clone(), self.values.clone()"),
            why="Everything that is cached is copied for each new token, which is what memory that is allocated once was meant to avoid.",
            look="Which of your lines make a new tensor of the size of the cache?",
        ),
        slip(
            "keep knows the new tokens only",
            edit=("< self.lengths[:, None]", "< counts[:, None]"),
            why="What was cached before counts as padding, and a query can no longer see it.",
            look="After the second call in the table: how many entries of each row of keep should be True?",
        ),
        slip(
            "keep is told by zeros in the memory",
            edit=("keep = torch.arange(S, device=k.device) < self.lengths[:, None]", "keep = (self.keys[:, 0, :S] != 0).any(-1)"),
            why="A key may be zero like any other vector. Whether a place holds a token is known from the lengths.",
            look="Which attribute says how many tokens a row has?",
        ),
        slip(
            "keep holds numbers",
            edit=("keep = torch.arange(S, device=k.device) < self.lengths[:, None]", "keep = (torch.arange(S, device=k.device) < self.lengths[:, None]).float()"),
            why="`masked_fill` and `~` want True and False; added to scores, 0 and 1 hide nothing.",
            look="What does a comparison such as `a < b` give, and what did you make of it?",
        ),
        slip(
            "keep is True where there is no token",
            edit=("device=k.device) < self", "device=k.device) >= self"),
            why="In this course True means that a query may look; this hides the text and shows the empty places.",
            look="Which entries of keep does the table in the text have for row 1?",
        ),
        slip(
            "the lengths hold the newest call only",
            edit=("self.lengths += counts", "self.lengths = counts.clone()"),
            why="A row forgets how much it had; the next call writes into the middle of its text.",
            look="Row 0 had three tokens and gets one. What should lengths say?",
        ),
        slip(
            "only as many positions come back as are new",
            edit=("S = int(self.lengths.max())", "S = int(counts.max())"),
            why="A query looks at everything before it, not at the newest chunk alone.",
            look="How many positions does the longest row of the table have after the second call?",
        ),
        slip(
            "another row than the longest decides how many positions come back",
            edit=("S = int(self.lengths.max())", "S = int(self.lengths[0])", "S = int(self.lengths.min())", "S = int(self.lengths[-1])",),
            why="The tokens that a longer row has more are cut off.",
            look="How many positions should come back when the rows have 2 and 4 tokens?",
        ),
        slip(
            "the caller's counts are changed",
            edit=("self.lengths += counts", "counts += self.lengths\n        self.lengths = counts.clone()", "counts += self.lengths\n        self.lengths = counts",),
            why="Every layer of a model has a cache of its own and gets the same counts. The second one would be told a wrong number.",
            look="Which of your lines writes into an argument?",
        ),
    ]  # fmt: skip
    promises = {
        "row b uses the first counts[b] columns": dict(sizes=[3, 2, 24, 3]),
        "a row may get nothing": dict(sizes=[2, 2, 6, 2]),
        "the last place can be filled": dict(sizes=[1, 1, 3, 2]),
        "a prompt may come in pieces": dict(sizes=[2, 1, 12, 3]),
        "keep says where a token is, whatever its key": dict(size=0.0),
        "keep holds True and False": "keep",
        "views of memory that is allocated once": "memory",
        "counts stays as it is": "counts unchanged",
    }


RING = """
class SlidingWindowCache:
    def __init__(self, batch, n_kv_heads, window, d_head, device=None):
        self.window, self.length = window, 0
        self.keys = torch.zeros(batch, n_kv_heads, window, d_head, device=device)
        self.values = torch.zeros_like(self.keys)

    def append(self, k, v):
        {line}
        self.length += k.shape[2]
        S = min(self.length, self.window)
        positions = torch.arange(self.length - S, self.length)
        return self.keys[:, :, -S:], self.values[:, :, -S:], positions
"""
SHIFTED = RING.format(
    line="""for memory, new in [(self.keys, k), (self.values, v)]:
            memory.copy_(torch.cat([memory, new], dim=2)[:, :, -self.window :])"""
)
JOINED = RING.format(  # begins with nothing, so that its memory grows up to the window
    line="""begin = max(0, self.window - self.length)
        self.keys = torch.cat([self.keys[:, :, begin:], k], dim=2)[:, :, -self.window :]
        self.values = torch.cat([self.values[:, :, begin:], v], dim=2)[:, :, -self.window :]"""
)


@exercise("SlidingWindowCache", points=4, forbid=["utils.blocks.cache"])
class _:
    cases = [
        # chunks: their lengths, or the range of one. more: how many chunks of one token follow.
        dict(sizes=[2, 2, 4, 3], chunks=[1] * 6, more=(0, 6)),
        dict(sizes=[1, 2, 3, 2], chunks=[(4, 12)], more=(2, 4)),  # a prompt that is longer than the window
        dict(sizes=[2, 1, 4, 2], chunks=[(2, 3), (3, 8)], more=(1, 3)),
        dict(sizes=[1, 1, 1, 2], chunks=[1, 2], more=(0, 0)),  # a token that sees itself only
    ]
    weights = {"keys": 2, "values": 1, "positions": 1, "memory": 1}

    def inputs(rng, sizes, chunks, more):
        B, H_kv, W, d = sizes
        whole = lambda each: int(rng.integers(*each, endpoint=True)) if isinstance(each, tuple) else each
        chunks = [whole(each) for each in chunks] + [1] * whole(more)
        # A ring that has just come round lies there in order, as if the window were moved.
        if W > 1 and sum(chunks) % W == 0:
            chunks.append(1)
        draw = lambda T: rng.standard_normal((B, H_kv, T, d))
        return {"sizes": sizes, "steps": [{"k": draw(T), "v": draw(T)} for T in chunks]}

    def oracle(sizes, steps):
        W, found = sizes[2], {"keys": {}, "values": {}, "positions": {}}
        for t in range(1, len(steps) + 1):
            for part, name in [("k", "keys"), ("v", "values")]:
                whole = np.concatenate([step[part] for step in steps[:t]], axis=2)
                found[name][f"call {t}"] = whole[:, :, -W:]
            found["positions"][f"call {t}"] = np.arange(whole.shape[2])[-W:]
        ring = {part: np.zeros((*steps[0][part].shape[:2], *sizes[2:])) for part in "kv"}
        for p in range(whole.shape[2]):
            for part in "kv":
                ring[part][:, :, p % W] = np.concatenate([step[part] for step in steps], axis=2)[:, :, p]
        return found | {"memory": {"keys": ring["k"], "values": ring["v"], "moved": False}}

    alternatives = {
        "rolled into order": """
            for key, value in zip(k.unbind(2), v.unbind(2)):
                self.keys[:, :, self.length % self.window] = key
                self.values[:, :, self.length % self.window] = value
                self.length += 1
            if self.length <= self.window:
                return self.keys[:, :, : self.length], self.values[:, :, : self.length], list(range(self.length))
            oldest = self.length % self.window
            keys, values = (part.roll(-oldest, dims=2) for part in (self.keys, self.values))
            return keys, values, list(range(self.length - self.window, self.length))
        """,
        "the last W of a chunk at once, by index": """
            end = self.length + k.shape[2]
            new = torch.arange(self.length, end)[-self.window :]
            self.keys[:, :, new % self.window] = k[:, :, -self.window :]
            self.values[:, :, new % self.window] = v[:, :, -self.window :]
            self.length = end
            positions = torch.arange(end)[-self.window :]
            order = positions.remainder(self.window)
            return self.keys.index_select(2, order), self.values.index_select(2, order), positions
        """,
    }
    slips = [
        slip(
            "the window is one too long",
            edit=("self.length - self.window), self.length", "self.length - self.window - 1), self.length"),
            why="There are W places. The position that was W steps back has been written over, so the newest token comes twice.",
            look="With W = 4 and the newest position 6: which is the oldest one that may be read?",
        ),
        slip(
            "the window is one too short",
            edit=("self.length - self.window), self.length", "self.length - self.window + 1), self.length"),
            why="The newest token is one of the W. The oldest place is stored and never read.",
            look="With W = 4 and the newest position 6: which is the oldest one that may be read?",
        ),
        slip(
            "keys and values come in the order of the ring",
            edit=("slots = positions % self.window", "slots = torch.arange(len(positions))"),
            why="The newest token stands somewhere in the middle. Attention itself does not mind the order, but the positions that you hand back then belong to other keys.",
            look="Which place of the ring holds the oldest position after 6 tokens with W = 4?",
        ),
        slip(
            "positions begin at 0 in every window",
            edit=("self.values[:, :, slots], positions", "self.values[:, :, slots], torch.arange(len(positions))"),
            why="Once the ring is full, all tokens seem to stand at the start of the text, and nothing that depends on positions fits any more.",
            look="What is the position of the newest token, when ten tokens have come?",
        ),
        slip(
            "positions count from 1",
            edit=("self.values[:, :, slots], positions", "self.values[:, :, slots], positions + 1"),
            why="In this course the first token of a text stands at position 0.",
            look="What should come back as the position of the very first token?",
        ),
        slip(
            "the newest comes first",
            edit=[("slots = positions % self.window", "positions = positions.flip(0)\n        slots = positions % self.window")],
            why="Whoever reads the result expects the order of the text, oldest first; a causal mask over it would hide the wrong side.",
            look="Which position should stand first in what you return?",
        ),
        slip(
            "each call begins at place 0",
            edit=("slot = self.length % self.window", "slot = t % self.window"),
            why="With one token at a time, the same place is written again and again, and the others stay as they were.",
            look="Which number knows how many tokens came in earlier calls?",
        ),
        slip(
            "the place in the ring is handed back as the position",
            edit=("self.values[:, :, slots], positions", "self.values[:, :, slots], slots"),
            why="A place is used again and again; the position of a token is where it stands in the text.",
            look="What is the position of the newest token, when ten tokens have come?",
        ),
        slip(
            "a full ring writes to its last place only",
            edit=("slot = self.length % self.window", "slot = min(self.length, self.window - 1)"),
            why="The oldest tokens are never given up, and everything newer than the first W − 1 is lost.",
            look="With W = 4, which place should position 4 take, and which position 5?",
        ),
        slip(
            "the ring is counted from 1",
            edit=("slot = self.length % self.window", "slot = (self.length + 1) % self.window"),
            also=[[("slot = self.length % self.window", "slot = (self.length + 1) % self.window"), ("slots = positions % self.window", "slots = (positions + 1) % self.window")]],
            why="Position 0 lies at place 0, and whoever reads the memory relies on that; writing and reading have to use one rule.",
            look="Which place does position 0 take?",
        ),
        slip(
            "a call counts as one token, however many it brings",
            edit=("slot = self.length % self.window", "slot = self.length % self.window\n            self.length -= t > 0"),
            why="The tokens of one call are written over each other.",
            look="By how much must the length grow when a prompt of five tokens arrives?",
        ),
        slip(
            "of a long prompt the beginning is kept",
            edit=("range(k.shape[2])", "range(min(k.shape[2], self.window))"),
            why="The tokens that come next look back at the end of the prompt, not at its beginning.",
            look="A prompt of five tokens arrives, and W = 3. Which three must be left?",
        ),
        slip(
            "a window that is not full yet is handed back whole",
            edit=("max(0, self.length - self.window)", "self.length - self.window"),
            why="Places that nobody has filled come along as keys of zeros, with positions before the start of the text.",
            look="How many tokens should come back after the first call with one token?",
        ),
        slip(
            "the values are the keys",
            edit=("= v[:, :, t]", "= k[:, :, t]"),
            why="A head looks by its keys and hands on its values; both have to be remembered.",
            look="Which argument does your code never use?",
        ),
        slip(
            "new memory is made at every call",
            edit=("slots = positions % self.window", "slots = positions % self.window\n        self.keys, self.values = self.keys.clone(), self.values.clone()"),
            also=[
                [("slots = positions % self.window", """slots = positions % self.window
        ordered = self.keys[:, :, slots], self.values[:, :, slots]
        self.keys = torch.cat([torch.zeros_like(self.keys[:, :, len(slots) :]), ordered[0]], dim=2)
        self.values = torch.cat([torch.zeros_like(self.values[:, :, len(slots) :]), ordered[1]], dim=2)
        return *ordered, positions""")],
                JOINED,
            ],
            why="The window is copied for each new token. A ring writes one place and moves nothing.",
            look="Which of your lines make a new tensor of the size of the cache?",
        ),
        slip(
            "the whole window is moved at every call",
            edit=SHIFTED,
            why="Every token that is kept is written anew, for each token that comes. A ring writes one place and moves nothing.",
            look="W = 4 and position 5 comes: which places of the memory should change?",
        ),
        slip(
            "the length stops growing when the ring is full",
            edit=("self.length += 1", "self.length = min(self.length + 1, self.window)"),
            why="From the length follow the place and the positions; a length that stands still writes one place again and again.",
            look="Ten tokens have come and W = 4. What should the length be?",
        ),
        slip(
            "tokens of a long prompt that are not stored are not counted",
            edit=("range(k.shape[2])", "range(max(0, k.shape[2] - self.window), k.shape[2])"),
            why="They are gone from the memory and not from the text: every later position, and every later place, is too small.",
            look="A prompt of five tokens arrives, and W = 3. Which position has its last token?",
        ),
    ]  # fmt: skip
    promises = {
        "one token at a time, once around the ring": dict(sizes=[2, 2, 4, 3]),
        "T may be larger than the window": dict(chunks=[(4, 12)]),
        "several tokens across the end of the ring": dict(chunks=[(2, 3), (3, 8)]),
        "a window of one": dict(sizes=[1, 1, 1, 2]),
        "position p lies at p mod W, and nothing is moved": "memory",
        "positions are whole numbers": "positions",
    }


@exercise("online_softmax", points=6, forbid=FUSED)
class _:
    cases = [  # the second block is as long as the last, so that as much is alive behind both
        dict(B=2, H=2, T=3, d=4, dv=3, blocks=[3, 4, 2, 4], levels=[0, 0, 0, 0]),
        dict(B=1, H=1, T=4, d=4, dv=2, blocks=[3, 4, 1, 3, 4], levels=[200] * 5),  # exp(200) is more than float32 holds
        dict(B=1, H=2, T=2, d=4, dv=4, blocks=[3, 3, 3, 3], levels=[-200] * 4),  # and exp(−200) is 0
        dict(B=1, H=1, T=3, d=4, dv=2, blocks=[3, 4], levels=[-120, 120]),
        dict(B=1, H=1, T=3, d=4, dv=2, blocks=[4, 3], levels=[120, -120]),
        dict(B=1, H=1, T=2, d=4, dv=2, blocks=[2, 3, 2, 3], levels=[200] * 4, mixed=True),  # one query high, one low
        dict(B=2, H=1, T=1, d=3, dv=5, blocks=[5], levels=[0]),
        dict(B=1, H=1, T=2, d=4, dv=2, blocks=[3, 2], levels=[0, 0], deep=True),  # scores of −12,288, exactly
        dict(B=1, H=1, T=2, d=4, dv=2, blocks=[24] * 5, levels=[0] * 5),  # long blocks: what is kept is seen
    ]  # fmt: skip
    weights = {"output": 4, "one_by_one": 2}
    tolerance = 1e-3  # a score of 200 is rounded to 1e-5

    def inputs(rng, B, H, T, d, dv, blocks, levels, mixed=False, deep=False):
        # A common direction puts the scores of a block at its level, or at minus that; the rest is noise.
        sign = (-1.0) ** np.arange(T)[:, None] if mixed else 1.0
        q = rng.standard_normal((B, H, T, d)) + sign * 10 / np.sqrt(d)
        place = np.repeat(np.array(levels) * np.sqrt(d) / 10, blocks)  # (S,)
        k = rng.standard_normal((B, H, sum(blocks), d)) * 1.5 + place[:, None] / np.sqrt(d)
        v = rng.standard_normal((B, H, sum(blocks), dv))
        if deep:  # eighths, so that float32 holds every sum
            q, k, v = np.round(8 * q) / 8, np.round(8 * k) / 8, v / 2
            q[..., 0], k[..., 0] = 128, -192
        return {"q": q, "k": k, "v": v, "sizes": blocks}

    def oracle(q, k, v, sizes):
        output = F.scaled_dot_product_attention(tensor(q), tensor(k), tensor(v))
        return {"output": output, "one_by_one": {"output": output, "kept": False}}

    alternatives = {
        "the logarithm of the sum is carried along": """
            level, output = torch.tensor(-torch.inf), torch.tensor(0.0)
            for k, v in blocks:
                scores = torch.einsum("bhtd,bhsd->bhts", q, k) * q.shape[-1] ** -0.5
                grown = torch.logaddexp(level, scores.logsumexp(dim=-1, keepdim=True))
                output = output * (level - grown).exp() + (scores - grown).exp() @ v
                level = grown
            return output
        """,
        "a result for each block, joined at the end": """
            levels, outputs = [], []
            for k, v in blocks:
                scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
                levels.append(scores.logsumexp(dim=-1))
                outputs.append(scores.softmax(dim=-1) @ v)
            shares = torch.stack(levels).softmax(dim=0)
            return (shares.unsqueeze(-1) * torch.stack(outputs)).sum(dim=0)
        """,
        "begins with the first block": """
            running = None
            for block in blocks:
                scores = q @ block[0].mT / q.shape[-1] ** 0.5
                top = scores.max(dim=-1, keepdim=True).values
                if running is None:
                    m = top
                    running = ((scores - m).exp().sum(-1, keepdim=True), (scores - m).exp() @ block[1])
                    continue
                higher = torch.where(top > m, top, m)
                fade, p = torch.exp(m - higher), torch.exp(scores - higher)
                running = (running[0] * fade + p.sum(-1, keepdim=True), running[1] * fade + p @ block[1])
                m = higher
            return running[1] / running[0]
        """,
    }
    slips = [
        slip(
            "the running sum is not rescaled",
            edit=("total = old * total +", "total = total +"),
            why="Its terms were taken relative to a smaller maximum, so the first blocks count too much in the denominator.",
            look="In the example by hand, what happens to 1.135 when the 5 arrives?",
        ),
        slip(
            "the running output is not rescaled",
            edit=("output = old * output +", "output = output +"),
            why="The values of the first blocks were weighted relative to a smaller maximum, so they count too much.",
            look="Which of the running numbers were computed with the old maximum?",
        ),
        slip(
            "no maximum is subtracted",
            edit=("new = torch.maximum(highest, scores.amax(dim=-1, keepdim=True))", "new = torch.zeros_like(highest)"),
            why="It is right for small scores. Beyond 88 the exponential leaves float32, and below −104 every weight is 0.",
            look="What is torch.tensor(200.).exp()?",
        ),
        slip(
            "the maximum of the last block is taken for that of all blocks",
            edit=("torch.maximum(highest, scores.amax(dim=-1, keepdim=True))", "scores.amax(dim=-1, keepdim=True)"),
            why="On paper that cancels. But when the last block lies far below an earlier one, the old sums are multiplied by e to a large power and overflow.",
            look="What is the running maximum after the blocks (1, 3) and (0, 2)?",
        ),
        slip(
            "one maximum serves all queries",
            edit=("scores.amax(dim=-1, keepdim=True)", "scores.max()"),
            why="A query whose scores lie far below those of another one gets weights that are all 0, and 0/0.",
            look="How many numbers should the running maximum have for T queries?",
        ),
        slip(
            "the weights of a block are relative to its own maximum",
            edit=("weights = (scores - new).exp()", "weights = (scores - scores.amax(dim=-1, keepdim=True)).exp()"),
            why="They are added to sums that are relative to the maximum of everything so far. A block of low scores then counts as much as one of high scores.",
            look="In the third block of the example by hand, which number is subtracted from 4 and 0?",
        ),
        slip(
            "the running maximum is never carried on",
            edit=("        highest = new\n", ""),
            why="Every block takes itself for the first one, and only the last is left in the result.",
            look="What is the factor for the old sums in your second block?",
        ),
        slip(
            "the output is divided in every block, and then rescaled as if it were not",
            edit=[("output = old * output + weights @ v", "output = (old * output + weights @ v) / total"), ("return output / total", "return output")],
            also=[("output = old * output + weights @ v", "output = (old * output + weights @ v) / total")],
            why="Once divided, an output has lost the size of its sum, and cannot be added to what is not divided yet.",
            look="In the formula for o′, is the old o divided by ℓ?",
        ),
        slip(
            "the running maximum begins at a number, not at −∞",
            edit=("torch.full_like(q[..., :1], -torch.inf)", "torch.zeros_like(q[..., :1])"),
            also=[("-torch.inf", "-100.0"), ("-torch.inf", "-1e4")],
            why="When all scores are far below that number, every exponential is 0, and the result is 0/0.",
            look="What is the maximum of no numbers at all?",
        ),
        slip(
            "the factor for the old sums is upside down",
            edit=("(highest - new).exp()", "(new - highest).exp()"),
            why="Old terms must become smaller when a larger maximum comes. For the first block the factor would be e to the power ∞.",
            look="The old maximum is 3, the new one is 5. Should the old sum become larger or smaller?",
        ),
        slip(
            "each block is divided by its own sum",
            edit=[
                ("output = old * output + weights @ v", "output = output + scores.softmax(dim=-1) @ v"),
                ("total = old * total + weights.sum(dim=-1, keepdim=True)", "total = total + 1"),
            ],
            why="That is the mean of several attentions. A block in which nothing fits would count as much as the one with the answer.",
            look="What should the second block add, when all its scores are far below those of the first?",
        ),
        slip(
            "nobody divides by the sum",
            edit=("return output / total", "return output"),
            why="The weights do not sum to 1, and the output is too large by a factor that differs from query to query.",
            look="What is the running sum for, and where do you use it?",
        ),
        slip(
            "the scores are not divided by the root of d",
            edit=(" / math.sqrt(q.shape[-1])", ""),
            why="It is the attention of lesson 02, in another order: its scores have a variance of 1.",
            look="Compare your line for the scores with the formula.",
        ),
        slip(
            "earlier blocks, or their scores, are kept",
            edit=("for k, v in blocks:", "for k, v in [tuple(torch.cat(part, dim=-2) for part in zip(*blocks, strict=True))]:"),
            why="The result is right, and the memory grows with the text, which is what blocks were to avoid.",
            look="When your code asks for the next block: which tensors of the block before does it still hold?",
        ),
        slip(
            "the maximum of the first block is kept to the end",
            edit=("torch.maximum(highest, scores.amax(dim=-1, keepdim=True))", "highest.where(highest.isfinite(), scores.amax(dim=-1, keepdim=True))"),
            why="On paper that cancels. But where a later block lies far above the first, its exponentials leave float32.",
            look="What is the running maximum after the blocks (1, 3) and (2, 5)?",
        ),
        slip(
            "the scores are divided by the root of the width of the values",
            edit=("math.sqrt(q.shape[-1])", "math.sqrt(v.shape[-1])"),
            why="A score is a sum over the features of q and k; values may have another width.",
            look="Which two tensors meet in a score, and along which axis?",
        ),
        slip(
            "scores are cut off at a limit, so that exp does not overflow",
            edit=("scores = q @ k.mT / math.sqrt(q.shape[-1])", "scores = (q @ k.mT / math.sqrt(q.shape[-1])).clamp(-80, 80)", "scores = (q @ k.mT / math.sqrt(q.shape[-1])).clamp(max=80)",),
            why="All scores beyond the limit become equal, and their keys get equal weights.",
            look="What would softmax make of the scores 200 and 210, and what do you make of them?",
        ),
    ]  # fmt: skip
    promises = {
        "blocks may differ in length": dict(blocks=[3, 4, 1, 3, 4]),
        "scores whose exponential float32 cannot hold": dict(levels=[200] * 5),
        "scores whose exponential is 0": dict(levels=[-200] * 4),
        "a block far above the one before": dict(levels=[-120, 120]),
        "a block far below the one before": dict(levels=[120, -120]),
        "each query has its own maximum": dict(mixed=True),
        "one block": dict(blocks=[5]),
        "the maximum begins at −∞": dict(deep=True),
        "one block at a time, whatever is copied of it": dict(blocks=[24] * 5),
        "the iterator is read once": "one_by_one",
    }


# --- fewer bits ---------------------------------------------------------------------------------------------------

ENDS = "x.amin(dim=dim, keepdim=True), x.amax(dim=dim, keepdim=True)"
STEPS = "((x - low) / scale)"
RETURNED = "return steps.round().to(torch.uint8), scale, low"


@exercise(
    "quantize_kv", points=3, forbid=["torch.quantize_per_channel", "torch.fake_quantize_per_channel_affine"]
)
class _:
    cases = [
        dict(shape=(2, 3, 7, 5), bits=4, dim=-2),
        dict(shape=(2, 2, 5, 6), bits=2, dim=-1),
        dict(shape=(1, 2, 6, 6), bits=8, dim=3, equal=True),  # equal sizes: a wrong axis still fits
        dict(shape=(3, 1, 6, 4), bits=1, dim=-2, equal=True),
        dict(shape=(1, 2, 1, 4), bits=3, dim=-2),  # one token: every group has one number
        dict(shape=(1, 2, 5, 4), bits=4, dim=-2, size=1e-10),  # small, and still spread over all levels
    ]
    weights = {"codes": 4, "scale": 2, "minimum": 1, "read back": 1, "bytes": 1, "x unchanged": 1}
    tolerance = 1e-4

    def inputs(rng, shape, bits, dim, equal=False, size=1.0):
        """Numbers that lie clearly nearer to one level than to the next, so that rounding errors decide nothing."""
        grouped = np.moveaxis(np.empty(shape), dim, -1).shape
        top, n = 2**bits - 1, grouped[-1]
        codes = rng.integers(0, top, grouped, endpoint=True)
        off = rng.uniform(-0.4, 0.4, grouped)
        off = np.where(codes == 0, abs(off), np.where(codes == top, -abs(off), off))
        ends = rng.permuted(np.broadcast_to(np.arange(n), grouped), axis=-1)
        codes, off = np.where(ends == 0, 0, codes), np.where(ends < 2, 0.0, off)
        codes = np.where(ends == 1, top, codes)
        x = rng.uniform(-3, 3, (*grouped[:-1], 1)) + rng.uniform(0.2, 2, (*grouped[:-1], 1)) * (codes + off)
        if equal:
            x[0, 0, 1] = x[0, 0, 1, 0]  # one group without spread
        return {"x": size * np.moveaxis(x, -1, dim), "bits": bits, "dim": dim}

    def oracle(x, bits, dim):
        """Group by group, each number against all levels."""
        rows = np.moveaxis(x, dim, -1)
        codes = np.zeros(rows.shape, dtype=np.int64)
        scale, low = np.zeros((*rows.shape[:-1], 1)), np.zeros((*rows.shape[:-1], 1))
        for place in np.ndindex(rows.shape[:-1]):
            levels = np.linspace(rows[place].min(), rows[place].max(), 2**bits)
            scale[place], low[place] = levels[1] - levels[0], levels[0]
            codes[place] = abs(rows[place][:, None] - levels).argmin(axis=-1)
        codes, scale, low = (np.moveaxis(part, -1, dim) for part in (codes, scale, low))
        return {
            "codes": codes,
            "scale": scale,
            "minimum": low,
            "read back": codes * scale + low,
            "bytes": {"codes": codes, "type": "torch.uint8"},
            "x unchanged": {"codes": codes, "x": x},
        }

    alternatives = {
        "the axis moved to the end": """
            rows = x.movedim(dim, -1)
            low = rows.min(dim=-1, keepdim=True).values
            spread = rows.max(dim=-1, keepdim=True).values - low
            levels = 2**bits - 1
            codes = ((rows - low) * levels / spread).nan_to_num(0.0).add(0.5).floor()
            parts = codes.to(torch.uint8), spread / levels, low
            return tuple(part.movedim(-1, dim) for part in parts)
        """,
        "aminmax, half a step added": """
            low, high = torch.aminmax(x, dim=dim, keepdim=True)
            scale = (high - low) / (2**bits - 1)
            codes = torch.zeros_like(x).where(scale == 0, (x - low) / scale)
            return (codes + 0.5).byte(), scale, low
        """,
    }
    slips = [
        slip(
            "groups lie along another axis",
            edit=(ENDS, "x.amin(dim=-1, keepdim=True), x.amax(dim=-1, keepdim=True)"),
            also=[(ENDS, "x.amin(dim=-2, keepdim=True), x.amax(dim=-2, keepdim=True)"), (ENDS, "x.amin(dim=-3 - dim if dim < 0 else 5 - dim, keepdim=True), x.amax(dim=-3 - dim if dim < 0 else 5 - dim, keepdim=True)")],
            why="Keys and values need groups along different axes, so the caller says which.",
            look="Which argument does your code never use?",
        ),
        slip(
            "all heads share a scale, or all texts",
            edit=(ENDS, "x.amin(dim=(1, dim), keepdim=True).expand_as(x.amin(dim=dim, keepdim=True)), x.amax(dim=(1, dim), keepdim=True).expand_as(x.amin(dim=dim, keepdim=True))"),
            also=[(ENDS, "x.amin(dim=(0, dim), keepdim=True).expand_as(x.amin(dim=dim, keepdim=True)), x.amax(dim=(0, dim), keepdim=True).expand_as(x.amin(dim=dim, keepdim=True))")],
            why="One text would then be rounded by the numbers of another, one head by those of another.",
            look="How many scales are there for two texts of three heads?",
        ),
        slip(
            "one scale serves everything",
            edit=(ENDS, "x.min() + 0 * x.amin(dim=dim, keepdim=True), x.max() + 0 * x.amin(dim=dim, keepdim=True)"),
            why="The largest number of all would set the steps of all groups.",
            look="How many scales are there for two texts of three heads?",
        ),
        slip(
            "as many steps as levels",
            edit=("(2**bits - 1)", "2**bits"),
            also=[("(2**bits - 1)", "(2**bits + 1)"), ("(2**bits - 1)", "2 ** (bits - 1)"), ("(2**bits - 1)", "(2 ** (bits - 1) - 0.5)"), ("(2**bits - 1)", "(2 * bits)"), ("(2**bits - 1)", "bits")],
            why="Between 4 levels lie 3 steps. The largest number has the code 2**bits − 1.",
            look="Which code does the largest number of a group get?",
        ),
        slip(
            "what is behind the point is cut off",
            edit=("steps.round().to", "steps.to"),
            also=[("steps.round()", "steps.floor()"), ("steps.round()", "steps.ceil()")],
            why="Cutting off moves every number down, by half a step on average; rounding moves none on average.",
            look="Which level is nearest to 1.9 steps?",
        ),
        slip(
            "the minimum is not taken away",
            edit=(STEPS, "(x / scale).clamp(0, 255)"),
            also=[(STEPS, "((x + low) / scale)"), (STEPS, "(x / scale - low).clamp(0, 255)")],
            why="Codes count steps above the smallest number of the group.",
            look="Which code does the smallest number of a group get?",
        ),
        slip(
            "steps are as wide as the largest size allows, around zero",
            edit=("(high - low)", "2 * torch.maximum(high.abs(), low.abs())"),
            also=[("(high - low)", "high"), ("(high - low)", "high.abs()")],
            why="Levels around zero are wasted where a group lies on one side of it.",
            look="From where to where do the levels of a group with numbers from 2 to 3 go?",
        ),
        slip(
            "the spread is no largest less smallest",
            edit=("(high - low) /", "x.std(dim=dim, keepdim=True, correction=0) /"),
            also=[("(high - low) /", "(high - x.mean(dim=dim, keepdim=True)) /")],
            why="The levels have to reach from the smallest number to the largest.",
            look="Which code does the largest number of a group get?",
        ),
        slip(
            "always the same number of bits",
            edit=("(2**bits - 1)", "(2**4 - 1)"),
            also=[("(2**bits - 1)", "(2**8 - 1)"), ("(2**bits - 1)", "(2**2 - 1)")],
            why="How many levels there are hangs on `bits`.",
            look="Which argument does your code never use?",
        ),
        slip(
            "a group without spread has no scale of 0",
            edit=(RETURNED, "return steps.round().to(torch.uint8), torch.where(scale > 0, scale, 1.0), low"),
            also=[("scale = (high - low) / (2**bits - 1)", "scale = ((high - low) / (2**bits - 1)).clamp_min(1e-2)"), ("scale = (high - low) / (2**bits - 1)", "scale = (high - low) / (2**bits - 1) + 1e-2")],
            why="The docstring promises a scale of 0 there. It keeps apart what was constant and what was rounded.",
            look="What scale comes out where all numbers of a group are equal?",
        ),
        slip(
            "a group without spread has other codes than 0",
            edit=("nan_to_num(0.0)", "nan_to_num(1.0)"),
            why="0/0 is nan. The docstring says which code stands there.",
            look="What are the codes of a group whose numbers are all equal?",
        ),
        slip(
            "scale and minimum lose the axis that they were taken along",
            edit=(RETURNED, "return steps.round().to(torch.uint8), scale.squeeze(dim), low.squeeze(dim)"),
            why="Without it they do not broadcast against the codes, or against the wrong axis.",
            look="Which shape has your scale for x of shape (2, 3, 7, 5) and dim −2?",
        ),
        slip(
            "scale and minimum are exchanged",
            edit=("uint8), scale, low", "uint8), low, scale"),
            why="The docstring names the scale first.",
            look="In which order does the docstring name what comes back?",
        ),
        slip(
            "the largest number comes back in place of the smallest",
            edit=("uint8), scale, low", "uint8), scale, high"),
            also=[("uint8), scale, low", "uint8), scale, (high + low) / 2"), ("uint8), scale, low", "uint8), scale, (-low / scale).nan_to_num()")],
            why="Codes are read as scale · code + minimum.",
            look="What does code 0 stand for?",
        ),
        slip(
            "what is read back takes the place of the codes",
            edit=("return steps.round().to(torch.uint8)", "return steps.round() * scale + low"),
            why="Stored are the codes. The numbers are made of them when they are read.",
            look="What type has your first result?",
        ),
        slip(
            "codes take more than a byte each",
            edit=("steps.round().to(torch.uint8)", "steps.round()"),
            also=[("torch.uint8", "torch.int64"), ("torch.uint8", "torch.int32"), ("torch.uint8", "torch.int16")],
            why="A cache of codes in 32 bits is as large as it was.",
            look="How many bytes does one of your codes take?",
        ),
        slip(
            "codes count from the middle",
            edit=("steps.round()", "(steps.round() - 2 ** (bits - 1)).clamp(0, 255)"),
            also=[("steps.round()", "((high - x) / scale).nan_to_num().round()")],
            why="The smallest number of a group has the code 0.",
            look="Which code does the smallest number of a group get?",
        ),
        slip(
            "x itself is changed",
            edit=(STEPS, "x.sub_(low).div_(scale)"),
            why="The model goes on with the keys and values that it gave you.",
            look="Which of your calls end in an underscore?",
        ),
        slip(
            "the highest level is never used",
            edit=("steps.round()", "steps.round().clamp(max=2**bits - 2)"),
            why="There are 2**bits codes, and the last of them is the largest number.",
            look="Which code does the largest number of a group get?",
        ),
        slip(
            "there is one step too many",
            edit="""
            def quantize_kv(x, bits, dim):
                low, high = x.amin(dim, keepdim=True), x.amax(dim, keepdim=True)
                scale = (high - low) / 2**bits
                steps = (x - low) / torch.where(scale > 0, scale, torch.ones_like(scale))
                return steps.round().clamp(max=2**bits - 1).to(torch.uint8), scale, low
            """,
            why="Between 2 to the power of bits levels lie one step fewer.",
            look="How many steps are there between four levels?",
        ),
        slip(
            "the scale is made of the deviation",
            edit="""
            def quantize_kv(x, bits, dim):
                low, high = x.amin(dim, keepdim=True), x.amax(dim, keepdim=True)
                scale = 4 * x.std(dim, keepdim=True) / (2**bits - 1)
                steps = (x - low) / torch.where(scale > 0, scale, torch.ones_like(scale))
                return steps.round().clamp(0, 2**bits - 1).to(torch.uint8), scale, low
            """,
            why="The least and the largest number have to be levels.",
            look="Which number gets the highest code?",
        ),
        slip(
            "levels lie around zero",
            edit="""
            def quantize_kv(x, bits, dim):
                top = x.abs().amax(dim, keepdim=True)
                scale = 2 * top / (2**bits - 1)
                return ((x + top) / scale.masked_fill(scale == 0, 1)).round().to(torch.uint8), scale, -top
            """,
            why="A feature that is always large would waste half of its levels.",
            look="Which number gets code 0?",
        ),
        slip(
            "the first and the last number are the ends",
            edit="""
            def quantize_kv(x, bits, dim):
                lo = x.narrow(dim, 0, 1)
                hi = x.narrow(dim, x.shape[dim] - 1, 1)
                scale = (hi - lo) / (2**bits - 1)
                safe = scale.clone()
                safe[safe == 0] = 1
                codes = torch.round((x - lo) / safe)
                return codes.to(torch.uint8), scale, lo
            """,
            why="Numbers in between may lie outside.",
            look="Between which two numbers do your levels lie?",
        ),
        slip(
            "groups lie along all other axes",
            edit="""
            def quantize_kv(x, bits, dim):
                rest = [d for d in range(x.ndim) if d != dim % x.ndim]
                low, high = x.amin(rest, keepdim=True), x.amax(rest, keepdim=True)
                scale = (high - low) / (2**bits - 1)
                return ((x - low) / scale.masked_fill(scale == 0, 1)).round().to(torch.uint8), scale, low
            """,
            why="dim is the axis along which numbers form a group.",
            look="How many numbers has one group?",
        ),
        slip(
            "groups lie along two axes",
            edit="""
            def quantize_kv(x, bits, dim):
                lo = x.amin((-2, -1), keepdim=True).expand_as(torch.min(x, dim, keepdim=True)[0])
                hi = x.amax((-2, -1), keepdim=True).expand_as(lo)
                scale = (hi - lo) / (2**bits - 1)
                safe = scale.clone()
                safe[safe == 0] = 1
                codes = torch.round((x - lo) / safe)
                return codes.to(torch.uint8), scale, lo
            """,
            why="One axis makes a group.",
            look="How many numbers has one group?",
        ),
        slip(
            "small numbers all get code 0",
            edit="""
            def quantize_kv(x, bits, dim):
                low, high = x.amin(dim, keepdim=True), x.amax(dim, keepdim=True)
                scale = (high - low) / (2**bits - 1)
                steps = (x - low) / scale.clamp(min=1e-3)
                return steps.round().to(torch.uint8), scale, low
            """,
            why="A group of small numbers deserves its levels as well.",
            look="What are the codes of numbers around a millionth?",
        ),
        slip(
            "numbers are cut off at 1",
            edit="""
            def quantize_kv(x, bits, dim):
                x = x.clamp(-1, 1)
                lo = torch.min(x, dim, keepdim=True)[0]
                hi = torch.max(x, dim, keepdim=True)[0]
                scale = (hi - lo) / (2**bits - 1)
                safe = scale.clone()
                safe[safe == 0] = 1
                codes = torch.round((x - lo) / safe)
                return codes.to(torch.uint8), scale, lo
            """,
            why="Nothing in a cache is bound to lie there.",
            look="What becomes of the number 3?",
        ),
        slip(
            "the inverse of the scale is returned",
            edit="""
            def quantize_kv(x, bits, dim):
                lo = torch.min(x, dim, keepdim=True)[0]
                hi = torch.max(x, dim, keepdim=True)[0]
                scale = (hi - lo) / (2**bits - 1)
                safe = scale.clone()
                safe[safe == 0] = 1
                codes = torch.round((x - lo) / safe)
                return codes.to(torch.uint8), 1 / safe, lo
            """,
            why="Reading back multiplies by the scale.",
            look="What is codes · scale + minimum?",
        ),
        slip(
            "the minimum is rounded",
            edit="""
            def quantize_kv(x, bits, dim):
                lo = torch.min(x, dim, keepdim=True)[0].floor()
                hi = torch.max(x, dim, keepdim=True)[0]
                scale = (hi - lo) / (2**bits - 1)
                safe = scale.clone()
                safe[safe == 0] = 1
                codes = torch.round((x - lo) / safe)
                return codes.to(torch.uint8), scale, lo
            """,
            why="It is a number of the group, as it stands.",
            look="Is your minimum one of the numbers?",
        ),
    ]  # fmt: skip
    promises = {
        "x left as it is": "x unchanged",
        "bits from 1": dict(bits=1),
        "up to 8 bits": dict(bits=8),
        "groups along tokens": dict(dim=-2),
        "groups along features": dict(dim=-1),
        "the nearest level": "codes",
        "uint8": "bytes",
        "size 1 along the axis": "scale",
        "a group without spread": dict(equal=True),
    }
