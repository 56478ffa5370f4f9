#!/usr/bin/python3
"""A USB webcam, plugged in over USB/IP; the kernel's own uvcvideo drives it.

usage: webcam.py [--model NAME] [--port NUMBER] [--first NUMBER] [WIDTHxHEIGHT]…

plugs it in and serves it until it is unplugged. NAME is a file of board/lab/zoo: the board's own camera unless told.
It has these sizes, or all that the file gives it, and counts its frames from 1 or another number. While the file DEAF
is there it answers nothing that it is asked, and goes on sending. Its process, whose number is in /run/webcam-PORT.pid,
can be stopped: a camera that hangs altogether.

Sources: Documentation/usb/usbip_protocol.rst; USB Video Class 1.1.
"""

import argparse
import os
import select
import struct
import time
from pathlib import Path

import uvc
from controls import SET_CURRENT, Controls, Silence
from model import PLAIN, Model, pixels_of
from negotiation import COMMIT, PROBE, Negotiation
from stream import Stream
from usbip import STALL, Connection, Gone, Request

DEAF = Path("/run/webcam-deaf")
CONTROL_INTERFACE, STREAMING_INTERFACE = 0, 1
# Requests of USB itself: of the device, and of an interface.
GET_STATUS, GET_DESCRIPTOR, GET_CONFIGURATION, SET_INTERFACE = 0, 6, 8, 11
CLASS_OR_VENDOR, TO_HOST = 0x60, 0x80


class Webcam:
    """A camera in a port: answers requests, and sends frames while it is asked to."""

    def __init__(self, model: Model, port: int, first: int):
        self.model = model
        self.agreed = Negotiation(model)
        self.controls = Controls(model.controls, Path(f"/run/webcam-{port}.json"))
        # Its film is made before it is plugged in: from then on it answers at once.
        self.stream = Stream(model, self.agreed, first)
        self.connection = Connection(port)

    def serve(self) -> None:
        """Runs until the host detaches the device."""
        while True:
            timeout = max(0.0, self.stream.due - time.monotonic())
            if select.select([self.connection], [], [], timeout)[0]:
                self.answer_one()
            wanted = self.wanted()
            if time.monotonic() >= self.stream.due:
                self.begin_frame(wanted)
            self.send(wanted)

    def begin_frame(self, wanted: list[Request]) -> None:
        # Without requests nobody is streaming.
        if wanted:
            self.stream.begin_frame()
        else:
            self.stream.due = time.monotonic() + self.agreed.interval / 1e7

    def send(self, wanted: list[Request]) -> None:
        for request in wanted:
            if not self.stream.payloads:
                return
            if request.packets:
                self.connection.complete_packets(request, self.stream.take(len(request.packets)))
            else:
                self.connection.complete(request, *self.stream.take(1))

    def wanted(self) -> list[Request]:
        """The requests for what the stream sends; a slow host may have none for a moment."""
        return [request for request in self.connection.waiting.values() if request.endpoint]

    def answer_one(self) -> None:
        request = self.connection.receive()
        if request is None and not self.wanted():
            self.stream.stop()  # the last was taken back
        if request is None or request.endpoint or DEAF.exists():
            return
        kind, number, value, index, length = struct.unpack("<BBHHH", request.setup)
        try:
            answer = (
                self.of_class(number, value >> 8, index, request.data)
                if kind & CLASS_OR_VENDOR
                else self.of_usb(number, value)
            )
        except Silence:
            return
        if answer is None:
            self.connection.complete(request, status=STALL)
        elif kind & TO_HOST:
            self.connection.complete(request, answer[:length])
        else:
            self.connection.complete(request, size=len(request.data))

    def of_usb(self, number: int, value: int) -> bytes | None:
        if number == GET_DESCRIPTOR:
            kind, index = value >> 8, value & 0xFF
            if kind == 3:
                return uvc.string(self.model, index)
            described = {1: uvc.device_descriptor, 2: uvc.configuration}.get(kind)
            return described and described(self.model)
        if number == SET_INTERFACE:
            self.stream.stop()
        return {GET_STATUS: b"\0\0", GET_CONFIGURATION: b"\1"}.get(number, b"")

    def of_class(self, number: int, selector: int, index: int, data: bytes) -> bytes | None:
        """A request to a control, or to probe and commit of the streaming interface."""
        if index & 0xFF == CONTROL_INTERFACE:
            return self.controls.answer(index >> 8, selector, number, data)
        if selector not in (PROBE, COMMIT):
            return None
        answer = self.agreed.answer(number, data)
        if answer is not None and (selector, number) == (COMMIT, SET_CURRENT):
            return answer if self.stream.start() else None
        return answer


def main() -> None:
    options = argparse.ArgumentParser()
    options.add_argument("--model", default=PLAIN)
    options.add_argument("--port", type=int, default=0)
    options.add_argument("--first", type=int, default=1)
    options.add_argument("sizes", nargs="*", type=pixels_of)
    chosen = options.parse_args()
    model = Model(chosen.model)
    if chosen.sizes:
        model.only(chosen.sizes)
    serve(model, chosen.port, chosen.first)


def serve(model: Model, port: int, first: int = 1) -> None:
    """Plugs a camera in, and serves it until it is unplugged."""
    Path(f"/run/webcam-{port}.pid").write_text(f"{os.getpid()}\n")
    try:
        Webcam(model, port, first).serve()
    except (Gone, BrokenPipeError, ConnectionResetError):
        pass  # perhaps while something was on its way


if __name__ == "__main__":
    main()
