"""The board's parts, as somebody with a finger, eyes and a cable has them."""

import codecs
import contextlib
import os
import re
import select
import signal
import struct
import subprocess
import termios
import time
import tty
from pathlib import Path

import film
import stream
import webcam
from lamp import Lamp, watch

BOARD = Path("/run/board")
DISK = Path("/mnt/disk")
BUTTON_CHIP, BUTTON_LINE = "bank-b", 3
LIGHT_CHIP, LIGHT_LINE = "bank-a", 2
BUZZER_LINE = 4
# The board's serial line for the program, and the host's end of its cable.
SERIAL = os.environ.get("LAB_SERIAL", "/dev/ttyS1")
FAR_END = os.environ.get("LAB_FAR_END", "/dev/ttyS2")
# Nothing for so long means that nothing is on its way in the cable.
SILENCE_S = 0.3
# By then a program that wants a camera streams, or has been refused.
STREAMING_S = 2
TRIES = 5


def run(*command: str, timeout: float = 30, check: bool = True) -> str:
    """Runs a command and returns what it said on standard output."""
    done = subprocess.run(command, capture_output=True, text=True, timeout=timeout)
    if check and done.returncode:
        raise AssertionError(f"{' '.join(command)} ended with {done.returncode}: {done.stderr.strip()}")
    return done.stdout


def press(held: float = 0.1, line: int = BUTTON_LINE) -> float:
    """Pushes the button on `line` of its chip and lets it go; returns the instant of the push."""
    return push(line_file("button", line, "pull"), held)


@contextlib.contextmanager
def holding():
    """Meanwhile the button is held down; gives the instant of the push."""
    pull = line_file("button", BUTTON_LINE, "pull")
    at = time.monotonic()
    pull.write_text("pull-down")
    try:
        yield at
    finally:
        pull.write_text("pull-up")


def push(pull: Path, held: float = 0.1, pressed: str = "pull-down", released="pull-up") -> float:
    """Pulls a line as a finger does for a moment, to ground unless told; returns the instant of the push."""
    at = time.monotonic()
    pull.write_text(pressed)
    time.sleep(held)
    pull.write_text(released)
    return at


def line_file(role: str, line: int, name: str) -> Path:
    """The file `name` of another line of the chip that the role's line is on."""
    return (BOARD / role).resolve().parent.parent / f"sim_gpio{line}" / name


class Chip:
    """One more GPIO chip, with eight lines, that can be pulled out and put in again."""

    LABEL = "bank-c"

    def __init__(self):
        self.folder = Path("/sys/kernel/config/gpio-sim/extra")

    def __enter__(self) -> "Chip":
        bank = self.folder / "bank"
        bank.mkdir(parents=True)
        (bank / "label").write_text(self.LABEL)
        (bank / "num_lines").write_text("8")
        self.plug()
        return self

    def __exit__(self, *_) -> None:
        self.unplug()
        (self.folder / "bank").rmdir()
        self.folder.rmdir()

    def plug(self) -> None:
        (self.folder / "live").write_text("1")

    def unplug(self) -> None:
        if (self.folder / "live").read_text().strip() == "1":
            (self.folder / "live").write_text("0")

    def line_file(self, line: int, name: str) -> Path:
        """By the file `pull` a line is driven, by `value` it is watched."""
        device = (self.folder / "dev_name").read_text().strip()
        chip = (self.folder / "bank/chip_name").read_text().strip()
        return Path(f"/sys/devices/platform/{device}/{chip}/sim_gpio{line}/{name}")


def light() -> Lamp:
    return Lamp(watch(BOARD / "light"))


def camera(name: str) -> str:
    """The present node of `vivid` or `webcam`."""
    return str((BOARD / name).readlink())


def unplug(name: str) -> None:
    run("unplug", name)


def plug(name: str, *sizes: str) -> None:
    """Plugs it in; the webcam has only the `sizes` that are given, such as `1280x720`."""
    run("plug", name, *sizes)


class Camera:
    """A camera by its name, to be plugged and unplugged; when the `with` ends it is plugged in with all its sizes."""

    def __init__(self, name: str):
        self.name = name
        self.is_whole = True

    def __enter__(self) -> "Camera":
        return self

    def __exit__(self, *_) -> None:
        if not self.is_whole:
            run("unplug", self.name, check=False)
            # Until the kernel has let go of its port.
            time.sleep(1)
            self.plug()

    def unplug(self) -> None:
        self.is_whole = False
        unplug(self.name)

    def plug(self, *sizes: str) -> None:
        plug(self.name, *sizes)
        self.is_whole = not sizes


def hang() -> None:
    """Has the webcam's stream deliver nothing more, until it is started anew."""
    stream.HANG.touch()


@contextlib.contextmanager
def muted():
    """Meanwhile the webcam sends no pictures, started anew or not; it reports no error."""
    stream.MUTE.touch()
    try:
        yield
    finally:
        stream.MUTE.unlink()


@contextlib.contextmanager
def deaf():
    """Meanwhile the webcam answers nothing that it is asked; a stream that has begun goes on."""
    webcam.DEAF.touch()
    try:
        yield
    finally:
        webcam.DEAF.unlink()


@contextlib.contextmanager
def stopped():
    """Meanwhile the webcam neither answers nor sends anything."""
    process = int(Path("/run/webcam-0.pid").read_text())
    os.kill(process, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(process, signal.SIGCONT)


@contextlib.contextmanager
def damaged(*kinds: str):
    """Meanwhile the webcam's frames are damaged in these ways in turn; `whole` is one of them."""
    film.DAMAGE.write_text(" ".join(kinds))
    try:
        yield
    finally:
        film.DAMAGE.unlink()


@contextlib.contextmanager
def held(picture: Path | None = None):
    """Meanwhile a picture that does not move is before the webcam: a test card unless one is given."""
    made = film.HELD.with_suffix(".new")
    source = ["-i", str(picture)] if picture else ["-f", "lavfi", "-i", "testsrc=size=640x480"]
    form = ["-frames:v", "1", "-q:v", "3", "-pix_fmt", "yuvj420p", "-f", "image2"]
    run("ffmpeg", "-v", "error", "-y", *source, *form, str(made))
    made.rename(film.HELD)
    yield film.HELD
    film.HELD.unlink()


@contextlib.contextmanager
def camera_in_use(name: str = "vivid"):
    """Meanwhile another program streams from the camera, as soon as nobody else does."""
    command = ["v4l2-ctl", "-d", camera(name), "--stream-mmap", "--stream-to=/dev/null"]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    for _ in range(TRIES):
        holder = subprocess.Popen(command, **quiet)
        time.sleep(STREAMING_S)
        if holder.poll() is None:
            break
    else:
        raise AssertionError("no other program was given the camera")
    try:
        yield
    finally:
        holder.kill()
        holder.wait()


def inject(error: str) -> None:
    """Has vivid report an error, once: `fatal_streaming`, `vidioc_qbuf` and the like."""
    run("v4l2-ctl", "-d", camera("vivid"), "-c", f"inject_{error}_error=1")


def reset_picture() -> None:
    """Gives vivid's picture its defaults: what one scenario sets, the next would see."""
    defaults = "brightness=128,contrast=128,saturation=128,hue=0,percentage_of_dropped_buffers=0"
    run("v4l2-ctl", "-d", camera("vivid"), "-c", defaults, check=False)


def shake(x: float, y: float, z: float) -> None:
    """Sets what the accelerometer measures, in g."""
    run("shake", str(x), str(y), str(z))


class Sensor:
    """The second accelerometer, which no driver of the kernel has: its registers."""

    ADDRESS = 0x69
    ASLEEP = 0x40

    def __init__(self):
        self.number = (BOARD / "i2c-bus").read_text().strip()
        self.bus = f"/dev/i2c-{self.number}"

    def read(self, register: int) -> int:
        return int(run("i2cget", "-y", self.number, f"{self.ADDRESS}", f"{register}", "b"), 16)

    def write(self, register: int, *octets: int) -> None:
        values = [f"{octet}" for octet in octets]
        run("i2cset", "-y", self.number, f"{self.ADDRESS}", f"{register}", *values, "i")

    def measure(self, x: int, y: int, z: int) -> None:
        """Sets what it measures, in counts."""
        self.write(0x3B, *struct.pack(">hhh", x, y, z))

    def lose_power(self) -> None:
        """What a loose wire does: the registers are those of power-on."""
        self.measure(0, 0, 0)
        self.write(0x1A, 0)
        self.write(0x6B, self.ASLEEP)


class Terminal:
    """The host's end of the serial line: what somebody with a terminal program sees and types."""

    def __init__(self, device: str = FAR_END):
        self.tty: int | None = os.open(device, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
        tty.setraw(self.tty)
        settings = termios.tcgetattr(self.tty)
        settings[4] = settings[5] = termios.B115200
        termios.tcsetattr(self.tty, termios.TCSANOW, settings)
        # A character may come in two parts.
        self.decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")
        self.text = ""
        # All that it said since the plug was put in.
        self.heard = ""
        self.forget()

    def __enter__(self) -> "Terminal":
        return self

    def __exit__(self, *_) -> None:
        self.close()

    def close(self) -> None:
        """Pulls the plug: from here on nobody reads, and the cable holds a few hundred bytes."""
        if self.tty is not None:
            os.close(self.tty)
            self.tty = None

    def forget(self) -> None:
        """Throws away what was said before, up to the first silence."""
        while select.select([self.tty], [], [], SILENCE_S)[0]:
            os.read(self.tty, 4096)

    def type(self, line: str, within: float = 10) -> None:
        """Types a line as a terminal program does, which waits until the line takes what is typed."""
        left = line.encode() + b"\r"
        deadline = time.monotonic() + within
        while left:
            patience = deadline - time.monotonic()
            if patience <= 0 or not select.select([], [self.tty], [], patience)[1]:
                raise AssertionError(f"the serial line took nothing of {line!r} for {within} s")
            try:
                left = left[os.write(self.tty, left) :]
            except BlockingIOError:
                # A USB line says that there is room while all its buffers are on their way.
                time.sleep(0.01)

    def expect(self, sentence: str | re.Pattern, within: float = 10) -> str:
        """Reads until a line in which `sentence` is found, and returns it."""
        deadline = time.monotonic() + within
        while True:
            *lines, self.text = self.text.split("\n")
            for index, line in enumerate(lines):
                if re.search(sentence, line):
                    self.text = "\n".join([*lines[index + 1 :], self.text])
                    return line.strip("\r")
            self.read(sentence, deadline)

    def read(self, sentence: str | re.Pattern, deadline: float) -> None:
        patience = deadline - time.monotonic()
        if patience <= 0 or not select.select([self.tty], [], [], patience)[0]:
            raise AssertionError(
                f"the serial line never said {sentence!r}; the last it said was {self.heard[-400:]!r}"
            )
        said = self.decoder.decode(os.read(self.tty, 4096))
        self.text += said
        self.heard += said

    def press(self, keys: str) -> None:
        """Presses keys, of which none ends a line."""
        os.write(self.tty, keys.encode())

    def take(self, deadline: float) -> bytes:
        """The bytes that come next; none where that is silence until the deadline."""
        patience = max(0.0, deadline - time.monotonic())
        if not select.select([self.tty], [], [], patience)[0]:
            return b""
        return os.read(self.tty, 4096)
