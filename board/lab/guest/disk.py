"""The disk as a slow card, as others fill it, and as it fails."""

import contextlib
import os
import re
import subprocess
from pathlib import Path

import parts

DISK = "/dev/vda"
MAPPED = "/dev/dm-0"
BLOCK = 4096
SECTOR = 512
BOOKKEEPING = 128 * 1024


@contextlib.contextmanager
def slow_disk(flush_s: float):
    """The disk as a slow card: each flush takes `flush_s`. Nothing may be open on it."""
    delays = [f"{DISK} 0 {delay}" for delay in (0, 0, round(flush_s * 1000))]
    subprocess.run(["/sbin/modprobe", "-d", os.environ["LAB_KERNEL"], "dm-delay"], check=True)
    with mapped("slow", table(f"delay {' '.join(delays)}")):
        yield


@contextlib.contextmanager
def breakable_disk():
    """The disk with a fault that comes when the function is called, and passes at the end.

    Nothing may be open on it at either end.
    """
    # Whatever makes tables for it is part of the module that dm-delay needs.
    subprocess.run(["/sbin/modprobe", "-d", os.environ["LAB_KERNEL"], "dm-delay"], check=True)
    with mapped("breakable", table(f"linear {DISK} 0")):
        yield lambda: exchange("breakable", "error")


@contextlib.contextmanager
def bad_blocks_under(file: Path):
    """The disk without the blocks of `file`: reading one fails, and all else is there.

    Nothing may be open on it at either end.
    """
    subprocess.run(["/sbin/modprobe", "-d", os.environ["LAB_KERNEL"], "dm-delay"], check=True)
    parts.run("sync")
    with mapped("spotted", table_without(extents(file))):
        yield


def extents(file: Path) -> list[tuple[int, int]]:
    """Where the file's bytes are on the disk: first sector and number of sectors, in their order there."""
    lines = parts.run("filefrag", "-v", f"-b{SECTOR}", str(file)).splitlines()
    numbers = [re.findall(r"\d+", line) for line in lines if re.match(r" *\d+: ", line)]
    # The extent's number; its first and last sector in the file, and on the disk; how many they are.
    found = [(int(first), int(count)) for _, _, _, first, _, count, *_ in numbers]
    assert found, f"{file} has no blocks of its own: {lines}"
    return sorted(found)


@contextlib.contextmanager
def filled(left: int):
    """Meanwhile somebody else's file leaves at most `left` bytes of the disk to others."""
    file = parts.DISK / "somebody-elses"
    room = os.statvfs(parts.DISK)
    # The file's own bookkeeping takes some too.
    size = room.f_bavail * room.f_frsize - max(left, BOOKKEEPING)
    try:
        with file.open("ab", buffering=0) as filling:
            os.posix_fallocate(filling.fileno(), 0, size)
            if left == 0:
                fill_up(filling)
        yield
    finally:
        file.unlink()


def fill_up(file) -> None:
    """Writes until there is no room for one block more."""
    with contextlib.suppress(OSError):
        while file.write(bytes(BLOCK)):
            os.fsync(file.fileno())


@contextlib.contextmanager
def mapped(name: str, lines: str):
    """The file system on a device with this table over the disk; in the end on the disk again."""
    parts.run("umount", str(parts.DISK))
    dmsetup("create", name, table=lines)
    parts.run("mount", "-t", "ext4", MAPPED, str(parts.DISK))
    try:
        yield
    finally:
        parts.run("umount", str(parts.DISK), timeout=60)
        dmsetup("remove", name)
        parts.run("mount", "-t", "ext4", DISK, str(parts.DISK))


def exchange(name: str, target: str) -> None:
    """Puts another target in the place of the one that is in use, as if by pulling a cable."""
    dmsetup("suspend", "--nolockfs", "--noflush", name)
    dmsetup("load", name, table=table(target))
    dmsetup("resume", name)


def table(target: str) -> str:
    """A table of one target, as long as the disk."""
    return f"0 {sectors()} {target}"


def table_without(spots: list[tuple[int, int]]) -> str:
    """The disk, but for `spots` of some sectors each."""
    lines, at = [], 0
    for first, count in [*spots, (sectors(), 0)]:
        if first > at:
            lines.append(f"{at} {first - at} linear {DISK} {at}")
        if count:
            lines.append(f"{first} {count} error")
        at = first + count
    return "\n".join(lines)


def sectors() -> int:
    return int(Path("/sys/class/block/vda/size").read_text())


def dmsetup(*arguments: str, table: str = "") -> None:
    """Without udev, whose word it would wait for."""
    environment = dict(os.environ, DM_DISABLE_UDEV="1")
    subprocess.run(
        ["dmsetup", *arguments], input=table, text=True, check=True, timeout=30, env=environment
    )
