"""A head that scores each choice of a multiple-choice question with one shared vector.

Oracle: one choice at a time, without padding, in float64; the encoder in the check is a small
function of the first token and the mean of the real ones.
"""

import numpy as np
import torch

from autograder.authoring import exercise, slip

from ._shared import LIBRARIES, leaf, sizes, tensor


@exercise("MultipleChoiceHead", points=3, forbid=LIBRARIES)
class _:
    cases = [
        dict(B=2, C=3, T=5),
        dict(B=3, C=3, T=4),
        dict(B=1, C=4, T=3),
        dict(B=4, C=1, T=2),
        dict(B=2, C=2, T=2),
    ]
    weights = {"scores": 3, "grad_table": 1, "grad_weights": 1}

    def inputs(rng, B, C, T):
        D = 4
        lengths = rng.integers(1, T + 1, (B, C))
        if B > 1:  # the longest text is not one of the first question
            lengths[0] = np.minimum(lengths[0], T - 1)
        lengths.flat[-1] = T
        return {
            "table": rng.standard_normal((12, D)),
            "ids": rng.integers(0, 12, (B, C, T)),
            "mask": (np.arange(T) < lengths[..., None]).astype(np.int64),
            "weights": {"scorer.weight": rng.standard_normal((1, D)), "scorer.bias": rng.standard_normal(1)},
            "gradient": rng.standard_normal((B, C)),
        }

    def oracle(table, ids, mask, weights, gradient):
        table, w = leaf(table), {name: leaf(value) for name, value in weights.items()}
        B, C, _ = ids.shape
        rows = []
        for b in range(B):  # one text at a time
            for c in range(C):
                tokens = table[torch.as_tensor(np.asarray(ids[b, c]))]  # (T, D)
                real = torch.as_tensor(np.asarray(mask[b, c])).bool()
                first = tokens[0].tanh() + tokens[real].mean(dim=0)
                rows.append(w["scorer.weight"][0] @ first + w["scorer.bias"][0])
        scores = torch.stack(rows).reshape(B, C)
        scores.backward(tensor(gradient))
        return {
            "scores": scores,
            "grad_table": table.grad,
            "grad_weights": sizes({name: value.grad for name, value in w.items()}),
        }

    alternatives = {
        "one call for each choice": """
            columns = []
            for c in range(ids.shape[1]):
                hidden = encoder(ids[:, c], mask[:, c])
                columns.append(self.scorer(hidden[:, 0]).squeeze(-1))
            return torch.stack(columns, dim=1)
        """,
        "one call for each question": "return torch.stack([self.scorer(encoder(i, m)[:, 0, :])[:, 0] for i, m in zip(ids, mask)])",
        "flatten and unflatten": """
            hidden = encoder(ids.flatten(0, 1), mask.flatten(0, 1))
            scores = hidden[:, 0] @ self.scorer.weight[0] + self.scorer.bias
            return scores.unflatten(0, ids.shape[:2])
        """,
        "all tokens are scored, the first is kept": """
            scores = self.scorer(encoder(ids.view(-1, ids.size(-1)), mask.view(-1, mask.size(-1))))  # (B·C, T, 1)
            return scores[:, 0, 0].view(-1, ids.size(1))
        """,
    }
    slips = [
        slip(
            "questions and choices are swapped when the rows are split again",
            edit=(".reshape(B, C)", ".reshape(C, B).T"),
            also=[(".reshape(B, C)", ".reshape(C, B)")],
            why="The rows of one question are next to each other. If you split them the other way, a question gets choices of its neighbours.",
            look="Six rows of two questions with three choices: which rows belong to the first question?",
        ),
        slip(
            "questions and choices are swapped when the rows are joined",
            edit=[("ids.reshape(B * C, T)", "ids.transpose(0, 1).reshape(B * C, T)"), ("mask.reshape(B * C, T)", "mask.transpose(0, 1).reshape(B * C, T)")],
            why="The rows of one question are no longer next to each other, but they are split as if they were.",
            look="Six rows of two questions with three choices: in which order does your encoder read them?",
        ),
        slip(
            "ids and mask are joined in different orders",
            edit=("mask.reshape(B * C, T)", "mask.transpose(0, 1).reshape(B * C, T)"),
            also=[("ids.reshape(B * C, T)", "ids.transpose(0, 1).reshape(B * C, T)")],
            why="Every text is then read with another text's padding.",
            look="Do row 1 of `ids` and row 1 of `mask` belong to the same choice?",
        ),
        slip(
            "the mask does not reach the encoder",
            edit=("mask.reshape(B * C, T)", "torch.ones_like(mask).reshape(B * C, T)"),
            why="Then [PAD] is read as if it were a word, and the score depends on how long the other choices are.",
            look="Which of the arguments of your function does your code never use?",
        ),
        slip(
            "the mask is inverted",
            edit=("mask.reshape(B * C, T)", "(1 - mask).reshape(B * C, T)"),
            why="The encoder would read the padding and skip the words.",
            look="Which number does the mask contain at a token of the text?",
        ),
        slip(
            "the last token is read instead of the first",
            edit=("hidden[:, 0]", "hidden[:, -1]"),
            why="[CLS] comes first. At the end of most rows there is padding.",
            look="What is the position of [CLS] in every text?",
        ),
        slip(
            "the mean of all tokens is read",
            edit=("hidden[:, 0]", "hidden.mean(dim=1)"),
            also=[
                ("return self.scorer(hidden[:, 0]).reshape(B, C)", 'real = mask.reshape(B * C, T)\n        return self.scorer((hidden * real[:, :, None]).sum(1) / real.sum(1, keepdim=True)).reshape(B, C)'),
            ],
            why="That is another way to turn many vectors into one, but not the one in the formula.",
            look="Which token was trained to stand for the whole text?",
        ),
        slip(
            "probabilities come back instead of scores",
            edit=(".reshape(B, C)", ".reshape(B, C).softmax(dim=1)", ".reshape(B, C).log_softmax(dim=1)"),
            why="Cross-entropy applies a softmax of its own.",
            look="What does the docstring say about the scores?",
        ),
        slip(
            "the softmax runs over all texts of the batch",
            edit=(".reshape(B, C)", ".softmax(dim=0).reshape(B, C)"),
            why="A choice competes only with the choices of its own question.",
            look="What does the docstring say about the scores?",
        ),
        slip(
            "the scores do not come back in rows of C",
            edit=(".reshape(B, C)", ".reshape(B, C, 1)", "", ".flatten()"),
            why="Cross-entropy compares the entries of one row. In a single column, choices of different questions would compete, or nothing would compete at all.",
            look="Print the shape of your result. What does the docstring say?",
        ),
        slip(
            "a single question or a single choice loses its axis",
            edit=(".reshape(B, C)", ".reshape(B, C).squeeze()"),
            why="`squeeze` without an axis removes every axis of length 1, even one that you need.",
            look="Print the shape of your result for one question with four choices.",
        ),
        slip(
            "each question is scored, not each choice",
            edit=("return self.scorer(hidden[:, 0]).reshape(B, C)", "return self.scorer(hidden[:, 0].reshape(B, C, -1).mean(dim=1)).expand(B, C)"),
            why="All choices of a question get the same score, so softmax gives each of them 1/C.",
            look="How many different scores does a question with three choices get?",
        ),
        slip(
            "the scores are those of the previous choice",
            edit=(".reshape(B, C)", ".reshape(B, C).roll(1, dims=1)", ".roll(1, dims=0).reshape(B, C)"),
            why="The first score belongs to the first choice.",
            look="Which row of the encoder's output is choice 0 of question 0?",
        ),
        slip(
            "the encoder is cut off from the gradient",
            edit=("hidden[:, 0]", "hidden[:, 0].detach()"),
            why="The scorer learns but the encoder doesn't, and nothing warns you about it.",
            look="Which operations break the trail that backward() follows?",
        ),
        slip(
            'all choices of a question are read as one text',
            edit=("return self.scorer(hidden[:, 0]).reshape(B, C)", "hidden = encoder(ids.reshape(B, C * T), mask.reshape(B, C * T))\n        return self.scorer(hidden).reshape(B, C, T)[..., 0]"),
            why='Then the choices can attend to one another, so the score of each depends on its neighbours.',
            look='How many texts should the encoder read?',
        ),
        slip(
            "the mask of the first choice is used for all of them",
            edit=("mask.reshape(B * C, T)", "mask[:, :1].expand(B, C, T).reshape(B * C, T)"),
            why="Choices differ in length, so the longer ones would lose their end.",
            look="Do row 1 of `ids` and row 1 of `mask` belong to the same choice?",
        ),
        slip(
            "four choices are taken for granted",
            edit=(".reshape(B, C)", ".reshape(-1, 4)"),
            also=[
                ("return self.scorer(hidden[:, 0]).reshape(B, C)", 'scores = self.scorer(hidden[:, 0]).flatten()\n        return scores[: len(scores) // 4 * 4].reshape(-1, 4)'),
            ],
            why="The shape of `ids` tells you how many choices there are.",
            look="Which number in your code would have to change for three choices?",
        ),
        slip(
            "the bias is left out",
            edit=("self.scorer(hidden[:, 0])", "(hidden[:, 0] @ self.scorer.weight[0])"),
            why="The softmax over one question doesn't notice, but you were asked for scores, and the formula has a bias.",
            look="What does the formula add to the product?",
        ),
        slip(
            "the scores of a question are centred",
            edit=("return self.scorer(hidden[:, 0]).reshape(B, C)", 'scores = self.scorer(hidden[:, 0]).reshape(B, C)\n        return scores - scores.mean(dim=1, keepdim=True)'),
            why="Softmax doesn't notice. But if you compare choices of two questions, you can no longer tell which of them scored higher.",
            look="What does the formula do after the product and the bias?",
        ),
        slip(
            "a tanh comes before the scorer",
            edit=("hidden[:, 0]", "torch.tanh(hidden[:, 0])"),
            why="That belongs to the other head. Here the vector of [CLS] is scored as it is.",
            look="Which function is in the formula?",
        ),
        slip(
            "all texts are cut to the longest text of the first question",
            edit=("hidden = encoder(ids.reshape(B * C, T), mask.reshape(B * C, T))", 'T = int(mask[0].sum(-1).max())\n        hidden = encoder(ids[..., :T].reshape(B * C, T), mask[..., :T].reshape(B * C, T))'),
            why="The texts of other questions may be longer and lose their end.",
            look="How long are the texts that your encoder reads, and how long is the longest text of the batch?",
        ),
    ]  # fmt: skip
    promises = {
        "as many questions as choices": dict(B=3, C=3),
        "one question": dict(B=1),
        "one choice": dict(C=1),
        "padding is left to the encoder's mask": dict(T=5),
        "the vector learns": "grad_weights",
        "the encoder learns": "grad_table",
    }
