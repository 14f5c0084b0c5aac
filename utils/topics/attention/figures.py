"""Figures: scores, masks, weights, heads, positions, cost."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from typing import Any

import matplotlib.pyplot as plt
import torch
from matplotlib.axes import Axes
from matplotlib.patches import Rectangle
from torch import Tensor, nn

from utils import devices, timing
from utils.minilm import Encoder
from utils.plots import steerable, style
from utils.plots.masks import HIDDEN
from utils.topics.attention.random_scores import RandomScores

SHADES = [style.BLUE, style.ORANGE, style.GREEN, style.RED, style.PINK, style.SKY]


# --- matrices -------------------------------------------------------------------------------------------------------


def _matrix(
    axes: Axes,
    values: Tensor,
    title: str = "",
    rows: Sequence[str] = (),
    columns: Sequence[str] = (),
    limits: tuple[float, float] | None = (0.0, 1.0),
    numbers: str | None = None,
    cmap: str = "Blues",
) -> None:
    """A matrix as a picture; with `numbers` (a format), the values are written into it, nan as −∞."""
    low, high = limits or (float(values.nan_to_num().min()), float(values.nan_to_num().max()))
    shades = plt.get_cmap(cmap).with_extremes(bad=HIDDEN)
    axes.imshow(values.numpy(), vmin=low, vmax=high, cmap=shades, aspect="equal")
    axes.set_title(title)
    style.plain_image(axes)
    if rows:
        axes.set_yticks(range(len(rows)), rows)
    if columns:
        upright = max(map(len, columns)) > 3
        axes.set_xticks(
            range(len(columns)), columns, rotation=60 if upright else 0, ha="right" if upright else "center"
        )
    axes.spines[:].set_visible(False)
    if numbers:
        for i in range(values.shape[0]):
            for j in range(values.shape[1]):
                value = float(values[i, j])
                red, green, blue, _ = shades((value - low) / ((high - low) or 1))
                dark = not math.isnan(value) and 0.3 * red + 0.59 * green + 0.11 * blue < 0.5
                text = "−∞" if math.isnan(value) else format(value + 0.0, numbers).replace("-0.0", "0.0")
                axes.text(
                    j, i, text, ha="center", va="center", fontsize=8, color="white" if dark else "#222222"
                )


# --- first sitting: scores and weights ------------------------------------------------------------------------------


def average_of_the_past(T: int) -> None:
    """Uniform weights over the past, and what they make of two sequences of values: each output is a running mean."""
    weights = torch.ones(T, T).tril() / torch.arange(1, T + 1).unsqueeze(1)  # (T, T)
    values = torch.zeros(T, 2)
    values[0, 0], values[T // 2, 1] = (
        1,
        1,
    )  # two tokens that stand out, one at the start and one in the middle
    with style.figure(columns=3, width=9, height=3) as (_, axes):
        _matrix(axes[0], weights, "weights: 1 / (t + 1)", numbers=".2f")
        _matrix(axes[1], values, "values", numbers=".2f", cmap="Greens")
        _matrix(axes[2], weights @ values, "output", numbers=".2f", cmap="Greens")
        axes[0].set(ylabel="query", xlabel="key")


def softmax_overflow(levels: Sequence[float]) -> None:
    """Softmax of three scores at several heights, by the plain formula and with the maximum taken off first."""
    base = torch.tensor([0.0, 1.0, 2.0])
    with style.figure(columns=len(levels), width=9, height=2.7) as (_, axes):
        for one, level in zip(axes, levels):
            x = base + level
            plain = x.exp() / x.exp().sum()
            left, right = [-0.2, 0.8, 1.8], [0.2, 1.2, 2.2]
            bars = plain.nan_to_num(0).tolist()
            one.bar(left, bars, width=0.38, color=style.ORANGE, label="plain formula")
            one.bar(right, x.softmax(0).tolist(), width=0.38, color=style.BLUE, label="maximum subtracted")
            for place, value in enumerate(plain):
                if value.isnan():
                    one.text(place - 0.2, 0.02, "nan", ha="center", color=style.RED, fontweight="bold")
            one.set_xticks(range(3), [f"{float(v):g}" for v in x])
            one.set(title=f"scores {level:g} higher", xlabel="score", ylim=(0, 1))
        axes[0].set_ylabel("weight")
        axes[0].legend(loc="upper left", fontsize=8)


def lines(axes: Axes, weights: Tensor, tokens: Sequence[str], query: int) -> None:
    """One query's weights as lines from its token on the left to all tokens on the right, thicker for more."""
    n = len(tokens)
    for s, weight in enumerate(weights.tolist()):
        if weight >= 0.01:
            strength = min(1.0, 0.12 + weight)
            axes.plot(
                [0, 1], [n - 1 - query, n - 1 - s], color=style.BLUE, alpha=strength, linewidth=9 * weight
            )
    for t, token in enumerate(tokens):
        mine = t == query
        axes.text(-0.05, n - 1 - t, token, ha="right", va="center", color="#222222" if mine else "#9A9A9A",
                  fontweight="bold" if mine else "normal")  # fmt: skip
        axes.text(
            1.05, n - 1 - t, f"{token}  {float(weights[t]):.2f}", ha="left", va="center", color="#222222"
        )
    axes.set(xlim=(-0.7, 1.9), ylim=(-0.7, n - 0.3), title=f"where “{tokens[query]}” looks")
    axes.axis("off")


def weight_table(weights: Tensor, words: Sequence[str], query: str) -> None:
    """A table of attention weights with its numbers, and one row of it as lines.  weights: (T, T)."""
    with style.figure(columns=2, width=9.5, height=4.2) as (_, (left, right)):
        _matrix(
            left, weights, "weights: one row for each query", words, words, limits=(0, 0.6), numbers=".2f"
        )
        left.set(ylabel="query", xlabel="key")
        lines(right, weights[list(words).index(query)], words, list(words).index(query))


def product_shapes(T: int, S: int, d: int) -> None:
    """Q, Kᵀ and the scores as grids: row t of Q and column s of Kᵀ meet in entry (t, s)."""
    with style.figure(width=8, height=2.9) as (_, axes):
        gap, row, column = 1.4, 1, 3
        x_k, x_s = d + gap, d + gap + S + gap
        _grid(axes, 0, 0, T, d, lambda r, c: style.BLUE if r == row else "#DCE9F3")
        _grid(axes, x_k, (T - d) / 2, d, S, lambda r, c: style.ORANGE if c == column else "#FBEBCB")
        _grid(axes, x_s, 0, T, S, lambda r, c: style.GREEN if (r, c) == (row, column) else "#D5EEE5")
        for x, text in ((d + gap / 2, "×"), (x_k + S + gap / 2, "=")):
            axes.text(x, T / 2, text, ha="center", va="center", fontsize=18)
        for x, text in (
            (d / 2, f"Q  ({T}, {d})"),
            (x_k + S / 2, f"Kᵀ  ({d}, {S})"),
            (x_s + S / 2, f"scores  ({T}, {S})"),
        ):
            axes.text(x, -0.35, text, ha="center", va="bottom")
        axes.text(
            x_s + S / 2, T + 0.2, "row: query 1, column: key 3", ha="center", va="top", color=style.GREEN
        )
        axes.set(xlim=(-0.3, x_s + S + 0.3), ylim=(T + 0.9, -1.1), aspect="equal")
        axes.axis("off")


def _grid(axes: Axes, x: float, y: float, rows: int, columns: int, colour: Callable[[int, int], str]) -> None:
    for r in range(rows):
        for c in range(columns):
            axes.add_patch(
                Rectangle((x + c, y + r), 1, 1, facecolor=colour(r, c), edgecolor="white", linewidth=2)
            )


def score_variance(measured: RandomScores) -> None:
    """Dot products of random vectors by width: their variance, and what softmax makes of them."""
    widths = measured.widths
    with style.figure(columns=3, width=11, height=3.1) as (_, (first, second, third)):
        first.loglog(widths, measured.variance, "o-", color=style.ORANGE, label="q·k")
        scaled = [value / d for d, value in zip(widths, measured.variance)]
        first.loglog(widths, scaled, "o-", color=style.BLUE, label="q·k / √d")
        first.set(title="variance of a score", xlabel="width d")
        for axes, values, title in ((second, measured.entropy, f"entropy of the weights, {measured.keys} keys"),
                                    (third, measured.slope, "slope of softmax: Σ α (1 − α)")):  # fmt: skip
            axes.semilogx(widths, values["q·k"], "o-", color=style.ORANGE, label="q·k")
            axes.semilogx(widths, values["q·k / √d"], "o-", color=style.BLUE, label="q·k / √d")
            axes.set(title=title, xlabel="width d")
            axes.set_ylim(bottom=0)
        second.axhline(math.log2(measured.keys), color=style.GREY, linestyle="--", linewidth=1)
        second.annotate("all equal", (widths[-1], math.log2(measured.keys)), xytext=(0, -11),
                        textcoords="offset points", ha="right", color=style.GREY, fontsize=9)  # fmt: skip
        second.set_ylabel("bits")
        first.legend()


def score_surfaces() -> None:
    """The dot product and an additive score for a query and a key of one number each."""
    axis = torch.linspace(-3, 3, 121)
    q, k = axis.unsqueeze(1), axis.unsqueeze(0)
    additive = torch.tanh(q + k) + torch.tanh(q - k)
    with style.figure(columns=2, width=8, height=3.3) as (fig, axes):
        for one, values, title in zip(
            axes, (q * k, additive), ("dot product: q · k", "additive: tanh(q + k) + tanh(q − k)")
        ):
            picture = one.imshow(
                values.T.numpy(), origin="lower", extent=(-3, 3, -3, 3), cmap=style.DIVERGING
            )
            one.axvline(1, color="#222222", linewidth=1, linestyle="--")
            one.set(title=title, xlabel="query", ylabel="key")
            one.grid(visible=False)
            fig.colorbar(picture, ax=one, shrink=0.85)


def attention_steps(attention: Callable[..., Tensor], mask: Tensor, d: int = 8, seed: int = 3) -> None:
    """Scores, masked scores, weights and output of `attention` on random queries and keys.  mask: (T, T)."""
    T = mask.shape[0]
    generator = torch.Generator().manual_seed(seed)
    q, k = torch.randn(T, d, generator=generator), torch.randn(T, d, generator=generator)
    v = torch.linspace(0, 1, T).unsqueeze(
        1
    )  # value of token t: t / (T − 1), so that an output says where it comes from
    scores = q @ k.T / math.sqrt(d)
    weights = attention(q, k, torch.eye(T), mask)  # with unit vectors as values, the output is the weights
    largest = float(scores.abs().max())
    with style.figure(columns=4, width=12, height=3.2) as (_, axes):
        _matrix(axes[0], scores, "scores", limits=(-largest, largest), numbers=".1f", cmap=style.DIVERGING)
        hidden = scores.masked_fill(~mask, math.nan)
        _matrix(
            axes[1], hidden, "scores, masked", limits=(-largest, largest), numbers=".1f", cmap=style.DIVERGING
        )
        _matrix(axes[2], weights, "weights", numbers=".2f")
        both = torch.cat([v, attention(q, k, v, mask)], dim=1)
        _matrix(axes[3], both, "values and output", columns=["v", "out"], numbers=".2f", cmap="Greens")
        axes[0].set(ylabel="query", xlabel="key")


def causal_orders(published: Tensor, seed: int = 0) -> None:
    """A published table beside three orders of causal mask and softmax on random scores, with row sums.

    published: (T, T), the corner of a table of 7 tokens; the same corner of the other tables is shown.
    """
    T, n = published.shape[0], 7
    scores = torch.randn(n, n, generator=torch.Generator().manual_seed(seed))
    future = torch.ones(n, n, dtype=torch.bool).triu(1)
    after = scores.softmax(-1).masked_fill(future, 0)
    tables = {
        "published": published,
        "mask, then softmax": scores.masked_fill(future, -torch.inf).softmax(-1),
        "softmax, then mask": after,
        "… and rows divided by their sums": after / after.sum(-1, keepdim=True),
    }
    with style.figure(columns=4, width=12.5, height=3) as (_, axes):
        for one, (title, table) in zip(axes, tables.items()):
            _matrix(one, table[:T, :T], title, numbers=".2f")
            for t in range(T):
                total = f"Σ {float(table[t].sum()):.2f}"
                one.text(T - 0.35, t, total, va="center", fontsize=8, color=style.RED)


def sharpness(factors: Sequence[float], shares: dict[str, list[float]]) -> None:
    """How often the best guess of the next character is right, by the factor that multiplies all queries.

    shares: title of a play → one share for each factor; a factor of 0 is the average of the past.
    """
    with style.figure(width=6, height=3.2) as (_, axes):
        for colour, marker, (title, values) in zip(SHADES, "os^", shares.items()):
            axes.plot(factors, values, f"{marker}-", color=colour, label=title)
        axes.set(title="next character guessed right", xlabel="sharpness of the queries", ylim=(0, 0.6))
        axes.legend()


def symmetric_scores(n: int = 8, width: int = 16, seed: int = 1) -> None:
    """Scores of random tokens with one projection for queries and keys, and with two."""
    generator = torch.Generator().manual_seed(seed)
    x = torch.randn(n, width, generator=generator)
    w_q, w_k = (torch.randn(width, width, generator=generator) / math.sqrt(width) for _ in range(2))
    shared, two = (x @ w_q.T) @ (x @ w_q.T).T, (x @ w_q.T) @ (x @ w_k.T).T
    with style.figure(columns=2, width=7, height=3.2) as (_, axes):
        for one, scores, title in zip(axes, (shared, two), ("one projection: symmetric", "two projections")):
            scores = scores / math.sqrt(width)
            largest = float(scores.abs().max())
            _matrix(one, scores, title, limits=(-largest, largest), cmap=style.DIVERGING)
            one.set(xlabel="key", ylabel="query")


def band(length: int, radius: int) -> None:
    """The band of the square table, and the same entries as a narrow one: colours are the positions of the keys."""
    width = 2 * radius + 1
    square = torch.full((length, length), math.nan)
    narrow = torch.full((length, width), math.nan)
    for t in range(length):
        for w in range(width):
            if 0 <= t - radius + w < length:
                square[t, t - radius + w] = narrow[t, w] = t - radius + w
    with style.figure(columns=2, width=8, height=3.6) as (_, (left, right)):
        for axes, table, title in (
            (left, square, f"{length} × {length}: the band"),
            (right, narrow, f"{length} × {width}: the same scores"),
        ):
            shades = plt.get_cmap(style.SEQUENTIAL).with_extremes(bad=HIDDEN)
            axes.imshow(table.numpy(), cmap=shades, aspect="equal")
            style.plain_image(axes)
            axes.set(title=title, ylabel="query")
            for t in range(table.shape[0]):
                for c in range(table.shape[1]):
                    if not table[t, c].isnan():
                        colour = "white" if table[t, c] < 0.6 * length else "#222222"
                        axes.text(
                            c, t, f"{int(table[t, c])}", ha="center", va="center", fontsize=8, color=colour
                        )
        left.set_xlabel("key")
        right.set_xlabel("column w; the number is the key")


# --- cost -----------------------------------------------------------------------------------------------------------


def plain_attention(q: Tensor, k: Tensor, v: Tensor) -> Tensor:
    """Attention with its whole table of scores in memory.  (1, T, D) each; returns (1, T, D)."""
    return (q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])).softmax(-1) @ v


def cost_by_length(
    attention: Callable[..., Tensor],
    restricted: Callable[..., Tensor],
    D: int = 64,
    longest: int = 4096,
    radius: int = 16,
    kernel: int = 3,
    device: torch.device | str = "cpu",
) -> dict[str, float]:
    """Multiplications and seconds of four layers by length of the text, projections included.

    attention(q, k, v) and restricted(q, k, v, radius) are functions of (1, T, D) tensors.
    Returns layer → how many times longer it takes when the text doubles, over the last two doublings.
    """
    on = torch.device(device)
    lengths = [n for n in (128, 256, 512, 1024, 2048, 4096, 8192, 16384, 32768) if n <= longest]
    project = nn.ModuleList(nn.Linear(D, D) for _ in range(4)).to(on)
    convolution = nn.Conv1d(D, D, kernel, padding=kernel // 2).to(on)
    recurrence = nn.RNN(D, D, batch_first=True).to(on)

    def attend(x: Tensor, rule: Callable[..., Tensor], *more: Any) -> Tensor:
        q, k, v, out = project
        return out(rule(q(x), k(x), v(x), *more))

    r = 2 * radius + 1
    layers: dict[str, tuple[Callable[[Tensor], Any], Callable[[int], int], str]] = {
        "attention": (lambda x: attend(x, attention), lambda T: 2 * T * T * D + 4 * T * D * D, style.BLUE),
        "restricted": (
            lambda x: attend(x, restricted, radius),
            lambda T: 2 * r * T * D + 4 * T * D * D,
            style.ORANGE,
        ),
        "convolution": (lambda x: convolution(x.transpose(1, 2)), lambda T: kernel * T * D * D, style.GREEN),
        "recurrence": (recurrence, lambda T: 2 * T * D * D, style.RED),
    }
    texts = [torch.randn(1, T, D, device=on) for T in lengths]
    seconds = {name: [math.inf] * len(lengths) for name in layers}
    with devices.one_thread():
        for _ in range(12):  # the first round warms up; of the others the shortest counts
            for name, (run, _, _) in layers.items():
                seconds[name] = [min(best, _time(run, x)) for best, x in zip(seconds[name], texts)]
    where = "one CPU core" if on.type == "cpu" else on.type
    labels = {"restricted": f"restricted to {r} keys", "convolution": f"convolution over {kernel}"}
    with style.figure(columns=2, width=10, height=3.6) as (_, (left, right)):
        for name, (_, count, colour) in layers.items():
            left.loglog(
                lengths, [count(T) for T in lengths], "o-", color=colour, label=labels.get(name, name)
            )
            right.loglog(lengths, [1000 * s for s in seconds[name]], "o-", color=colour)
        left.set(title=f"multiplications, D = {D}", xlabel="length of the text T")
        right.set(title=f"milliseconds, measured ({where})", xlabel="length of the text T")
        for axes in (left, right):
            axes.set_xticks(lengths, [str(n) for n in lengths], rotation=45)
            axes.minorticks_off()
        left.legend(fontsize=9)
    tick = 1e-6  # a coarse clock may count none for a short text
    return {name: math.sqrt(times[-1] / max(times[-3], tick)) for name, times in seconds.items()}


@torch.no_grad()
def _time(run: Callable[[Tensor], Any], x: Tensor) -> float:
    """Seconds of one run: on a CPU only the time that this program ran, which other programs don't disturb."""
    clock = time.process_time if x.device.type == "cpu" else time.perf_counter
    start = clock()
    run(x)
    timing.wait()
    return clock() - start


# --- heads of the real encoder --------------------------------------------------------------------------------------


def one_head(attention: Tensor, tokens: Sequence[str], title: str, query: str | None = None) -> None:
    """The weights of one head on one sentence, and where one token looks.  attention: (T, T)."""
    wanted = _place(query, tokens)
    size = max(3.6, 0.28 * len(tokens))
    with style.figure(columns=2, width=2.1 * size + 1.5, height=size) as (_, (left, right)):
        _head((left, right), attention, tokens, title, wanted)


def _place(query: str | None, tokens: Sequence[str]) -> int:
    """The first position of a token in a sentence; 1, right after [CLS], if the token is not there."""
    return list(tokens).index(query) if query is not None and query in tokens else 1


def _head(axes: Sequence[Axes], attention: Tensor, tokens: Sequence[str], title: str, query: int) -> None:
    _matrix(axes[0], attention, title, tokens, tokens)
    axes[0].set(ylabel="query")
    lines(axes[1], attention[query], tokens, query)


def all_heads(attention: Tensor, layers: Sequence[int] | None = None) -> None:
    """Every head of every layer as a small picture, one row a layer.  attention: (L, H, T, T)."""
    layers = range(attention.shape[0]) if layers is None else layers
    n_heads = attention.shape[1]
    with style.figure(columns=n_heads, rows=len(layers), width=0.95 * n_heads, height=1.0 * len(layers)) as (
        _,
        axes,
    ):
        for row, layer in enumerate(layers):
            for head in range(n_heads):
                one = axes[row][head]
                one.imshow(attention[layer, head].numpy(), cmap="Blues", vmin=0, vmax=1)
                style.plain_image(one)
                if row == 0:
                    one.set_title(f"{head}", fontsize=8, loc="center")
                if head == 0:
                    one.set_ylabel(f"layer {layer}", fontsize=8)


def explore_heads(
    encoder: Encoder, sentence: str, layer: int = 2, head: int = 4, query: str | None = None
) -> None:
    """One head on one sentence, with a text box and sliders for sentence, layer, head and token.

    The figure is an ordinary one that the sliders replace, so a notebook executed by a program shows it as well.
    """
    import ipywidgets as widgets

    _, tokens = encoder.attention(sentence)
    start = _place(query, tokens)
    text = widgets.Text(sentence, description="sentence", continuous_update=False, layout={"width": "90%"})
    pick_layer = widgets.IntSlider(layer, 0, encoder.n_layers - 1, description="layer")
    pick_head = widgets.IntSlider(head, 0, encoder.n_heads - 1, description="head")
    pick_token = widgets.IntSlider(start, 0, len(tokens) - 1, description="token")

    def picture() -> Any:
        weights, words = encoder.attention(text.value)
        pick_token.max = len(words) - 1
        title = f"layer {pick_layer.value}, head {pick_head.value}"
        return _head_image(weights[pick_layer.value, pick_head.value], words, title, pick_token.value)

    controls = widgets.VBox([text, widgets.HBox([pick_layer, pick_head, pick_token])])
    steerable.show([text, pick_layer, pick_head, pick_token], picture, controls)


def _head_image(attention: Tensor, tokens: Sequence[str], title: str, query: int) -> Any:
    size = max(3.6, 0.28 * len(tokens))
    with style.figure(columns=2, width=2.1 * size + 1.5, height=size) as (fig, axes):
        _head(axes, attention, tokens, title, query)
        return style.picture(fig)


# --- second sitting: heads and positions ----------------------------------------------------------------------------


def head_of_tokens(T: int, D: int, H: int) -> None:
    """Which numbers head 0 gets: from every token a part (right), or whole tokens (a reshape without a transpose)."""
    x = torch.arange(T * D).reshape(1, T, D)
    d = D // H
    right = x[0, :, :d]
    wrong = x.reshape(1, H, T, d)[0, 0]
    with style.figure(columns=3, width=9, height=2.8) as (_, axes):
        for one, numbers, title in zip(
            axes,
            (x[0], right, wrong),
            (
                f"{T} tokens of width {D}",
                f"head 0 of {H}: columns 0 to {d - 1}",
                "head 0 after a reshape alone",
            ),
        ):
            for r in range(numbers.shape[0]):
                for c in range(numbers.shape[1]):
                    number = int(numbers[r, c])
                    box = Rectangle(
                        (c, r),
                        1,
                        1,
                        facecolor=SHADES[number // D % len(SHADES)],
                        edgecolor="white",
                        alpha=0.75,
                    )
                    one.add_patch(box)
                    one.text(c + 0.5, r + 0.5, str(number), ha="center", va="center", color="#222222")
            one.set(title=title, xlim=(-0.1, D + 0.1), ylim=(T + 0.1, -0.1), aspect="equal")
            one.axis("off")


@torch.no_grad()
def permutation(layer: Callable[[Tensor], Tensor], n: int = 6, width: int = 12, seed: int = 0) -> None:
    """Outputs of `layer` for tokens in order and shuffled, and the shuffled outputs put back in order."""
    generator = torch.Generator().manual_seed(seed)
    x = (3 * torch.randn(1, n, width, generator=generator)).to(style.device_of(layer))
    order = torch.tensor([*range(1, n, 2), *range(0, n, 2)])
    first, second = layer(x)[0].cpu(), layer(x[:, order])[0].cpu()
    back = second[order.argsort()]
    largest = float(first.abs().max())
    gap = float((back - first).abs().max())
    names = [f"token {t}" for t in range(n)]
    with style.figure(columns=3, width=10.5, height=2.7) as (_, axes):
        for one, values, rows, title in zip(
            axes,
            (first, second, back),
            (names, [names[t] for t in order.tolist()], names),
            ("outputs, in order", "outputs, tokens shuffled", f"put back: largest difference {gap:.0e}"),
        ):
            _matrix(one, values, title, rows, limits=(-largest, largest), cmap=style.DIVERGING)


def clock_hands(positions: Sequence[int], d_model: int) -> None:
    """Each pair of columns as the hand of a clock, at a few positions; the hand turns by ω for every token."""
    pairs = d_model // 2
    with style.figure(columns=pairs, width=2.3 * pairs, height=2.7) as (fig, axes):
        for k, one in enumerate(axes):
            omega = 10000 ** (-2 * k / d_model)
            one.add_patch(plt.Circle((0, 0), 1, fill=False, color="#CFCFCF"))
            for colour, t in zip(SHADES, positions):
                sine, cosine = math.sin(omega * t), math.cos(omega * t)
                one.plot([0, sine], [0, cosine], color=colour, linewidth=2.2, label=f"t = {t}")
            one.set(xlim=(-1.15, 1.15), ylim=(-1.15, 1.15), aspect="equal")
            one.set_title(
                f"pair {k}: once round\nin {_round(2 * math.pi / omega)} tokens", fontsize=9, loc="center"
            )
            one.axis("off")
        fig.legend(
            *axes[0].get_legend_handles_labels(), loc="outside lower center", ncols=len(positions), fontsize=8
        )


def _round(number: float) -> str:
    return f"{number:.1f}" if number < 100 else f"{number:,.0f}"


def positions(table: Tensor, learned: Tensor | None = None) -> None:
    """A table of positions, the dot products of its rows and, if given, the cosines of a learned table's rows.

    table: (T, D); learned: (any number of positions, any width).
    """
    with style.figure(columns=2 if learned is None else 3, width=11, height=3.4) as (fig, axes):
        first = axes[0].imshow(table.numpy(), cmap=style.DIVERGING, vmin=-1, vmax=1, aspect="auto")
        axes[0].set(title="the table", xlabel="column", ylabel="position")
        products = axes[1].imshow((table @ table.T).numpy(), cmap=style.SEQUENTIAL, aspect="equal")
        axes[1].set(title="dot products of its rows", xlabel="position", ylabel="position")
        fig.colorbar(first, ax=axes[0], shrink=0.8)
        fig.colorbar(products, ax=axes[1], shrink=0.8)
        if learned is not None:
            rows = nn.functional.normalize(learned, dim=-1)
            cosines = axes[2].imshow(
                (rows @ rows.T).numpy(), cmap=style.SEQUENTIAL, vmin=0, vmax=1, aspect="equal"
            )
            axes[2].set(title="a learned table: cosines", xlabel="position", ylabel="position")
            fig.colorbar(cosines, ax=axes[2], shrink=0.8)
        for one in axes:
            one.grid(visible=False)


def turning(k: int, d_model: int, positions: Sequence[int] = (0, 4, 9)) -> None:
    """For each pair, hands at a few positions t and at t + k: the angle between the two is the same for all t."""
    pairs = d_model // 2
    with style.figure(columns=pairs, width=2.7 * pairs, height=2.8) as (fig, axes):
        for pair, one in enumerate(axes):
            omega = 10000 ** (-2 * pair / d_model)
            one.add_patch(plt.Circle((0, 0), 1, fill=False, color="#CFCFCF"))
            for colour, t in zip(SHADES, positions):
                for step, line in ((t, "-"), (t + k, ":")):
                    end = (math.sin(omega * step), math.cos(omega * step))
                    one.plot([0, end[0]], [0, end[1]], line, color=colour, linewidth=2.2)
            one.set(xlim=(-1.15, 1.15), ylim=(-1.15, 1.15), aspect="equal")
            degrees = math.degrees(k * omega)
            one.set_title(f"pair {pair}: {k} tokens are {degrees:.3g}°", fontsize=9, loc="center")
            one.axis("off")
        axes[0].plot([], [], "-", color=style.GREY, label="position t")
        axes[0].plot([], [], ":", color=style.GREY, label=f"position t + {k}")
        fig.legend(*axes[0].get_legend_handles_labels(), loc="outside lower center", ncols=2, fontsize=8)


def two_heads(trained: Tensor, blind: Tensor) -> None:
    """Weights of two heads that learned to read backwards, with positions and without.  (2, T, T) each."""
    with style.figure(columns=4, width=10.5, height=2.9) as (_, axes):
        pictures = [*trained, *blind]
        titles = ["with positions, head 0", "with positions, head 1", "without, head 0", "without, head 1"]
        for one, weights, title in zip(axes, pictures, titles):
            _matrix(one, weights, title)
            one.set(xlabel="letter read", ylabel="letter written")
