"""Run a command as an ordinary user, from a test that root runs."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

UID = 64321  # nobody's


def why_not() -> str | None:
    """Why this machine cannot do it; None where it can."""
    if os.geteuid() != 0:
        return "only root can become another user"
    for program in ("unshare", "setpriv", "mount"):
        if shutil.which(program) is None:
            return f"{program} (util-linux) is not installed"
    if subprocess.run(["unshare", "--mount", "true"], capture_output=True).returncode:
        return "root may not mount here"
    return None


def run(command: list[str], home: Path, timeout: float) -> subprocess.CompletedProcess[str]:
    """Run `command` as user UID, with a home of its own.

    Python may be installed in root's own folder (/root/.pyenv is one), where an ordinary user has none of it: then,
    for this command only, everything else in that folder is hidden and its entrance opened.
    """
    home.mkdir(mode=0o755, exist_ok=True)
    os.chown(home, UID, UID)
    script = ["set -e"]
    closed = closed_folder(Path(sys.base_prefix))
    if closed:
        script += [
            f"mkdir -p {home}/python && mount --rbind {sys.base_prefix} {home}/python",
            f"mount -t tmpfs -o mode=755 tmpfs {closed}",
            f"mkdir -p {sys.base_prefix} && mount --move {home}/python {sys.base_prefix}",
        ]
    script.append(f'exec setpriv --reuid={UID} --regid={UID} --clear-groups -- "$@"')
    environment = {
        "PATH": os.environ["PATH"],
        "HOME": str(home),
        "TMPDIR": str(home),
        "OMP_NUM_THREADS": "1",
        "PYTHONDONTWRITEBYTECODE": "1",
        **{name: value for name, value in os.environ.items() if name.startswith("AUTOGRADER_TEST")},
    }
    return subprocess.run(
        ["unshare", "--mount", "--propagation", "private", "sh", "-c", "\n".join(script), "sh", *command],
        env=environment,
        capture_output=True,
        text=True,
        timeout=timeout,
    )


def closed_folder(path: Path) -> Path | None:
    """The highest folder above `path` that other users cannot enter."""
    closed = [folder for folder in path.parents if not folder.stat().st_mode & 0o001]
    return closed[-1] if closed else None
