"""The board itself, without the program: if one of these fails, look here before you look at the program."""

import select
import subprocess
import time

import parts
from scenario import claim, eventually, expect


@claim("the board has two GPIO chips with labels")
def _():
    chips = parts.run("gpiodetect")
    expect("bank-a" in chips and "bank-b" in chips, chips)


@claim("a press is an edge on the button's line")
def _():
    name = parts.run("gpiofind", "BUTTON").split()
    watcher = subprocess.Popen(["gpiomon", "--num-events=1", "--rising-edge", *name], stdout=subprocess.PIPE)
    try:
        time.sleep(0.5)
        parts.press()
        expect(bool(select.select([watcher.stdout], [], [], 5)[0]), "gpiomon saw no edge")
    finally:
        watcher.kill()
        watcher.wait()


@claim("what drives the light's line is seen from outside")
def _():
    with parts.light() as lamp:
        holder = subprocess.Popen(["gpioset", "--mode=time", "--usec=300000", *parts.run("gpiofind", "LIGHT").split()[:1],
                                   f"{parts.LIGHT_LINE}=1"])
        eventually("the light", 5, lamp.is_lit)
        holder.wait(timeout=10)


@claim("vivid streams YUYV")
def _():
    parts.run("v4l2-ctl", "-d", parts.camera("vivid"), "-v", "width=640,height=480,pixelformat=YUYV",
              "--stream-mmap", "--stream-count=10", "--stream-to=/run/frames", timeout=30)
    expect(len(open("/run/frames", "rb").read()) == 10 * 640 * 480 * 2, "the frames are not whole")


@claim("the webcam streams Motion-JPEG without Huffman tables")
def _():
    import webcam
    parts.run("v4l2-ctl", "-d", parts.camera("webcam"), "-v", "width=1280,height=720,pixelformat=MJPG",
              "--stream-mmap", "--stream-count=1", "--stream-skip=5", "--stream-to=/run/frames", timeout=30)
    jpeg = open("/run/frames", "rb").read()
    expect(jpeg == webcam.frame(webcam.number_of(jpeg), (1280, 720)), "the frame is not what the camera sent")
    expect(all(marker != 0xC4 for marker, _, _ in webcam.segments(jpeg)), "the frame has Huffman tables")


@claim("the accelerometer measures what its registers say")
def _():
    import glob
    raw = glob.glob("/sys/bus/iio/devices/iio:device*/in_accel_z_raw")[0]
    expect(abs(int(open(raw).read()) - 16384) < 16, "at rest z is not 1 g")
    parts.shake(0, 0, -0.5)
    expect(abs(int(open(raw).read()) + 8192) < 16, "z is not -0.5 g")
    parts.shake(0, 0, 1)


@claim("the serial line carries both ways")
def _():
    with parts.Terminal("/dev/ttyS1") as near, parts.Terminal("/dev/ttyS2") as far:
        near.type("to the host\n")
        far.expect("to the host")
        far.type("to the board\n")
        near.expect("to the board")
