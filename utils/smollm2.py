"""A real pretrained decoder of Llama's design, small enough for a laptop: SmolLM2-135M-Instruct (Apache-2.0).

30 layers, width 576, 9 query heads and 3 key/value heads, 134,515,008 parameters. `utils.assets` fetches it as one
GGUF file, with weights of about 4 bits. Reading that takes 20 seconds of a processor each time, so it is converted
once, to float32 in safetensors, with the very numbers that reading gives; from then on loading takes a second.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import torch
from filelock import FileLock

from utils import assets
from utils.assets import stamps


def load(device: torch.device | str = "cpu") -> tuple[Any, Any]:
    """The model, ready to run on the device, and its tokenizer, both as `transformers` has them.

    Fetches 93 MB and converts them (half a minute, 542 MB in the cache folder) the first time.
    Raises utils.assets.AssetError when the file cannot be had.
    """
    gguf = assets.path("smollm2")
    folder = _folder()
    with _silent():
        try:
            _convert_once(gguf, folder)
        except OSError:  # no room, or a cache that can only be read: the original is there, and slower
            model, tokenizer = _read_gguf(gguf)
        else:
            model, tokenizer = _read(folder)
    return model.to(device).eval(), tokenizer


def _folder() -> Path:
    """Where the converted model lies. Its files are those of one version of the library, which may change them."""
    import transformers  # two seconds, needed only here

    key = assets.ASSETS["smollm2"].key
    return assets.cache_folder() / "converted" / f"smollm2-{key}-transformers-{transformers.__version__}"


def _read_gguf(gguf: Path) -> tuple[Any, Any]:
    from transformers import AutoModelForCausalLM, AutoTokenizer

    where, options = str(gguf.parent), {"gguf_file": gguf.name, "local_files_only": True}
    tokenizer = AutoTokenizer.from_pretrained(where, **options)
    # As the model's own tokenizer has them. Some versions of the library (5.0 to 5.5, at least) read others from GGUF.
    tokenizer.bos_token, tokenizer.eos_token, tokenizer.pad_token = "<|im_start|>", "<|im_end|>", "<|im_end|>"
    tokenizer.padding_side = "right"
    return AutoModelForCausalLM.from_pretrained(where, **options), tokenizer


def _read(folder: Path) -> tuple[Any, Any]:
    from transformers import AutoModelForCausalLM, AutoTokenizer

    return (
        AutoModelForCausalLM.from_pretrained(folder, local_files_only=True),
        AutoTokenizer.from_pretrained(folder, local_files_only=True),
    )


def _stamp(folder: Path) -> Path:
    return assets.cache_folder() / "stamps" / f"{folder.name}.json"


def _is_whole(folder: Path) -> bool:
    """Whether all files are there with the bytes that were written."""
    written = stamps.recorded(_stamp(folder))
    try:
        return bool(written) and not stamps.damaged(folder, written, _stamp(folder))
    except OSError:
        return False


def _convert_once(gguf: Path, folder: Path) -> None:
    """Make the folder, if it is not there or damaged; one process does it, and the others wait. Raises OSError."""
    if _is_whole(folder):
        return
    locks = assets.cache_folder() / "locks"
    folder.parent.mkdir(parents=True, exist_ok=True)
    locks.mkdir(exist_ok=True)
    with FileLock(locks / "smollm2-converted.lock"):
        if _is_whole(folder):
            return
        print("Converting SmolLM2, once; this takes about half a minute.", file=sys.stderr, flush=True)
        for left in folder.parent.glob("smollm2-*"):  # damaged, half written, or of another version
            shutil.rmtree(left, ignore_errors=True)
        new = Path(tempfile.mkdtemp(prefix="smollm2-new-", dir=folder.parent))
        try:
            _write(*_read_gguf(gguf), new)
            new.rename(folder)
        except BaseException:
            shutil.rmtree(new, ignore_errors=True)
            raise
        files = {file.name: stamps.sha256_of(file) for file in sorted(folder.iterdir())}
        stamps.write(folder, files, _stamp(folder))


def _write(model: Any, tokenizer: Any, folder: Path) -> None:
    """What `from_pretrained` needs. (`model.save_pretrained` refuses whatever was read from GGUF.)"""
    from safetensors.torch import save_file

    config = model.config
    if hasattr(config, "quantization_config"):  # the numbers in memory are float32
        del config.quantization_config
    weights = dict(model.state_dict())
    if config.tie_word_embeddings:
        weights.pop("lm_head.weight", None)  # the same numbers as the token table
    save_file(
        {name: w.contiguous() for name, w in weights.items()},
        folder / "model.safetensors",
        metadata={"format": "pt"},
    )
    config.save_pretrained(folder)
    model.generation_config.save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    folder.chmod(0o755)  # kernels of other users read it too
    for file in folder.iterdir():
        file.chmod(0o644)


@contextmanager
def _silent() -> Iterator[None]:
    """Without the library's progress bars and remarks."""
    from transformers.utils import logging

    before = logging.get_verbosity()
    logging.set_verbosity_error()
    logging.disable_progress_bar()
    try:
        yield
    finally:
        logging.set_verbosity(before)
        logging.enable_progress_bar()
