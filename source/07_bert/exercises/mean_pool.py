"""Mean pooling of hidden states over real tokens.

Oracle: a loop over sequences and tokens in float64; padding holds large numbers in one case.
"""

import numpy as np

from autograder.authoring import exercise, slip


@exercise("mean_pool", points=2)
class _:
    cases = [
        dict(B=3, T=6, D=4, side="right"),
        dict(B=2, T=5, D=3, side="left"),
        dict(B=1, T=4, D=5, side="right"),
        dict(B=4, T=4, D=4, side="right"),
        dict(B=2, T=5, D=2, side="none"),
        dict(B=2, T=6, D=3, side="right", junk=100.0),
        dict(B=3, T=5, D=3, side="both"),
    ]
    weights = {"means": 3, "grad_hidden": 1, "hidden unchanged": 1}

    def inputs(rng, B, T, D, side, junk=1.0):
        lengths = rng.integers(1, T, B) if side != "none" else np.full(B, T)
        if B > 1 and side != "none":
            lengths[0], lengths[1] = T - 1, 1
        start = {"left": T - lengths, "both": (T - lengths + 1) // 2}.get(side, np.zeros(B, dtype=int))
        place = np.arange(T)
        mask = (place >= start[:, None]) & (place < (start + lengths)[:, None])
        hidden = rng.standard_normal((B, T, D)) + 0.5
        hidden[~mask] *= junk
        return {"hidden": hidden, "mask": mask.astype(np.int64), "gradient": rng.standard_normal((B, D))}

    def oracle(hidden, mask, gradient):
        means, grads = [], np.zeros(hidden.shape)
        for b, (vectors, row) in enumerate(zip(np.asarray(hidden, dtype=np.float64), mask)):
            own = [t for t in range(len(row)) if row[t] == 1]
            means.append(sum(vectors[t] for t in own) / len(own))
            for t in own:
                grads[b, t] = gradient[b] / len(own)
        means = np.stack(means)
        return {"means": means, "grad_hidden": grads, "hidden unchanged": {"means": means, "changed": 0}}

    alternatives = {
        "a loop over texts": "return torch.stack([h[m.bool()].mean(0) for h, m in zip(hidden, mask)])",
        "einsum with weights that sum to one": """
            shares = mask / mask.sum(dim=1, keepdim=True)
            return torch.einsum("bt,btd->bd", shares.to(hidden.dtype), hidden)
        """,
        "nan at padding, and a mean that skips nan": """
            return hidden.masked_fill(mask[:, :, None] == 0, float("nan")).nanmean(dim=1)
        """,
    }
    slips = [
        slip(
            "padding is averaged in",
            edit=("return (hidden * real).sum(dim=1) / real.sum(dim=1)", "return hidden.mean(dim=1)"),
            why="A text's vector would depend on how long the other texts in its batch are.",
            look="Which argument of your function does your code never use?",
        ),
        slip(
            "the sum is divided by the width of the batch",
            edit=("/ real.sum(dim=1)", "/ hidden.shape[1]"),

            why="The direction is right but the length isn't. That makes no difference to a cosine, but it does to a head that reads the vector.",
            look="What is the mean of a text of one token, in a batch five positions wide?",
        ),
        slip(
            "the vectors at padding are summed, but only the tokens are counted",
            edit=("(hidden * real).sum(dim=1)", "hidden.sum(dim=1)"),
            why="The vectors at padding don't belong to the text.",
            look="Where does the mask enter the sum?",
        ),
        slip(
            "the sum comes back",
            edit=("(hidden * real).sum(dim=1) / real.sum(dim=1)", "(hidden * real).sum(dim=1)"),
            why="Long texts would have long vectors.",
            look="What does a mean divide by?",
        ),
        slip(
            "only the first position is read",
            edit=("return (hidden * real).sum(dim=1) / real.sum(dim=1)", "return hidden[:, 0]"),
            why="That is the vector at [CLS]. This encoder was tuned so that the mean carries the meaning.",
            look="How many vectors of a text enter your result?",
        ),
        slip(
            "the mask is inverted",
            edit=("mask[..., None]", "(1 - mask)[..., None]"),
            also=[
                ("return (hidden * real).sum(dim=1) / real.sum(dim=1)", 'real = 1 - real\n    return (hidden * real).sum(dim=1) / real.sum(dim=1).clamp(min=1)'),
            ],
            why="The padding is then averaged and the text is left out.",
            look="Which number does the mask have at a token of the text?",
        ),
        slip(
            "the sum is divided by the number of tokens in the whole batch",
            edit=("real.sum(dim=1)", "real.sum()"),
            also=[("/ real.sum(dim=1)", "/ real.sum(dim=1).max()"), ("/ real.sum(dim=1)", "/ real.sum(dim=1).mean()")],
            why="Each text has a length of its own.",
            look="How many different numbers should you divide by in a batch of three texts?",
        ),
        slip(
            "the vectors are scaled to length 1",
            edit=("return (hidden * real).sum(dim=1) / real.sum(dim=1)", "return F.normalize((hidden * real).sum(dim=1), dim=-1)"),
            why="That is right for a cosine, but the docstring asks for the mean itself.",
            look="What is the mean of two vectors of length 3 that point the same way?",
        ),
        slip(
            "texts are averaged with one another",
            edit=("return (hidden * real).sum(dim=1) / real.sum(dim=1)", "return (hidden * real).sum(dim=0) / real.sum(dim=0).clamp(min=1)"),
            why="The mean runs over the positions of one text, not over the texts at one position.",
            look="Which axis of (B, T, D) counts the positions?",
        ),
        slip(
            "the largest entry of each feature is taken",
            edit=("return (hidden * real).sum(dim=1) / real.sum(dim=1)", "return hidden.masked_fill(mask[..., None] == 0, -math.inf).amax(dim=1)"),
            also=[("return (hidden * real).sum(dim=1) / real.sum(dim=1)", "return (hidden * real).amax(dim=1)")],
            why="That is max pooling, a different way to turn many vectors into one.",
            look="Which kind of pooling is in the function's name?",
        ),
        slip(
            "the mean runs over the first positions, as many as the text has tokens",
            edit=("real = mask[..., None].to(hidden.dtype)", "real = (torch.arange(mask.shape[1]) < mask.sum(dim=1, keepdim=True))[..., None].to(hidden.dtype)"),
            why="Padding may be on the left, and then the first positions don't belong to the text.",
            look="On which side can padding be?",
        ),
        slip(
            "the hidden states are changed in place",
            edit=("return (hidden * real).sum(dim=1) / real.sum(dim=1)", "hidden.data.mul_(real)\n    return hidden.mul(real).sum(dim=1) / real.sum(dim=1)"),
            also=[
                """
                    hidden.data[mask == 0] = 0
                    return hidden.sum(dim=1) / mask.sum(dim=1, keepdim=True)
                """],
            why="The caller still has the tensor, but now finds zeros in it.",
            look="Which of your operations write into an argument?",
        ),
        slip(
            "the encoder is cut off from the gradient",
            edit=("(hidden * real)", "(hidden.detach() * real + 0 * hidden)"),
            also=[("(hidden * real)", "(hidden.data * real)")],
            why="The vector is right, but nothing that produced it can learn from it.",
            look="Which of your operations breaks the trail that backward() follows?",
        ),
        slip(
            "everything up to the last token counts",
            edit="""
                last = mask.shape[1] - mask.flip(1).argmax(dim=1)
                return torch.stack([h[:n].mean(dim=0) for h, n in zip(hidden, last.tolist())])
            """,
            why="Padding may be on the left as well, and would be averaged in.",
            look="On which side can padding be?",
        ),
        slip(
            "the first and the last token are left out",
            edit="""
                own = [h[m == 1] for h, m in zip(hidden, mask)]
                return torch.stack([(h[1:-1] if len(h) > 2 else h).mean(dim=0) for h in own])
            """,
            why="[CLS] and [SEP] are tokens of the text here: the encoder was tuned with them in the mean.",
            look="How many vectors enter the mean of a text of five tokens?",
        ),
        slip(
            "the first position is left out",
            edit="return (hidden[:, 1:] * mask[:, 1:, None]).sum(dim=1) / mask[:, 1:].sum(dim=1, keepdim=True)",
            also=[
                "return (hidden[:, 1:] * mask[:, 1:, None]).sum(dim=1) / mask[:, 1:].sum(dim=1, keepdim=True).clamp(min=1)",
                "return (hidden[:, 1:] * mask[:, 1:, None]).sum(dim=1) / mask[:, 1:].sum()",
            ],
            why="[CLS] is a token of the text here: the encoder was tuned with it in the mean.",
            look="How many vectors enter the mean of a text of five tokens?",
        ),
        slip(
            "something is added to the denominator to avoid a division by zero",
            edit=("/ real.sum(dim=1)", "/ (real.sum(dim=1) + 1)"),
            why="Every text has a token, so you never divide by zero, and the vectors of short texts come out too short.",
            look="What is the mean of a text of one token?",
        ),
        slip(
            "entries are counted, not tokens",
            edit="""
                kept = hidden * mask[:, :, None]
                return kept.sum(dim=1) / (kept > 0).sum(dim=1).clamp(min=1)
            """,
            why="A token counts whatever its features are, and a negative feature doesn't mean padding.",
            look="What tells you which positions are padding, the mask or the numbers there?",
        ),
        slip(
            "a softmax of the mask gives the weights",
            edit=("return (hidden * real).sum(dim=1) / real.sum(dim=1)", "return (mask.to(hidden.dtype).softmax(dim=1)[:, :, None] * hidden).sum(dim=1)"),
            why="The softmax of a 0 is not 0, so padding keeps a share.",
            look="How much does a padding position weigh in your mean?",
        ),
        slip(
            "the first text's mask is used for all texts",
            edit=("mask[..., None]", "mask[:1, :, None]"),
            why="Each text has a length of its own.",
            look="Which row of the mask belongs to the second text?",
        ),
        slip(
            "a batch of one loses its axis",
            edit=("return (hidden * real).sum(dim=1) / real.sum(dim=1)", "return ((hidden * real).sum(dim=1) / real.sum(dim=1)).squeeze()"),
            why="`squeeze` without an axis removes every axis of length 1, even one that you need.",
            look="Print the shape of your result for one text.",
        ),
    ]  # fmt: skip
    promises = {
        "padding on the right": dict(side="right", B=3),
        "padding on the left": dict(side="left"),
        "padding on both sides": dict(side="both"),
        "no padding": dict(side="none"),
        "large numbers at padding": dict(junk=100.0),
        "a batch of one": dict(B=1),
        "all axes of the same length": dict(B=4, T=4, D=4),
        "the gradient": "grad_hidden",
        "hidden states stay as they are": "hidden unchanged",
    }
