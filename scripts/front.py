"""The site's first pages: what the course is, for whom, a plan for a term, and how to cite it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

import yaml
from lesson_pages import Opening, linked

from utils.plots import course_map

MINUTES_A_WEEK = 270
PLAN = "`make site` builds a web site with a plan for a term"  # in README, which has no page to link to
DESCRIPTION = (
    "A course in PyTorch: write the parts of a transformer yourself. Every check names your mistake."
)


def front(root: Path, openings: list[Opening], whole: Path) -> str:
    """The first page. whole: the zip of the whole course, which is below _static/downloads."""
    readme = (root / "README.md").read_text(encoding="utf-8")
    opening, alt = (
        readme.split("```")[0].strip(),
        re.findall(r"!\[([^\]]*)\]\(docs/images/payoffs", readme)[0],
    )
    for_whom, different = (section(readme, title) for title in ("Is it for you?", "What is different here"))
    return "\n\n".join(
        [
            opening,
            f"![{alt}](docs/images/payoffs.png)",
            "These results come from a run of the notebooks with all exercises answered. Your own models will write "
            "other words.",
            begin(whole, repository(root / "CITATION.cff")),
            "## Is it for you?",
            with_titles(for_whom, root / "docs").replace(PLAN, "[a plan for a term](week_plan.md)"),
            "## What is different here",
            different,
            "## A map of the course",
            "The boxes are arranged by subject, and the number in a box tells you when it comes. "
            "Below each title is what you'll write.",
            linked(course_map.show().html(), "lessons/"),
            "## The lessons",
            lessons_table(readme, openings),
            "The [week plan](week_plan.md) spreads them over a term. [Citation and licence](citing.md).",
        ]
    )


def begin(whole: Path, address: str) -> str:
    """How to get the course. address: of its repository, or empty."""
    clone = "`git clone` and the address that your instructor gave you"
    if address:
        clone = f"`git clone {address}` ([the repository]({address}))"
    return (
        f"**[Download the whole course](_static/downloads/{whole.name})** ({megabytes(whole)}), unpack it, and type "
        f"the two commands in its `START.md`. Or type {clone}, and then `make lab` in the folder that you get. "
        "The page [for students](docs/students.md) has everything else. "
        "If you want to teach the course, there is a page [for instructors](docs/instructors.md)."
    )


def megabytes(path: Path) -> str:
    """A file's size as a download states it."""
    return f"{max(path.stat().st_size / 1e6, 0.1):.1f} MB"


def with_titles(text: str, docs: Path) -> str:
    """The text, where a link that reads like a file's name (`docs/laptop.md`) has that page's title instead."""

    def title(link: re.Match[str]) -> str:
        first, _, _ = (docs / f"{link[1]}.md").read_text(encoding="utf-8").partition("\n")
        return f"[{first.removeprefix('# ')}]"

    return re.sub(r"\[(?:docs/)?(\w+)\.md\](?=\()", title, text)


def section(text: str, title: str) -> str:
    """The text under a heading of the second level."""
    return text.partition(f"## {title}\n")[2].split("\n## ")[0].strip()


def titles(readme: str) -> dict[str, str]:
    """A lesson's two digits and its title, from README's table."""
    rows = re.findall(r"^\| (\d\d) ([^|(]+?) (?:\([a-e, ]+\) )?\|", readme, re.MULTILINE)
    return dict(rows)


def lessons_table(readme: str, openings: list[Opening]) -> str:
    """README's table of lessons, with a link for each sitting, the hours and a download."""
    rows = ["| Lesson | You build | Time |", "|---|---|---|"]
    for number, title, built in re.findall(
        r"^\| (\d\d) ([^|(]+?) (?:\([a-e, ]+\) )?\| ([^|]+) \|$", readme, re.MULTILINE
    ):
        here = [each for each in openings if each.number[:2] == number]
        if not here:
            continue
        first, *others = here
        letters = (
            ", ".join(f"[{each.number[2:]}](lessons/{each.stem}.ipynb)" for each in here) if others else ""
        )
        link = f"[{number} {title}](lessons/{first.stem}.ipynb){f' ({letters})' if letters else ''}"
        zipped = f"[{number}.zip](_static/downloads/{first.folder}.zip)"
        rows.append(f"| {link} | {built} | {hours(sum(each.minutes for each in here))}<br>{zipped} |")
    return "\n".join(rows)


def hours(minutes: int) -> str:
    """Minutes as people say them: below an hour as they are, above it to the half hour."""
    if minutes < 60:
        return f"{minutes} minutes"
    halves = round(minutes / 30)
    whole, half = divmod(halves, 2)
    said = f"{whole or ''}{'½' if half else ''}"
    return f"{said} hour{'s' if halves > 2 else ''}"


# --- a plan for a term --------------------------------------------------------------------------------------------


def weeks(openings: Iterable[Opening], most: int = MINUTES_A_WEEK) -> list[list[Opening]]:
    """Notebooks in order, as many in each week as fit into `most` minutes."""
    found: list[list[Opening]] = [[]]
    for each in openings:
        if found[-1] and sum(one.minutes for one in found[-1]) + each.minutes > most:
            found.append([])
        found[-1].append(each)
    return found


def week_plan(openings: list[Opening]) -> str:
    """The plan as a page, from the notebooks' opening tables."""
    plan, total = weeks(openings), sum(each.minutes for each in openings)
    rows = ["| Week | Notebooks | Time | Points |", "|---|---|---|---|"]
    for number, week in enumerate(plan, start=1):
        links = "<br>".join(f"[{each.title}](lessons/{each.stem}.ipynb)" for each in week)
        minutes, points = sum(each.minutes for each in week), sum(each.points for each in week)
        rows.append(f"| {number} | {links} | {hours(minutes)} | {points} |")
    return (
        "\n\n".join(
            [
                "# A plan for a term",
                f"The course takes about {round(total / 60)} hours: {len(plan)} weeks with at most "
                f"{hours(MINUTES_A_WEEK)} of work in each. The times come from the opening tables of the notebooks, "
                "which count the exercises and the reading. Training runs while you read.",
                "\n".join(rows),
                "With less than half the time, take 00 to 03, 04a, 04c, 05a, 06a, 09a and 11a: tokens, attention, a "
                "GPT that you train, and a Llama that talks.",
                "Points are those of the exercises. A written question adds 2 in each notebook that has one.",
            ]
        )
        + "\n"
    )


def repository(citation: Path) -> str:
    """Where the course's repository is; empty where CITATION.cff does not say."""
    return yaml.safe_load(citation.read_text(encoding="utf-8")).get("repository-code", "")


# --- citing -------------------------------------------------------------------------------------------------------


def citing(citation: Path) -> str:
    """How to cite the course, and under which licences it is, from CITATION.cff."""
    known = yaml.safe_load(citation.read_text(encoding="utf-8"))
    authors = " and ".join(f"{{{each['name']}}}" for each in known["authors"])
    address = repository(citation)
    fields = {
        "title": f"{{{known['title']}}}",
        "author": authors,
        "year": str(known["date-released"])[:4],
        "version": known["version"],
    } | ({"url": address} if address else {})
    bibtex = "\n".join(f"  {name:<8} = {{{value}}}," for name, value in fields.items())
    return (
        "\n\n".join(
            [
                "# Citation and licence",
                "Code is under the MIT licence. Text and figures are under the "
                "[Creative Commons Attribution 4.0 licence](https://creativecommons.org/licenses/by/4.0/), so you may "
                "teach with them, translate them and change them, as long as you name the course. Data and weights "
                "keep their own licences and are not part of it.",
                "To cite the course in BibTeX:",
                f"```bibtex\n@software{{transformers_by_writing_them,\n{bibtex}\n}}\n```",
                f"The repository is at <{address}>." if address else "",
            ]
        ).strip()
        + "\n"
    )
