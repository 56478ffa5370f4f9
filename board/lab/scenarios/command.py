"""The command: its exit statuses, its signals, its lists."""

import json
import signal
import subprocess

import pytest

import parts
import program as under_test
from program import BAD_CONFIGURATION, Program
from sentences import sentence


def test_bad_configuration_ends_with_78_and_names_file():
    """a bad configuration ends with 78 and names file, line and the nearest key"""
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
    assert done.returncode == BAD_CONFIGURATION, f"it ended with {done.returncode}: {done.stderr}"
    told = sentence("configuration.misspelt-key", "camera.widht", "camera.width")
    told = sentence("configuration.error-at", f"{file}:{line}", told)
    assert told.search(done.stderr), f"it says: {done.stderr.strip()}"


def test_sigterm_ends_it_with_0_and_leaves_light_dark():
    """SIGTERM ends it with 0 and leaves the light dark"""
    with parts.light() as lamp, Program() as program:
        parts.press()
    # `with` has looked at the exit status already.
    assert not lamp.seen[-1].lit and program.process.returncode == 0, "it did not end cleanly"


@pytest.mark.configured(shutter={"countdown_s": 0.5})
def test_sigusr1_takes_photo_as_click_would(program):
    """SIGUSR1 takes a photo as a click would"""
    program.process.send_signal(signal.SIGUSR1)
    under_test.check_photo(program.store, program.photo())


def test_status_asks_running_program(program):
    """status asks the running program"""
    status = json.loads(
        parts.run(under_test.EXECUTABLE, "status", "--json", "--socket", under_test.SOCKET)
    )
    assert status["capture"] == "running", f"capture is {status['capture']}"


def test_list_reads_store_with_and_without_program():
    """list reads the store with and without the program running"""
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
    assert during == after, "the two lists differ"
    assert len(after) == 1 and keys <= after[0].keys(), f"keys are missing: {keys - after[0].keys()}"
    assert after[0]["file"] == row["local_file"] and after[0]["sha256"] == row["sha256"], "it is not the row's photo"
