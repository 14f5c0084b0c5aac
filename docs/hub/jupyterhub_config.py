"""A JupyterHub for this course on one machine, whose students and instructors are users of its system.

docs/hub.md says where everything goes. tests/hub starts a hub from this very file; the login, the ports and the path of
the proxy are the only things that are different there.
"""

import os
import pwd
import stat
from pathlib import Path

c = get_config()  # noqa: F821  JupyterHub provides it

HERE = Path(__file__).resolve().parent
INSTRUCTORS = {"ira"}  # system users; everybody else is a student
CLONE = "transformers"  # the course's clone in an instructor's home: it holds the solutions, the gradebook and all work
CACHE = "/srv/transformers/cache"  # data and weights, fetched once by root, read by all

# Whoever has an account on this machine may log in, with its password (PAM is JupyterHub's own default).
c.Authenticator.allow_all = True
c.Spawner.default_url = "/lab"
# A notebook that takes all cores of a machine takes them from everybody.
c.Spawner.environment = {"AUTOGRADER_CACHE": CACHE, "OMP_NUM_THREADS": "2"}


def prepare(spawner):
    """Before a user's server starts: close the home, and say where nbgrader and JupyterLab find their settings."""
    account = pwd.getpwnam(spawner.user.name)
    home = Path(account.pw_dir)
    # Debian makes homes that everybody can read; a student's work and an instructor's solutions lie in them.
    os.chmod(home, stat.S_IMODE(home.stat().st_mode) & ~0o077)
    if spawner.user.name in INSTRUCTORS:
        settings = [home / CLONE, HERE / "everyone"]  # the clone's nbgrader_config.py, wherever one stands
        spawner.environment = {**spawner.environment, "AUTOGRADER_ROOT": str(home / CLONE)}
    else:
        settings = [HERE / "students", HERE / "everyone"]
    path = os.pathsep.join(map(str, settings))
    spawner.environment = {**spawner.environment, "JUPYTER_CONFIG_PATH": path}


c.Spawner.pre_spawn_hook = prepare
