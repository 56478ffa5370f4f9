"""How lines are wired: resistors of the chip, polarity, and outputs that only pull down."""

import time

import gpio
import parts
import signs
from lamp import Lamp, watch
from program import Program, check_photo
from waiting import eventually

# Lines of the two chips that nothing else uses.
SPARE_INPUT, SPARE_OUTPUT = 5, 6


def check_flags(chip: str, line: int, *wanted: int) -> None:
    flags = gpio.flags(chip, line)
    assert all(flags & flag for flag in wanted), f"the kernel has the line as {flags:#x}"


def test_button_against_ground_is_pulled_up_by_chip():
    """a button against ground is pulled up by the chip, and pressing it pulls it down"""
    pull = parts.line_file("button", SPARE_INPUT, "pull")
    pull.write_text("pull-down")
    button = {"line": SPARE_INPUT}
    with Program(button=button, shutter={"countdown_s": 0}) as program:
        assert pull.read_text().strip() == "pull-up", "the chip does not pull it up"
        check_flags(parts.BUTTON_CHIP, SPARE_INPUT, gpio.PULL_UP, gpio.ACTIVE_LOW)
        parts.push(pull)
        check_photo(program.store, program.photo())
        time.sleep(1)
        assert len(program.photos()) == 1, "letting it go was taken for a press"


def test_button_against_supply_is_pulled_down_by_chip():
    """a button against the supply is pulled down by the chip, and is not pressed at the start"""
    pull = parts.line_file("button", SPARE_INPUT, "pull")
    pull.write_text("pull-up")
    button = {"line": SPARE_INPUT, "active_low": False}
    with Program(button=button, shutter={"countdown_s": 0}) as program:
        assert pull.read_text().strip() == "pull-down", "the chip does not pull it down"
        check_flags(parts.BUTTON_CHIP, SPARE_INPUT, gpio.PULL_DOWN)
        assert program.status()["button"]["edges"] == 0, "the resistor was taken for a press"
        parts.push(pull, pressed="pull-up", released="pull-down")
        check_photo(program.store, program.photo())


def test_light_against_supply_is_dark_while_its_line():
    """a light against the supply is dark while its line is high, in the end too"""
    line = parts.line_file("light", SPARE_OUTPUT, "value")
    # What an LED does to its line when nobody has it.
    parts.line_file("light", SPARE_OUTPUT, "pull").write_text("pull-up")
    with Lamp(watch(line)) as lamp:
        with Program(light={"line": SPARE_OUTPUT, "active_low": True}) as program:
            check_flags(parts.LIGHT_CHIP, SPARE_OUTPUT, gpio.OUTPUT, gpio.ACTIVE_LOW)
            eventually("ready", 10, lambda: program.status()["light"] == "ready")
            began = time.monotonic()
            time.sleep(4)
            high = sum(end - start for start, end in lamp.pulses(began, began + 4))
        assert high > 3.5, f"it was dark for {high:.1f} s of 4"
        assert high < 4 - signs.BLIP_S / 2, "there was no blip"
        assert line.read_text().strip() == "1", "it is lit when the program has ended"


def test_buzzer_against_supply_sounds_while_its_line():
    """a buzzer against the supply sounds while its line is low"""
    line = parts.line_file("light", SPARE_OUTPUT, "value")
    buzzer = {"chip": parts.LIGHT_CHIP, "line": SPARE_OUTPUT, "active_low": True}
    with Lamp(watch(line)) as lamp, Program(buzzer=buzzer):
        time.sleep(2)
        silent = [change.lit for change in lamp.changes()]
        # On becoming ready it sounds twice: low, high, low, high.
        assert silent[-4:] == [False, True, False, True], f"its line was {silent}"


def test_light_with_open_drain_leaves_its_line():
    """a light with an open drain leaves its line to the resistor until it pulls it down"""
    # gpio-sim has no such drive: the kernel makes the line an input instead of driving it high. When
    # it is let go again the simulation keeps the level that it had, so only the first blip is seen.
    parts.line_file("light", SPARE_OUTPUT, "pull").write_text("pull-up")
    wiring = {"line": SPARE_OUTPUT, "active_low": True, "drive": "open-drain"}
    with Lamp(watch(parts.line_file("light", SPARE_OUTPUT, "value"))) as lamp:
        with Program(light=wiring) as program:
            check_flags(parts.LIGHT_CHIP, SPARE_OUTPUT, gpio.OPEN_DRAIN, gpio.ACTIVE_LOW)
            eventually("ready", 10, lambda: program.status()["light"] == "ready")
            eventually("a line that is pulled down", 5, lambda: not lamp.is_lit())
        assert lamp.changes()[0].lit, "it was driven low from the start"
