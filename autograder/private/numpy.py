"""numpy, whose functions checks/forbidden/counterparts.py looks for under the names that exercises forbid."""

NEEDED = {
    "numpy.lib._stride_tricks_impl": "the module in which the functions of numpy.lib.stride_tricks are written",
    "numpy.mean._implementation": "the function in Python below the dispatcher of a numpy function",
}
