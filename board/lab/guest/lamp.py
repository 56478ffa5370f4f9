"""What a light or buzzer does, seen from outside: each change of its line, with the time."""

import os
import signal
import sys
import time
from dataclasses import dataclass
from pathlib import Path

SAMPLE_S = 0.002


@dataclass
class Change:
    """From `at` (CLOCK_MONOTONIC, seconds) on the line is lit or dark."""

    at: float
    lit: bool


def watch(path: Path):
    """Yields each change of a gpio-sim line's value, the present state first; never ends."""
    value = os.open(path, os.O_RDONLY)
    seen = None
    while True:
        lit = os.pread(value, 4, 0).strip() == b"1"
        if lit != seen:
            yield Change(time.monotonic(), lit)
            seen = lit
        time.sleep(SAMPLE_S)


def watch_led(name: str):
    """Yields each change of a kernel LED that this process provides, through /dev/uleds."""
    uleds = os.open("/dev/uleds", os.O_RDWR)
    os.write(uleds, name.encode().ljust(64, b"\0") + (255).to_bytes(4, "little"))
    yield Change(time.monotonic(), False)
    while True:
        brightness = os.read(uleds, 4)
        yield Change(time.monotonic(), any(brightness))


class Lamp:
    """Records changes in a process of its own, so that no scenario's work delays a sample."""

    def __init__(self, changes):
        self.reader, writer = os.pipe()
        self.process = os.fork()
        if self.process == 0:
            os.close(self.reader)
            self.record(changes, writer)
        os.close(writer)
        os.set_blocking(self.reader, False)
        self.pending = b""
        self.seen: list[Change] = []

    @staticmethod
    def record(changes, writer: int) -> None:
        """The child: one line a change, until it is killed or nobody reads."""
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        try:
            for change in changes:
                os.write(writer, f"{change.at} {change.lit:d}\n".encode())
        finally:
            os._exit(1)

    def __enter__(self) -> "Lamp":
        while not self.changes():
            time.sleep(0.01)
        return self

    def __exit__(self, *_) -> None:
        os.kill(self.process, signal.SIGTERM)
        os.waitpid(self.process, 0)
        os.close(self.reader)

    def changes(self) -> list[Change]:
        """All changes so far."""
        try:
            while part := os.read(self.reader, 65536):
                self.pending += part
        except BlockingIOError:
            pass
        *lines, self.pending = self.pending.split(b"\n")
        for line in lines:
            at, lit = line.split()
            self.seen.append(Change(float(at), lit == b"1"))
        return self.seen

    def is_lit(self) -> bool:
        return self.changes()[-1].lit

    def pulses(self, since: float, until: float) -> list[tuple[float, float]]:
        """When it was lit between two instants: (start, end) of each, cut at both."""
        spans, start = [], None
        for change in [*self.changes(), Change(until, False)]:
            at = min(max(change.at, since), until)
            if start is not None and not change.lit:
                spans.append((start, at))
                start = None
            elif start is None and change.lit:
                start = at
        return [(start, end) for start, end in spans if end > start]


if __name__ == "__main__":
    begin = time.monotonic()
    for change in watch(Path(sys.argv[1])):
        print(f"{change.at - begin:8.3f} {'lit' if change.lit else 'dark'}", flush=True)
