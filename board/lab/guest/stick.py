"""A stick: a disk of the kernel's SCSI stack that can be pulled out, formatted as people's are."""

import contextlib
import errno
import os
import subprocess
import time
from pathlib import Path

import parts
from waiting import eventually

LABEL = "EXHIBIT"
FORMATS = {
    "vfat": ("mkfs.vfat", "-F", "32", "-n", LABEL),
    "exfat": ("mkfs.exfat", "-n", LABEL),
    "ext4": ("mkfs.ext4", "-q", "-L", LABEL),
}
# Where the boot sector says that it was not unmounted: the byte and its bit.
DIRTY = {"vfat": (0x41, 1), "exfat": (0x6A, 2)}
DRIVER = Path("/sys/bus/pseudo/drivers/scsi_debug")


class Stick:
    """It is in the board's port from the beginning."""

    def __init__(self, kind: str, megabytes: int, has_partition: bool):
        self.kind, self.partition = kind, "1" if has_partition else ""
        load("scsi_debug", f"dev_size_mb={megabytes}", "removable=1", "ndelay=10000",
             f"num_parts={int(has_partition)}")
        self.device = self.found()
        parts.run(*FORMATS[kind], self.device)

    def found(self) -> str:
        """The node of its file system's device, once the kernel has it."""
        disks = eventually("the stick's disk", 20, lambda: list(DRIVER.glob("adapter*/host*/target*/*/block/*")))
        self.disk = disks[0].name
        node = Path("/dev") / f"{self.disk}{self.partition}"
        eventually(str(node), 10, node.exists)
        return str(node)

    def slow_down(self, ticks: int) -> None:
        """From now on each of its commands takes so many ticks of the kernel."""
        eventually("a stick without a command under way", 20, lambda: self.is_told(ticks))

    def is_told(self, ticks: int) -> bool:
        """Whether its driver takes the number: not while it carries out a command."""
        try:
            (DRIVER / "delay").write_text(str(ticks))
        except OSError as error:
            if error.errno != errno.EBUSY:
                raise
            return False
        return True

    def pull(self) -> None:
        (Path("/sys/block") / self.disk / "device/delete").write_text("1")

    def plug(self) -> None:
        """Puts it in again, with what it had."""
        host, = DRIVER.glob("adapter*/host*/scsi_host/host*")
        (host / "scan").write_text("- - -")
        self.device = self.found()

    def make_dirty(self) -> None:
        """Now it is as if it had been pulled out of a computer that wrote to it."""
        place, bit = DIRTY[self.kind]
        with open(self.device, "r+b", buffering=0) as sectors:
            first = bytearray(sectors.read(512))
            first[place] |= bit
            sectors.seek(0)
            sectors.write(first)
            os.fsync(sectors.fileno())

    def keep(self, image: Path) -> None:
        """Its whole content as a file."""
        parts.run("dd", f"if={self.device}", f"of={image}", "bs=1M", "conv=sparse")

    def put_back(self, image: Path) -> None:
        parts.run("dd", f"if={image}", f"of={self.device}", "bs=1M", "conv=fsync")

    @contextlib.contextmanager
    def looked_at(self, place: str = "/run/look"):
        """Its files, as another computer has them; gives the folder where they are."""
        folder = Path(place)
        folder.mkdir(exist_ok=True)
        parts.run("mount", self.device, str(folder))
        try:
            yield folder
        finally:
            parts.run("umount", str(folder))


@contextlib.contextmanager
def stick(kind: str = "vfat", megabytes: int = 64, has_partition: bool = False):
    """A stick of this format and size, which is on its only partition, or on the whole of it."""
    try:
        yield Stick(kind, megabytes, has_partition)
    finally:
        # A mount that somebody has just let go of may hold it for a moment.
        for _ in range(parts.TRIES):
            if subprocess.run(["/sbin/modprobe", "-d", os.environ["LAB_KERNEL"], "-r", "scsi_debug"]).returncode == 0:
                break
            time.sleep(1)


def load(module: str, *options: str) -> None:
    subprocess.run(["/sbin/modprobe", "-d", os.environ["LAB_KERNEL"], "-a", "sd_mod", "vfat", "exfat", "nls_cp437",
                    "nls_ascii", "nls_iso8859-1"], check=True)
    subprocess.run(["/sbin/modprobe", "-d", os.environ["LAB_KERNEL"], module, *options], check=True)
