"""How often the program wakes while it is paused."""

import time

from measures.figures import CAMERAS, WARM_UP_S, line, rate, wakeups
from measures.peers import Ustreamer
from program import Program
from sensor import NAME, Sensor

WINDOW_S = 20


def ours() -> float:
    """With the button and the light there, and nobody at the console."""
    idle = {"after_s": 3, "motion": None}
    with Program(accelerometer={"iio": NAME}, idle=idle) as program:
        program.until("paused (idle)", 60)
        time.sleep(WARM_UP_S)
        return rate(lambda: wakeups(program.process.pid), WINDOW_S)


def theirs() -> float | None:
    """ustreamer knows no pause: it runs, without a client."""
    if not Ustreamer.is_there():
        return None
    with Ustreamer(CAMERAS[0]) as peer:
        time.sleep(WARM_UP_S)
        return rate(lambda: wakeups(peer.process.pid))


def measure() -> None:
    peer = theirs()
    with Sensor() as sensor:
        by_events = ours()
        with sensor.held():
            by_polling = ours()
    for way, count, most in (("by events", by_events, 0.5), ("polling", by_polling, 7)):
        line(f"wakeups while paused, {way}", count, "per s", "ustreamer running", peer, most, count)
