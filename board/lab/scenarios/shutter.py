"""Countdown and series."""

import time

import parts
import words
from program import Program, check_photo
from scenario import claim, eventually, expect


@claim("a press during the countdown cancels it")
def _():
    with Program() as program:
        parts.press()
        eventually("the countdown", 5, lambda: program.status()["shutter"] == words.COUNTING)
        parts.press()
        program.terminal.expect(words.CANCELLED)
        time.sleep(3.5)  # when the photo would have been taken and stored
        expect(program.photos() == [], "a photo was taken all the same")


@claim("a series of 3 takes three photos, each at its planned instant")
def _():
    with Program(shutter={"count": 3, "interval_s": 1.0, "countdown_s": 1.0}) as program:
        pressed = parts.press()
        program.photo(3)
        rows = program.photos()
        expect(len(rows) == 3, f"there are {len(rows)}")
        for index, row in enumerate(rows):
            check_photo(program.store, row)
            planned = row["planned"] / 1e9 - pressed - 1
            expect(
                abs(planned - index) < 0.1,
                f"photo {index + 1} was planned {planned:.3f} s after the countdown",
            )
            late = (row["actual"] - row["planned"]) / 1e9
            expect(
                abs(late) < 0.5,
                f"photo {index + 1} was taken {late:.3f} s after its planned instant",
            )


@claim("a countdown of 0 takes the photo at once")
def _():
    with Program(shutter={"countdown_s": 0}) as program:
        pressed = parts.press()
        row = program.photo()
        check_photo(program.store, row)
        taken = row["actual"] / 1e9 - pressed
        expect(abs(taken) < 0.3, f"it was taken {taken:.3f} s after the press")
