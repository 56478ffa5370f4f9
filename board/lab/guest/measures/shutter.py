"""How far the kept frame is from the instant that was meant."""

import time

import parts
from packaged import add_accounts
from measures.figures import CAMERAS, Camera, camera_settings, line, mode, percentile, period_s
from program import Program
from rude import rude_guest
from waiting import eventually

PRESSES = 30
SERIES, PHOTOS = 3, 10
MOST_BEYOND_MS = 1


def errors_ms(rows: list[dict]) -> list[float]:
    return [abs(row["actual"] - row["planned"]) / 1e6 for row in rows]


def half_period_ms(program: Program) -> float:
    return 1000 * period_s(program) / 2


def pressed(camera: Camera) -> tuple[list[float], float]:
    """With a countdown of 0, so that the press is what is meant."""
    with Program(camera=camera_settings(camera), shutter={"countdown_s": 0}) as program:
        for count in range(1, PRESSES + 1):
            # At no fixed place between two frames.
            time.sleep(0.5 + 0.013 * count)
            parts.press()
            program.photo(count)
        return errors_ms(program.photos()), half_period_ms(program)


def planned(camera: Camera) -> tuple[list[float], float]:
    with Program(camera=camera_settings(camera)) as program:
        for number in range(1, SERIES + 1):
            program.ask(f"snap --in 0.5 --count {PHOTOS} --every 0.71", within=60)
            eventually("the series", 60, lambda: len(program.photos()) == number * PHOTOS)
        return errors_ms(program.photos()), half_period_ms(program)


def measure_beside_guest(camera: Camera, alone: list[float]) -> None:
    """A guest that floods the door costs the shutter nothing."""
    add_accounts()
    with rude_guest():
        beside, _ = planned(camera)
    metric = f"shutter deadline error beside a rude guest, p99, {mode(camera)}"
    line(metric, percentile(beside, 0.99), "ms", "without one", percentile(alone, 0.99), 1.1)


def measure() -> None:
    for camera in CAMERAS:
        errors, half = pressed(camera)
        for name, part in (("p50", 0.5), ("p99", 0.99)):
            metric = f"edge to frame at countdown 0, {name}, {mode(camera)}"
            line(metric, percentile(errors, part), "ms", "half a frame period", half, 1)
        errors, half = planned(camera)
        beyond = [max(0.0, error - half) for error in errors]
        for name, part in (("p50", 0.5), ("p99", 0.99)):
            ours = percentile(beyond, part)
            metric = f"shutter deadline error beyond half a frame, {name}, {mode(camera)}"
            line(metric, ours, "ms", "the limit", MOST_BEYOND_MS, 1)
        measure_beside_guest(camera, errors)
