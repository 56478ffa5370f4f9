"""The door: guests who speak varlink, well and badly."""

import json
import os
import socket
import time
from pathlib import Path

import pytest

from board import MOST_GROWTH_KB, WAIT_S, Board
from sentences import sentence

REPOSITORY = Path(__file__).resolve().parents[2]
CAMERA = "net.exhibit.Camera"
MESSAGE_BYTES = 65_536
OF_A_USER = 8
RECORDS = 1200


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

    def hand(self, method, file, **parameters):
        """Calls with the descriptor of `file`."""
        call = {"method": f"{CAMERA}.{method}", "parameters": parameters}
        socket.send_fds(self.socket, [json.dumps(call).encode() + b"\0"], [file.fileno()])
        return self.reply()

    def take(self, method, **parameters):
        """Calls, and gives the reply and the descriptor that comes with it."""
        self.send(method, **parameters)
        message, descriptors, *_ = socket.recv_fds(self.socket, 65536, 1)
        return json.loads(message.rstrip(b"\0")), descriptors[0]


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
        state = next_state(guest)
        assert (state["shutter"], state["pieces"]) == ("ready", 0), state
        board.ask("pause")
        while state["pause_cause"] != "manual":
            state = next_state(guest)
    with Guest(board) as guest:
        assert guest.call("Say", line="light")["parameters"]["outcome"] == "done"
        # There is no camera.
        series = guest.call("Snap", after=0)["parameters"]
        assert series["photos"] == [] and series["failures"][0]["key"], series


def test_records(board):
    """whoever watches hears of each record, from the number on that it had, and of none twice"""
    board.ask("thing add Bag")
    with Guest(board) as guest:
        guest.send("Watch", more=True)
        latest = next_event(guest, "state")["cursor"]
        board.ask("thing add Watch")
        record = next_event(guest, "record")
        assert (record["cursor"], record["record"]["kind"]) == (latest + 1, "thing.created"), record
    with Guest(board) as guest:
        guest.send("Watch", more=True, since=0)
        for number in range(1, latest + 2):
            event = next_event(guest, "record")
            assert event["cursor"] == event["record"]["sequence"] == number, event
        board.ask("thing add Hat")
        assert next_event(guest, "record")["cursor"] == latest + 2
    with Guest(board) as guest:
        guest.send("Watch", more=True, since=latest + 1000)
        assert next_event(guest, "lost")["cursor"] == latest + 2


def test_late_watcher(board):
    """a watcher that reads late, or is sent away for that, misses no record"""
    with Guest(board) as guest, Guest(board) as other:
        guest.send("Watch", more=True, since=0)
        # More than the connection holds.
        for number in range(RECORDS):
            other.send("Say", line=f"thing set notes {number}")
            assert other.reply()["parameters"]["outcome"] == "done"
        heard = read_records(guest, 0)
    while heard < RECORDS:
        with Guest(board) as guest:
            guest.send("Watch", more=True, since=heard)
            heard = read_records(guest, heard)


def read_records(guest, heard):
    """Reads records, each the next after `heard`, as far as they are told; the last."""
    while heard < RECORDS:
        reply = guest.reply()
        if "error" in reply:
            assert reply == {"error": f"{CAMERA}.TooSlow", "parameters": {"cursor": heard}}, reply
            break
        event = reply["parameters"]["event"]
        if event["kind"] == "record":
            heard += 1
            assert event["cursor"] == heard, event
    return heard


def test_files(board, tmp_path):
    """a guest hands a file over, lists it, and opens it again by its descriptor; what is there is not taken in twice"""
    picture = (REPOSITORY / "docs/contact-sheet.png").read_bytes()
    (tmp_path / "sheet.png").write_bytes(picture)
    with Guest(board) as guest, (tmp_path / "sheet.png").open("rb") as file:
        assert guest.hand("Import", file, name="my sheet.png")["parameters"]["imported"] == [1]
        file.seek(0)
        assert guest.hand("Import", file, name="again.png")["parameters"]["there"] == [1]
        listed = guest.call("List")["parameters"]["pieces"]
        assert [piece["source"] for piece in listed] == ["my sheet.png"], listed
        assert guest.call("List", since=1)["parameters"]["pieces"] == []
        reply, opened = guest.take("Open", piece=1)
        assert reply["parameters"]["piece"]["bytes"] == len(picture), reply
        with open(opened, "rb") as again:
            assert again.read() == picture
        with pytest.raises(OSError):
            os.write(opened, b"x")
        assert guest.call("Open", piece=2)["error"] == f"{CAMERA}.Refused"
        guest.call("Say", line="delete 1")
        reply, opened = guest.take("Open", piece=1)
        assert reply["parameters"]["piece"]["state"] == "deleted", reply
        os.close(opened)
        assert guest.call("Say", line="delete 1 --now --yes")["parameters"]["outcome"] == "done"
        assert guest.call("Open", piece=1)["error"] == f"{CAMERA}.Refused"


def next_event(guest, kind):
    """The next event of this kind."""
    while True:
        event = guest.reply()["parameters"]["event"]
        if event["kind"] == kind:
            return event


def next_state(guest):
    """How things are, as told next."""
    return next_event(guest, "state")["state"]


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
