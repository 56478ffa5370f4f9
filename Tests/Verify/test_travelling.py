"""Exports that other systems and programs had in their hands: what all three verifiers say of them."""

import shutil
import subprocess
import sys

import pytest

from evidence import EXECUTABLE, RUN_S, VERIFIER, Evidence, play, report, theirs
import test_page
from listing import HEAD, LIST, RECORDS
from test_exporting import WHOLE, bundle_report
from test_page import flip, seen, told
from travels import (
    MANIFEST, TABLE, by_spreadsheet, decomposed, nothing, plain_table, reformatted, renamed, together, with_mark,
    with_returns, with_rubbish)

# The export of a store with a document and glyphs, and a browser with the page in it.
browsers, chromium, made, listed = test_page.browsers, test_page.chromium, test_page.made, test_page.listed

TEXTS = "proof/texts.jsonl"
GLYPHS = "2 Täschchen/3 photo.ans"


# By what was done to an export: how, and which files are said to be re-written, or re-formatted.
TRAVELLED = {
    "nothing": (nothing, [], []),
    "other line ends of what proves it": (with_returns(RECORDS, LIST, HEAD, TEXTS), [HEAD, LIST, RECORDS, TEXTS], []),
    "byte order marks before what proves it": (
        with_mark(RECORDS, LIST, HEAD, TEXTS), [HEAD, LIST, RECORDS, TEXTS], []),
    "other line ends of what people read": (
        with_returns("README.txt", "index.html", "proof/verify.py", "proof/verify.html"),
        ["README.txt", "index.html", "proof/verify.html", "proof/verify.py"], []),
    "other line ends of glyphs": (with_returns(GLYPHS), [GLYPHS], []),
    "other line ends of a manifest": (with_returns(MANIFEST), [MANIFEST], []),
    "a mark before a manifest": (with_mark(MANIFEST), [MANIFEST], []),
    "a table with line feeds and without a mark": (plain_table, [TABLE], []),
    "a manifest with more space": (reformatted(indent=2, ensure_ascii=False), [], [MANIFEST]),
    "a manifest with other escapes": (reformatted(), [], [MANIFEST]),
    "decomposed letters in names": (renamed(decomposed), [], []),
    "capital letters in names": (renamed(str.upper), [], []),
    "both in names, and what systems add": (
        together(with_rubbish, renamed(lambda name: decomposed(name.upper()))), [], []),
}


def each_of(table, words):
    return pytest.mark.parametrize("case", [
        pytest.param(case, id=words.format(name)) for name, case in table.items()])


@each_of(TRAVELLED, "of an export that travelled all three say the same where there are: {}")
def test_travelled(chromium, listed, case):
    change, rewritten, reformatted_files = case
    change(listed)
    found = bundle_report(listed)
    facts = WHOLE | {"rewritten": rewritten, "reformatted": reformatted_files}
    assert found["verdict"] == "good" and found["export"] == facts and found["strangers"] == [], found
    notes = [told(name) for name in rewritten] + [told(name, "by another program") for name in reformatted_files]
    on_page = seen(chromium, listed)
    assert on_page["verdict"] == "whole" and sorted(on_page["sentences"][:-4]) == sorted(notes), on_page
    for command in ([EXECUTABLE, "verify"], [sys.executable, VERIFIER]):
        ended = subprocess.run([*command, str(listed)], capture_output=True, text=True, timeout=RUN_S)
        assert all(note in ended.stdout for note in notes) and ended.returncode == 0, ended


CHANGED = {
    "records": (
        RECORDS, b'"kind":"program.started"', b'"kind":"program.stopped"', {"record.altered", "record.malformed"}),
    "a page": ("index.html", b"<", b"<!", {"listed.altered"}),
    "a list": (LIST, b'"bytes":', b'"bytes":1', {"list.altered", "listed.altered"}),
    "a text": (
        TEXTS, b'"text":"Quittung"', b'"text":"Rechnung"', {"text.altered", "listed.altered"}),
}


@each_of(CHANGED, "{} with other line ends and another content is changed, and not said to be whole")
def test_changed(chromium, listed, case):
    name, old, new, kinds = case
    content = (listed / name).read_bytes()
    assert old in content
    (listed / name).write_bytes(content.replace(old, new, 1).replace(b"\n", b"\r\n"))
    found = bundle_report(listed)
    assert found["verdict"] == "bad" and found["counts"].keys() <= kinds, found
    assert found["export"]["rewritten"] == [], found
    on_page = seen(chromium, listed)
    assert on_page["verdict"] == "wrong" and told(name) not in on_page["sentences"], on_page


def test_spreadsheet(listed):
    """a table that a spreadsheet has saved with other separators is changed"""
    by_spreadsheet(listed)
    found = bundle_report(listed)
    assert (found["verdict"], found["counts"]) == ("changed", {}), found
    assert found["export"]["changed"] == [TABLE], found


def test_changed_original(listed):
    """a changed original under a name in capital letters is found"""
    flip("proof/evidence/000/000001.jpg")(listed, None)
    renamed(str.upper)(listed)
    assert "file.altered" in bundle_report(listed)["counts"]


def test_two_names(chromium, listed):
    """where two files have names that read like one that is gone, none of them is it"""
    page = listed / "index.html"
    for name in ("INDEX.html", "Index.HTML"):
        shutil.copy(page, listed / name)
    page.unlink()
    found = bundle_report(listed)
    assert found["counts"] == {"listed.missing": 1} and found["export"]["added_count"] == 2, found
    assert seen(chromium, listed)["kinds"] == ["listed.missing"]


def test_added(chromium, listed):
    """a file that somebody adds is named in an export with other names, too"""
    renamed(lambda name: decomposed(name).upper())(listed)
    (listed / "letter.txt").write_text("mine")
    assert bundle_report(listed)["export"]["added"] == ["letter.txt"]
    assert "letter.txt" in seen(chromium, listed)["sentences"]


def test_restored(listed, tmp_path):
    """an export with decomposed and capital letters in its names, and other line ends, comes back"""
    with_returns(RECORDS, LIST, HEAD, TEXTS)(listed)
    renamed(lambda name: decomposed(name).upper())(listed)
    play("1 click\n5 quit\n", tmp_path / "store")
    ended = subprocess.run(
        [EXECUTABLE, "import", str(listed), "--store", str(tmp_path / "store")], capture_output=True, text=True,
        timeout=RUN_S)
    assert ended.returncode == 0 and "Not restored: 0" in ended.stdout, ended
    assert Evidence(tmp_path / "store").verified()["restored"] == 3


def test_deep_folders(chromium, listed):
    """folders below sixteen others are named, and not passed over"""
    folder = "/".join("abcdefghijklmnop")
    (listed / folder / "q/r").mkdir(parents=True)
    for place in (folder, f"{folder}/q", f"{folder}/q/r"):
        (listed / place / "letter.txt").write_text("mine")
    found = bundle_report(listed)["export"]
    assert found["added"] == [f"{folder}/letter.txt"] and found["unlooked"] == [folder], found
    sentence = f"{folder} has folders deeper than 16, which were not looked at."
    assert sentence in seen(chromium, listed)["sentences"]


# What could not be checked


def unreadable(folder, name):
    """A file that nobody may read but its owner, for a user who isn't."""
    (folder / name).chmod(0)
    for path in [folder, *folder.parents]:
        path.chmod(path.stat().st_mode | 0o555)


AS_NOBODY = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]


@each_of({name: name for name in (
    "proof/evidence/000/000001.jpg", "2 Täschchen/1 photo.jpg", "index.html", RECORDS, TEXTS, LIST, HEAD, MANIFEST)},
    "where {} can't be read both say that not everything could be checked")
def test_unreadable(listed, case):
    unreadable(listed, case)
    found = [report(subprocess.run(
        [*AS_NOBODY, *command, "--json", str(listed)], capture_output=True, text=True, timeout=RUN_S,
        env={"PATH": "/usr/bin:/bin", "PYTHONDONTWRITEBYTECODE": "1"}))
        for command in ([EXECUTABLE, "verify"], [sys.executable, VERIFIER])]
    assert found[0] == found[1] and found[0]["verdict"] == "unchecked", found
    assert list(found[0]["counts"].values()) == [1], found


def test_without_signatures(listed, tmp_path):
    """without the package for signatures verify.py verifies all else, and says so"""
    (tmp_path / "cryptography.py").write_text("raise ImportError('none')")
    command = [sys.executable, VERIFIER, str(listed)]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=RUN_S, env={"PYTHONPATH": str(tmp_path)})
    assert ended.returncode == 4 and "Signatures can't be checked here" in ended.stdout, ended
    assert ended.stdout.endswith("Not everything could be checked. What could be is whole.\n")
    flip("index.html")(listed, None)
    ended = subprocess.run(command, capture_output=True, text=True, timeout=RUN_S, env={"PYTHONPATH": str(tmp_path)})
    assert ended.returncode == 1, ended


# One file


@each_of({name: name for name in (
    "proof/evidence/000/000001.jpg", "2 Täschchen/1 photo.jpg", "proof/evidence/000/000002-crop.jpg", GLYPHS)},
    "of the one file {} both say which piece it is, and whether it is whole")
def test_one_file(listed, case):
    def verified():
        found = [report(ended) for ended in (ours_of(listed / case), theirs(listed / case, "--json"))]
        assert found[0] == found[1], found
        return found[0]
    found = verified()
    assert found["verdict"] == "good" and found["piece"]["thing"] == "Täschchen", found
    assert found["piece"]["device"] == found["devices"][0]["id"] and found["copies"] == 1, found
    flip("index.html")(listed, None)
    assert verified()["verdict"] == "good"
    flip(case)(listed, None)
    assert verified()["verdict"] == "bad"


def ours_of(path):
    return subprocess.run([EXECUTABLE, "verify", "--json", str(path)], capture_output=True, text=True, timeout=RUN_S)


def test_one_file_of_a_store(evidence):
    """of one file in a store both say which piece it is, and whether it is whole"""
    path = evidence.file(2)
    for verdict in ("good", "bad"):
        found = [report(ended) for ended in (ours_of(path), theirs(path, "--json"))]
        assert found[0] == found[1] and found[0]["verdict"] == verdict and found[0]["piece"]["number"] == 2, found
        path.write_bytes(path.read_bytes() + b"x")


def test_no_piece(listed, tmp_path):
    """a file that is none of a piece is refused by both"""
    (tmp_path / "letter.txt").write_text("mine")
    for path in (tmp_path / "letter.txt", listed / "README.txt"):
        for ended in (ours_of(path), theirs(path)):
            assert ended.returncode == 1 and "one file" in ended.stdout + ended.stderr, ended
