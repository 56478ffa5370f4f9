"""What OpenCV's cascades of Haar features make of the same pictures."""

import cv2
import numpy

from judging import OVERLAP, overlap

CASCADE = "haarcascade_frontalface_alt2.xml"
SCALE, NEIGHBOURS, LEAST_SIDE = 1.1, 3, 16
# They find what leans by 15 degrees: in all directions that the detector looks in.
UPRIGHT, ALL_TURNS = (0,), (0, 30, -30, 60, -60, 90, -90)


class Cascades:
    def __init__(self):
        cv2.setNumThreads(1)
        self.cascade = cv2.CascadeClassifier(cv2.data.haarcascades + CASCADE)
        assert not self.cascade.empty()

    def boxes(self, picture, turns):
        """Left, top, width and height of each in a grey picture, as parts of it; the most certain first."""
        height, width = picture.shape
        kept = []
        for _, box in sorted((row for turn in turns for row in self.scan(picture, turn)), reverse=True):
            if all(overlap(corners(box), corners(other)) <= OVERLAP for other in kept):
                kept.append(box)
        return [(x / width, y / height, side / width, side / height) for x, y, side, _ in kept]

    def scan(self, picture, turn):
        """How certain each is, and its box in pixels of the picture, level with that."""
        forth = turning(picture.shape, turn)
        size = forth[1]
        turned = cv2.warpAffine(picture, forth[0], size) if turn else picture
        back = cv2.invertAffineTransform(forth[0])
        found, _, certain = self.cascade.detectMultiScale3(
            turned, SCALE, NEIGHBOURS, minSize=(LEAST_SIDE, LEAST_SIDE), outputRejectLevels=True)
        for (left, top, side, _), each in zip(found, certain):
            x, y = back @ numpy.array((left + side / 2, top + side / 2, 1))
            yield float(each), (x - side / 2, y - side / 2, float(side), float(side))


def turning(shape, turn):
    """What turns a picture so that all of it is still there, and its size then."""
    height, width = shape
    matrix = cv2.getRotationMatrix2D((width / 2, height / 2), turn, 1)
    cosine, sine = abs(matrix[0, :2])
    size = round(width * cosine + height * sine), round(width * sine + height * cosine)
    matrix[:, 2] += (size[0] - width) / 2, (size[1] - height) / 2
    return matrix, size


def corners(box):
    left, top, width, height = box
    return left, top, left + width, top + height
