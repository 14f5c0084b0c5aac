"""The student's own model: the GPT of the lesson on training, kept on disk for the lessons after it.

`save_own_model` writes the trained GPT and its tokenizer into the course's data folder, and `load_own_model` reads them
in later lessons. Where they are missing or unusable, it loads the model that the reference solution trained, which
comes with the course. `continue_opening` lets any model continue the same opening line; `note_opening` keeps the
result, and `show_openings` puts all of them in one table, from the letters of the first lesson to the capstone.

Nothing that is graded reads or writes these files. Whatever goes wrong with them is one printed sentence.

- `own_folder.py` decides where the files are kept.
- `own_files.py` writes a model and reads it again as untrusted input: sizes, names, types and values are checked.
- `opening.py` holds the opening line, its continuation and its history.
- `reference.safetensors`, `reference.json` and `openings.json` are what the reference solutions left behind:
  `python -m utils.own_model` makes them from the last run of `autograder solutions`.

Imports from: blocks, tokenizers.
"""

from utils.own_model.opening import (
    OPENING_LINE,
    Openings,
    continue_opening,
    note_opening,
    recorded_openings,
    show_openings,
)
from utils.own_model.own_files import ModelFacts, OwnModel, load_own_model, save_own_model
from utils.own_model.own_folder import own_model_folder

__all__ = [
    "OPENING_LINE",
    "ModelFacts",
    "Openings",
    "OwnModel",
    "continue_opening",
    "load_own_model",
    "note_opening",
    "own_model_folder",
    "recorded_openings",
    "save_own_model",
    "show_openings",
]
