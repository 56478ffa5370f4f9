"""How a scenario is written: a claim, and a function that shows it on the board."""

import time
from collections.abc import Callable
from dataclasses import dataclass

CLAIMS: list["Claim"] = []
# What leads to the instant of the power cut.
POWER_CUTS: list["Claim"] = []


class Refuted(Exception):
    """The claim does not hold, and why."""


@dataclass
class Claim:
    text: str
    theme: str
    show: Callable[[], None]
    # `run`, `after` the power cut, or `systemd`; of the image `image`, and `image-after` the cut.
    boot: str = "run"


def claim(
    text: str, after_power_cut: bool = False, under_systemd: bool = False, boot: str | None = None
):
    """Decorates the function that shows `text`; its file's name is the theme."""
    boot = boot or ("after" if after_power_cut else "systemd" if under_systemd else "run")

    def register(show: Callable[[], None]) -> Callable[[], None]:
        CLAIMS.append(Claim(text, show.__module__, show, boot))
        return show

    return register


def power_cut(lead: Callable[[], None]) -> Callable[[], None]:
    """Decorates the function at whose return the board loses its power."""
    POWER_CUTS.append(Claim("the board works until its power is cut", lead.__module__, lead))
    return lead


def expect(condition: bool, otherwise: str) -> None:
    """Refutes the claim unless `condition` holds; `otherwise` says what was seen instead."""
    if not condition:
        raise Refuted(otherwise)


def eventually(what: str, within: float, probe: Callable[[], object]):
    """Asks `probe` again and again until it answers something true, and returns that."""
    deadline = time.monotonic() + within
    while True:
        if answer := probe():
            return answer
        if time.monotonic() > deadline:
            raise Refuted(f"{what} did not happen within {within} s")
        time.sleep(0.02)
