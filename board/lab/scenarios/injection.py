"""Errors that vivid's driver reports when it is told to: each passes by itself and is told of."""

import contextlib
import time

import parts
import words
from program import Program, check_photo, gaps
from scenario import claim, eventually, expect

# From a failure to the next try, and an emulated start of the stream.
BACK_S = 20
# So long it is watched for a spin.
WATCHED_S = 2


def check_recovers(program: Program, refused: str, cause: str = words.FAULT) -> None:
    """After what has just failed: a fault with a fix, rest, frames by itself, a photo, a gap."""
    with program.at_rest():
        check_fault(program.fault("camera"), refused)
        time.sleep(WATCHED_S)
    program.until(words.RUNNING, within=BACK_S)
    expect(not program.status()["faults"], "the fault is still told of")
    parts.press()
    check_photo(program.store, program.photo())
    (gap,) = eventually("a gap in the store", 10, lambda: gaps(program.store))
    expect(gap["cause"] == cause, f"the gap's cause is {gap['cause']}")
    expect(gap["ended"] > gap["began"], "the gap has no length")


def check_fault(sentence: str, refused: str) -> None:
    expect(parts.camera("vivid") in sentence, f"the camera is not named: {sentence}")
    expect(refused in sentence, f"it does not say what failed: {sentence}")
    expect(any(fix in sentence for fix in words.CAMERA_FIXES), f"it names no fix: {sentence}")


def at_once() -> Program:
    return Program(shutter={"countdown_s": 0})


@claim("a stream with a fatal error is opened anew, without a spin, and the fault names the fix")
def _():
    with at_once() as program:
        parts.inject("fatal_streaming")
        check_recovers(program, words.STREAM_BROKEN)


@claim("a camera that its driver disconnects is opened anew, without a spin")
def _():
    with at_once() as program:
        # Its node stays, and says that there is no device until everybody has let go of it.
        parts.run("v4l2-ctl", "-d", parts.camera("vivid"), "-c", "disconnect=1", check=False)
        check_recovers(program, words.CAMERA_GONE, words.UNPLUGGED)


@claim("a buffer that the driver does not take back makes a fault that passes")
def _():
    with at_once() as program:
        parts.inject("vidioc_qbuf")
        check_recovers(program, words.REFUSES.format("VIDIOC_QBUF"))


@claim("a driver that gives no buffers when the camera is resumed is tried again")
def _():
    check_resume("vidioc_reqbufs", "VIDIOC_REQBUFS")


@claim("a driver that does not start the stream when the camera is resumed is tried again")
def _():
    check_resume("vidioc_streamon", "VIDIOC_STREAMON")


def check_resume(error: str, call: str) -> None:
    with at_once() as program:
        program.ask("pause")
        parts.inject(error)
        program.ask("resume")
        check_recovers(program, words.REFUSES.format(call))


@claim("a frame that the driver marks as damaged is no photo: the next one is, and it is counted")
def _():
    with Program(shutter={"countdown_s": 1.0}) as program:
        before = program.status()["frames"]["error_flag"]
        parts.press()
        began = time.monotonic()
        while time.monotonic() - began < 1.2:
            parts.run(*mark_frame())
        check_photo(program.store, program.photo())
        status = program.status()
        expect(status["frames"]["error_flag"] > before, f"none was counted: {status['frames']}")
        expect(status["capture"] == words.RUNNING, f"it is {status['capture']}")


def mark_frame() -> tuple[str, ...]:
    control = "inject_v4l2_buf_flag_error=1"
    return ("v4l2-ctl", "-d", parts.camera("vivid"), "-c", control)


@claim("lost frames are counted, and a press makes a photo of one that came")
def _():
    node = parts.camera("vivid")
    with at_once() as program:
        parts.run("v4l2-ctl", "-d", node, "-c", "percentage_of_dropped_buffers=60")
        eventually("lost frames", 10, lambda: program.status()["frames"]["lost"] > 5)
        parts.press()
        check_photo(program.store, program.photo())
        expect(program.status()["capture"] == words.RUNNING, "it does not run any more")


@claim("a camera that another program holds at the start is used when that lets go of it")
def _():
    with contextlib.ExitStack() as holding:
        holding.enter_context(parts.camera_in_use())
        with Program(capture=words.FAULTED, shutter={"countdown_s": 0}) as program:
            check_holder(program)
            holding.close()
            check_recovers_from_holder(program)


@claim("a camera that another program took during a pause is used when that lets go of it")
def _():
    with at_once() as program:
        program.ask("pause")
        with parts.camera_in_use():
            program.ask("resume")
            check_holder(program)
        check_recovers_from_holder(program)


def check_holder(program: Program) -> None:
    sentence = program.fault("camera")
    expect(words.CAMERA_HELD.format("v4l2-ctl") in sentence, f"the sentence is: {sentence}")
    parts.press()
    program.until_said(words.REFUSED_HELD)


def check_recovers_from_holder(program: Program) -> None:
    program.until(words.RUNNING, within=BACK_S)
    parts.press()
    check_photo(program.store, program.photo())
