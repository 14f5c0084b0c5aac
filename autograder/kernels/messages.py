"""What a kernel may say: messages cut down to the parts that a notebook needs, in the types that they must have.

Code in a kernel can send any message it likes. nbclient believes them: a number that is a list, a display that is no
dictionary or an update for an earlier cell's output raises far from here or rewrites what is already graded.
"""

from __future__ import annotations

from typing import Any

OUTPUTS = ("stream", "display_data", "execute_result", "error")
_REPLY_STATES = ("ok", "error", "aborted")
_KERNEL_STATES = ("starting", "busy", "idle")


def check_shape(message: dict[str, Any]) -> None:
    """Raise ValueError unless the parts that every reader relies on have the right types."""
    for part in ("header", "parent_header", "metadata", "content"):
        _require(isinstance(message.get(part), dict), part)
    _require(isinstance(message["header"].get("msg_type"), str), "the type")
    _require(message.get("msg_type") == message["header"]["msg_type"], "the type")
    _require(isinstance(message["parent_header"].get("msg_id", ""), str), "the request")


def check_reply(message: dict[str, Any]) -> None:
    """Raise ValueError unless the answer to a cell is one."""
    if message["msg_type"] != "execute_reply":
        return
    content = message["content"]
    _require(content.get("status") in _REPLY_STATES, "the status")
    if content["status"] == "error":
        _require(_is_error(content), "the error")


def is_welcome(message: dict[str, Any], displays: set[str]) -> bool:
    """Cut an output message down in place; False when it is to be dropped.

    `displays`: the display ids of the running cell, to which this adds. Only those can be updated. Messages to and
    from widgets are dropped: they live in a browser.
    """
    kind, content = message["msg_type"], message["content"]
    if kind == "status":
        message["content"] = {"execution_state": content.get("execution_state")}
        return content.get("execution_state") in _KERNEL_STATES
    if kind == "execute_input":
        message["content"] = {"code": ""}
        return True
    if kind == "clear_output":
        message["content"] = {"wait": content.get("wait") is True}
        return True
    if kind not in (*OUTPUTS, "update_display_data"):
        return False
    return _is_output(message, displays)


def _is_output(message: dict[str, Any], displays: set[str]) -> bool:
    from nbformat.v4 import output_from_msg
    from nbformat.validator import NotebookValidationError, validate

    kind, content = message["msg_type"], message["content"]
    transient = content.pop("transient", None)
    name = transient.get("display_id") if isinstance(transient, dict) else None
    if kind == "update_display_data":
        if not isinstance(name, str) or name not in displays:
            return False
        message["header"]["msg_type"] = "display_data"  # has the same form
    try:
        validate(output_from_msg(message), ref="output", version=4)
    except (NotebookValidationError, KeyError, TypeError, ValueError):
        return False
    finally:
        message["header"]["msg_type"] = kind
    if kind != "execute_result":
        content.pop("execution_count", None)
    if isinstance(name, str) and kind != "stream":
        displays.add(name)
        content["transient"] = {"display_id": name}
    return True


def _is_error(content: dict[str, Any]) -> bool:
    texts = [content.get("ename"), content.get("evalue")]
    lines = content.get("traceback")
    return isinstance(lines, list) and all(isinstance(text, str) for text in (*texts, *lines))


def _require(condition: bool, part: str) -> None:
    if not condition:
        raise ValueError(f"{part} of a message from a kernel is not what it must be")
