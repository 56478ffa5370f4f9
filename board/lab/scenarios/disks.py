"""Where copies are safe: on another physical disk than the store, and nowhere that only looks like one."""

import contextlib
import json
import subprocess
from pathlib import Path

import pytest

import parts
from copying import COPIED_S, exported, take
from program import EXECUTABLE, Program
from sentences import sentence
from stick import load, stick

pytestmark = pytest.mark.configured(shutter={"countdown_s": 0})
# Of each of two file systems in one file.
SIZE = 64 << 20


@contextlib.contextmanager
def mounted(place: Path, *arguments: str):
    place.mkdir(parents=True, exist_ok=True)
    parts.run("mount", *arguments, str(place))
    try:
        yield place
    finally:
        parts.run("umount", str(place), timeout=60)


@contextlib.contextmanager
def two_loops():
    """Two file systems, each on a loop device of its own, in one file of the card."""
    load("loop")
    file, devices = parts.DISK / "two-disks", []
    try:
        with file.open("wb") as both:
            both.truncate(2 * SIZE)
        for begin in (0, SIZE):
            devices.append(parts.run(
                "losetup", "--find", "--show", "--offset", str(begin), "--sizelimit", str(SIZE), str(file)).strip())
            parts.run("mkfs.ext4", "-q", devices[-1])
        with mounted(Path("/run/one"), devices[0]) as one, mounted(Path("/run/two"), devices[1]) as two:
            yield one, two
    finally:
        for device in devices:
            parts.run("losetup", "--detach", device)
        file.unlink()


@contextlib.contextmanager
def overlay():
    """A folder whose changes are in memory."""
    load("overlay")
    with mounted(Path("/run/layers"), "-t", "tmpfs", "tmpfs") as layers:
        for name in ("lower", "upper", "work"):
            (layers / name).mkdir()
        options = f"lowerdir={layers}/lower,upperdir={layers}/upper,workdir={layers}/work"
        with mounted(Path("/run/over"), "-t", "overlay", "-o", options, "overlay") as over:
            yield over


def export(program: Program, place: Path, *words: str) -> str:
    command = [EXECUTABLE, "export", "all", str(place), "--config", program.file, *words]
    return subprocess.run(command, capture_output=True, text=True, timeout=COPIED_S, check=True).stdout


def check_unsafe(program: Program, place: Path, keeping: str, key: str) -> None:
    """Holds that copies in `place` are whole, and that nobody counts on them."""
    assert sentence(key, place).search(export(program, place)), f"nothing is said of {place}"
    found = json.loads(export(program, place, "--json"))
    assert found["keeping"] == keeping and found["safe"] == [] and len(found["whole"]) == 2, found
    assert exported(program) == [], f"pieces count as exported that are in {place}"


def test_two_loops():
    """two loop devices on one file are not two disks: what is exported from the one to the other is not safe"""
    with two_loops() as (one, two), Program(
            store=str(one / "store"), shutter={"countdown_s": 0}, storage={"min_free_mb": 1}) as program:
        take(program, 2)
        check_unsafe(program, two / "photos", "unknown", "export.disk-unknown")
        with stick() as other, other.looked_at() as folder:
            check_unsafe(program, folder / "photos", "unknown", "export.disk-unknown")


def test_overlay(program):
    """an overlay, memory, a file on the card and the card itself are no place that is safe; a stick is"""
    take(program, 2)
    with overlay() as over:
        check_unsafe(program, over / "photos", "unknown", "export.disk-unknown")
        check_unsafe(program, Path("/run/layers/photos"), "memory", "export.in-memory")
    with two_loops() as (one, _):
        check_unsafe(program, one / "photos", "unknown", "export.disk-unknown")
    check_unsafe(program, parts.DISK / "photos", "same_file_system", "export.own-file-system")
    with stick() as other, other.looked_at() as folder:
        assert sentence("export.safe", 2).search(export(program, folder / "photos"))
        assert exported(program) == [1, 2]
