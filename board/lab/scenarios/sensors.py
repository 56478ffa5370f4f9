"""Accelerometers that are listened to by events, by their buffer and by polling, and that go and come."""

import contextlib
import signal
import time
from pathlib import Path

import pytest

import parts
from measures.figures import rate, wakeups
from program import Program, check_woken
from sensor import NAME, Sensor
from waiting import eventually

DRIVER = Path("/sys/bus/i2c/drivers/inv-mpu6050-i2c")
# From the end of an absence to the next answer; a device that is back is tried after a second.
BACK_S = 20
# For so long wakeups are counted.
COUNTED_S = 20
RESTED_S = 12


def with_sensor(name: str = NAME, after: float = 600) -> Program:
    return Program(accelerometer={"iio": name}, idle={"after_s": after, "motion": None})


def idle_after(seconds: float) -> pytest.MarkDecorator:
    return pytest.mark.configured(accelerometer={"iio": NAME}, idle={"after_s": seconds, "motion": None})


@pytest.fixture
def sensor():
    """The accelerometer in its socket."""
    with Sensor() as sensor:
        yield sensor


def sensing(program: Program) -> tuple[str | None, str | None]:
    """How status says that it is listened to, and read."""
    motion = program.status()["motion"]
    return motion["sensing"], motion["readings"]


def measures(program: Program, *expected: int) -> bool:
    """Whether status has this acceleration, in thousandths of g."""
    values = program.status()["acceleration"] or {}
    return all(abs(values.get(f"{axis}_mg", 9999) - mg) < 5 for axis, mg in zip("xyz", expected))


def check_measures(program: Program, sensor: Sensor) -> None:
    eventually("1 g along z", 10, lambda: measures(program, 0, 0, 1000))
    sensor.measure(-0.5, 1, -0.25)
    eventually("-0.5 g, 1 g and -0.25 g", 10, lambda: measures(program, -500, 1000, -250))


def test_accelerometer_whose_node_another_program_has(sensor):
    """an accelerometer whose node another program has is read by polling, and the log says why"""
    with sensor.held(), with_sensor() as program:
        check_measures(program, sensor)
        assert sensing(program) == ("polling", "polling"), f"it is {sensing(program)}"
        assert program.times_said("accelerometer.sensing", NAME, "polling") == 1, "the log does not say so once"
        for way in ("events", "buffer"):
            times = program.times_said(f"accelerometer.{way}.refused", "open: Device or resource busy")
            assert times == 1, f"it does not say why not by {way}"


def test_timer_fills_buffer_and_its_scans_are_read(sensor):
    """a timer fills the buffer, and its scans are read whatever the order of their bytes"""
    with sensor.deaf(), with_sensor() as program:
        check_measures(program, sensor)
        assert sensing(program) == ("buffer", "buffer"), f"it is {sensing(program)}"
        assert sensor.says("buffer0/enable") == "1", "the buffer is not switched on"
        assert sensor.says("trigger/current_trigger") == "exhibit", "it is another trigger"


def test_what_was_switched_on_at_accelerometer():
    """what was switched on at an accelerometer is switched off again when the program ends"""
    attributes = ("buffer0/enable", "buffer0/in_accel_x_en", "trigger/current_trigger")
    with Sensor() as sensor:
        before = [sensor.says(attribute) for attribute in attributes]
        with with_sensor() as program:
            eventually("a running buffer", 10, lambda: sensor.says(attributes[0]) == "1")
            program.ask("pause")
            program.until("paused (manual)")
        after = [sensor.says(attribute) for attribute in attributes]
        assert after == before, f"{attributes} were {before} and are {after}"
        assert sensor.says("events/in_accel_x_roc_rising_en") == "0", "the events are still on"


def test_buffer_that_killed_program_left_switched(sensor):
    """a buffer that a killed program left switched on is taken over by the next"""
    program = with_sensor()
    with program:
        eventually("a running buffer", 10, lambda: sensor.says("buffer0/enable") == "1")
        program.process.send_signal(signal.SIGKILL)
        program.process.wait()
        program.terminal.close()
        assert sensor.says("buffer0/enable") == "1", "the buffer is off by itself"
        program.start()
        program.until("running", 60)
        check_measures(program, sensor)
        assert sensing(program) == ("events", "buffer"), f"it is {sensing(program)}"


@idle_after(3)
def test_movement_that_chip_itself_reports_ends_idle(sensor, program):
    """movement that the chip itself reports ends an idle pause, during which its buffer is off"""
    program.until("paused (idle)", 40)
    assert sensing(program) == ("events", "buffer"), f"it is {sensing(program)}"
    assert sensor.says("buffer0/enable") == "0", "the buffer is still on"
    assert sensor.says("events/in_accel_x_roc_rising_en") == "1", "the events are off"
    threshold = int(sensor.says("events/in_accel_x_roc_rising_value"))
    assert threshold == 819, f"the threshold is {threshold} counts and not 0.05 g"
    sensor.jolt()
    program.until("running", 10)
    check_woken(program, "accelerometer")
    eventually("the buffer again", 5, lambda: sensor.says("buffer0/enable") == "1")


@idle_after(3)
def test_turn_too_slow_for_chip_events_ends_idle_pause(sensor, program):
    """a turn too slow for the chip's events ends an idle pause all the same"""
    program.until("paused (idle)", 40)
    sensor.measure(0.0872, 0, 0.9962)
    program.until("running", 20)


def wakeups_a_second(program: Program) -> float:
    """How often the program went to sleep, and so was woken, once it rests and the device remembers its last record."""
    time.sleep(RESTED_S)
    return rate(lambda: wakeups(program.process.pid), COUNTED_S)


def test_paused_program_wakes_at_most_0_5_times_second():
    """a paused program wakes at most 0.5 times a second with events, and 7 times by polling"""
    with Sensor() as sensor:
        with with_sensor(after=3) as program:
            program.until("paused (idle)", 40)
            by_events = wakeups_a_second(program)
        with sensor.held(), with_sensor(after=3) as program:
            program.until("paused (idle)", 40)
            by_polling = wakeups_a_second(program)
    print(f"     {by_events:.1f} wakeups a second with events, {by_polling:.1f} by polling")
    assert by_events <= 0.5, f"with events it woke {by_events:.2f} times a second"
    assert by_polling <= 7, f"by polling it woke {by_polling:.2f} times a second"
    assert by_events < by_polling / 2, "by polling it woke as seldom"


def check_absence(program: Program, unplug, plug) -> None:
    """It goes and is a fault; it comes back and is listened to again."""
    unplug()
    try:
        eventually("a fault of the accelerometer", 20, lambda: program.fault("accelerometer"))
        assert sensing(program) == (None, None), "it is listened to all the same"
    finally:
        plug()
    eventually("no fault", BACK_S, lambda: not program.status()["faults"])
    assert sensing(program)[0] is not None, "it is not listened to again"


@contextlib.contextmanager
def bound():
    """The MPU-6050, which has neither events nor a buffer here, and its driver's switch."""
    bus = (parts.BOARD / "i2c-bus").read_text().strip()

    def switch(name: str) -> None:
        (DRIVER / name).write_text(f"{bus}-0068")

    yield lambda: switch("unbind"), lambda: switch("bind")


def test_polled_accelerometer_that_goes_is_fault_while():
    """a polled accelerometer that goes is a fault while it is away, and is asked again when it is back"""
    with bound() as (unplug, plug), with_sensor("mpu6050", after=3) as program:
        check_absence(program, unplug, plug)
        program.until("paused (idle)", 60)
        check_absence(program, unplug, plug)
        # Until it knows again what stillness is nothing is movement.
        program.ask("resume")
        program.until("paused (idle)", 60)
        parts.shake(0.3, -0.4, 1.2)
        try:
            program.until("running", 20)
        finally:
            parts.shake(0, 0, 1)


@idle_after(600)
def test_accelerometer_that_goes_while_its_buffer_fills(sensor, program):
    """an accelerometer that goes while its buffer fills is a fault until it is back"""
    eventually("readings", 10, lambda: measures(program, 0, 0, 1000))
    check_absence(program, sensor.unplug, sensor.plug)
    check_measures(program, sensor)


@idle_after(3)
def test_accelerometer_that_goes_during_pause_is_fault(sensor, program):
    """an accelerometer that goes during a pause is a fault, and its events count again when it is back"""
    program.until("paused (idle)", 40)
    check_absence(program, sensor.unplug, sensor.plug)
    program.until("paused (idle)", 60)
    sensor.jolt()
    program.until("running", 10)


def test_buffered_accelerometer_that_goes_during_pause(sensor):
    """a buffered accelerometer that goes during a pause is a fault until it is back"""
    with contextlib.ExitStack() as stack:
        stack.enter_context(sensor.deaf())
        program = stack.enter_context(with_sensor(after=3))
        program.until("paused (idle)", 40)
        assert sensing(program) == ("buffer", "buffer"), f"it is {sensing(program)}"
        check_absence(program, sensor.unplug, sensor.plug)
