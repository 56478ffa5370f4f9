"""Processor time for each frame, running, with nothing saved."""

import time

from measures.figures import (
    CAMERAS,
    WARM_UP_S,
    Camera,
    camera_alone,
    cpu_seconds,
    line,
    mode,
    per_frame_ms,
    rate,
)
from measures.peers import Floor, Motion, Peer, Ustreamer

ROUNDS = 3


def ours(camera: Camera) -> float:
    with camera_alone(camera) as program:
        return per_frame_ms(program.process.pid, lambda: program.status()["frames"]["delivered"])


def floor(camera: Camera) -> float:
    with Floor(camera) as peer:
        return per_frame_ms(peer.process.pid, peer.frames)


def frames_per_second(camera: Camera) -> float:
    with Floor(camera) as peer:
        time.sleep(WARM_UP_S)
        return rate(peer.frames)


def theirs(peer: type[Peer], camera: Camera) -> float | None:
    """By the camera's rate: a peer that missed frames would seem to need less than it does."""
    if not peer.is_there():
        return None
    with peer(camera) as running:
        time.sleep(WARM_UP_S)
        busy = rate(lambda: cpu_seconds(running.process.pid))
    return 1000 * busy / frames_per_second(camera)


def measure() -> None:
    for camera in CAMERAS:
        metric = f"CPU per frame held, {mode(camera)}"
        rounds = [(ours(camera), floor(camera)) for _ in range(ROUNDS)]
        least, floor_ms = map(min, zip(*rounds))
        line(metric, least, "ms", "v4l2-ctl --stream-mmap", floor_ms, 1.5)
        line(metric, least, "ms", "ustreamer", theirs(Ustreamer, camera), 0.5)
        line(metric, least, "ms", "motion", theirs(Motion, camera), 0.5)
