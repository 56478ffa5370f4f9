"""An accelerometer with events and a buffer: the kernel's IIO dummy, with three axes that can be set.

It measures what was written to its `in_accel_*_raw`, and reports movement when its event generator is
poked. A folder in configfs is the chip's socket: `plug` makes it, `unplug` removes it.
"""

import contextlib
import fcntl
import os
import struct
import subprocess
from pathlib import Path

IIO = Path("/sys/bus/iio/devices")
CONFIGFS = Path("/sys/kernel/config/iio")
NAME = "lab-accel"
SOCKET = CONFIGFS / "devices/dummy" / NAME
TIMER = CONFIGFS / "triggers/hrtimer/exhibit"
COUNTS_PER_G = 16384
# From linux/iio/events.h: _IOR('i', 0x90, int).
GET_EVENT_FD = 0x80046990
# What the generator calls a jolt (build/modules/iio_dummy.patch).
JOLT = "4"


class Sensor:
    """The chip in its socket while the `with` lasts."""

    def __enter__(self) -> "Sensor":
        command = ["/sbin/modprobe", "-d", os.environ["LAB_KERNEL"], "-a"]
        subprocess.run([*command, "iio_dummy", "iio-trig-hrtimer"], check=True, timeout=60)
        self.plug()
        return self

    def __exit__(self, *_) -> None:
        if SOCKET.exists():
            self.unplug()

    def plug(self) -> None:
        SOCKET.mkdir()
        self.measure(0, 0, 1)

    def unplug(self) -> None:
        SOCKET.rmdir()

    @property
    def path(self) -> Path:
        """Its folder in sysfs, another one after each plug."""
        names = {entry.parent: entry.read_text().strip() for entry in IIO.glob("iio:device*/name")}
        return next(folder for folder, name in names.items() if name == NAME)

    @property
    def node(self) -> str:
        return f"/dev/{self.path.name}"

    def measure(self, x: float, y: float, z: float) -> None:
        """Sets what it measures, in g."""
        for axis, strength in zip("xyz", (x, y, z)):
            (self.path / f"in_accel_{axis}_raw").write_text(f"{round(strength * COUNTS_PER_G)}")

    def jolt(self) -> None:
        """What its interrupt line would do."""
        (IIO / "iio_evgen/poke_ev0").write_text(JOLT)

    def says(self, attribute: str) -> str:
        return (self.path / attribute).read_text().strip()

    @contextlib.contextmanager
    def held(self):
        """Meanwhile another program has its node, and so its buffer and its events."""
        node = os.open(self.node, os.O_RDONLY)
        try:
            yield
        finally:
            os.close(node)

    @contextlib.contextmanager
    def deaf(self):
        """Meanwhile another program has its events."""
        node = os.open(self.node, os.O_RDONLY)
        answer = fcntl.ioctl(node, GET_EVENT_FD, struct.pack("i", -1))
        os.close(node)
        try:
            yield
        finally:
            os.close(struct.unpack("i", answer)[0])
