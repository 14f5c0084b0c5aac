"""Warm kernels for notebooks that nobody has read yet, behind the walls of sandbox/.

Imports from: checks/forbidden, sandbox, private, utils.

Use them by configuration alone, in nbgrader_config.py or any other Jupyter configuration:

    from autograder import kernels
    kernels.configure(c)                  # autograde, formgrader and validate run in the kernelspec "autograder"
    c.WarmProvisioner.memory = 2000       # the options are the traits of WarmProvisioner and BoundedClient

papermill takes the same kernelspec: `papermill -k autograder …`, with `kernels.JUPYTER_PATH` on the path JUPYTER_PATH.

The pieces, from the outside in: provisioner.py and bounded_client.py (the grader's side), runtime.py and parent.py (the
warm parent), guard.py (one kernel's life), child.py and kernelapp.py (becoming a kernel).
"""

from autograder.kernels.configure import JUPYTER_PATH, KERNEL_NAME, add_kernelspec, configure

__all__ = ["JUPYTER_PATH", "KERNEL_NAME", "add_kernelspec", "configure"]
