"""What is stored survives a power cut at the worst moments: right after the program said so, and before its row."""

import os
import signal
import subprocess
import time
from pathlib import Path

import pytest

import parts
from program import WEBCAM, Program, check_photo, locked, photos, records
from proof import check_proof
from sentences import sentence
from waiting import eventually

STORE = "/mnt/disk/power"
# The store whose newest photo has its file, and no row yet.
BETWEEN = "/mnt/disk/between"
# What a second program beside the first can have.
BESIDE = {"button": None, "light": None, "accelerometer": None, "camera": WEBCAM}
BESIDE |= {"console": {"tty": None, "socket": "/run/beside/console.sock"}}


@pytest.mark.power_cut
def test_stored_photo_leads_to_power_cut():
    """Returns at the instant at which the serial line has said that the photo is stored.

    Beside it is a program that is between the file of a photo and its row.
    """
    # An image has one program at a time.
    if not os.environ.get("LAB_IMAGE"):
        stop_between()
    program = Program(store=STORE).__enter__()  # nothing will ever stop it
    program.terminal.type("snap --in 0.5")
    program.terminal.expect(sentence("photo.stored", 1))


def stop_between() -> None:
    """Has a program stand still where the file of photo 2 is durable, and its row is not begun."""
    program = Program(store=BETWEEN, **BESIDE).__enter__()
    program.ask("snap --in 0.2", within=60)
    with locked(program.store):
        program.process.send_signal(signal.SIGUSR1)
        file = program.store / "evidence/000/000002.jpg"
        eventually("the photo's file", 20, file.exists)
        # Until its bytes and its name are durable, and the row has met the lock.
        time.sleep(2)
        program.process.send_signal(signal.SIGSTOP)


@pytest.mark.after
def test_after_power_cut_disk_mounts_and_its_file():
    """after the power cut the disk mounts, and its file system needs no repair"""
    assert "/mnt/disk ext4" in Path("/proc/mounts").read_text(), "it is not mounted"
    subprocess.run(["umount", "/mnt/disk"], check=True, timeout=30)
    try:
        # The journal was replayed by the mount; what is wrong now would stay wrong.
        done = subprocess.run(
            ["e2fsck", "-fn", "/dev/vda"], capture_output=True, text=True, timeout=60
        )
        assert done.returncode == 0, done.stdout
    finally:
        subprocess.run(["mount", "-t", "ext4", "/dev/vda", "/mnt/disk"], check=True, timeout=30)


@pytest.mark.core
@pytest.mark.after
def test_after_power_cut_database_is_whole_and_photo():
    """after the power cut the database is whole, and the photo is there, byte for byte"""
    answer = parts.run("sqlite3", f"{STORE}/exhibit.sqlite", "PRAGMA integrity_check")
    assert answer.strip() == "ok", answer
    rows = photos(Path(STORE))
    assert [row["number"] for row in rows] == [1], f"the rows are {rows}"
    check_photo(Path(STORE), rows[0])


@pytest.mark.core
@pytest.mark.after
@pytest.mark.configured(store=STORE, shutter={"countdown_s": 0})
def test_after_power_cut_program_goes_on_with_next(program):
    """after the power cut the program goes on with the next number"""
    parts.press()
    check_photo(program.store, program.photo(2))


@pytest.mark.after
@pytest.mark.configured(store=BETWEEN, shutter={"countdown_s": 0})
def test_after_power_cut_photo_without_row_has_all_facts(program):
    """after the power cut a photo whose file was durable and whose row was not is there, with all that was known"""
    # It is taken over before the store counts as open.
    assert program.times_said("store.photo-adopted", 2, sentence("adoption.power-cut")) == 1, "nobody hears of it"
    first, second = program.photos()
    check_photo(program.store, second)
    for row, state, adopted in ((first, "stored", None), (second, "adopted", "power_cut")):
        kept = row["kind"], row["state"], row["adopted"]
        assert kept == ("photo", state, adopted), f"it is {row}"
    assert second["boot_id"] == first["boot_id"], "it is not of the boot in which it was taken"
    assert second["boot_id"] != Path("/proc/sys/kernel/random/boot_id").read_text().strip(), "it is of this boot"
    assert second["actual"] > first["actual"], f"it was taken at {second['actual']}"
    assert abs(second["actual"] - second["planned"]) < 5e9, f"it was planned for {second['planned']}"
    assert (second["thing"], second["clock"]) == (first["thing"], first["clock"]), f"it is {second}"
    check_facts(program.store)
    parts.press()
    check_photo(program.store, program.photo(3))


def check_facts(store: Path) -> None:
    """Holds that the record of the photo that was taken over has what the other's has."""
    stored = records(store, "photo.stored")[0]
    (adopted,) = records(store, "piece.adopted")
    lacking = stored.keys() - adopted["facts"].keys()
    assert not lacking, f"it lacks {lacking}: {adopted}"
    assert adopted["facts"]["requester"] == "signal", f"it was asked for otherwise: {adopted}"
    same = ("camera", "thing", "power_save")
    assert [adopted["facts"][name] for name in same] == [stored[name] for name in same], f"it is {adopted}"


@pytest.mark.after
@pytest.mark.parametrize(
    "store",
    [
        pytest.param(STORE, id="after the power cut the store's records and files prove whole"),
        pytest.param(BETWEEN, id="after the power cut between file and row the store's records and files prove whole"),
    ],
)
def test_after_power_cut_proof_is_whole(store):
    check_proof(Path(store), Path(f"{store}-device"))
