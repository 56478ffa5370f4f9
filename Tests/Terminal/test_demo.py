"""What `exhibit demo` does on a terminal, key by key."""

import json
import os
import re
import signal
import subprocess
import termios
from pathlib import Path

import pytest

from demo import ANSWER_S, EXECUTABLE, RUNNING, Demo
from sentences import sentence
from terminal import START_S
from waiting import eventually

PHOTO_S = 20

LIGHT = re.compile("|".join(sentence(key).pattern for key in ("demo.lit", "demo.dark")))
LATEST, KEYS, QUIT = sentence("demo.pieces"), sentence("demo.key.click"), sentence("demo.key.quit")
COUNTING = sentence("demo.counting")
PIECE = sentence("demo.piece", "photo", 1)
UNPLUGGED = sentence("demo.unplugged")
MOVED = sentence("demo.shaking")
HELP = sentence("demo.help.leave")
BELOW = sentence("demo.rows-below")
ESCAPE = "\x1b"
UP, DOWN, LEFT = "\x1b[A", "\x1b[B", "\x1b[D"
PAGE_UP, PAGE_DOWN = "\x1b[5~", "\x1b[6~"


def test_screen_shows_light_capture_pieces_and_keys(demo):
    """the screen shows light, capture, pieces and keys"""
    for words in (LIGHT, RUNNING, LATEST, KEYS, QUIT):
        assert demo.shows(words), f"{words!r} is not shown"
    assert demo.screen.is_alternate and demo.screen.cursor.hidden, "the screen is not taken over"


def test_space_counts_down_and_piece_appears(demo):
    """space counts down and a piece appears, which the store has"""
    demo.press(" ")
    demo.sees(COUNTING)
    demo.sees("██")
    demo.sees(PIECE, PHOTO_S)
    demo.no_longer_sees(COUNTING)
    pieces = demo.pieces()
    assert len(pieces) == 1, f"the store has {len(pieces)} pieces"
    pictures = list(Path(demo.store, "evidence").glob("*/*.jpg"))
    assert len(pictures) == 1, f"the store has {len(pictures)} pictures"


def test_space_during_countdown_cancels(demo):
    """space during a countdown cancels it"""
    demo.press(" ")
    demo.sees(COUNTING)
    demo.press(" ")
    demo.sees(sentence("shutter.cancelled"))
    demo.no_longer_sees(COUNTING)
    assert demo.pieces() == [], "a cancelled countdown left a piece"


# So wide that the sentences are not broken.
@pytest.mark.started(columns=100)
def test_triple_and_long_presses_are_heard(demo):
    """triple and long presses are heard and answered in words"""
    for key, answer in zip("tl", (sentence("thing.current"), sentence("undo.nothing"))):
        demo.press(key)
        demo.sees(answer)


# So wide that the sentences are not broken.
@pytest.mark.started(columns=100)
def test_double_press_records_clip_that_next_press_ends(demo):
    """a double press records a clip, which the next press ends and keeps"""
    demo.press("d")
    demo.sees(sentence("clip.wanted"))
    demo.press(" ")
    demo.sees(sentence("clip.stored", 1))
    assert [piece["kind"] for piece in demo.pieces()] == ["clip"], "there is not one clip"


# So wide that the sentences are not broken.
@pytest.mark.started(columns=130)
def test_clip_under_review_is_shown_until_press(demo):
    """a clip under review is shown in place of the camera, still by still, and a press ends that"""
    demo.press("d")
    demo.sees(sentence("clip.wanted"))
    demo.press(" ")
    demo.sees(sentence("clip.stored", 1), PHOTO_S)
    demo.sees(sentence("demo.still"), PHOTO_S)
    demo.press(":clip show 1 --at 0\r")
    demo.sees(re.compile(r"Still 1 of \d+ of clip 1, at 0\.00 s"))
    demo.press(ESCAPE)
    demo.press(" ")
    demo.no_longer_sees(sentence("demo.still"))
    demo.sees(COUNTING)


def test_u_unplugs_camera_and_plugs_it_in_again(demo):
    """u unplugs the camera and plugs it in again"""
    demo.press("u")
    demo.sees(UNPLUGGED)
    demo.no_longer_sees(RUNNING)
    demo.press("u")
    demo.no_longer_sees(UNPLUGGED)
    demo.sees(RUNNING, PHOTO_S)


def test_m_moves_board_for_moment(demo):
    """m moves the board for a moment"""
    demo.press("m")
    demo.sees(MOVED)
    demo.no_longer_sees(MOVED)


def test_console_line_is_typed_edited_sent_and_answered(demo):
    """a console line is typed, edited, sent and answered; Esc leaves the console"""
    demo.press(":statsx\x7f\x7fus")
    demo.sees(": status")
    demo.press("\r")
    demo.sees(sentence("status.acceleration"))
    demo.press("q")
    demo.sees(": q")
    demo.press(ESCAPE)
    demo.sees(KEYS)
    assert demo.end(within=0.2) is None, "a q in the console's line ended the demo"


def test_shows_help_and_any_key_leaves(demo):
    """? shows the help, and any key leaves it"""
    demo.press("?")
    demo.sees(HELP)
    demo.press("q")
    demo.no_longer_sees(HELP)
    assert demo.end(within=0.2) is None, "the key that left the help ended the demo"


def test_arrows_and_function_keys_do_nothing(demo):
    """arrows and function keys do nothing"""
    for sequence in ("\x1b[A", "\x1bOB", "\x1b[15~", "\x1b[1;5C"):
        demo.send(sequence)
    assert demo.end(within=0.2) is None, "it ended"
    assert demo.shows(KEYS) and not demo.shows(COUNTING), "a sequence was taken for keys"


def test_q_ends_it_gives_terminal_back_and_names_folder(demo):
    """q ends it, gives the terminal back and names the folder with the pictures"""
    demo.press("q")
    assert demo.end() == 0, f"its status is {demo.status}"
    assert demo.is_restored(), f"the terminal is not as before:\n{demo.text()}"
    assert demo.shows(demo.store), f"the folder is not named:\n{demo.text()}"


def test_ctrl_c_term_and_int_end_it_and_give_terminal(store):
    """Ctrl-C, TERM and INT end it and give the terminal back"""
    for end in (
        lambda demo: demo.press("\x03"),
        lambda demo: demo.signal(signal.SIGTERM),
        lambda demo: demo.signal(signal.SIGINT),
    ):
        with Demo(store) as demo:
            end(demo)
            assert demo.end() == 0, f"its status is {demo.status}"
            assert demo.is_restored(), f"the terminal is not as before:\n{demo.text()}"


def test_hang_up_ends_it_and_gives_terminal_back(demo):
    """a hang-up ends it and gives the terminal back"""
    demo.signal(signal.SIGHUP)
    assert demo.end() == 0, f"its status is {demo.status}"
    demo.is_given_back()


def test_status_of_running_demo_says_by_its_exit_whether_all_is_well(demo):
    """status of a running demo ends with 0, and with 3 as long as its camera is unplugged"""

    def status(*words):
        command = [EXECUTABLE, "status", "--store", demo.store, *words]
        return subprocess.run(command, capture_output=True, text=True, timeout=START_S)

    well = status("--json")
    assert well.returncode == 0, f"it ended with {well.returncode}: {well.stderr}"
    told = json.loads(well.stdout)
    assert (told["capture"], told["pause_cause"]) == ("running", None), f"it tells {told}"
    demo.press("u")
    demo.sees(UNPLUGGED)
    eventually("an exit with 3", ANSWER_S, lambda: status().returncode == 3)
    assert sentence("status.fault").search(status().stdout), "the fault is not told"


def test_small_terminal_shows_status_and_help_large(demo):
    """a small terminal shows the status and how to get help, page by page; a large one everything again"""
    demo.resize(30, 8)
    demo.sees(sentence("demo.key.help"))
    # A sentence may be broken there.
    eventually("the status", ANSWER_S, lambda: LIGHT.search(" ".join(demo.text().split())))
    assert not demo.shows(LATEST), "there is more than the status"
    demo.press("?")
    demo.sees("PageDown: more")
    for _ in range(9):
        demo.send(PAGE_DOWN)
    demo.sees("Ctrl-C too")
    demo.press(" ")
    demo.no_longer_sees("PageDown: more")
    demo.resize(80, 24)
    demo.sees(LATEST)
    demo.sees(QUIT)


def test_nothing_that_console_says_is_lost(demo):
    """at 80 by 24 all that the console says can be read: PageUp goes back to the first row, PageDown to the last"""
    demo.press(":")
    demo.press("status\r")
    demo.sees(sentence("status.none-absent"))
    assert not demo.shows("> status"), "it fits, and shows nothing"
    seen = demo.text()
    for _ in range(4):
        demo.send(PAGE_UP)
        demo.sees(BELOW)
        seen += demo.text()
    for key in ("status.shutter", "status.light", "status.pieces", "status.clock", "status.uptime"):
        assert sentence(key).search(seen), f"{key} was never shown"
    assert "> status" in seen, "its question was never shown"
    for _ in range(4):
        demo.send(PAGE_DOWN)
    demo.sees(sentence("status.none-absent"))
    demo.no_longer_sees(BELOW)


def test_lines_are_called_back_and_edited_at_cursor(demo):
    """the arrows call lines back and move the cursor, where characters come and go"""
    demo.press(":lst")
    demo.send(LEFT)
    demo.send(LEFT)
    demo.press("i")
    demo.sees(": list")
    cursor = demo.screen.buffer[22][4]
    assert (cursor.data, cursor.reverse) == ("s", True), f"the cursor is not on its character: {cursor}"
    demo.press("\r")
    demo.sees(sentence("list.empty"))
    demo.send(UP)
    demo.sees(": list")
    demo.send(DOWN)
    demo.no_longer_sees(": list")


def test_ctrl_z_gives_terminal_to_shell_and_takes_it_back(demo):
    """Ctrl-Z gives the terminal back and stops the demo; when the shell lets it go on, all is drawn anew"""
    demo.press("\x1a")
    eventually("a stop", ANSWER_S, lambda: demo.state() == "T")
    assert demo.is_restored(), f"the terminal is not as before:\n{demo.text()}"
    demo.screen.reset()
    demo.signal(signal.SIGCONT)
    demo.sees(RUNNING)
    demo.sees(QUIT)
    assert demo.settings() != demo.settings_before, "the terminal is not raw"
    demo.press(" ")
    demo.sees(COUNTING)
    demo.press("q")
    assert demo.end() == 0 and demo.settings() == demo.settings_before, "it does not end as before"
    assert not demo.screen.is_alternate, "the shell's screen is hidden"


def test_demo_that_is_stopped_from_outside_comes_back(demo):
    """stopped from outside, by a request or by force, it comes back with the terminal as it needs it"""
    for stop, is_asked in ((signal.SIGTSTP, True), (signal.SIGSTOP, False)):
        demo.signal(stop)
        eventually("a stop", ANSWER_S, lambda: demo.state() == "T")
        assert not is_asked or demo.is_restored(), f"the terminal is not as before:\n{demo.text()}"
        termios.tcsetattr(demo.line, termios.TCSANOW, demo.settings_before)
        demo.screen.reset()
        demo.signal(signal.SIGCONT)
        demo.sees(RUNNING)
        eventually("a raw terminal", ANSWER_S, lambda: demo.settings() != demo.settings_before)


# So large that seconds of it are more than the kernel keeps.
@pytest.mark.started(columns=250, rows=80)
def test_terminal_that_stops_reading_holds_nothing_up(demo):
    """a terminal that stops reading holds nothing up"""
    os.write(demo.master, b" ")
    eventually("storing", PHOTO_S, lambda: len(demo.pieces()) == 1)
    demo.sees(PIECE)


@pytest.mark.started(LC_ALL="C")
def test_where_locale_is_not_utf_8_only_ascii_is_sent(demo):
    """where the locale is not UTF-8 only ASCII is sent"""
    demo.press(" ")
    demo.sees(COUNTING)
    assert demo.sent.isascii(), "bytes beyond ASCII were sent"


@pytest.mark.started(NO_COLOR="1")
def test_no_color_sends_no_colour(demo):
    """NO_COLOR sends no colour"""
    demo.press(" ")
    demo.sees(COUNTING)
    assert b";3" not in demo.sent.replace(b"\x1b[3;", b""), "a colour was sent"
