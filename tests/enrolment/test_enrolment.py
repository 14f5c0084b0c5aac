"""Lists of students, extensions and archives, as people, Canvas and Moodle write them; and what is wrong in them."""

from __future__ import annotations

import zipfile
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autograder.enrolment import extensions, roster_file, system_ids, zips
from autograder.enrolment.extensions import Extension
from autograder.enrolment.roster_file import Person
from autograder.errors import CourseError
from autograder.grading import filled_tables

DUE = datetime(2027, 1, 10, 12)


def listed(folder: Path, text: str, encoding: str = "utf-8") -> list[Person]:
    path = folder / "list.csv"
    path.write_text(text, encoding=encoding)
    return roster_file.read(path, lambda name: {"04": "04_gpt"}[name])


# --- extensions ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "beyond"),
    [
        ("3", timedelta(days=3)),
        ("1.5 days", timedelta(hours=36)),
        ("36 hours", timedelta(hours=36)),
        ("6h", timedelta(hours=6)),
        ("2027-01-12", timedelta(days=2, hours=11, minutes=59, seconds=59)),
        ("2027-01-12 18:00", timedelta(days=2, hours=6)),
        ("2027-01-12 18:00+02:00", timedelta(days=2, hours=4)),
        ("2027-01-01", timedelta(0)),  # a date before the due date takes nothing away
    ],
)
def test_an_extension_in_words(text: str, beyond: timedelta) -> None:
    extension = Extension.read(text)
    assert extension is not None and extension.beyond(DUE) == beyond
    assert Extension.read(str(extension)) == extension
    assert extension.beyond(None) is None


@pytest.mark.parametrize("text", ["soon", "-3", "3 weeks", "12.1.2027", "2027-13-01", ""])
def test_no_extension(text: str) -> None:
    with pytest.raises(ValueError, match="write days"):
        Extension.read(text)


def test_a_date_beyond_the_calendar_is_no_extension() -> None:
    with pytest.raises(ValueError, match="too far away"):
        Extension.read("9999-12-31 23:59-14:00")


def test_zero_takes_one_back() -> None:
    assert Extension.read("0") is None
    three = Extension(length=timedelta(days=3))
    old = {"04_gpt": {"ada": three, "emmy": three}, "05": {"ada": three}}
    new = extensions.merged(old, {"04_gpt": {"ada": None, "noor": three}, "05": {"ada": None}})
    assert new == {"04_gpt": {"emmy": three, "noor": three}} and "ada" in old["04_gpt"]


def test_only_what_there_was_is_taken_back() -> None:
    old = {"00": {"ada": Extension(length=timedelta(days=1))}}
    assert extensions.taken_back(old, {"00": {"ada": None, "emmy": None}, "01": {"ada": None}}) == 1
    assert extensions.taken_back(old, {"00": {"ada": Extension(length=timedelta(days=2))}}) == 0


def test_more_time_in_the_whole_course() -> None:
    """It does not add up with a lesson's own extension: the longer one counts."""
    three, one = Extension(length=timedelta(days=3)), Extension(length=timedelta(days=1))
    date = Extension.read(f"{DUE + timedelta(days=5):%Y-%m-%d %H:%M}")
    table: extensions.Table = {extensions.ALL: {"ada": three}, "04_gpt": {"ada": one, "emmy": one}}

    def beyond(lesson: str, student: str) -> timedelta | None:
        return extensions.longest(extensions.of(table, lesson, student), DUE)

    assert beyond("04_gpt", "ada") == beyond("05", "ada") == timedelta(days=3)
    assert beyond("04_gpt", "emmy") == timedelta(days=1) and beyond("05", "emmy") is None
    assert date is not None
    table["04_gpt"]["ada"] = date
    assert beyond("04_gpt", "ada") == timedelta(days=5)
    assert extensions.longest(extensions.of(table, "04_gpt", "ada"), None) is None


def test_a_column_for_the_whole_course(tmp_path: Path) -> None:
    people = listed(tmp_path, "student,extension,extension 04\nada,36 hours,\nemmy,0,3\nnoor,,\n")
    assert [dict(person.extensions) for person in people] == [
        {extensions.ALL: Extension(length=timedelta(hours=36))},
        {extensions.ALL: None, "04_gpt": Extension(length=timedelta(days=3))},
        {},
    ]
    with pytest.raises(CourseError, match="line 2: the column extension is for all lessons and takes days"):
        listed(tmp_path, "student,extension\nada,2027-03-01\n")


@given(
    st.dictionaries(
        st.text(min_size=1),
        st.dictionaries(st.text(min_size=1), st.integers(1, 999), min_size=1),
    )
)
def test_what_is_written_is_read(table: dict[str, dict[str, int]]) -> None:
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        wanted = {
            k: {s: Extension(length=timedelta(hours=h)) for s, h in v.items()} for k, v in table.items()
        }
        extensions.write(Path(folder), wanted)
        assert extensions.read(Path(folder)) == wanted
        assert (Path(folder) / extensions.FILE).stat().st_mode & 0o077 == 0


def test_a_damaged_file_is_named(tmp_path: Path) -> None:
    (tmp_path / extensions.FILE).write_text('{"04": {"ada": "soon"}}')
    with pytest.raises(CourseError, match=r"extensions\.json cannot be read"):
        extensions.read(tmp_path)


# --- lists --------------------------------------------------------------------------------------------------------


def test_our_own_list(tmp_path: Path) -> None:
    people = listed(
        tmp_path,
        "student,first_name,last_name,extension 04\nada,Ada,Lovelace,3 days\n\nemmy,,,\nnoor,,,0\n",
        "utf-8-sig",
    )
    assert people[0] == Person("ada", "Ada", "Lovelace", extensions={"04_gpt": Extension(timedelta(days=3))})
    assert people[1].extensions == {} and people[2].extensions == {"04_gpt": None}


def test_semicolons_of_a_european_spreadsheet(tmp_path: Path) -> None:
    assert listed(tmp_path, "student;email\nada;a@example.org\n")[0].email == "a@example.org"


def test_canvas(tmp_path: Path) -> None:
    text = (
        "Student,ID,SIS User ID,SIS Login ID,Section,01_tokenization (123)\n"
        "    Points Possible,,,,,20\n"
        '"Lovelace, Ada",1815,S1,ada,A,19\n'
        '"Student, Test",77,,,A,\n'
    )
    assert listed(tmp_path, text) == [Person("ada", "Ada", "Lovelace", canvas_id="1815")]


def test_moodle(tmp_path: Path) -> None:
    text = "First name,Last name,ID number,Email address\nAda,Lovelace,1815,ada@example.org\n"
    assert listed(tmp_path, text) == [Person("1815", "Ada", "Lovelace", "ada@example.org", moodle_id="1815")]
    with pytest.raises(CourseError, match="Username or ID number is needed"):
        listed(tmp_path, "First name,Surname,Email address\nAda,Lovelace,ada@example.org\n")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("name\nada\n", "line 1: no column is called student"),
        ("student,phone\nada,1\n", "unknown column 'phone'"),
        ("student,student\nada,1\n", "two columns have the same name"),
        ("student,email\nada\n", "line 2: 1 fields where the first line has 2"),
        ("student\nada\nada\n", "line 3: ada stands in this list twice"),
        ("student\n../ada\n", r"line 2: '\.\./ada' cannot be the name of a folder"),
        ("student,email\n,a@example.org\n", "line 2: the student has no id"),
        ("student,extension 04\nada,soon\n", "line 2: 'soon' is no extension"),
        ("student\n", "names no student"),
        ("student\n@ada\n", "line 2: '@ada' begins with @, so spreadsheets"),
        ("student,canvas_id\nada,7\nemmy,7\n", "line 3: emmy has the ID 7, which ada has already"),
        ("student,lms_id\nada,7\nemmy,8\nkurt,7\n", "line 4: kurt has the ID 7, which ada has already"),
        ("student\nada\n\nAda\n", "line 4: Ada and ada differ only in upper and lower case"),
        ("student\nstraße\nSTRASSE\n", "line 3: STRASSE and straße differ only"),
        ("student\nJos\u00e9\nJose\u0301\n", "line 3: Jose\u0301 and Jos\u00e9 differ only"),
        (
            "student,email\nada,a@x.org\nemmy,A@X.org\n",
            r"line 3: emmy has the email A@X\.org, which ada has already",
        ),
        ('student,email\nada,"a@x.org\nb@x.org"\nemmy,\n', "line 2: email has a line break in it"),
        ('student,first_name\nemmy,\nada,"A\u2028da"\n', "line 3: first_name has a line break in it"),
        ('student,last_name\nada,"Lovelace\nemmy,Noether\n', "line 2: last_name has a line break"),
        ("student,lms_id\nada,18\x1b[31m15\n", "line 2: lms_id has a control character in it"),
        ("student,first_name\nada,<img src=x onerror=alert(1)>\n", "line 2: first_name has a < or > in it"),
        (f"student\n{'x' * 200_000}\n", "line 2: it cannot be read as CSV"),
        ("", "no column is called student"),
    ],
)
def test_a_list_with_a_mistake(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(CourseError, match=said):
        listed(tmp_path, text)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_a_list_as_a_spreadsheet_saves_it(
    tmp_path: Path, encoding: str, separator: str, capsys: pytest.CaptureFixture[str]
) -> None:
    text = "student,last_name\r\nada,Lovelacé\r\n".replace(",", separator)
    assert listed(tmp_path, text, encoding) == [Person("ada", last_name="Lovelacé")]
    guessed = "read as Windows-1252: is 'Lovelacé' spelled right?" in capsys.readouterr().out
    assert guessed == (encoding == "cp1252")


def test_a_table_that_people_fill_in_is_read_as_a_spreadsheet_saves_it(tmp_path: Path) -> None:
    path = tmp_path / "notes.csv"
    for encoding, separator in (("cp1252", ";"), ("utf-16", "\t"), ("utf-8-sig", ",")):
        path.write_text("student;note\nada;voilà\n".replace(";", separator), encoding=encoding)
        assert list(filled_tables.rows(path, ("student", "note"))) == [
            (2, {"student": "ada", "note": "voilà"})
        ]


def test_a_list_in_no_encoding(tmp_path: Path) -> None:
    (tmp_path / "list.csv").write_bytes(b"student\nad\x81a\n")
    with pytest.raises(CourseError, match="neither UTF-8, UTF-16 nor Windows-1252"):
        roster_file.read(tmp_path / "list.csv", str)


GERMAN = "Vorname;Nachname;Anmeldename;E-Mail-Adresse;Gruppen\nAda;Lovelace;ada1;ada@example.org;A\n"


@pytest.mark.parametrize(
    "columns",
    [
        "student=Anmeldename, first_name=Vorname, last_name=Nachname, email=E-Mail-Adresse",
        "student=3,first_name=1,last_name=2,email=4",
    ],
)
def test_a_list_in_another_language(tmp_path: Path, columns: str) -> None:
    (tmp_path / "list.csv").write_text(GERMAN, encoding="utf-8")
    with pytest.raises(CourseError, match=r'no column is called student.*--columns "student=Anmeldename'):
        roster_file.read(tmp_path / "list.csv", str)
    people = roster_file.read(tmp_path / "list.csv", str, roster_file.columns_of(columns))
    assert people == [Person("ada1", "Ada", "Lovelace", "ada@example.org")]


@pytest.mark.parametrize(
    ("columns", "said"),
    [
        ("student=Login", "no column 'Login'; there are 1 Vorname, 2 Nachname"),
        ("student=6", "no column '6'"),
        ("phone=1", "'phone=1' names no column"),
        ("first_name=1", "no column is called student"),
    ],
)
def test_a_mapping_that_fits_nothing(tmp_path: Path, columns: str, said: str) -> None:
    (tmp_path / "list.csv").write_text(GERMAN, encoding="utf-8")
    with pytest.raises(CourseError, match=said):
        roster_file.read(tmp_path / "list.csv", str, roster_file.columns_of(columns))


def test_two_systems_have_ids_of_their_own() -> None:
    """lms_id stands for the system that has none of its own, unless it is the other's number."""
    both = Person("ada", canvas_id="7", moodle_id="1815", lms_id="1815")
    assert (both.id_in("canvas"), both.id_in("moodle")) == ("7", "1815")
    old = Person("ada", lms_id="1815", moodle_id="1815")  # lms_id came from Moodle's list, long ago
    assert (old.id_in("canvas"), old.id_in("moodle")) == ("", "1815")
    one = Person("ada", lms_id="7")
    assert one.id_in("canvas") == one.id_in("moodle") == "7"


def test_the_ids_of_a_course_are_kept_apart_and_closed(tmp_path: Path) -> None:
    first = system_ids.merged({}, {"canvas": {"ada": "7"}, "moodle": {"ada": ""}})
    system_ids.write(tmp_path, system_ids.merged(first, {"moodle": {"ada": "1815"}}))
    assert system_ids.read(tmp_path) == {"canvas": {"ada": "7"}, "moodle": {"ada": "1815"}}
    assert (tmp_path / system_ids.FILE).stat().st_mode & 0o077 == 0
    (tmp_path / system_ids.FILE).write_text("[")
    with pytest.raises(CourseError, match=r"lms_ids\.json cannot be read"):
        system_ids.read(tmp_path)


# --- archives -----------------------------------------------------------------------------------------------------

PEOPLE = [
    Person("ada", "Ada", "Lovelace", lms_id="1815"),
    Person("emmy", "Emmy", "Noether", lms_id="1882"),
    Person("twin1", "Jo", "Doe", lms_id="1"),
    Person("twin2", "Jo", "Doe", lms_id="2"),
]
STEMS = ["02a_scores", "02b_heads"]


def archive(folder: Path, files: dict[str, bytes]) -> Path:
    path = folder / "all.zip"
    with zipfile.ZipFile(path, "w") as made:
        for name, content in files.items():
            made.writestr(name, content)
    return path


def test_a_zip_of_canvas(tmp_path: Path) -> None:
    files = {
        "lovelaceada_1815_100_02a_scores.ipynb": b"first",
        "lovelaceada_1815_100_02a_scores-2.ipynb": b"third",
        "lovelaceada_1815_100_02a_scores-1.ipynb": b"second",
        "lovelaceada_LATE_1815_101_02b_heads.ipynb": b"b",
        "noetheremmy_1882_102_02a_scores.ipynb": b"e",
        "noetheremmy_1882_102_notes.pdf": b"",
        "nobody_9_103_02a_scores.ipynb": b"",
        "readme.txt": b"",
    }
    found = zips.read(archive(tmp_path, files), PEOPLE, STEMS, "canvas")
    assert found.notebooks == {
        "ada": {"02a_scores": b"third", "02b_heads": b"b"},
        "emmy": {"02a_scores": b"e"},
    }
    assert found.late == {"ada"}
    left = dict(found.left)
    assert len(left) == 5 and "later attempt" in left["lovelaceada_1815_100_02a_scores-1.ipynb"]
    assert "later attempt" in left["lovelaceada_1815_100_02a_scores.ipynb"]
    assert "nobody in the gradebook" in left["nobody_9_103_02a_scores.ipynb"]
    assert "02a_scores.ipynb or 02b_heads.ipynb" in left["noetheremmy_1882_102_notes.pdf"]


@pytest.mark.parametrize(
    "between", ["_assignsubmission_file_/", "_assignsubmission_file/", "_assignsubmission_file_"]
)
def test_a_zip_of_moodle(tmp_path: Path, between: str) -> None:
    files = {
        f"Ada Lovelace_34512{between}02a_scores.ipynb": b"a",
        f"noether emmy_34513{between}02a_scores (1).ipynb": b"e",
        f"Jo Doe_34514{between}02a_scores.ipynb": b"?",
        f"Participant 7_34515{between}02a_scores.ipynb": b"?",
    }
    found = zips.read(archive(tmp_path, files), PEOPLE, STEMS, "moodle")
    assert found.notebooks == {"ada": {"02a_scores": b"a"}, "emmy": {"02a_scores": b"e"}}
    assert sorted(reason for _, reason in found.left) == [
        "nobody in the gradebook has this id or name",
        "two students have this name",
    ]


def test_two_people_of_one_name_in_moodle_and_one_id_in_canvas(tmp_path: Path) -> None:
    """The gradebook knows one of them; in which the other's work would take its place."""
    files = {
        "Ada Lovelace_10_assignsubmission_file_/02a_scores.ipynb": b"hers",
        "LOVELACE  Ada_500_assignsubmission_file_/02a_scores.ipynb": b"the other's",
        "Emmy Noether_11_assignsubmission_file_/02a_scores.ipynb": b"e",
        "Emmy Noether_011_assignsubmission_file_/02b_heads.ipynb": b"e2",
    }
    found = zips.read(archive(tmp_path, files), PEOPLE, STEMS, "moodle")
    assert set(found.notebooks) == {"emmy"} and len(found.notebooks["emmy"]) == 2
    assert len(found.left) == 2 and all("numbers 10, 500" in reason for _, reason in found.left)
    people = [*PEOPLE, Person("double", "A", "B", lms_id="1815")]
    found = zips.read(archive(tmp_path, {"x_1815_1_02a_scores.ipynb": b"?"}), people, STEMS, "canvas")
    assert not found.notebooks and found.left[0][1] == "two students have this id"


def test_one_absurd_name_does_not_stop_the_archive(tmp_path: Path) -> None:
    """A student chooses the file's name, and Canvas keeps it."""
    digits = "9" * 5000
    files = {
        "a_1815_1_02a_scores.ipynb": b"a",
        f"e_1882_2_02a_scores-{digits}.ipynb": b"e",
        f"x_1_{digits}_n": b"x",
    }
    found = zips.read(archive(tmp_path, files), PEOPLE, STEMS, "canvas")
    assert found.notebooks == {"ada": {"02a_scores": b"a"}} and len(found.left) == 2


def test_a_damaged_file_leaves_the_others_and_the_earlier_attempt(tmp_path: Path) -> None:
    files = {f"e_1882_2_02a_scores{n}.ipynb": b"[1, 2]" * 3000 for n in ("", "-1")} | {
        "a_1815_1_02a_scores.ipynb": b"a"
    }
    path = tmp_path / "all.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as made:
        for name, content in files.items():
            made.writestr(name, content)
    whole = path.read_bytes()
    at = whole.index(b"e_1882_2_02a_scores-1.ipynb") + len("e_1882_2_02a_scores-1.ipynb") + 4
    path.write_bytes(whole[:at] + b"\xff" * 20 + whole[at + 20 :])
    found = zips.read(path, PEOPLE, STEMS, "canvas")
    assert set(found.notebooks) == {"ada", "emmy"}
    ((name, reason),) = found.left
    assert name == "e_1882_2_02a_scores-1.ipynb" and "download the archive again" in reason


def test_the_only_notebook_of_a_lesson_may_have_any_name(tmp_path: Path) -> None:
    files = {"a_1815_1_my work.ipynb": b"a", "a_1882_1_../../x.ipynb": b"e"}
    found = zips.read(archive(tmp_path, files), PEOPLE, ["00_welcome"], "canvas")
    assert found.notebooks == {"ada": {"00_welcome": b"a"}, "emmy": {"00_welcome": b"e"}}


def test_what_is_no_zip(tmp_path: Path) -> None:
    path = tmp_path / "x.zip"
    path.write_text("no")
    with pytest.raises(CourseError, match="no zip archive"):
        zips.read(path, PEOPLE, STEMS, "canvas")
    with pytest.raises(CourseError, match="no zip archive"):
        zips.read(tmp_path / "missing.zip", PEOPLE, STEMS, "canvas")
