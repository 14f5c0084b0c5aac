"""What the table of assets is made of."""

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Archive:
    """One distribution file of a package in the registry. sha256 and size (bytes) are those of the file.

    licence: what the package says of itself, which need not be the licence of the data in it.
    """

    package: str
    version: str
    filename: str
    sha256: str
    size: int
    pip_options: tuple[str, ...] = ()
    licence: str = "none named"

    @property
    def requirement(self) -> str:
        """The line for `pip download --require-hashes -r`."""
        return f"{self.package}=={self.version} --hash=sha256:{self.sha256}"

    @property
    def is_source(self) -> bool:
        """Whether this is a source archive, whose setup.py pip runs after checking the hash."""
        return not self.filename.endswith(".whl")


@dataclass(frozen=True)
class Member:
    """One file of an asset: its name in the cache (may contain folders), hash and size in bytes."""

    name: str
    sha256: str
    size: int


@dataclass(frozen=True)
class Source:
    """An archive that holds an asset.

    paths: where in the archive each member stands; "outer.zip!inner" is a member of an archive in it.
    derive: members that are computed from the bytes at their path, rather than copied.
    """

    archive: Archive
    paths: Mapping[str, str]
    derive: Mapping[str, Callable[[bytes], bytes]] = field(default_factory=dict)


@dataclass(frozen=True)
class Asset:
    """What a lesson asks for by name. Sources are tried in order; all of them yield the same bytes."""

    name: str
    about: str
    licence: str
    attribution: str
    members: tuple[Member, ...]
    sources: tuple[Source, ...]
    optional: bool = False  # not fetched when everything is asked for

    @property
    def size(self) -> int:
        """Bytes in the cache."""
        return sum(member.size for member in self.members)

    @property
    def key(self) -> str:
        """Eight hexadecimal digits that change when the content of any member does."""
        content = "".join(f"{member.sha256} {member.name}\n" for member in self.members)
        return hashlib.sha256(content.encode()).hexdigest()[:8]
