"""Random text to tokenize, and reference BPE: tiktoken's educational trainer and its encoder,
both with GPT-2's split pattern.
"""

import numpy as np
import tiktoken
from tiktoken import _educational
from tiktoken_ext.openai_public import r50k_pat_str

LIBRARIES = ["tiktoken", "tokenizers", "transformers", "utils.tokenizers"]
SYLLABLES = ["an", "ri", "the", "lo", "ing", "sta", "me", "or", "ed", "ly"]
# GPT-4's pattern as tiktoken has it (cl100k_base), for answers that cut by its rules instead of GPT-2's. Many copies
# of it, such as minbpe's, have no rule for white space at the end of a text.
GPT4_PATTERN = (
    r"'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}++|\p{N}{1,3}+| ?[^\s\p{L}\p{N}]++[\r\n]*+"
    r"|\s++$|\s*[\r\n]|\s+(?!\S)|\s"
)
GPT4_PATTERN_COPIED = GPT4_PATTERN.replace(r"|\s++$", "").removesuffix(r"\s") + r"\s+"
ACCENTED = ["naïve", "Zürich", "żółw", "coöperate"]
FOREIGN = [*ACCENTED, "πάντα", "水の中", "🙂🙃"]


def word(rng, syllables=3):
    return "".join(rng.choice(SYLLABLES, size=rng.integers(1, syllables + 1)))


def prose(rng, n, different=12):
    """n words, of which few are frequent, with a full stop or a comma now and then."""
    known = [word(rng) for _ in range(different)]
    share = 1 / np.arange(1, different + 1)
    drawn = rng.choice(known, size=n, p=share / share.sum())
    return " ".join(w + (rng.choice([".", ","]) if rng.random() < 0.1 else "") for w in drawn)


def letters(rng, n_words, alphabet, longest):
    """Short random words of few letters: many pairs that occur equally often."""
    return " ".join(
        "".join(rng.choice(list(alphabet), size=rng.integers(2, longest + 1))) for _ in range(n_words)
    )


def trained(text, vocab_size):
    """(left id, right id) -> new id, learned by tiktoken's educational trainer."""

    def learn(size):
        return _educational.bpe_train(text, size, r50k_pat_str, visualise=None)

    try:
        return as_merges(learn(vocab_size))
    except ValueError:  # it stops with an error when no pair is left: find the largest size that it can reach
        possible, impossible = 256, vocab_size
        while impossible - possible > 1:
            middle = (possible + impossible) // 2
            try:
                learn(middle)
                possible = middle
            except ValueError:
                impossible = middle
        return as_merges(learn(possible))


def as_merges(ranks):
    """The trainer keeps bytes only; the two halves of a token are what its bytes were just before it was learned."""
    merges, earlier = {}, {}
    for token, new_id in ranks.items():
        if len(token) > 1:
            merges[tuple(_educational.bpe_encode(earlier, token, visualise=None))] = new_id
        earlier[token] = new_id
    return merges


def token_bytes(merges):
    """What each token stands for, by taking it apart down to single bytes."""
    halves = {new_id: pair for pair, new_id in merges.items()}

    def spelled(token_id):
        waiting, found = [token_id], []
        while waiting:
            token = waiting.pop()
            if token in halves:
                waiting += reversed(halves[token])
            else:
                found.append(token)
        return bytes(found)

    return [spelled(token_id) for token_id in range(256 + len(merges))]


def encoding(tokens, special_tokens=None):
    """tiktoken's encoder for these tokens, cut by GPT-2's pattern."""
    ranks = {token: rank for rank, token in enumerate(tokens)}
    return tiktoken.Encoding(
        "check", pat_str=r50k_pat_str, mergeable_ranks=ranks, special_tokens=special_tokens or {}
    )
