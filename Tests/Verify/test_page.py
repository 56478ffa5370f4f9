"""verify.html in the browsers that people have: what it says of exports that somebody changed."""

import json
import os
import re
import shutil
import subprocess
import sys
import unicodedata
from pathlib import Path

import pytest

import verify
from browsers import BROWSERS
from evidence import RUN_S, VERIFIER, Evidence, play
from listing import HEAD, LIST, RECORDS, append, certify, lines_of, write_lines, write_list
from test_exporting import as_folder

PAGE = Path(verify.__file__).with_name("verify.html")
SCRIPT = """
1 type thing add Täschchen
2 click
6 type mask id
7 type snap --in 0
10 type mask off
11 type snap --in 0 --glyphs
15 click
19 type title 1 Quittung
20 type delete 4
22 quit
"""
COPY, ORIGINAL = "2 Täschchen/1 photo.jpg", "proof/evidence/000/000001.jpg"
GLYPHS, CROP = "proof/evidence/000/000003.ans", "proof/evidence/000/000002-crop.jpg"
DONE = "!document.getElementById('progress').checkVisibility() && document.getElementById('folder').disabled === false" \
       " && (!document.getElementById('result').hidden || document.getElementById('state').textContent !== '')"
SEEN = """(() => {
  const result = document.getElementById('result'), items = [...result.querySelectorAll('li')];
  return {
    verdict: result.hidden ? null : result.dataset.verdict, state: document.getElementById('state').textContent,
    kinds: items.map(item => item.dataset.kind).filter(kind => kind),
    sentences: items.map(item => item.textContent), focus: document.activeElement.id,
  };
})()"""
# A browser without Ed25519, and one to which the system doesn't give an original.
WITHOUT_SIGNATURES = "crypto.subtle.importKey = () => Promise.reject(new DOMException('no', 'NotSupportedError'));"
WITHOUT_PERMISSION = """
const read = Blob.prototype.arrayBuffer;
Blob.prototype.arrayBuffer = function () {
  return this.size === SIZE ? Promise.reject(new DOMException('no permission', 'NotReadableError')) : read.call(this);
};
"""


@pytest.fixture(scope="session", params=BROWSERS, ids=str)
def browser(request, tmp_path_factory):
    started = BROWSERS[request.param](tmp_path_factory.mktemp(request.param))
    yield started
    started.end()


@pytest.fixture(scope="session")
def chromium(tmp_path_factory):
    started = BROWSERS["Chromium"](tmp_path_factory.mktemp("Chromium"))
    started.open(PAGE)
    yield started
    started.end()


@pytest.fixture(scope="session")
def made(tmp_path_factory):
    """A store with two photos, a document and one that was deleted, and its export without a list; nobody changes them."""
    place = tmp_path_factory.mktemp("made")
    play(SCRIPT, place / "store")
    folder = as_folder(place / "store", place / "out")
    return Evidence(place / "store"), folder


@pytest.fixture
def key(made):
    return made[0].key


@pytest.fixture
def unlisted(made, tmp_path):
    """An export of an earlier version."""
    shutil.copytree(made[1], tmp_path / "out")
    return tmp_path / "out"


@pytest.fixture
def listed(unlisted, key):
    """An export with a list that the device has signed."""
    left = [{"piece": 4, "why": "deleted"}]
    for name in ("left-out", "texts-left-out"):
        (unlisted / f"proof/{name}").unlink()
    certify(unlisted, key, left)
    return unlisted


def seen(browser, folder, before=""):
    """What a person sees who opens the page and gives it the folder."""
    browser.open(PAGE, before)
    browser.choose("#folder", folder)
    browser.wait_for(DONE)
    return browser.evaluate(SEEN)


def claims(table):
    """Each case in each browser, as a claim."""
    return pytest.mark.parametrize("case", [pytest.param(case, id=words) for words, case in table.items()])


# What is done to a file


def flip(name, place=-20):
    """One bit of a byte becomes another."""
    def change(folder, _):
        content = bytearray((folder / name).read_bytes())
        content[place] ^= 1
        (folder / name).write_bytes(content)
    return change


def remove(name):
    return lambda folder, _: (folder / name).unlink()


def cut(name):
    return lambda folder, _: os.truncate(folder / name, 100)


def replace(name, old, new):
    def change(folder, _):
        content = (folder / name).read_bytes()
        assert old in content, f"{name} has no {old}"
        (folder / name).write_bytes(content.replace(old, new, 1))
    return change


def with_lines(change):
    """Changes the list of the records, which are objects."""
    def changed(folder, _):
        records = lines_of(folder / RECORDS)
        change(records)
        write_lines(folder / RECORDS, records)
    return changed


def older_head(folder, _):
    record = lines_of(folder / RECORDS)[-2]
    (folder / HEAD).write_text(f"{record['sequence']}:{record['hash']}\n")


def newer_records(folder, key):
    """A later export has begun, and has not come to its end."""
    append(folder, key, "program.stopped", {"shutdown": False})


def older_list(folder, key):
    """The list of an earlier export in place of the last."""
    first = (folder / LIST).read_bytes()
    (folder / "later.txt").write_text("a later file\n")
    certify(folder, key, [{"piece": 4, "why": "deleted"}])
    (folder / LIST).write_bytes(first)


def unsigned_list(folder, _):
    """The records end where they ended before the device had signed the list."""
    records = lines_of(folder / RECORDS)[:-1]
    write_lines(folder / RECORDS, records)
    (folder / HEAD).write_text(f"{records[-1]['sequence']}:{records[-1]['hash']}\n")


def own_list(folder, key):
    """Somebody has changed a page, and has made the list say so."""
    flip("index.html")(folder, key)
    write_list(folder, [{"piece": 4, "why": "deleted"}])


def other_signature(records):
    records[-1]["signature"] = records[-1]["signature"][:-1] + ("0" if records[-1]["signature"][-1] != "0" else "1")


def other_piece(folder, _):
    shutil.copy(folder / "proof/evidence/000/000003.jpg", folder / ORIGINAL)


def add(folder, _):
    (folder / "letter.txt").write_text("mine")


# By what is said of an export: what is done to it, the verdict, the kinds of what is wrong, and a sentence.
LISTED = {
    "an export that nobody changed is whole": (lambda *_: None, "whole", [], "Files that were compared: 15"),
    "a changed original is named": (flip(ORIGINAL), "wrong", ["file.altered"], f"of piece 1 was changed: {ORIGINAL[6:]}"),
    "an original cut short is named": (cut(ORIGINAL), "wrong", ["file.cut"], "of piece 1 was cut short"),
    "a removed original is named": (remove(ORIGINAL), "wrong", ["file.missing"], "of piece 1 is gone"),
    "the picture of another photo is named": (other_piece, "wrong", ["file.*"], "of piece 1 was"),
    "a changed crop is named": (flip(CROP), "wrong", ["file.altered"], "of piece 2 was changed"),
    "changed glyphs are named": (flip(GLYPHS), "wrong", ["file.altered"], "of piece 3 was changed"),
    "a changed copy is named": (flip(COPY), "wrong", ["listed.altered"], f"{COPY} was changed."),
    "a removed copy is named": (remove(COPY), "wrong", ["listed.missing"], f"{COPY} is gone."),
    "a changed page is named": (flip("index.html"), "wrong", ["listed.altered"], "index.html was changed."),
    "a changed manifest is named": (
        replace("manifest.json", b"Quittung", b"Rechnung"), "wrong", ["listed.altered"], "manifest.json was changed."),
    "a changed verifier is named": (
        flip("proof/verify.py"), "wrong", ["listed.altered"], "proof/verify.py was changed."),
    "a table that somebody went on with is no fault": (
        replace("inventory.csv", "Täschchen".encode(), b"Tasche"), "changed", [], "inventory.csv was changed: somebody"),
    "a removed table is named": (remove("inventory.csv"), "wrong", ["listed.missing"], "inventory.csv is gone."),
    "a changed record is named": (
        replace(RECORDS, b'"kind":"program.started"', b'"kind":"program.stopped"'), "wrong", ["record.altered"],
        "does not fit its hash"),
    "a record with a space is named": (
        replace(RECORDS, b'"sequence":3', b'"sequence": 3'), "wrong", ["record.malformed"],
        "Record 3 is not written as the format says."),
    "a removed record is named": (with_lines(lambda records: records.pop(3)), "wrong", ["record.missing"],
                                  "Records 4 to 4 are gone."),
    "a repeated record is named": (
        with_lines(lambda records: records.insert(3, records[3])), "wrong", ["record.duplicated"],
        "There is more than one record 4."),
    "a record in another place is named": (
        with_lines(lambda records: records.insert(2, records.pop(4))), "wrong", ["record.missing", "record.misplaced"],
        "in the wrong place"),
    "a removed end is named": (
        with_lines(lambda records: records.pop()), "wrong", ["head.gone"], "the end was cut off"),
    "no records at all are named": (
        with_lines(lambda records: records.clear()), "wrong", ["record.missing", "head.gone", "*"], "are gone"),
    "a changed signature is named": (
        with_lines(other_signature), "wrong", ["signature.wrong"], "is not by the key of device"),
    "a removed signature is named": (
        with_lines(lambda records: records[-1].update(signature=None)), "wrong", ["signature.missing"], "is not signed"),
    "an older head is named": (older_head, "wrong", ["head.older"], "proof/head names record"),
    "another head is named": (flip(HEAD, -2), "wrong", ["head.*"], ""),
    "a changed list is named": (
        replace(LIST, b'"path":"README.txt"', b'"path":"README.TXT"'), "wrong", ["list.altered"],
        "is not the list that record"),
    "a list that was made to fit is named": (own_list, "wrong", ["list.altered"], "is not the list that record"),
    "an older list is named": (older_list, "wrong", ["list.older"], "an older one was put in its place"),
    "a removed list is named": (remove(LIST), "wrong", ["list.missing"], "is gone"),
    "a list that no device signed is no forgery": (unsigned_list, "partly", [], "made without the device"),
    "an interrupted export is no forgery": (newer_records, "partly", [], "records go on after that"),
    "a removed head is no forgery": (remove(HEAD), "partly", [], "proof/head is not there"),
    "a changed text is named": (
        replace("proof/texts.jsonl", b'"text":"Quittung"', b'"text":"Rechnung"'), "wrong",
        ["text.altered", "listed.altered"], "The text 'title' of record"),
    "a removed text is named": (
        lambda folder, _: write_lines(folder / "proof/texts.jsonl", lines_of(folder / "proof/texts.jsonl")[:-1]),
        "wrong", ["text.gone", "listed.altered"], "no record says that it was taken out"),
    "a file that people added is mentioned": (add, "whole", [], "letter.txt"),
}


def is_kind(kinds, wanted):
    """Whether these kinds are wanted, in that order; a star stands for any end, and one alone for all that follow."""
    patterns = [kind.replace(".", r"\.").replace("*", ".*") for kind in wanted]
    return re.fullmatch(" ".join(patterns).replace(" .*", "( .*)?"), " ".join(dict.fromkeys(kinds))) is not None


@pytest.fixture
def page_of(browser):
    return lambda folder, before="": seen(browser, folder, before)


@pytest.mark.parametrize("case", [pytest.param(case, id=words) for words, case in LISTED.items()])
def test_listed(browser, listed, key, case):
    change, verdict, kinds, sentence = case
    change(listed, key)
    found = seen(browser, listed)
    assert found["verdict"] == verdict and is_kind(found["kinds"], kinds), found
    assert any(sentence in each for each in found["sentences"]) and found["focus"] == "result", found
