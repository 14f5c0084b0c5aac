"""Controls over a picture: with the ipywidgets of today, and with version 7, which Colab has."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any
from unittest.mock import MagicMock

import ipywidgets
import pytest

from utils.plots import steerable


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """What is displayed; the handle of the picture takes later ones."""
    found: list[Any] = []
    monkeypatch.setattr(
        "IPython.display.display",
        lambda value, **_: found.append(value) or SimpleNamespace(update=found.append),
    )
    return found


def test_the_picture_is_replaced_when_a_control_moves(shown: list[Any]) -> None:
    slider = ipywidgets.IntSlider(3)
    steerable.show([slider], lambda: f"picture {slider.value}")
    controls, picture = shown
    assert "Open this notebook" in controls["text/plain"] and picture == "picture 3"
    slider.value = 5
    assert shown[2:] == ["picture 5"]


def test_version_7_displays_its_box_itself(shown: list[Any]) -> None:
    box = MagicMock(spec=["_ipython_display_"])
    steerable.show([ipywidgets.IntSlider(3)], lambda: "picture", box)
    assert shown == [box, "picture"]
