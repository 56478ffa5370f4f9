"""Which camera is in use, and what its driver lets be set."""

import json

import pytest

import parts
from program import WEBCAM, Program, check_busy, check_photo
from sentences import sentence
from waiting import eventually


def control(name: str, camera: str = "vivid") -> str:
    """What another program reads of a control."""
    return parts.run("v4l2-ctl", "-d", parts.camera(camera), "-C", name).split()[-1]


def replug(vivid: parts.Camera, program: Program) -> None:
    """Pulls vivid out and puts it in again, which gives all its controls their defaults."""
    parts.run("v4l2-ctl", "-d", parts.camera("vivid"), "-c", "saturation=50")
    vivid.unplug()
    eventually("no camera", 20, lambda: program.status()["capture"] != "running")
    vivid.plug()
    program.until("running", within=60)
    assert control("saturation") != "50", "the driver forgot nothing"


@pytest.mark.configured(**{"camera.controls": {"brightness": 999, "contrst": 3, "hue": 9}}, shutter={"countdown_s": 0})
def test_control_that_cant_be_set_as_configured(program):
    """a control that can't be set as configured is a warning with key and range, no more"""
    for name, value, reason in (
        ("brightness", 999, sentence("camera.control.range", "Brightness", 0, 255, 999)),
        ("contrst", 3, sentence("camera.control.unknown-nearest", "vivid", "contrst", "Contrast")),
    ):
        times = program.times_said("camera.control.not-applied", f"camera.controls.{name}", value, reason)
        assert times == 1, f"the log has the warning of {name} {times} times"
    assert control("hue") == "9", "the control that can be set is not"
    parts.press()
    check_photo(program.store, program.photo())


def test_value_out_of_range_is_refused_with_range(program):
    """a value out of range is refused with the range, an unknown name with the nearest"""
    program.check_answer("camera set brightness 256", "camera.control.range", "Brightness", 0, 255, 256)
    nearest = ("vivid", "brigthness", "Brightness")
    program.check_answer("camera set brigthness 3", "camera.control.unknown-nearest", *nearest)
    assert control("brightness") == "128", "the brightness has changed"


def test_during_countdown_no_control_is_set_and_answer(program):
    """during a countdown no control is set, and the answer says how long it takes"""
    check_busy(program, "camera set brightness 3")
    assert control("brightness") == "128", "the brightness has changed"
    check_photo(program.store, program.photo())


@pytest.mark.configured(**{"camera.controls": {"brightness": 90, "contrast": 70}})
def test_controls_set_by_configuration_and_console_stay(vivid, program):
    """controls set by configuration and console stay set when the camera is plugged in again"""
    assert control("brightness") == "90", "the configured brightness is not set"
    program.check_answer("camera set CONTRAST 33", "camera.control.is", "Contrast", 33)
    assert control("contrast") == "33", "the contrast is not set"
    listed = {each["name"]: each["value"] for each in program.ask_json("camera controls")["controls"]}
    assert listed["Contrast"] == 33, f"the list has another one: {listed}"
    replug(vivid, program)
    assert control("brightness") == "90", "the configured brightness is forgotten"
    assert control("contrast") == "33", "the console's contrast is forgotten"


@pytest.mark.configured(camera=WEBCAM)
def test_driver_without_controls_says_so(program):
    """a driver without controls says so"""
    assert program.ask_json("camera controls") == {"controls": []}, "it has some"
    answer = program.ask("camera controls")
    assert sentence("devices.controls.none").search(answer), f"the list says: {answer}"
    program.check_answer("camera set brightness 3", "camera.controls.none")


@pytest.mark.configured(shutter={"countdown_s": 0})
def test_photos_come_from_one_camera_then_from_another(program):
    """photos come from one camera, then from another, then from the first again"""
    listed = {camera["path"]: camera for camera in program.ask_json("camera list")["cameras"]}
    first, other = listed[parts.camera("vivid")], listed[parts.camera("webcam")]
    assert (first["name"], first["in_use"]) == ("vivid", True), f"the first is {first}"
    assert is_mode(first["mode"], "YUYV", 640, 480), f"it runs otherwise: {first}"
    assert other["name"].startswith("Lab Webcam") and not other["in_use"], f"the other is {other}"
    for number, (name, format) in enumerate(
        [("vivid", "YUYV"), ("webcam", "MJPG"), ("vivid", "YUYV")], start=1
    ):
        if number > 1:
            number_of_it = parts.camera(name).removeprefix("/dev/video")
            program.check_answer(f"camera use {number_of_it}", "camera.present", parts.camera(name), ..., format)
            program.until("running")
        assert program.status()["camera"]["path"] == parts.camera(name), "it is another one"
        parts.press()
        row = program.photo(number)
        check_photo(program.store, row)
        assert format_of(row) == format, f"it is no {format}: {row['data']}"


def is_mode(mode: dict, format: str, width: int, height: int) -> bool:
    return (mode["format"], mode["width"], mode["height"]) == (format, width, height)


def format_of(row: dict) -> str:
    """The camera's pixel format, by a photo's row."""
    return json.loads(row["data"])["format"]


@pytest.mark.configured(shutter={"countdown_s": 0})
def test_camera_that_is_in_use_or_one_by_name_that_none(program):
    """the camera that is in use, or one by a name that none has, is refused"""
    program.check_answer("camera use VIVID", "camera.use.already", parts.camera("vivid"))
    program.check_answer("camera use vivd", "camera.unknown-nearest", "vivd", "vivid")
    parts.press()
    check_photo(program.store, program.photo())


def test_camera_that_cant_be_opened_leaves_old():
    """a camera that can't be opened leaves the old one in use, and the answer says why"""
    with parts.camera_in_use("webcam"), Program(shutter={"countdown_s": 0}) as program:
        held = sentence("camera.held", parts.camera("webcam"), "v4l2-ctl")
        program.check_answer("camera use Lab Webcam", "camera.use.stays", held, parts.camera("vivid"))
        program.until("running")
        assert program.status()["camera"]["path"] == parts.camera("vivid"), "it is another"
        parts.press()
        check_photo(program.store, program.photo())


def test_during_countdown_no_other_camera_is_taken(program):
    """during a countdown no other camera is taken, and the photo is the old one's"""
    check_busy(program, "camera use Lab Webcam")
    assert format_of(program.photo()) == "YUYV", "the photo is another camera's"
