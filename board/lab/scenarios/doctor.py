"""What `exhibit doctor` says of the board, beside the program and without it."""

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

import parts
import program as under_test
from program import Program, check_photo
from sentences import sentence

# Of all devices, and five flushes on an emulated disk.
WITHIN_S = 120
ROLES = ("camera", "button", "light", "buzzer", "accelerometer", "console")


def doctor(file: Path, *options: str) -> subprocess.CompletedProcess:
    done = subprocess.run(
        [under_test.EXECUTABLE, "doctor", "--config", file, *options],
        capture_output=True,
        text=True,
        timeout=WITHIN_S,
    )
    under_test.LOGS.append(f"-- doctor --\n{done.stdout}{done.stderr}")
    return done


def findings(file: Path, *options: str, bad: str | None = None) -> dict[str, dict]:
    """The findings by their checks, of which the last counts; nothing is bad but what is named.

    The disk of an emulated board on a busy machine may be as slow as it likes.
    """
    done = doctor(file, "--json", *options)
    found = {finding["check"]: finding for finding in json.loads(done.stdout)["findings"]}
    seen = {check for check, finding in found.items() if finding["verdict"] == "bad"}
    assert done.returncode == (1 if seen else 0), f"it ended with {done.returncode}: {done.stdout}"
    assert seen - {"card"} == ({bad} if bad else set()), f"bad are {seen}: {done.stdout}"
    return found


def says(finding: dict, verdict: str, key: str | None = None, *values) -> None:
    """Holds what a check has come to, and by which sentence if one is given."""
    assert finding["verdict"] == verdict, f"{finding['check']} is {finding['verdict']}: {finding}"
    if key:
        told = sentence(key, *values)
        assert told.fullmatch(finding["sentence"]), f"{finding['check']} does not say {key} {values}: {finding}"


@pytest.mark.configured(shutter={"countdown_s": 0}, buzzer={"chip": parts.LIGHT_CHIP, "line": parts.BUZZER_LINE})
def test_doctor_finds_board_well_beside_running_program(program):
    """the doctor finds the board well beside the running program, and disturbs nothing"""
    before = program.status()
    found = findings(program.file)
    for role in ROLES:
        says(found[role], "good")
    for role in ("camera", "button", "light", "console"):
        says(found[role], "good", "doctor.role.ours")
    for check in ("configuration", "permissions", "terminal", "store", "space"):
        says(found[check], "good")
    assert {"card", "clock", "watchdog"} <= found.keys(), f"it has only {found.keys()}"
    assert not list(program.store.glob(".doctor*")), "the doctor's file is still there"
    after = program.status()
    assert not after["faults"], f"the faults are {after['faults']}"
    assert after["frames"]["delivered"] > before["frames"]["delivered"], "no frame came"
    parts.press()
    check_photo(program.store, program.photo())


def test_doctor_takes_board_own_file_and_finds_device():
    """the doctor takes the board's own file, and finds a device for each role in it"""
    folder = Path("/run/doctor")
    (folder / "boards/lab").mkdir(parents=True, exist_ok=True)
    shutil.copy(Path(os.environ["LAB"]) / "board.toml", folder / "boards/lab")
    file = folder / "exhibit.toml"
    file.write_text('board = "lab"\nstore = "/mnt/disk/doctor"\n')
    found = findings(file)
    for role in ROLES:
        says(found[role], "good")
    says(found["store"], "warning", "doctor.store.missing", "/mnt/disk/doctor")
    assert any("--fix" in command for command in found["store"]["commands"]), f"it is not said how: {found['store']}"


def test_doctor_names_missing_camera_with_what_to_do():
    """the doctor names a missing camera with what to do, and ends with 1"""
    program = Program(camera={"device": "/dev/video9"})
    found = findings(program.file, bad="camera")
    # The sentence itself says what to do.
    unusable = ("devices.role.unusable", "camera", sentence("camera.missing.among", "/dev/video9"))
    says(found["camera"], "bad", *unusable)
    says(found["button"], "good")
    done = doctor(program.file)
    assert sentence("doctor.finding", "Bad", sentence(*unusable)).search(done.stdout), f"it says: {done.stdout}"
    assert done.returncode == 1, f"it ended with {done.returncode}"


def test_doctor_tells_that_kernel_prints_on_console():
    """the doctor tells that the kernel prints on the console's line"""
    program = Program(console={"tty": "/dev/ttyS0"})
    terminal = findings(program.file, bad="terminal")["terminal"]
    says(terminal, "bad", "doctor.terminal.kernel", "/dev/ttyS0")
    remove = sentence("doctor.terminal.kernel.remove", "ttyS0")
    assert remove.fullmatch(terminal["fix"]), f"what to do is: {terminal['fix']}"


def test_doctor_names_login_on_console_line():
    """the doctor names the login on the console's line"""
    program = Program()
    with open("/dev/ttyS1", "rb", buffering=0) as tty:
        login = subprocess.Popen(["setsid", "--ctty", "sleep", str(WITHIN_S)], stdin=tty)
    try:
        found = findings(program.file, bad="terminal")
        says(found["terminal"], "bad", "doctor.terminal.login", "/dev/ttyS1", "sleep", login.pid)
        (command,) = found["terminal"]["commands"]
        assert command.endswith("serial-getty@ttyS1.service"), f"what to type is: {command}"
    finally:
        login.kill()
        login.wait()
    says(findings(program.file)["terminal"], "good")


def test_doctor_fix_makes_store_folder_and_nothing_else():
    """the doctor's --fix makes the store's folder and nothing else"""
    program = Program()
    says(findings(program.file)["store"], "warning")
    assert not program.store.exists(), "it is there without --fix"
    says(findings(program.file, "--fix")["store"], "good")
    assert list(program.store.iterdir()) == [], "something is in it"
    assert program.store.stat().st_mode & 0o777 == 0o750, "its rights are others"
