"""From a press to durable evidence, for each kind of camera."""

import frames
import parts
import signs
import words
from program import Program, check_photo
from scenario import claim, expect


def press_becomes_evidence(size: tuple[int, int], **camera) -> bytes:
    """A press, the light, the file, the row, the serial line; returns the stored bytes."""
    width, height = size
    with parts.light() as lamp, Program(
        camera=camera | {"width": width, "height": height}
    ) as program:
        pressed = parts.press()
        row = program.photo()
        program.terminal.expect(words.STORED.format(1))
        signs.check_countdown(lamp, pressed + 3)
        expect(row["kind"] == "photo", f"it is a {row['kind']}")
        expect(
            abs(row["planned"] / 1e9 - pressed - 3) < 0.1,
            "it was planned for another instant than 3 s after the press",
        )
        program.terminal.type("status")
        program.terminal.expect(words.PIECES.format(1))
        return check_photo(program.store, row, size)


@claim("a press becomes a durable photo from a YUYV camera")
def _():
    press_becomes_evidence((640, 480), device=parts.camera("vivid"), format="YUYV")


@claim("a press becomes a durable photo from an NV12 camera")
def _():
    press_becomes_evidence((640, 480), device=parts.camera("vivid"), format="NV12")


@claim("a press becomes a durable photo from a camera whose format has to be converted")
def _():
    press_becomes_evidence((640, 360), device=parts.camera("vivid"), format="RGB3")


@claim("a press stores a Motion-JPEG camera's own bytes, Huffman tables aside")
def _():
    size = (1280, 720)
    stored = press_becomes_evidence(size, device=parts.camera("webcam"), format="MJPG")
    expect(
        any(marker == frames.HUFFMAN_TABLES for marker, _, _ in frames.segments(stored)),
        "no decoder can be sure to read it: no tables",
    )
    sent = frames.frame(frames.number_of(stored), size)
    expect(
        frames.without_huffman_tables(stored) == sent,
        "the bytes are not those that the camera sent",
    )
