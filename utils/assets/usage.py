"""Which assets a piece of lesson source needs, read off its text."""

import re
from pathlib import Path

from utils.assets.table import ASSETS

ASSETS_OF_FUNCTIONS: dict[str, tuple[str, ...]] = {
    "corpora.shakespeare": ("shakespeare",),
    "corpora.wikipedia": ("wikipedia",),
    "corpora.verses": ("verses",),
    "corpora.sentiment": ("sentiment",),
    "corpora.topics": ("wikipedia",),
    "corpora.description_pairs": ("wikipedia",),
    "corpora.questions": ("wikipedia",),
    "corpora.senses": ("wordnet",),
    "corpora.nouns": ("wordnet",),
    "corpora.pronunciations": ("cmudict",),
    "tokenizers.gpt2": ("gpt2-vocab",),
    "tokenizers.gpt2_merges": ("gpt2-vocab",),
    "tokenizers.gpt2_byte_ids": ("gpt2-vocab",),
    "tokenizers.cl100k": ("cl100k",),
    "tokenizers.o200k": ("o200k",),
}
"""Functions of `utils` that read assets. What is added there is added here (a test looks)."""

UTILS = Path(__file__).parent.parent
BY_FUNCTION = {"assets", "corpora", "tokenizers"}  # modules where it matters which function is called


def mentioned_in(text: str) -> list[str]:
    """The assets that lesson code uses, in the table's order.

    text: Python, or a notebook as text, where markdown is in comments; it need not be valid. Looks for
    calls such as `corpora.wikipedia()`, `tokenizers.gpt2()` and `assets.path("minilm")`, also of functions
    imported by name, and looks through other modules of `utils` that the code imports, as if all of their
    functions were called.
    """
    names: set[str] = set()
    modules: list[Path] = []
    texts = [text]
    while texts:
        code = re.sub(r"(^|\s)#\s.*$", "", texts.pop(), flags=re.M)
        names |= _called(code)
        for module in _imported(code):
            if module not in modules:
                modules.append(module)
                texts.append(module.read_text(encoding="utf-8"))
    return [name for name in ASSETS if name in names]


def _called(code: str) -> set[str]:
    """Assets that the code itself asks for."""
    names = set(re.findall(r"""\bassets\s*\.\s*path\(\s*["']([\w-]+)["']""", code))
    if "path" in _names_from("utils.assets", code):
        names |= set(re.findall(r"""(?<![\w.])path\(\s*["']([\w-]+)["']""", code))
    for function, needed in ASSETS_OF_FUNCTIONS.items():
        module, _, short = function.partition(".")
        if re.search(rf"\b{module}\s*\.\s*{short}\b", code) or short in _names_from(f"utils.{module}", code):
            names.update(needed)
    return names


def _imported(code: str) -> list[Path]:
    """Files of other modules of `utils` that the code imports."""
    dotted = set(re.findall(r"^\s*import\s+utils\.([\w.]+)", code, re.M))
    for package in {"utils", *re.findall(r"^\s*from\s+(utils(?:\.\w+)*)\s+import\b", code, re.M)}:
        inside = package.removeprefix("utils").lstrip(".")
        dotted.add(inside)
        dotted.update(f"{inside}.{name}".lstrip(".") for name in _names_from(package, code))
    parts = [name.split(".") for name in sorted(dotted) if name]
    files = [UTILS.joinpath(*part).with_suffix(".py") for part in parts if part[0] not in BY_FUNCTION]
    return [file for file in files if file.is_file()]


def _names_from(package: str, code: str) -> set[str]:
    """What the code imports from a package, by its name there."""
    lists = re.findall(rf"^\s*from\s+{re.escape(package)}\s+import\s+(\([^)]*\)|[^\n]*)", code, re.M)
    return {name for imported in lists for name in re.findall(r"(?:^|[,(])\s*(\w+)", imported)}
