"""The console's own ends: keys at a terminal, what a terminal says of itself, commands of a shell, and noise."""

import os
import signal
import subprocess
import threading

import pytest

from board import MOST_GROWTH_KB, Board, feed, noise
from demo import EXECUTABLE
from sentences import sentence

QUESTION = "\x1b7\x1b[999;999H\x1b[6n\x1b8"


@pytest.fixture
def board(tmp_path):
    with Board(tmp_path) as board:
        yield board


def test_tab_completes_a_word_or_lists_those_there_are(board):
    """Tab puts in the rest of a word, or lists on one line which words there are"""
    board.type("power\t")
    board.read("powersave ")
    board.type("o\t")
    assert "on off\r\n> powersave o" in board.read("> powersave o")
    board.type("ff\r")
    board.read("\r\n\r\n> ")
    board.type("chec\x1b[D\x1b[Dx\x1b[3~\x1b[3~\x7f\t\r")
    assert "checklist" not in board.read("> "), "a word is completed where the cursor is"


def test_7_bit_consoles_are_sent_no_other_bytes(board):
    """`set charset 7-bit` has every console written in 7 bits"""
    board.ask("thing add Gr\u00fcne Uhr")
    assert "Gr\u00fcne Uhr" in board.ask("thing list")
    board.ask("set charset 7-bit")
    board.type("thing list\r")
    said = board.read("\r\n\r\n> ")
    assert "Gruene Uhr" in said and said.isascii(), said
    assert "Gruene Uhr" in board.run("thing", "list").stdout


def test_terminal_is_asked_for_its_size_only_when_somebody_wants_that(board):
    """a terminal is sent nothing that steers it until its person wants that; its size is then tracked"""
    assert "\x1b" not in board.ask("status") + board.ask("help set")
    said = board.ask("set plain off")
    assert QUESTION in said or QUESTION in board.read("\x1b8"), said
    board.type("li\x1b[12;")
    board.type("40Rght\r")
    board.read("> ")
    assert sentence("session.size", 40, 12).search(board.ask("set size"))
    board.type("help\r")
    page = board.read("leaves. ")
    rows = [-(-len(line) // 40) for line in page.split("\r\n")[1:-1]]
    assert sum(rows) <= 11 and sum(rows) + 3 > 11, rows
    board.type("q")
    board.read("> ")
    board.ask("set plain on")
    assert sentence("session.plain").search(board.ask("set plain"))


def test_terminal_that_does_not_answer_stays_plain(board):
    """a terminal that does not say its size stays plain, and its person is told"""
    board.ask("set plain off")
    board.read("says it.\r\n> ")
    assert sentence("session.plain-yet").search(board.ask("set plain"))


def test_line_is_shown_again_below_what_happens(board):
    """what happens while a line is typed stands above the line, which goes on at its cursor"""
    board.type("stXus\x1b[D\x1b[D")
    board.read("\x08\x08")
    board.run("thing", "add", "Red cup")
    said = board.read("> stXus\x08\x08")
    assert said.startswith("\r\n"), said
    board.type("\x7fat\r")
    assert "Uptime" not in said and board.read("\r\n\r\n> ")


def test_command_of_the_shell_says_by_its_exit_how_it_went(board):
    """`exhibit COMMAND` answers on standard output, refuses on standard error but in JSON, and ends accordingly"""
    for words, code in (
        (["light"], 0), (["set", "charset"], 0), (["thing", "add", "Red cup"], 0), (["thing", "use", "2"], 0),
        (["cancel"], 1), (["thing", "use", "99"], 1), (["purge"], 1), (["snap", "--count", "0"], 64),
        (["light", "nonsense"], 64), (["lihgt"], 64), (["help", "light"], 0), (["motion", "--json"], 0),
    ):
        run = board.run(*words) if words[0] not in ("lihgt", "help") else subprocess.run(
            [EXECUTABLE, *words], capture_output=True, text=True, timeout=20
        )
        assert run.returncode == code, f"{words} ended with {run.returncode}: {run.stdout}{run.stderr}"
        assert bool(run.stdout) == (code == 0), f"{words} says {run.stdout!r}"
        assert bool(run.stderr) == (code != 0), f"{words} complains {run.stderr!r}"
    refusal = board.run("cancel", "--json")
    assert refusal.returncode == 1 and '"key":"' in refusal.stdout and not refusal.stderr, refusal


def test_question_is_answered_at_the_shells_terminal(board):
    """a command of the shell that asks first takes the answer from its terminal, and none from anywhere else"""
    assert sentence("question.needs-yes").search(board.run("shutdown").stderr)
    command = [EXECUTABLE, "shutdown", "--config", board.configuration]
    master, line = os.openpty()
    for answer, code in (("n\n", 0), ("y\n", 0)):
        run = subprocess.Popen(command, stdin=line, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        os.write(master, answer.encode())
        said, asked = run.communicate(timeout=20)
        assert run.returncode == code, said + asked
        assert sentence("question.shutdown").search(asked), asked
    assert board.program.wait(20) == 79


def test_nobody_there_is_told_by_the_exit(tmp_path):
    """where no program runs a command ends with 69, and says so"""
    for command in ("snap", "status"):
        run = subprocess.run(
            [EXECUTABLE, command, "--socket", f"{tmp_path}/none"], capture_output=True, text=True, timeout=20
        )
        assert run.returncode == 69 and sentence("console.client.nobody").search(run.stderr), run


def test_watch_goes_on_at_the_shell_until_it_is_ended(board):
    """`exhibit watch` writes each change as it comes"""
    watch = subprocess.Popen(
        [EXECUTABLE, "watch", "--config", board.configuration], stdout=subprocess.PIPE, text=True
    )
    assert "thing" in watch.stdout.readline()
    board.run("thing", "add", "Red cup")
    assert "Red cup" in watch.stdout.readline()
    watch.send_signal(signal.SIGINT)
    watch.wait(20)


def test_noise_costs_neither_memory_nor_the_next_answer(board):
    """noise at each console costs no memory, 10 MB of it from a release build, and the next line is answered"""
    sent = noise()
    board.ask("status")
    with board.connect() as peer:
        feed(peer.fileno(), sent[:20_000], lambda: peer.recv(65536))
    feed(board.master, sent[:20_000], board.take)
    before = board.resident_kilobytes()
    with board.connect() as peer:
        reader = threading.Thread(target=lambda: feed(peer.fileno(), sent, lambda: peer.recv(65536)))
        reader.start()
        feed(board.master, sent, board.take)
        reader.join(120)
        assert not reader.is_alive(), "the socket takes nothing more"
    growth = board.resident_kilobytes() - before
    assert growth < MOST_GROWTH_KB, f"it has grown by {growth} kB"
    assert board.run("light").returncode == 0
    board.type("\x03\x15light\r")
    board.read("\r\n\r\n> ")
