"""Carry out the Dockerfile's own instructions in a Debian root, where there is no Docker to build with.

    sudo debootstrap --variant=minbase bookworm /tmp/root
    sudo python scripts/in_a_root.py /tmp/root             COPY, RUN, USER, … one after another, as in the Dockerfile
    sudo python scripts/in_a_root.py /tmp/root -- autograder doctor      a command in what was built

It needs bubblewrap (bwrap) and root. FROM is not carried out: the root stands for that image. pip's settings of this
machine (PIP_…, /etc/pip.conf, folders of wheels) are the host's, since they say where packages come from.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
NETWORK = ("/etc/resolv.conf", "/etc/hosts", "/etc/ssl/certs")
PIP = ("/etc/pip.conf", "/etc/xdg/pip", "/opt/wheels", "/opt/pypi", "/opt/pypi-more")


@dataclass
class Image:
    """What the instructions have set so far."""

    root: Path
    user: str = "root"
    folder: str = "/"
    environment: dict[str, str] = field(default_factory=dict)
    command: list[str] = field(default_factory=list)

    def run(self, *words: str) -> int:
        """Run a command inside, as the user and in the folder that are set."""
        binds = [
            word for path in (*NETWORK, *PIP) if os.path.exists(path) for word in ("--ro-bind", path, path)
        ]
        told = {name: value for name, value in os.environ.items() if name.startswith("PIP_")}
        home = "/root" if self.user == "root" else f"/home/{self.user}"
        fixed = {"PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "HOME": home}
        setting = {**fixed, **told, **self.environment}
        sets = [word for name, value in setting.items() for word in ("--setenv", name, value)]
        as_user = ("setpriv", f"--reuid={self.user}", f"--regid={self.user}", "--init-groups")
        inner = words if self.user == "root" else (*as_user, *words)
        box = ["bwrap", "--bind", str(self.root), "/", "--proc", "/proc", "--dev", "/dev"]
        shared = ["--perms", "1777", "--tmpfs", "/dev/shm", "--perms", "1777", "--tmpfs", "/tmp"]
        kept = ["--cap-add", "ALL", "--clearenv", "--chdir", self.folder]
        return subprocess.run([*box, *shared, *binds, *kept, *sets, "--", *inner]).returncode


def instructions(text: str) -> list[tuple[str, str]]:
    """(name, rest) of each instruction of a Dockerfile: comments left out, continued lines joined."""
    lines = [line for line in text.splitlines() if not line.lstrip().startswith("#")]
    joined = re.sub(r"\\\n\s*", " ", "\n".join(lines))
    parted = [line.strip().partition(" ") for line in joined.splitlines() if line.strip()]
    return [(name, rest) for name, _, rest in parted]


def carry_out(image: Image, name: str, rest: str) -> None:
    """One instruction. Raises SystemExit where a command in it fails, or where this script does not know it."""
    match name:
        case "FROM" | "EXPOSE":
            return
        case "ARG":
            key, _, value = rest.partition("=")
            image.environment[key] = os.environ.get(key, value)
        case "ENV":
            key, _, value = rest.partition("=")
            image.environment[key] = value
        case "USER":
            image.user = rest
        case "WORKDIR":
            image.folder = rest
        case "CMD":
            image.command = [word.strip(' "') for word in rest.strip("[]").split(",")]
        case "COPY":
            _copy(image, shlex.split(rest))
        case "RUN":
            if image.run("/bin/sh", "-c", rest):
                raise SystemExit(f"failed: RUN {rest}")
        case _:
            raise SystemExit(f"{name} is not known here")


def _copy(image: Image, words: list[str]) -> None:
    """Files that git tracks, below the names given, which is what .dockerignore leaves of a clean clone."""
    names = [word for word in words if not word.startswith("--")]
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--", *names[:-1]], cwd=ROOT, capture_output=True, check=True
    )
    owner = image.run("chown", "root:root", image.folder) if image.user == "root" else 0
    for name in listed.stdout.decode().split("\0"):
        if name and (ROOT / name).is_file() and owner == 0:
            target = image.root / image.folder.lstrip("/") / name
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, target)
    if image.user != "root":
        subprocess.run(["chroot", image.root, "chown", "-R", f"{image.user}:", image.folder], check=True)


def main(words: list[str]) -> int:
    if not words:
        print(__doc__)
        return 2
    image = Image(Path(words[0]).resolve())
    command = words[words.index("--") + 1 :] if "--" in words else []
    for name, rest in instructions((ROOT / "Dockerfile").read_text(encoding="utf-8")):
        if command and name in ("RUN", "COPY"):
            continue
        started = time.monotonic()
        carry_out(image, name, rest)
        print(f"{time.monotonic() - started:6.0f} s  {name} {rest[:90]}", flush=True)
    return image.run(*command) if command else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
