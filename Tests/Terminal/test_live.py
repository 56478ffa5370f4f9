"""The viewfinder in a terminal: `exhibit view --live` beside the running program, and `view on` at its serial line."""

import signal
import subprocess
import threading

import pyte
import pytest

from board import MOST_GROWTH_KB, WAIT_S, Board, feed, noise
from demo import EXECUTABLE
from sentences import sentence
from terminal import Terminal
from waiting import eventually

OPENING, CLOSING = "\x1b[?1049h", "\x1b[?1049l\r\n"
# No camera is there, and a card says so.
CARD = sentence("status.capture", "stopped")
STATE = "Capture stopped, shutter ready"
ROWS, COLUMNS = 24, 80
# So much is drawn for a peer that reads none of it.
REDRAWINGS = 3000
# Each key is a turn of the loop, and half of them do something.
MOST_KEYS = 1_000_000
# Esc, Ctrl-C, q and a colon leave the picture.
LEAVING = b"\x1b\x03q:"


@pytest.fixture
def board(tmp_path):
    with Board(tmp_path) as board:
        yield board


class Live(Terminal):
    """`exhibit view --live` of a board on a terminal of its own."""

    def __init__(self, board, *words, **environment):
        environment = {"TERM": "xterm-256color", "LC_ALL": "C.UTF-8", "SWIFT_BACKTRACE": "enable=no"} | environment
        command = [EXECUTABLE, "view", "--live", "--config", str(board.configuration), *words]
        super().__init__(command, COLUMNS, ROWS, **environment)

    def draws(self):
        eventually("a card and the state", WAIT_S, lambda: self.shows(CARD) and self.shows(STATE))
        return self

    def ends(self, status, key=None):
        assert self.end(WAIT_S) == status, f"ended with {self.status}: {self.text()}"
        eventually("the terminal as it was", WAIT_S, self.is_restored)
        # Long sentences go on in the next row.
        said = "".join(self.screen.display)
        assert not key or sentence(key).search(said), f"{key} is not said: {said!r}"


def test_live_view_draws_until_q(board):
    """`view --live` draws in another terminal, follows its size, and q gives the terminal back"""
    with Live(board) as live:
        live.draws()
        assert live.screen.is_alternate and live.screen.cursor.hidden
        live.resize(60, 16)
        eventually("the state in the last row but one", WAIT_S, lambda: STATE in live.text().split("\n")[14])
        live.press("q")
        live.ends(0)


def test_keys_that_end_a_live_view(board):
    """Ctrl-C and a colon end a live view, whatever the board makes of them, and leave the terminal as it was"""
    for key in ("\x03", ":"):
        with Live(board) as live:
            live.draws()
            live.press(key)
            live.ends(0)


def test_signals_that_end_a_live_view(board):
    """a signal that ends a live view leaves the terminal as it was"""
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        with Live(board) as live:
            live.draws()
            live.signal(number)
            live.ends(-number)


def test_live_view_ends_with_the_board(board):
    """a live view ends when the board does, and says it when that broke off"""
    with Live(board) as live:
        live.draws()
        board.program.terminate()
        live.ends(0)
    with Live(board) as live:
        live.ends(69, "console.client.nobody")
        assert OPENING.encode() not in live.sent


def test_live_view_of_a_board_that_breaks_off(board):
    """a live view whose board breaks off says so"""
    with Live(board) as live:
        live.draws()
        board.program.kill()
        live.ends(69, "console.client.brokeoff")


def test_live_view_of_a_board_without_an_answer(board):
    """a board that doesn't answer is waited for 10 s at most, by a terminal that stays the shell's"""
    board.program.send_signal(signal.SIGSTOP)
    try:
        with Live(board) as live, Live(board) as other:
            eventually("its run", WAIT_S, lambda: live.state() == "S")
            live.press("\x03")
            live.ends(-signal.SIGINT)
            other.ends(69, "console.client.silent")
            assert OPENING.encode() not in live.sent + other.sent
    finally:
        board.program.send_signal(signal.SIGCONT)


def test_live_view_says_why_it_is_refused(board):
    """a live view that the board refuses leaves the terminal alone and says why"""
    views = [Live(board).draws() for _ in range(4)]
    try:
        with Live(board) as live:
            live.ends(1, "view.full")
            assert OPENING.encode() not in live.sent
    finally:
        for view in views:
            view.__exit__()
    # Those that were killed are noticed at once.
    with Live(board) as live:
        live.draws()


def test_live_view_wants_a_terminal(board):
    """`view --live` says that it needs a terminal, and that it has a look of its own"""
    run = board.run("view", "--live", stdin=subprocess.DEVNULL)
    assert run.returncode == 1 and sentence("view.live-terminal").search(run.stderr), run
    with Live(board, TERM="dumb") as live:
        live.ends(1, "view.live-terminal")
    with Live(board, "--effect", "shapes") as live:
        live.ends(64, "view.live-look")


def show(board, size=f"{ROWS};{COLUMNS}"):
    """`view on` at the serial line, whose terminal answers; what was drawn first."""
    board.type("view on\r")
    board.read("\x1b[6n\x1b8")
    board.type(f"\x1b[{size}R")
    return drawn(board)


def drawn(board):
    """Reads until the state stands below a picture."""
    said = board.sees(STATE)
    assert OPENING in said, said
    return said


def test_picture_at_the_serial_line(board):
    """`view on` draws a card and the state where a terminal answers; a colon leaves, an empty line comes back"""
    screen = pyte.Screen(COLUMNS, ROWS)
    pyte.Stream(screen).feed(show(board))
    shown = "\n".join(screen.display)
    assert CARD.search(shown) and STATE in shown, shown
    board.type(":")
    assert sentence("view.left").search(board.read("> "))
    board.ask("light")
    board.type("\r")
    drawn(board)
    board.type("q")
    board.read(CLOSING + "> ")
    board.ask("light")
    board.type("\r")
    assert OPENING not in board.read("> "), "the picture is back that was left by q"


def test_board_that_ends_leaves_a_terminal_of_lines(board):
    """a board that ends leaves its serial line's terminal as it was: nothing but words follows"""
    show(board)
    board.program.terminate()
    board.program.wait(WAIT_S)
    said = board.take().decode()
    assert CLOSING in said and "\x1b" not in said.rpartition(CLOSING)[2], said[-200:]


def test_line_that_hung_up_as_a_screen_is_one_of_lines(board):
    """a serial line that hung up while it was a screen is one of lines when it is there again"""
    show(board)
    board.unplug()
    board.plug()
    said = board.read("> ")
    assert CLOSING in said and OPENING not in said, said
    assert sentence("view.idle").search(board.ask("view"))


def test_peer_that_reads_nothing_while_it_is_a_screen(board):
    """a peer that reads nothing of what is drawn for it costs no memory, and others are answered"""
    show(board)
    with board.connect() as peer:
        peer.sendall(b"set size 200x60 --marked\nset colour 24 --marked\nview on --marked\n10000 --room\n")
        eventually("a second screen", WAIT_S, lambda: peer.recv(65536).find(b"become screen\n") >= 0)
        before = board.resident_kilobytes()
        for _ in range(REDRAWINGS // 100):
            peer.sendall(b"refresh --key\n1 --key\n+ --key\n10000 --room\n" * 100)
            assert board.run("light").returncode == 0
        growth = board.resident_kilobytes() - before
    assert growth < MOST_GROWTH_KB, f"it has grown by {growth} kB"
    board.type("q")
    board.read(CLOSING + "> ")


def test_noise_at_a_screen(board):
    """noise where a picture is drawn costs no memory, others are answered meanwhile, and q leaves it then"""
    show(board)
    sent = noise(without=LEAVING)[:MOST_KEYS]
    feed(board.master, sent[:20_000], board.take)
    before = board.resident_kilobytes()
    typist = threading.Thread(target=lambda: feed(board.master, sent, board.take))
    typist.start()
    while typist.is_alive():
        assert board.run("light").returncode == 0
    growth = board.resident_kilobytes() - before
    assert growth < MOST_GROWTH_KB, f"it has grown by {growth} kB"
    board.type("q")
    board.sees(CLOSING)
    # What was said meanwhile may fill pages, of which Ctrl-C has had enough.
    board.type("\x03")
    board.read("> ")
    board.ask("light")
