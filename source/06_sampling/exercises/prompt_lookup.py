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
            "the earliest occurrence is taken, and a shorter match counts where there is none of n_match",
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
            why="These are two separate mistakes, which some libraries make on purpose. What was said last is likeliest to be said again, and n_match tokens have to agree, because a useless draft costs places in the next pass.",
            look="In which direction does your search go? And what does the docstring say about a text without an earlier occurrence?",
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
