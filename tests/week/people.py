"""The people of the class: ordinary names, and every odd one; and the lists that Canvas and Moodle give of them."""

from __future__ import annotations

import csv
import io
import zipfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from .made_work import Work

ODD = [
    ("0012345", "Ada", "O'Brien"),
    ("0000007", "James", "Bond"),
    ("null", "Jennifer", "Null"),
    ("zoë", "Zoë", "Müller-Lüdenscheidt"),
    ("zhangwei", "伟", "张"),
    ("jsmith1", "John", "Smith"),
    ("jsmith2", "John", "Smith"),
    ("formula", "=1+1", "Tables"),
    ("1e5", "Noor", "el-Amin"),
    ("true", "Plato", ""),
    ("o.brien", "Conan", "O’Brien"),
    ("j-r_tolkien", "J. R. R.", "Tolkien"),
]
TWINS = ("jsmith1", "jsmith2")
REFUSED = {  # a list → what the refusal has to say
    "student,first_name\nAnna,A\nanna,B\n": "line 3",
    "student,first_name\nbobby,<b>Bobby</b>\n": "line 2",
    "student,canvas_id\nnew1,77\nnew2,77\n": "77",
}


@dataclass(frozen=True)
class Student:
    id: str
    first: str
    last: str
    number: int  # from which the systems' ids are made

    @property
    def canvas(self) -> str:
        return str(40000 + self.number)

    @property
    def moodle(self) -> str:
        return str(70000 + self.number)

    @property
    def full(self) -> str:
        return f"{self.first} {self.last}".strip()


def people(count: int) -> list[Student]:
    ordinary = [(f"s{number:03}", f"Kim{number}", f"Lee{number}") for number in range(len(ODD), count)]
    return [Student(*names, number) for number, names in enumerate([*ODD[:count], *ordinary])]


def _table(path: Path, rows: Iterable[Iterable[str]], encoding: str, delimiter: str = ",") -> None:
    text = io.StringIO()
    csv.writer(text, delimiter=delimiter).writerows(rows)
    path.write_bytes(text.getvalue().encode(encoding))


def write_lists(root: Path, students: Iterable[Student]) -> None:
    """Our own columns as UTF-16, and Moodle's participants in German, with semicolons."""
    rows = [[s.id, s.first, s.last, s.canvas] for s in students]
    _table(root / "class.csv", [["student", "first_name", "last_name", "canvas_id"], *rows], "utf-16", "\t")
    rows = [[s.first, s.last, s.moodle, f"{s.number}@example.org", s.id] for s in students]
    german = ["Vorname", "Nachname", "ID-Nummer", "E-Mail-Adresse", "Anmeldename"]
    _table(root / "teilnehmer.csv", [german, *rows], "utf-8-sig", ";")


MAPPED = "student=Anmeldename, first_name=Vorname, last_name=2, email=E-Mail-Adresse, moodle_id=ID-Nummer"


def write_archive(path: Path, system: str, handed_in: Mapping[Student, Work]) -> None:
    """All that was handed in, named as Canvas or Moodle names it."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for student, work in handed_in.items():
            for place, (name, content) in enumerate(work.files.items()):
                if system == "moodle":
                    archive.writestr(f"{begins(student)}_assignsubmission_file_/{name}", content)
                else:
                    late = "LATE_" if work.kind == "late" else ""
                    letters = "".join(filter(str.isalnum, f"{student.last}{student.first}".lower()))
                    submission = 900000 + 10 * student.number + place
                    archive.writestr(f"{letters}_{late}{student.canvas}_{submission}_{name}", content)
        archive.writestr("nobody_1_2_00_welcome.ipynb", b"{}")


def begins(student: Student) -> str:
    """How the names of a student's files begin in Moodle's archive."""
    return f"{student.full}_{30000 + student.number}"
