"""A disk that others fill, and one that fails: nothing that was called stored is lost."""

import parts
import words
from disk import breakable_disk, filled
from program import Program, check_photo, photos
from scenario import claim, eventually, expect

MB = 1_000_000
# While room is waited for it is measured every ten seconds.
BACK_S = 15


def take(program: Program, number: int) -> dict:
    parts.press()
    row = program.photo(number)
    check_photo(program.store, row)
    return row


@claim("under the floor capture pauses and a press is refused, until there is room again")
def _():
    with Program(storage={"floor_mb": 20}, shutter={"countdown_s": 0}) as program:
        take(program, 1)
        with filled(left=15 * MB):
            program.until(words.PAUSED_FULL)
            expect(program.status()["storage"]["level"] == "exhausted", "status has another level")
            expect(program.status()["light"] == "storage low", "the light says something else")
            parts.press()
            program.until_said(f"[Shutter] warning: {words.STORAGE_LOW}")
            expect(len(program.photos()) == 1, "there is a photo all the same")
        # Nobody asks: it looks by itself.
        program.until_said(words.STORAGE_BACK, within=BACK_S)
        program.until(words.RUNNING)
        take(program, 2)


@claim("a photo for which the full disk has no room fails with the reason, and capture pauses")
def _():
    with Program(storage={"floor_mb": 1}, shutter={"countdown_s": 0}) as program:
        first = take(program, 1)
        with filled(left=0):
            parts.press()
            program.until_said(words.FAILED + words.DISK_FULL)
            program.until_said(f"[Capture] warning: {words.STORAGE_LOW}", within=5)
            expect(program.photos() == [first], f"the rows are {program.photos()}")
            check_photo(program.store, first)
        program.until(words.RUNNING, within=BACK_S)
        take(program, 2)


@claim("a photo that a failing disk does not take fails with the reason; what was stored is there")
def _():
    with breakable_disk() as fail:
        with Program(shutter={"countdown_s": 0}) as program:
            first = take(program, 1)
            second = take(program, 2)
            fail()
            parts.press()
            program.until_said(words.FAILED)
            said = next(line for line in program.said().splitlines() if words.FAILED in line)
            expect(any(fix in said for fix in words.DISK_FIXES), f"the log has: {said}")
            expect(any(fix in program.fault("store") for fix in words.DISK_FIXES), "no fault")
            expect(program.status()["light"] == "fault", "the light says that all is well")
            parts.press()
            eventually("a refusal", 10, lambda: program.times_said("[Shutter] warning: ") == 1)
    rows = photos(program.store)
    expect(rows == [first, second], f"the rows are {rows}")
    for row in rows:
        check_photo(program.store, row)
