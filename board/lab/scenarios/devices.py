"""Devices that are elsewhere, busy, missing, or come and go."""

import time

import pytest

import gpio
import parts
from program import WEBCAM, Program, check_photo
from waiting import eventually

# Long enough for a second try, which must not say the same again.
RETRY_S = 3


def check_fault(program: Program, role: str, key: str, *values) -> None:
    """The role's fault is one sentence, in status and once in the log, and the program goes on."""
    program.until_fault(role, key, *values)
    time.sleep(RETRY_S)
    times = program.times_said(key, *values)
    assert times == 1, f"the log has it {times} times: {program.fault(role)}"


def test_button_on_chip_other_than_gpiochip0_is_found():
    """a button on a chip other than gpiochip0 is found by the chip's label"""
    chip = gpio.chips()[parts.BUTTON_CHIP]
    assert chip != "/dev/gpiochip0", f"it is {chip}"
    with Program(button={"chip": parts.BUTTON_CHIP}, shutter={"countdown_s": 0}) as program:
        parts.press()
        check_photo(program.store, program.photo())


def near(program: Program, *expected: int) -> bool:
    """Whether status has this acceleration, in thousandths of g."""
    values = program.status()["acceleration"] or {}
    measured = [values.get(f"{axis}_mg", 0) for axis in "xyz"]
    return all(abs(a - b) < 5 for a, b in zip(measured, expected))


def test_accelerometer_values_change_when_chip(program):
    """the accelerometer's values change when the chip's registers do"""
    eventually("1 g along z", 10, lambda: near(program, 0, 0, 1000))
    parts.shake(0.5, -1, 0.25)
    try:
        eventually("0.5 g, -1 g and 0.25 g", 10, lambda: near(program, 500, -1000, 250))
    finally:
        parts.shake(0, 0, 1)


def direct(sensor: parts.Sensor, **changes) -> dict:
    """The section of an accelerometer that is spoken to without the kernel's driver."""
    return {"iio": None, "i2c": sensor.bus, "address": sensor.ADDRESS} | changes


def test_accelerometer_without_kernel_driver_is_woken():
    """an accelerometer without a kernel driver is woken, filtered and read"""
    sensor = parts.Sensor()
    sensor.lose_power()
    sensor.measure(8192, -16384, 4096)
    with Program(accelerometer=direct(sensor)) as program:
        eventually("0.5 g, -1 g and 0.25 g", 10, lambda: near(program, 500, -1000, 250))
        sensor.measure(0, 0, 16384)
        eventually("1 g along z", 10, lambda: near(program, 0, 0, 1000))
        assert sensor.read(0x6B) & sensor.ASLEEP == 0, "it is still asleep"
        low_pass = sensor.read(0x1A)
        assert low_pass == 4, f"its low-pass is set to {low_pass}"


def test_accelerometer_that_lost_its_power_is_set_up():
    """an accelerometer that lost its power is set up again"""
    sensor = parts.Sensor()
    sensor.measure(0, 0, 16384)
    with Program(accelerometer=direct(sensor)) as program:
        eventually("1 g along z", 10, lambda: near(program, 0, 0, 1000))
        sensor.lose_power()
        program.until_fault("accelerometer", "i2c.chip.reset", "0x69", sensor.bus)
        sensor.measure(0, 0, -16384)
        eventually("-1 g along z", 20, lambda: near(program, 0, 0, -1000))
        assert sensor.read(0x1A) == 4, "its low-pass is off"


def test_accelerometer_that_kernel_drives_is_not_taken():
    """an accelerometer that the kernel drives is not taken away from it"""
    sensor = parts.Sensor()
    with Program(accelerometer=direct(sensor, address=0x68)) as program:
        check_fault(program, "accelerometer", "i2c.chip.busy", "0x68", sensor.bus, "mpu6050")


def test_chip_that_is_no_accelerometer_is_named():
    """a chip that is no accelerometer is named by what it calls itself"""
    sensor = parts.Sensor()
    sensor.write(0x75, 0x2A)
    try:
        with Program(accelerometer=direct(sensor)) as program:
            check_fault(program, "accelerometer", "i2c.chip.other", "0x69", sensor.bus, "0x2a")
    finally:
        sensor.write(0x75, 0x68)


@pytest.mark.parametrize(
    "role, key, value",
    [
        pytest.param(
            *("accelerometer", "i2c.bus.missing", "/dev/i2c-99"),
            id="a missing I2C bus gives one clear sentence",
            marks=pytest.mark.configured(
                accelerometer={"iio": None, "i2c": "/dev/i2c-99", "address": parts.Sensor.ADDRESS}
            ),
        ),
        pytest.param(
            *("accelerometer", "iio.missing", "adxl345"),
            id="a missing accelerometer gives one clear sentence",
            marks=pytest.mark.configured(accelerometer={"iio": "adxl345"}),
        ),
        pytest.param(
            *("camera", "camera.missing.among", "/dev/video99"),
            id="a missing camera gives one clear sentence",
            marks=pytest.mark.configured(capture=None, camera={"device": "/dev/video99"}),
        ),
    ],
)
def test_missing_device(program, role, key, value):
    check_fault(program, role, key, value)


def test_camera_held_by_another_program_gives_one_clear():
    """a camera held by another program gives one clear sentence that names it"""
    with parts.camera_in_use(), Program(capture=None) as program:
        check_fault(program, "camera", "camera.held", parts.camera("vivid"), "v4l2-ctl")


@pytest.mark.parametrize(
    "role, key, chip, line, direction",
    [
        pytest.param(
            *("button", "gpio.line.busyButton", parts.BUTTON_CHIP, parts.BUTTON_LINE, gpio.INPUT),
            id="a busy button line gives one clear sentence that names its holder",
        ),
        pytest.param(
            *("light", "gpio.line.busy", parts.LIGHT_CHIP, parts.LIGHT_LINE, gpio.OUTPUT),
            id="a busy light line gives one clear sentence that names its holder",
        ),
    ],
)
def test_busy_line(role, key, chip, line, direction):
    with gpio.Line(chip, line, direction, holder="doorbell"), Program() as program:
        name = gpio.chips()[chip].removeprefix("/dev/")
        check_fault(program, role, key, line, name, "doorbell")


@pytest.mark.configured(accelerometer=None, shutter={"countdown_s": 0})
def test_board_without_accelerometer_works_and_status(program):
    """a board without an accelerometer works, and status says that there is none"""
    assert "accelerometer" in program.status()["absent"], "status does not say so"
    parts.press()
    check_photo(program.store, program.photo())


@pytest.mark.configured(camera=WEBCAM, shutter={"countdown_s": 0})
def test_webcam_that_is_unplugged_is_used_again(webcam, program):
    """a webcam that is unplugged is used again when it is plugged in"""
    webcam.unplug()
    program.until("faulted")
    webcam.plug()
    program.until("running", within=60)
    parts.press()
    check_photo(program.store, program.photo())
