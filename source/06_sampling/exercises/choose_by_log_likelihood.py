"""Choose among answers by log-likelihood, summed or normalized per token or per byte.

Oracle: log-softmax in float64, one token at a time, summed with math.fsum.
"""

import math

import numpy as np

from autograder.authoring import exercise, slip

from ._shared import TRIES, log_softmax

ANSWERS = [
    " Paris",
    " Zürich",
    " 東京",
    " São Paulo",
    " a city",
    " Kraków",
    " naïveté",
    " œuvre",
    " ça va",
    " Ωmega",
    " the sea",
    " Ål",
]


def likelihoods(scores, ids, n_prompt, answers, per):
    """The value of each answer, summed position by position: (N,)."""
    values = []
    for score, tokens, answer in zip(scores, ids, answers):
        places = range(n_prompt, len(tokens))
        total = math.fsum(log_softmax(score[t - 1])[tokens[t]] for t in places)
        divided = {"sum": 1, "token": len(tokens) - n_prompt, "byte": len(bytes(answer, "utf-8"))}
        values.append(total / divided[per])
    return np.array(values)


@exercise("choose_by_log_likelihood", points=3)
class _:
    cases = [
        dict(V=9, n_prompt=(2, 4), lengths=(3, 1, 4), per="sum"),
        dict(V=7, n_prompt=(3, 5), lengths=(2, 5), per="token"),
        dict(V=8, n_prompt=(1, 1), lengths=(1, 4, 2, 3), per="byte"),
        dict(
            V=7, n_prompt=(2, 3), lengths=(2, 4), per="token", spread=80
        ),  # probabilities that underflow to 0 in float32
    ]
    weights = {"values": 2, "choice": 1}

    def inputs(rng, V, n_prompt, lengths, per, spread=2):
        n_prompt = int(rng.integers(*n_prompt, endpoint=True))
        prompt = rng.integers(0, V, n_prompt)
        for _ in range(TRIES):
            answers = [ANSWERS[i] for i in rng.permutation(len(ANSWERS))[: len(lengths)]]
            others = ("utf-16", "utf-16-le", "ascii")
            sizes = [
                [len(a.encode()), len(a), len(a.strip().encode()), len(a.split())]
                + [len(a.encode(other, "ignore")) for other in others]
                + [len(answers[0].encode())]
                for a in answers
            ]
            scores = [spread * rng.standard_normal((n_prompt + n, V)) for n in lengths]
            ids = [np.concatenate([prompt, rng.integers(0, V, n)]) for n in lengths]
            values, sums = (likelihoods(scores, ids, n_prompt, answers, each) for each in (per, "sum"))
            if len(set(zip(*sizes))) < len(sizes[0]):  # counting anything but bytes gives other sizes
                continue
            if per == "sum" or values.argmax() != sums.argmax():
                break
        else:
            raise AssertionError("no such inputs")
        return {"scores": scores, "ids": ids, "n_prompt": n_prompt, "answers": answers, "per": per}

    def oracle(scores, ids, n_prompt, answers, per):
        values = likelihoods(scores, ids, n_prompt, answers, per)
        return {"values": values, "choice": {"choice": int(values.argmax()), "of": values}}

    alternatives = {
        "probabilities one by one": """
            values = []
            for score, tokens, answer in zip(scores, ids, answers):
                total = torch.zeros(())
                for place in range(n_prompt, len(tokens)):
                    row = score[place - 1]
                    total = total + row[tokens[place]] - torch.logsumexp(row, 0)
                if per == "token":
                    total = total / (len(tokens) - n_prompt)
                elif per == "byte":
                    total = total / len(answer.encode("utf-8"))
                values.append(total)
            values = torch.stack(values)
            return values.argmax().item(), values
        """,
        "by cross_entropy": """
            nats = [torch.nn.functional.cross_entropy(s[n_prompt - 1 : -1], t[n_prompt:], reduction="sum") for s, t in zip(scores, ids)]
            sizes = {
                "sum": [1] * len(ids),
                "token": [len(t) - n_prompt for t in ids],
                "byte": [len(a.encode("utf-8")) for a in answers],
            }
            values = -torch.stack(nats) / torch.tensor(sizes[per], device=nats[0].device)
            return values.argmax().item(), values
        """,
        "by nll_loss, of places that count": """
            values = []
            for score, tokens, answer in zip(scores, ids, answers):
                log_p = torch.log_softmax(score.double(), dim=-1)
                nats = torch.nn.functional.nll_loss(log_p[:-1], tokens[1:], reduction="none")[n_prompt - 1 :]
                values.append(-nats.mean() if per == "token" else -nats.sum())
                if per == "byte":
                    values[-1] = values[-1] / len(bytes(answer, "utf8"))
            values = torch.tensor(values)
            return int(values.argmax()), values
        """,
        "the whole text, then cut": """
            values = torch.empty(len(ids))
            for i, (score, tokens) in enumerate(zip(scores, ids)):
                every = torch.log_softmax(score[:-1], dim=1)[torch.arange(len(tokens) - 1), tokens[1:]]
                own = every[n_prompt - 1 :]
                if per == "sum":
                    values[i] = own.sum()
                else:
                    values[i] = own.mean() if per == "token" else own.sum() / len(answers[i].encode())
            return int(torch.max(values, dim=0).indices), values
        """,
    }
    slips = [
        slip(
            "logits and tokens are not shifted by one position",
            edit=("score[n_prompt - 1 : -1]", "score[n_prompt:]"),
            why="The logits at a position predict the next token, but here each token is looked up in the prediction for the token after it.",
            look="Which row of the logits predicts the first token of the answer?",
        ),
        slip(
            "the question is counted as well",
            edit=[("score[n_prompt - 1 : -1]", "score[:-1]"), ("tokens[n_prompt:, None]", "tokens[1:, None]")],
            also=[
                [("score[n_prompt - 1 : -1]", "score[:-1]"), ("tokens[n_prompt:, None]", "tokens[1:, None]"), ('"token": len(own)', '"token": len(tokens) - n_prompt')],
                [("score[n_prompt - 1 : -1]", "score[max(n_prompt - 2, 0) : -1]"), ("tokens[n_prompt:, None]", "tokens[max(n_prompt - 1, 1) :, None]"), ('"token": len(own)', '"token": len(tokens) - n_prompt')],
            ],
            why="The question is the same for every answer, but once you divide by the length, its log-probability affects short answers more.",
            look="How many numbers do you add up for an answer of one token?",
        ),
        slip(
            "the first token of the answer is left out",
            edit=[("score[n_prompt - 1 : -1]", "score[n_prompt:-1]"), ("tokens[n_prompt:, None]", "tokens[n_prompt + 1 :, None]")],
            also=[[("score[n_prompt - 1 : -1]", "score[n_prompt:-1]"), ("tokens[n_prompt:, None]", "tokens[n_prompt + 1 :, None]"), ('"token": len(own)', '"token": len(own) + 1')]],
            why="The first token often settles the choice.",
            look="How many numbers do you add up for an answer of one token?",
        ),
        slip(
            "raw logits are added up, not log-probabilities",
            edit=(".log_softmax(dim=-1)", ""),
            why="Each row of logits is defined only up to a constant.",
            look="If you add 1 to all logits of a row, should the likelihood change?",
        ),
        slip(
            "probabilities are added up, not their logarithms",
            edit=(".log_softmax(dim=-1)", ".softmax(dim=-1)"),
            why="The probability of an answer is a product, so its logarithm is a sum of logarithms.",
            look="Can a log-likelihood be positive?",
        ),
        slip(
            "softmax runs over the positions",
            edit=("log_softmax(dim=-1)", "log_softmax(dim=0)"),
            why="Each position has its own distribution over the vocabulary.",
            look="Which axis has length V?",
        ),
        slip(
            "the sum is never divided, whatever `per` is",
            edit=("own.sum() / length", "own.sum()"),
            why="Long answers have more factors below 1, so without a division the shortest answer wins too often.",
            look="Which of the function's arguments does your code never use?",
        ),
        slip(
            "probabilities come back, not their logarithms",
            edit=("values.append(own.sum() / length)", "values.append(own.sum().exp() / length)", "values.append((own.sum() / length).exp())"),
            also=[("return int(values.argmax()), values", "return int(values.argmax()), values.softmax(dim=0)")],
            why="In float32, a product of a hundred probabilities underflows to 0, but its logarithm is an ordinary number.",
            look="What sign do your values have, and what sign does the logarithm of a probability have?",
        ),
        slip(
            "the sum is divided twice, which favours long answers",
            edit=("own.sum() / length", "own.mean() / length"),
            also=[('"byte": len(answer.encode())', '"byte": len(answer.encode()) * len(own)')],
            why="Each division moves a negative number closer to 0, so one too many makes long answers look too likely.",
            look="An answer has 4 tokens with −2 nats each. What is its value per token?",
        ),
        slip(
            "characters are counted instead of bytes",
            edit=("len(answer.encode())", "len(answer)"),
            why="In UTF-8, ü takes two bytes and 東 takes three. Bytes are the one unit that depends on neither alphabet nor tokenizer.",
            look="How many bytes does Zürich take?",
        ),
        slip(
            "the tokens of the question are counted in the length",
            edit=('"token": len(own)', '"token": len(tokens)'),
            why="A long question then makes all answers seem equally long.",
            look="How many tokens does the answer alone have?",
        ),
        slip(
            "bytes are counted in another encoding",
            edit=("len(answer.encode())", 'len(answer.encode("utf-16-le"))', 'len(answer.encode("utf-16"))', 'len(answer.encode("ascii", "ignore"))'),
            why="The docstring asks for UTF-8, and you can compare two numbers only if both count the same bytes.",
            look="How many bytes does ü take in UTF-8, and how many in your encoding?",
        ),
        slip(
            "the lengths for `token` and `byte` are swapped",
            edit=('"token": len(own), "byte": len(answer.encode())', '"byte": len(own), "token": len(answer.encode())'),
            why="Both are fair to long answers, but they give different numbers.",
            look="What do you divide by when `per` is \"token\"?",
        ),
        slip(
            "every answer is divided by the same length",
            edit=("len(answer.encode())", "len(answers[0].encode())"),
            why="If you divide every sum by the same number, the choice stays the same.",
            look="Which answer's length are you dividing by?",
        ),
        slip(
            "the number of tokens is off by one",
            edit=('"token": len(own)', '"token": len(own) + 1', '"token": len(own) - 1'),
            why="A short answer is then divided by far too much, or by far too little.",
            look="Together, the question and the answer have 5 tokens, and the question has 3. How many does the answer have?",
        ),
        slip(
            "the last token of the answer is left out",
            edit=[("score[n_prompt - 1 : -1]", "score[n_prompt - 1 : -2]"), ("tokens[n_prompt:, None]", "tokens[n_prompt:-1, None]")],
            also=[[("score[n_prompt - 1 : -1]", "score[n_prompt - 1 : -2]"), ("tokens[n_prompt:, None]", "tokens[n_prompt:-1, None]"), ('"token": len(own)', '"token": len(own) + 1')]],
            why="At the end, only the last row of the logits is of no use, because it predicts what would follow the answer.",
            look="How many numbers do you add up for an answer of one token?",
        ),
        slip(
            "the likeliest token at each position is counted, not the answer's",
            edit=("log_p.gather(1, tokens[n_prompt:, None]).squeeze(1)", "log_p.max(dim=-1).values"),
            why="That measures how sure the model is, whatever the answer is.",
            look="Would a different answer of the same length get a different value?",
        ),
        slip(
            "the choice is made by the sum, whatever `per` is",
            edit=[("values = []", "values, sums = [], []"), ("values.append(own.sum() / length)", "values.append(own.sum() / length)\n        sums.append(own.sum())"), ("int(values.argmax())", "int(torch.stack(sums).argmax())")],
            why="The values are then fair to long answers, but the choice is not.",
            look="Which of the values that you return is the largest? Is that the answer you chose?",
        ),
        slip(
            "only the value of the chosen answer comes back",
            edit=("return int(values.argmax()), values", "return int(values.argmax()), values.max()"),
            why="To see how clearly an answer won, you need the other values as well.",
            look="How many numbers does (N,) in the docstring stand for?",
        ),
        slip(
            "bits come back, not nats",
            edit=("own.sum() / length", "own.sum() / math.log(2) / length"),
            why="Bits were the unit of lesson 04's bits per byte. This exercise uses the natural logarithm, the one in log_softmax.",
            look="What is the logarithm of 1/2 in your unit?",
        ),
        slip(
            "words are counted instead of bytes",
            edit=("len(answer.encode())", "len(answer.split())"),
            why="東京 is one word, and so is naïveté. Bytes are the one unit that depends on neither alphabet nor tokenizer.",
            look="How many bytes does Zürich take?",
        ),
        slip(
            "the space before the answer is not counted",
            edit=("len(answer.encode())", "len(answer.strip().encode())"),
            why="The model has to write the space as well, because it is part of the answer's first token.",
            look="How many bytes does the answer take, exactly as it is given?",
        ),
        slip(
            "the least likely answer is chosen",
            edit=("values.argmax()", "values.argmin()"),
            why="A log-likelihood closer to 0 is better.",
            look="Which answer is likelier, one with −1 or one with −5?",
        ),
        slip(
            "the values have the opposite sign, like a loss",
            edit=("values.append(own.sum() / length)", "values.append(-own.sum() / length)"),
            also=[[("values.append(own.sum() / length)", "values.append(-own.sum() / length)"), ("values.argmax()", "values.argmin()")]],
            why="The docstring asks for log-likelihoods, which are never positive.",
            look="What sign does the logarithm of a probability have?",
        ),
    ]  # fmt: skip
    promises = {
        "the sum": dict(per="sum"),
        "per token": dict(per="token"),
        "per byte of UTF-8": dict(per="byte"),
        "answers of one token": dict(lengths=(1, 4, 2, 3)),
        "a question of one token": dict(n_prompt=(1, 1)),
        "the choice belongs to the values": "choice",
    }
    equivalent = {
        "log_p = score[n_prompt - 1 : -1].log_softmax(dim=+1)": "of two axes the last is axis 1",
        "log_p = score[n_prompt - 1 : -1].log_softmax(dim=1)": "of two axes the last is axis 1",
        "own = log_p.gather(1, tokens[n_prompt:, None]).squeeze( 0)": "an axis of length 1 more changes no sum and no count",
    }
