"""What an export says, by its manifest, names, Exif, table and list, against what its records make of it."""

import csv
import io
import json
import shutil

import pytest

import verify
from evidence import play
from listing import LIST, lines_of, write_lines, write_list
from test_copies import relist
from test_exporting import bundle_report, export, make_unlisted, manifest
from test_lists import cut_off


@pytest.fixture
def folder(east, tmp_path):
    shutil.copytree(east / "out", tmp_path / "out")
    return tmp_path / "out"


def test_whole(folder):
    """an export as it was made is proved in what it says, in the time of its place"""
    found = bundle_report(folder)
    assert found["verdict"] == "good" and found["export"]["meaning"] == "proved", found
    assert found["export"]["rows"] == [] and found["export"]["row_count"] == 0
    first = entry(folder, 1)
    assert first["utc_offset"] == 7200 and first["captured_at"].startswith("2026-03-27T15:44:"), first
    assert "/1 document 2026-03-27 17.44." in first["copy"]
    content = (folder / first["copy"]).read_bytes()
    assert b"2026:03:27 17:44:" in content and b"+02:00" in content
    rows = list(csv.reader(io.StringIO((folder / "inventory.csv").read_text("utf-8-sig"), newline="")))
    assert rows[1][4].startswith("2026-03-27T17:44:") and rows[1][4].endswith("+02:00"), rows


def entry(folder, number):
    return next(piece for piece in manifest(folder)["pieces"] if piece["number"] == number)


def forge(folder):
    """Lists all files anew and takes the record of the export away, as somebody can who has no device."""
    left = [line for line in lines_of(folder / LIST) if "path" not in line]
    cut_off(folder)
    write_list(folder, left)


def say(folder, **members):
    (folder / "manifest.json").write_text(json.dumps(manifest(folder) | members))


def say_of(number, **members):
    return lambda folder: relist(folder, number, **members)


def say_of_thing(own, /, **members):
    def change(folder):
        things = manifest(folder)["things"]
        say(folder, things=[thing | members if thing["number"] == own else thing for thing in things])
    return change


def forget(number, member):
    def change(folder):
        pieces = manifest(folder)["pieces"]
        for piece in pieces:
            if piece["number"] == number:
                del piece[member]
        say(folder, pieces=pieces)
    return change


def rename(number, name):
    """Gives a copy another name, in the manifest too; `name` is made from the one that it has."""
    def change(folder):
        old = entry(folder, number)["copy"]
        new = name(old)
        (folder / new).parent.mkdir(exist_ok=True)
        (folder / old).rename(folder / new)
        relist(folder, number, copy=new)
    return change


def swap(folder):
    """Two copies have each other's name, and the manifest fits that; crop and glyphs stay where they are."""
    first, second = (entry(folder, number) for number in (1, 2))
    (folder / first["copy"]).rename(folder / "aside")
    (folder / second["copy"]).rename(folder / first["copy"])
    (folder / "aside").rename(folder / second["copy"])
    relist(folder, 1, copy=second["copy"])
    relist(folder, 2, copy=first["copy"])


def rewrite_copy(number, old, new, prefix=""):
    """Has the Exif of a copy say something else of the same length, and the manifest fit that."""
    def change(folder):
        path = folder / entry(folder, number)[f"{prefix}copy"]
        content = path.read_bytes()
        assert old in content and len(old) == len(new)
        path.write_bytes(content.replace(old, new, 1))
        relist(folder, number, **{f"{prefix}copy_sha256": verify.sha256(path.read_bytes())})
    return change


def redate(folder):
    relist(folder, 2, captured_at=entry(folder, 2)["captured_at"].replace("2026", "2020"))


def exchange(folder):
    """Two copies have each other's content, and the manifest fits that."""
    first, second = (entry(folder, number) for number in (1, 2))
    contents = [(folder / each["copy"]).read_bytes() for each in (first, second)]
    for each, content in ((first, contents[1]), (second, contents[0])):
        (folder / each["copy"]).write_bytes(content)
        relist(folder, each["number"], copy_sha256=verify.sha256(content))


def rewrite_table(old, new):
    """Has the table say something else, and the manifest fit that."""
    def change(folder):
        path = folder / "inventory.csv"
        assert old in path.read_bytes()
        path.write_bytes(path.read_bytes().replace(old, new))
        say(folder, table_sha256=verify.sha256(path.read_bytes()))
    return change


def change_list(change):
    """Has the list say otherwise what is left out; `change` has each line, and gives None where it goes."""
    def changed(folder):
        lines = [change(dict(line)) for line in lines_of(folder / LIST)]
        write_lines(folder / LIST, [line for line in lines if line])
    return changed


def told(column, here, records, number=2, table="pieces", row=None):
    row = None if table == "manifest" else str(row or number)
    return {"kind": "manifest.untrue", "number": number if table == "pieces" else None, "file": "manifest.json",
            "table": table, "row": row, "column": column, "here": here, "told": records}


CLAIMS = [
    ("another title of a piece", say_of(2, title="Back of it"), [told("title", '"Back of it"', '"Front of it"')]),
    ("no date", say_of(2, captured_at=None), [{"column": "captured_at", "here": "null", "number": 2}]),
    ("another date", redate, [{"column": "captured_at", "number": 2}]),
    ("another offset from UTC", say_of(2, utc_offset=-3600), [told("utc_offset", "-3600", "7200")]),
    ("a decision that nobody made", say_of(2, decision="confirmed"), [told("decision", '"confirmed"', "null")]),
    ("another kind", say_of(2, kind="imported"), [told("kind", '"imported"', '"photo"')]),
    ("another size", say_of(2, width=1), [{"column": "width", "here": "1", "number": 2}]),
    ("another instant", say_of(2, actual=1.5), [{"column": "actual", "here": "1.5", "number": 2}]),
    ("a lock that there is not", say_of(2, locked=True), [told("locked", "true", "false")]),
    ("another thing of a piece", say_of(2, thing="Gold ring", thing_number=2), [
        told("thing", '"Gold ring"', '"Bag"'), told("thing_number", "2", "3")]),
    ("a member that nobody knows", say_of(2, price=5), [told("price", "5", None)]),
    ("a member that is not there", forget(2, "sha256"), [{"column": "sha256", "here": None, "number": 2}]),
    ("another title of a thing", say_of_thing(2, title="Silver ring"), [
        told("title", '"Silver ring"', '"Gold ring"', table="things")]),
    ("another category of a thing", say_of_thing(2, category="watches"), [
        told("category", '"watches"', '"other"', table="things")]),
    ("a thing that has no pieces", say_of_thing(2, number=77), [
        told("number", "77", None, table="things", row=77), told("number", None, "2", table="things")]),
    ("another program's word for itself", lambda folder: say(folder, format="exhibit.export.9"), [
        told("format", '"exhibit.export.9"', '"exhibit.export.1"', table="manifest")]),
    ("another device", lambda folder: say(folder, device=None), [
        {"column": "device", "here": "null", "table": "manifest"}]),
    ("another store", lambda folder: say(folder, store="0" * 32), [
        {"column": "store", "here": f'"{"0" * 32}"', "table": "manifest"}]),
    ("a word that no manifest has", lambda folder: say(folder, note="x"), [
        told("note", '"x"', None, table="manifest")]),
    ("two copies with each other's name", swap, [
        {"kind": "name.untrue", "number": 1}, {"kind": "name.untrue", "number": 1},
        *[{"kind": "name.untrue", "number": 2}] * 3]),
    ("a copy with another date in its name", rename(4, lambda name: name.replace("2026", "2020")), [
        {"kind": "name.untrue", "number": 4}]),
    ("a copy in another thing's folder", rename(4, lambda name: f"2 Gold ring/{name.partition('/')[2]}"), [
        {"kind": "name.untrue", "number": 4}]),
    ("an imported file with another name", rename(5, lambda name: name.replace("receipt", "invoice")), [
        {"kind": "name.untrue", "number": 5}]),
    ("Exif with another date", rewrite_copy(2, b"2026:03:27", b"2020:03:27"), [{"kind": "exif.untrue", "number": 2}]),
    ("Exif with another offset", rewrite_copy(2, b"+02:00", b"+03:00"), [{"kind": "exif.untrue", "number": 2}]),
    ("Exif of a crop with another date", rewrite_copy(1, b"2026:03:27", b"2020:03:27", "crop_"), [
        {"kind": "exif.untrue", "number": 1}]),
    ("two copies with each other's content", exchange, [
        {"kind": "copy.altered", "number": 1}, {"kind": "copy.altered", "number": 2}]),
    ("a table with another price", rewrite_table(b"1200.50", b"9200.50"), [
        {"kind": "table.untrue", "file": "inventory.csv"}]),
    ("a table with another description", rewrite_table(b"Bought", b"Stolen"), [
        {"kind": "table.untrue", "file": "inventory.csv"}]),
    ("a table with another date", rewrite_table(b"2026-03-27T17", b"2020-03-27T17"), [
        {"kind": "table.untrue", "file": "inventory.csv"}]),
]
LISTS = [
    ("a deleted piece that is left out as another thing's", change_list(
        lambda line: {"piece": 3, "why": "other-thing"} if line.get("piece") == 3 else line),
     [{"kind": "list.untrue", "number": 3, "file": "list.jsonl"}]),
    ("a deleted piece that is left out by another record", change_list(
        lambda line: line | {"by": 1} if line.get("piece") == 3 else line),
     [{"kind": "list.untrue", "number": 3, "file": "list.jsonl"}]),
    ("a deleted piece of which a list says nothing", change_list(
        lambda line: None if line.get("piece") == 3 else line),
     [{"kind": "list.untrue", "number": 3, "file": "list.jsonl"}, {"kind": "file.missing", "number": 3}]),
]


def found_in(folder, expected):
    """Whether each finding is as expected, by the members that are named."""
    found = bundle_report(folder)
    assert found["export"]["list"] == "unsigned" and found["export"]["meaning"] == "proved", found
    rest = list(found["findings"])
    for members in expected:
        match = next((each for each in rest if members.items() <= each.items()), None)
        assert match, f"{members} is not in {found['findings']}"
        rest.remove(match)
    assert not rest, rest


@pytest.mark.parametrize("change, expected", [claim[1:] for claim in CLAIMS], ids=[
    f"in an export whose list somebody made anew {claim[0]} is found" for claim in CLAIMS])
def test_untrue(folder, change, expected):
    change(folder)
    forge(folder)
    found_in(folder, expected)


@pytest.mark.parametrize("change, expected", [claim[1:] for claim in LISTS], ids=[
    f"in a list that somebody made anew {claim[0]} is found" for claim in LISTS])
def test_untrue_list(folder, change, expected):
    forge(folder)
    change(folder)
    found_in(folder, expected)


def test_forged_only(folder):
    """an export whose list somebody made anew, and else changed nothing, is true in what it says"""
    forge(folder)
    found = bundle_report(folder)
    assert found["verdict"] == "good" and found["export"]["meaning"] == "proved", found


@pytest.mark.parametrize("old, new", [(b"Front of it", b"Back of it"), (b"Bought in Basel", b"Stolen in Basel")], ids=[
    f"where the text of {text} is not the recorded one nothing is said of what records mean"
    for text in ("a title", "a description")])
def test_unproved(folder, old, new):
    relist(folder, 2, title="Back of it")
    texts = folder / "proof/texts.jsonl"
    assert old in texts.read_bytes()
    texts.write_bytes(texts.read_bytes().replace(old, new))
    forge(folder)
    found = bundle_report(folder)
    assert found["counts"] == {"text.altered": 1} and found["export"]["meaning"] == "unproved", found


def test_no_head(folder):
    """a manifest without a head of these records is said to be untrue, and is compared with nothing"""
    say(folder, head=f"1:{'0' * 64}")
    relist(folder, 2, title="Back of it")
    forge(folder)
    found = bundle_report(folder)
    assert found["counts"] == {"manifest.untrue": 1} and found["export"]["meaning"] == "unproved", found
    assert found["findings"][0]["column"] == "head"


def test_earlier(folder):
    """of an export of an earlier version, without a list, nothing of that is said"""
    relist(folder, 2, title="Back of it")
    make_unlisted(folder)
    found = bundle_report(folder)
    assert found["verdict"] == "good" and found["export"]["meaning"] is None, found


@pytest.fixture
def renamed(east, tmp_path):
    """Exports of the store after a thing got another name: one that goes on with the earlier one, and a new one."""
    store = tmp_path / "store"
    shutil.copytree(east / "store", store, symlinks=True)
    shutil.copytree(east / "out", tmp_path / "out")
    play("1 type thing use Bag\n2 type thing set title Leather bag\n3 click\n8 quit\n", store)
    for name in ("out", "new"):
        assert export(store, tmp_path / name).returncode == 0
    return tmp_path


@pytest.mark.parametrize("name, thing", [("out", "3 Bag"), ("new", "3 Leather bag")], ids=[
    "a folder that is called as a thing was called before is right", "so is one that is called as it is called now"])
def test_renamed(renamed, name, thing):
    assert entry(renamed / name, 2)["copy"].startswith(f"{thing}/")
    found = bundle_report(renamed / name)
    assert found["verdict"] == "good" and found["export"]["meaning"] == "proved", found


def test_redacted_title(renamed):
    """where all titles of a thing were taken out for good nothing in a later export is called after them"""
    play("1 type redact thing 3 title --yes\n3 quit\n", renamed / "store")
    assert export(renamed / "store", renamed / "out").returncode == 0
    assert not [path for path in (renamed / "out").rglob("*") if "bag" in path.name.lower()]
    found = bundle_report(renamed / "out")
    assert found["verdict"] == "good" and found["export"]["meaning"] == "proved", found


def test_later_title(east, renamed):
    """a folder that is called as a thing was called only later is said to be untrue"""
    folder = renamed / "out"
    shutil.copy(east / "out/manifest.json", folder)
    forge(folder)
    rename(2, lambda name: name.replace("3 Bag/", "3 Leather bag/"))(folder)
    kinds = bundle_report(folder)["counts"]
    assert kinds["name.untrue"] == 3, kinds


def test_older_manifest(east, renamed):
    """the manifest of an older export in a later one is said to be untrue"""
    shutil.copy(east / "out/manifest.json", renamed / "out")
    found = bundle_report(renamed / "out")
    untrue = {(each["table"], each["row"], each["column"]) for each in found["findings"]
              if each["kind"] == "manifest.untrue"}
    assert untrue == {("manifest", None, "head"), ("things", "3", "title"), ("pieces", "2", "thing"),
                      ("pieces", "4", "thing"), ("pieces", "5", "thing")}, found
    assert found["counts"].keys() == {"manifest.untrue", "table.untrue", "list.untrue", "listed.altered",
                                      "manifest.lacking"}, found


def test_reformatted(folder):
    """a manifest that was written otherwise, on many lines, says the same"""
    listed = manifest(folder)
    (folder / "manifest.json").write_text(json.dumps(dict(reversed(listed.items())), indent=4))
    forge(folder)
    assert bundle_report(folder)["verdict"] == "good"


@pytest.mark.parametrize("microseconds, text", [
    (1_774_626_268_774_499, "2026-03-27T15:44:28.774Z"), (1_774_626_268_774_500, "2026-03-27T15:44:28.775Z"),
    (1_774_626_268_999_500, "2026-03-27T15:44:29.000Z"), (-1, "1970-01-01T00:00:00.000Z")],
    ids=lambda value: f"a time is that of the nearest millisecond: {value}" if isinstance(value, str) else "")
def test_milliseconds(microseconds, text):
    assert verify.spelled_time(microseconds) == text
