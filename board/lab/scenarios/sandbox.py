"""The service as the package installs it, in its sandbox: everything still works."""

import os
import signal
import time
from pathlib import Path

import pytest

import parts
import wall
from lamp import Lamp, watch_led
from packaged import POWER_OFF, Packaged, until_powered_off
from program import check_photo, check_woken
from sensor import NAME, TIMER, Sensor
from sentences import sentence
from waiting import eventually

pytestmark = pytest.mark.systemd


class LED(Lamp):
    """A light that is an LED of the kernel, there as long as this value."""

    SETTINGS = {"led": "exhibit", "chip": None, "line": None}

    def __init__(self):
        super().__init__(watch_led("exhibit"))

    def is_lit_at(self, instant: float) -> bool:
        return [change.lit for change in self.changes() if change.at <= instant][-1]


def buzzer_is_off() -> bool:
    return (parts.BOARD / "buzzer").read_text().strip() == "0"


def test_in_its_sandbox_press_becomes_photo_and_every():
    """in its sandbox a press becomes a photo, and every device works"""
    buzzer = {"chip": parts.LIGHT_CHIP, "line": parts.BUZZER_LINE}
    with LED() as lamp:
        with Packaged(light=LED.SETTINGS, buzzer=buzzer) as service:
            owner = Path(f"/proc/{service.process_id}").stat().st_uid
            assert owner != 0, "it runs as root"
            at = parts.press()
            check_photo(service.store, service.photo())
            assert bool(lamp.pulses(at, at + 3)), "the LED never shone"
            assert not service.status()["faults"], f"there are faults: {service.status()['faults']}"
            service.terminal.type("status")
            service.terminal.expect(sentence("status.capture-mode", "running"))
            assert not service.times_said("hotplug.denied"), "it hears nothing of plugged devices"
        assert not lamp.is_lit(), "the light is on"
        assert buzzer_is_off(), "the buzzer is on"
        assert not POWER_OFF.exists(), "a service that is stopped powers the board off"


def test_in_its_sandbox_it_reads_its_configuration(vivid):
    """in its sandbox it reads its configuration again, and hears of a camera that comes"""
    sensor = parts.Sensor()
    sensor.measure(0, 0, 16384)
    on_the_bus = {"i2c": sensor.bus, "iio": None, "address": sensor.ADDRESS}
    with Packaged(accelerometer=on_the_bus) as service:
        assert not service.status()["faults"], f"there are faults: {service.status()['faults']}"
        service.rewrite(shutter={"countdown_s": 1.0})
        parts.run("systemctl", "reload", "exhibit")
        service.until_said("configuration.read-again", "shutter.countdown_s is 1")
        vivid.unplug()
        service.until("faulted")
        # Its own tries come after 2, 6, 14 and 30 s.
        time.sleep(16)
        vivid.plug()
        service.until("running", 8)


def test_in_its_sandbox_accelerometer_events_wake():
    """in its sandbox an accelerometer's events wake it, and its buffer is read"""
    idle = {"after_s": 3, "motion": None}
    with Sensor() as sensor, Packaged(accelerometer={"iio": NAME}, idle=idle) as service:
        node = os.path.realpath("/dev/exhibit/accelerometer")
        assert node.startswith("/dev/iio:device"), f"the link leads to {node}"
        service.until("paused (idle)", 40)
        motion = service.status()["motion"]
        ways = motion["sensing"], motion["readings"]
        assert ways == ("events", "buffer"), f"it is {ways}"
        assert sensor.says("trigger/current_trigger") == "exhibit", "its timer is another"
        sensor.jolt()
        service.until("running", 10)
        check_woken(service, "accelerometer")


def test_in_its_sandbox_accelerometer_that_comes_later_has_its_timer():
    """in its sandbox an accelerometer that comes later finds its timer, which udev has made"""
    with Packaged(accelerometer={"iio": NAME}) as service:
        service.until_fault("accelerometer", "iio.missing", NAME, within=30)
        if TIMER.exists():
            TIMER.rmdir()
        with Sensor() as sensor:

            def sensing() -> tuple[str, str]:
                motion = service.status()["motion"]
                return motion["sensing"], motion["readings"]

            eventually("its buffer", 60, lambda: sensing() == ("events", "buffer"))
            assert sensor.says("trigger/current_trigger") == "exhibit", "its timer is another"


def test_in_its_sandbox_it_knows_that_clock_is_synchronised():
    """in its sandbox it knows that the clock is synchronised, as chrony or GPS tells the kernel, and can't set it"""
    with wall.kept(), Packaged(shutter={"countdown_s": 0}) as service:
        wall.jump_by(1)
        eventually("an unset clock", 5, lambda: service.status()["clock"] == "unset")
        wall.vouch()
        eventually("a synchronised clock", 10, lambda: service.status()["clock"] == "synchronised")
        before = len(service.photos())
        parts.press()
        row = service.photo(before + 1)
        assert row["clock"] == "synchronised", f"its clock was {row['clock']}"
        assert abs(row["wall_time"] - time.time()) < 20, f"its time was {row['wall_time']}"
        facts = Path(f"/proc/{service.process_id}/status").read_text()
        assert "\nCapEff:\t0000000000000000\n" in facts and "\nCapBnd:\t0000000000000000\n" in facts, facts


def test_killed_it_leaves_light_off_before_it_starts():
    """killed, it leaves the light off before it starts again, and the board on"""
    with LED() as lamp, Packaged(light=LED.SETTINGS) as service:
        parts.press()
        eventually("light", 10, lamp.is_lit)
        os.kill(service.process_id, signal.SIGKILL)
        eventually("a restart", 60, lambda: service.restarts() == 1)
        started = eventually("a start", 20, service.started_s)
        assert not lamp.is_lit_at(started), "it was lit until the program switched it off itself"
        assert not POWER_OFF.exists(), "it powered the board off"


def test_shutdown_that_person_asks_for_ends_service():
    """a shutdown that a person asks for ends the service, and powers the board off"""
    with Packaged() as service:
        service.until_active()
        service.ask("shutdown --yes")
        assert until_powered_off() == "--no-block poweroff", "something else was asked"
        eventually("an end", 20, lambda: service.show("ActiveState") == "inactive")
        assert service.restarts() == 0, "it was started again"
        assert (parts.BOARD / "light").read_text().strip() == "0", "the light is still on"


def test_shutdown_asked_for_before_service_is_ready():
    """a shutdown asked for before the service is ready ends it for good all the same"""
    with Packaged(capture=None, silent=True) as service:
        service.ask("shutdown --yes")
        assert until_powered_off() == "--no-block poweroff", "something else was asked"
        ended = eventually("an end", 20, lambda: service.show("ActiveState") == "failed")
        assert ended and service.show("Result") == "protocol", "it was ready before"
        # It would be started again after 1 s.
        time.sleep(3)
        assert service.show("ActiveState") == "failed", "it was started again"
        assert service.restarts() == 0, "it was started again"
        parts.run("systemctl", "reset-failed", "exhibit")
