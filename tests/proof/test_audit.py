"""The audit finds what is wrong with a lesson: each fault is put into the tiny lesson, which has none."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import commands
import pytest
import tiny_lesson

from autograder.authoring import Edit
from autograder.errors import LessonError
from autograder.lesson.folder import ROOT, Lesson
from autograder.notebook.stubs import BEGIN, END
from autograder.proof.audit import ExerciseAudit, as_json, audit
from autograder.proof.mutants import mutants

FIRST = "weighted_mean"
RIGHT = 'alternatives = {"a matrix product": "return x @ w / w.sum()"}'
SLIPS = '    slips = [\n        slip("the weights are ignored"'


def results(lesson: Lesson, only: str | None = FIRST, **options: bool | int) -> dict[str, ExerciseAudit]:
    """Exercise → what the audit says of it; few secrets and no mutants unless asked for."""
    settings = {"secrets": 4, "with_mutants": False, **options}
    return {result.exercise: result for result in audit(lesson, only=only, **settings)}  # type: ignore[arg-type]


def faults(
    tmp_path: Path, only: str | None = FIRST, mutants: bool = False, **edits: tiny_lesson.Edits
) -> list[str]:
    lesson = tiny_lesson.write(tmp_path / "source", **edits)
    return [
        fault for result in results(lesson, only, with_mutants=mutants).values() for fault in result.faults
    ]


def test_the_tiny_lesson_has_no_fault(tmp_path: Path) -> None:
    found = results(tiny_lesson.write(tmp_path / "source"), only=None, with_mutants=True, secrets=8)
    assert list(found) == list(tiny_lesson.POINTS)
    for name, result in found.items():
        assert result.faults == [] and result.ok, name
        assert (result.reference, result.empty, result.null) == (1, 0, 0)
        assert (
            all(m["rejected"] and m["named"] for m in result.misconceptions)
            and len(result.misconceptions) == 3
        )
        assert [a["score"] for a in result.alternatives] == [1]
        told = len(result.mutants["equivalent"])
        assert result.mutants["killed"] + told == result.mutants["total"] > 0
        assert result.mutants["survived"] == [] and told == (name in ("Scale", "draw"))


def test_the_report_holds_what_is_promised(tmp_path: Path) -> None:
    found = results(tiny_lesson.write(tmp_path / "source"), with_mutants=True)
    (row,) = json.loads(json.dumps(as_json(list(found.values()))))
    assert {
        "lesson",
        "exercise",
        "points",
        "reference",
        "empty",
        "misconceptions",
        "alternatives",
        "mutants",
    } <= set(row)
    assert row["lesson"] == tiny_lesson.NAME and row["points"] == 2
    assert set(row["misconceptions"][0]) == {"name", "rejected", "named"}
    assert set(row["alternatives"][0]) == {"name", "score"}
    assert set(row["mutants"]) == {"total", "killed", "equivalent", "survived"}


# --- what the checks promise --------------------------------------------------------------------------------------

ANSWER = "    return weighted_total_of_rows / w.sum()\n"


def test_a_reference_that_fails(tmp_path: Path) -> None:
    text = [(ANSWER, "    return weighted_total_of_rows / w.sum() + 0.1\n")]
    assert any(f.startswith("the reference solution earns 0.00: mean") for f in faults(tmp_path, text=text))


def test_a_reference_that_raises(tmp_path: Path) -> None:
    text = [(ANSWER, "    return weighted_total_of_rows / w.sum() + nothing\n")]
    assert "the reference solution earns 0.00: NameError: name 'nothing' is not defined" in faults(
        tmp_path, text=text
    )


def test_a_reference_that_is_right_for_most_inputs_only(tmp_path: Path) -> None:
    """Fifty secrets are there to find what one would not."""
    text = [(ANSWER, "    return weighted_total_of_rows / w.sum() + (0.1 if x.flatten()[0] > 3 else 0)\n")]
    lesson = tiny_lesson.write(tmp_path / "source", text=text)
    assert results(lesson, secrets=2)[FIRST].reference == 1
    assert results(lesson, secrets=50)[FIRST].reference < 1


def test_a_reference_that_uses_what_it_forbids(tmp_path: Path) -> None:
    exercises = [('forbid=["np.average", "torch.softmax", ".softmax"]', 'forbid=[".sum"]')]
    assert any(
        "reference solution uses what the exercise forbids" in f
        for f in faults(tmp_path, exercises=exercises)
    )


def test_an_untouched_cell_that_earns(tmp_path: Path) -> None:
    text = [
        ("    ### BEGIN SOLUTION\n    weighted_total", "    weighted_total"),
        (ANSWER, ANSWER + "    ### BEGIN SOLUTION\n"),
    ]
    assert any("the untouched cell earns 1.00" in f for f in faults(tmp_path, text=text))


@pytest.mark.parametrize(
    ("oracle", "words"),
    [
        ('{"mean": np.zeros(x.shape[:-1])}', "an answer that is all zeros earns 1.00"),
        ('{"mean": np.ones(x.shape[:-1])}', "an answer that is all ones earns 1.00"),
        ('{"mean": 7 + 1e-5 * np.append(x, 0)}', "an answer that is the mean everywhere earns 1.00"),
        (
            '{"mean": {"of all": [0, 0], "named": ""}, "right": np.average(x, axis=-1, weights=w)}',
            "an answer that is all zeros earns 0.50",
        ),
        ('{"mean": x}', "an answer that is an input handed back earns 1.00"),
        ('{"mean": np.average(x, axis=-1, weights=w), "zero": 0}', "an answer that is all zeros earns 0.50"),
    ],
)
def test_a_null_answer_that_earns(tmp_path: Path, oracle: str, words: str) -> None:
    exercises = [('{"mean": np.average(x, axis=-1, weights=w)}', oracle)]
    assert words in faults(tmp_path, exercises=exercises)


def test_a_result_that_is_one_number_is_no_fault(tmp_path: Path) -> None:
    exercises = [('{"mean": np.average(x, axis=-1, weights=w)}', '{"mean": float(np.average(x))}')]
    assert not any("the mean everywhere" in fault for fault in faults(tmp_path, exercises=exercises))


FIXED = "the expected values of {} do not vary with the secret"
FIRST_CASES = "dict(shape=(2, 2, 5)), dict(shape=(1,))]\n\n    def inputs(rng, shape):\n"
INPUTS = '        return {"x": 1 + rng.standard_normal(shape), "w": rng.uniform(1, 3, shape[-1])}\n'


def first_inputs(x: str, w: str = "rng.uniform(1, 3, shape[-1])") -> tiny_lesson.Edits:
    """Other inputs for the first exercise; the last one keeps its own."""
    return [(FIRST_CASES + INPUTS, f'{FIRST_CASES}        return {{"x": {x}, "w": {w}}}\n')]


def test_expected_values_that_a_table_can_hold(tmp_path: Path) -> None:
    """The inputs vary, and the oracle does not hang on what varies."""
    found = faults(tmp_path, exercises=first_inputs("np.full(shape, 2.5)"))
    assert FIXED.format("mean") in found
    assert "an answer that recalls the recorded cases by order earns 1.00" in found


def test_one_criterion_that_a_table_can_hold(tmp_path: Path) -> None:
    oracle = '{"mean": np.average(x, axis=-1, weights=w)}'
    found = faults(tmp_path, exercises=[(oracle, oracle[:-1] + ', "size": x.size}')])
    assert FIXED.format("size") in found


def test_arguments_that_come_again(tmp_path: Path) -> None:
    found = faults(tmp_path, exercises=first_inputs("1.0 + np.indices(shape).sum(0)", "np.ones(shape[-1])"))
    assert "an answer that recalls the recorded cases by arguments earns 1.00" in found


def test_too_few_different_draws(tmp_path: Path) -> None:
    """Each case is one of two: somebody who hands in the recorded values is right now and then."""
    exercises = first_inputs("np.full(shape, rng.integers(1, 3))")
    found = results(tiny_lesson.write(tmp_path / "source", exercises=exercises), secrets=40)[FIRST]
    assert "the recorded values, case by case, earn 1.00 on some inputs" in found.faults and found.null == 1


# --- slips --------------------------------------------------------------------------------------------------------


def more_slips(*slips: str) -> tiny_lesson.Edits:
    return [
        (SLIPS, "    slips = [\n" + "".join(f"        {slip},\n" for slip in slips) + SLIPS.split("\n", 1)[1])
    ]


def test_a_slip_with_the_same_outcome_as_another(tmp_path: Path) -> None:
    twin = 'slip("a twin", edit=(" / w.sum()", " / 1.0"), why="?", look="?")'
    found = faults(tmp_path, exercises=more_slips(twin))
    assert any(
        "is named as a twin" in f or "slip 'a twin' is named as the sum is not divided" in f for f in found
    )


def test_a_slip_that_changes_nothing(tmp_path: Path) -> None:
    harmless = 'slip("harmless", edit=("(x * w)", "(w * x)"), why="?", look="?")'
    assert "slip 'harmless' earns full marks on some inputs" in faults(
        tmp_path, exercises=more_slips(harmless)
    )


def test_a_slip_that_is_missed_on_some_inputs(tmp_path: Path) -> None:
    rare = 'slip("rare", edit=("(x * w)", "(x.clamp(max=3.2) * w)"), why="?", look="?")'
    lesson = tiny_lesson.write(tmp_path / "source", exercises=more_slips(rare))
    assert "slip 'rare' earns full marks on some inputs" in results(lesson, secrets=30)[FIRST].faults


def test_a_slip_or_an_alternative_that_is_no_code(tmp_path: Path) -> None:
    broken = 'slip("broken", edit=("(x * w)", "(x * w"), why="?", look="?")'
    with pytest.raises(LessonError, match=r"slip 'broken' of weighted_mean cannot be run: SyntaxError"):
        faults(tmp_path, exercises=more_slips(broken))
    found = faults(tmp_path, exercises=[("return x @ w / w.sum()", "return (x @ w / w.sum()")])
    assert any("alternative 'a matrix product' cannot be run: SyntaxError" in f for f in found)


def test_too_few_slips(tmp_path: Path) -> None:
    lesson = tiny_lesson.write(tmp_path / "source")
    path = lesson.folder / "exercises" / "weighted_mean.py"
    source = path.read_text(encoding="utf-8")
    start, end = source.index(SLIPS), source.index("    ]", source.index(SLIPS))
    first = source[start:end].splitlines()[1]
    path.write_text(source[:start] + f"    slips = [\n{first}\n" + source[end:], encoding="utf-8")
    found = [f for r in results(Lesson(lesson.folder)).values() for f in r.faults]
    assert "1 slips; an exercise has at least two" in found
    assert "10 slips for 4 exercises; three on average are needed" in found


def test_a_slip_that_costs_another_exercise_points(tmp_path: Path) -> None:
    exercises = [
        (
            '@exercise("weighted_variance", points=3, uses=["weighted_mean"])',
            '@exercise("weighted_variance", points=3)',
        )
    ]
    found = faults(tmp_path, exercises=exercises)
    assert (
        "slip 'the sum is not divided' also costs weighted_variance points, which does not say it uses it"
        in found
    )


# --- alternatives and mutants -------------------------------------------------------------------------------------


def test_an_alternative_that_fails(tmp_path: Path) -> None:
    found = faults(tmp_path, exercises=[("return x @ w / w.sum()", "return x @ w")])
    assert any(f.startswith("alternative 'a matrix product' earns 0.00: mean") for f in found)


def test_no_alternative(tmp_path: Path) -> None:
    found = faults(tmp_path, exercises=[(RIGHT, "")])
    assert "no alternative correct solution" in found


@pytest.mark.parametrize(
    "edit",
    [
        ("(x * w)", "(w * x)"),
        [("(x * w)", "(w * x)"), ("dim=-1", "-1")],
        "total = torch.dot if x.ndim == 1 else torch.matmul\nreturn total(x, w) / w.sum()",
        "def weighted_mean(x, w):\n    return x @ w / w.sum()",
    ],
)
def test_an_alternative_in_each_form(tmp_path: Path, edit: Edit) -> None:
    assert faults(tmp_path, exercises=[(RIGHT, f"alternatives = {{'another': {edit!r}}}")]) == []


@pytest.mark.parametrize(
    ("edit", "said"),
    [
        (("x", "y"), r"'x' occurs 5 times in the solution cell; it must occur once"),
        (("y", "x"), r"'y' occurs 0 times"),
    ],
)
def test_an_edit_that_does_not_fit_stops_the_audit(tmp_path: Path, edit: Edit, said: str) -> None:
    said = rf"the edits of 1 answer don't fit any more.*\.py:18: weighted_mean, alternative 'another': the edit {said}"
    with pytest.raises(LessonError, match="(?s)" + said):
        faults(tmp_path, exercises=[(RIGHT, f"alternatives = {{'another': {edit!r}}}")])


def test_an_alternative_that_uses_what_is_forbidden(tmp_path: Path) -> None:
    found = faults(
        tmp_path,
        exercises=[("return x @ w / w.sum()", "return x @ w / w.sum() * torch.softmax(w, 0).sum()")],
    )
    assert any("alternative 'a matrix product' uses what the exercise forbids" in f for f in found)


DEAD = [("    weighted_total_of_rows = (x", "    spare = 1 + 2\n    weighted_total_of_rows = (x")]


def test_an_unexplained_mutant(tmp_path: Path) -> None:
    found = faults(tmp_path, text=DEAD, mutants=True)
    assert "a mutant survives: spare = 1 + 2  →  spare = 1 - 2" in found


def test_mutants_explained_and_too_many_of_them(tmp_path: Path) -> None:
    explained = [
        ("    equivalent = {}\n", "    equivalent = {}\n"),
        (SLIPS, '    equivalent = {"spare = 1 - 2": "never used"}\n' + SLIPS),
    ]
    found = faults(tmp_path, text=DEAD, exercises=explained, mutants=True)
    assert "a mutant survives: spare = 1 + 2  →  spare = 1 - 2" not in found and any(
        "a mutant survives" in f for f in found
    )
    every = ["+", "-", "*", "/", "//", "%", "**", ">>", "<<", "|", "&", "^"]
    reasons = {f"spare = 1 {sign} 2": "never used" for sign in every}
    reasons |= {f"spare = {a} + {b}": "never used" for a in (0, 1, 2) for b in (1, 2, 3)}
    found = faults(
        tmp_path, text=DEAD, exercises=[(SLIPS, f"    equivalent = {reasons!r}\n{SLIPS}")], mutants=True
    )
    assert [f for f in found if "survives" in f] == []
    assert any("mutants are called equivalent; at most one in ten may be" in f for f in found)


def test_a_mutant_that_never_ends_is_killed(tmp_path: Path) -> None:
    loop = "    i = 0\n    while i < 3:\n        i += 1\n    weighted_total_of_rows = (x"
    lesson = tiny_lesson.write(tmp_path / "source", text=[("    weighted_total_of_rows = (x", loop)])
    result = results(lesson, with_mutants=True, secrets=2)[FIRST]
    assert result.mutants["total"] > 30 and not any(
        "i -= 1" in change for change in result.mutants["survived"]
    )


def test_gradients_are_not_cut_where_none_flows() -> None:
    """The shape of a detached tensor is the shape: such a mutant could never be caught."""
    cell = "def f(x):\n    ### BEGIN SOLUTION\n    return x * x.shape[0]\n    ### END SOLUTION\n"
    changes = [mutant.new for mutant in mutants(cell, ["grad_x"]) if "detach" in mutant.new]
    assert changes == ["return (x.detach() if x.requires_grad else 1 / 0) * x.shape[0]"]


def test_mutants_change_the_solution_and_nothing_else() -> None:
    cell = f"def f(x, n=3):\n    limit = 10 - 1\n    {BEGIN}\n    return x + n  # 1 + 1\n    {END}\n"
    found = list(mutants(cell))
    assert found and len({m.source for m in found}) == len(found)
    for mutant in found:
        assert (
            mutant.old == "return x + n"
            and mutant.new != mutant.old
            and mutant.change == f"return x + n  →  {mutant.new}"
        )
        assert "limit = 10 - 1" in mutant.source and "def f(x, n=3):" in mutant.source
        compile(mutant.source, "<mutant>", "exec")
    assert "return x - n" in {m.new for m in found}


# --- the form of an exercise --------------------------------------------------------------------------------------


HINT = "# <details><summary>A pointer</summary>One sum over another.</details>\n"
LINE = "*Easy · 5 minutes · without `np.average`, `torch.softmax`*"
LEAD = LINE + '\n\n# %% nbgrader={"grade_id": "weighted_mean"'
CHECK = '"grade_id": "check_weighted_mean", "grade": true, "locked": true, "points": '
WRITTEN = '"grade_id": "written_why", "grade": true, "solution": true, "points": 2'
HEAD = tiny_lesson.TEXT[
    tiny_lesson.TEXT.index("def weighted_mean") : tiny_lesson.TEXT.index("    ### BEGIN SOLUTION")
]
BLOCK = "    ### BEGIN SOLUTION\n"
TWINS = [
    ('"grade_id": "written_why"', '"grade_id": "twin"'),
    ("# %% tags=", '# %% nbgrader={"grade_id": "twin", "locked": true} tags='),
]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ([('"weighted_mean_hints"', '"hints"')], "no cell weighted_mean_hints with at least two folded hints"),
        ([(HINT, "")], "no cell weighted_mean_hints with at least two folded hints"),
        ([(LEAD, LEAD.replace(LINE, "Easy."))], "no lead-in with a line such as"),
        ([(LINE, LINE.replace("`np.average`, ", ""))], "does not say that it is to be written without np.average"),
        ([(LINE, LINE.replace("`torch.softmax`", "`exp`"))], "written without torch.softmax, .softmax"),
        ([(f"{CHECK}2", f"{CHECK}5")], "the check cell says 5 points, its exercise says 2"),
        (TWINS,
         "the grade_id 'twin' occurs twice"),
        ([(WRITTEN, '"grade_id": "written_why", "locked": true')], "no written question graded by hand"),
        ([(HEAD + BLOCK, BLOCK.strip() + "\n" + HEAD)], "stub and solution differ in a signature"),
        ([(HEAD + BLOCK, BLOCK.strip() + "\n" + HEAD)], "the released cell stops by itself"),
    ],
)  # fmt: skip
def test_form(tmp_path: Path, text: tiny_lesson.Edits, words: str) -> None:
    found = faults(tmp_path, text=text)
    assert any(words in fault for fault in found), found


def test_a_check_without_an_exercise_and_the_other_way_round(tmp_path: Path) -> None:
    found = faults(tmp_path, exercises=[('@exercise("draw"', '@exercise("drew"')])
    assert (
        "check_draw has no file exercises/draw.py" in found and "exercise 'drew' has no check cell" in found
    )


# --- promises, and answers that people wrote ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("carrier", "words"),
    [
        ('"median"', "the promise 'the mean' is held by 'median', which is neither a case nor a criterion"),
        ("dict(shape=(9, 9))", "held by {'shape': (9, 9)}"),
        ("dict(mask=None)", "held by {'mask': None}"),
    ],
)
def test_a_promise_that_nothing_holds(tmp_path: Path, carrier: str, words: str) -> None:
    found = faults(tmp_path, exercises=[('"the mean": "mean"}', f'"the mean": {carrier}}}')])
    assert any(words in fault for fault in found), found


def test_an_exercise_without_promises(tmp_path: Path) -> None:
    found = faults(tmp_path, exercises=[('    promises = {"one number', '    forgotten = {"one number')])
    assert any(fault.startswith("no promises") for fault in found)


ANSWERS = [
    (
        "right",
        "by einsum",
        "def weighted_mean(x, w):\n    return torch.einsum('...n,n->...', x, w) / w.sum()",
        "",
    ),
    ("right", "uses what its line forbids", "def weighted_mean(x, w):\n    return np.average(x, -1, w)", ""),
    ("wrong", "the weights are ignored", "def weighted_mean(x, w):\n    return x.mean(-1)", ""),
    ("wrong", "never ends well", "def weighted_mean(x, w):\n    return nothing", ""),
    (
        "wrong",
        "no mistake",
        "def weighted_mean(x, w):\n    return (w * x).sum(-1) / w.sum()",
        "it is the mean",
    ),
]


def with_answers(folder: Path, answers: list[tuple[str, str, str, str]]) -> ExerciseAudit:
    lesson = tiny_lesson.write(folder / "source")
    path = folder / "tests" / "lessons" / lesson.name / "answers.jsonl"
    path.parent.mkdir(parents=True)
    keys = ("kind", "name", "code", "allowed")
    lines = [json.dumps({"exercise": FIRST, **dict(zip(keys, answer))}) for answer in answers]
    path.write_text("\n".join(lines), encoding="utf-8")
    return results(lesson)[FIRST]


def test_answers_of_people_are_judged_as_what_they_are(tmp_path: Path) -> None:
    row = with_answers(tmp_path, ANSWERS)
    assert row.faults == []
    assert row.answers == {"right": 1, "accepted": 1, "wrong": 2, "rejected": 2, "named": 1, "allowed": 1}


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (("wrong", "odd", ANSWERS[0][2], ""), "the wrong answer 'odd' earns full marks"),
        (("right", "odd", ANSWERS[2][2], ""), "the right answer 'odd' earns less"),
    ],
)
def test_an_answer_judged_as_what_it_is_not(
    tmp_path: Path, answer: tuple[str, str, str, str], words: str
) -> None:
    assert with_answers(tmp_path, [answer]).faults == [words]


def test_too_few_wrong_answers_with_a_name(tmp_path: Path) -> None:
    wrong = ("wrong", "never ends well", "def weighted_mean(x, w):\n    return nothing", "")
    with_answers(tmp_path, [wrong])
    rows = list(audit(Lesson(tmp_path / "source" / tiny_lesson.NAME), secrets=2, with_mutants=False))
    assert rows[-1].exercise == "(answers)" and rows[-1].faults == [
        "0 of 1 wrong answers are named; 70% should be"
    ]


def test_answers_of_people_are_read_once_a_lesson(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []
    monkeypatch.setattr("autograder.proof.audit.answers_of", lambda lesson: read.append(lesson.name) or {})
    rows = list(audit(tiny_lesson.write(tmp_path / "source"), secrets=1, with_mutants=False))
    assert len(rows) >= 4 and read == [tiny_lesson.NAME]


def test_answers_that_are_none(tmp_path: Path) -> None:
    path = tmp_path / "tests" / "lessons" / tiny_lesson.NAME / "answers.jsonl"
    path.parent.mkdir(parents=True)
    path.write_text("{}\n")
    with pytest.raises(LessonError, match="line 1: no answer"):
        results(tiny_lesson.write(tmp_path / "source"))


# --- several spellings of one mistake -------------------------------------------------------------------------------

ALSO = (
    'look="Is w used?"),',
    'look="Is w used?", also=[("(x * w)", "x"), "def weighted_mean(x, w):\\n    return x.mean(-1) + 0 * w.sum()"]),',
)


def test_other_spellings_share_the_name(tmp_path: Path) -> None:
    lesson = tiny_lesson.write(tmp_path / "source", exercises=[ALSO])
    row = results(lesson)[FIRST]
    assert row.faults == [] and [m["name"] for m in row.misconceptions][:3] == ["the weights are ignored"] * 3


def test_a_spelling_that_is_right_is_a_fault(tmp_path: Path) -> None:
    right = (ALSO[0], ALSO[0].replace("),", ', also=[("(x * w)", "(w * x)")]),'))
    assert "slip 'the weights are ignored' earns full marks on some inputs" in faults(
        tmp_path, exercises=[right]
    )


# --- mutants of our own ---------------------------------------------------------------------------------------------

CELL = f"""
class Layer(nn.Module):
    def forward(self, x, ids, mask=None, generator=None):
        {BEGIN}
        if mask is not None:
            x = x.masked_fill(~mask, -math.inf)
        if self.training:
            x = x * torch.rand(x.shape, generator=generator)
        return (x @ self.weight).mean(dim=-1)
        {END}
"""


def test_what_is_changed_besides_values() -> None:
    made = {mutant.new for mutant in mutants(CELL, ["output", "grad_x", "ids unchanged"])}
    assert made >= {
        "if True:",
        "x = x.masked_fill(~mask, -1e2)",
        "if (not self.training):",
        "x = x * torch.rand(x.shape, generator=torch.Generator().manual_seed(0))",
        "return (x @ self.weight).sum(dim=-1)",
        "return ((x @ self.weight).mean(dim=-1)).half()",
        "return (x @ (self.weight.detach() if self.weight.requires_grad else 1 / 0)).mean(dim=-1)",
        "return ((x @ self.weight).mean(dim=-1), ids.clear() if hasattr(ids, 'clear') else ids.zero_())[0]",
    }


def test_gradients_are_cut_only_where_one_is_compared() -> None:
    made = [mutant.new for mutant in mutants(CELL, ["output"])]
    assert not any("detach" in new or "clear" in new for new in made)


# --- the command --------------------------------------------------------------------------------------------------


def run(root: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    line = [sys.executable, "-m", "autograder", "audit", *arguments]
    return commands.run(line, cwd=ROOT, env={**os.environ, "AUTOGRADER_ROOT": str(root)}, timeout=300)


def test_the_command(tmp_path: Path) -> None:
    tiny_lesson.write(tmp_path / "source")
    done = run(tmp_path, "00", "--no-mutants", "--secrets", "3", "--exercise", "draw")
    assert done.returncode == 0, done.stderr
    assert "draw" in done.stdout and "3/3" in done.stdout
    (row,) = json.loads((tmp_path / "build" / "audit.json").read_text(encoding="utf-8"))
    assert row["exercise"] == "draw" and row["ok"]
    tiny_lesson.write(tmp_path / "source", exercises=[("return x @ w / w.sum()", "return x @ w")])
    done = run(tmp_path, "--no-mutants", "--secrets", "3", "--no-below", "--exercise", "weighted_mean")
    assert done.returncode == 1 and "falls" in done.stdout
    assert f"{tiny_lesson.NAME} · weighted_mean: alternative 'a matrix product' earns 0.00" in done.stderr
    both = json.loads((tmp_path / "build" / "audit.json").read_text(encoding="utf-8"))
    assert [(row["exercise"], row["ok"]) for row in both] == [("draw", True), ("weighted_mean", False)]
    done = run(tmp_path, "--exercise", "nothing")
    assert done.returncode == 2 and done.stderr.strip().startswith(
        "autograder audit: no exercise is called 'nothing'"
    )
