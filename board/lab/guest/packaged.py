"""The service as the package installs it: its user, its udev rules and its sandbox."""

import os
import shutil
from pathlib import Path

import parts
from program import EXECUTABLE
from service import UNIT, Service
from waiting import eventually

SHIPPED = Path(os.environ["LAB"]).parents[1] / "deploy/debian"
# The sandbox hides home folders, where the program may have been built.
PROGRAM = Path("/run/packaged/exhibit")
DAEMON = PROGRAM.with_name("exhibitd")
# Its folder of state is made under it; the host's own is read-only.
STATE = Path("/var/lib")
# Where that is on the disk.
CARD = parts.DISK / "var/lib"
ACCOUNTS = Path("/run/accounts")
POWER_OFF = Path("/run/power-off")
STUBS = Path("/run/stub")
SUBSYSTEMS = ("gpio", "iio", "leds", "video4linux", "i2c-dev")


class Packaged(Service):
    """The unit as it is shipped; only the paths of program and configuration are the lab's.

    What would switch the board off leaves the file `POWER_OFF` instead.
    """

    def __init__(self, silent: bool = False, **changes):
        """`silent` if the service manager is to hear nothing from it, not even that it is ready."""
        self.silent = silent
        # The key's folder is the default one: it has to be possible in the sandbox.
        super().__init__(watchdog_s=30, store=str(STATE / "exhibit/store"), device=None, **changes)

    def start(self) -> None:
        if not PROGRAM.exists():
            PROGRAM.parent.mkdir()
            for name in ("exhibit", "exhibitd", "exhibit-tools"):
                shutil.copy(Path(EXECUTABLE).with_name(name), PROGRAM.parent)
        POWER_OFF.unlink(missing_ok=True)
        CARD.mkdir(parents=True, exist_ok=True)
        parts.run("mount", "--bind", str(CARD), str(STATE))
        add_accounts()
        # What its steps call: these modules, and no real end of power.
        add_stub("systemctl", f'echo "$@" >{POWER_OFF}')
        add_stub("modprobe", f'exec /sbin/modprobe -d {os.environ["LAB_KERNEL"]} "$@"')
        apply_udev_rules()
        self.write_drop_in()
        super().start()

    def end(self) -> int | str:
        try:
            return super().end()
        finally:
            parts.run("udevadm", "control", "--exit", check=False)
            parts.run("umount", "--lazy", str(STATE))
            for drop_in in (self.drop_in, self.console_drop_in):
                shutil.rmtree(drop_in.parent)
            # Removed with the service; the others' socket is in it.
            Path("/run/exhibit").mkdir(exist_ok=True)

    def unit(self) -> str:
        text = (SHIPPED / "exhibit.service").read_text()
        for command, ours in (("/usr/libexec/exhibit/exhibitd", DAEMON), ("/usr/bin/exhibit dark", f"{PROGRAM} dark")):
            assert command in text, f"the unit does not run {command}"
            text = text.replace(command, f"{ours} --config {self.file}")
        return text

    def console_unit(self) -> str:
        text = (SHIPPED / "exhibit-console.service").read_text()
        command = "/usr/libexec/exhibit/exhibit-tools console"
        assert command in text, "the unit serves no line"
        return text.replace(command, f"{PROGRAM}-tools console --config {self.file}")

    @property
    def drop_in(self) -> Path:
        return UNIT.with_name("exhibit.service.d") / "lab.conf"

    @property
    def console_drop_in(self) -> Path:
        return UNIT.with_name("exhibit-console.service.d") / "lab.conf"

    def write_drop_in(self) -> None:
        """Where its words go, and where it finds what its steps call."""
        self.console_drop_in.parent.mkdir(exist_ok=True)
        self.console_drop_in.write_text(f"""[Unit]
DefaultDependencies=no
[Service]
StandardOutput=append:{self.log}
StandardError=append:{self.log}
""")
        self.drop_in.parent.mkdir(exist_ok=True)
        self.drop_in.write_text(f"""[Unit]
DefaultDependencies=no
[Service]
Environment=PATH={STUBS}:/usr/bin:/bin
StandardOutput=append:{self.log}
StandardError=append:{self.log}
{"UnsetEnvironment=NOTIFY_SOCKET" if self.silent else ""}
""")

    def started_s(self) -> float:
        """When its present process was started, in seconds of the monotonic clock."""
        return int(self.show("ExecMainStartTimestampMonotonic")) / 1e6


def add_stub(name: str, command: str) -> None:
    """What the unit's steps find under this name instead of the host's own program."""
    STUBS.mkdir(exist_ok=True)
    (STUBS / name).write_text(f"#!/bin/sh\n{command}\n")
    (STUBS / name).chmod(0o755)


def add_accounts() -> None:
    """The package's user and groups, in copies of the host's files that cover them."""
    if ACCOUNTS.exists():
        return
    (ACCOUNTS / "etc").mkdir(parents=True)
    files = [Path("/etc") / name for name in ("passwd", "group", "shadow", "gshadow")]
    for file in files:
        shutil.copy2(file, ACCOUNTS / "etc")
    parts.run("systemd-sysusers", f"--root={ACCOUNTS}", str(SHIPPED / "exhibit.sysusers"))
    for file in files:
        parts.run("mount", "--bind", f"{ACCOUNTS}{file}", str(file))


def apply_udev_rules() -> None:
    """Has udev go through the board's devices by the package's rules, beside the host's."""
    rules = Path("/run/udev/rules.d/60-exhibit.rules")
    rules.parent.mkdir(parents=True, exist_ok=True)
    text = (SHIPPED / "exhibit.udev").read_text()
    assert "'modprobe " in text, "udev loads no module"
    # What udev runs gets no PATH.
    rules.write_text(text.replace("'modprobe ", f"'{STUBS}/modprobe "))
    parts.run("/lib/systemd/systemd-udevd", "--daemon")
    of_subsystems = [f"--subsystem-match={name}" for name in SUBSYSTEMS]
    parts.run("udevadm", "trigger", "--action=add", *of_subsystems)
    parts.run("udevadm", "trigger", "--action=add", "--sysname-match=ttyS1")
    parts.run("udevadm", "settle", "--timeout=60", timeout=90)


def until_powered_off(within: float = 30) -> str:
    """What was asked of the service manager, once it was."""
    return eventually(
        "a request to power off", within, lambda: POWER_OFF.exists() and POWER_OFF.read_text()
    ).strip()


def add_stick_unit(service: Packaged) -> None:
    """What copies to a stick when one is plugged in, as it is shipped; only the paths are the lab's."""
    unit = UNIT.with_name("exhibit-stick@.service")
    text = (SHIPPED / unit.name).read_text()
    assert "/usr/bin/exhibit stick /dev/%I" in text, "the unit copies to no stick"
    unit.write_text(text.replace("/usr/bin/exhibit stick", f"{PROGRAM} stick --config {service.file}"))
    drop_in = unit.with_name(f"{unit.name}.d") / "lab.conf"
    drop_in.parent.mkdir(exist_ok=True)
    drop_in.write_text(f"""[Unit]
DefaultDependencies=no
[Service]
StandardOutput=append:{service.log}
StandardError=append:{service.log}
""")
    shutil.copy(SHIPPED / "exhibit-stick.rules", "/run/udev/rules.d/90-exhibit-stick.rules")
    parts.run("udevadm", "control", "--reload")
    parts.run("systemctl", "daemon-reload")
