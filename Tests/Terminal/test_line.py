"""The program at the serial line, as a service manager starts it: beside the camera's, and without it."""

import os
import signal
import time
from pathlib import Path

import pytest

from board import WAIT_S, Board, kilobytes
from demo import EXECUTABLE
from sentences import sentence

# What it may take on a small board.
MOST_RESIDENT_KB, MOST_ANONYMOUS_KB = 12_000, 1000
# The program for use: another build brings its runtime as shared libraries, larger than itself.
FOR_USE = Path(EXECUTABLE.replace("/debug/", "/release/"))
AWAY = sentence("console.away")


class Apart(Board):
    """The two programs on their own."""

    def start(self):
        self.line_program = self.started(EXECUTABLE, "console")
        self.start_camera()

    def start_camera(self):
        self.program = self.started(Path(EXECUTABLE).with_name("exhibitd"))

    def kill_camera(self):
        self.program.kill()
        self.program.wait(WAIT_S)

    def processor_s(self):
        """The processor's time that the line's program has taken."""
        fields = Path(f"/proc/{self.line_program.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def __exit__(self, *_):
        for program in (self.line_program, self.program):
            program.terminate()
            program.wait(WAIT_S)
        for descriptor in (self.master, self.line):
            os.close(descriptor)

    def read_until(self, what, has_come):
        """As of any board, though the camera's program may have ended."""
        said, patience = b"", time.monotonic() + WAIT_S
        while not has_come(said):
            assert time.monotonic() < patience, f"{what!r} never came after {said[-500:]!r}"
            time.sleep(0.005)
            said += self.take()
        return said.decode(errors="replace")


class ForUse(Apart):
    """The program for use at the line."""

    def start(self):
        self.line_program = self.started(FOR_USE, "console")
        self.start_camera()


class Slow(Apart):
    baud = 1200


@pytest.fixture
def board(tmp_path):
    with Apart(tmp_path) as board:
        yield board


@pytest.fixture
def slow(tmp_path):
    with Slow(tmp_path) as board:
        yield board


def test_line_outlives_camera_program(board):
    """the camera's program is killed and started again under the line, which says so and is answered again"""
    board.kill_camera()
    assert AWAY.search(board.ask("light"))
    board.start_camera()
    assert "light" in board.read("> ") or board.ask("light")
    assert sentence("command.unknown-nearest", "snpa", "snap").search(board.ask("snpa"))
    assert board.line_program.poll() is None, board.line_program.stderr.read()


def test_what_is_owed_when_camera_program_hangs_is_answered_when_it_goes_on(board):
    """the camera's program stands still: what is typed is shown, and answered when it goes on"""
    board.program.send_signal(signal.SIGSTOP)
    board.type("snpa\r")
    board.read("snpa\r\n")
    board.program.send_signal(signal.SIGCONT)
    assert sentence("command.unknown-nearest", "snpa", "snap").search(board.read("\r\n\r\n> "))


def test_line_that_takes_nothing_while_camera_program_ends(slow):
    """a slow line that takes nothing while the camera's program ends costs no processor"""
    slow.type("help\r")
    time.sleep(0.5)
    slow.kill_camera()
    before = slow.processor_s()
    time.sleep(2)
    assert slow.processor_s() - before < 0.5, "it spins"


def test_missing_line_costs_nothing(tmp_path):
    """a line that is missing costs no processor"""
    with Apart(tmp_path) as board:
        board.unplug()
        time.sleep(0.5)
        before = board.processor_s()
        time.sleep(2)
        assert board.processor_s() - before < 0.5, "it spins"
        board.plug()
        board.read("> ")


def test_control_c_drops_what_is_queued_for_slow_line(slow):
    """at 1200 baud Ctrl-C brings the prompt at once, and not what was left of the answer"""
    slow.type("status\r")
    time.sleep(0.3)
    slow.type("\x03")
    said = slow.read("> ")
    whole = len(slow.ask("status"))
    assert len(said) < whole / 2, f"{len(said)} of {whole} bytes came"
    slow.type("light\r")
    slow.read("\r\n\r\n> ")


def test_line_program_takes_little_memory(tmp_path):
    """the program at the line takes at most 12 MB of memory, 1 MB of it its own"""
    with ForUse(tmp_path) as board:
        for _ in range(100):
            board.ask("status")
        resident, anonymous = (kilobytes(board.line_program, figure) for figure in ("VmRSS", "RssAnon"))
    assert anonymous <= MOST_ANONYMOUS_KB, f"{anonymous} kB are its own"
    assert resident <= MOST_RESIDENT_KB, f"{resident} kB are resident"


def test_line_program_without_line_ends_well(tmp_path):
    """where no line is configured, or a bad one, the program at it ends and says why"""
    configuration = tmp_path / "exhibit.toml"
    configuration.write_text(f'store = "{tmp_path}/store"\n')
    board = Apart.__new__(Apart)
    board.configuration = configuration
    program = board.started(EXECUTABLE, "console")
    assert program.wait(WAIT_S) == 0 and sentence("console.no-line").search(program.stderr.read())
    configuration.write_text("[console]\nbaud = 12\n")
    program = board.started(EXECUTABLE, "console")
    assert program.wait(WAIT_S) == 78 and "12" in program.stderr.read()
