"""An exported bundle that comes back: as what it was, with its proof, and vouched for by nobody here."""

import json
import os
import resource
import shutil
import sqlite3
import subprocess
import zipfile
from pathlib import Path

import pytest

import verify
from evidence import EXECUTABLE, RUN_S, Evidence, play, report, run, theirs
from sentences import sentence
from test_exporting import export, records, wait_for
from test_importing import imports, listed
from test_requests import said
from test_sharing import Service, is_open

SCRIPT = """\
1 type thing add Omega watch
2 type thing set category watches
3 type thing set brand Omega
4 type thing set tags steel, blue
5 type thing set serial_number 123
6 click
12 type title 1 Front of it
13 type lock 1
14 type mask id
15 click
21 type mask off
22 type clip start
26 type clip stop
30 type checklist skip
31 click
37 type delete 4
40 quit
"""
PDF = b"%PDF-1.7 a receipt"
# What a piece keeps wherever it is.
KEPT = ("id", "kind", "thing", "title", "sha256", "bytes", "width", "height", "planned", "actual", "captured_at",
        "clock", "orientation", "locked", "source", "decision", "frames", "length")


@pytest.fixture(scope="session")
def source(tmp_path_factory):
    """A store with a photo, a document, a clip, a deleted photo and an imported file, and what people said of them."""
    place = tmp_path_factory.mktemp("source")
    play(SCRIPT, place / "store")
    (place / "receipt.pdf").write_bytes(PDF)
    assert imports(place, place / "receipt.pdf").returncode == 0
    return place / "store"


@pytest.fixture(scope="session")
def exported(source):
    folder = source.parent / "export"
    assert export(source, folder).returncode == 0
    return folder


@pytest.fixture
def bundle(exported, tmp_path):
    """A copy of the export, to be tampered with."""
    return shutil.copytree(exported, tmp_path / "export")


def known(pieces):
    return [{name: piece.get(name) for name in KEPT} for piece in pieces if piece["state"] != "deleted"]


def restored(store):
    return [piece for piece in listed(store) if piece["restored"]]


def restore(evidence, bundle):
    return imports(evidence.folder.parent, bundle)


def both(folder):
    """What both verifiers say of a bundle."""
    one, other = report(run([EXECUTABLE, "verify", str(folder), "--json"])), report(theirs(folder, "--json"))
    assert one == other, f"the verifiers disagree:\n{one}\n{other}"
    return one


def test_lost_crop(evidence, tmp_path):
    """a document whose crop a power cut took comes back as the photo that it had become, and both verifiers agree"""
    store, database = tmp_path / "cut", tmp_path / "cut" / "exhibit.sqlite"
    play("1 click\n6 quit\n", store)
    before = database.read_bytes()
    play("1 type mask id\n2 click\n8 quit\n", store)
    for ending in ("-wal", "-shm"):
        Path(f"{database}{ending}").unlink(missing_ok=True)
    database.write_bytes(before)
    (store / verify.companion_file(2, "crop")).unlink()
    play("9 quit\n", store)
    assert [piece["kind"] for piece in listed(store)] == ["photo", "photo"]
    assert export(store, tmp_path / "out").returncode == 0
    assert restore(evidence, tmp_path / "out").returncode == 0
    assert len(restored(evidence.folder)) == 2
    assert both(evidence.folder)["verdict"] == "good"
    # Records have been written that tell of the crop all the same.
    [(number, sequence)] = evidence.run("SELECT number, record FROM evidence WHERE kind = 'photo' AND number = 7")
    payload = json.loads(evidence.record(sequence)["payload"])
    lost = {"file": verify.companion_file(number, "crop"), "sha256": 64 * "0", "bytes": 9}
    evidence.change_payload(sequence, data=payload["data"] | {"crop": lost})
    evidence.rehash(sequence)
    evidence.sign(sequence, evidence.key)
    evidence.fit_tables()
    assert both(evidence.folder)["verdict"] == "good"


def test_round_trip(evidence, source, exported):
    """things, pieces and what people said of them come back, byte for byte, and both verifiers agree"""
    ended = restore(evidence, exported)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    assert sentence("restore.end", 4, 6, 9, 0, 0).search(ended.stdout), ended.stdout
    assert known(restored(evidence.folder)) == known(listed(source))
    for there, here in zip([piece for piece in listed(source) if piece["state"] != "deleted"],
                           restored(evidence.folder)):
        assert (evidence.folder / here["file"]).read_bytes() == (source / there["file"]).read_bytes()
        assert here["restored"]["number"] == there["number"] and here["state"] == "stored"
        if there["crop"]:
            crops = (evidence.folder / here["crop"]["file"], source / there["crop"]["file"])
            assert crops[0].read_bytes() == crops[1].read_bytes()
    columns = "title, category, brand, tags, data, collect"
    thing = evidence.run(f"SELECT {columns} FROM things WHERE title = 'Omega watch'")
    assert thing == sqlite3.connect(source / "exhibit.sqlite").execute(
        f"SELECT {columns} FROM things WHERE number = 2").fetchall()
    found = evidence.verified()
    assert found["verdict"] == "good" and found["restored"] == 4
    assert [origin["store"] for origin in found["origins"]] == [both(exported)["store"]]


def test_nobody_here_vouches(evidence, exported):
    """a restored photo has a record of its own kind, with the store, device, number and record that it comes from"""
    assert restore(evidence, exported).returncode == 0
    piece = restored(evidence.folder)[0]
    show = [EXECUTABLE, "show", str(piece["number"]), "--store", str(evidence.folder)]
    shown = json.loads(run(show, "--json").stdout)
    assert shown["record"]["kind"] == "piece.restored"
    assert shown["camera"]["card"] and shown["camera_record"] is None
    there = json.loads((exported / "proof/records.jsonl").read_text().splitlines()[piece["restored"]["record"] - 1])
    assert there["kind"] == "photo.stored" and there["hash"] == piece["restored"]["hash"]
    assert [shown["requester"], shown["press"] * 1e9] == [there["payload"]["requester"], there["payload"]["press"]]
    assert shown["record"]["payload"]["origin"]["store"] == both(exported)["store"]
    origin = piece["restored"]
    assert sentence("show.restored", 1, origin["store"], origin["device"]).search(run(show).stdout)


def test_checklist_comes_back(evidence, source, exported):
    """items are ticked, skipped and open as they were"""
    def items(store):
        line = next(line for line in said(store, "thing use Omega watch", "checklist --json").splitlines()
                    if '{"thing"' in line)
        found = json.loads(line[line.index("{"):])
        ids = {piece["number"]: piece["id"] for piece in listed(store)}
        return [(item["state"], ids.get(item["piece"])) for item in found["items"]], found["open"]

    assert restore(evidence, exported).returncode == 0
    copy = shutil.copytree(source, evidence.folder.parent / "copy", symlinks=True)
    assert items(evidence.folder) == items(copy)


def test_twice(evidence, exported):
    """what is there already is told, and nothing is recorded"""
    assert restore(evidence, exported).returncode == 0
    before = records(evidence.folder)
    ended = restore(evidence, exported)
    assert ended.returncode == 0 and sentence("restore.end-nothing", 4, 0).search(ended.stdout), ended.stdout
    assert records(evidence.folder) == before


def test_by_the_running_program(evidence, exported):
    """a running program takes all of it in, and knows it"""
    evidence.database.close()
    place = evidence.folder.parent
    with Service(place) as service:
        assert is_open(service)
        ended = imports(place, exported, service=service)
        assert ended.returncode == 0, ended.stdout + ended.stderr
        assert sentence("restore.end", 4, 6, 9, 0, 0).search(ended.stdout), ended.stdout
        again = imports(place, exported, service=service)
        assert sentence("restore.end-nothing", 4, 0).search(again.stdout), again.stdout
        assert service.stop() == 0
    assert Evidence(evidence.folder).verified()["verdict"] == "good"
    assert len(restored(evidence.folder)) == 4


def change(path):
    contents = bytearray(path.read_bytes())
    contents[len(contents) // 2] ^= 1
    path.write_bytes(contents)


def test_changed_records_are_refused(evidence, bundle):
    """a bundle with records that were changed is refused, and nothing of it comes back"""
    change(bundle / "proof/records.jsonl")
    before = records(evidence.folder)
    ended = restore(evidence, bundle)
    assert ended.returncode == 1 and sentence("restore.flawed", str(bundle)).search(ended.stderr), ended
    assert ended.stdout and records(evidence.folder) == before and not (evidence.folder / "restored").exists()


def test_changed_crop_costs_its_piece(evidence, bundle):
    """a document with a crop that was changed is named, and all else comes back"""
    change(bundle / "proof/evidence/000/000002-crop.jpg")
    ended = restore(evidence, bundle)
    assert ended.returncode == 1 and sentence("restore.end", 3, 6, 8, 0, 1).search(ended.stdout), ended.stdout
    assert "document" not in [piece["kind"] for piece in restored(evidence.folder)]
    assert evidence.verified()["verdict"] == "good"


def test_foreign_end_is_refused(evidence, bundle):
    """a bundle whose last records were cut off does not have the head that it names, and is refused"""
    path = bundle / "proof/records.jsonl"
    path.write_text("".join(path.read_text().splitlines(keepends=True)[:-1]))
    assert restore(evidence, bundle).returncode == 1 and not restored(evidence.folder)


def test_cut_short(evidence, exported):
    """what is killed in the midst of a clip leaves whole pieces, and the next goes on to the end"""
    def limit():
        resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 20, 1 << 20))

    command = [EXECUTABLE, "import", str(exported), "--store", str(evidence.folder)]
    ended = subprocess.run(command, capture_output=True, timeout=RUN_S, preexec_fn=limit)
    assert ended.returncode != 0
    assert [piece["kind"] for piece in restored(evidence.folder)] == ["photo", "document"]
    assert evidence.verified()["verdict"] == "good"
    ended = restore(evidence, exported)
    assert ended.returncode == 0 and sentence("restore.end", 2, 8, 9, 2, 0).search(ended.stdout), ended.stdout
    assert evidence.verified()["verdict"] == "good"


def test_restored_again(evidence, others, exported, tmp_path):
    """what was restored is exported with all that proves it, and comes back from there too"""
    assert restore(evidence, exported).returncode == 0
    assert export(evidence.folder, tmp_path / "second").returncode == 0
    found = both(tmp_path / "second")
    assert found["verdict"] == "good" and found["restored"] == 4
    other = Evidence(shutil.copytree(others.folder, tmp_path / "other/store", symlinks=True))
    ended = restore(other, tmp_path / "second")
    assert ended.returncode == 0, ended.stdout
    found = other.verified()
    assert found["verdict"] == "good" and found["restored"] == 9 and len(found["origins"]) == 2
    # The first bundle has nothing that is not there by now.
    ended = restore(other, exported)
    assert sentence("restore.end-nothing", 4, 0).search(ended.stdout), ended.stdout


def test_one_thing(evidence, source, tmp_path):
    """of an export of one thing what was left out on purpose is told, and no reason to refuse"""
    copy = shutil.copytree(source, tmp_path / "both/store", symlinks=True)
    said(copy, "thing use Unsorted", "snap --in 0")
    assert run([EXECUTABLE, "export", "Unsorted", str(tmp_path / "one"), "--store", str(copy)]).returncode == 0
    ended = restore(evidence, tmp_path / "one")
    assert ended.returncode == 0 and sentence("restore.absent", 4).search(ended.stdout), ended.stdout
    assert [piece["kind"] for piece in restored(evidence.folder)] == ["photo"]
    assert evidence.verified()["verdict"] == "good"


def test_own_file_comes_back(source, exported, tmp_path):
    """a bundle of this very store gives a piece the file that is gone, and leaves all else as it is"""
    store = Evidence(shutil.copytree(source, tmp_path / "own/store", symlinks=True))
    store.file(1).unlink()
    (store.folder / verify.companion_file(2, "crop")).unlink()
    assert store.counts() == {"file.missing": 2}
    ended = restore(store, exported)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    assert store.verified()["verdict"] == "good" and not restored(store.folder)


def test_purged_stays_away(source, exported, tmp_path):
    """what was removed on purpose is not brought back, and that is said"""
    store = Evidence(shutil.copytree(source, tmp_path / "own/store", symlinks=True))
    said(store.folder, "delete 5 --now --yes")
    ended = restore(store, exported)
    assert ended.returncode == 1 and sentence("restore.purged", 5).search(ended.stdout), ended.stdout
    assert not (store.folder / "evidence/000/000005.pdf").exists()


def test_undo(evidence, exported):
    """one undo takes back all pieces of a bundle, and a second restore says that they are deleted"""
    assert restore(evidence, exported).returncode == 0
    said(evidence.folder, "undo")
    assert {piece["state"] for piece in restored(evidence.folder)} == {"deleted"}
    assert evidence.verified()["verdict"] == "good"
    again = restore(evidence, exported)
    assert again.returncode == 1 and sentence("restore.end-nothing", 0, 4).search(again.stdout), again.stdout
    assert all(sentence("restore.deleted", piece["number"]).search(again.stdout) for piece in restored(evidence.folder))


def test_nobody_guesses(evidence, exported, tmp_path):
    """programs are not asked what pieces show that came back"""
    calls = tmp_path / "calls"
    (tmp_path / "scan.pdf").write_bytes(b"%PDF-1.7 a scan")
    evidence.database.close()
    place = evidence.folder.parent
    kinds = '["photo", "document", "clip", "imported"]'
    analyser = f'[[analyser]]\nname = "a"\ncommand = ["{tmp_path}/a"]\nkinds = {kinds}\n'
    (tmp_path / "a").write_text(f'#!/bin/sh\necho "$1" >> {calls}\n')
    (tmp_path / "a").chmod(0o755)
    with Service(place, more=analyser) as service:
        assert is_open(service)
        assert imports(place, exported, service=service).returncode == 0
        assert imports(place, tmp_path / "scan.pdf", service=service).returncode == 0
        wait_for(calls)
        assert service.stop() == 0
    assert [Path(line).name for line in calls.read_text().splitlines()] == ["000010.pdf"]


def test_rebuilt(evidence, exported):
    """a database that is made anew from the records has all that came back"""
    assert restore(evidence, exported).returncode == 0
    before = listed(evidence.folder)
    evidence.database.close()
    assert run([EXECUTABLE, "store", "rebuild", "--store", str(evidence.folder)]).returncode == 0
    assert listed(evidence.folder) == before


def kept_file(evidence):
    return next((evidence.folder / "restored").rglob("*.jsonl"))


def test_kept_records_changed(evidence, exported):
    """kept records that were changed are told, and nothing else is wrong by that"""
    assert restore(evidence, exported).returncode == 0
    path = kept_file(evidence)
    path.write_text(path.read_text().replace("button", "bottom"))
    assert evidence.counts() == {"origin.altered": 1}


def test_kept_records_gone(evidence, exported):
    """kept records that are gone are told"""
    assert restore(evidence, exported).returncode == 0
    kept_file(evidence).unlink()
    assert evidence.counts() == {"origin.missing": 1}


@pytest.mark.parametrize("member", [
    pytest.param("number", id="a false number of what came back is told, though this device signed it"),
    pytest.param("record", id="a false record of what came back is told, though this device signed it"),
    pytest.param("hash", id="a false hash of what came back is told, though this device signed it"),
])
def test_false_origin(evidence, exported, member):
    assert restore(evidence, exported).returncode == 0
    sequence = evidence.record_of(6)
    origin = json.loads(evidence.record(sequence)["payload"])["origin"]
    origin[member] = "0" * 64 if member == "hash" else origin[member] + 1
    evidence.change_payload(sequence, origin=origin)
    evidence.rehash(sequence)
    evidence.sign(sequence, evidence.key)
    evidence.fit_tables()
    assert evidence.counts() == {"origin.other": 1}


def test_another_picture(evidence, exported):
    """bytes that the other store never told of are told, though the device's own key signed their digest"""
    assert restore(evidence, exported).returncode == 0
    sequence = evidence.record_of(6)
    contents = evidence.file(1).read_bytes()
    evidence.file(6).write_bytes(contents)
    evidence.change_payload(sequence, sha256=verify.sha256(contents), bytes=len(contents))
    evidence.rehash(sequence)
    evidence.sign(sequence, evidence.key)
    evidence.fit_tables()
    assert evidence.counts() == {"origin.other": 1}


def test_delivery_comes_back(evidence, others, tmp_path):
    """the delivery of a request comes back with the request, its status and its ticks"""
    (tmp_path / "claim.json").write_text(json.dumps({
        "url": "https://insurer.example/claims/7", "title": "Claim 7", "required_evidence": ["Front", "Damage"]}))
    store = tmp_path / "asked/store"
    store.parent.mkdir()
    said(store, "snap --in 0", f"request import {tmp_path / 'claim.json'}", "request status 1 active", "snap --in 0",
         "request status 1 completed")
    assert run([EXECUTABLE, "export", "request:1", str(tmp_path / "out"), "--store", str(store)]).returncode == 0
    assert restore(evidence, tmp_path / "out").returncode == 0
    assert evidence.run("SELECT number, url, status FROM requests") == [
        (1, "https://insurer.example/claims/7", "completed")]
    assert evidence.run("SELECT count(*) FROM evidence JOIN requests ON request = requests.id") == [(1,)]
    assert evidence.verified()["verdict"] == "good"
    # And from there once more.
    assert export(evidence.folder, tmp_path / "again").returncode == 0
    third = Evidence(shutil.copytree(others.folder, tmp_path / "third/store", symlinks=True))
    assert restore(third, tmp_path / "again").returncode == 0
    completed = "SELECT status, completed_at FROM requests"
    assert third.run(completed) == evidence.run(completed) and third.verified()["verdict"] == "good"


def test_refused_request(evidence, tmp_path):
    """a piece whose request is another here ticks nothing of its thing's list for that"""
    claim = {"url": "https://insurer.example/claims/7", "title": "Claim 7", "required_evidence": ["Front", "Damage"]}
    (tmp_path / "claim.json").write_text(json.dumps(claim))
    asked = f"request import {tmp_path / 'claim.json'}", "request status 1 active"
    store = tmp_path / "asked/store"
    store.parent.mkdir()
    said(store, "thing add Omega watch", *asked, "checklist 2", "snap --in 0")
    assert export(store, tmp_path / "out").returncode == 0
    said(evidence.folder, asked[0])
    ended = restore(evidence, tmp_path / "out")
    assert ended.returncode == 1 and sentence("request.there", 1, "pending").search(ended.stdout), ended.stdout
    assert len(restored(evidence.folder)) == 1
    [line] = [line for line in said(evidence.folder, "thing use Omega watch", "checklist --json").splitlines()
              if '{"thing"' in line]
    assert json.loads(line[line.index("{"):])["open"] == 3


def test_archive(evidence, source, tmp_path):
    """a ZIP archive comes back as its folder would, and leaves nothing behind"""
    assert export(source, tmp_path / "all.zip").returncode == 0
    (tmp_path / "tmp").mkdir()
    command = [EXECUTABLE, "import", str(tmp_path / "all.zip"), "--store", str(evidence.folder)]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=RUN_S,
                           env=os.environ | {"TMPDIR": str(tmp_path / "tmp")})
    assert ended.returncode == 0, ended.stdout + ended.stderr
    assert known(restored(evidence.folder)) == known(listed(source))
    assert not list((tmp_path / "tmp").iterdir())


def test_archive_of_another_program(evidence, source, exported, tmp_path):
    """an archive that somebody packed anew comes back too"""
    path = tmp_path / "packed.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for file in sorted(exported.rglob("*")):
            archive.write(file, f"exhibit/{file.relative_to(exported)}")
    assert restore(evidence, path).returncode == 0
    assert known(restored(evidence.folder)) == known(listed(source))


def test_lost_records_come_back(evidence, exported):
    """kept records that are gone come back with the bundle that they were in, and nothing else does"""
    assert restore(evidence, exported).returncode == 0
    kept_file(evidence).unlink()
    ended = restore(evidence, exported)
    assert ended.returncode == 0 and sentence("restore.end-nothing", 4, 0).search(ended.stdout), ended.stdout
    assert evidence.verified()["verdict"] == "good" and len(restored(evidence.folder)) == 4
