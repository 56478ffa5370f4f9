"""The command: its exit statuses, its signals, its lists."""

import json
import signal
import subprocess

import parts
import program as under_test
import words
from program import Program
from scenario import claim, expect


@claim("a bad configuration ends with 78 and names file, line and the nearest key")
def _():
    file = "/run/bad.toml"
    sections = under_test.configuration(camera={"widht": 640})
    text = under_test.toml(sections)
    with open(file, "w") as configuration:
        configuration.write(text)
    line = next(
        number for number, line in enumerate(text.splitlines(), 1) if line.startswith("widht")
    )
    done = subprocess.run(
        [under_test.EXECUTABLE, "run", "--config", file], capture_output=True, text=True, timeout=60
    )
    expect(
        done.returncode == words.BAD_CONFIGURATION,
        f"it ended with {done.returncode}: {done.stderr}",
    )
    sentence = words.UNKNOWN_KEY.format("camera.widht", "camera.width")
    expect(f"{file}:{line}: {sentence}" in done.stderr, f"it says: {done.stderr.strip()}")


@claim("SIGTERM ends it with 0 and leaves the light dark")
def _():
    with parts.light() as lamp, Program() as program:
        parts.press()
    # `with` has looked at the exit status already.
    expect(not lamp.seen[-1].lit and program.process.returncode == 0, "it did not end cleanly")


@claim("SIGUSR1 takes a photo as a click would")
def _():
    with Program(shutter={"countdown_s": 0.5}) as program:
        program.process.send_signal(signal.SIGUSR1)
        under_test.check_photo(program.store, program.photo())


@claim("status asks the running program")
def _():
    with Program():
        status = json.loads(
            parts.run(under_test.EXECUTABLE, "status", "--json", "--socket", under_test.SOCKET)
        )
        expect(status["capture"] == words.RUNNING, f"capture is {status['capture']}")


@claim("list reads the store with and without the program running")
def _():
    keys = {
        "id",
        "number",
        "kind",
        "thing",
        "file",
        "sha256",
        "bytes",
        "width",
        "height",
        "planned",
        "actual",
        "captured_at",
        "state",
    }

    def listed() -> list[dict]:
        return json.loads(
            parts.run(under_test.EXECUTABLE, "list", "--json", "--store", str(program.store))
        )

    with Program(shutter={"countdown_s": 0}) as program:
        parts.press()
        row = program.photo()
        during = listed()
    after = listed()
    expect(during == after, "the two lists differ")
    expect(
        len(after) == 1 and keys <= after[0].keys(), f"keys are missing: {keys - after[0].keys()}"
    )
    expect(
        after[0]["file"] == row["local_file"] and after[0]["sha256"] == row["sha256"],
        "it is not the row's photo",
    )
