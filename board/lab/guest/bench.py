"""Measures the program on the board, a line for each metric.

Each is `metric | ours | against what | ratio | target | met`. Both sides of a line are measured in
the same boot. An emulated processor is slow and its disk is a file, so that ratios and counts mean
something here, and times do not. Whatever else the host does can only add to a time: both take
turns, and the least of each counts.
"""

import os
import sqlite3
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import parts
import words
from program import EXECUTABLE, Program
from scenario import Refuted, eventually

WINDOW_S = 10
ROUNDS = 3
# After this the stream is steady and all start-up is over.
WARM_UP_S = 3
STARTS = 5
PHOTOS = 20
MOST_MEMORY_KB = 20 * 1024
LOG = Path("/mnt/log")
CAMERAS = (("vivid", "YUYV", (640, 480)), ("webcam", "MJPG", (1280, 720)))


def line(
    metric: str,
    ours: float,
    unit: str,
    against: str,
    theirs: float,
    most: float,
    ratio: float | None = None,
):
    """One line; `most` is the greatest ratio that meets the target."""
    quotient = ours / theirs if ratio is None else ratio
    word = "met" if quotient <= most else "short"
    sides = f"{ours:.4g} {unit} | {against}: {theirs:.4g} {unit}"
    print(f"{metric} | {sides} | {quotient:.2f} | ≤ {most:g} | {word}", flush=True)


def mode(name: str, format: str, size: tuple[int, int]) -> str:
    return f"{format} {size[0]}×{size[1]}"


# Processor time


def cpu_seconds(process: int) -> float:
    """User and system time so far, of all threads; the ticks of `stat` are too coarse for this."""
    tasks = Path(f"/proc/{process}/task").glob("*/schedstat")
    return sum(int(task.read_text().split()[0]) for task in tasks) / 1e9


def cpu_per_frame(process: int, frames: Callable[[], int]) -> float:
    """Milliseconds for each frame over the window."""
    time.sleep(WARM_UP_S)
    cpu, count = cpu_seconds(process), frames()
    time.sleep(WINDOW_S)
    cpu, count = cpu_seconds(process) - cpu, frames() - count
    if count <= 0:
        raise Refuted("no frames arrived")
    return 1000 * cpu / count


def camera_settings(name: str, format: str, size: tuple[int, int]) -> dict:
    return {"device": parts.camera(name), "format": format, "width": size[0], "height": size[1]}


def camera_alone(name: str, format: str, size: tuple[int, int]) -> Program:
    """The program with a camera and nothing else, because the other side has nothing else."""
    camera = camera_settings(name, format, size)
    absent = {"button": None, "led": None, "accelerometer": None}
    return Program(camera=camera, console={"tty": None, "baud": None}, **absent)


def our_cpu(name: str, format: str, size: tuple[int, int]) -> float:
    with camera_alone(name, format, size) as program:
        return cpu_per_frame(program.process.pid, lambda: program.status()["frames"]["delivered"])


def their_cpu(name: str, format: str, size: tuple[int, int]) -> float:
    """The same with v4l2-ctl, which prints one `<` for each frame."""
    printed = Path("/run/frames")
    form = f"width={size[0]},height={size[1]},pixelformat={format}"
    with printed.open("wb") as output:
        process = subprocess.Popen(
            ["v4l2-ctl", "-d", parts.camera(name), "-v", form, "--stream-mmap=6"],
            stdout=output,
            stderr=output,
        )
    try:
        return cpu_per_frame(process.pid, lambda: printed.read_bytes().count(b"<"))
    finally:
        process.kill()
        process.wait()


def measure_cpu() -> None:
    for camera in CAMERAS:
        rounds = [(our_cpu(*camera), their_cpu(*camera)) for _ in range(ROUNDS)]
        ours, theirs = map(min, zip(*rounds))
        line(
            f"CPU per frame held, {mode(*camera)}",
            ours,
            "ms",
            "v4l2-ctl --stream-mmap",
            theirs,
            1.5,
        )


# Memory


def measure_memory() -> None:
    for camera in CAMERAS:
        with Program(camera=camera_settings(*camera)) as program:
            time.sleep(WARM_UP_S)
            program.ask("snap --in 0")
            status = Path(f"/proc/{program.process.pid}/status").read_text()
            # What the memory is made of, for whoever wants less of it.
            maps = Path(f"/proc/{program.process.pid}/smaps").read_text()
        (LOG / f"memory-{camera[1]}.txt").write_text(status + maps)
        resident = int(status.split("VmRSS:")[1].split()[0])
        metric = f"resident memory after a photo, {mode(*camera)}"
        line(metric, resident, "kB", "the limit", MOST_MEMORY_KB, 1)


# Start


def start_to_first_frame() -> float:
    """With a store that is there already, and without the frames that a camera needs to settle."""
    program = Program(store="/mnt/disk/started", camera={"settle_frames": 0})
    program.start()
    try:
        eventually("a frame", 60, lambda: words.CAMERA_WORKS in program.said())
        return time.monotonic() - program.started_at
    finally:
        program.end()


def duration(command: list) -> float:
    begin = time.monotonic()
    subprocess.run(command, check=True, capture_output=True, timeout=60)
    return time.monotonic() - begin


def camera_to_first_frame() -> float:
    """The camera's own share: the same by a program that does nothing else, without its start."""
    form = "width=640,height=480,pixelformat=YUYV"
    one = ["v4l2-ctl", "-d", parts.camera("vivid"), "-v", form, "--stream-mmap=6"]
    return duration([*one, "--stream-count=1"]) - duration(["v4l2-ctl", "--version"])


def measure_start() -> None:
    def hello() -> float:
        return duration([os.environ["LAB_HELLO"]])

    # The first round brings the files into the guest's memory, and is the slowest.
    rounds = [
        (start_to_first_frame(), camera_to_first_frame(), hello()) for _ in range(1 + STARTS)
    ]
    ours, camera, theirs = (1000 * min(side) for side in zip(*rounds))
    metric = f"start to first frame, less the camera's own {camera:.0f} ms"
    line(metric, ours - camera, "ms", "a Swift program that only prints", theirs, 4)


# Disk


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


def measure_disk() -> None:
    with Program(camera=camera_settings(*CAMERAS[1])) as program:
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


def main() -> None:
    for measure in (measure_cpu, measure_memory, measure_start, measure_disk):
        try:
            measure()
        except (Refuted, OSError, KeyError, TypeError) as problem:
            name = measure.__name__.replace("_", " ")
            print(f"{name} | not measured: {problem} | – | – | – | short", flush=True)


if __name__ == "__main__":
    main()
