"""Log-probability of each completion in a padded batch, given its prompt.

Oracle: log-softmax token by token in float64, with the gradient derived by hand.
"""

import math

import numpy as np

from autograder.authoring import exercise, slip

SCORES = "logits[:, :-1].log_softmax(dim=-1).gather(2, ids[:, 1:, None])[..., 0]"
WITHIN = "(place >= prompt_lengths[:, None]) & (place < lengths[:, None])"


@exercise("completion_logprob", points=3)
class _:
    cases = [
        dict(B=3, T=7, V=5),
        dict(B=1, T=6, V=4),
        dict(B=4, T=6, V=6),
        dict(B=2, T=5, V=7, padded=False),
        dict(B=3, T=6, V=5, empty=True),
        dict(B=2, T=8, V=3, prompt=1),
        dict(B=3, T=7, V=5, large=True),
        dict(B=2, T=2, V=4, prompt=1, padded=False),
    ]
    weights = {"sums": 4, "grad_logits": 2, "arguments unchanged": 1}

    def inputs(rng, B, T, V, padded=True, empty=False, prompt=None, large=False):
        prompts = rng.integers(1, max(T - 2, 2), B) if prompt is None else np.full(B, prompt)
        if B > 1 and prompt is None:
            prompts[:2] = 1, T - 3
        ends = np.array([int(rng.integers(p + 1, T)) if padded and p + 1 < T else T for p in prompts])
        if padded:
            ends[-1] = T if B > 1 else T - 1
            if B > 2:
                ends[1] = T - 2  # two tokens of padding after a long prompt
        if empty:
            ends[0] = prompts[0]
        logits = rng.standard_normal((B, T, V)) * 2
        if large:
            logits = logits * 60 + 500
        return {
            "logits": logits,
            "ids": rng.integers(0, V, (B, T)),
            "prompt_lengths": prompts.astype(np.int64),
            "lengths": ends.astype(np.int64),
            "gradient": rng.standard_normal(B),
        }

    def oracle(logits, ids, prompt_lengths, lengths, gradient):
        sums, slope = [], np.zeros(logits.shape)
        for b in range(len(ids)):
            total = 0.0
            for t in range(int(prompt_lengths[b]), int(lengths[b])):
                row = logits[b, t - 1].astype(np.float64)
                top = row.max()
                log_p = row - top - math.log(math.fsum(math.exp(x - top) for x in row))
                total += log_p[ids[b, t]]
                slope[b, t - 1] -= gradient[b] * np.exp(log_p)
                slope[b, t - 1, ids[b, t]] += gradient[b]
            sums.append(total)
        return {
            "sums": np.array(sums),
            "grad_logits": slope,
            "arguments unchanged": {"sums": np.array(sums), "same": [True] * 4},
        }

    alternatives = {
        "by cross_entropy": """
            B, T, V = logits.shape
            nll = F.cross_entropy(logits[:, :-1].reshape(-1, V), ids[:, 1:].reshape(-1), reduction="none").view(B, T - 1)
            t = torch.arange(T - 1, device=ids.device)[None]
            keep = (t + 1 >= prompt_lengths[:, None]) * (t + 1 < lengths[:, None])
            return -torch.where(keep, nll, torch.zeros_like(nll)).sum(1)
        """,
        "row by row": """
            out = []
            for row, tokens, start, stop in zip(logits, ids, prompt_lengths.tolist(), lengths.tolist()):
                log_p = row.log_softmax(-1)
                picked = [log_p[t - 1, tokens[t]] for t in range(start, stop)]
                out.append(torch.stack(picked).sum() if picked else row.sum() * 0)
            return torch.stack(out)
        """,
    }
    slips = [
        slip(
            "each token is scored by its own logits",
            edit=(SCORES, "logits[:, 1:].log_softmax(dim=-1).gather(2, ids[:, 1:, None])[..., 0]"),
            why="The logits at position t predict what comes *after* token t. Logits that have already seen a token don't predict it.",
            look="Which logits were computed before the model saw this token?",
        ),
        slip(
            "logits are shifted the other way",
            edit=(SCORES, "logits[:, 1:].log_softmax(dim=-1).gather(2, ids[:, :-1, None])[..., 0]"),
            also=[(SCORES, "logits[:, :-1].log_softmax(dim=-1).gather(2, ids[:, :-1, None])[..., 0]")],
            why="Each token is scored by logits that have already seen it, or by those of another position.",
            look="Which logits were computed before the model saw this token?",
        ),
        slip(
            "the prompt is counted",
            edit=(WITHIN, "place < lengths[:, None]"),
            also=[(WITHIN, "(place >= prompt_lengths.min()) & (place < lengths[:, None])")],
            why="The model didn't choose the prompt. If it counts in a loss, the model learns it by heart.",
            look="Which of your function's arguments does your code never use?",
        ),
        slip(
            "padding is counted",
            edit=(WITHIN, "place >= prompt_lengths[:, None]"),
            also=[(WITHIN, "(place >= prompt_lengths[:, None]) & (place < lengths.max())")],
            why="The model did not choose the padding, and the shorter an answer is, the more padding it gets.",
            look="Which of your function's arguments does your code never use?",
        ),
        slip(
            "the first token of the answer is left out",
            edit=("place >= prompt_lengths", "place > prompt_lengths"),
            why="This token is predicted at the last position of the prompt, and it counts.",
            look="How many tokens of the first row do you count, and how many does its answer have?",
        ),
        slip(
            "the last token of the prompt is counted",
            edit=("place >= prompt_lengths[:, None]", "place >= prompt_lengths[:, None] - 1"),
            why="The answer begins at position prompt_lengths.",
            look="How many tokens of the first row do you count, and how many does its answer have?",
        ),
        slip(
            "the last token of the answer is left out",
            edit=("place < lengths[:, None]", "place < lengths[:, None] - 1"),
            why="It counts like any other token, and in a chat it is the one that ends the turn.",
            look="How many tokens of the first row do you count, and how many does its answer have?",
        ),
        slip(
            "one token after the answer is counted",
            edit=("place < lengths", "place <= lengths"),
            why="The last token of the answer is at position lengths − 1.",
            look="How many tokens of the first row do you count, and how many does its answer have?",
        ),
        slip(
            "positions are counted from 0 after the shift",
            edit=("torch.arange(1, ids.shape[1], device=ids.device)", "torch.arange(ids.shape[1] - 1, device=ids.device)"),
            why="The first of the shifted scores belongs to token 1, so your whole range is off by one.",
            look="Which token does the first column of your scores belong to?",
        ),
        slip(
            "lengths is taken for the length of the answer",
            edit=("place < lengths[:, None]", "place < (prompt_lengths + lengths)[:, None]"),
            why="It counts the prompt and the answer together.",
            look="According to the docstring, what does lengths count?",
        ),
        slip(
            "the mean of the tokens is taken",
            edit=("(scores * counts).sum(dim=1)", "(scores * counts).sum(dim=1) / counts.sum(dim=1).clamp(min=1)"),
            also=[("(scores * counts).sum(dim=1)", "(scores * counts).mean(dim=1)"), ("(scores * counts).sum(dim=1)", "(scores * counts).sum(dim=1) / counts.sum(dim=1)"), ("(scores * counts).sum(dim=1)", "(scores * counts).sum(dim=1) / lengths")],
            why="The probability of a sequence is the product of its tokens' probabilities, so their logarithms add up.",
            look="How does the formula combine the tokens?",
        ),
        slip(
            "one number comes out for the whole batch",
            edit=("(scores * counts).sum(dim=1)", "(scores * counts).sum()"),
            also=[("(scores * counts).sum(dim=1)", "(scores * counts).sum(dim=1, keepdim=True)"), ("(scores * counts).sum(dim=1)", "(scores * counts)"), ("(scores * counts).sum(dim=1)", "(scores * counts).sum(dim=0)")],
            why="Each row contains a separate answer.",
            look="What shape does the docstring promise?",
        ),
        slip(
            "the sign is flipped",
            edit=("(scores * counts).sum(dim=1)", "-(scores * counts).sum(dim=1)"),
            why="A log-probability is at most 0. Its negative would be a loss.",
            look="Are your numbers above or below 0?",
        ),
        slip(
            "scores are not normalised",
            edit=(".log_softmax(dim=-1)", ""),
            why="A logit means nothing by itself: if you add a constant to all V logits of a position, no probability changes.",
            look="What do your probabilities at one position sum to?",
        ),
        slip(
            "probabilities are added",
            edit=(".log_softmax(dim=-1)", ".softmax(dim=-1)"),
            why="Probabilities multiply, but their logarithms add.",
            look="Are your numbers above or below 0?",
        ),
        slip(
            "the logarithm is taken after a softmax",
            edit=(".log_softmax(dim=-1)", ".softmax(dim=-1).log()"),
            also=[(".log_softmax(dim=-1)", ".exp().div(logits[:, :-1].exp().sum(-1, keepdim=True)).log()"), (".log_softmax(dim=-1)", ".softmax(dim=-1).clamp(min=1e-9).log()"), (".log_softmax(dim=-1)", ".softmax(dim=-1).add(1e-9).log()")],
            why="Once a probability has been rounded to 0, its logarithm is lost.",
            look="Which library function does both in one step?",
        ),
        slip(
            "the softmax runs along the wrong axis",
            edit=("log_softmax(dim=-1)", "log_softmax(dim=1)"),
            also=[("log_softmax(dim=-1)", "log_softmax(dim=0)")],
            why="The V scores at one position form a distribution.",
            look="Along which axis of (B, T, V) are the scores of one position?",
        ),
        slip(
            "the likeliest token is scored instead of the one that is there",
            edit=("gather(2, ids[:, 1:, None])[..., 0]", "max(dim=-1).values"),
            why="The answer is given. The question is how likely the model was to write *that* one.",
            look="Which of your function's arguments does your code never use?",
        ),
        slip(
            "the lengths of the first row are used for all rows",
            edit=(WITHIN, "(place >= prompt_lengths[0]) & (place < lengths[0])"),
            also=[(WITHIN, "(place >= prompt_lengths.max()) & (place < lengths[:, None])")],
            why="Each row has its own prompt and its own answer.",
            look="What are the shapes of the two bounds when you compare them with the positions?",
        ),
        slip(
            "the caller's tokens are changed",
            edit=("    place = torch", "    ids[:, 0] = 0\n    ids[:, -1] = 0\n    place = torch"),
            also=[("    place = torch", "    lengths -= 1\n    lengths = lengths + 1\n    place = torch"), ("    place = torch", "    prompt_lengths -= 1\n    prompt_lengths = prompt_lengths + 1\n    place = torch")],
            why="The same batch is used again for the reference model.",
            look="Which of your operations modify an argument?",
        ),
    ]  # fmt: skip
    equivalent = {
        "counts = (place >= prompt_lengths[:, None]) * (place < lengths[:, None])": "for truth values the same",
        "scores = logits[:, :-1].log_softmax(dim=-1).gather(2, ids[:, 1:, None])[..., -1]": "that axis has length 1",
    }
    promises = {
        "one row": dict(B=1),
        "an empty completion": dict(empty=True),
        "no padding": dict(padded=False),
        "a prompt of one token": dict(prompt=1),
        "large logits": dict(large=True),
        "the logits learn": "grad_logits",
        "arguments are left as they are": "arguments unchanged",
    }
