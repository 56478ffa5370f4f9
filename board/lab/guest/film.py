"""What the webcam films: its frames by number, with what its kind of camera makes of them."""

import random
from collections.abc import Callable
from pathlib import Path

import frames
import rawframes
from model import Format, Model, Size, pixels_of

# What a scenario damages the frames by: the ways in which, one frame after the other.
DAMAGE = Path("/run/webcam-damage")
# What somebody holds before the webcam, as a JPEG of the size that is wanted.
HELD = Path("/run/webcam-held.jpg")
# Of a picture without any light, and of one of nothing but zeros in YUV.
COLOURS = {"black": (0, 0, 0), "green": (0, 135, 0)}
JUNK = random.Random(7).randbytes(64 * 1024).replace(b"\xff", b"\xfe")


# A frame by its number, and whether the camera has still to settle.
Film = Callable[[int, bool], bytes]


def film(model: Model, format: Format, size: Size) -> Film:
    """The frames of a format at a size."""
    if format.pixels == "MJPG":
        return motion_jpeg(model, size)
    if format.is_compressed:
        return lambda number, settles: JUNK
    blank = rawframes.blank(format.pixels, size)
    return lambda number, settles: blank if settles else rawframes.frame(format.pixels, size, number)


def motion_jpeg(model: Model, size: Size) -> Film:
    quirks = model.stream
    shown = pixels_of(quirks["picture"]) if quirks["picture"] else (size.width, size.height)
    choice = frames.pictures(shown, with_tables=quirks["huffman_tables"])
    blank = [frames.plain(shown, COLOURS[quirks["first"]])] if quirks["first"] else []
    tail = {"": b"", "zeros": bytes(quirks["tail_bytes"]), "junk": JUNK[: quirks["tail_bytes"]]}[quirks["tail"]]

    def frame(number: int, settles: bool) -> bytes:
        jpeg = held() or frames.frame(number, shown, blank if settles else choice)
        return damaged(jpeg if quirks["end_marker"] else jpeg[:-2], number) + tail

    return frame


def held() -> bytes:
    """What is held before the webcam; empty where nothing is."""
    try:
        return HELD.read_bytes()
    except FileNotFoundError:
        return b""


def damaged(jpeg: bytes, number: int) -> bytes:
    """The frame as it is sent: whole, as a rule."""
    try:
        kinds = DAMAGE.read_text().split()
    except FileNotFoundError:
        return jpeg
    return frames.damaged(jpeg, kinds[number % len(kinds)]) if kinds else jpeg
