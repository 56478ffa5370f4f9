"""A voice: another program that says what somebody without a screen must know."""

import os
import stat
import time
from pathlib import Path

import pytest

import parts
from sentences import sentence
from waiting import eventually

HEARD = Path("/run/voice-heard")
# Shells that say a sentence by writing it down; one takes a moment for that, the other goes on for long.
QUICK, SLOW = Path("/run/voice-quick"), Path("/run/voice-slow")
SECONDS = {QUICK: 0.3, SLOW: 1000}


@pytest.fixture(autouse=True)
def voices():
    """The scripts, made before the program starts."""
    for script, seconds in SECONDS.items():
        script.write_text(f"#!/bin/sh\ncat >> {HEARD}\nsleep {seconds}\n")
        script.chmod(script.stat().st_mode | stat.S_IXUSR)
    HEARD.write_text("")


def speaking(script: Path):
    return pytest.mark.configured(
        voice={"command": [str(script)]}, shutter={"countdown_s": 0}, gestures={"double": "say-status"}
    )


def heard() -> list[str]:
    return HEARD.read_text().splitlines()


def hear(*told) -> None:
    wanted = sentence(*told)
    eventually(f"'{wanted.pattern}'", 10, lambda: any(wanted.fullmatch(line) for line in heard()))


def speakers() -> int:
    """How many processes of the voice there are."""
    count = 0
    for process in Path("/proc").glob("[0-9]*"):
        try:
            count += "/run/voice-" in (process / "cmdline").read_text()
        except OSError:
            pass
    return count


@speaking(QUICK)
def test_day_without_screen(program):
    """ready, stored, the question, its answer, the next thing and the status are spoken, in that order"""
    hear("voice.ready")
    parts.press()
    hear("photo.stored", 1)
    parts.press(held=2)
    hear("undo.asked", sentence("undo.photo", "photo 1 of Unsorted"))
    parts.press()
    hear("undo.photo-done")
    for _ in range(3):
        parts.press()
        time.sleep(0.15)
    hear("thing.begun", 2, "Thing 2")
    for _ in range(2):
        parts.press()
        time.sleep(0.15)
    thing = sentence("voice.thing", 2, "Thing 2", 0)
    eventually("the status", 10, lambda: thing.match(heard()[-1]))
    assert len(program.photos()) == 1, "the status took a photo"
    assert len(heard()) == 6, heard()
    eventually("no voice", 5, lambda: speakers() == 0)


@speaking(SLOW)
def test_press_silences(program):
    """a press ends a voice that would speak for long, and the photo is taken as ever"""
    hear("voice.ready")
    assert speakers() == 1, "it has ended"
    parts.press()
    hear("photo.stored", 1)
    assert speakers() == 1, "the one before has not ended"
    assert program.end() == 0, "it did not end with 0"
    eventually("no voice", 5, lambda: speakers() == 0)
    program.__enter__()


@pytest.mark.configured(voice={"command": ["/nowhere/at-all"]}, shutter={"countdown_s": 0})
def test_voice_that_is_not_there(program):
    """a voice that does not start is told in the log, once, and photos are taken"""
    problem = sentence("voice.not-started", "/nowhere/at-all", os.strerror(2))
    for number in (1, 2):
        parts.press()
        program.photo(number)
    assert program.times_said("voice.not-started", "/nowhere/at-all", os.strerror(2)) == 1
    assert program.status()["voice"] == "fails"
    assert problem.search(program.ask("status")), "status does not name it"
