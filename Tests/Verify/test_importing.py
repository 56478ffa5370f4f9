"""Files that people bring: by the running program, and without it."""

import json
import os
import pty
import shutil
import signal
import subprocess

import pytest

import verify
from evidence import EXECUTABLE, RUN_S, Evidence, run, theirs
from sentences import sentence
from test_exporting import records
from test_sharing import Service, is_open

PDF = b"%PDF-1.7 a receipt"
TEXT = b"only text"


def listed(store):
    ended = run([EXECUTABLE, "list", "--all", "--store", str(store), "--json"])
    return json.loads(ended.stdout)


def imports(place, *paths, service=None):
    command = [EXECUTABLE, "import", *map(str, paths)]
    # A service is found by its configuration, a store alone by its folder.
    return run(command, *(["--config", str(service.file)] if service else ["--store", str(place / "store")]))


@pytest.fixture
def brought(evidence):
    """Three files of which two are the same, and one that is a photo of the store."""
    folder = evidence.folder.parent / "brought"
    folder.mkdir()
    (folder / "a receipt.pdf").write_bytes(PDF)
    (folder / "b\nnote").write_bytes(TEXT)
    (folder / "c-again").write_bytes(PDF)
    (folder / "d.jpg").write_bytes(evidence.file(2).read_bytes())
    return folder


def is_taken_in(store, said, first):
    assert sentence("import.there", "c-again", first).search(said), said
    assert sentence("import.there", "d.jpg", 2).search(said), said
    new = [piece for piece in listed(store) if piece["kind"] == "imported"]
    assert [piece["source"] for piece in new] == ["a receipt.pdf", "b\nnote"]
    assert [os.path.splitext(piece["file"])[1] for piece in new] == [".pdf", ".bin"]
    assert all(piece[name] is None for piece in new for name in ("planned", "actual", "captured_at"))
    assert Evidence(store).verified()["verdict"] == "good"


def test_without_a_program(evidence, brought):
    """where no program runs the command takes files in, names what is there, and both verifiers find nothing wrong"""
    ended = imports(evidence.folder.parent, brought)
    assert ended.returncode == 0, ended.stderr
    is_taken_in(evidence.folder, ended.stdout, 6)


def test_no_program_that_ran(evidence, brought):
    """the command records what it took in and no more, and its end is no program's"""
    before = records(evidence.folder)
    assert imports(evidence.folder.parent, brought).returncode == 0
    assert records(evidence.folder) == [*before, "piece.imported", "piece.imported"]


def test_key_is_elsewhere(evidence, brought):
    """where the device's key is not with the store nothing is taken in, no key is made, and it is said"""
    before = records(evidence.folder)
    shutil.move(evidence.folder / "device", evidence.folder.parent / "device")
    ended = imports(evidence.folder.parent, brought)
    assert ended.returncode == 1 and sentence("store.key-elsewhere").search(ended.stderr), ended
    assert records(evidence.folder) == before and not (evidence.folder / "device").exists()


def test_by_the_running_program(evidence, brought):
    """a running program takes in files that it could not open itself"""
    evidence.database.close()
    place = evidence.folder.parent
    with Service(place) as service:
        assert is_open(service)
        ended = imports(place, brought, service=service)
        assert ended.returncode == 0, ended.stdout + ended.stderr
        is_taken_in(evidence.folder, ended.stdout, 6)
        assert service.stop() == 0


def test_what_is_no_file(evidence, brought):
    """a link and a pipe are passed over with a sentence, and the command ends with 1"""
    os.symlink("/etc/passwd", brought / "link")
    os.mkfifo(brought / "pipe")
    ended = imports(evidence.folder.parent, brought)
    assert ended.returncode == 1
    assert sentence("import.no-file", "link").search(ended.stdout)
    assert sentence("import.no-file", "pipe").search(ended.stdout)


def test_thousands_and_a_signal(evidence, tmp_path):
    """a folder of thousands is broken off by Ctrl-C: what was told stays, and the next import takes in only the rest"""
    many = tmp_path / "many"
    many.mkdir()
    for number in range(2000):
        (many / f"{number:04}").write_bytes(b"%d" % number)
    command = [EXECUTABLE, "import", str(many), "--store", str(evidence.folder)]
    reader, terminal = pty.openpty()
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=terminal, text=True) as first:
        os.close(terminal)
        said = b""
        while not sentence("import.progress").search(said.decode(errors="ignore")):
            said += os.read(reader, 4096)
        first.send_signal(signal.SIGINT)
        told = first.communicate(timeout=RUN_S)[0]
    os.close(reader)
    assert first.returncode == 1
    count = len([piece for piece in listed(evidence.folder) if piece["kind"] == "imported"])
    assert 0 < count < 2000
    taken_in = ("import.end-one", ..., 0, 0) if count == 1 else ("import.end", count, ..., ..., 0, 0)
    assert sentence(*taken_in).search(told), told
    assert evidence.verified()["verdict"] == "good"
    rest = imports(evidence.folder.parent, many)
    assert rest.returncode == 0 and not sentence("import.progress").search(rest.stderr), rest.stderr
    taken_in = ("import.end-one", ...) if count == 1999 else ("import.end", 2000 - count, ..., ...)
    assert sentence(*taken_in, count, 0).search(rest.stdout), rest.stdout[-200:]
    assert evidence.verified()["pieces"] == 2005


def test_nothing_to_import(evidence, tmp_path):
    """an empty folder is no error, and what is nowhere is one"""
    (tmp_path / "empty").mkdir()
    ended = imports(evidence.folder.parent, tmp_path / "empty")
    assert ended.returncode == 0 and sentence("import.no-files").search(ended.stdout)
    assert imports(evidence.folder.parent, tmp_path / "nowhere").returncode == 1


def test_a_store_in_use(evidence, brought):
    """where a program has the store and no socket is found, nothing is imported and it is said why"""
    evidence.database.close()
    place = evidence.folder.parent
    with Service(place) as service:
        assert is_open(service)
        ended = imports(place, brought)
        assert ended.returncode == 1 and ended.stderr
        assert len(listed(evidence.folder)) == 5


def box(*brands):
    """The beginning of a file of ISO's family, whose major brand is the first."""
    others = b"".join(brands[1:])
    return (16 + len(others)).to_bytes(4, "big") + b"ftyp" + brands[0] + bytes(4) + others + bytes(64)


def test_endings(evidence, tmp_path):
    """what is known by its first bytes gets its own ending; all leave by their names, and by their own endings"""
    brought = tmp_path / "brought"
    brought.mkdir()
    heic, avif, cr3 = box(b"heic", b"mif1", b"heic"), box(b"mif1", b"miaf", b"avif"), box(b"crx ", b"isom")
    contents = {
        "IMG 1.HEIC": heic, "b.avif": avif, "c.CR3": cr3, "d letter.docx": b"PK\3\4", "e.note.txt": TEXT}
    for name, content in contents.items():
        (brought / name).write_bytes(content)
    assert imports(evidence.folder.parent, brought).returncode == 0
    new = [piece for piece in listed(evidence.folder) if piece["kind"] == "imported"]
    assert [os.path.splitext(piece["file"])[1] for piece in new] == [".heic", ".avif", ".cr3", ".bin", ".bin"]
    assert [piece["source"] for piece in new] == list(contents)
    for _ in range(2):
        ended = run([EXECUTABLE, "export", "all", str(tmp_path / "out"), "--store", str(evidence.folder)])
        assert ended.returncode == 0, ended.stderr
        copies = {path.name: path.read_bytes() for path in (tmp_path / "out").rglob("* imported*")}
        names = ["IMG 1.heic", "b.avif", "c.cr3", "d letter.docx", "e.note.txt"]
        assert copies == {f"{number} imported {name}": content for number, (name, content) in
                          enumerate(zip(names, contents.values()), 6)}
    for found in (run([EXECUTABLE, "verify", str(tmp_path / "out")]), theirs(tmp_path / "out")):
        assert found.returncode == 0, found.stdout + found.stderr


def test_keys(evidence, others, tmp_path):
    """neither a device's folder nor its key, wherever that is, becomes a piece, and no store as files"""
    brought = tmp_path / "brought"
    brought.mkdir()
    shutil.copytree(others.folder, brought / "store")
    shutil.copytree(others.folder / "device", brought / "my device")
    key = (others.folder / "device/key.pem").read_bytes()
    (brought / "photo.jpg").write_bytes(key)
    (brought / "backup.tar").write_bytes(bytes(300_000) + key + bytes(512))
    (brought / "z.txt").write_bytes(TEXT)
    ended = imports(evidence.folder.parent, brought)
    assert ended.returncode == 1, ended
    assert sentence("import.device", brought / "my device").search(ended.stdout), ended
    assert sentence("import.store", brought / "store").search(ended.stdout), ended
    for name in ("photo.jpg", "backup.tar"):
        assert sentence("import.private-key", name).search(ended.stdout), ended
    for path in (others.folder, others.folder / "device", others.folder / "device/key.pem"):
        assert imports(evidence.folder.parent, path).returncode == 1
    assert [piece["source"] for piece in listed(evidence.folder) if piece["kind"] == "imported"] == ["z.txt"]
    assert not any(key in path.read_bytes() for path in (evidence.folder / "evidence").rglob("*") if path.is_file())
    assert not (evidence.folder / "incoming.part").exists()


def test_a_key_that_is_there_does_not_leave(evidence, brought, tmp_path):
    """a key that an earlier version took in is left out of exports, and is named"""
    key = b"-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEIA\n-----END PRIVATE KEY-----\n"
    assert imports(evidence.folder.parent, brought / "b\nnote").returncode == 0
    (evidence.folder / listed(evidence.folder)[-1]["file"]).write_bytes(key)
    ended = run([EXECUTABLE, "export", "all", str(tmp_path / "out"), "--store", str(evidence.folder)])
    assert ended.returncode == 1 and sentence("export.private-key", 6).search(ended.stdout), ended
    assert not any(key in path.read_bytes() for path in (tmp_path / "out").rglob("*") if path.is_file())


def test_an_export_has_them_as_they_came(evidence, brought, tmp_path):
    """an export has imported files byte for byte, told apart from photos, and both verifiers find nothing wrong"""
    other = evidence.file(2).read_bytes() + b"of another camera"
    (brought / "e.jpg").write_bytes(other)
    assert imports(evidence.folder.parent, brought).returncode == 0
    ended = run([EXECUTABLE, "export", "all", str(tmp_path / "out"), "--store", str(evidence.folder)])
    assert ended.returncode == 0, ended.stderr
    names = {path.name: path for path in (tmp_path / "out").rglob("* imported*")}
    assert [names[name].read_bytes() for name in sorted(names)] == [PDF, TEXT, other], sorted(names)
    for found in (run([EXECUTABLE, "verify", str(tmp_path / "out")]), theirs(tmp_path / "out")):
        assert found.returncode == 0, found.stdout + found.stderr


@pytest.mark.parametrize("change", [{"sha256": "0" * 64}, {"bytes": 1}, {"data": {"source": "other.pdf"}}])
def test_a_changed_record(evidence, brought, change):
    """what somebody changes in the record of an imported file is found by both"""
    imports(evidence.folder.parent, brought / "a receipt.pdf")
    evidence.change_payload(evidence.record_of(6), **change)
    assert evidence.verified()["verdict"] == "bad"


def test_a_changed_file(evidence, brought):
    """an imported file with one other byte was altered, and one without its record is found"""
    imports(evidence.folder.parent, brought / "a receipt.pdf")
    path = evidence.folder / verify.file_of(6, "pdf")
    path.write_bytes(PDF.replace(b"receipt", b"Receipt"))
    assert evidence.counts() == {"file.altered": 1}
    path.write_bytes(PDF)
    (evidence.folder / verify.file_of(7, "png")).write_bytes(b"nobody knows it")
    assert evidence.counts() == {"file.unrecorded": 1}


def test_no_photo_of_this_camera(evidence, brought):
    """a record that calls an imported file a photo is found by both"""
    imports(evidence.folder.parent, brought / "a receipt.pdf")
    record = evidence.record_of(6)
    evidence.change(record, kind="photo.stored")
    evidence.fit_tables()
    assert evidence.counts() == {
        "record.altered": 1, "record.malformed": 1, "file.unrecorded": 1, "text.unrecorded": 1}


@pytest.mark.parametrize("file", ["evidence/000/000007.pdf", "evidence/000/000006.exe", "../000006.pdf", 6, None])
def test_a_file_elsewhere(evidence, brought, file):
    """a record that names a file where no piece of its number can be is malformed to both"""
    imports(evidence.folder.parent, brought / "a receipt.pdf")
    evidence.change_payload(evidence.record_of(6), file=file)
    assert evidence.counts()["record.malformed"] == 1
