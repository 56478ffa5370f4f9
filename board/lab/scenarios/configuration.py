"""The configuration, read again while the program runs."""

import signal

import pytest

import parts
from program import check_photo
from sentences import sentence
from waiting import eventually

NEW_LINE = 5


@pytest.mark.configured(shutter={"countdown_s": 0})
def test_configuration_with_error_changes_nothing(program):
    """a configuration with an error changes nothing and says file and line"""
    program.read_again("\n[shutter]\ncountdwn_s = 9\n")
    program.until_said("configuration.kept")
    misspelt = sentence("configuration.misspelt-key", "shutter.countdwn_s", "shutter.countdown_s")
    told = ("configuration.error-at", f"{program.file}:3", misspelt)
    assert program.times_said(*told) == 1, "file and line are not said"
    program.terminal.expect(sentence(*told))
    parts.press()
    check_photo(program.store, program.photo())


@pytest.mark.configured(shutter={"countdown_s": 0})
def test_configuration_that_is_gone_changes_nothing(program):
    """a configuration that is gone changes nothing and is said to be gone"""
    text = program.file.read_text()
    program.file.unlink()
    program.process.send_signal(signal.SIGHUP)
    gone = sentence("configuration.unreadable", "No such file or directory")
    program.until_said("configuration.error-at", program.file, gone)
    program.file.write_text(text)
    program.process.send_signal(signal.SIGHUP)
    program.until_said("configuration.unchanged")
    parts.press()
    check_photo(program.store, program.photo())


def test_new_countdown_and_another_line_for_button(program):
    """a new countdown and another line for the button count without a restart"""
    program.read_again(shutter={"countdown_s": 0.5}, button={"line": NEW_LINE})
    program.until_said("configuration.read-again", "button.line is 5, shutter.countdown_s is 0.5")
    eventually("the button", 5, lambda: program.times_said("device.works", "button") == 2)
    parts.press()
    pressed = parts.press(line=NEW_LINE)
    row = program.photo()
    planned = row["planned"] / 1e9 - pressed
    assert abs(planned - 0.5) < 0.1, f"it was planned {planned:.3f} s after the press"
    check_photo(program.store, row)
    assert len(program.photos()) == 1, "the old line took a photo too"


@pytest.mark.configured(shutter={"countdown_s": 2})
def test_camera_that_is_configured_anew_while_countdown(program):
    """a camera that is configured anew while a countdown runs changes after the photo"""
    parts.press()
    program.until_shutter("counting")
    program.read_again(camera={"width": 320, "height": 180})
    program.terminal.expect(sentence("machine.renewal-waits"))
    check_photo(program.store, program.photo(), size=(640, 480))
    eventually("the new size", 20, lambda: (program.status()["camera"] or {}).get("width") == 320)
    program.until("running")
    parts.press()
    check_photo(program.store, program.photo(2), size=(320, 180))


def test_light_that_leaves_configuration_goes_out(program):
    """a light that leaves the configuration goes out, and comes back with it"""
    light = program.configuration.pop("light")
    program.read_again()
    eventually("no light", 5, lambda: "light" in program.status()["absent"])
    assert (parts.BOARD / "light").read_text().strip() == "0", "it is lit"
    program.read_again(light=light)
    with parts.light() as lamp:
        eventually("a blip", 10, lambda: any(change.lit for change in lamp.changes()))


@pytest.mark.configured(shutter={"countdown_s": 0})
def test_store_that_was_changed_is_named_as_needing(program):
    """a store that was changed is named as needing a restart, and the old one goes on"""
    program.read_again(store="/mnt/disk/elsewhere")
    program.until_said("configuration.needs-restart", f"{program.file}:1", "store")
    parts.press()
    check_photo(program.store, program.photo())
