"""The disk as a slow card, as others fill it, and as it fails."""

import contextlib
import os
import subprocess
from pathlib import Path

import parts

DISK = "/dev/vda"
MAPPED = "/dev/dm-0"
BLOCK = 4096
BOOKKEEPING = 128 * 1024


@contextlib.contextmanager
def slow_disk(flush_s: float):
    """The disk as a slow card: each flush takes `flush_s`. Nothing may be open on it."""
    delays = [f"{DISK} 0 {delay}" for delay in (0, 0, round(flush_s * 1000))]
    subprocess.run(["/sbin/modprobe", "-d", os.environ["LAB_KERNEL"], "dm-delay"], check=True)
    with mapped("slow", f"delay {' '.join(delays)}"):
        yield


@contextlib.contextmanager
def breakable_disk():
    """The disk with a fault that comes when the function is called, and passes at the end.

    Nothing may be open on it at either end.
    """
    # Whatever makes tables for it is part of the module that dm-delay needs.
    subprocess.run(["/sbin/modprobe", "-d", os.environ["LAB_KERNEL"], "dm-delay"], check=True)
    with mapped("breakable", f"linear {DISK} 0"):
        yield lambda: exchange("breakable", "error")


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
def mapped(name: str, target: str):
    """The file system on a device made of `target` over the disk; in the end on the disk again."""
    parts.run("umount", str(parts.DISK))
    dmsetup("create", name, "--table", table(target))
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
    dmsetup("load", name, "--table", table(target))
    dmsetup("resume", name)


def table(target: str) -> str:
    sectors = Path("/sys/class/block/vda/size").read_text().strip()
    return f"0 {sectors} {target}"


def dmsetup(*arguments: str) -> None:
    """Without udev, whose word it would wait for."""
    environment = dict(os.environ, DM_DISABLE_UDEV="1")
    subprocess.run(["dmsetup", *arguments], check=True, timeout=30, env=environment)
