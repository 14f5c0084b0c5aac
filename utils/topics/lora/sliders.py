"""Sliders over a picture that they replace, which stands complete where nobody can move one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from utils.plots import style


def steerable(controls: Sequence[Any], picture: Callable[[], Any]) -> None:
    """Show controls and, below them, the picture, which is made anew when a control changes.

    The picture is an ordinary one, so it is complete as well when a program executes the notebook.
    """
    import ipywidgets as widgets
    from IPython.display import display

    bundle: Any = widgets.HBox(
        list(controls)
    )._repr_mimebundle_()  # data, or (data, metadata), depending on the version
    data = dict(bundle[0] if isinstance(bundle, tuple) else bundle)
    data["text/plain"] = "(Open this notebook in JupyterLab to move the sliders.)"
    display(data, raw=True)
    shown: Any = display(picture(), display_id=True)
    for control in controls:
        control.observe(lambda _: shown.update(picture()), names="value")


def image(figure: Any) -> Any:
    """A finished figure as a picture, closed, or the end of its block would show it a second time."""
    return style.picture(figure)
