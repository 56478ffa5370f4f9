"""From the end of a pause to the first good frame."""

from measures.figures import line, percentile, period_s
from program import Program

PAUSES = 20
SETTLE_FRAMES = 5


def resume_s(program: Program) -> float:
    """By the program's own clock, as its status tells."""
    program.ask("pause")
    program.until("paused (manual)")
    program.ask("resume")
    program.until("running")
    return program.status()["resume"]["latest_s"]


def measure() -> None:
    with Program(camera={"skip_frames": SETTLE_FRAMES}) as program:
        times = [resume_s(program) for _ in range(PAUSES)]
        camera = (SETTLE_FRAMES + 1) * period_s(program)
    against = f"{SETTLE_FRAMES + 1} frame periods"
    for name, part in (("p50", 0.5), ("p99", 0.99)):
        ours = percentile(times, part)
        line(f"resume latency, {name}", 1000 * ours, "ms", against, 1000 * camera, 1.5)
