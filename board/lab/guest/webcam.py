#!/usr/bin/python3
"""A USB webcam that sends Motion-JPEG, plugged in over USB/IP; the kernel's own uvcvideo drives it.

`webcam.py` plugs it in and serves it until it is unplugged. Its frames have no Huffman tables, as those of many
real webcams have not, and each carries its number in a comment, so that a stored picture can be compared with what
was sent: `frame(number, size)` gives the same bytes at any time.

Sources: Documentation/usb/usbip_protocol.rst; USB Video Class 1.1 and its payload MJPEG.
"""

import os
import select
import socket
import struct
import sys
import time
from pathlib import Path

VHCI = Path("/sys/devices/platform/vhci_hcd.0")
PORT = 0
DEVICE_ID = 1 << 16 | 1
HIGH_SPEED = 3
SIZES = ((1280, 720), (640, 480))
FRAMES_PER_SECOND = 30
INTERVAL = 10_000_000 // FRAMES_PER_SECOND  # in units of 100 ns
LARGEST_FRAME = 512 * 1024
# uvcvideo asks for at most 32 packets of 512 bytes at a time, and cuts a payload that is longer.
LARGEST_PAYLOAD = 32 * 512

STALL, RESET = -32, -104
SUBMIT, UNLINK, SUBMITTED, UNLINKED = 1, 2, 3, 4
PROBE_LENGTH = 34


# The pictures

def pictures(size: tuple[int, int]) -> list[bytes]:
    """The JPEG files made by build/frames, without their Huffman tables."""
    folder = Path(os.environ["LAB_KERNEL"]) / "frames"
    return [without_huffman_tables(path.read_bytes()) for path in sorted(folder.glob(f"{size[0]}x{size[1]}-*.jpg"))]


def segments(jpeg: bytes):
    """Yields (marker, start, end) of each header segment, the start of scan last."""
    at = 2
    while True:
        marker, length = jpeg[at + 1], int.from_bytes(jpeg[at + 2:at + 4], "big")
        yield marker, at, at + 2 + length
        if marker == 0xDA:
            return
        at += 2 + length


def without_huffman_tables(jpeg: bytes) -> bytes:
    """The same file without its DHT segments."""
    kept, end = jpeg[:2], 2
    for marker, start, end in segments(jpeg):
        if marker != 0xC4:
            kept += jpeg[start:end]
    return kept + jpeg[end:]


def frame(number: int, size: tuple[int, int], of: list[bytes] | None = None) -> bytes:
    """What the camera sends as frame `number`."""
    choice = of or pictures(size)
    picture = choice[number % len(choice)]
    _, _, end = next(segments(picture))  # JFIF wants its own segment first
    comment = b"frame %08d" % number
    return picture[:end] + struct.pack(">BBH", 0xFF, 0xFE, 2 + len(comment)) + comment + picture[end:]


def number_of(jpeg: bytes) -> int:
    """The number in a frame's comment."""
    for marker, start, end in segments(jpeg):
        if marker == 0xFE:
            return int(jpeg[start + 4:end].split()[1])
    raise ValueError("no comment: not a frame of this camera")


# The descriptors

def descriptor(kind: int, *fields: tuple[str, int]) -> bytes:
    body = b"".join(struct.pack("<" + code, value) for code, value in fields)
    return bytes((len(body) + 2, kind)) + body


def octets(*values: int) -> list[tuple[str, int]]:
    return [("B", value) for value in values]


def device_descriptor() -> bytes:
    # Class EF/2/1: the interfaces are grouped by an association.
    return descriptor(1, ("H", 0x0200), *octets(0xEF, 2, 1, 64), ("H", 0x1D6B), ("H", 0x0102), ("H", 0x0100),
                      *octets(1, 2, 0, 1))


def frame_descriptor(index: int, size: tuple[int, int]) -> bytes:
    rate = LARGEST_FRAME * 8 * FRAMES_PER_SECOND
    return descriptor(0x24, *octets(7, index, 0), ("H", size[0]), ("H", size[1]), ("I", rate), ("I", rate),
                      ("I", LARGEST_FRAME), ("I", INTERVAL), *octets(1), ("I", INTERVAL))


def control_interface() -> bytes:
    camera = descriptor(0x24, *octets(2, 1), ("H", 0x0201), *octets(0, 0), ("H", 0), ("H", 0), ("H", 0),
                        *octets(3, 0, 0, 0))
    stream = descriptor(0x24, *octets(3, 2), ("H", 0x0101), *octets(0, 1, 0))
    header = descriptor(0x24, *octets(1), ("H", 0x0110), ("H", 13 + len(camera) + len(stream)), ("I", 48_000_000),
                        *octets(1, 1))
    return descriptor(4, *octets(0, 0, 0, 0x0E, 1, 0, 0)) + header + camera + stream


def streaming_interface() -> bytes:
    # Alternate setting 0 only, and a bulk endpoint: USB/IP's virtual controller needs no isochronous bandwidth then.
    frames = b"".join(frame_descriptor(index, size) for index, size in enumerate(SIZES, 1))
    motion_jpeg = descriptor(0x24, *octets(6, 1, len(SIZES), 0, 1, 0, 0, 0, 0)) + frames
    header = descriptor(0x24, *octets(1, 1), ("H", 14 + len(motion_jpeg)), *octets(0x81, 0, 2, 0, 0, 0, 1, 0))
    endpoint = descriptor(5, *octets(0x81, 2), ("H", 512), *octets(0))
    return descriptor(4, *octets(1, 0, 1, 0x0E, 2, 0, 0)) + header + motion_jpeg + endpoint


def configuration() -> bytes:
    association = descriptor(11, *octets(0, 2, 0x0E, 3, 0, 2))
    body = association + control_interface() + streaming_interface()
    return descriptor(2, ("H", 9 + len(body)), *octets(2, 1, 0, 0x80, 50)) + body


def string(index: int) -> bytes:
    if index == 0:
        return descriptor(3, ("H", 0x0409))
    text = ("", "Exhibit lab", "Lab Webcam")[index].encode("utf-16-le")
    return bytes((len(text) + 2, 3)) + text


# The device

class Webcam:
    """One end of a USB/IP connection: answers control requests and sends a frame every 1/30 s while asked to."""

    def __init__(self, connection: socket.socket):
        self.connection = connection
        self.frame_index = 1
        self.pictures = {size: pictures(size) for size in SIZES}
        self.waiting: list[tuple[int, int]] = []  # bulk requests: sequence number and size
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
        self.due = max(self.due + 1 / FRAMES_PER_SECOND, time.monotonic())
        # Without requests nobody is streaming; a frame that is still on its way is not overtaken.
        if not self.waiting or self.payloads:
            return
        self.number += 1
        size = SIZES[self.frame_index - 1]
        jpeg = frame(self.number, size, self.pictures[size])
        room = LARGEST_PAYLOAD - 2
        parts = [jpeg[at:at + room] for at in range(0, len(jpeg), room)]
        toggle = 0x80 | self.number & 1
        self.payloads = [bytes((2, toggle | (2 if part is parts[-1] else 0))) + part for part in parts]

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
        size = struct.unpack(">I", header[24:28])[0]
        data = b"" if to_host else self.read(size)
        if endpoint:
            self.waiting.append((sequence, size))
        else:
            self.control(sequence, header[40:48], data)
        return True

    def unlink(self, sequence: int, victim: int) -> None:
        known = any(waiting == victim for waiting, _ in self.waiting)
        self.waiting = [request for request in self.waiting if request[0] != victim]
        if not self.waiting:
            self.payloads = []
        self.connection.sendall(struct.pack(">5Ii24x", UNLINKED, sequence, 0, 0, 0, RESET if known else 0))

    def control(self, sequence: int, setup: bytes, data: bytes) -> None:
        kind, request, value, index, length = struct.unpack("<BBHHH", setup)
        answer = self.class_request(request, value, index, data) if kind & 0x60 else self.standard(request, value)
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
                return string(index)
            return {1: device_descriptor(), 2: configuration()}.get(kind)
        return {get_status: b"\0\0", get_configuration: b"\1"}.get(request, b"")

    def class_request(self, request: int, value: int, index: int, data: bytes) -> bytes | None:
        """Probe and commit of the streaming interface; nothing else is there."""
        if index & 0xFF != 1 or value >> 8 not in (1, 2):
            return None
        set_current, get_length, get_information = 0x01, 0x85, 0x86
        if request == set_current:
            self.frame_index = min(max(data[3], 1), len(SIZES))
            return b""
        if request == get_length:
            return struct.pack("<H", PROBE_LENGTH)
        if request == get_information:
            return b"\3"
        return self.probe()

    def probe(self) -> bytes:
        return struct.pack("<HBBIHHHHHIIIBBBB", 1, 1, self.frame_index, INTERVAL, 0, 0, 0, 0, 0, LARGEST_FRAME,
                           LARGEST_PAYLOAD, 48_000_000, 0, 0, 0, 0)

    def give_back(self, sequence: int, status: int, data: bytes = b"", length: int | None = None) -> None:
        size = len(data) if length is None else length
        self.connection.sendall(struct.pack(">5Ii4I8x", SUBMITTED, sequence, 0, 0, 0, status, size, 0, 0, 0) + data)

    def read(self, size: int) -> bytes:
        found = b""
        while len(found) < size:
            part = self.connection.recv(size - len(found))
            if not part:
                break
            found += part
        return found


def main() -> int:
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
