"""The configuration, read again while the program runs."""

import signal

import parts
import words
from program import Program, check_photo
from scenario import claim, eventually, expect

NEW_LINE = 5


@claim("a configuration with an error changes nothing and says file and line")
def _():
    with Program(shutter={"countdown_s": 0}) as program:
        program.read_again("\n[shutter]\ncountdwn_s = 9\n")
        program.until_said(words.NOT_TAKEN_OVER)
        place = f"{program.file}:3: "
        sentence = place + words.UNKNOWN_KEY.format("shutter.countdwn_s", "shutter.countdown_s")
        expect(program.times_said(sentence) == 1, "file and line are not said")
        program.terminal.expect(place)
        parts.press()
        check_photo(program.store, program.photo())


@claim("a configuration that is gone changes nothing and is said to be gone")
def _():
    with Program(shutter={"countdown_s": 0}) as program:
        text = program.file.read_text()
        program.file.unlink()
        program.process.send_signal(signal.SIGHUP)
        program.until_said(words.UNREADABLE.format(program.file))
        program.file.write_text(text)
        program.process.send_signal(signal.SIGHUP)
        program.until_said(words.UNCHANGED)
        parts.press()
        check_photo(program.store, program.photo())


@claim("a new countdown and another line for the button count without a restart")
def _():
    with Program() as program:
        program.read_again(shutter={"countdown_s": 0.5}, button={"line": NEW_LINE})
        program.until_said(words.READ_AGAIN.format("button.line is 5, shutter.countdown_s is 0.5"))
        eventually("the button", 5, lambda: program.times_said("The button works.") == 2)
        parts.press()
        pressed = parts.press(line=NEW_LINE)
        row = program.photo()
        planned = row["planned"] / 1e9 - pressed
        expect(abs(planned - 0.5) < 0.1, f"it was planned {planned:.3f} s after the press")
        check_photo(program.store, row)
        expect(len(program.photos()) == 1, "the old line took a photo too")


@claim("a camera that is configured anew while a countdown runs changes after the photo")
def _():
    with Program(shutter={"countdown_s": 2}) as program:
        parts.press()
        eventually("the countdown", 5, lambda: program.status()["shutter"] == words.COUNTING)
        program.read_again(camera={"width": 320, "height": 180})
        program.terminal.expect(words.WAITS)
        check_photo(program.store, program.photo(), size=(640, 480))
        eventually("the new size", 20, lambda: "320×180" in program.ask("status"))
        program.until(words.RUNNING)
        parts.press()
        check_photo(program.store, program.photo(2), size=(320, 180))


@claim("a light that leaves the configuration goes out, and comes back with it")
def _():
    with Program() as program:
        light = program.configuration.pop("led")
        program.read_again()
        eventually("no light", 5, lambda: "light" in program.status()["absent"])
        expect((parts.BOARD / "light").read_text().strip() == "0", "it is lit")
        program.read_again(led=light)
        with parts.light() as lamp:
            eventually("a blip", 10, lambda: any(change.lit for change in lamp.changes()))


@claim("a store that was changed is named as needing a restart, and the old one goes on")
def _():
    with Program(shutter={"countdown_s": 0}) as program:
        program.read_again(store="/mnt/disk/elsewhere")
        program.until_said(words.NEEDS_RESTART.format(program.file))
        parts.press()
        check_photo(program.store, program.photo())
