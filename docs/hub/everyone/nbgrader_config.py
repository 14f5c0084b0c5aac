"""What nbgrader must know in everybody's server, students' and instructors'."""

c = get_config()  # noqa: F821  nbgrader provides it

c.CourseDirectory.course_id = "transformers"
c.Exchange.root = "/srv/nbgrader/exchange"  # a folder of root's with mode 777, on a disk that all servers see
