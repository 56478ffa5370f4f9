"""Hosts and programs with bad manners: they ask without pause, send back what they hear, or never read."""

import contextlib
import os
import re
import select
import signal
import socket
import threading
import time
from pathlib import Path

import pytest

import parts
import program as programs
from program import Program, check_photo
from sentences import sentence
from waiting import eventually

GADGET = "/dev/ttyGS0"
HOST_PORT = "/dev/ttyACM0"
GADGET_LINE = {"tty": GADGET}
# After so long a fault tries are more than ten seconds apart; whoever is back within five was woken.
AWAY_S = 15
AT_ONCE_S = 5
CHATTER_S = 14
# A line that nobody reads is looked at more and more rarely; by then only each 30 s.
RARELY_S = 40
WINDOW_S = 20


@contextlib.contextmanager
def meanwhile(turn):
    """Has `turn` done again and again beside what the scenario does."""
    ending = threading.Event()

    def go_on() -> None:
        while not ending.is_set():
            turn()

    thread = threading.Thread(target=go_on)
    thread.start()
    try:
        yield
    finally:
        ending.set()
        thread.join()


@contextlib.contextmanager
def chatter(line: bytes = b"status\n"):
    """Meanwhile a client of the socket sends the line without pause; gives how many bytes it was answered."""
    heard = [0]
    with socket.socket(socket.AF_UNIX) as connection:

        def talk() -> None:
            readable, writable, _ = select.select([connection], [connection], [], 0.2)
            if readable:
                heard[0] += len(connection.recv(65536))
            if writable:
                with contextlib.suppress(BlockingIOError):
                    connection.send(line * 50)

        connection.connect(programs.SOCKET)
        connection.setblocking(False)
        with meanwhile(talk):
            yield heard


@contextlib.contextmanager
def echoing(terminal: parts.Terminal):
    """Meanwhile the host sends back what it is told; gives it."""
    heard = bytearray()

    def echo() -> None:
        if select.select([terminal.tty], [], [], 0.1)[0]:
            said = os.read(terminal.tty, 4096)
            heard.extend(said)
            with contextlib.suppress(BlockingIOError):
                os.write(terminal.tty, said)

    with meanwhile(echo):
        yield heard


@contextlib.contextmanager
def gadget(has_host: bool):
    """Meanwhile the board is a USB device with a serial line, whose host lets it in or not."""
    load = ["/sbin/modprobe", "-d", os.environ["LAB_KERNEL"]]
    parts.run(*load, "dummy_hcd")
    hub = Path(os.path.realpath(next(Path("/sys/devices/platform").glob("dummy_hcd*/usb*"))))
    (hub / "authorized_default").write_text("1" if has_host else "0")
    # g_serial would have it loaded from the host's own folder.
    parts.run(*load, "-a", "usb_f_acm", "g_serial")
    eventually(GADGET, 10, Path(GADGET).exists)
    try:
        yield hub
    finally:
        parts.run(*load, "-r", "g_serial")
        parts.run(*load, "-r", "dummy_hcd")


def let_in(hub: Path) -> None:
    """The host takes the device at last, and has the driver for it."""
    parts.run("/sbin/modprobe", "-d", os.environ["LAB_KERNEL"], "cdc-acm")
    device = eventually("the device at its hub", 10, lambda: next(hub.glob("[0-9]*-1/authorized"), None))
    device.write_text("1")
    eventually(HOST_PORT, 20, Path(HOST_PORT).exists)


def wakeups(program: Program) -> int:
    """How often the program, and that at its line, has waited since its start."""
    status = [Path(f"/proc/{process}/status").read_text() for process in (program.process.pid, program.line_process())]
    return sum(int(re.search(r"^voluntary_ctxt_switches:\s*(\d+)", text, re.M)[1]) for text in status)


def wakeups_in(program: Program, seconds: float) -> int:
    before = wakeups(program)
    time.sleep(seconds)
    return wakeups(program) - before


@pytest.mark.configured(shutter={"countdown_s": 1})
def test_client_that_asks_without_pause_takes_nothing_from_others(program):
    """a client that asks without pause takes no frame from the camera, no photo and no answer from others"""
    delivered = program.status()["frames"]["delivered"]
    with chatter() as heard:
        began = time.monotonic()
        time.sleep(CHATTER_S / 2)
        parts.press()
        program.terminal.type("light")
        program.terminal.expect(sentence("light.is", re.compile(".*"), re.compile(".*")), within=5)
        photo = program.photo(1, within=CHATTER_S)
        at = time.monotonic()
        status = program.status()
        assert time.monotonic() - at < 5, "another session waited for more than 5 s"
        time.sleep(max(0.0, began + CHATTER_S - time.monotonic()))
        assert heard[0] > 10_000, f"it was told {heard[0]} bytes only"
    check_photo(program.store, photo)
    assert status["capture"] == "running", f"capture is {status['capture']}"
    frames = program.status()["frames"]["delivered"] - delivered
    assert frames > CHATTER_S, f"the camera delivered {frames} frames in {CHATTER_S} s"


def test_line_that_echoes_falls_silent_and_commands_are_heard(program):
    """a line that echoes falls silent, and a command is heard there all the same"""
    with echoing(program.terminal) as heard:
        # Something to begin with: an announcement.
        program.ask("cancel")
        eventually("what it says", 10, lambda: b"cancel" in heard)
        time.sleep(2)
        heard.clear()
        time.sleep(3)
        assert not heard, f"it goes on: {bytes(heard[-200:])!r}"
        program.until_said("console.line.echoes")
        program.terminal.type("light")
        wanted = sentence("light.is", re.compile(".*"), re.compile(".*"))
        eventually("an answer", 10, lambda: wanted.search(heard.decode(errors="replace")))
        time.sleep(2)
        heard.clear()
        time.sleep(3)
        assert not heard, f"it began again: {bytes(heard[-200:])!r}"


# Nothing but the console wakes it.
ALONE = {"camera": None, "button": None, "light": None, "accelerometer": None}


def test_gadget_that_nobody_reads_wakes_nothing_until_host_comes():
    """a gadget's serial line that nobody reads wakes its program each 30 s at most, until a host comes"""
    with gadget(has_host=False) as hub:
        with Program(capture=None, console=GADGET_LINE, **ALONE) as program:
            program.until_said("device.works", by="Machine")
            at_rest = wakeups_in(program, WINDOW_S)
            for _ in range(60):
                program.ask("cancel")
            time.sleep(RARELY_S)
            stuck = wakeups_in(program, WINDOW_S)
            assert stuck <= at_rest + 3, f"it woke {stuck} times, and {at_rest} with nothing to say"
            let_in(hub)
            with parts.Terminal(HOST_PORT) as host:
                # Until it was set the port has sent back what came: half a line.
                host.type("")
                host.type("light")
                host.expect(sentence("light.is", re.compile(".*"), re.compile(".*")), within=AT_ONCE_S)


def test_line_that_comes_back_opens_at_once():
    """a serial line that comes by hot-plug is opened at once, however often it was tried before"""
    # The gadget can be taken away only when the program has ended.
    with contextlib.ExitStack() as wires, Program(capture=None, console=GADGET_LINE, **ALONE) as program:
        program.until_said("console.tty.missing", GADGET)
        time.sleep(AWAY_S)
        wires.enter_context(gadget(has_host=False))
        at = time.monotonic()
        eventually("the line open", 30, lambda: GADGET in program.open_files(program.line_process()))
        assert time.monotonic() - at < AT_ONCE_S, "it took longer than a try each second"
        assert program.times_said("console.tty.missing", GADGET) == 1, "it was said more than once"


def test_request_in_first_moments_ends_nothing():
    """a request that comes before it can be heard waits, and ends nothing"""
    for _ in range(10):
        program = Program(capture=None)
        program.start()
        is_early = waits_unheard(program)
        program.process.send_signal(signal.SIGUSR1)
        program.process.send_signal(signal.SIGHUP)
        try:
            eventually("an answer at the socket", programs.START_S, program.answers)
            program.until_said("configuration.unchanged")
        finally:
            assert program.end() == 0, "it did not end with 0"
        if is_early:
            return
    raise AssertionError("requests were held only when they could be heard")


def waits_unheard(program: Program) -> bool:
    """Waits until requests are held; whether that was before something collects them."""
    requests = 1 << (signal.SIGUSR1 - 1) | 1 << (signal.SIGHUP - 1)
    status = Path(f"/proc/{program.process.pid}/status")
    deadline = time.monotonic() + programs.START_S
    while time.monotonic() < deadline:
        held = int(re.search(r"^SigBlk:\s*([0-9a-f]+)", status.read_text(), re.M)[1], 16)
        files = program.open_files()
        if held & requests == requests:
            return not any("signalfd" in file for file in files)
    raise AssertionError("requests are never held")
