"""Cameras that fall silent or go away, and come back."""

import time

import pytest

import parts
from program import WEBCAM, Program, check_photo, gaps
from waiting import eventually

# The longest wait for the next try, and a start.
BACK_S = 60
# After so long a fault tries are more than ten seconds apart; whoever is back within five was woken.
AWAY_S = 15
AT_ONCE_S = 5

WITH_WEBCAM = pytest.mark.configured(camera=WEBCAM, shutter={"countdown_s": 0})


def check_works(program: Program) -> None:
    """It delivers, and a press makes a photo."""
    program.until("running", within=BACK_S)
    number = len(program.photos()) + 1
    parts.press()
    check_photo(program.store, program.photo(number))


def check_gap(program: Program, cause: str, at_least: float = 2) -> None:
    """The store knows from when to when the camera delivered nothing, and why."""
    (gap,) = eventually("a gap in the store", 10, lambda: gaps(program.store))
    assert gap["cause"] == cause, f"the cause is {gap['cause']}"
    seconds = (gap["ended"] - gap["began"]) / 1e9
    assert at_least <= seconds <= at_least + 20, f"it lasted {seconds} s"


@WITH_WEBCAM
def test_webcam_whose_stream_hangs_is_closed_and_opened(program):
    """a webcam whose stream hangs is closed and opened again, and is no fault"""
    parts.hang()
    program.until_said("camera.stalled", within=20)
    check_works(program)
    assert not program.times_said("camera.silent"), "it was called a fault"
    check_gap(program, "stall")


@WITH_WEBCAM
def test_webcam_that_sends_nothing_however_often(program):
    """a webcam that sends nothing however often it is opened is a fault until it sends again"""
    with parts.muted():
        program.until_fault("camera", "camera.silent", within=BACK_S)
        assert program.times_said("camera.stalled") == 1, "it was not opened again first"
    check_works(program)


def come_and_go(program: Program, camera: parts.Camera, *sizes: str) -> None:
    """The camera goes for a while; when it is back it is used at once."""
    camera.unplug()
    program.until("faulted")
    time.sleep(AWAY_S)
    camera.plug(*sizes)
    program.until("running", within=AT_ONCE_S)


@pytest.mark.core
@pytest.mark.configured(shutter={"countdown_s": 0})
def test_driver_that_was_unbound_is_used_at_once(vivid, program):
    """a driver that was unbound is used at once when it is bound again"""
    come_and_go(program, vivid)
    check_works(program)
    check_gap(program, "unplugged", at_least=AWAY_S)


@WITH_WEBCAM
def test_webcam_that_comes_back_with_other_formats(webcam, program):
    """a webcam that comes back with other formats is used at once, in one of those"""
    come_and_go(program, webcam, "1280x720")
    camera = program.status()["camera"]
    assert (camera["width"], camera["height"]) == (1280, 720), f"it is {camera}"
    check_works(program)
