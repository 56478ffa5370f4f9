"""`exhibit view`: a JPEG or PNG file as glyphs in a terminal's size, and as files that other programs read."""

import os
import struct
import subprocess
import zlib

import pyte
import pytest

from demo import EXECUTABLE
from sentences import sentence
from test_script import RUN_S

WIDTH, HEIGHT = 320, 240
UTF8 = dict(os.environ, LC_ALL="C.UTF-8")


def viewed(*words, check=True):
    run = subprocess.run([EXECUTABLE, "view", *words], capture_output=True, text=True, timeout=RUN_S, env=UTF8)
    assert not check or run.returncode == 0, f"{words} ended with {run.returncode}: {run.stderr}"
    return run


@pytest.fixture
def picture(tmp_path):
    """A picture that gets brighter to the right, with a black lower half."""
    rows = [bytes(min(255, 280 * x // WIDTH) if y < HEIGHT // 2 else 0 for x in range(WIDTH)) for y in range(HEIGHT)]
    path = tmp_path / "picture.jpg"
    grey = b"P5 %d %d 255\n" % (WIDTH, HEIGHT) + b"".join(rows)
    path.write_bytes(subprocess.run(["cjpeg"], input=grey, stdout=subprocess.PIPE, check=True).stdout)
    return str(path)


def pixels(png):
    """Width, height, palette and rows of a PNG file as this program makes them; every sum is checked."""
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    chunks, rest = {}, png[8:]
    while rest:
        count, name = struct.unpack(">I4s", rest[:8])
        content, (summed,) = rest[8:8 + count], struct.unpack(">I", rest[8 + count:12 + count])
        assert summed == zlib.crc32(name + content), f"the sum of {name} is wrong"
        chunks[name], rest = content, rest[12 + count:]
    width, height = struct.unpack(">II", chunks[b"IHDR"][:8])
    raw = zlib.decompress(chunks[b"IDAT"])
    assert len(raw) == (width + 1) * height
    rows = [raw[y * (width + 1):(y + 1) * (width + 1)] for y in range(height)]
    assert all(row[0] == 0 for row in rows)
    palette = [tuple(chunks[b"PLTE"][i:i + 3]) for i in range(0, len(chunks[b"PLTE"]), 3)]
    return width, height, palette, [row[1:] for row in rows]


PLAIN = "--jitter", "0", "--softy", "0", "--edge", "0", "--columns", "40"


def test_picture_is_shown_as_text(picture):
    """without a terminal it is plain text: dark is empty, bright is dense, and the form is kept"""
    rows = viewed(picture, *PLAIN).stdout.split("\n")
    assert len(rows) == 16, f"{len(rows) - 1} rows of 40 columns are not 4:3"
    assert rows[0].startswith(" ") and rows[0].endswith("$") and len(rows[0]) == 40
    assert rows[14] == ""


def test_sequences_show_the_same_in_a_terminal(picture, tmp_path):
    """an .ans file shows in a terminal what the .txt file says, in the colours that were asked for"""
    text, ansi = str(tmp_path / "a.txt"), str(tmp_path / "a.ans")
    viewed(picture, *PLAIN, "--effect", "squares", "--colour", "24", "--symbols", "orange", "--background", "#102030",
           "--txt", text, "--ans", ansi)
    screen = pyte.Screen(60, 30)
    stream = pyte.ByteStream(screen)
    with open(ansi, "rb") as file:
        stream.feed(file.read().replace(b"\n", b"\r\n"))
    with open(text, encoding="utf-8") as file:
        wanted = file.read().splitlines()
    assert [line.rstrip() for line in screen.display[:len(wanted)]] == wanted
    cell = screen.buffer[0][39]
    assert (cell.fg, cell.bg) == ("ffa500", "102030")


def test_png_has_the_glyphs(picture, tmp_path):
    """a PNG file is read by zlib, and has ink where the text has glyphs"""
    text, png = str(tmp_path / "a.txt"), str(tmp_path / "a.png")
    viewed(picture, *PLAIN, "--effect", "squares", "--symbols", "teal", "--txt", text, "--png", png, "--colour", "24")
    with open(png, "rb") as file:
        width, height, palette, rows = pixels(file.read())
    with open(text, encoding="utf-8") as file:
        lines = [line.ljust(40) for line in file.read().splitlines()]
    assert (width, height) == (40 * 12, 15 * 24)
    assert set(palette) == {(0, 128, 128), (0, 0, 0)}
    ramp = " ▁▂▃▄▅▆▇█"
    for y, line in enumerate(lines):
        for x, glyph in enumerate(line):
            cell = [palette[rows[24 * y + down][12 * x + across]] for down in range(24) for across in range(12)]
            assert cell.count((0, 128, 128)) == 36 * ramp.index(glyph), f"{glyph} at {x}, {y}"


def test_every_effect_in_files(picture, tmp_path):
    """every effect is written in 7 bits and in colours, and what is random is the same again"""
    png = str(tmp_path / "a.png")
    for effect in ["ascii", "shapes", "circles", "squares", "triangles", "diamonds"]:
        written = []
        for _ in range(2):
            viewed(picture, "--effect", effect, "--gradient", "pink,teal,#ff0000,white", "--png", png)
            with open(png, "rb") as file:
                written.append(file.read())
        assert written[0] == written[1] and len(set(pixels(written[0])[2])) > 4, effect
        assert viewed(picture, "--effect", effect, "--seven-bit").stdout.isascii(), effect


def test_png_picture_is_shown(picture, tmp_path):
    """a PNG picture is shown as a JPEG one is, and one that is cut off is told of and nothing else"""
    path = tmp_path / "glyphs.png"
    viewed(picture, "--effect", "squares", *PLAIN, "--png", str(path))
    rows = viewed(str(path), *PLAIN).stdout.split("\n")
    assert len(rows) == 16 and rows[0].startswith(" ") and rows[0].endswith("$"), rows[0]
    assert not rows[12].strip(), rows[12]
    path.write_bytes(path.read_bytes()[:-20])
    run = viewed(str(path), check=False)
    assert run.returncode == 1 and sentence("view.no-picture").search(run.stderr), run.stderr
    assert run.stderr.count("\n") == 1 and not run.stdout, run.stderr


def test_what_cannot_be_shown_is_said(picture, tmp_path):
    """a file that is missing, no picture, cut off or empty is an error that says so, and nothing is written"""
    with open(picture, "rb") as file:
        whole = file.read()
    files = {"cut": whole[:len(whole) // 2], "text": b"no picture", "empty": b""}
    for name, content in files.items():
        (tmp_path / name).write_bytes(content)
    for name in ["cut", "text", "empty"]:
        run = viewed(str(tmp_path / name), "--txt", str(tmp_path / "out"), check=False)
        assert run.returncode == 1 and sentence("view.no-picture").search(run.stderr), run.stderr
    for name in ["missing", ""]:
        run = viewed(str(tmp_path / name), check=False)
        assert run.returncode == 1 and sentence("view.unreadable").search(run.stderr), run.stderr
    assert not (tmp_path / "out").exists()


def test_picture_is_not_written_over(picture, tmp_path):
    """the picture itself is never written over, by whatever name"""
    os.link(picture, tmp_path / "other.jpg")
    with open(picture, "rb") as file:
        whole = file.read()
    for name in [picture, str(tmp_path / "other.jpg")]:
        run = viewed(picture, "--ans", name, check=False)
        assert run.returncode == 1 and sentence("view.itself").search(run.stderr), run.stderr
    with open(picture, "rb") as file:
        assert file.read() == whole


def test_slips_are_told(picture):
    """a number out of range is clamped with a word; a word that there is not is refused with those that there are"""
    run = viewed(picture, "--cell", "101", "--edge=-3")
    assert len(sentence("glyphs.clamped").findall(run.stderr)) == 2, run.stderr
    for words, key in [(["--effect", "stars"], "glyphs.no-word"), (["--symbols", "mauve"], "glyphs.no-colour"),
                       (["--gradient", "pink"], "glyphs.gradient-count"), (["--rows", "0"], "view.side")]:
        run = viewed(picture, *words, check=False)
        assert run.returncode != 0 and sentence(key).search(run.stderr), f"{words} says {run.stderr!r}"
