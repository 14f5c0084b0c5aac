"""The next-sentence-prediction head: pooler with tanh, then two logits.

Oracle: BertPooler and BertOnlyNSPHead of transformers in float64 with copied weights.
"""

import math

from transformers.models.bert.modeling_bert import BertOnlyNSPHead, BertPooler

from autograder.authoring import exercise, slip

from ._shared import LIBRARY, bert_config, normal, tensor


@exercise("NspHead", points=2, forbid=LIBRARY)
class _:
    cases = [dict(B=2, T=5, D=6), dict(B=3, T=3, D=3), dict(B=1, T=1, D=4), dict(B=4, T=2, D=5, size=4.0)]
    weights = {"scores": 3, "grad_features": 1, "gradients": 1}

    def inputs(rng, B, T, D, size=1.0):
        return {
            "features": normal(rng, B, T, D, size=size),
            "gradient": normal(rng, B, 2),
            "weights": {
                "pooler.weight": normal(rng, D, D, size=1 / math.sqrt(D)),
                "pooler.bias": normal(rng, D),
                "classifier.weight": normal(rng, 2, D),
                "classifier.bias": normal(rng, 2),
            },
            "d_model": D,
        }

    def oracle(features, gradient, weights, d_model):
        config = bert_config(5, 5, d_model)
        parts = {"pooler": BertPooler(config).double(), "classifier": BertOnlyNSPHead(config).double()}
        for name, (part, inner) in {"pooler": (parts["pooler"], "dense"), "classifier": (parts["classifier"], "seq_relationship")}.items():  # fmt: skip
            part.load_state_dict(
                {f"{inner}.{kind}": tensor(weights[f"{name}.{kind}"]) for kind in ("weight", "bias")}
            )
        x = tensor(features, grad=True)
        scores = parts["classifier"](parts["pooler"](x))
        scores.backward(tensor(gradient))
        found = {f"{name}.{kind}": getattr(next(iter(part.children())), kind).grad.norm().item() for name, part in parts.items() for kind in ("weight", "bias")}  # fmt: skip
        return {"scores": scores, "grad_features": x.grad, "gradients": found}

    alternatives = {
        "all tokens, then the first": """
            everything = self.classifier(torch.tanh(self.pooler(features)))
            return everything[:, 0, :]
        """,
        "products by hand, tanh by sigmoid": """
            first = features.select(1, 0)
            pooled = 2 * torch.sigmoid(2 * (first @ self.pooler.weight.T + self.pooler.bias)) - 1
            return F.linear(pooled, self.classifier.weight, self.classifier.bias)
        """,
    }
    slips = [
        slip(
            "the mean of all tokens takes the place of [CLS]",
            edit=("features[:, 0]", "features.mean(dim=1)"),
            why="A mean is a fair summary, but padding is part of it, and [CLS] was pretrained for this.",
            look="Which place does h₀ mean?",
        ),
        slip(
            "the last token is taken",
            edit=("features[:, 0]", "features[:, -1]"),
            why="The last token answers in a decoder, since only it has seen everything. Here it is most often padding.",
            look="Where does [CLS] stand?",
        ),
        slip(
            "the first text is taken, not the first token",
            edit=("features[:, 0]", "features[0]"),
            why="One index too early: what is left is (T, D), the tokens of one text.",
            look="What shape has your pooled tensor for B = 2, T = 5?",
        ),
        slip(
            "the first feature is taken, not the first token",
            edit=("self.pooler(features[:, 0])", "self.pooler(features[..., 0])"),
            why="(B, T) is one number for each token, and the pooler wants D for each text.",
            look="Along which axis stand the tokens?",
        ),
        slip(
            "the tanh is left out",
            edit=(".tanh()", ""),
            why="Two linear maps in a row are one linear map, and the pooler adds nothing.",
            look="What stands between the two products in the formula?",
        ),
        slip(
            "another function takes the place of tanh",
            edit=(".tanh()", ".relu()", ".sigmoid()"),
            also=[("self.pooler(features[:, 0]).tanh()", "F.gelu(self.pooler(features[:, 0]))")],
            why="The released weights were trained with tanh, which is odd and stays within −1 and 1.",
            look="Which function does the formula name?",
        ),
        slip(
            "the pooler is left out",
            edit=("self.pooler(features[:, 0]).tanh()", "features[:, 0]"),
            also=[("self.pooler(features[:, 0]).tanh()", "features[:, 0].tanh()")],
            why="The head gets the raw feature and has one layer less than BERT's.",
            look="Which of the two layers that `__init__` makes does your code never use?",
        ),
        slip(
            "probabilities come back in place of scores",
            edit=("self.classifier(pooled)", "self.classifier(pooled).softmax(dim=-1)"),
            also=[("self.classifier(pooled)", "self.classifier(pooled).log_softmax(dim=-1)")],
            why="The loss takes softmax itself; of probabilities it makes numbers close to one half.",
            look="What does the docstring say about softmax?",
        ),
        slip(
            "the scores pass through tanh too",
            edit=("self.classifier(pooled)", "self.classifier(pooled).tanh()"),
            also=[[("self.classifier(pooled)", "self.classifier(pooled).tanh()"), ("self.pooler(features[:, 0]).tanh()", "self.pooler(features[:, 0])")]],
            why="Scores between −1 and 1 cannot say that they are sure: softmax of them stays between .12 and .88.",
            look="Which values may a score have?",
        ),
        slip(
            "the two scores are exchanged",
            edit=("self.classifier(pooled)", "self.classifier(pooled).flip(-1)"),
            why="Index 1 is \"is next\" here, and the layer's rows are in that order already.",
            look="Does anything in the formula change the order of the scores?",
        ),
        slip(
            "the scores do not have the shape (B, 2)",
            edit=("features[:, 0]", "features", "features[:, :1]"),
            also=[("self.classifier(pooled)", "self.classifier(pooled)[:, 1]"), ("self.classifier(pooled)", "self.classifier(pooled).squeeze()")],
            why="The question is about the pair: one answer for each text, and a score for each of the two possible ones.",
            look="Which shape does the docstring promise?",
        ),
        slip(
            "the encoder is cut off from the gradient",
            edit=("self.pooler(features[:, 0])", "self.pooler(features[:, 0].detach())"),
            why="The head learns, the encoder below it never does.",
            look="Which operations leave the trail that backward() follows?",
        ),
        slip(
            "tanh stands in front of the pooler",
            edit=("self.pooler(features[:, 0]).tanh()", "self.pooler(features[:, 0].tanh())"),
            why="It squashes the features, and behind it two linear maps are one.",
            look="What is inside the brackets of tanh in the formula?",
        ),
        slip(
            "the feature is added to what the pooler gives",
            edit=("self.pooler(features[:, 0]).tanh()", "features[:, 0] + self.pooler(features[:, 0]).tanh()"),
            why="Blocks have such a bypass. The pooler has none, and its weights were trained without.",
            look="How many terms has p in the formula?",
        ),
        slip(
            "the pooler's matrix is turned over",
            edit=("self.pooler(features[:, 0])", "(features[:, 0] @ self.pooler.weight + self.pooler.bias)"),
            why="nn.Linear keeps a weight as (out, in) and multiplies by its transpose. For a square one nothing warns you.",
            look="Which axis of the weight belongs to what comes in?",
        ),
    ]  # fmt: skip
    promises = {
        "a single token, a single text": dict(B=1, T=1),
        "as many texts as tokens": dict(B=3, T=3),
        "large features": dict(size=4.0),
        "the encoder below learns": "grad_features",
        "the head learns": "gradients",
    }
