"""A board that becomes too hot, by a thermometer of hwmon whose register somebody sets."""

import time
from pathlib import Path

import parts
from program import Program, check_photo
from sentences import sentence
from waiting import eventually

# The program reads it every 10 s.
READING_S = 25


class Thermometer:
    """An LM75 on the stub's bus; `with` has the kernel's driver find it, and lose it again."""

    ADDRESS = 0x48

    def __init__(self, celsius: float):
        self.bus = (parts.BOARD / "i2c-bus").read_text().strip()
        self.adapter = Path(f"/sys/bus/i2c/devices/i2c-{self.bus}")
        self.set(celsius)

    def __enter__(self) -> "Thermometer":
        (self.adapter / "new_device").write_text(f"lm75 {self.ADDRESS:#x}\n")
        eventually("a temperature in hwmon", 10, self.inputs)
        return self

    def __exit__(self, *_) -> None:
        self.vanish()

    def vanish(self) -> None:
        if self.inputs():
            (self.adapter / "delete_device").write_text(f"{self.ADDRESS:#x}\n")

    def inputs(self) -> list[Path]:
        return list(self.adapter.glob(f"{self.bus}-{self.ADDRESS:04x}/hwmon/hwmon*/temp1_input"))

    def set(self, celsius: float) -> None:
        """Half degrees in the upper nine bits of a register whose high byte comes first."""
        word = int(celsius * 2) << 7 & 0xFFFF
        swapped = word >> 8 | (word & 0xFF) << 8
        parts.run("i2cset", "-f", "-y", self.bus, f"{self.ADDRESS}", "0", f"{swapped}", "w")


def test_at_80_c_capture_pauses_press_is_refused():
    """at 80 °C capture pauses, a press is refused with the reason, under 70 °C it goes on"""
    with Thermometer(45.5) as heat, Program(shutter={"countdown_s": 0}) as program:
        told = program.status()["temperature"]
        assert told == {"zone": "lm75", "celsius": 45.5, "level": "fair"}, f"it is {told}"
        heat.set(80)
        program.until("paused (overTemperature)", READING_S)
        assert not program.status()["camera"], "the camera is still open"
        parts.press()
        too_hot = ("heat.too-hot", "80.0", "70.0")
        program.terminal.expect(sentence(*too_hot))
        program.check_answer("resume", *too_hot)
        assert program.present() == "paused (overTemperature)", "resume has ended the pause"
        heat.set(70)
        time.sleep(READING_S / 2)
        assert program.present() == "paused (overTemperature)", "70 °C is not under 70 °C"
        heat.set(69.5)
        program.until("running", READING_S)
        program.until_said("heat.cooled-down", "69.5")
        assert not program.photos(), "the refused press has taken a photo"
        parts.press()
        check_photo(program.store, program.photo())


def test_jolt_does_not_end_pause_for_heat_and_limits():
    """a jolt does not end a pause for heat, and the limits are the configuration's"""
    limits = {"pause_c": 50, "resume_c": 40}
    looked_for = {"after_s": 600, "motion": "accelerometer"}
    with Thermometer(60) as heat, Program(capture=None, temperature=limits, idle=looked_for) as program:
        program.until("paused (overTemperature)")
        program.until_said("device.works", "accelerometer")
        parts.run("shake")
        time.sleep(2)
        assert program.present() == "paused (overTemperature)", "the jolt has ended it"
        heat.set(39)
        program.until("running", READING_S)


def test_series_under_way_is_finished_before_heat():
    """a series under way is finished before the heat pauses capture"""
    series = {"countdown_s": 0, "count": 3, "interval_s": 8}
    with Thermometer(45) as heat, Program(shutter=series) as program:
        parts.press()
        program.photo(1)
        heat.set(95)
        for number in (2, 3):
            check_photo(program.store, program.photo(number))
        program.until("paused (overTemperature)", READING_S)


def test_of_slow_series_that_heat_meets_only():
    """of a slow series that the heat meets only what is due within half a minute is taken"""
    series = {"countdown_s": 0, "count": 3, "interval_s": 60}
    with Thermometer(45) as heat, Program(shutter=series) as program:
        parts.press()
        program.photo(1)
        heat.set(95)
        reason = sentence("heat.too-hot", "95.0", "70.0")
        program.until_said("shutter.rest-cancelled", reason, within=READING_S)
        program.until("paused (overTemperature)")
        assert len(program.photos()) == 1, f"there are {len(program.photos())} photos"


def test_person_pause_asked_for_in_heat_is_what_remains():
    """a person's pause, asked for in the heat, is what remains when the board has cooled down"""
    with Thermometer(95) as heat, Program(capture=None) as program:
        program.until("paused (overTemperature)")
        program.check_answer("pause", "capture.paused.manual")
        assert program.present() == "paused (overTemperature)", "the graver cause is not shown"
        heat.set(45)
        program.until("paused (manual)", READING_S)
        program.until_said("capture.paused.still", "manual")
        assert not program.status()["camera"], "the camera was opened"
        program.ask("resume")
        program.until("running")


def test_board_without_thermometer_runs_and_says(program):
    """a board without a thermometer runs, and says nothing of its temperature"""
    assert program.status()["temperature"] is None, "it has made one up"


def test_thermometer_that_vanishes_is_believed():
    """a thermometer that vanishes is believed for a minute, then capture goes on and says why"""
    with Thermometer(85) as heat, Program(capture=None) as program:
        program.until("paused (overTemperature)")
        heat.vanish()
        gone = time.monotonic()
        program.until("running", 90)
        held = time.monotonic() - gone
        assert held > 40, f"it was believed for {held:.0f} s only"
        assert program.times_said("heat.lost") == 1, "it does not say why"
