"""What it finds in pictures in which the faces that it found are blank, as copies that leave have them."""

import io
import math

import pytest
from PIL import Image, ImageDraw

from analyser import WARY, run
from scenes import HEIGHT, QUALITY, WIDTH

# A hidden area is so many times a face, and grows to blocks of so many pixels; what has no coefficients is grey.
MARGIN, BLOCK, GREY = 1.5, 16, (128, 128, 128)
SIDES, TURNS = (320, 640, WIDTH), (90, -90)
# Every so many pictures are looked at.
STEP = 9


def edges(start, length, whole):
    """The blocks that have any of `length` about `start`, in a picture of `whole` pixels."""
    middle, half = start + length / 2, length / 2 * MARGIN
    return (max(0, math.floor((middle - half) / BLOCK) * BLOCK),
            min(whole, math.ceil((middle + half) / BLOCK) * BLOCK))


def areas(look):
    """What is blank of a picture: left, top, right and bottom of each."""
    for face in look.faces:
        left, top, width, height = face["box"]
        x, right = edges(left * WIDTH, width * WIDTH, WIDTH)
        y, bottom = edges(top * HEIGHT, height * HEIGHT, HEIGHT)
        yield x, y, right, bottom


def is_in(box, area):
    """Whether the middle of a face lies in a blank area."""
    x, y = (box[0] + box[2] / 2) * WIDTH, (box[1] + box[3] / 2) * HEIGHT
    return area[0] <= x <= area[2] and area[1] <= y <= area[3]


@pytest.fixture(scope="module")
def blank(scenes, looks):
    """Pictures in which each face is blank that was found, with these areas."""
    found = []
    for (scene, look) in [(scene, look) for scene, look in looks if look.faces][::STEP]:
        picture, places = Image.open(io.BytesIO(scene.jpeg)).convert("RGB"), list(areas(look))
        for left, top, right, bottom in places:
            ImageDraw.Draw(picture).rectangle((left, top, right - 1, bottom - 1), fill=GREY)
        found.append((picture, places))
    return found


@pytest.mark.parametrize("side", [
    pytest.param(side, id=f"at a score of 0.3 no face is found where one was hidden, {side} pixels wide")
    for side in SIDES])
def test_no_face_is_found(blank, tmp_path, side):
    look_at(blank, tmp_path, lambda picture: picture.resize((side, side * HEIGHT // WIDTH)))


@pytest.mark.parametrize("turn", [
    pytest.param(turn, id=f"at a score of 0.3 no face is found where one was hidden, turned by {turn} degrees")
    for turn in TURNS])
def test_no_face_is_found_turned(blank, tmp_path, turn):
    seen, file = [], tmp_path / "turned.jpg"
    for picture, places in blank:
        picture.rotate(turn, expand=True).save(file, "JPEG", quality=QUALITY)
        for face in run(file, program=WARY).faces:
            left, top, width, height = face["box"]
            across, down = left + width / 2, top + height / 2
            upright = (1 - down, across) if turn == 90 else (down, 1 - across)
            seen += [face for area in places if is_in((*upright, 0, 0), area)]
    assert not seen, seen


def look_at(blank, folder, change):
    seen, file = [], folder / "blank.jpg"
    for picture, places in blank:
        change(picture).save(file, "JPEG", quality=QUALITY)
        seen += [face for face in run(file, program=WARY).faces if any(is_in(face["box"], area) for area in places)]
    assert not seen and len(blank) >= 20, seen
