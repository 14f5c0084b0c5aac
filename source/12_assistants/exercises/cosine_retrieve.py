"""Retrieve the k pages with the highest cosine similarity to each query.

Oracle: scikit-learn's cosine_similarity, sorted row by row.
"""

import numpy as np

from autograder.authoring import exercise, slip

COSINE = "F.normalize(queries, dim=1) @ F.normalize(pages, dim=1).T"
HIDDEN = "own[:, None] == torch.arange(len(pages), device=pages.device)"
FOUND = "scores, places = scores.topk(k, dim=1)"
HIDE = "scores = scores.masked_fill(hidden, -math.inf)"


@exercise("cosine_retrieve", points=4, forbid=["sklearn", "scipy", "utils.topics.assistants.retrieval"])
class _:
    # D equals N in the second, so that a wrong axis fits; own: "all" each query has one, "some" have none, "self" the
    # queries are the pages. In the sixth a query is zero, and one page is left; in the seventh all cosines are negative.
    cases = [
        dict(Q=3, N=8, D=6, k=4),
        dict(Q=4, N=5, D=5, k=5, zero_page=True),
        dict(Q=1, N=7, D=4, k=1),
        dict(Q=5, N=9, D=3, k=3, own="some"),
        dict(Q=6, N=6, D=4, k=5, own="self"),
        dict(Q=2, N=2, D=3, k=1, own="all", zero_query=True),
        dict(Q=3, N=5, D=4, k=4, own="all", negative=True),
        dict(Q=4, N=6, D=3, k=6, own="none"),
        dict(Q=3, N=12, D=5, k=2, own="all", near=True),
        dict(Q=2, N=1, D=3, k=1),
        dict(Q=2, N=14, D=4, k=12, own="some", short=True),
        dict(Q=3, N=4, D=3, k=3, own="all", opposite=True),
    ]
    weights = {"scores": 3, "places": 4, "queries unchanged": 0.5, "pages unchanged": 0.5}

    def inputs(
        rng,
        Q,
        N,
        D,
        k,
        own=None,
        zero_page=False,
        zero_query=False,
        negative=False,
        near=False,
        short=False,
        opposite=False,
    ):
        scale = np.exp(rng.uniform(-3, 3, (N, 1)))  # long pages and short ones
        pages = rng.standard_normal((N, D)) * scale
        queries = rng.standard_normal((Q, D)) * np.exp(rng.uniform(-2, 2, (Q, 1)))
        places = rng.integers(0, N, Q)
        if zero_page:
            pages[int(rng.integers(N))] = 0
        if short:
            pages, queries = pages * 1e-4, queries * 1e-4
        if opposite:  # the last page that is left points the other way
            queries[:] = queries[:1]
            places[:] = 0
            pages[1] = -2 * queries[0]
        if own == "self":
            queries, places = pages.copy(), np.arange(N)
        if negative:
            pages, queries = np.abs(pages), -np.abs(queries)
        if own == "some":
            places[rng.permutation(Q)[: Q // 2]] = -1
            best = (queries @ (pages / np.linalg.norm(pages, axis=1, keepdims=True)).T).argmax(axis=1)
            places[:] = np.where(places >= 0, best, -1)
        if own == "none":
            places[:] = -1
        if near:
            queries = pages[places] / scale[places] + 0.3 * rng.standard_normal((Q, D))
        if zero_query:
            queries[int(rng.integers(Q))] = 0
        given = None if own is None else places.astype(np.int64)
        return {"queries": queries, "pages": pages, "k": k, "own": given}

    def oracle(queries, pages, k, own):
        from sklearn.metrics.pairwise import cosine_similarity

        queries, pages = (np.asarray(x, dtype=np.float64) for x in (queries, pages))
        table = cosine_similarity(queries, pages)  # (Q, N)
        scores, places = [], []
        for q, row in enumerate(table):
            allowed = [n for n in range(len(row)) if own is None or n != int(own[q])]
            best = sorted(allowed, key=lambda n: -row[n])[:k]
            places.append(best)
            scores.append(row[best])
        scores, places = np.array(scores), np.array(places, dtype=np.int64)
        return {
            "scores": scores,
            "places": places,
            "queries unchanged": {"scores": scores, "queries": queries},
            "pages unchanged": {"scores": scores, "pages": pages},
        }

    alternatives = {
        "sorted, with norms in a product": """
            lengths = queries.norm(dim=1)[:, None] * pages.norm(dim=1)[None, :]
            cosine = torch.einsum("qd,nd->qn", queries, pages) / lengths.clamp(min=1e-20)
            if own is not None:
                for q in range(len(own)):
                    if own[q] >= 0:
                        cosine[q, own[q]] = -2
            order = cosine.argsort(dim=1, descending=True)[:, :k]
            return cosine.gather(1, order), order
        """,
        "the library's cosine, page by page": """
            cosine = torch.stack([F.cosine_similarity(queries, page[None], dim=1, eps=1e-20) for page in pages], dim=1)
            if own is not None:
                rows = (own >= 0).nonzero().flatten()
                cosine[rows, own[rows]] = float("-inf")
            values, order = cosine.sort(dim=1, descending=True)
            return values[:, :k], order[:, :k]
        """,
        "query by query": """
            scores, places = [], []
            for q, query in enumerate(queries):
                row = []
                for n, page in enumerate(pages):
                    if own is not None and n == int(own[q]):
                        continue
                    size = float(query.norm() * page.norm())
                    row.append((float(query @ page) / size if size else 0.0, n))
                row.sort(reverse=True)
                scores.append([s for s, _ in row[:k]])
                places.append([n for _, n in row[:k]])
            return torch.tensor(scores), torch.tensor(places)
        """,
    }
    slips = [
        slip(
            "vectors keep their lengths",
            edit=(COSINE, "queries @ pages.T"),
            why="A page with a long vector would be found for every question, but the cosine depends on the direction alone.",
            look="What should the largest possible score be?",
        ),
        slip(
            "only the queries have length 1",
            edit=(COSINE, "F.normalize(queries, dim=1) @ pages.T"),
            why="A page with a long vector would match every question.",
            look="What should the score of a page be for a query that is twice its vector?",
        ),
        slip(
            "only the pages have length 1",
            edit=(COSINE, "queries @ F.normalize(pages, dim=1).T"),
            why="The order is right, but the scores of two questions can't be compared with each other or with a threshold.",
            look="What should the largest possible score be?",
        ),
        slip(
            "lengths are taken along the wrong axis",
            edit=(COSINE, "F.normalize(queries, dim=0) @ F.normalize(pages, dim=0).T"),
            also=[(COSINE, "F.normalize(queries, dim=0) @ F.normalize(pages, dim=1).T"), (COSINE, "F.normalize(queries, dim=1) @ F.normalize(pages, dim=0).T"), (COSINE, "(queries @ pages.T) / (queries.norm() * pages.norm())"), (COSINE, "F.normalize(queries @ pages.T, dim=1)")],
            why="Each page and each query has one length: the root of the sum of its D squared features.",
            look="Which axis disappears when you compute the length of each page?",
        ),
        slip(
            "a product is divided by squared lengths",
            edit=(COSINE, "(queries @ pages.T) / (queries.pow(2).sum(1)[:, None] * pages.pow(2).sum(1)).clamp(min=1e-20)"),
            why="A cosine doesn't change when a vector becomes twice as long.",
            look="What happens to your score when a page is doubled?",
        ),
        slip(
            "a zero vector becomes nan",
            edit=(COSINE, "(queries / queries.norm(dim=1, keepdim=True)) @ (pages / pages.norm(dim=1, keepdim=True)).T"),
            also=[(COSINE, "(queries @ pages.T) / (queries.norm(dim=1)[:, None] * pages.norm(dim=1))")],
            why="An empty page has such a vector, and 0/0 is nan, which is sorted to the top.",
            look="What is the length of a page of zeros?",
        ),
        slip(
            "something is added to the lengths",
            edit=(COSINE, "(queries / (queries.norm(dim=1, keepdim=True) + 1e-2)) @ (pages / (pages.norm(dim=1, keepdim=True) + 1e-2)).T"),
            also=[(COSINE, "(queries @ pages.T) / (queries.norm(dim=1)[:, None] * pages.norm(dim=1) + 1e-2)"), (COSINE, "(queries @ pages.T) / (1 + queries.norm(dim=1)[:, None] * pages.norm(dim=1))"), (COSINE, "(queries / (queries.norm(dim=1, keepdim=True) + 1e-8)) @ (pages / (pages.norm(dim=1, keepdim=True) + 1e-8)).T")],
            why="It was meant to prevent a division by zero, but it makes every short vector even shorter.",
            look="What is the score of a short vector with itself?",
        ),
        slip(
            "the least similar pages come back",
            edit=(FOUND, "scores, places = scores.topk(k, dim=1, largest=False)"),
            also=[[(HIDE, "scores = scores.masked_fill(hidden, -9)"), (FOUND, "scores, places = (x[:, :k] for x in scores.sort(dim=1))")], [(HIDE, "scores = scores.masked_fill(hidden, -2)"), (FOUND, "scores, places = (x[:, :k] for x in scores.sort(dim=1))")], [(HIDE, "scores = scores.masked_fill(hidden, -1)"), (FOUND, "scores, places = (x[:, :k] for x in scores.sort(dim=1))")], (FOUND, "scores, places = (x[:, :k] for x in scores.nan_to_num(neginf=9.0).sort(dim=1))")],
            why="A cosine measures similarity, not distance: 1 means the same direction.",
            look="Is a page with cosine 1 near or far?",
        ),
        slip(
            "the best pages come in reverse",
            edit=("return scores, places", "return scores.flip(1), places.flip(1)"),

            why="The caller uses the first page, which is now the worst of those found.",
            look="Which score is in the first column?",
        ),
        slip(
            "distances come back instead of cosines",
            edit=("return scores, places", "return 1 - scores, places"),
            also=['def cosine_retrieve(queries, pages, k, own=None):\n    d = torch.cdist(F.normalize(queries, dim=1), F.normalize(pages, dim=1))\n    if own is not None:\n        d = d.masked_fill(own[:, None] == torch.arange(len(pages)), 9)\n    return d.topk(k, largest=False)\n', [(FOUND, "scores, places = torch.cdist(queries, pages).masked_fill(hidden if own is not None else torch.zeros(1, dtype=torch.bool), math.inf).topk(k, dim=1, largest=False)")], ("return scores, places", "return scores.clamp(-1, 1).arccos(), places")],
            why="A score of 1 should mean the same direction.",
            look="What does your function return for a query that equals a page?",
        ),
        slip(
            "the query's own page stays among the candidates",
            edit=(HIDE, "pass"),
            why="A question that was made from a page finds that page first, so its recall tells you nothing about other questions.",
            look="Which of your function's arguments does your code never use?",
        ),
        slip(
            "−1 is taken for the last page",
            edit=("hidden = " + HIDDEN, "hidden = F.one_hot(own % len(pages), len(pages)).bool()"),

            why="Python and PyTorch count −1 from the end, so these questions would never find the last page of the index.",
            look="What does `row[-1]` mean in Python, and what does −1 mean here?",
        ),
        slip(
            "the query's own page gets the score 0 and stays",
            edit=(HIDE, "scores = scores.masked_fill(hidden, 0)"),
            why="If all other pages have negative cosines, 0 is the best score.",
            look="Which score is lower than that of every other page?",
        ),
        slip(
            "a query's own page is hidden from all queries",
            edit=(HIDE, "scores = scores.masked_fill(hidden.any(dim=0), -math.inf)"),

            why="One question's own page may be the right one for another question.",
            look="Which entries of the table (Q, N) may be hidden for query 0?",
        ),
        slip(
            "the first page found is dropped, whichever it is",
            edit=[(HIDE, "pass"), (FOUND, "drop = int(own is not None)\n    scores, places = (x[:, drop:] for x in scores.topk(min(k + drop, len(pages)), dim=1))")],
            also=[[(HIDE, "pass"), (FOUND, "scores, places = (x[:, 1:] for x in scores.topk(min(k + 1, len(pages)), dim=1))")]],
            why="A question doesn't always find its own page first, and some questions have none.",
            look="How do you know that the best page is the query's own?",
        ),
        slip(
            "every page that scores as high as the query's own is hidden",
            edit=(HIDE, "scores = scores.masked_fill(scores >= scores.gather(1, own.clamp(min=0)[:, None]), -math.inf)"),
            also=[(HIDE, "scores = scores.masked_fill(scores > 0.999, -math.inf)")],
            why="You have to exclude one page, not every page with its score.",
            look="Which entries of the table (Q, N) may be hidden for query 0?",
        ),
        slip(
            "the indices count only the pages that aren't hidden",
            edit=("return scores, places", "return scores, places if own is None else places - ((own[:, None] >= 0) & (places > own[:, None])).long()"),
            why="In the list of all pages, such an index gives the page before the one you found.",
            look="What is the index of the page after the hidden one?",
        ),
        slip(
            "the table is transposed",
            edit=("return scores, places", "return scores.T, places.T"),
            also=[[(COSINE, "F.normalize(pages, dim=1) @ F.normalize(queries, dim=1).T"), (HIDE, "scores = scores.masked_fill(hidden.T, -math.inf)"), (FOUND, "scores, places = scores.topk(min(k, len(scores)), dim=0)")], [(FOUND, "scores, places = scores.topk(min(k, len(scores)), dim=0)")]],
            why="Each query should have a row with its best pages.",
            look="What shape does the docstring promise?",
        ),
        slip(
            "the number of pages that come back is not k",
            edit=("return scores, places", "return scores[:, 1:], places[:, 1:]"),
            also=[(FOUND, "scores, places = scores.topk(min(k + 1, len(pages) - int(own is not None)), dim=1)"), (FOUND, "scores, places = scores.sort(dim=1, descending=True)"), (FOUND, "scores, places = scores.topk(1, dim=1)"), (FOUND, "scores, places = scores.max(dim=1)")],
            why="The caller expects exactly k pages.",
            look="What is the shape of your result?",
        ),
        slip(
            "scores and indices are swapped",
            edit=("return scores, places", "return places, scores"),
            why="The caller unpacks them in the order that the docstring gives.",
            look="What does the docstring return first?",
        ),
        slip(
            "scores and indices don't belong together",
            edit=("return scores, places", "return scores, places.sort(dim=1).values"),
            also=[(FOUND, "places = scores.topk(k, dim=1).indices\n    scores = scores[:, :k]")],
            why="Column 0 should hold the best score and the index of that same page.",
            look="Look up one of your scores in the table, at the index that you return with it.",
        ),
        slip(
            "lists or arrays come back instead of tensors",
            edit=("return scores, places", "return scores.tolist(), places.tolist()"),
            also=[("return scores, places", "return scores, places.float()"), ("return scores, places", "return scores, places.int()"), ("return scores, places", "return scores, places.tolist()")],
            why="Integer tensors are made to index other tensors, but lists and floats are not.",
            look="Print the type and the dtype of what you return.",
        ),
        slip(
            "the caller's vectors are changed",
            edit=("scores = " + COSINE, "pages /= pages.norm(dim=1, keepdim=True).clamp(min=1e-20)\n    scores = " + COSINE),
            also=[("scores = " + COSINE, "queries /= queries.norm(dim=1, keepdim=True).clamp(min=1e-20)\n    scores = " + COSINE)],
            why="The same vectors are used elsewhere, and after this their dot products are different.",
            look="Which of your operations modify `queries` or `pages`?",
        ),
        slip(
            'the mean of each vector is subtracted',
            edit='def cosine_retrieve(queries, pages, k, own=None):\n    q = F.normalize(queries - queries.mean(1, keepdim=True), dim=1)\n    p = F.normalize(pages - pages.mean(1, keepdim=True), dim=1)\n    s = q @ p.T\n    if own is not None:\n        s = s.masked_fill(own[:, None] == torch.arange(len(pages)), -9)\n    return s.topk(k)\n',
            why='That is a correlation, which measures a different kind of similarity. The formula takes the vectors as they are.',
            look='Which numbers does the formula multiply?',
        ),
        slip(
            'scores are turned into probabilities',
            edit=("return scores, places", "return (F.normalize(queries, dim=1) @ F.normalize(pages, dim=1).T).masked_fill(hidden if own is not None else torch.zeros(1, dtype=torch.bool), -math.inf).softmax(1).gather(1, places), places"),
            also=[("return scores, places", "return scores.softmax(1), places")],
            why='The score of a page would depend on which other pages there are.',
            look='What should the score of a page with itself be?',
        ),
        slip(
            'negative cosines are changed',
            edit=("scores = " + COSINE, "scores = (" + COSINE + ").abs()"),
            also=[("scores = " + COSINE, "scores = (" + COSINE + ").clamp(min=0)"), ("scores = " + COSINE, "scores = (1 + " + COSINE + ") / 2")],
            why='A page that points the other way is the least similar, so it ranks even below one that has nothing to do with the query.',
            look='What is the cosine of a vector and its opposite?',
        ),
        slip(
            "page 0 is never hidden",
            edit='def cosine_retrieve(queries, pages, k, own=None):\n    scores = F.normalize(queries, dim=1) @ F.normalize(pages, dim=1).T\n    if own is not None:\n        rows = torch.nonzero(own > 0)[:, 0]\n        scores[rows, own[rows]] = -torch.inf\n    best = scores.topk(k, dim=1)\n    return best.values, best.indices\n',
            why="0 is an index like any other, and only −1 means none.",
            look="What does your code do for own = 0?",
        ),
        slip(
            "short vectors count for less",
            edit='def cosine_retrieve(queries, pages, k, own=None):\n    scores = queries @ pages.T / (queries.norm(dim=1)[:, None] * pages.norm(dim=1) + 1e-3)\n    if own is not None:\n        rows = torch.nonzero(own >= 0)[:, 0]\n        scores[rows, own[rows]] = -torch.inf\n    best = scores.topk(k, dim=1)\n    return best.values, best.indices\n',
            also=[(COSINE, "(queries @ pages.T) / (queries.norm(dim=1)[:, None] * pages.norm(dim=1) + 1e-8)"), 'def cosine_retrieve(queries, pages, k, own=None):\n    scores = queries @ pages.T / (queries.norm(dim=1)[:, None] * pages.norm(dim=1)).clamp(min=1e-6)\n    if own is not None:\n        rows = torch.nonzero(own >= 0)[:, 0]\n        scores[rows, own[rows]] = -torch.inf\n    best = scores.topk(k, dim=1)\n    return best.values, best.indices\n'],
            why="Lengths do not matter: a short vector has the same direction as a long one.",
            look="What happens to your cosines when all vectors are ten thousand times shorter?",
        ),
        slip(
            "the pages do not come best first",
            edit='def cosine_retrieve(queries, pages, k, own=None):\n    scores = F.normalize(queries, dim=1) @ F.normalize(pages, dim=1).T\n    if own is not None:\n        rows = torch.nonzero(own >= 0)[:, 0]\n        scores[rows, own[rows]] = -torch.inf\n    best = scores.topk(k, dim=1, sorted=False)\n    order = best.indices.argsort(1)\n    return best.values.gather(1, order), best.indices.gather(1, order)\n',
            why="A program that shows three of ten pages shows the first three, so the best ones have to come first.",
            look="Are your scores in descending order?",
        ),
        slip(
            "own counts only when every query has one",
            edit='def cosine_retrieve(queries, pages, k, own=None):\n    scores = F.normalize(queries, dim=1) @ F.normalize(pages, dim=1).T\n    if own is not None and (own >= 0).all():\n        rows = torch.nonzero(own >= 0)[:, 0]\n        scores[rows, own[rows]] = -torch.inf\n    best = scores.topk(k, dim=1)\n    return best.values, best.indices\n',
            why="Each query may have a page of its own or none, regardless of the other queries.",
            look="What does your code do for own = [3, −1]?",
        ),
        slip(
            "the sign of the cosine is lost",
            edit='def cosine_retrieve(queries, pages, k, own=None):\n    scores = F.normalize(queries, dim=1) @ F.normalize(pages, dim=1).T\n    if own is not None:\n        rows = torch.nonzero(own >= 0)[:, 0]\n        scores[rows, own[rows]] = -torch.inf\n    best = scores.abs().topk(k, dim=1)\n    return best.values, best.indices\n',
            why="A page that points the other way is the least similar, not the most.",
            look="What is the cosine of a vector with its opposite?",
        ),
        slip(
            "distance is measured instead of direction",
            edit='def cosine_retrieve(queries, pages, k, own=None):\n    scores = F.normalize(queries, dim=1) @ F.normalize(pages, dim=1).T\n    if own is not None:\n        rows = torch.nonzero(own >= 0)[:, 0]\n        scores[rows, own[rows]] = -torch.inf\n    near = -torch.cdist(queries, pages)\n    near[scores == -torch.inf] = -torch.inf\n    places = near.topk(k, dim=1).indices\n    return scores.gather(1, places), places\n',
            why="A page with a long vector is far away, but it may point exactly where the query does.",
            look="What happens to your ranking when one page's vector is doubled?",
        ),
        slip(
            "at most ten pages come back",
            edit='def cosine_retrieve(queries, pages, k, own=None):\n    scores = F.normalize(queries, dim=1) @ F.normalize(pages, dim=1).T\n    if own is not None:\n        rows = torch.nonzero(own >= 0)[:, 0]\n        scores[rows, own[rows]] = -torch.inf\n    best = scores.topk(min(k, 10), dim=1)\n    return best.values, best.indices\n',
            why="The caller sets k.",
            look="What is the shape of your result for k = 12?",
        ),
    ]  # fmt: skip
    equivalent = {
        "scores = scores.masked_fill(hidden, -1e2)": "no cosine is lower than −1, and there are at least k pages beside the hidden one",
    }
    promises = {
        "a zero page": dict(zero_page=True),
        "a zero query": dict(zero_query=True),
        "no own pages": dict(own="none"),
        "own pages for some": dict(own="some"),
        "queries that are the pages": dict(own="self"),
        "negative cosines": dict(negative=True),
        "all pages": dict(N=5, k=5),
        "one query": dict(Q=1),
        "one page": dict(N=1),
        "short vectors": dict(short=True),
        "a page that points the other way": dict(opposite=True),
        "queries are left as they are": "queries unchanged",
        "pages are left as they are": "pages unchanged",
    }
