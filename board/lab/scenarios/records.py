"""Files without a row, strangers, bad blocks, locks of others, a mount that is missing: nothing stops the camera,
nothing is deleted, and what is whole is evidence."""

import contextlib
import os
import shutil
import sqlite3
import time
from pathlib import Path

import pytest

import parts
from disk import bad_blocks_under, filled
from program import BOOT, Program, check_photo, locked, photos, records
from proof import check_proof
from sentences import sentence
from waiting import eventually

AT_ONCE = {"countdown_s": 0}
# So long is another program's lock waited for; from try to try at most eight seconds, and an emulated board is slow.
PATIENCE_S, NEXT_TRY_S, SLACK_S = 30, 8, 10
# The write-ahead log's index grows by such parts; how many frames the first has room for, and a photo adds at least.
INDEX_BYTES, INDEX_FRAMES, PHOTO_FRAMES = 32768, 4062, 4
# Room in the log for more than that; the index has it beside the log.
LOG_BYTES = 20 << 20
PAGE = 4096
# Of the write-ahead log's index: where its header says how many frames there are.
FRAMES_AT = 16


def take(program: Program, number: int) -> dict:
    parts.press()
    row = program.photo(number)
    check_photo(program.store, row)
    assert row["state"] == "stored", f"it is {row['state']}"
    return row


def again(program: Program) -> Program:
    """The same program once more, on the store that it has left."""
    return Program(store=str(program.store), shutter=AT_ONCE)


def file(number: int) -> str:
    return f"evidence/000/{number:06}.jpg"


def put_in(store: Path, number: int) -> Path:
    """Some other camera's whole picture, under the name of a piece."""
    picture = next((Path(os.environ["LAB_KERNEL"]) / "frames").glob("640x480-*.jpg"))
    return Path(shutil.copyfile(picture, store / file(number)))


@contextlib.contextmanager
def surveyed(program: Program):
    """A start in which all files are looked through; a stranger that is last among them tells when that is done."""
    last = f"evidence/000/zz-{time.monotonic_ns()}"
    (program.store / last).touch()
    with again(program) as running:
        running.until_said("store.file-strange", last, within=30)
        yield running


def check_rejected(store: Path, name: str, reason: str) -> None:
    """Holds that the file is recorded once, and is where it was."""
    found = [record for record in records(store, "file.rejected") if record["file"] == name]
    assert [record["reason"] for record in found] == [reason], f"its records are {found}"
    assert found[0]["moved_to"] is None, f"it was moved: {found}"
    assert (store / name).exists(), f"{name} is gone"


def test_picture_put_in_by_hand_is_imported():
    """a picture that was put in by hand is listed as imported, and what is no picture is passed over"""
    with Program(shutter=AT_ONCE) as program:
        take(program, 1)
    put_in(program.store, 7)
    strangers = ["evidence/000/lost+found", "evidence/000/notes.txt"]
    (program.store / strangers[0]).mkdir()
    (program.store / strangers[1]).write_text("not a picture\n")
    with surveyed(program) as second:
        second.until_said("store.import-adopted", 7, sentence("adoption.clean-stop"))
        for name in strangers:
            assert second.times_said("store.file-strange", name) == 1, f"{name} was not told once"
        row = second.photo(7)
        check_photo(program.store, row)
        kept = row["kind"], row["state"], row["adopted"], row["clock"], row["boot_id"], row["actual"]
        assert kept == ("imported", "adopted", "clean_stop", "unset", None, None), f"it is {row}"
        (piece,) = [piece for piece in second.ask_json("list") if piece["number"] == 7]
        assert (piece["kind"], piece["state"]) == ("imported", "adopted"), f"the list has {piece}"
        take(second, 8)
    with surveyed(program) as third:
        assert not third.times_said("store.import-adopted"), "it was taken over once more"
        for name in strangers:
            assert not third.times_said("store.file-strange", name), f"{name} was told again"
    for name in strangers:
        check_rejected(program.store, name, "stranger")
    check_proof(program.store, program.device)


def test_picture_on_bad_block_is_passed_over():
    """a picture without a row on a bad block is recorded as unreadable, and the camera goes on beside it"""
    with Program(shutter=AT_ONCE) as program:
        take(program, 1)
    with bad_blocks_under(put_in(program.store, 3)):
        with pytest.raises(OSError):
            (program.store / file(3)).read_bytes()
        with surveyed(program) as second:
            assert second.times_said("store.file-unreadable", file(3)) == 1, "nobody hears of it"
            assert not second.status()["faults"], f"there are faults: {second.status()['faults']}"
            take(second, 4)
        with surveyed(program) as third:
            assert not third.times_said("store.file-unreadable"), "it was told again"
            take(third, 5)
        check_rejected(program.store, file(3), "unreadable")
        check_proof(program.store, program.device)
    assert [row["number"] for row in photos(program.store)] == [1, 4, 5], "the rows are others"


@pytest.mark.configured(shutter=AT_ONCE)
def test_lock_that_ends_soon_is_waited_for(program):
    """another program's lock on the database is waited for: the photo is stored, and nobody hears that it failed"""
    # Before the first photo the camera is to be recorded too; before the second nothing but the photo.
    for number in (1, 2):
        with locked(program.store):
            parts.press()
            time.sleep(5)
            assert len(program.photos()) == number - 1, "the database was not locked"
        row = program.photo(number, within=NEXT_TRY_S + SLACK_S)
        program.terminal.expect(sentence("photo.stored", number))
        check_photo(program.store, row)
        assert row["state"] == "stored", f"it is {row['state']}"
    assert not program.times_said("photo.failed"), "it was said that a photo failed"
    assert not sentence("photo.failed").search(program.terminal.heard), "the console said that it failed"
    assert not program.fault("store"), f"there is a fault: {program.fault('store')}"


@pytest.mark.configured(shutter=AT_ONCE)
def test_photo_that_long_lock_keeps_out_is_taken_over(program):
    """a photo that a lock keeps out for more than 30 s fails with that reason, and is taken over when it ends"""
    take(program, 1)
    with locked(program.store):
        pressed = parts.press()
        program.until_said("photo.failed", sentence("store.busy"), within=PATIENCE_S + SLACK_S)
        waited = time.monotonic() - pressed
        assert waited > PATIENCE_S - 1, f"it waited only {waited:.1f} s"
        assert (program.store / file(2)).exists(), "the picture is gone"
        program.terminal.expect(sentence("photo.failed", sentence("store.busy")))
    taken_over = sentence("store.photo-adopted", 2, sentence("adoption.row-failed"))
    program.terminal.expect(taken_over, within=PATIENCE_S + SLACK_S)
    row = program.photo(2)
    check_photo(program.store, row)
    kept = row["kind"], row["state"], row["adopted"]
    assert kept == ("photo", "adopted", "row_failed"), f"it is {row}"
    assert row["planned"] / 1e9 == pytest.approx(pressed, abs=1), "its press was another"
    take(program, 3)
    check_proof(program.store, program.device)


def frames(store: Path) -> int:
    """How many frames the write-ahead log has, by its index."""
    # Another process reads: whoever closes a file loses all locks that its process has there (fcntl(2)).
    header = parts.run("od", "-An", "-tu4", f"-j{FRAMES_AT}", "-N4", str(store / "exhibit.sqlite-shm"))
    return int(header)


def lengthen_log(store: Path) -> None:
    """On a disk that is full the log still has room, and its index has none."""
    with (store / "exhibit.sqlite-wal").open("ab") as log:
        log.write(bytes(LOG_BYTES - log.tell()))
        os.fsync(log.fileno())


def fill_index(store: Path, database: sqlite3.Connection) -> None:
    """Has others write to the log until the index has no room for a photo."""
    database.execute("PRAGMA wal_autocheckpoint = 0")
    database.execute("CREATE TABLE somebody_elses (content)")
    room = INDEX_FRAMES - frames(store) - 30
    database.execute("INSERT INTO somebody_elses VALUES (zeroblob(?))", [room * PAGE])
    database.execute("CREATE TABLE ticks (content)")
    while frames(store) < INDEX_FRAMES - PHOTO_FRAMES + 1:
        database.execute("INSERT INTO ticks VALUES (1)")
    assert frames(store) <= INDEX_FRAMES, f"the log has {frames(store)} frames already"


def empty_index(store: Path) -> None:
    """Takes away what `fill_index` wrote: a table of somebody else's is a finding."""
    with contextlib.closing(sqlite3.connect(store / "exhibit.sqlite", timeout=10, isolation_level=None)) as database:
        database.execute("DROP TABLE somebody_elses")
        database.execute("DROP TABLE ticks")


@contextlib.contextmanager
def reading(store: Path):
    """Meanwhile another program is in the middle of reading: the log can't begin anew."""
    database = sqlite3.connect(store / "exhibit.sqlite", isolation_level=None)
    try:
        database.execute("BEGIN")
        database.execute("SELECT count(*) FROM records").fetchall()
        yield
    finally:
        database.close()


def test_durable_photo_whose_row_finds_no_room_is_stored_later():
    """a durable photo for whose row the log's index can't grow, while a reader keeps it from beginning anew, is kept"""
    with Program(shutter=AT_ONCE) as program:
        take(program, 1)
    lengthen_log(program.store)
    with Program(store=str(program.store), shutter=AT_ONCE, storage={"min_free_mb": 1}) as second:
        take(second, 2)
        with reading(program.store):
            with full_disk_under_waiting_photo(second, 3):
                second.until_said("photo.failed", within=NEXT_TRY_S + SLACK_S)
                index = (program.store / "exhibit.sqlite-shm").stat().st_size
                assert index < 2 * INDEX_BYTES, f"there was room for an index of {index} bytes"
                assert (program.store / file(3)).exists(), "the picture is gone"
            row = second.photo(3, within=60)
        check_photo(program.store, row)
        second.until("running")
        take(second, 4)
    check_all_have_rows(program.store)
    with surveyed(program) as third:
        take(third, 5)
    check_all_have_rows(program.store)
    empty_index(program.store)
    check_proof(program.store, program.device)


@contextlib.contextmanager
def full_disk_under_waiting_photo(program: Program, number: int):
    """The file of a photo is durable, its row waits for a lock; when the lock goes the disk is full."""
    with contextlib.ExitStack() as stack:
        writer = sqlite3.connect(program.store / "exhibit.sqlite", timeout=10, isolation_level=None)
        with contextlib.closing(writer):
            fill_index(program.store, writer)
            writer.execute("BEGIN IMMEDIATE")
            parts.press()
            eventually("the picture's file", 10, (program.store / file(number)).exists)
            # Until its bytes are durable, and the row has met the lock.
            time.sleep(2)
            stack.enter_context(filled(left=0))
            writer.execute("ROLLBACK")
        yield


def check_all_have_rows(store: Path) -> None:
    """Holds that each picture is a piece, and each piece has its picture."""
    rows = photos(store)
    for row in rows:
        check_photo(store, row)
    pictures = sorted(path.name for path in (store / "evidence/000").glob("*.jpg"))
    assert pictures == [f"{row['number']:06}.jpg" for row in rows], f"beside {pictures} the rows are {rows}"


def test_store_whose_mount_is_missing_is_fault():
    """a store whose mount is missing is a fault, nothing begins in its place, and it is used when it is mounted"""
    medium, store = parts.DISK / f"{BOOT}-medium", parts.DISK / f"{BOOT}-mounted"
    for folder in (medium, store):
        folder.mkdir()
    with mounted(medium, store), Program(store=str(store), shutter=AT_ONCE) as first:
        take(first, 1)
    with contextlib.ExitStack() as until_stopped:
        with Program(store=str(store), shutter=AT_ONCE) as second:
            second.until_fault("store", "store.not-mounted", store, store, second.device)
            parts.press()
            second.until_said("store.not-mounted", store, store, second.device, by="Shutter")
            assert not list(store.iterdir()), f"in its place there is {list(store.iterdir())}"
            until_stopped.enter_context(mounted(medium, store))
            eventually("a store", 60, lambda: not second.fault("store"))
            take(second, 2)
        check_proof(store, second.device)


@contextlib.contextmanager
def mounted(medium: Path, folder: Path):
    parts.run("mount", "--bind", str(medium), str(folder))
    try:
        yield
    finally:
        parts.run("umount", str(folder))
