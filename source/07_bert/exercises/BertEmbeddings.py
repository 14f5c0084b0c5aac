"""BERT's input: token, position and segment embeddings, summed, normalized, with dropout.

Oracle: BertEmbeddings of transformers in float64 with copied weights. Token id 0 is an ordinary
token here and must not be treated as padding.
"""

import torch
from transformers.models.bert.modeling_bert import BertEmbeddings

from autograder.authoring import exercise, slip

from ._shared import LIBRARY, TABLES, bert_config, embedding_weights, normal, tensor


@exercise("BertEmbeddings", points=3, forbid=LIBRARY)
class _:
    cases = [
        dict(B=2, T=5, V=11, context=8, D=6),
        dict(B=3, T=4, V=9, context=4, D=4),  # as long as the context
        dict(B=2, T=3, V=7, context=6, D=5, segments=False),
        dict(B=1, T=1, V=5, context=3, D=4),
    ]
    weights = {"output": 4, "gradients": 1, "training": 1}

    def inputs(rng, B, T, V, context, D, segments=True):
        ids = rng.integers(0, V, (B, T))
        ids[0, T // 2] = 0  # an entry like any other here
        return {
            "ids": ids,
            "segments": rng.integers(0, 2, (B, T)) if segments else None,
            "gradient": normal(rng, B, T, D),
            "weights": embedding_weights(rng, V, context, D),
            "sizes": [V, context, D],
        }

    def oracle(ids, segments, gradient, weights, sizes):
        layer = BertEmbeddings(bert_config(*sizes)).double()
        layer.load_state_dict({TABLES[name]: tensor(w) for name, w in weights.items()}, strict=False)
        segments = None if segments is None else torch.as_tensor(segments)
        output = layer(input_ids=torch.as_tensor(ids), token_type_ids=segments)
        output.backward(tensor(gradient))
        theirs = dict(layer.named_parameters())
        gradients = {name: theirs[TABLES[name]].grad.norm().item() for name in weights}
        left = {"what is left, times": 2.0, "gone": "about half", "number by number": True}
        return {"output": output, "gradients": gradients, "training": {"not training": output, **left}}

    tolerance = {"gradients": 1e-3}

    alternatives = {
        "a slice of the table of places": """
            x = self.tokens(ids) + self.positions.weight[: ids.shape[-1]]
            x = x + (self.segments.weight[0] if segments is None else self.segments(segments))
            return self.dropout(self.norm(x))
        """,
        "looked up by F.embedding, summed by a stack": """
            segments = ids * 0 if segments is None else segments
            places = torch.arange(ids.size(1)).expand_as(ids)
            parts = [(ids, self.tokens), (places, self.positions), (segments, self.segments)]
            x = torch.stack([F.embedding(index, table.weight) for index, table in parts]).sum(dim=0)
            return self.dropout(F.layer_norm(x, x.shape[-1:], self.norm.weight, self.norm.bias, 1e-12))
        """,
    }
    slips = [
        slip(
            "the segments are left out",
            edit=(" + self.segments(segments)", ""),
            why="The model can't tell which text a token came from. In a pair, only [SEP] still shows where a text ends.",
            look="How many tables are summed in the formula, and how many in your code?",
        ),
        slip(
            "the positions are left out",
            edit=(" + self.positions(places)", ""),
            why="Attention doesn't know about order, so \"dog bites man\" and \"man bites dog\" would get the same features.",
            look="How many tables are summed in the formula, and how many in your code?",
        ),
        slip(
            "the norm is left out",
            edit=("self.dropout(self.norm(x))", "self.dropout(x)"),
            why="GPT has no norm at this point, but BERT's first block expects a normalized input.",
            look="What does the formula do with the sum?",
        ),
        slip(
            "dropout is left out",
            edit=("self.dropout(self.norm(x))", "self.norm(x)"),
            why="You won't notice it at evaluation, but the model is trained with less noise than the caller asked for.",
            look="Which of the five parts that `__init__` makes does your code never use?",
        ),
        slip(
            "dropout comes before the norm",
            edit=("self.dropout(self.norm(x))", "self.norm(self.dropout(x))"),
            why="The norm then averages over the zeroed features as well, and its bias fills them in again, so no feature of the output is dropped.",
            look="Which entries of your output are 0 while training?",
        ),
        slip(
            "the pieces are normalised before positions and segments are added",
            edit=[("x = self.tokens(ids) + ", "x = self.norm(self.tokens(ids)) + "), ("self.dropout(self.norm(x))", "self.dropout(x)")],
            why="The norm is there to bring the whole sum to one size.",
            look="What is inside the brackets of LayerNorm in the formula?",
        ),
        slip(
            "positions are added after the norm",
            edit=[("self.tokens(ids) + self.positions(places) + self.segments(segments)", "self.norm(self.tokens(ids) + self.segments(segments)) + self.positions(places)"), ("self.dropout(self.norm(x))", "self.dropout(x)")],
            why="The first block expects normalized features, but a vector that is added after the norm changes their size again.",
            look="What is inside the brackets of LayerNorm in the formula?",
        ),
        slip(
            "dropout acts at evaluation as well",
            edit=("self.dropout(self.norm(x))", "F.dropout(self.norm(x), self.dropout.p)"),
            why="The same text would get different features each time it is read.",
            look="What tells `F.dropout` that the model isn't training?",
        ),
        slip(
            "the norm is applied twice",
            edit=("self.dropout(self.norm(x))", "self.dropout(self.norm(self.norm(x)))"),
            why="Its gain and bias are applied twice.",
            look="How often does LayerNorm occur in the formula?",
        ),
        slip(
            "positions are counted from 1",
            edit=("torch.arange(ids.shape[1], device=ids.device)", "torch.arange(1, ids.shape[1] + 1, device=ids.device)", "torch.arange(1, ids.shape[1] + 1, device=ids.device) % self.positions.num_embeddings", "torch.arange(1, ids.shape[1] + 1, device=ids.device).clamp(max=self.positions.num_embeddings - 1)"),
            also=[[("torch.arange(ids.shape[1], device=ids.device)", "torch.arange(1, ids.shape[1] + 1, device=ids.device).clamp(max=self.positions.num_embeddings - 1)"), ("self.dropout(self.norm(x))", "self.norm(x)")]],
            why="Each token gets the vector of the next position, so there is none for a token at the last position of the context.",
            look="What is the position of [CLS]?",
        ),
        slip(
            "the segment is 1 where none is given",
            edit=("torch.zeros_like(ids)", "torch.ones_like(ids)"),
            why="A single text counts as the first.",
            look="What does the docstring say about None?",
        ),
        slip(
            "nothing is added where no segments are given",
            edit=("    if segments is None:\n            segments = torch.zeros_like(ids)", "    extra = 0 if segments is None else self.segments(segments)"),
            also=[[("    if segments is None:\n            segments = torch.zeros_like(ids)", "    extra = 0 if segments is None else self.segments(segments)"), (" + self.segments(segments)", " + extra")]],
            why="None means segment 0, and segment 0 has a vector: in training, it was added to every text that came alone.",
            look="What does the docstring say about None, and is the vector of segment 0 a vector of zeros?",
        ),
        slip(
            "positions are looked up by token id, not by position",
            edit=("self.positions(places)", "self.positions(ids % self.positions.num_embeddings)", "self.positions(ids.clamp(max=self.positions.num_embeddings - 1))"),
            why="The second table then repeats which token it is, and nothing tells the model where it is.",
            look="Which index do you use to look up the row of a position?",
        ),
        slip(
            "the three vectors are multiplied",
            edit=("self.tokens(ids) + self.positions(places) + self.segments(segments)", "self.tokens(ids) * self.positions(places) * self.segments(segments)"),
            why="A product loses a feature wherever one factor is small.",
            look="Which operation combines the three vectors in the formula?",
        ),
        slip(
            "the tables are cut off from the gradient",
            edit=("self.dropout(self.norm(x))", "self.dropout(self.norm(x.detach()))"),
            also=[("self.positions(places)", "self.positions(places).detach()"), ("self.segments(segments)", "self.segments(segments).detach()"), ("self.tokens(ids) +", "self.tokens(ids).detach() +")],
            why="The output is right, but a table never learns, and nothing warns you about it.",
            look="Which of .data, .detach() and torch.no_grad() is in your code?",
        ),
        slip(
            "each of the three vectors is normalised by itself",
            edit=("x = self.tokens(ids) + self.positions(places) + self.segments(segments)  # (B, T, D)\n        return self.dropout(self.norm(x))", "return self.dropout(self.norm(self.tokens(ids)) + self.norm(self.positions(places)) + self.norm(self.segments(segments)))"),
            why="Then all three count equally, and the norm's bias is added three times. The formula has a single norm, applied to the sum.",
            look="What is inside the brackets of LayerNorm in the formula?",
        ),
        slip(
            "the vectors of pieces are multiplied by √D",
            edit=("self.tokens(ids) +", "self.tokens(ids) * self.tokens.embedding_dim**0.5 +"),
            why="The original transformer did that. BERT doesn't, and its tables were trained without this factor.",
            look="Is there a factor in the formula?",
        ),
        slip(
            "dropout zeroes whole tokens",
            edit=("self.dropout(self.norm(x))", "self.norm(x) * self.dropout(torch.ones_like(x[..., :1]))"),
            why="Dropout decides about each number separately, so a token keeps some of its features.",
            look="How many coins do you toss for one token of D features?",
        ),
        slip(
            "all tokens belong to segment 0, whatever is given",
            edit=("    if segments is None:\n            segments = torch.zeros_like(ids)", "    segments = torch.zeros_like(ids)"),
            why="The second text of a pair is then marked as the first.",
            look="Which of the arguments of `forward` does your code never use?",
        ),
        slip(
            "positions are counted from the end of the table",
            edit=("self.positions(places)", "self.positions.weight[-ids.shape[1] :]"),
            why="The position of [CLS] then depends on how long the text is.",
            look="Which row of the table does the first token get?",
        ),
        slip(
            "the whole table of positions is added",
            edit=("self.positions(places)", "self.positions.weight"),
            why="The shapes fit only if the text is as long as the context.",
            look="How many rows does the table have, and how many tokens does the text have?",
        ),
        slip(
            "positions are counted across the texts of the batch",
            edit=("torch.arange(ids.shape[1], device=ids.device)", "torch.arange(ids.shape[0], device=ids.device)[:, None]"),
            why="All tokens of a text get the same position, so their order is lost.",
            look="Which axis of (B, T) is the position?",
        ),
        slip(
            "positions start again at 0 in the second segment",
            edit=("places = torch.arange(ids.shape[1], device=ids.device)", "places = torch.arange(ids.shape[1], device=ids.device).expand_as(ids)\n        places = torch.where(segments == 1, (places - (segments == 0).sum(dim=1, keepdim=True)) % self.positions.num_embeddings, places)"),
            why="Segments tell the two texts apart, but positions run through the whole sequence.",
            look="What is the position of the first token of the second text?",
        ),
        slip(
            "tokens with id 0 are skipped in counting positions",
            edit=("torch.arange(ids.shape[1], device=ids.device)", "((ids != 0).cumsum(dim=1) - 1).clamp(min=0)"),
            why="RoBERTa skips padding when it counts. BERT counts every token.",
            look="What is the position of a token that comes after one with id 0?",
        ),
        slip(
            "the norm divides by n − 1",
            edit=("self.norm(x))", "(x - x.mean(-1, keepdim=True)) / (x.var(-1, keepdim=True) + 1e-12).sqrt() * self.norm.weight + self.norm.bias)"),
            why="LayerNorm's variance is a mean of squares, taken over all n.",
            look="What does `var` divide by unless you tell it otherwise?",
        ),
        slip(
            "dropout has a rate of its own",
            edit=("self.dropout(self.norm(x))", "F.dropout(self.norm(x), 0.1, self.training)", "F.dropout(self.norm(x), 0.2, self.training)"),
            why="A caller who asks for another rate still gets this one.",
            look="Which of the five parts that `__init__` makes does your code never use?",
        ),
        slip(
            "the vectors of pieces pass through dropout twice",
            edit=("self.tokens(ids) +", "self.dropout(self.tokens(ids)) +"),
            why="The formula has one dropout, after the norm.",
            look="How often does dropout occur in the formula?",
        ),
    ]  # fmt: skip
    promises = {
        "a text as long as the context": dict(T=4, context=4),
        "segments are 0 where none are given": dict(segments=False),
        "a single token": dict(T=1),
        "all tables learn": "gradients",
        "dropout while training, number by number": "training",
        "an id of 0 is like any other": dict(T=5),
    }
