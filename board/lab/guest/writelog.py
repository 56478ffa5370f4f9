"""A disk that writes down all that it is told (dm-log-writes), and what of it a power cut may leave.

The log is in the order in which things became durable: what is in the disk's own memory comes when a flush has written
it, before that flush; what is told to be durable by itself (FUA) comes at once. So all up to a flush, or up to such a
write, is what the medium has for sure at that moment, and of what follows up to the next any part may be there.

Sources: Documentation/admin-guide/device-mapper/log-writes.rst; drivers/md/dm-log-writes.c for the log's form;
include/uapi/linux/dm-ioctl.h.
"""

import contextlib
import fcntl
import itertools
import os
import random
import struct
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO, NamedTuple

import parts
from disk import SECTOR, dmsetup

# Disks in memory: the one that is recorded, its log, the one that is made again, and what is written to that.
RECORDED, LOG, BASE, FRESH = (f"/dev/ram{number}" for number in range(4))
DISK_KB = 96 * 1024
NAME = "recorded"
# From this mark on there is a file system.
MADE = "made"

MAGIC = 0x6A736677736872
FLUSH, FUA, DISCARD, MARK = 1, 2, 4, 8
# DM_TARGET_MSG; the interface's version, and the size of what stands before a message.
MESSAGE, VERSION, HEADER_BYTES = 0xC138FD0E, 4, 312


class Entry(NamedTuple):
    """One thing that the disk was told: `content` from the sector on; or a mark."""

    sector: int
    flags: int
    content: bytes
    mark: str

    @property
    def is_durable(self) -> bool:
        return bool(self.flags & (FLUSH | FUA))

    @property
    def sectors(self) -> int:
        return len(self.content) // SECTOR

    def torn(self, sectors: int) -> "Entry":
        """The first of its sectors: what was written of it when the power went."""
        return self._replace(content=self.content[: sectors * SECTOR])


@dataclass
class State:
    """What a power cut leaves: all before entry `upto`, and what `extra` has of those after it."""

    upto: int
    marks: list[str]
    extra: list[Entry] = field(default_factory=list)

    def __str__(self) -> str:
        marks = f"after {self.marks[-1]}" if self.marks else "before all marks"
        more = f" and {len(self.extra)} of those up to the next flush" if self.extra else ""
        return f"{self.upto} entries{more}, {marks}"


@contextlib.contextmanager
def memory_disks():
    """The disks in memory, all zeros; they go in the end."""
    modules = ("/sbin/modprobe", "-d", os.environ["LAB_KERNEL"])
    parts.run(*modules, "-a", "dm-log-writes", "dm-snapshot")
    parts.run(*modules, "brd", "rd_nr=4", f"rd_size={DISK_KB}")
    try:
        yield
    finally:
        parts.run(*modules, "-r", "brd")


@contextlib.contextmanager
def recorded(folder: Path):
    """A new file system in `folder`, on a disk whose log has all of it."""
    dmsetup("create", NAME, table=f"0 {DISK_KB * 2} log-writes {RECORDED} {LOG}")
    try:
        # All is written now, and little: nothing of it belongs to the program's life.
        options = "nodiscard,lazy_itable_init=0,lazy_journal_init=0"
        parts.run("mkfs.ext4", "-q", "-N", "512", "-J", "size=4", "-E", options, f"/dev/mapper/{NAME}")
        folder.mkdir(parents=True, exist_ok=True)
        parts.run("mount", "-t", "ext4", f"/dev/mapper/{NAME}", str(folder))
        try:
            mark(MADE)
            yield
        finally:
            parts.run("umount", str(folder))
    finally:
        # Its last mark stands behind all that was never flushed.
        dmsetup("remove", NAME)


def mark(text: str) -> None:
    """Writes a word into the log: what stands before it became durable before.

    Not by dmsetup, whose start takes an emulated board as long as a photo takes to be stored.
    """
    message = bytes(8) + f"mark {text}".encode() + b"\0"
    sizes = HEADER_BYTES + len(message), HEADER_BYTES
    head = struct.pack("<I8xII28x128s136x", VERSION, *sizes, NAME.encode())
    with open("/dev/mapper/control", "rb+", buffering=0) as control:
        fcntl.ioctl(control, MESSAGE, bytearray(head + message))


class WriteLog:
    """The log of a disk that was recorded."""

    def __init__(self):
        with open(LOG, "rb") as log:
            magic, _, count, size = struct.unpack("<QQQI", log.read(SECTOR)[:28])
            assert (magic, size) == (MAGIC, SECTOR), f"this is no log: {magic:x}, sectors of {size} bytes"
            self.entries = [self.entry(log) for _ in range(count)]
        # It stops by itself where it has no room.
        assert self.entries[-1].mark == "dm-log-writes-end", "the log has not all of it"

    @staticmethod
    def entry(log: BinaryIO) -> Entry:
        """The next entry: a sector about it, and what was written."""
        about = log.read(SECTOR)
        sector, count, flags, length = struct.unpack("<4Q", about[:32])
        content = bytes(count * SECTOR) if flags & DISCARD else log.read(count * SECTOR)
        return Entry(sector, flags, content, about[32 : 32 + length].decode() if flags & MARK else "")

    @property
    def flushes(self) -> list[int]:
        """Where something became durable since there is a file system, in the order of entries."""
        return [index for index in self.later if self.entries[index].is_durable]

    @property
    def later(self) -> range:
        """The entries since there is a file system."""
        first = next(index for index, entry in enumerate(self.entries) if entry.mark == MADE)
        return range(first + 1, len(self.entries))

    def states(self, count: int, chance: random.Random) -> list[State]:
        """What power cuts may have left since there is a file system, in their order.

        Evenly chosen right after a mark, at most twice `count`; after `count` flushes; and after as many with some of
        the writes that follow them. 0 is after all, without and with those.
        """
        marks = [index for index in self.later if self.entries[index].mark]
        followed = [index for index in self.flushes if self.following(index + 1)]
        states = [self.state(index) for index in evenly(marks, 2 * count) + evenly(self.flushes, count)]
        states += [self.state(index, chance) for index in evenly(followed, count)]
        return sorted(states, key=lambda state: state.upto)

    def state(self, last: int, chance: random.Random | None = None) -> State:
        """All up to entry `last`, and by chance of what follows it up to the next flush."""
        marks = [entry.mark for entry in self.entries[: last + 1] if entry.mark]
        extra = self.some(last + 1, chance) if chance else []
        return State(last + 1, marks, extra)

    def some(self, first: int, chance: random.Random) -> list[Entry]:
        """Of the writes up to the next flush about half, every fourth of them with its first sectors only."""
        chosen = [entry for entry in self.following(first) if chance.random() < 0.5]
        return [each if chance.random() < 0.75 else each.torn(chance.randint(1, each.sectors)) for each in chosen]

    def following(self, first: int) -> list[Entry]:
        """The writes from entry `first` on up to the next flush."""
        writes = itertools.takewhile(lambda entry: not entry.is_durable, self.entries[first:])
        return [entry for entry in writes if entry.content]


def evenly(numbers: list[int], count: int) -> list[int]:
    """`count` of the numbers at most; 0: all."""
    count = min(count, len(numbers))
    return [numbers[place * len(numbers) // count] for place in range(count)] if count else numbers


class Replay:
    """The disk made again from its log, state after state."""

    def __init__(self, log: WriteLog):
        self.log = log
        self.applied = 0

    @contextlib.contextmanager
    def mounted(self, state: State, folder: Path):
        """The file system as `state` has it, in `folder`, mended by its journal; what is done there is forgotten."""
        self.apply(state.upto)
        # Not persistent, in chunks of a block: whoever writes it leaves the disk beneath as it was.
        dmsetup("create", "replayed", table=f"0 {DISK_KB * 2} snapshot {BASE} {FRESH} N 8")
        try:
            self.write("/dev/mapper/replayed", state.extra)
            parts.run("mount", "-t", "ext4", "/dev/mapper/replayed", str(folder))
            try:
                yield
            finally:
                parts.run("umount", str(folder))
        finally:
            dmsetup("remove", "--retry", "replayed")

    def apply(self, upto: int) -> None:
        """Goes on to the first `upto` entries."""
        self.write(BASE, self.log.entries[self.applied : upto])
        self.applied = upto

    @staticmethod
    def write(device: str, entries: list[Entry]) -> None:
        with open(device, "rb+", buffering=0) as disk:
            for entry in entries:
                os.pwrite(disk.fileno(), entry.content, entry.sector * SECTOR)
            os.fsync(disk.fileno())
