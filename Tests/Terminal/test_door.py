"""The door: guests who speak varlink, well and badly."""

import json
import socket
import time

import pytest

from board import MOST_GROWTH_KB, WAIT_S, Board
from sentences import sentence

CAMERA = "net.exhibit.Camera"
MESSAGE_BYTES = 65_536
OF_A_USER = 8


@pytest.fixture
def board(tmp_path):
    with Board(tmp_path) as board:
        yield board


class Guest:
    """A connection with the door."""

    def __init__(self, board):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(WAIT_S)
        self.socket.connect(board.socket.replace("console.sock", "door"))
        self.rest = b""

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.socket.close()

    def send(self, method, more=False, **parameters):
        call = {"method": method if "." in method else f"{CAMERA}.{method}", "parameters": parameters, "more": more}
        self.socket.sendall(json.dumps(call).encode() + b"\0")

    def reply(self):
        """The next reply; None where the connection has ended."""
        while b"\0" not in self.rest:
            more = self.socket.recv(65536)
            if not more:
                return None
            self.rest += more
        message, _, self.rest = self.rest.partition(b"\0")
        return json.loads(message)

    def call(self, method, **parameters):
        self.send(method, **parameters)
        return self.reply()


def test_guest_calls(board):
    """a guest says hello, reads what can be called, asks for the state and the commands, and says a line"""
    with Guest(board) as guest:
        hello = guest.call("Hello", client="a test")["parameters"]
        assert hello["api"] == 1 and "own" in hello["rights"], hello
        text = guest.call("org.varlink.service.GetInterfaceDescription", interface=CAMERA)["parameters"]["description"]
        assert "method Say(" in text
        report = guest.call("Status")["parameters"]["report"]
        assert report["shutter"] == "ready" and report["version"] == hello["version"], report
        commands = guest.call("Commands")["parameters"]["commands"]
        assert {"snap", "thing", "light"} <= {command["name"] for command in commands}
        said = guest.call("Say", line="light")["parameters"]
        assert said["outcome"] == "done" and said["key"] == "light.is", said
        assert guest.call("Say", line="snpa")["parameters"]["outcome"] == "misunderstood"


def test_what_goes_on_comes_bit_by_bit(board):
    """with more each sentence comes as it is said, and whoever closes has enough"""
    with Guest(board) as guest:
        guest.send("Say", more=True, line="snpa")
        first = guest.reply()
        assert first["continues"] and first["parameters"]["key"] == "command.unknown-nearest", first
        assert guest.reply() == {"parameters": {"outcome": "misunderstood"}}
        assert guest.call("Say", line="watch")["error"] == f"{CAMERA}.Refused"
    with Guest(board) as guest:
        guest.send("Watch", more=True)
        state = guest.reply()["parameters"]["state"]
        assert (state["shutter"], state["pieces"]) == ("ready", 0), state
        board.ask("pause")
        while state["pause_cause"] != "manual":
            state = guest.reply()["parameters"]["state"]
    with Guest(board) as guest:
        assert guest.call("Say", line="light")["parameters"]["outcome"] == "done"
        # There is no camera.
        series = guest.call("Snap", after=0)["parameters"]
        assert series["photos"] == [] and series["failures"][0]["key"], series


def test_guest_without_manners(board):
    """guests who flood, never read, send noise or no end, or are too many: others are answered, memory is kept"""
    board.ask("status")
    before = board.resident_kilobytes()
    guests = []
    with Guest(board) as flood:
        flood.socket.setblocking(False)
        sent = 0
        call = json.dumps({"method": f"{CAMERA}.Status"}).encode() + b"\0"
        until = time.monotonic() + 2
        while time.monotonic() < until:
            try:
                sent += flood.socket.send(call * 20)
            except BlockingIOError:
                time.sleep(0.01)
            except BrokenPipeError:
                # Who doesn't read the replies is left.
                break
        assert sent > len(call)
        for rude in (b'{"method":', b"\xff" * 100 + b"\0", b"x" * (2 * MESSAGE_BYTES), b"\0" * 1000):
            guests.append(Guest(board))
            try:
                guests[-1].socket.sendall(rude)
            except (BrokenPipeError, ConnectionResetError):
                pass
        crowd = [Guest(board) for _ in range(OF_A_USER)]
        assert crowd[-1].reply()["parameters"]["key"] == "console.full"
        assert sentence("light.is").search(board.ask("light")), "the line is not answered"
        for guest in (*guests, *crowd):
            guest.socket.close()
    assert board.resident_kilobytes() - before < MOST_GROWTH_KB
    with Guest(board) as guest:
        assert guest.call("Say", line="light")["parameters"]["outcome"] == "done"
