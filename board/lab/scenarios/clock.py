"""The system's clock jumps: deadlines, order and names don't follow it, and each piece says what it was."""

import time

import pytest

import parts
import wall
from program import Program, check_photo
from waiting import eventually

COUNTDOWN_S, COUNT, INTERVAL_S = 2.0, 4, 1.0
# An emulated board delivers late now and then.
LATE_S = 1.0


@pytest.fixture(autouse=True)
def kept_clock():
    """Is right again when the scenario has ended."""
    with wall.kept():
        yield


def test_countdown_and_series_keep_their_instants():
    """a countdown and a series keep their instants from 1970 on through every jump of the clock"""
    series = {"countdown_s": COUNTDOWN_S, "count": COUNT, "interval_s": INTERVAL_S}
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
    assert [row["number"] for row in rows] == [1, 2, 3, 4], f"the numbers of {rows}"
    for index, row in enumerate(rows):
        check_photo(program.store, row)
        planned = pressed + COUNTDOWN_S + index * INTERVAL_S
        assert abs(row["planned"] / 1e9 - planned) < 0.1, f"photo {index + 1} had another plan"
        late = (row["actual"] - row["planned"]) / 1e9
        assert abs(late) < LATE_S, f"photo {index + 1} came {late:.1f} s late"
        assert (row["clock"], row["wall_time"]) == ("unset", None), f"its clock: {row}"
        assert row["local_file"] == f"evidence/000/00000{index + 1}.jpg", row["local_file"]
    names = [row["id"] for row in rows]
    assert names == sorted(names), f"the identifiers are out of order: {names}"


def test_while_it_is_paused_no_jump_of_clock_wakes(program):
    """while it is paused no jump of the clock wakes anything, and time since the start goes on"""
    program.ask("pause")
    # The accelerometer's first reading is the last that the log tells of a start.
    program.until_said("device.works", "accelerometer")
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
    assert status["pause_cause"] == "manual", f"it is {status['capture']}"
    assert program.said().count("\n") == lines, "the log tells of something"
    assert abs(status["uptime_s"] - before - passed) < 1, "the time since the start jumped"
    parts.press()
    check_photo(program.store, program.photo())
    last = program.said().splitlines()[-1]
    assert last.startswith("1970-"), f"the log's time is another: {last}"


@pytest.mark.configured(idle={"after_s": 8, "motion": "accelerometer"})
def test_idle_pause_comes_after_its_time_whatever_clock(program):
    """the idle pause comes after its time, whatever the clock says meanwhile"""
    running = time.monotonic()
    wall.jump_by(10 * wall.YEAR)
    time.sleep(2)
    assert program.status()["capture"] == "running", "it paused when the clock jumped ahead"
    wall.jump_by(-20 * wall.YEAR)
    program.until("paused (idle)", within=15)
    waited = time.monotonic() - running
    assert waited > 5, f"it paused after {waited:.1f} s"


@pytest.mark.configured(shutter={"countdown_s": 0})
def test_each_piece_says_whether_clock_was_synchronised(program):
    """each piece says whether the clock was synchronised, and status does too"""
    assert program.status()["clock"] == "unset", "nobody has vouched for it"
    wall.vouch()
    eventually("a synchronised clock", 5, lambda: is_clock(program, "synchronised"))
    parts.press()
    row = program.photo()
    assert row["clock"] == "synchronised", f"its clock was {row['clock']}"
    assert abs(row["wall_time"] - time.time()) < 20, f"its time was {row['wall_time']}"
    wall.jump_to(wall.EPOCH)
    eventually("an unset clock", 5, lambda: is_clock(program, "unset"))
    parts.press()
    later = program.photo(2)
    assert (later["clock"], later["wall_time"]) == ("unset", None), f"it says {later}"
    assert later["id"] > row["id"], "the identifiers are out of order"


def is_clock(program: Program, state: str) -> bool:
    return program.status()["clock"] == state
