"""What `exhibit demo` does without a terminal: it follows a script."""

import hashlib
import json
import os
import subprocess
import tempfile
from contextlib import contextmanager
from pathlib import Path

from demo import ANSWER_S, EXECUTABLE
from scenario import claim, eventually, expect

ONE_PHOTO = "1.0 click\n6.0 quit\n"
USUAL = "a click after 1 s is played instead"
RUN_S = 60


@contextmanager
def a_store():
    with tempfile.TemporaryDirectory(prefix="exhibit-script-") as folder:
        yield os.path.join(folder, "store")


def play(script, store, *arguments):
    command = [EXECUTABLE, "demo", "--store", store, *arguments]
    return subprocess.run(command, input=script, capture_output=True, text=True, timeout=RUN_S)


def played(script, store, *arguments):
    """What a script prints that ends well."""
    run = play(script, store, *arguments)
    expect(run.returncode == 0, f"it ended with {run.returncode}: {run.stderr}")
    return run.stdout


def ask(store, *command):
    run = subprocess.run(
        [EXECUTABLE, *command, "--store", store], capture_output=True, text=True, timeout=RUN_S)
    expect(run.returncode == 0, f"{command} ended with {run.returncode}: {run.stderr}")
    return run.stdout


def pieces(store):
    return json.loads(ask(store, "list", "--json"))


def photo(store, piece):
    """The bytes of a piece, which are what its row says and a picture that another program decodes."""
    jpeg = Path(store, piece["file"]).read_bytes()
    expect(hashlib.sha256(jpeg).hexdigest() == piece["sha256"], "the digest is another")
    decoded = subprocess.run(["djpeg", "-pnm"], input=jpeg, capture_output=True, timeout=RUN_S)
    expect(decoded.returncode == 0 and not decoded.stderr, f"djpeg: {decoded.stderr.decode()}")
    size = f"P6\n{piece['width']} {piece['height']}\n".encode()
    expect(decoded.stdout.startswith(size), f"the picture is {decoded.stdout[:15]}")
    return jpeg


@claim("one click at 1.0 s and quit at 6.0 s store one photo, which another program decodes")
def _():
    with a_store() as store:
        played(ONE_PHOTO, store)
        found = pieces(store)
        expect(len(found) == 1, f"there are {len(found)} pieces")
        photo(store, found[0])
        expect(Path(store, "latest.jpg").exists(), "latest.jpg is missing")


@claim("each line of the script and what followed is printed in virtual time")
def _():
    with a_store() as store:
        lines = played("2 type snap --in 0\n10 unplug\n700 quit\n", store).splitlines()
        expect("     2.000  > type snap --in 0" in lines, "the line is missing")
        expect(any(line.endswith("  Stored, photo 1.") for line in lines), "the photo is missing")
        expect("    10.000  > unplug" in lines, "the unplugging is missing")
        expect(any(line.startswith("    10.") and "is gone" in line for line in lines), lines)


@claim("a refused press is told with its reason each time")
def _():
    with a_store() as store:
        printed = played("1 unplug\n10 click\n20 click\n30 quit\n", store)
        expect(printed.count("is gone") == 3, f"it is told otherwise in\n{printed}")


@claim("a script whose lines end as those of other systems do is understood")
def _():
    with a_store() as store:
        printed = played("1 unplug  camera \r\n2 plug camera\r\n3 type help status\r\n4 quit\r\n", store)
        expect("> plug camera\n" in printed and "status [--json]" in printed, printed)


@claim("what cannot be used is named, and no folder is made for it")
def _():
    with a_store() as store:
        Path(store).parent.joinpath("file").write_text("no folder")
        for arguments, words in {
            ("--script", "/nowhere/script"): "The script /nowhere/script cannot be read",
            ("--camera", "/nowhere/picture.jpg"): "/nowhere/picture.jpg cannot be read",
        }.items():
            run = play(ONE_PHOTO, store, *arguments)
            expect(run.returncode == 1 and words in run.stderr, f"{arguments}: {run.stderr}")
            expect(not Path(store).exists(), f"{arguments} left a folder")
        run = play(ONE_PHOTO, f"{Path(store).parent}/file")
        expect(run.returncode == 1 and "/file cannot be used for the demo" in run.stderr, run.stderr)


@claim("a script in a file is read with --script, and all its verbs are understood")
def _():
    with a_store() as store, tempfile.NamedTemporaryFile("w", suffix=".script") as script:
        script.write("""# Everything that can happen.
            1 press
            1.1 release
            6 double-click
            8 triple-click
            10 long-press
            12 shake
            13 still
            14 unplug accelerometer
            16 plug accelerometer
            20 type status
            21 quit
        """)
        script.flush()
        printed = played("", store, "--script", script.name)
        for words in ("double click", "triple click", "long press", "Stored, photo 1.", "Up for"):
            expect(words in printed, f"'{words}' is missing in\n{printed}")


@claim("without any script a click is played, and it says so")
def _():
    with a_store() as store:
        expect(USUAL in played("", store), "it does not say so")
        expect(len(pieces(store)) == 1, "there is not one piece")


@claim("a script that makes no sense ends with an error that names the line")
def _():
    with a_store() as store:
        for script, words in {
            "1 click\n2 clik\n": "Line 2 of the script says 'clik'",
            "now click\n": "Line 1 of the script begins with 'now'",
            "2 click\n1 quit\n": "Line 2 of the script goes back in time",
            "1 unplug door\n": "Line 1 of the script names no part 'door'",
            "1 click twice\n": "Line 1 of the script says 'twice'",
        }.items():
            run = play(script, store)
            expect(run.returncode == 1, f"{script!r} ended with {run.returncode}")
            expect(words in run.stderr, f"{script!r}: {run.stderr}")


@claim("while a script waits for its next line, the running demo answers 'exhibit status'")
def _():
    with a_store() as store:
        command = [EXECUTABLE, "demo", "--store", store]
        with subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True) as demo:
            try:
                demo.stdin.write("5 shake\n")
                demo.stdin.flush()
                running = lambda: '"uptime_s":5' in ask(store, "status", "--json")
                eventually("the socket", ANSWER_S, Path(store, "console.sock").exists)
                eventually("five seconds of virtual time", ANSWER_S, running)
                demo.stdin.write("6 quit\n")
                demo.stdin.close()
                expect(demo.wait(timeout=RUN_S) == 0, "it did not end well")
            finally:
                demo.kill()
        expect(not Path(store, "console.sock").exists(), "the socket is left behind")


@claim("with --camera the photos are the named files, byte for byte")
def _():
    with a_store() as store, a_store() as other:
        played(ONE_PHOTO, store)
        first = photo(store, pieces(store)[0])
        folder = str(Path(store, "evidence", "000"))
        for source in (folder, folder + "/000001.jpg"):
            played(ONE_PHOTO, other, "--camera", source)
            expect(photo(other, pieces(other)[-1]) == first, f"{source} came out as something else")
        run = play(ONE_PHOTO, other, "--camera", __file__)
        expect(run.returncode == 1 and "not a whole JPEG picture" in run.stderr, run.stderr)


@claim("--sample fills an empty store with things and photos, and leaves another alone")
def _():
    with a_store() as store:
        played("1 quit\n", store, "--sample")
        before = pieces(store)
        expect(len({piece["thing"] for piece in before}) == 3, "there are not three things")
        for piece in before:
            photo(store, piece)
        expect("no samples were added" in played("1 quit\n", store, "--sample"), "it does not say so")
        expect(pieces(store) == before, "the second run added something")
