"""The button that runs all cells, with an answer that stops: the cell below says which to mend, the rest is run."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.accessibility import faults, ours, pale
from tests.browser.lab import Notebook

STOPS = "def standardize(x, dim):\n    return x.nothing(dim)"


def test_a_wrong_answer_stops_nothing(open_notebook: Callable[[str], Notebook]) -> None:
    notebook = open_notebook("00_welcome/00_welcome.ipynb")
    notebook.type_answer("standardize", STOPS)
    notebook.restart_and_run_all()
    assert notebook.errors() == []
    assert notebook.result("check_standardize") == "0"
    assert not notebook.output("check_standardize").locator(".jp-OutputArea-executeResult").is_visible()
    assert notebook.shown("sample_letters") == "sample_letters · not answered yet", (
        "the last check is reached"
    )
    line = notebook.panel.locator(".ag-panel summary")
    expect(line).to_have_count(1)
    # the answer's own panel has told what is wrong with it, so this line only says where to go on
    assert (
        line.text_content() == "This cell stopped. Fix standardize first, then run the cells from there on."
    )
    details = notebook.panel.locator(".ag-panel details pre")
    expect(details).to_be_hidden()
    line.click()
    expect(details).to_contain_text("AttributeError: 'Tensor' object has no attribute 'nothing'")
    assert ours(faults(notebook)) == [] and pale(notebook) == []
