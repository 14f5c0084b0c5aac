"""Read members out of an archive, and of archives in it, without unpacking the rest."""

import hashlib
import io
import os
import tarfile
import zipfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import IO

from utils.assets.asset import Asset, Member, Source
from utils.assets.errors import AssetError

CHUNK = 1 << 20


def unpack(asset: Asset, source: Source, archive: Path, folder: Path, cache: Path) -> None:
    """Write the members of an asset into a folder, and check the hash of each.

    cache: the cache folder, for messages. Raises AssetError when a member is missing or has another hash;
    OSError when the disk does not take it.
    """
    wanted: dict[str, list[Member]] = {}
    for member in asset.members:
        wanted.setdefault(source.paths[member.name], []).append(member)
    with archive.open("rb") as opened:
        for path, stream in _members(opened, source.archive.filename, list(wanted)):
            members = wanted.pop(path)
            # several members may be made from the same bytes
            content = stream.read() if len(members) > 1 or members[0].name in source.derive else None
            for member in members:
                if content is None:
                    data = stream
                elif member.name in source.derive:
                    data = io.BytesIO(source.derive[member.name](content))
                else:
                    data = io.BytesIO(content)
                found = _write(data, folder / member.name)
                if found != member.sha256:
                    raise AssetError(
                        "member",
                        f"{asset.name} is refused: {member.name} in {archive.name} has sha256 {found}, but "
                        f"{member.sha256} is expected; nothing of it is kept in {cache}, so tell the "
                        "course's authors.",
                    )
    if wanted:
        raise AssetError(
            "member",
            f"{asset.name} is refused: {archive.name} has no member {next(iter(wanted))}; nothing of it is "
            f"kept in {cache}, so tell the course's authors.",
        )


def _write(stream: IO[bytes], file: Path) -> str:
    """Copy a stream to a file, and return its SHA-256."""
    file.parent.mkdir(parents=True, exist_ok=True)
    digest = hashlib.sha256()
    with file.open("wb") as out:
        while chunk := stream.read(CHUNK):
            digest.update(chunk)
            out.write(chunk)
        out.flush()
        os.fsync(out.fileno())
    return digest.hexdigest()


def _members(file: IO[bytes], name: str, wanted: Sequence[str]) -> Iterator[tuple[str, IO[bytes]]]:
    """The wanted members of a zip or tar file with their contents; "outer!inner" reads an archive in it."""
    nested: dict[str, list[str]] = {}
    for path in wanted:
        outer, mark, inner = path.partition("!")
        if mark:
            nested.setdefault(outer, []).append(inner)
    for path, stream in _top_members(file, name, {path.partition("!")[0] for path in wanted}):
        if path in nested:
            content = io.BytesIO(stream.read())
            for inner, inner_stream in _members(content, path, nested[path]):
                yield f"{path}!{inner}", inner_stream
        else:
            yield path, stream


def _top_members(file: IO[bytes], name: str, wanted: set[str]) -> Iterator[tuple[str, IO[bytes]]]:
    if name.endswith((".whl", ".zip")):
        with zipfile.ZipFile(file) as zipped:
            for path in zipped.namelist():
                if path in wanted:
                    with zipped.open(path) as stream:
                        yield path, stream
    else:
        with tarfile.open(
            fileobj=file
        ) as tar:  # once through: going back in a compressed file starts it again
            for entry in tar:
                stream = tar.extractfile(entry) if entry.name in wanted else None
                if stream is not None:
                    yield entry.name, stream
