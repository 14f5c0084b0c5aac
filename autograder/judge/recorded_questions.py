"""What the judge asks besides, where no one mistake explains all on the fresh inputs: those of the student's own check.

For these the release has recorded what two mistakes at once give (checks/known_pairs.py). To try all pairs on fresh
inputs would take seconds; to ask an answer a few more questions takes milliseconds. They come after all others, and
decide about a name only, never about points: whoever knows these inputs again can at most choose their own feedback.
"""

from __future__ import annotations

from collections.abc import Sequence

from autograder.checks.recorded import Recording
from autograder.checks.scoring import Outcome, Verdict, score


class RecordedQuestions:
    """The recorded inputs of one exercise, and what an answer to them tells."""

    def __init__(self, recording: Recording) -> None:
        self.recording = recording
        self.inputs = [case.inputs for case in recording.cases]

    def name(self, verdict: Verdict, answers: Sequence[Outcome]) -> None:
        """Give a verdict the name that the student's own check would find; none where an answer is missing.

        answers: one for each of `inputs`.
        """
        if len(answers) < len(self.inputs):
            return
        cases = [case.as_case() for case in self.recording.cases]
        here = score(self.recording.rubric, cases, answers, self.recording.slips, self.recording.pairs)
        verdict.slip, verdict.another, verdict.part = here.slip, here.another, here.part
