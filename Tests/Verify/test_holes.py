"""A database with a page of records gone, made anew: what both verifiers say of it, and of copies of what was lost."""

import json

import pytest

from evidence import EXECUTABLE, Evidence, ours, play, report, run, theirs
from sentences import sentence
from test_exporting import export
from test_forks import TWO_PHOTOS
from test_importing import imports

PAGE = 4096


def number(data, place, count):
    return int.from_bytes(data[place:place + count], "big")


def key(data, place):
    """The number of a record as SQLite writes it: 7 bits a byte, of which all but the last have the eighth."""
    value = 0
    while data[place] & 0x80:
        value, place = value << 7 | data[place] & 0x7F, place + 1
    return value << 7 | data[place]


def zero_page_with(evidence, sequence):
    """Zeroes the page with that record; returns the first and the last record on it."""
    evidence.database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    root, = evidence.database.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'records'").fetchone()
    evidence.database.close()
    path = evidence.folder / "exhibit.sqlite"
    data = bytearray(path.read_bytes())
    page = data[(root - 1) * PAGE:root * PAGE]
    assert page[0] == 5, "all records are on one page"
    first = 1
    for cell in (number(page, 12 + 2 * index, 2) for index in range(number(page, 3, 2))):
        last = key(page, cell + 4)
        if sequence <= last:
            leaf = number(page, cell, 4)
            data[(leaf - 1) * PAGE:leaf * PAGE] = bytes(PAGE)
            path.write_bytes(data)
            for suffix in ("-wal", "-shm"):
                path.with_name(path.name + suffix).unlink(missing_ok=True)
            return first, last
        first = last + 1
    raise AssertionError("the record is on the last page")


def rebuild(store, *words):
    ended = run([EXECUTABLE, "store", "rebuild", "--store", str(store)], *words)
    assert ended.returncode == 0, ended.stderr
    return ended.stdout


@pytest.fixture
def holed(evidence, tmp_path):
    """The store with a hole, an export of it from before, its head then, and what is lost."""
    for _ in range(3):
        play(TWO_PHOTOS, evidence.folder)
    assert export(evidence.folder, tmp_path / "before").returncode == 0
    head = evidence.head
    lost = zero_page_with(evidence, evidence.last // 2)
    return evidence.folder, tmp_path / "before", head, lost


def test_rebuild_names_what_is_lost(holed):
    """after a hole both verifiers say what is lost, with the last known head, and that nothing is wrong"""
    store, _, head, (first, last) = holed
    told = rebuild(store)
    assert sentence("rebuild.lost", f"{first}–{last}").search(told), told
    play(TWO_PHOTOS, store)
    evidence = Evidence(store)
    found = evidence.verified()
    assert found["verdict"] == "good", found
    assert found["rebuilds"] == [{"record": first, "lost": [{"first": first, "last": last}], "head": head}]
    assert found["resumptions"] == [] and found["pieces"] == 13, found
    assert [origin["head"] for origin in found["origins"]] == [head]
    numbers = (first, first, f"{first}–{last}", head)
    assert sentence("verify.rebuilt", *numbers).search(ours(store).stdout)
    assert f"Made anew after damage at record {first}, signed" in theirs(store).stdout


def test_copy_of_the_lost_records_is_no_fork(holed, tmp_path):
    """an export from before the damage that comes back is no fork, here and wherever both are kept"""
    store, before, _, (first, _) = holed
    rebuild(store)
    play(TWO_PHOTOS, store)
    assert imports(tmp_path, before).returncode == 0
    found = Evidence(store).verified()
    assert found["verdict"] == "good" and len(found["origins"]) == 2, found
    assert export(store, tmp_path / "after").returncode == 0
    assert report(theirs(tmp_path / "after", "--json"))["verdict"] == "good"
    (tmp_path / "third").mkdir()
    play("1 click\n6 quit\n", tmp_path / "third" / "store")
    for place in (before, tmp_path / "after"):
        ended = imports(tmp_path / "third", place)
        assert ended.returncode == 0, ended.stdout
    found = Evidence(tmp_path / "third" / "store").verified()
    assert found["verdict"] == "good" and len(found["origins"]) == 3, found
    assert found["rebuilds"] == []


def test_fork_after_a_rebuild_is_one(holed, tmp_path):
    """two histories that part after the rebuild are a fork"""
    store, _, _, _ = holed
    rebuild(store)
    play(TWO_PHOTOS, store)
    evidence = Evidence(store)
    parting = evidence.last + 1
    evidence.database.close()
    run(["cp", "-a", str(store), str(tmp_path / "older")])
    play(TWO_PHOTOS, store)
    assert export(store, tmp_path / "out").returncode == 0
    run(["rm", "-r", str(store)])
    run(["mv", str(tmp_path / "older"), str(store)])
    play(TWO_PHOTOS, store)
    assert imports(tmp_path, tmp_path / "out").returncode == 0
    found = Evidence(store).verified()
    assert found["counts"] == {"history.forked": 1} and found["findings"][0]["record"] == parting, found


def test_export_closes_the_hole(holed):
    """with an export from before the damage nothing is lost, and the chain is what it was"""
    store, before, head, _ = holed
    told = rebuild(store, "--from", str(before))
    assert "lost" not in told, told
    play(TWO_PHOTOS, store)
    evidence = Evidence(store)
    found = evidence.verified("--head", head)
    assert found["verdict"] == "good" and found["head_check"] == "found" and found["rebuilds"] == [], found
    rebuilt = evidence.record(int(head.partition(":")[0]) + 1)
    assert (rebuilt["kind"], json.loads(rebuilt["payload"])) == ("store.rebuilt", {"head": None, "lost": None})


def test_kept_records_are_compared(holed):
    """what is kept of the damaged history is compared with its record, and may not be changed or go"""
    store, _, _, _ = holed
    rebuild(store)
    play(TWO_PHOTOS, store)
    evidence = Evidence(store)
    file, = store.glob("restored/*/*.jsonl")
    data = file.read_bytes()
    file.write_bytes(data.replace(b"photo", b"photx", 1))
    assert evidence.counts() == {"origin.altered": 1}
    file.unlink()
    assert evidence.counts() == {"origin.missing": 1}
    file.write_bytes(data)
    assert evidence.counts() == {}
    # Without the word that they are remains, gaps among them are flaws.
    kept = next(row for row in evidence.run("SELECT sequence FROM records WHERE kind = 'records.kept'"))[0]
    payload = json.loads(evidence.record(kept)["payload"])
    del payload["remains"]
    payload["file"] = payload["file"].replace("-remains", "")
    file.rename(store / payload["file"])
    evidence.tell(kept, "records.kept", payload)
    evidence.rehash(kept)
    evidence.sign(kept, evidence.key)
    assert "origin.altered" in evidence.counts()


@pytest.mark.parametrize("lost", [
    pytest.param([], id="no numbers"), pytest.param([{"first": 0, "last": 1}], id="a zero"),
    pytest.param([{"first": 3, "last": 2}], id="an end before its beginning"),
    pytest.param([{"first": 3, "last": None}, {"first": 5, "last": 6}], id="an open end before others"),
    pytest.param([{"first": 3}], id="no end"),
    pytest.param([{"first": 3, "last": 4}, {"first": 4, "last": 5}], id="an overlap"),
    pytest.param([{"first": 3, "last": "4"}], id="a text"), pytest.param("3", id="no list"),
])
def test_rebuild_that_can_not_be_is_malformed(evidence, lost):
    """a record of a rebuild that names"""
    evidence.tell(evidence.last, "store.rebuilt", {"lost": lost, "head": None})
    evidence.rehash(evidence.last)
    evidence.sign(evidence.last, evidence.key)
    found = evidence.verified()
    assert found["counts"].get("record.malformed") == 1 and found["rebuilds"] == [], found
