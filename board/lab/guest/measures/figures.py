"""What every measurement prints, and the cameras that all of them use."""

import math
import re
import time
from collections.abc import Iterable
from pathlib import Path

import parts
from program import Program

WINDOW_S = 10
# After this the stream is steady and all start-up is over.
WARM_UP_S = 3
LOG = Path("/mnt/log")
# (which camera, format, width and height)
Camera = tuple[str, str, tuple[int, int]]
CAMERAS: tuple[Camera, ...] = (("vivid", "YUYV", (640, 480)), ("webcam", "MJPG", (1280, 720)))


def line(
    metric: str,
    ours: float,
    unit: str,
    against: str,
    theirs: float | None,
    most: float,
    ratio: float | None = None,
):
    """One line; `most` is the greatest ratio that meets the target; without the other program `theirs` is None."""
    if ratio is None and theirs is None:
        return print(f"{metric} | {sides(ours, unit, against, theirs)} | – | ≤ {most:g} | left out", flush=True)
    quotient = ours / theirs if ratio is None else ratio
    word = "met" if quotient <= most else "short"
    print(f"{metric} | {sides(ours, unit, against, theirs)} | {quotient:.2f} | ≤ {most:g} | {word}", flush=True)


def statement(metric: str, ours: float, unit: str, against: str, theirs: float | None):
    """One line about something that has no target."""
    quotient = "–" if theirs is None else f"{ours / theirs:.2f}"
    print(f"{metric} | {sides(ours, unit, against, theirs)} | {quotient} | – | stated", flush=True)


def sides(ours: float, unit: str, against: str, theirs: float | None) -> str:
    other = "not installed" if theirs is None else f"{theirs:.4g} {unit}"
    return f"{ours:.4g} {unit} | {against}: {other}"


def mode(camera: Camera) -> str:
    name, format, size = camera
    return f"{format} {size[0]}×{size[1]}"


def percentile(values: Iterable[float], part: float) -> float:
    """The least value that at least `part` of all don't exceed."""
    ordered = sorted(values)
    return ordered[max(0, math.ceil(part * len(ordered)) - 1)]


def camera_settings(camera: Camera) -> dict:
    name, format, size = camera
    return {"device": parts.camera(name), "format": format, "width": size[0], "height": size[1]}


def camera_alone(camera: Camera) -> Program:
    """The program with a camera and nothing else, because the other side has nothing else."""
    absent = {"button": None, "light": None, "accelerometer": None}
    console = {"tty": None, "baud": None}
    return Program(camera=camera_settings(camera), console=console, **absent)


def tasks(process: int) -> list[Path]:
    """Where the kernel tells of each of its threads."""
    return list(Path(f"/proc/{process}/task").iterdir())


def period_s(program: Program) -> float:
    """From one frame to the next, as the driver promises it."""
    return 1 / program.status()["camera"]["fps"]


def cpu_seconds(process: int) -> float:
    """User and system time so far, of all threads; the ticks of `stat` are too coarse for this."""
    return sum(int((task / "schedstat").read_text().split()[0]) for task in tasks(process)) / 1e9


def wakeups(process: int) -> int:
    """How often its threads have slept of their own accord so far, and were woken."""
    return sum(
        int((task / "status").read_text().split("\nvoluntary_ctxt_switches:")[1].split()[0])
        for task in tasks(process)
    )


def rate(count, window_s: float = WINDOW_S) -> float:
    """What `count()` grows by in a second."""
    before, began = count(), time.monotonic()
    time.sleep(window_s)
    return (count() - before) / (time.monotonic() - began)


def per_frame_ms(process: int, frames) -> float:
    """Milliseconds of processor time for each frame over the window."""
    time.sleep(WARM_UP_S)
    cpu, count = cpu_seconds(process), frames()
    time.sleep(WINDOW_S)
    cpu, count = cpu_seconds(process) - cpu, frames() - count
    if count <= 0:
        raise AssertionError("no frames arrived")
    return 1000 * cpu / count


def memory_kb(process: int) -> tuple[int, int]:
    """Resident, and the part of it that the kernel can't take back while the program runs.

    That is what has no file that it could be read from again: memory of its own, memory that it shares, and the
    camera's buffers, which the kernel counts with the files. The sums in `status` are behind for each thread.
    """
    rollup = Path(f"/proc/{process}/smaps_rollup").read_text()

    def field(name: str) -> int:
        return int(rollup.split(f"\n{name}:")[1].split()[0])

    kept = field("Anonymous") + field("Pss_Shmem") + camera_buffers_kb(process)
    return field("Rss"), kept


def camera_buffers_kb(process: int) -> int:
    """What of a camera's buffers is mapped into the process."""
    maps = Path(f"/proc/{process}/smaps").read_text()
    buffers = re.findall(r"^[0-9a-f]+-.* /dev/video\d+\n(?:\w+: .*\n)*?Rss: +(\d+)", maps, re.MULTILINE)
    return sum(map(int, buffers))
