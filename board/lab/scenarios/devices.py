"""Devices that are elsewhere, busy, missing, or come and go."""

import time

import gpio
import parts
import words
from program import Program, check_photo
from scenario import claim, eventually, expect

# Long enough for a second try, which must not say the same again.
RETRY_S = 3


def check_sentence(program: Program, role: str, part: str) -> None:
    """The role's fault is one sentence, in status and once in the log, and the program goes on."""
    sentence = program.fault(role)
    expect(part in sentence, f"the sentence is: {sentence}")
    time.sleep(RETRY_S)
    expect(
        program.times_said(sentence) == 1,
        f"the log has it {program.times_said(sentence)} times: {sentence}",
    )


@claim("a button on a chip other than gpiochip0 is found by the chip's label")
def _():
    chip = gpio.chips()[parts.BUTTON_CHIP]
    expect(chip != "/dev/gpiochip0", f"it is {chip}")
    with Program(button={"chip": parts.BUTTON_CHIP}, shutter={"countdown_s": 0}) as program:
        parts.press()
        check_photo(program.store, program.photo())


def near(program: Program, *expected: int) -> bool:
    """Whether status has this acceleration, in thousandths of g."""
    values = program.status()["acceleration"] or {}
    measured = [values.get(f"{axis}_mg", 0) for axis in "xyz"]
    return all(abs(a - b) < 5 for a, b in zip(measured, expected))


@claim("the accelerometer's values change when the chip's registers do")
def _():
    with Program() as program:
        eventually("1 g along z", 10, lambda: near(program, 0, 0, 1000))
        parts.shake(0.5, -1, 0.25)
        try:
            eventually("0.5 g, -1 g and 0.25 g", 10, lambda: near(program, 500, -1000, 250))
        finally:
            parts.shake(0, 0, 1)


def direct(sensor: parts.Sensor, **changes) -> dict:
    """The section of an accelerometer that is spoken to without the kernel's driver."""
    return {"iio": None, "i2c": sensor.bus, "address": sensor.ADDRESS} | changes


@claim("an accelerometer without a kernel driver is woken, filtered and read")
def _():
    sensor = parts.Sensor()
    sensor.lose_power()
    sensor.measure(8192, -16384, 4096)
    with Program(accelerometer=direct(sensor)) as program:
        eventually("0.5 g, -1 g and 0.25 g", 10, lambda: near(program, 500, -1000, 250))
        sensor.measure(0, 0, 16384)
        eventually("1 g along z", 10, lambda: near(program, 0, 0, 1000))
        expect(sensor.read(0x6B) & sensor.ASLEEP == 0, "it is still asleep")
        low_pass = sensor.read(0x1A)
        expect(low_pass == 4, f"its low-pass is set to {low_pass}")


@claim("an accelerometer that lost its power is set up again")
def _():
    sensor = parts.Sensor()
    sensor.measure(0, 0, 16384)
    with Program(accelerometer=direct(sensor)) as program:
        eventually("1 g along z", 10, lambda: near(program, 0, 0, 1000))
        sensor.lose_power()
        sentence = program.fault("accelerometer")
        expect(words.CHIP_RESET in sentence, f"the sentence is: {sentence}")
        sensor.measure(0, 0, -16384)
        eventually("-1 g along z", 20, lambda: near(program, 0, 0, -1000))
        expect(sensor.read(0x1A) == 4, "its low-pass is off")


@claim("an accelerometer that the kernel drives is not taken away from it")
def _():
    sensor = parts.Sensor()
    with Program(accelerometer=direct(sensor, address=0x68)) as program:
        part = words.CHIP_IN_USE.format("0x68", sensor.bus, "mpu6050")
        check_sentence(program, "accelerometer", part)


@claim("a missing I2C bus gives one clear sentence")
def _():
    with Program(accelerometer=direct(parts.Sensor(), i2c="/dev/i2c-99")) as program:
        check_sentence(program, "accelerometer", words.NO_BUS.format("/dev/i2c-99"))


@claim("a chip that is no accelerometer is named by what it calls itself")
def _():
    sensor = parts.Sensor()
    sensor.write(0x75, 0x2A)
    try:
        with Program(accelerometer=direct(sensor)) as program:
            check_sentence(program, "accelerometer", words.CHIP_OTHER.format("0x2a"))
    finally:
        sensor.write(0x75, 0x68)


@claim("a missing camera gives one clear sentence")
def _():
    with Program(capture=None, camera={"device": "/dev/video99"}) as program:
        check_sentence(program, "camera", words.NO_CAMERA.format("/dev/video99"))


@claim("a camera held by another program gives one clear sentence that names it")
def _():
    with parts.camera_in_use(), Program(capture=None) as program:
        check_sentence(program, "camera", words.CAMERA_HELD.format("v4l2-ctl"))


@claim("a busy button line gives one clear sentence that names its holder")
def _():
    with gpio.Line(
        parts.BUTTON_CHIP, parts.BUTTON_LINE, gpio.INPUT, holder="doorbell"
    ), Program() as program:
        check_sentence(program, "button", words.LINE_IN_USE.format("doorbell"))


@claim("a busy light line gives one clear sentence that names its holder")
def _():
    with gpio.Line(
        parts.LIGHT_CHIP, parts.LIGHT_LINE, gpio.OUTPUT, holder="heartbeat"
    ), Program() as program:
        check_sentence(program, "light", words.LINE_IN_USE.format("heartbeat"))


@claim("a missing accelerometer gives one clear sentence")
def _():
    with Program(accelerometer={"iio": "adxl345"}) as program:
        check_sentence(program, "accelerometer", words.NO_ACCELEROMETER.format("adxl345"))


@claim("a board without an accelerometer works, and status says that there is none")
def _():
    with Program(accelerometer=None, shutter={"countdown_s": 0}) as program:
        expect("accelerometer" in program.status()["absent"], "status does not say so")
        parts.press()
        check_photo(program.store, program.photo())


@claim("a webcam that is unplugged is used again when it is plugged in")
def _():
    with Program(
        camera={"device": parts.camera("webcam"), "width": 640, "height": 480, "format": "MJPG"},
        shutter={"countdown_s": 0},
    ) as program:
        try:
            parts.unplug("webcam")
            program.until(words.FAULTED)
        finally:
            parts.plug("webcam")
        program.until(words.RUNNING, within=60)
        parts.press()
        check_photo(program.store, program.photo())
