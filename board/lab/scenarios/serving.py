"""The program at the serial line and the camera's, both as units: each goes on without the other."""

import os
import re
import signal
import time

import pytest

import parts
from program import START_S
from sentences import sentence
from service import Service
from waiting import eventually

pytestmark = pytest.mark.systemd

CONSOLE = "exhibit-console"
GREETING = sentence("console.greeting.device", re.compile(".*"))
AWAY = sentence("console.away")
# Emulated, a start of a program alone takes a good part of it; on a board 1 s are the service manager's.
BACK_S = 10


def lost(service: Service) -> int:
    """The frames that the camera has made and the program has not got, since the start."""
    return service.status()["frames"]["lost"]


def lost_in_start(service: Service) -> int:
    """So many until the board is done with its start, which costs frames where it is emulated."""

    def is_done() -> bool:
        before = lost(service)
        time.sleep(1)
        return lost(service) == before

    service.until("running", START_S)
    eventually("a board that is done with its start", START_S, is_done)
    return lost(service)


def serving(service: Service) -> int:
    """The process at the line."""
    return eventually("a process at the line", START_S, lambda: int(service.show("MainPID", CONSOLE)))


def test_line_is_served_again_where_its_program_was_killed():
    """the program at the line is killed: the line is served again, and no frame is lost"""
    with Service(watchdog_s=30) as service:
        service.terminal.expect(GREETING, within=START_S)
        before = lost_in_start(service)
        os.kill(serving(service), signal.SIGKILL)
        service.terminal.expect(GREETING, within=BACK_S)
        service.terminal.type("snap --in 0")
        service.terminal.expect(sentence("photo.stored", 1))
        assert lost(service) == before, "frames were lost"


def test_camera_goes_on_where_line_hangs():
    """the program at the line stands still: photos are stored, no frame is lost, and what was said is read later"""
    with Service(watchdog_s=30) as service:
        service.terminal.expect(GREETING, within=START_S)
        before = lost_in_start(service)
        stuck = serving(service)
        os.kill(stuck, signal.SIGSTOP)
        try:
            parts.press()
            service.photo()
            assert lost(service) == before, "frames were lost"
        finally:
            os.kill(stuck, signal.SIGCONT)
        service.terminal.expect(sentence("photo.stored", 1))


def test_line_says_that_camera_program_is_gone():
    """the camera's program is killed, and started anew: the line says so, and is answered again"""
    with Service(watchdog_s=30) as service:
        service.terminal.expect(GREETING, within=START_S)
        line = serving(service)
        os.kill(service.process_id, signal.SIGKILL)
        service.terminal.type("list")
        service.terminal.expect(AWAY)
        service.terminal.expect(GREETING, within=START_S)
        service.terminal.type("snpa")
        service.terminal.expect(sentence("command.unknown-nearest", "snpa", "snap"))
        assert serving(service) == line, "the line's program did not go on"


def test_typed_line_is_shown_where_camera_program_hangs():
    """the camera's program stands still: what is typed is shown, so is that it has no answer, and that comes later"""
    with Service(watchdog_s=30) as service:
        service.terminal.expect(GREETING, within=START_S)
        stuck = service.process_id
        os.kill(stuck, signal.SIGSTOP)
        try:
            service.terminal.type("snpa")
            service.terminal.expect("snpa")
            service.terminal.expect(sentence("console.unanswered", 10), within=20)
        finally:
            os.kill(stuck, signal.SIGCONT)
        service.terminal.expect(sentence("command.unknown-nearest", "snpa", "snap"))
        assert service.restarts() == 0, "it was taken for a hang"
