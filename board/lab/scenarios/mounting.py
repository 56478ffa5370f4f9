"""How a photo is seen upright, and what belongs to which camera."""

import json

import pytest

import parts
from program import EXECUTABLE, Program, check_photo
from waiting import eventually


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


def test_photo_record_says_how_it_is_seen_upright():
    """a photo's record says how it is seen upright, by gravity, mount and direction of view"""
    try:
        with Program(camera={"rotation": 90}) as program:
            assert orientation(program, 1) == 6, "without gravity the mount does not count"
            hold(program, 1, 0, 0)
            assert orientation(program, 2) == 1, "the right edge is up"
            hold(program, 0, 0, 1)
            assert orientation(program, 3) == 1, "the camera looks down: the last edge counts"
            listed = program.ask_json("list")
            assert [row["orientation"]["exif"] for row in listed] == [6, 1, 1], f"{listed}"
            shown = json.loads(parts.run(EXECUTABLE, "show", "1", "--json", "--store", str(program.store)))
            assert shown["orientation"] == {"exif": 6, "clockwise_degrees": 90, "mirrored": False}, f"{shown}"
        with Program(camera={"facing": "user"}) as program:
            hold(program, 1, 0, 0)
            assert orientation(program, 1) == 5, "a camera that looks at its user"
            now = program.status()["orientation"]
            assert now == {"exif": 5, "clockwise_degrees": 90, "mirrored": True}, f"status says {now}"
    finally:
        parts.shake(0, 0, 1)


@pytest.mark.configured(camera={"rotation": 90, "facing": "user"})
def test_camera_that_console_chose_has_no_mount(vivid, webcam, program):
    """a camera that a console chose has no mount, and is the same one under another node's name"""
    before = parts.camera("webcam")
    program.ask("camera use Lab Webcam")
    program.until("running")
    program.ask("snap --in 0")
    assert "orientation" not in json.loads(program.photo()["data"]), "it has a mount"
    webcam.unplug()
    vivid.unplug()
    # The first to come back gets the first number.
    webcam.plug()
    vivid.plug()
    assert parts.camera("webcam") != before, f"the webcam is {before} again"
    program.until("running", within=60)
    now = program.status()["camera"]
    assert now["path"] == parts.camera("webcam"), f"it is {now}, not the webcam"
