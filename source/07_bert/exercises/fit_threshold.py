"""Choose the no-answer threshold that earns the most points on a set of questions.

Oracle: every threshold between neighboring margins, below all and above all. Some inputs are drawn
until common shortcuts (a grid, counting right decisions) give a worse threshold.
"""

import numpy as np

from autograder.authoring import exercise, slip

from ._shared import INF


def cut_apart(margins, answered, silent):
    """Would an answer that takes questions one at a time, even if their margins are equal, be wrong?"""
    order = np.argsort(-margins, kind="stable")
    n = int(np.argmax([0, *np.cumsum((answered - silent)[order])]))
    if n in (0, len(margins)):
        return False
    apart = (margins[order[n - 1]] + margins[order[n]]) / 2
    best = max(np.where(margins > t, answered, silent).mean() for t in [-INF, *margins])
    return np.where(margins > apart, answered, silent).mean() < best - 1e-3


def cut_from_below(margins, answered, silent):
    """The same for an answer that leaves questions unanswered one at a time, from the smallest margin up."""
    order = np.argsort(margins, kind="stable")
    n = int(np.argmax([0, *np.cumsum((silent - answered)[order])]))
    if n == 0:
        return False
    points = [np.where(margins > t, answered, silent).mean() for t in [-INF, *margins]]
    return np.where(margins > margins[order[n - 1]], answered, silent).mean() < max(points) - 1e-3


def by_decisions(margins, answered, silent):
    """What counting right decisions instead of points may earn: the least, the most, and the best possible."""
    answer = margins > np.array([-INF, *margins])[:, None]  # (N + 1, N)
    decisions = (answer == (answered > silent)).sum(axis=1)
    points = np.where(answer, answered, silent).mean(axis=1)
    chosen = points[decisions == decisions.max()]
    return chosen.min(), chosen.max(), points.max()


def miscounted(margins, answered, silent):
    """Would an answer that counts right decisions instead of points be wrong?"""
    _, most, best = by_decisions(margins, answered, silent)
    return most < best - 1e-3


def counted(margins, answered, silent):
    """Would that answer be right, whichever threshold it takes if several have the same number of right decisions?"""
    least, _, best = by_decisions(margins, answered, silent)
    return least > best - 1e-9


def found_on_a_grid(margins, answered, silent, step):
    """Does one of ten thresholds at equal steps above 0 earn more than 0 does?"""
    points = [np.where(margins > t * step, answered, silent).mean() for t in range(11)]
    return max(points) > points[0] + 1e-3


@exercise("fit_threshold", points=3)
class _:
    cases = [
        dict(N=12),
        dict(N=12, level=-300),
        dict(N=10, kind="ties"),
        dict(N=8, kind="all"),
        dict(N=8, kind="none"),
        dict(N=5, kind="all", level=-300),
        dict(N=1, kind="all"),
        dict(N=1, kind="none"),
        dict(N=14, level=40, scale=8),
        dict(N=12, kind="far", scale=0.05),
        dict(N=12, kind="partial"),
        dict(N=12, kind="grid", level=6, step=1),
        dict(N=14, kind="grid", level=0.5, scale=0.3, step=0.1),
        dict(
            N=11, kind="dip", level=8
        ),  # with margins between the index of the best threshold and its points
    ]

    def inputs(rng, N, kind="plain", level=0.0, scale=2.0, step=1.0):
        while True:
            silent = (rng.random(N) < 0.4).astype(float)  # the question has no answer
            margins = level + scale * rng.standard_normal(N) + scale * (0.7 - 1.4 * silent)
            answered = np.where(silent == 1, 0.0, np.round(rng.uniform(0.05, 1, N), 3))
            if kind == "ties":
                margins = np.round(margins / scale) * scale
            if kind == "far":  # one margin is far from the others, which are close together
                margins[rng.integers(N)] = rng.uniform(1000, 2000)
            if kind == "partial":  # most answers are nearly wrong
                answered = np.where(rng.random(N) < 0.7, answered / 5, answered)
            if kind == "all":
                silent, answered = np.zeros(N), np.round(rng.uniform(0.2, 1, N), 3)
            if kind == "none":
                silent, answered = np.ones(N), np.zeros(N)
            if kind == "dip":  # the question with the smallest margin should be answered
                silent[margins.argmin()] = 0.0
                answered = np.where(silent == 1, 0.0, np.round(rng.uniform(0.7, 1, N), 3))
            by_answered = {
                tuple(margins > t): np.where(margins > t, answered, silent).mean() for t in [-INF, *margins]
            }
            points = sorted(by_answered.values())
            inside = (
                kind in ("all", "none")
                or min(points[-1] - by_answered[(b,) * N] for b in (True, False) if (b,) * N in by_answered)
                > 0.01
            )
            if (
                (len(points) == 1 or points[-1] - points[-2] > 1e-3)
                and inside
                and (kind != "ties" or cut_apart(margins, answered, silent))
                and (kind != "ties" or cut_from_below(margins, answered, silent))
                and (kind != "far" or sum(max(by_answered, key=by_answered.get)) > 1)
                and (scale > 1 or np.diff(np.sort(margins)).min() > 1e-3)
                and (kind != "partial" or miscounted(margins, answered, silent))
                and (kind != "dip" or counted(margins, answered, silent))
                and (kind != "grid" or found_on_a_grid(margins, answered, silent, step))
            ):
                return {"margins": margins, "if_answered": answered, "if_silent": silent}

    def oracle(margins, if_answered, if_silent):
        """Between any two neighbours, below all and above all."""
        m = np.unique(np.float32(margins)).astype(np.float64)
        tries = [m[0] - 1, *((m[1:] + m[:-1]) / 2), m[-1] + 1]
        points = [
            sum(a if x > t else s for x, a, s in zip(np.float32(margins), if_answered, if_silent))
            for t in tries
        ]
        best = tries[int(np.argmax(points))]
        return {"choice": {"answered": np.float32(margins) > best, "points": max(points) / len(margins)}}

    alternatives = {
        "sorted, with running sums": """
            order = margins.argsort(descending=True)
            gain = (if_answered - if_silent)[order].cumsum(0)
            best, threshold = 0.0, float("inf")
            for place, m in enumerate(margins[order].tolist()):
                last_of_its_kind = place + 1 == len(order) or margins[order][place + 1].item() < m
                if last_of_its_kind and gain[place].item() > best:
                    best = gain[place].item()
                    threshold = m - 1e-4
            return threshold
        """,
        "between neighbours": """
            edges = margins.unique()
            tries = [edges[0] - 1, *((edges[1:] + edges[:-1]) / 2), edges[-1] + 1]

            def points(t):
                return float(torch.where(margins > t, if_answered, if_silent).mean())

            return float(max(tries, key=points))
        """,
    }
    slips = [
        slip(
            "the threshold with the fewest points is taken",
            edit=("points.argmax()", "points.argmin()"),

            why="That is the worst threshold. You also get it when the two tables of points are swapped.",
            look="Which points does an answered question get, and do you look for many points or for few?",
        ),
        slip(
            "questions with a small margin are answered",
            edit=("margins > candidates[:, None]", "margins < candidates[:, None]"),
            why="A large margin means that the span is much better than silence.",
            look="Which questions are answered at a threshold of ∞?",
        ),
        slip(
            "a margin equal to the threshold counts as answered",
            edit=("margins > candidates[:, None]", "margins >= candidates[:, None]"),
            also=[[("margins > candidates[:, None]", "margins >= candidates[:, None]"), ("[-math.inf]", "[math.inf]")]],
            why="Then the question at the threshold is answered while you fit it, but not afterwards.",
            look="What does the docstring say about a margin that equals the threshold?",
        ),
        slip(
            "answering everything is never tried",
            edit=("candidates = torch.cat([margins.new_tensor([-math.inf]), margins])", "candidates = margins"),
            also=[("margins.new_tensor([-math.inf])", "margins.new_tensor([-1.0])"), ("margins.new_tensor([-math.inf])", "margins.new_tensor([0.0])")],
            why="The smallest margin is not above itself, so its question is never answered.",
            look="Which of your candidates lies below all margins?",
        ),
        slip(
            "answering nothing is never tried",
            edit=("candidates = torch.cat([margins.new_tensor([-math.inf]), margins])", "candidates = torch.cat([margins.new_tensor([-math.inf]), margins[margins < margins.max()]])"),

            why="If every span is wrong, silence is best.",
            look="Which of your candidates is not below any margin?",
        ),
        slip(
            "a fixed grid of thresholds is tried",
            edit=("torch.cat([margins.new_tensor([-math.inf]), margins])", "torch.linspace(-1, 1, 21)"),
            also=[("torch.cat([margins.new_tensor([-math.inf]), margins])", "torch.linspace(-5, 5, 101)"), ("torch.cat([margins.new_tensor([-math.inf]), margins])", "torch.linspace(0, 1, 11)"), ("torch.cat([margins.new_tensor([-math.inf]), margins])", "torch.linspace(-10, 10, 201)"), ("torch.cat([margins.new_tensor([-math.inf]), margins])", "torch.linspace(margins.min().item() - 1, margins.max().item(), 100)"), ("torch.cat([margins.new_tensor([-math.inf]), margins])", "torch.linspace(-10, 10, 21)")],
            why="Margins are differences of logits and may be 3 or 300. Only the margins themselves show where something changes.",
            look="What are the smallest and the largest margin?",
        ),
        slip(
            "the threshold is 0",
            edit=("return candidates[points.argmax()].item()", "return 0.0"),
            why="There is no reason why \"the span is better\" and \"the span is probably right\" should begin at the same number.",
            look="What do the points tell you that the sign of the margin does not?",
        ),
        slip(
            "only the answered questions are counted",
            edit=("torch.where(answer, if_answered, if_silent)", "torch.where(answer, if_answered, 0.0)"),
            also=[[("torch.cat([margins.new_tensor([-math.inf]), margins])", "torch.cat([margins, margins.new_tensor([-math.inf])])"), ("torch.where(answer, if_answered, if_silent)", "torch.where(answer, if_answered, 0.0)")]],
            why="Silence where there is no answer earns a point as well; without that point, everything is answered.",
            look="Which of the arguments does your code never use?",
        ),
        slip(
            "only the unanswered questions are counted",
            edit=("torch.where(answer, if_answered, if_silent)", "torch.where(answer, 0.0, if_silent)"),
            why="Then silence is always best.",
            look="Which of the arguments does your code never use?",
        ),
        slip(
            "the mean is taken over the answered questions alone",
            edit=("torch.where(answer, if_answered, if_silent).sum(dim=1)", "(torch.where(answer, if_answered, 0.0).sum(dim=1) / answer.sum(dim=1).clamp(min=1))"),
            why="One sure question would be enough for full points.",
            look="By how many questions do you divide?",
        ),
        slip(
            "the points come back instead of the threshold",
            edit=("return candidates[points.argmax()].item()", "return points.max().item() / len(margins)"),
            also=[("return candidates[points.argmax()].item()", "return points.max().item()")],
            why="The next step compares margins with what you return.",
            look="What is the unit of your result: points, or margins?",
        ),
        slip(
            "the index of the threshold comes back",
            edit=("candidates[points.argmax()].item()", "int(points.argmax())"),
            also=[("candidates[points.argmax()].item()", "int(points.argmax()) - 1"), [("[-math.inf]), margins]", "[-math.inf]), margins.sort().values]"), ("candidates[points.argmax()].item()", "int(points.argmax())")]],
            why="argmax gives the index of the best candidate, not its value.",
            look="Print your result and your margins. Is it one of them?",
        ),
        slip(
            "equal margins are separated",
            edit="""
                order = margins.argsort(descending=True, stable=True)
                total = torch.cat([torch.zeros(1), (if_answered - if_silent)[order].cumsum(0)])
                n = int(total.argmax())
                if n == 0:
                    return math.inf
                if n == len(order):
                    return -math.inf
                return (margins[order[n - 1]] + margins[order[n]]).item() / 2
            """,
            also=[
                """
                    ordered, order = margins.sort(stable=True)
                    gain = torch.cat([torch.zeros(1), (if_silent - if_answered)[order].cumsum(0)])
                    n = int(gain.argmax())
                    return -math.inf if n == 0 else ordered[n - 1].item()
                """,
            ],
            why="A threshold can't answer only one of two questions with the same margin, so you can't earn the points that your sum promises.",
            look="Two margins are equal. Which threshold lies between them?",
        ),
        slip(
            "the threshold is halfway between the means of the two kinds",
            edit=("return candidates[points.argmax()].item()", "kinds = [margins[if_silent == kind] for kind in (0, 1)]\n    return float(sum(k.mean() if len(k) else margins.mean() for k in kinds) / 2)"),
            why="That would work if both kinds had the same number of questions and the same spread, and if every answer earned a full point.",
            look="Does your threshold change when all answers become wrong?",
        ),
        slip(
            "right decisions are counted, not points",
            edit=("torch.where(answer, if_answered, if_silent)", "(answer == (if_answered > if_silent)).double()"),

            why="A span that earns a twentieth of a point would weigh as much as a silence that earns a whole one.",
            look="How much is a right decision worth, and does your sum take that into account?",
        ),
        slip(
            "only thresholds between two margins are tried",
            edit=("torch.cat([margins.new_tensor([-math.inf]), margins])", "(margins.unique()[1:] + margins.unique()[:-1]) / 2 if len(margins) > 1 else margins"),
            why="Answering everything and answering nothing are choices as well.",
            look="Which of your candidates lies below all margins, and which above all?",
        ),
        slip(
            "the margins are sorted, but their points are not",
            edit=("candidates = torch.cat", "margins = margins.sort().values\n    candidates = torch.cat"),
            why="Each margin is then paired with the points of another question.",
            look="After you sorted, which question do the points at index 0 belong to?",
        ),
        slip(
            "the search stops where the points fall for the first time",
            edit=("return candidates[points.argmax()].item()", "order = candidates.argsort()\n    falls = (points[order].diff() < 0).nonzero()\n    return candidates[order[int(falls[0]) if len(falls) else -1]].item()"),
            why="Points go up and down, and after a fall they may rise higher than before.",
            look="Does your search look at all candidates?",
        ),
    ]  # fmt: skip
    promises = {
        "margins far from 0": dict(level=40),
        "all of them negative": dict(level=-300),
        "equal margins": dict(kind="ties"),
        "to answer everything": dict(kind="all", N=8),
        "to answer everything, with margins far below 0": dict(kind="all", N=5),
        "to answer nothing": dict(kind="none", N=8),
        "margins that are close together, and one far away": dict(kind="far"),
        "points count, even fractions of them": dict(kind="partial"),
        "points that fall may rise again": dict(kind="dip"),
        "one question": dict(N=1, kind="all"),
        "one question, no answer": dict(N=1, kind="none"),
    }
