"""A webcam that hangs: it answers nothing, and the kernel waits for each answer up to 5 s."""

import time

import pytest

import parts
from lamp import Lamp
from program import WEBCAM, Program, check_photo
from service import Service
from waiting import eventually

# Whatever the camera does, somebody at the console waits no longer.
CONSOLE_S = 1.0
# Nor at the button: a call that hangs takes seconds.
ANSWER_S = 1.0
PRESSES = 6
# The kernel's own time-outs for closing and opening it, one after the other.
BACK_S = 60
# A camera that should deliver is silent for 2 s, and waited for for 10 s more, before that is a fault: a watchdog that
# wants proof has to be more patient than that, and than a quarter of its own time.
WATCHDOG_S = 20
# What a process that ends waits for in the kernel: the transfers under way, and those of closing.
END_S = 30

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


@pytest.mark.systemd
def test_service_whose_webcam_hangs_is_not_started_again():
    """a service whose webcam hangs for longer than its watchdog waits is not started again, and stores photos after"""
    with Service(watchdog_s=WATCHDOG_S, camera=WEBCAM, shutter={"countdown_s": 0}) as service:
        service.until_active()
        running = service.process_id
        with parts.stopped():
            until = time.monotonic() + 1.5 * WATCHDOG_S
            while time.monotonic() < until:
                delay = check_console(service)["camera_delay"]
                time.sleep(0.5)
            assert delay and delay["seconds"] > WATCHDOG_S, f"it did not hang for so long: {delay}"
        service.until("running", within=BACK_S)
        for number in (1, 2):
            parts.press()
            check_photo(service.store, service.photo(number))
        assert (service.process_id, service.restarts()) == (running, 0), "it was started again"


@pytest.mark.systemd
def test_service_that_is_stopped_while_its_webcam_hangs(lamp):
    """a service that is stopped while its webcam answers nothing ends as any other, its light at once"""
    with Service(watchdog_s=WATCHDOG_S, camera=WEBCAM) as service:
        service.until_active()
        with parts.muted(), parts.deaf():
            eventually("a camera that hangs", 20, lambda: service.status()["camera_delay"])
            asked = time.monotonic()
            service.end()
            took, dark = time.monotonic() - asked, lamp.changes()[-1].at - asked
            print(f"the light went off after {dark:.1f} s, the service ended after {took:.1f} s")
            seen = service.show("ActiveState")
            assert seen == "inactive", f"it is {seen}: {service.show('Result')}"
            assert not lamp.is_lit() and dark < 2, f"the light went off after {dark:.1f} s"
            assert took < END_S, f"it took {took:.1f} s to end"
