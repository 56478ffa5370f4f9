"""A terminal at the serial line's far end: what a person sees of what is drawn there."""

import os
import select
import time

import pyte

QUESTION = b"\x1b[6n"
# Private modes of xterm that pyte's screen has not: an alternate screen, of which there is one anyway.
ALTERNATE = (b"\x1b[?1049h", b"\x1b[?1049l")
QUIET_S = 1.5


class Screen:
    """A terminal of that size. It answers when it is asked how large it is."""

    def __init__(self, terminal, columns: int = 100, rows: int = 30):
        self.tty = terminal.tty
        self.size = (columns, rows)
        self.screen = pyte.Screen(columns, rows)
        self.stream = pyte.ByteStream(self.screen)
        self.byte_count = 0
        self.pending = b""

    def press(self, keys: str) -> None:
        os.write(self.tty, keys.encode())

    @property
    def rows(self) -> list[str]:
        return [row.rstrip() for row in self.screen.display]

    def read(self, within: float) -> bool:
        """Takes what comes first; says whether something came."""
        if not select.select([self.tty], [], [], within)[0]:
            return False
        self.take(os.read(self.tty, 4096))
        return True

    def take(self, part: bytes) -> None:
        self.byte_count += len(part)
        data = self.pending + part
        # A sequence that was cut off is fed when it is whole.
        cut = data.rfind(b"\x1b", -16)
        data, self.pending = (data[:cut], data[cut:]) if cut >= 0 and not ended(data[cut:]) else (data, b"")
        for _ in range(data.count(QUESTION)):
            columns, rows = self.size
            os.write(self.tty, f"\x1b[{rows};{columns}R".encode())
        for mode in ALTERNATE:
            data = data.replace(mode, b"")
        self.stream.feed(data)

    def until(self, what: str, shown, within: float = 20) -> None:
        """Reads until `shown(rows)`."""
        deadline = time.monotonic() + within
        while not shown(self.rows):
            left = deadline - time.monotonic()
            if left <= 0:
                raise AssertionError(f"the screen never showed {what}; it shows\n" + "\n".join(self.rows))
            self.read(min(left, 0.2))

    def settle(self, within: float = 30) -> None:
        """Reads until nothing is sent for a while."""
        deadline = time.monotonic() + within
        while self.read(QUIET_S):
            assert time.monotonic() < deadline, f"it never stops drawing: {self.byte_count} bytes"


def ended(sequence: bytes) -> bool:
    """Whether an escape sequence has its end."""
    if len(sequence) == 1:
        return False
    if sequence[1:2] != b"[":
        return True
    return any(0x40 <= byte <= 0x7E for byte in sequence[2:])
