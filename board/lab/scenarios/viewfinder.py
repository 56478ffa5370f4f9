"""The camera's picture on the serial line."""

import os
import select
import time
from pathlib import Path

import pytest

import parts
from program import EXECUTABLE, WEBCAM
from screen import Screen
from screenshot import svg

# Below the picture: the state, and news.
TEXT_ROWS = 2


@pytest.fixture
def scene():
    """A picture that does not move before the webcam."""
    with parts.held() as picture:
        yield picture


@pytest.fixture
def screen(program):
    """The terminal at the far end, on which the picture is drawn."""
    screen = Screen(program.terminal)
    screen.press("view on\r")
    screen.until("the state", lambda rows: any(row.startswith("[light") for row in rows))
    return screen


def rendered(picture, columns: int, rows: int) -> list[str]:
    """What the program draws of a file in the middle of so many columns and rows, which it fills from top to bottom."""
    size = ["--columns", str(columns), "--rows", str(rows), "--cell", "40"]
    drawn = parts.run(EXECUTABLE, "view", str(picture), *size, "--colour", "none").splitlines()
    assert len(drawn) == rows, f"it has {len(drawn)} rows"
    margin = " " * ((columns - len(drawn[0])) // 2)
    return [(margin + row).rstrip() for row in drawn]


@pytest.mark.configured(camera=WEBCAM)
def test_screen_shows_what_was_rendered(scene, screen):
    """what a terminal makes of the bytes on the serial line is the renderer's own grid"""
    columns, rows = screen.size
    wanted = rendered(scene, columns, rows - TEXT_ROWS)
    shown = lambda rows: rows[: -TEXT_ROWS] == wanted  # noqa: E731
    screen.until("the picture that was held before the camera", shown, within=30)
    screen.settle()
    assert shown(screen.rows), "it went on to something else"


@pytest.mark.configured(camera=WEBCAM)
def test_keys_take_photos_and_leave(scene, screen, program):
    """at the viewfinder the space bar takes a photo, what happened is seen below, and q leaves"""
    screen.press(" ")
    screen.until("that it was stored", lambda rows: "1" in rows[-1] and "stored" in rows[-1].lower())
    assert len(program.photos()) == 1
    screen.press("q")
    screen.until("the prompt", lambda rows: any(row.startswith(">") for row in rows))
    screen.press("status\r")
    screen.until("the answer to a line", lambda rows: any(row.startswith("Shutter: ") for row in rows))


WRITTEN = Path("/mnt/log/viewfinder.svg")
WORDS = (
    "A picture made of characters, in colours from cyan at the top by pink to orange: a table with boxes on it. Over "
    "it a frame for an identity card and a large digit, the seconds to the photo. Below, the light and the state, and "
    "what happened last."
)
GRADIENT = ("gradient set 1 0 cyan", "gradient set 2 1 orange", "gradient add 0.5 pink", "gradient on")


@pytest.fixture
def table(tmp_path):
    """Before the webcam the demo's table lies, with what is on it."""
    script = tmp_path / "script"
    script.write_text("1 click\n6 quit\n")
    parts.run(EXECUTABLE, "demo", "--store", str(tmp_path / "store"), "--script", str(script), timeout=120)
    with parts.held(tmp_path / "store/evidence/000/000001.jpg") as picture:
        yield picture


@pytest.mark.configured(camera=WEBCAM)
def test_countdown_mask_and_light_are_seen_over_picture(table, program):
    """over the picture the mask is seen, a countdown in large digits, and below it the light and the state"""
    for line in (*GRADIENT, "set contrast 65", "mask id", "thing add Omega watch --category watches"):
        assert program.ask_json(line), f"{line!r} is not answered"
    screen = Screen(program.terminal)
    screen.press("set colour 256\r")
    screen.press("view on\r")
    screen.until("what is to be captured", lambda rows: "Take watch photo" in rows[-1])
    screen.settle()
    before = screen.rows
    screen.press(" ")
    screen.until("the countdown", lambda rows: "shutter counting" in rows[-2])
    screen.read(0.3)
    changed = sum(a != b for a, b in zip("".join(before[:-2]), "".join(screen.rows[:-2])))
    assert changed > 20, f"{changed} characters are digits"
    WRITTEN.write_text(svg(screen.screen, "The viewfinder on a serial line", WORDS))


class SlowScreen(Screen):
    """A terminal that takes no more bytes a second than a line of that speed brings; what it leaves waits in 4 kB."""

    def __init__(self, terminal, baud: int):
        super().__init__(terminal)
        self.most = baud // 100
        self.next_at = time.monotonic()

    def read(self, within: float) -> bool:
        if not select.select([self.tty], [], [], within)[0]:
            return False
        time.sleep(max(0.0, self.next_at - time.monotonic()))
        self.next_at = time.monotonic() + 0.1
        self.take(os.read(self.tty, self.most))
        return True


def check_slow_line(program, scene, baud: int) -> None:
    """The picture comes whole over a line of that speed, and a key is answered within two seconds' bytes."""
    screen = SlowScreen(program.terminal, baud)
    columns, rows = screen.size
    wanted = rendered(scene, columns, rows - TEXT_ROWS)
    screen.press("view on\r")
    screen.until("the held picture", lambda rows: rows[: -TEXT_ROWS] == wanted, within=60)
    screen.settle(60)
    assert screen.rows[: -TEXT_ROWS] == wanted, "it went on to something else"
    begin = screen.byte_count
    screen.press("q")
    screen.until("the prompt", lambda rows: any(row.startswith(">") for row in rows))
    taken = screen.byte_count - begin
    assert taken <= baud // 5, f"it took {taken} bytes until the key was answered"


@pytest.mark.configured(camera=WEBCAM)
def test_fast_line_read_at_its_speed_shows_whole_picture(scene, program):
    """a reader no quicker than 115200 baud sees the whole picture: the program keeps the pace, QEMU does not"""
    check_slow_line(program, scene, 115200)


@pytest.mark.configured(camera=WEBCAM, console={"baud": 38400})
def test_middling_line_read_at_its_speed_shows_whole_picture(scene, program):
    """a reader no quicker than 38400 baud sees the whole picture: the program keeps the pace, QEMU does not"""
    check_slow_line(program, scene, 38400)


@pytest.mark.configured(camera=WEBCAM, console={"baud": 9600})
def test_slow_line_read_at_its_speed_shows_whole_picture(scene, program):
    """a reader no quicker than 9600 baud sees the whole picture: the program keeps the pace, QEMU does not"""
    check_slow_line(program, scene, 9600)


@pytest.mark.configured(camera=WEBCAM, console={"baud": 9600})
def test_key_is_answered_while_picture_fills_slow_line(program):
    """while a moving picture fills a line of 9600 baud, a key is answered within two seconds' bytes"""
    screen = SlowScreen(program.terminal, 9600)
    screen.press("view on\r")
    screen.until("the state", lambda rows: any(row.startswith("[light") for row in rows))
    begin, end = screen.byte_count, time.monotonic() + 3
    while time.monotonic() < end:
        screen.read(0.1)
    filled = screen.byte_count - begin
    assert filled > 9600 // 10, f"the line is not full: {filled} bytes in 3 s"
    begin = screen.byte_count
    screen.press("q")
    screen.until("the prompt", lambda rows: any(row.startswith(">") for row in rows))
    taken = screen.byte_count - begin
    assert taken <= 9600 // 5, f"it took {taken} bytes until the key was answered"


@pytest.mark.configured(camera=WEBCAM)
def test_clip_plays_in_its_frame_until_still_is_chosen(program):
    """a clip under review plays in its frame, over a picture that does not move, until one of its stills is chosen"""
    program.ask("clip start")
    time.sleep(4)
    clip = program.ask_json("clip stop")
    assert clip["frames"] > 20, f"the clip has too few frames: {clip}"
    with parts.held() as still:
        screen = Screen(program.terminal)
        columns, rows = screen.size
        screen.press("view on\r")
        wanted = rendered(still, columns, rows - TEXT_ROWS)
        live = lambda rows: rows[-6:-TEXT_ROWS] == wanted[-4:]  # noqa: E731
        screen.until("the held picture", live, within=30)
        screen.press(":")
        screen.press(f"review {clip['number']}\r\r")
        seen = set()
        for _ in range(100):
            screen.read(0.1)
            if live(screen.rows):
                seen.add(tuple(screen.rows[:-6]))
        screen.press(":")
        screen.press("clip show --at 1\r\r")
        screen.until("the picture again", live)
        screen.settle()
    assert len(seen) >= 5, f"it showed {len(seen)} pictures"
