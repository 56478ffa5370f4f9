"""An export whose list of files the device has recorded, in the hands of somebody who changes it."""

import json
import shutil
import subprocess
import sys

import pytest

from evidence import EXECUTABLE, RUN_S, VERIFIER, Evidence, play
from test_exporting import WHOLE, as_folder, bundle_report, exported, last_payload

LIST = "proof/list.jsonl"


@pytest.fixture
def folder(evidence, tmp_path):
    """An export of one of two things, and one deleted piece: with pieces and texts that it lacks on purpose."""
    play("1 type thing add Bag\n3 click\n7 type title Secret --piece 6\n8 type delete 4\n10 quit\n", evidence.folder)
    exported(evidence.folder, tmp_path / "out", thing="1")
    assert bundle_report(tmp_path / "out")["export"] == WHOLE
    return tmp_path / "out"


def lines(folder):
    return [json.loads(line) for line in (folder / LIST).read_text().splitlines()]


def test_list(folder):
    """the list has each file but what proves it, and what is left out and why"""
    paths = [line["path"] for line in lines(folder) if "path" in line]
    there = {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}
    assert set(paths) == there - {LIST, "proof/records.jsonl", "proof/head"}
    assert paths == sorted(paths, key=str.encode) and last_payload(folder)["files"] == len(paths)
    left = [line for line in lines(folder) if "path" not in line]
    assert [line for line in left if "piece" in line and "by" in line] == [
        {"by": next(line["by"] for line in left if line.get("piece") == 4), "piece": 4, "why": "deleted"}]
    assert {"piece": 6, "why": "other-thing"} in left
    assert [line["member"] for line in left if "member" in line] == ["title", "title"]


def rewrite(path, old, new):
    content = path.read_bytes()
    assert old in content, f"{old} is not in {path}"
    path.write_bytes(content.replace(old, new, 1))


def add_a_byte(name):
    return lambda folder: (folder / name).write_bytes((folder / name).read_bytes() + b"x")


def change_count(folder):
    rewrite(folder / LIST, b'"bytes":', b'"bytes":1')


def change_digest(folder):
    rewrite(folder / LIST, lines(folder)[0]["sha256"].encode(), b"0" * 64)


def unlist_left_out(folder):
    path = folder / LIST
    path.write_text("".join(line for line in path.read_text().splitlines(True) if '"piece":6' not in line))


def remove(name):
    return lambda folder: (folder / name).unlink()


def cut_off(folder):
    """Takes away the record of the export, and names the head before it: such a head was signed too."""
    records = folder / "proof/records.jsonl"
    (folder / "proof/head").write_text(last_payload(folder)["head"] + "\n")
    records.write_text("".join(records.read_text().splitlines(keepends=True)[:-1]))


def cut_off_and_change(folder):
    cut_off(folder)
    add_a_byte("index.html")(folder)


def leave_out_an_original(folder):
    """As somebody would who has the bundle believe that this was on purpose."""
    (folder / "proof/evidence/000/000002.jpg").unlink()
    with open(folder / LIST, "a", encoding="utf-8") as file:
        file.write('{"piece":2,"why":"other-thing"}\n')


CLAIMS = [
    ("a changed page", add_a_byte("index.html"), {"listed.altered": 1}, "recorded"),
    ("a changed manifest", add_a_byte("manifest.json"), {"listed.altered": 1, "manifest.malformed": 1}, "recorded"),
    ("a changed text for people", add_a_byte("README.txt"), {"listed.altered": 1}, "recorded"),
    ("another verifier", add_a_byte("proof/verify.py"), {"listed.altered": 1}, "recorded"),
    ("a page that is gone", remove("index.html"), {"listed.missing": 1}, "recorded"),
    ("a table that is gone", remove("inventory.csv"), {"listed.missing": 1}, "recorded"),
    ("a copy that is gone", remove("1 Unsorted/2 photo.jpg"), {"copy.missing": 1}, "recorded"),
    ("an original that is gone", remove("proof/evidence/000/000002.jpg"), {"file.missing": 1}, "recorded"),
    ("a list that is gone", remove(LIST), {"list.missing": 1, "text.gone": 2, "file.missing": 2}, "wrong"),
    ("a list with another size", change_count, {"list.altered": 1}, "wrong"),
    ("a list with another digest", change_digest, {"list.altered": 1}, "wrong"),
    ("a list that lacks what is left out", unlist_left_out, {
        "list.altered": 1, "list.untrue": 1, "file.missing": 1}, "wrong"),
    ("an original that is left out by somebody else", leave_out_an_original, {"list.altered": 1}, "wrong"),
    ("a list without its record, and a changed page", cut_off_and_change, {"listed.altered": 1}, "unsigned"),
]


@pytest.mark.parametrize("change, counts, proof", [claim[1:] for claim in CLAIMS], ids=[
    f"in an export with a list {claim[0]} is found" for claim in CLAIMS])
def test_changed(folder, change, counts, proof):
    change(folder)
    found = bundle_report(folder)
    assert found["counts"] == counts and found["export"]["list"] == proof, found


def test_unsigned(folder):
    """where no record tells of the export it is said to be made without the device"""
    cut_off(folder)
    found = bundle_report(folder)
    assert found["verdict"] == "good" and found["export"] == WHOLE | {"list": "unsigned"}
    for command in ([EXECUTABLE, "verify"], [sys.executable, VERIFIER]):
        ended = subprocess.run([*command, str(folder)], capture_output=True, text=True, timeout=RUN_S)
        assert "not signed: it was made without the device" in ended.stdout and ended.returncode == 0, ended


def test_went_on(folder):
    """a table that somebody went on with is said to be changed, and nothing is wrong"""
    add_a_byte("inventory.csv")(folder)
    found = bundle_report(folder)
    assert found["verdict"] == "changed" and found["export"]["changed"] == ["inventory.csv"], found


def test_added(folder):
    """what people added is named, and what systems did is not"""
    for name in (".DS_Store", "Thumbs.db", "1 Unsorted/._2 photo.jpg", "notes.txt", "1 Unsorted/plan.pdf"):
        (folder / name).write_text("x")
    found = bundle_report(folder)
    assert found["verdict"] == "good" and found["export"]["added"] == ["1 Unsorted/plan.pdf", "notes.txt"], found


def test_older(evidence, tmp_path):
    """the list of an earlier export, and all of that with later records, is found"""
    older, folder = (as_folder(evidence.folder, tmp_path / name) for name in ("older", "out"))
    shutil.copy(older / LIST, folder / LIST)
    assert bundle_report(folder)["counts"].keys() == {"list.older", "listed.altered"}


def hand_over_later(evidence, folder):
    """Has the records of an export be what they are where its own comes after a photo that was stored meanwhile."""
    payload = last_payload(folder)
    play("1 click\n7 quit\n", evidence.folder)
    evidence = Evidence(evidence.folder)
    evidence.append("export.made", payload)
    write_records(evidence, folder)
    return evidence


def write_records(evidence, folder):
    evidence.rehash(evidence.last)
    evidence.sign(evidence.last, evidence.key)
    told = subprocess.run(
        [EXECUTABLE, "records", "--store", evidence.folder], capture_output=True, timeout=RUN_S, check=True)
    (folder / "proof/records.jsonl").write_bytes(told.stdout)
    (folder / "proof/head").write_text(f"{evidence.last}:{evidence.record(evidence.last)['hash']}\n")


def test_later(evidence, tmp_path):
    """a photo that was stored while an export was written is not in it, and nothing is wrong with that"""
    folder = as_folder(evidence.folder, tmp_path / "out")
    hand_over_later(evidence, folder)
    found = bundle_report(folder)
    assert found["verdict"] == "good" and found["pieces"] == 6 and found["export"] == WHOLE, found


def test_later_photos_are_missed(evidence, tmp_path):
    """where the records go on after that of the export, a photo of which the export says nothing is missed"""
    folder = as_folder(evidence.folder, tmp_path / "out")
    later = hand_over_later(evidence, folder)
    later.append("program.stopped", {"shutdown": False})
    write_records(later, folder)
    assert bundle_report(folder)["counts"] == {"file.missing": 1, "list.older": 1}


@pytest.mark.parametrize("name", [LIST, "proof/records.jsonl", "proof/texts.jsonl"], ids=[
    f"{name} that never ends is refused by both verifiers" for name in ("a list", "records", "texts")])
def test_endless(folder, name):
    (folder / name).unlink()
    (folder / name).symlink_to("/dev/zero")
    for command in ([EXECUTABLE, "verify"], [sys.executable, VERIFIER]):
        ended = subprocess.run([*command, str(folder)], capture_output=True, text=True, timeout=RUN_S)
        assert ended.returncode == 1 and name.split("/")[1] in ended.stderr, ended
