"""The program as the image has it: the installed package, its configuration, its service."""

import os
import re
import time
from dataclasses import dataclass
from pathlib import Path

import parts
from program import LOGS, START_S, Program, toml
from waiting import eventually

CONFIGURATION = Path("/etc/exhibit/exhibit.toml")
# The data partition; scenarios know it as their disk.
STATE = "/var/lib/exhibit"


@dataclass
class Process:
    pid: int


class Installed(Program):
    """The service with another configuration; `with` starts it anew, and stops it in the end."""

    def __init__(self, capture: str | None = "running", **changes):
        super().__init__(capture, **changes)
        self.file.unlink()
        self.file = CONFIGURATION
        self.write(toml(self.configuration))

    def write(self, text: str) -> None:
        """Durably, as whoever configures a board does before its power goes."""
        with self.file.open("w") as file:
            file.write(text.replace(str(parts.DISK), STATE))
            file.flush()
            os.fsync(file.fileno())

    def start(self) -> None:
        self.terminal = parts.Terminal()
        self.began_at = time.time()
        self.started_at = time.monotonic()
        parts.run("systemctl", "reset-failed", "exhibit", check=False)
        parts.run("systemctl", "restart", "--no-block", "exhibit")

    def __enter__(self) -> "Installed":
        super().__enter__()
        # The console is a unit of its own, and begins while the camera does.
        if self.configuration.get("console", {}).get("tty"):
            self.terminal.expect(re.compile("Exhibit"), within=START_S)
        return self

    def end(self) -> int | str:
        parts.run("systemctl", "stop", "exhibit", timeout=60)
        self.terminal.close()
        LOGS.append(f"-- {self.file} --\n{self.file.read_text()}-- log --\n{self.said()}")
        return int(show("ExecMainStatus"))

    def answers(self) -> bool:
        return bool(self.status_if_any())

    def said(self) -> str:
        since = f"--since=@{self.began_at:.3f}"
        return parts.run("journalctl", "--unit=exhibit", "--output=cat", since, timeout=60)

    @property
    def process(self) -> Process:
        return Process(int(show("MainPID")))

    def until_restarted(self, count: int, within: float) -> None:
        eventually("a restart", within, lambda: int(show("NRestarts")) >= count)


def show(name: str, unit: str = "exhibit") -> str:
    """What systemd says of the unit under this name."""
    return parts.run("systemctl", "show", "--value", f"--property={name}", unit).strip()
