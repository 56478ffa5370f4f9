"""How host and webcam agree on a stream: probe and commit, of one form (USB Video Class 1.1, 4.3.1.1)."""

import struct

from controls import NAMES, READ_AND_WRITE, SET_CURRENT
from model import Format, Model, Size, interval_of

PROBE, COMMIT = 1, 2
LENGTH = 34
# uvcvideo asks for at most 32 packets of 512 bytes at a time, and cuts a payload that is longer.
LARGEST_PAYLOAD = 32 * 512
# Three transactions of 1024 bytes in a microframe: the most that high speed has for an isochronous endpoint.
LARGEST_PACKET = 3 * 1024


class Negotiation:
    """The terms of the stream, as far as they are agreed."""

    def __init__(self, model: Model):
        self.model = model
        self.format_index = self.frame_index = 1
        self.interval = self.size.interval

    @property
    def format(self) -> Format:
        return self.model.formats[self.format_index - 1]

    @property
    def size(self) -> Size:
        return self.format.sizes[self.frame_index - 1]

    @property
    def payload_bytes(self) -> int:
        """The most bytes of a payload, header included."""
        is_bulk = self.model.stream["transfer"] == "bulk"
        return LARGEST_PAYLOAD if is_bulk else LARGEST_PACKET

    def answer(self, request: int, data: bytes) -> bytes | None:
        """The answer to a request for a probe or a commit; None where it is refused, by a stall."""
        kind = NAMES.get(request, "")
        if kind in self.model.negotiation["stalls"]:
            return None
        if request == SET_CURRENT:
            return b"" if self.take(data) else None
        if kind == "GET_LEN":
            return struct.pack("<H", LENGTH)
        if kind == "GET_INFO":
            return READ_AND_WRITE
        return self.terms()

    def take(self, data: bytes) -> bool:
        """Takes what the host proposes, as far as the camera can; says whether it did."""
        quirks = self.model.negotiation
        self.format_index = min(max(data[2], 1), len(self.model.formats))
        self.frame_index = min(max(data[3], 1), len(self.format.sizes))
        wanted = struct.unpack("<I", data[4:8])[0]
        if quirks["refuses_rates"] and wanted != self.size.interval:
            return False
        self.interval = min(self.size.intervals, key=lambda interval: abs(interval - wanted))
        if quirks["answers_fps"]:
            self.interval = interval_of(quirks["answers_fps"])
        return True

    def terms(self) -> bytes:
        head = struct.pack("<HBBI", 1, self.format_index, self.frame_index, self.interval)
        return head + struct.pack("<5HIIIBBBB", *[0] * 5, self.size.buffer, self.payload_bytes, 48_000_000, 0, 0, 0, 0)
