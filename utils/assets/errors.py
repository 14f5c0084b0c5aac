"""The one exception of `utils.assets`."""

from typing import Literal

from utils.one_sentence import OneSentence

Kind = Literal[
    "name", "pip", "network", "archive", "member", "mirror", "cache", "disk", "damaged", "untrained"
]


class AssetError(OneSentence, RuntimeError):
    """An asset cannot be had. The text is one sentence: which asset, what happened, what to do.

    kind: what failed, for programs: the asset's name, a missing pip, the network, the archive (absent, or
    with another hash), a member of it, the mirror folder, the cache folder, the space on its disk, a cached
    file, or that nobody has trained it here yet.
    """

    def __init__(self, kind: Kind, sentence: str) -> None:
        super().__init__(sentence)
        self.kind: Kind = kind
