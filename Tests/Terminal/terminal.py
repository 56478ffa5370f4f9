"""A terminal to run a program on: a pseudo-terminal, and pyte to read the screen."""

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import termios
import time

import pyte

START_S = 20
END_S = 10
# Longer than any program leaves a key unread, so that each key is a read of its own.
KEY_PAUSE_S = 0.05


class TwoScreens(pyte.Screen):
    """pyte's screen, with the alternate screen that it lacks."""

    ALTERNATE = 1049
    is_alternate = False

    def set_mode(self, *modes, **kwargs):
        super().set_mode(*modes, **kwargs)
        if kwargs.get("private") and self.ALTERNATE in modes and not self.is_alternate:
            self.is_alternate = True
            self.main = list(self.display), (self.cursor.y, self.cursor.x)
            self.erase_in_display(2)

    def reset_mode(self, *modes, **kwargs):
        super().reset_mode(*modes, **kwargs)
        if kwargs.get("private") and self.ALTERNATE in modes and self.is_alternate:
            self.is_alternate = False
            self._show(*self.main)

    def _show(self, rows, cursor):
        self.erase_in_display(2)
        for index, row in enumerate(rows[: self.lines]):
            self.cursor_position(index + 1, 1)
            self.draw(row.rstrip())
        self.cursor_position(cursor[0] + 1, cursor[1] + 1)


class Terminal:
    """A program on a terminal of its own, in the foreground of a session that outlives it, as a shell's does."""

    def __init__(self, command, columns=80, rows=24, **environment):
        self.screen = TwoScreens(columns, rows)
        self.stream = pyte.ByteStream(self.screen)
        self.sent = b""
        self.status = None
        self.master, self.line = pty.openpty()
        self.resize(columns, rows)
        self.settings_before = self.settings()
        os.write(self.line, b"$ exhibit demo\r\n")
        report, theirs = os.pipe()
        self.leader = os.fork()
        if self.leader == 0:
            _lead(self.line, command, os.environ | environment, theirs)
        os.close(theirs)
        self.report = os.fdopen(report)
        self.process = int(self.report.readline())

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for process in (self.process, self.leader) if self.status is None else (self.leader,):
            try:
                os.kill(process, signal.SIGKILL)
            except ProcessLookupError:
                pass
        os.waitpid(self.leader, 0)
        self.report.close()
        os.close(self.line)
        os.close(self.master)

    def press(self, keys):
        """Presses one key after the other."""
        for key in keys:
            os.write(self.master, key.encode())
            self.read(for_s=KEY_PAUSE_S)

    def send(self, sequence):
        """Presses a key of which the terminal sends several bytes."""
        os.write(self.master, sequence.encode())
        self.read(for_s=KEY_PAUSE_S)

    def state(self):
        """The process's state as the kernel has it: `T` where it is stopped."""
        with open(f"/proc/{self.process}/stat", encoding="utf-8") as stat:
            return stat.read().rsplit(")", 1)[1].split()[0]

    def read(self, for_s=0.0):
        """Shows what the program sent, for at least `for_s` seconds."""
        deadline = time.monotonic() + for_s
        while True:
            left = max(0.0, deadline - time.monotonic())
            if select.select([self.master], [], [], left)[0]:
                data = os.read(self.master, 65536)
                self.sent += data
                self.stream.feed(data)
            elif not left:
                return

    def text(self):
        """What the screen shows now."""
        self.read()
        return "\n".join(row.rstrip() for row in self.screen.display)

    def shows(self, words):
        """Whether the screen shows these words, or what such a pattern finds."""
        return bool(re.search(words if isinstance(words, re.Pattern) else re.escape(words), self.text()))

    def resize(self, columns, rows):
        self.screen.resize(rows, columns)
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def signal(self, number):
        os.kill(self.process, number)

    def settings(self):
        return termios.tcgetattr(self.line)

    def is_restored(self):
        """Whether the terminal is as it was: its settings, the main screen, cursor, wrapping."""
        self.read()
        modes = self.screen.mode
        return (
            self.settings() == self.settings_before
            and not self.screen.is_alternate
            and not self.screen.cursor.hidden
            and pyte.modes.DECAWM in modes
            and "$ exhibit demo" in self.screen.display[0]
        )

    def end(self, within=END_S):
        """Waits for the program's end and answers its status, negative for a signal; None if it goes on."""
        deadline = time.monotonic() + within
        while self.status is None and time.monotonic() < deadline:
            self.read(for_s=0.02)
            if select.select([self.report], [], [], 0)[0]:
                self.status = int(self.report.readline())
        return self.status


def _lead(line, command, environment, report):
    """The session's leader, a process of its own: starts the program, tells its process and its status."""
    try:
        os.setsid()
        fcntl.ioctl(line, termios.TIOCSCTTY, 0)
        # A pause on the terminal's side is not for the leader to feel.
        signal.signal(signal.SIGTTOU, signal.SIG_IGN)
        with subprocess.Popen(
            command, stdin=line, stdout=line, stderr=line, env=environment, preexec_fn=_foreground
        ) as program:
            os.write(report, f"{program.pid}\n".encode())
            status = program.wait()
        os.tcsetpgrp(line, os.getpgrp())
        os.write(report, f"{status}\n".encode())
        signal.pause()
    finally:
        os._exit(1)


def _foreground():
    os.setpgid(0, 0)
    signal.signal(signal.SIGTTOU, signal.SIG_IGN)
    os.tcsetpgrp(0, os.getpid())
    signal.signal(signal.SIGTTOU, signal.SIG_DFL)
