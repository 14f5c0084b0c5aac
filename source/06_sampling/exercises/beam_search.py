"""Beam search with a length penalty, returning all hypotheses with their log-probabilities.

Oracle: the search written out in NumPy; where the beam is wide enough to keep every hypothesis,
all sequences are enumerated. Inputs with near-ties are drawn again.
"""

import itertools

import numpy as np

from autograder.authoring import exercise, slip

from ._shared import TRIES, language, log_softmax, scores_after


def naive_beams(parts, prompt, width, n_new, stop, alpha):
    """The search written out: pairs best first, texts in each call, and the closest call that decided anything."""
    running, finished, asked, closest = [((), 0.0)], [], [], np.inf
    for _ in range(n_new):
        if not running:
            break
        asked.append(len(running))
        every = []
        for text, total in running:
            for token, log_p in enumerate(log_softmax(scores_after(prompt + list(text), *parts))):
                every.append(((*text, token), total + log_p))
        every.sort(key=lambda pair: -pair[1])
        if len(every) > width:
            closest = min(closest, every[width - 1][1] - every[width][1])
        finished += [pair for pair in every[:width] if pair[0][-1] == stop]
        running = [pair for pair in every[:width] if pair[0][-1] != stop]
    score = lambda pair: pair[1] / len(pair[0]) ** alpha
    found = sorted(finished + running, key=score, reverse=True)
    gaps = -np.diff([score(pair) for pair in found])
    return found, asked, min([closest, *gaps])


def orders(found, alpha, n_prompt, stop):
    """Texts best first by the right score, and by those of seven mistakes; and how close two scores of a kind come."""
    n, done = (np.array(each) for each in zip(*((len(text), text[-1] == stop) for text, _ in found)))
    divisors = {
        "right": n**alpha,
        "none": np.ones(len(n)),
        "times": n**-alpha,
        "another power": n ** (2 * alpha),
        "with the prompt": (n_prompt + n) ** alpha,
        "a factor": n * alpha if alpha else np.ones(len(n)),
        "Wu et al.": ((5 + n) / 6) ** alpha,
        "without the stop token": np.maximum(1, n - done) ** alpha,
    }
    scores = {name: np.array([total for _, total in found]) / divisor for name, divisor in divisors.items()}
    closest = min((np.diff(np.sort(score)).min() for score in scores.values() if len(score) > 1), default=1)
    return {name: np.argsort(-score).tolist() for name, score in scores.items()}, closest


def every_text(parts, prompt, n_new, stop, alpha):
    """All texts of at most n_new tokens that end with the stop token or have n_new tokens, best first."""
    found = []
    V = len(parts[0])
    for length in range(1, n_new + 1):
        for text in itertools.product(range(V), repeat=length):
            if stop in text[:-1] or (length < n_new and text[-1] != stop):
                continue
            log_p = [
                log_softmax(scores_after(prompt + list(text[:i]), *parts))[token]
                for i, token in enumerate(text)
            ]
            found.append((text, sum(log_p)))
    return sorted(found, key=lambda pair: pair[1] / len(pair[0]) ** alpha, reverse=True)


@exercise("beam_search", points=4, forbid=["transformers"])
class _:
    cases = [
        dict(V=5, T=(2, 4), width=3, n_new=(4, 5), alpha=1.0, full=True),
        dict(V=3, T=(1, 3), width=27, n_new=(3, 3), alpha=0.7, every=True),  # nothing is thrown away
        dict(V=6, T=(2, 4), width=1, n_new=(3, 5), alpha=0.0, early=False),  # greedy
        dict(V=4, T=(1, 2), width=4, n_new=(4, 4), alpha=2.0),
        dict(
            V=4, T=(2, 4), width=1, n_new=(4, 5), alpha=1.0, early=False, over=True
        ),  # no text is running before the last step
    ]
    weights = {"texts": 3, "log-probabilities": 2, "texts in each call": 2, "prompt unchanged": 1}

    def inputs(rng, V, T, width, n_new, alpha, early=True, over=False, full=False, every=False):
        """full: `width` texts have finished before the last step. every: each score has an order of its own."""
        T, n_new = (int(rng.integers(*each, endpoint=True)) for each in (T, n_new))
        for _ in range(TRIES):
            parts = language(rng, V, 6, T + n_new + 2)
            prompt, stop = rng.integers(0, V, T).tolist(), int(rng.integers(V))
            found, calls, closest = naive_beams(tuple(parts.values()), prompt, width, n_new, stop, alpha)
            lengths = [len(text) for text, _ in found]
            is_early = len(set(lengths)) > 1 and len(calls) == n_new
            if closest < 1e-3 or is_early != early or (len(calls) < n_new) < over:
                continue
            if full and sum(length < n_new for length in lengths) < width:
                continue
            by, near = orders(found, alpha, T, stop)
            mistaken = [order for name, order in by.items() if alpha != 1 or name != "a factor"]
            if early and (mistaken.count(by["right"]) > 1 or near < 1e-5):
                continue
            if every and len(set(map(tuple, by.values()))) < len(by):
                continue
            return {
                **parts,
                "prompt": prompt,
                "width": width,
                "n_new": n_new,
                "stop": stop,
                "alpha": alpha,
            }
        raise AssertionError("no such inputs")

    def oracle(table, places, head, prompt, width, n_new, stop, alpha):
        parts = table, places, head
        if width >= len(table) ** n_new:  # nothing is thrown away, so every text is found
            found = every_text(parts, prompt, n_new, stop, alpha)
            asked = [(len(table) - 1) ** i for i in range(n_new)]
        else:
            found, asked, _ = naive_beams(parts, prompt, width, n_new, stop, alpha)
        texts = [list(text) for text, _ in found]
        return {
            "texts": texts,
            "log-probabilities": [float(total) for _, total in found],
            "texts in each call": asked,
            "prompt unchanged": {"texts": texts, "changed": False},
        }

    alternatives = {
        "sorted by Python": """
            running, aside = [([], 0.0)], []
            while running and n_new > 0:
                n_new -= 1
                table = log_probs(torch.tensor([prompt + text for text, _ in running])).tolist()
                every = [
                    (text + [v], total + row[v]) for (text, total), row in zip(running, table) for v in range(len(row))
                ]
                best = sorted(every, key=lambda pair: pair[1])[::-1][:width]
                aside.extend(pair for pair in best if pair[0][-1] == stop)
                running = [pair for pair in best if pair[0][-1] != stop]
            aside.extend(running)
            aside.sort(key=lambda pair: -pair[1] * len(pair[0]) ** -alpha)
            return aside
        """,
        "the score orders each step, too": """
            beams, done = [([], 0.0)], []
            score = lambda pair: pair[1] / len(pair[0]) ** alpha  # within a step all lengths are equal
            for _ in range(n_new):
                if beams:
                    table = log_probs(torch.tensor([prompt + text for text, _ in beams])).cpu()
                    every = [(t + [v], s + table[b, v].item()) for b, (t, s) in enumerate(beams) for v in range(table.shape[1])]
                    every = sorted(every, key=score, reverse=True)[:width]
                    done += [pair for pair in every if pair[0][-1] == stop]
                    beams = [pair for pair in every if pair[0][-1] != stop]
            return sorted(done + beams, key=score, reverse=True)
        """,
        "the best of each text first, then of all": """
            beams, done = [([], 0.0)], []
            for _ in range(n_new):
                scores = log_probs(torch.tensor([prompt + text for text, _ in beams])).cpu()
                top = scores.topk(min(width, scores.shape[1]), dim=1)
                every = []
                for (text, total), values, tokens in zip(beams, top.values, top.indices):
                    every += [(text + [int(t)], total + float(v)) for v, t in zip(values, tokens)]
                every.sort(key=lambda pair: pair[1], reverse=True)
                done += [pair for pair in every[:width] if pair[0][-1] == stop]
                beams = [pair for pair in every[:width] if pair[0][-1] != stop]
                if not beams:
                    break
            return sorted(done + beams, key=lambda pair: -pair[1] / len(pair[0]) ** alpha)
        """,
    }
    slips = [
        slip(
            "the length is not taken into account",
            edit=(" / len(found[0]) ** alpha", ""),
            why="Each token makes a text less likely, so the shortest answers win.",
            look="Which of your function's arguments does your code never use?",
        ),
        slip(
            "the log-probability is multiplied by the length, not divided",
            edit=("found[1] / len", "found[1] * len"),
            why="Log-probabilities are negative, so this penalizes long texts twice.",
            look="Compute the two scores in the section's example by hand.",
        ),
        slip(
            "the prompt is counted in the length",
            edit=("len(found[0]) ** alpha", "(len(prompt) + len(found[0])) ** alpha"),
            why="The log-probability covers only the new tokens. After a long prompt, all lengths would be nearly the same.",
            look="What does n stand for in the formula?",
        ),
        slip(
            "alpha is used as a factor, not as an exponent",
            edit=("len(found[0]) ** alpha", "(len(found[0]) * alpha or 1)"),
            why="A factor that is the same for every text doesn't change the order.",
            look="Where does α appear in the formula?",
        ),
        slip(
            "only the last token's log-probability counts",
            edit=("so_far + log_probs(ids)", "0 * so_far + log_probs(ids)"),
            why="A text that began badly then scores as well as one that began well, as long as its last token is likely.",
            look="What is the log-probability of a text of two tokens?",
        ),
        slip(
            "finished texts are extended",
            edit=("(finished if token == stop else kept)", "kept"),
            also=[[("(finished if token == stop else kept).append((text, total))", "kept.append((text, total))\n            if token == stop:\n                finished.append((text, total))"), ("finished + running", "finished + [each for each in running if each not in finished]")]],
            why="More tokens are then added after the stop token, and they spoil an answer that was good.",
            look="When a text's last token is the stop token, where does your code put it?",
        ),
        slip(
            "finished texts are lost",
            edit=("sorted(finished + running", "sorted(running"),
            why="Only texts that are still running come back.",
            look="Which of your two lists do you return?",
        ),
        slip(
            "running texts are lost",
            edit=("sorted(finished + running", "sorted(finished"),
            why="If no text has stopped after n_new tokens, nothing comes back at all.",
            look="What does your code return when the stop token never comes?",
        ),
        slip(
            "each text keeps its own `width` best extensions",
            edit=[
                ("best = totals.flatten().topk(min(width, totals.numel()))", "best = totals.topk(min(width, totals.shape[1]), dim=1)\n        places = best.indices + totals.shape[1] * torch.arange(len(totals))[:, None]"),
                ("zip(best.values.tolist(), best.indices.tolist())", "zip(best.values.flatten().tolist(), places.flatten().tolist())"),
            ],
            why="The number of texts grows with every step, and so does the work.",
            look="How many texts may still be running after the second step?",
        ),
        slip(
            "one text too few is kept",
            edit=("min(width, totals.numel())", "min(max(1, width - 1), totals.numel())"),
            why="Out of all the extensions, each step keeps the best `width`.",
            look="With width = 3, how many texts are in your second call if none has stopped?",
        ),
        slip(
            "one text too many is kept",
            edit=("min(width, totals.numel())", "min(width + 1, totals.numel())"),
            why="Out of all the extensions, each step keeps the best `width`.",
            look="With width = 1, how many texts are in your second call?",
        ),
        slip(
            "finished texts go through the model with the running ones",
            edit="""
                beams = [([], 0.0)]
                for step in range(n_new):
                    rows = [prompt + text + [stop] * (step - len(text)) for text, _ in beams]
                    every = []
                    for (text, total), row in zip(beams, log_probs(torch.tensor(rows)).tolist()):
                        every += [(text, total)] if stop in text else [(text + [token], total + value) for token, value in enumerate(row)]
                    beams = sorted(every, key=lambda found: found[1], reverse=True)[:width]
                    if all(stop in text for text, _ in beams):
                        break
                return sorted(beams, key=lambda found: found[1] / len(found[0]) ** alpha, reverse=True)
            """,
            why="They take up slots that running texts could use, and each step computes them again for nothing.",
            look="With width = 3, how many rows does your second call have if one of the three texts has stopped?",
        ),
        slip(
            "`width` texts keep running in addition to the finished ones",
            edit=[("totals.flatten().topk(min(width, totals.numel()))", "totals.flatten().sort(descending=True)"), ("            parent, token = divmod(", "            if len(kept) == width:\n                break\n            parent, token = divmod(")],
            why="Some libraries do that. Here each step keeps `width` extensions, including the ones that end.",
            look="Of the extensions you keep at one step, how many end with the stop token? Do they count toward `width`?",
        ),
        slip(
            "each text keeps one extension after the first step",
            edit=[("best = totals.flatten().topk(min(width, totals.numel()))", "values, places = totals.flatten().topk(min(width, totals.numel()))\n        if running[0][0]:\n            values, places = totals.max(dim=1)\n            places = places + totals.shape[1] * torch.arange(len(running))"), ("zip(best.values.tolist(), best.indices.tolist())", "zip(values.tolist(), places.tolist())")],
            why="That is greedy search from several first tokens. When a text turns out badly, its slot should go to a second extension of a better one.",
            look="With width = 2, can both extensions you keep come from the same text?",
        ),
        slip(
            "at most V extensions are kept",
            edit=("min(width, totals.numel())", "min(width, totals.shape[1])"),
            why="Only the first step is limited to V extensions. Every later step has V for each running text.",
            look="Two texts are running, V = 5, width = 8. How many extensions are there, and how many do you keep?",
        ),
        slip(
            "the search starts from several copies of the prompt",
            edit=("[([], 0.0)], []", "[([], 0.0)] * width, []"),
            why="All copies have the same extensions, so the beam fills up with `width` copies of a single text.",
            look="How many different texts are running after your first step?",
        ),
        slip(
            "finished texts come before running ones",
            edit=("key=lambda found: found[1] / len(found[0]) ** alpha", "key=lambda found: (found[0][-1] == stop, found[1] / len(found[0]) ** alpha)"),
            why="A text that was cut off at n_new may still be the better one, so one score has to rank both kinds.",
            look="A finished text has a score of −1.2 and a running one −0.8. Which does your code put first?",
        ),
        slip(
            "the model is asked once more after the last step",
            edit=("    return sorted(", "    if running:\n        log_probs(torch.tensor([prompt + text for text, _ in running]))\n    return sorted("),
            why="The output of that call is never used, but it costs as much as any other.",
            look="With n_new = 1, how many calls does your code make?",
        ),
        slip(
            "the prompt comes back with the text",
            edit=[("return sorted(", "return [(prompt + text, total) for text, total in sorted("), ("reverse=True)", "reverse=True)]")],
            why="The docstring asks only for the new tokens; the caller already has the prompt.",
            look="With n_new = 1, how long can a text be?",
        ),
        slip(
            "the length normalization has the constants of Wu et al. (2016)",
            edit=("len(found[0]) ** alpha", "((5 + len(found[0])) / 6) ** alpha"),
            why="They divide by ((5 + n)/6)^α, which favours longer texts less. The formula in this section divides by n^α.",
            look="With α = 1, what is your divisor for a text of one token, and for one of seven?",
        ),
        slip(
            "the stop token is not counted in the length",
            edit=("len(found[0]) ** alpha", "max(1, len(found[0]) - (found[0][-1] == stop)) ** alpha"),
            why="Its log-probability is part of the sum, so it counts as one of the n tokens.",
            look="What is n for *yes.* in the section's example?",
        ),
        slip(
            "finished texts take up a slot for good",
            edit=("min(width, totals.numel())", "min(max(0, width - len(finished)), totals.numel())"),
            why="The search then gets narrower with every text that ends, but here each step keeps `width` extensions again.",
            look="Read rule 2 again: what exactly does `width` count?",
        ),
        slip(
            "the search ends with the first text that stops",
            edit=("if not running:", "if finished:"),
            why="The first text to stop is the shortest, but a longer one may be far better for its length.",
            look="When is the search over, according to rule 3?",
        ),
        slip(
            "the worst text comes first",
            edit=("reverse=True", "reverse=False"),
            why="The caller expects the best text first and gets the worst.",
            look="A log-probability close to 0 is good. Which way do you sort?",
        ),
        slip(
            "the stop token is left out of the text",
            edit=("(finished if token == stop else kept).append((text, total))", "(finished if token == stop else kept).append((text[: len(text) - (token == stop)], total))"),
            also=[[("return sorted(", "return [([token for token in text if token != stop], total) for text, total in sorted("), ("reverse=True)", "reverse=True)]")]],
            why="It belongs to the text and counts toward its length, because its log-probability is part of the sum.",
            look="How many tokens does the log-probability cover, and how long is the text you return?",
        ),
        slip(
            "one step is missing",
            edit=("range(n_new)", "range(n_new - 1)"),
            why="Every text gets n_new new tokens unless it stops earlier.",
            look="How long is your longest text?",
        ),
        slip(
            "the index into the flat table is read the wrong way round",
            edit=("parent, token = divmod(place, totals.shape[1])", "token, parent = divmod(place, len(totals))"),
            why="Each row of the table is a running text, and the flat table holds one row after another.",
            look="With V = 5, which text and which token does index 7 stand for?",
        ),
        slip(
            "only some of the texts found come back",
            edit=("reverse=True)", "reverse=True)[:width]", "reverse=True)[:1]"),
            why="The docstring promises every finished and every running text, so the caller can choose among them.",
            look="How many texts had finished, and how many were still running? How many do you return?",
        ),
        slip(
            "length-normalized scores come back instead of log-probabilities",
            edit=("return sorted(finished + running, key=lambda found: found[1] / len(found[0]) ** alpha, reverse=True)", "return sorted([(text, total / len(text) ** alpha) for text, total in finished + running], key=lambda found: found[1], reverse=True)"),
            why="The score only orders the texts, but the caller wants to know how likely each one is.",
            look="What is the second entry of each pair, according to the docstring?",
        ),
        slip(
            "the search ends when `width` texts have finished",
            edit=("if not running:", "if not running or len(finished) >= width:"),
            why="Libraries offer this as early stopping, but here a text that is still running may end with a better score.",
            look="When is the search over, according to rule 3?",
        ),
        slip(
            "the model is called separately for each text",
            edit=("log_probs(ids).cpu()", "torch.cat([log_probs(row[None]) for row in ids]).cpu()"),
            why="The texts are right. But one call for all of them would read the weights once, while your code reads them again for each text.",
            look="With three texts running, how many calls does your code make per step?",
        ),
        slip(
            "the least likely extensions are kept",
            edit=("topk(min(width, totals.numel()))", "topk(min(width, totals.numel()), largest=False)"),
            why="The search then finds the texts that the model believes in least.",
            look="Print what your first step keeps, with its log-probabilities. Which end of the list is it?",
        ),
        slip(
            "the prompt is not shown to the model",
            edit=("prompt + text for text", "prompt[:1] + text for text"),
            why="The model then continues a different text.",
            look="Print what your first call passes to log_probs.",
        ),
    ]  # fmt: skip
    promises = {
        "kept among all extensions": dict(width=3),
        "with nothing thrown away, all texts are found": dict(width=27),
        "fewer extensions than width": dict(V=3, width=27),
        "width 1 is greedy search": dict(width=1),
        "alpha = 0: by log-probability": dict(alpha=0.0),
        "alpha is an exponent": dict(alpha=2.0),
        "one call per step": "texts in each call",
        "the log-probability of the new tokens": "log-probabilities",
        "it ends when no text is running": dict(over=True),
        "prompt is left as it is": "prompt unchanged",
    }
    equivalent = {
        "(finished if token is stop else kept).append((text, total))": "Python has one object for each number up to 256, and no vocabulary here is larger",
    }  # fmt: skip
