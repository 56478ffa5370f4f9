"""`exhibit run` without any device: its consoles are a pseudo-terminal, on which a person types, and a socket."""

import os
import pty
import random
import select
import socket
import subprocess
import time
from pathlib import Path

from demo import EXECUTABLE

WAIT_S = 20
# Without the optimiser each byte takes 14 µs.
NOISE_BYTES = 10_000_000 if "/release/" in str(EXECUTABLE) else 100_000
# Whoever sends much noise may cost this much once, for what is kept of it; and not the noise itself.
MOST_GROWTH_KB = 6000


class Board:
    baud = 4000000

    def __init__(self, folder, settings=""):
        self.tty = Path(folder, "tty")
        self.plug()
        self.configuration = Path(folder, "exhibit.toml")
        self.socket = f"{folder}/console.sock"
        self.configuration.write_text(
            f'store = "{folder}/store"\n[device]\nfolder = "{folder}/device"\n[console]\n'
            f'tty = "{self.tty}"\nbaud = {self.baud}\nsocket = "{self.socket}"\n{settings}\n'
        )
        self.start()

    def start(self):
        self.program = self.started(EXECUTABLE, "run")

    def started(self, program, *words):
        """The program, by this board's configuration."""
        return subprocess.Popen(
            [program, *words, "--config", self.configuration],
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
        )

    def plug(self):
        """A line is there, with a terminal at its other end."""
        self.master, self.line = pty.openpty()
        os.set_blocking(self.master, False)
        self.tty.unlink(missing_ok=True)
        self.tty.symlink_to(os.ttyname(self.line))

    def unplug(self):
        """The line hangs up, and is gone."""
        self.tty.unlink()
        for descriptor in (self.master, self.line):
            os.close(descriptor)

    def __enter__(self):
        self.read("> ")
        return self

    def __exit__(self, *_):
        self.program.terminate()
        try:
            self.program.wait(WAIT_S)
        finally:
            self.program.kill()
            for descriptor in (self.master, self.line):
                os.close(descriptor)

    def type(self, keys):
        os.write(self.master, keys.encode() if isinstance(keys, str) else keys)

    def take(self):
        """What is there to read now."""
        try:
            return os.read(self.master, 65536)
        except BlockingIOError:
            return b""

    def read(self, end):
        """Everything up to `end`, for which it waits, and after which nothing came yet."""
        return self.read_until(end, lambda said: said.endswith(end.encode()))

    def sees(self, words):
        """Everything until `words` are in it, for which it waits."""
        return self.read_until(words, lambda said: words.encode() in said)

    def read_until(self, what, has_come):
        said, patience = b"", time.monotonic() + WAIT_S
        while not has_come(said):
            assert time.monotonic() < patience, f"{what!r} never came after {said[-500:]!r}"
            assert self.program.poll() is None, f"it ended: {self.program.stderr.read()}"
            select.select([self.master], [], [], 1)
            said += self.take()
        return said.decode(errors="replace")

    def ask(self, line):
        """The answer to a line that is typed."""
        self.type(line + "\r")
        return self.read("\r\n\r\n> ")

    def connect(self):
        peer = socket.socket(socket.AF_UNIX)
        peer.settimeout(WAIT_S)
        peer.connect(self.socket)
        return peer

    def run(self, *words, **arguments):
        """`exhibit WORDS` on the board."""
        return subprocess.run(
            [EXECUTABLE, *words, "--config", self.configuration],
            capture_output=True, text=True, timeout=WAIT_S, **arguments
        )

    def resident_kilobytes(self):
        return kilobytes(self.program, "VmRSS")


def kilobytes(program, figure):
    """What the kernel says of a process under this name."""
    status = Path(f"/proc/{program.pid}/status").read_text()
    return next(int(line.split()[1]) for line in status.splitlines() if line.startswith(figure))


def noise(without=b""):
    """Bytes by chance, the same each time, and none of those `without`."""
    sent = random.Random(1).randbytes(NOISE_BYTES)
    return sent.translate(None, without)


def feed(descriptor, sent, drain):
    """Writes all of `sent` as far as it is taken, and reads what comes back."""
    rest = memoryview(sent)
    while rest:
        readable, writable, _ = select.select([descriptor], [descriptor], [], 20)
        assert readable or writable, "it takes nothing more"
        if readable:
            drain()
        if writable:
            try:
                rest = rest[os.write(descriptor, rest[:4096]):]
            except BlockingIOError:
                pass
