"""The system's clock jumps: deadlines, order and names don't follow it, and each piece says what it was."""

import time

import parts
import wall
import words
from program import Program, check_photo
from scenario import claim, eventually, expect

COUNTDOWN_S, COUNT, INTERVAL_S = 2.0, 4, 1.0
# An emulated board delivers late now and then.
LATE_S = 1.0


@claim("a countdown and a series keep their instants from 1970 on through every jump of the clock")
def _():
    series = {"countdown_s": COUNTDOWN_S, "count": COUNT, "interval_s": INTERVAL_S}
    with wall.kept():
        today = time.time()
        wall.jump_to(wall.EPOCH)
        with Program(shutter=series) as program:
            pressed = parts.press()
            for jump in (today + 10 * wall.YEAR, today, today - wall.HOUR, wall.EPOCH):
                time.sleep(INTERVAL_S)
                wall.jump_to(jump)
            program.photo(COUNT)
            check_series(program, pressed)


def check_series(program: Program, pressed: float) -> None:
    rows = program.photos()
    expect([row["number"] for row in rows] == [1, 2, 3, 4], f"the numbers of {rows}")
    for index, row in enumerate(rows):
        check_photo(program.store, row)
        planned = pressed + COUNTDOWN_S + index * INTERVAL_S
        expect(abs(row["planned"] / 1e9 - planned) < 0.1, f"photo {index + 1} had another plan")
        late = (row["actual"] - row["planned"]) / 1e9
        expect(abs(late) < LATE_S, f"photo {index + 1} came {late:.1f} s late")
        expect((row["clock"], row["wall_time"]) == (words.UNSET, None), f"its clock: {row}")
        expect(row["local_file"] == f"evidence/000/00000{index + 1}.jpg", row["local_file"])
    names = [row["id"] for row in rows]
    expect(names == sorted(names), f"the identifiers are out of order: {names}")


@claim("while it is paused no jump of the clock wakes anything, and time since the start goes on")
def _():
    with wall.kept(), Program() as program:
        program.ask("pause")
        # The accelerometer's first reading is the last that the log tells of a start.
        program.until_said(words.ACCELEROMETER_WORKS)
        before, lines = program.status()["uptime_s"], program.said().count("\n")
        began = time.monotonic()
        with program.at_rest():
            for years in (10, -20, 10):
                wall.jump_by(years * wall.YEAR)
                time.sleep(0.5)
            wall.jump_by(-wall.HOUR)
            wall.jump_to(wall.EPOCH)
            time.sleep(1.5)
        status, passed = program.status(), time.monotonic() - began
        expect(status["capture"] == words.PAUSED_MANUALLY, f"it is {status['capture']}")
        expect(program.said().count("\n") == lines, "the log tells of something")
        expect(abs(status["uptime_s"] - before - passed) < 1, "the time since the start jumped")
        parts.press()
        check_photo(program.store, program.photo())
        last = program.said().splitlines()[-1]
        expect(last.startswith("1970-"), f"the log's time is another: {last}")


@claim("the idle pause comes after its time, whatever the clock says meanwhile")
def _():
    with wall.kept(), Program(idle={"after_s": 8, "motion": "accelerometer"}) as program:
        running = time.monotonic()
        wall.jump_by(10 * wall.YEAR)
        time.sleep(2)
        expect(program.status()["capture"] == words.RUNNING, "it paused when the clock jumped ahead")
        wall.jump_by(-20 * wall.YEAR)
        program.until(words.PAUSED_IDLE, within=15)
        waited = time.monotonic() - running
        expect(waited > 5, f"it paused after {waited:.1f} s")


@claim("each piece says whether the clock was synchronised, and status does too")
def _():
    with wall.kept(), Program(shutter={"countdown_s": 0}) as program:
        expect(program.status()["clock"] == words.UNSET, "nobody has vouched for it")
        wall.vouch()
        eventually("a synchronised clock", 5, lambda: is_clock(program, words.SYNCHRONISED))
        parts.press()
        row = program.photo()
        expect(row["clock"] == words.SYNCHRONISED, f"its clock was {row['clock']}")
        expect(abs(row["wall_time"] - time.time()) < 20, f"its time was {row['wall_time']}")
        wall.jump_to(wall.EPOCH)
        eventually("an unset clock", 5, lambda: is_clock(program, words.UNSET))
        parts.press()
        later = program.photo(2)
        expect((later["clock"], later["wall_time"]) == (words.UNSET, None), f"it says {later}")
        expect(later["id"] > row["id"], "the identifiers are out of order")


def is_clock(program: Program, state: str) -> bool:
    return program.status()["clock"] == state
