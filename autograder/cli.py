"""The command `autograder`: one subcommand per task, each in a file of its own under autograder/commands/."""

from __future__ import annotations

import argparse
import errno
import importlib
import importlib.metadata
import os
import sys
from typing import Any

from autograder.errors import INSTALL, INSTALL_INSTRUCTOR, CourseError

# subcommand → (module under autograder.commands, one line for --help)
COMMANDS = {
    "fetch": "fetch the data and weights that lessons use into the cache",
    "release": "build the notebooks that students get: source/ → course/",
    "solutions": "execute the reference solutions with papermill and report",
    "audit": "prove that the checks of each lesson do what they promise",
    "roster": "read names and extensions from a table, or from Canvas or Moodle",
    "collect": "sort the zip of submissions from Canvas or Moodle into submitted/",
    "grade": "grade a whole class in parallel, into nbgrader's gradebook",
    "regrade": "answer requests for a regrade, or grade everyone again after an erratum",
    "written": "grade written answers in groups, next to the rubric",
    "codes": "make a code for each student, for numbers of their own in written questions",
    "feedback": "make the pages that students get back, from the points as they are now",
    "export": "write grades in the form that Canvas, Moodle or a spreadsheet reads",
    "history": "show who changed which points, when and why",
    "report": "write one page about a graded class: what to teach again, who has fallen behind",
    "give-back": "pack feedback or practice as Canvas or Moodle take it, or in a folder for each student",
    "forget": "remove everything that the course holds about one student",
    "practice": "make notebooks of bug hunts from known mistakes, for after the deadline",
    "ta-folder": "make a folder in which a teaching assistant grades written answers, without solutions",
    "demo": "fetch, release, run and grade a small class with nbgrader",
    "doctor": "check that everything is here, and say what to type if it isn't",
    "bundle": "pack the released lessons and their packages into one zip for students",
    "new-lesson": "make the folder of a new lesson, small but complete",
    "progress": "show which exercises you have solved on this machine",
}
# What to do about an error of the operating system that no command expects, by its number.
TO_DO = {
    **dict.fromkeys((errno.ENOSPC, errno.EDQUOT, errno.EFBIG), "Make room there"),
    **dict.fromkeys(
        (errno.EACCES, errno.EPERM, errno.EROFS), "Make that place readable and writable for you"
    ),
    **dict.fromkeys((errno.EISDIR, errno.ENOTDIR, errno.EEXIST), "Move away what is in its place"),
    errno.EAGAIN: "Raise the limit on processes, with ulimit -u",
    errno.ENOENT: "Look whether that path is right",
    **dict.fromkeys((errno.EMFILE, errno.ENFILE), "Raise the limit on open files, with ulimit -n"),
}
NO_THREAD = "can't start new thread"  # what Python says where a user may have no more processes
STUDENTS = {"fetch", "doctor", "progress"}  # these do without the packages of the extra `instructor`


def main(arguments: list[str] | None = None) -> int:
    """Run one subcommand and return its exit code: 0 done, 1 something fell short, 2 wrong use or no way to do it."""
    parser = argparse.ArgumentParser(
        prog="autograder", description="Build, prove and grade the lessons of this course."
    )
    parser.add_argument("--version", action="version", version=f"%(prog)s {_version()}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    wanted = next(
        (word for word in (sys.argv[1:] if arguments is None else arguments) if word in COMMANDS), None
    )
    try:
        for name, summary in COMMANDS.items():
            if name == wanted:
                _add(commands, name, summary)
            else:
                commands.add_parser(name, help=summary, add_help=False)
        options = parser.parse_args(arguments)
        return options.run(options)
    except CourseError as error:
        print(f"autograder {wanted}: {error}", file=sys.stderr)
        return 2
    except ModuleNotFoundError as error:
        if not error.name or error.name.partition(".")[0] in ("autograder", "utils"):
            raise  # a mistake of ours
        install = INSTALL if wanted in STUDENTS else INSTALL_INSTRUCTOR
        print(
            f"autograder {wanted}: the package {error.name} is missing: in the course folder, type {install}",
            file=sys.stderr,
        )
        return 2
    except BrokenPipeError:  # whoever read what it prints, such as head, has ended
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 2
    except (OSError, RuntimeError) as error:
        if isinstance(error, RuntimeError):
            if NO_THREAD not in str(error):
                raise  # a mistake of ours
            error = BlockingIOError(errno.EAGAIN, str(error))
        if os.environ.get("AUTOGRADER_DEBUG"):
            raise
        print(f"autograder {wanted}: {_refused(error)}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print(f"autograder {wanted}: stopped", file=sys.stderr)
        return 130


def _refused(error: OSError) -> str:
    """One sentence about what this machine refused: what, where, and what to do about it."""
    where = f"{error.filename}: " if error.filename is not None else ""
    what = error.strerror or f"{type(error).__name__}: {error}"
    to_do = TO_DO.get(error.errno or 0, "Set AUTOGRADER_DEBUG=1 to see where it happened")
    return f"{where}{what}; what was done before is kept. {to_do}, and run the same command again"


def _version() -> str:
    """The course's version, as it was installed."""
    try:
        return importlib.metadata.version("transformer-course")
    except importlib.metadata.PackageNotFoundError:
        return "of a folder that was never installed"


def _add(commands: Any, name: str, summary: str) -> None:
    """Import the module of the wanted command, and no other: some of them import torch."""
    module = importlib.import_module(f"autograder.commands.{name.replace('-', '_')}")
    command = commands.add_parser(
        name,
        help=summary,
        description=module.__doc__,
        epilog=getattr(module, "EXAMPLES", None),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    module.add_arguments(command)
    command.set_defaults(run=module.run)


if __name__ == "__main__":
    sys.exit(main())
