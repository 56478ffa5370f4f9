"""The serial line and the socket."""

import time

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
