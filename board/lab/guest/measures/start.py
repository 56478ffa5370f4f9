"""From the program's start to its first frame."""

import os
import subprocess
import time

import parts
from measures.figures import line
from program import Program
from waiting import eventually

STARTS = 5


def start_to_first_frame() -> float:
    """With a store that is there already, and without the frames that a camera needs to settle."""
    program = Program(store="/mnt/disk/started", camera={"skip_frames": 0})
    program.start()
    try:
        eventually("a frame", 60, lambda: program.times_said("device.works", "camera"))
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


def hello() -> float:
    return duration([os.environ["LAB_HELLO"]])


def measure() -> None:
    # The first round brings the files into the guest's memory, and is the slowest.
    rounds = [(start_to_first_frame(), camera_to_first_frame(), hello()) for _ in range(1 + STARTS)]
    ours, camera, theirs = (1000 * min(side) for side in zip(*rounds))
    metric = f"start to first frame, less the camera's own {camera:.0f} ms"
    line(metric, ours - camera, "ms", "a Swift program that only prints", theirs, 4)
