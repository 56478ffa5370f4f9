"""A camera that saves power: smaller pictures, less often, and photos that are large all the same."""

import time

import pytest

import parts
from program import Program, check_busy, check_photo
from waiting import eventually

# vivid has 25 pictures a second of 640×480 and 12.5 of 1280×720; so the nearest to 1280×720 at 15 is 640×480.
LARGE = {"width": 1280, "height": 720, "format": "YUYV"}
SMALL_SIZE, LARGE_SIZE = (640, 480), (1280, 720)
MEASURING_S = 4
WEBCAM = {"device": "webcam", "width": None, "height": None, "format": "MJPG"}


def size(program: Program) -> tuple[int, int] | None:
    camera = program.status()["camera"]
    return (camera["width"], camera["height"]) if camera else None


def until_size(program: Program, wanted: tuple[int, int]) -> None:
    eventually(f"a camera at {wanted}", 20, lambda: size(program) == wanted)
    program.until("running")


def rate(program: Program) -> float:
    """What the camera has made a second, what nobody was quick enough to take included."""

    def made() -> tuple[float, int]:
        frames = program.status()["frames"]
        return time.monotonic(), frames["delivered"] + frames["lost"]

    (start, before), _, (end, after) = made(), time.sleep(MEASURING_S), made()
    return (after - before) / (end - start)


def expect_slow(program: Program) -> float:
    """Has the camera save power; the rate that it has then."""
    program.check_answer("powersave on", "powersave.on")
    eventually("15 pictures a second", 20, lambda: fps(program) == 15)
    program.until("running")
    measured = rate(program)
    assert measured < 16.5, f"{measured:.1f} pictures a second still come"
    return measured


def fps(program: Program) -> float | None:
    camera = program.status()["camera"]
    return camera["fps"] if camera else None


def test_camera_that_saves_power_delivers_15_pictures_second(program):
    """a camera that saves power delivers 15 pictures a second, and all of them again afterwards"""
    before = rate(program)
    after = expect_slow(program)
    assert after < 0.8 * before, f"there were {before:.1f} pictures a second, now {after:.1f}"
    assert program.status()["powersave"] is True, "status does not say it"
    program.check_answer("powersave off", "powersave.off")
    eventually("25 pictures a second", 20, lambda: fps(program) == 25)
    program.until("running")


@pytest.mark.configured(camera=WEBCAM)
def test_usb_webcam_saves_power_too(program):
    """a USB webcam saves power too"""
    expect_slow(program)
    assert size(program) == LARGE_SIZE, f"its size is {size(program)}"


@pytest.mark.configured(camera=LARGE, shutter={"countdown_s": 2.5})
def test_camera_that_saves_power_takes_small_photos(program):
    """a camera that saves power takes small photos"""
    until_size(program, LARGE_SIZE)
    program.ask("powersave on")
    until_size(program, SMALL_SIZE)
    parts.press()
    check_photo(program.store, program.photo(), SMALL_SIZE)


@pytest.mark.configured(camera=LARGE, photo={"full_resolution": True}, shutter={"countdown_s": 2.5})
def test_with_photo_full_it_takes_large_ones(program):
    """with photo.full_resolution it takes large ones in a countdown of 2 s or more, and is small again"""
    program.ask("powersave on")
    until_size(program, SMALL_SIZE)
    pressed = parts.press()
    row = program.photo()
    check_photo(program.store, row, LARGE_SIZE)
    planned = row["planned"] / 1e9 - pressed
    assert abs(planned - 2.5) < 0.1, f"it was planned {planned:.3f} s after the press"
    until_size(program, SMALL_SIZE)
    program.ask("snap --in 1")
    check_photo(program.store, program.photo(2), SMALL_SIZE)


def test_during_countdown_it_is_not_changed_and_answer(program):
    """during a countdown it is not changed, and the answer says how long that takes"""
    check_busy(program, "powersave on")
    assert program.status()["powersave"] is False, "it saves power"
    check_photo(program.store, program.photo())


@pytest.mark.configured(camera=LARGE)
def test_camera_saves_power_after_pause_too(vivid, program):
    """a camera that saves power does so after a pause, after a replug, and so is another camera"""
    program.ask("powersave on")
    until_size(program, SMALL_SIZE)
    program.ask("pause")
    program.ask("resume")
    program.until("running")
    assert size(program) == SMALL_SIZE, f"after a pause it is {size(program)}"
    vivid.unplug()
    eventually("no camera", 20, lambda: program.status()["capture"] != "running")
    vivid.plug()
    program.until("running", within=60)
    assert size(program) == SMALL_SIZE, f"after a replug it is {size(program)}"
    program.ask("camera use Lab Webcam")
    eventually("15 pictures a second of the other", 20, lambda: fps(program) == 15)
