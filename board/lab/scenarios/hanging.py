"""A webcam that hangs: it answers nothing, and the kernel waits for each answer up to 5 s."""

import time

import pytest

import parts
from lamp import Lamp
from program import WEBCAM, Program, check_photo

# Whatever the camera does, somebody at the console waits no longer.
CONSOLE_S = 1.0
# Nor at the button: a call that hangs takes seconds.
ANSWER_S = 1.0
PRESSES = 6
# The kernel's own time-outs for closing and opening it, one after the other.
BACK_S = 60

pytestmark = pytest.mark.configured(camera=WEBCAM, shutter={"countdown_s": 3.0})


def answer_s(lamp: Lamp) -> float:
    """From a press to the light that says that it was heard: the quickest of some, as a busy host slows them."""
    delays = []
    for _ in range(PRESSES):
        pressed = parts.press()
        time.sleep(1.2)
        delays.append(next(change.at for change in lamp.changes() if change.at > pressed) - pressed)
    assert max(delays) < ANSWER_S, f"the light took {max(delays):.2f} s to answer"
    return min(delays)


def check_console(program: Program) -> dict:
    """The status, which was not long in coming."""
    asked = time.monotonic()
    status = program.status()
    took = time.monotonic() - asked
    assert took < CONSOLE_S, f"the console took {took:.2f} s to answer"
    return status


@pytest.mark.core
def test_press_is_answered_as_fast_while_webcam_hangs(lamp, program):
    """a press is answered as fast while the webcam hangs as while it works, and status says what hangs"""
    program.until("running")
    healthy = answer_s(lamp)
    with parts.stopped():
        program.ask("pause")
        time.sleep(1.5)
        delay = check_console(program)["camera_delay"]
        assert delay and delay["work"] == "closing" and delay["seconds"] >= 1, f"status says: {delay}"
        hung = answer_s(lamp)
        print(f"answered after {hung * 1000:.1f} ms, {healthy * 1000:.1f} ms by a camera that works")
        assert hung <= 2 * healthy, f"{hung:.3f} s against {healthy:.3f} s"
        check_console(program)
    program.until("running", within=BACK_S)
    assert check_console(program)["camera_delay"] is None, "status still says that it hangs"


def test_webcam_that_hangs_while_it_is_opened_is_fault(program):
    """a webcam that hangs while it is opened is a fault that ends when it answers again"""
    program.ask("pause")
    program.until("paused (manual)")
    with parts.stopped():
        program.ask("resume")
        with program.at_rest():
            while not program.fault("camera"):
                check_console(program)
                time.sleep(1)
    program.until("running", within=BACK_S)
    parts.press()
    check_photo(program.store, program.photo())
