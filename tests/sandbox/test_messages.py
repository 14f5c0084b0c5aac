"""Messages that a kernel's code may forge, and what is left of them."""

from __future__ import annotations

import textwrap

import pytest
from processes import patience

from autograder.kernels import messages
from autograder.kernels.bounded_client import KernelStopped


def message(kind: str, **content) -> dict:
    header = {"msg_type": kind, "msg_id": "1"}
    return {"header": header, "msg_type": kind, "parent_header": {}, "metadata": {}, "content": content}


GOOD = [
    message("stream", name="stdout", text="x"),
    message("display_data", data={"text/plain": "x", "application/json": {"a": [1]}}, metadata={}),
    message("execute_result", data={"text/plain": ["a", "b"]}, metadata={}, execution_count=3),
    message("error", ename="E", evalue="v", traceback=["t"]),
    message("status", execution_state="idle"),
    message("clear_output", wait=True),
    message("execute_input", code="x", execution_count=1),
]
BAD = [
    message("stream", name="stdout", text=5),
    message("stream", text="no name"),
    message("display_data", data={"text/plain": 5}, metadata={}),
    message("display_data", data=[], metadata={}),
    message("execute_result", data={"text/plain": "x"}, metadata={}, execution_count="three"),
    message("execute_result", data={"text/plain": "x"}, metadata={}),
    message("error", ename=1, evalue="v", traceback=["t"]),
    message("status", execution_state="graded"),
    message("comm_open", comm_id="c", data={"state": {}}, target_name="jupyter.widget"),
    message("comm_msg", comm_id=[], data=None),
    message("iopub_welcome"),
    message(
        "update_display_data", data={"text/plain": "x"}, metadata={}, transient={"display_id": "earlier"}
    ),
    message("display_data", data={}, metadata=None),
]


@pytest.mark.parametrize("given", GOOD, ids=lambda m: m["msg_type"])
def test_honest_outputs_pass(given):
    messages.check_shape(given)
    assert messages.is_welcome(given, set())


@pytest.mark.parametrize("given", BAD, ids=lambda m: m["msg_type"])
def test_others_are_dropped(given):
    assert not messages.is_welcome(given, set())


def test_only_displays_of_the_running_cell_can_be_updated():
    displays: set[str] = set()
    shown = message(
        "display_data", data={"text/plain": "1"}, metadata={}, transient={"display_id": "a", "x": 1}
    )
    assert messages.is_welcome(shown, displays) and shown["content"]["transient"] == {"display_id": "a"}
    update = message(
        "update_display_data", data={"text/plain": "2"}, metadata={}, transient={"display_id": "a"}
    )
    assert messages.is_welcome(update, displays) and update["msg_type"] == "update_display_data"
    assert update["header"]["msg_type"] == "update_display_data"


def test_a_status_cannot_set_the_number_of_a_cell():
    given = message("status", execution_state="busy", execution_count=["x"])
    assert messages.is_welcome(given, set()) and given["content"] == {"execution_state": "busy"}


@pytest.mark.parametrize(
    "change",
    [
        {"header": None},
        {"parent_header": []},
        {"content": "text"},
        {"header": {"msg_type": 5}},
        {"msg_type": "another"},
        {"parent_header": {"msg_id": {}}},
    ],
    ids=str,
)
def test_what_is_no_message_at_all(change):
    with pytest.raises(ValueError):
        messages.check_shape(message("stream") | change)


@pytest.mark.parametrize(
    "content",
    [
        {},
        {"status": "great"},
        {"status": "error", "ename": "E", "evalue": "v", "traceback": "t"},
        {"status": []},
    ],
    ids=str,
)
def test_what_is_no_reply(content):
    with pytest.raises(ValueError):
        messages.check_reply(message("execute_reply", **content))


def test_a_live_display_still_works(shared):
    code = """
        handle = display("first", display_id=True)
        handle.update("second")
    """
    assert shared.run(textwrap.dedent(code)) == "'first''second'"


def test_a_forged_output_is_dropped(kernel):
    each = kernel()
    code = """
        k = get_ipython().kernel
        k.session.send(k.iopub_socket, "stream", {"name": 5}, parent=k.get_parent())
        print("after")
    """
    assert each.run(textwrap.dedent(code)) == "after\n"


def test_a_forged_reply_ends_the_kernel(kernel):
    each = kernel()
    code = """
        k = get_ipython().kernel
        parent = k.get_parent()
        ident = parent["header"]["session"].encode()
        k.session.send(k.shell_stream, "execute_reply", {"status": 3}, parent=parent, ident=ident)
    """
    each.send(textwrap.dedent(code))
    with pytest.raises(KernelStopped, match="invalid message"):
        while True:
            each.wait(each.client.get_shell_msg(timeout=patience(20)))
    assert each.dead(1) == "it sent an invalid message"
