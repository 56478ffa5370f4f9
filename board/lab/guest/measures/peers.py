"""Other programs on the same cameras: each a context with a process that reads one."""

import http.client
import json
import shutil
import socket
import subprocess
from pathlib import Path

import parts
from measures.figures import Camera
from waiting import eventually

START_S = 60


class Peer:
    """A program that reads a camera until the context ends."""

    def __init__(self, camera: Camera):
        self.camera = camera
        self.device = parts.camera(camera[0])
        self.printed = Path(f"/run/{type(self).__name__.lower()}.log")

    @classmethod
    def is_there(cls) -> bool:
        """Whether it is installed."""
        return shutil.which(cls.__name__.lower()) is not None

    def command(self) -> list[str]:
        raise NotImplementedError

    def has_frames(self) -> bool:
        """Whether frames reach it."""
        raise NotImplementedError

    def __enter__(self) -> "Peer":
        with self.printed.open("wb") as output:
            self.process = subprocess.Popen(
                self.command(), stdin=subprocess.DEVNULL, stdout=output, stderr=output
            )
        try:
            eventually(f"frames of {self.command()[0]}", START_S, self.works)
        except AssertionError:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_) -> None:
        self.process.kill()
        self.process.wait()

    def works(self) -> bool:
        if self.process.poll() is not None:
            raise AssertionError(f"{self.command()[0]} ended: {self.said()[-300:]}")
        return self.has_frames()

    def said(self) -> str:
        return self.printed.read_text(errors="replace")


class Floor(Peer):
    """v4l2-ctl, which takes each buffer and gives it back, and prints one `<` for it."""

    def command(self) -> list[str]:
        _, format, (width, height) = self.camera
        form = f"width={width},height={height},pixelformat={format}"
        return ["v4l2-ctl", "-d", self.device, "-v", form, "--stream-mmap=6"]

    def frames(self) -> int:
        """How many it has had so far."""
        return self.said().count("<")

    def has_frames(self) -> bool:
        return self.frames() > 0


class LocalConnection(http.client.HTTPConnection):
    """HTTP over a Unix socket."""

    def connect(self) -> None:
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.settimeout(5)
        self.sock.connect(self.host)


class Ustreamer(Peer):
    """ustreamer without a client."""

    SOCKET = "/run/ustreamer.sock"

    def command(self) -> list[str]:
        _, format, (width, height) = self.camera
        kind = ["--format=MJPEG", "--encoder=HW"] if format == "MJPG" else [f"--format={format}"]
        size = f"--resolution={width}x{height}"
        place = [f"--unix={self.SOCKET}", "--unix-rm"]
        return ["ustreamer", f"--device={self.device}", *kind, size, *place]

    def has_frames(self) -> bool:
        connection = LocalConnection(self.SOCKET)
        try:
            connection.request("GET", "/state")
            return json.load(connection.getresponse())["result"]["source"]["captured_fps"] > 0
        except (OSError, ValueError):
            return False
        finally:
            connection.close()


class Motion(Peer):
    """motion, which looks for movement in every frame, and here keeps nothing."""

    # motion's own numbers of the formats.
    PALETTES = {"MJPG": 8, "YUYV": 15}

    def command(self) -> list[str]:
        _, format, (width, height) = self.camera
        configuration = Path("/run/motion.conf")
        settings = {
            "video_device": self.device,
            "video_params": f"palette={self.PALETTES[format]}",
            "width": width,
            "height": height,
            "framerate": 100,
            "picture_output": "off",
            "movie_output": "off",
            "stream_port": 0,
            "webcontrol_port": 0,
            "log_level": 6,
        }
        configuration.write_text("".join(f"{key} {value}\n" for key, value in settings.items()))
        return ["motion", "-n", "-c", str(configuration)]

    def has_frames(self) -> bool:
        """It does not say how many; that it has begun to look for movement is in its log."""
        return "motion detection enabled" in self.said().lower()
