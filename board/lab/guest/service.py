"""The program as a service of systemd: started, watched and started again by it."""

import time
from pathlib import Path

import parts
from program import EXECUTABLE, LOGS, Program
from sentences import sentence
from waiting import eventually

UNIT = Path("/run/systemd/system/exhibit.service")
CONSOLE_UNIT = UNIT.with_name("exhibit-console.service")


class Service(Program):
    """`exhibit run` under systemd, which gives it `watchdog_s` from one sign of life to the next.

    The console at the serial line is a unit of its own.
    """

    def __init__(self, watchdog_s: int, **changes):
        super().__init__(**changes)
        self.watchdog_s = watchdog_s

    def start(self) -> None:
        """Has it started and waits for nothing."""
        self.terminal = parts.Terminal()
        self.started_at = time.monotonic()
        self.log.write_bytes(b"")
        UNIT.write_text(self.unit())
        CONSOLE_UNIT.write_text(self.console_unit())
        parts.run("systemctl", "daemon-reload")
        parts.run("systemctl", "start", "--no-block", "exhibit", "exhibit-console")

    def unit(self) -> str:
        return f"""[Unit]
DefaultDependencies=no
StartLimitIntervalSec=0

[Service]
Type=notify
WatchdogSec={self.watchdog_s}
# Swift's runtime may answer SIGABRT with a backtrace, and let the program go on.
WatchdogSignal=SIGKILL
Restart=on-failure
LimitCORE=0
ExecStart={EXECUTABLE} run --config {self.file}
StandardOutput=append:{self.log}
StandardError=append:{self.log}
"""

    def console_unit(self) -> str:
        return f"""[Unit]
DefaultDependencies=no
StartLimitIntervalSec=0

[Service]
Restart=on-failure
RestartSec=1
ExecStart={EXECUTABLE}-tools console --config {self.file}
StandardOutput=append:{self.log}
StandardError=append:{self.log}
"""

    def answers(self) -> bool:
        return bool(self.status_if_any())

    def end(self) -> int | str:
        """Has it stopped; the status it ended with."""
        parts.run("systemctl", "stop", "exhibit", "exhibit-console", timeout=60)
        self.terminal.close()
        LOGS.append(f"-- {self.file} --\n{self.file.read_text()}-- log --\n{self.said()}")
        return int(self.show("ExecMainStatus"))

    def show(self, name: str, unit: str = "exhibit") -> str:
        """What systemd says of it under this name."""
        return parts.run("systemctl", "show", "--value", f"--property={name}", unit).strip()

    @property
    def process_id(self) -> int:
        return int(self.show("MainPID"))

    def restarts(self) -> int:
        return int(self.show("NRestarts"))

    def stored_in_ms(self) -> list[int]:
        """How long each photo took to become durable, as the log has it."""
        return [int(figure) for _, figure in sentence("photo.stored-in").findall(self.said())]

    def until_active(self, within: float = 60) -> None:
        eventually("an active service", within, lambda: self.show("ActiveState") == "active")
