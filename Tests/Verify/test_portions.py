"""What grows with a store, of which verify.py holds a portion at a time."""

import json
import subprocess

import pytest

import verify
from evidence import EXECUTABLE, RUN_S
from listing import write_lines

VALUES = [
    {"pieces": [{"a": "\"}]"}, 17, [1.5, None], "é\n"], "things": [], "x": {"pieces": [1]}, "complete": True},
    {"pieces": 12, "things": [1], "complete": False}, {"pieces": [], "things": [{}, {}]}]


@pytest.mark.parametrize("value", VALUES, ids=[
    f"a manifest is read in portions of any size: {count}" for count in range(len(VALUES))])
def test_portions(tmp_path, monkeypatch, value):
    path = tmp_path / "manifest.json"
    path.write_text(json.dumps(value, indent=2, ensure_ascii=False))
    for portion in (1, 2, 7, 1 << 16):
        monkeypatch.setattr(verify, "PORTION", portion)
        read = verify.read_manifest(path, verify.Scratch())
        assert read.is_json and read.is_malformed == (not isinstance(value["pieces"], list))
        lists = {name: list(read.elements(name)) for name in ("things", "pieces") if isinstance(value[name], list)}
        assert read.members | lists == value
    for text in (json.dumps(value) + "]", json.dumps(value)[:-1], '{"pieces": [{}], "half": "\\ud800"}', "[]", ""):
        path.write_text(text)
        read = verify.read_manifest(path, verify.Scratch())
        assert not read.is_json and read.is_malformed and not list(read.elements("pieces")), text


def test_held(evidence, tmp_path, monkeypatch):
    """what verify.py holds of rows does not grow with the store"""
    class Counted(verify.Row):
        alive = most = 0

        def __init__(self, *arguments):
            super().__init__(*arguments)
            Counted.alive += 1
            Counted.most = max(Counted.most, Counted.alive)

        def __del__(self):
            Counted.alive -= 1

    monkeypatch.setattr(verify, "Row", Counted)
    peaks = []
    for count in (20, 400):
        folder = tmp_path / str(count)
        folder.mkdir()
        multiply(evidence, folder, count)
        Counted.most = Counted.alive
        before = Counted.alive
        verifier = verify.Verifier(verify.opened(folder))
        verifier.verify()
        assert verifier.report()["pieces"] == count + 5
        peaks.append(Counted.most - before)
    assert max(peaks) < 10, peaks


def multiply(evidence, folder, count):
    """A bundle of the store with so many photos more, none of which has a file."""
    ended = subprocess.run([EXECUTABLE, "records", "--store", evidence.folder], capture_output=True, timeout=RUN_S)
    records = [json.loads(line) for line in ended.stdout.splitlines()]
    photo = next(record for record in records if record["kind"] == "photo.stored")
    for number in range(100, 100 + count):
        last = records[-1]
        payload = photo["payload"] | {"number": number, "id": f"another {number}", "file": verify.file_of(number)}
        row = photo | {"sequence": last["sequence"] + 1, "payload": payload, "signature": None}
        row["hash"] = verify.Record(row, verify.canonical(payload), None).computed_hash(last["hash"])
        records.append(row)
    write_lines(folder / "records.jsonl", records)
