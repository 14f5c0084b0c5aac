"""Pairs for next-sentence prediction: the true next sentence or one from another document.

The expected values are exact distributions, of all pairs and of labels and sentences drawn one
after another.
"""

import numpy as np

from autograder.authoring import Distribution, exercise, slip


@exercise("next_sentence_pairs", points=4)
class _:
    cases = [
        dict(sizes=(3, 1, 4), calls=160),
        dict(sizes=(2, 3), calls=300),
        dict(sizes=(2, 5, 1, 3), calls=120),
    ]
    weights = {
        "pairs": 3,
        "firsts": 1,
        "labels": 2,
        "two in a row": 1,
        "two strangers": 1,
        "strangers' documents": 1,
        "again": 1,
        "documents unchanged": 1,
    }

    def inputs(rng, sizes, calls):
        sizes = [int(n) for n in rng.permutation(sizes)]
        names = iter(rng.permutation([f"{a}{b}" for a in "bdfgklmnprst" for b in "aeiou"]))
        documents = [[f"{next(names)}." for _ in range(n)] for n in sizes]
        return {"documents": documents, "calls": calls, "seed": int(rng.integers(2**31))}

    def oracle(documents, calls, seed):
        owner = [d for d, document in enumerate(documents) for _ in document]
        n, D = len(owner), len(documents)
        p, firsts = np.zeros((n, n)), []
        for i in range(n - 1):
            if owner[i] == owner[i + 1]:
                firsts.append(i)
                p[i, i + 1] = 0.5
                for j in range(n):
                    if owner[j] != owner[i]:
                        p[i, j] = 0.5 / (D - 1) / len(documents[owner[j]])
        flat = [sentence for document in documents for sentence in document]
        names = [flat[i] for i in firsts]
        total = calls * len(firsts)
        return {
            "pairs": Distribution(
                p.ravel(), total, "paired sentence {} with sentence {} (counted through all documents)"
            ),
            "firsts": names,
            "labels": {"firsts": names, "all are right": True, "one label": "bool"},
            "two in a row": Distribution(
                np.full(4, 0.25), total // 2, "gave the labels {} and {} one after the other"
            ),
            "two strangers": Distribution(
                np.array([3 * (D - 1), 1, D - 2]),
                calls * sum(len(document) > 2 for document in documents),
                "gave code {} for two pairs in a row (1: strangers from one document, 2: from two, 0: not two strangers)",
            ),
            "strangers' documents": Distribution(
                np.array([0.0] + [1.0] * (D - 1)),
                words="took a stranger {} documents after that of the first (0: its own), counted in a circle",
            ),
            "again": {"firsts": names, "the same": True},
            "documents unchanged": {"firsts": names, "the same": True},
        }

    coin = "a coin has two sides, and both are equally likely"
    equivalent = {
        "other = documents[(d + 1 + draw(len(documents) - 1)) - len(documents)]": "indices below 0 count from the end",
        "is_next = draw(2) != 1": coin,
        "is_next = draw(2) < 1": coin,
        "is_next = draw(2) >= 1": coin,
        "is_next = draw(2) == 0": coin,
    }

    alternatives = {
        "a list of the others, a coin as a float": """
            found = []
            for i in range(len(documents)):
                others = documents[:i] + documents[i + 1 :]
                for k in range(len(documents[i]) - 1):
                    if torch.rand((), generator=generator).item() < 0.5:
                        found.append((documents[i][k], documents[i][k + 1], True))
                    else:
                        stranger = others[torch.randint(len(others), (), generator=generator).item()]
                        j = torch.randint(0, len(stranger), (), generator=generator).item()
                        found.append((documents[i][k], stranger[j], False))
            return found
        """,
        "drawn until it is another document": """
            def pick(n):
                return torch.randperm(n, generator=generator)[0].item()

            def stranger(own):
                d = pick(len(documents))
                return stranger(own) if d == own else documents[d][pick(len(documents[d]))]

            pairs = [(d, a, b) for d, text in enumerate(documents) for a, b in zip(text[:-1], text[1:])]
            return [(a, b, True) if pick(2) else (a, stranger(d), False) for d, a, b in pairs]
        """,
    }
    slips = [
        slip(
            "the stranger may come from the same document",
            edit=("documents[(d + 1 + draw(len(documents) - 1)) % len(documents)]", "documents[draw(len(documents))]"),
            also=[("other = documents[(d + 1 + draw(len(documents) - 1)) % len(documents)]", "other = [s for text in documents for s in text]")],
            why="It may even be the true neighbour, labelled as if it weren't one.",
            look="Can your draw pick the document of the first sentence?",
        ),
        slip(
            "the stranger always comes from the same document",
            edit=("documents[(d + 1 + draw(len(documents) - 1)) % len(documents)]", "document"),
            why="Sentences of one text share a topic, and often the stranger is the neighbour itself.",
            look="Which document should the stranger come from?",
        ),
        slip(
            "every sentence is equally likely, not every document",
            edit=("other = documents[(d + 1 + draw(len(documents) - 1)) % len(documents)]", "other = [s for e, text in enumerate(documents) if e != d for s in text]"),
            why="Long documents would supply most of the strangers. The docstring draws the document first.",
            look="In your code, how likely is it that the only sentence of a short document is drawn?",
        ),
        slip(
            "one document is never drawn",
            edit=("draw(len(documents) - 1)", "draw(max(1, len(documents) - 2))"),
            also=[("documents[(d + 1 + draw(len(documents) - 1)) % len(documents)]", "documents[(d + 1) % len(documents)]"), ("documents[(d + 1 + draw(len(documents) - 1)) % len(documents)]", "documents[draw(len(documents) - 1)]")],
            why="Each of the other documents should be drawn equally often.",
            look="Which numbers can your draw give, and which documents do they stand for?",
        ),
        slip(
            "the stranger is always the first sentence of its document",
            edit=("other[draw(len(other))]", "other[0]"),
            why="First sentences are easy to recognise (\"X is a …\"), so the model would learn to spot them and nothing else.",
            look="How many sentences of a document can your draw pick?",
        ),
        slip(
            "the last sentence of a document is never a stranger",
            edit=("other[draw(len(other))]", "other[draw(max(1, len(other) - 1))]"),
            why="Each sentence of the document should be equally likely.",
            look="Which numbers can your draw give for a document of n sentences?",
        ),
        slip(
            "documents are joined, and pairs reach across their ends",
            edit="""
                draw = lambda n: int(torch.randint(n, (1,), generator=generator))
                flat = [(d, s) for d, document in enumerate(documents) for s in document]
                examples = []
                for (d, first), (_, second) in zip(flat, flat[1:]):
                    is_next = draw(2) == 1
                    if not is_next:
                        other = documents[(d + 1 + draw(len(documents) - 1)) % len(documents)]
                        second = other[draw(len(other))]
                    examples.append((first, second, is_next))
                return examples
            """,
            why="The end of one article and the beginning of another aren't neighbours, which is why BERT needs documents.",
            look="What do you pair with the last sentence of a document?",
        ),
        slip(
            "the label is inverted",
            edit=("examples.append((first, second, is_next))", "examples.append((first, second, not is_next))"),
            why="The released BERT uses this convention, but here True means that the second sentence follows the first.",
            look="What is the label of two neighbours?",
        ),
        slip(
            "the label is 1 or 0",
            edit=("examples.append((first, second, is_next))", "examples.append((first, second, int(is_next)))"),
            why="They compare as equal, but the docstring promises True or False.",
            look="Print one of your examples. What type is its last entry?",
        ),
        slip(
            "all pairs are neighbours",
            edit=("draw(2) == 1", "True"),
            why="A question that always has the same answer teaches nothing.",
            look="How many of your labels are False?",
        ),
        slip(
            "neighbours and strangers take turns",
            edit=("is_next = draw(2) == 1", "is_next = (len(examples) + draw(2) * 0) % 2 == 0"),
            why="The order gives the answer away, and a sentence gets the same kind of partner in every epoch.",
            look="Does your code toss a coin for each pair?",
        ),
        slip(
            "neighbours come two times in three",
            edit=("draw(2) == 1", "draw(3) > 0"),
            also=[("draw(2) == 1", "draw(4) > 0"), ("draw(2) == 1", "draw(3) == 0")],
            why="A model that always gives the same answer would be right more often than not.",
            look="How likely is True in your draw?",
        ),
        slip(
            "one coin decides all labels",
            edit=[("examples = []", "examples, coin = [], draw(2) == 1"), ("is_next = draw(2) == 1", "is_next = coin")],
            also=[[("        for first, second in", "        coin = draw(2)\n        for first, second in"), ("is_next = draw(2) == 1", "is_next = coin == 1")]],
            why="Each pair needs a coin toss of its own.",
            look="How often is your coin tossed in one call?",
        ),
        slip(
            "every pair gets two examples",
            edit=("            examples.append((first, second, is_next))", "            examples.append((first, second, is_next))\n            examples.append((first, second, is_next))"),
            also=[[("            if not is_next:\n", "            examples.append((first, second, True))\n            if True:\n"), ("examples.append((first, second, is_next))", "examples.append((first, second, False))")]],
            why="You were asked for one example for each pair of neighbours.",
            look="How many examples does a document of three sentences give?",
        ),
        slip(
            "every other pair of neighbours is skipped",
            edit=("zip(document, document[1:])", "zip(document[::2], document[1::2])"),
            why="Sentences 1 and 2 are neighbours, and so are 2 and 3.",
            look="How many pairs of neighbours are there in a document of three sentences?",
        ),
        slip(
            "the generator is ignored",
            edit=("torch.randint(n, (1,), generator=generator)", "torch.randint(n, (1,))"),
            also=[("is_next = draw(2) == 1", "is_next = bool(torch.rand(1) < 0.5)"), ("int(torch.randint(n, (1,), generator=generator))", "__import__(\"random\").randrange(n)")],
            why="The same pairs can't be made again.",
            look="Which argument of your function does your code never use?",
        ),
        slip(
            "the generator starts anew on every call",
            edit=("examples = []", "examples = []\n    generator.manual_seed(0)"),
            also=[("examples = []", "examples = []\n    generator = torch.Generator().manual_seed(generator.initial_seed())")],
            why="Every epoch would have the same strangers.",
            look="Call your function twice with the same generator. Should the results be equal?",
        ),
        slip(
            "the caller's documents are reordered",
            edit=("    examples = []", "    examples = []\n    documents.append(documents.pop(0))"),
            also=[("    examples = []", "    examples = []\n    documents.sort()")],
            why="The caller's list is in a different order after the call.",
            look="Which of your operations change a list in place?",
        ),
        slip(
            "the label is a tensor",
            edit=("examples.append((first, second, is_next))", "examples.append((first, second, torch.tensor(is_next)))"),
            why="It acts like True, but a list of examples with tensors in it can't be counted, sorted or stored as you would expect.",
            look="Print one of your examples. What type is its last entry?",
        ),
        slip(
            "the strangers of a document all come from one other document",
            edit="""
                draw = lambda n: int(torch.randint(n, (1,), generator=generator))
                examples = []
                for d, document in enumerate(documents):
                    other = documents[(d + 1 + draw(len(documents) - 1)) % len(documents)]
                    for first, second in zip(document, document[1:]):
                        is_next = draw(2) == 1
                        examples.append((first, second if is_next else other[draw(len(other))], is_next))
                return examples
            """,
            why="The second stranger should tell you nothing about the third, because each is drawn anew.",
            look="How often do you draw a document in one call?",
        ),
        slip(
            "the next document is taken where the pair's own document was drawn",
            edit=("other = documents[(d + 1 + draw(len(documents) - 1)) % len(documents)]", "e = draw(len(documents))\n                other = documents[(e + (e == d)) % len(documents)]"),
            why="The next document is then taken twice as often as the others.",
            look="How many of the numbers that you can draw lead to each document?",
        ),
        slip(
            "exactly half of the pairs are neighbours",
            edit=[("    examples = []", "    n = sum(len(document) - 1 for document in documents)\n    coins = (torch.randperm(n, generator=generator) < (n + 1) // 2).tolist()\n    examples = []"), ("is_next = draw(2) == 1", "is_next = coins[len(examples)]")],
            why="A coin has no memory, but here the last label follows from all the others.",
            look="Can all pairs of a call be neighbours in your code?",
        ),
        slip(
            "the last two sentences of a document are not paired",
            edit=("zip(document, document[1:])", "zip(document[:-2], document[1:])"),
            why="n sentences have n − 1 pairs of neighbours.",
            look="How many examples does a document of two sentences give?",
        ),
        slip(
            "documents of one sentence never supply a stranger",
            edit=("other = documents[(d + 1 + draw(len(documents) - 1)) % len(documents)]", "others = [text for e, text in enumerate(documents) if e != d]\n                others = [text for text in others if len(text) > 1] or others\n                other = others[draw(len(others))]"),
            why="They have no pair of their own, but their sentence can be a stranger like any other.",
            look="Which documents can your draw pick?",
        ),
        slip(
            "the stranger comes first",
            edit=("examples.append((first, second, is_next))", "examples.append((first, second, True) if is_next else (second, first, False))"),
            why="The first sentence of a pair always has a neighbour after it in its document.",
            look="In which order does the docstring name the entries of a tuple?",
        ),
        slip(
            "the examples are shuffled",
            edit=("return examples", "return [examples[i] for i in torch.randperm(len(examples), generator=generator).tolist()]"),
            why="The docstring promises the order of the documents, and a caller who wants another order can shuffle later.",
            look="What does the docstring say about the order?",
        ),
        slip(
            "the documents are used up",
            edit="""
                draw = lambda n: int(torch.randint(n, (1,), generator=generator))
                examples = []
                for d, document in enumerate(documents):
                    while len(document) > 1:
                        first, second = document.pop(0), document[0]
                        is_next = draw(2) == 1
                        if not is_next:
                            other = documents[(d + 1 + draw(len(documents) - 1)) % len(documents)]
                            second = other[draw(len(other))]
                        examples.append((first, second, is_next))
                return examples
            """,
            why="A second call finds only documents of one sentence, so it makes no pairs.",
            look="Which of your operations change a list in place?",
        ),
    ]  # fmt: skip
    promises = {
        "two documents are enough": dict(sizes=(2, 3)),
        "a stranger is drawn anew each time": "two strangers",
        "every other document is equally likely": "strangers' documents",
        "a document of one sentence": dict(sizes=(3, 1, 4)),
        "half are neighbours, strangers as described": "pairs",
        "in order, and never across documents": "firsts",
        "labels": "labels",
        "a coin for each pair": "two in a row",
        "one seed, one result": "again",
        "documents stay as they are": "documents unchanged",
    }
