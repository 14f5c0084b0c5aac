"""Prompt lookup decoding: draft the tokens that followed the latest earlier n-gram match.

Oracle: str.rfind on a string with one character per token.
"""

from autograder.authoring import exercise, slip


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
        texts.append([int(rng.integers(20))] * (n_match + 1))  # the earlier occurrence overlaps the end
        turns = rng.permutation(9)[:2].tolist() * (
            n_match + 4
        )  # a b a b: the latest is two positions before the end
        texts.append(turns[: n_match + 4])
        texts.append(rng.integers(0, V, n_match).tolist())  # there is no earlier occurrence
        texts.append(rng.integers(0, V, n_match - 1).tolist())  # shorter than n_match
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
            why="Recent text is the most likely to be repeated.",
            look="In which direction does your search go?",
        ),
        slip(
            "the last tokens of the text match themselves",
            edit=("range(len(ids) - n_match - 1, -1, -1)", "range(len(ids) - n_match, -1, -1)"),
            why="Nothing comes after that match, so the draft is always empty.",
            look="What is the last position at which an earlier occurrence can begin?",
        ),
        slip(
            "the draft begins with the matched tokens",
            edit=("ids[behind : behind + n_draft]", "ids[begin : begin + n_draft]", "ids[begin : behind + n_draft]"),
            why="These tokens are already at the end of the text.",
            look="In *to be or not to be*, the earlier *to be* is followed by *or not*. What does your code return?",
        ),
        slip(
            "the draft has the wrong length",
            edit=("behind + n_draft]", "behind + n_draft - 1]", "behind + n_draft + 1]", "]"),
            why="The caller asked for at most n_draft tokens, and the target model has to process every one of them.",
            look="How many tokens are in your slice when n_draft = 1?",
        ),
        slip(
            "the very beginning of the text is never searched",
            edit=("- 1, -1, -1)", "- 1, 0, -1)"),
            why="A text often comes back to the words it began with.",
            look="What is the last number in your range?",
        ),
        slip(
            "an occurrence that overlaps the end is not found",
            edit=("range(len(ids) - n_match - 1, -1, -1)", "range(len(ids) - 2 * n_match, -1, -1)"),
            why="In *a a a*, the last two tokens also occur one position earlier, and any run of identical items looks like this.",
            look="Where does 7 7 occur in 7 7 7?",
        ),
        slip(
            "the search begins one position too early",
            edit=("range(len(ids) - n_match - 1, -1, -1)", "range(len(ids) - n_match - 2, -1, -1)"),
            why="The latest occurrence is then missed if it begins just one position before the last n_match tokens do.",
            look="In 7 7 7, at which position does the earlier 7 7 begin, and what is the first number in your range?",
        ),
        slip(
            "the search always looks for two tokens, whatever n_match is",
            edit=("pattern = ids[-n_match:]", "n_match = 2\n    pattern = ids[-n_match:]"),
            why="With n_match, the caller chooses between many useless drafts and a few good ones.",
            look="Which argument of your function does your code never use?",
        ),
        slip(
            "a shorter match counts when there is none of n_match tokens",
            edit="""
                for length in range(n_match, 0, -1):
                    for begin in range(len(ids) - length - 1, -1, -1):
                        if ids[begin : begin + length] == ids[-length:]:
                            return ids[begin + length : begin + length + n_draft]
                return []
            """,
            why="Some libraries do this to get more drafts. Here all n_match tokens have to match, because a useless draft wastes positions in the next pass.",
            look="What does the docstring promise when there is no earlier occurrence?",
        ),
        slip(
            "the earliest occurrence is taken, and a shorter match counts when there is none of n_match tokens",
            edit="""
                for length in range(n_match, 0, -1):
                    for begin in range(len(ids) - length):
                        if ids[begin : begin + length] == ids[-length:]:
                            return ids[begin + length : begin + length + n_draft]
                return []
            """,
            also=["""
                for length in range(n_match, 0, -1):
                    for begin in range(len(ids) - 2 * length):
                        if ids[begin : begin + length] == ids[-length:] and begin + length + n_draft <= len(ids):
                            return ids[begin + length : begin + length + n_draft]
                return []
            """],
            why="These are two separate mistakes, although some libraries do both on purpose. Recent text is the most likely to be repeated, and all n_match tokens have to match, because a useless draft wastes positions in the next pass.",
            look="In which direction does your search go? And what does the docstring promise when there is no earlier occurrence?",
        ),
        slip(
            "the search looks for the beginning of the text, not its end",
            edit=[("pattern = ids[-n_match:]", "pattern = ids[:n_match]"), ("- 1, -1, -1)", "- 1, 0, -1)")],
            also=[("pattern = ids[-n_match:]", "pattern = ids[:n_match]")],
            why="The draft is meant to continue the text from where it ends.",
            look="Which tokens does your code look for in *to be or not to be*, with n_match = 3?",
        ),
        slip(
            "None is returned when nothing is found",
            edit=("return []", "return None"),
            why="The caller appends the draft to the text, which works with an empty list but not with None.",
            look="What does a function return if it ends without a return statement?",
        ),
        slip(
            "a text shorter than n_match gives an error",
            edit=("pattern = ids[-n_match:]", "pattern = [ids[-j] for j in range(n_match, 0, -1)]"),
            why="Every text starts out short. Nothing can be found in it yet, but that is not an error.",
            look="If ids has two entries, what is ids[-3], and what is ids[-3:]?",
        ),
        slip(
            "the occurrence with the longest draft is used, not the latest one",
            edit="""
                best = []
                for begin in range(len(ids) - n_match - 1, -1, -1):
                    new = ids[begin + n_match :][:n_draft]
                    if ids[begin : begin + n_match] == ids[-n_match:] and len(new) > len(best):
                        best = new
                return best
            """,
            why="Even a short draft is worth having, while an older occurrence is worth less.",
            look="What should your function return if only two tokens follow the latest occurrence and n_draft = 3?",
        ),
        slip(
            "only the last token has to match",
            edit=[("pattern = ids[-n_match:]", "pattern = ids[-1:]"), ("ids[begin:behind] == pattern", "ids[behind - 1 : behind] == pattern")],
            why="A single token tells you little about what comes next, so all n_match tokens have to match.",
            look="How many tokens do you compare?",
        ),
        slip(
            "a draft is returned when nothing was found",
            edit=("return []", "return ids[-1:]", "return ids[:n_draft]"),
            why="Each token of a useless draft wastes a position in the next pass.",
            look="What does the docstring promise when there is no earlier occurrence?",
        ),
        slip(
            "the draft begins one position after the start of the match",
            edit=("ids[behind : behind + n_draft]", "ids[begin + 1 : begin + 1 + n_draft]"),
            why="Only for n_match = 1 is that the token after the match. Otherwise the draft repeats tokens from the end of the text.",
            look="An occurrence of 3 tokens begins at position 5. At which position does its continuation begin?",
        ),
        slip(
            "the draft is padded to n_draft tokens",
            edit=("return ids[behind : behind + n_draft]", "return (ids[behind : behind + n_draft] + [ids[-1]] * n_draft)[:n_draft]", "return (ids[behind:] * n_draft)[:n_draft]"),
            why="The docstring promises fewer tokens if the text ends first, because every made-up token wastes a position in the next pass.",
            look="How many tokens come after the occurrence that you found?",
        ),
        slip(
            "the end of the text is cut off before the search, or before the draft",
            edit=("behind : behind + n_draft]", "behind : min(behind + n_draft, len(ids) - n_match)]"),
            also=[[("range(len(ids) - n_match - 1", "range(len(ids) - 2 * n_match"), ("behind : behind + n_draft]", "behind : min(behind + n_draft, len(ids) - n_match)]")]],
            why="A draft may include some of the last n_match tokens: in 7 7 7, the token after the earlier 7 7 is the last 7.",
            look="Which token follows the earlier occurrence of 7 7 in 7 7 7, and does your code reach it?",
        ),
        slip(
            "an occurrence counts only if a whole draft follows it",
            edit=("== pattern:", "== pattern and behind + n_draft <= len(ids):"),
            why="Even a short draft is worth having, while an older occurrence is worth less.",
            look="What should your function return if only two tokens follow the latest occurrence and n_draft = 3?",
        ),
    ]  # fmt: skip
    promises = {
        "a match of one token is enough": dict(n_match=1),
        "overlaps, texts shorter than n_match, nothing found": "drafts",
        "several tokens have to match": dict(n_match=3),
    }
    equivalent = {
        "for begin in range(len(ids) - n_match - 1, ~1, -1):": "a slice that begins at −1 is shorter than the pattern",
        "for begin in range(len(ids) - n_match - 1, - 2, -1):": "a slice that begins at −1 is shorter than the pattern",
    }
