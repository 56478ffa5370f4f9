"""How soon a key is answered at the viewfinder, and how much of the picture comes, by the serial line's speed."""

import time
from statistics import median

from measures.figures import line, statement
from program import WEBCAM, Program, remove_stores
from screen import Screen

BAUDS = (115200, 38400, 9600)
KEYS = 12
WARM_UP_S = 5
WATCHED_S = 10
# Between two keys, so that each meets the line at another moment.
PAUSE_S = 0.7
EFFECTS = {"1": "ascii", "2": "shapes"}


def answer(screen: Screen, key: str) -> float:
    """From a key to its answer on the last row, in milliseconds, while the picture moves."""
    effect = EFFECTS[key]
    pressed = time.monotonic()
    screen.press(key)
    screen.until(f"the effect {effect}", lambda rows: rows[-1].startswith(f"Effect: {effect};"))
    return 1000 * (time.monotonic() - pressed)


def watch(screen: Screen, seconds: float) -> float:
    """Bytes a second."""
    before, end = screen.byte_count, time.monotonic() + seconds
    while time.monotonic() < end:
        screen.read(0.1)
    return (screen.byte_count - before) / seconds


def measure() -> None:
    for baud in BAUDS:
        with Program(camera=WEBCAM, console={"baud": baud}) as program:
            screen = Screen(program.terminal)
            screen.press("view on\r")
            watch(screen, WARM_UP_S)
            rate = watch(screen, WATCHED_S)
            times = []
            for number in range(KEYS):
                times.append(answer(screen, "21"[number % 2]))
                watch(screen, PAUSE_S)
            screen.press("q")
        remove_stores()
        line(f"a key's answer at {baud} baud", median(times), "ms", "what people wait for", 200, 1)
        statement(f"bytes a second at {baud} baud", rate, "bytes", "what the line sends", baud / 10)
