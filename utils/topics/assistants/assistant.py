"""SmolLM2 to be asked: a chat, how likely an answer is, how long a text is, and what comes next.

Everything is greedy and repeatable. The keys and values of the last text are kept, so that a text that begins as the
one before is not read again: of ten questions behind the same examples, only the questions cost time.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

import torch
from torch import Tensor

from utils.blocks.llama import Cache, Llama

__all__ = ["Assistant"]

Messages = Sequence[Mapping[str, str]]


class Assistant:
    """SmolLM2-135M-Instruct on a device. Loading takes about two seconds.

    where: "cpu" or "cuda". model, tokenizer: others in their place, a Llama of `utils.blocks` and a tokenizer of
    transformers. Raises utils.assets.AssetError when the weights cannot be had.
    """

    def __init__(
        self, where: torch.device | str = "cpu", model: Llama | None = None, tokenizer: Any = None
    ) -> None:
        if model is None:
            from utils.blocks.llama import from_smollm2

            model, tokenizer = from_smollm2(where)
        self.model, self.tokenizer = model.to(where).eval(), tokenizer
        self.where = torch.device(where)
        self._forget()

    # --- text and tokens ------------------------------------------------------------------------------------------

    def prompt(self, messages: Messages) -> str:
        """The chat as the model was trained to see it, up to where its answer begins."""
        return self.tokenizer.apply_chat_template(
            [dict(message) for message in messages], tokenize=False, add_generation_prompt=True
        )

    def encode(self, text: str, special: bool = True) -> list[int]:
        """The tokens of a text.  special: whether "<|im_end|>" and its like are marks, or ordinary letters."""
        return self.tokenizer(text, add_special_tokens=False, split_special_tokens=not special)["input_ids"]

    def decode(self, ids: Sequence[int]) -> str:
        """The text of tokens, marks among them."""
        return self.tokenizer.decode(list(ids), clean_up_tokenization_spaces=False)

    def count(self, text: str) -> int:
        """How many tokens a text has."""
        return len(self.encode(text))

    @cached_property
    def end(self) -> int:
        """The token that ends a turn."""
        return int(self.tokenizer.eos_token_id)

    @cached_property
    def vocabulary(self) -> list[str]:
        """The text of each of the V tokens. A token that is a part of a character has "\\ufffd" in it."""
        return self.tokenizer.batch_decode(
            [[number] for number in range(self.model.config.vocab_size)], clean_up_tokenization_spaces=False
        )

    # --- the model -------------------------------------------------------------------------------------------------

    @torch.no_grad()
    def logits(self, ids: Sequence[int] | Tensor) -> Tensor:
        """Scores of the token that comes after ids, (V,), on the processor."""
        return self._after(ids).float().cpu()

    def chat(self, messages: Messages, limit: int = 64) -> str:
        """The answer to the last message: always the likeliest token, at most `limit` of them, without its end mark."""
        return self.complete(self.prompt(messages), limit)

    @torch.no_grad()
    def complete(self, text: str, limit: int = 64, until: str | None = None) -> str:
        """How a text goes on.  until: stop in front of this string, "\\n" for example."""
        ids, written = self.encode(text), []
        for _ in range(limit):
            token = int(self._after([*ids, *written]).argmax())
            if token == self.end:
                break
            written.append(token)
            if until is not None and until in self.decode(written[-8:]):
                break
        said = self.decode(written)
        return (said if until is None else said.partition(until)[0]).strip()

    @torch.no_grad()
    def log_likelihood(self, prompt: str | Messages, completions: Sequence[str]) -> Tensor:
        """The log-probability of each completion behind the prompt, summed over its tokens: (n,) float64.

        prompt: text, or a chat that the assistant is to answer. A completion after text begins with its space.
        Raises ValueError for a completion without tokens.
        """
        text = prompt if isinstance(prompt, str) else self.prompt(prompt)
        rows = [self.encode(completion) for completion in completions]
        if not rows or not all(rows):
            raise ValueError(
                "There is a completion without a token: pass texts with at least one letter each."
            )
        first = self._after(self.encode(text))[None].expand(len(rows), 1, -1)  # (n, 1, V)
        width = max(map(len, rows))
        padded = torch.tensor([row + [0] * (width - len(row)) for row in rows], device=self.where)  # (n, T)
        scores = first
        if width > 1:  # padding stands behind, where nobody looks
            scores = torch.cat([first, self.model(padded[:, :-1], self._copies(len(rows)))], dim=1)
        found = scores.cpu().double().log_softmax(-1).gather(2, padded.cpu()[..., None])[..., 0]  # (n, T)
        counts = torch.arange(width) < torch.tensor([len(row) for row in rows])[:, None]
        return (found * counts).sum(1)

    # --- what was read already -------------------------------------------------------------------------------------

    def _forget(self) -> None:
        self._ids: list[int] = []
        self._cache = self.model.new_cache()

    def _after(self, ids: Sequence[int] | Tensor) -> Tensor:
        """Scores (V,) of the next token; reads only what the last text did not begin with."""
        row = [int(token) for token in ids]
        if not row:
            raise ValueError("There is nothing to continue: pass at least one token.")
        common = 0
        for old, new in zip(self._ids, row[:-1]):  # the last token is always read: its scores are wanted
            if old != new:
                break
            common += 1
        self._cache.forget(common)
        self._ids = row[:common]
        new = torch.tensor([row[common:]], device=self.where)
        scores = self.model(new, self._cache, last_only=True)[0, -1]
        self._ids = row
        return scores

    def _copies(self, n: int) -> Cache:
        """The cache of the last text, n times over."""
        own, copies = self._cache, Cache(self.model.config)
        copies.length = copies.room = own.length
        copies.keys = [keys[:, :, : own.length].expand(n, -1, -1, -1) for keys in own.keys]
        copies.values = [values[:, :, : own.length].expand(n, -1, -1, -1) for values in own.values]
        return copies
