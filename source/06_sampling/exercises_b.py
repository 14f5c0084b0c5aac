"""What decides the exercises of sitting b: the loop, beams, drafts, and four instruments to judge texts with."""

import itertools
import math
from functools import lru_cache

import numpy as np

from autograder.authoring import Distribution, SameAs, exercise, slip

TRIES = 2000  # inputs are drawn again until mistakes show on them, most often three to twelve times


def told_apart(one, other, n):
    """Whether n draws each from two distributions (K,) hardly ever look alike to the test that recognises a slip.

    Its chi-square statistic lies above the limit for 1 in 10⁴ by three of its standard deviations or more.
    """
    total = n * (one + other)
    rank = np.argsort(total)
    pool = (np.cumsum(total[rank]).clip(0) // 12).astype(int)  # rare ones are pooled, about as that test does
    a, b = (np.bincount(pool, n * each[rank]) for each in (one, other))
    a, b = a[a + b > 0], b[a + b > 0]
    free, beyond = len(a) - 1, ((a - b) ** 2 / (a + b)).sum()
    return beyond > 3.72 * math.sqrt(2 * free) + 8.5 + 3 * math.sqrt(2 * free + 4 * beyond)


# --- a small language in float64, as the probes have it ------------------------------------------------------


def language(rng, V, D, length):
    """A model whose scores depend on all tokens so far and on their places."""
    return {
        "table": rng.standard_normal((V, D)),
        "places": rng.uniform(0.4, 1.6, (length, D)) * rng.choice([-1, 1], (length, D)),
        "head": rng.standard_normal((D, V)),
    }


def scores_after(text, table, places, head):
    """Scores (V,) of what follows a list of tokens."""
    return np.tanh(sum(table[token] * places[i] for i, token in enumerate(text))) @ head


def log_softmax(z):
    return z - z.max(-1, keepdims=True) - np.log(np.exp(z - z.max(-1, keepdims=True)).sum(-1, keepdims=True))


def filtered(z, name, value, text):
    """What a filter leaves of scores (V,), written out."""
    z = z.copy()
    ranked = sorted(range(len(z)), key=lambda v: -z[v])
    if name == "temperature":
        return z / value
    if name == "penalty":
        for token in set(text):
            z[token] = z[token] / value if z[token] > 0 else z[token] * value
    if name == "top_k":
        z[ranked[value:]] = -np.inf
    if name == "top_p":
        p = np.exp(log_softmax(z))
        for i, token in enumerate(ranked):
            if p[ranked[:i]].sum() >= value:
                z[token] = -np.inf
    return z


# --- the loop ---------------------------------------------------------------------------------------------------


def likeliest(text, n_new, parts):
    """The likeliest continuation of a text, never stopped, and the closest call that decided about a token."""
    written, closest = [], np.inf
    for _ in range(n_new):
        z = scores_after(text + written, *parts)
        closest = min(closest, np.diff(np.sort(z))[-1])
        written.append(int(z.argmax()))
    return written, closest


def until(text, stop):
    """A text up to its first stop token, which belongs to it."""
    ends = [i for i, token in enumerate(text) if token in stop]
    return text[: ends[0] + 1] if ends else text


def chances(ids, parts, stop, order, seen=lambda text: text):
    """The probability of each text of at most 3 tokens behind some ids, as {text: probability}.

    seen: what the filters get to see of a text.
    """
    found, open_ = {}, {(): 1.0}
    for _ in range(3):
        longer = {}
        for text, chance in open_.items():
            whole = [*ids, *text]
            z = scores_after(whole, *parts)
            for name, value in order:
                z = filtered(z, name, value, seen(whole))
            for token, p in enumerate(np.exp(log_softmax(z))):
                if p > 0:
                    (found if token in stop or len(text) == 2 else longer)[*text, token] = chance * p
        open_ = longer
    return found


def filtered_at_once(z, order, tokens):
    """The same for scores (..., V) behind tokens (..., T), after all filters of a list."""
    for name, value in order:
        if name == "temperature":
            z = z / value
        if name == "penalty":
            seen = np.eye(z.shape[-1], dtype=bool)[tokens].any(axis=-2)
            z = np.where(seen, np.where(z > 0, z / value, z * value), z)
        if name == "top_k":
            z = np.where(z < np.sort(z, axis=-1)[..., [-value]], -np.inf, z)
        if name == "top_p":
            ranked = np.argsort(-z, axis=-1)
            p = np.exp(log_softmax(np.take_along_axis(z, ranked, axis=-1)))
            out = np.zeros_like(z)
            np.put_along_axis(out, ranked, p.cumsum(axis=-1) - p >= value, axis=-1)
            z = np.where(out > 0, -np.inf, z)
    return z


def chances_at_once(ids, parts, stop, weigh):
    """The probability of each text of at most 3 tokens behind some ids, (V + V² + V³,).

    weigh: scores (..., V) and tokens so far (..., T) → probabilities of the next token (..., V).
    """
    table, places, head = parts
    V, tokens, chance, found = len(table), np.array(ids), np.ones(()), []
    ends = np.isin(np.arange(V), stop)
    for step in range(3):
        z = np.tanh((table[tokens] * places[: tokens.shape[-1]]).sum(axis=-2)) @ head
        chance = chance[..., None] * weigh(z, tokens)
        found.append((chance * (ends | (step == 2))).ravel())
        chance = chance * ~ends
        before = np.repeat(tokens[..., None, :], V, axis=-2)
        tokens = np.concatenate([before, np.broadcast_to(np.arange(V)[:, None], (*before.shape[:-1], 1))], -1)
    return np.concatenate(found)


ENDS = {  # lengths of the texts, of n at most: whether this is the regime
    "all": lambda lengths, n: max(lengths) < n and len(set(lengths)) > 1,
    "some": lambda lengths, n: min(lengths) < n - 1 and max(lengths) == n,
    "none": lambda lengths, n: min(lengths) == n,
}


def shows(ids, parts, stop, order, rows):
    """Whether draws tell the right texts from those of mistakes with the filters and, with a penalty, all of these apart."""
    softmax = lambda z: np.exp(log_softmax(z))
    share = lambda z: np.maximum(z, 0) / np.maximum(z, 0).sum(axis=-1, keepdims=True)
    by = lambda some, seen=lambda text: text: lambda z, text: softmax(filtered_at_once(z, some, seen(text)))
    prompt, last, new = (
        (lambda x: x[..., : len(ids)]),
        (lambda x: x[..., -1:]),
        (lambda x: x[..., len(ids) :]),
    )
    right, from_right, only_last = by(order), by(order[::-1]), by(order[-1:])
    if any(name == "penalty" for name, _ in order):
        of_another_text = [by(order, seen) for seen in (last, new, prompt)]
        of_probabilities = [
            lambda z, text: share(filtered_at_once(softmax(z), order, text)),
            lambda z, text: softmax(filtered_at_once(softmax(z), order, text)),
        ]
        kinds = [[right], of_another_text, [only_last], [from_right], of_probabilities, [by([])]]
    else:
        kinds, of_another_text = [[right], [from_right, only_last]], None
    texts = []
    for kind in kinds:  # one at a time, since most inputs fail early
        texts.append([chances_at_once(ids, parts, stop, way) for way in kind])
        if kind is of_another_text and max(np.minimum(texts[0][0], each).sum() for each in texts[1]) > 0.7:
            return False
        others = itertools.chain(*texts[:-1])
        if not all(told_apart(one, other, rows) for one in others for other in texts[-1]):
            return False
    return True


@exercise("generate", points=5, forbid=["transformers"])
class _:
    cases = [
        dict(B=3, T=(2, 7), n_new=(6, 8), ends="all", order=[("temperature", 2.0), ("top_p", 0.75)]),
        dict(
            B=3, T=(3, 8), n_new=(5, 7), ends="some", stops=2, order=[("top_p", 0.75), ("temperature", 2.0)]
        ),
        dict(B=2, T=(1, 1), n_new=(3, 8), ends="none", order=[("penalty", 6.0), ("top_k", 2)]),
        dict(B=4, T=(2, 9), n_new=(1, 1), ends="none", order=[]),
    ]
    weights = {"texts": 2, "tokens in each call": 2, "draws": 2, "again": 1}

    def inputs(rng, B, T, n_new, ends, order, stops=1):
        V, D, n_stops, rows = 5, 6, stops, 230
        T, n_new = (int(rng.integers(*each, endpoint=True)) for each in (T, n_new))
        for _ in range(TRIES):
            parts = language(
                rng, V, D, 2 * (T + max(n_new, 3)) + 2
            )  # places to spare, for calls that go too far
            ids = rng.integers(0, V, (B, T))
            texts, closest = zip(*(likeliest(row.tolist(), n_new, tuple(parts.values())) for row in ids))
            stops = itertools.combinations(rng.permutation(V).tolist(), n_stops)
            for stop in [[]] if ends == "none" else map(list, stops):
                if min(closest) > 0.02 and ENDS[ends]([len(until(text, stop)) for text in texts], n_new):
                    ended = [text for text in (until(text, stop) for text in texts) if len(text) < n_new]
                    if ends != "none" and {text[-1] for text in ended} != set(
                        stop
                    ):  # each of them ends a text
                        continue
                    if order and not shows(ids[0].tolist(), tuple(parts.values()), stop, order, rows):
                        continue
                    return {
                        **parts,
                        "ids": ids,
                        "n_new": n_new,
                        "stop": stop,
                        "order": [list(each) for each in order],
                        "rows": rows,
                        "seed": int(rng.integers(2**31)),
                    }
        raise AssertionError("no such inputs")

    def oracle(table, places, head, ids, n_new, stop, order, rows, seed):
        parts, V = (table, places, head), len(table)
        texts = [until(likeliest(row.tolist(), n_new, parts)[0], stop) for row in ids]
        calls = max(map(len, texts))
        probabilities = np.zeros((V + 1) ** 3)
        for text, chance in chances(ids[0].tolist(), parts, stop, order).items():
            probabilities[sum((token + 1) * (V + 1) ** (2 - i) for i, token in enumerate(text))] += chance
        return {
            "texts": texts,
            "tokens in each call": [ids.shape[1]] + [1] * (calls - 1),
            "draws": Distribution(probabilities, words="wrote {}, {}, {} (token + 1; 0: nothing more)"),
            "again": SameAs("draws", first=50),
        }

    alternatives = {
        "a table of tokens, cut at the end": """
            B, T = ids.shape
            streams = [torch.Generator().manual_seed(int(s)) for s in seeds]
            ended = [False] * B
            lengths = [n_new] * B
            cache = new_cache()
            scores = model(ids, 0, cache)[:, -1]
            for step in range(n_new):
                for f in filters:
                    scores = f(scores, ids)
                probs = torch.softmax(scores, -1)
                column = torch.zeros(B, 1, dtype=ids.dtype, device=ids.device)
                for b in range(B):
                    if not ended[b]:
                        column[b, 0] = torch.multinomial(probs[b].cpu(), 1, generator=streams[b]).item()
                        if column[b, 0].item() in stop:
                            ended[b], lengths[b] = True, step + 1
                ids = torch.hstack([ids, column])
                if all(ended) or step == n_new - 1:
                    break
                scores = model(column, T + step, cache)[:, -1]
            return [ids[b, T : T + lengths[b]].tolist() for b in range(B)]
        """,
        "all rows are drawn on, and cut afterwards": """
            streams = [torch.Generator().manual_seed(seed) for seed in seeds]
            begin, cache, passed = ids.shape[1], new_cache(), 0
            cut = lambda text: next((text[: i + 1] for i, token in enumerate(text) if token in stop), text)
            while True:
                scores = model(ids[:, passed:], passed, cache)[:, -1]
                passed = ids.shape[1]
                for f in filters:
                    scores = f(scores, ids)
                edges = scores.softmax(-1).double().cumsum(-1).cpu()
                u = torch.stack([torch.rand(1, generator=g, dtype=torch.float64) for g in streams])
                new = torch.searchsorted(edges, u * edges[:, -1:], right=True).to(ids.device)
                ids = torch.cat([ids, new], 1)
                texts = [cut(row) for row in ids[:, begin:].tolist()]
                if passed + 1 - begin == n_new or all(text[-1] in stop for text in texts):
                    return texts
        """,
    }
    slips = [
        slip(
            "the stop token is not part of the text",
            edit=("            texts[b].append(token)\n", "            texts[b] += [token] * (token not in stop)\n"),
            why="Without it nobody can tell an answer that was finished from one that was cut off at n_new.",
            look="In the table of the section, what is returned for row 1?",
        ),
        slip(
            "finished rows go on growing",
            edit=[("sorted(running)", "range(len(seeds))"), ("running.remove(b)", "running.discard(b)")],
            why="What comes behind the end was written by a model that believes that it is done. Readers would see it.",
            look="Which rows does your inner loop visit at step 2 of the table?",
        ),
        slip(
            "nothing ever stops",
            edit=("running.remove(b)", "pass"),
            why="Every text gets its full length, whatever the model says, and each of these steps is paid for.",
            look="What does your code do when a token is in `stop`?",
        ),
        slip(
            "finished rows are filled up to the length of the longest",
            edit=(
                "return texts",
                "return [text + [0] * (max(map(len, texts)) - len(text)) for text in texts]",
                "return [text + text[-1:] * (max(map(len, texts)) - len(text)) for text in texts]",
            ),
            why="Whoever reads the result cannot tell the filling from tokens that the model has written.",
            look="How long is the text of a row that stopped at its first token?",
        ),
        slip(
            "only one of the stop tokens stops",
            edit=("token in stop:", "token in stop[:1]:", "token in stop[-1:]:"),
            why="A sentence can end with a full stop, a question mark or an end-of-text token; the caller names all of them.",
            look="With stop = [3, 5], does your code end a text at 3, and at 5?",
        ),
        slip(
            "a stop token in the prompt ends a row before it begins",
            edit=("set(range(len(seeds)))", "{b for b, row in enumerate(ids.tolist()) if not set(row) & set(stop)}"),
            why="A prompt may hold full stops. What ends a text is a stop token that the model writes.",
            look="What comes back for a row whose prompt holds a stop token?",
        ),
        slip(
            "texts have one token too many, or one too few",
            edit=("range(n_new)", "range(n_new + 1)", "range(n_new - 1)", "range(max(1, n_new - 1))"),
            why="n_new is how many tokens a text may get, its stop token included.",
            look="How many tokens does your code write for n_new = 2, when nothing stops?",
        ),
        slip(
            "a call is made after the last of n_new tokens",
            edit=("    return texts", "    if running:\n        model(chunk, start, cache)\n    return texts"),
            why="Nobody looks at the scores of that call, and it costs as much as any other.",
            look="n_new = 1: how many calls does your code make?",
        ),
        slip(
            "rows go in one after the other",
            edit="""
                texts = []
                for b, seed in enumerate(seeds):
                    generator, cache, row, chunk, start, text = torch.Generator().manual_seed(seed), new_cache(), ids[b : b + 1], ids[b : b + 1], 0, []
                    for _ in range(n_new):
                        scores = model(chunk, start, cache)[:, -1]
                        start += chunk.shape[1]
                        for change in filters:
                            scores = change(scores, row)
                        text.append(int(sample_multinomial(scores[0].softmax(dim=-1).cpu(), 1, generator)))
                        if text[-1] in stop:
                            break
                        chunk = torch.tensor([text[-1:]], device=ids.device)
                        row = torch.cat([row, chunk], dim=1)
                    texts.append(text)
                return texts
            """,
            why="The texts are right. But one call for all rows reads the weights once, and here they are read for each row.",
            look="How many calls does your code make for 8 rows and one new token?",
        ),
        slip(
            "the model is asked again after the last row has stopped",
            edit=("        if not running:\n            break\n", ""),
            why="The texts are right. But all steps that were allowed are computed, needed or not.",
            look="When every row has stopped after 3 of 100 steps, how many calls does your code make?",
        ),
        slip(
            "the first row that stops ends all of them",
            edit=("        if not running:\n", "        if len(running) < len(seeds):\n"),
            also=[("return texts", "return [text[: min(map(len, texts))] for text in texts]")],
            why="The other texts are cut off in the middle of a sentence.",
            look="Which rows still have something to say when one has stopped?",
        ),
        slip(
            "what a row gets does not hang on its own seed alone",
            edit=(
                "[torch.Generator().manual_seed(seed) for seed in seeds]",
                "[torch.Generator().manual_seed(seeds[0])] * len(seeds)",
                "[torch.Generator() for _ in seeds if torch.Generator().seed()] and [torch.default_generator] * len(seeds)",
            ),
            why="The draws are right as a whole, but one text cannot be written again without its neighbours, or not at all.",
            look="Write row 2 alone, with its own seed. Is it the same text?",
        ),
        slip(
            "the generators start anew at every step",
            edit=("generators[b]))", "torch.Generator().manual_seed(seeds[b])))"),
            also=[("sample_multinomial(p[b], 1, generators[b])", "torch.multinomial(p[b], 1, generator=torch.Generator().manual_seed(seeds[b]))")],
            why="The same number decides at every step, so that a row which began with a rare token goes on with rare ones.",
            look="How often should a generator be made for one text?",
        ),
        slip(
            "the likeliest token is taken",
            edit=("int(sample_multinomial(p[b], 1, generators[b]))", "int(p[b].argmax())"),
            why="All seeds give one text.",
            look="Which of your lines reads a generator?",
        ),
        slip(
            "the filters are applied from right to left",
            edit=("for change in filters:", "for change in reversed(filters):", "for change in filters[::-1]:"),
            why="top-p behind a temperature of 2 keeps more tokens than top-p before it; the caller chose one of the two.",
            look="In which order should [temperature, top-p] be applied?",
        ),
        slip(
            "each filter starts from the raw scores, so that only the last one counts",
            edit=[
                ("scores = model(chunk, start, cache)[:, -1]", "raw = scores = model(chunk, start, cache)[:, -1]"),
                ("change(scores, ids)", "change(raw, ids)"),
            ],
            why="What the filters before it have done is thrown away.",
            look="What goes into the second filter?",
        ),
        slip(
            "only the first filter is applied",
            edit=("in filters:", "in filters[:1]:"),
            why="The rest of the list has no effect, and nothing says so.",
            look="How often does your loop over filters go round?",
        ),
        slip(
            "the filters are not applied",
            edit=("in filters:", "in ():"),
            why="The raw distribution is drawn from, with all its unlikely tokens.",
            look="Which of the arguments of your function does your code never use?",
        ),
        slip(
            "the filters see another text than all ids so far",
            edit=("change(scores, ids)", "change(scores, ids[:, :1])"),
            also=[
                ("        ids = torch.cat([ids, chunk], dim=1)\n", ""),
                ("change(scores, ids)", "change(scores, chunk)"),
                [("chunk, start = new_cache(), ids, 0", "chunk, start, T = new_cache(), ids, 0, ids.shape[1]"), ("change(scores, ids)", "change(scores, ids[:, T:])")],
            ],
            why="A repetition penalty then knows nothing of what has just been written, or of the prompt.",
            look="Print the second argument of a filter at step 3.",
        ),
        slip(
            "softmax is taken twice",
            edit=("scores.softmax(dim=-1)", "scores.softmax(dim=-1).softmax(dim=-1)"),
            why="The second one flattens the distribution, and gives tokens a chance that a filter had excluded.",
            look="What does softmax make of the probabilities 1, 0, 0?",
        ),
        slip(
            "the whole text is computed again for every token",
            edit=("scores = model(chunk, start, cache)", "scores = model(ids, 0, new_cache())"),
            why="The texts are right and the cache saves nothing.",
            look="How many tokens of a row are new to the model at the second step?",
        ),
        slip(
            "positions begin at 0 again with every call",
            edit=("= model(chunk, start, cache)", "= model(chunk, 0, cache)"),
            why="Every new token claims to be the first of the text.",
            look="At which position stands the first new token after a prompt of 5?",
        ),
        slip(
            "the prompt is not counted in the position",
            edit=("start += chunk.shape[1]", "start += 1", "start += chunk is not ids"),
            why="After a prompt of a hundred tokens the next one would claim to stand at the beginning of the text.",
            look="How many tokens has the model read after its first call?",
        ),
        slip(
            "the position is off by one",
            edit=("start += chunk.shape[1]", "start = ids.shape[1] - 1", "start = ids.shape[1] + 1"),
            why="Every new token claims the place of its neighbour.",
            look="A prompt of 2 tokens stands at positions 0 and 1. Where does the next token stand?",
        ),
        slip(
            "the whole text goes in again at every step, into the same cache",
            edit=("ids = torch.cat([ids, chunk], dim=1)", "ids = chunk = torch.cat([ids, chunk], dim=1)\n        start = 0"),
            why="The cache still holds the text from the last step, so that the model now reads it twice, one after the other.",
            look="What is in the cache before the second call, and what do you put in?",
        ),
        slip(
            "when one row stops, the rows behind it lose a turn",
            edit=("running.remove(b)", "running.remove(b)\n                break"),
            why="The others have something to say at this step, too; a token of theirs is missing.",
            look="Which loop does your `break` leave?",
        ),
        slip(
            "the filters get probabilities, not scores",
            edit=[("model(chunk, start, cache)[:, -1]", "model(chunk, start, cache)[:, -1].softmax(dim=-1)"), ("scores.softmax(dim=-1).cpu()", "scores.clamp(min=0).cpu()")],
            also=[("model(chunk, start, cache)[:, -1]", "model(chunk, start, cache)[:, -1].softmax(dim=-1)")],
            why="A temperature divides scores. Probabilities that are all divided by 2 are the same probabilities.",
            look="In which order do softmax and the filters come, according to the docstring of a filter?",
        ),
        slip(
            "the prompt comes back with the text",
            edit=("[[] for _ in seeds]", "[row.tolist() for row in ids]"),
            why="The docstring asks for the new tokens; the caller has the prompt.",
            look="How long may a text be for n_new = 1?",
        ),
    ]  # fmt: skip
    promises = {
        "the stop token belongs to the text": dict(ends="all"),
        "others go on": dict(ends="some"),
        "no stop tokens at all": dict(ends="none"),
        "each of the stop tokens ends a text": dict(stops=2),
        "one new token": dict(n_new=(1, 1)),
        "a prompt of one token": dict(T=(1, 1)),
        "filters from left to right": dict(order=[("top_p", 0.75), ("temperature", 2.0)]),
        "filters see all ids so far": dict(order=[("penalty", 6.0), ("top_k", 2)]),
        "no filters": dict(order=[]),
        "one call a step, none for nothing": "tokens in each call",
        "a row hangs on its own seed, not on its neighbours": "again",
        "drawn with the model's probabilities": "draws",
    }
    equivalent = {
        "p = scores.softmax(dim=+1).cpu()": "of two axes the last is axis 1",
        "p = scores.softmax(dim=1).cpu()": "of two axes the last is axis 1",
    }


# --- beams ------------------------------------------------------------------------------------------------------


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
        ),  # nobody runs before the end
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
        if width >= len(table) ** n_new:  # nothing is thrown away, so that every text is found
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
            look="Which of the arguments of your function does your code never use?",
        ),
        slip(
            "the log-probability is multiplied by the length, not divided",
            edit=("found[1] / len", "found[1] * len"),
            why="A log-probability is negative: this punishes long texts twice.",
            look="Compute both scores of the example by hand.",
        ),
        slip(
            "the prompt is counted in the length",
            edit=("len(found[0]) ** alpha", "(len(prompt) + len(found[0])) ** alpha"),
            why="The log-probability is that of the new tokens. After a long prompt all lengths would look alike.",
            look="What does n stand for in the formula?",
        ),
        slip(
            "alpha is a factor and not a power",
            edit=("len(found[0]) ** alpha", "(len(found[0]) * alpha or 1)"),
            why="A factor that is the same for all changes nothing about the order.",
            look="Where does α stand in the formula?",
        ),
        slip(
            "only the last token's log-probability counts",
            edit=("so_far + log_probs(ids)", "0 * so_far + log_probs(ids)"),
            why="A text that began badly is as good as one that began well, if its last token is likely.",
            look="What is the log-probability of a text of two tokens?",
        ),
        slip(
            "finished texts are extended",
            edit=("(finished if token == stop else kept)", "kept"),
            also=[[("(finished if token == stop else kept).append((text, total))", "kept.append((text, total))\n            if token == stop:\n                finished.append((text, total))"), ("finished + running", "finished + [each for each in running if each not in finished]")]],
            why="Tokens are written behind the end, and an answer that was good is spoiled.",
            look="Where does a text go whose last token is the stop token?",
        ),
        slip(
            "finished texts are lost",
            edit=("sorted(finished + running", "sorted(running"),
            why="Only what is still unfinished comes back.",
            look="Which of your two lists is returned?",
        ),
        slip(
            "texts that still run are lost",
            edit=("sorted(finished + running", "sorted(finished"),
            why="Where nothing has stopped after n_new tokens, nothing comes back at all.",
            look="What is returned when the stop token never comes?",
        ),
        slip(
            "each text keeps its own `width` best extensions",
            edit=[
                ("best = totals.flatten().topk(min(width, totals.numel()))", "best = totals.topk(min(width, totals.shape[1]), dim=1)\n        places = best.indices + totals.shape[1] * torch.arange(len(totals))[:, None]"),
                ("zip(best.values.tolist(), best.indices.tolist())", "zip(best.values.flatten().tolist(), places.flatten().tolist())"),
            ],
            why="The number of texts grows with every step, and so does the work.",
            look="How many texts may run after the second step?",
        ),
        slip(
            "one text fewer is kept",
            edit=("min(width, totals.numel())", "min(max(1, width - 1), totals.numel())"),
            why="`width` is how many extensions are kept of all.",
            look="How many texts does your second call hold for width = 3, when none has stopped?",
        ),
        slip(
            "one text more is kept",
            edit=("min(width, totals.numel())", "min(width + 1, totals.numel())"),
            why="`width` is how many extensions are kept of all.",
            look="How many texts does your second call hold for width = 1?",
        ),
        slip(
            "finished texts go through the model with the others",
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
            why="They take places from texts that still run, and are computed again at each step for nothing.",
            look="How many rows does your second call have for width = 3, when one text of three has stopped?",
        ),
        slip(
            "`width` texts run besides those that have finished",
            edit=[("totals.flatten().topk(min(width, totals.numel()))", "totals.flatten().sort(descending=True)"), ("            parent, token = divmod(", "            if len(kept) == width:\n                break\n            parent, token = divmod(")],
            why="Some libraries do so. Here `width` extensions are kept at each step, those that end among them.",
            look="Of the extensions that you keep at one step, how many end with the stop token? Do they count?",
        ),
        slip(
            "after the first step each text keeps one extension",
            edit=[("best = totals.flatten().topk(min(width, totals.numel()))", "values, places = totals.flatten().topk(min(width, totals.numel()))\n        if running[0][0]:\n            values, places = totals.max(dim=1)\n            places = places + totals.shape[1] * torch.arange(len(running))"), ("zip(best.values.tolist(), best.indices.tolist())", "zip(values.tolist(), places.tolist())")],
            why="That is greedy search from several first tokens. A text that turns out badly should give its place to two extensions of a better one.",
            look="May both extensions that are kept come from the same text?",
        ),
        slip(
            "at most V extensions are kept",
            edit=("min(width, totals.numel())", "min(width, totals.shape[1])"),
            why="Only the first step has no more than V extensions. A later one has V for each text that runs.",
            look="Two texts run, V = 5, width = 8. How many extensions are there, and how many do you keep?",
        ),
        slip(
            "the search starts from several copies of the prompt",
            edit=("[([], 0.0)], []", "[([], 0.0)] * width, []"),
            why="All copies have the same extensions, so that the beam is filled with one text, `width` times.",
            look="How many different texts run after your first step?",
        ),
        slip(
            "finished texts come before all others",
            edit=("key=lambda found: found[1] / len(found[0]) ** alpha", "key=lambda found: (found[0][-1] == stop, found[1] / len(found[0]) ** alpha)"),
            why="A text that was cut off at n_new may be the better one; one score orders both kinds.",
            look="What is the order of your result for a finished text with −1.2 and a running one with −0.8?",
        ),
        slip(
            "the model is asked once more after the last step",
            edit=("    return sorted(", "    if running:\n        log_probs(torch.tensor([prompt + text for text, _ in running]))\n    return sorted("),
            why="Nobody looks at what comes out of that call, and it costs as much as any other.",
            look="n_new = 1: how many calls does your code make?",
        ),
        slip(
            "the prompt comes back with the text",
            edit=[("return sorted(", "return [(prompt + text, total) for text, total in sorted("), ("reverse=True)", "reverse=True)]")],
            why="The docstring asks for the new tokens; the caller has the prompt.",
            look="How long may a text be for n_new = 1?",
        ),
        slip(
            "the length has the constants of Wu et al.",
            edit=("len(found[0]) ** alpha", "((5 + len(found[0])) / 6) ** alpha"),
            why="Theirs is ((5 + n)/6)^α, which favours longer texts less. The formula of this section has n^α.",
            look="What is your divisor for a text of one token, and for α = 1 one of seven?",
        ),
        slip(
            "the stop token is not counted in the length",
            edit=("len(found[0]) ** alpha", "max(1, len(found[0]) - (found[0][-1] == stop)) ** alpha"),
            why="Its log-probability is in the sum, so that it is one of the n factors.",
            look="What is n for *yes.* in the example of the section?",
        ),
        slip(
            "finished texts take up a place for good",
            edit=("min(width, totals.numel())", "min(max(0, width - len(finished)), totals.numel())"),
            why="The search becomes narrower with each text that ends. Here `width` extensions are kept at every step.",
            look="Read rule 2 once more: what is it that `width` counts?",
        ),
        slip(
            "the search ends with the first text that stops",
            edit=("if not running:", "if finished:"),
            why="The first to stop is the shortest, and others may be far better for their length.",
            look="When is the search over, according to rule 3?",
        ),
        slip(
            "the worst comes first",
            edit=("reverse=True", "reverse=False"),
            why="Whoever takes the first text of the list takes the worst.",
            look="A log-probability near 0 is good. In which direction do you sort?",
        ),
        slip(
            "the stop token is left out of the text",
            edit=("(finished if token == stop else kept).append((text, total))", "(finished if token == stop else kept).append((text[: len(text) - (token == stop)], total))"),
            also=[[("return sorted(", "return [([token for token in text if token != stop], total) for text, total in sorted("), ("reverse=True)", "reverse=True)]")]],
            why="It belongs to the text, and counts in its length: its log-probability is in the sum.",
            look="How many factors are in the log-probability, and how long is the text that you return?",
        ),
        slip(
            "one step is missing",
            edit=("range(n_new)", "range(n_new - 1)"),
            why="Texts have n_new new tokens, where they do not stop before.",
            look="How long is your longest text?",
        ),
        slip(
            "the place in the flat table is read the wrong way round",
            edit=("parent, token = divmod(place, totals.shape[1])", "token, parent = divmod(place, len(totals))"),
            why="A row of the table is a running text, and the rows lie one after the other.",
            look="With V = 5, which text and which token does place 7 stand for?",
        ),
        slip(
            "not all texts that were found come back",
            edit=("reverse=True)", "reverse=True)[:width]", "reverse=True)[:1]"),
            why="The docstring promises all that finished and all that still run; which of them is wanted is the caller's choice.",
            look="How many texts had finished, and how many ran on? How many do you return?",
        ),
        slip(
            "scores by length come back in place of log-probabilities",
            edit=("return sorted(finished + running, key=lambda found: found[1] / len(found[0]) ** alpha, reverse=True)", "return sorted([(text, total / len(text) ** alpha) for text, total in finished + running], key=lambda found: found[1], reverse=True)"),
            why="The score orders the texts. Who gets them wants to know how likely they are.",
            look="What is the second entry of each pair, according to the docstring?",
        ),
        slip(
            "the search ends when `width` texts have finished",
            edit=("if not running:", "if not running or len(finished) >= width:"),
            why="Libraries offer this as early stopping. Here texts that still run may yet end with a better score.",
            look="When is the search over, according to rule 3?",
        ),
        slip(
            "the model is called for each text by itself",
            edit=("log_probs(ids).cpu()", "torch.cat([log_probs(row[None]) for row in ids]).cpu()"),
            why="The texts are right. But one call for all reads the weights once, and here they are read for each text.",
            look="How many calls does your code make at a step with three texts?",
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
            why="The model then continues another text.",
            look="Print what your first call passes to log_probs.",
        ),
    ]  # fmt: skip
    promises = {
        "kept among all extensions": dict(width=3),
        "with nothing thrown away, all texts are found": dict(width=27),
        "fewer extensions than width": dict(V=3, width=27),
        "width 1 is greedy search": dict(width=1),
        "alpha = 0: by log-probability": dict(alpha=0.0),
        "alpha is a power": dict(alpha=2.0),
        "one call a step": "texts in each call",
        "the log-probability of the new tokens": "log-probabilities",
        "it ends when nobody runs": dict(over=True),
        "prompt is left as it is": "prompt unchanged",
    }
    equivalent = {
        "(finished if token is stop else kept).append((text, total))": "Python has one object for each number up to 256, and no vocabulary here is larger",
    }  # fmt: skip


# --- drafts -----------------------------------------------------------------------------------------------------


def pair_of(rng, V):
    """Two distributions that overlap by a half or so: (p, q), (V,) each."""
    while True:
        p, q = (rng.dirichlet(np.ones(V)) + 0.04 for _ in range(2))
        p, q = p / p.sum(), q / q.sum()
        if 0.4 < np.minimum(p, q).sum() < 0.75:
            return p, q


@exercise("residual_distribution", points=2)
class _:
    cases = [
        dict(lead=(3,), V=5),
        dict(lead=(), V=7),
        dict(lead=(4,), V=4),
        dict(lead=(2, 3), V=6),
        dict(lead=(2,), V=4, near=True),  # p and q share about 99 % of their mass
    ]
    weights = {"residual": 2, "p unchanged": 1, "q unchanged": 1}

    def inputs(rng, lead, V, near=False):
        pairs = [pair_of(rng, V) for _ in range(math.prod(lead))]
        p, q = (np.array(each).reshape(*lead, V) for each in zip(*pairs))
        return {"p": p, "q": p + 0.025 * (q - p) if near else q}

    def oracle(p, q):
        found = np.zeros_like(p)
        for place in np.ndindex(p.shape[:-1]):
            missing = [max(a - b, 0.0) for a, b in zip(p[place], q[place])]
            found[place] = np.array(missing) / math.fsum(missing)
        return {
            "residual": found,
            "p unchanged": {"residual": found, "changed": 0},
            "q unchanged": {"residual": found, "changed": 0},
        }

    alternatives = {
        "what the overlap leaves": """
            left = p - torch.minimum(p, q)
            return left / left.sum(-1).unsqueeze(-1)
        """,
        "by relu, divided by one minus the overlap": """
            return torch.relu(p - q) / (1 - torch.minimum(p, q).sum(-1, keepdim=True))
        """,
    }
    slips = [
        slip(
            "the residual does not sum to 1",
            edit=("missing / missing.sum(dim=-1, keepdim=True)", "missing", "missing / missing.amax(dim=-1, keepdim=True)", "missing / (p * (p > q)).sum(dim=-1, keepdim=True)"),
            why="It is a distribution only after it has been divided by its own sum.",
            look="Add up a row of your result.",
        ),
        slip(
            "target and draft are exchanged",
            edit=("(p - q)", "(q - p)"),
            why="That is what the draft proposed too often, so that its favourites would come even more often.",
            look="Which tokens come too rarely when only accepted ones are kept?",
        ),
        slip(
            "differences lose their sign",
            edit=("(p - q).clamp(min=0)", "(p - q).abs()"),
            why="Tokens that the draft proposed too often get a share of what they have too much of.",
            look="What is (0.3 − 0.55)⁺?",
        ),
        slip(
            "the target's own distribution comes back",
            edit=("(p - q).clamp(min=0)", "p"),
            why="What was accepted already would be drawn again: the draft's favourites come too often.",
            look="In the picture, which part of p has been covered by accepted tokens?",
        ),
        slip(
            "one sum serves more than one row",
            edit=("missing.sum(dim=-1, keepdim=True)", "missing.sum()", "missing.sum(dim=0, keepdim=True)", "missing.reshape(-1, missing.shape[-1])[0].sum()"),
            why="Each row is a distribution of its own.",
            look="Along which axis should your result sum to 1?",
        ),
        slip(
            "the sums are laid along the vocabulary",
            edit=("missing.sum(dim=-1, keepdim=True)", "missing.sum(dim=-1)"),
            why="A sum belongs to a row. Where there are as many rows as tokens it fits along the other axis, too, and is wrong.",
            look="Write (4,) under (4, 4), flush right. Which axis does it meet?",
        ),
        slip(
            "the sum runs along the second axis, not the last",
            edit=("missing.sum(dim=-1, keepdim=True)", "missing.sum(dim=1, keepdim=True)"),
            why="With two axes that is the same. A single row has no second axis, and three axes have another one behind it.",
            look="Which number stands for the last axis, however many there are?",
        ),
        slip(
            "all of p stays where it is larger",
            edit=("(p - q).clamp(min=0)", "p * (p > q)"),
            why="The part of it that q covers has been given out by accepted tokens already.",
            look="In the picture, is all of a bar blue, or only its top?",
        ),
        slip(
            "p comes back where the difference is small",
            edit=("return missing / missing.sum(dim=-1, keepdim=True)", "total = missing.sum(dim=-1, keepdim=True)\n    return torch.where(total < 0.05, p, missing / total)", "total = missing.sum(dim=-1, keepdim=True)\n    return missing / total.clamp(min=0.05)"),
            why="A draft that is nearly as good as the target is refused rarely, but what is drawn then has to be right as well.",
            look="p = (0.51, 0.49) and q = (0.50, 0.50). What should come out?",
        ),
        slip(
            "the probabilities are rounded",
            edit=("return missing / missing.sum(dim=-1, keepdim=True)", "return (missing / missing.sum(dim=-1, keepdim=True)).mul(100).round() / 100"),
            why="Rounded for a page they read well. Drawn from, they no longer sum to 1, and a rare token never comes.",
            look="Add up a row of your result, to five places.",
        ),
        slip(
            "the overlap comes back, not what is missing",
            edit=("(p - q).clamp(min=0)", "torch.minimum(p, q)"),
            why="The overlap has been given out by accepted tokens already.",
            look="In the picture, which colour is the residual?",
        ),
        slip(
            "softmax takes the place of dividing by the sum",
            edit=("missing / missing.sum(dim=-1, keepdim=True)", "missing.softmax(dim=-1)", "(p - q).softmax(dim=-1)"),
            why="softmax makes scores into probabilities. These are probabilities already, and a 0 has to stay a 0.",
            look="What does softmax make of a 0?",
        ),
        slip(
            "the negative ones are set to 0 after the division",
            edit=("missing = (p - q).clamp(min=0)\n    return missing / missing.sum(dim=-1, keepdim=True)", "missing = p - q\n    return (missing / missing.abs().sum(dim=-1, keepdim=True)).clamp(min=0)"),
            why="They are in the sum then, and what is left does not sum to 1.",
            look="Add up a row of your result.",
        ),
    ]  # fmt: skip
    promises = {
        "a single row": dict(lead=()),
        "each row has a sum of its own": dict(lead=(4,), V=4),
        "any leading axes": dict(lead=(2, 3)),
        "p and q may be nearly equal": dict(near=True),
        "p is left as it is": "p unchanged",
        "so is q": "q unchanged",
    }


def texts_by(p, q, ratio, rest, joint=np.multiply):
    """The probability of each text that comes out for a draft from q, by its length.

    ratio: (n, V) with which probability a token stays.  rest: (n, V, V) what is drawn in place of a refused one.
    joint: of two such probabilities that of both.
    """
    drafted = stays = np.ones(())
    found = []
    for i in range(len(q)):
        longer, both = np.multiply.outer(drafted, q[i]), joint.outer(stays, ratio[i])
        refused = np.multiply.outer(drafted * stays, q[i]) - longer * both
        found.append((refused @ rest[i]).ravel())
        drafted, stays = longer, both
    return np.concatenate([*found, np.multiply.outer(drafted * stays, p[-1]).ravel()])


def bonus_shows(p, q, trials):
    """Whether texts tell a bonus token drawn from p's last row from one drawn from a residual.

    It comes only behind a draft that was accepted whole, so that few trials have one.
    """
    V = q.shape[1]
    ratio, rest = np.minimum(1, p[:-1] / q.clip(1e-300)), np.maximum(p[:-1] - q, 0)
    rest = np.repeat((rest / rest.sum(-1, keepdims=True))[:, None], V, axis=1)
    left = np.maximum(p[-1] - q[-1], 0)
    wrong = np.vstack([p[:-1], left / left.sum()])
    return told_apart(texts_by(p, q, ratio, rest), texts_by(wrong, q, ratio, rest), trials)


def mistakes_show(p, q, trials):
    """Whether texts tell six mistakes from the right answer and from one another."""
    n, V = q.shape
    norm = lambda x: x / x.sum(axis=-1, keepdims=True)
    rows = lambda x: np.repeat(x[:, None], V, axis=1)  # the same whichever token was refused
    ratio, rest = np.minimum(1, p[:-1] / q), norm(np.maximum(p[:-1] - q, 0))
    first = np.where(np.arange(n)[:, None] == 0, ratio, 1)
    texts = {
        "right": texts_by(p, q, ratio, rows(rest)),
        "one number": texts_by(p, q, ratio, rows(rest), np.minimum),
        "only the first is tested": texts_by(p, q, first, rows(rest)),
        "tested by the first row": texts_by(p, q, np.minimum(1, p[:1] / q[:1]).repeat(n, axis=0), rows(rest)),
        "drawn by the first row": texts_by(p, q, ratio, rows(rest[:1].repeat(n, axis=0))),
        "no sign": texts_by(p, q, ratio, rows(norm(np.abs(p[:-1] - q)))),
        "p without the token": texts_by(p, q, ratio, norm(rows(p[:-1]) * (1 - np.eye(V)))),
    }
    one_slip = {"tested by the first row", "drawn by the first row"}
    pairs = itertools.combinations(texts, 2)
    return all(told_apart(texts[a], texts[b], trials) for a, b in pairs if {a, b} != one_slip)


@exercise("speculative_accept", points=5)
class _:
    cases = [
        dict(n=2, V=4),
        dict(n=1, V=3, certain=True),
        dict(n=3, V=3, trials=800),
        dict(n=0, V=5, trials=300),
    ]
    weights = {"first token": 1, "texts": 3, "again": 1}

    def inputs(rng, n, V, certain=False, trials=1000):
        for _ in range(TRIES):
            pairs = [pair_of(rng, V) for _ in range(n + 1)]
            p, q = np.array([p for p, _ in pairs]), np.array([q for _, q in pairs[:n]]).reshape(n, V)
            if certain:  # as a draft that was looked up is; of a half, p and |p − q| would have the same
                q = np.eye(V)[[int(np.abs(row - 0.25).argmin()) for row in p[:n]]]
            if certain and not 0.1 < (p[0] @ q[0]) < 0.3:
                continue
            if n in (1, 2) and not bonus_shows(p, q, trials):  # of three drafted tokens all stay too rarely
                continue
            if n < 3 or mistakes_show(p, q, trials):
                return {"p": p, "q": q, "trials": trials, "seed": int(rng.integers(2**31))}
        raise AssertionError("no such inputs")

    def oracle(p, q, trials, seed):
        p, q = (each / each.sum(-1, keepdims=True) for each in (p, q))
        (n, V), found = q.shape, np.zeros((p.shape[1] + 1) ** len(p))
        chances = {(): 1.0}  # of accepted beginnings
        code = lambda text: sum((token + 1) * (V + 1) ** (n - i) for i, token in enumerate(text))
        for i in range(n):
            longer = {}
            for text, chance in chances.items():
                for x in range(V):
                    longer[*text, x] = chance * min(p[i, x], q[i, x])  # proposed and accepted
                    found[code((*text, x))] += chance * max(p[i, x] - q[i, x], 0.0)  # in place of another
            chances = longer
        for text, chance in chances.items():
            for x in range(V):
                found[code((*text, x))] += chance * p[n, x]
        words = "gave " + ", ".join(["{}"] * (n + 1)) + " (token + 1; 0: nothing more)"
        return {
            "first token": Distribution(p[0], words="wrote token {} first"),
            "texts": Distribution(found, words=words),
            "again": SameAs("texts", first=50),
        }

    alternatives = {
        "all at once": """
            places = torch.arange(len(draft))
            u = torch.rand(len(draft), generator=generator)
            fine = u < p[places, draft] / q[places, draft]
            m = int(fine.long().cumprod(0).sum())
            weights = p[m] if m == len(draft) else torch.relu(p[m] - q[m])
            return draft[:m].tolist() + torch.multinomial(weights, 1, generator=generator).tolist()
        """,
        "a number when it is needed, by residual_distribution": """
            kept = []
            for token, target, proposed in zip(draft.tolist(), p, q):
                ratio = min(1.0, float(target[token]) / float(proposed[token]))
                if torch.rand((), generator=generator).item() < ratio:
                    kept.append(token)
                    continue
                left = torch.clamp(target - proposed, min=0)
                edges = (left / left.sum()).double().cumsum(0)
                u = torch.rand(1, generator=generator, dtype=torch.float64) * edges[-1]
                return kept + torch.searchsorted(edges, u, right=True).tolist()
            return kept + [int(sample_multinomial(p[-1], 1, generator))]
        """,
    }
    slips = [
        slip(
            "a refused token is drawn again from p",
            edit=("rest = (p[i] - q[i]).clamp(min=0)", "rest = p[i]"),
            why="What p shares with q has been given out through acceptance already. The draft's favourites come too often, and the text is no longer the target's.",
            look="Add up, for one token, the chance to come by acceptance and the chance to come by the second draw.",
        ),
        slip(
            "the bonus token is forgotten",
            edit=("return accepted + [int(sample_multinomial(p[n], 1, generator))]", "return accepted"),
            why="The target has already said what follows the draft. Throwing it away costs one token for each pass that went well.",
            look="How many rows has p, and which of them does your code never read?",
        ),
        slip(
            "nothing is drawn in the place of a refused token",
            edit=("return accepted + [int(sample_multinomial(rest, 1, generator))]", "return accepted"),
            why="A pass of the target may then give nothing at all, and what p has more than q never comes.",
            look="How many tokens come back when the first one is refused?",
        ),
        slip(
            "the ratio is upside down",
            edit=("u[i] * q[i, token] >= p[i, token]", "u[i] * p[i, token] >= q[i, token]"),
            why="Tokens that the target likes more than the draft does would be refused, and its errors kept.",
            look="p(x) = 0.9 and q(x) = 0.1. Should x be kept?",
        ),
        slip(
            "a token is accepted with probability p, whatever q was",
            edit=("u[i] * q[i, token] >= p[i, token]", "u[i] >= p[i, token]"),
            why="The draft proposed x with probability q(x). Both have to be divided, or hardly anything is accepted.",
            look="p = q. How many tokens should be refused?",
        ),
        slip(
            "whether a token stays is not left to chance",
            edit=("u[i] * q[i, token] >= p[i, token]", "q[i, token] > p[i, token]", "0.5 * q[i, token] >= p[i, token]"),
            why="Where p is half of q, half of these tokens should stay.",
            look="p(x) = 0.2 and q(x) = 0.4. In which share of all cases may x stay?",
        ),
        slip(
            "everything is accepted",
            edit=("u[i] * q[i, token] >= p[i, token]", "u[i] < 0"),
            why="The text is then the draft's, not the target's.",
            look="How often does your code refuse a token that the target finds impossible?",
        ),
        slip(
            "one random number decides about the whole draft",
            edit=("u[i] *", "u[0] *"),
            why="Tokens are then accepted together or not at all more often than they should be.",
            look="How many decisions are made for a draft of 3, and how many numbers do you draw?",
        ),
        slip(
            "only the first token of the draft is tested",
            edit=("if u[i] * q", "if i == 0 and u[i] * q"),
            why="The others then come as often as the draft likes, whatever the target has said about them.",
            look="Draft (a, b). With which probability does your code refuse b, when a was kept?",
        ),
        slip(
            "the generator starts anew at every call",
            edit=("n = len(draft)\n", "n = len(draft)\n    generator = torch.Generator().manual_seed(0)\n"),
            also=[
                """
                generator.manual_seed(0)
                accepted = []
                for i, token in enumerate(draft.tolist()):
                    if torch.rand((), generator=generator).item() >= (p[i, token] / q[i, token]).item():
                        rest = (p[i] - q[i]).clamp(min=0)
                        return accepted + [int(sample_multinomial(rest, 1, generator))]
                    accepted.append(token)
                return accepted + [int(sample_multinomial(p[-1], 1, generator))]
                """
            ],
            why="The same number decides in every call, so that one draft is always kept and another never.",
            look="Call your function twice with one draft and one generator. May the results be different?",
        ),
        slip(
            "the bonus token is drawn from a residual",
            edit=("sample_multinomial(p[n], 1, generator)", "sample_multinomial((p[n] - q[n - 1]).clamp(min=0) if n else p[n], 1, generator)"),
            why="Nothing was proposed at that place, so nothing has been given out: what is missing to p is all of p.",
            look="How many rows has q, and which of them is about the place behind the draft?",
        ),
        slip(
            "an empty draft gives an error",
            edit=("n = len(draft)\n", "n, first = len(draft), draft[0]\n"),
            why="Where nothing could be proposed, the target's own token is wanted all the same.",
            look="Which of your lines needs a first token?",
        ),
        slip(
            "the refused token stays in the text",
            edit=("return accepted + [int(sample_multinomial(rest", "return accepted + [token] + [int(sample_multinomial(rest"),
            why="It was refused because it comes too often.",
            look="Draft (a, b), refused at b. How many tokens come back?",
        ),
        slip(
            "the draft goes on behind a refused token",
            edit=("return accepted + [int(sample_multinomial(rest, 1, generator))]", "accepted.append(int(sample_multinomial(rest, 1, generator)))\n            continue"),
            why="What follows was written after a token that is no longer there, and p was computed for that text.",
            look="Draft (a, b, c), refused at b. Which text does p say something about at the place of c?",
        ),
        slip(
            "a token is held against a row that belongs to another",
            edit=("rest = (p[i] - q[i])", "rest = (p[i + 1] - q[i])", "rest = (p[0] - q[0])", "rest = 1e-9 + (p[i + 1] - q[min(i + 1, n - 1)])"),
            also=[("u[i] * q[i, token] >= p[i, token]", "u[i] * q[0, token] >= p[0, token]")],
            why="Row i of p and row i of q are about the same token, for the test and for the residual.",
            look="Which rows belong to the second token of the draft?",
        ),
        slip(
            "the residual is that of draft minus target",
            edit=("(p[i] - q[i])", "(q[i] - p[i])"),
            why="What the draft proposed too often would come even more often.",
            look="Which tokens come too rarely when only accepted ones are kept?",
        ),
        slip(
            "the bonus token is drawn from the wrong row",
            edit=("sample_multinomial(p[n], 1, generator)", "sample_multinomial(p[n - 1], 1, generator)", "sample_multinomial(q[n - 1], 1, generator)"),
            why="It follows the last token of the draft, and one row of p is about that place.",
            look="p has n + 1 rows. Which token is the last one about?",
        ),
        slip(
            "the likeliest token is taken where one should be drawn",
            edit=("int(sample_multinomial(rest, 1, generator))", "int(rest.argmax())"),
            also=[("int(sample_multinomial(p[n], 1, generator))", "int(p[n].argmax())")],
            why="A draw that is no draw changes the distribution of the text.",
            look="Can every token with a positive residual come out?",
        ),
        slip(
            "the generator is ignored",
            edit=("torch.rand(n, generator=generator, dtype=torch.float64)", "torch.rand(n, dtype=torch.float64)"),
            also=[("sample_multinomial(rest, 1, generator)", "torch.multinomial(rest, 1)")],
            why="The distribution is right, but nobody can draw this text again.",
            look="How many random numbers do you draw, and from where does each of them come?",
        ),
        slip(
            "a bonus token follows a refused one",
            edit=("return accepted + [int(sample_multinomial(rest, 1, generator))]", "accepted.append(int(sample_multinomial(rest, 1, generator)))\n            break"),
            also=[("return accepted + [int(sample_multinomial(rest, 1, generator))]", "return accepted + [int(sample_multinomial(rest, 1, generator)), int(sample_multinomial(p[i + 1], 1, generator))]")],
            why="The last row of p is about the text with the whole draft. That text does not exist once a token was refused.",
            look="Draft (a, b), refused at a. How many tokens come back?",
        ),
        slip(
            "what should be kept is refused, and the other way round",
            edit=("u[i] * q[i, token] >= p[i, token]", "u[i] * q[i, token] < p[i, token]"),
            why="The better a token suits the target, the more often it would go.",
            look="p(x) = q(x). For which u does your code keep x?",
        ),
        slip(
            "differences lose their sign in the residual",
            edit=("(p[i] - q[i]).clamp(min=0)", "(p[i] - q[i]).abs()"),
            why="Tokens that the draft proposed too often get a share of what they have too much of.",
            look="What is (0.3 − 0.55)⁺?",
        ),
        slip(
            "a refused token is drawn again from p without that token",
            edit=("rest = (p[i] - q[i]).clamp(min=0)", "rest = p[i].clone()\n            rest[token] = 0"),
            why="Other tokens that the draft proposes too often get too much as well.",
            look="Which tokens have a residual of 0, besides the refused one?",
        ),
        slip(
            "a token is kept only where a draw from p happens to give the same",
            edit=[("if u[i] * q[i, token] >= p[i, token]:", "drawn = int(sample_multinomial(p[i], 1, generator))\n        if drawn != token:"), ("[int(sample_multinomial(rest, 1, generator))]", "[drawn]")],
            also=[[("if u[i] * q[i, token] >= p[i, token]:", "drawn = int(sample_multinomial(p[i], 1, generator))\n        if drawn != token:"), ("[int(sample_multinomial(rest, 1, generator))]", "[drawn]"), ("return accepted + [int(sample_multinomial(p[n], 1, generator))]", "return accepted")]],
            why="The text is the target's, but far fewer tokens are accepted than could be: Σ p·q of them and not Σ min(p, q).",
            look="p = q, over ten tokens that are equally likely. How many should be refused?",
        ),
        slip(
            "the accepted tokens are not handed back",
            edit=("return accepted + [int(sample_multinomial(p[n], 1, generator))]", "return [int(sample_multinomial(p[n], 1, generator))]"),
            why="The caller gets one token and believes that it follows the prompt.",
            look="Draft (a, b), both accepted. How many tokens come back?",
        ),
    ]  # fmt: skip
    promises = {
        "the first token is distributed as the target says": "first token",
        "so is the whole text, and the bonus token": "texts",
        "a draft that is certain of itself": dict(certain=True),
        "drafts of several tokens": dict(n=3),
        "an empty draft": dict(n=0),
        "one seed, one result": "again",
    }
    equivalent = {
        "if u[i] * q[i, token] > p[i, token]:": "both sides are equal with probability 0",
    }


@exercise("prompt_lookup", points=2)
class _:
    cases = [
        dict(V=3, lengths=(8, 14), n_match=2, n_draft=3),
        dict(V=2, lengths=(6, 9), n_match=1, n_draft=2),
        dict(V=2, lengths=(9, 13), n_match=3, n_draft=4),
    ]

    def inputs(rng, V, lengths, n_match, n_draft):
        texts = [rng.integers(0, V, int(rng.integers(*lengths, endpoint=True))).tolist() for _ in range(8)]
        begin = rng.integers(0, V, n_match).tolist()
        texts.append([*begin, *rng.integers(V, V + 9, 5).tolist(), *begin])  # only the very beginning fits
        texts.append(rng.permutation(20)[: int(rng.integers(*lengths))].tolist())  # nothing fits
        texts.append([int(rng.integers(20))] * (n_match + 1))  # the earlier one overlaps the end
        turns = rng.permutation(9)[:2].tolist() * (
            n_match + 4
        )  # a b a b: the latest is two places before the end
        texts.append(turns[: n_match + 4])
        texts.append(rng.integers(0, V, n_match).tolist())  # there is no earlier one
        texts.append(rng.integers(0, V, n_match - 1).tolist())  # shorter than what is looked for
        return {"texts": texts, "n_match": n_match, "n_draft": n_draft}

    def oracle(texts, n_match, n_draft):
        found = []
        for text in texts:
            letters = "".join(map(chr, [65 + token for token in text]))
            place = letters.rfind(letters[-n_match:], 0, len(letters) - 1)
            draft = letters[place + n_match :][:n_draft] if place >= 0 else ""
            found.append([ord(letter) - 65 for letter in draft])
        return {"drafts": found}

    alternatives = {
        "all places, the last of them": """
            n = len(ids)
            fits = [i for i in range(n - n_match) if all(ids[i + j] == ids[n - n_match + j] for j in range(n_match))]
            return ids[fits[-1] + n_match :][:n_draft] if fits else []
        """,
        "a tensor of windows": """
            if len(ids) <= n_match:
                return []
            windows = torch.tensor(ids).unfold(0, n_match, 1)
            same = (windows[:-1] == windows[-1]).all(dim=1).nonzero().flatten().tolist()
            if not same:
                return []
            return list(ids[same[-1] + n_match : same[-1] + n_match + n_draft])
        """,
    }
    slips = [
        slip(
            "the earliest occurrence is taken",
            edit=("range(len(ids) - n_match - 1, -1, -1)", "range(len(ids) - n_match)"),
            why="What was said last is likeliest to be said again.",
            look="In which direction does your search go?",
        ),
        slip(
            "the end of the text finds itself",
            edit=("range(len(ids) - n_match - 1, -1, -1)", "range(len(ids) - n_match, -1, -1)"),
            why="Nothing comes behind it, so that the draft is always empty.",
            look="Where is the last place at which an earlier occurrence can begin?",
        ),
        slip(
            "the draft begins with what was looked for",
            edit=("ids[behind : behind + n_draft]", "ids[begin : begin + n_draft]", "ids[begin : behind + n_draft]"),
            why="These tokens stand at the end of the text already.",
            look="After to be comes or not: what does your code return for to be or not to be?",
        ),
        slip(
            "the draft has the wrong length",
            edit=("behind + n_draft]", "behind + n_draft - 1]", "behind + n_draft + 1]", "]"),
            why="The caller asked for at most n_draft tokens, and each of them is computed by the target.",
            look="How many tokens does your slice hold for n_draft = 1?",
        ),
        slip(
            "the very beginning of the text is never looked at",
            edit=("- 1, -1, -1)", "- 1, 0, -1)"),
            why="A text often begins with what it comes back to.",
            look="Which is the last number that your range gives?",
        ),
        slip(
            "an occurrence that overlaps the end is not found",
            edit=("range(len(ids) - n_match - 1, -1, -1)", "range(len(ids) - 2 * n_match, -1, -1)"),
            why="In a a a the last two tokens occur earlier, one place before, and lists of equal things look like this.",
            look="Where in 7 7 7 does 7 7 occur?",
        ),
        slip(
            "the search begins one place too early",
            edit=("range(len(ids) - n_match - 1, -1, -1)", "range(len(ids) - n_match - 2, -1, -1)"),
            why="The latest occurrence is then missed when it begins one place before the end's.",
            look="In 7 7 7, at which place does the earlier 7 7 begin, and which is the first number that your range gives?",
        ),
        slip(
            "two tokens are looked for, whatever n_match says",
            edit=("pattern = ids[-n_match:]", "n_match = 2\n    pattern = ids[-n_match:]"),
            why="The caller chooses between many useless drafts and few good ones.",
            look="Which of the arguments of your function does your code never use?",
        ),
        slip(
            "a shorter match counts where there is none of n_match",
            edit="""
                for length in range(n_match, 0, -1):
                    for begin in range(len(ids) - length - 1, -1, -1):
                        if ids[begin : begin + length] == ids[-length:]:
                            return ids[begin + length : begin + length + n_draft]
                return []
            """,
            why="Libraries do so, for more drafts. Here n_match tokens have to agree, and a useless draft costs places in the next pass.",
            look="What does the docstring say about a text without an earlier occurrence?",
        ),
        slip(
            "the beginning of the text is looked for, not its end",
            edit=[("pattern = ids[-n_match:]", "pattern = ids[:n_match]"), ("- 1, -1, -1)", "- 1, 0, -1)")],
            also=[("pattern = ids[-n_match:]", "pattern = ids[:n_match]")],
            why="What is to be continued is the end of the text.",
            look="Which tokens does your code look for in to be or not to be, with n_match = 2?",
        ),
        slip(
            "None comes back where nothing is found",
            edit=("return []", "return None"),
            why="The caller puts the draft behind the text; an empty list can be put there, and None cannot.",
            look="What does a function return that ends without a return?",
        ),
        slip(
            "a text shorter than n_match gives an error",
            edit=("pattern = ids[-n_match:]", "pattern = [ids[-j] for j in range(n_match, 0, -1)]"),
            why="Every text begins short. Nothing can be found in it, which is no error.",
            look="What is ids[-3] of a list with two entries, and what is ids[-3:]?",
        ),
        slip(
            "the place with the longest draft is taken, not the latest",
            edit="""
                best = []
                for begin in range(len(ids) - n_match - 1, -1, -1):
                    new = ids[begin + n_match :][:n_draft]
                    if ids[begin : begin + n_match] == ids[-n_match:] and len(new) > len(best):
                        best = new
                return best
            """,
            why="A short draft is worth having; an older occurrence is worth less.",
            look="What should come back when the latest occurrence is two tokens from the end, and n_draft = 3?",
        ),
        slip(
            "only the last token is looked for",
            edit=[("pattern = ids[-n_match:]", "pattern = ids[-1:]"), ("ids[begin:behind] == pattern", "ids[behind - 1 : behind] == pattern")],
            why="One token says little about what comes next; n_match says how many have to agree.",
            look="How long is what you compare?",
        ),
        slip(
            "a draft is given where nothing was found",
            edit=("return []", "return ids[-1:]", "return ids[:n_draft]"),
            why="Each token of a useless draft costs a place in the next pass.",
            look="What does the docstring say about a text without an earlier occurrence?",
        ),
        slip(
            "the draft begins one place behind the beginning of what was found",
            edit=("ids[behind : behind + n_draft]", "ids[begin + 1 : begin + 1 + n_draft]"),
            why="Only for n_match = 1 that is behind it; otherwise the draft repeats what stands at the end.",
            look="An occurrence of 3 tokens begins at place 5. At which place does its continuation begin?",
        ),
        slip(
            "the draft is filled up to n_draft",
            edit=("return ids[behind : behind + n_draft]", "return (ids[behind : behind + n_draft] + [ids[-1]] * n_draft)[:n_draft]", "return (ids[behind:] * n_draft)[:n_draft]"),
            why="The docstring promises fewer where the text ends; a made-up token costs a place in the next pass.",
            look="How many tokens stand behind the occurrence that you found?",
        ),
        slip(
            "the end of the text is cut off before the search, or before the draft",
            edit=("behind : behind + n_draft]", "behind : min(behind + n_draft, len(ids) - n_match)]"),
            also=[[("range(len(ids) - n_match - 1", "range(len(ids) - 2 * n_match"), ("behind : behind + n_draft]", "behind : min(behind + n_draft, len(ids) - n_match)]")]],
            why="A draft may run into the very tokens that were looked for: in 7 7 7 the token behind 7 7 is 7.",
            look="Which token follows the earlier occurrence of 7 7 in 7 7 7, and does your code reach it?",
        ),
        slip(
            "an occurrence counts only if a whole draft follows it",
            edit=("== pattern:", "== pattern and behind + n_draft <= len(ids):"),
            why="A short draft is worth having; an older occurrence is worth less.",
            look="What should come back when the latest occurrence is two tokens from the end, and n_draft = 3?",
        ),
    ]  # fmt: skip
    promises = {
        "one token is enough to look for": dict(n_match=1),
        "overlaps, texts shorter than n_match, nothing found": "drafts",
        "several tokens have to agree": dict(n_match=3),
    }
    equivalent = {
        "for begin in range(len(ids) - n_match - 1, ~1, -1):": "a slice that begins at −1 is shorter than the pattern",
        "for begin in range(len(ids) - n_match - 1, - 2, -1):": "a slice that begins at −1 is shorter than the pattern",
    }


# --- instruments ------------------------------------------------------------------------------------------------

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
    ]
    weights = {"values": 2, "choice": 1}

    def inputs(rng, V, n_prompt, lengths, per):
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
            scores = [2 * rng.standard_normal((n_prompt + n, V)) for n in lengths]
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
            why="The row at a token says what comes after it, so that each token is held against the forecast for its successor.",
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
            look="Which sign has what you return, and which sign has the logarithm of a probability?",
        ),
        slip(
            "it is divided twice, and long answers are favoured",
            edit=("own.sum() / length", "own.mean() / length"),
            also=[('"byte": len(answer.encode())', '"byte": len(answer.encode()) * len(own)')],
            why="A negative number that is divided too often comes too close to 0, the more so the longer the answer.",
            look="An answer of 4 tokens with −2 nats each: what is its value per token?",
        ),
        slip(
            "characters are counted in place of bytes",
            edit=("len(answer.encode())", "len(answer)"),
            why="ü has two bytes in UTF-8, 東 has three. Bytes are what does not hang on an alphabet or a tokenizer.",
            look="How many bytes has Zürich?",
        ),
        slip(
            "the tokens of the question are counted in the length",
            edit=('"token": len(own)', '"token": len(tokens)'),
            why="With a long question all answers seem equally long.",
            look="How many tokens has the answer?",
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
            look="A question of 3 tokens, with an answer 5: how many tokens has the answer?",
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
            "words are counted in place of bytes",
            edit=("len(answer.encode())", "len(answer.split())"),
            why="東京 is one word, and so is naïveté. Bytes are what does not hang on an alphabet or a tokenizer.",
            look="How many bytes has Zürich?",
        ),
        slip(
            "the space in front of the answer is not counted",
            edit=("len(answer.encode())", "len(answer.strip().encode())"),
            why="The model had to write it as well: it is part of the answer's first token.",
            look="How many bytes has the answer as it is given?",
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
            look="What sign has the logarithm of a probability?",
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


@lru_cache
def resamples(n):
    """How often each of n values is in a resample (R, n), and how likely each resample is (R,): all of them, or many."""
    if n > 8:
        drawn = np.random.default_rng(0).integers(0, n, (20_000, n))
        return (drawn[:, :, None] == np.arange(n)).sum(axis=1) * 1.0, np.full(len(drawn), 1 / len(drawn))
    drawn = np.array(list(itertools.combinations_with_replacement(range(n), n)))
    times = (drawn[:, :, None] == np.arange(n)).sum(axis=1)
    ways = math.factorial(n) / np.array([math.prod(map(math.factorial, row)) for row in times.tolist()])
    return times * 1.0, ways / n**n


def is_steady(values, level, n_resamples, n_oracle=150_000):
    """Whether the width of the interval stays within its tolerance for 5.5 standard deviations of chance.

    Means of few values come in lumps, and an end that falls between two of them jumps from one to the other.
    """
    error = values.std(ddof=1) / math.sqrt(len(values))
    times, chances = resamples(len(values))
    means = times @ values / len(values) / error
    rank = means.argsort()
    sums = chances[rank].cumsum()
    at = lambda share: means[rank[np.searchsorted(sums, share)]]
    below = (1 - level) / 2
    chance = 5.5 * math.sqrt(below * (1 - below) * (1 / n_resamples + 1 / n_oracle))
    width = at(1 - below) - at(below)
    a, b = np.cos(turns := np.linspace(0, 2 * math.pi, 100)), np.sin(turns)
    common = below / (1 - below)  # how far the ends of one sample move together
    low, high = at(below + chance * a), at(1 - below + chance * (common * a + math.sqrt(1 - common**2) * b))
    return np.abs(high - low - width).max() < 0.03 * (1 + width)


@exercise("bootstrap_interval", points=3, forbid=["scipy"])
class _:
    cases = [
        dict(n=8, level=0.4),
        dict(n=6, level=0.8),  # one value fewer in a resample makes it wider by a tenth
        dict(n=12, level=0.96, skew=(1.4, 2.0)),  # no bell
    ]
    weights = {"ends": 3, "width": 1, "again": 2, "a second draw": 2, "values unchanged": 1}
    # Ends in standard errors, from ten below 0. Both sides are random and differ by about 0.01; allowed is 0.13 to 0.24.
    # Leaving out all of the error on one side moves an end by 0.31.
    # The width, without the ten, is held to 0.03 of it and one; chance is a sixth of that.
    tolerance = {
        "ends": 0.016,
        "width": 0.03,
        "again": 0.016,
        "a second draw": 0.016,
        "values unchanged": 0.016,
    }

    def inputs(rng, n, level, skew=(0.4, 1.1)):
        for _ in range(10 * TRIES):  # of leaning ones few are steady; about 300 are tried
            values = rng.exponential(1.0, n)
            lean = ((values - values.mean()) ** 3).mean() / values.std() ** 3
            if skew[0] < lean < skew[1] and is_steady(values, level, 12_000):  # not one value for all
                break
        else:
            raise AssertionError("no such inputs")
        far = int(np.abs(values - values.mean()).argmax())
        values[[far, -1]] = values[[-1, far]]  # leaving the last one out shows
        error = values.std(ddof=1) / math.sqrt(n)
        values = (values - values.mean() + rng.uniform(-2, 2) * error) * rng.uniform(0.5, 3)
        return {"values": values, "level": level, "n_resamples": 12_000, "seed": int(rng.integers(2**31))}

    def oracle(values, level, n_resamples, seed):
        from scipy import stats

        low, high = stats.bootstrap(
            (values,), np.mean, confidence_level=level, n_resamples=150_000, method="percentile", rng=np.random.default_rng(seed)
        ).confidence_interval  # fmt: skip
        error = values.std(ddof=1) / math.sqrt(len(values))
        ends = [10 + float(low / error), 10 + float(high / error)]
        return {
            "ends": ends,
            "width": {"ends": ends, "widths": [ends[1] - ends[0]] * 3},  # few resamples may hit one by chance
            "again": SameAs("ends"),
            "a second draw": {"ends": ends, "the same": False},
            "values unchanged": {"ends": ends, "changed": 0},
        }

    alternatives = {
        "a loop, sorted": """
            means = []
            for _ in range(n_resamples):
                means.append(values[torch.randint(len(values), (len(values),), generator=generator)].mean().item())
            means.sort()
            return means[round(n_resamples * (1 - level) / 2)], means[round(n_resamples * (1 + level) / 2) - 1]
        """,
        "how often each value is drawn": """
            n = len(values)
            even = torch.full((n_resamples, n), 1 / n)
            drawn = even.multinomial(n, replacement=True, generator=generator)
            times = torch.zeros(n_resamples, n).scatter_add_(1, drawn, torch.ones(n_resamples, n))
            means = (times @ values.float().cpu()) / n
            below = (1 - level) / 2
            return torch.quantile(means, below).item(), torch.quantile(means, 1 - below).item()
        """,
    }
    slips = [
        slip(
            "all means are nearly the same, and the interval has no width",
            edit=("torch.randint(n, (n_resamples, n), generator=generator)", "torch.rand(n_resamples, n, generator=generator).argsort(dim=1)"),
            also=[("mean(dim=1)", "mean(dim=0)"), ("torch.randint(n, (n_resamples, n), generator=generator)", "torch.randint(n, (1, n), generator=generator).expand(n_resamples, -1)")],
            why="Without replacement every resample is the same values in another order; and a mean over thousands of draws of one column hardly moves.",
            look="Can a value occur twice in one of your resamples? How many means do you get, and of how many values each?",
        ),
        slip(
            "the interval is that of single values, not of means",
            edit=(".mean(dim=1)", ".flatten()"),
            also=[("means.quantile(", "values.quantile(")],
            why="A mean of n values moves less than one value, by √n.",
            look="How many numbers are left of each resample before you sort?",
        ),
        slip(
            "the whole error is left out on one side each",
            edit=("[(1 - level) / 2, (1 + level) / 2]", "[1 - level, level]"),
            why="Then twice as much lies outside as was asked for: an interval of 95 % that holds 90.",
            look="Which share of the means lies below your lower end, and which above the upper one?",
        ),
        slip(
            "the level is taken for what is left out",
            edit=("[(1 - level) / 2, (1 + level) / 2]", "[level / 2, 1 - level / 2]"),
            why="The higher the level, the narrower the interval becomes; it should be the other way round.",
            look="Should an interval of 99 % be wider or narrower than one of 90 %?",
        ),
        slip(
            "the median is taken in place of the mean",
            edit=(".mean(dim=1)", ".median(dim=1).values"),
            why="It is another quantity, with another interval; for values that lean to one side it lies elsewhere.",
            look="Which quantity does the docstring ask an interval for?",
        ),
        slip(
            "one standard error on each side, whatever the level",
            edit=("low, high = means.quantile(torch.tensor([(1 - level) / 2, (1 + level) / 2], dtype=means.dtype))", "low, high = means.mean() - means.std(), means.mean() + means.std()"),
            why="That holds about two thirds of the means.",
            look="Which of the arguments of your function does your code never use?",
        ),
        slip(
            "the interval is computed from a formula, not from resamples",
            edit=("low, high = means.quantile(torch.tensor([(1 - level) / 2, (1 + level) / 2], dtype=means.dtype))", "error = values.std() / n**0.5\n    low, high = values.mean() - 1.96 * error, values.mean() + 1.96 * error"),
            also=[("low, high = means.quantile(torch.tensor([(1 - level) / 2, (1 + level) / 2], dtype=means.dtype))", "error = values.std() / n**0.5 * math.sqrt(2) * torch.erfinv(torch.tensor(level))\n    low, high = values.mean() - error, values.mean() + error")],
            why="So many standard errors hold that share of a bell. The bootstrap also knows means of few values that lean to one side.",
            look="Does your interval change when the level does? When the seed does?",
        ),
        slip(
            "the interval is made as wide on one side of the mean as on the other",
            edit=("low, high = means.quantile(torch.tensor([(1 - level) / 2, (1 + level) / 2], dtype=means.dtype))", "error = means.std() * math.sqrt(2) * torch.erfinv(torch.tensor(level))\n    low, high = means.mean() - error, means.mean() + error", "error = (means - values.mean()).abs().quantile(level)\n    low, high = values.mean() - error, values.mean() + error"),
            why="Means of few values that lean to one side lie farther out there. Equal shares are left out, not equal distances.",
            look="Which share of the means lies below your lower end, and which above the upper one?",
        ),
        slip(
            "the interval is reflected at the mean",
            edit=("return low.item(), high.item()", "return (2 * values.mean() - high).item(), (2 * values.mean() - low).item()"),
            why="That is another one, the basic bootstrap. The percentile bootstrap takes the quantiles as they are.",
            look="Of the means that you drew, which share lies between your two ends?",
        ),
        slip(
            "all that is left out lies on one side",
            edit=("[(1 - level) / 2, (1 + level) / 2]", "[1 - level, 1.0]", "[0.0, level]"),
            why="One end is then the most extreme mean that was drawn, and moves with the number of resamples.",
            look="Which share of the means lies below your lower end, and which above the upper one?",
        ),
        slip(
            "the interval is that of 95 %, whatever the level",
            edit=("[(1 - level) / 2, (1 + level) / 2]", "[0.025, 0.975]"),
            why="The level says which share the interval should hold.",
            look="Which of the arguments of your function does your code never use?",
        ),
        slip(
            "resamples are smaller than the data",
            edit=("(n_resamples, n)", "(n_resamples, n - 1)", "(n_resamples, n // 2)"),
            why="The mean of fewer values moves more, so that the interval is too wide.",
            look="How many values are there, and how many are in one of your resamples?",
        ),
        slip(
            "fewer resamples are drawn than were asked for",
            edit=("(n_resamples, n)", "(100, n)", "(n, n)"),
            why="The ends hang on the few means that lie farthest out; of a hundred means, these are two or three.",
            look="How many means do you have before you sort?",
        ),
        slip(
            "the interval lies around 0, not around the mean",
            edit=(".mean(dim=1)", ".mean(dim=1) - values.mean().cpu()"),
            why="It then says how far off the mean may be, and not where it may lie.",
            look="Does your interval move when 5 is added to all values?",
        ),
        slip(
            "it is divided by √n once more",
            edit=("return low.item(), high.item()", "middle, root = values.mean().item(), n**0.5\n    return middle + (low.item() - middle) / root, middle + (high.item() - middle) / root"),
            why="Means of n values move less than values already, by √n.",
            look="Of the means that you drew, which share lies between your two ends?",
        ),
        slip(
            "the interval holds all means",
            edit=("low, high = means.quantile(torch.tensor([(1 - level) / 2, (1 + level) / 2], dtype=means.dtype))", "low, high = means.min(), means.max()"),
            why="The more resamples, the wider it becomes; the level says which share it should hold.",
            look="Which of the arguments of your function does your code never use?",
        ),
        slip(
            "the generator is made anew inside",
            edit=("n = len(values)", "n = len(values)\n    generator = torch.Generator().manual_seed(0)"),
            also=[("n = len(values)", "n = len(values)\n    generator = torch.Generator().set_state(generator.get_state())")],
            why="Two calls in a row then give the same interval, and the caller believes that it never moves.",
            look="Draw twice from the same generator. Should the two intervals be equal to the last digit?",
        ),
        slip(
            "the last value is never drawn",
            edit=("torch.randint(n,", "torch.randint(n - 1,"),
            why="Its share of the mean is missing in every resample, and the interval moves away from it.",
            look="Which is the largest number that your call can give, and which is the last place?",
        ),
        slip(
            "the ends are exchanged",
            edit=("return low.item(), high.item()", "return high.item(), low.item()"),
            why="The docstring promises the lower end first.",
            look="Which of your two numbers is smaller?",
        ),
        slip(
            "the generator is ignored",
            edit=(", generator=generator)", ")"),
            why="The interval is right, but a reader cannot get your numbers again.",
            look="Which of the arguments of your function does your code never use?",
        ),
    ]  # fmt: skip
    promises = {
        "the level decides": dict(level=0.8),
        "few values": dict(n=8, level=0.4),
        "a resample has n values": dict(n=6),
        "quantiles, where values lean to one side": dict(level=0.96),
        "values are left as they are": "values unchanged",
        "equal shares on both sides": "ends",
        "one seed, one interval": "again",
        "two draws differ": "a second draw",
    }


@exercise("pass_at_k", points=2)
class _:
    cases = [
        dict(P=(4, 7), n=6, k=2),
        dict(P=(3, 6), n=9, k=4),
        dict(P=(5, 9), n=7, k=7),  # as many tries as samples
        dict(P=(3, 5), n=200, k=100, most=20),
        dict(P=(4, 9), n=8, k=1),
    ]

    def inputs(rng, P, n, k, most=None):
        correct = rng.integers(0, (most or n - 1) + 1, int(rng.integers(*P, endpoint=True)))
        correct[0], correct[1] = rng.integers(1, 3), 0
        return {"correct": rng.permutation(correct).tolist(), "n": n, "k": k}

    def oracle(correct, n, k):
        found = []
        for c in correct:
            if n <= 10:  # every choice of k among n samples, of which the first c are right
                choices = list(itertools.combinations(range(n), k))
                found.append(sum(min(choice) < c for choice in choices) / len(choices))
            else:  # one try after the other: the chance that all are wrong
                wrong = math.prod(max(n - c - i, 0) / (n - i) for i in range(k))
                found.append(1 - wrong)
        return {"pass@k": math.fsum(found) / len(found)}

    alternatives = {
        "the product of the paper": """
            total = 0.0
            for c in correct:
                wrong = 1.0
                for i in range(n - c + 1, n + 1):
                    wrong *= max(0.0, 1 - k / i)
                total += 1 - wrong
            return total / len(correct)
        """,
        "logarithms of factorials": """
            def log_choose(a, b):
                return math.lgamma(a + 1) - math.lgamma(b + 1) - math.lgamma(a - b + 1)
            chances = [1.0 if n - c < k else 1 - math.exp(log_choose(n - c, k) - log_choose(n, k)) for c in correct]
            return sum(chances) / len(chances)
        """,
    }
    slips = [
        slip(
            "pass@k is taken as 1 − (1 − c/n)ᵏ",
            edit=("math.comb(n - c, k) / math.comb(n, k)", "(1 - c / n) ** k"),
            why="This draws the k tries with replacement: on average it is too low, the more so the fewer samples there are.",
            look="n = 4, c = 1, k = 2: what is it by counting pairs?",
        ),
        slip(
            "k is ignored: the share of right samples",
            edit=("1 - math.comb(n - c, k) / math.comb(n, k)", "c / n"),
            why="That is pass@1.",
            look="Should more tries help?",
        ),
        slip(
            "a problem with fewer wrong samples than k counts as unsolved",
            edit=("1 - math.comb(n - c, k) / math.comb(n, k)", "(1 - math.comb(n - c, k) / math.comb(n, k) if n - c >= k else 0)"),
            why="Where fewer than k are wrong, every choice of k holds a right one.",
            look="n = 4, c = 3, k = 2: how many pairs hold no right answer?",
        ),
        slip(
            "one try is missing",
            edit=("1 - math.comb(n - c, k) / math.comb(n, k)", "1 - math.comb(n - c, k - 1) / math.comb(n, k - 1)"),
            why="That is the chance with k − 1 tries.",
            look="What comes out of your code for k = 1?",
        ),
        slip(
            "samples do not become fewer from try to try",
            edit=("math.comb(n - c, k) / math.comb(n, k)", "math.perm(n - c, k) / n**k"),
            why="A wrong sample that was drawn is gone from the wrong ones, and from all of them.",
            look="The first of 4 samples was drawn. Of how many is the second one?",
        ),
        slip(
            "problems without a right sample are left out of the mean",
            edit=("for c in correct) / len(correct)", "for c in correct if c) / max(1, sum(c > 0 for c in correct))"),
            why="They are the ones that the model cannot solve; without them it looks better than it is.",
            look="By how many problems do you divide?",
        ),
        slip(
            "the result is rounded",
            edit=[("return sum(", "return round(sum("), ("/ len(correct)", "/ len(correct), 2)")],
            why="Rounding belongs to the page on which a number is printed; whoever computes with it needs the rest.",
            look="How many places has your result?",
        ),
        slip(
            "all k answers have to be right",
            edit=("1 - math.comb(n - c, k) / math.comb(n, k)", "math.comb(c, k) / math.comb(n, k)"),
            why="One right answer among k is enough.",
            look="What is pass@2 for one right sample of four?",
        ),
        slip(
            "the chance of failing comes back",
            edit=("1 - math.comb(n - c, k)", "math.comb(n - c, k)"),
            why="The share of choices without a right answer is what has to be taken from 1.",
            look="What should come out when every sample is right?",
        ),
        slip(
            "exactly one right answer is counted",
            edit=("1 - math.comb(n - c, k) / math.comb(n, k)", "c * math.comb(n - c, k - 1) / math.comb(n, k)"),
            why="Two right answers are as good as one.",
            look="What should come out when every sample is right, for k = 2?",
        ),
        slip(
            "k times the share of right samples",
            edit=("1 - math.comb(n - c, k) / math.comb(n, k)", "min(1, k * c / n)"),
            why="Chances of events that can happen together do not add up.",
            look="Half of the samples are right and k = 2. Is success certain?",
        ),
        slip(
            "all problems are thrown together",
            edit=("sum(1 - math.comb(n - c, k) / math.comb(n, k) for c in correct) / len(correct)", "1 - math.comb(n * len(correct) - sum(correct), k) / math.comb(n * len(correct), k)", "1 - math.comb(n - round(sum(correct) / len(correct)), k) / math.comb(n, k)", "1 - (1 - sum(correct) / (n * len(correct))) ** k"),
            why="An easy problem cannot be solved in the place of a hard one.",
            look="One problem is always solved and one never. What is pass@10?",
        ),
        slip(
            "every problem with a right sample counts as solved",
            edit=("1 - math.comb(n - c, k) / math.comb(n, k)", "(c > 0)"),
            why="That is pass@n. With k tries one may draw the wrong ones only.",
            look="One of 100 samples is right. Is a single try sure to find it?",
        ),
        slip(
            "a problem counts as solved with k right samples",
            edit=("1 - math.comb(n - c, k) / math.comb(n, k)", "(c >= k)"),
            why="One right answer among the k that are chosen is enough.",
            look="One of four samples is right. What is pass@2?",
        ),
        slip(
            "a value for each problem comes back",
            edit=("sum(1 - math.comb(n - c, k) / math.comb(n, k) for c in correct) / len(correct)", "[1 - math.comb(n - c, k) / math.comb(n, k) for c in correct]"),
            why="The docstring promises one number, averaged over problems.",
            look="What does the mean in the formula run over?",
        ),
        slip(
            "the sum over problems is divided by the number of samples",
            edit=("/ len(correct)", "/ n"),
            why="The mean is over problems; how many samples each of them has is in the formula already.",
            look="Every sample of every problem is right. What comes out for 3 problems and n = 10?",
        ),
        slip(
            "the sum over problems comes back, not the mean",
            edit=(" / len(correct)", ""),
            why="A probability is at most 1.",
            look="How large can your result become with ten problems?",
        ),
    ]  # fmt: skip
    promises = {
        "k = 1": dict(k=1),
        "k = n": dict(n=7, k=7),
        "many samples": dict(n=200),
        "fewer wrong ones than k": dict(n=9, k=4),
        "averaged over problems": "pass@k",
    }


def calibration_error(confidence, correct, bins):
    """The error when each prediction is in the bin that is given for it; the sizes of the bins cancel."""
    gaps = {m: math.fsum((correct - confidence)[bins == m]) for m in set(bins)}
    return sum(map(abs, gaps.values())) / len(confidence)


@exercise("expected_calibration_error", points=4)
class _:
    weights = {"error": 3, "confidence unchanged": 1}
    cases = [
        dict(N=(50, 70), n_bins=10),
        dict(N=(20, 30), n_bins=15, empty=True),
        dict(N=(24, 40), n_bins=4, edges=True),
        dict(N=(9, 14), n_bins=1),
    ]

    def inputs(rng, N, n_bins, empty=False, edges=False):
        N = int(rng.integers(*N, endpoint=True))
        for _ in range(
            TRIES * edges
        ):  # quarters, which float32 holds exactly, and 1; bins are too sure and too modest in turn
            confidence = (rng.integers(0, 4, N) + rng.uniform(0.05, 0.95, N)) / 4
            confidence[: N // 2] = rng.choice([0.25, 0.5, 0.75, 1.0], N // 2)
            confidence[:6] = [1.0, 1.0, 1.0, 0.0, 0.0, 0.0]
            above = np.minimum(confidence * 4, 3).astype(int)
            below = np.maximum(np.ceil(confidence * 4).astype(int) - 1, 0)
            correct = (above % 2 == 0) ^ (rng.uniform(size=N) < 0.15)
            correct[: N // 2] = rng.uniform(size=N // 2) < 0.15
            correct[3:6] = True
            errors = [calibration_error(confidence, correct, bins) for bins in (above, below)]
            errors += [calibration_error(confidence, correct, np.where(confidence == 1, 0, above))]
            errors += [calibration_error(confidence, correct, np.minimum(confidence * 10, 9).astype(int))]
            for some, bins in [(confidence > 0, above), (confidence > 0, below), (confidence < 1, above)]:
                errors.append(calibration_error(confidence[some], correct[some], bins[some]) * some.mean())
            twice = [
                (m <= confidence * 4) & (confidence * 4 <= m + 1) for m in range(4)
            ]  # an edge in two bins
            errors.append(sum(abs((correct - confidence)[inside].sum()) for inside in twice) / N)
            if np.diff(np.sort(errors)).min() > 0.01:  # each of these mistakes has an error of its own
                return {"confidence": confidence, "correct": correct, "n_bins": n_bins}
        if edges:
            raise AssertionError("no such inputs")
        while True:
            bins = rng.integers(0, n_bins, N)
            if empty:
                bins = bins // 3 * 3
                bins[bins == 6], bins[0] = 3, 6  # a bin that holds one prediction
            confidence = (bins + rng.uniform(0.05, 0.95, N) ** 2) / n_bins  # not in the middle of their bins
            correct = rng.uniform(size=N) < rng.uniform(0.1, 0.9, n_bins)[bins]
            stretched = n_bins * (confidence - confidence.min()) // np.ptp(confidence)
            errors = [calibration_error(confidence, correct, each) for each in (bins, stretched)]
            if n_bins == 1 or abs(errors[0] - errors[1]) > 0.005:
                return {"confidence": confidence, "correct": correct, "n_bins": n_bins}

    def oracle(confidence, correct, n_bins):
        total = 0.0
        for m in range(n_bins):
            is_last = m == n_bins - 1
            inside = [
                i for i, c in enumerate(confidence) if m <= c * n_bins and (is_last or c * n_bins < m + 1)
            ]
            total += abs(
                sum(float(correct[i]) - confidence[i] for i in inside)
            )  # the sizes of the bins cancel
        error = float(total / len(confidence))
        return {"error": error, "confidence unchanged": {"error": error, "changed": 0}}

    alternatives = {
        "sums in each bin, by bincount": """
            place = torch.clamp((confidence * n_bins).floor().long(), max=n_bins - 1)
            right = torch.bincount(place, weights=correct.double(), minlength=n_bins)
            sure = torch.bincount(place, weights=confidence.double(), minlength=n_bins)
            return ((right - sure).abs().sum() / len(confidence)).item()
        """,
        "edges": """
            edges = torch.linspace(0, 1, n_bins + 1, dtype=torch.float64, device=confidence.device)
            c, total = confidence.double(), 0.0
            for low, high in zip(edges[:-1], edges[1:]):
                chosen = (c >= low) & ((c < high) | (high == 1.0))
                if chosen.sum() > 0:
                    gap = correct[chosen].double().mean() - c[chosen].mean()
                    total += float(gap.abs() * chosen.sum() / len(c))
            return total
        """,
    }
    slips = [
        slip(
            "all bins count alike, however many predictions they hold",
            edit=("error += inside.double().mean().item() * abs(gap.item())", "error += abs(gap.item()) / n_bins", "error += abs(gap.item()) / len(bins.unique())", "error += abs(gap.item())"),
            why="A bin with one prediction is off by chance, and would weigh as much as one with a thousand.",
            look="What stands in front of the difference in the formula?",
        ),
        slip(
            "differences cancel, because their sign is kept",
            edit=("abs(gap.item())", "gap.item()", "-gap.item()"),
            also=[[("abs(gap.item())", "gap.item()"), ("return error", "return abs(error)")]],
            why="Too sure in one bin and too modest in another would look perfect.",
            look="Can two bins that are both wrong give an error of 0?",
        ),
        slip(
            "the largest difference comes back",
            edit=("error += inside.double().mean().item() * abs(gap.item())", "error = max(error, abs(gap.item()))"),
            why="That is another measure (the maximum calibration error), which one small bin decides.",
            look="How are the bins put together in the formula?",
        ),
        slip(
            "the middle of a bin stands for its confidence",
            edit=("confidence[inside].double().mean()", "(m + 0.5) / n_bins"),
            why="Predictions do not lie in the middle of their bin: in the last one most are close to 1.",
            look="Which mean does the formula ask for?",
        ),
        slip(
            "differences are squared",
            edit=("abs(gap.item())", "gap.item() ** 2"),
            also=[[("abs(gap.item())", "gap.item() ** 2"), ("return error", "return error**0.5")]],
            why="Squares of numbers below 1 are small: the error looks better than it is.",
            look="A model that says 0.9 and is right in 0.7 of all cases: what is its error?",
        ),
        slip(
            "a confidence of exactly 1 is not in the last bin",
            edit=(".clamp(max=n_bins - 1)", "", " % n_bins"),
            why="Its bin would be one behind the last. The surest predictions are the ones that matter.",
            look="Into which bin does your code put 1.0?",
        ),
        slip(
            "bins reach from the smallest confidence to the largest",
            edit=("(confidence * n_bins).long()", "((confidence - confidence.min()) / (confidence.max() - confidence.min()).clamp(min=1e-9) * n_bins).long()"),
            why="The bins would move with the data, and two models would be held against different ones.",
            look="Into which of 10 bins does 0.37 go, whatever the others are?",
        ),
        slip(
            "an edge belongs to the bin below it",
            edit=("(confidence * n_bins).long().clamp(max=n_bins - 1)", "((confidence * n_bins).ceil().long() - 1).clamp(min=0)", "((confidence * n_bins).ceil().long() - 1)"),
            why="The text says that a bin holds its lower edge. Others do it the other way; numbers are comparable only if one rule is kept.",
            look="Into which of four bins does 0.5 go?",
        ),
        slip(
            "empty bins give nan",
            edit=("if inside.any():", "if True:"),
            why="The mean of nothing is nan, and one nan makes the whole sum nan.",
            look="What is the mean of an empty tensor?",
        ),
        slip(
            "a confidence of exactly 0 is in no bin",
            edit=("inside = bins == m", "inside = (bins == m) & (confidence > 0)"),
            why="Bins that hold their upper edges lose it, and each bin here holds its lower one.",
            look="Into which bin does your code put 0.0?",
        ),
        slip(
            "an edge is in two bins",
            edit=("inside = bins == m", "inside = (confidence * n_bins >= m) & (confidence * n_bins <= m + 1)"),
            why="A prediction that counts twice makes the weights sum to more than 1.",
            look="Into which of four bins does 0.5 go, and into how many does your code put it?",
        ),
        slip(
            "bins with one prediction are left out",
            edit=("if inside.any():", "if inside.sum() > 1:"),
            why="Its weight is small already: one in N.",
            look="How many predictions does your sum run over, and how many are there?",
        ),
        slip(
            "the sum ends at the first empty bin",
            edit=("if inside.any():", "if not inside.any():\n            break\n        else:"),
            why="The bins behind it may hold most of the predictions.",
            look="What does `break` leave, and what does `continue`?",
        ),
        slip(
            "there are ten bins, whatever n_bins says",
            edit=("    bins = (confidence", "    n_bins = 10\n    bins = (confidence"),
            why="The error hangs on the number of bins, so the caller chooses it.",
            look="Which of the arguments of your function does your code never use?",
        ),
        slip(
            "only one direction counts",
            edit=("abs(gap.item())", "max(0.0, -gap.item())", "max(0.0, gap.item())"),
            why="A model that is too modest is not calibrated either.",
            look="A model says 0.5 and is always right. What is its error?",
        ),
        slip(
            "the right ones of a bin are divided by all predictions",
            edit=("correct[inside].double().mean()", "correct[inside].double().sum() / len(correct)"),
            why="The formula compares two means over one bin; its weight stands in front.",
            look="A bin holds 5 of 100 predictions and all 5 are right. Which share is right in it?",
        ),
        slip(
            "the sum is not divided by the number of predictions",
            edit=("inside.double().mean().item()", "inside.sum().item()"),
            why="It then grows with the number of predictions, and two models on different texts cannot be compared.",
            look="How large can the error become?",
        ),
        slip(
            "wrong answers are counted in place of right ones",
            edit=("correct[inside]", "(~correct)[inside]"),
            why="A confidence is the probability of being right.",
            look="What should come out when the model says 1 and is always right?",
        ),
        slip(
            "each prediction is a bin of its own",
            edit=("    bins = (confidence * n_bins).long().clamp(max=n_bins - 1)  # (N,)\n", "    return (confidence - correct.float()).abs().mean().item()\n    bins = None\n"),
            why="A single answer is right or wrong, never 0.8 right: a share needs several predictions.",
            look="A model says 0.5 each time and is right in half of all cases. What should its error be, and what is yours?",
        ),
        slip(
            "bins hold equally many predictions, and are not equally wide",
            edit=("(confidence * n_bins).long().clamp(max=n_bins - 1)", "confidence.argsort().argsort() * n_bins // len(confidence)"),
            why="Such errors are in use, too, and are other numbers. The text asks for bins of equal width.",
            look="Into which of 10 bins does 0.37 go, whatever the others are?",
        ),
        slip(
            "it is given in percent",
            edit=("return error", "return 100 * error"),
            why="A share of predictions times a difference of probabilities is at most 1.",
            look="How large can the error become?",
        ),
        slip(
            "bins have another width, or begin elsewhere",
            edit=("(confidence * n_bins).long()", "(confidence * (n_bins + 1)).long()", "(confidence * (n_bins - 1)).long()", "(confidence * n_bins).round().long()", "((confidence - 0.5) * 2 * n_bins).long().clamp(min=0)"),
            why="M bins of equal width cover the numbers from 0 to 1.",
            look="Into which of 10 bins does 0.37 go?",
        ),
    ]  # fmt: skip
    promises = {
        "bins weigh as much as they hold": dict(n_bins=10),
        "empty bins count nothing": dict(empty=True),
        "edges belong to the bin above, 0 to the first and 1 to the last": dict(edges=True),
        "a bin with one prediction counts": dict(empty=True),
        "confidence is left as it is": "confidence unchanged",
        "one bin": dict(n_bins=1),
        "one number": "error",
    }
