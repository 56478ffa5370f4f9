"""What `exhibit demo` does in lines, as on a terminal that can do no more or by `--plain`."""

import json
import os
import re
import subprocess

import pytest

from demo import ANSWER_S, EXECUTABLE
from sentences import sentence
from terminal import START_S, Terminal
from waiting import eventually

PHOTO_S = 20
READY = sentence("light.is", "ready", re.compile(".*"))
MORE = sentence("console.lines-more")


class PlainDemo(Terminal):
    """The demo in lines, started and ready; `arguments` are of the terminal, or variables of the environment."""

    def __init__(self, store, *options, **arguments):
        self.store = store
        environment = {"TERM": "dumb", "LC_ALL": "C.UTF-8", "SWIFT_BACKTRACE": "enable=no"} | arguments
        super().__init__([EXECUTABLE, "demo", *options, "--store", store], columns=200, rows=24, **environment)
        self.says(READY, START_S)

    def lines(self):
        """All that was printed or typed since the last `type`, a line each."""
        self.read()
        return self.sent.decode(errors="ignore").replace("\r", "").split("\n")

    def says(self, words, within=ANSWER_S):
        """Waits for a line that has these words."""
        eventually(f"{words!r} in\n{self.lines()}\n", within, lambda: any(words.search(line) for line in self.lines()))

    def type(self, line):
        self.sent = b""
        os.write(self.master, f"{line}\n".encode())

    def pieces(self):
        command = [EXECUTABLE, "list", "--json", "--store", self.store]
        return json.loads(subprocess.run(command, capture_output=True, text=True, timeout=START_S).stdout)


@pytest.fixture
def plain(store):
    """The demo in lines on its own store, ready."""
    with PlainDemo(store) as demo:
        yield demo


def test_dumb_terminal_gets_lines_and_nothing_that_steers(plain):
    """a terminal that can only print lines gets words for keys, and nothing that steers it"""
    assert any(sentence("plain.introduction").search(line) for line in plain.lines()), plain.lines()
    first = plain.sent
    plain.type("click")
    plain.says(sentence("photo.stored"), PHOTO_S)
    assert b"\x1b" not in first + plain.sent and b"\b" not in first + plain.sent, plain.sent
    plain.type("quit")
    plain.says(sentence("demo.count", 1))
    assert plain.end() == 0 and len(plain.pieces()) == 1, plain.lines()


@pytest.mark.parametrize("options, term", [(["--plain"], "xterm-256color"), ([], "")])
def test_lines_are_there_for_asking_and_without_name(store, options, term):
    """lines are what `--plain` gets on any terminal, and one without a name"""
    with PlainDemo(store, *options, TERM=term) as demo:
        assert b"\x1b" not in demo.sent, demo.sent


def test_words_work_the_board(plain):
    """words work the board: undo by a long press and a word, a camera that is pulled and put back"""
    plain.type("unplug camera")
    plain.says(sentence("camera.gone"))
    plain.type("plug camera")
    plain.says(READY, START_S)
    plain.type("click")
    plain.says(sentence("photo.stored"), PHOTO_S)
    plain.type("long")
    plain.says(sentence("undo.asked"))
    plain.type("y")
    plain.says(sentence("undo.photo-done"))
    # The long press lasts a little longer than the question takes.
    plain.read(for_s=1)
    # The thing has no piece any more, and is taken again.
    plain.type("triple")
    plain.says(sentence("thing.current"))


def test_files_are_taken_in_by_the_running_demo(plain, tmp_path):
    """a running demo takes in the files that 'exhibit import' hands to it"""
    (tmp_path / "receipt.pdf").write_bytes(b"%PDF-1.7 a receipt")
    command = [EXECUTABLE, "import", str(tmp_path / "receipt.pdf"), "--store", plain.store]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=START_S)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    assert [piece["source"] for piece in plain.pieces()] == ["receipt.pdf"]


def test_held_button_shuts_down(plain):
    """a button that is held ends it as it ends a board"""
    plain.type("hold")
    assert plain.end(20) == 0, plain.lines()
    assert any(sentence("machine.shutdown-by-button").search(line) for line in plain.lines()), plain.lines()


def test_long_answers_stop_at_each_page(plain):
    """a long answer stops at each page: Enter goes on, q leaves, another line is carried out"""
    plain.type("help")
    plain.says(MORE)
    shown = plain.lines()
    assert len(shown) == 26 and MORE.search(shown[24]), shown
    plain.type("")
    plain.says(sentence("help.line", "options"))
    plain.type("")
    plain.says(sentence("help.more"))
    plain.type("help")
    plain.says(MORE)
    plain.type("q")
    plain.type("light")
    plain.says(sentence("light.is"))
    assert not any(sentence("help.line", "light").search(line) for line in plain.lines()), plain.lines()
    plain.type("help")
    plain.says(MORE)
    plain.type("light")
    plain.says(sentence("light.is"))


def test_interrupt_leaves_a_page_and_then_the_demo(plain):
    """Ctrl-C leaves a page, and the demo where there is none"""
    plain.type("help")
    plain.says(MORE)
    plain.press("\x03")
    plain.type("light")
    plain.says(sentence("light.is"))
    plain.press("\x03")
    assert plain.end() == 0, plain.lines()


def test_news_waits_for_the_page(plain):
    """what happens while somebody reads is said when they are done"""
    plain.type("help")
    plain.says(MORE)
    # The camera goes by a signal from outside: a photo that another program asks for.
    plain.signal(10)
    eventually("a photo", PHOTO_S, lambda: len(plain.pieces()) == 1)
    assert not any(sentence("photo.stored").search(line) for line in plain.lines()), plain.lines()
    plain.type("q")
    plain.says(sentence("photo.stored"))


def test_every_line_stands_alone(plain):
    """each line of each answer is a sentence that a screen reader can read alone"""
    wrong = []
    commands = "", "help snap", "help thing", "light", "thing list", "light stored", "y", "frobnicate"
    for command in commands:
        plain.type(command)
        plain.says(re.compile(r"[.?!]$"))
        printed = [line for line in plain.lines()[:-1] if line not in commands]
        wrong += [line for line in printed if not re.search(r"^[^ ].*[.?!]$", line)]
    assert not wrong, wrong


def test_pipe_is_read_by_word(store):
    """`--plain` reads a pipe as it reads a terminal, and ends with it"""
    command = [EXECUTABLE, "demo", "--plain", "--store", store]
    run = subprocess.run(command, input="light\nfrobnicate\n", capture_output=True, text=True, timeout=START_S)
    assert run.returncode == 0 and sentence("command.unknown").search(run.stdout), run.stdout + run.stderr
