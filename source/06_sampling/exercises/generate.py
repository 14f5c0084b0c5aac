"""The generation loop: KV cache, filters, one generator per row, stop tokens.

Oracle: for greedy decoding the most probable token step by step; for sampling the exact
probability of every text of up to three tokens, after all filters in the order given.
"""

import itertools

import numpy as np

from autograder.authoring import Distribution, SameAs, exercise, slip

from ._shared import TRIES, chances, language, log_softmax, scores_after, told_apart


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
            why="Nobody looks at the logits of that call, and it costs as much as any other.",
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
            edit=("for change in filters:", "for change in reversed(filters):"),
            why="top-p behind a temperature of 2 keeps more tokens than top-p before it; the caller chose one of the two.",
            look="In which order should [temperature, top-p] be applied?",
        ),
        slip(
            "each filter starts from the raw logits, so that only the last one counts",
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
            "the rows after a row that stops lose a turn",
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
