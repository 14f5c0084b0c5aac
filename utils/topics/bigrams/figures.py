"""Figures: letters in Shakespeare: how often they come, and what follows what."""

from __future__ import annotations

import torch

from utils.plots import style


def standout_letters(
    titles: list[str], shares: torch.Tensor, z: torch.Tensor, play: str = "King Lear"
) -> None:
    """Two bar charts of one play: the share of each letter, and how far it lies from other plays.

    shares, z: (n plays, 26), raw and standardised over plays.
    """
    row = next(i for i, title in enumerate(titles) if play.lower() in title.lower())
    letters = [chr(ord("a") + i) for i in range(26)]
    with style.figure(rows=2, height=4.4) as (
        _,
        (above, below),
    ):  # one above the other: 26 letters need the width
        above.bar(letters, 100 * shares[row])
        above.set(title=f"{titles[row]}: share of each letter", ylabel="%")
        colours = [style.RED if abs(value) > 2 else style.BLUE for value in z[row]]
        below.bar(letters, z[row], color=colours)
        below.set(title="the same, compared with all plays", ylabel="standard deviations")


def training(losses: list[float], start: float) -> None:
    """The loss by step, with the loss of knowing nothing as a line."""
    with style.figure(height=2.6) as (_, axes):
        axes.plot(losses)
        axes.axhline(start, color=style.GREY, linestyle="--", linewidth=1)
        axes.annotate(
            "27 equally likely symbols: ln 27",
            (len(losses), start),
            xytext=(0, -12),
            ha="right",
            textcoords="offset points",
            color=style.GREY,
        )
        axes.set(title="Learning which letter follows which", xlabel="step", ylabel="loss, nats per letter")


def letter_counts(symbols: str, share: torch.Tensor, draws: torch.Tensor) -> None:
    """How often each symbol was drawn, beside how often it should be.  share: (V,), draws: (n,)."""
    expected = share * len(draws)
    counts = torch.bincount(draws, minlength=len(share))
    labels = ["space" if s == " " else s for s in symbols]
    with style.figure(height=2.8) as (_, axes):
        axes.bar(labels, counts, label="drawn")
        axes.plot(labels, expected, "o", color=style.ORANGE, label="expected")
        axes.tick_params(axis="x", labelrotation=0)
        axes.set_xticks(range(len(labels)), ["␣", *labels[1:]])
        axes.set(title=f"{len(draws):,} draws", ylabel="times")
        axes.legend()


def following(ending: str, counts: torch.Tensor, symbols: str) -> None:
    """What follows some letters in a text: the share of each symbol.  counts: (27,), of the symbols."""
    p = counts / counts.sum().clamp(min=1)  # an ending that the text does not have: no bars
    entropy = torch.special.entr(p).sum().item()
    shown = ending.replace(" ", "␣")
    with style.figure(width=7.5, height=2.6) as (_, axes):
        axes.bar(range(len(symbols)), p)
        axes.set_xticks(range(len(symbols)), ["␣" if s == " " else s for s in symbols])
        after = f"after “{shown}”" if ending else "anywhere"
        axes.set(
            title=f"{after}: {int(counts.sum()):,} places, {entropy:.2f} nats", ylabel="share", ylim=(0, 1)
        )
