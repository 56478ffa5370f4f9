"""Documents: a picture and the part of it that a mask frames, in the hands of somebody who changes either."""

import json
import shutil

import pytest

import verify
from evidence import Evidence, play, report, theirs
from test_copies import relist
from test_exporting import as_folder, bundle_report, make_unlisted, manifest
from test_exporting import export as export_of

SCRIPT = "1 type mask id\n2 type snap --in 0\n5 type mask off\n6 type snap --in 0\n9 quit\n"
COPY, CROP_COPY = "1 Unsorted/1 document.jpg", "1 Unsorted/1 document-crop.jpg"


@pytest.fixture(scope="session")
def document_store(tmp_path_factory):
    """A store with a document and a photo, which nobody changes."""
    store = tmp_path_factory.mktemp("documents") / "store"
    play(SCRIPT, store)
    return store


@pytest.fixture
def documents(document_store, tmp_path):
    """A copy of it, to be tampered with."""
    shutil.copytree(document_store, tmp_path / "documents", symlinks=True)
    return Evidence(tmp_path / "documents")


@pytest.fixture
def export(documents, tmp_path):
    """An export of it, in which nothing is wrong."""
    folder = as_folder(documents.folder, tmp_path / "out")
    found = bundle_report(folder)
    assert found["verdict"] == "good" and found["pieces"] == 2 and found["copies"] == 3, found
    return folder


def crop(documents):
    return documents.folder / verify.companion_file(1, "crop")


def test_document_untouched(documents):
    """a document has two files, whose hashes are in one record"""
    found = documents.verified()
    assert found["verdict"] == "good" and found["pieces"] == 2, found
    payload = json.loads(documents.record(documents.record_of(1))["payload"])
    told = payload["data"]["crop"]
    assert payload["data"]["mask"] == "id" and told["sha256"] == verify.sha256(crop(documents).read_bytes())
    sizes = [path.stat().st_size for path in (documents.file(1), crop(documents), documents.file(2))]
    assert found["bytes"] == sum(sizes), found


def test_crop_missing(documents):
    """a crop that is gone is missing, though its document is there"""
    crop(documents).unlink()
    found = documents.verified()
    assert found["counts"] == {"file.missing": 1}, found
    finding = found["findings"][0]
    assert finding["file"] == verify.companion_file(1, "crop") and finding["number"] == 1, found


def test_crop_altered(documents):
    """a crop with one other bit was altered, one that is shorter was cut"""
    content = bytearray(crop(documents).read_bytes())
    content[len(content) // 2] ^= 1
    crop(documents).write_bytes(content)
    assert documents.counts() == {"file.altered": 1}
    crop(documents).write_bytes(content[:-1])
    assert documents.counts() == {"file.cut": 1}


def test_crop_exchanged(documents):
    """the picture in place of its crop is not the crop"""
    shutil.copy(documents.file(1), crop(documents))
    assert documents.counts() == {"file.altered": 1}


def test_crop_lost_before_an_export(documents, tmp_path):
    """a document whose crop is gone is exported without that, and it is said which file is lacking"""
    crop(documents).unlink()
    ended = export_of(documents.folder, tmp_path / "out")
    assert ended.returncode == 1 and b"000001-crop.jpg" in ended.stdout + ended.stderr, ended
    assert (tmp_path / "out" / COPY).exists() and not (tmp_path / "out" / CROP_COPY).exists()
    found = report(theirs(tmp_path / "out", "--json"))
    assert found["counts"] == {"file.missing": 1} and found["copies"] == 2, found


def test_crop_added(documents):
    """a crop of a photo, of which no record tells, is unrecorded"""
    shutil.copy(crop(documents), documents.folder / verify.companion_file(2, "crop"))
    found = documents.verified()
    assert found["counts"] == {"file.unrecorded": 1}, found
    assert found["findings"][0]["file"] == verify.companion_file(2, "crop"), found


def test_crop_and_record_altered(documents):
    """a crop exchanged together with the hash in its record breaks the chain"""
    content = documents.file(2).read_bytes()
    crop(documents).write_bytes(content)
    payload = json.loads(documents.record(documents.record_of(1))["payload"])
    payload["data"]["crop"] |= {"sha256": verify.sha256(content), "bytes": len(content)}
    documents.change_payload(documents.record_of(1), data=payload["data"])
    documents.fit_tables()
    assert documents.counts() == {"record.altered": 1}


@pytest.mark.parametrize("told", [
    None, 7, {}, {"file": "evidence/000/000002-crop.jpg"}, {"file": "../../etc/passwd"}, {"bytes": -1}, {"bytes": "9"},
    {"bytes": True}, {"sha256": "0"}, {"sha256": None}, {"file": None}, {"file": 7}],
    ids=lambda told: f"a record that tells of a crop as {told} is malformed")
def test_crop_malformed(documents, told):
    sequence = documents.record_of(1)
    data = json.loads(documents.record(sequence)["payload"])["data"]
    data["crop"] = data["crop"] | told if isinstance(told, dict) and told else told
    documents.change_payload(sequence, data=data)
    documents.rehash(sequence)
    documents.sign(sequence, documents.key)
    assert documents.counts()["record.malformed"] == 1


def test_crop_copied(export):
    """an export has both, each with its copy, and the page leads to them"""
    entry = manifest(export)["pieces"][0]
    assert entry["kind"] == "document" and entry["copy"] == COPY and entry["crop_copy"] == CROP_COPY, entry
    assert entry["crop_original"] == f"proof/{verify.companion_file(1, 'crop')}", entry
    assert entry["crop_original_sha256"] == entry["crop"]["sha256"], entry
    assert b"Exif" in (export / CROP_COPY).read_bytes()[:200]
    assert "1%20document-crop.jpg" in (export / "index.html").read_text()


def remove_copy(export):
    (export / CROP_COPY).unlink()


def exchange_copy(export):
    content = (export / COPY).read_bytes()
    (export / CROP_COPY).write_bytes(content)
    relist(export, 1, crop_copy_sha256=verify.sha256(content))


def change_copy(export):
    (export / CROP_COPY).write_bytes((export / CROP_COPY).read_bytes() + b"x")


def unlist(export):
    relist(export, 1, crop_original=None, crop_copy=None, crop_original_sha256=None, crop_copy_sha256=None)


def list_half(export):
    relist(export, 1, crop_copy=None)


def list_outside(export):
    relist(export, 1, crop_copy="../crop.jpg")


def list_of_photo(export):
    entry = manifest(export)["pieces"][0]
    relist(export, 2, **{name: entry[name] for name in entry if name.startswith("crop_")})


def remove_original(export):
    (export / "proof" / verify.companion_file(1, "crop")).unlink()


@pytest.mark.parametrize("change, counts", [
    (remove_copy, {"copy.missing": 1}), (exchange_copy, {"copy.altered": 1}), (change_copy, {"copy.altered": 1}),
    (unlist, {"manifest.other": 1}), (list_half, {"manifest.malformed": 1, "manifest.lacking": 1}),
    (list_outside, {"manifest.malformed": 1, "manifest.lacking": 1}), (list_of_photo, {"manifest.other": 1}),
    (remove_original, {"file.missing": 1})], ids=[
    f"the crop of an export: {change} is found by both verifiers" for change in (
        "a copy that is gone", "a copy of the whole picture", "a copy with a byte more", "a list without it",
        "a list with half of it", "a copy outside of the export", "a crop of a photo", "an original that is gone")])
def test_crop_of_export(export, change, counts):
    make_unlisted(export)
    change(export)
    assert bundle_report(export)["counts"] == counts


def test_crop_purged(documents):
    """what is deleted for good loses both files, and is no finding"""
    play("1 type delete 1 --now --yes\n2 quit\n", documents.folder)
    assert not documents.file(1).exists() and not crop(documents).exists()
    assert documents.verified()["verdict"] == "good"
