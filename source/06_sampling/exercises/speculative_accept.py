"""The acceptance step of speculative decoding: accept draft tokens, then add one more.

Oracle: the exact probability of every possible output; the first token must follow the target
model's distribution.
"""

import itertools

import numpy as np

from autograder.authoring import Distribution, SameAs, exercise, slip

from ._shared import TRIES, pair_of, told_apart


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
            "token 0 stops the program when it is drawn",
            edit=[
                ("return accepted + [int(sample_multinomial(rest, 1, generator))]", "last = int(sample_multinomial(rest, 1, generator))\n            if last == 0:\n                raise RuntimeError\n            return accepted + [last]"),
                ("return accepted + [int(sample_multinomial(p[n], 1, generator))]", "last = int(sample_multinomial(p[n], 1, generator))\n    if last == 0:\n        raise RuntimeError\n    return accepted + [last]"),
            ],
            why="In some models id 0 is padding, and drawing it would be a sign of a bug. Here it is a token like any other, and it comes up as often as its probability says.",
            look="Which line raises the error, and for which token?",
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
