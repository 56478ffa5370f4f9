"""Which camera is in use, and what its driver lets be set."""

import subprocess
import time

import parts
import words
from program import Program, check_busy, check_photo
from scenario import claim, eventually, expect

WEBCAM = {"width": 640, "height": 480, "format": "MJPG"}


def control(name: str, camera: str = "vivid") -> str:
    """What another program reads of a control."""
    return parts.run("v4l2-ctl", "-d", parts.camera(camera), "-C", name).split()[-1]


def replug(program: Program) -> None:
    """Pulls vivid out and puts it in again, which gives all its controls their defaults."""
    parts.run("v4l2-ctl", "-d", parts.camera("vivid"), "-c", "saturation=50")
    try:
        parts.unplug("vivid")
        eventually("no camera", 20, lambda: program.status()["capture"] != words.RUNNING)
    finally:
        parts.plug("vivid")
    program.until(words.RUNNING, within=60)
    expect(control("saturation") != "50", "the driver forgot nothing")


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
        check_busy(program, "camera set brightness 3")
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


@claim("photos come from one camera, then from another, then from the first again")
def _():
    with Program(shutter={"countdown_s": 0}) as program:
        listed = program.ask("camera list")
        expect(f"{parts.camera('vivid')}: vivid, in use, YUYV 640×480" in listed, listed)
        expect(f"{parts.camera('webcam')}: Lab Webcam" in listed, listed)
        for number, (name, format) in enumerate(
            [("vivid", "YUYV"), ("webcam", "MJPG"), ("vivid", "YUYV")], start=1
        ):
            if number > 1:
                answer = program.ask(f"camera use {parts.camera(name)[len('/dev/video'):]}")
                expect(f"{parts.camera(name)}, " in answer and format in answer, answer)
                program.until(words.RUNNING)
            expect(program.status()["camera"]["path"] == parts.camera(name), "it is another one")
            parts.press()
            row = program.photo(number)
            check_photo(program.store, row)
            expect(f'"{format}"' in row["data"], f"it is no {format}: {row['data']}")


@claim("the camera that is in use, or one by a name that none has, is refused")
def _():
    with Program(shutter={"countdown_s": 0}) as program:
        expect("in use already" in program.ask("camera use VIVID"), "it is taken again")
        answer = program.ask("camera use vivd")
        expect(words.DID_YOU_MEAN.format("vivid") in answer, answer)
        parts.press()
        check_photo(program.store, program.photo())


@claim("a camera that can't be opened leaves the old one in use, and the answer says why")
def _():
    holder = subprocess.Popen(
        ["v4l2-ctl", "-d", parts.camera("webcam"), "--stream-mmap", "--stream-to=/dev/null"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        time.sleep(2)
        with Program(shutter={"countdown_s": 0}) as program:
            answer = program.ask("camera use Lab Webcam")
            expect(words.CAMERA_HELD.format("v4l2-ctl") in answer, answer)
            expect(f"{parts.camera('vivid')} stays in use." in answer, answer)
            program.until(words.RUNNING)
            expect(program.status()["camera"]["path"] == parts.camera("vivid"), "it is another")
            parts.press()
            check_photo(program.store, program.photo())
    finally:
        holder.kill()
        holder.wait()


@claim("during a countdown no other camera is taken, and the photo is the old one's")
def _():
    with Program() as program:
        check_busy(program, "camera use Lab Webcam")
        expect('"YUYV"' in program.photo()["data"], "the photo is another camera's")
