"""A PostgreSQL server of a test's own: started as an ordinary user, reached through a socket in its folder."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

MISSING = "there is no PostgreSQL here: apt-get install postgresql"


def tools() -> Path | None:
    """The folder of initdb and pg_ctl; Debian keeps them off the path."""
    found = shutil.which("initdb")
    folders = [Path(found).resolve().parent] if found else []
    folders += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    return next((folder for folder in folders if (folder / "pg_ctl").exists()), None)


class Server:
    """A running server; `database(name)` makes a database and gives its address."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        owner = pwd.getpwnam("postgres" if _known("postgres") else "nobody")
        self.user = (owner.pw_uid, owner.pw_gid) if os.getuid() == 0 else None  # it refuses to run as root
        if self.user:
            os.chown(folder, *self.user)
        self._call("initdb", "-D", str(folder / "data"), "-A", "trust", "-U", "course", "--no-sync")
        self.start()

    def start(self) -> None:
        options = f"-c listen_addresses='' -c unix_socket_directories='{self.folder}' -c fsync=off"
        log = str(self.folder / "log")
        self._call("pg_ctl", "-D", str(self.folder / "data"), "-o", options, "-l", log, "-w", "start")

    def stop(self) -> None:
        self._call("pg_ctl", "-D", str(self.folder / "data"), "-m", "immediate", "-w", "stop")

    def database(self, name: str) -> str:
        self._call("createdb", "-h", str(self.folder), "-U", "course", name)
        return f"postgresql+psycopg://course@/{name}?host={self.folder}"

    def _call(self, tool: str, *arguments: str) -> None:
        folder = tools()
        assert folder is not None
        user, group = self.user or (None, None)
        done = subprocess.run(
            [str(folder / tool), *arguments],
            cwd="/",
            user=user,
            group=group,
            extra_groups=[] if user is not None else None,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE
            if tool != "pg_ctl"
            else subprocess.DEVNULL,  # a server would hold the pipe
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout


def _known(name: str) -> bool:
    try:
        pwd.getpwnam(name)
    except KeyError:
        return False
    return True


@contextmanager
def server() -> Iterator[Server]:
    """A server that ends with the block."""
    folder = Path(
        tempfile.mkdtemp(prefix="pg-", dir="/tmp")
    )  # a socket's address is short, and nobody must get there
    try:
        running = Server(folder)
        try:
            yield running
        finally:
            running.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)
