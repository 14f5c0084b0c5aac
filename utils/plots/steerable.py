"""Controls above a picture that they replace, which is complete where nobody can move one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any


def show(controls: Sequence[Any], picture: Callable[[], Any], box: Any = None) -> None:
    """Show controls of ipywidgets and, below them, the picture, which is made anew when a control changes.

    The picture is an ordinary one, so it is complete as well when a program executes the notebook. box: the widget that
    holds the controls; a row of them if there is none.
    """
    import ipywidgets as widgets
    from IPython.display import display

    box = box or widgets.HBox(list(controls))
    if hasattr(box, "_repr_mimebundle_"):
        bundle: Any = box._repr_mimebundle_()  # data, or (data, metadata), depending on the version
        data = dict(bundle[0] if isinstance(bundle, tuple) else bundle)
        data["text/plain"] = "(Open this notebook in JupyterLab to move the sliders.)"
        display(data, raw=True)
    else:  # ipywidgets 7, which Colab has, displays itself
        display(box)
    shown: Any = display(picture(), display_id=True)
    for control in controls:
        control.observe(lambda _: shown.update(picture()), names="value")
