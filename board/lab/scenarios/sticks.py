"""Photos that leave by a stick: it gets what is new, and nothing is lost with it.

Where systemd is not the first process there is no udev: the program's command is started as its rule would.
"""

import os
import shutil
import time
from pathlib import Path

import pytest

import parts
import signs
from copying import COPIED_S, check_export, copied, copying, copying_apart, exported, exports, take
from lamp import Lamp
from packaged import Packaged, add_stick_unit
from program import check_photo
from proof import check_proof
from sentences import sentence
from stick import stick
from waiting import eventually

pytestmark = pytest.mark.configured(shutter={"countdown_s": 0})
# What an export wants for its lists, and for names and dates of a piece, beside two copies of it.
LISTS = 1 << 20
BESIDES = 1 << 16
# With letters that old names of FAT don't have.
TITLE = "Größe Ωμέγα 時計"


def until_sign(lamp: Lamp, marks: tuple[float, ...], since: float) -> None:
    eventually(f"the sign {marks}", 10, lambda: signs.has_sign(lamp, marks, since))


@pytest.mark.parametrize("kind", ("vfat", "exfat", "ext4"), ids=[
    f"a stick with {name} gets what is new, in a folder each time, and people hear that it may be pulled"
    for name in ("FAT32", "exFAT", "ext4")])
def test_new(lamp, program, kind):
    take(program, 3)
    with stick(kind) as one:
        began = time.monotonic()
        ended, words = copied(program, one.device)
        assert ended == 0, words
        assert program.status()["stick"] == {"state": "done", "pieces": 3, "left": 0, "held": 0}
        program.until_said("stick.copying")
        program.until_said("stick.done", 3)
        until_sign(lamp, signs.STORED, began)
        assert exported(program) == [1, 2, 3]
        program.ask(f"thing add {TITLE}")
        take(program, 1, first=4)
        assert copied(program, one.device)[0] == 0
        ended, words = copied(program, one.device)
        assert ended == 0 and sentence("stick.nothing-new", 4).search(words), words
        with one.looked_at() as folder:
            first, second = exports(folder)
            check_export(program, first, [1, 2, 3])
            check_export(program, second, [4])
            assert (second / f"2 {TITLE}").is_dir(), "its name is another"
        assert exported(program) == [1, 2, 3, 4] and not list(Path("/run").glob("exhibit-stick-*"))


def test_full(lamp, program):
    """a stick that is full gets what has room, the rest stays and is named, and goes to the next one"""
    take(program, 4)
    with stick("vfat", 40) as one:
        sizes = [row["byte_count"] for row in program.photos()]
        with one.looked_at() as folder:
            room = os.statvfs(folder)
            left = LISTS + 2.5 * (2 * max(sizes) + BESIDES)
            (folder / "others").write_bytes(bytes(room.f_bavail * room.f_frsize - int(left)))
        began = time.monotonic()
        ended, words = copied(program, one.device)
        told = program.status()["stick"]
        assert ended == 1 and told["state"] == "full" and told["left"] > 0 < told["pieces"], (ended, words, told)
        program.until_said("stick.full", told["pieces"], told["left"])
        until_sign(lamp, signs.REFUSED, began)
        numbers = list(range(1, told["pieces"] + 1))
        with one.looked_at() as folder:
            check_export(program, exports(folder)[0], numbers)
        assert exported(program) == numbers
    for row in program.photos():
        check_photo(program.store, row)
    with stick() as other:
        assert copied(program, other.device)[0] == 0
        assert program.status()["stick"] == {"state": "done", "pieces": 4, "left": 0, "held": 0}
        assert exported(program) == [1, 2, 3, 4]


def test_pulled(lamp, program):
    """a stick that is pulled out while it is written loses nothing, and gets the rest when it is put in again"""
    take(program, 6)
    with stick() as one:
        one.slow_down(2)
        process = copying(program, one.device)
        eventually("an original on the stick", 60, lambda: list(
            Path("/run").glob("exhibit-stick-*/*/proof/evidence/000/000002.jpg")))
        began = time.monotonic()
        one.pull()
        words, _ = process.communicate(timeout=COPIED_S)
        assert process.returncode == 1, words
        assert program.status()["stick"]["state"] == "gone", (program.status()["stick"], words)
        program.until_said("stick.gone")
        until_sign(lamp, signs.REFUSED, began)
        assert exported(program) == [], "pieces count as exported that nobody read back"
        for row in program.photos():
            check_photo(program.store, row)
        check_proof(program.store, program.device)
        one.plug()
        one.slow_down(0)
        ended, words = copied(program, one.device)
        assert ended == 0, words
        with one.looked_at() as folder:
            check_export(program, exports(folder)[-1], [1, 2, 3, 4, 5, 6])
        assert exported(program) == [1, 2, 3, 4, 5, 6]


def test_killed(lamp, program):
    """where what copies is killed people hear that it ended, and the stick gets all when it is put in again"""
    take(program, 4)
    with stick() as one:
        one.slow_down(2)
        with copying_apart(program, one.device) as process:
            assert program.status()["stick"] == {"state": "copying"}
            began = time.monotonic()
            process.kill()
            process.wait(timeout=COPIED_S)
            eventually("the end of the copying", 10, lambda: program.status()["stick"] == {"state": "stopped"})
            program.until_said("stick.stopped")
            until_sign(lamp, signs.REFUSED, began)
        assert exported(program) == []
        one.pull()
        one.slow_down(0)
        one.plug()
        ended, words = copied(program, one.device)
        assert ended == 0 and program.status()["stick"]["state"] == "done", words
        with one.looked_at() as folder:
            check_export(program, exports(folder)[-1], [1, 2, 3, 4])


def test_two(program):
    """of two programs that copy to one stick the second says that it waits, once, and then finds nothing to do"""
    take(program, 4)
    with stick() as one:
        one.slow_down(2)
        with copying_apart(program, one.device) as first:
            second = copying(program, one.device)
            said = second.stdout.readline()
            one.slow_down(0)
            words, _ = second.communicate(timeout=COPIED_S)
            first_words, _ = first.communicate(timeout=COPIED_S)
        waits = sentence("export.waits")
        assert waits.search(said) and not waits.search(words), (said, words)
        assert not waits.search(first_words) and (first.returncode, second.returncode) == (0, 0), (first_words, words)
        with one.looked_at() as folder:
            only, = exports(folder)
            check_export(program, only, [1, 2, 3, 4])
        assert exported(program) == [1, 2, 3, 4]


def test_unusable(program):
    """what is no file system, and a device that is not there, are told and change nothing"""
    take(program, 1)
    with stick() as one:
        parts.run("dd", "if=/dev/zero", f"of={one.device}", "bs=1M", "count=8", "conv=fsync")
        ended, words = copied(program, one.device)
        assert ended == 1 and sentence("stick.format", one.device).search(words), words
        eventually("the state of the stick", 10, lambda: program.status()["stick"]["state"] == "format")
        program.until_said("stick.of-other-format")
    assert copied(program, "/dev/nothing")[0] == 1 and program.status()["stick"]["state"] == "gone"
    time.sleep(0.5)
    assert exported(program) == []


def test_mounted_elsewhere(lamp, program):
    """a stick that a desktop has mounted is left to it, and people hear where; unmounted it is copied to"""
    take(program, 1)
    with stick() as one:
        began = time.monotonic()
        # With letters that part or end what the kernel's table says of it.
        with one.looked_at("/run/My stick\\ 2") as folder:
            ended, words = copied(program, one.device)
            assert ended == 1 and sentence("stick.mounted", one.device, str(folder)).search(words), words
        eventually("the state of the stick", 10, lambda: program.status()["stick"]["state"] == "mounted")
        program.until_said("stick.in-use")
        until_sign(lamp, signs.REFUSED, began)
        assert copied(program, one.device)[0] == 0


def test_protected(program):
    """a stick that is write-protected is told as such"""
    take(program, 1)
    with stick() as one:
        parts.run("blockdev", "--setro", one.device)
        ended, words = copied(program, one.device)
        assert ended == 1 and sentence("stick.protected", one.device).search(words), words
        eventually("the state of the stick", 10, lambda: program.status()["stick"]["state"] == "protected")
        program.until_said("stick.locked")
        parts.run("blockdev", "--setrw", one.device)


def test_taken_off(program):
    """what was moved off a stick, and read back on it before, is not copied again, but by `all`"""
    names = Path("/dev/disk/by-uuid")
    names.mkdir(parents=True, exist_ok=True)
    take(program, 2)
    with stick() as one:
        link = names / "1D2E-3F40"
        link.symlink_to(one.device)
        assert copied(program, one.device)[0] == 0
        take(program, 1, first=3)
        assert copied(program, one.device)[0] == 0
        with one.looked_at() as folder:
            first, second = exports(folder)
            shutil.rmtree(first)
            second.rename(folder / "of Tuesday")
        ended, words = copied(program, one.device)
        assert ended == 0 and sentence("stick.taken-off", 2, one.device).search(words), words
        take(program, 1, first=4)
        assert copied(program, one.device)[0] == 0
        with one.looked_at() as folder:
            check_export(program, exports(folder)[0], [4])
        ended, words = copied(program, one.device, "all")
        assert ended == 0, words
        with one.looked_at() as folder:
            check_export(program, exports(folder)[1], [1, 2])
        link.unlink()


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
            assert service.status()["stick"] == {"state": "done", "pieces": 2, "left": 0, "held": 0}
            with one.looked_at() as folder:
                check_export(service, exports(folder)[0], [1, 2])
            assert exported(service) == [1, 2]
            one.pull()
            take(service, 1, first=3)
            one.plug()
            service.until_said("stick.done", 3, within=90)
            assert exported(service) == [1, 2, 3]
