"""Photos that are stored as glyphs too, in the hands of somebody who changes them."""

import json
import shutil

import pytest

import verify
from evidence import EXECUTABLE, Evidence, play, run
from test_copies import relist
from test_exporting import as_folder, bundle_report, make_unlisted, manifest
from test_importing import imports, listed

SCRIPT = """\
1 type effect shapes
2 type palette teal
3 type set cell 20
4 type snap --in 0 --glyphs
7 type mask id
8 type snap --in 0 --glyphs
11 type mask off
12 type snap --in 0
15 quit
"""
COPY = "1 Unsorted/1 photo"
KINDS = ("text", "ansi")


@pytest.fixture(scope="session")
def glyph_store(tmp_path_factory):
    """A store with a photo and a document that have glyphs, and a photo that has none; nobody changes it."""
    store = tmp_path_factory.mktemp("glyphs") / "store"
    play(SCRIPT, store)
    return store


@pytest.fixture
def glyphs(glyph_store, tmp_path):
    """A copy of it, to be tampered with."""
    shutil.copytree(glyph_store, tmp_path / "glyphs", symlinks=True)
    return Evidence(tmp_path / "glyphs")


@pytest.fixture
def export(glyphs, tmp_path):
    """An export of it, in which nothing is wrong."""
    folder = as_folder(glyphs.folder, tmp_path / "out")
    found = bundle_report(folder)
    # Three photos, two of them with glyphs, one with a crop.
    assert found["verdict"] == "good" and found["pieces"] == 3 and found["copies"] == 8, found
    return folder


def path(glyphs, number, kind):
    return glyphs.folder / verify.companion_file(number, kind)


def test_glyphs_untouched(glyphs):
    """a photo with glyphs has three files, a document four, whose hashes are in one record"""
    found = glyphs.verified()
    assert found["verdict"] == "good" and found["pieces"] == 3, found
    told = json.loads(glyphs.record(glyphs.record_of(1))["payload"])["data"]["glyphs"]
    for kind in KINDS:
        content = path(glyphs, 1, kind).read_bytes()
        assert told[kind]["sha256"] == verify.sha256(content) and told[kind]["bytes"] == len(content)
    assert told["settings"]["effect"] == "shapes" and told["columns"] == 68, told
    assert found["bytes"] == sum(file.stat().st_size for file in (glyphs.folder / "evidence/000").iterdir())


@pytest.mark.parametrize("number", [1, 2], ids=[
    f"stored glyphs are what 'exhibit view' makes of the stored {kind} with the same settings"
    for kind in ("photo", "document")])
def test_glyphs_as_viewed(glyphs, number, tmp_path):
    files = [tmp_path / "seen.txt", tmp_path / "seen.ans"]
    look = ["--effect", "shapes", "--symbols", "teal", "--cell", "20", "--colour", "256"]
    command = ["env", "LC_ALL=C.UTF-8", EXECUTABLE, "view", str(glyphs.file(number)), *look]
    ended = run(command, "--txt", str(files[0]), "--ans", str(files[1]))
    assert ended.returncode == 0, ended.stderr
    assert [file.read_bytes() for file in files] == [path(glyphs, number, kind).read_bytes() for kind in KINDS]
    assert any(0x80 <= byte for byte in files[0].read_bytes()), "no glyph of Unicode"


@pytest.mark.parametrize("kind", KINDS, ids=[
    f"a file of glyphs that is gone, {kind}, is missing, though its photo is there" for kind in KINDS])
def test_glyphs_missing(glyphs, kind):
    path(glyphs, 1, kind).unlink()
    found = glyphs.verified()
    assert found["counts"] == {"file.missing": 1}, found
    assert found["findings"][0]["file"] == verify.companion_file(1, kind) and found["findings"][0]["number"] == 1, found


@pytest.mark.parametrize("kind", KINDS, ids=[
    f"glyphs, {kind}, with one other bit were altered, and those that are shorter were cut" for kind in KINDS])
def test_glyphs_altered(glyphs, kind):
    content = bytearray(path(glyphs, 2, kind).read_bytes())
    content[len(content) // 2] ^= 1
    path(glyphs, 2, kind).write_bytes(content)
    assert glyphs.counts() == {"file.altered": 1}
    path(glyphs, 2, kind).write_bytes(content[:-1])
    assert glyphs.counts() == {"file.cut": 1}


def test_glyphs_added(glyphs):
    """glyphs of a photo of which no record tells so are unrecorded"""
    shutil.copy(path(glyphs, 1, "text"), path(glyphs, 3, "text"))
    found = glyphs.verified()
    assert found["counts"] == {"file.unrecorded": 1}, found
    assert found["findings"][0]["file"] == verify.companion_file(3, "text"), found


def test_glyphs_and_record_altered(glyphs):
    """glyphs exchanged together with the hash in their record break the chain"""
    path(glyphs, 1, "text").write_bytes(b"another\n")
    payload = json.loads(glyphs.record(glyphs.record_of(1))["payload"])
    payload["data"]["glyphs"]["text"] |= {"sha256": verify.sha256(b"another\n"), "bytes": 8}
    glyphs.change_payload(glyphs.record_of(1), data=payload["data"])
    glyphs.fit_tables()
    assert glyphs.counts() == {"record.altered": 1}


@pytest.mark.parametrize("told", [
    None, 7, [], {}, {"text": None}, {"ansi": 7}, {"text": {"file": "evidence/000/000002.txt"}},
    {"text": {"file": "../../etc/passwd"}}, {"ansi": {"bytes": -1}}, {"ansi": {"bytes": "9"}},
    {"text": {"bytes": True}}, {"text": {"sha256": "0"}}, {"ansi": {"sha256": None}}],
    ids=lambda told: f"a record that tells of glyphs as {told} is malformed")
def test_glyphs_malformed(glyphs, told):
    sequence = glyphs.record_of(1)
    data = json.loads(glyphs.record(sequence)["payload"])["data"]
    if isinstance(told, dict) and told:
        for kind, part in told.items():
            data["glyphs"][kind] = data["glyphs"][kind] | part if isinstance(part, dict) else part
    else:
        data["glyphs"] = told
    glyphs.change_payload(sequence, data=data)
    glyphs.rehash(sequence)
    glyphs.sign(sequence, glyphs.key)
    assert glyphs.counts()["record.malformed"] == 1


def test_glyphs_copied(export):
    """an export has them beside the photo as they are, and the page leads to them"""
    entry = manifest(export)["pieces"][0]
    for kind, ending in zip(KINDS, ("txt", "ans")):
        assert entry[f"{kind}_copy"] == f"{COPY}.{ending}", entry
        assert entry[f"{kind}_original"] == f"proof/{verify.companion_file(1, kind)}", entry
        assert entry[f"{kind}_original_sha256"] == entry[f"{kind}_copy_sha256"] == entry["glyphs"][kind]["sha256"]
        assert (export / entry[f"{kind}_copy"]).read_bytes() == (export / entry[f"{kind}_original"]).read_bytes()
    assert "1%20photo.txt" in (export / "index.html").read_text()


def remove_copy(export):
    (export / f"{COPY}.ans").unlink()


def exchange_copy(export):
    (export / f"{COPY}.txt").write_bytes(b"another\n")
    relist(export, 1, text_copy_sha256=verify.sha256(b"another\n"))


def change_copy(export):
    (export / f"{COPY}.txt").write_bytes((export / f"{COPY}.txt").read_bytes() + b"x")


def unlist(export):
    relist(export, 1, **{f"text_{name}": None for name in verify.COPY})


def list_half(export):
    relist(export, 1, ansi_copy=None)


def list_outside(export):
    relist(export, 1, text_copy="../notes.txt")


def list_of_other(export):
    entry = manifest(export)["pieces"][0]
    relist(export, 3, **{name: entry[name] for name in entry if name.startswith("text_")})


def remove_original(export):
    (export / "proof" / verify.companion_file(1, "ansi")).unlink()


@pytest.mark.parametrize("change, counts", [
    (remove_copy, {"copy.missing": 1}), (exchange_copy, {"copy.altered": 1}), (change_copy, {"copy.altered": 1}),
    (unlist, {"manifest.other": 1}), (list_half, {"manifest.malformed": 1, "manifest.lacking": 1}),
    (list_outside, {"manifest.malformed": 1, "manifest.lacking": 1}), (list_of_other, {"manifest.other": 1}),
    (remove_original, {"file.missing": 1})], ids=[
    f"the glyphs of an export: {change} is found by both verifiers" for change in (
        "a copy that is gone", "another copy, and its digest in the list", "a copy with a byte more",
        "a list without them", "a list with half of them", "a copy outside of the export", "those of another photo",
        "an original that is gone")])
def test_glyphs_of_export(export, change, counts):
    make_unlisted(export)
    change(export)
    assert bundle_report(export)["counts"] == counts


def test_glyphs_restored(export, tmp_path):
    """they come back from a bundle under the new number, byte for byte, and are exported again"""
    other = Evidence(shutil.copytree(made(tmp_path), tmp_path / "other/store", symlinks=True))
    ended = imports(tmp_path / "other", export)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    piece = next(piece for piece in listed(other.folder) if piece["restored"])
    assert piece["number"] == 2 and piece["glyphs"]["settings"]["effect"] == "shapes", piece
    for kind in KINDS:
        assert piece["glyphs"][kind]["file"] == verify.companion_file(2, kind), piece
        original = export / "proof" / verify.companion_file(1, kind)
        assert path(other, 2, kind).read_bytes() == original.read_bytes()
    found = other.verified()
    assert found["verdict"] == "good" and found["restored"] == 3, found
    path(other, 2, "text").unlink()
    assert other.counts() == {"file.missing": 1}
    ended = imports(tmp_path / "other", export)
    assert ended.returncode == 0 and other.verified()["verdict"] == "good", ended.stdout
    second = as_folder(other.folder, tmp_path / "second")
    assert bundle_report(second)["verdict"] == "good"


def made(place):
    """A store with one photo."""
    play("1 type snap --in 0\n4 quit\n", place / "made")
    return place / "made"


def test_glyphs_purged(glyphs):
    """what is deleted for good loses all its files, and is no finding"""
    play("1 type delete 1 --now --yes\n2 quit\n", glyphs.folder)
    assert not any(file.exists() for file in (glyphs.file(1), path(glyphs, 1, "text"), path(glyphs, 1, "ansi")))
    assert path(glyphs, 2, "text").exists() and glyphs.verified()["verdict"] == "good"


@pytest.mark.parametrize("is_whole", [True, False], ids=[
    "a photo without a row is taken over with its glyphs", "a photo without a row is taken over without spoilt glyphs"])
def test_glyphs_adopted(tmp_path, is_whole):
    place = tmp_path / "first"
    play("1 type snap --in 0\n4 quit\n", place)
    lost = Evidence(shutil.copytree(place, tmp_path / "lost", symlinks=True))
    play("1 type snap --in 0 --glyphs\n4 quit\n", place)
    for file in place.glob("evidence/000/000002.*"):
        shutil.copy2(file, lost.folder / "evidence/000")
    if not is_whole:
        path(lost, 2, "ansi").write_bytes(b"another\n")
    play("1 type status\n4 quit\n", lost.folder)
    assert lost.verified()["verdict"] == "good"
    piece = next(piece for piece in listed(lost.folder) if piece["number"] == 2)
    assert (piece["kind"], piece["state"], piece["glyphs"] is not None) == ("photo", "adopted", is_whole), piece
    assert path(lost, 2, "text").exists() == path(lost, 2, "ansi").exists() == is_whole
    assert (lost.folder / "evidence/rejected").exists() != is_whole
    if is_whole:
        lost.change_payload(lost.record_of(2), glyphs=False)
        lost.rehash(lost.record_of(2))
        lost.sign(lost.record_of(2), lost.key)
        assert lost.counts()["record.malformed"] == 1
