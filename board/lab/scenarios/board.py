"""The board itself, without the program: if one of these fails, look here first."""

import glob
import os
from pathlib import Path

import gpio
import parts
import frames
from lamp import Lamp, watch_led
from scenario import claim, eventually, expect, power_cut


@claim("the board has two GPIO chips, found by their labels")
def _():
    expect(list(gpio.chips()) == ["bank-a", "bank-b"], str(gpio.chips()))


@claim("a press is two edges on the button's line, stamped by the kernel")
def _():
    with gpio.Line(
        parts.BUTTON_CHIP, parts.BUTTON_LINE, gpio.INPUT | gpio.RISING | gpio.FALLING
    ) as line:
        pressed = parts.press(held=0.1)
        down, up = line.edge(5), line.edge(5)
    expect(down is not None and up is not None, "there was no edge")
    expect(down.is_rising and not up.is_rising, "they are not a rising and a falling edge")
    expect(0 <= down.at - pressed < 0.1 <= up.at - pressed, "their stamps are not the press's")


@claim("what drives the light's line is seen from outside")
def _():
    with parts.light() as lamp, gpio.Line(parts.LIGHT_CHIP, parts.LIGHT_LINE, gpio.OUTPUT) as line:
        line.drive(True)
        eventually("the light", 5, lamp.is_lit)
        line.drive(False)
        eventually("darkness", 5, lambda: not lamp.is_lit())


@claim("vivid streams YUYV")
def _():
    parts.run(
        "v4l2-ctl",
        "-d",
        parts.camera("vivid"),
        "-v",
        "width=640,height=480,pixelformat=YUYV",
        "--stream-mmap",
        "--stream-count=10",
        "--stream-to=/run/frames",
        timeout=30,
    )
    expect(len(Path("/run/frames").read_bytes()) == 10 * 640 * 480 * 2, "the frames are not whole")


@claim("the webcam streams Motion-JPEG without Huffman tables")
def _():
    parts.run(
        "v4l2-ctl",
        "-d",
        parts.camera("webcam"),
        "-v",
        "width=1280,height=720,pixelformat=MJPG",
        "--stream-mmap",
        "--stream-count=1",
        "--stream-skip=5",
        "--stream-to=/run/frames",
        timeout=30,
    )
    jpeg = Path("/run/frames").read_bytes()
    expect(
        jpeg == frames.frame(frames.number_of(jpeg), (1280, 720)),
        "the frame is not what the camera sent",
    )
    expect(
        all(marker != frames.HUFFMAN_TABLES for marker, _, _ in frames.segments(jpeg)),
        "the frame has Huffman tables",
    )


@claim("the accelerometer measures what its registers say")
def _():
    raw = Path(glob.glob("/sys/bus/iio/devices/iio:device*/in_accel_z_raw")[0])
    expect(int(raw.read_text()) == 16384, "at rest z is not 1 g")
    parts.shake(0, 0, -0.5)
    expect(int(raw.read_text()) == -8192, "z is not -0.5 g")
    parts.shake(0, 0, 1)


@claim("the serial line carries both ways")
def _():
    with parts.Terminal("/dev/ttyS1") as near, parts.Terminal("/dev/ttyS2") as far:
        near.type("to the host\n")
        far.expect("to the host")
        far.type("to the board\n")
        near.expect("to the board")


@claim("a kernel LED shows each change of its brightness")
def _():
    with Lamp(watch_led("selfcheck")) as lamp:
        Path("/sys/class/leds/selfcheck/brightness").write_text("255")
        eventually("the LED", 5, lamp.is_lit)


@power_cut
def _():
    with open("/mnt/disk/written", "w") as file:
        file.write("written before the power cut")
        file.flush()
        os.fsync(file.fileno())


@claim("what was flushed to the disk is there after a power cut", after_power_cut=True)
def _():
    expect(Path("/mnt/disk/written").read_text() == "written before the power cut", "it is not")
