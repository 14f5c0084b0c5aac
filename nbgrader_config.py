"""Makes this folder an nbgrader course, and puts the judge into nbgrader's own commands.

Every nbgrader command reads this file, so it imports nothing slow; classes are named as text.
"""

import os
import sys
from pathlib import Path

c = get_config()  # noqa: F821  nbgrader provides it

ROOT = Path(__file__).resolve().parent

# nbgrader calls alembic by name when it makes a gradebook; without an activated environment it is not on the path.
BIN = str(Path(sys.executable).parent)
if BIN not in os.environ.get("PATH", "").split(os.pathsep):
    os.environ["PATH"] = os.pathsep.join([BIN, os.environ.get("PATH", os.defpath)])

c.CourseDirectory.root = str(ROOT)
c.CourseDirectory.course_id = "transformers"
c.CourseDirectory.release_directory = "course"
# What generate_assignment must not hand out: texts with solutions, exercises, the author's notes on how numbers were
# chosen, and what running them left behind.
c.CourseDirectory.ignore = [
    "*.py",
    "*.part",
    "exercises",
    "notes.md",
    ".ipynb_checkpoints",
    "__pycache__",
    "*.pyc",
    "Thumbs.db",
    ".DS_Store",
]

# Build stale source notebooks from their texts before a command that hands them out looks for them.
if {"generate_assignment", "generate"} & set(sys.argv):
    from autograder.release.build import prepare_named, register_released

    prepare_named(sys.argv[1:])
    if "--force" not in sys.argv:
        register_released(sys.argv[1:])
elif {"autograde", "generate_feedback"} & set(sys.argv):
    c.CourseDirectory.ignore.append(
        "*.checks"
    )  # recorded cases serve students; grading and feedback need no copies

# In the formgrader's server: one time of submission that is none must not take the list of all of them down, and the
# boxes of a rubric have somewhere to go.
if "nbgrader.server_extensions.formgrader" in sys.modules:
    from autograder.grading.nbgrader_files import protect
    from autograder.pages import tick_handlers

    protect()
    tick_handlers.register()

c.GenerateAssignment.preprocessors = [
    "autograder.grading.stamp.StampRelease",
    "nbgrader.preprocessors.LockCells",
    "nbgrader.preprocessors.ClearSolutions",
    "nbgrader.preprocessors.ClearOutput",
    "nbgrader.preprocessors.CheckCellMetadata",
    "nbgrader.preprocessors.ComputeChecksums",
    "nbgrader.preprocessors.SaveCells",
    "nbgrader.preprocessors.CheckCellMetadata",
]

# A submission is read with care, rebuilt from its release, executed beside the judge, and then looked at by nbgrader.
c.Autograde.exporter_class = "autograder.grading.submission_file.SubmissionExporter"
c.Autograde.sanitize_preprocessors = [
    "autograder.grading.rebuild.Rebuild",
    "nbgrader.preprocessors.ClearOutput",
    "nbgrader.preprocessors.OverwriteKernelspec",
    "nbgrader.preprocessors.CheckCellMetadata",
]
# In a fresh clone course/ is there and no gradebook yet.
c.Autograde.pre_convert_hook = "autograder.release.build.register_before_autograde"
c.Autograde.autograde_preprocessors = [
    "autograder.grading.execute.JudgedExecute",
    "nbgrader.preprocessors.LimitOutput",
    "autograder.grading.settled_grades.SaveGrades",
    "autograder.grading.lateness.NoteExtension",
    "nbgrader.preprocessors.AssignLatePenalties",
    "nbgrader.preprocessors.CheckCellMetadata",
]
# What a student gets back: points and mistakes first, each answer beside what its check said; no network, no script.
c.GenerateFeedback.exporter_class = "autograder.pages.feedback.FeedbackExporter"
c.GenerateFeedback.preprocessors = ["autograder.pages.grades.Grades"]
# Written answers keep no HTML of their own in the formgrader, and nothing is set for minutes.
c.HTMLExporter.filters = {
    "markdown2html": "autograder.grading.outputs.markdown2html",
    "highlight_code": "autograder.grading.outputs.highlight_code",
}
# Who grades a written answer in the formgrader sees the model answer and the rubric under it.
c.HTMLExporter.preprocessors = ["autograder.pages.rubric.ShowRubric"]
# On a hub: a folder in the exchange that bears the name of somebody else than its owner is not collected.
c.ExchangeFactory.collect = "autograder.enrolment.exchange.Collect"
c.JudgedExecute.timeout = 60  # seconds per cell; docs/instructors.md says when to raise it

# Submissions run in kernels forked from a warm parent, inside a sandbox (autograder doctor says how strong it is here).
from autograder import kernels  # noqa: E402  costs nothing: it imports no library

kernels.configure(c)
