"""Errors that vivid's driver reports when it is told to: each passes by itself and is told of."""

import contextlib
import time

import pytest

import parts
from program import Program, check_photo, gaps
from waiting import eventually

# From a failure to the next try, and an emulated start of the stream.
BACK_S = 20
# So long it is watched for a spin.
WATCHED_S = 2

pytestmark = pytest.mark.configured(shutter={"countdown_s": 0})


def check_recovers(program: Program, key: str, *values, cause: str = "fault") -> None:
    """After what has just failed: the fault that says so of the camera, rest, frames by itself, a photo, a gap."""
    with program.at_rest():
        program.until_fault("camera", key, parts.camera("vivid"), *values)
        time.sleep(WATCHED_S)
    program.until("running", within=BACK_S)
    assert not program.status()["faults"], "the fault is still told of"
    parts.press()
    check_photo(program.store, program.photo())
    (gap,) = eventually("a gap in the store", 10, lambda: gaps(program.store))
    assert gap["cause"] == cause, f"the gap's cause is {gap['cause']}"
    assert gap["ended"] > gap["began"], "the gap has no length"


def test_stream_with_fatal_error_is_opened_anew_without(program):
    """a stream with a fatal error is opened anew, without a spin, and the fault names the fix"""
    parts.inject("fatal_streaming")
    check_recovers(program, "camera.stopped")


def test_camera_that_its_driver_disconnects_is_opened(program):
    """a camera that its driver disconnects is opened anew, without a spin"""
    # Its node stays, and says that there is no device until everybody has let go of it.
    parts.run("v4l2-ctl", "-d", parts.camera("vivid"), "-c", "disconnect=1", check=False)
    check_recovers(program, "camera.gone", cause="unplugged")


def test_buffer_that_driver_does_not_take_back_makes(program):
    """a buffer that the driver does not take back makes a fault that passes"""
    parts.inject("vidioc_qbuf")
    check_recovers(program, "camera.call-failed", "VIDIOC_QBUF", "Invalid argument")


@pytest.mark.parametrize(
    "call",
    [
        pytest.param(
            "VIDIOC_REQBUFS", id="a driver that gives no buffers when the camera is resumed is tried again"
        ),
        pytest.param(
            "VIDIOC_STREAMON", id="a driver that does not start the stream when the camera is resumed is tried again"
        ),
    ],
)
def test_refused_resume(program, call):
    program.ask("pause")
    parts.inject(call.lower())
    program.ask("resume")
    check_recovers(program, "camera.call-failed", call, "Invalid argument")


@pytest.mark.configured(shutter={"countdown_s": 1.0})
def test_frame_that_driver_marks_as_damaged_is_no_photo(program):
    """a frame that the driver marks as damaged is no photo: the next one is, and it is counted"""
    before = program.status()["frames"]["error_flag"]
    parts.press()
    began = time.monotonic()
    while time.monotonic() - began < 1.2:
        parts.run(*mark_frame())
    check_photo(program.store, program.photo())
    status = program.status()
    assert status["frames"]["error_flag"] > before, f"none was counted: {status['frames']}"
    assert status["capture"] == "running", f"it is {status['capture']}"


def mark_frame() -> tuple[str, ...]:
    control = "inject_v4l2_buf_flag_error=1"
    return ("v4l2-ctl", "-d", parts.camera("vivid"), "-c", control)


def test_lost_frames_are_counted_and_press_makes_photo(program):
    """lost frames are counted, and a press makes a photo of one that came"""
    parts.run("v4l2-ctl", "-d", parts.camera("vivid"), "-c", "percentage_of_dropped_buffers=60")
    eventually("lost frames", 10, lambda: program.status()["frames"]["lost"] > 5)
    parts.press()
    check_photo(program.store, program.photo())
    assert program.status()["capture"] == "running", "it does not run any more"


def test_camera_that_another_program_holds_at_start():
    """a camera that another program holds at the start is used when that lets go of it"""
    with contextlib.ExitStack() as holding:
        holding.enter_context(parts.camera_in_use())
        with Program(capture="faulted", shutter={"countdown_s": 0}) as program:
            check_holder(program)
            holding.close()
            check_recovers_from_holder(program)


def test_camera_that_another_program_took_during_pause(program):
    """a camera that another program took during a pause is used when that lets go of it"""
    program.ask("pause")
    with parts.camera_in_use():
        program.ask("resume")
        check_holder(program)
    check_recovers_from_holder(program)


def check_holder(program: Program) -> None:
    held = ("camera.held", parts.camera("vivid"), "v4l2-ctl")
    program.until_fault("camera", *held)
    parts.press()
    program.until_said(*held, by="Shutter")


def check_recovers_from_holder(program: Program) -> None:
    program.until("running", within=BACK_S)
    parts.press()
    check_photo(program.store, program.photo())
