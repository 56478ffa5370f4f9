"""The device's end of a USB/IP connection: requests come in, and each is completed once or taken back.

Source: Documentation/usb/usbip_protocol.rst.
"""

import socket
import struct
from pathlib import Path
from typing import NamedTuple

VHCI = Path("/sys/devices/platform/vhci_hcd.0")
DEVICE_ID = 1 << 16 | 1
HIGH_SPEED = 3
STALL, RESET = -32, -104
SUBMIT, UNLINK, SUBMITTED, UNLINKED = 1, 2, 3, 4
HEADER_BYTES, PACKET_BYTES = 48, 16


class Request(NamedTuple):
    """What the host has submitted; `packets` are the places of an isochronous one, offset and length."""

    sequence: int
    endpoint: int
    setup: bytes
    data: bytes
    packets: tuple[tuple[int, int], ...]


class Gone(Exception):
    """The host has detached the device."""


class Connection:
    """One device in a port of the kernel's virtual controller."""

    def __init__(self, port: int):
        self.socket, kernels = socket.socketpair()
        (VHCI / "attach").write_text(f"{port} {kernels.fileno()} {DEVICE_ID} {HIGH_SPEED}\n")
        kernels.close()
        # Those that were neither completed nor taken back, by sequence number, the oldest first.
        self.waiting: dict[int, Request] = {}
        self.newest = 0
        # What is to be taken back and was not sent yet, with the sequence number of the command.
        self.early: dict[int, int] = {}

    def fileno(self) -> int:
        return self.socket.fileno()

    def receive(self) -> Request | None:
        """Takes one command; a request that is to be answered, if it is one."""
        header = self.read(HEADER_BYTES)
        command, sequence, _, to_host, endpoint = struct.unpack(">5I", header[:20])
        if command == UNLINK:
            self.unlink(sequence, struct.unpack(">I", header[20:24])[0])
            return None
        size, _, count = struct.unpack(">3I", header[24:36])
        data = b"" if to_host else self.read(size)
        packets = self.read_packets(count) if endpoint and 0 < count <= 1024 else ()
        self.newest = sequence
        request = Request(sequence, endpoint, header[40:48], data, packets)
        self.waiting[sequence] = request
        if sequence in self.early:
            self.unlink(self.early.pop(sequence), sequence)
            return None
        return request

    def read_packets(self, count: int) -> tuple[tuple[int, int], ...]:
        octets = self.read(count * PACKET_BYTES)
        return tuple((offset, length) for offset, length, _, _ in struct.iter_unpack(">4I", octets))

    def unlink(self, sequence: int, victim: int) -> None:
        """Takes back a request; one that the host has yet to send, when it has been sent.

        The kernel sends what it unlinks before what it submits, even that which it submitted first; and
        takes an answer to a request that it has forgotten for a broken connection.
        """
        if victim > self.newest:
            self.early[victim] = sequence
            return
        known = self.waiting.pop(victim, None)
        self.socket.sendall(struct.pack(">5Ii24x", UNLINKED, sequence, 0, 0, 0, RESET if known else 0))

    def complete(self, request: Request, data: bytes = b"", status: int = 0, size: int | None = None) -> None:
        """Answers a request with what the host reads, or with how much of what it wrote was taken."""
        del self.waiting[request.sequence]
        taken = len(data) if size is None else size
        self.socket.sendall(
            struct.pack(">5Ii4I8x", SUBMITTED, request.sequence, 0, 0, 0, status, taken, 0, 0, 0) + data
        )

    def complete_packets(self, request: Request, payloads: list[bytes]) -> None:
        """Answers an isochronous request: a payload in each packet, and nothing in those that are left."""
        del self.waiting[request.sequence]
        data = b"".join(payloads)
        sizes = [len(payload) for payload in payloads] + [0] * (len(request.packets) - len(payloads))
        head = struct.pack(
            ">5Ii4I8x", SUBMITTED, request.sequence, 0, 0, 0, 0, len(data), 0, len(request.packets), 0
        )
        ends = b"".join(
            struct.pack(">4I", offset, length, size, 0) for (offset, length), size in zip(request.packets, sizes)
        )
        self.socket.sendall(head + data + ends)

    def read(self, size: int) -> bytes:
        found = b""
        while len(found) < size:
            part = self.socket.recv(size - len(found))
            if not part:
                raise Gone
            found += part
        return found
