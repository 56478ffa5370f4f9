#!/usr/bin/python3
"""A USB webcam that sends Motion-JPEG, plugged in over USB/IP; the kernel's own uvcvideo drives it.

`webcam.py [WIDTHxHEIGHT]…` plugs it in and serves it until it is unplugged; it has these sizes, or those
of `uvc.SIZES`. While the file MUTE is there it answers as
ever and sends no pictures; HANG has it do so until its stream is started anew. While DAMAGE is there
what it sends is damaged in the ways that the file names, one frame after the other.

Sources: Documentation/usb/usbip_protocol.rst; USB Video Class 1.1.
"""

import select
import socket
import struct
import sys
import time
from pathlib import Path

import frames
import uvc

MUTE, HANG = Path("/run/webcam-mute"), Path("/run/webcam-hang")
DAMAGE = Path("/run/webcam-damage")
VHCI = Path("/sys/devices/platform/vhci_hcd.0")
PORT = 0
DEVICE_ID = 1 << 16 | 1
HIGH_SPEED = 3
STALL, RESET = -32, -104
SUBMIT, UNLINK, SUBMITTED, UNLINKED = 1, 2, 3, 4


class Webcam:
    """One end of a USB/IP connection: answers requests, and sends frames while it is asked to."""

    def __init__(self, connection: socket.socket):
        self.connection = connection
        self.frame_index = 1
        self.interval = uvc.INTERVALS[0]
        self.pictures = {size: frames.pictures(size) for size in uvc.SIZES}
        self.waiting: list[tuple[int, int]] = []  # bulk requests: sequence number and size
        self.newest = 0
        # What is to be unlinked and was not sent yet, with the sequence number of the command.
        self.early: dict[int, int] = {}
        self.payloads: list[bytes] = []
        self.number = 0
        self.due = time.monotonic()

    def serve(self) -> None:
        """Runs until the host detaches the device."""
        while True:
            timeout = max(0.0, self.due - time.monotonic())
            if select.select([self.connection], [], [], timeout)[0] and not self.answer_one():
                return
            if time.monotonic() >= self.due:
                self.begin_frame()
            self.send_payloads()

    def begin_frame(self) -> None:
        self.due = max(self.due + self.interval / 1e7, time.monotonic())
        # Without requests nobody is streaming; a frame that is still on its way is not overtaken.
        if not self.waiting or self.payloads or HANG.exists() or MUTE.exists():
            return
        self.number += 1
        size = uvc.SIZES[self.frame_index - 1]
        jpeg = self.damaged(frames.frame(self.number, size, self.pictures[size]))
        room = uvc.LARGEST_PAYLOAD - 2
        parts = [jpeg[at : at + room] for at in range(0, len(jpeg), room)] or [b""]
        toggle = 0x80 | self.number & 1
        self.payloads = [
            bytes((2, toggle | (2 if part is parts[-1] else 0))) + part for part in parts
        ]

    def damaged(self, jpeg: bytes) -> bytes:
        """The frame as it is sent: whole, as a rule."""
        try:
            kinds = DAMAGE.read_text().split()
        except FileNotFoundError:
            return jpeg
        return frames.damaged(jpeg, kinds[self.number % len(kinds)]) if kinds else jpeg

    def send_payloads(self) -> None:
        while self.waiting and self.payloads:
            sequence, _ = self.waiting.pop(0)
            self.give_back(sequence, 0, self.payloads.pop(0))

    def answer_one(self) -> bool:
        """Takes one command; false when the host has gone."""
        header = self.read(48)
        if len(header) < 48:
            return False
        command, sequence, _, to_host, endpoint = struct.unpack(">5I", header[:20])
        if command == UNLINK:
            self.unlink(sequence, struct.unpack(">I", header[20:24])[0])
            return True
        self.newest = sequence
        size = struct.unpack(">I", header[24:28])[0]
        data = b"" if to_host else self.read(size)
        if endpoint:
            self.waiting.append((sequence, size))
        else:
            self.control(sequence, header[40:48], data)
        if sequence in self.early:
            self.unlink(self.early.pop(sequence), sequence)
        return True

    def unlink(self, sequence: int, victim: int) -> None:
        """Takes back a request; one that the host has yet to send, when it has been sent.

        The kernel sends what it unlinks before what it submits, even that which it submitted first; and
        takes an answer to a request that it has forgotten for a broken connection.
        """
        if victim > self.newest:
            self.early[victim] = sequence
            return
        known = any(waiting == victim for waiting, _ in self.waiting)
        self.waiting = [request for request in self.waiting if request[0] != victim]
        if not self.waiting:
            self.payloads = []
        self.connection.sendall(
            struct.pack(">5Ii24x", UNLINKED, sequence, 0, 0, 0, RESET if known else 0)
        )

    def control(self, sequence: int, setup: bytes, data: bytes) -> None:
        kind, request, value, index, length = struct.unpack("<BBHHH", setup)
        answer = (
            self.class_request(request, value, index, data)
            if kind & 0x60
            else self.standard(request, value)
        )
        if answer is None:
            self.give_back(sequence, STALL)
        elif kind & 0x80:
            self.give_back(sequence, 0, answer[:length])
        else:
            self.give_back(sequence, 0, length=len(data))

    def standard(self, request: int, value: int) -> bytes | None:
        get_status, get_descriptor, get_configuration = 0, 6, 8
        if request == get_descriptor:
            kind, index = value >> 8, value & 0xFF
            if kind == 3:
                return uvc.string(index)
            return {1: uvc.device_descriptor(), 2: uvc.configuration()}.get(kind)
        return {get_status: b"\0\0", get_configuration: b"\1"}.get(request, b"")

    def class_request(self, request: int, value: int, index: int, data: bytes) -> bytes | None:
        """Probe and commit of the streaming interface; nothing else is there."""
        if index & 0xFF != 1 or value >> 8 not in (1, 2):
            return None
        set_current, get_length, get_information = 0x01, 0x85, 0x86
        if request == set_current:
            self.frame_index = min(max(data[3], 1), len(uvc.SIZES))
            wanted = struct.unpack("<I", data[4:8])[0]
            self.interval = min(uvc.INTERVALS, key=lambda interval: abs(interval - wanted))
            if value >> 8 == 2:  # a commit: the stream begins
                HANG.unlink(missing_ok=True)
            return b""
        if request == get_length:
            return struct.pack("<H", uvc.PROBE_LENGTH)
        if request == get_information:
            return b"\3"
        return uvc.probe(self.frame_index, self.interval)

    def give_back(
        self, sequence: int, status: int, data: bytes = b"", length: int | None = None
    ) -> None:
        size = len(data) if length is None else length
        self.connection.sendall(
            struct.pack(">5Ii4I8x", SUBMITTED, sequence, 0, 0, 0, status, size, 0, 0, 0) + data
        )

    def read(self, size: int) -> bytes:
        found = b""
        while len(found) < size:
            part = self.connection.recv(size - len(found))
            if not part:
                break
            found += part
        return found


def main() -> int:
    if sys.argv[1:]:
        uvc.SIZES = tuple(tuple(map(int, size.split("x"))) for size in sys.argv[1:])
    ours, kernels = socket.socketpair()
    (VHCI / "attach").write_text(f"{PORT} {kernels.fileno()} {DEVICE_ID} {HIGH_SPEED}\n")
    kernels.close()
    try:
        Webcam(ours).serve()
    except (BrokenPipeError, ConnectionResetError):
        pass  # unplugged while something was on its way
    return 0


if __name__ == "__main__":
    sys.exit(main())
