"""The power is cut after each flush of a store's life, and between them: the disk has what was flushed, and of what was
not some, all or nothing."""

import contextlib
import hashlib
import json
import os
import random
import subprocess
import time
import uuid
from pathlib import Path

import parts
from program import EXECUTABLE, Program, check_photo
from proof import fingerprint
from sentences import sentence
from waiting import eventually
from writelog import Replay, WriteLog, mark, memory_disks, recorded

MEDIUM = Path("/run/medium")
STORE = MEDIUM / "store"
# The disk is small, and its store needn't leave room.
SETTINGS = {"store": str(STORE), "shutter": {"countdown_s": 0}, "storage": {"min_free_mb": 1}}
# After so many flushes the power is cut, as often between two, and twice as often, if there are as many, right after
# a photo was called stored; 0: after all, and between all.
STATES = int(os.environ.get("LAB_STATES") or 8)
SEED = int(os.environ.get("LAB_SEED") or 1)
# After so many photos the database is due for a checkpoint. Only who asks for other states has the time.
LONG_SERIES = 70 if os.environ.get("LAB_STATES") else 0
MOST_TOLD = 10
WITHIN_S = 60
BOOT_ID = Path("/proc/sys/kernel/random/boot_id")


def expect_stored(program: Program, first: int, last: int | None = None) -> None:
    """Puts a mark into the log as soon as the serial line has called a photo stored."""
    for number in range(first, (last or first) + 1):
        program.terminal.expect(sentence("photo.stored", number), within=30)
        mark(str(number))


def press(program: Program, number: int) -> None:
    parts.press()
    expect_stored(program, number)


def series(program: Program, first: int, last: int) -> None:
    program.terminal.type(f"snap --in 0 --count {last - first + 1} --every 0.5")
    expect_stored(program, first, last)


def live() -> dict[int, dict]:
    """A life of the store: presses, a series, a pause, a stop, a start, an end by force, a start; its photos."""
    with Program(**SETTINGS) as program:
        press(program, 1)
        series(program, 2, 4)
        program.ask("pause")
        program.until("paused (manual)")
        program.ask("resume")
        program.until("running")
        press(program, 5)
    latest = 7 + LONG_SERIES
    with ended_by_force() as program:
        press(program, 6)
        press(program, 7)
        if LONG_SERIES:
            with checkpoint(program):
                series(program, 8, latest)
    with Program(**SETTINGS) as program:
        press(program, latest + 1)
        rows = {row["number"]: row for row in program.photos()}
    for row in rows.values():
        check_photo(STORE, row)
    return rows


@contextlib.contextmanager
def ended_by_force():
    """A program that is not told to end, but killed."""
    program = Program(**SETTINGS).__enter__()
    try:
        yield program
    finally:
        program.process.kill()
        program.end()


@contextlib.contextmanager
def checkpoint(program: Program):
    """Waits in the end until the log was copied to the database, for which it looks when it is asked how it is."""
    file = STORE / "exhibit.sqlite"
    before = file.stat().st_size
    yield

    def is_copied() -> bool:
        program.status()
        return file.stat().st_size > before

    eventually("a checkpoint", 60, is_copied)


class Check:
    """What must hold of a state: what was called stored is there, and the program goes on."""

    def __init__(self, photos: dict[int, dict], key: str):
        self.photos = photos
        self.key = key
        self.acknowledged = 0

    def state(self, marks: list[str]) -> None:
        stored = {int(each) for each in marks if each.isdigit()}
        # Before the first photo there may be no store yet, and its device may get its key only now.
        key = ["--key", self.key] if stored else []
        if stored:
            # A photo that was on its way.
            check_verified(key, but="file.unrecorded")
        with Program(**SETTINGS) as program:
            answer = program.ask_json("snap --in 0")
            assert answer.get("photos"), f"it takes no photo: {answer}"
        check_verified(key)
        fresh = answer["photos"][0]
        self.listed(stored | {fresh["number"]}, self.photos | {fresh["number"]: fresh})
        self.acknowledged += len(stored)

    @staticmethod
    def listed(stored: set[int], known: dict[int, dict]) -> None:
        """Holds that what is listed is whole and as it was, and that all of `stored` is."""
        pieces = {piece["number"]: piece for piece in answer_of("list")}
        for number, piece in pieces.items():
            digest = hashlib.sha256((STORE / piece["file"]).read_bytes()).hexdigest()
            was = known.get(number, {}).get("sha256")
            assert piece["sha256"] == digest == was, f"photo {number} is another: {piece}"
        lacking = stored - {number for number, piece in pieces.items() if piece["state"] == "stored"}
        states = {number: piece["state"] for number, piece in pieces.items()}
        assert not lacking, f"photos {sorted(lacking)} were called stored; there are {states}"


def check_verified(key: list[str], but: str = "") -> None:
    """Holds that the verifier finds nothing, `but` findings of this kind."""
    found = [finding for finding in answer_of("verify", *key)["findings"] if finding["kind"] != but]
    assert not found, f"verify says: {[finding['sentence'] for finding in found]}"


def answer_of(*words: str) -> dict | list:
    """What a command of the program says of the store."""
    command = [EXECUTABLE, *words, "--store", str(STORE), "--json"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=WITHIN_S)
    assert done.stdout, f"{words[0]} ended with {done.returncode}: {done.stderr}"
    return json.loads(done.stdout)


def boot_anew() -> None:
    """Who asks for the boot's identifier is told another."""
    file = Path("/run/boot_id")
    file.write_text(f"{uuid.uuid4()}\n")
    parts.run("mount", "--bind", str(file), str(BOOT_ID))


def test_whatever_power_cut_leaves_of_disk():
    """whatever a power cut leaves of the disk's writes, what was called stored is whole, and the program goes on"""
    with memory_disks():
        began = time.monotonic()
        with recorded(MEDIUM):
            photos = live()
            key = fingerprint(Path(f"{STORE}-device"))
        log = WriteLog()
        states = log.states(STATES, random.Random(SEED))
        written, flushed = len(log.entries), len(log.flushes)
        print(f"flushes  {len(photos)} photos, {written} entries, {flushed} flushes, {time.monotonic() - began:.0f} s")
        check = Check(photos, key)
        failures = explore(Replay(log), states, check)
        told = f"{len(states)} states, {check.acknowledged} acknowledged photos checked, {len(failures)} failures"
        print(f"flushes  {told}, {time.monotonic() - began:.0f} s")
    assert failures == [], "\n".join([told, *failures[:MOST_TOLD]])
    assert check.acknowledged > 0, "no state was one after a photo that was called stored"


def explore(replay: Replay, states: list, check: Check) -> list[str]:
    """Looks at each state; what did not hold, for each state of which something did not."""
    failures = []
    boot_anew()
    try:
        for number, state in enumerate(states, 1):
            try:
                with replay.mounted(state, MEDIUM):
                    check.state(state.marks)
            except (AssertionError, OSError, ValueError, subprocess.SubprocessError) as error:
                failures.append(f"state {number}, {state}: {str(error).splitlines()[0]}")
            if number % 10 == 0:
                print(f"flushes  {number} of {len(states)} states, {len(failures)} failures", flush=True)
    finally:
        parts.run("umount", str(BOOT_ID))
    return failures
