"""A store that was made by version 0.1.0, whose records have their texts inside: it stays readable, and goes on."""

import json
import shutil
import sqlite3
from pathlib import Path

import pytest

import verify
from evidence import EXECUTABLE, play, run
from test_exporting import bundle_report, exported

MADE = Path(__file__).with_name("first-version")
TITLES = {"thing": "Omega watch", "title": "Back"}


@pytest.fixture
def old(tmp_path):
    """The store as it was made, without its device's key."""
    folder = tmp_path / "old"
    (folder / "evidence/000").mkdir(parents=True)
    shutil.copy(MADE / "000001.jpg", folder / "evidence/000")
    database = sqlite3.connect(folder / "exhibit.sqlite")
    database.executescript((MADE / "exhibit.sql").read_text())
    database.close()
    return folder


def listed(folder):
    lines = run([EXECUTABLE, "list", "--json", "--store", str(folder)])
    assert lines.returncode == 0, lines.stderr
    return [{name: piece[name] for name in TITLES} for piece in json.loads(lines.stdout)]


def test_as_it_is(old):
    """a store of version 0.1.0 is read and verified as it is"""
    assert bundle_report(old)["verdict"] == "good" and listed(old) == [TITLES]


def test_goes_on(old):
    """a store of version 0.1.0 goes on with records that have digests of texts, and says so once"""
    for _ in range(2):
        play("1 type title Front --piece 1\n2 quit\n", old)
    database = sqlite3.connect(old / "exhibit.sqlite")
    versions = [(version, kind) for version, kind in database.execute(
        "SELECT version, kind FROM records ORDER BY sequence")]
    database.close()
    assert [kind for version, kind in versions if version == 1][-1] == "program.stopped"
    assert [kind for version, kind in versions if version == 2].count("format.changed") == 1
    assert versions[11] == (2, "format.changed")
    assert bundle_report(old)["verdict"] == "good" and listed(old) == [TITLES | {"title": "Front"}]


def test_rebuilt(old):
    """a store of version 0.1.0 that went on is made anew from records of both versions"""
    play("1 type title Front --piece 1\n2 quit\n", old)
    assert run([EXECUTABLE, "store", "rebuild", "--store", str(old)]).returncode == 0
    assert listed(old) == [TITLES | {"title": "Front"}] and bundle_report(old)["verdict"] == "good"


def test_comes_back(old, evidence, tmp_path):
    """what an export of version 0.1.0 has comes back, and its texts lie beside the records here"""
    exported(old, tmp_path / "out")
    assert (tmp_path / "out/proof/texts.jsonl").read_text() == ""
    ended = run([EXECUTABLE, "import", str(tmp_path / "out"), "--store", str(evidence.folder)])
    assert ended.returncode == 0, ended.stderr
    assert listed(evidence.folder)[-1] == TITLES
    payload, = evidence.run("SELECT payload FROM records WHERE kind = 'piece.restored'")[0]
    assert verify.TOLD["piece.restored"] and "told" in json.loads(payload)["title"]
    assert evidence.counts() == {}
