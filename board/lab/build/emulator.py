"""QEMU as the board: what it is made of, one boot at a time, and the power switch."""

import os
import re
import select
import shutil
import subprocess
import tempfile
import time
from pathlib import Path

DISK_BYTES = 256 * 1024 * 1024
MEMORY_MB = 1500
# A boot takes some seconds; all scenarios take a quarter of an hour under emulation, and more beside other work.
LONGEST_RUN_S = int(os.environ.get("LAB_LONGEST_S") or 3000)
# The arm64 board is silent while it starts: one minute where nothing else runs, three on a machine half as quick.
LONGEST_SILENCE_S = 420
# What the kernel says for itself is kept, and shown with failures only.
KERNEL_LINE = re.compile(r"\[ *\d+\.\d+\] ")
# What it says where it went wrong itself; its drivers then do no longer what they should.
KERNEL_CRASH = re.compile(
    r"\[ *\d+\.\d+\] "
    r"(Oops: |BUG: unable to handle|kernel BUG at|general protection fault|Internal error: Oops)"
)
# What the guest (bin/scenarios, boots.py) says when it is done, and when the board shall lose its power.
END, POWER_CUT = "lab: end", "lab: cut the power"
# What it says before, where some scenarios want another boot, whose name follows.
WANTED = "lab: wanted: "


class Trouble(Exception):
    """Why the virtual board cannot be had, in one sentence for a person."""


class Silence(Trouble):
    """The board was switched on, and nothing at all was heard of it."""


class Board:
    """One disk and one QEMU at a time. Counts the guest's verdicts; `with` ends both."""

    def __init__(self, kernel: Path, log: Path, make_initramfs):
        """`make_initramfs(mode, path)` is called for each boot; the disk lasts for all of them."""
        self.kernel = kernel
        self.log = log
        self.scratch = Path(tempfile.mkdtemp(prefix="exhibit-lab."))
        self.passed = 0
        self.has_crashed = False
        # The claims that failed, as far as their first colon: enough to choose them by.
        self.failures: list[str] = []
        self.was_cut = False
        # Whether the guest has said a line since it was switched on.
        self.is_heard = False
        self.wanted: list[str] = []
        self.qemu: subprocess.Popen | None = None
        self.make_initramfs = make_initramfs
        self.make_disk()

    def __enter__(self) -> "Board":
        return self

    def __exit__(self, *_) -> None:
        self.cut_power()
        shutil.rmtree(self.scratch, ignore_errors=True)

    def make_disk(self) -> None:
        disk = self.scratch / "disk.img"
        with disk.open("wb") as image:
            image.truncate(DISK_BYTES)
        # No room is kept for root, whom the scenarios are: a full disk shall be full.
        subprocess.run(["mkfs.ext4", "-q", "-F", "-m", "0", disk], check=True, timeout=60)

    def show(self, first: str, after_cut: str) -> None:
        """Boots once, after a power cut once more, and once for each boot that the first one wanted."""
        self.boot(first)
        if self.was_cut:
            self.boot(after_cut)
        for mode in self.wanted:
            self.boot(mode)

    def boot(self, mode: str) -> None:
        """Boots, shows what the guest says until it is done, and switches the power off.

        Emulated firmware hangs once in a long while: where not one line came, there is one more try, and it is said.
        """
        try:
            self.run(mode)
        except Silence as silence:
            print(f"AGAIN {mode}: {silence}", flush=True)
            self.run(mode)

    def run(self, mode: str) -> None:
        self.start(mode, subprocess.DEVNULL, subprocess.PIPE)
        try:
            self.follow(mode)
        except Trouble:
            self.show_last_words()
            raise
        finally:
            self.cut_power()

    def shell(self) -> None:
        """Boots with the first serial line on this terminal."""
        self.start("shell", None, None)
        self.qemu.wait()

    def start(self, mode: str, stdin, stdout) -> None:
        image = self.scratch / f"{mode}.cpio"
        self.make_initramfs(mode, image)
        with (self.log / f"qemu-{mode}.log").open("wb") as errors:
            self.qemu = subprocess.Popen(
                self.command(image), stdin=stdin, stdout=stdout, stderr=errors
            )

    def cut_power(self) -> None:
        """SIGKILL: neither the guest nor QEMU has time to write anything."""
        if self.qemu is not None:
            self.qemu.kill()
            self.qemu.wait()

    def command(self, image: Path) -> list[str]:
        # The board's serial line is a null-modem cable between the guest's ttyS1 and ttyS2, so that
        # the guest itself can play the host at its other end.
        cable = self.scratch / "cable"
        disk = self.scratch / "disk.img"
        return [
            "setpriv",
            "--pdeathsig",
            "KILL",  # QEMU never outlives this program
            "qemu-system-x86_64",
            "-accel",
            "tcg,thread=multi",
            "-cpu",
            "max",
            "-smp",
            "2",
            "-m",
            str(MEMORY_MB),
            "-nodefaults",
            "-no-user-config",
            "-display",
            "none",
            "-no-reboot",
            "-kernel",
            str(self.kernel),
            "-initrd",
            str(image),
            "-append",
            "console=ttyS0 quiet loglevel=1 panic=-1",
            "-chardev",
            "stdio,id=first,mux=on,signal=off",
            "-serial",
            "chardev:first",
            "-chardev",
            f"socket,id=near,path={cable},server=on,wait=off",
            "-serial",
            "chardev:near",
            "-chardev",
            f"socket,id=far,path={cable}",
            "-serial",
            "chardev:far",
            "-drive",
            f"file={disk},if=virtio,format=raw",
            "-virtfs",
            "local,path=/,mount_tag=host,security_model=none,readonly=on,multidevs=remap",
            "-virtfs",
            f"local,path={self.log},mount_tag=log,security_model=none,multidevs=remap",
        ]

    def show_last_words(self) -> None:
        """The newest lines of the board's own console and of what it told us: who reads may not have the files."""
        records = [*self.log.glob("console.log"), *self.log.glob("serial-*.log")]
        for record in sorted(records, key=lambda path: path.stat().st_mtime)[-2:]:
            lines = record.read_text(errors="replace").splitlines()[-10:]
            for line in (f"{record.name}:", *map(ascii, lines)):
                print(f"  | {line}", flush=True)

    def follow(self, mode: str) -> None:
        """Copies the guest's lines to our output until it is done, and the power goes."""
        record = (self.log / f"serial-{mode}.log").open("w")
        self.is_heard = False
        deadline = time.monotonic() + LONGEST_RUN_S
        with record:
            for line in self.lines(deadline):
                record.write(line + "\n")
                self.is_heard = True
                if line in (END, POWER_CUT):
                    self.was_cut = line == POWER_CUT
                    return
                if line.startswith(WANTED):
                    self.wanted.append(line.removeprefix(WANTED))
                else:
                    self.count(line)
        raise Trouble(f"the guest ended before its work was done; its last words are in {self.log}")

    def count(self, line: str) -> None:
        """Shows what the guest says, and counts its verdicts."""
        self.has_crashed |= bool(KERNEL_CRASH.search(line))
        if not line or KERNEL_LINE.match(line):
            return
        if line.startswith("ok   "):
            self.passed += 1
        elif line.startswith("FAIL "):
            self.failures.append(line.removeprefix("FAIL ").partition(": ")[0])
        print(line, flush=True)

    def lines(self, deadline: float):
        """Yields the guest's lines; one that is silent, or takes, for too long is an error."""
        pending = b""
        output = self.qemu.stdout.fileno()
        while True:
            if time.monotonic() >= deadline:
                minutes = LONGEST_RUN_S // 60
                raise Trouble(f"the guest is not done after {minutes} minutes; what it said is in {self.log}")
            patience = min(LONGEST_SILENCE_S, deadline - time.monotonic())
            if not select.select([output], [], [], max(patience, 0))[0]:
                if time.monotonic() >= deadline:
                    continue
                kind = Trouble if self.is_heard else Silence
                raise kind(f"the guest hangs; its last words are in {self.log}")
            part = os.read(output, 65536)
            if not part:
                return
            *whole, pending = (pending + part).split(b"\n")
            yield from (line.decode(errors="replace").rstrip("\r") for line in whole)
