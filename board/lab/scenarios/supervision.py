"""The program as a service: when it is ready, what proves that it lives, what becomes of a hang."""

import os
import signal
import time

import parts
import words
from disk import slow_disk
from program import check_photo
from scenario import claim, eventually, expect
from service import Service


@claim("a service is active when everything was tried once, and says what it does", under_systemd=True)
def _():
    service = Service(watchdog_s=30)
    service.start()
    try:
        seen = service.show("ActiveState")
        expect(seen == "activating", f"it was {seen} before it could have said that it is ready")
        service.until_active()
        expect(service.status()["capture"] != "stopped", "it was active before it was there")
        eventually("a status", 30, lambda: service.show("StatusText") == words.STATE.format("ready"))
    finally:
        expect(service.end() == 0, "it did not end with 0")


@claim("a service whose camera is not there is active, and names the fault", under_systemd=True)
def _():
    camera = {"device": "/dev/video99"}
    with Service(watchdog_s=4, capture=None, camera=camera) as service:
        service.until_active()
        expect(words.NO_CAMERA.format("/dev/video99") in service.show("StatusText"), "it does not")
        # Three times as long as a hang would be allowed to last.
        time.sleep(12)
        expect(service.restarts() == 0, "it was taken for a hang while it tried again and again")


@claim("a service that hangs is started again, and the light stops saying ready", under_systemd=True)
def _():
    with parts.light() as lamp, Service(watchdog_s=8) as service:
        service.until_active()
        stuck = service.process_id
        os.kill(stuck, signal.SIGSTOP)
        at = time.monotonic()
        eventually("a restart", 60, lambda: service.restarts() == 1)
        expect(service.process_id != stuck, "it is the same process")
        # Ready is a blip every 3 s; a line that is left as it was shows nothing of the kind.
        # One that had begun stays lit; what has ended by itself would be another.
        blips = [pulse for pulse in lamp.pulses(at + 0.2, at + 5) if pulse[1] < at + 5]
        expect(not blips, f"the light said ready while nothing ran: {blips}")
        service.until(words.RUNNING, 60)
        parts.press()
        check_photo(service.store, service.photo())


@claim("a slow card is no hang", under_systemd=True)
def _():
    flush_s = 1.2
    with slow_disk(flush_s), Service(watchdog_s=12) as service:
        running = service.process_id
        service.ask("snap --in 1 --count 3 --every 0.5", within=120)
        expect(len(service.photos()) == 3, f"there are {len(service.photos())} photos")
        took = service.stored_in_ms()
        expect(min(took) > 2 * flush_s * 1000, f"the card was not slow: {took} ms")
        expect(service.process_id == running, "it was started again")
        expect(service.restarts() == 0, "it was taken for a hang")
