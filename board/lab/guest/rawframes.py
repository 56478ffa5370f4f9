"""Frames that are not compressed, each with its number in a row of light and dark fields along its top.

Beneath is a grey that grows lighter from left to right. Whatever compresses such a frame, the number can be read from
what comes of it.
"""

from functools import cache

from model import Size

BITS = 16
# The fields take this part of the height.
TOP = 8
DARK, LIGHT = 24, 232


def frame(pixels: str, size: Size, number: int) -> bytes:
    """The frame `number` of a pixel format by V4L2's name."""
    luma = b"".join(
        bytes([LIGHT if number >> bit & 1 else DARK]) * (size.width // BITS) for bit in reversed(range(BITS))
    )
    top = size.height // TOP
    return row(pixels, luma.ljust(size.width, luma[-1:])) * top + ground(pixels, size)


@cache
def ground(pixels: str, size: Size) -> bytes:
    """All beneath the fields."""
    luma = bytes(40 + x * 180 // size.width for x in range(size.width))
    return row(pixels, luma) * (size.height - size.height // TOP)


def row(pixels: str, luma: bytes) -> bytes:
    """A row of grey pixels; of a Bayer pattern too, where red, green and blue are the same."""
    match pixels:
        case "GREY":
            return luma
        case "YUYV":
            packed = bytearray(b"\x80" * (2 * len(luma)))
            packed[0::2] = luma
            return bytes(packed)
        case "RW10":
            # Four pixels are their high bits, and then a byte for their low ones.
            packed = bytearray(len(luma) * 5 // 4)
            for place in range(4):
                packed[place::5] = luma[place::4]
            return bytes(packed)
        case _:
            raise ValueError(f"nobody knows how to make {pixels}")


def blank(pixels: str, size: Size) -> bytes:
    """A frame of nothing but zeros: green in YUV, black else."""
    return bytes(len(row(pixels, bytes(size.width))) * size.height)
