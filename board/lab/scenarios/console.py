"""The serial line and the socket."""

import json
import re
import socket
import time

import pytest

import parts
import program as programs
import signs
from sentences import sentence, translated
from waiting import eventually


@pytest.mark.core
def test_snap_on_serial_line_is_answered_there(program):
    """a snap on the serial line is answered there when it is stored"""
    program.terminal.type("snap --in 0")
    program.terminal.expect(sentence("photo.stored", 1))
    assert len(program.photos()) == 1, "the row is not there"


@pytest.mark.configured(device={"name": "Front door"})
def test_serial_line_and_status_say_which_device_this_is(program):
    """serial line and status say which device this is, and another name counts at once"""
    program.terminal.expect(sentence("console.greeting.device", re.compile("Front door.*")))
    assert program.status()["device"]["name"] == "Front door", f"it is {program.status()['device']}"
    program.read_again(device={"name": "Back door"})
    eventually("another name", 10, lambda: program.status()["device"]["name"] == "Back door")


def test_unknown_command_names_nearest(program):
    """an unknown command names the nearest one"""
    program.terminal.type("snpa")
    program.terminal.expect(sentence("command.unknown-nearest", "snpa", "snap"))


@pytest.mark.configured(language="de", shutter={"countdown_s": 0})
def test_serial_line_speaks_configured_language(program):
    """in German the serial line speaks German, and takes j and n for answers"""
    german = translated("de")
    for line, key, *values in (
        ("snpa", "command.unknown-nearest", "snpa", "snap"),
        ("thing add Uhr --category watches", "thing.begun", 2, "Uhr"),
        ("snap", "photo.stored", 1),
        ("delete 1", "pieces.deleted", 1),
        ("purge", "question.purge", 1),
        ("n", "question.declined"),
        ("purge", "question.purge", 1),
        ("j", "purge.done", 1),
        ("undo", "undo.nothing"),
        ("nächste", "command.unknown", "nächste"),
    ):
        program.terminal.type(line)
        program.terminal.expect(sentence(key, *values, texts=german))
    assert not sentence("photo.stored", 1).search(program.terminal.heard), "it speaks English too"


def test_host_that_does_not_read_stalls_nothing_rest(program):
    """a host that does not read stalls nothing, and is answered once it reads again"""
    for _ in range(300):
        program.terminal.type("help")
    program.terminal.close()
    begin = time.monotonic()
    stored = program.ask_json("snap --in 0")["photos"]
    assert [photo["number"] for photo in stored] == [1], f"stored are {stored}"
    assert time.monotonic() - begin < 10, "it took more than 10 s"
    # What was typed before is answered first, and thrown away.
    program.terminal = parts.Terminal()
    program.terminal.type("list", within=60)
    program.terminal.expect("photo 1", within=60)


@pytest.mark.configured(shutter={"countdown_s": 1})
def test_watching_session_hears_of_each_change(program):
    """a watching session hears of each change until it closes, and nothing waits for it"""
    with socket.socket(socket.AF_UNIX) as watcher:
        watcher.settimeout(20)
        watcher.connect(programs.SOCKET)
        watcher.sendall(b"watch --json\n")
        watcher.shutdown(socket.SHUT_WR)
        lines = watcher.makefile(encoding="utf-8")
        first = json.loads(lines.readline())
        assert first["shutter"] == "ready", f"the first is not the present: {first}"
        parts.press()
        seen = [json.loads(lines.readline())]
        while seen[-1]["pieces"] < 1:
            seen.append(json.loads(lines.readline()))
        states = [line["shutter"] for line in seen]
        assert "counting" in states, f"the shutter was seen {states}"
        lines.close()
        watcher.close()
        assert program.status()["pieces"] == 1, "it does not answer any more"


def test_key_ends_watching_on_serial_line(program):
    """a key ends watching on the serial line"""
    program.terminal.type("watch")
    program.terminal.expect(sentence("status.summary", "running", "ready"))
    program.terminal.type("light")
    program.terminal.expect(sentence("light.is", "ready", re.compile(".*")))


def test_light_shows_pattern_by_its_name_and_gives_way(lamp, program):
    """light shows a pattern by its name, and gives way to a photo"""
    begin = time.monotonic()
    program.terminal.type("light storing")
    time.sleep(2)
    spans = lamp.pulses(begin, time.monotonic())
    assert bool(spans) and spans[-1][1] - spans[-1][0] > 1, f"the light was lit at {spans}"
    pressed = parts.press()
    program.photo()
    signs.check_countdown(lamp, pressed + 3)
