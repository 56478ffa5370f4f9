"""Cameras with bad manners, one after the other at one program: what comes of the first press.

Each is a file of board/lab/zoo. The last claim prints them all in a table.
"""

import time
from pathlib import Path

import pytest

import model
import parts
import program as under_test
from animal import Animal
from conftest import keep_log
from program import Program, check_photo
from proof import check_proof
from sentences import sentence
from waiting import eventually

ANIMALS = [model.Model(name) for name in model.names()]
# Until a camera that was plugged in is in use, with controls that time out before, and with a try that failed.
READY_S = 45
# A photo waits 5 s for a good frame.
PHOTO_S = 12
# No camera is configured: the first that can be used is the one that was plugged in.
NO_CAMERA = {"device": None, "width": None, "height": None, "format": None}

# What came of each, by its file.
ROWS: dict[str, str] = {}


class House:
    """One program for all cameras; one that an animal has hurt is replaced."""

    def __init__(self):
        self.program: Program | None = None
        self.stores = []

    def open(self, camera: dict) -> Program:
        """Has the program running, with what an animal's file configures of the camera."""
        controls = {"camera.controls": camera.get("controls", {})}
        if self.program is None:
            self.program = Program(capture=None, camera=NO_CAMERA, shutter={"countdown_s": 0}, **controls)
            self.program.__enter__()
            self.stores.append((self.program.store, self.program.device))
        else:
            self.program.configuration["camera.controls"] = {}
            self.program.read_again(**controls)
        return self.program

    def replace(self) -> None:
        """Ends the program, whatever became of it; the next animal has a new one."""
        self.program.end()
        self.program = None

    def close(self) -> None:
        """Ends the program as every scenario does."""
        if self.program is not None:
            program, self.program = self.program, None
            program.__exit__(None)


@pytest.fixture(autouse=True)
def board(request):
    """Keeps what was written, and leaves the program running: it is the next camera's too."""
    under_test.LOGS.clear()
    yield
    kernel = parts.run("dmesg", check=False)
    if house := request.node.funcargs.get("house"):
        under_test.LOGS.append(house.program.said() if house.program else "")
    keep_log(request.node, kernel)
    request.node.user_properties.append(("program", "\n".join(under_test.LOGS)))
    request.node.user_properties.append(("kernel", kernel[-4000:]))


@pytest.fixture(scope="module")
def house():
    """The program, on a board without its own cameras."""
    with parts.Camera("webcam") as webcam, parts.Camera("vivid") as vivid:
        webcam.unplug()
        vivid.unplug()
        opened = House()
        yield opened
        opened.close()
        under_test.remove_stores()


@pytest.mark.parametrize("animal", [pytest.param(each, id=each.claim) for each in ANIMALS])
def test_first_press(animal, house):
    try:
        program = house.open(animal.camera)
        heard = len(program.said())
        with Animal(animal) as plugged:
            ROWS[animal.file] = visit(program, plugged, heard)
    except BaseException as error:
        ROWS[animal.file] = f"FAILED: {str(error).splitlines()[0]}"
        house.replace()
        raise


def visit(program: Program, plugged: Animal, heard: int) -> str:
    """Presses once, and holds that what comes is what the animal's file has; says what that was.

    What the program said before is not the animal's: so many characters of its log were `heard`.
    """
    without_photo = plugged.model.expect["without_photo"]
    outcome = check_sentence(program, plugged) if without_photo else check_first_photo(program, plugged)
    for key in plugged.model.expect["says"]:
        assert sentence(key).search(program.said()[heard:]), f"it did not say {key}"
    return outcome


def check_sentence(program: Program, plugged: Animal) -> str:
    """A press is answered with the sentence, and with no photo."""
    key, taken = plugged.model.expect["sentence"], len(program.photos())
    program.until_fault("camera", key, plugged.nodes[0], within=READY_S)
    parts.press()
    program.until_said(key, plugged.nodes[0], by="Shutter")
    assert len(program.photos()) == taken, "there is a photo"
    return program.fault("camera")["sentence"]


def check_first_photo(program: Program, plugged: Animal) -> str:
    """A press when the camera is ready becomes a good photo."""
    expect, taken = plugged.model.expect, len(program.photos())
    eventually("the camera in use", READY_S, lambda: is_ready(program, plugged))
    pressed = parts.press()
    (row,) = eventually("a photo", PHOTO_S, lambda: program.photos()[taken:])
    took = time.monotonic() - pressed
    camera = program.status()["camera"]
    plugged.check_picture(check_photo(program.store, row), camera["path"])
    plugged.check_controls()
    assert expect["fps"] in (0, round(camera["fps"])), f"it says {camera['fps']} frames a second"
    taken_mb = mapped_mb(program, camera["path"])
    assert not expect["most_mb"] or taken_mb <= expect["most_mb"], f"the buffers take {taken_mb:.0f} MB"
    return f"photo, {row['width']}×{row['height']}, {took:.1f} s after the press"


def mapped_mb(program: Program, node: str) -> float:
    """How much of the camera's memory the program has mapped: its buffers."""
    lines = Path(f"/proc/{program.process.pid}/maps").read_text().splitlines()
    spans = [line.split()[0].split("-") for line in lines if line.endswith(node)]
    return sum(int(end, 16) - int(start, 16) for start, end in spans) / 1e6


def is_ready(program: Program, plugged: Animal) -> bool:
    status = program.status()
    return status["capture"] == "running" and status["camera"]["path"] in plugged.nodes.values()


def test_zoo(house):
    """each camera of the zoo gives a good photo at the first press, or one sentence that says what to do"""
    for file, outcome in ROWS.items():
        print(f"zoo  {file:18} {outcome}", flush=True)
    house.close()
    for store, device in house.stores:
        check_proof(store, device)
    without = [file for file, outcome in ROWS.items() if outcome.startswith("FAILED")]
    assert ROWS and not without, f"neither a photo nor a sentence: {', '.join(without)}"
