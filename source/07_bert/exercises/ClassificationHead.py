"""A classification head on the hidden state of [CLS].

Oracle: sequence by sequence in float64, with tanh written as exponentials; dropout is checked by
the binomial distribution of the features it keeps.
"""

import numpy as np
import torch

from autograder.authoring import Distribution, exercise, slip

from ._shared import LIBRARIES, leaf, sizes, tensor


@exercise("ClassificationHead", points=3, forbid=LIBRARIES)
class _:
    cases = [
        dict(B=3, T=5, D=6, C=2, p=0.1),
        dict(B=4, T=4, D=4, C=4, p=0.5),
        dict(B=1, T=3, D=8, C=3, p=0.3),
        dict(B=2, T=1, D=5, C=5, p=0.2),
    ]
    weights = {"logits": 3, "grad_hidden": 1, "grad_weights": 1, "kept while training": 1}

    def inputs(rng, B, T, D, C, p):
        return {
            "hidden": 2 * rng.standard_normal((B, T, D)),
            "weights": {
                "dense.weight": rng.standard_normal((D, D)),
                "dense.bias": rng.standard_normal(D),
                "classifier.weight": rng.standard_normal((C, D)),
                "classifier.bias": rng.standard_normal(C),
            },
            "gradient": rng.standard_normal((B, C)),
            "width": D,
            "n_classes": C,
            "p": p,
            "seed": int(rng.integers(2**31)),
        }

    def oracle(hidden, weights, gradient, width, n_classes, p, seed):
        from scipy.stats import binom

        x, w = leaf(hidden), {name: leaf(value) for name, value in weights.items()}
        rows = []
        for text in x:  # text by text
            pooled = 2 / (1 + torch.exp(-2 * (w["dense.weight"] @ text[0] + w["dense.bias"]))) - 1  # tanh
            rows.append(w["classifier.weight"] @ pooled + w["classifier.bias"])
        logits = torch.stack(rows)
        logits.backward(tensor(gradient))
        return {
            "logits": logits,
            "grad_hidden": x.grad,
            "grad_weights": sizes({name: value.grad for name, value in w.items()}),
            "kept while training": Distribution(
                binom.pmf(np.arange(width + 1), width, 1 - p), 400, words="kept {} features"
            ),
        }

    alternatives = {
        "functions instead of layers": """
            first = hidden.select(1, 0)
            pooled = F.linear(first, self.dense.weight, self.dense.bias).tanh()
            pooled = F.dropout(pooled, self.dropout.p, self.training)
            return pooled @ self.classifier.weight.T + self.classifier.bias
        """,
        "all tokens first, the first one last": """
            every = self.dropout(torch.tanh(self.dense(hidden)))
            return self.classifier(every)[:, 0, :]
        """,
        "text by text": "return torch.stack([self.classifier(self.dropout(self.dense(text[0]).tanh())) for text in hidden])",
    }
    slips = [
        slip(
            "the last token is read instead of the first",
            edit=("hidden[:, 0]", "hidden[:, -1]"),
            why="[CLS] comes first. The last token is [SEP] or, in all texts but the longest, padding.",
            look="What is the position of [CLS] in every text?",
        ),
        slip(
            "the mean of all tokens is read",
            edit=("hidden[:, 0]", "hidden.mean(dim=1)"),
            why="That is another way to turn many vectors into one, but here it averages in the padding.",
            look="Which token was trained to stand for the whole text?",
        ),
        slip(
            "the first text is read instead of the first token",
            edit=("hidden[:, 0]", "hidden[0]"),
            why="Then the tokens of one text would be classified, and all other texts would be dropped.",
            look="Which axis of (B, T, D) runs over the texts?",
        ),
        slip(
            "the logits keep an axis of tokens",
            edit=("hidden[:, 0]", "hidden", "hidden[:, :1]"),
            why="You were asked for one decision per text, and the loss expects (B, C).",
            look="Print the shape of your result. What does the docstring say?",
        ),
        slip(
            "the tanh is missing",
            edit=("torch.tanh(self.dense(hidden[:, 0]))", "self.dense(hidden[:, 0])"),
            why="Two linear layers with nothing between them are no more than one linear layer.",
            look="What comes between the two layers in the formula?",
        ),
        slip(
            "another function is used instead of the tanh",
            edit=("torch.tanh(", "torch.relu(", "F.gelu(", "torch.sigmoid("),
            why="The pooler was trained with a tanh, so its weights make sense only with a tanh.",
            look="Which function does the docstring name?",
        ),
        slip(
            "the dense layer is left out",
            edit=("torch.tanh(self.dense(hidden[:, 0]))", "torch.tanh(hidden[:, 0])"),
            also=[("torch.tanh(self.dense(hidden[:, 0]))", "hidden[:, 0]")],
            why="The head is then one layer short, and two of its parameters never learn.",
            look="Which of the layers that __init__ makes does your code never call?",
        ),
        slip(
            "there is no dropout",
            edit=("self.dropout(pooled)", "pooled"),
            why="With only a few thousand rows, a head learns them by heart, and dropout makes that harder. Nothing warns you when it is missing.",
            look="Which of the layers that __init__ makes does your code never call?",
        ),
        slip(
            "dropout comes before the dense layer or its tanh",
            edit=[("self.dense(hidden[:, 0])", "self.dense(self.dropout(hidden[:, 0]))"), ("self.classifier(self.dropout(pooled))", "self.classifier(pooled)")],

            why="Dropout should hide features that the classifier reads, not features of the encoder.",
            look="In the picture, which layer reads the vector after dropout?",
        ),
        slip(
            "dropout is applied to the logits",
            edit=("self.classifier(self.dropout(pooled))", "self.dropout(self.classifier(pooled))"),
            why="A class whose logit is set to 0 gets a probability that nothing in the text accounts for.",
            look="In the picture, which layer reads the vector after dropout?",
        ),
        slip(
            "dropout is applied twice",
            edit=("torch.tanh(self.dense(hidden[:, 0]))", "self.dropout(torch.tanh(self.dense(hidden[:, 0])))"),
            also=[
                ("self.dense(hidden[:, 0])", "self.dense(self.dropout(hidden[:, 0]))"),
            ],
            why="More features are hidden than the caller asked for.",
            look="If you drop half of 10 features, and then half again, how many remain on average?",
        ),
        slip(
            "probabilities come back instead of logits",
            edit=("return self.classifier(self.dropout(pooled))", "return self.classifier(self.dropout(pooled)).softmax(dim=-1)"),
            why="Cross-entropy applies a softmax of its own. If it gets probabilities, the result is nearly flat, so learning is slow.",
            look="What does the last line of the docstring promise?",
        ),
        slip(
            "the logits are squashed by a tanh",
            edit=("return self.classifier(self.dropout(pooled))", "return torch.tanh(self.classifier(self.dropout(pooled)))"),
            also=[[("torch.tanh(self.dense(hidden[:, 0]))", "self.dense(hidden[:, 0])"), ("return self.classifier(self.dropout(pooled))", "return torch.tanh(self.classifier(self.dropout(pooled)))")]],
            why="With logits between −1 and 1, neither of two classes can get more than 88 %.",
            look="What values can a logit take?",
        ),
        slip(
            "the encoder is cut off from the gradient",
            edit=("hidden[:, 0]", "hidden[:, 0].detach()"),
            why="The head learns but the encoder doesn't, so this isn't fine-tuning, and nothing warns you about it.",
            look="Which operations break the trail that backward() follows?",
        ),
        slip(
            'what dropout keeps is not scaled up',
            edit=("self.dropout(pooled)", "pooled * (torch.rand_like(pooled) >= self.dropout.p) if self.training else pooled"),
            why='The classifier then sees smaller values in training than at evaluation.',
            look='By which factor does `nn.Dropout` multiply what it keeps?',
        ),
        slip(
            'the vector of [CLS] is added to the pooled one',
            edit=("torch.tanh(self.dense(hidden[:, 0]))", "hidden[:, 0] + torch.tanh(self.dense(hidden[:, 0]))"),
            why='Residual connections belong to the blocks. The pooler was trained without one.',
            look='What does the formula add?',
        ),
        slip(
            "the argument `dropout` is ignored",
            edit=("self.dropout(pooled)", "F.dropout(pooled, 0.1, self.training)"),
            why="How much to hide depends on how many rows there are, so the caller decides.",
            look="What rate does your dropout use when the caller asks for a half?",
        ),
        slip(
            "all texts of a batch lose the same features",
            edit=("self.dropout(pooled)", "pooled * self.dropout(torch.ones_like(pooled[:1]))"),
            why="Each text should have gaps of its own; otherwise, one unlucky draw spoils the whole step.",
            look="How many random numbers does your dropout draw for a batch of 4?",
        ),
        slip(
            "a batch of one loses its axis",
            edit=("return self.classifier(self.dropout(pooled))", "return self.classifier(self.dropout(pooled)).squeeze()"),
            why="`squeeze` without an axis removes every axis of length 1, even one that you need.",
            look="Print the shape of your result for one text.",
        ),
    ]  # fmt: skip
    promises = {
        "as many texts as tokens, features and classes": dict(B=4, T=4),
        "a batch of one text": dict(B=1),
        "texts of one token": dict(T=1),
        "dropout while training": "kept while training",
        "none in evaluation": "logits",
        "all parameters learn": "grad_weights",
        "so does the encoder": "grad_hidden",
    }
