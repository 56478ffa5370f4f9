"""The program as a service: when it is ready, what proves that it lives, what becomes of a hang."""

import os
import signal
import time

import pytest

import parts
from disk import slow_disk
from program import check_photo
from sentences import sentence
from service import Service
from waiting import eventually

pytestmark = pytest.mark.systemd


def test_service_is_active_when_everything_was_tried():
    """a service is active when everything was tried once, and says what it does"""
    service = Service(watchdog_s=30)
    service.start()
    try:
        seen = service.show("ActiveState")
        assert seen == "activating", f"it was {seen} before it could have said that it is ready"
        service.until_active()
        assert service.status()["capture"] != "stopped", "it was active before it was there"
        ready = sentence("service.state", "ready")
        eventually("a status", 30, lambda: ready.fullmatch(service.show("StatusText")))
    finally:
        assert service.end() == 0, "it did not end with 0"


def test_service_whose_camera_is_not_there_is_active():
    """a service whose camera is not there is active, and names the fault"""
    camera = {"device": "/dev/video99"}
    with Service(watchdog_s=4, capture=None, camera=camera) as service:
        service.until_active()
        missing = sentence("camera.missing.among", "/dev/video99")
        # It follows "starting" within a second, which is how often the status line changes at most.
        eventually("the fault in the status", 10, lambda: missing.search(service.show("StatusText")))
        # Three times as long as a hang would be allowed to last.
        time.sleep(12)
        assert service.restarts() == 0, "it was taken for a hang while it tried again and again"


def test_service_that_hangs_is_started_again_and_light(lamp):
    """a service that hangs is started again, and the light stops saying ready"""
    with Service(watchdog_s=8) as service:
        service.until_active()
        stuck = service.process_id
        os.kill(stuck, signal.SIGSTOP)
        at = time.monotonic()
        eventually("a restart", 60, lambda: service.restarts() == 1)
        assert service.process_id != stuck, "it is the same process"
        # Ready is a blip every 3 s; a line that is left as it was shows nothing of the kind.
        # One that had begun stays lit; what has ended by itself would be another.
        blips = [pulse for pulse in lamp.pulses(at + 0.2, at + 5) if pulse[1] < at + 5]
        assert not blips, f"the light said ready while nothing ran: {blips}"
        service.until("running", 60)
        parts.press()
        check_photo(service.store, service.photo())


def test_slow_card_is_no_hang():
    """a slow card is no hang"""
    flush_s = 1.2
    with slow_disk(flush_s), Service(watchdog_s=12) as service:
        running = service.process_id
        service.ask("snap --in 1 --count 3 --every 0.5", within=120)
        assert len(service.photos()) == 3, f"there are {len(service.photos())} photos"
        took = service.stored_in_ms()
        assert min(took) > 2 * flush_s * 1000, f"the card was not slow: {took} ms"
        assert service.process_id == running, "it was started again"
        assert service.restarts() == 0, "it was taken for a hang"
