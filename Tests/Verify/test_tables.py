"""Tables that say something else than the records, cell by cell; and databases that are no store's."""

import json
import shutil
import sqlite3
import subprocess

import pytest

import verify
from evidence import EXECUTABLE, RUN_S, Evidence, ours, play, report, theirs
from sentences import sentence
from test_exporting import export
from test_importing import imports

REQUEST = {"url": "https://insurer.example/claims/7", "title": "Claim 7", "required_evidence": ["Front", "Back"]}
# What a program guesses of the first photo is denied, and then confirmed; what it is certain of is taken back.
SCRIPT = """\
0.5 type watch
2 click
8 double-click
10 type confirm
12 type title Front of it --piece 1
12.5 type lock 1
12.8 type clock is 2026-03-27T15:44:28+01:00
13 type thing add Omega watch
13.2 type thing set title Gold ring
13.4 type thing set brand Omega
13.6 type thing set tags steel, blue
13.8 type thing set serial_number 4711
14 type mask id
15 type snap --in 0
20 type deny
21 type mask off
22 type clip start
26 type clip stop
30 type checklist skip
31 unplug
33 plug
36 type set cell 20
37 type request import REQUEST
38 type request status 1 active
39 type snap --in 0
45 type deny
46 type request status 1 completed
47 type thing add Second
48 type snap --in 0
54 type thing delete Second
56 type delete 4
58 quit
"""
# No record tells of these: when the tables were changed, and what the program's sentences are.
EXEMPT = {"migrations": "made by changes of the tables", "translations": "the texts of the default database"}
# All others both verifiers make again from the records.
TABLES = list(verify.KEYS)
CELLS_OF_A_RUN = 20
BOOT_DAYS = 300


@pytest.fixture(scope="session")
def full(tmp_path_factory):
    """A store with a row in each of its tables, which nobody changes."""
    place = tmp_path_factory.mktemp("full")
    play("1 type thing add Old watch\n2 type snap --in 0\n6 quit\n", place / "old")
    assert export(place / "old", place / "bundle").returncode == 0
    (place / "claim.json").write_text(json.dumps(REQUEST))
    (place / "receipt.pdf").write_bytes(b"%PDF-1.7 a receipt")
    store = place / "store"
    script = SCRIPT.replace("REQUEST", str(place / "claim.json"))
    ended = subprocess.run([EXECUTABLE, "demo", "--analyser", "--store", str(store)], input=script, text=True,
                           capture_output=True, timeout=RUN_S)
    assert ended.returncode == 0, ended.stderr
    assert export(store, place / "out", "--faces", "hide").returncode == 0
    for brought in ("receipt.pdf", "bundle"):
        ended = imports(place, place / brought)
        assert ended.returncode == 0, ended.stderr
    redact(Evidence(store), "Omega watch")
    (store / verify.file_of(90)).write_bytes(b"no picture")
    play("1 quit\n", store)
    return store


def redact(evidence, text):
    """Has the text be gone for good, as a record says."""
    place = dict(zip(("record", "member"), evidence.run(
        "SELECT record, member FROM texts WHERE text = ?", json.dumps(text))[0]))
    evidence.append("text.redacted", {"texts": [place], "reason": "asked", "requester": "console"}, version=2)
    evidence.run("DELETE FROM texts WHERE record = ? AND member = ?", *place.values())
    evidence.rehash(evidence.last)
    evidence.sign(evidence.last, evidence.key)
    evidence.fit_tables()
    evidence.database.close()


@pytest.fixture
def filled(full, tmp_path):
    """A copy of it, to be tampered with."""
    shutil.copytree(full, tmp_path / "filled", symlinks=True)
    return Evidence(tmp_path / "filled")


@pytest.fixture
def place(filled):
    """The same, which nobody has open."""
    filled.database.close()
    return filled.folder


def looked_at(folder):
    """What verify.py finds, without a process of its own."""
    verifier = verify.Verifier(verify.opened(folder))
    verifier.verify()
    return verifier.report()


def cells(findings):
    names = ("kind", "table", "row", "column", "here", "told")
    return [tuple(finding[name] for name in names) for finding in findings]


def first_row(filled, table):
    """The name and declared type of each column, and the first row's cells and their texts."""
    types = {row[1]: row[2] for row in filled.run(f"PRAGMA table_info({table})")}
    keys = ", ".join(verify.KEYS[table])
    row, = filled.run(f"SELECT * FROM {table} ORDER BY {keys} LIMIT 1")
    texts, = filled.run(f"SELECT {', '.join(f'CAST({name} AS TEXT)' for name in types)} FROM {table} ORDER BY {keys}"
                        " LIMIT 1")
    return types, dict(zip(types, row)), dict(zip(types, texts))


def other(value, declared):
    """Something else than the value, of the same type."""
    if value is None:
        return {"INTEGER": 7, "REAL": 7.5}.get(declared, "forged")
    return f"{value}X" if isinstance(value, str) else value + 1000


def where(table, row):
    return " AND ".join(f"{name} = ?" for name in verify.KEYS[table]), [row[name] for name in verify.KEYS[table]]


def set_cells(filled, table, row, **values):
    condition, keys = where(table, row)
    filled.run("PRAGMA ignore_check_constraints = ON")
    changes = ", ".join(f"{name} = ?" for name in values)
    filled.run(f"UPDATE {table} SET {changes} WHERE {condition}", *values.values(), *keys)


def key_of(table, row):
    return " ".join(str(row[name]) for name in verify.KEYS[table])


def changes(filled, table):
    """Each column of a table, with what its first row's cell is changed to, and both as text."""
    types, row, texts = first_row(filled, table)
    for name, declared in types.items():
        value = other(row[name], declared)
        yield name, value, str(value), texts[name], row


def test_all_tables(filled):
    """each table is one that the verifiers make again, or is exempt with a reason; and none is empty"""
    tables = {name for name, in filled.run("SELECT name FROM sqlite_schema WHERE type = 'table'")
              if not name.startswith("sqlite_")}
    assert tables == {"records", "texts", *TABLES, *EXEMPT}
    assert [table for table in TABLES if not filled.run(f"SELECT 1 FROM {table}")] == []


def test_full(filled):
    """in a store with something of everything nothing is wrong"""
    found = filled.verified()
    assert found["verdict"] == "good", found


@pytest.mark.parametrize(
    "table", [pytest.param(table, id=f"verify.py names each cell of '{table}' that was changed") for table in TABLES])
def test_each_cell(filled, table):
    for name, value, here, told, row in changes(filled, table):
        set_cells(filled, table, row, **{name: value})
        found = looked_at(filled.folder)
        if name in verify.KEYS[table]:
            keys = key_of(table, row), key_of(table, row | {name: value})
            expected = [("row.missing", table, keys[0], None, None, None),
                        ("row.extra", table, keys[1], None, None, None)]
        else:
            expected = [("row.other", table, key_of(table, row), name, here, told)]
        assert cells(found["findings"]) == expected, name
        assert name in verify.KEYS[table] or 1 <= found["findings"][0]["record"] <= filled.last
        set_cells(filled, table, row | {name: value}, **{name: row[name]})
    assert looked_at(filled.folder)["verdict"] == "good"


@pytest.mark.parametrize(
    "table", [pytest.param(table, id=f"both verifiers name the cells of '{table}' that were changed, and no others")
              for table in TABLES])
def test_cells(filled, table):
    others = [change for change in changes(filled, table) if change[0] not in verify.KEYS[table]]
    for first in range(0, len(others), CELLS_OF_A_RUN):
        some = others[first:first + CELLS_OF_A_RUN]
        row = some[0][-1]
        set_cells(filled, table, row, **{name: value for name, value, *_ in some})
        expected = [("row.other", table, key_of(table, row), name, here, told) for name, _, here, told, _ in some]
        assert sorted(cells(filled.verified()["findings"])) == sorted(expected)
        set_cells(filled, table, row, **{name: row[name] for name, *_ in some})


@pytest.mark.parametrize(
    "table", [pytest.param(table, id=f"both verifiers name a row that '{table}' lacks, and one that was put in")
              for table in TABLES])
def test_rows(filled, table):
    types, row, _ = first_row(filled, table)
    condition, keys = where(table, row)
    filled.run(f"DELETE FROM {table} WHERE {condition}", *keys)
    new = row | {name: other(value, types[name]) for name, value in row.items()}
    filled.run("PRAGMA ignore_check_constraints = ON")
    filled.run(f"INSERT INTO {table} ({', '.join(new)}) VALUES ({', '.join('?' * len(new))})", *new.values())
    found = filled.verified()
    assert sorted(cells(found["findings"])) == [
        ("row.extra", table, key_of(table, new), None, None, None),
        ("row.missing", table, key_of(table, row), None, None, None)]
    for finding in found["findings"]:
        assert (finding["record"] is None) is (finding["kind"] == "row.extra"), finding
        assert (finding["number"] is None) is (table != "evidence"), finding


def test_ticks(filled):
    """since when a title and a decision hold, by which pieces tick a checklist, both know from the records"""
    (titled,), (decided,) = (
        filled.run(f"SELECT number FROM evidence WHERE {name} IS NOT NULL ORDER BY number LIMIT 1")[0]
        for name in ("titled", "decided"))
    filled.run("UPDATE evidence SET titled = 1 WHERE number = ?", titled)
    filled.run("UPDATE evidence SET decided = NULL WHERE number = ?", decided)
    filled.run("UPDATE totals SET kind = 'clip' WHERE kind = 'imported'")
    found = {cell[:4] for cell in cells(filled.verified()["findings"])}
    others = {("row.other", "evidence", str(titled), "titled"), ("row.other", "evidence", str(decided), "decided")}
    assert others <= found
    assert {kind for kind, table, *_ in found if table == "totals"} == {"row.missing", "row.extra"}


def test_other_type(filled):
    """the same letters as bytes that are no text are something else, and so is a text of digits"""
    filled.run("UPDATE evidence SET boot_id = CAST(boot_id AS BLOB) WHERE number = 1")
    filled.run("UPDATE things SET deleted = 'X' WHERE number = 1")
    found = [cell[1:4] for cell in cells(filled.verified()["findings"])]
    assert sorted(found) == [("evidence", "1", "boot_id"), ("things", "1", "deleted")]


def test_many_cells(filled):
    """of more cells than are told the first are told, table by table and row by row, by both"""
    filled.run("UPDATE evidence SET title = 'X', width = 1, height = 1, planned = 1, actual = 1")
    found = filled.verified()
    rows = filled.run("SELECT count(*) FROM evidence")[0][0]
    assert found["counts"] == {"row.other": rows * 5} and len(found["findings"]) == 20


# Who made a cell so

def record_of(filled, kind, words):
    """The sequence of the latest record of a kind that has these words."""
    sql = "SELECT max(sequence) FROM records WHERE kind = ? AND instr(payload, ?)"
    return filled.run(sql, kind, words)[0][0]


@pytest.mark.parametrize("change, kind, words", [
    pytest.param("things SET title = 'Rolex' WHERE number = 2", "thing.changed", '"field":"title"',
                 id="a thing's title is told with the record that set it"),
    pytest.param("things SET brand = 'Rolex' WHERE number = 2", "thing.changed", '"field":"brand"',
                 id="a thing's brand is told with the record that set it, not with the last of the thing"),
    pytest.param("things SET category = 'X' WHERE number = 2", "thing.created", '"number":2',
                 id="what nobody changed is told with the record that made the thing"),
    pytest.param("evidence SET locked = NULL WHERE number = 1", "piece.locked", "",
                 id="a lock is told with its record"),
    pytest.param("evidence SET decision = 'denied' WHERE number = 1", "option.confirmed", '"pieces":[1]',
                 id="a decision by an option is told with its record"),
    pytest.param("evidence SET decision = 'denied' WHERE number = 2", "piece.decided", '"pieces":[2]',
                 id="a decision that was taken back is told with the record that did so"),
    pytest.param("settings SET value = '9' WHERE name = 'set.cell'", "setting.kept", "",
                 id="a kept setting is told with its record"),
    pytest.param("boots SET clock = 'synchronised' WHERE ordinal = 1", "clock.told", "",
                 id="the clock of a boot is told with the record by which the boot is dated"),
])
def test_record(filled, change, kind, words):
    record = record_of(filled, kind, words)
    filled.run(f"UPDATE {change}")
    [finding] = filled.verified()["findings"]
    assert (finding["table"], finding["column"]) == tuple(change.split()[0:3:2]), finding
    assert finding["record"] == record is not None, finding


def test_sentences(filled):
    """what was changed is told as people call it, with its record"""
    record = record_of(filled, "thing.changed", '"field":"title"')
    filled.run("UPDATE things SET title = 'Rolex' || char(27) WHERE number = 2")
    filled.run("UPDATE evidence SET byte_count = 1 WHERE number = 1")
    told = theirs(filled.folder).stdout
    assert f"Thing 2 is called 'Rolex?' here; the records call it 'Gold ring' (record {record})." in told, told
    assert "Piece 1: 'byte_count' is '1' here; by the records it is '" in told, told


# Whatever people have done to stores

def test_thing_and_date(filled):
    """a photo that was moved to another thing, with another date, is told, and what else its thing is called"""
    forged = {"title": "Rolex", "data": '{"serial_number":"FORGED"}'}
    set_cells(filled, "things", {"number": 2}, **forged)
    set_cells(filled, "evidence", {"number": 1}, thing=2, wall_time=1774622668.0, clock="synchronised")
    found = filled.verified()
    assert found["counts"] == {"row.other": len(forged) + 3}
    assert {cell[1:4] for cell in cells(found["findings"])} >= {
        ("things", "2", "title"), ("things", "2", "data"), ("evidence", "1", "thing"), ("evidence", "1", "wall_time")}


def test_moved_boots(filled):
    """boots that were moved by many days are told, each time by name"""
    filled.run(f"UPDATE boots SET wall_time = ifnull(wall_time, 0) - 86400000000 * {BOOT_DAYS}, clock = 'synchronised'")
    found = filled.verified()
    assert found["verdict"] == "bad" and set(found["counts"]) == {"row.other"}
    assert {cell[1] for cell in cells(found["findings"])} == {"boots"}


def test_thing_gone(filled):
    """a thing that is not in its table any more is told"""
    filled.run("DELETE FROM things WHERE number = 2")
    [finding] = filled.verified()["findings"]
    assert (finding["kind"], finding["table"], finding["row"]) == ("row.missing", "things", "2")


@pytest.mark.parametrize("change, count", [
    pytest.param("CREATE TRIGGER planted AFTER INSERT ON evidence BEGIN SELECT 1; END", 1,
                 id="a trigger that was put in is told"),
    pytest.param("CREATE TABLE planted (a)", 1, id="a table that was put in is told"),
    pytest.param("CREATE VIEW planted AS SELECT 1", 1, id="a view that was put in is told"),
    pytest.param("CREATE INDEX planted ON evidence (id)", 1, id="an index that was put in is told"),
    pytest.param("DROP INDEX evidence_thing", 1, id="an index that is gone is told"),
    pytest.param("DROP TRIGGER records_stay", 1, id="a trigger that is gone is told"),
])
def test_schema(filled, change, count):
    filled.run(change)
    assert filled.counts() == {"schema.other": count}


def test_trigger_altered(filled):
    """a trigger that does something else than it did is told by the program"""
    filled.run("DROP TRIGGER records_stay")
    filled.run("CREATE TRIGGER records_stay BEFORE DELETE ON records BEGIN SELECT 1; END")
    assert report(ours(filled.folder, "--json"))["counts"] == {"schema.other": 1}


# Databases that are no store's

def refused(folder, *words):
    """Both verifiers end with a sentence that has the words, and tell nothing."""
    for verifier in (ours, theirs):
        ended = verifier(folder, "--json")
        assert ended.returncode not in (0, -9) and "verdict" not in ended.stdout, ended
        said = json.loads(ended.stdout)["sentence"] if verifier is ours else ended.stderr
        assert all(word in said for word in words), ended


ENDLESS = "CREATE VIEW {0} AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT {1} FROM n"


@pytest.mark.parametrize("table", [
    pytest.param("records", id="an endless view in place of the records is refused"),
    pytest.param("boots", id="an endless view in place of the boots is refused"),
])
def test_endless_view(filled, table):
    filled.run(f"ALTER TABLE {table} RENAME TO kept")
    filled.run(ENDLESS.format(table, ", ".join(f"i AS {name}" for name in verify.COLUMNS[table].split())))
    refused(filled.folder, table, "view")


@pytest.mark.parametrize("table, change", [
    pytest.param("gaps", "ALTER TABLE gaps ADD COLUMN more INTEGER GENERATED ALWAYS AS (1) VIRTUAL",
                 id="a table with a column that is computed is refused"),
    pytest.param("settings", "ALTER TABLE settings ADD COLUMN more TEXT", id="a table with a column more is refused"),
    pytest.param("choices", "ALTER TABLE choices DROP COLUMN requester", id="a table with a column less is refused"),
])
def test_other_columns(filled, table, change):
    filled.run(change)
    refused(filled.folder, table)


def test_virtual_table(filled):
    """a table that a module makes up is refused"""
    filled.run("DROP TABLE gaps")
    filled.run(f"CREATE VIRTUAL TABLE gaps USING fts5({verify.COLUMNS['gaps'].replace(' ', ', ')})")
    refused(filled.folder, "gaps")


def test_newer(filled):
    """a store that a newer program wrote is refused by both"""
    filled.run(f"PRAGMA user_version = {verify.SCHEMA + 1}")
    refused(filled.folder, "newer", str(verify.SCHEMA + 1))


def test_no_store(filled):
    """a database of another program is refused by both"""
    filled.run("PRAGMA application_id = 1")
    refused(filled.folder)


def test_older(filled):
    """the tables of an older version are made anew by the next start: the records alone are looked at"""
    filled.run(f"PRAGMA user_version = {verify.SCHEMA - 1}")
    filled.run("UPDATE things SET title = 'Rolex'")
    assert filled.verified()["verdict"] == "good"
    filled.change_payload(filled.last, mood="good")
    assert filled.counts() == {"record.altered": 1}


def test_pipe(place):
    """what is no file is not waited for"""
    (place / "exhibit.sqlite").unlink()
    subprocess.run(["mkfifo", place / "exhibit.sqlite"], check=True)
    assert theirs(place).returncode == 1


# Nothing is written beside what is looked at

def beside(folder):
    return {path.name: path.stat().st_mtime_ns for path in [folder, *folder.iterdir()]}


def is_good_and_untouched(folder, **expected):
    before = beside(folder)
    for verifier in (ours, theirs):
        found = report(verifier(folder, "--json"))
        assert found["verdict"] == "good", found
        assert beside(folder) == before, f"{verifier.__name__} wrote there"
        assert {name: found[name] for name in expected} == expected


def test_backup(filled, tmp_path):
    """a copy by SQLite's own means is verified, and nothing is written beside it"""
    copy = tmp_path / "copy"
    copy.mkdir()
    with sqlite3.connect(copy / "exhibit.sqlite") as database:
        filled.database.backup(database)
    database.close()
    for name in ("evidence", "restored"):
        shutil.copytree(filled.folder / name, copy / name)
    for path in (copy / "exhibit.sqlite", copy):
        path.chmod(0o555)
    is_good_and_untouched(copy, records=filled.last)


def test_log_without_memory(filled, tmp_path):
    """what is in the log alone is read, and nothing is written beside it"""
    filled.append("program.stopped", {"shutdown": False})
    filled.rehash(filled.last)
    filled.sign(filled.last, filled.key)
    filled.fit_tables()
    copy = tmp_path / "copy"
    shutil.copytree(filled.folder, copy, symlinks=True)
    (copy / "exhibit.sqlite-shm").unlink()
    assert (copy / "exhibit.sqlite-wal").stat().st_size > 0
    is_good_and_untouched(copy, records=filled.last)


def test_empty_log(place):
    """an empty log is none"""
    (place / "exhibit.sqlite-wal").write_bytes(b"")
    is_good_and_untouched(place)


def test_told_by_program(filled):
    """the program tells a thing that was called otherwise as people call it"""
    filled.run("UPDATE things SET title = 'Rolex' WHERE number = 2")
    told = ours(filled.folder).stdout
    assert "Rolex" in told and "Gold ring" in told, told
    assert not sentence("verify.good").search(told)


# Records that can't follow on those before them

@pytest.mark.parametrize("kind, change", [
    pytest.param("thing.created", {"number": 99}, id="a second thing with the id of another is not believed"),
    pytest.param("thing.created", {"id": "another"}, id="a second thing with the number of another is not believed"),
    pytest.param("thing.changed", {"field": "data."}, id="a field of a thing without a name is not believed"),
    pytest.param("thing.changed", {"field": "data.a[0]"}, id="a field of a thing that is a path is not believed"),
    pytest.param("request.imported", {"id": "another"},
                 id="a second request with the address of another is not believed"),
    pytest.param("request.changed", {"status": "lost"}, id="a request that stands as none can is not believed"),
    pytest.param("piece.options", {"pieces": [1, 2]}, id="options of two pieces at once are not believed"),
    pytest.param("photo.stored", {"number": 80, "id": "another", "file": verify.file_of(80), "thing": "nobody's"},
                 id="a photo of a thing that there is not is not believed"),
])
def test_impossible(filled, kind, change):
    [payload] = filled.run("SELECT payload FROM records WHERE kind = ? ORDER BY sequence LIMIT 1", kind)[0]
    before = filled.verified()
    filled.append(kind, json.loads(payload) | change, boot_id="another boot")
    filled.rehash(filled.last)
    filled.sign(filled.last, filled.key)
    found = filled.verified()
    assert found["counts"] == {"record.malformed": 1} and found["findings"][0]["record"] == filled.last, found
    assert (found["pieces"], found["bytes"]) == (before["pieces"], before["bytes"])
