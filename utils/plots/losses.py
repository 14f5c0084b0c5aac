"""The losses of a training run: a figure that grows while the run goes on, and the curves that it is made of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from utils.plots import style


class LiveLosses:
    """A loss figure that grows while a model is trained; in a notebook only, elsewhere it does nothing."""

    def __init__(
        self, steps: int, levels: Mapping[str, float] | None = None, unit: str = "nats per token"
    ) -> None:
        from IPython.core.getipython import get_ipython

        self.steps, self.levels, self.unit = steps, dict(levels or {}), unit
        self._shown = None
        self._possible = get_ipython() is not None

    def update(self, history: Sequence[Mapping[str, float]]) -> None:
        """Draw the history so far in place of the figure before."""
        if not self._possible:
            return
        from IPython.display import display

        with style.collected() as pictures:
            self._draw(history)
        if self._shown is None:
            self._shown = display(pictures[-1], display_id=True)
        else:
            self._shown.update(pictures[-1])

    def _draw(self, history: Sequence[Mapping[str, float]]):
        with style.figure(height=3.0) as (figure, axes):
            draw_history(axes, history)
            for name, level in self.levels.items():
                level_line(axes, name, level, self.steps)
            axes.set(xlim=(0, self.steps), xlabel="step", ylabel=f"loss, {self.unit}")
            axes.legend(loc="upper right")
        return figure


def draw_history(
    axes, history: Sequence[Mapping[str, float]], colour: str = style.BLUE, name: str = ""
) -> None:
    """Training loss (thin) and validation loss (dots) of one run."""
    steps = [row["step"] for row in history]
    axes.plot(
        steps,
        [row["loss"] for row in history],
        color=colour,
        alpha=0.35,
        linewidth=1,
        label=f"{name} training".strip(),
    )
    seen = [(row["step"], row["val_loss"]) for row in history if "val_loss" in row]
    if seen:
        axes.plot(*zip(*seen), "o-", color=colour, markersize=4, label=f"{name} validation".strip())


def level_line(axes, name: str, level: float, end: float) -> None:
    """A dotted line at a level that one wants to compare with, with its name at the right end."""
    axes.axhline(level, color=style.GREY, linestyle=":")
    axes.text(end, level, name, va="bottom", ha="right", color=style.GREY, fontsize=9)
