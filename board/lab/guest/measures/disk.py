"""What a photo costs the disk."""

import os
import sqlite3
from collections.abc import Callable
from pathlib import Path

from measures.figures import CAMERAS, camera_settings, line
from program import Program

PHOTOS = 20
# What a photo may take on the medium beside its JPEG.
MOST_BESIDE = 48_000


def disk_counts() -> tuple[int, int, int]:
    """Write requests, bytes written and flushes so far (Documentation/block/stat.rst)."""
    fields = [int(field) for field in Path("/sys/block/vda/stat").read_text().split()]
    return fields[4], fields[6] * 512, fields[15]


def disk_counts_of(work: Callable[[], None]) -> list[float]:
    """What one repetition of `work` costs in the mean."""
    os.sync()
    before = disk_counts()
    for _ in range(PHOTOS):
        work()
    return [(after - start) / PHOTOS for start, after in zip(before, disk_counts())]


class Plain:
    """A file and a row made durable with the least that does it, to compare with."""

    def __init__(self, content: bytes):
        self.content = content
        self.folder = Path("/mnt/disk/plain")
        self.folder.mkdir()
        self.count = 0
        self.database = sqlite3.connect(self.folder / "rows.sqlite")
        self.database.execute("PRAGMA journal_mode = WAL")
        self.database.execute("PRAGMA synchronous = FULL")
        self.database.execute("CREATE TABLE rows (number INTEGER PRIMARY KEY, file TEXT)")

    def insert(self) -> None:
        self.count += 1
        with (self.folder / f"{self.count}.jpg").open("wb") as file:
            file.write(self.content)
            file.flush()
            os.fdatasync(file.fileno())
        folder = os.open(self.folder, os.O_RDONLY)
        os.fsync(folder)
        os.close(folder)
        self.database.execute("INSERT INTO rows VALUES (?, ?)", (self.count, f"{self.count}.jpg"))
        self.database.commit()


def measure() -> None:
    with Program(camera=camera_settings(CAMERAS[1])) as program:
        program.ask("snap --in 0")
        ours = disk_counts_of(lambda: program.ask("snap --in 0"))
        row = program.photos()[-1]
        jpeg = (program.store / row["local_file"]).read_bytes()
    plain = Plain(jpeg)
    plain.insert()
    theirs = disk_counts_of(plain.insert)
    against = "file and row, no more"
    line("flushes per photo", ours[2], "flushes", against, theirs[2], 4, ratio=ours[2])
    line("write requests per photo", ours[0], "requests", against, theirs[0], 1.5)
    line("bytes written per photo", ours[1], "bytes", "the JPEG", len(jpeg), 1.3)
    beside = ours[1] - len(jpeg)
    line("bytes beside the JPEG per photo", beside, "bytes", "the limit", MOST_BESIDE, 1)
    line("bytes beside the JPEG per photo", beside, "bytes", against, theirs[1] - len(jpeg), 2)
