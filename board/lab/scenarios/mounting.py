"""How a photo is seen upright, and what belongs to which camera."""

import json

import parts
import words
from program import EXECUTABLE, Program, check_photo
from scenario import claim, eventually, expect


def orientation(program: Program, number: int) -> int | None:
    """What Exif would call it, by the photo's row."""
    program.ask("snap --in 0")
    row = program.photo(number)
    check_photo(program.store, row, (640, 480))
    return json.loads(row["data"]).get("orientation")


def hold(program: Program, x: float, y: float, z: float) -> None:
    """Turns the board, and waits until the program has seen it."""
    parts.shake(x, y, z)

    def is_seen() -> bool:
        read = program.status()["acceleration"]
        off = abs(read["x_mg"] - x * 1000) + abs(read["y_mg"] - y * 1000) if read else 1000
        return off < 50

    eventually("the accelerometer's new reading", 10, is_seen)


@claim("a photo's record says how it is seen upright, by gravity, mount and direction of view")
def _():
    try:
        with Program(camera={"mounted": 90}) as program:
            expect(orientation(program, 1) == 6, "without gravity the mount does not count")
            hold(program, 1, 0, 0)
            expect(orientation(program, 2) == 1, "the right edge is up")
            hold(program, 0, 0, 1)
            expect(orientation(program, 3) == 1, "the camera looks down: the last edge counts")
            listed = json.loads(program.ask("list --json"))
            expect([row["orientation"]["exif"] for row in listed] == [6, 1, 1], f"{listed}")
            shown = parts.run(EXECUTABLE, "show", "1", "--store", str(program.store))
            expect('"exif":6,"clockwise_degrees":90' in shown, shown)
        with Program(camera={"facing": "user"}) as program:
            hold(program, 1, 0, 0)
            expect(orientation(program, 1) == 5, "a camera that looks at its user")
            expect(words.MIRRORED.format(90) in program.ask("status"), "status does not say it")
    finally:
        parts.shake(0, 0, 1)


@claim("a camera that a console chose has no mount, and is the same one under another node's name")
def _():
    with Program(camera={"mounted": 90, "facing": "user"}) as program:
        before = parts.camera("webcam")
        program.ask("camera use Lab Webcam")
        program.until(words.RUNNING)
        program.ask("snap --in 0")
        expect("orientation" not in json.loads(program.photo()["data"]), "it has a mount")
        parts.unplug("webcam")
        parts.unplug("vivid")
        # The first to come back gets the first number.
        parts.plug("webcam")
        parts.plug("vivid")
        expect(parts.camera("webcam") != before, f"the webcam is {before} again")
        program.until(words.RUNNING, within=60)
        now = program.status()["camera"]
        expect(now["path"] == parts.camera("webcam"), f"it is {now}, not the webcam")
