"""The virtual machine's first program (machine.py): mount, enter the host's root folder, run a command, power off.

Only what machine.py has put beside it is there before the root folder is.
"""

import ctypes
import glob
import json
import os
import subprocess
import sys
import traceback

libc = ctypes.CDLL(None, use_errno=True)
FINIT_MODULE = 313  # x86_64
POWER_OFF = 0x4321FEDC
MOVE = 8192


def mount(source: str, target: str, kind: str, options: str = "", flags: int = 0) -> None:
    os.makedirs(target, exist_ok=True)
    words = [text.encode() for text in (source, target, kind)]
    if libc.mount(*words, ctypes.c_ulong(flags), options.encode()):
        raise OSError(ctypes.get_errno(), f"mount {kind} on {target}")


def load(path: str) -> None:
    with open(path, "rb") as file:
        if libc.syscall(FINIT_MODULE, file.fileno(), b"", 0):
            raise OSError(ctypes.get_errno(), f"load {path}")


def main() -> None:
    for path in sorted(glob.glob("/drivers/*.ko")):
        load(path)
    over_9p = "trans=virtio,version=9p2000.L,msize=512000,cache=loose"
    mount("root", "/lower", "9p", over_9p, 1)
    mount("tmpfs", "/upper", "tmpfs")
    os.makedirs("/upper/new")
    os.makedirs("/upper/work")
    mount("overlay", "/root", "overlay", "lowerdir=/lower,upperdir=/upper/new,workdir=/upper/work")
    mount("out", "/root/mnt", "9p", "trans=virtio,version=9p2000.L,msize=512000")
    for kind, target in [
        ("proc", "proc"),
        ("sysfs", "sys"),
        ("devtmpfs", "dev"),
        ("tmpfs", "tmp"),
        ("tmpfs", "run"),
    ]:
        mount(kind, f"/root/{target}", kind, "mode=1777" if target == "tmp" else "")
    mount("tmpfs", "/root/dev/shm", "tmpfs")
    mount("devpts", "/root/dev/pts", "devpts")
    mount("cgroup2", "/root/sys/fs/cgroup", "cgroup2")
    os.chdir("/root")
    mount(".", "/", "", flags=MOVE)  # as switch_root does: in a mere chroot nobody may make a user namespace
    os.chroot(".")
    os.chdir("/")
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        if not os.path.lexists(f"/dev/{name}"):
            os.symlink(f"/proc/self/fd/{number}", f"/dev/{name}")
    if not os.path.lexists("/dev/fd"):
        os.symlink("/proc/self/fd", "/dev/fd")
    with open("/mnt/command.json") as file:
        asked = json.load(file)
    with open("/mnt/output", "w") as output:
        code = subprocess.call(
            asked["command"],
            cwd=asked["cwd"],
            env=asked["environment"],
            stdout=output,
            stderr=output,
            stdin=subprocess.DEVNULL,
        )
    with open("/mnt/code", "w") as file:
        file.write(str(code))


try:
    main()
except BaseException:
    traceback.print_exc(file=sys.stderr)
finally:
    sys.stdout.flush()
    os.sync()
    libc.reboot(ctypes.c_int(POWER_OFF))
