"""A disk that others fill, and one that fails: nothing that was called stored is lost."""

import pytest

import parts
from disk import breakable_disk, filled
from program import Program, check_photo, photos
from sentences import sentence
from waiting import eventually

MB = 1_000_000
# While room is waited for it is measured every ten seconds.
BACK_S = 15
# How a medium that fails looks to a program; by the file that is written the one or the other comes first.
DISK_FAILURES = ("store.mediumFailed", "store.readOnly")


def take(program: Program, number: int) -> dict:
    parts.press()
    row = program.photo(number)
    check_photo(program.store, row)
    return row


@pytest.mark.configured(storage={"min_free_mb": 20}, shutter={"countdown_s": 0})
def test_under_floor_capture_pauses_and_press(program):
    """under the floor capture pauses and a press is refused, until there is room again"""
    take(program, 1)
    with filled(left=15 * MB):
        program.until("paused (lowStorage)")
        assert program.status()["storage"]["level"] == "exhausted", "status has another level"
        assert program.status()["light"] == "storage_low", "the light says something else"
        parts.press()
        program.until_said("storage.low", by="Shutter")
        assert len(program.photos()) == 1, "there is a photo all the same"
    # Nobody asks: it looks by itself.
    program.until_said("storage.back", within=BACK_S)
    program.until("running")
    take(program, 2)


@pytest.mark.configured(storage={"min_free_mb": 1}, shutter={"countdown_s": 0})
def test_photo_for_which_full_disk_has_no_room_fails(program):
    """a photo for which the full disk has no room fails with the reason, and capture pauses"""
    first = take(program, 1)
    with filled(left=0):
        parts.press()
        program.until_said("photo.failed", sentence("store.full"))
        program.until_said("storage.low", within=5, by="Capture")
        assert program.photos() == [first], f"the rows are {program.photos()}"
        check_photo(program.store, first)
    program.until("running", within=BACK_S)
    take(program, 2)


def test_photo_that_failing_disk_does_not_take_fails():
    """a photo that a failing disk does not take fails with the reason; what was stored is there"""
    with breakable_disk() as fail:
        with Program(shutter={"countdown_s": 0}) as program:
            first = take(program, 1)
            second = take(program, 2)
            fail()
            parts.press()
            program.until_said("photo.failed")
            told = [key for key in DISK_FAILURES if program.times_said("photo.failed", sentence(key))]
            assert len(told) == 1, f"the reason is another: {told}"
            fault = eventually("a fault of the store", 20, lambda: program.fault("store"))
            assert fault["key"] in DISK_FAILURES, f"the fault is {fault}"
            assert program.status()["light"] == "fault", "the light says that all is well"
            parts.press()
            program.until_said(fault["key"], by="Shutter")
    rows = photos(program.store)
    assert rows == [first, second], f"the rows are {rows}"
    for row in rows:
        check_photo(program.store, row)
