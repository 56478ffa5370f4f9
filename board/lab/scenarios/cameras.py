"""What a driver lets be set at its camera, by configuration and by console."""

import parts
import words
from program import Program, check_photo
from scenario import claim, eventually, expect

WEBCAM = {"width": 640, "height": 480, "format": "MJPG"}


def control(name: str, camera: str = "vivid") -> str:
    """What another program reads of a control."""
    return parts.run("v4l2-ctl", "-d", parts.camera(camera), "-C", name).split()[-1]


def replug(program: Program) -> None:
    """Pulls vivid out and puts it in again, which gives all its controls their defaults."""
    try:
        parts.unplug("vivid")
        eventually("no camera", 20, lambda: program.status()["capture"] != words.RUNNING)
    finally:
        parts.plug("vivid")
    expect(control("brightness") == "128", "the driver did not forget its brightness")
    program.until(words.RUNNING, within=60)


@claim("a control that can't be set as configured is a warning with key and range, no more")
def _():
    wrong = {"brightness": 999, "contrst": 3, "hue": 9}
    with Program(**{"camera.controls": wrong, "shutter": {"countdown_s": 0}}) as program:
        for sentence in words.NOT_SET:
            expect(program.times_said(sentence) == 1, f"{sentence!r} is not in the log")
        expect(control("hue") == "9", "the control that can be set is not")
        parts.press()
        check_photo(program.store, program.photo())


@claim("a value out of range is refused with the range, an unknown name with the nearest")
def _():
    with Program() as program:
        answer = program.ask("camera set brightness 256")
        expect(words.BRIGHTNESS_RANGE in answer, answer)
        answer = program.ask("camera set brigthness 3")
        expect(words.DID_YOU_MEAN.format("Brightness") in answer, answer)
        expect(control("brightness") == "128", "the brightness has changed")


@claim("during a countdown no control is set, and the answer says how long it takes")
def _():
    with Program() as program:
        parts.press()
        eventually(words.COUNTING, 5, lambda: program.status()["shutter"] == words.COUNTING)
        answer = program.ask("camera set brightness 3")
        expect(answer.startswith(words.BUSY_COUNTING), answer)
        expect(control("brightness") == "128", "the brightness has changed")
        check_photo(program.store, program.photo())


@claim("controls set by configuration and console stay set when the camera is plugged in again")
def _():
    with Program(**{"camera.controls": {"brightness": 90, "contrast": 70}}) as program:
        expect(control("brightness") == "90", "the configured brightness is not set")
        expect("Contrast is 33." in program.ask("camera set CONTRAST 33"), "no answer")
        expect(control("contrast") == "33", "the contrast is not set")
        expect(words.CONTRAST_NOW in program.ask("camera controls"), "the list has another one")
        replug(program)
        expect(control("brightness") == "90", "the configured brightness is forgotten")
        expect(control("contrast") == "33", "the console's contrast is forgotten")


@claim("a driver without controls says so")
def _():
    with Program(camera={"device": parts.camera("webcam")} | WEBCAM) as program:
        expect(words.NO_CONTROLS in program.ask("camera controls"), "the list says nothing")
        expect(words.NO_CONTROLS_OF in program.ask("camera set brightness 3"), "nor does set")
