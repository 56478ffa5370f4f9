"""GPIO chips and LEDs that vanish while they are in use, and return."""

import contextlib
import time

import pytest

import gpio
import parts
from lamp import Lamp, watch, watch_led
from program import Program, check_photo
from waiting import eventually

LINE = 3
# So long a missing chip is watched: more than one try, and long enough to see a spin.
AWAY_S = 3
# News of the chip has it tried at once.
BACK_S = 5


@pytest.fixture
def chip():
    with parts.Chip() as chip:
        yield chip


def check_away(program: Program, role: str, *told: tuple) -> None:
    """The role's fault comes to the last of these keys with values, each is told once, and nothing spins."""
    for sentence in told:
        program.until_said(*sentence, within=15)
    with program.at_rest():
        program.until_fault(role, *told[-1], within=15)
        time.sleep(AWAY_S)
    for sentence in told:
        times = program.times_said(*sentence)
        assert times == 1, f"it was said {times} times: {sentence}"


def check_back(program: Program, role: str) -> None:
    eventually(f"no fault of the {role}", BACK_S, lambda: not program.fault(role))


def test_button_whose_chip_vanishes_is_fault_without(chip):
    """a button whose chip vanishes is a fault without a spin, and works when the chip is back"""
    button = {"chip": chip.LABEL, "line": LINE}
    with Program(button=button, shutter={"countdown_s": 0}) as program:
        parts.push(chip.line_file(LINE, "pull"))
        check_photo(program.store, program.photo())
        name = gpio.chips()[chip.LABEL].removeprefix("/dev/")
        chip.unplug()
        failed = ("gpio.line.failed", LINE, name, "No such device")
        check_away(program, "button", failed, ("gpio.chip.missing", chip.LABEL))
        chip.plug()
        check_back(program, "button")
        parts.push(chip.line_file(LINE, "pull"))
        check_photo(program.store, program.photo(2))


def test_button_whose_chip_vanishes_during_pause(chip):
    """a button whose chip vanishes during a pause is missed and found again all the same"""
    button = {"chip": chip.LABEL, "line": LINE}
    # Without accelerometer and camera little happens that would have the line looked at.
    changes = {"accelerometer": None, "shutter": {"countdown_s": 0}}
    with Program(button=button, **changes) as program:
        program.ask("pause")
        chip.unplug()
        check_away(program, "button", ("gpio.chip.missing", chip.LABEL))
        chip.plug()
        check_back(program, "button")
        parts.push(chip.line_file(LINE, "pull"))
        check_photo(program.store, program.photo())


def test_light_whose_chip_vanishes_is_told_of_photos_go(chip):
    """a light whose chip vanishes is told of, photos go on, and it lights when the chip is back"""
    wiring = {"chip": chip.LABEL, "line": LINE}
    with Program(light=wiring, shutter={"countdown_s": 0}) as program:
        chip.unplug()
        check_away(program, "light", ("gpio.chip.missing", chip.LABEL))
        parts.press()
        check_photo(program.store, program.photo())
        chip.plug()
        check_back(program, "light")
        with Lamp(watch(chip.line_file(LINE, "value"))) as lamp:
            eventually("a blip", 10, lambda: lamp.pulses(0, time.monotonic()))


def test_kernel_led_that_vanishes_is_told():
    """a kernel LED that vanishes is told of, and is the light again when it is back"""
    wiring = {"led": "exhibit", "chip": None, "line": None}
    with contextlib.ExitStack() as first:
        lamp = first.enter_context(Lamp(watch_led("exhibit")))
        with Program(light=wiring, shutter={"countdown_s": 0}) as program:
            eventually("a blip", 10, lambda: lamp.pulses(0, time.monotonic()))
            first.close()
            program.until_fault("light", "led.missing", "exhibit", within=15)
            parts.press()
            check_photo(program.store, program.photo())
            with Lamp(watch_led("exhibit")) as second:
                check_back(program, "light")
                eventually("a blip", 10, lambda: second.pulses(0, time.monotonic()))
