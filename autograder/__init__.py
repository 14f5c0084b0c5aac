"""The course's machinery, in rooms: docs/developers.md shows them, and which may import which.

It knows nothing of any single lesson: what a lesson needs stands in its own folder under source/.
"""

import os
import sys

__version__ = "0.1.0"

# Must be set before torch is loaded, and a lesson's first cell imports this package first. Otherwise the threads of one
# small operation wait for each other by spinning, and as soon as another program wants the processor they spin against
# it: with a busy neighbour on two cores a training step of lesson 04 took 10 to 40 times as long.
os.environ.setdefault("OMP_WAIT_POLICY", "passive")

# jsonschema builds a grammar of web addresses on import where this package is; Jupyter brings it. It takes a second
# wherever notebooks are read, in all processes that grade too, for a format that none has. None: as if it were absent.
sys.modules.setdefault("rfc3987_syntax", None)  # type: ignore[arg-type]
