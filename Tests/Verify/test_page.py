"""verify.html in the browsers that people have: what it says of exports that somebody changed."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import verify
from browsers import BROWSERS
from evidence import EXECUTABLE, RUN_S, VERIFIER, Evidence, play
from listing import HEAD, LIST, RECORDS, append, certify, lines_of, write_lines, write_list
from test_exporting import as_folder, make_unlisted
from travels import decomposed, reformatted, renamed, with_mark, with_returns, with_rubbish

PAGE = Path(verify.__file__).with_name("verify.html")
SCRIPT = """
1 type thing add Täschchen
2 click
6 type mask id
7 type snap --in 0
10 type mask off
11 type snap --in 0 --glyphs
14 type title Quittung
15 click
19 type title Tagebuch
20 type delete 4
22 quit
"""
COPY, ORIGINAL = "2 Täschchen/1 photo.jpg", "proof/evidence/000/000001.jpg"
GLYPHS, CROP = "proof/evidence/000/000003.ans", "proof/evidence/000/000002-crop.jpg"
LEFT_OUT = ("proof/left-out", "proof/texts-left-out")
DONE = """!document.getElementById('folder').disabled
  && (!document.getElementById('result').hidden || document.getElementById('state').textContent !== '')"""
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


@pytest.fixture(scope="session")
def browsers(tmp_path_factory):
    """Those that were asked for, by their names; each is started once."""
    started = Started(tmp_path_factory.mktemp("browsers"))
    yield started
    for browser in started.values():
        browser.end()


class Started(dict):
    def __init__(self, folder):
        super().__init__()
        self.folder = folder

    def __missing__(self, name):
        (self.folder / name).mkdir()
        self[name] = BROWSERS[name](self.folder / name)
        return self[name]


@pytest.fixture
def browser(request, browsers):
    return browsers[request.param]


@pytest.fixture
def chromium(browsers):
    """Chromium, with the page in it."""
    browsers["Chromium"].open(PAGE)
    return browsers["Chromium"]


@pytest.fixture(scope="session")
def made(tmp_path_factory):
    """A store with photos, a document and one that was deleted, and its export; nobody changes them."""
    place = tmp_path_factory.mktemp("made")
    play(SCRIPT, place / "store")
    folder = as_folder(place / "store", place / "out")
    return Evidence(place / "store"), folder


@pytest.fixture
def key(made):
    return made[0].key


@pytest.fixture
def listed(made, tmp_path):
    """An export whose list its last record tells of."""
    shutil.copytree(made[1], tmp_path / "out")
    return tmp_path / "out"


@pytest.fixture
def unlisted(listed):
    """An export of an earlier version."""
    make_unlisted(listed)
    return listed


def certify_again(folder, key, **facts):
    """Has the device list and sign what is there by now, as a later export would."""
    certify(folder, key, left_out(folder), **facts)


def left_out(folder):
    return [line for line in lines_of(folder / LIST) if "why" in line]


def seen(browser, folder, before=""):
    """What a person sees who opens the page and gives it the folder; one that hangs is begun anew for the next."""
    try:
        return shown(browser, folder, before)
    except TimeoutError:
        browser.begin_anew()
        raise


def shown(browser, folder, before):
    browser.open(PAGE, before)
    browser.choose("#folder", folder)
    browser.wait_for(DONE)
    return browser.evaluate(SEEN)


def in_each(words):
    """A claim for each browser."""
    return pytest.mark.parametrize("browser", BROWSERS, ids=[f"in {name} {words}" for name in BROWSERS], indirect=True)


def each_in_each(table):
    """A claim for each case of a table in each browser."""
    return pytest.mark.parametrize("browser, case", [
        pytest.param(name, case, id=f"in {name} {words}") for name in BROWSERS for words, case in table.items()
    ], indirect=["browser"])


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
    certify_again(folder, key)
    (folder / LIST).write_bytes(first)


def unsigned_list(folder, _):
    """The records end where they ended before the device had signed the list."""
    records = lines_of(folder / RECORDS)[:-1]
    write_lines(folder / RECORDS, records)
    (folder / HEAD).write_text(f"{records[-1]['sequence']}:{records[-1]['hash']}\n")


def own_list(folder, key):
    """Somebody has changed a page, and has made the list say so."""
    flip("index.html")(folder, key)
    write_list(folder, left_out(folder))


def other_signature(records):
    records[-1]["signature"] = records[-1]["signature"][:-1] + ("0" if records[-1]["signature"][-1] != "0" else "1")


def other_piece(folder, _):
    shutil.copy(folder / "proof/evidence/000/000003.jpg", folder / ORIGINAL)


def add(folder, _):
    (folder / "letter.txt").write_text("mine")


# By what is said of an export: what is done to it, the verdict, the kinds of what is wrong, and a sentence.
LISTED = {
    "an export that nobody changed is whole": (lambda *_: None, "whole", [], "Files that were compared: 19"),
    "a changed original is named": (
        flip(ORIGINAL), "wrong", ["file.altered"], f"of piece 1 was changed: {ORIGINAL[6:]}"),
    "an original cut short is named": (cut(ORIGINAL), "wrong", ["file.cut"], "of piece 1 was cut short"),
    "a removed original is named": (remove(ORIGINAL), "wrong", ["file.missing"], "of piece 1 is gone"),
    "the picture of another photo is named": (other_piece, "wrong", ["file.*"], "of piece 1 was"),
    "a changed crop is named": (flip(CROP), "wrong", ["file.altered"], "of piece 2 was changed"),
    "changed glyphs are named": (flip(GLYPHS), "wrong", ["file.altered"], "of piece 3 was changed"),
    "a changed copy is named": (flip(COPY), "wrong", ["listed.altered"], f"The file {COPY} of the export was changed."),
    "a removed copy is named": (remove(COPY), "wrong", ["listed.missing"], f"The file {COPY} of the export is gone."),
    "a changed page is named": (
        flip("index.html"), "wrong", ["listed.altered"], "The file index.html of the export was changed."),
    "a changed manifest is named": (
        replace("manifest.json", b"Quittung", b"Rechnung"), "wrong", ["listed.altered"],
        "The file manifest.json of the export was changed."),
    "a changed verifier is named": (
        flip("proof/verify.py"), "wrong", ["listed.altered"], "proof/verify.py of the export was changed."),
    "a table that somebody went on with is no fault": (
        replace("inventory.csv", "Täschchen".encode(), b"Tasche"), "changed", [],
        "somebody went on with it"),
    "a removed table is named": (
        remove("inventory.csv"), "wrong", ["listed.missing"], "The file inventory.csv of the export is gone."),
    "a changed record is named": (
        replace(RECORDS, b'"kind":"program.started"', b'"kind":"program.stopped"'), "wrong", ["record.altered"],
        "does not fit its hash"),
    "a record with a space is named": (
        replace(RECORDS, b'"sequence":3', b'"sequence": 3'), "wrong", ["record.malformed"],
        "Record 3 is not written as the format says."),
    "a removed record is named": (
        with_lines(lambda records: records.pop(2)), "wrong", ["record.missing"], "Records 3 to 3 are gone."),
    "a repeated record is named": (
        with_lines(lambda records: records.insert(3, records[3])), "wrong", ["record.duplicated"],
        "There is more than one record 4."),
    "a record in another place is named": (
        with_lines(lambda records: records.insert(2, records.pop(4))), "wrong",
        ["record.missing", "record.misplaced", "*"], "in the wrong place"),
    "a removed end is named": (
        with_lines(lambda records: records.pop()), "wrong", ["head.gone"], "the end was cut off"),
    "no records at all are named": (
        with_lines(lambda records: records.clear()), "wrong", ["record.missing", "head.gone", "*"], "are gone"),
    "a changed signature is named": (
        with_lines(other_signature), "wrong", ["signature.wrong"], "is not by the key of device"),
    "a removed signature is named": (
        with_lines(lambda records: records[-1].update(signature=None)), "wrong", ["signature.missing"],
        "is not signed"),
    "an older head is told": (older_head, "whole", [], "proof/head names record 15, and the records go on to 16."),
    "another head is named": (flip(HEAD, -2), "wrong", ["head.*"], ""),
    "a changed list is named": (
        replace(LIST, b'"path":"README.txt"', b'"path":"README.TXT"'), "wrong", ["list.altered"],
        "is not the one of record 16"),
    "a list that was made to fit is named": (own_list, "wrong", ["list.altered"], "is not the one of record 16"),
    "an older list is named": (older_list, "wrong", ["list.older"], "is of an earlier export, that of record 16"),
    "a removed list is named": (remove(LIST), "wrong", ["text.gone", "list.missing", "file.missing"], "is gone"),
    "a list that no device signed is no forgery": (unsigned_list, "partly", [], "made without the device"),
    "a list that later records don't tell of is named": (
        newer_records, "wrong", ["list.older"], "is of an earlier export, that of record 16"),
    "a removed head costs nothing where the last record is of the export": (remove(HEAD), "whole", [], "16 records"),
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


@each_in_each(LISTED)
def test_listed(browser, listed, key, case):
    change, verdict, kinds, sentence = case
    change(listed, key)
    found = seen(browser, listed)
    assert found["verdict"] == verdict and is_kind(found["kinds"], kinds), found
    assert any(sentence in each for each in found["sentences"]) and found["focus"] == "result", found


# What other systems and programs do to an export, and no person has a reason to hear of, or one to hear a sentence.


def told(name, words="with other line ends"):
    return f"{name} was re-written {words}; its content is whole."


BY_PROGRAM = "by another program"
HARMLESS = {
    "other line ends of records and list are told": (with_returns(RECORDS, LIST), [told(RECORDS), told(LIST)]),
    "a byte order mark before records and list is told": (with_mark(RECORDS, LIST), [told(RECORDS), told(LIST)]),
    "other line ends of texts and pages are told": (
        with_returns("README.txt", "index.html", "proof/texts.jsonl"),
        [told("README.txt"), told("index.html"), told("proof/texts.jsonl")]),
    "a manifest with more space is told": (
        reformatted(indent=2, ensure_ascii=False), [told("manifest.json", BY_PROGRAM)]),
    "a manifest with other escapes is told": (reformatted(), [told("manifest.json", BY_PROGRAM)]),
    "decomposed letters in names are not told": (renamed(decomposed), []),
    "capital letters in names are not told": (renamed(str.upper), []),
    "what systems put into folders is not told": (with_rubbish, []),
}


@each_in_each(HARMLESS)
def test_harmless(browser, listed, case):
    change, notes = case
    change(listed)
    found = seen(browser, listed)
    # What was compared is told in any case.
    assert found["verdict"] == "whole" and sorted(found["sentences"][:-4]) == sorted(notes), found


# What can't be told, and which folder is meant.


@in_each("an export of an earlier version is told to be one, and its originals are compared")
def test_unlisted(browser, unlisted):
    found = seen(browser, unlisted)
    assert found["verdict"] == "partly" and "as those of earlier versions" in found["sentences"][0]
    assert "Files that were compared: 6, " in found["sentences"][-3], found
    flip(ORIGINAL)(unlisted, None)
    assert seen(browser, unlisted)["kinds"] == ["file.altered"]


@in_each("a browser without Ed25519 says so, and calls nothing wrong for that")
def test_without_signatures(browser, listed):
    found = seen(browser, listed, WITHOUT_SIGNATURES)
    assert found["verdict"] == "partly" and "Signatures can't be checked here" in found["sentences"][0], found
    flip(COPY)(listed, None)
    assert seen(browser, listed, WITHOUT_SIGNATURES)["verdict"] == "wrong"


@in_each("a file that can't be read is named, and is not called wrong")
def test_without_permission(browser, listed):
    size = (listed / ORIGINAL).stat().st_size
    found = seen(browser, listed, WITHOUT_PERMISSION.replace("SIZE", str(size)))
    assert found["verdict"] == "partly" and found["kinds"] == [], found
    assert f"{ORIGINAL} can't be read here: no permission" in found["sentences"], found


@in_each("an export that says that it is not complete is told to be so")
def test_incomplete(browser, listed, key):
    replace("manifest.json", b'"complete":true', b'"complete":false')(listed, None)
    certify_again(listed, key)
    found = seen(browser, listed)
    assert found["verdict"] == "whole" and "is not complete" in found["sentences"][0], found


@in_each("a file of several portions has the digest that it should have, and no other after a change at its end")
def test_large_file(browser, listed, key):
    (listed / "2 Täschchen/film.mkv").write_bytes(os.urandom((9 << 20) + 1))
    certify_again(listed, key)
    assert seen(browser, listed)["verdict"] == "whole"
    flip("2 Täschchen/film.mkv", -1)(listed, None)
    assert seen(browser, listed)["kinds"] == ["listed.altered"]


@in_each("a photo that was taken while the export was made may be lacking, one from before may not")
def test_recorded_meanwhile(browser, listed, key):
    records = lines_of(listed / RECORDS)
    head = f"{records[-1]['sequence']}:{records[-1]['hash']}"
    photo = next(record for record in records if record["kind"] == "photo.stored")
    append(listed, key, "photo.stored", photo["payload"] | {
        "id": "another", "number": 5, "file": "evidence/000/000005.jpg"})
    certify_again(listed, key, head=head)
    assert seen(browser, listed)["verdict"] == "whole"
    certify_again(listed, key)
    assert seen(browser, listed)["kinds"] == ["file.missing"]


@in_each("another folder than that of an export is refused with what to do, and the one above is as good")
def test_choosing(browser, listed, tmp_path):
    for folder, words in ((listed / "proof", "Choose the one that it is in."), (tmp_path, None),
                          (listed / "2 Täschchen", "There is no proof/records.jsonl in here.")):
        found = seen(browser, folder)
        assert words in found["state"] if words else found["verdict"] == "whole", found
    shutil.copytree(listed, tmp_path / "second")
    assert "There are 2 exports in here. Choose one of them: " in seen(browser, tmp_path)["state"]
    archives = tmp_path / "archives"
    archives.mkdir()
    (archives / "out.zip").write_bytes(b"PK")
    assert "An archive has to be unpacked" in seen(browser, archives)["state"]


@in_each("the records of another store, from which pieces came back, are compared with what was kept")
def test_kept_records(browser, made, tmp_path):
    play("1 click\n5 quit\n", tmp_path / "store")
    for words in (["import", made[1]], ["export", "all", tmp_path / "out"]):
        ended = subprocess.run([EXECUTABLE, *words, "--store", tmp_path / "store"], capture_output=True, timeout=RUN_S)
        assert ended.returncode == 0, ended.stderr
    kept = next((tmp_path / "out/proof/restored").rglob("*.jsonl"))
    assert seen(browser, tmp_path / "out")["verdict"] == "whole"
    flip(kept)(tmp_path / "out", None)
    assert seen(browser, tmp_path / "out")["kinds"] == ["origin.altered"]
    kept.unlink()
    assert seen(browser, tmp_path / "out")["kinds"] == ["origin.missing"]


# What it has in common with the other verifier


def both(chromium, folder):
    """What the page says, and whether verify.py and it agree on whether anything is wrong."""
    ended = subprocess.run([sys.executable, VERIFIER, str(folder)], capture_output=True, text=True, timeout=RUN_S)
    found = seen(chromium, folder)
    assert (found["verdict"] == "wrong") == (ended.returncode == 1), f"{found}\n{ended.stdout}{ended.stderr}"
    return found


@pytest.mark.parametrize("change", [
    pytest.param(change, id=f"the page and verify.py agree where {words}") for words, (change, *_) in LISTED.items()])
def test_same(chromium, listed, key, change):
    change(listed, key)
    both(chromium, listed)


# Of an export of an earlier version.
SAME = {
    "nothing was changed": lambda *_: None, "an original was changed": flip(ORIGINAL),
    "an original was cut short": cut(ORIGINAL), "an original was removed": remove(ORIGINAL),
    "a text was changed": LISTED["a changed text is named"][0],
    "a piece is no longer left out": lambda folder, _: (folder / "proof/left-out").write_text(""),
    "a text is no longer left out": lambda folder, _: (folder / "proof/texts-left-out").write_text(""),
    "the end was removed": LISTED["a removed end is named"][0], "the head was removed": remove(HEAD),
}


@pytest.mark.parametrize("change", [
    pytest.param(change, id=f"of an export without a list both say the same where {words}")
    for words, change in SAME.items()])
def test_same_unlisted(chromium, unlisted, change):
    change(unlisted, None)
    both(chromium, unlisted)


def test_sentences(chromium):
    """what the page and verify.py both find they call the same"""
    sentences = chromium.evaluate("SENTENCES")
    common = sentences.keys() & verify.SENTENCES.keys()
    assert len(common) > 15 and {kind: sentences[kind] for kind in common} == {
        kind: verify.SENTENCES[kind] for kind in common}


def test_digests(chromium):
    """the page's SHA-256 is right for each length, in one portion or in several"""
    digests = chromium.evaluate(
        "Array.from({length: 300}, (_, count) => new SHA256().update(new Uint8Array(count).fill(count))"
        ".update(new Uint8Array(300 - count)).digest)")
    assert digests == [verify.sha256(bytes([count % 256]) * count + bytes(300 - count)) for count in range(300)]


LINES = [
    '{"a":1}', '{"b":1,"a":1}', '{"a":1,"a":1}', '{"a": 1}', '{"a":1}x', "[]", '"a"', "null", "", '\ufeff{"a":1}',
    '{"a":1.0}', '{"a":1.5}', '{"a":1e3}', '{"a":-0}', '{"a":01}', '{"a":NaN}', '{"a":12345678901234567}',
    '{"a":9223372036854775807}', '{"a":9223372036854775808}', '{"a":-9223372036854775808}', '{"a":"12345678901234567"}',
    '{"a":"\\u0041"}', '{"a":"\\u001f"}', '{"a":"\\u001F"}', '{"a":"\\n"}', '{"a":"\\/"}', '{"a":"\\ud800"}',
    '{"a":"\u2028ü\U0001f600"}', '{"\ufffd":1,"\U0001f600":1}', '{"\U0001f600":1,"\ufffd":1}',
    '{"a":true,"b":null,"c":[1,{"d":""}]}', '{"__proto__":1}', '{"10":1,"9":1}', '{"9":1,"10":1}',
    '{"#":"5","a":12345678901234567}', *('{"a":' + "[" * deep + "]" * deep + "}" for deep in (14, 15, 16))]


def test_canonical(chromium):
    """the page and verify.py read the same lines as canonical JSON"""
    taken = chromium.evaluate(f"{json.dumps(LINES)}.map(line => readObject(encode(line)) !== null)")
    assert dict(zip(LINES, taken)) == {line: verify.read_object(line.encode()) is not None for line in LINES}


# How it is for people


def test_dropping(chromium, listed):
    """a folder that is dropped on the field is taken, and elsewhere the page says where to drop it"""
    chromium.open(PAGE)
    chromium.drop("h1", listed)
    assert chromium.wait_for("document.getElementById('state').textContent") == "Drop the folder on the field."
    chromium.drop("#folder", listed)
    chromium.wait_for("!document.getElementById('result').hidden")
    assert chromium.evaluate(SEEN)["verdict"] == "whole"


def test_alone():
    """the page is one file that names no other, and may load none"""
    text = PAGE.read_text()
    assert "default-src 'none'" in text and not re.search(r"https?:|\ssrc=|\shref=|@import|url\(", text)
