"""Photos that leave by a stick: it gets what is new, and nothing is lost with it.

Where systemd is not the first process there is no udev: the program's command is started as its rule would.
"""

import hashlib
import json
import os
import subprocess
import time
from pathlib import Path

import pytest

import parts
from disk import filled
from packaged import Packaged, add_stick_unit
from program import EXECUTABLE, Program, check_photo
from sentences import sentence
from stick import stick
from waiting import eventually

pytestmark = pytest.mark.configured(shutter={"countdown_s": 0})
COPIED_S = 120
MB = 1_000_000
FLOOR = 1 * MB
# While room is waited for it is measured every ten seconds.
BACK_S = 15


def copying(program: Program, device: str) -> subprocess.Popen:
    return subprocess.Popen([EXECUTABLE, "stick", device, "--config", program.file], stdout=subprocess.PIPE,
                            stderr=subprocess.STDOUT, text=True)


def copied(program: Program, device: str) -> tuple[int, str]:
    """How the copying ended, and what it said."""
    process = copying(program, device)
    words, _ = process.communicate(timeout=COPIED_S)
    return process.returncode, words


def take(program: Program, count: int, first: int = 1) -> None:
    program.ask(f"snap --in 0 --count {count} --every 0.2", within=60)
    program.photo(first + count - 1)


def exports(folder: Path) -> list[Path]:
    return sorted(folder.glob("Exhibit ????????* *"), key=lambda path: int(path.name.split()[-1]))


def pieces(export: Path) -> list[dict]:
    return json.loads((export / "manifest.json").read_text())["pieces"]


def check_export(program: Program, export: Path, numbers: list[int]) -> None:
    """Holds that an export on the stick has these pieces, as they are in the store, and that all is proved."""
    listed = pieces(export)
    assert [piece["number"] for piece in listed] == numbers, f"{export.name} has {listed}"
    for piece in listed:
        own = (program.store / piece["file"]).read_bytes()
        assert (export / piece["original"]).read_bytes() == own, f"piece {piece['number']} is another"
        assert (export / piece["copy"]).stat().st_size > len(own), "the copy has no Exif"
    parts.run(EXECUTABLE, "verify", str(export), timeout=60)


def exported(program: Program) -> list[int]:
    return [row["number"] for row in program.photos() if row["exported"]]


@pytest.mark.parametrize("kind", ("vfat", "exfat", "ext4"), ids=[
    f"a stick with {name} gets what is new, in a folder each time, and people hear that it may be pulled"
    for name in ("FAT32", "exFAT", "ext4")])
def test_new(program, kind):
    take(program, 3)
    with stick(kind) as one:
        ended, words = copied(program, one.device)
        assert ended == 0, words
        assert program.status()["stick"] == {"state": "done", "pieces": 3, "left": 0}
        program.until_said("stick.copying")
        program.until_said("stick.done", 3)
        assert exported(program) == [1, 2, 3]
        take(program, 1, first=4)
        assert copied(program, one.device)[0] == 0
        ended, words = copied(program, one.device)
        assert ended == 0 and sentence("stick.nothing-new", 4).search(words), words
        with one.looked_at() as folder:
            first, second = exports(folder)
            check_export(program, first, [1, 2, 3])
            check_export(program, second, [4])
        assert exported(program) == [1, 2, 3, 4] and not list(Path("/run").glob("exhibit-stick-*"))


def test_full(program):
    """a stick that is full gets what has room, the rest stays and is named, and goes to the next one"""
    take(program, 4)
    with stick("vfat", 40) as one:
        sizes = [row["byte_count"] for row in program.photos()]
        with one.looked_at() as folder:
            room = os.statvfs(folder)
            # Room for two, and what an export has besides.
            left = 2 * sum(sizes[:2]) + 2 * MB
            (folder / "others").write_bytes(bytes(room.f_bavail * room.f_frsize - left))
        ended, words = copied(program, one.device)
        told = program.status()["stick"]
        assert ended == 1 and told["state"] == "full" and told["left"] > 0 < told["pieces"], (ended, words, told)
        program.until_said("stick.full", told["pieces"], told["left"])
        numbers = list(range(1, told["pieces"] + 1))
        with one.looked_at() as folder:
            check_export(program, exports(folder)[0], numbers)
        assert exported(program) == numbers
    for row in program.photos():
        check_photo(program.store, row)
    with stick() as other:
        assert copied(program, other.device)[0] == 0
        assert program.status()["stick"] == {"state": "done", "pieces": 4, "left": 0}
        assert exported(program) == [1, 2, 3, 4]


def test_pulled(program):
    """a stick that is pulled out while it is written loses nothing, and gets the rest when it is put in again"""
    take(program, 6)
    with stick() as one:
        one.slow_down(2)
        process = copying(program, one.device)
        eventually("an original on the stick", 60, lambda: list(
            Path("/run").glob("exhibit-stick-*/*/proof/evidence/000/000002.jpg")))
        one.pull()
        words, _ = process.communicate(timeout=COPIED_S)
        assert process.returncode == 1, words
        assert program.status()["stick"]["state"] == "gone", (program.status()["stick"], words)
        program.until_said("stick.gone")
        assert exported(program) == [], "pieces count as exported that nobody read back"
        for row in program.photos():
            check_photo(program.store, row)
        one.plug()
        one.slow_down(0)
        ended, words = copied(program, one.device)
        assert ended == 0, words
        with one.looked_at() as folder:
            check_export(program, exports(folder)[-1], [1, 2, 3, 4, 5, 6])
        assert exported(program) == [1, 2, 3, 4, 5, 6]


def test_unusable(program):
    """what is no file system, and a device that is not there, are told and change nothing"""
    take(program, 1)
    with stick() as one:
        parts.run("dd", "if=/dev/zero", f"of={one.device}", "bs=1M", "count=8", "conv=fsync")
        ended, words = copied(program, one.device)
        assert ended == 1 and sentence("stick.not-mounted", one.device).search(words), words
        assert program.status()["stick"]["state"] == "unusable"
    assert copied(program, "/dev/nothing")[0] == 1 and program.status()["stick"]["state"] == "gone"
    time.sleep(0.5)
    assert exported(program) == []


@pytest.mark.configured(storage={"min_free_mb": 1})
def test_room(program):
    """under the floor capture pauses; what is exported then makes room, the oldest first, and what is locked stays"""
    count = 0
    while sum(row["byte_count"] for row in program.photos()) < 0.8 * FLOOR:
        take(program, 5, first=count + 1)
        count += 5
    program.ask("lock 2")
    sizes = {row["number"]: row["byte_count"] for row in program.photos()}
    spare = sum(sizes.values()) - sizes[2]
    with filled(left=int(1.2 * FLOOR - 0.6 * spare)), stick() as one:
        program.until("paused (lowStorage)")
        parts.press()
        program.until_said("storage.low", by="Shutter")
        assert all((program.store / row["local_file"]).exists() for row in program.photos()), "a photo is gone"
        ended, words = copied(program, one.device)
        assert ended == 0, words
        program.until_said("purge.exported")
        program.until_said("storage.back", within=BACK_S)
        program.until("running")
        take(program, 1, first=count + 1)
        purged = [row["number"] for row in program.photos() if row["purged"]]
        oldest = [number for number in sizes if number != 2]
        assert purged and purged == oldest[:len(purged)], f"these are purged: {purged}"
        for row in program.photos():
            assert (program.store / row["local_file"]).exists() == (not row["purged"]), row
        with one.looked_at() as folder:
            for piece in pieces(exports(folder)[0]):
                copy = exports(folder)[0] / piece["original"]
                assert hashlib.sha256(copy.read_bytes()).hexdigest() == piece["sha256"], piece
    parts.run(EXECUTABLE, "verify", "--config", str(program.file), timeout=60)


@pytest.mark.systemd
def test_plugged():
    """a stick that is plugged in is copied to by the shipped rule and unit, beside the service"""
    with stick() as one:
        one.pull()
        with Packaged(shutter={"countdown_s": 0}) as service:
            add_stick_unit(service)
            take(service, 2)
            one.plug()
            service.until_said("stick.done", 2, within=90)
            assert service.status()["stick"] == {"state": "done", "pieces": 2, "left": 0}
            with one.looked_at() as folder:
                check_export(service, exports(folder)[0], [1, 2])
            assert exported(service) == [1, 2]
            one.pull()
            take(service, 1, first=3)
            one.plug()
            service.until_said("stick.done", 3, within=90)
            assert exported(service) == [1, 2, 3]
