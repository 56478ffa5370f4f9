"""The face analyser that comes with the program: a portrait before the webcam is told of and handled, and never at the
price of a picture."""

import json
import os
import random
import subprocess
import time
from pathlib import Path

import pytest

import film
import parts
from program import EXECUTABLE, WEBCAM, Program, records
from sentences import TEXTS, sentence
from waiting import eventually

# With its libraries, its models and a portrait.
ANALYSER = Path(os.environ.get("LAB_FACES") or "/nowhere") / "exhibit-faces"
PORTRAIT = ANALYSER.with_name("portrait.jpg")
# Its process is known by this word; the program that is started is the loader.
MODEL = ANALYSER.with_name("centerface.onnx")
# Emulated, and after all others, a look takes most of a minute, and some times that beside other work.
LOOK_S = 300
LOOKING = {
    # Half as many frames as it can deliver, so that more of the emulated processors is left for looks.
    "camera": WEBCAM | {"fps": 15},
    "analyser": [{"name": "faces", "command": [str(ANALYSER)], "time_s": LOOK_S}],
    "faces": {"analyser": "faces"},
}
# Of new photos nothing is looked at unless somebody asks for it.
ASKED = LOOKING | {"analyser": [LOOKING["analyser"][0] | {"kinds": ["imported"]}]}
# Whole, and so that the picture's left edge goes through the face.
WHOLE, CUT = "null", "crop=iw/2:ih*0.6:iw/2:0"
COUNTDOWN_S = 3
PRESSES = 8
PERIOD_S = 1 / 30
# The emulated camera and its clock may be late by so much.
JITTER_S = 0.010


@pytest.fixture(autouse=True)
def analyser():
    assert ANALYSER.exists(), "there is no analyser: it is made where `lab run` has the theme, or words of this file"


@pytest.fixture
def portrait(analyser, request):
    """A portrait before the webcam, at its left: all of it, or what a test's parameter crops."""
    made = film.HELD.with_suffix(".new")
    scene = f"{request.param},scale=640:480:force_original_aspect_ratio=decrease,pad=640:480:0:-1"
    form = ["-vf", scene, "-frames:v", "1", "-q:v", "2", "-pix_fmt", "yuvj420p", "-f", "image2"]
    parts.run("ffmpeg", "-v", "error", "-y", "-i", str(PORTRAIT), *form, str(made))
    made.rename(film.HELD)
    yield
    film.HELD.unlink()


def seen(crop: str, claim: str):
    return pytest.mark.parametrize("portrait", [pytest.param(crop, id=claim)], indirect=True)


def looks() -> list[str]:
    """The analyser's processes."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if str(MODEL).encode() in (folder / "cmdline").read_bytes():
                found.append(folder.name)
        except OSError:
            continue
    return found


def until_looking() -> None:
    eventually("a look under way", LOOK_S, looks)


def found_in(number: int):
    """The sentence of the face in a photo."""
    return sentence("faces.examined", f"photo {number}", sentence("faces.one"))


@seen(WHOLE, "a portrait before the webcam is told of once its photo is stored, and handled over the serial line")
@pytest.mark.configured(**LOOKING)
def test_portrait_is_told_of(portrait, program):
    terminal = program.terminal
    parts.press()
    terminal.expect(sentence("photo.stored", 1), within=30)
    assert not records(program.store, "piece.examined"), "it was looked at before it was stored"
    stored = time.monotonic()
    terminal.expect(found_in(1), within=LOOK_S)
    print(f"faces  told {time.monotonic() - stored:.0f} s after the photo was stored", flush=True)
    look, = records(program.store, "piece.examined")
    assert look["failed"] is None and look["mesh"] and len(look["faces"]) == 1, look
    handle(terminal, "list")
    handle(terminal, "select 1", "active")
    handle(terminal, "fit", "fitted", "active")
    handle(terminal, "hide", "fitted", "hidden", "active")
    for _ in range(3):
        terminal.type("face undo --piece 1")
        terminal.expect(sentence("face.undone"))
    terminal.type("face undo --piece 1")
    terminal.expect(sentence("face.nothing-to-undo", 1))
    told = program.ask_json("face list --piece 1")
    assert told["state"] == "examined" and not told["faces"][0]["hidden"], told


@seen(WHOLE, "a hidden face is in no copy: in an export the analyser finds none")
@pytest.mark.configured(**LOOKING)
def test_hidden_face_is_in_no_copy(portrait, program, tmp_path):
    parts.press()
    program.terminal.expect(found_in(1), within=LOOK_S)
    program.terminal.type("face hide --piece 1")
    program.terminal.expect(sentence("faces.hidden", 1))
    undecided = exported(program, tmp_path / "out")
    assert undecided.returncode == 1 and not (tmp_path / "out").exists(), undecided
    made = exported(program, tmp_path / "out", "--faces", "hide")
    assert made.returncode == 0, made
    copy, = (tmp_path / "out").glob("1 Unsorted/1 photo*.jpg")
    assert not (tmp_path / "out/proof/evidence").exists(), "an original left"
    look = subprocess.run([ANALYSER, copy], input="{}\n", capture_output=True, text=True, timeout=LOOK_S, check=True)
    assert json.loads(look.stdout)["faces"] == [], look.stdout


def exported(program: Program, place: Path, *words: str) -> subprocess.CompletedProcess:
    command = [EXECUTABLE, "export", "all", place, "--config", program.file, *words]
    return subprocess.run(command, capture_output=True, text=True, timeout=60)


def handle(terminal: parts.Terminal, words: str, *states: str) -> None:
    """Does that with the only face, which is then in these states and in no other."""
    terminal.type(f"face {words} --piece 1")
    line = terminal.expect(sentence("face.line", 1, 1))
    said = [state for state in ("fitted", "hidden", "active") if f", {TEXTS[f'face.{state}']}" in line]
    assert said == list(states), f"'face {words}' is answered by: {line}"


@seen(CUT, "a press ends the look of `face find` and gets its photo; the look comes after it, and tells who is cut off")
@pytest.mark.configured(**ASKED, shutter={"countdown_s": COUNTDOWN_S})
def test_press_ends_a_look(portrait, program):
    parts.press()
    program.photo()
    program.terminal.type("face find --piece 1")
    program.terminal.expect(sentence("face.finding", 1))
    until_looking()
    pressed = parts.press()
    program.until_shutter("counting")
    eventually("its end", 1, lambda: not looks())
    row = program.photo(2)
    planned, late = row["planned"] / 1e9 - pressed - COUNTDOWN_S, (row["actual"] - row["planned"]) / 1e9
    print(f"faces  planned {planned:+.3f} s from the end of the countdown, taken {late:+.3f} s from there", flush=True)
    assert abs(planned) < 0.1 and abs(late) < 0.5, "that is not its instant"
    assert not records(program.store, "piece.examined"), "it had found something already"
    line = program.terminal.expect(found_in(1), within=LOOK_S)
    assert TEXTS["face.cut-left"] in line, line
    look, = records(program.store, "piece.examined")
    assert look["pieces"] == [1], look


@seen(WHOLE, "presses during looks get their nearest frames, as without an analyser; status counts what waits")
def test_time_error_is_the_same(portrait):
    for name, has_analyser in (("without an analyser", False), ("during looks", True)):
        away = sorted(distances(has_analyser))
        print(f"faces  {name}, from press to frame, in ms: {', '.join(f'{ms:.1f}' for ms in away)}", flush=True)
        # As in `shutter`: USB loses frames on a busy machine.
        middle = away[len(away) // 2 - 1]
        assert middle <= 1000 * (PERIOD_S / 2 + JITTER_S), f"{name} half of them are {middle:.1f} ms away, or more"


def distances(has_analyser: bool) -> list[float]:
    """From the press to its frame, in milliseconds, for presses at any time between two frames."""
    configured = (LOOKING if has_analyser else {}) | {"camera": WEBCAM}
    # No gesture but a click, which is known at its first edge.
    single = {"double": "none", "triple": "none"}
    with Program(**configured, shutter={"countdown_s": 0}, gestures=single) as program:
        parts.press()
        program.photo()
        for number in range(2, PRESSES + 2):
            if has_analyser:
                until_looking()
            time.sleep(random.uniform(0.1, 0.3))
            parts.press()
            program.photo(number)
        if has_analyser:
            until_looking()
            hooks = program.status()["hooks"]
            assert hooks == {"waiting": PRESSES, "dropped": 0, "failed": 0}, f"not {PRESSES} wait: {hooks}"
        return [1e-6 * abs(row["actual"] - row["planned"]) for row in program.photos()[1:]]
