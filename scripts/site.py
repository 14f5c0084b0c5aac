"""Gather the pages of the course's site: lessons with what they draw, a week plan, a glossary, errata, pages of docs/.

    python scripts/site.py FOLDER [BUILD]    FOLDER is made anew; executed notebooks are read from BUILD/solutions

`make site` calls it, and then Jupyter Book. Lessons are those of git's last commit. No answer of a reference notebook
is on the site, and nothing of source/. The environment's SITE_URL is where the site will be: links to it need that to
have an image.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
import tempfile
from pathlib import Path

import yaml

from utils import own_model
from utils.plots import course_map, whole_model

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "scripts"))  # a test loads this file from elsewhere
import errata  # noqa: E402
import front  # noqa: E402
import glossary  # noqa: E402
import lesson_pages  # noqa: E402
import released  # noqa: E402

# Pages for students and for those who teach. What authors read shows wrong answers and stays in the repository.
DOCS = (
    "students", "laptop", "accessibility", "not_tried", "instructors", "personal_data", "hub", "containers", "scale"
)  # fmt: skip
CLONE = "its repository"  # in docs/students.md, where the address stands on the site


def gather(root: Path, folder: Path, build: Path, course: Path) -> list[str]:
    """Write all pages and the table of contents into `folder`; returns the notebooks that have no outputs.

    course: the released lessons.
    """
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(root / "docs" / "site", folder, dirs_exist_ok=True)
    static = folder / "_static"
    shutil.copy(root / "docs" / "images" / "preview.png", static)
    readme = (root / "README.md").read_text(encoding="utf-8")
    titles = front.titles(readme)
    openings: list[lesson_pages.Opening] = []
    without: list[str] = []
    for lesson in sorted({path.parent for path in course.glob("*/*.ipynb")}):
        lesson_pages.pack(lesson, static / "downloads")
        for path in sorted(lesson.glob("*.ipynb")):
            openings.append(lesson_pages.opening(path))
            executed = build / "solutions" / lesson.name / path.name
            top = _top(path.stem, lesson.name)
            if not lesson_pages.write(path, folder / "lessons" / path.name, executed, top):
                without.append(path.stem)
    _write_docs(root, folder)
    pages = {
        "index": front.front(root, openings, _bundle(root, static / "downloads")),
        "week_plan": front.week_plan(openings),
        "opening_line": _opening_line(),
        "glossary": glossary.page(glossary.entries(course)),
        "errata": errata.page(root / "CHANGELOG.md", titles),
        "citing": front.citing(root / "CITATION.cff"),
    }
    for name, text in pages.items():
        (folder / f"{name}.md").write_text(text, encoding="utf-8")
    (folder / "_toc.yml").write_text(_contents(openings, titles), encoding="utf-8")
    _configure(folder / "_config.yml", root / "CITATION.cff")
    return without


def _top(stem: str, lesson: str) -> str:
    """What follows a page's title: where to get the notebook, and at a lesson's beginning the model so far, as HTML."""
    number = stem[:2]
    zipped = (
        f'<a href="../_static/downloads/{lesson}.zip">Download lesson {number}</a>: notebooks and checks.'
    )
    get = "They run within the course: <a href='../docs/students.html#start'>how to get and install it</a>."
    shown = [f"<p>{zipped} {get}</p>"]
    if not re.match(r"\d\d[b-z]", stem):
        shown.append(f"<div>{whole_model.show(number).html()}</div>")
    if number == "00":
        shown.append(f"<div>{course_map.show(stem).html()}</div>")
    return lesson_pages.linked("".join(shown))


def _bundle(root: Path, downloads: Path) -> str:
    """The name of the zip that `autograder bundle` has packed, once it is among the downloads; empty without one."""
    packed = sorted((root / "dist").glob("transformer-course-*.zip"))
    return Path(shutil.copy(packed[-1], downloads)).name if packed else ""


def _write_docs(root: Path, folder: Path) -> None:
    target = folder / "docs"
    target.mkdir()
    for name in DOCS:
        shutil.copy(root / "docs" / f"{name}.md", target)
    for part in ("images", "hub"):
        shutil.copytree(root / "docs" / part, target / part)
    if address := front.repository(root / "CITATION.cff"):
        students = target / "students.md"
        text = students.read_text(encoding="utf-8")
        students.write_text(
            text.replace(CLONE, f"[its repository]({address}) (`git clone {address}`)"), "utf-8"
        )
    for path in target.rglob("*.md"):
        path.write_text(_local_links(path), encoding="utf-8")


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

    parts = [part("Begin", ["docs/students", "week_plan", "docs/laptop", "docs/accessibility"])]
    for number in sorted({each.number[:2] for each in openings}):
        here = [f"lessons/{each.stem}" for each in openings if each.number[:2] == number]
        parts.append(part(f"{number} · {titles[number]}", here))
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
        without = gather(ROOT, Path(arguments[0]), build, course)
    if not os.environ.get("SITE_URL"):
        print(
            "Links to the site have no image: SITE_URL=https://… make site gives them one.", file=sys.stderr
        )
    if without:
        lessons = " ".join(sorted({stem[:2] for stem in without}))
        print(f"Without outputs, because they were not run here: {', '.join(without)}.", file=sys.stderr)
        print(f'To have them on the pages, type make solutions LESSONS="{lessons}" first.', file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
