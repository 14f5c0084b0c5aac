"""nbgrader, where its exchange and its feedback leave no public method to override."""

NEEDED = {
    "nbgrader.preprocessors.saveautogrades.SaveAutoGrades._add_score": "overridden in grading/settled_grades.py: what "
    "a person has settled stays settled while the answer and the check's points are the same",
    "nbgrader.preprocessors.saveautogrades.SaveAutoGrades._add_comment": "overridden in grading/settled_grades.py: an "
    "answer that a student emptied gets the same comment as one that was never written",
    "nbgrader.exchange.default.collect.ExchangeCollect._path_to_record": "overridden in enrolment/exchange.py: a "
    "folder whose name holds no time is not collected, and does not stop the others",
    "nbgrader.exchange.default.collect.ExchangeCollect._sort_by_timestamp": "overridden in enrolment/exchange.py: "
    "folders that are refused are left out before nbgrader takes the newest",
    "nbgrader.preprocessors.getgrades.GetGrades._get_score": "overridden in pages/grades.py: None where nobody has "
    "graded yet, for which nbgrader reads 0",
    "nbgrader.server_extensions.formgrader.apihandlers.default_handlers": "added to in pages/tick_handlers.py: the "
    "boxes of a rubric need an address in the formgrader's own server",
    "nbgrader.server_extensions.formgrader.base.BaseApiHandler": "inherited from in pages/tick_handlers.py: the "
    "gradebook, the login and the errors of the formgrader's server",
}
