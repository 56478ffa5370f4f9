"""Pausing when nothing moves, and coming back."""

import time

import pytest

import parts
from noise import Noise
from program import Program, check_photo, check_woken
from waiting import eventually

# The settings of vivid's picture by which nothing in it moves, and by which it does.
STILL = "horizontal_movement=3,vertical_movement=3,osd_text_mode=2"
MOVING = "horizontal_movement=0,vertical_movement=3,osd_text_mode=2"
USUAL = "horizontal_movement=3,vertical_movement=3,osd_text_mode=0"


def idle(after: float = 3, **changes) -> dict:
    return {"after_s": after, "motion": None} | changes


def holds_camera(program: Program) -> bool:
    """Whether the program has any video device open."""
    return any(file.startswith("/dev/video") for file in program.open_files())


def check_off(program: Program) -> None:
    """The camera is really off, as soon as its driver has let it go."""
    eventually("the camera being off", 1, lambda: not holds_camera(program))


def picture(settings: str) -> None:
    parts.run("v4l2-ctl", "-d", parts.camera("vivid"), "-c", settings)


@pytest.fixture
def still_picture():
    picture(STILL)
    yield
    picture(USUAL)


@pytest.mark.core
@pytest.mark.configured(idle=idle())
def test_where_nothing_moves_camera_is_closed_and_jolt(program):
    """where nothing moves the camera is closed, and a jolt opens it again"""
    program.until("paused (idle)", 40)
    check_off(program)
    parts.shake(0.3, -0.4, 1.2)
    try:
        program.until("running", 20)
    finally:
        parts.shake(0, 0, 1)
    status = program.status()
    assert status["motion"]["witness"] == "accelerometer", f"it was {status['motion']}"
    assert status["resume"]["latest_s"] is not None, "the time of coming back is not told"


@pytest.mark.configured(idle=idle())
def test_turn_of_board_by_few_degrees_ends_pause(program):
    """a turn of the board by a few degrees ends the pause"""
    program.until("paused (idle)", 40)
    # 5° about y: the strength stays what it was.
    parts.shake(0.0872, 0, 0.9962)
    try:
        program.until("running", 20)
    finally:
        parts.shake(0, 0, 1)


@pytest.mark.configured(idle=idle())
def test_press_during_pause_counts_from_its_edge(program):
    """a press during a pause counts from its edge, and the photo is taken in time"""
    program.until("paused (idle)", 40)
    pressed = parts.press()
    row = program.photo()
    check_photo(program.store, row)
    planned = row["planned"] / 1e9 - pressed
    assert abs(planned - 3) < 0.1, f"it was planned {planned:.3f} s after the press"
    late = (row["actual"] - row["planned"]) / 1e9
    assert abs(late) < 0.5, f"it was taken {late:.3f} s after its planned instant"


@pytest.mark.configured(idle=idle(after=600))
def test_person_pause_is_ended_by_person_and_not(program):
    """a person's pause is ended by a person and not by a jolt"""
    program.ask("pause")
    program.until("paused (manual)")
    check_off(program)
    parts.run("shake")
    time.sleep(2)
    assert program.present() == "paused (manual)", "the jolt has ended it"
    program.ask("resume")
    program.until("running")


@pytest.mark.configured(idle=idle(after=600))
def test_long_press_in_pause_which_asks_for_no_photo(program):
    """a long press in a pause, which asks for no photo, leaves the camera closed"""
    program.ask("pause")
    program.until("paused (manual)")
    parts.press(held=2)
    program.until_said("undo.nothing")
    time.sleep(1)
    assert program.present() == "paused (manual)", "the press has ended it"
    assert program.times_said("device.works", "camera") == 1, "the camera was opened for it"


@pytest.mark.configured(accelerometer=None, idle=idle())
def test_look_that_finds_camera_in_use_is_no_fault(still_picture, program):
    """a look that finds the camera in use is no fault, and the next sees what moves"""
    program.until("paused (idle)", 40)
    refused = ("camera.held", parts.camera("vivid"), "v4l2-ctl")
    with parts.camera_in_use():
        program.until_said(*refused, within=20, by="Camera")
        # Some more looks.
        time.sleep(5)
        status = program.status()
        assert status["pause_cause"] == "idle", f"capture is {status['capture']}"
        assert not status["faults"], f"there is a fault: {status['faults']}"
        assert status["light"] == "paused", f"the light says {status['light']}"
        assert program.times_said(*refused) == 1, "the log has it at each look"
    picture(MOVING)
    program.until("running", 30)
    check_woken(program, "picture")


@pytest.mark.configured(accelerometer=None, idle=idle())
def test_without_accelerometer_still_picture_pauses(still_picture, program):
    """without an accelerometer a still picture pauses, and one that moves ends the pause"""
    program.until("paused (idle)", 40)
    eventually("the camera being off between looks", 10, lambda: not holds_camera(program))
    picture(MOVING)
    program.until("running", 30)
    check_woken(program, "picture")


@pytest.mark.configured(idle=idle(motion="both"), picture={"wake": "always"})
def test_with_accelerometer_too_picture_that_moves_ends(still_picture, program):
    """with an accelerometer too a picture that moves ends the pause, if it may"""
    program.until("paused (idle)", 40)
    picture(MOVING)
    program.until("running", 30)
    check_woken(program, "picture")


@pytest.mark.configured(idle=idle())
def test_series_of_eight_at_5_s_on_still_scene_is_not(still_picture, program):
    """a series of eight at 5 s on a still scene is not broken by the pause"""
    program.ask("snap --in 0 --count 8 --every 5", within=120)
    rows = program.photos()
    assert len(rows) == 8, f"there are {len(rows)} photos"
    assert program.times_said("capture.paused.idle") == 0, "it has paused"
    program.until("paused (idle)", 40)


def test_sensor_with_noise_of_8_mg_falls_idle_within():
    """a sensor with a noise of 8 mg falls idle within its time and wakes on 0.06 g"""
    noise = Noise(0.008)
    with noise, Program(idle=idle(after=10)) as program:
        began = time.monotonic()
        program.until("paused (idle)", 60)
        assert time.monotonic() - began < 20, "it took longer than the 10 s and some"
        time.sleep(5)
        assert program.present() == "paused (idle)", "the noise has ended the pause"
        noise.strength = 1.06
        program.until("running", 20)


@pytest.mark.configured(idle=idle(), shutter={"countdown_s": 0, "count": 2, "interval_s": 40})
def test_slow_series_closes_camera_between_its_photos(program):
    """a slow series closes the camera between its photos and takes each in time"""
    parts.press()
    program.photo(1)
    program.until("paused (idle)", 40)
    check_off(program)
    row = program.photo(2, within=60)
    late = (row["actual"] - row["planned"]) / 1e9
    assert abs(late) < 0.5, f"it was taken {late:.3f} s after its planned instant"
