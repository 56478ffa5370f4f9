"""GPIO lines through the kernel's character device, for whoever else uses a line on the board.

Source: include/uapi/linux/gpio.h, its version 2. The tools of libgpiod 1 and 2 take different
options; this does not depend on either.
"""

import fcntl
import glob
import os
import select
import struct
from dataclasses import dataclass

GET_CHIP_INFO = 0x8044B401
GET_LINE_INFO = 0xC100B405
GET_LINE = 0xC250B407
SET_VALUES = 0xC010B40F
ACTIVE_LOW, INPUT, OUTPUT, RISING, FALLING = 1 << 1, 1 << 2, 1 << 3, 1 << 4, 1 << 5
OPEN_DRAIN, PULL_UP, PULL_DOWN = 1 << 6, 1 << 8, 1 << 9
# 64 offsets, consumer, flags and no attributes, count of lines, buffer size, descriptor.
REQUEST = struct.Struct("=64I32sQI20x240xII20xi")
# Name, consumer, offset, count of attributes, flags, the attributes, padding.
INFORMATION = struct.Struct("=32s32sIIQ160x16x")
EVENT = struct.Struct("=QIIII24x")


@dataclass
class Edge:
    at: float
    is_rising: bool


def chips() -> dict[str, str]:
    """The device of each chip, by its label."""
    return {_label(path): path for path in sorted(glob.glob("/dev/gpiochip*"))}


def _label(path: str) -> str:
    with open(path, "rb") as chip:
        information = fcntl.ioctl(chip, GET_CHIP_INFO, bytes(68))
    return information[32:64].split(b"\0")[0].decode()


def flags(chip: str, offset: int) -> int:
    """How the kernel has set up a line, whoever holds it."""
    with open(chips()[chip], "rb") as device:
        question = INFORMATION.pack(b"", b"", offset, 0, 0)
        return INFORMATION.unpack(fcntl.ioctl(device, GET_LINE_INFO, question))[4]


class Line:
    """A line of a chip, held under a name until the end of `with`."""

    def __init__(self, chip: str, offset: int, flags: int, holder: str = "lab"):
        request = REQUEST.pack(offset, *[0] * 63, holder.encode(), flags, 0, 1, 0, 0)
        with open(chips()[chip], "rb") as device:
            answer = fcntl.ioctl(device, GET_LINE, request)
        self.descriptor = REQUEST.unpack(answer)[-1]

    def __enter__(self) -> "Line":
        return self

    def __exit__(self, *_) -> None:
        os.close(self.descriptor)

    def drive(self, level: bool) -> None:
        fcntl.ioctl(self.descriptor, SET_VALUES, struct.pack("=QQ", level, 1))

    def edge(self, within: float) -> Edge | None:
        """The next edge; None when there is none in time."""
        if not select.select([self.descriptor], [], [], within)[0]:
            return None
        nanoseconds, kind, *_ = EVENT.unpack(os.read(self.descriptor, EVENT.size))
        return Edge(nanoseconds / 1e9, kind == 1)
