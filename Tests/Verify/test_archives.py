"""An export in a ZIP archive, as it was written and as other programs pack it anew: verified as its folder is."""

import os
import subprocess
import zipfile

import pytest

from evidence import EXECUTABLE, RUN_S, report
from sentences import sentence
from test_exporting import as_folder, exported
from travels import as_stream, pack, with_resources


@pytest.fixture
def folder(evidence, tmp_path):
    return as_folder(evidence.folder, tmp_path / "out")


@pytest.fixture
def verified(tmp_path):
    """Verifies what is at a path, with a folder for temporary files in which nothing stays."""
    place = tmp_path / "tmp"
    place.mkdir()

    def verify(path, *words):
        ended = subprocess.run([EXECUTABLE, "verify", str(path), *words], capture_output=True, text=True, timeout=RUN_S,
                               env=os.environ | {"TMPDIR": str(place)})
        assert not list(place.iterdir()), "something was left behind"
        return ended
    return verify


PACKED = {
    "with smaller files": lambda folder, path: pack(folder, path),
    "with much effort": lambda folder, path: pack(folder, path, compresslevel=9),
    "with files in blocks as they are": lambda folder, path: pack(folder, path, compresslevel=0),
    "with files as they are": lambda folder, path: pack(folder, path, method=zipfile.ZIP_STORED),
    "in folders above": lambda folder, path: pack(folder, path, lambda name: f"My photos/May/exhibit/{name}"),
    "without a folder": lambda folder, path: pack(folder, path, str),
    "with back slashes": lambda folder, path: pack(folder, path, lambda name: f"exhibit/{name}".replace("/", "\\")),
    "with sizes behind the files": as_stream,
    "with what a Mac adds": with_resources,
}


@pytest.mark.parametrize("packed", [
    pytest.param(packed, id=f"an export that was packed anew {words} is verified as its folder is")
    for words, packed in PACKED.items()])
def test_packed(folder, tmp_path, verified, packed):
    packed(folder, tmp_path / "packed.zip")
    found = report(verified(tmp_path / "packed.zip", "--json"))
    assert found["verdict"] == "good" and found == report(verified(folder, "--json"))


def test_own(evidence, tmp_path, verified):
    """the ZIP archive that an export writes is verified without being unpacked by anybody"""
    exported(evidence.folder, tmp_path / "all.zip")
    ended = verified(tmp_path / "all.zip")
    assert ended.returncode == 0 and ended.stdout.endswith("Nothing is wrong.\n"), ended


def test_changed(folder, tmp_path, verified):
    """what was changed before it was packed anew is found in the archive"""
    original = folder / "proof/evidence/000/000002.jpg"
    original.write_bytes(original.read_bytes() + b"x")
    (folder / "1 Unsorted/3 photo.jpg").unlink()
    pack(folder, tmp_path / "packed.zip")
    ended = verified(tmp_path / "packed.zip", "--json")
    assert ended.returncode == 1 and report(ended) == report(verified(folder, "--json"))


def test_damaged(folder, tmp_path, verified):
    """an archive with a file that can't be unpacked is refused, and the file is named"""
    path = tmp_path / "packed.zip"
    pack(folder, path)
    with zipfile.ZipFile(path) as archive:
        place = archive.getinfo("exhibit/proof/records.jsonl").header_offset
    content = bytearray(path.read_bytes())
    content[place + 30 + len("exhibit/proof/records.jsonl")] = 0xFF
    path.write_bytes(content)
    ended = verified(path)
    assert ended.returncode == 1, ended
    assert sentence("zip.damaged", str(path), "exhibit/proof/records.jsonl").search(ended.stderr), ended


def test_unknown(folder, tmp_path, verified):
    """an archive that was packed in a way that is not known is not guessed at, and it is said what to do"""
    path = tmp_path / "packed.zip"
    pack(folder, path, method=zipfile.ZIP_BZIP2)
    ended = verified(path)
    assert ended.returncode == 1 and sentence("zip.packed", str(path)).search(ended.stderr), ended


def test_single_file(folder, tmp_path, verified):
    """one file that is of no piece is refused, and the folder of the export around it is named"""
    copy, page = folder / "1 Unsorted/2 photo.jpg", folder / "index.html"
    ended = verified(page)
    told = sentence("verify.file-of-export", str(page), str(folder)).search(ended.stderr)
    assert ended.returncode == 1 and told, ended
    alone = tmp_path / "alone.jpg"
    alone.write_bytes(copy.read_bytes())
    ended = verified(alone)
    assert ended.returncode == 1 and sentence("verify.lone-file", str(alone)).search(ended.stderr), ended
