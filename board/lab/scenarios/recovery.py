"""Cameras that fall silent or go away, and come back."""

import time

import parts
import words
from program import Program, check_photo, gaps
from scenario import claim, eventually, expect

# The longest wait for the next try, and a start.
BACK_S = 60
# After so long a fault tries are more than ten seconds apart; whoever is back within five was woken.
AWAY_S = 15
AT_ONCE_S = 5


def with_webcam() -> Program:
    return Program(
        camera={"device": parts.camera("webcam"), "width": 640, "height": 480, "format": "MJPG"},
        shutter={"countdown_s": 0},
    )


def check_works(program: Program) -> None:
    """It delivers, and a press makes a photo."""
    program.until(words.RUNNING, within=BACK_S)
    number = len(program.photos()) + 1
    parts.press()
    check_photo(program.store, program.photo(number))


def check_gap(program: Program, cause: str, at_least: float = 2) -> None:
    """The store knows from when to when the camera delivered nothing, and why."""
    (gap,) = eventually("a gap in the store", 10, lambda: gaps(program.store))
    expect(gap["cause"] == cause, f"the cause is {gap['cause']}")
    seconds = (gap["ended"] - gap["began"]) / 1e9
    expect(at_least <= seconds <= at_least + 20, f"it lasted {seconds} s")


@claim("a webcam whose stream hangs is closed and opened again, and is no fault")
def _():
    with with_webcam() as program:
        parts.hang()
        program.until_said(words.CAMERA_STALLED, within=20)
        check_works(program)
        expect(not program.times_said(words.CAMERA_SILENT), "it was called a fault")
        check_gap(program, words.STALL)


@claim("a webcam that sends nothing however often it is opened is a fault until it sends again")
def _():
    with with_webcam() as program:
        with parts.muted():
            sentence = program.fault("camera", within=BACK_S)
            expect(words.CAMERA_SILENT in sentence, f"the sentence is: {sentence}")
            expect(program.times_said(words.CAMERA_STALLED) == 1, "it was not opened again first")
        check_works(program)


def come_and_go(program: Program, name: str, *sizes: str) -> None:
    """The camera goes for a while; when it is back it is used at once."""
    parts.unplug(name)
    try:
        program.until(words.FAULTED)
        time.sleep(AWAY_S)
    finally:
        parts.plug(name, *sizes)
    program.until(words.RUNNING, within=AT_ONCE_S)


@claim("a driver that was unbound is used at once when it is bound again")
def _():
    with Program(shutter={"countdown_s": 0}) as program:
        come_and_go(program, "vivid")
        check_works(program)
        check_gap(program, words.UNPLUGGED, at_least=AWAY_S)


@claim("a webcam that comes back with other formats is used at once, in one of those")
def _():
    with with_webcam() as program:
        try:
            come_and_go(program, "webcam", "1280x720")
            status = program.status()
            camera = status["camera"]
            expect((camera["width"], camera["height"]) == (1280, 720), f"it is {camera}")
            check_works(program)
        finally:
            parts.unplug("webcam")
            time.sleep(1)
            parts.plug("webcam")

