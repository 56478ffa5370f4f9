"""What `exhibit demo` does without a terminal: it follows a script."""

import hashlib
import json
import subprocess
from pathlib import Path

from demo import ANSWER_S, EXECUTABLE
from sentences import sentence
from waiting import eventually

ONE_PHOTO = "1.0 click\n6.0 quit\n"
RUN_S = 60


def play(script, store, *arguments):
    command = [EXECUTABLE, "demo", "--store", store, *arguments]
    return subprocess.run(command, input=script, capture_output=True, text=True, timeout=RUN_S)


def played(script, store, *arguments):
    """What a script prints that ends well."""
    run = play(script, store, *arguments)
    assert run.returncode == 0, f"it ended with {run.returncode}: {run.stderr}"
    return run.stdout


def ask(store, *command):
    command = [EXECUTABLE, *command, "--store", store]
    run = subprocess.run(command, capture_output=True, text=True, timeout=RUN_S)
    assert run.returncode == 0, f"{command} ended with {run.returncode}: {run.stderr}"
    return run.stdout


def check_refused(run, key, *values):
    """Holds that a demo has ended with 1, and with this sentence."""
    assert run.returncode == 1, f"it ended with {run.returncode}"
    assert sentence(key, *values).search(run.stderr), f"it does not say {key} {values}: {run.stderr}"


def pieces(store):
    return json.loads(ask(store, "list", "--json"))


def photo(store, piece):
    """The bytes of a piece, which are what its row says and a picture that another program decodes."""
    jpeg = Path(store, piece["file"]).read_bytes()
    assert hashlib.sha256(jpeg).hexdigest() == piece["sha256"], "the digest is another"
    decoded = subprocess.run(["djpeg", "-pnm"], input=jpeg, capture_output=True, timeout=RUN_S)
    assert decoded.returncode == 0 and not decoded.stderr, f"djpeg: {decoded.stderr.decode()}"
    size = f"P6\n{piece['width']} {piece['height']}\n".encode()
    assert decoded.stdout.startswith(size), f"the picture is {decoded.stdout[:15]}"
    return jpeg


def test_one_click_at_1_0_s_and_quit_at_6_0_s_store(store):
    """one click at 1.0 s and quit at 6.0 s store one photo, which another program decodes"""
    played(ONE_PHOTO, store)
    found = pieces(store)
    assert len(found) == 1, f"there are {len(found)} pieces"
    photo(store, found[0])
    assert Path(store, "latest.jpg").exists(), "latest.jpg is missing"


def test_each_line_of_script_and_what_followed(store):
    """each line of the script and what followed is printed in virtual time"""
    lines = played("2 type snap --in 0\n10 unplug\n700 quit\n", store).splitlines()
    assert "     2.000  > type snap --in 0" in lines, "the line is missing"
    stored = sentence("photo.stored", 1)
    assert any(line.startswith("     2.") and stored.search(line) for line in lines), "the photo is missing"
    assert "    10.000  > unplug" in lines, "the unplugging is missing"
    assert any(line.startswith("    10.") and sentence("camera.gone").search(line) for line in lines), lines


def test_lines_for_a_screen_reader_have_no_digest(store):
    """with `--plain` a script tells of a photo without the digits of its digest"""
    printed = play(ONE_PHOTO, store, "--plain", "--script", "-").stdout
    assert sentence("photo.stored", 1).search(printed), printed
    assert "SHA-256" not in printed, printed


def test_refused_press_is_told_with_its_reason_each(store):
    """a refused press is told with its reason each time"""
    printed = played("1 unplug\n10 click\n20 click\n30 quit\n", store)
    assert len(sentence("camera.gone").findall(printed)) == 3, f"it is told otherwise in\n{printed}"


def test_script_whose_lines_end_as_those_of_other(store):
    """a script whose lines end as those of other systems do is understood"""
    printed = played("1 unplug  camera \r\n2 plug camera\r\n3 type help status\r\n4 quit\r\n", store)
    help_line = sentence("help.line", "status", sentence("help.status"))
    assert "> plug camera\n" in printed and help_line.search(printed), printed


def test_what_cannot_be_used_is_named_and_no_folder(store):
    """what cannot be used is named, and no folder is made for it"""
    Path(store).parent.joinpath("file").write_text("no folder")
    for option, path, key in (
        ("--script", "/nowhere/script", "script.unreadable"),
        ("--camera", "/nowhere/picture.jpg", "album.unreadable"),
    ):
        check_refused(play(ONE_PHOTO, store, option, path), key, path)
        assert not Path(store).exists(), f"{option} left a folder"
    file = f"{Path(store).parent}/file"
    check_refused(play(ONE_PHOTO, file), "demo.folder-unusable", file)


def test_script_in_file_is_read_with_script_and_all(store):
    """a script in a file is read with --script, and all its verbs are understood"""
    script = Path(store).with_name("all.script")
    script.write_text("""# Everything that can happen.
        1 press
        1.1 release
        6 double-click
        7.5 click
        8.5 triple-click
        10 long-press
        12 shake
        13 still
        14 unplug accelerometer
        16 plug accelerometer
        20 type status
        21 quit
    """)
    printed = played("", store, "--script", str(script))
    clip = sentence("clip.wanted"), sentence("clip.stored", 2)
    rest = sentence("thing.begun"), sentence("undo.asked"), sentence("photo.stored", 1), sentence("status.uptime")
    for told in (*clip, *rest):
        assert told.search(printed), f"{told!r} is missing in\n{printed}"


def test_without_any_script_click_is_played_and_it_says(store):
    """without any script a click is played, and it says so"""
    assert sentence("demo.usual-script").search(played("", store)), "it does not say so"
    assert len(pieces(store)) == 1, "there is not one piece"


def test_script_that_makes_no_sense_ends_with_error(store):
    """a script that makes no sense ends with an error that names the line"""
    for script, key, *values in (
        ("1 click\n2 clik\n", "script.unknown-verb", 2, "clik"),
        ("now click\n", "script.no-time", 1, "now"),
        ("2 click\n1 quit\n", "script.backward", 2),
        ("1 unplug door\n", "script.unknown-part", 1, "door"),
        ("1 click twice\n", "script.extra", 1, "twice", "click"),
    ):
        check_refused(play(script, store), key, *values)


def test_while_script_waits_for_its_next_line_running(store):
    """while a script waits for its next line, the running demo answers 'exhibit status'"""
    command = [EXECUTABLE, "demo", "--store", store]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True) as demo:
        try:
            demo.stdin.write("5 shake\n")
            demo.stdin.flush()
            eventually("the socket", ANSWER_S, Path(store, "console.sock").exists)
            eventually("five seconds of virtual time", ANSWER_S, lambda: up_for_five_seconds(store))
            demo.stdin.write("6 quit\n")
            demo.stdin.close()
            assert demo.wait(timeout=RUN_S) == 0, "it did not end well"
        finally:
            demo.kill()
    assert not Path(store, "console.sock").exists(), "the socket is left behind"


def up_for_five_seconds(store):
    return json.loads(ask(store, "status", "--json"))["uptime_s"] == 5


def test_with_camera_photos_are_named_files_byte(store):
    """with --camera the photos are the named files, byte for byte"""
    other = f"{store}-other"
    played(ONE_PHOTO, store)
    first = photo(store, pieces(store)[0])
    folder = str(Path(store, "evidence", "000"))
    for source in (folder, folder + "/000001.jpg"):
        played(ONE_PHOTO, other, "--camera", source)
        assert photo(other, pieces(other)[-1]) == first, f"{source} came out as something else"
    check_refused(play(ONE_PHOTO, other, "--camera", __file__), "album.no-picture", __file__)


def test_sample_fills_empty_store_with_things(store):
    """--sample fills an empty store with things and photos, and leaves another alone"""
    played("1 quit\n", store, "--sample")
    before = pieces(store)
    assert len({piece["thing"] for piece in before}) == 3, "there are not three things"
    for piece in before:
        photo(store, piece)
    again = played("1 quit\n", store, "--sample")
    assert sentence("demo.store-not-empty", store).search(again), f"it does not say so: {again}"
    assert pieces(store) == before, "the second run added something"


def test_spike_is_no_press(store):
    """a contact that closes for 1 ms in a countdown cancels nothing, and the status counts it"""
    printed = played("1 click\n2.5 press\n2.501 release\n8 type status\n9 quit\n", store)
    assert len(pieces(store)) == 1, printed
    assert sentence("status.noise", 1).search(printed), printed


def test_four_presses_mean_nothing(store):
    """four quick presses are one gesture that means nothing, which is said"""
    clicks = "".join(f"{1 + n * 0.3} press\n{1.1 + n * 0.3} release\n" for n in range(4))
    printed = played(clicks + "8 quit\n", store)
    assert sentence("button.too-many").search(printed) and pieces(store) == [], printed


def test_repository_has_what_the_package_would(store):
    """a program that was built in the repository finds the guide, the default database and its languages there"""
    printed = played("""1 type guide
        2 type db update
        3 type set language de
        4 type db reset --yes
        6 quit
    """, store)
    for words in ("\"guide privacy\"", "in 2 languages.", "language ist jetzt de.", "was made anew from the default."):
        assert words in printed, f"{words!r} is missing in\n{printed}"


def test_nothing_is_drawn_on_the_consoles_of_a_demo(store):
    """`view on` is answered at once, and says why nothing is drawn"""
    printed = played("1 type view on\n1.1 quit\n", store)
    assert sentence("demo.draws-nothing").search(printed), printed


def german(store):
    """The default database, made of the tables of the repository, and the options that have a demo speak German."""
    folder = Path(__file__).resolve().parents[2]
    default = str(Path(store).with_name("default-exhibit.sqlite"))
    tables = f"en={folder}/docs/sentences.toml", f"de={folder}/deploy/languages/de.toml"
    subprocess.run([EXECUTABLE, "db", "make", default, *tables], check=True, timeout=RUN_S)
    return ["--language", "de", "--defaults", default]


def test_dialogue_in_german(store):
    """in German everything is said in German, a question takes j, and a reset keeps the photo"""
    printed = played("""1 click
        6 type help snap
        7 type db reset
        8 type j
        10 type db update
        12 type db reload
        14 type snapp
        16 quit
    """, store, *german(store))
    for words in (
        "Foto in 2,6 s.", "Gespeichert, Foto 1.", "macht Fotos wie ein Klick.", "j oder n.",
        "Die Datenbank wurde aus der Standard-Datenbank neu gemacht.", "in 2 Sprachen.",
        "Die Datenbank wurde neu gelesen; Stücke: 1.", "Unbekannter Befehl \"snapp\"; war \"snap\" gemeint?",
        "Licht an, Summer aus",
    ):
        assert words in printed, f"{words!r} is missing in\n{printed}"
    assert "Stored" not in printed and "Photo in" not in printed, printed
    assert len(pieces(store)) == 1, "the photo is gone"
    photo(store, pieces(store)[0])


def test_missing_default_is_named(store):
    """a reset without a default database changes nothing and names the file"""
    printed = played("1 type snap --in 0\n4 type db reset --yes\n6 quit\n", store, "--defaults", "/nowhere/d.sqlite")
    assert sentence("db.default-missing", "/nowhere/d.sqlite").search(printed), printed
    assert len(pieces(store)) == 1, "the photo is gone"


def test_request_becomes_the_checklist_until_it_is_over(store, tmp_path):
    """a request that is made active is the checklist, which a photo ticks and an undo unticks"""
    file = tmp_path / "request.json"
    file.write_text(json.dumps({"url": "u", "title": "Claim", "required_evidence": ["Front", "Back"]}))
    text = played(
        f"1 type request import {file}\n2 type request status 1 active\n3 type snap --in 0\n5 type checklist --json\n"
        "6 type undo\n7 type checklist --json\n8 type request status 1 completed\n9 type request status 1 active\n"
        "10 quit\n", store)
    lists = [json.loads(line[line.index("{"):]) for line in text.splitlines() if '{"thing"' in line]
    assert [found["open"] for found in lists] == [1, 2], text
    assert sentence("request.is-over", 1).search(text), text
