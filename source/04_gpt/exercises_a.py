"""What decides the exercises of sitting a: the model, its loss, and somebody else's weights."""

import math

import numpy as np
import torch
from torch import nn
from transformers import GPT2Config, GPT2LMHeadModel

from autograder.authoring import exercise, slip

FINISHED = ["utils.blocks.gpt", "utils.checkpoints", "utils.training"]
LOSSES = [
    "torch.nn.functional.cross_entropy",
    "torch.nn.functional.nll_loss",
    "torch.nn.CrossEntropyLoss",
    "torch.nn.NLLLoss",
]


def tensor(array):
    """A float64 tensor of an oracle's input."""
    return torch.as_tensor(array, dtype=torch.float64)


def gpt2_tensors(rng, V, context, D, L, size=1.0):
    """Random tensors under the names of a GPT-2 file, large enough that every slip shows."""

    def map_(d_in, d_out):
        return size * rng.standard_normal((d_in, d_out)) / np.sqrt(d_in)

    found = {"wte.weight": rng.standard_normal((V, D)), "wpe.weight": rng.standard_normal((context, D))}
    for i in range(L):
        for name, d_in, d_out in [
            ("attn.c_attn", D, 3 * D),
            ("attn.c_proj", D, D),
            ("mlp.c_fc", D, 4 * D),
            ("mlp.c_proj", 4 * D, D),
        ]:
            found[f"h.{i}.{name}.weight"] = map_(d_in, d_out)
            found[f"h.{i}.{name}.bias"] = rng.standard_normal(d_out) * 0.5
        for name in ["ln_1", "ln_2"]:
            found |= norm(rng, f"h.{i}.{name}", D)
    return found | norm(rng, "ln_f", D)


def norm(rng, name, D):
    """A gain and a bias away from 1 and 0, so that a missing norm shows."""
    return {f"{name}.weight": rng.uniform(0.5, 1.5, D), f"{name}.bias": rng.standard_normal(D) * 0.5}


RENAMED = [
    ("wte.", "tokens."),
    ("wpe.", "positions."),
    ("ln_f.", "norm."),
    ("h.", "blocks."),
    ("ln_1.", "norm1."),
    ("ln_2.", "norm2."),
    ("attn.c_attn.", "attention.qkv_proj."),
    ("attn.c_proj.", "attention.out_proj."),
    ("mlp.c_fc.", "feed_forward.up."),
    ("mlp.c_proj.", "feed_forward.down."),
]


def our_name(name):
    """GPT-2's name of a parameter as our model calls it."""
    for theirs, ours in RENAMED:
        name = name.replace(theirs, ours) if theirs != "h." or name.startswith("h.") else name
    return name


def ours_from_gpt2(tensors):
    """GPT-2's tensors as parameters of our model: other names, and maps as (out, in)."""
    return {our_name(k): v.T if ".c_" in k and v.ndim == 2 else v for k, v in tensors.items()}


def gpt2_from_ours(weights):
    """The way back, for the oracle."""
    found = {}
    for name, value in weights.items():
        for theirs, ours in RENAMED:
            if theirs != "h." or name.startswith("blocks."):
                name = name.replace(ours, theirs)
        is_map = ".c_" in name and value.ndim == 2
        found[name if name.startswith("lm_head") else f"transformer.{name}"] = tensor(
            value.T if is_map else value
        )
    return found


def small_config(V, context, D, H, L, **changes):
    return dict(vocab_size=V, context=context, d_model=D, n_heads=H, n_layers=L) | changes


@exercise("Skeleton", points=3, forbid=FINISHED)
class _:
    cases = [
        dict(B=2, T=5, V=11, context=8, D=6, L=2, start=0),
        dict(B=3, T=5, V=7, context=9, D=8, L=1, start=3),
        dict(B=1, T=1, V=5, context=4, D=4, L=3, start=0),
    ]

    def inputs(rng, B, T, V, context, D, L, start):
        weights = {
            "tokens.weight": rng.standard_normal((V, D)),
            "positions.weight": rng.standard_normal((context, D)),
            "head.weight": rng.standard_normal((V, D)),
        } | norm(rng, "norm", D)
        return {
            "ids": rng.integers(0, V, (B, T)),
            "start": start,
            "weights": weights,
            "config": small_config(V, context, D, 1, L),
            "factors": [float(f) for f in rng.uniform(0.5, 2, L)],
            "gradient": rng.standard_normal((B, T, V)),
        }

    def oracle(ids, start, weights, config, factors, gradient):
        w = {name: tensor(value).requires_grad_() for name, value in weights.items()}
        x = w["tokens.weight"][torch.as_tensor(ids)] + w["positions.weight"][start : start + ids.shape[1]]
        for factor in factors:
            x = torch.tanh(factor * x)
        x = (x - x.mean(-1, keepdim=True)) / torch.sqrt(x.var(-1, correction=0, keepdim=True) + 1e-5)
        scores = torch.einsum("btd,vd->btv", x * w["norm.weight"] + w["norm.bias"], w["head.weight"])
        scores.backward(tensor(gradient))
        return {"scores": scores, "grad_weights": {name: part.grad for name, part in w.items()}}

    weights = {"scores": 2, "grad_weights": 1}
    tolerance = {"grad_weights": 5e-4}

    alternatives = {
        "slices of the table, nn.Sequential": """
            x = self.tokens(ids) + self.positions.weight[start : start + ids.size(1)]
            return nn.Sequential(*self.blocks, self.norm, self.head)(x)
        """,
    }
    slips = [
        slip(
            "positions begin at 0 whatever start says",
            edit=("torch.arange(start, start + ids.shape[1], device=ids.device)", "torch.arange(ids.shape[1])"),
            why="The rest of a text is then read as if it were its beginning.",
            look="Which row of the table belongs to the first token when start is 3?",
        ),
        slip(
            "positions count from 1",
            edit=("torch.arange(start, start + ids.shape[1], device=ids.device)", "torch.arange(start, start + ids.shape[1]) + 1"),
            why="Row 0 of the table is never used, and the longest text reaches beyond its end.",
            look="What is the position of the first token of a whole text?",
        ),
        slip(
            "no positions are added",
            edit=(" + self.positions(places)", ""),
            why="The model cannot tell the first token from the last.",
            look="Which of the two tables does your forward pass use?",
        ),
        slip(
            "the final norm is missing",
            edit=("self.head(self.norm(x))", "self.head(x)"),
            why="In a pre-LN model nothing has normalised the residual stream before the scores; lesson 03 measured what that does to the first loss.",
            look="What stands between the last block and the scores in the table at the top?",
        ),
        slip(
            "each block reads the embeddings, not the block before it",
            edit=("x = block(x)", "y = block(x)"),
            also=[[("x = block(x)", "y = block(x)"), ("self.norm(x)", "self.norm(y)")]],
            why="What the blocks find is thrown away.",
            look="Does the variable that goes into the norm change inside the loop?",
        ),
        slip(
            "the norm stands inside the loop",
            edit=[("x = block(x)", "x = self.norm(block(x))"), ("self.head(self.norm(x))", "self.head(x)")],
            why="The final norm is used once, after the last block; inside the loop it erases the size of the stream after every one.",
            look="How is the line with the norm indented?",
        ),
        slip(
            "the norm is applied before the blocks",
            edit=[
                ("for block in self.blocks:", "x = self.norm(x)\n        for block in self.blocks:"),
                ("self.head(self.norm(x))", "self.head(x)"),
            ],
            why="What needs a norm is what the blocks have written into the stream, not what they start from.",
            look="In which order do norm and blocks stand in the table at the top?",
        ),
        slip(
            "the input of each block is added to what it returns",
            edit=("x = block(x)", "x = x + block(x)"),
            why="A block of lesson 03 adds its input itself. Around it, the stream would count twice.",
            look="How many plus signs does the formula of this section have?",
        ),
        slip(
            "the blocks run in reverse order",
            edit=("for block in self.blocks:", "for block in reversed(self.blocks):"),
            why="Each block was trained on what the one before it writes.",
            look="Which block of the list should read the embeddings?",
        ),
        slip(
            "positions are added after the blocks",
            edit=[(" + self.positions(places)", ""), ("self.norm(x)", "self.norm(x + self.positions(places))")],
            why="While they work, the blocks would not know where a token stands.",
            look="What does the first block read, by the formula?",
        ),
        slip(
            "the token vectors are scaled by the root of the width",
            edit=("x = self.tokens(ids) +", "x = self.tokens(ids) * self.tokens.weight.shape[1] ** 0.5 +"),
            why="The transformer of 2017 does that; GPT-2, whose weights you will load, does not.",
            look="Is there a factor in front of the table in the formula?",
        ),
        slip(
            "a table is cut off from the gradient",
            edit=("self.tokens(ids) +", "self.tokens(ids).detach() +"),
            also=[("self.positions(places)", "self.positions(places).detach()"), ("x = self.tokens(ids) + self.positions(places)", "x = (self.tokens(ids) + self.positions(places)).detach()")],
            why="The scores are right, and the vectors stay as they were drawn: they never learn.",
            look="Is there a .detach() or .data on the way from the tables to the scores?",
        ),
    ]  # fmt: skip
    promises = {
        "positions go on from start": dict(start=3),
        "one token": dict(T=1),
        "each block in turn, then the norm": dict(L=3),
        "both tables, the norm and the head learn": "grad_weights",
    }


@exercise("GPT", points=6, forbid=FINISHED)
class _:
    cases = [
        dict(B=2, T=6, V=11, context=8, D=8, H=2, L=2, start=0, tied=True),
        dict(B=2, T=5, V=9, context=9, D=6, H=3, L=2, start=3, tied=True),
        dict(B=1, T=4, V=7, context=4, D=6, H=1, L=1, start=0, tied=False),
    ]

    def inputs(rng, B, T, V, context, D, H, L, start, tied):
        weights = ours_from_gpt2(gpt2_tensors(rng, V, context, D, L, size=1.5))
        if not tied:
            weights["head.weight"] = rng.standard_normal((V, D))
        return {
            "ids": rng.integers(0, V, (B, T)),
            "start": start,
            "gradient": rng.standard_normal((B, T, V)),
            "weights": weights,
            "config": small_config(V, context, D, H, L, tied=tied),
        }

    def oracle(ids, start, gradient, weights, config):
        """GPT-2 as the library transformers has it, in float64."""
        model = GPT2LMHeadModel(
            GPT2Config(
                vocab_size=config["vocab_size"],
                n_positions=config["context"],
                n_embd=config["d_model"],
                n_head=config["n_heads"],
                n_layer=config["n_layers"],
                tie_word_embeddings=config["tied"],
                attn_implementation="eager",
                bos_token_id=None,
                eos_token_id=None,
            )
        ).double()
        named = gpt2_from_ours(
            {("lm_head.weight" if k == "head.weight" else k): v for k, v in weights.items()}
        )
        if config["tied"]:
            named["lm_head.weight"] = named["transformer.wte.weight"]
        model.load_state_dict(named)
        model.eval()
        places = torch.arange(start, start + ids.shape[1])
        scores = model(torch.as_tensor(ids), position_ids=places.unsqueeze(0), use_cache=False).logits
        scores.backward(tensor(gradient))
        ours = {our_name(k.removeprefix("transformer.")): w for k, w in model.named_parameters()}
        ours = {("head.weight" if k == "lm_head.weight" else k): w for k, w in ours.items()}
        norms = {name: (w if ".c_" not in name else w.T).grad.norm().item() for name, w in ours.items()}
        return {"scores": scores, "grad_tokens": model.transformer.wte.weight.grad, "grad_norms": norms}

    weights = {"scores": 4, "grad_tokens": 1, "grad_norms": 1}
    tolerance = {"grad_norms": 1e-3}

    alternatives = {
        "attention without a stored mask, F.linear": """
            x = F.embedding(ids, self.tokens.weight)
            x = x + self.positions.weight[start:][: ids.shape[-1]]
            for i in range(len(self.blocks)):
                x = self.blocks[i](x, is_causal=True)
            table = self.tokens.weight if self.config.tied else self.head.weight
            return F.linear(self.norm(x), table)
        """,
        "place by place with a lower triangle, einsum": """
            B, T = ids.shape
            x = torch.stack([self.tokens(ids[:, t]) + self.positions.weight[start + t] for t in range(T)], dim=1)
            mask = torch.tril(torch.ones(T, T)).bool()
            for block in self.blocks:
                x = block(x, mask)
            weight = (self.head or self.tokens).weight
            return torch.einsum("btd,vd->btv", self.norm(x), weight)
        """,
    }
    slips = [
        slip(
            "the mask lets every place see one token ahead",
            edit=("causal_mask(T, device=ids.device)", "torch.ones(T, T).tril(1).bool()"),
            why="One token ahead is the token to be predicted. The training loss will fall to almost nothing.",
            look="Print your mask for T = 3. What stands right above the diagonal?",
        ),
        slip(
            "there is no causal mask",
            edit=("x = block(x, mask)", "x = block(x)"),
            why="Every place sees the token that it is to predict. The training loss will fall to almost nothing, and the model will not be able to write.",
            look="What is the second argument of a block?",
        ),
        slip(
            "the mask is the wrong way round",
            edit=("mask = causal_mask(T, device=ids.device)", "mask = ~causal_mask(T) | torch.eye(T, dtype=torch.bool)", "mask = ~causal_mask(T)",),
            why="Tokens look at what comes after them, and not at what came before.",
            look="True means that a query may look. Print the mask for T = 3.",
        ),
        slip(
            "positions begin at 0 whatever start says",
            edit=("torch.arange(start, start + T, device=ids.device)", "torch.arange(T)"),
            why="The rest of a text is then read as if it were its beginning.",
            look="Which row of the table belongs to the first token when start is 3?",
        ),
        slip(
            "the final norm is missing",
            edit=("x = self.norm(x)", "pass"),
            also=[[("x = self.norm(x)", "pass"), ("self.head(x)", "self.head(self.norm(x))")], [("x = self.norm(x)", "pass"), ("x @ self", "self.norm(x) @ self")]],
            why="In a pre-LN model nothing has normalised the residual stream before the scores; the first loss grows with depth.",
            look="What stands between the last block and the scores?",
        ),
        slip(
            "no positions are added",
            edit=(" + self.positions(places)", ""),
            why="Without positions the model has to work out the order of what came before from the mask alone.",
            look="Which of the two tables does your forward pass use?",
        ),
        slip(
            "the tied table gets no gradient from the scores",
            edit=("self.tokens.weight.T", "self.tokens.weight.detach().T"),
            why="Tied weights have two uses and learn from both. Cut off, the table learns as an input only.",
            look="Is there a .detach() or .data on the way from the table to the scores?",
        ),
        slip(
            "the token vectors get no gradient from the input",
            edit=("x = self.tokens(ids)", "x = self.tokens.weight.detach()[ids]"),
            why="Tied weights have two uses and learn from both. Cut off, the table learns as an output only.",
            look="Is there a .detach() or .data on the way from the table to the first block?",
        ),
        slip(
            "the scores are scaled by the root of the width",
            edit=("return x @ self.tokens.weight.T", "return x @ self.tokens.weight.T / math.sqrt(x.shape[-1])"),
            why="Scaling belongs to attention scores. GPT-2's scores over the vocabulary are plain products.",
            look="Compare with the sentence about tied weights.",
        ),
        slip(
            "only some blocks get the mask",
            edit=("x = block(x, mask)", "x = block(x, mask)\n            mask = None", "x = block(x, mask if block is self.blocks[-1] else None)",),
            why="One block without a mask is enough to carry the answer back to the place that should predict it.",
            look="What does the second block of your model get as its mask?",
        ),
        slip(
            "softmax is applied to the scores",
            edit=("return x @ self.tokens.weight.T", "return (x @ self.tokens.weight.T).softmax(-1)"),
            also=[[("return x @ self.tokens.weight.T", "return (x @ self.tokens.weight.T).softmax(-1)"), ("return self.head(x)", "return self.head(x).softmax(-1)")], [("return x @ self.tokens.weight.T", "return (x @ self.tokens.weight.T).log_softmax(-1)"), ("return self.head(x)", "return self.head(x).log_softmax(-1)")]],
            why="The loss takes scores and applies softmax itself; applied twice, it hardly moves however good the model is.",
            look="What are the last row of the table at the top and the docstring asking for?",
        ),
        slip(
            "the final norm is applied more than once",
            edit=("x = self.norm(x)", "x = self.norm(self.norm(x))"),
            also=[("x = block(x, mask)", "x = self.norm(block(x, mask))")],
            why="It has a gain and a bias, so that twice is not the same as once.",
            look="How often does your forward pass call self.norm?",
        ),
        slip(
            "each block reads the embeddings, not the block before it",
            edit=("x = block(x, mask)", "y = block(x, mask)"),
            also=[[("x = block(x, mask)", "y = block(x, mask)"), ("self.norm(x)", "self.norm(y)")]],
            why="What the other blocks find is thrown away.",
            look="Does the variable that goes into the norm change inside the loop?",
        ),
        slip(
            "the token vectors are scaled by the root of the width",
            edit=("x = self.tokens(ids) +", "x = self.tokens(ids) * math.sqrt(self.tokens.weight.shape[1]) +"),
            why="The transformer of 2017 does that; GPT-2, whose weights you will load, does not.",
            look="Is there a factor in front of the table in the formula of section 1?",
        ),
        slip(
            "the positions are cut off from the gradient",
            edit=("self.positions(places)", "self.positions(places).detach()"),
            why="The scores are right, and the positions stay as they were drawn: they never learn.",
            look="Is there a .detach() or .data on the way from the table of positions to the first block?",
        ),
    ]  # fmt: skip
    promises = {
        "tied weights: no head, the table scores": dict(tied=True),
        "a head of its own when untied": dict(tied=False),
        "positions go on from start": dict(start=3),
        "a text as long as the context": dict(T=4, context=4),
        "the table hears from both of its uses": "grad_tokens",
        "every parameter learns": "grad_norms",
    }


# --- the loss and its units -----------------------------------------------------------------------------------


@exercise("next_token_loss", points=5, forbid=[*FINISHED, *LOSSES])
class _:
    cases = [
        dict(B=2, T=5, V=7, size=2.0),
        dict(B=3, T=2, V=4, size=1.0),
        dict(B=1, T=6, V=5, size=200.0),  # too large for exp in float32
        dict(B=1, T=6, V=5, size=200.0, likely=True),  # and the likeliest token comes every time
    ]

    def inputs(rng, B, T, V, size, likely=False):
        scores, ids = rng.standard_normal((B, T, V)) * size, rng.integers(0, V, (B, T))
        if likely:
            ids[:, 1:] = scores[:, :-1].argmax(-1)
        return {"scores": scores, "ids": ids}

    def oracle(scores, ids):
        scores = tensor(scores).requires_grad_()
        loss = nn.functional.cross_entropy(
            scores[:, :-1].flatten(0, 1), torch.as_tensor(ids[:, 1:]).flatten()
        )
        loss.backward()
        return {"loss": loss.item(), "grad_scores": scores.grad}

    alternatives = {
        "log_softmax and fancy indexing": """
            B, T, V = scores.shape
            log_p = scores.log_softmax(-1)[:, : T - 1].reshape(-1, V)
            targets = ids[:, 1:].reshape(-1)
            return -log_p[torch.arange(len(targets)), targets].sum() / (B * (T - 1))
        """,
        "maximum subtracted by hand, one-hot": """
            scores = scores[:, :-1]
            shifted = scores - scores.max(-1, keepdim=True).values.detach()
            log_p = shifted - shifted.exp().sum(-1, keepdim=True).log()
            return -(log_p * F.one_hot(ids[:, 1:], scores.shape[-1])).sum(-1).mean()
        """,
    }
    slips = [
        slip(
            "the targets are not shifted",
            edit=("scores[:, :-1], ids[:, 1:]", "scores, ids"),
            why="The model is asked to repeat the token that it has just read, which is trivial, and it will never learn to predict.",
            look="Which token should the score at place 0 be compared with?",
        ),
        slip(
            "the last place is held against the first token",
            edit=("scores[:, :-1], ids[:, 1:]", "scores, ids.roll(-1, dims=1)"),
            why="roll moves the first token to the end. It is no continuation of the text, and the model is taught that it is.",
            look="Which target does the last place of your text get?",
        ),
        slip(
            "the targets are shifted the wrong way",
            edit=("scores[:, :-1], ids[:, 1:]", "scores[:, 1:], ids[:, :-1]"),
            why="The model is asked for the token before the one that it reads. It has seen that one.",
            look="Write down, for T = 3, which score meets which id.",
        ),
        slip(
            "the sum of T − 1 terms is divided by T",
            edit=(".mean()", ".sum() / ids.numel()"),
            why="This is the formula of the lecture. Short texts then look better than long ones.",
            look="How many terms does the sum have?",
        ),
        slip(
            "the terms of a text are summed, not averaged",
            edit=(".mean()", ".sum() / ids.shape[0]"),
            why="The loss then grows with the length of the text, and so do its gradients.",
            look="By what must the double sum be divided?",
        ),
        slip(
            "probabilities go in where scores belong",
            edit=("scores, targets = scores[:, :-1], ids[:, 1:]", "scores, targets = scores[:, :-1].softmax(-1), ids[:, 1:]"),
            why="Softmax is applied twice. The result looks reasonable, close to ln V, and hardly moves however good the model is.",
            look="Are the numbers that go into logsumexp scores or probabilities already?",
        ),
        slip(
            "softmax runs over the places, not over the vocabulary",
            edit=("torch.logsumexp(scores, dim=-1, keepdim=True)", "torch.logsumexp(scores, dim=1, keepdim=True)"),
            why="The tokens of the vocabulary compete with one another for each place; places do not compete.",
            look="Along which axis must the probabilities sum to 1?",
        ),
        slip(
            "the exponential overflows",
            edit=("torch.logsumexp(scores, dim=-1, keepdim=True)", "scores.exp().sum(-1, keepdim=True).log()"),
            also=[("scores - torch.logsumexp(scores, dim=-1, keepdim=True)", "(scores.exp() / scores.exp().sum(-1, keepdim=True)).log()")],
            why="e²⁰⁰ is infinite in float32. Scores of that size are rare and end a training run when they come.",
            look="Which function of torch computes the logarithm of a sum of exponentials without making the exponentials?",
        ),
        slip(
            "the sign is missing",
            edit=("return -log_p", "return log_p"),
            why="Log-probabilities are negative. To make this smaller is to make the text less probable.",
            look="Should a loss of a good model be a large or a small number?",
        ),
        slip(
            "the loss is in bits",
            edit=(".mean()", ".mean() / math.log(2)"),
            why="The loss is in nats by convention, with the natural logarithm; bits come with bits per byte.",
            look="Which logarithm does the formula have?",
        ),
        slip(
            "the logarithm is taken after softmax",
            edit=("scores - torch.logsumexp(scores, dim=-1, keepdim=True)", "scores.softmax(-1).log()"),
            also=[
                ("scores - torch.logsumexp(scores, dim=-1, keepdim=True)", f"({form}).log()")
                for form in ("scores.softmax(-1) + 1e-9", "scores.softmax(-1) + 1e-8", "scores.softmax(-1) + 1e-10", "scores.softmax(-1).clamp(min=1e-9)")
            ],
            why="In float32 a small probability becomes 0, and its logarithm −∞. A small number added to it hides that and gives a wrong loss and no gradient.",
            look="Which function gives logarithms of probabilities without making the probabilities?",
        ),
        slip(
            "the sum over the vocabulary gets no gradient",
            edit=("torch.logsumexp(scores, dim=-1, keepdim=True)", "torch.logsumexp(scores, dim=-1, keepdim=True).detach()"),
            why="The loss is right; but its gradient then only raises the right score and never lowers the others.",
            look="Where in your code does .detach(), .data or torch.no_grad() stand, and what passes through it?",
        ),
        slip(
            "the last token of a text predicts the first of the next one",
            edit=[("scores[:, :-1], ids[:, 1:]", "scores.flatten(0, 1)[:-1], ids.flatten()[1:]")],
            why="Texts of a batch have nothing to do with one another; there are B·(T − 1) terms, not B·T − 1.",
            look="How many terms does your sum have for B = 2 and T = 5?",
        ),
        slip(
            "the loss is cut off from the scores",
            edit=("return -log_p.gather(-1, targets.unsqueeze(-1)).mean()", "return -log_p.gather(-1, targets.unsqueeze(-1)).mean().detach()"),
            why="The number is right, and no gradient can flow: the model does not learn.",
            look="Which of your calls makes numbers without a history?",
        ),
    ]  # fmt: skip
    promises = {
        "B · (T − 1) terms, texts apart": dict(B=3, T=2),
        "scores of ±200": dict(size=200.0),
        "the gradient of the scores": "grad_scores",
    }


@exercise("perplexity", points=2, forbid=FINISHED)
class _:
    cases = [dict(lengths=[3, 9, 1]), dict(lengths=[5]), dict(lengths=[2, 12])]

    def inputs(rng, lengths):
        # Texts differ in how hard they are, so that every kind of mean is another number.
        return {"log_probs": [-rng.exponential(1.0 + 2 * i, n) - 0.2 for i, n in enumerate(lengths)]}

    def oracle(log_probs):
        every = [float(p) for text in log_probs for p in text]
        return {"perplexity": math.exp(-math.fsum(every) / len(every))}

    alternatives = {
        "sums and counts": """
            total = sum(text.sum().item() for text in log_probs)
            return math.exp(-total / sum(map(len, log_probs)))
        """,
        "geometric mean of 1/p in bits": """
            bits = torch.cat(log_probs) / math.log(2)
            return 2.0 ** (-bits.mean())
        """,
    }
    slips = [
        slip(
            "each text counts alike, however short",
            edit=("torch.cat(log_probs).mean()", "torch.stack([p.mean() for p in log_probs]).mean()"),
            why="A text of one token then weighs as much as one of a thousand.",
            look="Is your mean over tokens, or over texts?",
        ),
        slip(
            "the perplexities of the texts are averaged",
            edit=("torch.exp(-torch.cat(log_probs).mean())", "torch.stack([torch.exp(-p.mean()) for p in log_probs]).mean()"),
            why="A mean of exponentials is ruled by the worst text. The exponential comes last.",
            look="In which order do mean and exponential stand in the formula?",
        ),
        slip(
            "1/p is averaged over tokens",
            edit=("torch.exp(-torch.cat(log_probs).mean())", "torch.exp(-torch.cat(log_probs)).mean()"),
            why="One token with probability 0.001 adds a thousand. Perplexity is the exponential of the mean surprise, a geometric mean.",
            look="In which order do mean and exponential stand in the formula?",
        ),
        slip(
            "the exponential has base 2 and the logarithm base e",
            edit=("torch.exp(-torch.cat(log_probs).mean())", "2 ** (-torch.cat(log_probs).mean())"),
            why="2 to the power of bits, or e to the power of nats: the two must fit.",
            look="Which base do the log-probabilities have?",
        ),
        slip(
            "the sign is missing",
            edit=("torch.exp(-torch", "torch.exp(torch"),
            why="The result is the mean probability of a token (geometric), the inverse of the perplexity.",
            look="Can a perplexity be below 1?",
        ),
        slip(
            "the log-probabilities are summed",
            edit=(".mean()", ".sum()"),
            why="That is one over the probability of everything, and grows with the amount of text.",
            look="Would your number change if the same text came twice?",
        ),
        slip(
            "only one text counts",
            edit=("torch.cat(log_probs).mean()", "log_probs[0].mean()", "log_probs[-1].mean()"),
            why="The list holds several texts, and every token of each is a guess.",
            look="How many numbers does your mean run over?",
        ),
        slip(
            "the median is taken for the mean",
            edit=(".mean()", ".median()"),
            why="A few very surprising tokens are what separates models, and a median does not see them.",
            look="Which kind of mean stands in the loss?",
        ),
    ]  # fmt: skip
    promises = {
        "over all tokens alike": dict(lengths=[3, 9, 1]),
        "one text": dict(lengths=[5]),
    }


@exercise("bits_per_byte", points=2, forbid=FINISHED)
class _:
    cases = [
        dict(n=6, text="naïve café déjà vu"),
        dict(n=11, text="To be, or not to be"),
        dict(n=4, text="Привет, мир"),
        # what is stripped or made regular is missing
        dict(n=5, text="\n\tCafe\u0301 ﬁx ﬁn İstanbul \u2028Straße\r\n "),
    ]

    def inputs(rng, n, text):
        return {"log_probs": -rng.exponential(3.0, n) - 0.2, "text": text}

    def oracle(log_probs, text):
        return {"bits per byte": math.fsum(-np.log2(np.exp(log_probs))) / len(bytes(text, "utf-8"))}

    tolerance = 1e-5

    alternatives = {
        "base 2 from the start": 'return (-log_probs * math.log2(math.e)).sum().item() / len(bytes(text, "utf-8"))',
    }
    slips = [
        slip(
            "characters are counted, not bytes",
            edit=('len(text.encode("utf-8"))', "len(text)"),
            why="é is one character and two bytes, and и too. Bits per character is another unit, kinder to some scripts than to others.",
            look='How long are "é" and "é".encode("utf-8")?',
        ),
        slip(
            "the result is in nats",
            edit=(" / math.log(2)", ""),
            why="Nats and bits differ by a factor of ln 2, 0.693.",
            look="How many nats is a probability of 1/2, and how many bits?",
        ),
        slip(
            "the bits are divided by the number of tokens",
            edit=('len(text.encode("utf-8"))', "len(log_probs)"),
            why="Bits per token depend on the tokenizer; that is what this unit is there to avoid.",
            look="What is the last factor of the denominator in the formula?",
        ),
        slip(
            "the mean is taken in place of the sum",
            edit=("-log_probs.sum()", "-log_probs.mean()"),
            why="The cost of a text is the cost of all its tokens together.",
            look="What does it cost to send two tokens of 3 bits each?",
        ),
        slip(
            "ln 2 multiplies",
            edit=("/ math.log(2)", "* math.log(2)"),
            why="A bit is smaller than a nat, so there are more of them.",
            look="How many bits is a probability of 1/8 worth? What does your formula say?",
        ),
        slip(
            "the sign is missing",
            edit=("-log_probs", "log_probs"),
            why="A log-probability is never above 0, and a cost never below.",
            look="What is the sign of ln(1/8), and of a number of bits?",
        ),
        slip(
            "a byte is counted as eight",
            edit=('len(text.encode("utf-8"))', 'len(text.encode("utf-8")) / 8', '(8 * len(text.encode("utf-8")))',),
            why="The unit is bits of cost for each byte of text. How many bits the byte itself has plays no part.",
            look="Is there an 8 in the formula?",
        ),
        slip(
            "the logarithm is taken twice",
            edit=("-log_probs.sum() / math.log(2)", "-log_probs.neg().log2().sum()", "log_probs.neg().log2().sum()",),
            why="What comes in are logarithms already; another base is a factor, not another logarithm.",
            look="Are the numbers in log_probs probabilities?",
        ),
        slip(
            "the bytes are those of another encoding",
            edit=('"utf-8"', '"utf-16"', '"utf-16-le"', '"utf-32"'),
            why="UTF-16 takes two bytes for most letters. The unit is comparable because everybody counts in UTF-8.",
            look="Which encoding does the docstring name?",
        ),
        slip(
            "nats are changed into another unit than bits",
            edit=("math.log(2)", "math.log10(2)", "math.log(10)"),
            why="A bit is ln 2 nats, with the natural logarithm.",
            look="Which base has the logarithm in the formula, and which one yours?",
        ),
        slip(
            "the text is changed before its bytes are counted",
            edit=("text.encode", "text.strip().encode"),
            also=[("text.encode", f"text.{call}.encode") for call in ('replace("\\r\\n", "\\n")', "casefold()", "lower()", 'replace("\\r\\n", "\\n").casefold()')],
            why="Spaces, line ends and capitals are part of the text, and the tokens have paid for them.",
            look="Compare the number of bytes that you divide by with len of the encoded text.",
        ),
    ]  # fmt: skip
    promises = {
        "bytes, not characters": dict(n=6),
        "one byte a character": dict(n=11),
        "the text as it is, with its ends": dict(n=5),
    }


@exercise("sequence_log_prob", points=3, forbid=FINISHED)
class _:
    cases = [
        dict(B=2, n=5, V=6),
        dict(B=1, n=90, V=5, size=6.0),
        dict(B=3, n=1, V=4),
        dict(B=2, n=6, V=5, size=150.0),  # probabilities that are 0 in float32
    ]
    tolerance = 5e-4  # sums of numbers up to 400

    def inputs(rng, B, n, V, size=1.5):
        ids = rng.integers(1, V, (B, n + 1))
        ids[:, 0] = 0  # BOS
        return {
            "table": rng.standard_normal((V, V)) * size,
            "places": rng.standard_normal((n + 1, V)),
            "ids": ids,
        }

    def oracle(table, places, ids):
        found = []
        for text in ids:
            total = 0.0
            for t in range(len(text) - 1):
                scores = table[text[t]] + places[t]
                total += scores[text[t + 1]] - np.logaddexp.reduce(scores)
            found.append(total)
        return {"log_prob": np.array(found)}

    alternatives = {
        "a loop over places": """
            scores = model(ids)
            total = torch.zeros(len(ids))
            for t in range(1, ids.shape[1]):
                before = scores[:, t - 1]
                total += before[torch.arange(len(ids)), ids[:, t]] - before.logsumexp(-1)
            return total
        """,
        "cross_entropy without its mean": """
            scores = model(ids)[:, :-1]
            return -F.cross_entropy(scores.transpose(1, 2), ids[:, 1:], reduction="none").sum(1)
        """,
    }
    slips = [
        slip(
            "the mean is taken in place of the sum",
            edit=(".sum(dim=1)", ".mean(dim=1)"),
            why="ln P of a text is the sum over its tokens; the mean is the loss, and does not know how long the text is.",
            look="A product of probabilities becomes what, in logarithms?",
        ),
        slip(
            "every token is compared with the scores at its own place",
            edit=[("model(ids)[:, :-1]", "model(ids)"), ("ids[:, 1:]", "ids")],
            why="The scores at a place come after reading that token. BOS, too, is then counted.",
            look="Which scores know about x₀ only?",
        ),
        slip(
            "probabilities are multiplied",
            edit=(
                "return log_p.gather(-1, ids[:, 1:].unsqueeze(-1)).squeeze(-1).sum(dim=1)",
                "return log_p.exp().gather(-1, ids[:, 1:].unsqueeze(-1)).squeeze(-1).prod(-1).log()",
            ),
            why="The product of 90 small numbers is 0 in float32, and the logarithm of 0 is −∞.",
            look="At which point do you leave logarithms?",
        ),
        slip(
            "scores are summed without softmax",
            edit=("torch.log_softmax(model(ids)[:, :-1], dim=-1)", "model(ids)[:, :-1]"),
            why="Scores are log-probabilities up to a constant, and the constant differs from place to place.",
            look="Do the exponentials of what you sum add up to 1 over the vocabulary?",
        ),
        slip(
            "the first token has no factor",
            edit=[("model(ids)[:, :-1]", "model(ids)[:, 1:-1]"), ("ids[:, 1:]", "ids[:, 2:]")],
            why="That is what BOS is there for: the first real token is predicted from it.",
            look="How many terms does a text of one token have?",
        ),
        slip(
            "the texts of the batch are added up",
            edit=(".sum(dim=1)", ".sum()"),
            why="Each text has a probability of its own.",
            look="What shape should come back?",
        ),
        slip(
            "the sign is turned round",
            edit=("return log_p", "return -log_p"),
            why="A log-probability is never above 0. With a minus it is a surprise, or a loss.",
            look="What is the logarithm of a number below 1?",
        ),
        slip(
            "BOS is not read by the model",
            edit=[("model(ids)[:, :-1]", "model(ids[:, 1:])[:, :-1]"), ("ids[:, 1:].unsq", "ids[:, 2:].unsq")],
            why="The first real token is predicted from BOS, and every token stands one place further on because of it.",
            look="How many terms does a text of one token have, and what is the first one conditioned on?",
        ),
        slip(
            "softmax runs over the places, not over the vocabulary",
            edit=("dim=-1)  # (B, n, V)", "dim=1)"),
            why="The tokens of the vocabulary compete with one another for each place; places do not compete.",
            look="Along which axis must the probabilities sum to 1?",
        ),
        slip(
            "the logarithm is taken after softmax",
            edit=("torch.log_softmax(model(ids)[:, :-1], dim=-1)", "model(ids)[:, :-1].softmax(-1).log()"),
            also=[
                ("torch.log_softmax(model(ids)[:, :-1], dim=-1)", f"(model(ids)[:, :-1].softmax(-1){floor}).log()")
                for floor in (" + 1e-9", " + 1e-8", " + 1e-10", " + 1e-12", ".clamp(min=1e-9)")
            ],
            why="In float32 a small probability becomes 0, and its logarithm −∞. A small number added to it hides that and gives a wrong sum.",
            look="Which function gives logarithms of probabilities without making the probabilities?",
        ),
        slip(
            "small log-probabilities are cut off",
            edit=("dim=-1)  # (B, n, V)", "dim=-1).clamp(min=-20)"),
            also=[("dim=-1)  # (B, n, V)", "dim=-1).clamp(min=-100)")],
            why="A token with ln p = −300 costs 300 nats. That is what the model says, and a sum of logarithms can hold it.",
            look="What would overflow, if you left the number as it is?",
        ),
    ]  # fmt: skip
    promises = {
        "one sum for each text": dict(B=2, n=5),
        "sums of logarithms do not underflow": dict(n=90),
        "a text of one token has one factor": dict(n=1),
        "probabilities that float32 cannot hold": dict(size=150.0),
    }


@exercise("generate_greedy", points=4, forbid=FINISHED)
class _:
    cases = [
        dict(B=2, T=3, V=9, D=6, n_new=12, context=6),
        dict(B=3, T=8, V=7, D=5, n_new=8, context=4),  # the text is longer than the context from the start
        dict(B=1, T=1, V=6, D=4, n_new=9, context=16),
    ]

    def inputs(rng, B, T, V, D, n_new, context):
        return {
            "table": rng.standard_normal((V, D)),
            "places": rng.uniform(0.3, 2.0, (context, D)) * rng.choice([-1, 1], (context, D)),
            "head": rng.standard_normal((D, V)),
            "ids": rng.integers(0, V, (B, T)),
            "n_new": n_new,
            "context": context,
        }

    def oracle(table, places, head, ids, n_new, context):
        found = []
        for text in ids.tolist():
            for _ in range(n_new):
                seen = text[-context:]
                state = sum(table[token] * places[t] for t, token in enumerate(seen))
                text = [*text, int(np.argmax(np.tanh(state) @ head))]
            found.append(text)
        return {"ids": np.array(found)}

    alternatives = {
        "a list that grows": """
            columns = list(ids.T)
            while n_new > 0:
                scores = model(torch.stack(columns[-context:], dim=1))
                columns.append(scores[:, -1, :].max(-1).indices)
                n_new -= 1
            return torch.stack(columns, dim=1)
        """,
    }
    slips = [
        slip(
            "the first tokens are kept when the text is too long, not the last",
            edit=("ids[:, -context:]", "ids[:, :context]"),
            why="The model then reads the same beginning again and again and never sees what it wrote.",
            look="Which part of a long text matters for the next token?",
        ),
        slip(
            "the text is not cut to the context",
            edit=("ids[:, -context:]", "ids"),
            why="A model has as many position vectors as its context is long. Beyond that it has none.",
            look="How long may the text be that goes into the model?",
        ),
        slip(
            "only the newest token goes in",
            edit=("ids[:, -context:]", "ids[:, -1:]"),
            why="Without the earlier tokens the model has forgotten everything. (With a cache, lesson 05, this becomes right.)",
            look="What does the model know about the text when it sees one token?",
        ),
        slip(
            "the scores of the first place are read",
            edit=("[:, -1]  # (B, V)", "[:, 0]"),
            why="They predict the second token, which is there already.",
            look="At which place does the prediction of the next token stand?",
        ),
        slip(
            "only the new tokens come back",
            edit=("return ids\n", "return ids[:, -n_new:]\n"),
            why="The docstring asks for the whole text; a text that lost its beginning cannot be decoded or continued.",
            look="What shape does the docstring promise?",
        ),
        slip(
            "the text that comes back is cut to the context",
            edit=("torch.cat([ids, scores", "torch.cat([ids[:, 1 - context :], scores"),
            also=[("scores = model(ids[:, -context:])", "ids = ids[:, -context:]\n        scores = model(ids)")],
            why="What the model reads is cut; what you return is not.",
            look="Is the cut text stored over the whole one?",
        ),
        slip(
            "one place too few is kept",
            edit=("ids[:, -context:]", "ids[:, 1 - context :]"),
            why="The model could read one token more, and its prediction changes.",
            look="How many tokens does your slice keep when context is 4?",
        ),
        slip(
            "the least likely token is chosen",
            edit=("argmax", "argmin"),
            why="The largest score belongs to the likeliest token.",
            look="Does a large score mean probable or improbable?",
        ),
        slip(
            "the number of new tokens is off by one",
            edit=("range(n_new)", "range(n_new + 1)", "range(n_new - 1)"),
            why="Who asks for n_new tokens relies on a text of length T + n_new.",
            look="How long is your text when n_new is 1?",
        ),
        slip(
            "the first text decides for all",
            edit=("scores.argmax(dim=1, keepdim=True)", "scores[:1].argmax(dim=1, keepdim=True).expand(len(ids), 1)"),
            why="Each row of the batch is a text of its own.",
            look="What shape does your choice of tokens have for B = 2?",
        ),
        slip(
            "a full context is emptied, in place of moved on by one",
            edit=("ids[:, -context:]", "ids[:, (ids.shape[1] - 1) // context * context :]", "(ids if ids.shape[1] <= context else ids[:, -1:])", "(ids if ids.shape[1] <= context else ids[:, -context // 2 :])", "(ids if ids.shape[1] <= context else ids[:, -(context // 2) :])",),
            why="The model forgets most of what it could still read, at the moment when the text has become long.",
            look="The text has context + 1 tokens. How many of them could the model read?",
        ),
    ]  # fmt: skip
    promises = {
        "a text that grows beyond the context": dict(n_new=12, context=6),
        "a text that is longer from the start": dict(T=8, context=4),
        "a text that never fills the context": dict(context=16),
    }


# --- somebody else's weights ---------------------------------------------------------------------------------


@exercise("load_gpt2", points=5, forbid=[*FINISHED, "transformers"])
class _:
    cases = [dict(V=5, context=3, D=4, H=2, L=2), dict(V=3, context=2, D=3, H=1, L=1)]
    cases += [dict(V=3, context=2, D=2, H=1, L=11)]  # by name, h.10 stands before h.2

    def inputs(rng, V, context, D, H, L):
        tensors = gpt2_tensors(rng, V, context, D, L)
        for i in range(L):
            tensors[f"h.{i}.attn.bias"] = np.tril(np.ones((1, 1, context, context)))
        return {"tensors": tensors, "config": small_config(V, context, D, H, L)}

    def oracle(tensors, config):
        return {"weights": ours_from_gpt2({k: v for k, v in tensors.items() if not k.endswith(".attn.bias")})}

    alternatives = {
        "part by part, in place": """
            def copy(parameter, name, transposed=False):
                with torch.no_grad():
                    parameter.copy_(tensors[name].t() if transposed else tensors[name])

            def both(module, name, transposed=False):
                copy(module.weight, f"{name}.weight", transposed)
                copy(module.bias, f"{name}.bias")

            copy(model.tokens.weight, "wte.weight")
            copy(model.positions.weight, "wpe.weight")
            for i, block in enumerate(model.blocks):
                both(block.norm1, f"h.{i}.ln_1")
                both(block.attention.qkv_proj, f"h.{i}.attn.c_attn", True)
                both(block.attention.out_proj, f"h.{i}.attn.c_proj", True)
                both(block.norm2, f"h.{i}.ln_2")
                both(block.feed_forward.up, f"h.{i}.mlp.c_fc", True)
                both(block.feed_forward.down, f"h.{i}.mlp.c_proj", True)
            both(model.norm, "ln_f")
            return model
        """,
    }
    slips = [
        slip(
            "the square map of attention's output is not transposed",
            edit=('".c_" in name and', '".c_" in name and "attn.c_proj" not in name and'),
            why="Conv1D keeps all its weights as (in, out). This one is square, so nobody complains, and the model talks nonsense.",
            look="How many of the four maps of a layer did you transpose?",
        ),
        slip(
            "the two norms of a block are exchanged",
            edit=[('"ln_1": "norm1"', '"ln_1": "norm2"'), ('"ln_2": "norm2"', '"ln_2": "norm1"')],
            why="Both have the same shape, so nothing complains. The first stands in front of attention.",
            look="Which norm of the file stands in front of attention?",
        ),
        slip(
            "the final norm is not loaded",
            edit=('    names |= {f"ln_f.{part}": f"norm.{part}" for part in ["weight", "bias"]}\n', ""),
            why="It keeps gain 1 and bias 0, and every score is wrong.",
            look="Is every parameter of your model in your dict?",
        ),
        slip(
            "the positions are not loaded",
            edit=(', "wpe.weight": "positions.weight"', ""),
            why="The table of positions stays random.",
            look="Is every parameter of your model in your dict?",
        ),
        slip(
            "the biases are not loaded",
            edit=[('            for part in ["weight", "bias"]:', '            for part in ["weight"]:')],
            why="Linear maps and norms of GPT-2 have biases, and they are not zero.",
            look="Is every parameter of your model in your dict?",
        ),
        slip(
            "every block gets the weights of the first",
            edit=('names[f"h.{i}.{theirs}.{part}"] = f"blocks.{i}.{ours}.{part}"', 'names[f"h.0.{theirs}.{part}"] = f"blocks.0.{ours}.{part}"'),
            also=[("    return load_weights(model, found)", "    found = {n: found[f'blocks.0.{n.split(\".\", 2)[2]}'] if n.startswith('blocks.') else t for n, t in found.items()}\n    return load_weights(model, found)")],
            why="Each block was trained on what the one before it writes; the others would be copies, or stay as they were drawn.",
            look="Does the number of the layer stand in both names?",
        ),
        slip(
            "the parameters are the file's own tensors",
            edit=(
                "    return load_weights(model, found)",
                "    for name, parameter in model.named_parameters():\n        parameter.data = found[name]\n    return model",
            ),
            why="A step of training would then write into the tensors of the file, and whoever still needs them finds them changed.",
            look="Does your code copy numbers, or does it give a tensor a second name?",
        ),
        slip(
            "queries and keys are exchanged",
            edit=("    return load_weights(model, found)", "    for name in found:\n        if 'qkv_proj' in name:\n            q, k, v = found[name].chunk(3)\n            found[name] = torch.cat([k, q, v])\n    return load_weights(model, found)", "    for name in found:\n        if name.endswith('qkv_proj.weight'):\n            q, k, v = found[name].chunk(3)\n            found[name] = torch.cat([k, q, v])\n    return load_weights(model, found)",),
            why="Every token then asks what it should answer. The shapes are the same, and nothing complains.",
            look="In which order does the table of this section name the rows?",
        ),
        slip(
            "one layer is not loaded",
            edit=("range(len(model.blocks))", "range(len(model.blocks) - 1)", "range(1, len(model.blocks))"),
            why="That layer keeps the numbers that it was drawn with.",
            look="Which numbers does your loop over layers run through?",
        ),
        slip(
            "the biases of queries, keys and values are taken for the old mask",
            edit=("    return load_weights(model, found)", "    return load_weights(model, {n: t for n, t in found.items() if not n.endswith('qkv_proj.bias')})"),
            why="`h.0.attn.c_attn.bias` ends in `attn.bias` like the mask does, and is something else.",
            look="Which names of the file end in `attn.bias`?",
        ),
        slip(
            "the model is not handed back",
            edit=("    return load_weights(model, found)", "    load_weights(model, found)"),
            why="Whoever writes `model = load_gpt2(model, tensors)` is left with None.",
            look="What does the docstring say comes back?",
        ),
    ]  # fmt: skip
    promises = {
        "Conv1D is transposed, the square map too": dict(D=4),
        "one layer": dict(L=1),
        "every parameter is copied": "weights",
    }
