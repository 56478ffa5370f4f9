"""Measures the installed package on the arm64 board, a line for each metric, in the form that bench.py has.

The board was started with a camera that is there from the beginning, and with a unit that does nothing,
`nothing.service`. An emulated processor is slow: the times are for comparing with each other.
"""

import os
import re
from pathlib import Path

import parts
from installed import Installed, show
from measures.figures import line
from sentences import sentence
from waiting import eventually

MOST_EXPOSED = 1.5
MOST_KB = 20 * 1024


def first_frame_s() -> float:
    """From the kernel's start to the first good frame, as the journal stamped it."""
    works = sentence("device.works", "camera").pattern
    command = ("journalctl", "--unit=exhibit", "--output=short-monotonic", "--grep", works)
    said = eventually("a frame", 120, lambda: parts.run(*command, check=False, timeout=60))
    return float(re.search(r"^\[ *(\d+\.\d+)\]", said, re.MULTILINE)[1])


def start() -> None:
    frame = first_frame_s()
    nothing = int(show("ExecMainExitTimestampMonotonic", "nothing")) / 1e6
    line("kernel start to first frame", frame, "s", "a unit that does nothing", nothing, 2)


def size() -> None:
    kilobytes = parts.run("dpkg-query", "--show", "--showformat=${Installed-Size}", "exhibit")
    program = os.stat("/usr/bin/exhibit").st_size / 1024
    line("installed size", float(kilobytes), "kB", "the program alone", program, 2)


def memory() -> None:
    with Installed() as service:
        service.ask("snap --in 0")
        status = Path(f"/proc/{service.process.pid}/status").read_text()
        resident = float(re.search(r"^VmRSS:\s+(\d+)", status, re.MULTILINE)[1])
    line("resident memory after a photo, YUYV 640×480", resident, "kB", "the limit", MOST_KB, 1)


def exposure() -> None:
    said = parts.run("systemd-analyze", "security", "--no-pager", "exhibit", timeout=60)
    score = float(re.search(r"exposure level for exhibit.service: ([\d.]+)", said)[1])
    line("systemd-analyze security", score, "", "the limit", MOST_EXPOSED, 1)


def main() -> None:
    for measure in (start, size, memory, exposure):
        try:
            measure()
        except (AssertionError, OSError, KeyError, TypeError, ValueError) as problem:
            print(f"{measure.__name__} | not measured: {problem} | – | – | – | short", flush=True)


if __name__ == "__main__":
    main()
