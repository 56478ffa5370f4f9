"""From the end of a pause to the first good frame."""

import words
from measures.figures import line, percentile
from measures.start import camera_to_frame
from program import Program

PAUSES = 20
SETTLE_FRAMES = 5


def resume_s(program: Program) -> float:
    """By the program's own clock, as its status tells."""
    program.ask("pause")
    program.until(words.PAUSED_MANUALLY)
    program.ask("resume")
    program.until(words.RUNNING)
    return program.status()["resume"]["latest_s"]


def measure() -> None:
    with Program(camera={"settle_frames": SETTLE_FRAMES}) as program:
        times = [resume_s(program) for _ in range(PAUSES)]
    camera = min(camera_to_frame(SETTLE_FRAMES + 1) for _ in range(3))
    against = f"the camera's own frame {SETTLE_FRAMES + 1}"
    for name, part in (("p50", 0.5), ("p99", 0.99)):
        ours = percentile(times, part)
        line(f"resume latency, {name}", 1000 * ours, "ms", against, 1000 * camera, 1.5)
