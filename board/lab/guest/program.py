"""The program under test: its configuration, its life, and what it says of itself."""

import contextlib
import hashlib
import itertools
import json
import os
import re
import shutil
import signal
import socket
import sqlite3
import subprocess
import time
from pathlib import Path

import parts
from sentences import sentence
from waiting import eventually

EXECUTABLE = os.environ["EXHIBIT_BIN"]
# What stores are named after: the disk lasts from boot to boot.
BOOT = os.environ["LAB_MODE"]
SOCKET = "/run/exhibit/console.sock"
# Emulated and on a busy machine, loading the program's libraries alone may take seconds.
START_S = 60
STOP_S = 20
# The status with which it refuses a configuration.
BAD_CONFIGURATION = 78

# The camera section that has the program use the webcam.
WEBCAM = {"device": "webcam", "width": 640, "height": 480, "format": "MJPG"}
# What the programs of the present scenario wrote; and those that still run.
LOGS: list[str] = []
RUNNING: list[subprocess.Popen] = []
_folders = itertools.count(1)


def configuration(**changes) -> dict:
    """The board's, with changes: `camera={"device": "webcam"}`; None leaves a key or section out."""
    store = changes.get("store", str(parts.DISK / f"{BOOT}-{next(_folders)}"))
    sections = {
        "store": store,
        "device": {"folder": f"{store}-device"},
        "camera": {"device": "vivid", "width": 640, "height": 480, "format": "YUYV"},
        "button": {"chip": parts.BUTTON_CHIP, "line": parts.BUTTON_LINE},
        "light": {"chip": parts.LIGHT_CHIP, "line": parts.LIGHT_LINE},
        "accelerometer": {"iio": "mpu6050"},
        "console": {"tty": parts.SERIAL, "baud": 115200, "socket": SOCKET, "access": "full"},
        "shutter": {"countdown_s": 3.0},
        # A board that nobody moves would pause in the middle of a scenario.
        "idle": {"motion": "off"},
    }
    for name, change in changes.items():
        if isinstance(change, dict):
            merged = sections.get(name, {}) | change
            sections[name] = {key: value for key, value in merged.items() if value is not None}
        elif change is None:
            sections.pop(name)
        else:
            sections[name] = change
    return located(sections)


def located(sections: dict) -> dict:
    """With the present node of a camera that is given by its name."""
    camera = sections.get("camera", {})
    if camera.get("device") in ("vivid", "webcam"):
        sections["camera"] = camera | {"device": parts.camera(camera["device"])}
    return sections


def toml(sections: dict) -> str:
    """TOML's strings, numbers and truths of these kinds are written as JSON's; a list of tables is one of sections."""

    def is_sections(value) -> bool:
        return isinstance(value, list) and bool(value) and all(isinstance(element, dict) for element in value)

    def pairs(table: dict) -> list[str]:
        return [
            f"{key} = {json.dumps(value)}"
            for key, value in table.items()
            if not isinstance(value, dict) and not is_sections(value)
        ]

    lines = pairs(sections)
    for name, table in sections.items():
        if isinstance(table, dict):
            lines += [f"[{name}]", *pairs(table)]
        elif is_sections(table):
            lines += [line for section in table for line in (f"[[{name}]]", *pairs(section))]
    return "\n".join(lines) + "\n"


def whereabouts(process_id: int) -> str:
    """Where in the kernel each thread of a process is, for who reads why it did not end."""
    tasks = Path(f"/proc/{process_id}/task")
    return "".join(
        f"{task.name} {(task / 'wchan').read_text()} {(task / 'syscall').read_text()}{(task / 'stack').read_text()}"
        for task in sorted(tasks.iterdir())
    )


class Program:
    """`exhibit run`; `with` waits until it runs, and in the end stops it as systemd would.

    Stopping is part of every scenario: exit status 0, and the light's line low. `terminal` is the
    host at the other end of its serial line.
    """

    def __init__(self, capture: str | None = "running", **changes):
        self.configuration = configuration(**changes)
        self.store = Path(self.configuration["store"])
        self.device = Path(self.configuration.get("device", {}).get("folder", "/var/lib/exhibit/device"))
        self.socket = self.configuration["console"]["socket"]
        self.capture = capture
        number = len(LOGS)
        self.file = Path(f"/run/exhibit-{number}.toml")
        self.log = Path(f"/run/exhibit-{number}.log")
        self.file.write_text(toml(self.configuration))

    def __enter__(self) -> "Program":
        self.start()
        try:
            eventually("an answer at the socket", START_S, self.answers)
            if self.capture:
                self.until(self.capture)
        except AssertionError:
            self.end()
            raise
        return self

    def start(self) -> None:
        """Starts it and waits for nothing."""
        self.terminal = parts.Terminal()
        self.started_at = time.monotonic()
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                [EXECUTABLE, "run", "--config", self.file],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )
        RUNNING.append(self.process)

    def __exit__(self, kind, *_) -> None:
        status = self.end()
        # A scenario that has failed already says why itself.
        if kind is None:
            assert status == 0, f"it ended with {status} instead of 0 after SIGTERM"
            assert (parts.BOARD / "light").read_text().strip() == "0", "the light is still on"

    def end(self) -> int | str:
        """Stops it; the status it ended with, or in words that it did not."""
        if self.process.poll() is not None:
            LOGS.append(f"-- it ended by itself, with {self.process.returncode} --")
        self.process.send_signal(signal.SIGTERM)
        try:
            status = self.process.wait(STOP_S)
        except subprocess.TimeoutExpired:
            LOGS.append(f"-- where it does not end --\n{whereabouts(self.process.pid)}")
            self.process.kill()
            self.process.wait()
            status = f"nothing within {STOP_S} s"
        self.terminal.close()
        RUNNING.remove(self.process)
        LOGS.append(f"-- {self.file} --\n{self.file.read_text()}-- log --\n{self.said()}")
        return status

    def read_again(self, text: str | None = None, **changes) -> None:
        """Changes its configuration, or writes `text`, and has it read again; waits for nothing."""
        self.rewrite(text, **changes)
        self.process.send_signal(signal.SIGHUP)

    def rewrite(self, text: str | None = None, **changes) -> None:
        """Changes its configuration, or writes `text`."""
        for name, change in changes.items():
            table = self.configuration.get(name)
            merged = table | change if isinstance(table, dict) else change
            self.configuration[name] = merged
        self.file.write_text(text or toml(self.configuration))

    def until_said(self, key: str, *values, within: float = 10, by: str = "") -> None:
        """Waits until the log has the sentence, said by the part of this name if one is given."""
        eventually(f"{key} {values} in the log", within, lambda: self.times_said(key, *values, by=by))

    def said(self) -> str:
        """Its log so far."""
        return self.log.read_text(errors="replace")

    def ask(self, line: str, within: float = 20) -> str:
        """What it answers to a command at its socket."""
        with socket.socket(socket.AF_UNIX) as connection:
            connection.settimeout(within)
            connection.connect(self.socket)
            connection.sendall(line.encode() + b"\n")
            connection.shutdown(socket.SHUT_WR)
            return b"".join(iter(lambda: connection.recv(65536), b"")).decode(errors="replace")

    def ask_json(self, line: str) -> dict | list:
        """What it answers to a program at its socket, the last line of it."""
        return json.loads(self.ask(f"{line} --json").rstrip("\n").splitlines()[-1])

    def check_answer(self, line: str, key: str, *values) -> None:
        """Holds that what a program asks at its socket is answered, at last, by this sentence."""
        check_told(self.ask_json(line), key, *values)

    def line_process(self) -> int:
        """The process at its serial line, its child."""
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")

        def find() -> int | None:
            names = {int(child): Path(f"/proc/{child}/comm") for child in children.read_text().split()}
            return next((child for child, name in names.items() if name.read_text().strip() == "exhibit"), None)

        return eventually("a process at the line", START_S, find)

    def open_files(self, process: int | None = None) -> list[str]:
        """What its descriptors lead to, or those of `process`; one that it closes meanwhile counts no more."""
        folder = f"/proc/{process or self.process.pid}/fd"
        targets = []
        for name in os.listdir(folder):
            with contextlib.suppress(FileNotFoundError):
                targets.append(os.readlink(f"{folder}/{name}"))
        return targets

    def answers(self) -> bool:
        if self.process.poll() is not None:
            raise AssertionError(f"it ended with {self.process.returncode} at its start")
        return bool(self.status_if_any())

    def status(self) -> dict:
        return self.ask_json("status")

    def status_if_any(self) -> dict:
        """Its status; empty while nobody answers, as between two starts of a service."""
        try:
            return self.status()
        except (OSError, ValueError):
            return {}

    def until(self, capture: str, within: float = 30) -> None:
        """Waits until capture stands at `capture`."""

        def stands() -> bool:
            return capture_of(self.status_if_any()) == capture

        eventually(f"capture {capture}", within, stands)

    def present(self) -> str | None:
        """The state of capture, with the cause of a pause: `paused (idle)`."""
        return capture_of(self.status())

    def until_shutter(self, state: str, within: float = 5) -> None:
        """Waits until the shutter stands at `state`."""
        eventually(f"shutter {state}", within, lambda: self.status()["shutter"] == state)

    def fault(self, role: str) -> dict | None:
        """The role's fault in status; None while there is none."""
        return next((fault for fault in self.status()["faults"] if fault["role"] == role), None)

    def until_fault(self, role: str, key: str, *values, within: float = 20) -> None:
        """Waits until status has this fault of the role; its sentence has these values."""

        def find() -> dict | None:
            fault = self.fault(role)
            return fault if fault and fault["key"] == key else None

        check_told(eventually(f"the fault {key} of the {role}", within, find), key, *values)

    def times_said(self, key: str, *values, by: str = "") -> int:
        """How many lines of the log have the sentence, said by the part of this name if one is given."""
        begin = rf"\[{by}\] \w+: " if by else ""
        wanted = re.compile(begin + sentence(key, *values).pattern)
        return sum(bool(wanted.search(line)) for line in self.said().splitlines())

    def processor_s(self) -> float:
        """The processor's time that it took since its start, in seconds."""
        # The name in brackets may have spaces; times are the 14th and 15th field (proc(5)).
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    @contextlib.contextmanager
    def at_rest(self):
        """Holds that meanwhile it takes less than half of one processor, where a spin takes all."""
        began, took = time.monotonic(), self.processor_s()
        yield
        took, lasted = self.processor_s() - took, time.monotonic() - began
        assert took < lasted / 2, f"it took {took:.1f} s of the processor in {lasted:.1f} s"

    def photos(self) -> list[dict]:
        return photos(self.store)

    def photo(self, number: int = 1, within: float = 30) -> dict:
        """The row of a photo, once it is there."""
        return eventually(
            f"photo {number}",
            within,
            lambda: next((row for row in self.photos() if row["number"] == number), None),
        )


def photos(store: Path) -> list[dict]:
    """The rows of the table `evidence`, oldest first."""
    return rows(store, "SELECT * FROM evidence ORDER BY number")


def rows(store: Path, query: str) -> list[dict]:
    """What the store's database answers; nothing before it is there."""
    file = store / "exhibit.sqlite"
    if not file.exists():
        return []
    database = sqlite3.connect(f"file:{file}?mode=ro", uri=True, timeout=10)
    database.row_factory = sqlite3.Row
    try:
        return [dict(row) for row in database.execute(query)]
    finally:
        database.close()


def records(store: Path, kind: str) -> list[dict]:
    """The payloads of the records of this kind, oldest first, with the texts that lie beside them."""
    written = rows(store, f"SELECT sequence, payload FROM records WHERE kind = '{kind}' ORDER BY sequence")
    texts = {(row["record"], row["member"]): json.loads(row["text"]) for row in rows(
        store, "SELECT record, member, text FROM texts")}
    return [{
        name: texts.get((row["sequence"], name), value) for name, value in json.loads(row["payload"]).items()
    } for row in written]


@contextlib.contextmanager
def locked(store: Path):
    """Meanwhile another program has the store's database locked for writing; gives its connection."""
    database = sqlite3.connect(store / "exhibit.sqlite", timeout=10, isolation_level=None)
    try:
        database.execute("BEGIN IMMEDIATE")
        yield database
    finally:
        database.close()


def gaps(store: Path) -> list[dict]:
    """The rows of the table `gaps`, oldest first."""
    return rows(store, "SELECT * FROM gaps ORDER BY record")


def capture_of(status: dict) -> str | None:
    """The state of capture in a status, with the cause of a pause."""
    cause = status.get("pause_cause")
    return f"{status['capture']} ({cause})" if cause else status.get("capture")


def check_told(told: dict, key: str, *values) -> None:
    """Holds that a fault, or an answer to a program, has this key, and these values in its sentence."""
    assert told["key"] == key, f"it is not {key}: {told}"
    assert sentence(key, *values).fullmatch(told["sentence"]), f"it does not have {values}: {told}"


def check_woken(program: Program, witness: str) -> None:
    """A pause has just ended, and `witness` saw the movement."""
    seen = program.status()["motion"]["witness"]
    assert seen == witness, f"it was told by {seen}"


def check_busy(program: Program, command: str) -> None:
    """Begins a countdown, during which the command is refused."""
    parts.press()
    program.until_shutter("counting")
    program.check_answer(command, "shutter.busy")


def check_photo(store: Path, row: dict, size: tuple[int, int] | None = None) -> bytes:
    """Holds a photo's row against its file, decodes the file, and returns its bytes."""
    jpeg = (store / row["local_file"]).read_bytes()
    assert hashlib.sha256(jpeg).hexdigest() == row["sha256"], "the file's SHA-256 is not the row's"
    assert len(jpeg) == row["byte_count"], "the file's length is not the row's"
    # A warning of the decoder counts as damage.
    decoded = subprocess.run(["djpeg", "-pnm"], input=jpeg, capture_output=True, timeout=60)
    assert decoded.returncode == 0 and not decoded.stderr, f"djpeg says: {decoded.stderr.decode().strip()}"
    width, height = (
        int(number) for number in re.match(rb"P6\s(\d+) (\d+)", decoded.stdout).groups()
    )
    assert (width, height) == (row["width"], row["height"]), f"the picture is {width}×{height}"
    assert size is None or size == (width, height), f"the picture is {width}×{height} instead of {size}"
    return jpeg


def remove_stores() -> None:
    """Those of the scenario that has ended: the disk is small."""
    for folder in [*parts.DISK.glob(f"{BOOT}-*"), *parts.DISK.glob("var/lib/*")]:
        shutil.rmtree(folder)


def kill_left_overs() -> None:
    """Ends what a scenario forgot, so that it does not spoil the next."""
    for process in RUNNING:
        process.kill()
        process.wait()
    RUNNING.clear()
