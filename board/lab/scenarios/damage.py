"""Pictures that arrive damaged: none of them becomes evidence, and good ones do again."""

import time

import pytest

import parts
from program import WEBCAM, Program, check_photo
from sentences import sentence
from waiting import eventually

# A photo waits so long for a good frame; an emulated camera may be opened anew meanwhile.
PATIENCE_S, SLACK_S = 5, 3
# The longest wait for the next try, and a start.
BACK_S = 45

pytestmark = pytest.mark.configured(camera=WEBCAM | {"width": 1280, "height": 720}, shutter={"countdown_s": 0})


def check_refused(program: Program, reason: str) -> None:
    """A press waits for a good frame, in vain, and there is no photo."""
    pressed = parts.press()
    program.until_said("photo.failed", sentence(reason), within=PATIENCE_S + SLACK_S)
    waited = time.monotonic() - pressed
    assert waited > PATIENCE_S - 0.5, f"it waited only {waited:.1f} s"
    assert program.photos() == [], "there is a photo"


def check_works(program: Program) -> None:
    program.until("running", within=BACK_S)
    parts.press()
    check_photo(program.store, program.photo())


def test_frames_that_are_cut_off_or_begin_or_end(program):
    """frames that are cut off, or begin or end with something else, are no photos, and are counted"""
    with parts.damaged("cut", "headless", "endless"):
        counts = program.status()["frames"]
        eventually("all three counted", 10, lambda: all_counted(program, counts))
        check_refused(program, "shutter.only-damaged-frames")
        program.until_fault("camera", "camera.damaged", parts.camera("webcam"), within=15)
    check_works(program)


def all_counted(program: Program, before: dict) -> bool:
    frames = program.status()["frames"] or before
    return all(frames[name] > before[name] for name in ("bad_start", "bad_end"))


def holds_none(program: Program) -> bool:
    """Whether half a second brings no frame that a press could take."""
    before = program.status()["frames"]
    time.sleep(0.5)
    return before and program.status()["frames"]["held"] == before["held"]


def test_camera_that_sends_empty_frames_delivers(program):
    """a camera that sends empty frames delivers nothing, and a press fails with that reason"""
    with parts.damaged("empty"):
        eventually("no frame held any more", 10, lambda: holds_none(program))
        check_refused(program, "shutter.no-frame")
    check_works(program)


def test_frames_with_noise_inside_or_part_missing_are(program):
    """frames with noise inside, or a part missing, are no photos though both their ends are right"""
    with parts.damaged("noisy", "holed"):
        time.sleep(0.5)
        check_refused(program, "shutter.only-damaged-frames")
        status = program.status()
        assert status["capture"] == "running", f"it is {status['capture']}"
        assert status["frames"]["undecodable"] > 5, f"the counts are {status['frames']}"
    check_works(program)


def test_among_damaged_frames_press_waits_for_good(program):
    """among damaged frames a press waits for a good one"""
    with parts.damaged(*["noisy", "cut", "holed", "headless", "empty"] * 2, "whole"):
        time.sleep(0.5)
        program.ask("snap --in 0.5 --count 3 --every 1")
    rows = program.photos()
    assert len(rows) == 3, f"there are {len(rows)} photos"
    for row in rows:
        check_photo(program.store, row)
        late = (row["actual"] - row["planned"]) / 1e9
        assert late < PATIENCE_S, f"photo {row['number']} came {late:.1f} s late"
