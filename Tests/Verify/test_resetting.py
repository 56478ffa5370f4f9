"""What verifying finds of a store whose database was reset: all that it found before."""

import sqlite3
from pathlib import Path

from evidence import EXECUTABLE, run

FOLDER = Path(__file__).resolve().parents[2]


def reset(evidence, tmp_path):
    """Resets the store's database by the command, and opens it again."""
    default = str(tmp_path / "default-exhibit.sqlite")
    made = run([EXECUTABLE, "db", "make", default, f"en={FOLDER}/docs/sentences.toml"])
    assert made.returncode == 0, made.stderr
    evidence.database.close()
    store = str(evidence.folder)
    done = run([EXECUTABLE, "db", "reset", "--yes", "--defaults", default, "--store", store,
                "--device", f"{store}/device"])
    evidence.database = sqlite3.connect(evidence.folder / "exhibit.sqlite", isolation_level=None)
    return done


def test_reset(evidence, tmp_path):
    """after a reset nothing is wrong, and one record more tells of it"""
    before = evidence.verified()
    done = reset(evidence, tmp_path)
    assert done.returncode == 0, done.stderr
    found = evidence.verified("--head", before["head"])
    assert found["verdict"] == "good" and found["pieces"] == before["pieces"], found
    assert found["records"] == before["records"] + 1, found
    assert evidence.record(evidence.last)["kind"] == "store.reset"


def test_reset_hides_nothing(evidence, tmp_path):
    """a reset doesn't hide that a record was changed before it, nor that a file was"""
    evidence.change_payload(evidence.record_of(2), requester="console")
    evidence.file(3).write_bytes(b"another")
    before = evidence.counts()
    done = reset(evidence, tmp_path)
    assert done.returncode == 0, done.stderr
    after = evidence.counts()
    assert after.get("record.altered") == before["record.altered"] == 1, after
    assert {"file.altered", "file.cut"} & after.keys(), after


def test_reset_by_another_device(evidence, tmp_path):
    """a device with another key can't reset a store"""
    key = evidence.folder / "device/key.pem"
    key.rename(evidence.folder / "key.pem")
    done = reset(evidence, tmp_path)
    (evidence.folder / "key.pem").rename(key)
    assert done.returncode == 1 and "key" in done.stderr, done
    assert evidence.verified()["verdict"] == "good"


def test_forged_reset(evidence):
    """a reset that somebody else wrote is not signed by the device"""
    evidence.change(evidence.last, kind="store.reset")
    assert "record.altered" in evidence.counts()
