"""The generation loop: KV cache, filters, one generator per row, stop tokens.

Oracle: for greedy decoding the most probable token step by step; for sampling the exact
probability of every text of up to three tokens, after all filters in the order given.
"""

import itertools

import numpy as np

from autograder.authoring import Distribution, SameAs, exercise, slip

from ._shared import TRIES, chances, language, log_softmax, scores_after, told_apart


def likeliest(text, n_new, parts):
    """The likeliest continuation of a text, without stop tokens, and the smallest margin of a choice on the way."""
    written, closest = [], np.inf
    for _ in range(n_new):
        z = scores_after(text + written, *parts)
        closest = min(closest, np.diff(np.sort(z))[-1])
        written.append(int(z.argmax()))
    return written, closest


def until(text, stop):
    """A text up to and including its first stop token."""
    ends = [i for i, token in enumerate(text) if token in stop]
    return text[: ends[0] + 1] if ends else text


def filtered_at_once(z, order, tokens):
    """The logits (..., V) after tokens (..., T), with all filters of a list applied."""
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
    """The probability of each text of at most 3 tokens after some ids, (V + V² + V³,).

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


ENDS = {  # from the lengths of the texts and their limit n: whether the case is the one wanted
    "all": lambda lengths, n: max(lengths) < n and len(set(lengths)) > 1,
    "some": lambda lengths, n: min(lengths) < n - 1 and max(lengths) == n,
    "none": lambda lengths, n: min(lengths) == n,
}


def shows(ids, parts, stop, order, rows):
    """Whether draws tell right texts from those of mistakes with filters and, with a penalty, the mistakes apart."""
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
            )  # spare positions, for calls that go too far
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
            why="Without it, you can't tell a finished answer from one that was cut off at n_new.",
            look="In this section's table, what do you return for row 1?",
        ),
        slip(
            "finished rows keep growing",
            edit=[("sorted(running)", "range(len(seeds))"), ("running.remove(b)", "running.discard(b)")],
            why="Anything after the stop token comes from a model that thinks it is done, but readers would see it.",
            look="Which rows does your inner loop visit at step 2 of the table?",
        ),
        slip(
            "nothing ever stops",
            edit=("running.remove(b)", "pass"),
            why="Every text then gets its full length, even if the model is done early, and you pay for each of these steps.",
            look="What does your code do when a token is in `stop`?",
        ),
        slip(
            "finished rows are padded to the length of the longest",
            edit=(
                "return texts",
                "return [text + [0] * (max(map(len, texts)) - len(text)) for text in texts]",
                "return [text + text[-1:] * (max(map(len, texts)) - len(text)) for text in texts]",
            ),
            why="The caller then can't tell the padding from tokens that the model has written.",
            look="How long is the text of a row that stopped at its first token?",
        ),
        slip(
            "only one of the stop tokens ends a text",
            edit=("token in stop:", "token in stop[:1]:", "token in stop[-1:]:"),
            why="A sentence can end with a full stop, a question mark or an end-of-text token, so the caller lists all of them.",
            look="With stop = [3, 5], does your code end a text at 3 and also at 5?",
        ),
        slip(
            "a stop token in the prompt ends a row before it begins",
            edit=("set(range(len(seeds)))", "{b for b, row in enumerate(ids.tolist()) if not set(row) & set(stop)}"),
            why="A prompt may well contain full stops. A text ends only at a stop token that the model has written.",
            look="What do you return for a row whose prompt contains a stop token?",
        ),
        slip(
            "texts have one token too many, or one too few",
            edit=("range(n_new)", "range(n_new + 1)", "range(n_new - 1)", "range(max(1, n_new - 1))"),
            why="n_new is the largest number of tokens a text may get, including its stop token.",
            look="How many tokens per row does your code write for n_new = 2 if no row stops?",
        ),
        slip(
            "a call is made after the last of n_new tokens",
            edit=("    return texts", "    if running:\n        model(chunk, start, cache)\n    return texts"),
            why="The logits of that call are never used, but it costs as much as any other call.",
            look="How many calls does your code make for n_new = 1?",
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
            why="The texts are right, but one call for all rows reads the weights only once, and here they are read again for each row.",
            look="How many calls does your code make for 8 rows and one new token?",
        ),
        slip(
            "the model is called again after the last row has stopped",
            edit=("        if not running:\n            break\n", ""),
            why="The texts are right, but your code computes all n_new steps, whether they are needed or not.",
            look="If every row has stopped after 3 of 100 steps, how many calls does your code make?",
        ),
        slip(
            "the first row that stops ends all of them",
            edit=("        if not running:\n", "        if len(running) < len(seeds):\n"),
            also=[("return texts", "return [text[: min(map(len, texts))] for text in texts]")],
            why="The other texts are then cut off in the middle of a sentence.",
            look="When one row has stopped, which rows are still unfinished?",
        ),
        slip(
            "a row's tokens don't depend on its own seed alone",
            edit=(
                "[torch.Generator().manual_seed(seed) for seed in seeds]",
                "[torch.Generator().manual_seed(seeds[0])] * len(seeds)",
                "[torch.Generator() for _ in seeds if torch.Generator().seed()] and [torch.default_generator] * len(seeds)",
            ),
            why="The draws are right on the whole, but you can't reproduce a single text without its neighbours, or can't reproduce it at all.",
            look="If you generate row 2 alone, with its own seed, do you get the same text?",
        ),
        slip(
            "the generators are seeded again at every step",
            edit=("generators[b]))", "torch.Generator().manual_seed(seeds[b])))"),
            also=[("sample_multinomial(p[b], 1, generators[b])", "torch.multinomial(p[b], 1, generator=torch.Generator().manual_seed(seeds[b]))")],
            why="The same random number then decides at every step, so a row that begins with a rare token continues with rare ones.",
            look="How many times should you create a generator for one text?",
        ),
        slip(
            "the likeliest token is taken",
            edit=("int(sample_multinomial(p[b], 1, generators[b]))", "int(p[b].argmax())"),
            why="All seeds give the same text.",
            look="Which of your lines draws from a generator?",
        ),
        slip(
            "the filters are applied from right to left",
            edit=("for change in filters:", "for change in reversed(filters):"),
            why="Top-p after a temperature of 2 keeps more tokens than top-p before it, and the caller has chosen one of these orders.",
            look="In which order should [temperature, top-p] be applied?",
        ),
        slip(
            "each filter starts from the raw logits, so only the last one counts",
            edit=[
                ("scores = model(chunk, start, cache)[:, -1]", "raw = scores = model(chunk, start, cache)[:, -1]"),
                ("change(scores, ids)", "change(raw, ids)"),
            ],
            why="The work of all the earlier filters is thrown away.",
            look="What goes into the second filter?",
        ),
        slip(
            "only the first filter is applied",
            edit=("in filters:", "in filters[:1]:"),
            why="The rest of the list has no effect, and no error tells you.",
            look="How many times does your loop over the filters run?",
        ),
        slip(
            "the filters are not applied",
            edit=("in filters:", "in ():"),
            why="You then sample from the raw distribution, with all its unlikely tokens.",
            look="Which of the function's arguments does your code never use?",
        ),
        slip(
            "the filters don't get all ids so far",
            edit=("change(scores, ids)", "change(scores, ids[:, :1])"),
            also=[

                ("change(scores, ids)", "change(scores, chunk)"),
                [("chunk, start = new_cache(), ids, 0", "chunk, start, T = new_cache(), ids, 0, ids.shape[1]"), ("change(scores, ids)", "change(scores, ids[:, T:])")],
            ],
            why="A repetition penalty then knows nothing about what has just been written, or about the prompt.",
            look="Print the second argument of a filter at step 3.",
        ),
        slip(
            "softmax is taken twice",
            edit=("scores.softmax(dim=-1)", "scores.softmax(dim=-1).softmax(dim=-1)"),
            why="The second softmax flattens the distribution and again gives a chance to tokens that a filter had ruled out.",
            look="What does softmax turn the probabilities 1, 0, 0 into?",
        ),
        slip(
            "the whole text is computed again for every token",
            edit=("scores = model(chunk, start, cache)", "scores = model(ids, 0, new_cache())"),
            why="The texts are right, but the cache saves nothing.",
            look="At the second step, how many tokens of a row are new to the model?",
        ),
        slip(
            "positions start at 0 again in every call",
            edit=("= model(chunk, start, cache)", "= model(chunk, 0, cache)"),
            why="Every new token claims to be the first of the text.",
            look="What is the position of the first new token after a prompt of 5?",
        ),
        slip(
            "the prompt is not counted in the position",
            edit=("start += chunk.shape[1]", "start += 1", "start += chunk is not ids"),
            why="After a prompt of a hundred tokens, the next token would claim to be near the beginning of the text.",
            look="After the first call, how many tokens of a row are in the cache?",
        ),
        slip(
            "the position is off by one",
            edit=("start += chunk.shape[1]", "start = ids.shape[1] - 1", "start = ids.shape[1] + 1"),
            why="Every new token claims its neighbour's position.",
            look="The tokens of a prompt of 2 are at positions 0 and 1. What is the position of the next token?",
        ),
        slip(
            "the whole text goes in again at every step, into the same cache",
            edit=("ids = torch.cat([ids, chunk], dim=1)", "ids = chunk = torch.cat([ids, chunk], dim=1)\n        start = 0"),
            why="The cache still holds the text from the last step, so the model now reads it twice, one copy after the other.",
            look="What is in the cache before the second call, and what do you pass to the model?",
        ),
        slip(
            "the rows after a row that stops lose a turn",
            edit=("running.remove(b)", "running.remove(b)\n                break"),
            why="Those rows should also get a token at this step, so each of them ends up one token short.",
            look="Which loop does your `break` leave?",
        ),
        slip(
            "the filters get probabilities, not logits",
            edit=[("model(chunk, start, cache)[:, -1]", "model(chunk, start, cache)[:, -1].softmax(dim=-1)"), ("scores.softmax(dim=-1).cpu()", "scores.clamp(min=0).cpu()")],
            also=[("model(chunk, start, cache)[:, -1]", "model(chunk, start, cache)[:, -1].softmax(dim=-1)")],
            why="A temperature divides logits. If you divide all probabilities by 2 instead, their ratios don't change, so it has no effect.",
            look="According to the docstring, what do the filters get? So do they come before softmax or after it?",
        ),
        slip(
            "the prompt comes back with the text",
            edit=("[[] for _ in seeds]", "[row.tolist() for row in ids]"),
            why="The docstring asks only for the new tokens, and the caller has the prompt already.",
            look="How long can a text be for n_new = 1?",
        ),
    ]  # fmt: skip
    promises = {
        "the stop token belongs to the text": dict(ends="all"),
        "the other rows continue": dict(ends="some"),
        "no stop tokens at all": dict(ends="none"),
        "each of the stop tokens ends a text": dict(stops=2),
        "one new token": dict(n_new=(1, 1)),
        "a prompt of one token": dict(T=(1, 1)),
        "filters from left to right": dict(order=[("top_p", 0.75), ("temperature", 2.0)]),
        "filters see all ids so far": dict(order=[("penalty", 6.0), ("top_k", 2)]),
        "no filters": dict(order=[]),
        "one call per step, and none that isn't needed": "tokens in each call",
        "a row depends on its own seed, not on its neighbours": "again",
        "drawn with the model's probabilities": "draws",
    }
    equivalent = {
        "p = scores.softmax(dim=+1).cpu()": "of two axes the last is axis 1",
        "p = scores.softmax(dim=1).cpu()": "of two axes the last is axis 1",
    }
