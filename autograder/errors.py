"""The one kind of error that is meant for people: its text is a sentence that says what, where and what to do."""

INSTALL = "pip install -r requirements.txt"  # to type where a package is missing; a bundle has the file too
INSTALL_INSTRUCTOR = (
    "pip install -e '.[instructor]' -c constraints.txt"  # what students don't need, from a clone
)


class CourseError(Exception):
    """Shown as one line on stderr, without a traceback."""


class LessonError(CourseError):
    """Something in a lesson's folder is not as it must be; the message says what and where."""
