"""The cameras of board/lab/zoo in somebody's hand, one at a time, and what is to be seen in their photos."""

import json
import multiprocessing
import re
import subprocess
from pathlib import Path

import frames
import rawframes
import webcam
from model import Model, pixels_of
from usbip import VHCI
from waiting import eventually

FORKS = multiprocessing.get_context("fork")
# Of an emulated camera with a picture to make first.
PLUGGED_WITHIN_S = 20
# The kernel's word for a port that nothing is plugged into (VDEV_ST_NULL).
FREE = 4
# A twin's frames are counted from here on, so that a photo says which of both it is of.
TWIN_FROM = 10_000


class Animal:
    """A camera of the zoo; plugged in while the `with` lasts, with its twin if it has one."""

    def __init__(self, model: Model):
        self.model = model
        # Nodes by port; the board's own webcam has port 0, and is not there meanwhile.
        self.nodes: dict[int, str] = {}

    def __enter__(self) -> "Animal":
        self.plug(0)
        if self.model.has_twin:
            self.plug(1, TWIN_FROM)
        return self

    def __exit__(self, *_) -> None:
        for port in self.nodes:
            unplug(port)

    def plug(self, port: int, first: int = 1) -> None:
        # A fork: to start Python anew takes an emulated board seconds.
        FORKS.Process(target=webcam.serve, args=(self.model, port, first), daemon=True).start()
        self.nodes[port] = ""
        self.nodes[port] = eventually(f"a node of {self.model.file}", PLUGGED_WITHIN_S, lambda: node(port))

    def check_controls(self) -> None:
        """Holds that the camera itself has the values that its file wants."""
        values = json.loads(Path("/run/webcam-0.json").read_text())
        for name, value in self.model.expect["controls"].items():
            assert values[name] == value, f"{name} is {values[name]}, not {value}"

    def check_picture(self, jpeg: bytes, used: str) -> None:
        """Holds that a photo of the camera at the node `used` is what it sent once it had settled."""
        seen = pixels(jpeg)
        width, height = pixels_of(self.model.expect["size"])
        assert (seen.width, seen.height) == (width, height), f"it has {seen.width}×{seen.height}"
        seen.check_colours()
        is_jpeg = self.model.formats[0].pixels == "MJPG"
        number = frames.number_of(jpeg) if is_jpeg else seen.number()
        is_twin = number >= TWIN_FROM
        assert self.nodes[1 if is_twin else 0] == used, f"it is of the other camera: frame {number}, not of {used}"
        if is_jpeg:
            kept, sent = frames.without_huffman_tables(jpeg), frames.frame(number, (width, height))
            assert kept == sent, f"it is not the frame {number} that was sent"


def node(port: int) -> str | None:
    """The capture node of what is plugged into the port; its other one has data about pictures."""
    for folder in VHCI.glob(f"usb*/*-{port + 1}/*/video4linux/video*"):
        if (folder / "index").read_text().strip() == "0":
            return f"/dev/{folder.name}"
    return None


def unplug(port: int) -> None:
    """Pulls what is in the port, and waits until the kernel has let go of it."""
    if state(port) != FREE:
        (VHCI / "detach").write_text(f"{port}\n")
    eventually(f"the port {port} free", 10, lambda: state(port) == FREE)


def state(port: int) -> int:
    lines = (VHCI / "status").read_text().splitlines()
    return next(int(line.split()[2]) for line in lines if line.startswith(f"hs  {port:04}"))


class Pixels:
    """A decoded picture, three octets a pixel."""

    def __init__(self, width: int, height: int, octets: bytes):
        self.width, self.height, self.octets = width, height, octets

    def check_colours(self) -> None:
        """Holds that it is neither all of one brightness, nor dark, nor green."""
        # A pixel in 101, whose width has no such divisor.
        red, green, blue = (self.octets[colour :: 3 * 101] for colour in range(3))
        red_mean, green_mean, blue_mean = (sum(each) / len(each) for each in (red, green, blue))
        assert max(green) - min(green) > 60, "all of it has one brightness"
        assert green_mean > 24, f"it is dark: {green_mean:.0f} of 255"
        assert green_mean - (red_mean + blue_mean) / 2 < 24, f"it is green: {red_mean:.0f} {green_mean:.0f}"

    def number(self) -> int:
        """The number in the fields along the top of a frame that was not compressed."""
        y, field = self.height // rawframes.TOP // 2, self.width // rawframes.BITS
        middles = (3 * (y * self.width + at * field + field // 2) for at in range(rawframes.BITS))
        bits = "".join("1" if self.octets[middle + 1] > 128 else "0" for middle in middles)
        return int(bits, 2)


def pixels(jpeg: bytes) -> Pixels:
    done = subprocess.run(["djpeg", "-pnm"], input=jpeg, capture_output=True, check=True, timeout=60)
    width, height = re.match(rb"P6\s(\d+) (\d+)\s255\s", done.stdout).groups()
    size = 3 * int(width) * int(height)
    return Pixels(int(width), int(height), done.stdout[-size:])
