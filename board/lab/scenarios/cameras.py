"""Which camera is in use, and what its driver lets be set."""

import pytest

import parts
import words
from program import WEBCAM, Program, check_busy, check_photo
from waiting import eventually


def control(name: str, camera: str = "vivid") -> str:
    """What another program reads of a control."""
    return parts.run("v4l2-ctl", "-d", parts.camera(camera), "-C", name).split()[-1]


def replug(vivid: parts.Camera, program: Program) -> None:
    """Pulls vivid out and puts it in again, which gives all its controls their defaults."""
    parts.run("v4l2-ctl", "-d", parts.camera("vivid"), "-c", "saturation=50")
    vivid.unplug()
    eventually("no camera", 20, lambda: program.status()["capture"] != words.RUNNING)
    vivid.plug()
    program.until(words.RUNNING, within=60)
    assert control("saturation") != "50", "the driver forgot nothing"


@pytest.mark.configured(**{"camera.controls": {"brightness": 999, "contrst": 3, "hue": 9}}, shutter={"countdown_s": 0})
def test_control_that_cant_be_set_as_configured(program):
    """a control that can't be set as configured is a warning with key and range, no more"""
    for sentence in words.NOT_SET:
        assert program.times_said(sentence) == 1, f"{sentence!r} is not in the log"
    assert control("hue") == "9", "the control that can be set is not"
    parts.press()
    check_photo(program.store, program.photo())


def test_value_out_of_range_is_refused_with_range(program):
    """a value out of range is refused with the range, an unknown name with the nearest"""
    answer = program.ask("camera set brightness 256")
    assert words.BRIGHTNESS_RANGE in answer, answer
    answer = program.ask("camera set brigthness 3")
    assert words.DID_YOU_MEAN.format("Brightness") in answer, answer
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
    assert "Contrast is 33." in program.ask("camera set CONTRAST 33"), "no answer"
    assert control("contrast") == "33", "the contrast is not set"
    assert words.CONTRAST_NOW in program.ask("camera controls"), "the list has another one"
    replug(vivid, program)
    assert control("brightness") == "90", "the configured brightness is forgotten"
    assert control("contrast") == "33", "the console's contrast is forgotten"


@pytest.mark.configured(camera=WEBCAM)
def test_driver_without_controls_says_so(program):
    """a driver without controls says so"""
    assert words.NO_CONTROLS in program.ask("camera controls"), "the list says nothing"
    assert words.NO_CONTROLS_OF in program.ask("camera set brightness 3"), "nor does set"


@pytest.mark.configured(shutter={"countdown_s": 0})
def test_photos_come_from_one_camera_then_from_another(program):
    """photos come from one camera, then from another, then from the first again"""
    listed = program.ask("camera list")
    assert f"{parts.camera('vivid')}: vivid, in use, YUYV 640×480" in listed, listed
    assert f"{parts.camera('webcam')}: Lab Webcam" in listed, listed
    for number, (name, format) in enumerate(
        [("vivid", "YUYV"), ("webcam", "MJPG"), ("vivid", "YUYV")], start=1
    ):
        if number > 1:
            answer = program.ask(f"camera use {parts.camera(name)[len('/dev/video'):]}")
            assert f"{parts.camera(name)}, " in answer and format in answer, answer
            program.until(words.RUNNING)
        assert program.status()["camera"]["path"] == parts.camera(name), "it is another one"
        parts.press()
        row = program.photo(number)
        check_photo(program.store, row)
        assert f'"{format}"' in row["data"], f"it is no {format}: {row['data']}"


@pytest.mark.configured(shutter={"countdown_s": 0})
def test_camera_that_is_in_use_or_one_by_name_that_none(program):
    """the camera that is in use, or one by a name that none has, is refused"""
    assert "in use already" in program.ask("camera use VIVID"), "it is taken again"
    answer = program.ask("camera use vivd")
    assert words.DID_YOU_MEAN.format("vivid") in answer, answer
    parts.press()
    check_photo(program.store, program.photo())


def test_camera_that_cant_be_opened_leaves_old():
    """a camera that can't be opened leaves the old one in use, and the answer says why"""
    with parts.camera_in_use("webcam"), Program(shutter={"countdown_s": 0}) as program:
        answer = program.ask("camera use Lab Webcam")
        assert words.CAMERA_HELD.format("v4l2-ctl") in answer, answer
        assert f"{parts.camera('vivid')} stays in use." in answer, answer
        program.until(words.RUNNING)
        assert program.status()["camera"]["path"] == parts.camera("vivid"), "it is another"
        parts.press()
        check_photo(program.store, program.photo())


def test_during_countdown_no_other_camera_is_taken(program):
    """during a countdown no other camera is taken, and the photo is the old one's"""
    check_busy(program, "camera use Lab Webcam")
    assert '"YUYV"' in program.photo()["data"], "the photo is another camera's"
