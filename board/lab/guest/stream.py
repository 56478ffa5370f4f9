"""The webcam's stream: a frame in its time, cut into payloads as USB Video Class 1.1, 2.4.3 has them.

While the file MUTE is there it sends nothing; HANG has it do so until its stream is started anew.
"""

import time
from pathlib import Path

from film import Film, film
from model import Model
from negotiation import Negotiation

MUTE, HANG = Path("/run/webcam-mute"), Path("/run/webcam-hang")
HEADER_BYTES = 2
# Of a payload's header: it ends here, something went wrong, it ends the frame.
END_OF_HEADER, ERROR, END_OF_FRAME = 0x80, 0x40, 0x02


class Stream:
    """The frames of a camera since it was plugged in; they are counted through all its streams."""

    def __init__(self, model: Model, agreed: Negotiation, first: int):
        self.quirks = model.stream
        self.model, self.agreed = model, agreed
        self.films: dict[tuple[int, int], Film] = {}
        self.film = self.filmed()
        self.asked_at: float | None = None
        self.number = self.settled_at = first - 1
        self.payloads: list[bytes] = []
        self.due = time.monotonic()

    def filmed(self) -> Film:
        """The film at the size that is agreed; making it takes a moment."""
        key = (self.agreed.format_index, self.agreed.frame_index)
        if key not in self.films:
            self.films[key] = film(self.model, self.agreed.format, self.agreed.size)
        return self.films[key]

    def start(self) -> bool:
        """Begins anew on the terms that are agreed; false while the camera is not ready for it."""
        self.asked_at = self.asked_at or time.monotonic()
        if time.monotonic() - self.asked_at < self.quirks["starts_after_s"]:
            return False
        HANG.unlink(missing_ok=True)
        self.film = self.filmed()
        self.settled_at = self.number + self.quirks["first_frames"]
        self.stop()
        return True

    def stop(self) -> None:
        self.payloads = []

    def begin_frame(self) -> None:
        """Makes the payloads of the next frame, unless the last is still on its way."""
        self.due = max(self.due + self.agreed.interval / 1e7, time.monotonic())
        if self.payloads or HANG.exists() or MUTE.exists():
            return
        self.number += 1
        self.payloads = self.cut(self.film(self.number, self.number <= self.settled_at))

    def cut(self, frame: bytes) -> list[bytes]:
        room = self.agreed.payload_bytes - HEADER_BYTES
        parts = [frame[at : at + room] for at in range(0, len(frame), room)] or [b""]
        mark = END_OF_HEADER | (self.number & 1 if self.quirks["frame_bit"] else 0)
        if self.quirks["error_every"] and self.number % self.quirks["error_every"] == 0:
            mark |= ERROR
        last = mark | (END_OF_FRAME if self.quirks["end_bit"] else 0)
        marks = [mark] * (len(parts) - 1) + [last]
        return [bytes((HEADER_BYTES, mark)) + part for mark, part in zip(marks, parts)]

    def take(self, count: int) -> list[bytes]:
        """The next payloads, at most so many."""
        taken, self.payloads = self.payloads[:count], self.payloads[count:]
        return taken
