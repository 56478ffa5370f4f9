"""What is stored survives a power cut at the worst moment: right after the program said so."""

import subprocess
from pathlib import Path

import pytest

import parts
from program import Program, check_photo, photos
from sentences import sentence

STORE = "/mnt/disk/power"


@pytest.mark.power_cut
def test_stored_photo_leads_to_power_cut():
    """Returns at the instant at which the serial line has said that the photo is stored."""
    program = Program(store=STORE).__enter__()  # nothing will ever stop it
    program.terminal.type("snap --in 0.5")
    program.terminal.expect(sentence("photo.stored", 1))


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
