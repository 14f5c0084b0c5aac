"""Phoneme error rate: the sum of edit distances over the number of reference phonemes.

Oracle: edit distances by recursion.
"""

from autograder.authoring import exercise, slip

from ._shared import SYMBOLS, all_edits

RATE = "sum(edit_distance(w, r) for w, r in zip(written, right)) / sum(len(r) for r in right)"


@exercise("phoneme_error_rate", points=1, uses=["edit_distance"])
class _:
    cases = [
        dict(lengths=[(3, 4), (6, 2), (5, 5)]),
        dict(lengths=[(9, 2), (7, 1)], equal=2),
        dict(lengths=[(0, 3), (4, 4)]),
        dict(lengths=[(2, 0), (3, 4)]),
    ]

    def inputs(rng, lengths, equal=0):
        """equal: the length of an additional word, which is right."""
        draw = lambda n: [str(s) for s in rng.choice(SYMBOLS, n)]
        more = [draw(equal)] if equal else []
        return {
            "written": [draw(n) for n, _ in lengths] + more,
            "right": [draw(m) for _, m in lengths] + more,
        }

    def oracle(written, right):
        edits = [all_edits(w, r) for w, r in zip(written, right)]
        return {"rate": sum(edits) / sum(map(len, right))}

    alternatives = {
        "counted along the way": """
            edits = length = 0
            for number in range(len(right)):
                edits += edit_distance(right[number], written[number])
                length += len(right[number])
            return edits / length
        """,
    }
    slips = [
        slip(
            "each word has its own rate, and the rates are averaged",
            edit=(RATE, "sum(edit_distance(w, r) / len(r) for w, r in zip(written, right)) / len(right)"),
            why="A phoneme of a short word would count more than one of a long word.",
            look="How many phonemes are there in all, and does each weigh the same?",
        ),
        slip(
            "the edits are divided by the length of what was written",
            edit=(RATE, RATE.replace("len(r) for r in right", "len(w) for w in written")),
            also=[
                (
                    RATE,
                    RATE.replace(
                        "sum(len(r) for r in right)",
                        "sum(max(len(w), len(r)) for w, r in zip(written, right))",
                    ),
                )
            ],
            why="A model that writes too much would look good. Divide by the length of the correct text, which the model can't influence.",
            look="Which of the two lengths does the model decide?",
        ),
        slip(
            "wrong words are counted",
            edit=(RATE, "sum(w != r for w, r in zip(written, right)) / len(right)"),
            why="That is the word error rate: a word with one wrong phoneme would be as wrong as one with six.",
            look="What does a word with one wrong phoneme add?",
        ),
        slip(
            "the edits are divided by the number of words",
            edit=(RATE, RATE.replace("sum(len(r) for r in right)", "len(right)")),
            why="Long words have more room for errors, so the rate is per phoneme.",
            look="What do you divide by?",
        ),
        slip(
            "the rate is capped at 1",
            edit=(RATE, "min(1.0, " + RATE + ")"),
            why="A model that writes twice as much as it should can make more mistakes than there are phonemes.",
            look="What is the rate of 'K AE T S AE T S' when 'K AE T' is right?",
        ),
        slip(
            "the share of correct phonemes is returned",
            edit=(RATE, "1 - " + RATE),
            why="An error rate of 0 is the best there is.",
            look="What comes out when everything is right?",
        ),
        slip(
            "the rate is given in percent",
            edit=(RATE, "100 * " + RATE),
            why="As a share, 100 % is 1.",
            look="What should come out for one wrong phoneme in four?",
        ),
        slip(
            "all words are joined into one sequence",
            edit="""
            def phoneme_error_rate(written, right):
                a, b = sum(map(list, written), []), sum(map(list, right), [])
                return edit_distance(a, b) / len(b)
            """,
            why="Edits could then cross a word boundary.",
            look="Where does one word end in what you compare?",
        ),
        slip(
            "the edits of a word are capped at its length",
            edit="""
            def phoneme_error_rate(written, right):
                edits = sum(min(len(r), edit_distance(w, r)) for w, r in zip(written, right))
                return edits / sum(len(r) for r in right)
            """,
            why="A model that writes too much can make more mistakes than there are phonemes.",
            look="How many edits does it take when nine phonemes were written for a word of two?",
        ),
        slip(
            "a word without a correct phoneme is skipped",
            edit=(RATE, RATE.replace("zip(written, right))", "zip(written, right) if r)")),
            why="Whatever the model writes there is an insertion, and it counts.",
            look="What does a word without any correct phoneme add when two phonemes were written?",
        ),
        slip(
            "letters are counted instead of phonemes",
            edit="""
            def phoneme_error_rate(written, right):
                join = lambda words: [" ".join(w) for w in words]
                edits = sum(edit_distance(w, r) for w, r in zip(join(written), join(right)))
                return edits / sum(len(r) for r in right)
            """,
            why="AE is one phoneme.",
            look="According to your code, how long is ['AE', 'B']?",
        ),
        slip(
            "the rate is rounded down",
            edit="""
            def phoneme_error_rate(written, right):
                return float(sum(map(edit_distance, written, right)) // sum(map(len, right)))
            """,
            why="A rate of 0.3 becomes 0.",
            look="Which kind of division do you use?",
        ),
    ]
    promises = {
        "a word without a correct phoneme": dict(lengths=[(2, 0), (3, 4)]),
        "every phoneme weighs the same": dict(lengths=[(3, 4), (6, 2), (5, 5)]),
        "more than 1 is possible": dict(lengths=[(9, 2), (7, 1)], equal=2),
        "nothing written": dict(lengths=[(0, 3), (4, 4)]),
    }
