"""The same detection by PyPI's ONNX Runtime, of pictures that are as large as the largest scan."""

import re

import numpy
import onnxruntime

from judging import OVERLAP, overlap

STEP, CELL, LEAST = 32, 4, 0.4
# A picture is dark where so much of it is darker than that.
DARK, DARK_SHARE = 64, 0.9
SCANS = ((640, 0), (960, 0), (768, 1), (768, -1))
# Ten pictures of three colours, or of an output's channels, and 32 × 32 pixels or 8 × 8 cells.
SHAPE = re.compile(rb"\x0a\x02\x08(\x0a\x0a\x02\x08.\x0a\x02)\x08([\x20\x08]\x0a\x02)\x08([\x20\x08])", re.DOTALL)


class Peer:
    def __init__(self, model):
        opened, count = SHAPE.subn(b"\n\x02x\\1x\\2x\\3", model.read_bytes())
        assert count == 5
        onnxruntime.set_default_logger_severity(4)
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        self.session = onnxruntime.InferenceSession(opened, options, providers=["CPUExecutionProvider"])

    def boxes(self, picture):
        """Left, top, width and height of each, as parts of the picture; the most certain first."""
        height, width = picture.shape[:2]
        picture = smoothed(picture)
        found = [row for side, quarter in SCANS for row in self.scan(picture, side, quarter)]
        kept = []
        for row in sorted(found, reverse=True):
            if all(overlap(row[1:], other[1:]) <= OVERLAP for other in kept):
                kept.append(row)
        clipped = [numpy.clip((left / width, top / height, right / width, bottom / height), 0, 1)
                   for _, left, top, right, bottom in kept]
        return [(left, top, right - left, bottom - top) for left, top, right, bottom in clipped]

    def scan(self, picture, side, quarter):
        """Score, left, top, right and bottom of each candidate, in pixels of the picture."""
        height, width = picture.shape[:2]
        turned = numpy.rot90(picture, -quarter)
        scale = side / max(width, height)
        inside = scaled(turned.astype(numpy.float32), scale)
        frame = numpy.zeros([-(-inside.shape[0] // STEP) * STEP, -(-inside.shape[1] // STEP) * STEP, 3], numpy.float32)
        frame[:inside.shape[0], :inside.shape[1]] = inside
        heat, size, offset, _ = self.session.run(None, {"input.1": frame.transpose(2, 0, 1)[None]})
        for y, x in numpy.argwhere(heat[0, 0] >= LEAST):
            tall, wide = CELL * numpy.exp(size[0, :, y, x])
            middle_y, middle_x = CELL * (numpy.array((y, x)) + offset[0, :, y, x] + 0.5)
            box = numpy.array((middle_x - wide / 2, middle_y - tall / 2, middle_x + wide / 2, middle_y + tall / 2))
            yield float(heat[0, 0, y, x]), *turned_back(box / scale, quarter, width, height)


def smoothed(picture):
    """The picture, or where it is a dark one that with each dark sample the mean of its neighbours."""
    if numpy.mean(picture @ (299, 587, 114) < 1000 * DARK) < DARK_SHARE:
        return picture
    for axis in 1, 0:
        around = numpy.pad(picture.astype(int), [(int(each == axis),) * 2 for each in range(3)], "edge")
        before, after = (around.take(range(first, first + picture.shape[axis]), axis) for first in (0, 2))
        picture = numpy.where(picture < DARK, (before + picture + after + 1) // 3, picture).astype(numpy.uint8)
    return picture


def scaled(picture, scale):
    """The picture at another size, each sample between the four around it."""
    height, width = picture.shape[:2]
    rows, upper, lower = weights(round(height * scale), height, scale)
    columns, left, right = weights(round(width * scale), width, scale)
    rows, columns = rows[:, None, None], columns[None, :, None]
    across = picture[:, left] * (1 - columns) + picture[:, right] * columns
    return across[upper] * (1 - rows) + across[lower] * rows


def weights(count, most, scale):
    places = numpy.clip((numpy.arange(count, dtype=numpy.float32) + 0.5) / numpy.float32(scale) - 0.5, 0, most - 1)
    first = places.astype(int)
    return places - first, first, numpy.minimum(first + 1, most - 1)


def turned_back(box, quarter, width, height):
    left, top, right, bottom = map(float, box)
    if quarter > 0:
        return top, height - right, bottom, height - left
    if quarter < 0:
        return width - bottom, left, width - top, right
    return left, top, right, bottom
