r"""SQuAD's exact match after normalizing case, punctuation, articles and whitespace.

Oracle: normalization character by character, with two states: inside and between words. Articles end where a word
ends, as in the official program (re.sub with \b), so “a”, l’a and a–b lose theirs.
"""

from autograder.authoring import exercise, slip

from ._shared import ARTICLES, EDGES, plainly, some, written

WORDS = ["theatre", "another", "Andes", "Rome", "U.S.", "well-known", "Bach's", "1,000", "(1685", "1750)", "e-mail", "Anna",
         "ROME", "río", "–", "Thebes", "&", "C++", "the-end", "o'clock", "A.", "The,", "it's", "beta/alpha", "#7"]  # fmt: skip


@exercise("exact_match", points=3)
class _:
    cases = [dict(n=6, words=4), dict(n=5, words=1), dict(n=4, words=7), dict(n=2, words=0)]
    weights = {"normalized": 2, "matches": 1}

    def inputs(rng, n, words):
        texts = [
            written(
                rng,
                some(rng, WORDS, words)
                + ["the-end", "–", "snake_case", "Straße", "panda", "sofa x"][: max(0, words - 1)]
                + some(rng, EDGES, int(words > 1)),
            )
            for _ in range(n)
        ]
        if words == 0:
            texts = ["", str(rng.choice(ARTICLES)), " the  A.\t", str(rng.choice(["...", "?!", "an,"]))]
        pairs = []
        for place, text in enumerate(texts):
            same = written(rng, plainly(text).split()) if words else str(rng.choice(["", "the", "."]))
            other = " ".join(some(rng, WORDS, words + 1)) + " x"
            longer = f"{same} {rng.choice(['too', 'also'])}"
            turned = " ".join(["zebra", *reversed(plainly(text).split())])
            pairs.append(
                [text, [[same], [other, same], [same, other], [longer], [turned, other], [other]][place % 6]]
            )
        pairs.append([pairs[0][0] + " more", pairs[0][1]])
        pairs.append(["", [""]])
        pairs.append(["Rome", [""]])
        pairs.append([str(rng.choice(["The.", "an", "A!"])), [""]])  # nothing is left of it
        one, two = some(rng, ["panda", "zebra", "otter"], 1)[0], some(rng, ["bites", "sees"], 1)[0]
        pairs.append([f"{one} {two} man", [f"man {two} {one}"]])  # the same words
        pairs.append([f"{one} {one}", [one]])
        pairs = [pairs[i] for i in rng.permutation(len(pairs))]
        return {"texts": texts, "pairs": pairs}

    def oracle(texts, pairs):
        found = [sum(plainly(a) == plainly(prediction) for a in answers) > 0 for prediction, answers in pairs]
        return {
            "normalized": [plainly(text) for text in texts],
            "matches": [1.0 if x else 0.0 for x in found],
        }

    alternatives = {
        "the published order, step by step": r"""
            def normalize_answer(text):
                text = "".join(sign for sign in text.lower() if sign not in set(string.punctuation))
                text = re.sub(r"\b(a|an|the)\b", " ", text)
                return " ".join(text.split())

            def exact_match(prediction, answers):
                return max(1.0 if normalize_answer(a) == normalize_answer(prediction) else 0.0 for a in answers)
        """,
        "runs of letters and digits, and a set of right answers": r"""
            def normalize_answer(s):
                for sign in string.punctuation:
                    s = s.replace(sign, "")
                runs = re.findall(r"\w+|\W", s.lower())
                return " ".join("".join(" " if run in ("a", "an", "the") else run for run in runs).split())

            def exact_match(prediction, answers):
                return 1.0 * (normalize_answer(prediction) in set(map(normalize_answer, answers)))
        """,
    }
    ARTICLE = r're.sub(r"\b(a|an|the)\b", " ", text)'
    JOIN = f'" ".join({ARTICLE}.split())'
    NORMAL = 'text = text.lower().translate(str.maketrans("", "", string.punctuation))'
    slips = [
        slip(
            "capitals count",
            edit=("text.lower().translate", "text.translate"),
            why="\"the Romans\" and \"The romans\" are the same answer.",
            look="What should become of \"Rome\"?",
        ),
        slip(
            "punctuation stays",
            edit=(NORMAL, "text = text.lower()"),
            why="A full stop copied from the passage would make a right answer wrong.",
            look="What becomes of \"Rome,\"?",
        ),
        slip(
            "punctuation becomes a space",
            edit=('str.maketrans("", "", string.punctuation)', "{ord(sign): ' ' for sign in string.punctuation}"),
            also=[(NORMAL, 'text = re.sub(r"[^\\w\\s]", " ", text.lower())')],
            why="\"U.S.\" would become two words, and so would \"Bach's\". SQuAD's script deletes punctuation.",
            look="What should become of \"U.S.\"?",
        ),
        slip(
            "articles stay",
            edit=(ARTICLE, "text"),
            also=[("a|an|the", "a|the"), ("a|an|the", "the")],
            why="\"the Eiffel Tower\" and \"Eiffel Tower\" are the same answer.",
            look="Which three words should be removed?",
        ),
        slip(
            "articles are cut out of words",
            edit=(r"\b(a|an|the)\b", "the|an|a", "(a|an|the)"),
            also=[(ARTICLE, 'text.replace("the ", "").replace("an ", "").replace("a ", "")')],
            why="\"theatre\" becomes \"tre\", and many different words become the same.",
            look="What becomes of \"Anna\"?",
        ),
        slip(
            "articles are removed before capitals and punctuation are",
            edit=[(NORMAL, f"text = {ARTICLE}\n    " + NORMAL), (JOIN, '" ".join(text.split())')],
            also=[[(NORMAL, f"text = text.lower()\n    text = {ARTICLE}\n    " + NORMAL), (JOIN, '" ".join(text.split())')]],
            why="An article that isn't in lower case yet stays, and \"the-end\" loses its \"the\" at the hyphen.",
            look="In which order does the docstring list the four steps?",
        ),
        slip(
            "lowercasing comes last",
            edit=[(NORMAL, 'text = text.translate(str.maketrans("", "", string.punctuation))'), (JOIN, JOIN + ".lower()")],
            also=[[(NORMAL, 'text = text.translate(str.maketrans("", "", string.punctuation))'), (JOIN, JOIN + ".lower()"), ("normalize_answer(prediction) == normalize_answer(answer)", "normalize_answer(prediction) in normalize_answer(answer)")]],
            why="\"The\" isn't \"the\" yet when the articles are removed, so it stays.",
            look="What becomes of \"The Rome\", step by step?",
        ),
        slip(
            "spaces stay as they were",
            edit=(JOIN, ARTICLE),
            also=[(JOIN, ARTICLE + ".strip()"), (JOIN, r're.sub(r"\b(a|an|the)\b", "", text).strip()'), (".split())", '.split(" "))')],
            why="Where an article was removed, two spaces remain, so answers that look the same differ.",
            look="Print `repr` of your result for \"in the  end\".",
        ),
        slip(
            "the words come back as a list",
            edit=(JOIN, ARTICLE + ".split()"),
            why="The docstring promises a string.",
            look="Print the type of what `normalize_answer` returns.",
        ),
        slip(
            "all spaces are removed",
            edit=('" ".join(re', '"".join(re'),
            why="\"now here\" and \"nowhere\" would be the same.",
            look="What is between two words of your result?",
        ),
        slip(
            "only the first answer counts",
            edit=("return float(any(normalize_answer(prediction) == normalize_answer(answer) for answer in answers))", "return float(normalize_answer(prediction) == normalize_answer(answers[0]))"),
            why="Several people each wrote down an answer, and any of them is right.",
            look="What is the length of `answers`?",
        ),
        slip(
            "all answers have to match",
            edit=("float(any(", "float(all("),
            also=[("float(any(normalize_answer(prediction) == normalize_answer(answer) for answer in answers))", "sum(normalize_answer(prediction) == normalize_answer(answer) for answer in answers) / len(answers)")],
            why="People answer in different words. One match is enough.",
            look="Which of `any` and `all` means \"one of the answers\"?",
        ),
        slip(
            "the texts are compared as they are",
            edit=("normalize_answer(prediction) == normalize_answer(answer)", "prediction == answer"),
            also=[("normalize_answer(prediction) == normalize_answer(answer)", "prediction == normalize_answer(answer)"), ("normalize_answer(prediction) == normalize_answer(answer)", "normalize_answer(prediction) == answer")],
            why="You wrote a function that removes what doesn't count, and the comparison has to use it on both sides.",
            look="On how many of the two texts does your comparison call `normalize_answer`?",
        ),
        slip(
            "it is enough that one answer contains the other",
            edit=("normalize_answer(prediction) == normalize_answer(answer)", "normalize_answer(answer) in normalize_answer(prediction)"),
            also=[("normalize_answer(prediction) == normalize_answer(answer)", "normalize_answer(prediction) in normalize_answer(answer)")],
            why="A reader that underlines the whole page would always be right.",
            look="Does \"Rome is old\" equal \"Rome\"?",
        ),
        slip(
            "the deleted characters are not those of string.punctuation",
            edit=(NORMAL, 'text = re.sub(r"[^\\w\\s]", "", text.lower())'),
            also=[(NORMAL, 'text = "".join(sign for sign in text.lower() if sign.isalnum() or sign.isspace())'), (NORMAL, 'text = re.sub(r"[^a-z0-9\\s]", "", text.lower())')],
            why="An en dash (–) isn't in that string, but the underscore is. Scores can be compared only if everyone deletes the same characters.",
            look="Print `string.punctuation`. Does it contain – and _ ?",
        ),
        slip(
            "punctuation is removed only at the ends of words",
            edit=(NORMAL, 'text = " ".join(word.strip(string.punctuation) for word in text.lower().split())'),
            why="\"U.S.\" and \"US\" would remain two answers.",
            look="What becomes of \"well-known\"?",
        ),
        slip(
            "the order of the words is lost",
            edit=(JOIN, f'" ".join(sorted({ARTICLE}.split()))'),
            why="\"dog bites man\" and \"man bites dog\" would be the same answer.",
            look="In which order are the words of your result?",
        ),
        slip(
            "only articles between spaces are removed",
            edit=(JOIN, '" ".join(word for word in text.split() if word not in {"a", "an", "the"})'),
            also=[(JOIN, '" ".join(text.split()).replace(" a ", " ").replace(" an ", " ").replace(" the ", " ").strip()'), (ARTICLE, r're.sub(r"(?<!\S)(a|an|the)(?!\S)", " ", text)')],
            why="SQuAD's program removes an article at word boundaries. A curly quote, an apostrophe or a long dash ends a word too, and scores can be compared only if everyone normalizes the same way.",
            look="What becomes of “a” and of l’a?",
        ),
        slip(
            "only an article at the beginning is removed",
            edit=(ARTICLE, r're.sub(r"^(a|an|the)\b", " ", text.strip())'),
            why="\"Lord of the Rings\" and \"Lord of Rings\" are the same answer.",
            look="What becomes of an article in the middle?",
        ),
        slip(
            "an empty prediction is never right",
            edit=("normalize_answer(prediction) == normalize_answer(answer)", "normalize_answer(prediction) and normalize_answer(prediction) == normalize_answer(answer)"),
            also=[("return float(any(", "return float(bool(prediction) and any(")],
            why="A third of the questions have no answer, and for those, silence is right.",
            look="Prediction \"\", answers [\"\"]: what should come out?",
        ),
        slip(
            "`casefold` is used instead of `lower`",
            edit=("text.lower()", "text.casefold()"),
            why="It turns ß into ss, but scores can be compared only if everyone does the same.",
            look="What does `casefold` do to \"Straße\"?",
        ),
        slip(
            "words are compared as a set",
            edit=("normalize_answer(prediction) == normalize_answer(answer)", "set(normalize_answer(prediction).split()) == set(normalize_answer(answer).split())"),
            also=[("normalize_answer(prediction) == normalize_answer(answer)", "sorted(normalize_answer(prediction).split()) == sorted(normalize_answer(answer).split())")],
            why="\"dog bites man\" and \"man bites dog\" would be the same answer.",
            look="Can two texts with the same words differ in meaning?",
        ),
        slip(
            "empty texts are looked for before normalizing",
            edit=("return float(any(", 'return float(prediction == "") if "" in answers else float(any('),
            also=[("return float(any(", 'return float(prediction == answers[0]) if "" in (prediction, answers[0]) else float(any(')],
            why="Normalizing \"the\" leaves nothing either.",
            look="What does `normalize_answer(\"The.\")` return?",
        ),
    ]  # fmt: skip
    promises = {
        "punctuation, capitals, articles, spaces": dict(words=4),
        "single words": dict(words=1),
        "several answers": "matches",
        "nothing is left": dict(words=0),
        "the order of words counts": "matches",
        "ß is lower case already": dict(words=7),
    }
