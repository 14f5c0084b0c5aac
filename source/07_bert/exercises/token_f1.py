"""SQuAD's token F1: the best overlap of normalized words with any of the answers.

Oracle: shared words are crossed off one at a time; F1 as the harmonic mean of two fractions.
"""

from autograder.authoring import exercise, slip

from ._shared import plainly, some, written


def shared_words(one, other):
    """How many words two lists share, by crossing them off one at a time."""
    left, shared = list(other), 0
    for word in one:
        if word in left:
            left.remove(word)
            shared += 1
    return shared


def f1_of(prediction, answer):
    ours, theirs = plainly(prediction).split(), plainly(answer).split()
    if not ours or not theirs:
        return 1.0 if len(ours) == len(theirs) else 0.0
    shared = shared_words(ours, theirs)
    if shared == 0:
        return 0.0
    precision, recall = shared / len(ours), shared / len(theirs)
    return 2 / (1 / precision + 1 / recall)


@exercise("token_f1", points=3, uses=["exact_match"])
class _:
    FEW = ["rome", "river", "tiber", "of", "old", "in", "Bach's", "U.S."]
    cases = [
        dict(n=6, most=6, answers=1),
        dict(n=4, most=4, answers=3),
        dict(n=3, most=9, answers=2, few=3),
        dict(n=0, most=2, answers=2),
    ]

    def inputs(rng, n, most, answers, few=None):
        pool = ["rome", "river", "tiber", "of", "old", "in", "Bach's", "U.S."][:few]

        def line():
            return written(rng, some(rng, pool, int(rng.integers(1, most + 1))))

        pairs = [[line(), [line() for _ in range(answers)]] for _ in range(n)]
        if n == 0:
            same = line()
            pairs = [
                ["", [""]],
                [line(), [""]],
                ["", [line(), line()]],
                ["the", ["an."]],
                ["zebra", [line()]],
                [same, ["", same]],
            ]
        else:  # "of of": a word that one of the two has twice
            word, other = (str(w) for w in rng.choice(pool[:3], size=2, replace=False))
            pairs += [
                [f"{word} {word} {other}", [f"the {word} {other} {other}"]],
                [f"{word} {word} {word}", [word]],
            ]
        return {"pairs": pairs}

    def oracle(pairs):
        return {"f1": [max(f1_of(prediction, answer) for answer in answers) for prediction, answers in pairs]}

    equivalent = {
        "if not ours and not theirs:": "where one text has no words nothing is shared, and 0 comes out as well",
    }
    alternatives = {
        "precision and recall, word by word": """
            scores = []
            for answer in answers:
                a, b = normalize_answer(prediction).split(), normalize_answer(answer).split()
                if len(a) == 0 or len(b) == 0:
                    scores.append(1.0 if a == b else 0.0)
                    continue
                both = sum(min(a.count(w), b.count(w)) for w in set(a))
                precision, recall = both / len(a), both / len(b)
                scores.append(2 * precision * recall / (precision + recall) if both else 0.0)
            return max(scores)
        """,
        "sorted lists": """
            def shared(a, b):
                if not a or not b:
                    return 0
                if a[0] == b[0]:
                    return 1 + shared(a[1:], b[1:])
                return shared(a[1:], b) if a[0] < b[0] else shared(a, b[1:])

            best = 0.0
            for answer in answers:
                a, b = (sorted(normalize_answer(t).split()) for t in (prediction, answer))
                f1 = 1.0 if a == b else 2 * shared(a, b) / (len(a) + len(b))
                best = max(best, f1)
            return best
        """,
    }
    slips = [
        slip(
            "nothing is normalized",
            edit=("ours, theirs = normalize_answer(prediction).split(), normalize_answer(answer).split()", "ours, theirs = prediction.split(), answer.split()"),
            also=[("ours, theirs = normalize_answer(prediction).split(), normalize_answer(answer).split()", "ours, theirs = prediction.lower().split(), answer.lower().split()")],
            why="\"the Tiber.\" and \"Tiber\" would share nothing, although they are only written differently.",
            look="Which words of \"The Tiber.\" count?",
        ),
        slip(
            "only one of the two texts is normalized",
            edit=("normalize_answer(prediction).split()", "prediction.split()"),
            also=[("normalize_answer(answer).split()", "answer.split()")],
            why="Two texts that are written differently can only be equal once both have been normalized.",
            look="On how many texts do you call `normalize_answer`?",
        ),
        slip(
            "a word counts once, however often it occurs",
            edit=("(Counter(ours) & Counter(theirs)).total()", "len(set(ours) & set(theirs))"),
            why="\"of of of\" would have a precision of a third when compared with itself.",
            look="What is the F1 of a text with itself when a word occurs twice?",
        ),
        slip(
            "both texts become sets",
            edit=("shared = (Counter(ours) & Counter(theirs)).total()", "ours, theirs = set(ours), set(theirs)\n        shared = len(ours & theirs)"),
            why="Saying a word three times would cost nothing.",
            look="What is the precision of \"Rome Rome Rome\" when the answer is \"Rome\"?",
        ),
        slip(
            "a repeated word is counted against the same word again and again",
            edit=("(Counter(ours) & Counter(theirs)).total()", "sum(word in theirs for word in ours)"),
            also=[("(Counter(ours) & Counter(theirs)).total()", "sum(word in ours for word in theirs)"), ("2 * shared / (len(ours) + len(theirs))", "min(1.0, 2 * sum(word in theirs for word in ours) / (len(ours) + len(theirs)))")],
            why="When the answer is \"Rome\", the prediction \"Rome Rome Rome\" has one right word, not three.",
            look="Can your number of shared words be larger than the shorter text?",
        ),
        slip(
            "precision comes back",
            edit=("2 * shared / (len(ours) + len(theirs))", "shared / len(ours)"),
            why="A single right word would be a perfect answer, however many are missing.",
            look="What is the F1 of a prediction with only one word of ten?",
        ),
        slip(
            "recall comes back",
            edit=("2 * shared / (len(ours) + len(theirs))", "shared / len(theirs)"),
            why="A model that underlines the whole page would be perfect.",
            look="What is the F1 of a prediction that contains the answer and a hundred other words?",
        ),
        slip(
            "precision and recall are simply averaged",
            edit=("2 * shared / (len(ours) + len(theirs))", "(shared / len(ours) + shared / len(theirs)) / 2"),
            also=[("2 * shared / (len(ours) + len(theirs))", "shared / (len(ours) * len(theirs)) ** 0.5")],
            why="Underlining everything would still earn a half. The harmonic mean is small as soon as one of the two is.",
            look="Which mean does the F in F1 stand for?",
        ),
        slip(
            "shared words are counted once in the numerator, not twice",
            edit=("2 * shared / (len(ours) + len(theirs))", "shared / (len(ours) + len(theirs) - shared)"),
            also=[("2 * shared / (len(ours) + len(theirs))", "shared / (len(ours) + len(theirs))")],
            why="That is the Jaccard index, or half of F1. A text compared with itself should get 1, and half a match should get more than a third.",
            look="Work out precision, recall and F1 for s = 1, n = 2, m = 2.",
        ),
        slip(
            "the answers are averaged",
            edit=("return max(f1(answer) for answer in answers)", "return sum(f1(answer) for answer in answers) / len(answers)"),
            why="People answer in different words, so the prediction is compared with the closest answer.",
            look="What should a prediction that equals one of three answers get?",
        ),
        slip(
            "only the first answer counts",
            edit=("return max(f1(answer) for answer in answers)", "return f1(answers[0])"),
            also=[("return max(f1(answer) for answer in answers)", "return f1(answers[-1])")],
            why="Each of the answers is right.",
            look="How many answers does your function look at?",
        ),
        slip(
            "the words of all answers are thrown together",
            edit=("return max(f1(answer) for answer in answers)", 'return f1(" ".join(answers))'),
            why="A prediction that equals one answer would seem to miss the words of the others.",
            look="What should a prediction that equals one of three answers get?",
        ),
        slip(
            "silence where silence is right earns nothing",
            edit=("return float(ours == theirs)", "return 0.0"),
            why="A third of the questions have no answer, and then it is right to say nothing.",
            look="According to the docstring, what is the F1 of \"\" when the answers are [\"\"]?",
        ),
        slip(
            "an empty text earns everything",
            edit=("return float(ours == theirs)", "return 1.0"),
            why="Saying nothing would be right for every question.",
            look="What should come out for the prediction \"\" when the answer is \"Rome\"?",
        ),
        slip(
            "letters are compared, not words",
            edit=("ours, theirs = normalize_answer(prediction).split(), normalize_answer(answer).split()", "ours, theirs = normalize_answer(prediction), normalize_answer(answer)"),
            why="Two words with the same letters would count as the same.",
            look="What are the elements that you count?",
        ),
        slip(
            "a text without words divides by zero",
            edit=("if not ours or not theirs:\n            return float(ours == theirs)\n        shared", "shared"),
            also=[("if not ours or not theirs:\n            return float(ours == theirs)\n        shared = (Counter(ours) & Counter(theirs)).total()\n        return 2 * shared / (len(ours) + len(theirs))", "shared = (Counter(ours) & Counter(theirs)).total()\n        precision, recall = shared / len(ours), shared / len(theirs)\n        return 2 * precision * recall / (precision + recall)")],
            why="\"\" has no words, and once it is normalized, neither does \"the\". The docstring gives their F1.",
            look="What is the length of `normalize_answer(\"the\").split()`?",
        ),
        slip(
            "empty texts are looked for before normalizing",
            edit=[("if not ours or not theirs:\n            return float(ours == theirs)", "if not prediction or not answer:\n            return float(prediction == answer)"), ("(len(ours) + len(theirs))", "max(1, len(ours) + len(theirs))")],
            why="Normalizing \"the\" leaves no words either.",
            look="What is the length of `normalize_answer(\"the\").split()`?",
        ),
        slip(
            "the first answer without words ends the search",
            edit="""
                best = 0.0
                for answer in answers:
                    ours, theirs = normalize_answer(prediction).split(), normalize_answer(answer).split()
                    if not ours or not theirs:
                        return float(ours == theirs)
                    best = max(best, 2 * (Counter(ours) & Counter(theirs)).total() / (len(ours) + len(theirs)))
                return best
            """,
            why="A later answer may fit better.",
            look="What does `return` do inside a loop?",
        ),
        slip(
            "words are compared position by position",
            edit=("(Counter(ours) & Counter(theirs)).total()", "sum(one == other for one, other in zip(ours, theirs))"),
            why="With one more word at the beginning, nothing would be shared.",
            look="What does \"old Rome\" share with \"Rome\"?",
        ),
    ]  # fmt: skip
    promises = {
        "a word counts as often as both texts contain it": dict(few=3),
        "the best of several answers": dict(answers=3),
        "no words left": dict(n=0),
        "normalized": dict(most=6),
    }
