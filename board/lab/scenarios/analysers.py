"""Programs that guess what photos show: asked at the console and by the button, and never at the price of a picture."""

import json
import stat
from pathlib import Path

import pytest

import film
import parts
from program import WEBCAM, records
from sentences import REPOSITORY, sentence
from waiting import eventually

# Answers the same about every piece.
GUESSES = Path("/run/analyser-guesses")
ANSWER = {"options": [{"text": "Omega", "confidence": 0.8}, {"text": "Seiko", "confidence": 0.4}]}
# The one that comes with the program.
READER = REPOSITORY / "deploy/analysers/analyse-codes"


@pytest.fixture(autouse=True)
def analysers():
    """The script, made before the program starts."""
    GUESSES.write_text(f"#!/bin/sh\necho '{json.dumps(ANSWER)}'\n")
    GUESSES.chmod(GUESSES.stat().st_mode | stat.S_IXUSR)


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


@pytest.fixture
def label():
    """A label with the code of the thing "Green bag" before the webcam."""
    code = REPOSITORY / "Tests/Verify/code-of-a-thing.png"
    made = Path("/run/label.jpg")
    scene = "scale=400:400:flags=neighbor,pad=640:480:-1:-1:white"
    form = ["-vf", scene, "-q:v", "2", "-pix_fmt", "yuvj420p"]
    parts.run("ffmpeg", "-v", "error", "-y", "-i", str(code), *form, str(made))
    made.rename(film.HELD)
    yield
    film.HELD.unlink()


@pytest.mark.configured(camera=WEBCAM)
@analysed(READER)
def test_label_switches_the_thing(label, program):
    """a label before the camera makes its thing the current one, for the photos after it"""
    parts.press()
    program.photo()
    program.terminal.expect(sentence("thing.begun", 2, "Green bag"), within=60)
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
