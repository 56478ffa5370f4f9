"""What the program holds in memory after a photo."""

import time
from pathlib import Path

from measures.figures import (
    CAMERAS,
    LOG,
    WARM_UP_S,
    Camera,
    camera_settings,
    line,
    memory_kb,
    mode,
    statement,
)
from measures.peers import Ustreamer
from program import Program


def ours(camera: Camera) -> tuple[int, int]:
    with Program(camera=camera_settings(camera)) as program:
        time.sleep(WARM_UP_S)
        program.ask("snap --in 0")
        process = program.process.pid
        # What the memory is made of, for whoever wants less of it.
        maps = Path(f"/proc/{process}/smaps").read_text()
        (LOG / f"memory-{camera[1]}.txt").write_text(maps)
        return memory_kb(process)


def theirs(camera: Camera) -> tuple[int | None, int | None]:
    if not Ustreamer.is_there():
        return None, None
    with Ustreamer(camera) as peer:
        time.sleep(WARM_UP_S)
        return memory_kb(peer.process.pid)


def measure() -> None:
    for camera in CAMERAS:
        (resident, kept), (their_resident, their_kept) = ours(camera), theirs(camera)
        what = f"memory after a photo, {mode(camera)}"
        line(f"{what}, that can't be given back", kept, "kB", "ustreamer", their_kept, 1)
        statement(f"{what}, all that is resident", resident, "kB", "ustreamer", their_resident)
