"""Finished tokenizers: GPT-2's own, one made of your merges, and one trained in a moment for later lessons.

All are `tiktoken.Encoding`s, which encode about a megabyte of text per second. The lesson on tokenizers writes all of
this by hand.
"""

from __future__ import annotations

import functools
import json
import warnings
from collections.abc import Iterable, Mapping, Sequence

import tiktoken

from utils import assets

# (left id, right id) -> new id, in the order of learning; ids 0 to 255 are the bytes
Merges = dict[tuple[int, int], int]

END_OF_TEXT = "<|endoftext|>"


@functools.cache
def gpt2() -> tiktoken.Encoding:
    """GPT-2's encoding with its 50,257 tokens, made here from its list of merges: tiktoken is never asked to load it.

    Raises utils.assets.AssetError with one sentence when the list cannot be had.
    """
    byte_of = {character: byte for byte, character in _visible_bytes().items()}
    # GPT-2 numbers the bytes in the order of this table, and then what each merge makes
    ranks = {bytes([byte]): number for number, byte in enumerate(_visible_bytes())}
    for pair in _gpt2_lines():
        ranks[bytes(byte_of[character] for character in pair.replace(" ", ""))] = len(ranks)
    return tiktoken.Encoding(
        "gpt2",
        pat_str=gpt2_pattern(),
        mergeable_ranks=ranks,
        special_tokens={END_OF_TEXT: len(ranks)},
        explicit_n_vocab=50_257,
    )


@functools.cache
def gpt2_merges() -> Merges:
    """GPT-2's 50,000 merges in the numbering of the lesson on tokenizers: bytes are 0 to 255, merge i makes id 256 + i.

    GPT-2 itself numbers the 256 bytes in another order (`gpt2_byte_ids`); ids from 256 on are the same.
    """
    ids = {character: byte for byte, character in _visible_bytes().items()}
    merges: Merges = {}
    for line in _gpt2_lines():
        left, right = line.split()
        new_id = merges[ids[left], ids[right]] = 256 + len(merges)
        ids[left + right] = new_id
    return merges


def gpt2_byte_ids() -> list[int]:
    """GPT-2's id of each of the 256 bytes."""
    return [gpt2().encode_single_token(bytes([byte])) for byte in range(256)]


def from_vocabulary(
    vocabulary: Sequence[bytes],
    special_tokens: Mapping[str, int] | None = None,
    name: str = "from vocabulary",
) -> tiktoken.Encoding:
    """A fast encoding made of tokens: the id of each is its place in the list, and lower ids are merged first.

    vocabulary: the 256 single bytes, then what each merge makes. special_tokens: name -> id, ids behind the vocabulary.
    Raises ValueError when two tokens are the same bytes, or a single byte is missing.
    """
    ranks = {token: token_id for token_id, token in enumerate(vocabulary)}
    if len(ranks) < len(vocabulary):
        twice = next(token for i, token in enumerate(vocabulary) if ranks[token] != i)
        raise ValueError(f"the token {twice!r} is in the vocabulary twice; each token needs bytes of its own")
    missing = [byte for byte in range(256) if bytes([byte]) not in ranks]
    if missing:
        raise ValueError(
            f"the byte {missing[0]} is not in the vocabulary; without all 256 some text has no tokens"
        )
    return tiktoken.Encoding(
        name,
        pat_str=gpt2_pattern(),
        mergeable_ranks=ranks,
        special_tokens=dict(special_tokens or {}),
    )


def train(texts: str | Iterable[str], vocab_size: int) -> Merges:
    """Learn byte-pair merges with the package `tokenizers` (in Rust; ten million characters take a few seconds).

    The same algorithm as `train_bpe` of the lesson on tokenizers, except that ties between equally frequent pairs are
    broken in another way.
    vocab_size: 256 bytes and the merges. Fewer merges come back when the text has no more pairs.
    """
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers

    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=vocab_size, initial_alphabet=pre_tokenizers.ByteLevel.alphabet(), show_progress=False
    )
    tokenizer.train_from_iterator([texts] if isinstance(texts, str) else texts, trainer)
    ids = {character: byte for byte, character in _visible_bytes().items()}
    merges: Merges = {}
    for left, right in json.loads(tokenizer.to_str())["model"]["merges"]:
        new_id = merges[ids[left], ids[right]] = 256 + len(merges)
        ids[left + right] = new_id
    return merges


def trained(
    texts: str | Iterable[str], vocab_size: int, special_tokens: Sequence[str] = (END_OF_TEXT,)
) -> tiktoken.Encoding:
    """Train on texts and give back a fast encoding with `vocab_size` tokens in all, special tokens last.

    There are fewer, and a warning says how many, when the texts have no more pairs to merge. Raises ValueError when
    there is no room for the 256 bytes and the special tokens.
    """
    least = 256 + len(special_tokens)
    if vocab_size < least:
        raise ValueError(
            f"{vocab_size} tokens are too few: the 256 bytes and {len(special_tokens)} special tokens need {least}"
        )
    vocabulary = [bytes([byte]) for byte in range(256)]
    for left, right in train(texts, vocab_size - len(special_tokens)):
        vocabulary.append(vocabulary[left] + vocabulary[right])
    found = len(vocabulary) + len(special_tokens)
    if found < vocab_size:
        warnings.warn(f"the texts have pairs for {found} tokens only, not for {vocab_size}", stacklevel=2)
    special = {token: len(vocabulary) + i for i, token in enumerate(special_tokens)}
    return from_vocabulary(vocabulary, special, name=f"trained {vocab_size}")


def gpt2_pattern() -> str:
    """The regular expression that cuts text into pieces before any merge, as tiktoken writes it."""
    from tiktoken_ext.openai_public import r50k_pat_str

    return r50k_pat_str


def _gpt2_lines() -> list[str]:
    """GPT-2's merges as its file has them, "left right", in the order of rank."""
    lines = assets.path("gpt2-vocab").read_text(encoding="utf-8").splitlines()[1:]  # the first is a version
    return [line for line in lines if line]


def _visible_bytes() -> dict[int, str]:
    """Byte -> the character that stands for it in GPT-2's files, where every token has to be printable.

    Printable characters of Latin-1 stand for themselves, the other 68 bytes for characters from U+0100 on (the space
    for Ġ).
    """
    printable = [
        ord(c) for first, last in ("!~", "¡¬", "®ÿ") for c in map(chr, range(ord(first), ord(last) + 1))
    ]
    others = [byte for byte in range(256) if byte not in printable]
    return {byte: chr(byte) for byte in printable} | {byte: chr(256 + i) for i, byte in enumerate(others)}
