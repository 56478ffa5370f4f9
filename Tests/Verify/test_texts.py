"""Texts that lie beside records: what an export carries of them, and what becomes of one that is another, or gone."""

import json

import pytest

import verify
from evidence import EXECUTABLE, run
from test_exporting import add_thing, as_folder, bundle_report, exported, make_unlisted


@pytest.fixture
def part(evidence, tmp_path):
    """An export of one of two things, with what it and the other are called."""
    add_thing(evidence, "Secret ledger")
    exported(evidence.folder, tmp_path / "out", thing="1")
    return tmp_path / "out"


def contents(folder):
    return b"".join(path.read_bytes() for path in folder.rglob("*") if path.is_file())


def lines(folder):
    return [json.loads(line) for line in (folder / "proof/texts.jsonl").read_text().splitlines()]


def test_other_things_are_not_told(part):
    """an export of one thing tells of no other what it is called, and both verifiers count what it leaves out"""
    told = [path.name for path in part.rglob("*") if path.is_file() and b"ledger" in path.read_bytes()]
    assert told == [] and b"Unsorted" in contents(part)
    found = bundle_report(part)
    assert found["verdict"] == "good" and found["texts_untold"] == 1, found
    assert [line["text"] for line in lines(part)] == ["Unsorted"]


def test_all_are_told(evidence, tmp_path):
    """an export of everything tells all texts"""
    add_thing(evidence, "Secret ledger")
    folder = as_folder(evidence.folder, tmp_path / "out")
    assert b"Secret ledger" in contents(folder / "proof")
    assert bundle_report(folder)["texts_untold"] == 0


@pytest.mark.parametrize("change, counts", [
    pytest.param({"text": "Rolex"}, {"text.altered": 1}, id="a text that is another is found"),
    pytest.param({"salt": "0" * 32}, {"text.altered": 1}, id="a text with another salt is found"),
    pytest.param(
        {"member": "category"}, {"text.gone": 1, "text.unrecorded": 1}, id="a text of another member is found"),
    pytest.param({"record": 1}, {"text.gone": 1, "text.unrecorded": 1}, id="a text of another record is found"),
    pytest.param({"record": 999}, {"text.gone": 1, "text.unrecorded": 1}, id="a text of no record is found"),
])
def test_changed_text(part, change, counts):
    (line,) = lines(part)
    (part / "proof/texts.jsonl").write_bytes(verify.canonical(line | change) + b"\n")
    assert bundle_report(part)["counts"] == counts | {"listed.altered": 1}


def test_text_that_is_gone(part):
    """a text that is gone, and was not left out on purpose, is found; one that was is counted"""
    (line,) = lines(part)
    (part / "proof/texts.jsonl").unlink()
    assert bundle_report(part)["counts"] == {"text.gone": 1, "listed.missing": 1}
    make_unlisted(part)
    assert bundle_report(part)["counts"] == {"text.gone": 1}
    with open(part / "proof/texts-left-out", "a", encoding="utf-8") as file:
        file.write(f"{line['record']} {line['member']}\n")
    found = bundle_report(part)
    assert found["verdict"] == "good" and found["texts_untold"] == 2


@pytest.mark.parametrize("statement, counts", [
    pytest.param(
        "UPDATE texts SET text = '\"Rolex\"'", {"text.altered", "row.other"},
        id="a text in a store that is another is found"),
    pytest.param("DELETE FROM texts", {"text.gone", "row.other"}, id="a text in a store that is gone is found"),
    pytest.param(
        "INSERT INTO texts VALUES (1, 'store', '', '')", {"text.unrecorded"},
        id="a text in a store that no record tells is found"),
    pytest.param(
        "INSERT INTO texts VALUES (99, '\"x', '', 'none')", {"text.unrecorded"},
        id="a text of no record in a store is found"),
])
def test_changed_store(evidence, statement, counts):
    evidence.run(statement)
    assert evidence.verified()["counts"].keys() == counts


def test_texts_of_a_store(evidence):
    """the texts of a store are printed as a bundle has them, and fit the digests of its records"""
    printed = run([EXECUTABLE, "records", "--texts", "--store", str(evidence.folder)])
    assert printed.returncode == 0 and printed.stdout
    for line in map(json.loads, printed.stdout.splitlines()):
        told = json.loads(evidence.record(line["record"])["payload"])[line["member"]]["told"]
        text = verify.canonical(line["text"])
        assert told == verify.sha256(b"exhibit.text.2\n" + line["salt"].encode() + b"\n" + text)
