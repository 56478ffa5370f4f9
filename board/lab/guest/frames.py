"""The JPEG pictures that the webcam sends, and how a stored one is compared with them.

The frames of the board's own camera have no Huffman tables, as those of many real webcams have not. Each carries its
number in a comment: `frame(number, size)` gives the same bytes at any time.
"""

import os
import random
import struct
import subprocess
from pathlib import Path

START_OF_SCAN, HUFFMAN_TABLES, COMMENT = 0xDA, 0xC4, 0xFE


def pictures(size: tuple[int, int], with_tables: bool = False) -> list[bytes]:
    """The JPEG files made by build/frames, with or without their Huffman tables."""
    folder = Path(os.environ["LAB_KERNEL"]) / "frames"
    found = [path.read_bytes() for path in sorted(folder.glob(f"{size[0]}x{size[1]}-*.jpg"))]
    return found if with_tables else [without_huffman_tables(jpeg) for jpeg in found]


def plain(size: tuple[int, int], colour: tuple[int, int, int]) -> bytes:
    """A picture of one colour."""
    pixels = b"P6 %d %d 255\n" % size + bytes(colour) * (size[0] * size[1])
    command = ["cjpeg", "-quality", "80", "-sample", "2x1"]
    return subprocess.run(command, input=pixels, capture_output=True, check=True, timeout=60).stdout


def segments(jpeg: bytes):
    """Yields (marker, start, end) of each header segment, the start of scan last."""
    at = 2
    while True:
        marker, length = jpeg[at + 1], int.from_bytes(jpeg[at + 2 : at + 4], "big")
        yield marker, at, at + 2 + length
        if marker == START_OF_SCAN:
            return
        at += 2 + length


def without_huffman_tables(jpeg: bytes) -> bytes:
    """The same file without its DHT segments."""
    kept, end = jpeg[:2], 2
    for marker, start, end in segments(jpeg):
        if marker != HUFFMAN_TABLES:
            kept += jpeg[start:end]
    return kept + jpeg[end:]


def frame(number: int, size: tuple[int, int], of: list[bytes] | None = None) -> bytes:
    """What the camera sends as frame `number`."""
    choice = of or pictures(size)
    picture = choice[number % len(choice)]
    _, _, end = next(segments(picture))  # JFIF wants its own segment first
    comment = b"frame %08d" % number
    return (
        picture[:end]
        + struct.pack(">BBH", 0xFF, COMMENT, 2 + len(comment))
        + comment
        + picture[end:]
    )


def damaged(jpeg: bytes, kind: str) -> bytes:
    """What arrives of a frame over a bad cable, or from a camera in a bad temper."""
    middle = len(jpeg) // 2
    match kind:
        case "cut":
            return jpeg[:middle]
        case "endless":
            return jpeg[:-2]
        case "headless":
            return jpeg[2:]
        case "empty":
            return b""
        case "noisy":
            return jpeg[:middle] + random.Random(1).randbytes(2000) + jpeg[middle + 2000 :]
        case "holed":
            return jpeg[:middle] + jpeg[middle + 1000 :]
        case _:
            return jpeg


def number_of(jpeg: bytes) -> int:
    """The number in a frame's comment."""
    for marker, start, end in segments(jpeg):
        if marker == COMMENT:
            return int(jpeg[start + 4 : end].split()[1])
    raise ValueError("no comment: not a frame of this camera")
