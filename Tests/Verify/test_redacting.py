"""Copies in which faces are hidden: that nothing else leaves, that three verifiers prove them, and what comes back."""

import contextlib
import json
import shutil
import subprocess
import threading

import pytest

from evidence import EXECUTABLE, RUN_S, Evidence
from listing import LIST, RECORDS, certify, lines_of, write_list
from test_analysers import demo, pieces
from test_exporting import WHOLE, bundle_report, export, exported
from test_page import browser, browsers, in_each, seen  # noqa: F401 (fixtures)
from test_returning import empty, restore  # noqa: F401 (a fixture)

# A document with two faces, one of them shown, and with glyphs; a photo without; one with a face that nobody marked.
SCRIPT = """1 type mask id
2 type snap --in 0 --glyphs
9 type mask off
10 type face select 1
11 type face show
12 type face select 2
13 type face hide
14 type snap --in 0
22 type snap --in 0
30 type clip start
33 type clip stop
40 quit
"""
COPY, MADE = "1 Unsorted/1 document.jpg", "proof/redacted/000001.jpg"
ORIGINAL = "evidence/000/000001.jpg"


@pytest.fixture(scope="session")
def fresh(tmp_path_factory):
    """A store with faces, of which nothing has left; nobody changes it."""
    store = tmp_path_factory.mktemp("fresh") / "store"
    demo(store, SCRIPT)
    return store


@pytest.fixture(scope="session")
def kept(fresh, tmp_path_factory):
    """The same store, and its export with copies in which faces are hidden; nobody changes them."""
    place = tmp_path_factory.mktemp("kept")
    shutil.copytree(fresh, place / "store", symlinks=True)
    report = exported(place / "store", place / "out", "--faces", "hide")
    return place / "store", place / "out", report


@pytest.fixture
def folder(kept, tmp_path):
    return shutil.copytree(kept[1], tmp_path / "out")


def left(folder):
    return [line for line in lines_of(folder / LIST) if "why" in line]


def certify_again(folder, store):
    """Has the device list and sign what is there, as of the state of which the manifest is."""
    head = json.loads((folder / "manifest.json").read_text())["head"]
    certify(folder, Evidence(store).key, left(folder), head)


def test_only_copies_leave(kept):
    """of a picture with hidden faces a copy leaves, of a video nothing, and each is told"""
    store, folder, report = kept
    assert (report["redacted"], report["held"], report["whole"]) == ([1, 3], [4], [1, 2, 3])
    there = sorted(path.name for path in (folder / "proof").rglob("*.*") if path.parent.name in ("000", "redacted"))
    assert there == ["000001-crop.jpg", "000001.jpg", "000002.jpg", "000003.jpg"]
    assert [(line["piece"], line["why"]) for line in left(folder) if "piece" in line] == [
        (1, "redacted"), (3, "redacted"), (4, "held")]
    assert report["safe"] == [] or 1 not in report["safe"]


def test_nothing_of_a_face_is_in_any_file(kept):
    """no byte of the hidden parts, no thumbnail and no glyphs are in an export, a ZIP or a tar archive"""
    store, folder, _ = kept
    files = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    archive = folder.parent / "out.zip"
    exported(store, archive, "--faces", "hide")
    files[archive] = archive.read_bytes()
    tar = export(store, "-", "--faces", "hide")
    assert tar.returncode == 0
    files["tar"] = tar.stdout
    for name in (ORIGINAL, "evidence/000/000001-crop.jpg", "evidence/000/000003.jpg"):
        content = (store / name).read_bytes()
        assert not [path for path, bytes_ in files.items() if content in bytes_ or content[-400:] in bytes_]
    assert not [path for path in folder.rglob("*") if path.suffix in (".ans", ".txt") and path.name != "README.txt"]
    for path in (folder / COPY, folder / MADE):
        assert path.read_bytes().count(b"\xff\xd8\xff") == 1


def test_both_verifiers_prove_copies(kept):
    """both verifiers prove the copies as such, and nothing is wrong"""
    assert bundle_report(kept[1])["export"] == WHOLE | {"redacted": 2}
    assert Evidence(kept[0]).verified()["verdict"] == "good"


def test_record_is_written_once(kept, tmp_path):
    """a copy is recorded before it leaves, with what was made of what and who decided, and once"""
    store = shutil.copytree(kept[0], tmp_path / "store", symlinks=True)
    told = [line["payload"] for line in lines_of(kept[1] / RECORDS) if line["kind"] == "piece.redacted"]
    assert [(each["pieces"], each["analyser"], each["decided"], len(each["areas"])) for each in told] == [
        ([1], "imitation", "console", 1), ([3], "imitation", "analyser", 1)]
    assert told[0]["original"] == pieces(store)[0]["sha256"]
    exported(store, tmp_path / "again", "--faces", "hide")
    assert [line["payload"] for line in lines_of(tmp_path / "again" / RECORDS)
            if line["kind"] == "piece.redacted"] == told


def test_running_program_records(fresh, tmp_path):
    """a program that runs records the copies before they leave, while it goes on taking photos"""
    store, out = shutil.copytree(fresh, tmp_path / "store", symlinks=True), tmp_path / "out"
    command = [EXECUTABLE, "export", "all", out, "--store", store, "--faces", "hide", "--json"]
    with passing(store), subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as export:
        said, _ = export.communicate(timeout=RUN_S)
    assert export.returncode == 0, said
    assert (json.loads(said)["redacted"], json.loads(said)["held"]) == ([1, 3], [4])
    assert bundle_report(out)["export"] == WHOLE | {"redacted": 2}


@contextlib.contextmanager
def passing(store):
    """Meanwhile a program has the store open, for which time passes."""
    with subprocess.Popen([EXECUTABLE, "demo", "--store", store], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                          text=True) as program:
        ended = threading.Event()
        thread = threading.Thread(target=pass_time, args=(program, ended))
        try:
            program.stdin.write("1 type status\n")
            program.stdin.flush()
            assert program.stdout.readline()
            thread.start()
            yield
        finally:
            ended.set()
            thread.join()
            program.communicate(timeout=RUN_S)


def pass_time(program, ended):
    """Has the clock of a demo go on until the event comes: it stands while there is no line to play."""
    second = 2
    while not ended.wait(0.05):
        program.stdin.write(f"{second} type thing\n")
        program.stdin.flush()
        second += 1


def flip(name):
    def change(folder, _):
        content = bytearray((folder / name).read_bytes())
        content[-20] ^= 1
        (folder / name).write_bytes(content)
    return change


def original_in_place(folder, store):
    """The picture itself, wherever its copy was, in lists that fit."""
    manifest, digests = folder / "manifest.json", {}
    for name in (COPY, MADE):
        digests[json.loads(manifest.read_text())["pieces"][0][
            "copy_sha256" if name == COPY else "original_sha256"]] = name
        shutil.copy(store / ORIGINAL, folder / name)
    digest = pieces(store)[0]["sha256"]
    text = manifest.read_text()
    for old in digests:
        text = text.replace(old, digest)
    manifest.write_text(text)


def another_record(folder, _):
    """The manifest says that another record tells of a copy."""
    path = folder / "manifest.json"
    numbers = [piece.get("redacted") for piece in json.loads(path.read_text())["pieces"]]
    path.write_text(path.read_text().replace(f'"redacted":{numbers[0]}', f'"redacted":{numbers[2]}'))


CHANGES = {
    "another record of a copy": (another_record, {"manifest.untrue", "list.untrue"}),
    "a touched copy": (flip(COPY), {"copy.altered"}),
    "a touched copy as it was recorded": (flip(MADE), {"copy.altered"}),
    "a copy that is gone": (lambda folder, _: (folder / MADE).unlink(), {"copy.missing"}),
    "the picture itself in place of its copy": (
        original_in_place, {"copy.altered", "manifest.other", "manifest.untrue", "list.untrue", "exif.untrue"}),
}


@pytest.mark.parametrize("is_listed", [
    pytest.param(False, id="as it was listed"), pytest.param(True, id="in a list that fits, and signed")])
@pytest.mark.parametrize("change, kinds", [pytest.param(*case, id=f"{name} is found by both verifiers,")
                                           for name, case in CHANGES.items()])
def test_changes_are_found(kept, folder, change, kinds, is_listed):
    change(folder, kept[0])
    if is_listed:
        certify_again(folder, kept[0])
    found = set(bundle_report(folder)["counts"])
    assert found & kinds and found <= kinds | {"listed.altered", "listed.missing", "list.altered"}, found


def test_copy_without_a_record_is_no_copy(kept, folder):
    """a copy of which no record tells is found by both verifiers"""
    write_list(folder, left(folder))
    records = [line for line in lines_of(folder / RECORDS)]
    first = next(line["sequence"] for line in records if line["kind"] == "piece.redacted")
    kept_lines = (folder / RECORDS).read_bytes().splitlines(keepends=True)[:first - 1]
    (folder / RECORDS).write_bytes(b"".join(kept_lines))
    last = lines_of(folder / RECORDS)[-1]
    (folder / "proof/head").write_text(f"{last['sequence']}:{last['hash']}\n")
    assert "manifest.other" in bundle_report(folder)["counts"]


@in_each("the page proves copies in which faces are hidden, and says so")
def test_page_says_redacted(kept, browser):  # noqa: F811
    found = seen(browser, kept[1])
    assert found["verdict"] == "whole" and not found["kinds"]
    assert any("faces are hidden" in words and words.endswith("2.") for words in found["sentences"])


@in_each("the page finds the picture itself in place of its copy")
def test_page_finds_an_original(kept, folder, browser):  # noqa: F811
    original_in_place(folder, kept[0])
    certify_again(folder, kept[0])
    assert "copy.unrecorded" in seen(browser, folder)["kinds"]


def test_what_comes_back_is_the_copy(kept, empty, tmp_path):  # noqa: F811
    """of a copy without faces the copy comes back, is never called the photo, and leaves as what it is"""
    assert restore(empty, kept[1]).returncode == 0
    there = {piece["restored"]["number"]: piece for piece in pieces(empty.folder)}
    assert sorted(there) == [1, 2, 3]
    assert [there[number]["restored"]["redacted"] is not None for number in (1, 2, 3)] == [True, False, True]
    copy = (kept[1] / MADE).read_bytes()
    assert (empty.folder / there[1]["file"]).read_bytes() == copy and there[1]["glyphs"] is None
    listed = subprocess.run([EXECUTABLE, "list", "--store", str(empty.folder)], capture_output=True, text=True,
                            timeout=RUN_S, check=True).stdout
    assert listed.count("restored as a copy in which faces are hidden") == 2
    assert empty.verified()["verdict"] == "good"
    as_folder_hidden = exported(empty.folder, tmp_path / "again", "--faces", "hide")
    assert sorted(as_folder_hidden["redacted"]) == sorted(there[number]["number"] for number in (1, 3))
    assert bundle_report(tmp_path / "again")["verdict"] == "good"


def test_hidden_without_a_setting_nothing_leaves(kept, tmp_path):
    """once a face was hidden nothing leaves until somebody decides"""
    ended = export(kept[0], tmp_path / "out")
    assert ended.returncode == 1 and b"faces.export" in ended.stderr
    assert not (tmp_path / "out").exists()
