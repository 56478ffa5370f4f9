"""Waiting for what takes a moment: on an emulated board, and on a terminal."""

import time
from collections.abc import Callable


def eventually(what: str, within: float, probe: Callable[[], object]):
    """Asks `probe` again and again until it answers something true, and returns that."""
    deadline = time.monotonic() + within
    while True:
        if answer := probe():
            return answer
        if time.monotonic() > deadline:
            raise AssertionError(f"{what} did not happen within {within} s")
        time.sleep(0.02)
