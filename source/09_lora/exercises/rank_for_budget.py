"""The largest LoRA rank whose adapters stay within a budget of trainable parameters.

Oracle: the rank is raised one at a time while it still fits.
"""

from autograder.authoring import exercise, slip

from ._shared import FINISHED, LIBRARY


@exercise("rank_for_budget", points=1, forbid=LIBRARY + FINISHED)
class _:
    cases = [
        dict(n=3, r=(3, 9)),
        dict(n=1, r=(2, 6)),
        dict(n=2, r=(0, 0)),
        dict(n=3, r=(200, 300)),
        dict(n=4, r=(4, 12), exact=True),
        dict(n=2, r=(8, 12), uneven=True),
        dict(n=2, r=(3, 9), alike=True),
    ]

    def inputs(rng, n, r, exact=False, uneven=False, alike=False):
        shapes = [[int(rng.integers(40, 90)), int(rng.integers(100, 200))] for _ in range(n)]
        shapes[0] = shapes[0][::-1]
        if uneven:
            shapes[-1] = [5 * side for side in shapes[-1]]
        if n > 2:
            shapes[-1][0] = int(rng.integers(20, 30))
        if alike:
            shapes = [list(shapes[0]) for _ in range(3)]
        one = sum(out + width for out, width in shapes)
        more = 0 if exact else int(rng.integers(one // 2, one - one // 10))
        return {"shapes": shapes, "budget": one * int(rng.integers(*r, endpoint=True)) + more}

    def oracle(shapes, budget):
        sides = [side for shape in shapes for side in shape]
        r = 0
        while r < min(sides) and (r + 1) * sum(sides) <= budget:
            r += 1
        return {"rank": r}

    alternatives = {
        "counted downwards": """
            for r in range(min(min(shape) for shape in shapes), 0, -1):
                if sum(r * width + out * r for out, width in shapes) <= budget:
                    return r
            return 0
        """,
        "a quotient of floats, rounded down": """
            sides = torch.tensor(shapes)
            return min(int(math.floor(budget / sides.sum().item())), int(sides.min()))
        """,
    }
    slips = [
        slip(
            "the full matrices are counted",
            edit=("out + width for out, width in shapes)", "out * width for out, width in shapes)"),
            why="An adapter has two thin matrices with r · in and out · r numbers, which is why it is small.",
            look="How many numbers are in A, and how many are in B?",
        ),
        slip(
            "only one of the two factors is counted",
            edit=("out + width for out, width in shapes)", "width for out, width in shapes)", "out for out, width in shapes)"),
            why="Both are trained.",
            look="How many numbers are in A, and how many are in B?",
        ),
        slip(
            "only one of the layers is counted",
            edit=("one = sum(out + width for out, width in shapes)", "one = sum(shapes[0])"),
            also=["""
                return min(budget // sum(shapes[0]), min(shapes[0]))
            """],
            why="Every layer in the list gets an adapter of this rank.",
            look="How many adapters are there?",
        ),
        slip(
            "the rank is rounded up",
            edit=("budget // one", "math.ceil(budget / one)"),
            also=["""
                r = 0
                while r * sum(o + w for o, w in shapes) <= budget:
                    r += 1
                return min(r, min(map(min, shapes)))
            """],
            why="That costs more than the budget allows.",
            look="How many numbers do adapters of the rank that you return have in all?",
        ),
        slip(
            "the rank goes beyond the shortest side",
            edit=("min(budget // one, min(min(shape) for shape in shapes))", "budget // one"),
            also=[("min(min(shape) for shape in shapes)", "max(min(shape) for shape in shapes)")],
            why="If B has 20 rows, the product B A has at most rank 20, so more columns cost something but gain nothing.",
            look="What is the highest rank that a matrix with 20 rows can have?",
        ),
        slip(
            "a rank of 0 is never returned",
            edit=("min(budget // one, min(min(shape) for shape in shapes))", "max(1, min(budget // one, min(min(shape) for shape in shapes)))"),
            why="Rank 1 costs more than the budget here, and the caller needs to know that nothing fits.",
            look="What does rank 1 cost here, compared with the budget?",
        ),
        slip(
            "a budget that is met exactly gives one rank too few",
            edit=("budget // one", "(budget - 1) // one"),
            why="The budget may be used up.",
            look="What should come out when the budget is exactly three times what rank 1 costs?",
        ),
        slip(
            "the rank is a fraction",
            edit=("budget // one", "budget / one"),
            why="A matrix has a whole number of rows.",
            look="What is the type of your result?",
        ),
        slip(
            "each layer gets an equal share of the budget",
            edit="""
                return min(min(budget // len(shapes) // (o + w), o, w) for o, w in shapes)
            """,
            why="The rank is the same everywhere, but the cost isn't, so what small matrices leave over is lost.",
            look="What would adapters of the next higher rank cost, all together?",
        ),
        slip(
            "matrices of the same shape are counted once",
            edit=("for out, width in shapes)", "for out, width in set(map(tuple, shapes)))"),
            why="Six layers need six adapters, even if the layers have the same shape.",
            look="How many adapters do three matrices of 64 × 128 get?",
        ),
        slip(
            "each adapter gets all of the budget",
            edit="return min(min(budget // (out + width), out, width) for out, width in shapes)",
            why="The budget is for all of them together.",
            look="How many numbers do all adapters of the rank that you return have together?",
        ),
        slip(
            "the shortest side itself is not reached",
            edit=("min(min(shape) for shape in shapes))", "min(min(shape) for shape in shapes) - 1)"),
            why="A matrix with 20 rows can have rank 20.",
            look="What is the highest rank that a matrix with 20 rows can have?",
        ),
        slip(
            "the rank ends at half the shortest side",
            edit=("min(min(shape) for shape in shapes))", "min(min(shape) for shape in shapes) // 2)"),
            why="Whether a high rank still saves anything is another question, which the docstring doesn't ask.",
            look="According to the docstring, what does the rank never exceed?",
        ),
    ]  # fmt: skip
    promises = {
        "one layer": dict(n=1),
        "0 where nothing fits": dict(r=(0, 0)),
        "never above the shortest side": dict(r=(200, 300)),
        "the budget may be used up": dict(exact=True),
        "matrices of one shape": dict(alike=True),
        "small and large matrices together": dict(uneven=True),
    }
