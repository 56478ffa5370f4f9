"""A disk that others fill, and one that fails: nothing that was called stored is lost."""

import pytest

import parts
import words
from disk import breakable_disk, filled
from program import Program, check_photo, photos
from waiting import eventually

MB = 1_000_000
# While room is waited for it is measured every ten seconds.
BACK_S = 15


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
        program.until(words.PAUSED_FULL)
        assert program.status()["storage"]["level"] == "exhausted", "status has another level"
        assert program.status()["light"] == "storage low", "the light says something else"
        parts.press()
        program.until_said(f"[Shutter] warning: {words.STORAGE_LOW}")
        assert len(program.photos()) == 1, "there is a photo all the same"
    # Nobody asks: it looks by itself.
    program.until_said(words.STORAGE_BACK, within=BACK_S)
    program.until(words.RUNNING)
    take(program, 2)


@pytest.mark.configured(storage={"min_free_mb": 1}, shutter={"countdown_s": 0})
def test_photo_for_which_full_disk_has_no_room_fails(program):
    """a photo for which the full disk has no room fails with the reason, and capture pauses"""
    first = take(program, 1)
    with filled(left=0):
        parts.press()
        program.until_said(words.FAILED + words.DISK_FULL)
        program.until_said(f"[Capture] warning: {words.STORAGE_LOW}", within=5)
        assert program.photos() == [first], f"the rows are {program.photos()}"
        check_photo(program.store, first)
    program.until(words.RUNNING, within=BACK_S)
    take(program, 2)


def test_photo_that_failing_disk_does_not_take_fails():
    """a photo that a failing disk does not take fails with the reason; what was stored is there"""
    with breakable_disk() as fail:
        with Program(shutter={"countdown_s": 0}) as program:
            first = take(program, 1)
            second = take(program, 2)
            fail()
            parts.press()
            program.until_said(words.FAILED)
            said = next(line for line in program.said().splitlines() if words.FAILED in line)
            assert any(fix in said for fix in words.DISK_FIXES), f"the log has: {said}"
            assert any(fix in program.fault("store") for fix in words.DISK_FIXES), "no fault"
            assert program.status()["light"] == "fault", "the light says that all is well"
            parts.press()
            eventually("a refusal", 10, lambda: program.times_said("[Shutter] warning: ") == 1)
    rows = photos(program.store)
    assert rows == [first, second], f"the rows are {rows}"
    for row in rows:
        check_photo(program.store, row)
