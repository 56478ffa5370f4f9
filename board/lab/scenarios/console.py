"""The serial line and the socket."""

import json
import socket
import time

import parts
import signs
import program as programs
import words
from program import Program
from scenario import claim, eventually, expect


@claim("a snap on the serial line is answered there when it is stored")
def _():
    with Program() as program:
        program.terminal.type("snap --in 0")
        program.terminal.expect(words.STORED.format(1))
        expect(len(program.photos()) == 1, "the row is not there")


@claim("an unknown command names the nearest one")
def _():
    with Program() as program:
        program.terminal.type("snpa")
        program.terminal.expect(words.DID_YOU_MEAN.format("snap"))


@claim("a host that does not read stalls nothing: the rest is dropped and counted")
def _():
    with Program() as program:
        for _ in range(300):
            program.terminal.type("help")
        program.terminal.close()
        eventually("dropping", 30, lambda: program.status()["console_dropped_bytes"] > 0)
        begin = time.monotonic()
        expect(
            words.STORED.format(1) in program.ask("snap --in 0"),
            "a snap at the socket is not answered",
        )
        expect(time.monotonic() - begin < 10, "it took more than 10 s")


@claim("a watching session hears of each change until it closes, and nothing waits for it")
def _():
    with Program(shutter={"countdown_s": 1}) as program, socket.socket(socket.AF_UNIX) as watcher:
        watcher.settimeout(20)
        watcher.connect(programs.SOCKET)
        watcher.sendall(b"watch --json\n")
        watcher.shutdown(socket.SHUT_WR)
        lines = watcher.makefile(encoding="utf-8")
        first = json.loads(lines.readline())
        expect(first["shutter"] == words.READY, f"the first is not the present: {first}")
        parts.press()
        seen = [json.loads(lines.readline())]
        while seen[-1]["pieces"] < 1:
            seen.append(json.loads(lines.readline()))
        states = [line["shutter"] for line in seen]
        expect(words.COUNTING in states, f"the shutter was seen {states}")
        lines.close()
        watcher.close()
        expect(program.status()["pieces"] == 1, "it does not answer any more")


@claim("a key ends watching on the serial line")
def _():
    with Program() as program:
        program.terminal.type("watch")
        program.terminal.expect(words.GLANCE)
        program.terminal.type("light")
        program.terminal.expect(words.LIGHT_IS.format(words.READY))


@claim("light shows a pattern by its name, and gives way to a photo")
def _():
    with parts.light() as lamp, Program() as program:
        begin = time.monotonic()
        program.terminal.type("light storing")
        time.sleep(2)
        spans = lamp.pulses(begin, time.monotonic())
        expect(bool(spans) and spans[-1][1] - spans[-1][0] > 1, f"the light was lit at {spans}")
        pressed = parts.press()
        program.photo()
        signs.check_countdown(lamp, pressed + 3)
