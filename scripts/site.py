"""Gather the pages of the course's site: lessons with what they draw, a week plan, a glossary, errata, pages of docs/.

The downloads, of each lesson and of the whole course, hold all that it takes to work on them.

    python scripts/site.py FOLDER [BUILD]    FOLDER is made anew; executed notebooks are read from BUILD/solutions

`make site` calls it, and then Jupyter Book. Lessons are those of git's last commit. No answer of a reference notebook
is on the site, and nothing of source/. The environment's SITE_URL is where the site will be: the image in a preview of
a link needs the whole address.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
import tempfile
from pathlib import Path

import yaml

from autograder.errors import CourseError
from autograder.release import bundle
from utils import own_model
from utils.plots import course_map, whole_model

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "scripts"))  # a test loads this file from elsewhere
import errata  # noqa: E402
import front  # noqa: E402
import glossary  # noqa: E402
import lesson_pages  # noqa: E402
import plain_text  # noqa: E402
import released  # noqa: E402

# Pages for students and for those who teach. What authors read shows wrong answers and stays in the repository.
DOCS = (
    "students", "laptop", "accessibility", "not_tried", "instructors", "personal_data", "hub", "containers", "scale"
)  # fmt: skip
# in docs/students.md, where the site has the repository's address, if it is known, and a link to the download
CLONE = "`git clone` and the address that your instructor gave you"
SITE = "the course's site"


def gather(root: Path, folder: Path, build: Path, course: Path, wheel: Path) -> list[str]:
    """Write all pages and the table of contents into `folder`; returns the notebooks that have no outputs.

    course: the released lessons. wheel: the course's packages, for the downloads.
    """
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(root / "docs" / "site", folder, dirs_exist_ok=True)
    shutil.copy(root / "docs" / "images" / "preview.png", folder / "_static")
    whole = _pack(course, wheel, folder / "_static" / "downloads")
    notebooks = sorted(course.glob("*/*.ipynb"))
    openings = [lesson_pages.opening(path) for path in notebooks]
    without = [path.stem for path in notebooks if not _write_lesson(path, folder, build)]
    titles = front.titles((root / "README.md").read_text(encoding="utf-8"))
    _write_docs(root, folder, whole)
    pages = {
        "index": front.front(root, openings, whole),
        "week_plan": front.week_plan(openings),
        "opening_line": _opening_line(),
        "glossary": glossary.page(glossary.read(root), glossary.bold_in(course), openings),
        "errata": errata.page(root / "CHANGELOG.md", titles),
        "citing": front.citing(root / "CITATION.cff"),
    }
    for name, text in pages.items():
        (folder / f"{name}.md").write_text(text, encoding="utf-8")
    (folder / "_toc.yml").write_text(_contents(openings, titles), encoding="utf-8")
    _configure(folder / "_config.yml", root / "CITATION.cff")
    return without


def _pack(course: Path, wheel: Path, downloads: Path) -> Path:
    """Write a zip of each lesson and one of all; returns the latter."""
    lessons = sorted({path.parent for path in course.glob("*/*.ipynb")})
    for lesson in lessons:
        bundle.pack([lesson], wheel, downloads / f"{lesson.name}.zip")
    return bundle.pack(lessons, wheel, downloads / bundle.file_name())


def _write_lesson(path: Path, folder: Path, build: Path) -> bool:
    """Write the page of a released notebook; returns whether it has outputs."""
    executed = build / "solutions" / path.parent.name / path.name
    return lesson_pages.write(
        path, folder / "lessons" / path.name, executed, _top(path.stem, path.parent.name)
    )


def _top(stem: str, lesson: str) -> str:
    """What follows a page's title: where to get the notebook, and at a lesson's beginning the model so far, as HTML."""
    number = stem[:2]
    zipped = (
        f'<a href="../_static/downloads/{lesson}.zip">Download lesson {number}</a>, unpack it, and type the two '
        "commands in its <code>START.md</code>."
    )
    whole = "You can also <a href='../docs/students.html#start'>get the whole course</a>."
    shown = [f"<p>{zipped} {whole}</p>"]
    if not re.match(r"\d\d[b-z]", stem):
        shown.append(f"<div>{whole_model.show(number).html()}</div>")
    if number == "00":
        shown.append(f"<div>{course_map.show(stem).html()}</div>")
    return lesson_pages.linked("".join(shown))


def _write_docs(root: Path, folder: Path, whole: Path) -> None:
    """Copy the pages of docs/ that are on the site. whole: the download of the whole course."""
    target = folder / "docs"
    target.mkdir()
    for name in DOCS:
        shutil.copy(root / "docs" / f"{name}.md", target)
    for part in ("images", "hub"):
        shutil.copytree(root / "docs" / part, target / part)
    for path in target.rglob("*.md"):
        text = front.with_titles(_local_links(path), root / "docs")
        path.write_text(plain_text.marked(text), encoding="utf-8")
    students = target / "students.md"
    students.write_text(_with_addresses(students.read_text(encoding="utf-8"), root, whole), encoding="utf-8")


def _with_addresses(text: str, root: Path, whole: Path) -> str:
    """The page for students with a link to the download and, once CITATION.cff has it, the repository's address."""
    here = f"[this site](../_static/downloads/{whole.name}) ({front.megabytes(whole)})"
    if address := front.repository(root / "CITATION.cff"):
        text = text.replace(CLONE, f"`git clone {address}` ([the repository]({address}))")
    return text.replace(SITE, here)


def _local_links(path: Path) -> str:
    """A page's text, where links to pages of the repository that the site does not have are words."""

    def link(found: re.Match[str]) -> str:
        there = (path.parent / found[2].partition("#")[0]).exists()
        return found[0] if there and not found[2].startswith("..") else found[1]

    return re.sub(
        r"(?<!!)\[([^\]]+)\]\((?!https?:|#|mailto:)([^)]*)\)", link, path.read_text(encoding="utf-8")
    )


def _opening_line() -> str:
    """The opening line as every model of the course continues it, with what the reference solutions wrote."""
    return "\n\n".join(
        [
            "# One line, from letters to the capstone",
            f"Every model in this course continues the same line: *{own_model.OPENING_LINE} …* This page shows what "
            "the reference solutions wrote. In your notebooks, the table at the end of the course shows your own "
            "models instead.",
            "```{raw} html\n" + own_model.show_openings(yours=False).html() + "\n```",
        ]
    )


def _contents(openings: list[lesson_pages.Opening], titles: dict[str, str]) -> str:
    """Jupyter Book's table of contents: how to begin, a part for each lesson, reference, teaching."""

    def part(caption: str, files: list[str]) -> dict:
        return {"caption": caption, "chapters": [{"file": file} for file in files]}

    def lesson(number: str) -> dict:
        here = [each for each in openings if each.number[:2] == number]
        chapters = [{"file": f"lessons/{each.stem}", "title": each.short_title} for each in here]
        return {"caption": f"{number} · {titles[number]}", "chapters": chapters}

    parts = [part("Begin", ["docs/students", "week_plan", "docs/laptop", "docs/accessibility"])]
    parts += [lesson(number) for number in sorted({each.number[:2] for each in openings})]
    parts += [
        part("Reference", ["opening_line", "glossary", "errata", "docs/not_tried", "citing"]),
        part(
            "Teach it",
            ["docs/instructors", "docs/personal_data", "docs/hub", "docs/containers", "docs/scale"],
        ),
    ]
    return yaml.safe_dump(
        {"format": "jb-book", "root": "index", "parts": parts}, allow_unicode=True, sort_keys=False
    )


def _configure(config: Path, citation: Path) -> None:
    """Fill in what CITATION.cff and SITE_URL say: names, the year, the repository, the image of a link to the site."""
    known = yaml.safe_load(citation.read_text(encoding="utf-8"))
    settings = yaml.safe_load(config.read_text(encoding="utf-8"))
    settings["author"] = ", ".join(each["name"] for each in known["authors"])
    settings["copyright"] = str(known["date-released"])[:4]
    address = os.environ.get("SITE_URL", "").rstrip("/")
    image = {}
    if address:  # an image of a link needs the whole address
        settings["html"] = {"baseurl": f"{address}/"}
        image = {
            "property=og:image": f"{address}/_static/preview.png",
            "name=twitter:card": "summary_large_image",
        }
    theme = settings["sphinx"]["config"]["html_theme_options"]
    if repository := known.get("repository-code", ""):
        theme |= {"repository_url": repository, "use_repository_button": True}
    settings["sphinx"]["config"]["myst_html_meta"] = {
        "description": front.DESCRIPTION,
        "property=og:title": known["title"],
        "property=og:description": front.DESCRIPTION,
        **image,
    }
    config.write_text(yaml.safe_dump(settings, allow_unicode=True, sort_keys=False), encoding="utf-8")


def main(arguments: list[str]) -> int:
    if not 1 <= len(arguments) <= 2:
        print(__doc__, file=sys.stderr)
        return 2
    build = Path(arguments[1]) if len(arguments) == 2 else ROOT / "build"
    with tempfile.TemporaryDirectory() as temporary:
        course = released.course_at_head(ROOT, Path(temporary))
        try:
            wheel = bundle.build_wheel(Path(temporary))
        except CourseError as error:
            sys.exit(str(error))
        without = gather(ROOT, Path(arguments[0]), build, course, wheel)
    if not os.environ.get("SITE_URL"):
        print("Link previews need the site's address: type SITE_URL=https://… make site", file=sys.stderr)
    if without:
        lessons = " ".join(sorted({stem[:2] for stem in without}))
        print(f"Without outputs, because they were not run here: {', '.join(without)}.", file=sys.stderr)
        print(f'To have them on the pages, type make solutions LESSONS="{lessons}" first.', file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
