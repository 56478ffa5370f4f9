"""`exhibit run` without any device: its consoles are a pseudo-terminal, on which a person types, and a socket."""

import os
import pty
import select
import socket
import subprocess
import time
from pathlib import Path

from demo import EXECUTABLE

WAIT_S = 20


class Board:
    def __init__(self, folder, settings=""):
        self.master, self.line = pty.openpty()
        os.set_blocking(self.master, False)
        self.configuration = Path(folder, "exhibit.toml")
        self.socket = f"{folder}/console.sock"
        self.configuration.write_text(
            f'store = "{folder}/store"\n[device]\nfolder = "{folder}/device"\n[console]\n'
            f'tty = "{os.ttyname(self.line)}"\nbaud = 4000000\nsocket = "{self.socket}"\n{settings}\n'
        )
        self.program = subprocess.Popen(
            [EXECUTABLE, "run", "--config", self.configuration],
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
        )

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
        """Everything up to `end`, for which it waits."""
        said, patience = b"", time.monotonic() + WAIT_S
        while not said.endswith(end.encode()):
            assert time.monotonic() < patience, f"{end!r} never came after {said[-500:]!r}"
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
        status = Path(f"/proc/{self.program.pid}/status").read_text()
        return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS"))
