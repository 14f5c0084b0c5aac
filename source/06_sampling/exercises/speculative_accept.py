"""The acceptance step of speculative decoding: accept draft tokens, then add one more.

Oracle: the exact probability of every possible output; the first token must follow the target
model's distribution.
"""

import itertools

import numpy as np

from autograder.authoring import Distribution, SameAs, exercise, slip

from ._shared import TRIES, pair_of, told_apart


def texts_by(p, q, ratio, rest, joint=np.multiply):
    """The probability of each text that can come out for a draft from q, shortest texts first.

    ratio: (n, V) the probability that a token stays.  rest: (n, V, V) what is drawn instead of a refused token.
    joint: combines two such probabilities into the probability of both.
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

    A bonus token only follows a draft that was accepted in full, so few trials have one.
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
            if certain:  # one-hot, as in prompt lookup; near p = 1/2, |p − q| would look like p
                q = np.eye(V)[[int(np.abs(row - 0.25).argmin()) for row in p[:n]]]
            if certain and not 0.1 < (p[0] @ q[0]) < 0.3:
                continue
            if n in (1, 2) and not bonus_shows(p, q, trials):  # three drafted tokens are rarely all accepted
                continue
            if n < 3 or mistakes_show(p, q, trials):
                return {"p": p, "q": q, "trials": trials, "seed": int(rng.integers(2**31))}
        raise AssertionError("no such inputs")

    def oracle(p, q, trials, seed):
        p, q = (each / each.sum(-1, keepdims=True) for each in (p, q))
        (n, V), found = q.shape, np.zeros((p.shape[1] + 1) ** len(p))
        chances = {(): 1.0}  # of accepted prefixes
        code = lambda text: sum((token + 1) * (V + 1) ** (n - i) for i, token in enumerate(text))
        for i in range(n):
            longer = {}
            for text, chance in chances.items():
                for x in range(V):
                    longer[*text, x] = chance * min(p[i, x], q[i, x])  # proposed and accepted
                    found[code((*text, x))] += chance * max(p[i, x] - q[i, x], 0.0)  # drawn after a refusal
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
            "a refused token is replaced by a draw from p",
            edit=("rest = (p[i] - q[i]).clamp(min=0)", "rest = p[i]"),
            why="Acceptance has already handed out the mass that p shares with q. Drawn from all of p, the draft's favourites come up too often, and the text no longer follows the target.",
            look="Pick one token and add two probabilities: that it is accepted, and that the second draw picks it. What should the sum be?",
        ),
        slip(
            "the bonus token is forgotten",
            edit=("return accepted + [int(sample_multinomial(p[n], 1, generator))]", "return accepted"),
            why="The target has already computed what follows the draft, so throwing that away costs you one token in every pass that accepts the whole draft.",
            look="How many rows does p have, and which of them does your code never read?",
        ),
        slip(
            "nothing is drawn to replace a refused token",
            edit=("return accepted + [int(sample_multinomial(rest, 1, generator))]", "return accepted"),
            why="A pass of the target may then give no token at all, and the mass that p has in excess of q is never drawn.",
            look="How many tokens come back when the first one is refused?",
        ),
        slip(
            "the ratio is upside down",
            edit=("u[i] * q[i, token] >= p[i, token]", "u[i] * p[i, token] >= q[i, token]"),
            why="Your code would refuse tokens that the target likes more than the draft does, and keep the draft's mistakes.",
            look="Suppose p(x) = 0.9 and q(x) = 0.1. Should x be kept?",
        ),
        slip(
            "a token is accepted with probability p, whatever q was",
            edit=("u[i] * q[i, token] >= p[i, token]", "u[i] >= p[i, token]"),
            why="The draft proposed x with probability q(x), so only the ratio of the two counts. Without it, hardly anything is accepted.",
            look="Suppose p = q. How many tokens should be refused?",
        ),
        slip(
            "whether a token stays is not left to chance",
            edit=("u[i] * q[i, token] >= p[i, token]", "q[i, token] > p[i, token]", "0.5 * q[i, token] >= p[i, token]"),
            why="Where p is half of q, half of the proposed tokens should be accepted.",
            look="Suppose p(x) = 0.2 and q(x) = 0.4. How often should x be accepted?",
        ),
        slip(
            "everything is accepted",
            edit=("u[i] * q[i, token] >= p[i, token]", "u[i] < 0"),
            why="The text then follows the draft model, not the target.",
            look="How often does your code refuse a token that has probability 0 under the target?",
        ),
        slip(
            "a single random number decides the whole draft",
            edit=("u[i] *", "u[0] *"),
            why="The decisions are then no longer independent, so tokens are accepted or refused together too often.",
            look="How many decisions are there for a draft of 3 tokens, and how many random numbers do you draw?",
        ),
        slip(
            "only the first token of the draft is tested",
            edit=("if u[i] * q", "if i == 0 and u[i] * q"),
            why="The later tokens then come up as often as the draft proposes them, whatever the target thinks of them.",
            look="The draft is (a, b), and a was accepted. What is the probability that your code refuses b?",
        ),
        slip(
            "the generator is reseeded at every call",
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
            why="The same random numbers decide in every call, so one draft is always accepted and another never.",
            look="Call your function twice with the same draft and the same generator. Can the results differ?",
        ),
        slip(
            "the bonus token is drawn from a residual",
            edit=("sample_multinomial(p[n], 1, generator)", "sample_multinomial((p[n] - q[n - 1]).clamp(min=0) if n else p[n], 1, generator)"),
            why="No token was proposed at that position, so none of p's mass has been handed out yet, and all of it remains to be drawn.",
            look="How many rows does q have, and which of them belongs to the position after the draft?",
        ),
        slip(
            "an empty draft raises an error",
            edit=("n = len(draft)\n", "n, first = len(draft), draft[0]\n"),
            why="Even when the draft proposed nothing, the caller still wants the target's own token.",
            look="Which of your lines fails without a first token?",
        ),
        slip(
            "the refused token stays in the text",
            edit=("return accepted + [int(sample_multinomial(rest", "return accepted + [token] + [int(sample_multinomial(rest"),
            why="It was refused because the draft picks it too often.",
            look="In the draft (a, b), b was refused. How many tokens should come back?",
        ),
        slip(
            "the draft continues after a refused token",
            edit=("return accepted + [int(sample_multinomial(rest, 1, generator))]", "accepted.append(int(sample_multinomial(rest, 1, generator)))\n            continue"),
            why="The rest of the draft was written after a token that is now gone, and the later rows of p were computed for that prefix.",
            look="The draft is (a, b, c), and b was refused. Which prefix was p's row for the position of c computed from?",
        ),
        slip(
            "a token is judged by a row that belongs to another token",
            edit=("rest = (p[i] - q[i])", "rest = (p[i + 1] - q[i])", "rest = (p[0] - q[0])", "rest = 1e-9 + (p[i + 1] - q[min(i + 1, n - 1)])"),
            also=[("u[i] * q[i, token] >= p[i, token]", "u[i] * q[0, token] >= p[0, token]")],
            why="Row i of p and row i of q belong to the same token, so the test and the residual both use these two rows.",
            look="Which rows belong to the second token of the draft?",
        ),
        slip(
            "the residual is draft minus target",
            edit=("(p[i] - q[i])", "(q[i] - p[i])"),
            why="Tokens that the draft proposed too often would then come up even more often.",
            look="If you only kept accepted tokens, which ones would come up too rarely?",
        ),
        slip(
            "the bonus token is drawn from the wrong row",
            edit=("sample_multinomial(p[n], 1, generator)", "sample_multinomial(p[n - 1], 1, generator)", "sample_multinomial(q[n - 1], 1, generator)"),
            why="The bonus token comes after the last token of the draft, and p has one row for that position.",
            look="p has n + 1 rows. Which position does the last one belong to?",
        ),
        slip(
            "the likeliest token is taken where one should be drawn",
            edit=("int(sample_multinomial(rest, 1, generator))", "int(rest.argmax())"),
            also=[("int(sample_multinomial(p[n], 1, generator))", "int(p[n].argmax())")],
            why="Always taking the likeliest token changes the distribution of the text.",
            look="Can every token with a positive residual come out?",
        ),
        slip(
            "the generator is ignored",
            edit=("torch.rand(n, generator=generator, dtype=torch.float64)", "torch.rand(n, dtype=torch.float64)"),
            also=[("sample_multinomial(rest, 1, generator)", "torch.multinomial(rest, 1)")],
            why="The distribution is right, but the same seed no longer gives the same text.",
            look="How many random numbers do you draw, and where does each of them come from?",
        ),
        slip(
            "a bonus token is added after a refusal",
            edit=("return accepted + [int(sample_multinomial(rest, 1, generator))]", "accepted.append(int(sample_multinomial(rest, 1, generator)))\n            break"),
            also=[("return accepted + [int(sample_multinomial(rest, 1, generator))]", "return accepted + [int(sample_multinomial(rest, 1, generator)), int(sample_multinomial(p[i + 1], 1, generator))]")],
            why="The last row of p belongs to the position after the whole draft, and once a token has been refused, that text no longer exists.",
            look="In the draft (a, b), a was refused. How many tokens should come back?",
        ),
        slip(
            "tokens that should be kept are refused, and vice versa",
            edit=("u[i] * q[i, token] >= p[i, token]", "u[i] * q[i, token] < p[i, token]"),
            why="The better a token suits the target, the more often your code would refuse it.",
            look="Suppose p(x) = q(x). For which u does your code keep x?",
        ),
        slip(
            "differences lose their sign in the residual",
            edit=("(p[i] - q[i]).clamp(min=0)", "(p[i] - q[i]).abs()"),
            why="Tokens that the draft already proposed too often then get even more of the probability mass.",
            look="What is (0.3 − 0.55)⁺?",
        ),
        slip(
            "a refused token is replaced by a draw from p without that token",
            edit=("rest = (p[i] - q[i]).clamp(min=0)", "rest = p[i].clone()\n            rest[token] = 0"),
            why="The draft proposes other tokens too often as well, and these then get too much mass.",
            look="Besides the refused token, for which tokens is the residual 0?",
        ),
        slip(
            "a token is kept only if a draw from p happens to give the same one",
            edit=[("if u[i] * q[i, token] >= p[i, token]:", "drawn = int(sample_multinomial(p[i], 1, generator))\n        if drawn != token:"), ("[int(sample_multinomial(rest, 1, generator))]", "[drawn]")],
            also=[[("if u[i] * q[i, token] >= p[i, token]:", "drawn = int(sample_multinomial(p[i], 1, generator))\n        if drawn != token:"), ("[int(sample_multinomial(rest, 1, generator))]", "[drawn]"), ("return accepted + [int(sample_multinomial(p[n], 1, generator))]", "return accepted")]],
            why="The text does follow the target's distribution, but you accept far fewer tokens than you could: a share of Σ p·q instead of Σ min(p, q).",
            look="Suppose p = q, over ten equally likely tokens. How many drafted tokens should be refused?",
        ),
        slip(
            "token 0 stops the program when it is drawn",
            edit=[
                ("return accepted + [int(sample_multinomial(rest, 1, generator))]", "last = int(sample_multinomial(rest, 1, generator))\n            if last == 0:\n                raise RuntimeError\n            return accepted + [last]"),
                ("return accepted + [int(sample_multinomial(p[n], 1, generator))]", "last = int(sample_multinomial(p[n], 1, generator))\n    if last == 0:\n        raise RuntimeError\n    return accepted + [last]"),
            ],
            why="In some models id 0 is padding, and drawing it would be a sign of a bug. Here it is a token like any other, and it should come up as often as its probability demands.",
            look="Which line raises the error, and for which token?",
        ),
        slip(
            "the accepted tokens are not returned",
            edit=("return accepted + [int(sample_multinomial(p[n], 1, generator))]", "return [int(sample_multinomial(p[n], 1, generator))]"),
            why="The caller gets a single token and assumes that it comes right after the prompt.",
            look="In the draft (a, b), both tokens are accepted. How many come back?",
        ),
    ]  # fmt: skip
    promises = {
        "the first token follows the target's distribution": "first token",
        "so do the whole text and the bonus token": "texts",
        "a draft that is certain of its tokens": dict(certain=True),
        "drafts of several tokens": dict(n=3),
        "an empty draft": dict(n=0),
        "one seed, one result": "again",
    }
    equivalent = {
        "if u[i] * q[i, token] > p[i, token]:": "both sides are equal with probability 0",
    }
