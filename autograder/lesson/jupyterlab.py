"""Editing a lesson in JupyterLab: opening builds its notebook from the text, and saving writes the text.

A Jupyter Server extension, switched on by a file that installing the course puts into the environment,
etc/jupyter/jupyter_server_config.d/autograder.json: Jupyter reads no configuration from the folder that it is
started in. It acts on source/NN_topic/NAME.ipynb where NAME.py stands beside it, and on nothing else.
"""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from autograder.lesson import included
from autograder.lesson import text as lesson_text
from autograder.notebook import transport

if TYPE_CHECKING:
    from jupyter_server.serverapp import ServerApp


def _text_path(contents_manager: Any, path: str) -> Path | None:
    """The text of the lesson that this path of the contents API belongs to, or None."""
    file = Path(contents_manager.root_dir, path.strip("/"))
    text = file.with_suffix(".py")
    known = file.suffix in (".ipynb", ".py") and lesson_text.is_lesson_text(text) and text.is_file()
    return text if known else None


def before_save(model: dict[str, Any], path: str, contents_manager: Any, **_: Any) -> None:
    """Write the text of a lesson's notebook that is being saved. Where that fails, refuse and say why."""
    from tornado.web import HTTPError

    text_path = _text_path(contents_manager, path)
    if text_path is None or model.get("content") is None:
        return
    try:
        if model.get("type") == "notebook" and path.endswith(".ipynb"):
            _save_notebook(model, text_path)
        elif model.get("type") == "file" and lesson_text.YAML_HEADER.match(model["content"]):
            # The text itself was opened as a notebook: jupytext gives it a header and long metadata.
            model["content"] = lesson_text.normalized(model["content"])
    except ValueError as error:
        raise HTTPError(400, f"Not saved. {error}") from None


def _save_notebook(model: dict[str, Any], text_path: Path) -> None:
    import nbformat

    if lesson_text.is_stale(text_path):
        raise ValueError(
            f"{text_path.name} was changed by another program after this notebook was opened: "
            "copy your edits, choose File, Reload Notebook from Disk, and make them again."
        )
    notebook = cast(nbformat.NotebookNode, nbformat.from_dict(model["content"]))
    before = lesson_text.read(text_path)
    text = lesson_text.to_text(notebook, before)
    lesson_text.to_notebook(text)  # refuses what could not be opened again
    lesson_text.recount(notebook, before)  # the edit may have changed the number of exercises or their points
    lesson_text.stamp(notebook, text)
    model["content"]["metadata"], model["content"]["cells"] = notebook.metadata, notebook.cells
    short = included.take_out(text, text_path.parent, text_path.read_text(encoding="utf-8"))
    lesson_text.write_atomically(text_path, short)


def build_before_open(contents_manager: Any) -> None:
    """Let this contents manager build a lesson's notebook that is out of date before it reads it."""
    get = contents_manager.get

    def get_fresh(path: str, *args: Any, **kwargs: Any) -> Any:
        text_path = _text_path(contents_manager, path) if path.endswith(".ipynb") else None
        if text_path is not None:
            try:
                lesson_text.build_source_notebook(text_path)
            except ValueError as error:
                from tornado.web import HTTPError

                raise HTTPError(400, str(error)) from None
        return get(path, *args, **kwargs)

    contents_manager.get = get_fresh


def _jupyter_server_extension_points() -> list[dict[str, str]]:
    return [{"module": "autograder.lesson.jupyterlab"}]


def _load_jupyter_server_extension(serverapp: ServerApp) -> None:
    """Nothing yet: jupytext's extension, loaded after this one, puts its own contents manager in place."""


async def _start_jupyter_server_extension(serverapp: ServerApp) -> None:
    _use_private_sockets(serverapp)
    if find_spec("jupytext") is None:  # who has not installed the instructors' packages edits no lessons
        return
    contents_manager = serverapp.contents_manager
    contents_manager.register_pre_save_hook(before_save)
    build_before_open(contents_manager)
    source = Path(contents_manager.root_dir, "source")
    for text_path in lesson_text.lesson_texts(source):
        try:
            lesson_text.build_source_notebook(text_path)
        except ValueError as error:
            serverapp.log.warning(str(error))


def _use_private_sockets(serverapp: ServerApp) -> None:
    """Kernels of this server send nothing over TCP in plain text; where they use TCP, the log says once why."""
    from traitlets.config import Config

    config, kernels = Config(), serverapp.kernel_manager
    why_not = transport.private_sockets(config, Path(kernels.connection_dir))
    kernels.update_config(config)
    if why_not:
        serverapp.log.info(why_not)
