"""A reference solution rewritten in another style: every edit that no longer fits is named, and one paste is enough.

The four exercises differ in kind: one line of mathematics, a loop over a list, a module with two solutions in its cell,
and a search.
"""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from autograder.errors import LessonError
from autograder.lesson.folder import Lesson, find_lessons
from autograder.proof.audit import audit

SOLUTION = re.compile(r"(?<=### BEGIN SOLUTION\n)(.*?)(?=^ *### END SOLUTION)", re.DOTALL | re.MULTILINE)

# Exercise → its lesson, and what is to stand in the place of each solution in its cell.
REWRITTEN: dict[str, tuple[str, list[str]]] = {
    "softmax": (
        "02_attention",
        [
            """\
    weights = torch.exp(x - torch.max(x, dim, keepdim=True).values)
    return weights.div(weights.sum(dim, keepdim=True))
"""
        ],
    ),
    "merge_pair": (
        "01_tokenization",
        [
            """\
    result, skipping = [], False
    for here, following in zip(ids, [*ids[1:], None]):
        if skipping:  # the right half of a pair that was just merged
            skipping = False
            continue
        skipping = (here, following) == tuple(pair)
        result.append(new_id if skipping else here)
    return result
"""
        ],
    ),
    "LoRALinear": (
        "09_lora",
        [
            """\
        for parameter in base.parameters():
            parameter.requires_grad = False
        bound = base.in_features**-0.5
        with torch.no_grad():
            self.A.uniform_(-bound, bound)
            self.B.zero_()
        self.scale = alpha / r**0.5 if rank_stabilized else alpha / r
""",
            """\
        result = self.base(x)
        if not self.merged:
            result = result + F.linear(F.linear(x, self.A), self.B) * self.scale
        return result
""",
        ],
    ),
    "beam_search": (
        "06_sampling",
        [
            """\
    beams, done = [(0.0, [])], []
    step = 0
    while beams and step < n_new:
        table = log_probs(torch.tensor([[*prompt, *new] for _, new in beams])).cpu()
        table = table + torch.tensor([score for score, _ in beams]).unsqueeze(1)
        count = min(width, table.numel())
        scores, indices = table.reshape(-1).topk(count)
        rows, tokens = indices // table.shape[1], indices % table.shape[1]
        grown = [(s, [*beams[r][1], t]) for s, r, t in zip(scores.tolist(), rows.tolist(), tokens.tolist())]
        done += [beam for beam in grown if beam[1][-1] == stop]
        beams = [beam for beam in grown if beam[1][-1] != stop]
        step += 1
    ranked = sorted(done + beams, key=lambda beam: -beam[0] / len(beam[1]) ** alpha)
    return [(new, score) for score, new in ranked]
"""
        ],
    ),
}


def copied(name: str, folder: Path) -> tuple[Lesson, Path, str]:
    """A copy of the exercise's lesson with the solution rewritten, the exercise's file, and the former answer cell."""
    lesson_name, solutions = REWRITTEN[name]
    (original,) = find_lessons([lesson_name])
    (notebook,) = (each for each in original.notebooks if name in each.exercises)
    target = folder / "source" / lesson_name
    target.mkdir(parents=True)
    shutil.copytree(original.folder / "exercises", target / "exercises")
    before = notebook.cell(name).source
    new = iter(solutions)
    after = SOLUTION.sub(lambda _: next(new), before)
    text = notebook.path.read_text(encoding="utf-8")
    assert text.count(before) == 1 and after != before
    (target / notebook.path.name).write_text(text.replace(before, after), encoding="utf-8")
    for path in (target / "exercises").glob(
        "[!_]*.py"
    ):  # those of the lesson's other sittings have no cells here
        if path.stem not in notebook.exercises:
            path.unlink()
    return Lesson(target), target / "exercises" / f"{name}.py", before


@pytest.mark.parametrize("name", REWRITTEN)
def test_one_paste_makes_a_rewritten_solution_hold(name: str, tmp_path: Path) -> None:
    lesson, file, before = copied(name, tmp_path)
    with pytest.raises(LessonError) as found:
        next(audit(lesson, secrets=1, only=name))
    first, *misfits, advice = str(found.value).splitlines()
    answers = len({slip.slip for slip in lesson.exercises[name].slips}) + len(
        lesson.exercises[name].alternatives
    )
    assert first == f"{lesson.name}: the edits of {len(misfits)} answers don't fit any more."
    assert 3 < len(misfits) <= answers
    source = file.read_text(encoding="utf-8").splitlines()
    for line in misfits:
        place, number, said = re.match(r"(.+\.py):(\d+): (.*)", line).groups()
        assert Path(place) == file and said.startswith(f"{name}, ")
        title = re.search(r"(?:slip|alternative) (['\"])(.*?)\1: ", said)[2]
        assert title.replace("\\'", "'") in "\n".join(source[int(number) - 1 : int(number) + 1])
    assert "edited = " in advice

    text = file.read_text(encoding="utf-8")
    file.write_text(
        text.replace("class _:\n", f"class _:\n    edited = r'''\n{before}\n'''\n"), encoding="utf-8"
    )
    (row,) = [row for row in audit(Lesson(lesson.folder), secrets=1, only=name) if row.exercise == name]
    assert row.faults == []
    assert row.reference == 1 and row.alternatives[0] == {
        "name": "the answer that edits are made on",
        "score": 1.0,
    }
    assert all(slip["rejected"] and slip["named"] for slip in row.misconceptions)
