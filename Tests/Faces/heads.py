"""The faces that are free and lie in packages, and pictures without any.

All heads are of grown-ups. Where a head is in its picture was found by the detector itself and looked at by eye.
"""

import io
import tarfile
import zipfile
from dataclasses import dataclass

from PIL import Image

# Of scikit-image, in the public domain or under CC0 by their descriptions but for motorcycle (Middlebury), and coins,
# page, text and horse, which have none.
GROUNDS = (
    "coffee.png", "chelsea.png", "rocket.jpg", "brick.png", "motorcycle_left.png", "grass.png", "gravel.png",
    "hubble_deep_field.jpg", "coins.png", "retina.jpg", "page.png", "ihc.png", "horse.png", "text.png", "moon.png",
    "clock_motion.png", "cell.png", "phantom.png",
)


@dataclass(frozen=True)
class Head:
    """A picture, and where the face is in it: left, top, width and height."""

    picture: Image.Image
    x: float
    y: float
    width: float
    height: float


# The first two of scikit-image: NASA's, in the public domain, and CC0; the others, of the tests of face_recognition,
# are of offices of the United States, whose pictures are in the public domain.
HEADS = {
    "astronaut.png": (180, 62, 91, 116),
    "camera.png": (195, 113, 68, 84),
    "biden.jpg": (427, 157, 290, 415),
    "obama.jpg": (368, 86, 250, 347),
    "obama2.jpg": (200, 237, 282, 404),
    "obama3.jpg": (643, 248, 276, 365),
}
FOLDER = "face_recognition-1.3.0/tests/test_images/"


class Sources:
    """Pictures of the packages."""

    def __init__(self, skimage: str, face_recognition: str):
        self.wheel = zipfile.ZipFile(skimage)
        self.archive = tarfile.open(face_recognition)

    def picture(self, name: str) -> Image.Image:
        inside = f"skimage/data/{name}"
        if inside in self.wheel.namelist():
            data = self.wheel.read(inside)
        else:
            data = self.archive.extractfile(FOLDER + name).read()
        return Image.open(io.BytesIO(data)).convert("RGB")

    def heads(self) -> list[Head]:
        return [Head(self.picture(name), *box) for name, box in HEADS.items()]

    def grounds(self) -> list[Image.Image]:
        return [self.picture(name) for name in GROUNDS]
