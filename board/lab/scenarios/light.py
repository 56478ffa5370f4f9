"""The light follows the table in docs/GUIDE.md."""

import time

import pytest

import parts
import signs
from lamp import Lamp, watch, watch_led
from program import Program
from waiting import eventually


@pytest.mark.core
def test_light_answers_press_counts_down_is_dark(lamp, program):
    """the light answers a press, counts down, is dark for the shot and solid until it is stored"""
    eventually("a ready blip", 10, lambda: program.status()["light"] == "ready")
    pressed = parts.press()
    program.photo()
    time.sleep(2)
    heard = lamp.pulses(pressed, pressed + 0.3)
    assert len(heard) >= 1 and heard[0][0] - pressed < signs.TOLERANCE_S, "the press was not answered at once"
    signs.check_countdown(lamp, pressed + 3)
    signs.check_stored(lamp, pressed + 3)


def test_kernel_led_does_what_gpio_line_does():
    """a kernel LED does what a GPIO line does"""
    with Lamp(watch_led("exhibit")) as lamp, Program(
        light={"led": "exhibit", "chip": None, "line": None}
    ) as program:
        pressed = parts.press()
        program.photo()
        time.sleep(2)
        signs.check_countdown(lamp, pressed + 3)
        signs.check_stored(lamp, pressed + 3)


def test_ready_is_blip_every_3_s(lamp, program):
    """ready is a blip every 3 s"""
    eventually("ready", 10, lambda: program.status()["light"] == "ready")
    begin = time.monotonic()
    time.sleep(7)
    spans = lamp.pulses(begin, begin + 7)
    assert len(spans) in (2, 3), f"there were {len(spans)} blips in 7 s"
    assert all(end - start < signs.BLIP_S + signs.TOLERANCE_S for start, end in spans), "a blip was too long"
    period = spans[1][0] - spans[0][0]
    assert abs(period - 3) < signs.TOLERANCE_S, f"from one blip to the next it took {period:.2f} s"


def test_however_often_button_is_pressed_light_flashes(lamp, program):
    """however often the button is pressed, the light flashes at most three times in any second"""
    begin = time.monotonic()
    for _ in range(8):
        parts.press(held=0.06)
        time.sleep(0.06)
    time.sleep(3)
    signs.check_flashes(lamp, begin, time.monotonic())
    assert len(lamp.pulses(begin, begin + 1)) > 1, "no press was answered"
    program.ask("cancel")


def test_buzzer_says_once_that_camera_is_ready_short():
    """the buzzer says once that the camera is ready: a short and a long one, and not after a pause"""
    buzzer = {"chip": parts.LIGHT_CHIP, "line": parts.BUZZER_LINE}
    with Lamp(watch(parts.BOARD / "buzzer")) as sound, Program(buzzer=buzzer) as program:
        time.sleep(4)
        program.ask("pause")
        program.ask("resume")
        program.until("running")
        time.sleep(4)
        lengths = [end - start for start, end in sound.pulses(program.started_at, time.monotonic())]
    heard = ", ".join(f"{length:.2f} s" for length in lengths)
    assert len(lengths) == 2, f"it sounded for {heard or 'no time'}"
    expected = (signs.BLIP_S, signs.LONG_S)
    assert all(abs(a - b) < signs.TOLERANCE_S for a, b in zip(lengths, expected)), f"it sounded for {heard}"
