"""What the webcam says of itself: the descriptors of a USB Video Class 1.1 camera, of the kind that a model is.

Units: the camera (1), what works on its picture (3), and the way out (2).
"""

import struct

from controls import CAMERA, PROCESSING, Controls
from model import Format, Model, Size

OUTPUT = 2
VIDEO, CONTROL, STREAMING = 0x0E, 1, 2
BULK, ISOCHRONOUS = 2, 5
# Largest packets of the alternate settings of an isochronous camera, as the endpoint has them: 128, 1024, 3 × 1024.
PACKETS = (0x0080, 0x0400, 0x1400)
GUIDS = {"YUYV": b"YUY2", "NV12": b"NV12", "GREY": b"Y800", "RW10": b"RW10", "H264": b"H264"}
GUID_END = bytes.fromhex("00001000800000aa00389b71")
BITS_PER_PIXEL = {"YUYV": 16, "NV12": 12, "GREY": 8, "RW10": 10, "H264": 0}
# Subtypes of a format's descriptor and of its frames'.
MOTION_JPEG, UNCOMPRESSED, FRAME_BASED = (6, 7), (4, 5), (0x10, 0x11)


def descriptor(kind: int, *fields: tuple[str, int]) -> bytes:
    body = b"".join(struct.pack("<" + code, value) for code, value in fields)
    return bytes((len(body) + 2, kind)) + body


def octets(*values: int) -> list[tuple[str, int]]:
    return [("B", value) for value in values]


def device_descriptor(model: Model) -> bytes:
    # Class EF/2/1: the interfaces are grouped by an association.
    return descriptor(
        1,
        ("H", 0x0200),
        *octets(0xEF, 2, 1, 64),
        ("H", model.vendor),
        ("H", model.product),
        ("H", 0x0100),
        *octets(1, 2, 3 if model.serial else 0, 1),
    )


def subtypes(format: Format) -> tuple[int, int]:
    return {"MJPG": MOTION_JPEG, "H264": FRAME_BASED}.get(format.pixels, UNCOMPRESSED)


def frame_descriptor(format: Format, index: int, size: Size) -> bytes:
    rate = min(size.buffer * 8 * 10_000_000 // size.intervals[0], 0xFFFFFFFF)
    is_frame_based = subtypes(format) == FRAME_BASED
    count, buffer = octets(len(size.intervals)), ("I", 0 if is_frame_based else size.buffer)
    default = ("I", size.interval)
    return descriptor(
        0x24,
        *octets(subtypes(format)[1], index, 0),
        ("H", size.width),
        ("H", size.height),
        ("I", rate),
        ("I", rate),
        *([default, *count, buffer] if is_frame_based else [buffer, default, *count]),
        *(("I", interval) for interval in size.intervals),
    )


def format_descriptor(format: Format, index: int) -> bytes:
    subtype, count = subtypes(format)[0], len(format.sizes)
    if subtype == MOTION_JPEG[0]:
        head = descriptor(0x24, *octets(subtype, index, count, 0, 1, 0, 0, 0, 0))
    else:
        guid = octets(*GUIDS[format.pixels], *GUID_END)
        # A frame-based format says besides whether its frames vary in size.
        end = octets(1) if subtype == FRAME_BASED[0] else []
        bits = BITS_PER_PIXEL[format.pixels]
        head = descriptor(0x24, *octets(subtype, index, count), *guid, *octets(bits, 1, 0, 0, 0, 0), *end)
    return head + b"".join(frame_descriptor(format, at, size) for at, size in enumerate(format.sizes, 1))


def control_interface(model: Model) -> bytes:
    controls = Controls(model.controls)
    camera = descriptor(
        0x24,
        *octets(2, CAMERA),
        ("H", 0x0201),
        *octets(0, 0),
        ("H", 0),
        ("H", 0),
        ("H", 0),
        *octets(3, *controls.bits(CAMERA).to_bytes(3, "little")),
    )
    processing = descriptor(
        0x24,
        *octets(5, PROCESSING, CAMERA),
        ("H", 0),
        *octets(2, *controls.bits(PROCESSING).to_bytes(2, "little"), 0, 0),
    )
    stream = descriptor(0x24, *octets(3, OUTPUT), ("H", 0x0101), *octets(0, PROCESSING, 0))
    units = camera + processing + stream
    header = descriptor(
        0x24, *octets(1), ("H", 0x0110), ("H", 13 + len(units)), ("I", 48_000_000), *octets(1, 1)
    )
    return descriptor(4, *octets(0, 0, 0, VIDEO, CONTROL, 0, 0)) + header + units


def streaming_interface(model: Model) -> bytes:
    formats = b"".join(format_descriptor(format, index) for index, format in enumerate(model.formats, 1))
    count = len(model.formats)
    header = descriptor(
        0x24,
        *octets(1, count),
        ("H", 13 + count + len(formats)),
        *octets(0x81, 0, OUTPUT, 0, 0, 0, 1, *[0] * count),
    )
    if model.stream["transfer"] == "bulk":
        # Alternate setting 0 only: a bulk endpoint needs no bandwidth to be kept for it.
        endpoint = descriptor(5, *octets(0x81, BULK), ("H", 512), *octets(0))
        return setting(0, 1) + header + formats + endpoint
    return setting(0, 0) + header + formats + b"".join(
        setting(number, 1) + descriptor(5, *octets(0x81, ISOCHRONOUS), ("H", packet), *octets(1))
        for number, packet in enumerate(PACKETS, 1)
    )


def setting(number: int, endpoints: int) -> bytes:
    return descriptor(4, *octets(1, number, endpoints, VIDEO, STREAMING, 0, 0))


def configuration(model: Model) -> bytes:
    association = descriptor(11, *octets(0, 2, VIDEO, 3, 0, 2))
    body = association + control_interface(model) + streaming_interface(model)
    return descriptor(2, ("H", 9 + len(body)), *octets(2, 1, 0, 0x80, 50)) + body


def string(model: Model, index: int) -> bytes:
    if index == 0:
        return descriptor(3, ("H", 0x0409))
    text = ("", "Exhibit lab", model.name, model.serial)[index].encode("utf-16-le")
    return bytes((len(text) + 2, 3)) + text
