"""The board itself, without the program: if one of these fails, look here first."""

import glob
import os
import subprocess
import time
from pathlib import Path

import pytest

import frames
import gpio
import parts
from lamp import Lamp, watch_led
from waiting import eventually


def stream(camera: str, format: str, *options: str) -> None:
    """Has frames of a camera written to /run/frames."""
    command = ("v4l2-ctl", "-d", parts.camera(camera), "-v", format, "--stream-mmap", "--stream-to=/run/frames")
    parts.run(*command, *options, timeout=30)


def test_board_has_two_gpio_chips_found_by_their_labels():
    """the board has two GPIO chips, found by their labels"""
    assert list(gpio.chips()) == ["bank-a", "bank-b"], str(gpio.chips())


def test_press_is_two_edges_on_button_line_stamped():
    """a press is two edges on the button's line, stamped by the kernel"""
    with gpio.Line(parts.BUTTON_CHIP, parts.BUTTON_LINE, gpio.INPUT | gpio.RISING | gpio.FALLING) as line:
        pressed = parts.press(held=0.1)
        down, up = line.edge(5), line.edge(5)
    assert down is not None and up is not None, "there was no edge"
    assert not down.is_rising and up.is_rising, "they are not a falling and a rising edge"
    assert 0 <= down.at - pressed < 0.1 <= up.at - pressed, "their stamps are not the press's"


def test_what_drives_light_line_is_seen_from_outside(lamp):
    """what drives the light's line is seen from outside"""
    with gpio.Line(parts.LIGHT_CHIP, parts.LIGHT_LINE, gpio.OUTPUT) as line:
        line.drive(True)
        eventually("the light", 5, lamp.is_lit)
        line.drive(False)
        eventually("darkness", 5, lambda: not lamp.is_lit())


def test_vivid_streams_yuyv():
    """vivid streams YUYV"""
    stream("vivid", "width=640,height=480,pixelformat=YUYV", "--stream-count=10")
    assert len(Path("/run/frames").read_bytes()) == 10 * 640 * 480 * 2, "the frames are not whole"


def test_webcam_streams_motion_jpeg_without_huffman():
    """the webcam streams Motion-JPEG without Huffman tables"""
    stream("webcam", "width=1280,height=720,pixelformat=MJPG", "--stream-count=1", "--stream-skip=5")
    jpeg = Path("/run/frames").read_bytes()
    assert jpeg == frames.frame(frames.number_of(jpeg), (1280, 720)), "the frame is not what the camera sent"
    assert all(marker != frames.HUFFMAN_TABLES for marker, _, _ in frames.segments(jpeg)), (
        "the frame has Huffman tables"
    )


def test_webcam_that_is_deaf_or_hangs_is_asked_in_vain():
    """a webcam that is deaf or hangs is asked in vain, and answers again when it is well"""
    command = ["v4l2-ctl", "-d", parts.camera("webcam"), "-v", "width=640,height=480,pixelformat=MJPG"]
    with parts.deaf():
        assert subprocess.run(command, capture_output=True, timeout=60).returncode != 0, "it hears"
    with parts.stopped():
        asking = subprocess.Popen(command)
        time.sleep(2)
        assert asking.poll() is None, "it answers"
    assert asking.wait(20) == 0, "it does not answer any more"


def test_accelerometer_measures_what_its_registers_say():
    """the accelerometer measures what its registers say"""
    raw = Path(glob.glob("/sys/bus/iio/devices/iio:device*/in_accel_z_raw")[0])
    assert int(raw.read_text()) == 16384, "at rest z is not 1 g"
    parts.shake(0, 0, -0.5)
    assert int(raw.read_text()) == -8192, "z is not -0.5 g"
    parts.shake(0, 0, 1)


def test_serial_line_carries_both_ways():
    """the serial line carries both ways"""
    with parts.Terminal("/dev/ttyS1") as near, parts.Terminal("/dev/ttyS2") as far:
        near.type("to the host\n")
        far.expect("to the host")
        far.type("to the board\n")
        near.expect("to the board")


def test_kernel_led_shows_each_change_of_its_brightness():
    """a kernel LED shows each change of its brightness"""
    with Lamp(watch_led("selfcheck")) as lamp:
        Path("/sys/class/leds/selfcheck/brightness").write_text("255")
        eventually("the LED", 5, lamp.is_lit)


@pytest.mark.power_cut
def test_flushed_file_leads_to_power_cut():
    with open("/mnt/disk/written", "w") as file:
        file.write("written before the power cut")
        file.flush()
        os.fsync(file.fileno())


@pytest.mark.after
def test_what_was_flushed_to_disk_is_there_after_power():
    """what was flushed to the disk is there after a power cut"""
    assert Path("/mnt/disk/written").read_text() == "written before the power cut", "it is not"
