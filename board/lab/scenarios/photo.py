"""From a press to durable evidence, for each kind of camera."""

import pytest

import frames
import parts
import signs
from program import Program, check_photo
from sentences import sentence


@pytest.mark.parametrize(
    "format, size",
    [
        pytest.param(
            *("YUYV", (640, 480)),
            id="a press becomes a durable photo from a YUYV camera",
            marks=pytest.mark.core,
        ),
        pytest.param(
            *("NV12", (640, 480)),
            id="a press becomes a durable photo from an NV12 camera",
        ),
        pytest.param(
            *("RGB3", (640, 360)),
            id="a press becomes a durable photo from a camera whose format has to be converted",
        ),
    ],
)
def test_durable_photo(format, size):
    press_becomes_evidence(size, device="vivid", format=format)


def press_becomes_evidence(size: tuple[int, int], **camera) -> bytes:
    """A press, the light, the file, the row, the serial line; returns the stored bytes."""
    width, height = size
    with parts.light() as lamp, Program(camera=camera | {"width": width, "height": height}) as program:
        pressed = parts.press()
        row = program.photo()
        program.terminal.expect(sentence("photo.stored", 1))
        signs.check_countdown(lamp, pressed + 3)
        assert row["kind"] == "photo", f"it is a {row['kind']}"
        assert abs(row["planned"] / 1e9 - pressed - 3) < 0.1, (
            "it was planned for another instant than 3 s after the press"
        )
        program.terminal.type("status")
        program.terminal.expect(sentence("status.pieces", ..., 1, 1))
        return check_photo(program.store, row, size)


@pytest.mark.core
def test_press_stores_motion_jpeg_camera_own_bytes():
    """a press stores a Motion-JPEG camera's own bytes, Huffman tables aside"""
    size = (1280, 720)
    stored = press_becomes_evidence(size, device="webcam", format="MJPG")
    assert any(marker == frames.HUFFMAN_TABLES for marker, _, _ in frames.segments(stored)), (
        "no decoder can be sure to read it: no tables"
    )
    sent = frames.frame(frames.number_of(stored), size)
    assert frames.without_huffman_tables(stored) == sent, "the bytes are not those that the camera sent"
