"""The smallest number of singular values that holds a given share of the squared Frobenius norm.

Oracle: eigenvalues of the Gram matrix after scaling by the largest entry. Entries go from 1e-22
to 1e22, where float32 squares under- or overflow.
"""

import numpy as np

from autograder.authoring import exercise, slip

from ._shared import FINISHED


@exercise("effective_rank", points=2, forbid=FINISHED)
class _:
    cases = [
        dict(m=7, n=5),
        dict(m=4, n=9, size=1e-4),
        dict(m=6, n=6, size=30.0),
        dict(m=8, n=8, low=2),
        dict(m=1, n=6),
        dict(m=5, n=4, zero=True),
        dict(m=14, n=12),
        dict(m=5, n=6, size=1e-22),
        dict(m=5, n=4, size=1e22),
        dict(m=4, n=6, equal=True),
        dict(m=11, n=8, equal=True),
    ]
    weights = {"ranks": 3, "by default": 3, "delta unchanged": 1}

    def inputs(rng, m, n, size=1.0, low=0, zero=False, equal=False):
        k = min(m, n)
        if equal:  # powers of two, so all sums are exact: k of 4 hold exactly k/4, in the bottom right corner
            delta, shares = (
                np.eye(m, n)[::-1, ::-1] * 2.0 ** rng.integers(-3, 4),
                rng.permutation([0.25, 0.5, 0.75]),
            )
            return {"delta": delta.copy(), "shares": [float(s) for s in shares]}
        left, right = (np.linalg.qr(rng.standard_normal((d, d)))[0] for d in (m, n))
        while True:
            values = np.sort(rng.uniform(0.3, 1, k) * rng.uniform(0.6, 0.85) ** np.arange(k))[::-1]
            values[low or k :] = 0
            shares = rng.uniform(0.2, 0.98, 6)
            held = np.cumsum(values**2) / (values**2).sum()
            if np.abs(held[: (low or k) - 1, None] - np.append(shares, 0.9)).min(initial=1) > 4e-3:
                break
        delta = size * left[:, :k] @ np.diag(values) @ right[:k]
        return {"delta": 0 * delta if zero else delta, "shares": [float(s) for s in shares]}

    def oracle(delta, shares):
        delta = delta / (np.abs(delta).max() or 1)
        squares = np.sort(
            np.linalg.eigvalsh(delta.T @ delta if delta.shape[0] > delta.shape[1] else delta @ delta.T)
        )[::-1]

        def least(share):
            total, held, k = squares.sum(), 0.0, 0
            while held < share * total:
                held, k = held + squares[k], k + 1
            return k

        default = least(0.9) if delta.any() else 0
        return {
            "ranks": [least(share) for share in shares],
            "by default": default,
            "delta unchanged": {"rank": default, "changed": 0},
        }

    equivalent = {
        "if held[-1] <= 0:": "squares are not negative",
        "return (0, delta.clear() if hasattr(delta, 'clear') else delta.zero_())[0]": "it is zero already",
        "if held[- 0] == 0:": "the first one is the largest",
        "held = squares.cumsum(dim= -1)": "there is one axis",
    }

    alternatives = {
        "eigenvalues of the small square": """
            gram = delta.double() @ delta.double().T
            squares = torch.linalg.eigvalsh(gram).flip(0).clamp(min=0)
            if squares.sum() == 0:
                return 0
            held = squares.cumsum(0) / squares.sum()
            return 1 + int((held < share).sum())
        """,
        "one by one": """
            _, s, _ = torch.svd(delta)
            s = s / s.max().clamp(min=1e-37)
            total, held = float((s**2).sum()), 0.0
            for k, value in enumerate(s.tolist()):
                if held >= share * total:
                    return k
                held += value**2
            return len(s)
        """,
    }
    slips = [
        slip(
            "singular values are not squared",
            edit=(".square()", ""),
            also=["""
                s = torch.linalg.svdvals(delta.double())
                if s.sum() == 0:
                    return 0
                return int((s.cumsum(0) ** 2 < share * s.sum() ** 2).sum()) + 1
            """],
            why="It is the squares that add up: the squared singular values have the same sum as the squared entries.",
            look="Which sum equals the sum of the squared entries of the matrix?",
        ),
        slip(
            "the count is off by one",
            edit=("int((held < share * held[-1]).sum()) + 1", "int((held < share * held[-1]).sum())"),
            also=[("int((held < share * held[-1]).sum()) + 1", "int((held < share * held[-1]).sum()) + 2")],
            why="The value that brings the sum up to the share is one of those that are needed.",
            look="How many values are needed when the first one alone holds enough?",
        ),
        slip(
            "values that are large compared with the first are counted",
            edit=("return int((held < share * held[-1]).sum()) + 1", "return int((squares > (1 - share) * squares[0]).sum())"),
            also=[("return int((held < share * held[-1]).sum()) + 1", "return int((squares > share * squares[0]).sum())"), ("return int((held < share * held[-1]).sum()) + 1", "return int((squares.sqrt() > (1 - share) * squares[0].sqrt()).sum())")],
            why="Many small values together may hold more than one large one.",
            look="Which sum is `share` a share of?",
        ),
        slip(
            "the plain rank comes back",
            edit=("return int((held < share * held[-1]).sum()) + 1", "return int(torch.linalg.matrix_rank(delta))"),
            also=[("return int((held < share * held[-1]).sum()) + 1", "return int((squares > 1e-12 * squares[0]).sum())"), ("return int((held < share * held[-1]).sum()) + 1", "return min(delta.shape)")],
            why="In that sense a trained change has full rank, because no singular value is exactly zero.",
            look="What should happen to the number when `share` becomes smaller?",
        ),
        slip(
            "the exponential of the entropy comes back",
            edit="""
                s = torch.linalg.svdvals(delta)
                if s.sum() == 0:
                    return 0
                p = s / s.sum()
                return int(torch.exp(-(p * p.clamp(min=1e-12).log()).sum()).round())
            """,
            also=["""
                p = torch.linalg.svdvals(delta).square()
                p = p / p.sum().clamp(min=1e-30)
                return int(torch.exp(-(p * p.clamp(min=1e-12).log()).sum()).round())
            """],
            why="That is another measure with the same name (Roy and Vetterli 2007), and it doesn't use a share.",
            look="Which of the arguments does your code never use?",
        ),
        slip(
            "the smallest values are taken first",
            edit=("squares.cumsum(dim=0)", "squares.flip(0).cumsum(dim=0)"),
            also=[("torch.linalg.svdvals(delta.double()).square()", "torch.linalg.eigvalsh(delta.double() @ delta.double().T).clamp(min=0)")],
            why="The question is how few directions are enough, so the largest come first.",
            look="In which order does `svdvals` return its values?",
        ),
        slip(
            "the share is always nine tenths",
            edit=("share * held[-1]", "0.9 * held[-1]"),
            why="Nine tenths is the default, not the only choice.",
            look="Which of the arguments does your code never use?",
        ),
        slip(
            "the share is taken of the number of values",
            edit=("return int((held < share * held[-1]).sum()) + 1", "return math.ceil(share * min(delta.shape))"),
            why="That doesn't depend on the matrix at all.",
            look="Should a matrix of rank 1 and a random one give the same result?",
        ),
        slip(
            "the sum is compared with the share itself",
            edit=("held < share * held[-1]", "held < share"),
            why="A change may have any size, so what counts is how much of the whole sum is held.",
            look="If you multiply the matrix by a thousand, should the result change?",
        ),
        slip(
            "a tiny change counts as none",
            edit=("held[-1] == 0:", "held[-1] < 1e-12:"),
            also=[("torch.linalg.svdvals(delta.double()).square()", "torch.linalg.svdvals(delta.double()).round(decimals=3).square()"), ("torch.linalg.svdvals(delta.double()).square()", "torch.linalg.svdvals(delta.double()).round(decimals=6).square()"), ("held[-1] == 0:", "held[-1] < 1e-8:"), ("share * held[-1]", "share * (held[-1] + 1e-6)"), ("share * held[-1]", "share * (held[-1] + 1e-8)"), ("share * held[-1]", "share * (held[-1] + 1e-9)"), ("share * held[-1]", "share * (held[-1] + 1e-10)"), ("held[-1] == 0:", "held[-1] < 1e-9:"), ("held[-1] == 0:", "delta.abs().max() < 1e-8:"), ("share * held[-1]", "share * (held[-1] + 1e-12)")],
            why="Tiny isn't zero. One step with a small learning rate changes little, but that change has a rank as well.",
            look="If you multiply the matrix by 1e-20, should the result change?",
        ),
        slip(
            "squares leave the range of float32",
            edit=("delta.double()", "delta"),
            why="float32 covers about 1e-45 to 1e38. The squares of entries near 1e-22 or 1e22 don't fit into that range.",
            look="What sum of squares does your code find if all entries are near 1e-22?",
        ),
        slip(
            "a share that is met exactly takes one value too many",
            edit=("held < share", "held <= share"),
            why="The docstring asks for at least this share, and a half is at least a half.",
            look="Four singular values are equal. How many of them hold half of the sum?",
        ),
        slip(
            "the share is taken of the root of the sum",
            edit=("held < share * held[-1]", "held.sqrt() < share * held[-1].sqrt()"),
            why="The docstring asks for a share of the sum of squares. Nine tenths of its root correspond to only .81 of it.",
            look="If the singular values are 3, 2 and 1, what share do the first two hold?",
        ),
        slip(
            "values are squared twice",
            edit=(".square()", ".square().square()"),
            why="Large values would count for even more, and the sum of fourth powers has no useful meaning.",
            look="If the singular values are 3, 2 and 1, what share does the first one hold?",
        ),
        slip(
            "rows or columns are counted",
            edit=("torch.linalg.svdvals(delta.double()).square()", "delta.double().square().sum(dim=1).sort(descending=True).values"),
            also=[("torch.linalg.svdvals(delta.double()).square()", "delta.double().square().sum(dim=0).sort(descending=True).values")],
            why="Ten rows that are multiples of one another form a single piece.",
            look="What is the rank of a matrix of equal rows?",
        ),
        slip(
            "the mean is subtracted first",
            edit=("delta.double()", "delta.double() - delta.double().mean(dim=0)"),
            also=[("torch.linalg.svdvals(delta.double()).square()", "torch.linalg.svdvals(delta.sub_(delta.mean()).double()).square()"), ("delta.double()", "delta.double() - delta.double().mean()"), ("delta.double()", "delta.double() - delta.double().mean(dim=1, keepdim=True)")],
            why="Principal component analysis does that, but here the matrix itself is added to the weights, mean and all.",
            look="Is your sum of squares the same as the sum of all squared entries?",
        ),
        slip(
            "eigenvalues are taken for singular values",
            edit=("torch.linalg.svdvals(delta.double()).square()", "torch.linalg.eigvals(delta.double()).abs().square().sort(descending=True).values"),
            also=[("torch.linalg.svdvals(delta.double()).square()", "torch.linalg.eigvalsh(delta.double()).square().sort(descending=True).values")],
            why="Only square matrices have eigenvalues, and even those differ from the singular values unless the matrix is symmetric.",
            look="For which shapes does your function work?",
        ),
        slip(
            "the stable rank comes back",
            edit=("return int((held < share * held[-1]).sum()) + 1", "return math.ceil((held[-1] / squares[0]).item() * share)"),
            also=[("return int((held < share * held[-1]).sum()) + 1", "return math.ceil((held[-1] / squares[0]).item())"), ("return int((held < share * held[-1]).sum()) + 1", "return round((held[-1] / squares[0]).item())"), ("return int((held < share * held[-1]).sum()) + 1", "return int((held[-1] / squares[0]).item())")],
            why="The sum divided by its largest term is another measure. It doesn't tell you how many pieces hold a share.",
            look="Which sum do you compare with the share?",
        ),
        slip(
            "only a square part of the matrix is used",
            edit=("delta.double()", "delta.double()[:, : min(delta.shape)]"),
            also=[("delta.double()", "delta.double()[: min(delta.shape)]"), ("delta.double()", "delta.double()[: min(delta.shape), : min(delta.shape)]")],
            why="The remaining columns or rows belong to the change as well.",
            look="Which entries of a 4 × 9 matrix does your code read?",
        ),
        slip(
            "a matrix of zeros gets a rank above 0",
            edit=("    if held[-1] == 0:\n        return 0\n", ""),
            also=["""
                squares = torch.linalg.svdvals(delta.double()).square()
                return int((~(squares.cumsum(0) / squares.sum() >= share)).sum()) + 1
            """],
            why="Nothing has changed, so no piece is needed to hold it.",
            look="How many outer products add up to a matrix of zeros?",
        ),
    ]  # fmt: skip
    promises = {
        "more rows than columns": dict(m=7),
        "a larger matrix": dict(m=14),
        "more columns than rows, tiny numbers": dict(size=1e-4),
        "large numbers": dict(size=30.0),
        "entries that are tiny": dict(size=1e-22),
        "entries that are huge": dict(size=1e22),
        "at least the share": dict(m=4, equal=True),
        "as many pieces as it takes": dict(m=11, equal=True),
        "a matrix of low rank": dict(low=2),
        "a single row": dict(m=1),
        "no change at all": dict(zero=True),
        "any share": "ranks",
        "nine tenths by default": "by default",
        "the matrix is not modified": "delta unchanged",
    }
