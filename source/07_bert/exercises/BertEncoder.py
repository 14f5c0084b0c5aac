"""A BERT encoder without a head: embeddings and bidirectional post-LN blocks.

Oracle: BertModel of transformers in float64 with copied weights, gradients included.
"""

import math

import numpy as np
import torch
from transformers import BertModel

from autograder.authoring import exercise, slip

from ._shared import LIBRARY, TABLES, bert_config, embedding_weights, normal, tensor


def length_of(*gradients):
    """The length of several gradients together, as if they were one vector."""
    return math.sqrt(sum(float((g**2).sum()) for g in gradients))


BLOCKS = {
    "attention.out_proj": "attention.output.dense",
    "feed_forward.up": "intermediate.dense",
    "feed_forward.down": "output.dense",
    "norm1": "attention.output.LayerNorm",
    "norm2": "output.LayerNorm",
}


def encoder_weights(rng, V, context, D, L, F):
    """Weights of an encoder, large enough that every part matters."""
    found = embedding_weights(rng, V, context, D, "embeddings.")
    shapes = {"attention.qkv_proj": (3 * D, D), "attention.out_proj": (D, D), "feed_forward.up": (F, D), "feed_forward.down": (D, F)}  # fmt: skip
    for i in range(L):
        for name, (rows, columns) in shapes.items():
            found[f"blocks.{i}.{name}.weight"] = normal(rng, rows, columns, size=1.5 / math.sqrt(columns))
            found[f"blocks.{i}.{name}.bias"] = normal(rng, rows, size=0.3)
        for name in ("norm1", "norm2"):
            found[f"blocks.{i}.{name}.weight"] = rng.uniform(0.5, 1.5, D)
            found[f"blocks.{i}.{name}.bias"] = normal(rng, D, size=0.3)
    return found


def library_names(name):
    """The library's names for a parameter: three of them if it holds queries, keys and values."""
    if name.startswith("embeddings."):
        return ["embeddings." + TABLES[name.removeprefix("embeddings.")]]
    _, i, rest = name.split(".", 2)
    part, kind = rest.rsplit(".", 1)
    if part == "attention.qkv_proj":
        return [f"encoder.layer.{i}.attention.self.{which}.{kind}" for which in ("query", "key", "value")]
    return [f"encoder.layer.{i}.{BLOCKS[part]}.{kind}"]


def padding(lengths, T, left=False):
    """1 at real tokens, (B, T)."""
    rows = [[1] * n + [0] * (T - n) for n in lengths]
    return np.array([row[::-1] for row in rows] if left else rows)


@exercise("BertEncoder", points=3, uses=["BertEmbeddings"], forbid=LIBRARY)
class _:
    cases = [
        dict(lengths=(6, 4), T=6, L=2),
        dict(lengths=(3, 5, 2), T=5, L=3, left=True),
        dict(lengths=None, T=4, L=2),
    ]
    weights = {"features": 3, "gradients": 1}

    def inputs(rng, lengths, T, L, left=False, V=9, D=6, H=2, F=8):
        B, context = len(lengths or (1, 1)), T + 2
        ids = rng.integers(0, V, (B, T))
        ids[0, T // 2] = 0  # a real token: only the mask says what is padding
        return {
            "ids": ids,
            "segments": rng.integers(0, 2, (B, T)) if lengths else None,
            "mask": padding(lengths, T, left) if lengths else None,
            "gradient": normal(rng, B, T, D),
            "weights": encoder_weights(rng, V, context, D, L, F),
            "sizes": [V, context, D, H, L, F],
        }

    def oracle(ids, segments, mask, gradient, weights, sizes):
        """The library's BertModel in float64."""
        model = BertModel(bert_config(*sizes), add_pooling_layer=False).double()
        state = {}
        for name, w in weights.items():
            names = library_names(name)
            state |= dict(zip(names, tensor(w).chunk(len(names))))
        model.load_state_dict(state, strict=False)
        model.eval()
        given = {"input_ids": ids, "token_type_ids": segments, "attention_mask": mask}
        given = {name: torch.as_tensor(x) for name, x in given.items() if x is not None}
        features = model(**given).last_hidden_state
        features.backward(tensor(gradient))
        theirs = dict(model.named_parameters())
        lengths = {name: length_of(*(theirs[n].grad for n in library_names(name))) for name in weights}
        return {"features": features, "gradients": lengths}

    tolerance = {"gradients": 1e-3}

    equivalent = {
        "keep = None if mask is None else mask >= 1": "the mask has only 0 and 1",
    }

    alternatives = {
        "by number, bool()": """
            x = self.embeddings(ids, segments)
            for i in range(len(self.blocks)):
                x = self.blocks[i](x, keep=mask.bool() if mask is not None else None)
            return x
        """,
        "a mask of ones where none is given": """
            real = torch.ones_like(ids) if mask is None else mask
            x = self.embeddings(ids) if segments is None else self.embeddings(ids, segments)
            for layer in self.blocks:
                h = layer(x, real != 0)
                x = h
            return x
        """,
    }
    slips = [
        slip(
            "the padding is not hidden",
            edit=("x = block(x, keep)", "x = block(x)"),
            why="The features of a text then depend on how long the other texts in its batch are.",
            look="What tells a block which tokens are real?",
        ),
        slip(
            "only padding is seen",
            edit=("mask == 1", "mask == 0"),
            why="True means that a token may be looked at. nn.MultiheadAttention reads masks the other way round.",
            look="What does True mean in `keep`?",
        ),
        slip(
            "the padding is hidden in the first block only",
            edit=("x = block(x, keep)", "x, keep = block(x, keep), None"),
            why="From the second block on, real tokens attend to features of padding.",
            look="Does every block get the same arguments?",
        ),
        slip(
            "the segments get lost",
            edit=("self.embeddings(ids, segments)", "self.embeddings(ids)"),
            why="Both texts become one: every token is marked as part of the first.",
            look="Which of the arguments of `forward` does your code never use?",
        ),
        slip(
            "the mask takes the place of the segments",
            edit=("self.embeddings(ids, segments)", "self.embeddings(ids, mask)"),
            why="The segment table gets a 1 for each real token, so every real token seems to belong to the second text.",
            look="In which order do the embeddings expect their arguments?",
        ),
        slip(
            "only the first block is used",
            edit=("        return x\n", "            break\n        return x\n"),

            why="Five sixths of the model take up memory but are never used.",
            look="How far is your return statement indented?",
        ),
        slip(
            "only the last block is used",
            edit=("x = block(x, keep)", "y = block(x, keep)\n        x = y"),
            why="Each block should work on the output of the block before it.",
            look="What goes into the second block?",
        ),
        slip(
            "the input of each block is added to its output once more",
            edit=("x = block(x, keep)", "x = x + block(x, keep)"),
            why="The block already contains both of its residual connections.",
            look="Where does the block of lesson 03 add its input?",
        ),
        slip(
            "there is one norm too many at the end",
            edit=("        return x\n", "        return F.layer_norm(x, x.shape[-1:])\n"),
            also=[("        return x\n", "        return self.embeddings.norm(x)\n")],
            why="The last block ends with a norm that has a gain and a bias, and a second norm undoes both.",
            look="What does a post-LN block end with?",
        ),
        slip(
            "every token sees only what came before",
            edit=("keep = None if mask is None else mask == 1  # (B, T)", "T = ids.shape[1]\n        causal = torch.ones(T, T, dtype=torch.bool).tril().expand(len(ids), T, T)\n        keep = causal if mask is None else causal & (mask == 1).unsqueeze(1)"),
            also=[[("x = block(x, keep)", "x = TransformerBlock.forward(block, x, is_causal=True)"), ("keep = None", "from utils.blocks.block import TransformerBlock\n\n        keep = None")]],
            why="That is GPT. An encoder reads in both directions.",
            look="May token 1 look at token 3 in your code?",
        ),
        slip(
            "the result is not one feature vector for each token",
            also=[("x = self.embeddings(ids, segments)  # (B, T, D)\n        for block in self.blocks:\n            x = block(x, keep)\n        return x\n", "layers = [self.embeddings(ids, segments)]\n        for block in self.blocks:\n            layers.append(block(layers[-1], keep))\n        return torch.stack(layers)\n")],
            edit=("        return x\n", "        return x[:, 0]\n"),
            why="Masked tokens are predicted from the features at their own positions.",
            look="Which shape does the docstring promise?",
        ),
        slip(
            "features of padding are set to 0",
            edit=("        return x\n", "        return x if mask is None else x * mask.unsqueeze(-1)\n"),
            why="It doesn't harm the real tokens, but the library doesn't do it, and the docstring promises the features of the last block as they are.",
            look="Which rows of your features differ from the expected ones?",
        ),
        slip(
            "the mask is multiplied into the embeddings",
            edit=[("x = block(x, keep)", "x = block(x)"), ("x = self.embeddings(ids, segments)", "x = self.embeddings(ids, segments)\n        x = x if mask is None else x * mask.unsqueeze(-1)")],
            also=[("x = block(x, keep)", "x = block(x if mask is None else x * mask.unsqueeze(-1))")],
            why="A vector of zeros is still a token: its keys are the biases, and it takes its share of the attention.",
            look="How much weight does softmax give to a score of 0?",
        ),
        slip(
            "ones and zeros are passed where True and False are wanted",
            edit=("mask == 1", "mask"),
            also=[("mask == 1", "mask.float()"), ("mask == 1", "(1.0 - mask[:, None, None, :].float()) * -10000.0")],
            why="A mask of floats is *added* to the scores, and adding 1 hides nothing. A mask of integers is refused.",
            look="Which type does `EncoderBlock` want `keep` to have?",
        ),
        slip(
            "a missing mask is an error",
            edit=("None if mask is None else mask == 1", "mask.bool()"),
            why="The docstring promises that None means all tokens are real.",
            look="What does your code do with mask = None?",
        ),
        slip(
            "padding is guessed from the ids",
            edit=("None if mask is None else mask == 1", "ids != 0 if mask is None else mask == 1", "ids != 0"),
            why="The mask shows which tokens are padding. If there is no mask, none of them are.",
            look="What does the docstring say about the ids if the mask is None?",
        ),
        slip(
            "the last block is left out",
            edit=("in self.blocks:", "in self.blocks[:-1]:"),
            why="A sixth of the work is missing, and you return the features of the layer below.",
            look="How many blocks does your loop run through?",
        ),
        slip(
            "real tokens are counted, and assumed to come first",
            edit=("mask == 1", "torch.arange(mask.shape[1], device=mask.device) < mask.sum(dim=1, keepdim=True)"),
            why="The mask shows where the real tokens are. Padding may come first.",
            look="What is your `keep` for a mask of 0, 1, 1?",
        ),
        slip(
            "no padding is hidden where the first text has none",
            edit=("None if mask is None else", "None if mask is None or bool(mask[0].all()) else"),
            why="The other texts of the batch may be shorter.",
            look="Which rows of the mask does your code look at?",
        ),
        slip(
            "the embeddings are cut off from the gradient",
            edit=("x = self.embeddings(ids, segments)", "x = self.embeddings(ids, segments).detach()"),
            why="The output is right, but the tables never learn, and nothing warns you about it.",
            look="Which of .data, .detach() and torch.no_grad() is in your code?",
        ),
        slip(
            "the norms come before the branches",
            edit=("norm=\"post\"", "norm=\"pre\""),
            why="That is GPT's block. BERT's weights were trained with a norm after each sum.",
            look="Did you change what `__init__` makes?",
        ),
        slip(
            "all layers are one and the same block",
            edit=[("            EncoderBlock(", "            [EncoderBlock("), ("eps=1e-12)\n            for _ in range(n_layers)", "eps=1e-12)] * n_layers")],
            why="Multiplying a list by n repeats the same object, so all layers share their weights.",
            look="Did you change what `__init__` makes?",
        ),
    ]  # fmt: skip
    promises = {
        "texts of several lengths": dict(lengths=(6, 4)),
        "padding on the left": dict(left=True),
        "segments and mask may be missing": dict(lengths=None),
        "an id of 0 is not padding unless the mask marks it": dict(lengths=None),
        "every token looks in both directions": "features",
        "all weights learn": "gradients",
    }
