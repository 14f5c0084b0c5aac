"""A decoder-only transformer built like GPT-2, with tied or untied embeddings.

Oracle: GPT2LMHeadModel of transformers in float64 with copied weights, gradients included.
"""

import torch
from transformers import GPT2Config, GPT2LMHeadModel

from autograder.authoring import exercise, slip

from ._shared import FINISHED, RENAMED, gpt2_tensors, our_name, ours_from_gpt2, small_config, tensor


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


@exercise("GPT", points=6, forbid=FINISHED)
class _:
    # a norm over only a few features is sometimes so steep that a right gradient in float32 misses its tolerance
    cases = [
        dict(B=2, T=6, V=11, context=8, D=16, H=2, L=2, start=0, tied=True),
        dict(B=2, T=5, V=9, context=9, D=24, H=3, L=2, start=3, tied=True),
        dict(B=1, T=4, V=7, context=4, D=16, H=1, L=1, start=0, tied=False),
    ]

    def inputs(rng, B, T, V, context, D, H, L, start, tied):
        weights = ours_from_gpt2(gpt2_tensors(rng, V, context, D, L, size=1.5))
        if not tied:
            weights["head.weight"] = rng.standard_normal((V, D))
        ids = rng.integers(0, V, (B, T))
        ids[0, 1] = 0  # a token like any other
        return {
            "ids": ids,
            "start": start,
            "gradient": rng.standard_normal((B, T, V)),
            "weights": weights,
            "config": small_config(V, context, D, H, L, tied=tied),
        }

    def oracle(ids, start, gradient, weights, config):
        """GPT-2 as the transformers library implements it, in float64."""
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
            "the mask lets every position see one token ahead",
            edit=("causal_mask(T, device=ids.device)", "torch.ones(T, T).tril(1).bool()"),
            why="The next token is exactly what the model has to predict, so the training loss will fall to almost nothing.",
            look="Print your mask for T = 3. What is just above the diagonal?",
        ),
        slip(
            "there is no causal mask",
            edit=("x = block(x, mask)", "x = block(x)"),
            why="Every position sees the token it has to predict. The training loss falls to almost nothing, and the model can't write.",
            look="What is the second argument of a block?",
        ),
        slip(
            "the mask is the wrong way round",
            edit=("mask = causal_mask(T, device=ids.device)", "mask = ~causal_mask(T) | torch.eye(T, dtype=torch.bool)", "mask = ~causal_mask(T)",),
            why="Tokens look at what comes after them, and not at what came before.",
            look="True means that a query may look. Print the mask for T = 3.",
        ),
        slip(
            "positions begin at 0 and start is ignored",
            edit=("torch.arange(start, start + T, device=ids.device)", "torch.arange(T)"),
            why="The rest of a text is then read as if it were the beginning.",
            look="Which row of the table belongs to the first token when start is 3?",
        ),
        slip(
            "the final norm is missing",
            edit=("x = self.norm(x)", "pass"),
            also=[[("x = self.norm(x)", "pass"), ("self.head(x)", "self.head(self.norm(x))")], [("x = self.norm(x)", "pass"), ("x @ self", "self.norm(x) @ self")]],
            why="In a pre-LN model nothing else normalizes the residual stream before the scores, so the first loss grows with depth.",
            look="What comes between the last block and the scores?",
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
            why="A tied table has two uses and should learn from both. Here it learns only from its use as input.",
            look="Is there a .detach() or .data on the way from the table to the scores?",
        ),
        slip(
            "the token vectors get no gradient from the input",
            edit=("x = self.tokens(ids)", "x = self.tokens.weight.detach()[ids]"),
            also=[("x = self.tokens(ids)", "x = (self.tokens(ids).detach() if self.head is None else self.tokens(ids))")],
            why="A tied table has two uses and should learn from both. Here it learns only from its use as output.",
            look="Is there a .detach() or .data on the way from the table to the first block?",
        ),
        slip(
            "the token table makes the scores of an untied model",
            edit=("        if self.head is None:\n            return x @ self.tokens.weight.T  # (B, T, V)\n        return self.head(x)", "        return x @ self.tokens.weight.T"),
            why="Without tied weights the model has its own head, which here never learns anything.",
            look="What does your forward pass do when self.head is not None?",
        ),
        slip(
            "the scores are scaled by the root of the width",
            edit=("return x @ self.tokens.weight.T", "return x @ self.tokens.weight.T / math.sqrt(x.shape[-1])"),
            why="Attention scores are scaled by a root of the width; GPT-2's scores over the vocabulary (the logits) are plain products.",
            look="Compare with the sentence about tied weights.",
        ),
        slip(
            "only some blocks get the mask",
            edit=("x = block(x, mask)", "x = block(x, mask)\n            mask = None", "x = block(x, mask if block is self.blocks[-1] else None)",),
            why="A single block without a mask is enough to carry the answer back to the position that should predict it.",
            look="What does the second block of your model get as its mask?",
        ),
        slip(
            "softmax is applied to the scores",
            edit=("return x @ self.tokens.weight.T", "return (x @ self.tokens.weight.T).softmax(-1)"),
            also=[[("return x @ self.tokens.weight.T", "return (x @ self.tokens.weight.T).softmax(-1)"), ("return self.head(x)", "return self.head(x).softmax(-1)")], [("return x @ self.tokens.weight.T", "return (x @ self.tokens.weight.T).log_softmax(-1)"), ("return self.head(x)", "return self.head(x).log_softmax(-1)")]],
            why="The loss takes scores and applies softmax itself. With softmax applied twice, the loss hardly moves, however good the model is.",
            look="What do the last row of the opening table and the docstring ask for?",
        ),
        slip(
            "the final norm is applied more than once",
            edit=("x = self.norm(x)", "x = self.norm(self.norm(x))"),
            also=[("x = block(x, mask)", "x = self.norm(block(x, mask))")],
            why="The norm has a gain and a bias, so applying it twice is not the same as applying it once.",
            look="How many times does your forward pass call self.norm?",
        ),
        slip(
            "each block reads the embeddings, not the block before it",
            edit=("x = block(x, mask)", "y = block(x, mask)"),
            also=[[("x = block(x, mask)", "y = block(x, mask)"), ("self.norm(x)", "self.norm(y)")]],
            why="The output of the other blocks is thrown away.",
            look="Does the variable that goes into the norm change inside the loop?",
        ),
        slip(
            "the token vectors are scaled by the root of the width",
            edit=("x = self.tokens(ids) +", "x = self.tokens(ids) * math.sqrt(self.tokens.weight.shape[1]) +"),
            why="The transformer of 2017 did that. GPT-2, whose files your model has to read, does not.",
            look="Does the formula in section 1 multiply the token vectors by anything?",
        ),
        slip(
            "the positions are cut off from the gradient",
            edit=("self.positions(places)", "self.positions(places).detach()"),
            why="The scores are right, but the position vectors keep their initial values and never learn.",
            look="Is there a .detach() or .data on the way from the table of positions to the first block?",
        ),
        slip(
            "every block is the first one",
            edit=("x = block(x, mask)", "x = self.blocks[0](x, mask)"),
            why="The later blocks of the list are never used and never learn.",
            look="Which block does your loop call in its second iteration?",
        ),
        slip(
            "the mask is shifted by start",
            edit=("causal_mask(T, device=ids.device)", "torch.ones(T, T).tril(start).bool()"),
            also=[("causal_mask(T, device=ids.device)", "causal_mask(start + T)[start:, :T]"), ("causal_mask(T, device=ids.device)", "torch.ones(T, T).tril(-start).bool()")],
            why="All T tokens of this call are numbered from the same start, so queries and keys move together and the triangle stays where it is. Shifted by start, it lets a query see tokens that come after it, or hides earlier ones.",
            look="Print your mask for T = 3 and start = 2. What may the first query see?",
        ),
        slip(
            "the mask of the first call is kept",
            edit=("mask = causal_mask(T, device=ids.device)", "self.mask = getattr(self, \"mask\", causal_mask(T))\n        mask = self.mask"),
            why="A model is called with sequences of different lengths, and each length needs its own mask. A mask made for the first call fits only that length.",
            look="What happens if the model is called with two tokens first and with six afterwards?",
        ),
        slip(
            "the blocks use a different activation",
            edit=('act="gelu_tanh"', 'act="gelu"', 'act="relu"'),
            why="GPT-2 approximates GELU with a tanh formula. The exact GELU differs from it in the fourth decimal, which is enough to fail a comparison with published scores.",
            look="Which value of act does section 2 give to TransformerBlock?",
        ),
    ]  # fmt: skip
    promises = {
        "tied weights: no head, the table scores": dict(tied=True),
        "a head of its own when untied": dict(tied=False),
        "positions go on from start": dict(start=3),
        "a text as long as the context": dict(T=4, context=4),
        "the table learns from both of its uses": "grad_tokens",
        "every parameter learns": "grad_norms",
    }
