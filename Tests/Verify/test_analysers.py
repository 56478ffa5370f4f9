"""What programs guess of photos: asked, answered, decided; its records; and the analyser of codes that we ship."""

import json
import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from evidence import EXECUTABLE, RUN_S, VERIFIER, report

HERE = Path(__file__).resolve().parent
CODES = HERE.parents[1] / "deploy/analysers/analyse-codes"


def demo(store, script):
    ended = subprocess.run(
        [EXECUTABLE, "demo", "--analyser", "--store", str(store)], input=script, capture_output=True, text=True,
        timeout=RUN_S)
    assert ended.returncode == 0, ended.stderr
    return ended.stdout


def pieces(store):
    return json.loads(subprocess.run(
        [EXECUTABLE, "list", "--store", str(store), "--json"], capture_output=True, text=True, check=True,
        timeout=RUN_S).stdout)


def codes(picture):
    return subprocess.run(
        [CODES, picture], capture_output=True, text=True, timeout=RUN_S, env=os.environ | {"LC_ALL": "C.UTF-8"})


def test_click_answers_what_is_read(tmp_path):
    """a click is a yes to an option that a watched console shows, and no photo"""
    text = demo(tmp_path / "store", "0.5 type watch\n2 click\n8 click\n20 quit\n")
    assert "Piece 1 is Omega Seamaster." in text
    [piece] = pieces(tmp_path / "store")
    assert (piece["title"], piece["decision"], piece["decided_by"]) == ("Omega Seamaster", "confirmed", "button")
    assert [option["text"] for option in piece["options"]] == ["Omega Seamaster", "Omega Speedmaster"]


def test_click_is_a_photo_where_nobody_watches(tmp_path):
    """with nobody watching a click takes a photo, and the question is still there"""
    text = demo(tmp_path / "store", "2 click\n8 click\n20 type options 1\n21 quit\n")
    assert [piece["number"] for piece in pieces(tmp_path / "store")] == [1, 2]
    assert "What photo 1 may be: 2." in text


def test_double_click_shows_the_next_and_deny_the_last(tmp_path):
    """a double click is a no, and what is denied is not asked again"""
    store = tmp_path / "store"
    text = demo(store, "0.5 type watch\n2 click\n8 double-click\n10 type deny\n11 type options 1\n20 quit\n")
    assert "Piece 1: is it Omega Speedmaster? 40 % certain" in text
    [piece] = pieces(store)
    assert piece["decision"] is None and all(option["denied"] for option in piece["options"])
    assert "Denied is 1: Omega Seamaster, 83 % certain, by imitation." in text


def test_certain_option_is_decided_by_the_analyser(tmp_path):
    """what is certain enough is decided at once, and marked as the analyser's"""
    store = tmp_path / "store"
    demo(store, "2 click\n12 click\n25 quit\n")
    assert (pieces(store)[1]["title"], pieces(store)[1]["decided_by"]) == ("Receipt", "analyser")


def test_code_chooses_the_thing(tmp_path):
    """a code makes its thing the current one for the photos after it"""
    store = tmp_path / "store"
    demo(store, "2 click\n12 click\n22 click\n32 click\n45 quit\n")
    assert [piece["thing"] for piece in pieces(store)] == ["Unsorted"] * 3 + ["Green bag"]


def faces(store, number):
    """The faces of a piece as its console tells programs, without a board."""
    ended = demo(store, f"1 type face list --piece {number} --json\n3 quit\n")
    return next(json.loads(line[line.index("{"):]) for line in ended.splitlines() if '"faces":' in line)


HANDLED = """2 click
8 type face select 2
9 type face hide
10 type face place 50,40
11 type face turn 30
12 type face undo
13 type face none
14 type face undo
15 type face select 1
16 type face fit
17 type face unselect
18 type face remove
19 type y
20 type face undo
21 type face select 1 --piece 1
22 quit
"""


def test_faces_are_told_and_handled_and_each_action_is_undone(tmp_path):
    """what a program finds of faces is told; a person changes it, takes that back action by action, and it stays"""
    text = demo(tmp_path / "store", HANDLED)
    assert "In photo 1: 2 faces, one cut off at the left." in text
    told = faces(tmp_path / "store", 1)
    assert (told["state"], told["analyser"]) == ("by_hand", None)
    first, second = told["faces"]
    assert (first["active"], first["head"]["roll"], first["hidden"]) == (True, -4, False)
    assert first["head"]["fitted"] and first["fit"]["off"]["eyes"] == 0.042
    assert "fitted, looks 15° to the left, eyes 4 % too far apart, chin fits, active." in text
    assert "Remove all 2 faces of piece 1? y or n." in text
    assert (second["active"], second["head"], second["hidden"]) == (False, None, True)


def test_faces_are_saved_and_drawn(tmp_path):
    """what is known of the faces of a piece is saved, its picture is drawn with them, and all that goes with it"""
    store, drawn = tmp_path / "store", tmp_path / "drawn.png"
    text = demo(store, "2 click\n8 type face select 1\n9 type face fit\n10 type face save\n12 quit\n")
    assert "The faces of piece 1 are in faces/000001.json" in text
    saved = json.loads((store / "faces/000001.json").read_text())
    assert saved == faces(store, 1)
    assert (store / "faces/000001.png").read_bytes().startswith(b"\x89PNG")
    shown = subprocess.run(
        [EXECUTABLE, "show", "1", "--png", str(drawn), "--store", str(store)], capture_output=True, text=True,
        timeout=RUN_S)
    assert shown.returncode == 0 and drawn.read_bytes() == (store / "faces/000001.png").read_bytes()
    viewed = subprocess.run(
        [EXECUTABLE, "view", "--piece", "1", "--store", str(store), "--txt", str(tmp_path / "drawn.txt")],
        capture_output=True, text=True, timeout=RUN_S)
    assert viewed.returncode == 0 and "OOOO" in (tmp_path / "drawn.txt").read_text()
    demo(store, "1 type delete 1 --now --yes\n3 quit\n")
    assert list((store / "faces").iterdir()) == []


def test_faces_that_nobody_looked_for_are_looked_for_later(tmp_path):
    """what was stored without the program is caught up with at the next start, the newest first"""
    store = tmp_path / "store"
    subprocess.run(
        [EXECUTABLE, "demo", "--store", str(store)], input="1 click\n8 click\n15 quit\n", text=True,
        capture_output=True, check=True, timeout=RUN_S)
    demo(store, "12 quit\n")
    assert [len(faces(store, number)["faces"]) for number in (2, 1)] == [2, 0]


@pytest.mark.parametrize("command", [
    pytest.param([EXECUTABLE, "verify"], id="exhibit verify knows faces, and finds one that only the table shows"),
    pytest.param([sys.executable, str(VERIFIER)], id="verify.py knows faces, and finds one that only the table shows"),
])
def test_records_of_faces_are_verified(tmp_path, command):
    store = tmp_path / "store"
    demo(store, HANDLED)
    verify = [*command, "--json", str(store)]
    ended = subprocess.run(verify, capture_output=True, text=True, timeout=RUN_S)
    assert report(ended)["findings"] == [], ended.stdout
    with sqlite3.connect(store / "exhibit.sqlite") as database:
        database.execute("UPDATE faces SET faces = replace(faces, '\"hidden\":true,', '')")
    ended = subprocess.run(verify, capture_output=True, text=True, timeout=RUN_S)
    assert "row.other" in str(report(ended)["findings"]), ended.stdout


@pytest.mark.parametrize(
    "command", [[EXECUTABLE, "verify"], [sys.executable, str(VERIFIER)]], ids=["exhibit", "verify.py"])
def test_records_of_options_are_verified(tmp_path, command):
    """both verifiers know the records of options"""
    store = tmp_path / "store"
    demo(store, "0.5 type watch\n2 click\n8 double-click\n10 type confirm\n20 click\n32 quit\n")
    ended = subprocess.run([*command, "--json", str(store)], capture_output=True, text=True, timeout=RUN_S)
    assert report(ended)["findings"] == [], ended.stdout


def test_codes_are_read():
    """the analyser of codes answers a code of a thing for certain, and others for somebody to confirm"""
    thing = json.loads(codes(HERE / "code-of-a-thing.png").stdout)
    assert thing == {"options": [{"text": "exhibit:thing=Green bag", "confidence": 1}]}
    other = json.loads(codes(HERE / "code-with-quotes.png").stdout)
    assert other == {"options": [{"text": 'say "hi" \\ you', "confidence": 0.8}]}


def test_codes_are_read_in_utf8():
    """a code with an umlaut reads as it was written, whatever the analyser's own locale is"""
    for locale in "C.UTF-8", "C":
        ended = subprocess.run(
            [CODES, HERE / "code-with-an-umlaut.png"], capture_output=True, timeout=RUN_S,
            env=os.environ | {"LC_ALL": locale})
        answer = json.loads(ended.stdout.decode())
        assert answer == {"options": [{"text": "exhibit:thing=Küche", "confidence": 1}]}


def test_codes_that_are_no_utf8_are_left_out(tmp_path):
    """of codes in other letters nothing is guessed"""
    reader = tmp_path / "zbarimg"
    reader.write_text("#!/bin/sh\nprintf 'K\\374che\\nDiele\\n'\n")
    reader.chmod(0o755)
    ended = subprocess.run(
        [CODES, "any.png"], capture_output=True, text=True, timeout=RUN_S,
        env=os.environ | {"PATH": f"{tmp_path}:{os.environ['PATH']}"})
    assert json.loads(ended.stdout) == {"options": [{"text": "Diele", "confidence": 0.8}]}


def test_picture_without_codes_has_no_options():
    """a picture without codes is answered by no options"""
    assert json.loads(codes(HERE.parents[1] / "docs/contact-sheet.png").stdout) == {"options": []}


def test_what_is_no_picture_is_a_failure(tmp_path):
    """a file that can't be read is a failure that says so"""
    ended = codes(tmp_path / "nowhere.jpg")
    assert ended.returncode == 1 and "nowhere.jpg" in ended.stderr
