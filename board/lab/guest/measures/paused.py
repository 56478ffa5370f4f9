"""How often the program wakes while it is paused."""

import time

import words
from measures.figures import CAMERAS, WARM_UP_S, line, rate, wakeups
from measures.peers import Ustreamer
from program import Program

WINDOW_S = 20


def ours(accelerometer: dict | None) -> float:
    """With the button and the light there, and nobody at the console."""
    sections = {"accelerometer": accelerometer} if accelerometer else {}
    with Program(idle={"after_s": 3, "motion": None}, **sections) as program:
        program.until(words.PAUSED_IDLE, 60)
        time.sleep(WARM_UP_S)
        return rate(lambda: wakeups(program.process.pid), WINDOW_S)


def theirs() -> float:
    """ustreamer knows no pause: it runs, without a client."""
    with Ustreamer(CAMERAS[0]) as peer:
        time.sleep(WARM_UP_S)
        return rate(lambda: wakeups(peer.process.pid))


def measure() -> None:
    peer = theirs()
    polling = ours(None)
    line("wakeups while paused, polling", polling, "per s", "ustreamer running", peer, 7, polling)
