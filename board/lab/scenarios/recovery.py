"""Cameras that fall silent, and come back."""

import parts
import words
from program import Program, check_photo
from scenario import claim, expect

# The longest wait for the next try, and a start.
BACK_S = 60


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


@claim("a webcam whose stream hangs is closed and opened again, and is no fault")
def _():
    with with_webcam() as program:
        parts.hang()
        program.until_said(words.CAMERA_STALLED, within=20)
        check_works(program)
        expect(not program.times_said(words.CAMERA_SILENT), "it was called a fault")


@claim("a webcam that sends nothing however often it is opened is a fault until it sends again")
def _():
    with with_webcam() as program:
        with parts.muted():
            sentence = program.fault("camera", within=BACK_S)
            expect(words.CAMERA_SILENT in sentence, f"the sentence is: {sentence}")
            expect(program.times_said(words.CAMERA_STALLED) == 1, "it was not opened again first")
        check_works(program)
