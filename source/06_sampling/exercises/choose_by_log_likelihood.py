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
    """The value of each answer, place by place: (N,)."""
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
        ),  # probabilities that float32 takes for 0
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
            if len(set(zip(*sizes))) < len(sizes[0]):  # whatever is counted in place of bytes, it shows
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
            "scores and tokens are not shifted against one another",
            edit=("score[n_prompt - 1 : -1]", "score[n_prompt:]"),
            why="The scores at a token predict the next token. Here each token is looked up in the prediction for the token after it.",
            look="Which row of the scores is about the first token of the answer?",
        ),
        slip(
            "the question is counted as well",
            edit=[("score[n_prompt - 1 : -1]", "score[:-1]"), ("tokens[n_prompt:, None]", "tokens[1:, None]")],
            also=[
                [("score[n_prompt - 1 : -1]", "score[:-1]"), ("tokens[n_prompt:, None]", "tokens[1:, None]"), ('"token": len(own)', '"token": len(tokens) - n_prompt')],
                [("score[n_prompt - 1 : -1]", "score[max(n_prompt - 2, 0) : -1]"), ("tokens[n_prompt:, None]", "tokens[max(n_prompt - 1, 1) :, None]"), ('"token": len(own)', '"token": len(tokens) - n_prompt')],
            ],
            why="It is the same for all answers, but its log-probability is not: it dilutes the mean of short answers more.",
            look="How many numbers do you add up for an answer of one token?",
        ),
        slip(
            "the first token of the answer is left out",
            edit=[("score[n_prompt - 1 : -1]", "score[n_prompt:-1]"), ("tokens[n_prompt:, None]", "tokens[n_prompt + 1 :, None]")],
            also=[[("score[n_prompt - 1 : -1]", "score[n_prompt:-1]"), ("tokens[n_prompt:, None]", "tokens[n_prompt + 1 :, None]"), ('"token": len(own)', '"token": len(own) + 1')]],
            why="It is often the one that decides.",
            look="How many numbers do you add up for an answer of one token?",
        ),
        slip(
            "scores are added up without becoming log-probabilities",
            edit=(".log_softmax(dim=-1)", ""),
            why="Scores are known only up to a constant in each row.",
            look="Add 1 to all scores of a row. Should the likelihood change?",
        ),
        slip(
            "probabilities are added up, not their logarithms",
            edit=(".log_softmax(dim=-1)", ".softmax(dim=-1)"),
            why="The probability of a text is a product; its logarithm is the sum of logarithms.",
            look="Can a log-likelihood be positive?",
        ),
        slip(
            "softmax runs over the places",
            edit=("log_softmax(dim=-1)", "log_softmax(dim=0)"),
            why="The distribution is over the vocabulary, at each place one.",
            look="Which axis has length V?",
        ),
        slip(
            "nothing is divided, whatever `per` says",
            edit=("own.sum() / length", "own.sum()"),
            why="Long answers have more factors below 1, so the shortest one wins too often.",
            look="Which of the arguments of your function does your code never use?",
        ),
        slip(
            "probabilities come back, not their logarithms",
            edit=("values.append(own.sum() / length)", "values.append(own.sum().exp() / length)", "values.append((own.sum() / length).exp())"),
            also=[("return int(values.argmax()), values", "return int(values.argmax()), values.softmax(dim=0)")],
            why="A product of a hundred probabilities is 0 in float32. Its logarithm is a number like any other.",
            look="What sign do your values have, and what sign does the logarithm of a probability have?",
        ),
        slip(
            "it is divided twice, and long answers are favoured",
            edit=("own.sum() / length", "own.mean() / length"),
            also=[('"byte": len(answer.encode())', '"byte": len(answer.encode()) * len(own)')],
            why="A negative number that is divided too often comes too close to 0, the more so the longer the answer.",
            look="An answer of 4 tokens with −2 nats each: what is its value per token?",
        ),
        slip(
            "characters are counted instead of bytes",
            edit=("len(answer.encode())", "len(answer)"),
            why="ü has two bytes in UTF-8, 東 has three. Only bytes are independent of alphabet and tokenizer.",
            look="How many bytes does Zürich take?",
        ),
        slip(
            "the tokens of the question are counted in the length",
            edit=('"token": len(own)', '"token": len(tokens)'),
            why="With a long question all answers seem equally long.",
            look="How many tokens does the answer have?",
        ),
        slip(
            "bytes are counted in another encoding",
            edit=("len(answer.encode())", 'len(answer.encode("utf-16-le"))', 'len(answer.encode("utf-16"))', 'len(answer.encode("ascii", "ignore"))'),
            why="The docstring says UTF-8. Numbers that are compared have to count the same bytes.",
            look="How many bytes has ü in UTF-8, and in your encoding?",
        ),
        slip(
            "the lengths for `token` and `byte` are exchanged",
            edit=('"token": len(own), "byte": len(answer.encode())', '"byte": len(own), "token": len(answer.encode())'),
            why="Both are fair to long answers, and give other numbers.",
            look="What is divided by when `per` is \"token\"?",
        ),
        slip(
            "one length serves all answers",
            edit=("len(answer.encode())", "len(answers[0].encode())"),
            why="A number by which all are divided changes nothing about the choice.",
            look="Which of the answers does your length belong to?",
        ),
        slip(
            "the number of tokens is off by one",
            edit=('"token": len(own)', '"token": len(own) + 1', '"token": len(own) - 1'),
            why="A short answer is then divided by far too much, or by far too little.",
            look="Question and answer have 5 tokens together, and the question has 3: how many does the answer have?",
        ),
        slip(
            "the last token of the answer is left out",
            edit=[("score[n_prompt - 1 : -1]", "score[n_prompt - 1 : -2]"), ("tokens[n_prompt:, None]", "tokens[n_prompt:-1, None]")],
            also=[[("score[n_prompt - 1 : -1]", "score[n_prompt - 1 : -2]"), ("tokens[n_prompt:, None]", "tokens[n_prompt:-1, None]"), ('"token": len(own)', '"token": len(own) + 1')]],
            why="Only the last row of the scores is of no use: it says what would follow the answer.",
            look="How many numbers do you add up for an answer of one token?",
        ),
        slip(
            "the likeliest token of each place is counted, not the answer's",
            edit=("log_p.gather(1, tokens[n_prompt:, None]).squeeze(1)", "log_p.max(dim=-1).values"),
            why="That says how sure the model is, whatever the answer.",
            look="Would another answer of the same length get another value?",
        ),
        slip(
            "the choice is made by the sum, whatever `per` says",
            edit=[("values = []", "values, sums = [], []"), ("values.append(own.sum() / length)", "values.append(own.sum() / length)\n        sums.append(own.sum())"), ("int(values.argmax())", "int(torch.stack(sums).argmax())")],
            why="The values are fair to long answers and the choice is not.",
            look="Which is the largest of the values that you return? Is it the one that you chose?",
        ),
        slip(
            "the value of the choice comes back, not that of each answer",
            edit=("return int(values.argmax()), values", "return int(values.argmax()), values.max()"),
            why="By how much an answer won can be seen only beside the others.",
            look="How many numbers does (N,) in the docstring stand for?",
        ),
        slip(
            "bits come back, not nats",
            edit=("own.sum() / length", "own.sum() / math.log(2) / length"),
            why="Lesson 04's bits per byte are that. Here the natural logarithm is asked for, the one in log_softmax.",
            look="What is the logarithm of 1/2 in your unit?",
        ),
        slip(
            "words are counted instead of bytes",
            edit=("len(answer.encode())", "len(answer.split())"),
            why="東京 is one word, and so is naïveté. Only bytes are independent of alphabet and tokenizer.",
            look="How many bytes does Zürich take?",
        ),
        slip(
            "the space before the answer is not counted",
            edit=("len(answer.encode())", "len(answer.strip().encode())"),
            why="The model had to write it as well: it is part of the answer's first token.",
            look="How many bytes does the answer take as it is given?",
        ),
        slip(
            "the least likely answer is chosen",
            edit=("values.argmax()", "values.argmin()"),
            why="A log-likelihood near 0 is good.",
            look="Which of −1 and −5 is the likelier answer?",
        ),
        slip(
            "what comes back is the loss, with the sign changed",
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
