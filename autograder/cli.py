"""The command `autograder`: one subcommand per task, each in a file of its own under autograder/commands/."""

from __future__ import annotations

import argparse
import errno
import importlib
import importlib.metadata
import os
import sys
from typing import Any

from autograder.errors import INSTALL, INSTALL_INSTRUCTOR, CourseError, did_you_mean, to_type

# who types it → subcommand → one line for --help; the module of the same name in autograder.commands does it
GROUPS = {
    "if you take the course": {
        "doctor": "check that everything is installed, and say what to type if it isn't",
        "progress": "show which exercises you have solved on this machine",
        "fetch": "fetch the data and weights that lessons use, before you travel, for example",
    },
    "before the term": {
        "demo": "build and solve one lesson, and grade a small made-up class",
        "bundle": "pack the released lessons and their packages into one zip for students",
        "roster": "read names and extensions from a table, or from Canvas or Moodle",
        "codes": "make a code for each student, for numbers of their own in written questions",
    },
    "every week": {
        "collect": "sort the zip of submissions from Canvas or Moodle into submitted/",
        "grade": "grade a whole class in parallel, into nbgrader's gradebook",
        "written": "grade written answers in groups, next to the rubric",
        "report": "write one page about a graded class: what to teach again, who has fallen behind",
        "feedback": "make the pages that students get back, from the points as they are now",
        "give-back": "pack feedback or practice as Canvas or Moodle take it, or in a folder for each student",
        "export": "write grades in the form that Canvas, Moodle or a spreadsheet reads",
        "practice": "make notebooks of bug hunts from known mistakes, for after the deadline",
    },
    "now and then": {
        "regrade": "answer requests for a regrade, or grade everyone again after an erratum",
        "history": "show who changed which points, when and why",
        "ta-folder": "make a folder in which a teaching assistant grades written answers, without solutions",
        "forget": "remove everything that the course holds about one student",
    },
    "if you change the course": {
        "new-lesson": "make the folder of a new lesson, small but complete",
        "release": "build the notebooks that students get: source/ → course/",
        "solutions": "run the notebooks with the reference solutions, and report",
        "audit": "prove that the checks of each lesson do what they promise",
    },
}
COMMANDS = {name: summary for group in GROUPS.values() for name, summary in group.items()}
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
    typed = sys.argv[1:] if arguments is None else arguments
    wanted = next((word for word in typed if word in COMMANDS), None)
    if typed and typed[0] not in COMMANDS and not typed[0].startswith("-"):
        told = f"there is no command {typed[0]!r}{did_you_mean(typed[0], COMMANDS)}"
        print(
            f"autograder: {told}{'' if told.endswith('?') else ';'} {to_type('autograder --help')} lists them",
            file=sys.stderr,
        )
        return 2
    parser = argparse.ArgumentParser(
        prog="autograder",
        usage="autograder COMMAND ...",
        description="Take this course, teach it, or change it.",
        epilog=_listed(),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"%(prog)s {_version()}")
    if not typed:
        parser.print_help(sys.stderr)
        return 2
    commands = parser.add_subparsers(
        dest="command", required=True, metavar="COMMAND", help=argparse.SUPPRESS, prog="autograder"
    )
    try:
        for name in COMMANDS:
            if name == wanted:
                _add(commands, name)
            else:
                commands.add_parser(name, add_help=False)
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


def _listed() -> str:
    """All commands, in groups of those who type them."""
    width = max(map(len, COMMANDS))
    groups = [
        "\n".join([f"{title}:", *(f"  {name:<{width}}  {summary}" for name, summary in group.items())])
        for title, group in GROUPS.items()
    ]
    return "\n\n".join([*groups, "autograder COMMAND --help shows its options, and examples."])


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


def _add(commands: Any, name: str) -> None:
    """Import the module of the wanted command, and no other: some of them import torch."""
    module = importlib.import_module(f"autograder.commands.{name.replace('-', '_')}")
    command = commands.add_parser(
        name,
        description=module.__doc__,
        epilog=getattr(module, "EXAMPLES", None),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    module.add_arguments(command)
    command.set_defaults(run=module.run)


if __name__ == "__main__":
    sys.exit(main())
