"""The service as the package installs it, in its sandbox: everything still works."""

import os
import signal
import time
from pathlib import Path

import parts
import words
from lamp import Lamp, watch_led
from packaged import POWER_OFF, Packaged, until_powered_off
from program import check_photo, check_woken
from scenario import claim, eventually, expect
from sensor import NAME, Sensor


class LED(Lamp):
    """A light that is an LED of the kernel, there as long as this value."""

    SETTINGS = {"led": "exhibit", "chip": None, "line": None}

    def __init__(self):
        super().__init__(watch_led("exhibit"))

    def is_lit_at(self, instant: float) -> bool:
        return [change.lit for change in self.changes() if change.at <= instant][-1]


def buzzer_is_off() -> bool:
    return (parts.BOARD / "buzzer").read_text().strip() == "0"


@claim("in its sandbox a press becomes a photo, and every device works", under_systemd=True)
def _():
    buzzer = {"chip": parts.LIGHT_CHIP, "line": parts.BUZZER_LINE}
    with LED() as lamp:
        with Packaged(led=LED.SETTINGS, buzzer=buzzer) as service:
            owner = Path(f"/proc/{service.process_id}").stat().st_uid
            expect(owner != 0, "it runs as root")
            at = parts.press()
            check_photo(service.store, service.photo())
            expect(bool(lamp.pulses(at, at + 3)), "the LED never shone")
            expect(not service.status()["faults"], f"there are faults: {service.status()['faults']}")
            service.terminal.type("status")
            service.terminal.expect("Capture: running")
            expect(words.HOTPLUG_DENIED not in service.said(), "it hears nothing of plugged devices")
        expect(not lamp.is_lit(), "the light is on")
        expect(buzzer_is_off(), "the buzzer is on")
        expect(not POWER_OFF.exists(), "a service that is stopped powers the board off")


@claim("in its sandbox it reads its configuration again, and hears of a camera that comes", under_systemd=True)
def _():
    sensor = parts.Sensor()
    sensor.measure(0, 0, 16384)
    on_the_bus = {"i2c": sensor.bus, "iio": None, "address": sensor.ADDRESS}
    with Packaged(accelerometer=on_the_bus) as service:
        expect(not service.status()["faults"], f"there are faults: {service.status()['faults']}")
        service.rewrite(shutter={"countdown_s": 1.0})
        parts.run("systemctl", "reload", "exhibit")
        service.until_said(words.READ_AGAIN.format("shutter.countdown_s is 1"))
        parts.unplug("vivid")
        service.until(words.FAULTED)
        # Its own tries come after 2, 6, 14 and 30 s.
        time.sleep(16)
        parts.plug("vivid")
        service.until(words.RUNNING, 8)


@claim("in its sandbox an accelerometer's events wake it, and its buffer is read", under_systemd=True)
def _():
    idle = {"after_s": 3, "motion": None}
    with Sensor() as sensor, Packaged(accelerometer={"iio": NAME}, idle=idle) as service:
        node = os.path.realpath("/dev/exhibit/accelerometer")
        expect(node.startswith("/dev/iio:device"), f"the link leads to {node}")
        service.until(words.PAUSED_IDLE, 40)
        motion = service.status()["motion"]
        ways = motion["sensing"], motion["readings"]
        expect(ways == ("events", "buffer"), f"it is {ways}")
        expect(sensor.says("trigger/current_trigger") == "exhibit", "its timer is another")
        sensor.jolt()
        service.until(words.RUNNING, 10)
        check_woken(service, "accelerometer")


@claim("killed, it leaves the light off before it starts again, and the board on", under_systemd=True)
def _():
    with LED() as lamp, Packaged(led=LED.SETTINGS) as service:
        parts.press()
        eventually("light", 10, lamp.is_lit)
        os.kill(service.process_id, signal.SIGKILL)
        eventually("a restart", 60, lambda: service.restarts() == 1)
        started = eventually("a start", 20, service.started_s)
        expect(not lamp.is_lit_at(started), "it was lit until the program switched it off itself")
        expect(not POWER_OFF.exists(), "it powered the board off")


@claim("a shutdown that a person asks for ends the service, and powers the board off", under_systemd=True)
def _():
    with Packaged() as service:
        service.until_active()
        service.ask("shutdown")
        expect(until_powered_off() == "--no-block poweroff", "something else was asked")
        eventually("an end", 20, lambda: service.show("ActiveState") == "inactive")
        expect(service.restarts() == 0, "it was started again")
        expect((parts.BOARD / "light").read_text().strip() == "0", "the light is still on")


@claim("a shutdown asked for before the service is ready ends it for good all the same", under_systemd=True)
def _():
    camera = {"device": parts.camera("webcam"), "width": 640, "height": 480, "format": "MJPG"}
    with parts.muted(), Packaged(capture=None, camera=camera) as service:
        service.ask("shutdown")
        expect(until_powered_off() == "--no-block poweroff", "something else was asked")
        ended = eventually("an end", 20, lambda: service.show("ActiveState") == "failed")
        expect(ended and service.show("Result") == "protocol", "it was ready before")
        # It would be started again after 1 s.
        time.sleep(3)
        expect(service.show("ActiveState") == "failed", "it was started again")
        expect(service.restarts() == 0, "it was started again")
        parts.run("systemctl", "reset-failed", "exhibit")
