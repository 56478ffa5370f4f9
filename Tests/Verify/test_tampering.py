"""What both verifiers find, and agree on."""

import json

import verify
import pytest

from evidence import device, fingerprint, new_key, ours, public, report, theirs
from sentences import sentence

PHOTOS = 5


def test_untouched(evidence):
    """in a store that nobody touched nothing is wrong, and the device that signed it is named"""
    found = evidence.verified()
    assert found["verdict"] == "good" and found["pieces"] == PHOTOS, found
    assert found["head"] == evidence.head and found["records"] == evidence.last, found
    assert [one["fingerprint"] for one in found["devices"]] == [fingerprint(evidence.key)]
    sizes = [evidence.file(number).stat().st_size for number in range(1, PHOTOS + 1)]
    assert found["bytes"] == sum(sizes), found


def test_file_missing(evidence):
    """a file that is gone is missing"""
    evidence.file(2).unlink()
    assert evidence.counts() == {"file.missing": 1}


def test_file_altered(evidence):
    """a file of the same size with one other bit was altered"""
    content = bytearray(evidence.file(3).read_bytes())
    content[len(content) // 2] ^= 1
    evidence.file(3).write_bytes(content)
    found = evidence.verified()
    assert found["counts"] == {"file.altered": 1} and found["findings"][0]["number"] == 3, found


def test_file_cut(evidence):
    """a file that lost its last byte was cut, and one that gained a byte was altered"""
    content = evidence.file(1).read_bytes()
    evidence.file(1).write_bytes(content[:-1])
    assert evidence.counts() == {"file.cut": 1}
    evidence.file(1).write_bytes(content + b"\0")
    assert evidence.counts() == {"file.altered": 1}


def test_file_replaced_by_link(evidence):
    """a link to the same bytes elsewhere is not the file"""
    elsewhere = evidence.folder / "elsewhere.jpg"
    evidence.file(4).rename(elsewhere)
    evidence.file(4).symlink_to(elsewhere)
    assert evidence.counts() == {"file.altered": 1}


def test_payload_altered(evidence):
    """a record whose payload was changed does not fit its hash"""
    sequence = evidence.record_of(2)
    evidence.change_payload(sequence, requester="console")
    found = evidence.verified()
    assert found["counts"] == {"record.altered": 1} and found["findings"][0]["record"] == sequence, found


def test_time_altered(evidence):
    """a record whose time was changed does not fit its hash"""
    evidence.change(evidence.record_of(2), monotonic=1)
    evidence.change(evidence.record_of(4), wall_time=1, clock="synchronised")
    evidence.fit_tables()
    assert evidence.counts() == {"record.altered": 2}


def test_hidden_text(evidence):
    """text behind a zero, which most programs don't see, is seen"""
    sequence = evidence.record_of(1)
    evidence.change(sequence, payload=evidence.record(sequence)["payload"] + "\0hidden")
    assert evidence.counts()["record.altered"] == 1


def test_file_and_record_altered(evidence):
    """a picture exchanged together with its record and its row still breaks the chain"""
    other = evidence.file(1).read_bytes()
    evidence.file(2).write_bytes(other)
    facts = json.loads(evidence.record(evidence.record_of(1))["payload"])
    evidence.change_payload(evidence.record_of(2), sha256=facts["sha256"], bytes=facts["bytes"])
    evidence.run("UPDATE evidence SET sha256 = ?, byte_count = ? WHERE number = 2", facts["sha256"], facts["bytes"])
    assert evidence.counts() == {"record.altered": 1}


def test_record_rehashed(evidence):
    """a changed record with a hash that fits has a signature that doesn't, and the next does not follow it"""
    sequence = evidence.record_of(2)
    evidence.change_payload(sequence, requester="console")
    evidence.rehash(sequence, sequence)
    assert evidence.counts() == {"signature.wrong": 1, "record.altered": 1}


def test_tail_forged(evidence):
    """a whole tail that fits, signed with another key, has wrong signatures alone"""
    sequence = evidence.record_of(2)
    evidence.change_payload(sequence, requester="console")
    evidence.rehash(sequence)
    evidence.sign(sequence, new_key())
    counts = evidence.counts()
    assert list(counts) == ["signature.wrong"] and counts["signature.wrong"] > 3, counts


def test_reordered(evidence):
    """two records that changed places are seen, and the one after them"""
    first = evidence.record_of(1)
    for old, new in ((first, 1000), (first + 1, first), (1000, first + 1)):
        evidence.change(old, sequence=new)
    assert evidence.counts() == {"record.altered": 3, "row.other": 2}


def test_duplicated_at_end(evidence):
    """a record that was put in again at the end does not fit, and its piece is there twice"""
    row = evidence.record(evidence.record_of(3))
    evidence.insert(row | {"sequence": evidence.last + 1})
    assert evidence.counts() == {"record.altered": 1, "piece.duplicated": 1}


def test_duplicated_in_place(evidence):
    """a second record with the same number is seen, where the table lets it in"""
    evidence.run("CREATE TABLE copies AS SELECT * FROM records")
    evidence.run("PRAGMA foreign_keys = OFF")
    for trigger in ("texts_come_with_records", "texts_stay"):
        evidence.run(f"DROP TRIGGER {trigger}")
    evidence.run("DROP TABLE records")
    evidence.run("ALTER TABLE copies RENAME TO records")
    evidence.insert(evidence.record(3))
    # The program's own verifier knows how the table was made, and tells that too.
    for verifier in (ours, theirs):
        counts = report(verifier(evidence.folder, "--json"))["counts"]
        assert counts["record.duplicated"] == 1 and counts.keys() <= {"record.duplicated", "schema.other"}, counts


def test_record_deleted(evidence):
    """a record that was taken out leaves a gap, a file, a row, and one piece less than were counted"""
    evidence.run("DELETE FROM records WHERE sequence = ?", evidence.record_of(2))
    assert evidence.counts() == {"record.missing": 1, "file.unrecorded": 1, "row.extra": 1, "row.other": 1}


def test_piece_deleted(evidence):
    """a piece that was taken out with record, rows and file leaves the gap"""
    sequence = evidence.record_of(2)
    evidence.run("DELETE FROM records WHERE sequence = ?", sequence)
    evidence.fit_tables()
    evidence.file(2).unlink()
    found = evidence.verified()
    assert found["counts"] == {"record.missing": 1} and found["findings"][0]["record"] == sequence, found


def test_gap_closed(evidence):
    """where the records after it were moved up instead, the first of them does not fit"""
    sequence = evidence.record_of(2)
    last = evidence.last
    evidence.run("DELETE FROM records WHERE sequence = ?", sequence)
    evidence.file(2).unlink()
    for number in range(sequence + 1, last + 1):
        evidence.change(number, sequence=number - 1)
    evidence.fit_tables()
    assert evidence.counts() == {"record.altered": last - sequence}


def test_end_cut_off(evidence):
    """an end that was cut off is found by a head known elsewhere, and said to be unprovable without one"""
    head, kept = evidence.head, evidence.record_of(3)
    evidence.remove_after(kept)
    found = evidence.verified()
    assert found["verdict"] == "good" and found["head_check"] == "unproved", found
    assert sentence("verify.end-unproved", kept).search(ours(evidence.folder).stdout), "it does not say so"
    assert "can't be proved" in theirs(evidence.folder).stdout
    found = evidence.verified("--head", head)
    assert found["counts"] == {"head.gone": 1} and found["head_check"] == "other", found
    assert evidence.verified("--head", evidence.head_at(kept))["head_check"] == "found"


def test_end_cut_off_within_transaction(evidence):
    """an end that was cut off within a transaction is not signed"""
    evidence.remove_after(2)
    assert evidence.counts() == {"signature.missing": 1}


def test_end_unsigned(evidence):
    """a last record whose signature was removed proves nothing"""
    evidence.change(evidence.last, signature=None)
    assert evidence.counts() == {"signature.missing": 1}


def test_signature_removed(evidence):
    """one that was removed further back is made up for by the next, which stands for all before it"""
    evidence.change(evidence.record_of(2), signature=None)
    assert evidence.counts() == {}


def test_another_history(evidence):
    """a history that the device's own key made anew is another than that of the head"""
    head, sequence = evidence.head, evidence.record_of(2)
    evidence.change_payload(sequence, requester="console")
    evidence.rehash(sequence)
    evidence.sign(sequence, evidence.key)
    assert evidence.counts() == {}, "nothing but a head tells"
    assert evidence.counts("--head", head) == {"head.other": 1}


def test_spliced(evidence, others):
    """a record of another device's store in the place of ours fits neither hash nor key"""
    sequence = evidence.record_of(2)
    evidence.run("DELETE FROM records WHERE sequence = ?", sequence)
    evidence.insert(others.record(sequence))
    # Two demos can have seen the same picture.
    counts = {kind: count for kind, count in evidence.counts().items() if not kind.startswith(("file.", "row."))}
    # It is of a thing that there is not here.
    assert counts == {"record.altered": 2, "record.malformed": 1, "signature.wrong": 1}, counts


def test_stranger_takes_over(evidence):
    """a stranger's key that takes over in good form is told, and refused where the own one is named"""
    stranger = new_key()
    evidence.append("device.changed", device(stranger))
    evidence.append("program.started", {"configuration": None, "program": "9"})
    evidence.rehash(evidence.last - 1)
    evidence.sign(evidence.last - 1, stranger)
    evidence.fit_tables()
    found = evidence.verified()
    assert found["verdict"] == "good" and len(found["devices"]) == 2, found
    assert found["devices"][1]["fingerprint"] == fingerprint(stranger)
    found = evidence.verified("--key", fingerprint(evidence.key))
    assert found["counts"] == {"key.other": 1}, found
    assert found["findings"][0]["record"] == evidence.last - 1 and found["devices"][0]["known_by"] == "key", found
    both = ("--key", fingerprint(evidence.key), "--key", fingerprint(stranger)[:16])
    assert evidence.counts(*both) == {}


def renewed(evidence, new, **changes):
    """A record by which the key `new` goes on with the word of the device's own, unless something is otherwise."""
    told = {"store": evidence.run("SELECT value FROM settings WHERE name = 'store'")[0][0],
            "hash": evidence.record(evidence.last)["hash"], "key": public(new), "by": evidence.key} | changes
    message = f"exhibit.key.1\n{told['store']}\n{told['hash']}\n{told['key']}"
    word = told["by"].sign(message.encode()).hex()
    evidence.append("device.changed", device(new) | {"endorsement": told.get("word", word)})
    evidence.append("program.started", {"configuration": None, "program": "9", "utc_offset": -12600})
    evidence.rehash(evidence.last - 1)
    evidence.sign(evidence.last - 1, new)
    evidence.fit_tables()


def test_key_renewed(evidence):
    """a key for which the one before vouches is told as such, and known where that is"""
    key = new_key()
    renewed(evidence, key)
    found = evidence.verified()
    assert found["verdict"] == "good" and [one["endorsed"] for one in found["devices"]] == [None, True], found
    assert sentence("verify.key-vouched").search(ours(evidence.folder).stdout), "it is not said"
    assert "The key before it vouches for that one." in theirs(evidence.folder).stdout
    found = evidence.verified("--key", fingerprint(evidence.key))
    assert found["verdict"] == "good" and [one["known_by"] for one in found["devices"]] == ["key", "endorsed"], found
    found = evidence.verified("--key", fingerprint(key))
    assert found["counts"] == {"key.other": 1} and found["findings"][0]["record"] == 1, found


def test_key_renewed_twice(evidence):
    """a key for which one vouches that is known by that is known too; behind one for which nobody does nobody is"""
    first, stranger, last = new_key(), new_key(), new_key()
    renewed(evidence, first)
    renewed(evidence, stranger, by=first)
    evidence.append("device.changed", device(last))
    evidence.rehash(evidence.last)
    evidence.sign(evidence.last, last)
    evidence.fit_tables()
    found = evidence.verified("--key", fingerprint(evidence.key))
    assert [one["endorsed"] for one in found["devices"]] == [None, True, True, False], found
    assert [one["known_by"] for one in found["devices"]] == ["key", "endorsed", "endorsed", None], found
    assert found["counts"] == {"key.other": 1} and found["findings"][0]["record"] == evidence.last, found
    assert sentence("verify.key-unvouched").search(ours(evidence.folder).stdout), "it is not said"
    assert "Nobody vouches for it" in theirs(evidence.folder).stdout


@pytest.mark.parametrize("changes", [
    pytest.param({"by": new_key()}, id="a word by another key vouches for nothing"),
    pytest.param({"store": "0" * 32}, id="a word in another store vouches for nothing"),
    pytest.param({"hash": verify.BEGINNING}, id="a word after another record vouches for nothing"),
    pytest.param({"key": public(new_key())}, id="a word for another key vouches for nothing"),
    pytest.param({"word": "00" * 64}, id="a word that is no signature vouches for nothing"),
    pytest.param({"word": "yes"}, id="a word that is no number vouches for nothing"),
])
def test_word_for_another(evidence, changes):
    """a word for a key is refused where it was given elsewhere, and nobody is known by it"""
    renewed(evidence, new_key(), **changes)
    found = evidence.verified("--key", fingerprint(evidence.key))
    assert found["counts"] == {"endorsement.bad": 1, "key.other": 1}, found
    assert found["devices"][1]["endorsed"] is False and found["devices"][1]["known_by"] is None, found
    bad, = (finding for finding in found["findings"] if finding["kind"] == "endorsement.bad")
    assert bad["record"] == evidence.last - 1 and bad["device"] == found["devices"][1]["id"], bad


def test_word_taken_out(evidence):
    """a word that was taken out leaves a record that does not fit its hash"""
    renewed(evidence, new_key())
    sequence = evidence.last - 1
    payload = json.loads(evidence.record(sequence)["payload"])
    del payload["endorsement"]
    evidence.change(sequence, payload=verify.canonical(payload).decode())
    assert evidence.counts() == {"record.altered": 1}


def test_word_that_is_no_text(evidence):
    """a word of another type is no record of its kind, and the key that it names is nobody's"""
    key = new_key()
    renewed(evidence, key, word=7)
    assert evidence.counts()["record.malformed"] == 1


def test_word_behind_a_gap(evidence):
    """behind a record that is gone nobody knows what was vouched for, and the gap alone is told"""
    renewed(evidence, new_key())
    evidence.run("DELETE FROM records WHERE sequence = ?", evidence.last - 2)
    evidence.fit_tables()
    found = evidence.verified()
    assert "endorsement.bad" not in found["counts"] and found["counts"]["record.missing"] == 1, found
    assert found["devices"][1]["endorsed"] is False, found


@pytest.mark.parametrize("offset, counts", [
    pytest.param(64_800, {}, id="a zone may be as far from UTC as any ever was"),
    pytest.param(-64_801, {"record.malformed": 1}, id="no zone is further"),
    pytest.param("3600", {"record.malformed": 1}, id="a zone's distance is a number"),
])
def test_zones(evidence, offset, counts):
    evidence.append("clock.told", {"previous": "unset", "utc_offset": offset})
    evidence.rehash(evidence.last)
    evidence.sign(evidence.last, evidence.key)
    evidence.fit_tables()
    assert evidence.counts() == counts


def test_all_forged(evidence):
    """a store that a stranger's key made anew from its beginning is refused where the own one is named"""
    stranger, known = new_key(), fingerprint(evidence.key)
    evidence.change_payload(1, **device(stranger))
    evidence.rehash(1)
    evidence.sign(1, stranger)
    evidence.fit_tables()
    assert evidence.counts() == {}, "nothing but the key tells"
    assert evidence.counts("--key", known) == {"key.other": 1}


def test_false_device_id(evidence):
    """a device's id that is not its key's is refused"""
    evidence.change_payload(1, device=device(evidence.key)["device"] | {"id": "0123456789abcdef"})
    evidence.rehash(1)
    evidence.sign(1, evidence.key)
    counts = evidence.counts()
    assert counts["record.malformed"] == 1 and counts["signature.wrong"] > 3, counts


def test_row_altered(evidence):
    """a file changed together with its row is not what the record says, and neither is the row"""
    evidence.file(2).write_bytes(evidence.file(1).read_bytes())
    evidence.run("UPDATE evidence SET (sha256, byte_count) = (SELECT sha256, byte_count FROM evidence WHERE number = 1)"
                 " WHERE number = 2")
    found = evidence.verified()
    assert set(found["counts"]) in ({"file.altered", "row.other"}, {"file.cut", "row.other"}), found
    columns = {finding["column"] for finding in found["findings"] if finding["kind"] == "row.other"}
    assert {"sha256"} <= columns <= {"sha256", "byte_count"}, found


def test_rows(evidence):
    """rows that are gone, made up or in another state are told"""
    evidence.run("UPDATE evidence SET state = 'missing' WHERE number = 1")
    evidence.run("UPDATE evidence SET number = 77 WHERE number = 2")
    assert evidence.counts() == {"row.missing": 1, "row.extra": 1, "row.other": 1}


def test_table_gone(evidence):
    """a store without the table of the pieces is none to either"""
    evidence.run("DROP TABLE evidence")
    for verifier in (ours, theirs):
        ended = verifier(evidence.folder)
        assert ended.returncode == 1 and "evidence" in ended.stderr and not ended.stdout, ended


def test_files_without_record(evidence):
    """a file with a piece's name and no record is told, and one with another name only mentioned"""
    evidence.file(900).write_bytes(b"a picture")
    (evidence.folder / "evidence/000/notes.txt").write_text("mine")
    found = evidence.verified()
    assert found["counts"] == {"file.unrecorded": 1}, found
    assert found["strangers"] == ["evidence/000/notes.txt"], found


@pytest.mark.parametrize("later, is_passed", [
    pytest.param(b"stranger", True, id="what a record left where it is, is passed over"),
    pytest.param(b"STRANGER", False, id="what comes later under a stranger's name is told, of the same length too"),
    pytest.param(None, False, id="a link in place of a stranger is told"),
])
def test_stranger_exchanged(evidence, later, is_passed):
    name = "evidence/000/000001.png"
    evidence.append("file.rejected", {
        "file": name, "moved_to": None, "reason": "stranger", "number": 1, "bytes": 8,
        "sha256": verify.sha256(b"stranger")})
    evidence.rehash(evidence.last)
    evidence.sign(evidence.last, evidence.key)
    evidence.fit_tables()
    if later:
        (evidence.folder / name).write_bytes(later)
    else:
        (evidence.folder / name).symlink_to("000001.jpg")
    assert evidence.counts() == ({} if is_passed else {"file.unrecorded": 1})


def test_unknown_kind(evidence):
    """a kind of a later program is named, and does not break the chain"""
    evidence.append("clip.stored", {"number": 9}, version=3)
    evidence.append("program.started", {"configuration": None, "program": "9"})
    evidence.rehash(evidence.last - 1)
    evidence.sign(evidence.last - 1, evidence.key)
    found = evidence.verified()
    assert found["counts"] == {"record.unknown": 1}, found
    assert "clip.stored" in ours(evidence.folder).stdout and "clip.stored" in theirs(evidence.folder).stdout


def test_spelling(evidence):
    """a payload that is spelled otherwise than all others is told, though its hash fits"""
    spellings = ('{"a": 1}', '{"b":1,"a":1}', '{"a":1,"a":2}', '{"a":1.5}', '{"a":01}', '{"a":"\\u0041"}', "[]",
                 '{"a":18446744073709551616}', '{"a":"\\u000a"}', '{"a":1}{}', "", '{"a":-0}', '{"a":NaN}')
    for spelling in spellings:
        evidence.append("program.stopped", spelling)
    evidence.append("program.stopped", '{"shutdown":true,"é":"ü\\u001f\\n"}')
    evidence.rehash(evidence.last - len(spellings))
    evidence.sign(evidence.last - len(spellings), evidence.key)
    assert evidence.counts() == {"record.malformed": len(spellings)}


def test_second_beginning(evidence):
    """a store begins once, with the record that says so"""
    evidence.append("store.created", device(evidence.key) | {"program": "9", "schema": 1, "store": "0" * 32})
    evidence.rehash(evidence.last)
    evidence.sign(evidence.last, evidence.key)
    evidence.fit_tables()
    assert evidence.counts() == {"record.misplaced": 1}


def test_no_records(evidence):
    """a store without any record proves nothing"""
    for table in ("records", "texts"):
        evidence.run(f"DELETE FROM {table}")
    rows = sum(evidence.run(f"SELECT count(*) FROM {table}")[0][0] for table in verify.KEYS)
    counts = evidence.counts()
    assert counts == {"record.missing": 1, "file.unrecorded": PHOTOS, "row.extra": rows}, counts


def test_many_of_kind(evidence):
    """of many findings of a kind the first are told and the others counted"""
    for number in range(100, 150):
        evidence.file(number).write_bytes(b"")
    found = evidence.verified()
    assert found["counts"] == {"file.unrecorded": 50} and len(found["findings"]) == 20, found
    assert sentence("verify.more", 30).search(ours(evidence.folder).stdout), "the others are not counted"


def test_exported_without_proof(evidence):
    """a record that calls pieces exported has the digest of what is stored, and else is malformed"""
    lines = "".join(f"{number} {evidence.run('SELECT sha256 FROM evidence WHERE number = ?', number)[0][0]}\n"
                    for number in (1, 3))
    first = evidence.last + 1
    for numbers in ([1, 3], [3, 1], [1, 2], [1, 3, 9]):
        payload = {"pieces": numbers, "requester": "console", "sha256": verify.sha256(lines.encode())}
        evidence.append("piece.exported", payload)
        evidence.rehash(first)
        evidence.sign(first, evidence.key)
        if numbers == [1, 3]:
            evidence.run("UPDATE evidence SET exported = ? WHERE number IN (1, 3)", first)
            assert evidence.verified()["verdict"] == "good"
    assert evidence.counts() == {"record.malformed": 3}
    evidence.run("UPDATE evidence SET exported = ? WHERE number = 2", first)
    assert evidence.counts() == {"record.malformed": 3, "row.other": 1}
