"""Titles and decisions: what both verifiers find where somebody changes them."""

import json
import shutil

import pytest

from evidence import Evidence, play

SCRIPT = "1 type title Lid --piece 2\n2 type title Caf\u00e9 --piece 3\n3 type confirm 1-3\n4 type deny 3\n" \
    "5 type title Back --piece 1\n6 type title --clear --piece 1\n7 quit\n"


@pytest.fixture
def named(untouched, tmp_path):
    """A store in which photo 2 has a title, 3 has another, and all three were decided on."""
    folder = shutil.copytree(untouched, tmp_path / "named", symlinks=True)
    play(SCRIPT, folder)
    return Evidence(folder)


def signed(evidence, kind, payload):
    """A record of the device itself at the end."""
    evidence.append(kind, payload)
    evidence.rehash(evidence.last)
    evidence.sign(evidence.last, evidence.key)


def test_named(named):
    """titles and decisions are what the records say, and nothing is wrong"""
    rows = named.run("SELECT title, decision FROM evidence WHERE number < 4 ORDER BY number")
    assert rows == [(None, "confirmed"), ("Lid", "confirmed"), ("Caf\u00e9", "denied")], rows
    assert named.counts() == {}


@pytest.mark.parametrize("change", [
    pytest.param("title = 'Lid'", id="a title that was given in the table alone is found"),
    pytest.param("title = 'Back'", id="a title that was taken away and put back in the table is found"),
    pytest.param("decision = 'denied'", id="a decision that was changed in the table alone is found"),
    pytest.param("decision = NULL", id="a decision that was taken from the table is found"),
])
def test_table_alone(named, change):
    named.run(f"UPDATE evidence SET {change} WHERE number = 1")
    found = named.verified()
    assert found["counts"] == {"row.other": 1} and found["findings"][0]["number"] == 1, found


def test_nul(named):
    """what stands in the table behind a zero character is another title"""
    named.run("UPDATE evidence SET title = 'Lid' || char(0) || 'EVIL' WHERE number = 2")
    assert named.counts() == {"row.other": 1}


def test_control_characters(untouched, tmp_path):
    """what steers a terminal, or ends a text, is no part of a title"""
    folder = shutil.copytree(untouched, tmp_path / "steered", symlinks=True)
    play("1 type title a\0b\x1bc --piece 2\n2 quit\n", folder)
    steered = Evidence(folder)
    assert steered.run("SELECT hex(title) FROM evidence WHERE number = 2") == [("616263",)]
    assert steered.counts() == {}


def test_other_spelling(named):
    """the same letters in other bytes are another title"""
    named.run("UPDATE evidence SET title = ? WHERE number = 3", "Cafe\u0301")
    assert named.counts() == {"row.other": 1}


def test_record_altered(named):
    """a title that was changed in its record and in the table breaks the chain"""
    sequence = named.run("SELECT max(record) FROM texts WHERE text = '\"Lid\"'")[0][0]
    payload = json.loads(named.record(sequence)["payload"])
    named.tell(sequence, "piece.titled", payload | {"title": "Gold"})
    named.run("UPDATE evidence SET title = 'Gold' WHERE number = 2")
    assert named.counts() == {"record.altered": 1}


COPIED = {
    "pieces": [1], "original": "0" * 64, "faces": 1, "analyser": None, "decided": "console", "sha256": "0" * 64,
    "bytes": 1, "areas": [{"x": 0, "y": 0, "width": 8, "height": 8}]}
EXAMINED = {"pieces": [1], "analyser": "eyes", "program": None, "model": None, "failed": None, "faces": None}


@pytest.mark.parametrize("kind, payload", [
    pytest.param("piece.titled", {"pieces": [1], "title": 5}, id="a title that is no text is refused"),
    pytest.param("piece.titled", {"pieces": [1]}, id="a record without the title is refused"),
    pytest.param("piece.titled", {"pieces": [], "title": "x"}, id="a title of no piece is refused"),
    pytest.param("piece.decided", {"pieces": [1], "decision": True}, id="a decision that is no text is refused"),
    pytest.param("piece.decided", {"pieces": "1", "decision": None}, id="a decision without numbers is refused"),
    pytest.param("piece.options", {"pieces": [1], "analyser": "eyes", "options": []}, id="no options are refused"),
    pytest.param("piece.options", {"pieces": [1], "analyser": "eyes", "options": ["x"]}, id="an option is an object"),
    pytest.param(
        "piece.options", {"pieces": [1], "analyser": "eyes", "options": [{"text": "x", "per_mille": 1001}]},
        id="an option that is more than certain is refused"),
    pytest.param(
        "piece.options", {"pieces": [1], "options": [{"text": "x", "per_mille": 500}]},
        id="options of nobody are refused"),
    pytest.param(
        "piece.options", {"pieces": [1], "analyser": "eyes", "options": {"text": "x", "per_mille": 500}},
        id="options that are no array are refused"),
    pytest.param(
        "piece.options", {"pieces": [1], "analyser": "eyes", "options": [{"text": "x", "per_mille": True}]},
        id="a truth is no certainty"),
    pytest.param("option.confirmed", {"pieces": [1]}, id="a confirmation of no option is refused"),
    pytest.param("piece.examined", EXAMINED | {"pieces": [1, 2]}, id="faces of two pieces at once are refused"),
    pytest.param("piece.examined", EXAMINED | {"faces": []}, id="no faces are null"),
    pytest.param("piece.examined", EXAMINED | {"faces": [{"score": 900}]}, id="a face that is nowhere is refused"),
    pytest.param(
        "piece.examined", EXAMINED | {"faces": [{"box": [0, 0, 0, 9], "score": 900}]},
        id="a face without a width is refused"),
    pytest.param(
        "piece.examined", EXAMINED | {"faces": [{"box": [0, 0, 9, 9], "score": 900, "roll": 1801}]},
        id="a face that is turned round more than once is refused"),
    pytest.param(
        "piece.examined", EXAMINED | {"faces": [{"box": [0, 0, 9, 9], "score": 9, "points": {"chin": [1]}}]},
        id="a point of a face has two places"),
    pytest.param("faces.undone", {"pieces": [1], "record": 0}, id="an undone action of faces has a record"),
    pytest.param("piece.redacted", COPIED | {"pieces": [1, 2]}, id="a copy of two pieces is refused"),
    pytest.param("piece.redacted", COPIED | {"areas": []}, id="a copy in which nothing is blank is refused"),
    pytest.param(
        "piece.redacted", COPIED | {"areas": [{"x": -1, "y": 0, "width": 8, "height": 8}]},
        id="a blank area that begins outside of the picture is refused"),
    pytest.param("piece.redacted", COPIED | {"crop_bytes": 1}, id="a crop without a digest is refused"),
    pytest.param("option.denied", {"pieces": [1], "option": None}, id="a denial of no option is refused"),
])
def test_malformed(named, kind, payload):
    signed(named, kind, payload | {"requester": "console"})
    assert named.counts() == {"record.malformed": 1}


def test_no_piece(named):
    """a title of a piece that there is not means nothing"""
    signed(named, "piece.titled", {"pieces": [99], "title": "x", "requester": "console"})
    assert named.counts() == {}


def test_confirmed_option_decides(named):
    """an option that was confirmed is a decision, and the table has to have it"""
    signed(named, "option.confirmed", {"pieces": [3], "option": "Omega", "requester": "button"})
    assert named.counts() == {"row.missing": 1, "row.other": 2}
    named.fit_tables()
    rows = named.run("SELECT decision, text FROM evidence JOIN choices ON piece = number WHERE number = 3")
    assert rows == [("confirmed", "Omega")] and named.counts() == {}
