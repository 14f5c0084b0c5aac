"""Figures: what norms, activations, gates and dropout do, and what the place of a norm decides.

Functions that take a layer or a function get the student's own, so that the figure shows what was written.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np
import torch
from matplotlib.axes import Axes
from torch import Tensor, nn

from utils.plots import style

Function = Callable[..., Tensor]
PLACES = {"pre": style.BLUE, "post": style.ORANGE, "peri": style.GREEN, "none": style.GREY}


# --- sitting a ----------------------------------------------------------------------------------------------


def epsilon(make_norm: Callable[..., nn.Module], values: Sequence[float], d_model: int = 64) -> None:
    """Size of a norm's output against the size of its input, for several eps.

    make_norm: called as make_norm(d_model, eps=…).
    """
    generator = torch.Generator().manual_seed(0)
    token = torch.randn(d_model, generator=generator)
    token = (token - token.mean()) / token.std(unbiased=False)
    sizes = torch.logspace(-6, 2, 81)
    with style.figure(height=3.2) as (_, axes), torch.no_grad():
        for eps, colour in zip(values, [style.SKY, style.BLUE, style.RED], strict=False):
            out = make_norm(d_model, eps=eps)(sizes[:, None] * token).pow(2).mean(-1).sqrt()  # (sizes,)
            axes.loglog(sizes, out, color=colour, label=f"ε = {eps:g}")
            axes.plot(eps**0.5, 0.5**0.5, "o", color=colour)
        axes.annotate(
            "● where the size is √ε",
            (values[-1] ** 0.5, 0.5**0.5),
            (12, -16),
            textcoords="offset points",
            color=style.RED,
        )
        axes.set(
            title="A norm brings a token to size 1, unless it is smaller than √ε",
            xlabel="size of the token before (root mean square)",
            ylabel="after",
            ylim=(1e-4, 3),
        )
        axes.legend()


def cloud(layer_norm: nn.Module, rms_norm: nn.Module, n_points: int = 400) -> None:
    """A cloud of tokens with D = 3, and where two norms put them.

    layer_norm, rms_norm: (…, 3) to (…, 3).
    """
    generator = torch.Generator().manual_seed(0)
    points = torch.randn(n_points, 3, generator=generator) * torch.tensor([1.5, 0.8, 0.6]) + 0.4
    colours = torch.atan2(points[:, 1], points[:, 0])
    with torch.no_grad():
        clouds = {
            "before": points,
            "after RMSNorm: a sphere": rms_norm(points.to(style.device_of(rms_norm))).cpu(),
            "after LayerNorm: a circle": layer_norm(points.to(style.device_of(layer_norm))).cpu(),
        }
    with style.figure(columns=3, width=9, height=3.2) as (figure, flat):
        for index, (title, cloud_) in enumerate(clouds.items()):
            flat[index].remove()
            axes = figure.add_subplot(1, 3, index + 1, projection="3d")
            axes.scatter(*cloud_.T.numpy(), c=colours, cmap="twilight", s=8, alpha=0.9, linewidths=0)
            limit = 3.0 if index == 0 else 1.8
            axes.set(xlim=(-limit, limit), ylim=(-limit, limit), zlim=(-limit, limit), title=title)
            axes.set_box_aspect((1, 1, 1))
            axes.view_init(elev=22, azim=35)
            ticks = [-2, 0, 2] if index == 0 else [-1.7, 0, 1.7]
            axes.set(xticks=ticks, yticks=ticks, zticks=ticks)
            axes.tick_params(labelsize=7, pad=-2)


def activations(functions: Mapping[str, Function], approximation: Function | None = None) -> None:
    """Activations, their slopes and, where given, the error of an approximation.

    approximation: called as f(x) and f(x, "tanh"); the third panel shows the difference.
    """
    x = torch.linspace(-5, 5, 1001, dtype=torch.float64)
    with style.figure(columns=3, width=9.5, height=3.0) as (_, (left, middle, right)):
        for name, function in functions.items():
            leaf = x.clone().requires_grad_()
            y = function(leaf)
            (slope,) = torch.autograd.grad(y.sum(), leaf)
            left.plot(x, y.detach(), label=name)
            middle.plot(x, slope)
        left.set(title="the function", xlabel="x", xlim=(-4, 3), ylim=(-0.5, 3))
        left.legend(loc="upper left")
        middle.set(title="its slope", xlabel="x", ylim=(-0.2, 1.25))
        middle.axhline(1, color=style.GREY, linewidth=0.8, linestyle=":")
        if approximation is None:
            right.remove()
            return
        error = (approximation(x, "tanh") - approximation(x)).detach()
        right.plot(x, 1e4 * error, color=style.RED)
        right.set(title="GELU: tanh form − exact form", xlabel="x", ylabel="in units of 0.0001")
        worst = int(error.abs().argmax())
        right.annotate(
            f"{error[worst]:.1e}", (x[worst], 1e4 * error[worst]), (6, -4), textcoords="offset points"
        )


def influence(feed_forward: nn.Module, d_model: int, n_tokens: int = 8, n_heads: int = 4) -> None:
    """Which output token depends on which input token: a feed-forward layer beside attention.

    feed_forward: (B, T, D) to (B, T, D).
    """
    from utils.blocks.attention import MultiHeadAttention, causal_mask

    device = style.device_of(feed_forward)
    attention = MultiHeadAttention(d_model, n_heads).to(device)
    mask = causal_mask(n_tokens, device=device)
    layers: dict[str, Function] = {
        "feed-forward layer": feed_forward,
        "attention, no mask": attention,
        "attention, causal mask": lambda x: attention(x, mask),
    }
    x = torch.randn(1, n_tokens, d_model, generator=torch.Generator().manual_seed(1)).to(device)
    with style.figure(columns=3, width=9, height=3.2) as (_, panels):
        for axes, (title, layer) in zip(panels, layers.items(), strict=True):
            _influence(axes, layer, x)
            axes.set(title=title, xlabel="input token s", ylabel="output token t")


def _influence(axes: Axes, layer: Function, x: Tensor) -> None:
    """Draw how strongly each token of layer(x) depends on each token of x.  x: (1, S, D)"""
    jacobian = torch.as_tensor(torch.autograd.functional.jacobian(layer, x))  # (1, T, D, 1, S, D)
    size = jacobian[0, :, :, 0].pow(2).sum((1, 3)).sqrt()  # (T, S)
    style.plain_image(axes)
    axes.imshow(size.sqrt().cpu(), vmin=0)  # the root makes weak influences visible


def gate() -> None:
    """One hidden feature as a function of what enters it: a plain neuron and a gated one."""
    line = torch.linspace(-4, 4, 201)
    value, opening = torch.meshgrid(line, line, indexing="xy")
    images = {
        "plain: gelu(h)": nn.functional.gelu(opening),
        "gated: silu(g) · u": nn.functional.silu(opening) * value,
    }
    with style.figure(columns=2, width=7.5, height=3.2) as (figure, panels):
        for axes, (title, image), label in zip(panels, images.items(), ["h", "gate g"], strict=True):
            drawn = axes.imshow(
                image, origin="lower", extent=(-4, 4, -4, 4), cmap=style.DIVERGING, vmin=-8, vmax=8
            )
            axes.contour(line, line, image, levels=[-4, -1, 1, 4], colors="black", linewidths=0.6)
            axes.grid(visible=False)
            axes.set(title=title, ylabel=label, xlabel="(no second input)" if label == "h" else "value u")
        figure.colorbar(drawn, ax=panels, label="hidden feature", shrink=0.85)


def dropout(function: Function, rates: Sequence[float], n_draws: int = 2000) -> None:
    """The mean and the spread of many draws of dropout, over the row that they were made from.

    function: called as function(x, p, training, generator).
    """
    row = torch.tensor([2.0, -1.0, 0.5, 1.5, -2.0, 1.0, 0.0, -0.5])
    with style.figure(columns=len(rates), width=4.2 * len(rates), height=3.0) as (_, panels):
        for axes, p in zip(np.atleast_1d(panels), rates, strict=True):
            draws = function(row.expand(n_draws, -1), p, True, torch.Generator().manual_seed(0))
            axes.bar(range(len(row)), row, color=style.SKY, width=0.75, label="x")
            axes.errorbar(
                range(len(row)),
                draws.mean(0),
                draws.std(0),
                fmt="o",
                color=style.RED,
                capsize=3,
                markersize=4,
                label=f"{n_draws} draws: mean and spread",
            )
            axes.set(title=f"p = {p}", xlabel="feature", ylim=(-4.6, 5.6))
            axes.legend(loc="upper right", fontsize=8)


def neurons(held_out: Tensor, features: Sequence[int], groups: Mapping[str, str]) -> None:
    """What features of a real layer do on words that they were not chosen for, and how few respond at all.

    held_out: (groups, words, F) after the activation; features: the one chosen for each group; groups: name →
    all its words in one string, of which the last ones are held out.
    """
    n_groups, n_words, _ = held_out.shape
    words = [word for text in groups.values() for word in text.split()[-n_words:]]
    response = held_out[..., list(features)].flatten(0, 1).T  # (features, words)
    with style.figure(columns=2, width=11, height=4.0) as (figure, (left, right)):
        left.get_gridspec().set_width_ratios([2.6, 1])
        style.plain_image(left)
        drawn = left.imshow(response, aspect="auto", vmin=0)
        left.set_xticks(range(len(words)), words, rotation=90, fontsize=7)
        left.set_yticks(
            range(n_groups), [f"{name}: {f}" for name, f in zip(groups, features, strict=True)], fontsize=8
        )
        for edge in range(1, n_groups):
            left.axvline(n_words * edge - 0.5, color="white", linewidth=0.4)
        left.set(title="one feature per group, on words it was not chosen for")
        figure.colorbar(drawn, ax=left, shrink=0.9, pad=0.01)
        right.hist(held_out.flatten(), bins=100, color=style.BLUE)
        right.set(title="all features, all words", xlabel="value after GELU", ylabel="how many", yscale="log")


# --- sitting b ----------------------------------------------------------------------------------------------


def who_reads_whom(encoder: Function, decoder: Function, d_model: int, n_tokens: int = 7) -> None:
    """Which output token of an encoder and a decoder block depends on which input token.

    encoder: called as encoder(x, keep); decoder: called as decoder(x, memory, keep); the last two tokens of the
    encoder and the last token of the memory are padding.
    """
    generator = torch.Generator().manual_seed(1)
    device = style.device_of(encoder)
    x, memory = torch.randn(2, 1, n_tokens, d_model, generator=generator).to(device)
    memory = memory[:, :5]
    keep = torch.arange(n_tokens, device=device)[None] < n_tokens - 2
    keep_memory = torch.arange(5, device=device)[None] < 4
    with style.figure(columns=3, width=9, height=3.3) as (_, (first, second, third)):
        _influence(first, lambda h: encoder(h, keep), x)
        first.set(title="encoder, 2 tokens padding", xlabel="input token", ylabel="output token")
        _influence(second, lambda h: decoder(h, memory, keep_memory), x)
        second.set(title="decoder, its own tokens", xlabel="input token", ylabel="output token")
        _influence(third, lambda h: decoder(x, h, keep_memory), memory)
        third.set(title="decoder, the memory", xlabel="token of the memory", ylabel="output token")


def gradients_by_depth(norms: Mapping[str, Tensor]) -> None:
    """Size of the gradient in each block at initialisation, by the place of the norm, over seeds.

    norms: place → (seeds, depth).
    """
    with style.figure(height=3.4) as (_, axes):
        for place, values in norms.items():
            _band(axes, range(1, values.shape[1] + 1), values, place)
        axes.set(
            title="Gradient of the last matrix of each block, before training",
            xlabel="block, counted from the input",
            ylabel="norm of the gradient",
            yscale="log",
        )
        axes.legend()


def growth_by_depth(sizes: Mapping[str, Tensor], predicted: Mapping[str, Tensor] | None = None) -> None:
    """Size of a token's vector after each block at initialisation.

    sizes: place → (seeds, depth + 1) root mean squares; predicted: place → (depth + 1,).
    """
    with style.figure(height=3.4) as (_, axes):
        for place, values in sizes.items():
            _band(axes, range(values.shape[1]), values, place)
        for place, values in (predicted or {}).items():
            axes.plot(values, ":", color="black", linewidth=1.2, label=f"{place}, predicted")
        axes.set(
            title="How large the tokens are on the main path, before training",
            xlabel="after block",
            ylabel="root mean square",
        )
        axes.legend()


def loss_by_depth(losses: Mapping[str, Tensor], depths: Sequence[int], chance: float) -> None:
    """First loss of a model by its depth.

    losses: label → (seeds, depths); chance: the loss of equal probabilities, ln V.
    """
    with style.figure(height=3.2) as (_, axes):
        for (label, values), colour in zip(losses.items(), [style.RED, style.BLUE], strict=False):
            _band(axes, depths, values, label, colour)
        axes.axhline(chance, color=style.GREY, linestyle="--", linewidth=1)
        axes.annotate("ln V", (depths[0], chance), (0, 4), textcoords="offset points", color=style.GREY)
        axes.set(title="Loss before the first step", xlabel="number of blocks", ylabel="nats per token")
        axes.legend()


def trained_growth(sizes: Mapping[str, Tensor]) -> None:
    """Size of the tokens on the main path of trained models: the first token, and the range of the others.

    sizes: place → (depth + 1, T) root mean squares.
    """
    names = {"pre": "SmolLM2, pre-LN", "post": "MiniLM, post-LN"}
    with style.figure(width=9, height=3.6) as (_, axes):
        for place, values in sizes.items():
            others = values[:, 1:]
            x, colour = range(len(values)), PLACES[place]
            axes.plot(x, others.median(1).values, color=colour, label=f"{names[place]}: median token")
            axes.fill_between(x, others.amin(1), others.amax(1), color=colour, alpha=0.2, linewidth=0)
            axes.plot(x, values[:, 0], "--", color=colour, label=f"{names[place]}: first token")
        axes.set(
            title="How large the tokens are on the main path, after training",
            xlabel="after block",
            ylabel="root mean square",
            yscale="log",
        )
        axes.legend(fontsize=8, loc="upper left", bbox_to_anchor=(1, 1))


def _band(axes: Axes, x: Sequence[int], values: Tensor, label: str, colour: str | None = None) -> None:
    colour = colour or PLACES[label]
    name = {"none": "no norm at all"}.get(label, f"{label}-LN" if label in PLACES else label)
    axes.plot(x, values.mean(0), color=colour, label=name)
    axes.fill_between(
        x, values.min(0).values.numpy(), values.max(0).values.numpy(), color=colour, alpha=0.2, linewidth=0
    )


def similarities(matrices: Mapping[str, Tensor], sentences: Sequence[str]) -> None:
    """How similar sentences are to each other, for one or more models.  matrices: title → (n, n) cosines."""
    with style.figure(columns=len(matrices), width=3.0 + 3.2 * len(matrices), height=3.6) as (figure, panels):
        for index, (axes, (title, matrix)) in enumerate(
            zip(np.atleast_1d(panels), matrices.items(), strict=True)
        ):
            style.plain_image(axes)
            drawn = axes.imshow(matrix, vmin=0, vmax=1)
            axes.set(title=title)
            for row, values in enumerate(matrix):
                for column, value in enumerate(values):
                    colour = "black" if value > 0.6 else "white"
                    axes.text(column, row, f"{value:.2f}", ha="center", va="center", color=colour, fontsize=7)
            if index == 0:
                axes.set_yticks(range(len(sentences)), sentences, fontsize=8)
        figure.colorbar(drawn, ax=panels, shrink=0.8, label="cosine")
