"""What is stored survives a power cut at the worst moment: right after the program said so."""

import subprocess
from pathlib import Path

import parts
import words
from program import Program, check_photo, photos
from scenario import claim, expect, power_cut

STORE = "/mnt/disk/power"


@power_cut
def _():
    """Returns at the instant at which the serial line has said that the photo is stored."""
    program = Program(store=STORE).__enter__()  # nothing will ever stop it
    program.terminal.type("snap --in 0.5")
    program.terminal.expect(words.STORED.format(1))


@claim(
    "after the power cut the disk mounts, and its file system needs no repair", after_power_cut=True
)
def _():
    expect("/mnt/disk ext4" in Path("/proc/mounts").read_text(), "it is not mounted")
    subprocess.run(["umount", "/mnt/disk"], check=True, timeout=30)
    try:
        # The journal was replayed by the mount; what is wrong now would stay wrong.
        done = subprocess.run(
            ["e2fsck", "-fn", "/dev/vda"], capture_output=True, text=True, timeout=60
        )
        expect(done.returncode == 0, done.stdout)
    finally:
        subprocess.run(["mount", "-t", "ext4", "/dev/vda", "/mnt/disk"], check=True, timeout=30)


@claim(
    "after the power cut the database is whole, and the photo is there, byte for byte",
    after_power_cut=True,
)
def _():
    answer = parts.run("sqlite3", f"{STORE}/exhibit.sqlite", "PRAGMA integrity_check")
    expect(answer.strip() == "ok", answer)
    rows = photos(Path(STORE))
    expect([row["number"] for row in rows] == [1], f"the rows are {rows}")
    check_photo(Path(STORE), rows[0])


@claim("after the power cut the program goes on with the next number", after_power_cut=True)
def _():
    with Program(store=STORE, shutter={"countdown_s": 0}) as program:
        parts.press()
        check_photo(program.store, program.photo(2))
