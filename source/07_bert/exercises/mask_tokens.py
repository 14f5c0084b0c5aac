"""BERT's masking for masked language modeling: choose tokens, then 80 % / 10 % / 10 %.

The expected values are distributions: what happens to a token, which random ids appear, and pairs
of draws that must be independent.
"""

import numpy as np
import torch
from scipy import stats

from autograder.authoring import Distribution, SameAs, exercise, slip


@exercise("mask_tokens", points=5, forbid=["transformers", "utils.topics.bert.masked_head", "numpy.random"])
class _:
    cases = [
        dict(V=9, share=None, B=4, T=30),
        dict(V=12, share=(0.4, 0.6), B=3, T=20),
        dict(V=7, share=(0.6, 0.8), B=12, T=12),
    ]
    weights = {
        "fates": 2,
        "tokens": 1,
        "chosen in a text": 1,
        "again": 1,
        "two calls": 1,
        "two random tokens": 1,
        "random ids": 1,
        "neighbours": 1,
        "fates side by side": 1,
        "a lone token": 1,
        "targets": 2,
        "what is not chosen": 1,
        "special tokens": 2,
        "ids unchanged": 1,
    }

    def inputs(rng, V, share, B, T):
        word, mask_id = (int(x) for x in rng.permutation(V)[:2])
        special = rng.random((B, T)) < 0.35
        special[:, 0] = True
        return {
            "ids": rng.integers(0, V, (B, T)),
            "special": special,
            "word": word,
            "vocab_size": V,
            "mask_id": mask_id,
            "share": 0.15 if share is None else float(rng.uniform(*share)),
            "seed": int(rng.integers(2**31)),
        }

    def oracle(ids, special, word, vocab_size, mask_id, share, seed):
        p = np.full(vocab_size, 0.1 / vocab_size)  # what is at a chosen position, where every id was `word`
        p[mask_id] += 0.8
        p[word] += 0.1
        fates = np.array([1 - share, share * p[mask_id], share * p[word], share * (1 - p[mask_id] - p[word])])
        known = np.array([0, p[mask_id], p[word], 1 - p[mask_id] - p[word]])  # fates of a chosen token
        both = np.outer([1 - share, share], [1 - share, share]).ravel()
        twice = (0.1 * (vocab_size - 2) / vocab_size) ** 2  # where all tokens are chosen
        fate = "had fate {}{} (0: not chosen, 1: masked, 2: as it was, 3: another token)"
        said = "made code {} (0: not chosen, else 1 + the id that is there now)"
        return {
            "fates": Distribution(fates, 4000, fate.replace("{}{}", "{}")),
            "tokens": Distribution(np.concatenate([[1 - share], share * p]), 2000, said),
            "chosen in a text": Distribution(
                stats.binom.pmf(range(51), 50, share), 240, "chose {} of 50 tokens of a text"
            ),
            "again": SameAs("tokens"),
            "two calls": Distribution(
                np.outer(fates, fates).ravel(),
                2000,
                fate.replace("{}{}", "{} in one call and {} in the next"),
            ),
            "two random tokens": Distribution(
                np.array([1 - twice, twice * (1 - 1 / (vocab_size - 2)), twice / (vocab_size - 2)]),
                12_000,
                "gave code {} (1: two calls put two random tokens into one place, 2: twice the same one, 0: neither)",
            ),
            "random ids": Distribution(np.concatenate([[0], p]), 12_000, said + ", where all are chosen"),
            "neighbours": Distribution(both, 2000, "chose one token {} times and its neighbour {}"),
            "fates side by side": Distribution(
                np.outer(known, known).ravel(), 12_000, fate.replace("{}{}", "{} beside a token with fate {}")
            ),
            "a lone token": Distribution(
                fates, 160, fate.replace("{}{}", "{}") + " in texts of one special token and another"
            ),
            "targets": {"true ids": torch.as_tensor(ids), "some are chosen": True},
            "what is not chosen": {"inputs": torch.as_tensor(ids), "some are chosen": True},
            "special tokens": {
                "chosen": torch.zeros(int(special.sum()), dtype=torch.bool),
                "some others are chosen": True,
            },
            "ids unchanged": {"true ids": torch.as_tensor(ids), "changed": 0},
        }

    alternatives = {
        "one dart for everything": """
            u = torch.rand(ids.shape, generator=generator).masked_fill(special, 1.0)
            labels = torch.where(u < share, ids, -100)
            inputs = ids.clone()
            inputs[u < 0.8 * share] = mask_id
            swap = (u >= 0.8 * share) & (u < 0.9 * share)
            inputs[swap] = torch.randint(0, vocab_size, (int(swap.sum()),), generator=generator)
            return inputs, labels
        """,
        "Bernoulli draws, one after the other": """
            def coin(p):
                return torch.bernoulli(torch.full(ids.shape, p), generator=generator).bool()

            picked = coin(share) & ~special
            labels = ids.clone()
            labels[~picked] = -100
            hidden = picked & coin(0.8)
            changed = picked & ~hidden & coin(0.5)
            words = torch.randint(vocab_size, ids.shape, generator=generator)
            return torch.where(hidden, mask_id, torch.where(changed, words, ids)), labels
        """,
        "token by token": """
            inputs, labels = ids.clone(), torch.full_like(ids, -100)
            darts = torch.rand(2, *ids.shape, generator=generator)
            words = torch.randint(vocab_size, ids.shape, generator=generator)
            for b, t in (special == False).nonzero().tolist():
                if darts[0, b, t] < share:
                    labels[b, t] = ids[b, t]
                    if darts[1, b, t] > 0.2:
                        inputs[b, t] = mask_id
                    elif darts[1, b, t] > 0.1:
                        inputs[b, t] = words[b, t]
            return inputs, labels
        """,
    }
    slips = [
        slip(
            "special tokens are chosen too",
            edit=(" & ~special", ""),
            why="The model would have to predict [CLS], [SEP] and padding, which teaches it nothing, and masked padding looks like text.",
            look="Which argument of your function does your code never use?",
        ),
        slip(
            "only special tokens are chosen",
            edit=("& ~special", "& special"),
            why="`special` is True at tokens that are never chosen.",
            look="What does True mean in `special`?",
        ),
        slip(
            "80, 10 and 10 % are shares of all tokens",
            also=[[("chosen & (dice < 0.8)", "~special & (dice < 0.8)"), ("chosen & (dice >= 0.9)", "~special & (dice >= 0.9)")]],
            edit=[("(torch.rand(ids.shape, generator=generator).to(ids.device) < share) & ~special", "~special"), ("torch.where(chosen & (dice >= 0.9), drawn, inputs)", "torch.where(chosen & (dice >= 0.9), drawn, inputs)\n    torch.rand(1, generator=generator)")],
            why="Four words in five are gone, and no reader could understand the rest. The three shares are shares of the chosen tokens.",
            look="How many of 100 tokens become [MASK] in your code, and how many should?",
        ),
        slip(
            "every chosen token becomes [MASK]",
            edit=("inputs = torch.where(chosen & (dice >= 0.9), drawn, inputs)\n    return inputs", "return ids.masked_fill(chosen, mask_id)"),
            also=[

                [("chosen = (torch.rand(ids.shape, generator=generator).to(ids.device) < share) & ~special\n    dice = torch.rand(ids.shape, generator=generator).to(ids.device)", "dice = torch.rand(ids.shape, generator=generator).to(ids.device) * (1 - 1e-7)\n    chosen = (dice < share) & ~special")],
            ],
            why="The model then learns to work only where it sees [MASK], which no text contains after pretraining.",
            look="Which two other things can happen to a chosen token? And if a single dart decides both questions, can it be below 15 % and above 80 %?",
        ),
        slip(
            "a tenth of the rest is drawn, not half",
            edit=("chosen & (dice >= 0.9)", "chosen & (dice >= 0.98)"),
            why="Once 80 % have become [MASK], 20 % are left, and a tenth of *these* is only 2 % of the chosen tokens. It should be half of them.",
            look="Of 100 chosen tokens, how many become a random one in your code?",
        ),
        slip(
            "no chosen token stays as it is",
            edit=("dice >= 0.9", "dice >= 0.8"),
            why="A token that isn't [MASK] and fits its context is then certainly right, so the model needn't check it against its neighbours.",
            look="Do the shares of [MASK] and random tokens leave a tenth over?",
        ),
        slip(
            "no chosen token becomes a random one",
            edit=("inputs = torch.where(chosen & (dice >= 0.9), drawn, inputs)\n", "\n"),
            why="The model can then trust every token that it sees.",
            look="What are the three things that can happen to a chosen token?",
        ),
        slip(
            "tokens that were not chosen are replaced by random ones",
            edit=("torch.where(chosen & (dice >= 0.9), drawn, inputs)", "torch.where(dice >= 0.9, drawn, inputs)"),
            also=[("torch.where(chosen & (dice >= 0.9), drawn, inputs)", "torch.where(~special & (dice >= 0.9), drawn, inputs)")],
            why="A tenth of the text becomes noise, and no label asks about it.",
            look="Which tokens may change at all?",
        ),
        slip(
            "targets are given at every position",
            edit=("return inputs, ids.masked_fill(~chosen, -100)", "return inputs, ids.clone()"),
            why="For 85 % of the questions, the answer is right there in the input.",
            look="What is the label where no token was chosen?",
        ),
        slip(
            "targets are given only where a [MASK] is",
            edit=("ids.masked_fill(~chosen, -100)", "ids.masked_fill(inputs != mask_id, -100)"),
            also=[("ids.masked_fill(~chosen, -100)", "ids.masked_fill(~(chosen & (dice < 0.8)), -100)")],
            why="Chosen tokens that were replaced or left alone need a target as well. Without one they are mere noise, and those 20 % do no good.",
            look="Of 100 chosen tokens, how many get a target in your labels?",
        ),
        slip(
            "targets are given only where a token was changed",
            edit=("ids.masked_fill(~chosen, -100)", "ids.masked_fill(inputs == ids, -100)", "ids.masked_fill(~chosen | ((dice >= 0.8) & (dice < 0.9)), -100)"),
            why="The tenth that stays is chosen as well, so the model has to keep an eye on every token.",
            look="What is the label of a chosen token that stayed as it is?",
        ),
        slip(
            "targets are given where nothing was chosen",
            edit=("ids.masked_fill(~chosen, -100)", "ids.masked_fill(chosen, -100)"),
            why="The loss skips exactly the tokens that it should ask about.",
            look="What is the label of a chosen token?",
        ),
        slip(
            "the targets are taken from the masked input, not from the original ids",
            edit=("return inputs, ids.masked_fill(~chosen, -100)", "return inputs, inputs.masked_fill(~chosen, -100)"),
            why="The right answer to most questions would be [MASK].",
            also=[
                [("inputs = ids.masked_fill(chosen & (dice < 0.8), mask_id)\n    inputs = torch.where(chosen & (dice >= 0.9), drawn, inputs)", "inputs = ids.copy_(torch.where(chosen & (dice >= 0.9), drawn, ids.masked_fill(chosen & (dice < 0.8), mask_id)))")],
                [("inputs = ids.masked_fill(chosen & (dice < 0.8), mask_id)\n    inputs = torch.where(chosen & (dice >= 0.9), drawn, inputs)", "inputs = ids.copy_(torch.where(chosen & (dice >= 0.8) & (dice < 0.9), drawn, ids.masked_fill(chosen & (dice < 0.8), mask_id)))")],
            ],
            look="From which tensor do you take the labels, and was it changed before?",
        ),
        slip(
            "tokens that were not chosen get the label 0 or −1",
            edit=("ids.masked_fill(~chosen, -100)", "ids.masked_fill(~chosen, 0)"),
            also=[("ids.masked_fill(~chosen, -100)", "ids.masked_fill(~chosen, -1)")],
            why="The loss skips −100, but 0 is the id of a real token, and −1 isn't an id at all.",
            look="Which label does the docstring give these tokens?",
        ),
        slip(
            "the same positions are hidden in all texts",
            edit=("chosen = (torch.rand(ids.shape, generator=generator)", "chosen = (torch.rand(ids.shape[1:], generator=generator).expand(ids.shape)"),
            why="Each token of each text should be chosen independently. Otherwise a batch teaches hardly more than a single text.",
            look="How many darts do you throw to choose the tokens?",
        ),
        slip(
            "a text is chosen as a whole or not at all",
            edit=("chosen = (torch.rand(ids.shape, generator=generator)", "chosen = (torch.rand(len(ids), 1, generator=generator).expand(ids.shape)"),
            why="Nothing is left to predict the text from.",
            look="How many darts do you throw to choose the tokens?",
        ),
        slip(
            "one random token is used at all positions",
            edit=("torch.randint(vocab_size, ids.shape, generator=generator)", "torch.randint(vocab_size, (1,), generator=generator).expand(ids.shape)"),
            why="Each position needs a random token of its own.",
            look="How many random ids do you draw?",
        ),
        slip(
            "the generator is ignored",
            edit=("torch.randint(vocab_size, ids.shape, generator=generator)", "torch.randint(vocab_size, ids.shape)"),
            also=[
                ("dice = torch.rand(ids.shape, generator=generator)", "dice = torch.rand(ids.shape)"),
                ("chosen = (torch.rand(ids.shape, generator=generator)", "chosen = (torch.rand(ids.shape)"),
                [("torch.randint(vocab_size, ids.shape, generator=generator)", "torch.randint(vocab_size, ids.shape)"), ("dice = torch.rand(ids.shape, generator=generator)", "dice = torch.rand(ids.shape)"), ("chosen = (torch.rand(ids.shape, generator=generator)", "chosen = (torch.rand(ids.shape)")],
            ],
            why="The shares are right, but the draw can't be repeated.",
            look="Which of your draws don't use the generator?",
        ),
        slip(
            "the generator starts anew on every call",
            edit=("chosen = (torch.rand(ids.shape, generator=generator)", "generator = torch.Generator().manual_seed(generator.initial_seed())\n    chosen = (torch.rand(ids.shape, generator=generator)"),
            why="Every epoch would hide the same tokens.",
            look="Call your function twice with the same generator. Should both hide the same tokens?",
        ),
        slip(
            "15 % are chosen, whatever was asked for",
            edit=("< share", "< 0.15"),
            why="If you ask for 50 %, you get 15.",
            look="Which argument of your function does your code never use?",
        ),
        slip(
            "one dart has the limits for a share of .15, whatever share was asked for",
            edit="""
                darts = torch.rand(ids.shape, generator=generator)
                drawn = torch.randint(vocab_size, ids.shape, generator=generator)
                chosen = (darts < share) & ~special
                inputs = ids.masked_fill(chosen & (darts < 0.12), mask_id)
                inputs = torch.where(chosen & (darts >= 0.12) & (darts < 0.135), drawn, inputs)
                return inputs, ids.masked_fill(~chosen, -100)
            """,
            why="With a share of .15, 80 % of the chosen tokens lie below .12. With any other share, the three parts are no longer .8, .1 and .1.",
            look="With a share of .5, how low does the dart have to be for a token to become [MASK]?",
        ),
        slip(
            "the caller's ids are changed",
            edit=("inputs = ids.masked_fill(chosen", "inputs = ids.masked_fill_(chosen"),
            also=[[("inputs = ids.masked_fill(chosen", "labels = ids.masked_fill(~chosen, -100)\n    inputs = ids.masked_fill_(chosen"), ("return inputs, ids.masked_fill(~chosen, -100)", "return inputs, labels")]],
            why="The next epoch masks the same text again, but finds it already full of [MASK].",
            look="What does an underscore at the end of a torch method mean?",
        ),
        slip(
            "inputs and labels are swapped",
            edit=("return inputs, ids.masked_fill(~chosen, -100)", "return ids.masked_fill(~chosen, -100), inputs"),
            why="The model would get −100 as an id.",
            look="In which order does the docstring name the two results?",
        ),
        slip(
            "the same number of tokens is chosen in every text",
            edit=("chosen = (torch.rand(ids.shape, generator=generator).to(ids.device) < share) & ~special", "order = torch.rand(ids.shape, generator=generator).masked_fill(special, 2.0).argsort(dim=1).argsort(dim=1)\n    chosen = (order < (share * (~special).sum(dim=1, keepdim=True)).round()) & ~special"),
            also=[("chosen = (torch.rand(ids.shape, generator=generator).to(ids.device) < share) & ~special", "order = torch.rand(ids.shape, generator=generator).argsort(dim=1)[:, : max(1, round(share * ids.shape[1]))]\n    chosen = torch.zeros_like(ids, dtype=torch.bool).scatter(1, order, True)")],
            why="The original code does this as well. But the docstring asks for one coin per token, so the number varies from text to text.",
            look="Can your function choose 5 tokens of one text and 9 of the next?",
        ),
        slip(
            "one dart decides the fates of a whole text or of a whole column",
            edit=("dice = torch.rand(ids.shape, generator=generator)", "dice = torch.rand(len(ids), 1, generator=generator)"),
            also=[("dice = torch.rand(ids.shape, generator=generator)", "dice = torch.rand(1, ids.shape[1], generator=generator)"), ("dice = torch.rand(ids.shape, generator=generator)", "dice = torch.rand(1, 1, generator=generator)"), [("dice = torch.rand(ids.shape, generator=generator)", "dice = torch.rand(1, ids.shape[1], generator=generator)"), ("torch.randint(vocab_size, ids.shape, generator=generator)", "torch.randint(vocab_size, (1, ids.shape[1]), generator=generator).expand(ids.shape)")],
                [("dice = torch.rand(ids.shape, generator=generator)", "dice = torch.rand(1, ids.shape[1], generator=generator)"), ("torch.randint(vocab_size, ids.shape, generator=generator)", "torch.randint(vocab_size, (1, ids.shape[1]), generator=generator).expand(ids.shape)"), ("dice >= 0.9", "(dice >= 0.8) & (dice < 0.9)")],
            ],
            why="What happens to one token then tells you what happens to others, but the docstring wants them to be independent.",
            look="How many darts do you throw to decide what happens to the chosen tokens?",
        ),
        slip(
            "the three fates are dealt out in exact numbers",
            edit="""
                chosen = (torch.rand(ids.shape, generator=generator) < share) & ~special
                places = chosen.nonzero()
                places = places[torch.randperm(len(places), generator=generator)]
                inputs, n, m = ids.clone(), int(0.8 * len(places)), int(0.1 * len(places))
                inputs[places[:n, 0], places[:n, 1]] = mask_id
                swap = places[n : n + m]
                inputs[swap[:, 0], swap[:, 1]] = torch.randint(vocab_size, (m,), generator=generator)
                return inputs, ids.masked_fill(~chosen, -100)
            """,
            why="Where few tokens are chosen, some fates never occur: 80 % of one token, rounded down, is no token at all.",
            look="What happens to a token that is the only one chosen?",
        ),
        slip(
            "at least one token of each text is chosen",
            edit="""
                darts = torch.rand(ids.shape, generator=generator).masked_fill(special, 2.0)
                chosen = ((darts < share) | (darts == darts.min(dim=1, keepdim=True).values)) & ~special
                dice = torch.rand(ids.shape, generator=generator)
                drawn = torch.randint(vocab_size, ids.shape, generator=generator)
                inputs = ids.masked_fill(chosen & (dice < 0.8), mask_id)
                inputs = torch.where(chosen & (dice >= 0.9), drawn, inputs)
                return inputs, ids.masked_fill(~chosen, -100)
            """,
            why="Tokens in short texts are then chosen far more often than in long ones. It is fine if none is chosen in a text.",
            look="How likely should it be that the only word of a text is chosen?",
        ),
        slip(
            "the share is taken of all tokens, including special ones",
            edit=("< share", "< share * special.numel() / max(1, int((~special).sum()))"),
            why="The more padding a batch has, the more of its words are hidden.",
            look="Does a word's chance to be chosen depend on how many special tokens there are?",
        ),
        slip(
            "the random id is made from the dart that decides the fate",
            edit=[("torch.randint(vocab_size, ids.shape, generator=generator).to(ids.device)", "(dice * vocab_size).long()")],
            also=[[("torch.randint(vocab_size, ids.shape, generator=generator).to(ids.device)", "(dice * vocab_size).long()"), ("dice >= 0.9", "(dice >= 0.8) & (dice < 0.9)")]],
            why="That dart is already known to lie in one tenth of its range, so only a tenth of the vocabulary can ever be drawn.",
            look="Between which numbers does your dart lie when a random id is needed?",
        ),
        slip(
            "one id of the vocabulary is never drawn",
            edit=("torch.randint(vocab_size, ids.shape", "torch.randint(1, vocab_size, ids.shape", "torch.randint(vocab_size - 1, ids.shape"),
            why="In the docstring, ids run from 0 to vocab_size − 1, both included.",
            look="What is the smallest id that you can draw, and what is the largest?",
        ),
        slip(
            "a random id is never the true one",
            edit=("    inputs = torch.where(chosen & (dice >= 0.9)", "    drawn = torch.where(drawn == ids, (drawn + 1) % vocab_size, drawn)\n    inputs = torch.where(chosen & (dice >= 0.9)"),
            why="All ids should be equally likely, including the true one. If you move on by one instead, the next id becomes twice as likely.",
            look="May a random id happen to be the original one?",
        ),
        slip(
            "103 is inserted, whatever `mask_id` is",
            edit=("chosen & (dice < 0.8), mask_id)", "chosen & (dice < 0.8), MASK)"),
            why="In another vocabulary, as in section 10, [MASK] has a different id.",
            look="Which argument of your function does your code never use?",
        ),
    ]  # fmt: skip
    promises = {
        "15 in 100, or any other share": dict(share=(0.4, 0.6)),
        ".8, .1 and .1 of the chosen tokens": "fates",
        "any id may take its place": "tokens",
        "special tokens are never chosen": "special tokens",
        "true ids where chosen, in int64": "targets",
        "nothing changes elsewhere, in int64": "what is not chosen",
        "each token independently": "neighbours",
        "what happens to one token is independent of the next": "fates side by side",
        "all ids equally likely, including the true one": "random ids",
        "short texts are treated like long ones": "a lone token",
        "no fixed number per text": "chosen in a text",
        "one seed, one result": "again",
        "two calls differ": "two calls",
        "ids stay as they are": "ids unchanged",
    }
    same = "a product of True and False is `and`"
    never = "a dart hardly ever meets a number exactly"
    equivalent = {
        "chosen = (torch.rand(ids.shape, generator=generator).to(ids.device) < share) * ~special": same,
        "inputs = ids.masked_fill(chosen * (dice < 0.8), mask_id)": same,
        "inputs = torch.where(chosen * (dice >= 0.9), drawn, inputs)": same,
        "chosen = (torch.rand(ids.shape, generator=generator).to(ids.device) <= share) & ~special": never,
        "inputs = ids.masked_fill(chosen & (dice <= 0.8), mask_id)": never,
        "inputs = torch.where(chosen & (dice > 0.9), drawn, inputs)": never,
    }
