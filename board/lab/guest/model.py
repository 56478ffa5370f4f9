"""What kind of camera the webcam is: a file of board/lab/zoo, read.

The keys are told in board/lab/README.md; one that nobody knows is an error, since a quirk that is misspelt shows
nothing.
"""

import tomllib
from pathlib import Path
from typing import NamedTuple

ZOO = Path(__file__).resolve().parents[1] / "zoo"
# The camera that the board has, well-behaved but for its Huffman tables.
PLAIN, PLAIN_ID = "lab", "1d6b:0102"
# Of compressed frames, where a file says nothing else.
LARGEST_FRAME = 512 * 1024
BITS_PER_PIXEL = {"YUYV": 16, "NV12": 12, "GREY": 8, "RW10": 10}
COMPRESSED = ("MJPG", "H264")

HEAD = ("claim", "seen", "source", "name", "id", "serial", "formats", "controls", "stream", "negotiation")
VISIT = ("camera", "expect", "has_twin")
STREAM = {
    "transfer": "bulk",
    "huffman_tables": True,
    "tail": "",
    "tail_bytes": 0,
    "end_marker": True,
    "end_bit": True,
    "frame_bit": True,
    "error_every": 0,
    "first": "",
    "first_frames": 0,
    "picture": "",
    "starts_after_s": 0.0,
}
NEGOTIATION = {"refuses_rates": False, "answers_fps": 0, "stalls": []}
EXPECT = {
    "size": "",
    "fps": 0,
    "most_mb": 0,
    "controls": {},
    "says": [],
    "without_photo": "",
    "sentence": "",
}


class Size(NamedTuple):
    """A size of a format; times from frame to frame in units of 100 ns, the shortest first."""

    width: int
    height: int
    intervals: tuple[int, ...]
    interval: int
    buffer: int


class Format(NamedTuple):
    """A pixel format by V4L2's name of it."""

    pixels: str
    sizes: tuple[Size, ...]

    @property
    def is_compressed(self) -> bool:
        return self.pixels in COMPRESSED


class Model:
    """A camera of the zoo."""

    def __init__(self, name: str):
        table = tomllib.loads((ZOO / f"{name}.toml").read_text())
        check(name, table, (*HEAD, *VISIT))
        self.file = name
        self.claim: str = table["claim"]
        self.source: list[str] = table["source"]
        self.name: str = table["name"]
        self.vendor, self.product = (int(part, 16) for part in table.get("id", PLAIN_ID).split(":"))
        self.serial: str = table.get("serial", "")
        self.formats = tuple(read_format(each) for each in table["formats"])
        self.controls: dict = table.get("controls", {})
        self.stream = filled(name, table, "stream", STREAM)
        self.negotiation = filled(name, table, "negotiation", NEGOTIATION)
        # What the program is told of it, and what shall come of the first press.
        self.camera: dict = table.get("camera", {})
        self.expect = filled(name, table, "expect", EXPECT)
        self.has_twin: bool = table.get("has_twin", False)

    def only(self, sizes: list[tuple[int, int]]) -> None:
        """Leaves it with these sizes, in this order."""
        self.formats = tuple(
            each._replace(sizes=tuple(of for at in sizes for of in each.sizes if (of.width, of.height) == at))
            for each in self.formats
        )


def filled(name: str, table: dict, section: str, defaults: dict) -> dict:
    """A section of the file, with the defaults of what it leaves out."""
    given = table.get(section, {})
    check(f"{name}, [{section}]", given, tuple(defaults))
    return defaults | given


def check(where: str, table: dict, known: tuple[str, ...]) -> None:
    unknown = set(table) - set(known)
    if unknown:
        raise ValueError(f"{where}: nothing is called {', '.join(sorted(unknown))}")


def read_format(table: dict) -> Format:
    check("a format", table, ("pixels", "sizes", "buffer", "default_fps"))
    return Format(table["pixels"], tuple(read_size(text, table) for text in table["sizes"]))


def read_size(text: str, table: dict) -> Size:
    """`640x480@30,15` is a size and its rates; the default is the first, unless `default_fps` says another."""
    size, _, rates = text.partition("@")
    width, height = pixels_of(size)
    intervals = tuple(interval_of(float(rate)) for rate in rates.split(","))
    default = interval_of(table["default_fps"]) if "default_fps" in table else intervals[0]
    bits = BITS_PER_PIXEL.get(table["pixels"])
    buffer = width * height * bits // 8 if bits else table.get("buffer", LARGEST_FRAME)
    return Size(width, height, tuple(sorted(intervals)), default, buffer)


def interval_of(rate: float) -> int:
    return int(10_000_000 / rate)


def pixels_of(text: str) -> tuple[int, int]:
    width, height = text.split("x")
    return int(width), int(height)


def names() -> list[str]:
    """The files of the zoo, without their endings."""
    return sorted(path.stem for path in ZOO.glob("*.toml"))
