"""The stamps that the kernel gave the frames of cameras, by its own trace of what programs take from drivers."""

import re
import subprocess
from pathlib import Path

TRACING = Path("/sys/kernel/tracing")
EVENT = TRACING / "events/v4l2/v4l2_dqbuf/enable"
# For each processor; a frame takes about 300 bytes.
BUFFER_KB = 1024


class Stamps:
    """Meanwhile the kernel writes down each buffer that a program takes."""

    def __enter__(self) -> "Stamps":
        if not EVENT.exists():
            subprocess.run(["mount", "-t", "tracefs", "tracefs", str(TRACING)], check=True)
        (TRACING / "buffer_size_kb").write_text(str(BUFFER_KB))
        (TRACING / "trace").write_text("")
        EVENT.write_text("1")
        return self

    def __exit__(self, *_) -> None:
        EVENT.write_text("0")

    def frames(self, device: str) -> list[tuple[int, int]]:
        """Those taken from a camera's node so far: microseconds of CLOCK_MONOTONIC, and the driver's number."""
        minor = Path(device).stat().st_rdev & 0xFF
        frame = re.compile(rf"v4l2_dqbuf: minor = {minor},.* timestamp = (\d+),.* sequence = (\d+)")
        found = filter(None, map(frame.search, (TRACING / "trace").open()))
        return [(int(each[1]) // 1000, int(each[2])) for each in found]
