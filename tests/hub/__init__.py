"""A real JupyterHub with nbgrader's exchange: students and an instructor, each a user of the system."""
