"""What `exhibit demo` does on a terminal, key by key."""

import json
import os
import signal
import subprocess
import tempfile
from pathlib import Path

from scenario import claim, eventually, expect
from terminal import START_S, Terminal

EXECUTABLE = os.path.abspath(os.environ.get("EXHIBIT_BIN", ".build/debug/exhibit"))
ANSWER_S = 10
PHOTO_S = 20

# Words of the sentences in Sources/Exhibit/Demo.
READY = "light o"
KEYS = "space click"
COUNTING = "counting: "
PIECE = "photo {}"
DOUBLE, TRIPLE, LONG = "double click", "triple click", "long press"
UNPLUGGED = "camera unplugged"
MOVED = "being moved"
HELP = "Any key leaves this page."
RUNNING = "Capture: running"
ESCAPE = "\x1b"


class Demo(Terminal):
    """The demo on its own store, started and ready."""

    def __init__(self, **arguments):
        self.folder = tempfile.TemporaryDirectory(prefix="exhibit-session-")
        self.store = os.path.join(self.folder.name, "store")
        environment = {"TERM": "xterm-256color", "LC_ALL": "C.UTF-8", "SWIFT_BACKTRACE": "enable=no"}
        super().__init__([EXECUTABLE, "demo", "--store", self.store], **(environment | arguments))
        self.sees(RUNNING, START_S)

    def __exit__(self, *failure):
        super().__exit__(*failure)
        self.folder.cleanup()

    def sees(self, words, within=ANSWER_S):
        eventually(f'"{words}" on the screen\n{self.text()}\n', within, lambda: self.shows(words))

    def no_longer_sees(self, words, within=ANSWER_S):
        eventually(f'"{words}" going away', within, lambda: not self.shows(words))

    def is_given_back(self):
        eventually("giving the terminal back", ANSWER_S, self.is_restored)

    def pieces(self):
        command = [EXECUTABLE, "list", "--json", "--store", self.store]
        listing = subprocess.run(command, capture_output=True, text=True, timeout=START_S)
        return json.loads(listing.stdout) if listing.returncode == 0 else []


@claim("the screen shows light, capture, pieces and keys")
def _():
    with Demo() as demo:
        for words in (READY, RUNNING, "Latest pieces", KEYS, "q quit"):
            expect(demo.shows(words), f'"{words}" is not shown')
        expect(demo.screen.is_alternate and demo.screen.cursor.hidden, "the screen is not taken over")


@claim("space counts down and a piece appears, which the store has")
def _():
    with Demo() as demo:
        demo.press(" ")
        demo.sees(COUNTING)
        demo.sees("██")
        demo.sees(PIECE.format(1), PHOTO_S)
        demo.no_longer_sees(COUNTING)
        pieces = demo.pieces()
        expect(len(pieces) == 1, f"the store has {len(pieces)} pieces")
        pictures = list(Path(demo.store, "evidence").glob("*/*.jpg"))
        expect(len(pictures) == 1, f"the store has {len(pictures)} pictures")


@claim("space during a countdown cancels it")
def _():
    with Demo() as demo:
        demo.press(" ")
        demo.sees(COUNTING)
        demo.press(" ")
        demo.sees("Cancelled")
        demo.no_longer_sees(COUNTING)
        expect(demo.pieces() == [], "a cancelled countdown left a piece")


@claim("double, triple and long presses are heard and answered in words")
def _():
    with Demo() as demo:
        for key, words in (("d", DOUBLE), ("t", TRIPLE), ("l", LONG)):
            demo.press(key)
            demo.sees(f"Heard a {words}")


@claim("u unplugs the camera and plugs it in again")
def _():
    with Demo() as demo:
        demo.press("u")
        demo.sees(UNPLUGGED)
        demo.no_longer_sees(RUNNING)
        demo.press("u")
        demo.no_longer_sees(UNPLUGGED)
        demo.sees(RUNNING, PHOTO_S)


@claim("m moves the board for a moment")
def _():
    with Demo() as demo:
        demo.press("m")
        demo.sees(MOVED)
        demo.no_longer_sees(MOVED)


@claim("a console line is typed, edited, sent and answered; Esc leaves the console")
def _():
    with Demo() as demo:
        demo.press(":statsx\x7f\x7fus")
        demo.sees(": status")
        demo.press("\r")
        demo.sees("Accelerometer: x")
        demo.press("q")
        demo.sees(": q")
        demo.press(ESCAPE)
        demo.sees(KEYS)
        expect(demo.end(within=0.2) is None, "a q in the console's line ended the demo")


@claim("? shows the help, and any key leaves it")
def _():
    with Demo() as demo:
        demo.press("?")
        demo.sees(HELP)
        demo.press("q")
        demo.no_longer_sees(HELP)
        expect(demo.end(within=0.2) is None, "the key that left the help ended the demo")


@claim("arrows and function keys do nothing")
def _():
    with Demo() as demo:
        for sequence in ("\x1b[A", "\x1bOB", "\x1b[15~", "\x1b[1;5C"):
            os.write(demo.master, sequence.encode())
            demo.read(for_s=0.1)
        expect(demo.end(within=0.2) is None, "it ended")
        expect(demo.shows(KEYS) and not demo.shows(COUNTING), "a sequence was taken for keys")


@claim("q ends it, gives the terminal back and names the folder with the pictures")
def _():
    with Demo() as demo:
        demo.press("q")
        expect(demo.end() == 0, f"its status is {demo.status}")
        expect(demo.is_restored(), f"the terminal is not as before:\n{demo.text()}")
        expect(demo.shows(demo.store), f"the folder is not named:\n{demo.text()}")


@claim("Ctrl-C, TERM and INT end it and give the terminal back")
def _():
    for end in (
        lambda demo: demo.press("\x03"),
        lambda demo: demo.signal(signal.SIGTERM),
        lambda demo: demo.signal(signal.SIGINT),
    ):
        with Demo() as demo:
            end(demo)
            expect(demo.end() == 0, f"its status is {demo.status}")
            expect(demo.is_restored(), f"the terminal is not as before:\n{demo.text()}")


@claim("a hang-up ends it and gives the terminal back")
def _():
    with Demo() as demo:
        demo.signal(signal.SIGHUP)
        expect(demo.end() == 0, f"its status is {demo.status}")
        demo.is_given_back()


@claim("a small terminal shows one status line, a large one everything again")
def _():
    with Demo() as demo:
        demo.resize(30, 8)
        eventually(
            "one status line",
            ANSWER_S,
            lambda: demo.shows(READY) and len(demo.text().split()) > 0 and "\n" not in demo.text().strip(),
        )
        demo.resize(80, 24)
        demo.sees("Latest pieces")
        demo.sees("q quit")


@claim("a terminal that stops reading holds nothing up")
def _():
    # So large that seconds of it are more than the kernel keeps.
    with Demo(columns=250, rows=80) as demo:
        os.write(demo.master, b" ")
        eventually("storing", PHOTO_S, lambda: len(demo.pieces()) == 1)
        demo.sees(PIECE.format(1))


@claim("where the locale is not UTF-8 only ASCII is sent")
def _():
    with Demo(LC_ALL="C") as demo:
        demo.press(" ")
        demo.sees(COUNTING)
        expect(demo.sent.isascii(), "bytes beyond ASCII were sent")


@claim("NO_COLOR sends no colour")
def _():
    with Demo(NO_COLOR="1") as demo:
        demo.press(" ")
        demo.sees(COUNTING)
        expect(b";3" not in demo.sent.replace(b"\x1b[3;", b""), "a colour was sent")
