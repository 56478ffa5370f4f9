"""Programs that guess what photos show: asked at the console and by the button, and never at the price of a picture."""

import json
import stat
from pathlib import Path

import pytest

import parts
from program import records
from sentences import sentence
from waiting import eventually

# Answers the same about every piece: options that are asked, or the code of a label before the camera.
GUESSES, CODES = Path("/run/analyser-guesses"), Path("/run/analyser-codes")
ANSWERS = {
    GUESSES: {"options": [{"text": "Omega", "confidence": 0.8}, {"text": "Seiko", "confidence": 0.4}]},
    CODES: {"options": [{"text": "exhibit:thing=Green bag", "confidence": 1}]},
}


@pytest.fixture(autouse=True)
def analysers():
    """The scripts, made before the program starts."""
    for script, answer in ANSWERS.items():
        script.write_text(f"#!/bin/sh\necho '{json.dumps(answer)}'\n")
        script.chmod(script.stat().st_mode | stat.S_IXUSR)


def analysed(script: Path):
    return pytest.mark.configured(
        analyser=[{"name": "lab", "command": [str(script)], "choose_thing": True}], shutter={"countdown_s": 0},
        questions={"button": True})


def options(program) -> list[dict]:
    return records(program.store, "piece.options")


@analysed(GUESSES)
def test_click_with_nobody_watching(program):
    """a question open and nobody watching: a click takes a photo, and the question is still there"""
    parts.press()
    program.photo()
    eventually("options", 10, lambda: len(options(program)) == 1)
    parts.press()
    program.photo(2)
    eventually("options of the second", 10, lambda: len(options(program)) == 2)
    assert not records(program.store, "option.confirmed"), "a press that nobody meant so was an answer"
    guessed = program.ask_json("options 1")
    assert [option["denied"] for option in guessed["options"]] == [False, False], guessed
    program.ask("confirm 1 --option 2")
    confirmed, = records(program.store, "option.confirmed")
    assert confirmed["option"] == "Seiko" and confirmed["requester"] == "console", confirmed


@analysed(CODES)
def test_label_switches_the_thing(program):
    """a label before the camera makes its thing the current one, for the photos after it"""
    parts.press()
    program.photo()
    program.terminal.expect(sentence("thing.begun", 2, "Green bag"))
    begun = records(program.store, "thing.created")[-1]
    assert begun["requester"] == "analyser", begun
    parts.press()
    program.photo(2)
    assert [row["thing"] for row in program.photos()] == [1, 2]


@analysed(Path("/nowhere/analyser"))
def test_analyser_that_is_not_there(program):
    """an analyser that is not there is a line of the log, and photos are taken as ever"""
    parts.press()
    program.photo()
    parts.press()
    program.photo(2)
    assert program.status()["faults"] == [], "it counts as a fault"
