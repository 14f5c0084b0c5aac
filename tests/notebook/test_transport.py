"""Plain kernels send nothing over TCP in plain text, wherever their sockets can lie."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import commands
import nbformat
import pytest
from nbclient import NotebookClient
from traitlets.config import Config

from autograder.lesson.folder import ROOT
from autograder.notebook import transport

WARNING = "without encryption"  # ipykernel's, for each kernel


def run(config: Config) -> nbformat.NotebookNode:
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell("print(6 * 7)", id="one")])
    return NotebookClient(notebook, kernel_name="python3", config=config).execute()


@pytest.fixture(scope="module")
def long_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("x" * 100)
    return folder


def test_the_warning_is_there_without_us(capfd: pytest.CaptureFixture[str]) -> None:
    """Were it not, the others would prove nothing."""
    run(Config())
    assert WARNING in capfd.readouterr().err


def test_sockets_in_a_folder(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    config = Config()
    assert transport.private_sockets(config, Path("/tmp")) == ""
    config.KernelManager.ip = str(tmp_path / "k")
    done = run(config)
    assert done.cells[0].outputs[0].text == "42\n" and WARNING not in capfd.readouterr().err


def test_a_path_that_is_too_long_is_said_and_encrypted(
    long_folder: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    config = Config()
    said = transport.private_sockets(config, long_folder)
    assert (
        said.startswith("Kernels speak over encrypted TCP: sockets need a folder")
        and str(long_folder) in said
    )
    done = run(config)
    assert done.cells[0].outputs[0].text == "42\n" and WARNING not in capfd.readouterr().err


def test_elsewhere_than_on_posix(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    config = Config()
    monkeypatch.setattr(os, "name", "nt")
    assert transport.private_sockets(config, tmp_path) == (
        "Kernels speak over encrypted TCP: this system has no sockets in files."
    )
    assert "transport" not in config.KernelManager


def test_nbgraders_validate_is_quiet_too(tmp_path: Path) -> None:
    """With what installing the course puts into the environment, and, to see that it is this, without."""
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell("print(1)", id="one")])
    nbformat.write(notebook, tmp_path / "one.ipynb")
    ours = {"JUPYTER_CONFIG_PATH": str(ROOT / "autograder")}
    neither = {"JUPYTER_NO_CONFIG": "1", "JUPYTER_CONFIG_DIR": str(tmp_path)}
    for settings, quiet in ((ours, True), (neither, False)):
        command = [str(Path(sys.executable).with_name("nbgrader")), "validate", "one.ipynb"]
        done = commands.run(command, cwd=tmp_path, env={**os.environ, **settings}, timeout=600)
        assert "Success" in done.stdout and (WARNING not in done.stderr) == quiet
