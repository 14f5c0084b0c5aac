"""Beam search for an encoder–decoder model, with the length penalty of Wu et al.

Oracle: the search written out in NumPy; where nothing is pruned, all sequences are enumerated.
Inputs are drawn again if a decision is close; in some cases also if a common mistake would pass.
"""

import itertools

import numpy as np

from autograder.authoring import exercise, slip


def log_softmax(scores):
    scores = np.asarray(scores, dtype=np.float64)
    return scores - scores.max() - np.log(np.exp(scores - scores.max()).sum())


def scores_after(tables, text):
    """Scores (V,) of what follows a text: they depend on its last two symbols and its length."""
    first, second, by_length = tables
    before = text[-2] if len(text) > 1 else 0
    return first[text[-1]] + second[before] + by_length[len(text)]


def penalty(length, alpha):
    return ((5 + length) / 6) ** alpha


def beams(tables, start, end, width, limit, alpha, runs_on=False, best_alone=False, stop=None):
    """The search written out.  Returns the best text, its score, running texts in each call, the closest decision.

    Mistakes: runs_on, an ended text is still extended; best_alone, only the likeliest running text may end; stop, the
    bound is that of the length so far, is not divided at all, or the search ends after `width` steps.
    """
    running, best, asked, closest = [((start,), 0.0)], (None, -np.inf), [], np.inf
    for length in range(1, limit + 1):
        asked.append([list(text) for text, _ in running])
        going = []
        for number, (text, total) in enumerate(running):
            row = log_softmax(scores_after(tables, text))
            score = -np.inf if best_alone and number else (total + row[end]) / penalty(length, alpha)
            closest = min(closest, abs(score - best[1]))
            if score > best[1]:
                best = (text[1:] + (end,), score)
            going += [(text + (v,), total + p) for v, p in enumerate(row) if v != end or runs_on]
        going.sort(key=lambda pair: -pair[1])
        if len(going) > width:
            closest = min(closest, going[width - 1][1] - going[width][1])
        running = going[:width]
        bounds = {
            None: running[0][1] / penalty(limit, alpha),
            "now": running[0][1] / penalty(length, alpha),
            "undivided": running[0][1],
            "width": -np.inf if length >= width else np.inf,
        }
        closest = min(closest, abs(best[1] - bounds[None]))
        if best[1] >= bounds[stop]:
            break
    return best[0], best[1], asked, closest


def every_text(tables, start, end, limit, alpha):
    """The best of all texts of at most `limit` symbols that end with `end`."""
    best = (None, -np.inf)
    others = [v for v in range(len(tables[0])) if v != end]
    for n in range(limit):
        for middle in itertools.product(others, repeat=n):
            text, total = (start,), 0.0
            for v in (*middle, end):
                total += log_softmax(scores_after(tables, text))[v]
                text += (v,)
            score = total / penalty(n + 1, alpha)
            if score > best[1]:
                best = (text[1:], score)
    return best


LOGS = "step(torch.tensor(running)).log_softmax(dim=-1).cpu()"
PENALTY = "penalty = ((5 + length) / 6) ** alpha"
CLOSED = "closed = so_far[:, end] / penalty"
BETTER = "if closed.max() > score:"
STOP = "if score >= total[0] / ((5 + limit) / 6) ** alpha:\n            break"
TOP = "so_far.flatten().topk(min(width, len(running) * (so_far.shape[1] - 1)))"
NO_END = "so_far[:, end] = -torch.inf"


@exercise("beam_decode", points=4, forbid=["transformers"])
class _:
    cases = [
        dict(V=5, width=3, limit=6, alpha=0.8, long=True),
        dict(V=4, width=100, limit=3, alpha=0.6),  # nothing is thrown away: all texts are searched
        dict(V=6, width=1, limit=5, alpha=1.0),
        dict(V=4, width=2, limit=5, alpha=0.0),
        dict(V=5, width=2, limit=7, alpha=0.7, early=True),
        dict(V=4, width=3, limit=1, alpha=0.7),
        dict(V=4, width=3, limit=3, alpha=0.7, size=150.0),  # scores of several hundred
    ]
    weights = {"text": 4, "score": 2, "texts in each call": 2}
    tolerance = 5e-4

    def inputs(rng, V, width, limit, alpha, early=False, long=False, size=2.0):
        """early: the search ends before the limit. long: length and penalty decide, and greedy is wrong."""
        for _ in range(4000):
            tables = (
                size * rng.standard_normal((V, V)),
                rng.standard_normal((V, V)),
                0.5 * rng.standard_normal((limit + 2, V)),
            )
            start, end = (int(v) for v in rng.choice(V, 2, replace=False))
            tables[2][:, end] += (np.arange(limit + 2) - 2.0) if not early else 2.0
            if long:
                tables[2][:3, end] -= 1
            found = beams(tables, start, end, width, limit, alpha)
            text, _, asked, closest = found
            if closest < 2e-3 or (len(asked) < limit) != early:
                continue
            others = ("now", "undivided", "width") if early else ()
            if early and (
                len(asked) < 3
                or any(
                    len(beams(tables, start, end, width, limit, alpha, stop=how)[2]) == len(asked)
                    for how in others
                )
            ):
                continue
            if limit > 3 and not (2 <= len(text) <= limit):
                continue
            if long:
                others = {
                    beams(tables, start, end, w, limit, a)[0] for w, a in ((1, alpha), (3, 0.0), (3, 1.6))
                }
                for mistake in ("runs_on", "best_alone"):
                    others.add(beams(tables, start, end, width, limit, alpha, **{mistake: True})[0])
                if text in others or not 3 <= len(text) < limit:
                    continue
            return {
                "tables": list(tables),
                "start": start,
                "end": end,
                "width": width,
                "limit": limit,
                "alpha": alpha,
            }
        raise AssertionError("no such inputs")

    def oracle(tables, start, end, width, limit, alpha):
        text, score, asked, _ = beams(tables, start, end, width, limit, alpha)
        if width >= (len(tables[0]) - 1) ** limit:
            text, score = every_text(tables, start, end, limit, alpha)
        return {
            "text": list(text),
            "score": {"text": list(text), "score": float(score), "type": "float"},
            "texts in each call": {"text": list(text), "texts": asked},
        }

    alternatives = {
        "in plain Python": """
            def divided(total, length):
                return total / ((5 + length) / (5 + 1)) ** alpha

            beams, best, score = [([start], 0.0)], [], float("-inf")
            for length in range(1, limit + 1):
                table = F.log_softmax(step(torch.tensor([text for text, _ in beams])), dim=1).tolist()
                grown = []
                for (text, total), row in zip(beams, table):
                    for v, p in enumerate(row):
                        if v == end:
                            if divided(total + p, length) > score:
                                best, score = text[1:] + [end], divided(total + p, length)
                        else:
                            grown.append((text + [v], total + p))
                beams = sorted(grown, key=lambda pair: pair[1], reverse=True)[:width]
                if divided(beams[0][1], limit) <= score:
                    break
            return best, score
        """,
        "all finished texts are kept, the best is taken last": """
            rows, totals, done = torch.tensor([[start]]), torch.zeros(1), []
            for n in range(1, limit + 1):
                totals = totals[:, None] + step(rows).cpu().log_softmax(-1)
                for row, total in zip(rows.tolist(), totals[:, end].tolist()):
                    done.append((total / ((5 + n) / 6) ** alpha, row[1:] + [end]))
                totals[:, end] = float("-inf")
                V = totals.shape[1]
                totals, place = totals.flatten().sort(descending=True)
                good = min(width, int(totals.isfinite().sum()))
                totals, place = totals[:good], place[:good]
                rows = torch.cat([rows[place // V], (place % V)[:, None]], dim=1)
                if max(done)[0] >= float(totals[0]) / ((5 + limit) / 6) ** alpha:
                    break
            score, text = max(done)
            return text, score
        """,
    }
    slips = [
        slip(
            "scores that aren't log-probabilities are added up",
            edit=(LOGS, "step(torch.tensor(running)).cpu()"),
            also=[(LOGS, "step(torch.tensor(running)).softmax(dim=-1).cpu()")],
            why="Raw scores of different steps can't be compared, because each step may add its own constant. Only log-probabilities add up.",
            look="What does `step` return, and what has to be done before it can be added?",
        ),
        slip(
            "the total of the text so far is lost",
            edit=("so_far = total[:, None] + ", "so_far = "),
            why="Each step would start from nothing, and a bad beginning would be forgiven.",
            look="What is the log-probability of two symbols in a row?",
        ),
        slip(
            "the score isn't divided by the penalty",
            edit=(CLOSED, "closed = so_far[:, end]"),
            why="Every symbol makes a text less likely, so the shortest would win.",
            look="Which argument does your code never use?",
        ),
        slip(
            "the score is divided by the length to the power of α",
            edit=(PENALTY, "penalty = length ** alpha"),
            also=[(PENALTY, "penalty = (length / 6) ** alpha"), (PENALTY, "penalty = (5 + length) ** alpha"), (PENALTY, "penalty = (5 + length) ** alpha / 6")],
            why="Wu et al. divide by ((5 + |Y|) / 6) to the power of α, which is gentle with short texts and 1 for a text of one symbol.",
            look="What is the penalty of a text of one symbol?",
        ),
        slip(
            "the length leaves out the end, or counts the start",
            edit=(PENALTY, "penalty = ((5 + length - 1) / 6) ** alpha"),
            also=[(PENALTY, "penalty = ((5 + length + 1) / 6) ** alpha")],
            why="The length counts what was written, which includes the end but not the start.",
            look="What is |Y| for a text that ends at once?",
        ),
        slip(
            "the score is multiplied by the penalty",
            edit=(CLOSED, "closed = so_far[:, end] * penalty"),
            why="Log-probabilities are negative, so multiplying makes long texts even worse.",
            look="Does your score favour longer or shorter texts?",
        ),
        slip(
            "a text that has ended runs on",
            edit=(NO_END, "pass"),
            why="A finished text takes the slot of one that is still being written, and gets symbols after its end.",
            look="What may come after `end`?",
        ),
        slip(
            "only the best text may end",
            edit=(CLOSED, "closed = so_far[:1, end] / penalty"),
            why="In every step, any running text may end.",
            look="How many running texts can end in each step?",
        ),
        slip(
            "a text ends only where the end is its likeliest symbol",
            edit=(CLOSED, "closed = so_far[:, end].where(so_far.argmax(dim=1) == end, -torch.inf) / penalty"),
            why="The end is a symbol like any other: even where it is unlikely, it may belong to the best text.",
            look="When is a running text set aside?",
        ),
        slip(
            "the first text that ends is taken",
            edit=(BETTER, "if score == -torch.inf:"),
            also=[(STOP, "break")],
            why="A later text may have a better score.",
            look="What do you do with a second text that ends?",
        ),
        slip(
            "the last text that ends is taken",
            edit=(BETTER, "if True:"),
            why="An earlier text may have had a better score.",
            look="What do you compare a newly ended text with?",
        ),
        slip(
            "the search never stops early",
            edit=(STOP, "pass"),
            why="The result is the same, but you pay for calls that can't change anything.",
            look="What is the best score a running text can still reach?",
        ),
        slip(
            "the search stops too early",
            edit=(STOP, "if score >= total[0] / penalty:\n            break"),
            also=[(STOP, "if score >= total[0]:\n            break"), (STOP, "if score > -torch.inf and length >= width:\n            break")],
            why="A running text can still improve as it gets longer: its total falls, but the divisor grows.",
            look="Which penalty do you divide a running text's total by, and how large can the penalty become?",
        ),
        slip(
            "each text keeps its own best symbol",
            edit=(TOP, "so_far.max(dim=1) if len(running) > 1 else so_far.flatten().topk(min(width, so_far.shape[1] - 1))"),
            why="The best candidates overall are kept, whichever texts they come from.",
            look="Can two kept texts have the same beginning?",
        ),
        slip(
            "one text too many or too few is kept",
            edit=(TOP, "so_far.flatten().topk(min(width + 1, len(running) * (so_far.shape[1] - 1)))"),
            also=[(TOP, "so_far.flatten().topk(min(max(width - 1, 1), len(running) * (so_far.shape[1] - 1)))")],
            why="`width` texts keep running.",
            look="How many texts does `step` get?",
        ),
        slip(
            "only one text is kept, as in greedy decoding",
            edit=(TOP, "so_far.flatten().topk(1)"),
            why="A beginning that is only second best is never continued.",
            look="How many texts does `step` get?",
        ),
        slip(
            "parents and symbols are swapped",
            edit=("divmod(place, so_far.shape[1])", "divmod(place, len(running))"),
            also=[("parent, symbol = divmod(place, so_far.shape[1])", "symbol, parent = place // so_far.shape[1] % so_far.shape[1], place % so_far.shape[1] % len(running)")],
            why="In the flat list, all symbols of the first text come first.",
            look="In a table of b rows and V columns, in which row is entry number n of the flat list?",
        ),
        slip(
            "a text may have one symbol too many",
            edit=("range(1, limit + 1)", "range(1, limit + 2)"),
            also=[("range(1, limit + 1)", "range(1, max(2, limit))")],
            why="`limit` counts every symbol that is written, including the end.",
            look="How many symbols may a text have at most?",
        ),
        slip(
            "the start is returned as well",
            edit=("running[row][1:] + [end]", "running[row] + [end]"),
            why="`start` is given, not written.",
            look="Which symbol does your text begin with?",
        ),
        slip(
            "the end is not returned",
            edit=("running[row][1:] + [end]", "running[row][1:]"),
            why="The result should be the complete text, including its `end`.",
            look="Which symbol does your text end with?",
        ),
        slip(
            "the score is the log-probability",
            edit=("return text, score", "return text, score * ((5 + len(text)) / 6) ** alpha"),
            why="Texts are compared by their score, which is divided by the penalty.",
            look="What is returned besides the text?",
        ),
        slip(
            "the penalty is a power of the length itself",
            edit="""
            def beam_decode(step, start, end, width, limit, alpha):
                lp = lambda n: n ** alpha
                ids, totals = torch.tensor([[start]]), torch.zeros(1)
                text, best = [end], -math.inf
                for n in range(1, limit + 1):
                    table = totals[:, None] + step(ids).cpu().log_softmax(-1)
                    b, V = table.shape
                    closed = table[:, end] / lp(n)
                    i = closed.argmax().item()
                    if closed[i].item() > best:
                        text, best = ids[i, 1:].tolist() + [end], closed[i].item()
                    table[:, end] = -math.inf
                    totals, places = table.flatten().topk(min(width, b * (V - 1)))
                    if n == limit or len(totals) == 0 or best >= totals[0].item() / lp(limit):
                        break
                    ids = torch.cat([ids[places // V], places[:, None] % V], dim=1)
                return text, best
            """,
            why="Wu's penalty is a power of (5 + |Y|) / 6, not of |Y|.",
            look="What is the penalty of two symbols when α is 1?",
        ),
        slip(
            "the bracket closes too early",
            edit="""
            def beam_decode(step, start, end, width, limit, alpha):
                lp = lambda n: (5 + n) ** alpha / 6
                ids, totals = torch.tensor([[start]]), torch.zeros(1)
                text, best = [end], -math.inf
                for n in range(1, limit + 1):
                    table = totals[:, None] + step(ids).cpu().log_softmax(-1)
                    b, V = table.shape
                    closed = table[:, end] / lp(n)
                    i = closed.argmax().item()
                    if closed[i].item() > best:
                        text, best = ids[i, 1:].tolist() + [end], closed[i].item()
                    table[:, end] = -math.inf
                    totals, places = table.flatten().topk(min(width, b * (V - 1)))
                    if n == limit or len(totals) == 0 or best >= totals[0].item() / lp(limit):
                        break
                    ids = torch.cat([ids[places // V], places[:, None] % V], dim=1)
                return text, best
            """,
            why="The whole fraction is raised to the power of α.",
            look="What is the penalty of a text of one symbol?",
        ),
        slip(
            "the softmax runs over the texts",
            edit="""
            def beam_decode(step, start, end, width, limit, alpha):
                lp = lambda n: ((5 + n) / 6) ** alpha
                ids, totals = torch.tensor([[start]]), torch.zeros(1)
                text, best = [end], -math.inf
                for n in range(1, limit + 1):
                    table = totals[:, None] + step(ids).cpu().log_softmax(0)
                    b, V = table.shape
                    closed = table[:, end] / lp(n)
                    i = closed.argmax().item()
                    if closed[i].item() > best:
                        text, best = ids[i, 1:].tolist() + [end], closed[i].item()
                    table[:, end] = -math.inf
                    totals, places = table.flatten().topk(min(width, b * (V - 1)))
                    if n == limit or len(totals) == 0 or best >= totals[0].item() / lp(limit):
                        break
                    ids = torch.cat([ids[places // V], places[:, None] % V], dim=1)
                return text, best
            """,
            why="Probabilities are spread over the symbols that may follow one text.",
            look="Over which axis do the probabilities have to sum to 1?",
        ),
        slip(
            "the bound is that of the worst running text",
            edit="""
            def beam_decode(step, start, end, width, limit, alpha):
                lp = lambda n: ((5 + n) / 6) ** alpha
                ids, totals = torch.tensor([[start]]), torch.zeros(1)
                text, best = [end], -math.inf
                for n in range(1, limit + 1):
                    table = totals[:, None] + step(ids).cpu().log_softmax(-1)
                    b, V = table.shape
                    closed = table[:, end] / lp(n)
                    i = closed.argmax().item()
                    if closed[i].item() > best:
                        text, best = ids[i, 1:].tolist() + [end], closed[i].item()
                    table[:, end] = -math.inf
                    totals, places = table.flatten().topk(min(width, b * (V - 1)))
                    if n == limit or len(totals) == 0 or best >= totals[-1].item() / lp(limit):
                        break
                    ids = torch.cat([ids[places // V], places[:, None] % V], dim=1)
                return text, best
            """,
            why="The best text may still win.",
            look="Which running text is most likely to win?",
        ),
        slip(
            "closed texts take up slots of running ones",
            edit="""
            def beam_decode(step, start, end, width, limit, alpha):
                lp = lambda n: ((5 + n) / 6) ** alpha
                ids, totals = torch.tensor([[start]]), torch.zeros(1)
                text, best = [end], -math.inf
                for n in range(1, limit + 1):
                    table = totals[:, None] + step(ids).cpu().log_softmax(-1)
                    b, V = table.shape
                    closed = table[:, end] / lp(n)
                    i = closed.argmax().item()
                    if closed[i].item() > best:
                        text, best = ids[i, 1:].tolist() + [end], closed[i].item()
                    totals, places = table.flatten().topk(min(width, b * V))
                    alive = places % V != end
                    totals, places = totals[alive], places[alive]
                    if n == limit or len(totals) == 0 or best >= totals[0].item() / lp(limit):
                        break
                    ids = torch.cat([ids[places // V], places[:, None] % V], dim=1)
                return text, best
            """,
            why="Closing a text doesn't use up a slot: `width` texts keep running.",
            look="How many texts does `step` get after one has ended?",
        ),
        slip(
            "closed texts are compared by their totals",
            edit="""
            def beam_decode(step, start, end, width, limit, alpha):
                lp = lambda n: ((5 + n) / 6) ** alpha
                ids, totals = torch.tensor([[start]]), torch.zeros(1)
                text, best = [end], -math.inf
                for n in range(1, limit + 1):
                    table = totals[:, None] + step(ids).cpu().log_softmax(-1)
                    b, V = table.shape
                    closed = table[:, end] / lp(n)
                    i = closed.argmax().item()
                    if table[i, end].item() > getattr(beam_decode, 'top', -math.inf) or n == 1:
                        beam_decode.top = table[i, end].item()
                        text, best = ids[i, 1:].tolist() + [end], closed[i].item()
                    table[:, end] = -math.inf
                    totals, places = table.flatten().topk(min(width, b * (V - 1)))
                    if n == limit or len(totals) == 0 or best >= totals[0].item() / lp(limit):
                        break
                    ids = torch.cat([ids[places // V], places[:, None] % V], dim=1)
                return text, best
            """,
            why="Then the shortest text wins, whatever α is.",
            look="How do you compare a newly closed text with the best one so far?",
        ),
        slip(
            "running texts are kept in the order of the table",
            edit="""
            def beam_decode(step, start, end, width, limit, alpha):
                lp = lambda n: ((5 + n) / 6) ** alpha
                ids, totals = torch.tensor([[start]]), torch.zeros(1)
                text, best = [end], -math.inf
                for n in range(1, limit + 1):
                    table = totals[:, None] + step(ids).cpu().log_softmax(-1)
                    b, V = table.shape
                    closed = table[:, end] / lp(n)
                    i = closed.argmax().item()
                    if closed[i].item() > best:
                        text, best = ids[i, 1:].tolist() + [end], closed[i].item()
                    table[:, end] = -math.inf
                    totals, places = table.flatten().topk(min(width, b * (V - 1)))
                    places, order = places.sort()
                    totals = totals[order]
                    if n == limit or len(totals) == 0 or best >= totals.max().item() / lp(limit):
                        break
                    ids = torch.cat([ids[places // V], places[:, None] % V], dim=1)
                return text, best
            """,
            why="`step` gets the likeliest text first.",
            look="In which order are your running texts?",
        ),
        slip(
            "the score is a tensor",
            edit="""
            def beam_decode(step, start, end, width, limit, alpha):
                lp = lambda n: ((5 + n) / 6) ** alpha
                ids, totals = torch.tensor([[start]]), torch.zeros(1)
                text, best = [end], -math.inf
                for n in range(1, limit + 1):
                    table = totals[:, None] + step(ids).cpu().log_softmax(-1)
                    b, V = table.shape
                    closed = table[:, end] / lp(n)
                    i = closed.argmax().item()
                    if closed[i].item() > best:
                        text, best = ids[i, 1:].tolist() + [end], closed[i]
                    table[:, end] = -math.inf
                    totals, places = table.flatten().topk(min(width, b * (V - 1)))
                    if n == limit or len(totals) == 0 or best >= totals[0].item() / lp(limit):
                        break
                    ids = torch.cat([ids[places // V], places[:, None] % V], dim=1)
                return text, best
            """,
            why="The score should be a float.",
            look="What is the type of your score?",
        ),
        slip(
            "rows and columns are swapped",
            edit="""
            def beam_decode(step, start, end, width, limit, alpha):
                lp = lambda n: ((5 + n) / 6) ** alpha
                ids, totals = torch.tensor([[start]]), torch.zeros(1)
                text, best = [end], -math.inf
                for n in range(1, limit + 1):
                    table = totals[:, None] + step(ids).cpu().log_softmax(-1)
                    b, V = table.shape
                    closed = table[:, end] / lp(n)
                    i = closed.argmax().item()
                    if closed[i].item() > best:
                        text, best = ids[i, 1:].tolist() + [end], closed[i].item()
                    table[:, end] = -math.inf
                    totals, places = table.flatten().topk(min(width, b * (V - 1)))
                    if n == limit or len(totals) == 0 or best >= totals[0].item() / lp(limit):
                        break
                    ids = torch.cat([ids[places % b], places[:, None] // b], dim=1)
                return text, best
            """,
            why="In the flat list, all symbols of the first text come first.",
            look="In a table of b rows and V columns, in which row is entry number n of the flat list?",
        ),
    ]  # fmt: skip
    equivalent = {
        "if closed.max() >= score:": "two closed texts with the same score do not occur",
        "if score > total[0] / ((5 + limit) / 6) ** alpha:": "a bound that is met exactly does not occur",
        "so_far = total[:, None] + step(torch.tensor(running)).log_softmax(dim=+1).cpu()": "the last of two axes",
        "so_far = total[:, None] + step(torch.tensor(running)).log_softmax(dim=1).cpu()": "the last of two axes",
    }
    promises = {
        "the best of several finished texts": dict(long=True),
        "all texts are searched where the width allows": dict(width=100),
        "a width of one": dict(width=1),
        "large scores": dict(size=150.0),
        "no penalty": dict(alpha=0.0),
        "no call that can't change the result": dict(early=True),
        "a limit of one symbol": dict(limit=1),
        "one call per step with all running texts": "texts in each call",
        "the score is divided by the penalty": "score",
    }
