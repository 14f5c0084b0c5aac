"""A virtual machine with a Debian kernel over this machine's own files, for what needs another kernel's settings.

`run(command)` boots it with control groups of version 2 alone, as every distribution has them by now, and runs a
command in it as root. Its root is this machine's, read over 9p and never written: what the command writes lies in its
memory, but for one folder that is shared. It needs qemu and the kernel's package, unpacked or installed; its processor
is emulated, because KVM inside a virtual machine is often offered and seldom works.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

KERNEL_FOLDER = "AUTOGRADER_TEST_KERNEL"  # where a linux-image package was unpacked; without it, /
QEMU = "qemu-system-x86_64"
MEMORY = 10_000  # megabytes; of the host only what is used
_MODULES = ("virtio_pci", "9pnet_virtio", "9p", "overlay")
_INIT = Path(__file__).with_name("machine_init.py")
_INSTALL = "apt-get install qemu-system-x86 linux-image-amd64"


def why_not() -> str | None:
    """Why this machine cannot do it; None where it can."""
    if os.uname().machine != "x86_64":
        return "the virtual machine of this test is an x86_64"
    if shutil.which(QEMU) is None:
        return f"{QEMU} is not installed: {_INSTALL}"
    if _kernel() is None:
        return f"there is no Debian kernel to boot: {_INSTALL}, or unpack its package and set {KERNEL_FOLDER}"
    if os.geteuid() != 0:
        return "only root can read all that the machine's root folder needs"
    return None


def run(command: list[str], folder: Path, timeout: float) -> tuple[int, str]:
    """Exit code and output of a command in the machine, whose working folder is this one. folder: shared, writable."""
    kernel = _kernel()
    assert kernel is not None, why_not()
    initrd = folder / "initrd"
    initrd.write_bytes(_archive(dict(_initial_files(*kernel))))
    (folder / "command.json").write_text(
        json.dumps({"command": command, "cwd": os.getcwd(), "environment": _environment()})
    )
    shares = []
    for tag, path, options in [("root", "/", ",readonly=on"), ("out", str(folder), "")]:
        shares += [
            "-virtfs",
            f"local,path={path},mount_tag={tag},security_model=none,multidevs=remap{options}",
        ]
    words = [
        QEMU, "-machine", "q35,accel=tcg", "-cpu", "max", "-smp", "2", "-m", str(MEMORY), "-nodefaults",
        "-no-user-config", "-display", "none", "-no-reboot", "-serial", f"file:{folder / 'console'}",
        "-kernel", str(kernel[0]), "-initrd", str(initrd), *shares,
        "-append", "console=ttyS0 quiet panic=-1 nokaslr rdinit=/init",
    ]  # fmt: skip
    subprocess.run(words, check=True, timeout=timeout, capture_output=True)
    output = folder / "output"
    console = (folder / "console").read_text(errors="replace")
    if not (folder / "code").exists():
        raise RuntimeError(f"the virtual machine ended without an answer; its console:\n{console[-3000:]}")
    return int((folder / "code").read_text()), output.read_text(errors="replace")


def _environment() -> dict[str, str]:
    return {
        "PATH": os.environ["PATH"],
        "HOME": os.environ.get("HOME", "/root"),
        "LANG": "C.UTF-8",
        "OMP_NUM_THREADS": "1",
        "PYTHONDONTWRITEBYTECODE": "1",
    }


def _kernel() -> tuple[Path, Path] | None:
    """The newest kernel with 9p, and the folder of its modules."""
    root = Path(os.environ.get(KERNEL_FOLDER) or "/")
    for image in sorted(root.glob("boot/vmlinuz-*"), reverse=True):
        for base in (root, root / "usr"):
            modules = base / "lib" / "modules" / image.name.removeprefix("vmlinuz-")
            if any(modules.rglob("9pnet_virtio.ko")):
                return image, modules
    return None


def _initial_files(_: Path, modules: Path) -> Iterator[tuple[str, Path]]:
    """Path in the first root folder → file here: Python, its libraries, drivers, and the first program."""
    yield "init.py", _INIT
    yield "python", Path(sys.executable).resolve()
    imported = "import ctypes, glob, json, os, subprocess, sys, traceback"  # as machine_init.py does
    files = "(m.__file__ for m in sys.modules.values() if getattr(m, '__file__', 0))"
    code = f"{imported}; print(sys.base_prefix, *{files})"
    prefix, *found = subprocess.run(
        [str(Path(sys.executable).resolve()), "-S", "-E", "-c", code],
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split()
    for name in found:
        yield name.lstrip("/"), Path(name)
    landmark = Path(prefix, "lib", f"python{sys.version_info[0]}.{sys.version_info[1]}", "os.py")
    yield str(landmark).lstrip("/"), landmark
    objects = [str(Path(sys.executable).resolve()), *(name for name in found if name.endswith(".so"))]
    for line in subprocess.run(
        ["ldd", *objects], capture_output=True, text=True, check=True
    ).stdout.splitlines():
        if library := re.search(r"(/\S+) \(0x", line):
            yield library[1].lstrip("/"), Path(library[1]).resolve()
    for number, path in enumerate(_drivers(modules)):
        yield f"drivers/{number:02}.ko", path


def _drivers(modules: Path) -> list[Path]:
    """The modules that are needed and those that they need, in the order in which they must be loaded."""
    files = {path.stem.replace("-", "_"): path for path in modules.rglob("*.ko")}
    ordered: list[Path] = []

    def add(name: str) -> None:
        path = files.get(name.replace("-", "_"))
        if path is None or path in ordered:
            return  # built into the kernel
        depends = re.search(rb"\0depends=([^\0]*)\0", path.read_bytes())
        for other in depends[1].decode().split(",") if depends else []:
            add(other)
        ordered.append(path)

    for name in _MODULES:
        add(name)
    return ordered


def _archive(files: dict[str, Path]) -> bytes:
    """A cpio archive (newc), as the kernel unpacks it."""
    folders = sorted({str(parent) for name in files for parent in Path(name).parents} - {"."})
    script = b"#!/python -SE\nexec(compile(open('/init.py').read(), '/init.py', 'exec'))\n"
    entries = [(name, 0o040755, b"") for name in folders]
    entries += [("dev", 0o040755, b""), ("init", 0o100755, script)]
    entries += [(name, 0o100755, path.read_bytes()) for name, path in files.items()]
    blocks = [_entry(number, *entry) for number, entry in enumerate([*entries, ("TRAILER!!!", 0, b"")], 1)]
    return b"".join(blocks)


def _entry(number: int, name: str, mode: int, content: bytes) -> bytes:
    path = name.encode() + b"\0"
    fields = [number, mode, 0, 0, 1, 0, len(content), 0, 0, 0, 0, len(path), 0]
    head = b"070701" + b"".join(b"%08X" % field for field in fields) + path
    return head + bytes(-len(head) % 4) + content + bytes(-len(content) % 4)
