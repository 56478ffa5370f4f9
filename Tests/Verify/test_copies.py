"""The copies of an export, which are what people open, in the hands of somebody who changes them."""

import json
import subprocess
import sys

import pytest

import verify
from evidence import EXECUTABLE, RUN_S, VERIFIER
from sentences import sentence
from test_exporting import as_folder, bundle_report, make_unlisted, manifest

COPY = "1 Unsorted/2 photo.jpg"


@pytest.fixture
def folder(evidence, tmp_path):
    """An export of the store, in which nothing is wrong, and whose list of files can't help: an earlier version's."""
    folder = as_folder(evidence.folder, tmp_path / "out")
    make_unlisted(folder)
    assert bundle_report(folder)["verdict"] == "good" and bundle_report(folder)["copies"] == 5
    return folder


def relist(folder, number, /, **members):
    """Has the list say something else of a piece."""
    listed = manifest(folder)
    for piece in listed["pieces"]:
        if piece["number"] == number:
            piece |= members
    (folder / "manifest.json").write_text(json.dumps(listed))


def replace(folder, content):
    """Puts another copy in the place of that of piece 2, and has the list say so."""
    (folder / COPY).write_bytes(content)
    relist(folder, 2, copy_sha256=verify.sha256(content), copy_bytes=len(content))


def add_a_byte(folder):
    (folder / COPY).write_bytes((folder / COPY).read_bytes() + b"x")


def remove(folder):
    (folder / COPY).unlink()


def link(folder):
    (folder / COPY).rename(folder / "elsewhere.jpg")
    (folder / COPY).symlink_to("../elsewhere.jpg")


def exchange(folder):
    replace(folder, (folder / "1 Unsorted/3 photo.jpg").read_bytes())


def change_data(folder):
    content = bytearray((folder / COPY).read_bytes())
    content[-100] ^= 1
    replace(folder, bytes(content))


def exchange_names(folder):
    relist(folder, 2, copy="1 Unsorted/3 photo.jpg", copy_sha256=manifest(folder)["pieces"][2]["copy_sha256"])


def exchange_original(folder):
    relist(folder, 2, original="proof/evidence/000/000003.jpg")


def change_digest(folder):
    relist(folder, 2, original_sha256="0" * 64)


def unlist(folder):
    listed = manifest(folder)
    del listed["pieces"][1]
    (folder / "manifest.json").write_text(json.dumps(listed))


def list_another(folder):
    relist(folder, 2, number=77)


def point_outside(folder):
    relist(folder, 2, copy=f"../{folder.name}/{COPY}")


def name_nothing(folder):
    relist(folder, 2, copy=None)


def write_nonsense(folder):
    (folder / "manifest.json").write_text("{")


def write_no_list(folder):
    (folder / "manifest.json").write_text('{"pieces": 1}')


def list_strange_things(folder):
    listed = manifest(folder)
    listed["pieces"] += ["1", 2, None, [], {"number": 2}]
    (folder / "manifest.json").write_text(json.dumps(listed))


def remove_list(folder):
    (folder / "manifest.json").unlink()


CLAIMS = [
    ("a copy with a byte more", add_a_byte, {"copy.altered": 1}),
    ("a copy that is gone", remove, {"copy.missing": 1}),
    ("a link in place of a copy", link, {"copy.altered": 1}),
    ("another picture's copy, and the list that fits it", exchange, {"copy.altered": 1}),
    ("a changed picture, and the list that fits it", change_data, {"copy.altered": 1}),
    ("a list in which two have one copy", exchange_names, {"copy.altered": 1}),
    ("a list that names another original", exchange_original, {"manifest.other": 1}),
    ("a list with another digest of the original", change_digest, {"manifest.other": 1}),
    ("a list that lacks a piece", unlist, {"manifest.lacking": 1}),
    ("a list with a piece of which no record tells", list_another, {"manifest.lacking": 1, "manifest.other": 1}),
    ("a copy outside of the export", point_outside, {"manifest.malformed": 1, "manifest.lacking": 1}),
    ("a copy without a name", name_nothing, {"manifest.malformed": 1, "manifest.lacking": 1}),
    ("a list that is no JSON", write_nonsense, {"manifest.malformed": 1}),
    ("a list without pieces", write_no_list, {"manifest.malformed": 1}),
    ("a list with strange things in it", list_strange_things, {"manifest.malformed": 1}),
    ("a list that is gone", remove_list, {"manifest.missing": 1}),
]


@pytest.mark.parametrize("change, counts", [claim[1:] for claim in CLAIMS], ids=[
    f"{claim[0]} is found by both verifiers" for claim in CLAIMS])
def test_changed(folder, change, counts):
    change(folder)
    assert bundle_report(folder)["counts"] == counts


def test_said(folder):
    """whoever changed a copy is found out by name, and a copy of what was changed before is not told twice"""
    add_a_byte(folder)
    for command, noun in (([EXECUTABLE, "verify"], "photo"), ([sys.executable, VERIFIER], "piece")):
        ended = subprocess.run([*command, str(folder)], capture_output=True, text=True, timeout=RUN_S)
        assert ended.returncode == 1 and f"The copy of {noun} 2 was changed: {COPY}." in ended.stdout, ended
    original = folder / "proof/evidence/000/000003.jpg"
    original.write_bytes(original.read_bytes()[:-1] + b"x")
    assert bundle_report(folder)["counts"] == {"file.altered": 1, "copy.altered": 1}


def leave_out(folder, number):
    """Takes the original of a piece away, and has the bundle say that this was on purpose."""
    (folder / f"proof/evidence/000/{number:06}.jpg").unlink()
    (folder / "proof/left-out").write_text(f"{number}\n")


def test_not_compared(folder):
    """a copy of another picture whose original was taken away is named, and is not counted as compared"""
    exchange(folder)
    leave_out(folder, 2)
    found = bundle_report(folder)
    assert found["counts"] == {"copy.unproved": 1} and found["copies"] == 4 and found["left_out"] == 1, found
    for command in ([EXECUTABLE, "verify"], [sys.executable, VERIFIER]):
        ended = subprocess.run([*command, str(folder)], capture_output=True, text=True, timeout=RUN_S)
        assert ended.returncode == 1 and COPY in ended.stdout, ended
        assert sentence("verify.copies", 4).search(ended.stdout), ended


def test_compared_with_record(folder):
    """a copy whose original was left out is compared with its record, which is all of it but Exif"""
    leave_out(folder, 2)
    found = bundle_report(folder)
    assert found["verdict"] == "good" and found["copies"] == 5, found
    add_a_byte(folder)
    found = bundle_report(folder)
    assert found["counts"] == {"copy.altered": 1} and found["copies"] == 4, found
