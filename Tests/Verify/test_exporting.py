"""What an export holds, in each of its forms, and what becomes of it when something is wrong."""

import csv
import fcntl
import html.parser
import io
import json
import os
import re
import resource
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import tarfile
import tempfile
import time
import urllib.parse
import zipfile
from pathlib import Path

import pytest

import verify
from evidence import EXECUTABLE, Evidence, RUN_S, VERIFIER, play, report, writing
from sentences import sentence

COPY = re.compile(r"1 Unsorted/([0-9]+) photo( [0-9-]{10} [0-9.]{8})?\.jpg")


def export(store, place, *words, thing="all", **options):
    command = [EXECUTABLE, "export", str(thing), str(place), "--store", str(store), *words]
    return subprocess.run(command, capture_output=True, timeout=RUN_S, **options)


def exported(store, place, *words, **options):
    """The report of an export in which nothing is wrong."""
    ended = export(store, place, "--json", *words, **options)
    assert ended.returncode == 0, ended.stderr.decode()
    return json.loads(ended.stdout)


# What both verifiers say of an export as it was made.
WHOLE = {"list": "recorded", "complete": True, "changed": [], "rewritten": [], "reformatted": [], "added": [],
         "added_count": 0, "unlooked": [], "redacted": 0, "meaning": "proved", "rows": [], "row_count": 0}


def last_payload(folder):
    """The payload of the last record in an export."""
    return json.loads((folder / "proof/records.jsonl").read_text().splitlines()[-1])["payload"]


def make_unlisted(folder):
    """Makes of an export one of an earlier version, which had neither a list of its files nor a record of itself."""
    records = folder / "proof/records.jsonl"
    (folder / "proof/head").write_text(last_payload(folder)["head"] + "\n")
    records.write_text("".join(records.read_text().splitlines(keepends=True)[:-1]))
    listed = [json.loads(line) for line in (folder / "proof/list.jsonl").read_text().splitlines()]
    (folder / "proof/list.jsonl").unlink()
    numbers = [f"{line['piece']}\n" for line in listed if "piece" in line]
    places = [f"{line['record']} {line['member']}\n" for line in listed if "member" in line]
    (folder / "proof/left-out").write_text("".join(numbers))
    (folder / "proof/texts-left-out").write_text("".join(places))


def as_folder(store, place):
    exported(store, place)
    return place


def as_zip(store, place):
    exported(store, f"{place}.zip")
    with zipfile.ZipFile(f"{place}.zip") as archive:
        assert archive.testzip() is None
        assert all(member.compress_type == zipfile.ZIP_STORED for member in archive.infolist())
        archive.extractall(place)
    return place / "exhibit"


def as_tar(store, place):
    ended = export(store, "-")
    assert ended.returncode == 0, ended.stderr.decode()
    with tarfile.open(fileobj=io.BytesIO(ended.stdout)) as archive:
        archive.extractall(place)
    return place / "exhibit"


FORMS = {"folder": as_folder, "zip": as_zip, "tar": as_tar}


def bundle_report(folder):
    """What both verifiers say of an export."""
    reports = []
    for command in ([EXECUTABLE, "verify", str(folder)], [sys.executable, VERIFIER, str(folder)]):
        ended = subprocess.run([*command, "--json"], capture_output=True, text=True, timeout=RUN_S)
        reports.append(report(ended))
    assert reports[0] == reports[1], f"the verifiers disagree:\n{reports[0]}\n{reports[1]}"
    return reports[0]


def manifest(folder):
    return json.loads((folder / "manifest.json").read_text())


def files(folder):
    """Each file with its bytes and the time of its last change."""
    return {str(path.relative_to(folder)): (path.read_bytes(), path.stat().st_mtime_ns)
            for path in sorted(folder.rglob("*")) if path.is_file()}


class Page(html.parser.HTMLParser):
    """What a page has, where each element that is opened is closed, the inner before the outer."""

    def __init__(self, text):
        super().__init__()
        self.open, self.elements = [], []
        self.feed(text)
        self.close()
        assert self.open == [], self.open

    def handle_starttag(self, tag, attributes):
        self.elements.append((tag, dict(attributes)))
        if tag not in ("meta", "img", "br"):
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag, f"</{tag}> in {self.open}"

    def values(self, name):
        return [attributes[name] for _, attributes in self.elements if name in attributes]


def without_exif(picture):
    """A picture without its segment of Exif, which has to be there."""
    offset = 2
    while picture[offset:offset + 2] == b"\xff\xe0":
        offset += 2 + int.from_bytes(picture[offset + 2:offset + 4], "big")
    assert picture[offset:offset + 2] == b"\xff\xe1" and picture[offset + 4:offset + 10] == b"Exif\0\0"
    end = offset + 2 + int.from_bytes(picture[offset + 2:offset + 4], "big")
    return picture[:offset] + picture[end:]


def add_thing(evidence, title):
    """Another thing, of which photos 2 and 3 are; its record has the place of the program's first start."""
    first, = evidence.run("SELECT min(sequence) FROM records WHERE kind = 'program.started'")[0]
    payload = {"id": "another", "number": 2, "title": title, "category": "bags"}
    evidence.tell(first, "thing.created", payload)
    for number in (2, 3):
        evidence.change_payload(evidence.record_of(number), thing="another")
    evidence.rehash(first)
    evidence.sign(first, evidence.key)
    evidence.fit_tables()


@pytest.mark.parametrize("form", FORMS.values(), ids=[
    f"as a {name} an export says what its store says, and its copies are the pictures and Exif" for name in FORMS])
def test_forms(evidence, tmp_path, form):
    folder = form(evidence.folder, tmp_path / "out")
    found = evidence.verified()
    assert found["verdict"] == "good" and bundle_report(folder / "proof") == found
    assert bundle_report(folder) == found | {"copies": 5, "export": WHOLE}
    listed = manifest(folder)
    assert listed["complete"] and listed["store"] == found["store"]
    assert listed["head"] == last_payload(folder)["head"] != found["head"]
    assert found["head"] == (folder / "proof/head").read_text().strip()
    assert listed["device"]["public_key"] == found["devices"][0]["public_key"]
    for piece in listed["pieces"]:
        copy, original = ((folder / piece[name]).read_bytes() for name in ("copy", "original"))
        assert COPY.fullmatch(piece["copy"])[1] == str(piece["number"])
        assert without_exif(copy) == original and piece["id"].encode() in copy
        assert verify.sha256(copy) == piece["copy_sha256"] and len(copy) == piece["copy_bytes"]
        assert verify.sha256(original) == piece["sha256"] == piece["original_sha256"]
    proof = {"verify.py", "verify.html", "records.jsonl", "texts.jsonl", "list.jsonl", "head"}
    names = {"README.txt", "manifest.json", "inventory.csv", "index.html", *(f"proof/{name}" for name in proof)}
    names |= {piece[name] for piece in listed["pieces"] for name in ("copy", "original")}
    assert set(files(folder)) == names and len(listed["pieces"]) == 5
    # Whoever gets it has no program of ours, and does as its text says.
    assert "python3 proof/verify.py ." in (folder / "README.txt").read_text()
    own = subprocess.run(
        [sys.executable, "proof/verify.py", "."], cwd=folder, capture_output=True, text=True, timeout=RUN_S)
    assert own.returncode == 0 and own.stdout.endswith("Nothing is wrong.\n"), own.stdout


def test_lists(evidence, tmp_path):
    """manifest, table and contact sheet name the same pieces, and every link leads to a file"""
    add_thing(evidence, "=Bag, \"old\" <b>")
    folder = as_folder(evidence.folder, tmp_path / "out")
    listed = manifest(folder)
    ours = json.loads(subprocess.run(
        [EXECUTABLE, "list", "--json", "--store", evidence.folder], capture_output=True, timeout=RUN_S).stdout)
    assert [{name: piece[name] for name in ours[0]} for piece in listed["pieces"]] == ours
    rows = list(csv.reader(io.StringIO((folder / "inventory.csv").read_text("utf-8-sig"), newline="")))
    assert rows[0][:10] == [
        "number", "title", "category", "pieces", "first", "last", "description", "brand", "model", "color"]
    assert [row[:4] for row in rows[1:]] == [
        ["1", "Unsorted", "other", "3"], ["2", "'=Bag, \"old\" <b>", "bags", "2"]]
    page = Page((folder / "index.html").read_text())
    links = {urllib.parse.unquote(link) for link in page.values("src") + page.values("href")}
    assert page.values("alt")[3:] == [f"Photo {number} of =Bag, \"old\" <b>, time unknown" for number in (2, 3)]
    assert not {"script", "link", "iframe", "object"} & {tag for tag, _ in page.elements}
    assert links == {piece["copy"] for piece in listed["pieces"]} | {"manifest.json", "inventory.csv"}
    assert "2 _Bag_ _old_ _b_/2 photo.jpg" in links and all((folder / link).is_file() for link in links)


def test_deleted(evidence, tmp_path):
    """what is deleted is in no export, and both verifiers know what was left out or removed on purpose"""
    play("1 type delete 2\n2 type delete 3 --now --yes\n5 quit\n", evidence.folder)
    folder = as_folder(evidence.folder, tmp_path / "out")
    assert [piece["number"] for piece in manifest(folder)["pieces"]] == [1, 4, 5]
    assert not (folder / "proof/evidence/000/000002.jpg").exists()
    found = bundle_report(folder)
    assert found["verdict"] == "good" and found["left_out"] == 1 and found["pieces"] == 5, found
    assert evidence.verified()["verdict"] == "good"


def test_thing(evidence, tmp_path):
    """of one thing there are all records and its own files; both verifiers say how many are left out"""
    add_thing(evidence, "Bag")
    folder = tmp_path / "out"
    assert exported(evidence.folder, folder, thing="bag")["pieces"] == 2
    found = bundle_report(folder)
    assert found["verdict"] == "good" and found["left_out"] == 3 and found["pieces"] == 5, found
    for command in ([EXECUTABLE, "verify", folder], [sys.executable, VERIFIER, folder]):
        assert sentence("verify.left-out", 3).search(subprocess.run(command, capture_output=True, text=True).stdout)
    assert exported(evidence.folder, folder, thing=1)["pieces"] == 5, "what was there before belongs to it"
    assert bundle_report(folder)["left_out"] == 0
    make_unlisted(folder)
    (folder / "proof/left-out").write_text("2\n")
    (folder / "proof/evidence/000/000002.jpg").write_bytes(b"changed")
    (folder / "proof/evidence/000/000003.jpg").unlink()
    assert bundle_report(folder)["counts"] == {"file.missing": 1, "file.cut": 1}, "2 is left out, and there"


def test_bundle_lines(evidence, tmp_path):
    """changed, moved, repeated, missing and senseless lines of an export are found by both verifiers alike"""
    folder = as_folder(evidence.folder, tmp_path / "out")
    records = folder / "proof/records.jsonl"
    lines = records.read_text().splitlines(keepends=True)
    fifth, sixth = lines[4:6]
    for changed in (
        lines[:4] + [fifth.replace("button", "console"), *lines[5:]], lines[:4] + [sixth, fifth, *lines[6:]],
        lines[:5] + [fifth, *lines[5:]], lines[:3] + lines[4:], lines[:3] + ["no record\n", *lines[4:]],
        lines[:3] + [lines[3].replace('"version":2', '"version":true'), *lines[4:]], lines[:3] + ["\n", *lines[4:]],
        lines[:3] + [lines[3].replace('"version":2', '"version":"1"'), *lines[4:]], lines[:-1], [], lines + ["{}"],
        lines[:-1] + [lines[-1].replace('"signature":"', '"signature":"00')],
        lines[:3] + [lines[3].replace('"clock":"', '"clock":"\\u0001 ü\\"'), *lines[4:]],
    ):
        records.write_text("".join(changed))
        assert bundle_report(folder)["verdict"] == "bad", "nothing was found"
    records.write_text("".join(lines).removesuffix("\n"))
    assert bundle_report(folder)["verdict"] == "good"


def test_again(evidence, tmp_path):
    """an export into the same folder adds what is new, mends what is not whole, and leaves the rest"""
    folder = as_folder(evidence.folder, tmp_path / "out")
    before = files(folder)
    copy, original = "1 Unsorted/2 photo.jpg", "proof/evidence/000/000003.jpg"
    for name, harm in ((copy, b"\0"), (original, b"")):
        content = before[name][0]
        (folder / name).write_bytes(content[:-1] + harm)
    (folder / "mine.txt").write_text("a note")
    play("1 click\n9 quit\n", evidence.folder)
    found = exported(evidence.folder, folder)
    assert found["pieces"] == len(found["whole"]) == 6 and found["earlier"] == 4
    after = files(folder)
    facts = WHOLE | {"added": ["mine.txt"], "added_count": 1}
    assert bundle_report(folder) == evidence.verified() | {"copies": 6, "export": facts}
    assert after.pop("mine.txt")[0] == b"a note"
    changed = {name for name in before if after[name] != before[name]}
    lists = {"manifest.json", "inventory.csv", "index.html", *(
        f"proof/{name}" for name in ("records.jsonl", "texts.jsonl", "list.jsonl", "head"))}
    assert changed == lists | {copy, original}
    assert all(after[name][0] == before[name][0] for name in (copy, original))
    assert set(after) - set(before) == {"1 Unsorted/6 photo.jpg", "proof/evidence/000/000006.jpg"}


def take_two(store):
    play("1 click\n5 click\n9 quit\n", store)


def test_other_history(evidence, tmp_path):
    """an export of a store that was put back goes beside that of the newer one, which stays, and goes on there"""
    shutil.copytree(evidence.folder, tmp_path / "older", symlinks=True)
    take_two(evidence.folder)
    folder = as_folder(evidence.folder, tmp_path / "out")
    before = files(folder)
    for other in ("out-2", "out-2"):
        take_two(tmp_path / "older")
        ended = export(tmp_path / "older", f"{folder}/")
        assert ended.returncode == 0, ended
        assert sentence("export.other-history", f"{folder}/", tmp_path / other).search(ended.stdout.decode()), ended
        assert files(folder) == before
    assert bundle_report(tmp_path / "out-2")["pieces"] == 9 and len(list(tmp_path.glob("out*"))) == 2
    take_two(evidence.folder)
    assert exported(evidence.folder, folder)["destination"] == str(folder)
    assert exported(tmp_path / "older", folder)["destination"] == str(tmp_path / "out-2")


def test_older_store(evidence, tmp_path):
    """a store without the latest records of its export leaves that alone too, also where it is the place's root"""
    shutil.copytree(evidence.folder, tmp_path / "older", symlinks=True)
    take_two(evidence.folder)
    folder = as_folder(evidence.folder, tmp_path / "out")
    before = files(folder)
    assert exported(tmp_path / "older", ".", cwd=folder)["destination"] == str(tmp_path / "out-2")
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere/link").symlink_to(folder)
    assert exported(tmp_path / "older", tmp_path / "elsewhere/link")["destination"] == str(tmp_path / "out-2")
    assert exported(tmp_path / "older", folder)["notes"][0]["key"] == "export.other-history"
    assert files(folder) == before and bundle_report(tmp_path / "out-2")["pieces"] == 5


def document(store, title):
    play(f"1 type thing add {title}\n2 click\n8 quit\n", store)


def test_table_that_was_filled_in(evidence, tmp_path):
    """a table that somebody has filled in stays, and the new one comes beside it; one as it was written is replaced"""
    folder = as_folder(evidence.folder, tmp_path / "out")
    document(evidence.folder, "Bag")
    assert exported(evidence.folder, folder)["notes"] == []
    assert "Bag" in (folder / "inventory.csv").read_text()
    mine = (folder / "inventory.csv").read_bytes() + b"My own words\r\n"
    (folder / "inventory.csv").write_bytes(mine)
    for title in ("Omega", "Clock"):
        document(evidence.folder, title)
        ended = export(evidence.folder, folder)
        said = sentence("export.table-beside", "inventory.csv", "inventory-2.csv")
        assert ended.returncode == 0 and said.search(ended.stdout.decode()), ended
        assert (folder / "inventory.csv").read_bytes() == mine
        assert title in (folder / "inventory-2.csv").read_text()
        assert 'href="inventory-2.csv"' in (folder / "index.html").read_text()
    assert not (folder / "inventory-3.csv").exists() and bundle_report(folder)["verdict"] == "good"


def test_another_original(evidence, tmp_path):
    """an original that is another than the store's is never written over, and is named"""
    folder = as_folder(evidence.folder, tmp_path / "out")
    for number, content in ((2, b"another, and longer" * 9999), (3, b"short"), (4, evidence.file(5).read_bytes())):
        original = folder / f"proof/evidence/000/00000{number}.jpg"
        original.write_bytes(content)
        ended = export(evidence.folder, folder)
        assert ended.returncode == 1 and sentence("export.keeps-another", original).search(ended.stdout.decode()), ended
        assert original.read_bytes() == content
    assert export(evidence.folder, tmp_path / "new").returncode == 0


def test_better_original(evidence, tmp_path):
    """where the store's file is gone or spoilt, an earlier export keeps what was stored, and goes on having it"""
    folder = as_folder(evidence.folder, tmp_path / "out")
    before = files(folder)
    content = evidence.file(2).read_bytes()
    evidence.file(2).write_bytes(content[:-1] + b"\0")
    evidence.file(4).unlink()
    ended = export(evidence.folder, folder)
    for number in (2, 4):
        said = sentence("export.kept-better", number, folder / f"proof/evidence/000/00000{number}.jpg")
        assert ended.returncode == 1 and said.search(ended.stdout.decode()), ended
    after = files(folder)
    assert all(after[name] == before[name] for name in before if name.endswith(".jpg"))
    assert bundle_report(folder)["verdict"] == "good" and len(manifest(folder)["pieces"]) == 5


def purge(evidence, *numbers):
    """Room was made by removing the files of pieces."""
    record = evidence.last + 1
    evidence.append("piece.purged", {"pieces": list(numbers), "reason": "room"})
    evidence.rehash(record)
    evidence.sign(record, evidence.key)
    evidence.fit_tables()
    for number in numbers:
        evidence.file(number).unlink()


def test_purged(evidence, tmp_path):
    """what the store has purged stays in the lists of an export that has it, and is looked at like any other"""
    folder = as_folder(evidence.folder, tmp_path / "out")
    purge(evidence, 1, 2)
    found = exported(evidence.folder, folder)
    assert found["pieces"] == len(found["whole"]) == 5 and found["earlier"] == 5
    listed = manifest(folder)
    assert listed["complete"] and [piece["number"] for piece in listed["pieces"]] == [1, 2, 3, 4, 5]
    assert "2%20photo.jpg" in (folder / "index.html").read_text()
    assert bundle_report(folder)["verdict"] == evidence.verified()["verdict"] == "good"
    assert exported(evidence.folder, tmp_path / "new")["pieces"] == 3
    assert bundle_report(tmp_path / "new")["verdict"] == "good"
    original = folder / "proof/evidence/000/000002.jpg"
    original.write_bytes(original.read_bytes()[:-1] + b"x")
    assert bundle_report(folder)["counts"] == {"file.altered": 1}
    ended = export(evidence.folder, folder)
    assert ended.returncode == 1 and sentence("export.kept-altered", 2).search(ended.stdout.decode()), ended
    assert not manifest(folder)["complete"] and bundle_report(folder)["counts"] == {"file.altered": 1}


def limited(size):
    """Runs a command to which each file beyond so many bytes is refused, as by a full medium."""
    def prepare():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
    return prepare


def test_full(evidence, tmp_path):
    """where the medium is full it ends with 1, says what is whole, and goes on when there is room"""
    folder = tmp_path / "out"
    sizes = {number: evidence.file(number).stat().st_size for number in range(1, 6)}
    size = sizes[1] + 200
    evidence.file(3).write_bytes(evidence.file(3).read_bytes() + b"\0" * 20000)
    ended = export(evidence.folder, folder, "--json", preexec_fn=limited(max(*sizes.values(), size) + 300))
    told = json.loads(ended.stdout)
    assert ended.returncode == 1 and sentence("export.full").search(ended.stderr.decode()), ended
    assert not told["complete"] and told["whole"] == [1, 2] and told["pieces"] == 5 and told["safe"] == []
    listed = manifest(folder)
    assert not listed["complete"] and [piece["number"] for piece in listed["pieces"]] == [1, 2]
    assert bundle_report(folder)["counts"] == {"file.missing": 3}
    assert not [name for name in files(folder) if "unfinished" in name]
    content = evidence.file(3).read_bytes()
    evidence.file(3).write_bytes(content[:sizes[3]])
    assert exported(evidence.folder, folder)["earlier"] == 2
    assert bundle_report(folder)["verdict"] == "good"
    archive = export(evidence.folder, tmp_path / "out.zip", preexec_fn=limited(20000))
    assert archive.returncode == 1 and not [name for name in os.listdir(tmp_path) if "zip" in name]


def test_changed_picture(evidence, tmp_path):
    """a picture that was changed after storing is exported as it is, named, and never safe"""
    content = bytearray(evidence.file(2).read_bytes())
    content[-100] ^= 1
    evidence.file(2).write_bytes(content)
    evidence.file(4).unlink()
    for name, form in (("out", tmp_path / "out"), ("zip", tmp_path / "out.zip"), ("tar", "-")):
        ended = export(evidence.folder, form)
        told = (ended.stderr if name == "tar" else ended.stdout).decode()
        assert ended.returncode == 1 and sentence("export.altered", 2).search(told), ended
        assert sentence("export.unreadable", evidence.file(4)).search(told), told
        assert sentence("export.broken", 4, 1).search(told), told
    counts = bundle_report(tmp_path / "out")["counts"]
    assert counts == evidence.counts() == {"file.altered": 1, "file.missing": 1}
    listed = manifest(tmp_path / "out")
    assert not listed["complete"] and [piece["number"] for piece in listed["pieces"]] == [1, 2, 3, 5]
    assert "changed after it was stored" in (tmp_path / "out/index.html").read_text()


def test_refused(evidence, others, tmp_path):
    """what would write over somebody's files is refused by name, and changes nothing"""
    mine = tmp_path / "mine"
    mine.mkdir()
    (mine / "letter.txt").write_text("mine")
    (tmp_path / "there.zip").write_text("mine")
    as_folder(evidence.folder, tmp_path / "out")
    linked = as_folder(evidence.folder, tmp_path / "linked")
    shutil.move(linked / "proof", tmp_path / "elsewhere")
    (linked / "proof").symlink_to(tmp_path / "elsewhere")
    before = files(tmp_path)
    for store, place, key in (
        (evidence.folder, mine, "export.not-empty"), (evidence.folder, evidence.folder, "export.not-empty"),
        (evidence.folder, tmp_path / "there.zip", "export.is-there"),
        (others.folder, tmp_path / "out", "export.of-another"),
        (evidence.folder, mine / "letter.txt", "export.failed"),
        (evidence.folder, tmp_path / "no/such", "export.failed"),
    ):
        ended = export(store, place)
        assert ended.returncode == 1 and sentence(key).search(ended.stderr.decode()), (key, ended)
    ended = export(evidence.folder, tmp_path / "new", thing="Omega")
    assert ended.returncode == 1 and sentence("export.no-thing", "Omega").search(ended.stderr.decode())
    after = files(tmp_path)
    assert {name: before[name] for name in before if "-shm" not in name} == {
        name: after[name] for name in after if "-shm" not in name}
    ended = export(evidence.folder, linked)
    assert ended.returncode == 1 and sentence("export.no-folder").search(ended.stderr.decode()), ended


def test_reader_gone(evidence):
    """a reader of the archive that goes away ends it with 1"""
    command = [EXECUTABLE, "export", "all", "-", "--store", str(evidence.folder)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        running.stdout.read(10)
        running.stdout.close()
        assert running.wait(timeout=RUN_S) == 1 and sentence("export.stream").search(running.stderr.read().decode())


def test_own_medium(evidence, tmp_path):
    """copies beside the store, in memory or in a stream are never called safe"""
    for place, keeping in ((tmp_path / "out", "same_file_system"), (tmp_path / "out.zip", "same_file_system")):
        found = exported(evidence.folder, place)
        assert found["keeping"] == keeping and found["safe"] == [] and found["whole"] == [1, 2, 3, 4, 5]
    ended = export(evidence.folder, "-", "--json")
    found = json.loads(ended.stderr)
    assert found["keeping"] == "stream" and found["safe"] == []


def test_while_writing_export(evidence, tmp_path):
    """an export beside a program that writes is whole, and of one moment"""
    with writing(evidence.folder, 6):
        assert exported(evidence.folder, tmp_path / "out")["pieces"] == 6
    assert bundle_report(tmp_path / "out")["verdict"] == "good"


def test_names_of_table(evidence, tmp_path):
    """a table that names another file than a piece's is not followed out of the store"""
    (tmp_path / "secret").write_text("secret")
    for file in ("../secret", "evidence/../../secret", "exhibit.sqlite", "/etc/passwd"):
        evidence.run("UPDATE evidence SET local_file = ? WHERE number = 1", file)
        ended = export(evidence.folder, tmp_path / "out")
        assert ended.returncode == 1 and not (tmp_path / "out").exists(), ended


@pytest.fixture
def apart(evidence):
    """A copy of the store on a file system of its own."""
    with tempfile.TemporaryDirectory(prefix="exhibit-", dir="/dev/shm") as folder:
        shutil.copytree(evidence.folder, f"{folder}/store", symlinks=True)
        yield Path(folder) / "store"


@pytest.fixture
def disk(tmp_path):
    """A folder that is on a disk: in a container the usual one may be on nobody knows what."""
    for folder in (tmp_path, Path(EXECUTABLE).parent, Path("/var/tmp")):
        device = os.stat(folder).st_dev
        if Path(f"/sys/dev/block/{os.major(device)}:{os.minor(device)}").exists() and os.access(folder, os.W_OK):
            with tempfile.TemporaryDirectory(prefix="exhibit-", dir=folder) as name:
                yield Path(name)
            return
    pytest.fail("none of the folders that this user may write to is on a disk")


def marked(store):
    """The numbers of the pieces of which the store knows that they lie elsewhere."""
    listed = subprocess.run(
        [EXECUTABLE, "list", "--json", "--store", store], capture_output=True, text=True, timeout=RUN_S, check=True)
    return [piece["number"] for piece in json.loads(listed.stdout) if piece["exported"]]


def test_told_to_nobody(evidence, apart, disk):
    """where no program runs an export that is safe records that itself, and once; one beside the store doesn't"""
    exported(evidence.folder, disk / "beside")
    assert marked(evidence.folder) == [] and evidence.verified()["verdict"] == "good"
    assert exported(apart, disk / "out")["safe"] == [1, 2, 3, 4, 5] == marked(apart)
    ended = export(apart, disk / "out")
    # What the store knows it is not told again.
    assert ended.returncode == 0 and sentence("export.safe", 5).search(ended.stdout.decode()), ended
    assert ended.stderr == b"", ended
    store = Evidence(apart)
    assert len(store.run("SELECT 1 FROM records WHERE kind = 'piece.exported'")) == 1
    assert store.verified()["verdict"] == "good" and bundle_report(disk / "out")["verdict"] == "good"
    shown = subprocess.run([EXECUTABLE, "show", "2", "--store", apart], capture_output=True, text=True, timeout=RUN_S)
    assert sentence("piece.exported").search(shown.stdout), shown.stdout


def test_told_to_a_program(apart, disk):
    """a program that writes to the store is told by its socket, and refuses what is not stored there"""
    command = [EXECUTABLE, "demo", "--plain", "--store", apart]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL) as running:
        wait_for(apart / "console.sock")
        wrong = ask(apart / "console.sock", f"exported 1-2 --sha256 {'0' * 64}")
        assert sentence("pieces.exported-others", "1-2").search(wrong) and marked(apart) == []
        ended = export(apart, disk / "out")
        assert ended.returncode == 0 and sentence("export.recorded", 5).search(ended.stderr.decode()), ended
        assert marked(apart) == [1, 2, 3, 4, 5]
        running.stdin.close()
        assert running.wait(timeout=RUN_S) == 0
    (apart / "console.sock").unlink(missing_ok=True)
    assert Evidence(apart).verified()["verdict"] == "good"


def test_store_that_is_not_told(apart, disk):
    """an export whose store can't be told is as good as any, and says that the store keeps its pieces"""
    folder = os.open(apart, os.O_RDONLY)
    try:
        fcntl.flock(folder, fcntl.LOCK_EX)
        ended = export(apart, disk / "out")
        assert ended.returncode == 0 and sentence("export.not-recorded").search(ended.stderr.decode()), ended
        assert marked(apart) == []
    finally:
        os.close(folder)


def records(store):
    database = sqlite3.connect(f"file:{store}/exhibit.sqlite?mode=ro", uri=True)
    return [row[0] for row in database.execute("SELECT kind FROM records ORDER BY sequence")]


def test_key_is_elsewhere(apart, disk):
    """a store whose device's key is not with it is exported, is not told, and stays as it is"""
    before = records(apart)
    for number, key in enumerate((None, "another")):
        shutil.rmtree(apart / "device", ignore_errors=True)
        if key:
            play("1 quit\n", disk / "another")
            shutil.copytree(disk / "another/device", apart / "device")
        ended = export(apart, disk / f"out{number}")
        assert ended.returncode == 0 and sentence("export.not-recorded").search(ended.stderr.decode()), ended
        assert sentence("store.key-elsewhere").search(ended.stderr.decode()), ended
        assert (apart / "device").exists() == bool(key) and records(apart) == before and marked(apart) == []


def test_own_store_by_another_path(apart, disk):
    """the store of the configuration is known by whatever path it is named, and told by its device's own key"""
    shutil.move(apart / "device", apart.parent / "device")
    (disk / "link").symlink_to(apart)
    settings = disk / "exhibit.toml"
    settings.write_text(f'store = "{apart}"\n[device]\nfolder = "{apart.parent}/device"\n')
    before = records(apart)
    ended = export(f"{apart}/", disk / "out", "--config", str(settings))
    assert ended.returncode == 0 and sentence("export.recorded", 5).search(ended.stderr.decode()), ended
    assert records(apart) == [*before, "export.made", "piece.exported"] and not (apart / "device").exists()
    ended = export(disk / "link", disk / "again", "--config", str(settings))
    assert ended.returncode == 0 and sentence("export.recorded", 5).search(ended.stderr.decode()), ended


def test_bad_configuration(apart, disk):
    """a configuration that makes no sense is told, and no reason to fail where --store names the store"""
    settings = disk / "exhibit.toml"
    settings.write_text("bord = 1\n")
    ended = export(apart, disk / "out", "--config", str(settings))
    assert ended.returncode == 0 and "bord" in ended.stderr.decode() and marked(apart) == [1, 2, 3, 4, 5], ended


def wait_for(path):
    end = time.monotonic() + RUN_S
    while not path.exists():
        assert time.monotonic() < end, f"{path} does not come"
        time.sleep(0.05)


def ask(path, line):
    """What a program at the socket `path` answers to `line`."""
    with socket.socket(socket.AF_UNIX) as session:
        session.settimeout(RUN_S)
        session.connect(str(path))
        session.sendall(f"{line}\n".encode())
        session.shutdown(socket.SHUT_WR)
        return b"".join(iter(lambda: session.recv(4096), b"")).decode()
