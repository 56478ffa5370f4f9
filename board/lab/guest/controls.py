"""The webcam's controls, as a file of the zoo describes them: brightness and the like.

A control has a `range` and a `default`; one of `modes` (a bit for each) is a menu with holes. What it `stalls` at and
what it is `silent` at are requests by the names that the specification gives them.

Source: USB Video Class 1.1, 4.2.2.
"""

import json
import struct
from pathlib import Path
from typing import NamedTuple

# The camera itself, and what works on its picture.
CAMERA, PROCESSING = 1, 3
SET_CURRENT = 0x01
REQUESTS = {
    "SET_CUR": SET_CURRENT,
    "GET_CUR": 0x81,
    "GET_MIN": 0x82,
    "GET_MAX": 0x83,
    "GET_RES": 0x84,
    "GET_LEN": 0x85,
    "GET_INFO": 0x86,
    "GET_DEF": 0x87,
}
NAMES = {number: name for name, number in REQUESTS.items()}
# Reading and writing are allowed.
READ_AND_WRITE = b"\3"


class Place(NamedTuple):
    """Where a control is: its unit, its bit among those that the unit has, its selector, and its size in bytes."""

    unit: int
    bit: int
    selector: int
    size: int


PLACES = {
    "auto_exposure": Place(CAMERA, 1, 0x02, 1),
    "exposure_time": Place(CAMERA, 3, 0x04, 4),
    "focus": Place(CAMERA, 5, 0x06, 2),
    "brightness": Place(PROCESSING, 0, 0x02, 2),
    "contrast": Place(PROCESSING, 1, 0x03, 2),
    "saturation": Place(PROCESSING, 3, 0x07, 2),
    "sharpness": Place(PROCESSING, 4, 0x08, 2),
    "gain": Place(PROCESSING, 9, 0x04, 2),
    "power_line_frequency": Place(PROCESSING, 10, 0x05, 1),
}


class Silence(Exception):
    """The camera does not answer, and the host waits until it has had enough."""


class Controls:
    """Their values, which are kept in a file for who wants to see them too, and the answers to what is asked."""

    def __init__(self, described: dict[str, dict], record: Path | None = None):
        self.described, self.record = described, record
        self.values = {name: control["default"] for name, control in described.items()}
        self.names = {(PLACES[name].unit, PLACES[name].selector): name for name in described}
        self.keep()

    def bits(self, unit: int) -> int:
        """The controls that a unit has, a bit for each."""
        return sum(1 << PLACES[name].bit for name in self.described if PLACES[name].unit == unit)

    def answer(self, unit: int, selector: int, request: int, data: bytes) -> bytes | None:
        """The answer to a request; None where it is refused, by a stall."""
        name = self.names.get((unit, selector))
        if name is None:
            return None
        control, kind = self.described[name], NAMES.get(request, "")
        if kind in control.get("silent", ()):
            raise Silence
        if kind in control.get("stalls", ()):
            return None
        size = PLACES[name].size
        if request == SET_CURRENT:
            self.values[name] = int.from_bytes(data[:size], "little", signed=True)
            self.keep()
            return b""
        if kind == "GET_INFO":
            return READ_AND_WRITE
        if kind == "GET_LEN":
            return struct.pack("<H", size)
        return self.number(name, control, kind).to_bytes(size, "little", signed=True)

    def keep(self) -> None:
        if self.record:
            self.record.write_text(json.dumps(self.values))

    def number(self, name: str, control: dict, kind: str) -> int:
        least, most = control.get("range", (0, 0))
        step = sum(control["modes"]) if "modes" in control else control.get("step", 1)
        numbers = {"GET_CUR": self.values[name], "GET_MIN": least, "GET_MAX": most, "GET_RES": step}
        return numbers.get(kind, control["default"])
