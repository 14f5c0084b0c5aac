"""Accessibility of an open notebook, by axe-core and by contrast: what is ours, and what is JupyterLab's."""

from __future__ import annotations

from dataclasses import dataclass

from axe_playwright_python.sync_playwright import Axe

from tests.browser.lab import Notebook

# What we write ends up as rendered Markdown and as HTML. All around it is JupyterLab's, also how it shows a picture
# or a widget: neither takes a description from whoever made it.
OURS = ".jp-RenderedMarkdown, .jp-RenderedHTML"
SERIOUS = {"serious", "critical"}

# axe-core takes everything inside JupyterLab's notebook panel for off the screen and measures no contrast there, so it
# is measured here (WCAG 2.2, 1.4.3). A colour that is partly transparent counts as what it looks like on what lies
# under it; a canvas knows how to mix them. Large text may have less.
_MIXED = """
    const canvas = document.createElement('canvas').getContext('2d', {willReadFrequently: true});
    const mixed = colours => {
        for (const colour of colours) { canvas.fillStyle = colour; canvas.fillRect(0, 0, 1, 1); }
        return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3);
    };
    const light = rgb => rgb.map(v => v / 255).map(v => v <= .04045 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4)
        .reduce((sum, v, i) => sum + v * [.2126, .7152, .0722][i], 0);
    const under = node => {
        const colours = [];
        for (let one = node; one; one = one.parentElement) colours.unshift(getComputedStyle(one).backgroundColor);
        return colours;
    };
    const ratio = (front, back) => {
        const [a, b] = [light(mixed([...back, front])), light(mixed(back))].sort((x, y) => y - x);
        return (a + .05) / (b + .05);
    };
"""
EDGE = (
    f"node => {{ {_MIXED} return ratio(getComputedStyle(node).borderLeftColor, under(node.parentElement)); }}"
)
_PALE = f"""ours => {{ {_MIXED}
    const written = node => !node.closest('mjx-container, style, title')
        && [...node.childNodes].some(child => child.nodeType === Node.TEXT_NODE && child.textContent.trim());
    const enough = style => parseFloat(style.fontSize) >= (style.fontWeight >= 700 ? 18.66 : 24) ? 3 : 4.5;
    return [...document.querySelectorAll(ours)].flatMap(one => [one, ...one.querySelectorAll('*')]).filter(written)
        .map(node => [node, getComputedStyle(node)])
        .map(([node, style]) => [ratio(style.color, under(node)), enough(style), node.textContent.trim().slice(0, 60)])
        .filter(([found, wanted, _]) => found < wanted).map(([found, _, text]) => found.toFixed(2) + ': ' + text);
}}"""


@dataclass(frozen=True)
class Fault:
    """One rule of axe-core that one element breaks."""

    rule: str
    impact: str
    element: str
    ours: bool

    def __str__(self) -> str:
        return f"{self.rule} ({self.impact}): {self.element}"


def faults(notebook: Notebook) -> list[Fault]:
    """All that axe-core finds in the whole window, moderate faults too."""
    found = Axe().run(notebook.page, options={"resultTypes": ["violations"]}).response["violations"]
    told = [
        (rule["id"], rule["impact"], node["html"][:160], node["target"])
        for rule in found
        for node in rule["nodes"]
    ]
    script = f"target => !!document.querySelector(target)?.parentElement?.closest({OURS!r})"
    return [
        Fault(
            rule, impact, html, notebook.page.evaluate(script, target[-1] if len(target) == 1 else target[0])
        )
        for rule, impact, html, target in told
    ]


def pale(notebook: Notebook) -> list[str]:
    """Text of ours with too little contrast, each with its ratio."""
    return notebook.page.evaluate(_PALE, OURS)


def ours(found: list[Fault]) -> list[str]:
    """The serious ones in what we wrote."""
    return [str(fault) for fault in found if fault.ours and fault.impact in SERIOUS]


def upstream(found: list[Fault]) -> set[str]:
    """The rules that JupyterLab and its extensions break seriously."""
    return {fault.rule for fault in found if not fault.ours and fault.impact in SERIOUS}
