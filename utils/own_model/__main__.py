"""Make what the course ships of the opening line's model, from the last run of the reference solutions.

autograder solutions 04        trains the model; other lessons add their continuations
python -m utils.own_model      copies it into utils/own_model, rounded to int8, and the continuations beside it
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import safetensors.torch

from utils.own_model import opening, own_files
from utils.own_model.own_folder import VARIABLE, write_whole


def main() -> int:
    """Read build/own_model of the working directory and write the three files. Returns the exit status."""
    folder = Path(os.environ.get(VARIABLE) or "build/own_model")
    try:
        facts, weights = own_files._read(folder)
    except (OSError, own_files.Unusable) as error:
        print(f"{folder} holds no model ({error}): run `autograder solutions 04` first.", file=sys.stderr)
        return 1
    write_whole(own_files.HERE / "reference.safetensors", safetensors.torch.save(own_files.pack(weights)))
    del facts["sha256"]
    write_whole(own_files.HERE / "reference.json", (json.dumps(facts, indent=1) + "\n").encode())
    kept, told = opening._read(folder / "openings.json")
    found = json.dumps(opening.recorded_openings() | kept, indent=1, ensure_ascii=False)
    write_whole(opening.RECORDED, (found + "\n").encode())
    print(
        told
        or f"The model and the continuations of {', '.join(kept) or 'no lesson'} are written to {own_files.HERE}."
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
