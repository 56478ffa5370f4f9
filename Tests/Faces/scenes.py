"""Pictures with known faces: heads cut out, turned and scaled, on grounds without faces, in good and in bad light."""

import io
import math
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import numpy
from PIL import Image, ImageDraw, ImageFilter

from heads import Head

WIDTH, HEIGHT = 960, 540
SEED = int(os.environ.get("FACES_SEED", "1"))
ROLLS = (0, 15, -30, 45, 90, 180)
QUALITY, POOR_QUALITY = 92, 20


@dataclass(frozen=True)
class Face:
    """A face that is in a scene: its middle, and its box's sides, in pixels."""

    x: float
    y: float
    width: float
    height: float


@dataclass
class Scene:
    """A picture in the making: `subject` says what it is to show."""

    subject: str
    pixels: numpy.ndarray
    faces: list[Face] = field(default_factory=list)
    quality: int = QUALITY
    noise: float = 3
    jpeg: bytes = b""


Light = Callable[[numpy.ndarray, Face, numpy.ndarray], numpy.ndarray]


def covering(ground: Image.Image) -> numpy.ndarray:
    """The ground, scaled so that it fills a picture."""
    scale = max(WIDTH / ground.width, HEIGHT / ground.height)
    size = math.ceil(ground.width * scale), math.ceil(ground.height * scale)
    return numpy.asarray(ground.resize(size, Image.BILINEAR).crop((0, 0, WIDTH, HEIGHT)), dtype=numpy.float32)


def paste(scene: Scene, head: Head, roll: float, width: float, x: float, y: float) -> numpy.ndarray:
    """Puts a head of that width, turned clockwise by `roll`, with its middle there; returns what it covers."""
    scale = width / head.width
    picture = head.picture
    if scale < 0.5:
        picture = picture.filter(ImageFilter.GaussianBlur(0.4 / scale))
    cosine, sine = math.cos(math.radians(roll)) / scale, math.sin(math.radians(roll)) / scale
    middle = head.x + head.width / 2, head.y + head.height / 2
    affine = (cosine, sine, middle[0] - cosine * x - sine * y, -sine, cosine, middle[1] + sine * x - cosine * y)
    cut_out = picture.transform((WIDTH, HEIGHT), Image.AFFINE, affine, Image.BILINEAR)
    inside = oval(head).transform((WIDTH, HEIGHT), Image.AFFINE, affine, Image.BILINEAR)
    cover = numpy.asarray(inside, dtype=numpy.float32)[:, :, None] / 255
    scene.pixels = scene.pixels * (1 - cover) + numpy.asarray(cut_out, dtype=numpy.float32) * cover
    scene.faces.append(Face(x, y, width, head.height * scale))
    return cover


def oval(head: Head) -> Image.Image:
    """What of the head's picture is the head, with a soft edge."""
    x, y = head.x + head.width / 2, head.y + head.height * 0.62
    mask = Image.new("L", head.picture.size)
    half = head.width * 1.55 / 2, head.height * 1.6 / 2
    ImageDraw.Draw(mask).ellipse((x - half[0], y - half[1], x + half[0], y + half[1]), fill=255)
    return mask.filter(ImageFilter.GaussianBlur(0.05 * head.width))


def drawn(head: Head, draw: Callable[[ImageDraw.ImageDraw, Head], None]) -> Head:
    """The head with something drawn over it."""
    picture = head.picture.copy()
    draw(ImageDraw.Draw(picture), head)
    return Head(picture, head.x, head.y, head.width, head.height)


def mask(draw: ImageDraw.ImageDraw, head: Head) -> None:
    x, y, w, h = head.x, head.y, head.width, head.height
    draw.ellipse((x - 0.02 * w, y + 0.52 * h, x + 1.02 * w, y + 1.05 * h), fill=(190, 210, 225))


def lenses(head: Head) -> list[tuple[float, float, float, float]]:
    x, y, w, h = head.x, head.y, head.width, head.height
    return [(x + left * w, y + 0.30 * h, x + (left + 0.4) * w, y + 0.52 * h) for left in (0.06, 0.54)]


def shades(draw: ImageDraw.ImageDraw, head: Head) -> None:
    for lens in lenses(head):
        draw.ellipse(lens, fill=(15, 15, 18))
    bridge(draw, head)


def glasses(draw: ImageDraw.ImageDraw, head: Head) -> None:
    for lens in lenses(head):
        draw.ellipse(lens, outline=(30, 25, 25), width=max(1, round(0.03 * head.width)))
    bridge(draw, head)


def bridge(draw: ImageDraw.ImageDraw, head: Head) -> None:
    y = head.y + 0.39 * head.height
    ends = head.x + 0.46 * head.width, y, head.x + 0.54 * head.width, y
    draw.line(ends, fill=(30, 25, 25), width=max(1, round(0.03 * head.width)))


def side_light(pixels: numpy.ndarray, face: Face, cover: numpy.ndarray) -> numpy.ndarray:
    """From full light at one side of the face to hardly any at the other."""
    along = (numpy.arange(WIDTH) - (face.x - face.width / 2)) / face.width
    return pixels * numpy.interp(along, (0, 1), (1, 0.15))[None, :, None]


def blurred(pixels: numpy.ndarray, face: Face, cover: numpy.ndarray) -> numpy.ndarray:
    return numpy.asarray(image(pixels).filter(ImageFilter.GaussianBlur(3)), dtype=numpy.float32)


def moved(pixels: numpy.ndarray, face: Face, cover: numpy.ndarray) -> numpy.ndarray:
    return sum(numpy.roll(pixels, by, axis=1) for by in range(-6, 7)) / 13


LIGHTS: dict[str, Light] = {
    "dark": lambda pixels, face, cover: 255 * (pixels / 255) ** 2.2,
    "very dark": lambda pixels, face, cover: pixels * 0.12,
    "side light": side_light,
    "back light": lambda pixels, face, cover: pixels * 0.35 * cover + (pixels + 90) * (1 - cover),
    "warm light": lambda pixels, face, cover: pixels * numpy.array((1, 0.8, 0.45), dtype=numpy.float32),
    "blown out": lambda pixels, face, cover: pixels * 1.9,
    "blurred": blurred,
    "moved": moved,
}
NOISE = {"very dark": 8}
COVERS = {"a mask": mask, "sunglasses": shades, "glasses": glasses}
EDGES = {"left": (0, None), "right": (WIDTH, None), "top": (None, 0)}
SIZES = (2, 3, 4, 40, 60)


class Album:
    """The pictures of the test set, the same each time."""

    def __init__(self, heads: list[Head], grounds: list[Image.Image]):
        self.heads = heads
        self.grounds = [covering(ground) for ground in grounds]
        self.random = numpy.random.default_rng(SEED)

    def scenes(self) -> Iterator[Scene]:
        for make in (self.turned, self.lit, self.covered, self.cut_off, self.poor, self.crowds, self.empty, self.sizes,
                     self.pairs):
            for scene in make():
                scene.jpeg = self.developed(scene)
                yield scene

    def developed(self, scene: Scene) -> bytes:
        noise = self.random.standard_normal(scene.pixels.shape, dtype=numpy.float32) * scene.noise
        file = io.BytesIO()
        image(scene.pixels + noise).save(file, "JPEG", quality=scene.quality)
        return file.getvalue()

    def blank(self, subject: str) -> Scene:
        return Scene(subject, self.grounds[self.random.integers(len(self.grounds))].copy())

    def place(self, width: float, head: Head, within: tuple[float, float] = (0, WIDTH)) -> tuple[float, float]:
        """A middle with which the face is in the picture, or as near to that as it can be."""
        height = width * head.height / head.width
        across = max(width, height) * 0.6
        left, right = within[0] + across, within[1] - across
        x = self.random.uniform(left, right) if left < right else sum(within) / 2
        y = self.random.uniform(across, HEIGHT - across) if across < HEIGHT / 2 else HEIGHT / 2
        return x, y

    def portrait(self, subject: str, head: Head, per_cent: float, roll: float = 0) -> tuple[Scene, numpy.ndarray]:
        scene = self.blank(subject)
        width = WIDTH * per_cent / 100
        return scene, paste(scene, head, roll, width, *self.place(width, head))

    def turned(self) -> Iterator[Scene]:
        for head in self.heads:
            for roll in ROLLS:
                for per_cent in (5, 10, 20):
                    yield self.portrait(f"{per_cent} % at {abs(roll)}°", head, per_cent, roll)[0]

    def lit(self) -> Iterator[Scene]:
        for name, light in LIGHTS.items():
            for head in self.heads:
                scene, cover = self.portrait(name, head, 12)
                scene.pixels = light(scene.pixels, scene.faces[0], cover)
                scene.noise = NOISE.get(name, scene.noise)
                yield scene

    def covered(self) -> Iterator[Scene]:
        for name, draw in COVERS.items():
            for head in self.heads:
                yield self.portrait(name, drawn(head, draw), 12)[0]

    def cut_off(self) -> Iterator[Scene]:
        for name, edge in EDGES.items():
            for head in self.heads:
                scene = self.blank(f"cut off at the {name}")
                width = WIDTH * 0.12
                x, y = (at if at is not None else free for at, free in zip(edge, self.place(width, head)))
                paste(scene, head, 0, width, x, y)
                yield scene

    def poor(self) -> Iterator[Scene]:
        for head in self.heads:
            scene = self.portrait("a poor JPEG", head, 12)[0]
            scene.quality = POOR_QUALITY
            yield scene

    def crowds(self) -> Iterator[Scene]:
        for _ in range(12):
            scene = self.blank("three faces")
            for third in range(3):
                head = self.heads[self.random.integers(len(self.heads))]
                width = WIDTH * self.random.uniform(0.06, 0.15)
                column = WIDTH * third / 3, WIDTH * (third + 1) / 3
                paste(scene, head, self.random.uniform(-30, 30), width, *self.place(width, head, column))
            yield scene

    def empty(self) -> Iterator[Scene]:
        for ground in self.grounds:
            yield Scene("no face", ground)

    def sizes(self) -> Iterator[Scene]:
        for per_cent in SIZES:
            for head in self.heads:
                yield self.portrait(f"{per_cent} % wide", head, per_cent)[0]

    def pairs(self) -> Iterator[Scene]:
        for index in range(12):
            scene = self.blank("a small face beside a large one")
            for per_cent, column, head in ((20, (0, WIDTH / 2), index), (4, (WIDTH * 0.6, WIDTH), index + 1)):
                width = WIDTH * per_cent / 100
                chosen = self.heads[head % len(self.heads)]
                paste(scene, chosen, 0, width, *self.place(width, chosen, column))
            yield scene


def image(pixels: numpy.ndarray) -> Image.Image:
    return Image.fromarray(numpy.clip(pixels, 0, 255).astype(numpy.uint8))
