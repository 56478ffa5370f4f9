"""What the light has to show around a photo: the table in docs/GUIDE.md, seen from outside."""

import time

from lamp import Lamp

# An emulated board on a busy machine answers late now and then.
TOLERANCE_S = 0.1
BLIP_S = 0.08
LONG_S = 0.5
PAUSE_S = 0.2
STORED = (BLIP_S, BLIP_S)
REFUSED = (LONG_S, LONG_S, LONG_S)

# Lit spans of the countdown, in seconds around the photo: 1 Hz, then 2 Hz, which end before the dark.
COUNTDOWN = [(-2.0, -1.5), (-1.0, -0.75), (-0.5, -0.25)]
# Nothing flashes more often within a second; so much of it is left when both ends were seen late.
MOST_FLASHES = 3
SECOND_S = 1 - TOLERANCE_S


def check_countdown(lamp: Lamp, shot: float) -> None:
    spans = [(start - shot, end - shot) for start, end in lamp.pulses(shot - 2.25, shot - 0.1)]
    seen = ", ".join(f"{start:.2f} to {end:.2f}" for start, end in spans)
    assert len(spans) == len(COUNTDOWN), f"the light was lit from {seen}"
    for span, expected in zip(spans, COUNTDOWN):
        assert all(abs(a - b) < TOLERANCE_S for a, b in zip(span, expected)), f"the light was lit from {seen}"


def check_flashes(lamp: Lamp, since: float, until: float) -> None:
    """Never more than three times from dark to lit within a second."""
    # What was lit before has not flashed since.
    rises = [start for start, _ in lamp.pulses(since, until) if start > since]
    for first, fourth in zip(rises, rises[MOST_FLASHES:]):
        assert fourth - first > SECOND_S, f"the light flashed {MOST_FLASHES + 1} times within {fourth - first:.2f} s"


def check_stored(lamp: Lamp, shot: float) -> None:
    """Solid from the frame to the disk, then two blips."""
    spans = lamp.pulses(shot, shot + 5)
    lengths = [end - start for start, end in spans]
    seen = ", ".join(f"{length:.2f} s" for length in lengths)
    assert len(lengths) >= 3, f"after the shot the light was lit for {seen or 'no time'}"
    assert spans[0][0] - shot < 1, f"the light was lit only {spans[0][0] - shot:.2f} s after the shot"
    assert lengths[0] > 0.25 - TOLERANCE_S, f"solid was {lengths[0]:.2f} s long"
    assert all(abs(length - BLIP_S) < TOLERANCE_S for length in lengths[1:3]), f"stored looked like {seen}"


def has_sign(lamp: Lamp, marks: tuple[float, ...], since: float) -> bool:
    """Whether these marks were shown since then, one after the other, and nothing close to them."""
    spans = lamp.pulses(since, time.monotonic())
    for first in range(len(spans) - len(marks) + 1):
        shown = spans[first:first + len(marks)]
        lengths = all(abs(end - start - mark) < TOLERANCE_S for (start, end), mark in zip(shown, marks))
        pauses = all(abs(start - end - PAUSE_S) < TOLERANCE_S for (_, end), (start, _) in zip(shown, shown[1:]))
        following = spans[first + len(marks):first + len(marks) + 1]
        if lengths and pauses and all(start - shown[-1][1] > PAUSE_S + TOLERANCE_S for start, _ in following):
            return True
    return False
