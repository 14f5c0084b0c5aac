"""Splits that are the same everywhere, and the cache of cleaned rows."""

import contextlib
import functools
import hashlib
import json
import os
import tempfile
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from utils import assets
from utils.assets import stamps

if TYPE_CHECKING:
    import pyarrow
    from datasets import DatasetDict

SEED = 2026
SPLITS = ("train", "validation", "test")
Rows = list[dict[str, Any]]


def draw(key: str) -> str:
    """A value to sort by that shuffles: a hash of seed and key. (Python's `random` may change.)"""
    return hashlib.sha256(f"{SEED} {key}".encode()).hexdigest()


def deal(rows: Iterable[dict[str, Any]], key: Callable[[dict[str, Any]], str]) -> dict[str, Rows]:
    """Shuffle rows and cut them 80 : 10 : 10. key: what makes a row itself; no two rows may share it."""
    shuffled = sorted(rows, key=lambda row: draw(key(row)))
    tenth = len(shuffled) // 10
    cuts = [0, len(shuffled) - 2 * tenth, len(shuffled) - tenth, len(shuffled)]
    return {split: shuffled[cuts[i] : cuts[i + 1]] for i, split in enumerate(SPLITS)}


def hold_out(candidates: Sequence[str]) -> tuple[str, str]:
    """Two of several, drawn by hash: one for validation and one for test."""
    first, second, *_ = sorted(candidates, key=draw)
    return first, second


def load(
    name: str,
    build: Callable[[Path], dict[str, Rows]],
    keep: Callable[[dict[str, Any]], bool] | None = None,
    asset: str | None = None,
) -> "DatasetDict":
    """The corpus built from an asset: from the cache of cleaned rows, or else built and put there.

    build: rows of each split from the asset's path. keep: leave out the other rows. asset: where it is not
    called as the corpus is.
    """
    import datasets
    from datasets.table import InMemoryTable

    asset = asset or name
    path = assets.path(asset)
    version = hashlib.sha256((assets.ASSETS[asset].key + _own_source()).encode()).hexdigest()[:8]
    file = assets.cache_folder() / "corpora" / f"{name}-{version}.arrow"
    table, sizes = _read(file) or _build(path, build, file)
    info = datasets.DatasetInfo(
        description=assets.ASSETS[asset].about,
        license=assets.ASSETS[asset].licence,
        citation=assets.ASSETS[asset].attribution,
    )
    found, start = datasets.DatasetDict(), 0
    for split, size in sizes.items():
        part = table.slice(start, size)
        start += size
        if keep is not None:
            part = part.filter([keep(row) for row in part.to_pylist()])
        # in memory, not mapped: map() of a mapped data set would write its results into our cache
        found[split] = datasets.Dataset(
            InMemoryTable(part),
            info=info.copy(),
            split=datasets.NamedSplit(split),
            fingerprint=f"{version}-{split}-{part.num_rows}",
        )
    return found


def _read(file: Path) -> "tuple[pyarrow.Table, dict[str, int]] | None":
    """The cached table and the size of each split in it; None when the file is not there, or not as it was written."""
    import pyarrow as pa

    stamp = _stamp(file)
    sha256 = stamps.recorded(stamp).get(file.name)
    try:
        if sha256 is None or stamps.damaged(file.parent, {file.name: sha256}, stamp):
            return None
        with pa.OSFile(str(file)) as source, pa.ipc.open_file(source) as reader:
            table = reader.read_all()
            return table, json.loads(table.schema.metadata[b"splits"])
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _build(
    path: Path, build: Callable[[Path], dict[str, Rows]], file: Path
) -> "tuple[pyarrow.Table, dict[str, int]]":
    """Build the table, and keep it if the cache can be written; a read-only cache only costs time."""
    import pyarrow as pa

    rows = build(path)
    sizes = {split: len(rows[split]) for split in SPLITS}
    table = pa.Table.from_pylist([row for split in SPLITS for row in rows[split]])
    table = table.replace_schema_metadata({"splits": json.dumps(sizes)})
    with contextlib.suppress(OSError):
        file.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=file.parent, ignore_cleanup_errors=True) as folder:
            new = Path(folder) / file.name
            with pa.OSFile(str(new), "wb") as sink, pa.ipc.new_file(sink, table.schema) as writer:
                writer.write_table(table)
            sha256 = stamps.sha256_of(new)
            os.replace(new, file)
        stamps.write(file.parent, {file.name: sha256}, _stamp(file))
        for old in file.parent.glob(f"{file.stem.rpartition('-')[0]}-*.arrow"):
            if old != file:
                old.unlink()
                _stamp(old).unlink(missing_ok=True)
    return table, sizes


def _stamp(file: Path) -> Path:
    return assets.cache_folder() / "stamps" / f"{file.stem}.json"


@functools.cache
def _own_source() -> str:
    """The source of this package: rows that an older version cleaned are built again."""
    return "".join(file.read_text(encoding="utf-8") for file in sorted(Path(__file__).parent.glob("*.py")))
