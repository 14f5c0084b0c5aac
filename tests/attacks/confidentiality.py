"""Attacks that want to read what is not theirs, to talk to somebody, or to leave something for the next one."""

# ruff: noqa: E501  payloads are text, and dense

from __future__ import annotations

from autograder.proof.classroom import Submission

from .field import Attack, Field

# Names of the cell's own in front of words that must not come out, so that the source does not look like a find.
_TRY_TO_READ = """
import glob, os
_found = []
_paths = ["<COURSE>", "<COURSE>/source/<LESSON>/exercises", "<COURSE>/gradebook.db", "<COURSE>/home/secret",
    "<COURSE>/submitted/0 honest/<LESSON>", "<COURSE>/autograded", "<COURSE>/nbgrader_config.py", "<COURSE>/releases",
    "<REPOSITORY>/source", "<REPOSITORY>/gradebook.db", "<REPOSITORY>/tests", "<REPOSITORY>/nbgrader_config.py",
    "/root/.ssh", "/root/.bashrc", "/root/.cache", "/etc/shadow", "/var/log", "/proc/1/environ", "/proc/1/root", "/proc/1/cwd", "/proc/1/mem", "../../..",
    os.path.expanduser("~/../.."), "/run", "/var/run/docker.sock"]
for _path in _paths:
    try:
        if os.path.realpath(_path) in ("/", "/home"):
            continue
        if os.path.isdir(_path):
            _got = os.listdir(_path)
        else:
            with open(_path, "rb") as _file:
                _got = _file.read(40)
        if _got and not _path.startswith("/proc/1/environ"):
            _found.append((_path, _got))
    except OSError:
        pass
_found += [k for k in os.environ if "SECRET" in k or "API_KEY" in k or "PASSWORD" in k]
_found += [p for p in glob.glob("/proc/[0-9]*/environ") if b"canary" in (open(p, "rb").read() if os.access(p, os.R_OK) else b"")]
print("SEARCHED", len(_paths), "FO" + "UND" if _found else "", _found)
"""

_SOCKETS = """
import os, socket
_found = []
for _name in dir(socket):
    if _name.startswith("AF_") and _name != "AF_UNIX":
        for _kind in (socket.SOCK_STREAM, socket.SOCK_DGRAM, socket.SOCK_RAW):
            try:
                socket.socket(getattr(socket, _name), _kind).close()
                _found.append(_name)
            except (OSError, TypeError, ValueError):
                pass
for _address in ("/var/run/docker.sock", "/run/dbus/system_bus_socket", "<COURSE>/run/parent", "\\0autograder-uid-65000"):
    _s = socket.socket(socket.AF_UNIX)
    _s.settimeout(1)
    try:
        _s.connect(_address)
        _found.append(_address)
    except OSError:
        pass
    _s.close()
try:
    socket.create_connection(("127.0.0.1", 9), timeout=1)
    _found.append("loopback")
except OSError:
    pass
try:
    socket.getaddrinfo("localhost", 80)
except OSError:
    pass
print("SEARCHED", "FO" + "UND" if _found else "", _found)
"""

_LEAVE = """
import os, subprocess, sys
_left = 0
for _folder in ("/tmp", "/dev/shm", "/home/student", "/assets", "/usr/lib", os.path.dirname(os.__file__),
                "<REPOSITORY>/utils", "<COURSE>", "<COURSE>/tmp", "<COURSE>/run", "/var/tmp", "."):
    try:
        with open(os.path.join(_folder, "left-behind-by-a-student.py"), "w") as _file:
            _file.write("x = 1")
        _left += 1
    except OSError:
        pass
_p = [subprocess.Popen([sys.executable, "-c", "import time; time.sleep(222)", "left-behind-by-a-student"], start_new_session=True)
      for _ in range(2)]
if os.fork() == 0:
    os.setsid()
    import time
    time.sleep(222)
    os._exit(0)
print("LEFT", _left)
"""

_LOOK = """
import glob, os
_found = [p for d in ("/tmp", "/dev/shm", "/home", "/assets", "/var/tmp", os.path.dirname(os.__file__), "<REPOSITORY>/utils")
          for p in glob.glob(d + "/**/left-behind*", recursive=True)]
for _p in glob.glob("/proc/[0-9]*/cmdline"):
    try:
        if b"left-behind" in open(_p, "rb").read():
            _found.append(_p)
    except OSError:
        pass
print("SEARCHED", "FO" + "UND" if _found else "", _found)
"""

SCRIPT = "student_script_ran()"  # what a browser would run, if it came that far

_RICH = f"""
from IPython.display import HTML, SVG, Image, Javascript, Latex, Markdown, display
display(HTML("<script>{SCRIPT}</script><img src=x onerror={SCRIPT}>"))
display(Javascript("{SCRIPT}"))
display(SVG(data="<svg xmlns='http://www.w3.org/2000/svg' onload='{SCRIPT}'><script>{SCRIPT}</script></svg>"))
display(Markdown("<script>{SCRIPT}</script> [x](javascript:{SCRIPT})"), Latex(r"$\\href{{javascript:{SCRIPT}}}{{x}}$"))
display({{"application/vnd.jupyter.widget-view+json": {{"model_id": "1", "version_major": 2}}, "text/plain": "w"}}, raw=True)
display({{"image/png": 'x" onerror="{SCRIPT}', "text/plain": "p"}}, raw=True)
display({{"image/png": "iVBORw0KGgo=", "text/plain": "p"}}, raw=True, metadata={{"image/png": {{"width": '1 onerror={SCRIPT}'}}}})
display({{"application/vnd.custom+json": {{"a": "<script>{SCRIPT}</script>"}}, "text/html": ["<script>", "{SCRIPT}</script>"]}}, raw=True)
print("<script>{SCRIPT}</script>\\x1b[31m<img src=x onerror={SCRIPT}>\\x1b[0m")
class _Repr:
    def _repr_html_(self): return "<script>{SCRIPT}</script>"
    def __repr__(self): return "<script>{SCRIPT}</script>"
display(_Repr())
"""
PICTURE = "import matplotlib.pyplot as plt\nplt.plot([1, 2])\nplt.show()\nprint('a line <b>of text')\n"


def _rich_outputs(f: Field) -> Submission:
    """Every kind of output that a browser may run, in an answer, in an error and in a written answer."""
    raising = f"raise ValueError('<script>{SCRIPT}</script><img src=x onerror={SCRIPT}>')"

    def edit(nb) -> None:
        for cell in nb.cells:
            nbgrader = cell.metadata.get("nbgrader", {})
            if cell.cell_type == "markdown" and nbgrader.get("solution"):
                cell.source = (
                    f"A *good* answer with $a < b$.\n\n<script>{SCRIPT}</script>\n\n<img src=x onerror={SCRIPT}>\n\n"
                    f"[x](javascript:{SCRIPT}) [y](data:text/html,<script>{SCRIPT}</script>)\n\n"
                    f"```mermaid\n</pre><script>{SCRIPT}</script>\n```\n\n$\\href{{javascript:{SCRIPT}}}{{x}}$\n\n"
                    f"<details open ontoggle={SCRIPT}>x</details>\n\n- [ ] a\n\n| a | b |\n|---|---|\n| 1 | <b onclick={SCRIPT}>2 |"
                )

    answers = {
        **f.right,
        f.target: f"{f.stub}\n{_RICH}\n<TARGET> = lambda *a, **k: 1 / 0\n".replace("<TARGET>", f.target),
    }
    answers[f.neighbour] += f"\n{PICTURE}"
    answers[f.target] += f"def {f.target}(*a, **k):\n    {raising}\n"
    return f.answering("x", answers, edit)


def _widget_state(f: Field) -> Submission:
    """Widgets, whose state nbclient writes into the notebook, and whose outputs it redirects."""
    return f.wrong(
        "import ipywidgets\nfrom IPython.display import display\n"
        f"display(ipywidgets.HTML('<script>{SCRIPT}</script>'))\n_out = ipywidgets.Output()\ndisplay(_out)\n"
        "with _out:\n    print('inside')\n_out.clear_output()\n"
    )


ATTACKS = [
    Attack(
        "files", "read solutions, exercises, the gradebook, the secret, others' work and the grader's home",
        lambda f: f.wrong(_TRY_TO_READ), says="SEARCHED", never="FOUND",
    ),
    Attack(
        "sockets", "open sockets of every family and connect to services",
        lambda f: f.wrong(_SOCKETS), says="SEARCHED", never="FOUND",
    ),
    Attack("a leaver", "leave files and processes for the next submission", lambda f: f.wrong(_LEAVE), says="LEFT"),
    Attack("finder", "find what another submission left", lambda f: f.wrong(_LOOK), says="SEARCHED", never="FOUND"),
    Attack("rich outputs", "run a script in the browser of who reads the feedback", _rich_outputs, never="ag-nothing"),
    Attack("widgets", "do so by a widget's state", _widget_state),
]  # fmt: skip
