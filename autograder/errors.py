"""The one kind of error that is meant for people: its text is a sentence that says what, where and what to do."""


class CourseError(Exception):
    """Shown as one line on stderr, without a traceback."""


class LessonError(CourseError):
    """Something in a lesson's folder is not as it must be; the message says what and where."""
