"""What the webcam says of itself: a USB Video Class 1.1 camera with one format, Motion-JPEG."""

import struct

SIZES = ((1280, 720), (640, 480))
FRAMES_PER_SECOND = 30
# The longer the slower; in units of 100 ns.
INTERVALS = tuple(10_000_000 // rate for rate in (FRAMES_PER_SECOND, 15))
LARGEST_FRAME = 512 * 1024
# uvcvideo asks for at most 32 packets of 512 bytes at a time, and cuts a payload that is longer.
LARGEST_PAYLOAD = 32 * 512
PROBE_LENGTH = 34


def descriptor(kind: int, *fields: tuple[str, int]) -> bytes:
    body = b"".join(struct.pack("<" + code, value) for code, value in fields)
    return bytes((len(body) + 2, kind)) + body


def octets(*values: int) -> list[tuple[str, int]]:
    return [("B", value) for value in values]


def device_descriptor() -> bytes:
    # Class EF/2/1: the interfaces are grouped by an association.
    return descriptor(
        1,
        ("H", 0x0200),
        *octets(0xEF, 2, 1, 64),
        ("H", 0x1D6B),
        ("H", 0x0102),
        ("H", 0x0100),
        *octets(1, 2, 0, 1),
    )


def frame_descriptor(index: int, size: tuple[int, int]) -> bytes:
    rate = LARGEST_FRAME * 8 * FRAMES_PER_SECOND
    return descriptor(
        0x24,
        *octets(7, index, 0),
        ("H", size[0]),
        ("H", size[1]),
        ("I", rate),
        ("I", rate),
        ("I", LARGEST_FRAME),
        ("I", INTERVALS[0]),
        *octets(len(INTERVALS)),
        *(("I", interval) for interval in INTERVALS),
    )


def control_interface() -> bytes:
    camera = descriptor(
        0x24,
        *octets(2, 1),
        ("H", 0x0201),
        *octets(0, 0),
        ("H", 0),
        ("H", 0),
        ("H", 0),
        *octets(3, 0, 0, 0),
    )
    stream = descriptor(0x24, *octets(3, 2), ("H", 0x0101), *octets(0, 1, 0))
    header = descriptor(
        0x24,
        *octets(1),
        ("H", 0x0110),
        ("H", 13 + len(camera) + len(stream)),
        ("I", 48_000_000),
        *octets(1, 1),
    )
    return descriptor(4, *octets(0, 0, 0, 0x0E, 1, 0, 0)) + header + camera + stream


def streaming_interface() -> bytes:
    # Alternate setting 0 only, and a bulk endpoint: that needs no isochronous bandwidth, which
    # USB/IP's virtual controller would have to emulate.
    frames = b"".join(frame_descriptor(index, size) for index, size in enumerate(SIZES, 1))
    motion_jpeg = descriptor(0x24, *octets(6, 1, len(SIZES), 0, 1, 0, 0, 0, 0)) + frames
    header = descriptor(
        0x24, *octets(1, 1), ("H", 14 + len(motion_jpeg)), *octets(0x81, 0, 2, 0, 0, 0, 1, 0)
    )
    endpoint = descriptor(5, *octets(0x81, 2), ("H", 512), *octets(0))
    return descriptor(4, *octets(1, 0, 1, 0x0E, 2, 0, 0)) + header + motion_jpeg + endpoint


def configuration() -> bytes:
    association = descriptor(11, *octets(0, 2, 0x0E, 3, 0, 2))
    body = association + control_interface() + streaming_interface()
    return descriptor(2, ("H", 9 + len(body)), *octets(2, 1, 0, 0x80, 50)) + body


def string(index: int) -> bytes:
    if index == 0:
        return descriptor(3, ("H", 0x0409))
    text = ("", "Exhibit lab", "Lab Webcam")[index].encode("utf-16-le")
    return bytes((len(text) + 2, 3)) + text


def probe(frame_index: int, interval: int) -> bytes:
    """The stream's terms: probe and commit have the same form."""
    return struct.pack(
        "<HBBIHHHHHIIIBBBB",
        1,
        1,
        frame_index,
        interval,
        0,
        0,
        0,
        0,
        0,
        LARGEST_FRAME,
        LARGEST_PAYLOAD,
        48_000_000,
        0,
        0,
        0,
        0,
    )
