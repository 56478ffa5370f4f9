"""What a clip costs while it is recorded, and what is remembered for one."""

import os
import signal
import time
from pathlib import Path
from statistics import median

import parts
from lamp import Lamp
from measures.figures import CAMERAS, WARM_UP_S, camera_settings, cpu_seconds, line, memory_kb, mode, rate, statement
from measures.peers import Floor
from program import Program, remove_stores
from waiting import eventually

CAMERA = CAMERAS[1]
ROUNDS = 3
PRESSES = 12
# As long as anything is remembered, and some more.
REMEMBERED_S = 6


class Recording(Floor):
    """v4l2-ctl, which writes each frame to a file on the store's disk, and flushes nothing."""

    FILE = parts.DISK / "v4l2-ctl.mjpg"

    def command(self) -> list[str]:
        return [*super().command(), f"--stream-to={self.FILE}"]

    def processes(self) -> list[int]:
        return [self.process.pid]

    def __exit__(self, *_) -> None:
        super().__exit__()
        self.FILE.unlink()


class Hashing(Recording):
    """The same, with each byte hashed on its way to the file, which is what a clip's record needs."""

    def command(self) -> list[str]:
        return ["sh", "-c", f"{' '.join(Floor.command(self))} --stream-to=- | tee {self.FILE} | sha256sum"]

    def processes(self) -> list[int]:
        shell = self.process.pid
        return [int(child) for child in Path(f"/proc/{shell}/task/{shell}/children").read_text().split()]

    def __exit__(self, *_) -> None:
        for process in self.processes():
            os.kill(process, signal.SIGKILL)
        super().__exit__()


def ours() -> tuple[float, dict]:
    """Milliseconds of processor time for each frame of a clip, and what the program says of the clip."""
    with Program(camera=camera_settings(CAMERA)) as program:
        time.sleep(WARM_UP_S)
        program.ask("clip start")
        time.sleep(WARM_UP_S)
        busy = rate(lambda: cpu_seconds(program.process.pid))
        clip = program.ask_json("clip stop")
    remove_stores()
    assert clip["frames"] > 0, f"it has no frames: {clip}"
    return 1000 * busy * clip["length_s"] / clip["frames"], clip


def theirs(kind: type[Recording]) -> float:
    with kind(CAMERA) as peer:
        time.sleep(WARM_UP_S)
        busy = rate(lambda: sum(map(cpu_seconds, peer.processes())))
        return 1000 * busy / rate(peer.frames)


def kept_kb(preroll_s: int) -> int:
    """What the program holds that can't be given back, while it remembers so much."""
    with Program(camera=camera_settings(CAMERA), clip={"preroll_s": preroll_s}) as program:
        time.sleep(REMEMBERED_S)
        return memory_kb(program.process.pid)[1]


def answer(lamp: Lamp) -> float:
    """From a push of the button to the light's next change, in milliseconds."""
    pressed = parts.press()
    changed = eventually("the light's answer", 5, lambda: next((c.at for c in lamp.changes() if c.at > pressed), None))
    return 1000 * (changed - pressed)


def dark(lamp: Lamp) -> bool:
    """Whether the light has been dark for so long that its next blip is not due yet."""
    latest = lamp.changes()[-1]
    return not latest.lit and 0.3 < time.monotonic() - latest.at < 2


def answers() -> tuple[list[float], list[float]]:
    """The light's answers to presses that end a clip, and to those that begin a countdown."""
    recording, ready = [], []
    with parts.light() as lamp, Program(camera=camera_settings(CAMERA)) as program:
        for _ in range(PRESSES):
            program.ask("clip start")
            eventually("a recording", 10, lambda: program.status()["clip"]["state"] == "recording")
            time.sleep(1)
            recording.append(answer(lamp))
            eventually("the clip", 20, lambda: program.status()["clip"]["state"] == "none")
            eventually("a dark light, ready", 20, lambda: program.status()["light"] == "ready" and dark(lamp))
            ready.append(answer(lamp))
            time.sleep(0.5)
            program.ask("cancel")
    return recording, ready


def measure() -> None:
    rounds = [(ours(), theirs(Recording), theirs(Hashing)) for _ in range(ROUNDS)]
    least = min(cpu for (cpu, _), _, _ in rounds)
    floor = min(cpu for _, cpu, _ in rounds)
    line(f"CPU per frame of a clip, {mode(CAMERA)}", least, "ms", "v4l2-ctl --stream-to", floor, 2)
    hashing = min(cpu for _, _, cpu in rounds)
    statement("the same", least, "ms", "v4l2-ctl, tee and sha256sum", hashing)
    frames, dropped = (sum(clip[key] for (_, clip), _, _ in rounds) for key in ("frames", "dropped"))
    line("frames that clips lack", dropped, "frames", "of", frames + dropped, 0)
    with_memory, without = kept_kb(5), kept_kb(0)
    statement("memory that can't be given back, with the last 5 s", with_memory, "kB", "without", without)
    recording, ready = map(median, answers())
    line("light's answer to a press while recording", recording, "ms", "while ready", ready, 1.2)
