"""Files that people bring: by the running program, and without it."""

import json
import os

import pytest

import verify
from evidence import EXECUTABLE, Evidence, run
from sentences import sentence
from test_sharing import Service, is_open

PDF = b"%PDF-1.7 a receipt"
TEXT = b"only text"


def listed(store):
    ended = run([EXECUTABLE, "list", "--store", str(store), "--json"])
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
