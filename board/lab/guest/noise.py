"""What an accelerometer without a filter measures: noise around a strength."""

import ctypes
import fcntl
import os
import random
import struct
import threading
import time
from pathlib import Path

BOARD = Path("/run/board")
ADDRESS = 0x68
PERIOD_S = 0.02
# From linux/i2c-dev.h and linux/i2c.h: the driver owns the chip, hence the force.
I2C_SLAVE_FORCE = 0x0706
I2C_SMBUS = 0x0720
SMBUS_WRITE, SMBUS_I2C_BLOCK = 0, 8
FIRST_REGISTER, COUNTS_PER_G = 0x3B, 16384


class Noise:
    """Writes noisy registers, many times a second, while the `with` lasts."""

    def __init__(self, rms_g: float):
        self.rms_g = rms_g
        self.strength = 1.0
        self.is_on = True
        self.chance = random.Random(1)
        self.thread = threading.Thread(target=self.run)

    def __enter__(self) -> "Noise":
        bus = (BOARD / "i2c-bus").read_text().strip()
        self.bus = os.open(f"/dev/i2c-{bus}", os.O_RDWR)
        fcntl.ioctl(self.bus, I2C_SLAVE_FORCE, ADDRESS)
        self.thread.start()
        return self

    def __exit__(self, *_) -> None:
        self.is_on = False
        self.thread.join()
        self.write(0, 0, COUNTS_PER_G)
        os.close(self.bus)

    def run(self) -> None:
        while self.is_on:
            means = (0.0, 0.0, self.strength)
            self.write(*(int(self.chance.gauss(mean, self.rms_g) * COUNTS_PER_G) for mean in means))
            time.sleep(PERIOD_S)

    def write(self, *counts: int) -> None:
        """One I2C block write of the three axes, the high byte of each first."""
        octets = struct.pack(">hhh", *counts)
        block = bytearray(bytes([len(octets)]) + octets + bytes(34 - 1 - len(octets)))
        address = (ctypes.c_char * len(block)).from_buffer(block)
        call = struct.pack(
            "BBxxiP", SMBUS_WRITE, FIRST_REGISTER, SMBUS_I2C_BLOCK, ctypes.addressof(address))
        fcntl.ioctl(self.bus, I2C_SMBUS, call)
